"""Choices on the command line that change nothing are told on stderr, and only those."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from pnp.cli.group import cli
from tests import small_folder
from tests.small_folder import GAME

PIECES = (
    GAME
    + """back = "card"

[[decks]]
id = "bare"
title.en = "Bare"
size = "41x63mm"
table = "cards.csv"
frame = "card"

[[sheets]]
id = "sheet"
title.en = "Sheet"
size = "190x264mm"
frame = "sheet"
back = "sheet"

[[tokens]]
id = "round"
title.en = "Round"
size = "22x22mm"
table = "cards.csv"
frame = "card"
"""
)
FRAMES = """[card.slots.ground]
kind = "panel"
x = 2
y = 2
width = 10
height = 10
fill = "sun"

[sheet.slots.ground]
kind = "panel"
x = 0
y = 0
width = 10
height = 10
fill = "sun"
"""


@pytest.fixture(scope="module")
def templates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("in-vain") / "templates"
    small_folder.write(folder / "small", {"game.toml": PIECES, "frames.toml": FRAMES})
    return folder


def told(templates: Path, out: Path, *args: str) -> list[str]:
    """Return what is told of choices in vain when the small game is built."""
    done = CliRunner().invoke(cli, ["build", "small", "--templates", str(templates), "--out", str(out), *args])
    assert done.exit_code == 0, done.output
    marker = " changes nothing here: "
    return [line.removeprefix("note: ") for line in done.stderr.splitlines() if marker in line]


@pytest.mark.parametrize(
    ("piece", "args", "expected"),
    [
        ("bare", ["--backs", "fold"], ["--backs fold changes nothing here: no piece that is cut out has a back"]),
        ("sheet", ["--backs", "none"], ["--backs none changes nothing here: no piece that is cut out has a back"]),
        ("bare", ["--backs", "stacked"], ["--backs stacked changes nothing here: no sheet has two sides"]),
        ("bare", ["--flip", "short"], ["--flip short changes nothing here: no sheet has two sides"]),
        ("sheet", ["--marks", "both"], ["--marks both changes nothing here: no piece is cut out along marks"]),
        ("sheet", ["--mark-length", "8mm"], ["--mark-length changes nothing here: no piece is cut out along marks"]),
        ("sheet", ["--bleed", "own"], ["--bleed own changes nothing here: no piece is cut apart from a neighbour"]),
        ("sheet", ["--cut-plan"], ["--cut-plan changes nothing here: no piece is cut apart with a knife"]),
        ("sheet", ["--pack"], ["--pack changes nothing here: no pieces can share a sheet"]),
        ("round", ["--marks", "lines", "--corners", "3mm"], ["--corners changes nothing here: no card is cut out"]),
        (
            "sheet",
            ["--cutter", "silhouette", "--corners", "3mm"],
            [
                "--corners changes nothing here: no card is cut out",
                "--cutter silhouette changes nothing here: no piece can be cut by a machine",
            ],
        ),
    ],
)
def test_a_choice_that_changes_nothing_is_told(
    templates: Path, tmp_path: Path, piece: str, args: list[str], expected: list[str]
) -> None:
    assert told(templates, tmp_path, "--piece", piece, *args) == expected


@pytest.mark.parametrize("option", ["--marks=both", "--mark-offset=1mm", "--bleed=shared", "--cutter=silhouette4"])
def test_labels_are_cut_already(templates: Path, tmp_path: Path, option: str) -> None:
    (only,) = told(templates, tmp_path, "--piece", "round", "--paper", "8293", option)
    assert only.startswith(option.replace("=", " ") if option != "--mark-offset=1mm" else "--mark-offset")


def test_what_one_piece_of_several_heeds_is_not_told(templates: Path, tmp_path: Path) -> None:
    for args in (
        ["--backs", "fold"],
        ["--backs", "reversed"],
        ["--flip", "short", "--pack"],
        ["--marks", "both", "--mark-length", "4mm", "--corners", "3mm"],
        ["--bleed", "none", "--cut-plan"],
        ["--cutter", "silhouette", "--corners", "3mm"],
    ):
        assert told(templates, tmp_path, *args) == []
