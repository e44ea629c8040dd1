"""Who may change something here: where a request comes from, which device it is, how often codes may be guessed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count

import pytest
from flask import Flask, request
from flask.testing import FlaskClient

from tests import shipped
from tracker import create_app, guard
from tracker.guard import Bucket

GAMES = shipped.GAMES
SECRET = b"between us"
OWN = {"Origin": "http://localhost"}


class Clock:
    """A clock that stands still until it is told."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def app(clock: Clock) -> Flask:
    """A site with one more page that knows devices and one that takes a file."""
    numbers = count(1)
    site = create_app(
        {"GAMES": GAMES, "SECRET": SECRET, "TICKS": clock, "TOKEN": lambda size: f"{next(numbers):0{2 * size}x}"}
    )
    site.add_url_rule("/me", "me", guard.device, methods=["GET", "POST"])
    site.add_url_rule("/file", "file", guard.takes_files(lambda: str(len(request.get_data()))), methods=["POST"])
    return site


@pytest.fixture
def browser(app: Flask) -> Iterator[FlaskClient]:
    with app.test_client() as client:
        yield client


def cookie_of(client: FlaskClient) -> str:
    found = client.get_cookie("device")
    assert found
    return found.value


def token_of(client: FlaskClient) -> str:
    return guard.token(SECRET, cookie_of(client).partition(".")[0])


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Sec-Fetch-Site": "same-origin"}, 303),
        ({"Sec-Fetch-Site": "same-origin", "Origin": "https://anything.test"}, 303),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "none"}, 403),
        ({"Sec-Fetch-Site": ""}, 403),
        ({"Sec-Fetch-Site": "same-origin, cross-site"}, 403),
        ({"Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"}, 403),
        ({"Origin": "http://localhost"}, 303),
        ({"Origin": "http://localhost:80"}, 303),
        ({"Origin": "HTTP://LOCALHOST"}, 303),
        ({"Origin": "http://localhost:8000"}, 403),
        ({"Origin": "https://localhost"}, 403),
        ({"Origin": "https://localhost:80"}, 403),
        ({"Origin": "http://127.0.0.1"}, 403),
        ({"Origin": "http://localhost.evil.test"}, 403),
        ({"Origin": "http://evil.test"}, 403),
        ({"Origin": "http://evil.test/http://localhost"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": ""}, 403),
        ({"Origin": "http://localhost/"}, 403),
        ({"Origin": "localhost"}, 403),
        ({"Origin": "http://local host"}, 403),
        ({"Origin": "http://[::1"}, 403),
        ({"Origin": "http://\udcff".encode("utf-8", "surrogateescape").decode("latin-1")}, 403),
        ({"Origin": "http://localhost, http://localhost"}, 403),
        ({"Origin": "http://localhost,http://evil.test"}, 403),
        ({}, 303),
        ({"Cookie": "lang=en"}, 403),
        ({"Cookie": "device=x"}, 403),
        ({"Cookie": "device=x", "Origin": "http://localhost"}, 303),
        ({"Cookie": "another=app", "Origin": "null"}, 403),
    ],
    ids=str,
)
def test_a_form_is_taken_from_pages_of_this_very_address_only(app: Flask, headers: dict[str, str], status: int) -> None:
    answer = app.test_client(use_cookies=False).post("/dice", data={"expr": "d6"}, headers=headers)
    assert answer.status_code == status
    assert (status == 303) or "Load the page afresh" in answer.text


@pytest.mark.parametrize(
    ("base", "origin", "status"),
    [
        ("http://192.168.1.20:8000", "http://192.168.1.20:8000", 303),
        ("http://192.168.1.20:8000", "http://192.168.1.20", 403),
        ("http://192.168.1.20:8000", "http://192.168.1.20:9000", 403),
        ("http://[::1]:8000", "http://[::1]:8000", 303),
        ("https://localhost", "https://localhost", 303),
        ("https://localhost", "https://localhost:443", 303),
        ("https://localhost", "http://localhost", 403),
        ("https://localhost:80", "https://localhost", 403),
    ],
)
def test_scheme_name_and_port_must_all_be_those_of_the_request(
    browser: FlaskClient, base: str, origin: str, status: int
) -> None:
    answer = browser.post("/dice", data={"expr": "d6"}, base_url=base, headers={"Origin": origin})
    assert answer.status_code == status


