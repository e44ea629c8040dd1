"""Faults of boards that people really met with other tools, each by the id of its case: right here."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pnp.layout.geometry import How
from pnp.layout.impose import impose
from pnp.layout.laying import lay
from pnp.layout.piece import Face, Piece
from pnp.layout.tilings import Tiling, tiling
from pnp.pieces import hex_boards
from pnp.scene import Group, Path, Rect, rectangle
from tests.small_boards import drawn, hexes, texts
from tests.small_press import A4, SLUG, deck, inside, numbered, seen

PAPER = replace(A4, margin=10.0 - 6.5)
"""A paper that leaves as much for parts as one with margins of 10 mm would without room for join marks."""


def board(width: float, height: float, overlap: float) -> Piece:
    face = Face("Board", Group((Path(rectangle(Rect(0, 0, width, height)), fill="#1d4e89"),)), None, 1)
    return Piece("board", "Board", "poster", width, height, 0, 0, False, (face,), laying="tiles", overlap=overlap)


def shape(parts: Tiling) -> tuple[str, int, int]:
    return "portrait" if parts.page[0] < parts.page[1] else "landscape", parts.columns, parts.rows


def test_brd_cards_cut_by_seam() -> None:
    cards = deck(numbered("F", 24))
    pages = impose(cards, A4, How(), SLUG).pages
    found = [(one.trim, Rect(0, 0, page.width, page.height)) for page in pages for one in seen(page, cards)]
    assert (len(found), [trim for trim, page in found if not inside(trim, page)]) == (24, [])
    assert lay(board(400, 400, 8), A4, How(), SLUG).sheets > 4  # only the board is in parts


def test_brd_half_missing() -> None:
    parts = tiling(board(500, 350, 8), PAPER)
    assert shape(parts) == ("landscape", 2, 2)
    for x in range(0, 501, 5):
        for y in range(0, 351, 5):
            assert any(inside(Rect(x, y, 0, 0), tile.part) for tile in parts.tiles), (x, y)


@pytest.mark.parametrize("top", ["flat", "point"])
@pytest.mark.parametrize("stagger", ["odd", "even"])
def test_brd_hex_halves(top: str, stagger: str) -> None:
    plain = hexes(4, 3, top=top, stagger=stagger)
    halves = replace(plain, halves=True)
    labels = [texts(drawn(each)[0]) for each in (plain, halves)]
    assert labels[0] == labels[1]
    assert len(labels[0]) == 12
    assert len(hex_boards.cells(halves)) > 12


def test_brd_hex_odd_size() -> None:
    grid = hexes(3, 2, across=17.0, top="point")
    (first, _), (second, _) = (hex_boards.middle(grid, 1, row) for row in (1, 2))
    assert second - first == pytest.approx(8.5, abs=1e-12)


@pytest.mark.parametrize("rows", [6, 7, 13])
def test_brd_hex_row_count(rows: int) -> None:
    grid = hexes(5, rows, top="point")
    levels = {round(cell.middle[1], 6) for cell in hex_boards.cells(grid)}
    assert (len(levels), len(hex_boards.cells(grid))) == (rows, 5 * rows)
    assert hex_boards.size(grid)[1] == pytest.approx((1.5 * rows + 0.5) * grid.side)


def test_brd_no_overlap() -> None:
    parts = tiling(board(380, 554, 8), PAPER)
    for _, one, other in parts.seams():
        beside = one.row == other.row
        shared = one.part.right - other.part.x if beside else one.part.bottom - other.part.y
        assert shared == pytest.approx(8)
    exact = tiling(board(380, 554, 0), PAPER)
    assert (exact.columns, exact.rows) == (2, 2)
    assert parts.count <= 9  # three by three upright pages would do
    assert tiling(board(370, 267, 10), PAPER).columns == 2


def test_brd_portrait_landscape_mix() -> None:
    laid = lay(board(270, 185, 8), replace(A4, margin=10.0), How(), SLUG)
    assert [(page.width, page.height) for page in laid.pages] == [(297.0, 210.0)]
    parts = tiling(board(500, 350, 8), PAPER)
    pages = lay(board(500, 350, 8), PAPER, How(), SLUG).pages
    assert {(page.width, page.height) for page in pages} == {parts.page}
    assert len(pages) == parts.count + 1
