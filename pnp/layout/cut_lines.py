"""Lines along the cuts, for a knife and a ruler, and the arcs of rounded corners. Part of imposition.

A line of 0.25 mm on every trim edge, from margin to margin. Over ink it is white and black by turns, so that it shows
on any colour and takes no more of the piece than a hairline. All lengths are mm.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.extent import union
from pnp.layout.geometry import Sides
from pnp.layout.grids import Grid
from pnp.layout.marks import WIDTH, Cell, cuts
from pnp.scene import BLACK, KAPPA, WHITE, Layer, Path, Rect, Segment, Stroke, line

LAYER = "cut lines"
DASH = 2.0  # black and white over ink
ARC_DASH = 0.75  # the same on the short way round a corner


def cut_lines(grid: Grid, used: frozenset[Cell], reach: Sides, ink: float | None, radius: float = 0.0) -> Layer | None:
    """Return the lines on the edges of the `used` cells, with arcs where corners are rounded; None without a cell.

    `reach` is how far lines may go out from the block of cells on each side, `ink` how far the pieces' ink does; None:
    they are bare paper at their edges, and lines are black all along.
    """
    lines = [each for upright in (True, False) for each in _lines(grid, used, upright, reach)]
    if not lines:
        return None
    arcs = [segment for cell in sorted(used) for segment in corners(grid.cell(*cell), radius)] if radius > 0 else []
    if ink is None:
        return Layer(LAYER, (Path((*_segments(lines), *arcs), stroke=Stroke(BLACK, WIDTH)),))
    held = union(grid.cell(*cell) for cell in used) or grid.block
    inked = _segments(_between(lines, held.grown(ink)))
    drawn = [Path(_segments(lines), stroke=Stroke(BLACK, WIDTH))]
    for segments, dash in ((inked, DASH), (tuple(arcs), ARC_DASH)):
        if segments:
            drawn.append(Path(segments, stroke=Stroke(WHITE, WIDTH)))
            drawn.append(Path(segments, stroke=Stroke(BLACK, WIDTH, dash=(dash, dash))))
    return Layer(LAYER, tuple(drawn))


def corners(box: Rect, radius: float) -> Iterator[Segment]:
    """Yield the four arcs of a rectangle's rounded corners, without the straight parts between them."""
    r = min(radius, box.width / 2, box.height / 2)
    k = r * (1 - KAPPA)
    for x, right in ((box.x, 1), (box.right, -1)):
        for y, down in ((box.y, 1), (box.bottom, -1)):
            yield ("M", x, y + down * r)
            yield ("C", x, y + down * k, x + right * k, y, x + right * r, y)


def _lines(
    grid: Grid, used: frozenset[Cell], upright: bool, reach: Sides
) -> Iterator[tuple[float, float, float, float]]:
    block = grid.block
    for at, _ in cuts(grid, used, upright):
        if upright:
            yield (at, block.y - reach.top, at, block.bottom + reach.bottom)
        else:
            yield (block.x - reach.left, at, block.right + reach.right, at)


def _between(lines: list[tuple[float, float, float, float]], ink: Rect) -> list[tuple[float, float, float, float]]:
    """Return the parts of lines that lie where there may be ink."""
    return [(max(x1, ink.x), max(y1, ink.y), min(x2, ink.right), min(y2, ink.bottom)) for x1, y1, x2, y2 in lines]


def _segments(lines: list[tuple[float, float, float, float]]) -> tuple[Segment, ...]:
    return tuple(segment for each in lines for segment in line(*each))
