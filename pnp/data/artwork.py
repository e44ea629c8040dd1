"""Who made pictures and on what terms, as frozen values: what `[[art]]` says. Knows no drawing."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase

from pnp.values import dataclass


@dataclass(frozen=True, slots=True)
class Artwork:
    """The terms of some pictures. `files` are names below the folder of art, with * for any letters; `by` made them.

    `source` is where they come from, such as an address; `line` where this stands.
    """

    files: tuple[str, ...]
    terms: str
    by: str = ""
    source: str = ""
    line: int = 0

    def holds(self, file: str) -> bool:
        """Say whether a file, by its place below the folder of art, is one of these."""
        return any(fnmatchcase(file, pattern.removeprefix("art/")) for pattern in self.files)


def of(file: str, artworks: Iterable[Artwork]) -> Artwork | None:
    """Return what is said about a file; the first that names it counts."""
    return next((each for each in artworks if each.holds(file)), None)
