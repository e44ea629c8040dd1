"""Dials and spinners: a disc of sectors, and on it a cover with a window or an arrow. From the data to paper.

Both parts of a set lie side by side on one piece, which shows the lines to cut along itself. Knows no game; lengths are
mm.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import atan2, cos, pi, sin, sqrt, tan

from pnp import art
from pnp.data.dials import Dial, Sector
from pnp.data.game import Game
from pnp.errors import Problem
from pnp.extent import extent, through
from pnp.layout import discs, text
from pnp.layout.contrast import legible
from pnp.layout.nets import CUT
from pnp.layout.piece import Face, Piece
from pnp.pieces.areas import filled
from pnp.pieces.context import Context, start
from pnp.pieces.lettering import lettered
from pnp.pieces.slots import draw
from pnp.pieces.tab_words import common
from pnp.scene import (
    BLACK,
    WHITE,
    Group,
    Matrix,
    Path,
    Rect,
    Segment,
    Shape,
    Stroke,
    ellipse,
    line,
    moved,
    rectangle,
)
from pnp.values import replace

GAP = 4.0  # mm between the two parts
LINE = 0.5  # mm: between sectors
PITCH = 1.6  # mm: of patterns
SAFE = 2.0  # mm: from the edge of the disc to words
PAD = 1.0  # mm: from the sides of a sector to words
WINDOW = 0.86  # of a sector: how much of it the window shows
FRAME = 1.4  # mm: from the window to the edge of the cover
CROSS = 1.2  # mm: the arms of the mark in the middle
BARE = 1.4  # mm: radius of the paper round a mark without a hole
SMALLEST = 6.5  # pt
TIP, TAIL, HEAD = 0.82, 0.34, 0.3  # of the radius: the arrow's reach to both sides, the length of its head
SHAFT, HUB = 0.035, 4.0  # of the disc: half its shaft; mm of paper round the hole
TRIES = 9  # places for words in a sector


def dial(found: Dial, game: Game, lang: str, problems: list[Problem]) -> Piece:
    """Return the dial or spinner drawn in `lang`, all copies alike. What is wrong is added to `problems`."""
    ctx = start(game, lang, problems, f'dial "{found.id}"', game.file, found.line)
    width, height = size(found)
    title = found.title.get(lang)
    disc, (other, outline) = _disc(found, ctx), _cover(found, ctx) if found.form == "dial" else _arrow(found)
    aside = moved(found.across + GAP, 0.0)
    at = moved(CUT / 2, CUT / 2)
    radius = found.across / 2
    cuts = (*ellipse(radius, radius, radius), *_hole(found, radius), *through(outline, aside))
    placed = through(cuts, at)
    drawn = Group((Group((disc, Group((other,), aside)), at),))
    front = Group((drawn, Path(placed, stroke=Stroke(BLACK, CUT, join="round"))))
    return Piece(
        id=found.id,
        title=title,
        kind="dials",
        width=width,
        height=height,
        bleed=0.0,
        gutter=found.gutter,
        cut=True,
        faces=(Face(title, front, None, found.copies, placed),),
        lined=True,
    )


def size(found: Dial) -> tuple[float, float]:
    """Return width and height of the two parts side by side, with their lines to cut along."""
    other = found.across if found.form == "dial" else 2 * _hub(found)
    return found.across + GAP + other + CUT, found.across + CUT


def angles(found: Dial) -> tuple[tuple[float, float], ...]:
    """Return where each sector begins and ends, in radians clockwise from the top.

    The first one of a dial has its middle at the top, where the window is; that of a spinner begins there.
    """
    whole = sum(sector.weight for sector in found.sectors)
    turn = -pi * found.sectors[0].weight / whole if found.form == "dial" else 0.0
    ends = [turn]
    for sector in found.sectors:
        ends.append(ends[-1] + 2 * pi * sector.weight / whole)
    return tuple(pairwise(ends))


def _disc(found: Dial, ctx: Context) -> Group:
    """Return the disc with its sectors, each drawn at the top and turned to its place."""
    radius = found.across / 2
    inner = radius - found.band if found.band else 0.0
    spans = angles(found)
    style = _style(found)
    boxes = [tuple(_boxes(end - begin, inner, radius, found)) for begin, end in spans]
    lettering = zip((sector.title for sector in found.sectors), boxes, strict=True)
    points, chosen = common(lettering, style, ctx)
    style = replace(style, size=points)
    shapes: list[Shape] = []
    lines: list[Segment] = []
    for sector, (begin, end), best, own in zip(found.sectors, spans, chosen, boxes, strict=True):
        box = max(own, key=lambda each: min(each.width, each.height)) if sector.art else best
        half = (end - begin) / 2
        parts = tuple(_sector(sector, half, inner, radius, box, style, ctx))
        shapes.append(Group(parts, _turned((begin + end) / 2, radius)))
        lines += line(*discs.at(radius, radius, inner, begin), *discs.at(radius, radius, radius, begin))
    ring = ellipse(radius, radius, inner) if inner else ()
    lined = Path((*lines, *ring), stroke=Stroke(BLACK, LINE))
    edge = Path(ellipse(radius, radius, radius))
    return Group((Group((*shapes, lined), clip=edge), *_mark(found, radius)))


def _style(found: Dial) -> text.Style:
    """Return how the words on both parts are set."""
    return text.Style(
        family=found.family, size=found.size, smallest=SMALLEST, leading=1.1, align="center", valign="middle"
    )


def _turned(angle: float, radius: float) -> Matrix:
    """Return the turn that leads from a middle at the origin to the disc's."""
    c, s = cos(angle), sin(angle)
    return (c, s, -s, c, radius, radius)


