"""Boards of hexes and mosaics, drawn: terrain, lines, borders, routes, pictures, coordinates, words. Names no game.

Between the data and the shapes; where cells lie is the business of `hex_boards` and `mosaics`. All lengths are mm from
the board's top left corner.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Literal, TypeAlias

from pnp import art
from pnp.data.cell_boards import Border, Hexes, LineStyle, Mosaic, Pattern, Route, Terrain
from pnp.data.words import Words
from pnp.extent import around
from pnp.layout.contrast import legible
from pnp.pieces import hex_boards, mosaics
from pnp.pieces.areas import filled, plate, word
from pnp.pieces.board_cells import Cell, Point, breadth, chains, seams
from pnp.pieces.board_look import Look, kept
from pnp.pieces.context import Context
from pnp.scene import WHITE, Color, Group, Path, Rect, Segment, Shape, Stroke, ellipse, polygon, polyline
from pnp.units import fits, tidy
from pnp.values import replace

LINE = 0.35  # mm: between cells
EDGE = 0.9  # mm: round all of them
PITCH = 2.0  # mm: of patterns
DOT = 0.55  # mm: radius of the mark in the middle of a cell
STAR = 0.09  # of a cell's shorter side: radius of a star
CASING = 0.5  # mm of paper on either side of borders and routes
CORE, BROAD = 0.3, 1.0  # mm: the core of solid lines broader than this; on the twin that saves ink it fills them
AIR = 0.9  # mm: from coordinates to the edge of their cell
STEP = 0.25  # mm: coordinates move towards the middle until the cell is wide enough
PICTURE = 1.15  # of the radius of the circle in a cell: width and height of pictures
BESIDE = 0.95  # the same beside coordinates or words
DISC = 0.8  # of that circle: the white disc behind pictures on patterns
SAMPLES = 24  # points of a step of a route that are looked at

Word: TypeAlias = tuple[str, float, float, Color, bool]
"""A word, its middle, its ink, and whether paper lies behind it."""


def size(board: Hexes | Mosaic) -> Point:
    """Return width and height of the whole board, strips included."""
    return hex_boards.size(board) if isinstance(board, Hexes) else mosaics.size(board)


def cells(board: Hexes | Mosaic) -> tuple[Cell, ...]:
    """Return the cells of the board where they lie."""
    return hex_boards.cells(board) if isinstance(board, Hexes) else mosaics.cells(board)


def cell_board(board: Hexes | Mosaic, look: Look, slot: str, ctx: Context) -> Group:
    """Return the drawing of the board; equal boards of one build are the same object. Problems go into `ctx`."""
    named, board = board.id, replace(board, id="", title=Words(()))
    return kept(("cell board", board, look, ctx.lang), ctx, lambda: _Press(board, look, named, slot, ctx).shapes())


def stroked(lines: Iterable[Sequence[Point]], ink: Color, width: float, style: LineStyle) -> Iterator[Path]:
    """Yield lines in one ink with paper on both sides, so that they show on any ground."""
    segments: list[Segment] = []
    for points in lines:
        segments += polyline(points)
    dash = (2.2 * width, 1.6 * width) if style == "dashed" else ()
    outline = tuple(segments)
    yield Path(outline, stroke=Stroke(WHITE, width + 2 * CASING, join="round"))
    yield Path(outline, stroke=Stroke(ink, width, dash, cap="butt" if dash else "round", join="round"))
    if style == "double":
        yield Path(outline, stroke=Stroke(WHITE, width / 3, cap="round", join="round"))
    elif style == "solid" and width > BROAD:
        yield Path(outline, stroke=Stroke(ink, CORE, cap="round", join="round"))


class _Press:
    """Draws one board."""

    def __init__(self, board: Hexes | Mosaic, look: Look, named: str, slot: str, ctx: Context) -> None:
        self.board, self.look, self.named, self.slot, self.ctx = board, look, named, slot, ctx
        self.cells = cells(board)
        self.known = {cell.name: cell for cell in self.cells if cell.name}
        self.seams = seams(self.cells)
        self.terrain = {name: each for each in board.on.terrain for name in each.at}
        self.words = {caption.at: caption for caption in board.on.labels}
        self.steps = tuple((pair, route.width) for route in board.on.routes for pair in pairwise(route.through))

    def shapes(self) -> Iterator[Shape]:
        """Yield areas, lines, what lies along and across them, then what stands in the cells."""
        on = self.board.on
        words = (*map(self.clear, self.coordinates()), *self.captions())
        yield from self.areas({said: plate(said, x, y, self.look) for said, x, y, _, plated in words if not plated})
        yield self.lines(self.seams.inner, LINE)
        yield self.lines(self.seams.outer, EDGE)
        yield from self.dots()
        for border in on.borders:
            yield from self.border(border)
        pictures = [self.picture(cell) for cell in self.known.values()]
        for disc, _ in pictures:
            yield from disc
        for route in on.routes:
            yield from self.route(route)
        for _, shown in pictures:
            yield from shown
        for said, x, y, ink, plated in words:
            yield from word(said, x, y, self.look, ink, plated=plated)

    def areas(self, words: Mapping[str, Rect]) -> Iterator[Shape]:
        """Yield the tint of every other cell, then each terrain in one area; `words` stand in the cells they name."""
        tint = self.board.tint if isinstance(self.board, Mosaic) else None
        dark = [cell for cell in self.cells if cell.odd and cell.like not in self.terrain]
        fills = [(tint, self.look.guide, dark)] if tint else []
        for each in self.board.on.terrain:
            own = [cell for cell in self.cells if self.terrain.get(cell.like) is each]
            fills.append((each.pattern, self.ink(each), own))
        for kind, ink, own in fills:
            holes = [words[cell.name] for cell in own if cell.name in words]
            yield from filled([polygon(cell.outline) for cell in own], kind, ink, PITCH, holes)

    def ink(self, terrain: Terrain) -> Color:
        return terrain.ink or self.look.post

    def lines(self, edges: Sequence[tuple[Point, Point]], width: float) -> Path:
        """Return edges as one path of lines."""
        segments: list[Segment] = []
        for points in chains(edges) if width == EDGE else edges:
            segments += polyline(points)
            if len(points) > 2 and _same(points[0], points[-1]):
                segments[-1] = ("Z",)
        return Path(tuple(segments), stroke=Stroke(self.look.ink, width, cap="round", join="round"))

    def border(self, border: Border) -> Iterator[Path]:
        """Yield a line on the edges between pairs of neighbours."""
        edges = [self.seams.between[frozenset(pair)] for pair in border.between]
        yield from stroked(chains(edges), border.ink or self.look.post, border.width, border.style)

    def route(self, route: Route) -> Iterator[Path]:
        """Yield a line from middle to middle."""
        points = [self.known[name].middle for name in route.through]
        yield from stroked((points,), route.ink or self.look.post, route.width, route.style)

    def dots(self) -> Iterator[Shape]:
        """Yield the marks in the middle of cells and the stars on crossings."""
        bare = [cell for cell in self.known.values() if self.board.on.centres and not self.pictured(cell)]
        for ink in dict.fromkeys(map(self.on, bare)):
            here = (cell.middle for cell in bare if self.on(cell) == ink)
            yield Path(tuple(segment for middle in here for segment in ellipse(*middle, DOT)), fill=ink)
        if isinstance(self.board, Mosaic) and self.board.stars:
            radius = STAR * min(self.board.width, self.board.height)
            points = (mosaics.star(self.board, *star) for star in self.board.stars)
            yield Path(tuple(segment for point in points for segment in ellipse(*point, radius)), fill=self.look.ink)

    def pictured(self, cell: Cell) -> bool:
        return bool((found := self.terrain.get(cell.name)) and found.art)

    def on(self, cell: Cell) -> Color:
        """Return the ink that is read on a cell: on a flat ink white where that shows, else the board's own."""
        terrain = self.terrain.get(cell.name)
        if terrain and terrain.pattern == "solid":
            return WHITE if legible(self.ink(terrain)) == WHITE else self.look.ink
        if terrain is None and self.tinted(cell) == "solid":
            return WHITE if legible(self.look.guide) == WHITE else self.look.ink
        return self.look.ink

    def tinted(self, cell: Cell) -> Pattern | None:
        return self.board.tint if isinstance(self.board, Mosaic) and cell.odd else None

    def busy(self, cell: Cell) -> bool:
        """Say whether lines or dots lie in the cell, so that words need paper behind them."""
        terrain = self.terrain.get(cell.name)
        return (terrain.pattern if terrain else self.tinted(cell)) not in (None, "solid")

    def picture(self, cell: Cell) -> tuple[tuple[Path, ...], tuple[Shape, ...]]:
        """Return the disc of paper behind a cell's picture, on a pattern alone, and the picture of its terrain."""
        terrain = self.terrain.get(cell.name)
        found = self.ctx.picture(terrain.art, self.slot) if terrain and terrain.art else None
        if terrain is None or found is None:
            return (), ()
        above, below = (self.words_at(cell, side) for side in (-1, 1))
        edge = (BESIDE if above or below else PICTURE) * cell.room
        x, y = cell.middle[0], cell.middle[1] + 0.16 * cell.room * (above - below)
        box, ink = Rect(x - edge / 2, y - edge / 2, edge, edge), self.ink(terrain)
        if terrain.pattern == "solid":
            return (), (art.placed(art.recolored(found, self.on(cell), ink), box, "contain"),)
        disc = Path(ellipse(x, y, DISC * edge), fill=WHITE)
        return (disc,), (art.placed(art.recolored(found, ink), box, "contain"),)

    def words_at(self, cell: Cell, side: Literal[-1, 1]) -> bool:
        """Say whether words stand in the upper (-1) or lower (1) part of a cell."""
        at = {"top": -1, "bottom": 1}.get(self.board.coordinates_at) if self.board.coordinates != "none" else None
        return side == at or (side == self.beside and cell.name in self.words)

    @property
    def beside(self) -> Literal[-1, 1]:
        """Where words of the author's stand in cells: below the middle, or above it if coordinates are there."""
        return -1 if self.board.coordinates != "none" and self.board.coordinates_at == "bottom" else 1

    def clear(self, said: Word) -> Word:
        """Return coordinates on paper and in the board's own ink where a route runs through them."""
        name, x, y, _, _ = said
        box = plate(name, x, y, self.look)
        for pair, width in self.steps:
            if name in pair:
                (x1, y1), (x2, y2) = (self.known[end].middle for end in pair)
                near = box.grown(width / 2 + CASING)
                along = ((x1 + (x2 - x1) * part / SAMPLES, y1 + (y2 - y1) * part / SAMPLES) for part in range(SAMPLES))
                if any(near.x < px < near.right and near.y < py < near.bottom for px, py in along):
                    return name, x, y, self.look.ink, True
        return said

    def coordinates(self) -> Iterator[Word]:
        """Yield what the cells are called, inside them or in the strips; what has no room is told."""
        board = self.board
        if board.coordinates == "none":
            return
        if isinstance(board, Mosaic) and board.coordinates_at == "edge":
            yield from self.at_edges(board)
            return
        wide = max(self.look.wide(name) for name in self.known)
        levels: dict[bool, float | None] = {}
        for cell in self.known.values():
            if cell.odd not in levels:
                levels[cell.odd] = self.level(cell, wide)
            level = levels[cell.odd]
            if level is None:
                self.too_large(cell, wide)
                return
            yield cell.name, cell.middle[0], cell.middle[1] + level, self.on(cell), self.busy(cell)

    def at_edges(self, board: Mosaic) -> Iterator[Word]:
        """Yield the coordinates of columns and rows in the strips."""
        called = list(mosaics.numbers(board))
        large = max(self.look.capital, *(self.look.wide(name) for name, _ in called))
        if not fits(large, board.strip):
            needed, room = tidy(round(large, 2)), tidy(board.strip)
            message = f"coordinates of {tidy(self.look.size)} pt need a strip of {needed} mm; it is {room} mm"
            self.ctx.problem(self.slot, message, "make the numbers smaller or the strip wider")
            return
        for name, (x, y) in called:
            yield name, x, y, self.look.ink, False

    def level(self, cell: Cell, wide: float) -> float | None:
        """Return how far below the middle of a cell its coordinates stand; None: they have no room."""
        half, (_, y) = self.look.capital / 2, cell.middle
        if self.board.coordinates_at == "middle":
            return 0.0 if self.holds(cell, y, half, wide) else None
        top, bottom = min(y for _, y in cell.outline), max(y for _, y in cell.outline)
        down = self.board.coordinates_at == "top"
        broadest = max((border.width / 2 + CASING for border in self.board.on.borders), default=0.0)
        air = max(AIR, broadest)
        start = top + air + half if down else bottom - air - half
        steps = int(abs(y - start) / STEP) + 1
        places = (start + step * STEP * (1 if down else -1) for step in range(steps))
        return next((place - y for place in places if self.holds(cell, place, half, wide)), None)

    def holds(self, cell: Cell, y: float, half: float, wide: float) -> bool:
        """Say whether a word of this width has room at a height."""
        ends = [breadth(cell.outline, level) for level in (y - half, y + half)]
        x = cell.middle[0]
        return all(fits(wide / 2 + AIR, min(x - left, right - x)) for left, right in ends)

    def too_large(self, cell: Cell, wide: float) -> None:
        size = f"{tidy(round(wide, 2))} × {tidy(round(self.look.capital, 2))} mm"
        box = around(cell.outline)
        room = f"{tidy(round(box.width, 2))} × {tidy(round(box.height, 2))} mm"
        message = f"board {self.named}: coordinates of {size} have no room in cells of {room}"
        self.ctx.problem(self.slot, message, 'make the numbers smaller, or write coordinates = "none"')

    def captions(self) -> Iterator[Word]:
        """Yield the words in cells, on paper; words that reach into other cells are noted."""
        for cell in self.known.values():
            words = self.words[cell.name].title.get(self.ctx.lang) if cell.name in self.words else ""
            alone = self.board.coordinates == "none" and not self.pictured(cell)
            if words:
                y = cell.middle[1] + (0.0 if alone else 0.62 * cell.room * self.beside)
                left, right = breadth(cell.outline, y)
                if not fits(self.look.wide(words), right - left):
                    message = f'board {self.named}: "{words}" in {cell.name} is wider than its cell'
                    self.ctx.note(self.slot, message, "make the words shorter or smaller")
                yield words, cell.middle[0], y, self.look.ink, True


def _same(one: Point, other: Point) -> bool:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) < 0.001
