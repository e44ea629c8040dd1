"""On which line of a TOML file a key stands. tomllib gives values, this scanner their places.

It trusts that tomllib has read the text without complaint, so it only has to tell keys from strings and brackets.
A path holds a table's keys as text and the places in arrays as numbers from 0: ("decks", 0, "size").
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from collections.abc import Mapping
from typing import TypeAlias

from pnp.expressions import expression
from pnp.values import dataclass

KeyPath: TypeAlias = tuple[str | int, ...]

_BLANK = expression(r"(?:[\s]+|#[^\n]*)*")
_SPACE = expression(r"[ \t]*")
_KEY = expression(r'"(?:\\.|[^"\\\n])*"' r"|'[^'\n]*'" r"|[A-Za-z0-9_-]+")
_STRING = expression(
    r'"""(?:\\[\s\S]|"{1,2}(?!")|[^"\\])*"{3,5}'
    r"|'''(?:'{1,2}(?!')|[^'])*'{3,5}"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'"
)
_BARE = expression(r"[^,\]}\n#]+")
_PLAIN = expression(  # most lines: a bare key and a value without brackets
    r"([A-Za-z0-9_.-]+)[ \t]*=[ \t]*"
    r"""(?:"(?!"")[^"\\\n]*"|'(?!'')[^'\n]*'|[^\[{"'\n#]+)[ \t]*(?:\n\s*|\Z)"""
)
_HEADING = expression(r"\[(\[?)[ \t]*([A-Za-z_][\w-]*)[ \t]*(\.[\w. \t-]*)?\]\]?[ \t\r]*(?:#.*)?", re.ASCII)
_FIRST = expression(r"^[ \t]*\[", re.MULTILINE)
_WORD = expression(r"^[ \t]*[\"']?([\w-]+)", re.MULTILINE)
_VALUES = frozenset(("true", "false", "inf", "nan"))  # [true] may be a row of a list


@dataclass(frozen=True, slots=True)
class Lines:
    """The line of each key, table and array element of one file, counted from 1."""

    paths: Mapping[KeyPath, int]

    def line(self, path: KeyPath) -> int:
        """Return the line where `path` stands, else that of the nearest table around it, else 1."""
        for end in range(len(path), 0, -1):
            if path[:end] in self.paths:
                return self.paths[path[:end]]
        return 1


def locate(source: str) -> Lines:
    """Return where every key of a valid TOML text stands."""
    return _Scanner(source).scan()


def headings(source: str) -> Mapping[KeyPath, int]:
    """Return where the tables that have headings stand, by name, and by name and number; none where that is not plain.

    To print what has no fault it takes no other places, and for these no value needs to be read.
    """
    first = _FIRST.search(source)
    if '"""' in source or "'''" in source or first is None or "\\" in source[: first.start()]:
        return {}
    found: dict[KeyPath, int] = {}
    counts: dict[str, int] = {}
    before = frozenset(_WORD.findall(source, 0, first.start()))  # keys that may have opened a table of that name
    for number, line in enumerate(source[first.start() :].split("\n"), source.count("\n", 0, first.start()) + 1):
        words = line.strip()
        if not words.startswith("["):
            continue
        if '"' in words or "'" in words:
            return {}  # a name in quotes, or a row of a list
        match = _HEADING.fullmatch(words)
        if match is None or match[2] in _VALUES:
            if not found:
                return {}  # a row of a list, and more keys may come
            continue
        if match[2] in before:
            continue
        many, name, inside = match.groups()
        found.setdefault((name,), number)
        if many and not inside:
            found[name, counts.get(name, 0)] = number
            counts[name] = counts.get(name, 0) + 1
        elif not inside:
            found[name,] = number
    return found


class _Scanner:
    """One pass over one text; `at` is the place of the next sign."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.at = 0
        self.breaks = [match.start() for match in re.finditer("\n", source)]
        self.paths: dict[KeyPath, int] = {}
        self.counts: dict[KeyPath, int] = {}

    def scan(self) -> Lines:
        table: KeyPath = ()
        while self.skip(_BLANK) < len(self.source):
            if self.source[self.at] == "[":
                table = self.heading()
            else:
                self.line(table)
        return Lines(self.paths)

    def skip(self, pattern: re.Pattern[str]) -> int:
        """Step over what `pattern` matches, nothing included; return the new place."""
        match = pattern.match(self.source, self.at)
        if match:
            self.at = match.end()
        return self.at

    def mark(self, path: KeyPath, at: int) -> None:
        """Remember the first place of `path` and of the tables that it opens on the way."""
        line = bisect_right(self.breaks, at - 1) + 1
        for end in range(len(path), 0, -1):
            if path[:end] in self.paths:
                return
            self.paths[path[:end]] = line

    def heading(self) -> KeyPath:
        start = self.at
        many = self.source.startswith("[[", self.at)
        self.at += 2 if many else 1
        parts = self.key()
        self.at = self.source.index("]", self.at) + (2 if many else 1)
        path = self.resolved((), parts[:-1])
        path = (*path, parts[-1])
        if many:
            self.counts[path] = self.counts.get(path, 0) + 1
            self.mark(path, start)
        path = self.resolved(path[:-1], path[-1:])
        self.mark(path, start)
        # a heading after its own sub-tables is the better place to point at
        self.paths[path] = bisect_right(self.breaks, start - 1) + 1
        return path

    def resolved(self, path: KeyPath, parts: KeyPath) -> KeyPath:
        """Return `path` and `parts`, with the number of the last element after each list of tables."""
        for part in parts:
            path = (*path, part)
            if path in self.counts:
                path = (*path, self.counts[path] - 1)
        return path

    def key(self) -> KeyPath:
        """Read a key with its dots."""
        parts: list[str] = []
        while True:
            self.skip(_SPACE)
            match = _KEY.match(self.source, self.at)
            if not match:
                raise AssertionError(f"no key at {self.at}: tomllib must have read this text first")
            self.at = match.end()
            token = match[0]
            parts.append(str(tomllib.loads(f"x = {token}")["x"]) if token[0] in "\"'" else token)
            self.skip(_SPACE)
            if not self.source.startswith(".", self.at):
                return tuple(parts)
            self.at += 1

    def line(self, table: KeyPath) -> None:
        """Read a key with its value that begins a line."""
        plain = _PLAIN.match(self.source, self.at)
        if plain is None:
            self.pair(table)
            return
        self.mark((*table, *plain[1].split(".")), self.at)
        self.at = plain.end()

    def pair(self, table: KeyPath) -> None:
        """Read a key with its value, whatever that is."""
        start = self.at
        path = (*table, *self.key())
        self.mark(path, start)
        self.at = self.source.index("=", self.at) + 1
        self.skip(_SPACE)
        self.value(path)

    def value(self, path: KeyPath) -> None:
        match self.source[self.at]:
            case "[":
                self.many(path, "]")
            case "{":
                self.many(path, "}")
            case '"' | "'":
                self.skip(_STRING)
            case _:
                self.skip(_BARE)

    def many(self, path: KeyPath, end: str) -> None:
        """Read a list or an inline table, whose opening bracket is next."""
        self.at += 1
        number = 0
        while self.source[self.skip(_BLANK)] != end:
            if self.source[self.at] == ",":
                self.at += 1
            elif end == "}":
                self.pair(path)
            else:
                self.mark((*path, number), self.at)
                self.value((*path, number))
                number += 1
        self.at += 1
