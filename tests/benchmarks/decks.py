"""Decks of many cards: `pnp build` from a data folder, in turn with the bare script and with Typst."""

from __future__ import annotations

import csv
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import workload
from report import Section, Table, Wanted, memory, seconds, size, times
from timing import Program, Run, in_turn, labours, once, ratios

HERE = Path(__file__).parent
SHARED = HERE.parents[1] / "templates/_shared"
PNP = str(Path(sys.executable).with_name("pnp"))
OURS, BARE, TYPST = "pnp build", "bare reportlab", "typst"
COUNTS = (9, 62, 1_000, 10_000)
_FONTS = "import fontpkg; print(*(fontpkg.path('Atkinson Hyperlegible', weight=w) for w in (400, 700)), sep='\\n')"


def font_files() -> list[str]:
    """Return the regular and the bold font file that the deck is set in, of the package that the press uses."""
    done = subprocess.run([sys.executable, "-c", _FONTS], capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck in a folder of its own, with the commands that print it."""

    folder: Path

    def press(self, out: str = "out") -> list[str]:
        made = ("--templates", str(self.folder), "--out", str(self.folder / out))
        return [PNP, "build", "deck", "--piece", "deck", *made]

    def pdf(self, name: str) -> Path:
        return self.folder / {OURS: "out/deck/deck-a4-en.pdf", BARE: "bare.pdf", TYPST: "typst.pdf"}[name]

    def clear(self) -> None:
        """Take away all that an earlier build has left, with what it remembers there: the next one is cold."""
        shutil.rmtree(self.folder / "out", ignore_errors=True)

    def programs(self) -> dict[str, Program]:
        regular, bold = font_files()
        bare = [sys.executable, str(HERE / "bare.py"), str(self.folder), str(self.pdf(BARE)), regular, bold]
        typst = [sys.executable, str(HERE / "typst_build.py"), str(self.folder), str(self.pdf(TYPST))]
        return {
            OURS: Program(self.press(), self.clear),
            BARE: Program(bare),
            TYPST: Program([*typst, str(Path(regular).parent)]),
        }

    def change_a_card(self, number: int) -> None:
        """Write other words on one card of the table."""
        path = self.folder / "deck/deck.csv"
        with path.open(newline="") as file:
            rows = list(csv.DictReader(file))
        rows[number * 97 % len(rows)]["text"] = f"Changed for the {number}th time, and nothing else."
        with path.open("w", newline="") as file:
            writer = csv.DictWriter(file, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)


@contextmanager
def deck(cards: int) -> Iterator[Deck]:
    """Give a deck of so many cards in a folder that does not outlive the block."""
    with tempfile.TemporaryDirectory() as name:
        workload.make(cards, Path(name), SHARED)
        yield Deck(Path(name))


def facts(paths: Sequence[Path]) -> list[dict[str, Any]]:
    """Return bytes, pages and fonts of PDFs."""
    command = [sys.executable, str(HERE / "facts.py"), *map(str, paths)]
    found: list[dict[str, Any]] = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    return found


def middle(runs: Sequence[Run], what: str) -> float:
    """Return the median of one figure of some runs: "wall", "cpu" or "peak"."""
    return statistics.median([float(getattr(run, what)) for run in runs])


def cold(counts: Sequence[int], pairs: int, pairs_of_many: int) -> Section:
    """Time cold builds of decks of all sizes."""
    rows: list[tuple[str, ...]] = []
    ours: dict[int, list[Run]] = {}
    wanted: list[Wanted] = []
    for count in counts:
        with deck(count) as folder:
            programs = folder.programs()
            runs = in_turn(programs, pairs if count < 10_000 else pairs_of_many)
            found = dict(zip(programs, facts([folder.pdf(name) for name in programs]), strict=True))
        ours[count] = runs[OURS]
        if len({each["pages"] for each in found.values()}) != 1:
            raise RuntimeError(f"not the same pages: {found}")
        rows += [_row(count, name, runs, found) for name in programs]
        wanted += _targets(count, runs, found)
    wanted += _growth(ours)
    figures = ("wall", "processor", "memory", "file", "fonts")
    head = ("cards", "program", *figures, "pnp build ÷ it: wall", "processor", "file")
    rounds = f"{pairs} rounds, {pairs_of_many} of the 10,000 cards" if 10_000 in counts else f"{pairs} rounds"
    return Section((Table(head, rows),), tuple(wanted), f"Medians of {rounds}; ratios are of each round.")


def _row(count: int, name: str, runs: dict[str, list[Run]], found: dict[str, dict[str, Any]]) -> tuple[str, ...]:
    own, about = runs[name], found[name]
    loose = f" + {len(about['loose'])} not embedded" if about["loose"] else ""
    return (
        f"{count:,}",
        name,
        seconds(middle(own, "wall")),
        seconds(middle(own, "cpu")),
        memory(middle(own, "peak")),
        size(about["bytes"]),
        f"{len(about['embedded'])}{loose}",
        "" if name == OURS else times(ratios(runs[OURS], own)),
        "" if name == OURS else f"{labours(runs[OURS], own).mid:.2f}",
        "" if name == OURS else f"{found[OURS]['bytes'] / about['bytes']:.2f}",
    )


_LIMITS = {62: {BARE: 2.5}, 1_000: {TYPST: 1.0, BARE: 1.5}, 10_000: {TYPST: 0.7, BARE: 1.3}}


def _targets(count: int, runs: dict[str, list[Run]], found: dict[str, dict[str, Any]]) -> Iterator[Wanted]:
    for name, most in _LIMITS.get(count, {}).items():
        yield Wanted(f"{count:,} cards, cold, wall ÷ {name}", ratios(runs[OURS], runs[name]).mid, most)
    if count == 10_000:
        yield Wanted("10,000 cards, memory", middle(runs[OURS], "peak"), 120, " MB")
    yield Wanted(f"{count:,} cards, file ÷ that of {BARE}", found[OURS]["bytes"] / found[BARE]["bytes"], 1.2)
    yield Wanted(f"{count:,} cards, fonts not embedded", len(found[OURS]["loose"]), 0)


def _growth(ours: dict[int, list[Run]]) -> Iterator[Wanted]:
    if {1_000, 10_000} <= ours.keys():
        few, many = ours[1_000], ours[10_000]
        yield Wanted("wall of 10,000 ÷ 1,000 cards", middle(many, "wall") / middle(few, "wall"), 10.5)
        yield Wanted("memory of 10,000 ÷ 1,000 cards", middle(many, "peak") / middle(few, "peak"), 2.0)


def warm(cards: int, pairs: int) -> Section:
    """Time the build after one card was changed, in turn with the same build from nothing."""
    with deck(cards) as folder:
        changes = iter(range(10_000))
        programs = {
            "one card changed": Program(folder.press("again"), lambda: folder.change_a_card(next(changes))),
            "nothing changed": Program(folder.press("again")),
            "cold": Program(folder.press(), folder.clear),
        }
        once(programs["nothing changed"])
        runs = in_turn(programs, pairs)
        once(programs["nothing changed"])
        once(programs["cold"])
        made = folder.pdf(OURS).relative_to(folder.folder / "out")
        if (folder.folder / "again" / made).read_bytes() != folder.pdf(OURS).read_bytes():
            raise RuntimeError("a warm build is not the same as a cold one")
    rows = [
        (name, seconds(middle(own, "wall")), seconds(middle(own, "cpu")), times(ratios(own, runs["cold"])))
        for name, own in runs.items()
    ]
    limit = Wanted(
        f"{cards:,} cards, one changed, wall ÷ cold", ratios(runs["one card changed"], runs["cold"]).mid, 0.5
    )
    head = (f"{cards:,} cards", "wall", "processor", "wall ÷ cold")
    return Section((Table(head, rows),), (limit,), f"Medians of {pairs} rounds.")
