"""No sentence of a published rulebook is dropped: one row a sentence, and each rule leads to a section of ours.

The published texts are not part of this project and are not quoted. `tests/rulebook/texts.toml` keeps for each text its
number of sentences and the digest of them all, as `tests/rulebook/splitter.py` counts and digests them; sections of our
rules that stand on no sentence are listed there too. Each text has a table `tests/rulebook/<name>.csv`:

- `number`: the sentence's number in the text, from 1
- `digest`: the first eight hexadecimal digits of its SHA-256
- `kind`: `rule`, or `flavour` for headings, overviews, captions, cross-references and atmosphere
- `section`: the game's slug, `#`, and the anchor where our rules say it; a flavour row may leave it blank
- `summary`: what the sentence says, in a few words of our own

Whoever owns a text can hold it against its table: `python -m tests.rulebook.splitter FILE` prints numbers and digests.
"""

from __future__ import annotations

import csv
import hashlib
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pnp.data import prose
from pnp.errors import Problem
from tests.rulebook import splitter

HERE = Path(__file__).parent / "rulebook"
TEMPLATES = Path(__file__).parent.parent / "templates"
MANIFEST: dict[str, Any] = tomllib.loads((HERE / "texts.toml").read_text(encoding="utf-8"))
TEXTS = {text["name"]: text for text in MANIFEST["texts"]}
LANGUAGES = ("en", "fr")

by_text = pytest.mark.parametrize("name", TEXTS)
by_game = pytest.mark.parametrize("game", MANIFEST["extra"])


def rows(name: str) -> list[dict[str, str]]:
    with (HERE / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, strict=True))


@cache
def anchors(game: str, lang: str) -> tuple[str, ...]:
    path = TEMPLATES / game / f"rules.{lang}.md"
    problems: list[Problem] = []
    rules = prose.parse(path.read_text(encoding="utf-8"), lang, path.name, problems)
    assert problems == []
    return tuple(section.anchor for section in rules.sections)


# the tables


def test_every_table_belongs_to_a_text() -> None:
    assert sorted(TEXTS) == sorted(path.stem for path in HERE.glob("*.csv"))


@by_text
def test_the_rows_are_the_sentences_of_the_text_each_once_and_in_order(name: str) -> None:
    found = rows(name)
    assert {tuple(row) for row in found} == {("number", "digest", "kind", "section", "summary")}
    assert [row["number"] for row in found] == [str(number) for number in range(1, TEXTS[name]["sentences"] + 1)]


@by_text
def test_digests_are_well_formed(name: str) -> None:
    assert re.fullmatch("[0-9a-f]{64}", TEXTS[name]["digest"])
    assert [row for row in rows(name) if not re.fullmatch("[0-9a-f]{8}", row["digest"])] == []


@by_text
def test_every_row_is_a_rule_or_flavour_with_a_short_summary(name: str) -> None:
    found = rows(name)
    assert {row["kind"] for row in found} == {"rule", "flavour"}
    assert [row for row in found if not 1 <= len(row["summary"].split()) <= 16] == []


@by_text
def test_every_rule_leads_to_a_section_in_both_languages(name: str) -> None:
    lost = []
    for row in rows(name):
        game, _, anchor = row["section"].partition("#")
        blank = not row["section"] and row["kind"] == "flavour"
        if not blank and not all(game in MANIFEST["extra"] and anchor in anchors(game, lang) for lang in LANGUAGES):
            lost.append((row["number"], row["section"]))
    assert lost == []


@by_game
def test_the_rules_have_the_same_sections_in_both_languages(game: str) -> None:
    assert anchors(game, "en") == anchors(game, "fr")


@by_game
def test_a_section_that_stands_on_no_sentence_is_listed_as_our_own(game: str) -> None:
    used = {row["section"] for name in TEXTS for row in rows(name)}
    assert MANIFEST["extra"][game] == [anchor for anchor in anchors(game, "en") if f"{game}#{anchor}" not in used]


# the splitter


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ()),
        ("Deal. Then play!\n\nWho won?", ("Deal.", "Then play!", "Who won?")),
        ("A line ends it\neven here", ("A line ends it", "even here")),
        ("# Parts\n• 4 cows\n- 2 hens\n* hay", ("Parts", "4 cows", "2 hens", "hay")),
        ("1. Shuffle\n2) Deal\na) face up", ("Shuffle", "Deal", "face up")),
        ("Goats\tPoints\n3\t12\n| a | b |", ("Goats | Points", "3 | 12", "a | b")),
        ("  Two\u00a0 kinds  of\u202fblank. ", ("Two kinds of blank.",)),
        ("“Moo!” she says. It’s hers.", ('"Moo!" she says.', "It's hers.")),
        ('He calls "Moo!" Then he sits.', ('He calls "Moo!"', "Then he sits.")),
        ('A "Moo..." (A call) and a "Baa!" (Another).', ('A "Moo..." (A call) and a "Baa!" (Another).',)),
        ("Go on. (Or stay.) Then rest.", ("Go on.", "(Or stay.)", "Then rest.")),
        ("Wait… then go. Wait… Then go.", ("Wait… then go.", "Wait…", "Then go.")),
        ("Count cows, e.g. Daisy. Hens too.", ("Count cows, e.g. Daisy.", "Hens too.")),
        ("A. First: a cow. It is field B. Go.", ("A. First: a cow.", "It is field B.", "Go.")),
        ("Two: 1. Milk. 2. Cheese. Take rank 1. Stop.", ("Two: 1. Milk.", "2. Cheese.", "Take rank 1.", "Stop.")),
        ("Deux vaches ! Une poule ? « Oui ! » Non.", ("Deux vaches !", "Une poule ?", "« Oui ! »", "Non.")),
        ("Cafe\u0301. É.", ("Café.", "É.")),
        ("---\n•\nEnd", ("End",)),
        ("A score of 2.5 counts. 3 cows do not.", ("A score of 2.5 counts.", "3 cows do not.")),
    ],
)  # fmt: skip
def test_a_text_is_split_into_sentences(text: str, expected: tuple[str, ...]) -> None:
    assert splitter.sentences(text) == expected


def test_two_copies_that_differ_in_blanks_and_quotes_have_the_same_digests() -> None:
    one, other = "It’s  a cow.\r\n\r\n• “Moo!”\n", 'It\'s a\u00a0cow.\n- "Moo!"'
    assert splitter.digest_of_all(splitter.sentences(one)) == splitter.digest_of_all(splitter.sentences(other))


def test_digests_are_those_of_sha_256() -> None:
    assert splitter.digest("Moo.") == hashlib.sha256(b"Moo.").hexdigest()[:8]
    assert splitter.digest_of_all(("Moo.", "Baa.")) == hashlib.sha256(b"Moo.\nBaa.").hexdigest()


def test_the_command_prints_number_digest_and_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "cows.txt"
    path.write_text("Cows moo. Hens don’t.", encoding="utf-8")
    assert splitter.main([str(path)]) == 0
    found = ("Cows moo.", "Hens don't.")
    lines = [f"{number}\t{splitter.digest(words)}\t{words}" for number, words in enumerate(found, 1)]
    lines.append(f"2 sentences, digest {splitter.digest_of_all(found)}")
    assert capsys.readouterr().out.splitlines() == lines


def test_the_command_without_a_file_tells_its_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert splitter.main([]) == 2
    assert "usage" in capsys.readouterr().err
