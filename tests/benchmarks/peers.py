"""Two other tools for the same deck, protograf and decksmith, once each: a round takes them minutes.

They are installed for the time of the measure into environments of their own outside of this tree and only run:
protograf is under the GPL and no part of Bullpen.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import decks
from decks import BARE, HERE, OURS
from report import Section, Table, memory, seconds, size
from timing import Program, Run, once

PROTOGRAF, DECKSMITH = "protograf 0.6.0", "decksmith 0.9.9"
MOST = 1_000  # cards: these take minutes already


def python_for_peers(given: str) -> str:
    """Return a Python of 3.13 or newer, which protograf asks for. Raises SystemExit when there is none."""
    names = [given] if given else ["python3.14", "python3.13", sys.executable]
    for name in filter(shutil.which, names):
        test = [name, "-c", "import sys; sys.exit(sys.version_info < (3, 13))"]
        if subprocess.run(test, capture_output=True, check=False).returncode == 0:
            return name
    raise SystemExit("protograf needs Python 3.13 or newer; none was found here: name one with --python")


@contextmanager
def environments(python: str) -> Iterator[dict[str, Path]]:
    """Give the folder of programs of a new environment for each peer."""
    with tempfile.TemporaryDirectory() as name:
        made: dict[str, Path] = {}
        for peer in (PROTOGRAF, DECKSMITH):
            folder = Path(name, peer.split()[0])
            subprocess.run([python, "-m", "venv", str(folder)], check=True)
            pip = [str(folder / "bin/python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
            subprocess.run([*pip, peer.replace(" ", "==")], check=True, stderr=subprocess.DEVNULL)
            made[peer] = folder / "bin"
        yield made


def measure(counts: Sequence[int], python: str) -> Section:
    """Time both peers once, each between two runs of the bare script."""
    rows: list[tuple[str, ...]] = []
    with environments(python_for_peers(python)) as programs, tempfile.TemporaryDirectory() as home:
        with decks.deck(1) as deck:  # protograf looks through all fonts when it first starts
            list(_rows(1, deck, programs, Path(home)))
        for count in (each for each in counts if each <= MOST):
            with decks.deck(count) as deck:
                rows += _rows(count, deck, programs, Path(home))
    head = ("cards", "program", "wall", "processor", "memory", "file", "processor ÷ bare reportlab", "÷ pnp build")
    words = (
        "One run each, with the bare script and `pnp build` run just before; of single runs the processor's time is "
        "steadier than the wall's. decksmith makes fronts only, as pictures. 10,000 cards were not run: "
        "1,000 take minutes already."
    )
    return Section((Table(head, rows),), (), words)


def _rows(count: int, deck: decks.Deck, programs: dict[str, Path], home: Path) -> Iterator[tuple[str, ...]]:
    regular, bold = decks.font_files()
    project = deck.folder / "project"
    made = ("prepare", str(deck.folder), str(project), regular, bold)
    subprocess.run([sys.executable, str(HERE / "decksmith_deck.py"), *made], check=True)
    fonts = home / "share/fonts"
    fonts.mkdir(parents=True, exist_ok=True)
    for path in (regular, bold):
        shutil.copy(path, fonts)
    out = {name: deck.folder / f"{name.split()[0]}.pdf" for name in (PROTOGRAF, DECKSMITH)}
    script = [str(programs[PROTOGRAF] / "python"), str(HERE / "protograf_deck.py")]
    smith = [sys.executable, str(HERE / "decksmith_deck.py"), "build", str(project), str(out[DECKSMITH])]
    own_home = {"HOME": str(home), "XDG_DATA_HOME": str(home / "share"), "XDG_CACHE_HOME": str(home / "cache")}
    others = {
        PROTOGRAF: Program([*script, str(deck.folder), str(out[PROTOGRAF])], environment=own_home, folder=deck.folder),
        DECKSMITH: Program([*smith, str(programs[DECKSMITH] / "decksmith")]),
    }
    own = deck.programs()
    once(own[BARE])
    once(own[OURS])
    for name, program in others.items():
        bare, ours = once(own[BARE]), once(own[OURS])
        yield _row(count, name, once(program, watch=True), out[name], bare, ours)


def _row(count: int, name: str, run: Run, out: Path, bare: Run, ours: Run) -> tuple[str, ...]:
    figures = (seconds(run.wall), seconds(run.cpu), memory(run.peak), size(out.stat().st_size))
    return (f"{count:,}", name, *figures, f"{run.cpu / bare.cpu:.0f}", f"{run.cpu / ours.cpu:.0f}")
