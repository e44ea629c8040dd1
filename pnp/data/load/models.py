"""What game.toml, examples.toml and papers.toml may hold, as tables, and the frozen values they become.

Names of keys are the names of the fields of `pnp.data.game`. A table only knows itself; what depends on other tables or
files is checked in `pnp.data.load.checks`. No `from __future__ import annotations` here: the annotations are used.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, Literal, cast

from pnp.data import game
from pnp.data.inks import Pattern
from pnp.data.load.artwork import ArtworkTable
from pnp.data.load.boards import BoardTable
from pnp.data.load.dials import DialTable, DividersTable
from pnp.data.load.labels import LabelGridTable
from pnp.data.load.lists import JsonTable, Names, Offset, Range, Sides, Wholes
from pnp.data.load.piles import PileTable
from pnp.data.load.prints import (
    BookletTable,
    BoxTable,
    DeckTable,
    DicePiecesTable,
    PadTable,
    PosterTable,
    SheetTable,
    StandeesTable,
    TokensTable,
)
from pnp.data.load.profiles import ProfileTable
from pnp.data.load.table import Table
from pnp.data.load.types import Color, Family, Ink, Language, Length, Name, Size, Whole
from pnp.data.load.words import NO_WORDS, AnyId, Copies, Count, Figure, Flag, MaybeText, Optional, Sentence, Title
from pnp.data.paper import Paper
from pnp.data.words import Words

NOTHING: Mapping[str, Any] = MappingProxyType({})


class InkTable(Table):
    color: Annotated[str, Color()]
    title: Title
    means: MaybeText = ""
    pattern: Pattern | None = None
    sign: MaybeText = ""

    def made(self, id_: str) -> game.Ink:
        return game.Ink(id_, self.color, self.title, self.means, self.pattern, self.sign)


class ComponentTable(Table):
    id: AnyId
    title: Title
    count: Count
    piece: MaybeText = ""

    def made(self) -> game.Component:
        return game.Component(self.id, self.title, self.count, self.piece)


class DieTable(Table):
    id: AnyId
    title: Title
    ink: Annotated[str, Ink()]
    count: Copies
    sides: Annotated[tuple[game.Side, ...], Sides()]
    role: Optional = NO_WORDS

    def made(self) -> game.Die:
        return game.Die(self.id, self.title, self.ink, self.count, self.sides, self.role)


class OptionTable(Table):
    id: AnyId
    title: Title


class FieldTable(Table):
    id: Annotated[str, Name(key=True)]
    title: Title
    help: Optional = NO_WORDS
    kind: Literal["count", "choice", "flag", "list", "text", "records", "log", "group", "seat"]
    low: Figure | None = None
    high: Figure | None = None
    highs: Annotated[tuple[int, ...], Wholes()] = ()
    options: tuple[OptionTable, ...] = ()
    most: Count | None = None
    rows: Annotated[tuple[str, ...], Names()] = ()
    row_key: MaybeText = ""
    fields: tuple["FieldTable", ...] = ()
    points: Figure = 0
    needed: Flag = False
    rule: MaybeText = ""
    variants: Annotated[tuple[str, ...], Names()] = ()
    aside: Annotated[tuple[str, ...], Names()] = ()

    def made(self) -> game.Field:
        return game.Field(
            id=self.id,
            title=self.title,
            help=self.help,
            kind=self.kind,
            low=self.low,
            high=self.high,
            highs=self.highs,
            options=tuple(game.Option(option.id, option.title) for option in self.options),
            most=self.most,
            rows=self.rows,
            row_key=self.row_key,
            fields=tuple(inner.made() for inner in self.fields),
            points=self.points,
            needed=self.needed,
            rule=self.rule,
            variants=self.variants,
            aside=self.aside,
        )


class RungTable(Table):
    measure: Sentence
    best: Literal["high", "low"]
    title: Title
    variants: Annotated[tuple[str, ...], Names()] = ()


class BandTable(Table):
    low: Figure | None = None
    title: Title


class VariantTable(Table):
    id: AnyId
    title: Title
    bands: Flag = True


class ScoreTable(Table):
    seats: Annotated[tuple[int, int], Range(1, 8)]
    variants: tuple[VariantTable, ...] = ()
    fields: tuple[FieldTable, ...] = ()
    ranking: tuple[RungTable, ...] = ()
    bands: tuple[BandTable, ...] = ()

    def made(self, languages: tuple[str, ...]) -> game.Scoring:
        standard = game.Variant("standard", Words(tuple((lang, "Standard") for lang in languages)))
        variants = tuple(game.Variant(v.id, v.title, v.bands) for v in self.variants)
        return game.Scoring(
            seats=self.seats,
            variants=variants or (standard,),
            fields=tuple(field.made() for field in self.fields),
            ranking=tuple(game.Rung(rung.measure, rung.best, rung.title, rung.variants) for rung in self.ranking),
            bands=tuple(game.Band(band.low, band.title) for band in self.bands),
        )


class GameTable(Table):
    """game.toml."""

    format: Literal[1]
    data_version: Sentence
    designer: Sentence
    publisher: MaybeText = ""
    year: Figure | None = None
    languages: tuple[Annotated[str, Language()], ...]
    players: Annotated[tuple[int, int], Range(1, 99)]
    minutes: Annotated[tuple[int, int], Range(1, 9999)]
    age: Annotated[int, Whole(0, 99)]
    title: Title
    credit: Title
    typographer: Flag = False
    fonts: Mapping[str, Annotated[str, Family(roles=False)]] = NOTHING
    inks: Mapping[str, InkTable] = NOTHING
    components: tuple[ComponentTable, ...] = ()
    decks: tuple[DeckTable, ...] = ()
    piles: tuple[PileTable, ...] = ()
    dice: tuple[DieTable, ...] = ()
    boards: tuple[BoardTable, ...] = ()
    sheets: tuple[SheetTable, ...] = ()
    tokens: tuple[TokensTable, ...] = ()
    standees: tuple[StandeesTable, ...] = ()
    posters: tuple[PosterTable, ...] = ()
    dice_pieces: tuple[DicePiecesTable, ...] = ()
    dials: tuple[DialTable, ...] = ()
    dividers: tuple[DividersTable, ...] = ()
    pads: tuple[PadTable, ...] = ()
    booklets: tuple[BookletTable, ...] = ()
    boxes: tuple[BoxTable, ...] = ()
    art: tuple[ArtworkTable, ...] = ()
    profiles: Mapping[str, ProfileTable] = NOTHING
    score: ScoreTable | None = None


class ExampleTable(Table):
    id: Annotated[str, Name()]
    kind: game.ExampleKind
    rule: Sentence
    title: Title
    given: Annotated[Mapping[str, object], JsonTable()]
    expect: Annotated[Mapping[str, object], JsonTable()]

    def made(self, line: int) -> game.Example:
        given, expect = (cast("Mapping[str, game.Json]", table) for table in (self.given, self.expect))
        return game.Example(self.id, self.kind, self.title, self.rule, given, expect, line)


class ExamplesTable(Table):
    """examples.toml."""

    examples: tuple[ExampleTable, ...] = ()


class PaperTable(Table):
    """One paper of papers.toml; [custom] has no size."""

    size: Annotated[tuple[float, float], Size()]
    margin: Annotated[float, Length(0)]
    printer_offset: Annotated[tuple[float, float], Offset()] = (0.0, 0.0)
    layout_offset: Annotated[tuple[float, float], Offset()] = (0.0, 0.0)
    back_offset: Annotated[tuple[float, float], Offset()] = (0.0, 0.0)
    crop_marks: Flag = True
    title: MaybeText = ""
    also: Annotated[tuple[str, ...], Names()] = ()
    grid: LabelGridTable | None = None

    def made(self, name: str) -> Paper:
        return Paper(
            id=name,
            width=self.size[0],
            height=self.size[1],
            margin=self.margin,
            printer_offset=self.printer_offset,
            layout_offset=self.layout_offset,
            back_offset=self.back_offset,
            crop_marks=self.crop_marks,
            title=self.title,
            also=tuple(also.casefold() for also in self.also),
            cells=self.grid.made() if self.grid else None,
        )
