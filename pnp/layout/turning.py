"""A piece turned by a quarter: its faces as they lie when it is put sideways on the paper. Before pieces are laid.

The front turns clockwise. The back turns the other way, so that the piece in the hand, turned over sideways like a page
of a book, shows its back upright as it does when it lies straight on the paper.
"""

from __future__ import annotations

from pnp.extent import through
from pnp.layout.piece import Piece
from pnp.scene import Group, Matrix, Shape, moved, times
from pnp.scene import turned as quarters
from pnp.values import replace


def turned(piece: Piece) -> Piece:
    """Return the piece with width and height exchanged and its faces turned; equal shapes stay one object."""
    made: dict[tuple[int, bool], Group] = {}

    def side(shape: Shape, back: bool) -> Group:
        found = made.get((id(shape), back))
        if found is None:
            matrix = _sideways(piece, back)
            once = isinstance(shape, Group) and shape.once
            made[id(shape), back] = found = Group((shape,), matrix, once=once)
        return found

    front = _sideways(piece, False)
    faces = tuple(
        replace(
            face,
            front=side(face.front, False),
            back=None if face.back is None else side(face.back, True),
            outline=through(face.outline, front),
        )
        for face in piece.faces
    )
    return replace(piece, width=piece.height, height=piece.width, faces=faces)


def _sideways(piece: Piece, back: bool) -> Matrix:
    """Return the matrix of a quarter turn that leaves the trim's top left corner at (0, 0)."""
    turn = quarters(3 if back else 1, 0.0, 0.0)
    x, y = (0.0, piece.width) if back else (piece.height, 0.0)
    return times(moved(x, y), turn)
