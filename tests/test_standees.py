"""Standees: a strip that folds to a figure seen upright from both sides, on two feet."""

from __future__ import annotations

from pnp.data.frame import Frame
from pnp.data.prints import Card, Row, Standees
from pnp.errors import Problem
from pnp.extent import extent
from pnp.layout.piece import Piece
from pnp.layout.thrift import thrifty
from pnp.pieces import listed, make
from pnp.pieces.standees import standees
from pnp.scene import IDENTITY, Group, Matrix, Path, Rect, Shape, Text, apply, times
from tests.small_game import frame, game, panel, place, text, words
from tests.small_press import A4, lay

WIDTH, HEIGHT, BASE = 22.0, 36.0, 9.0
FRONT = frame(text("title", place(2, 4, 18, 6)))
OTHER = frame(text("title", place(2, 20, 18, 6)), name="behind")


def strip(*titles: str, back: Frame | None = None, front: Frame = FRONT) -> Standees:
    cards = tuple(Card(Row(at + 2, {"title": title}), front, back or front, at + 1) for at, title in enumerate(titles))
    return Standees(
        "figures", words(en="Figures", fr="Pions"), WIDTH, HEIGHT, BASE, 4.0, "figures.csv", ("title",), cards
    )


def piece(found: Standees) -> Piece:
    problems: list[Problem] = []
    made = standees(found, game(others=[found], languages=("en", "fr")), "en", problems)
    assert problems == []
    return made


def placed(shape: Shape, matrix: Matrix = IDENTITY) -> list[tuple[Shape, Matrix]]:
    """Every leaf of a drawing with where it lies."""
    if isinstance(shape, Group):
        inner = times(matrix, shape.matrix)
        return [found for child in shape.children for found in placed(child, inner)]
    return [(shape, matrix)]


def test_a_strip_holds_two_faces_and_two_feet() -> None:
    made = piece(strip("Ada", "Bo"))
    assert ("standees", WIDTH, 2 * HEIGHT + 2 * BASE, 0.0, True) == (
        made.kind,
        made.width,
        made.height,
        made.bleed,
        made.cut,
    )
    assert [("Ada", 1), ("Bo", 2)] == [(face.name, face.copies) for face in made.faces]
    assert all(face.back is None for face in made.faces)


def test_listed_as_it_is_made() -> None:
    found = strip("Ada", "Bo")
    small = game(others=[found])
    made = make(small, "en")[0]
    seen = listed(small)[0]
    assert (made.kind, made.count, made.width, made.height) == (seen.kind, seen.copies, seen.width, seen.height)


def test_both_faces_are_upright_when_folded_at_the_heads() -> None:
    texts = [(shape, matrix) for shape, matrix in placed(piece(strip("Ada")).faces[0].front) if isinstance(shape, Text)]
    turns = sorted((matrix[0], matrix[3]) for _, matrix in texts)
    assert [(-1.0, -1.0), (1.0, 1.0)] == turns
    heads = BASE + HEIGHT
    spots = [apply(matrix, shape.x, shape.y) for shape, matrix in texts]
    assert 2 == len(spots)
    (x1, y1), (x2, y2) = spots
    assert abs((y1 - heads) + (y2 - heads)) < 1e-9  # as far below the fold as above it
    assert abs(x1 + x2 - WIDTH) < 1e-9


def test_a_back_of_its_own_stands_behind() -> None:
    texts = [
        (shape, matrix)
        for shape, matrix in placed(piece(strip("Ada", back=OTHER)).faces[0].front)
        if isinstance(shape, Text)
    ]
    back, front = sorted(apply(matrix, shape.x, shape.y)[1] for shape, matrix in texts)
    assert BASE + HEIGHT - back > front - BASE - HEIGHT


def test_folds_are_dashed_across_the_whole_strip() -> None:
    dashed = [
        shape
        for shape, _ in placed(piece(strip("Ada")).faces[0].front)
        if isinstance(shape, Path) and shape.stroke and shape.stroke.dash
    ]
    assert 1 == len(dashed)
    assert [0.0, WIDTH] == sorted({segment[1] for segment in dashed[0].segments if segment[0] != "Z"})
    downs = sorted({segment[2] for segment in dashed[0].segments if segment[0] in ("M", "L")})
    assert [BASE, BASE + HEIGHT, BASE + 2 * HEIGHT] == downs


def test_nothing_reaches_over_the_strip_or_a_neighbour() -> None:
    wide = frame(panel(at=place(-5, -5, WIDTH + 10, HEIGHT + 10)))
    drawn = piece(strip("Ada", front=wide)).faces[0].front
    box = extent(drawn, strokes=False)
    assert box is not None
    assert Rect(0, 0, WIDTH, 2 * (HEIGHT + BASE)) == box
    faces = (
        [shape for shape in drawn.children if isinstance(shape, Group) and shape.clip]
        if isinstance(drawn, Group)
        else []
    )
    assert [BASE, BASE + HEIGHT] == [found.y for found in (extent(face) for face in faces) if found]


def test_feet_are_hatched_and_alike_seen_from_both_sides() -> None:
    drawn = piece(strip("Ada")).faces[0].front
    assert isinstance(drawn, Group)
    feet = drawn.children[0]
    assert isinstance(feet, Group)
    assert [-1.0, 1.0] == [foot.matrix[0] for foot in feet.children if isinstance(foot, Group)]
    boxes = [extent(foot, strokes=False) for foot in feet.children]
    assert [(0.0, BASE), (BASE + 2 * HEIGHT, BASE)] == [(box.y, box.height) for box in boxes if box]


def test_low_ink_keeps_folds_and_measures() -> None:
    made = piece(strip("Ada"))
    low = thrifty(made)
    assert (made.width, made.height) == (low.width, low.height)
    assert any(
        isinstance(shape, Path) and shape.stroke and shape.stroke.dash for shape, _ in placed(low.faces[0].front)
    )


def test_strips_lie_on_paper_without_touching() -> None:
    imposed = lay(piece(strip("Ada", "Bo", "Cy")), A4)
    assert 1 == len(imposed.pages)


def test_problems_name_the_figure() -> None:
    found = strip("A" * 90, front=frame(text("title", place(2, 4, 6, 3), wrap=False)))
    problems: list[Problem] = []
    standees(found, game(others=[found]), "en", problems)
    assert problems
    assert problems[0].where.startswith('figure "AAAA')
    assert "figures.csv" == problems[0].file
