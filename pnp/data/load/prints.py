"""What game.toml may say of printed things, as tables: decks, tokens, sheets, posters, dice, pads, booklets, boxes.

Made into values by `pnp.data.load.decks` and `pnp.data.load.pieces`, which look up frames and tables. No `from
__future__ import annotations` here: the annotations are used.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Literal, TypeAlias

from pnp.data.frame import When
from pnp.data.load.lists import Names
from pnp.data.load.making import ColumnNames, MadeColumns
from pnp.data.load.table import Table
from pnp.data.load.types import Condition, Length, Whole
from pnp.data.load.words import Bleed, Copies, Flag, Font, Gutter, InkId, MaybeText, Panel, PieceId, Pt, Sentence, Title
from pnp.data.words import Words
from pnp.scene import Outline

Group: TypeAlias = Annotated[tuple[str, ...], ColumnNames()]
Make: TypeAlias = Annotated[Mapping[str, tuple[str, ...]], MadeColumns()]
Only: TypeAlias = Annotated[When | None, Condition()]
NO_COLUMNS: Mapping[str, tuple[str, ...]] = MappingProxyType({})


class PrintTable(Table):
    """What everything printed has."""

    id: PieceId
    title: Title


class DeckTable(PrintTable):
    size: Panel
    bleed: Bleed = 3.0
    gutter: Gutter = 0.0
    bleed_between: Literal["own", "shared", "none"] | None = None
    corner_radius: Annotated[float | None, Length(0, 50)] = None
    table: MaybeText = ""
    group: Group = ()
    make: Make = NO_COLUMNS
    only: Only = None
    frame: MaybeText = ""
    back: MaybeText = ""


class TokensTable(DeckTable):
    """A deck that is cut to a shape."""

    shape: Outline = "round"
    bleed: Bleed = 1.5
    gutter: Gutter = 3.0


class StandeesTable(PrintTable):
    size: Panel
    base: Annotated[float, Length(3, 40)] = 9.0
    gutter: Gutter = 4.0
    table: MaybeText = ""
    group: Group = ()
    make: Make = NO_COLUMNS
    only: Only = None
    frame: MaybeText = ""
    back: MaybeText = ""


class SheetTable(PrintTable):
    size: Panel
    bleed: Bleed = 0.0
    frame: MaybeText = ""
    back: MaybeText = ""
    table: MaybeText = ""
    group: Group = ()
    make: Make = NO_COLUMNS
    only: Only = None
    copies: Copies = 1
    cut: Flag = False
    paper: MaybeText = ""
    kind: Literal["sheet", "board", "aid"] = "sheet"
    instead_of: MaybeText = ""
    values: Annotated[tuple[str, ...], Names()] = ()


class PosterTable(PrintTable):
    of: Sentence
    overlap: Annotated[float, Length(5, 50)] = 10.0


class DicePiecesTable(PrintTable):
    form: Literal["nets", "stickers"]
    dice: Annotated[tuple[str, ...], Names(1)]
    edge: Annotated[float, Length(8, 60)] = 16.0
    gutter: Gutter = 4.0
    font: Font = "display"
    instead_of: MaybeText = ""


TOTAL = Words((("en", "Total"),))  # what the words of pages call it takes its place


class PadTable(PrintTable):
    size: Panel
    seats: Annotated[int, Whole(1, 8)]
    after: Annotated[tuple[str, ...], Names()] = ()
    frame: MaybeText = ""
    top: Annotated[float, Length(0)] = 0.0
    ink: InkId = "#000000"
    accent: InkId = "#000000"
    font: Font = "label"
    total: Title = TOTAL
    copies: Copies = 1


class BookletTable(PrintTable):
    form: Literal["folded", "plain"]
    size: Panel
    margin: Annotated[float, Length(3, 60)] = 12.0
    columns: Annotated[int, Whole(1, 4)] = 1
    font: Font = "text"
    heading: Font = "display"
    text_size: Pt = 9.0
    smallest: Pt = 8.0
    ink: InkId = "#000000"
    accent: InkId = "#000000"
    cover: MaybeText = ""
    end: MaybeText = ""
    plain_size: Panel = (190.0, 264.0)
    plain_margin: Annotated[float, Length(0, 60)] = 2.0
    plain_columns: Annotated[int, Whole(1, 4)] = 2


class BoxTable(PrintTable):
    holds: Annotated[tuple[str, ...], Names(1)]
    stock: Annotated[float, Length(0.05, 5)] = 0.3
    sleeve: Annotated[float, Length(0, 5)] = 0.0
    clearance: Annotated[float, Length(0, 20)] = 1.0
    front: Sentence
    back: MaybeText = ""
    ink: InkId = "#000000"
    font: Font = "display"
