"""The field of Raging Bulls, exact: fences and rolls, who stands alone and why, and what must hold for any field."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.games.raging_bulls.field import (
    CROSSINGS,
    FENCES,
    POSTS,
    Crossing,
    Fault,
    Fence,
    Field,
    Gap,
    complete,
    crossings,
    isolated,
    last,
    legal,
    place,
    signs,
    standing,
    wrong,
)


def fences(text: str) -> tuple[Fence, ...]:
    return tuple(Fence.of(*each.split("-")) for each in text.split())


def field(bulls: tuple[Crossing, ...], drawn: str = "", *, open_range: bool = False) -> Field:
    return Field(bulls, fences(drawn), open_range)


FIRST = ((3, 3), (3, 4), (4, 3))
CLOSED = "L2-R3 T2-B4 L6-R2 T5-B1"


def test_a_fence_is_the_same_from_either_end() -> None:
    assert "L2-R3" == str(Fence.of("R3", "L2")) == str(Fence.of("L2", "R3"))
    assert ["T1-B4", "B3-R3", "T3-L3"] == list(map(str, fences("B4-T1 R3-B3 L3-T3")))
    assert (24, 216, 36) == (len(set(POSTS)), len(set(FENCES)), len(set(CROSSINGS)))
    assert [(3, 0), (3, 7), (0, 3), (7, 3)] == [place(post) for post in ("T3", "B3", "L3", "R3")]


def test_the_printed_rule_for_blocked_fences_equals_the_whole_number_test_on_all_216_times_36() -> None:
    for fence in FENCES:
        (px, py), (qx, qy) = place(fence.a), place(fence.b)
        on_line = [(x, y) for x, y in CROSSINGS if (qx - px) * (y - py) == (qy - py) * (x - px)]
        assert sorted(on_line) == sorted(crossings(fence)), fence
    counts = [len(crossings(fence)) for fence in FENCES]
    assert [152, 28, 12, 4, 4, 4, 12] == [counts.count(number) for number in range(7)]


@pytest.mark.parametrize(
    ("fence", "blocking"),
    [
        ("T3-L3", {(1, 2), (2, 1)}),
        ("B3-R3", {(4, 6), (5, 5), (6, 4)}),
        ("T1-R1", set()),
        ("L3-R3", {(column, 3) for column in range(1, 7)}),
        ("T1-B6", set()),
    ],
)
def test_a_bull_blocks_the_fences_through_its_crossing_and_no_other(fence: str, blocking: set[Crossing]) -> None:
    (one,) = fences(fence)
    blocked = {bull for bull in CROSSINGS if wrong(field((bull,)), one) == Fault("through_bull", bull=bull)}
    assert blocking == blocked
    assert [] == [bull for bull in set(CROSSINGS) - blocking if wrong(field((bull,)), one)]


@pytest.mark.parametrize(
    ("fence", "fault"),
    [
        (Fence("T1", "T7"), Fault("no_post", post="T7")),
        (Fence.of("L2", "X"), Fault("no_post", post="X")),
        (Fence.of("", ""), Fault("no_post", post="")),
        (Fence.of("L2", "L5"), Fault("same_side")),
        (Fence.of("R3", "L2"), Fault("same_fence")),
        (Fence.of("L1", "R3"), Fault("third_fence", post="R3")),
        (Fence.of("B3", "R6"), None),
        (Fence.of("B4", "R4"), Fault("through_bull", bull=(5, 6))),
    ],
)
def test_a_fence_that_no_roll_allows_names_its_rule(fence: Fence, fault: Fault | None) -> None:
    assert fault == wrong(field(((1, 1), (5, 6)), "L2-R3 T2-R3"), fence)


def test_nothing_is_built_once_the_field_is_complete() -> None:
    done = field(FIRST, CLOSED)
    assert complete(done)
    assert Fault("complete") == wrong(done, Fence.of("T1", "R1"))
    assert () == legal(done, (1, 2, 3))
    assert () != legal(Field(FIRST, done.fences[:3]), (1, 2, 3))


def test_some_fence_may_have_been_the_last_unless_the_field_was_complete_without_each_of_them() -> None:
    assert Fence.of("B1", "T5") == last(field(FIRST, CLOSED))
    bulls = ((3, 3), (6, 6), (1, 5))
    assert Fence.of("T5", "B5") == last(field(bulls, "T2-B2 T5-B5 L2-R2", open_range=True))
    assert None is last(field(bulls, "T2-B2 T5-B5 T2-B1 T5-B6", open_range=True))


@pytest.mark.parametrize(
    ("roll", "drawn", "number"),
    [
        ((2, 2, 5), "T2-B1", 15),
        ((4, 4, 4), "T4-B1 R4-L1", 6),
        ((1, 3, 6), "T1-B2", 30),
        ((3, 3, 3), "T3-B1 T3-B2", 3),
        ((5, 5, 1), "T5-R5 B5-L5 T1-B2", 9),
    ],
    ids=["RD1", "RD2", "RD3", "RD4", "RD5"],
)
def test_as_many_fences_are_legal_for_a_roll_as_counted_by_hand(
    roll: tuple[int, int, int], drawn: str, number: int
) -> None:
    found = legal(field((), drawn), roll)
    assert number == len(set(found)) == len(found)
    assert found == legal(field((), drawn), (roll[2], roll[0], roll[1]))


def test_only_the_end_with_the_number_of_the_pair_may_stand_on_a_used_post() -> None:
    found = set(legal(field((), "T2-B1 T5-B3"), (2, 2, 5)))
    assert {"T2-B5", "T2-L5", "T2-R5"} == {str(fence) for fence in found if "T2" in (fence.a, fence.b)}
    assert not any("T5" in (fence.a, fence.b) for fence in found)


RB = [
    ("RB-1", FIRST, CLOSED, FIRST, 8),
    ("RB-2", FIRST, "L2-R3 T2-B4 L6-R2", (), 6),
    ("RB-3 alone", ((3, 3), (1, 1), (6, 3)), "T2-B2 T5-B5 L2-R2 L5-R5", ((3, 3),), 8),
    ("RB-3 two", ((3, 3), (4, 4), (1, 1)), "T2-B2 T5-B5 L2-R2 L5-R5", (), 8),
    ("RB-4", ((3, 3), (6, 6), (6, 1)), "T1-R6 R6-L4 L4-T1", ((3, 3),), 3),
    ("RB-5", ((3, 3), (6, 6), (1, 5)), "T2-B2 T5-B5 L2-R2", (), 6),
    ("RB-6", ((3, 3),), "T2-B5 B5-L1 L1-R2 R2-B1 B1-T2", ((3, 3),), 5),
]


@pytest.mark.parametrize(("bulls", "drawn", "alone", "posts"), [each[1:] for each in RB], ids=[each[0] for each in RB])
def test_the_worked_fields_have_their_isolated_bulls_and_posts(
    bulls: tuple[Crossing, ...], drawn: str, alone: tuple[Crossing, ...], posts: int
) -> None:
    found = field(bulls, drawn)
    assert (alone, posts) == (isolated(found), len(found.used()))
    assert [len(drawn.split()) * 2] == [sum(found.used().values())]


def test_on_the_open_range_only_other_bulls_in_the_pen_count() -> None:
    assert ((3, 4),) == isolated(field(FIRST, "L2-R3 T2-B4 L6-R2", open_range=True))
    assert 3 == len(isolated(field(((3, 3), (6, 6), (1, 5)), "T2-B2 T5-B5 L2-R2", open_range=True)))
    assert () == isolated(field(FIRST, open_range=True))


@pytest.mark.parametrize(
    ("bulls", "drawn", "bull", "neighbour", "gap"),
    [
        (FIRST, "L2-R3 T2-B4 L6-R2", (3, 4), None, ("L", Fraction(2), Fraction(6))),
        (FIRST, "L2-R3 T2-B4 L6-R2", (3, 3), (4, 3), None),
        (FIRST, "", (3, 3), (3, 4), ("T", Fraction(0), Fraction(7))),
        (((3, 3), (6, 6), (1, 5)), "T2-B2 T5-B5 L2-R2", (3, 3), None, ("B", Fraction(2), Fraction(5))),
        (((3, 3), (1, 1), (6, 3)), "T2-B2 T5-B5 L2-R2 L5-R5", (6, 3), None, ("R", Fraction(2), Fraction(5))),
    ],
)
def test_a_bull_that_is_not_isolated_has_a_neighbour_or_a_gap(
    bulls: tuple[Crossing, ...], drawn: str, bull: Crossing, neighbour: Crossing | None, gap: Gap | None
) -> None:
    found = standing(field(bulls, drawn), bull)
    assert (False, neighbour, gap) == (found.alone, found.neighbour, found.gap)


@st.composite
def fields(draw: Callable[..., object]) -> Field:
    """Any field that can be drawn, complete or not."""
    bulls = draw(st.lists(st.sampled_from(CROSSINGS), min_size=1, max_size=6, unique=True))
    assert isinstance(bulls, list)
    made = Field(tuple(bulls), (), bool(draw(st.booleans())))
    for fence in draw(st.lists(st.sampled_from(FENCES), max_size=14)):  # type: ignore[attr-defined]
        made = made.with_fence(fence) if wrong(made, fence) in (None, Fault("complete")) else made
    return made


@given(fields(), st.sampled_from(FENCES))
def test_one_more_fence_never_joins_pens_and_never_takes_a_bull_its_pen(found: Field, fence: Fence) -> None:
    if wrong(found, fence) not in (None, Fault("complete")):
        return
    more = found.with_fence(fence)
    assert set(isolated(found)) <= set(isolated(more))
    for one, other in combinations(found.bulls, 2):
        assert signs(found, one) == signs(found, other) or signs(more, one) != signs(more, other)


def mirrored(post: str) -> str:
    side, number = post[0], int(post[1])
    return f"{side}{7 - number}" if side in "TB" else f"{'L' if side == 'R' else 'R'}{number}"


def turned(post: str) -> str:
    """The post after a quarter turn to the right: (x, y) goes to (7 - y, x)."""
    side, number = post[0], int(post[1])
    return {"T": f"R{number}", "R": f"B{7 - number}", "B": f"L{number}", "L": f"T{7 - number}"}[side]


def moved(found: Field, post: Callable[[str], str], spot: Callable[[Crossing], Crossing]) -> Field:
    drawn = tuple(Fence.of(post(fence.a), post(fence.b)) for fence in found.fences)
    return Field(tuple(map(spot, found.bulls)), drawn, found.open_range)


@given(fields())
def test_mirrored_and_turned_fields_give_the_same_answer(found: Field) -> None:
    for post, spot in (
        (mirrored, lambda at: (7 - at[0], at[1])),
        (turned, lambda at: (7 - at[1], at[0])),
    ):
        other = moved(found, post, spot)
        assert tuple(map(spot, isolated(found))) == isolated(other)
        for bull in found.bulls:
            one, two = standing(found, bull).gap, standing(other, spot(bull)).gap
            assert (one and one[2] - one[1]) == (two and two[2] - two[1])


@given(fields(), st.tuples(*[st.integers(1, 6)] * 3))
def test_a_legal_fence_breaks_no_rule_and_takes_two_dice(found: Field, roll: tuple[int, int, int]) -> None:
    used = found.used()
    for fence in legal(found, roll):
        assert wrong(found, fence) is None
        ends = sorted((int(fence.a[1]), int(fence.b[1])))
        assert any(ends == sorted(pair) for pair in combinations(roll, 2))
        held = sum(used.get(post, 0) for post in (fence.a, fence.b))
        assert held == 0 or len(set(roll)) <= 2 - (held == 2)
