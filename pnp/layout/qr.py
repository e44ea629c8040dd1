"""QR codes as shapes. Knows the text it holds and the place it has, nothing else; lengths are mm.

The pattern comes from segno; only here the press asks for it.
"""

from __future__ import annotations

from functools import lru_cache

from pnp.scene import Color, Path, Rect, Segment, rectangle
from pnp.units import fits, tidy

LEVEL = "m"  # up to 15 % of a code may be soiled
QUIET = 4  # modules left white on every side (ISO/IEC 18004, 6.3.8)
MODULE = 0.4  # mm: the least that a phone reads from a home printer's 300 dots an inch
LONGEST = 200  # bytes; longer ones never fit a sheet


class NoRoom(ValueError):  # noqa: N818 (what happened, as DoesNotFit)
    """A code whose modules would be too small to be read."""


@lru_cache(maxsize=64)
def modules(text: str) -> tuple[tuple[bool, ...], ...]:
    """Return the pattern by rows, True for dark; always the same for a text. Raises NoRoom for endless ones."""
    import segno

    if len(text.encode()) > LONGEST:
        raise NoRoom(f"a QR code of {len(text.encode())} bytes is more than a sheet holds; {LONGEST} are allowed")
    found = segno.make(text, error=LEVEL, micro=False, boost_error=False)
    return tuple(tuple(bool(dark) for dark in row) for row in found.matrix)


def qr(text: str, box: Rect, color: Color) -> Path:
    """Return the code in the middle of `box`, as large as it fits with its white margin. Raises NoRoom.

    Each module is a square of its own: a twin that saves ink leaves small areas as they are.
    """
    rows = modules(text)
    across = len(rows) + 2 * QUIET
    side = min(box.width, box.height) / across
    if not fits(MODULE, side):
        least = tidy(across * MODULE)
        raise NoRoom(f'the QR code of "{text}" needs {least} × {least} mm of {tidy(box.width)} × {tidy(box.height)} mm')
    left, top = box.x + (box.width - len(rows) * side) / 2, box.y + (box.height - len(rows) * side) / 2
    segments: list[Segment] = []
    for down, row in enumerate(rows):
        for along, dark in enumerate(row):
            if dark:
                segments += rectangle(Rect(left + along * side, top + down * side, side, side))
    return Path(tuple(segments), fill=color)
