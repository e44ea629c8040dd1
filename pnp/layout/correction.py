"""What a printer does to a page, from six numbers that a person read off a calibration page, and the way back.

A printer is seen as one map for each side of the sheet: lengths come out `across` and `down` times as long, the picture
lies turned by `lean` on its paper, and it lies beside its place. Everything is told from the middle of the page, so a
printer measured on one paper is corrected on every other. Knows no file and no drawing.

Six numbers, because six things make a print fit: the two scales, the lean, the two directions in which a back lies
beside its front, and the margin. Two are lengths for a ruler, three are read against the light where a line of the
front crosses a scale of the back, one is the first line that is printed at the edges. The lean needs no number of its
own: what turns each side by an angle turns the sides against each other by twice as much, so the scales at the top and
at the bottom differ. Where both sides lie on the paper shows on no cut card; two more numbers, from the edges of the
paper, tell it for labels. Lengths are mm, angles radians, clockwise as seen on the printed side.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from pnp.scene import IDENTITY, Matrix, Rect, apply, inverse, moved, times
from pnp.scene import turned as quarters
from pnp.units import TOLERANCE, tidy
from pnp.values import dataclass

Turned: TypeAlias = Literal["left", "right"]
"""Which way a printer turns a landscape page to print it on upright paper."""

INSET = (20.0, 25.0)  # the least from the edges of the paper to the crosses: room for the stairs that show the margins
WHOLE = 10.0  # crosses stand a whole number of centimetres apart
LEAST = (100.0, 150.0)  # mm between crosses: on less the words have no room, and a ruler tells too little
STRETCH = 0.03  # of a length: more is another paper, or "fit to page"
SCALE = 8.0  # mm: how far the scales of the back go from their middle
WIDEST = 25.0  # mm: a margin
OFF = 10.0  # mm: how far the front may lie beside its place
READINGS = ("1 width", "2 height", "3 top scale", "4 bottom scale", "5 side scale", "6 margin")
EDGES = ("a left edge", "b top edge")


@dataclass(frozen=True, slots=True)
class Crosses:
    """Where a calibration page of this size has its four crosses: `width` and `height` apart, about its middle."""

    page_width: float
    page_height: float

    @property
    def width(self) -> float:
        """How far the crosses are apart from left to right."""
        return (self.page_width - 2 * INSET[0]) // WHOLE * WHOLE

    @property
    def height(self) -> float:
        """How far the crosses are apart from top to bottom."""
        return (self.page_height - 2 * INSET[1]) // WHOLE * WHOLE

    @property
    def box(self) -> Rect:
        """The rectangle whose corners are the crosses; the lines read against the light stand in its sides' middles."""
        left, top = (self.page_width - self.width) / 2, (self.page_height - self.height) / 2
        return Rect(left, top, self.width, self.height)


@dataclass(frozen=True, slots=True)
class Correction:
    """What makes a printer print true; the middle of a page is the origin of all this.

    A front's point p comes out at L·p + `front`, where L turns by `lean` after stretching by `across` and `down`; a
    back has the same L. `back` is how far backs must move, as seen on the back, to lie behind their fronts. `flip` is
    the edge over which sheets are turned, `turned` how pages that are wider than high lie on the paper.
    """

    across: float
    down: float
    lean: float
    back: tuple[float, float]
    front: tuple[float, float] = (0.0, 0.0)
    flip: Literal["long", "short"] = "long"
    turned: Turned = "left"

    def matrix(self, width: float, height: float, *, back: bool) -> Matrix:
        """Return what must be done to the front or back of a page of this size before it is printed."""
        straight = times(_around(self.lean), (self.across, 0.0, 0.0, self.down, 0.0, 0.0))
        undone = inverse(straight) or IDENTITY
        x, y = self.front
        if back:
            mirrored = (-x, y) if self.flip == "long" else (x, -y)
            x, y = mirrored[0] - self.back[0], mirrored[1] - self.back[1]
        upright = times(undone, moved(-x, -y))
        if width > height + TOLERANCE:  # as it lies on the paper, corrected there, and turned back
            way = 3 if self.turned == "left" else 1
            upright = times(quarters(-way, 0.0, 0.0), times(upright, quarters(way, 0.0, 0.0)))
        return times(moved(width / 2, height / 2), times(upright, moved(-width / 2, -height / 2)))

    def outwards(self, width: float, height: float) -> float:
        """Return how far at most the correction moves what stands at the edges of such a page towards them."""
        found = [0.0]
        for back in (False, True):
            matrix = self.matrix(width, height, back=back)
            corners = [apply(matrix, x, y) for x in (0.0, width) for y in (0.0, height)]
            xs, ys = [x for x, _ in corners], [y for _, y in corners]
            found += [-min(xs), -min(ys), max(xs) - width, max(ys) - height]
        return max(found)


