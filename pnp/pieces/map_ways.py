"""Where the places and links of a map lie: rims, and the ways between them. Geometry of `maps`; draws nothing.

All lengths are mm from the corner that places count from. A link is an arc of a circle, or a straight line.
"""

from __future__ import annotations

from math import asin, atan2, ceil, cos, dist, hypot, pi, sin, sqrt
from typing import TypeAlias, assert_never

from pnp.data.maps import Map, MapLink, MapPlace
from pnp.extent import around, bounds, union
from pnp.scene import Rect, Segment, ellipse, polygon, rectangle
from pnp.values import dataclass

Point: TypeAlias = tuple[float, float]
RIM = 0.7  # mm: round places
STEP = 2.0  # mm: straight pieces that an arc is measured by


@dataclass(frozen=True, slots=True)
class Way:
    """The line of a link from rim to rim: points along it, about `STEP` mm apart."""

    points: tuple[Point, ...]

    @property
    def length(self) -> float:
        return sum(dist(*pair) for pair in zip(self.points, self.points[1:], strict=False))

    def at(self, far: float) -> tuple[Point, Point]:
        """Return the point `far` mm along, and the direction of the way there."""
        for one, other in zip(self.points, self.points[1:], strict=False):
            step = dist(one, other)
            if far <= step or other is self.points[-1]:
                way = ((other[0] - one[0]) / step, (other[1] - one[1]) / step)
                return (one[0] + far * way[0], one[1] + far * way[1]), way
            far -= step
        raise ValueError("a way has at least two points")


def outline(place: MapPlace) -> tuple[Segment, ...]:
    """Return the outline of a place."""
    half = place.size / 2
    match place.shape:
        case "circle":
            return ellipse(place.x, place.y, half)
        case "square":
            return rectangle(square(place))
        case "hex":
            return polygon(
                [
                    (
                        place.x + 2 * half / sqrt(3) * cos(turn * pi / 3),
                        place.y + 2 * half / sqrt(3) * sin(turn * pi / 3),
                    )
                    for turn in range(6)
                ]
            )
        case _:
            assert_never(place.shape)


def square(place: MapPlace) -> Rect:
    """Return the square round a place, of the place's size."""
    return Rect(place.x - place.size / 2, place.y - place.size / 2, place.size, place.size)


def reach(board: Map) -> Rect:
    """Return the rectangle round all places and links, with their lines; words are not counted."""
    places = {place.id: place for place in board.places}
    boxes = [bounds(outline(place)) for place in board.places]
    half = board.breadth / 2
    boxes += [
        around(whole(link, places)).grown(half if link.spaces else link.width / 2)
        for link in board.links
        if set(link.between) <= set(places)
    ]
    return (union(boxes) or Rect(0.0, 0.0, 0.0, 0.0)).grown(RIM / 2)


def whole(link: MapLink, places: dict[str, MapPlace]) -> tuple[Point, ...]:
    """Return points along a link from the middle of one place to that of the other."""
    one, other = ((places[name].x, places[name].y) for name in link.between)
    chord = dist(one, other)
    if abs(link.bend) < 0.01 or chord == 0:
        return one, other
    half, bow = chord / 2, abs(link.bend)
    radius = (half * half + bow * bow) / (2 * bow)
    turn = 2 * asin(min(1.0, half / radius)) if bow <= half else 2 * pi - 2 * asin(half / radius)
    side = 1 if link.bend > 0 else -1
    way = ((other[0] - one[0]) / chord, (other[1] - one[1]) / chord)
    right = (-way[1] * side, way[0] * side)
    centre = (
        (one[0] + other[0]) / 2 + right[0] * (bow - radius),
        (one[1] + other[1]) / 2 + right[1] * (bow - radius),
    )
    start = atan2(one[1] - centre[1], one[0] - centre[0])
    steps = max(2, ceil(radius * turn / STEP))
    angles = (start - side * turn * step / steps for step in range(steps + 1))
    inner = tuple((centre[0] + radius * cos(angle), centre[1] + radius * sin(angle)) for angle in angles)
    return (one, *inner[1:-1], other)


def way(link: MapLink, places: dict[str, MapPlace]) -> Way | None:
    """Return the line of a link between the rims of its places; None where they leave nothing of it."""
    points = whole(link, places)
    one, other = (places[name] for name in link.between)
    after = _after(points, one)
    before = _after(tuple(reversed(after)), other) if after else ()
    return Way(tuple(reversed(before))) if before else None


def _after(points: tuple[Point, ...], place: MapPlace) -> tuple[Point, ...]:
    """Return the part of a line after its last point inside a place, beginning on the rim."""
    for index in range(len(points) - 1, 0, -1):
        if _holds(place, points[index - 1]):
            if _holds(place, points[index]):
                return ()
            low, high = points[index - 1], points[index]
            for _ in range(40):
                middle = ((low[0] + high[0]) / 2, (low[1] + high[1]) / 2)
                low, high = (middle, high) if _holds(place, middle) else (low, middle)
            return (high, *points[index:]) if dist(high, points[index]) > 0.001 else points[index:]
    return points


def _holds(place: MapPlace, point: Point) -> bool:
    x, y, half = abs(point[0] - place.x), abs(point[1] - place.y), place.size / 2
    if place.shape == "circle":
        return hypot(x, y) < half
    return y < half and (x < half if place.shape == "square" else sqrt(3) * x + y < 2 * half)
