"""What Unicode says about a text before it is shaped: which characters belong together, what may be set in their place.

Beside `pnp.fonts`, which alone uses it. Knows no font file: a face is here the set of characters it has glyphs for.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from pnp.expressions import expression

_RIGHT_TO_LEFT = expression(  # the blocks of such scripts, and the marks that ask for a direction
    "[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefe"
    "\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_JOINING = expression("[\u0600-\u07bf\u0840-\u08ff\ufb50-\ufdff\ufe70-\ufefe]")  # Arabic, Syriac and their kin
_EAST = "\u0590"  # where these blocks begin: a text of Europe has no need of the search
_DIRECTIONS = dict.fromkeys(map(ord, "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"))
_BREAKS = str.maketrans("\t\n\v\f\r\x85\u2028\u2029", " " * 8)  # a break that reached a single line is a space
_STAND_INS = {"\u2010": "-", "\u2011": "\u2010-"}  # hyphen and non-breaking hyphen: U+2010, else hyphen-minus
_JOINER = "\u200d"
_SKIN_TONES = range(0x1F3FB, 0x1F400)
_VARIATIONS = range(0xFE00, 0xFE10)


def split(text: str) -> Iterator[str]:
    """Yield the letters of `text`, each with the combining marks, selectors and joined signs that follow it."""
    start = 0
    for index in range(1, len(text) + 1):
        if index == len(text) or not extends(text[index - 1], text[index]):
            if index > start:
                yield text[start:index]
            start = index


def extends(before: str, character: str) -> bool:
    """Say whether `character` belongs to the letter that `before` ends."""
    if character.isascii():
        return False
    follows = unicodedata.category(character) in ("Mn", "Mc", "Me") or ord(character) in _SKIN_TONES
    return follows or _JOINER in (before, character)


def spelled(has: frozenset[str], text: str) -> str:
    """Return `text` as a face can set it, character for character: breaks as spaces, hyphens by their stand-ins."""
    if text.isascii() and text.isprintable():
        return text
    text = text.translate(_BREAKS)
    for character, others in _STAND_INS.items():
        if character in text and character not in has:
            text = text.replace(character, next(other for other in others if other in has))
    return text


def covered(has: frozenset[str], letter: str) -> bool:
    """Say whether a face can set `letter`, whole or composed of its parts.

    Spaces of every width, breaks, invisible format characters and hyphens count where the shaper sets them by others.
    """
    spellings = (letter, unicodedata.normalize("NFC", letter), unicodedata.normalize("NFD", letter))
    return any(all(_settable(has, character) for character in spelling) for spelling in spellings)


def _settable(has: frozenset[str], character: str) -> bool:
    if character in has:
        return True
    kind = unicodedata.category(character)
    if kind == "Zs" or character.translate(_BREAKS) == " ":
        return " " in has
    if character in _STAND_INS:
        return any(other in has for other in _STAND_INS[character])
    return kind == "Cf" or ord(character) in _VARIATIONS


def right_to_left(text: str) -> bool:
    """Say whether `text` has a character of a right-to-left script or a mark of direction."""
    return not text.isascii() and max(text) >= _EAST and _RIGHT_TO_LEFT.search(text) is not None


def joining(text: str) -> bool:
    """Say whether `text` is of a script whose letters join."""
    return not text.isascii() and max(text) >= _EAST and _JOINING.search(text) is not None


def composed(text: str) -> str:
    """Return `text` as it is shaped: each letter in one character where there is one (NFC).

    Marks that would turn whole stretches round (embeddings, overrides, isolates) are left out.
    """
    if text.isascii():
        return text
    return unicodedata.normalize("NFC", text).translate(_DIRECTIONS)


def named(letter: str) -> str:
    """Return `letter` with its numbers and its Unicode name, as an error message shows it."""
    codes = " ".join(f"U+{ord(character):04X}" for character in letter)
    name = unicodedata.name(letter, "") if len(letter) == 1 else ""
    told = f"{codes} {name}".rstrip()
    return f'"{letter}" ({told})' if letter.isprintable() and not unicodedata.combining(letter[0]) else told
