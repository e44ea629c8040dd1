"""A block for each player with a line for every round, run or board. The part of a pad for games that count as they go.

Part of the pads; knows score fields, no game. All lengths are mm, sizes of type in points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, groupby

from pnp.data.game import Field
from pnp.layout import text
from pnp.pieces.context import Context
from pnp.pieces.pad_look import (
    EQUALS,
    FIRM,
    HEAVY,
    SMALLEST,
    Block,
    Look,
    cell,
    check_wide,
    filled,
    framed,
    need,
    rule,
    set_in,
)
from pnp.scene import WHITE, Color, Rect, Shape
from pnp.values import dataclass, replace

PANEL = 36.0  # the inked panel with name and total
HEAD = 8.5  # the titles of the columns
INSET = 2.0  # from the edge of the panel to what is written in it
NAME, TOTALS = 10.0, 15.0  # heights of the name and of the total
SUMS = 19.0  # the width of the column of sums
NUMBERS, LONGEST = 9.0, 26.0  # the least and the greatest width of the titles of the rows
STRIP, LABEL = 15.0, 4.6  # a line of fields that are counted once, and their titles in it
ROWS = 4  # of records without a limit
WEIGHTS = {"count": 1.0, "flag": 1.0, "choice": 1.6, "list": 2.2, "text": 2.2, "records": 1.0}


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a block, as wide as the block; `draw` is given what each of its rows grows by, and its top."""

    height: float
    rows: int
    draw: Callable[[float, float], tuple[Shape, ...]]


def block(fields: Sequence[Field], width: float, look: Look, ctx: Context) -> Block:
    """Return the block of one player: a table for each field of records, lines of cells for the others, in order."""
    parts = [_part(group, recorded, width, look, ctx) for recorded, group in _groups(fields)]
    height = max(sum(part.height for part in parts), 2 * INSET + NAME + TOTALS + 7.0)

    def draw(grown: float, number: int) -> tuple[Shape, ...]:
        tall = height + sum(part.rows * grown for part in parts)
        shapes: list[Shape] = list(_panel(tall, look, ctx))
        down = 0.0
        for part in parts:
            shapes += part.draw(grown, down)
            down += part.height + part.rows * grown
        shapes.append(framed(Rect(0.0, 0.0, width, tall), look.ink, FIRM))
        return tuple(shapes)

    return Block(height, sum(part.rows for part in parts), draw)


def _groups(fields: Sequence[Field]) -> Iterator[tuple[bool, list[Field]]]:
    """Yield neighbouring fields that are shown alike: one of records is alone, others stand together."""
    for recorded, group in groupby(fields, key=lambda field: field.kind == "records"):
        if recorded:
            yield from ((True, [field]) for field in group)
        else:
            yield False, list(group)


def _panel(height: float, look: Look, ctx: Context) -> Iterator[Shape]:
    yield filled(Rect(0.0, 0.0, PANEL, height), look.ink)
    yield filled(Rect(INSET, INSET, PANEL - 2 * INSET, NAME), WHITE)
    bottom = height - INSET
    yield filled(Rect(INSET, bottom - TOTALS, PANEL - 2 * INSET, TOTALS), WHITE)
    style = text.Style(look.display, size=11, smallest=8, valign="bottom", color=look.on_ink, wrap=False)
    room = Rect(INSET, bottom - TOTALS - 8.0, PANEL - 2 * INSET, 6.2)
    yield from set_in(look.total, room, style, ctx)


def _part(fields: list[Field], recorded: bool, width: float, look: Look, ctx: Context) -> _Part:
    return _table(fields[0], width, look, ctx) if recorded else _strip(fields, width, look, ctx)


def _centred(family: str, size: float, color: Color) -> text.Style:
    return text.Style(family, size=size, smallest=7.0, align="center", valign="middle", color=color, wrap=False)


def row_titles(field: Field, ctx: Context) -> tuple[str, ...]:
    """Return what the records of a field are called: the boards its rows are named after, the rows, or numbers."""
    boards = {board.id: board.title.get(ctx.lang) for board in ctx.game.boards}
    if field.rows:
        return tuple(boards.get(row, row) for row in field.rows)
    return tuple(str(number) for number in range(1, (field.most or ROWS) + 1))


