"""`pnp watch`: how long after a file was saved its page has the changed picture, and everything drawn again."""

from __future__ import annotations

import json
import re
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from decks import PNP, deck
from games import TEMPLATES
from report import Section, Table, seconds
from timing import surroundings

PAUSE = 0.37  # s between an answer and the next change, so that it meets the watch at any point of its own pause


class Page:
    """A page that follows a game as its script does."""

    def __init__(self, port: int) -> None:
        self._line = HTTPConnection("127.0.0.1", port, timeout=60)
        self._seen = 0

    def _get(self, path: str) -> bytes:
        while True:
            self._line.request("GET", path)
            answer = self._line.getresponse()
            text = answer.read()
            if answer.status == 200:
                return text
            if answer.status != 204:  # which says: nothing new yet
                raise RuntimeError(f"{path} was answered {answer.status}: {text[:200]!r}")

    def _state(self, asked: str) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self._get(f"/state?{asked}"))
        return found

    def settle(self) -> None:
        """Ask until everything is drawn."""
        found = self._state("now")
        while found["waiting"]:
            found = self._state("now")
        self._seen = found["number"]

    def follow(self, start: float) -> tuple[float, float]:
        """Return the seconds from `start` to the first changed picture, and to the last piece."""
        found = self._state(f"seen={self._seen}")
        if found["problems"] and found["stale"]:
            raise RuntimeError(f"the change was refused: {found['problems'][0]}")
        first = 0.0
        while True:
            changed = self._changed(found)
            if changed and not first:
                self._get(changed)
                first = time.perf_counter() - start
            if not found["waiting"]:
                break
            found = self._state("now")
        self._seen = found["number"]
        return first, time.perf_counter() - start

    @staticmethod
    def _changed(found: dict[str, Any]) -> str:
        for piece in found["pieces"]:
            for number, face in enumerate(piece["faces"], 1):
                for side in face["sides"]:
                    if side["version"] == found["number"]:
                        return f"/face/{found['lang']}/full/{piece['id']}/{number}/{side['side']}.svg"
        return ""


@contextmanager
def watching(folder: Path) -> Iterator[Page]:
    """Give a page of a game that is watched; the watch does not outlive the block."""
    command = [PNP, "watch", str(folder), "--port", "0"]
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, text=True, env=surroundings(), **pipes) as watch:
        assert watch.stdout is not None
        page = Page(int(re.findall(r":(\d+)/", watch.stdout.readline())[0]))
        page.settle()
        try:
            yield page
        finally:
            watch.terminate()


def followed(folder: Path, change: Callable[[int], object], rounds: int) -> list[tuple[float, float]]:
    """Return the seconds after each of some changes."""
    with watching(folder) as page:
        taken = []
        for number in range(rounds):
            time.sleep(PAUSE)
            change(number)
            taken.append(page.follow(time.perf_counter()))
    return taken


def measure(rounds: int) -> Section:
    """Time the preview of two decks of which one card is changed, and of a game that is drawn anew."""
    found: dict[str, list[tuple[float, float]]] = {}
    for cards in (62, 1_000):
        with deck(cards) as made:
            found[f"one of {cards:,} cards"] = followed(made.folder / "deck", made.change_a_card, rounds)
    with tempfile.TemporaryDirectory() as name:
        root = shutil.copytree(TEMPLATES, Path(name, "templates"))
        manifest = root / "pamplona/game.toml"

        def ink(number: int) -> None:
            color = f'color = "#{0x8C0000 + number:06x}"'
            manifest.write_text(re.sub(r'color = "#\w{6}"', color, manifest.read_text("utf-8"), count=1), "utf-8")

        found["Pamplona's first ink"] = followed(root / "pamplona", ink, rounds)
    rows = [
        (
            name,
            seconds(statistics.median(first for first, _ in taken)),
            seconds(max(first for first, _ in taken)),
            seconds(statistics.median(last for _, last in taken)),
        )
        for name, taken in found.items()
    ]
    head = ("changed", "first changed picture", "slowest", "everything")
    words = f"Medians of {rounds} changes; the files are looked at every 0.2 s, which is in all figures."
    return Section((Table(head, rows),), (), words)
