"""Tables from CSV text. One of the readers in front of the pipeline; knows neither frames nor games.

Cells are trimmed, line breaks inside quotes are part of the text, blank lines are skipped, and every row remembers the
line it starts on.

Our own reader: the standard library's either stops at the first torn quote (strict) or mends it without a word, and an
author is to be told all of them. Its writer is the oracle of our tests.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from pnp.data.plain_text import breaks
from pnp.data.prints import Row
from pnp.data.tables import Table, untitled
from pnp.errors import Problem
from pnp.expressions import expression
from pnp.near import listed

_SEPARATORS = {",": "comma", ";": "semicolon", "\t": "tab"}
_DECLARED = expression(r"sep=([,;\t])(?=[\r\n])")  # the first line that some spreadsheets write, and read as this sign


def read(text: str, file: str, problems: list[Problem]) -> Table:
    """Read a CSV text; faults are added to `problems`, and what can be read is returned."""
    text = text.removeprefix("\ufeff")
    separator = _separator(text)
    if declared := _DECLARED.match(text):
        separator, text = declared[1], text[declared.end(1) :]
    records = list(_records(text, separator, file, problems))
    above = untitled(records, file, problems)
    line, header = records[above] if records else (0, [])
    names = _columns(header, line, file, problems)
    width, whole = len(header), all(names)
    rows: list[Row] = []
    for start, cells in records[above + 1 :]:
        if len(cells) == width and whole:
            rows.append(Row(start, dict(zip(names, cells, strict=True))))
            continue
        problem = _width_problem(cells, header, separator)
        if problem:
            problems.append(Problem(file, start, "", *problem))
        rows.append(Row(start, {name: cell for name, cell in zip(names, cells, strict=False) if name}))
    return Table(file, line, tuple(name for name in names if name), tuple(rows))


def _separator(text: str) -> str:
    """Return the sign that stands most often between the names of the first line; a comma when there is none.

    Where that line has none and the next two have as many of one sign, it is a title above the names.
    """
    lines = [re.sub(r'"[^"]*"', "", line) for line in islice(filter(str.strip, text.splitlines()), 3)]
    counts = [{sign: line.count(sign) for sign in _SEPARATORS} for line in lines]
    if len(lines) == 3 and not any(counts[0].values()) and any(counts[1].values()) and counts[1] == counts[2]:
        counts = counts[1:]
    return max(_SEPARATORS, key=counts[0].__getitem__) if counts else ","


@lru_cache(maxsize=4)
def _cell(separator: str) -> re.Pattern[str]:
    """Return the pattern of one cell and what ends it: groups quoted, plain, end."""
    sep = re.escape(separator)
    return re.compile(rf'[ ]*(?:"([^"]*(?:""[^"]*)*)"[ ]*(?={sep}|\n|\Z)|([^{sep}\n]*))({sep}|\n|\Z)')


def _records(text: str, separator: str, file: str, problems: list[Problem]) -> Iterator[tuple[int, list[str]]]:
    """Give each record that is not blank with the line it starts on."""
    text = breaks(text)
    at, line = 0, 1
    while at < len(text):
        end = text.find("\n", at)
        written = text[at:] if end < 0 else text[at:end]
        start = line
        if '"' in written:
            cells, at, line = _record(text, at, line, separator, file, problems)
        else:  # nearly all: no pattern is needed
            cells = list(map(str.strip, written.split(separator)))
            at, line = at + len(written) + 1, line + 1
        if any(cells):
            yield start, cells


def _record(
    text: str, at: int, line: int, separator: str, file: str, problems: list[Problem]
) -> tuple[list[str], int, int]:
    """Return the cells of the record that starts at `at`, and the place and the line behind it."""
    pattern = _cell(separator)
    cells: list[str] = []
    end = separator
    while end == separator:
        match = pattern.match(text, at)
        if match is None:
            raise AssertionError(f"the pattern of a cell matches everything, but not at {at}")
        quoted, plain, end = match.groups()
        if quoted is None:
            if plain.startswith('"'):
                problems.append(Problem(file, line, "", *_quote_problem(plain)))
            cells.append(plain.strip())
        else:
            cells.append(quoted.replace('""', '"').strip())
            line += quoted.count("\n")
        at = match.end()
    return cells, at, line + 1


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
