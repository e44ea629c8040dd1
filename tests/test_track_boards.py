"""Tracks: walking a path touches every space once, neighbours share an edge, and nothing else does."""

from __future__ import annotations

import io
import math
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
import resvg_py
from hypothesis import assume, given
from hypothesis import strategies as st
from PIL import Image

from pnp.data.boards import Track, TrackKind
from pnp.data.frame import BoardSlot, Place
from pnp.errors import Problem
from pnp.extent import bounds, held
from pnp.pieces import boards, track_boards
from pnp.pieces.context import start
from pnp.pieces.track_faults import overlap
from pnp.pieces.track_paths import Polygon, inset, outer_side
from pnp.render import svg
from pnp.scene import Group, Page, Rect, Shape, Text, times
from pnp.scene import Path as Outline
from tests.small_game import game, words

FEAR = TrackKind("fear", words(en="Fear", fr="Peur"), (3, 6), "", "hatch", "sign")
STREET = Track(
    "st", words(en="Street"), 30, ((20, 20), (180, 20), (180, 140), (20, 140)), (7, 5, 7), 1, (FEAR,), bend=20
)
INK, GUIDE, POST = "#000000", "#f2b632", "#1d4e89"
SIGN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0,0H10V10H0Z"/></svg>\n'
PX = 8  # pixels per mm


@pytest.fixture
def sign(tmp_path: Path) -> Path:
    path = tmp_path / "sign.svg"
    path.write_text(SIGN)
    return path


def slot(size: float = 10, width: float = 200, height: float = 160) -> BoardSlot:
    return BoardSlot("street", Place(0, 0, width, height), None, "st", INK, GUIDE, POST, "Alfa Slab One", size)


def drawn(board: Track, sign: Path | None = None, of: BoardSlot | None = None) -> tuple[Group, list[Problem]]:
    problems: list[Problem] = []
    whole = replace(game(art={"sign": sign} if sign else {}), boards=(board,))
    ctx = start(whole, "en", problems, 'sheet "sheet"', "templates/small/frames.toml", 3)
    return next(iter(boards.draw(of or slot(), None, ctx)), Group(())), problems


def texts(shape: Shape, matrix: tuple[float, ...] = (1, 0, 0, 1, 0, 0)) -> list[tuple[str, tuple[float, ...]]]:
    """Return every word with the matrix that leads to it."""
    if isinstance(shape, Group):
        inner = times(matrix, shape.matrix)  # type: ignore[arg-type]
        return [found for child in shape.children for found in texts(child, inner)]
    return [(shape.run.text, matrix)] if isinstance(shape, Text) else []


def picture(shape: Shape) -> Image.Image:
    page = Page(200, 160, (shape,))
    data = resvg_py.svg_to_bytes(svg_string=svg.render(page), width=200 * PX, dpi=96, background="#ffffff")
    return Image.open(io.BytesIO(bytes(data))).convert("RGB")


def area(outline: Polygon) -> float:
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairwise((*outline, outline[0]))) / 2


def covers(outline: Polygon, x: float, y: float) -> bool:
    return bool(held((("M", *outline[0]), *(("L", *point) for point in outline[1:]), ("Z",)), ((x, y),)))


@st.composite
def tracks(draw: st.DrawFn) -> Track:
    """Paths of one to five stretches in any direction, mitred or rounded."""
    breadth, bend = draw(st.floats(10, 40)), draw(st.sampled_from([0.0, 0.5, 0.8, 1.5]))
    heading, points, spaces = draw(st.floats(0, 360)), [(0.0, 0.0)], []
    for _ in range(draw(st.integers(1, 5))):
        length, count = draw(st.floats(60, 300)), draw(st.integers(1, 9))
        x, y = points[-1]
        points.append((x + length * math.cos(math.radians(heading)), y + length * math.sin(math.radians(heading))))
        spaces.append(count)
        heading += draw(st.sampled_from([-1, 1])) * draw(st.sampled_from([10.0, 30.0, 45.0, 90.0, 110.0]))
    first = draw(st.integers(0, 40))
    return Track("t", words(en="Track"), breadth, tuple(points), tuple(spaces), first, (), bend=bend * breadth)


