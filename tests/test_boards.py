"""Fields of crossings: every point where the numbers say, in the functions and in the finished drawing."""

from __future__ import annotations

import ctypes
import io
from dataclasses import replace
from pathlib import Path as Path_

import pypdfium2 as pdfium
import pytest
import resvg_py
from PIL import Image

from pnp.data.boards import Board, Grid, Lattice
from pnp.data.frame import BoardSlot, Place
from pnp.data.game import Game
from pnp.data.prints import Row
from pnp.errors import Problem
from pnp.pieces import boards, lattices
from pnp.pieces.context import start
from pnp.pieces.slots import draw
from pnp.render import pdf, svg
from pnp.scene import Document, Group, Page, Path, Shape, Stroke, Text, apply, times
from tests.small_folder import GAME, with_slot
from tests.small_folder import game as load_game
from tests.small_folder import problems as problems_of
from tests.small_game import frame, game, words

FIELD = Lattice("A", words(en="Field A", fr="Pré A"), 6, 6, 11.0, 5.0)
LONG = Lattice("L", words(en="Long field", fr="Long pré"), 5, 2, 8.0, 6.0)
GREEN, OCHRE, GREY = "#2e6b3a", "#c98a2b", "#9a9a9a"
PX = 20  # pixels per mm


def slot(board: str = "A", width: float = 87, height: float = 87, x: float = 0, y: float = 0) -> BoardSlot:
    return BoardSlot("field", Place(x, y, width, height), None, board, GREEN, GREY, OCHRE, "Barlow Condensed", 9.0)


def with_boards(*found: Board) -> Game:
    return replace(game(), boards=found)


def drawn(of: BoardSlot, *found: Board, lang: str = "en") -> tuple[Group, list[Problem]]:
    problems: list[Problem] = []
    ctx = start(with_boards(*found), lang, problems, 'sheet "sheet"', "templates/small/frames.toml", 3)
    return next(iter(boards.draw(of, None, ctx)), Group(())), problems


def leaves(shape: Shape, matrix: tuple[float, ...] = (1, 0, 0, 1, 0, 0)) -> list[tuple[Shape, tuple[float, ...]]]:
    if isinstance(shape, Group):
        inner = times(matrix, shape.matrix)  # type: ignore[arg-type]
        return [leaf for child in shape.children for leaf in leaves(child, inner)]
    return [(shape, matrix)]


def picture(shape: Group) -> Image.Image:
    page = Page(87, 87, (shape,))
    data = resvg_py.svg_to_bytes(svg_string=svg.render(page), width=87 * PX, dpi=96, background="#ffffff")
    return Image.open(io.BytesIO(bytes(data))).convert("RGB")


def pixel(of: Image.Image, x: float, y: float) -> tuple[int, int, int]:
    found = of.getpixel((int(x * PX), int(y * PX)))
    assert isinstance(found, tuple)
    return found[0], found[1], found[2]


def test_crossings_lie_at_whole_pitches_from_the_edge() -> None:
    expected = {(c, r): (5 + 11 * c, 5 + 11 * r) for c in range(1, 7) for r in range(1, 7)}
    assert {at: lattices.crossing(FIELD, *at) for at in expected} == expected


def test_posts_stand_on_the_edge_in_line_with_the_crossings() -> None:
    assert [lattices.post(FIELD, "T", n) for n in (1, 6)] == [(16, 5), (71, 5)]
    assert [lattices.post(FIELD, "B", n) for n in (1, 6)] == [(16, 82), (71, 82)]
    assert [lattices.post(FIELD, "L", n) for n in (1, 6)] == [(5, 16), (5, 71)]
    assert [lattices.post(FIELD, "R", n) for n in (1, 6)] == [(82, 16), (82, 71)]


def test_a_field_of_six_by_six_has_24_different_posts_and_none_in_a_corner() -> None:
    places = {lattices.post(FIELD, side, number) for side, number in lattices.posts(FIELD)}
    assert len(lattices.posts(FIELD)) == len(places) == 24
    assert places & {(5.0, 5.0), (82.0, 5.0), (5.0, 82.0), (82.0, 82.0)} == set()


