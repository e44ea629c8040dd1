"""The fonts in a game's own folder: which families they make, and what their licences say. Part of reading."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from pnp.errors import Problem
from pnp.expressions import expression

FALLBACK = "fallback"  # the role of families that help out wherever another one lacks a letter
FOLDER = "fonts"
ENDINGS = (".ttf", ".otf")
OTHER_ENDINGS = (".woff", ".woff2", ".ttc", ".otc", ".eot", ".pfb")
_FREE = expression(r"\bOFL\b|open font|apache|public domain|creative ?commons|\bCC0|\bMIT\b|ubuntu font|\bGPL\b", re.I)
_LONGEST = 80  # characters of a licence in a note


def stacked(family: str, fallback: str) -> str:
    """Return a stack of families with those of `fallback` behind."""
    if not fallback:
        return family
    from pnp.families import joined, split

    return joined((*split(family), *split(fallback)))


def own_fonts(folder: Path, shown: str, problems: list[Problem]) -> Mapping[str, str]:
    """Return the families of the files in `folder`/fonts: what each is called in lower case, and how it is asked for.

    What is wrong with a file is added to `problems`, and a note where its licence should be read before printing.
    """
    place = folder / FOLDER
    if not place.is_dir():
        return {}
    from pnp import families

    cuts: list[families.Cut] = []
    told: set[str] = set()
    for path in sorted(place.iterdir()):
        at = f"{shown}/{FOLDER}/{path.name}"
        ending = path.suffix.lower()
        if ending in OTHER_ENDINGS:
            problems.append(Problem(at, 0, "", "this kind of font is not read", "save it as .ttf or .otf"))
        if ending not in ENDINGS or path.name.startswith("."):
            continue
        if not path.is_file():
            problems.append(Problem(at, 0, "", "cannot be read: it is no file, or a link to none"))
            continue
        if not path.resolve().is_relative_to(place.resolve()):
            problems.append(Problem(at, 0, "", "this link leads out of the game's folder"))
            continue
        try:
            cut = families.read(path)
        except families.FontProblem as problem:
            problems.append(Problem(at, 0, "", str(problem), problem.hint))
            continue
        cuts.append(cut)
        note = _licence(cut.licence, cut.sealed, place)
        if note and cut.family not in told:
            told.add(cut.family)
            problems.append(Problem(at, 0, f'font "{cut.family}"', *note, note=True))
    return {name.casefold(): asked for name, asked in families.own(cuts).items()}


def _licence(licence: str, sealed: bool, place: Path) -> tuple[str, str] | None:
    """Return what to tell about a licence; None for a free one, and for a font whose licence lies beside it."""
    if sealed:
        return "its maker does not allow it to be part of a PDF", "ask for a licence, or take another font"
    if _FREE.search(licence) or any(place.glob("*OFL*")) or any(place.glob("*LICEN[CS]E*")):
        return None
    if not licence:
        return "the file names no licence", "make sure that you may hand on PDFs that hold it"
    said = licence if len(licence) <= _LONGEST else f"{licence[:_LONGEST].rstrip()}…"
    return f'its licence says: "{said}"', "make sure that you may hand on PDFs that hold it"
