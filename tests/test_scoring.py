"""The ladder, the bands, games without a rules module, and the reading of tables with all their faults at once."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path

import pytest

from pnp.data.game import Band, Field, Game, Json, Option, Rung, Scoring, Variant
from pnp.data.words import Words
from tracker import tables
from tracker.scoring import Line, Refused, Score, band, ranked


def words(text: str) -> Words:
    return Words((("en", text), ("fr", text)))


def score(name: str, total: int, **measures: int) -> Score:
    return Score(name, (Line(words("x"), words(str(total)), total, "rule"),), measures)


TOTAL = Rung("total", "high", words("most points"))
SECOND = Rung("second", "low", words("fewest stones"))


def field(id: str, kind: str, **more: object) -> Field:
    return Field(id, words(id), words(""), kind, **more)  # type: ignore[arg-type]


def plain_game(*fields: Field, seats: tuple[int, int] = (1, 4), bands: tuple[Band, ...] = ()) -> Game:
    variants = (Variant("standard", words("Standard")), Variant("wild", words("Wild"), bands=False))
    return Game(
        slug="plain", file="plain/game.toml", folder=Path(), data_version="1.0",
        title=words("Plain"), designer="", publisher="", year=None,
        credit=words(""), languages=("en", "fr"), players=(1, 4), minutes=(1, 2), age=8, fonts={}, inks=(),
        components=(), prints=(), dice=(), boards=(), rules=(), examples=(),
        scoring=Scoring(seats, variants, fields, (TOTAL,), bands), art={}, icons={},
    )  # fmt: skip


def refused(data: Json, game: Game) -> list[str]:
    with pytest.raises(Refused) as caught:
        tables.settle(data, game)
    return [str(each) for each in caught.value.broken]


def test_equal_totals_share_a_rank_and_the_next_one_is_skipped() -> None:
    seats = [score("Ann", 12), score("Ben", 12), score("Cid", 7), score("Dee", 7), score("Eve", 1)]
    assert [standing.rank for standing in ranked(seats, [TOTAL])] == [1, 1, 3, 3, 5]
    assert [standing.shared for standing in ranked(seats, [TOTAL])] == [True, True, True, True, False]


def test_the_order_of_the_seats_decides_nothing() -> None:
    seats = [
        score("Ann", 12, second=3),
        score("Ben", 12, second=3),
        score("Cid", 12, second=1),
        score("Dee", 9, second=0),
    ]
    expected = {"Ann": 2, "Ben": 2, "Cid": 1, "Dee": 4}
    for order in itertools.permutations(seats):
        standings = ranked(order, [TOTAL, SECOND])
        assert {seat.name: standing.rank for seat, standing in zip(order, standings, strict=True)} == expected


def test_a_standing_names_the_lowest_rung_that_was_needed() -> None:
    seats = [
        score("Ann", 12, second=3),
        score("Ben", 12, second=1),
        score("Cid", 5, second=0),
        score("Dee", 5, second=0),
    ]
    standings = ranked(seats, [TOTAL, SECOND])
    assert [standing.rank for standing in standings] == [2, 1, 3, 3]
    assert [standing.decided for standing in standings] == [SECOND, SECOND, TOTAL, TOTAL]


def test_a_single_seat_is_first_and_nothing_decided() -> None:
    (only,) = ranked([score("Ann", 3)], [TOTAL])
    assert (only.rank, only.shared, only.decided) == (1, False, None)


@pytest.mark.parametrize(("total", "number"), [(-5, 1), (39, 1), (40, 2), (59, 2), (60, 3), (1000, 3)], ids=str)
def test_a_boundary_belongs_to_the_higher_band(total: int, number: int) -> None:
    bands = (Band(None, words("low")), Band(40, words("middle")), Band(60, words("high")))
    found = band(total, bands)
    assert found is not None
    assert found == (number, bands[number - 1])


def test_below_the_lowest_band_there_is_none() -> None:
    assert band(3, (Band(10, words("ten")),)) is None


def test_a_game_without_a_module_scores_each_field_times_its_points() -> None:
    inner = (field("corn", "count", low=0, points=2), field("shared", "flag", points=-1))
    game = plain_game(
        field("chips", "count", low=0, points=1),
        field("medals", "list", low=1, most=3, points=10),
        field("huts", "records", fields=inner, most=4),
        field("color", "choice", options=(Option("red", words("red")),)),
    )
    data: Json = {"seats": [{"name": "Ann", "chips": 7, "medals": [1, 2], "color": "red",
                             "huts": [{"corn": 3}, {"corn": 1, "shared": True}]}]}  # fmt: skip
    answer = tables.settle(data, game).answer()
    lines = [("chips", 7), ("medals", 30), ("1: corn", 6), ("1: shared", 0), ("2: corn", 2), ("2: shared", -1)]
    expected = [{"label": label, "points": points, "rule": ""} for label, points in lines]
    assert answer == {"scores": [{"name": "Ann", "total": 44, "rank": 1, "lines": expected}], "warnings": []}


def test_a_rung_may_compare_a_field_of_a_game_without_a_module() -> None:
    game = plain_game(field("chips", "count", points=1), field("huts", "count", points=1))
    assert game.scoring is not None
    game = replace(game, scoring=replace(game.scoring, ranking=(TOTAL, Rung("huts", "high", words("most huts")))))
    data: Json = {"seats": [{"name": "Ann", "chips": 3, "huts": 1}, {"name": "Ben", "chips": 1, "huts": 3}]}
    assert [standing.rank for standing in tables.settle(data, game).standings] == [2, 1]


def test_a_variant_without_bands_gets_none() -> None:
    game = plain_game(field("chips", "count", points=1), bands=(Band(None, words("all")),))
    seats: Json = [{"name": "Ann", "chips": 1}]
    standard = tables.settle({"seats": seats}, game).answer()
    wild = tables.settle({"seats": seats, "variant": "wild"}, game).answer()
    assert "'band': {'index': 1, 'name': 'all'}" in str(standard)
    assert "band" not in str(wild)


def test_everything_wrong_with_a_table_is_told_in_one_go() -> None:
    game = plain_game(
        field("chips", "count", low=0, high=9),
        field("medals", "list", low=1, high=12, most=3),
        field("end", "choice", options=(Option("left", words("gone")), Option("cut", words("cut"))), needed=True),
        field("alone", "flag"),
    )
    data: Json = {
        "game": "other",
        "variant": "wlid",
        "seets": 1,
        "seats": [
            {"name": "Ann", "chips": -1, "medals": [0, 13, "2", 4], "end": "cutt", "alone": 1},
            {"name": " ann", "chips": 2.5, "medals": 7, "end": "left", "chipz": 3},
            {"chips": True},
        ],
    }
    assert refused(data, game) == [
        "seets: unknown key; allowed game, variant, seats (did you mean seats?)",
        'game: found "other"; allowed plain',
        'variant: found "wlid"; allowed standard, wild (did you mean wild?)',
        "seats[0].chips: found -1; allowed 0 to 9",
        "seats[0].medals: found 4; allowed at most 3 of them",
        "seats[0].medals[0]: found 0; allowed 1 to 12",
        "seats[0].medals[1]: found 13; allowed 1 to 12",
        'seats[0].medals[2]: found "2"; allowed a whole number from 1 to 12',
        'seats[0].end: found "cutt"; allowed left, cut (did you mean cut?)',
        "seats[0].alone: found 1; allowed true, false",
        "seats[1].chipz: unknown key; allowed name, chips, medals, end, alone (did you mean chips?)",
        "seats[1].chips: found 2.5; allowed a whole number from 0 to 9",
        "seats[1].medals: found 7; allowed a list",
        "seats[2].name: missing; allowed 1 to 60 letters",
        "seats[2].chips: found true; allowed 0 to 9",
        "seats[2].end: missing; allowed left, cut",
        'seats[1].name: found "ann", the name of an earlier seat too; names must differ',
    ]


@pytest.mark.parametrize(
    ("data", "messages"),
    [
        (None, ["found null; allowed an object"]),
        ([], ["found []; allowed an object"]),
        ({}, ["seats: missing; allowed a list"]),
        ({"seats": {}}, ["seats: found {}; allowed a list"]),
        ({"seats": []}, ["seats: found 0; allowed 1 to 4"]),
        ({"seats": [{"name": str(n)} for n in range(5)]}, ["seats: found 5; allowed 1 to 4"]),
        ({"seats": [7]}, ["seats[0]: found 7; allowed an object"]),
        ({"seats": [{"name": ""}]}, ['seats[0].name: found ""; allowed 1 to 60 letters']),
        ({"seats": [{"name": "a\x00b"}]}, ['seats[0].name: found "a\\u0000b"; allowed 1 to 60 letters']),
        ({"seats": [{"name": "\ud800"}]}, ['seats[0].name: found "?"; allowed 1 to 60 letters']),
        ({"seats": [{"name": "x" * 61}]}, [f'seats[0].name: found "{"x" * 38}…; allowed 1 to 60 letters']),
        ({"seats": [{"name": "A", "chips": 10**9}]}, ["seats[0].chips: found 1000000000; allowed 999999 or less"]),
    ],
)
def test_a_table_that_is_none_is_refused_in_words(data: Json, messages: list[str]) -> None:
    assert refused(data, plain_game(field("chips", "count"))) == messages


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{", "this is not JSON: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)"),
        ('{"seats":[],"seats":[]}', 'this is not JSON: the key "seats" stands twice in one object'),
        ('{"a":NaN}', "this is not JSON: NaN is no number"),
        ("[" * 100_000, "found lists in lists without end"),
    ],
)
def test_json_is_read_strictly(text: str, reason: str) -> None:
    with pytest.raises(Refused) as caught:
        tables.decoded(text)
    assert str(caught.value) == reason


def test_every_sentence_exists_in_every_language() -> None:
    with pytest.raises(Refused) as caught:
        tables.settle({"seats": [{"name": "Ann", "chips": 12}]}, plain_game(field("chips", "count", low=0, high=9)))
    assert [each.text("fr") for each in caught.value.broken] == ["seats[0].chips: trouvé 12\u00a0; permis\u00a0: 0 à 9"]
