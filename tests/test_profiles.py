"""Build profiles: options that a game keeps under a name, and what wins over them."""

from __future__ import annotations

from pathlib import Path

import click
import pytest

from pnp.cli.commands.build import command
from pnp.cli.cutting import FURTHEST
from pnp.cli.orders import order_options
from pnp.cli.profiles import PARAMETERS
from pnp.data.load import profiles
from tests import small_folder as small
from tests.test_cli import pnp

PROFILES = """
[profiles.draft]
ink = "low"
paper = "letter"

[profiles.french]
extends = "draft"
lang = "fr"
marks = "lines"
"""
ONE_OFF = {"only", "from_slot", "printers"}  # of one sheet, and of one machine


def folder(path: Path, text: str = PROFILES) -> Path:
    """Write a game in two languages with profiles, and another one without."""
    manifest = small.GAME.replace('["en"]', '["en", "fr"]').replace(".en = ", ".fr = ")
    both = "\n".join(
        f"{line}\n{line.replace('.fr', '.en')}" if ".fr = " in line else line for line in manifest.split("\n")
    )
    rules = {"rules.fr.md": small.RULES}
    small.write(path / "small", {"game.toml": f"{both}{text}", **rules})
    small.write(path / "other")
    return path


def built(path: Path, *words: str) -> list[str]:
    """Return the names of the files of the deck that a build wrote."""
    done = pnp("build", *words, "--templates", str(path), "--out", str(path / "out"))
    assert done.returncode == 0, done.stderr
    return [Path(line).name for line in done.stdout.splitlines() if Path(line).name.startswith("cards-")]


def told(path: Path, *words: str) -> list[str]:
    done = pnp("build", *words, "--templates", str(path), "--out", str(path / "out"))
    assert done.returncode == 1
    return done.stderr.replace(f"{path}/", "").splitlines()[:-1]


def faults(path: Path, text: str) -> list[str]:
    """Return what is wrong with the profiles of a game."""
    done = pnp("check", f"{folder(path, text) / 'small'}/")
    return [line.partition("game.toml:")[2].partition(": ")[2] for line in done.stderr.splitlines()[:-1]]


def test_a_profile_gives_its_options_to_a_build(tmp_path: Path) -> None:
    assert built(folder(tmp_path), "small", "--profile", "draft") == ["cards-letter-en-low.pdf"]


def test_a_profile_takes_what_it_does_not_say_from_the_one_it_extends(tmp_path: Path) -> None:
    assert built(folder(tmp_path), "small", "--profile", "french") == ["cards-letter-fr-low.pdf"]


def test_options_of_the_command_line_win_over_a_profile(tmp_path: Path) -> None:
    words = ("small", "--profile", "french", "--paper", "a4", "--ink", "full")
    assert built(folder(tmp_path), *words) == ["cards-a4-fr.pdf"]


def test_games_without_the_profile_are_passed_over_unless_they_are_named(tmp_path: Path) -> None:
    path = folder(tmp_path)
    assert built(path, "--profile", "draft") == ["cards-letter-en-low.pdf"]
    assert told(path, "other", "small", "--profile", "draft") == [
        'other/game.toml: --profile: other has no profile "draft" (write [profiles.NAME])'
    ]


def test_each_game_is_built_by_its_own_profile_of_that_name(tmp_path: Path) -> None:
    path = folder(tmp_path)
    small.write(path / "other", {"game.toml": f'{small.GAME}\n[profiles.draft]\npaper = "a5"\n'})
    assert built(path, "--profile", "draft") == ["cards-a5-en.pdf", "cards-letter-en-low.pdf"]


def test_an_unknown_profile_is_told_with_those_there_are(tmp_path: Path) -> None:
    path = folder(tmp_path)
    assert told(path, "small", "--profile", "drat") == [
        'small/game.toml: --profile: small has no profile "drat" (did you mean "draft"?)'
    ]
    assert told(path, "small", "--profile", "z") == [
        'small/game.toml: --profile: small has no profile "z" (the profiles are draft, french)'
    ]


def test_options_that_contradict_each_other_are_told_where_the_profile_stands(tmp_path: Path) -> None:
    path = folder(tmp_path, '\n[profiles.machine]\ncutter = "silhouette"\nmarks = "lines"\n')
    (line,) = told(path, "small", "--profile", "machine")
    assert line.startswith("small/game.toml:")
    assert "profiles.machine: with --cutter there are registration marks alone" in line


def test_lost_cards_are_printed_by_the_rest_of_a_profile(tmp_path: Path) -> None:
    path = folder(tmp_path, f'{PROFILES}\n[profiles.all]\nextends = "draft"\npieces = ["cards"]\npack = true\n')
    assert built(path, "small", "--profile", "all", "--only", "cards:2") == ["cards-only-2-letter-en-low.pdf"]


def test_every_mistake_in_a_profile_is_told_with_what_was_meant(tmp_path: Path) -> None:
    text = """
[profiles.wrong]
extends = "drat"
lang = "fra"
pieces = ["card"]
paper = "lettr"
mark_length = "900mm"
papr = "a4"
flip = "shrt"
cutter_arm = "longst"
count = 0
[profiles.draft]
"""
    found = faults(tmp_path, text)
    assert [line.rpartition("(")[2] for line in found if "did you mean" in line] == [
        'did you mean "draft"?)',
        'did you mean "fr"?)',
        'did you mean "cards"?)',
        'did you mean "letter"?)',
        'did you mean "paper"?)',
        'did you mean "short"?)',
        'did you mean "longest"?)',
    ]
    assert (
        'profiles.wrong.mark_length: found "900mm"; allowed: a length such as 3 (mm), "3mm" or "0.5in" from 1 to 50'
        in found
    )
    assert "profiles.wrong.count: found 0; allowed: a whole number from 1 to 500" in found


def test_profiles_that_extend_each_other_are_told(tmp_path: Path) -> None:
    assert faults(tmp_path, '[profiles.a]\nextends = "b"\n[profiles.b]\nextends = "a"\n') == [
        "profiles.a.extends: the profiles go round in a circle: b → a → b",
        "profiles.b.extends: the profiles go round in a circle: a → b → a",
    ]


def parameters() -> dict[str, click.Parameter]:
    """Return the options that say what is printed, by the names that profiles have for them."""
    names = {parameter: key for key, parameter in PARAMETERS.items()}
    orders = click.Command("order", params=order_options(click.command()(lambda: None)).params)
    return {names.get(str(each.name), str(each.name)): each for each in orders.params}


def test_profiles_hold_every_option_of_a_build_but_the_one_off_ones() -> None:
    assert set(profiles.options()) == set(parameters()) - ONE_OFF
    assert set(PARAMETERS.values()) <= {each.name for each in command.params}


@pytest.mark.parametrize(
    "key", sorted(key for key, each in parameters().items() if isinstance(each.type, click.Choice))
)
def test_a_profile_allows_the_words_that_the_option_allows(key: str) -> None:
    allowed = profiles.ProfileTable.json(tables := {}) and tables["Profile"]["properties"][key]  # type: ignore[index]
    kind = parameters()[key].type
    assert isinstance(kind, click.Choice)
    assert allowed == {"enum": list(kind.choices)}


def test_marks_are_no_longer_in_a_profile_than_on_the_command_line() -> None:
    assert profiles.FURTHEST == FURTHEST
