"""Tables in slots: columns, rows, one size for all languages, and what is told when they have no room."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pnp.data.frame_slots import Width
from pnp.data.prints import Row
from pnp.errors import Problem
from pnp.pieces.context import start
from pnp.pieces.slots import draw
from tests import small_game as small
from tests.small_slots import TABLE, drawn, places, texts, words

PRICES = "Goods | Cost\nRope | 2\nLantern | 12"


def test_a_table_has_its_cells_in_columns_and_its_rows_below_each_other() -> None:
    found = drawn(replace(TABLE, header_fill=None, widths=(30.0, 20.0), aligns=("left", "right")), prices=PRICES)
    assert words(found) == ["Goods", "Cost", "Rope", "2", "Lantern", "12"]
    by_word = {word: (x, y) for word, x, y in found[0]}
    assert {by_word[word][0] for word in ("Goods", "Rope", "Lantern")} == {1.0}
    assert by_word["Goods"][1] < by_word["Rope"][1] < by_word["Lantern"][1]
    assert by_word["Rope"][1] == by_word["2"][1]
    assert 46 < by_word["12"][0] < by_word["2"][0] < 49


@pytest.mark.parametrize(
    ("widths", "second"),
    [((30.0, 20.0), 31.0), ((30.0, "auto"), 31.0), (("share", 10.0), 41.0), (("share", "share"), 26.0)],
)
def test_widths_are_lengths_words_or_shares(widths: tuple[Width, ...], second: float) -> None:
    found, _ = drawn(replace(TABLE, widths=widths), prices=PRICES)
    assert {x for word, x, _ in found if word in ("Cost", "2", "12")} == {second}


def test_the_widest_column_is_wrapped_first_and_no_word_is_broken() -> None:
    text = "Name | What it does\nRope | lets you climb down any wall of the old town, once a day"
    found = words(drawn(replace(TABLE, place=small.place(0, 0, 34, 30)), prices=text))
    assert found[:3] == ["Name", "What it does", "Rope"]
    assert " ".join(found[3:]) == "lets you climb down any wall of the old town, once a day"
    assert len(found[3:]) > 2


def test_a_table_is_set_smaller_until_it_fits_in_every_language() -> None:
    def sizes(place: float, **cells: str) -> set[float]:
        told: list[Problem] = []
        ctx = start(small.game(languages=("en", "fr")), "en", told)
        slot = replace(TABLE, place=small.place(0, 0, 50, place))
        group = draw(small.frame(slot), Row(2, cells), ctx)
        assert told == []
        return {round(shape.size * 72 / 25.4, 2) for shape in texts(group)}

    short = {"prices.en": PRICES, "prices.fr": PRICES}
    long = {"prices.en": PRICES, "prices.fr": f"{PRICES}\nTente | 1"}
    assert sizes(13, **short) == {8.0}
    (smaller,) = sizes(15.5, **long)
    assert 6.5 < smaller < 8.0


def test_a_table_without_room_is_told_in_millimetres() -> None:
    _, told = drawn(replace(TABLE, place=small.place(0, 0, 50, 9)), prices=PRICES)
    assert told == ['card 1, slot "prices": the table needs 10.7 mm of 9.0 mm height at 6.5 pt']
    _, told = drawn(replace(TABLE, widths=(40.0, 15.0)), prices=PRICES)
    assert told == ['card 1, slot "prices": the table needs 55.0 mm of 50.0 mm width at 6.5 pt']


def test_head_zebra_and_lines_lie_where_rows_are() -> None:
    slot = replace(TABLE, row_height=5.0, zebra="#eeeeee", lines="rows")
    found = drawn(slot, prices=f"{PRICES}\nTent | 9")
    assert (places(found, "#dddddd"), places(found, "#eeeeee")) == ([(0, 0)], [(0, 10)])
    assert places(found, "line") == [(0, 5), (0, 10), (0, 15)]
    grid = drawn(replace(slot, lines="grid"), prices="a | b\nc | d")
    assert [y for x, y in places(grid, "line") if x == 0] == [0, 5, 10, 0]
    assert len(places(grid, "line")) == 6


def test_a_blank_table_draws_nothing() -> None:
    assert drawn(TABLE, prices="") == ([], [])


def test_a_word_wider_than_its_column_is_broken_and_noted() -> None:
    found, told = drawn(replace(TABLE, widths=(10.0, 40.0)), prices="Incomprehensible | 2")
    assert [word for word, *_ in found] == ["#dddddd", "Incompre", "hensible", "2"]
    message = '"Incomprehensible" has a word that is wider than its room; at 6.5 pt it is broken'
    assert told == [f'card 1, slot "prices": {message}']


def test_a_table_that_is_read_from_the_right_has_its_first_column_there() -> None:
    fonts = f"{small.FAMILY}, Noto Sans Arabic"
    slot = replace(TABLE, family=fonts, header=0, widths=(30.0, 20.0), aligns=("left", "right"))
    found, told = drawn(slot, prices="حبل | 2\nثوب | 12")
    at = {word: x for word, x, _ in found}
    assert told == []
    assert [word for word, *_ in found if word in ("حبل", "2", "ثوب", "12")] == ["حبل", "2", "ثوب", "12"]
    assert at["2"] == at["12"] == 1.0
    assert 40 < at["حبل"] < 49
    assert 40 < at["ثوب"] < 49
