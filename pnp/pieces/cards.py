"""Decks: one face per row of the table, front and back from frames. Between the data and the paper; knows no game."""

from __future__ import annotations

from pnp.data.game import Card, Deck, Game
from pnp.errors import Problem
from pnp.layout.markup import plain
from pnp.layout.piece import Face, Piece
from pnp.pieces.context import Context, start
from pnp.pieces.slots import draw

RESERVED = ("copies", "frame", "back")
LONGEST_NAME = 40  # characters of a card's name in a message; a deck without titles is named by its text


def deck(deck: Deck, game: Game, lang: str, problems: list[Problem]) -> Piece:
    """Return the deck's cards drawn in `lang`, in the order of the table. What is wrong is added to `problems`."""
    ctx = start(game, lang, problems)
    faces = tuple(_face(card, number, deck, ctx) for number, card in enumerate(deck.cards, 1))
    return Piece(
        id=deck.id,
        title=deck.title.get(lang),
        kind="cards",
        width=deck.width,
        height=deck.height,
        bleed=deck.bleed,
        gutter=deck.gutter,
        cut=True,
        faces=faces,
    )


def _face(card: Card, number: int, deck: Deck, ctx: Context) -> Face:
    name = _name(card, deck, ctx) or f"{deck.title.get(ctx.lang)} {number}"
    where = f'card "{_brief(name)}" (row {number})'
    front = draw(card.front, card.row, ctx.at(where, deck.table, card.row.line), once=card.copies > 1)
    back = None
    if card.back is not None:
        back = draw(card.back, card.row, ctx.at(f"{where}, back", deck.table, card.row.line), once=True)
    return Face(name, front, back, card.copies)


def _brief(name: str) -> str:
    """Return a name fit for a message: one line, nothing that a terminal would act on, not a whole card text."""
    flat = "".join(letter for letter in " ".join(name.split()) if letter.isprintable())
    return flat if len(flat) <= LONGEST_NAME else f"{flat[:LONGEST_NAME].rstrip()}…"


def _name(card: Card, deck: Deck, ctx: Context) -> str:
    """Return what the card is called: its title, else what stands in the first column of the table."""
    first = next((column for column in deck.columns if column not in RESERVED), "")
    return plain(card.row.cell("title", ctx.lang) or card.row.cell(first.partition(".")[0], ctx.lang), ctx.icons)
