"""Grids of squares: where each square lies, in the functions and in the finished drawing, and what marks it."""

from __future__ import annotations

import io
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
import resvg_py
from PIL import Image

from pnp.data.boards import Grid
from pnp.data.frame import BoardSlot, Place
from pnp.errors import Problem
from pnp.extent import extent
from pnp.layout.thrift import low_ink
from pnp.pieces import boards, grid_boards
from pnp.pieces.context import start
from pnp.render import svg
from pnp.scene import Group, Page, Rect, Shape, Text, apply, times
from tests.small_game import game, words
from tests.small_press import overlap

STREET = Grid("1a", words(en="Run 1", fr="Course 1"), 4, 7, 36, 30, 6, 1, True, ((4, 2), (6, 3)), "man")
MAN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M2,2H8V8H2Z"/></svg>\n'
INK, GUIDE, POST = "#000000", "#d9cbb0", "#b5122b"
PX = 10  # pixels per mm


@pytest.fixture
def man(tmp_path: Path) -> Path:
    path = tmp_path / "man.svg"
    path.write_text(MAN)
    return path


def slot(width: float = 190, height: float = 264, size: float = 11.0) -> BoardSlot:
    return BoardSlot("street", Place(0, 0, width, height), None, "1a", INK, GUIDE, POST, "Alfa Slab One", size)


def drawn(board: Grid, man: Path | None, of: BoardSlot | None = None) -> tuple[Group, list[Problem]]:
    problems: list[Problem] = []
    whole = replace(game(art={"man": man} if man else {}), boards=(board,))
    ctx = start(whole, "en", problems, 'sheet "sheet"', "templates/small/frames.toml", 3)
    return next(iter(boards.draw(of or slot(), None, ctx)), Group(())), problems


def picture(shape: Shape, width: float = 190, height: float = 264) -> Image.Image:
    page = Page(width, height, (shape,))
    data = resvg_py.svg_to_bytes(svg_string=svg.render(page), width=int(width * PX), dpi=96, background="#ffffff")
    return Image.open(io.BytesIO(bytes(data))).convert("RGB")


def texts(shape: Shape, matrix: tuple[float, ...] = (1, 0, 0, 1, 0, 0)) -> list[tuple[str, float, float]]:
    """Return every word with the middle of its letters."""
    if isinstance(shape, Group):
        inner = times(matrix, shape.matrix)  # type: ignore[arg-type]
        return [found for child in shape.children for found in texts(child, inner)]
    if not isinstance(shape, Text):
        return []
    half = shape.run.advance * shape.size / 2
    return [(shape.run.text, *apply(matrix, shape.x + half, shape.y - 0.35 * shape.size))]  # type: ignore[arg-type]


def test_rows_count_upwards_from_the_bottom_and_lanes_from_the_left() -> None:
    assert grid_boards.size(STREET) == (156, 222)
    assert grid_boards.square(STREET, 1, 1) == Rect(6, 186, 36, 30)
    assert grid_boards.square(STREET, 7, 4) == Rect(114, 6, 36, 30)


def test_rows_may_count_downwards_and_from_another_number() -> None:
    down = replace(STREET, upward=False, first=8, marks=())
    assert grid_boards.square(down, 8, 1) == Rect(6, 6, 36, 30)
    assert grid_boards.square(down, 14, 4) == Rect(114, 186, 36, 30)
    assert grid_boards.squares(down)[:5] == ((8, 1), (8, 2), (8, 3), (8, 4), (9, 1))


@pytest.mark.parametrize(("row", "lane"), [(0, 1), (8, 1), (1, 0), (1, 5)])
def test_there_is_no_square_outside_the_board(row: int, lane: int) -> None:
    with pytest.raises(ValueError, match=rf"no square \({row}, {lane}\): rows are 1 to 7, lanes 1 to 4"):
        grid_boards.square(STREET, row, lane)


def test_the_squares_fill_the_board_without_overlap() -> None:
    found = [grid_boards.square(STREET, *at) for at in grid_boards.squares(STREET)]
    edge = grid_boards.edge(STREET)
    assert not any(overlap(one, other) for one, other in combinations(found, 2))
    assert sum(box.width * box.height for box in found) == pytest.approx(edge.width * edge.height)


@pytest.mark.parametrize("upward", [True, False])
def test_only_the_marked_squares_have_a_frame_and_the_picture(man: Path, upward: bool) -> None:
    board = replace(STREET, upward=upward)
    group, problems = drawn(board, man, slot(156, 222))
    image = picture(group, 156, 222)
    assert problems == []
    framed, pictured = set(), set()
    for at in grid_boards.squares(board):
        box = grid_boards.square(board, *at)
        corner = image.getpixel((int((box.x + 3) * PX), int((box.y + 3) * PX)))
        middle = image.getpixel((int((box.x + box.width / 2) * PX), int((box.y + box.height / 2) * PX)))
        framed |= {at} if corner == (0xB5, 0x12, 0x2B) else set()
        pictured |= {at} if middle == (0xB5, 0x12, 0x2B) else set()
    assert framed == pictured == set(board.marks)


