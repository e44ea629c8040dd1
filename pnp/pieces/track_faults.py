"""Whether a track can be cut into spaces: bends that have room, spaces that do not overlap. Draws nothing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise
from math import dist, radians, tan

from pnp.data.boards import Track
from pnp.extent import held
from pnp.pieces.track_paths import Polygon, corners, spaces, stretches
from pnp.scene import polygon
from pnp.units import TOLERANCE, fits, tidy

SHARPEST = radians(150)
TOUCH = 0.01  # mm: spaces that overlap by less only touch


def faults(board: Track) -> tuple[tuple[str, str], ...]:
    """Return what keeps the path from being cut into spaces, each as a sentence with a hint."""
    for number, (one, other) in enumerate(pairwise(board.points), 1):
        if dist(one, other) <= TOUCH:
            return ((f"points {number} and {number + 1} lie on one another", "a stretch has a length"),)
    if board.bend and not fits(board.breadth / 2, board.bend):
        message = f"a bend of {tidy(board.bend)} mm is tighter than half the breadth, {tidy(board.breadth / 2)} mm"
        return ((message, "make it wider; 0 gives mitred corners"),)
    found = (*_sharp(board), *(_bends(board) if board.bend else _mitres(board)))
    return found or tuple(_overlaps(board))


def _sharp(board: Track) -> Iterator[tuple[str, str]]:
    for number, corner in enumerate(corners(board), 1):
        if abs(corner.turn) > SHARPEST:
            yield f"the path turns back at point {number}", "put another point between"


def _bends(board: Track) -> Iterator[tuple[str, str]]:
    """Yield each stretch that is too short for the bends at its ends."""
    for number, stretch in enumerate(stretches(board), 1):
        if not fits(0.0, stretch.straight):
            length, needed = dist(stretch.start.at, stretch.end.at), stretch.start.reach + stretch.end.reach
            message = f"stretch {number} is {tidy(length)} mm long, its bends need {tidy(needed)} mm"
            yield message, "make the bend smaller or move the points"


def _mitres(board: Track) -> Iterator[tuple[str, str]]:
    """Yield each stretch whose spaces beside a mitred corner have nothing left on the inside."""
    for number, (stretch, count) in enumerate(zip(stretches(board), board.spaces, strict=True), 1):
        turns = (stretch.start.turn, stretch.end.turn)
        cut = [board.breadth / 2 * tan(abs(turn) / 2) for turn in turns]
        needed = sum(cut) if count == 1 and turns[0] * turns[1] > 0 else max(cut)
        length = stretch.length / count
        if needed and length <= needed + TOLERANCE:
            which = f"a space of stretch {number} is {tidy(length)} mm long"
            message = f"{which}, the mitre at its corner takes {tidy(needed)} mm"
            yield message, "make the spaces longer or narrower, or give the track a bend"


def _overlaps(board: Track) -> Iterator[tuple[str, str]]:
    found = spaces(board)
    for one, other in combinations(found, 2):
        if other.number - one.number > 1 and overlap(one.outline, other.outline):
            yield f"spaces {one.number} and {other.number} lie on one another", "move the points of the path apart"


def overlap(one: Polygon, other: Polygon) -> bool:
    """Say whether two polygons share more than a line."""
    for axis in (0, 1):
        low, high = (
            max(min(p[axis] for p in one), min(p[axis] for p in other)),
            min(max(p[axis] for p in one), max(p[axis] for p in other)),
        )
        if high - low <= TOUCH:
            return False
    sides = [tuple(pairwise((*outline, outline[0]))) for outline in (one, other)]
    if any(_cross(*first, *second) for first in sides[0] for second in sides[1]):
        return True
    return any(held(polygon(outer), _within(inner)) for outer, inner in ((one, other), (other, one)))


def _cross(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float], d: tuple[float, float]) -> bool:
    """Say whether the line a–b runs through the line c–d, not only to it."""

    def beside(p: tuple[float, float], q: tuple[float, float], r: tuple[float, float]) -> float:
        return ((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])) / dist(p, q)

    ways = ((beside(a, b, c), beside(a, b, d)), (beside(c, d, a), beside(c, d, b)))
    return all(min(pair) < -TOUCH and max(pair) > TOUCH for pair in ways)


def _within(outline: Polygon) -> Iterator[tuple[float, float]]:
    """Yield the middle of a polygon, and its corners drawn a little towards it."""
    x, y = sum(x for x, _ in outline) / len(outline), sum(y for _, y in outline) / len(outline)
    yield x, y
    for corner in outline:
        share = min(1.0, 2 * TOUCH / max(dist(corner, (x, y)), TOUCH))
        yield corner[0] + share * (x - corner[0]), corner[1] + share * (y - corner[1])