def test_columns_and_rows_may_differ() -> None:
    assert lattices.size(LONG) == (60, 36)
    assert lattices.crossing(LONG, 5, 2) == (46, 22)
    assert (lattices.post(LONG, "R", 2), lattices.post(LONG, "B", 5)) == ((54, 22), (46, 30))
    assert [side for side, _ in lattices.posts(LONG)] == ["T"] * 5 + ["R"] * 2 + ["B"] * 5 + ["L"] * 2


@pytest.mark.parametrize(("column", "row"), [(0, 1), (1, 0), (7, 1), (1, 7)])
def test_there_is_no_crossing_outside_the_field(column: int, row: int) -> None:
    with pytest.raises(ValueError, match=rf"no crossing \({column}, {row}\) on 6 × 6 crossings"):
        lattices.crossing(FIELD, column, row)


@pytest.mark.parametrize(("side", "number"), [("T", 0), ("T", 6), ("R", 3), ("X", 1)])
def test_there_is_no_post_beyond_the_last_line(side: lattices.Side, number: int) -> None:
    with pytest.raises(ValueError, match=f"no post {side}{number}"):
        lattices.post(LONG, side, number)


def test_the_drawn_posts_have_their_mark_on_the_exact_point_inside_a_ring() -> None:
    image = picture(drawn(slot(), FIELD)[0])
    found = [
        (pixel(image, x, y), pixel(image, x + 0.6, y + 0.3), pixel(image, x - 0.8, y - 0.8))
        for x, y in ((5 + 11 * n, edge) for n in range(1, 7) for edge in (5, 82))
    ]
    found += [
        (pixel(image, x, y), pixel(image, x + 0.6, y + 0.3), pixel(image, x - 0.8, y - 0.8))
        for x, y in ((edge, 5 + 11 * n) for n in range(1, 7) for edge in (5, 82))
    ]
    assert found == [((0, 0, 0), (255, 255, 255), (201, 138, 43))] * 24


def test_the_drawn_crossings_are_marked_in_the_guide_grey_and_nothing_lies_between_them() -> None:
    image = picture(drawn(slot(), FIELD)[0])
    for column in range(1, 7):
        for row in range(1, 7):
            x, y = 5 + 11 * column, 5 + 11 * row
            assert pixel(image, x + 0.5, y) == pixel(image, x, y - 0.5) == (0x9A, 0x9A, 0x9A)
            assert pixel(image, x + 5.5, y + 5.5) == (255, 255, 255)


def test_dotted_lines_join_equal_numbers_with_a_dot_in_the_middle_of_every_crossing() -> None:
    (guides,) = [
        shape
        for shape, _ in leaves(drawn(slot(), FIELD)[0])
        if isinstance(shape, Path) and shape.stroke and shape.stroke.dash
    ]
    stroke = guides.stroke
    assert stroke is not None
    assert (stroke.paint, stroke.width) == (GREY, 0.3)
    on, off = stroke.dash
    assert 11 / (on + off) == pytest.approx(round(11 / (on + off)))
    assert stroke.dash_offset == pytest.approx(on / 2)
    ends = list(zip(guides.segments[::2], guides.segments[1::2], strict=True))
    assert ends == [(("M", 5 + 11 * n, 5), ("L", 5 + 11 * n, 82)) for n in range(1, 7)] + [
        (("M", 5, 5 + 11 * n), ("L", 82, 5 + 11 * n)) for n in range(1, 7)
    ]


