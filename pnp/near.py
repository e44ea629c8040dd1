"""Words for messages: what was probably meant, and what is allowed. Beside `errors`; knows no file and no game."""

from __future__ import annotations

from collections.abc import Iterable


def near(found: str, allowed: Iterable[str]) -> str:
    """Return the allowed word that `found` was probably meant to be, or "".

    The same word in other letter case wins; else the closest one in the sense of difflib (at least 60 % alike).
    """
    words = list(allowed)
    folded = found.casefold()
    for word in words:
        if word.casefold() == folded:
            return word
    import difflib

    close = difflib.get_close_matches(folded, [word.casefold() for word in words], n=1)
    return next((word for word in words if close and word.casefold() == close[0]), "")


def meant(found: str, allowed: Iterable[str]) -> str:
    """Return the hint `did you mean "x"?`, or "" when nothing allowed is like `found`."""
    word = near(found, allowed)
    return f'did you mean "{word}"?' if word else ""


def listed(words: Iterable[str], most: int = 12) -> str:
    """Return the words joined by commas, at most `most` of them."""
    names = list(words)
    rest = len(names) - most
    return ", ".join(names) if rest <= 0 else f"{', '.join(names[:most])} and {rest} more"
