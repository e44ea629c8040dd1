"""Faults that people met in other print-and-play tools, in cutting and duplex: a test each, named by its id."""

from __future__ import annotations

from dataclasses import replace
from math import hypot
from pathlib import Path as File

import pytest
from PIL import Image as Picture

from pnp import art
from pnp.data.paper import Paper
from pnp.layout.oneup import near_the_cut
from pnp.layout.outlines import outline
from pnp.layout.piece import Face, Piece
from pnp.layout.text import label
from pnp.layout.trimming import clearance
from pnp.render.svg import render as svg
from pnp.scene import Rect
from pnp.units import fits
from tests.small_press import (
    A4,
    BRIDGE,
    Line,
    cards,
    deck,
    grid_of,
    lay,
    layers,
    marks,
    mediaboxes,
    overlap,
    seen,
    whites,
    written,
)


def test_cut_first_cut_removes() -> None:
    page = lay(cards(9)).pages[0]
    block = Rect(9.75, 15.15, 190.5, 266.7)
    upright, level = by_direction(marks(page))
    assert {x for x, _, _ in upright} == {9.75, 73.25, 136.75, 200.25}
    assert {y for y, _, _ in level} == {15.15, 104.05, 192.95, 281.85}
    assert [len(upright), len(level)] == [8, 8]
    assert all(end <= block.y or start >= block.bottom for _, start, end in upright)
    assert all(end <= block.x or start >= block.right for _, start, end in level)
    for cuts, first in ((upright, block.y), (level, block.x)):
        for at in {at for at, _, _ in cuts}:
            assert sorted(start < first for where, start, _ in cuts if where == at) == [False, True]


def by_direction(lines: list[Line]) -> tuple[list[tuple[float, float, float]], list[tuple[float, float, float]]]:
    """Return upright and level marks as (place of the cut, start, end)."""
    upright = [(round(x1, 6), y1, y2) for x1, y1, x2, y2 in lines if x1 == x2]
    level = [(round(y1, 6), x1, x2) for x1, y1, x2, y2 in lines if y1 == y2]
    assert len(upright) + len(level) == len(lines)
    return upright, level


def test_cut_gap_marks() -> None:
    piece = cards(4, (80, 110), gutter=4)
    page = lay(piece).pages[0]
    upright, level = by_direction(marks(page))
    assert [len({at for at, _, _ in cuts}) for cuts in (upright, level)] == [4, 4]
    for card in (card.trim for card in seen(page, piece)):
        for x in (card.x, card.right):
            on_cut = [(start, end) for at, start, end in upright if at == pytest.approx(x)]
            assert any(0 < card.y - end < 3.6 for _, end in on_cut)
            assert any(0 < start - card.bottom < 3.6 for start, _ in on_cut)
        for y in (card.y, card.bottom):
            on_cut = [(start, end) for at, start, end in level if at == pytest.approx(y)]
            assert any(0 < card.x - end < 3.6 for _, end in on_cut)
            assert any(0 < start - card.right < 3.6 for start, _ in on_cut)


def test_cut_marks_off() -> None:
    page = lay(cards(3), replace(A4, crop_marks=False)).pages[0]
    assert layers(page, "crop marks") == []
    marked = lay(cards(3)).pages[0]
    assert ["crop marks" in svg(one) for one in (page, marked)] == [False, True]
    assert [b"crop marks" in written((one,)) for one in (page, marked)] == [False, True]


def test_cut_partial_page_marks() -> None:
    piece = cards(7)
    page = lay(piece).pages[0]
    used = [card.trim for card in seen(page, piece)]
    assert len(used) == 7
    lines = marks(page)
    for x1, y1, x2, y2 in lines:
        assert not any(overlap(Rect(x1, y1, x2 - x1, y2 - y1).grown(0.125), trim) for trim in used)
    upright, level = by_direction(lines)
    edges_x = {round(x, 6) for trim in used for x in (trim.x, trim.right)}
    edges_y = {round(y, 6) for trim in used for y in (trim.y, trim.bottom)}
    assert ({at for at, _, _ in upright}, {at for at, _, _ in level}) == (edges_x, edges_y)
    assert [start for at, start, _ in level if at == 281.85 and start > 50] == [pytest.approx(73.25 + 3.5)]
    assert sorted(round(start, 6) for at, start, _ in upright if at == 200.25)[1] == pytest.approx(192.95 + 3.5)


