"""Forms and tables: the same values under names such as `seats-0-fields-1-isolated`, the JSON path joined by hyphens.

`read` turns what a browser sent into the JSON of a table, `flat` turns it back, so a form can be shown again and a
result can live in its address. What is allowed is judged by `tracker.tables`; numbers that are none stay text for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from pnp.data.game import Field, Game, Json, Scoring
from tracker.scoring import RuleBroken
from tracker.speech import say

_SEAT = re.compile(r"seats-(\d{1,2})-\w", re.ASCII)
_NUMBER = re.compile(r"[+-]?\d{1,9}")
_MOST_RECORDS = 12


def name(path: str) -> str:
    """Return the form name of a JSON path: `seats[0].ranks[2]` is `seats-0-ranks-2`."""
    return path.replace("[", "-").replace("]", "").replace(".", "-")


def read(form: Mapping[str, str], scoring: Scoring) -> tuple[dict[str, Json], tuple[RuleBroken, ...]]:
    """Return the table in a form, and a complaint for every name that no field has.

    Blank inputs count as left out, and so do rows at the end in which nothing was chosen or counted. Fields of another
    variant than the form's are unknown.
    """
    used = {"variant"}
    fields = scoring.fields_in(variant_of(form, scoring))
    table: dict[str, Json] = {}
    if form.get("variant"):
        table["variant"] = form["variant"]
    numbers = [int(match[1]) for key in form if (match := _SEAT.match(key))]
    seats: list[Json] = []
    for number in range(min(max(numbers, default=-1) + 1, scoring.seats[1] + 1)):
        where = f"seats-{number}"
        used.add(f"{where}-name")
        seats.append({"name": form.get(f"{where}-name", ""), **_values(form, fields, where, used)})
    table["seats"] = seats
    unknown = sorted(key for key in form if key.startswith("seats") and key not in used)
    return table, tuple(RuleBroken(key, say("table_form")) for key in unknown)


def variant_of(form: Mapping[str, Json], scoring: Scoring) -> str:
    """Return the variant in a form or table, else the first one."""
    variants = [variant.id for variant in scoring.variants]
    return next((each for each in variants if each == form.get("variant")), variants[0])


def row_title(game: Game, records: Field, place: int, lang: str) -> str:
    """Return what a record is called: the board its row is named after, the row, or its number."""
    if place >= len(records.rows):
        return f"{records.title.get(lang)} {place + 1}"
    row = records.rows[place]
    return next((board.title.get(lang) for board in game.boards if board.id == row), row)


def told(path: str, game: Game, names: Sequence[str], lang: str) -> str:
    """Return a JSON path as players would say it: `seats[0].fields[1].isolated` is "Ada · Field B · Isolated bulls"."""
    fields = game.scoring.fields if game.scoring else ()
    said: list[str] = []
    last: Field | None = None
    for key, place in re.findall(r"(\w+)(?:\[(\d+)\])?", path):
        if key == "seats":
            said += names[int(place) : int(place) + 1] if place else ()
            continue
        last = next((each for each in fields if each.id == key), None)
        if last and last.kind == "records" and place:
            said.append(row_title(game, last, int(place), lang))
        elif last:
            said.append(last.title.get(lang) + (f" {int(place) + 1}" if place else ""))
        fields = last.fields if last else ()
    return " · ".join(said)


def _values(form: Mapping[str, str], fields: Iterable[Field], where: str, used: set[str]) -> dict[str, Json]:
    values: dict[str, Json] = {}
    for each in fields:
        value = _value(form, each, f"{where}-{each.id}", used)
        if value is not None:
            values[each.id] = value
    return values


def _value(form: Mapping[str, str], each: Field, where: str, used: set[str]) -> Json:
    used.add(where)
    text = form.get(where, "").strip()
    match each.kind:
        case "count":
            return _number(text)
        case "choice":
            return text or None
        case "flag":
            return True if text else None
        case "list":
            names = [f"{where}-{place}" for place in range(each.most or _MOST_RECORDS)]
            used.update(names)
            numbers = [_number(form.get(each_name, "").strip()) for each_name in names]
            return [number for number in numbers if number is not None] or None
        case "records":
            return _records(form, each, where, used) or None


def _records(form: Mapping[str, str], each: Field, where: str, used: set[str]) -> list[Json]:
    found: list[dict[str, Json]] = []
    for place in range(len(each.rows) or each.most or _MOST_RECORDS):
        record = _values(form, each.fields, f"{where}-{place}", used)
        key = f"{where}-{place}-{each.row_key}"
        if each.row_key:
            used.add(key)
            if form.get(key):
                record[each.row_key] = form[key]
        found.append(record)
    zeros = not each.rows and not any(inner.needed for inner in each.fields)  # then a 0 typed makes a record
    while found and not any(value or zeros for key, value in found[-1].items() if key != each.row_key):
        found.pop()
    if each.rows:
        return [{each.row_key: row, **record} for row, record in zip(each.rows, found, strict=False)]
    return list(found)


def _number(text: str) -> Json:
    if not text:
        return None
    plain = text.replace("−", "-")
    return int(plain) if _NUMBER.fullmatch(plain) else text


def flat(table: Json, where: str = "") -> dict[str, str]:
    """Return a table under form names; values that need no saying (false, no records) are left out."""
    return dict(_flat(table, where))


def _flat(value: Json, where: str) -> Iterator[tuple[str, str]]:
    match value:
        case dict():
            for key, inner in value.items():
                yield from _flat(inner, f"{where}-{key}" if where else key)
        case list():
            for place, inner in enumerate(value):
                yield from _flat(inner, f"{where}-{place}")
        case True:
            yield where, "1"
        case False | None:
            return
        case _:
            yield where, str(value)
