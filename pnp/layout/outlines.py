"""What tokens are cut to: circle, square or hexagon inside a rectangle, with room for bleed. Knows no game and no page.

Every outline mirrors onto itself, left to right and top to bottom, so that a back lies exactly behind its front. All
lengths are mm from the rectangle's top left corner.
"""

from __future__ import annotations

from math import sqrt
from typing import assert_never

from pnp.scene import BLACK, Outline, Path, Rect, Segment, Stroke, ellipse, polygon, rectangle

LINE = 0.25  # mm: width of the cut line, half of it outside the outline
CASING = 0.25  # mm: bare paper outside the cut line, so that it shows on dark ink


def outline(
    shape: Outline, width: float, height: float, grown: float = 0.0, radius: float = 0.0
) -> tuple[Segment, ...]:
    """Return the shape inside a rectangle of width × height, clockwise, with `grown` mm added all round.

    round: the largest circle; square: the whole rectangle, its corners rounded by `radius`; hex: the largest regular
    hexagon with corners up and down. Round and hex stand in the middle.
    """
    match shape:
        case "round":
            return ellipse(width / 2, height / 2, min(width, height) / 2 + grown)
        case "square":
            return rectangle(Rect(0, 0, width, height).grown(grown), radius=radius + grown if radius else 0.0)
        case "hex":
            return _hexagon(width / 2, height / 2, min(width / sqrt(3), height / 2) + 2 * grown / sqrt(3))
        case _:
            assert_never(shape)


def _hexagon(cx: float, cy: float, radius: float) -> tuple[Segment, ...]:
    wide = radius * sqrt(3) / 2
    right, left, up, down = cx + wide, cx - wide, cy - radius / 2, cy + radius / 2
    return polygon(((cx, cy - radius), (right, up), (right, down), (cx, cy + radius), (left, down), (left, up)))


def inked(shape: Outline, width: float, height: float, bleed: float, radius: float = 0.0) -> Path:
    """Return where the ink of a back may be: the outline and its bleed."""
    return Path((*outline(shape, width, height, bleed, radius), *_corners(width, height)))


def inked_front(shape: Outline, width: float, height: float, bleed: float, radius: float = 0.0) -> Path:
    """Return where the ink of a front may be: as on the back, but with bare paper just outside the cut line."""
    inner, outer = LINE / 2, LINE / 2 + CASING
    if bleed <= outer:
        return inked(shape, width, height, min(bleed, inner), radius)
    rings = (outline(shape, width, height, by, radius) for by in (inner, outer, bleed))
    return Path((*(segment for ring in rings for segment in ring), *_corners(width, height)), evenodd=True)


def _corners(width: float, height: float) -> tuple[Segment, ...]:
    """Return the corners of the rectangle as points without area.

    They let whoever measures the clip see that it is the edge of the piece, not that of a picture on the piece.
    """
    return (("M", 0, 0), ("Z",), ("M", width, height), ("Z",))


def cut_line(shape: Outline, width: float, height: float, radius: float = 0.0) -> Path:
    """Return the line to cut along, its middle on the outline."""
    return Path(outline(shape, width, height, radius=radius), stroke=Stroke(BLACK, LINE))
