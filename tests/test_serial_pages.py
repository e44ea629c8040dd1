"""A sheet's page through a test client: its code however it comes, its par, its table, hints, and where points went."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable
from dataclasses import replace
from html import unescape
from io import BytesIO
from pathlib import Path

import pytest

from tests.phones import GAMES, Inputs, Phone, site
from tracker import create_app

SHEET = "/s/raging-bulls/7F3K-2"
PLACED = {"A": "6,3 2,5 3,3", "B": "4,2 1,4 1,3 4,4", "C": "4,6 1,6 4,2 6,3 6,1", "D": "5,1 6,3 6,4 4,3 4,4 5,6"}


@pytest.fixture
def roll(tmp_path: Path) -> Callable[..., Phone]:
    """Give a phone at a site whose dice show these numbers, over and over."""

    def begin(*numbers: int) -> Phone:
        dice = itertools.cycle(numbers or (1,))
        return Phone(site(tmp_path, BELOW=lambda n: next(dice) - 1))

    return begin


def play(phone: Phone, where: str, *acts: str) -> None:
    for number, act in enumerate(acts):
        phone.get(where)
        done = phone.post(where, {"do": act, "event": f"{act[:4]}-{number}"})
        assert (act, done.status_code) == (act, 303)


def begun(phone: Phone, **form: str) -> str:
    phone.get(SHEET)
    return str(phone.post(SHEET, {"event": "first", **form}).headers["Location"])


def fault(phone: Phone, code: str) -> str:
    phone.get("/")
    found = re.search(r'<p class="fault" id="code-fault">(.*?)</p>', phone.post("/join", {"code": code}).text)
    return unescape(found[1]).strip() if found else ""


def test_a_sheet_shows_its_fields_and_its_par(roll: Callable[..., Phone]) -> None:
    page = roll().get("/s/raging-bulls/7f3k2").text
    assert re.findall(r"<h2>(Field \w)</h2>", page) == ["Field A", "Field B", "Field C", "Field D"]
    assert page.count('<path class="bull" transform') == 3 + 4 + 5 + 6
    assert "<b>120</b>" in page
    assert re.findall(r"<p>par (\d+)</p>", page) == ["21", "27", "26", "40"]


def test_a_table_for_a_sheet_has_the_bulls_of_all_fields_and_remembers_the_serial(roll: Callable[..., Phone]) -> None:
    phone = roll()
    where = begun(phone)
    values = phone.state(where.removesuffix("/field"))["values"]
    assert [values[f"seats-0-fields-{place}-bulls"] for place in range(4)] == list(PLACED.values())
    assert (values["seats-0-serial"], values["seats-0-par"], values["seats-0-mallets"]) == ("7F3K-2", "120", "3")
    assert begun(phone) == where  # the same tap again
    assert f'href="{where}"' in phone.get(SHEET).text  # to go on
    assert f'href="{where}"' not in Phone(phone.web.application).get(SHEET).text  # another phone's
    assert "as on paper" not in phone.get(where).text


def test_what_was_drawn_on_paper_is_checked_on_the_same_bulls(roll: Callable[..., Phone]) -> None:
    phone = roll()
    where = begun(phone, copy="1")
    assert where.endswith("/field?copy=1")
    page = phone.get(where).text
    assert "Field A, as on paper: 0 of 3 bulls isolated." in page
    assert "What would the partner do?" not in page


def test_serial_and_par_come_through_the_form_export_and_import(roll: Callable[..., Phone]) -> None:
    phone = roll()
    where = begun(phone).removesuffix("/field")
    phone.whole(where, **{"seats-0-name": "Ada"})
    phone.whole(where, add="1")
    file = phone.get(f"{where}/export.json").data
    phone.get("/history/raging-bulls")
    again = phone.post("/import", {"game": "raging-bulls", "file": (BytesIO(file), "a.json")}).headers["Location"]
    kept = phone.state(again)["values"]
    assert [kept[f"seats-0-{key}"] for key in ("name", "serial", "par")] == ["Ada", "7F3K-2", "120"]
    assert "Player 1 · Sheet" not in phone.get(f"{where}/export.txt").text
    assert "Ada · Sheet: 7F3K-2\nAda · Par: 120\n" in phone.get(f"{where}/export.txt").text


@pytest.mark.parametrize("typed", ["7F3K-2", " 7f3k 2 ", "7f3k2"])
def test_a_serial_in_the_box_for_codes_leads_to_its_sheet(roll: Callable[..., Phone], typed: str) -> None:
    phone = roll()
    phone.get("/")
    answer = phone.post("/join", {"code": typed})
    assert (answer.status_code, answer.headers["Location"]) == (303, SHEET)


def test_a_table_comes_before_a_sheet_with_the_same_letters(roll: Callable[..., Phone]) -> None:
    phone = roll()
    events = {"bullpen": 1, "code": "7F3K2", "events": json.loads(phone_file(phone))["events"]}
    phone.get("/history/raging-bulls")
    file = (BytesIO(json.dumps(events).encode()), "a.json")
    assert phone.post("/import", {"game": "raging-bulls", "file": file}).headers["Location"] == "/t/7F3K2"
    phone.get("/")
    assert phone.post("/join", {"code": "7F3K2"}).headers["Location"] == "/t/7F3K2"
    assert phone.post("/join", {"code": "7F3K-2"}).headers["Location"] == SHEET


def phone_file(phone: Phone) -> bytes:
    return bytes(phone.get(f"{phone.begin('raging-bulls')}/export.json").data)


def test_a_wrong_serial_is_told_what_is_wrong_in_both_languages(roll: Callable[..., Phone]) -> None:
    phone = roll()
    check = "As the code of a sheet, 7F3K-3 does not fit: 7F3K would end in 2. Was a character misread?"
    table = "There is no table 7F3K3. A code has 5 characters and stands at the top of the score."
    assert fault(phone, "7F3K-3") == check
    assert fault(phone, "7F3K3") == f"{table} {check}"
    assert fault(phone, "7O3K-2") == "“O” is in no code of a sheet: 0, 1, I, L and O never are."
    assert fault(phone, "7F3-2").startswith("“7F32” lacks the last character of a sheet’s code; 7F32 would end in ")
    assert "has four characters and a last one" in fault(phone, "7F3K-22")
    phone.get("/?lang=fr")
    assert fault(phone, "7F3K-3").startswith("Comme code de feuille, 7F3K-3 ne convient pas")
    assert (phone.get("/s/raging-bulls/7F3K-3").status_code, phone.get("/s/bulp/7F3K-2").status_code) == (404, 404)


def test_several_games_with_sheets_are_offered(tmp_path: Path) -> None:
    (bulls,) = (game for game in GAMES if game.slug == "raging-bulls")
    games = (bulls, replace(bulls, title=replace(bulls.title, texts=(("en", "Calm Bulls"), ("fr", "Calm Bulls")))))
    app = create_app({"GAMES": games, "DATABASE": tmp_path / "bullpen.db"})
    app.extensions["games"] = dict(zip(("raging-bulls", "calm-bulls"), games, strict=True))
    phone = Phone(app)
    phone.get("/")
    page = phone.post("/join", {"code": "7F3K-2"}).text
    assert "7F3K-2 is the code of a sheet. Of which game?" in page
    assert "Calm Bulls</a>" in page


def test_a_hint_is_counted_once_and_a_tap_on_it_builds(roll: Callable[..., Phone]) -> None:
    phone = roll(1, 2, 3)
    where = begun(phone)
    play(phone, where, "roll")
    page = phone.get(where).text
    assert (page.count('class="advice"'), 'value="hint"' in page) == (0, True)
    for _ in range(3):
        phone.post(where, {"do": "hint", "event": "ask"})
    page = phone.get(where).text
    shown = page[page.index('class="advice"') :]
    taps = Inputs(shown[: shown.index("</form>")]).buttons["do"]
    assert len(taps) == 4
    assert re.search(r"about \d+ points", page)
    assert "1 hint asked" in page
    assert "Rolled 1, 2, 3" not in re.findall(r'id="said".*', page)[0]  # but what the partner would do
    assert phone.get(where).text.count("about") == page.count("about")  # the same, however often one looks
    assert phone.post(where, {"do": taps[0], "event": "tap"}).status_code == 303
    state = phone.state(where.removesuffix("/field"))
    assert state["values"]["seats-0-fields-0-fences"] == taps[0].removeprefix("fence ")
    assert state["asked"] == [1]
    assert phone.get(where).text.count('class="advice"') == 0


def test_a_hint_leaves_the_roll_open_and_nothing_to_take_back(roll: Callable[..., Phone]) -> None:
    phone = roll(1, 2, 3)
    where = begun(phone)
    play(phone, where, "roll", "hint")
    assert "Undo: roll 1, 2, 3" in phone.get(where).text
    play(phone, where, "pass")
    assert "Undo: pass" in phone.get(where).text


def test_without_clock_a_hint_ends_after_its_first_trial(tmp_path: Path) -> None:
    ticks, asked = itertools.count(0, 60), list[int]()  # a minute at each look

    def tick() -> int:
        asked.append(next(ticks))
        return asked[-1]

    phone = Phone(site(tmp_path, TICKS=tick))
    where = begun(phone)
    play(phone, where, "hint")
    counts = [len(asked)]
    for _ in range(2):
        assert len(re.findall(r"about \d+ points", phone.get(where).text)) >= 2
        counts.append(len(asked))
    thinking, kept = counts[1] - counts[0], counts[2] - counts[1]
    assert thinking - kept == 1  # after the first trial its time was up; then it is kept


def finished(phone: Phone, *acts: str) -> str:
    where = begun(phone)
    play(phone, where, *acts)
    table = where.removesuffix("/field")
    seen = str(phone.state(table)["seq"])
    assert phone.post(table, {"finish": "1", "event": "end", "seen": seen}).status_code == 303
    return table


def test_a_finished_sheet_stands_beside_its_par_and_says_its_hints(roll: Callable[..., Phone]) -> None:
    phone = roll(1, 2, 3)
    table = finished(phone, "hint", "leave", "leave", "roll", "hint", "pass", "leave", "leave")
    page = phone.get(f"{table}/result").text
    assert re.search(r"Sheet 7F3K-2</a> · par 120 <b>−114</b>", page)  # 2 mallets are 6 points
    assert "2 hints asked" in page
    past = phone.get("/history/raging-bulls").text
    assert re.search(r"<b>6</b> Terri-bull<span class=\"par\">Sheet 7F3K-2 · par 120 <b>−114</b></span>", past)


def test_a_game_cut_off_on_a_sheet_leaves_the_other_fields_unplayed(roll: Callable[..., Phone]) -> None:
    phone = roll(1, 2, 3)
    table = finished(phone, *("roll", "pass") * 4)
    assert phone.state(table)["totals"] == [0]
    assert phone.get(f"{table}/replay").status_code == 200


def test_a_replay_tells_each_decision_and_the_dearest_first(roll: Callable[..., Phone]) -> None:
    phone = roll(1, 2, 3)
    table = finished(phone, "roll", "fence T1-B2", "leave", "leave", "leave", "leave")
    page = phone.get(f"{table}/replay").text
    dearest, everything = page.split("<details")
    places = re.findall(r"<b>(Field \w, (?:before )?turn \d)</b>", everything)
    assert places == [f"Field A, {turn}" for turn in ("turn 1", "before turn 2")] + [
        f"Field {name}, before turn 1" for name in "BCD"
    ]
    losses = [int(number) for number in re.findall(r"<b>−(\d+)", dearest)]
    assert (len(losses), losses) == (3, sorted(losses, reverse=True))
    assert "rolled 1, 2, 3<br>\n  Build T1–B2" in everything
    assert "The partner: Roll on" in dearest
    assert f'href="{table}/replay"' in phone.get(f"{table}/result").text


def test_a_game_copied_from_paper_has_no_replay(roll: Callable[..., Phone]) -> None:
    phone = roll()
    where = begun(phone, copy="1")
    for number, name in enumerate("ABCD"):
        phone.get(where)
        phone.post(where, {"do": "fence T1-B2", "board": name, "copy": "1", "event": f"f{number}"})
        phone.post(where, {"do": "leave", "board": name, "copy": "1", "event": f"l{number}"})
    table = where.partition("/field")[0]
    assert phone.get(f"{table}/replay").status_code == 404
    assert "/replay" not in phone.get(f"{table}/result").text
