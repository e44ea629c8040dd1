"""What frames and slots inherit, on the tables as they were written: `extends`, slots defined again, relative numbers.

Order of a frame's slots: those of its parents first, in the order of `extends`, then its own, each where its name first
occurs. Of two parents with a slot of one name the later one wins. A slot that a frame defines again keeps what it
inherited under that name, unless it names other slots in `extends` or is of another kind. Every value remembers where
it was written, so that a mistake is told there and not in each place that inherits it. A frame may leave out slots that
it inherits with `without`; others still find their places by them. Knows no kind of slot.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Protocol, TypeAlias

from pnp import units
from pnp.data import anchors
from pnp.data.source import Source
from pnp.data.where import KeyPath
from pnp.expressions import expression
from pnp.near import listed, meant
from pnp.values import dataclass

LENGTHS = (
    *anchors.PLACED,
    "stroke_width",
    "radius",
    "pitch",
    "box_height",
    "gap",
    "edge",
    "padding",
    "row_height",
)  # mm
SIZES = ("size", "smallest", "label_size", "text_size")  # points
COUNTS = ("columns", "rows", "count", "of", "skip", "first", "step", "header")
NUMERIC = frozenset((*LENGTHS, *SIZES, *COUNTS, "rotate", "weight", "leading", "tracking"))
RELATIVE = expression(r"\s*([-+*])=\s*(\S.*?)\s*", re.DOTALL)

FrameKey: TypeAlias = tuple[int, str]
"""In which file (0: the game's, 1: the shared one) and under which name a frame stands."""


class Writing(Protocol):
    """Where values were written: a file of TOML, or a table of cards whose columns change slots."""

    @property
    def shown(self) -> str: ...
    def tell(self, path: KeyPath, message: str, hint: str = "") -> None: ...


@dataclass(frozen=True, slots=True)
class Value:
    """What a key holds, and where that was written."""

    value: object
    source: Writing
    path: KeyPath

    def inner(self, word: str) -> Value:
        """Return the value of a key in this table, None when there is none."""
        table = self.value if isinstance(self.value, Mapping) else {}
        return Value(table.get(word), self.source, (*self.path, word))


Raw: TypeAlias = dict[str, Value]
Trail: TypeAlias = tuple[tuple[FrameKey, str], ...]


class Inheritance:
    """The frames of a game's file and of the shared file. Each fault is told once."""

    def __init__(self, own: Source | None, shared: Source | None) -> None:
        self.sources = (own, shared)
        self._told: set[tuple[str, KeyPath, str]] = set()
        self._parents: dict[FrameKey, tuple[FrameKey, ...]] = {}
        self._own: dict[FrameKey, Mapping[str, Value]] = {}
        self._slots: dict[tuple[FrameKey, str], Raw] = {}

    def tell(self, value: Value, message: str, hint: str = "") -> None:
        """Add a problem at the place of a value."""
        key = (value.source.shown, value.path, message)
        if key not in self._told:
            self._told.add(key)
            value.source.tell(value.path, message, hint)

    @property
    def told(self) -> int:
        """How many faults were told so far."""
        return len(self._told)

    def at(self, key: FrameKey) -> tuple[str, int]:
        """Return the file and the line where a frame stands."""
        source = self.sources[key[0]]
        return (source.shown, source.line((key[1],))) if source else ("", 0)

    def names(self) -> list[str]:
        """Return the names of all frames, the game's own first."""
        return list(dict.fromkeys(name for source in self.sources if source for name in source.raw))

    def find(self, name: str, seen_from: FrameKey | None = None) -> FrameKey | None:
        """Return where the frame `name` stands; a shared frame sees only shared ones, and no frame sees itself."""
        for number, source in enumerate(self.sources):
            if source is None or name not in source.raw:
                continue
            if seen_from is None or (number >= seen_from[0] and (number, name) != seen_from):
                return number, name
        return None

    def definition(self, key: FrameKey) -> Value:
        """Return the frame as it was written."""
        source = self.sources[key[0]]
        if source is None:
            raise AssertionError(f"{key} was found in a file that does not exist")
        return Value(source.raw[key[1]], source, (key[1],))

    def parents(self, key: FrameKey) -> tuple[FrameKey, ...]:
        """Return the frames that `key` extends; unknown ones and circles are told and left out."""
        if key in self._parents:
            return self._parents[key]
        found: list[FrameKey] = []
        for name, place in self.references(self.definition(key)):
            parent = self.find(name, key)
            if name == key[1] and parent is None:
                self.tell(place, "a frame cannot extend itself")
            elif parent is None:
                known = [other for other in self.names() if other != key[1]]
                self.tell(place, f'"{name}" is not a frame', meant(name, known) or f"the frames are {listed(known)}")
            elif circle := self._way(parent, key):
                if key == min(circle):
                    names = " → ".join(other for _, other in (key, *circle))
                    self.tell(place, f"the frames extend each other in a circle: {names}")
            else:
                found.append(parent)
        self._parents[key] = tuple(found)
        return self._parents[key]

    def _way(self, start: FrameKey, goal: FrameKey) -> tuple[FrameKey, ...]:
        """Return the frames from `start` to `goal` along `extends`, both included; none when there is no way."""
        ways: list[tuple[FrameKey, ...]] = [(start,)]
        seen = {start}
        while ways:
            way = ways.pop(0)
            if way[-1] == goal:
                return way
            for name, _ in self.references(self.definition(way[-1]), quiet=True):
                parent = self.find(name, way[-1])
                if parent and parent not in seen:
                    seen.add(parent)
                    ways.append((*way, parent))
        return ()

    def references(self, holder: Value, quiet: bool = False) -> list[tuple[str, Value]]:
        """Return the names in the `extends` of a frame or slot, each with its place."""
        written = holder.inner("extends")
        if written.value is None:
            return []
        names: list[tuple[str, Value]] = []
        many = isinstance(written.value, list)
        for number, name in enumerate(written.value if isinstance(written.value, list) else [written.value]):
            place = Value(name, holder.source, (*written.path, number) if many else written.path)
            if isinstance(name, str) and name.strip():
                names.append((name.strip(), place))
            elif not quiet:
                self.tell(place, "found something else than a name; allowed: a name in quotes, or a list of names")
        return names

    def own(self, key: FrameKey) -> Mapping[str, Value]:
        """Return the slots that the frame itself defines."""
        if key not in self._own:
            slots = self.definition(key).inner("slots")
            table = slots.value if isinstance(slots.value, Mapping) else {}
            self._own[key] = {name: slots.inner(name) for name, slot in table.items() if isinstance(slot, Mapping)}
        return self._own[key]

    def slot_names(self, key: FrameKey) -> list[str]:
        """Return the names of the frame's slots in drawing order, those it leaves out too."""
        names = [name for parent in self.parents(key) for name in self.slot_names(parent)]
        return list(dict.fromkeys([*names, *self.own(key)]))

    def left_out(self, key: FrameKey) -> set[str]:
        """Return the slots that the frame has and does not draw: `without` names them, it or where they come from."""
        found = {name for parent in self.parents(key) for name in self.left_out(parent)} - set(self.own(key))
        written = self.definition(key).inner("without")
        if written.value is None:
            return found
        names = written.value if isinstance(written.value, list) else [written.value]
        inherited = [name for parent in self.parents(key) for name in self.slot_names(parent)]
        for number, name in enumerate(names):
            path = (*written.path, number) if isinstance(written.value, list) else written.path
            place = Value(name, written.source, path)
            if not isinstance(name, str):
                self.tell(place, "found something else than a name; allowed: the name of a slot, or a list of names")
            elif name not in inherited:
                hint = meant(name, inherited) or (
                    f"it inherits {listed(dict.fromkeys(inherited))}" if inherited else ""
                )
                self.tell(place, f'the frame inherits no slot "{name}" that could be left out', hint)
            elif name in self.own(key):
                self.tell(place, f'the frame defines the slot "{name}" itself')
            else:
                found.add(name)
        return found

    def home(self, key: FrameKey, name: str) -> Value:
        """Return the definition of a slot that counts in this frame."""
        own = self.own(key).get(name)
        if own is not None:
            return own
        parents = [parent for parent in reversed(self.parents(key)) if name in self.slot_names(parent)]
        return self.home(parents[0], name) if parents else self.definition(key)

    def slot(self, key: FrameKey, name: str, trail: Trail = ()) -> Raw | None:
        """Return what the slot holds with all it inherits; None when the frame has no such slot.

        The key `extends` is only left where it leads nowhere: then something else may be missing too.
        """
        if (key, name) in self._slots:
            return self._slots[key, name]
        own = self.own(key).get(name)
        if own is None:
            return self._inherited(key, name, trail)
        values: Raw = {}
        references = self.references(own)
        for reference, place in references:
            base = self._base((key, name), reference, place, trail)
            values.update({"extends": place} if base is None else base)
        table = own.value if isinstance(own.value, Mapping) else {}
        if not references:
            inherited = self._inherited(key, name, trail) or {}
            kind = inherited["kind"].value if "kind" in inherited else None
            values.update(inherited if table.get("kind", kind) == kind else {})
        for word, other in (("text", "column"), ("art", "column"), ("column", "text"), ("column", "art")):
            if word in table and other not in table:
                values.pop(other, None)  # a fixed text replaces an inherited column, and the other way round
        for word in table:
            if word != "extends":
                self.put(values, word, own.inner(word))
        self._slots[key, name] = values
        return values

    def _inherited(self, key: FrameKey, name: str, trail: Trail) -> Raw | None:
        """Return the slot as the frame's parents have it, the last parent first."""
        for parent in reversed(self.parents(key)):
            values = self.slot(parent, name, trail)
            if values is not None:
                return values
        return None

    def _base(self, here: tuple[FrameKey, str], reference: str, place: Value, trail: Trail) -> Raw | None:
        """Return the slot that `extends` names: a slot of this frame, its own inherited one, or "frame.slot"."""
        key, name = here
        frame, _, slot = reference.rpartition(".")
        target = self.find(frame, (key[0], "")) if frame else key
        if target is None:
            self.tell(place, f'"{frame}" is not a frame', meant(frame, self.names()))
            return None
        if (target, slot) == here:
            values = self._inherited(key, name, trail)
        elif (target, slot) in trail:
            circle = [*trail[trail.index((target, slot)) :], here, (target, slot)]
            names = " → ".join(f"{other[1]}.{part}" for other, part in circle)
            self.tell(place, f"the slots extend each other in a circle: {names}")
            return None
        else:
            values = self.slot(target, slot, (*trail, here))
        if values is None:
            slots = [other for other in self.slot_names(target) if (target, other) != here]
            hint = meant(slot, slots) or f"it has {listed(slots)}"
            self.tell(place, f'the frame "{target[1]}" has no slot "{slot}" to extend', hint)
        return values

    def put(self, values: Raw, word: str, new: Value) -> None:
        """Set a key, or count it from the inherited value when it is a relative number."""
        match = RELATIVE.fullmatch(new.value) if isinstance(new.value, str) and word in NUMERIC else None
        if not match:
            values[word] = self._summed(new) if word in anchors.PLACED else new
            return
        old = values.get(word)
        if old is None:
            if "extends" not in values:
                self.tell(new, f'"{new.value}" has nothing to count from: the slot inherits no {word}')
            return
        if word in anchors.PLACED and (isinstance(old.value, anchors.Sum) or anchors.is_sum(match[2])):
            values[word] = self._counted(old, match, new)
            return
        try:
            amount = number(match[2], "rotate" if match[1] == "*" else word)
        except ValueError:
            self.tell(new, f'"{new.value}" is not a relative number', 'write for example "+=4mm", "-=1" or "*=0.5"')
            return
        try:
            start = number(old.value, word)
        except ValueError:
            return  # the inherited value is told where it stands
        result = start * amount if match[1] == "*" else start + amount if match[1] == "+" else start - amount
        rounded = round(result, 9)
        values[word] = Value(int(rounded) if rounded == int(rounded) else rounded, new.source, new.path)

    def _summed(self, new: Value) -> Value:
        """Return the value with what was meant as a sum of lengths and edges read as one."""
        if not isinstance(new.value, str) or not anchors.is_sum(new.value):
            return new
        try:
            return Value(anchors.parse(new.value), new.source, new.path)
        except anchors.NoSum as error:
            self.tell(new, str(error), error.hint)
            return Value(1.0, new.source, new.path)

    def _counted(self, old: Value, match: re.Match[str], new: Value) -> Value:
        """Return a place that counts from an inherited one where either of them hangs on other places."""
        try:
            start = old.value if isinstance(old.value, anchors.Sum) else anchors.fixed(number(old.value, "x"))
        except ValueError:
            return old  # told where it stands
        try:
            if match[1] == "*":
                return Value(start.times(number(match[2], "rotate")), new.source, new.path)
            return Value(start.plus(anchors.parse(match[2]), 1.0 if match[1] == "+" else -1.0), new.source, new.path)
        except anchors.NoSum as error:
            self.tell(new, str(error), error.hint)
        except ValueError:
            self.tell(new, f'"{new.value}" is not a relative number', 'write for example "+=4mm", "-=1" or "*=0.5"')
        return old


def number(value: object, word: str) -> float:
    """Return a value in the unit of its key: mm for lengths, points for sizes of text. Raises ValueError."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise ValueError("not a number")
    if word in LENGTHS:
        return units.length(value)
    if word in SIZES and isinstance(value, str):
        bare = re.fullmatch(r"[+-]?[\s\d.,]+", value)
        return units.length(f"{value}pt" if bare else value) * units.PT_PER_MM
    return float(value)
