"""What game.toml may say of boards, as tables, and the boards they become. Which keys a kind needs: `BOARD_KEYS`.

No `from __future__ import annotations` here: the annotations are used.
"""

from collections.abc import Mapping
from math import sqrt
from typing import Annotated, Literal

from pnp.data import boards, cell_boards, maps
from pnp.data.inks import Pattern
from pnp.data.load.cell_boards import (
    BorderTable,
    CaptionTable,
    MapLinkTable,
    MapPlaceTable,
    RouteTable,
    TerrainTable,
    terrain,
)
from pnp.data.load.lists import Places, Square, Squares, Wholes
from pnp.data.load.table import Table
from pnp.data.load.types import Length, Size, Whole
from pnp.data.load.words import AnyId, Flag, MaybeInk, MaybeText, Title

_FURNISHED = ("centres", "terrain", "plan", "borders", "routes", "labels")
BOARD_KEYS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "lattice": (("columns", "rows", "pitch", "strip"), ("stones",)),
    "grid": (("columns", "rows", "size"), ("strip", "first", "upward", "marks", "mark")),
    "track": (("breadth", "points", "spaces"), ("first", "kinds", "bend", "numbers", "arrows")),
    "hex": (
        (),
        (
            *("columns", "rows", "across", "side", "top", "stagger", "shape", "radius", "halves"),
            *("coordinates", "coordinates_at", *_FURNISHED),
        ),
    ),
    "mosaic": (
        ("columns", "rows", "size"),
        (
            *("cells", "on_lines", "upward", "tint", "strip", "stars"),
            *("coordinates", "coordinates_at", *_FURNISHED),
        ),
    ),
    "map": (("places",), ("links", "across", "breadth")),
}
"""By kind of board: the keys it must have, and those it may have."""


PLACE, SPACE = 8.0, 5.0  # mm: size of places of a map, and of the spaces between them, that say nothing else


class Crossing(Square):
    """One crossing of lines."""

    noun = "a column and a row such as [4, 4]"


class Crossings(Squares):
    """Crossings of lines, each as column and row."""

    item = Crossing()
    part = "crossing {}"
    noun = "a list of crossings such as [[4, 4], [10, 4]], column and row"


class TrackKindTable(Table):
    id: AnyId
    title: Title
    spaces: Annotated[tuple[int, ...], Wholes()]
    ink: MaybeInk = ""
    pattern: Pattern = "solid"
    art: MaybeText = ""


