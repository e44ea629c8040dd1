"""What a game has printed: decks, tokens, standees, sheets, dice, pads, booklets, boxes. Frozen values, lengths in mm.

Only `pnp.data.load` makes them; `pnp.pieces` draws them. Their ids are ids of pieces and parts of file names; `line` is
where their table begins in the manifest, for messages about what their drawing meets.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias, get_args

from pnp.data.dials import Dial, Dividers
from pnp.data.frame import Frame
from pnp.data.paper import Paper
from pnp.data.words import Words
from pnp.scene import Outline
from pnp.values import dataclass

SHAPES: tuple[Outline, ...] = get_args(Outline)
BleedBetween: TypeAlias = Literal["own", "shared", "none"]
"""What lies between two neighbours on paper: the bleed of both, one cut, one cut and no bleed anywhere."""
SHAPE_COLUMN = "shape"


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table: the line it starts on (from 1) and its cells by column name, trimmed."""

    line: int
    cells: Mapping[str, str]

    def cell(self, column: str, lang: str) -> str:
        """Return `column` in `lang` ("title.fr"), else the column without a language, else the first language's."""
        cells = self.cells
        found = cells.get(f"{column}.{lang}")
        if found is None:
            found = cells.get(column)
        return found if found is not None else self._first(f"{column}.")

    def head(self, column: str, lang: str) -> str:
        """Return the name of the column that `cell` finds, "" for none: the same in all rows with these columns."""
        starts = (name for name in self.cells if name.startswith(f"{column}."))
        return next((name for name in (f"{column}.{lang}", column) if name in self.cells), next(starts, ""))

    def _first(self, start: str) -> str:
        return next((cell for name, cell in self.cells.items() if name.startswith(start)), "")


@dataclass(frozen=True, slots=True)
class Card:
    """One row of a deck: which frames draw its front and back (`back` None: no back) and how many copies exist."""

    row: Row
    front: Frame
    back: Frame | None
    copies: int


@dataclass(frozen=True, slots=True)
class Deck:
    """Cards or tokens of one size. `table` is the file the rows came from, as the author would type it; mm throughout.

    `outline` is what each token is cut to inside its width × height, unless its row has another in the column `shape`;
    None for cards. `radius` is that of rounded corners, None when nothing is said; `bleed_between` replaces the gutter.
    """

    id: str
    title: Words
    width: float
    height: float
    bleed: float
    gutter: float
    table: str
    columns: tuple[str, ...]
    cards: tuple[Card, ...]
    kind: Literal["cards", "tokens"] = "cards"
    outline: Outline | None = None
    line: int = 0
    radius: float | None = None
    bleed_between: BleedBetween | None = None

    def cut_to(self, card: Card) -> Outline | None:
        """Return what `card` is cut to, None for its width × height."""
        if self.outline is None:
            return None
        asked = card.row.cells.get(SHAPE_COLUMN, "")
        return next((shape for shape in SHAPES if shape == asked), self.outline)


@dataclass(frozen=True, slots=True)
class Sheet:
    """Sheets to print whole: a face for each of `cards` (one without a row's cells when there is no table).

    Not cut unless `cut`. `paper` is what it is printed on whenever the paper asked for is too small, None for any.
    `instead_of` is the id of the piece whose place it takes, "" for none. `values` are the names of what may be printed
    on a sheet with a serial beside its code; frames call them "@name".
    """

    id: str
    title: Words
    width: float
    height: float
    bleed: float
    cards: tuple[Card, ...]
    cut: bool
    table: str = ""
    columns: tuple[str, ...] = ()
    paper: Paper | None = None
    kind: Literal["sheet", "board", "aid"] = "sheet"
    instead_of: str = ""
    values: tuple[str, ...] = ()
    line: int = 0


@dataclass(frozen=True, slots=True)
class Standees:
    """Figures that fold to stand: width × height of one face, `base` mm of foot on either side of it."""

    id: str
    title: Words
    width: float
    height: float
    base: float
    gutter: float
    table: str
    columns: tuple[str, ...]
    cards: tuple[Card, ...]
    line: int = 0


@dataclass(frozen=True, slots=True)
class Poster:
    """The sheet `of`, tiled over several pages that overlap by `overlap` mm."""

    id: str
    title: Words
    of: str
    overlap: float
    line: int = 0


@dataclass(frozen=True, slots=True)
class DicePieces:
    """Dice to make: `dice` by id, as nets to cut and glue or as stickers for blank dice with edges of `edge` mm.

    `instead_of` is the id of the piece whose place they take, "" for none.
    """

    id: str
    title: Words
    form: Literal["nets", "stickers"]
    dice: tuple[str, ...]
    edge: float
    gutter: float
    family: str
    instead_of: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True)
class Pad:
    """A score sheet made from the score fields: `seats` players on a page of width × height mm.

    `frame` is drawn first, the generated part begins `top` mm down. One page for each variant with fields of its own.
    `after` are ids of fields that do not count in the total: they stand below it. `total` is what it is called.
    """

    id: str
    title: Words
    width: float
    height: float
    seats: int
    frame: Frame | None
    top: float
    ink: str
    accent: str
    family: str
    copies: int
    total: Words
    after: tuple[str, ...] = ()
    line: int = 0


@dataclass(frozen=True, slots=True)
class Booklet:
    """The rules as pages of width × height mm with `margin` mm round the text; sizes in points.

    folded: two pages side by side on a sheet, to be folded and stapled; plain: each page a sheet of its own.
    The text is black, `ink` inks the headings, `accent` what is a decision. `cover` is the first page and `end` the
    last, where given. A folded booklet comes with plain pages: `plain_size`, their width and height, `plain_margin` at
    their sides, `plain_columns` of text on them.
    """

    id: str
    title: Words
    form: Literal["folded", "plain"]
    width: float
    height: float
    margin: float
    columns: int
    family: str
    heading: str
    size: float
    smallest: float
    ink: str
    accent: str
    cover: Frame | None
    end: Frame | None
    plain_size: tuple[float, float]
    plain_margin: float
    plain_columns: int
    line: int = 0


@dataclass(frozen=True, slots=True)
class Box:
    """A tuck box for `count` cards of at most `card` (width, height), `stock` mm thick, `sleeve` mm more in a sleeve.

    `clearance` mm are left on every side of the stack. `holds` are the ids of the decks; `front` and `back` are drawn
    on panels of width × height mm, sides and flaps are inked in `ink`.
    """

    id: str
    title: Words
    holds: tuple[str, ...]
    count: int
    card: tuple[float, float]
    stock: float
    sleeve: float
    clearance: float
    front: Frame
    back: Frame
    ink: str
    family: str
    line: int = 0

    @property
    def width(self) -> float:
        """Width inside, mm."""
        return self.card[0] + 2 * self.clearance

    @property
    def height(self) -> float:
        """Height inside, mm."""
        return self.card[1] + 2 * self.clearance

    @property
    def depth(self) -> float:
        """Depth inside, mm: the stack of all cards and the room round it."""
        return self.count * (self.stock + self.sleeve) + 2 * self.clearance


Print: TypeAlias = Deck | Sheet | Standees | Poster | DicePieces | Dial | Dividers | Pad | Booklet | Box
