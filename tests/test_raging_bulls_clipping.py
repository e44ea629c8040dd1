"""Isolated bulls against polygon clipping by an independent library: Shapely cuts the square into its cells.

Shapely reckons with floats, and still decides exactly here. All posts are whole points of the square from 0 to 7, so
two fences meet in a point whose coordinates are whole numbers over a determinant of at most 98, and such a point lies
either on a third fence or at least 1/98 ÷ 7√2, over 0.001, away from it. The cells are noded on a grid of 2⁻²⁰, which
joins what is the same point and keeps apart what is not. Read off are two things that no rounding of that size
changes: in which cell a bull is, since it is no closer than 0.116 to any fence, and whether the cell shares length
with the edge, since fences end at whole numbers and the shared length is therefore 0 or at least 1.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
import shapely

from tracker.games.raging_bulls.field import FENCES, Crossing, Fence, Field, crossings, isolated

GRID = 2.0**-20
SQUARE = shapely.box(0, 0, 7, 7)
POINTS = {"T": (0, 0, 1, 0), "B": (0, 7, 1, 0), "L": (0, 0, 0, 1), "R": (7, 0, 0, 1)}  # where a side starts and leads
SAMPLE, ALL, CHUNK = 600, 20_000, 2_000


def point(post: str) -> tuple[int, int]:
    x, y, right, down = POINTS[post[0]]
    return x + right * int(post[1]), y + down * int(post[1])


def clipped(bulls: Sequence[Crossing], fences: Sequence[Fence]) -> tuple[tuple[Crossing, ...], tuple[Crossing, ...]]:
    """Return the bulls alone in their cell, and those whose cell is closed besides."""
    lines = [shapely.LineString([point(fence.a), point(fence.b)]) for fence in fences]
    noded = shapely.union_all([SQUARE.exterior, *lines], grid_size=GRID)
    cells = shapely.get_parts(shapely.polygonize([*shapely.get_parts(noded)]))
    held = [cells[shapely.contains_xy(cells, *bull)] for bull in bulls]
    assert [1] * len(bulls) == [len(cell) for cell in held]
    whole = [cell[0].wkb for cell in held]
    alone = [place for place, key in enumerate(whole) if whole.count(key) == 1]
    edge = [shapely.intersection(held[place][0].boundary, SQUARE.exterior).length for place in alone]
    closed = [place for place, length in zip(alone, edge, strict=True) if length < 0.5]
    return tuple(bulls[place] for place in alone), tuple(bulls[place] for place in closed)


def drawn(seed: int) -> Field:
    """Return a random field: 3 to 6 bulls, up to 16 fences past them, no post with more than two."""
    chance = random.Random(seed)
    spots = [(column, row) for column in range(1, 7) for row in range(1, 7)]
    field = Field(tuple(chance.sample(spots, chance.randint(3, 6))))
    for fence in chance.sample(FENCES, chance.randint(0, 16)):
        used = field.used()
        if max(used.get(fence.a, 0), used.get(fence.b, 0)) < 2 and not set(crossings(fence)) & set(field.bulls):
            field = field.with_fence(fence)
    return field


@pytest.mark.parametrize("start", range(0, ALL, CHUNK))
def test_isolated_bulls_are_those_of_the_clipped_square(start: int, soak: bool) -> None:
    number = CHUNK if soak else SAMPLE * CHUNK // ALL
    closed = 0
    for seed in range(start, start + number):
        field = drawn(seed)
        alone, isolated_there = clipped(field.bulls, field.fences)
        assert isolated_there == isolated(field), field
        assert alone == isolated(Field(field.bulls, field.fences, open_range=True)), field
        closed += len(isolated_there)
    assert closed > number / 2  # the sample is not all open fields


def test_cells_that_touch_the_edge_in_a_post_only_are_closed_for_the_library_too() -> None:
    bulls = ((3, 3), (6, 6), (6, 1))
    fences = tuple(Fence.of(*pair) for pair in (("T1", "R6"), ("R6", "L4"), ("L4", "T1")))
    assert (bulls, ((3, 3),)) == clipped(bulls, fences)


def test_three_fences_through_one_point_make_no_cell_of_their_own() -> None:
    fences = tuple(Fence.of(*pair) for pair in (("T1", "B6"), ("T6", "B1"), ("L1", "R6"), ("L6", "R1"), ("T2", "B5")))
    bulls = ((1, 3), (3, 1), (6, 4), (4, 6))
    alone, closed = clipped(bulls, fences)
    field = Field(bulls, fences)
    assert (alone, closed) == (isolated(Field(bulls, fences, open_range=True)), isolated(field))
