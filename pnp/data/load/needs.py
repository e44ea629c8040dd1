"""Whether frames get what they need: columns in every language, pictures, boards, rules, room inside the bleed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from math import cos, radians, sin
from pathlib import Path

from pnp import units
from pnp.data.counted import amount
from pnp.data.frame import (
    SERIAL,
    SIGN,
    ArtSlot,
    BandsSlot,
    BoardSlot,
    BoxesSlot,
    DiceSlot,
    Frame,
    Place,
    QrSlot,
    RulesSlot,
    Slot,
    TextSlot,
)
from pnp.data.frame_slots import CellsSlot, Counting, IconsSlot, TableSlot
from pnp.data.load import counting
from pnp.data.load.errors import UNKNOWN
from pnp.data.load.frames import Frames
from pnp.data.load.looks import dye_faults
from pnp.data.paper import Paper
from pnp.data.pictures import Pictures, fault
from pnp.data.prints import Card, Row
from pnp.data.source import Source
from pnp.data.tables import Table, no_column
from pnp.data.words import Words
from pnp.errors import Problem
from pnp.near import listed, meant
from pnp.values import dataclass, field


@dataclass(frozen=True, slots=True)
class Shop:
    """What decks and sheets are made from."""

    folder: Path
    shown: str
    source: Source
    languages: tuple[str, ...]
    frames: Frames
    art: Pictures
    boards: frozenset[str]
    dice: frozenset[str]
    anchors: frozenset[str] | None  # None: the rules could not be read
    has_bands: bool
    papers: Callable[[], Mapping[str, Paper]]
    problems: list[Problem]
    words: Callable[[str], Mapping[str, str]]  # of pages, in a language
    read: dict[str, Table | None] = field(default_factory=dict)

    def said(self, key: str, otherwise: Words) -> Words:
        """Return a word of pages in the languages of the game, and `otherwise` in those that have none."""
        return Words(tuple((lang, self.words(lang).get(key) or otherwise.get(lang)) for lang in self.languages))


def check_languages(table: Table, shop: Shop) -> None:
    """Tell of columns and cells that some language of the game lacks."""
    bases: dict[str, list[str]] = {}
    for column in table.columns:
        base, _, lang = column.rpartition(".")
        if not base or not lang.isalpha() or not lang.islower() or len(lang) > 3:
            continue
        if lang in shop.languages:
            bases.setdefault(base, []).append(lang)
        else:
            message = f'"{lang}" is not a language of the game; it has {listed(shop.languages)}'
            shop.problems.append(Problem(table.file, table.line, column, message, meant(lang, shop.languages)))
    for base, langs in bases.items():
        lacking = [f"{base}.{lang}" for lang in shop.languages if lang not in langs]
        if lacking and base not in table.columns:
            message = f"the column is missing, {base}.{langs[0]} is there"
            shop.problems.extend(Problem(table.file, table.line, column, message) for column in lacking)
        columns = [f"{base}.{lang}" for lang in langs]
        for row in table.rows:
            cells = [row.cells.get(column, "") for column in columns]
            if all(cells):
                continue
            full = [lang for lang, cell in zip(langs, cells, strict=True) if cell]
            for lang in (lang for lang, cell in zip(langs, cells, strict=True) if full and not cell):
                message = f"the cell is blank, {base}.{full[0]} is not"
                shop.problems.append(Problem(table.file, row.line, f"{base}.{lang}", message))


def check_cards(
    whose: str,
    size: tuple[float, float],
    bleed: float,
    table: Table,
    cards: Iterable[Card],
    shop: Shop,
    given: tuple[str, ...] = (),
) -> None:
    """Tell what the frames of cards from a table need and do not get; `given` are columns beside those of the table."""
    used: dict[int, tuple[Frame, list[Row]]] = {}
    for card in cards:
        for frame in (card.front, card.back):
            if frame is None:
                continue
            known = used.get(id(frame))
            if known is None:
                known = used[id(frame)] = frame, []
            known[1].append(card.row)
    for frame, rows in used.values():
        for slot in frame.slots:
            _check_given(frame, slot, whose, given, shop)
            _check_columns(frame, slot, table, shop)
            check_slot(frame, slot, whose, size, bleed, shop)
            if isinstance(slot, ArtSlot):
                _check_art(slot, table, rows, shop)
            elif isinstance(slot, BoardSlot) and slot.column and not slot.board:
                _check_boards(slot, table, rows, shop)
            elif isinstance(slot, IconsSlot | CellsSlot | TableSlot):
                _check_counting(slot, table, rows, shop)
            _check_numbers(slot, table, rows, shop)


def check_fixed(
    frame: Frame, whose: str, size: tuple[float, float], bleed: float, shop: Shop, given: tuple[str, ...] = ()
) -> None:
    """Tell what a frame that is drawn without a table needs and does not get; `given` are columns it does have."""
    for slot in frame.slots:
        _check_given(frame, slot, whose, given, shop)
        if slot.when is not None and not all(column.startswith(SIGN) for column in slot.when.columns):
            shop.frames.tell(frame, slot, "when", f"{whose} has no table whose column could decide")
        for key, column in asked(slot):
            if key != "when" and not column.startswith(SIGN):
                shop.frames.tell(frame, slot, key, f"{whose} has no table and so no columns")
        check_slot(frame, slot, whose, size, bleed, shop)


def asked(slot: Slot) -> list[tuple[str, str]]:
    """Return the keys of a slot that name a column, and the columns."""
    wanted = [("when", column) for column in slot.when.columns] if slot.when else []
    if isinstance(slot, TextSlot | ArtSlot | BoardSlot | QrSlot) and slot.column:
        wanted.append(("column", slot.column))
    if isinstance(slot, ArtSlot | IconsSlot | CellsSlot | TableSlot):
        wanted += slot.asked
    return wanted


def _check_given(frame: Frame, slot: Slot, whose: str, given: tuple[str, ...], shop: Shop) -> None:
    """Tell of a QR code, and of columns of a serial, where there is none."""
    if isinstance(slot, QrSlot) and slot.serial and SERIAL not in given:
        hint = 'write text = "…" or column = "…" for another code'
        shop.frames.tell(frame, slot, "kind", f"{whose} has no serial for a QR code; only sheets have", hint)
    for key, column in asked(slot):
        if column.startswith(SIGN) and column not in given:
            serial = SERIAL in given
            hint = meant(column, given) or (f"there is {listed(given)}" if serial else "")
            what = "has no such value" if serial else "has no serial; only sheets have"
            shop.frames.tell(frame, slot, key, f'"{column}": {whose} {what}', hint)


def _check_columns(frame: Frame, slot: Slot, table: Table, shop: Shop) -> None:
    for key, column in asked(slot):
        if column.startswith(SIGN):
            continue
        if all(table.column(column, lang) for lang in shop.languages):
            continue
        if table.spread(column, shop.languages):
            continue  # some language is missing; that is told at the table
        shop.frames.tell(frame, slot, key, *no_column(column, table.columns, table.file, shop.languages))


def check_slot(frame: Frame, slot: Slot, whose: str, size: tuple[float, float], bleed: float, shop: Shop) -> None:
    """Tell when a slot has no room, and of a picture, board or rules section that the game does not have."""
    _check_room(frame, slot, whose, size, bleed, shop)
    match slot:
        case ArtSlot(art=name) if name:
            missing = fault(name, shop.art)
            if missing:
                shop.frames.tell(frame, slot, "art", *missing)
        case BoxesSlot() | IconsSlot() | CellsSlot() | TableSlot():
            for key, message, hint in counting.fixed_faults(slot, shop.art):
                shop.frames.tell(frame, slot, key, message, hint)
        case BoardSlot(board=name) if name and name not in (*shop.boards, UNKNOWN):
            shop.frames.tell(frame, slot, "board", *_no_board(name, shop))
        case BandsSlot() if not shop.has_bands:
            shop.frames.tell(frame, slot, "kind", "the game has no rating bands", "write [[score.bands]] in game.toml")
        case DiceSlot(die=name) if name not in (*shop.dice, UNKNOWN):
            hint = meant(name, shop.dice) or (f"the dice are {listed(sorted(shop.dice))}" if shop.dice else "")
            shop.frames.tell(frame, slot, "die", f'"{name}" is not a die of game.toml', hint)
        case RulesSlot() if shop.anchors is not None:
            for anchor in slot.anchors:
                if anchor not in shop.anchors:
                    known = sorted(shop.anchors)
                    hint = meant(anchor, known) or f"the sections are {listed(known)}"
                    shop.frames.tell(frame, slot, "anchors", f'"{anchor}" is not a section of the rules', hint)
        case _:
            pass


def _check_art(slot: ArtSlot, table: Table, rows: Iterable[Row], shop: Shop) -> None:
    """Tell of each row whose picture or ink is missing where the slot is drawn."""
    faults: dict[str, tuple[str, str] | None] = {}  # many rows show few pictures
    columns = _columns(slot, table, shop.languages)
    for row in rows:
        if slot.colors:
            shop.problems.extend(dye_faults(slot, row, table, shop.languages, shop.frames.terms.inks))
        for column, cell in _cells(slot, row, table, columns):
            if cell:
                if cell not in faults:
                    faults[cell] = fault(cell, shop.art)
                missing = faults[cell]
                if missing:
                    shop.problems.append(Problem(table.file, row.line, column, *missing))
            elif slot.needed:
                message = f'the cell is blank, but the slot "{slot.name}" needs a picture'
                hint = "needed = false in the slot allows blank cells"
                shop.problems.append(Problem(table.file, row.line, column, message, hint))


def _check_boards(slot: BoardSlot, table: Table, rows: Iterable[Row], shop: Shop) -> None:
    """Tell of each row that names no board of the game where the slot is drawn; a blank cell draws none."""
    columns = _columns(slot, table, shop.languages)
    for row in rows:
        for column, cell in _cells(slot, row, table, columns):
            if cell and cell not in (*shop.boards, UNKNOWN):
                shop.problems.append(Problem(table.file, row.line, column, *_no_board(cell, shop)))


def _check_counting(slot: Counting, table: Table, rows: Iterable[Row], shop: Shop) -> None:
    """Tell of each row whose cells do not hold the numbers and lists that the slot needs where it is drawn."""
    columns = dict(slot.asked)
    for row in rows:
        for lang in shop.languages:
            cell = partial(_cell, row.cells, table, lang)
            if slot.when is not None and not slot.when.met(cell):
                continue
            for key, message, hint in counting.row_faults(slot, cell, shop.art):
                column = columns.get(key) or next(iter(columns.values()), "")
                where = table.column(column, lang) or column
                problem = Problem(table.file, row.line, where, message, hint)
                if problem not in shop.problems:
                    shop.problems.append(problem)


def _check_numbers(slot: Slot, table: Table, rows: Iterable[Row], shop: Shop) -> None:
    """Tell of cells that a condition compares as numbers and that hold none."""
    asked = (slot.when, *slot.when.also) if slot.when else ()
    for column in (table.column(each.column, lang) for each in asked if each.order for lang in shop.languages):
        for row in rows:
            cell = row.cells.get(column, "")
            if cell and amount(cell) is None:
                message = f'found "{cell}"; the slot "{slot.name}" compares it, so it must be a number or blank'
                shop.problems.append(Problem(table.file, row.line, column, message))


def _no_board(name: str, shop: Shop) -> tuple[str, str]:
    hint = meant(name, shop.boards) or (f"the boards are {listed(sorted(shop.boards))}" if shop.boards else "")
    return f'"{name}" is not a board of game.toml', hint


def _columns(slot: ArtSlot | BoardSlot, table: Table, languages: Iterable[str]) -> list[tuple[str, str]]:
    """Return each language with the column that the slot shows in it; where all rows show it, each column once."""
    found = [(lang, table.column(slot.column, lang)) for lang in languages if slot.column]
    pairs = [(lang, column) for lang, column in found if column]
    return pairs if slot.when else [(lang, column) for column, lang in {pair[1]: pair[0] for pair in pairs}.items()]


def _cells(
    slot: ArtSlot | BoardSlot, row: Row, table: Table, columns: Iterable[tuple[str, str]]
) -> Iterable[tuple[str, str]]:
    """Return column and content of the cells that the slot shows, each once, whatever the language."""
    cells, when = row.cells, slot.when
    if when is not None:
        columns = [(lang, column) for lang, column in columns if when.met(partial(_cell, cells, table, lang))]
    return {column: cells.get(column, "") for _, column in columns}.items()


def _cell(cells: Mapping[str, str], table: Table, lang: str, column: str) -> str:
    return cells.get(table.column(column, lang), "")


def _check_room(frame: Frame, slot: Slot, whose: str, size: tuple[float, float], bleed: float, shop: Shop) -> None:
    """Tell when a slot reaches outside the bleed."""
    left, top, right, bottom = _extent(slot.place)
    for axis, low, high, length, key in (("across", left, right, size[0], "x"), ("down", top, bottom, size[1], "y")):
        if low >= -bleed - units.TOLERANCE and high <= length + bleed + units.TOLERANCE:
            continue
        room = f"{units.tidy(-bleed)} to {units.tidy(length + bleed)} mm"
        reach = f"{units.tidy(low)} to {units.tidy(high)} mm {axis}"
        message = f"the slot reaches from {reach}; {whose} has room from {room}"
        shop.frames.tell(frame, slot, key, message, f"the bleed is {units.tidy(bleed)} mm")


def _extent(place: Place) -> tuple[float, float, float, float]:
    """Return left, top, right, bottom of the upright rectangle round a slot that may be turned (mm)."""
    c, s = abs(cos(radians(place.rotate))), abs(sin(radians(place.rotate)))
    width, height = abs(place.width), abs(place.height)
    wide, high = width * c + height * s, width * s + height * c
    x, y = place.x + place.width / 2, place.y + place.height / 2
    return x - wide / 2, y - high / 2, x + wide / 2, y + high / 2
