"""Faults that people met while several of them kept score, by case: at a table here each is right or asked about."""

from __future__ import annotations

import csv
import html
import io

import pytest
from flask import Flask

from tests.phones import Inputs, Phone

VIVA = "viva-pamplona"
NAMES = {"seats-0-name": "Ann", "seats-1-name": "Ben"}


@pytest.fixture
def one(app: Flask) -> Phone:
    return Phone(app)


@pytest.fixture
def other(app: Flask) -> Phone:
    return Phone(app)


def same(app: Flask, phone: Phone) -> Phone:
    """Return a second tab of the same browser: the same cookie, another page."""
    tab = Phone(app)
    tab.web = phone.web
    return tab


def counted(phone: Phone, *chips: str) -> str:
    """Begin a table of Ann and Ben, and count their chips."""
    where = phone.begin(VIVA, **NAMES)
    phone.whole(where, **{f"seats-{seat}-chips": text for seat, text in enumerate(chips)})
    return where


def test_scr_two_tabs_that_save_different_cells_both_stay(app: Flask, one: Phone) -> None:
    where, tab = counted(one, "1", "1"), same(app, one)
    shown_a, shown_b = (Inputs(each.get(where).text).values for each in (one, tab))
    assert tab.post(where, shown_b | {"seats-1-chips": "1000"}).status_code == 303
    assert one.post(where, shown_a | {"seats-0-chips": "2000"}).status_code == 303
    assert one.state(where)["totals"] == [2000, 1000]


def test_scr_two_tabs_of_different_people_keep_both_cells_and_ask_about_the_same_one(one: Phone, other: Phone) -> None:
    where = counted(one, "1", "1")
    shown_a, shown_b = (Inputs(each.get(where).text).values for each in (one, other))
    assert other.post(where, shown_b | {"seats-1-chips": "1000"}).status_code == 303
    assert one.post(where, shown_a | {"seats-0-chips": "2000"}).status_code == 303
    assert one.state(where)["totals"] == [2000, 1000]
    asked = one.post(where, shown_a | {"seats-0-chips": "2000", "seats-1-chips": "7"})
    assert asked.status_code == 409
    assert [text in asked.text for text in ('value="1000"', 'value="7"', "There now: 1000", "Yours: 7")] == [True] * 4
    assert one.state(where)["totals"] == [2000, 1000]


def test_scr_post_reload_going_back_to_a_page_that_was_sent_and_changing_more_loses_nothing(one: Phone) -> None:
    where = one.begin(VIVA, **NAMES)
    page = Inputs(one.get(where).text).values
    for form in (
        {"seats-0-chips": "5"},
        {"seats-0-chips": "5", "seats-1-chips": "6"},
    ):  # the same page, not loaded again
        for _ in range(2):
            assert one.post(where, page | form).status_code == 303
    assert one.state(where)["totals"] == [5, 6]
    assert one.state(where)["seq"] == 3


def test_scr_conflicting_devices_the_second_one_is_asked_and_nothing_is_lost(one: Phone, other: Phone) -> None:
    where = counted(one, "1", "1")
    other.get(where)
    seen = other.state(where)["seq"]
    assert one.tap(where, "first", seen, seats_0_chips="12").status_code == 200
    refused = other.tap(where, "second", seen, seats_0_chips="13")
    assert refused.status_code == 409
    assert other.state(where)["totals"] == [12, 1]
    page = other.get(refused.json["conflict"]).text
    assert ("There now: 12" in page, "Yours: 13" in page) == (True, True)
    chosen = Inputs(page).values | {"seats-0-chips": "13"}
    assert other.post(where, chosen).status_code == 303
    assert one.state(where)["totals"] == [13, 1]
    assert one.tap(where, "undo", undo=one.state(where)["undo"][0]).json["totals"] == [12, 1]


