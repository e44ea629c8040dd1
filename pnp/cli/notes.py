"""What commands tell beside their result, on stderr."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from pnp.data import load
from pnp.errors import Problem


def tell(notes: Iterable[Problem]) -> None:
    """Tell notes on the author's files, once each, in the order of file and line."""
    for note in sorted(set(notes)):
        click.echo(f"note: {note}", err=True)


def note_words(wanted: Iterable[tuple[Path, str]]) -> None:
    """Tell on stderr, once each, in which languages the pages of a template folder have no words in their margins."""
    lacking = dict.fromkeys(lang for root, lang in dict.fromkeys(wanted) if not load.has_words(root, lang))
    for lang in lacking:
        click.echo(f'note: the words in the margins have no "{lang}"; they print in English', err=True)


def counted(number: int, what: str) -> str:
    """Write a number of things: "1 card", "2 cards"."""
    return f"{number} {what}{'' if number == 1 else 's'}"
