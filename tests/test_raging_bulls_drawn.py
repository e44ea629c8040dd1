"""Raging Bulls by its drawing: bulls and fences in place of counts, from JSON, the command, a form and a table."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from pnp.data.game import Json
from tests.phones import GAMES, Phone
from tracker import forms, tables
from tracker.cli import main
from tracker.games.raging_bulls import drawing
from tracker.games.raging_bulls.field import CROSSINGS, FENCES, Fence, Field, complete, isolated, standing, wrong
from tracker.scoring import Refused

GAME = next(game for game in GAMES if game.slug == "raging-bulls")
TEMPLATES = str(Path(__file__).parent.parent / "templates")
FIRST, CLOSED = "3,3 3,4 4,3", "L2-R3 T2-B4 L6-R2 T5-B1"
BOX = "T2-B2 T5-B5 L2-R2 L5-R5"


def listed(bulls: str, fences: str) -> dict[str, Json]:
    """The texts of a form as the lists of a table's JSON."""
    spots: list[Json] = [[int(number) for number in each.split(",")] for each in bulls.split()]
    return {"bulls": spots, "fences": [[*each.split("-")] for each in fences.split()]}


def table(*fields: dict[str, Any], variant: str = "standard", mallets: int = 0) -> dict[str, Json]:
    entries: list[Json] = [{"field": name, **each} for name, each in zip("ABCD", fields, strict=False)]
    return {"variant": variant, "seats": [{"name": "Ada", "fields": entries, "mallets": mallets}]}


def by_command(data: Json, *more: str) -> Result:
    arguments = ["score", "raging-bulls", "-", "--templates", TEMPLATES, *more]
    return CliRunner().invoke(main, arguments, input=json.dumps(data))


def refused(data: Json) -> list[str]:
    with pytest.raises(Refused) as caught:
        tables.settle(data, GAME)
    return [line.removeprefix("seats[0].fields[0].") for line in str(caught.value).splitlines()]


WORKED = [
    ("RB-1", "standard", "completed", FIRST, CLOSED, 25),
    ("RB-2", "standard", "left", FIRST, "L2-R3 T2-B4 L6-R2", 0),
    ("RB-2 open", "open-range", "left", FIRST, "L2-R3 T2-B4 L6-R2", 3),
    ("RB-3 alone", "standard", "left", "3,3 1,1 6,3", BOX, 3),
    ("RB-3 two", "standard", "left", "3,3 4,4 1,1", BOX, 0),
    ("RB-4", "standard", "left", "3,3 6,6 6,1", "T1-R6 R6-L4 L4-T1", 3),
    ("RB-5", "standard", "left", "3,3 6,6 1,5", "T2-B2 T5-B5 L2-R2", 0),
    ("RB-5 open", "open-range", "completed", "3,3 6,6 1,5", "T2-B2 L2-R2 T5-B5", 9 + 24 - 6),
    ("RB-6", "standard", "cut", "3,3 1,6 6,6", "T2-B5 B5-L1 L1-R2 R2-B1 B1-T2", 3),
]


@pytest.mark.parametrize(
    ("variant", "outcome", "bulls", "fences", "total"), [each[1:] for each in WORKED], ids=[each[0] for each in WORKED]
)
def test_the_worked_fields_score_the_same_by_command_form_and_table(
    variant: str, outcome: str, bulls: str, fences: str, total: int, ada: Phone
) -> None:
    done = by_command(table({"outcome": outcome, **listed(bulls, fences)}, variant=variant), "--json")
    (score,) = json.loads(done.stdout)["scores"]
    assert (total, []) == (score["total"], json.loads(done.stdout)["warnings"])
    assert total == sum(line["points"] for line in score["lines"])
    cells = {"outcome": outcome, "bulls": bulls, "fences": fences}
    form = {"variant": variant, "seats-0-name": "Ada"} | {
        f"seats-0-fields-0-{key}": text for key, text in cells.items()
    }
    data, unknown = forms.read(form, GAME.scoring)  # type: ignore[arg-type]
    assert ((), total) == (unknown, tables.settle(data, GAME).scores[0].total)
    sent = ada.web.post("/score/raging-bulls", data=form)
    assert sent.status_code == 303
    assert re.search(rf">\s*{total}\s*<", ada.get(sent.headers["Location"]).text)


