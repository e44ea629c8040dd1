"""One board in a slot, drawn and looked into: for tests of hexes, mosaics and maps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pnp.data.boards import Board
from pnp.data.cell_boards import Hexes, Mosaic
from pnp.data.frame import BoardSlot, Place
from pnp.errors import Problem
from pnp.pieces import boards
from pnp.pieces.context import start
from pnp.scene import IDENTITY, Group, Matrix, Path, Shape, Text, apply, times
from tests.small_game import game, words


def hexes(columns: int = 4, rows: int = 3, across: float = 20.0, **changes: object) -> Hexes:
    return replace(Hexes("map", words(en="Map"), columns, rows, across), **changes)  # type: ignore[arg-type]


def mosaic(columns: int = 4, rows: int = 3, **changes: object) -> Mosaic:
    return replace(Mosaic("board", words(en="Board"), columns, rows, 20.0, 20.0), **changes)  # type: ignore[arg-type]


def drawn(board: Board, *, size: float = 9.0, room: tuple[float, float] = (300, 300)) -> tuple[Group, list[Problem]]:
    problems: list[Problem] = []
    ctx = start(replace(game(), boards=(board,)), "en", problems, 'sheet "sheet"', "templates/small/frames.toml", 3)
    slot = BoardSlot(
        "field", Place(0, 0, *room), None, board.id, "#000000", "#9a9a9a", "#2e6b3a", "Barlow Condensed", size
    )
    return next(iter(boards.draw(slot, None, ctx)), Group(())), problems


def leaves(shape: Shape, matrix: Matrix = IDENTITY) -> Iterator[tuple[Path | Text, Matrix]]:
    """Yield all paths and texts with the matrices that lead to the page."""
    if isinstance(shape, Group):
        inner = times(matrix, shape.matrix)
        for child in shape.children:
            yield from leaves(child, inner)
    elif isinstance(shape, Path | Text):
        yield shape, matrix


def texts(shape: Shape) -> list[tuple[str, float, float]]:
    """Return every text with the place where it begins, rounded to 0.01 mm."""
    found = []
    for leaf, matrix in leaves(shape):
        if isinstance(leaf, Text):
            x, y = apply(matrix, leaf.x, leaf.y)
            found.append((leaf.run.text, round(x, 2), round(y, 2)))
    return found


def inks(shape: Shape) -> list[object]:
    """Return the fills of all paths, in the order of drawing."""
    return [leaf.fill for leaf, _ in leaves(shape) if isinstance(leaf, Path) and leaf.fill]
