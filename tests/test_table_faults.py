"""What went wrong at tables once: finished games changed unasked, players and notes lost, lists told wrong."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.phones import GAMES, Inputs, Phone, site
from tracker import export, play
from tracker.play import Event, fold

VIVA = "viva-pamplona"
FOUR = {f"seats-{seat}-name": name for seat, name in enumerate(("Ada", "Bo", "Cy", "Di"))}


def values(phone: Phone, where: str, part: str = "") -> dict[str, str]:
    return {name: text for name, text in phone.state(where)["values"].items() if part in name}


def again(phone: Phone, where: str, slug: str) -> str:
    """Save a table, delete it and bring it in again; return its address."""
    saved = phone.get(f"{where}/export.json").data
    phone.post(where, {"delete": where[-5:]})
    answer = phone.post("/import", {"game": slug, "file": (io.BytesIO(saved), "x.json")})
    assert (answer.status_code, answer.headers.get("Location")) == (303, where)
    assert phone.get(f"{where}/export.json").data == saved
    return where


# the end of a game


@pytest.mark.parametrize("press", ["undo", "redo", "add", "switch", "drop"])
def test_a_button_on_a_page_that_has_not_seen_the_end_changes_nothing(ada: Phone, bo: Phone, press: str) -> None:
    where = ada.begin(VIVA, **{name: text for name, text in FOUR.items() if "3" not in name})
    for seat in range(3):
        ada.tap(where, f"t{seat}", **{f"seats-{seat}-chips": "7"})
    ada.tap(where, "gone", **{"seats-0-chips": "8"})
    ada.tap(where, "back", undo="gone")
    form = Inputs(bo.get(where).text)
    ada.whole(where, finish="1")
    pressed = {"undo": "t2", "redo": "gone", "add": "1", "switch": form.buttons["switch"][-1], "drop": "1"}[press]
    before = ada.state(where)
    answer = bo.post(where, form.values | {press: pressed})
    assert (answer.status_code, "The game was finished before this arrived" in answer.text) == (409, True)
    assert (ada.state(where), before["finished"], before["totals"]) == (before, True, [7, 7, 7])
    again(ada, where, VIVA)


def test_a_tap_on_undo_that_comes_after_the_end_is_asked_about(ada: Phone, bo: Phone) -> None:
    where = ada.begin(VIVA, **{"seats-0-chips": "7"})
    ada.tap(where, "t", seats_1_chips="7")
    bo.get(where)
    ada.whole(where, finish="1")
    answer = bo.tap(where, "u", 2, undo="t")
    assert (answer.status_code, answer.json["every"]) == (409, True)  # type: ignore[index]
    assert "Leave it as it is" in bo.get(answer.json["conflict"]).text  # type: ignore[index]
    assert ada.tap(where, "v", undo=ada.state(where)["undo"][0]).json["finished"] is False  # type: ignore[index]


def test_the_same_undo_sent_again_after_the_end_has_been_done(ada: Phone, bo: Phone) -> None:
    where = ada.begin(VIVA, **{"seats-0-chips": "7", "seats-1-chips": "7"})
    ada.tap(where, "t", seats_1_chips="8")
    assert ada.tap(where, "u", 2, undo="t").status_code == 200
    bo.whole(where, finish="1")
    assert ada.tap(where, "u", 2, undo="t").status_code == 200
    assert (ada.state(where)["finished"], ada.state(where)["totals"]) == (True, [7, 7])


def test_a_finish_from_an_old_page_comes_to_the_result(ada: Phone, bo: Phone) -> None:
    where = ada.begin(VIVA, **{"seats-0-chips": "7", "seats-1-chips": "7"})
    form = Inputs(bo.get(where).text).values
    ada.whole(where, finish="1")
    assert bo.post(where, form | {"finish": "1"}).status_code == 303
    assert bo.get(where).headers["Location"] == f"{where}/result"


def test_a_game_that_no_longer_adds_up_is_not_finished_by_redo(ada: Phone) -> None:
    where = ada.begin(VIVA, **{"seats-0-chips": "7"})
    ada.tap(where, "b", seats_1_chips="7")
    ada.whole(where, finish="1")
    end = ada.state(where)["undo"][0]
    ada.tap(where, "u1", undo=end)
    ada.tap(where, "u2", undo="b")
    answer = ada.tap(where, "r", redo=end)
    assert (answer.status_code, "not filled in yet" in answer.text, ada.state(where)["finished"]) == (400, True, False)
    ada.tap(where, "r1", redo="b")
    assert ada.tap(where, "r2", redo=end).json["finished"] is True  # type: ignore[index]


def test_what_is_taken_back_on_the_field_leaves_a_finished_game_alone(ada: Phone) -> None:
    where = ada.begin("raging-bulls", **{"seats-0-name": "Ada"})
    ada.whole(where, **{"seats-0-fields-0-outcome": "left", "seats-0-fields-0-isolated": "2"})
    wrote = ada.state(where)["undo"][0]
    ada.whole(where, finish="1")
    before = ada.state(where)
    answer = ada.post(f"{where}/field", {"undo": wrote, "event": "late"})
    assert (answer.status_code, "This game is finished." in answer.text) == (400, True)
    assert (before["finished"], ada.state(where)) == (True, before)


# players


def test_two_phones_that_drop_a_player_at_one_moment_drop_that_one(ada: Phone, bo: Phone) -> None:
    where, store, codes = ada.begin(VIVA, **FOUR), ada.web.application.extensions["store"], list[int]()
    mine, theirs = (Inputs(phone.get(where).text).values | {"drop": "1"} for phone in (ada, bo))
    append = store.append

    def late(*given: object) -> object:  # Bo drops between Ada's look and her writing
        store.append = append
        codes.append(bo.post(where, theirs).status_code)
        return append(*given)

    store.append = late
    codes.append(ada.post(where, mine).status_code)
    assert (codes, ada.state(where)["names"]) == ([303, 409], ["Ada", "Cy", "Di"])


def test_a_note_names_the_same_player_after_another_was_taken_away(ada: Phone, bo: Phone) -> None:
    where = ada.begin(VIVA, **FOUR)
    form = Inputs(bo.get(where).text).values
    ada.whole(where, drop="1")
    note = {f"seats-0-log-2-scuffle-{key}": text for key, text in (("from", "seats-2"), ("own", "3"), ("theirs", "1"))}
    page = bo.post(where, form | note | {"note": "seats-0-log"})
    assert "Yours: Cy" in page.text
    mine = dict(re.findall(r'type="radio" name="([^"]+)" value="([^"]*)">', page.text))
    bo.post(where, Inputs(page.text).values | mine)
    assert "from Cy" in ada.get(f"{where}/export.txt").text


def test_a_note_against_a_player_who_is_gone_is_told_as_a_whole(ada: Phone, bo: Phone) -> None:
    where = ada.begin(VIVA, **FOUR)
    form = Inputs(bo.get(where).text).values
    ada.whole(where, drop="1")
    note = {f"seats-0-log-2-scuffle-{key}": text for key, text in (("from", "seats-1"), ("own", "3"), ("theirs", "1"))}
    page = bo.post(where, form | note | {"note": "seats-0-log", "seats-2-chips": "4"}).text
    told = re.findall(r'<p class="fault"><bdi>Ada · Noted during play 1 · Scuffle · ([^<]+)</bdi>', page)
    assert told == ["Against: Bo", "Your runners: 3", "Theirs: 1"]
    assert sorted(set(re.findall(r'name="(seats[^"]+)"', page))) == ["seats-1-chips"]


def test_a_note_for_a_player_who_sits_elsewhere_now_comes_behind_the_notes_there(ada: Phone, bo: Phone) -> None:
    where = ada.begin(VIVA, **FOUR)
    form = Inputs(bo.get(where).text).values
    ada.whole(where, drop="1")
    ada.tap(where, "n", **{"seats-1-log-0-charge-0": "2"})
    page = bo.post(where, form | {"seats-2-log-0-charge-0": "1", "note": "seats-2-log"}).text
    assert re.findall(r'type="radio" name="([^"]+)" value="1">', page) == ["seats-1-log-1-charge-0"]


# notes and fields


def test_a_note_sent_again_stays_one_whatever_others_noted_since(ada: Phone, bo: Phone) -> None:
    where = ada.begin(VIVA)
    mine, theirs = (Inputs(phone.get(where).text).values | {"note": "seats-0-log"} for phone in (ada, bo))
    bo.post(where, theirs | {"seats-0-log-0-charge-0": "2"})
    note = mine | {"seats-0-log-0-charge-0": "1"}
    ada.post(where, note)
    more = Inputs(bo.get(where).text).values | {"note": "seats-0-log", "seats-0-log-2-charge-0": "3"}
    bo.post(where, more)
    assert ada.post(where, note).status_code == 303
    assert list(values(ada, where, "-log-").values()) == ["2", "1", "3"]


@pytest.mark.parametrize("whole", [True, False])
def test_what_another_variant_does_not_ask_for_is_told(ada: Phone, bo: Phone, whole: bool) -> None:
    where = ada.begin("bulp")
    form = Inputs(bo.get(where).text).values if whole else {"event": "tap", "seen": "1"}
    ada.whole(where, switch="elimination")
    typed = {"seats-0-broken": "2"}
    answer = bo.post(where, form | typed, **({} if whole else {"Accept": "application/json"}))
    assert answer.status_code == 409
    page = answer.text if whole else bo.get(answer.json["conflict"]).text  # type: ignore[index]
    assert "<bdi>Player 1 · Broken cards: 2</bdi>" in page
    assert bo.post(where, {"event": "odd", "seen": "1", "seats-0-nonsense": "2"}).status_code == 400


def test_an_old_form_keeps_what_only_the_variant_now_asks_for(ada: Phone, bo: Phone) -> None:
    where = ada.begin("bulp", **{"seats-0-broken": "3"})
    ada.whole(where, switch="elimination")
    form = Inputs(bo.get(where).text).values
    ada.whole(where, switch="simple")
    bo.post(where, form | {"seats-0-missing": "1"})
    assert (values(ada, where)["seats-0-broken"], values(ada, where)["seats-0-missing"]) == ("3", "1")


# steps


def test_undo_of_one_of_two_steps_takes_that_one_away(ada: Phone, bo: Phone) -> None:
    where = ada.begin(VIVA)
    bo.get(where)
    for phone, ident in ((ada, "a"), (bo, "b"), (ada, "c")):
        phone.tap(where, ident, 1, seats_0_chips="1", step="1")
    answer = ada.tap(where, "u", undo="a-step").json
    assert answer is not None
    assert (answer["values"]["seats-0-chips"], answer["undo"][1]) == ("2", "Undo: Player 1 · Courage in chips: 2")
    assert answer["redo"][1] == "Redo: Player 1 · Courage in chips: 3"
    assert values(ada, again(ada, where, VIVA))["seats-0-chips"] == "2"
    assert ada.tap(where, "r", redo="a-step").json["values"]["seats-0-chips"] == "3"  # type: ignore[index]


def test_steps_stay_within_limits_when_others_are_taken_back(ada: Phone, bo: Phone) -> None:
    where = ada.begin("raging-bulls", **{"seats-0-mallets": "1"})
    bo.get(where)
    ada.tap(where, "up", 1, seats_0_mallets="2", step="1")
    for number in range(2):
        bo.tap(where, f"down{number}", 1, seats_0_mallets="0", step="-1")
    ada.tap(where, "u", undo="up-step")
    assert values(ada, where)["seats-0-mallets"] == "0"


def test_a_step_at_its_limit_is_no_event(ada: Phone) -> None:
    where = ada.begin("raging-bulls", **{"seats-0-mallets": "3"})
    answer = ada.tap(where, "x", 1, seats_0_mallets="3", step="1")
    assert (answer.status_code, answer.json["seq"]) == (200, 1)  # type: ignore[index]


@pytest.mark.parametrize("steps", [{"seats-0-chips": 2}, {"seats-0-chips": True}, {"seats-1-chips": 1}, [], "1"])
def test_a_file_cannot_hold_other_steps(steps: object) -> None:
    assert play.fits("put", {"values": {"seats-0-chips": "1"}, "steps": {"seats-0-chips": -1}})
    assert not play.fits("put", {"values": {"seats-0-chips": "1"}, "steps": steps})


def test_a_step_from_before_steps_were_known_keeps_its_number() -> None:
    seats = [{"name": "Ada"}]
    events = [Event(1, "s", "", "start", {"game": VIVA, "variant": "", "lang": "en", "seats": seats})]  # type: ignore[dict-item]
    events += [Event(seq, f"{seq}-step", "", "put", {"values": {"seats-0-chips": str(seq)}}) for seq in (2, 3)]
    assert fold([*events, Event(4, "u", "", "undo", {"event": "2-step"})]).values["seats-0-chips"] == "3"


# ways back


@pytest.mark.parametrize("path", ["", "/cards", "/field"])
def test_nothing_takes_back_a_start_or_a_way_back(ada: Phone, path: str) -> None:
    slug = "raging-bulls" if path == "/field" else VIVA
    where, store = ada.begin(slug), ada.web.application.extensions["store"]
    ada.tap(where, "a", **{"seats-0-name": "Ann"})
    ada.tap(where, "u", undo="a")
    pile = next(game for game in GAMES if game.slug == VIVA).piles[0].id
    for target in (store.events(where[-5:])[0].id, "u-undo", "nonsense"):
        for way in ("undo", "redo"):
            ada.post(f"{where}{path}", {way: target, "deck": pile, "event": f"{way}-{target}"})
    assert ada.state(where)["seq"] == 3
    again(ada, where, slug)


# lists of open games


def test_this_phone_goes_on_where_it_was_last_itself(ada: Phone, bo: Phone) -> None:
    one, two = ada.begin("raging-bulls"), ada.begin("raging-bulls")
    ada.tap(one, "a", **{"seats-0-name": "Ada"})
    bo.get(two)
    bo.tap(two, "b", **{"seats-0-name": "Bo"})
    assert ada.get("/field/raging-bulls").headers["Location"] == f"{one}/field"


def test_cards_ask_which_of_several_own_games_is_meant_and_lead_to_all(ada: Phone, bo: Phone) -> None:
    own = [ada.begin("bulp") for _ in range(2)]
    other = bo.begin("bulp")
    page = ada.get("/cards/bulp")
    assert (page.status_code, re.findall(r'href="(/t/\w+)/cards"', page.text)) == (200, [*own[::-1], other])
    assert "All open games" not in page.text
    bo.begin("bulp")
    page = ada.get("/cards/bulp").text
    assert set(re.findall(r'href="(/t/\w+)/cards"', page)) > set(own)
    assert '<a href="/?all=1">All open games: 4</a>' in page


def test_no_game_is_hidden_by_many_of_another(ada: Phone, bo: Phone) -> None:
    where, store = ada.begin("bulp"), ada.web.application.extensions["store"]
    for number in range(510):
        start = {"game": VIVA if number < 505 else "gone", "variant": "", "lang": "en", "seats": [{"name": "a"}]}
        store.create(f"{number:05d}", Event(1, "e", "other", "start", start))  # type: ignore[arg-type]
    assert f'href="{where}/cards">Join table' in bo.get("/cards/bulp").text
    assert "All open games: 506" in ada.get("/").text
    page = ada.get("/?all=1").text
    assert (page.count('class="strip going"'), "500 of 506" in page) == (500, True)
    assert "500 sur 506" in ada.get("/?all=1&lang=fr").text


# games that are gone


def test_a_deleted_game_is_told_apart_from_one_that_is_not_installed(ada: Phone, bo: Phone, tmp_path: Path) -> None:
    where = ada.begin(VIVA)
    folder = Path(ada.web.application.config["DATABASE"]).parent
    fewer = Phone(site(folder, GAMES=[game for game in GAMES if game.slug != VIVA]))
    for path in (
        where,
        f"{where}/state",
        f"{where}/cards",
        f"{where}/join",
        f"{where}?seen=3",
        f"/dice?table={where[-5:]}",
    ):
        answer = fewer.get(path)
        assert (answer.status_code, "The game played at this table is not on this site" in answer.text) == (404, True)
    bo.get(where)
    ada.post(where, {"delete": where[-5:]})
    asked = [bo.get(f"{where}?seen=1"), bo.get(f"{where}/state"), bo.get(f"{where}/cards?seen=1")]
    for answer in (*asked, bo.tap(where, "late", 1, seats_0_chips="1")):
        assert (answer.status_code, "This game was deleted on another phone" in answer.text) == (410, True)
    assert [bo.get(path).status_code for path in (where, "/t/nonsense?seen=1", "/t/nonsense/state")] == [404] * 3


def test_codes_cannot_be_guessed_by_asking_for_deleted_games_either(ada: Phone) -> None:
    codes = [ada.get(f"/t/{letter}2345/state").status_code for letter in play.LETTERS[:21]]
    assert codes == [410] * 20 + [429]


def test_a_game_without_a_score_has_a_state_and_a_way_for_other_phones(tmp_path: Path) -> None:
    plain = [replace(game, scoring=None) if game.slug == "bulp" else game for game in GAMES]
    phone = Phone(site(tmp_path, GAMES=plain))
    phone.get("/cards/bulp")
    dealt = phone.post("/cards/bulp", {"deck": "pipes", "do": "deal", "players": "3", "event": "e"})
    where = dealt.headers["Location"].partition("/cards")[0]
    state = phone.get(f"{where}/state")
    assert (state.json["seq"], state.json["seats"], state.headers["ETag"]) == (2, 2, '"2"')  # type: ignore[index]
    assert phone.get(f"{where}/state", headers={"If-None-Match": '"2"'}).status_code == 304
    assert phone.get(f"{where}/join").status_code == 200
    assert phone.get(where).headers["Location"] == f"{where}/cards"


# files


@pytest.mark.parametrize(
    ("lang", "variant", "seats", "why"),
    [
        ("fr", "zzz", 2, "la partie ne peut pas être comptée. Variante\u00a0: &#34;zzz&#34; ne va pas ici\u00a0; "
         "il faut\u00a0: Score simple, Élimination"),
        ("en", "zzz", 2, "what fits: Simple score, Elimination"),
        ("fr", "simple", 1, "Joueurs\u00a0: 1 ne va pas ici"),
        ("en", "simple", 1, "Players: 1 does not fit here; what fits: 2 to 8"),
    ],
)  # fmt: skip
def test_why_a_file_is_not_brought_in_is_a_sentence(ada: Phone, lang: str, variant: str, seats: int, why: str) -> None:
    told = [{"name": str(seat), "missing": 1, "outlets": 1} for seat in range(seats)]
    start = {"game": "bulp", "variant": variant, "lang": "en", "seats": told}
    events = [Event(1, "s", "", "start", start), Event(2, "f", "", "finish", {})]  # type: ignore[arg-type]
    ada.begin("bulp")
    file = io.BytesIO(export.to_json("ABCDE", events).encode())
    answer = ada.post(f"/import?lang={lang}", {"game": "bulp", "file": (file, "x.json")})
    assert (answer.status_code, why in answer.text) == (400, True)
