"""Dice on a table: each roll is an event that both phones see, that undo takes back, and that counts once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import cycle
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests import shipped
from tracker import create_app, guard

GAMES = shipped.GAMES
SECRET = b"between us"
BULLS = "/dice?game=raging-bulls&table="


@pytest.fixture
def app() -> Flask:
    numbers = cycle(range(6))
    return create_app({"GAMES": GAMES, "SECRET": SECRET, "BELOW": lambda n: next(numbers) % n})


@pytest.fixture
def phone(app: Flask) -> Iterator[FlaskClient]:
    with app.test_client() as client:
        yield client


def sent(phone: FlaskClient, path: str, **form: str) -> str:
    """Send a form with the token of its device; return where it leads."""
    cookie = phone.get_cookie("device")
    token = guard.token(SECRET, cookie.value.partition(".")[0]) if cookie else ""
    answer = phone.post(path, data=form, headers={"Origin": "http://localhost", "X-CSRF": token})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["Location"])


def begun(phone: FlaskClient, game: str = "raging-bulls") -> str:
    return sent(phone, "/t", game=game, **{"seats-0-name": "Ada"}).rpartition("/")[2]


def words(phone: FlaskClient, path: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", phone.get(path).text).split())


def test_a_roll_is_seen_by_every_phone_at_the_table_and_survives_loading_again(app: Flask, phone: FlaskClient) -> None:
    code = begun(phone)
    there = sent(phone, f"/dice?table={code}", game="raging-bulls", event="a" * 32)
    assert (urlsplit(there).path, f"table={code}" in there, "r=" in there) == ("/dice", True, False)
    other = app.test_client()
    for each in (phone, phone, other):
        assert "Roll 1 green die 1 (column), ochre die 2 (row), black die 3" in words(each, f"{BULLS}{code}")
    sent(other, f"/dice?table={code}", game="raging-bulls", event="b" * 32)
    assert "Roll 2 green die 4 (column)" in words(phone, f"{BULLS}{code}")


def test_one_tap_sent_twice_is_one_roll(phone: FlaskClient) -> None:
    code = begun(phone)
    for _ in range(3):
        sent(phone, f"/dice?table={code}", game="raging-bulls", event="a" * 32)
    assert "Roll 1 green die 1 (column)" in words(phone, f"{BULLS}{code}")


def test_a_roll_is_named_by_undo_and_taken_back_by_it(phone: FlaskClient) -> None:
    code = begun(phone)
    sent(phone, f"/dice?table={code}", expr="3d6", event="a" * 32)
    state = phone.get(f"/t/{code}/state").json
    assert state is not None
    ident, text = state["undo"]
    assert "3d6" in text
    sent(phone, f"/t/{code}", undo=ident, event="b" * 32)
    assert "Not rolled yet" in words(phone, f"/dice?expr=3d6&table={code}")


def test_own_dice_and_any_dice_are_counted_apart(phone: FlaskClient) -> None:
    code = begun(phone)
    sent(phone, f"/dice?table={code}", game="raging-bulls", event="a" * 32)
    sent(phone, f"/dice?table={code}", expr="2d6", event="b" * 32)
    assert "Roll 1 green die 1" in words(phone, f"{BULLS}{code}")
    assert "Roll 1 2d6 4, 5" in words(phone, f"/dice?table={code}")


def test_held_dice_stay_unless_another_phone_has_rolled_since(app: Flask, phone: FlaskClient) -> None:
    code, other = begun(phone), app.test_client()
    sent(phone, f"/dice?table={code}", game="raging-bulls", event="a" * 32)
    sent(phone, f"/dice?table={code}", game="raging-bulls", event="b" * 32, n="1", hold="1")
    assert "Roll 2 green die 4 (column), ochre die 2 (row), black die 5" in words(phone, f"{BULLS}{code}")
    sent(other, f"/dice?table={code}", game="raging-bulls", event="c" * 32)
    assert "hold" not in sent(phone, f"/dice?table={code}", game="raging-bulls", event="d" * 32, n="2", hold="1")
    assert "Roll 3 " in words(phone, f"{BULLS}{code}")


def test_a_finished_game_takes_no_more_rolls_and_the_dice_still_roll(phone: FlaskClient) -> None:
    code = begun(phone)
    sent(phone, f"/t/{code}", finish="1", event="f" * 32, seen="1", **{"seats-0-fields-0-outcome": "left"})
    seq = phone.get(f"/t/{code}/state").json["seq"]  # type: ignore[index]
    assert "table=" not in sent(phone, f"/dice?table={code}", expr="d6", event="a" * 32)
    assert phone.get(f"/t/{code}/state").json["seq"] == seq  # type: ignore[index]


def test_nothing_on_a_page_tells_of_rolls_to_come(phone: FlaskClient) -> None:
    code = begun(phone)
    pages = [phone.get(f"{BULLS}{code}").text for _ in range(3)]
    bare = {re.sub(r'name="event" value="\w+"', "", page) for page in pages}
    assert len(bare) == 1
