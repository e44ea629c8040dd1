"""Running text in columns: where a column ends, and how the room that is left is given away. Knows no text and no game.

What goes into columns are strips, the smallest parts that are never cut: lines, headings, rows. All lengths are mm.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pnp.scene import Shape
from pnp.units import fits
from pnp.values import dataclass

EMPTY = 8  # columns in a row without a strip: then there is no room at all


@dataclass(frozen=True, slots=True)
class Strip:
    """Shapes that stay together, drawn from (0, 0) down to `height`.

    `room` is left above except at the head of a column, and may grow by `give` times a common length. `kept`: the next
    strip stays in the same column. `name` is whatever the strip begins.
    """

    shapes: tuple[Shape, ...]
    height: float
    room: float = 0.0
    give: float = 0.0
    kept: bool = False
    name: str = ""


@dataclass(frozen=True, slots=True)
class Placed:
    """A strip with the distance of its top from the head of its column."""

    strip: Strip
    y: float


def fill(strips: Sequence[Strip], height: Callable[[int], float]) -> list[list[Placed]] | None:
    """Return the strips column by column, each filled as far as it goes; `height` says how high column 0, 1, … is.

    A column ends where the strips allow it. None when a strip is higher than the columns are.
    """
    columns: list[list[Placed]] = []
    at = empty = 0
    while at < len(strips):
        column = _filled(strips[at:], height(len(columns)))
        columns.append(column)
        at += len(column)
        empty = 0 if column else empty + 1  # a column without room may stand before one that has some
        if empty > EMPTY:
            return None
    return columns


def _filled(strips: Sequence[Strip], height: float) -> list[Placed]:
    """Return the strips that go into one column."""
    column: list[Placed] = []
    end, down = 0, 0.0
    for index, strip in enumerate(strips):
        top = down + (strip.room if column else 0.0)
        if not fits(top + strip.height, height):
            break
        column.append(Placed(strip, top))
        down = top + strip.height
        if not strip.kept or index == len(strips) - 1:
            end = index + 1
    return column[: end or len(column)]


def feathered(column: Sequence[Placed], height: float, most: float) -> list[Placed]:
    """Return the column spread down to `height`; as it is when a unit of `give` would exceed `most`."""
    if not column:
        return []
    left = height - column[-1].y - column[-1].strip.height
    units = sum(placed.strip.give for placed in column[1:])
    if units <= 0 or left <= 0 or left / units > most:
        return list(column)
    moved, down = [column[0]], 0.0
    for placed in column[1:]:
        down += placed.strip.give * left / units
        moved.append(Placed(placed.strip, placed.y + down))
    return moved


def balanced(strips: Sequence[Strip], columns: int, height: float) -> list[list[Placed]] | None:
    """Return the strips in at most so many columns, all about as high, none above `height`; None: they need more."""

    def filled(high: float) -> list[list[Placed]] | None:
        return fill(strips, lambda _: high)

    found = filled(height)
    if found is None or len(found) > columns:
        return None
    low, high = 0.0, height
    while high - low > 0.1:
        middle = (low + high) / 2
        tried = filled(middle)
        if tried is not None and len(tried) <= columns:
            high, found = middle, tried
        else:
            low = middle
    return found
