"""What slots that repeat may hold in frames.toml: icons from a number, cells, tables. Beside `pnp.data.load.slots`.

Values of keys that a slot inherits are already put in, as there. No `from __future__ import annotations` here: the
annotations are used.
"""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal, TypeAlias

from pnp.data import counted, frame_slots
from pnp.data.frame import Align, Texts
from pnp.data.frame_slots import Standing
from pnp.data.load.lists import ListOf, Wholes
from pnp.data.load.slots import (
    Fault,
    FixedText,
    InkOrNone,
    Leading,
    NotNegative,
    Positive,
    SlotTable,
    Thickness,
    Weight,
)
from pnp.data.load.types import Check, Length, Refused, Terms, Whole, found
from pnp.data.load.types import Texts as TextsCheck
from pnp.data.load.words import NO_WORDS, Flag, Font, InkId, MaybeInk, MaybeText, Pt
from pnp.near import meant

Many: TypeAlias = Annotated[int, Whole(0, counted.MOST)]


class Label(TextsCheck):
    """One label, in each language or once for all; it may be blank."""

    def read(self, value: object, terms: Terms) -> Texts:  # type: ignore[override]  # what a list of them holds
        return super().read(str(value) if type(value) is int else value, terms).texts


class Labels(ListOf):
    """Labels of cells, in order."""

    item = Label(blank=True)
    part = "label {}"
    noun = 'a list of texts such as ["A", "B"]'


class OneWidth(Check):
    """The width of one column."""

    words: ClassVar[tuple[str, ...]] = ("auto", "share")
    json: ClassVar[dict[str, object]] = {"type": ["number", "string"]}

    def read(self, value: object, terms: Terms) -> float | str:
        if isinstance(value, str) and value in self.words:
            return value
        try:
            return Length(above=0).read(value, terms)
        except Refused:
            hint = meant(value, self.words) if isinstance(value, str) else ""
            raise Refused(f'found {found(value)}; allowed: a length above 0, "auto" or "share"', hint) from None


class Widths(ListOf):
    """The widths of a table's columns."""

    item = OneWidth()
    part = "column {}"
    noun = 'a list of widths such as [12, "auto", "share"]'


class IconsTable(SlotTable):
    kind: Literal["icons"]
    art: MaybeText = ""
    column: MaybeText = ""
    count: Many = 0
    count_column: MaybeText = ""
    of: Many = 0
    empty: MaybeText = ""
    empty_color: MaybeInk = ""
    edge: Positive = 5.0
    gap: NotNegative = 1.0
    columns: Annotated[int, Whole(0, 100)] = 0
    flow: frame_slots.Flow = "right"
    align: Align | None = None
    valign: Standing | None = None
    color: MaybeInk = ""

    def faults(self) -> Iterator[Fault]:
        if not self.art and not self.column:
            yield "column", "is missing: a picture comes from a column of the table or is fixed", 'or write art = "…"'
        if not self.count and not self.count_column:
            yield "count_column", "is missing: how many there are stands in a column or is fixed", "or write count = 3"
        elif self.count and self.count_column:
            yield "count_column", "the slot has count and count_column; only one of the two can count", ""
        if self.of and self.count > self.of:
            yield "count", f"found {self.count}; there are only places for {self.of}", ""
        if self.empty and self.empty_color:
            yield "empty_color", "the slot has empty and empty_color; only one of the two can fill free places", ""

    def made(self, name: str) -> frame_slots.IconsSlot:
        return frame_slots.IconsSlot(
            name=name,
            place=self.place(),
            when=self.when,
            art=self.art,
            column=self.column,
            count=self.count,
            count_column=self.count_column,
            of=self.of,
            empty=self.empty,
            empty_color=self.empty_color,
            edge=self.edge,
            gap=self.gap,
            columns=self.columns,
            flow=self.flow,
            align=self.align or ("right" if self.flow == "left" else "left"),
            valign=self.valign or ("bottom" if self.flow == "up" else "top"),
            color=self.color,
        )


