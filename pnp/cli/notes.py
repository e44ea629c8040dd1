"""What commands tell beside their result, on stderr."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import click

from pnp.errors import Problem
from pnp.near import listed


def aloud(line: str) -> None:
    """Tell a line on stderr."""
    click.echo(line, err=True)


def tell(notes: Iterable[Problem], say: Callable[[str], None] = aloud) -> None:
    """Tell notes on the author's files, once each, in the order of file and line."""
    for note in sorted(set(notes)):
        say(f"note: {note}")


def note_words(wanted: Iterable[tuple[Path, str]], say: Callable[[str], None] = aloud) -> None:
    """Tell on stderr, once each, in which languages the pages of a template folder lack words in their margins."""
    for line in dict.fromkeys(_lacking(root, lang) for root, lang in dict.fromkeys(wanted)):
        if line:
            say(line)


def _lacking(root: Path, lang: str) -> str:
    from pnp.data import load

    lost, whole = load.lacking(root, lang)
    if whole:
        return f'note: the words in the margins have no "{lang}"; they print in English'
    return (
        f'note: {counted(len(lost), "word")} of pages print in English, not in "{lang}": {listed(lost)}' if lost else ""
    )


def counted(number: int, what: str) -> str:
    """Write a number of things: "1 card", "2 cards"."""
    return f"{number} {what}{'' if number == 1 else 's'}"
