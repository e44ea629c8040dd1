"""What stands over sheets about a game: its name on its ink, and what the sheet is. Part of layout; names no game.

Contact sheets and comparisons share it, and the words under their small pictures. All lengths are mm.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from pnp.fonts import FontProblem
from pnp.layout import text
from pnp.layout.contrast import READABLE, darkened, legible
from pnp.layout.cutouts import cut_out
from pnp.layout.piece import Face, Piece
from pnp.layout.trimming import edge
from pnp.scene import BLACK, GREY, Color, Group, Path, Rect, Shape, Stroke, line, rectangle
from pnp.units import fits
from pnp.values import dataclass

FAMILY = "Atkinson Hyperlegible"
MARGIN = 14.0
HEAD = 21.0  # the band over the first page
RUNNING = 11.0  # where the line over further pages stands
SMALL = 6.5  # pt: the least that is printed
QUIET: Color = "#5a5a5a"
HAIR = 0.25


@dataclass(frozen=True, slots=True)
class Masthead:
    """What stands over a sheet: the game, what the sheet is, and the game's ink and family. `low` leaves it bare."""

    game: str
    about: str
    color: Color
    family: str
    low: bool = False


def masthead(head: Masthead, width: float) -> Iterator[Shape]:
    """Yield the band over the first page."""
    if head.low:
        yield Path(line(0, HEAD, width, HEAD), stroke=Stroke(head.color, 0.7))
    else:
        yield Path(rectangle(Rect(0, 0, width, HEAD)), fill=head.color)
    color = darkened(head.color, READABLE) if head.low else legible(head.color)
    room = width - 2 * MARGIN
    yield cut_short(head.game, MARGIN, 11.5, room, family=head.family, size=22, color=color)
    yield cut_short(head.about, MARGIN, 17.2, room, weight=700, size=9, color=color)


def running(head: Masthead, width: float) -> Iterator[Shape]:
    """Yield the line over further pages."""
    yield cut_short(f"{head.game} · {head.about}", MARGIN, RUNNING - 2, width - 2 * MARGIN, size=7.5, color=QUIET)
    yield Path(line(MARGIN, RUNNING, width - MARGIN, RUNNING), stroke=Stroke(head.color, 0.7))


def folio(number: int, of: int, width: float, height: float) -> Group:
    """Return the number of a page, at its foot."""
    words = f"{number} / {of}"
    return text.label(words, width - MARGIN, height - 7, family=FAMILY, size=7.5, color=QUIET, align="right")


def cut_short(
    words: str,
    x: float,
    y: float,
    room: float,
    *,
    family: str = FAMILY,
    weight: int = 400,
    size: float = SMALL,
    color: Color = BLACK,
) -> Group:
    """Return as much of one line as fits `room`, the rest as three dots; letters that no face can draw are left out."""
    flat = " ".join("".join(letter for letter in words if _drawn(letter, family, weight)).split())
    for length in range(len(flat), 0, -1):
        shown = flat if length == len(flat) else f"{flat[:length].rstrip()}…"
        if fits(_width(shown, family, weight, size), room):
            return text.label(shown, x, y, family=family, weight=weight, size=size, color=color)
    return Group(())


@lru_cache(maxsize=1024)
def _drawn(letter: str, family: str, weight: int) -> bool:
    return _width(letter, family, weight, SMALL) >= 0


def _width(words: str, family: str, weight: int, size: float) -> float:
    """Return how wide words are in mm, -1 where they cannot be drawn."""
    try:
        return text.width(words, family=family, weight=weight, size=size)
    except FontProblem:
        return -1.0


def small(piece: Piece, face: Face, shape: Shape, box: Rect) -> Group:
    """Return one side of a face as it is cut, as large as the box, with a thin edge round it."""
    scale = box.width / piece.width
    rim = Path(edge(piece, face), stroke=Stroke(GREY, HAIR / scale))
    return Group((cut_out(piece, face, shape), rim), (scale, 0.0, 0.0, scale, box.x, box.y))
