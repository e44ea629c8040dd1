"""Inks on a screen: contrast by the published formula, and every pair that carries text can be read."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import shipped
from tracker import inks

GAMES = shipped.GAMES
colors = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")


@pytest.mark.parametrize(
    ("one", "other", "ratio"), [("#000000", "#ffffff", 21), ("#777777", "#ffffff", 4.48), ("#ff0000", "#ffffff", 4.0)]
)
def test_contrast_is_that_of_the_guidelines(one: str, other: str, ratio: float) -> None:
    assert inks.contrast(one, other) == pytest.approx(ratio, abs=0.01)
    assert inks.contrast(other, one) == pytest.approx(ratio, abs=0.01)


@given(colors)
def test_any_ink_becomes_text_that_can_be_read_by_day_and_by_night(ink: str) -> None:
    for ground in (inks.DAY, inks.NIGHT):
        assert inks.contrast(inks.readable(ink, ground), ground) >= 4.5


@given(colors)
def test_text_on_an_ink_can_be_read(ink: str) -> None:
    assert inks.contrast(inks.on(ink), ink) >= 4.5


@given(colors, colors)
def test_one_ink_on_another_can_be_read(ink: str, ground: str) -> None:
    assert inks.contrast(inks.readable(ink, ground), ground) >= 4.5


def test_an_ink_that_can_be_read_stays_as_it_is() -> None:
    assert inks.readable("#1d4e89", inks.DAY) == "#1d4e89"


def test_the_sheet_gives_each_game_its_inks_by_day_and_night_and_each_die_its_own() -> None:
    css = inks.sheet(GAMES)
    for game in GAMES:
        assert css.count(f'[data-game="{game.slug}"]') == 2
        assert f"--one:{game.inks[0].color}" in css
        assert all(f".die-{die.ink.lstrip('#').lower()}{{" in css for die in game.dice)
    assert re.search(r"</|@import|url\(", css) is None
