"""The fewest strokes of a guillotine that part a sheet of pieces, in an order in which none takes a mark too early.

The model: a stroke goes straight through, from edge to edge, through one part of the sheet or through a pile of equal
parts with their edges flush. It is made where one sees a mark: the part has it, or the margin that was cut off whole is
laid on, which needs one edge of the paper to lay it flush with. So no part may lose all edges of the paper before it is
a finished piece. Each line then takes one stroke if strips are piled; tests prove by trying everything that without
piling none gets along with fewer strokes than are counted here. Knows no page and no game; lengths are mm.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from pnp.units import TOLERANCE
from pnp.values import dataclass

Phase: TypeAlias = Literal["edge", "strip", "pile"]
"""edge: the first margin; strip: the sheet into strips; pile: across the strips, which lie on each other."""
SECONDS = 20  # for one stroke: to lay it, to look, to cut


@dataclass(frozen=True, slots=True)
class CutSheet:
    """What lies on a sheet: columns × rows of pieces of width × height, gaps between them, the corner of the first."""

    page_width: float
    page_height: float
    columns: int
    rows: int
    width: float
    height: float
    gaps: tuple[float, float]
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Blow:
    """One stroke: where its line lies and along which way, upright ones down the sheet."""

    number: int
    phase: Phase
    upright: bool
    at: float


@dataclass(frozen=True, slots=True)
class Strokes:
    """All strokes of a sheet in order; `level` strips lie along its rows. `single` is their number without piling."""

    blows: tuple[Blow, ...]
    level: bool
    strips: int
    single: int

    @property
    def piled(self) -> int:
        """How many strokes there are when strips are piled."""
        return len(self.blows)


def strokes(cells: CutSheet) -> Strokes:
    """Return the strokes for a sheet: one margin off, then strips, then across the pile of strips.

    Strips lie the way that takes fewer strokes when nothing is piled, at a tie along the longer side of the sheet: long
    cuts come before short ones.
    """
    across = lines(cells.x, cells.width, cells.gaps[0], cells.columns)
    down = lines(cells.y, cells.height, cells.gaps[1], cells.rows)
    as_rows = single(len(across), len(down), cells.rows)
    as_columns = single(len(down), len(across), cells.columns)
    level = as_rows < as_columns or (as_rows == as_columns and cells.page_width >= cells.page_height)
    first, second = (across, down) if level else (down, across)
    order: list[tuple[Phase, bool, float]] = [
        ("edge", level, first[0]),
        *(("strip", not level, at) for at in second),
        *(("pile", level, at) for at in first[1:]),
    ]
    blows = tuple(Blow(number, *blow) for number, blow in enumerate(order, 1))
    return Strokes(blows, level, cells.rows if level else cells.columns, min(as_rows, as_columns))


def lines(start: float, size: float, gap: float, number: int) -> tuple[float, ...]:
    """Return where the cuts of one direction lie: two for each piece, or one between neighbours without a gap."""
    if gap <= TOLERANCE:
        return tuple(start + index * size for index in range(number + 1))
    return tuple(start + index * (size + gap) + side for index in range(number) for side in (0.0, size))


def single(across: int, along: int, strips: int) -> int:
    """Return the strokes without piling: one margin, the lines `along` the strips, the others through each strip."""
    return 1 + along + strips * (across - 1)


def minutes(number: int) -> int:
    """Return about how many minutes so many strokes take."""
    return max(1, -(-number * SECONDS // 60))
