"""Piles: how decks are played on a screen, for those who print no cards. Made from decks that are read already.

Knows the tables of cards, nothing of chance and nothing of pages. No `from __future__ import annotations` here: the
annotations are used.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Annotated, Literal

from pnp.data.frame import When
from pnp.data.game import Pile
from pnp.data.load.needs import Shop
from pnp.data.load.table import Table
from pnp.data.load.types import Condition, Whole
from pnp.data.load.words import MaybeText, PieceId, Sentence, Title
from pnp.data.prints import Deck
from pnp.data.tables import bare, no_column
from pnp.data.where import KeyPath
from pnp.near import listed, meant


class PileTable(Table):
    id: PieceId
    title: Title
    deck: Sentence
    only: Annotated[When | None, Condition()] = None
    hand: Annotated[int, Whole(0, 50)] = 0
    draw: Literal["open", "hand", "never"] = "open"
    not_first: Annotated[When | None, Condition()] = None
    rule: MaybeText = ""


def piles(models: Sequence[PileTable], decks: Iterable[Deck], most: int, shop: Shop) -> tuple[Pile, ...]:
    """Return the piles in order, then one of all its cards for each deck of cards that none of them names.

    `most` players may be dealt hands. What is wrong is told.
    """
    known = {deck.id: deck for deck in decks if deck.kind == "cards"}
    made = [_pile(model, ("piles", place), known, most, shop) for place, model in enumerate(models)]
    named = {model.deck for model in models}
    for place, model in enumerate(models):
        if model.id in known and model.id != model.deck and model.id not in named:
            shop.source.tell(("piles", place, "id"), f'"{model.id}" is the id of another deck', "choose another id")
    rest = (Pile(deck.id, deck.title, deck.id, _numbers(deck, None, shop)) for deck in known.values())
    return (*(pile for pile in made if pile), *(pile for pile in rest if pile.deck not in named))


def _pile(model: PileTable, path: KeyPath, known: Mapping[str, Deck], most: int, shop: Shop) -> Pile | None:
    if model.deck not in known:
        if model.deck not in shop.source.ids("decks"):  # else what is wrong with the deck is told there
            hint = meant(model.deck, known) or (f"the decks are {listed(known)}" if known else "")
            shop.source.tell((*path, "deck"), f'"{model.deck}" is not a deck', hint)
        return None
    deck = known[model.deck]
    if not deck.cards:
        return None  # why it has none is told there
    for key, when in (("only", model.only), ("not_first", model.not_first)):
        columns = dict.fromkeys(bare(column, shop.languages) for column in deck.columns)
        lost = [column for column in (when.columns if when else ()) if column not in columns]
        for column in lost:
            shop.source.tell((*path, key), *no_column(column, deck.columns, deck.table, shop.languages))
        if lost:
            return None
    cards = _numbers(deck, model.only, shop)
    barred = frozenset(_numbers(deck, model.not_first, shop)) & frozenset(cards) if model.not_first else frozenset()
    if not cards:
        shop.source.tell((*path, "only"), "there is no such card in the deck")
    elif barred >= set(cards):
        shop.source.tell((*path, "not_first"), "no card is left that may come first")
    if model.draw != "open" and not model.hand:
        shop.source.tell((*path, "hand"), f'is missing: with draw = "{model.draw}" cards are held in hands')
    if model.hand * most > len(cards):
        message = f"hands of {model.hand} for {most} players are {model.hand * most} cards; the pile has {len(cards)}"
        shop.source.tell((*path, "hand"), message)
    if model.rule and shop.anchors is not None and model.rule not in shop.anchors:
        anchors = sorted(shop.anchors)
        hint = meant(model.rule, anchors) or (f"the sections are {listed(anchors)}" if anchors else "")
        shop.source.tell((*path, "rule"), f'"{model.rule}" is not a section of the rules', hint)
    return Pile(model.id, model.title, model.deck, cards, model.hand, model.draw, barred, model.rule)


def _numbers(deck: Deck, when: When | None, shop: Shop) -> tuple[int, ...]:
    """Return the number of each card for which `when` holds, copies one by one."""
    return tuple(
        number
        for number, card in enumerate(deck.cards, 1)
        if when is None or when.met(partial(card.row.cell, lang=shop.languages[0]))
        for _ in range(card.copies)
    )
