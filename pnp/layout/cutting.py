"""How sheets are to be cut: marks, bleed between neighbours, corners, and the machine that cuts. First of the layout.

A value that is handed down with `How`; knows no piece and no page. All lengths are mm.
"""

from __future__ import annotations

from typing import Literal, Protocol, TypeAlias, assert_never

from pnp.values import dataclass

Marks: TypeAlias = Literal["crop", "lines", "both", "none"]
"""crop: short lines outside the pieces; lines: lines along every cut; both; none."""
BleedBetween: TypeAlias = Literal["own", "shared", "none"]
"""own: a gutter of twice the bleed, each piece has all of it; shared: neighbours have one cut; none: ink ends there."""
Cutter: TypeAlias = Literal["silhouette", "silhouette4"]
"""A cutting machine that looks for three printed marks, or for four."""


class Marked(Protocol):
    """Paper that has marks or is without them."""

    @property
    def crop_marks(self) -> bool: ...


LENGTH = 5.0
ARM = 5.0


@dataclass(frozen=True, slots=True)
class Cutting:
    """How sheets are cut. What is None is as usual.

    `length` is that of crop marks, `offset` how far from the trim they begin (less than the bleed: they reach into it).
    `bleed` replaces the gutter of each piece, `corners` the radius of cards. A `cutter` gets registration marks whose
    arms are `arm` long (None: as long as there is room for) in place of all other marks.
    """

    marks: Marks = "crop"
    length: float = LENGTH
    offset: float | None = None
    bleed: BleedBetween | None = None
    corners: float | None = None
    cutter: Cutter | None = None
    arm: float | None = ARM

    @property
    def crop(self) -> bool:
        """Whether crop marks are wanted."""
        return self.cutter is None and self.marks in ("crop", "both")

    @property
    def lines(self) -> bool:
        """Whether lines along the cuts are wanted."""
        return self.cutter is None and self.marks in ("lines", "both")

    def shown(self, stock: Marked) -> bool:
        """Say whether what no machine cuts shows where to cut: booklets and posters have marks of their own."""
        return stock.crop_marks and (self.marks != "none" or self.cutter is not None)

    @property
    def asked(self) -> bool:
        """Whether somebody asked for crop marks of a certain length or place."""
        return self.length != LENGTH or self.offset is not None


AS_CUT = Cutting()


def gutter_and_bleed(between: BleedBetween, gutter: float, bleed: float) -> tuple[float, float]:
    """Return gutter and bleed of a piece whose neighbours share their bleed in this way."""
    match between:
        case "own":
            return max(gutter, 2 * bleed), bleed
        case "shared":
            return 0.0, bleed
        case "none":
            return 0.0, 0.0
        case _:
            assert_never(between)
