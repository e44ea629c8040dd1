"""What game.toml may say of hexes, mosaics and maps, as tables, and the values they become. Part of `boards`.

No `from __future__ import annotations` here: the annotations are used.
"""

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from pnp.data import cell_boards, maps
from pnp.data.inks import Pattern
from pnp.data.load.lists import ListOf, Names
from pnp.data.load.table import Table
from pnp.data.load.types import LARGEST, THINNEST_LINE, Length, Text, Whole
from pnp.data.load.words import NO_WORDS, AnyId, MaybeInk, MaybeText, Optional, Title

Broad: TypeAlias = Annotated[float, Length(THINNEST_LINE, 10)]
"""How broad a line on a board is."""


class Pair(ListOf):
    """Two names."""

    item = Text()
    noun = 'two names such as ["0101", "0102"]'
    part = "its name {}"
    least = most = 2


class Ends(Pair):
    """Two places."""

    noun = 'two ids of places such as ["york", "hull"]'


class Pairs(ListOf):
    """Pairs of neighbours."""

    item = Pair()
    noun = 'a list of pairs such as [["0101", "0102"], ["0102", "0202"]]'
    part = "pair {}"
    least = 1


class Steps(ListOf):
    """The cells of a route in turn; it may come back to one."""

    item = Text()
    noun = 'at least two names such as ["0101", "0102"]'
    part = "name {}"
    least = 2


class TerrainTable(Table):
    id: AnyId
    title: Title
    at: Annotated[tuple[str, ...], Names()] = ()
    sign: MaybeText = ""
    ink: MaybeInk = ""
    pattern: Pattern = "solid"
    art: MaybeText = ""


class BorderTable(Table):
    between: Annotated[tuple[tuple[str, str], ...], Pairs()]
    ink: MaybeInk = ""
    width: Broad = 1.6
    style: cell_boards.LineStyle = "solid"

    def made(self) -> cell_boards.Border:
        return cell_boards.Border(self.between, self.ink, self.width, self.style)


class RouteTable(Table):
    through: Annotated[tuple[str, ...], Steps()]
    ink: MaybeInk = ""
    width: Broad = 1.2
    style: cell_boards.LineStyle = "solid"

    def made(self) -> cell_boards.Route:
        return cell_boards.Route(self.through, self.ink, self.width, self.style)


class CaptionTable(Table):
    at: Annotated[str, Text()]
    title: Title


class MapPlaceTable(Table):
    id: AnyId
    title: Optional = NO_WORDS
    x: Annotated[float, Length(-LARGEST, LARGEST)]
    y: Annotated[float, Length(-LARGEST, LARGEST)]
    size: Annotated[float | None, Length(above=0)] = None
    shape: Literal["circle", "square", "hex"] = "circle"
    ink: MaybeInk = ""
    pattern: Pattern = "solid"
    art: MaybeText = ""
    label: maps.Side = "below"

    def made(self, size: float) -> maps.MapPlace:
        return maps.MapPlace(
            id=self.id,
            title=self.title,
            x=self.x,
            y=self.y,
            size=self.size or size,
            shape=self.shape,
            ink=self.ink,
            pattern=self.pattern,
            art=self.art,
            label=self.label,
        )


class MapLinkTable(Table):
    between: Annotated[tuple[str, str], Ends()]
    title: Optional = NO_WORDS
    bend: Annotated[float, Length(-LARGEST, LARGEST)] = 0.0
    arrows: Literal["none", "one", "both"] = "none"
    style: Literal["solid", "dashed"] = "solid"
    ink: MaybeInk = ""
    pattern: Pattern = "solid"
    width: Broad = 0.8
    spaces: Annotated[int, Whole(0, 50)] = 0
    spaces_shape: Literal["circle", "box"] = "circle"

    def made(self) -> maps.MapLink:
        return maps.MapLink(
            between=self.between,
            title=self.title,
            bend=self.bend,
            arrows=self.arrows,
            style=self.style,
            ink=self.ink,
            pattern=self.pattern,
            width=self.width,
            spaces=self.spaces,
            boxes=self.spaces_shape == "box",
        )


def planned(plan: str, upward: bool) -> Mapping[str, tuple[cell_boards.Place, ...]]:
    """Return the cells of each sign in a plan: a line a row from the top, a sign a cell; blanks do not count."""
    found: dict[str, list[cell_boards.Place]] = {}
    lines = rows_of(plan)
    for down, line in enumerate(lines, 1):
        for column, sign in enumerate(line, 1):
            if sign != cell_boards.NOTHING:
                found.setdefault(sign, []).append((column, len(lines) + 1 - down if upward else down))
    return {sign: tuple(cells) for sign, cells in found.items()}


def rows_of(plan: str) -> tuple[str, ...]:
    """Return the lines of a plan without their blanks."""
    return tuple(row for row in ("".join(line.split()) for line in plan.splitlines()) if row)


def terrain(
    tables: tuple[TerrainTable, ...], plan: str, upward: bool, style: cell_boards.Coordinates
) -> tuple[cell_boards.Terrain, ...]:
    """Return the kinds of cells, each with those that the plan adds to the cells it names itself."""
    there = planned(plan, upward)
    return tuple(
        cell_boards.Terrain(
            id=each.id,
            title=each.title,
            at=(*each.at, *(cell_boards.name(*cell, style) for cell in there.get(each.sign, ()))),
            ink=each.ink,
            pattern=each.pattern,
            art=each.art,
        )
        for each in tables
    )
