"""Words for messages: what was probably meant, and what is allowed. Beside `errors`; knows no file and no game."""

from __future__ import annotations

from collections.abc import Iterable

ALIKE = 0.65  # "rad" is like "red", "cards" is not like "board"


def near(found: str, allowed: Iterable[str], least: float = ALIKE) -> str:
    """Return the allowed word that `found` was probably meant to be, or "".

    The same word in other letter case wins; else the closest one in the sense of difflib, if so much of it is alike;
    else one that begins with the other: "hexagon" and "hex".
    """
    words = list(allowed)
    folded = found.casefold()
    for word in words:
        if word.casefold() == folded:
            return word
    import difflib

    close = difflib.get_close_matches(folded, [word.casefold() for word in words], n=1, cutoff=least)
    close = close or [word.casefold() for word in words if least <= ALIKE and _begins(folded, word.casefold())]
    return next((word for word in words if close and word.casefold() == close[0]), "")


def _begins(one: str, other: str) -> bool:
    """Say whether one of two words begins with the other, which is more than a letter or two."""
    return min(len(one), len(other)) >= 3 and (one.startswith(other) or other.startswith(one))


def meant(found: str, allowed: Iterable[str]) -> str:
    """Return the hint `did you mean "x"?`, or "" when nothing allowed is like `found`."""
    word = near(found, allowed)
    return f'did you mean "{word}"?' if word else ""


def listed(words: Iterable[str], most: int = 12) -> str:
    """Return the words joined by commas, at most `most` of them."""
    names = list(words)
    rest = len(names) - most
    return ", ".join(names) if rest <= 0 else f"{', '.join(names[:most])} and {rest} more"
