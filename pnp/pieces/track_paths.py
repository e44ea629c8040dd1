"""The geometry of tracks: a path with mitred or rounded corners, cut across into spaces. Draws nothing; names no game.

All lengths are mm from the corner that the path's points count from, y down. A stretch reaches from one corner to the
next, from the middle of a rounded corner to the middle of the next one; its spaces are equally long along the middle of
the path. Neighbours share the whole line between them. A round corner is made of straight pieces of at most `STEP`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from math import atan2, ceil, cos, dist, radians, sin, tan
from typing import TypeAlias

from pnp.data.boards import Track
from pnp.units import TOLERANCE
from pnp.values import dataclass

Point: TypeAlias = tuple[float, float]
Polygon: TypeAlias = tuple[Point, ...]

STEP = radians(3)  # of a round corner that one straight piece replaces: 0.03 mm off at a radius of 80 mm


@dataclass(frozen=True, slots=True)
class Station:
    """A line across the path: its middle, its ends on the left and right of the way, and the way's direction."""

    middle: Point
    left: Point
    right: Point
    way: Point


@dataclass(frozen=True, slots=True)
class Space:
    """A space between two lines across the path; where the path bends there are more lines between them."""

    number: int
    stations: tuple[Station, ...]
    middle: Station

    @property
    def outline(self) -> Polygon:
        """The polygon round the space: along its left side, and back along its right side."""
        left = (station.left for station in self.stations)
        return tuple(distinct((*left, *(station.right for station in reversed(self.stations)))))


@dataclass(frozen=True, slots=True)
class Corner:
    """A corner or end of the path: `turn` in radians, to the right above 0; `reach` is half of what its bend takes."""

    at: Point
    turn: float
    reach: float


@lru_cache(maxsize=64)
def corners(board: Track) -> tuple[Corner, ...]:
    """Return the corners of the path with its two ends, which do not turn."""
    points = board.points
    found = [Corner(points[0], 0.0, 0.0)]
    for before, at, after in zip(points, points[1:], points[2:], strict=False):
        (ux, uy), (vx, vy) = direction(before, at), direction(at, after)
        turn = atan2(ux * vy - uy * vx, ux * vx + uy * vy)
        found.append(Corner(at, turn, board.bend * tan(abs(turn) / 2)))
    return (*found, Corner(points[-1], 0.0, 0.0))


@lru_cache(maxsize=64)
def spaces(board: Track) -> tuple[Space, ...]:
    """Return the spaces in running order."""
    found: list[Space] = []
    for stretch, count in zip(stretches(board), board.spaces, strict=True):
        cuts = [stretch.length * index / count for index in range(count + 1)]
        for start, end in pairwise(cuts):
            inner = (at for at in stretch.joints() if start + TOLERANCE < at < end - TOLERANCE)
            stations = tuple(stretch.station(at) for at in (start, *inner, end))
            found.append(Space(board.first + len(found), stations, stretch.station((start + end) / 2)))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Stretch:
    """The path from one corner to the next: half a bend, a straight, half a bend."""

    start: Corner
    end: Corner
    half: float  # of the breadth
    bend: float

    @property
    def straight(self) -> float:
        """How long the straight between the bends is."""
        return dist(self.start.at, self.end.at) - self.start.reach - self.end.reach

    @property
    def arcs(self) -> tuple[float, float]:
        """How long the half bends before and after the straight are."""
        return abs(self.start.turn) / 2 * self.bend, abs(self.end.turn) / 2 * self.bend

    @property
    def length(self) -> float:
        """How long the stretch is along the middle of the path."""
        return self.straight + sum(self.arcs)

    def joints(self) -> Iterator[float]:
        """Yield where the outline of a space needs a point, as lengths along the stretch."""
        before, after = self.arcs
        if before:
            steps = ceil(abs(self.start.turn) / 2 / STEP)
            yield from (before * step / steps for step in range(1, steps + 1))
        if after:
            steps = ceil(abs(self.end.turn) / 2 / STEP)
            yield from (self.length - after + after * step / steps for step in range(steps))

    def station(self, at: float) -> Station:
        """Return the line across the path `at` mm from the beginning of the stretch."""
        way = direction(self.start.at, self.end.at)
        before, after = self.arcs
        if before and at < before:
            return self._on_bend(self.start, way, (before - at) / self.bend, -1)
        if after and at > self.length - after:
            return self._on_bend(self.end, way, (at - self.length + after) / self.bend, 1)
        far = self.start.reach + at - before
        middle = self.start.at[0] + far * way[0], self.start.at[1] + far * way[1]
        if not self.bend and at <= TOLERANCE:
            return self._across(middle, turned(way, -self.start.turn / 2), self.half / cos(self.start.turn / 2))
        if not self.bend and at >= self.length - TOLERANCE:
            return self._across(middle, turned(way, self.end.turn / 2), self.half / cos(self.end.turn / 2))
        return self._across(middle, way, self.half)

    def _on_bend(self, corner: Corner, way: Point, angle: float, sense: int) -> Station:
        """Return the line at `angle` into the bend, counted from the straight: ahead of it (1) or behind it (-1)."""
        side = 1 if corner.turn > 0 else -1
        tangent = (corner.at[0] - sense * corner.reach * way[0], corner.at[1] - sense * corner.reach * way[1])
        centre = (tangent[0] - side * self.bend * way[1], tangent[1] + side * self.bend * way[0])
        now = turned(way, sense * side * angle)
        middle = (centre[0] + side * self.bend * now[1], centre[1] - side * self.bend * now[0])
        return self._across(middle, now, self.half)

    def _across(self, middle: Point, way: Point, half: float) -> Station:
        (x, y), (right, down) = middle, (-way[1] * half, way[0] * half)
        return Station(middle, (x - right, y - down), (x + right, y + down), way)


