"""Tables of cards as values, whatever file they came from. First in the pipeline; knows neither frames nor games.

A cell is text, never a format string: braces, percent signs, backslashes and # mean nothing here. The readers are
`separated` (CSV), `workbooks` (XLSX, ODS) and `objects` (JSON); what is done with rows afterwards is in `rows`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pnp.data.prints import Row
from pnp.errors import Problem
from pnp.expressions import expression
from pnp.near import listed, meant
from pnp.values import dataclass

COPIES = "copies"
FRAME = "frame"
BACK = "back"
RESERVED = (COPIES, FRAME, BACK)
AMOUNTS = ("qty", "quantity", "count")  # what other tools call the column of copies

_WHOLE = expression(r"([0-9]{1,9})([.,]0+)?")  # spreadsheets may write two as 2.0
_FAILED = expression(r"#(REF!|N/A|NAME\?|VALUE!|DIV/0!|NUM!|NULL!|SPILL!|CALC!)|Err:5[0-9]{2}")


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

    def spread(self, name: str, languages: Iterable[str]) -> tuple[str, ...]:
        """Return the columns that hold `name` in any language: "name", "name.en", "name.fr"."""
        wanted = (name, *(f"{name}.{lang}" for lang in languages))
        return tuple(column for column in self.columns if column in wanted)


def bare(column: str, languages: Iterable[str]) -> str:
    """Return the name of a column without its language: "title" of "title.fr"."""
    base, _, lang = column.rpartition(".")
    return base if base and lang in languages else column


def no_column(name: str, columns: Iterable[str], file: str, languages: Sequence[str]) -> tuple[str, str]:
    """Return the sentence that the table of `file` has no column `name`, and a hint."""
    known = dict.fromkeys(bare(column, languages) for column in columns)
    whose = "that make makes" if file.endswith(".toml") else f"of {file.rpartition('/')[2]}"
    hint = meant(name, known) or (f"the columns are {listed(known)}" if known else "")
    return f'"{name}" is not a column {whose}', hint


def untitled(records: Sequence[tuple[int, list[str]]], file: str, problems: list[Problem]) -> int:
    """Return how many rows with a title alone stand above the row of column names; each is told, and read over.

    A row is one when it holds a single cell and the two below it hold more.
    """
    above = 0
    while len(records) > above + 2 and all(
        (sum(map(bool, cells)) == 1) == (not at) for at, (_, cells) in enumerate(records[above : above + 3])
    ):
        line, cells = records[above]
        message = f'the first row must be the column names; found a single cell "{next(filter(None, cells))}"'
        problems.append(Problem(file, line, "", message, "delete this row"))
        above += 1
    return above


def look_for_failed(table: Table, problems: list[Problem]) -> None:
    """Add a note for each cell that a spreadsheet filled with the fault of a formula, such as #REF!."""
    for row in table.rows:
        said = "\n".join(row.cells.values())
        if "#" not in said and "Err:" not in said:
            continue  # nearly all, and one look at a row is quicker than one at each cell
        for column, cell in row.cells.items():
            if _FAILED.fullmatch(cell):
                message = f"the cell holds {cell}, which spreadsheets write where a formula failed; it prints as it is"
                problems.append(Problem(table.file, row.line, column, message, note=True))


def copies(table: Table, problems: list[Problem]) -> tuple[int, ...]:
    """Return how many copies of each row exist, 1 where the table has no such column; faults count as 1.

    Allowed are whole numbers, 0 or more, also written as 2.0; a blank cell is a fault: nobody can tell 0 from 1.
    """
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
        whole = _WHOLE.fullmatch(cell)
        if whole:
            found.append(int(whole[1]))
            continue
        found.append(1)
        what = f'"{cell}"' if cell else "a blank cell"
        hint = "" if cell else "0 leaves the card out"
        faults.append(Problem(table.file, row.line, COPIES, f"found {what}; allowed: a whole number, 0 or more", hint))
    if len(faults) > 1 and not any(row.cells.get(COPIES, "") for row in table.rows):
        faults = [Problem(table.file, table.line, COPIES, "the column is blank in every row", "write 1 for one each")]
    problems.extend(faults)
    return tuple(found)
