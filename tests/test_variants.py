"""Variants with fields of their own: the form asks for those of one, switches by a button, and folds the longer way."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

from pnp.data.game import Json, Scoring
from tests import shipped
from tracker import create_app, forms

GAMES = {slug: shipped.BY_SLUG[slug] for slug in ("bulp", "pamplona")}
APP = create_app({"GAMES": tuple(GAMES.values())})


def scoring(slug: str) -> Scoring:
    found = GAMES[slug].scoring
    assert found is not None
    return found


def names(page: str, seat: int = 0) -> set[str]:
    """Return the inputs of one seat by their field, rows left out."""
    return set(re.findall(rf'name="seats-{seat}-([a-z_]+)', page)) - {"name"}


def test_a_form_asks_for_the_fields_of_its_variant() -> None:
    site = APP.test_client()
    assert names(site.get("/score/bulp").text) == {"missing", "outlets", "broken", "hand"}
    asked = names(site.get("/score/bulp?variant=elimination").text)
    assert asked == {"missing", "own_cards", "hand", "distance", "line", "outlets", "side_broken"}
    assert names(site.get("/score/bulp?variant=nonsense").text) == {"missing", "outlets", "broken", "hand"}


def test_a_button_switches_the_variant_and_keeps_what_both_ask_for() -> None:
    form = {
        "variant": "simple",
        "seats-0-name": "Ann",
        "seats-0-missing": "2",
        "seats-0-broken": "1",
        "seats-0-hand": "4",
    }
    site = APP.test_client()
    sent = site.post("/score/bulp", data=form | {"switch": "elimination"})
    assert sent.status_code == 303
    assert parse_qs(urlsplit(sent.headers["Location"]).query)["variant"] == ["elimination"]
    page = site.get(sent.headers["Location"]).text
    assert re.search(r'name="switch" value="elimination" aria-pressed="true"', page)
    assert re.search(r'name="seats-0-missing" value="2"', page)
    assert re.search(r'name="seats-0-hand" value="4"', page)
    assert re.search(r'type="hidden" name="variant" value="elimination"', page)
    assert "seats-0-broken" not in page


def test_the_longer_way_is_folded_until_something_is_in_it() -> None:
    site = APP.test_client()
    assert '<details class="aside"><summary>' in site.get("/score/bulp?variant=elimination").text
    filled = site.get("/score/bulp?variant=elimination&seats-0-name=Ann&seats-0-line-1-side=0").text
    assert filled.count('<details class="aside" open><summary>') == 1
    assert "aside" not in site.get("/score/bulp").text


def test_either_way_is_enough() -> None:
    site = APP.test_client()
    short = {"variant": "elimination", "seats-0-name": "Ann", "seats-0-missing": "1"}
    longer = {"seats-1-name": "Bo", "seats-1-distance": "3", "seats-1-line-0-side": "0", "seats-1-outlets": "1"}
    assert site.post("/score/bulp", data=short | longer).status_code == 303
    nothing = site.post("/score/bulp", data=short | {"seats-1-name": "Bo"})
    assert nothing.status_code == 400
    assert "Bo · Missing cards" in nothing.text
    half = site.post("/score/bulp", data=short | {"seats-1-name": "Bo", "seats-1-distance": "3"})
    assert "Bo · Open outlets" in half.text


def test_fields_of_another_variant_are_told_by_name() -> None:
    form = {"variant": "simple", "seats-0-name": "A", "seats-0-own_cards": "1", "seats-0-line-0-side": "1"}
    _, unknown = forms.read(form, scoring("bulp"))
    assert [each.field for each in unknown] == ["seats-0-line-0-side", "seats-0-own_cards"]


def test_a_card_without_anything_still_stands_in_its_line() -> None:
    line: list[Json] = [{"side": 0}, {"broken": True}, {}, {"side": 0}]
    table: dict[str, Json] = {"variant": "elimination", "seats": [{"name": "A", "distance": 4, "line": line}]}
    assert forms.read(forms.flat(table), scoring("bulp")) == (table, ())


def test_a_blank_run_keeps_its_place_and_blank_runs_at_the_end_are_left_out() -> None:
    form = {
        "seats-0-name": "A",
        "seats-0-runs-0-distance": "2",
        "seats-0-runs-0-home": "1",
        "seats-0-runs-2-distance": "4",
        "seats-0-runs-3-horns": "0",
    }
    runs: Json = [{"distance": 2, "home": True}, {}, {"distance": 4}]
    assert forms.read(form, scoring("pamplona")) == ({"seats": [{"name": "A", "runs": runs}]}, ())
    answer = APP.test_client().post(
        "/score/pamplona", data=form | {"seats-1-name": "B", "seats-1-runs-0-distance": "1"}
    )
    assert answer.status_code == 400
    assert "A · Run 2 · Rows ahead" in answer.text


def test_runs_are_folded_one_by_one_and_open_where_something_is_in_them() -> None:
    page = APP.test_client().get("/score/pamplona?seats-0-name=A&seats-0-runs-2-distance=3").text
    first = page.partition('id="seats-1"')[0]
    assert re.findall(r'<details class="record"( open)?><summary>(Run \d)', first) == [
        (" open", "Run 1"),
        ("", "Run 2"),
        (" open", "Run 3"),
        ("", "Run 4"),
    ]
