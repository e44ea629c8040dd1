"""Words in a box: the tightest language decides the size, and what is wrong is told once, with a hint."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pnp.errors import Problem
from pnp.layout.text import Style, fitted
from pnp.pieces.context import Context, start
from pnp.pieces.lettering import HINT, lettered
from pnp.scene import Rect, Shape, Text
from tests.small_game import FAMILY, game, words

BOX = Rect(0, 0, 20, 6)
STYLE = Style(FAMILY, size=12, smallest=6.5, wrap=False)
SHORT, LONG = "Bull", "Taureau de combat"


def context(lang: str = "en", **icons: Path) -> tuple[Context, list[Problem]]:
    problems: list[Problem] = []
    return start(game(languages=("en", "fr"), icons=icons), lang, problems, 'pad "pad"'), problems


def sizes(shapes: tuple[Shape, ...]) -> list[float]:
    """Return the size of every word in points."""
    return [round(shape.size * 72 / 25.4, 3) for shape in shapes if isinstance(shape, Text)]


def test_words_are_as_large_in_every_language() -> None:
    found = []
    for lang in ("en", "fr"):
        ctx, problems = context(lang)
        found.append(sizes(lettered(words(en=SHORT, fr=LONG), BOX, STYLE, ctx)))
        assert problems == []
    tight = fitted(LONG, BOX, STYLE, {})
    assert found == [[round(tight, 3)]] * 2
    assert tight < STYLE.size


def test_a_language_that_does_not_fit_at_all_is_told_where_it_is_made() -> None:
    both = words(en=SHORT, fr=LONG * 3)
    ctx, problems = context("en")
    assert sizes(lettered(both, BOX, STYLE, ctx)) == [6.5]
    assert problems == []
    ctx, problems = context("fr")
    assert lettered(both, BOX, STYLE, ctx) == ()
    assert len(problems) == 1


@pytest.mark.parametrize(
    ("about", "start"), [(None, f'"{LONG * 3}" needs '), ("", "needs "), ("the name:", "the name: needs ")]
)
def test_too_little_room_is_told_in_the_words_of_the_caller(about: str | None, start: str) -> None:
    ctx, problems = context()
    lettered(LONG * 3, BOX, STYLE, ctx, "name", about=about)
    assert problems[0].message.startswith(start)
    assert (problems[0].where, problems[0].hint) == ('pad "pad", slot "name"', HINT)
    lettered(LONG * 3, BOX, STYLE, ctx, hint="make the pad wider")
    assert (problems[1].where, problems[1].hint) == ('pad "pad"', "make the pad wider")


def test_a_letter_that_no_font_has_is_told() -> None:
    ctx, problems = context()
    assert lettered("\U00012000", BOX, STYLE, ctx) == ()
    assert len(problems) == 1
    assert problems[0].hint


def test_an_icon_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "horn.svg").write_text("<svg")
    ctx, problems = context(horn=tmp_path / "horn.svg")
    assert lettered(":horn:", BOX, STYLE, ctx) == ()
    assert problems[0].message.startswith("icon horn.svg, line 1: is not well-formed")


def test_a_word_that_is_broken_where_it_should_not_be_is_noted() -> None:
    ctx, problems = context()
    shapes = lettered("Incomprehensible", Rect(0, 0, 12, 40), replace(STYLE, wrap=True), ctx, about="")
    assert said(shapes) == "Incomprehensible"
    told = "has a word that is wider than its room; at 6.5 pt it is broken"
    assert [(problem.message, problem.note) for problem in problems] == [(told, True)]


def test_no_words_are_no_shapes() -> None:
    ctx, problems = context()
    assert lettered(words(en="", fr=LONG * 3), BOX, STYLE, ctx) == ()
    assert problems == []


def said(shapes: tuple[Shape, ...]) -> str:
    return "".join(shape.run.text for shape in shapes if isinstance(shape, Text))


@pytest.mark.parametrize(
    ("of_the_game", "of_the_slot", "seen"),
    [(False, None, '"a"'), (True, None, "«\u202fa\u202f»"), (True, False, '"a"'), (False, True, "«\u202fa\u202f»")],
)
def test_quotes_are_set_when_the_game_asks_and_the_slot_does_not_object(
    of_the_game: bool, of_the_slot: bool | None, seen: str
) -> None:
    ctx, _ = context("fr")
    ctx = replace(ctx, game=replace(ctx.game, typographer=of_the_game))
    assert said(lettered('"a"', BOX, replace(STYLE, typographer=of_the_slot), ctx)) == seen


def test_every_language_is_fitted_with_its_own_hyphens() -> None:
    style = Style(FAMILY, size=9, smallest=6.5, hyphenate=True, lang="en")
    both = words(en="ox", fr="anticonstitutionnellement")
    ctx, problems = context("en")
    assert sizes(lettered(both, Rect(0, 0, 22, 20), style, ctx)) == [9.0]
    assert sizes(lettered(both, Rect(0, 0, 22, 20), replace(style, hyphenate=False), ctx))[0] < 7.5
    assert problems == []
