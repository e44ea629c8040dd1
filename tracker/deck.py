"""Decks of cards: shuffle, draw, discard, put back, deal, as events that hold the outcome of chance. Pure.

`act` makes an event, drawing chance from an argument; `fold` knows no chance: the same events give the same heaps.
A card is the number of its face, from 1; copies are equal. No card is ever made or lost: an event that cannot have
happened, since one before it was taken back or the cards are others by now, counts for nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from pnp.data.game import Json, Pile

Below: TypeAlias = Callable[[int], int]  # a whole number from 0 up to, not including, n; each equally likely
Act: TypeAlias = Literal["shuffle", "draw", "discard", "back", "deal"]
Done: TypeAlias = Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Heap:
    """Where the cards of a pile are: face down (`order`, the next one first), `shown`, discarded (newest first), held.

    `mixed`: the cards were shuffled. `fresh`: none was turned over since all were; `passed` came first and may not.
    """

    order: tuple[int, ...]
    shown: int | None = None
    discards: tuple[int, ...] = ()
    hands: tuple[tuple[int, ...], ...] = ()
    mixed: bool = True
    fresh: bool = True
    passed: int | None = None

    @property
    def face_up(self) -> tuple[int, ...]:
        """Return what everybody sees, the newest first."""
        return self.discards if self.shown is None else (self.shown, *self.discards)


def shuffled(cards: Sequence[int], below: Below) -> tuple[int, ...]:
    """Return the cards in an order; every order is equally likely (Fisher–Yates)."""
    mixed = list(cards)
    for last in range(len(mixed) - 1, 0, -1):
        other = below(last + 1)
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return tuple(mixed)


def act(
    piles: Sequence[Pile], heaps: Mapping[str, Heap], do: Act, pile: str, below: Below, **how: int | None
) -> Done | None:
    """Return the event of doing something to `pile` (deal: to all with hands), None when it cannot be done.

    `how`: the hand and the card of a draw or discard, the players of a deal.
    """
    own = [each for each in piles if (each.hand if do == "deal" else each.id == pile)]
    event: dict[str, Json] = {"deck": pile, "do": do, **{key: each for key, each in how.items() if each is not None}}
    orders: dict[str, Json] = {}
    for each in own:
        heap = heaps[each.id]
        anew = do in ("shuffle", "deal") or (do == "draw" and not heap.mixed)
        order = shuffled(each.cards, below) if anew else heap.order
        if do == "draw" and heap.fresh and order and order[0] in each.barred:
            event["passed"] = order[0]
            order = _another_first(order, each.barred, below)
        if anew or order != heap.order:
            orders[each.id] = list(order)
    if orders:
        event["orders"] = orders
    again = do in ("shuffle", "deal") and bool(own)  # the order may come out as it was
    return event if again or any(after(each, heaps[each.id], event) != heaps[each.id] for each in own) else None


def _another_first(order: Sequence[int], barred: frozenset[int], below: Below) -> tuple[int, ...]:
    """Return what shuffling until no barred card comes first would give, each such order equally likely."""
    may = [place for place, card in enumerate(order) if card not in barred]
    first = may[below(len(may))]
    return (order[first], *shuffled((*order[:first], *order[first + 1 :]), below))


def fold(piles: Iterable[Pile], events: Iterable[Done]) -> dict[str, Heap]:
    """Return the heaps after all `events` that count, by id of their pile."""
    heaps = {pile: Heap(pile.cards, mixed=False) for pile in piles}
    for event in events:
        heaps = {pile: after(pile, heap, event) for pile, heap in heaps.items()}
    return {pile.id: heap for pile, heap in heaps.items()}


def after(pile: Pile, heap: Heap, event: Done) -> Heap:
    """Return the heap after an event; the same one when that is about another pile or cannot have happened."""
    orders, do, hand, card = (event.get(key) for key in ("orders", "do", "hand", "card"))
    found = orders.get(pile.id) if isinstance(orders, dict) else None
    order = tuple(each for each in found if isinstance(each, int)) if isinstance(found, list) else ()
    own, whole = event.get("deck") == pile.id, sorted(order) == sorted(pile.cards)
    held = heap.hands[hand] if isinstance(hand, int) and 0 <= hand < len(heap.hands) else ()
    now = heap
    if do == "deal" and whole:
        now = _dealt(order, pile.hand, event.get("players"))
    elif do == "shuffle" and own and whole:  # a pile that ran dry goes on, and is no new beginning
        now = Heap(order, fresh=bool(heap.order))
    elif do == "draw" and own:
        now = _drawn(heap, order, hand, event.get("passed"))
    elif do == "discard" and own and isinstance(hand, int) and isinstance(card, int) and card in held:
        place = held.index(card)
        now = _shown(_holding(heap, hand, (*held[:place], *held[place + 1 :])), card)
    elif do == "discard" and own and hand is None and heap.shown is not None:
        now = replace(heap, shown=None, discards=heap.face_up, passed=None)
    elif do == "back" and own and heap.face_up:
        card, *rest = heap.face_up
        now = replace(heap, order=(card, *heap.order), shown=None, discards=tuple(rest), passed=None)
    return now


def _dealt(order: tuple[int, ...], each: int, players: Json) -> Heap:
    hands = min(players if isinstance(players, int) else 0, len(order) // each) if each else 0
    dealt = tuple(tuple(sorted(order[at * each : (at + 1) * each])) for at in range(hands))
    return Heap(order[len(dealt) * each :], hands=dealt)


def _drawn(heap: Heap, order: tuple[int, ...], hand: Json, passed: Json) -> Heap:
    anew = bool(order) and sorted(order) == sorted(heap.order)
    if not heap.order or not (heap.mixed or anew):
        return heap
    card, *rest = order if anew else heap.order
    now = replace(heap, order=tuple(rest), mixed=True, fresh=False)
    if isinstance(hand, int):
        return _holding(now, hand, (*heap.hands[hand], card)) if 0 <= hand < len(heap.hands) else heap
    return replace(_shown(now, card), passed=passed if isinstance(passed, int) and passed in rest else None)


def _shown(heap: Heap, card: int) -> Heap:
    return replace(heap, shown=card, discards=heap.face_up, passed=None)


def _holding(heap: Heap, hand: int, cards: tuple[int, ...]) -> Heap:
    return replace(heap, hands=(*heap.hands[:hand], cards, *heap.hands[hand + 1 :]))
