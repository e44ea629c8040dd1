"""The boards of Pamplona: Viva San Fermín! as they are drawn: who stands where, and the halves of a Run that join."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise, permutations
from typing import TypeAlias

import pytest
from PIL import Image

from pnp import art, build
from pnp.data.boards import Grid
from pnp.extent import extent
from pnp.layout.piece import Piece
from pnp.pieces import grid_boards, make
from pnp.scene import IDENTITY, Group, Layer, Matrix, Page, Path, Rect, Shape, apply, moved, times
from tests import colours, pictures, shipped

GAME = shipped.BY_SLUG["pamplona"]
GRIDS = {board.id.removeprefix("run-"): board for board in GAME.boards if isinstance(board, Grid)}
Square: TypeAlias = tuple[int, int]

BYSTANDERS: dict[int, set[Square]] = {
    1: {(4, 2), (6, 3), (8, 1), (11, 4)},
    2: {(3, 4), (5, 1), (7, 2), (9, 3), (12, 1)},
    3: {(4, 1), (5, 4), (7, 3), (8, 1), (10, 2), (12, 4)},
    4: {(4, 2), (6, 1), (6, 4), (8, 3), (9, 2), (10, 4), (12, 1), (12, 3)},
}
"""Run by run: row and lane of everyone who stands in the way. Positions are the decision of this set."""
PAIRS = [("1a", "2a"), ("1b", "2b"), ("3a", "4a"), ("3b", "4b")]
"""What is printed on the front and on the back of each of the four boards."""
RUNS = pytest.mark.parametrize("run", sorted(BYSTANDERS))
NAMES = pytest.mark.parametrize("name", [f"{run}{half}" for run in sorted(BYSTANDERS) for half in "ab"])

FINE = 20  # pixels a millimetre
STRIP = 2.0  # mm of a board on either side of a joint
SCENERY = ((0.0, 22.4), (167.6, 190.0))  # mm from the left: beside the street and its border
LIKE = 0.005
"""Mean difference, from 0 to 1, of what one board shows beside the joint and what the other prints past it."""
UNLIKE = 0.2
"""Boards of different Runs differ more than that."""
BESIDE = 0.03
"""So does, a little less, a board that lies a millimetre beside its place."""


@cache
def boards() -> Piece:
    (piece,) = make(GAME, "en", ["boards"])
    return piece


@cache
def faces() -> dict[str, Shape]:
    """Return the drawing of each half of each Run, by the name of what must be on that side of that board."""
    found: dict[str, Shape] = {}
    for face, names in zip(boards().faces, PAIRS, strict=True):
        for name, side in zip(names, (face.front, face.back), strict=True):
            assert side is not None
            found[name] = side
    return found


def groups(shape: Shape, outer: Matrix = IDENTITY) -> Iterator[tuple[Group, Matrix]]:
    """Yield every group below a shape with the matrix that leads from its place to millimetres of the face."""
    if isinstance(shape, Group):
        yield shape, outer
        for child in shape.children:
            yield from groups(child, times(outer, shape.matrix))
    elif isinstance(shape, Layer):
        for child in shape.children:
            yield from groups(child, outer)


def drawn(name: str) -> tuple[Group, Matrix]:
    """Return the only board on a face, which must be the half of this name, and the matrix from its inside."""
    titles = {board.title.get("en"): half for half, board in GRIDS.items()}
    ((group, outer),) = [(group, outer) for group, outer in groups(faces()[name]) if group.label in titles]
    assert titles[group.label] == name
    return group, times(outer, group.matrix)


def standing(name: str) -> list[Square]:
    """Return the squares of a face that have a bystander inside; one between squares is an error."""
    board, (group, matrix) = GRIDS[name], drawn(name)
    places = {square: grid_boards.square(board, *square) for square in grid_boards.squares(board)}
    figure = segments(art.read(GAME.art["bystander"], GAME.folder).shape)
    boxes: dict[Rect, list[Square]] = {}
    for inner, outer in groups(Group(group.children)):
        box = extent(Group((inner,), outer)) if segments(inner) == figure else None
        if box is not None:
            boxes[box] = [square for square, place in places.items() if inside(box, place)]
    assert apply(matrix, 0, 0) == pytest.approx((23, 0 if name.endswith("a") else 46))
    assert [len(found) for found in boxes.values()] == [1] * len(boxes)
    return sorted(square for (square,) in boxes.values())


def segments(shape: Shape) -> list[object]:
    return [leaf.segments for leaf, _ in colours.leaves(shape) if isinstance(leaf, Path)]


def inside(box: Rect, place: Rect) -> bool:
    return (
        box.x > place.x + 2
        and box.y > place.y + 2
        and box.right < place.right - 2
        and box.bottom < place.bottom - 2
        and box.height > place.height / 2
    )


def test_four_boards_have_a_half_of_a_run_on_each_side() -> None:
    assert sorted(faces()) == sorted(GRIDS) == [f"{run}{half}" for run in BYSTANDERS for half in "ab"]
    for name in faces():
        texts = [leaf.run.text for leaf, _ in colours.leaves(faces()[name]) if not isinstance(leaf, Path)]
        assert name in texts
        assert drawn(name)[0].label == GRIDS[name].title.get("en")
        rows = range(1, 8) if name.endswith("a") else range(8, 14)
        assert {row for row, _ in grid_boards.squares(GRIDS[name])} == set(rows)
        assert all(texts.count(str(row)) >= 2 for row in rows)


@RUNS
def test_bystanders_stand_where_the_table_says(run: int) -> None:
    found = [*standing(f"{run}a"), *standing(f"{run}b")]
    assert found == sorted(BYSTANDERS[run])
    assert not {row for row, _ in found} & {1, 2}
    beside = [pair for pair in combinations(found, 2) if pair[0][0] == pair[1][0] and pair[1][1] - pair[0][1] == 1]
    assert beside == []


@NAMES
def test_a_square_is_black_at_its_corner_where_somebody_stands(name: str) -> None:
    board, (_, matrix) = GRIDS[name], drawn(name)
    image = pictures.by_pdf(build.face_page(boards(), faces()[name]), 4)
    dark = set()
    for square in grid_boards.squares(board):
        place = grid_boards.square(board, *square)
        x, y = apply(matrix, place.x + 3.5, place.y + 3.5)
        dark |= {square} if pictures.color_at(image, x, y) == "#000000" else set()
    run, half = int(name[0]), name[1]
    assert dark == {square for square in BYSTANDERS[run] if (square[0] < 8) == (half == "a")}


# The joint: the top of half a against the bottom of half b.


def strip(name: str, top: float) -> Image.Image:
    """Return the whole width of a face from `top` mm down, STRIP mm high; above 0 and below its height is its bleed."""
    page = build.face_page(boards(), faces()[name])
    return pictures.by_pdf(Page(page.width, STRIP, (Group(page.shapes, moved(0, -top)),)), FINE)


@cache
def edges(run: int) -> tuple[Image.Image, Image.Image]:
    """Return the strips of a Run's two boards along their joint: above it half b's, below it half a's."""
    return strip(f"{run}b", boards().height - STRIP), strip(f"{run}a", 0)


