"""Tables from JSON: numbers as written, languages as objects, faults with their lines."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.data import objects
from pnp.data.tables import Table
from pnp.errors import Problem
from tests.small_folder import FRAMES, GAME, Changes, game, problems

LOOKS = '(a table looks like [{"title": "A", "copies": 2}, {"title": "B", "copies": 1}])'


def read(text: str) -> tuple[Table, list[str]]:
    told: list[Problem] = []
    return objects.read(text, "t.json", told) or Table("t.json", 0, (), ()), [str(problem) for problem in told]


def in_folder(text: str, **more: str) -> Changes:
    return {"game.toml": GAME.replace("cards.csv", "cards.json"), "cards.json": text, "cards.csv": None, **more}


def test_values_are_text_and_numbers_stay_as_they_are_written() -> None:
    table, told = read('[{"a": 1.10, "b": 1e3, "c": true, "d": null, "e": " x\\r\\ny ", "f": -0, "g": "{50 %}\\\\n"}]')
    assert told == []
    assert [dict(row.cells) for row in table.rows] == [
        {"a": "1.10", "b": "1e3", "c": "true", "d": "", "e": "x\ny", "f": "-0", "g": "{50 %}\\n"}
    ]


def test_a_row_remembers_the_line_it_starts_on_and_blank_ones_are_skipped() -> None:
    table, told = read('\n[\n  {"a": 1},\n  {}, {"a": null},\n  {\n    "b": 2\n  }\n]\n')
    assert (told, table.columns) == ([], ("a", "b"))
    assert [(row.line, dict(row.cells)) for row in table.rows] == [(3, {"a": "1", "b": ""}), (5, {"a": "", "b": "2"})]


def test_an_object_in_a_row_holds_a_column_for_each_language() -> None:
    table, told = read('[{"title": {"en": "Breeze", "fr": "Brise"}, "force": 1}]')
    assert (told, table.columns) == ([], ("title.en", "title.fr", "force"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{}", [f"t.json:1: this is not a table in JSON: it begins with no list {LOOKS}"]),
        ('[{"a":1}\n{"a":2}]', [f"t.json:2: this is not a table in JSON: between two rows must be a comma {LOOKS}"]),
        ('[{"a":1},\n]', [f"t.json:2: this is not a table in JSON: a comma must not stand after the last row {LOOKS}"]),
        ('[\n{"a":1', [f"t.json:2: this is not a table in JSON: it ends in the middle of a row {LOOKS}"]),
        ('[{"a":1}', [f"t.json:1: this is not a table in JSON: the list does not end with ] {LOOKS}"]),
        ('[\n{"a": NaN}]', [f"t.json:2: this is not a table in JSON: NaN is not a number {LOOKS}"]),
        ("[\n{a: 1}]", [f"t.json:2: this is not a table in JSON: a key in double quotes is missing {LOOKS}"]),
        (
            '[{"a": 1}] x',
            [f"t.json:1: this is not a table in JSON: something stands after the end of the list {LOOKS}"],
        ),
        (
            "[1, null]",
            [
                't.json:1: row 1 of the list is "1"; allowed: an object with a value for each column',
                "t.json:1: row 2 of the list is null; allowed: an object with a value for each column",
            ],
        ),
        ('[{"a": 1,\n"a": 2}]', ["t.json:1: a: the key stands twice in the row"]),
        ('[{"": 1}]', ["t.json:1: a key of the row is blank"]),
        ('[{"a": "\\ud83d"}]', ["t.json:1: a: a \\u escape here stands for no sign that can be printed"]),
        (
            '[{"a": [1]}]',
            [
                "t.json:1: a: found a list; allowed: a text, a number, true, false or null "
                "(write a row for each and join them with group)"
            ],
        ),
        ("[" * 100_000, ["t.json: lists or objects are nested too deeply"]),
    ],
)
def test_what_is_no_table_is_told_with_its_line(text: str, expected: list[str]) -> None:
    assert read(text)[1] == expected


def test_a_deck_comes_from_json_with_its_copies(tmp_path: Path) -> None:
    (deck,) = game(tmp_path, in_folder('[{"title": "Ferry", "copies": 2.0},\n {"title": "Mill", "copies": 0}]')).decks
    assert [(card.row.cells["title"], card.copies, card.row.line) for card in deck.cards] == [("Ferry", 2, 1)]


@pytest.mark.parametrize(
    ("text", "reason"), [("", "the file is empty"), ("[]", "the table has no rows"), ("[{}]", "the table has no rows")]
)
def test_json_without_rows_has_no_cards(tmp_path: Path, text: str, reason: str) -> None:
    changes = in_folder(text, **{"frames.toml": FRAMES.replace('column = "title"', 'text = "A"')})
    assert problems(tmp_path, changes) == [f'g/cards.json: there are no cards for the deck "cards": {reason}']


VALUES = st.none() | st.booleans() | st.integers() | st.text(st.characters(codec="utf-8", exclude_characters="\0"))


@given(st.lists(st.fixed_dictionaries({"a": VALUES, "b": VALUES}), max_size=5))
def test_what_a_program_writes_is_what_is_read(rows: list[dict[str, object]]) -> None:
    def text(value: object) -> str:
        known = {None: "", True: "true", False: "false"}
        plain = known[value] if value is None or isinstance(value, bool) else str(value)
        return plain.replace("\r\n", "\n").replace("\r", "\n").strip()

    expected = [{key: text(value) for key, value in row.items()} for row in rows]
    for indent in (None, 1):
        table, told = read(json.dumps(rows, indent=indent))
        assert told == []
        assert [dict(row.cells) for row in table.rows] == [row for row in expected if any(row.values())]
