"""A printer as somebody measured it with `pnp calibrate`: what `printers.toml` says. Knows no layout.

What the numbers mean is told in `pnp.layout.correction`; here they are only kept.
"""

from __future__ import annotations

from typing import Literal

from pnp.values import dataclass


@dataclass(frozen=True, slots=True)
class Printer:
    """One tray of one printer; `name` is "office" or, with a tray, "office/manual".

    `paper` is width and height of the upright paper that the calibration page was printed on, `numbers` are the six
    that were read off it, `edges` the two for labels or (). `flip` is the edge over which the page was turned,
    `landscape` the way in which the printer turns pages that are wider than high.
    """

    name: str
    paper: tuple[float, float]
    numbers: tuple[float, ...]
    flip: Literal["long", "short"] = "long"
    edges: tuple[float, ...] = ()
    landscape: Literal["left", "right"] = "left"

    @property
    def margin(self) -> float:
        """What the printer cannot reach at the worst edge of the paper."""
        return self.numbers[-1]