def stretches(board: Track) -> tuple[Stretch, ...]:
    """Return the stretches of the path in running order."""
    return tuple(Stretch(one, other, board.breadth / 2, board.bend) for one, other in pairwise(corners(board)))


def outer_side(board: Track) -> int:
    """Return which side of the way lies outside: 1 the right one, -1 the left one.

    The outside is where the path turns away from; of a path that turns as much to the left as to the right, it is the
    side of the first stretch that faces the bottom of the page, or its right edge.
    """
    turn = sum(corner.turn for corner in corners(board))
    if abs(turn) > radians(1):
        return -1 if turn > 0 else 1
    right, down = direction(board.points[0], board.points[1])
    return 1 if (right if abs(right) > TOLERANCE else -down) > 0 else -1


def inset(space: Space, breadth: float, by: float) -> Polygon:
    """Return the polygon inside a space of a path that is `by` mm away from all its sides; empty: nothing is left."""
    kept = 1 - 2 * by / breadth
    if kept <= 0:
        return ()
    shrunk = Space(space.number, tuple(_narrower(station, kept) for station in space.stations), space.middle)
    start, end = space.stations[0], space.stations[-1]
    ahead = _beyond(shrunk.outline, start.middle, start.way, by)
    return tuple(distinct(_beyond(ahead, end.middle, (-end.way[0], -end.way[1]), by)))


def _narrower(station: Station, kept: float) -> Station:
    """Return the middle part of a line across the path, shortened by a factor."""
    (x, y), (left, up), (right, down) = station.middle, station.left, station.right
    one, other = (x + kept * (left - x), y + kept * (up - y)), (x + kept * (right - x), y + kept * (down - y))
    return Station(station.middle, one, other, station.way)


def _beyond(outline: Polygon, at: Point, way: Point, by: float) -> Polygon:
    """Return the part of a polygon that lies more than `by` mm ahead of the line across `way` through `at`."""
    found: list[Point] = []
    ahead = [(x - at[0]) * way[0] + (y - at[1]) * way[1] - by for x, y in outline]
    for index, (x, y) in enumerate(outline):
        (before_x, before_y), before, now = outline[index - 1], ahead[index - 1], ahead[index]
        if (before < 0) != (now < 0):
            share = before / (before - now)
            found.append((before_x + share * (x - before_x), before_y + share * (y - before_y)))
        if now >= 0:
            found.append((x, y))
    return tuple(found)


def direction(one: Point, other: Point) -> Point:
    """Return the direction from one point to another, of length 1."""
    length = dist(one, other)
    return (other[0] - one[0]) / length, (other[1] - one[1]) / length


def turned(way: Point, angle: float) -> Point:
    """Return a direction turned clockwise on the page by `angle` in radians."""
    c, s = cos(angle), sin(angle)
    return way[0] * c - way[1] * s, way[0] * s + way[1] * c


def distinct(points: Iterable[Point]) -> Iterator[Point]:
    """Yield points that differ from the one before, the first one also from the last."""
    kept: list[Point] = []
    for point in points:
        if not kept or dist(point, kept[-1]) > TOLERANCE:
            kept.append(point)
    if len(kept) > 1 and dist(kept[0], kept[-1]) <= TOLERANCE:
        kept.pop()
    yield from kept
