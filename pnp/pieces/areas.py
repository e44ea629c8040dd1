"""Areas in an ink or a pattern, and words on them, for boards and discs. From the data to shapes; names no game.

An area in a flat ink also bears hatching in that very ink: nobody sees it, but on the twin that saves ink, where flat
areas are bare, it tells the area from others. Under words it is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.data.cell_boards import Pattern
from pnp.extent import area, backwards, bounds
from pnp.layout.patterns import pattern
from pnp.pieces.board_look import Look
from pnp.scene import WHITE, Color, Path, Rect, Segment, Shape, rectangle

PLATE = (0.7, 0.6)  # mm of paper round words
HIDDEN = 2.0  # times as far apart as lines that are seen, so that a flat ink and hatching still differ on the twin
THICK = 0.45  # mm: as thin as lines are kept


def filled(
    outlines: Sequence[tuple[Segment, ...]], kind: Pattern, ink: Color, pitch: float, holes: Sequence[Rect] = ()
) -> Iterator[Shape]:
    """Yield areas that do not overlap in one ink or pattern; words stand on a flat ink at the `holes` inside them."""
    segments = tuple(segment for outline in outlines for segment in _clockwise(outline))
    box = bounds(segments)
    if box is None:
        return
    if kind != "solid":
        yield pattern(kind, segments, box, ink, pitch)
        return
    yield Path(segments, fill=ink)
    cut = tuple(segment for hole in holes for segment in backwards(_clockwise(rectangle(hole))))
    yield pattern("hatch", (*segments, *cut), box, ink, HIDDEN * pitch, THICK)


def _clockwise(outline: tuple[Segment, ...]) -> tuple[Segment, ...]:
    return backwards(outline) if area(outline) < 0 else outline


def plate(said: str, x: float, y: float, look: Look) -> Rect:
    """Return the room of a word with its middle at (x, y), and a little round it."""
    wide, high = look.wide(said) + 2 * PLATE[0], look.capital + 2 * PLATE[1]
    return Rect(x - wide / 2, y - high / 2, wide, high)


def word(said: str, x: float, y: float, look: Look, ink: Color, *, plated: bool) -> Iterator[Shape]:
    """Yield a word with its middle at (x, y), on a plate of paper if `plated`."""
    if plated:
        box = plate(said, x, y, look)
        yield Path(rectangle(box, radius=box.height / 4), fill=WHITE)
    yield look.number(said, x, y, ink)