def _boxes(angle: float, inner: float, radius: float, found: Dial) -> Iterator[Rect]:
    """Yield rectangles that lie in a sector at the top, its middle at the origin, from the inside to the outside."""
    low, high = max(inner + SAFE / 2, found.hole / 2 + SAFE), radius - SAFE
    for number in range(TRIES):
        near = low + (high - low) * 0.75 * number / TRIES
        room = high * 0.9
        wide = room if angle >= pi * 0.9 else min(room, near * tan(angle / 2) - PAD / cos(angle / 2))
        if wide < 0.5:
            continue
        if wide < high and (far := sqrt(high * high - wide * wide)) - near > 1.0:
            yield Rect(-wide, -far, 2 * wide, far - near)
        else:  # the sector is broader than its disc is high there
            far = (near + high) / 2
            wide = min(wide, sqrt(high * high - far * far))
            yield Rect(-wide, -far, 2 * wide, far - near)
    yield Rect(-1.0, -high, 2.0, high - low)  # where nothing else fits


def _sector(
    sector: Sector, half: float, inner: float, radius: float, box: Rect, style: text.Style, ctx: Context
) -> Iterator[Shape]:
    """Yield a sector at the top: its area, and its picture or its words."""
    solid = bool(sector.ink) and sector.pattern == "solid"
    color = legible(sector.ink) if solid else BLACK
    shapes: tuple[Shape, ...] = ()
    if sector.art:
        found = ctx.picture(sector.art, "")
        if found is not None:
            shown = art.recolored(found, color, sector.ink) if solid else art.recolored(found, sector.ink or BLACK)
            shapes = (art.placed(shown, box, "contain"),)
    elif sector.title.get(ctx.lang):
        shapes = lettered(
            sector.title, box, replace(style, color=color), ctx, hint="shorten it or make the disc larger"
        )
    reach = extent(Group(shapes)) if shapes else None
    room = (reach.grown(0.8),) if reach else ()
    if sector.ink:
        outline = discs.sector(0.0, 0.0, inner, radius, -half, half)
        yield from filled([outline], sector.pattern, sector.ink, PITCH, room if not sector.art else ())
    if sector.ink and not solid:
        yield from (Path(rectangle(each, radius=0.8), fill=WHITE) for each in room)
    yield from shapes


