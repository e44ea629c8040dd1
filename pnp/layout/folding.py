"""Backs that are not printed on the other side: left out, or beside their fronts, to be folded behind them.

Before a piece is laid. A folded piece is laid like any other, its things being pairs: the front, the fold, the back.
Above a level fold the front stands upright and the back is turned by half, beside an upright one both stand upright;
so the back reads upright in the hand when the card is turned over like the page of a book. Knows no game. All lengths
are mm.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from pnp.layout import text
from pnp.layout.geometry import DoesNotFit, How, Sides, Stock, paper_name
from pnp.layout.grids import Grid, best
from pnp.layout.piece import Face, Fold, Piece
from pnp.scene import WHITE, Group, Layer, Path, Rect, Segment, Shape, Stroke, line, moved, rectangle, times
from pnp.scene import turned as quarters
from pnp.units import fits
from pnp.values import replace

LAYER = "fold lines"
INK = "#6b6b6b"
WIDTH = 0.25
DASH = (2.0, 1.0)
LENGTH = 8.0  # of the marks beyond the pieces
NEAR = 0.5  # from the end of the bleed to a mark
FAMILY, SIZE, LIFT = "Barlow Condensed", 6.5, 0.8  # of the words on a mark, and how high above it they stand


def prepared(piece: Piece, stock: Stock, how: How) -> tuple[Piece, tuple[str, ...]]:
    """Return a piece as it is laid for the backs asked for, with what is to be told about it.

    Only what is cut and has backs changes: a pad, a sheet or a booklet is no use without its other side.
    """
    concerned = piece.laying == "grid" and piece.cut and piece.two_sided
    if not concerned or how.backs not in ("none", "fold"):
        return piece, ()
    if how.backs == "none":
        bare = replace(piece, faces=tuple(replace(face, back=None) for face in piece.faces))
        told = () if piece.kind in ("cards", "tokens") else (f"{piece.title}: its backs are not printed",)
        return bare, told
    folds = () if stock.cells else tuple(_fitting(piece, stock))
    if not folds:
        why = "is all labels" if stock.cells else "does not hold a front and its back beside each other"
        return piece, (f"{piece.title}: {paper_name(stock)} {why}; they are printed on both sides",)
    return pairs(piece, min(folds)[-1]), ()


def _fitting(piece: Piece, stock: Stock) -> Iterator[tuple[int, int, Fold]]:
    """Yield the folds that the paper has room for: those that hold more come first, then those with fewer lines."""
    for fold in ("level", "upright"):
        try:
            grid = best(pairs(piece, fold), stock)
        except DoesNotFit:
            continue
        yield -grid.count, lines(grid, fold), fold


def lines(grid: Grid, fold: Fold) -> int:
    """Return along how many lines a page of pairs is folded."""
    return grid.rows if fold == "level" else grid.columns


def said(grid: Grid, fold: Fold | None) -> Literal["one_sided", "fold_once", "fold_strips"]:
    """Return the key of the words that tell what to do with pages that are printed on one side."""
    if fold is None:
        return "one_sided"
    return "fold_once" if lines(grid, fold) == 1 else "fold_strips"


def pairs(piece: Piece, fold: Fold) -> Piece:
    """Return a piece whose things are fronts with their backs beside them; the fold is the middle of each."""
    width, height = piece.width, piece.height
    apart = (0.0, height) if fold == "level" else (width, 0.0)
    made = _Pairs(piece, fold, apart)
    return replace(
        piece,
        width=width + apart[0],
        height=height + apart[1],
        faces=tuple(Face(face.name, made.pair(face), None, face.copies) for face in piece.faces),
        fold=fold,
    )


class _Pairs:
    """Puts fronts and backs beside each other; equal backs stay one object."""

    def __init__(self, piece: Piece, fold: Fold, apart: tuple[float, float]) -> None:
        self.fold = fold
        trim, bleed = Rect(0.0, 0.0, piece.width, piece.height), piece.bleed
        self.clip = rectangle(_held(trim, bleed, fold))
        self.place = moved(*apart)
        if fold == "level":  # the clip of the front, turned with the back, ends at the fold as well
            self.place = times(self.place, quarters(2, piece.width / 2, piece.height / 2))
        else:
            self.behind = rectangle(_held(trim, bleed, fold, back=True))
        self.made: dict[tuple[int, bool], Group] = {}

    def pair(self, face: Face) -> Group:
        """Return both sides of a card; the place of a back that there is not stays empty."""
        sides = [self.side(face.front, back=False)]
        if face.back is not None:
            sides.append(Group((self.side(face.back, back=True),), self.place))
        return Group(tuple(sides))

    def side(self, shape: Shape, *, back: bool) -> Group:
        found = self.made.get((id(shape), back))
        if found is None:
            outline = self.behind if back and self.fold == "upright" else self.clip
            found = self.made[id(shape), back] = Group((shape,), clip=Path(outline), once=True)
        return found


def _held(trim: Rect, bleed: float, fold: Fold, *, back: bool = False) -> Rect:
    """Return where the ink of a side may be: over its trim into the bleed, but not over the fold."""
    if fold == "level":
        return Rect(trim.x - bleed, trim.y - bleed, trim.width + 2 * bleed, trim.height + bleed)
    return Rect(trim.x if back else trim.x - bleed, trim.y - bleed, trim.width + bleed, trim.height + 2 * bleed)


def fold_lines(
    grid: Grid, used: frozenset[tuple[int, int]], fold: Fold, reach: Sides, bleed: float, word: str
) -> Layer:
    """Return the lines to fold along through the `used` pairs, with marks at both ends and a word on one of them.

    `reach` is how far marks may go out from the block of cells, `bleed` how far ink may.
    """
    level = fold == "level"
    on_pieces: list[Segment] = []
    beside: list[Segment] = []
    words: list[Shape] = []
    before, after = (reach.left, reach.right) if level else (reach.top, reach.bottom)
    block = grid.block
    first, last = (block.x, block.right) if level else (block.y, block.bottom)
    for lane in sorted({row if level else column for column, row in used}):
        cells = [grid.cell(*cell) for cell in used if cell[1 if level else 0] == lane]
        at = cells[0].y + cells[0].height / 2 if level else cells[0].x + cells[0].width / 2
        start = min(cell.x if level else cell.y for cell in cells)
        end = max(cell.right if level else cell.bottom for cell in cells)
        on_pieces += _along(start, end, at, level)
        beside += _along(first - min(before, bleed + NEAR + LENGTH), first - bleed - NEAR, at, level)
        beside += _along(end + bleed + NEAR, min(last + after, end + bleed + NEAR + LENGTH), at, level)
        words += _word(word, first - bleed - NEAR, at, before - bleed - NEAR, level)
    casing = Path(tuple(on_pieces), stroke=Stroke(WHITE, WIDTH))
    dashes = Path(tuple(on_pieces), stroke=Stroke(INK, WIDTH, DASH))
    marks = (Path(tuple(beside), stroke=Stroke(INK, WIDTH, DASH)),) if beside else ()
    return Layer(LAYER, (casing, dashes, *marks, *words))


def _along(start: float, end: float, at: float, level: bool) -> tuple[Segment, ...]:
    if end - start < DASH[0]:
        return ()
    return line(start, at, end, at) if level else line(at, start, at, end)


def _word(word: str, end: float, at: float, room: float, level: bool) -> tuple[Shape, ...]:
    """Return the word on the mark that ends at `end` of the line `at`, where it has room to stand."""
    wide = text.width(word, family=FAMILY, weight=400, size=SIZE)
    if not word or not fits(wide, room):
        return ()
    x, y = (end, at) if level else (at, end)
    said = text.label(word, x, y - LIFT, family=FAMILY, weight=400, size=SIZE, color=INK, align="right")
    return (said,) if level else (Group((said,), quarters(1, x, y)),)
