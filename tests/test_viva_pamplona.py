"""Viva Pamplona! by hand: the final score and its tie, refusals and warnings, and the small sums of play."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.data.game import Json
from tests import shipped
from tracker import tables
from tracker.games import viva_pamplona as viva
from tracker.scoring import Refused

GAME = shipped.BY_SLUG["viva-pamplona"]


def seat(name: str, chips: int, ranks: list[int], behind: list[int] | None = None, loans: int = 0) -> dict[str, Json]:
    return {"name": name, "chips": chips, "ranks": list(ranks), "behind": list(behind or []), "loans": loans}


def refused(*seats: dict[str, Json]) -> list[str]:
    with pytest.raises(Refused) as caught:
        tables.settle({"seats": list(seats)}, GAME)
    return str(caught.value).splitlines()


WHOLE = seat("Bo", 3, [1, 2, 3])


def test_chips_ranks_spaces_behind_and_loans_add_up_line_by_line() -> None:
    result = tables.settle({"seats": [seat("A", 6, [9], [3, 7], 1), WHOLE]}, GAME)
    lines = [(line.label.get("en"), line.sum.get("en"), line.points, line.rule) for line in result.scores[0].lines]
    assert lines == [
        ("Courage in chips", "6", 6, "final-score"),
        ("Ranks", "9", 9, "ranks"),
        ("Behind Torro", "−3 − 7", -10, "final-score"),
        ("Loans", "−1 × 10", -10, "loan"),
    ]
    assert result.scores[0].total == -5


def test_more_rank_points_decide_between_equal_totals_and_then_the_place_is_shared() -> None:
    seats = [seat("A", 30, [1, 2, 3]), seat("B", 21, [4, 5, 6]), seat("C", 21, [4, 5, 6]), seat("D", 1, [7, 8, 9])]
    result = tables.settle({"seats": list(seats)}, GAME)
    assert [standing.rank for standing in result.standings] == [3, 1, 1, 4]
    decided = result.standings[0].decided
    assert decided is not None
    assert decided.measure == "rank_points"


def test_the_variants_change_play_and_not_the_final_sum() -> None:
    for variant in ("standard", "either-way", "doorway"):
        result = tables.settle({"variant": variant, "seats": [WHOLE, seat("A", 2, [1, 1, 2])]}, GAME)
        assert [score.total for score in result.scores] == [9, 6]


@pytest.mark.parametrize(
    ("bad", "messages"),
    [
        (seat("A", -1, [1, 2, 3]), ["chips: found -1; allowed 0 or more"]),
        (seat("A", 1, [0, 2, 3]), ["ranks[0]: found 0; allowed 1 to 12"]),
        (seat("A", 1, [1, 2, 13]), ["ranks[2]: found 13; allowed 1 to 12"]),
        (seat("A", 1, [1, 2], [0]), ["behind[0]: found 0; allowed 1 or more"]),
        (seat("A", 1, [1, 2, 3], [4]), ["behind: found 4 runners with ranks and behind together; allowed 3"]),
        (seat("A", 1, [1, 2, 3, 4]), ["ranks: found 4; allowed at most 3 of them"]),
        (seat("A", 1, [1, 2, 3], None, -1), ["loans: found -1; allowed 0 or more"]),
        ({"name": "A", "ranks": [1, 2, 3]}, ["chips: missing; allowed 0 or more"]),
        (
            seat("A", 1, [1, 2, 3]) | {"lag": []},
            ["lag: unknown key; allowed name, chips, log, ranks, behind, loans (did you mean log?)"],
        ),
    ],
)
def test_what_cannot_be_on_a_table_is_refused(bad: dict[str, Json], messages: list[str]) -> None:
    assert refused(bad, WHOLE) == [f"seats[0].{text}" for text in messages]


def test_one_seat_and_seven_seats_are_refused() -> None:
    assert refused(WHOLE) == ["seats: found 1; allowed 2 to 6"]
    assert refused(*(seat(str(n), 1, [1, 2, 3]) for n in range(7))) == ["seats: found 7; allowed 2 to 6"]


def test_gaps_in_the_ranks_and_missing_runners_are_warned_about() -> None:
    result = tables.settle({"seats": [seat("A", 1, [1, 4]), seat("B", 2, [2, 6, 6])]}, GAME)
    assert [str(each) for each in result.warnings] == [
        "seats[0].ranks: found 2 of 3 runners; at the end each has a rank or stands behind Torro",
        "seats: nobody has ranks 3, 5; ranks are filled without gaps",
    ]
    assert [score.total for score in result.scores] == [6, 16]


@given(st.integers(1, 40), st.integers(1, 40))
def test_a_charge_pays_by_the_table_and_takes_one_for_each_space_behind(torro: int, runner: int) -> None:
    ahead = runner - torro
    expected = {0: 3, 1: 2, 2: 1}.get(ahead, 0 if ahead > 0 else ahead)
    assert viva.charge(torro, {"A": [runner], "B": []}) == {"A": expected, "B": 0}


@given(st.integers(1, 34), st.permutations(["A", "B", "C", "D"]), st.lists(st.integers(0, 3), min_size=4, max_size=4))
def test_a_scuffle_creates_and_destroys_nothing(space: int, names: list[str], counts: list[int]) -> None:
    done = viva.scuffle("A", space, dict(zip(names, counts, strict=True)))
    assert sum(done["points"].values()) + done["supply"] == 0
    assert all(space < landed or landed == 21 for landed in done["moved"].values())


def test_there_are_no_scuffles_in_the_arena() -> None:
    assert viva.scuffle("A", 35, {"A": 3, "B": 1}) == {"points": {"A": 0, "B": 0}, "supply": 0, "moved": {}}


def test_shoved_runners_slide_back_from_the_tomatoes() -> None:
    assert viva.scuffle("A", 21, {"A": 3, "B": 1})["moved"] == {"B": 21}
    assert viva.scuffle("A", 20, {"A": 2, "B": 1})["moved"] == {"B": 21}


@pytest.mark.parametrize(("space", "steps", "to"), [(21, 1, 21), (20, 3, 21), (21, 3, 24), (24, 0, 24), (10, 5, 15)])
def test_only_landing_on_tomatoes_slides_back(space: int, steps: int, to: int) -> None:
    assert viva.slide(space, steps) == {"to": to}


@given(st.integers(0, 60), st.integers(0, 60))
def test_a_payment_takes_as_few_loans_as_it_needs(chips: int, due: int) -> None:
    paid = viva.loan(chips, due)
    assert paid["chips"] == chips + 10 * paid["loans"] - due
    assert paid["chips"] >= 0
    assert paid["loans"] == 0 or paid["chips"] < 10


def test_ranks_are_dense_and_end_at_twelve() -> None:
    assert viva.ranks([[("A", 35), ("B", 38), ("C", 35)], [("D", 36)]], taken=10) == {"ranks": [[12, 11, 12], [12]]}
