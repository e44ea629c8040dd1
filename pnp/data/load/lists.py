"""What a list or table of small values may be: ranges, offsets, dashes, corners, sides of a die, rows of boxes.

Like `pnp.data.load.types`, which holds the single values.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import ClassVar, Literal, TypeAlias, cast

from pnp.data.frame import Box
from pnp.data.game import Json, Side
from pnp.data.load.types import LARGEST, Check, Length, Number, Refused, Terms, Text, Whole, found, wrong
from pnp.data.load.types import Texts as TextsCheck
from pnp.data.words import Words
from pnp.near import listed, meant

BoxKind: TypeAlias = Literal["box", "sum", "tick", "text"]


class ListOf(Check):
    """A list whose elements all pass one check; refusals say which element, counted from 1."""

    item: Check
    noun = "a list"
    part = "number {} of the list"
    least = 0
    most = 1000

    def read(self, value: object, terms: Terms) -> tuple[object, ...]:
        if not isinstance(value, list):
            raise wrong(value, self.noun)
        if not self.least <= len(value) <= self.most:
            raise Refused(f"found a list of {len(value)}; allowed: {self.noun}")
        return tuple(self.one(item, number, terms) for number, item in enumerate(value, 1))

    def one(self, item: object, number: int, terms: Terms) -> object:
        """Check one element."""
        try:
            return self.item.read(item, terms)
        except Refused as refused:
            raise Refused(f"{self.part.format(number)}: {refused}", refused.hint) from refused

    def schema(self) -> dict[str, object]:
        schema: dict[str, object] = {"type": "array", "items": self.item.schema()}
        if self.least:
            schema["minItems"] = self.least
        return {**schema, "maxItems": self.most} if self.most < ListOf.most else schema


class Names(ListOf):
    """Texts in quotes, each one once."""

    noun = 'a list of texts such as ["A", "B"]'

    def __init__(self, least: int = 0) -> None:
        self.item, self.least = Text(), least
        if least:
            self.noun = f'a list of at least {least}, such as ["A", "B"]'

    def read(self, value: object, terms: Terms) -> tuple[object, ...]:
        names = super().read(value, terms)
        twice = sorted({str(name) for name in names if names.count(name) > 1})
        if twice:
            raise Refused(f"{listed(twice)} stands twice in the list")
        return names


class Wholes(ListOf):
    """Whole numbers."""

    item = Whole()
    noun = "a list of whole numbers such as [3, 4, 5]"


class Range(ListOf):
    """The lowest and the highest of something, as two whole numbers."""

    least = most = 2

    def __init__(self, low: int, high: int) -> None:
        self.item = Whole(low, high)
        self.noun = f"two whole numbers from {low} to {high} such as [{low}, {min(high, low + 3)}]"

    def read(self, value: object, terms: Terms) -> tuple[object, ...]:
        low, high = super().read(value, terms)
        if cast(int, low) > cast(int, high):
            raise Refused(f"found [{low}, {high}]; the smaller number comes first", f"did you mean [{high}, {low}]?")
        return low, high


class Offset(ListOf):
    """A shift to the right and down, as two lengths."""

    item = Length(-100, 100)
    noun = "two lengths such as [0.5, -1]"
    least = most = 2


class Dashes(ListOf):
    """Lengths on and off along a line; none for an unbroken line."""

    item = Length(0)
    noun = "a list of lengths such as [2, 1]"

    def read(self, value: object, terms: Terms) -> tuple[object, ...]:
        lengths = super().read(value, terms)
        if lengths and not any(lengths):
            raise Refused("found a list of zeros; allowed: at least one length above 0")
        return lengths


class Corner(ListOf):
    """One corner of a polygon."""

    item = Number(0, 1)
    noun = "two numbers from 0 to 1, across and down the slot"
    part = "its number {}"
    least = most = 2


class Corners(ListOf):
    """Corners of a polygon as parts of the slot's rectangle."""

    item = Corner()
    part = "corner {}"
    noun = "at least three corners such as [[0, 0], [1, 0], [0.5, 1]]"
    least = 3


class Square(ListOf):
    """One square of a board."""

    item = Whole(0)
    noun = "a row and a lane such as [4, 2]"
    part = "its number {}"
    least = most = 2


class Squares(ListOf):
    """Squares of a board, each as row and lane."""

    item = Square()
    part = "square {}"
    noun = "a list of squares such as [[4, 2], [6, 3]], row and lane"


class Spot(ListOf):
    """One point on a board."""

    item = Length(-LARGEST, LARGEST)
    noun = "two lengths such as [10, 120], across and down"
    part = "its number {}"
    least = most = 2