def test_every_post_has_its_number_upright_outside_the_edge() -> None:
    page = Page(87, 87, (drawn(slot(), FIELD)[0],))
    document = pdfium.PdfDocument(pdf.render(Document((page,), "", "", "", "", "en")))
    reader = document[0].get_textpage()
    found = set()
    for index in range(reader.count_chars()):
        if not (letter := reader.get_text_range(index, 1)).isdigit():
            continue
        left, bottom, right, top = (value * 25.4 / 72 for value in reader.get_charbox(index))
        x, y = (left + right) / 2, 87 - (bottom + top) / 2
        turn = pdfium.raw.FPDFText_GetCharAngle(reader, index)
        near = min(lattices.posts(FIELD), key=lambda post: _distance(lattices.post(FIELD, *post), (x, y)))
        outside = min(x, y, 87 - x, 87 - y)
        found.add((letter, near, outside < 3.2, ctypes.c_float(turn).value))
    assert found == {(str(number), (side, number), True, 0.0) for side in lattices.SIDES for number in range(1, 7)}


def _distance(one: tuple[float, float], other: tuple[float, float]) -> float:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def test_a_board_stands_in_the_middle_of_its_slot() -> None:
    group, problems = drawn(slot("L", 70, 40, x=10, y=100), LONG)
    assert problems == []
    assert apply(group.matrix, *lattices.crossing(LONG, 1, 1)) == (10 + 5 + 14, 100 + 2 + 14)


def test_a_board_is_named_in_the_language_and_equal_boards_are_one_drawing() -> None:
    twin = replace(FIELD, id="B", title=words(en="Field B", fr="Pré B"))
    one, other = drawn(slot(), FIELD, twin)[0], drawn(slot("B"), FIELD, twin, lang="fr")[0]
    assert (one.label, other.label) == ("Field A", "Pré B")
    assert one.children[0] is other.children[0]


def test_the_outline_is_a_hairline_and_no_fence() -> None:
    strokes = [shape.stroke for shape, _ in leaves(drawn(slot(), FIELD)[0]) if isinstance(shape, Path) and shape.stroke]
    assert Stroke(GREEN, 0.35) in strokes
    assert min(stroke.width for stroke in strokes) >= 0.25


def test_a_board_too_large_for_its_slot_is_told_with_the_arithmetic() -> None:
    group, problems = drawn(slot(width=86), FIELD)
    assert leaves(group) == []
    assert [str(problem) for problem in problems] == [
        'templates/small/frames.toml:3: sheet "sheet", slot "field": board A needs 87 × 87 mm (a pitch outside the last'
        " crossings and the strips) of 86 × 87 mm (make the slot larger or the pitch smaller)"
    ]


def test_an_unknown_board_is_told_with_the_nearest_name() -> None:
    _, problems = drawn(slot("a"), FIELD)
    assert [(problem.message, problem.hint) for problem in problems] == [('no board "a"', 'did you mean "A"?')]


def test_numbers_keep_the_readable_size() -> None:
    sizes = {
        round(shape.size * 72 / 25.4, 3) for shape, _ in leaves(drawn(slot(), FIELD)[0]) if isinstance(shape, Text)
    }
    assert sizes == {9.0}


def test_a_board_can_be_drawn_at_another_pitch_with_its_strip_in_proportion() -> None:
    group, problems = drawn(replace(slot(width=104, height=104), pitch=13.0), FIELD)
    wide = replace(FIELD, pitch=13.0, strip=5 * 13 / 11)
    assert problems == []
    assert lattices.pitched(FIELD, 13.0) == wide
    assert lattices.pitched(FIELD, 0.0) == FIELD
    drawn_size = lattices.size(wide)[0]
    assert drawn_size == pytest.approx(7 * 13 + 2 * 5 * 13 / 11)
    assert group.matrix[4] == pytest.approx((104 - drawn_size) / 2)
    (edge,) = [
        shape
        for shape, _ in leaves(group)
        if isinstance(shape, Path) and shape.segments[-1] == ("Z",) and shape.stroke and shape.fill is None
    ]
    assert edge.segments[2][1:] == pytest.approx((5 * 13 / 11 + 91, 5 * 13 / 11 + 91))


def test_only_a_field_of_crossings_has_another_pitch() -> None:
    squares = Grid("G", words(en="Street"), 2, 3, 20, 20, 6, 1, True, (), "")
    group, problems = drawn(replace(slot("G"), pitch=13.0), squares)
    assert group == Group(())
    assert [(problem.message, problem.hint) for problem in problems] == [
        ("board G is a grid, which has no pitch", "leave pitch out")
    ]


