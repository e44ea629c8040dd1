"""Phones at a table, as the tests of its pages use them: each with its own cookie, sending forms or taps."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests import shipped
from tracker import create_app
from tracker.play import LETTERS

GAMES = shipped.GAMES

NAMES = (  # that a page must show as they are
    "<svg/onload=alert()>",
    '"><img src=x onerror=alert(1)>',
    "O'Brien & Söhne",
    "{{7*7}}",
    "${7*7}",
    "../../x",
    "\u202eevil",
)


def site(folder: Path, **config: Any) -> Flask:
    """Return the site with its tables in a folder; it works out nothing that another site has."""
    made = create_app({"GAMES": GAMES, "DATABASE": folder / "bullpen.db", **config})
    if made.config["GAMES"] is GAMES:
        made.extensions["once"] = shipped.kept()
    return made


class Inputs(HTMLParser):
    """Collects what a page's forms would send, as long as nobody touches them, and the buttons by name."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.values: dict[str, str] = {}
        self.buttons: dict[str, list[str]] = {}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        name = found.get("name", "")
        if tag == "button" and name and "disabled" not in found and "hidden" not in found:
            self.buttons.setdefault(name, []).append(found.get("value", ""))
        if tag == "input" and name and (found.get("type") not in ("radio", "checkbox") or "checked" in found):
            self.values[name] = found.get("value", "")


class Phone:
    """A browser with its own cookie that sends whole forms, or taps as the script does."""

    def __init__(self, app: Flask) -> None:
        self.web: FlaskClient = app.test_client()
        self.token = ""

    def get(self, path: str, **more: Any) -> TestResponse:
        answer = self.web.get(path, **more)
        found = re.search(r'name="_csrf" value="(\w+)"', answer.text)
        self.token = found[1] if found else self.token
        return answer

    def post(self, path: str, form: dict[str, Any], **headers: str) -> TestResponse:
        sent = {"Origin": "http://localhost", **{name.replace("_", "-"): value for name, value in headers.items()}}
        return self.web.post(path, data={**form, "_csrf": self.token}, headers=sent)

    def begin(self, slug: str, **form: str) -> str:
        """Begin a table; return its address."""
        self.get(f"/score/{slug}")
        where = self.post("/t", {"game": slug, **form}).headers["Location"]
        assert re.fullmatch(f"/t/[{LETTERS}]{{5}}", where)
        assert self.get(where).status_code in (200, 302)
        return str(where)

    def tap(self, where: str, ident: str, seen: int | None = None, **form: str) -> TestResponse:
        sent = {"event": ident, **({} if seen is None else {"seen": str(seen)})}
        named = {name.replace("_", "-") if name.startswith("seats_") else name: text for name, text in form.items()}
        return self.post(where, sent | named, Accept="application/json")

    def whole(self, where: str, **changed: str) -> TestResponse:
        """Send the whole form as the page shows it, with some inputs typed over or a button pressed."""
        named = {name.replace("_", "-") if name.startswith("seats_") else name: text for name, text in changed.items()}
        return self.post(where, Inputs(self.get(where).text).values | named)

    def state(self, where: str) -> Any:
        return self.get(f"{where}/state").json


def bulls(phone: Phone) -> str:
    """Begin a table of one seat with 6 points."""
    where = phone.begin("raging-bulls", **{"seats-0-name": "Ada"})
    phone.whole(where, **{"seats-0-fields-0-outcome": "left", "seats-0-fields-0-isolated": "2"})
    return where
