"""Draws a frame for one row: every slot at its place. Between the data and the shapes; knows no game and no output.

What no row can change is drawn once for a frame and shared; equal drawings are one object, which the renderers store
once. What is wrong is noted in the context and drawing goes on.
"""

from __future__ import annotations

from math import cos, floor, radians, sin
from typing import assert_never

from pnp.data.frame import (
    LINK,
    SERIAL,
    ArtSlot,
    BandsSlot,
    BoardSlot,
    BoxesSlot,
    DiceSlot,
    Frame,
    Line,
    Panel,
    Place,
    QrSlot,
    RulesSlot,
    Slot,
    TextSlot,
)
from pnp.data.frame_slots import CellsSlot, Counting, IconsSlot, TableSlot
from pnp.data.meanings import pattern_of
from pnp.data.prints import Row
from pnp.errors import faults
from pnp.layout.contrast import LIGHT, contrast
from pnp.layout.patterns import pattern
from pnp.pieces import art_slot, faint, near_edge, spots, text_slot
from pnp.pieces.context import Context, Part, Plan, box_of, cell, text_in
from pnp.scene import Group, Matrix, Path, Rect, Segment, Shape, Stroke, ellipse, line, polygon, rectangle, turned
from pnp.units import tidy

__all__ = ["Context", "draw", "drawn"]


def draw(frame: Frame, row: Row | None, ctx: Context, *, once: bool = False) -> Group:
    """Return the frame filled in from `row` (None: a sheet, which has no row), in mm from the trim's top left corner.

    `once` says that the drawing will be used many times. Equal drawings are the same object. Problems go into `ctx`.
    """
    plan = _plan(frame, ctx)
    key = _key(plan, row, ctx, once)
    if known := ctx.shared.drawn.get(key):
        return known
    before = len(ctx.problems)
    shapes: list[Shape] = []
    for part in plan.parts:
        if isinstance(part, Group):
            shapes.append(part)
        elif part.slot.when is None or part.slot.when.met(lambda column: cell(row, column, ctx.lang)):
            shapes += _turned(part, row, ctx)
    alone = len(shapes) == 1 and isinstance(shapes[0], Group) and shapes[0].once
    made = shapes[0] if alone and isinstance(shapes[0], Group) else Group(tuple(shapes), once=once)
    if len(ctx.problems) == before:  # another card with the same fault is told of too
        ctx.shared.drawn[key] = made
    return made


def drawn(frame: Frame, row: Row | None, ctx: Context, *, once: bool = False) -> Group | None:
    """Return what `draw` would, where an equal drawing was made before; none of them had a problem."""
    plan = ctx.shared.plans.get(id(frame))
    return ctx.shared.drawn.get(_key(plan, row, ctx, once)) if plan else None


def _key(plan: Plan, row: Row | None, ctx: Context, once: bool) -> tuple[object, ...]:
    """Return all that decides how a frame looks when it is filled in from `row`."""
    if row is None or not plan.columns:
        return id(plan.frame), ctx.lang, once
    cells = row.cells
    columns = tuple(cells)
    heads = plan.heads.get(columns)
    if heads is None:
        asked = [row.head(column, lang) for column in plan.columns for lang in ctx.game.languages]
        heads = plan.heads[columns] = tuple(asked)
    return id(plan.frame), ctx.lang, once, *[cells.get(head, "") for head in heads]


def _plan(frame: Frame, ctx: Context) -> Plan:
    """Return the frame with everything drawn that is the same for all rows; neighbours become one group."""
    if known := ctx.shared.plans.get(id(frame)):
        return known
    here = ctx.at(f'frame "{frame.name}"', frame.file, frame.line)
    parts: list[Group | Part] = []
    fixed: list[Shape] = []
    columns: dict[str, None] = {}
    for slot in frame.slots:
        needs = _columns(slot, ctx)
        columns.update(dict.fromkeys(needs))
        if not needs:
            fixed += _turned(_part(slot), None, here)
            continue
        if fixed:
            parts.append(Group(tuple(fixed), once=True))
            fixed = []
        parts.append(_part(slot))
    if fixed:
        parts.append(Group(tuple(fixed), once=True))
    plan = Plan(frame, tuple(columns), tuple(parts))
    ctx.shared.plans[id(frame)] = plan
    faint.note_faint(frame, here)
    return plan


def _columns(slot: Slot, ctx: Context) -> tuple[str, ...]:
    """Return the columns of a table that decide how the slot looks."""
    found = slot.when.columns if slot.when else ()
    match slot:
        case BoardSlot() if ctx.stones:
            return (*found, *filter(None, (slot.column,)), SERIAL)
        case ArtSlot():
            own = () if slot.art else (slot.column,)
            return (*found, *own, *(column for _, column in slot.asked))
        case TextSlot(texts=()) | BoardSlot(board=""):
            return (*found, slot.column)
        case IconsSlot() | CellsSlot() | TableSlot(texts=()):
            return (*found, *(column for _, column in slot.asked))
        case QrSlot(texts=()):
            return (*found, slot.column or LINK)
        case _:
            return found


def _part(slot: Slot) -> Part:
    return Part(slot, _turn(slot.place), slot.place.rotate % 360 != 0)


