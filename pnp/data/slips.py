"""What is wrong with a text that is not TOML, in the words of its author. Part of reading; knows no game.

tomllib says where it stopped and little of why; the lines before it say the rest.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence

from pnp.expressions import expression

_PLACE = expression(r"\s*\(at (?:line (\d+), column \d+|end of document)\)$")

_SENTENCES = (  # tomllib's words and ours, tried in order
    ("Expected '=' after a key", "a key stands here without a value", "write for example copies = 1"),
    ("Invalid value", "the value cannot be read", "a text needs quotes; a number has no unit outside quotes"),
    ("Invalid statement", "this is neither a key with a value nor a [heading]", ""),
    ("Invalid initial character for a key part", "a key is expected here", "a key with other signs needs quotes"),
    ("Cannot overwrite a value", "this key stands twice in one table", "remove one of the two"),
    ("Duplicate inline table key", "this key stands twice in one table", "remove one of the two"),
    ("Cannot declare", "this heading stands twice", "join the two tables; a list is written [[name]]"),
    ("Cannot mutate immutable namespace", "this table was closed before and cannot be added to", ""),
    ("Cannot redefine namespace", "this key was a table before", ""),
    ("Expected newline or end of document", "something follows the value on this line", "one key a line"),
    ("Unterminated string", "a text is opened and never closed", "end it with the quote it began with"),
    ("Illegal character", "a text or a line holds a sign that TOML forbids", "close the text before the line ends"),
    ("Unescaped '\\' in a string", "a backslash in double quotes must be doubled", "or use 'single quotes'"),
    ("Unclosed array", "a list is opened with [ and never closed", ""),
    ("Unclosed inline table", "a table is opened with { and must close with } on the same line", ""),
)

_HEADING = expression(r"\s*(\[\[?)\s*([^\[\]#]+?)\s*\]")
_KEY = expression(r"\s*([A-Za-z0-9_.-]+)\s*=")
_COMMA = expression(r"=\s*([+-]?[0-9]+),([0-9]+)\s*(?:#.*)?$")
_UNIT = expression(r"=\s*([+-]?[0-9.,]+)\s*(mm|cm|in|pt|%)\s*(?:#.*)?$")
_NOT_TOML = "this is not TOML: "


def syntax(error: tomllib.TOMLDecodeError, source: str) -> tuple[int, str, str]:
    """Return line, sentence and hint for a text that tomllib refused."""
    words = str(error)
    place = _PLACE.search(words)
    line = int(place[1]) if place and place[1] else source.rstrip().count("\n") + 1
    if words.startswith("Cannot"):
        lines = source.split("\n")[:line]
        said = _second_heading(lines) or _second_key(lines)
        if said:
            return line, _NOT_TOML + said[0], said[1]
    for start, sentence, hint in _SENTENCES:
        if words.startswith(start):
            return line, _NOT_TOML + sentence, _of_a_number(source.split("\n")[line - 1]) or hint
    return line, f"{_NOT_TOML}{words[: place.start()] if place else words}", ""


def _second_heading(lines: Sequence[str]) -> tuple[str, str] | None:
    """Say what stands in the way of the heading in the last of these lines; None where it is no heading."""
    heading = _HEADING.match(lines[-1])
    if not heading:
        return None
    marks, name = heading[1], re.sub(r"\s*\.\s*", ".", heading[2])
    many = f"[[{name}]]"
    here = many if marks == "[[" else f"[{name}]"
    for number in range(len(lines) - 1, 0, -1):
        other = _HEADING.match(lines[number - 1])
        if other and re.sub(r"\s*\.\s*", ".", other[2]) == name:
            return _twice(number, name, other[1], marks)
        if other and other[2].startswith(f"{name}."):
            inner = f"{other[1]}{other[2]}{']' * len(other[1])}"
            return f"{inner} at line {number} lies inside {here}, which must stand first", ""
    last = name.rpartition(".")[2]
    for number in range(len(lines) - 1, 0, -1):
        key = _KEY.match(lines[number - 1])
        if key and key[1] in (last, name):
            plural = "" if last.endswith("s") else f"did you mean [[{name}s]]?"
            return f"{key[1]} at line {number} has a value already, so {here} cannot be a heading", plural
    return None


def _twice(number: int, name: str, before: str, marks: str) -> tuple[str, str]:
    """Say that a heading stands at line `number` already, perhaps with other brackets."""
    one, many = f"[{name}]", f"[[{name}]]"
    match before, marks:
        case "[", "[[":
            return (
                f"{one} at line {number} is a single table, and {many} is one of several",
                f"write {many} at line {number} too, as over each of them",
            )
        case "[[", "[":
            return (
                f"{one} is a single table, and {many} at line {number} is one of several",
                f"write {many} here too, as over each of them",
            )
        case _:
            return (
                f"the heading {one} stands twice; line {number} has it too",
                f"join the two; a list is written {many}",
            )


def _second_key(lines: Sequence[str]) -> tuple[str, str] | None:
    """Say where the key in the last of these lines stands already in its table; None where that is not seen."""
    key = _KEY.match(lines[-1])
    for number in range(len(lines) - 1, 0, -1):
        if key is None or _HEADING.match(lines[number - 1]):
            return None
        other = _KEY.match(lines[number - 1])
        if other and other[1] == key[1]:
            return f"{key[1]} stands twice in one table; line {number} has it too", "remove one of the two"
    return None


def _of_a_number(line: str) -> str:
    """Return a hint for a number that TOML cannot read, "" for anything else."""
    if comma := _COMMA.search(line):
        return f"numbers have a point: {comma[1]}.{comma[2]}"
    if unit := _UNIT.search(line):
        return f'a number with its unit needs quotes: "{unit[1]}{unit[2]}"'
    return ""
