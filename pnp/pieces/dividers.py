"""Dividers: flat cards with tabs that stand at several places in turn. From the data to paper; knows no game.

Each shows the line to cut along itself. All lengths are mm.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp import art
from pnp.data.dials import Dividers, Tab
from pnp.data.game import Game
from pnp.errors import Problem
from pnp.extent import through
from pnp.layout import text
from pnp.layout.contrast import legible
from pnp.layout.nets import CUT
from pnp.layout.piece import Face, Piece
from pnp.pieces.context import Context, start
from pnp.pieces.lettering import lettered
from pnp.pieces.slots import draw
from pnp.pieces.tab_words import common
from pnp.pieces.track_paths import distinct
from pnp.scene import BLACK, Group, Path, Rect, Segment, Shape, Stroke, moved, polygon, times
from pnp.values import replace

CORNER = 2.0  # mm: cut off the upper corners of a tab
BAND = 2.0  # mm: ink along the upper edge of the body
SAFE = 2.5  # mm: from the ends of a tab to what stands on it
ABOVE = 1.6  # mm: from its upper and lower edge
GAP = 1.5  # mm: from a picture to the words
SMALLEST = 6.5  # pt


def dividers(found: Dividers, game: Game, lang: str, problems: list[Problem]) -> Piece:
    """Return the dividers drawn in `lang`, in the order of their tabs. What is wrong is added to `problems`."""
    ctx = start(game, lang, problems, f'dividers "{found.id}"', game.file, found.line)
    style = text.Style(
        family=found.family,
        weight=700,
        size=found.size,
        smallest=SMALLEST,
        leading=1.1,
        align="center",
        valign="middle",
    )
    rooms = [_room(tab, found, place) for tab, place in zip(found.tabs, places(found), strict=True)]
    points, _ = common(((tab.title, (room,)) for tab, room in zip(found.tabs, rooms, strict=True)), style, ctx)
    style = replace(style, size=points)
    width, height = size(found)
    return Piece(
        id=found.id,
        title=found.title.get(lang),
        kind="dividers",
        width=width,
        height=height,
        bleed=0.0,
        gutter=found.gutter,
        cut=True,
        faces=tuple(
            _face(number, tab, found, place, room, style, ctx)
            for number, (tab, place, room) in enumerate(zip(found.tabs, places(found), rooms, strict=True), 1)
        ),
        lined=True,
    )


def size(found: Dividers) -> tuple[float, float]:
    """Return width and height of a divider with its tab and its line to cut along."""
    return found.width + CUT, found.height + found.tab[1] + CUT


def places(found: Dividers) -> tuple[float, ...]:
    """Return how far from the left edge each tab begins; one place alone is in the middle."""
    left = found.width - found.tab[0]
    if found.positions == 1:
        return (left / 2,) * len(found.tabs)
    return tuple(left * (number % found.positions) / (found.positions - 1) for number in range(len(found.tabs)))


def outline(found: Dividers, place: float) -> tuple[Segment, ...]:
    """Return what a divider is cut to, clockwise, from the top left corner of the rectangle round it."""
    wide, high = found.tab
    cut, right, bottom = min(CORNER, wide / 4, high / 2), place + wide, found.height + high
    tab = ((place, high), (place, cut), (place + cut, 0.0), (right - cut, 0.0), (right, cut), (right, high))
    points = (*tab, (found.width, high), (found.width, bottom), (0.0, bottom), (0.0, high))
    return polygon(tuple(distinct(points)))


def _face(number: int, tab: Tab, found: Dividers, place: float, room: Rect, style: text.Style, ctx: Context) -> Face:
    name = tab.title.get(ctx.lang) or f"{found.title.get(ctx.lang)} {number}"
    edge, at = outline(found, place), moved(CUT / 2, CUT / 2)
    shapes: list[Shape] = []
    if found.frame is not None:
        frame = found.frame
        on = ctx.on(number, lies=times(at, moved(0.0, found.tab[1])))
        drawn = draw(frame, None, on.at(f"{ctx.where}, frame", frame.file, frame.line), once=True)
        shapes.append(Group((drawn,), moved(0.0, found.tab[1])))
    here = ctx.at(f'{ctx.where}, tab "{name}"', ctx.file, ctx.line).on(number, lies=at)
    shapes += _tab(tab, found, place, room, style, here)
    cut = through(edge, at)
    inside = Group((Group(tuple(shapes), at),), clip=Path(cut))
    return Face(name, Group((inside, Path(cut, stroke=Stroke(BLACK, CUT, join="round")))), None, 1, cut)


def _tab(tab: Tab, found: Dividers, place: float, room: Rect, style: text.Style, ctx: Context) -> Iterator[Shape]:
    """Yield a tab with the band along the body, the picture and the words on it."""
    ink = tab.ink or found.ink
    wide, high = found.tab
    color = legible(ink)
    words = lettered(tab.title, room, replace(style, color=color), ctx, hint="shorten it or make the tab wider")
    points = ((place, 0.0), (place + wide, 0.0), (place + wide, high), (found.width, high))
    inked = (*points, (found.width, high + BAND), (0.0, high + BAND), (0.0, high), (place, high))
    yield Path(polygon(inked), fill=ink)
    picture = ctx.picture(tab.art, "") if tab.art else None
    if picture is not None:
        edge = high - 2 * ABOVE
        left = place + (SAFE if tab.title.get(ctx.lang) else (wide - edge) / 2)
        box = Rect(left, ABOVE, edge, edge)
        yield art.placed(art.recolored(picture, color, ink), box, "contain")
    yield from words


def _room(tab: Tab, found: Dividers, place: float) -> Rect:
    """Return where the words of a tab stand."""
    wide, high = found.tab
    aside = high - 2 * ABOVE + GAP if tab.art else 0.0
    return Rect(place + SAFE + aside, ABOVE, max(0.1, wide - 2 * SAFE - aside), high - 2 * ABOVE)
