"""What the tracker says, from `.toml` files of texts by key and language. Knows nothing of dice, scores or pages."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from pnp.data.words import Words

LANGUAGES = ("en", "fr")  # the first is what commands and JSON speak
_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


@cache
def texts(file: Path) -> Mapping[str, Mapping[str, str]]:
    """Read a file of texts."""
    return tomllib.loads(file.read_text(encoding="utf-8"))


class Speaker:
    """Says the texts of one file; a Python file stands for the `.toml` beside it."""

    def __init__(self, file: str) -> None:
        self.file = Path(file).with_suffix(".toml")

    def __call__(self, key: str, **values: object) -> Words:
        """Return the text under `key` in every language, with `values` filled in (Words in their own language)."""
        spoken: list[tuple[str, str]] = []
        for lang, text in texts(self.file)[key].items():
            own = {name: value.get(lang) if isinstance(value, Words) else value for name, value in values.items()}
            spoken.append((lang, text.format(**own)))
        return Words(tuple(spoken))


def shown(value: object) -> str:
    """Return what was found as JSON on one line, shortened."""
    text = _UNSEEN.sub("�", json.dumps(value, ensure_ascii=False)).encode("utf-8", "replace").decode()
    return text if len(text) <= 40 else f"{text[:39]}…"


say = Speaker(str(Path(__file__).with_name("words.toml")))
