"""Raging Bulls, the field itself: posts, fences, what a roll allows, and which bull stands alone. Exact and pure.

Whole numbers and fractions only, never a tolerance. Columns x and rows y run from 1 to 6, the field is the square from
0 to 7: post T3 is (3, 0), L3 is (0, 3). Knows no texts, points, mallets or tables; those are in the package's rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import gcd
from typing import Literal, TypeAlias

SIZE = 6
EDGE = SIZE + 1
TWICE = 2  # fences that a post can hold

Crossing: TypeAlias = tuple[int, int]  # (column, row)
Side: TypeAlias = Literal["T", "R", "B", "L"]
Gap: TypeAlias = tuple[Side, Fraction, Fraction]  # an open piece of one side, from and to, in columns or rows

POSTS = tuple(f"{side}{number}" for side in "TBLR" for number in range(1, SIZE + 1))
CROSSINGS: tuple[Crossing, ...] = tuple((x, y) for y in range(1, EDGE) for x in range(1, EDGE))
_ORDER = {post: number for number, post in enumerate(POSTS)}
_OPPOSITE = ("TB", "LR")


@dataclass(frozen=True, slots=True)
class Fence:
    """A straight fence between two posts, named in the order of POSTS; `of` takes them in any order."""

    a: str
    b: str

    @classmethod
    def of(cls, one: str, other: str) -> Fence:
        """Return the fence between two posts, also when there are no such posts: that is for `wrong` to say."""
        return cls(*sorted((one, other), key=lambda post: (_ORDER.get(post, len(POSTS)), post)))

    def __str__(self) -> str:
        return f"{self.a}-{self.b}"


@dataclass(frozen=True, slots=True)
class Field:
    """Bulls on their crossings and fences in the order they were drawn; on the open range the edge is a fence too."""

    bulls: tuple[Crossing, ...]
    fences: tuple[Fence, ...] = ()
    open_range: bool = False

    def used(self) -> Mapping[str, int]:
        """Return how many fences stand on each post that has one."""
        return Counter(post for fence in self.fences for post in (fence.a, fence.b))

    def with_fence(self, fence: Fence) -> Field:
        """Return the field with one more fence, right or `wrong`."""
        return replace(self, fences=(*self.fences, fence))


@dataclass(frozen=True, slots=True)
class Fault:
    """The rule that a fence breaks, and where: the post, or the bull. Each rule is a key of the package's texts."""

    rule: Literal["no_post", "same_side", "same_fence", "third_fence", "through_bull", "complete"]
    post: str = ""
    bull: Crossing | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """Whether a bull is isolated; if not, the first other bull in its pen, the widest gap in its pen, or both."""

    bull: Crossing
    alone: bool
    neighbour: Crossing | None = None
    gap: Gap | None = None


@cache
def place(post: str) -> tuple[int, int]:
    """Return where a post of POSTS stands, in columns and rows."""
    number = int(post[1:])
    return {"T": (number, 0), "B": (number, EDGE), "L": (0, number), "R": (EDGE, number)}[post[0]]


