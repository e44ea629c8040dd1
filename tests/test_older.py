"""PDFs that lie in a game's folder from earlier builds are told when all of the game is built, and left alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from pnp import build
from pnp.build.reprints import read
from pnp.cli.commands.build import command
from pnp.data.game import Game
from tests import small_folder
from tests.small_press import A4

LEFT = (
    *("old-a4-en.pdf", "older-a4-en.pdf"),
    *("old-a4-fr.pdf", "old-a4-en-low.pdf", "old-letter-en.pdf", "old-a4-en.txt"),
    *("cards-only-3-a4-en.pdf", "cards-7F3K2-a4-en.pdf", "packed-a4-en.pdf", "cut-plan-a4-en.pdf"),
)


def older(game: Game, order: build.Order, out: Path) -> list[str]:
    jobs = build.plan((game,), order, lambda _: {})
    return [path.relative_to(out).as_posix() for path in build.older([(order, jobs)], out)]


@pytest.fixture
def out(tmp_path: Path) -> Path:
    folder = tmp_path / "out" / "small"
    folder.mkdir(parents=True)
    for name in LEFT:
        (folder / name).write_bytes(b"")
    return tmp_path / "out"


def test_older_files_of_the_same_paper_language_and_ink_are_told(tmp_path: Path, out: Path) -> None:
    game = small_folder.game(tmp_path)
    assert older(game, build.Order(A4), out) == ["small/old-a4-en.pdf", "small/older-a4-en.pdf"]
    assert older(game, build.Order(A4, ink="low"), out) == ["small/old-a4-en-low.pdf"]
    assert older(game, build.Order(A4), tmp_path / "elsewhere") == []


def test_nothing_is_told_where_only_some_was_asked_for(tmp_path: Path, out: Path) -> None:
    game = small_folder.game(tmp_path)
    assert older(game, build.Order(A4, pieces=("cards",)), out) == []
    assert older(game, build.Order(A4, only=(read("cards:1"),)), out) == []


def test_build_says_so_in_one_line_and_deletes_nothing(tmp_path: Path, out: Path) -> None:
    small_folder.write(tmp_path / "small")
    done = CliRunner().invoke(command, ["small", "--templates", str(tmp_path), "--out", str(out)])
    assert done.exit_code == 0
    (note,) = [line for line in done.stderr.splitlines() if "older" in line]
    assert note == "note: 2 older files that this build did not make: small/old-a4-en.pdf, small/older-a4-en.pdf"
    assert all((out / "small" / name).is_file() for name in LEFT)
