"""What `pnp new` copies: a small game that builds at once, for its author to change. Knows no game but its own."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from pathlib import Path

from pnp.errors import DataError, Problem

SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
PLACEHOLDERS = ("NAME", "TITLE", "MODULE")
LANGUAGES = ("en", "fr")
"""The languages it is written in."""
_TEXTS = (".toml", ".csv", ".md", ".txt")
_STORED = ".txt"  # at the end of a name: a file of Python that is not part of this package


def copy(name: str, root: Path, langs: Sequence[str] = LANGUAGES) -> tuple[Path, ...]:
    """Write a new game `name` into the template folder `root`, in `langs` alone, and return the files, by name.

    In texts and names of files, NAME becomes `name`, TITLE the name in words ("harbour-lights" → "Harbour Lights") and
    MODULE the name of a Python module. Raises DataError for a name that cannot be a folder and an address, for a
    language that the game is not written in, and for a folder that is there already; nothing is written then.
    """
    target = root / name
    problems = [*_named(name), *_spoken(langs)]
    if not problems and target.exists():
        problems = [Problem(target.as_posix(), 0, "", "this folder is there already; nothing was changed")]
    if problems:
        raise DataError(problems)
    title = " ".join(word.capitalize() for word in name.split("-"))
    values = {"NAME": name, "TITLE": title, "MODULE": f"rules_of_{name.replace('-', '_')}"}
    mute = [lang for lang in LANGUAGES if lang not in langs]
    written: list[Path] = []
    for source in sorted(path for path in _game().rglob("*") if path.is_file()):
        if source.name in [f"rules.{lang}.md" for lang in mute]:
            continue
        path = target / _filled(source.relative_to(_game()).as_posix(), values).removesuffix(_STORED)
        path.parent.mkdir(parents=True, exist_ok=True)
        data = source.read_bytes()
        path.write_bytes(_made(source, data.decode(), values, langs) if source.suffix in _TEXTS else data)
        written.append(path)
    return tuple(sorted(written))


def _game() -> Path:
    return Path(__file__).with_name("game")


def _named(name: str) -> list[Problem]:
    if SLUG.fullmatch(name):
        return []
    words = re.findall(r"[a-z0-9]+", name.lower())
    hint = f"did you mean {'-'.join(words)}?" if words else "such as harbour-lights"
    message = "a game is called by lower-case words and numbers joined by hyphens"
    return [Problem("NAME", 0, f'"{name}"', message, hint)]


def _spoken(langs: Sequence[str]) -> list[Problem]:
    unknown = [lang for lang in langs if lang not in LANGUAGES]
    hint = "begin with one of them and add your own to `languages`; pnp check then names each text that lacks it"
    message = f"the game to start from is written in {' and '.join(LANGUAGES)}"
    return [Problem("--lang", 0, f'"{lang}"', message, hint) for lang in unknown]


def _made(source: Path, text: str, values: dict[str, str], langs: Sequence[str]) -> bytes:
    mute = [lang for lang in LANGUAGES if lang not in langs]
    if source.suffix == ".toml":
        lines = [line for line in text.splitlines() if not re.match(rf"[\w.-]+\.({'|'.join(mute) or '-'}) = ", line)]
        spoken = ", ".join(f'"{lang}"' for lang in langs)
        text = re.sub(r"^languages = \[.*?\]", f"languages = [{spoken}]", "\n".join(lines) + "\n", flags=re.MULTILINE)
    elif source.suffix == ".csv" and mute:
        text = _columns(text, mute)
    return _filled(text, values).encode()


def _columns(text: str, mute: Sequence[str]) -> str:
    """Return a table without the columns of the languages `mute`."""
    head, *rows = csv.reader(io.StringIO(text))
    kept = [place for place, name in enumerate(head) if name.rpartition(".")[2] not in mute]
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([row[place] for place in kept] for row in (head, *rows))
    return out.getvalue()


def _filled(text: str, values: dict[str, str]) -> str:
    return re.sub(rf"\b({'|'.join(PLACEHOLDERS)})\b", lambda match: values[match[0]], text)
