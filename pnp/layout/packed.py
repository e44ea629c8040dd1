"""Pieces of several sizes on the fewest sheets, drawn: fronts, backs exactly behind them, guides for the knife.

Where they lie is settled by `packing`; each block of equal pieces is then imposed like a page of its own.
Knows no game. All lengths are mm.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence

from pnp.layout.furniture import Slug, furniture
from pnp.layout.geometry import DoesNotFit, How, Imposed, Sides, Stock, outside, paper_name, same
from pnp.layout.grids import Grid
from pnp.layout.guides import cut_sheet, shortened
from pnp.layout.impose import Press
from pnp.layout.marks import NEAR, SHORTEST, USEFUL
from pnp.layout.packing import Block, Lot, Sheet, centred, pack
from pnp.layout.packing_rooms import Space, numbered, spaces, whole_spaces
from pnp.layout.piece import Face, Piece
from pnp.layout.room import BEYOND, Room, is_marked, offset
from pnp.layout.strokes import CutSheet
from pnp.layout.trimming import trimmed
from pnp.layout.turning import turned
from pnp.scene import Layer, Page, Rect, Shape
from pnp.units import fits, tidy
from pnp.values import dataclass, field, replace

SHORT = 1.0  # mm: a crop mark that is still seen


def lots(pieces: Sequence[Piece], *, by_side: bool = False) -> tuple[Piece, ...]:
    """Return one piece for each size, with the faces of all pieces of that size; two-sided ones come first in it.

    `by_side` keeps those with a back from those without.
    """
    found: dict[tuple[object, ...], list[Piece]] = {}
    for piece in sorted(pieces, key=lambda piece: not piece.two_sided):
        look = (piece.lined, piece.radius, piece.fold, piece.kind == "tokens", piece.two_sided and by_side)
        found.setdefault((piece.width, piece.height, piece.bleed, piece.gutter, *look), []).append(piece)
    return tuple(replace(same[0], faces=sum((piece.faces for piece in same), ())) for same in found.values())


def impose_packed(pieces: Sequence[Piece], stock: Stock, how: How, slug: Slug) -> Imposed:
    """Lay all copies of all pieces on the fewest sheets found: front, back, front, back; no backs where there are none.

    A sheet without backs keeps to one side, unless sharing it saves a sheet. Raises DoesNotFit.
    """
    made = [trimmed(piece, replace(how.cutting, cutter=None)) for piece in pieces]
    tidily = spaces(stock, how.flip, slug, max(NEAR + USEFUL, *(piece.bleed for piece in made)))
    closely = (*tidily, *spaces(stock, how.flip, slug, NEAR + SHORT))
    tightly = (*closely, *whole_spaces(stock, how.flip))
    ways = (tidily, closely, tightly)
    found = [plan for rooms in ways for plan in (_apart(made, rooms), _plan(lots(made), rooms)) if plan]
    if not found:
        raise DoesNotFit(_arithmetic(made, stock, tightly))
    best = min(found, key=lambda plan: len(plan.sheets))
    return _Packed(_eased(best, ways), stock, how, slug, any(piece.two_sided for piece in made)).imposed()


@dataclass(frozen=True, slots=True)
class _Plan:
    """Pieces by size, the spaces they may lie in, and the sheets that hold them."""

    lots: tuple[Piece, ...]
    spaces: tuple[Space, ...]
    sheets: tuple[Sheet, ...]


def _plan(pieces: tuple[Piece, ...], rooms: tuple[Space, ...]) -> _Plan | None:
    if not rooms:
        return None
    sheets = pack([_lot(piece, piece.count) for piece in pieces], _sizes(rooms))
    return _Plan(pieces, rooms, sheets) if sheets else None


def _eased(plan: _Plan, ways: Sequence[tuple[Space, ...]]) -> _Plan:
    """Return the plan with each sheet's pieces where bleed and rulers have most room; `ways` begin with the best."""
    sheets: list[Sheet] = []
    for sheet in plan.sheets:
        here = [sum(block.number for block in sheet.blocks if block.lot == at) for at in range(len(plan.lots))]
        some = [_lot(lot, number) for lot, number in zip(plan.lots, here, strict=True)]
        better = (rooms for rooms in ways if 0 < len(rooms) <= sheet.room)
        found = (pack(some, _sizes(rooms)) for rooms in better)
        sheets += next((alone for alone in found if alone and len(alone) == 1), (sheet,))
    return replace(plan, sheets=tuple(sheets))


def _lot(piece: Piece, number: int) -> Lot:
    return Lot(piece.width, piece.height, piece.gutter, number, piece.fold is None)


def _sizes(rooms: Sequence[Space]) -> list[tuple[float, float]]:
    return [space.size for space in rooms]


