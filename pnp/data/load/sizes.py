"""Reads sizes.toml: sizes of cards, tokens and sheets by name. Part of reading; knows no game.

No `from __future__ import annotations` here: the annotations are used.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from pnp.data import source
from pnp.data.folders import SHARED, packaged
from pnp.data.load.errors import read_named
from pnp.data.load.table import Table
from pnp.data.load.types import Size
from pnp.data.load.words import MaybeText, Sentence
from pnp.errors import DataError, Problem

FILE = "sizes.toml"


class NamedSizeTable(Table):
    """One size of sizes.toml."""

    size: Annotated[tuple[float, float], Size()]
    title: Sentence
    note: MaybeText = ""


def sizes(shared: Path) -> Mapping[str, tuple[float, float]]:
    """Return width and height in mm by name in lower case, the packaged ones beneath those of the folder.

    Raises DataError when a file of sizes is wrong.
    """
    own, packed = shared / FILE, packaged() / SHARED / FILE
    files = dict.fromkeys(path for path in (packed, own) if source.there(path))
    return {name: size for path in files for name, size in _read(path).items()}


def _read(path: Path) -> dict[str, tuple[float, float]]:
    problems: list[Problem] = []
    text = source.read(path, f"{path.parent.name}/{path.name}", problems)
    found: dict[str, tuple[float, float]] = {}
    for name in text.raw if text else ():
        assert text is not None
        told = len(problems)
        otherwise = "a size is a table", f'write [{name}] and below it size = "63x88mm"'
        model = read_named(NamedSizeTable, name, text, otherwise)
        if model and len(problems) == told:
            found[name.casefold()] = model.size
    if problems:
        raise DataError(problems)
    return found
