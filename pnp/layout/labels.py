"""What a person should know before a piece goes on a sheet of labels. Part of imposition; all lengths are mm."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.layout.geometry import Cells, Sides, Stock, measure, paper_name
from pnp.layout.piece import Piece
from pnp.units import fits, tidy

TRUE = 0.5  # a piece that differs from its label by no more is as large as the label, told in other units
ROUNDED = 3.0  # corners that take no more off a piece than its own margin leaves free


def label_notices(piece: Piece, stock: Stock, cells: Cells, reach: Sides) -> Iterator[str]:
    """Yield sentences about a piece that is not as large as the labels, or whose labels are round or near the edge.

    `reach` is how far the printer prints beyond the block of pieces on each side.
    """
    title, paper = piece.title, paper_name(stock)
    size = measure(cells.width, cells.height)
    if max(abs(cells.width - piece.width), abs(cells.height - piece.height)) > TRUE:
        yield f"{title}: {measure(piece.width, piece.height)} lie in the middle of labels of {size} on {paper}"
    corner = min(cells.radius, cells.width / 2, cells.height / 2)
    if corner > ROUNDED and piece.kind != "tokens":
        yield f"{title}: the labels of {paper} are rounded by {tidy(corner)} mm, so look at the corners"
    least = min(reach.all)
    if not fits(0.0, least):
        yield f"{title}: the pieces on {paper} reach {tidy(-least)} mm into the printer's margin"
