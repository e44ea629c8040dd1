"""Boards of cells side by side: hexes, and mosaics of squares, diamonds or triangles; and what their cells are called.

Frozen values in mm, and pure naming that loader and drawings share. Only `pnp.data.load` makes the values; how boards
look is decided in `pnp.pieces`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import sqrt
from typing import Literal, TypeAlias

from pnp.data import inks
from pnp.data.words import Words
from pnp.values import dataclass

Pattern: TypeAlias = inks.Pattern
LineStyle: TypeAlias = Literal["solid", "dashed", "double"]
Coordinates: TypeAlias = Literal["0101", "A1", "none"]
Place: TypeAlias = tuple[int, int]
"""Column and row of a cell, both from 1."""
NOTHING = "."  # in a plan: a cell of no terrain
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class Terrain:
    """Cells of one kind: what they are called, how they are inked ("" for the slot's ink), filled and pictured."""

    id: str
    title: Words
    at: tuple[str, ...]
    ink: str
    pattern: Pattern
    art: str


@dataclass(frozen=True, slots=True)
class Border:
    """A line on the edges `between` pairs of neighbours: a river, a wall, a frontier. `width` in mm."""

    between: tuple[tuple[str, str], ...]
    ink: str
    width: float
    style: LineStyle


@dataclass(frozen=True, slots=True)
class Route:
    """A line from middle to middle `through` neighbours in turn: a road, a railway. `width` in mm."""

    through: tuple[str, ...]
    ink: str
    width: float
    style: LineStyle


@dataclass(frozen=True, slots=True)
class Caption:
    """Words in a cell."""

    at: str
    title: Words


@dataclass(frozen=True, slots=True)
class Furnished:
    """What hexes and mosaics have on them. `centres` marks the middle of each cell with a dot."""

    terrain: tuple[Terrain, ...] = ()
    borders: tuple[Border, ...] = ()
    routes: tuple[Route, ...] = ()
    labels: tuple[Caption, ...] = ()
    centres: bool = False


@dataclass(frozen=True, slots=True)
class Hexes:
    """Hexagons of `across` mm from flat to flat: as many columns and rows as asked, the size follows.

    With a flat `top` the columns are straight and every other one lies half a hex further down; with a point on top the
    rows are straight and every other one lies half a hex further right: the odd or the even ones, as `stagger` says.
    shape hexagon: `radius` hexes along each side instead. `halves` fills the board's rectangle with parts of hexes,
    which have no coordinates. `coordinates` stand at the top, in the middle or at the bottom of a hex.
    """

    id: str
    title: Words
    columns: int
    rows: int
    across: float
    top: Literal["flat", "point"] = "flat"
    stagger: Literal["odd", "even"] = "even"
    shape: Literal["rectangle", "hexagon"] = "rectangle"
    radius: int = 0
    halves: bool = False
    coordinates: Coordinates = "0101"
    coordinates_at: Literal["top", "middle", "bottom"] = "top"
    on: Furnished = Furnished()
    kind: Literal["hex"] = "hex"

    @property
    def side(self) -> float:
        """The side of a hexagon, which is also the radius of the circle round it."""
        return self.across / sqrt(3)


@dataclass(frozen=True, slots=True)
class Mosaic:
    """Squares, diamonds or triangles of width × height mm in columns and rows.

    Diamonds lie in rows that run down to the left and columns that run down to the right, so that the whole board is a
    diamond; triangles of a row point up and down by turns. Rows are counted from the bottom when `upward`. `tint`
    inks every other cell. `coordinates` stand in the cells or, in a `strip` of so many mm, along the edges. With
    `on_lines` columns and rows count the lines, not the cells between them. `stars` are crossings of lines with a dot,
    as column and row from 1.
    """

    id: str
    title: Words
    columns: int
    rows: int
    width: float
    height: float
    cells: Literal["square", "diamond", "triangle"] = "square"
    on_lines: bool = False
    upward: bool = True
    tint: Pattern | None = None
    strip: float = 0.0
    coordinates: Coordinates = "none"
    coordinates_at: Literal["edge", "top", "middle", "bottom"] = "edge"
    stars: tuple[tuple[int, int], ...] = ()
    on: Furnished = Furnished()
    kind: Literal["mosaic"] = "mosaic"


def letters(number: int) -> str:
    """Return a column's letter, counted from 1: A to Z, then AA, AB and so on."""
    found = ""
    while number > 0:
        number, place = divmod(number - 1, len(_LETTERS))
        found = _LETTERS[place] + found
    return found


def name(column: int, row: int, style: Coordinates) -> str:
    """Return what a cell is called; cells without coordinates are called as those with digits."""
    return f"{letters(column)}{row}" if style == "A1" else f"{column:02}{row:02}"


def extent_of(columns: int, rows: int, shape: str, radius: int, top: str) -> tuple[tuple[int, int], ...]:
    """Return the cells of a board of hexes as column and row, row by row, each from 1."""
    if shape == "rectangle":
        return tuple((column, row) for row in range(1, rows + 1) for column in range(1, columns + 1))
    across = range(1, 2 * radius)
    lines = {line: range(1, 2 * radius - abs(line - radius)) for line in across}
    found = [(line, at) if top == "flat" else (at, line) for line in across for at in lines[line]]
    return tuple(sorted(found, key=lambda cell: (cell[1], cell[0])))


@lru_cache(maxsize=64)
def hex_names(board: Hexes) -> Mapping[str, Place]:
    """Return the hexes of a board by name, without the parts at its edges."""
    cells = extent_of(board.columns, board.rows, board.shape, board.radius, board.top)
    return {name(column, row, board.coordinates): (column, row) for column, row in cells}


@lru_cache(maxsize=64)
def mosaic_names(board: Mosaic) -> Mapping[str, Place]:
    """Return the cells of a board by name; with `on_lines` there is one less in each direction than lines."""
    less = 1 if board.on_lines else 0
    rows, columns = range(1, board.rows + 1 - less), range(1, board.columns + 1 - less)
    return {name(column, row, board.coordinates): (column, row) for row in rows for column in columns}


def adjacent(board: Hexes | Mosaic, one: Place, other: Place) -> bool:
    """Say whether two cells share an edge."""
    (column, row), (column2, row2) = one, other
    across, down = abs(column - column2), abs(row - row2)
    if isinstance(board, Hexes):
        (line, along), (line2, along2) = (_halves(board, *place) for place in (one, other))
        return (line == line2 and abs(along - along2) == 2) or (abs(line - line2) == 1 and abs(along - along2) == 1)
    if board.cells == "triangle" and down:
        upper = (max if board.upward else min)(row, row2)
        return across == 0 and down == 1 and (column + upper) % 2 == 0  # the upper one of the two points up
    return across + down == 1


def _halves(board: Hexes, column: int, row: int) -> tuple[int, int]:
    """Return in which straight line a hex lies and how far along it, in half hexes."""
    line, along = (column, row) if board.top == "flat" else (row, column)
    if board.shape == "hexagon":
        return line, 2 * along + abs(line - board.radius)
    return line, 2 * along + ((line % 2 == 1) == (board.stagger == "odd"))
