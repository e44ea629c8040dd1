"""Lengths. Everything inside the project is a float in millimetres; this module reads what authors write and compares.

Exact factors: 1 in = 25.4 mm, 1 pt = 1/72 in (PDF 32000-1, 8.3.2.3).
"""

from __future__ import annotations

import re

from pnp.expressions import expression

MM_PER_INCH = 25.4
PT_PER_MM = 72 / 25.4
MM_PER_PT = 25.4 / 72
TOLERANCE = 0.001  # mm: sums of exact sizes (3 x 88.9) must not lose a row to the last bit of a float

_FACTORS = {"mm": 1.0, "cm": 10.0, "in": 25.4, "pt": MM_PER_PT}
NUMBER = r"[0-9]+(?:[.,][0-9]+)?"
UNIT = "mm|cm|in|pt"
"""Patterns of what authors write."""
_LENGTH = expression(rf"\s*([+-]?{NUMBER})\s*({UNIT})?\s*", re.ASCII)
_SIZE = expression(rf"\s*({NUMBER})\s*({UNIT})?\s*[x×]\s*({NUMBER})\s*({UNIT})?\s*", re.ASCII)


def decimal(text: str) -> float:
    """Return the number in a text; a decimal comma is read as a point. Raises ValueError as `float` does."""
    return float(text.replace(",", "."))


def length(text: str | float) -> float:
    """Return millimetres for "63mm", "2.5in", "6,5 cm", "9pt" or a bare number (millimetres).

    A decimal comma is read as a decimal point. Raises ValueError with a sentence for the author.
    """
    if isinstance(text, bool):
        raise ValueError(f"{text!r} is not a length; write for example 63mm or 2.5in")
    if isinstance(text, (int, float)):
        try:
            return float(text)
        except OverflowError:
            raise ValueError("the number is far too large for a length") from None
    match = _LENGTH.fullmatch(text)
    if not match:
        raise ValueError(f'"{text}" is not a length; write for example 63mm or 2.5in')
    return decimal(match[1]) * _FACTORS[match[2] or "mm"]


def size(text: str) -> tuple[float, float]:
    """Return (width, height) in millimetres for "63x88mm" or "2.5x3.5in"; a unit at the end counts for both numbers.

    Both must be above zero. Raises ValueError with a sentence for the author.
    """
    match = _SIZE.fullmatch(text)
    if not match:
        raise ValueError(f'"{text}" is not a size; write for example 63x88mm or 2.5x3.5in')
    width, width_unit, height, height_unit = match.groups()
    unit = height_unit or "mm"
    found = (
        decimal(width) * _FACTORS[width_unit or unit],
        decimal(height) * _FACTORS[unit],
    )
    if min(found) < TOLERANCE:
        raise ValueError(f'"{text}" is not a size: both numbers must be above 0')
    return found


def fits(needed: float, room: float) -> bool:
    """Say whether `needed` fits in `room`, both in mm, forgiving one micrometre."""
    return needed <= room + TOLERANCE


def count(part: float, room: float, gap: float = 0.0) -> int:
    """Return how many parts of length `part` with `gap` between them fit in `room` (mm); never negative."""
    if part <= 0 or not fits(part, room):
        return 0
    return int((room + gap + TOLERANCE) / (part + gap))


def tidy(value: float) -> str:
    """Write a length as text: at most 0.001 mm, no trailing zeros, no minus zero."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text
