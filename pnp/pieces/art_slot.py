"""A picture in its slot: the inks of its parts, where it lies, what goes on past the cut, and what will print badly.

From the data to shapes; `pnp.art` reads, colours and places. Knows no kind of piece.
"""

from __future__ import annotations

from math import ceil, hypot
from typing import TypeAlias

from pnp import art
from pnp.art import Art, ArtProblem
from pnp.art.placing import Laid
from pnp.data.frame import ArtSlot
from pnp.data.inks import color
from pnp.data.prints import Row
from pnp.extent import moved_box
from pnp.near import listed, meant
from pnp.pieces.context import Context, box_of, cell, unreadable
from pnp.scene import Group, Rect, Shape
from pnp.units import MM_PER_INCH, TOLERANCE, tidy

SOFT, SHARP = 200, 300
"""Pixels an inch: 300 are what an eye tells apart at arm's length, under 200 edges look soft on a home printer."""
_SEEN = 0.01  # mm: a thinner line is none
_SIDES = ("left", "top", "right", "bottom")
Dyes: TypeAlias = tuple[tuple[str, str], ...]
"""Parts of a picture and their colours."""


def draw(slot: ArtSlot, row: Row | None, ctx: Context) -> tuple[Shape, ...]:
    """Return the row's picture in the slot; none for a blank cell. What is wrong is noted in `ctx`."""
    name = slot.art or cell(row, slot.column, ctx.lang)
    if not name:
        if slot.needed:
            ctx.problem(slot.name, f'no picture: column "{slot.column}" is blank', "or set `needed = false`")
        return ()
    placed = ctx.shared.placed
    quick = None if slot.colors or slot.show else (id(slot), name)  # every row shows the whole picture as it is
    if quick and (known := placed.get(quick)):
        return (known,)
    dyes, hidden = _dress(slot, row, ctx)
    key = (name, slot, dyes, hidden)
    drawn = placed.get(key) or _drawn(slot, name, dyes, hidden, ctx)
    if drawn is None:
        return ()
    placed[key] = drawn
    if quick:
        placed[quick] = drawn
    return (drawn,)


def _drawn(slot: ArtSlot, name: str, dyes: Dyes, hidden: frozenset[str], ctx: Context) -> Group | None:
    """Return a picture in the slot, what is wrong with it told; None where there is no such picture."""
    picture = ctx.picture(name, slot.name)
    if picture is not None and (slot.colors or slot.show):
        picture = _dressed(picture, name, dyes, hidden, slot, ctx)
    if picture is None:
        return None
    for sentence in picture.notes:
        ctx.note_once(slot.name, name, f"picture {ctx.game.art[name].name}: {sentence}")
    if slot.color and picture.drawing is None:
        message = f'picture "{name}" is made of pixels, which keep their own colours'
        ctx.note_once(slot.name, name, message, "draw it as SVG, or leave out color")
    elif slot.color:
        picture = art.recolored(picture, slot.color)
    return _placed(picture, name, slot, ctx)


def _dress(slot: ArtSlot, row: Row | None, ctx: Context) -> tuple[Dyes, frozenset[str]]:
    """Return the colour of each part that has one for this row, and the parts that are not shown."""
    inks = {ink.id: ink.color for ink in ctx.game.inks} if slot.colors else {}
    dyes: list[tuple[str, str]] = []
    for dye in slot.colors:
        word = dye.ink or cell(row, dye.column, ctx.lang)
        found = color(word, inks)
        if found is not None:
            dyes.append((dye.part, found))
        elif word:
            ctx.problem(slot.name, f'"{word}" in column "{dye.column}" is not an ink', meant(word, inks))
    hidden = (part for part, when in slot.show if not when.met(lambda column: cell(row, column, ctx.lang)))
    return tuple(dyes), frozenset(hidden)


