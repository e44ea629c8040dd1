"""Raging Bulls, the field as bits: what `field.py` says, in whole numbers fast enough to play thousands of games.

The edge between neighbouring posts is 24 arcs, and no fence ends inside one. So a pen touches the edge if and only if
it holds a whole arc, and a bull is isolated once every arc and every other bull has a fence between it and the bull.
That makes the game a covering: each fence takes arcs and bulls out of sight of each bull, and never gives one back.
Bulls are numbered as in the field, fences as in `field.FENCES`, rolls as in `ROLLS`. Knows no points and no players.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import product

from tracker.games.raging_bulls.field import EDGE, FENCES, POSTS, SIZE, Crossing, Fence, Field, crossings, place

Roll = tuple[int, int, int]

ROLLS: tuple[Roll, ...] = tuple((a, b, c) for a, b, c in product(range(1, EDGE), repeat=3))
ARCS = len(POSTS)
WIDTH = ARCS + SIZE  # bits of one bull: the arcs that it sees, then the bulls that it sees
SEEN = (1 << WIDTH) - 1
EDGE_SEEN = (1 << ARCS) - 1

# Middles of the arcs, in half columns and rows; the last four hold a corner and are twice as long.
_ENDS = (0, 2 * EDGE)
_MIDDLES = tuple((t, e) for e in _ENDS for t in range(3, 2 * EDGE - 1, 2))
_ARCS = (*_MIDDLES, *((y, x) for x, y in _MIDDLES), *product(_ENDS, _ENDS))
CORNERS = 0b1111 << ARCS - 4

_INDEX = {post: number for number, post in enumerate(POSTS)}
_NUMBERS = tuple((int(fence.a[1:]), int(fence.b[1:])) for fence in FENCES)
NUMBER_OF = {fence: number for number, fence in enumerate(FENCES)}
ENDS = tuple(1 << _INDEX[fence.a] | 1 << _INDEX[fence.b] for fence in FENCES)
ON_POST = tuple(sum(1 << f for f, ends in enumerate(ENDS) if ends >> post & 1) for post in range(len(POSTS)))
SAME_NUMBER = sum(1 << f for f, (a, b) in enumerate(_NUMBERS) if a == b)


def _positive(fence: Fence, x: int, y: int) -> bool:
    """Say on which side of a fence a point lies, given in half columns and rows."""
    (px, py), (qx, qy) = place(fence.a), place(fence.b)
    return (qx - px) * (y - 2 * py) > (qy - py) * (x - 2 * px)


_ARC_SIDES = tuple(sum(_positive(fence, *arc) << k for k, arc in enumerate(_ARCS)) for fence in FENCES)


@cache
def _rolls(a: int, b: int, held: int) -> int:
    """Return the rolls that give posts of numbers a and b, `held` of them with a fence already: held 1 is a, 2 is b."""
    need = Counter((a, b)) + Counter({a: held & 1}) + Counter({b: held >> 1})
    if held and a == b:
        need = Counter({a: 3})
    return sum((need <= Counter(roll)) << k for k, roll in enumerate(ROLLS)) if need.total() <= 3 else 0


_ROLLS = tuple(tuple(_rolls(a, b, held) for held in range(4)) for a, b in _NUMBERS)


@dataclass(frozen=True, slots=True, eq=False)
class Pens:
    """What never changes on a field: what each bull sees at first, and what each fence (by number) leaves in sight.

    `covers` has for each bull the bits that it sees, with the fences that take each away; `blocked` are those through a
    bull.
    """

    bulls: tuple[Crossing, ...]
    start: int
    keeps: tuple[int, ...]
    covers: tuple[dict[int, int], ...]
    blocked: int

    def seen(self, sight: int) -> list[int]:
        """Return what each bull sees: 0 is isolated."""
        return [sight >> WIDTH * bull & SEEN for bull in range(len(self.bulls))]


@lru_cache(maxsize=64)
def pens(bulls: tuple[Crossing, ...], open_range: bool = False) -> Pens:
    """Return the pens of a field without fences; on the open range no bull minds the edge."""
    count, keeps, blocked = len(bulls), list[int](), 0
    everyone, edge = (1 << count) - 1 << ARCS, 0 if open_range else EDGE_SEEN
    starts = [edge | everyone & ~(1 << ARCS + bull) for bull in range(count)]
    covers = tuple(dict.fromkeys(bits(start), 0) for start in starts)
    for number, fence in enumerate(FENCES):
        sides = [_positive(fence, 2 * x, 2 * y) for x, y in bulls]
        positive = _ARC_SIDES[number] | sum(side << ARCS + bull for bull, side in enumerate(sides))
        kept = [positive if side else SEEN & ~positive for side in sides]
        keeps.append(_packed(kept))
        if not set(bulls).isdisjoint(crossings(fence)):
            blocked |= 1 << number
            continue
        for cover, start, keep in zip(covers, starts, kept, strict=True):
            for bit in bits(start & ~keep):
                cover[bit] |= 1 << number
    return Pens(bulls, _packed(starts), tuple(keeps), covers, blocked)


def _packed(each: Sequence[int]) -> int:
    """Return what each bull sees as one number."""
    return sum(seen << WIDTH * bull for bull, seen in enumerate(each))


def bits(number: int) -> Iterator[int]:
    """Yield the bits of a number, each as a number of its own, lowest first."""
    while number:
        low = number & -number
        yield low
        number ^= low


@dataclass(frozen=True, slots=True, eq=False)
class Position:
    """A field in play: what is in sight, posts with a fence and with two, fences drawn, and mallets left."""

    pens: Pens
    sight: int
    used: int
    twice: int
    drawn: int
    mallets: int

    def draw(self, fence: int) -> Position:
        """Return the position with one more fence."""
        ends = ENDS[fence]
        twice, drawn = self.twice | self.used & ends, self.drawn | 1 << fence
        return Position(self.pens, self.sight & self.pens.keeps[fence], self.used | ends, twice, drawn, self.mallets)

    def wait(self) -> Position:
        """Return the position with a mallet less; below 0 the game is over."""
        return replace(self, mallets=self.mallets - 1)

    def moves(self) -> list[tuple[int, int]]:
        """Return every fence that some roll allows, with those rolls; none once the field is complete."""
        if not self.sight:
            return []
        closed, used, found = self.drawn | self.pens.blocked, self.used, []
        for fence, ends in enumerate(ENDS):
            if ends & self.twice or closed >> fence & 1:
                continue
            held = used & ends
            first = ends & -ends
            rolls = _ROLLS[fence][(held & first > 0) + 2 * (held & ~first > 0)] if held else _ROLLS[fence][0]
            if rolls:
                found.append((fence, rolls))
        return found

    def allowed(self, roll: int) -> list[int]:
        """Return the fences that one roll allows."""
        return [fence for fence, rolls in self.moves() if rolls >> roll & 1]

    def isolated(self) -> int:
        """Return how many bulls are isolated."""
        return self.pens.seen(self.sight).count(0)


def position(field: Field, mallets: int) -> Position:
    """Return a field of `field.py` as a position."""
    own = pens(field.bulls, field.open_range)
    at = Position(own, own.start, 0, 0, 0, mallets)
    for fence in field.fences:
        at = at.draw(NUMBER_OF[fence])
    return at
