"""From JSON to a result: reads a table by the fields of the game's manifest, has it checked and scored, ranks it.

Everything wrong with a table is found in one go. Knows no game, no page and no file.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pnp.data.game import Band, Field, Game, Json, Scoring
from pnp.data.words import Words
from pnp.near import near
from tracker.games import rules_of
from tracker.scoring import Entry, Refused, RuleBroken, Score, Seat, Standing, Table, Value, band, plain, ranked
from tracker.speech import say, shown

MOST = 999_999  # for a count whose field has no limit of its own
MOST_LETTERS = 60  # of a name
MOST_RECORDS = 100  # of a list whose field has no limit of its own
NOTHING: Mapping[str, Value] = {"count": 0, "flag": 0, "list": (), "records": ()}
NOTHING_ELSE: Mapping[str, Sequence[str]] = {}


@dataclass(frozen=True, slots=True)
class Result:
    """A scored table; every tuple holds the seats in the order of the table."""

    table: Table
    scores: tuple[Score, ...]
    standings: tuple[Standing, ...]
    bands: tuple[tuple[int, Band] | None, ...]
    warnings: tuple[RuleBroken, ...]

    def answer(self, lang: str = "en") -> dict[str, Json]:
        """Return the result as JSON; keys stay English, texts are in `lang`."""
        scores: list[Json] = []
        for score, standing, reached in zip(self.scores, self.standings, self.bands, strict=True):
            one: dict[str, Json] = {"name": score.name, "total": score.total, "rank": standing.rank}
            if reached:
                one["band"] = {"index": reached[0], "name": reached[1].title.get(lang)}
            one["lines"] = [{"label": x.label.get(lang), "points": x.points, "rule": x.rule} for x in score.lines]
            scores.append(one)
        return {"scores": scores, "warnings": [warning.text(lang) for warning in self.warnings]}


def settle(data: Json, game: Game, extra: Sequence[RuleBroken] = ()) -> Result:
    """Check and score one table. Raises Refused with everything that is not allowed, `extra` included."""
    scoring = game.scoring
    if scoring is None:
        raise Refused([RuleBroken("game", say("table_no_score"))])
    rules = rules_of(game.slug)
    more: Sequence[str] = getattr(rules, "KEYS", ())
    if rules and more:
        data, misfits = rules.fill(data)
        extra = (*extra, *misfits)
    reader = _Reader(game.slug, scoring, more)
    table = reader.table(data)
    found: Sequence[RuleBroken] = tuple(rules.check(table)) if rules and hasattr(rules, "check") else ()
    broken = [*reader.broken, *extra, *(each for each in found if not each.warning and not reader.doubts(each.field))]
    if broken:
        raise Refused(broken)
    scores = tuple(rules.score(table)) if rules else plain(table, scoring.fields)
    rated = next((variant.bands for variant in scoring.variants if variant.id == table.variant), True)
    bands = tuple(band(score.total, scoring.bands) if rated else None for score in scores)
    warnings = tuple(each for each in found if each.warning)
    return Result(table, scores, ranked(scores, scoring.ranking_in(table.variant)), bands, warnings)


def decoded(text: str) -> Json:
    """Read JSON strictly: no repeated keys, no NaN, no depth without end. Raises Refused with one sentence."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        keys = [key for key, _ in pairs]
        for key in keys:
            if keys.count(key) > 1:
                raise ValueError(f"the key {shown(key)} stands twice in one object")
        return dict(pairs)

    def no_number(word: str) -> float:
        raise ValueError(f"{word} is no number")

    try:
        data: Json = json.loads(text, object_pairs_hook=once, parse_constant=no_number)
    except RecursionError:
        raise Refused([RuleBroken("", say("table_deep"))]) from None
    except ValueError as error:
        raise Refused([RuleBroken("", say("table_no_json", error=error))]) from None
    return data


