"""Icons from numbers and cells: what is drawn where, and what is told when a row is wrong or has no room."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from pnp.data import counted
from pnp.data.frame import Align
from pnp.data.frame_slots import Flow, IconsSlot, Standing
from pnp.data.prints import Row
from pnp.errors import Problem
from pnp.pieces.context import start
from pnp.pieces.slots import draw
from tests import small_game as small
from tests.small_folder import SVG, game, problems, with_slot
from tests.small_slots import CELLS, ICONS, drawn, places, texts, words


@pytest.fixture(scope="module")
def art(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Path]:
    folder = tmp_path_factory.mktemp("art")
    for name in ("dot", "ring"):
        (folder / f"{name}.svg").write_text(SVG.replace("<path", f'<path fill="#{"000" if name == "dot" else "333"}"'))
    return {name: folder / f"{name}.svg" for name in ("dot", "ring")}


@pytest.mark.parametrize(
    ("flow", "align", "valign", "expected"),
    [
        ("right", "left", "top", [(2, 3), (7, 3), (12, 3), (17, 3), (2, 8)]),
        ("left", "right", "top", [(18, 3), (13, 3), (8, 3), (3, 3), (18, 8)]),
        ("down", "left", "top", [(2, 3), (2, 8), (2, 13), (2, 18), (7, 3)]),
        ("up", "left", "bottom", [(2, 19), (2, 14), (2, 9), (2, 4), (7, 19)]),
    ],
)
def test_icons_fill_line_after_line(
    flow: Flow, align: Align, valign: Standing, expected: list[tuple[float, float]], art: Mapping[str, Path]
) -> None:
    assert places(drawn(replace(ICONS, flow=flow, align=align, valign=valign), art, life="5")) == expected


@pytest.mark.parametrize(
    ("flow", "expected"),
    [("right", ("left", "top")), ("left", ("right", "top")), ("down", ("left", "top")), ("up", ("left", "bottom"))],
)
def test_icons_stand_where_their_lines_begin_unless_told_otherwise(
    tmp_path: Path, flow: str, expected: tuple[str, str]
) -> None:
    (deck,) = game(
        tmp_path, with_slot(f'kind = "icons"\nart = "boat"\ncount = 1\nwidth = 5\nheight = 5\nflow = "{flow}"')
    ).decks
    slot = deck.cards[0].front.slots[1]
    assert isinstance(slot, IconsSlot)
    assert (slot.align, slot.valign) == expected


def test_lines_of_icons_stand_as_align_and_valign_say(art: Mapping[str, Path]) -> None:
    slot = replace(ICONS, columns=2, align="center", valign="bottom")
    assert places(drawn(slot, art, life="3")) == [(7.5, 14), (12.5, 14), (10, 19)]
    assert places(drawn(replace(slot, align="right", valign="middle"), art, life="1")) == [(18, 11)]


def test_what_is_left_of_the_places_shows_another_picture_or_colour_or_nothing(art: Mapping[str, Path]) -> None:
    row = [(2, 3), (7, 3), (12, 3)]
    ringed, inked = replace(ICONS, empty="ring"), replace(ICONS, empty_color="#cccccc")
    for slot, color in ((ringed, "#333333"), (inked, "#cccccc")):
        found = drawn(slot, art, life="1/3")
        assert (places(found), places(found, color)) == (row[:1], row[1:])
    assert places(drawn(replace(ICONS, of=3), art, life="2")) == row[:2]


def test_a_blank_number_is_none_and_a_fixed_one_is_for_all_rows(art: Mapping[str, Path]) -> None:
    assert places(drawn(ICONS, art, life="")) == []
    fixed = replace(ICONS, count_column="", count=2, color="#123456")
    assert places(drawn(fixed, art), "#123456") == [(2, 3), (7, 3)]


def test_icons_without_room_are_told_in_millimetres(art: Mapping[str, Path]) -> None:
    assert drawn(ICONS, art, life="17") == (
        [],
        ['card 1, slot "life": 17 icons of 4 mm need 19 × 24 mm; the slot has 20 × 20 mm'],
    )


def test_cells_are_numbered_in_rows_columns_or_there_and_back(art: Mapping[str, Path]) -> None:
    order = ["rows", "columns", "snake"]
    centres = {}
    for each in order:
        found, told = drawn(replace(CELLS, order=each), art)  # type: ignore[arg-type]
        assert told == []
        centres[each] = [(int(x // 10), int(y // 10)) for word, x, y in found if not word.startswith("#")]
    assert centres == {
        "rows": [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)],
        "columns": [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)],
        "snake": [(0, 0), (1, 0), (2, 0), (2, 1), (1, 1), (0, 1)],
    }


def test_free_places_counts_and_steps_come_from_slot_and_row(art: Mapping[str, Path]) -> None:
    slot = replace(CELLS, skip=1, count_column="days", first=10, step=-5)
    assert words(drawn(slot, art, days="4")) == ["10", "5", "0", "-5"]
    assert places(drawn(slot, art, days="2"), "#ffffff") == [(10, 0), (20, 0)]
    by_row = replace(CELLS, grid_column="grid", first=None, place=small.place(0, 0, 40, 20))
    assert places(drawn(by_row, art, grid="4x1"), "#ffffff") == [(0, 0), (10, 0), (20, 0), (30, 0)]
    assert drawn(by_row, art, grid="") == ([], [])


def test_marked_cells_go_by_their_numbers_and_are_drawn_last(art: Mapping[str, Path]) -> None:
    slot = replace(CELLS, first=0, marked_column="hits", place=small.place(0, 0, 30, 20))
    found = drawn(slot, art, hits="0, 4-5")
    assert places(found, "#111111") == [(0, 0), (10, 10), (20, 10)]
    assert words(found) == ["0", "1", "2", "3", "4", "5"]
    unnumbered = replace(slot, first=None, marked_column="", marked=(1,))
    assert places(drawn(unnumbered, art), "#111111") == [(0, 0)]


def test_labels_are_fixed_or_of_the_row_and_one_size_in_all_languages(art: Mapping[str, Path]) -> None:
    fixed = replace(CELLS, labels=((("en", "N"),), (), (("en", "S"),)))
    assert words(drawn(fixed, art)) == ["N", "S"]
    slot = replace(CELLS, label_column="names", first=None)
    told: list[Problem] = []
    ctx = start(small.game(languages=("en", "fr")), "en", told)
    cells = {"names.en": "east | west", "names.fr": "levant | crépuscule"}
    group = draw(small.frame(slot), Row(2, cells), ctx)
    sizes = {shape.size for shape in texts(group)}
    assert (len(sizes), told) == (1, [])
    assert sizes < {9.0 * 25.4 / 72} or max(sizes) < 9.0 * 25.4 / 72


def test_a_honeycomb_is_as_large_as_its_slot_allows_and_its_cells_are_regular(art: Mapping[str, Path]) -> None:
    slot = replace(CELLS, shape="hex", first=None, place=small.place(0, 0, 35, 100), valign="top")
    tops = places(drawn(slot, art), "#ffffff")
    assert tops == [(5, 0), (15, 0), (25, 0), (10, 8.66), (20, 8.66), (30, 8.66)]


@pytest.mark.parametrize(
    ("changes", "cells", "told"),
    [
        ({"edge": 12.0}, {}, "3 × 2 cells need 36 × 24 mm; the slot has 30 × 20 mm"),
        ({"gap": 16.0}, {}, "gaps of 16 mm leave no room for 3 × 2 cells"),
        ({"labels": ((("en", "more words than one cell can ever hold"),), (("en", "a"),))}, {}, '"more words'),
    ],
)
def test_cells_and_labels_without_room_are_told(
    changes: dict[str, object], cells: dict[str, str], told: str, art: Mapping[str, Path]
) -> None:
    _, found = drawn(replace(CELLS, **changes), art, **cells)  # type: ignore[arg-type]
    assert [problem.partition('slot "track": ')[2].startswith(told) for problem in found] == [True]


@pytest.mark.parametrize(
    ("cell", "most", "expected"),
    [("3", 0, (3, 3)), ("3", 5, (3, 5)), ("3/4", 5, (3, 4)), ("", 5, (0, 5)), ("", 0, (0, 0))],
)
def test_so_many_of_so_many(cell: str, most: int, expected: tuple[int, int]) -> None:
    assert counted.of(cell, most) == expected


def test_lists_and_lines_are_read_as_people_write_them() -> None:
    assert counted.numbers("1, 3;5-7 2") == (1, 3, 5, 6, 7, 2)
    assert counted.numbers("-2, 0") == (-2, 0)
    assert counted.grid("3 X 4") == (3, 4)
    assert counted.lines("| a | b |\n\nc \\| d|e|f") == (("a", "b", ""), ("c | d", "e", "f"))


BODY = {
    "icons": 'kind = "icons"\nart = "boat"\ncount_column = "n"\nof = 5\nwidth = 40\nheight = 6\n',
    "cells": 'kind = "cells"\ncolumns = 4\nrows = 2\ngrid_column = "g"\ncount_column = "n"\nlabel_column = "l"\n'
    'marked_column = "m"\nwidth = 40\nheight = 20\n',
    "table": 'kind = "table"\ncolumn = "t"\nwidths = ["auto", "share"]\nwidth = 40\nheight = 20\n',
}


@pytest.mark.parametrize(
    ("kind", "row", "told"),
    [
        ("icons", "n=three", 'n: found "three"; allowed: a whole number from 0 to 1000, or two such as 3/5'),
        ("icons", "n=6", 'n: found "6"; there are only places for 5'),
        ("icons", "n=2.5", 'n: found "2.5"; allowed: a whole number from 0 to 1000, or two such as 3/5'),
        ("cells", "g=3by4", 'g: found "3by4"; allowed: columns x rows such as 3x4, up to 1000 cells'),
        ("cells", "g=2x2;n=5", "n: found 5; there are only 4 cells"),
        ("cells", "g=2x2;n=2;l=a|b|c", "l: found 3; there are only 2 cells"),
        ("cells", "g=2x2;n=2;m=1,3", "m: there is no cell 3"),
        ("cells", "g=2x2;n=2;m=one", 'm: found "one"; allowed: whole numbers such as 1,3,5 or 1-4'),
        ("table", "t=a|b|c", "t: the table has 3 columns; the slot has widths for 2"),
    ],
)
def test_a_row_that_a_slot_cannot_draw_is_told_before_anything_is_drawn(
    tmp_path: Path, kind: str, row: str, told: str
) -> None:
    cells = dict(part.split("=") for part in row.split(";"))
    table = f"title,n,g,l,m,t\nFerry,{','.join(chr(34) + cells.get(key, '') + chr(34) for key in 'nglmt')}\n"
    assert problems(tmp_path, {**with_slot(BODY[kind]), "cards.csv": table}) == [f"g/cards.csv:2: {told}"]


@pytest.mark.parametrize(
    ("kind", "line", "told"),
    [
        ("icons", 'art = "boot"', 'art: there is no picture "boot" in art/ (did you mean art/boat.svg?)'),
        ("icons", "count = 2", "count_column: the slot has count and count_column; only one of the two can count"),
        (
            "icons",
            'count_column = "m"',
            'count_column: "m" is not a column of cards.csv (the columns are title, n, g, l, t)',
        ),
        ("cells", 'mark = "boot"', 'mark: there is no picture "boot" in art/ (did you mean art/boat.svg?)'),
        (
            "cells",
            "marked = [1]",
            "marked_column: the slot has marked and marked_column; only one of the two can count",
        ),
        ("cells", 'shape = "hexagon"', 'shape: "hexagon" is not one of rectangle, circle, hex (did you mean "hex"?)'),
        ("table", 'widths = ["auto", "shares"]', None),
        ("table", "size = 6.5\nsmallest = 7", "smallest: found 7; allowed: not more than the size, 6.5"),
    ],
)
def test_a_slot_that_cannot_be_drawn_is_told_in_frames(tmp_path: Path, kind: str, line: str, told: str | None) -> None:
    key = line.partition(" = ")[0]
    body = "".join(f"{old}\n" for old in BODY[kind].splitlines() if not old.startswith(f"{key} ")) + line
    table = "title,n,g,l,t\nFerry,1,1x1,,a\n" if "m =" not in body else "title,n,g,l,m,t\nFerry,1,1x1,,,a\n"
    if kind == "cells":
        table = "title,n,g,l,m,t\nFerry,1,1x1,,,a\n"
    found = problems(tmp_path, {**with_slot(body), "cards.csv": table})
    wanted = (
        told or 'widths: column 2: found "shares"; allowed: a length above 0, "auto" or "share" (did you mean "share"?)'
    )
    assert [problem.partition("card.slots.other.")[2] for problem in found] == [wanted]


def test_all_kinds_go_from_a_folder_to_a_card(tmp_path: Path) -> None:
    slots = "".join(f"\n[card.slots.{kind}]\n{body}" for kind, body in BODY.items())
    frames = f'[card.slots.title]\nkind = "text"\ncolumn = "title"\nwidth = 9\nheight = 9\n{slots}'
    table = 'title,n,g,l,m,t\nFerry,3,2x2,a|b|c,"1,2",x|y\n'
    found = game(tmp_path, {"frames.toml": frames, "cards.csv": table})
    told: list[Problem] = []
    group = draw(found.decks[0].cards[0].front, found.decks[0].cards[0].row, start(found, "en", told))
    assert (sorted(text.run.text for text in texts(group)), told) == (["Ferry", "a", "b", "c", "x", "y"], [])
