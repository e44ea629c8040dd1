"""Rows that are joined, made and left out: `group`, `make` and `only` of decks, tokens, standees and sheets."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.data import rows, separated
from pnp.data.load.making import run
from pnp.data.prints import Deck, Row, Sheet, Standees
from pnp.data.tables import Table
from pnp.errors import Problem
from tests.small_folder import FRAMES, GAME, Changes, game, problems

EFFECTS = 'title,copies,cost,effect\nFerry,2,3,Draw a card.\n,,,Move one space.\nMill,1,2,"Gain a coin."\n'


def table(text: str) -> Table:
    told: list[Problem] = []
    found = separated.read(text, "t.csv", told)
    assert told == []
    return found


def grouped(text: str, *by: str, languages: tuple[str, ...] = ("en",)) -> tuple[list[dict[str, str]], list[str]]:
    told: list[Problem] = []
    found = rows.grouped(table(text), by, languages, told)
    assert all(set(row.cells) == set(found.columns) for row in found.rows)
    return [dict(row.cells) for row in found.rows], [str(problem) for problem in told]


def deck(keys: str, **files: str | None) -> Changes:
    """The small game with further keys in its deck."""
    return {"game.toml": f"{GAME}{keys}\n", **files}


def made(folder: Path, keys: str, column: str) -> list[str]:
    """Return the cells of each card of a deck without a table, whose slot shows `column`."""
    changes = deck(keys, **{"frames.toml": FRAMES.replace('"title"', f'"{column}"')})
    changes["game.toml"] = str(changes["game.toml"]).replace('table = "cards.csv"\n', "")
    return [" ".join(card.row.cells.values()) for card in game(folder, changes).decks[0].cards]


def test_rows_below_a_piece_go_on_with_it() -> None:
    found, told = grouped(EFFECTS, "title")
    assert told == []
    assert found == [
        {
            "title": "Ferry",
            "copies": "2",
            "cost": "3",
            "cost.1": "3",
            "cost.2": "",
            "effect": "Draw a card.\nMove one space.",
            "effect.1": "Draw a card.",
            "effect.2": "Move one space.",
        },
        {
            "title": "Mill",
            "copies": "1",
            "cost": "2",
            "cost.1": "2",
            "cost.2": "",
            "effect": "Gain a coin.",
            "effect.1": "Gain a coin.",
            "effect.2": "",
        },
    ]


def test_equal_cells_of_a_list_are_all_there_and_those_of_the_whole_piece_once() -> None:
    found, told = grouped("title,cost,pay\nWell,2,wood\nWell,2,wood\nWell,2,\nWell,3,stone\n", "title", "cost")
    assert told == []
    assert [(row["title"], row["cost"], row["pay"], row["pay.3"]) for row in found] == [
        ("Well", "2", "wood\nwood", ""),
        ("Well", "3", "stone", ""),
    ]


def test_a_numbered_cell_is_that_of_its_row_also_after_a_blank_one() -> None:
    found, _ = grouped("title,icon,effect\nA,,one\n,boat,two\n", "title")
    assert [(row["icon"], row["icon.1"], row["icon.2"]) for row in found] == [("boat", "", "boat")]


def test_columns_of_languages_are_grouped_and_numbered_in_each() -> None:
    text = "title.en,title.fr,text.en,text.fr\nMill,Moulin,one,un\n,,two,deux\n"
    found, _ = grouped(text, "title", languages=("en", "fr"))
    assert found == [
        {
            "title.en": "Mill",
            "title.fr": "Moulin",
            "text.en": "one\ntwo",
            "text.1.en": "one",
            "text.2.en": "two",
            "text.fr": "un\ndeux",
            "text.1.fr": "un",
            "text.2.fr": "deux",
        }
    ]
    assert Row(1, found[0]).cell("text.2", "fr") == "deux"


@pytest.mark.parametrize(
    ("text", "by", "expected"),
    [
        (
            "title,text\n,one\nA,two\n",
            ["title"],
            ["t.csv:2: title: the cell is blank, and there is no piece above it that the row could go on with"],
        ),
        (
            "title,cost\nA,1\n,2\n",
            ["title", "cost"],
            ["t.csv:3: title: the cell is blank, and there is another piece above it that the row could go on with"],
        ),
        (
            "title,copies\nA,1\nA,2\nA,1\n",
            ["title"],
            ['t.csv:3: copies: found "2", but the piece that begins in line 2 has "1" (leave the cell blank)'],
        ),
    ],
)
def test_rows_that_cannot_be_joined_are_told(text: str, by: list[str], expected: list[str]) -> None:
    assert grouped(text, *by)[1] == expected


def test_a_deck_of_several_rows_a_card_prints_them_and_counts_copies_once(tmp_path: Path) -> None:
    frames = {"frames.toml": FRAMES.replace('"title"', '"effect.2"')}
    (found,) = game(tmp_path, deck('group = "title"', **{"cards.csv": EFFECTS}, **frames)).decks
    assert [(card.row.line, card.copies, card.row.cell("effect.2", "en")) for card in found.cards] == [
        (2, 2, "Move one space."),
        (4, 1, ""),
    ]


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        ("1-4", "1 2 3 4"),
        ("3–1", "3 2 1"),
        ("0-90/30", "0 30 60 90"),
        ("0-95/30", "0 30 60 90"),
        ("9-0/4", "9 5 1"),
        ("-2-1", "-2 -1 0 1"),
        ("-1--3", "-1 -2 -3"),
        ("08-11", "08 09 10 11"),
        ("7-7", "7"),
        ("A-D", "A B C D"),
        ("c-a", "c b a"),
        ("A-c", "A-c"),
        ("sun-moon", "sun-moon"),
        ("1.5-2", "1.5-2"),
    ],
)
def test_a_part_of_a_text_is_a_range_or_a_word(part: str, expected: str) -> None:
    assert " ".join(run(part)) == expected


@given(st.integers(-500, 500), st.integers(-500, 500), st.integers(1, 40))
def test_a_range_begins_at_its_first_number_and_never_goes_beyond_its_last(first: int, last: int, step: int) -> None:
    expected = range(first, last + 1, step) if last >= first else range(first, last - 1, -step)
    assert list(run(f"{first}-{last}/{step}")) == [str(number) for number in expected]


def test_columns_are_combined_and_the_last_one_runs_fastest(tmp_path: Path) -> None:
    found = made(tmp_path, 'make = { suit = ["sun", "moon"], rank = "1-2, J" }', "suit")
    assert found == ["sun 1", "sun 2", "sun J", "moon 1", "moon 2", "moon J"]


def test_made_rows_point_to_the_key_that_makes_them(tmp_path: Path) -> None:
    changes = deck('\n[decks.make]\nsuit = ["a-c", 7]\ncopies = "3"\n')
    changes["game.toml"] = str(changes["game.toml"]).replace('table = "cards.csv"\n', "")
    (found,) = game(tmp_path, {**changes, "frames.toml": FRAMES.replace('"title"', '"suit"')}).decks
    assert (found.table, found.columns) == ("g/game.toml", ("suit", "copies"))
    assert [(card.row.line, card.row.cells["suit"], card.copies) for card in found.cards] == [
        (21, "a-c", 3),
        (21, "7", 3),
    ]


def test_each_row_of_a_table_is_made_for_every_combination(tmp_path: Path) -> None:
    (found,) = game(tmp_path, deck('make = { rank = "1-2" }')).decks
    assert [(card.row.line, card.row.cells["title"], card.row.cells["rank"]) for card in found.cards] == [
        (2, "Ferry", "1"),
        (2, "Ferry", "2"),
        (3, "Mill", "1"),
        (3, "Mill", "2"),
    ]


def test_only_keeps_the_rows_that_it_names_of_all_that_were_made(tmp_path: Path) -> None:
    keys = 'make = { rank = "1-3" }\nonly = ["title=Mill", "rank!=2", "rank"]'
    (found,) = game(tmp_path, deck(keys)).decks
    assert [(card.row.cells["title"], card.row.cells["rank"]) for card in found.cards] == [("Mill", "1"), ("Mill", "3")]


def test_every_row_whose_frame_is_missing_is_told_however_many_are_sound(tmp_path: Path) -> None:
    cells = "title,copies,frame\nA,1,card\nB,1,crad\nC,1,card\nD,1,crad\nE,1,\n"
    changes: Changes = {"cards.csv": cells}
    told = problems(tmp_path, changes)
    assert [line.partition(":")[2].partition(":")[0] for line in told] == ["3", "5"]
    assert all('"crad" is not a frame' in line for line in told)


def test_two_decks_share_a_table_by_their_rows(tmp_path: Path) -> None:
    second = GAME[GAME.index("[[decks]]") :].replace('"cards"', '"others"')
    found = game(tmp_path, deck(f'only = "picture"\n\n{second}only = "!picture"')).decks
    assert [[card.row.cells["title"] for card in each.cards] for each in found] == [["Ferry"], ["Mill"]]


def test_tokens_standees_and_sheets_have_rows_too(tmp_path: Path) -> None:
    keys = 'title = "T"\nframe = "card"\nsize = "63x88mm"\n'
    more = f'[[tokens]]\nid = "t"\n{keys}make = {{ title = "1-3" }}\nonly = "title!=2"\n\n'
    more += f'[[standees]]\nid = "s"\n{keys}table = "cards.csv"\ngroup = "title"\n\n'
    more += f'[[sheets]]\nid = "w"\n{keys}make = {{ title = ["A", "B"] }}\n'
    found = {each.id: each for each in game(tmp_path, deck(f"\n{more}")).prints}
    titles = {}
    for id_ in ("t", "s", "w"):
        each = found[id_]
        assert isinstance(each, Deck | Standees | Sheet)
        titles[id_] = [card.row.cells["title"] for card in each.cards]
    assert titles == {"t": ["1", "3"], "s": ["Ferry", "Mill"], "w": ["A", "B"]}


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ('only = "titel=Mill"', 'decks[cards].only: "titel" is not a column of cards.csv (did you mean "title"?)'),
        ('only = "title=Mil"', 'decks[cards].only: no row is left (did you mean "Mill"?)'),
        ('only = "title=Zoo"', "decks[cards].only: no row is left (title holds Ferry, Mill)"),
        ('only = ["picture", "!picture"]', "decks[cards].only: no row is left"),
        ('group = "name"', 'decks[cards].group: "name" is not a column of cards.csv (the columns are title, picture)'),
        ("group = 1", 'decks[cards].group: found 1; allowed: the name of a column such as "title", or a list of such'),
        (
            'make = { title = "1-2" }',
            'decks[cards].make.title: the column "title" stands in cards.csv already (give one of them another name)',
        ),
        ('make = { a = "1-200", b = "1-200" }', "decks[cards].make: this makes 80,000 rows; allowed: up to 10,000"),
        (
            'make = { a = "1-99999999999" }',
            'decks[cards].make: a: "1-99999999999" has 99,999,999,999 values; allowed: up to 10,000',
        ),
        ('make = { a = "1-9/0" }', 'decks[cards].make: a: "1-9/0" goes in steps of 0 (write "1-9" for steps of 1)'),
        (
            'make = { a = "1-3, 2" }',
            "decks[cards].make: a: 2 stands twice (copies of a piece are counted in a column copies)",
        ),
        (
            'make = { a = "1,,2" }',
            'decks[cards].make: a: a value is blank (write a list such as ["", "x"] if it is meant to be)',
        ),
        (
            "make = { a = [1.5] }",
            "decks[cards].make: a: found 1.5; allowed: texts in quotes and whole numbers "
            "(write it in quotes, as it shall be printed)",
        ),
        (
            "make = { a = [] }",
            'decks[cards].make: a: found a list; allowed: a range such as "1-13", or a list such as ["sun", "moon"]',
        ),
        (
            'make = { "a.en" = "x" }',
            'decks[cards].make: "a.en" is not a name for a column; allowed: letters, digits, blanks and hyphens',
        ),
        (
            'make = "1-3"',
            'decks[cards].make: found "1-3"; allowed: a table of columns such as '
            '{ suit = ["sun", "moon"], rank = "1-13" }',
        ),
        (
            "make = {}",
            "decks[cards].make: the table is empty; allowed: a table of columns such as "
            '{ suit = ["sun", "moon"], rank = "1-13" }',
        ),
    ],
)
def test_what_gives_no_rows_is_told_at_its_key(tmp_path: Path, keys: str, expected: str) -> None:
    assert problems(tmp_path, deck(keys)) == [f"g/game.toml:21: {expected}"]


def test_rows_without_a_table_are_asked_for_in_words(tmp_path: Path) -> None:
    bare = {"game.toml": GAME.replace('table = "cards.csv"\n', "")}
    blank = {"game.toml": GAME.replace('table = "cards.csv"', 'table = ""')}
    hint = 'write table = "cards.csv", or make = { rank = "1-13" } for rows without a file'
    said = f"decks[cards].table: is missing ({hint})"
    assert [problems(tmp_path, bare), problems(tmp_path, blank)] == [
        [f"g/game.toml:15: {said}"],
        [f"g/game.toml:19: {said}"],
    ]


def test_group_without_a_table_has_nothing_to_join(tmp_path: Path) -> None:
    changes = deck('group = "title"\nmake = { title = "1-2" }')
    changes["game.toml"] = str(changes["game.toml"]).replace('table = "cards.csv"\n', "")
    assert problems(tmp_path, changes) == [
        "g/game.toml:20: decks[cards].group: there is no table whose rows could be joined"
    ]
    sheet = '\n[[sheets]]\nid = "w"\ntitle = "W"\nframe = "card"\nsize = "63x88mm"\nonly = "title"\n'
    assert "g/game.toml:27: sheets[w].only: the sheet has no table, and so no rows" in problems(tmp_path, deck(sheet))


def test_numbered_cells_that_clash_with_a_column_are_told(tmp_path: Path) -> None:
    files = {"cards.csv": "title,text,text.1\nA,x,y\n"}
    assert problems(tmp_path, deck('group = "title"', **files)) == [
        "g/game.toml:21: decks[cards].group: text.1 would be the numbered cells of a group, and cards.csv has such a "
        "column (give that column another name)"
    ]


def test_a_column_that_nobody_makes_is_told_where_the_slot_asks(tmp_path: Path) -> None:
    changes = deck('make = { rank = "1-3" }')
    changes["game.toml"] = str(changes["game.toml"]).replace('table = "cards.csv"\n', "")
    assert problems(tmp_path, changes) == [
        'g/frames.toml:3: card.slots.title.column: "title" is not a column that make makes (the columns are rank)'
    ]


def test_a_pile_takes_all_conditions_of_a_list_at_their_word(tmp_path: Path) -> None:
    pile = '\n[[piles]]\nid = "p"\ntitle = "P"\ndeck = "cards"\nonly = ["suit=sun", "rank!=2"]\n'
    (found,) = game(tmp_path, deck(f'make = {{ suit = ["sun", "moon"], rank = "1-3" }}\n{pile}')).piles
    assert found.cards == (1, 3, 7, 9)
