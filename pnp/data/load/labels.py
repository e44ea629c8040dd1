"""What papers.toml says of sheets with labels or perforated cards, and whether it can be true.

No `from __future__ import annotations` here: the annotations are used.
"""

from collections.abc import Iterator
from typing import Annotated

from pnp.data.load.table import Table
from pnp.data.load.types import Length
from pnp.data.load.words import Count, Panel
from pnp.data.paper import LabelGrid, Paper
from pnp.units import TOLERANCE, fits, tidy

TOUCHING = 0.0  # mm: what `across` and `down` are when nobody says so: as far as the cells are wide and high


class LabelGridTable(Table):
    """The labels of one paper."""

    columns: Count
    rows: Count
    size: Panel
    x: Annotated[float, Length(0)]
    y: Annotated[float, Length(0)]
    across: Annotated[float, Length(0)] = TOUCHING
    down: Annotated[float, Length(0)] = TOUCHING
    radius: Annotated[float, Length(0)] = 0.0

    def made(self) -> LabelGrid:
        width, height = self.size
        return LabelGrid(
            self.columns,
            self.rows,
            width,
            height,
            self.x,
            self.y,
            self.across or width,
            self.down or height,
            self.radius,
        )


def wrong(paper: Paper) -> Iterator[tuple[str, str]]:
    """Yield (key, what is the matter) for labels that overlap or leave the paper."""
    cells = paper.cells
    if cells is None:
        return
    ways = (
        ("columns", "across", cells.columns, cells.x, cells.width, cells.across, paper.width, "wide"),
        ("rows", "down", cells.rows, cells.y, cells.height, cells.down, paper.height, "high"),
    )
    for number, pitch, count, start, size, step, room, what in ways:
        if step < size - TOLERANCE:
            yield pitch, f"the labels would overlap: they are {tidy(size)} mm {what} and {tidy(step)} mm apart"
        end = start + (count - 1) * step + size
        if not fits(end, room):
            yield number, f"the last label ends at {tidy(end)} mm; the paper is {tidy(room)} mm {what}"
