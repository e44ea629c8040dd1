"""From frames.toml to frames: each slot with all it inherits is read through the model of its kind and made.

What a slot needs from a deck or sheet (columns, pictures, room) is checked in `pnp.data.load.decks`.
"""

from __future__ import annotations

from collections.abc import Mapping

from pnp.data.frame import Frame, Slot
from pnp.data.inherit import FrameKey, Inheritance, Raw, Value
from pnp.data.load.errors import read
from pnp.data.load.slots import KINDS, SlotTable
from pnp.data.load.types import Terms, found
from pnp.data.source import Source
from pnp.data.where import KeyPath
from pnp.near import listed, meant


class Frames:
    """All frames a game may use. A frame is made when it is asked for."""

    def __init__(self, own: Source | None, shared: Source | None, terms: Terms) -> None:
        self.tables = Inheritance(own, shared)
        self.terms = terms
        self._made: dict[FrameKey, Frame] = {}
        self._raws: dict[str, Mapping[str, Raw]] = {}

    def names(self) -> list[str]:
        """Return the names of all frames, the game's own first."""
        return self.tables.names()

    def frame(self, name: str) -> Frame | None:
        """Return a frame by name, with everything that is wrong in it told; None when there is no such frame."""
        key = self.tables.find(name)
        if key is None:
            return None
        if key not in self._made:
            slots = self._check(key, complete=True)
            place = self.tables.definition(key)
            self._made[key] = Frame(name, slots, place.source.shown, place.source.line(place.path))
        return self._made[key]

    def tell(self, frame: Frame, slot: Slot, word: str, message: str, hint: str = "") -> None:
        """Add a problem where a slot of a made frame got its key `word` from, else where the slot is defined."""
        raw = self._raws[frame.name].get(slot.name, {})
        key = self.tables.find(frame.name)
        if key is not None:
            self.tables.tell(raw.get(word) or self.tables.home(key, slot.name), message, hint)

    def check_rest(self) -> None:
        """Look over the game's own frames that nothing uses; they may be incomplete, since others may extend them."""
        own = self.tables.sources[0]
        for name in own.raw if own else ():
            if (0, name) not in self._made:
                self._check((0, name), complete=False)

    def _check(self, key: FrameKey, complete: bool) -> tuple[Slot, ...]:
        self._check_shape(key)
        raws = {name: self.tables.slot(key, name) or {} for name in self.tables.slot_names(key)}
        if complete:
            self._raws[key[1]] = raws
            if not raws:
                self.tables.tell(self.tables.definition(key), "the frame has no slots", f"write [{key[1]}.slots.title]")
        made = [self._slot(self.tables.home(key, name), name, raw, complete) for name, raw in raws.items()]
        return tuple(slot for slot in made if slot)

    def _check_shape(self, key: FrameKey) -> None:
        """Tell what is wrong around the slots of a frame and of its parents."""
        frame = self.tables.definition(key)
        if not isinstance(frame.value, Mapping):
            hint = "a slot is written [frame.slots.slot]"
            self.tables.tell(frame, f"found {found(frame.value)}; allowed: a frame, which is a table", hint)
            return
        for word, value in frame.value.items():
            if word not in ("extends", "slots"):
                hint = meant(word, ("extends", "slots"))
                if isinstance(value, Mapping) and not hint:
                    hint = f"a slot is written [{key[1]}.slots.{word}]"
                self.tables.tell(frame.inner(word), "is not a key here; a frame has extends and slots", hint)
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
                self.tables.tell(home.inner("kind"), f"is missing; allowed: {listed(KINDS)}")
            return None
        model = KINDS.get(kind.value) if isinstance(kind.value, str) else None
        if model is None:
            hint = meant(str(kind.value), KINDS)
            self.tables.tell(kind, f"{found(kind.value)} is not one of {listed(KINDS)}", hint)
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


def _faults(slot: SlotTable, raw: Raw) -> list[tuple[str, str, str]]:
    """Return what is wrong between the keys of a slot."""
    faults = list(slot.faults())
    for word in ("text", "art"):
        if word in raw and "column" in raw and word in slot.hints():
            faults.append(("column", f"the slot has {word} and column; only one of the two can be shown", ""))
    return faults