@cache
def beyond(run: int) -> tuple[Image.Image, Image.Image]:
    """Return what the two boards print past the joint, where the other one lies: half a above it, half b below it."""
    return strip(f"{run}a", -STRIP), strip(f"{run}b", boards().height)


def unlike(one: Image.Image, other: Image.Image, shift: float = 0) -> float:
    """Return how much two strips differ in the scenery beside the street when one lies `shift` mm to the right."""
    found = []
    for left, right in SCENERY:
        edges = [round(edge * FINE) for edge in (left, right - shift)]
        by = round(shift * FINE)
        cuts = one.crop((edges[0] + by, 0, edges[1] + by, one.height)), other.crop((edges[0], 0, edges[1], one.height))
        found.append(colours.apart(*cuts))
    return max(found)


def lanes(name: str, y: float) -> list[float]:
    """Return where the lines between lanes and at the sides of the street meet a level of a face (mm from the left)."""
    group, matrix = drawn(name)
    found: set[float] = set()
    for leaf, inner in colours.leaves(Group(group.children), matrix):
        if not isinstance(leaf, Path) or leaf.stroke is None or leaf.stroke.width not in (0.5, 1.0):
            continue
        ends = [apply(inner, segment[-2], segment[-1]) for segment in leaf.segments if segment[0] != "Z"]
        ends += ends[:1] if leaf.segments[-1][0] == "Z" else []
        for (x, one), (other, two) in pairwise(ends):
            if abs(x - other) < 1e-6 and min(one, two) <= y + 0.1 and max(one, two) >= y - 0.1 and abs(one - two) > 100:
                found.add(round(x, 6))
    return sorted(found)


def dark(image: Image.Image, x: float, y: float) -> bool:
    pixel = image.getpixel((int(x * FINE), int(y * FINE)))
    return isinstance(pixel, tuple) and max(pixel) < 60


@RUNS
def test_lanes_go_on_over_the_joint(run: int) -> None:
    above, below = lanes(f"{run}b", boards().height), lanes(f"{run}a", 0)
    assert len(above) == 5
    assert above == pytest.approx(below, abs=0.1)
    upper, lower = edges(run)
    for x, other in zip(above, below, strict=True):
        assert dark(upper, x, 0.3)
        assert dark(lower, other, STRIP - 0.3)


@RUNS
def test_the_scenery_goes_on_over_the_joint(run: int) -> None:
    for shown, continued in zip(edges(run), beyond(run), strict=True):
        assert unlike(shown, continued) < LIKE


@pytest.mark.parametrize(("one", "other"), list(permutations(sorted(BYSTANDERS), 2)))
def test_boards_of_different_runs_do_not_join(one: int, other: int) -> None:
    for shown, continued in zip(edges(one), beyond(other), strict=True):
        assert unlike(shown, continued) > UNLIKE


@RUNS
def test_a_board_that_lies_a_little_beside_its_place_does_not_join(run: int) -> None:
    for shown, continued in zip(edges(run), beyond(run), strict=True):
        assert unlike(shown, continued, shift=1) > BESIDE
