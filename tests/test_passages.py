"""Markdown of the rules on paper: read as the phone reads it, with marks for what is bold, italic or an icon."""

from __future__ import annotations

import pytest

from pnp.data import prose
from pnp.data.game import Game
from pnp.layout.markup import plain
from pnp.pieces.passages import Passage, passages
from tests import shipped

SHIPPED = shipped.GAMES


def test_a_section_is_read_as_paragraphs_items_decisions_and_tables() -> None:
    items = "- one\n  two\n  - three\n\n1. four"
    table = "| a | b |\n|---|:-:|\n| c | d |"
    text = f"See [the goal](#goal)\nhere.\n\n{items}\n\n**Decision:** five\n\n{table}"
    assert list(passages(text)) == [
        Passage("text", "See the goal here."),
        Passage("item", "one two", "•"),
        Passage("item", "three", "•", ("•",)),
        Passage("item", "four", "1."),
        Passage("decision", "**Decision:** five"),
        Passage("table", rows=(("a", "b"), ("c", "d")), sides=("left", "center")),
    ]


@pytest.mark.parametrize(
    ("text", "read_as"),
    [
        ("a [link\nof two lines](#a) *and* __more__", [Passage("text", "a link of two lines *and* **more**")]),
        (r"\* 2 * 3 &amp; \:sun: :sun: `*:x:`", [Passage("text", r"\* 2 \* 3 & \:sun: :sun: \*\:x\:")]),
        ("one  \ntwo\nthree", [Passage("text", "one\ntwo three")]),
        ("| a \\| b |\n|--:|\n| 1 |", [Passage("table", rows=(("a | b",), ("1",)), sides=("right",))]),
        (
            "9. one\n\n   more\n\n   - two\n9. three",
            [
                Passage("item", "one", "9."),
                Passage("text", "more", inside=("9.",)),
                Passage("item", "two", "•", ("9.",)),
                Passage("item", "three", "10."),
            ],
        ),
        ("-\tone\n\t- two", [Passage("item", "one", "•"), Passage("item", "two", "•", ("•",))]),
        ("> said\n>\n> - so", [Passage("text", "said", inside=(">",)), Passage("item", "so", "•", (">",))]),
        ("```\na  *\n\nb\n```", [Passage("code", "a\u00a0\u00a0\\*\n\u00a0\nb")]),
        ("#### Small\n\n***\n\n<b>x</b>", [Passage("heading", "Small"), Passage("line"), Passage("text", "<b>x</b>")]),
    ],
)
def test_markdown_is_read_as_the_phone_reads_it(text: str, read_as: list[Passage]) -> None:
    assert list(passages(text)) == read_as


@pytest.mark.parametrize("of", SHIPPED, ids=lambda of: of.slug)
def test_paper_and_phone_have_the_same_words(of: Game) -> None:
    for rules in of.rules:
        for section in rules.sections:
            paper = [
                plain(part)
                for each in passages(section.body)
                for part in ([" · ".join(cell for cell in row if cell) for row in each.rows] or [each.words])
            ]
            assert paper == [" ".join(line.split()) for line in prose.plain(section.body).splitlines()]
