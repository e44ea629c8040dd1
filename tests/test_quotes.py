"""Quotes, apostrophes and dashes by language, and what is never touched."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.layout.markup import Span, parse
from pnp.layout.quotes import QUOTES, typeset


def said(text: str, lang: str = "en") -> str:
    return "".join(span.text for span in typeset((Span(text),), lang))


@pytest.mark.parametrize(
    ("lang", "seen"),
    [
        ("en", "“Run,” she said, “it’s a ‘bull’.”"),
        ("de", "„Run,“ she said, „it’s a ‚bull‘.“"),
        ("fr", "«\u202fRun,\u202f» she said, «\u202fit’s a “bull”.\u202f»"),
        ("es", "«Run,» she said, «it’s a “bull”.»"),
        ("it", "«Run,» she said, «it’s a “bull”.»"),
        ("sv", "”Run,” she said, ”it’s a ’bull’.”"),
        ("pl", "„Run,” she said, „it’s a «bull».”"),
        ("xx", "“Run,” she said, “it’s a ‘bull’.”"),
    ],
)
def test_quotes_are_those_of_the_language(lang: str, seen: str) -> None:
    assert seen == said('"Run," she said, "it\'s a \'bull\'."', lang)


@pytest.mark.parametrize(
    ("written", "seen"),
    [
        ("don't", "don’t"),
        ("the dogs' bones", "the dogs’ bones"),
        ("'til '99", "’til ’99"),
        ("rock 'n' roll in the '90s", "rock ’n’ roll in the ’90s"),
        ('"\'Tis so," he said', "“’Tis so,” he said"),
        ('("quoted") -- "a"-"b"', "(“quoted”) – “a”-“b”"),
        ("wait... what --- no - yes", "wait… what — no – yes"),
        ("well-known 2-4 a--b", "well-known 2-4 a–b"),
        ("1990's", "1990’s"),
    ],
)
def test_apostrophes_dashes_and_dots_are_set(written: str, seen: str) -> None:
    assert seen == said(written)


@pytest.mark.parametrize(
    "text",
    [
        '5\'10" tall, a 6" ruler',
        'a `"x"` b',
        'see http://example.org/?a="b"',
        "<!-- x --> a --> b <-- ....",
        ' " ',
        "- item",
        "x\n- item",
        "2 -3",
    ],
)
def test_measures_code_addresses_arrows_and_lists_stay_as_written(text: str) -> None:
    assert text == said(text)


@pytest.mark.parametrize(
    ("written", "seen"),
    [
        ("Attention: 12:30 ; oui!", "Attention\u202f: 12:30\u202f; oui\u202f!"),
        ("Quoi ?! « Non »", "Quoi\u202f?! «\u202fNon\u202f»"),
        ('"Ah!" dit-il', "«\u202fAh\u202f!\u202f» dit-il"),
        ("http://a.b: oui", "http://a.b: oui"),
        (":coin: reste, 10:30 ; fin:", ":coin: reste, 10:30\u202f; fin\u202f:"),
    ],
)
def test_french_gets_its_narrow_blanks(written: str, seen: str) -> None:
    assert seen == said(written, "fr")


def test_quotes_pair_across_bold_words_and_icons() -> None:
    spans = typeset(parse('"**a** :bull:" and *"b"*', {"bull"}), "de")
    assert [span.text for span in spans] == ["„", "a", " ", "bull", "“ and ", "„b“"]


def test_a_quote_left_open_ends_with_its_paragraph() -> None:
    assert "“a\n\n“b”" == said('"a\n\n"b"')


@given(st.text(st.sampled_from("ab \"'.-<>/`\n1"), max_size=20), st.sampled_from(sorted(QUOTES)))
def test_nothing_but_signs_and_blanks_changes(text: str, lang: str) -> None:
    def letters(words: str) -> str:
        return "".join(sign for sign in words if sign in "ab1<>/`\n")

    assert letters(text) == letters(said(text, lang))
