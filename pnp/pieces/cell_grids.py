"""Tracks and grids inside a card: numbered, lettered and marked cells. Between the data and the shapes; names no game.

Hexagons stand on a corner and lie in rows like bricks, every second row half a cell to the right. Lines between cells
that touch are drawn once for each cell, one on the other, as a printer would.
"""

from __future__ import annotations

from math import sqrt
from typing import assert_never

from pnp import art
from pnp.art import ArtProblem
from pnp.data import counted
from pnp.data.frame_slots import CellsSlot
from pnp.data.prints import Row
from pnp.data.words import Words
from pnp.fonts import FontProblem
from pnp.layout import text
from pnp.pieces.context import Context, cell
from pnp.pieces.lettering import lettered
from pnp.pieces.repeats import SHARE
from pnp.scene import Group, Path, Rect, Segment, Shape, Stroke, ellipse, polygon, rectangle
from pnp.units import fits, tidy
from pnp.values import dataclass, replace

ROOM = 0.5  # mm: between a cell's outline and its label
ROUND = 0.72  # of its diameter: how much of a circle or hexagon a label may fill
CORNER = 0.9  # mm: from the top left corner of a cell to a label that stands there


@dataclass(frozen=True, slots=True)
class Filled:
    """What the cells of a slot hold for one row: columns and rows, how many cells, their labels, which are marked."""

    columns: int
    rows: int
    cells: int
    labels: tuple[Words, ...]
    marked: frozenset[int]  # places from 0


def cells(slot: CellsSlot, row: Row | None, ctx: Context) -> Group:
    """Return the cells of a row. What is wrong or has no room is noted in `ctx`."""
    try:
        filled = _filled(slot, row, ctx)
    except ValueError as error:
        ctx.problem(slot.name, str(error))
        return Group(())
    if not filled.cells:
        return Group(())
    boxes = _boxes(slot, filled, ctx)
    style = _style(slot, filled, boxes, ctx)
    shapes: list[Shape] = []
    for plain in (True, False):  # marked cells last, so that their outlines lie above those of their neighbours
        for number, box in enumerate(boxes):
            if (number in filled.marked) != plain:
                shapes += _cell(slot, box, not plain, ctx)
    for number, (box, words) in enumerate(zip(boxes, filled.labels, strict=False)):
        color = slot.mark_color if number in filled.marked else slot.color
        shapes += lettered(words, _room(slot, box), replace(style, color=color), ctx, slot.name)
    return Group(tuple(shapes))


def _filled(slot: CellsSlot, row: Row | None, ctx: Context) -> Filled:
    """Return what the cells hold. Raises ValueError."""

    def said(column: str) -> str:
        return cell(row, column, ctx.lang)

    columns, rows = counted.grid(said(slot.grid_column)) if slot.grid_column else (slot.columns, slot.rows)
    places = columns * rows
    if not places:
        return Filled(0, 0, 0, (), frozenset())
    there = counted.whole(said(slot.count_column)) if slot.count_column else slot.count or max(places - slot.skip, 0)
    counted.room(slot.skip + there, places)
    named = counted.named(there, slot.first, slot.step)
    marked = counted.numbers(said(slot.marked_column)) if slot.marked_column else slot.marked
    counted.there(marked, named)
    labels = _labels(slot, row, named, ctx)
    counted.room(len(labels), there)
    return Filled(columns, rows, there, labels, frozenset(named.index(number) for number in marked))


def _labels(slot: CellsSlot, row: Row | None, named: tuple[int, ...], ctx: Context) -> tuple[Words, ...]:
    """Return the labels of the cells in order, in every language; those that are numbered have none of their own."""
    languages = dict.fromkeys((ctx.lang, *ctx.game.languages))
    if slot.labels:
        return tuple(map(Words, slot.labels))
    if slot.label_column:
        by_lang = {lang: counted.words(cell(row, slot.label_column, lang)) for lang in languages}
        most = len(by_lang[ctx.lang])
        return tuple(
            Words(tuple((lang, words[at]) for lang, words in by_lang.items() if at < len(words))) for at in range(most)
        )
    return tuple(Words(((ctx.lang, str(number)),)) for number in named) if slot.first is not None else ()


def _boxes(slot: CellsSlot, filled: Filled, ctx: Context) -> list[Rect]:
    """Return the rectangle round each cell in order."""
    columns, rows, gap = filled.columns, filled.rows, slot.gap
    step_x, step_y, wide, high = _pitch(slot, columns, rows)
    if min(wide, high) <= 0:
        ctx.problem(slot.name, f"gaps of {tidy(gap)} mm leave no room for {columns} × {rows} cells", "make gap smaller")
        return []
    shifted = wide / 2 + gap / 2 if slot.shape == "hex" and rows > 1 else 0.0
    width = wide + (columns - 1) * step_x + shifted
    height = high + (rows - 1) * step_y
    if not (fits(width, slot.place.width) and fits(height, slot.place.height)):
        ctx.problem(
            slot.name,
            f"{columns} × {rows} cells need {tidy(width)} × {tidy(height)} mm; the slot has "
            f"{tidy(slot.place.width)} × {tidy(slot.place.height)} mm",
            "make edge or gap smaller, or the slot larger",
        )
        return []
    left = slot.place.x + (slot.place.width - width) * SHARE[slot.align]
    top = slot.place.y + (slot.place.height - height) * SHARE[slot.valign]
    found: list[Rect] = []
    for number in range(slot.skip, slot.skip + filled.cells):
        column, line = _at(number, slot, columns, rows)
        found.append(Rect(left + column * step_x + shifted * (line % 2), top + line * step_y, wide, high))
    return found


