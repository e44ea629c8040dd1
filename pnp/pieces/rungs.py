"""Rating bands: a list with rings to tick, or a drawn ladder to climb. From data to shapes; names no game."""

from __future__ import annotations

from itertools import zip_longest
from typing import assert_never

from pnp.data.frame import BandsSlot
from pnp.data.game import Band
from pnp.fonts import FontProblem
from pnp.layout import text
from pnp.pieces.context import Context
from pnp.pieces.lettering import lettered
from pnp.scene import WHITE, Color, Group, Path, Rect, Shape, Stroke, ellipse, rectangle
from pnp.units import fits
from pnp.values import replace

RAIL = 1.5  # mm: width of the two rails of a ladder
RUNG = 1.3  # mm: height of a rung
FOOT = 2.5  # mm: how far the rails reach beyond the first and the last rung
NAIL = 0.3  # mm: radius of the nail that holds a rung
CLEAR = 0.3  # mm: between a rail and the words
RING = 1.7  # mm: radius of the ring to tick
WIRE = 0.5  # mm: width of its line
AIR = 1.2  # mm: between ring, figures and name
FIGURES = 1.5  # × size of the name: size of the figures on a ladder
NAME = 600
FIGURE = 700


def bands(slot: BandsSlot, ctx: Context) -> Group:
    """Return the rating bands of the game, from the lowest to the highest. Problems go into `ctx`."""
    scoring = ctx.game.scoring
    found = scoring.bands if scoring else ()
    if not found:
        ctx.problem(slot.name, "the game has no rating bands", "add [[score.bands]] to game.toml")
        return Group(())
    match slot.style:
        case "ladder":
            return _ladder(slot, found, ctx)
        case "list":
            return _list(slot, found, ctx)
        case _:
            assert_never(slot.style)


def spans(found: tuple[Band, ...]) -> tuple[str, ...]:
    """Return what each band covers in figures: "< 40", "40–59", "160+"."""
    said = []
    for band, above in zip_longest(found, found[1:]):
        end = above.low - 1 if above and above.low is not None else None
        match band.low, end:
            case None, None:
                said.append("")
            case None, int():
                said.append(f"< {end + 1}")
            case low, None:
                said.append(f"{low}+")
            case low, _:
                said.append(f"{low}–{end}" if low != end else f"{low}")
    return tuple(said)


def _ladder(slot: BandsSlot, found: tuple[Band, ...], ctx: Context) -> Group:
    x, y, width, height = slot.place.x, slot.place.y, slot.place.width, slot.place.height
    step = (height - 2 * FOOT - RUNG) / len(found)
    rails = (Rect(x, y, RAIL, height), Rect(x + width - RAIL, y, RAIL, height))
    shapes: list[Shape] = [Path(rectangle(rail), fill=slot.accent) for rail in rails]
    for number in range(len(found) + 1):
        top = y + FOOT + number * step
        shapes.append(Path(rectangle(Rect(x, top, width, RUNG)), fill=slot.accent))
        shapes += [_dot(rail.x + RAIL / 2, top + RUNG / 2, NAIL, WHITE) for rail in rails]
    inside = width - 2 * (RAIL + CLEAR)
    names = _alike([band.title.get(ctx.lang) for band in found], inside, slot)
    slot = _same_size(slot, names, Rect(x, y, inside, step), ctx)
    for number, (name, figures) in enumerate(zip(reversed(names), reversed(spans(found)), strict=True)):
        top = y + FOOT + RUNG + number * step
        shapes += _step(name, figures, Rect(x + RAIL + CLEAR, top, inside, step - RUNG), slot, ctx)
    return Group(tuple(shapes))


def _alike(names: list[str], room: float, slot: BandsSlot) -> list[str]:
    """Break every hyphenated name after its hyphen as soon as one name is too wide, so that all steps look alike."""
    widest = max(text.width(name, family=slot.family, weight=NAME, size=slot.size) for name in names)
    return names if fits(widest, room) else [name.replace("-", "-\n", 1) for name in names]


def _step(name: str, figures: str, room: Rect, slot: BandsSlot, ctx: Context) -> list[Shape]:
    """Return ring, figures and name of one step, the three of them in the middle of `room`."""
    big = slot.size * FIGURES
    capital = text.capital(slot.number_family, FIGURE, big)
    above = 2 * RING + capital + 2 * AIR
    style = _name_style(slot)
    words = Rect(room.x, room.y + above, room.width, room.height - above)
    try:
        needed = text.fit(name, words, style, ctx.icons).height
    except (text.Overfull, FontProblem):
        needed = words.height  # told when it is set below
    down = max(0.0, (words.height - needed) / 2)
    bold = text.Style(slot.number_family, FIGURE, size=big, align="center", color=slot.color, wrap=False)
    ring = ellipse(room.x + room.width / 2, room.y + down + RING, RING - WIRE / 2)
    return [
        Path(ring, stroke=Stroke(slot.accent, WIRE)),
        *lettered(figures, Rect(room.x, room.y + down + 2 * RING + AIR, room.width, capital), bold, ctx, slot.name),
        *lettered(name, Rect(words.x, words.y + down, words.width, words.height - down), style, ctx, slot.name),
    ]


def _name_style(slot: BandsSlot) -> text.Style:
    return text.Style(slot.family, NAME, size=slot.size, leading=1.1, align="center", color=slot.color)


def _same_size(slot: BandsSlot, names: list[str], room: Rect, ctx: Context) -> BandsSlot:
    """Return the slot at the size at which every name fits the width of `room`."""
    try:
        return replace(slot, size=min(text.fitted(name, room, _name_style(slot), ctx.icons) for name in names))
    except (text.Overfull, FontProblem):
        return slot  # told when the names are set


def _list(slot: BandsSlot, found: tuple[Band, ...], ctx: Context) -> Group:
    rows = -(-len(found) // slot.columns)
    across, down = slot.place.width / slot.columns, slot.place.height / rows
    ring = min(RING, down * 0.4)
    figures = [text.width(said, family=slot.number_family, weight=FIGURE, size=slot.size) for said in spans(found)]
    shapes: list[Shape] = []
    for number, (band, said) in enumerate(zip(found, spans(found), strict=True)):
        x = slot.place.x + number // rows * across
        y = slot.place.y + number % rows * down
        bold = text.Style(slot.number_family, FIGURE, size=slot.size, valign="middle", color=slot.color, wrap=False)
        style = text.Style(slot.family, size=slot.size, valign="middle", color=slot.color, wrap=False)
        first = x + 2 * ring + AIR
        second = first + max(figures) + AIR
        shapes.append(Path(ellipse(x + ring, y + down / 2, ring - WIRE / 2), stroke=Stroke(slot.accent, WIRE)))
        shapes += lettered(said, Rect(first, y, max(figures) + 0.1, down), bold, ctx, slot.name)
        shapes += lettered(band.title, Rect(second, y, x + across - second, down), style, ctx, slot.name)
    return Group(tuple(shapes))


def _dot(x: float, y: float, radius: float, color: Color) -> Path:
    return Path(ellipse(x, y, radius), fill=color)
