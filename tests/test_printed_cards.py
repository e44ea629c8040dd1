"""The promise to someone with scissors, measured in the finished PDF by pdfium: sizes, and backs behind their fronts.

That holds for sheets from a printer that stretches, turns and shifts them, once it was measured, and for folded ones.

Each card carries a letter whose origin stands on each corner of its trim, so every corner can be read back.
"""

from __future__ import annotations

import ctypes
import math
from dataclasses import dataclass, replace

import pypdfium2 as pdfium
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdfium2 import raw

from pnp.build.order import Order
from pnp.build.printers import calibration, corrected
from pnp.data.paper import Paper
from pnp.data.printer import Printer
from pnp.layout.geometry import Flip, How
from pnp.layout.impose import Slug, impose
from pnp.layout.laying import lay
from pnp.layout.piece import Face, Piece
from pnp.layout.text import label
from pnp.render.pdf import render
from pnp.scene import Document, Group
from tests.measuring import Faulty, faulty, read_off

MM = 25.4 / 72
A4 = Paper("a4", 210, 297, 4.5)
LETTER = Paper("letter", 215.9, 279.4, 4.5)
PAPERS = {"a4": A4, "letter": LETTER}
SLUG = Slug(piece="Cards", game="Test", version="1", words={})
CORNERS = "abcd"  # top left, top right, bottom right, bottom left


@dataclass(frozen=True)
class Read:
    """A page as pdfium sees it: its size and where the corner letters stand, y down, mm."""

    width: float
    height: float
    corners: dict[str, list[tuple[float, float]]]


def corner(text: str, x: float, y: float) -> Group:
    return label(text, x, y, family="Barlow Condensed", size=6)


def side(width: float, height: float, letters: str) -> Group:
    places = ((0, 0), (width, 0), (width, height), (0, height))
    return Group(tuple(corner(c, x, y) for c, (x, y) in zip(letters, places, strict=True)))


def deck(cards: int, width: float = 63, height: float = 88, gutter: float = 0) -> Piece:
    """Return a deck whose every card carries abcd at the corners of its front and efgh behind them."""
    face = Face("card", side(width, height, CORNERS), side(width, height, "efgh"), cards)
    return Piece("cards", "Cards", "cards", width, height, 3, gutter, True, (face,))


def read(pdf: bytes) -> list[Read]:
    """Return every page with the origins of the letters a to h that stand alone, in the order drawn."""
    found = []
    for page in pdfium.PdfDocument(pdf):
        text = page.get_textpage()
        width, height = page.get_size()
        corners: dict[str, list[tuple[float, float]]] = {}
        for i in range(text.count_chars()):
            if abs(raw.FPDFText_GetFontSize(text, i) - 6) > 0.01:
                continue
            x, y = ctypes.c_double(), ctypes.c_double()
            raw.FPDFText_GetCharOrigin(text, i, x, y)
            letter = chr(raw.FPDFText_GetUnicode(text, i))
            corners.setdefault(letter, []).append((x.value * MM, (height - y.value) * MM))
        found.append(Read(width * MM, height * MM, corners))
    return found


def printed(piece: Piece, paper: Paper, flip: Flip) -> list[Read]:
    pages = impose(piece, paper, How(flip), SLUG).pages
    return read(render(Document(pages, "t", "a", "s", "k", "en", flip)))


def over(page: Read, flip: Flip, x: float, y: float) -> tuple[float, float]:
    """Return where a point of the front lies, seen from the back, after the paper was turned over that edge."""
    upright_edge = (page.height >= page.width) == (flip == "long")
    return (page.width - x, y) if upright_edge else (x, page.height - y)


def agree(found: list[tuple[float, float]], wanted: list[tuple[float, float]]) -> bool:
    """Say whether the points are the same ones within 0.01 mm, whatever their order."""
    left = list(found)
    for x, y in wanted:
        near = [place for place in left if abs(place[0] - x) <= 0.01 and abs(place[1] - y) <= 0.01]
        if len(near) != 1:
            return False
        left.remove(near[0])
    return not left


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("cards", range(1, 41))
def test_every_back_lies_behind_its_front(cards: int, flip: Flip, soak: bool) -> None:
    for paper in PAPERS.values() if soak else [A4 if cards % 2 else LETTER]:
        pages = printed(deck(cards), paper, flip)
        for front, back in zip(pages[::2], pages[1::2], strict=True):
            # Held in the hand, a card's front left edge is its back's right edge: a stands behind f, b behind e.
            for letter, behind in zip("abcd", "fehg", strict=True):
                wanted = [over(front, flip, *place) for place in front.corners[letter]]
                assert agree(back.corners[behind], wanted), (letter, wanted, back.corners[behind])
        assert sum(len(front.corners["a"]) for front in pages[::2]) == cards


@pytest.mark.parametrize("flip", ["long", "short"])
def test_backs_lie_behind_their_fronts_on_a_landscape_page_too(flip: Flip) -> None:
    pages = printed(deck(5, 88, 63), A4, flip)
    assert pages[0].width > pages[0].height
    for letter, behind in zip("abcd", "fehg", strict=True):
        wanted = [over(pages[0], flip, *place) for place in pages[0].corners[letter]]
        assert agree(pages[1].corners[behind], wanted)