def _table(field: Field, width: float, look: Look, ctx: Context) -> _Part:
    """Return the table of a field of records: a line for each record, a column for each of its fields, their sum."""
    titles = row_titles(field, ctx)
    style = _centred(look.display, 10.5, look.ink)
    widest = (title for lang in ctx.game.languages for title in row_titles(field, replace(ctx, lang=lang)))
    first = max(text.width(title, family=look.display, size=style.size) for title in widest) + 3.0
    first = min(LONGEST, max(NUMBERS, first))
    cells = _shared(field.fields, PANEL + first, width - SUMS)
    for each, _, across in cells:
        check_wide(across, f'the column "{each.title.get(ctx.lang)}"', ctx)
    height = max((need(each, across) for each, _, across in cells), default=0.0)

    def draw(grown: float, top: float) -> tuple[Shape, ...]:
        shapes = list(_heads(cells, top, width, look, ctx))
        tall = height + grown
        for number, title in enumerate(titles):
            y = top + HEAD + number * tall
            if number % 2:
                shapes.append(filled(Rect(PANEL, y, width - PANEL, tall), look.tint))
            shapes += set_in(title, Rect(PANEL + 0.8, y, first - 1.6, tall), style, ctx)
            for each, left, across in cells:
                shapes += cell(each, Rect(left, y, across, tall), look, ctx)
            if number:
                shapes.append(rule(PANEL, y, width, y))
        bottom = top + HEAD + len(titles) * tall
        shapes += [rule(left, top + HEAD, left, bottom) for _, left, _ in cells]
        shapes.append(framed(Rect(width - SUMS, top + HEAD, SUMS, bottom - top - HEAD), look.ink, HEAVY))
        return (*shapes, rule(PANEL, bottom - FIRM / 2, width, bottom - FIRM / 2, look.ink, FIRM))

    return _Part(HEAD + len(titles) * height, len(titles), draw)


def _shared(fields: Sequence[Field], start: float, end: float) -> list[tuple[Field, float, float]]:
    """Return each field with the left edge and the width of its column between `start` and `end`."""
    shares = [WEIGHTS[field.kind] for field in fields]
    widths = [(end - start) * share / sum(shares) for share in shares]
    return list(zip(fields, accumulate(widths, initial=start), widths, strict=False))


def _heads(
    cells: Sequence[tuple[Field, float, float]], top: float, width: float, look: Look, ctx: Context
) -> Iterator[Shape]:
    yield filled(Rect(PANEL, top, width - PANEL, HEAD), look.ink)
    style = text.Style(
        look.family, 700, size=9, smallest=SMALLEST, leading=1.0, align="center", valign="middle", color=look.on_ink
    )
    for each, left, across in cells:
        yield from set_in(each.title, Rect(left + 0.7, top, across - 1.4, HEAD), style, ctx)
    yield from set_in(EQUALS, Rect(width - SUMS, top, SUMS, HEAD), _centred(look.display, 12.0, look.on_ink), ctx)


def _strip(fields: list[Field], width: float, look: Look, ctx: Context) -> _Part:
    """Return a line of cells for fields that are counted once, each under its title."""
    cells = _shared(fields, PANEL, width)
    height = max(STRIP, *(LABEL + need(each, across) for each, _, across in cells))
    style = text.Style(look.family, 700, size=9, smallest=SMALLEST, valign="middle", color=look.accent, wrap=False)

    def draw(_: float, top: float) -> tuple[Shape, ...]:
        shapes: list[Shape] = []
        for each, left, across in cells:
            shapes += set_in(each.title, Rect(left + 1.5, top + 0.8, across - 3.0, LABEL), style, ctx)
            shapes += cell(each, Rect(left, top + LABEL, across, height - LABEL), look, ctx)
            shapes.append(rule(left, top, left, top + height))
        bottom = top + height - FIRM / 2
        return (*shapes, rule(PANEL, bottom, width, bottom, look.ink, FIRM))

    return _Part(height, 0, draw)
