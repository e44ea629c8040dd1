"""Sheets: whole pages to write or play on, each drawn from a frame. Between the data and the paper; knows no game."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.data.frame import LINK, SERIAL, SIGN, Frame, plain
from pnp.data.game import Game
from pnp.data.prints import Card, Poster, Row, Sheet
from pnp.data.serials import Numbered, placed
from pnp.errors import Problem
from pnp.layout.piece import Face, Piece
from pnp.pieces.cards import brief, named
from pnp.pieces.context import Context, start
from pnp.pieces.slots import draw
from pnp.scene import Rect, rectangle
from pnp.values import replace


def sheet(sheet: Sheet, game: Game, lang: str, problems: list[Problem], serials: Sequence[Numbered] = ()) -> Piece:
    """Return the sheet drawn in `lang`, a face for each row of its table. What is wrong is added to `problems`.

    With `serials` there are these faces for each of them, with its stones, its code and its values.
    """
    trim = Rect(0, 0, sheet.width, sheet.height) if sheet.cut or sheet.bleed else None
    ctx = replace(start(game, lang, problems), trim=trim, bleed=sheet.bleed, edge=rectangle(trim) if trim else ())
    faces: list[Face] = []
    for each in serials or (None,):
        here = replace(ctx, stones=placed(each.code, game.boards)) if each else ctx
        done = len(faces)
        rows = enumerate(sheet.cards, 1)
        faces += [_face(card, number, sheet, here.on(done + number), each) for number, card in rows]
    return Piece(
        id=sheet.id,
        title=" · ".join((sheet.title.get(lang), *(each.code for each in serials[:1] if len(serials) == 1))),
        kind=sheet.kind,
        width=sheet.width,
        height=sheet.height,
        bleed=sheet.bleed,
        gutter=0.0,
        cut=sheet.cut,
        faces=tuple(faces),
        paper=sheet.paper,
        instead_of=sheet.instead_of,
    )


def poster(poster: Poster, game: Game, lang: str, problems: list[Problem], serials: Sequence[Numbered] = ()) -> Piece:
    """Return the sheet that the poster is of, to be tiled over several pages."""
    of = next(found for found in game.sheets if found.id == poster.of)
    drawn = sheet(of, game, lang, problems, serials)
    return replace(
        drawn,
        id=poster.id,
        title=poster.title.get(lang),
        kind="poster",
        laying="tiles",
        overlap=poster.overlap,
        paper=None,
    )


def _face(card: Card, number: int, sheet: Sheet, ctx: Context, serial: Numbered | None) -> Face:
    title = sheet.title.get(ctx.lang)
    row = card.row if sheet.table else None
    name = named(card.row, sheet.columns, ctx) or title if row else title
    place = f'sheet "{sheet.id}"'
    if row:
        here = ctx.at(f'{place}, "{brief(name)}" (row {number})', sheet.table, card.row.line)
    else:
        here = ctx.at(place, card.front.file, card.front.line)
    if serial:
        row, name = _with(card.row, serial), f"{name} · {serial.code}"
    front = draw(_frame(card.front, serial), row, here, once=card.copies > 1)
    back = None
    if card.back is not None:
        where = f"{here.where}, back"
        behind = here.at(where, here.file, here.line) if sheet.table else ctx.at(where, card.back.file, card.back.line)
        back = draw(_frame(card.back, serial), row, behind.on(ctx.face, "back"), once=card.copies > 1)
    return Face(name, front, back, card.copies)


def _frame(frame: Frame, serial: Numbered | None) -> Frame:
    return frame if serial else plain(frame)


def _with(row: Row, serial: Numbered) -> Row:
    """Return the row with the columns that a serial adds."""
    given = {SERIAL: serial.code, LINK: serial.link, **{f"{SIGN}{name}": text for name, text in serial.values}}
    return Row(row.line, {**row.cells, **given})
