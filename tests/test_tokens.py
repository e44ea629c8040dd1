"""Tokens: cut to their outline with a line on the front; backs lie behind; equal drawings stay one."""

from __future__ import annotations

from dataclasses import replace
from math import dist, sqrt

import pytest

from pnp.data.prints import Deck
from pnp.errors import Problem
from pnp.extent import area, bounds, held
from pnp.layout.outlines import CASING, LINE, cut_line, inked, inked_front, outline
from pnp.layout.piece import Piece
from pnp.layout.thrift import thrifty
from pnp.pieces.cards import deck as drawn_deck
from pnp.scene import BLACK, Group, Outline, Path, Rect, Segment, Shape
from tests.small_game import deck, frame, game, panel, place, text
from tests.small_press import A4, lay

FRONT = frame(panel(at=place(-1.5, -1.5, 28, 28)), text("title", place(5, 10, 15, 6)))
BACK = frame(panel(at=place(-1.5, -1.5, 28, 28), fill="#b5122b"), name="back")
ROWS = ({"title": "Bull"}, {"title": "Ox", "shape": "hex"}, {"title": "Eel", "shape": "square"})


def tokens(shape: Outline = "round", rows: tuple[dict[str, str], ...] = ROWS, back: bool = True) -> Piece:
    made: Deck = replace(
        deck(rows, FRONT, BACK if back else None, id="tokens", copies=[6, 2, 1][: len(rows)]),
        width=25.0,
        height=25.0,
        bleed=1.5,
        gutter=3.0,
        kind="tokens",
        outline=shape,
    )
    problems: list[Problem] = []
    piece = drawn_deck(made, game([made]), "en", problems)
    assert problems == []
    return piece


def clip_of(shape: Shape | None) -> Path:
    while isinstance(shape, Group) and shape.clip is None:
        shape = shape.children[0]
    assert isinstance(shape, Group)
    assert shape.clip is not None
    return shape.clip


def ends(segments: tuple[Segment, ...]) -> list[tuple[float, float]]:
    return [(segment[-2], segment[-1]) for segment in segments if segment[0] in ("M", "L")]


def test_tokens_are_a_cut_piece_of_their_own_kind() -> None:
    piece = tokens()
    assert ("tokens", True, 1.5, 3.0, 9) == (piece.kind, piece.cut, piece.bleed, piece.gutter, piece.count)


def test_each_front_is_cut_to_the_outline_of_its_row() -> None:
    fronts = [face.front for face in tokens().faces]
    wanted = [cut_line(shape, 25, 25) for shape in ("round", "hex", "square")]
    assert wanted == [front.children[-1] for front in fronts if isinstance(front, Group)]


def test_each_back_reaches_as_far_as_its_front_and_has_no_line() -> None:
    for face, shape in zip(tokens().faces, ("round", "hex", "square"), strict=True):
        assert face.back is not None
        assert inked(shape, 25, 25, 1.5) == clip_of(face.back)
        assert inked_front(shape, 25, 25, 1.5) == clip_of(face.front)
        assert isinstance(face.back, Group)
        assert len(face.back.children) == 1


@pytest.mark.parametrize("shape", ["round", "square", "hex"])
@pytest.mark.parametrize("size", [(25.0, 25.0), (22.0, 30.0), (30.0, 18.0)])
def test_outlines_mirror_onto_themselves(shape: Outline, size: tuple[float, float]) -> None:
    width, height = size
    clip = inked(shape, width, height, 1.5).segments
    spots = [(x * 0.71 - 3, y * 0.67 - 3) for x in range(50) for y in range(50)]
    for x, y in spots:
        here = held(clip, [(x, y)])
        assert here == held(clip, [(width - x, y)]) == held(clip, [(x, height - y)])


def test_the_round_outline_is_the_largest_circle_in_the_middle() -> None:
    assert Rect(2.5, 0, 25, 25) == bounds(outline("round", 30, 25))


