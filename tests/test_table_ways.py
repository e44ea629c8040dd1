"""Ways in and out of a table: codes, addresses, files; what strangers type; sums that do not care who sits where."""

from __future__ import annotations

import io
import json
import re
from html import unescape
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.phones import GAMES, NAMES, Inputs, Phone, bulls, site
from tracker import create_app
from tracker.page import BODY

STRANGE = (*NAMES, "=1+1", "🐂" * 30)


# joining


def test_a_code_opens_its_table_in_any_case_and_with_spaces(ada: Phone, bo: Phone) -> None:
    where = ada.begin("bulp")
    code = where.rpartition("/")[2]
    for typed in (code, code.lower(), f" {code[:2]} {code[2:]} "):
        bo.get("/")
        assert bo.post("/join", {"code": typed}).headers["Location"] == where
    assert bo.get(where.lower()).status_code == 200
    assert bo.get(f"{where.lower()}/state").status_code == 200


@pytest.mark.parametrize("code", ["", "AAAAA", "0OIL1", "../..", "<i>x", "A" * 50])
def test_an_unknown_code_is_told_beside_the_field(bo: Phone, code: str) -> None:
    bo.get("/")
    answer = bo.post("/join", {"code": code})
    assert answer.status_code == 404
    assert ("There is no table" in answer.text) == bool(code)
    assert "<i>x" not in answer.text.lower()


def test_the_way_in_shows_an_address_in_figures_first_its_code_and_the_table(ada: Phone) -> None:
    where = ada.begin("bulp")
    page = ada.get(f"{where}/join", headers={"Host": "192.168.7.20:8000"}).text
    assert f"http://192.168.7.20:8000{where}" in page
    assert re.search(rf"<b class=\"code\">{where[-5:]}</b>", page)
    assert "<svg" in page.partition('class="qr"')[2]
    assert "127.0.0.1" not in page
    assert "localhost" not in page


def test_a_page_that_phones_cannot_reach_says_how_they_could(tmp_path: Path) -> None:
    phone = Phone(site(tmp_path, LAN=False))
    page = phone.get(f"{phone.begin('bulp')}/join").text
    assert "tracker serve --lan" in page
    assert 'class="qr"' not in page


# files


def test_a_game_goes_out_as_json_and_comes_back_identical(ada: Phone, bo: Phone) -> None:
    where = bulls(ada)
    ada.whole(where, finish="1")
    ada.post(where, {"undo": Inputs(ada.get(f"{where}/result").text).buttons["undo"][0], "event": "u"})
    file = ada.get(f"{where}/export.json")
    assert file.headers["Content-Disposition"] == f'attachment; filename="raging-bulls-{where[-5:]}.json"'
    bo.get("/history/raging-bulls")
    sent = bo.post("/import", {"game": "raging-bulls", "file": (io.BytesIO(file.data), "game.json")})
    assert sent.status_code == 303
    there = sent.headers["Location"]
    own, other = ada.state(where), bo.state(there)
    assert {key: value for key, value in own.items() if key != "code"} == {
        key: value for key, value in other.items() if key != "code"
    }
    assert json.loads(bo.get(f"{there}/export.json").text)["events"] == json.loads(file.text)["events"]


@pytest.mark.parametrize("file", [b"", b"{}", b"\xff\xfe", b'{"bullpen": 1, "events": []}', b"[" * 5000, b"PK\x03\x04"])
def test_a_strange_file_is_refused_whole_and_said_so(ada: Phone, file: bytes) -> None:
    ada.get("/history/bulp")
    answer = ada.post("/import", {"game": "bulp", "file": (io.BytesIO(file), "x.json")})
    assert answer.status_code == 400
    assert "This file was not brought in" in answer.text
    assert "Continue: " not in ada.get("/").text


def test_a_file_may_be_larger_than_a_form_but_not_without_end(ada: Phone) -> None:
    ada.get("/history/bulp")
    large = {"game": "bulp", "file": (io.BytesIO(b" " * 3 * BODY), "x.json")}
    assert ada.post("/import", large).status_code == 400
    sent = {"data": b" " * 40 * BODY, "content_type": "multipart/form-data; boundary=x"}
    assert ada.web.post("/import", **sent, headers={"Origin": "http://localhost"}).status_code == 413


def test_text_and_csv_tell_the_lines_of_the_result(ada: Phone) -> None:
    where = bulls(ada)
    assert "1. Ada: 6" in ada.get(f"{where}/export.txt").text
    rows = ada.get(f"{where}/export.csv").text.splitlines()
    assert rows[0].startswith("name,rank,total")
    assert rows[1].startswith("Ada,1,6,")


def test_a_game_that_is_deleted_is_gone(ada: Phone) -> None:
    where = bulls(ada)
    assert ada.post(where, {"delete": where[-5:]}).headers["Location"] == "/"
    assert ada.get(where).status_code == 404
    assert ada.get(f"{where}/state").status_code == 410  # who follows a game has seen it


def test_a_tap_on_a_game_that_is_deleted_in_the_same_moment_is_told_so(ada: Phone) -> None:
    where, app = ada.begin("viva-pamplona"), ada.web.application
    now = app.config["NOW"]
    app.config["NOW"] = lambda: str(app.extensions["store"].delete(where[-5:])) and now()  # before the tap is kept
    assert ada.tap(where, "late", 1, seats_0_chips="12").status_code == 410


