"""What an evening with the phones brought up: faults that name the right place, in the words of the page."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest

from tests import shipped
from tests.phones import Phone
from tests.test_exports import put, table
from tracker import export, forms, play, tables
from tracker.play import fold
from tracker.store import Store

GAMES = shipped.BY_SLUG
VIVA = GAMES["viva-pamplona"]
SCUFFLE = {
    "seats-0-log-6-scuffle-from": "seats-1",
    "seats-0-log-6-scuffle-own": "5",
    "seats-0-log-6-scuffle-theirs": "3",
}
LOG = {"seats-0-log-0-charge-0": "1", "seats-0-log-3-fear": "2", **SCUFFLE}


def marked(page: str) -> dict[str, str]:
    """Return what is told beside the fields of a page, by form name."""
    return dict(re.findall(r'data-fault="([\w-]+)"><p class="fault"(?: data-blank)?>([^<]+)</p>', page))


def test_places_left_out_of_a_list_or_log_are_counted_on_one_side_only() -> None:
    ranks = {"seats-0-ranks-0": "3", "seats-0-ranks-2": "13"}
    for place, path in (
        ("seats-0-log-6-scuffle-own", "seats[0].log[2].scuffle.own"),
        ("seats-0-log-3", "seats[0].log[1]"),
    ):
        assert (forms.path(place, LOG, VIVA), forms.name(path, LOG, VIVA)) == (path, place)
    assert forms.name("seats[0].ranks[1]", ranks, VIVA) == "seats-0-ranks-2"
    fields = {"seats-0-fields-2-isolated": "9"}  # rows have names and stay where they are
    assert forms.name("seats[0].fields[2].isolated", fields, GAMES["raging-bulls"]) == "seats-0-fields-2-isolated"


def test_a_wrong_note_is_marked_where_it_stands_and_can_be_put_right(ada: Phone) -> None:
    where = ada.begin("viva-pamplona")
    assert ada.tap(where, "log", **LOG).status_code == 200
    page = ada.get(where).text
    assert marked(page) == {"seats-0-log-6-scuffle-own": "5 does not fit here; what fits: 1 to 3"}
    assert '<input id="seats-0-log-6-scuffle-own"' in page
    ada.tap(where, "right", **{"seats-0-log-6-scuffle-own": "3", "seats-0-log-6-scuffle-theirs": "1"})
    assert (marked(ada.get(where).text), ada.state(where)["totals"][0]) == ({}, 30 + 2 - 2 + 2)


def test_a_note_that_cannot_be_leads_to_its_own_place(ada: Phone) -> None:
    where = ada.begin("viva-pamplona")
    answer = ada.whole(where, note="seats-0-log", **LOG)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"{where}#seats-0-log-6-scuffle-own")


def test_undo_names_an_entry_by_its_number_and_a_player_by_the_name() -> None:
    log = {name.replace("-", "_"): text for name, text in LOG.items() if name not in SCUFFLE}
    events = table(put(**log), put(**{name.replace("-", "_"): text for name, text in SCUFFLE.items()}))
    said = [play.named(events[2], VIVA, fold(events), lang) for lang in ("en", "fr")]
    assert said[0] == "Ada · Noted during play 3 · Scuffle · Against: Ben and 2 more"
    assert said[1].startswith("Ada · Noté en jouant 3 · Bousculade · Contre\u00a0: Ben")
    assert "Noted during play 3 · Scuffle · Against: Ben\n" in export.to_text(fold(events), VIVA, "en")


def test_values_of_the_other_way_do_not_open_the_longer_one(ada: Phone) -> None:
    where = ada.begin("bulp")
    ada.tap(where, "simple", **{f"seats-{seat}-{key}": "2" for seat in (0, 1) for key in ("missing", "outlets")})
    ada.whole(where, switch="elimination")
    assert ada.state(where)["totals"] == [2, 2]
    assert ada.whole(where, finish="1").status_code == 303
    assert ada.state(where)["finished"] is True


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("abc", "&#34;abc&#34; does not fit here; what fits: a whole number, 0 or more"),
        ("-4", "-4 does not fit here; what fits: 0 or more"),
        ("1.5", "&#34;1.5&#34; does not fit here; what fits: a whole number, 0 or more"),
        ("999999999999999999", "999999999999999999 does not fit here; what fits: 0 to 999999"),
    ],
)
def test_what_stops_the_total_is_told_at_once_on_every_phone(ada: Phone, bo: Phone, text: str, told: str) -> None:
    where = ada.begin("viva-pamplona")
    answer = ada.tap(where, "odd", **{"seats-0-chips": text}).json
    assert answer is not None
    plain = told.replace("&#34;", '"')
    assert (answer["totals"][0], answer["faults"]) == (None, {"seats-0-chips": [plain]})
    assert marked(bo.get(where).text) == {"seats-0-chips": told}


def test_what_is_only_not_written_yet_is_no_fault_until_the_end(ada: Phone) -> None:
    where = ada.begin("pamplona")
    assert (ada.state(where)["faults"], marked(ada.get(where).text)) == ({}, {})
    page = ada.whole(where, finish="1").text
    assert marked(page) == {"seats-0-runs": "not filled in yet", "seats-1-runs": "not filled in yet"}
    assert 'href="#seats-0-runs"' in page
    assert 'id="seats-0-runs"' in page


def test_a_lion_that_cannot_be_is_told_in_the_words_of_the_form(ada: Phone) -> None:
    where = ada.begin("pamplona")
    ada.tap(where, "lion", **{"seats-0-runs-0-distance": "2", "seats-0-runs-0-lion": "1"})
    told = "found at 2 rows ahead; allowed only at 1 row ahead, directly in front of a leading bull"
    assert ada.state(where)["faults"] == {"seats-0-runs-0-lion": [told]}


def test_every_open_game_can_be_found_again(ada: Phone) -> None:
    codes = {ada.begin("bulp").removeprefix("/t/") for _ in range(5)}
    assert ada.get("/").text.count('href="/t/') == 3
    assert "All open games: 5" in ada.get("/").text
    assert codes == set(re.findall(r'href="/t/(\w{5})"', ada.get("/?all=1").text))


def test_cards_go_on_by_themselves_only_at_a_table_of_this_phone(ada: Phone, bo: Phone) -> None:
    where = ada.begin("bulp", **{"seats-0-name": "Ada", "seats-1-name": "Ben"})
    assert ada.get("/cards/bulp").headers["Location"] == f"{where}/cards"
    page = bo.get("/cards/bulp")
    assert (page.status_code, f'href="{where}/cards">Join table {where[3:]}' in page.text) == (200, True)
    dealt = bo.post("/cards/bulp", {"deck": "pipes", "do": "deal", "players": "3", "event": "e1"})
    own = dealt.headers["Location"].partition("/cards")[0]
    assert (own == where, bo.state(own)["seats"]) == (False, 3)
    assert bo.get("/cards/bulp").headers["Location"] == f"{own}/cards"
    offered = re.findall(r'name="players" value="(\d)"', bo.get(f"{own}/cards").text)
    assert offered == ["2", "3"]


def test_a_hand_is_marked_by_the_event_that_last_changed_it(ada: Phone) -> None:
    where = ada.begin("bulp")

    def held() -> list[str]:
        return re.findall(r'data-held="(\d \d+)"', ada.get(f"{where}/cards").text)

    ada.post(f"{where}/cards", {"deck": "pipes", "do": "deal", "players": "2", "event": "deal"})
    assert held() == ["0 2", "1 2"]
    ada.post(f"{where}/cards", {"deck": "pipes", "do": "draw", "hand": "1", "event": "draw"})
    assert held() == ["0 2", "1 3"]
    ada.post(f"{where}/cards", {"deck": "pipes", "undo": "draw", "event": "back"})
    assert held() == ["0 2", "1 2"]


def brought(variant: str, finished: bool, *seats: dict[str, Any]) -> bytes:
    start = {"game": "bulp", "variant": variant, "lang": "en", "seats": [*seats]}
    kinds = [("start", start), ("finish", {})][: 1 + finished]
    events = (play.Event(seq, f"e{seq}", "1", kind, data) for seq, (kind, data) in enumerate(kinds, 1))  # type: ignore[arg-type]
    return export.to_json("ABCDE", [*events]).encode()


WHOLE = ({"name": "Ada", "missing": 1, "outlets": 1}, {"name": "Ben", "missing": 2, "outlets": 1})


@pytest.mark.parametrize(
    ("file", "why"),
    [
        (brought("zzz", False, *WHOLE), 'Variant: "zzz" does not fit here; what fits: Simple score, Elimination'),
        (brought("simple", True, WHOLE[0]), "1 does not fit here; what fits: 2 to 8"),
        (brought("simple", True, WHOLE[0], {"name": "Ben"}), "Ben · Missing cards: not filled in yet"),
    ],
)
def test_a_finished_game_that_cannot_be_added_up_is_not_brought_in(file: bytes, why: str) -> None:
    with pytest.raises(export.Strange, match="it cannot be added up") as caught:
        export.from_bytes(file, GAMES)
    assert why in str(caught.value)


def test_what_adds_up_or_is_still_open_is_brought_in() -> None:
    for file in (brought("simple", True, *WHOLE), brought("simple", False, WHOLE[0])):
        assert export.from_bytes(file, GAMES)[0] == "ABCDE"


def test_a_file_that_is_none_is_refused_at_the_top_and_without_the_words_of_a_parser(ada: Phone) -> None:
    ada.begin("bulp")
    sent = {"game": "bulp", "file": (io.BytesIO(b"hello"), "x.json")}
    answer = ada.post("/import", sent)
    assert answer.status_code == 400
    assert "it is not a game that Bullpen has saved" in answer.text
    assert "Expecting value" not in answer.text
    assert answer.text.index('id="file-fault"') < answer.text.index("Games played</h2>")


def test_a_roll_that_cannot_be_read_shows_no_total_of_before(ada: Phone) -> None:
    rolled = ada.post("/dice", {"expr": "3d6"}).headers["Location"]
    past = re.findall(r'name="r" value="([^"]+)"', ada.get(rolled).text)
    page = ada.post("/dice", {"expr": "3x6", "n": "1", "r": past[0]}).text
    assert 'class="total"' not in page
    assert page.index('class="fault"') < page.index('id="expr"')
    assert '<span class="nth">1</span>' in page


def test_only_fields_of_the_longer_way_alone_open_it() -> None:
    bulp, pamplona = GAMES["bulp"].scoring, GAMES["pamplona"].scoring
    assert bulp is not None
    assert pamplona is not None
    assert tables.opening(bulp.fields, bulp, "elimination") == ["distance", "line", "side_broken"]
    assert tables.opening(pamplona.fields[0].fields, pamplona, "standard") == ["runner", "bull", "placed"]


def test_open_tables_of_a_device_are_those_it_wrote_to() -> None:
    store = Store()
    for code, device in (("AAAAA", "one"), ("BBBBB", "two")):
        store.create(
            code, play.Event(1, "e", device, "start", {"game": "bulp", "variant": "", "lang": "en", "seats": []})
        )
    assert [[row.code for row in store.tables(device=each)] for each in ("one", "two", "nobody", "")] == [
        ["AAAAA"], ["BBBBB"], [], ["BBBBB", "AAAAA"],
    ]  # fmt: skip
    store.close()
