"""Saddle stitch: the pages of a booklet, two by two on sheets to be folded in the middle and stapled.

The fold is the middle of the paper, pages touch it. A page may lie in the printer's margin as long as its words do not:
the booklet is not cut, so the paper beyond a page only makes its outer margin wider. Beside imposition; knows no game.
All lengths are mm.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from pnp.extent import extent, moved_box, union
from pnp.layout.furniture import INK, Sheet, Slug, Strips, furniture, settle
from pnp.layout.geometry import Axis, How, Imposed, Sides, Stock, axis, outside, paper_name, same
from pnp.layout.grids import Grid, centred
from pnp.layout.impose import impose
from pnp.layout.marks import NEAR as FROM_TRIM
from pnp.layout.marks import USEFUL, crop_marks
from pnp.layout.piece import Face, Piece
from pnp.layout.room import APART, AROUND_SHEET, offset, paper_line
from pnp.scene import Group, Layer, Page, Path, Rect, Segment, Shape, Stroke, Text, line, moved, rectangle, times
from pnp.scene import turned as quarter_turns
from pnp.units import fits, tidy
from pnp.values import replace

__all__ = ["LAYER", "impose_booklet", "sheets"]

LAYER = "fold and staples"
LEAF = 4  # pages of a folded sheet
WIDTH = 0.3  # of the marks
FOLD, DASH = 4.0, (0.8, 0.8)  # the dashes at both ends of the fold
STAPLE, PRONG = 12.0, 1.2  # a staple lies along the fold; short lines across show its ends
STAPLES = (0.25, 0.75)  # of a page's height


def sheets(pages: int) -> tuple[tuple[tuple[int, int], tuple[int, int]], ...]:
    """Return the numbers of the pages on each sheet, the outermost first: front (left, right), back (left, right).

    Counted up to the next multiple of four: numbers above `pages` are blank and come last when the booklet is read.
    """
    last = -(-pages // LEAF) * LEAF
    return tuple(((last - at, 1 + at), (2 + at, last - 1 - at)) for at in range(0, last // 2, 2))


def impose_booklet(piece: Piece, stock: Stock, how: How, slug: Slug) -> Imposed:
    """Lay the faces of `piece`, its pages in reading order, front and back of each sheet, the outermost sheet first.

    Where two pages do not fit side by side, every page gets a sheet of its own. Raises DoesNotFit when not even one
    fits, ValueError for a booklet without a page.
    """
    if not piece.faces:
        raise ValueError(f"{piece.title}: nothing to print, not one page")
    grid = _spread(piece, stock)
    if grid is None:
        return impose(replace(piece, laying="grid"), stock, how, slug)
    return _Bindery(piece, stock, how, slug, grid).bound()


def _spread(piece: Piece, stock: Stock) -> Grid | None:
    """Return two cells side by side in the middle of the paper as it is given or turned, the wider way first."""
    size = (piece.width, piece.height)
    for page in sorted(((stock.width, stock.height), (stock.height, stock.width)), reverse=True):
        if fits(2 * piece.width, page[0]) and fits(piece.height, page[1]):
            return centred(page, size, columns=2)
    return None


class _Bindery:
    """Makes the sides of one booklet; a side is (left page, right page), on backs perhaps upside down."""

    def __init__(self, piece: Piece, stock: Stock, how: How, slug: Slug, grid: Grid) -> None:
        self.piece, self.stock, self.how, self.slug = piece, stock, how, slug
        self.own = same(grid.page_width, 2 * piece.width) and same(grid.page_height, piece.height)
        self.axis: Axis = axis(grid.page_width, grid.page_height, how.flip)
        self.grids = offset(grid, stock, self.axis)
        margin = 0.0 if self.own else stock.margin
        self.printed = Rect(0.0, 0.0, grid.page_width, grid.page_height).grown(-margin)
        self.reach = cache(lambda number: extent(piece.faces[number].front))

    def bound(self) -> Imposed:
        """Return all sides with what stands in their margins."""
        leaves = sheets(len(self.piece.faces))
        sides = [side for leaf in leaves for side in leaf]
        drawn = [tuple(self.pages(side, index % 2)) for index, side in enumerate(sides)]
        inks = [union(extent(shape) for shape in shapes) for shapes in drawn]
        strips, free = self.strips(inks)
        slips = furniture(strips) if strips else ()
        words = (self.slug.word("front"), self.slug.word("back"))
        finished = []
        for index, pages in enumerate(drawn):
            slip = slips[index : index + 1] if index in free else ()
            marks = () if self.own else self.marks(index, len(sides))
            label = f"{index // 2 + 1} {words[index % 2]}"
            size = (self.grids[0].page_width, self.grids[0].page_height)
            outline = "" if index else self.piece.title
            finished.append(Page(*size, (*pages, *marks, *slip), label=label, outline=outline))
        return Imposed(tuple(finished), len(leaves), 2, tuple(self.notices(sides, bool(strips))))

    def pages(self, side: tuple[int, int], back: int) -> Iterator[Group]:
        """Yield the pages of a side at their places; a blank one is nothing."""
        grid = self.grids[back]
        half_turn = back and self.axis == "rows"
        for column, number in enumerate(side):
            if number > len(self.piece.faces):
                continue
            box = grid.cell(1 - column if half_turn else column, 0)
            matrix = moved(box.x, box.y)
            if half_turn:
                matrix = times(matrix, quarter_turns(2, box.width / 2, box.height / 2))
            face = self.piece.faces[number - 1]
            yield Group((self.within(face, number - 1, box, bool(half_turn)),), matrix, label=face.name)

    def within(self, face: Face, number: int, box: Rect, half_turn: bool) -> Shape:
        """Return a page without the ink that would cross the fold or lie where the printer cannot print."""
        reach, over = self.reach(number), outside(box, self.printed)
        over = (over.turned() if half_turn else over).each(lambda side: max(0.0, -side))
        room = Rect(
            over.left,
            over.top,
            self.piece.width - over.left - over.right,
            self.piece.height - over.top - over.bottom,
        )
        if reach is None or all(fits(-side, 0.0) for side in outside(reach, room).all):
            return face.front
        return Group((face.front,), clip=Path(rectangle(room)))

    def strips(self, inks: Sequence[Rect | None]) -> tuple[Strips | None, frozenset[int]]:
        """Return the page furniture and the sides it has room on: all of them, else all but the cover."""
        if self.own:
            return None, frozenset()
        for first in (0, 1):
            kept = range(first, len(inks))
            free = Sides(*(min(self.free(inks[index]).all[edge] for index in kept) for edge in range(4)))
            grid = self.grids[0]
            sheet = Sheet(
                width=grid.page_width,
                height=grid.page_height,
                block=_common(grid.block, self.printed),
                margin=self.stock.margin,
                free=free,
                pages=len(inks),
                flip="flip_long" if self.how.flip == "long" else "flip_short",
                axis=self.axis,
                paper=paper_line(self.stock),
                backs=self.how.backs,
            )
            if strips := settle(sheet, self.slug):
                return strips, frozenset(kept)
        return None, frozenset()

    def free(self, ink: Rect | None) -> Sides:
        """Return how deep the margins of a side are, inside the printable part and outside its ink."""
        box = ink or Rect(self.printed.width / 2, self.printed.height / 2, 0.0, 0.0)
        return outside(box, self.printed).each(lambda side: side - AROUND_SHEET - APART)

    def marks(self, index: int, count: int) -> Iterator[Layer]:
        """Yield the ends of the fold, staples on the innermost and the outermost side, and where large paper is cut."""
        grid = self.grids[index % 2]
        x, printed = grid.x + grid.width, self.printed
        ends = ((printed.y, printed.y + FOLD), (printed.bottom - FOLD, printed.bottom))
        bare = not self.inked(index)
        folds = [seg for start, end in ends for seg in line(x, start, x, end)] if bare else []
        staples: list[Segment] = []
        if index == count - 1 or (index == 0 and bare):
            for share in STAPLES:
                y = grid.y + share * grid.height
                staples += line(x, y - STAPLE / 2, x, y + STAPLE / 2)
                for end in (y - STAPLE / 2, y + STAPLE / 2):
                    staples += line(x - PRONG, end, x + PRONG, end)
        dashed = [Path(tuple(folds), stroke=Stroke(INK, WIDTH, DASH))] if folds else []
        solid = [Path(tuple(staples), stroke=Stroke(INK, WIDTH))] if staples else []
        if dashed or solid:
            yield Layer(LAYER, (*dashed, *solid))
        room = outside(grid.block, printed)
        if self.how.cutting.shown(self.stock) and all(fits(FROM_TRIM + USEFUL, side) for side in room.all):
            whole = replace(grid, columns=1, width=2 * grid.width)
            cut = crop_marks(whole, frozenset({(0, 0)}), room, 0.0)
            if cut:
                yield cut

    def inked(self, index: int) -> bool:
        """Say whether a page of a side has ink at the fold."""
        side = sheets(len(self.piece.faces))[index // 2][index % 2]
        reaches = [self.reach(number - 1) for number in side if number <= len(self.piece.faces)]
        return any(reach and (reach.x < PRONG or reach.right > self.piece.width - PRONG) for reach in reaches)

    def notices(self, sides: Sequence[tuple[int, int]], furnished: bool) -> Iterator[str]:
        """Yield what the author should know: words that will not be printed, notes that found no room."""
        title, paper = self.piece.title, paper_name(self.stock)
        for index, side in enumerate(sides):
            lost = max((self.lost(group) for group in self.pages(side, index % 2)), default=0.0)
            if not fits(lost, 0.0):
                yield f"{title}: words on page {min(side)} reach {tidy(lost)} mm into the printer's margin of {paper}"
        if not furnished and not self.own:
            yield f"{title}: the margins of {paper} have no room for the rulers and the notes of the page"

    def lost(self, group: Group) -> float:
        """Return how far words of a placed page lie outside the printable part."""
        return max((-min(outside(box, self.printed).all) for box in _words(group)), default=0.0)


def _words(shape: Shape) -> Iterator[Rect]:
    """Yield the rectangle of every run of words."""
    match shape:
        case Group():
            for child in shape.children:
                yield from (moved_box(box, shape.matrix) for box in _words(child))
        case Layer():
            for child in shape.children:
                yield from _words(child)
        case Text():
            box = extent(shape)
            if box:
                yield box
        case _:
            pass


def _common(one: Rect, other: Rect) -> Rect:
    left, top = max(one.x, other.x), max(one.y, other.y)
    return Rect(left, top, min(one.right, other.right) - left, min(one.bottom, other.bottom) - top)
