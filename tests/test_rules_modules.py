"""Rules modules of somebody's own: what is wrong in them is one line, for commands and pages, and stops nobody else."""

from __future__ import annotations

import importlib
import json
import re
import sys
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path

import pytest
from click.testing import CliRunner

from pnp import skeleton
from pnp.data.game import Game
from tests import shipped
from tests.phones import Phone
from tracker import checking, create_app
from tracker.cli import main

SLUG = "harbour-lights"
NAME = "rules_of_harbour_lights"


@pytest.fixture
def install(new_templates: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Path]]:
    """Install the module of the new game, with changes of (old, new) in it; returns its file."""
    info = tmp_path / "harbour-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Name: harbour\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[bullpen.games]\n{SLUG} = {NAME}\n")
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    monkeypatch.setattr(sys, "dont_write_bytecode", True)

    def put(*changes: tuple[str, str]) -> Path:
        text = (new_templates / SLUG / "python" / f"{NAME}.py").read_text()
        for old, new in changes:
            assert text.count(old), old
            text = text.replace(old, new, 1)
        file = tmp_path / f"{NAME}.py"
        file.write_text(text)
        sys.modules.pop(NAME, None)
        importlib.invalidate_caches()
        return file

    yield put
    sys.modules.pop(NAME, None)


def tracker(*words: str, table: object = None) -> tuple[int, str]:
    done = CliRunner().invoke(main, words, input=json.dumps(table))
    return done.exit_code, done.output


TABLE = {"seats": [{"name": "Ada", "fish": 3}, {"name": "Ben"}]}
FIELDS = "the fields are fish, gulls, lights, sets, lanterns"
FAULTS = [
    (
        ('seat.count("sets"), seat.count("lanterns")', 'seat.count("sets"), seat.count("lantern")'),
        f'_lines: "lantern" is not a score field here; {FIELDS} (did you mean "lanterns"?)',
    ),
    (
        ("sum(numbers), ", "sum(numbrs), "),
        "_lines: NameError: name 'numbrs' is not defined (did you mean \"numbers\"?)",
    ),
    (("sum(numbers), ", "sum((numbers, "), "'(' was never closed"),
    (("from collections.abc import Iterator", "import gulls"), "ModuleNotFoundError: No module named 'gulls'"),
    (("sum(numbers), ", "str(sum(numbers)), "), "score: found str for points of a Line; expected int"),
    (
        ('{"lanterns": seat', '{"lamps": seat'),
        'score: found no measure "lanterns", by which [[score.ranking]] goes; it gives lamps',
    ),
]


@pytest.mark.parametrize(("change", "words"), FAULTS)
def test_a_fault_in_the_module_is_one_line_for_commands_and_pages(
    install: Callable[..., Path], new_templates: Path, new_game: Game, change: tuple[str, str], words: str
) -> None:
    file = install(change)
    code, told = tracker("score", SLUG, "-", "--templates", str(new_templates), table=TABLE)
    assert (code, re.fullmatch(rf"{re.escape(str(file))}:\d+: (.*)\n", told)[1]) == (1, words)  # type: ignore[index]
    assert tracker("check", SLUG, "--templates", str(new_templates)) == (1, told)
    client = create_app({"GAMES": [new_game, shipped.BY_SLUG["bulp"]]}).test_client()
    page = client.get(f"/score/{SLUG}/result?seats-0-name=Ada&seats-1-name=Ben&lang=en")
    assert (page.status_code, "The rules module of this game has a fault" in page.text) == (500, True)
    assert told.strip() in unescape(page.text)
    pages = [f"/rules/{SLUG}", f"/cards/{SLUG}", "/", "/score/bulp", "/rules/bulp"]
    assert [client.get(path).status_code for path in pages] == [200] * len(pages)


def test_the_tracker_starts_with_a_module_that_cannot_be_imported_and_says_so(
    install: Callable[..., Path], new_templates: Path, tmp_path: Path
) -> None:
    install(("from collections.abc import Iterator", "import gulls"))
    nowhere = ("--host", "192.0.2.1", "--data", str(tmp_path))  # where nobody can listen, so that it ends
    code, told = tracker("serve", *nowhere, "--templates", str(new_templates))
    module, end = told.splitlines()
    assert (code, "No module named 'gulls'" in module, "cannot listen on 192.0.2.1" in end) == (1, True, True)


def test_a_table_keeps_what_was_typed_while_its_module_is_broken(install: Callable[..., Path], new_game: Game) -> None:
    install()
    phone = Phone(create_app({"GAMES": [new_game]}))
    where = phone.begin(SLUG, **{"seats-0-name": "Ada", "seats-1-name": "Ben"})
    install(("sum(numbers), ", "1 // 0, "))
    assert phone.tap(where, "a" * 32, 1, seats_0_fish="7").status_code == 500
    assert phone.get(where).status_code == 500
    install()
    assert phone.get(f"{where}/state").json["values"]["seats-0-fish"] == "7"  # type: ignore[index]


def test_a_rule_that_is_no_section_is_told_and_shown_without_a_link(
    install: Callable[..., Path], new_templates: Path, new_game: Game
) -> None:
    file = install(('lanterns * LANTERN, "lanterns")', 'lanterns * LANTERN, "lantern")'))
    line = next(at for at, text in enumerate(file.read_text().splitlines(), 1) if '"lantern"' in text)
    known = ", ".join(section.anchor for section in new_game.rules[0].sections)
    assert tracker("check", SLUG, "--templates", str(new_templates)) == (
        1,
        "".join(
            f'{file}:{line}: found the rule "lantern"; expected a section of rules.{lang}.md: {known} '
            '(did you mean "lanterns"?)\n'
            for lang in ("en", "fr")
        ),
    )
    client = create_app({"GAMES": [new_game]}).test_client()
    page = client.get(f"/score/{SLUG}/result?seats-0-name=A&seats-1-name=B&lang=en")
    assert ('#lantern"' in page.text, 'scope="row">Lanterns</th>' in page.text) == (False, True)


def test_right_modules_and_games_without_one_are_told_with_their_number_of_examples(
    install: Callable[..., Path], new_templates: Path
) -> None:
    install()
    assert tracker("check", "--templates", str(new_templates)) == (0, f"{SLUG}: ok: 2 examples\n")


def test_an_example_that_comes_out_otherwise_is_told_with_what_came_out(tmp_path: Path) -> None:
    skeleton.copy(SLUG, tmp_path)
    file = tmp_path / SLUG / "examples.toml"
    text = file.read_text().replace('"Ada", total = 25', '"Ada", total = 26').replace("lights = 3,", "light = 3,")
    file.write_text(text)
    assert tracker("check", "--templates", str(tmp_path))[1].splitlines() == [
        f"{tmp_path}/{SLUG}/examples.toml:3: two-sets: Ada: total: found 25; expected 26",
        f"{tmp_path}/{SLUG}/examples.toml:12: equal: seats[2].light: unknown key; allowed name, fish, gulls, lights, "
        "sets, lanterns (did you mean lights?)",
    ]


@pytest.mark.parametrize("game", shipped.GAMES, ids=lambda game: game.slug)
def test_the_games_that_ship_are_right(game: Game) -> None:
    assert checking.problems(game) == []
