"""Reads the build profiles of a game: `[profiles.NAME]` of game.toml. Part of reading; knows no command line.

Keys are the long options of `pnp build`, with underscores. No `from __future__ import annotations` here: the
annotations are used.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, ClassVar, Literal

from pnp.data.load.lists import Names
from pnp.data.load.table import Table
from pnp.data.load.types import Check, Language, Length, Name, Refused, Terms, Whole, wrong
from pnp.data.load.words import Flag, MaybeText, Sentence
from pnp.data.paper import Paper
from pnp.data.profile import Option, Profile
from pnp.data.source import Source
from pnp.data.where import KeyPath
from pnp.errors import DataError
from pnp.near import listed, meant
from pnp.values import dataclass

TABLE = "profiles"
LONGEST = "longest"
FURTHEST = 50.0  # mm: no sheet has margins for longer marks


class Arm(Check):
    """The arms of registration marks: a length, or the word longest."""

    json: ClassVar[dict[str, object]] = {"type": ["number", "string"]}

    def read(self, value: object, terms: Terms) -> float | str:
        if isinstance(value, str) and not any(letter.isdigit() for letter in value):
            if value == LONGEST:
                return value
            raise wrong(value, f"a length from 5 to 20 mm or {LONGEST}", meant(value, (LONGEST,)))
        return Length(5, 20).read(value, terms)


class ProfileTable(Table):
    """One profile. What is left out is as usual, or as on the command line."""

    extends: MaybeText = ""
    pieces: Annotated[tuple[str, ...], Names(1)] | None = None
    pack: Flag | None = None
    serials: Annotated[tuple[str, ...], Names(1)] | None = None
    count: Annotated[int, Whole(1, 500)] | None = None
    link: Sentence | None = None
    paper: Sentence | None = None
    flip: Literal["long", "short"] | None = None
    backs: Literal["duplex", "none", "stacked", "reversed", "fold"] | None = None
    printer: Sentence | None = None
    marks: Literal["crop", "lines", "both", "none"] | None = None
    mark_length: Annotated[float, Length(1, FURTHEST)] | None = None
    mark_offset: Annotated[float, Length(0, FURTHEST)] | None = None
    bleed: Literal["own", "shared", "none"] | None = None
    corners: Annotated[float, Length(0, FURTHEST)] | None = None
    cutter: Literal["silhouette", "silhouette4"] | None = None
    cutter_arm: Annotated[float | str, Arm()] | None = None
    cut_plan: Flag | None = None
    lang: Annotated[str, Language()] | None = None
    ink: Literal["full", "low"] | None = None

    def given(self) -> dict[str, Option]:
        """Return the options that the profile itself says."""
        values = ((key, getattr(self, key)) for key in options())
        return {key: value for key, value in values if value is not None}


def options() -> tuple[str, ...]:
    """Return the options that a profile may hold."""
    return tuple(key for key in ProfileTable.hints() if key != "extends")


@dataclass(frozen=True, slots=True)
class Known:
    """What the options of a profile are checked against."""

    languages: Sequence[str]
    pieces: Sequence[str]
    paper: Callable[[str], Paper]


def profiles(tables: Mapping[str, ProfileTable], source: Source, known: Known) -> tuple[Profile, ...]:
    """Return the profiles of a manifest in its order; what is wrong with them is told."""
    for name, table in tables.items():
        _check(name, table, source, known)
    found: list[Profile] = []
    for name in tables:
        given: dict[str, Option] = {}
        for each in reversed([*_line(name, tables, source)]):
            given |= tables[each].given()
        found.append(Profile(name, given, source.line((TABLE, name))))
    return tuple(found)


def _line(name: str, tables: Mapping[str, ProfileTable], source: Source) -> Iterator[str]:
    """Yield a profile and those that it extends, one after the other."""
    passed: list[str] = []
    while name:
        passed.append(name)
        yield name
        path, wanted = (TABLE, name, "extends"), tables[name].extends
        if wanted in passed:
            if name == passed[0] or wanted == passed[0]:  # once, at the profiles of the circle
                source.tell(path, f"the profiles go round in a circle: {' → '.join((*passed, wanted))}")
            return
        if wanted and wanted not in tables:
            if len(passed) == 1:
                others = [other for other in tables if other != name]
                hint = meant(wanted, others) or (f"the profiles are {listed(others)}" if others else "")
                source.tell(path, f'"{wanted}" is not a profile', hint)
            return
        name = wanted


def _check(name: str, table: ProfileTable, source: Source, known: Known) -> None:
    path: KeyPath = (TABLE, name)
    try:
        Name().read(name, Terms())
    except Refused as refused:
        source.tell(path, str(refused), refused.hint)
    if table.lang is not None and table.lang not in known.languages:
        message = f'"{table.lang}" is not a language of the game; it has {listed(known.languages)}'
        source.tell((*path, "lang"), message, meant(table.lang, known.languages))
    for piece in table.pieces or ():
        if piece not in known.pieces:
            hint = meant(piece, known.pieces) or f"the pieces are {listed(known.pieces)}"
            source.tell((*path, "pieces"), f'no piece "{piece}"', hint)
    if table.paper is not None:
        try:
            known.paper(table.paper)
        except DataError as error:
            for problem in error.problems:
                source.tell((*path, "paper"), problem.message, problem.hint)
