"""A piece: a finished, cuttable thing that a person holds. Made by `pnp.pieces`, laid on paper by `pnp.layout.impose`.

Knows no game: only shapes, sizes and counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pnp.scene import Shape

PieceKind = Literal["cards", "sheet"]


@dataclass(frozen=True, slots=True)
class Face:
    """One card or sheet with both sides. Shapes are mm from the trim's top left corner and may reach into the bleed.

    `name` is what errors and outlines call it; `back` None prints nothing on the other side.
    """

    name: str
    front: Shape
    back: Shape | None
    copies: int


@dataclass(frozen=True, slots=True)
class Piece:
    """All faces of one component, of one trim size (width × height, mm), with `bleed` mm of ink outside the trim.

    `gutter` is the distance between neighbours on paper; `cut` False means the piece is used as a whole page.
    """

    id: str
    title: str
    kind: PieceKind
    width: float
    height: float
    bleed: float
    gutter: float
    cut: bool
    faces: tuple[Face, ...]

    @property
    def count(self) -> int:
        """How many finished things the piece has, copies included."""
        return sum(face.copies for face in self.faces)