def test_reading_is_never_judged_by_where_it_comes_from(browser: FlaskClient) -> None:
    for method in ("GET", "HEAD", "OPTIONS"):
        answer = browser.open("/", method=method, headers={"Sec-Fetch-Site": "cross-site", "Origin": "null"})
        assert answer.status_code == 200


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
def test_every_other_method_is_judged_on_every_address(browser: FlaskClient, method: str) -> None:
    for path in ("/", "/dice", "/print", "/score/raging-bulls", "/t", "/join", "/import", "/nowhere"):
        assert browser.open(path, method=method, headers={"Origin": "null"}).status_code == 403, path


def test_pages_that_keep_nothing_give_no_cookie(browser: FlaskClient) -> None:
    for path in ("/", "/dice", "/print", "/rules/raging-bulls", "/score/raging-bulls"):
        assert "Set-Cookie" not in browser.get(path).headers, path
    assert "Set-Cookie" not in browser.post("/dice", data={"expr": "d6"}, headers=OWN).headers
    assert "_csrf" not in browser.get("/dice").text


@pytest.mark.parametrize(("base", "secure"), [("http://localhost", False), ("https://localhost", True)])
def test_a_device_keeps_its_word_for_180_days(browser: FlaskClient, base: str, secure: bool) -> None:
    first = browser.get("/me", base_url=base)
    own = f"{1:032x}"
    parts = first.headers["Set-Cookie"].split("; ")
    assert parts[0] == f"device={guard.cookie(SECRET, own)}"
    assert {"HttpOnly", "SameSite=Lax", "Max-Age=15552000", "Path=/"} <= set(parts)
    assert ("Secure" in parts) is secure
    again = browser.get("/me", base_url=base)
    assert (first.text, again.text, "Set-Cookie" in again.headers) == (own, own, False)


def test_a_known_device_must_send_the_token_of_its_forms(browser: FlaskClient) -> None:
    browser.get("/me")
    token = token_of(browser)
    assert browser.post("/me", headers=OWN).status_code == 403
    assert browser.post("/me", headers=OWN, data={"_csrf": token}).status_code == 200
    assert browser.post("/me", headers={**OWN, "X-CSRF": token}).status_code == 200
    for wrong in ("", token[:-1], token.upper(), token + "0", "é" * 32, guard.token(SECRET, "another"),
                  guard.token(b"another", cookie_of(browser).partition(".")[0])):  # fmt: skip
        assert browser.post("/me", headers=OWN, data={"_csrf": wrong}).status_code == 403, wrong
    assert browser.post("/me", headers={"Origin": "null"}, data={"_csrf": token}).status_code == 403
    assert browser.post("/me", data={"_csrf": token}).status_code == 403  # a cookie, and no word on where it comes from


def test_the_hidden_input_carries_that_token(browser: FlaskClient) -> None:
    browser.get("/me")
    for path in ("/dice", "/score/raging-bulls"):
        found = re.findall(r'<input type="hidden" name="_csrf" value="(\w+)">', browser.get(path).text)
        assert set(found) == {token_of(browser)}, path


def test_a_form_that_keeps_nothing_still_works_when_it_was_opened_before_the_cookie_came(browser: FlaskClient) -> None:
    browser.get("/me")
    assert browser.post("/dice", data={"expr": "d6"}, headers=OWN).status_code == 303
    assert browser.post("/dice?table=ABCDE", data={"expr": "d6"}, headers=OWN).status_code == 403
    assert browser.post("/dice", data={"expr": "d6", "table": "ABCDE"}, headers=OWN).status_code == 403


def test_a_cookie_with_any_bit_changed_or_made_elsewhere_is_a_new_device(app: Flask) -> None:
    good = guard.cookie(SECRET, "ab12")
    changed = [
        good[:at] + chr(ord(good[at]) ^ 1 << bit) + good[at + 1 :] for at in range(len(good)) for bit in range(7)
    ]
    others = [
        good[:-1],
        good[1:],
        good + "0",
        "ab12",
        "ab12.",
        f".{good}",
        "",
        guard.cookie(b"other", "ab12"),
        "x" * 5000,
    ]
    client = app.test_client(use_cookies=False)

    def asked(value: str) -> str:
        return client.get("/me", headers={"Cookie": f"device={value}"}).text

    assert asked(good) == "ab12"
    assert [value for value in (*changed, *others) if asked(value) == "ab12"] == []
    assert client.get("/me", headers={"Cookie": f"device=forged; device={good}"}).status_code == 200


