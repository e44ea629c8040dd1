"""Boards of hexes: where each hex lies, parts of hexes at the edges too. Geometry; `cell_boards` draws. Names no game.

As many columns and rows as asked; the size follows. All lengths are mm from the top left corner of the board, whose
rectangle is the one round all whole hexes.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import cos, pi, sin

from pnp.data.cell_boards import Hexes, Place, hex_names, name
from pnp.pieces.board_cells import Cell, Point, Polygon, area, within

SPECK = 0.5  # mm²: parts of hexes that are no larger are left out


@lru_cache(maxsize=64)
def size(board: Hexes) -> Point:
    """Return width and height of the whole board."""
    corners = [corner for place in hex_names(board).values() for corner in _outline(board, place)]
    return tuple(max(c[axis] for c in corners) - min(c[axis] for c in corners) for axis in (0, 1))  # type: ignore[return-value]


def middle(board: Hexes, column: int, row: int) -> Point:
    """Return the middle of a hex by its column and row, from 1. Raises ValueError for one that is not there."""
    if (column, row) not in hex_names(board).values():
        raise ValueError(f"no hex ({column}, {row})")
    left, top = _origin(board)
    x, y = _raw(board, (column, row))
    return x - left, y - top


@lru_cache(maxsize=64)
def cells(board: Hexes) -> tuple[Cell, ...]:
    """Return the hexes row by row, and after them the parts at the edges, where the board has them."""
    left, top = _origin(board)
    whole = tuple(
        Cell(
            name=called,
            like=called,
            outline=tuple((x - left, y - top) for x, y in _outline(board, place)),
            middle=middle(board, *place),
            room=board.across / 2,
        )
        for called, place in hex_names(board).items()
    )
    return (*whole, *(_parts(board) if board.halves else ()))


def _parts(board: Hexes) -> Iterator[Cell]:
    """Yield what the board's rectangle shows of the hexes round it; each looks like the hex that it lies against."""
    left, top = _origin(board)
    width, height = size(board)
    for row in range(board.rows + 2):
        for column in range(board.columns + 2):
            if 1 <= row <= board.rows and 1 <= column <= board.columns:
                continue
            outline = tuple((x - left, y - top) for x, y in _outline(board, (column, row)))
            kept = within(outline, width, height)
            if area(kept) > SPECK:
                near = min(max(column, 1), board.columns), min(max(row, 1), board.rows)
                centre = sum(x for x, _ in kept) / len(kept), sum(y for _, y in kept) / len(kept)
                yield Cell("", name(*near, board.coordinates), kept, centre, 0.0)


@lru_cache(maxsize=64)
def _origin(board: Hexes) -> Point:
    """Return the top left corner of the rectangle round all hexes, as `_raw` counts."""
    corners = [corner for place in hex_names(board).values() for corner in _outline(board, place)]
    return min(x for x, _ in corners), min(y for _, y in corners)


def _raw(board: Hexes, place: Place) -> Point:
    """Return the middle of a hex, counted from anywhere."""
    column, row = place
    across, step = board.across, 1.5 * board.side
    line, along = (column, row) if board.top == "flat" else (row, column)
    if board.shape == "hexagon":
        shift = abs(line - board.radius) / 2  # a line with fewer hexes begins later
    else:
        shift = 0.5 if (line % 2 == 1) == (board.stagger == "odd") else 0.0
    far, down = line * step, (along + shift) * across
    return (far, down) if board.top == "flat" else (down, far)


def _outline(board: Hexes, place: Place) -> Polygon:
    """Return the corners of a hex clockwise; neighbours share theirs to the last micrometre."""
    x, y = _raw(board, place)
    first = 0.0 if board.top == "flat" else pi / 6
    turns = (first + turn * pi / 3 for turn in range(6))
    return tuple((x + board.side * cos(turn), y + board.side * sin(turn)) for turn in turns)
