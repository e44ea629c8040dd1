"""Raging Bulls played by a program: four fields, the dice from a chance argument, points as on the sheet.

Any player of the standard rules can sit here. Chance is a function that returns 0 ≤ x < 1 at each call; `dice` makes
one from a seed. Nothing here asks for a clock, or for chance of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Protocol, TypeAlias

from tracker.games.raging_bulls.field import POSTS, SIZE, Crossing
from tracker.games.raging_bulls.pens import ROLLS, Position, pens

Chance: TypeAlias = Callable[[], float]
BULLS = (3, 4, 5, 6)  # on the four fields; each is worth as many points
MALLETS = 3
MALLET = 3  # points of one that is left
_WORD = (1 << 64) - 1


def dice(seed: int) -> Chance:
    """Return chance from a seed, the same in every Python and on every machine: SplitMix64, its upper 53 bits."""
    state = seed

    def chance() -> float:
        nonlocal state
        state = state + 0x9E3779B97F4A7C15 & _WORD
        mixed = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & _WORD
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _WORD
        return ((mixed ^ mixed >> 31) >> 11) / (1 << 53)

    return chance


class Player(Protocol):
    """Who decides: before a roll whether to leave the field, after it which fence to draw (None passes)."""

    def leaves(self, at: Position) -> bool: ...
    def picks(self, at: Position, roll: int) -> int | None: ...


@dataclass(frozen=True, slots=True)
class Total:
    """What a game came to, and how many fences and points each field took and gave that was played."""

    points: int
    fences: tuple[int, ...]
    fields: tuple[int, ...] = ()


def place_bulls(count: int, chance: Chance) -> tuple[Crossing, ...]:
    """Return bulls on their crossings, one die for the column, then one for the row; both again when taken."""
    bulls: list[Crossing] = []
    while len(bulls) < count:
        column, row = 1 + int(chance() * SIZE), 1 + int(chance() * SIZE)
        if (column, row) not in bulls:
            bulls.append((column, row))
    return tuple(bulls)


def worth(at: Position) -> int:
    """Return the points of a field as it stands: isolated bulls and, when all are, the posts without a fence.

    A field without bulls is not in play, and worth nothing.
    """
    bulls = len(at.pens.bulls)
    return bulls * at.isolated() + (len(POSTS) - at.used.bit_count() if bulls and not at.sight else 0)


def play_field(at: Position, player: Player, chance: Chance) -> Position:
    """Return how a field ends: complete, left, or with -1 mallets when a pass ended the game."""
    while at.sight and at.mallets >= 0 and not player.leaves(at):
        fence = player.picks(at, int(chance() * len(ROLLS)))
        at = at.wait() if fence is None else at.draw(fence)
    return at


def play_game(player: Player, chance: Chance, fields: Sequence[tuple[Crossing, ...]] = ()) -> Total:
    """Return what a game comes to, on the bulls given or else placed by dice before the first roll."""
    mallets, fences, points = MALLETS, list[int](), list[int]()
    for bulls in fields or [place_bulls(count, chance) for count in BULLS]:
        own = pens(bulls)
        at = play_field(Position(own, own.start, 0, 0, 0, mallets), player, chance)
        mallets = at.mallets
        points.append(worth(at))
        fences.append(at.drawn.bit_count())
        if mallets < 0:
            break
    return Total(sum(points) + MALLET * max(mallets, 0), tuple(fences), tuple(points))


def simulate(games: int, seed: int, player: Player) -> tuple[Total, ...]:
    """Return what each of so many games comes to; game k of a seed has the same bulls and dice for every player."""
    return tuple(play_game(player, dice(seed * 1_000_000 + game)) for game in range(games))


@dataclass(frozen=True, slots=True)
class Spread:
    """How totals lie: mean, the points that 5, 50 and 95 of 100 games stay within, and the share of each band."""

    mean: float
    low: int
    median: int
    high: int
    shares: tuple[float, ...]


def spread(totals: Sequence[Total], starts: Sequence[int]) -> Spread:
    """Return how totals lie; a band begins at each of `starts`, the lowest first."""
    points = sorted(total.points for total in totals)
    low, median, high = (points[len(points) * part // 100] for part in (5, 50, 95))
    bands = [sum(start <= value for start in starts) for value in points]
    shares = tuple(bands.count(band) / len(points) for band in range(1, len(starts) + 1))
    return Spread(fmean(points), low, median, high, shares)
