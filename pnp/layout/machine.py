"""Sheets for a cutting machine: what lies between its marks, what such a sheet says, what is cut. Part of imposition.

What the machine cannot cut, or cannot have between its marks, is laid for a knife. All lengths are mm.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.layout import registration
from pnp.layout.cutting import Cutter
from pnp.layout.furniture import Slug
from pnp.layout.geometry import How, Stock, paper_name
from pnp.layout.grids import Grid, own_page
from pnp.layout.piece import Face, Piece
from pnp.layout.registration import FIGURES
from pnp.layout.trimming import NEIGHBOURS, edge
from pnp.scene import Layer, Page, Segment
from pnp.units import fits, tidy
from pnp.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class Machine:
    """A piece between the marks of a cutter: its grid in the middle of the page, and how long the arms are."""

    piece: Piece
    grid: Grid
    cutter: Cutter
    arm: float
    notices: tuple[str, ...] = ()

    def corners(self, fronts: Grid) -> float:
        """Return how near to two edges at once anything may come when the fronts lie where `fronts` says."""
        return registration.keep_out(self.arm) + max(map(abs, self._off(fronts)))

    def outside(self, margin: float) -> float:
        """Return how deep the furniture can be, from the printer's margin inwards, without lying between the marks."""
        return FIGURES.inset - FIGURES.line / 2 - FIGURES.clear - margin

    def slug(self, slug: Slug) -> Slug:
        """Return what the sheets say, with the layout version and the figures of the marks."""
        return replace(slug, also=(*slug.also, *registration.told(self.cutter, self.arm, slug.word)))

    def marks(self, fronts: Grid) -> Layer:
        """Return the marks of a front; they move with the pieces when the paper has offsets."""
        page = (fronts.page_width, fronts.page_height)
        return registration.marks(page, self.cutter, self.arm, self._off(fronts))

    def cuts(self, sheets: Sequence[Sequence[Face | None]], title: str) -> tuple[Page, ...]:
        """Return what is cut: one full sheet where all are alike, else one page for each that differs."""
        radius = FIGURES.radius if self.piece.kind == "cards" else 0.0
        kinds = [[edge(self.piece, face, radius) if face else None for face in sheet] for sheet in sheets]
        alike = {outline for kind in kinds for outline in kind if outline is not None}
        if len(alike) == 1:
            kinds = [[*alike] * self.grid.count]
        pages: dict[tuple[tuple[Segment, ...] | None, ...], Page] = {}
        for kind in sorted(kinds, key=len, reverse=True):
            outlines = tuple(kind)
            if not any(other[: len(outlines)] == outlines for other in pages):
                pages[outlines] = registration.cut_page(self.grid, outlines, self.cutter, self.arm, title)
        return tuple(pages.values())

    def _off(self, fronts: Grid) -> tuple[float, float]:
        return fronts.x - self.grid.x, fronts.y - self.grid.y


def machine_for(piece: Piece, stock: Stock, how: How) -> Machine | None:
    """Return the piece between the marks of the cutter that `how` names, None where it is laid for a knife."""
    cutting = how.cutting
    if cutting.cutter is None or not _cuttable(piece, stock):
        return None
    grid = registration.machine_grid(piece.width, piece.height, stock)
    if grid is None:
        return None
    arm = registration.arm_of(grid, cutting.arm)
    short = cutting.arm is not None and not fits(cutting.arm, arm)
    notices = (f"{piece.title}: the arms of the registration marks have room for {tidy(round(arm, 2))} mm",)
    made = replace(piece, bleed=min(piece.bleed, FIGURES.bleed), gutter=FIGURES.gap)
    return Machine(made, grid, cutting.cutter, arm, notices if short else ())


def by_hand(piece: Piece, stock: Stock, how: How) -> tuple[How, tuple[str, ...]]:
    """Return how a piece is laid without a cutter, and a sentence for who expected one."""
    if how.cutting.cutter is None:
        return how, ()
    told = tuple(_unfit(piece, stock))
    return replace(how, cutting=replace(how.cutting, cutter=None)), told


def _unfit(piece: Piece, stock: Stock) -> Iterator[str]:
    if _cuttable(piece, stock):
        yield f"{piece.title}: {paper_name(stock)} has no room for it between registration marks; cut it by hand"


def _cuttable(piece: Piece, stock: Stock) -> bool:
    """Say whether a machine cuts the piece: flat things with an outline, on paper that is cut at all."""
    if not piece.cut or piece.lined or stock.cells:
        return False
    return piece.kind in NEIGHBOURS and own_page(piece, stock) is None
