"""Viva Pamplona! as it is noted during play: from 30, one line for each entry, in the command and on the form alike."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, urlsplit

import pytest
from flask.testing import FlaskClient

from pnp.data.game import Json
from tests import shipped
from tracker import create_app, forms, tables
from tracker.scoring import Refused, Score

GAME = shipped.BY_SLUG["viva-pamplona"]
RANKS: dict[str, Json] = {"ranks": [1, 2, 3]}
WON: Json = {"scuffle": {"from": "B", "own": 3, "theirs": 2}}
BOTH: Json = {"fear": 1, "loan": 1}
ALONE: Json = {"name": "B", "log": [], **RANKS}


def logged(name: str, *entries: Json) -> dict[str, Json]:
    return {"name": name, "log": list(entries), **RANKS}


def lines(score: Score) -> list[tuple[str, str, int, str]]:
    return [(line.label.get("en"), line.sum.get("en"), line.points, line.rule) for line in score.lines]


def refused(*seats: Json) -> list[str]:
    with pytest.raises(Refused) as caught:
        tables.settle({"seats": list(seats)}, GAME)
    return str(caught.value).splitlines()


def test_a_log_counts_from_30_with_a_line_for_each_entry_and_one_for_the_loser() -> None:
    seats: Json = [logged("A", {"charge": [0, 1, -2]}, {"fear": 1}, WON, {"loan": 1}), logged("B")]
    result = tables.settle({"seats": seats}, GAME)
    assert lines(result.scores[0]) == [
        ("Courage to begin with", "30", 30, "setup"),
        ("1. Charge", "0 → +3, +1 → +2, −2 → −2", 3, "charge"),
        ("2. Fear", "−1 × 1", -1, "fear"),
        ("3. Scuffle won", "3 − 2 runners, from B", 1, "scuffle"),
        ("4. Loan", "1 × 10 chips", 10, "loan"),
        ("Ranks", "1 + 2 + 3", 6, "ranks"),
        ("Loans", "−1 × 10", -10, "loan"),
    ]
    assert lines(result.scores[1])[1] == ("Scuffle lost", "2 − 3 runners, to A", -1, "scuffle")
    assert [score.total for score in result.scores] == [39, 35]
    assert result.warnings == ()


def test_a_payment_above_the_chips_held_forces_a_loan_once() -> None:
    spent: Json = {"charge": [-10, -9, -9]}
    owed: Json = {"charge": [-2, -2, -1]}
    result = tables.settle({"seats": [logged("A", spent, owed), logged("B", spent, owed, {"loan": 1})]}, GAME)
    assert [line[0] for line in lines(result.scores[0])] == [
        "Courage to begin with", "1. Charge", "Loan that was due", "2. Charge", "Ranks", "Loans",
    ]  # fmt: skip
    assert [score.total for score in result.scores] == [3, 3]
    assert [str(each) for each in result.warnings] == [
        "seats[0].log[1]: this takes more than the chips held: 1 × 10 had to be borrowed first"
    ]


def test_a_seat_with_neither_has_an_empty_log_where_others_note() -> None:
    result = tables.settle({"seats": [logged("A", WON), {"name": "B", **RANKS}]}, GAME)
    assert [score.total for score in result.scores] == [37, 35]
    missing = "seats[0].chips: missing; allowed 0 or more"
    assert refused({"name": "A", **RANKS}, {"name": "B", "chips": 1, **RANKS}) == [missing]


def test_chips_counted_at_the_end_and_other_loans_are_odd() -> None:
    far: Json = {"charge": [60]}
    seats: Json = [logged("A", WON, far) | {"loans": 2}, {"name": "B", "chips": 7, **RANKS}]
    result = tables.settle({"seats": seats}, GAME)
    assert [score.total for score in result.scores] == [37, 13]
    assert [str(each) for each in result.warnings] == [
        "seats[0].log[0].scuffle.from: B counted chips at the end, so this loss counts nothing there; "
        "the chips must be without it",
        "seats[0].log[1].charge: found 60; the farthest that a runner and Torro can be apart is 41 spaces",
        "seats[0].loans: found 2; what was noted makes 0, and that is what counts",
    ]


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({"charge": [0, 1, 2, 3]}, "log[0].charge: found 4; allowed at most 3 of them"),
        ({"charge": []}, "log[0].charge: found []; allowed at least one of them"),
        ({"charge": ["x"]}, 'log[0].charge[0]: found "x"; allowed a whole number'),
        ({"fear": -1}, "log[0].fear: found -1; allowed 0 or more"),
        ({"fear": None}, "log[0].fear: found null; allowed 0 or more"),
        ({"laon": 1}, "log[0].laon: unknown key; allowed charge, fear, scuffle, loan (did you mean loan?)"),
        ({}, "log[0]: found {}; allowed one key of charge, fear, scuffle, loan"),
        (BOTH, 'log[0]: found {"fear": 1, "loan": 1}; allowed one key of charge, fear, scuffle, loan'),
        (7, "log[0]: found 7; allowed an object"),
        ({"scuffle": 1}, "log[0].scuffle: found 1; allowed an object"),
        ({"scuffle": {"from": "C", "own": 3, "theirs": 1}}, 'log[0].scuffle.from: found "C"; allowed B'),
        ({"scuffle": {"from": "A", "own": 3, "theirs": 1}}, 'log[0].scuffle.from: found "A"; allowed B'),
        ({"scuffle": {"from": "B", "own": 3}}, "log[0].scuffle.theirs: missing; allowed 1 to 3"),
        ({"scuffle": {"from": "B", "own": 4, "theirs": 1}}, "log[0].scuffle.own: found 4; allowed 1 to 3"),
        (
            {"scuffle": {"from": "B", "own": 2, "theirs": 2}},
            "log[0].scuffle.own: found 2 against 2; allowed more than 2: without a majority there is no scuffle",
        ),
    ],
)
def test_an_entry_that_cannot_be_is_refused(entry: Json, message: str) -> None:
    assert refused(logged("A", entry), ALONE) == [f"seats[0].{message}"]


def test_chips_and_a_log_are_one_too_many() -> None:
    assert refused(logged("A", WON) | {"chips": 3}, ALONE) == [
        "seats[0].log: either chips counted at the end or what was noted during play, not both"
    ]
    assert refused({"name": "A", "log": 3, **RANKS}, ALONE) == ["seats[0].log: found 3; allowed a list"]


NAMES = {"seats-0-name": "Ada", "seats-1-name": "Bo", "variant": "standard"}


def site() -> FlaskClient:
    return create_app({"GAMES": (GAME,)}).test_client()


def posted(**more: str) -> dict[str, str]:
    return NAMES | {key.replace("_", "-"): text for key, text in more.items()}


def test_each_kind_of_entry_has_its_own_inputs_and_a_button_and_noting_comes_back_to_the_log() -> None:
    page = site().get("/score/viva-pamplona").text
    for place, kind in enumerate(("charge-0", "fear", "scuffle-from", "loan")):
        assert f'name="seats-0-log-{place}-{kind}"' in page
    assert page.count('<button class="second" name="note" value="seats-0-log">') == 4
    form = posted(seats_0_log_0_charge_0="0", seats_0_log_0_charge_2="−2", seats_0_log_1_fear="", note="seats-0-log")
    sent = site().post("/score/viva-pamplona", data=form)
    assert sent.status_code == 303
    assert urlsplit(sent.headers["Location"]).fragment == "seats-0-log"
    shown = site().get(sent.headers["Location"]).text
    assert re.search(r"<b>Charge</b> <bdi>0, −2</bdi>", shown)
    assert '<input type="hidden" name="seats-0-log-0-charge-1" value="-2">' in shown
    assert 'name="seats-0-log-1-charge-0"' in shown


def test_two_kinds_filled_in_at_once_become_two_entries() -> None:
    form = posted(seats_0_log_0_charge_0="1", seats_0_log_3_loan="1", note="seats-0-log")
    sent = site().post("/score/viva-pamplona", data=form)
    told = dict(parse_qsl(urlsplit(sent.headers["Location"]).query))
    assert {key: text for key, text in told.items() if "log" in key} == {
        "seats-0-log-0-charge-0": "1",
        "seats-0-log-1-loan": "1",
    }


def test_an_entry_is_taken_away_by_its_button() -> None:
    form = posted(seats_0_log_0_fear="1", seats_0_log_1_loan="2", seats_0_log_10_fear="3", remove="seats-0-log-1")
    sent = site().post("/score/viva-pamplona", data=form)
    told = dict(parse_qsl(urlsplit(sent.headers["Location"]).query))
    assert [text for key, text in told.items() if "log" in key] == ["1", "3"]


def test_a_bad_entry_is_told_at_once_and_stays_to_be_put_right() -> None:
    form = posted(seats_0_log_0_fear="1", note="seats-0-log")
    form |= {f"seats-0-log-2-scuffle-{key}": text for key, text in (("from", "seats-1"), ("own", "2"), ("theirs", "2"))}
    sent = site().post("/score/viva-pamplona", data=form)
    assert sent.status_code == 400
    assert "without a majority there is no scuffle" in sent.text
    assert re.search(r'name="seats-0-log-1-scuffle-own" value="2"', sent.text)
    assert '<input type="hidden" name="seats-0-log-0-fear" value="1">' in sent.text
    assert "chips: missing" not in sent.text


def test_a_new_name_changes_nothing_in_a_log() -> None:
    form = posted(seats_0_log_0_scuffle_own="3", seats_0_log_0_scuffle_theirs="1", seats_0_ranks_0="1")
    form |= {"seats-0-log-0-scuffle-from": "seats-1", "seats-1-name": "Beatrix"}
    scoring = GAME.scoring
    assert scoring is not None
    table, _ = forms.read(form, scoring)
    assert [score.total for score in tables.settle(table, GAME).scores] == [33, 28]
    page = site().get("/score/viva-pamplona", query_string=forms.flat(dict(table))).text
    assert '<input type="hidden" name="seats-0-log-0-scuffle-from" value="seats-1">' in page
    assert "Against: Beatrix" in page


def test_the_result_says_each_step_and_which_rung_places_first() -> None:
    form = posted(seats_0_log_0_charge_0="0")
    page = site().post("/score/viva-pamplona", data=form, follow_redirects=True).text
    assert "0 → +3" in page
    assert "First place: most points of courage." in page
    assert 'href="/rules/viva-pamplona#charge"' in page
