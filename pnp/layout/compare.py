"""Two versions of faces side by side: before, after, and where they differ. Part of layout; names no game.

All lengths are mm.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pnp.layout import text
from pnp.layout.geometry import Stock
from pnp.layout.masthead import (
    FAMILY,
    HEAD,
    MARGIN,
    QUIET,
    RUNNING,
    Masthead,
    cut_short,
    folio,
    masthead,
    running,
    small,
)
from pnp.layout.piece import Face, Piece
from pnp.scene import GREY, WHITE, Group, Image, Page, Path, Pixels, Rect, Shape, Stroke, line, moved, rectangle
from pnp.units import fits
from pnp.values import dataclass

WORDS = 34.0  # the column of words
GAP = 4.0
TALLEST = 51.0
COLUMNS = 7.0  # the line with the names of the columns
AROUND = 1.4  # how far outside a change its frame stands, on the card
FRAME = "#d55e00"  # vermilion, as the changes are drawn
LOW = 4.0  # under the names of the columns, under a row and under its line


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a face of a piece."""

    piece: Piece
    face: Face
    shape: Shape


@dataclass(frozen=True, slots=True)
class Compared:
    """One line of the sheet: `where` the face is, its number and `name`, what became of it, and its pictures.

    `areas` are where it changed, from the trim's top left corner; `picture` shows the changes, as large as both.
    """

    where: str
    name: str
    what: str
    before: Side | None
    after: Side | None
    areas: tuple[Rect, ...] = ()
    picture: Pixels | None = None
    size: tuple[float, float] = (0.0, 0.0)


def comparison(rows: Sequence[Compared], head: Masthead, stock: Stock, word: Callable[[str], str]) -> tuple[Page, ...]:
    """Return the rows on upright pages of `stock`; `word` gives words by key."""
    width, height = min(stock.width, stock.height), max(stock.width, stock.height)
    room = (width - 2 * MARGIN - WORDS - 3 * GAP) / 3
    pages: list[list[Shape]] = []
    y = height
    for row in rows:
        scale = _scale(row, room)
        tall = max(13.0, max(side.piece.height for side in (row.before, row.after) if side) * scale)
        if not fits(y + tall, height - MARGIN):
            pages.append(list(running(head, width) if pages else masthead(head, width)))
            y = (HEAD if len(pages) == 1 else RUNNING) + COLUMNS
            pages[-1] += _columns(y, room, word)
            y += LOW
        pages[-1].append(Group(tuple(_row(row, room, scale, word)), moved(MARGIN, y)))
        y += tall + LOW
        pages[-1].append(Path(line(MARGIN, y, width - MARGIN, y), stroke=Stroke(GREY, 0.25)))
        y += LOW
    return tuple(
        Page(width, height, (*shapes, folio(number, len(pages), width, height)), label=str(number))
        for number, shapes in enumerate(pages, 1)
    )


def _left(column: int, room: float) -> float:
    return WORDS + GAP + column * (room + GAP)


def _columns(y: float, room: float, word: Callable[[str], str]) -> Iterator[Shape]:
    """Yield the names of the columns."""
    for column, key in enumerate(("diff_before", "diff_after", "diff_difference")):
        x = MARGIN + _left(column, room)
        yield text.label(word(key), x, y, family=FAMILY, weight=700, size=8, color=QUIET)


def _scale(row: Compared, room: float) -> float:
    sides = [side.piece for side in (row.before, row.after) if side]
    return min(1.0, *(min(room / piece.width, TALLEST / piece.height) for piece in sides))


def _row(row: Compared, room: float, scale: float, word: Callable[[str], str]) -> Iterator[Shape]:
    """Yield a row from its own top left corner."""
    yield cut_short(row.where, 0, 3, WORDS, weight=700, size=9)
    yield cut_short(row.name, 0, 7, WORDS, size=8)
    yield cut_short(row.what, 0, 11 if row.name else 7, WORDS, size=8, color=QUIET)
    for column, side in enumerate((row.before, row.after)):
        x = _left(column, room)
        if side is None:
            yield _nothing(x, word("diff_new" if column == 0 else "diff_gone"))
            continue
        box = Rect(x, 0, side.piece.width * scale, side.piece.height * scale)
        yield small(side.piece, side.face, side.shape, box)
    if row.after is not None:
        yield from _frames(row.areas, _left(1, room), scale)
    if row.picture is not None:
        x = _left(2, room)
        box = Rect(x, 0, row.size[0] * scale, row.size[1] * scale)
        yield Image(box, row.picture)
        yield Path(rectangle(box), stroke=Stroke(GREY, 0.25))
        yield from _frames(row.areas, x, scale)


def _nothing(x: float, words: str) -> Group:
    return text.label(f"— {words}", x, 3, family=FAMILY, size=8, color=QUIET)


def _frames(areas: Sequence[Rect], x: float, scale: float) -> Iterator[Shape]:
    for area in areas:
        box = area.grown(AROUND)
        placed = Rect(x + box.x * scale, box.y * scale, box.width * scale, box.height * scale)
        yield Path(rectangle(placed), stroke=Stroke(WHITE, 1.3))
        yield Path(rectangle(placed), stroke=Stroke(FRAME, 0.6))
