"""Reads and writes printers.toml, where measured printers are kept. Part of reading; knows no game and no layout."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

from pnp.data import source
from pnp.data.load.errors import read_named
from pnp.data.load.lists import ListOf
from pnp.data.load.table import Table
from pnp.data.load.types import Length, Size
from pnp.data.printer import Printer
from pnp.errors import DataError, Problem
from pnp.near import listed, meant
from pnp.units import tidy

FILE = "printers.toml"
PRINTER_OPTION = "--printer"  # where a printer is named, for messages
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*(/[A-Za-z0-9][A-Za-z0-9_.-]*)?")
HEAD = """\
# Printers and their trays as `pnp calibrate` measured them; `pnp build --printer NAME` corrects pages for one.
# numbers: 1 width, 2 height, 3 top scale, 4 bottom scale, 5 side scale, 6 margin, in mm as read off the page.
"""


class Six(ListOf):
    """The six numbers of a calibration page."""

    item = Length(-1000, 5000)
    noun = "six lengths such as [170, 240, 0, 0, 0, 4]"
    least = most = 6


class Two(ListOf):
    """How far a cross stands from the left and from the top edge of the paper."""

    item = Length(0, 1000)
    noun = "two lengths such as [20, 28.5]"
    least = most = 2


class PrinterTable(Table):
    """One tray of one printer."""

    paper: Annotated[tuple[float, float], Size()]
    numbers: Annotated[tuple[float, ...], Six()]
    flip: Literal["long", "short"] = "long"
    edges: Annotated[tuple[float, ...], Two()] = ()
    landscape: Literal["left", "right"] = "left"

    def made(self, name: str) -> Printer:
        width, height = sorted(self.paper)
        return Printer(name, (width, height), self.numbers, self.flip, self.edges, self.landscape)


def printers(file: Path, shown: str = "") -> Mapping[str, Printer]:
    """Return all printers of a file by name, none where there is no file. Raises DataError with all problems."""
    if not file.exists():
        return {}
    problems: list[Problem] = []
    text = source.read(file, shown or file.as_posix(), problems)
    found = [_one(name, text) for name in (text.raw if text else ()) if text]
    if problems:
        raise DataError(problems)
    return {one.name: one for one in found if one}


def printer(name: str, file: Path, shown: str = "") -> Printer:
    """Return the printer of this name, in any case: "office", "office/manual". Raises DataError with the known ones."""
    known = printers(file, shown)
    wanted = name.strip().casefold()
    for other, found in known.items():
        if other.casefold() == wanted:
            return found
    trays = [other for other in known if other.casefold().startswith(f"{wanted}/")]
    where = shown or file.as_posix()
    if trays:
        message, hint = f'"{name}" has the trays {listed(trays)} in {where}', f"did you mean {trays[0]}?"
    elif known:
        message, hint = f'"{name}" is not in {where}; there is {listed(known)}', meant(name, known)
    else:
        message, hint = f'"{name}" is not known: {where} holds no printer', "measure it first: pnp calibrate"
    raise DataError([Problem(PRINTER_OPTION, 0, "", message, hint)])


def named(printer: str, tray: str = "") -> str:
    """Return the name of a printer's tray as it stands in the file. Raises DataError when it cannot be one."""
    name = "/".join(filter(None, (printer.strip(), tray.strip())))
    if not NAME.fullmatch(name):
        allowed = "letters, digits, dots, hyphens and underscores, a tray after one slash"
        likely = "/".join(re.sub(r"[^A-Za-z0-9_.]+", "-", part).strip("-_.") for part in name.split("/", 1))
        hint = f"did you mean {likely}?" if NAME.fullmatch(likely) else "such as office or office/manual"
        raise DataError([Problem(PRINTER_OPTION, 0, "", f'"{name}" is not a name; allowed: {allowed}', hint)])
    return name


def written(known: Mapping[str, Printer], printer: Printer) -> str:
    """Return the text of a file that holds `known` and `printer`, which takes the place of one of its name."""
    names = {name: one for name, one in known.items() if name.casefold() != printer.name.casefold()}
    whole = {**names, printer.name: printer}
    return "\n".join([HEAD, *(_table(whole[name]) for name in sorted(whole, key=lambda name: (name.casefold(), name)))])


def _table(printer: Printer) -> str:
    lines = [f'["{printer.name}"]', f'paper = "{tidy(printer.paper[0])}x{tidy(printer.paper[1])}mm"']
    lines += [f"numbers = [{', '.join(map(tidy, printer.numbers))}]"]
    lines += [f'flip = "{printer.flip}"'] if printer.flip != "long" else []
    lines += [f"edges = [{', '.join(map(tidy, printer.edges))}]"] if printer.edges else []
    lines += [f'landscape = "{printer.landscape}"'] if printer.landscape != "left" else []
    return "".join(f"{line}\n" for line in lines)


def _one(name: str, file: source.Source) -> Printer | None:
    """Return one printer, None after telling what is wrong with it."""
    otherwise = "a printer is a table", f'write ["{name}"] and below it numbers = [170, 240, 0, 0, 0, 4]'
    if isinstance(file.raw[name], Mapping) and not NAME.fullmatch(name):
        file.tell((name,), f'"{name}" is not the name of a printer', "such as office or office/manual")
    model = read_named(PrinterTable, name, file, otherwise)
    return model.made(name) if model else None
