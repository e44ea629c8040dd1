"""The text of a CSV file in the encodings that spreadsheets save: UTF-8, UTF-16, Windows-1252. Knows no table.

Windows-1252 can be read into almost any bytes, so it is believed only where the outcome looks like words, and the
author is told what was made of them. Bytes that are some other encoding are refused with their line.
"""

from __future__ import annotations

import re

from pnp.data.source import plain
from pnp.errors import Problem
from pnp.expressions import expression
from pnp.near import listed

_BEYOND = expression(r"[^\x00-\x7f]")
_LETTER = r"[^\W\d_]"
_INSIDE_WORDS = "’‘´–—…·•/\xa0\xad™®©"  # what may stand between two letters of ordinary text
_UNLIKELY = expression(
    rf"{_LETTER}[^\x00-\x7f\w{_INSIDE_WORDS}]{_LETTER}"  # a quote or a sign in the middle of a word
    rf"|{_LETTER}[‚„]|[ƒˆ˜]"  # an opening quote at the end of one, a sign that few people can type
    r"|[a-zß-öø-ÿšœž][À-ÖØ-ÞŠŒŽŸ]"  # a capital inside one
    r"|[À-ÖØ-öø-ÿŠŒŽŸšœž]{4}"  # nothing but accents: letters of another alphabet
    r"|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]"
)
_UTF8 = expression(rb"\xc3[\x80-\xbf]|\xe2\x80[\x90-\xbf]")  # accents and quotes of UTF-8: the file is a mixture


def text(data: bytes, shown: str, problems: list[Problem]) -> str | None:
    """Return the text of a table's file; None, and a problem, when it cannot be told what the bytes mean."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        try:
            return data.decode("utf-16")
        except UnicodeDecodeError:
            return plain(data, shown, problems)
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        windows = _windows(data)
        if windows is not None:
            problems.append(_note(windows, shown))
            return windows
    return plain(data, shown, problems)


def _windows(data: bytes) -> str | None:
    """Return the text if it is plausible as Windows-1252."""
    if _UTF8.search(data):
        return None
    try:
        found = data.decode("cp1252")
    except UnicodeDecodeError:
        return None
    return None if _UNLIKELY.search(found) else found


def _note(found: str, shown: str) -> Problem:
    """Name the first line that is not plain ASCII, and the words on it."""
    first = _BEYOND.search(found)
    line = len(re.findall(r"\r\n|\n|\r", found[: first.start() if first else 0])) + 1
    signs = list(dict.fromkeys(_BEYOND.findall(found)))
    message = f"the file is not UTF-8 and was read as Windows-1252, with {listed(signs, 8)}"
    return Problem(shown, line, "", message, "if these are right, save it as UTF-8 all the same", note=True)
