"""Whether borders and routes of boards join cells that touch. Part of reading; asks the boards themselves."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from pnp.data.boards import Board
from pnp.data.cell_boards import Hexes, Mosaic, adjacent, hex_names, mosaic_names
from pnp.data.source import Source
from pnp.data.where import KeyPath


def check_neighbours(source: Source, boards: Iterable[Board]) -> None:
    """Tell of cells that a border parts or a route joins and that share no edge; unknown cells are told elsewhere."""
    for number, board in enumerate(boards):
        if not isinstance(board, Hexes | Mosaic):
            continue
        for index, border in enumerate(board.on.borders):
            _check(source, ("boards", number, "borders", index, "between"), board, border.between)
        for index, route in enumerate(board.on.routes):
            _check(source, ("boards", number, "routes", index, "through"), board, pairwise(route.through))


def _check(source: Source, path: KeyPath, board: Hexes | Mosaic, pairs: Iterable[tuple[str, str]]) -> None:
    known = hex_names(board) if isinstance(board, Hexes) else mosaic_names(board)
    for one, other in pairs:
        if one in known and other in known and not adjacent(board, known[one], known[other]):
            message = f"{one} and {other} are no neighbours"
            source.tell(path, message, "borders lie on the edges of two cells, and routes cross them")