def test_scr_finished_game_takes_no_entry_until_it_is_reopened(app: Flask, one: Phone) -> None:
    where, tab = counted(one, "5", "6"), same(app, one)
    shown = Inputs(tab.get(where).text).values
    assert one.whole(where, finish="1").status_code == 303
    assert tab.post(where, shown | {"seats-0-chips": "50"}).status_code == 409
    assert tab.tap(where, "late", int(shown["seen"]), seats_1_chips="60").status_code == 409
    assert (one.state(where)["totals"], one.state(where)["finished"]) == ([5, 6], True)
    assert one.post(where, {"event": "on", "reopen": "1"}).status_code == 303
    assert tab.whole(where, seats_0_chips="50").status_code == 303
    assert one.state(where)["totals"] == [50, 6]


def test_scr_finished_game_gives_its_result_once(app: Flask, one: Phone, other: Phone) -> None:
    where = counted(one, "5", "6")
    shown = [Inputs(each.get(where).text).values | {"finish": "1"} for each in (one, same(app, one), other)]
    for phone, form in zip((one, one, other), shown, strict=True):
        assert phone.post(where, form).status_code in (303, 409)
    events = one.get(f"{where}/export.json").json["events"]
    assert [each["kind"] for each in events].count("finish") == 1
    assert one.get(f"/history/{VIVA}").text.count(f'href="{where}') == 1


def test_scr_undo_after_end_reopens_the_game_and_play_goes_on(one: Phone) -> None:
    where = counted(one, "5", "6")
    one.whole(where, finish="1")
    assert one.get(where).headers["Location"] == f"{where}/result"
    undone = one.tap(where, "back", undo=one.state(where)["undo"][0])
    assert (undone.status_code, undone.json["finished"], undone.json["totals"]) == (200, False, [5, 6])
    assert where not in one.get(f"/history/{VIVA}").text
    assert one.get(where).status_code == 200
    assert one.whole(where, seats_0_chips="6").status_code == 303
    assert (one.state(where)["finished"], one.state(where)["totals"]) == (False, [6, 6])
    events = one.get(f"{where}/export.json").json["events"]
    assert [each["kind"] for each in events].count("undo") == 1
    assert f"{where}/result" not in one.get("/").text


def test_scr_undo_into_old_round_changes_that_round_and_no_other(one: Phone) -> None:
    where = one.begin("raging-bulls", **{"seats-0-name": "Ann"})
    one.whole(where, **{f"seats-0-fields-{field}-outcome": "left" for field in range(3)})
    for field, bulls in enumerate(("2", "0", "1")):
        assert one.tap(where, f"round-{field}", **{f"seats-0-fields-{field}-isolated": bulls}).status_code == 200
    before = one.state(where)
    assert before["totals"] == [11]  # 2 × 3 and 1 × 5
    undone = one.tap(where, "back", undo="round-0").json
    cell = "seats-0-fields-0-isolated"
    assert undone["values"] == {name: text for name, text in before["values"].items() if name != cell}
    assert undone["totals"] == [5]
    assert one.tap(where, "again", undo="round-0").json["totals"] == [5]  # it is gone already: nothing more goes
    assert one.tap(where, "forth", redo="round-0").json["values"] == before["values"]


def test_scr_export_formula_names_are_made_harmless_and_scores_stay_numbers(one: Phone) -> None:
    rows = (('=HYPERLINK("x")', 0, 3), ("@sum", 4, 0), ("-Dash-", 0, 1), ('Ann, "A"', 0, 0))
    form: dict[str, str] = {}
    for seat, (name, chips, behind) in enumerate(rows):
        form |= {f"seats-{seat}-name": name, f"seats-{seat}-chips": str(chips)}
        form |= {f"seats-{seat}-behind-0": str(behind)} if behind else {}
    where = one.begin(VIVA, **form)
    sent = one.get(f"{where}/export.csv")
    table = list(csv.DictReader(io.StringIO(sent.get_data(as_text=True), newline="")))
    names = ['\'=HYPERLINK("x")', "'@sum", "'-Dash-", 'Ann, "A"']
    assert list(dict.fromkeys((row["name"], row["total"]) for row in table)) == list(
        zip(names, ("-3", "4", "-1", "0"), strict=True)
    )
    assert {row["points"] for row in table} == {"0", "4", "-3", "-1"}
    assert [cell for row in table for cell in row.values() if cell[:1] in ("=", "@", "+", "\t", "\r")] == []


