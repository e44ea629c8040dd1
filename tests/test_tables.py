"""CSV as people's spreadsheets write it: separators, quotes, line breaks, blanks, and mistakes that must be told."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.data import separated, tables
from pnp.data.prints import Row
from pnp.data.tables import Table
from pnp.errors import Problem


def read(text: str) -> tuple[Table, list[str]]:
    problems: list[Problem] = []
    table = separated.read(text, "t.csv", problems)
    return table, [str(problem) for problem in problems]


def cells(text: str) -> list[dict[str, str]]:
    table, problems = read(text)
    assert problems == []
    return [dict(row.cells) for row in table.rows]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_the_header_decides_the_separator_whatever_ends_the_lines(separator: str, end: str) -> None:
    text = end.join([separator.join(row) for row in (("name", "text"), ("Well", "a,b;c\td".replace(separator, " ")))])
    assert cells(text) == [{"name": "Well", "text": "a,b;c\td".replace(separator, " ")}]


def test_the_separator_is_not_guessed_from_quoted_names() -> None:
    assert cells('"a, b, c";d\n1;2\n') == [{"a, b, c": "1", "d": "2"}]


def test_a_first_line_that_declares_the_separator_is_taken_at_its_word() -> None:
    table, problems = read("sep=;\nname;text\nWell, deep;x\n")
    assert problems == []
    assert [(row.line, dict(row.cells)) for row in table.rows] == [(3, {"name": "Well, deep", "text": "x"})]


def test_a_row_remembers_the_line_it_starts_on() -> None:
    table, _ = read('name,text\n\nA,"one\ntwo\r\nthree"\nB,x\n\n\nC,y\n')
    assert [(row.line, row.cells["name"]) for row in table.rows] == [(3, "A"), (6, "B"), (9, "C")]


def test_quoted_line_breaks_are_text_and_come_out_as_one_kind() -> None:
    assert cells('name,text\nA,"one\r\ntwo\rthree"\n') == [{"name": "A", "text": "one\ntwo\nthree"}]


def test_quotes_inside_quotes_are_doubled_and_bare_quotes_inside_a_cell_are_text() -> None:
    assert cells('a,b\n"say ""go""",5" pipe\n') == [{"a": 'say "go"', "b": '5" pipe'}]


def test_blanks_round_a_cell_do_not_count_outside_or_inside_quotes() -> None:
    assert cells('a , b\n x ,  " y "  \n\u00a0,  \n ,z\n') == [{"a": "x", "b": "y"}, {"a": "", "b": "z"}]


def test_cells_are_never_format_strings_and_hashes_are_text() -> None:
    row = "#1,{gold} 50% %(name)s {0.__class__} \\n"
    assert cells(f"a,b\n{row}\n") == [{"a": "#1", "b": "{gold} 50% %(name)s {0.__class__} \\n"}]


def test_an_empty_text_has_no_header_and_no_rows() -> None:
    assert read("\ufeff\r\n  \r\n") == (Table("t.csv", 0, (), ()), [])


def test_blank_columns_at_the_end_are_forgiven() -> None:
    assert cells("a,b,,\n1,2,,\n") == [{"a": "1", "b": "2"}]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            'a,b\nx,"open\ny,z\n',
            [
                't.csv:2: the cell that begins with "open opens a quote that does not close at the end of a cell '
                '(close it with ", and write a quote inside quotes as "")'
            ],
        ),
        (
            'a,b\n"x" y,z\n',
            [
                't.csv:2: the cell that begins with "x" y opens a quote that does not close at the end of a cell '
                '(close it with ", and write a quote inside quotes as "")'
            ],
        ),
        ("a,b\n1,2,3\n", ["t.csv:2: the row has 3 cells, the header names 2 (a cell that holds a comma needs quotes)"]),
        (
            "a;b\n\n1\n",
            [
                "t.csv:3: the row has 1 cell, the header names 2 "
                "(a blank cell still needs its semicolon; a line break inside a cell needs quotes)"
            ],
        ),
        ("a,a\n1,2\n", ["t.csv:1: a: column 2 has the same name as column 1 (the columns are a, a)"]),
        ("a,,b\n1,2,3\n", ["t.csv:1: column 2 has no name"]),
    ],
)
def test_a_torn_table_is_told_with_its_line(text: str, expected: list[str]) -> None:
    assert read(text)[1] == expected


