"""Pamplona: Viva San Fermín! by hand: Runs line by line, Lion and Rabbit from a placement, refusals, warnings, ties."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.data.game import Json
from tests import shipped
from tracker import tables
from tracker.games import pamplona
from tracker.scoring import Refused
from tracker.tables import Result

GAME = shipped.BY_SLUG["pamplona"]
HOME: dict[str, Json] = {"distance": 3, "home": True}
FAR: dict[str, Json] = {"distance": 4, "home": True, "rabbit": True}


def seat(name: str, *runs: Mapping[str, Json]) -> dict[str, Json]:
    return {"name": name, "runs": [dict(run) for run in runs]}


def settle(*seats: Json, **more: Json) -> Result:
    return tables.settle({"seats": list(seats), **more}, GAME)


def refused(*seats: Json, **more: Json) -> list[str]:
    with pytest.raises(Refused) as caught:
        settle(*seats, **more)
    return str(caught.value).splitlines()


def warned(*seats: Json) -> list[str]:
    return [str(each) for each in settle(*seats).warnings]


def test_a_run_adds_up_line_by_line() -> None:
    run: dict[str, Json] = {"distance": 1, "lion": True, "rabbit": True, "home": True, "horns": 1, "hoofs": 3}
    lost: dict[str, Json] = {"distance": 1, "lion": True, "hoofs": 1}
    result = settle(seat("A", run, lost), seat("B", {"distance": 1}, FAR))
    lines = [(line.label.get("en"), line.sum.get("en"), line.points, line.rule) for line in result.scores[0].lines]
    assert lines == [
        ("Run 1: bravery", "6 − 1 row ahead", 5, "bravery"),
        ("Run 1: Lion", "3 more bravery", 3, "lion-rabbit"),
        ("Run 1: Rabbit", "1 bravery less", -1, "lion-rabbit"),
        ("Run 1: Horns", "1 × 2", 2, "goring"),
        ("Run 1: Hoofs", "3 × 1", 3, "trampling"),
        ("Run 2: bravery", "not home", 0, "final-score"),
        ("Run 2: Hoofs", "1 × 1", 1, "trampling"),
    ]
    assert result.scores[0].total == 13
    assert result.warnings == ()


@pytest.mark.parametrize(
    ("run", "messages"),
    [
        ({"home": True}, ["distance: missing; allowed 1 to 5"]),
        ({"distance": 0}, ["distance: found 0; allowed 1 to 5"]),
        ({"distance": 6}, ["distance: found 6; allowed 1 to 5"]),
        ({"distance": 2, "horns": -1}, ["horns: found -1; allowed 0 or more"]),
        ({"distance": 2, "hoofs": None}, ["hoofs: found null; allowed 0 or more"]),
        ({"distance": 2, "home": 1}, ["home: found 1; allowed true, false"]),
        ({"distance": 2, "crossed": 5, "home": True}, ["crossed: found 5; allowed 1 to 4"]),
        ({"distance": 2, "crossed": 0, "home": True}, ["crossed: found 0; allowed 1 to 4"]),
        ({"distance": 2, "crossed": 1}, ["crossed: found 1; allowed only for a runner who is home"]),
        (
            {"distance": 2, "lion": True},
            ["lion: found at 2 rows ahead; allowed only at 1 row ahead, directly in front of a leading bull"],
        ),
        (
            {"distance": 2, "tiger": True},
            ["tiger: unknown key; allowed distance, lion, rabbit, home, horns, hoofs, crossed, runner, bull, placed"],
        ),
    ],
)
def test_what_cannot_be_in_a_run_is_refused(run: dict[str, Json], messages: list[str]) -> None:
    assert refused(seat("A", HOME, run), seat("B", HOME, FAR)) == [f"seats[0].runs[1].{text}" for text in messages]


def test_lion_rabbit_and_place_are_given_once_in_a_run() -> None:
    run: dict[str, Json] = {"distance": 1, "lion": True, "rabbit": True, "home": True, "crossed": 2}
    assert refused(seat("A", run), seat("B", HOME), seat("C", run)) == [
        "seats[2].runs[0].lion: A has it already in this Run",
        "seats[2].runs[0].rabbit: A has it already in this Run",
        "seats[2].runs[0].crossed: A has it already in this Run",
    ]
    settle(seat("A", run, HOME), seat("B", HOME, run))


def test_a_seat_has_one_to_four_runs_and_a_table_two_to_four_seats() -> None:
    assert refused(seat("A"), seat("B", HOME)) == ["seats[0].runs: found []; allowed at least one of them"]
    assert refused({"name": "A"}, seat("B", HOME)) == ["seats[0].runs: missing; allowed at least one of them"]
    five = refused(seat("A", *[HOME] * 5), seat("B", HOME))
    assert five == ["seats[0].runs: found 5; allowed at most 4 of them"]
    assert refused(seat("A", HOME)) == ["seats: found 1; allowed 2 to 4"]
    assert refused(*(seat(str(n), HOME) for n in range(5))) == ["seats: found 5; allowed 2 to 4"]


@pytest.mark.parametrize(
    ("first", "second", "messages"),
    [
        (
            [{"distance": 1, "home": True, "rabbit": True}],
            [HOME],
            [
                "seats[0].runs[0].rabbit: found at 1 row ahead; another runner of this Run is at 3, "
                "and the Rabbit goes to the farthest"
            ],
        ),
        ([HOME], [HOME | {"hoofs": 1}], ["seats: nobody has the Rabbit in Run 1; it is always awarded"]),
        (
            [FAR, FAR],
            [HOME],
            ["seats[1].runs: found 1 of 2 Runs; a missing one counts 0 here"],
        ),
        (
            [FAR | {"horns": 1}],
            [HOME | {"hoofs": 1}],
            ["seats[0].runs[0].horns: found 1; only 0 of the other runners did not get home in this Run"],
        ),
        (
            [{"distance": 4, "horns": 1}],
            [HOME],
            ["seats[0].runs[0].horns: found 1; only 0 of the other runners did not get home in this Run"],
        ),
        (
            [FAR | {"crossed": 3}],
            [HOME | {"crossed": 1}],
            ["seats[0].runs[0].crossed: found 3; only 2 runners got home in this Run"],
        ),
        (
            [FAR],
            [HOME | {"distance": 5, "hoofs": 1, "crossed": 2}],
            [
                "seats[0].runs[0].rabbit: found at 4 rows ahead; another runner of this Run is at 5, "
                "and the Rabbit goes to the farthest"
            ],
        ),
    ],
)
def test_what_is_odd_is_warned_about(first: list[Json], second: list[Json], messages: list[str]) -> None:
    assert warned({"name": "A", "runs": first}, {"name": "B", "runs": second}) == messages


def test_more_horns_in_all_than_runners_lost_are_warned_about() -> None:
    lost: dict[str, Json] = {"distance": 4}
    gorer: dict[str, Json] = {"distance": 2, "home": True, "horns": 1}
    assert warned(seat("A", lost), seat("B", gorer), seat("C", gorer | {"hoofs": 1})) == [
        "seats: Run 1 has 2 Horns in all and only 1 runner who did not get home"
    ]


def test_the_order_of_the_last_run_breaks_a_tie_and_its_absence_is_told() -> None:
    even = {"distance": 3, "home": True, "crossed": 1}, {"distance": 3, "home": True, "crossed": 2}
    rabbit: dict[str, Json] = {"distance": 5, "rabbit": True}
    seats = [seat("A", even[0], even[1]), seat("B", even[1], even[0]), seat("C", rabbit, rabbit)]
    result = settle(*seats)
    assert [standing.rank for standing in result.standings] == [2, 1, 3]
    decided = result.standings[0].decided
    assert decided is not None
    assert decided.measure == "crossed"
    open_tie = settle(seat("A", HOME), seat("B", HOME), seat("C", rabbit))
    assert [standing.rank for standing in open_tie.standings] == [1, 1, 3]
    assert [str(each) for each in open_tie.warnings] == [
        f"seats[{n}].runs[0].crossed: the totals are equal and the place home in the last Run is missing; "
        "it breaks the tie"
        for n in (0, 1)
    ]


def test_who_did_not_cross_comes_after_those_who_did_and_else_the_place_is_shared() -> None:
    lost: dict[str, Json] = {"distance": 3, "hoofs": 3}
    home: dict[str, Json] = {"distance": 3, "home": True, "crossed": 1}
    ranks = [each.rank for each in settle(seat("A", lost), seat("B", home), seat("C", lost)).standings]
    assert ranks == [2, 1, 2]


BULLS: dict[str, Json] = {"Blue": [4, 2], "Red": [4, 4]}
RUNNERS: list[Json] = [["Blue", 5, 2], ["Red", 5, 3], ["Green", 5, 4], ["Yellow", 8, 1]]
PLACED: list[Json] = [{"bulls": BULLS, "runners": RUNNERS}]


def last(runner: Json) -> Json:
    """Return the placement with another last runner."""
    return [{"bulls": BULLS, "runners": [*RUNNERS[:3], runner]}]


COLOURS = ("Blue", "Red", "Green", "Yellow")


def test_a_placement_gives_distance_lion_and_rabbit() -> None:
    home = [seat(name, {"home": True, "crossed": n}) for n, name in enumerate(COLOURS, 1)]
    assert [score.total for score in settle(*home, placements=PLACED).scores] == [5, 5, 8, 1]
    gored = [
        seat("Blue", {"home": True, "horns": 1}),
        seat("Red", {"home": True}),
        seat("Green", {"home": False}),
        seat("Yellow", {"home": True, "distance": 4, "rabbit": True}),
    ]
    assert [score.total for score in settle(*gored, placements=PLACED).scores] == [7, 5, 0, 1]
    assert home[0]["runs"] == [{"home": True, "crossed": 1}]  # what was given is left as it was


def test_a_placement_and_what_is_written_must_agree() -> None:
    seats = [seat("Blue", {"home": True, "distance": 2}), seat("Red", {"home": True, "lion": True})]
    seats += [seat("Green", {"lion": False}), seat("Yellow", {"home": True})]
    assert refused(*seats, placements=PLACED) == [
        "seats[0].runs[0].distance: found 2; allowed 1, as the runners were placed",
        "seats[1].runs[0].lion: the runners were placed otherwise",
    ]


@pytest.mark.parametrize(
    ("placements", "messages"),
    [
        (7, ["placements: found 7; allowed a list of at most 1, one for each Run", *(
            f"seats[{n}].runs[0].distance: missing; allowed 1 to 5" for n in range(4))]),
        ([{"bulls": BULLS}], ['placements[0]: found {"bulls": {"Blue": [4, 2], "Red": [4, 4…; '
                              "allowed an object with bulls and runners"]),
        (
            [{"bulls": BULLS | {"Pink": [1, 1]}, "runners": RUNNERS}],
            ['placements[0].bulls: found ["Pink", 1, 1]; allowed one of Blue, Red, Green, Yellow, a row 1 to 13 and '
             "a lane 1 to 4"],
        ),
        (
            [{"bulls": BULLS | {"Green": [4, 4]}, "runners": RUNNERS}],
            ['placements[0].bulls: found ["Green", 4, 4]; another piece stands on this square'],
        ),
        (
            last(["Yellow", 10, 1]),
            ["placements[0].runners[3]: found row 10; allowed 5 to 9, 1 to 5 rows ahead of the leading bulls"],
        ),
        (
            last(["Green", 8, 1]),
            ['placements[0].runners[3]: found "Green" twice; each seat has one runner',
             "placements[0].runners: Yellow missing; every runner is placed"],
        ),
        (
            last(["Yellow", 8, 5]),
            ['placements[0].runners[3]: found ["Yellow", 8, 5]; allowed one of Blue, Red, Green, Yellow, '
             "a row 1 to 13 and a lane 1 to 4",
             "placements[0].runners: Yellow missing; every runner is placed"],
        ),
    ],
)  # fmt: skip
def test_a_placement_that_cannot_be_is_refused(placements: Json, messages: list[str]) -> None:
    seats = [seat(name, {"home": True}) for name in COLOURS]
    assert sorted(refused(*seats, placements=placements)) == sorted(messages)


squares = st.lists(st.tuples(st.integers(5, 9), st.integers(1, 4)), min_size=2, max_size=4, unique=True)


@given(squares, st.integers(1, 4))
def test_bravery_falls_by_one_with_each_row_and_the_rabbit_is_never_nearer(
    places: list[tuple[int, int]], lane: int
) -> None:
    runners = [(name, *square) for name, square in zip(COLOURS, places, strict=False)]
    placed = pamplona.placing({"Blue": (4, lane)}, runners)
    distance = placed["distance"]
    assert isinstance(distance, dict)
    assert distance == {name: row - 4 for name, row, _ in runners}
    assert distance[str(placed["rabbit"])] == max(row for row, _ in places) - 4
    in_front = [name for name, row, at in runners if row == 5 and at == lane and name != "Blue"]
    assert placed["lion"] == (in_front[0] if in_front else "")


@given(st.integers(1, 5), st.booleans(), st.booleans(), st.integers(0, 3), st.integers(0, 9))
def test_a_run_is_never_below_nothing(distance: int, home: bool, rabbit: bool, horns: int, hoofs: int) -> None:
    run: dict[str, Json] = {"distance": distance, "home": home, "rabbit": rabbit, "horns": horns, "hoofs": hoofs}
    total = settle(seat("A", run), seat("B", HOME)).scores[0].total
    assert total == (6 - distance - rabbit if home else 0) + 2 * horns + hoofs
    assert total >= 0
