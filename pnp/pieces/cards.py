"""Cards and tokens: one face per row of the table, drawn from frames. Between the data and the paper; knows no game."""

from __future__ import annotations

from functools import cache, lru_cache

from pnp.data.game import Game
from pnp.data.prints import SHAPE_COLUMN, Card, Deck, Row
from pnp.data.tables import RESERVED
from pnp.errors import Problem
from pnp.layout.markup import plain
from pnp.layout.piece import Face, Piece
from pnp.pieces.context import Context, Shared, start
from pnp.pieces.slots import draw, drawn
from pnp.pieces.tokens import Cutter
from pnp.scene import Group, Outline, Rect, rectangle
from pnp.values import replace

LONGEST_NAME = 40  # characters of a card's name in a message; a deck without titles is named by its text


def deck(deck: Deck, game: Game, lang: str, problems: list[Problem]) -> Piece:
    """Return the deck's cards or tokens drawn in `lang`, in the order of the table, tokens within their outlines.

    What is wrong is added to `problems`.
    """
    cards = Cards(deck, game, lang, problems)
    return _piece(deck, lang, tuple(cards.face(number) for number in range(1, len(deck.cards) + 1)))


def undrawn(deck: Deck, lang: str) -> Piece:
    """Return the deck with nothing on its faces, but with the outlines, the backs and the copies of its cards."""
    bare, cutter = Group(()), _cutter(deck)

    @cache
    def face(outline: Outline | None, two_sided: bool, copies: int) -> Face:
        return Face("", bare, bare if two_sided else None, copies, cutter.edge(outline) if outline else ())

    return _piece(deck, lang, tuple(face(deck.cut_to(card), card.back is not None, card.copies) for card in deck.cards))


def _piece(deck: Deck, lang: str, faces: tuple[Face, ...]) -> Piece:
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


def _cutter(deck: Deck) -> Cutter:
    return Cutter(deck.width, deck.height, deck.bleed, deck.radius or 0.0)


class Cards:
    """Draws the cards of a deck one by one, with what they share; what is wrong is added to `problems`."""

    def __init__(self, deck: Deck, game: Game, lang: str, problems: list[Problem]) -> None:
        trim = Rect(0, 0, deck.width, deck.height)
        edge = rectangle(trim, radius=deck.radius or 0.0)
        alone = sum(getattr(other, "table", "") == deck.table for other in game.prints) == 1
        where = "" if alone else f"{deck.id}, "
        self.ctx = replace(start(game, lang, problems, where), trim=trim, bleed=deck.bleed, edge=edge)
        self.deck = deck
        self._cutter = _cutter(deck)
        self._rows = {line: number for number, line in enumerate(dict.fromkeys(c.row.line for c in deck.cards), 1)}

    def begin(self, problems: list[Problem]) -> None:
        """Forget what was drawn and told: the next cards share nothing with those before them but pictures."""
        self.ctx = replace(self.ctx, problems=problems, shared=Shared(self.ctx.shared.pictures))

    def face(self, number: int) -> Face:
        """Return the card with this number, from 1, in the order of the table; tokens within their outlines."""
        card = self.deck.cards[number - 1]
        return _face(card, number, self._rows[card.row.line], self.deck, self.ctx, self._cutter)


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
    flat = " ".join(name.split())
    if not flat.isprintable():
        flat = "".join(letter for letter in flat if letter.isprintable())
    return flat if len(flat) <= LONGEST_NAME else f"{flat[:LONGEST_NAME].rstrip()}…"


def named(row: Row, columns: tuple[str, ...], ctx: Context) -> str:
    """Return what a row's card is called: its title, else what stands in the first column of the table."""
    name = row.cell("title", ctx.lang) or row.cell(_first(columns), ctx.lang)
    return plain(name, ctx.icons, dict(ctx.inks) if "{" in name else {})


@lru_cache(maxsize=64)
def _first(columns: tuple[str, ...]) -> str:
    """Return the first of these columns that is the author's own, without its language."""
    first = next((column for column in columns if column not in RESERVED and ":" not in column), "")
    return first.partition(".")[0]
