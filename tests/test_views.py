"""The site through a test client: headers, hosts, languages, faults; then dice, rules and scores as people use them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from urllib.parse import parse_qs, urldefrag, urljoin, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests import shipped
from tests.phones import NAMES
from tracker import create_app

GAMES = shipped.GAMES
PAGES = (
    "/",
    "/dice",
    "/dice?expr=4d6dl1&n=2&r=4d6dl1:6,1,4,5&r=4dF:-1,0,1,1&hold=1",
    "/nowhere",
    *(f"/dice?game={game.slug}" for game in GAMES),
    *(f"/rules/{game.slug}" for game in GAMES),
    *(f"/rules/{game.slug}?q=bull" for game in GAMES),
    *(f"/score/{game.slug}" for game in GAMES),
    "/score/raging-bulls/result?seats-0-name=A&seats-0-fields-0-outcome=left",
    "/score/raging-bulls/result?seats-0-name=A&seats-0-fields-0-outcome=left&seats-0-fields-0-isolated=9",
)
VOID = {"area", "br", "hr", "img", "input", "link", "meta", "path", "circle"}


def highest(n: int) -> int:
    return n - 1


@cache
def app(below: Callable[[int], int]) -> Flask:
    return create_app({"GAMES": GAMES, "BELOW": below})


def client(below: Callable[[int], int] = highest) -> FlaskClient:
    """Return a browser without cookies; `below` is where chance comes from."""
    return app(below).test_client()


class Page(HTMLParser):
    """Checks that tags close in order and collects attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.text = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += [(tag, name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("path", PAGES)
def test_every_page_is_sound_and_needs_nothing_from_elsewhere(path: str, lang: str) -> None:
    answer = client().get(path, headers={"Accept-Language": lang})
    page = Page(answer.text)
    assert page.open == []
    assert ("html", "lang", lang) in page.attributes
    assert [a for a in page.attributes if a[1] == "style" or a[1].startswith("on") or a[0] == "style"] == []
    links = [value for _, name, value in page.attributes if name in ("href", "src", "action")]
    assert [link for link in links if urlsplit(link).netloc or link.startswith("javascript")] == []
    ids = [value for _, name, value in page.attributes if name == "id"]
    assert sorted(set(ids)) == sorted(ids)
    assert [i for _, name, i in page.attributes if name == "for" and i not in ids] == []
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    assert "unsafe" not in answer.headers["Content-Security-Policy"]
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "same-origin"


@pytest.mark.parametrize("path", [path for path in PAGES if "?" not in path and path != "/nowhere"])
def test_every_link_of_a_page_leads_to_a_page_and_an_anchor_that_exist(path: str) -> None:
    attributes = Page(client().get(path).text).attributes
    anchors: dict[str, set[str]] = {}
    for link in (urljoin(path, value) for _, name, value in attributes if name in ("href", "src")):
        anchors.setdefault(urldefrag(link).url, set()).add(urldefrag(link).fragment)
    for link, wanted in anchors.items():
        status, text = followed(link)
        assert status == 200, link
        assert [anchor for anchor in wanted if anchor and f'id="{anchor}"' not in text] == [], link


@cache
def followed(link: str) -> tuple[int, str]:
    """Return status and text of what a link leads to, which is the same from every page."""
    found = client().get(link, buffered=True)
    return found.status_code, found.data.decode(errors="replace")  # fonts and pictures are no text


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost:8000", 200),
        ("127.0.0.1", 200),
        ("192.168.1.20:8000", 200),
        ("[::1]:8000", 200),
        ("bullpen.test", 200),
        ("evil.test", 400),
        ("localhost.evil.example", 400),
        ("", 400),
        ("a b", 400),
        ("127.0.0.1@evil.test", 400),
    ],
)
@pytest.mark.parametrize("path", ["/", "/healthz", "/static/bullpen.css"])
def test_only_our_own_names_and_plain_addresses_are_answered(path: str, host: str, status: int) -> None:
    answer = client().get(path, environ_overrides={"HTTP_HOST": host}, buffered=True)
    assert answer.status_code == status
    assert "Content-Security-Policy" in answer.headers


