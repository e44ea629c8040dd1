"""Patterns that fill an area with lines or dots: for inks that must be told apart without colour. Knows no game.

Every pattern is anchored at the origin of the drawing, so that neighbouring areas continue one another.
"""

from __future__ import annotations

from functools import lru_cache
from math import ceil, floor, sqrt
from typing import Literal, TypeAlias

from pnp.scene import Color, Group, Path, Rect, Segment, Stroke, ellipse

Pattern: TypeAlias = Literal["hatch", "cross", "dots"]

HAIRLINE = 0.25  # mm: thinner lines vanish on home printers
LINE_SHARE = 0.28  # of the pitch: about a quarter of the area in ink
DOT_SHARE = 0.3  # radius of a dot, of the pitch


@lru_cache(maxsize=512)
def pattern(
    kind: Pattern, outline: tuple[Segment, ...], box: Rect, color: Color, pitch: float, thick: float = 0.0
) -> Group:
    """Return the area inside `outline`, which lies within `box`, filled with lines at 45° or dots, `pitch` mm apart.

    Lines are `thick` mm wide; 0: about a quarter of the area is ink.
    """
    clip = Path(outline)
    if kind == "dots":
        return Group((Path(_dots(box, pitch), fill=color),), clip=clip, once=True)
    segments = _lines(box, pitch, rising=True)
    if kind == "cross":
        segments += _lines(box, pitch, rising=False)
    stroke = Stroke(color, thick or max(HAIRLINE, pitch * LINE_SHARE))
    return Group((Path(segments, stroke=stroke),), clip=clip, once=True)


def _lines(box: Rect, pitch: float, *, rising: bool) -> tuple[Segment, ...]:
    """Return lines at 45°, `pitch` apart at right angles, across all of `box` with a little over at the ends."""
    across = pitch * sqrt(2)  # from line to line along the horizontal
    over = pitch
    top, bottom = box.y - over, box.bottom + over
    lean = 1.0 if rising else -1.0  # rising: x + y is constant; falling: x - y is
    ends = [x + lean * y for x in (box.x, box.right) for y in (box.y, box.bottom)]
    found: list[Segment] = []
    for step in range(ceil(min(ends) / across), floor(max(ends) / across) + 1):
        found.append(("M", step * across - lean * top, top))
        found.append(("L", step * across - lean * bottom, bottom))
    return tuple(found)


def _dots(box: Rect, pitch: float) -> tuple[Segment, ...]:
    """Return dots in rows set off by half a pitch, every one that touches `box`."""
    radius = pitch * DOT_SHARE
    rise = pitch * sqrt(3) / 2
    reach = box.grown(radius)
    found: list[Segment] = []
    for row in range(ceil(reach.y / rise), floor(reach.bottom / rise) + 1):
        shift = pitch / 2 if row % 2 else 0.0
        for column in range(ceil((reach.x - shift) / pitch), floor((reach.right - shift) / pitch) + 1):
            found += ellipse(column * pitch + shift, row * rise, radius)
    return tuple(found)
