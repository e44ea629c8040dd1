"""Proofs: pieces as far as they can be drawn, with everything there is to tell about them in its place.

For their authors; what is built stops at a fault. Knows no game by name and no paper. All lengths are mm.
"""

from __future__ import annotations

from pnp import fonts
from pnp.build.order import Ink
from pnp.data.game import Game
from pnp.data.prints import Print
from pnp.errors import Problem, Side
from pnp.extent import through
from pnp.layout.piece import Face, Piece
from pnp.layout.trimming import cornered, edge
from pnp.scene import Group, Matrix, Page, Path, Rect, Segment, Shape, moved, rectangle
from pnp.values import dataclass

SAFE = 1.5
"""How far inside the cut words should stand at least: home cuts are off by up to a millimetre."""


@dataclass(frozen=True, slots=True)
class Proof:
    """A piece as far as it can be drawn, and its problems and notes in order."""

    piece: Piece
    problems: tuple[Problem, ...]

    def of(self, face: int, side: Side) -> tuple[Problem, ...]:
        """Return what there is to tell about one side of a face, counted from 1."""
        return tuple(each for each in self.problems if each.spot and (each.spot.face, each.spot.side) == (face, side))

    @property
    def elsewhere(self) -> tuple[Problem, ...]:
        """What shows on no face, or on one that could not be drawn."""
        sides = {(number, side) for number, face in enumerate(self.piece.faces, 1) for side, _ in sides_of(face)}
        return tuple(each for each in self.problems if not each.spot or (each.spot.face, each.spot.side) not in sides)


def proof(game: Game, found: Print, lang: str, ink: Ink = "full", safe: float = SAFE) -> Proof:
    """Return one thing that `game` prints as a proof in `lang`; words should stand `safe` mm inside the cut."""
    from pnp import pieces
    from pnp.pieces.context import Proof as Wanted
    from pnp.pieces.context import proofs

    with fonts.helped(game.helpers), proofs(Wanted(safe)):
        piece, told = pieces.drawn(found, game, lang)
        names = pieces.unprintable(game, lang, {found.id})
    if ink == "low":
        from pnp.layout.thrift import thrifty

        piece = thrifty(piece)
    return Proof(piece, tuple(dict.fromkeys((*names, *told))))


def sides_of(face: Face) -> tuple[tuple[Side, Shape], ...]:
    """Return the printed sides of a face."""
    front: tuple[Side, Shape] = ("front", face.front)
    return (front,) if face.back is None else (front, ("back", face.back))


def proof_page(piece: Piece, shape: Shape) -> Page:
    """Return one side of a face as a page that shows its bleed too; nothing is cut at the trim."""
    more = piece.bleed
    whole = Rect(0.0, 0.0, piece.width, piece.height).grown(more)
    shown = shape if more else cornered(piece, shape)
    inside = Group((shown,), moved(more, more), clip=Path(rectangle(whole)))
    trim = Rect(more, more, piece.width, piece.height)
    return Page(whole.width, whole.height, (inside,), trim=trim, bleed=Rect(0.0, 0.0, whole.width, whole.height))


@dataclass(frozen=True, slots=True)
class Lines:
    """What a face is cut to, and how far in words are safe; () where nothing is cut, or nothing can be said."""

    edge: tuple[Segment, ...]
    safe: tuple[Segment, ...]


def lines(piece: Piece, face: Face, safe: float) -> Lines:
    """Return the lines to draw over a face, from its trim's top left corner."""
    if not piece.cut:
        return Lines((), ())
    outline = edge(piece, face)
    if piece.lined:
        return Lines(outline, ())
    box = Rect(0.0, 0.0, piece.width, piece.height)
    if not face.outline:
        return Lines(outline, rectangle(box.grown(-safe), radius=max(0.0, (piece.radius or 0.0) - safe)))
    return Lines(outline, through(outline, _smaller(box, safe)))


def _smaller(box: Rect, by: float) -> Matrix:
    """Return the matrix that takes `by` mm off a regular outline in its box, all round."""
    share = max(0.0, 1 - 2 * by / min(box.width, box.height))
    return (share, 0.0, 0.0, share, box.width / 2 * (1 - share), box.height / 2 * (1 - share))
