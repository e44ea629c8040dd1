"""Where the ink of words lies on a drawing: for what is said about words near the cut. Knows no piece and no page.

All lengths are mm unless a name says otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from pnp import fonts
from pnp.extent import bounds, moved_box, union
from pnp.scene import Group, Layer, Matrix, Rect, Shape, Text, times


def words(shape: Shape, outer: Matrix) -> Iterator[tuple[str, Rect]]:
    """Yield each run of letters with the upright rectangle round its ink, after `outer`."""
    match shape:
        case Text():
            ink = union(_glyph(shape.run.face, gid, x, y) for gid, _, x, y in shape.run.glyphs)
            if ink is not None:
                em = shape.size
                box = Rect(shape.x + ink.x * em, shape.y + ink.y * em, ink.width * em, ink.height * em)
                yield shape.run.text.strip(), moved_box(box, outer)
        case Group():
            for child in shape.children:
                yield from words(child, times(outer, shape.matrix))
        case Layer():
            for child in shape.children:
                yield from words(child, outer)
        case _:
            return


@lru_cache(maxsize=4096)
def _glyph(face: str, gid: int, x: float, y: float) -> Rect | None:
    """Return the ink of a glyph of a run, in em from the beginning of its line; None for a blank."""
    box = bounds(fonts.outline(face, gid))
    return Rect(box.x + x, box.y - y, box.width, box.height) if box else None
