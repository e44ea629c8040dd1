"""Hexes and mosaics: where cells lie, what they are called, what lies on them."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from math import dist, sqrt
from pathlib import Path as File

import pytest

from pnp.data.cell_boards import Border, Caption, Furnished, Route, Terrain, letters
from pnp.layout.thrift import low_ink
from pnp.pieces import cell_boards, hex_boards, mosaics
from pnp.pieces.board_cells import area, chains, seams
from pnp.scene import Group, Path
from tests.small_boards import drawn, hexes, inks, leaves, mosaic, texts
from tests.small_folder import GAME, game, problems, with_slot
from tests.small_game import words

BOARD = """
[[boards]]
id = "map"
title = "Map"
"""
HEXES = f'{BOARD}kind = "hex"\ncolumns = 4\nrows = 3\nacross = 20\n'


def folder_problems(folder: File, board: str) -> list[str]:
    slot = with_slot('kind = "board"\nboard = "map"\nwidth = 60\nheight = 80')
    return problems(folder, {"game.toml": GAME + board, **slot})


@pytest.mark.parametrize("top", ["flat", "point"])
def test_all_hexes_are_regular_and_none_lie_on_one_another(top: str) -> None:
    cells = hex_boards.cells(hexes(5, 4, top=top))
    assert len(cells) == 20
    for cell in cells:
        sides = [dist(a, b) for a, b in zip(cell.outline, (*cell.outline[1:], cell.outline[0]), strict=True)]
        assert sides == pytest.approx([20 / sqrt(3)] * 6)
    near = min(dist(a.middle, b.middle) for a in cells for b in cells if a is not b)
    assert near == pytest.approx(20)


def test_a_flat_top_staggers_columns_and_a_point_staggers_rows() -> None:
    for stagger, lower in (("even", 2), ("odd", 1)):
        board = hexes(top="flat", stagger=stagger)
        downs = {column: hex_boards.middle(board, column, 1)[1] for column in (1, 2, 3)}
        assert downs[lower] - downs[3 - lower] == pytest.approx(10)
        assert downs[1] == downs[3]
        turned = hexes(top="point", stagger=stagger)
        rights = {row: hex_boards.middle(turned, 1, row)[0] for row in (1, 2)}
        assert rights[lower] - rights[3 - lower] == pytest.approx(10)


@pytest.mark.parametrize("top", ["flat", "point"])
def test_a_board_with_halves_is_framed_by_one_line_that_closes(top: str) -> None:
    for across in (20, 19.05, 25.4):
        for stagger in ("odd", "even"):
            board = replace(hexes(6, 4, top=top, stagger=stagger), across=across, halves=True)
            (line,) = chains(seams(hex_boards.cells(board)).outer)
            assert line[0] == pytest.approx(line[-1])


def test_the_board_reaches_from_the_origin_to_its_size() -> None:
    for board in (hexes(), hexes(top="point"), hexes(shape="hexagon", radius=3), hexes(1, 1), hexes(1, 5)):
        points = [point for cell in hex_boards.cells(board) for point in cell.outline]
        width, height = hex_boards.size(board)
        assert (min(x for x, _ in points), min(y for _, y in points)) == pytest.approx((0, 0))
        assert (max(x for x, _ in points), max(y for _, y in points)) == pytest.approx((width, height))


@pytest.mark.parametrize("radius", [1, 2, 5])
@pytest.mark.parametrize("top", ["flat", "point"])
def test_a_hexagon_has_so_many_hexes_on_each_side(radius: int, top: str) -> None:
    cells = hex_boards.cells(hexes(shape="hexagon", radius=radius, top=top))
    assert len(cells) == 3 * radius * (radius - 1) + 1
    sides = Counter(len([name for name in found if name]) for found in [[cell.name] for cell in cells])
    assert sides == {1: len(cells)}
    assert len(seams(cells).outer) == 6 * (2 * radius - 1)


@pytest.mark.parametrize("top", ["flat", "point"])
def test_halves_fill_the_rectangle_of_the_board(top: str) -> None:
    board = hexes(5, 4, top=top, halves=True)
    width, height = hex_boards.size(board)
    assert (width, height) == hex_boards.size(replace(board, halves=False))
    assert sum(area(cell.outline) for cell in hex_boards.cells(board)) == pytest.approx(width * height, abs=1e-6)


def test_coordinates_are_digits_letters_or_none() -> None:
    board = hexes(3, 2)
    assert [text for text, _, _ in texts(drawn(board)[0])] == ["0101", "0201", "0301", "0102", "0202", "0302"]
    lettered = drawn(replace(board, coordinates="A1"))[0]
    assert [text for text, _, _ in texts(lettered)] == ["A1", "B1", "C1", "A2", "B2", "C2"]
    assert texts(drawn(replace(board, coordinates="none"))[0]) == []
    assert [letters(number) for number in (1, 26, 27, 52, 53)] == ["A", "Z", "AA", "AZ", "BA"]


def test_coordinates_stand_where_they_are_asked_for_and_inside_their_hex() -> None:
    heights = {}
    for place in ("top", "middle", "bottom"):
        board = hexes(1, 1, coordinates_at=place)
        ((_, _, y),) = texts(drawn(board, room=hex_boards.size(board))[0])
        heights[place] = y
    assert 2 < heights["top"] < heights["middle"] < heights["bottom"] < 20


def test_coordinates_without_room_are_told() -> None:
    _, told = drawn(hexes(across=8), size=20)
    (message,) = [problem.message for problem in told]
    assert message.endswith("have no room in cells of 9.24 × 8 mm")


def on(**changes: object) -> Furnished:
    return replace(Furnished(), **changes)  # type: ignore[arg-type]


WOOD = Terrain("wood", words(en="Wood"), ("0101", "0102"), "#2e6b3a", "dots", "")
LAKE = Terrain("lake", words(en="Lake"), ("0303",), "#1d4e89", "solid", "")


def test_halves_look_like_the_hex_they_lie_against() -> None:
    cells = hex_boards.cells(hexes(2, 2, halves=True))
    parts = {cell.like for cell in cells if not cell.name}
    assert parts == {"0101", "0102", "0201", "0202"}


def test_a_flat_terrain_is_hatched_in_low_ink_and_a_pattern_stays() -> None:
    board = hexes(on=on(terrain=(WOOD, LAKE)), coordinates="none")
    full, _ = drawn(board)
    assert "#1d4e89" in inks(full)
    low = low_ink(full)
    assert "#1d4e89" not in inks(low)
    strokes = [leaf.stroke.paint for leaf, _ in leaves(low) if isinstance(leaf, Path) and leaf.stroke]
    assert "#1d4e89" in strokes


def test_words_on_a_dark_terrain_are_white() -> None:
    from pnp.scene import Text

    group, _ = drawn(hexes(on=on(terrain=(LAKE,))))
    fills = {leaf.run.text: leaf.fill for leaf, _ in leaves(group) if isinstance(leaf, Text)}
    assert (fills["0303"], fills["0101"]) == ("#ffffff", "#000000")


def test_rivers_lie_on_the_edge_between_two_hexes() -> None:
    board = hexes(2, 1)
    edge = seams(hex_boards.cells(board)).between[frozenset(("0101", "0201"))]
    river = Border((("0101", "0201"),), "#0000ff", 1.6, "solid")
    group, told = drawn(replace(board, on=on(borders=(river,))))
    assert told == []
    found = [
        leaf for leaf, _ in leaves(group) if isinstance(leaf, Path) and leaf.stroke and leaf.stroke.paint == "#0000ff"
    ]
    assert [{segment[1:] for segment in each.segments} for each in found] == [set(edge)] * 2


def test_roads_run_through_the_middles() -> None:
    board = hexes(3, 3)
    road = Route(("0101", "0201", "0301"), "#ff0000", 1.2, "dashed")
    group, told = drawn(replace(board, on=on(routes=(road,))))
    assert told == []
    (found,) = [
        leaf for leaf, _ in leaves(group) if isinstance(leaf, Path) and leaf.stroke and leaf.stroke.paint == "#ff0000"
    ]
    middles = [hex_boards.middle(board, column, 1) for column in (1, 2, 3)]
    assert [segment[1:] for segment in found.segments] == middles


def test_labels_stand_in_their_hex() -> None:
    board = hexes(on=on(labels=(Caption("0202", words(en="Mill")),)))
    group, _ = drawn(board, room=hex_boards.size(board))
    x, y = hex_boards.middle(hexes(), 2, 2)
    ((_, left, down),) = [found for found in texts(group) if found[0] == "Mill"]
    assert x - 10 < left < x
    assert y < down < y + 10


def test_a_chessboard_has_a_dark_square_at_a1_and_letters_on_all_sides() -> None:
    board = mosaic(8, 8, tint="solid", strip=6.0, coordinates="A1")
    dark = {cell.name for cell in mosaics.cells(board) if cell.odd}
    assert len(dark) == 32
    assert ("A1" in dark, "H1" in dark, "A8" in dark, "H8" in dark) == (True, False, False, True)
    group, told = drawn(board)
    assert told == []
    assert Counter(text for text, _, _ in texts(group)) == dict.fromkeys("ABCDEFGH12345678", 2)
    assert cell_boards.size(board) == (172.0, 172.0)
    first = next(cell for cell in mosaics.cells(board) if cell.name == "A1")
    assert first.middle == (16.0, 156.0)


def test_on_lines_the_lines_are_counted_and_stars_lie_on_crossings() -> None:
    board = mosaic(9, 9, on_lines=True, strip=8.0, coordinates="A1", stars=((5, 5), (1, 1)))
    assert len(mosaics.cells(board)) == 64
    assert cell_boards.size(board) == (176.0, 176.0)
    assert (mosaics.star(board, 5, 5), mosaics.star(board, 1, 1)) == ((88.0, 88.0), (8.0, 168.0))
    assert Counter(text for text, _, _ in texts(drawn(board)[0])) == dict.fromkeys("ABCDEFGHI123456789", 2)


@pytest.mark.parametrize(("cells", "each"), [("square", 400.0), ("diamond", 200.0), ("triangle", 200.0)])
def test_cells_of_every_form_tile_the_board_and_neighbours_differ_in_tint(cells: str, each: float) -> None:
    board = mosaic(5, 4, cells=cells)
    found = mosaics.cells(board)
    assert [area(cell.outline) for cell in found] == pytest.approx([each] * 20)
    odd = {cell.name: cell.odd for cell in found}
    for pair in seams(found).between:
        one, other = sorted(pair)
        assert odd[one] != odd[other]
    points = [point for cell in found for point in cell.outline]
    width, height = mosaics.size(board)
    assert (min(x for x, _ in points), max(x for x, _ in points)) == pytest.approx((0, width))
    assert (min(y for _, y in points), max(y for _, y in points)) == pytest.approx((0, height))


def test_coordinates_that_a_strip_cannot_hold_are_told() -> None:
    _, told = drawn(mosaic(strip=2.0, coordinates="A1"))
    assert [problem.message for problem in told] == ["coordinates of 9 pt need a strip of 2.22 mm; it is 2 mm"]


def test_a_board_larger_than_its_slot_is_told() -> None:
    group, told = drawn(mosaic(), room=(70, 60))
    assert group == Group(())
    assert [problem.message for problem in told] == ["board board needs 80 × 60 mm of 70 × 60 mm"]


def test_a_plan_is_read_row_by_row_from_the_top(tmp_path: File) -> None:
    terrain = '\n[[boards.terrain]]\nid = "wood"\nsign = "w"\ntitle = "Wood"\nat = ["0403"]\n'
    hexed = f'{HEXES}plan = """\nw...\n. . . w\n....\n"""{terrain}'
    (board,) = game(tmp_path, {"game.toml": GAME + hexed}).boards
    assert board.kind == "hex"
    assert board.on.terrain[0].at == ("0403", "0101", "0402")
    squares = (
        BOARD + 'kind = "mosaic"\ncolumns = 2\nrows = 2\nsize = "9x9mm"\ncoordinates = "A1"\nplan = """\nw.\n..\n"""'
    )
    (other,) = game(tmp_path / "b", {"game.toml": GAME + squares + terrain.replace("0403", "B1")}).boards
    assert other.kind == "mosaic"
    assert other.on.terrain[0].at == ("B1", "A2")


def test_a_side_is_as_good_as_the_distance_of_two_flats(tmp_path: File) -> None:
    text = f'{BOARD}kind = "hex"\nshape = "hexagon"\nradius = 3\nside = 10\n'
    (board,) = game(tmp_path, {"game.toml": GAME + text}).boards
    assert board.kind == "hex"
    assert board.across == pytest.approx(10 * sqrt(3))


@pytest.mark.parametrize(
    ("board", "told"),
    [
        (
            f'{BOARD}kind = "hex"\ncolumns = 3\nhalves = true\n',
            [
                "across: is missing: how wide a hex is from flat to flat (or write side = 10)",
                "rows: is missing: a rectangle of hexes needs columns, rows",
            ],
        ),
        (f"{HEXES}side = 3\n", ["side: the hexes have across and side; only one of the two can hold"]),
        (
            f'{HEXES}shape = "hexagon"\nradius = 2\n',
            [
                'columns: a hexagon of hexes has no columns (shape = "rectangle" has)',
                'rows: a hexagon of hexes has no rows (shape = "rectangle" has)',
            ],
        ),
        (
            f'{HEXES}plan = """\n....\nx..\n"""\n',
            [
                "plan: found 2 lines; allowed: 3, one for each row",
                "plan: line 2 has 3 signs; allowed: 4, one for each column",
            ],
        ),
        (
            f'{HEXES}terrain = [{{ id = "a", title = "A", at = ["0101", "0501"] }},'
            ' { id = "b", title = "B", at = ["0101"] }]\n',
            [
                'terrain[a].at: "0501" is not on the board (did you mean "0401"?)',
                "terrain[b].at: 0101 is a already",
            ],
        ),
        (
            f'{HEXES}labels = [{{ at = "9999", title = "Nowhere" }}]\npitch = 3\n',
            [
                'labels[0].at: "9999" is not on the board (they run from 0101 to 0403)',
                "pitch: a hex has no pitch; it belongs to lattice",
            ],
        ),
        (
            BOARD + 'kind = "mosaic"\ncolumns = 3\nrows = 3\nsize = "9x9mm"\nstars = [[5, 1]]\n'
            'coordinates = "A1"\ncoordinates_at = "edge"\n',
            [
                "stars: found the crossing [5, 1]; allowed: columns 1 to 4, rows 1 to 4",
                "strip: is missing: coordinates at the edge stand in a strip (write strip = 6)",
            ],
        ),
    ],
)
def test_what_does_not_fit_together_is_told(board: str, told: list[str], tmp_path: File) -> None:
    found = folder_problems(tmp_path, board)
    assert sorted(problem.partition("boards[map].")[2] for problem in found) == sorted(told)


README = (File(__file__).parent.parent / "templates/README.md").read_text()
RECIPES = re.findall(r"```toml\n(.*?)```", README.partition("\n## Recipes\n")[2].partition("\n## ")[0], re.DOTALL)


def test_every_recipe_of_the_readme_makes_a_board_that_can_be_drawn(tmp_path: File) -> None:
    boards = game(tmp_path, {"game.toml": GAME + "\n".join(RECIPES)}).boards
    assert [board.kind for board in boards] == ["mosaic", "mosaic", "map", "hex", "map"]
    for board in boards:
        group, told = drawn(board)
        assert (told, bool(group.children)) == ([], True), board.id
