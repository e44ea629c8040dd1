"""A table's pages through a test client: taps that count once, undo by name, two phones and their conflicts."""

from __future__ import annotations

import re
from threading import Thread

import pytest

from tests.phones import GAMES, Inputs, Phone, bulls

SLUGS = tuple(game.slug for game in GAMES if game.scoring)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_table_begins_with_one_tap_and_is_the_first_thing_on_the_front_page(ada: Phone, slug: str) -> None:
    where = ada.begin(slug)
    page = ada.get("/").text
    assert f'href="{where}"' in page.partition('class="posters"')[0]
    assert "Continue: " in page
    assert ada.get(where).text.count("Player 1") >= 2


def test_what_was_typed_without_a_table_is_kept_in_one(ada: Phone) -> None:
    typed = {"seats-0-name": "Ada", "seats-0-chips": "12", "seats-1-name": "Bo", "variant": "doorway"}
    where = ada.begin("viva-pamplona", **typed)
    state = ada.state(where)
    assert (state["values"]["seats-0-chips"], state["totals"]) == ("12", [12, None])
    assert 'value="doorway" aria-pressed="true"' in ada.get(where).text


def test_a_finished_sheet_goes_straight_into_the_history(ada: Phone) -> None:
    typed = {"seats-0-name": "Ada", "seats-0-chips": "12", "seats-1-name": "Bo", "seats-1-chips": "15"}
    where = ada.begin("viva-pamplona", done="1", **typed)
    assert ada.get(where).headers["Location"] == f"{where}/result"
    text = ada.get("/history/viva-pamplona").text
    assert f"{where}/result" in text
    assert re.findall(r"<bdi>(\w+)</bdi></span> <b>(\d+)", text) == [("Bo", "15"), ("Ada", "12")]
    assert "Continue: " not in ada.get("/").text


def test_a_tap_counts_once_however_often_it_arrives(ada: Phone) -> None:
    where = ada.begin("viva-pamplona")
    answers = [ada.tap(where, "tap-1", 1, seats_0_chips="12").json for _ in range(5)]
    assert [answer["seq"] for answer in answers] == [2] * 5  # type: ignore[index]
    assert ada.state(where)["values"]["seats-0-chips"] == "12"


def test_an_old_tap_that_comes_again_changes_nothing_back(ada: Phone) -> None:
    where = ada.begin("viva-pamplona")
    ada.tap(where, "tap-1", 1, seats_0_chips="12")
    ada.tap(where, "tap-2", 2, seats_0_chips="13")
    assert ada.tap(where, "tap-1", 1, seats_0_chips="12").status_code == 200
    assert (ada.state(where)["values"]["seats-0-chips"], ada.state(where)["seq"]) == ("13", 3)


def test_a_whole_form_is_saved_with_one_button_and_loading_again_sends_nothing(ada: Phone) -> None:
    where = ada.begin("pamplona")
    sent = ada.whole(where, seats_0_name="Ada", seats_0_runs_0_distance="2", seats_0_runs_0_home="1")
    assert (sent.status_code, sent.headers["Location"]) == (303, where)
    first, seq = ada.state(where), ada.state(where)["seq"]
    for _ in range(3):
        ada.get(where)
    assert (ada.state(where), first["totals"], seq) == (first, [4, None], 2)
    form = Inputs(ada.get(where).text).values
    del form["seats-0-runs-0-home"]  # a box without its tick is not sent
    ada.post(where, form)
    assert "seats-0-runs-0-home" not in ada.state(where)["values"]


def test_a_form_sent_as_it_came_is_no_event(ada: Phone) -> None:
    for slug in SLUGS:
        where = ada.begin(slug)
        assert ada.whole(where).status_code == 303
        assert ada.state(where)["seq"] == 1, slug


def test_undo_and_redo_say_what_they_take_back_in_both_languages(ada: Phone) -> None:
    where = ada.begin("viva-pamplona")
    ada.tap(where, "n", seats_0_name="Ada")
    ada.tap(where, "c", seats_0_chips="12")
    assert ada.state(where)["undo"] == ["c", "Undo: Ada · Courage in chips: 12"]
    french = ada.web.get(f"{where}/state", headers={"Accept-Language": "fr"}).json
    assert french["undo"][1] == "Annuler\u00a0: Ada · Courage en jetons\u00a0: 12"  # type: ignore[index]
    assert ada.post(where, {"undo": "c", "event": "u1"}).status_code == 303
    state = ada.state(where)
    assert state["values"] == {"seats-0-name": "Ada", "seats-1-name": "Player 2"}
    assert state["redo"] == ["c", "Redo: Ada · Courage in chips: 12"]
    ada.post(where, {"undo": "n", "event": "u2"})
    assert ada.state(where)["undo"] == ["", "Nothing to undo"]
    assert "Nothing to undo" in ada.get(where).text
    ada.post(where, {"redo": "n", "event": "r1"})
    ada.post(where, {"redo": "c", "event": "r2"})
    assert ada.state(where)["values"]["seats-0-chips"] == "12"
    assert ada.state(where)["redo"] == ["", ""]


