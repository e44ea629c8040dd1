"""What the stages of laying out agree on: the paper, the sides of a rectangle, and what comes out. First of the layout.

Knows no data file and no game; a paper is anything with the attributes of `Stock`. All lengths are mm.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, Protocol, TypeAlias

from pnp.layout.correction import Correction
from pnp.layout.cutting import AS_CUT, Cutting
from pnp.layout.strokes import CutSheet
from pnp.scene import Page, Rect
from pnp.units import TOLERANCE, tidy
from pnp.values import dataclass

Flip: TypeAlias = Literal["long", "short"]
Axis: TypeAlias = Literal["columns", "rows"]
"""What a flip mirrors on the back: columns when the paper turns over like a book page, rows when like a calendar."""
Backs: TypeAlias = Literal["duplex", "none", "stacked", "reversed", "fold"]
"""duplex: each back follows its front. stacked, reversed: all fronts, then all backs, in the same order or backwards.
fold: beside their fronts, to be folded behind them. none: no backs."""


@dataclass(frozen=True, slots=True)
class How:
    """How pages are made of a piece, whatever the paper: `flip` is the edge over which the printer turns a sheet.

    The slots of the first sheet before `from_slot`, counted from 1 in the order of printing, stay empty. Where only
    some of a piece are printed, they use the slots that all would: `whole` of them. `backs` says where backs are
    printed, `correction` what makes up for what the printer does to a page.
    """

    flip: Flip = "long"
    from_slot: int = 1
    cutting: Cutting = AS_CUT
    whole: int = 0
    backs: Backs = "duplex"
    correction: Correction | None = None


AS_USUAL = How()


class Cells(Protocol):
    """Labels or perforated cards of a sheet: their size, the corner of the first, the way from one to the next."""

    @property
    def columns(self) -> int: ...
    @property
    def rows(self) -> int: ...
    @property
    def width(self) -> float: ...
    @property
    def height(self) -> float: ...
    @property
    def x(self) -> float: ...
    @property
    def y(self) -> float: ...
    @property
    def across(self) -> float: ...
    @property
    def down(self) -> float: ...
    @property
    def radius(self) -> float: ...


class Stock(Protocol):
    """Paper in a printer. Offsets: +x to the right and +y down, as seen on the printed side of the page as laid out."""

    @property
    def id(self) -> str: ...
    @property
    def width(self) -> float: ...
    @property
    def height(self) -> float: ...
    @property
    def margin(self) -> float: ...
    @property
    def printer_offset(self) -> tuple[float, float]: ...
    @property
    def layout_offset(self) -> tuple[float, float]: ...
    @property
    def back_offset(self) -> tuple[float, float]: ...
    @property
    def crop_marks(self) -> bool: ...
    @property
    def title(self) -> str: ...
    @property
    def cells(self) -> Cells | None: ...


class DoesNotFit(Exception):  # noqa: N818 - what is the matter, not that it failed
    """A piece larger than the paper, told with the arithmetic."""


class NoSuchSlot(Exception):  # noqa: N818 - what is the matter, not that it failed
    """A slot to begin at that a page does not have."""


@dataclass(frozen=True, slots=True)
class Imposed:
    """A piece on its pages: `sheets` of paper, `per_page` cells on each, `notices` as sentences for the author.

    `cuts` are what a cutting machine cuts, a page for each sheet that differs; `knife` is what a knife has to part, a
    sheet for each. `blocks` are what it has to part of sheets with pieces of several sizes, each as if it were alone.
    `folded`: fronts lie beside their backs.
    """

    pages: tuple[Page, ...]
    sheets: int
    per_page: int
    notices: tuple[str, ...]
    cuts: tuple[Page, ...] = ()
    knife: tuple[CutSheet, ...] = ()
    folded: bool = False
    blocks: tuple[CutSheet, ...] = ()

    @property
    def two_sided(self) -> bool:
        """Whether sheets are printed on both sides."""
        return len(self.pages) > self.sheets


@dataclass(frozen=True, slots=True)
class Sides:
    """One length for each side of a rectangle."""

    left: float
    top: float
    right: float
    bottom: float

    def turned(self) -> Sides:
        """Return the sides as they lie after half a turn."""
        return Sides(self.right, self.bottom, self.left, self.top)

    @property
    def all(self) -> tuple[float, float, float, float]:
        """The four lengths: left, top, right, bottom."""
        return self.left, self.top, self.right, self.bottom

    def each(self, function: Callable[..., float], *others: Sides) -> Sides:
        """Return what `function` makes of each side, together with the same side of `others`."""
        return Sides(*map(function, self.all, *(other.all for other in others)))

    def least(self, other: Sides) -> Sides:
        """Return the smaller length on each side."""
        return self.each(min, other)


def around(box: Rect, by: Sides) -> Rect:
    """Return `box` with each side moved outwards by its own length."""
    return Rect(box.x - by.left, box.y - by.top, box.width + by.left + by.right, box.height + by.top + by.bottom)


def outside(box: Rect, within: Rect) -> Sides:
    """Return how far each side of `within` lies outside `box`; negative where `box` sticks out."""
    return Sides(box.x - within.x, box.y - within.y, within.right - box.right, within.bottom - box.bottom)


def same(one: float, other: float) -> bool:
    """Say whether two lengths are equal to the micrometre."""
    return abs(one - other) <= TOLERANCE


def measure(width: float, height: float) -> str:
    """Write a size as people read it: "63 × 88 mm"."""
    return f"{tidy(width)} × {tidy(height)} mm"


def paper_name(stock: Stock) -> str:
    """Return the name of a paper as people write it ("A4", "Letter"), or its size when it has none."""
    if stock.title:
        return stock.title
    if not stock.id or stock.id[0].isdigit() or stock.id == "custom":
        return measure(stock.width, stock.height)
    return stock.id.upper() if len(stock.id) <= 2 else stock.id.capitalize()


def axis(width: float, height: float, flip: Flip) -> Axis:
    """Return what the back of a page of this size mirrors when the paper is flipped on its long or short edge.

    The edges are the paper's own, so a landscape page flipped on the long edge turns over like a calendar. Square paper
    counts as portrait.
    """
    upright = width <= height + TOLERANCE
    return "columns" if upright == (flip == "long") else "rows"