@pytest.mark.parametrize(("paper", "width", "height"), [("a4", 210, 297), ("letter", 215.9, 279.4)])
def test_nine_poker_cards_stand_on_a_page_at_their_true_size(paper: str, width: float, height: float) -> None:
    front, _ = printed(deck(9), PAPERS[paper], "long")
    assert (front.width, front.height) == (pytest.approx(width, abs=0.01), pytest.approx(height, abs=0.01))
    left, top = (width - 3 * 63) / 2, (height - 3 * 88) / 2
    cells = [(left + 63 * column, top + 88 * row) for row in range(3) for column in range(3)]
    for letter, (dx, dy) in zip(CORNERS, ((0, 0), (63, 0), (63, 88), (0, 88)), strict=True):
        assert agree(front.corners[letter], [(x + dx, y + dy) for x, y in cells])


def test_three_cards_of_88_9_mm_fit_266_7_mm() -> None:
    front, _ = printed(deck(9, 63.5, 88.9), Paper("letter", 215.9, 279.4, 6.35), "long")
    assert len(front.corners["a"]) == 9


def test_the_measure_sees_a_back_that_is_a_fiftieth_of_a_millimetre_off() -> None:
    paper = Paper("a4", 210, 297, 4.5, back_offset=(0.02, 0))
    front, back = printed(deck(9), paper, "long")
    assert not agree(back.corners["f"], [over(front, "long", *place) for place in front.corners["a"]])


# From a printer that does not print true


def from_printer(piece: Piece, paper: Paper, printer: Faulty, how: How) -> list[Read]:
    """Return pages as they come out of a printer, corner letters as seen on the printed side."""
    pages = lay(piece, paper, how, SLUG).pages
    found = []
    for page, laid in zip(read(render(Document(pages, "t", "a", "s", "k", "en"))), pages, strict=True):
        out = printer.printed(page.width, page.height, back="back" in laid.label)
        corners = {letter: [out(*place) for place in places] for letter, places in page.corners.items()}
        found.append(Read(printer.width, printer.height, corners))
    return found


def on_printer(printer: Faulty) -> tuple[Paper, How]:
    """Measure a printer with its calibration page, the two numbers for labels too, and return how to print with it."""
    size = (printer.width, printer.height)
    page = render(calibration(size, printer.flip, "", {}, "en"))
    numbers, edges = read_off(page, printer)
    kept = Printer("office", size, tuple(numbers), printer.flip, tuple(edges), printer.landscape)
    order = corrected(Order(Paper("own", *size, 4.5)), kept, "printers.toml")
    return order.paper, order.how


@given(faulty, st.integers(1, 12), st.booleans())
@settings(max_examples=12)
def test_cards_from_a_measured_printer_have_their_size_and_place_and_their_backs_behind_them(
    printer: Faulty, count: int, lying: bool
) -> None:
    paper, how = on_printer(printer)
    piece = deck(count, *((88.0, 55.0) if lying else (55.0, 88.0)))
    true = replace(printer, across=1.0, down=1.0, lean=0.0, front=(0.0, 0.0), back=(0.0, 0.0))
    found, wanted = from_printer(piece, paper, printer, how), from_printer(piece, paper, true, How(printer.flip))
    for page, place in zip(found, wanted, strict=True):
        for letter, spots in place.corners.items():
            assert near(page.corners[letter], spots)
    for front, back in zip(found[::2], found[1::2], strict=True):
        for letter, behind in zip("abcd", "fehg", strict=True):
            assert near(back.corners[behind], [printer.through(*spot) for spot in front.corners[letter]])


def near(found: list[tuple[float, float]], wanted: list[tuple[float, float]]) -> bool:
    """Say whether the points are the same ones within 0.05 mm, in the same order or not."""
    left = list(found)
    for spot in wanted:
        close = [other for other in left if math.dist(other, spot) < 0.05]
        if len(close) != 1:
            return False
        left.remove(close[0])
    return not left


def test_a_bar_that_printed_98_5_mm_prints_100_mm() -> None:
    printer = Faulty(210, 297, across=0.985, down=0.985)
    paper, how = on_printer(printer)
    piece = deck(1, 100, 100)
    lengths = []
    for asked in (How(), how):
        front, _ = from_printer(piece, paper, printer, asked)
        a, b, d = (front.corners[letter][0] for letter in "abd")
        lengths.append((math.dist(a, b), math.dist(a, d)))
    assert lengths == [pytest.approx((98.5, 98.5), abs=0.01), pytest.approx((100, 100), abs=0.01)]


def test_the_measure_sees_a_printer_that_was_not_corrected() -> None:
    printer = Faulty(210, 297, back=(0.2, 0.0))
    found = from_printer(deck(9), A4, printer, How())
    assert not near(found[1].corners["f"], [printer.through(*spot) for spot in found[0].corners["a"]])


# Folded


@pytest.mark.parametrize(("size", "level"), [((63.0, 88.0), True), ((90.0, 60.0), False)])
def test_folded_cards_have_their_backs_behind_them_in_the_pdf_too(size: tuple[float, float], level: bool) -> None:
    for page in read(
        render(Document(lay(deck(9, *size), A4, How(backs="fold"), SLUG).pages, "t", "a", "s", "k", "en"))
    ):
        for at, (x, y) in enumerate(page.corners["d" if level else "b"]):  # a corner at the fold
            for letter, behind in zip("abcd", "fehg", strict=True):
                front, back = page.corners[letter][at], page.corners[behind][at]
                folded = (back[0], 2 * y - back[1]) if level else (2 * x - back[0], back[1])
                assert math.dist(front, folded) < 0.01
