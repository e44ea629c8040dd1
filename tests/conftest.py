"""What all tests share: the soak switch, a fixed hypothesis profile, the `--update` switch for goldens, two phones,
the game that `pnp new` writes.

Most tests make a site of their own; the templates of its pages are compiled once in a process, not once a site.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import flask
import pytest
from flask import Flask
from hypothesis import HealthCheck, settings
from jinja2 import BytecodeCache

if TYPE_CHECKING:
    from types import CodeType

    from jinja2.bccache import Bucket

    from pnp.data.game import Game
    from tests.phones import Phone


class Compiled(BytecodeCache):
    """What templates were compiled to, by template and text."""

    def __init__(self) -> None:
        self.known: dict[tuple[str, str], CodeType | None] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self.known.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.known[bucket.key, bucket.checksum] = bucket.code


COMPILED = Compiled()


class Environment(flask.templating.Environment):
    """Templates that are compiled once for all sites."""

    def __init__(self, app: Flask, **options: object) -> None:
        super().__init__(app, bytecode_cache=COMPILED, **options)


Flask.jinja_environment = Environment

# Thousands of tests are alive to the end: to look through all that for garbage so often took a twelfth of the time.
gc.set_threshold(20_000, 10, 10)

# Bytecode is kept all the same: else every command that a test starts compiles all of Bullpen again.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

settings.register_profile(
    "sample",
    derandomize=True,
    max_examples=25,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "soak", max_examples=1000, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("soak" if os.environ.get("BULLPEN_SOAK") else "sample")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="rewrite the golden files from what comes out now")


@pytest.fixture(scope="session")
def soak() -> bool:
    """True under `make soak`: run the full counts."""
    return bool(os.environ.get("BULLPEN_SOAK"))


@pytest.fixture(scope="session")
def update(request: pytest.FixtureRequest) -> bool:
    """True with --update: write goldens instead of comparing."""
    return bool(request.config.getoption("--update"))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave what is marked `soak` to `make soak`; keep together on one worker what would else be done on each.

    These are the browser tests, as two browsers at once only slow each other down, and the tests of each shipped game,
    whose pieces are drawn once in a process.
    """
    later = [] if os.environ.get("BULLPEN_SOAK") else [item for item in items if item.get_closest_marker("soak")]
    if later:
        config.hook.pytest_deselected(items=later)
        items[:] = [item for item in items if item not in later]
    for item in items:
        if "browser" in item.path.parts:
            item.add_marker(pytest.mark.xdist_group("browser"))
        elif slug := getattr(item, "callspec", None) and item.callspec.params.get("slug"):
            item.add_marker(pytest.mark.xdist_group(f"game-{slug}"))


def pytest_collection_finish() -> None:
    """Let the collector of garbage leave alone what stays to the end: thousands of tests and all that they import."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    """The site with tables of its own."""
    from tests.phones import site

    made = site(tmp_path)
    yield made
    made.extensions["store"].close()


@pytest.fixture
def ada(app: Flask) -> Phone:
    """A phone at the tables of `app`."""
    from tests.phones import Phone

    return Phone(app)


@pytest.fixture
def bo(app: Flask) -> Phone:
    """Another phone there."""
    from tests.phones import Phone

    return Phone(app)


@pytest.fixture(scope="module")
def new_templates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A template folder with the game harbour-lights in it, as `pnp new` writes it."""
    from pnp import skeleton

    folder = tmp_path_factory.mktemp("templates")
    skeleton.copy("harbour-lights", folder)
    return folder


@pytest.fixture(scope="module")
def new_game(new_templates: Path) -> Game:
    """The game in it."""
    from pnp.data import load

    return load.load(new_templates / "harbour-lights", load.shared_folder(new_templates))
