"""A game as a frozen value: what `templates/<game>/` says, checked and complete. Read by the press and by the tracker.

Only `pnp.data.load` makes these values; nothing here opens a file or knows how anything is drawn or scored.
Lengths are millimetres.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from pnp.data.frame import Frame

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"


@dataclass(frozen=True, slots=True)
class Words:
    """One text in the languages of a game, the game's first language first."""

    texts: tuple[tuple[str, str], ...]

    def get(self, lang: str) -> str:
        """Return the text in `lang`, else in the game's first language."""
        for code, text in self.texts:
            if code == lang:
                return text
        return self.texts[0][1] if self.texts else ""

    def has(self, lang: str) -> bool:
        """Say whether the text exists in `lang` itself."""
        return any(code == lang for code, _ in self.texts)


@dataclass(frozen=True, slots=True)
class Ink:
    """A colour of the game under the name that frames use."""

    id: str
    color: str
    title: Words


@dataclass(frozen=True, slots=True)
class Component:
    """One line of the game's contents list. `piece` is the piece that prints it, "" when players bring it."""

    id: str
    title: Words
    count: int
    piece: str


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table: the line it starts on (from 1) and its cells by column name, trimmed."""

    line: int
    cells: Mapping[str, str]

    def cell(self, column: str, lang: str) -> str:
        """Return `column` in `lang` ("title.fr"), else the column without a language, else the first language's."""
        for name in (f"{column}.{lang}", column, *(n for n in self.cells if n.startswith(f"{column}."))):
            if name in self.cells:
                return self.cells[name]
        return ""


@dataclass(frozen=True, slots=True)
class Card:
    """One row of a deck: which frames draw its front and back (`back` None: no back) and how many copies exist."""

    row: Row
    front: Frame
    back: Frame | None
    copies: int


@dataclass(frozen=True, slots=True)
class Deck:
    """Cards of one size. `table` is the file the rows came from, as the author would type it; mm throughout."""

    id: str
    title: Words
    width: float
    height: float
    bleed: float
    gutter: float
    table: str
    columns: tuple[str, ...]
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a die. `value` is None for a face that is a word; `choices` are the values a player may pick from."""

    value: int | None
    title: Words
    choices: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Die:
    """A die of the game with its faces in order; faces may repeat. `ink` is a colour "#rrggbb"; `count` how many."""

    id: str
    title: Words
    ink: str
    count: int
    sides: tuple[Side, ...]
    role: Words


@dataclass(frozen=True, slots=True)
class Lattice:
    """A field of crossings with numbered posts on its four sides.

    Crossing (c, r), 1 ≤ c ≤ columns and 1 ≤ r ≤ rows, lies `pitch` mm from its neighbours; the perimeter lies one pitch
    outside the outer crossings; posts stand on it in line with the crossings. `strip` is the room for labels.
    """

    id: str
    title: Words
    columns: int
    rows: int
    pitch: float
    strip: float
    kind: Literal["lattice"] = "lattice"


Board: TypeAlias = Lattice


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet to print whole and write on: one frame, `copies` per print, not cut unless `cut`."""

    id: str
    title: Words
    width: float
    height: float
    bleed: float
    frame: Frame
    copies: int
    cut: bool


@dataclass(frozen=True, slots=True)
class Option:
    """One allowed value of a choice."""

    id: str
    title: Words


@dataclass(frozen=True, slots=True)
class Field:
    """Something counted when scoring; `id` is its key in a table's JSON.

    count    an integer from `low` to `high` (None: no limit)
    choice   one of `options`
    flag     true or false
    list     up to `most` integers, each from `low` to `high`
    records  a list of objects with `fields`; with `rows` one object per named row, in that order, trailing ones may be
             omitted, and the object's key `row_key` holds the row's name. `highs` then limits a count row by row.
    `points` scores a field in games without a rules module. `needed`: must be present (others default to 0, false, []).
    """

    id: str
    title: Words
    help: Words
    kind: Literal["count", "choice", "flag", "list", "records"]
    low: int | None = None
    high: int | None = None
    highs: tuple[int, ...] = ()
    options: tuple[Option, ...] = ()
    most: int | None = None
    rows: tuple[str, ...] = ()
    row_key: str = ""
    fields: tuple[Field, ...] = ()
    points: int = 0
    needed: bool = False
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Rung:
    """One step of the ranking ladder: compare `measure`, `best` first; the next rung decides what is still equal."""

    measure: str
    best: Literal["high", "low"]
    title: Words


@dataclass(frozen=True, slots=True)
class Band:
    """A rating: totals from `low` (None: no lower end) up to the next band."""

    low: int | None
    title: Words


@dataclass(frozen=True, slots=True)
class Variant:
    """A way to play; the first is the default. `bands`: whether its totals may be compared with the rating bands."""

    id: str
    title: Words
    bands: bool = True


@dataclass(frozen=True, slots=True)
class Scoring:
    """What a player's sheet holds and how results are ordered; the sum itself is code in the tracker."""

    seats: tuple[int, int]
    variants: tuple[Variant, ...]
    fields: tuple[Field, ...]
    ranking: tuple[Rung, ...]
    bands: tuple[Band, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """One idea of the rules: `anchor` is its stable address, `body` Markdown, `level` 2 or 3, `line` its heading's."""

    anchor: str
    title: str
    level: int
    body: str
    line: int


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules in one language, in reading order."""

    lang: str
    title: str
    intro: str
    sections: tuple[Section, ...]

    def section(self, anchor: str) -> Section | None:
        """Return the section with `anchor`, or None."""
        return next((s for s in self.sections if s.anchor == anchor), None)


ExampleKind: TypeAlias = Literal["final", "charge", "scuffle", "slide", "ranks", "loan", "dice", "geometry"]


@dataclass(frozen=True, slots=True)
class Example:
    """A worked scoring example: what is given and what must come out. `rule` is the section that shows it."""

    id: str
    kind: ExampleKind
    title: Words
    rule: str
    given: Mapping[str, Json]
    expect: Mapping[str, Json]
    line: int


@dataclass(frozen=True, slots=True)
class Game:
    """Everything about one game. `data_version` is printed on every page.

    `folder` is where art lies, `file` the manifest as its author would type it.
    """

    slug: str
    file: str
    folder: Path
    data_version: str
    title: Words
    designer: str
    publisher: str
    year: int | None
    credit: Words
    languages: tuple[str, ...]
    players: tuple[int, int]
    minutes: tuple[int, int]
    age: int
    fonts: Mapping[str, str]
    inks: tuple[Ink, ...]
    components: tuple[Component, ...]
    decks: tuple[Deck, ...]
    sheets: tuple[Sheet, ...]
    dice: tuple[Die, ...]
    boards: tuple[Board, ...]
    scoring: Scoring | None
    rules: tuple[Rules, ...]
    examples: tuple[Example, ...]
    art: Mapping[str, Path]
    icons: Mapping[str, Path]

    def rules_in(self, lang: str) -> Rules | None:
        """Return the rules in `lang`, else in the first language that has them."""
        return next((r for r in self.rules if r.lang == lang), self.rules[0] if self.rules else None)
