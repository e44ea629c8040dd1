"""A game as a frozen value: what `templates/<game>/` says, checked and complete. Read by the press and by the tracker.

Only `pnp.data.load` makes these values; nothing here opens a file or knows how anything is drawn or scored.
Lengths are millimetres.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Literal, TypeAlias

from pnp.data.artwork import Artwork
from pnp.data.boards import Board
from pnp.data.inks import Pattern
from pnp.data.prints import Deck, Print, Sheet
from pnp.data.profile import Profile
from pnp.data.words import Words
from pnp.errors import Problem
from pnp.values import dataclass, field, replace

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"


@dataclass(frozen=True, slots=True)
class Ink:
    """A colour of the game under the name that frames use.

    Inks of one `means` ("": none) must be told apart. `pattern` is its own on panels that ask for none by name, None
    for one that differs from those of its kind; `sign` is what else tells it apart, in the author's words.
    """

    id: str
    color: str
    title: Words
    means: str = ""
    pattern: Pattern | None = None
    sign: str = ""


@dataclass(frozen=True, slots=True)
class Component:
    """One line of the game's contents list. `piece` is the piece that prints it, "" when players bring it."""

    id: str
    title: Words
    count: int
    piece: str


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a die. `value` is None for a face that is a word; `choices` are the values a player may pick from.

    `art` names the picture that stands on a printed die in place of the words, "" for none.
    """

    value: int | None
    title: Words
    choices: tuple[int, ...] = ()
    art: str = ""


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
class Pile:
    """How cards of `deck` are played on a screen: `cards` by number of their faces from 1, copies one by one.

    `hand` cards are dealt to each player. Drawn cards are turned over for all to see, taken in hand, or never drawn.
    `barred` are those that may not come first. `rule` is a section about it, "" for none.
    """

    id: str
    title: Words
    deck: str
    cards: tuple[int, ...]
    hand: int = 0
    draw: Literal["open", "hand", "never"] = "open"
    barred: frozenset[int] = frozenset()
    rule: str = ""


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
    text     up to `most` letters, for a rules module to read
    records  a list of up to `most` objects with `fields`; with `rows` one object per named row, in that order, trailing
             ones may be omitted, and the object's key `row_key` holds the row's name. `highs` then limits a count row
             by row.
    log      what was noted during play: a list of up to `most` objects with one key each, the id of one of `fields`
    group    inside a log: one object with `fields`
    seat     inside a log: the name of another seat
    `points` scores a field in games without a rules module. `needed`: must be present (others default to 0, false, []).
    `variants` are those that ask for it (none: all), `aside` those in which it belongs to a longer way to say the same:
    where one of these is given, the fields that are not aside may be left out, and the other way round.
    """

    id: str
    title: Words
    help: Words
    kind: Literal["count", "choice", "flag", "list", "text", "records", "log", "group", "seat"]
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
    variants: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rung:
    """One step of the ranking ladder: compare `measure`, `best` first; the next rung decides what is still equal.

    It counts in `variants` (none: in all).
    """

    measure: str
    best: Literal["high", "low"]
    title: Words
    variants: tuple[str, ...] = ()


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

    def fields_in(self, variant: str) -> tuple[Field, ...]:
        """Return the fields that `variant` asks for, in order; those aside in it are among them."""
        return tuple(each for each in self.fields if not each.variants or variant in each.variants)

    def short_fields_in(self, variant: str) -> tuple[Field, ...]:
        """Return the fields for paper: those that `variant` asks for, also in records, without logs and those aside."""
        return _short(self.fields, variant)

    def ranking_in(self, variant: str) -> tuple[Rung, ...]:
        """Return the ladder of `variant`."""
        return tuple(each for each in self.ranking if not each.variants or variant in each.variants)


def _short(fields: tuple[Field, ...], variant: str) -> tuple[Field, ...]:
    return tuple(
        replace(field, fields=_short(field.fields, variant))
        for field in fields
        if field.kind != "log" and variant not in field.aside and (not field.variants or variant in field.variants)
    )


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


ExampleKind: TypeAlias = Literal[
    "final", "charge", "scuffle", "slide", "ranks", "loan", "placing", "turns", "dice", "geometry"
]


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

    `folder` is where art lies, `file` the manifest as its author would type it. `prints` is what is printed, in the
    manifest's order, `artworks` on what terms its pictures are used, `profiles` how its author likes to print it.
    `notes` tell its author what to look at; they stop nothing.
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
    prints: tuple[Print, ...]
    dice: tuple[Die, ...]
    boards: tuple[Board, ...]
    scoring: Scoring | None
    rules: tuple[Rules, ...]
    examples: tuple[Example, ...]
    art: Mapping[str, Path]
    icons: Mapping[str, Path]
    piles: tuple[Pile, ...] = ()
    artworks: tuple[Artwork, ...] = ()
    notes: tuple[Problem, ...] = ()
    profiles: tuple[Profile, ...] = ()
    typographer: bool = False  # texts get the quotes and dashes of their language
    board_lines: Mapping[str, int] = field(default_factory=dict)  # of the manifest, by id of a board

    @property
    def helpers(self) -> str:
        """The font families that help out in the margins: those of the role fallback, then of the others."""
        roles = dict.fromkeys(("fallback", "label", "text", "display", *self.fonts))
        return ", ".join(self.fonts[role] for role in roles if self.fonts.get(role))

    @property
    def decks(self) -> tuple[Deck, ...]:
        """The decks of cards; tokens are no decks."""
        return tuple(made for made in self.prints if isinstance(made, Deck) and made.kind == "cards")

    @property
    def sheets(self) -> tuple[Sheet, ...]:
        """The sheets that are printed whole."""
        return tuple(made for made in self.prints if isinstance(made, Sheet))

    @property
    def each_die(self) -> tuple[Die, ...]:
        """The dice one by one, each as often as the game has it."""
        return tuple(die for die in self.dice for _ in range(die.count))

    def rules_in(self, lang: str) -> Rules | None:
        """Return the rules in `lang`, else in the first language that has them."""
        return next((r for r in self.rules if r.lang == lang), self.rules[0] if self.rules else None)
