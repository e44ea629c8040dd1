"""Sheets: a whole page to write on, drawn from one frame. Between the data and the paper; knows no game."""

from __future__ import annotations

from pnp.data.game import Game, Sheet
from pnp.errors import Problem
from pnp.layout.piece import Face, Piece
from pnp.pieces.context import start
from pnp.pieces.slots import draw


def sheet(sheet: Sheet, game: Game, lang: str, problems: list[Problem]) -> Piece:
    """Return the sheet drawn in `lang`, one face with its copies. What is wrong is added to `problems`."""
    title = sheet.title.get(lang)
    ctx = start(game, lang, problems, f'sheet "{sheet.id}"', sheet.frame.file, sheet.frame.line)
    front = draw(sheet.frame, None, ctx, once=sheet.copies > 1)
    return Piece(
        id=sheet.id,
        title=title,
        kind="sheet",
        width=sheet.width,
        height=sheet.height,
        bleed=sheet.bleed,
        gutter=0.0,
        cut=sheet.cut,
        faces=(Face(title, front, None, sheet.copies),),
    )
