"""From a measured printer to an order whose pages are corrected for it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from pnp.build.order import Order
from pnp.data.paper import Paper
from pnp.data.printer import Printer
from pnp.errors import DataError, Problem
from pnp.layout import correction
from pnp.layout.correction import Correction
from pnp.layout.furniture import FURNITURE_WORDS
from pnp.layout.geometry import Flip, How, measure
from pnp.layout.piece import Piece
from pnp.scene import Document
from pnp.units import TOLERANCE
from pnp.values import replace


def measured(printer: Printer, where: str) -> Correction:
    """Return the correction for a printer; DataError, with `where` its numbers stand, when no printer gives them."""
    problems = [
        Problem(where, 0, printer.name, sentence, "measure again: pnp calibrate writes the page")
        for sentence in correction.wrong(printer.numbers, printer.paper, printer.edges)
    ]
    if problems:
        raise DataError(problems)
    return correction.measured(printer.numbers, printer.paper, printer.flip, printer.edges, printer.landscape)


def corrected(order: Order, printer: Printer, where: str) -> Order:
    """Return `order` for a measured printer: its pages corrected, its papers with the margin of the printer.

    Sheets are turned as they were when it was measured. Raises DataError for numbers that cannot be.
    """
    made = measured(printer, where)
    how: How = replace(order.how, flip=printer.flip, correction=made)
    return replace(order, how=how, printer=printer, paper=on(order.paper, printer, made))


def on(paper: Paper, printer: Printer, made: Correction) -> Paper:
    """Return a paper as it is in a printer: what the printer does wrong is in the correction, not in offsets.

    Pages lose what the printer cannot reach and, on top of it, what the correction moves outwards.
    """
    sizes = ((paper.width, paper.height), (paper.height, paper.width))
    outwards = max(made.outwards(*size) for size in sizes)
    margin = math.ceil((printer.margin + outwards - TOLERANCE) * 10) / 10
    return replace(paper, margin=margin, printer_offset=(0.0, 0.0), back_offset=(0.0, 0.0))


def calibration(page: tuple[float, float], flip: Flip, command: str, words: Mapping[str, str], lang: str) -> Document:
    """Return the two sides of the calibration page for upright paper; `command` keeps the numbers read off it."""
    from pnp.layout.calibration import Calibration, calibration_pages

    def word(key: str) -> str:
        return words.get(key, FURNITURE_WORDS.get(key, ""))

    pages = calibration_pages(Calibration(*page, flip, measure(*page), command, word))
    return Document(pages, word("calibrate"), "", measure(*page), "calibration", lang, flip)


def own_papers(pieces: Sequence[Piece], order: Order) -> tuple[Piece, ...]:
    """Return the pieces with papers of their own as those are in the order's printer."""
    printer, made = order.printer, order.how.correction
    if printer is None or made is None:
        return tuple(pieces)
    return tuple(
        replace(piece, paper=on(piece.paper, printer, made)) if isinstance(piece.paper, Paper) else piece
        for piece in pieces
    )
