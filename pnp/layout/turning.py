"""A piece turned by a quarter: its faces as they lie when it is put sideways on the paper. Before pieces are laid.

The front turns clockwise. The back turns the other way, so that the piece in the hand, turned over sideways like a page
of a book, shows its back upright as it does when it lies straight on the paper.
"""

from __future__ import annotations

from pnp.layout.piece import Piece
from pnp.scene import Group, Matrix, Segment, Shape, apply, times
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
            outline=tuple(_moved(segment, front) for segment in face.outline),
        )
        for face in piece.faces
    )
    return replace(piece, width=piece.height, height=piece.width, faces=faces)


def _moved(segment: Segment, matrix: Matrix) -> Segment:
    """Return a segment where a matrix puts it."""
    match segment:
        case ("C", x1, y1, x2, y2, x, y):
            return ("C", *apply(matrix, x1, y1), *apply(matrix, x2, y2), *apply(matrix, x, y))
        case ("M" | "L" as kind, x, y):
            return (kind, *apply(matrix, x, y))
        case _:
            return segment


def _sideways(piece: Piece, back: bool) -> Matrix:
    """Return the matrix of a quarter turn that leaves the trim's top left corner at (0, 0)."""
    turn = quarters(3 if back else 1, 0.0, 0.0)
    x, y = (0.0, piece.width) if back else (piece.height, 0.0)
    return times((1.0, 0.0, 0.0, 1.0, x, y), turn)