@pytest.mark.parametrize(("strip", "number"), [(GREEN, "#ffffff"), ("#f2e2a0", "#000000"), (None, GREEN)])
def test_a_filled_strip_ends_at_the_edge_and_its_numbers_can_be_read(strip: str | None, number: str) -> None:
    group, problems = drawn(replace(slot(), strip=strip), FIELD)
    assert problems == []
    assert {shape.fill for shape, _ in leaves(group) if isinstance(shape, Text)} == {number}
    image = picture(group)
    there = tuple(bytes.fromhex((strip or "#ffffff")[1:]))
    assert {pixel(image, x, y) for x in (0.5, 4.5, 82.5, 86.5) for y in (0.5, 43.5, 86.5)} == {there}
    assert {pixel(image, x, y) for x in (5.5, 43.5, 81.5) for y in (5.5, 43.5, 81.5)} == {(255, 255, 255)}


def test_only_a_field_of_crossings_fills_its_strip() -> None:
    squares = Grid("G", words(en="Street"), 2, 3, 20, 20, 6, 1, True, (), "")
    group, problems = drawn(replace(slot("G"), strip=GREEN), squares)
    assert group == Group(())
    assert [(problem.message, problem.hint) for problem in problems] == [
        ("board G is a grid, whose strip is never filled", "leave strip out")
    ]


def test_a_row_names_its_board_and_a_blank_cell_draws_none() -> None:
    named = replace(slot(""), column="field")
    page = frame(named)
    problems: list[Problem] = []
    ctx = start(with_boards(FIELD, LONG), "en", problems, "card", "templates/small/cards.csv", 2)
    one, other, blank, wrong = (draw(page, Row(n, {"field": name}), ctx) for n, name in enumerate(("A", "L", "", "B")))
    labels = [shape.label for group in (one, other) for shape in group.children if isinstance(shape, Group)]
    assert labels == ["Field A", "Long field"]
    assert blank.children == wrong.children == ()
    assert [problem.message for problem in problems] == ['no board "B"']


BOARDS = """
[[boards]]
id = "north"
kind = "lattice"
title.en = "North"
columns = 3
rows = 3
pitch = 8
strip = 5
"""


def test_a_cell_that_names_no_board_is_told_with_its_line(tmp_path: Path_) -> None:
    changes = with_slot('kind = "board"\ncolumn = "field"\nwidth = 50\nheight = 50\npitch = 9')
    changes["game.toml"] = GAME + BOARDS
    changes["cards.csv"] = "title,field\nFerry,north\nMill,nort\nWeir,\n"
    assert problems_of(tmp_path, changes) == [
        'g/cards.csv:3: field: "nort" is not a board of game.toml (did you mean "north"?)'
    ]
    changes["cards.csv"] = "title,field\nFerry,north\n"
    (deck,) = load_game(tmp_path, changes).decks
    found = deck.cards[0].front.slots[1]
    assert isinstance(found, BoardSlot)
    assert (found.board, found.column, found.pitch) == ("", "field", 9.0)


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ("", 'board: is missing: a board is fixed or named by a column of the table (or write column = "…")'),
        (
            'board = "north"\ncolumn = "title"',
            "column: the slot has board and column; only one of the two can be shown",
        ),
        ('column = "feild"', 'column: "feild" is not a column of cards.csv (the columns are title, picture)'),
        ('board = "south"', 'board: "south" is not a board of game.toml (the boards are north)'),
    ],
)
def test_a_slot_names_its_board_in_one_way(tmp_path: Path_, keys: str, told: str) -> None:
    changes = with_slot(f'kind = "board"\n{keys}\nwidth = 50\nheight = 50')
    changes["game.toml"] = GAME + BOARDS
    (found,) = problems_of(tmp_path, changes)
    assert found.endswith(f"card.slots.other.{told}")
