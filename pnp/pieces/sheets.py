"""Sheets: whole pages to write or play on, each drawn from a frame. Between the data and the paper; knows no game."""

from __future__ import annotations

from dataclasses import replace

from pnp.data.game import Game
from pnp.data.prints import Card, Poster, Sheet
from pnp.errors import Problem
from pnp.layout.piece import Face, Piece
from pnp.pieces.cards import brief, named
from pnp.pieces.context import Context, start
from pnp.pieces.slots import draw


def sheet(sheet: Sheet, game: Game, lang: str, problems: list[Problem]) -> Piece:
    """Return the sheet drawn in `lang`, a face for each row of its table. What is wrong is added to `problems`."""
    ctx = start(game, lang, problems)
    return Piece(
        id=sheet.id,
        title=sheet.title.get(lang),
        kind=sheet.kind,
        width=sheet.width,
        height=sheet.height,
        bleed=sheet.bleed,
        gutter=0.0,
        cut=sheet.cut,
        faces=tuple(_face(card, number, sheet, ctx) for number, card in enumerate(sheet.cards, 1)),
        paper=sheet.paper,
        instead_of=sheet.instead_of,
    )


def poster(poster: Poster, game: Game, lang: str, problems: list[Problem]) -> Piece:
    """Return the sheet that the poster is of, to be tiled over several pages."""
    of = next(found for found in game.sheets if found.id == poster.of)
    drawn = sheet(of, game, lang, problems)
    return replace(
        drawn,
        id=poster.id,
        title=poster.title.get(lang),
        kind="poster",
        laying="tiles",
        overlap=poster.overlap,
        paper=None,
    )


def _face(card: Card, number: int, sheet: Sheet, ctx: Context) -> Face:
    title = sheet.title.get(ctx.lang)
    row = card.row if sheet.table else None
    name = named(card.row, sheet.columns, ctx) or title if row else title
    place = f'sheet "{sheet.id}"'
    if row:
        here = ctx.at(f'{place}, "{brief(name)}" (row {number})', sheet.table, card.row.line)
    else:
        here = ctx.at(place, card.front.file, card.front.line)
    front = draw(card.front, row, here, once=card.copies > 1)
    back = None
    if card.back is not None:
        where = f"{here.where}, back"
        behind = here.at(where, here.file, here.line) if row else ctx.at(where, card.back.file, card.back.line)
        back = draw(card.back, row, behind, once=card.copies > 1)
    return Face(name, front, back, card.copies)
