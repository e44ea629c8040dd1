"""Gradients that repeat or go to and fro, written out as far as a shape reaches: PDF knows only those that end."""

from __future__ import annotations

from math import ceil, dist, floor, hypot
from typing import Literal, TypeAlias

from pnp.art.problem import ArtProblem
from pnp.scene import Matrix, Rect, Stop, apply

Spread: TypeAlias = Literal["pad", "reflect", "repeat"]
_MOST = 200  # times: finer ones are a grey on paper


def repeated(
    coords: tuple[float, ...], stops: tuple[Stop, ...], reach: Rect, back: Matrix | None, spread: Spread
) -> tuple[tuple[float, ...], tuple[Stop, ...]]:
    """Return coordinates and stops of a gradient without an end that looks the same all over `reach`.

    `back` leads from the shape's coordinates to those of the gradient. Raises ArtProblem for what would take too many
    stops, or none would do for.
    """
    if back is None:
        return coords, stops
    points = [apply(back, x, y) for x in (reach.x, reach.right) for y in (reach.y, reach.bottom)]
    if len(coords) == 4:
        x1, y1, x2, y2 = coords
        square = (x2 - x1) ** 2 + (y2 - y1) ** 2
        shares = [((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / square for x, y in points]
        low, high = floor(min(shares)), max(ceil(max(shares)), floor(min(shares)) + 1)
        dx, dy = x2 - x1, y2 - y1
        return (x1 + low * dx, y1 + low * dy, x1 + high * dx, y1 + high * dy), _laid(stops, low, high, spread)
    cx, cy, radius, fx, fy, *start = coords
    if hypot(fx - cx, fy - cy) > 1e-9 * radius or start:
        raise ArtProblem(f'spreadMethod "{spread}" with a focus off the middle is not supported', "write the stops out")
    high = max(1, ceil(max(dist(point, (cx, cy)) for point in points) / radius))
    return (cx, cy, radius * high, cx, cy), _laid(stops, 0, high, spread)


def _laid(stops: tuple[Stop, ...], low: int, high: int, spread: Spread) -> tuple[Stop, ...]:
    count = high - low
    if count > _MOST:
        raise ArtProblem(f"a gradient repeats {count} times over one shape", f"at most {_MOST} can be printed")
    stops = (Stop(0.0, stops[0].color, stops[0].opacity), *stops, Stop(1.0, stops[-1].color, stops[-1].opacity))
    found: list[Stop] = []
    for turn in range(low, high):
        back = spread == "reflect" and turn % 2 == 1
        for stop in reversed(stops) if back else stops:
            offset = 1 - stop.offset if back else stop.offset
            found.append(Stop((turn - low + offset) / count, stop.color, stop.opacity))
    return tuple(found)
