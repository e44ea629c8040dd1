"""How a picture is shown, as authors write it: inks of its parts, what is shown of it, crop and position.

Like `pnp.data.load.lists`; and whether the cells that name inks do so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

from pnp.data.frame import ArtSlot, Dye, When
from pnp.data.inks import color
from pnp.data.load.lists import ListOf
from pnp.data.load.types import Check, Condition, Ink, Number, Refused, Terms, found, wrong
from pnp.data.prints import Row
from pnp.data.tables import Table
from pnp.errors import Problem
from pnp.near import listed, meant

FROM = "column:"


class Dyes(Check):
    """Inks by class or id of a drawing: { body = "column:house", eye = "white" }."""

    json: ClassVar[dict[str, object]] = {"type": "object", "additionalProperties": {"type": "string"}}

    def read(self, value: object, terms: Terms) -> tuple[Dye, ...]:
        if not isinstance(value, Mapping) or not value:
            raise wrong(value, 'inks by class or id, such as { body = "column:house", eye = "white" }')
        return tuple(self._dye(str(part), ink, terms) for part, ink in value.items())

    def _dye(self, part: str, ink: object, terms: Terms) -> Dye:
        if isinstance(ink, str) and ink.startswith(FROM):
            column = ink.removeprefix(FROM).strip()
            if not column:
                raise Refused(f'{part}: found "{ink}"; allowed: the name of a column after "{FROM}"')
            return Dye(part, "", column)
        try:
            return Dye(part, str(Ink().read(ink, terms)), "")
        except Refused as refused:
            hint = refused.hint or f'an ink, or the column that names it: "{FROM}house"'
            raise Refused(f"{part}: {refused}", hint) from refused


class Shown(Check):
    """Conditions by class or id of a drawing: { crown = "rank=king" }."""

    json: ClassVar[dict[str, object]] = {"type": "object", "additionalProperties": Condition.json}

    def read(self, value: object, terms: Terms) -> tuple[tuple[str, When], ...]:
        if not isinstance(value, Mapping) or not value:
            raise wrong(value, 'conditions by class or id, such as { crown = "rank=king" }')
        return tuple((str(part), self._when(str(part), condition, terms)) for part, condition in value.items())

    def _when(self, part: str, condition: object, terms: Terms) -> When:
        try:
            return Condition().read(condition, terms)
        except Refused as refused:
            raise Refused(f"{part}: {refused}", refused.hint) from refused


class Crop(ListOf):
    """What is cut off a picture at left, top, right and bottom."""

    item = Number(0.0, 0.99)
    noun = "four numbers from 0 to 1, cut off at left, top, right and bottom, such as [0.1, 0, 0.1, 0]"
    least = most = 4

    def read(self, value: object, terms: Terms) -> tuple[object, ...]:
        left, top, right, bottom = parts = super().read(value, terms)
        for one, two in ((left, right), (top, bottom)):
            if float(str(one)) + float(str(two)) > 0.99:
                raise Refused(f"found {found(one)} and {found(two)} on facing sides: nothing would be left")
        return parts


class Position(ListOf):
    """Where a picture lies in its slot."""

    item = Number(0.0, 1.0)
    noun = "two numbers from 0 to 1, across and down, such as [0.5, 0.2]"
    least = most = 2


def dye_faults(
    slot: ArtSlot, row: Row, table: Table, languages: Iterable[str], inks: Mapping[str, str]
) -> Iterator[Problem]:
    """Give what is wrong with the cells of a row that name inks of the slot's parts; a blank cell names none."""
    seen: set[str] = set()
    for dye in slot.colors:
        for lang in languages:
            column = table.column(dye.column, lang) if dye.column else ""
            cell = row.cells.get(column, "")
            if not cell or column in seen:
                continue
            seen.add(column)
            if color(cell, inks) is None:
                hint = meant(cell, inks) or f"the inks are {listed(inks)}, black, white or #rrggbb"
                yield Problem(table.file, row.line, column, f'"{cell}" is not an ink', hint)