@pytest.mark.parametrize(
    ("method", "path", "status", "words"),
    [
        ("GET", "/nowhere", 404, "There is no such page"),
        ("GET", "/rules/goats", 404, "There is no such page"),
        ("GET", "/score/goats", 404, "There is no such page"),
        ("GET", "/dice?game=goats", 404, "There is no such page"),
        ("GET", "/static/../__init__.py", 404, "There is no such page"),
        ("GET", "/static/%2e%2e/speech.py", 404, "There is no such page"),
        ("GET", "/faces/..%2f..%2fx.ttf", 404, "There is no such page"),
        ("DELETE", "/dice", 405, "This page does not take that"),
        ("POST", "/", 405, "This page does not take that"),
    ],
)
def test_what_is_not_there_is_said_in_words(method: str, path: str, status: int, words: str) -> None:
    answer = client().open(path, method=method)
    assert answer.status_code == status
    assert words in answer.text


def test_a_body_above_64_kib_is_refused() -> None:
    answer = client().post("/score/raging-bulls", data={"seats-0-name": "x" * 70_000})
    assert answer.status_code == 413
    assert "That is too much at once" in answer.text


def test_the_site_says_that_it_is_well() -> None:
    assert client().get("/healthz").text == "ok\n"


def test_a_language_is_kept_in_a_cookie_and_in_links_until_the_cookie_is_seen() -> None:
    site = client()
    first = site.get("/?lang=fr")
    assert 'lang="fr"' in first.text
    assert "lang=fr" in first.headers["Set-Cookie"]
    assert "/rules/raging-bulls?lang=fr" in first.text
    second = site.get("/")
    assert 'lang="fr"' in second.text
    assert "/rules/raging-bulls?lang=fr" not in second.text
    assert 'lang="en"' in site.get("/?lang=en").text
    assert 'lang="en"' in client().get("/?lang=xx").text


# dice


def roll(site: FlaskClient, form: Mapping[str, str | list[str]]) -> str:
    sent = site.post("/dice", data=form)
    assert sent.status_code == 303
    return sent.headers["Location"]


def test_a_roll_is_answered_by_a_page_that_can_be_loaded_again() -> None:
    site = client()
    there = roll(site, {"expr": "3d6+2"})
    first, second = site.get(there).text, site.get(there).text
    assert first == second
    assert "Roll 1" in first
    assert re.search(r"Total</small> 20<", first)


def test_held_dice_stay_when_the_others_are_rolled_again() -> None:
    there = roll(client(), {"expr": "3d6", "n": "4", "r": ["3d6:1,2,3", "d20:7"], "hold": ["1"]})
    assert parse_qs(urlsplit(there).query) == {
        "expr": ["3d6"], "n": ["5"], "r": ["3d6:6,2,6", "3d6:1,2,3", "d20:7"], "hold": ["1"]
    }  # fmt: skip


def test_holds_do_not_carry_over_to_another_roll() -> None:
    there = roll(client(), {"expr": "3d6", "preset": "2d6", "n": "1", "r": "3d6:1,2,3", "hold": "1"})
    assert parse_qs(urlsplit(there).query) == {"expr": ["2d6"], "n": ["2"], "r": ["2d6:6,6", "3d6:1,2,3"]}


def test_the_history_holds_twenty_rolls_and_goes_on_counting() -> None:
    there = roll(client(), {"expr": "d6", "n": "99", "r": [f"d6:{1 + n % 6}" for n in range(20)]})
    query = parse_qs(urlsplit(there).query)
    assert (query["n"], len(query["r"]), query["r"][:2]) == (["100"], 20, ["d6:6", "d6:1"])


def test_what_an_address_claims_and_no_dice_can_show_is_left_out() -> None:
    page = client().get("/dice?expr=d6&n=5&r=d6:7&r=3d6:1,2&r=x:1&r=d6&r=2d6:3,4&r=d6:" + "9" * 99).text
    assert "2d6</span>" in page
    assert "Rolls before" not in page


@pytest.mark.parametrize("expr", ["1d20 please do not break", "2d-6", "-9d20", "1d6!>0", "", "<script>", "9" * 300])
def test_a_roll_that_cannot_be_read_is_told_beside_the_field_with_what_was_typed(expr: str) -> None:
    answer = client().post("/dice", data={"expr": expr, "n": "1", "r": "d6:3"})
    assert answer.status_code == 400
    assert 'class="fault"' in answer.text
    assert "<script>" not in answer.text
    assert Page(answer.text).attributes.count(("input", "value", expr)) == (1 if expr else 0)


