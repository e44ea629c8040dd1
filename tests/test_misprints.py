"""Marks in words that are nearly right are noted, with what was meant; plain words never are."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp import build, misprints
from pnp.data import load
from pnp.layout.markup import left_open
from tests.small_folder import CARDS, FRAMES, RULES, SVG, game

ICONS = ("lantern", "bull", "sun")
INKS = ("blood", "sun", "black")
PLAIN = (
    "at 10:30: we go",
    "Note: this: that",
    "a:b:c:d",
    "{x} and {gold|or} and {a|b}",
    "{10|12}",
    r"\:lantrn: \{bloood|x}",
    ":sun:bull:sun:",
    "5 ** 3 ** 2, a**",
    "**bold** and ***both*** and *open",
    r"\*\*see below",
)


@pytest.mark.parametrize("words", PLAIN)
def test_plain_words_are_never_noted(words: str) -> None:
    assert [*misprints.icons(words, ICONS), *misprints.inks(words, INKS), left_open(words)] == [""]


def test_a_name_with_a_slip_is_told_with_the_one_that_was_meant() -> None:
    assert list(misprints.icons("a :lantrn: :Sun: :sun: :bulls:", ICONS)) == [
        ('":lantrn:" is not an icon and prints as written', "did you mean :lantern:?"),
        ('":Sun:" is not an icon and prints as written', "did you mean :sun:?"),
        ('":bulls:" is not an icon and prints as written', "did you mean :bull:?"),
    ]
    assert list(misprints.inks("{bloood|red} {blood|red}", INKS)) == [
        ('"{bloood|" is not an ink and prints as written', "did you mean {blood|?"),
    ]


@pytest.mark.parametrize(
    ("words", "after"),
    [
        ("a **b c", "b c"),
        ("**x** then **y", "y"),
        ("**bold **", "bold "),
        ("**a *b* c", "a b c"),
        ("**:sun: x", "sun x"),
    ],
)
def test_bold_that_is_never_closed_is_found(words: str, after: str) -> None:
    assert left_open(words, ICONS) == after


def test_notes_on_words_say_where_and_stop_nothing(tmp_path: Path) -> None:
    fixed = (
        FRAMES + '\n[card.slots.foot]\nkind = "text"\ntext.en = "by :lantrn:"\nx = 4\ny = 70\nwidth = 40\nheight = 9\n'
    )
    rules = RULES.replace(
        "Play.", "One :lantrn: at 10:30:, `:lantrn:`.\n\nAnd **two\nlamps.\n\n```\n:lantrn: **\n```\n"
    )
    small = game(
        tmp_path,
        {
            "cards.csv": CARDS.replace("Ferry", "**Ferry").replace("Mill", "{snu|Mill}"),
            "frames.toml": fixed,
            "rules.en.md": rules,
            "art/icons/lantern.svg": SVG,
        },
    )
    assert list(map(str, small.notes)) == [
        'g/rules.en.md:5: ":lantrn:" is not an icon and prints as written (did you mean :lantern:?)',
        'g/rules.en.md:7: the ** before "two" is never closed and prints as written'
        r" (end the bold words with **, or write \*\*)",
    ]
    order = build.Order(load.paper("a4", tmp_path / "_shared"), "en")
    told = sorted(str(note) for piece in build.pieces(small, order) for note in piece.notes)
    assert told == [
        'g/cards.csv:2: card "**Ferry" (row 1), slot "title": the ** before "Ferry" is never closed and prints'
        r" as written (end the bold words with **, or write \*\*)",
        'g/cards.csv:3: card "{snu|Mill}" (row 2), slot "title": "{snu|" is not an ink and prints as written'
        " (did you mean {sun|?)",
        'g/frames.toml:1: frame "card", slot "foot": ":lantrn:" is not an icon and prints as written'
        " (did you mean :lantern:?)",
    ]
