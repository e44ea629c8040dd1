"""Tables from JSON: a list of objects, one for each row. One of the readers in front of the pipeline; knows no frame.

Values are text, numbers as they are written (1.10 stays 1.10); null and keys that a row leaves out are blank cells. An
object inside a row holds a column for each of its keys: {"title": {"en": …}} is title.en.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import NoReturn

from pnp.data.plain_text import breaks
from pnp.data.prints import Row
from pnp.data.tables import Table
from pnp.errors import Problem

_BLANK = re.compile(r"[ \t\r\n]*")
_UNPRINTABLE = re.compile("[\0\ud800-\udfff]")  # JSON can escape what no text may hold
_LOOKS = 'a table looks like [{"title": "A", "copies": 2}, {"title": "B", "copies": 1}]'


class _Members(list[tuple[str, object]]):
    """An object as its keys and values in order, so that a key that stands twice is seen."""


class _NotJson(ValueError):  # noqa: N818 (what the text is, as Refused)
    """Where a text stops being JSON, and how."""

    def __init__(self, at: int, message: str) -> None:
        super().__init__(message)
        self.at = at


def read(text: str, file: str, problems: list[Problem]) -> Table | None:
    """Read a JSON text; faults are added to `problems`. None when it is no JSON, else what can be read."""
    rows: list[Row] = []
    start = _after(text, 0)
    if start == len(text):
        return Table(file, 0, (), ())
    try:
        for number, (at, value) in enumerate(_elements(text, start), 1):
            line = _line(text, at)
            if isinstance(value, _Members):
                cells = dict(_cells(value, file, line, problems))
                rows += [Row(line, cells)] if any(cells.values()) else []
            else:
                message = (
                    f"row {number} of the list is {_named(value)}; allowed: an object with a value for each column"
                )
                problems.append(Problem(file, line, "", message))
    except _NotJson as fault:
        problems.append(Problem(file, _line(text, fault.at), "", f"this is not a table in JSON: {fault}", _LOOKS))
        return None
    except RecursionError:
        problems.append(Problem(file, 0, "", "lists or objects are nested too deeply"))
        return None
    columns = tuple(dict.fromkeys(column for row in rows for column in row.cells))
    whole = tuple(Row(row.line, {column: row.cells.get(column, "") for column in columns}) for row in rows)
    return Table(file, _line(text, start), columns, whole)


def _elements(text: str, at: int) -> Iterator[tuple[int, object]]:
    """Give each element of the list that begins at `at`, with its place."""
    decoder = json.JSONDecoder(
        object_pairs_hook=_Members, parse_float=str, parse_int=str, parse_constant=_refuse, strict=False
    )
    if text[at] != "[":
        raise _NotJson(at, "it begins with no list")
    at = _after(text, at + 1)
    while text[at : at + 1] != "]":
        try:
            value, end = decoder.raw_decode(text, at)
        except json.JSONDecodeError as error:
            raise _NotJson(max(error.pos, at), _said(error, text)) from error
        yield at, value
        at = _after(text, end)
        if text[at : at + 1] == ",":
            at = _after(text, at + 1)
            if text[at : at + 1] == "]":
                raise _NotJson(at, "a comma must not stand after the last row")
        elif text[at : at + 1] != "]":
            raise _NotJson(at, "between two rows must be a comma" if text[at:] else "the list does not end with ]")
    if _after(text, at + 1) != len(text):
        raise _NotJson(_after(text, at + 1), "something stands after the end of the list")


def _refuse(name: str) -> NoReturn:
    raise json.JSONDecodeError(f"{name} is not a number", "", 0)


def _said(error: json.JSONDecodeError, text: str) -> str:
    """Say in plain words what Python's reader found."""
    if error.pos >= len(text.rstrip()):
        return "it ends in the middle of a row"
    words = {
        "Expecting ',' delimiter": "a comma or the end of the row is missing",
        "Expecting ':' delimiter": "a colon is missing after the key",
        "Expecting property name enclosed in double quotes": "a key in double quotes is missing",
        "Illegal trailing comma before end of object": "a comma must not stand before }",
        "Expecting value": "a value is missing; texts stand in double quotes",
        "Unterminated string starting at": "a text has no closing quote",
    }
    return words.get(error.msg, error.msg)


def _cells(members: _Members, file: str, line: int, problems: list[Problem]) -> Iterator[tuple[str, str]]:
    """Give name and text of each cell of a row, each name once."""
    seen: set[str] = set()
    for column, value in _flat(members):
        if isinstance(value, _Members | list):
            message = f"found {_named(value)}; allowed: a text, a number, true, false or null"
            problems.append(Problem(file, line, column, message, "write a row for each and join them with group"))
        elif not column.strip("."):
            problems.append(Problem(file, line, "", "a key of the row is blank"))
        elif column in seen:
            problems.append(Problem(file, line, column, "the key stands twice in the row"))
        elif _UNPRINTABLE.search(column + (text := _words(value))):
            where = _UNPRINTABLE.sub("?", column)
            problems.append(Problem(file, line, where, "a \\u escape here stands for no sign that can be printed"))
        else:
            seen.add(column)
            yield column, text


def _flat(members: _Members) -> Iterator[tuple[str, object]]:
    for key, value in members:
        if isinstance(value, _Members):
            yield from ((f"{key.strip()}.{inner.strip()}", deep) for inner, deep in value)
        else:
            yield key.strip(), value


def _words(value: object) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case _:
            return breaks(str(value)).strip()


def _named(value: object) -> str:
    match value:
        case _Members():
            return "an object"
        case Sequence() if not isinstance(value, str):
            return "a list"
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case _:
            return f'"{value}"' if len(str(value)) <= 60 else f'"{str(value)[:60]}…"'


def _after(text: str, at: int) -> int:
    """Return where the next sign that is not blank stands."""
    match = _BLANK.match(text, at)
    return match.end() if match else at


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1
