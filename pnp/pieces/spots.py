"""Gives problems of a slot their place on the face and the column they come from. Knows no kind of piece."""

from __future__ import annotations

from pnp.data.frame import Slot
from pnp.data.prints import Row
from pnp.errors import Spot
from pnp.extent import moved_box
from pnp.pieces.context import Context, box_of
from pnp.scene import IDENTITY, Matrix, Rect, times
from pnp.values import replace


def give(slot: Slot, row: Row | None, turn: Matrix, ctx: Context, first: int) -> None:
    """Place the problems from number `first` on in the slot's rectangle, where they have no smaller place yet."""
    spot = _on(box_of(slot.place), turn, ctx)
    column = _column(slot, row, ctx.lang)
    for number in range(first, len(ctx.problems)):
        told = ctx.problems[number]
        placed = told.spot is not None and (told.spot.width > 0 or told.spot.height > 0)
        ctx.problems[number] = replace(told, spot=told.spot if placed else spot, column=told.column or column)


def narrow(box: Rect | None, ctx: Context, first: int) -> None:
    """Place the problems from number `first` on in a rectangle of the drawing, as it is turned already."""
    if box is None:
        return
    for number in range(first, len(ctx.problems)):
        ctx.problems[number] = replace(ctx.problems[number], spot=_on(box, IDENTITY, ctx))


def _on(box: Rect, turn: Matrix, ctx: Context) -> Spot | None:
    """Return the upright rectangle round a part of the drawing on its face; None where no face is known."""
    if not ctx.face:
        return None
    seen = moved_box(box, times(ctx.lies, turn))
    return Spot("", ctx.face, ctx.side, seen.x, seen.y, seen.width, seen.height)


def _column(slot: Slot, row: Row | None, lang: str) -> str:
    """Return the column of the table that the slot shows, as its head is written; "" for none."""
    name = getattr(slot, "column", "")
    if row is None or not name:
        return ""
    heads = (f"{name}.{lang}", name, *(head for head in row.cells if head.startswith(f"{name}.")))
    return next((head for head in heads if head in row.cells), "")
