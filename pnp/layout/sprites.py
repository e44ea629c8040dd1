"""Sheets of equal cells for simulators of tables: each card in a cell of whole pixels, without gaps. Names no game.

A page of such a sheet is as many mm wide as its picture has pixels, so that drawn at one dot a mm every cell begins and
ends on a whole pixel: a simulator divides the picture by the number of cells, and gaps or fractions would show.
"""

from __future__ import annotations

from collections.abc import Sequence

from pnp.scene import Group, Page, Path, Rect, Shape, rectangle
from pnp.units import MM_PER_INCH
from pnp.values import dataclass

COLUMNS, ROWS = 10, 7  # what Tabletop Simulator divides a sheet into at most
LEAST = 2  # columns and rows, at least
LARGEST = 4096  # pixels a side, the most that its handbook advises: larger textures are scaled down on many machines
FINEST = 300.0  # dots an inch: more than a screen can show of a card
DPI = MM_PER_INCH  # at which a page of cells is drawn: one pixel a mm
HELD = COLUMNS * ROWS - 1  # cards of a full sheet: its last place is what others see of a card in a hand


@dataclass(frozen=True, slots=True)
class Cells:
    """How a sheet is divided: columns and rows, and the width and height of a cell in pixels."""

    columns: int
    rows: int
    width: int
    height: int

    def place(self, index: int) -> Rect:
        """Return the cell with this number from 0, row by row, in pixels."""
        row, column = divmod(index, self.columns)
        return Rect(column * self.width, row * self.height, self.width, self.height)

    @property
    def last(self) -> int:
        """The number of the last cell, which is kept for the hidden face."""
        return self.columns * self.rows - 1


def cells(count: int, width: float, height: float) -> Cells:
    """Return the cells for `count` cards of width × height mm and the hidden face: the division with the largest cells.

    A poker card has 409 × 571 pixels on a full sheet (10 × 409 = 4090, 7 × 571 = 3997), more where there are fewer
    cards, up to 300 dots an inch. Raises ValueError for more cards than a sheet holds.
    """
    if not 0 < count <= HELD:
        raise ValueError(f"{count} cards; a sheet holds 1 to {HELD}")
    divided = [
        (min(LARGEST / columns / width, LARGEST / rows / height, FINEST / MM_PER_INCH), -columns * rows, columns, rows)
        for columns in range(LEAST, COLUMNS + 1)
        for rows in range(LEAST, ROWS + 1)
        if columns * rows > count
    ]
    scale, _, columns, rows = max(divided)
    wide = int(width * scale + 1e-6)
    return Cells(columns, rows, wide, min(round(wide * height / width), LARGEST // rows))


def shared(faces: int) -> list[range]:
    """Return which faces, by number from 0, go on which sheet: as many on each as it holds."""
    return [range(start, min(start + HELD, faces)) for start in range(0, faces, HELD)]


def sprite_sheet(sides: Sequence[Shape], hidden: Shape | None, size: tuple[float, float], grid: Cells) -> Page:
    """Return a page of pixels with `sides` of cards of `size` mm in its cells and `hidden` in the last one."""
    placed = list(enumerate(sides))
    if hidden is not None:
        placed.append((grid.last, hidden))
    shapes = tuple(_in_cell(side, grid.place(index), size) for index, side in placed)
    return Page(grid.columns * grid.width, grid.rows * grid.height, shapes)


def _in_cell(side: Shape, cell: Rect, size: tuple[float, float]) -> Group:
    """Return a side of a card filling its cell; width and height of a cell are whole, so each scales by itself."""
    trim = Path(rectangle(Rect(0, 0, *size)))
    return Group((side,), (cell.width / size[0], 0.0, 0.0, cell.height / size[1], cell.x, cell.y), clip=trim)
