"""From frames.toml to frames: each slot with all it inherits is read through the model of its kind and made.

A frame is shared by all that use it, as long as nothing in it hangs on the size of their cards and no row of theirs
changes a slot; else there is one for each size, and one for each set of changes. What a slot needs from a deck or sheet
(columns, pictures, room) is checked in `pnp.data.load.needs`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pnp import units
from pnp.data.anchors import PLACED, Places, Sum, Within, hanging
from pnp.data.frame import Frame, Slot
from pnp.data.inherit import FrameKey, Inheritance, Raw, Value, number
from pnp.data.load.errors import read
from pnp.data.load.kinds import KINDS
from pnp.data.load.slots import SlotTable
from pnp.data.load.types import Terms, found
from pnp.data.source import Source
from pnp.data.where import KeyPath
from pnp.errors import Problem
from pnp.near import listed, meant
from pnp.values import dataclass

STAND_IN = 1.0  # mm: takes the place of a length that is wrong or not known yet


@dataclass(frozen=True, slots=True)
class Change:
    """One key of a slot that a row of a table sets anew."""

    slot: str
    key: str
    value: Value


@dataclass(frozen=True, slots=True)
class Cells:
    """A table of cards as the place where values of slots were written; their paths are (line, column)."""

    shown: str
    problems: list[Problem]

    def tell(self, path: KeyPath, message: str, hint: str = "") -> None:
        """Add a problem at a row and column."""
        line, column = path[0], path[1]
        self.problems.append(Problem(self.shown, line if isinstance(line, int) else 0, str(column), message, hint))


class Frames:
    """All frames a game may use. A frame is made when it is asked for."""

    def __init__(self, own: Source | None, shared: Source | None, terms: Terms, *, unread: bool = False) -> None:
        """`unread` says that a file of frames is there and is not TOML: then nobody knows which frames there are."""
        self.unread = unread
        self.tables = Inheritance(*((None, None) if unread else (own, shared)))
        self.terms = terms
        self._made: dict[tuple[object, ...], Frame] = {}
        self._plain: dict[tuple[str, Within], Frame] = {}  # those that no row changes, for tables of many rows
        self._used: set[FrameKey] = set()
        self._raws: dict[int, tuple[Frame, FrameKey, Mapping[str, Raw]]] = {}  # by id of the frame, which stays alive

    def names(self) -> list[str]:
        """Return the names of all frames, the game's own first."""
        return self.tables.names()

    def kinds(self, name: str) -> Mapping[str, str]:
        """Return the slots of a frame by name, with the word in `kind` ("" where there is none); none for no frame."""
        key = self.tables.find(name)
        if key is None:
            return {}
        raws = {slot: self.tables.slot(key, slot) or {} for slot in self.tables.slot_names(key)}
        return {slot: str(raw["kind"].value) if "kind" in raw else "" for slot, raw in raws.items()}

    def frame(self, name: str, within: Within, changes: tuple[Change, ...] = ()) -> Frame | None:
        """Return a frame by name on a card of some size, with everything that is wrong in it told.

        `changes` are what a row sets anew. The same frame comes back where it looks the same. None when there is no
        such frame.
        """
        if not changes and (name, within) in self._plain:
            return self._plain[name, within]
        key = self.tables.find(name)
        if key is None:
            return None
        raws = self._raw(key, changes)
        hangs = hanging(value.value for raw in raws.values() for value in raw.values())
        look = (key, within if hangs else None, *((one.slot, one.key, repr(one.value.value)) for one in changes))
        if look not in self._made:
            self._used.add(key)
            told = self.tables.told
            slots = self._check(key, raws, within)
            file, line = self.tables.at(key)
            made = Frame(name, slots, file, line)
            self._raws[id(made)] = made, key, raws
            if changes and self.tables.told > told:
                return made  # another row with the same fault is told of too
            self._made[look] = made
        if not changes:
            self._plain[name, within] = self._made[look]
        return self._made[look]

    def tell(self, frame: Frame, slot: Slot, word: str, message: str, hint: str = "") -> None:
        """Add a problem where a slot of a made frame got its key `word` from, else where the slot is defined.

        What a row of a table changed is told at the row, when it is about the place of the slot.
        """
        _, key, raws = self._raws[id(frame)]
        raw = raws.get(slot.name, {})
        around = {"x": ("x", "width", "rotate"), "y": ("y", "height", "rotate")}.get(word, ())
        changed = (raw[other] for other in around if other in raw and isinstance(raw[other].source, Cells))
        self.tables.tell(next(changed, None) or raw.get(word) or self.tables.home(key, slot.name), message, hint)

    def check_rest(self) -> None:
        """Look over the game's own frames that nothing uses; they may be incomplete, since others may extend them."""
        own = self.tables.sources[0]
        for name in own.raw if own else ():
            if (0, name) not in self._used:
                self._check((0, name), self._raw((0, name)), None)

    def _raw(self, key: FrameKey, changes: tuple[Change, ...] = ()) -> dict[str, Raw]:
        """Return what each slot of a frame holds as it was written, changes put in."""
        raws = {name: self.tables.slot(key, name) or {} for name in self.tables.slot_names(key)}
        for change in changes:
            raws[change.slot] = dict(raws[change.slot])
            self.tables.put(raws[change.slot], change.key, change.value)
        return raws

    def _check(self, key: FrameKey, raws: Mapping[str, Raw], within: Within | None) -> tuple[Slot, ...]:
        """Return the slots of a frame on a card of some size; of none (`within` None) it may be incomplete."""
        self._check_shape(key)
        if within and not raws:
            self.tables.tell(self.tables.definition(key), "the frame has no slots", f"write [{key[1]}.slots.title]")
        left_out = self.tables.left_out(key)
        drawn = {name: raw for name, raw in raws.items() if name not in left_out}
        if hanging(value.value for raw in raws.values() for value in raw.values()):
            said = {name: _written(raw) for name, raw in raws.items()}
            places = Places(said, within, self._teller(raws)) if within else None
            drawn = {name: self._lengths(name, raw, places) for name, raw in drawn.items()}
        homes = {name: self.tables.home(key, name) for name in drawn}
        made = [self._slot(homes[name], name, raw, within is not None) for name, raw in drawn.items()]
        return tuple(slot for slot in made if slot)

    def _teller(self, raws: Mapping[str, Raw]) -> Callable[[str, str, str, str], None]:
        return lambda slot, word, message, hint: self.tables.tell(raws[slot][word], message, hint)

    def _lengths(self, name: str, raw: Raw, places: Places | None) -> Raw:
        """Return a slot with its lengths found; what cannot be found is told and gets a stand-in."""
        found_: Raw = dict(raw)
        for word in PLACED:
            value = raw.get(word)
            if value is None or not isinstance(value.value, Sum):
                continue
            length = places.value(name, word) if places else STAND_IN
            if length is not None and places and not _possible(raw, word, length):
                message = f'"{value.value.text}" is {units.tidy(length)} mm on {places.within}; allowed: above 0'
                self.tables.tell(value, message)
                length = None
            found_[word] = Value(STAND_IN if length is None else length, value.source, value.path)
        return found_

    def _check_shape(self, key: FrameKey) -> None:
        """Tell what is wrong around the slots of a frame and of its parents."""
        frame = self.tables.definition(key)
        if not isinstance(frame.value, Mapping):
            hint = "a slot is written [frame.slots.slot]"
            self.tables.tell(frame, f"found {found(frame.value)}; allowed: a frame, which is a table", hint)
            return
        for word, value in frame.value.items():
            if word not in ("extends", "slots", "without"):
                hint = meant(word, ("extends", "slots", "without"))
                if isinstance(value, Mapping) and not hint:
                    hint = f"a slot is written [{key[1]}.slots.{word}]"
                self.tables.tell(frame.inner(word), "is not a key here; a frame has extends, without and slots", hint)
        slots = frame.inner("slots")
        if not isinstance(slots.value, Mapping | None):
            self.tables.tell(slots, f"found {found(slots.value)}; allowed: a table of slots")
        for name, slot in slots.value.items() if isinstance(slots.value, Mapping) else ():
            if not isinstance(slot, Mapping):
                self.tables.tell(slots.inner(name), f"found {found(slot)}; allowed: a slot, which is a table")
            elif "." in name:
                self.tables.tell(slots.inner(name), "the name of a slot holds no dot")
        for parent in self.tables.parents(key):
            self._check_shape(parent)

    def _slot(self, home: Value, name: str, raw: Raw, complete: bool) -> Slot | None:
        """Return the slot, None when it cannot be made; faults are told where their values were written."""
        kind = raw.get("kind")
        if kind is None:
            if complete and "extends" not in raw:
                self.tables.tell(home.inner("kind"), f"is missing; allowed: {listed(KINDS, 20)}")
            return None
        model = KINDS.get(kind.value) if isinstance(kind.value, str) else None
        if model is None:
            hint = meant(str(kind.value), KINDS)
            self.tables.tell(kind, f"{found(kind.value)} is not one of {listed(KINDS, 20)}", hint)
            return None
        sound = True

        def tell(path: KeyPath, message: str, hint: str) -> None:
            nonlocal sound
            sound = False
            word = str(path[0])
            if word in raw or (complete and "extends" not in raw):
                self.tables.tell(raw.get(word) or home.inner(word), message, hint)

        slot = read(model, {word: value.value for word, value in raw.items() if word != "extends"}, self.terms, tell)
        if slot is None:
            return None
        for word, message, hint in _faults(slot, raw) if sound else ():
            if complete or word in raw:
                self.tables.tell(raw.get(word) or home.inner(word), message, hint)
        return slot.made(name)


def _written(raw: Raw) -> dict[str, float | Sum | None]:
    """Return what a slot says of its place; None where what it says is wrong, which is told elsewhere."""
    said: dict[str, float | Sum | None] = {}
    for word in PLACED:
        value = raw[word].value if word in raw else 0.0
        try:
            said[word] = value if isinstance(value, Sum) else number(value, word)
        except ValueError:
            said[word] = None
    return said


def _possible(raw: Raw, word: str, length: float) -> bool:
    """Say whether a slot may be so long: all but lines have a width and a height."""
    return word in ("x", "y") or length > 0 or ("kind" in raw and raw["kind"].value == "line")


def _faults(slot: SlotTable, raw: Raw) -> list[tuple[str, str, str]]:
    """Return what is wrong between the keys of a slot."""
    faults = list(slot.faults())
    for word in ("text", "art"):
        if word in raw and "column" in raw and word in slot.hints():
            faults.append(("column", f"the slot has {word} and column; only one of the two can be shown", ""))
    return faults