@pytest.mark.parametrize(("path", "most"), [("/me", 64 * 1024), ("/file", 2 * 1024 * 1024)])
def test_a_body_is_taken_up_to_the_limit_of_its_route(browser: FlaskClient, path: str, most: int) -> None:
    def send(size: int) -> int:
        return browser.post(path, data=b"_=" + b"x" * (size - 2), content_type=form, headers=OWN).status_code

    form = "application/x-www-form-urlencoded"
    assert (send(100), send(most + 1)) == (200, 413)


def test_every_form_of_the_games_has_fewer_names_than_a_form_may_have(browser: FlaskClient) -> None:
    for game in GAMES:
        assert game.scoring
        for variant in game.scoring.variants:
            seats = "&".join(f"seats-{number}-name={number}" for number in range(game.scoring.seats[1]))
            page = browser.get(f"/score/{game.slug}?variant={variant.id}&{seats}").text
            names = set(re.findall(r'<(?:input|select|textarea)[^>]* name="([^"]+)"', page))
            assert 10 < len(names) < guard.PARTS, (game.slug, variant.id)


def test_a_form_with_too_many_names_is_refused_however_it_is_sent(browser: FlaskClient) -> None:
    most = {f"n{number}": "1" for number in range(guard.PARTS)}
    assert browser.post("/me", data=most, headers=OWN).status_code == 200
    token = {"X-CSRF": token_of(browser)}
    for kind in ("application/x-www-form-urlencoded", "multipart/form-data"):
        answer = browser.post("/me", data={**most, "more": "1"}, headers=OWN | token, content_type=kind)
        assert (answer.status_code, "That is too much at once" in answer.text) == (413, True), kind


@pytest.mark.parametrize("where", ["query", "header"])
def test_an_address_or_header_without_end_is_refused_in_words(browser: FlaskClient, where: str) -> None:
    long = "x" * 70_000
    answer = browser.get(f"/?q={long}") if where == "query" else browser.get("/", headers={"X-Long": long})
    assert (answer.status_code, "That address is too long" in answer.text) == (431, True)


def test_wrong_codes_are_taken_twenty_at_once_and_then_one_every_six_seconds(app: Flask, clock: Clock) -> None:
    def guess(address: str = "10.0.0.1", path: str = "/t/AAAAA") -> int:
        return app.test_client().get(path, environ_overrides={"REMOTE_ADDR": address}).status_code

    assert [guess() for _ in range(21)] == [404] * 20 + [429]
    assert guess(path="/t/AAAAA/state") == guess(path="/dice?table=AAAAA") == 429
    assert "Too many wrong codes" in app.test_client().get("/t/A", environ_overrides={"REMOTE_ADDR": "10.0.0.1"}).text
    assert guess("10.0.0.2") == 404
    assert guess(path="/") == 200
    clock.now += 6
    assert [guess(), guess()] == [404, 429]


def test_a_hundred_thousand_guesses_reach_few_codes_and_little_memory() -> None:
    clock = Clock()
    bucket = Bucket(clock)
    let = 0
    for number in range(100_000):
        clock.now = number / 100  # a thousand seconds of a hundred guesses
        if not bucket.empty("one"):
            let += 1
            bucket.take("one")
    assert let == 20 + 1000 // 6
    for number in range(5000):
        bucket.take(f"other {number}")
    assert len(bucket._full) == 1024


def test_headers_of_proxies_are_believed_only_when_it_is_said_how_many_there_are() -> None:
    headers = {"X-Forwarded-Host": "games.example", "X-Forwarded-Proto": "https", "X-Forwarded-For": "10.9.9.9",
               "Origin": "https://games.example"}  # fmt: skip
    config = {"GAMES": (), "NAMES": {"games.example", "localhost"}}
    alone = create_app(config).test_client()
    behind = create_app({**config, "PROXIES": 1}).test_client()
    assert alone.post("/dice", data={"expr": "d6"}, headers=headers).status_code == 403
    assert behind.post("/dice", data={"expr": "d6"}, headers=headers).status_code == 303
    assert behind.get("/", headers={**headers, "X-Forwarded-Host": "evil.test"}).status_code == 400
    assert alone.get("/", headers={**headers, "X-Forwarded-Host": "evil.test"}).status_code == 200
