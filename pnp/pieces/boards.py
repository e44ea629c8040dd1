"""Slots that show a board: which board, whether it has room, and where it stands. Between the data and the shapes.

Each kind of board is drawn in a module of its own, `lattices`, `grid_boards`, `track_boards`, `cell_boards` and `maps`,
whose functions also say where its places are, so that whoever draws or reads a board (paper or screen) asks for the
same points. Names no game.
"""

from __future__ import annotations

from typing import assert_never

from pnp.data.boards import Board, Grid, Lattice, Track
from pnp.data.cell_boards import Hexes, Mosaic
from pnp.data.frame import BoardSlot
from pnp.data.maps import Map
from pnp.data.prints import Row
from pnp.data.words import Words
from pnp.errors import faults
from pnp.pieces.board_look import Look
from pnp.pieces.context import Context, cell, near
from pnp.scene import GREY, Group, Matrix, Rect, moved
from pnp.units import fits, tidy
from pnp.values import replace


def draw(slot: BoardSlot, row: Row | None, ctx: Context) -> tuple[Group, ...]:
    """Return the board of the slot at its own size; the group is named after the board. None for a blank cell.

    A board stands in the middle of the slot, a track or a map where its points say. Equal boards are
    the same object inside.
    """
    name = slot.board or cell(row, slot.column, ctx.lang)
    if not name:
        return ()
    found = {board.id: board for board in ctx.game.boards}
    if name not in found:
        ctx.problem(slot.name, f'no board "{name}"', near(name, found))
        return ()
    board = found[name]
    look = Look(slot.ink, slot.guide, slot.post, slot.family, slot.size, slot.strip)
    before = len(ctx.problems)
    if slot.pitch and not isinstance(board, Lattice):
        ctx.problem(slot.name, f"board {board.id} is a {board.kind}, which has no pitch", "leave pitch out")
    if slot.strip and not isinstance(board, Lattice):
        ctx.problem(slot.name, f"board {board.id} is a {board.kind}, whose strip is never filled", "leave strip out")
    if slot.guide != GREY and slot.board and isinstance(board, Hexes | Map):
        ctx.problem(slot.name, f"board {board.id} is a {board.kind}, which shows no guide", "leave guide out")
    drawn = _drawn(board, look, slot, ctx)
    if drawn is None or faults(ctx.problems[before:]):
        return ()
    return (Group((drawn[0],), drawn[1], label=board.title.get(ctx.lang)),)


def _drawn(board: Board, look: Look, slot: BoardSlot, ctx: Context) -> tuple[Group, Matrix] | None:
    """Return the drawing and where it goes; None, told in `ctx`, when it cannot be drawn."""
    match board:
        case Lattice():
            return _field(board, look, slot, ctx)
        case Grid():
            from pnp.pieces import grid_boards

            hint = "make the slot larger or the squares smaller"
            place = _middle(board.id, grid_boards.size(board), " with its strips", hint, slot, ctx)
            return (grid_boards.grid(board, look, slot.name, ctx), place) if place else None
        case Track():
            from pnp.pieces import track_boards

            corner = moved(slot.place.x, slot.place.y)
            return (track_boards.track(board, look, slot, ctx), corner) if _runs(board, slot, ctx) else None
        case Hexes() | Mosaic():
            from pnp.pieces import cell_boards

            hint = "make the slot larger or the cells smaller"
            place = _middle(board.id, cell_boards.size(board), "", hint, slot, ctx)
            return (cell_boards.cell_board(board, look, slot.name, ctx), place) if place else None
        case Map():
            from pnp.pieces import map_ways, maps

            corner = moved(slot.place.x, slot.place.y)
            room = (slot.place.width, slot.place.height)
            inside = _inside(board.id, "places and links", map_ways.reach(board), "its places", slot, ctx)
            return (maps.board_map(board, look, slot.name, room, ctx), corner) if inside else None
        case _:
            assert_never(board)


def _field(board: Lattice, look: Look, slot: BoardSlot, ctx: Context) -> tuple[Group, Matrix] | None:
    from pnp.pieces import lattices

    filled = ctx.stones.get(board.id, ())
    board = lattices.pitched(board, slot.pitch)
    needs = " (a pitch outside the last crossings and the strips)"
    place = _middle(board.id, lattices.size(board), needs, "make the slot larger or the pitch smaller", slot, ctx)
    if place is None:
        return None
    field = lattices.lattice(replace(board, id="", title=Words(()), stones=0), look)
    return (Group((field, *lattices.stones(board, filled))) if filled else field, place)


def _middle(name: str, size: tuple[float, float], what: str, hint: str, slot: BoardSlot, ctx: Context) -> Matrix | None:
    """Return where a board of this size lies in the middle of the slot."""
    (width, height), room = size, slot.place
    if fits(width, room.width) and fits(height, room.height):
        return moved(room.x + (room.width - width) / 2, room.y + (room.height - height) / 2)
    _too_small(f"board {name} needs {tidy(width)} × {tidy(height)} mm{what}", hint, slot, ctx)
    return None


def _runs(board: Track, slot: BoardSlot, ctx: Context) -> bool:
    """Say whether the spaces of a track can be cut from its path and lie in the slot; what is wrong is told."""
    from pnp.pieces import track_boards

    wrong = track_boards.faults(board)
    for message, hint in wrong:
        ctx.problem(slot.name, f"board {board.id}: {message}", hint)
    if wrong:
        return False
    return _inside(board.id, "spaces", track_boards.reach(board), "its points", slot, ctx)


def _inside(name: str, what: str, reach: Rect, move: str, slot: BoardSlot, ctx: Context) -> bool:
    """Say whether a board that lies where its points say is inside the slot; what reaches out is told."""
    inside = min(reach.x, reach.y) >= 0 or fits(-min(reach.x, reach.y), 0.0)
    if inside and fits(reach.right, slot.place.width) and fits(reach.bottom, slot.place.height):
        return True
    ends = f"{tidy(reach.x)} to {tidy(reach.right)} mm across and {tidy(reach.y)} to {tidy(reach.bottom)} mm down"
    _too_small(f"the {what} of board {name} reach from {ends}", f"move {move} or make the slot larger", slot, ctx)
    return False


def _too_small(what: str, hint: str, slot: BoardSlot, ctx: Context) -> None:
    room = f"{tidy(slot.place.width)} × {tidy(slot.place.height)} mm"
    ctx.problem(slot.name, f"{what} of {room}", hint)
