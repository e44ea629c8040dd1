"""What is drawn over one another on boards and discs stays readable: words, roads, pictures, spaces, in low ink too."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from pathlib import Path as File

import pytest

from pnp.data.cell_boards import (
    Border,
    Caption,
    Furnished,
    LineStyle,
    Route,
    Terrain,
    adjacent,
    hex_names,
    mosaic_names,
)
from pnp.data.frame import BoardSlot, Place, QrSlot
from pnp.errors import Problem
from pnp.extent import extent
from pnp.layout.nets import CUT
from pnp.layout.thrift import low_ink
from pnp.pieces import boards, cell_boards, dials, dividers, hex_boards, make
from pnp.pieces.board_cells import seams
from pnp.pieces.context import start
from pnp.scene import BLACK, WHITE, Group, Path, Rect, Shape, Text, ellipse, rectangle
from tests import small_folder
from tests.small_boards import drawn, hexes, leaves, mosaic, texts
from tests.small_game import deck, frame, game, words
from tests.test_dials import life
from tests.test_dials import sectors as named
from tests.test_dividers import made
from tests.test_maps import link, place, red, small

LAKE = Terrain("lake", words(en="Lake"), ("0201", "0202", "0203"), "#1d4e89", "solid", "")


def fills(shape: Shape) -> dict[str, object]:
    return {leaf.run.text: leaf.fill for leaf, _ in leaves(shape) if isinstance(leaf, Text)}


def test_coordinates_under_a_road_stand_on_paper_in_the_ink_of_the_board() -> None:
    road = Route(("0201", "0202", "0203"), "#ff0000", 1.2, "solid")
    bare, _ = drawn(hexes(on=Furnished(terrain=(LAKE,))))
    crossed, told = drawn(hexes(on=Furnished(terrain=(LAKE,), routes=(road,))))
    assert told == []
    assert [fills(bare)[name] for name in ("0201", "0202", "0203")] == [WHITE] * 3
    assert [fills(crossed)[name] for name in ("0201", "0202", "0203")] == [WHITE, BLACK, BLACK]


def test_coordinates_keep_off_the_widest_border() -> None:
    wall = Border((("0101", "0102"),), "#ff0000", 6.0, "solid")
    thin, wide = (drawn(hexes(on=Furnished(borders=(replace(wall, width=w),))))[0] for w in (1.0, 6.0))
    found = [next(y for name, _, y in texts(group) if name == "0102") for group in (thin, wide)]
    assert found[1] - found[0] == pytest.approx(3.5 - 1.0, abs=0.01)


def test_the_authors_words_and_the_coordinates_share_no_place() -> None:
    for at, above in (("top", True), ("bottom", False)):
        board = hexes(coordinates_at=at, on=Furnished(labels=(Caption("0202", words(en="Mill")),)))
        found = {said: y for said, _, y in texts(drawn(board)[0])}
        assert abs(found["0202"] - found["Mill"]) > 3
        assert (found["0202"] < found["Mill"]) is above


def test_words_wider_than_their_cell_are_noted() -> None:
    board = hexes(on=Furnished(labels=(Caption("0202", words(en="The mill on the long river")),)))
    _, (note,) = drawn(board)
    assert (note.message, note.note) == (
        'board map: "The mill on the long river" in 0202 is wider than its cell',
        True,
    )


def test_solid_and_double_lines_differ_in_low_ink() -> None:
    def twin(style: LineStyle) -> list[object]:
        lines = Group(tuple(cell_boards.stroked(([(0.0, 0.0), (50.0, 0.0)],), "#1d4e89", 2.0, style)))
        found = (leaf for leaf, _ in leaves(low_ink(lines, Rect(0, 0, 60, 60))))
        return [(leaf.stroke.paint, leaf.stroke.width) for leaf in found if isinstance(leaf, Path) and leaf.stroke]

    assert twin("solid")[-1] == ("#1d4e89", 0.3)
    assert all(paint == WHITE for paint, *_ in twin("double")[-1:])  # type: ignore[misc]


def test_white_words_beside_another_pattern_turn_dark_in_low_ink() -> None:
    marks = Path(tuple(s for x in range(0, 60, 4) for s in rectangle(Rect(x, 0, 2, 40))), fill=BLACK)
    far = Group((marks,), clip=Path(rectangle(Rect(50, 0, 10, 40))))
    lake = Path(rectangle(Rect(0, 0, 40, 40)), fill="#1d4e89")
    dot = Path(ellipse(17, 20, 0.5), fill=WHITE)
    twin = low_ink(Group((lake, far, dot)), Rect(-1, -1, 70, 70))
    assert [leaf.fill for leaf, _ in leaves(twin) if isinstance(leaf, Path)][-1] == "#1d4e89"


@pytest.mark.parametrize(
    "board",
    [
        *(hexes(4, 5, top=top, stagger=stagger) for top in ("flat", "point") for stagger in ("odd", "even")),
        *(hexes(shape="hexagon", radius=3, top=top) for top in ("flat", "point")),
        *(mosaic(5, 4, cells=cells, upward=up) for cells in ("square", "diamond", "triangle") for up in (True, False)),
        mosaic(5, 4, on_lines=True),
    ],
)
def test_neighbours_are_the_cells_that_share_an_edge(board: object) -> None:
    assert isinstance(board, hex_boards.Hexes | cell_boards.Mosaic)
    known = hex_names(board) if isinstance(board, hex_boards.Hexes) else mosaic_names(board)
    found = {frozenset((a, b)) for a, b in combinations(known, 2) if adjacent(board, known[a], known[b])}
    assert found == set(seams(cell_boards.cells(board)).between)


def test_a_price_stands_beside_the_spaces_it_would_hide() -> None:
    bare, spaced = (
        texts(drawn(small(link("york", "hull", title=words(en="7"), spaces=spaces)))[0]) for spaces in (0, 4)
    )
    at = [next(y for said, _, y in found if said == "7") for found in (bare, spaced)]
    assert at[1] - at[0] == pytest.approx(5 / 2 + 1 + 2.08 / 2, abs=0.3)


def test_no_line_runs_over_the_spaces_of_another_link() -> None:
    board = small(
        link("york", "hull", spaces=4),
        link("leeds", "ely"),
        places=(place("york", 20, 50), place("hull", 120, 50), place("leeds", 70, 20), place("ely", 70, 90)),
    )
    found = red(drawn(board)[0])
    lines = [at for at, leaf in enumerate(found) if leaf.stroke and leaf.stroke.width == 0.8]
    assert (len(lines), max(lines) < min(at for at, leaf in enumerate(found) if leaf.fill)) == (2, True)


def test_names_on_spaces_and_on_other_names_are_noted() -> None:
    board = small(
        link("york", "hull", spaces=8),
        places=(place("york", 20, 20, label="right"), place("hull", 120, 20), place("ely", 120, 8, label="below")),
    )
    board = replace(board, places=(*board.places, replace(place("rye", 20, 80), title=words(en="Rye"))))
    board = replace(board, places=(*board.places, replace(place("oxted", 20, 91, label="above"))))
    _, told = drawn(board)
    assert {problem.message for problem in told} >= {
        'board map: the label of "york" lies on spaces of the link york–hull',
        'board map: the label of "oxted" lies on that of "rye"',
    }


@pytest.mark.parametrize(("parts", "band", "width"), [(3, 12.0, 30), (2, 12.0, 30), (3, 4.5, 12), (2, 20.0, 30)])
def test_broad_sectors_have_room_for_words(parts: int, band: float, width: float) -> None:
    found = life(sectors=named("Sun", "Rain", "Hail")[:parts], band=band)
    begin, end = dials.angles(found)[0]
    *boxes, _ = dials._boxes(end - begin, 30.0 - band, 30.0, found)
    assert max(box.width for box in boxes) > width
    for box in boxes:  # all corners lie on the disc and outside the band's inner edge
        assert (box.width / 2) ** 2 + box.y**2 <= 28.0**2 + 0.01
        assert -box.bottom >= 30.0 - band


def test_a_picture_alone_stands_in_the_middle_of_its_tab(tmp_path: File) -> None:
    boat = tmp_path / "boat.svg"
    boat.write_text(small_folder.SVG)
    alone = replace(made("Winds").tabs[0], title=words(en=""), art="boat")
    found, told = replace(made(), tabs=(alone,)), []
    piece = dividers.dividers(found, game(others=[found], art={"boat": boat}), "en", told)
    assert told == []
    (box,) = [extent(Group((leaf,), matrix)) for leaf, matrix in leaves(piece.faces[0].front) if white(leaf)]
    assert box is not None
    assert box.x + box.width / 2 == pytest.approx(20 / 2 + CUT / 2)


def white(shape: Path | Text) -> bool:
    return isinstance(shape, Path) and shape.fill == WHITE


def test_a_guide_that_a_board_does_not_show_is_told() -> None:
    told: list[Problem] = []
    ctx = start(replace(game(), boards=(hexes(),)), "en", told, "sheet", "frames.toml", 3)
    slot = BoardSlot("field", Place(0, 0, 200, 200), None, "map", BLACK, "#ff0000", BLACK, "Barlow Condensed", 9.0)
    assert boards.draw(slot, None, ctx) == ()
    assert [problem.message for problem in told] == ["board map is a hex, which shows no guide"]


def test_a_code_too_light_for_phones_is_noted() -> None:
    slot = QrSlot("code", Place(0, 0, 30, 30), None, "#f2b632", (("en", "HELLO"),))
    notes = {
        color: [note.message for note in make(game([deck([{}], frame(replace(slot, ink=color)))]), "en")[0].notes]
        for color in ("#f2b632", BLACK)
    }
    assert notes == {"#f2b632": ["a QR code in #f2b632 has a contrast of 1.8:1 with paper"], BLACK: []}