def test_undo_sent_twice_takes_back_one_thing(ada: Phone) -> None:
    where = ada.begin("viva-pamplona")
    ada.tap(where, "a", seats_0_chips="1")
    ada.tap(where, "b", seats_0_chips="2")
    for _ in range(3):
        ada.post(where, {"undo": "b", "event": "u"})
    assert ada.state(where)["values"]["seats-0-chips"] == "1"


def test_undo_goes_back_across_the_end_of_the_game(ada: Phone) -> None:
    where = bulls(ada)
    assert ada.whole(where, finish="1").status_code == 303
    assert ada.get(where).headers["Location"] == f"{where}/result"
    page = ada.get(f"{where}/result").text
    assert "Undo: finish" in page
    undo = Inputs(page).buttons["undo"][0]
    ada.post(where, {"undo": undo, "event": "u1"})
    assert ada.get(where).status_code == 200
    undo = Inputs(ada.get(where).text).buttons["undo"][0]
    ada.post(where, {"undo": undo, "event": "u2"})
    assert ada.state(where)["totals"] == [0]
    for number in (3, 4):
        redo = Inputs(ada.get(where).text).buttons["redo"][0]
        ada.post(where, {"redo": redo, "event": f"r{number}"})
    assert (ada.state(where)["finished"], ada.state(where)["totals"]) == (True, [6])


def test_a_game_that_does_not_add_up_is_not_finished_and_nothing_typed_is_lost(ada: Phone) -> None:
    where = ada.begin("raging-bulls")
    answer = ada.whole(where, finish="1", **{"seats-0-fields-0-outcome": "left", "seats-0-fields-0-isolated": "9"})
    assert answer.status_code == 400
    assert "9 does not fit here; what fits: 0 to 3" in answer.text
    state = ada.state(where)
    assert (state["finished"], state["values"]["seats-0-fields-0-isolated"], state["totals"]) == (False, "9", [None])


def test_what_is_finished_can_be_opened_again(ada: Phone) -> None:
    where = bulls(ada)
    ada.whole(where, finish="1")
    assert ada.post(where, {"reopen": "1", "event": "go-on"}).headers["Location"] == where
    assert ada.get(where).status_code == 200


def test_players_come_and_go_and_the_others_keep_what_they_have(ada: Phone) -> None:
    where = ada.begin("viva-pamplona", **{"seats-0-name": "Ada", "seats-1-name": "Bo", "seats-1-chips": "7"})
    ada.whole(where, add="1", seats_0_chips="5")
    assert ada.state(where)["values"]["seats-2-name"] == "Player 3"
    ada.whole(where, drop="0")
    state = ada.state(where)
    assert (state["seats"], state["values"]["seats-0-name"], state["values"]["seats-0-chips"]) == (2, "Bo", "7")
    assert "drop" not in Inputs(ada.get(where).text).buttons  # the game needs two
    undo = Inputs(ada.get(where).text).buttons["undo"][0]
    ada.post(where, {"undo": undo, "event": "u"})
    assert ada.state(where)["values"]["seats-0-chips"] == "5"


def test_a_variant_is_switched_and_the_other_ones_values_come_back_with_it(ada: Phone) -> None:
    where = ada.begin("bulp")
    ada.whole(where, seats_0_broken="2")
    ada.whole(where, switch="elimination")
    assert 'name="seats-0-distance"' in ada.get(where).text
    ada.whole(where, seats_0_distance="4")
    ada.whole(where, switch="simple")
    assert Inputs(ada.get(where).text).values["seats-0-broken"] == "2"


# two phones


def test_a_second_phone_sees_the_same_table(ada: Phone, bo: Phone) -> None:
    where = ada.begin("viva-pamplona")
    ada.tap(where, "a", seats_0_chips="12")
    bo.get(where)
    bo.tap(where, "b", seats_1_chips="15")
    assert ada.state(where) == bo.state(where)
    assert ada.state(where)["totals"] == [12, 15]


def test_a_phone_that_knows_everything_is_told_that_nothing_changed(ada: Phone) -> None:
    where = ada.begin("viva-pamplona")
    first = ada.get(f"{where}/state")
    assert (first.headers["ETag"], first.headers["Cache-Control"]) == ('"1"', "no-store")
    again = ada.get(f"{where}/state", headers={"If-None-Match": '"1"'})
    assert (again.status_code, again.data) == (304, b"")
    ada.tap(where, "a", seats_0_chips="12")
    assert ada.get(f"{where}/state", headers={"If-None-Match": '"1"'}).status_code == 200


def test_two_phones_at_different_names_never_disturb_each_other(ada: Phone, bo: Phone) -> None:
    where = ada.begin("viva-pamplona")
    bo.get(where)
    stale = Inputs(bo.get(where).text).values
    ada.tap(where, "a", 1, seats_0_chips="12")
    assert bo.post(where, stale | {"seats-1-chips": "15"}).status_code == 303  # the whole form, from before
    values = ada.state(where)["values"]
    assert (values["seats-0-chips"], values["seats-1-chips"]) == ("12", "15")


