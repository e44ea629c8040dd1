"""A TOML file as its author wrote it: values, lines, and the way to complain about them. Knows no game."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from pnp.data.slips import syntax
from pnp.data.where import KeyPath, Lines, headings, locate
from pnp.errors import Problem
from pnp.expressions import expression

Toml: TypeAlias = Mapping[str, object]
Parse: TypeAlias = Callable[[str], dict[str, object]]
_ENDLESS = expression(r"[0-9_]{4000}")


class Source:
    """One file that was read. Places are looked up only when somebody asks for one."""

    def __init__(self, shown: str, text: str, raw: Toml, problems: list[Problem]) -> None:
        self.shown = shown
        self.text = text
        self.raw = raw
        self.problems = problems
        self._lines: Lines | None = None
        self._headings: Mapping[KeyPath, int] | None = None

    def line(self, path: KeyPath) -> int:
        """Return the line where `path` stands, or the table around it."""
        if self._headings is None:
            self._headings = headings(self.text)
        if path in self._headings:
            return self._headings[path]
        if self._lines is None:
            self._lines = locate(self.text)
        return self._lines.line(path)

    def get(self, path: KeyPath) -> object:
        """Return the value at `path`, or None."""
        value: object = self.raw
        for part in path:
            if isinstance(part, str) and isinstance(value, Mapping):
                value = value.get(part)
            elif isinstance(part, int) and isinstance(value, Sequence) and part < len(value):
                value = value[part]
            else:
                return None
        return value

    def table(self, *path: str | int) -> Toml:
        """Return the table at `path`, an empty one when there is none."""
        value = self.get(path)
        return value if isinstance(value, Mapping) else {}

    def tables(self, *path: str | int) -> Iterator[tuple[KeyPath, Toml]]:
        """Yield place and content of each table of the list at `path`."""
        value = self.get(path)
        for number in range(len(value) if isinstance(value, list) else 0):
            yield (*path, number), self.table(*path, number)

    def ids(self, *path: str | int) -> dict[str, KeyPath]:
        """Return the ids in the list of tables at `path` with the place of each; the first of equal ids counts."""
        found: dict[str, KeyPath] = {}
        value = self.get(path)
        for number, item in enumerate(value if isinstance(value, list) else ()):
            name = item.get("id") if isinstance(item, Mapping) else None
            if isinstance(name, str):
                found.setdefault(name, (*path, number))
        return found

    def unique(self, *path: str | int) -> None:
        """Tell of ids that stand twice in the list of tables at `path`."""
        first = self.ids(*path)
        for here, table in self.tables(*path):
            name = table.get("id")
            if isinstance(name, str) and first[name] != here:
                line = self.line((*first[name], "id"))
                self.tell((*here, "id"), f'the id "{name}" stands twice; line {line} has it too')

    def tell(self, path: KeyPath, message: str, hint: str = "") -> None:
        """Add a problem at `path`."""
        self.problems.append(Problem(self.shown, self.line(path), self.where(path), message, hint))

    def note(self, path: KeyPath, message: str, hint: str = "") -> None:
        """Add something to look at, which stops nothing, at `path`."""
        self.problems.append(Problem(self.shown, self.line(path), self.where(path), message, hint, note=True))

    def where(self, path: KeyPath) -> str:
        """Write a path as authors read it; an element of a list goes by its id: decks[heralds].size."""
        words = ""
        for end, part in enumerate(path, 1):
            if isinstance(part, str):
                words += f".{part}" if words else part
                continue
            name = self.get((*path[:end], "id"))
            words += f"[{name}]" if isinstance(name, str) and name else f"[{part}]"
        return words


def there(path: Path) -> bool:
    """Say whether anything lies at `path`; whether it is a file that can be read is told when it is read."""
    return path.is_symlink() or path.exists()


def words(path: Path, shown: str, problems: list[Problem]) -> str | None:
    """Return the text of a UTF-8 file without its byte order mark; None, and a problem, when that cannot be."""
    data = content(path, shown, problems)
    return None if data is None else plain(data, shown, problems)


def content(path: Path, shown: str, problems: list[Problem]) -> bytes | None:
    """Return what is in a file; None, and a problem, when it cannot be read."""
    try:
        if not path.is_file() and not path.is_dir():
            path.lstat()  # tells what is missing; a device or pipe may have no end
            problems.append(Problem(shown, 0, "", "cannot be read: it is no file, or a link to none"))
            return None
        return path.read_bytes()
    except OSError as error:
        problems.append(Problem(shown, 0, "", f"cannot be read: {error.strerror or error}"))
        return None


def plain(data: bytes, shown: str, problems: list[Problem]) -> str | None:
    """Return UTF-8 text without its byte order mark; None, and a problem, when it is not."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        wide = data[:2] in (b"\xff\xfe", b"\xfe\xff")
        line = 0 if wide else data.count(b"\n", 0, error.start) + 1
        what = "UTF-16" if wide else f"the byte 0x{data[error.start]:02x}"
        hint = "save the file as UTF-8; spreadsheets call it CSV UTF-8"
        problems.append(Problem(shown, line, "", f"found {what}; allowed: text in UTF-8", hint))
        return None
    if "\0" in text:
        problems.append(Problem(shown, text.count("\n", 0, text.index("\0")) + 1, "", "this is not a text file"))
        return None
    return text


def read(path: Path, shown: str, problems: list[Problem], parse: Parse = tomllib.loads) -> Source | None:
    """Read a TOML file; None, and a problem with its line, when it is not valid TOML.

    `parse` makes the same of a text as tomllib does, or raises what it raises.
    """
    text = words(path, shown, problems)
    if text is None:
        return None
    try:
        return Source(shown, text, parse(text), problems)
    except tomllib.TOMLDecodeError as error:
        line, message, hint = syntax(error, text)
        problems.append(Problem(shown, line, "", message, hint))
    except ValueError:  # of Python, not of TOML: it reads no number of more digits
        line = next(number for number, line in enumerate(text.splitlines(), 1) if _ENDLESS.search(line))
        problems.append(Problem(shown, line, "", "the number has too many digits"))
    except RecursionError:
        problems.append(Problem(shown, 0, "", "lists or tables are nested too deeply"))
    return None
