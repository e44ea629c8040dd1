"""Outlines round a middle: arcs, rings and sectors, as paths. Knows no data, game or page; lengths are mm.

Angles are radians, clockwise from the top.
"""

from __future__ import annotations

from math import ceil, cos, pi, sin, tan

from pnp.scene import Segment, ellipse

Point = tuple[float, float]


def at(cx: float, cy: float, radius: float, angle: float) -> Point:
    """Return the point of a circle at an angle."""
    return cx + radius * sin(angle), cy - radius * cos(angle)


def arc(cx: float, cy: float, radius: float, start: float, end: float) -> tuple[Segment, ...]:
    """Return the curve from where a pen stands, at `start`, to `end`; at most a quarter in one piece."""
    steps = max(1, ceil(abs(end - start) / (pi / 2) - 1e-9))
    step = (end - start) / steps
    reach = 4 / 3 * tan(step / 4) * radius
    found: list[Segment] = []
    for number in range(steps):
        one, two = start + number * step, start + (number + 1) * step
        (x1, y1), (x2, y2) = at(cx, cy, radius, one), at(cx, cy, radius, two)
        handles = (x1 + reach * cos(one), y1 + reach * sin(one), x2 - reach * cos(two), y2 - reach * sin(two))
        found.append(("C", *handles, x2, y2))
    return tuple(found)


def sector(cx: float, cy: float, inner: float, outer: float, start: float, end: float) -> tuple[Segment, ...]:
    """Return the part of a ring between two angles, clockwise; `inner` 0 gives a slice, a full turn a ring."""
    if end - start > 2 * pi - 1e-9:
        return (*ellipse(cx, cy, outer), *(hole(cx, cy, inner) if inner else ()))
    begin: tuple[Segment, ...] = (("M", *at(cx, cy, outer, start)), *arc(cx, cy, outer, start, end))
    if inner <= 0:
        return (*begin, ("L", cx, cy), ("Z",))
    return (*begin, ("L", *at(cx, cy, inner, end)), *arc(cx, cy, inner, end, start), ("Z",))


def hole(cx: float, cy: float, radius: float) -> tuple[Segment, ...]:
    """Return a circle drawn against the clock, which is open where it lies in an outline drawn with it."""
    return (("M", *at(cx, cy, radius, 0.0)), *arc(cx, cy, radius, 0.0, -2 * pi), ("Z",))
