"""What all generated score sheets have in common: their look, and the place to write the value of one field.

Made for a pencil: white or lightly tinted ground, thin grey guides, boxes of at least 8 mm, sums framed heavily. Knows
score fields, no game. All lengths are mm, sizes of type in points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import ceil
from typing import assert_never

from pnp.art import ArtProblem
from pnp.data.game import Field
from pnp.data.prints import Pad
from pnp.data.words import Words
from pnp.fonts import FontProblem
from pnp.layout import text
from pnp.layout.contrast import GUIDE, READABLE, darkened, flat, legible
from pnp.pieces.context import Context
from pnp.pieces.lettering import lettered
from pnp.scene import WHITE, Color, Path, Rect, Shape, Stroke, ellipse, line, rectangle
from pnp.units import MM_PER_PT, fits, tidy
from pnp.values import dataclass

BOX = 8.0  # nothing to write in is smaller
PITCH = 8.2  # from one box of a list to the next
CELL = 9.0  # the least height of a cell: a box and a little air
OPTION = 5.4  # the height of one option of a choice
RING = 1.7  # the radius of its ring
SUM = 10.0  # the width of a list's sum
BOXES = 4  # of a list without a limit
THIN, FIRM, HEAVY = 0.3, 0.5, 0.9  # guides; frames; what the total stands in
TINT = 0.13  # share of the accent in a light band
SMALLEST = 6.5
EQUALS = "="


@dataclass(frozen=True, slots=True)
class Look:
    """Inks and families of a pad: `ink` fills heads, `on_ink` is read on it, `tint` is a light band."""

    ink: Color
    on_ink: Color
    accent: Color
    tint: Color
    family: str
    display: str
    body: str
    total: Words


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a pad that repeats: `height` mm high, more when `rows` of it grow by as much each.

    `draw` returns it at the origin, given what each row grows by and the number it bears (0: none).
    """

    height: float
    rows: int
    draw: Callable[[float, int], tuple[Shape, ...]]


def look(pad: Pad, ctx: Context) -> Look:
    """Return the look of a pad with the game's families."""
    fonts = ctx.game.fonts
    return Look(
        ink=pad.ink,
        on_ink=legible(pad.ink),
        accent=darkened(pad.accent, READABLE),
        tint=flat(pad.accent, TINT),
        family=pad.family,
        display=fonts.get("display", pad.family),
        body=fonts.get("text", pad.family),
        total=pad.total,
    )


def filled(box: Rect, color: Color) -> Path:
    """Return a flat area."""
    return Path(rectangle(box), fill=color)


def framed(box: Rect, color: Color, width: float, fill: Color | None = None) -> Path:
    """Return a box whose line lies inside it."""
    return Path(rectangle(box.grown(-width / 2)), fill, Stroke(color, width))


def rule(x1: float, y1: float, x2: float, y2: float, color: Color = GUIDE, width: float = THIN) -> Path:
    """Return a straight line."""
    return Path(line(x1, y1, x2, y2), stroke=Stroke(color, width))


def set_in(words: Words | str, box: Rect, style: text.Style, ctx: Context) -> tuple[Shape, ...]:
    """Return words in a box, at the size at which every language fits; what does not fit is noted."""
    return lettered(words, box, style, ctx, hint="shorten the title, or make the pad wider or its seats fewer")


def depth(words: Words, width: float, style: text.Style, ctx: Context) -> float:
    """Return how high words are in lines of this width, in the language that needs most."""
    try:
        found = [text.lines(each, width, style, ctx.icons) for _, each in words.texts]
    except (FontProblem, ArtProblem):
        return 0.0  # told when they are drawn
    step = style.leading * style.size * MM_PER_PT
    return max((lines[0].height + (len(lines) - 1) * step for lines in found if lines), default=0.0)


def need(field: Field, width: float) -> float:
    """Return the height that the cell of a field needs when it is so wide."""
    match field.kind:
        case "count" | "flag":
            return CELL
        case "choice":
            return max(CELL, OPTION * len(field.options) + 1.6)
        case "list":
            return max(CELL, _list_lines(field, width)[1] * PITCH + 0.6)
        case "text" | "records" | "log" | "group" | "seat":
            return CELL
        case _:
            assert_never(field.kind)


def cell(field: Field, box: Rect, look: Look, ctx: Context) -> Iterator[Shape]:
    """Yield what a player writes in, ticks or rings in one cell; a count takes the cell as it is."""
    match field.kind:
        case "count" | "text" | "records" | "log" | "group" | "seat":
            return
        case "flag":
            middle, down = box.x + box.width / 2, box.y + box.height / 2
            yield framed(Rect(middle - BOX / 2, down - BOX / 2, BOX, BOX), look.accent, THIN, WHITE)
        case "choice":
            yield from _options(field, box, look, ctx)
        case "list":
            yield from _list(field, box, look)
        case _:
            assert_never(field.kind)


def _options(field: Field, box: Rect, look: Look, ctx: Context) -> Iterator[Shape]:
    step = box.height / (len(field.options) + 0.3)
    style = text.Style(look.family, 500, size=8.5, smallest=SMALLEST, valign="middle", wrap=False)
    for number, option in enumerate(field.options):
        top = box.y + (number + 0.15) * step
        yield Path(ellipse(box.x + 1.2 + RING, top + step / 2, RING), WHITE, Stroke(look.accent, THIN))
        room = Rect(box.x + 2 * RING + 2.2, top, box.width - 2 * RING - 2.8, step)
        before = len(ctx.problems)
        yield from set_in(option.title, room, style, ctx)
        if len(ctx.problems) > before:  # the others are no better
            return


def _list_lines(field: Field, width: float) -> tuple[int, int]:
    """Return how many boxes of a list stand in a line, and the number of lines."""
    most = field.most or BOXES
    across = max(1, min(most, int((width - SUM) / PITCH + 1e-6)))
    return across, ceil(most / across)


def _list(field: Field, box: Rect, look: Look) -> Iterator[Shape]:
    """Yield the boxes of a list and, at the right, where their sum goes."""
    most = field.most or BOXES
    across, lines = _list_lines(field, box.width)
    total = max(SUM, min(box.width * 0.4, 16.0))
    wide, high = (box.width - total) / across, box.height / lines
    for number in range(most):
        column, row = number % across, number // across
        if column:
            x = box.x + column * wide
            yield rule(x, box.y + row * high, x, box.y + (row + 1) * high)
    for row in range(1, lines):
        yield rule(box.x, box.y + row * high, box.right - total, box.y + row * high)
    edge = box.right - total
    yield rule(edge, box.y, edge, box.bottom, look.accent, THIN)
    yield from _sign(edge, box.y + box.height / 2, look)


def _sign(x: float, y: float, look: Look) -> Iterator[Shape]:
    """Yield a small "=" on a line."""
    yield filled(Rect(x - 1.5, y - 1.6, 3.0, 3.2), WHITE)
    for up in (-0.55, 0.55):
        yield rule(x - 1.1, y + up, x + 1.1, y + up, look.accent, 0.45)


def check_wide(width: float, what: str, ctx: Context) -> None:
    """Note it when something to write in is not wide enough."""
    if not fits(BOX, width):
        message = f"{what} is only {tidy(max(width, 0.0))} mm wide; {tidy(BOX)} mm are needed to write in"
        ctx.problem("", message, "take fewer seats")
