"""From JSON to a result: reads a table by the fields of the game's manifest, has it checked and scored, ranks it.

Everything wrong with a table is found in one go. Knows no game, no page and no file.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pnp.data.game import Band, Field, Game, Json, Scoring, Variant
from pnp.data.words import Words
from pnp.near import near
from tracker.games import rules_of
from tracker.mending import checked
from tracker.scoring import Entry, Refused, RuleBroken, Score, Seat, Standing, Table, Value, Values, band, plain, ranked
from tracker.speech import LANGUAGES, say, shown

MOST = 999_999  # for a count whose field has no limit of its own
MOST_LETTERS = 60  # of a name
MOST_TEXT = 200  # letters of a text whose field has no limit of its own
MOST_RECORDS = 100  # of a list whose field has no limit of its own
NOTHING: Mapping[str, Value] = {"count": 0, "flag": 0, "list": (), "text": "", "records": (), "log": None, "seat": ""}
ABSENT: Any = object()  # the value of a key that is not there


@dataclass(frozen=True, slots=True)
class Result:
    """A scored table; every tuple holds the seats in the order of the table."""

    table: Table
    scores: tuple[Score, ...]
    standings: tuple[Standing, ...]
    bands: tuple[tuple[int, Band] | None, ...]
    warnings: tuple[RuleBroken, ...]
    notes: tuple[tuple[Words, str], ...] = ()  # sentences, each with the anchor of its rule
    broken: tuple[RuleBroken, ...] = ()  # what is not allowed, counted as if it were something that is

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
    if game.scoring is None:
        raise Refused([RuleBroken("game", say("table_no_score"))])
    result = judged(data, game, game.scoring)
    if extra or result.broken:
        raise Refused((*result.broken, *extra))
    return result


def so_far(data: Json, game: Game, scoring: Scoring) -> Result:
    """Check and score one table still in play, as the game's rules would count it now."""
    meanwhile = getattr(rules_of(game.slug), "meanwhile", None)
    return judged(meanwhile(data) if meanwhile else data, game, scoring)


def running(result: Result) -> tuple[int | None, ...]:
    """Return the total of each seat of a table still in play, None where something is missing or wrong."""
    wrong = {each.field.partition(".")[0] for each in result.broken}
    lost = any("].log[" in each.field for each in result.broken)  # a log may name any seat
    totals = enumerate(score.total for score in result.scores)
    return tuple(None if lost or f"seats[{number}]" in wrong else total for number, total in totals)


def filled(data: Json, game: Game) -> Json:
    """Return a table with what follows from the rest, as far as the game's rules can tell."""
    fill = getattr(rules_of(game.slug), "fill", None)
    return fill(data)[0] if fill else data


def read(data: Json, slug: str, scoring: Scoring) -> Table:
    """Read a table by fields alone. Raises Refused."""
    reader = _Reader(slug, scoring)
    table = reader.table(data)
    if reader.broken:
        raise Refused(reader.broken)
    return table


def judged(data: Json, game: Game, scoring: Scoring) -> Result:
    """Check and score one table, finished or not; what is wrong is in `broken` and scored as if it were not."""
    rules = rules_of(game.slug)

    def asked(function: str, *given: object, otherwise: Any = ()) -> Any:
        found = getattr(rules, function, None)
        return found(*given) if found else otherwise

    data, misfits = asked("fill", data, otherwise=(data, ()))
    reader = _Reader(game.slug, scoring, getattr(rules, "KEYS", ()))
    table = reader.table(data)
    found: tuple[RuleBroken, ...] = tuple(asked("check", table) or ())
    refused = (each for each in found if not each.warning and not reader.doubts(each.field))
    broken = (*reader.broken, *(each for each in misfits if not each.warning), *refused)
    warnings = tuple(each for each in (*misfits, *found) if each.warning)
    ladder = scoring.ranking_in(table.variant)
    names, measures = [seat.name for seat in table.seats], [rung.measure for rung in ladder]
    add = getattr(rules, "score", None)
    scores = checked(add, add(table), names, measures) if add else plain(table, scoring.fields)
    rated = next((variant.bands for variant in scoring.variants if variant.id == table.variant), True)
    bands = tuple(band(score.total, scoring.bands) if rated else None for score in scores)
    standings = ranked(scores, ladder)
    return Result(table, scores, standings, bands, warnings, tuple(asked("notes", table)), broken)


def opening(fields: Sequence[Field], scoring: Scoring, variant: str) -> list[str]:
    """Return the ids of the fields that only the longer way has, in whatever variant: one of them says it is meant."""
    every = {each.id for each in scoring.variants} or {variant}
    return [each.id for each in fields if variant in each.aside and {*each.aside} >= {*(each.variants or every)}]