@cache
def crossings(fence: Fence) -> tuple[Crossing, ...]:
    """Return the crossings that a fence runs through, from its first post on, by the rule printed with the game.

    Opposite sides: all six of a line, or none. Neighbouring sides: the greatest common divisor of the distances of both
    posts from the corner between them, less one, evenly spread.
    """
    (px, py), (qx, qy) = place(fence.a), place(fence.b)
    if fence.a[0] + fence.b[0] in _OPPOSITE:
        along = range(1, EDGE) if fence.a[1:] == fence.b[1:] else ()
        return tuple((px, step) if fence.a[0] == "T" else (step, py) for step in along)
    parts = gcd(qx - px, qy - py)
    return tuple((px + (qx - px) * step // parts, py + (qy - py) * step // parts) for step in range(1, parts))


FENCES = tuple(Fence(a, b) for a, b in combinations(POSTS, 2) if a[0] != b[0])


def wrong(field: Field, fence: Fence) -> Fault | None:
    """Return the rule that one more fence breaks whatever was rolled, or None; one rule is enough."""
    return next(_faults(field, fence), None)


def _faults(field: Field, fence: Fence) -> Iterator[Fault]:
    ends = (fence.a, fence.b)
    yield from (Fault("no_post", post=post) for post in ends if post not in _ORDER)
    if fence.a[:1] == fence.b[:1]:
        yield Fault("same_side")
    if fence in field.fences:
        yield Fault("same_fence")
    used = field.used()
    yield from (Fault("third_fence", post=post) for post in ends if used.get(post, 0) >= TWICE)
    yield from (Fault("through_bull", bull=bull) for bull in crossings(fence) if bull in field.bulls)
    if complete(field):
        yield Fault("complete")


def legal(field: Field, roll: tuple[int, int, int]) -> tuple[Fence, ...]:
    """Return every fence that three dice in any order allow, in the order of POSTS; none once the field is complete.

    Two dice open two posts without a fence. With a pair, a post of its number may have one if the other end takes the
    third die; with three alike both ends may. No post holds three, no fence stands twice or runs through a bull.
    """
    if complete(field):
        return ()
    used, dice, drawn = field.used(), Counter(roll), set(field.fences)
    numbers = {str(number) for number in dice}
    open_posts = [post for post in POSTS if post[1:] in numbers and used.get(post, 0) < TWICE]
    found: list[Fence] = []
    for a, b in combinations(open_posts, 2):
        if a[0] == b[0] or not _rolled(dice, (int(a[1:]), used.get(a, 0)), (int(b[1:]), used.get(b, 0))):
            continue
        fence = Fence(a, b)
        if fence not in drawn and not any(bull in field.bulls for bull in crossings(fence)):
            found.append(fence)
    return tuple(found)


def _rolled(dice: Mapping[int, int], one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Say whether the dice give two ends, each as (number, fences that its post has: 0 or 1)."""
    (first, held), (second, holds) = one, other
    if first == second:
        return dice[first] >= 2 + (held or holds)
    return not (held and holds) and dice[first] >= 1 + held and dice[second] >= 1 + holds


@cache
def _line(fence: Fence) -> tuple[int, int, int]:
    """Return the side function of a fence as (a, b, c): a·x + b·y + c is 0 on it and has one sign on each side."""
    (px, py), (qx, qy) = place(fence.a), place(fence.b)
    return py - qy, qx - px, px * (qy - py) - py * (qx - px)


def signs(field: Field, bull: Crossing) -> tuple[bool, ...]:
    """Return on which side of each fence a bull stands: two bulls are in one pen when these are equal."""
    x, y = bull
    return tuple(a * x + b * y + c > 0 for a, b, c in map(_line, field.fences))


def gaps(field: Field, bull: Crossing) -> tuple[Gap, ...]:
    """Return every piece of the edge that the pen of a bull borders on, none longer or shorter than it is.

    A pen that reaches the edge in one point, where two fences meet on a post, has no gap there.
    """
    lines = tuple(zip(map(_line, field.fences), signs(field, bull), strict=True))
    found: list[Gap] = []
    for side in ("T", "R", "B", "L"):
        low, high = Fraction(0), Fraction(EDGE)
        for (a, b, c), positive in lines:
            sign = 1 if positive else -1
            start = sign * (c + (EDGE * b if side == "B" else EDGE * a if side == "R" else 0))
            slope = sign * (a if side in "TB" else b)
            if slope > 0:
                low = max(low, Fraction(-start, slope))
            elif slope < 0:
                high = min(high, Fraction(-start, slope))
            elif start <= 0:
                high = low
        if low < high:
            found.append((side, low, high))
    return tuple(found)


def standing(field: Field, bull: Crossing) -> Standing:
    """Return whether a bull is isolated and, if not, why. No fence may run through a bull."""
    own = signs(field, bull)
    neighbour = next((other for other in field.bulls if other != bull and signs(field, other) == own), None)
    seen = () if field.open_range else gaps(field, bull)
    gap = max(seen, key=lambda each: each[2] - each[1]) if seen else None
    return Standing(bull, neighbour is None and gap is None, neighbour, gap)


def isolated(field: Field) -> tuple[Crossing, ...]:
    """Return the bulls that stand alone in a closed pen, in the order of the field."""
    return tuple(bull for bull in field.bulls if standing(field, bull).alone)


def complete(field: Field) -> bool:
    """Say whether every bull is isolated, and there is one."""
    return bool(field.bulls) and all(standing(field, bull).alone for bull in field.bulls)


def last(field: Field) -> Fence | None:
    """Return a fence that may have been the last of a complete field: without it not every bull is isolated.

    None says that the fences cannot have been drawn in any order, as the field was complete before.
    """
    before = ((fence, tuple(other for other in field.fences if other != fence)) for fence in reversed(field.fences))
    return next((fence for fence, others in before if not complete(replace(field, fences=others))), None)
