"""The columns that the press itself gives the cards of a deck: which of how many each one is. Part of reading.

Every copy is a card of its own here, and each deck counts for itself.
"""

from __future__ import annotations

from pnp.data.frame import COUNT, NUMBER, OF
from pnp.data.load.needs import asked
from pnp.data.prints import Card, Row
from pnp.values import replace

NUMBERED = (NUMBER, COUNT, OF)


def numbered(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards of a deck with what their frames ask for: copies one by one where each shows its number."""
    pairs = {(id(card.front), id(card.back)): card for card in cards}  # most share one
    frames = {id(frame): frame for card in pairs.values() for frame in (card.front, card.back) if frame}
    wanted = {column for frame in frames.values() for slot in frame.slots for _, column in asked(slot)}
    if wanted.isdisjoint(NUMBERED):
        return cards
    count = sum(card.copies for card in cards)
    if not wanted & {NUMBER, OF}:
        return tuple(replace(card, row=_with(card.row, {COUNT: str(count)})) for card in cards)
    each = [card for card in cards for _ in range(card.copies)]
    return tuple(
        replace(card, row=_with(card.row, {NUMBER: str(at), COUNT: str(count), OF: f"{at}/{count}"}), copies=1)
        for at, card in enumerate(each, 1)
    )


def _with(row: Row, cells: dict[str, str]) -> Row:
    return replace(row, cells={**row.cells, **cells})