def test_scr_post_reload_loading_the_page_after_a_tap_sends_nothing(one: Phone) -> None:
    where = one.begin(VIVA, **NAMES)
    form = Inputs(one.get(where).text).values | {"seats-0-chips": "5"}
    sent = one.post(where, form)
    assert (sent.status_code, sent.headers["Location"]) == (303, where)
    after = one.state(where)
    for _ in range(2):
        assert one.get(sent.headers["Location"]).status_code == 200
        assert one.post(where, form).status_code == 303  # and a browser that sends it again all the same adds nothing
    assert one.state(where) == after
    assert len(one.get(f"{where}/export.json").json["events"]) == 2


def test_scr_edit_updates_total_of_a_table_at_once_and_in_its_result(one: Phone) -> None:
    where = one.begin("raging-bulls", **{"seats-0-name": "Ann"})
    for field, bulls in enumerate(("1", "2")):
        cells = {f"seats-0-fields-{field}-outcome": "left", f"seats-0-fields-{field}-isolated": bulls}
        one.whole(where, **cells)
    before = one.state(where)["totals"]
    one.whole(where, **{"seats-0-fields-0-isolated": "0"})
    assert (before, one.state(where)["totals"]) == ([11], [8])  # 1 × 3 + 2 × 4
    assert '<p class="total"><b>8</b>' in one.get(f"{where}/result").text


def test_scr_correction_breaks_rule_a_corrected_cell_is_checked_before_the_game_ends(one: Phone) -> None:
    where = counted(one, "1", "2")
    one.whole(where, **{"seats-0-ranks-0": "12"})
    one.whole(where, **{"seats-0-ranks-0": "13"})
    assert one.state(where)["totals"] == [None, 2]
    ended = one.whole(where, finish="1")
    assert ended.status_code == 400
    assert "13 does not fit here; what fits: 1 to 12" in ended.text
    assert one.state(where)["finished"] is False


def test_scr_same_names_are_refused_when_a_table_ends(one: Phone) -> None:
    where = one.begin(VIVA, **{f"seats-{seat}-name": name for seat, name in enumerate(("Sofa", "Sofa", "sofa "))})
    one.whole(where, **{f"seats-{seat}-chips": "1" for seat in range(3)})
    ended = one.whole(where, finish="1")
    assert ended.status_code == 400
    assert [f'data-fault="seats-{seat}-name"><p class="fault">' in ended.text for seat in range(3)] == [
        False,
        True,
        True,
    ]
    assert one.state(where)["finished"] is False
    assert one.state(where)["seats"] == 3


def test_scr_tie_last_scorer_first_equals_keep_their_seats_whoever_scored_last(one: Phone) -> None:
    where = one.begin(VIVA, **NAMES)
    for seat in (1, 0):  # Ben first, Ann later, and then the other way round
        one.whole(where, **{f"seats-{seat}-chips": "100"})
    first = one.get(f"{where}/result").text
    one.whole(where, **{"seats-1-chips": "99"})
    one.whole(where, **{"seats-1-chips": "100"})
    for page in (first, one.get(f"{where}/result").text):
        assert page.index("<h2><bdi>Ann</bdi>") < page.index("<h2><bdi>Ben</bdi>")
        assert page.count("Place 1, shared") == 2


def test_scr_name_markup_is_shown_as_written_on_another_phone_and_in_files(one: Phone, other: Phone) -> None:
    names = ("<svg/onload=alert()>", "\u202eevil", "{{7*7}}", "../../x")
    where = one.begin(VIVA, **{f"seats-{seat}-name": name for seat, name in enumerate(names)})
    one.whole(where, **{f"seats-{seat}-chips": str(seat) for seat in range(4)})
    for path in (where, f"{where}/result", f"{where}/join"):
        page = other.get(path).text
        assert "<svg/onload" not in page
        assert path.endswith("join") or all(name in html.unescape(page) for name in names)
    for kind in ("json", "csv", "txt"):
        sent = other.get(f"{where}/export.{kind}")
        assert sent.headers["Content-Disposition"] == f'attachment; filename="{VIVA}-{where[-5:]}.{kind}"'
        assert sent.headers["X-Content-Type-Options"] == "nosniff"
