"""Taps and forms that come late to a table: steps that add up, notes at one moment, players gone, games deleted."""

from __future__ import annotations

import re
from threading import Thread

import pytest

from tests.phones import Inputs, Phone

VIVA = "viva-pamplona"


def chips(phone: Phone, where: str) -> str:
    return str(phone.state(where)["values"].get("seats-0-chips", ""))


# steps


def test_steps_of_two_phones_that_saw_the_same_add_up(ada: Phone, bo: Phone) -> None:
    where = ada.begin(VIVA)
    bo.get(where)
    for number in range(1, 6):
        for phone, name in ((ada, "a"), (bo, "b")):
            answer = phone.tap(where, f"{name}{number}-step", 1, seats_0_chips=str(number), step="1")
            assert answer.status_code == 200
    assert (chips(ada, where), ada.state(where)["seq"]) == ("10", 11)


def test_steps_at_the_same_moment_all_count(ada: Phone, bo: Phone) -> None:
    where = ada.begin(VIVA)
    bo.get(where)

    def tap(phone: Phone, name: str) -> None:
        for number in range(10):
            phone.tap(where, f"{name}{number}", 1, seats_0_chips="1", step="1")

    tapping = Thread(target=tap, args=(ada, "a"))
    tapping.start()
    tap(bo, "b")
    tapping.join()
    assert chips(ada, where) == "20"


def test_a_step_sent_again_is_one_event_with_its_first_result(ada: Phone, bo: Phone) -> None:
    where = ada.begin(VIVA)
    bo.get(where)
    bo.tap(where, "b", 1, seats_0_chips="1", step="1")
    for _ in range(3):
        assert ada.tap(where, "a", 1, seats_0_chips="1", step="1").status_code == 200
    bo.tap(where, "c", 3, seats_0_chips="7")
    assert ada.tap(where, "a", 1, seats_0_chips="1", step="1").status_code == 200
    assert (chips(ada, where), ada.state(where)["seq"]) == ("7", 4)


def test_a_step_down_to_what_stood_there_at_first_counts(ada: Phone) -> None:
    where = ada.begin(VIVA, **{"seats-0-chips": "5"})
    for number, text in enumerate(("6", "5"), 1):
        ada.tap(where, f"tap-{number}", 1, seats_0_chips=text, step="1" if text == "6" else "-1")
    assert chips(ada, where) == "5"
    for number, text in enumerate(("6", "5"), 3):
        ada.tap(where, f"tap-{number}", 3, seats_0_chips=text)  # typed, the second before the answer to the first
    assert chips(ada, where) == "5"


def test_steps_stay_within_the_limits_of_their_field(ada: Phone, bo: Phone) -> None:
    where = ada.begin("raging-bulls", **{"seats-0-mallets": "2", "seats-0-fields-1-isolated": "1"})
    bo.get(where)
    for phone, name in ((ada, "a"), (bo, "b")):
        phone.tap(where, name, 1, seats_0_mallets="3", step="1")
        phone.tap(where, f"{name}-low", 1, step="-1", **{"seats-0-fields-1-isolated": "0"})
    values = ada.state(where)["values"]
    assert (values["seats-0-mallets"], values["seats-0-fields-1-isolated"]) == ("3", "0")


def test_a_step_upon_a_number_that_another_phone_typed_is_asked_about(ada: Phone, bo: Phone) -> None:
    where = ada.begin(VIVA)
    bo.get(where)
    bo.tap(where, "b", 1, seats_0_chips="3")
    bo.tap(where, "c", 2, seats_0_chips="4", step="1")
    answer = ada.tap(where, "a", 1, seats_0_chips="1", step="1")
    assert answer.status_code == 409
    assert answer.json == {"conflict": f"{where}/conflict?seen=1&seats-0-chips=1", "every": False}
    assert ada.tap(where, "d", 3, seats_0_chips="5", step="1").status_code == 200  # with that in sight
    assert chips(ada, where) == "5"


def test_a_step_to_the_number_that_another_phone_typed_is_no_question(ada: Phone, bo: Phone) -> None:
    where = ada.begin(VIVA)
    bo.get(where)
    bo.tap(where, "b", 1, seats_0_chips="1")
    assert ada.tap(where, "a", 1, seats_0_chips="1", step="1").status_code == 200
    assert chips(ada, where) == "1"


@pytest.mark.parametrize("step", ["0", "5", "x", "-99999999999999999999"])
def test_a_strange_step_is_a_number_typed(ada: Phone, step: str) -> None:
    where = ada.begin(VIVA)
    assert ada.tap(where, "a", 1, seats_0_chips="8", step=step).status_code == 200
    assert chips(ada, where) == "8"


# notes


