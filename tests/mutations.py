"""Games with chance faults, and what the press may do with them: print them whole, or tell what is wrong and where.

A number stands for a game, one to four damages to its files and the options of a build, always the same ones. By hand:
`python -m tests.mutations 4711` tells what is done and what comes of it, `… 4711 FOLDER` leaves the files there too.
"""

from __future__ import annotations

import re
import resource
import shutil
import signal
import sys
import tempfile
import traceback
import warnings
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from types import FrameType

import click
import pypdfium2
from click.testing import CliRunner, Result

from pnp.cli.group import cli
from pnp.errors import DataError, Problem
from tests import damage, damage_files, rich_games
from tests.rich_games import NAME, Files

CPU = 20.0  # seconds of work for one command: far more than any of these games needs
WAIT = 60.0  # seconds by the clock: what stands still does no work
ROOM = 1 << 30  # bytes more than there are already: far more than any of these games needs
LONGEST = 1000  # letters of a sentence that somebody still reads
OPTIONS = (
    "--pack", "--backs fold", "--backs none", "--backs stacked", "--backs reversed", "--flip short", "--ink low",
    "--lang fr", "--marks lines", "--marks both", "--marks none", "--cut-plan", "--cutter silhouette",
    "--cutter silhouette4 --cutter-arm longest", "--bleed own", "--bleed none", "--bleed shared", "--corners 3mm",
    "--corners 50mm", "--mark-length 1mm", "--mark-offset 0mm", "--paper letter", "--paper labels", "--paper a5",
    "--paper 60x80mm", "--paper 1x1mm", "--paper 5000x5000mm", "--paper 30x2000mm", "--printer office",
    "--only cards:1,2x3", "--only tokens:1-2x20", "--piece cards --from-slot 3", "--serial 7F3K-2",
    "--profile draft", "--profile machine", "--profile numbered", "--serial 7F3K-2 --count 2 --link https://example.org",
)  # fmt: skip
PIECES = (
    "cards", "book", "made", "list", "box", "sheet", "aid", "plain", "large", "pad", "rules", "deck", "tokens",
    "squares", "hexes", "people", "more", "nets", "stickers", "life", "weather", "wind", "tabs", "tabs-two",
    "tabs-three", "tabs-four",
)  # fmt: skip
_CODE = re.compile(r"Traceback|object at 0x|<class |NoneType|Error\(|\bNaN\b|Mapping|PosixPath|frozenset|dataclass")
_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\u202a-\u202e\u2066-\u2069]")
_NOT_FINITE = re.compile(rb"(?<![\w/(<])(nan|-?inf)(?![\w)>])")


class TooLong(BaseException):
    """A command that does not come to an end; no `except Exception` keeps it."""


@dataclass(frozen=True)
class Case:
    """A game, the numbers of the damages to it, and the options of the build that follows its check."""

    seed: int
    game: str
    damages: tuple[int, ...]
    options: tuple[str, ...]

    def files(self) -> tuple[Files, list[str]]:
        """Return the damaged files, and what was done to them."""
        files, done = rich_games.game(self.game), list[str]()
        kinds, weights = zip(*damage.ALL, strict=True)
        for number in self.damages:
            rng = Random(f"{self.seed} {number}")
            for kind in rng.choices(kinds, weights, k=20):
                told = kind(files, rng)
                if told:
                    done.append(f"{kind.__name__}: {told}")
                    break
        return files, done

    def recipe(self) -> str:
        """Tell how to come to it again."""
        _, done = self.files()
        lines = [f"seed {self.seed}, the game {self.game}, pnp build {' '.join(self.options)}", *done]
        return "\n  ".join(lines)


def case(seed: int) -> Case:
    """Return the case of a number."""
    rng = Random(seed)
    rich, drawn = rich_games.names(), rich_games.drawings()
    game = rng.choice(rich if rng.random() < 0.7 else drawn)
    options = [word for words in rng.sample(OPTIONS, rng.choice([0, 0, 1, 1, 2, 3])) for word in words.split()]
    if "--piece" not in options and "--only" not in options and rng.random() < 0.85:
        options += ["--piece", rng.choice(pieces(game))]
    return Case(seed, game, tuple(range(rng.choice([1, 1, 1, 2, 2, 3, 4]))), tuple(options))


