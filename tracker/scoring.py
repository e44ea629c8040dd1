"""Scores as values: a checked table in, reasons for points out, and the order of the seats. Pure; knows no game.

`tracker.tables` makes the Table, a module of `tracker.games` makes the Scores; ladder and bands here are the same for
every game and come from its manifest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, cast

from pnp.data.game import Band, Field, Rung
from pnp.data.words import Words
from tracker.speech import Speaker, say

Value: TypeAlias = "int | str | tuple[int, ...] | tuple[Entry, ...] | Entry | None"  # a flag is an int, as in Python


class NoField(KeyError):  # noqa: N818 (what there is, as NoRoom)
    """A field that was asked for and is not there: its id, and those that are."""


class Values(dict[str, Value]):
    """The values of an object by the ids of its fields. Raises NoField for another id."""

    def __missing__(self, key: str) -> Value:
        raise NoField(key, tuple(self))


@dataclass(frozen=True, slots=True)
class Entry:
    """The values of one object of a table by the ids of its fields; every field is there and has its right type.

    An entry of a log holds one key only; it has none when it could not be read. A log that is not there is None.
    """

    values: Mapping[str, Value]

    def count(self, key: str) -> int:
        """Return a count, or a flag as 0 or 1."""
        return int(cast("int", self.values[key]))

    def word(self, key: str) -> str:
        """Return the id of the option chosen, or the name of a seat."""
        return cast("str", self.values[key])

    def numbers(self, key: str) -> tuple[int, ...]:
        """Return a list of numbers, empty when the key is not there."""
        return cast("tuple[int, ...]", self.values.get(key, ()))

    def records(self, key: str) -> tuple[Entry, ...]:
        """Return the objects of a list or log; trailing ones may have been left out."""
        return cast("tuple[Entry, ...]", self.values[key] or ())

    def group(self, key: str) -> Entry:
        """Return the values of a group."""
        return cast("Entry", self.values[key])


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

    `field` is the JSON path of the value, such as `seats[0].fields[1].isolated`; `form` says to people who fill in a
    form what `message` says about JSON; `blank`: nothing was written there yet.
    """

    field: str
    message: Words
    warning: bool = False
    form: Words | None = None
    blank: bool = False

    def plain(self, lang: str) -> str:
        """Return the message for people."""
        return (self.form or self.message).get(lang)

    def text(self, lang: str) -> str:
        """Return path and message as one line."""
        return f"{self.field}: {self.message.get(lang)}" if self.field else self.message.get(lang)

    def __str__(self) -> str:
        return self.text("en")


class Referee(Speaker):
    """Says the texts of a rules module, and by them what is wrong at a JSON path."""

    def refuse(self, path: str, key: str, /, **values: object) -> RuleBroken:
        """Return what is not allowed at `path`."""
        return RuleBroken(path, self(key, **values))

    def warn(self, path: str, key: str, /, **values: object) -> RuleBroken:
        """Return what is odd at `path` and counts all the same."""
        return RuleBroken(path, self(key, **values), warning=True)


class Refused(ValueError):  # noqa: N818 (what happened to the table, as DoesNotFit)
    """Everything that is not allowed on one table."""

    def __init__(self, broken: Sequence[RuleBroken]) -> None:
        super().__init__("\n".join(map(str, broken)))
        self.broken = tuple(broken)


@dataclass(frozen=True, slots=True)
class Helper:
    """Something else to work out at the table: what it asks each seat for, and the answer line by line.

    `answer` may raise Refused. `rule` is the anchor of the section about it.
    """

    title: Words
    help: Words
    rule: str
    fields: tuple[Field, ...]
    answer: Callable[[Table], Iterable[Words]]


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
    steps = [(rung.measure, 1 if rung.best == "high" else -1) for rung in ladder]
    keys = [[score.measure(measure) * sign for measure, sign in steps] for score in scores]
    standings: list[Standing] = []
    for key in keys:
        others = [other for other in keys if other != key]
        needed = [[own == its for own, its in zip(key, other, strict=True)].index(False) for other in others]
        decided = ladder[max(needed)] if needed else None
        standings.append(Standing(1 + sum(other > key for other in keys), keys.count(key) > 1, decided))
    return tuple(standings)


def band(total: int, bands: Sequence[Band]) -> tuple[int, Band] | None:
    """Return the number (from 1) and the rating that `total` has reached; a boundary belongs to the higher one."""
    reached = [(number, each) for number, each in enumerate(bands, 1) if each.low is None or total >= each.low]
    return reached[-1] if reached else None


def plain(table: Table, fields: Sequence[Field]) -> tuple[Score, ...]:
    """Score a game without a rules module: each number times the `points` of its field; each number is a measure."""
    counted = [each for each in fields if each.kind in ("count", "flag", "list")]
    return tuple(
        Score(seat.name, tuple(_plain(seat, fields, "")), {each.id: _number(seat, each) for each in counted})
        for seat in table.seats
    )


def _plain(entry: Entry, fields: Sequence[Field], row: str) -> Iterator[Line]:
    for each in fields:
        if each.id not in entry.values:
            continue
        if each.kind in ("records", "log"):
            for place, inner in enumerate(entry.records(each.id)):
                yield from _plain(inner, each.fields, each.rows[place] if each.rows else str(place + 1))
        elif each.kind == "group":
            yield from _plain(entry.group(each.id), each.fields, row)
        elif each.points and each.kind != "choice":
            number = _number(entry, each)
            label = Words(tuple((lang, f"{row}: {text}" if row else text) for lang, text in each.title.texts))
            signed, points = (str(count).replace("-", "−") for count in (number, each.points))
            reckoning = say("table_plain", number=signed, points=points)
            yield Line(label, reckoning, number * each.points, each.rule)


def _number(entry: Entry, each: Field) -> int:
    return sum(entry.numbers(each.id)) if each.kind == "list" else entry.count(each.id)
