"""What is done with the rows of a table once it is read: joined into pieces, multiplied, left out. Knows no file.

In this order: `grouped` makes one row of several, `made` makes several of one (or all from nothing), `kept` leaves
some out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import product

from pnp.data.frame import When
from pnp.data.prints import SHAPE_COLUMN, Row
from pnp.data.tables import RESERVED, Table, bare
from pnp.errors import Problem
from pnp.values import replace

MOST = 10_000  # rows that made columns may give: a deck of more is a slip of the pen


def grouped(table: Table, by: Sequence[str], languages: Sequence[str], problems: list[Problem]) -> Table:
    """Return the table with consecutive rows of one piece made into one row.

    A row goes on with the piece above it as long as its cells in the columns `by` are blank or the same. Columns of
    the whole piece (`by`, and those the press reads itself) hold one value; of every other column the cells that are
    not blank are joined by line breaks, and "column.1", "column.2" … hold those of the first, second … row.
    """
    own = tuple(column for name in by for column in table.spread(name, languages))
    whole = (*own, *(name for name in (*RESERVED, SHAPE_COLUMN) if name in table.columns and name not in own))
    pieces: list[list[Row]] = []
    for row in table.rows:
        if pieces and all(_cell(row, column) in ("", _one(pieces[-1], column)) for column in own):
            pieces[-1].append(row)
            continue
        blank = next((column for column in table.spread(by[0], languages) if not _cell(row, column)), "")
        if blank:
            above = "no piece above it" if not pieces else "another piece above it"
            message = f"the cell is blank, and there is {above} that the row could go on with"
            problems.append(Problem(table.file, row.line, blank, message))
        pieces.append([row])
    for piece in pieces:
        _check_whole(table, piece, whole, problems)
    lists = tuple(column for column in table.columns if column not in whole)
    most = max(map(len, pieces), default=0)
    added = tuple(numbered(column, number, languages) for column in lists for number in range(1, most + 1))
    return replace(
        table,
        columns=(*table.columns, *added),
        rows=tuple(_joined(piece, whole, lists, most, languages) for piece in pieces),
    )


def numbered(column: str, number: int, languages: Sequence[str]) -> str:
    """Return the name of the column that holds `column` of one row of a piece: "text.2", "text.2.fr"."""
    base = bare(column, languages)
    return f"{base}.{number}{column.removeprefix(base)}"


def made(table: Table, columns: Mapping[str, Sequence[str]]) -> Table:
    """Return the table with each row once for every combination of the values of new columns, the last one fastest."""
    combined = [dict(zip(columns, values, strict=True)) for values in product(*columns.values())]
    rows = tuple(Row(row.line, {**row.cells, **cells}) for row in table.rows for cells in combined)
    return replace(table, columns=(*table.columns, *columns), rows=rows)


def kept(table: Table, when: When, lang: str) -> Table:
    """Return the table with those rows for which `when` holds in `lang`."""
    return replace(table, rows=tuple(row for row in table.rows if when.met(partial(row.cell, lang=lang))))


def _one(piece: Sequence[Row], column: str) -> str:
    """Return what stands in a column of a whole piece: the first cell that is not blank."""
    return next((cell for row in piece if (cell := _cell(row, column))), "")


def _cell(row: Row, column: str) -> str:
    return row.cells.get(column, "")  # a torn row lacks some


def _check_whole(table: Table, piece: Sequence[Row], whole: Sequence[str], problems: list[Problem]) -> None:
    """Tell of rows of a piece that differ where it can have one value only."""
    for column in whole:
        one = _one(piece, column)
        for row in piece:
            cell = _cell(row, column)
            if cell not in ("", one):
                message = f'found "{cell}", but the piece that begins in line {piece[0].line} has "{one}"'
                problems.append(Problem(table.file, row.line, column, message, "leave the cell blank"))


def _joined(
    piece: Sequence[Row], whole: Sequence[str], lists: Sequence[str], most: int, languages: Sequence[str]
) -> Row:
    cells = {column: _one(piece, column) for column in whole}
    for column in lists:
        each = [_cell(row, column) for row in piece]
        cells[column] = "\n".join(filter(None, each))
        for number in range(1, most + 1):
            cells[numbered(column, number, languages)] = each[number - 1] if number <= len(each) else ""
    return Row(piece[0].line, cells)