class Places(ListOf):
    """Points on a board."""

    item = Spot()
    part = "point {}"
    noun = "at least two points such as [[0, 0], [120, 0]]"
    least = 2


class OneSide(Check):
    """One side of a die: a number, a word, or a table with value, title, choices."""

    json: ClassVar[dict[str, object]] = {
        "anyOf": [
            {"type": "integer"},
            {"type": "string"},
            {
                "type": "object",
                "additionalProperties": False,
                "properties": {
                    "value": {"type": "integer"},
                    "title": TextsCheck.json,
                    "choices": {"type": "array", "items": {"type": "integer"}},
                    "art": {"type": "string"},
                },
            },
        ]
    }

    def read(self, value: object, terms: Terms) -> Side:
        if isinstance(value, int) and not isinstance(value, bool):
            return Side(value, Words(tuple((lang, str(value)) for lang in terms.languages)))
        if isinstance(value, str):
            return Side(None, TextsCheck().read(value, terms))
        if not isinstance(value, Mapping):
            raise wrong(value, "a whole number, a word in quotes, or a table such as { title = …, choices = [1, 2] }")
        known(value, ("value", "title", "choices", "art"))
        number = None if "value" not in value else Whole().read(value["value"], terms)
        choices = Wholes().read(value["choices"], terms) if "choices" in value else ()
        if "title" not in value and number is None:
            raise Refused("the side needs a title or a value")
        title = TextsCheck().read(value.get("title", str(number)), terms)
        art = Text().read(value["art"], terms) if "art" in value else ""
        return Side(number, title, cast("tuple[int, ...]", choices), art)


class Sides(ListOf):
    """The sides of a die; equal ones may stand several times."""

    item = OneSide()
    part = "side {}"
    noun = 'a list of 2 to 100 sides such as [1, 2, "star"]'
    least, most = 2, 100


class OneBox(Check):
    """One thing in a row of boxes."""

    kinds: ClassVar[tuple[str, ...]] = ("box", "sum", "tick", "text")
    json: ClassVar[dict[str, object]] = {
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "kind": {"enum": list(kinds)},
            "width": Length.json,
            "label": TextsCheck.json,
            "tab": TextsCheck.json,
            "art": {"type": "string"},
        },
        "required": ["kind"],
    }

    def read(self, value: object, terms: Terms) -> Box:
        if not isinstance(value, Mapping):
            raise wrong(value, 'a table such as { kind = "box", width = 10 }')
        known(value, ("kind", "width", "label", "tab", "art"))
        kind = value.get("kind")
        if kind is None:
            raise Refused(f"kind is missing; allowed: {listed(self.kinds)}")
        if kind not in self.kinds:
            raise Refused(f"{found(kind)} is not one of {listed(self.kinds)}", meant(str(kind), self.kinds))
        label, tab = (TextsCheck(blank=True).read(value.get(key, ""), terms).texts for key in ("label", "tab"))
        if kind == "text" and not label:
            raise Refused("a text needs a label, which is the text itself")
        width = Length(0).read(value.get("width", 0), terms)
        return Box(cast("BoxKind", kind), width, label, tab, Text(blank=True).read(value.get("art", ""), terms))


class Boxes(ListOf):
    """A row of boxes, from left to right."""

    item = OneBox()
    part = "box {}"
    noun = 'a list of boxes such as [{ kind = "box", width = 10 }, { kind = "tick" }]'
    least = 1


class JsonTable(Check):
    """A table of anything that JSON can hold."""

    json: ClassVar[dict[str, object]] = {"type": "object"}

    def read(self, value: object, terms: Terms) -> Mapping[str, Json]:
        if not isinstance(value, Mapping):
            raise wrong(value, 'a table such as { seats = [{ name = "A" }] }')
        self.refuse(value, "")
        return cast("Mapping[str, Json]", value)

    def refuse(self, value: object, at: str) -> None:
        """Refuse what JSON cannot hold, wherever it stands in `value`."""
        match value:
            case Mapping():
                for key, inner in value.items():
                    self.refuse(inner, f"{at}.{key}" if at else str(key))
            case list():
                for number, inner in enumerate(value):
                    self.refuse(inner, f"{at}[{number}]")
            case None | bool() | int() | str():
                return
            case float() if math.isfinite(value):
                return
            case _:
                raise Refused(f"{at}: found {found(value)}; allowed: numbers, texts, true, false, lists and tables")


def known(table: Mapping[str, object], keys: tuple[str, ...]) -> None:
    """Refuse keys that are not among `keys`."""
    for key in table:
        if key not in keys:
            raise Refused(f'"{key}" is not a key here; the keys are {listed(keys)}', meant(key, keys))
