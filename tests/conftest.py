"""What all tests share: the soak switch, a fixed hypothesis profile, the `--update` switch for goldens, two phones."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from flask import Flask

    from tests.phones import Phone

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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep the browser tests together on one worker: two browsers at once only slow each other down."""
    for item in items:
        if "browser" in item.path.parts:
            item.add_marker(pytest.mark.xdist_group("browser"))


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    """The site with tables of its own."""
    from tests.phones import site

    return site(tmp_path)


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
