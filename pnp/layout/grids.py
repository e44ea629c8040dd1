"""How many pieces a page holds and where each cell lies. Between the paper's size and imposition; draws nothing.

Counts compare with `units.TOLERANCE`: 3 × 88.9 mm fits 266.7 mm although the floats disagree in their last bit.
Pieces are never scaled. All lengths are mm.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pnp.layout.geometry import Axis, Cells, DoesNotFit, Stock, measure, paper_name, same
from pnp.layout.piece import Piece, PieceKind
from pnp.scene import Rect
from pnp.units import count, fits, tidy
from pnp.values import dataclass, replace

LOOSE = 0.5  # mm: by how much a piece may be larger than a label, as names of sizes in mm and in inches differ

ONE: Mapping[PieceKind, str] = {
    "cards": "card",
    "tokens": "token",
    "standees": "strip",
    "nets": "net",
    "stickers": "sticker",
    "dials": "dial",
    "dividers": "divider",
    "box": "net",
    "sheet": "sheet",
    "board": "board",
    "aid": "aid",
    "poster": "poster",
    "pad": "sheet",
    "booklet": "page",
}
"""What one thing of a piece is called."""


@dataclass(frozen=True, slots=True)
class Grid:
    """Cells of one size on one page; (x, y) is the top left corner of the block of all cells, used or not.

    `gutter` is between columns, and between rows too unless `row_gutter` says otherwise.
    """

    page_width: float
    page_height: float
    columns: int
    rows: int
    width: float
    height: float
    gutter: float
    x: float
    y: float
    row_gutter: float | None = None

    @property
    def gutters(self) -> tuple[float, float]:
        """The distance between columns and that between rows."""
        return self.gutter, self.gutter if self.row_gutter is None else self.row_gutter

    @property
    def count(self) -> int:
        """How many pieces the page holds."""
        return self.columns * self.rows

    @property
    def block(self) -> Rect:
        """The rectangle round the trims of all cells."""
        return Rect(
            self.x,
            self.y,
            self.columns * self.width + (self.columns - 1) * self.gutter,
            self.rows * self.height + (self.rows - 1) * self.gutters[1],
        )

    def cell(self, column: int, row: int) -> Rect:
        """Return the trim of one cell, counted from the top left corner from 0."""
        x = self.x + column * (self.width + self.gutter)
        return Rect(x, self.y + row * (self.height + self.gutters[1]), self.width, self.height)

    def place(self, index: int) -> tuple[int, int]:
        """Return (column, row) of the cell with this number, row by row from the top left."""
        return index % self.columns, index // self.columns

    def mirrored(self, column: int, row: int, axis: Axis) -> tuple[int, int]:
        """Return the cell that lies behind (column, row) when the paper is turned over."""
        return (self.columns - 1 - column, row) if axis == "columns" else (column, self.rows - 1 - row)

    def behind(self, axis: Axis) -> Grid:
        """Return the grid that lies behind this one when the paper is turned over."""
        block = self.block
        if axis == "columns":
            x = self.page_width - block.right
            return self if same(x, self.x) else replace(self, x=x)
        y = self.page_height - block.bottom
        return self if same(y, self.y) else replace(self, y=y)

    def moved(self, dx: float, dy: float) -> Grid:
        """Return the grid with its block moved on the page."""
        return replace(self, x=self.x + dx, y=self.y + dy)


def grid(
    page: tuple[float, float], margins: tuple[float, float], size: tuple[float, float], gutter: float = 0.0
) -> Grid:
    """Return the fullest grid for a page of this very orientation, centred on the page.

    `page`, `margins` and `size` are (horizontal, vertical): width and height, left and right margin, top and bottom
    margin. The grid has 0 cells where nothing fits.
    """
    (page_width, page_height), (width, height) = page, size
    columns = count(width, page_width - 2 * margins[0], gutter)
    rows = count(height, page_height - 2 * margins[1], gutter)
    return centred(page, size, gutter, columns, rows)


def centred(
    page: tuple[float, float], size: tuple[float, float], gutter: float = 0.0, columns: int = 1, rows: int = 1
) -> Grid:
    """Return a grid of this many cells in the middle of the page, whatever the margins."""
    empty = Grid(page[0], page[1], columns, rows, size[0], size[1], gutter, 0.0, 0.0)
    return empty.moved((page[0] - empty.block.width) / 2, (page[1] - empty.block.height) / 2)


def best(piece: Piece, stock: Stock) -> Grid:
    """Return the grid on the paper as given or turned, whichever holds more; at a tie as given.

    A piece that is not cut has the page to itself; one on labels lies in the middle of each. Raises DoesNotFit.
    """
    if stock.cells:
        return on_labels(piece, stock, stock.cells)
    size, margins = (piece.width, piece.height), (stock.margin, stock.margin)
    given = grid((stock.width, stock.height), margins, size, piece.gutter)
    turned = grid((stock.height, stock.width), margins, size, piece.gutter)
    if not given.count and not turned.count:
        raise DoesNotFit(_arithmetic(piece, stock))
    if not piece.cut:
        chosen = given if given.count else turned
        return centred((chosen.page_width, chosen.page_height), size)
    return turned if turned.count > given.count else given


def roomier(fullest: Grid, number: int) -> Iterator[Grid]:
    """Yield the grids with fewer cells that still hold all of `number` pieces, those with most cells first."""
    smaller = [
        (columns, rows)
        for columns in range(fullest.columns, 0, -1)
        for rows in range(fullest.rows, 0, -1)
        if number <= columns * rows < fullest.count
    ]
    page, size = (fullest.page_width, fullest.page_height), (fullest.width, fullest.height)
    for columns, rows in sorted(smaller, key=lambda cells: -cells[0] * cells[1]):
        yield centred(page, size, fullest.gutter, columns, rows)


def own_page(piece: Piece, stock: Stock) -> Grid | None:
    """Return the grid of a page that is the piece, or the piece with its bleed, and None on any other paper."""
    if stock.cells:
        return None
    for bleed in (0.0, piece.bleed):
        for page in ((stock.width, stock.height), (stock.height, stock.width)):
            if same(page[0], piece.width + 2 * bleed) and same(page[1], piece.height + 2 * bleed):
                return centred(page, (piece.width, piece.height))
    return None


def holds(piece: Piece, stock: Stock) -> bool:
    """Say whether the paper holds the piece in one part, as given or turned, inside its margins or as a whole page."""
    if stock.cells:
        return piece.cut and any(covered(size, stock.cells) for size in _ways(piece))
    size, margins = (piece.width, piece.height), (stock.margin, stock.margin)
    pages = ((stock.width, stock.height), (stock.height, stock.width))
    return own_page(piece, stock) is not None or any(grid(page, margins, size, piece.gutter).count for page in pages)


def covered(size: tuple[float, float], cells: Cells) -> bool:
    """Say whether what is so wide and high is no larger than a label, or by LOOSE at most."""
    return fits(size[0], cells.width + LOOSE) and fits(size[1], cells.height + LOOSE)


def sideways(piece: Piece, stock: Stock) -> bool:
    """Say whether the labels of a sheet hold the piece only when it is turned by a quarter."""
    if not stock.cells or not piece.cut:
        return False
    upright, lying = (covered(size, stock.cells) for size in _ways(piece))
    return lying and not upright


def _ways(piece: Piece) -> tuple[tuple[float, float], tuple[float, float]]:
    return (piece.width, piece.height), (piece.height, piece.width)


def on_labels(piece: Piece, stock: Stock, cells: Cells) -> Grid:
    """Return the grid that puts the piece, as it stands, in the middle of each label. Raises DoesNotFit."""
    if not piece.cut or not covered((piece.width, piece.height), cells):
        what = ONE[piece.kind] if piece.cut else "sheet"
        raise DoesNotFit(
            f"{piece.title} does not fit: {what} {measure(piece.width, piece.height)}; the labels of"
            f" {paper_name(stock)} are {measure(cells.width, cells.height)}, and pieces are never scaled"
        )
    return Grid(
        page_width=stock.width,
        page_height=stock.height,
        columns=cells.columns,
        rows=cells.rows,
        width=piece.width,
        height=piece.height,
        gutter=cells.across - piece.width,
        x=cells.x + (cells.width - piece.width) / 2,
        y=cells.y + (cells.height - piece.height) / 2,
        row_gutter=cells.down - piece.height,
    )


def _arithmetic(piece: Piece, stock: Stock) -> str:
    room = (stock.width - 2 * stock.margin, stock.height - 2 * stock.margin)
    what = ONE[piece.kind] if piece.cut else "page" if piece.kind == "booklet" else "sheet"
    head = f"{piece.title} does not fit: {what} {measure(piece.width, piece.height)}; {paper_name(stock)}"
    inside = f"inside its {tidy(stock.margin)} mm margins"
    if min(room) <= 0:
        return f"{head} has nothing left {inside}"
    return f"{head} gives {measure(*room)} {inside}, turned {measure(*room[::-1])}, and pieces are never scaled"
