"""Dials, spinners and dividers: frozen values in mm. Only `pnp.data.load` makes them; `pnp.pieces` draws them."""

from __future__ import annotations

from typing import Literal

from pnp.data.frame import Frame
from pnp.data.inks import Pattern
from pnp.data.words import Words
from pnp.values import dataclass


@dataclass(frozen=True, slots=True)
class Sector:
    """A part of a disc, as wide as its share of all `weight`s; `ink` fills it, "" leaves it white."""

    title: Words
    weight: int = 1
    ink: str = ""
    pattern: Pattern = "solid"
    art: str = ""


@dataclass(frozen=True, slots=True)
class Dial:
    """A disc of `across` mm with sectors clockwise from the top; all copies alike.

    dial: a second disc, in `ink` or drawn by the frame `cover`, lies on it and shows one sector through a window;
    spinner: an arrow turns on it. `hole` is the width of the hole in the middle. A band of `band` mm at the edge
    holds what the sectors say, 0: all of the disc.
    """

    id: str
    title: Words
    form: Literal["dial", "spinner"]
    across: float
    sectors: tuple[Sector, ...]
    hole: float
    band: float
    ink: str
    family: str
    size: float
    copies: int
    gutter: float
    cover: Frame | None = None
    line: int = 0


@dataclass(frozen=True, slots=True)
class Tab:
    """One divider: what its tab says, and the picture beside the words; `ink` fills the tab, "" leaves it white."""

    title: Words
    art: str = ""
    ink: str = ""


@dataclass(frozen=True, slots=True)
class Dividers:
    """Flat cards, one for each of `tabs`: a body of width × height mm with a tab of `tab` (width, height) on top.

    Tabs stand at `positions` places from left to right in turn. `frame` is drawn on each body.
    """

    id: str
    title: Words
    width: float
    height: float
    tab: tuple[float, float]
    positions: int
    tabs: tuple[Tab, ...]
    ink: str
    family: str
    size: float
    gutter: float
    frame: Frame | None = None
    line: int = 0
