"""What a hostile or broken client sends, over every route; through a real server see test_abuse_server.

Not tested, with the reason:
- a device cookie set by someone else first: a device has no rights; its cookie only tells phones apart
- roles of host, player and viewer, and revoked links: there are no roles; who has the code plays
- a laptop that sleeps or changes its address: needs that machine; the join page looks up the addresses anew each time
- listening on the network: plain http promises nothing there, and `tracker doctor` says so
- forged ARP or .local answers: as above; the QR code holds the address in figures
- a QR code of a stranger's site: no page reads QR codes or follows an address that somebody typed
- a service worker that keeps old pages: there is none
- known faults in libraries: needs the network; what pages ask for from elsewhere is tested here and in the browser
"""

from __future__ import annotations

import csv
import io
import json
import logging
import re
import time
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient

from pnp.data.game import Json
from tests import shipped
from tests.test_tracker_cli import TEMPLATES
from tests.test_views import Page
from tracker import create_app, guard, play
from tracker.cli import main
from tracker.play import Event

GAMES = shipped.GAMES
SECRET = b"between us"
OWN = {"Origin": "http://localhost"}
NAMES = (
    "<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "' onmouseover='x", "javascript:alert(1)",
    "</title>", "{{7*7}}", "{% raw %}", "${7*7}", "%s%n{0}{x.__class__}", "\u202eevil", "a\u200bb\u200d", "👩‍👩‍👧‍👦",
    "e" + "\u0301" * 40,
    "=1+1", "+1", "-1", "@x", "\tx", "x\r\ny", "../../x", "null", "A;B,C\"D", "ﷺ", "\u2028x", "\ufeff", "\ud7ff",
)  # fmt: skip
NEVER = ("\x00", "x" * 10_000, "", "   ")


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    site = create_app({"GAMES": GAMES, "DATABASE": tmp_path / "bullpen.db", "SECRET": SECRET, "LAN": False})
    site.extensions["once"] = shipped.kept()
    return site


@pytest.fixture
def phone(app: Flask) -> FlaskClient:
    return app.test_client()


def post(phone: FlaskClient, path: str, form: dict[str, str], **headers: str):  # type: ignore[no-untyped-def]
    """Send a form as its page would."""
    cookie = phone.get_cookie("device")
    token = {"_csrf": guard.token(SECRET, cookie.value.partition(".")[0])} if cookie else {}
    return phone.post(path, data={**form, **token}, headers={**OWN, **headers})


def begun(phone: FlaskClient, *names: str, game: str = "raging-bulls") -> str:
    """Begin a table and return its address."""
    seats = {f"seats-{number}-name": name for number, name in enumerate(names)}
    answer = post(phone, "/t", {"game": game, **seats})
    assert answer.status_code == 303
    return str(answer.headers["Location"])


def addresses(app: Flask, table: str, text: str = "") -> Iterator[tuple[str, str, str]]:
    """Yield (method, rule, address) of every route, with `text` in place of every text in it where it is given."""
    like = {
        "slug": "raging-bulls", "code": table.removeprefix("/t/"), "key": "text", "filename": "mark.svg",
        "kind": "json", "name": "torro-cards", "number": "1", "side": "front",
    }  # fmt: skip
    for rule in app.url_map.iter_rules():
        assert rule.arguments <= like.keys(), f"tell this test what stands for the arguments of {rule}"
        values = {key: (text or like[key]) if key not in ("kind", "number", "side") else like[key] for key in like}
        if rule.endpoint.startswith("cards."):
            values["slug"] = text or "viva-pamplona"
        address = re.sub(r"<(?:[^<>]*:)?(\w+)>", lambda found, v=values: v[found[1]], rule.rule)
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            yield method, rule.rule, address


# where a request comes from


