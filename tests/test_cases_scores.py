"""Faults that people met in scores and rules, by case: what went wrong elsewhere is right or refused by name here."""

from __future__ import annotations

import html
import re
from urllib.parse import parse_qsl, urlsplit

import pytest
from flask.testing import FlaskClient

from pnp.data.game import Json
from tests import shipped
from tests.phones import NAMES
from tracker import create_app, tables
from tracker.scoring import Refused
from tracker.tables import Result

GAMES = shipped.GAMES
(VIVA,) = (game for game in GAMES if game.slug == "viva-pamplona")
(RUNS,) = (game for game in GAMES if game.slug == "pamplona")
PLAYERS = NAMES[:6]


def site() -> FlaskClient:
    return create_app({"GAMES": GAMES}).test_client()


def totals(**chips: int) -> Result:
    """Return the result of a table where only chips count."""
    return tables.settle({"seats": [{"name": name, "chips": count} for name, count in chips.items()]}, VIVA)


def test_scr_tie_rank_equal_points_share_a_place_and_the_next_is_skipped() -> None:
    result = totals(Ann=12, Ben=12, Cid=7, Dee=7, Eve=1)
    assert [standing.rank for standing in result.standings] == [1, 1, 3, 3, 5]
    assert [score.name for score, at in zip(result.scores, result.standings, strict=True) if at.rank == 1] == [
        "Ann",
        "Ben",
    ]


@pytest.mark.parametrize("order", [("Ann", "Ben"), ("Ben", "Ann")])
def test_scr_tie_last_scorer_first_equals_stand_in_the_order_of_the_seats(order: tuple[str, str]) -> None:
    form = {
        f"seats-{n}-{key}": text for n, name in enumerate(order) for key, text in (("name", name), ("chips", "100"))
    }
    page = site().post("/score/viva-pamplona", data=form, follow_redirects=True).text
    assert tuple(re.findall(r"<h2><bdi>(.*?)</bdi>", page)) == order
    assert page.count("Place 1, shared") == 2


def test_scr_same_names_are_refused_however_they_are_written() -> None:
    seats: Json = [{"name": name, "chips": 1} for name in ("Sofa", "Sofa", "sofa ")]
    with pytest.raises(Refused) as caught:
        tables.settle({"seats": seats}, VIVA)
    assert [each.field for each in caught.value.broken] == ["seats[1].name", "seats[2].name"]


def runs(*distances: int) -> list[Json]:
    return [{"distance": distance, "home": True} for distance in distances]


def test_scr_edit_updates_total_for_totals_are_computed_from_the_rounds() -> None:
    other: Json = {"name": "Ben", "runs": runs(1, 1)}
    before, after = (
        tables.settle({"seats": [{"name": "Ann", "runs": first}, other]}, RUNS).scores[0].total
        for first in (runs(1, 3), runs(5, 3))
    )
    assert (before, after) == (8, 4)


def test_scr_correction_breaks_rule_a_correction_passes_the_same_checks_as_an_entry() -> None:
    form = {
        "seats-0-name": "A",
        "seats-1-name": "B",
        "seats-0-chips": "1",
        "seats-1-chips": "2",
        "seats-0-ranks-0": "12",
    }
    sent = site().post("/score/viva-pamplona", data=form)
    assert sent.status_code == 303
    typed = dict(parse_qsl(urlsplit(sent.headers["Location"]).query))
    corrected = site().post("/score/viva-pamplona", data=typed | {"seats-0-ranks-0": "13"})
    assert corrected.status_code == 400
    assert "13 does not fit here; what fits: 1 to 12" in corrected.text
    address = sent.headers["Location"].replace("ranks-0=12", "ranks-0=13")
    assert site().get(address).status_code == 400


def test_scr_post_reload_a_score_is_answered_by_another_address() -> None:
    form = {"seats-0-name": "Ann", "seats-0-chips": "5", "seats-1-name": "Ben", "seats-1-chips": "5"}
    sent = site().post("/score/viva-pamplona", data=form)
    assert sent.status_code == 303
    assert site().get(sent.headers["Location"]).status_code == 200


def test_scr_name_markup_is_shown_as_written_wherever_a_name_stands() -> None:
    form: dict[str, str] = {}
    for number, name in enumerate(PLAYERS):
        form |= {f"seats-{number}-name": name, f"seats-{number}-chips": "1"}
    logged = {key: text for key, text in form.items() if key != "seats-0-chips"}
    logged |= {
        f"seats-0-log-0-scuffle-{key}": text for key, text in (("from", PLAYERS[1]), ("own", "2"), ("theirs", "1"))
    }
    for told in (form, logged):
        result = site().post("/score/viva-pamplona", data=told, follow_redirects=True).text
        sheet = site().get("/score/viva-pamplona", query_string=told).text
        for page in (result, sheet):
            assert "<svg/onload" not in page
            assert "<img src=x" not in page
            assert not re.search(r'<bdi>49<|value="49"', page)
            assert all(name in html.unescape(page) for name in PLAYERS)
