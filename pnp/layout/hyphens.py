"""Where words of a language may be broken, from the dictionaries of pyphen. Knows no font and no line.

The places are marked in the text with a character of their own; `wrap` decides whether one is used. Soft hyphens that
an author wrote win: such a word gets no other places.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import Any

from pnp.expressions import expression

BREAK = "\ufdd0"  # a noncharacter: no text holds it, no font draws it
SOFT_HYPHEN = "\u00ad"
SHORTEST = 5  # letters of a word that is broken at all
_BEFORE, _AFTER = 2, 3  # letters that stay on either line
_NEVER = frozenset(("ar", "fa", "he", "ja", "ko", "ur", "yi", "zh"))  # languages that are written without hyphenation
_WORD = expression(r"[\w\u00ad\u2019']+")
_LETTERS = expression(rf"[^\W\d_]{{{SHORTEST},}}")


def known(lang: str) -> bool:
    """Say whether `lang` is hyphenated as it should be: by a dictionary, or never, as Hebrew and Japanese are."""
    return lang in _NEVER or _dictionary(lang) is not None


def marked(text: str, lang: str) -> str:
    """Return `text` with every place marked where a word may be broken; as it was in a language without dictionary."""
    if _dictionary(lang) is None:
        return text
    return _WORD.sub(lambda match: match[0] if SOFT_HYPHEN in match[0] else _parted(match[0], lang), text)


@lru_cache(maxsize=20_000)
def _parted(word: str, lang: str) -> str:
    return _LETTERS.sub(lambda match: _syllables(match[0], lang), word)


def _syllables(word: str, lang: str) -> str:
    dictionary = _dictionary(lang)
    if dictionary is None or word.isupper():  # an abbreviation more often than not
        return word
    # A place that would change letters (old German "ck" to "k-k") carries data and is left alone.
    places = [place for place in dictionary.positions(word) if not getattr(place, "data", None)]
    edges = [0, *places, len(word)]
    return BREAK.join(word[start:end] for start, end in pairwise(edges))


@lru_cache(maxsize=32)
def _dictionary(lang: str) -> Any:
    import pyphen

    found = pyphen.language_fallback(lang)
    return pyphen.Pyphen(lang=found, left=_BEFORE, right=_AFTER) if found else None
