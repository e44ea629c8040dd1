"""Faults that people met in other print-and-play tools, in layout, cutting and duplex: a test each, named by its id.

The cards are made here; what came out is read from the finished pages, or from the PDF by an independent reader.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path as File

import pypdfium2
import pypdfium2.raw
import pytest

from pnp.data.load import load
from pnp.data.paper import Paper
from pnp.errors import DataError
from pnp.layout.grids import Grid, grid
from pnp.layout.impose import Imposed
from pnp.layout.piece import Piece
from pnp.scene import Page, Rect
from tests.small_press import (
    A4,
    A5,
    BRIDGE,
    LETTER,
    POKER,
    YUGI,
    cards,
    deck,
    furniture_boxes,
    grid_of,
    lay,
    mediaboxes,
    seen,
    whites,
    written,
)


def drawn(laid: Imposed, piece: Piece) -> int:
    """Return how many cards the pages hold, each of exactly the size of the piece."""
    found = [card.trim for page in laid.pages for card in seen(page, piece)]
    for trim in found:
        assert (trim.width, trim.height) == pytest.approx((piece.width, piece.height), abs=1e-9)
    return len(found)


def shape(found: Grid) -> tuple[int, int]:
    return found.columns, found.rows


def test_lay_a4_floored() -> None:
    papers = {A4: (595.276, 841.890), LETTER: (612.0, 792.0), A5: (419.528, 595.276)}
    for paper, expected in papers.items():
        assert mediaboxes(lay(cards(1), paper).pages) == [pytest.approx(expected, abs=0.0005)]


def test_lay_blank_first_page() -> None:
    parts = [lay(cards(9)), lay(cards(9))]
    pages = tuple(page for part in parts for page in part.pages)
    assert len(mediaboxes(pages)) == 2
    assert [len(seen(page, cards(9))) for page in pages] == [9, 9]


def test_lay_bleed_needs_room() -> None:
    paper = Paper("letter", 215.9, 279.4, 6.35)
    piece = cards(7, bleed=3, gutter=6)
    assert shape(grid((215.9, 279.4), (6.35, 6.35), POKER, 6)) == (3, 2)
    laid = lay(piece, paper)
    assert (laid.per_page, laid.sheets, drawn(laid, piece)) == (6, 2, 7)
    inks = [card.ink for card in seen(laid.pages[0], piece) if card.ink]
    left, right = min(ink.x for ink in inks), max(ink.right for ink in inks)
    assert (left, right) == pytest.approx((6.35, 209.55))  # the printable 203.2 mm, not 208.5
    assert laid.notices[0] == (
        "Bull cards: only 0.35 mm of the 3 mm bleed is printed at the left and right of the page,"
        " where the printable part of Letter ends"
    )


def test_lay_exact_fit_a4() -> None:
    assert shape(grid((210, 297), (9.75, 15.15), POKER)) == (3, 3)
    piece = cards(20)
    for paper in (Paper("a4", 210, 297, 9.75), Paper("custom", 220.8, 297, 15.15)):
        laid = lay(piece, paper)
        assert (laid.per_page, len(laid.pages), drawn(laid, piece)) == (9, 3, 20)


def test_lay_exact_fit_letter() -> None:
    piece = cards(9)
    laid = lay(piece, Paper("letter", 215.9, 279.4, 6.35))
    assert (laid.per_page, len(laid.pages), drawn(laid, piece)) == (9, 1, 9)
    assert grid_of(laid.pages[0], piece, 3, 3) == [["F1", "F2", "F3"], ["F4", "F5", "F6"], ["F7", "F8", "F9"]]


@pytest.mark.parametrize(
    ("width", "height", "expected", "turned"),
    [(297, 420, (4, 4), (3, 6)), (210, 297, (2, 3), (2, 4)), (148, 210, (2, 2), (1, 2)), (210, 148, (2, 1), (2, 2))],
)
def test_lay_fixed_nine(width: float, height: float, expected: tuple[int, int], turned: tuple[int, int]) -> None:
    assert shape(grid((width, height), (10, 10), POKER)) == expected
    assert shape(grid((width, height), (10, 10), POKER[::-1])) == turned
    piece = cards(18)
    laid = lay(piece, Paper("custom", width, height, 10))
    assert laid.per_page == max(expected[0] * expected[1], turned[0] * turned[1])
    assert drawn(laid, piece) == 18


def test_lay_grid_offset() -> None:
    piece = cards(9, backs=True)

    def left(paper: Paper) -> tuple[float, float]:
        front, back = (min(card.trim.x for card in seen(page, piece)) for page in lay(piece, paper).pages)
        return front, back

    assert left(replace(A4, printer_offset=(1.3, 0))) == pytest.approx((11.05, 11.05), abs=1e-9)
    assert left(replace(A4, layout_offset=(1.3, 0))) == pytest.approx((11.05, 8.45), abs=1e-9)


def test_lay_grid_offset_down_the_page_for_the_short_edge() -> None:
    piece = cards(9, backs=True)
    front, back = lay(piece, replace(A4, layout_offset=(1.3, 0.7)), "short").pages
    corners = [[min(getattr(card.trim, side) for card in seen(page, piece)) for side in "xy"] for page in (front, back)]
    assert corners == [pytest.approx([11.05, 15.85]), pytest.approx([11.05, 14.45])]


def test_lay_one_per_page() -> None:
    laid = lay(cards(2, bleed=0), Paper("63.5x88.9mm", *POKER, 0))
    assert mediaboxes(laid.pages) == [pytest.approx((180, 252), abs=0.0005)] * 2
    assert [card.trim for page in laid.pages for card in seen(page, cards(2))] == [Rect(0, 0, *POKER)] * 2


def test_lay_ruler_scale() -> None:
    page = lay(cards(1, YUGI, bleed=0)).pages[0]
    sizes = [(right - left, top - bottom) for left, bottom, right, top in paths_in_pdf((page,))[0]]
    assert any(size == pytest.approx((167.244, 243.78), abs=0.01) for size in sizes)
    rulers = [box for text, box in furniture_boxes(page) if not text]
    assert (rulers[0].width, rulers[1].width) == pytest.approx((100.25, 101.85))  # with half a tick at either end


def paths_in_pdf(pages: tuple[Page, ...]) -> list[list[tuple[float, float, float, float]]]:
    """Return for each page the bounds of its filled and stroked paths, in points from the lower left corner."""
    document = pypdfium2.PdfDocument(written(pages))
    kind = pypdfium2.raw.FPDF_PAGEOBJ_PATH
    found = [[one.get_bounds() for one in page.get_objects(max_depth=1) if one.type == kind] for page in document]
    document.close()
    return found


def test_lay_same_size_any_part() -> None:
    assert shape(grid((297, 210), (10, 10), BRIDGE)) == (4, 2)
    piece = cards(11, BRIDGE, bleed=0)
    laid = lay(piece, Paper("290x210mm", 290, 210, 14))  # upright 2 x 2, lying 4 x 2
    assert (laid.per_page, len(laid.pages), drawn(laid, piece)) == (8, 2, 11)
    assert grid_of(laid.pages[1], piece, 4, 2) == [["F9", "F10", "F11", None], [None] * 4]


def test_lay_single_card_spacing() -> None:
    piece = cards(1)
    laid = lay(piece)
    assert (len(laid.pages), drawn(laid, piece)) == (1, 1)
    assert grid_of(laid.pages[0], piece, 3, 3)[0] == ["F1", None, None]


def test_lay_ten_up_letter_only() -> None:
    piece = cards(10)
    for width, height in ((215.9, 279.4), (210.0, 297.0)):
        laid = lay(piece, Paper("custom", width, height, 0))
        assert (laid.per_page, len(laid.pages), drawn(laid, piece)) == (9, 2, 10)


def test_lay_tenth_card() -> None:
    piece = cards(70, YUGI)
    laid = lay(piece, Paper("a4", 210, 297, 10))
    assert (laid.per_page, len(laid.pages), drawn(laid, piece)) == (9, 8, 70)
    assert len(seen(laid.pages[-1], piece)) == 7


def test_lay_trim_one_up() -> None:
    piece = cards(1, bleed=3.175)
    (page,) = lay(piece, Paper("63.5x88.9mm", *POKER, 4.5)).pages
    assert (page.width, page.height) == POKER
    assert whites(page, [Rect(0, 0, *POKER)])[0][0] == 0


def test_lay_uneven_margins() -> None:
    piece = cards(9, BRIDGE)
    for paper, left, top in ((A4, 10.5, 16.5), (LETTER, 13.45, 7.7)):
        trims = [card.trim for card in seen(lay(piece, paper).pages[0], piece)]
        assert (min(trim.x for trim in trims), min(trim.y for trim in trims)) == pytest.approx((left, top))
        far = (paper.width - max(trim.right for trim in trims), paper.height - max(trim.bottom for trim in trims))
        assert far == pytest.approx((left, top))


GAME = """
format = 1
data_version = "1.0"
designer = "Nobody"
publisher = ""
languages = ["en"]
players = [1, 4]
minutes = [5, 10]
age = 8
title = "Small Fiesta"
credit = "Made for a test."

