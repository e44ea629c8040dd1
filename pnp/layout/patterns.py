"""Patterns that fill an area with lines, dots or figures: for inks that must be told apart without colour. No game.

Every pattern is anchored at the origin of the drawing, so that neighbouring areas continue one another.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import ceil, floor, sqrt
from typing import Literal, TypeAlias, assert_never

from pnp.scene import Color, Group, Path, Rect, Segment, Stroke, ellipse, rectangle

Pattern: TypeAlias = Literal["hatch", "cross", "dots", "chequer", "rings", "waves", "backhatch"]

HAIRLINE = 0.25  # mm: thinner lines vanish on home printers
LINE_SHARE = 0.28  # of the pitch: about a quarter of the area in ink
DOT_SHARE = 0.3  # radius of a dot, of the pitch
RING_SHARE = 0.5  # radius of a ring, of its distance from the next, which is a pitch and a half
RINGS_APART = 1.5  # pitches
WAVE_HEIGHT, WAVE_LENGTH = 0.45, 2.4  # from the middle of a wave to its crest, and from crest to crest, in pitches
WAVES_APART = 1.25  # pitches


@lru_cache(maxsize=512)
def pattern(
    kind: Pattern, outline: tuple[Segment, ...], box: Rect, color: Color, pitch: float, thick: float = 0.0
) -> Group:
    """Return the area inside `outline`, which lies within `box`, filled with lines, dots or figures `pitch` mm apart.

    Lines are `thick` mm wide; 0: about a quarter of the area is ink.
    """
    stroke = Stroke(color, thick or max(HAIRLINE, pitch * LINE_SHARE))
    drawn: Path
    match kind:
        case "hatch":
            drawn = Path(_lines(box, pitch, rising=True), stroke=stroke)
        case "backhatch":
            drawn = Path(_lines(box, pitch, rising=False), stroke=stroke)
        case "cross":
            drawn = Path(_lines(box, pitch, rising=True) + _lines(box, pitch, rising=False), stroke=stroke)
        case "dots":
            drawn = Path(tuple(_rounds(box, pitch, pitch * DOT_SHARE)), fill=color)
        case "rings":
            apart = pitch * RINGS_APART
            radius = apart * RING_SHARE - stroke.width
            drawn = Path(tuple(_rounds(box, apart, radius, over=stroke.width)), stroke=stroke)
        case "chequer":
            drawn = Path(tuple(_squares(box, pitch)), fill=color)
        case "waves":
            drawn = Path(tuple(_waves(box, pitch, over=stroke.width)), stroke=stroke)
        case _:
            assert_never(kind)
    return Group((drawn,), clip=Path(outline), once=True)


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


def _rounds(box: Rect, pitch: float, radius: float, over: float = 0.0) -> Iterator[Segment]:
    """Yield circles in rows set off by half a pitch, every one that touches `box`; lines are up to `over` wide."""
    rise = pitch * sqrt(3) / 2
    reach = box.grown(radius + over)
    for row in range(ceil(reach.y / rise), floor(reach.bottom / rise) + 1):
        shift = pitch / 2 if row % 2 else 0.0
        for column in range(ceil((reach.x - shift) / pitch), floor((reach.right - shift) / pitch) + 1):
            yield from ellipse(column * pitch + shift, row * rise, radius)


def _squares(box: Rect, side: float) -> Iterator[Segment]:
    """Yield every other square of a board of squares, those that touch `box`."""
    for row in range(floor(box.y / side), ceil(box.bottom / side)):
        for column in range(floor(box.x / side), ceil(box.right / side)):
            if (row + column) % 2 == 0:
                yield from rectangle(Rect(column * side, row * side, side, side))


def _waves(box: Rect, pitch: float, over: float) -> Iterator[Segment]:
    """Yield level waves across all of `box`, each of curves from the crest to the trough and back."""
    high, half = pitch * WAVE_HEIGHT, pitch * WAVE_LENGTH / 2
    apart = pitch * WAVES_APART
    left, right = floor(box.x / half) - 1, ceil(box.right / half) + 1
    reach = box.grown(high + over)
    for row in range(ceil(reach.y / apart), floor(reach.bottom / apart) + 1):
        middle = row * apart
        yield "M", left * half, middle + (high if left % 2 else -high)
        for step in range(left, right):
            here, there = (high, -high) if step % 2 else (-high, high)
            x = step * half
            yield "C", x + half / 2, middle + here, x + half / 2, middle + there, x + half, middle + there
