"""Tables of cards from CSV text. First reader in the pipeline; knows neither frames nor games.

A cell is text, never a format string: braces, percent signs, backslashes and # mean nothing here. Cells are trimmed,
line breaks inside quotes are part of the text, blank lines are skipped, and every row remembers the line it starts on.

Our own reader: the standard library's either stops at the first torn quote (strict) or mends it without a word, and an
author is to be told all of them. Its writer is the oracle of our tests.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from pnp.data.prints import Row
from pnp.errors import Problem
from pnp.near import listed

COPIES = "copies"
FRAME = "frame"
BACK = "back"
RESERVED = (COPIES, FRAME, BACK)
AMOUNTS = ("qty", "quantity", "count")  # what other tools call the column of copies

_SEPARATORS = {",": "comma", ";": "semicolon", "\t": "tab"}
_DECLARED = re.compile(r"sep=([,;\t])(?=[\r\n])")  # the first line that some spreadsheets write, and read as this sign


@dataclass(frozen=True, slots=True)
class Table:
    """The rows of one file. `line` is the header's line (0: the file has none), `file` as the author would type it."""

    file: str
    line: int
    columns: tuple[str, ...]
    rows: tuple[Row, ...]

    def column(self, name: str, lang: str) -> str:
        """Return the column that holds `name` in `lang`: "name.fr", else "name", else ""."""
        return next((column for column in (f"{name}.{lang}", name) if column in self.columns), "")


def read(text: str, file: str, problems: list[Problem]) -> Table:
    """Read a CSV text; faults are added to `problems`, and what can be read is returned."""
    text = text.removeprefix("\ufeff")
    separator = _separator(text)
    if declared := _DECLARED.match(text):
        separator, text = declared[1], text[declared.end(1) :]
    records = _records(text, separator, file, problems)
    line, header = next(records, (0, []))
    names = _columns(header, line, file, problems)
    rows: list[Row] = []
    for start, cells in records:
        problem = _width_problem(cells, header, separator)
        if problem:
            problems.append(Problem(file, start, "", *problem))
        rows.append(Row(start, {name: cell for name, cell in zip(names, cells, strict=False) if name}))
    return Table(file, line, tuple(name for name in names if name), tuple(rows))


def copies(table: Table, problems: list[Problem]) -> tuple[int, ...]:
    """Return how many copies of each row exist, 1 where the table has no such column; faults count as 1."""
    if COPIES not in table.columns:
        for column in table.columns:
            if column.casefold() in (*AMOUNTS, COPIES):
                message = f'the column "{column}" is not read as a number of copies; it must be called copies'
                problems.append(Problem(table.file, table.line, column, message, f'rename "{column}" to copies'))
        return (1,) * len(table.rows)
    found: list[int] = []
    faults: list[Problem] = []
    for row in table.rows:
        cell = row.cells.get(COPIES, "")
        if re.fullmatch(r"[0-9]{1,6}", cell):
            found.append(int(cell))
            continue
        found.append(1)
        what = f'"{cell}"' if cell else "a blank cell"
        hint = "" if cell else "0 leaves the card out"
        faults.append(Problem(table.file, row.line, COPIES, f"found {what}; allowed: a whole number, 0 or more", hint))
    if len(faults) > 1 and not any(row.cells.get(COPIES, "") for row in table.rows):
        faults = [Problem(table.file, table.line, COPIES, "the column is blank in every row", "write 1 for one each")]
    problems.extend(faults)
    return tuple(found)


def _separator(text: str) -> str:
    """Return the sign that stands most often between the names of the first line; a comma when there is none."""
    header = next((line for line in text.splitlines() if line.strip()), "")
    bare = re.sub(r'"[^"]*"', "", header)
    return max(_SEPARATORS, key=bare.count)


@lru_cache(maxsize=4)
def _cell(separator: str) -> re.Pattern[str]:
    """Return the pattern of one cell and what ends it: groups quoted, plain, end."""
    sep = re.escape(separator)
    return re.compile(
        rf'[ ]*(?:"([^"]*(?:""[^"]*)*)"[ ]*(?={sep}|[\r\n]|\Z)|([^{sep}\r\n]*))({sep}|\r\n|\n|\r|\Z)',
    )


def _records(text: str, separator: str, file: str, problems: list[Problem]) -> Iterator[tuple[int, list[str]]]:
    """Give each record that is not blank with the line it starts on."""
    pattern = _cell(separator)
    at, line = 0, 1
    while at < len(text):
        start, cells = line, list[str]()
        while True:
            match = pattern.match(text, at)
            if match is None:
                raise AssertionError(f"the pattern of a cell matches everything, but not at {at}")
            quoted, plain, end = match.groups()
            cell = plain if quoted is None else quoted.replace('""', '"').replace("\r\n", "\n").replace("\r", "\n")
            if quoted is None and cell.startswith('"'):
                problems.append(Problem(file, line, "", *_quote_problem(cell)))
            cells.append(cell.strip())
            line += len(re.findall(r"\r\n|\n|\r", match[0]))
            at = match.end()
            if end != separator:
                break
        if any(cells):
            yield start, cells


def _quote_problem(cell: str) -> tuple[str, str]:
    shown = cell.strip()
    shown = shown if len(shown) <= 30 else f"{shown[:30]}…"
    message = f"the cell that begins with {shown} opens a quote that does not close at the end of a cell"
    return message, 'close it with ", and write a quote inside quotes as ""'


def _width_problem(cells: list[str], header: list[str], separator: str) -> tuple[str, str] | None:
    """Say what is wrong with the number of cells; blank cells beyond the header are forgiven."""
    extra = [cell for cell in cells[len(header) :] if cell]
    if not extra and len(cells) >= len(header):
        return None
    name = _SEPARATORS[separator]
    many = "1 cell" if len(cells) == 1 else f"{len(cells)} cells"
    message = f"the row has {many}, the header names {len(header)}"
    if extra:
        return message, f"a cell that holds a {name} needs quotes"
    return message, f"a blank cell still needs its {name}; a line break inside a cell needs quotes"


def _columns(header: list[str], line: int, file: str, problems: list[Problem]) -> list[str]:
    """Return the column names; nameless and repeated ones become ""."""
    names: list[str] = []
    for number, name in enumerate(header, 1):
        if name and name in names:
            message = f"column {number} has the same name as column {names.index(name) + 1}"
            problems.append(Problem(file, line, name, message, f"the columns are {listed(header)}"))
        names.append("" if name in names else name)
    while header and not names[-1] and not header[-1]:
        names.pop()
        header.pop()
    for number, (name, title) in enumerate(zip(names, header, strict=True), 1):
        if not name and not title:
            problems.append(Problem(file, line, "", f"column {number} has no name"))
    return names