def test_a_whole_game_may_mix_fields_that_were_drawn_and_counted() -> None:
    counted: list[dict[str, Json]] = [
        {"outcome": "completed", "isolated": 4, "posts_used": 9},
        {"outcome": "left", "isolated": 4},
        {"outcome": "completed", "isolated": 6, "posts_used": 12},
    ]
    data = table({"outcome": "completed", **listed(FIRST, CLOSED)}, *counted, mallets=1)
    assert 127 == tables.settle(data, GAME).scores[0].total
    equal = table({"outcome": "completed", "isolated": 3, "posts_used": 8, "bulls": FIRST, "fences": CLOSED})
    assert 25 == tables.settle(equal, GAME).scores[0].total
    unplayed = table({"outcome": "cut", **listed(FIRST, "")}, {"outcome": "unplayed", "bulls": "1,1 2,2 3,3 4,4"})
    assert (0, ()) == (tables.settle(unplayed, GAME).scores[0].total, tables.settle(unplayed, GAME).warnings)


SPOT = "column 1, row 2"
POSTS = "posts are T1 to T6 at the top, B1 to B6 at the bottom, L1 to L6 at the left, R1 to R6 at the right"


@pytest.mark.parametrize(
    ("bulls", "fences", "faults"),
    [
        (
            [[1, 2], [5, 5], [6, 1]],
            [["L5", "R6"], ["T1", "R1"], ["T3", "L3"]],
            [f"fences[2]: T3–L3 runs through the bull on {SPOT}; a fence may not run through a bull"],
        ),
        (
            "1,2 5,5 6,1",
            "T1-T2 T2-X9 T0-B1 L2-R3 R3-L2 R3-B2 R3-B4",
            [
                "fences[0]: T1–T2 stays on one side of the field; a fence runs between two different sides",
                f"fences[1]: T2–X9: there is no post X9; {POSTS}",
                f"fences[2]: T0–B1: there is no post T0; {POSTS}",
                "fences[4]: R3–L2 is there already; the same fence is never drawn a second time",
                "fences[6]: R3–B4 would be the third fence on R3; no post holds three",
            ],
        ),
        ([[1, 2], [5, 5]], [], ["bulls: found 2; field A has 3 bulls"]),
        (None, [["L2", "R3"]], ["bulls: found 0; field A has 3 bulls"]),
        ([], [], ["bulls: found 0; field A has 3 bulls"]),
        (
            [[1, 2], [1, 2], [7, 1], [0, 1], [True, 1], [1.5, 2], "3", None, [1, 2, 3]],
            "L2-R3",
            [
                "bulls: found 9; field A has 3 bulls",
                f"bulls[1]: the bull on {SPOT} stands there already; each bull has a crossing of its own",
                *(
                    f"bulls[{place}]: found {text}; allowed a column and a row, each 1 to 6, such as 3,4"
                    for place, text in enumerate(["[7, 1]", "[0, 1]", "[true, 1]", "[1.5, 2]"], 2)
                ),
            ],
        ),
        (
            5,
            {"L2": "R3"},
            [
                "bulls: found 5; allowed a list of crossings, such as [[3, 4], [5, 1]]",
                'fences: found {"L2": "R3"}; allowed a list of fences, such as [["L2", "R3"]]',
            ],
        ),
        (
            "1,2 5,5 6,1",
            [7, "L2", ["L2"], ["L2", 3], ["L2", "R3", "B1"], ["L-2", "R3"]],
            [
                f"fences[{place}]: found {text}; allowed two posts, such as L2-R3"
                for place, text in enumerate(
                    ["7", '"L2"', '["L2"]', '["L2", 3]', '["L2", "R3", "B1"]', '["L-2", "R3"]']
                )
            ],
        ),
        (
            "1,2 5,5 6,1",
            [["T1", "T2"]] * 30,
            [
                "fences: found 30; allowed at most 24 of them: no post holds three",
                *(
                    f"fences[{place}]: T1–T2 stays on one side of the field; a fence runs between two different sides"
                    for place in range(24)
                ),
            ],
        ),
    ],
)
@pytest.mark.parametrize("outcome", ["left", "completed"])
def test_every_fault_of_a_drawing_is_named_where_it_stands(
    outcome: str, bulls: Json, fences: Json, faults: list[str]
) -> None:
    assert faults == refused(table({"outcome": outcome, "bulls": bulls, "fences": fences}))


