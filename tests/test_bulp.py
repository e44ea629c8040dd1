"""Bulp! by hand: both ways to count, the removal card by card, refusals, warnings and ties."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.data.game import Json
from tests import shipped
from tracker import tables
from tracker.games import bulp
from tracker.scoring import Refused
from tracker.tables import Result

GAME = shipped.BY_SLUG["bulp"]
OWN: dict[str, Json] = {}
BROKEN: dict[str, Json] = {"broken": True}
SHARED: dict[str, Json] = {"shared": True}


def simple(name: str, missing: int, outlets: int, broken: int = 0, hand: int = 0) -> dict[str, Json]:
    return {"name": name, "missing": missing, "outlets": outlets, "broken": broken, "hand": hand}


def left(name: str, missing: int, own_cards: int = 0, hand: int = 0) -> dict[str, Json]:
    return {"name": name, "missing": missing, "own_cards": own_cards, "hand": hand}


def line(name: str, outlets: int, *cards: dict[str, Json], **more: Json) -> dict[str, Json]:
    return {"name": name, "distance": 3, "line": [dict(card) for card in cards], "outlets": outlets, **more}


def settle(*seats: Json, variant: str = "elimination") -> Result:
    return tables.settle({"variant": variant, "seats": list(seats)}, GAME)


def refused(*seats: Json, variant: str = "elimination") -> list[str]:
    with pytest.raises(Refused) as caught:
        settle(*seats, variant=variant)
    return str(caught.value).splitlines()


def test_the_simple_score_is_the_first_variant_and_adds_up_line_by_line() -> None:
    result = tables.settle({"seats": [simple("A", 3, 2, 1), simple("B", 0, 0)]}, GAME)
    lines = [(each.label.get("en"), each.sum.get("en"), each.points, each.rule) for each in result.scores[0].lines]
    assert lines == [
        ("Missing cards", "3 × 1", 3, "missing"),
        ("Open outlets", "2 × 1", 2, "outlets"),
        ("Broken cards", "1 × 1", 1, "broken"),
    ]
    assert [(score.total, standing.rank) for score, standing in zip(result.scores, result.standings, strict=True)] == [
        (6, 2),
        (0, 1),
    ]


def test_by_elimination_only_what_is_missing_counts() -> None:
    result = settle(line("A", 1, OWN, BROKEN, {"side": 1}), left("B", 2))
    lines = [(each.label.get("en"), each.sum.get("en"), each.points, each.rule) for each in result.scores[0].lines]
    told = "distance 3 − 2 left, after 1 open + 1 broken"
    assert lines == [("Missing cards", told, 1, "elimination-score")]
    assert (result.scores[1].total, result.scores[1].lines[0].sum.get("en")) == (2, "2 after the removal")


@pytest.mark.parametrize(
    ("seat", "missing", "own"),
    [
        (line("A", 1, OWN, BROKEN, {"side": 1}), 1, 2),
        (line("A", 1, OWN, OWN), 2, 1),
        (line("A", 0, OWN, OWN, OWN), 0, 3),
        (line("A", 0, SHARED | BROKEN, BROKEN, BROKEN), 2, 0),
        (line("A", 0, OWN, BROKEN, {"side": 1}), 0, 3),
        (line("A", 1), 3, 0),
        (line("A", 1, OWN, OWN, {"side": 2}, side_broken=1), 0, 3),
        (line("A", 1, OWN, SHARED, OWN), 1, 1),
        (line("A", 2, OWN, SHARED, OWN), 3, 0),
        (line("A", 2, {"side": 1}, SHARED | {"side": 1}, OWN), 1, 2),
        (line("A", 9, OWN, OWN, OWN), 3, 0),
        (line("A", 1, OWN, OWN, OWN, own_cards=7), 1, 7),
    ],
)
def test_cards_go_from_the_village_side_cards_first_and_shared_ones_stay(
    seat: dict[str, Json], missing: int, own: int
) -> None:
    score = settle(seat, left("B", 1)).scores[0]
    assert (score.total, score.measure("own_cards")) == (missing, own)


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 3)), max_size=8), st.integers(0, 20))
def test_a_removal_takes_no_more_than_it_may_and_never_a_shared_card(cards: list[tuple[bool, int]], count: int) -> None:
    shared, side = [card[0] for card in cards], [card[1] for card in cards]
    whole, own = bulp.remove(shared, side, count)
    every = sum(side) + shared.count(False)
    assert own == max(0, every - count)
    assert whole == len(cards) or not shared[whole]


def test_equal_scores_go_by_missing_cards_then_by_the_hand() -> None:
    seats = [simple("A", 1, 1, hand=9), simple("B", 0, 2), simple("C", 1, 1, hand=3), simple("D", 1, 1, hand=9)]
    result = settle(*seats, variant="simple")
    assert [standing.rank for standing in result.standings] == [2, 1, 4, 2]
    assert [each.decided.measure if each.decided else "" for each in result.standings] == ["hand", "missing"] + [
        "hand"
    ] * 2


def test_by_elimination_they_go_by_own_cards_then_by_the_hand() -> None:
    result = settle(left("A", 1, 3, 9), left("B", 1, 4, 1), left("C", 1, 4, 2), left("D", 0))
    assert [standing.rank for standing in result.standings] == [4, 3, 2, 1]


@pytest.mark.parametrize(
    ("variant", "bad", "messages"),
    [
        ("simple", simple("A", -1, 1), ["missing: found -1; allowed 0 or more"]),
        ("simple", {"name": "A"}, ["missing: missing; allowed 0 or more", "outlets: missing; allowed 0 or more"]),
        (
            "simple",
            simple("A", 1, 1) | {"own_cards": 2, "line": [], "lines": []},
            [
                "own_cards: found in the variant simple; allowed in elimination",
                "line: found in the variant simple; allowed in elimination",
                "lines: unknown key; allowed name, missing, outlets, broken, hand",
            ],
        ),
        ("elimination", simple("A", 1, 1), ["broken: found in the variant elimination; allowed in simple"]),
        ("elimination", {"name": "A", "hand": 3}, ["missing: missing; allowed 0 or more"]),
        ("elimination", line("A", 1) | {"distance": 0}, ["distance: found 0; allowed 1 or more"]),
        ("elimination", {"name": "A", "line": [{}]}, [
            "distance: missing; allowed 1 or more", "outlets: missing; allowed 0 or more"]),
        ("elimination", line("A", 1, {"side": -1}), ["line[0].side: found -1; allowed 0 or more"]),
        ("elimination", line("A", 1, {"cap": 1}), ["line[0].cap: unknown key; allowed broken, shared, side"]),
        ("elimination", line("A", 1, OWN, OWN, OWN, missing=2), [
            "missing: found 2; allowed 1, what the line leaves missing after the removal"]),
    ],
)  # fmt: skip
def test_what_cannot_be_on_a_table_is_refused(variant: str, bad: dict[str, Json], messages: list[str]) -> None:
    other = simple("B", 0, 0) if variant == "simple" else left("B", 0)
    assert refused(bad, other, variant=variant) == [f"seats[0].{text}" for text in messages]


def test_two_to_eight_seats_and_two_variants() -> None:
    assert refused(left("A", 1)) == ["seats: found 1; allowed 2 to 8"]
    assert refused(*(left(str(n), 1) for n in range(9))) == ["seats: found 9; allowed 2 to 8"]
    wrong = refused(left("A", 1), left("B", 1), variant="eliminaton")
    assert wrong == ['variant: found "eliminaton"; allowed simple, elimination (did you mean elimination?)']


NO_OUTLET = "found 0; a line that is not finished has at least one open outlet"
TWO = "several lines have nothing missing; the first one that is finished ends the game"
LONG = "found 4 cards at distance 3; where a line winds, the distance is the cards it takes in all"
SIDE = "found 2; the line has 1 side card"


@pytest.mark.parametrize(
    ("variant", "seat", "message"),
    [
        ("simple", simple("A", 2, 0), f"seats[0].outlets: {NO_OUTLET}"),
        ("simple", simple("A", 0, 1), f"seats: {TWO}"),
        ("elimination", line("A", 0, OWN), f"seats[0].outlets: {NO_OUTLET}"),
        ("elimination", line("A", 0, OWN, OWN, OWN, OWN), f"seats[0].line: {LONG}"),
        ("elimination", line("A", 1, {"side": 1}, side_broken=2), f"seats[0].side_broken: {SIDE}"),
    ],
)
def test_what_is_odd_is_warned_about(variant: str, seat: dict[str, Json], message: str) -> None:
    other = simple("B", 0, 0) if variant == "simple" else left("B", 0)
    assert [str(each) for each in settle(seat, other, variant=variant).warnings] == [message]
