"""Reads what authors say about their pictures: `[[art]]` of a game, and of the shared icons. Part of reading.

No `from __future__ import annotations` here: the annotations of the tables are used.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated

from pnp.data import source
from pnp.data.artwork import Artwork
from pnp.data.load.errors import read
from pnp.data.load.lists import Names
from pnp.data.load.table import Table
from pnp.data.load.types import Terms
from pnp.data.load.words import MaybeText, Sentence
from pnp.errors import DataError, Problem
from pnp.near import listed, meant

FILE = "art.toml"  # beside the shared icons


class ArtworkTable(Table):
    files: Annotated[tuple[str, ...], Names(1)]
    terms: Sentence
    by: MaybeText = ""
    source: MaybeText = ""

    def made(self, line: int) -> Artwork:
        return Artwork(self.files, self.terms, self.by, self.source, line)


class SharedArtTable(Table):
    """art.toml."""

    art: tuple[ArtworkTable, ...] = ()


def artworks(tables: Sequence[ArtworkTable], there: Iterable[str], file: source.Source) -> tuple[Artwork, ...]:
    """Return the terms that `tables` state; tell of names that are no file's. `there` are places below the folder."""
    known = sorted(there)
    made = tuple(table.made(file.line(("art", number))) for number, table in enumerate(tables))
    for number, each in enumerate(made):
        for name in each.files:
            if not any(Artwork((name,), "").holds(path) for path in known):
                hint = meant(name, known) or (f"there is {listed(known)}" if known else "the folder of art is empty")
                file.tell(("art", number, "files"), f'"{name}" is no picture of the folder art', hint)
    return made


def shared_artworks(shared: Path) -> tuple[Artwork, ...]:
    """Return the terms of the shared icons, none where the folder does not state them. Raises DataError."""
    path = shared / FILE
    if not source.there(path):
        return ()
    problems: list[Problem] = []
    text = source.read(path, f"{shared.name}/{FILE}", problems)
    model = read(SharedArtTable, text.raw, Terms(), text.tell) if text else None
    icons = shared / "icons"
    there = [icon.relative_to(shared).as_posix() for icon in icons.rglob("*") if icon.is_file()]
    made = artworks(model.art, there, text) if model and text else ()
    if problems:
        raise DataError(problems)
    return made