def test_two_notes_at_the_same_moment_are_both_in_the_list(ada: Phone, bo: Phone) -> None:
    where = ada.begin(VIVA)
    forms = [(phone, Inputs(phone.get(where).text).values) for phone in (ada, bo)]
    for phone, form in forms:
        note = {"seats-0-log-4-loan": "", "seats-0-log-0-charge-0": "2", "note": "seats-0-log"}
        for _ in range(2):  # sent twice it is noted once
            assert phone.post(where, form | note).status_code == 303
    noted = {name: text for name, text in ada.state(where)["values"].items() if "-log-" in name}
    assert noted == {"seats-0-log-0-charge-0": "2", "seats-0-log-1-charge-0": "2"}


def test_notes_at_the_same_moment_leave_older_ones_alone(ada: Phone, bo: Phone) -> None:
    where = ada.begin(VIVA, **{"seats-0-log-0-loan": "1"})
    forms = [(phone, Inputs(phone.get(where).text).values) for phone in (ada, bo, ada, bo)]
    new, old = "seats-0-log-2-loan", "seats-0-log-0-loan"  # the last two change what was noted before, too
    notes = [{new: "2"}, {new: "3"}, {new: "4", old: "5"}, {new: "6", old: "7"}]
    sent = zip(forms, notes, strict=True)
    codes = [phone.post(where, form | note | {"note": "seats-0-log"}).status_code for (phone, form), note in sent]
    noted = {name: text for name, text in ada.state(where)["values"].items() if "-log-" in name}
    assert codes == [303, 303, 303, 409]
    assert noted == {old: "5", new: "2", "seats-0-log-3-loan": "3", "seats-0-log-4-loan": "4"}


# players


def test_a_number_typed_while_a_player_comes_is_simply_written(ada: Phone, bo: Phone) -> None:
    where = ada.begin(VIVA)
    bo.get(where)
    ada.whole(where, add="1")
    assert bo.tap(where, "b", 1, seats_1_chips="4").status_code == 200
    assert ada.state(where)["values"]["seats-1-chips"] == "4"


def test_a_number_for_a_player_who_was_taken_away_is_told_in_full(ada: Phone, bo: Phone) -> None:
    where = ada.begin(VIVA, **{f"seats-{seat}-name": name for seat, name in enumerate(("Ada", "Bo", "Cy"))})
    old = Inputs(bo.get(where).text).values
    ada.whole(where, drop="1")
    typed = {"seats-1-chips": "4", "seats-2-chips": "6"}
    link = bo.post(where, {"event": "b", "seen": "1", **typed}, Accept="application/json").json
    assert link["every"] is True  # type: ignore[index]
    for page in (bo.post(where, old | typed), bo.get(link["conflict"])):  # type: ignore[index]
        assert "Nothing of this was written" in page.text
        assert "<bdi>Bo · Courage in chips: 4</bdi>" in page.text
        assert "<bdi>Cy · Courage in chips</bdi>" in page.text  # who sits elsewhere now
        assert Inputs(page.text).values["seats-1-chips"] == ""
        assert "Yours: 6" in page.text
    assert ada.state(where)["values"] == {"seats-0-name": "Ada", "seats-1-name": "Cy"}


def test_a_number_for_a_player_whose_coming_was_undone_is_told(ada: Phone, bo: Phone) -> None:
    where = ada.begin(VIVA)
    ada.whole(where, add="1")
    bo.get(where)
    ada.whole(where, undo=ada.state(where)["undo"][0])
    answer = bo.post(where, {"event": "b", "seen": "2", "seats-2-chips": "4"})
    assert (answer.status_code, "Player 3 · Courage in chips: 4" in answer.text) == (409, True)


# what is gone


def test_whoever_still_plays_a_deleted_game_is_told_so(ada: Phone, bo: Phone) -> None:
    where = ada.begin(VIVA)
    form = Inputs(bo.get(where).text).values
    ada.post(where, {"delete": where[-5:]})
    answers = [bo.tap(where, "b", 1, seats_0_chips="1"), bo.post(where, form), bo.get(f"{where}?seen=1")]
    for answer in (*answers, bo.post(f"{where}/cards", {"do": "draw", "event": "c"})):
        assert (answer.status_code, "This game was deleted on another phone" in answer.text) == (410, True)
    assert "deleted" not in bo.get(where).text  # a code that was guessed


def test_undo_without_script_writes_first_what_was_typed(ada: Phone) -> None:
    where = ada.begin(VIVA)
    ada.whole(where, seats_0_chips="5")
    undo = Inputs(ada.get(where).text).buttons["undo"][0]
    assert ada.whole(where, undo=undo, seats_1_chips="6").status_code == 303
    assert ada.state(where)["totals"] == [None, 6]
    assert ada.state(where)["undo"][1] == "Undo: Player 2 · Courage in chips: 6"


@pytest.mark.parametrize("slug", ["bulp", "pamplona", "raging-bulls", VIVA])
def test_every_place_for_a_fault_has_a_name_of_its_own(ada: Phone, slug: str) -> None:
    places = re.findall(r'data-fault="([^"]*)"', ada.get(ada.begin(slug)).text)
    assert [each for each in places if each.endswith("-") or places.count(each) > 1] == []
