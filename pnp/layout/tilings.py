"""How a face too large for the paper is divided: which part of it each page shows and where on the page. Before tiles.

All lengths are mm. Places on the face count from its trim's top left corner. Knows no faces and draws nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from string import ascii_uppercase

from pnp.layout.furniture import FALL, RISE, SIZES
from pnp.layout.geometry import DoesNotFit, Stock, measure, paper_name
from pnp.layout.piece import Piece
from pnp.layout.room import APART
from pnp.scene import Rect
from pnp.units import MM_PER_PT, TOLERANCE, fits, tidy
from pnp.values import dataclass

JOIN = 6.5  # mm: room for join letters and marks on every side of a tile
STRIP = (RISE + FALL) * SIZES[0] * MM_PER_PT + APART  # mm: one row of page furniture
SNAP = 0.254  # mm: parts are laid in whole steps, a pixel at 100 dpi, so that overlaps look the same on both pages


@dataclass(frozen=True, slots=True)
class Tile:
    """One part of a face: its row and column from 0, what it shows of the face, and where that lies on the page."""

    row: int
    column: int
    part: Rect
    window: Rect

    @property
    def name(self) -> str:
        """The row as a letter and the column as a number: A1 is at the top left."""
        return f"{letters(self.row)}{self.column + 1}"


@dataclass(frozen=True, slots=True)
class Tiling:
    """All parts of a face on pages of one size; neighbours share `overlap` mm. `inside` is printed on each page."""

    page: tuple[float, float]
    columns: int
    rows: int
    overlap: float
    inside: Rect
    tiles: tuple[Tile, ...]

    @property
    def count(self) -> int:
        """How many pages a face takes."""
        return self.columns * self.rows

    def tile(self, row: int, column: int) -> Tile:
        """Return a part by its row and column, from 0."""
        return self.tiles[row * self.columns + column]

    @property
    def block(self) -> Rect:
        """The rectangle that holds the windows of all pages, wherever the steps have put them."""
        windows = [tile.window for tile in self.tiles]
        left, top = min(each.x for each in windows), min(each.y for each in windows)
        right, bottom = max(each.right for each in windows), max(each.bottom for each in windows)
        return Rect(left, top, right - left, bottom - top)

    def seams(self) -> Iterator[tuple[str, Tile, Tile]]:
        """Yield each seam with its letter: two parts side by side or one above the other, the upper left one first."""
        found = [
            (self.tile(row, column), self.tile(row + down, column + 1 - down))
            for row in range(self.rows)
            for down in (0, 1)
            for column in range(self.columns)
            if row + down < self.rows and column + 1 - down < self.columns
        ]
        yield from ((letters(index), one, other) for index, (one, other) in enumerate(found))


def letters(index: int) -> str:
    """Return the letter with this number, from 0: A to Z, then AA, AB and so on."""
    name = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, len(ascii_uppercase))
        name = ascii_uppercase[rest] + name
    return name


def tiling(piece: Piece, stock: Stock) -> Tiling:
    """Return the division of a face over the fewest pages, all upright or all turned; equally large parts.

    Of divisions into as many pages, one that leaves room for the page furniture wins, then the paper as given. Raises
    DoesNotFit when a page shows hardly more than the overlap.
    """
    region = Rect(0.0, 0.0, piece.width, piece.height).grown(piece.bleed)
    found = []
    for turned in (False, True):
        page = (stock.height, stock.width) if turned else (stock.width, stock.height)
        room = [length - 2 * (stock.margin + JOIN) for length in page]
        for bare, (beside, above) in enumerate(((0.0, STRIP), (STRIP, 0.0), (0.0, 0.0))):
            columns = _number(region.width, room[0] - 2 * beside, piece.overlap)
            rows = _number(region.height, room[1] - 2 * above, piece.overlap)
            if columns and rows:
                found.append((columns * rows, bare == 2, turned, columns, rows, page))
    if not found:
        raise DoesNotFit(_arithmetic(piece, stock))
    _, _, _, columns, rows, page = min(found)
    return _divided(piece, stock, region, page, columns, rows)


def _number(length: float, room: float, overlap: float) -> int:
    """Return how many parts a length is divided into when each has `room`; 0 when they would never reach its end."""
    if fits(length, room):
        return 1
    if room <= 2 * overlap or room <= 0:
        return 0
    return ceil((length - overlap - TOLERANCE) / (room - overlap))


def _divided(piece: Piece, stock: Stock, region: Rect, page: tuple[float, float], columns: int, rows: int) -> Tiling:
    overlap = piece.overlap
    width = (region.width + (columns - 1) * overlap) / columns
    height = (region.height + (rows - 1) * overlap) / rows
    (right, down), (all_right, all_down) = stock.layout_offset, stock.printer_offset
    left, top = (page[0] - width) / 2 + right + all_right, (page[1] - height) / 2 + down + all_down
    tiles = []
    for row in range(rows):
        for column in range(columns):
            part = Rect(region.x + column * (width - overlap), region.y + row * (height - overlap), width, height)
            x, y = (start + SNAP * round((at - start) / SNAP) for at, start in ((left, part.x), (top, part.y)))
            tiles.append(Tile(row, column, part, Rect(x, y, width, height)))
    inside = Rect(0.0, 0.0, *page).grown(-stock.margin)
    return Tiling(page, columns, rows, overlap, inside, tuple(tiles))


def _arithmetic(piece: Piece, stock: Stock) -> str:
    lost = 2 * (stock.margin + JOIN)
    room = (stock.width - lost, stock.height - lost)
    left = measure(*room) if min(room) > 0 else "nothing"
    return (
        f"{piece.title} does not fit: parts that overlap by {tidy(piece.overlap)} mm; {paper_name(stock)} leaves"
        f" {left} inside its {tidy(stock.margin)} mm margins and {tidy(JOIN)} mm for marks"
    )