@dataclass(slots=True)
class _Reader:
    """Turns JSON into a Table and collects what is wrong; a bad value is replaced by one its field could have."""

    slug: str
    scoring: Scoring
    more: Sequence[str] = ()  # further keys of a table
    variant: str = ""
    broken: list[RuleBroken] = field(default_factory=list)
    unsure: set[str] = field(default_factory=set)  # seats with a value that could not be read at all

    def doubts(self, where: str) -> bool:
        """Say whether a rule about `where` may only seem broken, because a value could not be read."""
        return where.partition(".")[0] in self.unsure or any(where == each.field for each in self.broken)

    def table(self, data: Json) -> Table:
        given = self._keys(data, "", ("game", "variant", "seats", *self.more))
        if given is None:
            return Table(self.slug, "", ())
        variants = [variant.id for variant in self.scoring.variants] or ["standard"]
        if given.get("game", self.slug) != self.slug:
            self._found("game", given["game"], self.slug)
        variant = given.get("variant", variants[0])
        if variant not in variants:
            self._found("variant", variant, ", ".join(variants), hint=_hint(variant, variants))
        meant = near(variant, variants) if isinstance(variant, str) else ""
        self.variant = meant or variants[0]
        low, high = self.scoring.seats
        seats = given.get("seats")
        if not isinstance(seats, list):
            self._found("seats", seats, say("table_list"), "seats" not in given)
            seats = []
        elif not low <= len(seats) <= high:
            self._found("seats", len(seats), _range(low, high))
        read = tuple(self._seat(seat, f"seats[{number}]") for number, seat in enumerate(seats[:high]))
        self._names(read)
        return Table(self.slug, self.variant, read)

    def _seat(self, data: Json, where: str) -> Seat:
        fields = self.scoring.fields_in(self.variant)
        others = {each.id: each.variants for each in self.scoring.fields if each not in fields}
        given = self._keys(data, where, ("name", *(each.id for each in fields)), others)
        if given is None:
            return Seat(self._anything(fields))
        name = given.get("name")
        if not isinstance(name, str) or not _printable(name.strip()):
            self._found(f"{where}.name", name, say("table_name", most=MOST_LETTERS), "name" not in given)
            name = ""
        return Seat(self._values(given, fields, where, 0), unicodedata.normalize("NFC", name.strip()))

    def _names(self, seats: Sequence[Seat]) -> None:
        taken: set[str] = set()
        for number, seat in enumerate(seats):
            key = " ".join(unicodedata.normalize("NFKC", seat.name).casefold().split())
            if key and key in taken:
                text = say("table_same_name", found=shown(seat.name))
                self.broken.append(RuleBroken(f"seats[{number}].name", text))
            taken.add(key)

    def _keys(
        self, data: Json, where: str, allowed: Sequence[str], others: Mapping[str, Sequence[str]] = NOTHING_ELSE
    ) -> dict[str, Json] | None:
        if not isinstance(data, dict):
            self._unread(where, data, say("table_object"))
            return None
        for key in data:
            if key not in allowed:
                text = say("table_unknown", allowed=", ".join(allowed), hint=_hint(key, allowed))
                if other := others.get(key):
                    text = say("table_variant", variant=self.variant, allowed=", ".join(other))
                name = key if key.isidentifier() else shown(key)
                self.broken.append(RuleBroken(f"{where}.{name}".lstrip("."), text))
        return data

    def _anything(self, fields: Sequence[Field], row: int = 0) -> dict[str, Value]:
        """Return values for an object that is none; what is wrong with it was told."""
        return _Reader(self.slug, self.scoring, variant=self.variant)._values({}, fields, "", row)

    def _values(self, given: Mapping[str, Json], fields: Sequence[Field], where: str, row: int) -> dict[str, Value]:
        longer = any(given.get(each.id) is not None for each in fields if self.variant in each.aside)
        return {
            each.id: self._value(each, given, f"{where}.{each.id}", row, longer == (self.variant in each.aside))
            for each in fields
        }

    def _value(self, each: Field, given: Mapping[str, Json], where: str, row: int, asked: bool) -> Value:
        value, absent, needed = given.get(each.id), each.id not in given, each.needed and asked
        blank = absent or (value is None and each.kind == "count" and (each.low or 0) > 0)
        if blank and not needed and each.kind in NOTHING:
            return NOTHING[each.kind]
        high = each.highs[row] if row < len(each.highs) else each.high
        match each.kind:
            case "count":
                return self._number(value, each.low, high, where, absent)
            case "choice":
                return self._choice(value, each, where, absent)
            case "flag":
                if not isinstance(value, bool):
                    self._unread(where, value, say("table_flag"), absent)
                return value is True
            case "list":
                numbers = enumerate(self._list(value, each, where, absent))
                return tuple(self._number(one, each.low, high, f"{where}[{place}]") for place, one in numbers)
            case "records":
                records = enumerate(self._list(value, each, where, absent))
                return tuple(self._record(one, each, f"{where}[{place}]", place) for place, one in records)

    def _choice(self, value: Json, each: Field, where: str, absent: bool) -> str:
        options = [option.id for option in each.options]
        if isinstance(value, str) and value in options:
            return value
        titles = ", ".join(option.title.get("fr") for option in each.options)
        self._unread(where, value, Words((("en", ", ".join(options)), ("fr", titles))), absent, _hint(value, options))
        return options[0]

    def _record(self, data: Json, each: Field, where: str, place: int) -> Entry:
        keys = ((each.row_key,) if each.row_key else ()) + tuple(inner.id for inner in each.fields)
        given = self._keys(data, where, keys)
        if given is None:
            return Entry(self._anything(each.fields, place))
        row = each.rows[place] if each.rows else None
        if each.row_key and row and given.get(each.row_key, row) != row:
            allowed = say("table_row", row=row, rows=", ".join(each.rows))
            self._found(f"{where}.{each.row_key}", given[each.row_key], allowed)
        return Entry(self._values(given, each.fields, where, place))

    def _list(self, value: Json, each: Field, where: str, absent: bool) -> list[Json]:
        if not isinstance(value, list) or (each.needed and not value):
            self._unread(where, value, say("table_some" if absent or value == [] else "table_list"), absent)
            return []
        most = len(each.rows) or (MOST_RECORDS if each.most is None else each.most)
        if len(value) > most:
            self._found(where, len(value), say("table_most", most=most))
        return value[:most]

    def _number(self, value: Json, low: int | None, high: int | None, where: str, absent: bool = False) -> int:
        bottom, top = (-MOST if low is None else low), (MOST if high is None else high)
        if isinstance(value, bool) or not isinstance(value, int):
            self._unread(where, value, _range(low, high), absent)
            return low or 0
        if not bottom <= value <= top:
            self._found(where, value, _range(bottom if value < bottom else low, top if value > top else high))
        return value

    def _unread(self, where: str, value: Json, allowed: Words, absent: bool = False, hint: Words | str = "") -> None:
        self.unsure.add(where.partition(".")[0])
        self._found(where, value, allowed, absent, hint)

    def _found(
        self, where: str, value: Json, allowed: Words | str, absent: bool = False, hint: Words | str = ""
    ) -> None:
        text = say("table_missing" if absent else "table_found", found=shown(value), allowed=allowed, hint=hint)
        self.broken.append(RuleBroken(where, text))


def _hint(value: Json, allowed: Sequence[str]) -> Words | str:
    meant = near(value, allowed) if isinstance(value, str) else ""
    return say("table_hint", word=meant) if meant else ""


def _range(low: int | None, high: int | None) -> Words:
    if low is None:
        return say("table_number") if high is None else say("table_up_to", high=high)
    return say("table_from", low=low) if high is None else say("table_range", low=low, high=high)


def _printable(name: str) -> bool:
    return 0 < len(name) <= MOST_LETTERS and not any(unicodedata.category(letter) in ("Cc", "Cs") for letter in name)
