"""Boards that frames can draw: fields of crossings, grids of squares, tracks of spaces. Frozen values in mm.

Hexes and mosaics are values of `cell_boards`, maps of `maps`. Only `pnp.data.load` makes them; how they look is decided
in `pnp.pieces`.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from pnp.data.cell_boards import Hexes, Mosaic
from pnp.data.inks import Pattern
from pnp.data.maps import Map
from pnp.data.words import Words
from pnp.values import dataclass


@dataclass(frozen=True, slots=True)
class Lattice:
    """A field of crossings with numbered posts on its four sides.

    Crossing (c, r), 1 ≤ c ≤ columns and 1 ≤ r ≤ rows, lies `pitch` mm from its neighbours; the perimeter lies one pitch
    outside the outer crossings; posts stand on it in line with the crossings. `strip` is the room for labels.
    `stones` is how many crossings a sheet with a serial fills (which ones: `pnp.data.serials`), 0 for none.
    """

    id: str
    title: Words
    columns: int
    rows: int
    pitch: float
    strip: float
    stones: int = 0
    kind: Literal["lattice"] = "lattice"


@dataclass(frozen=True, slots=True)
class Grid:
    """A board of squares: `columns` lanes side by side, `rows` rows, each square width × height mm.

    Rows are numbered from `first`, counted from the bottom when `upward`, lanes from 1 from the left. `marks` are the
    squares (row, lane) that show the picture `mark`. `strip` is the room round the squares for numbers, mm.
    """

    id: str
    title: Words
    columns: int
    rows: int
    width: float
    height: float
    strip: float
    first: int
    upward: bool
    marks: tuple[tuple[int, int], ...]
    mark: str
    kind: Literal["grid"] = "grid"


@dataclass(frozen=True, slots=True)
class TrackKind:
    """Spaces of one kind: their numbers, how they are inked ("" for the slot's ink), filled and pictured."""

    id: str
    title: Words
    spaces: tuple[int, ...]
    ink: str
    pattern: Pattern
    art: str


@dataclass(frozen=True, slots=True)
class Track:
    """A row of spaces along a path: `points` are its corners in mm, `spaces` how many lie on each stretch between.

    Spaces are numbered from `first` in running order and are `breadth` mm across the path. `bend` is the radius of the
    path's middle line round its corners, 0 for mitred corners; a stretch ends in the middle of a bend. `numbers` stand
    at the outer edge and read from there, or fill the middle. `arrows` point the way that pieces run.
    """

    id: str
    title: Words
    breadth: float
    points: tuple[tuple[float, float], ...]
    spaces: tuple[int, ...]
    first: int
    kinds: tuple[TrackKind, ...]
    bend: float = 0.0
    numbers: Literal["outside", "middle"] = "outside"
    arrows: bool = True
    kind: Literal["track"] = "track"


Board: TypeAlias = Lattice | Grid | Track | Hexes | Mosaic | Map
