"""Maps: ways from rim to rim, spaces along them, words beside places, and what is told of those in the way."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from math import dist, hypot
from pathlib import Path as File

import pytest

from pnp.data.maps import Map, MapLink, MapPlace
from pnp.extent import bounds, extent
from pnp.pieces import map_ways, maps
from pnp.scene import Group, Path
from tests.small_boards import drawn, leaves, texts
from tests.small_folder import GAME, game, problems, with_slot
from tests.small_game import words


def place(name: str, x: float, y: float, **changes: object) -> MapPlace:
    title = words(en=name.title())
    return replace(MapPlace(name, title, x, y, 8.0, "circle", "", "solid", "", "below"), **changes)  # type: ignore[arg-type]


def link(one: str, other: str, **changes: object) -> MapLink:
    return replace(
        MapLink((one, other), words(en=""), 0.0, "none", "solid", "#ff0000", "solid", 0.8, 0, False),
        **changes,  # type: ignore[arg-type]
    )


def small(*links: MapLink, places: tuple[MapPlace, ...] = ()) -> Map:
    return Map("map", words(en="Map"), places or (place("york", 20, 20), place("hull", 120, 20)), links, 5.0)


def red(group: Group) -> list[Path]:
    found = (leaf for leaf, _ in leaves(group) if isinstance(leaf, Path))
    return [leaf for leaf in found if "#ff0000" in (leaf.fill, leaf.stroke.paint if leaf.stroke else None)]


def ways(board: Map) -> list[map_ways.Way | None]:
    known = {each.id: each for each in board.places}
    return [map_ways.way(each, known) for each in board.links]


def test_a_straight_link_runs_from_rim_to_rim() -> None:
    (way,) = ways(small(link("york", "hull")))
    assert way is not None
    assert (way.points[0], way.points[-1]) == (pytest.approx((24, 20)), pytest.approx((116, 20)))
    assert way.length == pytest.approx(92)


@pytest.mark.parametrize(("bend", "lowest"), [(10.0, 30.0), (-10.0, 10.0), (70.0, 90.0)])
def test_a_link_bows_to_the_right_of_its_way(bend: float, lowest: float) -> None:
    points = map_ways.whole(link("york", "hull", bend=bend), {each.id: each for each in small().places})
    assert max((y for _, y in points), key=lambda y: abs(y - 20)) == pytest.approx(lowest, abs=0.05)
    assert all(dist(*pair) <= map_ways.STEP + 0.001 for pair in pairwise(points))


@pytest.mark.parametrize("shape", ["circle", "square", "hex"])
def test_links_end_on_the_rim_of_every_shape(shape: str) -> None:
    board = small(link("york", "hull"), places=(place("york", 20, 20), place("hull", 70, 60, shape=shape, size=20)))
    (way,) = ways(board)
    assert way is not None
    x, y = (end - middle for end, middle in zip(way.points[-1], (70, 60), strict=True))
    far = {"circle": hypot(x, y), "square": max(abs(x), abs(y)), "hex": max(abs(y), (3**0.5 * abs(x) + abs(y)) / 2)}
    assert far[shape] == pytest.approx(10, abs=0.001)


@pytest.mark.parametrize("boxes", [False, True])
def test_spaces_lie_evenly_along_a_link_without_touching(boxes: bool) -> None:
    group, told = drawn(small(link("york", "hull", spaces=5, boxes=boxes, ink="#ff0000")))
    assert told == []
    (area,) = [path for path in red(group) if path.fill]
    starts = [number for number, segment in enumerate(area.segments) if segment[0] == "M"]
    assert len(starts) == 5
    boxes_ = [bounds(area.segments[a:b]) for a, b in pairwise((*starts, len(area.segments)))]
    found = [box for box in boxes_ if box is not None]
    gaps = [after.x - before.right for before, after in pairwise(found)]
    assert gaps == pytest.approx([gaps[0]] * 4)
    assert gaps[0] >= maps.GAP - 0.001
    assert [box.height for box in found] == pytest.approx([5.0] * 5)
    assert found[0].x >= 25
    assert found[-1].right <= 115


def test_spaces_without_room_are_told() -> None:
    _, told = drawn(small(link("york", "hull", spaces=30)))
    assert [problem.message for problem in told] == [
        "board map, link york–hull: 30 spaces need 167.4 mm, and there are 90 mm"
    ]


def test_places_on_one_another_leave_no_link() -> None:
    board = small(link("york", "hull"), places=(place("york", 20, 20), place("hull", 22, 20)))
    _, told = drawn(board)
    assert "board map, link york–hull: its places leave no room for it" in [problem.message for problem in told]


@pytest.mark.parametrize(("arrows", "heads"), [("none", []), ("one", [116.0]), ("both", [24.0, 116.0])])
def test_arrows_point_to_the_second_place_or_to_both(arrows: str, heads: list[float]) -> None:
    group, _ = drawn(small(link("york", "hull", arrows=arrows)))
    tips = [segment[1] for path in red(group) if path.fill for segment in path.segments if segment[0] == "M"]
    assert tips == pytest.approx(heads)


@pytest.mark.parametrize("side", ["below", "above", "left", "right", "middle"])
def test_the_name_of_a_place_stands_at_its_side(side: str) -> None:
    board = small(places=(place("york", 50, 50, label=side, size=20),))
    group, told = drawn(board)
    assert told == []
    ((_, x, y),) = texts(group)
    assert {"below": y > 60, "above": y < 40, "left": x < 40, "right": x > 60, "middle": 45 < y < 55}[side]


def test_names_in_the_way_are_noted_and_drawn() -> None:
    board = small(places=(place("york", 20, 20), place("hull", 20, 29), place("leeds", 10, 90, label="left")))
    group, told = drawn(board)
    assert {(problem.message, problem.note) for problem in told} == {
        ('board map: the label of "york" lies on the place "hull"', True),
        ('board map: the label of "leeds" reaches out of the slot', True),
    }
    assert len(texts(group)) == 3


def test_a_map_larger_than_its_slot_is_told() -> None:
    _, told = drawn(small(), room=(100, 100))
    assert [problem.message for problem in told] == [
        "the places and links of board map reach from 15.65 to 124.35 mm across and 15.65 to 24.35 mm down"
        " of 100 × 100 mm"
    ]


def test_everything_lies_where_the_map_says_it_reaches() -> None:
    board = small(link("york", "hull", bend=15, spaces=6), places=(place("york", 20, 20), place("hull", 120, 20)))
    bare = replace(board, places=tuple(replace(each, label="none") for each in board.places))
    reach, found = map_ways.reach(bare), extent(drawn(bare)[0])
    assert found is not None
    assert reach.x <= found.x + 0.01
    assert reach.bottom >= found.bottom - 0.4


MAP = """
[[boards]]
id = "map"
kind = "map"
title = "Map"
across = 10
places = [{ id = "york", x = 20, y = 20 }, { id = "hull", x = 50, y = 20, size = 6 }]
"""


def test_places_are_as_large_as_the_board_says_unless_they_say_so(tmp_path: File) -> None:
    text = f'{MAP}links = [{{ between = ["york", "hull"], spaces = 2, spaces_shape = "box" }}]\n'
    (board,) = game(tmp_path, {"game.toml": GAME + text}).boards
    assert board.kind == "map"
    assert [each.size for each in board.places] == [10, 6]
    assert (board.links[0].boxes, board.breadth) == (True, 5.0)


def test_links_that_lead_nowhere_are_told(tmp_path: File) -> None:
    text = f'{MAP}links = [{{ between = ["york", "hul"] }}, {{ between = ["york", "york"] }}]\n'
    slot = with_slot('kind = "board"\nboard = "map"\nwidth = 60\nheight = 80')
    assert [line.partition(": ")[2] for line in problems(tmp_path, {"game.toml": GAME + text, **slot})] == [
        'boards[map].links[0].between: "hul" is not a place of the map (did you mean "hull"?)',
        'boards[map].links[1].between: "york" is linked with itself; a link joins two places',
    ]
