"""Finding words in rules: without regard to case and accents, and marking them in HTML. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

MOST_LETTERS = 80

_PARTS = re.compile(r"(<[^>]*>|&[^;\s]{1,12};)")


def terms(query: str) -> tuple[str, ...]:
    """Return the words of a query, folded; words of one letter only when there is nothing longer."""
    words = tuple(dict.fromkeys(folded(query[:MOST_LETTERS]).split()))
    return tuple(word for word in words if len(word) > 1) or words


def folded(text: str) -> str:
    """Return `text` in lower case without accents, letter for letter: every place stays the same place."""
    return "".join((unicodedata.normalize("NFD", letter)[0].lower() or letter)[0] for letter in text)


def matches(text: str, wanted: Sequence[str]) -> bool:
    """Say whether every word stands somewhere in `text`."""
    plain = folded(text)
    return all(word in plain for word in wanted)


def marked(html: str, wanted: Sequence[str]) -> str:
    """Return `html` with the words wrapped in <mark>, tags and entities left alone."""
    if not wanted:
        return html
    pattern = re.compile("|".join(re.escape(word) for word in sorted(wanted, key=len, reverse=True)))

    def mark(part: str) -> str:
        done, out = 0, ""
        for found in pattern.finditer(folded(part)):
            out += f"{part[done : found.start()]}<mark>{part[found.start() : found.end()]}</mark>"
            done = found.end()
        return out + part[done:]

    return "".join(part if place % 2 else mark(part) for place, part in enumerate(_PARTS.split(html)))