def test_an_outcome_that_the_drawing_denies_is_refused_with_the_bull_and_the_reason() -> None:
    assert refused(table({"outcome": "completed", **listed(FIRST, "L2-R3 T2-B4 L6-R2")})) == [
        "outcome: found completed, but the bull on column 3, row 3 is not isolated: "
        "the bull on column 4, row 3 stands in the same pen",
        "outcome: found completed, but the bull on column 3, row 4 is not isolated: "
        "its pen is open to the left edge, from 2 to 6",
        "outcome: found completed, but the bull on column 4, row 3 is not isolated: "
        "the bull on column 3, row 3 stands in the same pen",
    ]
    assert refused(table({"outcome": "left", **listed(FIRST, CLOSED)})) == [
        "isolated: found 3; allowed 0 to 2 on a field left or cut: with all 3 it is completed"
    ]


def test_counts_beside_a_drawing_must_be_those_of_the_drawing() -> None:
    assert refused(table({"outcome": "left", "isolated": 1, "posts_used": 7, "bulls": FIRST, "fences": "L2-R3"})) == [
        "isolated: found 1; allowed 0, as the field was drawn",
        "posts_used: found 7; allowed 2, as the field was drawn",
    ]
    for outcome, fences in (("left", "L2-R3"), ("completed", CLOSED)):
        wrong_type = table({"outcome": outcome, "isolated": "x", "bulls": FIRST, "fences": fences})
        assert 'isolated: found "x"; allowed a whole number from 0 to 3' == refused(wrong_type)[0]


def test_a_fence_after_the_end_is_refused_unless_another_order_of_the_fences_allows_it() -> None:
    late = tables.settle(table({"outcome": "completed", "bulls": FIRST, "fences": f"{CLOSED} T1-R1"}), GAME)
    assert (9 + 24 - 10, ["seats[0].fields[0].fences[4]"]) == (late.scores[0].total, [w.field for w in late.warnings])
    text = "T1–R1 comes after the field was complete; counted, as T5–B1 may have been the last fence drawn"
    assert [text] == [warning.message.get("en") for warning in late.warnings]
    never = {"outcome": "completed", "bulls": "3,3 6,6 1,5", "fences": "T2-B2 T5-B5 T2-B1 T5-B6"}
    ending = (
        "comes after the field was complete, in whatever order these fences were drawn; completing ends a field at once"
    )
    assert [f"fences[2]: T2–B1 {ending}", f"fences[3]: T5–B6 {ending}"] == refused(table(never, variant="open-range"))


def test_the_open_range_judges_the_same_drawing_by_its_pens_alone() -> None:
    two = {"outcome": "completed", "bulls": "3,3 6,6 1,5", "fences": "T2-B2 T5-B5"}
    assert 9 + 20 == tables.settle(table(two, variant="open-range"), GAME).scores[0].total
    assert 3 == len(refused(table(two)))


def test_texts_are_read_with_any_blanks_and_dashes_and_kept_as_typed() -> None:
    typed = {"outcome": "completed", "bulls": " 3, 3; 3,4   4 ,3", "fences": "l2 - r3  T2–B4\nL6−R2 t5-B1"}
    (seat,) = tables.settle(table(typed), GAME).table.seats
    entry = seat.records("fields")[0]
    assert (3, 8) == (entry.count("isolated"), entry.count("posts_used"))
    assert (typed["bulls"], typed["fences"]) == (entry.word("bulls"), entry.word("fences"))
    (seat,) = tables.settle(table({"outcome": "completed", **listed(FIRST, CLOSED)}), GAME).table.seats
    assert FIRST == seat.records("fields")[0].word("bulls")
    assert "L2-R3 T2-B4 L6-R2 T5-B1" == seat.records("fields")[0].word("fences").replace("B1-T5", "T5-B1")


