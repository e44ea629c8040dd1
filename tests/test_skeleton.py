"""What `pnp new` copies: a game that is right as it stands, on paper and on the phone, with and without its module."""

from __future__ import annotations

import json
import re
import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from pnp import build, skeleton
from pnp.data import load
from pnp.data.game import Example, Game
from pnp.errors import DataError
from pnp.pieces import make
from tests import shipped
from tests.test_cards_views import Phone, lowest
from tests.test_examples import shown
from tracker import create_app, forms
from tracker.checking import expected
from tracker.cli import main
from tracker.games import rules_of

SLUG = "harbour-lights"


@pytest.fixture
def installed(new_templates: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The module in the folder of the game, found as pip would have left it."""
    folder = new_templates / SLUG / "python"
    project = tomllib.loads((folder / "pyproject.toml").read_text())["project"]
    assert project["dependencies"] == [], "what the module imports is there already, and no index has it"
    entries = project["entry-points"]["bullpen.games"].items()
    info = tmp_path / f"{project['name']}-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Name: {project['name']}\nVersion: {project['version']}\n")
    (info / "entry_points.txt").write_text("[bullpen.games]\n" + "".join(f"{a} = {b}\n" for a, b in entries))
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path), str(folder)])


def test_a_new_game_loads_under_its_own_name_with_nothing_left_to_fill_in(tmp_path: Path) -> None:
    written = skeleton.copy("six-winds", tmp_path)
    game = load.load(tmp_path / "six-winds", load.shared_folder(tmp_path))
    assert (game.slug, game.title.get("fr"), game.rules[0].title) == ("six-winds", "Six Winds", "Six Winds")
    assert list(written) == sorted(path for path in (tmp_path / "six-winds").rglob("*") if path.is_file())
    texts = [path.read_text() for path in written]
    assert [word for word in skeleton.PLACEHOLDERS for text in texts if word in text] == []
    assert tmp_path / "six-winds/python/rules_of_six_winds.py" in written


def test_it_has_all_kinds_of_piece_in_the_numbers_of_its_contents(new_game: Game) -> None:
    assert new_game.notes == ()
    pieces = make(new_game, "en")
    assert [(piece.id, piece.count) for piece in pieces] == [
        ("cards", 27),
        ("board", 1),
        ("tokens", 7),
        ("pad", 1),
        ("rules", 1),
    ]
    wanted = {piece.id: sum(each.count for each in new_game.components if each.piece == piece.id) for piece in pieces}
    assert {piece.id: piece.count for piece in pieces if wanted[piece.id]} == {key: n for key, n in wanted.items() if n}
    assert [note for piece in pieces for note in piece.notes] == []


@pytest.mark.parametrize(
    ("paper", "lang", "ink"),
    [
        ("a4", "en", "full"),
        ("letter", "fr", "low"),
        pytest.param("a4", "fr", "low", marks=pytest.mark.soak),
        pytest.param("letter", "en", "full", marks=pytest.mark.soak),
    ],
)
def test_it_prints_without_notice(new_game: Game, paper: str, lang: str, ink: build.Ink) -> None:
    order = build.Order(load.paper(paper, shipped.SHARED), lang, ink)
    jobs = build.plan([new_game], order, shipped.words)
    assert [job.notices for job in jobs] == [()] * len(jobs)


def test_each_family_has_the_same_numbers_and_waves(new_game: Game) -> None:
    cards = [card for deck in new_game.decks for card in deck.cards for _ in range(card.copies)]
    families: dict[str, list[tuple[int, int]]] = {}
    for card in cards:
        cell = card.row.cell
        families.setdefault(cell("frame", "en"), []).append((int(cell("number", "en")), int(cell("waves", "en"))))
    fish, gulls, lights = families.values()
    assert fish == gulls == lights
    highest = sum(number for number, _ in fish)
    assert new_game.scoring is not None
    assert [field.high for field in new_game.scoring.fields] == [highest, highest, highest, len(fish), 3]


@pytest.mark.parametrize("number", [0, 1])
def test_command_and_form_add_up_its_examples(new_game: Game, new_templates: Path, number: int) -> None:
    example = new_game.examples[number]
    assert scored(new_templates, example.given) == (expected(example), "")
    client = create_app({"GAMES": [new_game]}).test_client()
    page = client.get(client.post(f"/score/{SLUG}", data=forms.flat(dict(example.given))).headers["Location"])
    assert shown(page, new_game) == sorted(expected(example), key=lambda seat: seat[2])  # type: ignore[arg-type, return-value]


def scored(root: Path, given: object) -> tuple[list[tuple[object, ...]], str]:
    """Return name, total, rank and no rating of each seat, and what was said besides."""
    done = CliRunner().invoke(main, ["score", SLUG, "-", "--json", "--templates", str(root)], input=json.dumps(given))
    scores = json.loads(done.stdout)["scores"] if done.stdout else []
    return [(seat["name"], seat["total"], seat["rank"], None) for seat in scores], done.stderr


def test_without_its_module_its_score_is_plain(new_game: Game) -> None:
    assert rules_of(SLUG) is None


@pytest.mark.usefixtures("installed")
def test_with_its_module_the_examples_come_out_the_same(new_game: Game, new_templates: Path) -> None:
    assert rules_of(SLUG) is not None

    def wanted(example: Example) -> tuple[list[tuple[object, ...]], str]:
        return expected(example), ""

    examples = new_game.examples
    assert [scored(new_templates, example.given) for example in examples] == [wanted(each) for each in examples]


@pytest.mark.usefixtures("installed")
def test_its_module_refuses_what_no_single_field_can_tell(new_templates: Path) -> None:
    seats = [{"name": "Ada", "fish": 3, "sets": 1, "lanterns": 2}, {"name": "Ben", "lanterns": 2}]
    told = "seats: there are only 3 lanterns\nseats[0].sets: a set takes a fish, a gull and a light\n"
    assert scored(new_templates, {"seats": seats}) == ([], told)


def test_the_phone_has_its_rules_and_deals_its_cards(new_game: Game) -> None:
    phone = Phone(create_app({"GAMES": [new_game], "BELOW": lowest}))
    for rules in new_game.rules:
        phone.get(f"/rules/{SLUG}?lang={rules.lang}")
        assert [each.anchor for each in rules.sections if f'id="{each.anchor}"' not in phone.text] == []
    phone.get(f"/cards/{SLUG}?lang=en")
    assert phone.said == "27 cards, not shuffled yet. The first tap shuffles them."
    phone.tap("do", "draw")
    assert [name for name, _ in phone.faces] == ["cards"]
    assert 'href="/rules/harbour-lights' in phone.text


@pytest.mark.parametrize(("langs", "title"), [(["en"], "Sprat"), (["fr"], "Hareng"), (["fr", "en"], "Hareng")])
def test_a_language_that_is_not_wanted_leaves_no_trace(tmp_path: Path, langs: list[str], title: str) -> None:
    written = skeleton.copy("small", tmp_path, langs)
    game = load.load(tmp_path / "small", load.shared_folder(tmp_path))
    assert (game.languages, game.notes) == (tuple(langs), ())
    assert title in [card.row.cell("title", langs[0]) for card in game.decks[0].cards]
    mute = {"en", "fr"} - set(langs)
    data = [path for path in written if path.suffix in (".toml", ".csv", ".md")]
    assert [path.name for path in data for lang in mute if re.search(rf"\.{lang}\b", path.read_text())] == []


def test_a_language_it_is_not_written_in_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    with pytest.raises(DataError) as caught:
        skeleton.copy("small", tmp_path, ["de", "en"])
    assert str(caught.value) == (
        '--lang: "de": the game to start from is written in en and fr (begin with one of them and add your own to '
        "`languages`; pnp check then names each text that lacks it)"
    )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (
            "Harbour Lights",
            'NAME: "Harbour Lights": a game is called by lower-case words and numbers joined by hyphens '
            "(did you mean harbour-lights?)",
        ),
        ("../x", 'NAME: "../x": a game is called by lower-case words and numbers joined by hyphens (did you mean x?)'),
        ("", 'NAME: "": a game is called by lower-case words and numbers joined by hyphens (such as harbour-lights)'),
    ],
)
def test_a_name_that_is_no_address_is_refused_and_nothing_is_written(tmp_path: Path, name: str, expected: str) -> None:
    with pytest.raises(DataError) as caught:
        skeleton.copy(name, tmp_path / "games")
    assert (str(caught.value), list(tmp_path.iterdir())) == (expected, [])


def test_a_folder_that_is_there_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    with pytest.raises(DataError, match="this folder is there already; nothing was changed"):
        skeleton.copy("old", tmp_path)
    assert list((tmp_path / "old").iterdir()) == []
