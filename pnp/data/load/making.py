"""What `group` and `make` of game.toml may hold: names of columns, and columns with ranges and lists of values.

Like `pnp.data.load.lists`, for the tables of decks; what is done with them is in `pnp.data.rows`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import ClassVar

from pnp.data.load.lists import Names
from pnp.data.load.types import Check, Refused, Terms, wrong
from pnp.data.rows import MOST
from pnp.expressions import expression
from pnp.near import listed

_RANGE = expression(r"(-?[0-9]+)\s*[-–]\s*(-?[0-9]+)(?:\s*/\s*([0-9]+))?")
_LETTERS = expression(r"([A-Z])\s*[-–]\s*([A-Z])|([a-z])\s*[-–]\s*([a-z])")
_COLUMN = expression(r"\w[\w -]*")


class ColumnNames(Check):
    """The name of a column, or a list of such."""

    json: ClassVar[dict[str, object]] = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}

    def read(self, value: object, terms: Terms) -> tuple[object, ...]:
        if not isinstance(value, str | list):
            raise wrong(value, 'the name of a column such as "title", or a list of such')
        return Names(1).read([value] if isinstance(value, str) else value, terms)


class MadeColumns(Check):
    """Columns by name, each with the values that it takes in turn."""

    one: ClassVar[dict[str, object]] = {
        "anyOf": [{"type": "string"}, {"type": "array", "items": {"type": ["string", "integer"]}, "minItems": 1}]
    }
    json: ClassVar[dict[str, object]] = {"type": "object", "additionalProperties": one}
    noun = 'a table of columns such as { suit = ["sun", "moon"], rank = "1-13" }'

    def read(self, value: object, terms: Terms) -> Mapping[str, tuple[str, ...]]:
        if not isinstance(value, Mapping) or not value:
            raise wrong(value, self.noun) if value != {} else Refused(f"the table is empty; allowed: {self.noun}")
        found: dict[str, tuple[str, ...]] = {}
        refused: list[Refused] = []
        for column, values in value.items():
            try:
                found[self.name(column)] = self.column(str(column), values)
            except Refused as fault:
                refused.append(fault)
        if refused:
            raise Refused(
                "; ".join(map(str, refused)), "; ".join(dict.fromkeys(filter(None, (r.hint for r in refused))))
            )
        return found

    def name(self, column: object) -> str:
        """Return the name of a column, or refuse it."""
        if not _COLUMN.fullmatch(str(column)):
            raise Refused(f'"{column}" is not a name for a column; allowed: letters, digits, blanks and hyphens')
        return str(column).strip()

    def column(self, name: str, values: object) -> tuple[str, ...]:
        """Return the values of a column, each once."""
        try:
            found = self.values(values)
        except Refused as refused:
            raise Refused(f"{name}: {refused}", refused.hint) from refused
        twice = (
            [value for value in dict.fromkeys(found) if found.count(value) > 1] if len(set(found)) < len(found) else []
        )
        if twice:
            raise Refused(f"{name}: {listed(twice)} stands twice", "copies of a piece are counted in a column copies")
        return found

    def values(self, values: object) -> tuple[str, ...]:
        """Return what a column's values are: those of a list as they stand, those of a text with its ranges run."""
        match values:
            case str():
                parts = [part.strip() for part in values.split(",")]
                if not all(parts):
                    raise Refused("a value is blank", 'write a list such as ["", "x"] if it is meant to be')
                return tuple(value for part in parts for value in run(part))
            case list() if values:
                return tuple(self.single(value) for value in values)
            case _:
                raise wrong(values, 'a range such as "1-13", or a list such as ["sun", "moon"]')

    def single(self, value: object) -> str:
        """Return a value of a list as text."""
        if isinstance(value, str):
            return value.strip()
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        hint = "write it in quotes, as it shall be printed" if isinstance(value, float | bool) else ""
        raise wrong(value, "texts in quotes and whole numbers", hint)


def run(part: str) -> Sequence[str]:
    """Return the values of one part of a text: "1-13", "13-1", "0-90/10", "01-12", "A-F", or a word as it stands.

    Raises Refused for a range of too many values and a step of 0.
    """
    letters = _LETTERS.fullmatch(part)
    if letters:
        first, last = (ord(letter) for letter in letters.groups() if letter)
        return [chr(code) for code in range(first, last + 1)] or [chr(code) for code in range(first, last - 1, -1)]
    numbers = _RANGE.fullmatch(part)
    if not numbers:
        return [part]
    first, last, step = int(numbers[1]), int(numbers[2]), int(numbers[3] or 1)
    if not step:
        raise Refused(f'"{part}" goes in steps of 0', f'write "{numbers[1]}-{numbers[2]}" for steps of 1')
    count = abs(last - first) // step + 1
    if count > MOST:
        raise Refused(f'"{part}" has {count:,} values; allowed: up to {MOST:,}')
    width = len(numbers[1]) if re.match("0[0-9]", numbers[1]) else 0
    toward = step if last >= first else -step
    return [f"{first + toward * number:0{width}}" for number in range(count)]
