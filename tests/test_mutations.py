"""Whatever becomes of a template folder by chance, the press prints all of it or tells what is wrong and where.

What was found that way and put right is in `test_mutations_found`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from pnp.data.schema import keys
from pnp.errors import DataError, Problem
from tests import damage, mutations, rich_games

MANY, PART = 300, 20
SOAK, SHARE = 20_000, 100


def told(first: int, count: int, folder: Path) -> str:
    """Return recipe and faults of the cases from a number on, "" where all is well."""
    return "\n\n".join(filter(None, (mutations.told(seed, folder / "case") for seed in range(first, first + count))))


@pytest.mark.parametrize("first", range(0, MANY, PART))
def test_a_damaged_game_is_printed_or_told_in_full(first: int, tmp_path: Path) -> None:
    assert told(first, PART, tmp_path) == ""


@pytest.mark.soak
@pytest.mark.parametrize("first", range(MANY, SOAK, SHARE))
def test_of_many_damaged_games_each_is_printed_or_told_in_full(first: int, tmp_path: Path) -> None:
    assert told(first, min(SHARE, SOAK - first), tmp_path) == ""


@pytest.mark.parametrize("name", rich_games.names())
def test_the_games_are_sound_before_they_are_damaged(name: str, tmp_path: Path) -> None:
    assert (
        mutations.faults(mutations.Case(0, name, (), ("--piece", mutations.pieces(name)[0])), tmp_path / "case") == []
    )


def test_every_kind_of_damage_is_done_and_a_number_always_means_the_same() -> None:
    done = [mutations.case(seed).files()[1] for seed in range(2 * MANY)]
    assert {line.partition(":")[0] for lines in done for line in lines} == {kind.__name__ for kind, _ in damage.ALL}
    assert done[:20] == [mutations.case(seed).files()[1] for seed in range(20)]


def written() -> Iterator[str]:
    """Give the texts of the games in which all keys are."""
    for path in sorted(rich_games.RICH.rglob("*.toml")):
        yield path.read_text(encoding="utf-8")


@pytest.mark.parametrize("table", sorted(keys()))
def test_the_games_use_every_key(table: str) -> None:
    text = "\n".join(written())
    assert [key for key in keys()[table] if not re.search(rf"\b{key}\b\s*[=.\]]", text)] == []


@click.command()
@click.argument("what")
def press(what: str) -> None:
    """Do wrong in one of several ways."""
    match what:
        case "crash":
            raise KeyError(what)
        case "say":
            click.echo("done at <pnp.scene.Page object at 0x7f00>")
        case "blank":
            raise DataError([Problem("--paper", 0, "", " ")])
        case "nowhere":
            raise DataError([Problem("rich/nothing.csv", 2, "title", "found a, allowed b")])
        case "beyond":
            raise DataError([Problem("rich/game.toml", 3, "title", "found a, allowed b")])
        case "long":
            raise DataError([Problem("rich/game.toml", 1, "", "\x1b[31m found a")])
        case _:
            raise DataError([Problem("rich/game.toml", 1, "title", "found a, allowed b")])


@pytest.mark.parametrize(
    ("what", "expected"),
    [
        ("crash", "KeyError: 'crash'"),
        ("say", "said 'done at <pnp.scene.Page object at 0x7f00>'"),
        ("blank", "no sentence for an author"),
        ("nowhere", "told of a file that is not there"),
        ("beyond", "told of a line that is not there"),
        ("long", ""),
        ("right", ""),
    ],
)
def test_a_press_that_does_wrong_is_caught(what: str, expected: str, tmp_path: Path) -> None:
    (tmp_path / "rich").mkdir()
    (tmp_path / "rich" / "game.toml").write_text("format = 1\n")
    found = "".join(mutations.judged(CliRunner().invoke(press, [what]), tmp_path))
    assert (expected in found, bool(found)) == (True, bool(expected))


def test_files_that_are_no_pdf_or_lie_there_although_something_is_wrong_are_caught(tmp_path: Path) -> None:
    (tmp_path / "cards.pdf").write_bytes(b"%PDF-1.7 and then nothing")
    (tmp_path / ".cards.pdf.x1").write_bytes(b"")
    done, stopped = (CliRunner().invoke(press, [what]) for what in ("say", "right"))
    assert [fault.partition(":")[0] for fault in mutations.left(done, tmp_path)] == ["left .cards.pdf.x1", "cards.pdf"]
    assert list(mutations.left(stopped, tmp_path)) == [
        "wrote ['.cards.pdf.x1', 'cards.pdf'] although there is a problem"
    ]


def endless() -> None:
    while True:
        pass


def test_what_works_without_end_is_stopped() -> None:
    with pytest.raises(mutations.TooLong, match="still working"), mutations.limited(cpu=0.05):
        endless()
