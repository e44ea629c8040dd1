"""Crop marks, read from finished pages: at both ends of every cut, never on a piece, never beyond the margin unsaid."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.data.paper import Paper
from pnp.layout.geometry import How, Sides
from pnp.layout.grids import centred
from pnp.layout.impose import impose
from pnp.layout.marks import crop_marks, span
from pnp.layout.piece import Piece
from pnp.scene import WHITE, Page, Path, Rect
from tests.small_press import (
    A4,
    LETTER,
    SLUG,
    Line,
    bounds,
    deck,
    inside,
    layers,
    marks,
    numbered,
    overlap,
    papers,
    pieces,
    points,
    seen,
)

PEN = 0.125  # half the width of a mark


def laid(count: int, paper: Paper = A4, **how: float) -> Page:
    size = (how.get("width", 63.0), how.get("height", 88.0))
    piece = deck(numbered("F", count), size=size, bleed=how.get("bleed", 3.0), gutter=how.get("gutter", 0.0))
    return impose(piece, paper, How(), SLUG).pages[0]


def ink(mark: Line, more: float = PEN) -> Rect:
    x1, y1, x2, y2 = mark
    return Rect(x1, y1, x2 - x1, y2 - y1).grown(more)


def rounded(lines: list[Line]) -> set[Line]:
    found = {(round(x1, 6), round(y1, 6), round(x2, 6), round(y2, 6)) for x1, y1, x2, y2 in lines}
    assert len(found) == len(lines)
    return found


def test_nine_cards_on_a4_have_sixteen_marks_outside_the_bleed() -> None:
    upright = {(x, y, x, y + 5) for x in (10.5, 73.5, 136.5, 199.5) for y in (8.0, 284.0)}
    level = {(x, y, x + 2.5, y) for x in (4.5, 203.0) for y in (16.5, 104.5, 192.5, 280.5)}
    assert rounded(marks(laid(9))) == upright | level


def test_marks_start_nearer_and_on_white_where_there_is_little_room() -> None:
    page = laid(9, LETTER)
    upright = [mark for mark in marks(page) if mark[0] == mark[2]]
    assert {(round(y1, 6), round(y2, 6)) for _, y1, _, y2 in upright} == {(4.5, 6.7), (272.7, 274.9)}
    (layer,) = layers(page, "crop marks")
    casing, _ = layer.children
    assert isinstance(casing, Path)
    assert casing.stroke is not None
    assert (casing.stroke.paint, casing.stroke.width) == (WHITE, 0.75)
    ends = points(casing)
    cased = [bounds(ends[at : at + 2]) for at in range(0, len(ends), 2)]
    assert cased == [Rect(x1, y1 - 0.25, 0.0, y2 - y1 + 0.5) for x1, y1, _, y2 in upright]


def test_a_page_with_room_has_no_white_under_its_marks() -> None:
    (layer,) = layers(laid(9), "crop marks")
    assert len(layer.children) == 1


@pytest.mark.parametrize(
    ("room", "bleed", "expected"),
    [
        (20.0, 3.0, (3.5, 8.5)),
        (6.0, 3.0, (3.5, 6.0)),
        (5.5, 3.0, (3.5, 5.5)),
        (5.4, 3.0, (1.0, 5.4)),
        (20.0, 0.0, (1.0, 6.0)),
        (20.0, 0.3, (1.0, 6.0)),
        (1.5, 1.5, (1.0, 1.5)),
        (1.25, 3.0, (1.0, 1.25)),
        (1.2, 3.0, None),
        (-3.0, 3.0, None),
    ],
)
def test_a_mark_is_as_long_as_is_useful(room: float, bleed: float, expected: tuple[float, float] | None) -> None:
    assert span(room, bleed) == expected


def test_in_a_gutter_each_card_has_its_own_marks_on_its_half() -> None:
    page = laid(4, gutter=4.0, bleed=2.0, width=80.0, height=110.0)
    x, y = (23.0, 107.0), (36.5, 150.5)
    upright = {(left + side, mark) for left in x for side in (0.0, 80.0) for mark in ((147.5, 148.5), (148.5, 149.5))}
    level = {(top + side, mark) for top in y for side in (0.0, 110.0) for mark in ((104.0, 105.0), (105.0, 106.0))}
    found = rounded(marks(page))
    assert {(x1, (y1, y2)) for x1, y1, x2, y2 in found if x1 == x2 and 40 < y1 < 260} == upright
    assert {(y1, (x1, x2)) for x1, y1, x2, y2 in found if y1 == y2 and 30 < x1 < 180} == level
    assert len(found) == 32


@given(pieces(), papers, st.sampled_from(["long", "short"]))
def test_every_cut_has_a_mark_at_both_ends_and_none_lies_on_a_card(
    piece: Piece, paper: Paper, flip: Literal["long", "short"]
) -> None:
    done = impose(piece, paper, How(flip), SLUG)
    roomy = not any("crop marks" in notice for notice in done.notices)
    for page in done.pages[:: 2 if any(face.back for face in piece.faces) else 1]:
        cards = [card.trim for card in seen(page, piece)]
        lines = marks(page)
        printable = Rect(0, 0, page.width, page.height).grown(0.001 - paper.margin)
        for line in lines:
            assert not any(overlap(ink(line, PEN + 0.25), card) for card in cards)
            assert any(touches(line, card) for card in cards), "a mark that belongs to no cut"
            assert not roomy or inside(ink(line, 0.0), printable)
        assert not roomy or all(len(ends(card, lines)) == 8 for card in cards)


def touches(line: Line, card: Rect) -> bool:
    x1, y1, x2, _ = line
    if x1 == x2:
        return min(abs(x1 - card.x), abs(x1 - card.right)) < 1e-6
    return min(abs(y1 - card.y), abs(y1 - card.bottom)) < 1e-6


def ends(card: Rect, lines: list[Line]) -> set[tuple[str, str]]:
    """Return the cuts of a card, each with the end outside the card where a mark stands on it."""
    found = set()
    for x1, y1, x2, y2 in lines:
        if x1 == x2:
            sides = [name for name, x in (("left", card.x), ("right", card.right)) if abs(x - x1) < 1e-6]
            where = [name for name, out in (("before", y2 <= card.y), ("after", y1 >= card.bottom)) if out]
        else:
            sides = [name for name, y in (("top", card.y), ("bottom", card.bottom)) if abs(y - y1) < 1e-6]
            where = [name for name, out in (("before", x2 <= card.x), ("after", x1 >= card.right)) if out]
        found |= {(one, end) for one in sides for end in where}
    return found


def test_marks_on_a_back_stand_behind_those_of_the_front() -> None:
    piece = deck(numbered("F", 7), numbered("B", 7), size=(63.5, 88.9))
    front, back = impose(piece, A4, How(), SLUG).pages
    behind = [(front.width - x2, y1, front.width - x1, y2) for x1, y1, x2, y2 in marks(back)]
    assert rounded(behind) == rounded(marks(front))


def test_marks_are_left_out_where_the_paper_says_so() -> None:
    piece = deck(numbered("F", 7), numbered("B", 7))
    pages = impose(piece, replace(A4, crop_marks=False), How(), SLUG).pages
    assert [layers(page, "crop marks") for page in pages] == [[], []]


def test_marks_that_only_fit_into_the_printers_margin_are_drawn_and_told() -> None:
    done = impose(deck(numbered("F", 9), size=(63.5, 88.9)), Paper("letter", 215.9, 279.4, 6.35), How(), SLUG)
    assert (
        "Bull cards: the crop marks have no room inside the margins of Letter; some may not be printed" in done.notices
    )
    upright = {(round(y1, 6), round(y2, 6)) for x1, y1, x2, y2 in marks(done.pages[0]) if x1 == x2}
    assert upright == {(3.85, 5.35), (274.05, 275.55)}


def test_a_page_without_any_room_has_no_layer_of_marks() -> None:
    grid = centred((63, 88), (63, 88))
    assert crop_marks(grid, frozenset({(0, 0)}), Sides(0, 0, 0, 0), 3.0) is None


@pytest.mark.parametrize(("gutter", "inner"), [(0.0, 0), (1.25, 0), (2.9, 0), (3.0, 16), (4.0, 16)])
def test_only_a_gutter_of_3_mm_and_more_has_marks_of_its_own(gutter: float, inner: int) -> None:
    page = laid(4, gutter=gutter, bleed=0.0, width=80.0, height=110.0)
    block = Rect(25 - gutter / 2, 38.5 - gutter / 2, 160 + gutter, 220 + gutter)
    assert sum(inside(ink(mark, 0.0), block) for mark in marks(page)) == inner


def test_marks_round_the_corner_of_a_partial_page_do_not_cross() -> None:
    lines = marks(laid(4, gutter=6.0, width=60.0, height=80.0))
    upright = [ink(line) for line in lines if line[0] == line[2]]
    level = [ink(line) for line in lines if line[1] == line[3]]
    assert not any(overlap(one, other) for one in upright for other in level)
