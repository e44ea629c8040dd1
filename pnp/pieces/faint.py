"""Notes words that can hardly be read on the panel beneath them. Between the data and the drawings; draws nothing.

Only what a frame says for certain is told: the words have one colour, and the topmost thing that lies beneath all of
their slot is a panel in a flat ink which is there whenever the words are. Pictures and panels that lie under
a part of the slot leave it open. On a pattern words have to outshine both its lines and what lies between them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, floor, radians, sin
from typing import assert_never

from pnp.data.frame import Frame as SlotFrame
from pnp.data.frame import Line, Panel, Place, Slot, TextSlot
from pnp.data.game import Ink
from pnp.data.inks import Pattern
from pnp.data.meanings import pattern_of
from pnp.extent import touch
from pnp.layout.contrast import LIGHT, READABLE, between
from pnp.layout.silhouettes import covers
from pnp.pieces import spots
from pnp.pieces.context import Context
from pnp.scene import WHITE, Color, Rect
from pnp.units import tidy
from pnp.values import dataclass

CLEAR = {READABLE: 7.0, LIGHT: READABLE}  # by the least contrast on a flat ink that among lines (WCAG 2.2, 1.4.6)
LARGE, LARGE_BOLD, BOLD = 18.0, 14.0, 700  # points, points and weight from which letters are large (WCAG 2.2, 1.4.3)


def note_faint(frame: SlotFrame, ctx: Context) -> None:
    """Note in the context every text slot of a frame whose colour has too little contrast with the panel beneath."""
    for number, slot in enumerate(frame.slots):
        if not isinstance(slot, TextSlot):
            continue
        grounds = tuple(_beneath(slot, frame.slots[:number], ctx.game.inks))
        told = _told(slot, grounds)
        if told:
            first = len(ctx.problems)
            ctx.note(slot.name, *told)
            spots.narrow(_reach(slot.place), ctx, first)


@dataclass(frozen=True, slots=True)
class Ground:
    """What surely lies beneath words: a panel, in a colour and a pattern; "" is the paper."""

    panel: str
    color: Color
    pattern: Pattern = "solid"


PAPER = Ground("", WHITE)


def _told(slot: TextSlot, grounds: Sequence[Ground]) -> tuple[str, str] | None:
    """Return what is the matter with words on these grounds, topmost first, and what helps."""
    if not grounds or grounds[0] == PAPER:
        return None
    top, least = grounds[0], _least(slot)
    if top.pattern != "solid":
        if all(between(slot.color, ground.color) >= CLEAR[least] for ground in grounds):
            return None
        message = f'words in {slot.color} on a pattern, {top.pattern} in {top.color} on the panel "{top.panel}"'
        return f"{message}, are hard to read", "put a plain panel between them"
    found = between(slot.color, top.color)
    if found >= least:
        return None
    shown = f"{floor(10 * found) / 10:.1f}"
    words = "large words need" if least == LIGHT else "words need"
    message = f'{slot.color} on the panel "{top.panel}" in {top.color} has a contrast of {shown}:1'
    return f"{message}; {words} {tidy(least)}:1 (WCAG 2.2)", _hint(top.color, least)


def _least(slot: TextSlot) -> float:
    """Return the least contrast of words at the size in which they are set where they fit."""
    large = slot.size >= LARGE or (slot.weight >= BOLD and slot.size >= LARGE_BOLD)
    return LIGHT if large else READABLE


def _hint(ground: Color, least: float) -> str:
    fitting = [name for name, color in (("black", "#000000"), ("white", "#ffffff")) if between(color, ground) >= least]
    return f"on it {' and '.join(fitting)} can be read" if fitting else ""


def _beneath(slot: TextSlot, below: Sequence[Slot], inks: Sequence[Ink]) -> Iterator[Ground]:
    """Yield the grounds on which all of a slot's words stand whenever they are drawn, from the top as far as is sure.

    Below patterns it goes on to the first flat ink, or to the paper.
    """
    words = _reach(slot.place)
    for other in reversed(below):
        if isinstance(other, Line | TextSlot) or not touch(_reach(other.place), words):
            continue
        if not isinstance(other, Panel):
            return
        if other.fill is None:
            continue  # an outline
        sure = other.when is None or other.when == slot.when
        if not sure or not _covers(other, words):
            return
        kind = pattern_of(other.fill, inks) if other.pattern == "auto" else other.pattern
        yield Ground(other.name, other.fill, kind)
        if kind == "solid":
            return
    yield PAPER


def _reach(place: Place) -> Rect:
    """Return the upright rectangle round a slot as it is turned."""
    turn = radians(place.rotate)
    wide = abs(place.width * cos(turn)) + abs(place.height * sin(turn))
    high = abs(place.width * sin(turn)) + abs(place.height * cos(turn))
    return Rect(place.x + (place.width - wide) / 2, place.y + (place.height - high) / 2, wide, high)


def _covers(panel: Panel, words: Rect) -> bool:
    """Say whether a panel lies under all of a rectangle; a polygon or a slanted one is never sure to."""
    box = _reach(panel.place)
    match panel.shape:
        case "rectangle":
            return panel.place.rotate % 90 == 0 and covers(box, words)
        case "ellipse":
            cx, cy = box.x + box.width / 2, box.y + box.height / 2
            across = max(abs(words.x - cx), abs(words.right - cx)) / (box.width / 2)
            down = max(abs(words.y - cy), abs(words.bottom - cy)) / (box.height / 2)
            return panel.place.rotate % 90 == 0 and across**2 + down**2 <= 1
        case "polygon":
            return False
        case _:
            assert_never(panel.shape)
