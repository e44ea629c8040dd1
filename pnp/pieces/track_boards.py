"""Tracks: rows of spaces along a path, numbered in running order. Between the data and the shapes; names no game.

Everything is in mm from the corner that the path's points count from. Every other space is tinted; spaces of a kind
have a patterned frame round a picture on white, so that they are told apart without colour.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import dist

from pnp.data.boards import Track, TrackKind
from pnp.data.frame import BoardSlot
from pnp.data.words import Words
from pnp.extent import around, union
from pnp.layout import text
from pnp.layout.patterns import pattern
from pnp.pieces.board_look import WEIGHT, Look, at_board, kept, picture
from pnp.pieces.context import Context
from pnp.pieces.track_faults import faults
from pnp.pieces.track_paths import Point, Space, Station, inset, outer_side, spaces
from pnp.scene import WHITE, Color, Group, Matrix, Path, Rect, Segment, Shape, Stroke, line, polygon
from pnp.units import fits, tidy
from pnp.values import dataclass, replace

__all__ = ["Space", "faults", "reach", "space", "spaces", "track"]

LINE = 0.5  # mm: between spaces
EDGE = 1.0  # mm: along both sides of the path and at its ends
FRAME, NARROW = 3.0, 1.5  # mm: inside the outline of a space of a kind; where its picture needs the room
PITCH = 1.5  # mm: of its pattern
ARROW = (4.8, 2.8)  # mm: width and height
AIR, CLOSE = 1.6, 0.6  # mm: from a number to the edge, and between things in a space; where a picture needs the room
GOOD, LEAST = 8.0, 3.0  # mm: what a picture should have before anything else, and what it must have
TITLES = (8.0, 7.5, 7.0, 6.5)  # pt: sizes of the title of a kind, where one fits
TITLE = 2.0  # mm: height of the line it stands in


def space(board: Track, number: int) -> Space:
    """Return a space by its number: its outline as a polygon and the line across its middle. Raises ValueError."""
    found = spaces(board)
    if not board.first <= number < board.first + len(found):
        raise ValueError(f"no space {number}: they are numbered {board.first} to {board.first + len(found) - 1}")
    return found[number - board.first]


def reach(board: Track) -> Rect:
    """Return the rectangle round all spaces, with the line at their edge."""
    found = union(around(space.outline) for space in spaces(board))
    return (found or Rect(0.0, 0.0, 0.0, 0.0)).grown(EDGE / 2)


def track(board: Track, look: Look, slot: BoardSlot, ctx: Context) -> Group:
    """Return the drawing of a board without faults; equal boards of one build are the same object."""
    here = at_board(board.id, ctx)
    board = replace(board, id="", title=Words(()))
    return kept(("track board", board, look, ctx.lang), ctx, lambda: _Press(board, look, slot.name, ctx, here).shapes())


@dataclass(frozen=True, slots=True)
class Level:
    """A line along a space, from end to end: where things in its middle go, feet to the outside, and its length."""

    matrix: Matrix
    length: float


@dataclass(frozen=True, slots=True)
class Fit:
    """How the spaces of a kind are shared out: mm of frame and of air, and whether there is a title."""

    frame: float = FRAME
    air: float = AIR
    titled: bool = True


AS_USUAL = Fit()
FITS = (AS_USUAL, Fit(titled=False), Fit(NARROW, CLOSE, titled=False))
"""From roomy to tight: the first that gives its picture enough is taken for a whole kind, else the best."""


class _Press:
    """Draws one track; what its spaces have no room for is told in `here`, where the board is defined."""

    def __init__(self, board: Track, look: Look, slot: str, ctx: Context, here: Context) -> None:
        self.board, self.look, self.slot, self.ctx, self.here = board, look, slot, ctx, here
        self.spaces = spaces(board)
        self.side = outer_side(board)
        self.kinds = {number: kind for kind in board.kinds for number in kind.spaces}
        self.fits = {kind.id: self.fit(kind) for kind in board.kinds}

    def shapes(self) -> Iterator[Shape]:
        """Yield tints, kinds, lines, arrows and numbers, in this order."""
        tinted = [found for found in self.spaces[1::2] if found.number not in self.kinds]
        if tinted:
            segments = (segment for found in tinted for segment in polygon(found.outline))
            yield Path(tuple(segments), fill=self.look.guide)
        for found in self.spaces:
            if found.number in self.kinds:
                yield from self.of_a_kind(found, self.kinds[found.number])
        yield self.lines()
        yield self.edge()
        if self.board.arrows:
            yield self.arrows()
        yield from self.numbers()

    def of_a_kind(self, found: Space, kind: TrackKind) -> Iterator[Shape]:
        """Yield the patterned frame of a space, its picture, and its kind's title where that fits in every language."""
        ink, outline, fit = kind.ink or self.look.post, found.outline, self.fits[kind.id]
        if kind.pattern == "solid":
            yield Path(polygon(outline), fill=ink)
        else:
            yield pattern(kind.pattern, polygon(outline), around(outline), ink, PITCH)
        if inner := inset(found, self.board.breadth, fit.frame):
            yield Path(polygon(inner), fill=WHITE, stroke=Stroke(ink, LINE))
        title = self.title(found, kind, fit)
        if title is not None:
            yield title
        if kind.art:
            yield from self.picture(found, kind, ink, fit)

    def fit(self, kind: TrackKind) -> Fit:
        """Return how the spaces of a kind are shared out, so that the picture is large enough in all; else told."""
        spaces = [found for found in self.spaces if found.number in kind.spaces]
        if not kind.art or not spaces:
            return AS_USUAL
        least = {each: min((self.room(found, kind, each), found.number) for found in spaces) for each in FITS}
        fit = next((each for each in FITS if least[each][0][0] >= GOOD), max(FITS, key=lambda each: least[each][0][0]))
        (size, wide, high, _), number = least[fit]
        if not fits(LEAST, size):
            has = f"{tidy(round(max(0.0, wide), 1))} × {tidy(round(max(0.0, high), 1))} mm"
            message = f'the picture "{kind.art}" has {has} in space {number}; it needs {LEAST:g} × {LEAST:g} mm'
            hint = "make the spaces longer, the track broader or the numbers, by the slot's size, smaller"
            self.here.problem(self.slot, message, hint)
        return fit

    def room(self, found: Space, kind: TrackKind, fit: Fit) -> tuple[float, float, float, float]:
        """Return what the picture of a kind has: the smaller length, width, height, and the level of its feet."""
        half = self.board.breadth / 2 - fit.frame - fit.air
        top, bottom = -half, half - (self.look.capital + fit.air if self.numbered_outside(found) else 0.0)
        if self.title(found, kind, fit) is not None:
            top += TITLE + fit.air
        choices = []
        for step in range(6):  # nearer the outside in a bend
            high = (bottom - top) * (1 - step / 8)
            lengths = [self.level(found, bottom - high * part).length for part in (0.5, 0.75)]
            wide = min(lengths) - 2 * max(fit.frame + fit.air / 2, ARROW[1] if self.board.arrows else 0.0)
            choices.append((min(wide, high), -step, wide, high))
        size, _, wide, high = max(choices)
        return size, wide, high, bottom

    def picture(self, found: Space, kind: TrackKind, ink: Color, fit: Fit) -> Iterator[Group]:
        """Yield the picture of a kind, as large as it fits; none where that is nothing."""
        size, wide, high, bottom = self.room(found, kind, fit)
        if size > 0:
            shown = picture(kind.art, Rect(-wide / 2, -high / 2, wide, high), ink, self.slot, self.ctx)
            if shown is not None:
                yield Group((shown,), self.level(found, bottom - high / 2).matrix)

    def title(self, found: Space, kind: TrackKind, fit: Fit) -> Group | None:
        """Return the title of a kind in a line at the inner edge, as large as it fits in all languages."""
        if not fit.titled:
            return None
        top = fit.frame + fit.air - self.board.breadth / 2
        words, family = kind.title.get(self.ctx.lang), self.look.family
        middle = self.level(found, top + TITLE / 2)
        room = min(self.level(found, at).length for at in (top, top + TITLE)) - 2 * (fit.frame + fit.air / 2)
        for points in TITLES:
            widths = (
                text.width(other, family=family, weight=WEIGHT, size=points) for _, other in kind.title.texts if other
            )
            if words and fits(max(widths, default=0.0), room):
                ink = self.look.ink
                shown = text.label(
                    words, 0, TITLE / 2, family=family, weight=WEIGHT, size=points, color=ink, align="center"
                )
                return Group((shown,), middle.matrix)
        return None

    def lines(self) -> Path:
        """Return the lines between spaces."""
        ends = [found.stations[0] for found in self.spaces[1:]]
        segments = (segment for end in ends for segment in line(*end.left, *end.right))
        return Path(tuple(segments), stroke=Stroke(self.look.ink, LINE))

    def edge(self) -> Path:
        """Return the line round all spaces together."""
        stations = [station for found in self.spaces for station in found.stations]
        left, right = [station.left for station in stations], [station.right for station in reversed(stations)]
        whole = tuple(point for point, after in pairwise((*left, *right, left[0])) if dist(point, after) > 0.001)
        return Path(polygon(whole), stroke=Stroke(self.look.post, EDGE, join="round"))

    def arrows(self) -> Group:
        """Return an arrow on each line between spaces, pointing the way pieces run."""
        width, height = ARROW
        segments: list[Segment] = []
        for found in self.spaces[1:]:
            (x, y), (ahead, down) = found.stations[0].middle, found.stations[0].way
            tip = (x + height * ahead, y + height * down)
            base = [(x - half * down, y + half * ahead) for half in (-width / 2, width / 2)]
            segments += polygon((base[0], tip, base[1]))
        return Group((Path(tuple(segments), fill=self.look.post),))

    def numbers(self) -> Iterator[Shape]:
        """Yield the number of each space; one that is larger than its space is told."""
        for found in self.spaces:
            outside = self.numbered_outside(found)
            kind = self.kinds.get(found.number)
            fit = self.fits[kind.id] if kind else AS_USUAL
            kept, air = fit.frame if kind else EDGE / 2, fit.air
            out = self.board.breadth / 2 - kept - air - self.look.capital / 2 if outside else 0.0
            level = self.level(found, out)
            room = level.length - 2 * (kept + 0.4)
            number, high = str(found.number), self.board.breadth - 2 * (kept + air)
            if not fits(self.look.wide(number), room) or not fits(self.look.capital, high):
                sizes = (self.look.wide(number), self.look.capital, max(0.0, room), max(0.0, high))
                wide, tall, across, down = (tidy(round(length, 2)) for length in sizes)
                message = f"number {number} is {wide} × {tall} mm large; its space has {across} × {down} mm"
                self.ctx.problem(self.slot, message, "make the numbers smaller or the spaces longer")
                return
            yield Group((self.look.number(number, 0.0, 0.0),), level.matrix)

    def numbered_outside(self, found: Space) -> bool:
        """Say whether the number stands at the outer edge: also where a picture has the middle."""
        kind = self.kinds.get(found.number)
        return self.board.numbers == "outside" or (kind is not None and bool(kind.art))

    def level(self, found: Space, out: float) -> Level:
        """Return the line through a space that lies `out` mm from the middle of the path, towards the outside."""
        across, share = found.middle, self.side * out / (self.board.breadth / 2)
        ends = [_along(station, share) for station in (found.stations[0], found.stations[-1])]
        right, down = -across.way[1] * self.side, across.way[0] * self.side
        x, y = ((one + other) / 2 for one, other in zip(*ends, strict=True))
        if self.board.bend:
            x, y = across.middle[0] + out * right, across.middle[1] + out * down
        return Level((down, -right, right, down, x, y), dist(*ends))


def _along(station: Station, share: float) -> Point:
    """Return a point of a line across the path: 0 its middle, 1 its right end, -1 its left end."""
    (x, y), (right, down) = station.middle, station.right
    return x + share * (right - x), y + share * (down - y)