@given(tracks())
def test_walking_touches_each_space_once_and_neighbours_alone_share_an_edge(board: Track) -> None:
    assume(track_boards.faults(board) == ())
    numbers = [space.number for space in track_boards.spaces(board)]
    assert numbers == list(range(board.first, board.first + sum(board.spaces)))
    spaces = [track_boards.space(board, number) for number in numbers]
    for one, other in pairwise(spaces):
        end, begin = one.stations[-1], other.stations[0]
        assert math.dist(end.left, begin.left) < 0.01
        assert math.dist(end.right, begin.right) < 0.01
        assert {one.outline.count(point) for point in (end.left, end.right)} <= {0, 1}
        assert math.dist(end.left, end.right) >= board.breadth - 0.01
    box = track_boards.reach(board)
    for step in range(300):
        x, y = box.x + box.width * (step * 0.6180339887 % 1), box.y + box.height * (step + 0.5) / 300
        assert sum(covers(found.outline, x, y) for found in spaces) <= 1


@given(tracks())
def test_spaces_of_a_stretch_are_equally_long_along_the_middle_and_leave_no_gap(board: Track) -> None:
    assume(track_boards.faults(board) == ())
    found = track_boards.spaces(board)
    whole = (
        *(station.left for space in found for station in space.stations),
        *(station.right for space in reversed(found) for station in reversed(space.stations)),
    )
    assert sum(abs(area(space.outline)) for space in found) == pytest.approx(abs(area(whole)), rel=1e-6)
    at = 0
    for count in board.spaces:
        lengths = [
            sum(math.dist(one.middle, other.middle) for one, other in pairwise(space.stations))
            for space in found[at : at + count]
        ]
        assert lengths == pytest.approx([lengths[0]] * count, rel=2e-3)
        at += count


def test_a_straight_track_is_cut_into_rectangles() -> None:
    board = Track("st", words(en="Street"), 10, ((5, 20), (65, 20)), (3,), 4, ())
    assert [track_boards.space(board, n).outline for n in (4, 6)] == [
        ((5, 15), (25, 15), (25, 25), (5, 25)),
        ((45, 15), (65, 15), (65, 25), (45, 25)),
    ]
    assert track_boards.space(board, 5).middle.middle == (35, 20)
    reach = track_boards.reach(board)
    assert (reach.right, reach.bottom) == (65.5, 25.5)


def test_a_mitred_corner_shares_the_diagonal() -> None:
    board = Track("st", words(en="Street"), 20, ((0, 0), (60, 0), (60, 60)), (2, 2), 1, ())
    second, third = track_boards.space(board, 2), track_boards.space(board, 3)
    corner = [value for point in (second.stations[-1].left, second.stations[-1].right) for value in point]
    assert corner == pytest.approx([70, -10, 50, 10])
    assert [value for point in third.outline for value in point] == pytest.approx([70, -10, 70, 30, 50, 30, 50, 10])


def test_a_bend_keeps_its_distance_from_its_centre() -> None:
    board = Track("st", words(en="Street"), 20, ((0, 0), (100, 0), (100, 100)), (4, 4), 1, (), bend=40)
    bent = [s for n in (4, 5) for s in track_boards.space(board, n).stations if s.middle[0] > 60 and s.middle[1] < 40]
    assert len(bent) > 20
    for station in bent:
        assert math.dist(station.middle, (60, 40)) == pytest.approx(40)
        assert (math.dist(station.left, (60, 40)), math.dist(station.right, (60, 40))) == pytest.approx((50, 30))


def test_a_ring_of_one_bend_after_another_closes() -> None:
    points = ((100.0, 0.0), (200.0, 0.0), (200.0, 200.0), (0.0, 200.0), (0.0, 0.0), (100.0, 0.0))
    ring = Track(
        "r", words(en="Ring"), 30, tuple((x + 20, y + 20) for x, y in points), (1, 2, 2, 2, 1), 1, (), bend=100
    )
    assert track_boards.faults(ring) == ()
    assert math.dist(track_boards.space(ring, 1).stations[0].left, track_boards.space(ring, 8).stations[-1].left) < 0.01
    areas = [abs(area(space.outline)) for space in track_boards.spaces(ring)]
    assert areas == pytest.approx([areas[0]] * 8, rel=1e-6)


