"""Cells of boards as polygons, and the edges they share. Geometry of `hex_boards` and `mosaics`; draws nothing.

All lengths are mm from the top left corner of the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from pnp.values import dataclass

Point: TypeAlias = tuple[float, float]
Polygon: TypeAlias = tuple[Point, ...]
Edge: TypeAlias = tuple[Point, Point]
_Key: TypeAlias = tuple[tuple[int, int], ...]

OFF = 0.137  # µm: keeps lengths that authors write, such as 0.0005 mm, away from where rounding turns


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: its coordinates ("" for a part at the edge of a board), and the cell whose terrain it shows.

    `middle` is where things in it stand, `room` the radius of the largest circle round it inside the cell. Every other
    cell is `odd`.
    """

    name: str
    like: str
    outline: Polygon
    middle: Point
    room: float
    odd: bool = False


@dataclass(frozen=True, slots=True)
class Seams:
    """The edges of all cells: those between two cells, those at the outside, and by the names of two neighbours."""

    inner: tuple[Edge, ...]
    outer: tuple[Edge, ...]
    between: dict[frozenset[str], Edge]


def sides(outline: Polygon) -> Iterator[Edge]:
    """Yield the sides of a polygon, from its first corner on and back to it."""
    return zip(outline, (*outline[1:], *outline[:1]), strict=True)


def seams(cells: Iterable[Cell]) -> Seams:
    """Return the edges of cells, each once."""
    owners: dict[_Key, list[tuple[Cell, Edge]]] = {}
    for cell in cells:
        for edge in sides(cell.outline):
            if _at(edge[0]) != _at(edge[1]):  # where a board's edge cuts a corner off, two points may be one
                owners.setdefault(_key(edge), []).append((cell, edge))
    inner = tuple(found[0][1] for found in owners.values() if len(found) > 1)
    outer = tuple(found[0][1] for found in owners.values() if len(found) == 1)
    pairs = {
        frozenset((one.name, other.name)): edge
        for (one, edge), (other, _) in (found for found in owners.values() if len(found) == 2)
        if one.name and other.name
    }
    return Seams(inner, outer, pairs)


def chains(edges: Iterable[Edge]) -> tuple[Polygon, ...]:
    """Return edges joined to lines as long as possible, so that corners are joined and dashes run on."""
    left = list(edges)
    found: list[Polygon] = []
    while left:
        ends = [_at(point) for edge in left for point in edge]
        start = next((edge for edge in left if any(ends.count(_at(point)) == 1 for point in edge)), left[0])
        left.remove(start)
        line = list(start if ends.count(_at(start[0])) == 1 else reversed(start))
        while follower := next((edge for edge in left if _at(line[-1]) in (_at(edge[0]), _at(edge[1]))), None):
            left.remove(follower)
            line.append(follower[1] if _at(follower[0]) == _at(line[-1]) else follower[0])
        found.append(tuple(line))
    return tuple(found)


def within(outline: Polygon, width: float, height: float) -> Polygon:
    """Return the part of a polygon without dents that lies in the rectangle from the origin; empty: none does."""
    kept = outline
    for axis, limit, sign in ((0, 0.0, 1), (0, width, -1), (1, 0.0, 1), (1, height, -1)):
        kept = _beyond(kept, axis, limit, sign)
    return kept


def _beyond(outline: Polygon, axis: int, limit: float, sign: int) -> Polygon:
    """Return the part of a polygon on one side of an upright or level line."""
    found: list[Point] = []
    for index, now in enumerate(outline):
        before = outline[index - 1]
        far, near = sign * (before[axis] - limit), sign * (now[axis] - limit)
        if (far < 0) != (near < 0):
            share = far / (far - near)
            found.append((before[0] + share * (now[0] - before[0]), before[1] + share * (now[1] - before[1])))
        if near >= 0:
            found.append(now)
    return tuple(found)


def breadth(outline: Polygon, y: float) -> tuple[float, float]:
    """Return where a level line enters and leaves a polygon without dents; (0, 0) where it misses it."""
    crossed = []
    for (x1, y1), (x2, y2) in sides(outline):
        if min(y1, y2) <= y <= max(y1, y2) and y1 != y2:
            crossed.append(x1 + (y - y1) / (y2 - y1) * (x2 - x1))
    return (min(crossed), max(crossed)) if crossed else (0.0, 0.0)


def area(outline: Polygon) -> float:
    """Return the area of a polygon, mm²."""
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in sides(outline))) / 2


def _at(point: Point) -> tuple[int, int]:
    return round(1000 * point[0] + OFF), round(1000 * point[1] + OFF)


def _key(edge: Edge) -> _Key:
    return tuple(sorted(map(_at, edge)))
