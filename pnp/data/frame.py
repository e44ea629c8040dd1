"""Where things sit on a card or sheet, as frozen values: frames made of slots. Knows no reader and no renderer.

Lengths are millimetres from the top left corner of the trim; colours are "#rrggbb" (inks are already looked up).
A slot may reach outside the trim into the bleed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Literal, TypeAlias

from pnp.data.counted import Order, ordered
from pnp.data.frame_slots import CellsSlot, IconsSlot, TableSlot
from pnp.data.frame_text import PLAIN, Setting
from pnp.data.inks import Pattern
from pnp.values import dataclass, replace

Texts: TypeAlias = tuple[tuple[str, str], ...]
"""A fixed text by language, first language first; empty when the text comes from a column."""

Align: TypeAlias = Literal["left", "center", "right"]
VAlign: TypeAlias = Literal["top", "middle", "bottom", "baseline"]


@dataclass(frozen=True, slots=True)
class Place:
    """The rectangle of a slot and its turn in degrees clockwise round the rectangle's middle."""

    x: float
    y: float
    width: float
    height: float
    rotate: float = 0.0


@dataclass(frozen=True, slots=True)
class When:
    """Draw the slot only for rows whose `column` equals `value` (None: is not blank); `negate` turns it round.

    With an `order` the cell is compared with `value` as a number; a blank cell is neither less nor more. What is in
    `also` must hold too.
    """

    column: str
    value: str | None = None
    negate: bool = False
    also: tuple[When, ...] = ()
    order: Order | None = None

    def holds(self, cell: str) -> bool:
        """Say whether this condition by itself holds for a row whose cell in `column` is `cell`."""
        if self.order and self.value is not None:
            return ordered(cell, self.order, self.value)
        return (bool(cell) if self.value is None else cell == self.value) != self.negate

    def met(self, cell: Callable[[str], str]) -> bool:
        """Say whether the slot is drawn for a row that has `cell(column)` in each column."""
        return all(each.holds(cell(each.column)) for each in (self, *self.also))

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that decide."""
        return tuple(each.column for each in (self, *self.also))


@dataclass(frozen=True, slots=True)
class Panel:
    """A flat area or outline: rectangle, ellipse, or polygon (`points` in 0..1 of the slot's rectangle).

    `pattern` fills in `fill` with lines, dots or figures instead of a flat ink; "auto": as the game says of that ink.
    `pitch` is the distance of the pattern's lines or dots in mm.
    """

    name: str
    place: Place
    when: When | None
    shape: Literal["rectangle", "ellipse", "polygon"]
    fill: str | None
    stroke: str | None
    stroke_width: float
    dash: tuple[float, ...]
    radius: float
    points: tuple[tuple[float, float], ...]
    pattern: Literal[Pattern, "auto"]
    pitch: float


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line from the rectangle's top left to its bottom right corner (width or height may be 0)."""

    name: str
    place: Place
    when: When | None
    stroke: str
    stroke_width: float
    dash: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class TextSlot:
    """Words in a box: `texts` when fixed, else the column `column` of the row.

    `size` and `smallest` are points: the text is set at the largest size between them that fits. `leading` is the line
    distance as a multiple of the size. `wrap` False keeps one line. `tracking` is added after each glyph, in em.
    """

    name: str
    place: Place
    when: When | None
    texts: Texts
    column: str
    family: str
    weight: int
    italic: bool
    size: float
    smallest: float
    leading: float
    align: Align
    valign: VAlign
    color: str
    wrap: bool
    tracking: float
    upper: bool
    setting: Setting = PLAIN


@dataclass(frozen=True, slots=True)
class Dye:
    """The colour of one part of a drawing: `ink` ("#rrggbb") when fixed, else the ink that the row's `column` names."""

    part: str
    ink: str
    column: str


@dataclass(frozen=True, slots=True)
class ArtSlot:
    """A picture from the game's `art/` folder by name (without ending): `art` when fixed, else from `column`.

    `fit` contain keeps all of the picture, cover fills the box and cuts, stretch forgets the proportions. `needed`
    False draws nothing for a blank cell. `color` replaces black in one-colour art ("" keeps the art's own colours).

    `colors` inks parts of a drawing, `show` draws parts only for some rows; a part is a class or an id of the SVG.
    `crop` is cut off at left, top, right and bottom in parts of the picture, which is then mirrored, turned clockwise
    by `turn` degrees and laid at `position` (0 left or top, 1 right or bottom). `bleed` extend carries it on past the
    cut.
    """

    name: str
    place: Place
    when: When | None
    art: str
    column: str
    fit: Literal["contain", "cover", "stretch"]
    needed: bool
    color: str
    colors: tuple[Dye, ...] = ()
    show: tuple[tuple[str, When], ...] = ()
    crop: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    position: tuple[float, float] = (0.5, 0.5)
    turn: Literal[0, 90, 180, 270] = 0
    mirror: Literal["none", "horizontal", "vertical"] = "none"
    opacity: float = 1.0
    bleed: Literal["none", "extend"] = "none"

    @property
    def asked(self) -> tuple[tuple[str, str], ...]:
        """The keys besides `art` and `column` that name a column, and the columns."""
        dyes = (("colors", dye.column) for dye in self.colors if dye.column)
        return (*dyes, *(("show", column) for _, when in self.show for column in when.columns))


@dataclass(frozen=True, slots=True)
class BoardSlot:
    """A board of the game drawn in the box, at its own size: `board` when fixed, else named by the row's `column`.

    Fields of crossings and grids stand in the middle of the box, a track where its points say, from the box's top left
    corner. `ink` draws outlines and numbers (`family`, `size` in points), `guide` what lies beneath them, `post` what
    stands out. `pitch` draws a field of crossings at another pitch, its strip in proportion; 0 keeps its own. `strip`
    fills the strip round such a field; None leaves it bare.
    """

    name: str
    place: Place
    when: When | None
    board: str
    ink: str
    guide: str
    post: str
    family: str
    size: float
    column: str = ""
    pitch: float = 0.0
    strip: str | None = None


@dataclass(frozen=True, slots=True)
class Box:
    """One thing in a row of boxes: an empty `box` to write in, a `sum` box, a `tick` box, or `text` between boxes.

    `width` in mm, 0 shares the room that is left; `label` stands under the box (or is the text itself). `tab` is a
    short word on an inked tab at the left end of the box, inside its width. `art` is a picture of the game in the box.
    """

    kind: Literal["box", "sum", "tick", "text"]
    width: float
    label: Texts
    tab: Texts
    art: str


@dataclass(frozen=True, slots=True)
class BoxesSlot:
    """A row of boxes to write in, all as high as the slot's `box_height`; labels under them in `label_size` points.

    `accent` inks tabs and the signs between boxes ("none": signs are plain text in `color`), which point to the
    `pointing` side; `art_color` replaces black in pictures ("" keeps their own colours).
    """

    name: str
    place: Place
    when: When | None
    boxes: tuple[Box, ...]
    box_height: float
    gap: float
    stroke: str
    stroke_width: float
    color: str
    accent: str | None
    art_color: str
    label_family: str
    label_size: float
    text_family: str
    text_size: float
    align: Align
    pointing: Literal["left", "right"] = "right"


@dataclass(frozen=True, slots=True)
class BandsSlot:
    """The game's rating bands with a ring to tick each: `style` list runs down `columns` columns, lowest first; ladder
    is a drawn ladder, highest rung at the top."""

    name: str
    place: Place
    when: When | None
    style: Literal["list", "ladder"]
    columns: int
    family: str
    number_family: str
    size: float
    color: str
    accent: str


@dataclass(frozen=True, slots=True)
class RulesSlot:
    """The text of rule sections, set as running text: `anchors` in order, each with its title in bold."""

    name: str
    place: Place
    when: When | None
    anchors: tuple[str, ...]
    family: str
    size: float
    smallest: float
    leading: float
    columns: int
    gap: float
    color: str
    accent: str


@dataclass(frozen=True, slots=True)
class DiceSlot:
    """How an ordinary die stands in for a die of the game: its pips over the sides of `die`, in order.

    `ink` draws pips, outlines and pointers; `family` and `size` (points, at most) are those of numbers and words.
    """

    name: str
    place: Place
    when: When | None
    die: str
    ink: str
    family: str
    size: float


@dataclass(frozen=True, slots=True)
class QrSlot:
    """A QR code in `ink`, with its white margin inside the rectangle.

    It holds `texts` when fixed, else what the row's `column` says (nothing: no code), else the serial of a sheet.
    """

    name: str
    place: Place
    when: When | None
    ink: str
    texts: Texts = ()
    column: str = ""

    @property
    def serial(self) -> bool:
        """Whether it holds the serial of its sheet."""
        return not self.texts and not self.column


Slot: TypeAlias = (
    Panel
    | Line
    | TextSlot
    | ArtSlot
    | IconsSlot
    | CellsSlot
    | TableSlot
    | BoardSlot
    | BoxesSlot
    | BandsSlot
    | RulesSlot
    | DiceSlot
    | QrSlot
)


@dataclass(frozen=True, slots=True)
class Frame:
    """Slots in drawing order. `file` and `line` say where the frame stands, for messages."""

    name: str
    slots: tuple[Slot, ...]
    file: str
    line: int


SIGN = "@"  # before the columns that no table has: the serial of a sheet and what is printed beside it
SERIAL = f"{SIGN}serial"
LINK = f"{SIGN}link"
NUMBER, COUNT, OF = f"{SIGN}number", f"{SIGN}count", f"{SIGN}of"  # which of how many cards of its deck a card is


def given(values: Iterable[str]) -> tuple[str, ...]:
    """Return the columns that the frames of a sheet with these values have beside those of a table."""
    return (SERIAL, *(f"{SIGN}{value}" for value in values))


@lru_cache(maxsize=64)
def plain(frame: Frame) -> Frame:
    """Return the frame of a sheet without a serial: what shows one is left out, what gives it room is always drawn."""
    slots: list[Slot] = []
    for slot in frame.slots:
        if isinstance(slot, QrSlot) and slot.serial:
            continue
        if isinstance(slot, TextSlot | ArtSlot | QrSlot) and slot.column.startswith(SIGN):
            continue
        asked = (slot.when, *slot.when.also) if slot.when else ()
        left = tuple(each for each in asked if not each.column.startswith(SIGN))
        if len(left) == len(asked):
            slots.append(slot)
        elif all(each.holds("") for each in asked if each not in left):
            slots.append(replace(slot, when=replace(left[0], also=left[1:]) if left else None))
    return frame if slots == list(frame.slots) else replace(frame, slots=tuple(slots))