@pytest.mark.parametrize("number", [0, 20])
def test_there_is_no_space_beyond_the_ends(number: int) -> None:
    with pytest.raises(ValueError, match=f"no space {number}: they are numbered 1 to 19"):
        track_boards.space(STREET, number)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"bend": 10.0}, "a bend of 10 mm is tighter than half the breadth, 15 mm"),
        ({"bend": 70.0}, "stretch 2 is 120 mm long, its bends need 140 mm"),
        (
            {"bend": 0.0, "spaces": (7, 9, 7)},
            "a space of stretch 2 is 13.333 mm long, the mitre at its corner takes 15 mm",
        ),
        ({"points": ((20.0, 20.0), (180.0, 20.0), (20.0, 21.0)), "spaces": (3, 3)}, "the path turns back at point 2"),
        (
            {"points": ((20.0, 20.0), (180.0, 20.0), (180.0, 65.0), (20.0, 45.0)), "bend": 15.0, "spaces": (7, 2, 7)},
            "spaces 1 and 16 lie on one another",
        ),
    ],
)
def test_a_path_that_cannot_be_cut_into_spaces_is_told(changes: dict[str, object], told: str) -> None:
    group, problems = drawn(replace(STREET, kinds=(), **changes))  # type: ignore[arg-type]
    assert group == Group(())
    assert f"board st: {told}" in [problem.message for problem in problems]


def test_a_track_that_leaves_its_slot_is_told(sign: Path) -> None:
    _, problems = drawn(STREET, sign, slot(width=190))
    assert [problem.message for problem in problems] == [
        "the spaces of board st reach from 19.5 to 195.5 mm across and 4.5 to 155.5 mm down of 190 × 160 mm"
    ]


def test_numbers_wider_than_their_spaces_are_told(sign: Path) -> None:
    _, problems = drawn(replace(STREET, kinds=()), sign, slot(size=60))
    assert problems[0].message.startswith("number 10 is 26.54 × 16.47 mm large; its space has 20.48 ×")
    assert problems[0].hint == "make the numbers smaller or the spaces longer"


def test_a_picture_without_room_is_told(sign: Path) -> None:
    _, (problem,) = drawn(replace(STREET, breadth=10, bend=0), sign)
    assert problem.message == 'the picture "sign" has 17.3 × 2.5 mm in space 3; it needs 3 × 3 mm'
    assert problem.hint == "make the spaces longer, the track broader or the numbers, by the slot's size, smaller"
    assert (problem.file, problem.line) == ("templates/small/frames.toml", 3)


def test_a_picture_without_room_is_told_where_the_board_is_defined(tmp_path: Path) -> None:
    problems: list[Problem] = []
    whole = replace(game(), boards=(replace(STREET, breadth=10, bend=0),), board_lines={"st": 40})
    boards.draw(slot(), None, start(whole, "en", problems, 'sheet "sheet"', "templates/small/frames.toml", 3))
    assert {(told.file, told.line, told.where) for told in problems if "needs" in told.message} == {
        (whole.file, 40, 'sheet "sheet", slot "street"')
    }


@pytest.mark.parametrize(
    ("breadth", "side", "titles"), [(30, 9.4, 2), (24, 9.4, 0), (22, 8.5, 0), (18, 10.5, 0), (14, 6.5, 0)]
)
def test_in_small_spaces_the_picture_takes_the_room_of_its_title_then_that_of_the_frame(
    sign: Path, breadth: float, side: float, titles: int
) -> None:
    straight = replace(STREET, breadth=breadth, points=((5, 40), (175, 40)), spaces=(10,), bend=0)
    group, problems = drawn(straight, sign)
    assert problems == []
    assert [text for text, _ in texts(group) if not text.isdigit()] == ["Fear"] * titles
    assert sides(group) == [side, side]


def sides(shape: Shape, scale: float = 1.0) -> list[float]:
    """Return how large the sign is wherever it is drawn, mm: its own units are tenths of it."""
    if isinstance(shape, Group):
        inner = scale * math.hypot(*shape.matrix[:2])
        return [found for child in shape.children for found in sides(child, inner)]
    if not isinstance(shape, Outline) or bounds(shape.segments) != Rect(0, 0, 10, 10):
        return []
    return [round(10 * scale, 1)]


def test_every_number_stands_upright_for_a_reader_outside(sign: Path) -> None:
    group, problems = drawn(STREET, sign)
    assert problems == []
    found = {text: matrix for text, matrix in texts(group) if text.isdigit()}
    assert set(found) == {str(number) for number in range(1, 20)}
    down = {text: (round(matrix[2]), round(matrix[3])) for text, matrix in found.items()}
    assert (down["2"], down["10"], down["18"]) == ((0, -1), (1, 0), (0, 1))
    for text, matrix in found.items():
        across = track_boards.space(STREET, int(text)).middle
        x, y = matrix[4] - across.middle[0], matrix[5] - across.middle[1]
        assert x * matrix[2] + y * matrix[3] > 0, "on the inside"


