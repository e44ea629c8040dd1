"""Reads a table and turns every complaint of pydantic's into a sentence for the author.

A table with faults is mended as far as possible, so that one wrong key does not hide the mistakes that depend on it:
unknown and wrong keys are left out, and what is then missing gets a stand-in. The result is never drawn; it only
serves to find more problems.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeAlias, TypeVar, get_args, get_origin

from pnp.data.load.table import Table, inner
from pnp.data.load.types import Refused, Terms, found
from pnp.data.source import Source
from pnp.data.where import KeyPath
from pnp.near import listed, meant

T = TypeVar("T", bound=Table)
Tell: TypeAlias = Callable[[KeyPath, str, str], None]
"""Takes the path of a key inside the table, the sentence and the hint."""

NOTHING: Mapping[str, object] = {}
HUGE = "900000x900000mm"  # a stand-in size that nothing can stick out of
STAND_INS: Mapping[str, object] = {
    "format": 1,
    "data_version": "?",
    "designer": "?",
    "languages": ["en"],
    "players": [1, 1],
    "minutes": [1, 1],
    "age": 0,
    "title": "?",
    "credit": "?",
    "color": "#000000",
    "count": 1,
    "ink": "black",
    "sides": [1, 2],
    "size": HUGE,
    "frame": "?",
    "seats": [1, 8],
    "measure": "total",
    "best": "high",
    "rule": "?",
    "given": {},
    "expect": {},
    "margin": 0,
    "width": 1,
    "height": 1,
    "board": "?",
    "of": "?",
    "front": "?",
    "holds": ["?"],
    "dice_pieces.dice": ["?"],
    "dice_pieces.form": "stickers",
    "booklets.form": "plain",
    "pads.seats": 1,
}
"""By name of key, or of table and key. A reference that is "?" is not looked up; an element that lacks another key is
left out."""
UNKNOWN = "?"
MISSING = "is missing"
EXAMPLES: Mapping[str, str] = {
    "id": 'id = "my-cards"',
    "title": 'title.en = "…"',
    "credit": 'credit.en = "…"',
    "data_version": 'data_version = "1.0"',
    "designer": 'designer = "Ada Maker"',
    "languages": 'languages = ["en"]',
    "players": "players = [1, 4]",
    "minutes": "minutes = [20, 30]",
    "age": "age = 8",
    "color": 'color = "#1d4e89"',
    "count": "count = 1",
    "ink": 'ink = "black"',
    "sides": "sides = [1, 2, 3, 4, 5, 6]",
    "size": 'size = "63x88mm"',
    "frame": 'frame = "card"',
    "seats": "seats = [1, 4]",
    "measure": 'measure = "total"',
    "rule": 'rule = "scoring"',
    "margin": 'margin = "4.5mm"',
    "width": "width = 50",
    "height": "height = 10",
    "board": 'board = "A"',
    "of": 'of = "board"',
    "front": 'front = "box-front"',
    "holds": 'holds = ["cards"]',
    "dice": 'dice = ["light", "dark"]',
    "anchors": 'anchors = ["setup"]',
    "boxes": 'boxes = [{ kind = "box", width = 10 }]',
}
"""How a missing key might be written."""


def read(table: type[T], raw: Mapping[str, object], terms: Terms, tell: Tell) -> T | None:
    """Return the table as a value of its class; every fault goes to `tell`. None when it cannot even be mended."""
    made = table.quick(raw, terms)
    if made is not None:
        return made
    from pydantic_core import ValidationError

    try:
        return table.check(raw, terms)
    except ValidationError as error:
        faults = error.errors(include_url=False)
    for fault in faults:
        path = tuple(part for part in fault["loc"])
        message, hint = sentence(fault, table)
        tell(path, message, hint)
    return _mended(table, raw, terms, faults)


def read_named(
    table: type[T], name: str, file: Source, otherwise: tuple[str, str], beneath: Mapping[str, object] = NOTHING
) -> T | None:
    """Return the table `name` of a file of such tables, None after telling what is wrong with it.

    `otherwise` are sentence and hint for what is no table, `beneath` keys that it need not have.
    """
    raw = file.raw[name]
    if not isinstance(raw, Mapping):
        file.tell((name,), *otherwise)
        return None
    return read(table, {**beneath, **raw}, Terms(), lambda path, words, hint: file.tell((name, *path), words, hint))


def sentence(fault: Any, table: type[Table]) -> tuple[str, str]:
    """Return our own sentence and hint for one of pydantic's error details."""
    context = fault.get("ctx", {})
    match fault["type"]:
        case "value_error":
            refused = context["error"]
            return str(refused), refused.hint if isinstance(refused, Refused) else ""
        case "missing":
            return _missing(fault, table)
        case "extra_forbidden":
            return _unknown(fault, table)
        case "literal_error":
            return _not_one_of(fault["input"], str(context["expected"]))
        case "tuple_type" | "dict_type" | "model_type" as wanted:
            return _shape(fault, "a list" if wanted == "tuple_type" else "a table")
        case other:
            raise AssertionError(f"pydantic found {other}, which no model here can raise")