@pytest.mark.parametrize("choice", ["12", "13"])
def test_two_phones_at_one_name_are_asked_and_a_person_chooses(ada: Phone, bo: Phone, choice: str) -> None:
    where = ada.begin("viva-pamplona")
    bo.get(where)
    ada.tap(where, "a", 1, seats_0_chips="12")
    answer = bo.post(where, {"event": "b", "seen": "1", "seats-0-chips": "13", "seats-1-chips": "9"})
    assert answer.status_code == 409
    assert "There now: 12" in answer.text
    assert "Yours: 13" in answer.text
    assert "seats-1-chips" not in ada.state(where)["values"]  # nothing of it is written yet
    form = Inputs(answer.text).values
    assert form["seats-0-chips"] == "12"
    assert bo.post(where, form | {"seats-0-chips": choice, "seats-1-chips": "9"}).status_code == 303
    values = ada.state(where)["values"]
    assert (values["seats-0-chips"], values["seats-1-chips"]) == (choice, "9")


def test_a_script_is_sent_to_the_page_where_a_person_chooses(ada: Phone, bo: Phone) -> None:
    where = ada.begin("viva-pamplona")
    bo.get(where)
    ada.tap(where, "a", 1, seats_0_chips="12")
    answer = bo.tap(where, "b", 1, seats_0_chips="13")
    assert answer.status_code == 409
    page = bo.get(answer.json["conflict"]).text  # type: ignore[index]
    assert "There now: 12" in page
    assert "Yours: 13" in page


def test_the_same_number_from_two_phones_is_no_conflict(ada: Phone, bo: Phone) -> None:
    where = ada.begin("viva-pamplona")
    bo.get(where)
    ada.tap(where, "a", 1, seats_0_chips="12")
    assert bo.tap(where, "b", 1, seats_0_chips="12").status_code == 200


def test_a_phone_never_conflicts_with_itself(ada: Phone) -> None:
    where = ada.begin("viva-pamplona")
    ada.tap(where, "a", 1, seats_0_chips="12")
    assert ada.tap(where, "b", 1, seats_0_chips="13").status_code == 200


def test_a_number_for_a_seat_that_moved_is_asked_about(ada: Phone, bo: Phone) -> None:
    where = ada.begin("viva-pamplona")
    ada.whole(where, add="1")
    bo.get(where)
    seen = bo.state(where)["seq"]
    ada.whole(where, drop="0")
    answer = bo.post(where, {"event": "b", "seen": str(seen), "seats-0-chips": "13"})
    assert answer.status_code == 409
    assert bo.post(where, {"event": "c", "seen": str(seen), "seats-2-chips": "1"}).status_code == 409


def test_a_seat_that_moved_is_not_taken_away_from_an_old_page(ada: Phone, bo: Phone) -> None:
    where = ada.begin("viva-pamplona")
    ada.whole(where, add="1")
    ada.whole(where, add="1")
    old = Inputs(bo.get(where).text).values
    ada.whole(where, drop="0")
    for _ in range(2):
        assert bo.post(where, old | {"drop": "0"}).status_code == 409
    assert [ada.state(where)["values"][f"seats-{n}-name"] for n in range(3)] == ["Player 2", "Player 3", "Player 4"]


def test_taps_and_new_players_at_the_same_moment_lose_nothing(ada: Phone, bo: Phone) -> None:
    where = ada.begin("viva-pamplona")
    bo.get(where)

    def come_and_go() -> None:
        for number in range(10):
            ada.post(where, {"event": f"come-{number}", "add": "1"})
            ada.post(where, {"event": f"go-{number}", "drop": "2"})

    coming = Thread(target=come_and_go)
    coming.start()
    answers = [bo.tap(where, f"tap-{number}", seats_1_chips=str(number)).status_code for number in range(40)]
    coming.join()
    last = max(number for number, status in enumerate(answers) if status == 200)
    assert ada.state(where)["values"]["seats-1-chips"] == str(last)


def test_what_comes_after_the_end_is_asked_about(ada: Phone, bo: Phone) -> None:
    where = bulls(ada)
    bo.get(where)
    seen = bo.state(where)["seq"]
    ada.whole(where, finish="1")
    late = {"event": "b", "seen": str(seen), "seats-0-fields-0-isolated": "1"}
    answer = bo.post(where, late)
    assert answer.status_code == 409
    assert "finished before this arrived" in answer.text
    assert ada.state(where)["totals"] == [6]
    form = Inputs(answer.text).values | {"reopen": "1", "seats-0-fields-0-isolated": "1"}
    assert bo.post(where, form).status_code == 303
    assert (ada.state(where)["finished"], ada.state(where)["totals"]) == (False, [3])