class CellsTable(SlotTable):
    kind: Literal["cells"]
    columns: Annotated[int, Whole(1, counted.MOST)] = 1
    rows: Annotated[int, Whole(1, counted.MOST)] = 1
    grid_column: MaybeText = ""
    count: Many = 0
    count_column: MaybeText = ""
    skip: Many = 0
    order: frame_slots.CellOrder = "rows"
    first: Annotated[int | None, Whole()] = None
    step: Annotated[int, Whole(-1000, 1000)] = 1
    labels: Annotated[tuple[Texts, ...], Labels()] = ()
    label_column: MaybeText = ""
    marked: Annotated[tuple[int, ...], Wholes()] = ()
    marked_column: MaybeText = ""
    mark: MaybeText = ""
    mark_fill: InkOrNone = "#000000"
    mark_color: InkId = "#ffffff"
    shape: frame_slots.CellShape = "rectangle"
    edge: NotNegative = 0.0
    gap: NotNegative = 0.0
    align: Align = "center"
    valign: Standing = "middle"
    fill: InkOrNone = None
    stroke: InkOrNone = "#000000"
    stroke_width: Thickness = 0.3
    color: InkId = "#000000"
    font: Font = "label"
    weight: Weight = 500
    size: Pt = 9.0
    smallest: Pt = 6.5
    corner: Flag = False

    def faults(self) -> Iterator[Fault]:
        if self.smallest > self.size:
            yield "smallest", f"found {self.smallest:g}; allowed: not more than the size, {self.size:g}", ""
        if self.columns * self.rows > counted.MOST:
            yield "rows", f"found {self.columns * self.rows} cells; allowed: up to {counted.MOST}", ""
        pairs = (("count", self.count), ("label", self.labels), ("marked", self.marked))
        for key, value in pairs:
            column = getattr(self, f"{key}_column")
            if value and column:
                here = "labels" if key == "label" else key
                yield f"{key}_column", f"the slot has {here} and {key}_column; only one of the two can count", ""
        if not self.grid_column:
            yield from self._crowded()

    def _crowded(self) -> Iterator[Fault]:
        """Give what there is more of than cells, where their number is known."""
        places = self.columns * self.rows
        if self.skip + self.count > places:
            yield "count" if self.count else "skip", f"{self.skip + self.count} places; the grid has {places}", ""
            return
        cells = self.count or (places - self.skip)
        if len(self.labels) > cells:
            yield "labels", f"found {len(self.labels)} labels; there are {cells} cells", ""
        if self.marked and not self.count_column:
            try:
                counted.there(self.marked, counted.named(cells, self.first, self.step))
            except ValueError as error:
                yield "marked", str(error), ""

    def made(self, name: str) -> frame_slots.CellsSlot:
        return frame_slots.CellsSlot(
            name=name,
            place=self.place(),
            when=self.when,
            columns=self.columns,
            rows=self.rows,
            grid_column=self.grid_column,
            count=self.count,
            count_column=self.count_column,
            skip=self.skip,
            order=self.order,
            first=self.first,
            step=self.step,
            labels=self.labels,
            label_column=self.label_column,
            marked=self.marked,
            marked_column=self.marked_column,
            mark=self.mark,
            mark_fill=self.mark_fill,
            mark_color=self.mark_color,
            shape=self.shape,
            edge=self.edge,
            gap=self.gap,
            align=self.align,
            valign=self.valign,
            fill=self.fill,
            stroke=self.stroke,
            stroke_width=self.stroke_width,
            color=self.color,
            family=self.font,
            weight=self.weight,
            size=self.size,
            smallest=self.smallest,
            corner=self.corner,
        )


class TableSlotTable(SlotTable):
    kind: Literal["table"]
    text: FixedText = NO_WORDS
    column: MaybeText = ""
    header: Annotated[int, Whole(0, 5)] = 1
    header_font: Font = "label"
    header_weight: Weight = 700
    header_fill: InkOrNone = None
    header_color: InkId = "#000000"
    widths: Annotated[tuple[frame_slots.Width, ...], Widths()] = ()
    aligns: tuple[Align, ...] = ()
    lines: frame_slots.TableLines = "rows"
    stroke: InkId = "#000000"
    stroke_width: Thickness = 0.25
    zebra: InkOrNone = None
    padding: NotNegative = 1.2
    row_height: NotNegative = 0.0
    valign: Standing = "top"
    font: Font = "text"
    weight: Weight = 400
    size: Pt = 8.0
    smallest: Pt = 6.5
    leading: Leading = 1.25
    color: InkId = "#000000"

    def faults(self) -> Iterator[Fault]:
        if not self.text.texts and not self.column:
            yield "column", "is missing: a table comes from a column of the table or is fixed", 'or write text = "…"'
        if self.smallest > self.size:
            yield "smallest", f"found {self.smallest:g}; allowed: not more than the size, {self.size:g}", ""
        if self.widths:
            for _, text in self.text.texts:
                wide = len(next(iter(counted.lines(text)), ()))
                if wide != len(self.widths):
                    yield "widths", f"found {len(self.widths)}; the table has {wide} columns", ""
                    return

    def made(self, name: str) -> frame_slots.TableSlot:
        return frame_slots.TableSlot(
            name=name,
            place=self.place(),
            when=self.when,
            texts=self.text.texts,
            column=self.column,
            header=self.header,
            header_family=self.header_font,
            header_weight=self.header_weight,
            header_fill=self.header_fill,
            header_color=self.header_color,
            widths=self.widths,
            aligns=self.aligns,
            lines=self.lines,
            stroke=self.stroke,
            stroke_width=self.stroke_width,
            zebra=self.zebra,
            padding=self.padding,
            row_height=self.row_height,
            valign=self.valign,
            family=self.font,
            weight=self.weight,
            size=self.size,
            smallest=self.smallest,
            leading=self.leading,
            color=self.color,
        )


KINDS: dict[str, type[SlotTable]] = {"icons": IconsTable, "cells": CellsTable, "table": TableSlotTable}