def _shape(fault: Any, wanted: str) -> tuple[str, str]:
    """Say that a list or a table was expected."""
    words = ".".join(part for part in fault["loc"] if isinstance(part, str))
    two_brackets = wanted == "a list" and isinstance(fault["input"], Mapping)
    hint = f"write [[{words}]] with two brackets" if two_brackets else ""
    return f"found {found(fault['input'])}; allowed: {wanted}", hint


def _not_one_of(value: object, expected: str) -> tuple[str, str]:
    allowed = [word.strip().strip("'\"") for word in expected.replace(" or ", ", ").split(",")]
    if allowed == ["1"]:
        return f"found {found(value)}; this version of the press reads format 1", ""
    hint = meant(value, allowed) if isinstance(value, str) else ""
    return f"{found(value)} is not one of {listed(allowed)}", hint


def _around(fault: Any, table: type[Table]) -> type[Table]:
    """Return the class of the table that the fault's key stands in."""
    for part in fault["loc"][:-1]:
        if isinstance(part, str):
            table = inner(table.hints().get(part)) or table
    return table


def _missing(fault: Any, table: type[Table]) -> tuple[str, str]:
    """Say that a key is missing, and what it may hold."""
    key = str(fault["loc"][-1])
    hint = _around(fault, table).hints()[key]
    if get_origin(hint) is Literal:
        return f"is missing; allowed: {listed(map(str, get_args(hint)))}", ""
    return MISSING, f"write {EXAMPLES[key]}" if key in EXAMPLES else ""


def _unknown(fault: Any, table: type[Table]) -> tuple[str, str]:
    """Say that a key is unknown, with the key that was meant or all keys of its table."""
    keys = list(_around(fault, table).hints())
    return "is not a key here", meant(str(fault["loc"][-1]), keys) or f"the keys are {listed(keys, 30)}"


def _mended(table: type[T], raw: Mapping[str, object], terms: Terms, faults: list[Any]) -> T | None:
    """Return the table without its faults, or None."""
    from pydantic_core import ValidationError

    mended = copy.deepcopy(dict(raw))
    for _ in range(20):
        gone: list[tuple[list[object], int]] = []
        for fault in faults:
            _mend(mended, list(fault["loc"]), fault["type"] == "missing", gone)
        for items, number in sorted(gone, key=lambda place: -place[1]):
            if number < len(items):
                del items[number]
        try:
            return table.check(mended, terms)
        except ValidationError as error:
            faults = list(error.errors(include_url=False))
    return None


def _inner(table: object, part: object) -> object:
    """Return what lies at one step inside a table or list, None where nothing does."""
    match table:
        case dict():
            return table.get(part)
        case list() if isinstance(part, int) and part < len(table):
            return table[part]
        case _:
            return None


def _mend(table: object, loc: list[Any], missing: bool, gone: list[tuple[list[object], int]]) -> None:
    """Take out the value at `loc`, or put a stand-in where it is missing; elements of lists are noted in `gone`."""
    around: list[tuple[object, Any]] = []
    for part in loc:
        around.append((table, part))
        table = _inner(table, part)
    holder, key = around[-1]
    if isinstance(holder, dict) and not missing:
        holder.pop(key, None)
        return
    parent = next((part for part in reversed(loc[:-1]) if isinstance(part, str)), "")
    stand_in = next((name for name in (f"{parent}.{key}", key) if name in STAND_INS), None)
    if isinstance(holder, dict) and stand_in:
        holder[key] = copy.deepcopy(STAND_INS[stand_in])
        return
    for outer, part in reversed(around):
        if isinstance(outer, list):
            if (outer, part) not in gone:
                gone.append((outer, part))
            return
    for outer, part in reversed(around[:-1]):
        if isinstance(outer, dict):
            outer.pop(part, None)
            return