class BoardTable(Table):
    id: AnyId
    kind: Literal["lattice", "grid", "track", "hex", "mosaic", "map"]
    title: Title
    columns: Annotated[int, Whole(1, 99)] = 1
    rows: Annotated[int, Whole(1, 99)] = 1
    pitch: Annotated[float, Length(above=0)] = 1.0
    strip: Annotated[float, Length(0)] = 0.0
    stones: Annotated[int, Whole(0)] = 0
    size: Annotated[tuple[float, float], Size()] = (1.0, 1.0)
    first: Annotated[int, Whole(0)] = 1
    upward: Flag = True
    marks: Annotated[tuple[tuple[int, int], ...], Squares()] = ()
    mark: MaybeText = ""
    breadth: Annotated[float | None, Length(above=0)] = None
    points: Annotated[tuple[tuple[float, float], ...], Places()] = ((0.0, 0.0), (1.0, 0.0))
    spaces: Annotated[tuple[int, ...], Wholes()] = (1,)
    kinds: tuple[TrackKindTable, ...] = ()
    bend: Annotated[float, Length(0)] = 0.0
    numbers: Literal["outside", "middle"] = "outside"
    arrows: Flag = True
    across: Annotated[float | None, Length(above=0)] = None
    side: Annotated[float | None, Length(above=0)] = None
    top: Literal["flat", "point"] = "flat"
    stagger: Literal["odd", "even"] = "even"
    shape: Literal["rectangle", "hexagon"] = "rectangle"
    radius: Annotated[int, Whole(1, 50)] = 1
    halves: Flag = False
    cells: Literal["square", "diamond", "triangle"] = "square"
    on_lines: Flag = False
    tint: Literal["none", Pattern] = "none"
    stars: Annotated[tuple[tuple[int, int], ...], Crossings()] = ()
    coordinates: cell_boards.Coordinates | None = None
    coordinates_at: Literal["edge", "top", "middle", "bottom"] | None = None
    centres: Flag = False
    terrain: tuple[TerrainTable, ...] = ()
    plan: MaybeText = ""
    borders: tuple[BorderTable, ...] = ()
    routes: tuple[RouteTable, ...] = ()
    labels: tuple[CaptionTable, ...] = ()
    places: tuple[MapPlaceTable, ...] = ()
    links: tuple[MapLinkTable, ...] = ()

    def made(self) -> boards.Board:
        """Return the board of its kind; keys of other kinds are refused elsewhere."""
        match self.kind:
            case "lattice" | "grid":
                return self.of_lines()
            case "track":
                return self.track()
            case "hex":
                return self.hexes()
            case "mosaic":
                return self.mosaic()
            case "map":
                places = tuple(place.made(self.across or PLACE) for place in self.places)
                links = tuple(link.made() for link in self.links)
                return maps.Map(self.id, self.title, places, links, self.breadth or SPACE)

    def of_lines(self) -> boards.Board:
        """Return the field of crossings or the grid of squares."""
        if self.kind == "lattice":
            return boards.Lattice(self.id, self.title, self.columns, self.rows, self.pitch, self.strip, self.stones)
        return boards.Grid(
            id=self.id,
            title=self.title,
            columns=self.columns,
            rows=self.rows,
            width=self.size[0],
            height=self.size[1],
            strip=self.strip,
            first=self.first,
            upward=self.upward,
            marks=self.marks,
            mark=self.mark,
        )

    def track(self) -> boards.Track:
        """Return the spaces along a path."""
        kinds = tuple(boards.TrackKind(k.id, k.title, k.spaces, k.ink, k.pattern, k.art) for k in self.kinds)
        return boards.Track(
            id=self.id,
            title=self.title,
            breadth=self.breadth or 1.0,
            points=self.points,
            spaces=self.spaces,
            first=self.first,
            kinds=kinds,
            bend=self.bend,
            numbers=self.numbers,
            arrows=self.arrows,
        )

    def hexes(self) -> cell_boards.Hexes:
        """Return the board of hexes; of a side the distance of two flats is made, which all is counted by."""
        style = self.coordinates or "0101"
        at = self.coordinates_at
        return cell_boards.Hexes(
            id=self.id,
            title=self.title,
            columns=self.columns,
            rows=self.rows,
            across=self.across or (self.side or 1.0) * sqrt(3),
            top=self.top,
            stagger=self.stagger,
            shape=self.shape,
            radius=self.radius,
            halves=self.halves,
            coordinates=style,
            coordinates_at="top" if at is None or at == "edge" else at,
            on=self.furnished(style, False),
        )

    def mosaic(self) -> cell_boards.Mosaic:
        """Return the board of squares, diamonds or triangles."""
        style = self.coordinates or "none"
        return cell_boards.Mosaic(
            id=self.id,
            title=self.title,
            columns=self.columns,
            rows=self.rows,
            width=self.size[0],
            height=self.size[1],
            cells=self.cells,
            on_lines=self.on_lines,
            upward=self.upward,
            tint=None if self.tint == "none" else self.tint,
            strip=self.strip,
            coordinates=style,
            coordinates_at=self.coordinates_at or ("edge" if self.strip else "top"),
            stars=self.stars,
            on=self.furnished(style, self.upward),
        )

    def furnished(self, style: cell_boards.Coordinates, upward: bool) -> cell_boards.Furnished:
        """Return what lies on hexes and mosaics."""
        return cell_boards.Furnished(
            terrain=terrain(self.terrain, self.plan, upward, style),
            borders=tuple(border.made() for border in self.borders),
            routes=tuple(route.made() for route in self.routes),
            labels=tuple(cell_boards.Caption(label.at, label.title) for label in self.labels),
            centres=self.centres,
        )
