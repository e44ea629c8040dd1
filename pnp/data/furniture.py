"""The words in the margins of printed pages, read from `_shared/furniture.toml`. Knows no game and no layout."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path

from pnp.errors import DataError, Problem

NAME = "furniture.toml"


def words(shared: Path, lang: str) -> Mapping[str, str]:
    """Return the words in `lang`, none where the file or the language is missing (English is then printed).

    Raises DataError when the file is not TOML or a word is not text.
    """
    path = shared / NAME
    if not path.is_file():
        return {}
    shown = f"{shared.name}/{NAME}"
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8")).get(lang, {})
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DataError([Problem(shown, 0, "", f"not readable: {error}")]) from None
    wrong = [key for key, text in found.items() if not isinstance(text, str)]
    if wrong:
        raise DataError([Problem(shown, 0, f"{lang}.{key}", "a word is text in quotes") for key in wrong])
    return dict(found)
