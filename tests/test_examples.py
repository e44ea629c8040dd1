"""Every worked example of every game: whole scores through the command and the form, the rest through its function."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from werkzeug.test import TestResponse

from pnp.data.game import Example, Game, Json
from tests import shipped
from tracker import create_app, forms
from tracker.checking import came, expected
from tracker.cli import main

TEMPLATES = Path(__file__).parent.parent / "templates"
GAMES = shipped.GAMES
EXAMPLES = [(game, example) for game in GAMES for example in game.examples]
FINAL = [pair for pair in EXAMPLES if pair[1].kind == "final"]
OTHER = [pair for pair in EXAMPLES if pair[1].kind != "final"]


def named(value: object) -> str:
    return value.id if isinstance(value, Example) else ""


def table(game: Game, example: Example) -> dict[str, Json]:
    return {"game": game.slug, **example.given}


@pytest.mark.parametrize(("game", "example"), FINAL, ids=named)
def test_the_command_adds_up_a_worked_example(game: Game, example: Example) -> None:
    arguments = ["score", game.slug, "-", "--json", "--templates", str(TEMPLATES)]
    done = CliRunner().invoke(main, arguments, input=json.dumps(table(game, example)))
    assert done.exit_code == 0, done.output
    scores = json.loads(done.stdout)["scores"]
    got = [(s["name"], s["total"], s["rank"], s["band"]["index"] if "band" in s else None) for s in scores]
    assert got == expected(example)
    assert [s["total"] for s in scores] == [sum(line["points"] for line in s["lines"]) for s in scores]


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
    client = CliRunner()
    for example in (each for each in game.examples if each.kind == "final"):
        arguments = ["score", game.slug, "-", "--json", "--templates", str(TEMPLATES)]
        done = client.invoke(main, arguments, input=json.dumps(table(game, example)))
        cited = {line["rule"] for score in json.loads(done.stdout)["scores"] for line in score["lines"]}
        for rules in game.rules:
            assert cited - {section.anchor for section in rules.sections} == set()
