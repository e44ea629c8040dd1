"""Reads papers.toml and finds the paper that somebody names. Part of reading; knows no game."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pnp import units
from pnp.data import source
from pnp.data.folders import SHARED, packaged
from pnp.data.load import labels
from pnp.data.load.errors import read_named
from pnp.data.load.models import PaperTable
from pnp.data.load.types import LARGEST
from pnp.data.paper import Paper
from pnp.errors import DataError, Problem
from pnp.near import listed, meant

CUSTOM = "custom"
PAPER_OPTION = "--paper"  # where a paper is named, for messages


def papers(shared: Path) -> Mapping[str, Paper]:
    """Return the named papers. Raises DataError when papers.toml is wrong; a folder without one gets the packaged."""
    return {name: found for name, found in _papers(shared).items() if name != CUSTOM}


def paper(name: str, shared: Path) -> Paper:
    """Return a paper by name in any case, or for a size: "210x297", "210x297mm", "8.5x11in" (bare numbers are mm).

    A paper also goes by its other names. A size takes margin and settings from [custom]; its id is the name without
    blanks, in lower case.
    Raises DataError for anything else, with the valid names.
    """
    known = _papers(shared)
    wanted = "".join(name.casefold().split()).replace("×", "x")
    if wanted in known and wanted != CUSTOM:
        return known[wanted]
    also = {name: one for one in known.values() for name in one.also}
    if wanted in also:
        return also[wanted]
    valid = [other for other in known if other != CUSTOM]
    try:
        width, height = units.size(wanted)
    except ValueError:
        message = f'"{name}" is not a paper; allowed: {listed(valid)}, or a size such as 210x297mm or 8.5x11in'
        raise DataError([Problem(PAPER_OPTION, 0, "", message, meant(wanted, (*valid, *also)))]) from None
    if max(width, height) > LARGEST:
        message = f'"{name}" is too large; allowed: up to {units.tidy(LARGEST)} mm'
        raise DataError([Problem(PAPER_OPTION, 0, "", message)])
    base = known.get(CUSTOM, Paper(CUSTOM, width, height, 4.5))
    id_ = wanted if wanted.endswith(("mm", "cm", "in", "pt")) else f"{wanted}mm"
    return Paper(
        id=id_.replace(",", "."),
        width=width,
        height=height,
        margin=base.margin,
        printer_offset=base.printer_offset,
        layout_offset=base.layout_offset,
        back_offset=base.back_offset,
        crop_marks=base.crop_marks,
    )


def _papers(shared: Path) -> dict[str, Paper]:
    """Return all papers of papers.toml, [custom] included (its size means nothing)."""
    file = shared / "papers.toml"
    if not source.there(file) and shared != packaged() / SHARED:
        return _papers(packaged() / SHARED)
    problems: list[Problem] = []
    text = source.read(file, f"{shared.name}/{file.name}", problems)
    found = {name.casefold(): _one_paper(name, text) for name in (text.raw if text else ()) if text}
    if text:
        _check_names(found, text)
    if problems:
        raise DataError(problems)
    return {name: one for name, one in found.items() if one}


def _one_paper(name: str, file: source.Source) -> Paper | None:
    """Return one paper, None after telling what is wrong with it."""
    otherwise = "a paper is a table", f'write [{name}] and below it size = "210x297mm"'
    told = len(file.problems)
    model = read_named(PaperTable, name, file, otherwise, {"size": "1x1mm"} if name == CUSTOM else {})
    if model is None:
        return None
    made = model.made(name.casefold())
    if len(file.problems) > told:
        return made
    if name == CUSTOM and made.cells:
        file.tell((name, "grid"), "a size given on the command line has no labels", "give the sheet a name and a size")
    for key, message in labels.wrong(made) if name != CUSTOM else ():
        file.tell((name, "grid", key), message)
    return made


def _check_names(found: Mapping[str, Paper | None], file: source.Source) -> None:
    """Tell of other names that are taken: each finds one paper."""
    taken = set(found)
    for name in file.raw:
        one = found[name.casefold()]
        for also in one.also if one else ():
            if also in taken:
                file.tell((name, "also"), f'"{also}" is the name of another paper')
            taken.add(also)
