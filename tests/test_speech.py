"""The words of the pages and rules modules: complete in every language, with the same blanks, and none missing."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

from tracker.speech import LANGUAGES, Speaker, say, texts

TRACKER = Path(__file__).parent.parent / "tracker"
FILES = sorted(TRACKER.glob("**/*.toml"))


def blanks(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_text_exists_in_every_language_with_the_same_blanks(file: Path) -> None:
    for key, spoken in texts(file).items():
        assert tuple(spoken) == LANGUAGES, key
        assert all(text.strip() for text in spoken.values()), key


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_translation_fills_no_blank_that_the_first_language_lacks(file: Path) -> None:
    extra = {key: blanks(spoken["fr"]) - blanks(spoken["en"]) for key, spoken in texts(file).items()}
    assert {key: names for key, names in extra.items() if names} == {}


def test_every_word_a_page_asks_for_exists() -> None:
    asked: set[str] = set()
    for page in TRACKER.glob("pages/**/*.html"):
        for call in re.findall(r"\bt\(([^)]*)", page.read_text(encoding="utf-8")):
            asked |= set(re.findall(r'["\'](\w+)["\']', call.partition("=")[0]))
    assert {"roll", "add_up", "search"} <= asked
    assert asked - texts(say.file).keys() == set()


def test_words_within_words_speak_the_same_language() -> None:
    hint = say("table_hint", word="left")
    text = say("table_found", found="1", allowed=say("table_range", low=0, high=3), hint=hint)
    assert text.get("fr") == "trouvé 1\u00a0; permis\u00a0: 0 à 3 (vouliez-vous dire left\u00a0?)"
    assert text.get("en") == "found 1; allowed 0 to 3 (did you mean left?)"


def test_a_python_file_stands_for_the_texts_beside_it() -> None:
    assert Speaker("/x/goats.py").file == Path("/x/goats.toml")


def test_what_is_filled_in_is_never_filled_in_again() -> None:
    assert say("found_none", words="{count}").get("en").startswith("No section speaks of “{count}”.")
