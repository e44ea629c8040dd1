"""Tables from XLSX and ODS: cells as text, rows by their numbers, sheets by name, formulas that failed."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.data import workbooks
from pnp.data.tables import Table
from pnp.errors import Problem
from tests.small_folder import GAME, Changes, game, problems
from tests.workbooks import Cell, Failed, Raw, Sheets, Shown, ods, xlsx

BOTH = pytest.mark.parametrize("write", [xlsx, ods])
Writer = Callable[[Sheets], bytes]


def read(data: bytes, sheet: str = "") -> tuple[Table, list[str]]:
    told: list[Problem] = []
    table = workbooks.read(data, sheet, "t", told)
    assert isinstance(table, Table)
    return table, [str(problem) for problem in told]


def cells(data: bytes) -> list[dict[str, str]]:
    table, told = read(data)
    assert told == []
    return [dict(row.cells) for row in table.rows]


def in_folder(data: bytes, table: str = "cards.xlsx", **more: str) -> Changes:
    name = table.partition("#")[0]
    return {"game.toml": GAME.replace('"cards.csv"', f'"{table}"'), name: data, "cards.csv": None, **more}


@BOTH
def test_numbers_dates_and_answers_are_text_as_people_write_it(write: Writer) -> None:
    row: list[Cell] = [
        2.0,
        0.5,
        0.30000000000000004,
        -1.10,
        True,
        False,
        Shown(45000, "date", "2023-03-15"),
        Shown(45000.5, "moment", "2023-03-15T12:00:00"),
        Shown(0.5, "time", "PT12H00M00S"),
        Shown(0.25, "percent"),
        1e21,
        "007",
        None,
    ]
    names = [f"c{number}" for number in range(len(row))]
    expected = ["2", "0.5", "0.3", "-1.1", "true", "false", "2023-03-15", "2023-03-15T12:00:00", "12:00:00", "0.25"]
    expected += ["1" + "0" * 21, "007", ""]
    assert cells(write({"One": [names, row]})) == [dict(zip(names, expected, strict=True))]


def test_hours_beyond_a_day_are_hours() -> None:
    assert cells(xlsx({"One": [["a"], [Shown(1.5, "hours")]]})) == [{"a": "36:00:00"}]


@BOTH
def test_rows_are_told_by_their_numbers_and_blank_ones_are_skipped(write: Writer) -> None:
    table, _ = read(write({"One": [[], ["name", "text"], [], [], ["A", " x "], ["", ""], ["B", None]]}))
    assert (table.line, table.columns) == (2, ("name", "text"))
    assert [(row.line, dict(row.cells)) for row in table.rows] == [
        (5, {"name": "A", "text": "x"}),
        (7, {"name": "B", "text": ""}),
    ]


@BOTH
def test_line_breaks_in_a_cell_stay(write: Writer) -> None:
    assert cells(write({"One": [["a"], ["one\ntwo"]]})) == [{"a": "one\ntwo"}]


@BOTH
def test_columns_without_name_and_cells_are_nothing_and_others_are_told(write: Writer) -> None:
    assert cells(write({"One": [["", "a", "", "b"], ["", "1", "", "2"]]})) == [{"a": "1", "b": "2"}]
    _, told = read(write({"One": [["a", "", "a"], ["1", "", "2"], ["1", "x", "2"]]}))
    assert told == [
        "t:1: column B has no name, but B3 is not blank",
        "t:1: a: column C has the same name as column A",
    ]


@BOTH
def test_a_formula_that_failed_is_told_with_its_cell(write: Writer) -> None:
    _, told = read(write({"Other": [["a"]], "One": [["a", "b"], [], ["x", Failed("#REF!")]]}), "One")
    assert told == ["t:3: B3: the formula failed: #REF! (mend the formula, or type the value in its place)"]


def test_a_formula_that_was_never_computed_is_told() -> None:
    rows = ['<c r="@"><f>1+1</f></c>', '<c r="@" t="str"><f>1</f><v/></c>', '<c r="@"><f>1/0</f><v></v></c>']
    rows += ['<c r="@"><f>1/0</f><v /></c>', '<c r="@"><f>1+1</f><v>2</v></c>']
    _, told = read(xlsx({"One": [["a"], *([Raw(row)] for row in rows)]}))
    words = "the formula has no result in the file (open the file in a spreadsheet and save it again)"
    assert told == [f"t:{row}: A{row}: {words}" for row in (2, 4, 5)]


@BOTH
def test_a_title_above_the_names_of_columns_is_told_once_and_read_over(write: Writer) -> None:
    table, told = read(write({"One": [["My cards", "", ""], ["a", "b", "c"], ["1", "2", "3"]]}))
    assert told == ['t:1: the first row must be the column names; found a single cell "My cards" (delete this row)']
    assert (table.columns, [dict(row.cells) for row in table.rows]) == (
        ("a", "b", "c"),
        [{"a": "1", "b": "2", "c": "3"}],
    )


def test_a_line_break_that_the_reader_of_ods_would_lose_is_told() -> None:
    cell = '<table:table-cell office:value-type="string"><text:p>a<text:line-break/>b</text:p></table:table-cell>'
    _, told = read(ods({"One": [["a", "b"], [None, Raw(cell)]]}))
    assert told == [
        "t:2: B2: the line break in this cell would be lost (press Enter anew there, or save as XLSX or CSV)"
    ]


def test_the_first_sheet_that_can_be_seen_is_read() -> None:
    data = xlsx({"Notes": [["x"], ["1"]], "Cards": [["a"], ["2"]]}, hidden=["Notes"])
    assert (cells(data), read(data, "Notes")[0].columns) == ([{"a": "2"}], ("x",))


@pytest.mark.parametrize(("column", "name"), [(0, "A"), (25, "Z"), (26, "AA"), (701, "ZZ"), (702, "AAA")])
def test_columns_are_called_as_in_spreadsheets(column: int, name: str) -> None:
    assert workbooks.letters(column) == name


@pytest.mark.parametrize(
    ("value", "expected"),
    [(0.0, "0"), (-0.0, "0"), (-3.0, "-3"), (1e-7, "0.0000001"), (1234567.875, "1234567.875"), (-2.5e-3, "-0.0025")],
)
def test_numbers_never_have_an_exponent(value: float, expected: str) -> None:
    assert workbooks.number(value) == expected


@given(st.floats(allow_nan=False, allow_infinity=False, min_value=-1e300, max_value=1e300))
def test_a_number_is_the_same_to_fifteen_digits(value: float) -> None:
    written = workbooks.number(value)
    assert float(written) == float(f"{value:.15g}") or float(written) == value
    assert set(written) <= set("-.0123456789")


WORDS = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), max_size=8).map(str.strip)


@BOTH
@given(rows=st.lists(st.lists(WORDS, min_size=3, max_size=3).filter(any), max_size=4))
def test_what_is_written_is_what_is_read(write: Writer, rows: list[list[str]]) -> None:
    assert [list(row.values()) for row in cells(write({"One": [["a", "b", "c"], *rows]}))] == rows


@pytest.mark.parametrize(("name", "write"), [("cards.xlsx", xlsx), ("cards.ods", ods), ("cards.ods#Herd", ods)])
def test_a_deck_comes_from_a_workbook(tmp_path: Path, name: str, write: Writer) -> None:
    sheet: list[list[Cell]] = [["title", "copies"], ["Ferry", 2], ["Mill", 1.0]]
    (deck,) = game(tmp_path, in_folder(write({"Herd": sheet, "Rest": []}), name)).decks
    assert deck.table == f"g/{name}"
    assert [(card.row.cells["title"], card.copies, card.row.line) for card in deck.cards] == [
        ("Ferry", 2, 2),
        ("Mill", 1, 3),
    ]


@pytest.mark.parametrize(
    ("table", "data", "expected"),
    [
        (
            "cards.xlsx#Bull",
            xlsx({"Bulls": [["title"], ["A"]], "Oxen": []}),
            'decks[cards].table: cards.xlsx: the file has no sheet "Bull" (did you mean "Bulls"?)',
        ),
        (
            "cards.xlsx",
            b"title\nA\n",
            "decks[cards].table: cards.xlsx: the file cannot be read as a workbook: Cannot detect file format "
            "(open it in a spreadsheet and save it again)",
        ),
        (
            "cards.xls",
            b"",
            'decks[cards].table: there is no table "cards.xls" in the game\'s folder '
            "(a table is a file that ends in .csv, .xlsx, .ods, .json)",
        ),
    ],
)
def test_a_workbook_that_gives_no_table_is_told_where_it_is_named(
    tmp_path: Path, table: str, data: bytes, expected: str
) -> None:
    assert problems(tmp_path, in_folder(data, table)) == [f"g/game.toml:19: {expected}"]


def test_faults_in_a_sheet_are_told_with_its_name_and_row(tmp_path: Path) -> None:
    data = xlsx({"Notes": [], "Bulls": [["title", "copies"], [], ["A", 2.5], ["B", "two"]]})
    assert problems(tmp_path, in_folder(data, "cards.xlsx#Bulls")) == [
        'g/cards.xlsx#Bulls:3: copies: found "2.5"; allowed: a whole number, 0 or more',
        'g/cards.xlsx#Bulls:4: copies: found "two"; allowed: a whole number, 0 or more',
    ]


def test_an_empty_sheet_has_no_cards(tmp_path: Path) -> None:
    assert problems(tmp_path, in_folder(xlsx({"One": [["title"], ["A"]], "Two": []}), "cards.xlsx#Two")) == [
        'g/cards.xlsx#Two: there are no cards for the deck "cards": the sheet is empty'
    ]


def test_without_the_package_one_sentence_says_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "python_calamine", None)
    assert problems(tmp_path, in_folder(xlsx({"One": [["title"], ["A"]]}))) == [
        "g/game.toml:19: decks[cards].table: cards.xlsx: XLSX and ODS files are read with the package python-calamine "
        '(pip install ".[tables]" in the folder of Bullpen, or pip install python-calamine)'
    ]
