"""The tracker under a table of phones: how long a tap takes to be kept, and how long pages take."""

from __future__ import annotations

import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPConnection
from threading import Barrier, Event
from typing import Any
from urllib.parse import urlencode

from games import TEMPLATES, TRACKER
from report import Section, Table, Wanted, memory, seconds
from timing import MB, UNIT, surroundings

FIELDS = (*(f"seats-{seat}-chips" for seat in range(6)), "seats-0-loans", "seats-1-loans")  # each has a phone
PHONES = len(FIELDS)
POLL = 1.5  # s, as the pages ask
PAGES = ("/", "/dice", "/rules/pamplona", "/cards/pamplona", "/score/viva-pamplona")


class Phone:
    """A browser: a connection that stays open, a cookie and the token of its forms."""

    def __init__(self, port: int) -> None:
        self._line = HTTPConnection("127.0.0.1", port, timeout=30)
        self._headers = {"Origin": f"http://127.0.0.1:{port}"}
        self._token = ""
        self._seen = 0  # the last event of the table that it knows

    def ask(self, method: str, path: str, form: dict[str, str] | None = None, **more: str) -> tuple[int, str, float]:
        """Return status, place or text, and seconds from the first byte sent to the last one read."""
        body = None if form is None else urlencode({**form, "_csrf": self._token})
        kind = {"Content-Type": "application/x-www-form-urlencoded"} if body else {}
        start = time.perf_counter()
        self._line.request(method, path, body, {**self._headers, **kind, **more})
        answer = self._line.getresponse()
        text = answer.read().decode()
        taken = time.perf_counter() - start
        if cookie := answer.getheader("Set-Cookie"):
            self._headers["Cookie"] = cookie.partition(";")[0]
        if token := re.search(r'name="_csrf" value="(\w+)"', text):
            self._token = token[1]
        return answer.status, answer.getheader("Location") or text, taken

    def tap(self, where: str, ident: str, field: str, value: int) -> float:
        form = {"event": ident, "seen": str(self._seen), field: str(value)}
        status, text, taken = self.ask("POST", where, form, Accept="application/json")
        if status != 200:
            raise RuntimeError(f"a tap was answered {status}: {text[:200]}")
        self._seen = json.loads(text)["seq"]
        return taken

    def look(self, where: str) -> float:
        status, text, taken = self.ask("GET", f"{where}/state")
        if status != 200:
            raise RuntimeError(f"the state was answered {status}: {text[:200]}")
        self._seen = json.loads(text)["seq"]
        return taken

    def get(self, path: str) -> float:
        status, text, taken = self.ask("GET", path)
        if status != 200:
            raise RuntimeError(f"{path} was answered {status}: {text[:200]}")
        return taken


@contextmanager
def serving(peak: list[float]) -> Iterator[tuple[int, float]]:
    """Give the port of a new server and the seconds it took to start; then note its memory in MB."""
    with tempfile.TemporaryDirectory() as data:
        command = [TRACKER, "serve", "--port", "0", "--templates", TEMPLATES, "--data", data]
        start = time.perf_counter()
        pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        with subprocess.Popen(command, text=True, env=surroundings(), **pipes) as server:
            assert server.stdout is not None
            port = int(re.findall(r":(\d+)/", server.stdout.readline())[0])
            Phone(port).get("/healthz")
            started = time.perf_counter() - start
            try:
                yield port, started
            finally:
                server.terminate()
                _, status, used = os.wait4(server.pid, 0)
                server.returncode = os.waitstatus_to_exitcode(status)
                peak.append(used.ru_maxrss * UNIT / MB)


@contextmanager
def polling(phones: list[Phone], where: str) -> Iterator[None]:
    """Let all phones ask for a table's state as their pages do, spread over the time between two questions."""
    end = Event()

    def poll(number: int) -> None:
        end.wait(POLL * number / len(phones))
        while not end.is_set():
            phones[number].look(where)
            end.wait(POLL)

    with ThreadPoolExecutor(len(phones)) as pool:
        polls = [pool.submit(poll, number) for number in range(len(phones))]
        try:
            yield
        finally:
            end.set()
        for each in polls:
            each.result()


def together(phones: list[Phone], what: Callable[[Phone, int], list[float]]) -> list[float]:
    """Let all phones do the same at once; return the seconds of all of it."""
    barrier = Barrier(len(phones))

    def do(number: int) -> list[float]:
        barrier.wait()
        return what(phones[number], number)

    with ThreadPoolExecutor(len(phones)) as pool:
        return [taken for each in pool.map(do, range(len(phones))) for taken in each]


def measure(taps: int) -> Section:
    """Time taps and pages of one table that eight phones look at."""
    peak: list[float] = []
    found: dict[str, list[float]] = {}
    with serving(peak) as (port, started):
        first, phones = Phone(port), [Phone(port) for _ in range(PHONES)]
        first.get("/score/viva-pamplona")
        names = {f"seats-{seat}-name": f"Player {seat + 1}" for seat in range(6)}
        status, where, _ = first.ask("POST", "/t", {"game": "viva-pamplona", **names})
        if status != 303:
            raise RuntimeError(f"a table was answered {status}")
        for phone in (first, *phones):
            phone.get(where)
            phone.look(where)
        with polling(phones, where):
            found["a tap, one phone"] = [
                first.tap(where, f"tap-{number}", FIELDS[0], number % 60) for number in range(taps)
            ]
            for path in (*PAGES, where, f"{where}/state"):
                name = path.replace(where, "the table")
                found[f"GET {name}"] = [first.get(path) for _ in range(max(20, taps // 5))]
        for phone in phones:
            phone.look(where)
        found[f"a tap, {PHONES} phones at once"] = together(
            phones,
            lambda phone, own: [
                phone.tap(where, f"{own}-{number}", FIELDS[own], number % 60) for number in range(taps // PHONES)
            ],
        )
    rows = [(name, *_row(taken)) for name, taken in found.items()]
    wanted = Wanted(
        f"a tap, 99 of 100, {PHONES} phones polling", _share(found["a tap, one phone"], 0.99) * 1000, 50, " ms"
    )
    words = (
        f"{PHONES} phones ask for the state of the table every {POLL} s as their pages do, but for the last row, where "
        f"they tap as fast as they can. The server is ready after {seconds(started)} and needs {memory(peak[0])}."
    )
    return Section((Table(("request", "count", "median", "99 of 100", "slowest"), rows),), (wanted,), words)


def _row(taken: list[float]) -> tuple[str, ...]:
    return str(len(taken)), seconds(statistics.median(taken)), seconds(_share(taken, 0.99)), seconds(max(taken))


def _share(taken: list[float], share: float) -> float:
    return sorted(taken)[min(len(taken) - 1, int(len(taken) * share))]


if __name__ == "__main__":
    from report import plain

    print(plain(measure(int(sys.argv[1]) if len(sys.argv) > 1 else 300)))
