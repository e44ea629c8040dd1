"""A game of somebody's own on the phone: its languages, icons in its rules, cards that lie, and points below zero."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from pnp import skeleton
from pnp.data import load
from pnp.data.game import Game
from tests import shipped
from tracker import create_app, tables
from tracker.scoring import Refused
from tracker.speech import endonym

SLUG = "harbour-lights"
MORE = "Each :wave: counts, `:wave:` and \\:wave: are words, and so is :gull:.\n\n**Entscheidung:** a house rule."


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """The new game in English and German, with a wave in its first section, and cards that are wider than high."""
    folder = tmp_path_factory.mktemp("templates")
    for path in (each for each in skeleton.copy(SLUG, folder) if each.suffix in (".toml", ".csv")):
        path.write_text(re.sub(r"\.fr\b", ".de", path.read_text()).replace('"fr"', '"de"'))
    Path(folder, SLUG, "rules.fr.md").rename(Path(folder, SLUG, "rules.de.md"))
    found = load.load(folder / SLUG, load.shared_folder(folder))
    english, german = found.rules
    first = german.sections[0]
    german = replace(german, sections=(replace(first, body=MORE, title="Die :wave:"), *german.sections[1:]))
    return replace(found, rules=(english, german))


@pytest.fixture
def client(game: Game) -> FlaskClient:
    return create_app({"GAMES": [game, shipped.BY_SLUG["bulp"]]}).test_client()


def tongues(text: str) -> list[str]:
    return re.findall(r'class="tongue"[^>]*>([^<]+)<', text)


def test_the_pages_of_a_game_offer_its_languages_and_the_others_those_of_the_tracker(client: FlaskClient) -> None:
    assert tongues(client.get(f"/score/{SLUG}?lang=en").text) == ["Français", "Deutsch"]
    assert tongues(client.get("/score/bulp?lang=en").text) == ["Français"]
    page = client.get(f"/score/{SLUG}?lang=de").text
    assert (tongues(page), "Poissons, total" in page, "Player 1" in page) == (["English", "Français"], True, True)
    assert '<html lang="en"' in page
    assert "Mise en place" not in client.get("/rules/bulp").text  # the cookie asks for what this game does not have


def test_a_browser_gets_the_language_of_the_game_it_prefers(client: FlaskClient) -> None:
    german = {"Accept-Language": "de,en;q=0.5"}
    assert 'lang="de"' in client.get(f"/rules/{SLUG}", headers=german).text.partition('id="found"')[2][:20]
    assert 'lang="en"' in client.get("/rules/bulp", headers=german).text.partition('id="found"')[2][:20]


def test_languages_are_called_as_they_call_themselves() -> None:
    assert [endonym(code) for code in ("en", "fr", "de", "pt", "xx")] == [
        "English",
        "Français",
        "Deutsch",
        "Português",
        "xx",
    ]


def test_icons_in_rules_are_drawn_and_found_by_their_names(client: FlaskClient) -> None:
    page = client.get(f"/rules/{SLUG}?lang=de").text
    section = page.partition('<section class="rule')[2].partition("</section>")[0]
    assert section.count('<svg class="icon" role="img" aria-label="wave"') == 2
    assert "<code>:wave:</code> and :wave: are words, and so is :gull:." in section
    assert '<p class="decision"><strong>Entscheidung:' in section
    assert ":wave:" not in page.partition('class="contents"')[2].partition("</nav>")[0]
    found = client.get(f"/rules/{SLUG}?lang=de&q=each+wave+counts").text
    assert found.count('<section class="rule') == 1
    assert "Each :wave:" not in found


def test_cards_that_lie_have_their_own_proportions(game: Game) -> None:
    wide = [replace(each, width=88.0, height=50.0) if each in game.decks else each for each in game.prints]
    page = create_app({"GAMES": [replace(game, prints=tuple(wide))]}).test_client().get(f"/cards/{SLUG}").text
    assert ('width="880" height="500"' in page, 'class="lie wide"' in page) == (True, True)
    assert 'viewBox="0 0 88.0 50.0"' in page


@pytest.mark.parametrize("typed", [9.5, "9,5"])
def test_what_is_no_whole_number_is_told_that_it_should_be(game: Game, typed: object) -> None:
    with pytest.raises(Refused) as refused:
        tables.settle({"seats": [{"name": "Ada", "fish": typed}, {"name": "Ben", "fish": 26}]}, game)  # type: ignore[dict-item]
    found = '"9,5"' if isinstance(typed, str) else "9.5"
    assert str(refused.value).splitlines() == [
        f"seats[0].fish: found {found}; allowed a whole number from 0 to 25",
        "seats[1].fish: found 26; allowed 0 to 25",
    ]


def test_a_sum_below_zero_has_a_minus_sign(game: Game) -> None:
    assert game.scoring is not None
    fields = (replace(game.scoring.fields[0], points=-1), *game.scoring.fields[1:])
    data = {"seats": [{"name": "Ada", "fish": 3}, {"name": "Ben"}]}
    result = tables.settle(data, replace(game, scoring=replace(game.scoring, fields=fields)))  # type: ignore[arg-type]
    assert [line.sum.get("en") for score in result.scores for line in score.lines[:1]] == ["3 × −1", "0 × −1"]
