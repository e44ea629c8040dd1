"""Many phones at one real server: nothing tapped is lost or counted twice, and what is not kept is never called saved.

Each phone is a thread with a connection and a cookie of its own; the server is the command in a process of its own.
"""

from __future__ import annotations

import json
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from threading import Barrier, Thread
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask

from tests.phones import Phone
from tests.test_tracker_cli import TEMPLATES, run
from tracker import store

SERVE = (sys.executable, "-c", "from tracker.cli import main; main()", "serve", "--port", "0", "--templates", TEMPLATES)
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
TAPS = {"Accept": "application/json"}


@contextmanager
def server(data: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Give a server that keeps its tables in a folder, and its port; it does not outlive the block."""
    command = (*SERVE, "--data", str(data))
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process, int(re.findall(r":(\d+)/", process.stdout.readline())[0])
        finally:
            process.kill()


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def port(data: Path) -> Iterator[int]:
    with server(data) as (process, port):
        yield port
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=20)
    errors = re.findall(r"^\S*(?:Error|Trouble): .*", said, re.MULTILINE)
    assert [each for each in errors if "database is locked" not in each] == []  # that one is for whoever runs it
    assert bool(said) == bool(errors)


class Handset:
    """One phone: a connection that stays open, a cookie and the token of its forms."""

    def __init__(self, port: int, where: str = "") -> None:
        self.line = HTTPConnection("127.0.0.1", port, timeout=60)
        self.headers = {"Origin": f"http://127.0.0.1:{port}"}
        self.token = ""
        if where:
            status, page = self.ask("GET", where)
            assert status == 200
            self.token = re.findall(r'name="_csrf" value="(\w+)"', page)[0]

    def ask(self, method: str, path: str, form: Mapping[str, str] | None = None, **more: str) -> tuple[int, str]:
        body = None if form is None else urlencode({**form, "_csrf": self.token})
        self.line.request(method, path, body, {**self.headers, **(FORM if body else {}), **more})
        answer = self.line.getresponse()
        text = answer.read().decode()
        if sent := answer.getheader("Set-Cookie"):
            self.headers["Cookie"] = sent.partition(";")[0]
        return answer.status, answer.getheader("Location") or text

    def tap(self, where: str, ident: str, seen: int = 1, **form: str) -> tuple[int, str]:
        named = {name.replace("_", "-"): text for name, text in form.items()}
        return self.ask("POST", where, {"event": ident, "seen": str(seen), **named}, **TAPS)

    def events(self, where: str) -> list[dict[str, Any]]:
        found = json.loads(self.ask("GET", f"{where}/export.json")[1])["events"]
        assert isinstance(found, list)
        return found


Phones = Callable[..., Handset]


@pytest.fixture
def handset() -> Iterator[Phones]:
    """Give phones by port and path, whose lines are closed in the end."""
    with ExitStack() as lines:

        def give(port: int, where: str = "") -> Handset:
            phone = Handset(port, where)
            lines.callback(phone.line.close)
            return phone

        yield give


def begun(phone: Handset, seats: int) -> str:
    """Begin a table; return its path."""
    names = {f"seats-{seat}-name": f"Player {seat + 1}" for seat in range(seats)}
    status, where = phone.ask("POST", "/t", {"game": "viva-pamplona", **names})
    assert (status, where[:3]) == (303, "/t/")
    return where


def test_eight_phones_tapping_at_once_lose_nothing_and_see_the_same(port: int, handset: Phones, soak: bool) -> None:
    where, count = begun(handset(port), 6), 500 if soak else 10
    names = [f"seats-{seat}-chips" for seat in range(6)] + ["seats-0-loans", "seats-1-loans"]
    phones, together = [handset(port, where) for _ in names], Barrier(len(names))

    def play(number: int) -> list[tuple[int, int]]:
        together.wait()
        answers = []
        for tap in range(1, count + 1):
            status, text = phones[number].tap(where, f"phone-{number}-{tap}", **{names[number]: str(tap)})
            answers.append((status, json.loads(text)["seq"] if status == 200 else 0))
        return answers

    with ThreadPoolExecutor(len(names)) as pool:
        answers = list(pool.map(play, range(len(names))))
    assert {status for each in answers for status, _ in each} == {200}
    assert [[seq for _, seq in each] for each in answers] == [sorted(seq for _, seq in each) for each in answers]
    sent = {f"phone-{number}-{tap}" for number in range(len(names)) for tap in range(1, count + 1)}
    order: dict[str, list[int]] = defaultdict(list)
    for event in phones[0].events(where)[1:]:
        phone, _, tap = event["id"].rpartition("-")
        order[phone].append(int(tap))
        sent.remove(event["id"])
    assert sent == set()
    assert list(order.values()) == [list(range(1, count + 1))] * len(names)
    states = {phone.ask("GET", f"{where}/state") for phone in phones}
    assert len(states) == 1
    status, text = states.pop()
    state = json.loads(text)
    assert (status, state["seq"]) == (200, 1 + count * len(names))
    assert [state["values"][name] for name in names] == [str(count)] * len(names)
    assert state["totals"] == [count - 10 * count] * 2 + [count] * 4


def test_one_tap_delivered_fifty_times_at_once_is_one_event(port: int, handset: Phones) -> None:
    where = begun(handset(port), 2)
    first = handset(port, where)
    copies = [handset(port) for _ in range(50)]
    together = Barrier(len(copies))

    def deliver(copy: Handset) -> int:
        copy.headers, copy.token = first.headers, first.token
        together.wait()
        return copy.tap(where, "one-tap", seats_0_chips="7")[0]

    with ThreadPoolExecutor(len(copies)) as pool:
        assert list(pool.map(deliver, copies)) == [200] * len(copies)
    assert [each["id"] for each in first.events(where)][1:] == ["one-tap"]
    assert json.loads(first.ask("GET", f"{where}/state")[1])["seq"] == 2


def tapping(phone: Handset, where: str, name: str, told: dict[str, int]) -> None:
    """Tap until the server is gone; note each tap that it acknowledged."""
    for number in range(10_000):
        ident = f"{name}-{number}"
        try:
            status, text = phone.tap(where, ident, **{name: str(number)})
        except (OSError, HTTPException):
            return
        assert status == 200
        told[ident] = json.loads(text)["seq"]


def test_no_tap_that_was_acknowledged_is_missing_after_the_server_was_killed(
    tmp_path: Path, handset: Phones, soak: bool
) -> None:
    kept: dict[str, dict[str, int]] = {}
    for number in range(200 if soak else 2):
        told: dict[str, int] = {}
        with server(tmp_path) as (process, port):
            for where, taps in list(kept.items())[-1:]:  # the last one as the next server tells it
                here = {each["id"] for each in handset(port).events(where)}
                assert taps.keys() - here == set()
            where = begun(handset(port), 3)
            phones = [handset(port, where) for _ in range(3)]
            threads = [
                Thread(target=tapping, args=(phone, where, f"seats-{seat}-chips", told))
                for seat, phone in enumerate(phones)
            ]
            for thread in threads:
                thread.start()
            while len(told) < 5 + 7 * number % 40 and all(thread.is_alive() for thread in threads):
                time.sleep(0.001)
            process.kill()
            for thread in threads:
                thread.join()
            assert process.communicate()[1] == ""
        kept[where] = told
    for where, taps in kept.items():
        done = run("export", where.removeprefix("/t/"), "--templates", TEMPLATES, "--data", str(tmp_path))
        seqs = {each["id"]: seq for seq, each in enumerate(json.loads(done.stdout)["events"], 1)}
        assert {ident for ident, seq in taps.items() if seqs.get(ident, seq + 1) > seq} == set()
        assert len(seqs) - 1 - len(taps) <= 3  # of each phone one was on its way
    assert store.inspect(tmp_path / "bullpen.db")[1] == len(kept)


def told_in_words(page: str) -> None:
    assert ("Not just now: try again in a moment" in page, "Nothing was changed." in page) == (True, True)
    assert not re.search(r"\bsaved\b|Traceback|sqlite|locked|bullpen\.db", page, re.IGNORECASE)


def test_a_locked_database_is_told_in_words_and_never_called_saved(app: Flask, ada: Phone, tmp_path: Path) -> None:
    where = ada.begin("viva-pamplona")
    before = ada.state(where)
    with app.extensions["store"]._open() as db:
        db.execute("PRAGMA busy_timeout = 50")  # ms; a server has more patience
    with closing(sqlite3.connect(tmp_path / "bullpen.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        answer = ada.post(where, {"event": "late", "seen": "1", "seats-0-chips": "7"})
        assert answer.status_code == 503
        told_in_words(answer.text)
        tapped = ada.tap(where, "late", 1, seats_0_chips="7")
        assert (tapped.status_code, "seq" in tapped.text) == (503, False)
        other.execute("ROLLBACK")
    assert ada.state(where) == before
    assert ada.tap(where, "late", 1, seats_0_chips="7").status_code == 200
    assert (ada.state(where)["seq"], ada.state(where)["totals"]) == (2, [7, None])


@pytest.mark.soak
def test_a_server_is_patient_with_a_locked_database_but_not_for_ever(port: int, data: Path, handset: Phones) -> None:
    where = begun(handset(port), 2)
    phone = handset(port, where)
    before = phone.ask("GET", f"{where}/state")
    form = {"event": "late", "seen": "1", "seats-0-chips": "7"}
    with closing(sqlite3.connect(data / "bullpen.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        began = time.monotonic()
        status, page = phone.ask("POST", where, form)
        assert (status, time.monotonic() - began < 9) == (503, True)
        told_in_words(page)
        status, text = phone.ask("POST", where, form, **TAPS)
        assert (status, "seq" in text) == (503, False)
        assert time.monotonic() - began > 9.5
        other.execute("ROLLBACK")
    assert phone.ask("GET", f"{where}/state") == before
    assert phone.ask("POST", where, form) == (303, where)
    state = json.loads(phone.ask("GET", f"{where}/state")[1])
    assert (state["seq"], state["totals"]) == (2, [7, None])
