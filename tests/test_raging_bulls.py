"""Raging Bulls by hand: every way a field can end, the mallets, each refusal and each warning."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.data.game import Json
from tests import shipped
from tracker import tables
from tracker.games import raging_bulls
from tracker.scoring import Refused

GAME = shipped.BY_SLUG["raging-bulls"]


def table(*fields: tuple[str, int] | tuple[str, int, int], mallets: int = 0, variant: str = "standard") -> Json:
    entries: list[Json] = [
        {"field": name, "outcome": end[0], "isolated": end[1], "posts_used": end[2] if len(end) > 2 else 0}
        for name, end in zip("ABCD", fields, strict=False)
    ]
    return {
        "game": "raging-bulls",
        "variant": variant,
        "seats": [{"name": "Ada", "fields": entries, "mallets": mallets}],
    }


def refused(data: Json) -> list[str]:
    with pytest.raises(Refused) as caught:
        tables.settle(data, GAME)
    return str(caught.value).splitlines()


def test_the_figures_of_the_module_are_those_of_the_manifest() -> None:
    assert GAME.scoring is not None
    fields = GAME.scoring.fields[0]
    isolated = next(each for each in fields.fields if each.id == "isolated")
    posts = next(each for each in fields.fields if each.id == "posts_used")
    assert dict(zip(fields.rows, isolated.highs, strict=True)) == raging_bulls.BULLS
    assert posts.high == raging_bulls.POSTS
    assert {variant.id for variant in GAME.scoring.variants} == set(raging_bulls.FEWEST)


def test_each_line_names_the_rule_behind_it() -> None:
    data = table(("completed", 3, 8), ("left", 3), ("cut", 2))
    assert tables.settle(data, GAME).answer()["scores"] == [
        {
            "name": "Ada",
            "total": 47,
            "rank": 1,
            "band": {"index": 2, "name": "Passa-bull"},
            "lines": [
                {"label": "Field A: bulls", "points": 9, "rule": "completing"},
                {"label": "Field A: unused posts", "points": 16, "rule": "completing"},
                {"label": "Field B: bulls", "points": 12, "rule": "leaving"},
                {"label": "Field C: bulls", "points": 10, "rule": "passing"},
            ],
        }
    ]


def test_mallets_count_when_the_last_field_was_completed_or_left() -> None:
    three = (("left", 0), ("left", 0), ("left", 0))
    assert tables.settle(table(*three, ("left", 0), mallets=2), GAME).scores[0].total == 6
    assert tables.settle(table(*three, ("completed", 6, 10), mallets=2), GAME).scores[0].total == 36 + 14 + 6


def test_open_range_has_no_rating() -> None:
    result = tables.settle(table(("completed", 3, 3), variant="open-range"), GAME)
    assert result.scores[0].total == 9 + 21
    assert result.bands == (None,)
    assert result.warnings == ()


@pytest.mark.parametrize(
    ("data", "messages"),
    [
        (table(("completed", 2, 8)), ["fields[0].isolated: found 2; allowed 3 on a completed field"]),
        (
            table(("left", 3)),
            ["fields[0].isolated: found 3; allowed 0 to 2 on a field left or cut: with all 3 it is completed"],
        ),
        (
            table(("left", 0), ("cut", 4)),
            ["fields[1].isolated: found 4; allowed 0 to 3 on a field left or cut: with all 4 it is completed"],
        ),
        (table(("cut", 0), ("left", 0)), ["fields[1].outcome: after a cut no field is played"]),
        (table(("cut", 0), ("cut", 0)), ["fields[1].outcome: after a cut no field is played"]),
        (table(("cut", 1), mallets=1), ["mallets: found 1; allowed 0 after a cut"]),
        (table(("unplayed", 1)), ["fields[0].isolated: found 1; allowed 0 on a field that was not played"]),
        (table(("left", 4)), ["fields[0].isolated: found 4; allowed 0 to 3"]),
        (table(("left", 0), ("left", -1)), ["fields[1].isolated: found -1; allowed 0 to 4"]),
        (table(("left", 0, 25)), ["fields[0].posts_used: found 25; allowed 0 to 24"]),
        (table(("left", 0), mallets=4), ["mallets: found 4; allowed 0 to 3"]),
        (
            table(("finished", 3)),
            ['fields[0].outcome: found "finished"; allowed completed, left, cut, unplayed'],
        ),
        (
            table(("completed", 2, 25), ("cut", 0), ("left", 9), mallets=3),
            [
                "fields[0].posts_used: found 25; allowed 0 to 24",
                "fields[2].isolated: found 9; allowed 0 to 5",
                "fields[0].isolated: found 2; allowed 3 on a completed field",
                "fields[2].outcome: after a cut no field is played",
                "mallets: found 3; allowed 0 after a cut",
            ],
        ),
    ],
)
def test_what_contradicts_itself_is_refused(data: Json, messages: list[str]) -> None:
    assert refused(data) == [f"seats[0].{text}" for text in messages]


def test_fields_stand_in_order_and_hold_only_what_is_counted_or_drawn() -> None:
    data: Json = {"seats": [{"name": "Ada", "fields": [{"field": "B", "outcome": "left", "bull": []}]}]}
    assert refused(data) == [
        "seats[0].fields[0].bull: unknown key; allowed field, outcome, isolated, posts_used, bulls, fences "
        "(did you mean bulls?)",
        'seats[0].fields[0].field: found "B"; allowed "A" here, in the order A, B, C, D',
    ]


@pytest.mark.parametrize(
    ("data", "total", "warnings"),
    [
        (table(("completed", 3, 4)), 29, ["fields[0].posts_used: found 4; isolating 3 takes at least 5 posts"]),
        (table(("completed", 3)), 33, ["fields[0].posts_used: found 0; isolating 3 takes at least 5 posts"]),
        (table(("completed", 3, 5)), 28, []),
        (table(("left", 1, 2)), 3, ["fields[0].posts_used: found 2; isolating 1 takes at least 3 posts"]),
        (table(("left", 2)), 6, []),
        (table(("left", 0), ("left", 3, 4)), 12, ["fields[1].posts_used: found 4; isolating 3 takes at least 5 posts"]),
        (table(("left", 1), mallets=2), 3, ["mallets: found 2; they count only once field D is completed or left"]),
        (
            table(("unplayed", 0, 3)),
            0,
            ["fields[0].posts_used: found 3 on a field that was not played; they count nothing"],
        ),
        (
            table(("unplayed", 0), ("left", 1)),
            4,
            [
                "fields[0].outcome: unplayed before a field that was played; "
                "fields are played in order, a skipped one counts as left"
            ],
        ),
        (
            table(("completed", 3, 2), variant="open-range"),
            31,
            ["fields[0].posts_used: found 2; isolating 3 takes at least 3 posts"],
        ),
    ],
)
def test_what_is_odd_is_warned_about_and_still_counted(data: Json, total: int, warnings: list[str]) -> None:
    result = tables.settle(data, GAME)
    assert result.scores[0].total == total
    assert [str(each) for each in result.warnings] == [f"seats[0].{text}" for text in warnings]


@given(
    ends=st.lists(st.tuples(st.booleans(), st.integers(0, 24), st.integers(0, 100)), min_size=4, max_size=4),
    mallets=st.integers(0, 3),
)
def test_any_legal_game_is_its_bulls_its_free_posts_and_its_mallets(
    ends: list[tuple[bool, int, int]], mallets: int
) -> None:
    bulls = [3, 4, 5, 6]
    isolated = [n if done else part % n for n, (done, _, part) in zip(bulls, ends, strict=True)]
    fields = [
        ("completed" if done else "left", alone, posts) for alone, (done, posts, _) in zip(isolated, ends, strict=True)
    ]
    expected = sum(n * alone for n, alone in zip(bulls, isolated, strict=True)) + 3 * mallets
    expected += sum(24 - posts for done, posts, _ in ends if done)
    result = tables.settle(table(*fields, mallets=mallets), GAME)
    assert result.scores[0].total == expected
    assert sum(line.points for line in result.scores[0].lines) == expected
