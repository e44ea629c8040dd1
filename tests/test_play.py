"""A table is a fold of its events: what each kind does, undo and redo without limit, and what may be in an event."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.data.game import Json
from tests import shipped
from tracker import play, tables
from tracker.play import Event, State, fold

GAMES = shipped.BY_SLUG
VIVA = GAMES["viva-pamplona"]


def at_table(*events: tuple[str, Mapping[str, Any]], seats: int = 2, game: str = "viva-pamplona") -> tuple[Event, ...]:
    """Number events after a start; the id of each is e and its number."""
    given: list[Json] = [{"name": name} for name in ("Ada", "Ben", "Cleo", "Dan")[:seats]]
    start = ("start", {"game": game, "variant": "standard", "lang": "en", "seats": given})
    assert [kind for kind, data in (start, *events) if not play.fits(kind, data)] == []
    return tuple(
        Event(seq, f"e{seq}", "phone", kind, data)  # type: ignore[arg-type]
        for seq, (kind, data) in enumerate((start, *events), 1)
    )


def put(**values: str) -> tuple[str, Mapping[str, Any]]:
    return "put", {"values": {name.replace("_", "-"): text for name, text in values.items()}}


def undo(seq: int) -> tuple[str, Mapping[str, Any]]:
    return "undo", {"event": f"e{seq}"}


def redo(seq: int) -> tuple[str, Mapping[str, Any]]:
    return "redo", {"event": f"e{seq}"}


def looks(state: State) -> tuple[object, ...]:
    """Return what a player sees of a state: not how it came about."""
    return state.variant, dict(state.values), state.seats, state.finished, state.rolls, state.decks


def test_a_new_table_has_its_players_and_nothing_to_undo() -> None:
    state = fold(at_table(), GAMES)
    assert (state.game, state.variant, state.lang, state.seats) == ("viva-pamplona", "standard", "en", 2)
    assert (state.values, state.names) == ({"seats-0-name": "Ada", "seats-1-name": "Ben"}, ("Ada", "Ben"))
    assert (state.undoable, state.redoable, state.finished, state.seq) == (None, None, False, 1)


def test_a_tap_is_kept_as_typed_and_a_blank_one_clears() -> None:
    events = at_table(put(seats_0_chips="012"), put(seats_0_loans="1", seats_0_chips="13"), put(seats_0_loans=""))
    state = fold(events)
    assert {name: text for name, text in state.values.items() if "name" not in name} == {"seats-0-chips": "13"}
    assert [state.changed[name] for name in ("seats-0-name", "seats-0-chips", "seats-0-loans")] == [1, 3, 4]


def test_what_is_typed_for_a_seat_that_is_not_there_counts_for_nothing() -> None:
    assert fold(at_table(put(seats_2_chips="9"))).values == fold(at_table()).values


def test_the_list_of_seats_is_replaced_as_a_whole() -> None:
    seats = [{"name": "Ben", "ranks": [1, 3]}, {"name": "Cleo"}, {}]
    state = fold(at_table(put(seats_0_chips="7"), ("seats", {"seats": seats})))
    assert dict(state.values) == {
        "seats-0-name": "Ben", "seats-0-ranks-0": "1", "seats-0-ranks-1": "3", "seats-1-name": "Cleo"
    }  # fmt: skip
    assert (state.names, state.changed["seats-0-chips"], state.changed["seats"]) == (("Ben", "Cleo", "Player 3"), 3, 3)


def test_rolls_and_decks_are_the_events_that_still_count() -> None:
    events = at_table(
        ("roll", {"rolled": "3d6", "values": [1, 2, 3], "shown": "1 2 3"}),
        ("deck", {"deck": "torro-cards", "do": "shuffle", "orders": {"torro-cards": [2, 1]}}),
        ("roll", {"rolled": "d6", "values": [4], "shown": "4"}),
        undo(2),
        ("deck", {"deck": "torro-cards", "do": "draw"}),
    )
    state = fold(events)
    assert ([each.seq for each in state.rolls], state.decks) == ([4], {"torro-cards": (events[2], events[5])})


def test_undo_crosses_the_end_of_a_game_and_opens_it_again() -> None:
    events = at_table(put(seats_0_chips="5"), ("finish", {}))
    assert fold(events).finished
    after = fold((*events, *at_table(put(), put(), undo(3))[3:]))
    assert (after.finished, after.undoable, after.redoable) == (False, events[1], events[2])
    assert fold(at_table(("finish", {}), ("reopen", {}))).finished is False


def test_a_new_event_forgets_what_could_be_redone() -> None:
    undone = (put(seats_0_chips="5"), put(seats_0_chips="6"), undo(3))
    state = fold(at_table(*undone))
    assert state.redoable is not None
    state = fold(at_table(*undone, put(seats_1_chips="1"), redo(3)))
    assert (state.redoable, state.values["seats-0-chips"]) == (None, "5")


def test_the_start_an_undo_and_what_is_not_there_are_never_undone() -> None:
    state = fold(at_table(put(seats_0_chips="5"), undo(2), undo(2), undo(1), undo(3), undo(99), redo(99)))
    assert (looks(state), state.undoable) == (looks(fold(at_table())), None)
    assert state.redoable is not None


def test_one_event_out_of_the_middle_can_be_taken_back_and_comes_back_to_its_place() -> None:
    taps = (put(seats_0_chips="5"), put(seats_0_chips="6", seats_1_chips="1"), put(seats_0_chips="7"))
    without = fold(at_table(*taps, undo(3)))
    assert (without.values["seats-0-chips"], "seats-1-chips" in without.values) == ("7", False)
    assert (without.changed["seats-0-chips"], without.changed["seats-1-chips"]) == (4, 5)
    assert looks(fold(at_table(*taps, undo(3), redo(3)))) == looks(fold(at_table(*taps)))


def test_an_undone_list_of_seats_gives_back_what_stood_there() -> None:
    taps = (put(seats_0_chips="5", seats_1_chips="8"), ("seats", {"seats": [{"name": "Eve"}]}), put(seats_1_chips="9"))
    assert looks(fold(at_table(*taps, undo(3)))) == looks(fold(at_table(taps[0], put(), taps[2])))


STEP = st.one_of(
    st.sampled_from(["undo", "redo", "finish", "reopen"]),
    st.tuples(st.sampled_from(["seats-0-chips", "seats-1-chips", "seats-1-loans"]), st.sampled_from(["", "1", "2"])),
    st.lists(st.sampled_from(["Ada", "Ben", "Cleo"]), min_size=1, max_size=3, unique=True),
)


@given(st.lists(STEP, max_size=30))
def test_any_mix_of_undo_and_redo_returns_to_earlier_states(steps: list[Any]) -> None:
    events = list(at_table())
    stack, back = [looks(fold(events))], list[tuple[object, ...]]()
    for seq, step in enumerate(steps, 2):
        state = fold(events)
        match step:
            case "undo":
                kind, data = "undo", {"event": state.undoable.id if state.undoable else "none"}
            case "redo":
                kind, data = "redo", {"event": state.redoable.id if state.redoable else "none"}
            case str():
                kind, data = step, {}
            case (str(name), str(text)):
                kind, data = "put", {"values": {name: text}}
            case _:
                kind, data = "seats", {"seats": [{"name": name} for name in step]}
        events.append(Event(seq, f"e{seq}", "phone", kind, data))  # type: ignore[arg-type]
        now = looks(fold(events))
        if kind == "undo" and len(stack) > 1:
            back.append(stack.pop())
        elif kind == "redo" and back:
            stack.append(back.pop())
        elif kind not in ("undo", "redo"):
            stack, back = [*stack, now], []
        assert now == stack[-1]
    assert fold(events) == fold(events)


def test_many_undos_are_taken_back_one_by_one() -> None:
    count = 1200  # more than Python lets a function call itself
    taps = [put(seats_0_chips=str(number)) for number in range(count)]
    undos = [undo(count + 1 - number) for number in range(count)]
    redos = [redo(number + 2) for number in range(count)]
    assert looks(fold(at_table(*taps, *undos))) == looks(fold(at_table()))
    assert fold(at_table(*taps, *undos, *redos)).values["seats-0-chips"] == str(count - 1)


def test_the_order_of_taps_in_different_places_decides_nothing() -> None:
    taps = [put(seats_0_chips="5"), put(seats_1_chips="6"), put(seats_0_loans="1"), put(seats_1_ranks_0="2")]
    assert len({str(sorted(fold(at_table(*each)).values.items())) for each in itertools.permutations(taps)}) == 1


def test_a_table_adds_up_as_the_same_one_typed_at_once() -> None:
    events = at_table(
        put(seats_0_chips="12"), put(seats_0_ranks_0="1"), put(seats_1_chips="3", seats_1_ranks_0="2"),
        put(seats_0_ranks_1="3"), put(seats_1_name=""),
    )  # fmt: skip
    table = play.table_json(fold(events), VIVA)
    assert table == {
        "game": "viva-pamplona",
        "variant": "standard",
        "seats": [{"name": "Ada", "chips": 12, "ranks": [1, 3]}, {"name": "Player 2", "chips": 3, "ranks": [2]}],
    }
    assert [score.name for score in tables.settle(table, VIVA).scores] == ["Ada", "Player 2"]


@pytest.mark.parametrize(
    ("event", "en", "fr"),
    [
        (put(seats_0_chips="12"), "Ada · Courage in chips: 12", "Ada · Courage en jetons\u00a0: 12"),
        (put(seats_1_chips="", seats_0_chips="1"), "Ben · Courage in chips: – and 1 more",
         "Ben · Courage en jetons\u00a0: – et 1 de plus"),
        (("roll", {"rolled": "3d6", "values": [], "shown": "1 2 3"}), "roll 3d6", "lancer 3d6"),
        (("variant", {"variant": "doorway"}), "variant Doorways",
         "variante Les portes"),
        (("deck", {"deck": "torro-cards", "do": "draw"}), "Torro cards: draw", "Cartes Torro\u00a0: pioche"),
        (("finish", {}), "finish", "fin de partie"),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)  # fmt: skip
def test_what_undo_takes_back_has_a_name(event: tuple[str, Mapping[str, Any]], en: str, fr: str) -> None:
    events = at_table(event)
    assert [play.named(events[1], VIVA, fold(events), lang) for lang in ("en", "fr")] == [en, fr]


def test_an_option_and_a_tick_are_named_by_their_titles() -> None:
    bulls = GAMES["raging-bulls"]
    events = at_table(put(seats_0_fields_1_outcome="left"), game="raging-bulls", seats=1)
    assert play.named(events[1], bulls, fold(events), "en") == "Ada · Field B · How it ended: left"


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("jump", {}),
        ("finish", {"now": 1}),
        ("put", []),
        ("put", {"values": {"seats-0-chips": 12}}),
        ("put", {"values": {"seats-0-chips": "1" * 201}}),
        ("put", {"values": {"../x": "1"}}),
        ("put", {"values": {"seats": "1"}}),
        ("put", {"values": {"seats-x-chips": "1"}}),
        ("put", {"values": {"finished": "1"}}),
        ("put", {"values": {"seats-0-name": "\ud800"}}),
        ("seats", {"seats": ["Ada"]}),
        ("seats", {"seats": [{}] * 100}),
        ("seats", {"seats": [{"name": float("inf")}]}),
        ("seats", {"seats": [{"a": [[[[[[[1]]]]]]]}]}),
        ("start", {"game": "bulp", "variant": "simple", "lang": "tlh", "seats": []}),
        ("seats", {"seats": {}}),
        ("roll", {"rolled": "d6", "values": [True], "shown": "1"}),
        ("roll", {"rolled": "d6", "values": ["1"], "shown": "1"}),
        ("deck", {"deck": "torro-cards", "do": "burn"}),
        ("deck", {"deck": "torro-cards", "do": ["draw"]}),
        ("undo", {"event": 3}),
    ],
)
def test_an_event_of_another_shape_does_not_fit(kind: str, data: object) -> None:
    assert not play.fits(kind, data)


def test_every_code_is_as_likely_and_easily_read() -> None:
    chance = iter(bytes([*range(256)] * 5)[at : at + 8] for at in range(0, 256 * 5, 8))
    letters = "".join(play.new_code(lambda _: next(chance)) for _ in range(150))
    assert set(letters) <= set(play.LETTERS)
    assert not set("01OIL") & set(play.LETTERS)
    assert [bool(play.CODE.fullmatch(code)) for code in ("23456", "ABCDE", "ABCD", "ABCDO", "abcde", "ABCDEF")] == [
        True, True, False, False, False, False
    ]  # fmt: skip
