"""Keys of boards, dials, dividers and inks that change nothing are told, and so are cells that do not touch."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.small_folder import GAME, game, problems

HEXES = '[[boards]]\nid = "b"\ntitle = "B"\nkind = "hex"\ncolumns = 3\nrows = 3\nacross = 20\n'
MOSAIC = '[[boards]]\nid = "b"\ntitle = "B"\nkind = "mosaic"\ncolumns = 3\nrows = 3\nsize = "9x9mm"\nstrip = 6\n'
MAP = '[[boards]]\nid = "b"\ntitle = "B"\nkind = "map"\n'
TWO = 'places = [{ id = "york", x = 20, y = 20 }, { id = "hull", x = 60, y = 20 }]\n'
DIAL = '[[dials]]\nid = "d"\ntitle = "D"\n'
DIVIDERS = '[[dividers]]\nid = "d"\ntitle = "D"\n'
NO_ROWS = 'the dividers have no table, and so no rows (write table = "cards.csv")'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            f'{HEXES}coordinates = "none"\ncoordinates_at = "bottom"\n',
            'boards[b].coordinates_at: there are no coordinates to place (write coordinates = "A1")',
        ),
        (
            f'{MOSAIC}coordinates_at = "edge"\n',
            'boards[b].coordinates_at: there are no coordinates to place (write coordinates = "A1")',
        ),
        (
            f'{HEXES}labels = [{{ at = "0101", title = "A" }}, {{ at = "0101", title = "B" }}]\n',
            "boards[b].labels[1].at: 0101 has a label already",
        ),
        (
            f'{MAP}places = [{{ id = "a", x = 20, y = 20, pattern = "dots" }}]\n',
            'boards[b].places[a].pattern: the place has no ink for a pattern (write ink = "black")',
        ),
        (
            f'{MAP}places = [{{ id = "a", x = 20, y = 20, label = "left" }}]\n',
            'boards[b].places[a].label: the place has no title to show (write title = "…")',
        ),
        (
            f'{MAP}{TWO}links = [{{ between = ["york", "hull"], spaces_shape = "box" }}]\n',
            "boards[b].links[0].spaces_shape: the link has no spaces (write spaces = 4)",
        ),
        (
            f'{MAP}{TWO}links = [{{ between = ["york", "hull"], spaces = 2, pattern = "dots" }}]\n',
            'boards[b].links[0].pattern: the link has no ink for a pattern (write ink = "black")',
        ),
        (
            f"{MAP}{TWO}breadth = 6\n",
            "boards[b].breadth: no link has spaces, whose width this is (write spaces = 4 in a link)",
        ),
        (
            f'{MAP}{TWO}links = [{{ between = ["york"] }}]\n',
            'boards[b].links[0].between: found a list of 1; allowed: two ids of places such as ["york", "hull"]',
        ),
        (
            f'{DIAL}form = "dial"\nnumbers = [1, 6]\nink = "sun"\ncover = "card"\n',
            "dials[d].ink: the frame of the cover brings its own colours (leave ink or cover out)",
        ),
        (
            f'{DIAL}form = "spinner"\nsectors = [{{ pattern = "dots" }}, {{ title = "A" }}]\n',
            'dials[d].sectors[0].pattern: the sector has no ink for a pattern (write ink = "black")',
        ),
        (
            f'{DIAL}form = "dial"\nnumbers = [1, 6]\nband = 2\n',
            "dials[d].band: found 2; allowed: 4 or more, since a dial shows its sectors there",
        ),
        (
            f'{DIAL}form = "spinner"\nnumbers = [1, 6]\nacross = 30\nhole = 20\n',
            "dials[d].hole: found 20; allowed: up to 10, a third of the disc",
        ),
        (
            f'{DIAL}form = "dial"\nnumbers = [6, 1]\n',
            "dials[d].numbers: found [6, 1]; the smaller number comes first (did you mean [1, 6]?)",
        ),
        (
            f'{DIVIDERS}size = "60x80mm"\nmargin = 2\n',
            "dividers[d].margin: a margin is added to the cards of a deck; size is the whole size already",
        ),
        *(
            (f'{DIVIDERS}deck = "cards"\n{key} = {value}\n', f"dividers[d].{key}: {NO_ROWS}")
            for key, value in (
                ("column", '"title"'),
                ("art_column", '"picture"'),
                ("group", '"title"'),
                ("make", '{ a = "1-3" }'),
                ("only", '"title=Mill"'),
            )
        ),
        (
            f'{HEXES}borders = [{{ between = [["0101", "0102"], ["0101", "0301"]] }}]\n',
            "boards[b].borders[0].between: 0101 and 0301 are no neighbours "
            "(borders lie on the edges of two cells, and routes cross them)",
        ),
        (
            f'{HEXES}routes = [{{ through = ["0101", "0202"] }}]\n',
            "boards[b].routes[0].through: 0101 and 0202 are no neighbours "
            "(borders lie on the edges of two cells, and routes cross them)",
        ),
    ],
)
def test_what_changes_nothing_is_told_with_its_line(text: str, message: str, tmp_path: Path) -> None:
    found = [line.partition(": ") for line in problems(tmp_path, {"game.toml": f"{GAME}\n{text}"})]
    assert message in [told for _, _, told in found]
    assert all(int(place.rpartition(":")[2]) > GAME.count("\n") for place, _, _ in found if place.startswith("g/game"))


def test_terrain_of_one_sign_is_told_once_and_not_cell_by_cell(tmp_path: Path) -> None:
    plan = 'plan = """\nw w w\n. . .\n. . .\n"""\n'
    kinds = "".join(f'[[boards.terrain]]\nid = "{id_}"\ntitle = "T"\nsign = "w"\n' for id_ in ("wood", "hill"))
    (found,) = problems(tmp_path, {"game.toml": f"{GAME}\n{HEXES}{plan}{kinds}"})
    assert found.endswith('boards[b].terrain[hill].sign: "w" is the sign of wood already')


def test_what_may_be_meant_so_is_noted(tmp_path: Path) -> None:
    marked = GAME.replace('title.en = "sun"\n', 'title.en = "sun"\nsign = "a leaf"\n')
    text = f'{HEXES}terrain = [{{ id = "wood", title = "Wood", sign = "w" }}]\n'
    dial = f'{DIAL}form = "dial"\nnumbers = [0, 20]\nstep = 6\n'
    found = [str(note) for note in game(tmp_path, {"game.toml": f"{marked}\n{text}\n{dial}"}).notes]
    assert [line.partition(": ")[2] for line in found] == [
        'inks.sun.sign: the ink means nothing to be told apart (write means = "…")',
        'boards[b].terrain[wood].id: no cell is of this terrain (give it cells, at = ["0101"], or a sign in the plan)',
        "dials[d].step: steps of 6 from 0 end at 18; 20 is not among them",
    ]
