"""Printed things read from a folder: tokens, standees, sheets with tables, posters, dice, pads, booklets, boxes.

Also where in the manifest their faults are told, those that only their drawing meets too, and whether the list of
contents counts what they print.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.data.boards import Grid, Track
from pnp.data.prints import Booklet, Box, Deck, DicePieces, Pad, Poster, Sheet, Standees
from pnp.errors import DataError
from pnp.pieces import listed, make
from tests.small_folder import FRAMES, GAME, Changes, game, problems

PRINTS = """
[[dice]]
id = "light"
title = "light"
ink = "sun"
count = 1
sides = [2, 3, { title = "arrow", art = "boat" }, 4, 5, 6]

[[boards]]
id = "yard"
kind = "grid"
title = "Yard"
columns = 4
rows = 7
size = "30x36mm"
first = 8
marks = [[9, 2]]
mark = "boat"

[[boards]]
id = "street"
kind = "track"
title = "Street"
breadth = "20mm"
points = [[0, 0], [100, 0], [100, 50]]
spaces = [8, 4]

[[boards.kinds]]
id = "mud"
title = "mud"
spaces = [3, 9]
pattern = "hatch"

[[standees]]
id = "people"
title = "People"
size = "44x60mm"
table = "people.csv"
frame = "card"

[[tokens]]
id = "chips"
title = "Chips"
size = "44x44mm"
table = "chips.csv"
frame = "card"

[[sheets]]
id = "map"
title = "Map"
size = "380x260mm"
frame = "plain"
paper = "A3"
kind = "board"

[[sheets]]
id = "pages"
title = "Pages"
size = "190x264mm"
table = "people.csv"
frame = "card"
back = "plain"

[[posters]]
id = "map-tiled"
title = "Map in parts"
of = "map"

[[dice_pieces]]
id = "stickers"
title = "Stickers"
form = "stickers"
dice = ["light"]

[[pads]]
id = "pad"
title = "Pad"
size = "190x264mm"
seats = 4

[[booklets]]
id = "booklet"
title = "Rules"
form = "folded"
size = "139x205mm"
cover = "plain"

[[boxes]]
id = "box"
title = "Box"
holds = ["cards", "chips"]
front = "plain"
sleeve = "0.1mm"

[score]
seats = [1, 4]

