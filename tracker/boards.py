"""What a rules module's `play` and the page of a board tell each other. Plain values; knows no game and no page.

`play` offers `BOARDS`, the ids of the boards in their order, `TITLE`, what the page is called, and these functions:
`current(values)` the place of the board in play, their number once all is over; `landing(values, variant)` the place
of the one to look at first; `scene(at, pick)` what to show of a board; `act(at, do, value, throw)` what a tap does, or
raises `Not`; `named(before, after)` what a change of texts was;
`laid(stones)` the texts of boards on which these crossings are filled, by board; `unmoved(values, stones)` whether
they still are; `stake(values)` what a roll is for: once it changes, an open roll is spent.
A tap names a place of the drawing as the texts do: a post "L2", a crossing "3,4", or two posts, "L2-R3".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

from pnp.data.words import Words

Throw: TypeAlias = Callable[[int], tuple[int, ...]]  # throws the first so many of the game's own dice
Point: TypeAlias = tuple[int | Fraction, int | Fraction]  # in columns and rows
Sign: TypeAlias = Literal["free", "lit", "open", "picked", "piece", "alone"]


@dataclass(frozen=True, slots=True)
class At:
    """Where a seat stands: its texts by name ("fields-0-bulls"), a board by its place, the variant, the open
    roll (() for none), and whether it copies what was drawn on paper."""

    values: Mapping[str, str]
    place: int
    variant: str
    roll: tuple[int, ...] = ()
    copying: bool = False


@dataclass(frozen=True, slots=True)
class Spot:
    """A place to tap: its sign, its name, what the tap does, and what stands on it.

    Without `do` a tap asks for the scene with `pick`.
    """

    at: str
    sign: Sign
    title: Words
    pick: str
    do: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Act:
    """A button, or with `options` (value and title) a list to choose from; the `first` one is what comes next."""

    do: str
    title: Words
    value: str = ""
    first: bool = False
    options: tuple[tuple[str, Words], ...] = ()


@dataclass(frozen=True, slots=True)
class Scene:
    """What to show of a board. `lines` run from post to post, the last one drawn last; `marks`, each from point
    to point, and what is `ringed` show why; `facts` are always in view; `ended`: nothing more is to do here; `stands`
    says in words, under headings, what is drawn."""

    said: Words
    spots: tuple[Spot, ...]
    lines: tuple[tuple[str, str], ...]
    marks: tuple[tuple[Point, Point], ...]
    ringed: tuple[str, ...]
    acts: tuple[Act, ...]
    facts: tuple[tuple[Words, str], ...]
    ended: bool
    stands: tuple[tuple[Words, tuple[Words, ...]], ...]


@dataclass(frozen=True, slots=True)
class Advice:
    """What a player that thinks would do: what a tap sends, the total expected then, and whether it is the best or
    so near to it that nobody can tell."""

    title: Words
    tap: str
    total: int
    best: bool


@dataclass(frozen=True, slots=True)
class Judged:
    """A decision of a game that is over: where, on which roll (() before one), what was done, what a player that
    thinks would have done, and the points given away."""

    place: Words
    roll: tuple[int, ...]
    played: Words
    best: Words
    lost: int


@dataclass(frozen=True, slots=True)
class Deed:
    """What a tap changes: texts by name, and how a roll is told ("" without one)."""

    put: Mapping[str, str]
    shown: str = ""


class Not(ValueError):  # noqa: N818 (what a referee says)
    """A tap that is not allowed: why, and the anchor of the section that says so."""

    def __init__(self, words: Words, rule: str = "") -> None:
        super().__init__(words.get("en"))
        self.words, self.rule = words, rule
