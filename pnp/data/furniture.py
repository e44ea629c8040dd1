"""The words in the margins of printed pages, read from `_shared/furniture.toml`. Knows no game and no layout."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from pnp.data import plain_text, source
from pnp.errors import DataError, Problem
from pnp.expressions import expression
from pnp.near import listed, meant

NAME = "furniture.toml"
LONGEST = 400  # letters of a sentence that has room on a page
_LANGUAGE = expression("[a-z]{2,3}")
_NONE: Mapping[str, str] = {}
_parsed = lru_cache(maxsize=4)(tomllib.loads)
"""A build asks for words several times, in files that are mostly the same to the letter; nobody changes them here."""
_fault = lru_cache(maxsize=4096)(plain_text.fault)


def words(shared: Path, lang: str, english: Mapping[str, str] = _NONE) -> Mapping[str, str]:
    """Return the words in `lang`, none where the file or the language is missing (English is then printed).

    `english` are the words that there are: with them the whole file is checked, whatever its languages.
    Raises DataError when the file is not TOML, a word is not text, or nothing is ever called so.
    """
    path = shared / NAME
    if not source.there(path):
        return {}
    problems: list[Problem] = []
    file = source.read(path, f"{shared.name}/{NAME}", problems, _parsed)
    found = dict(_texts(file, lang)) if file else {}
    for code in file.raw if file and english else ():
        if file:
            _check(file, code, english)
    if problems:
        raise DataError(problems)
    return found


def _texts(file: source.Source, lang: str) -> Mapping[str, str]:
    """Return the words of one language; what is no text is told."""
    found = file.raw.get(lang, {})
    if not isinstance(found, Mapping):
        file.tell((lang,), "the words of a language are a table", f'write [{lang}] and below it page = "…"')
        return {}
    for key, text in found.items():
        fault = _fault(text, LONGEST) if isinstance(text, str) else ("a word is text in quotes", "")
        if fault:
            file.tell((lang, key), *fault)
    return {key: text for key, text in found.items() if isinstance(text, str)}


def _check(file: source.Source, lang: str, english: Mapping[str, str]) -> None:
    """Tell of a heading that is no language, of words that nothing prints, and of lost places for numbers."""
    if not _LANGUAGE.fullmatch(lang):
        hint = f'write [de] and below it {lang} = "…"' if lang in english else "words stand below [en], [de] and so on"
        file.tell((lang,), f'"{lang}" is not the code of a language', hint)
        return
    for key, text in _texts(file, lang).items():
        if key not in english:
            near = meant(key, english)
            file.tell((lang, key), "is not a word of pages", near or f"the words are {listed(english)}")
            continue
        places = english[key].count("{}")
        if places and (text.count("{}") != places or text.count("{") + text.count("}") != 2 * places):
            file.tell((lang, key), f'found "{text}"; allowed: {{}} {_times(places)}, as in "{english[key]}"')


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"