@pytest.mark.parametrize(
    ("text", "counts", "expected"),
    [
        ("name\nA\nB\n", (1, 1), []),
        ("name,copies\nA, 2 \nB,0\n", (2, 0), []),
        ('name,copies\nA,2.0\nB,"3,00"\nC,0.0\n', (2, 3, 0), []),
        (
            "name,copies\nA,2.5\nB,-1\nC,two\nD,2.\n",
            (1, 1, 1, 1),
            [
                't.csv:2: copies: found "2.5"; allowed: a whole number, 0 or more',
                't.csv:3: copies: found "-1"; allowed: a whole number, 0 or more',
                't.csv:4: copies: found "two"; allowed: a whole number, 0 or more',
                't.csv:5: copies: found "2."; allowed: a whole number, 0 or more',
            ],
        ),
        (
            "name,copies\nA,\nB,1\n",
            (1, 1),
            ["t.csv:2: copies: found a blank cell; allowed: a whole number, 0 or more (0 leaves the card out)"],
        ),
        ("name,copies\nA,\nB,\n", (1, 1), ["t.csv:1: copies: the column is blank in every row (write 1 for one each)"]),
        (
            "name,Quantity\nA,2\n",
            (1,),
            [
                't.csv:1: Quantity: the column "Quantity" is not read as a number of copies; it must be called copies '
                '(rename "Quantity" to copies)'
            ],
        ),
        ("name,copies,count\nA,2,9\n", (2,), []),
    ],
)
def test_copies_are_whole_numbers_and_never_guessed(text: str, counts: tuple[int, ...], expected: list[str]) -> None:
    table, _ = read(text)
    problems: list[Problem] = []
    assert (tables.copies(table, problems), [str(problem) for problem in problems]) == (counts, expected)


def test_a_column_of_the_language_is_preferred_to_the_plain_one() -> None:
    table, _ = read("title.fr,title,text.en\na,b,c\n")
    asked = (("title", "fr"), ("title", "en"), ("text", "en"), ("text", "fr"))
    found = [table.column(name, lang) for name, lang in asked]
    assert found == ["title.fr", "title", "text.en", ""]


WORDS = st.text(st.characters(codec="utf-8", exclude_characters="\r\0\ufeff"), max_size=12).map(str.strip)


@given(st.lists(st.lists(WORDS, min_size=3, max_size=3).filter(any), max_size=6), st.sampled_from(",;\t"))
def test_what_a_spreadsheet_writes_is_what_is_read(rows: list[list[str]], separator: str) -> None:
    file = io.StringIO()
    writer = csv.writer(file, delimiter=separator, lineterminator="\n", quoting=csv.QUOTE_ALL)
    writer.writerows([["a", "b", "c"], *rows])
    assert [list(row.values()) for row in cells(file.getvalue())] == rows


PLAIN = st.text(st.characters(codec="utf-8", exclude_characters='\r\n\0\ufeff",;\t'), max_size=12)


@given(
    st.lists(st.tuples(st.lists(PLAIN, max_size=4), st.booleans()), max_size=6), st.sampled_from(("\n", "\r\n", "\r"))
)
def test_quotes_change_nothing_of_a_cell_that_needs_none(rows: list[tuple[list[str], bool]], end: str) -> None:
    bare = end.join(["a,b,c", *(",".join(row) for row, _ in rows)])
    quoted = end.join(["a,b,c", *(",".join(f'"{cell}"' if quote else cell for cell in row) for row, quote in rows)])
    assert read(bare) == read(quoted)


@given(
    st.dictionaries(st.sampled_from(("title", "title.en", "title.fr", "title.de", "text", "text.fr")), st.text()),
    st.sampled_from(("title", "text", "cost")),
    st.sampled_from(("en", "fr", "it")),
)
def test_the_head_of_a_column_is_that_of_the_cell_which_is_read(cells: dict[str, str], column: str, lang: str) -> None:
    row = Row(2, cells)
    assert row.cell(column, lang) == cells.get(row.head(column, lang), "")
    assert Row(3, dict.fromkeys(cells, "")).head(column, lang) == row.head(column, lang)


@pytest.mark.parametrize(
    "text",
    [
        "My cards,,\na,b,c\n1,2,3\n",
        "My cards\na;b;c\n1;2;3\n",
        "My cards\na,b,c\n1,2,3\n",
        "My cards\n\na\tb\tc\n1\t2\t3",
    ],
)
def test_a_title_above_the_header_is_told_once_and_read_over(text: str) -> None:
    problems: list[Problem] = []
    table = separated.read(text, "t.csv", problems)
    assert list(map(str, problems)) == [
        't.csv:1: the first row must be the column names; found a single cell "My cards" (delete this row)'
    ]
    assert (table.columns, [dict(row.cells) for row in table.rows]) == (
        ("a", "b", "c"),
        [{"a": "1", "b": "2", "c": "3"}],
    )
