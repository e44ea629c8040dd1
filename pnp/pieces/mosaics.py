"""Mosaics: boards of squares, diamonds or triangles in columns and rows. Geometry; `cell_boards` draws. Names no game.

All lengths are mm from the top left corner of the board, its strips included.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import dist, hypot

from pnp.data.cell_boards import Mosaic, letters, mosaic_names
from pnp.pieces.board_cells import Cell, Point, sides


def counts(board: Mosaic) -> tuple[int, int]:
    """Return how many columns and rows of cells the board has; with `on_lines` one less than lines."""
    less = 1 if board.on_lines else 0
    return board.columns - less, board.rows - less


def size(board: Mosaic) -> Point:
    """Return width and height of the whole board, strips included."""
    columns, rows = counts(board)
    wide, high = columns * board.width, rows * board.height
    if board.cells == "diamond":
        wide, high = (columns + rows) * board.width / 2, (columns + rows) * board.height / 2
    elif board.cells == "triangle":
        wide = (columns + 1) * board.width / 2
    return wide + 2 * board.strip, high + 2 * board.strip


def crossing(board: Mosaic, along: float, down: float) -> Point:
    """Return where the lines after `along` columns and `down` rows from the top left cross."""
    x, y = board.strip, board.strip
    if board.cells == "diamond":
        rows = counts(board)[1]
        return x + (along - down + rows) * board.width / 2, y + (along + down) * board.height / 2
    wide = board.width / 2 if board.cells == "triangle" else board.width
    return x + along * wide, y + down * board.height


@lru_cache(maxsize=64)
def cells(board: Mosaic) -> tuple[Cell, ...]:
    """Return the cells, row by row in counting order."""
    rows = counts(board)[1]
    found = []
    for called, (column, row) in mosaic_names(board).items():
        down = rows - row if board.upward else row - 1
        odd = (column + row) % 2 == 0  # so that the first cell of a chessboard is dark
        found.append(_cell(board, called, column - 1, down, odd))
    return tuple(found)


def _cell(board: Mosaic, called: str, along: int, down: int, odd: bool) -> Cell:
    if board.cells == "triangle":
        low, high = down + 1, down
        base, tip = (low, high) if odd else (high, low)
        corners = ((along, base), (along + 1, tip), (along + 2, base))
        outline = tuple(crossing(board, *corner) for corner in corners)
        room = board.width * board.height / sum(dist(*side) for side in sides(outline))
        x, base_y = crossing(board, along + 1, base)
        middle = (x, base_y - room if odd else base_y + room)
        return Cell(called, called, outline, middle, room, odd)
    square = ((along, down), (along + 1, down), (along + 1, down + 1), (along, down + 1))
    slope = hypot(board.width, board.height)
    room = board.width * board.height / (2 * slope) if board.cells == "diamond" else min(board.width, board.height) / 2
    outline = tuple(crossing(board, *corner) for corner in square)
    return Cell(called, called, outline, crossing(board, along + 0.5, down + 0.5), room, odd)


def star(board: Mosaic, column: int, row: int) -> Point:
    """Return a crossing by column and row of lines, from 1."""
    rows = counts(board)[1]
    return crossing(board, column - 1, rows + 1 - row if board.upward else row - 1)


def numbers(board: Mosaic) -> Iterator[tuple[str, Point]]:
    """Yield what stands in the strips, with its middle: columns at top and bottom, rows at both sides."""
    columns, rows = counts(board)
    (x0, y0), (x1, y1), (x2, y2) = (crossing(board, *at) for at in ((0, 0), (1, 0), (0, 1)))
    across, along = (x1 - x0, y1 - y0), (x2 - x0, y2 - y0)
    below = (-across[1] / hypot(*across), across[0] / hypot(*across))
    beside = (along[1] / hypot(*along), -along[0] / hypot(*along))
    shift = 0.0 if board.on_lines else 0.5
    for column in range(1, board.columns + 1):
        called = letters(column) if board.coordinates == "A1" else str(column)
        place = column if board.cells == "triangle" else column - 1 + shift
        for end, out in ((0, -1), (rows, 1)):
            yield called, _out(crossing(board, place, end), below, out * board.strip / 2)
    for row in range(1, board.rows + 1):
        place = row - 1 + shift
        down = rows - place if board.upward else place
        last = columns + 1 if board.cells == "triangle" else columns
        for end, out in ((0, -1), (last, 1)):
            yield str(row), _out(crossing(board, end, down), beside, out * board.strip / 2)


def _out(point: Point, way: Point, far: float) -> Point:
    return point[0] + far * way[0], point[1] + far * way[1]
