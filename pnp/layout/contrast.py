"""How well a colour shows on white paper. Knows colours only."""

from __future__ import annotations

from functools import lru_cache

from pnp.colours import luminance, parts
from pnp.scene import Color, Paint

GUIDE: Color = "#999999"  # 40 % grey: lines to write on or along, which a pencil outshines
READABLE = 4.5  # least contrast of an ink with paper, for words (WCAG 2.2, 1.4.3)
PAPER = 1.25  # contrast with white below which a fill counts as paper


def flat(paint: Paint, opacity: float = 1.0) -> Color:
    """Return the one colour that a paint of this opacity looks like on white: gradients count as their mean."""
    if isinstance(paint, str):
        return paint if opacity == 1 else _mixed(((paint, opacity),))
    return _mixed(tuple((stop.color, stop.opacity * opacity) for stop in paint.stops))


def _mixed(parts: tuple[tuple[Color, float], ...]) -> Color:
    channels = zip(*(bytes.fromhex(color[1:]) for color, _ in parts), strict=True)
    shares = [share for _, share in parts]
    mixed = [
        round(sum(255 + (value - 255) * share for value, share in zip(channel, shares, strict=True)) / len(parts))
        for channel in channels
    ]
    return "#" + bytes(mixed).hex()


@lru_cache(maxsize=1024)
def contrast(color: Color) -> float:
    """Return the contrast of a colour with white, 1 (white) to 21 (black), as WCAG 2.2 defines it."""
    return 1.05 / (luminance(parts(color)) + 0.05)


def between(one: Color, other: Color) -> float:
    """Return the contrast of two colours, 1 to 21, as WCAG 2.2 defines it."""
    found = contrast(one) / contrast(other)
    return max(found, 1 / found)


def is_paper(color: Color) -> bool:
    """Say whether a fill of this colour counts as white."""
    return contrast(color) < PAPER


@lru_cache(maxsize=1024)
def darkened(color: Color, least: float) -> Color:
    """Return the colour, made darker in its own hue until its contrast with white is at least `least`.

    White and near-white, which have no hue to keep, turn black.
    """
    if contrast(color) < contrast("#f0f0f0"):
        return "#000000"
    for percent in range(100, 0, -2):
        dark = "#" + bytes(value * percent // 100 for value in bytes.fromhex(color[1:])).hex()
        if contrast(dark) >= least:
            return dark
    return "#000000"


LIGHT = 3.0  # contrast with white from which large white letters can be read on a colour (WCAG 2.2, 1.4.3)


def legible(color: Color) -> Color:
    """Return the ink for large letters on an area of this colour: white where it can be read, else black."""
    return "#ffffff" if contrast(color) >= LIGHT else "#000000"
