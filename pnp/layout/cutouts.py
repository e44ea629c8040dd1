"""Faces as they are when they are cut: cards within their trim, tokens within their line. Part of layout."""

from __future__ import annotations

from pnp.layout.piece import Face, Piece
from pnp.layout.trimming import edge
from pnp.scene import WHITE, Group, Path, Shape


def shaped(piece: Piece, face: Face) -> bool:
    """Say whether a face is cut to anything but the whole rectangle of its trim."""
    return bool(face.outline or piece.radius)


def cut_out(piece: Piece, face: Face, shape: Shape) -> Group:
    """Return one side of a face as it is when cut, on white paper; the line to cut along is gone with the knife."""
    line = edge(piece, face)
    if not shaped(piece, face):
        return Group((shape,), clip=Path(line))
    return Group((Path(line, fill=WHITE), _unlined(shape, face)), clip=Path(line))


def _unlined(shape: Shape, face: Face) -> Shape:
    """Return a side without the line along its outline."""
    match shape:
        case Group(children=(drawn, Path(segments=line, fill=None))) if line == face.outline:
            return drawn
        case _:
            return shape
