"""What each kind of slot in frames.toml may hold, as tables, and the frozen slots they become.

Values of keys that a slot inherits are already put in by `pnp.data.load.frames`, and relative numbers are sums. No
`from __future__ import annotations` here: the annotations are used.
"""

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from pnp.data import frame
from pnp.data.inks import Pattern
from pnp.data.load.lists import Boxes, Corners, Dashes, Names
from pnp.data.load.looks import Crop, Dyes, Position, Shown
from pnp.data.load.table import Table
from pnp.data.load.types import (
    THINNEST_LINE,
    Condition,
    Ink,
    Length,
    Number,
    Texts,
    Whole,
)
from pnp.data.load.typesetting import TypesettingTable
from pnp.data.load.words import NO_WORDS, Flag, Font, InkId, MaybeInk, MaybeText, Pt, Sentence
from pnp.data.words import Words
from pnp.scene import GREY

Fault: TypeAlias = tuple[str, str, str]
"""The key, what is wrong with it, a hint."""

AnyLength: TypeAlias = Annotated[float, Length()]
Positive: TypeAlias = Annotated[float, Length(above=0)]
NotNegative: TypeAlias = Annotated[float, Length(0)]
Thickness: TypeAlias = Annotated[float, Length(THINNEST_LINE)]
Dash: TypeAlias = Annotated[tuple[float, ...], Dashes()]
InkOrNone: TypeAlias = Annotated[str | None, Ink(none=True)]
Weight: TypeAlias = Annotated[int, Whole(100, 900)]
Leading: TypeAlias = Annotated[float, Number(0.5, 5)]
Columns: TypeAlias = Annotated[int, Whole(1, 20)]
FixedText: TypeAlias = Annotated[Words, Texts()]


class SlotTable(Table):
    kind: str
    x: AnyLength = 0.0
    y: AnyLength = 0.0
    width: Positive
    height: Positive
    rotate: Annotated[float, Number()] = 0.0
    when: Annotated[frame.When | None, Condition()] = None

    def place(self) -> frame.Place:
        return frame.Place(self.x, self.y, self.width, self.height, self.rotate)

    def faults(self) -> Iterator[Fault]:
        """Give what is wrong between the keys of the slot."""
        yield from ()

    def made(self, name: str) -> frame.Slot:
        """Return the frozen slot."""
        raise NotImplementedError


class PanelTable(SlotTable):
    kind: Literal["panel"]
    shape: Literal["rectangle", "ellipse", "polygon"] = "rectangle"
    fill: InkOrNone = None
    stroke: InkOrNone = None
    stroke_width: Thickness = 0.3
    dash: Dash = ()
    radius: NotNegative = 0.0
    points: Annotated[tuple[tuple[float, float], ...], Corners()] = ()
    pattern: Literal[Pattern, "auto"] = "solid"
    pitch: Positive = 1.2

    def faults(self) -> Iterator[Fault]:
        if self.shape == "polygon" and not self.points:
            yield "points", "a polygon needs its corners", "write points = [[0, 0], [1, 0], [0.5, 1]]"
        elif self.shape != "polygon" and self.points:
            yield "points", f"a {self.shape} has no corners", 'write shape = "polygon"'
        if self.radius and self.shape != "rectangle":
            yield "radius", f"only a rectangle has round corners, not the {self.shape}", ""

    def made(self, name: str) -> frame.Panel:
        return frame.Panel(
            name=name,
            place=self.place(),
            when=self.when,
            shape=self.shape,
            fill=self.fill,
            stroke=self.stroke,
            stroke_width=self.stroke_width,
            dash=self.dash,
            radius=self.radius,
            points=self.points,
            pattern=self.pattern,
            pitch=self.pitch,
        )


class LineTable(SlotTable):
    kind: Literal["line"]
    width: AnyLength = 0.0
    height: AnyLength = 0.0
    stroke: InkId = "#000000"
    stroke_width: Thickness = 0.3
    dash: Dash = ()

    def faults(self) -> Iterator[Fault]:
        if not self.width and not self.height:
            yield "width", "the line has no length: width and height are 0", ""

    def made(self, name: str) -> frame.Line:
        return frame.Line(name, self.place(), self.when, self.stroke, self.stroke_width, self.dash)


