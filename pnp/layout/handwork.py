"""How long hands take over a piece once its sheets are parted: to cut shapes, fold, glue, stick, staple. Names no game.

Beside the print plan, which tells the steps. The rates are those of somebody who is in no hurry and has done a few;
they are guesses, as rough as they look, and not measured. Strokes of the knife are counted by `strokes`.
"""

from __future__ import annotations

from collections.abc import Mapping

from pnp.layout.piece import Piece
from pnp.layout.print_plan import Way
from pnp.layout.trimming import straight
from pnp.values import dataclass, replace

SHAPE = 15  # seconds to cut a round or six-sided thing out with scissors, or to punch it
EACH: Mapping[Way, int] = {
    "standees": 25,  # fold, glue the faces together
    "nets": 180,  # cut out, score, fold, glue
    "box": 300,
    "stickers": 8,  # peel and lay
    "dials": 120,  # cut both discs, make the holes, pin them
    "dividers": 20,  # cut round the tab
}
"""Seconds for one thing by what becomes of it; what is not named is ready when it is parted."""
PART = 60  # seconds to trim one part of a poster and join it to the last
LEAF = 10  # seconds to fold a sheet of a booklet
STAPLE = 30  # seconds to lay a booklet together and staple it
BACK_TO_BACK = 60  # seconds to fold and glue a sheet on which backs lie beside their fronts


@dataclass(frozen=True, slots=True)
class Laid:
    """How a piece is laid: on so many `sheets` or `parts`, as labels that are `peeled` off, with its backs `folded`
    behind it, or `machined`, so that its outlines are cut already."""

    sheets: int
    parts: int = 1
    peeled: bool = False
    folded: bool = False
    machined: bool = False


def seconds(piece: Piece, way: Way, laid: Laid) -> int:
    """Return about how many seconds hands take over all of a piece, without the strokes that part its sheets."""
    folding = BACK_TO_BACK * laid.sheets if laid.folded else 0
    if laid.peeled:
        return folding + piece.count * EACH["stickers"]
    match way:
        case "poster":
            return PART * laid.parts
        case "booklet":
            return LEAF * laid.sheets + STAPLE
        case "tokens":
            return folding + (0 if laid.machined else SHAPE * _shaped(piece))
        case _:
            return folding + EACH.get(way, 0) * piece.count


def _shaped(piece: Piece) -> int:
    """Return how many things straight cuts do not free."""
    return sum(face.copies for face in piece.faces if not straight(replace(piece, faces=(face,))))
