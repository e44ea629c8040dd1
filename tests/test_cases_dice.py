"""Faults that people met with dice, by case: what went wrong elsewhere is right or refused by name here."""

from __future__ import annotations

import itertools
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests import shipped
from tests.small_folder import GAME, problems
from tracker import create_app, dice
from tracker.dice import Misread, enter, parse, roll

GAMES = shipped.GAMES
DIE = '\n[[dice]]\nid = "{id}"\ntitle.en = "die"\ncount = 1\nink = "sun"\nsides = [1, 2]\n'


@pytest.mark.parametrize("text", ["1d20 please do not break", "1d20 keep high ground", "2d6 # dmg"])
def test_dic_comment_words_are_text_or_a_sentence_and_never_an_error_of_ours(text: str) -> None:
    answer = create_app({"GAMES": GAMES}).test_client().post("/dice", data={"expr": text})
    assert answer.status_code == (303 if "#" in text else 400)


def test_dic_constant_first_is_not_the_other_way_round() -> None:
    assert [enter(parse(text), thrown).total for text, thrown in (("9+2d6", [3, 4]), ("2-1d6", [5]))] == [16, -3]
    assert enter(parse("1d6-2"), [5]).total == 3


@pytest.mark.parametrize("text", ["1d6!>0", "1d6!<7", "1d10000r!=1", "200d6!", "1d1!"])
def test_dic_explode_always_ends_at_once(text: str) -> None:
    start = time.process_time()
    with suppress(Misread):  # a condition is no part of the notation
        assert len(roll(parse(text), lambda n: n - 1).dice) == 200
    assert time.process_time() - start < 0.2


def test_dic_face_values_not_index_hold_for_hand_entry_words_and_blanks() -> None:
    accepted = []
    for value in (-1, 0, 1, 2):
        try:
            accepted.append(enter(parse("1dF"), [value]).total == value)
        except Misread:
            accepted.append(False)
    assert accepted == [True, True, True, False]
    sides = ("sword", "sword", "shield", "")
    shown = [sides[dice.throw([sides], lambda n, k=k: k)[0]] for k in range(4)]
    assert (shown.count("sword") / 4, shown.count("")) == (0.5, 1)


def test_dic_face_values_not_index_are_what_the_page_and_its_history_show() -> None:
    viva = next(game for game in GAMES if game.slug == "viva-pamplona")
    light = viva.dice[0].sides
    page = create_app({"GAMES": GAMES}).test_client().get("/dice?game=viva-pamplona&n=2&r=:1,3&r=:0,0").text
    assert (light[1].value, light[0].value) == (2, None)
    assert "light die 2, dark die 4" in page
    assert "light die arrow, dark die arrow" in page
    blank = create_app({"GAMES": GAMES}).test_client().get("/dice?expr=4dF&n=1&r=4dF:-1,0,1,1").text
    assert "−1, 0, +1, +1" in blank


def test_dic_keep_and_drop_drop_a_die_once() -> None:
    done = enter(parse("3d6kh2dl1"), [2, 4, 5])
    assert (done.total, sum(not die.kept for die in done.dice)) == (9, 1)


@pytest.mark.parametrize("name", ["F", "d6", "dF", "kh1"])
def test_dic_name_taken_by_the_notation_is_refused_when_the_file_is_read(tmp_path: Path, name: str) -> None:
    told = problems(tmp_path, {"game.toml": GAME + DIE.format(id=name)})
    assert [f'"{name}" means something in dice notation' in line for line in told].count(True) == 1
    assert problems(tmp_path, {"game.toml": GAME + DIE.format(id="dark")}) == []


@pytest.mark.parametrize("text", ["-9d20", "2d-6", "-1d-2"])
def test_dic_negative_count_is_refused_in_words(text: str) -> None:
    with pytest.raises(Misread, match=r"allowed 1 to|a count of dice is 1 to"):
        parse(text)


def test_dic_times_instead_of_sum_throws_every_die() -> None:
    chances = itertools.cycle((0, 3, 9, 1, 7, 2, 8, 5))
    totals = [roll(parse("3d10"), lambda n: next(chances)).total for _ in range(2000)]
    assert any(total % 3 for total in totals)
    every = [roll(parse("3d10"), lambda n, k=k: k).total for k in (0, 9)]
    assert every == [3, 30]
