"""Rows of boxes to write in, with signs between and labels under them. Between the data and the shapes; names no game.

Drawn for a pencil: boxes stay white, and the line that is written on is the heaviest, as in a ledger.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from pnp import art
from pnp.data.frame import Box, BoxesSlot
from pnp.data.words import Words
from pnp.layout import text
from pnp.pieces.context import Context, text_in
from pnp.pieces.lettering import lettered
from pnp.scene import WHITE, Color, Group, Path, Rect, Segment, Shape, Stroke, line, polygon, rectangle
from pnp.units import fits, tidy

TAB = 4.8  # mm: width of an inked tab at the left end of a box
TICK = 1.6  # mm: how far the corners of an open box reach in at the top
LEDGER = 3.0  # × stroke width: the line that is written on; it lies under the box, so that the box stays whole
LABEL_GAP = 0.7  # mm: between that line and the label
SIGN = 0.62  # × box height: height of the sign between two boxes
POINT = 0.28  # × its height: how far a sign points to the right
PICTURE = 0.9  # mm: room round a picture in a tick box
BOLD = 600


def boxes(slot: BoxesSlot, ctx: Context) -> Group:
    """Return the row of boxes with its signs and labels. What does not fit is noted in `ctx`."""
    places = _places(slot, ctx)
    shapes: list[Shape] = []
    for box, place in zip(slot.boxes, places, strict=True):
        if box.kind == "text":
            shapes += _sign(box, place, slot, ctx)
        else:
            shapes += _box(box, place, slot, ctx)
    for box, room in zip(slot.boxes, _label_rooms(slot, places), strict=True):
        if box.kind != "text" and box.label:
            shapes += _label(box, room, slot, ctx)
    return Group(tuple(shapes))


def _places(slot: BoxesSlot, ctx: Context) -> list[Rect]:
    """Return where each box stands; boxes of width 0 share the room that is left."""
    fixed = sum(box.width for box in slot.boxes) + slot.gap * (len(slot.boxes) - 1)
    sharing = sum(1 for box in slot.boxes if box.width == 0)
    left = slot.place.width - fixed
    if not fits(fixed, slot.place.width) or (sharing and left <= 0):
        ctx.problem(
            slot.name,
            f"the boxes need {tidy(fixed)} mm of {tidy(slot.place.width)} mm width",
            "make boxes narrower, or the slot wider",
        )
    if not fits(slot.box_height, slot.place.height):
        ctx.problem(
            slot.name, f"the boxes are {tidy(slot.box_height)} mm high, the slot only {tidy(slot.place.height)} mm"
        )
    share = max(left, 0.0) / sharing if sharing else 0.0
    over = 0.0 if sharing else max(left, 0.0)
    x = slot.place.x + over * {"left": 0.0, "center": 0.5, "right": 1.0}[slot.align]
    places = []
    for box in slot.boxes:
        width = box.width or share
        places.append(Rect(x, slot.place.y, width, slot.box_height))
        x += width + slot.gap
    return places


def _label_rooms(slot: BoxesSlot, places: list[Rect]) -> Iterator[Rect]:
    """Yield the room for each label: under its box, and half-way under the signs or gaps on both sides."""
    ends = [slot.place.x]
    for (one, left), (other, right) in pairwise(zip(slot.boxes, places, strict=True)):
        if one.kind == "text":
            ends.append(left.x + left.width / 2)
        elif other.kind == "text":
            ends.append(right.x + right.width / 2)
        else:
            ends.append((left.right + right.x) / 2)
    ends.append(slot.place.x + slot.place.width)
    top = slot.place.y + slot.box_height + slot.stroke_width * LEDGER + LABEL_GAP
    for place, start, end in zip(places, ends[:-1], ends[1:], strict=True):
        half = min(place.x + place.width / 2 - start, end - place.x - place.width / 2)
        yield Rect(place.x + place.width / 2 - half, top, 2 * half, slot.place.y + slot.place.height - top)


def _box(box: Box, place: Rect, slot: BoxesSlot, ctx: Context) -> list[Shape]:
    shapes: list[Shape] = []
    if box.art:
        shapes += _picture(box, place, slot, ctx)
    thin, heavy, bottom = slot.stroke_width, slot.stroke_width * LEDGER, place.bottom
    if box.kind == "box":
        shapes.append(Path(_open_top(place), stroke=Stroke(slot.stroke, thin)))
        shapes.append(_rule(place.grown(thin / 2), bottom + heavy / 2, heavy, slot.stroke))
    elif box.kind == "sum":
        shapes.append(Path(rectangle(place), stroke=Stroke(slot.stroke, thin * 2)))
        shapes.append(_rule(place.grown(thin), bottom + heavy, heavy / 2, slot.stroke))
    else:
        shapes.append(Path(rectangle(place), stroke=Stroke(slot.stroke, thin)))
    if text_in(box.tab, ctx.lang):
        room = Rect(place.x, place.y, TAB, place.height)
        shapes.append(Path(rectangle(room.grown(thin / 2)), fill=slot.accent or slot.stroke))
        shapes += _centred(Words(box.tab), room, WHITE, slot, ctx)
    return shapes


def _open_top(place: Rect) -> tuple[Segment, ...]:
    """Return the outline of a box that is open at the top but for its corners."""
    return (
        ("M", place.x + TICK, place.y),
        ("L", place.x, place.y),
        ("L", place.x, place.bottom),
        ("L", place.right, place.bottom),
        ("L", place.right, place.y),
        ("L", place.right - TICK, place.y),
    )


def _rule(across: Rect, y: float, width: float, color: Color) -> Path:
    return Path(line(across.x, y, across.right, y), stroke=Stroke(color, width))


def _picture(box: Box, place: Rect, slot: BoxesSlot, ctx: Context) -> list[Shape]:
    picture = ctx.picture(box.art, slot.name)
    if picture is None:
        return []
    if slot.art_color:
        picture = art.recolored(picture, slot.art_color)
    return [art.placed(picture, place.grown(-PICTURE), "contain")]


def _sign(box: Box, place: Rect, slot: BoxesSlot, ctx: Context) -> tuple[Shape, ...]:
    """Return a sign between boxes: a board pointing to one side, or plain text without an accent."""
    words = Words(box.label)
    if slot.accent is None:
        return _centred(words, place, slot.color, slot, ctx)
    height = place.height * SIGN
    top, middle, tip = place.y + (place.height - height) / 2, place.y + place.height / 2, height * POINT
    left = slot.pointing == "left"
    flat, neck, point = (place.right, place.x + tip, place.x) if left else (place.x, place.right - tip, place.right)
    bottom = top + height
    outline = polygon(((flat, top), (neck, top), (point, middle), (neck, bottom), (flat, bottom)))
    room = Rect(place.x + (tip / 2 if left else 0.0), place.y, place.width - tip / 2, place.height)
    return (Path(outline, fill=slot.accent), *_centred(words, room, WHITE, slot, ctx))


def _centred(words: Words, room: Rect, color: Color, slot: BoxesSlot, ctx: Context) -> tuple[Shape, ...]:
    style = text.Style(
        slot.text_family,
        BOLD,
        size=slot.text_size,
        smallest=min(6.5, slot.text_size),
        align="center",
        valign="middle",
        color=color,
        wrap=False,
    )
    return lettered(words, room, style, ctx, slot.name)


def _label(box: Box, room: Rect, slot: BoxesSlot, ctx: Context) -> tuple[Shape, ...]:
    style = text.Style(
        slot.label_family,
        500,
        size=slot.label_size,
        smallest=slot.label_size,
        leading=1.05,
        align="center",
        color=slot.color,
    )
    return lettered(Words(box.label), room, style, ctx, slot.name)
