"""A piece: a finished, cuttable thing that a person holds. Made by `pnp.pieces`, laid on paper by `pnp.layout.impose`.

Knows no game: only shapes, sizes and counts."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pnp.errors import Problem
from pnp.layout.cutting import BleedBetween
from pnp.layout.geometry import Stock
from pnp.scene import Segment, Shape
from pnp.values import dataclass

PieceKind: TypeAlias = Literal[
    "cards",
    "tokens",
    "standees",
    "sheet",
    "board",
    "aid",
    "poster",
    "nets",
    "stickers",
    "dials",
    "dividers",
    "pad",
    "booklet",
    "box",
]
Laying: TypeAlias = Literal["grid", "booklet", "tiles"]
Fold: TypeAlias = Literal["level", "upright"]
"""How a fold lies on the page: from left to right, from top to bottom."""


@dataclass(frozen=True, slots=True)
class Face:
    """One card or sheet with both sides. Shapes are mm from the trim's top left corner and may reach into the bleed.

    `name` is what errors and outlines call it; `back` None prints nothing on the other side. `outline` is what it is
    cut to, () for its rectangle.
    """

    name: str
    front: Shape
    back: Shape | None
    copies: int
    outline: tuple[Segment, ...] = ()

    @property
    def title(self) -> str:
        """The name on one line."""
        return " ".join(self.name.split())


@dataclass(frozen=True, slots=True)
class Piece:
    """All faces of one component, of one trim size (width × height, mm), with `bleed` mm of ink outside the trim.

    `gutter` is the distance between neighbours on paper; `cut` False means the piece is used as a whole page.
    With a `fold` each thing is folded in its middle and both halves are glued.
    `laying` is how the faces come on paper: grid, as many on a page as fit; booklet, as pages of a folded booklet;
    tiles, each face over several pages that overlap by `overlap` mm. `paper` is what the piece is printed on when the
    paper asked for is too small for it. `plain` is the same piece without folding. `lined` pieces show the line to cut
    along themselves and get no crop marks. `instead_of` is the id of the piece whose
    place this one takes: the two are not added up. `notes` tell its author what to look at. `radius` is that of its
    corners, None when nobody has said; `bleed_between` replaces the gutter.
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
    laying: Laying = "grid"
    overlap: float = 0.0
    paper: Stock | None = None
    plain: Piece | None = None
    lined: bool = False
    instead_of: str = ""
    notes: tuple[Problem, ...] = ()
    radius: float | None = None
    bleed_between: BleedBetween | None = None
    fold: Fold | None = None

    @property
    def count(self) -> int:
        """How many finished things the piece has, copies included."""
        return sum(face.copies for face in self.faces)

    @property
    def two_sided(self) -> bool:
        """Whether any face has a back."""
        return any(face.back is not None for face in self.faces)
