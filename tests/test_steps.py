"""templates/README.md step by step: each step is added to the small game as written, and the game stays right."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pnp import build
from pnp.data import load
from pnp.data.game import Game
from pnp.errors import DataError
from pnp.pieces import make
from tests import shipped
from tracker.cli import main

README = (shipped.ROOT / "README.md").read_text(encoding="utf-8")
STEPS = README.partition("\n## Step by step\n")[2].partition("\n## ")[0]
TITLES = re.findall(r"^### (.+)$", STEPS, re.MULTILINE)
FENCE = r"[^\n]*\n\n```\w+\n(.*?)```$"


def blocks(start: str, text: str) -> list[tuple[str, str]]:
    return re.findall(start + FENCE, text, re.MULTILINE | re.DOTALL)


def step(title: str) -> str:
    return STEPS.partition(f"### {title}\n")[2].partition("\n### ")[0]


def folder_after(root: Path, last: str) -> Path:
    """Write the small game and add the steps up to `last`, in the order of the README."""
    folder = root / "templates/six-winds"
    folder.mkdir(parents=True)
    small = blocks(r"^`([\w.]+)`", README)[:4]
    for name, text in (*small, ("rules.fr.md", small[3][1])):
        (folder / name).write_text(text, encoding="utf-8")
    for title in TITLES[: TITLES.index(last) + 1]:
        for name, text in blocks(r"^To `([\w.]+)`:", step(title)):
            with (folder / name).open("a", encoding="utf-8") as file:
                file.write("\n" + text)
    return folder


def game_after(root: Path, last: str) -> Game:
    return load.load(folder_after(root, last), shipped.SHARED)


def scored(root: Path, table: str) -> Result:
    return CliRunner().invoke(main, ["score", "six-winds", "-", "--json", "--templates", str(root)], input=table)


@pytest.mark.parametrize(
    ("title", "piece", "count"), [("Add a token", "tokens", 6), ("Add a board", "board", 1), ("Add a pad", "pad", 1)]
)
def test_a_step_adds_its_piece(tmp_path: Path, title: str, piece: str, count: int) -> None:
    pieces = {made.id: made.count for made in make(game_after(tmp_path, title), "fr")}
    assert (pieces[piece], list(pieces)[-1]) == (count, piece)


def test_a_game_with_all_steps_prints_without_note_or_notice(tmp_path: Path) -> None:
    game = game_after(tmp_path, "Add a pad")
    jobs = build.plan([game], build.Order(load.paper("a4", shipped.SHARED), "en"), shipped.words)
    assert (game.notes, {job.notices for job in jobs}) == ((), {()})


def test_the_table_of_the_readme_is_scored(tmp_path: Path) -> None:
    folder = folder_after(tmp_path, "Score on the phone")
    (table,) = re.findall(r"```json\n(.*?)```", step("Score on the phone"), re.DOTALL)
    scores = json.loads(scored(folder.parent, table).stdout)["scores"]
    assert [(each["name"], each["total"], each["rank"]) for each in scores] == [("Ada", 3, 1), ("Ben", 1, 2)]


def test_a_language_that_is_only_named_is_asked_for_text_by_text(tmp_path: Path) -> None:
    folder = folder_after(tmp_path, "Add a pad")
    text = (folder / "game.toml").read_text(encoding="utf-8")
    (told,) = re.findall(r"```text\n(.*?)\n```", step("A second language"), re.DOTALL)
    (wanted,) = re.findall(r"`(languages = .*?)`", step("A second language"))
    (folder / "game.toml").write_text(text.replace('languages = ["en", "fr"]', wanted), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load.load(folder, shipped.SHARED, shown="templates/six-winds")
    lines = str(caught.value).splitlines()
    assert told in lines
    assert any("rules.de.md" in line for line in lines)


def test_the_module_of_the_readme_takes_the_place_of_the_points(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = folder_after(tmp_path, "Score on the phone")
    (module, code), (_, project) = blocks(r"^`([\w.]+)`", step("Rules of your own in Python"))
    (tmp_path / module).write_text(code, encoding="utf-8")
    info = tmp_path / "six_winds_rules-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Name: six-winds-rules\nVersion: 1.0\n")
    (entry,) = re.findall(r'^(six-winds) = "(\w+)"$', project, re.MULTILINE)
    (info / "entry_points.txt").write_text(f"[bullpen.games]\n{entry[0]} = {entry[1]}\n")
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    (score, _) = json.loads(scored(folder.parent, '{"seats": [{"name": "A", "cards": 3}, {"name": "B"}]}').stdout)[
        "scores"
    ]
    assert score["lines"] == [{"label": "Cards taken", "points": 6, "rule": "play"}]
