"""Crop marks: where to lay the knife. Part of imposition; knows cells and sides of a page, not what is on the pieces.

A mark is a line of 0.25 mm on a cut, outside the pieces, at both ends of every cut. Pieces that share a cut leave no
room for marks between them; in a gutter of 3 mm and more each piece has its own, so that they survive a first cut
through the middle of the gutters. All lengths are mm.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from pnp.layout.cutting import AS_CUT, LENGTH, Cutting
from pnp.layout.geometry import Sides
from pnp.layout.grids import Grid
from pnp.scene import BLACK, WHITE, Layer, Path, Segment, Stroke, line
from pnp.units import TOLERANCE, fits
from pnp.values import dataclass

LAYER = "crop marks"
WIDTH = 0.25
NEAR = 1.0  # from the trim, where there is little room: a cut that is a little off still shows no mark
CLEAR = 0.5  # from the end of the bleed, where there is room
USEFUL = 2.0  # a shorter mark outside the bleed gives way to one that starts at NEAR
SHORTEST = 0.25  # nothing below this is drawn: it would be a dot
GUTTER = 3.0  # from this width on a gutter has marks of its own
CASING = 0.25  # white on all sides of a mark that lies on ink

Cell: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Mark:
    """A line on the cut at `at`, from `start` to `end` along it; `upright` ones run down the page."""

    at: float
    start: float
    end: float
    upright: bool
    on_ink: bool


@dataclass(frozen=True, slots=True)
class _Along:
    """The cells that cuts of one direction pass: the first one's trim starts at `origin`; how far marks go beyond."""

    upright: bool
    origin: float
    size: float
    pitch: float
    number: int
    before: float
    after: float

    @property
    def own(self) -> bool:
        """Whether the gaps between cells are wide enough for marks."""
        return self.pitch - self.size >= GUTTER - TOLERANCE


def crop_marks(
    grid: Grid, used: frozenset[Cell], reach: Sides, bleed: float, cutting: Cutting = AS_CUT
) -> Layer | None:
    """Return the marks for the edges of the `used` cells, None when there is no room for a single one.

    `reach` is how far marks may go out from the block of cells on each side, `bleed` how far ink may. `cutting` says
    how long they are and where they begin.
    """
    block, (beside, below) = grid.block, grid.gutters
    down = _Along(True, block.y, grid.height, grid.height + below, grid.rows, reach.top, reach.bottom)
    across = _Along(False, block.x, grid.width, grid.width + beside, grid.columns, reach.left, reach.right)
    marks = [
        mark
        for along in (down, across)
        for at, cells in cuts(grid, used, along.upright)
        for mark in _marks(at, cells, along, bleed, cutting)
    ]
    lines = Path(tuple(_strokes(marks)), stroke=Stroke(BLACK, WIDTH))
    casing = Path(tuple(_strokes((m for m in marks if m.on_ink), CASING)), stroke=Stroke(WHITE, WIDTH + 2 * CASING))
    drawn = tuple(path for path in (casing, lines) if path.segments)
    return Layer(LAYER, drawn) if drawn else None


def span(room: float, bleed: float, length: float = LENGTH, offset: float | None = None) -> tuple[float, float] | None:
    """Return where a mark starts and ends, counted outwards from the trim, when it may go `room` far; None: no room.

    It starts at `offset`, without one outside the bleed, and in the bleed where there is little room.
    """
    clear = max(NEAR, bleed + CLEAR)
    start = offset if offset is not None else clear if fits(min(length, USEFUL), room - clear) else NEAR
    end = min(room, start + length)
    return (start, end) if fits(SHORTEST, end - start) else None


def cuts(grid: Grid, used: frozenset[Cell], upright: bool) -> Iterator[tuple[float, frozenset[int]]]:
    """Yield each cut of one direction with the cells beside it, as numbers along it; no gutter: one cut for two."""
    number = grid.columns if upright else grid.rows
    size = grid.width if upright else grid.height
    lanes = [frozenset(c[upright] for c in used if c[not upright] == lane) for lane in range(number)]
    edges = [grid.cell(lane, 0).x if upright else grid.cell(0, lane).y for lane in range(number)]
    if grid.gutters[not upright] > TOLERANCE:
        found = [(edge + side, cells) for edge, cells in zip(edges, lanes, strict=True) for side in (0.0, size)]
    else:
        pairs = zip([frozenset[int](), *lanes], [*lanes, frozenset[int]()], strict=True)
        found = [(edges[0] + index * size, one | other) for index, (one, other) in enumerate(pairs)]
    yield from (cut for cut in found if cut[1])


def _marks(at: float, cells: frozenset[int], along: _Along, bleed: float, cutting: Cutting) -> Iterator[_Mark]:
    """Yield the marks of one cut: outside the first and last cell, and in gaps that are wide enough for two."""
    for cell in sorted(cells):
        for way in (-1, 1):
            room, ink = _room(cell, way, cells, along, bleed)
            found = span(room, ink, cutting.length, cutting.offset) if room > 0 else None
            if found:
                trim = along.origin + cell * along.pitch + (along.size if way > 0 else 0.0)
                start, end = sorted(trim + way * far for far in found)
                yield _Mark(at, start, end, along.upright, found[0] < ink - TOLERANCE)


def _room(cell: int, way: int, cells: frozenset[int], along: _Along, bleed: float) -> tuple[float, float]:
    """Return how far marks may go out from a cell and how far its ink may, before or after it (`way` -1 or 1)."""
    others = [abs(other - cell) for other in cells if (other - cell) * way > 0]
    if not others:
        beyond = cell if way < 0 else along.number - 1 - cell
        room = beyond * along.pitch + (along.before if way < 0 else along.after)
        if beyond and along.own:
            room = min(room, along.pitch - along.size - CLEAR)  # the marks of a diagonal neighbour stand there
        return room, bleed
    gap = min(others) * along.pitch - along.size
    return (gap / 2 if gap >= GUTTER - TOLERANCE else 0.0), min(bleed, gap / 2)


def _strokes(marks: Iterable[_Mark], more: float = 0.0) -> Iterator[Segment]:
    for mark in marks:
        start, end = mark.start - more, mark.end + more
        yield from line(mark.at, start, mark.at, end) if mark.upright else line(start, mark.at, end, mark.at)