def _turned(part: Part, row: Row | None, ctx: Context) -> tuple[Shape, ...]:
    slot = part.slot
    before = len(ctx.problems)
    shapes = _shapes(slot, row, ctx)
    told = len(ctx.problems) > before
    if ctx.edge and isinstance(slot, TextSlot) and not (told and faults(ctx.problems[before:])):
        near_edge.look(slot, shapes, part.turn, ctx)
    if len(ctx.problems) > before:
        spots.give(slot, row, part.turn, ctx, before)
    return (Group(shapes, part.turn),) if shapes and part.turned else shapes


def _turn(place: Place) -> Matrix:
    """Return the clockwise turn round the middle of the slot; quarter turns are exact."""
    cx, cy = place.x + place.width / 2, place.y + place.height / 2
    if place.rotate % 90 == 0:
        return turned(int(place.rotate // 90), cx, cy)
    c, s = cos(radians(place.rotate)), sin(radians(place.rotate))
    return (c, s, -s, c, cx - c * cx + s * cy, cy - s * cx - c * cy)


def _shapes(slot: Slot, row: Row | None, ctx: Context) -> tuple[Shape, ...]:
    """Return what the slot shows, unturned. Kinds that need more code of their own are imported when they occur."""
    match slot:
        case TextSlot():
            return text_slot.draw(slot, row, ctx)
        case ArtSlot():
            return art_slot.draw(slot, row, ctx)
        case Panel():
            return _panel(slot, ctx)
        case Line():
            ends = line(slot.place.x, slot.place.y, slot.place.x + slot.place.width, slot.place.y + slot.place.height)
            return (Path(ends, stroke=Stroke(slot.stroke, slot.stroke_width, slot.dash)),)
        case BoardSlot():
            from pnp.pieces import boards

            return boards.draw(slot, row, ctx)
        case IconsSlot() | CellsSlot() | TableSlot() | BoxesSlot() | BandsSlot() | RulesSlot() | DiceSlot() | QrSlot():
            return (_repeated(slot, row, ctx) if isinstance(slot, Counting) else _of_a_sheet(slot, row, ctx),)
        case _:
            assert_never(slot)


def _repeated(slot: Counting, row: Row | None, ctx: Context) -> Group:
    from pnp.pieces import cell_grids, repeats, tables

    match slot:
        case IconsSlot():
            return repeats.icons(slot, row, ctx)
        case CellsSlot():
            return cell_grids.cells(slot, row, ctx)
        case TableSlot():
            return tables.table(slot, row, ctx)
        case _:
            assert_never(slot)


def _of_a_sheet(slot: BoxesSlot | BandsSlot | RulesSlot | DiceSlot | QrSlot, row: Row | None, ctx: Context) -> Group:
    from pnp.pieces import dice_slot
    from pnp.pieces.box_rows import boxes
    from pnp.pieces.rungs import bands
    from pnp.pieces.running import running_rules

    match slot:
        case BoxesSlot():
            return boxes(slot, ctx)
        case BandsSlot():
            return bands(slot, ctx)
        case RulesSlot():
            return running_rules(slot, ctx)
        case DiceSlot():
            return dice_slot.draw(slot, ctx)
        case QrSlot():
            return _qr(slot, row, ctx)
        case _:
            assert_never(slot)


def _panel(slot: Panel, ctx: Context) -> tuple[Shape, ...]:
    box = box_of(slot.place)
    outline = _outline(slot, box)
    stroke = Stroke(slot.stroke, slot.stroke_width, slot.dash) if slot.stroke and slot.stroke_width > 0 else None
    kind = pattern_of(slot.fill, ctx.game.inks) if slot.pattern == "auto" else slot.pattern
    if kind == "solid" or slot.fill is None:
        return (Path(outline, slot.fill, stroke),) if slot.fill or stroke else ()
    filled = pattern(kind, outline, box, slot.fill, slot.pitch)
    return (filled, Path(outline, stroke=stroke)) if stroke else (filled,)


def _outline(slot: Panel, box: Rect) -> tuple[Segment, ...]:
    match slot.shape:
        case "rectangle":
            return rectangle(box, radius=slot.radius)
        case "ellipse":
            return ellipse(box.x + box.width / 2, box.y + box.height / 2, box.width / 2, box.height / 2)
        case "polygon":
            return polygon([(box.x + x * box.width, box.y + y * box.height) for x, y in slot.points])
        case _:
            assert_never(slot.shape)


def _qr(slot: QrSlot, row: Row | None, ctx: Context) -> Group:
    from pnp.layout import qr

    holds = text_in(slot.texts, ctx.lang) or cell(row, slot.column or LINK, ctx.lang)
    if not holds and slot.column:
        return Group(())
    if contrast(slot.ink) < LIGHT:
        message = f"a QR code in {slot.ink} has a contrast of {floor(10 * contrast(slot.ink)) / 10:.1f}:1 with paper"
        ctx.note_once(slot.name, slot.ink, message, f"phones read codes from about {tidy(LIGHT)}:1 on")
    try:
        return Group((qr.qr(holds, box_of(slot.place), slot.ink),), label=holds)
    except qr.NoRoom as error:
        what = "link" if slot.serial else "text"
        ctx.problem(slot.name, str(error), f"take a shorter {what} or make the slot larger")
        return Group(())