class TextTable(TypesettingTable, SlotTable):
    kind: Literal["text"]
    text: FixedText = NO_WORDS
    column: MaybeText = ""
    font: Font = "text"
    weight: Weight = 400
    italic: Flag = False
    size: Pt = 9.0
    smallest: Pt = 6.5
    leading: Leading = 1.25
    align: frame.Align = "left"
    valign: frame.VAlign = "top"
    color: InkId = "#000000"
    wrap: Flag = True
    tracking: Annotated[float, Number(-0.2, 2)] = 0.0
    upper: Flag = False

    def faults(self) -> Iterator[Fault]:
        if not self.text.texts and not self.column:
            yield "column", "is missing: a text comes from a column of the table or is fixed", 'or write text = "…"'
        if self.smallest > self.size:
            yield "smallest", f"found {self.smallest:g}; allowed: not more than the size, {self.size:g}", ""

    def made(self, name: str) -> frame.TextSlot:
        return frame.TextSlot(
            name=name,
            place=self.place(),
            when=self.when,
            texts=self.text.texts,
            column=self.column,
            family=self.font,
            weight=self.weight,
            italic=self.italic,
            size=self.size,
            smallest=self.smallest,
            leading=self.leading,
            align=self.align,
            valign=self.valign,
            color=self.color,
            wrap=self.wrap,
            tracking=self.tracking,
            upper=self.upper,
            setting=self.setting(),
        )


class ArtTable(SlotTable):
    kind: Literal["art"]
    art: MaybeText = ""
    column: MaybeText = ""
    fit: Literal["contain", "cover", "stretch"] = "contain"
    needed: Flag = True
    color: MaybeInk = ""
    colors: Annotated[tuple[frame.Dye, ...], Dyes()] = ()
    show: Annotated[tuple[tuple[str, frame.When], ...], Shown()] = ()
    crop: Annotated[tuple[float, float, float, float], Crop()] = (0.0, 0.0, 0.0, 0.0)
    position: Annotated[tuple[float, float], Position()] = (0.5, 0.5)
    turn: Literal[0, 90, 180, 270] = 0
    mirror: Literal["none", "horizontal", "vertical"] = "none"
    opacity: Annotated[float, Number(0.0, 1.0)] = 1.0
    bleed: Literal["none", "extend"] = "none"

    def faults(self) -> Iterator[Fault]:
        if not self.art and not self.column:
            yield "column", "is missing: a picture comes from a column of the table or is fixed", 'or write art = "…"'
        if self.bleed == "extend" and self.rotate % 360:
            yield "bleed", "a slot that is rotated cannot extend its picture", "turn = 90 turns the picture in its slot"
        if self.color and self.colors:
            yield "colors", "the slot has color and colors; only one of the two can count", ""

    def made(self, name: str) -> frame.ArtSlot:
        return frame.ArtSlot(
            name=name,
            place=self.place(),
            when=self.when,
            art=self.art,
            column=self.column,
            fit=self.fit,
            needed=self.needed,
            color=self.color,
            colors=self.colors,
            show=self.show,
            crop=self.crop,
            position=self.position,
            turn=self.turn,
            mirror=self.mirror,
            opacity=self.opacity,
            bleed=self.bleed,
        )


class BoardSlotTable(SlotTable):
    kind: Literal["board"]
    board: MaybeText = ""
    column: MaybeText = ""
    pitch: NotNegative = 0.0
    ink: InkId = "#000000"
    guide: InkId = GREY
    post: InkId | None = None
    strip: InkOrNone = None
    font: Font = "label"
    size: Pt = 9.0

    def faults(self) -> Iterator[Fault]:
        if not self.board and not self.column:
            yield "board", "is missing: a board is fixed or named by a column of the table", 'or write column = "…"'
        elif self.board and self.column:
            yield "column", "the slot has board and column; only one of the two can be shown", ""

    def made(self, name: str) -> frame.BoardSlot:
        return frame.BoardSlot(
            name=name,
            place=self.place(),
            when=self.when,
            board=self.board,
            ink=self.ink,
            guide=self.guide,
            post=self.post or self.ink,
            family=self.font,
            size=self.size,
            column=self.column,
            pitch=self.pitch,
            strip=self.strip,
        )


