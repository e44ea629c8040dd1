"""Scores as values: a checked table in, reasons for points out, and the order of the seats. Pure; knows no game.

`tracker.tables` makes the Table, a module of `tracker.games` makes the Scores; ladder and bands here are the same for
every game and come from its manifest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar

from pnp.data.game import Band, Field, Rung
from pnp.data.words import Words
from tracker.speech import say

Value: TypeAlias = "int | str | tuple[int, ...] | tuple[Entry, ...]"  # a flag is an int, as in Python
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Entry:
    """The values of one object of a table by the ids of its fields; every field is there and has its right type."""

    values: Mapping[str, Value]

    def _typed(self, key: str, kind: type[V]) -> V:
        value = self.values[key]
        if not isinstance(value, kind):
            raise TypeError(f"{key} is {value!r}, not a {kind.__name__}")
        return value

    def count(self, key: str) -> int:
        """Return a count, or a flag as 0 or 1."""
        return int(self._typed(key, int))

    def word(self, key: str) -> str:
        """Return the id of the option chosen."""
        return self._typed(key, str)

    def numbers(self, key: str) -> tuple[int, ...]:
        """Return a list of numbers."""
        return tuple(number for number in self._typed(key, tuple) if isinstance(number, int))

    def records(self, key: str) -> tuple[Entry, ...]:
        """Return the objects of a list of objects; trailing ones may have been left out."""
        return tuple(entry for entry in self._typed(key, tuple) if isinstance(entry, Entry))


@dataclass(frozen=True, slots=True)
class Seat(Entry):
    """What one player wrote down."""

    name: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """All seats of one finished game, in the order they were given; `variant` is an id from the manifest."""

    game: str
    variant: str
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """One reason for points: what was counted, how it was reckoned with the numbers put in, and the rule's anchor."""

    label: Words
    sum: Words
    points: int
    rule: str


@dataclass(frozen=True, slots=True)
class Score:
    """The lines of one seat; `measures` are further numbers that the ranking ladder may ask for."""

    name: str
    lines: tuple[Line, ...]
    measures: Mapping[str, int] = field(default_factory=dict)

    @property
    def total(self) -> int:
        """Return the sum of the lines; nothing else makes a total."""
        return sum(line.points for line in self.lines)

    def measure(self, name: str) -> int:
        """Return the number a rung compares; "total" is always there."""
        return self.total if name == "total" else self.measures[name]


@dataclass(frozen=True, slots=True)
class RuleBroken:
    """A table that was understood and is not allowed, or (`warning`) is odd and counted all the same.

    `field` is the JSON path of the value, such as `seats[0].fields[1].isolated`.
    """

    field: str
    message: Words
    warning: bool = False

    def text(self, lang: str) -> str:
        """Return path and message as one line."""
        return f"{self.field}: {self.message.get(lang)}" if self.field else self.message.get(lang)

    def __str__(self) -> str:
        return self.text("en")


class Refused(ValueError):  # noqa: N818 (what happened to the table, as DoesNotFit)
    """Everything that is not allowed on one table."""

    def __init__(self, broken: Sequence[RuleBroken]) -> None:
        super().__init__("\n".join(map(str, broken)))
        self.broken = tuple(broken)


@dataclass(frozen=True, slots=True)
class Standing:
    """The place of one seat. `decided` is the lowest rung that was needed to tell it from another seat, if any was."""

    rank: int
    shared: bool
    decided: Rung | None


def ranked(scores: Sequence[Score], ladder: Sequence[Rung]) -> tuple[Standing, ...]:
    """Place the seats by the ladder, in the order given; equal on every rung share a place and the next is skipped.

    Neither the order of the seats nor their names decide anything.
    """
    keys = [
        tuple(score.measure(rung.measure) * (1 if rung.best == "high" else -1) for rung in ladder) for score in scores
    ]
    return tuple(
        Standing(1 + sum(other > key for other in keys), keys.count(key) > 1, _decided(key, keys, ladder))
        for key in keys
    )


def _decided(key: tuple[int, ...], keys: Sequence[tuple[int, ...]], ladder: Sequence[Rung]) -> Rung | None:
    needed = [
        next(step for step, (own, its) in enumerate(zip(key, other, strict=True)) if own != its)
        for other in keys
        if other != key
    ]
    return ladder[max(needed)] if needed else None


def band(total: int, bands: Sequence[Band]) -> tuple[int, Band] | None:
    """Return the number (from 1) and the rating that `total` has reached; a boundary belongs to the higher one."""
    reached = [(number, each) for number, each in enumerate(bands, 1) if each.low is None or total >= each.low]
    return reached[-1] if reached else None


def plain(table: Table, fields: Sequence[Field]) -> tuple[Score, ...]:
    """Score a game without a rules module: each number times the `points` of its field; each number is a measure."""
    counted = [each for each in fields if each.kind not in ("records", "choice")]
    return tuple(
        Score(seat.name, tuple(_plain(seat, fields, "")), {each.id: _number(seat, each) for each in counted})
        for seat in table.seats
    )


def _plain(entry: Entry, fields: Sequence[Field], row: str) -> Iterator[Line]:
    for each in fields:
        if each.kind == "records":
            for place, inner in enumerate(entry.records(each.id)):
                yield from _plain(inner, each.fields, each.rows[place] if each.rows else str(place + 1))
        elif each.points and each.kind != "choice":
            number = _number(entry, each)
            label = Words(tuple((lang, f"{row}: {text}" if row else text) for lang, text in each.title.texts))
            reckoning = say("table_plain", number=number, points=each.points)
            yield Line(label, reckoning, number * each.points, each.rule)


def _number(entry: Entry, each: Field) -> int:
    return sum(entry.numbers(each.id)) if each.kind == "list" else entry.count(each.id)
