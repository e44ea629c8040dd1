"""Whether cells of tables hold what slots that count need: numbers, grids, lists, pictures.

Part of `pnp.data.load.needs`: each fault is told at its row, before anything is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import assert_never

from pnp.data import counted
from pnp.data.frame import BoxesSlot
from pnp.data.frame_slots import CellsSlot, Counting, IconsSlot, TableSlot
from pnp.data.pictures import Pictures, fault

Cell = Callable[[str], str]
Fault = tuple[str, str, str]
"""The key of the slot whose column it is, what is wrong, a hint."""


def fixed_faults(slot: Counting | BoxesSlot, art: Pictures) -> Iterator[Fault]:
    """Give pictures that the slot itself names and the game does not have."""
    names: list[tuple[str, str]] = []
    match slot:
        case IconsSlot():
            names = [("art", slot.art), ("empty", slot.empty)]
        case CellsSlot():
            names = [("mark", slot.mark)]
        case BoxesSlot():
            names = [("boxes", box.art) for box in slot.boxes]
        case TableSlot():
            pass
        case _:
            assert_never(slot)
    for key, name in names:
        missing = fault(name, art) if name else None
        if missing:
            yield key, *missing


def row_faults(slot: Counting, cell: Cell, art: Pictures) -> Iterator[Fault]:
    """Give what is wrong with the cells of one row, in one language, for a slot that is drawn."""
    match slot:
        case IconsSlot():
            yield from _icons(slot, cell, art)
        case CellsSlot():
            try:
                columns, rows = counted.grid(cell(slot.grid_column)) if slot.grid_column else (slot.columns, slot.rows)
            except ValueError as error:
                yield "grid_column", str(error), ""
            else:
                yield from _cells(slot, cell, columns * rows)
        case TableSlot():
            wide = len(next(iter(counted.lines(cell(slot.column))), ())) if slot.column else 0
            if slot.widths and wide > len(slot.widths):
                yield "column", f"the table has {wide} columns; the slot has widths for {len(slot.widths)}", ""


def _icons(slot: IconsSlot, cell: Cell, art: Pictures) -> Iterator[Fault]:
    there = slot.count
    if slot.count_column:
        try:
            there, _ = counted.of(cell(slot.count_column), slot.of)
        except ValueError as error:
            yield "count_column", str(error), ""
    if not slot.column:
        return
    name = cell(slot.column)
    missing = fault(name, art) if name else None
    if missing:
        yield "column", *missing
    elif there and not name:
        yield "column", f'the cell is blank, but the slot "{slot.name}" needs a picture', ""


def _cells(slot: CellsSlot, cell: Cell, places: int) -> Iterator[Fault]:
    """Give what there is more of than cells, and marks on cells that are not there."""
    if not places:
        return
    key, cells = "count_column", slot.count
    try:
        cells = counted.whole(cell(slot.count_column)) if slot.count_column else slot.count or places - slot.skip
        counted.room(slot.skip + cells, places)
        key = "label_column"
        labels = counted.words(cell(slot.label_column)) if slot.label_column else slot.labels
        counted.room(len(labels), cells)
        key = "marked_column"
        marked = counted.numbers(cell(slot.marked_column)) if slot.marked_column else slot.marked
        counted.there(marked, counted.named(cells, slot.first, slot.step))
    except ValueError as error:
        yield key, str(error), ""
