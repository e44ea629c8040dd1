"""Cells of a workbook that its reader would show as blank or torn: formulas that failed, line breaks of some ODS files.

Walks the XML inside the file with expat. Knows nothing of tables; a file that is built unlike what spreadsheets write
has nothing told.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Mapping
from io import BytesIO
from xml.parsers import expat
from zipfile import BadZipFile, ZipFile

Place = tuple[int, int]
Faults = dict[Place, tuple[str, str]]
"""By row and column, counted from 0: what is wrong, and a hint."""

_ADDRESS = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")


def cells(data: bytes, sheet: str) -> Faults:
    """Return the faulty cells of a sheet of an XLSX or ODS file."""
    try:
        with ZipFile(BytesIO(data)) as parts:
            names = set(parts.namelist())
            if "content.xml" in names:
                return _Ods(sheet).walk(parts.read("content.xml"))
            part = _part(parts, sheet)
            return _Xlsx().walk(parts.read(part)) if part in names else {}
    except (BadZipFile, expat.ExpatError, KeyError, NotImplementedError, ValueError):
        return {}


def _part(parts: ZipFile, sheet: str) -> str:
    """Return where in an XLSX file the cells of a sheet are."""
    ids: dict[str, str] = {}
    targets: dict[str, str] = {}

    def sheets(tag: str, given: Mapping[str, str]) -> None:
        if tag == "sheet":
            ids[given.get("name", "")] = next((value for key, value in given.items() if key.endswith(":id")), "")

    def links(tag: str, given: Mapping[str, str]) -> None:
        if tag == "Relationship":
            targets[given.get("Id", "")] = given.get("Target", "")

    _each(parts.read("xl/workbook.xml"), sheets)
    _each(parts.read("xl/_rels/workbook.xml.rels"), links)
    return posixpath.normpath(posixpath.join("/xl", targets.get(ids.get(sheet, ""), ""))).lstrip("/")


def _each(xml: bytes, seen: Callable[[str, Mapping[str, str]], None]) -> None:
    parser = expat.ParserCreate()
    parser.StartElementHandler = lambda name, given: seen(name.rpartition(":")[2], given)
    parser.Parse(xml, True)


class _Walk:
    """One pass over the cells of a sheet. `row` and `column` are those of the cell that is open."""

    def __init__(self) -> None:
        self.found: Faults = {}
        self.row, self.column = -1, -1
        self.words: list[str] | None = None

    def walk(self, xml: bytes) -> Faults:
        """Return the faults in an XML text."""
        parser = expat.ParserCreate()
        parser.StartElementHandler = lambda name, given: self.start(name.rpartition(":")[2], given)
        parser.EndElementHandler = lambda name: self.end(name.rpartition(":")[2])
        parser.CharacterDataHandler = self.text
        parser.Parse(xml, True)
        return self.found

    def start(self, tag: str, given: Mapping[str, str]) -> None:
        """Note where an element begins."""

    def end(self, tag: str) -> None:
        """Note where an element ends."""

    def text(self, words: str) -> None:
        """Keep the words of a cell that failed."""
        if self.words is not None:
            self.words.append(words)

    def fail(self) -> None:
        """Tell of the open cell, whose formula failed."""
        shown = "".join(self.words or ()).strip()
        self.words = None
        hint = "mend the formula, or type the value in its place"
        self.found[self.row, self.column] = (f"the formula failed: {shown}" if shown else "the formula failed", hint)


class _Xlsx(_Walk):
    def __init__(self) -> None:
        super().__init__()
        self.unsaved = False  # whether the open cell is a formula that was never computed
        self.blank = False  # whether its result may be a text without a sign
        self.value = False  # whether the place of its result is open, which some programs write and leave empty

    def start(self, tag: str, given: Mapping[str, str]) -> None:
        match tag:
            case "row":
                self.row, self.column = int(given.get("r", self.row + 2)) - 1, -1
            case "c":
                self.column += 1
                address = _ADDRESS.fullmatch(given.get("r", ""))
                if address:
                    self.row, self.column = int(address[2]) - 1, _column(address[1])
                self.words = [] if given.get("t") == "e" else None
                self.unsaved, self.value, self.blank = False, False, given.get("t") == "str"
            case "f":
                self.unsaved = True
            case "v":
                self.value = True
                self.unsaved = self.unsaved and not self.blank
                self.words = None if self.words is None else []
            case _:
                pass

    def text(self, words: str) -> None:
        if self.value:
            self.unsaved = False
        super().text(words)

    def end(self, tag: str) -> None:
        if tag == "v":
            self.value = False
        if tag == "c" and self.words is not None:
            self.fail()
        elif tag == "c" and self.unsaved:
            message = "the formula has no result in the file"
            self.found[self.row, self.column] = (message, "open the file in a spreadsheet and save it again")


class _Ods(_Walk):
    def __init__(self, sheet: str) -> None:
        super().__init__()
        self.sheet, self.inside = sheet, False
        self.wide, self.high = 1, 1

    def start(self, tag: str, given: Mapping[str, str]) -> None:
        if tag == "table":
            self.inside = _of(given, "name") == self.sheet
            self.row, self.high = -1, 1
        if not self.inside:
            return
        match tag:
            case "table-row":
                self.row, self.column = self.row + self.high, -1
                self.wide, self.high = 1, int(_of(given, "number-rows-repeated") or 1)
            case "table-cell" | "covered-table-cell":
                self.column, self.wide = self.column + self.wide, int(_of(given, "number-columns-repeated") or 1)
                if any(key.startswith("calcext:") and value == "error" for key, value in given.items()):
                    self.words = []
            case "line-break":
                message = "the line break in this cell would be lost"
                self.found[self.row, self.column] = (message, "press Enter anew there, or save as XLSX or CSV")
            case _:
                pass

    def end(self, tag: str) -> None:
        if tag == "table-cell" and self.words is not None:
            self.fail()


def _of(given: Mapping[str, str], name: str) -> str:
    return next((value for key, value in given.items() if key.rpartition(":")[2] == name), "")


def _column(name: str) -> int:
    """Return the number of a column, counted from 0."""
    number = 0
    for letter in name:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1