def test_the_outside_is_where_the_path_turns_away_from() -> None:
    assert outer_side(STREET) == -1
    assert outer_side(replace(STREET, points=STREET.points[::-1])) == 1
    straight = replace(STREET, points=((0.0, 0.0), (50.0, 0.0)), spaces=(3,))
    assert (outer_side(straight), outer_side(replace(straight, points=straight.points[::-1]))) == (1, -1)


def test_numbers_may_fill_the_middle(sign: Path) -> None:
    group, problems = drawn(replace(STREET, numbers="middle", kinds=(), arrows=False), sign, slot(size=18))
    assert problems == []
    for text, matrix in texts(group):
        assert matrix[4:] == pytest.approx(track_boards.space(STREET, int(text)).middle.middle, abs=1e-6)


@pytest.mark.parametrize("pattern", ["solid", "hatch", "cross", "dots"])
def test_a_kind_has_a_frame_of_its_pattern_and_its_picture(sign: Path, pattern: str) -> None:
    kind = replace(FEAR, pattern=pattern, title=words(en=""))  # type: ignore[arg-type]
    image = picture(drawn(replace(STREET, kinds=(kind,)), sign)[0])
    inks = {}
    for number in (3, 4):
        x, y = track_boards.space(STREET, number).middle.middle
        inks[number] = image.getpixel((int(x * PX), int((y + 3) * PX)))
        box = image.crop((int((x - 8) * PX), int((y - 14) * PX), int((x + 8) * PX), int((y - 12.2) * PX)))
        blue = sum(count for count, pixel in box.getcolors(1 << 20) or () if pixel == (0x1D, 0x4E, 0x89))
        assert (blue > 20) == (number == 3)
    assert (inks[3] == (0x1D, 0x4E, 0x89), inks[4]) == (True, (0xF2, 0xB6, 0x32))


def test_the_title_of_a_kind_is_printed_where_it_fits_in_every_language(sign: Path) -> None:
    assert [text for text, _ in texts(drawn(STREET, sign)[0]) if not text.isdigit()] == ["Fear", "Fear"]
    long = replace(FEAR, title=words(en="Fear", fr="La peur au ventre"))
    assert [text for text, _ in texts(drawn(replace(STREET, kinds=(long,)), sign)[0]) if not text.isdigit()] == []


def far(x: float, y: float, one: tuple[float, float], other: tuple[float, float]) -> float:
    """Return how far a point is from a line with two ends."""
    (x1, y1), (dx, dy) = one, (other[0] - one[0], other[1] - one[1])
    share = max(0.0, min(1.0, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy)))
    return math.dist((x, y), (x1 + share * dx, y1 + share * dy))


def test_an_inset_polygon_keeps_its_distance() -> None:
    space = track_boards.space(STREET, 7)
    outline, inner = space.outline, inset(space, 30, 3)
    assert all(covers(outline, x, y) for x, y in inner)
    middles = [((x1 + x2) / 2, (y1 + y2) / 2) for (x1, y1), (x2, y2) in pairwise((*inner, inner[0]))]
    for x, y in middles:
        assert min(far(x, y, *side) for side in pairwise((*outline, outline[0]))) == pytest.approx(3, abs=0.05)


def test_polygons_that_only_touch_do_not_overlap() -> None:
    square = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))
    moved = [tuple((x + dx, y + dy) for x, y in square) for dx, dy in ((10, 0), (10, 10), (9, 0), (3, 3), (0, 0))]
    assert [overlap(square, other) for other in moved] == [False, False, True, True, True]
    assert overlap(((0, 4), (20, 4), (20, 6), (0, 6)), ((9, -5), (11, -5), (11, 15), (9, 15)))


def test_equal_tracks_are_one_drawing(sign: Path) -> None:
    problems: list[Problem] = []
    twin = replace(STREET, id="other", title=words(en="Other street"))
    ctx = start(replace(game(art={"sign": sign}), boards=(STREET, twin)), "en", problems)
    (one,), (other,) = boards.draw(slot(), None, ctx), boards.draw(replace(slot(), board="other"), None, ctx)
    assert one.children[0] is other.children[0]
