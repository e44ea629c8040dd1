"""Pamplona: Viva San Fermín! from the squares: of each seat, the next Run's setup order, and whose turn it is."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from pnp.data.game import Json
from tests.test_pamplona import GAME, HOME, refused, seat, settle
from tracker import create_app
from tracker.games import pamplona

NAMES = ("Blue", "Red", "Green", "Yellow")
SQUARES = ([5, 2], [5, 3], [5, 4], [8, 1])
TIED = ([9, 1], [9, 2], [5, 4], [8, 1])


def placed(squares: tuple[list[int], ...], *more: Mapping[str, Json]) -> list[Any]:
    """Return four seats with their runners on these squares, two of them with a bull on row 4."""
    bulls: tuple[dict[str, Json], ...] = ({"bull": [4, 2]}, {"bull": [4, 4]}, {}, {})
    extra = itertools.chain(more, itertools.repeat({}))
    return [
        seat(name, {"runner": list(square), "home": True, **bull, **one})
        for name, square, bull, one in zip(NAMES, squares, bulls, extra, strict=False)
    ]


def test_the_squares_of_all_give_distance_lion_and_rabbit() -> None:
    assert [score.total for score in settle(*placed(SQUARES)).scores] == [5, 5, 8, 1]
    assert [line.label.get("en") for line in settle(*placed(SQUARES)).scores[2].lines] == [
        "Run 1: bravery",
        "Run 1: Lion",
    ]


def test_of_runners_equally_far_the_last_one_placed_has_the_rabbit() -> None:
    first, second = {"placed": 1}, {"placed": 2}
    assert [score.total for score in settle(*placed(TIED, second, first)).scores] == [0, 1, 8, 2]
    assert [score.total for score in settle(*placed(TIED, first, second)).scores] == [1, 0, 8, 2]
    text = "missing or given twice; of the farthest runners in one row, the last one placed gets the Rabbit"
    assert refused(*placed(TIED)) == [f"seats[{n}].runs[0].placed: {text}" for n in (0, 1)]


def test_squares_that_cannot_be_are_refused_where_they_stand() -> None:
    assert refused(*placed(([5, 2], [5, 2], [12, 4], [8, 5]))) == [
        'seats[1].runs[0].runner: found ["Red", 5, 2]; another piece stands on this square',
        "seats[2].runs[0].runner: found row 12; allowed 5 to 9, 1 to 5 rows ahead of the leading bulls",
        'seats[3].runs[0].runner: found ["Yellow", 8, 5]; allowed one of Blue, Red, Green, Yellow, '
        "a row 1 to 13 and a lane 1 to 4",
    ]
    alone = [seat("Blue", {"runner": [5, 2], "home": True}), seat("Red", HOME)]
    assert refused(*alone) == [
        "seats[1].runs[0].runner: Red missing; every runner is placed",
        "seats[0].runs[0].bull: missing; at least the leading bull is needed",
    ]
    table: Json = [
        {"bulls": {"Blue": [4, 2]}, "runners": [[name, *at] for name, at in zip(NAMES, SQUARES, strict=True)]}
    ]
    both = refused(*placed(SQUARES), placements=table)
    assert both == [f"seats[{n}].runs[0]: found beside placements; allowed one of the two for a Run" for n in range(4)]


def test_by_hand_and_by_squares_may_take_turns_and_must_agree() -> None:
    seats = [seat(each["name"], each["runs"][0], HOME) for each in placed(SQUARES)]
    assert [score.total for score in settle(*seats).scores] == [8, 8, 11, 4]
    wrong = placed(SQUARES, {"distance": 2})
    assert refused(*wrong) == ["seats[0].runs[0].distance: found 2; allowed 1, as the runners were placed"]


def order(*seats: Json) -> tuple[str, ...]:
    return pamplona.setup_order(settle(*seats).table)


def test_the_lowest_total_sets_up_first_then_whoever_crossed_earlier_then_as_before() -> None:
    first, second = HOME | {"crossed": 1}, HOME | {"crossed": 2}
    assert order(seat("A", second), seat("B", first), seat("C", {"distance": 5, "rabbit": True})) == ("C", "B", "A")
    gored = {"distance": 1, "hoofs": 3}
    assert order(seat("A", gored), seat("B", HOME)) == ("B", "A")
    lost, two = {"distance": 2}, {"distance": 2, "hoofs": 2}
    assert order(seat("A", two, lost), seat("B", lost, two)) == ("B", "A")  # equal, and B went first in the Run before
    assert [words.get("en") for words, _ in settle(seat("A", HOME), seat("B", HOME)).notes] == [
        "Setup order of Run 2: A, B."
    ]
    assert settle(seat("A", *[HOME] * 4), seat("B", HOME)).notes == ()


pieces = st.lists(st.tuples(st.text(max_size=3), st.integers(1, 13), st.integers(1, 4)), max_size=12)


@given(pieces)
def test_a_round_goes_from_the_lead_back_and_from_right_to_left(found: list[tuple[str, int, int]]) -> None:
    named = [(str(number), row, lane) for number, (_, row, lane) in enumerate(found)]
    where = {name: (row, lane) for name, row, lane in named}
    turns = pamplona.turns(named)["order"]
    assert sorted(turns) == sorted(where)
    for one, other in itertools.pairwise(turns):
        assert where[one] > where[other] or (where[one] == where[other] and int(one) < int(other))


def test_a_page_says_who_goes_first_and_keeps_what_was_typed() -> None:
    site = create_app({"GAMES": (GAME,)}).test_client()
    link = re.search(r'href="(/score/pamplona/turns[^"]*)"', site.get("/score/pamplona?seats-0-name=Ada").text)
    assert link is not None
    assert "seats-0-name=Ada" in link[1]
    squares = {"seats-0-runner": (6, 1), "seats-1-ox": (6, 1), "seats-1-runner": (6, 4), "seats-0-bull": (4, 2)}
    typed = {f"{key}-{n}": value for key, square in squares.items() for n, value in enumerate(square)}
    page = site.get("/score/pamplona/turns", query_string=typed | {"seats-0-name": "Ada", "seats-1-name": "Bo"})
    assert re.findall(r"<li><bdi>(.*?)</bdi>", page.text) == ["Bo · Runner", "Bo · Ox", "Ada · Runner", "Ada · Bull"]
    assert 'name="seats-0-runner-0" value="6"' in page.text
    bad = site.get("/score/pamplona/turns?seats-0-name=Ada&seats-0-ox-0=6").text
    assert "found 6; allowed a row 1 to 13, then a lane 1 to 4" in bad
    assert site.get("/score/pamplona/nothing").status_code == 404


def test_the_form_explains_each_field_in_the_first_run_only() -> None:
    page = create_app({"GAMES": (GAME,)}).test_client().get("/score/pamplona?seats-0-name=A").text
    (one, *_) = page.split('id="seats-1"')
    scoring = GAME.scoring
    assert scoring is not None
    for field in scoring.fields[0].fields:
        assert one.replace("&#39;", "'").count(field.help.get("en")) == 1, field.id
