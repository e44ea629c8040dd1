"""Marks in words that were probably meant and mean nothing: names of icons and inks with a slip, bold left open.

Beside `near`; knows no file and no game. Words without such a near miss are nobody's fault: times, {gold}, a ** b.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TypeAlias

from pnp.expressions import expression
from pnp.near import near

ALIKE = 0.7  # of the name of an icon; colons stand in running words too, where less would be chance

Miss: TypeAlias = tuple[str, str]
"""What stands in the words, and what was probably meant."""

_ICON = expression(r"(\\?):([\w-]+):")
_INK = expression(r"(\\?)\{([\w-]+)\|")
_LETTER = expression(r"[^\W\d_]")


def icons(words: str, names: Collection[str]) -> Iterator[Miss]:
    """Yield each `:name:` that is no icon, and is nearly one."""
    at = 0
    while match := _ICON.search(words, at):
        escaped, name = match.groups()
        at = match.end() if name in names else match.end() - 1  # the second colon may begin the next
        likely = "" if escaped or name in names or not _LETTER.search(name) else near(name, names, ALIKE)
        if likely:
            yield f'":{name}:" is not an icon and prints as written', f"did you mean :{likely}:?"


def inks(words: str, names: Collection[str]) -> Iterator[Miss]:
    """Yield each `{name|` that is no ink, and is nearly one."""
    for escaped, name in _INK.findall(words):
        likely = "" if escaped or name in names else near(name, names)
        if likely:
            yield f'"{{{name}|" is not an ink and prints as written', f"did you mean {{{likely}|?"


def left_open(after: str) -> Miss:
    """Return what to say of a ** that begins bold words and is never closed, by the words that follow it."""
    said = " ".join(after.split())
    shown = said if len(said) <= 20 else f"{said[:20].rstrip()}…"
    return (
        f'the ** before "{shown}" is never closed and prints as written',
        r"end the bold words with **, or write \*\*",
    )