def pieces(game: str) -> list[str]:
    """Return the pieces of a game."""
    text = rich_games.game(game)[f"{NAME}/game.toml"]
    return [piece for piece in PIECES if f'id = "{piece}"'.encode() in text]


def write(files: Files, root: Path) -> None:
    """Write the files of a template folder; what cannot be there beside others is left out."""
    for name, data in files.items():
        path = root / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if data == damage_files.FOLDER:
                path.mkdir()
            elif data == damage_files.PIPE:
                import os

                os.mkfifo(path)
            elif data.startswith(damage_files.LINK):
                path.symlink_to(data.removeprefix(damage_files.LINK).decode())
            else:
                path.write_bytes(data)
        except (FileExistsError, NotADirectoryError, IsADirectoryError):
            continue


def faults(one: Case, root: Path) -> list[str]:
    """Check and build the case below `root`; return what the press did that it may not do."""
    templates, out = root / "templates", root / "out"
    write(one.files()[0], templates)
    try:
        checked = _ran(["check", NAME, "--templates", str(templates)])
        found = judged(checked, templates)
        if checked.exit_code and not _stops_build(one):
            return found
        where = ["--templates", str(templates), "--out", str(out), "--printers", str(templates / rich_games.PRINTERS)]
        built = _ran(["build", NAME, *where, *one.options])
        return [*found, *judged(built, templates), *left(built, out)]
    except TooLong as error:
        return ["".join(traceback.format_exception(error, limit=-5))]
    finally:
        shutil.rmtree(root, ignore_errors=True)


def _stops_build(one: Case) -> bool:
    """Say whether a build is tried although the check found something: now and then, to see that nothing is written."""
    return one.seed % 4 == 0


def _ran(words: list[str]) -> Result:
    with limited():
        return CliRunner().invoke(cli, words)


