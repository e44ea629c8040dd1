"""The frames of the rows of a table: the deck's or the row's own, with what columns called `slot:key` change in them.

A column such as `title:size` sets that key of that slot anew for the rows whose cell is not blank, by the checks of
frames.toml. It counts for the front, or for the back where only the back has such a slot.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from typing import Annotated, Literal, get_args, get_origin

from pnp.data import tables
from pnp.data.anchors import Within
from pnp.data.frame import Frame
from pnp.data.inherit import Value
from pnp.data.load.frames import Cells, Change
from pnp.data.load.kinds import KINDS
from pnp.data.load.lists import ListOf
from pnp.data.load.looks import Dyes, Shown
from pnp.data.load.needs import Shop
from pnp.data.load.types import Check, Length, Number, Points, Switch
from pnp.data.prints import Row
from pnp.data.tables import Table
from pnp.errors import Problem
from pnp.expressions import expression
from pnp.near import listed, meant
from pnp.units import decimal
from pnp.values import dataclass

COLUMN = expression(r"(?P<slot>[^\s:.](?:[^:.]*[^\s:.])?):(?P<key>\w+)(?:\.(?P<lang>[a-z]{2,3}))?")
FIXED = ("kind", "extends")  # keys that make a slot what it is


@dataclass(frozen=True, slots=True)
class Changing:
    """The columns of a table that set one key of one slot: a single one, or one for each language."""

    slot: str
    key: str
    columns: Mapping[str, str]  # by language, "" for a column without one

    @property
    def title(self) -> str:
        """How the author calls it."""
        return f"{self.slot}:{self.key}"


def changing(columns: Iterable[str]) -> tuple[Changing, ...]:
    """Return what the columns of a table change."""
    found: dict[tuple[str, str], dict[str, str]] = {}
    for column in columns:
        match = COLUMN.fullmatch(column)
        if match:
            found.setdefault((match["slot"], match["key"]), {})[match["lang"] or ""] = column
    return tuple(Changing(slot, key, named) for (slot, key), named in found.items())


class RowFrames:
    """Finds the frames of the rows of one table, on cards of one size."""

    def __init__(self, table: Table, fronts: str, backs: str, within: Within, shop: Shop) -> None:
        """`fronts` and `backs` name the frames of rows that name none, "" for none."""
        self.table, self.shop, self.within = table, shop, within
        self.fronts = fronts
        self.backs = "" if tables.BACK in table.columns else backs
        self.cells = Cells(table.file, shop.problems)
        pairs = dict.fromkeys(map(self._names, table.rows))
        used = dict.fromkeys(name for names in pairs for name in names)
        self.kinds = {name: found for name in used if (found := shop.frames.kinds(name))}
        self.changing = tuple(one for one in changing(table.columns) if self._sound(one))
        self._own = tuple(column for one in self.changing for column in one.columns.values())
        self._plain: dict[tuple[str, str], tuple[Frame | None, Frame | None]] = {}  # of rows that change nothing

    def of(self, row: Row) -> tuple[Frame | None, Frame | None]:
        """Return the frames of a row's front and back; what is wrong with the row's own is told."""
        front, back = names = self._names(row)
        plain = not any(map(row.cells.get, self._own))
        if plain and names in self._plain:
            return self._plain[names]
        told = len(self.shop.problems)
        found = self._found(row, front, back)
        if plain and len(self.shop.problems) == told:  # another row with the same fault is told of too
            self._plain[names] = found
        return found

    def _found(self, row: Row, front: str, back: str) -> tuple[Frame | None, Frame | None]:
        """Return the frames of these names, with what the row changes in them."""
        found: dict[str, list[Change]] = {front: [], back: []}
        for one in self.changing:
            value = self._value(one, row)
            side = next((name for name in (front, back) if one.slot in self.kinds.get(name, {})), None)
            if value is not None and side is not None:
                found[side].append(Change(one.slot, one.key, value))
            elif value is not None and front in self.kinds:
                message = f'the frame "{front}" of this row has no slot "{one.slot}"'
                self.shop.problems.append(
                    Problem(self.table.file, row.line, one.title, message, "leave the cell blank")
                )
        fore = self._frame(row, tables.FRAME, front, tuple(found[front]))
        return fore, self._frame(row, tables.BACK, back, tuple(found[back]) if back != front else ())

    def _names(self, row: Row) -> tuple[str, str]:
        return row.cells.get(tables.FRAME) or self.fronts, row.cells.get(tables.BACK) or self.backs

    def _frame(self, row: Row, column: str, name: str, changes: tuple[Change, ...]) -> Frame | None:
        """Return a frame by name; one that the row asks for and that is not there is told."""
        found = self.shop.frames.frame(name, self.within, changes) if name else None
        if found is None and row.cells.get(column) and not self.shop.frames.unread:
            known = self.shop.frames.names()
            message = (
                f'"{name}" is not a frame; the frames are {listed(known)}' if known else f'"{name}" is not a frame'
            )
            self.shop.problems.append(Problem(self.table.file, row.line, column, message, meant(name, known)))
        return found

    def _sound(self, one: Changing) -> bool:
        """Say whether some frame of the table has this slot and key, and tell when none has."""
        having = [found[one.slot] for found in self.kinds.values() if one.slot in found]
        models = [KINDS[kind] for kind in having if kind in KINDS]
        if having and any(one.key in model.hints() and one.key not in FIXED for model in models):
            return True
        if not self.kinds or (having and not models):
            return False  # what is wrong with the frames is told there
        if not having:
            slots = dict.fromkeys(slot for found in self.kinds.values() for slot in found)
            message = f'"{one.slot}" is not a slot of {listed(self.kinds)}'
            hint = meant(one.slot, slots) or f"the slots are {listed(slots)}"
        elif one.key in FIXED:
            message, hint = f"{one.key} cannot change from row to row", "use a frame of its own, in a column frame"
        else:
            keys = [key for key in models[0].hints() if key not in FIXED]
            message = f'"{one.key}" is not a key of the slot "{one.slot}"'
            hint = meant(one.key, keys) or f"the keys are {listed(keys, 30)}"
        self.shop.problems.append(Problem(self.table.file, self.table.line, one.title, message, hint))
        return False

    def _value(self, one: Changing, row: Row) -> Value | None:
        """Return what a row sets a key to, as TOML would hold it; None for blank cells."""
        said = {lang: row.cells.get(column, "") for lang, column in one.columns.items()}
        if not any(said.values()):
            return None
        written: object = said
        if "" in said:
            kinds = (found[one.slot] for found in self.kinds.values() if one.slot in found)
            hints = [KINDS[kind].hints() for kind in kinds if kind in KINDS]
            written = typed(next(found[one.key] for found in hints if one.key in found), said[""])
        return Value(written, self.cells, (row.line, one.title))


def typed(hint: object, cell: str) -> object:
    """Return a cell as the value that an author would have written in TOML for a key with this annotation."""
    notes = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    check = next((note for note in notes if isinstance(note, Check)), None)
    found: object = cell
    match check:
        case Length() | Points():
            pass
        case Number():
            found = _number(cell)
        case Switch():
            found = {"true": True, "false": False}.get(cell.lower(), cell)
        case ListOf():
            found = _as_toml(cell, "[]")
        case Dyes() | Shown():
            found = _as_toml(cell, "{}")
        case None if get_origin(hint) is tuple:
            found = _as_toml(cell, "[]")
        case None if get_origin(hint) is Literal:
            found = next((choice for choice in get_args(hint) if str(choice) == cell), cell)
        case _:
            pass
    return found


def _number(cell: str) -> object:
    if re.fullmatch(r"[+-]?\d+", cell, re.ASCII):
        return int(cell)
    return decimal(cell) if re.fullmatch(r"[+-]?\d*[.,]\d+", cell, re.ASCII) else cell


def _as_toml(cell: str, brackets: str) -> object:
    """Return a list or a table as TOML would read it; its brackets may be left out."""
    for text in (cell, f"{brackets[0]}{cell}{brackets[1]}"):
        try:
            found = tomllib.loads(f"value = {text}")["value"]
        except (tomllib.TOMLDecodeError, RecursionError):
            continue
        if isinstance(found, list | dict):
            return found
    return cell
