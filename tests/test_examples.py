"""Every worked example of every game: whole scores through the command and the form, the rest through its function."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from werkzeug.test import TestResponse

from pnp.data.game import Example, Game, Json
from tests import shipped
from tracker import create_app, forms, tables
from tracker.checking import came, expected
from tracker.cli import main

TEMPLATES = Path(__file__).parent.parent / "templates"
GAMES = shipped.GAMES
EXAMPLES = [(game, example) for game in GAMES for example in game.examples]
FINAL = [pair for pair in EXAMPLES if pair[1].kind == "final"]
OTHER = [pair for pair in EXAMPLES if pair[1].kind != "final"]
FIRST = [*{(game.slug, str(each.given.get("variant"))): (game, each) for game, each in reversed(FINAL)}.values()]


def named(value: object) -> str:
    return value.id if isinstance(value, Example) else ""


def table(game: Game, example: Example) -> dict[str, Json]:
    return {"game": game.slug, **example.given}


def answer(game: Game, example: Example) -> list[Any]:
    """Return the scores of a table as the command writes them in JSON."""
    return json.loads(json.dumps(tables.settle(tables.decoded(json.dumps(table(game, example))), game).answer()))[
        "scores"
    ]


@pytest.mark.parametrize(("game", "example"), FINAL, ids=named)
def test_the_sums_of_a_worked_example_are_those_written(game: Game, example: Example) -> None:
    scores = answer(game, example)
    got = [(s["name"], s["total"], s["rank"], s["band"]["index"] if "band" in s else None) for s in scores]
    assert got == expected(example)
    assert [s["total"] for s in scores] == [sum(line["points"] for line in s["lines"]) for s in scores]


@pytest.mark.parametrize(
    ("game", "example"),
    [pytest.param(*pair, marks=() if pair in FIRST else pytest.mark.soak, id=pair[1].id) for pair in FINAL],
)
def test_the_command_says_what_the_rules_add_up(game: Game, example: Example) -> None:
    """In `make soak` of all tables; else of the first of each way to play, as each command reads the whole game."""
    arguments = ["score", game.slug, "-", "--json", "--templates", str(TEMPLATES)]
    done = CliRunner().invoke(main, arguments, input=json.dumps(table(game, example)))
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["scores"] == answer(game, example)


@pytest.mark.parametrize(("game", "example"), FINAL, ids=named)
def test_the_form_adds_up_a_worked_example(game: Game, example: Example) -> None:
    client = create_app({"GAMES": GAMES}).test_client()
    sent = client.post(f"/score/{game.slug}", data=forms.flat(dict(example.given)))
    assert sent.status_code == 303
    page = client.get(sent.headers["Location"])
    assert page.status_code == 200
    assert shown(page, game) == sorted(expected(example), key=lambda seat: seat[2])  # type: ignore[arg-type, return-value]


def shown(page: TestResponse, game: Game) -> list[tuple[object, ...]]:
    """Return name, total, rank and band of each seat as the page says them, in the order of the page."""
    found: list[tuple[object, ...]] = []
    assert game.scoring is not None
    bands = [band.title.get("en") for band in game.scoring.bands]
    for article in page.text.split("<article")[1:]:
        name = between(article, "<bdi>", "</bdi>")
        total = int(between(article, '<p class="total"><b>', "</b>").replace("−", "-"))
        place = between(article, '<p class="place">Place ', "</p>").partition(",")[0] or "1"
        band = between(article, '<p class="band-name">', "</p>")
        found.append((name, total, int(place), bands.index(band) + 1 if band else None))
    return found


def between(text: str, start: str, end: str) -> str:
    return text.partition(start)[2].partition(end)[0] if start in text else ""


@pytest.mark.parametrize(("game", "example"), OTHER, ids=named)
def test_a_function_of_play_gives_the_written_result(game: Game, example: Example) -> None:
    assert came(game, example) == example.expect


def test_the_examples_that_the_games_must_show_are_there() -> None:
    ids = " ".join(example.id for _, example in EXAMPLES)
    wanted = [f"RB-{n}" for n in range(7, 12)] + [f"VP-{n}" for n in range(1, 13)]
    wanted += [f"PV-{n}" for n in range(1, 11)] + [f"BU-{n}" for n in range(1, 12)] + [f"BE-{n}" for n in range(1, 7)]
    assert [each for each in wanted if each not in ids] == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_line_of_an_example_cites_a_rule_in_every_language(game: Game) -> None:
    anchors = [{section.anchor for section in rules.sections} for rules in game.rules]
    for example in (each for each in game.examples if each.kind == "final"):
        cited = {line["rule"] for score in answer(game, example) for line in score["lines"]}
        assert [cited - known for known in anchors] == [set()] * len(game.languages)