def test_a_games_own_dice_show_their_faces_by_name_and_color() -> None:
    site = client()
    page = site.get(roll(site, {"game": "viva-pamplona"})).text
    assert "light die arrow, dark die arrow" in page
    assert page.count("you choose 0 to 6") == 2
    assert "die-f2b632" in page
    assert ".die-f2b632{--die:#F2B632" in site.get("/inks.css").text.replace("#f2b632", "#F2B632")


def test_style_and_script_are_kept_under_their_own_version_only() -> None:
    site = client()
    addresses = re.findall(r'"(/static/bullpen\.(?:css|js)\?v=\w+)"', site.get("/").text)
    assert len(addresses) == 2
    for address in addresses:
        kept, other = (site.get(f"{address}{more}", buffered=True).headers["Cache-Control"] for more in ("", "0"))
        assert ("immutable" in kept, other) == (True, "no-cache")


def test_a_roll_of_own_dice_uses_every_face_once_for_each_chance() -> None:
    seen = set()
    for k in range(6):
        site = client(lambda n, k=k: k)  # type: ignore[misc]
        seen.add(parse_qs(urlsplit(roll(site, {"game": "raging-bulls"})).query)["r"][0])
    assert seen == {f":{k},{k},{k}" for k in range(6)}


# rules


def test_a_search_shows_the_sections_that_have_every_word_and_marks_them() -> None:
    page = client().get("/rules/raging-bulls?q=MALLET+ticked").text
    assert "<mark>mallet</mark>" in page
    assert 'id="passing"' in page
    assert 'id="goal"' not in page
    assert 'href="#' not in page.replace('href="#main"', "")


def test_a_search_without_a_find_says_so_and_shows_the_word_inert() -> None:
    page = client().get("/rules/raging-bulls?q=<b>goat").text
    assert "No section speaks of “&lt;b&gt;goat”." in page


def test_worked_examples_stand_in_their_section() -> None:
    page = client().get("/rules/viva-pamplona").text
    section = page.partition('id="scuffle"')[2].partition("</section>")[0]
    assert "Example VP-5" in section
    assert "<dt>Shoved to space</dt><dd>B 10</dd>" in section
    final = page.partition('id="final-score"')[2].partition("</section>")[0]
    assert "Example VP-11" in final
    assert "−3 − 7" in final


# scores

ADA = {"seats-0-name": "Ada", "seats-0-fields-0-outcome": "completed", "seats-0-fields-0-isolated": "3",
       "seats-0-fields-0-posts_used": "8", "seats-0-mallets": "0"}  # fmt: skip


def test_a_score_form_is_answered_by_303_and_its_result_can_be_loaded_again() -> None:
    site = client()
    sent = site.post("/score/raging-bulls", data=ADA)
    assert sent.status_code == 303
    first = site.get(sent.headers["Location"])
    assert first.status_code == 200
    assert first.text == site.get(sent.headers["Location"]).text
    assert "24 posts − 8 used" in first.text
    assert "/rules/raging-bulls#completing" in first.text


def test_a_result_can_be_changed_with_everything_still_filled_in() -> None:
    site = client()
    page = site.get(site.post("/score/raging-bulls", data=ADA).headers["Location"]).text
    back = re.search(r'href="(/score/raging-bulls\?[^"]+)"', page)
    assert back
    form = Page(site.get(back[1].replace("&amp;", "&")).text)
    assert ("input", "value", "Ada") in form.attributes
    assert ("input", "value", "8") in form.attributes
    assert form.attributes.count(("input", "checked", "")) == 2  # the variant and how field A ended


def test_faults_stand_beside_their_fields_and_nothing_typed_is_lost() -> None:
    wrong = ADA | {"seats-0-fields-0-isolated": "9", "seats-0-mallets": "many", "seats-0-fields-2-posts_used": "3"}
    answer = client().post("/score/raging-bulls", data=wrong)
    assert answer.status_code == 400
    assert 'id="seats-0-fields-0-isolated-fault"' in answer.text
    assert "9 does not fit here; what fits: 0 to 3" in answer.text
    values = [value for _, name, value in Page(answer.text).attributes if name == "value"]
    assert {"9", "many", "3", "8", "Ada"} <= set(values)
    assert "Ada · Field B · How it ended" in answer.text


