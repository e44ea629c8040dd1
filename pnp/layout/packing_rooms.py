"""Where on a page packed pieces may lie: inside the printer's margins, beside the strips of page furniture.

Part of packing; knows no piece. All lengths are mm.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.layout.furniture import FALL, PITCH, RISE, ROWS, SIZES, Sheet, Slug, Strips, settle
from pnp.layout.geometry import Axis, Backs, Flip, Sides, Stock, axis
from pnp.layout.room import APART, paper_line
from pnp.scene import Rect
from pnp.units import MM_PER_PT
from pnp.values import dataclass, replace

PAGES = 888  # as many pages as a strip has to have room to name before the pieces are packed
NOTHING = Sides(0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Space:
    """Room for pieces on a page: they lie in `box`, their ink and marks in `inner`; `strips` are outside both."""

    page: tuple[float, float]
    axis: Axis
    box: Rect
    inner: Rect
    strips: Strips | None = None

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of what pieces may take."""
        return self.box.width, self.box.height


def spaces(stock: Stock, flip: Flip, slug: Slug, edge: float) -> tuple[Space, ...]:
    """Return the spaces that leave room for rulers, and `edge` for bleed and marks: upright and turned."""
    return tuple(
        space
        for page in _pages(stock)
        for beside in (False, True)
        for space in _furnished(page, beside, stock, flip, slug, edge)
    )


def whole_spaces(stock: Stock, flip: Flip) -> tuple[Space, ...]:
    """Return all that the printer prints of a page, upright and turned: nothing is kept for rulers and bleed."""
    found = []
    for page in _pages(stock):
        inner = Rect(0.0, 0.0, *page).grown(-stock.margin)
        found.append(Space(page, axis(*page, flip), inner, inner))
    return tuple(space for space in found if min(space.size) > 0)


def _pages(stock: Stock) -> tuple[tuple[float, float], ...]:
    given, turned = (stock.width, stock.height), (stock.height, stock.width)
    return (given,) if given == turned else (given, turned)


def _furnished(
    page: tuple[float, float], beside: bool, stock: Stock, flip: Flip, slug: Slug, edge: float
) -> Iterator[Space]:
    """Yield the space between strips above and below, or on either side, with as few rows as the words need."""
    printed = Rect(0.0, 0.0, *page).grown(-stock.margin)
    for rows in range(1, ROWS + 1):
        deep = (RISE + FALL) * SIZES[0] * MM_PER_PT + (rows - 1) * PITCH
        taken = deep + APART
        inner = _less(printed, taken if beside else 0.0, 0.0 if beside else taken)
        box = inner.grown(-edge)
        if min(box.width, box.height) <= 0:
            return
        free = Sides(deep, -1.0, deep, -1.0) if beside else Sides(-1.0, deep, -1.0, deep)
        turning = axis(*page, flip)
        sheet = Sheet(
            width=page[0],
            height=page[1],
            block=box,
            margin=stock.margin,
            free=free,
            pages=PAGES,
            flip="flip_long" if flip == "long" else "flip_short",
            axis=turning,
            paper=paper_line(stock),
        )
        strips = settle(sheet, slug)
        if strips:
            yield Space(page, turning, box, inner, strips)
            return


def numbered(strips: Strips, pages: int, backs: Backs | None, said: str) -> Strips:
    """Return the strips of a space for so many pages; where there are no `backs`, `said` is what they say of that."""
    sheet = replace(strips.sheet, pages=pages, said=said)
    sheet = replace(sheet, backs=backs) if backs else replace(sheet, flip=None, axis=None)
    return replace(strips, sheet=sheet)


def _less(box: Rect, beside: float, above: float) -> Rect:
    return Rect(box.x + beside, box.y + above, box.width - 2 * beside, box.height - 2 * above)
