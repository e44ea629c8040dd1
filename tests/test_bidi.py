"""The order of letters in lines of mixed directions: known answers of Unicode's annex 9, and what must always hold."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.layout.bidi import base, levels, logical, visual

SIGNS = st.text(st.sampled_from("abמאشم12٣ .,-+%()[]!\u0301\u200f"), max_size=16)
# Capitals stand for letters that run right to left, as in the annex.
HEBREW = {chr(65 + i): chr(0x5D0 + i) for i in range(26)}
ARABIC = {chr(65 + i): "ابتثجحخدذرزسشصضطظعغفقكلمنه"[i] for i in range(26)}


def shown(text: str, start: int, alphabet: dict[str, str]) -> str:
    """Return `text` from left to right, letters of `alphabet` as the capitals they stand for."""
    real = "".join(alphabet.get(sign, sign) for sign in text)
    back = {value: key for key, value in alphabet.items()}
    return "".join(back.get(sign, sign) for sign in visual(real, levels(real, start)))


@pytest.mark.parametrize(
    ("written", "start", "seen"),
    [
        ("car means CAR.", 0, "car means RAC."),
        ("car MEANS CAR.", 0, "car RAC SNAEM."),
        ("car MEANS CAR.", 1, ".RAC SNAEM car"),
        ("CAR 123 GO", 1, "OG 123 RAC"),
        ("CAR 12.5 GO", 1, "OG 12.5 RAC"),
        ("he said THE VALUES ARE 123, 456, 789, OK.", 0, "he said KO ,789 ,456 ,123 ERA SEULAV EHT."),
        ("A(b)C", 1, "C)b(A"),
        ("A (b) c", 0, "A (b) c"),
        ("TURN 3: go!", 1, "!go :3 NRUT"),
        ("-5% OFF", 1, "FFO 5%-"),
        ("a1 B2", 0, "a1 2B"),
    ],
)
def test_lines_are_ordered_as_the_annex_says(written: str, start: int, seen: str) -> None:
    assert seen == shown(written, start, HEBREW)


def test_a_range_after_arabic_runs_the_other_way_than_after_hebrew() -> None:
    assert "2-1 A" == shown("A 1-2", 1, ARABIC)
    assert "1-2 A" == shown("A 1-2", 1, HEBREW)


def test_the_first_letter_decides_where_a_paragraph_starts() -> None:
    assert [base(text) for text in ("abc א", "12 (א) b", "12 - !", "")] == [0, 1, None, None]


def test_a_mark_of_direction_counts_as_a_letter() -> None:
    assert base("\u200fabc") == 1
    assert levels("a!\u200f", 0)[1] == levels("a !", 0)[2] == 0


@given(SIGNS, st.integers(0, 1))
def test_nothing_is_lost_or_doubled_and_reading_order_comes_back(text: str, start: int) -> None:
    found = levels(text, start)
    assert all(0 <= level - start <= 2 for level in found)
    seen = list(zip(visual(list(enumerate(text)), found), visual(found, found), strict=True))
    assert sorted(place for (place, _), _ in seen) == list(range(len(text)))
    items, way = [item for item, _ in seen], [level for _, level in seen]
    assert "".join(sign for _, sign in logical(items, way)) == text


@given(st.text(st.sampled_from("ab 12.,(!"), max_size=12))
def test_text_of_one_direction_stays_as_it_is(text: str) -> None:
    assert "".join(visual(text, levels(text, 0))) == text


@given(st.text(st.sampled_from("אבג .!"), max_size=12))
def test_text_that_runs_right_to_left_is_turned_round_as_a_whole(text: str) -> None:
    assert "".join(visual(text, levels(text, 1))) == text[::-1]
