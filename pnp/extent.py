"""How far drawn shapes reach: bounds, areas and moved outlines. Beside `scene`; knows no reader and no renderer.

Everything is in the units of the shapes that come in (millimetres on a page, own units inside art).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TypeAlias, assert_never

from pnp.scene import IDENTITY, Group, Image, Layer, Link, Matrix, Path, Rect, Segment, Shape, Text, apply

_KEPT = 4_000
_bounds: dict[int, tuple[Sequence[Segment], Rect | None]] = {}
_extents: dict[tuple[int, bool], tuple[Group, Rect | None]] = {}
_Side: TypeAlias = tuple[tuple[float, float], tuple[float, float]]
_sides: dict[int, tuple[Sequence[Segment], tuple[_Side, ...]]] = {}
"""What was measured lately. Shapes never change; each is held here, so that its `id` stays its own."""
_CAP, _DEPTH = 0.8, 0.25  # em above and below the baseline: enough for a box round words, not for setting them


def through(segments: Iterable[Segment], matrix: Matrix) -> tuple[Segment, ...]:
    """Return the outline after `matrix`."""
    if matrix == IDENTITY:
        return tuple(segments)
    moved: list[Segment] = []
    for segment in segments:
        if segment[0] == "Z":
            moved.append(segment)
        elif segment[0] == "C":
            one = apply(matrix, segment[1], segment[2])
            two = apply(matrix, segment[3], segment[4])
            moved.append(("C", *one, *two, *apply(matrix, segment[5], segment[6])))
        else:
            moved.append((segment[0], *apply(matrix, segment[1], segment[2])))
    return tuple(moved)


def bounds(segments: Sequence[Segment]) -> Rect | None:
    """Return the smallest upright rectangle round an outline, curves measured exactly; None for no outline."""
    known = _bounds.get(id(segments))
    if known is None:
        if len(_bounds) >= _KEPT:
            _bounds.clear()
        known = _bounds[id(segments)] = segments, _measured(segments)
    return known[1]


def _measured(segments: Sequence[Segment]) -> Rect | None:
    ends = [(segment[-2], segment[-1]) for segment in segments if segment[0] != "Z"]
    if not ends:
        return None
    xs, ys = [x for x, _ in ends], [y for _, y in ends]
    left, top, right, bottom = min(xs), min(ys), max(xs), max(ys)
    x = y = 0.0
    for segment in segments:
        if segment[0] == "C":
            _, x1, y1, x2, y2, x3, y3 = segment
            if not (left <= x1 <= right and left <= x2 <= right):  # else the curve stays between its ends' extremes
                turns = _turns(x, x1, x2, x3)
                left, right = min(left, *turns), max(right, *turns)
            if not (top <= y1 <= bottom and top <= y2 <= bottom):
                turns = _turns(y, y1, y2, y3)
                top, bottom = min(top, *turns), max(bottom, *turns)
        if segment[0] != "Z":  # a curve right after a close would start elsewhere: outlines begin anew with a move
            x, y = segment[-2], segment[-1]
    return Rect(left, top, right - left, bottom - top)


def around(points: Iterable[tuple[float, float]]) -> Rect:
    """Return the smallest upright rectangle round points, of which there is at least one."""
    xs, ys = zip(*points, strict=True)
    left, top = min(xs), min(ys)
    return Rect(left, top, max(xs) - left, max(ys) - top)


def _turns(p0: float, p1: float, p2: float, p3: float) -> list[float]:
    """Return the values of one coordinate of a cubic curve where it turns, and its end."""
    a, b, c = p3 - 3 * p2 + 3 * p1 - p0, 2 * (p2 - 2 * p1 + p0), p1 - p0
    root = b * b - 4 * a * c
    if abs(a) < 1e-12:
        found = [-c / b] if b else []
    else:
        found = [(-b + sign * math.sqrt(root)) / (2 * a) for sign in (1, -1)] if root >= 0 else []
    turns = [
        (1 - t) ** 3 * p0 + 3 * t * (1 - t) ** 2 * p1 + 3 * t * t * (1 - t) * p2 + t**3 * p3 for t in found if 0 < t < 1
    ]
    return [*turns, p3]


def area(segments: Iterable[Segment]) -> float:
    """Return the signed area (clockwise on paper is above zero); each subpath counts as closed."""
    total = x = y = start_x = start_y = 0.0
    for segment in segments:
        if segment[0] == "C":
            x1, y1, x2, y2, x3, y3 = segment[1:]
            total += (  # the integral of x·dy - y·dx along a cubic curve, Green's theorem
                6 * (x * y1 - x1 * y) + 3 * (x * y2 - x2 * y) + (x * y3 - x3 * y)
                + 3 * (x1 * y2 - x2 * y1) + 3 * (x1 * y3 - x3 * y1) + 6 * (x2 * y3 - x3 * y2)
            ) / 10  # fmt: skip
            x, y = x3, y3
        elif segment[0] == "L":
            total += x * segment[2] - segment[1] * y
            x, y = segment[1], segment[2]
        else:
            total += x * start_y - start_x * y
            x, y = (start_x, start_y) if segment[0] == "Z" else (segment[1], segment[2])
            start_x, start_y = x, y
    return (total + x * start_y - start_x * y) / 2


def corners(segments: Iterable[Segment]) -> tuple[tuple[tuple[float, float], ...], ...]:
    """Return each subpath as a polygon: its points, and three more on every curve."""
    polygons: list[list[tuple[float, float]]] = []
    for segment in segments:
        if segment[0] == "M" or not polygons:
            polygons.append([])
        if segment[0] == "C":
            x, y = polygons[-1][-1]
            x1, y1, x2, y2, x3, y3 = segment[1:]
            for t in (0.25, 0.5, 0.75, 1.0):
                u = 1 - t
                a, b, c, d = u * u * u, 3 * t * u * u, 3 * t * t * u, t * t * t
                polygons[-1].append((a * x + b * x1 + c * x2 + d * x3, a * y + b * y1 + c * y2 + d * y3))
        elif segment[0] != "Z":
            polygons[-1].append((segment[1], segment[2]))
    return tuple(map(tuple, polygons))


def length(segments: Iterable[Segment]) -> float:
    """Return about how long an outline is, every subpath closed."""
    return sum(
        math.dist(one, two)
        for polygon in corners(segments)
        for one, two in zip(polygon, (*polygon[1:], polygon[0]), strict=True)
    )


def held(segments: Sequence[Segment], points: Iterable[tuple[float, float]], *, evenodd: bool = False) -> int:
    """Return how many of the points a filled outline covers, curves taken as polygons."""
    known = _sides.get(id(segments))
    if known is None:
        if len(_sides) >= _KEPT:
            _sides.clear()
        known = _sides[id(segments)] = segments, _sloping(segments)
    sides = known[1]
    count = 0
    for x, y in points:
        winding = 0
        for (x1, y1), (x2, y2) in sides:
            if (y1 <= y) != (y2 <= y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
                winding += 1 if y2 > y1 else -1
        count += bool(winding % 2 if evenodd else winding)
    return count


def _sloping(segments: Sequence[Segment]) -> tuple[_Side, ...]:
    """Return the sides of the closed outline that a line across the page can meet."""
    return tuple(
        (one, two)
        for polygon in corners(segments)
        for one, two in zip(polygon, (*polygon[1:], polygon[0]), strict=True)
        if one[1] != two[1]
    )


def subpaths(segments: Iterable[Segment]) -> tuple[tuple[Segment, ...], ...]:
    """Return the outline cut at every move."""
    parts: list[list[Segment]] = []
    for segment in segments:
        if segment[0] == "M" or not parts:
            parts.append([])
        parts[-1].append(segment)
    return tuple(map(tuple, parts))


def backwards(segments: Iterable[Segment]) -> tuple[Segment, ...]:
    """Return the outline drawn the other way round, subpath by subpath."""
    turned: list[Segment] = []
    for part in subpaths(segments):
        drawn = [segment for segment in part if segment[0] != "Z"]
        ends = [(segment[-2], segment[-1]) for segment in drawn]
        turned.append(("M", *ends[-1]))
        for at in range(len(drawn) - 1, 0, -1):
            segment = drawn[at]
            if segment[0] == "C":
                turned.append(("C", segment[3], segment[4], segment[1], segment[2], *ends[at - 1]))
            else:
                turned.append(("L", *ends[at - 1]))
        if len(drawn) < len(part):
            turned.append(("Z",))
    return tuple(turned)


def moved_box(box: Rect, matrix: Matrix) -> Rect:
    """Return the upright rectangle round `box` after `matrix`."""
    return around(apply(matrix, x, y) for x in (box.x, box.right) for y in (box.y, box.bottom))


def union(boxes: Iterable[Rect | None]) -> Rect | None:
    """Return the smallest rectangle round all boxes; None when there is none."""
    found = [box for box in boxes if box is not None]
    if not found:
        return None
    left, top = min([box.x for box in found]), min([box.y for box in found])
    right, bottom = max([box.x + box.width for box in found]), max([box.y + box.height for box in found])
    return Rect(left, top, right - left, bottom - top)


def touch(one: Rect, other: Rect) -> bool:
    """Say whether two rectangles have an area in common."""
    return one.x < other.right and other.x < one.right and one.y < other.bottom and other.y < one.bottom


def scale(matrix: Matrix) -> float:
    """Return how many times longer lengths become, on average over all directions (the root of the area factor)."""
    return math.sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))


def extent(shape: Shape, *, strokes: bool = True) -> Rect | None:
    """Return the rectangle round a shape, clips respected; with `strokes` half of every line's width is added.

    Text is measured roughly (its advance, 0.8 em up and 0.25 em down); None for nothing.
    """
    match shape:
        case Path():
            box = bounds(shape.segments)
            if box is None or shape.stroke is None or not strokes:
                return box
            return box.grown(shape.stroke.width / 2)
        case Text():
            top = shape.y - _CAP * shape.size
            return Rect(shape.x, top, shape.run.advance * shape.size, (_CAP + _DEPTH) * shape.size)
        case Image() | Link():
            return shape.box
        case Layer():
            return union(extent(child, strokes=strokes) for child in shape.children)
        case Group():
            known = _extents.get((id(shape), strokes))
            if known is None:
                if len(_extents) >= _KEPT:
                    _extents.clear()
                known = _extents[id(shape), strokes] = shape, _reach(shape, strokes)
            return known[1]
        case _:
            assert_never(shape)


def _reach(group: Group, strokes: bool) -> Rect | None:
    box = union(extent(child, strokes=strokes) for child in group.children)
    if box is not None and group.clip is not None:
        box = _common(box, bounds(group.clip.segments))
    if box is not None and group.mask:
        box = _common(box, union(extent(shape) for shape in group.mask))
    return moved_box(box, group.matrix) if box is not None else None


def _common(one: Rect, two: Rect | None) -> Rect | None:
    if two is None:
        return None
    left, top = max(one.x, two.x), max(one.y, two.y)
    width, height = min(one.right, two.right) - left, min(one.bottom, two.bottom) - top
    return Rect(left, top, width, height) if width >= 0 and height >= 0 else None