def _dressed(picture: Art, name: str, dyes: Dyes, hidden: frozenset[str], slot: ArtSlot, ctx: Context) -> Art | None:
    """Return the picture with its parts inked and left out; None, after telling, when it has no such part."""
    wanted = dict.fromkeys((*(dye.part for dye in slot.colors), *(part for part, _ in slot.show)))
    if picture.drawing is None:
        ctx.problem(slot.name, f'picture "{name}" is made of pixels and has no parts to colour', "draw it as SVG")
        return None
    parts = picture.drawing.parts
    lacking = [part for part in wanted if part not in parts]
    for part in lacking:
        have = f"it has {listed(parts)}" if parts else "give its elements a class"
        message = f'picture "{name}" has no class or id "{part}"'
        ctx.problem(slot.name, message, f"{meant(part, parts)} {have[0].upper()}{have[1:]}".strip())
    if lacking:
        return None
    if not dyes and not hidden:
        return picture
    try:
        return art.dressed(picture, dyes, hidden)
    except ArtProblem as error:
        ctx.problem(slot.name, unreadable(ctx.game.art[name].name, error), error.hint)
        return None


def _placed(picture: Art, name: str, slot: ArtSlot, ctx: Context) -> Group:
    box = box_of(slot.place)
    view = art.View(slot.crop, slot.position, slot.turn, slot.mirror)
    where = art.laid(picture, box, slot.fit, view)
    _check_resolution(picture, name, where, slot, ctx)
    _check_edges(picture, name, where, slot, ctx)
    if slot.bleed == "extend" and ctx.trim is not None:
        drawn = art.carried(picture, where, ctx.trim, ctx.bleed)
    else:
        drawn = art.placed(picture, box, slot.fit, view)
    return drawn if slot.opacity == 1 else Group((drawn,), opacity=slot.opacity)


def _check_resolution(picture: Art, name: str, where: Laid, slot: ArtSlot, ctx: Context) -> None:
    """Note a picture that has too few pixels for its size on paper."""
    found = art.coarsest(picture)
    if found is None:
        return
    image, grain = found
    a, b, c, d, _, _ = where.matrix
    dpi = grain / max(hypot(a, b), hypot(c, d)) * MM_PER_INCH
    if dpi >= SOFT:
        return
    across, down = image.pixels.width_px, image.pixels.height_px
    size = " × ".join(tidy(round(pixels / dpi * MM_PER_INCH, 1)) for pixels in (across, down))
    message = f'picture "{name}" has {across} × {down} pixels, printed {size} mm: {int(dpi)} dpi'
    ctx.note_once(slot.name, name, message, f"{SHARP} look right, under {SOFT} soft")


def _check_edges(picture: Art, name: str, where: Laid, slot: ArtSlot, ctx: Context) -> None:
    """Note a light line along an edge of the picture that shows along the cut."""
    trim, seen = ctx.trim, where.seen
    if trim is None or slot.place.rotate % 360:
        return
    reaches = (
        seen.x <= trim.x + TOLERANCE,
        seen.y <= trim.y + TOLERANCE,
        seen.right >= trim.right - TOLERANCE,
        seen.bottom >= trim.bottom - TOLERANCE,
    )
    if not any(reaches) or picture.drawing is not None:
        return
    from pnp.art.edges import light_edges

    wide, high = picture.width, picture.height
    for at, depth in enumerate(light_edges(picture)):
        strip = Rect(
            wide - depth if at == 2 else 0, high - depth if at == 3 else 0,
            wide if at % 2 else depth, depth if at % 2 else high,
        )  # fmt: skip
        line = moved_box(strip, where.matrix)
        side = _side(line, where.whole)
        across = min(line.right, seen.right, trim.right) - max(line.x, seen.x, trim.x)
        down = min(line.bottom, seen.bottom, trim.bottom) - max(line.y, seen.y, trim.y)
        breadth = min(across, down)
        if not depth or not reaches[side] or breadth < _SEEN:
            continue  # none, or cut off with the bleed, or by the crop
        crop = list(slot.crop)
        crop[at] = max(crop[at], ceil(1000 * depth / (high if at % 2 else wide)) / 1000)
        many = f"{depth} pixel{'s' * (depth > 1)} ({tidy(round(breadth, 2))} mm)"
        message = f'picture "{name}" has a light line of {many} at the {_SIDES[side]} edge, along the cut'
        ctx.note_once(slot.name, name, message, f"crop = [{', '.join(f'{part:g}' for part in crop)}] leaves it out")


def _side(line: Rect, whole: Rect) -> int:
    """Return at which side of a picture a line along one of its edges lies: 0 left, 1 top, 2 right, 3 bottom."""
    if line.width / whole.width < line.height / whole.height:
        return 0 if line.x - whole.x < whole.right - line.right else 2
    return 1 if line.y - whole.y < whole.bottom - line.bottom else 3