# what strangers type


@pytest.mark.parametrize("name", STRANGE)
def test_a_name_is_inert_on_every_page_of_a_table(ada: Phone, bo: Phone, name: str) -> None:
    where = ada.begin("viva-pamplona", **{"seats-0-name": name, "seats-0-chips": "3"})
    bo.get(where)
    ada.tap(where, "a", 1, seats_0_name=f"{name}!", seats_1_chips="1")
    clash = bo.post(where, {"event": "b", "seen": "1", "seats-0-name": f"{name}?"})
    assert clash.status_code == 409
    pages = [clash.text, *(ada.get(path).text for path in (where, f"{where}/result", f"{where}/join", "/"))]
    ada.whole(where, finish="1")
    pages += [ada.get(path).text for path in (f"{where}/result", "/history/viva-pamplona")]
    for page in pages:
        assert name not in page or "<" not in name
        assert "onload=alert" not in re.sub(r"&lt;[^<]*", "", page)
        assert ">49<" not in page
    assert unescape(pages[1]).count(name) >= 2
    assert f"\n{name}" not in ada.get(f"{where}/export.csv").text or name[0] not in "=+-@"


@pytest.mark.parametrize(
    "form",
    [
        {"seats-0-evil": "1"},
        {"seats-9-chips": "1"},
        {"seats-0-chips": "9" * 300},
        {"seats-0-chips-0": "1"},
        {"seats-0-ranks-99": "1"},
    ],
)
def test_a_tap_for_what_is_not_there_is_refused(ada: Phone, form: dict[str, str]) -> None:
    where = ada.begin("viva-pamplona")
    assert ada.post(where, {"event": "x", **form}).status_code == 400
    assert ada.state(where)["seq"] == 1


@pytest.mark.parametrize("ident", ["", "x y", "é", "a" * 100, "../x"])
def test_a_tap_without_a_proper_id_gets_one(ada: Phone, ident: str) -> None:
    where = ada.begin("viva-pamplona")
    assert ada.tap(where, ident, seats_0_chips="3").status_code == 200
    assert ada.state(where)["totals"] == [3, None]


@pytest.mark.parametrize("seen", ["-5", "0", "999999", "x", "1e3", "9" * 40])
def test_a_strange_number_seen_is_harmless(ada: Phone, seen: str) -> None:
    where = ada.begin("viva-pamplona")
    assert ada.post(where, {"event": "a", "seen": seen, "seats-0-chips": "3"}).status_code == 303
    assert ada.state(where)["totals"] == [3, None]


def test_a_table_of_a_game_that_is_not_here_is_not_there(ada: Phone) -> None:
    ada.get("/")
    assert ada.post("/t", {"game": "goats"}).status_code == 404
    assert ada.post("/t", {}).status_code == 404


# the sums


SEATS = (
    {"chips": "27", "ranks-0": "4", "ranks-1": "7", "behind-0": "4"},
    {"chips": "18", "ranks-0": "2", "ranks-1": "8"},
    {"chips": "9", "loans": "1"},
)
TEXTS = st.one_of(st.integers(-1, 13).map(str), st.sampled_from(["", "x"]))
TAPS = st.tuples(st.integers(0, 3), st.sampled_from(["chips", "ranks-0", "behind-0", "loans"]), TEXTS)


def test_the_order_of_the_seats_changes_nothing_but_the_order(ada: Phone) -> None:
    found = set()
    for order in permutations(range(3)):
        form = {f"seats-{n}-{key}": text for n, seat in enumerate(order) for key, text in SEATS[seat].items()}
        where = ada.begin("viva-pamplona", **form, **{f"seats-{n}-name": "ABC"[seat] for n, seat in enumerate(order)})
        totals = ada.state(where)["totals"]
        page = ada.get(f"{where}/result").text
        found.add(tuple(totals[order.index(seat)] for seat in range(3)))
        assert re.findall(r"<h2><bdi>(\w)</bdi></h2>", page) == ["A", "B", "C"]
    assert found == {(34, 28, -1)}


@pytest.fixture(scope="module")
def shared() -> Phone:
    return Phone(create_app({"GAMES": GAMES}))


@given(st.lists(TAPS, max_size=8))
def test_totals_so_far_are_those_of_the_result(shared: Phone, taps: list[tuple[int, str, str]]) -> None:
    where = shared.begin("viva-pamplona", **{f"seats-{number}-name": f"Player {number + 1}" for number in range(3)})
    for number, (seat, key, text) in enumerate(taps):
        shared.tap(where, f"t{number}", **{f"seats-{seat}-{key}": text})
    state, result = shared.state(where), shared.get(f"{where}/result")
    assert (result.status_code == 400) == (None in state["totals"])
    if result.status_code == 200:
        shown = dict(re.findall(r"<h2><bdi>(Player \d)</bdi></h2>\s*<p class=\"total\"><b>([−\d]+)", result.text))
        assert {name: int(total.replace("−", "-")) for name, total in shown.items()} == {
            f"Player {number}": total for number, total in enumerate(state["totals"], 1)
        }
