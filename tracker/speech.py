"""What the tracker says, from gettext catalogues (`.po`), one a language. Knows nothing of dice, scores or pages."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache, cached_property
from gettext import c2py
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.data.words import Words

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

LANGUAGES = ("en", "fr")  # the first is what commands and JSON speak
_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
_rule = cache(c2py)


class Speaker:
    """Says the texts of the catalogues beside a Python file: of `goats.en.po` and its sisters for `goats.py`."""

    def __init__(self, file: str) -> None:
        self.file = Path(file)

    @cached_property
    def catalogues(self) -> Mapping[str, Catalog]:
        """The catalogues by language."""
        from babel.messages.pofile import read_po  # who says nothing need not wait for it

        files = {lang: self.file.with_suffix(f".{lang}.po").read_bytes() for lang in LANGUAGES}
        return {lang: read_po(file.splitlines(), abort_invalid=True) for lang, file in files.items()}

    def __contains__(self, key: str) -> bool:
        return key in self.catalogues[LANGUAGES[0]]

    def __call__(self, key: str, **values: object) -> Words:
        """Return the text under `key` in every language, with `values` filled in (Words in their own language)."""
        spoken: list[tuple[str, str]] = []
        for lang, catalogue in self.catalogues.items():
            own = {name: value.get(lang) if isinstance(value, Words) else value for name, value in values.items()}
            if not (message := catalogue.get(key)) or not (text := message.string):
                raise KeyError(key)
            if not isinstance(text, str):  # the form for the number in the blank that `msgid_plural` names
                number = own[message.id[1].strip("{}")]
                text = text[_rule(catalogue.plural_expr)(abs(number)) if isinstance(number, int) else -1]
            spoken.append((lang, text.format(**own)))
        return Words(tuple(spoken))


@cache
def endonym(code: str) -> str:
    """Return what a language calls itself, else its code."""
    from babel import Locale, UnknownLocaleError

    try:
        name = Locale.parse(code, sep="-").get_language_name() or code
    except (UnknownLocaleError, ValueError):
        return code
    return name[:1].upper() + name[1:]


def shown(value: object) -> str:
    """Return what was found as JSON on one line, shortened."""
    text = _UNSEEN.sub("�", json.dumps(value, ensure_ascii=False)).encode("utf-8", "replace").decode()
    return text if len(text) <= 40 else f"{text[:39]}…"


say = Speaker(__file__)
