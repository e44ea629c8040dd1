"""The README keeps its word: every command it shows runs, and every file it links is there."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.test_cli import called, pnp
from tracker.cli import main

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BIN = Path(sys.executable).parent


def blocks(kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", README, re.DOTALL)


def commands(tool: str) -> list[str]:
    lines = "\n".join(blocks("sh")).splitlines()
    return [line.split("#")[0].strip() for line in lines if line.startswith(tool + " ")]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty folder with the README's sheet.json in it, and nothing made by the press."""
    place = tmp_path_factory.mktemp("readme")
    (place / "sheet.json").write_text(blocks("json")[0], encoding="utf-8")
    return place


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the commands of the press are run."""
    return tmp_path_factory.mktemp("workshop")


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    tool, *words = shlex.split(command)
    return subprocess.run([str(BIN / tool), *words], cwd=folder, capture_output=True, text=True, check=False)


def test_the_commands_of_the_press_run_in_the_order_shown(workshop: Path, soak: bool) -> None:
    """In `make soak` all of them; else those that draw a piece or a small game, as whole games take a minute in all."""
    shown = commands("pnp")
    assert len(shown) >= 8
    whole = re.compile(r"pnp (build|export|check|preview|diff) (?!.*--(piece|only))(?!my-game)")
    sample = shown if soak else [each for each in shown if not whole.match(f"{each} ")]
    for command in sample:  # the last one, which prints what `pnp new` made, as people run it
        done = run(command, workshop) if command == shown[-1] else pnp(*shlex.split(command)[1:], cwd=workshop)
        silent = done.returncode == 0 and not command.startswith("pnp check")  # elsewhere it is what was printed
        assert (command, done.returncode, "" if silent else done.stderr) == (command, 0, "")


@pytest.mark.parametrize("command", commands("tracker"))
def test_the_commands_of_the_tracker_run(command: str, folder: Path) -> None:
    """The first one as people run it."""
    done = run(command, folder) if command == commands("tracker")[0] else called(main, *command.split(), cwd=folder)
    assert (done.returncode, done.stderr if done.returncode else "") == (0, "")


def test_the_score_of_the_readme_is_the_worked_example(folder: Path) -> None:
    assert "127" in called(main, "tracker", "score", "raging-bulls", "sheet.json", cwd=folder).stdout


def test_every_linked_file_exists() -> None:
    links = re.findall(r"\]\((?!http)([^)#]+)", README)
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_the_fault_in_the_readme_is_what_the_press_really_says(tmp_path: Path) -> None:
    (shown,) = blocks("text")
    pnp("new", "my-game", cwd=tmp_path)
    found = re.match(r'([^:]+):(\d+): .*"([\w-]+)".*did you mean art/([\w-]+)\.svg', shown)
    assert found is not None
    file, line, wrong, right = found.groups()
    table = tmp_path / file
    lines = table.read_text(encoding="utf-8").splitlines(keepends=True)
    lines[int(line) - 1] = lines[int(line) - 1].replace(f'"{right}"', f'"{wrong}"')
    table.write_text("".join(lines), encoding="utf-8")
    assert pnp("check", "my-game", cwd=tmp_path).stderr.splitlines()[0] == shown.strip()


def test_nothing_has_people_fetch_what_an_index_calls_bullpen() -> None:
    """Somebody else's project has that name there: install lines give a path."""
    files = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "Makefile")]
    files += [path for folder in ("pnp", "tracker", "templates") for path in (ROOT / folder).rglob("*")]
    texts = {
        path: path.read_text()
        for path in files
        if path.suffix in (".md", ".py", ".toml", ".txt", "") and path.is_file()
    }
    named = re.compile(r"""(pip install|pipx|uv\b|dependencies).*["' ]bullpen\b""")
    assert [path.name for path, text in texts.items() if named.search(text)] == []