def _cover(found: Dial, ctx: Context) -> tuple[Group, tuple[Segment, ...]]:
    """Return the cover and the lines to cut it along: its edge, its window, its hole."""
    radius = found.across / 2
    begin, end = min(angles(found), key=lambda span: span[1] - span[0])
    half = min((end - begin) / 2 * WINDOW, pi / 3)
    span = (radius, radius, radius - found.band + FRAME / 2, radius - FRAME, -half, half)
    window = _backwards(*span)
    outline = (*ellipse(radius, radius, radius), *window, *_hole(found, radius))
    if found.cover is not None:
        frame = found.cover
        drawn = draw(frame, None, ctx.at(f"{ctx.where}, cover", frame.file, frame.line), once=True)
        return Group((Group((drawn,), clip=Path(outline)), *_mark(found, radius))), outline
    box = Rect(radius * 0.35, radius * 1.22, radius * 1.3, radius * 0.38)
    words = lettered(found.title, box, replace(_style(found), color=legible(found.ink)), ctx)
    area = Path((*ellipse(radius, radius, radius), *window), fill=found.ink)
    return Group((area, *words, *_mark(found, radius))), outline


def _backwards(cx: float, cy: float, inner: float, outer: float, begin: float, end: float) -> tuple[Segment, ...]:
    """Return a window against the clock, so that it is open in what lies round it."""
    return (
        ("M", *discs.at(cx, cy, outer, end)),
        *discs.arc(cx, cy, outer, end, begin),
        ("L", *discs.at(cx, cy, inner, begin)),
        *discs.arc(cx, cy, inner, begin, end),
        ("Z",),
    )


def _hub(found: Dial) -> float:
    """Return the radius of the round part of an arrow."""
    return found.hole / 2 + HUB


def _arrow(found: Dial) -> tuple[Group, tuple[Segment, ...]]:
    """Return an arrow that turns on its hub, upright, as high as the disc at most, and the lines to cut it along."""
    radius, hub = found.across / 2, _hub(found)
    cx, cy = hub, radius
    shaft = min(max(1.2, SHAFT * found.across), 0.6 * hub)
    wide = min(2.4 * shaft, hub)
    tip, tail, neck = (cy - TIP * radius, cy + max(TAIL * radius, hub + 1.0), cy - (TIP - HEAD) * radius)
    neck = min(neck, cy - hub - 0.5)
    bite = sqrt(hub * hub - shaft * shaft)
    lean = atan2(shaft, bite)  # from the top: where the shaft leaves the hub
    outline: tuple[Segment, ...] = (
        ("M", cx, tip),
        ("L", cx + wide, neck),
        ("L", cx + shaft, neck),
        ("L", cx + shaft, cy - bite),
        *discs.arc(cx, cy, hub, lean, pi - lean),
        ("L", cx + shaft, tail),
        ("L", cx - shaft, tail),
        ("L", cx - shaft, cy + bite),
        *discs.arc(cx, cy, hub, pi + lean, 2 * pi - lean),
        ("L", cx - shaft, neck),
        ("L", cx - wide, neck),
        ("Z",),
    )
    middle = through(_hole(found, 0.0), moved(cx, cy)) if found.hole else ()
    mark = Group(_mark(found, 0.0), moved(cx, cy))
    return Group((Path(outline, fill=found.ink), mark)), (*outline, *middle)


def _hole(found: Dial, middle: float) -> tuple[Segment, ...]:
    """Return the hole in the middle of a part, against the clock."""
    return discs.hole(middle, middle, found.hole / 2) if found.hole else ()


def _mark(found: Dial, middle: float) -> tuple[Shape, ...]:
    """Return the mark where the parts are joined: a cross on paper, in the hole if there is one."""
    radius = found.hole / 2 if found.hole else BARE
    arm = min(CROSS, 0.7 * radius)
    cross = (*line(middle - arm, middle, middle + arm, middle), *line(middle, middle - arm, middle, middle + arm))
    return Path(ellipse(middle, middle, radius), fill=WHITE), Path(cross, stroke=Stroke(BLACK, CUT))
