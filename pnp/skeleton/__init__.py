"""What `pnp new` copies: a small game that builds at once, for its author to change. Knows no game but its own."""

from __future__ import annotations

import re
from pathlib import Path

from pnp.errors import DataError, Problem

SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
PLACEHOLDERS = ("NAME", "TITLE")
_TEXTS = (".toml", ".csv", ".md")


def copy(name: str, root: Path) -> tuple[Path, ...]:
    """Write a new game `name` into the template folder `root` and return the files, in order of name.

    In texts, NAME becomes `name` and TITLE the name in words ("harbour-lights" → "Harbour Lights"). Raises DataError
    for a name that cannot be a folder and an address, and for a folder that is there already; nothing is written then.
    """
    target = root / name
    if not SLUG.fullmatch(name):
        words = re.findall(r"[a-z0-9]+", name.lower())
        hint = f"did you mean {'-'.join(words)}?" if words else "such as harbour-lights"
        message = "a game is called by lower-case words and numbers joined by hyphens"
        raise DataError([Problem("NAME", 0, f'"{name}"', message, hint)])
    if target.exists():
        raise DataError([Problem(target.as_posix(), 0, "", "this folder is there already; nothing was changed")])
    values = {"NAME": name, "TITLE": " ".join(word.capitalize() for word in name.split("-"))}
    written: list[Path] = []
    for source in sorted(path for path in _game().rglob("*") if path.is_file()):
        path = target / source.relative_to(_game())
        path.parent.mkdir(parents=True, exist_ok=True)
        data = source.read_bytes()
        path.write_bytes(_filled(data.decode(), values).encode() if source.suffix in _TEXTS else data)
        written.append(path)
    return tuple(written)


def _game() -> Path:
    return Path(__file__).with_name("game")


def _filled(text: str, values: dict[str, str]) -> str:
    return re.sub(rf"\b({'|'.join(PLACEHOLDERS)})\b", lambda match: values[match[0]], text)
