"""The house rules that a program can check: who imports whom, what stays pure, how long files are."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pnp import build

ROOT = Path(__file__).parent.parent
SOURCES = sorted((*ROOT.glob("pnp/**/*.py"), *ROOT.glob("tracker/**/*.py")))
SLUGS = sorted(folder.parent.name for folder in ROOT.glob("templates/*/game.toml"))
PURE = [*sorted(ROOT.glob("tracker/games/**/*.py")), ROOT / "tracker/dice.py", ROOT / "tracker/scoring.py"]
PURE += [ROOT / "tracker/play.py", ROOT / "tracker/export.py"]


def imports(path: Path) -> set[str]:
    """Return every module named by an import in `path`, inside functions too."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{name.name}" for name in node.names)}
    return found


def test_import_contracts_hold() -> None:
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as c; c()", "--no-cache"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_no_source_file_has_more_than_400_lines() -> None:
    files = (*SOURCES, *ROOT.glob("tests/**/*.py"))
    long = {str(f.relative_to(ROOT)): n for f in files if (n := len(f.read_text().splitlines())) > 400}
    assert long == {}


def test_the_data_package_re_exports_nothing() -> None:
    assert (ROOT / "pnp/data/__init__.py").read_text().strip() == ""


def test_a_fresh_process_that_imports_rules_loads_no_heavy_library() -> None:
    modules = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in PURE]
    code = """
import importlib, os, sys
heavy = {"flask", "jinja2", "sqlite3", "reportlab", "svgwrite", "pydantic", "click", "uharfbuzz"}
for name in sys.argv[1:]:
    if os.fork() == 0:  # as fresh as this process, and quicker there
        importlib.import_module(name)
        print(name, sorted(heavy & set(sys.modules)), flush=True)
        os._exit(0)
    assert os.wait()[1] == 0, name
"""
    done = subprocess.run([sys.executable, "-c", code, *modules], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [f"{name} []" for name in modules]


def test_the_build_package_loads_every_name_that_it_offers() -> None:
    assert [name for name in build.__all__ if not hasattr(build, name)] == []
    assert {"older", *(name for names in vars(build)["PLACES"].values() for name in names)} == set(build.__all__)
    assert not hasattr(build, "nothing")


@pytest.mark.parametrize("slug", SLUGS)
def test_a_game_is_named_only_by_its_own_rules_module(slug: str) -> None:
    own = ROOT / f"tracker/games/{slug.replace('-', '_')}"  # a file, or a folder of several
    name = re.compile(rf"(?<![\w-])({slug}|{slug.replace('-', '_')})(?![\w-])")  # not as a part of a longer slug
    others = [p for p in SOURCES if own not in (p.with_suffix(""), *p.parents)]
    named = [str(p.relative_to(ROOT)) for p in others if name.search(p.read_text())]
    assert named == []


def test_below_the_edges_nothing_asks_for_clock_chance_or_environment() -> None:
    edges = {ROOT / "pnp/cli/orders.py", ROOT / "pnp/cli/records.py", ROOT / "pnp/cli/commands/watch.py"}
    edges |= {ROOT / "tracker/cli.py", ROOT / "tracker/__init__.py"}
    asked = {
        str(p.relative_to(ROOT)): sorted(hit)
        for p in SOURCES
        if p not in edges and (hit := imports(p) & {"random", "time", "datetime", "secrets", "os.environ", "uuid"})
    }
    assert asked == {}


def test_press_modules_never_read_the_environment() -> None:
    edge = ROOT / "tracker/cli.py"
    texts = {str(p.relative_to(ROOT)): p.read_text() for p in SOURCES if p != edge}
    reading = [name for name, text in texts.items() if "os.environ" in text or "getenv" in text]
    assert reading == []


def test_top_level_holds_only_the_agreed_names() -> None:
    agreed = (
        """CHANGELOG.md CONTRIBUTING.md LICENSE Makefile README.md output pnp pyproject.toml templates tests tracker"""
    )
    found = {path.name for path in ROOT.iterdir() if not path.name.startswith(".")}
    assert sorted(found - {"dist", "build"}) == agreed.split()