[fonts]
text = "Barlow Condensed"

[[components]]
id = "cards"
title = "cards"
count = 2
piece = "cards"

[[decks]]
id = "cards"
title = "Cards"
size = "63x88mm"
table = "cards.csv"
frame = "plain"

[score]
seats = [1, 4]
[[score.variants]]
id = "standard"
title = "Standard"
[[score.fields]]
id = "points"
kind = "count"
title = "Points"
[[score.ranking]]
measure = "total"
best = "high"
title = "highest total"
"""


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ("name,copies\nA,0\nB,0\n", "every row has 0 copies"),
        ("\r\n\r\n", "the file is empty"),
        ("", "the file is empty"),
        ("name,copies\n", "the table has a header and no rows"),
    ],
    ids=["all_zero", "blank_lines", "empty", "header_only"],
)
def test_lay_zero_cards(table: str, expected: str, tmp_path: File) -> None:
    folder = tmp_path / "small"
    folder.mkdir()
    (folder / "game.toml").write_text(GAME, encoding="utf-8")
    (folder / "cards.csv").write_text(table, encoding="utf-8", newline="")
    (folder / "frames.toml").write_text(
        '[plain.slots.name]\nkind = "text"\nx = 5\ny = 5\nwidth = 50\nheight = 20\ntext = "card"\n', encoding="utf-8"
    )
    (folder / "rules.en.md").write_text("# Rules\n\nPlay.\n\n## End {#end}\n\nStop.\n", encoding="utf-8")
    (folder / "examples.toml").write_text("", encoding="utf-8")
    with pytest.raises(DataError) as refused:
        load(folder, tmp_path / "_shared", "small")
    assert [str(problem) for problem in refused.value.problems] == [
        f'small/cards.csv: there are no cards for the deck "cards": {expected}'
    ]
    with pytest.raises(ValueError, match="nothing to print"):
        lay(deck(["F1", "F2"], copies=[0, 0]))
