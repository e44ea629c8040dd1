"""Maps: places and the links between them, with spaces along the way. Between the data and the shapes; names no game.

All lengths are mm from the corner that places count from; where ways run is the business of `map_ways`. Spaces and
arrows lie between the rims of their two places.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import dist

from pnp import art
from pnp.data.cell_boards import Pattern
from pnp.data.maps import Map, MapLink, MapPlace
from pnp.data.words import Words
from pnp.extent import touch
from pnp.layout.contrast import legible
from pnp.pieces.areas import filled, plate, word
from pnp.pieces.board_look import Look, at_board, kept
from pnp.pieces.context import Context
from pnp.pieces.map_ways import RIM, Point, Way, outline, square, way
from pnp.scene import WHITE, Color, Group, Path, Rect, Segment, Shape, Stroke, ellipse, polygon, polyline
from pnp.units import fits, tidy
from pnp.values import replace

THIN = 0.4  # mm: round the spaces of links
PITCH = 1.4  # mm: of patterns
AIR = 1.0  # mm: from a place to its words, and to the first space
GAP = 0.6  # mm: least distance of two spaces
CASING = 0.5  # mm of paper on either side of a link
ARROW = (3.6, 4.0)  # mm: width and length
BOX = 3.2  # the longest box of a link, in breadths
PICTURE = 0.72  # of a place's size


def board_map(board: Map, look: Look, slot: str, room: tuple[float, float], ctx: Context) -> Group:
    """Return the drawing of a map in a slot of this width and height; equal maps of one build are the same object.

    Problems go into `ctx`; so do notes about words that lie on places or outside the slot.
    """
    named, board = board.id, replace(board, id="", title=Words(()))
    return kept(("map", board, look, room, ctx.lang), ctx, lambda: _Press(board, look, named, slot, room, ctx).shapes())


class _Press:
    """Draws one map."""

    def __init__(self, board: Map, look: Look, named: str, slot: str, room: tuple[float, float], ctx: Context) -> None:
        self.board, self.look, self.named, self.slot, self.room, self.ctx = board, look, named, slot, room, ctx
        self.places = {place.id: place for place in board.places}
        self.taken: list[tuple[Rect, tuple[str, str]]] = []
        self.labelled: list[tuple[Rect, str]] = []

    def shapes(self) -> Iterator[Shape]:
        """Yield the lines of links, their spaces on them, places over their ends, and words on top."""
        found = [(link, way(link, self.places)) for link in self.board.links]
        for link, line in found:
            if line is None:
                self.problem(link, "its places leave no room for it", "move them apart or make them smaller")
            else:
                yield from self.line(link, line)
        ways = [(link, line) for link, line in found if line is not None]
        for link, line in ways:
            yield from self.on(link, line)
        for place in self.board.places:
            yield from self.place(place)
        for link, line in ways:
            yield from self.title(link, line)
        for place in self.board.places:
            yield from self.label(place)

    def problem(self, link: MapLink, message: str, hint: str) -> None:
        one, other = link.between
        here = at_board(self.named, self.ctx)
        here.problem(self.slot, f"board {self.named}, link {one}–{other}: {message}", hint)

    def ink(self, link: MapLink) -> Color:
        return link.ink or self.look.post

    def title(self, link: MapLink, line: Way) -> Iterator[Shape]:
        """Yield the word of a link: on its middle, or beside its spaces, which it would hide, where it bows to."""
        words = link.title.get(self.ctx.lang)
        if not words:
            return
        (x, y), (ahead, down) = line.at(line.length / 2)
        if link.spaces:
            across, along = (-down, ahead) if link.bend >= 0 else (down, -ahead)
            wide, high = self.look.wide(words) / 2, self.look.capital / 2
            out = self.board.breadth / 2 + AIR + abs(across) * wide + abs(along) * high
            x, y = x + out * across, y + out * along
        yield from word(words, x, y, self.look, self.look.ink, plated=True)

    def line(self, link: MapLink, line: Way) -> Iterator[Shape]:
        """Yield the line of a link."""
        ink = self.ink(link)
        ends = [ARROW[1] * 0.8 if head else 0.0 for head in _heads(link)]
        points = _cut(line, *ends)
        segments = polyline(points)
        dash = (3.0 * link.width, 2.0 * link.width) if link.style == "dashed" else ()
        yield Path(segments, stroke=Stroke(WHITE, link.width + 2 * CASING, join="round"))
        yield Path(segments, stroke=Stroke(ink, link.width, dash, join="round"))

    def on(self, link: MapLink, line: Way) -> Iterator[Shape]:
        """Yield what lies on the line of a link: its spaces and arrows, which no other line may hide."""
        if link.spaces:
            yield from self.spaces(link, line, _heads(link))
        arrows = [_arrow(line, back) for back, head in zip((True, False), _heads(link), strict=True) if head]
        if arrows:
            yield Path(tuple(segment for arrow in arrows for segment in polygon(arrow)), fill=self.ink(link))

    def spaces(self, link: MapLink, line: Way, heads: tuple[bool, bool]) -> Iterator[Shape]:
        """Yield circles or boxes along a link; those that have no room are told."""
        start, end = (AIR + (ARROW[1] if head else 0.0) for head in heads)
        room, broad = line.length - start - end, self.board.breadth
        least = broad + GAP
        if not fits(link.spaces * least - GAP, room):
            needed = tidy(round(link.spaces * least - GAP, 1))
            message = f"{link.spaces} spaces need {needed} mm, and there are {tidy(round(max(room, 0.0), 1))} mm"
            self.problem(link, message, "move its places apart, give it a bend, or make breadth smaller")
            return
        each = min((room + GAP) / link.spaces, BOX * broad if link.boxes else room)
        first = start + (room - each * link.spaces) / 2
        long = each - GAP if link.boxes else broad
        outlines = []
        for number in range(link.spaces):
            (x, y), (ahead, down) = line.at(first + (number + 0.5) * each)
            outlines.append(_space(x, y, ahead, down, long, broad) if link.boxes else ellipse(x, y, broad / 2))
            self.taken.append((Rect(x - broad / 2, y - broad / 2, broad, broad), link.between))
        yield from _filled(outlines, link.pattern, link.ink, self.look.ink, THIN)

    def place(self, place: MapPlace) -> Iterator[Shape]:
        """Yield a place with its picture."""
        said = place.title.get(self.ctx.lang) if place.label == "middle" else ""
        holes = (plate(said, place.x, place.y, self.look),) if said else ()
        yield from _filled([outline(place)], place.pattern, place.ink, self.look.ink, RIM, holes)
        found = self.ctx.picture(place.art, self.slot) if place.art else None
        if found is None:
            return
        edge = PICTURE * place.size
        box = Rect(place.x - edge / 2, place.y - edge / 2, edge, edge)
        if place.ink and place.pattern == "solid":
            yield art.placed(art.recolored(found, legible(place.ink), place.ink), box, "contain")
            return
        if place.ink:
            yield Path(ellipse(place.x, place.y, edge * 0.6), fill=WHITE)
        yield art.placed(art.recolored(found, place.ink or self.look.post), box, "contain")

    def label(self, place: MapPlace) -> Iterator[Shape]:
        """Yield the title of a place at its side; one on another place or outside the slot is noted."""
        words = place.title.get(self.ctx.lang)
        if not words or place.label == "none":
            return
        wide, high, half = self.look.wide(words), self.look.capital, place.size / 2
        out = half + AIR + RIM / 2
        ways = {"below": (0, 1), "above": (0, -1), "left": (-1, 0), "right": (1, 0), "middle": (0, 0)}
        across, down = ways[place.label]
        x, y = place.x + across * (out + wide / 2), place.y + down * (out + high / 2)
        box = Rect(x - wide / 2, y - high / 2, wide, high)
        self.look_at(place, box)
        inside = place.label == "middle"
        solid = inside and place.pattern == "solid" and place.ink
        ink = legible(place.ink) if solid else self.look.ink
        yield from word(words, x, y, self.look, ink, plated=not inside or bool(place.ink and not solid))

    def look_at(self, place: MapPlace, box: Rect) -> None:
        """Note what is in the way of a label."""
        what = f'board {self.named}: the label of "{place.id}"'
        hint = 'label = "above", "left" or "right" puts it elsewhere'
        for other in self.board.places:
            if other is not place and touch(box, square(other)):
                self.ctx.note(self.slot, f'{what} lies on the place "{other.id}"', hint)
        for one, two in dict.fromkeys(ends for space, ends in self.taken if touch(box, space)):
            self.ctx.note(self.slot, f"{what} lies on spaces of the link {one}–{two}", hint)
        for name in (name for written, name in self.labelled if touch(box, written)):
            self.ctx.note(self.slot, f'{what} lies on that of "{name}"', hint)
        self.labelled.append((box, place.id))
        if not (fits(0.0, min(box.x, box.y)) and fits(box.right, self.room[0]) and fits(box.bottom, self.room[1])):
            self.ctx.note(self.slot, f"{what} reaches out of the slot", hint)
        if place.label == "middle" and not fits(box.width, place.size):
            self.ctx.note(self.slot, f"{what} is wider than the place", hint)


def _filled(
    outlines: Sequence[tuple[Segment, ...]],
    kind: Pattern,
    ink: Color,
    rim: Color,
    line: float,
    holes: Sequence[Rect] = (),
) -> Iterator[Shape]:
    """Yield outlines on paper, filled with an ink ("" for none) and drawn round."""
    segments = tuple(segment for each in outlines for segment in each)
    if not ink or kind != "solid":
        yield Path(segments, fill=WHITE)
    if ink:
        yield from filled(outlines, kind, ink, PITCH, holes)
    yield Path(segments, stroke=Stroke(rim, line, join="round"))


def _heads(link: MapLink) -> tuple[bool, bool]:
    """Return whether arrows stand at the beginning and at the end of a link."""
    return link.arrows == "both", link.arrows != "none"


def _space(x: float, y: float, ahead: float, down: float, long: float, broad: float) -> tuple[Segment, ...]:
    """Return a box whose length lies along the way."""
    corners = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return polygon(
        [
            (x + a * long / 2 * ahead - b * broad / 2 * down, y + a * long / 2 * down + b * broad / 2 * ahead)
            for a, b in corners
        ]
    )


def _arrow(line: Way, back: bool) -> tuple[Point, ...]:
    """Return the head of an arrow at one end of a way."""
    width, length = ARROW
    (tip, _), (base, _) = line.at(0.0 if back else line.length), line.at(length if back else line.length - length)
    reach = dist(tip, base)
    ahead, down = (tip[0] - base[0]) / reach, (tip[1] - base[1]) / reach
    sides = ((base[0] - half * down, base[1] + half * ahead) for half in (-width / 2, width / 2))
    return (tip, *sides)


def _cut(line: Way, start: float, end: float) -> tuple[Point, ...]:
    """Return the points of a way without some mm at its ends."""
    length = line.length
    if start + end >= length:
        return line.points
    inner, far = [], 0.0
    for one, other in zip(line.points, line.points[1:], strict=False):
        far += dist(one, other)
        if start < far < length - end:
            inner.append(other)
    return (line.at(start)[0], *inner, line.at(length - end)[0])