class BoxesTable(SlotTable):
    kind: Literal["boxes"]
    boxes: Annotated[tuple[frame.Box, ...], Boxes()]
    box_height: Positive = 8.0
    gap: NotNegative = 2.0
    stroke: InkId = "#000000"
    stroke_width: Thickness = 0.3
    color: InkId = "#000000"
    accent: InkOrNone = None
    art_color: MaybeInk = ""
    label_font: Font = "label"
    label_size: Pt = 6.5
    text_font: Font = "label"
    text_size: Pt = 9.0
    align: frame.Align = "left"
    pointing: Literal["left", "right"] = "right"

    def made(self, name: str) -> frame.BoxesSlot:
        return frame.BoxesSlot(
            name=name,
            place=self.place(),
            when=self.when,
            boxes=self.boxes,
            box_height=self.box_height,
            gap=self.gap,
            stroke=self.stroke,
            stroke_width=self.stroke_width,
            color=self.color,
            accent=self.accent,
            art_color=self.art_color,
            label_family=self.label_font,
            label_size=self.label_size,
            text_family=self.text_font,
            text_size=self.text_size,
            align=self.align,
            pointing=self.pointing,
        )


class BandsTable(SlotTable):
    kind: Literal["bands"]
    style: Literal["list", "ladder"] = "list"
    columns: Columns = 1
    font: Font = "text"
    number_font: Font = "label"
    size: Pt = 8.0
    color: InkId = "#000000"
    accent: InkId = "#000000"

    def made(self, name: str) -> frame.BandsSlot:
        return frame.BandsSlot(
            name=name,
            place=self.place(),
            when=self.when,
            style=self.style,
            columns=self.columns,
            family=self.font,
            number_family=self.number_font,
            size=self.size,
            color=self.color,
            accent=self.accent,
        )


class RulesTable(SlotTable):
    kind: Literal["rules"]
    anchors: Annotated[tuple[str, ...], Names(1)]
    font: Font = "text"
    size: Pt = 8.0
    smallest: Pt = 6.5
    leading: Leading = 1.3
    columns: Columns = 1
    gap: NotNegative = 4.0
    color: InkId = "#000000"
    accent: InkId = "#000000"

    def faults(self) -> Iterator[Fault]:
        if self.smallest > self.size:
            yield "smallest", f"found {self.smallest:g}; allowed: not more than the size, {self.size:g}", ""

    def made(self, name: str) -> frame.RulesSlot:
        return frame.RulesSlot(
            name=name,
            place=self.place(),
            when=self.when,
            anchors=self.anchors,
            family=self.font,
            size=self.size,
            smallest=self.smallest,
            leading=self.leading,
            columns=self.columns,
            gap=self.gap,
            color=self.color,
            accent=self.accent,
        )


class DiceSlotTable(SlotTable):
    kind: Literal["dice"]
    die: Sentence
    ink: InkId = "#000000"
    font: Font = "display"
    size: Pt = 24.0

    def made(self, name: str) -> frame.DiceSlot:
        return frame.DiceSlot(name, self.place(), self.when, self.die, self.ink, self.font, self.size)


class QrTable(SlotTable):
    kind: Literal["qr"]
    text: FixedText = NO_WORDS
    column: MaybeText = ""
    ink: InkId = "#000000"

    def faults(self) -> Iterator[Fault]:
        if self.text.texts and self.column:
            yield "column", "the slot has text and column; only one of the two can be shown", ""

    def made(self, name: str) -> frame.QrSlot:
        return frame.QrSlot(name, self.place(), self.when, self.ink, self.text.texts, self.column)


KINDS: dict[str, type[SlotTable]] = {
    "panel": PanelTable,
    "line": LineTable,
    "text": TextTable,
    "art": ArtTable,
    "board": BoardSlotTable,
    "boxes": BoxesTable,
    "bands": BandsTable,
    "rules": RulesTable,
    "dice": DiceSlotTable,
    "qr": QrTable,
}