def test_players_are_added_and_taken_away_without_script() -> None:
    site = client()
    more = site.post("/score/raging-bulls", data=ADA | {"add": "1"})
    assert more.status_code == 303
    page = Page(site.get(more.headers["Location"]).text)
    assert ("input", "value", "Player 2") in page.attributes
    fewer = site.post("/score/raging-bulls", data=ADA | {"seats-1-name": "Bo", "drop": "0"})
    query = parse_qs(urlsplit(fewer.headers["Location"]).query)
    assert query == {"seats-0-name": ["Bo"]}


def test_a_form_starts_with_as_many_seats_as_the_game_needs() -> None:
    assert Page(client().get("/score/viva-pamplona").text).attributes.count(("fieldset", "class", "seat")) == 2
    assert Page(client().get("/score/raging-bulls").text).attributes.count(("fieldset", "class", "seat")) == 1


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_shown_as_typed_and_never_runs(name: str) -> None:
    site = client()
    sent = site.post("/score/raging-bulls", data=ADA | {"seats-0-name": name})
    assert sent.status_code == 303
    text = site.get(sent.headers["Location"]).text
    assert name in Page(text).text
    assert name in ("../../x", "${7*7}", "{{7*7}}", "\u202eevil") or name not in text
    assert ">49<" not in text


def test_two_seats_of_one_name_are_refused() -> None:
    form = {f"seats-{n}-name": name for n, name in enumerate(("Sofa", "Sofa", "sofa "))}
    chips = {f"seats-{n}-chips": "1" for n in range(3)}
    answer = client().post("/score/viva-pamplona", data=form | chips)
    assert answer.status_code == 400
    assert answer.text.count("names must differ") == 4  # for two seats: in the list on top and beside the field


def test_equal_seats_keep_the_order_of_the_table_and_share_the_place() -> None:
    query = "&".join(f"seats-{n}-name={name}&seats-{n}-chips=9" for n, name in enumerate(("Zoe", "Ann", "Bo")))
    text = client().get(f"/score/viva-pamplona/result?{query}").text
    assert re.findall(r"<bdi>(\w+)</bdi>", text) == ["Zoe", "Ann", "Bo"]
    assert text.count("Place 1, shared") == 3
    assert text.count("Equal on every count") == 3


def test_the_rung_that_decided_is_named() -> None:
    query = "seats-0-name=A&seats-0-chips=9&seats-1-name=B&seats-1-chips=5&seats-1-ranks-0=4"
    text = client().get(f"/score/viva-pamplona/result?{query}").text
    assert re.findall(r"<bdi>(\w+)</bdi>", text) == ["B", "A"]
    assert text.count("most points from ranks did.") == 2


def test_a_bug_is_told_as_a_page_and_not_as_a_trace(caplog: pytest.LogCaptureFixture) -> None:
    def broken(n: int) -> int:
        raise RuntimeError("a secret place")

    answer = client(broken).post("/dice", data={"expr": "d6"})
    assert answer.status_code == 500
    assert "Something broke here" in answer.text
    assert "secret" not in answer.text
    assert "a secret place" in caplog.text


def test_minutes_that_are_equal_are_said_once() -> None:
    games = [replace(GAMES[0], minutes=minutes) for minutes in ((30, 30), (30, 45))]
    for game, lang, said in zip([games[0], games[0], games[1]], ("en", "fr", "en"), ("30", "30", "30–45"), strict=True):
        assert f"· {said} min ·" in create_app({"GAMES": (game,)}).test_client().get(f"/?lang={lang}").text


def test_a_new_game_needs_no_list_view_or_drawing_edited() -> None:
    bulls = next(game for game in GAMES if game.slug == "viva-pamplona")
    assert bulls.scoring
    goats = replace(bulls, slug="goats", scoring=replace(bulls.scoring, ranking=bulls.scoring.ranking[:1]))
    kids = replace(goats, slug="kids", dice=(), rules=(), piles=(), scoring=None)
    site = create_app({"GAMES": (goats, kids)}).test_client()
    home = site.get("/").text
    assert "/dice?game=goats" in home
    assert "kids" not in "".join(re.findall(r'href="([^"]+)"', home))
    assert [site.get(path).status_code for path in ("/rules/goats", "/score/goats", "/dice?game=goats")] == [200] * 3
    assert [site.get(path).status_code for path in ("/rules/kids", "/score/kids", "/dice?game=kids")] == [404] * 3
    result = site.get("/score/goats/result?seats-0-name=A&seats-0-chips=3&seats-1-name=B&seats-1-chips=4")
    assert result.status_code == 200
