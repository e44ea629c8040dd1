"""Tables from the sheets of XLSX and ODS workbooks. One of the readers in front of the pipeline; knows no frame.

A cell is what the sheet holds, not how it shows it, as text: 2 and not 2.0, dates and times as ISO 8601 writes them,
true and false. Rows are told by the numbers that stand beside them in the sheet. Calamine reads the cells; formulas
that failed are blank to it, so `pnp.data.failed` looks for them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any

from pnp.data import cell_boards, failed
from pnp.data.plain_text import breaks
from pnp.data.prints import Row
from pnp.data.tables import Table, untitled
from pnp.errors import Problem
from pnp.near import listed, meant

if TYPE_CHECKING:
    from python_calamine import CalamineWorkbook

EXTRA = "tables"
Told = tuple[str, str]


def read(data: bytes, sheet: str, file: str, problems: list[Problem]) -> Table | Told:
    """Read a sheet of a workbook, the first visible one unless `sheet` names it.

    What is wrong in the sheet is added to `problems`. Returned instead of a table: why there is none, and a hint.
    """
    try:
        from python_calamine import CalamineError, CalamineWorkbook, PasswordError
    except ImportError:
        how = f'pip install ".[{EXTRA}]" in the folder of Bullpen, or pip install python-calamine'
        return "XLSX and ODS files are read with the package python-calamine", how
    try:
        book = CalamineWorkbook.from_filelike(BytesIO(data))
        name = sheet or _first(book)
        if name not in book.sheet_names:
            why = f'the file has no sheet "{name}"' if name else "the file has no sheet that can be seen"
            return why, meant(name, book.sheet_names) or f"its sheets are {listed(book.sheet_names)}"
        cells = book.get_sheet_by_name(name).to_python(skip_empty_area=False)
    except PasswordError:
        return "the file is locked with a password", "save it without"
    except CalamineError as error:
        return f"the file cannot be read as a workbook: {error}", "open it in a spreadsheet and save it again"
    for (row, column), (found, hint) in failed.cells(data, name).items():
        problems.append(Problem(file, row + 1, f"{letters(column)}{row + 1}", found, hint))
    return _table(cells, file, problems)


def letters(column: int) -> str:
    """Return what spreadsheets call the column with this number, counted from 0: A, B … Z, AA."""
    return cell_boards.letters(column + 1)


def words(value: Any) -> str:
    """Return the text of a cell, trimmed, with line breaks of one kind."""
    match value:
        case bool():
            return "true" if value else "false"
        case float() | int():
            return number(value)
        case str():
            return breaks(value).strip()
        case _ if hasattr(value, "isoformat"):
            return str(value.isoformat())
        case _:
            return _duration(value.total_seconds())


def number(value: float) -> str:
    """Return a number as a spreadsheet shows it: 15 digits at most, none that mean nothing, never an exponent."""
    if value == int(value) and abs(value) < 1e15:
        return str(int(value))
    digits, _, power = f"{value:.14e}".partition("e")
    whole, _, part = digits.lstrip("-").partition(".")
    places = (whole + part).rstrip("0")
    point = int(power) + 1
    sign = "-" if value < 0 else ""
    if point <= 0:
        return f"{sign}0.{'0' * -point}{places}"
    return f"{sign}{places[:point].ljust(point, '0')}" + (f".{places[point:]}" if places[point:] else "")


def _duration(seconds: float) -> str:
    """Return a time that may go beyond a day as hours, minutes and seconds: 36:00:00."""
    minutes, rest = divmod(round(abs(seconds)), 60)
    return f"{'-' if seconds < 0 else ''}{minutes // 60:02}:{minutes % 60:02}:{rest:02}"


def _first(book: CalamineWorkbook) -> str:
    """Return the name of the first sheet that can be seen, "" when there is none."""
    from python_calamine import SheetTypeEnum, SheetVisibleEnum

    cells, seen = SheetTypeEnum.WorkSheet, SheetVisibleEnum.Visible
    return next((one.name for one in book.sheets_metadata if one.typ == cells and one.visible == seen), "")


def _table(values: Sequence[Sequence[object]], file: str, problems: list[Problem]) -> Table:
    """Make a table: the first row that is not blank names the columns, those without name and cells are left out."""
    filled = list(_filled(values))
    if not filled:
        return Table(file, 0, (), ())
    (line, header), *rest = filled[untitled(filled, file, problems) :]
    names: dict[int, str] = {}
    for at, name in enumerate(header):
        if name in names.values():
            first = next(letters(column) for column, other in names.items() if other == name)
            message = f"column {letters(at)} has the same name as column {first}"
            problems.append(Problem(file, line, name, message))
        elif name:
            names[at] = name
        elif beside := next((number for number, cells in rest if cells[at]), 0):
            message = f"column {letters(at)} has no name, but {letters(at)}{beside} is not blank"
            problems.append(Problem(file, line, "", message))
    rows = tuple(Row(number, {name: cells[at] for at, name in names.items()}) for number, cells in rest)
    return Table(file, line, tuple(names.values()), rows)


def _filled(values: Sequence[Sequence[object]]) -> Iterator[tuple[int, list[str]]]:
    """Give each row that is not blank with its number."""
    for line, row in enumerate(values, 1):
        cells = [words(value) for value in row]
        if any(cells):
            yield line, cells