def _apart(pieces: Sequence[Piece], rooms: tuple[Space, ...]) -> _Plan | None:
    """Return the sheets of two-sided pieces, then those of the others."""
    merged = lots(pieces, by_side=True)
    both, one = (tuple(lot for lot in merged if lot.two_sided is side) for side in (True, False))
    plans = [_plan(some, rooms) for some in (both, one) if some]
    if not all(plans):
        return None
    sheets: list[Sheet] = []
    for plan, before in zip(plans, (0, len(both)), strict=False):
        for sheet in plan.sheets if plan else ():
            blocks = (replace(block, lot=block.lot + before) for block in sheet.blocks)
            sheets.append(replace(sheet, blocks=tuple(blocks)))
    return _Plan((*both, *one), rooms, tuple(sheets))


def _arithmetic(pieces: Sequence[Piece], stock: Stock, rooms: Sequence[Space]) -> str:
    wide = next(
        (piece for piece in pieces if _plan((replace(piece, faces=piece.faces[:1]),), tuple(rooms)) is None), pieces[0]
    )
    size = f"{tidy(wide.width)} × {tidy(wide.height)} mm"
    return f"{wide.title} does not fit: {size}; {paper_name(stock)} holds it neither upright nor turned"


@dataclass(slots=True)
class _Packed:
    """Draws the sheets of a plan."""

    plan: _Plan
    stock: Stock
    how: How
    slug: Slug
    duplex: bool
    waiting: dict[int, deque[int]] = field(default_factory=dict)
    presses: dict[tuple[int, bool], Press] = field(default_factory=dict)
    short: set[int] = field(default_factory=set)
    stubby: set[int] = field(default_factory=set)

    def imposed(self) -> Imposed:
        """Return the finished pages."""
        for index, lot in enumerate(self.plan.lots):
            self.waiting[index] = deque(at for at, face in enumerate(lot.faces) for _ in range(face.copies))
        pages = [side for number, sheet in enumerate(self.plan.sheets) for side in self.sheet(number, sheet)]
        slips = self.slips(len(pages))
        sides = (self.slug.word("front"), self.slug.word("back"))
        finished = tuple(
            replace(
                page,
                shapes=page.shapes + self.slip(slips, index, page),
                label=f"{index // 2 + 1} {sides[index % 2]}" if self.duplex else str(index + 1),
                outline="" if index else self.slug.piece,
            )
            for index, page in enumerate(pages)
        )
        return Imposed(finished, len(self.plan.sheets), 0, tuple(self.notices()), blocks=tuple(self.blocks()))

    def blocks(self) -> Iterator[CutSheet]:
        """Yield each block that a knife has to part."""
        for sheet in self.plan.sheets:
            for block in sheet.blocks:
                press = self.press(block)
                if press.marked:
                    yield cut_sheet(self.grid(block, self.plan.spaces[sheet.room]), block.number, press.piece)

    def slips(self, pages: int) -> Mapping[int, tuple[Layer, ...]]:
        """Return the furniture of all pages for each space that is used."""
        used = {sheet.room for sheet in self.plan.sheets}
        strips = {at: self.plan.spaces[at].strips for at in used}
        said = "fold_strips" if any(lot.fold for lot in self.plan.lots) else "one_sided"
        flip = self.how.backs if self.duplex else None
        return {at: furniture(numbered(found, pages, flip, said)) for at, found in strips.items() if found}

    def slip(self, slips: Mapping[int, tuple[Layer, ...]], index: int, page: Page) -> tuple[Layer, ...]:
        """Return the furniture of a page, none on a back that stays empty."""
        at = self.plan.sheets[index // 2 if self.duplex else index].room
        return slips[at][index : index + 1] if at in slips and page.shapes else ()

    def sheet(self, number: int, sheet: Sheet) -> Iterator[Page]:
        """Yield the front of a sheet and, in a two-sided print, its back; note a sheet with too little bleed."""
        space = self.plan.spaces[sheet.room]
        blocks = centred(sheet, space.size).blocks
        grids = [offset(self.grid(block, space), self.stock, space.axis) for block in blocks]
        fronts, backs = [front.block for front, _ in grids], [back.block for _, back in grids]
        presses = [self.press(block) for block in blocks]
        faces = [
            [press.piece.faces[self.waiting[block.lot].popleft()] for _ in range(block.number)]
            for block, press in zip(blocks, presses, strict=True)
        ]
        for front, boxes in ((True, fronts), (False, backs)) if self.duplex else ((True, fronts),):
            shapes: list[Shape] = []
            if front or any(face.back is not None for some in faces for face in some):
                for index, press in enumerate(presses):
                    room, whole = self.room(press.piece, grids[index], index, boxes, space)
                    press.move(room)
                    self.short |= set() if whole else {number}
                    if press.marked and any(shortened(press.piece, press.room.reach, press.room.bleed, press.cutting)):
                        self.stubby.add(number)
                    shapes += _side(press, faces[index], front)
            yield Page(*space.page, _merged(shapes))

    def grid(self, block: Block, space: Space) -> Grid:
        """Return the cells of a block on the page."""
        lot = self.plan.lots[block.lot]
        width, height = (lot.height, lot.width) if block.turned else (lot.width, lot.height)
        x, y = space.box.x + block.box.x, space.box.y + block.box.y
        return Grid(*space.page, block.columns, block.rows, width, height, lot.gutter, x, y)

    def room(
        self, lot: Piece, grids: tuple[Grid, Grid], index: int, boxes: Sequence[Rect], space: Space
    ) -> tuple[Room, bool]:
        """Return how far ink and marks of a block may go on one side of its sheet, and whether its bleed has room."""
        out, alone = _out(index, boxes, space.inner, lot.bleed)
        bleed = out.each(lambda length: max(0.0, min(lot.bleed, length)))
        rest = outside(space.inner, Rect(0.0, 0.0, *space.page)).each(
            lambda edge: self.stock.margin if same(edge, self.stock.margin) else 0.0
        )
        reach = out.each(
            lambda length, end, beyond: (
                length if not end or fits(NEAR + SHORTEST, length) else min(BEYOND, length + beyond)
            ),
            alone,
            rest,
        )
        whole = all(fits(lot.bleed, side) for side, end in zip(bleed.all, alone.all, strict=True) if end)
        room = Room(
            fronts=grids[0],
            backs=grids[1],
            axis=space.axis,
            two_sided=self.duplex,
            own=False,
            bleed=bleed,
            reach=reach,
            number=grids[0].count,
        )
        return room, whole

    def press(self, block: Block) -> Press:
        """Return what draws the pieces of a block, the same for all that lie the same way."""
        key = (block.lot, block.turned)
        if key not in self.presses:
            lot = self.plan.lots[block.lot]
            cutting = replace(self.how.cutting, cutter=None)
            marked = is_marked(lot, self.stock, cutting)
            room = Room(*((_NO_GRID,) * 2), "columns", False, False, _NO_SIDES, _NO_SIDES, 0)
            self.presses[key] = Press(turned(lot) if block.turned else lot, room, marked, cutting=cutting)
        return self.presses[key]

    def notices(self) -> Iterator[str]:
        """Yield sentences about what has no room."""
        title, paper = self.slug.piece, paper_name(self.stock)
        bare = sum(self.plan.spaces[sheet.room].strips is None for sheet in self.plan.sheets)
        if bare:
            yield f"{title}: {_sheets(bare, paper)} packed up to the printer's margin, without rulers"
        if self.short:
            yield f"{title}: on {_sheets(len(self.short), paper)} some bleed ends where the printable part does"
        if self.stubby:
            length = tidy(self.how.cutting.length)
            yield f"{title}: on {_sheets(len(self.stubby), paper)} some crop marks have no room for {length} mm"
        if self.how.cutting.cutter:
            yield f"{title}: packed sheets have no registration marks; cut them by hand"


_NO_SIDES = Sides(0.0, 0.0, 0.0, 0.0)
_NO_GRID = Grid(0.0, 0.0, 0, 0, 0.0, 0.0, 0.0, 0.0, 0.0)


def _sheets(number: int, paper: str) -> str:
    return f"one sheet of {paper}" if number == 1 else f"{number} sheets of {paper}"


def _side(press: Press, faces: Sequence[Face], front: bool) -> tuple[Shape, ...]:
    """Return one side of a block with its guides."""
    room = press.room
    cells = {room.fronts.place(at): face for at, face in enumerate(faces)}
    if front:
        return press.page(room.fronts, {at: (face.name, face.front) for at, face in cells.items()}, False).shapes
    behind = {room.backs.mirrored(*at, room.axis): (face.name, face.back) for at, face in cells.items()}
    return press.page(room.backs, behind, room.axis == "rows", front=False).shapes


def _out(index: int, boxes: Sequence[Rect], inner: Rect, bleed: float) -> tuple[Sides, Sides]:
    """Return how far a block may reach on each side, and where nothing stands in its way but the end of the page (1).

    Neighbours share the gap between them; one that lies askew counts when bleed could reach it.
    """
    box, grown = boxes[index], boxes[index].grown(max(bleed, NEAR))
    far = list(outside(box, inner).all)
    alone = [1.0] * 4
    for other in (one for at, one in enumerate(boxes) if at != index):
        beside = other.y < grown.bottom and other.bottom > grown.y
        above = other.x < grown.right and other.right > grown.x
        gaps = (box.x - other.right, box.y - other.bottom, other.x - box.right, other.y - box.bottom)
        for side, gap in enumerate(gaps):
            if gap >= 0 and (above if side % 2 else beside):
                far[side], alone[side] = min(far[side], gap / 2), 0.0
    return Sides(*far), Sides(*alone)


def _merged(shapes: Sequence[Shape]) -> tuple[Shape, ...]:
    """Return shapes with the layers of one name made one; they come last."""
    layers: dict[str, tuple[Shape, ...]] = {}
    rest: list[Shape] = []
    for shape in shapes:
        if isinstance(shape, Layer):
            layers[shape.name] = layers.get(shape.name, ()) + shape.children
        else:
            rest.append(shape)
    return (*rest, *(Layer(name, children) for name, children in layers.items()))