def test_texts_of_a_table_in_play_become_a_field_that_can_say_why() -> None:
    field = drawing.read(f"{FIRST} 9,9", "L2-R3 T1-T2 T2-B4 nonsense L6-R2")
    assert (((3, 3), (3, 4), (4, 3)), 3) == (field.bulls, len(field.fences))
    assert Fence.of("B4", "T2") in field.fences
    said = drawing.why(standing(field, (3, 4)))
    assert "its pen is open to the left edge, from 2 to 6" == said.get("en")
    assert "son enclos donne sur le bord gauche, de 2 à 6" == said.get("fr")
    whole = drawing.read(FIRST, f"{CLOSED} T1-R1")
    assert (5, 3) == (len(whole.fences), len(isolated(whole)))
    assert "it stands alone in a closed pen" == drawing.why(standing(whole, (3, 3))).get("en")


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_form_folds_the_drawing_away_and_shows_its_faults_open_beside_it(lang: str, ada: Phone) -> None:
    fresh = ada.get(f"/score/raging-bulls?lang={lang}").text
    assert 4 == fresh.count('<details class="aside">')
    assert 'name="seats-0-fields-3-fences"' in fresh
    form = {"seats-0-name": "Ada", "seats-0-fields-0-outcome": "left", "seats-0-fields-0-bulls": "1,2 5,5 6,1"}
    answer = ada.post("/score/raging-bulls", form | {"seats-0-fields-0-fences": "L5-R6 T3-L3", "lang": lang})
    assert 400 == answer.status_code
    assert 1 == answer.text.count('<details class="aside" open>')
    assert 'id="seats-0-fields-0-fences"' in answer.text
    assert 'href="#seats-0-fields-0-fences"' in answer.text
    assert 'value="L5-R6 T3-L3"' in answer.text


def test_a_drawing_typed_at_a_table_counts_on_every_phone_and_can_be_taken_back(ada: Phone, bo: Phone) -> None:
    where = ada.begin("raging-bulls", **{"seats-0-name": "Ada"})
    ada.tap(where, "1" * 32, **{"seats-0-fields-0-outcome": "completed", "seats-0-fields-0-bulls": FIRST})
    assert [None] == ada.state(where)["totals"]
    ada.tap(where, "2" * 32, **{"seats-0-fields-0-fences": CLOSED})
    assert [25] == bo.state(where)["totals"]
    ada.tap(where, "3" * 32, **{"seats-0-fields-0-fences": "L2-R3"})
    assert [None] == bo.state(where)["totals"]
    ada.tap(where, "4" * 32, undo="3" * 32)
    assert [25] == bo.state(where)["totals"]


@st.composite
def games(draw: st.DrawFn) -> list[Field]:
    """The four fields of a game, each drawn until it was complete or left."""
    played: list[Field] = []
    for number in drawing.BULLS.values():
        bulls = draw(st.lists(st.sampled_from(CROSSINGS), min_size=number, max_size=number, unique=True))
        field = Field(tuple(bulls))
        for fence in draw(st.lists(st.sampled_from(FENCES), max_size=24)):
            field = field if wrong(field, fence) else field.with_fence(fence)
        played.append(field)
    return played


@given(games(), st.integers(0, 3))
def test_any_drawn_game_is_its_isolated_bulls_its_free_posts_and_its_mallets(played: list[Field], mallets: int) -> None:
    entries: list[dict[str, Json]] = []
    expected = 3 * mallets
    for worth, field in zip(drawing.BULLS.values(), played, strict=True):
        bulls = " ".join(f"{x},{y}" for x, y in field.bulls)
        outcome = "completed" if complete(field) else "left"
        entries.append({"outcome": outcome, **listed(bulls, " ".join(map(str, field.fences)))})
        expected += worth * len(isolated(field)) + (24 - len(field.used()) if complete(field) else 0)
    result = tables.settle(table(*entries, mallets=mallets), GAME)
    assert (expected, ()) == (result.scores[0].total, result.warnings)
    assert expected == sum(line.points for line in result.scores[0].lines)
    assert {line.rule for line in result.scores[0].lines} <= {each.anchor for each in GAME.rules[0].sections}


def test_nonsense_in_place_of_seats_and_fields_is_refused_as_ever() -> None:
    for data in ([], {"seats": 3}, {"seats": [3]}, {"seats": [{"name": "A", "fields": 3}]}):
        with pytest.raises(Refused):
            tables.settle(data, GAME)  # type: ignore[arg-type]
    assert 2 == len(refused(table({"outcome": "left", "bulls": " " * 10**6, "fences": "L2-R3"})))
    with pytest.raises(Refused):
        tables.settle({"seats": [{"name": "A", "fields": [3, *[{"outcome": "left"}] * 5]}]}, GAME)