def decoded(text: str) -> Json:
    """Read JSON strictly: no repeated keys, no NaN, no depth without end. Raises Refused with one sentence."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, value in pairs:
            if key in found:
                raise ValueError(f"the key {shown(key)} stands twice in one object")
            found[key] = value
        return found

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
    names: Sequence[str] = ()
    broken: list[RuleBroken] = field(default_factory=list)
    unsure: set[str] = field(default_factory=set)  # seats with a value that could not be read at all

    def doubts(self, where: str) -> bool:
        """Say whether a rule about `where` may only seem broken, because a value could not be read."""
        return where.partition(".")[0] in self.unsure or any(where == each.field for each in self.broken)

    def table(self, data: Json) -> Table:
        self._keys(data, "", ("game", "variant", "seats", *self.more))
        if not isinstance(data, dict):
            return Table(self.slug, "", ())
        variants = [variant.id for variant in self.scoring.variants] or ["standard"]
        if data.get("game", self.slug) != self.slug:
            self._found("game", data["game"], self.slug)
        variant = data.get("variant", variants[0])
        if variant not in variants:
            self._found("variant", variant, among=variants, titles=_titles(self.scoring.variants))
        self.variant = (near(variant, variants) if isinstance(variant, str) else "") or variants[0]
        low, high = self.scoring.seats
        seats = data.get("seats", ABSENT)
        if not isinstance(seats, list):
            self._found("seats", seats, say("table_list"))
            seats = []
        elif not low <= len(seats) <= high:
            self._found("seats", len(seats), _range(low, high))
        self.names = [_written(seat.get("name")) if isinstance(seat, dict) else "" for seat in seats]
        read = tuple(self._seat(seat, f"seats[{number}]") for number, seat in enumerate(seats[:high]))
        keys = [" ".join(unicodedata.normalize("NFKC", seat.name).casefold().split()) for seat in read]
        for number, key in enumerate(keys):
            if key and key in keys[:number]:
                found = {"found": shown(read[number].name)}
                text, form = say("table_same_name", **found), say("table_same_name_form", **found)
                self.broken.append(RuleBroken(f"seats[{number}].name", text, form=form))
        return Table(self.slug, self.variant, read)

    def _seat(self, data: Json, where: str) -> Seat:
        fields = self.scoring.fields_in(self.variant)
        name = data.get("name", ABSENT) if isinstance(data, dict) else ""
        letters = name.strip() if isinstance(name, str) else ""
        strange = any(unicodedata.category(letter) in ("Cc", "Cs") for letter in letters)
        if isinstance(data, dict) and (strange or not 0 < len(letters) <= MOST_LETTERS):
            self._found(f"{where}.name", name, say("table_name", most=MOST_LETTERS))
            name = ""
        return Seat(self._object(data, where, fields, ("name",)), _written(name))

    def _keys(self, data: Json, where: str, allowed: Sequence[str]) -> None:
        """Tell of an object that is none, and of keys that are not `allowed` in it."""
        if not isinstance(data, dict):
            self._unread(where, data, say("table_object"))
            return
        others = {each.id: each.variants for each in self.scoring.fields if each.variants and "name" in allowed}
        for key in data:
            if key not in allowed:
                text = say("table_unknown", allowed=", ".join(allowed), hint=_hint(key, allowed))
                if key in others:
                    text = say("table_variant", variant=self.variant, allowed=", ".join(others[key]))
                name = key if key.isidentifier() else shown(key)
                self.broken.append(RuleBroken(f"{where}.{name}".lstrip("."), text))

    def _object(self, data: Json, where: str, fields: Sequence[Field], more: Sequence[str] = ()) -> dict[str, Value]:
        """Return the values of an object with `fields`, and further keys `more`."""
        self._keys(data, where, (*more, *(each.id for each in fields)))
        given, told = (data, None) if isinstance(data, dict) else ({}, len(self.broken))
        longer = any(given.get(key) is not None for key in opening(fields, self.scoring, self.variant))
        asked = (replace(each, needed=each.needed and longer == (self.variant in each.aside)) for each in fields)
        values = Values(
            {each.id: self._value(each, given.get(each.id, ABSENT), f"{where}.{each.id}") for each in asked}
        )
        if told is not None:  # that it is no object says enough
            del self.broken[told:]
        return values

    def _value(self, each: Field, value: Json, where: str) -> Value:
        blank = value is ABSENT or (value is None and each.kind == "count" and (each.low or 0) > 0)
        if blank and not each.needed and each.kind in NOTHING:
            return NOTHING[each.kind]
        read: Value
        match each.kind:
            case "count":
                read = self._number(value, each, where)
            case "choice":
                options = [option.id for option in each.options]
                titles = ", ".join(option.title.get("fr") for option in each.options)
                said = Words((("en", ", ".join(options)), ("fr", titles)))
                read = self._one_of(value, options, where, said) or options[0]
            case "flag":
                if not isinstance(value, bool):
                    self._unread(where, value, say("table_flag"))
                read = value is True
            case "text":
                read, most = value if isinstance(value, str) else "", each.most or MOST_TEXT
                if len(read) > most or not isinstance(value, str):
                    self._unread(where, value, say("table_text", most=most))
            case "seat":
                others = [name for number, name in enumerate(self.names) if not where.startswith(f"seats[{number}]")]
                read = self._one_of(_written(value) if isinstance(value, str) else value, others, where)
            case "group":
                read = Entry(self._object(value, where, each.fields))
            case _:
                read = self._several(value, each, where)
        return read

    def _several(self, value: Json, each: Field, where: str) -> Value:
        """Return a list of numbers, records, or entries of a log."""
        if not isinstance(value, list) or (each.needed and not value):
            self._unread(where, value, say("table_some" if value is ABSENT or value == [] else "table_list"))
            value = []
        most = len(each.rows) or (MOST_RECORDS if each.most is None else each.most)
        if len(value) > most:
            self._found(where, len(value), say("table_most", most=most))
        items = [(f"{where}[{place}]", one) for place, one in enumerate(value[:most])]
        if each.kind == "list":
            return tuple(self._number(one, each, here) for here, one in items)
        read = self._noted if each.kind == "log" else self._record
        return tuple(read(one, each, here, place) for place, (here, one) in enumerate(items))

    def _noted(self, data: Json, each: Field, where: str, _: int) -> Entry:
        """Return an entry of a log: an object with the key of one kind, whose value must be there."""
        kinds = [kind.id for kind in each.fields]
        self._keys(data, where, kinds)
        given = data if isinstance(data, dict) else {"": None}
        found = [replace(kind, needed=True) for kind in each.fields if kind.id in given]
        if len(found) != 1:
            if found or not given:
                self._unread(where, data, say("table_one", allowed=", ".join(kinds)))
            return Entry({})
        (kind,) = found
        return Entry({kind.id: self._value(kind, given[kind.id], f"{where}.{kind.id}")})

    def _record(self, data: Json, each: Field, where: str, place: int) -> Entry:
        row = data.get(each.row_key, ABSENT) if isinstance(data, dict) and each.rows and each.row_key else ABSENT
        fields = [replace(one, high=one.highs[place]) if one.highs[place:] else one for one in each.fields]
        values = self._object(data, where, fields, (each.row_key,) if each.row_key else ())
        if row is not ABSENT and row != each.rows[place]:
            allowed = say("table_row", row=each.rows[place], rows=", ".join(each.rows))
            self._found(f"{where}.{each.row_key}", row, allowed)
        return Entry(values)

    def _one_of(self, value: Json, allowed: Sequence[str], where: str, said: Words | str = "") -> str:
        if isinstance(value, str) and value in allowed:
            return value
        self._unread(where, value, said, allowed)
        return ""

    def _number(self, value: Json, each: Field, where: str) -> int:
        low, high = each.low, each.high
        bottom, top = (-MOST if low is None else low), (MOST if high is None else high)
        if isinstance(value, bool) or not isinstance(value, int):
            typed = isinstance(value, float | str) and value
            self._unread(where, value, _whole(low, high) if typed else _range(low, high))
            return low or 0
        if not bottom <= value <= top:
            self._found(where, value, _range(bottom if value < bottom else low, top if value > top else high))
        return value

    def _unread(self, where: str, value: Json, said: Words | str, among: Sequence[str] = ()) -> None:
        self.unsure.add(where.partition(".")[0])
        self._found(where, value, said, among)

    def _found(
        self, where: str, value: Json, said: Words | str = "", among: Sequence[str] = (), titles: Words | str = ""
    ) -> None:
        """Tell of a value that is not allowed; `said` is what is, else one `among` several, of these `titles`."""
        key, allowed = "table_missing" if value is ABSENT else "table_found", said or ", ".join(among)
        told = {"found": "" if value is ABSENT else shown(value), "allowed": allowed, "hint": _hint(value, among)}
        blank = value is ABSENT or value in ("", [], {})
        form = say("table_missing_form" if blank else "table_found_form", **told | {"allowed": titles or allowed})
        self.broken.append(RuleBroken(where, say(key, **told), form=form, blank=blank))


def _written(name: Json) -> str:
    return unicodedata.normalize("NFC", str(name).strip())


def _titles(variants: Sequence[Variant]) -> Words:
    return Words(tuple((lang, ", ".join(each.title.get(lang) for each in variants)) for lang in LANGUAGES))


def _hint(value: Json, allowed: Sequence[str]) -> Words | str:
    meant = near(value, allowed) if isinstance(value, str) else ""
    return say("table_hint", word=meant) if meant else ""


def _range(low: int | None, high: int | None) -> Words:
    if low is None:
        return say("table_number") if high is None else say("table_up_to", high=high)
    return say("table_from", low=low) if high is None else say("table_range", low=low, high=high)


def _whole(low: int | None, high: int | None) -> Words:
    if low is None or high is None:
        return say("table_number") if low is high else say("table_whole", range=_range(low, high))
    return say("table_whole_range", low=low, high=high)
