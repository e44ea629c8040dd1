"""Forms and tables: the same values under names such as `seats-0-fields-1-isolated`, the JSON path joined by hyphens.

`read` turns what a browser sent into the JSON of a table, `flat` turns it back, so a form can be shown again and a
result can live in its address. What is allowed is judged by `tracker.tables`; numbers that are none stay text for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf

from pnp.data.game import Field, Game, Json, Scoring
from tracker.scoring import RuleBroken
from tracker.speech import say

_SEAT = re.compile(r"seats-(\d{1,2})-\w", re.ASCII)
_REFERENCE = re.compile(r"seats-\d{1,2}", re.ASCII)
_NUMBER = re.compile(r"[+-]?\d{1,18}")
_MOST_RECORDS = 12


def name(path: str, form: Mapping[str, str], game: Game) -> str:
    """Return the form name of a JSON path: `seats[0].ranks[2]` is `seats-0-ranks-2`, if `form` has ranks 0 and 1.

    What stands inside a text has the name of the text.
    """
    said, found = "", path.replace("[", "-").replace("]", "").replace(".", "-")
    for key in found.split("-"):
        if _kind(said, game) == "text":
            break
        places = {str(at): place for at, place in enumerate(_places(form, said))} if _gapped(said, game) else {}
        said += f"-{places.get(key, key)}" if said else key
    return said


def path(name: str, form: Mapping[str, str], game: Game) -> str:
    """Return the JSON path of a form name, counting what `form` has before it in a list or log."""
    said, found = "", ""
    for key in name.split("-"):
        place = sum(each < int(key) for each in _places(form, said)) if key.isdecimal() and _gapped(said, game) else key
        found += f"[{place}]" if key.isdecimal() else f".{key}" if found else key
        said += f"-{key}" if said else key
    return found


def _field(name: str, game: Game) -> Field | None:
    """Return the innermost field that a form name goes through."""
    last: Field | None = None
    fields = game.scoring.fields if game.scoring else ()
    for key in name.split("-")[2:]:
        last = next((each for each in fields if each.id == key), last)
        fields = last.fields if last else fields
    return last


def limits(name: str, game: Game) -> tuple[float, float]:
    """Return the lowest and the highest number that belong under a form name; infinite where there is no limit."""
    found, row = _field(name, game), next((int(key) for key in name.split("-")[2:] if key.isdecimal()), 0)
    low, high = (found.low, found.highs[row] if row < len(found.highs) else found.high) if found else (None, None)
    return -inf if low is None else low, inf if high is None else high


def entry(name: str, game: Game) -> str:
    """Return the form name of the entry of a log to which a form name belongs, else the name itself."""
    parts = name.split("-")
    return "-".join(parts[:4]) if _kind("-".join(parts[:3]), game) == "log" else name


def reference(name: str, text: str, game: Game) -> str:
    """Return the seat that a value under a form name stands for, such as `seats-1`; "" when it is none."""
    found = _field(name, game)
    return text if found and found.kind == "seat" and _REFERENCE.fullmatch(text) else ""


def _kind(name: str, game: Game) -> str:
    """Return the kind of the field that a form name ends with, "" when it ends otherwise."""
    found = _field(name, game)
    return found.kind if found and name.endswith(f"-{found.id}") else ""


def _gapped(name: str, game: Game) -> bool:
    """Say whether a form may leave places out under this name, which a table counts without gaps."""
    return _kind(name, game) in ("list", "log")


def spoken(name: str, text: str, game: Game, names: Sequence[str], lang: str) -> str:
    """Return a value typed under a form name as players would say it: an option by its title, nothing as a dash."""
    last = _field(name, game)
    if last and last.kind == "flag":
        return say("event_yes" if text else "event_no").get(lang)
    if reference(name, text, game):
        return next(iter(names[int(text.removeprefix("seats-")) :]), text)
    options = last.options if last else ()
    return next((each.title.get(lang) for each in options if each.id == text), text or "–")


def told(path: str, game: Game, names: Sequence[str], lang: str) -> str:
    """Return a JSON path as players would say it: `seats[0].fields[1].isolated` is "Ada · Field B · Isolated bulls"."""
    fields = game.scoring.fields if game.scoring else ()
    said: list[str] = []
    for key, place in re.findall(r"(\w+)(?:\[(\d+)\])?", path):
        found = next((each for each in fields if each.id == key), None)
        if key == "seats":
            said += names[int(place) : int(place) + 1] if place else ()
            continue
        if found:
            row = found.kind == "records" and place
            said.append(row_title(game, found, int(place), lang) if row else found.title.get(lang))
            said[-1] += f" {int(place) + 1}" if place and not row else ""
        elif key in ("name", "variant", "serial", "par"):
            said.append(say(key).get(lang))
        fields = found.fields if found else ()
    return " · ".join(said)


def fault(each: RuleBroken, game: Game, names: Sequence[str], lang: str) -> str:
    """Return what is wrong with a table in one sentence, place first."""
    place, value = told(each.field, game, names, lang), each.plain(lang)
    place = say("seats").get(lang) if each.field == "seats" else place
    return say("event_value", place=place, value=value).get(lang) if place else value


def row_title(game: Game, records: Field, place: int, lang: str) -> str:
    """Return what a record is called: the board its row is named after, the row, or its number."""
    if place >= len(records.rows):
        return f"{records.title.get(lang)} {place + 1}"
    row = records.rows[place]
    return next((board.title.get(lang) for board in game.boards if board.id == row), row)


def variant_of(form: Mapping[str, Json], scoring: Scoring) -> str:
    """Return the variant in a form or table, else the first one."""
    variants = [variant.id for variant in scoring.variants]
    return next((each for each in variants if each == form.get("variant")), variants[0])


def read(form: Mapping[str, str], scoring: Scoring) -> tuple[dict[str, Json], tuple[RuleBroken, ...]]:
    """Return the table in a form, and a complaint for every name that no field has.

    Blank inputs count as left out, and so do rows at the end in which nothing was chosen or counted, and blank entries
    of a log anywhere: each kind may have its own at the end. Another seat may be named as `seats-1`, so that a new name
    for it changes nothing. Fields of another variant than the form's are unknown.
    """
    sent, fields = _Sent(form, set()), scoring.fields_in(variant_of(form, scoring))
    numbers = [int(match[1]) for key in form if (match := _SEAT.match(key))]
    seats: list[Json] = [
        {"name": sent.text(f"seats-{number}-name"), **sent.values(fields, f"seats-{number}")}
        for number in range(min(max(numbers, default=-1) + 1, scoring.seats[1] + 1))
    ]
    unknown = sorted(key for key in form if key.startswith("seats") and key not in sent.used)
    variant: dict[str, Json] = {"variant": form["variant"]} if form.get("variant") else {}
    return {**variant, "seats": seats}, tuple(RuleBroken(key, say("table_form")) for key in unknown)


@dataclass(frozen=True, slots=True)
class _Sent:
    """A form, and the names in it that a field has asked for."""

    form: Mapping[str, str]
    used: set[str]

    def text(self, name: str) -> str:
        self.used.add(name)
        return self.form.get(name, "").strip()

    def values(self, fields: Iterable[Field], where: str) -> dict[str, Json]:
        read = ((each.id, self.value(each, f"{where}-{each.id}")) for each in fields)
        return {key: value for key, value in read if value is not None}

    def value(self, each: Field, where: str) -> Json:
        """Return what was typed for a field, None when that is nothing."""
        text = self.text(where)
        found: Json
        match each.kind:
            case "count":
                found = _number(text)
            case "text":
                found = text or None
            case "flag":
                found = bool(text) or None
            case "list":
                numbers = [_number(self.text(f"{where}-{place}")) for place in range(each.most or _MOST_RECORDS)]
                found = [number for number in numbers if number is not None] or None
            case "records":
                found = self.records(each, where) or None
            case "log":
                entries = (self.values(each.fields, f"{where}-{place}") for place in _places(self.form, where))
                found = [entry for entry in entries if entry] or None
            case "group":
                found = self.values(each.fields, where) or None
            case _:
                found = (self.form.get(f"{text}-name", "").strip() if _REFERENCE.fullmatch(text) else text) or None
        return found

    def records(self, each: Field, where: str) -> list[Json]:
        found: list[Json] = []
        zeros = not each.rows and not any(inner.needed for inner in each.fields)  # then a 0 typed makes a record
        whole = 0
        for place in range(len(each.rows) or each.most or _MOST_RECORDS):
            record = self.values(each.fields, f"{where}-{place}")
            row = self.text(f"{where}-{place}-{each.row_key}") if each.row_key else ""
            found.append({each.row_key: row or each.rows[place], **record} if each.row_key else record)
            whole = place + 1 if any(value or zeros for value in record.values()) else whole
        return found[:whole]


def _places(form: Mapping[str, str], where: str) -> list[int]:
    """Return the numbers of the entries of a list or log."""
    name = re.compile(rf"{re.escape(where)}-(\d{{1,3}})(?=-|$)", re.ASCII)
    return sorted({int(match[1]) for key in form if (match := name.match(key))})


def _number(text: str) -> Json:
    plain = text.replace("−", "-")
    return int(plain) if _NUMBER.fullmatch(plain) else text or None


def flat(table: Json, where: str = "") -> dict[str, str]:
    """Return a table under form names; values that need no saying (false, no records) are left out."""
    match table:
        case dict() | list():
            pairs = table.items() if isinstance(table, dict) else enumerate(table)
            inner = (flat(value, f"{where}-{key}" if where else str(key)) for key, value in pairs)
            return {name: text for found in inner for name, text in found.items()}
        case False | None:
            return {}
    return {where: "1" if table is True else str(table)}


def behind(form: Mapping[str, str], before: Mapping[str, str], now: Mapping[str, str], where: str) -> dict[str, str]:
    """Return a form whose entries of a log that were not there `before` come behind all those that are there `now`."""
    new, there = {*_places(form, where)} - {*_places(before, where)}, _places(now, where)
    by = there[-1] + 1 - min(new) if new & {*there} else 0

    def later(found: re.Match[str]) -> str:
        return f"{where}-{int(found[1]) + by * (int(found[1]) in new)}-"

    return {re.sub(rf"^{re.escape(where)}-(\d+)-", later, name): text for name, text in form.items()}


def without(form: Mapping[str, str], entry: str) -> dict[str, str]:
    """Return a form without the entry of a log under this name, such as `seats-0-log-2`."""
    return {key: text for key, text in form.items() if not key.startswith(f"{entry}-")}


@dataclass(frozen=True, slots=True)
class Noted:
    """An entry of a log to show: its form name, what it is, what it says, and its inputs."""

    name: str
    kind: Field
    text: str
    inputs: Mapping[str, str]


def noted(form: Mapping[str, str], log: Field, where: str, lang: str) -> tuple[Noted, ...]:
    """Return the entries of the log under a form name, in order; seats in their inputs are named by reference."""
    names = {form[key].strip(): key.removesuffix("-name") for key in form if re.fullmatch(r"seats-\d+-name", key)}
    found: list[Noted] = []
    for entry, kind in ((f"{where}-{place}", kind) for place in _places(form, where) for kind in log.fields):
        name = f"{entry}-{kind.id}"
        own = {key: text for key, text in form.items() if key == name or key.startswith(f"{name}-")}
        said: list[str] = []
        for key, text in own.items():
            inner = next((each for each in kind.fields if key == f"{name}-{each.id}"), kind)
            plain = text.replace("-", "−") if _NUMBER.fullmatch(text) else text
            if inner.kind == "seat":
                own[key], plain = names.get(text, text), form.get(f"{text}-name", text)
            said.append(plain if inner is kind else f"{inner.title.get(lang)}: {plain}")
        found += [Noted(entry, kind, ", ".join(said), own)] if own else []
    return tuple(found)
