"""Slots that repeat: icons from a number, tracks and grids of cells, tables. Frozen values, beside `pnp.data.frame`.

Knows no reader and no renderer. Lengths in mm, sizes of text in points, colours "#rrggbb".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from pnp.values import dataclass

if TYPE_CHECKING:
    from pnp.data.frame import Align, Place, Texts, When

Flow: TypeAlias = Literal["right", "left", "down", "up"]
Standing: TypeAlias = Literal["top", "middle", "bottom"]
CellShape: TypeAlias = Literal["rectangle", "circle", "hex"]
CellOrder: TypeAlias = Literal["rows", "columns", "snake"]
TableLines: TypeAlias = Literal["none", "header", "rows", "grid"]
Width: TypeAlias = float | Literal["auto", "share"]
Asked: TypeAlias = tuple[tuple[str, str], ...]
"""Keys of a slot that name a column of a table, and the columns."""


def _asked(*pairs: tuple[str, str]) -> Asked:
    return tuple((key, column) for key, column in pairs if column)


@dataclass(frozen=True, slots=True)
class IconsSlot:
    """A picture several times: `count` times, or as often as the row's `count_column` says ("3", or "3/5").

    `of` places in all (0: as many as there are pictures); what is left of them shows `empty`, or the picture itself in
    `empty_color`, or nothing. Each stands in a square of `edge`, `gap` apart, in lines of `columns` (0: as many as
    fit) that run `flow`; lines follow each other down, or to the right when they run up or down.
    """

    name: str
    place: Place
    when: When | None
    art: str
    column: str
    count: int
    count_column: str
    of: int
    empty: str
    empty_color: str
    edge: float
    gap: float
    columns: int
    flow: Flow
    align: Align
    valign: Standing
    color: str

    @property
    def asked(self) -> Asked:
        """Keys that name a column of a table, and the columns."""
        return _asked(("column", self.column), ("count_column", self.count_column))


@dataclass(frozen=True, slots=True)
class CellsSlot:
    """Cells in `columns` and `rows`, or as the row's `grid_column` says ("3x4"), numbered and lettered in `order`.

    The first `skip` places stay free, then come `count` cells (0: all that are left; or from `count_column`). They are
    numbered from `first` in steps of `step` (None: no numbers) unless `labels`, or the row's `label_column` ("a | b"),
    say otherwise. `marked` cells, or those of `marked_column` ("1,3,5"), by their number, look another way: `mark_fill`
    and `mark_color`, and the picture `mark`. `edge` is how wide and high a cell is, 0: as large as the slot allows.
    """

    name: str
    place: Place
    when: When | None
    columns: int
    rows: int
    grid_column: str
    count: int
    count_column: str
    skip: int
    order: CellOrder
    first: int | None
    step: int
    labels: tuple[Texts, ...]
    label_column: str
    marked: tuple[int, ...]
    marked_column: str
    mark: str
    mark_fill: str | None
    mark_color: str
    shape: CellShape
    edge: float
    gap: float
    align: Align
    valign: Standing
    fill: str | None
    stroke: str | None
    stroke_width: float
    color: str
    family: str
    weight: int
    size: float
    smallest: float
    corner: bool

    @property
    def asked(self) -> Asked:
        """Keys that name a column of a table, and the columns."""
        return _asked(
            ("grid_column", self.grid_column),
            ("count_column", self.count_column),
            ("label_column", self.label_column),
            ("marked_column", self.marked_column),
        )


@dataclass(frozen=True, slots=True)
class TableSlot:
    """Rows of words in columns: `texts` when fixed, else the row's `column`; a line a row, bars between its cells.

    All is set in one size between `size` and `smallest`, the largest at which the table fits in every language. The
    first `header` rows are its head. `widths` of columns are lengths, "auto" (as wide as the words) or "share" (of what
    is left); () is all "auto". `aligns` are theirs from the left, the last counts for the rest.
    """

    name: str
    place: Place
    when: When | None
    texts: Texts
    column: str
    header: int
    header_family: str
    header_weight: int
    header_fill: str | None
    header_color: str
    widths: tuple[Width, ...]
    aligns: tuple[Align, ...]
    lines: TableLines
    stroke: str
    stroke_width: float
    zebra: str | None
    padding: float
    row_height: float
    valign: Standing
    family: str
    weight: int
    size: float
    smallest: float
    leading: float
    color: str

    @property
    def asked(self) -> Asked:
        """Keys that name a column of a table, and the columns."""
        return _asked(("column", self.column))


Counting: TypeAlias = IconsSlot | CellsSlot | TableSlot
