"""Marks that a cutting machine looks for, and what it then cuts. Part of imposition.

The geometry is a published one for Silhouette machines (silhouette-card-maker, SPECIFICATION.md): cards in the middle
of the page, all in one direction, close together, and nothing near the marks in its corners. A sheet says which version
it was laid by, since an old print can only be cut by the marks it has: a version never changes, new figures get a new
one. All lengths are mm.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from pnp.extent import through
from pnp.layout.cutting import Cutter
from pnp.layout.geometry import Stock
from pnp.layout.grids import Grid, centred
from pnp.scene import BLACK, Group, Layer, Page, Path, Rect, Segment, Shape, Stroke, moved, rectangle
from pnp.units import count, fits, tidy
from pnp.values import dataclass

LAYER = "registration marks"
CUT_LAYER = "cut"
CUT_INK = "#ff0000"  # of the cut file: a machine or its program tells by it what is cut and what is printed
CUT_WIDTH = 0.1


@dataclass(frozen=True, slots=True)
class Geometry:
    """Every figure of one layout version.

    `inset` from the page's edges to the square's corner and to the middle of the lines; `square`, its side; `line`, how
    thick the others are; `shortest` and `longest` arms, from the corner on; `gap` between cards, half of it `bleed`;
    `radius` of cards that have none of their own; `clear` of all else round the marks.
    """

    inset: float
    square: float
    line: float
    shortest: float
    longest: float
    gap: float
    bleed: float
    radius: float
    clear: float


VERSION = "1"
LAYOUTS: Mapping[str, Geometry] = MappingProxyType(
    {
        "1": Geometry(
            inset=10.0,
            square=5.0,
            line=1.0,
            shortest=5.0,
            longest=20.0,
            gap=1.25,
            bleed=0.625,
            radius=3.0,
            clear=1.5,
        ),
    }
)
"""The layout versions. What is here stays: sheets that are printed have it on them."""
FIGURES = LAYOUTS[VERSION]


def machine_grid(width: float, height: float, stock: Stock) -> Grid | None:
    """Return the fullest grid of pieces of this size between the marks, None when there is no room for a single one.

    The page stands or lies, whichever holds more, and lies at a tie. The pieces lie within the marks' inset, and with
    the gap round them clear of the corners by the shortest arm, sideways or upwards.
    """
    found: Grid | None = None
    short, long = sorted((stock.width, stock.height))
    for page in ((long, short), (short, long)):
        for grid in _grids(page, (width, height)):
            if longest_arm(grid) >= FIGURES.shortest and (found is None or grid.count > found.count):
                found = grid
    return found


def _grids(page: tuple[float, float], size: tuple[float, float]) -> Iterator[Grid]:
    """Yield all grids that lie within the marks' inset, in the middle of the page."""
    columns, rows = (count(part, room - 2 * FIGURES.inset, FIGURES.gap) for part, room in zip(size, page, strict=True))
    for across in range(columns, 0, -1):
        for down in range(rows, 0, -1):
            yield centred(page, size, FIGURES.gap, across, down)


def longest_arm(grid: Grid) -> float:
    """Return how long the arms of the marks can be beside a grid in the middle of its page."""
    room = max(grid.block.x, grid.block.y) - FIGURES.inset - FIGURES.gap
    return min(FIGURES.longest, room + 1e-6)


def arm_of(grid: Grid, asked: float | None) -> float:
    """Return the arms' length: as asked, or as long as possible; never longer than there is room for."""
    most = longest_arm(grid)
    return most if asked is None or not fits(asked, most) else max(asked, FIGURES.shortest)


def keep_out(arm: float) -> float:
    """Return how large the squares in the corners of a page are that hold nothing but a mark."""
    return FIGURES.inset + arm + FIGURES.clear


def marks(page: tuple[float, float], cutter: Cutter, arm: float, off: tuple[float, float] = (0.0, 0.0)) -> Layer:
    """Return the marks of a page: a square at the top left and two angles, or four angles; moved by `off`."""
    width, height = page
    left, top, right, bottom = FIGURES.inset, FIGURES.inset, width - FIGURES.inset, height - FIGURES.inset
    angles: list[Segment] = []
    corners = [(right, top, -1, 1), (left, bottom, 1, -1)]
    corners += [(left, top, 1, 1), (right, bottom, -1, -1)] if cutter == "silhouette4" else []
    for x, y, across, down in corners:
        angles += [("M", x + across * arm, y), ("L", x, y), ("L", x, y + down * arm)]
    drawn: list[Shape] = [Path(tuple(angles), stroke=Stroke(BLACK, FIGURES.line))]
    if cutter == "silhouette":
        drawn.append(Path(rectangle(Rect(left, top, FIGURES.square, FIGURES.square)), fill=BLACK))
    return Layer(LAYER, tuple(drawn) if off == (0.0, 0.0) else (Group(tuple(drawn), moved(*off)),))


def told(cutter: Cutter, arm: float, word: Callable[[str], str]) -> tuple[str, ...]:
    """Return what a sheet says of its marks: the layout version, and the figures that the cutter's program asks for."""
    number = 4 if cutter == "silhouette4" else 3
    return (
        f"{word('layout')} {VERSION}",
        word("marks_inset").format(number, tidy(FIGURES.inset)),
        word("marks_arm").format(tidy(round(arm, 2))),
        word("marks_line").format(tidy(FIGURES.line)),
    )


def cut_page(grid: Grid, edges: Sequence[tuple[Segment, ...] | None], cutter: Cutter, arm: float, title: str) -> Page:
    """Return what the machine cuts of one sheet, cell by cell, with the marks on a layer of their own.

    Nothing is cut in the cells of None. Outlines lie at their places: not every program minds groups that are moved.
    """
    pieces = tuple(
        Path(through(edge, moved(cell.x, cell.y)), stroke=Stroke(CUT_INK, CUT_WIDTH))
        for index, edge in enumerate(edges)
        if edge is not None
        for cell in (grid.cell(*grid.place(index)),)
    )
    page = (grid.page_width, grid.page_height)
    return Page(*page, (marks(page, cutter, arm), Layer(CUT_LAYER, pieces)), label=title)
