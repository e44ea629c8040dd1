"""The drawn parts of the page furniture: rulers and the arrow that shows how to flip the paper. Knows no page.

All lengths are mm, measured between the middles of the end ticks.
"""

from __future__ import annotations

from pnp.layout.geometry import Axis
from pnp.scene import Color, Path, Rect, Segment, Stroke, line, polygon, rectangle
from pnp.units import MM_PER_INCH

WIDTH = 0.25
HALF, PART = 0.7, 0.42  # of a full tick: the ticks between


def centimetre_ruler(x: float, y: float, centimetres: int, height: float, ink: Color) -> Path:
    """Return a ruler from (x, y) to the right: a tick each mm, longer at 5 and 10 mm, the longest `height` high."""
    heights = [1.0 if mm % 10 == 0 else HALF if mm % 5 == 0 else PART for mm in range(10 * centimetres + 1)]
    return _ruler(x, y, 1.0, [share * height for share in heights], ink)


def inch_ruler(x: float, y: float, inches: int, height: float, ink: Color) -> Path:
    """Return a ruler from (x, y) to the right: a tick each quarter inch, longer at halves, longest at inches."""
    heights = [1.0 if part % 4 == 0 else HALF if part % 2 == 0 else PART for part in range(4 * inches + 1)]
    return _ruler(x, y, MM_PER_INCH / 4, [share * height for share in heights], ink)


def _ruler(x: float, y: float, step: float, heights: list[float], ink: Color) -> Path:
    segments: list[Segment] = list(line(x, y, x + (len(heights) - 1) * step, y))
    for index, height in enumerate(heights):
        segments += line(x + index * step, y, x + index * step, y - height)
    return Path(tuple(segments), stroke=Stroke(ink, WIDTH, cap="square"))


def flip_arrow(x: float, y: float, height: float, upright: bool, axis: Axis, ink: Color) -> tuple[Path, ...]:
    """Return a small page, solid, and the place it is flipped to, open, with an arrow from the one to the other.

    (x, y) is the left end of the baseline it stands on, `height` that of the capitals beside it; `upright` pages are
    higher than wide; `axis` as in `geometry`: pages flipped on an upright edge lie side by side.
    """
    wide, high = (part * height for part in _page(upright, axis))
    out, head = OVER * height, HEAD * height
    first = Rect(x, y - (high if axis == "columns" else 2 * high), wide, high)

    def at(along: float, away: float) -> tuple[float, float]:
        """Return a point: `along` from one page's middle (0) to the other's (1), `away` from their common edge line."""
        if axis == "columns":
            return x + (0.5 + along) * wide, y - high - away
        return x + wide + away, y - 2 * high + (0.5 + along) * high

    bow = (*at(0.1, out), *at(0.9, out), *at(1.0, head))
    size = head / 2 / (wide if axis == "columns" else high)
    tip = polygon((at(1.0, 0.12 * height), at(1 - size, head), at(1 + size, head)))
    return (
        Path(rectangle(first), fill=ink, stroke=Stroke(ink, WIDTH)),
        Path(rectangle(_beside(first, axis)), stroke=Stroke(ink, WIDTH)),
        Path((("M", *at(0.0, 0.2 * height)), ("C", *bow)), stroke=Stroke(ink, WIDTH)),
        Path(tip, fill=ink),
    )


def arrow_width(height: float, upright: bool, axis: Axis) -> float:
    """Return the width in mm of what `flip_arrow` draws."""
    wide = _page(upright, axis)[0]
    return height * (2 * wide if axis == "columns" else wide + OVER * 0.8)


def _beside(page: Rect, axis: Axis) -> Rect:
    if axis == "columns":
        return Rect(page.right, page.y, page.width, page.height)
    return Rect(page.x, page.bottom, page.width, page.height)


def _page(upright: bool, axis: Axis) -> tuple[float, float]:
    """Return the width and height of the little page in heights of a capital."""
    if axis == "columns":
        return (0.52, 0.64) if upright else (0.85, 0.62)
    return (0.45, 0.6) if upright else (0.85, 0.6)


OVER, HEAD = 0.58, 0.42  # heights of a capital: how far out the arrow's curve reaches for, how large its head is
