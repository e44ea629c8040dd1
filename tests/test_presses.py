"""Games made side by side are the same files as games made one after the other, whatever befalls a process."""

from __future__ import annotations

import os
import signal
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from pnp import build
from pnp.data import load
from pnp.errors import DataError

ROOT = Path(__file__).parent.parent / "templates"
(GAME,) = load.load_all(ROOT, ["raging-bulls"])
GAMES = tuple(replace(GAME, slug=slug) for slug in ("one", "two", "three"))
ORDER = build.Order(load.paper("a4", ROOT / "_shared"), "en", pieces=("blocked",))
HERE = os.getpid()


def words(lang: str) -> Mapping[str, str]:
    return load.words(ROOT, lang)


def files(presses: int, words: build.Furniture = words) -> list[build.Printed]:
    return list(build.printed([(GAMES, ORDER)], words, presses))


def test_games_made_side_by_side_are_the_same_files_in_the_same_order() -> None:
    alone = files(1)
    assert alone == files(2) == files(8)
    assert [f"{slug}/blocked-a4-en.pdf" for slug in ("one", "two", "three")] == [str(each.job.path) for each in alone]


def test_a_game_whose_process_is_killed_is_made_again() -> None:
    def killing(lang: str) -> Mapping[str, str]:
        if os.getpid() != HERE:
            os.kill(os.getpid(), signal.SIGKILL)
        return words(lang)

    assert files(1) == files(2, killing)


def test_a_fault_of_a_process_is_told_as_it_would_be_without_it() -> None:
    def failing(lang: str) -> Mapping[str, str]:
        raise KeyError(lang)

    for presses in (1, 2):
        with pytest.raises(KeyError, match="en"):
            files(presses, failing)


def test_problems_of_all_games_come_together_from_all_presses() -> None:
    told = []
    for presses in (1, 2):
        with pytest.raises(DataError) as caught:
            build.printed([(GAMES, replace(ORDER, lang="xx"))], words, presses)
        told.append(caught.value.problems)
    assert told[0] == told[1]
    assert len(told[0]) == 1  # of one file: the games of this test share it
