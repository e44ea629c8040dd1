"""How an ordinary die stands in for one of the game's own: a strip of pips over sides. A slot's drawing; knows no game.

All lengths are mm.
"""

from __future__ import annotations

from pnp.data.frame import DiceSlot
from pnp.data.game import Die
from pnp.pieces.context import Context, near
from pnp.pieces.dice import side_mark
from pnp.scene import WHITE, Color, Group, Path, Rect, Segment, Shape, Stroke, ellipse, moved, polygon, rectangle
from pnp.units import fits, tidy

PIPS = 6
GAP, BETWEEN = 0.24, 0.34  # of a tile: from tile to tile, from the upper row to the lower
SMALLEST = 4.0  # mm: a tile whose pips and numbers can still be read
ROUND = 0.14  # of a tile: radius of the corners
EDGE = 0.3  # mm
PIP, PIP_AT = 0.095, 0.25  # of a tile: a pip's radius, and how far from the edge the outer ones stand
POINTER = (0.2, 0.12)  # of a tile: width and height of the pointer from row to row

_SPOTS: dict[str, tuple[tuple[int, int], ...]] = {
    "middle": ((1, 1),),
    "rising": ((0, 2), (2, 0)),
    "falling": ((0, 0), (2, 2)),
    "beside": ((0, 1), (2, 1)),
}
_FACES: tuple[tuple[str, ...], ...] = (
    ("middle",),
    ("rising",),
    ("rising", "middle"),
    ("rising", "falling"),
    ("rising", "falling", "middle"),
    ("rising", "falling", "beside"),
)


def draw(slot: DiceSlot, ctx: Context) -> Group:
    """Return the strip, as large as its slot allows, in the middle. What is wrong is told to `ctx`."""
    known = {die.id: die for die in ctx.game.dice}
    die = known.get(slot.die)
    if die is None:
        ctx.problem(slot.name, f'no die "{slot.die}"', near(slot.die, known))
        return Group(())
    if len(die.sides) != PIPS:
        ctx.problem(slot.name, f"an ordinary die has {PIPS} sides; the die {die.id} has {len(die.sides)}")
        return Group(())
    across, down = PIPS + (PIPS - 1) * GAP, 2 + BETWEEN
    room = slot.place
    tile = min(room.width / across, room.height / down)
    if not fits(SMALLEST, tile):
        needed = f"{tidy(across * SMALLEST)} × {tidy(down * SMALLEST)} mm"
        message = f"the strip needs at least {needed} of {tidy(room.width)} × {tidy(room.height)} mm"
        ctx.problem(slot.name, message, "make the slot larger")
        return Group(())
    place = moved(room.x + (room.width - across * tile) / 2, room.y + (room.height - down * tile) / 2)
    return Group(_strip(slot, die, tile, ctx), place, label=die.title.get(ctx.lang))


def _strip(slot: DiceSlot, die: Die, tile: float, ctx: Context) -> tuple[Shape, ...]:
    shapes: list[Shape] = []
    below = tile * (1 + BETWEEN)
    for index, side in enumerate(die.sides):
        x = index * tile * (1 + GAP)
        mark = side_mark(side, die, slot.family, tile, ctx, slot=slot.name, largest=slot.size)
        shapes += [
            *pips(index + 1, Rect(x, 0, tile, tile), slot.ink),
            _pointer(x + tile / 2, tile * (1 + BETWEEN / 2), tile, slot.ink),
            Path(_tile(Rect(x, below, tile, tile)), die.ink, Stroke(slot.ink, EDGE)),
            Group((mark,), moved(x, below)),
        ]
    return tuple(shapes)


def pips(number: int, box: Rect, ink: Color) -> tuple[Shape, ...]:
    """Return the side of an ordinary die with this number (1 to 6)."""
    spots = [spot for name in _FACES[number - 1] for spot in _SPOTS[name]]
    at = (PIP_AT, 0.5, 1 - PIP_AT)
    dots: list[Segment] = []
    for column, row in spots:
        dots += ellipse(box.x + at[column] * box.width, box.y + at[row] * box.height, PIP * box.width)
    return Path(_tile(box), WHITE, Stroke(ink, EDGE)), Path(tuple(dots), ink)


def _tile(box: Rect) -> tuple[Segment, ...]:
    """Return a tile's edge, its line inside the box."""
    return rectangle(box.grown(-EDGE / 2), radius=ROUND * box.width)


def _pointer(cx: float, cy: float, tile: float, ink: Color) -> Path:
    wide, high = POINTER[0] * tile / 2, POINTER[1] * tile / 2
    return Path(polygon(((cx - wide, cy - high), (cx + wide, cy - high), (cx, cy + high))), ink)
