"""Icons from a number: a picture as often as a row says, and what shows the places that are left. Names no game.

Between the data and the shapes. Lines that are not full stand as `align` says, as lines of a text do.
"""

from __future__ import annotations

from typing import assert_never

from pnp import art
from pnp.art import Art
from pnp.data import counted
from pnp.data.frame_slots import IconsSlot
from pnp.data.prints import Row
from pnp.pieces.context import Context, cell
from pnp.scene import Group, Rect, Shape
from pnp.units import count, fits, tidy

SHARE = {"left": 0.0, "top": 0.0, "center": 0.5, "middle": 0.5, "right": 1.0, "bottom": 1.0}


def icons(slot: IconsSlot, row: Row | None, ctx: Context) -> Group:
    """Return the icons of a row, with what stands in free places. What is wrong or has no room is noted in `ctx`."""
    try:
        there, places = _numbers(slot, row, ctx)
    except ValueError as error:
        ctx.problem(slot.name, str(error))
        return Group(())
    if not places:
        return Group(())
    squares = _squares(slot, places, ctx)
    full, empty = _pictures(slot, row, there < places, ctx) if squares else (None, None)
    shapes: list[Shape] = []
    for number, square in enumerate(squares):
        picture = full if number < there else empty
        if picture is not None:
            shapes.append(art.placed(picture, square, "contain"))
    return Group(tuple(shapes))


def _numbers(slot: IconsSlot, row: Row | None, ctx: Context) -> tuple[int, int]:
    """Return how many pictures there are, and how many places. Raises ValueError."""
    if slot.count_column:
        return counted.of(cell(row, slot.count_column, ctx.lang), slot.of)
    return slot.count, slot.of or slot.count


def _pictures(slot: IconsSlot, row: Row | None, rest: bool, ctx: Context) -> tuple[Art | None, Art | None]:
    """Return the picture, and that of free places, if there are any."""
    name = slot.art or cell(row, slot.column, ctx.lang)
    picture = ctx.picture(name, slot.name) if name else None
    if not name:
        ctx.problem(slot.name, f'no picture: column "{slot.column}" is blank')
    empty = ctx.picture(slot.empty, slot.name) if slot.empty and rest else None
    if picture is not None and slot.empty_color and rest:
        empty = art.recolored(picture, slot.empty_color)
    elif empty is not None and slot.color:
        empty = art.recolored(empty, slot.color)
    return (art.recolored(picture, slot.color) if picture and slot.color else picture), empty


def _squares(slot: IconsSlot, places: int, ctx: Context) -> list[Rect]:
    """Return the squares of all places in order; none, and a problem, when they have no room."""
    across = slot.flow in ("right", "left")
    along, deep = slot.place.width, slot.place.height
    if not across:
        along, deep = deep, along
    in_line = min(slot.columns or max(count(slot.edge, along, slot.gap), 1), places)
    lines = -(-places // in_line)
    long, high = _length(slot, in_line), _length(slot, lines)
    if not (fits(long, along) and fits(high, deep)):
        wide, tall = (long, high) if across else (high, long)
        ctx.problem(
            slot.name,
            f"{places} icons of {tidy(slot.edge)} mm need {tidy(wide)} × {tidy(tall)} mm; the slot has "
            f"{tidy(slot.place.width)} × {tidy(slot.place.height)} mm",
            "make edge or gap smaller, or the slot larger",
        )
        return []
    found: list[Rect] = []
    for number in range(places):
        line, at = divmod(number, in_line)
        here = _length(slot, min(in_line, places - line * in_line))
        found.append(_square(slot, at, line, here, high))
    return found


def _length(slot: IconsSlot, icons: int) -> float:
    return icons * slot.edge + (icons - 1) * slot.gap


def _square(slot: IconsSlot, at: int, line: int, long: float, high: float) -> Rect:
    """Return the square at a place of a line that is `long` mm long; all lines are `high` mm high together."""
    place, step = slot.place, slot.edge + slot.gap
    wide, tall = (long, high) if slot.flow in ("right", "left") else (high, long)
    x = place.x + (place.width - wide) * SHARE[slot.align]
    y = place.y + (place.height - tall) * SHARE[slot.valign]
    match slot.flow:
        case "right":
            return Rect(x + at * step, y + line * step, slot.edge, slot.edge)
        case "left":
            return Rect(x + wide - slot.edge - at * step, y + line * step, slot.edge, slot.edge)
        case "down":
            return Rect(x + line * step, y + at * step, slot.edge, slot.edge)
        case "up":
            return Rect(x + line * step, y + tall - slot.edge - at * step, slot.edge, slot.edge)
        case _:
            assert_never(slot.flow)