def _at(number: int, slot: CellsSlot, columns: int, rows: int) -> tuple[int, int]:
    """Return column and row of a place."""
    match slot.order:
        case "rows":
            return number % columns, number // columns
        case "columns":
            return number // rows, number % rows
        case "snake":
            line, at = divmod(number, columns)
            return (columns - 1 - at if line % 2 else at), line
        case _:
            assert_never(slot.order)


def _pitch(slot: CellsSlot, columns: int, rows: int) -> tuple[float, float, float, float]:
    """Return how far cells are apart across and down, and how wide and high one is."""
    gap = slot.gap
    wide = (slot.place.width - (columns - 1) * gap) / columns
    high = (slot.place.height - (rows - 1) * gap) / rows
    if slot.shape == "hex":
        return _honeycomb(slot, columns, rows)
    if slot.edge:
        wide = high = slot.edge
    elif slot.shape == "circle":
        wide = high = min(wide, high)
    return wide + gap, high + gap, wide, high


def _honeycomb(slot: CellsSlot, columns: int, rows: int) -> tuple[float, float, float, float]:
    """Return the pitch and size of hexagons that are as large as the slot or `edge` allows; `edge` is their width."""
    half = 0.5 if rows > 1 else 0.0
    down = sqrt(3) / 2  # of the pitch: how far rows are apart
    gap = slot.gap
    across = (slot.place.width - (columns - 1 + half) * gap) / (columns + half)
    fall = (slot.place.height - (rows - 1) * gap * down) / ((rows - 1) * down + 2 / sqrt(3))
    wide = slot.edge or min(across, fall)
    return wide + gap, (wide + gap) * down, wide, wide * 2 / sqrt(3)


def _cell(slot: CellsSlot, box: Rect, marked: bool, ctx: Context) -> list[Shape]:
    """Return one cell without its label."""
    stroke = Stroke(slot.stroke, slot.stroke_width) if slot.stroke else None
    fill = slot.mark_fill if marked else slot.fill
    shapes: list[Shape] = [Path(_outline(slot, box), fill, stroke)] if fill or stroke else []
    if marked and slot.mark:
        picture = ctx.picture(slot.mark, slot.name)
        if picture is not None:
            shapes.append(art.placed(picture, _room(replace(slot, corner=False), box), "contain"))
    return shapes


def _outline(slot: CellsSlot, box: Rect) -> tuple[Segment, ...]:
    x, y = box.x + box.width / 2, box.y + box.height / 2
    match slot.shape:
        case "rectangle":
            return rectangle(box)
        case "circle":
            return ellipse(x, y, box.width / 2)
        case "hex":
            up, down = box.y + box.height / 4, box.bottom - box.height / 4
            return polygon(
                ((x, box.y), (box.right, up), (box.right, down), (x, box.bottom), (box.x, down), (box.x, up))
            )
        case _:
            assert_never(slot.shape)


def _room(slot: CellsSlot, box: Rect) -> Rect:
    """Return where a label or a picture has room in a cell."""
    if slot.shape == "rectangle":
        return box.grown(-(CORNER if slot.corner else ROOM))
    wide, high = box.width * ROUND, box.height * ROUND
    return Rect(box.x + (box.width - wide) / 2, box.y + (box.height - high) / 2, wide, high)


def _style(slot: CellsSlot, filled: Filled, boxes: list[Rect], ctx: Context) -> text.Style:
    """Return how all labels are set: at the size at which each of them fits, in every language."""
    corner = slot.corner and slot.shape == "rectangle"
    style = text.Style(
        slot.family,
        slot.weight,
        size=slot.size,
        smallest=slot.smallest,
        leading=1.1,
        align="left" if corner else "center",
        valign="top" if corner else "middle",
        color=slot.color,
    )
    size = slot.size
    for box, words in zip(boxes, filled.labels, strict=False):
        for lang, said in words.texts:
            spoken = replace(style, typographer=ctx.game.typographer, lang=lang)
            size = min(size, _fitted(said, _room(slot, box), spoken, ctx))
    return replace(style, size=size)


def _fitted(said: str, room: Rect, style: text.Style, ctx: Context) -> float:
    try:
        return text.fitted(said, room, style, ctx.icons) if said else style.size
    except text.Overfull:
        return style.smallest
    except (FontProblem, ArtProblem):
        return style.size  # told when it is set