@pytest.mark.parametrize("size", [(25.0, 25.0), (20.0, 30.0), (30.0, 20.0)])
def test_the_hexagon_is_regular_stands_on_a_corner_and_fills_the_rectangle(size: tuple[float, float]) -> None:
    corners = ends(outline("hex", *size))
    sides = [dist(one, two) for one, two in zip(corners, (*corners[1:], corners[0]), strict=True)]
    assert sides == pytest.approx([sides[0]] * 6)
    assert corners[0][0] == corners[3][0] == size[0] / 2
    box = bounds(outline("hex", *size))
    assert box is not None
    assert box.x + box.right == pytest.approx(size[0])
    assert box.y + box.bottom == pytest.approx(size[1])
    assert box.width == pytest.approx(size[0]) or box.height == pytest.approx(size[1])
    assert box.width <= size[0] + 1e-9
    assert box.height <= size[1] + 1e-9


@pytest.mark.parametrize("shape", ["round", "square", "hex"])
def test_bleed_is_the_same_on_every_side(shape: Outline) -> None:
    inner, outer = outline(shape, 25, 25), outline(shape, 25, 25, 1.5)
    if shape == "hex":
        across = [ends(part)[1][0] for part in (inner, outer)]
        assert across[1] - across[0] == pytest.approx(1.5)
        assert ends(inner)[0][1] - ends(outer)[0][1] == pytest.approx(1.5 * 2 / sqrt(3))
    else:
        one, two = bounds(inner), bounds(outer)
        assert one is not None
        assert two == one.grown(1.5)


def test_the_cut_line_stands_on_bare_paper() -> None:
    clip = inked_front("round", 25, 25, 1.5)
    at = [
        12.5 - LINE / 2,
        12.5 + LINE / 2 + 0.01,
        12.5 + LINE / 2 + CASING - 0.01,
        12.5 + LINE / 2 + CASING + 0.02,
        14.1,
    ]
    inside = [held(clip.segments, [(12.5 + r, 12.49)], evenodd=True) for r in at]
    assert [1, 0, 0, 1, 0] == inside
    line = cut_line("round", 25, 25)
    assert line.stroke is not None
    assert (BLACK, LINE) == (line.stroke.paint, line.stroke.width)


def test_the_line_survives_low_ink_and_nothing_else_is_drawn_at_the_edge() -> None:
    for shape in ("round", "hex", "square"):
        piece = thrifty(tokens(shape, ({"title": ""},)))
        drawn = [path for path in paths(piece.faces[0].front) if path.stroke is not None]
        assert [cut_line(shape, 25, 25).segments] == [path.segments for path in drawn]
        assert piece.faces[0].back is not None
        assert [] == [path for path in paths(piece.faces[0].back) if path.stroke is not None]


def paths(shape: Shape) -> list[Path]:
    if isinstance(shape, Group):
        return [found for child in shape.children for found in paths(child)]
    return [shape] if isinstance(shape, Path) else []


def test_equal_tokens_are_one_object() -> None:
    piece = tokens(rows=({"title": "Bull"}, {"title": "Bull"}))
    assert piece.faces[0].front is piece.faces[1].front
    assert piece.faces[0].back is piece.faces[1].back


def test_a_narrow_bleed_ends_at_the_line() -> None:
    clip = inked_front("square", 20, 20, 0.0)
    assert area(outline("square", 20, 20)) == pytest.approx(area(clip.segments))


def test_backs_lie_behind_their_fronts_on_paper() -> None:
    pages = lay(tokens(), A4).pages
    assert 2 == len(pages)
    width = pages[0].width
    places = [
        sorted(
            (round(shape.matrix[4], 6), round(shape.matrix[5], 6), shape.label)
            for shape in page.shapes
            if isinstance(shape, Group)
        )
        for page in pages
    ]
    mirrored = sorted((round(width - x - 25.0, 6), y, name) for x, y, name in places[1])
    assert places[0] == mirrored
