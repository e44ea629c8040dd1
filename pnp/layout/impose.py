"""Imposition: a piece's faces on pages, fronts and backs, so that a printer and a knife make the piece. Last of layout.

Everything is placed by cell of the full grid: copies fill the cells row by row, the last page is padded with empty
cells, and the back of a page is the same cells mirrored. Knows no game. All lengths are mm.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pnp.layout.furniture import Slug, furniture
from pnp.layout.geometry import DoesNotFit, How, Imposed, Sides, Stock, around
from pnp.layout.grids import Grid
from pnp.layout.marks import Cell, crop_marks
from pnp.layout.piece import Face, Piece
from pnp.layout.room import Room, survey
from pnp.scene import Group, Layer, Page, Path, Rect, Shape, moved, rectangle, times, turned
from pnp.units import TOLERANCE

__all__ = ["DoesNotFit", "Imposed", "Slug", "impose"]


def impose(piece: Piece, stock: Stock, how: How, slug: Slug) -> Imposed:
    """Lay all copies of `piece` on pages: front, back, front, back; no back pages when no face has a back.

    A page that is exactly as large as the piece, with or without its bleed, carries nothing but the piece.
    Raises DoesNotFit with the arithmetic, ValueError for a piece without a single copy.
    """
    if not piece.count:
        raise ValueError(f"{piece.title}: nothing to print, not one copy")
    room = survey(piece, stock, how.flip, slug)
    copies = [face for face in piece.faces for _ in range(face.copies)]
    per_page = room.fronts.count
    sheets = [copies[start : start + per_page] for start in range(0, len(copies), per_page)]
    press = _Press(piece, room, stock.crop_marks and piece.cut and not piece.lined and not room.own)
    pages = [side for faces in sheets for side in press.sheet(faces)]
    slips = furniture(room.strips) if room.strips else ()
    sides = (slug.word("front"), slug.word("back"))
    finished = tuple(
        replace(
            page,
            shapes=page.shapes + slips[index : index + 1],
            label=f"{index // 2 + 1} {sides[index % 2]}" if room.two_sided else str(index + 1),
            outline="" if index else piece.title,
        )
        for index, page in enumerate(pages)
    )
    return Imposed(finished, len(sheets), per_page, room.notices)


class _Press:
    """Makes the pages of one piece; keeps what it has clipped, so that equal backs stay one object."""

    def __init__(self, piece: Piece, room: Room, marked: bool) -> None:
        self.piece, self.room, self.marked = piece, room, marked
        self.uses = Counter(
            id(shape) for face in piece.faces for shape in (face.front, face.back) for _ in range(face.copies)
        )
        self.shared: dict[int, Shape] = {}
        self.clipped: dict[tuple[int, Sides], Shape] = {}
        self.marks_of: dict[tuple[Grid, frozenset[Cell]], Layer | None] = {}

    def sheet(self, faces: Sequence[Face]) -> Iterator[Page]:
        """Yield the front of a sheet and, for a two-sided piece, its back, even when nothing is on it."""
        room = self.room
        cells = {room.fronts.place(index): face for index, face in enumerate(faces)}
        yield self.page(room.fronts, {cell: (face.name, face.front) for cell, face in cells.items()}, False)
        if room.two_sided:
            behind = {room.backs.mirrored(*cell, room.axis): (face.name, face.back) for cell, face in cells.items()}
            yield self.page(room.backs, behind, room.axis == "rows")

    def page(self, grid: Grid, cells: dict[Cell, tuple[str, Shape | None]], half_turn: bool) -> Page:
        """Return one printed side with pieces and crop marks; `half_turn` turns the pieces upside down."""
        used = frozenset(cells)
        shapes: list[Shape] = [
            self.placed(shape, name, grid.cell(*cell), self.bleed(grid, cell, used), half_turn)
            for cell, (name, shape) in cells.items()
            if shape is not None
        ]
        shapes += self.marks(grid, used)
        page = Page(grid.page_width, grid.page_height, tuple(shapes))
        if grid.count > 1 or not self.piece.cut:
            return page
        trim = grid.cell(0, 0)
        return replace(page, trim=trim, bleed=around(trim, self.bleed(grid, (0, 0), used)))

    def marks(self, grid: Grid, used: frozenset[Cell]) -> tuple[Layer, ...]:
        """Return the crop marks of a page, the same object for pages with the same cells in use."""
        if not self.marked:
            return ()
        if (grid, used) not in self.marks_of:
            self.marks_of[grid, used] = crop_marks(grid, used, self.room.reach, self.piece.bleed)
        marks = self.marks_of[grid, used]
        return (marks,) if marks else ()

    def bleed(self, grid: Grid, cell: Cell, used: frozenset[Cell]) -> Sides:
        """Return how far the ink of a cell may go on each side: never over a neighbour, never beyond the margin."""
        column, row = cell
        outer, own = self.room.bleed, self.piece.bleed
        inner = min(own, grid.gutter / 2) if grid.gutter > TOLERANCE else 0.0

        def side(neighbour: Cell, at_edge: bool, limit: float) -> float:
            return inner if neighbour in used else limit if at_edge else own

        return Sides(
            side((column - 1, row), column == 0, outer.left),
            side((column, row - 1), row == 0, outer.top),
            side((column + 1, row), column == grid.columns - 1, outer.right),
            side((column, row + 1), row == grid.rows - 1, outer.bottom),
        )

    def placed(self, shape: Shape, name: str, box: Rect, bleed: Sides, half_turn: bool) -> Group:
        """Return a face on its cell."""
        matrix = moved(box.x, box.y)
        if half_turn:
            matrix = times(matrix, turned(2, box.width / 2, box.height / 2))
        return Group((self.within(shape, bleed.turned() if half_turn else bleed),), matrix, label=name)

    def within(self, shape: Shape, bleed: Sides) -> Shape:
        """Return a face clipped to its trim and bleed; a sheet that is not cut stays as it is."""
        inner = self.shared.get(id(shape))
        if inner is None:
            stored = isinstance(shape, Group) and shape.once
            inner = shape if stored or self.uses[id(shape)] == 1 else Group((shape,), once=True)
            self.shared[id(shape)] = inner
        if not self.piece.cut:
            return inner
        key = (id(shape), bleed)
        if key not in self.clipped:
            box = around(Rect(0.0, 0.0, self.piece.width, self.piece.height), bleed)
            self.clipped[key] = Group((inner,), clip=Path(rectangle(box)))
        return self.clipped[key]