[[score.fields]]
id = "gold"
title = "Gold"
kind = "count"
points = 2
"""
FILES: Changes = {
    "game.toml": GAME + PRINTS,
    "people.csv": "title,copies\nAda,1\nBob,2\n",
    "chips.csv": "title,shape,copies\nOne,,10\nTen,hex,5\n",
    "frames.toml": f'{FRAMES}\n[plain.slots.name]\nkind = "text"\ntext = "Hello"\nwidth = 40\nheight = 10\n',
}
NAMES = ["cards", "people", "chips", "map", "pages", "map-tiled", "stickers", "pad", "booklet", "box"]


def test_pieces_come_in_the_order_of_the_manifest(tmp_path: Path) -> None:
    found = game(tmp_path, FILES)
    assert [each.id for each in found.prints] == NAMES
    kinds = [Deck, Standees, Deck, Sheet, Sheet, Poster, DicePieces, Pad, Booklet, Box]
    assert [type(each) for each in found.prints] == kinds


def test_decks_are_cards_and_no_tokens(tmp_path: Path) -> None:
    found = game(tmp_path, FILES)
    assert [deck.id for deck in found.decks] == ["cards"]
    assert [sheet.id for sheet in found.sheets] == ["map", "pages"]


def test_every_piece_is_listed_with_kind_count_and_size(tmp_path: Path) -> None:
    wanted = [
        ("cards", "cards", 2, (63, 88)),
        ("people", "standees", 3, (44, 138)),
        ("chips", "tokens", 15, (44, 44)),
        ("map", "board", 1, (380, 260)),
        ("pages", "sheet", 3, (190, 264)),
        ("map-tiled", "poster", 1, (380, 260)),
        ("stickers", "stickers", 6, (14.5, 14.5)),
        ("pad", "pad", 1, (190, 264)),
        ("booklet", "booklet", 1, (139, 205)),
    ]
    found = [(one.id, one.kind, one.copies, (one.width, one.height)) for one in listed(game(tmp_path, FILES))]
    assert [row[:3] for row in wanted] == [row[:3] for row in found[:-1]]
    assert [row[3] for row in wanted] == [pytest.approx(row[3]) for row in found[:-1]]


def test_a_token_is_cut_to_the_shape_of_its_row_or_of_its_table(tmp_path: Path) -> None:
    (chips,) = [each for each in game(tmp_path, FILES).prints if each.id == "chips"]
    assert isinstance(chips, Deck)
    assert [chips.cut_to(card) for card in chips.cards] == ["round", "hex"]


def test_a_sheet_with_a_table_has_a_face_for_each_row_and_its_back(tmp_path: Path) -> None:
    _, pages = game(tmp_path, FILES).sheets
    assert [(card.row.cells["title"], card.copies, card.back is not None) for card in pages.cards] == [
        ("Ada", 1, True),
        ("Bob", 2, True),
    ]


def test_a_sheet_may_have_a_paper_of_its_own_in_any_case(tmp_path: Path) -> None:
    large, pages = game(tmp_path, FILES).sheets
    assert (large.paper.id if large.paper else None, pages.paper) == ("a3", None)


def test_a_box_is_as_deep_as_its_cards_and_sleeves_and_as_large_as_the_largest(tmp_path: Path) -> None:
    (box,) = [each for each in game(tmp_path, FILES).prints if isinstance(each, Box)]
    assert (2 + 15, 65, 90) == (box.count, box.width, box.height)
    assert pytest.approx(17 * (0.3 + 0.1) + 2) == box.depth


def test_boards_of_every_kind_are_read(tmp_path: Path) -> None:
    yard, street = game(tmp_path, FILES).boards
    assert isinstance(yard, Grid)
    assert (yard.first, yard.width, yard.height, yard.marks) == (8, 30, 36, ((9, 2),))
    assert isinstance(street, Track)
    assert (street.spaces, street.points[2], street.kinds[0].spaces) == ((8, 4), (100, 50), (3, 9))


def test_a_side_of_a_die_may_show_a_picture(tmp_path: Path) -> None:
    (die,) = game(tmp_path, FILES).dice
    assert ["", "", "boat", "", "", ""] == [side.art for side in die.sides]


WRONG = [
    (
        ('marks = [[9, 2]]\nmark = "boat"', "marks = [[9, 2]]"),
        "g/game.toml:29: boards[yard].mark: is missing: marked squares need a picture",
    ),
    (
        ("spaces = [8, 4]", "spaces = [8, 0]"),
        "g/game.toml:46: boards[street].spaces: found 0; allowed: at least 1 space on each stretch",
    ),
    (
        ("points = [[0, 0], [100, 0], [100, 50]]", "points = [[0, 0], [0, 0], [100, 50]]"),
        "g/game.toml:45: boards[street].points: two neighbouring points are the same; a stretch has a length",
    ),
    (
        ('form = "stickers"\ndice = ["light"]', 'form = "stickers"\ndice = []'),
        "g/game.toml:93: dice_pieces[stickers].dice: found a list of 0; allowed: a list of at least 1, such as "
        '["A", "B"]',
    ),
    (
        ('id = "pages"', 'id = "map"'),
        'g/game.toml:77: sheets[map].id: the id "map" stands twice; line 69 has it too',
    ),
    (
        ('title = "Pages"\n', 'title = "Pages"\ncopies = 2\n'),
        "g/game.toml:79: sheets[pages].copies: the sheet has a table, whose column copies counts instead",
    ),
    (
        ('art = "boat"', 'art = "boot"'),
        'g/game.toml:27: dice[light].sides[2].art: there is no picture "boot" in art/ (did you mean art/boat.svg?)',
    ),
    (
        ("[[standees]]", '[[boards.kinds]]\nid = "mud"\ntitle = "mire"\nspaces = [4]\n\n[[standees]]'),
        'g/game.toml:55: boards[street].kinds[mud].id: the id "mud" stands twice; line 49 has it too',
    ),
    (
        ('of = "map"', 'of = "map"\noverlap = 4'),
        "g/game.toml:88: posters[map-tiled].overlap: found 4; allowed: a length such as 3 (mm), "
        '"3mm" or "0.5in" from 5 to 50',
    ),
]


@pytest.mark.parametrize(("change", "expected"), WRONG, ids=[row[1].split(": ")[1] for row in WRONG])
def test_mistakes_in_printed_things_are_told_with_their_line(
    tmp_path: Path, change: tuple[str, str], expected: str
) -> None:
    manifest = str(FILES["game.toml"])
    assert change[0] in manifest
    told = problems(tmp_path, {**FILES, "game.toml": manifest.replace(*change)})
    assert expected in told


LONG = "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz" * 3
DRAWN: list[tuple[str, Changes]] = [
    ("[[dice_pieces]]", {"game.toml": GAME + PRINTS.replace('{ title = "arrow", art = "boat" }', f'"{LONG}"')}),
    ("[[pads]]", {"game.toml": GAME + PRINTS.replace('title = "Gold"', f'title = "{LONG}"')}),
    ("[[booklets]]", {"game.toml": GAME.replace("A game for tests", "A game 牛") + PRINTS}),
    ("[[boxes]]", {"game.toml": GAME.replace('"Small"', f'"{LONG}"') + PRINTS}),
    ("[[tokens]]", {"game.toml": GAME + PRINTS.replace('"Chips"', '"Chips 牛"')}),
]


@pytest.mark.parametrize(("table", "changes"), DRAWN, ids=[table for table, _ in DRAWN])
def test_what_only_the_drawing_meets_is_told_with_the_line_of_the_table(
    tmp_path: Path, table: str, changes: Changes
) -> None:
    files = {**FILES, **changes}
    found = game(tmp_path, files)
    with pytest.raises(DataError) as caught:
        make(found, "en")
    line = str(files["game.toml"]).splitlines().index(table) + 1
    assert {("g/game.toml", line)} == {(problem.file, problem.line) for problem in caught.value.problems}


NETS = """
[[dice_pieces]]
id = "nets"
title = "Nets"
form = "nets"
dice = ["light"]
"""
COUNTED = [
    ("cards", 2),
    ("people", 3),
    ("chips", 15),
    ("map", 1),
    ("pages", 3),
    ("map-tiled", 1),
    ("nets", 4),
    ("pad", 6),
    ("booklet", 1),
    ("box", 1),
]
"""How many things each piece prints: 2 pages of the pad, three times."""


def contents(*counts: tuple[str, object]) -> Changes:
    """Return the manifest with these components, four dice of a kind, and a pad of two variants' pages."""
    written = "".join(
        f'\n[[components]]\nid = "c{number}"\ntitle = "C"\ncount = {count}\npiece = "{piece}"\n'
        for number, (piece, count) in enumerate(counts)
    )
    prints = PRINTS.replace("count = 1\nsides", "count = 4\nsides").replace("seats = 4", "seats = 4\ncopies = 3")
    variants = "".join(f'\n[[score.variants]]\nid = "{name}"\ntitle = "{name}"\n' for name in ("short", "long", "calm"))
    field = '\n[[score.fields]]\nid = "silver"\ntitle = "Silver"\nkind = "count"\nvariants = ["long"]\n'
    return {**FILES, "game.toml": GAME + written + NETS + prints + variants + field}