def test_a_marked_square_is_darker_than_any_other_without_colour(man: Path) -> None:
    image = picture(drawn(STREET, man, slot(156, 222))[0], 156, 222).convert("L")
    means = {}
    for at in grid_boards.squares(STREET):
        box = grid_boards.square(STREET, *at).grown(-1)
        part = image.crop(tuple(round(edge * PX) for edge in (box.x, box.y, box.right, box.bottom)))  # type: ignore[arg-type]
        histogram = part.histogram()
        means[at] = sum(level * count for level, count in enumerate(histogram)) / sum(histogram)
    marked = [mean for at, mean in means.items() if at in STREET.marks]
    assert max(marked) < min(mean for at, mean in means.items() if at not in STREET.marks) - 20


def test_a_mark_stays_a_mark_with_little_ink(man: Path) -> None:
    twin = low_ink(drawn(STREET, man, slot(156, 222))[0], Rect(0, 0, 156, 222))
    image = picture(twin, 156, 222)
    for at in grid_boards.squares(STREET):
        box = grid_boards.square(STREET, *at).grown(-8)
        part = image.crop(tuple(round(edge * PX) for edge in (box.x, box.y, box.right, box.bottom)))  # type: ignore[arg-type]
        red = [pixel for _, pixel in part.getcolors(1 << 20) or () if pixel == (0xB5, 0x12, 0x2B)]
        assert bool(red) == (at in STREET.marks)


def test_rows_are_numbered_on_both_sides_and_lanes_at_the_first_row(man: Path) -> None:
    group, _ = drawn(STREET, man, slot(156, 222))
    edge = grid_boards.edge(STREET)
    found = {(text, "left" if x < edge.x else "right" if x > edge.right else "below") for text, x, _ in texts(group)}
    rows = {(str(row), side) for row in range(1, 8) for side in ("left", "right")}
    assert found == rows | {(str(lane), "below") for lane in range(1, 5)}
    for text, x, y in texts(group):
        if x < edge.x or x > edge.right:
            box = grid_boards.square(STREET, int(text), 1)
            assert y == pytest.approx(box.y + box.height / 2, abs=0.4)
        else:
            box = grid_boards.square(STREET, 1, int(text))
            assert x == pytest.approx(box.x + box.width / 2, abs=0.4)
            assert y > edge.bottom


def test_without_a_strip_the_numbers_stand_in_the_squares(man: Path) -> None:
    board = replace(STREET, strip=0)
    group, problems = drawn(board, man, slot(144, 210))
    assert problems == []
    assert len(texts(group)) == 2 * 7 + 4
    assert all(0 < x < 144 and 0 < y < 210 for _, x, y in texts(group))
    reach = extent(group)
    assert reach is not None
    assert (reach.width, reach.height) == (145, 211)  # half the border on each side


def test_numbers_that_a_strip_cannot_hold_are_told(man: Path) -> None:
    _, problems = drawn(STREET, man, slot(size=30))
    assert [problem.message for problem in problems] == ["numbers of 30 pt need a strip of 9.23 mm; it is 6 mm"]


def test_a_board_larger_than_its_slot_is_told(man: Path) -> None:
    group, problems = drawn(STREET, man, slot(width=150))
    assert group == Group(())
    assert [(problem.message, problem.hint) for problem in problems] == [
        (
            "board 1a needs 156 × 222 mm with its strips of 150 × 264 mm",
            "make the slot larger or the squares smaller",
        )
    ]


def test_a_picture_that_is_not_there_is_told() -> None:
    _, problems = drawn(STREET, None)
    assert {problem.message for problem in problems} == {'no picture "man" in the folder art'}


def test_squares_too_small_for_setts_stay_plain_and_equal_boards_are_one_drawing(man: Path) -> None:
    small = replace(STREET, width=12, height=12, marks=())
    assert drawn(small, man)[1] == []
    problems: list[Problem] = []
    twin = replace(STREET, id="1b", title=words(en="Run 1, once more"))
    ctx = start(replace(game(art={"man": man}), boards=(STREET, twin)), "en", problems)
    (one,), (other,) = boards.draw(slot(), None, ctx), boards.draw(replace(slot(), board="1b"), None, ctx)
    assert (one.label, other.label) == ("Run 1", "Run 1, once more")
    assert one.children[0] is other.children[0]