@contextmanager
def limited(cpu: float = CPU) -> Iterator[None]:
    """Stop what works for too long, waits for too long, or takes too much memory."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise TooLong(f"still {'working' if number == signal.SIGPROF else 'waiting'}")

    before = [(which, signal.signal(which, stop)) for which in (signal.SIGPROF, signal.SIGALRM)]
    limits = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (_taken() + ROOM, limits[1]))
    signal.setitimer(signal.ITIMER_PROF, cpu)
    signal.setitimer(signal.ITIMER_REAL, WAIT)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
        resource.setrlimit(resource.RLIMIT_AS, limits)
        for which, handler in before:
            signal.signal(which, handler)


def _taken() -> int:
    """Return how many bytes this process has taken; where nobody tells, more than any has."""
    told = Path("/proc/self/statm")
    return int(told.read_text().split()[0]) * resource.getpagesize() if told.exists() else 1 << 40


def judged(result: Result, templates: Path) -> list[str]:
    """Return what is wrong with how a command ended: anything but success, and problems told with their places."""
    error = result.exception
    match error:
        case None:
            return [
                f"said {line!r}" for line in result.output.split("\n") if _CODE.search(line) or _UNSEEN.search(line)
            ]
        case DataError():
            return [fault for problem in error.problems for fault in _misplaced(problem, templates)]
        case SystemExit() if result.exit_code == click.UsageError.exit_code and "Error: " in result.output:
            return []
        case _:
            return ["".join(traceback.format_exception(error, limit=-5))]


def _misplaced(problem: Problem, templates: Path) -> Iterator[str]:
    """Yield what is wrong with how a problem is told."""
    text = str(problem)
    shown = text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
    if _UNSEEN.search(text):
        yield f"signs that no terminal prints: {shown!r}"
    if len(text) > 2 * LONGEST + len(str(templates)) * 2:
        yield f"a sentence of {len(text)} letters: {shown}"
    if not problem.message.strip() or _CODE.search(text.replace(str(templates), "")):
        yield f"no sentence for an author: {shown}"
    if problem.file.startswith("--"):
        return
    name = problem.file if Path(problem.file).is_absolute() else f"{templates}/{problem.file}"
    path = Path(name.partition("#")[0])
    lacks = "missing" in problem.message or "no such" in problem.message
    if not (path.exists() or path.is_symlink() or lacks):
        yield f"told of a file that is not there: {shown}"
    elif problem.line and path.is_file() and path.suffix not in (".xlsx", ".ods"):
        lines = len(re.split(r"\r\n|\r|\n", path.read_bytes().decode("utf-8", "replace")))
        lines = max(lines, len(re.split(r"\r\n|\r|\n", path.read_bytes().decode("utf-16", "replace"))))
        if problem.line > lines:
            yield f"told of a line that is not there: {shown}"


def left(result: Result, out: Path) -> Iterator[str]:
    """Yield what is wrong with the files of a build."""
    there = sorted(path for path in out.rglob("*") if not path.is_dir())
    if result.exception is not None:
        if there:
            yield f"wrote {[path.name for path in there]} although there is a problem"
        return
    for path in there:
        data = path.read_bytes()
        if path.parent.parent == out / ".cache" and not path.name.startswith("."):
            continue  # the record of the build, or sheets of a long deck
        if path.name.startswith(".") or path.suffix not in (".pdf", ".svg"):
            yield f"left {path.name}"
        elif path.suffix == ".pdf":
            yield from _unsound(path.name, data)
        elif _NOT_FINITE.search(data):
            yield f"{path.name} has numbers that are none"


def _unsound(name: str, data: bytes) -> Iterator[str]:
    """Yield what is wrong with a PDF."""
    try:
        opened = pypdfium2.PdfDocument(data)
        sizes = [opened.get_page_size(number) for number in range(len(opened))]
        opened.close()
    except pypdfium2.PdfiumError as error:
        yield f"{name}: {error}"
        return
    if not sizes or not all(0 < side <= 14_401 for size in sizes for side in size):
        yield f"{name}: pages of {sizes}"
    for stream in re.finditer(rb"stream\r?\n(.*?)\r?\nendstream", data, re.DOTALL):
        try:
            drawn = zlib.decompress(stream[1])
        except zlib.error:
            continue
        if (b"nan" in drawn or b"inf" in drawn) and b" re" in drawn and (wrong := _NOT_FINITE.search(drawn)):
            yield f"{name}: draws {drawn[max(0, wrong.start() - 40) : wrong.end() + 20]!r}"


def shrunk(one: Case, root: Path) -> tuple[Case, list[str]]:
    """Return a case with as few damages and options as will do for a fault, and its faults; none where it has none."""
    found = faults(one, root)
    if not found:
        return one, []
    smaller = [replace(one, damages=tuple(n for n in one.damages if n != number)) for number in one.damages]
    smaller += [replace(one, options=one.options[:-2])] if one.options else []
    for less in smaller:
        if less.damages and (faulty := shrunk(less, root))[1]:
            return faulty
    return one, found


def told(seed: int, root: Path) -> str:
    """Return the recipe and the faults of a number, "" where the press did right."""
    if not faults(case(seed), root):
        return ""
    one, found = shrunk(case(seed), root)
    return "\n".join([one.recipe(), *(found or ["only at times"])])


def main() -> None:
    """Tell of the numbers on the command line; a last word that is no number is the folder for the files."""
    warnings.simplefilter("error")
    seeds = [int(word) for word in sys.argv[1:] if word.isdigit()]
    for seed in seeds:
        with tempfile.TemporaryDirectory() as folder:
            print(case(seed).recipe(), "\n", told(seed, Path(folder, "case")) or "well done")
    if seeds and not sys.argv[-1].isdigit():
        write(case(seeds[0]).files()[0], Path(sys.argv[-1]))


if __name__ == "__main__":
    main()