ELSEWHERE = (
    {"Origin": "http://localhost:8000"}, {"Origin": "https://localhost"}, {"Origin": "http://evil.test"},
    {"Origin": "null"}, {"Origin": "::"}, {"Origin": "http://localhost,http://localhost"},
    {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site", "Origin": "http://localhost"}, {},
)  # fmt: skip


@pytest.mark.parametrize("headers", ELSEWHERE, ids=str)
def test_no_route_that_changes_something_takes_a_form_from_elsewhere(
    app: Flask, phone: FlaskClient, headers: dict[str, str]
) -> None:
    table = begun(phone, "Ada")
    token = guard.token(SECRET, str(phone.get_cookie("device").value).partition(".")[0])  # type: ignore[union-attr]
    before = phone.get(f"{table}/state").data
    posts = [address for method, _, address in addresses(app, table) if method != "GET"]
    assert len(posts) >= 8
    for address in posts:
        form = {"game": "raging-bulls", "code": table[3:], "finish": "1", "event": "e" * 32, "_csrf": token}
        assert phone.post(address, data=form, headers=headers).status_code == 403, address
    assert phone.get(f"{table}/state").data == before


# hostile names


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_inert_in_every_page_and_file_or_refused(phone: FlaskClient, name: str) -> None:
    table = begun(phone, name, "Bo", game="viva-pamplona")
    post(phone, table, {"event": "a" * 32, "seen": "1", "seats-0-chips": "12", "seats-1-chips": "-1"})
    shown = [f"{table}{rest}" for rest in ("", "/result", "/join", "/cards", "/conflict")]
    for path in (*shown, "/", f"/score/viva-pamplona?seats-0-name={quote(name)}", "/history/viva-pamplona"):
        answer = phone.get(path)
        assert answer.status_code < 500, path
        page = Page(answer.text)
        assert page.open == [], path
        assert [a for a in page.attributes if a[1].startswith("on") or a[1] == "style" or a[0] == "style"] == [], path
        assert not any(
            value.startswith("javascript:") for _, key, value in page.attributes if key in ("href", "action")
        )
        assert answer.text.count("<script") == 1, path
        assert ">49<" not in answer.text
    state = phone.get(f"{table}/state")
    assert state.mimetype == "application/json"
    assert (
        json.loads(state.data)["values"]["seats-0-name"].strip() == " ".join(name.split())
        or name in state.json["values"]["seats-0-name"]
    )
    for kind in ("json", "csv", "txt"):
        file = phone.get(f"{table}/export.{kind}")
        assert re.fullmatch(r'attachment; filename="[\w.-]+"', file.headers["Content-Disposition"])
        assert "\0" not in file.text


@pytest.mark.parametrize("name", NEVER, ids=["nul", "long", "empty", "blank"])
def test_a_name_that_is_none_never_becomes_a_score(phone: FlaskClient, name: str) -> None:
    form = {"seats-0-name": name, "seats-0-fields-0-outcome": "left"}
    answer = post(phone, "/score/raging-bulls", form)
    assert answer.status_code == 400
    assert ("1 to 60 letters" if name.strip() else "not filled in yet") in answer.text
    assert phone.get("/score/raging-bulls/result", query_string=form).status_code == 400


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@x", "\tx", "=cmd|' /C calc'!A0"])
def test_no_cell_of_a_csv_runs_as_a_formula_and_numbers_stay_numbers(phone: FlaskClient, name: str) -> None:
    table = begun(phone, name, "Bo", game="viva-pamplona")
    counts = {"seats-0-chips": "0", "seats-1-chips": "0", "seats-0-loans": "1", "seats-0-behind-0": "3"}
    post(phone, table, {"event": "a" * 32, "seen": "1", **counts})
    rows = list(csv.reader(phone.get(f"{table}/export.csv").text.lstrip("\ufeff").splitlines()))
    assert {row[0] for row in rows[1:]} == {"Bo", "x" if name == "\tx" else f"'{name}"}
    formulas = [cell for row in rows for cell in row if cell.startswith(("=", "+", "@", "\t", "\r", "-"))]
    assert set(formulas) == {"-13", "-10", "-3"}


# paths, redirects, logs


CLIMBS = (
    "../__init__.py", "..%2f..%2fspeech.py", "%2e%2e/%2e%2e/speech.py", "..\\..\\speech.py", "..%5c..%5cspeech.py",
    "/etc/passwd", "%2fetc%2fpasswd", "....//speech.py", "%00", "mark.svg%00.txt", "CON", "a" * 3000, "%c0%ae%c0%ae/x",
    "file:///etc/passwd", ".", "..", "~root", "%ff%fe", "{{7*7}}", "<script>",
)  # fmt: skip


@pytest.mark.parametrize("climb", CLIMBS, ids=lambda text: text[:20])
def test_no_address_reaches_a_file_that_is_not_meant(app: Flask, phone: FlaskClient, climb: str) -> None:
    table = begun(phone, "Ada")
    for method, rule, address in addresses(app, table, climb):
        if "<" not in rule or method != "GET":
            continue
        found = phone.get(address, buffered=True)
        assert found.status_code in (303, 308, 400, 404, 429), (rule, address)
        assert b"root:" not in found.data
        assert b"[site]" not in found.data
        assert b"<script>" not in found.data.replace(b"<script src", b"")


@pytest.mark.parametrize("target", ["//evil.test", "/\\evil.test", "https:evil.test", "http://evil.test", "\r\nX: y"])
def test_every_redirect_stays_here(app: Flask, phone: FlaskClient, target: str) -> None:
    table = begun(phone, "Ada")
    keys = (
        "next",
        "url",
        "return",
        "game",
        "piece",
        "lang",
        "paper",
        "code",
        "variant",
        "seats-0-name",
        "expr",
        "table",
    )
    hostile = dict.fromkeys(keys, target)
    for one, (method, _, address) in product((hostile, hostile | {"game": "raging-bulls"}), addresses(app, table)):
        answer = post(phone, address, one) if method == "POST" else phone.get(address, query_string=one, buffered=True)
        assert answer.status_code < 500, (method, address)
        assert "X" not in answer.headers
        if "Location" in answer.headers:
            assert urlsplit(answer.headers["Location"]).netloc == "", address
            assert re.match(r"/(?![/\\])", answer.headers["Location"]), address


def test_a_line_in_the_log_stays_one_line(app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    def broken(n: int) -> int:
        raise RuntimeError("broken")

    app.config["BELOW"] = broken
    app.add_url_rule("/break/<what>", view_func=lambda what: str(broken(0)), endpoint="break")
    path = "/break/a%0d%0aERROR%20forged%1b%5b31m%e2%80%a8x"
    with caplog.at_level(logging.DEBUG):
        assert app.test_client().get(path).status_code == 500
    message = caplog.records[0].getMessage()
    assert message == "GET /break/a\\r\\nERROR forged\\x1b[31m\\u2028x"
    assert len(caplog.records) == 1


# what all pages promise


def test_no_page_of_any_route_holds_inline_code_or_asks_elsewhere(app: Flask, phone: FlaskClient) -> None:
    table = begun(phone, "Ada")
    seen: set[str] = set()
    kinds: Counter[str] = Counter()  # addresses that differ only in what they are asked
    due = ["/", *(address for method, _, address in addresses(app, table) if method == "GET")]
    while due and len(seen) < 400:
        path = due.pop()
        bare = path.partition("?")[0]
        if path in seen or path.startswith("/print?") or kinds[bare] > 3:
            continue
        seen.add(path)
        kinds[bare] += 1
        answer = phone.get(path, buffered=True)
        assert answer.status_code in (200, 303, 304, 400, 404, 405), path
        policy = answer.headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'"), path
        assert "unsafe-inline" not in policy or answer.mimetype.startswith("image/"), path
        if answer.mimetype != "text/html":
            continue
        assert re.findall(r"<(?:style|script)(?![^>]*\bsrc=)[^>]*>|\son\w+=|\sstyle=", answer.text) == [], path
        links = [
            value for _, key, value in Page(answer.text).attributes if key in ("href", "src", "action", "formaction")
        ]
        assert [link for link in links if urlsplit(link).scheme or urlsplit(link).netloc] == [], path
        due += [link.partition("#")[0] for link in links if link.startswith("/") and not link.startswith("/static")]
    assert len(seen) > 60


def test_no_route_holds_a_thread(app: Flask, phone: FlaskClient) -> None:
    table = begun(phone, "Ada")
    for method, _, address in addresses(app, table):
        start = time.process_time()
        answer = post(phone, address, {}) if method == "POST" else phone.get(address, buffered=True)
        assert (answer.status_code < 500, time.process_time() - start < 2) == (True, True), address


def test_readers_without_cookies_leave_nothing_behind(app: Flask, soak: bool) -> None:
    for number in range(300 if soak else 60):
        phone = app.test_client()
        assert phone.get(("/", "/dice", "/score/bulp", "/cards/viva-pamplona")[number % 4]).status_code == 200
    assert len(app.extensions["store"].tables()) == 0


def test_ten_thousand_tables_keep_nobody_waiting(app: Flask, phone: FlaskClient, soak: bool) -> None:
    letters = play.LETTERS
    seats: list[Json] = [{"name": "Ada"}]
    data: dict[str, Json] = {"game": "raging-bulls", "variant": "standard", "lang": "en", "seats": seats}
    for number, code in zip(range(10_000 if soak else 300), product(letters, repeat=5), strict=False):
        events = [Event(0, f"{number}-{kind}", "d", kind, what, "") for kind, what in (("start", data), ("finish", {}))]
        app.extensions["store"].create("".join(code), *events[: 1 + number % 2])
    for path in ("/", "/history/raging-bulls", "/t/22222", "/t/22222/state", "/t/22222/cards"):
        phone.get(path)
        start = time.process_time()
        assert phone.get(path).status_code in (200, 404)
        assert time.process_time() - start < 0.2, path
    assert phone.get("/").text.count('href="/t/') < 20
    assert phone.get("/history/raging-bulls").text.count('href="/t/') <= 100


@pytest.mark.parametrize("now", ["1970-01-01T00:00:00Z", "2038-01-19T03:14:08Z", "9999-12-31T23:59:59Z"])
def test_a_clock_that_is_wrong_changes_no_order(app: Flask, phone: FlaskClient, now: str) -> None:
    table = begun(phone, "Ada", "Bo", game="viva-pamplona")
    app.config["NOW"] = lambda: now
    for number, chips in enumerate(("3", "5", "4")):
        seen = str(phone.get(f"{table}/state").json["seq"])  # type: ignore[index]
        post(phone, table, {"event": f"{number:032x}", "seen": seen, "seats-0-chips": chips})
    assert phone.get(f"{table}/state").json["values"]["seats-0-chips"] == "4"  # type: ignore[index]


@pytest.mark.parametrize(
    "body", ["[" * 5000, '{"a":' * 5000, "[" * 50 + "]" * 50, '{"seats": NaN}', "1e999", '"\\ud800"']
)
def test_deep_and_odd_json_is_refused_in_words(phone: FlaskClient, body: str) -> None:
    done = CliRunner().invoke(main, ["score", "raging-bulls", "-", "--templates", TEMPLATES], input=body)
    assert (done.exit_code, "Traceback" in done.output) == (1, False)
    assert isinstance(done.exception, SystemExit)
    file = (io.BytesIO(body.encode()), "x.json")
    answer = phone.post("/import", data={"file": file, "game": "raging-bulls"}, headers=OWN)
    assert answer.status_code == 400


def test_a_cookie_with_one_bit_changed_is_another_phone(app: Flask, phone: FlaskClient) -> None:
    table = begun(phone, "Ada")
    good = str(phone.get_cookie("device").value)  # type: ignore[union-attr]
    changed = good[:-1] + chr(ord(good[-1]) ^ 1)
    other = app.test_client(use_cookies=False).get(table, headers={"Cookie": f"device={changed}"})
    assert other.status_code == 200
    assert good.partition(".")[0] not in other.headers["Set-Cookie"]
    assert parse_qs(other.headers["Set-Cookie"].replace("; ", "&"))["Max-Age"] == ["15552000"]
