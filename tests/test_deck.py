"""Decks: fair shuffles, no card made or lost whatever happens, undo by leaving events out, and piles as data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, permutations, product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.data.game import Pile
from tests import small_folder
from tests.small_game import words
from tracker import deck
from tracker.deck import Done, Heap

CARDS = (1, 1, 2, 3, 3, 3)
TORRO = Pile("torro", words(en="Torro"), "torro", CARDS, barred=frozenset({1}))
BULLS = Pile("bulls", words(en="Bulls"), "bulls", CARDS, hand=2, draw="hand")
OXEN = Pile("oxen", words(en="Oxen"), "oxen", (4, 4, 5, 5, 6), hand=1, draw="never")
PILES = (TORRO, BULLS, OXEN)


def highest(n: int) -> int:
    return n - 1


def lowest(n: int) -> int:
    return 0


def wherever(heap: Heap) -> list[int]:
    """Return all cards of a heap."""
    return [*heap.order, *heap.face_up, *(card for hand in heap.hands for card in hand)]


def scripted(choices: Sequence[int]) -> Callable[[int], int]:
    """A source that gives `choices` in order; each must be allowed where it is asked for."""
    left = iter(choices)

    def below(n: int) -> int:
        choice = next(left)
        assert 0 <= choice < n
        return choice

    return below


def outcomes(make: Callable[[Callable[[int], int]], tuple[int, ...]]) -> Iterator[tuple[int, ...]]:
    """Every result of `make`, once for each equally likely run of its source."""
    asked: list[int] = []

    def noting(n: int) -> int:
        asked.append(n)
        return 0

    make(noting)
    for choices in product(*(range(n) for n in asked)):
        yield make(scripted(choices))


def play(*acts: tuple[str, str, dict[str, int]], below: Callable[[int], int] = highest) -> list[Done]:
    """Return the events of doing `acts` (act, pile, how) one after the other."""
    events: list[Done] = []
    for do, pile, how in acts:
        event = deck.act(PILES, deck.fold(PILES, events), do, pile, below, **how)  # type: ignore[arg-type]
        assert event is not None
        events.append(event)
    return events


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_every_order_of_a_shuffle_is_equally_likely(count: int) -> None:
    cards = tuple(range(count))
    found = Counter(outcomes(lambda below: deck.shuffled(cards, below)))
    assert found == Counter(permutations(cards))


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (1, 0, 3, 2), (3, 1, 0, 2)])
def test_after_a_card_that_may_not_come_first_every_other_order_is_equally_likely(order: tuple[int, ...]) -> None:
    found = Counter(outcomes(lambda below: deck._another_first(order, frozenset({0, 1}), below)))
    assert set(found) == {each for each in permutations(range(4)) if each[0] > 1}
    assert len(set(found.values())) == 1


def test_the_first_card_rule_puts_back_and_says_what_came() -> None:
    events = play(("draw", "torro", {}), below=highest)  # highest leaves the order as it is: a 1 on top
    heap = deck.fold(PILES, events)["torro"]
    assert (heap.passed, heap.shown) == (1, 3)
    assert sorted(wherever(heap)) == sorted(CARDS)
    later = deck.fold(PILES, [*events, *[{"deck": "torro", "do": "draw"}] * 5])["torro"]
    assert 1 in later.face_up
    assert later.passed is None


def test_only_a_pile_that_did_not_run_dry_begins_anew_when_it_is_shuffled() -> None:
    begun = play(("shuffle", "torro", {}))
    assert deck.fold(PILES, begun)["torro"].fresh
    dry = [*begun, *[{"deck": "torro", "do": "draw"}] * 6]
    again = deck.act(PILES, deck.fold(PILES, dry), "shuffle", "torro", highest)
    assert again is not None
    assert not deck.fold(PILES, [*dry, again])["torro"].fresh
    assert deck.act(PILES, deck.fold(PILES, dry), "draw", "torro", highest) is None


def test_a_draw_shows_a_card_and_covers_the_last_one() -> None:
    events = play(("shuffle", "bulls", {}), ("draw", "bulls", {}), ("draw", "bulls", {}), below=lowest)
    order = deck.fold(PILES, events[:1])["bulls"].order
    heap = deck.fold(PILES, events)["bulls"]
    assert (heap.shown, heap.discards, heap.order) == (order[1], order[:1], order[2:])
    gone = deck.fold(PILES, [*events, {"deck": "bulls", "do": "discard"}])["bulls"]
    assert (gone.shown, gone.discards) == (None, (order[1], order[0]))
    back = deck.fold(PILES, [*events, {"deck": "bulls", "do": "back"}])["bulls"]
    assert (back.shown, back.discards, back.order) == (None, order[:1], order[1:])


def test_a_deal_takes_from_every_pile_with_hands_at_once() -> None:
    heaps = deck.fold(PILES, play(("deal", "bulls", {"players": 3}), below=lowest))
    assert [len(hand) for hand in heaps["bulls"].hands] == [2, 2, 2]
    assert [len(hand) for hand in heaps["oxen"].hands] == [1, 1, 1]
    assert heaps["torro"] == Heap(CARDS, mixed=False)
    assert all(hand == tuple(sorted(hand)) for hand in heaps["bulls"].hands)


def test_a_played_card_leaves_the_hand_and_is_seen() -> None:
    events = play(("deal", "bulls", {"players": 2}), ("draw", "bulls", {"hand": 1}))
    before = deck.fold(PILES, events)["bulls"]
    assert len(before.hands[1]) == 3
    card = before.hands[1][0]
    after = deck.fold(PILES, [*events, *play()[:0], {"deck": "bulls", "do": "discard", "hand": 1, "card": card}])[
        "bulls"
    ]
    assert after.shown == card
    assert sorted(wherever(after)) == sorted(CARDS)
    assert after.hands[0] == before.hands[0]


def test_a_shuffle_that_changes_nothing_is_still_an_event() -> None:
    events = play(("shuffle", "torro", {}), ("shuffle", "torro", {}))
    assert len(events) == 2


NUMBERS = st.one_of(st.none(), st.integers(-2, 7))
ORDERS = st.dictionaries(st.sampled_from(["torro", "bulls", "oxen"]), st.permutations(CARDS) | st.just([4, 4, 5, 5, 6]))
DOS = ("shuffle", "draw", "discard", "back", "deal")
DECKS = st.sampled_from(["torro", "bulls", "oxen", "none"])
STRANGE = st.just([1]) | st.just({"torro": "x"}) | st.just({"bulls": [1, 1, 2, 3, 3, 9]})
EVENTS = st.fixed_dictionaries(
    {"deck": DECKS, "do": st.sampled_from([*DOS, "reveal"])},
    optional={"hand": NUMBERS, "card": NUMBERS, "players": NUMBERS, "passed": NUMBERS, "orders": ORDERS | STRANGE},
)


@given(st.lists(EVENTS, max_size=30))
def test_no_card_is_made_or_lost_whatever_events_come(events: list[Done]) -> None:
    heaps = deck.fold(PILES, events)
    assert {pile.id: sorted(wherever(heaps[pile.id])) for pile in PILES} == {
        pile.id: sorted(pile.cards) for pile in PILES
    }


ACTS = st.tuples(st.sampled_from(DOS), DECKS, st.integers(0, 3), st.integers(1, 6))


@given(st.lists(ACTS, max_size=30), st.randoms(use_true_random=False))
def test_undo_is_the_fold_without_the_last_event(acts: list[tuple[str, str, int, int]], chance) -> None:  # type: ignore[no-untyped-def]
    events: list[Done] = []
    past = [deck.fold(PILES, [])]
    for do, pile, hand, card in acts:
        how = {"deal": {"players": hand + 1}, "discard": {"hand": hand, "card": card}, "draw": {"hand": hand}}
        held = pile != "torro" or do == "deal"
        event = deck.act(PILES, past[-1], do, pile, chance.randrange, **how.get(do, {}) if held else {})  # type: ignore[arg-type]
        if event is not None:
            events.append(event)
            past.append(deck.fold(PILES, events))
            assert {id_: sorted(wherever(heap)) for id_, heap in past[-1].items()} == {
                pile.id: sorted(pile.cards) for pile in PILES
            }
    for count in range(len(events) + 1):
        assert deck.fold(PILES, islice(events, count)) == past[count]


PILE = '[[piles]]\nid = "pile"\ntitle.en = "Pile"\ndeck = "cards"\n'


def with_pile(text: str) -> small_folder.Changes:
    return {"game.toml": small_folder.GAME + PILE + text}


def test_a_deck_that_no_pile_names_is_a_pile_of_all_its_cards(tmp_path: Path) -> None:
    plain = small_folder.game(tmp_path / "plain", {"cards.csv": "copies,title,picture\n3,Ferry,boat\n1,Mill,\n"})
    assert [(pile.id, pile.cards, pile.draw) for pile in plain.piles] == [("cards", (1, 1, 1, 2), "open")]
    own = small_folder.game(tmp_path / "own", with_pile('only = "picture"\nhand = 0\nrule = "play"\n'))
    assert [(pile.id, pile.cards, pile.rule) for pile in own.piles] == [("pile", (1,), "play")]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('only = "picturee"', 'only: "picturee" is not a column of cards.csv (did you mean "picture"?)'),
        ('only = "title=Bridge"', "only: there is no such card in the deck"),
        ('not_first = "title"', "not_first: no card is left that may come first"),
        ('draw = "hand"', 'hand: is missing: with draw = "hand" cards are held in hands'),
        ("hand = 1", "hand: hands of 1 for 4 players are 4 cards; the pile has 2"),
        ('rule = "plya"', 'rule: "plya" is not a section of the rules (did you mean "play"?)'),
        ("hands = 1", 'hands: is not a key here (did you mean "hand"?)'),
    ],
)
def test_what_is_wrong_with_a_pile_is_told(tmp_path: Path, text: str, told: str) -> None:
    found = small_folder.problems(tmp_path, with_pile(text + "\n"))
    assert len(found) == 1
    assert found[0].partition("piles[pile].")[2] == told


def test_a_pile_needs_a_deck_that_is_there(tmp_path: Path) -> None:
    text = small_folder.GAME + PILE.replace('deck = "cards"', 'deck = "crads"')
    (found,) = small_folder.problems(tmp_path, {"game.toml": text})
    assert found.endswith('piles[pile].deck: "crads" is not a deck (did you mean "cards"?)')
