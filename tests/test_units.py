"""Lengths as authors write them, and comparisons that forgive the last bit of a float."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp import units


@pytest.mark.parametrize(
    ("text", "mm"),
    [("63mm", 63), ("2.5in", 63.5), ("6,5 cm", 65), ("72pt", 25.4), (" 9 ", 9), ("-3mm", -3), (12, 12), (0.25, 0.25)],
)
def test_a_length_is_read_in_millimetres(text: str | float, mm: float) -> None:
    assert units.length(text) == pytest.approx(mm, abs=1e-12)


@pytest.mark.parametrize("text", ["", "mm", "63 mm wide", "1e3", "6.3.0mm", "63px", "nan", "٦٣mm", True])
def test_what_is_no_length_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not a length; write for example 63mm or 2\.5in"):
        units.length(text)


@pytest.mark.parametrize(
    ("text", "mm"),
    [("63x88mm", (63, 88)), ("2.5x3.5in", (63.5, 88.9)), ("63,5×88,9 mm", (63.5, 88.9)), ("1inx40mm", (25.4, 40))],
)
def test_a_size_takes_its_unit_from_the_end(text: str, mm: tuple[float, float]) -> None:
    assert units.size(text) == pytest.approx(mm, abs=1e-12)


@pytest.mark.parametrize("text", ["63", "63x", "0x88mm", "63x-88mm", "63x88x2mm", "A4"])
def test_what_is_no_size_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a size"):
        units.size(text)


def test_three_times_88_9_fits_266_7_although_the_float_sum_is_larger() -> None:
    assert 3 * 88.9 > 266.7
    assert units.fits(3 * 88.9, 266.7)
    assert units.count(88.9, 266.7) == 3


@given(st.integers(1, 60), st.integers(1, 4000), st.integers(0, 200))
def test_exact_fits_count_in_full_and_a_tenth_less_loses_one(number: int, tenths: int, gap: int) -> None:
    part, between = tenths / 10, gap / 10
    room = number * part + (number - 1) * between
    assert units.count(part, room, between) == number
    assert units.count(part, room - 0.05, between) == number - 1


def test_nothing_fits_in_no_room() -> None:
    assert units.count(10, 9.9) == 0
    assert units.count(0, 100) == 0
    assert units.count(10, -5) == 0


@pytest.mark.parametrize(("value", "text"), [(63.0, "63"), (0.1 + 0.2, "0.3"), (-0.0001, "0"), (1.23456, "1.235")])
def test_a_length_is_written_without_idle_digits(value: float, text: str) -> None:
    assert units.tidy(value) == text
