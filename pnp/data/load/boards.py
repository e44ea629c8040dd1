"""What game.toml may say of boards, as tables, and the boards they become. Which keys a kind needs: `BOARD_KEYS`.

No `from __future__ import annotations` here: the annotations are used.
"""

from collections.abc import Mapping
from typing import Annotated, Literal

from pnp.data import boards
from pnp.data.load.lists import Places, Squares, Wholes
from pnp.data.load.table import Table
from pnp.data.load.types import Ink, Length, Size, Whole
from pnp.data.load.words import AnyId, Flag, MaybeText, Title

BOARD_KEYS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "lattice": (("columns", "rows", "pitch", "strip"), ("stones",)),
    "grid": (("columns", "rows", "size"), ("strip", "first", "upward", "marks", "mark")),
    "track": (("breadth", "points", "spaces"), ("first", "kinds", "bend", "numbers", "arrows")),
}
"""By kind of board: the keys it must have, and those it may have."""


class TrackKindTable(Table):
    id: AnyId
    title: Title
    spaces: Annotated[tuple[int, ...], Wholes()]
    ink: Annotated[str, Ink(blank=True)] = ""
    pattern: Literal["solid", "hatch", "cross", "dots"] = "solid"
    art: MaybeText = ""


class BoardTable(Table):
    id: AnyId
    kind: Literal["lattice", "grid", "track"]
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
    breadth: Annotated[float, Length(above=0)] = 1.0
    points: Annotated[tuple[tuple[float, float], ...], Places()] = ((0.0, 0.0), (1.0, 0.0))
    spaces: Annotated[tuple[int, ...], Wholes()] = (1,)
    kinds: tuple[TrackKindTable, ...] = ()
    bend: Annotated[float, Length(0)] = 0.0
    numbers: Literal["outside", "middle"] = "outside"
    arrows: Flag = True

    def made(self) -> boards.Board:
        """Return the board of its kind; keys of other kinds are refused elsewhere."""
        if self.kind == "lattice":
            return boards.Lattice(self.id, self.title, self.columns, self.rows, self.pitch, self.strip, self.stones)
        if self.kind == "grid":
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
        kinds = tuple(boards.TrackKind(k.id, k.title, k.spaces, k.ink, k.pattern, k.art) for k in self.kinds)
        return boards.Track(
            id=self.id,
            title=self.title,
            breadth=self.breadth,
            points=self.points,
            spaces=self.spaces,
            first=self.first,
            kinds=kinds,
            bend=self.bend,
            numbers=self.numbers,
            arrows=self.arrows,
        )
