"""Imposition: a piece's faces on pages, fronts and backs, so that a printer and a knife make the piece. Last of layout.

Everything is placed by cell of the full grid: copies fill the cells row by row, the last page is padded with empty
cells, and the back of a page is the same cells mirrored. Knows no game. All lengths are mm.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count

from pnp.layout.cutting import AS_CUT, Cutting
from pnp.layout.folding import fold_lines
from pnp.layout.furniture import Slips, Slug
from pnp.layout.geometry import DoesNotFit, How, Imposed, NoSuchSlot, Sides, Stock, around, paper_name
from pnp.layout.grids import Grid, sideways
from pnp.layout.guides import cut_sheet, guides
from pnp.layout.machine import Machine, by_hand, machine_for
from pnp.layout.marks import Cell
from pnp.layout.piece import Face, Fold, Piece
from pnp.layout.room import Room, is_marked, survey
from pnp.layout.strokes import CutSheet
from pnp.layout.trimming import trimmed
from pnp.layout.turning import turned as turned_piece
from pnp.scene import Group, Layer, Matrix, Page, Path, Rect, Shape, moved, rectangle, times, turned
from pnp.units import TOLERANCE
from pnp.values import dataclass, replace

__all__ = ["DoesNotFit", "Imposed", "Scheme", "Slug", "impose", "scheme"]


@dataclass(frozen=True, slots=True)
class Scheme:
    """How all copies of a piece come on sheets, whatever is drawn on them.

    `piece` is as it lies, `copies` tells by slot which of its faces is there, None for slots that were printed on
    before. `told` are notices.
    """

    piece: Piece
    stock: Stock
    how: How
    slug: Slug
    room: Room
    machine: Machine | None
    copies: tuple[int | None, ...]
    told: tuple[str, ...]

    @property
    def per_page(self) -> int:
        """How many slots a page has."""
        return self.room.fronts.count

    @property
    def sheets(self) -> int:
        """How many sheets of paper all copies take."""
        return -(-len(self.copies) // self.per_page)

    def on(self, sheet: int) -> tuple[int | None, ...]:
        """Return what lies on a sheet, counted from 0."""
        return self.copies[sheet * self.per_page : (sheet + 1) * self.per_page]

    def press(self) -> Press:
        """Return what makes the pages."""
        return Press(self.piece, self.room, self.marked, self.stock.cells is not None, self.how.cutting, self.machine)

    def pages(self, press: Press, first: int, sheets: Sequence[Sequence[Face | None]]) -> tuple[Page, ...]:
        """Return both sides of some sheets, the first of which is number `first` of all, with what lies on each.

        The `press` has begun the faces that lie there.
        """
        two_sided = self.room.two_sided
        sides = (self.slug.word("front"), self.slug.word("back"))

        def finished(page: Page, number: int) -> Page:
            return Page(
                page.width,
                page.height,
                (*page.shapes, press.slips.layer(number + 1)) if press.slips else page.shapes,
                page.trim,
                page.bleed,
                label=f"{number // 2 + 1} {sides[number % 2]}" if two_sided else str(number + 1),
                outline="" if number else self.piece.title,
            )

        made = (side for faces in sheets for side in press.sheet(faces))
        return tuple(map(finished, made, count(first * (2 if two_sided else 1))))

    @property
    def marked(self) -> bool:
        """Whether crop marks or lines show where to cut."""
        return is_marked(self.piece, self.stock, self.how.cutting) and not self.room.own

    def imposed(self, pages: tuple[Page, ...]) -> Imposed:
        """Return the sheets with their pages: of all sheets, or none."""
        room, slug, piece, machine = self.room, self.slug, self.piece, self.machine
        cuts: tuple[Page, ...] = ()
        if machine:
            title = " · ".join((slug.game, slug.piece, *slug.also))
            cuts = machine.cuts([self.drawn(sheet) for sheet in range(self.sheets)], title)
        parts: tuple[CutSheet, ...] = ()
        if self.marked:
            full = cut_sheet(room.fronts, self.per_page, piece)
            last = cut_sheet(room.fronts, len(self.on(self.sheets - 1)), piece)
            parts = (*((full,) * (self.sheets - 1)), last)
        return Imposed(pages, self.sheets, self.per_page, (*self.told, *room.notices, *room.wishes), cuts, parts)

    def drawn(self, sheet: int) -> tuple[Face | None, ...]:
        """Return the faces on a sheet, counted from 0."""
        return tuple(None if at is None else self.piece.faces[at] for at in self.on(sheet))


def impose(piece: Piece, stock: Stock, how: How, slug: Slug) -> Imposed:
    """Lay all copies of `piece` on pages: front, back, front, back; no back pages when no face has a back.

    A page that is exactly as large as the piece, with or without its bleed, carries nothing but the piece.
    Raises DoesNotFit with the arithmetic, NoSuchSlot, ValueError for a piece without a single copy.
    """
    laid = scheme(piece, stock, how, slug)
    return laid.imposed(laid.pages(laid.press(), 0, [laid.drawn(sheet) for sheet in range(laid.sheets)]))


def scheme(piece: Piece, stock: Stock, how: How, slug: Slug) -> Scheme:
    """Return how all copies of `piece` come on sheets. Raises what `impose` raises."""
    if not piece.count:
        raise ValueError(f"{piece.title}: nothing to print, not one copy")
    piece = as_laid(piece, stock, how)
    machine, told = machine_for(piece, stock, how), tuple[str, ...]()
    if machine:
        piece, slug, told = machine.piece, machine.slug(slug), machine.notices
    else:
        how, told = by_hand(piece, stock, how)
    room = survey(piece, stock, how, slug, machine)
    copies: list[int | None] = [*_taken(how.from_slot, room.fronts.count, piece, stock)]
    copies += [at for at, face in enumerate(piece.faces) for _ in range(face.copies)]
    return Scheme(piece, stock, how, slug, room, machine, tuple(copies), told)


def as_laid(piece: Piece, stock: Stock, how: How) -> Piece:
    """Return a piece with the corners, gutters and bleed that are asked for, turned where the paper wants it so."""
    return trimmed(turned_piece(piece) if sideways(piece, stock) else piece, how.cutting)


def _taken(from_slot: int, per_page: int, piece: Piece, stock: Stock) -> Sequence[None]:
    """Return one None for each slot before the one to begin at. Raises NoSuchSlot when a page has fewer."""
    if not 1 <= from_slot <= per_page:
        slots = f"slots 1 to {per_page}" if per_page > 1 else "one slot"
        raise NoSuchSlot(f"there is no slot {from_slot}: a page of {paper_name(stock)} has {slots} for {piece.title}")
    return (None,) * (from_slot - 1)


class Press:
    """Makes the pages of one piece; keeps what it has clipped, so that equal backs stay one object."""

    uses: Counter[int]

    def __init__(
        self,
        piece: Piece,
        room: Room,
        marked: bool,
        labels: bool = False,
        cutting: Cutting = AS_CUT,
        machine: Machine | None = None,
    ) -> None:
        self.piece, self.room, self.marked, self.labels = piece, room, marked, labels
        self.cutting, self.machine = cutting, machine
        self.slips = Slips(room.strips) if room.strips else None
        self.clips: dict[Sides, Path] = {}
        self.slots_of: dict[tuple[Grid, frozenset[Cell], bool], dict[Cell, tuple[Matrix, Sides]]] = {}
        self.marks_of: dict[tuple[Grid, frozenset[Cell], bool], tuple[Layer, ...]] = {}
        self.begin(piece.faces)

    def begin(self, faces: Sequence[Face]) -> None:
        """Take other faces of the piece: what was made of those before is of no use for them."""
        self.uses = Counter(
            id(shape) for face in faces for shape in (face.front, face.back) for _ in range(face.copies)
        )
        self.shared: dict[int, Shape] = {}
        self.clipped: dict[tuple[int, Sides], Shape] = {}

    def move(self, room: Room) -> None:
        """Go on in another room, where the same cells have other neighbours."""
        self.room = room
        self.slots_of.clear()
        self.marks_of.clear()

    def sheet(self, faces: Sequence[Face | None]) -> Iterator[Page]:
        """Yield the front of a sheet and, for a two-sided piece, its back, even when nothing is on it.

        None stands for a slot that was printed on before.
        """
        room = self.room
        cells = {room.fronts.place(index): face for index, face in enumerate(faces) if face}
        taken = frozenset(room.fronts.place(index) for index, face in enumerate(faces) if not face)
        yield self.page(room.fronts, {cell: (face.name, face.front) for cell, face in cells.items()}, False, taken)
        if room.two_sided:
            behind = {room.backs.mirrored(*cell, room.axis): (face.name, face.back) for cell, face in cells.items()}
            taken = frozenset(room.backs.mirrored(*cell, room.axis) for cell in taken)
            yield self.page(room.backs, behind, room.axis == "rows", taken, front=False)

    def page(
        self,
        grid: Grid,
        cells: dict[Cell, tuple[str, Shape | None]],
        half_turn: bool,
        taken: frozenset[Cell] = frozenset(),
        *,
        front: bool = True,
    ) -> Page:
        """Return one printed side with pieces and crop marks; `half_turn` turns the pieces upside down.

        No ink and no mark goes over the cells that are `taken`.
        """
        used = frozenset(cells) | taken
        slots = self.slots(grid, used, half_turn)
        shapes: list[Shape] = [
            Group((self.within(shape, slots[cell][1]),), slots[cell][0], label=name)
            for cell, (name, shape) in cells.items()
            if shape is not None
        ]
        shapes += self.marks(grid, used, front)
        if self.piece.fold:
            shapes.append(self.folds(grid, frozenset(cells), self.piece.fold))
        page = Page(grid.page_width, grid.page_height, tuple(shapes))
        if grid.count > 1 or not self.piece.cut:
            return page
        trim = grid.cell(0, 0)
        return replace(page, trim=trim, bleed=around(trim, self.bleed(grid, (0, 0), used)))

    def marks(self, grid: Grid, used: frozenset[Cell], front: bool) -> tuple[Layer, ...]:
        """Return the guides for the cuts of a page, the same objects for pages with the same cells in use."""
        key = (grid, used, front)
        if key not in self.marks_of:
            found: tuple[Layer, ...] = ()
            if self.machine and front:
                found = (self.machine.marks(grid),)
            elif self.marked:
                found = (*guides(grid, used, self.room.reach, self.piece, self.cutting, front=front),)
            self.marks_of[key] = found
        return self.marks_of[key]

    def folds(self, grid: Grid, used: frozenset[Cell], fold: Fold) -> Layer:
        """Return the lines along which pairs of fronts and backs are folded."""
        word = self.room.strips.slug.word("fold_here") if self.room.strips else ""
        return fold_lines(grid, used, fold, self.room.reach, self.piece.bleed, word)

    def bleed(self, grid: Grid, cell: Cell, used: frozenset[Cell]) -> Sides:
        """Return how far the ink of a cell may go on each side: never over a neighbour, never beyond the margin."""
        column, row = cell
        outer, own = self.room.bleed, self.piece.bleed
        across, down = (min(own, gutter / 2) if abs(gutter) > TOLERANCE else 0.0 for gutter in grid.gutters)

        def side(neighbour: Cell, at_edge: bool, limit: float, inner: float) -> float:
            return limit if at_edge else inner if self.labels or neighbour in used else own

        return Sides(
            side((column - 1, row), column == 0, outer.left, across),
            side((column, row - 1), row == 0, outer.top, down),
            side((column + 1, row), column == grid.columns - 1, outer.right, across),
            side((column, row + 1), row == grid.rows - 1, outer.bottom, down),
        )

    def slots(self, grid: Grid, used: frozenset[Cell], half_turn: bool) -> dict[Cell, tuple[Matrix, Sides]]:
        """Return where a face lies on each cell in use, and how far its ink may go; the same for many pages."""
        key = (grid, used, half_turn)
        if key not in self.slots_of:
            found: dict[Cell, tuple[Matrix, Sides]] = {}
            for cell in used:
                box, bleed = grid.cell(*cell), self.bleed(grid, cell, used)
                matrix = moved(box.x, box.y)
                if half_turn:
                    matrix = times(matrix, turned(2, box.width / 2, box.height / 2))
                found[cell] = matrix, bleed.turned() if half_turn else bleed
            self.slots_of[key] = found
        return self.slots_of[key]

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
            if bleed not in self.clips:
                box = around(Rect(0.0, 0.0, self.piece.width, self.piece.height), bleed)
                self.clips[bleed] = Path(rectangle(box))
            self.clipped[key] = Group((inner,), clip=self.clips[bleed])
        return self.clipped[key]
