"""Raging Bulls: reads what was drawn, bulls and fences in place of counts, judges it, and derives the counts.

Stands between the JSON of a table and the sum; the geometry itself is in `field`. A drawing is written as lists,
`[[3, 4], …]` and `[["L2", "R3"], …]`, or as texts, "3,4 5,1" and "L2-R3 T1-B4", the fences in the order drawn.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from pnp.data.game import Json
from pnp.data.words import Words
from tracker.games.raging_bulls import field as geometry
from tracker.games.raging_bulls.field import POSTS, SIZE, Crossing, Fence, Field, Standing
from tracker.games.raging_bulls.words import say
from tracker.scoring import RuleBroken
from tracker.speech import shown

BULLS = {"A": 3, "B": 4, "C": 5, "D": 6}
OPEN_RANGE = "open-range"
LONGEST = 200  # letters of a text that are read; the form of the game allows no more
MOST_FENCES = len(POSTS)  # each post holds two ends, each fence has two

_BULL = re.compile(r"(\d),(\d)", re.ASCII)
_FENCE = re.compile(r"([A-Z]\d+)-([A-Z]\d+)", re.ASCII)


def fill(data: Json) -> tuple[Json, tuple[RuleBroken, ...]]:
    """Put isolated bulls and posts used into every field of a table that tells what was drawn in it."""
    if not isinstance(data, dict) or not isinstance(data.get("seats"), list):
        return data, ()
    misfits: list[RuleBroken] = []
    open_range = data.get("variant") == OPEN_RANGE
    seats: Any = data["seats"]
    filled: list[Json] = []
    for number, seat in enumerate(seats):
        told = isinstance(seat, dict) and isinstance(seat.get("fields"), list)
        entries = [dict(entry) if isinstance(entry, dict) else entry for entry in seat["fields"]] if told else []
        cut = False
        for place, (name, entry) in enumerate(zip(BULLS, entries, strict=False)):
            if isinstance(entry, dict):
                if cut and not entry.get("fences"):  # its bulls stood there from the start, as a serial placed them
                    entry.setdefault("outcome", "unplayed")
                cut = cut or entry.get("outcome") == "cut"
                misfits += _entry(entry, f"seats[{number}].fields[{place}]", name, open_range)
        filled.append({**seat, "fields": entries} if told else seat)
    return {**data, "seats": filled}, tuple(misfits)


def read(bulls: str, fences: str, *, open_range: bool = False) -> Field:
    """Return the field in the texts of a table, with what could be drawn of it at all, whatever came after its end."""
    crossings = tuple(bull for item in _items(bulls) or () if (bull := _bull(item)))
    field = Field(tuple(dict.fromkeys(crossings)), (), open_range)
    for item in _items(fences) or ():
        if posts := _posts(item):
            fault = geometry.wrong(field, fence := Fence.of(*posts))
            field = field.with_fence(fence) if not fault or fault.rule == "complete" else field
    return field


def why(standing: Standing) -> Words:
    """Return in words why a bull is isolated or not."""
    if standing.neighbour:
        return say("why_neighbour", bull=bull_at(standing.neighbour))
    if standing.gap:
        side, low, high = standing.gap
        return say("why_gap", side=say(f"side_{side}"), low=low, high=high)
    return say("why_alone")


def _entry(entry: dict[str, Json], where: str, name: str, open_range: bool) -> Iterator[RuleBroken]:
    """Put the counts of a field into its entry, if it was drawn, and yield what is wrong with the drawing."""
    if all(entry.get(key) in (None, "") for key in ("bulls", "fences")):
        return
    outcome, everyone = entry.get("outcome"), BULLS[name]
    bulls, wrong = _bulls(entry, f"{where}.bulls", name)
    field, late, faults = _drawn(Field(bulls, (), open_range), entry, f"{where}.fences")
    if wrong := wrong + faults:  # they say enough: no count is taken from a drawing that cannot be
        entry.setdefault("isolated", everyone if outcome == "completed" else 0)
        yield from wrong
        return
    final = geometry.last(field) if late else None
    for path, fence in late:
        if final:
            yield say.warn(path, "out_of_order", fence=fence, last=_named(final.a, final.b))
        else:
            yield say.refuse(path, "complete", fence=fence)
    facts = (("isolated", len(geometry.isolated(field))), ("posts_used", len(field.used())))
    for key, fact in facts:
        found = entry.setdefault(key, fact)
        if type(found) is int and found != fact:
            yield say.refuse(f"{where}.{key}", "not_as_drawn", found=found, allowed=fact)
    if outcome == "completed":
        standings = [geometry.standing(field, bull) for bull in field.bulls]
        for each in standings:
            if not each.alone:
                yield say.refuse(f"{where}.outcome", "not_complete", bull=bull_at(each.bull), why=why(each))
        if type(entry["isolated"]) is int:  # else it is refused as what it is
            entry["isolated"] = everyone


def _bulls(entry: dict[str, Json], where: str, name: str) -> tuple[tuple[Crossing, ...], list[RuleBroken]]:
    """Return the bulls of an entry, which holds them as a text from now on, and what is wrong with them."""
    value = entry.pop("bulls", None)
    items, bulls, wrong = _items(value), list[Crossing](), list[RuleBroken]()
    if items is None:
        return (), [say.refuse(where, "bulls_unread", found=shown(value))]
    if len(items) != BULLS[name]:
        wrong.append(say.refuse(where, "bulls_number", found=len(items), field=name, allowed=BULLS[name]))
    for number, item in enumerate(items[: max(BULLS.values())]):
        bull = _bull(item)
        if bull is None:
            wrong.append(say.refuse(f"{where}[{number}]", "bull", found=shown(item), most=SIZE))
        elif bull in bulls:
            wrong.append(say.refuse(f"{where}[{number}]", "bull_twice", bull=bull_at(bull)))
        bulls += [bull] if bull else []
    entry["bulls"] = value if isinstance(value, str) else " ".join(f"{column},{row}" for column, row in bulls)
    return tuple(bulls), wrong


def _drawn(field: Field, entry: dict[str, Json], where: str) -> tuple[Field, list[tuple[str, str]], list[RuleBroken]]:
    """Return a field with the fences of an entry, those given after its end, and what is wrong.

    The entry holds its fences as a text from now on. Those after the end are told by where they stand and their names.
    """
    value = entry.pop("fences", None)
    items, late, wrong = _items(value), list[tuple[str, str]](), list[RuleBroken]()
    if items is None:
        return field, [], [say.refuse(where, "fences_unread", found=shown(value))]
    if len(items) > MOST_FENCES:
        wrong.append(say.refuse(where, "fences_most", found=len(items), most=MOST_FENCES))
    for number, item in enumerate(items[:MOST_FENCES]):
        here, posts = f"{where}[{number}]", _posts(item)
        if posts is None:
            wrong.append(say.refuse(here, "fence", found=shown(item)))
            continue
        fault, name = geometry.wrong(field, Fence.of(*posts)), _named(*posts)
        if fault and fault.rule != "complete":
            bull = bull_at(fault.bull) if fault.bull else ""
            wrong.append(say.refuse(here, fault.rule, fence=name, post=fault.post, bull=bull))
        else:
            late += [(here, name)] if fault else []
            field = field.with_fence(Fence.of(*posts))
    entry["fences"] = value if isinstance(value, str) else " ".join(map(str, field.fences))
    return field, late, wrong


def _items(value: Json) -> Sequence[Json] | None:
    """Return the items of a list, or those of a text: set apart by blanks, with none inside."""
    if isinstance(value, str):
        return re.sub(r"\s*([,–−-])\s*", r"\1", value[:LONGEST].replace(";", " ")).split()
    return value if isinstance(value, list) else [] if value is None else None


def _bull(item: Json) -> Crossing | None:
    """Return the crossing in an item, None when there is none."""
    pair = item
    if isinstance(item, str):
        pair = [int(text) for text in match.groups()] if (match := _BULL.fullmatch(item)) else None
    match pair:
        case [int(column), int(row)] if bool not in map(type, pair) and 0 < column <= SIZE and 0 < row <= SIZE:
            return column, row
    return None


def _posts(item: Json) -> tuple[str, str] | None:
    """Return the two posts that an item names, None when it does not; whether there are such posts is not asked."""
    match item:
        case [str(one), str(other)]:
            item = f"{one}-{other}"
    match = _FENCE.fullmatch(re.sub("[–−]", "-", item).upper()) if isinstance(item, str) else None
    return (match[1], match[2]) if match else None


def _named(one: str, other: str) -> str:
    return f"{one}–{other}"


def bull_at(bull: Crossing) -> Words:
    """Return in words where a bull stands."""
    return say("bull_at", column=bull[0], row=bull[1])
