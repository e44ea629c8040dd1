"""What all boards have in common when drawn: their inks, their numbers, their pictures. Knows no kind of board."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pnp import art
from pnp.layout.text import capital, label, width
from pnp.pieces.context import Context
from pnp.scene import Color, Group, Rect, Shape
from pnp.values import dataclass

WEIGHT = 600


@dataclass(frozen=True, slots=True)
class Look:
    """How a board is inked: outlines and numbers, what lies beneath, what stands out; `size` of numbers in points.

    `strip` fills the strip outside a field of crossings; None leaves it bare.
    """

    ink: Color
    guide: Color
    post: Color
    family: str
    size: float
    strip: Color | None = None

    @property
    def capital(self) -> float:
        """The height of a number, mm."""
        return capital(self.family, WEIGHT, self.size)

    def wide(self, text: str) -> float:
        """Return the width of a number, mm."""
        return width(text, family=self.family, weight=WEIGHT, size=self.size)

    def number(self, text: str, x: float, y: float, color: Color | None = None) -> Group:
        """Return a number with its middle at (x, y), in the ink of the board if `color` is None."""
        return label(
            text,
            x,
            y + self.capital / 2,
            family=self.family,
            weight=WEIGHT,
            size=self.size,
            color=color or self.ink,
            align="center",
        )


def at_board(name: str, ctx: Context) -> Context:
    """Return the context with its file and line where the board of this id is defined, as far as that is known."""
    line = ctx.game.board_lines.get(name, 0)
    return ctx.at(ctx.where, ctx.game.file, line) if line else ctx


def kept(key: tuple[object, ...], ctx: Context, draw: Callable[[], Iterable[Shape]]) -> Group:
    """Return the drawing of a board; equal ones of one build are the same object, unless there was a problem."""
    if known := ctx.shared.drawn.get(key):
        return known
    before = len(ctx.problems)
    drawn = Group(tuple(draw()), once=True)
    if len(ctx.problems) == before:
        ctx.shared.drawn[key] = drawn
    return drawn


def picture(name: str, box: Rect, color: Color, slot: str, ctx: Context) -> Group | None:
    """Return the game's picture inked in `color` in the middle of `box`; None, told in `ctx`, when there is none."""
    found = ctx.picture(name, slot)
    return art.placed(art.recolored(found, color), box, "contain") if found else None