def test_cut_white_edge_column(tmp_path: File) -> None:
    picture = Picture.new("RGB", (40, 56), (60, 110, 70))
    picture.paste((255, 255, 255), (0, 0, 1, 56))
    picture.save(tmp_path / "art.png")
    source = 1 / 40
    trim = Rect(0, 0, *BRIDGE)
    face = art.placed(art.read(tmp_path / "art.png"), trim.grown(1), "cover")
    piece = Piece("cards", "Bull cards", "cards", *BRIDGE, 1.0, 0.0, True, (Face("card", face, None, 9),))
    (page,) = lay(piece).pages
    places = [Rect(10.5 + 63 * (index % 3), 16.5 + 88 * (index // 3), *BRIDGE) for index in range(9)]
    assert all(white / pixels <= source for white, pixels in whites(page, places))


def test_dup_back_offset() -> None:
    piece = cards(9, backs=True)
    plain = lay(piece).pages
    moved = lay(piece, replace(A4, back_offset=(1.5, -2.0))).pages
    shifts = []
    for before, after in zip(plain, moved, strict=True):
        pairs = zip(seen(before, piece), seen(after, piece), strict=True)
        shifts.append({(round(b.trim.x - a.trim.x, 6), round(b.trim.y - a.trim.y, 6)) for a, b in pairs})
    assert shifts == [{(0.0, 0.0)}, {(1.5, -2.0)}]
    assert mediaboxes(moved) == mediaboxes(plain)


def test_dup_centre_on_full_grid() -> None:
    paper = Paper("a4", 210, 297, 10)  # upright 2 x 3, lying 4 x 2
    for count in (4, 8):
        piece = cards(count, BRIDGE, backs=True, gutter=5)
        for page in lay(piece, paper).pages:
            assert (page.width, page.height) == (297, 210)
        front = lay(piece, paper).pages[0]
        first = seen(front, piece)[0].trim
        assert (first.x, first.y) == pytest.approx((15.0, 14.5), abs=1e-9)


def test_dup_long_edge() -> None:
    piece = cards(9, BRIDGE, backs=True)
    front, back = lay(piece).pages
    assert grid_of(front, piece, 3, 3) == [["F1", "F2", "F3"], ["F4", "F5", "F6"], ["F7", "F8", "F9"]]
    assert grid_of(back, piece, 3, 3) == [["B3", "B2", "B1"], ["B6", "B5", "B4"], ["B9", "B8", "B7"]]
    assert {card.turn for card in seen(back, piece)} == {0}


def test_dup_mixed_no_back() -> None:
    piece = deck(["I1", "I2", "R1", "R2"], [None, None, "RB1", "RB2"])
    front, back = lay(piece).pages
    assert grid_of(front, piece, 3, 3) == [["I1", "I2", "R1"], ["R2", None, None], [None] * 3]
    assert grid_of(back, piece, 3, 3) == [["RB1", None, None], [None, None, "RB2"], [None] * 3]


def test_dup_partial_last_row() -> None:
    piece = cards(5, BRIDGE, backs=True)
    front, back = lay(piece).pages
    assert grid_of(front, piece, 3, 3) == [["F1", "F2", "F3"], ["F4", "F5", None], [None] * 3]
    assert grid_of(back, piece, 3, 3) == [["B3", "B2", "B1"], [None, "B5", "B4"], [None] * 3]


def test_dup_short_edge() -> None:
    piece = cards(9, BRIDGE, backs=True)
    _, back = lay(piece, flip="short").pages
    assert grid_of(back, piece, 3, 3) == [["B7", "B8", "B9"], ["B4", "B5", "B6"], ["B1", "B2", "B3"]]
    assert {card.turn for card in seen(back, piece)} == {180}


def test_dup_short_edge_on_a_page_that_lies() -> None:
    piece = cards(8, BRIDGE, backs=True)
    paper = Paper("290x210mm", 290, 210, 14)
    assert grid_of(lay(piece, paper, "short").pages[1], piece, 4, 2) == [
        ["B4", "B3", "B2", "B1"],
        ["B8", "B7", "B6", "B5"],
    ]
    _, back = lay(piece, paper, "long").pages
    assert grid_of(back, piece, 4, 2) == [["B5", "B6", "B7", "B8"], ["B1", "B2", "B3", "B4"]]
    assert {card.turn for card in seen(back, piece)} == {180}


def test_tok_round_safe_area() -> None:
    icon, circle = Rect(15, 15, 50, 50), outline("round", 80, 80)
    assert hypot(icon.width / 2, icon.height / 2) == pytest.approx(35.355, abs=0.001)
    assert clearance(circle, icon) == pytest.approx(80 / 2 - 35.355, abs=0.02)
    assert fits(4.0, clearance(circle, icon))
    assert not fits(4.0, clearance(circle, icon.grown(1)))
    front = label("Bull", 11, 14, family="Barlow Condensed", size=9)
    for cut_to, expected in ((circle, ["Bull"]), ((), [])):
        face = Face("token", front, None, 1, cut_to)
        piece = Piece("tokens", "Tokens", "tokens", 80.0, 80.0, 1.5, 3.0, True, (face,))
        assert [near.words for near in near_the_cut(piece, 4.0)] == expected
