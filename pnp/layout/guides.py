"""What shows a knife or a machine where to cut: crop marks, lines, registration marks. Part of imposition.

Crop marks stand on both sides of a sheet; lines and registration marks on the front alone, since one cuts from there.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.layout.cut_lines import cut_lines
from pnp.layout.cutting import Cutting
from pnp.layout.geometry import Sides
from pnp.layout.grids import Grid
from pnp.layout.marks import NEAR, USEFUL, Cell, crop_marks, span
from pnp.layout.piece import Piece
from pnp.layout.strokes import CutSheet
from pnp.layout.trimming import straight
from pnp.scene import Layer
from pnp.units import fits, tidy


def guides(
    grid: Grid, used: frozenset[Cell], reach: Sides, piece: Piece, cutting: Cutting, *, front: bool
) -> Iterator[Layer]:
    """Yield the layers of guides of one side of a sheet; `reach` is how far they may go out from the cells, mm."""
    if cutting.lines and front:
        radius = 0.0 if piece.kind == "tokens" else piece.radius or 0.0
        ink = None if piece.kind == "standees" else piece.bleed
        lines = cut_lines(grid, used, reach, ink, radius)
        if lines:
            yield lines
    if cutting.crop:
        marks = crop_marks(grid, used, reach, piece.bleed, cutting)
        if marks:
            yield marks


def cut_sheet(grid: Grid, number: int, piece: Piece) -> CutSheet:
    """Return what a knife has to part on a sheet of so many pieces: whole rows, one row as far as it goes.

    What is round or has six sides is cut along its line afterwards: one stroke in the middle of each gutter will do.
    """
    loose = 0.0 if straight(piece) else 1.0
    wide, high = (gutter * loose for gutter in grid.gutters)
    return CutSheet(
        page_width=grid.page_width,
        page_height=grid.page_height,
        columns=min(number, grid.columns),
        rows=-(-number // grid.columns),
        width=grid.width + wide,
        height=grid.height + high,
        gaps=(grid.gutters[0] - wide, grid.gutters[1] - high),
        x=grid.x - wide / 2,
        y=grid.y - high / 2,
    )


def depths(cutting: Cutting) -> tuple[float, ...]:
    """Return how far out from the pieces the page is kept free for guides, mm: what is best first, then the least."""
    least = NEAR + USEFUL
    if not cutting.asked or not cutting.crop:
        return (least,)
    wanted = (NEAR if cutting.offset is None else cutting.offset) + cutting.length
    return (max(wanted, least), least)


def shortened(piece: Piece, reach: Sides, bleed: Sides, cutting: Cutting) -> Iterator[str]:
    """Yield a sentence when somebody asked for crop marks that are longer than there is room for."""
    if not cutting.asked or not cutting.crop:
        return
    found = [span(room, ink, cutting.length, cutting.offset) for room, ink in zip(reach.all, bleed.all, strict=True)]
    least = min(end - start if end else 0.0 for start, end in (each or (0.0, 0.0) for each in found))
    if not fits(cutting.length, least) and least:
        yield f"{piece.title}: the crop marks have room for {tidy(least)} mm of {tidy(cutting.length)} mm at some sides"