def test_components_add_up_to_what_the_press_prints(tmp_path: Path) -> None:
    parts = [("chips", 10), ("chips", 5), *(row for row in COUNTED if row[0] != "chips")]
    found = game(tmp_path, contents(*parts, ("stickers", 4), ("", 7)))
    printed = {piece.id: piece.copies for piece in listed(found)}
    assert dict(COUNTED) == {name: printed[name] for name, _ in COUNTED}


@pytest.mark.parametrize(("piece", "count"), COUNTED)
def test_components_that_do_not_add_up_are_told_at_the_first(tmp_path: Path, piece: str, count: int) -> None:
    told = problems(tmp_path, contents((piece, count), (piece, 2)))
    assert told == [
        f'g/game.toml:25: components[c0].count: components that the piece "{piece}" prints add up to {count + 2}; '
        f"it prints {count}{' (cards.csv has no column copies, so each row counts once)' if piece == 'cards' else ''}"
    ]


@pytest.mark.parametrize(
    "change",
    [
        {"chips.csv": "title,shape,copies\nOne,,ten\n"},
        {"game.toml": str(contents(("chips", 9), ("chips", '"six"'))["game.toml"])},
        {"game.toml": str(contents(("chips", 9))["game.toml"]).replace('size = "44x44mm"', 'size = "44mm"')},
    ],
    ids=["a wrong cell", "a wrong count", "a wrong key"],
)
def test_a_piece_with_another_fault_is_not_counted(tmp_path: Path, change: Changes) -> None:
    told = problems(tmp_path, {**contents(("chips", 9)), **change})
    assert len(told) == 1
    assert "add up" not in told[0]