def measured(
    numbers: Sequence[float],
    page: tuple[float, float],
    flip: Literal["long", "short"],
    edges: Sequence[float] = (),
    turned: Turned = "left",
) -> Correction:
    """Return the correction of a printer by the numbers read off its calibration page; see `wrong` before.

    `numbers` are those of READINGS, `page` is width and height of the upright paper, `edges` those of EDGES, if read.
    """
    crosses = Crosses(*page)
    width, height, top, bottom, side, _ = numbers
    across, down = width / crosses.width, height / crosses.height
    mirror = 1.0 if flip == "long" else -1.0  # seen from the back, what leans comes to lean the other way
    lean = math.atan2(mirror * across * (bottom - top), down * crosses.height) / 2
    sine, cosine, twice = math.sin(lean), math.cos(lean), math.sin(2 * lean)
    # A scale's reading r is where the line of the front crosses it. The part of the shift square to that line:
    square = top * across * math.cos(2 * lean) + mirror * twice * down * crosses.height / 2
    along = side * down * math.cos(2 * lean) - mirror * twice * across * crosses.width / 2
    back = (square * cosine + along * sine, along * cosine - square * sine)
    front = (0.0, 0.0)
    if edges:
        straight = times(_around(lean), (across, 0.0, 0.0, down, 0.0, 0.0))
        x, y = apply(straight, -crosses.width / 2, -crosses.height / 2)
        front = (edges[0] - page[0] / 2 - x, edges[1] - page[1] / 2 - y)
    return Correction(across, down, lean, back, front, flip, turned)


def wrong(numbers: Sequence[float], page: tuple[float, float], edges: Sequence[float] = ()) -> Iterator[str]:
    """Yield a sentence for each number that no printer gives, with what is allowed."""
    crosses = Crosses(*page)
    if too_small := small(page):
        yield too_small
        return
    names = (*READINGS, *EDGES[: len(edges)])
    allowed = _allowed(crosses, edges=bool(edges))
    for name, found, (low, high) in zip(names, (*numbers, *edges), allowed, strict=True):
        if not low - TOLERANCE <= found <= high + TOLERANCE:
            number, what = name.split(" ", 1)
            yield f"number {number}, the {what}: found {tidy(found)}; allowed: {tidy(low)} to {tidy(high)} mm"


def small(page: tuple[float, float]) -> str:
    """Return a sentence when upright paper of this size is too small to measure a printer with, else ""."""
    crosses = Crosses(*page)
    if crosses.width >= LEAST[0] and crosses.height >= LEAST[1]:
        return ""
    return f"paper of {tidy(page[0])} × {tidy(page[1])} mm is too small to measure a printer; A5 is the smallest"


def _allowed(crosses: Crosses, *, edges: bool) -> Iterator[tuple[float, float]]:
    """Yield the least and the most that each number may be."""
    for length in (crosses.width, crosses.height):
        yield length * (1 - STRETCH), length * (1 + STRETCH)
    for _ in range(3):
        yield -SCALE, SCALE
    yield 0.0, WIDEST
    if edges:
        for length in (crosses.box.x, crosses.box.y):
            yield length - OFF, length + OFF


def _around(lean: float) -> Matrix:
    return (math.cos(lean), math.sin(lean), -math.sin(lean), math.cos(lean), 0.0, 0.0)
