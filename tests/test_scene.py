"""Shapes' small arithmetic: outlines, turns and matrices."""

from __future__ import annotations

import math

import pytest

from pnp import scene
from pnp.errors import DataError, Problem


def test_a_rectangle_goes_round_once_and_closes() -> None:
    assert scene.rectangle(scene.Rect(1, 2, 3, 4)) == (
        ("M", 1, 2), ("L", 4, 2), ("L", 4, 6), ("L", 1, 6), ("Z",),
    )  # fmt: skip


def test_a_radius_is_at_most_half_the_shorter_side() -> None:
    assert scene.rectangle(scene.Rect(0, 0, 10, 4), radius=9) == scene.rectangle(scene.Rect(0, 0, 10, 4), radius=2)


def test_a_polygon_goes_through_its_points_and_closes() -> None:
    assert scene.polygon(((1, 2), (4, 2), (4, 6))) == (("M", 1, 2), ("L", 4, 2), ("L", 4, 6), ("Z",))
    assert scene.polygon([]) == ()


def test_a_circle_of_four_curves_is_round_to_three_hundredths_of_a_percent() -> None:
    _, *curves, _ = scene.ellipse(0, 0, 100)
    start = (100.0, 0.0)
    for curve in curves:
        _, x1, y1, x2, y2, x3, y3 = curve
        for step in range(21):
            t = step / 20
            weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
            x = sum(w * v for w, v in zip(weights, (start[0], x1, x2, x3), strict=True))
            y = sum(w * v for w, v in zip(weights, (start[1], y1, y2, y3), strict=True))
            assert math.hypot(x, y) == pytest.approx(100, abs=0.03)
        start = (x3, y3)


@pytest.mark.parametrize(("quarters", "point"), [(0, (3, 1)), (1, (1, 3)), (2, (-1, 1)), (3, (1, -1)), (5, (1, 3))])
def test_quarter_turns_are_clockwise_and_exact(quarters: int, point: tuple[float, float]) -> None:
    assert scene.apply(scene.turned(quarters, 1, 1), 3, 1) == point


def test_the_inner_matrix_comes_first() -> None:
    both = scene.times(scene.moved(10, 0), scene.turned(1, 0, 0))
    assert scene.apply(both, 1, 0) == (10, 1)


def test_problems_are_sorted_by_file_and_line_and_told_once() -> None:
    one = Problem("a/game.toml", 7, "age", "found 900; allowed 0 to 99", "did you mean 9?")
    two = Problem("a/cards.csv", 12, "", "torn row")
    error = DataError([one, two, one])
    assert str(error) == ("a/cards.csv:12: torn row\na/game.toml:7: age: found 900; allowed 0 to 99 (did you mean 9?)")


def test_a_problem_of_a_whole_file_has_no_line() -> None:
    assert str(Problem("a/game.toml", 0, "", "is missing")) == "a/game.toml: is missing"
