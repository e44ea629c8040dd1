"""Cards and tokens: one face per row of the table, drawn from frames. Between the data and the paper; knows no game."""

from __future__ import annotations

from pnp.data.game import Game
from pnp.data.prints import SHAPE_COLUMN, Card, Deck, Row
from pnp.data.tables import RESERVED
from pnp.errors import Problem
from pnp.layout.markup import plain
from pnp.layout.piece import Face, Piece
from pnp.pieces.context import Context, start
from pnp.pieces.slots import draw, drawn
from pnp.pieces.tokens import Cutter
from pnp.scene import Rect, rectangle
from pnp.values import replace

LONGEST_NAME = 40  # characters of a card's name in a message; a deck without titles is named by its text


def deck(deck: Deck, game: Game, lang: str, problems: list[Problem]) -> Piece:
    """Return the deck's cards or tokens drawn in `lang`, in the order of the table, tokens within their outlines.

    What is wrong is added to `problems`.
    """
    trim = Rect(0, 0, deck.width, deck.height)
    edge = rectangle(trim, radius=deck.radius or 0.0)
    alone = sum(getattr(other, "table", "") == deck.table for other in game.prints) == 1
    ctx = replace(start(game, lang, problems, "" if alone else f"{deck.id}, "), trim=trim, bleed=deck.bleed, edge=edge)
    cutter = Cutter(deck.width, deck.height, deck.bleed, deck.radius or 0.0)
    rows = {line: number for number, line in enumerate(dict.fromkeys(card.row.line for card in deck.cards), 1)}
    faces = tuple(
        _face(card, number, rows[card.row.line], deck, ctx, cutter) for number, card in enumerate(deck.cards, 1)
    )
    return Piece(
        id=deck.id,
        title=deck.title.get(lang),
        kind=deck.kind,
        width=deck.width,
        height=deck.height,
        bleed=deck.bleed,
        gutter=deck.gutter,
        cut=True,
        faces=faces,
        radius=deck.radius if deck.kind == "cards" else None,
        bleed_between=deck.bleed_between,
    )


def _face(card: Card, number: int, row: int, deck: Deck, ctx: Context, cutter: Cutter) -> Face:
    """Return card `number` of the deck, which comes from row `row` of its table: several may, told of once."""
    outline = deck.cut_to(card)
    columns = tuple(column for column in deck.columns if column != SHAPE_COLUMN) if outline else deck.columns
    name = named(card.row, columns, ctx) or f"{deck.title.get(ctx.lang)} {number}"
    where = f'{ctx.where}card "{brief(name)}" (row {row})'
    edge = cutter.edge(outline) if outline else ()
    here = ctx.of(where, deck.table, card.row.line, number, edge or ctx.edge)
    front = draw(card.front, card.row, here, once=card.copies > 1)
    back = None
    if card.back is not None:
        back = drawn(card.back, card.row, here, once=True)
        if back is None:
            behind = here.at(f"{where}, back", deck.table, card.row.line).on(number, "back")
            back = draw(card.back, card.row, behind, once=True)
    if outline:
        front, back = cutter.front(front, outline), back and cutter.back(back, outline)
    return Face(name, front, back, card.copies, edge)


def brief(name: str) -> str:
    """Return a name fit for a message: one line, nothing that a terminal would act on, not a whole card text."""
    flat = "".join(letter for letter in " ".join(name.split()) if letter.isprintable())
    return flat if len(flat) <= LONGEST_NAME else f"{flat[:LONGEST_NAME].rstrip()}…"


def named(row: Row, columns: tuple[str, ...], ctx: Context) -> str:
    """Return what a row's card is called: its title, else what stands in the first column of the table."""
    first = next((column for column in columns if column not in RESERVED and ":" not in column), "")
    name = row.cell("title", ctx.lang) or row.cell(first.partition(".")[0], ctx.lang)
    return plain(name, ctx.icons, dict(ctx.inks) if "{" in name else {})
