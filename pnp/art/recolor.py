"""Pictures in other colours: one ink for all that is black, and inks for the parts of a drawing by class or id."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import assert_never

from pnp import scene
from pnp.art.picture import Art
from pnp.scene import Gradient, Group, Image, Layer, Link, Paint, Shape, Stop, Text
from pnp.values import replace

_BLACK = 0x1A  # a colour whose every part is at most this counts as black when art is recoloured


@lru_cache(maxsize=1024)
def recolored(art: Art, color: str, paper: str = "") -> Art:
    """Return one-colour art in another colour: every black fill, line and gradient stop becomes `color`.

    White details become `paper`, if given: for art on a ground that is no paper.
    """

    def change(found: str) -> str:
        channels = bytes.fromhex(found[1:])
        if max(channels) <= _BLACK:
            return color
        return paper if paper and min(channels) >= 0xFF - _BLACK else found

    shape = painted(art.shape, change)
    assert isinstance(shape, Group)
    return Art(art.width, art.height, shape, art.drawing)


@lru_cache(maxsize=1024)
def dressed(art: Art, colors: tuple[tuple[str, str], ...], hidden: frozenset[str] = frozenset()) -> Art:
    """Return a drawing with the `colors` of some classes and ids, and without those in `hidden`.

    The fill of an element that is named changes, or its line where it has no fill, and `currentColor` in it.
    """
    if art.drawing is None:
        raise ValueError("pixels have no parts; ask for `drawing` before")
    from pnp.art.style import Dress

    return replace(art, shape=art.drawing.draw(Dress(dict(colors), hidden)))


def painted(shape: Shape, change: Callable[[str], str]) -> Shape:
    """Return the shape with every colour replaced by what `change` says; masks and pixels keep theirs."""
    match shape:
        case scene.Path():
            stroke = shape.stroke and replace(shape.stroke, paint=_paint(shape.stroke.paint, change))
            return replace(shape, fill=shape.fill and _paint(shape.fill, change), stroke=stroke)
        case Text():
            return replace(shape, fill=change(shape.fill))
        case Group() | Layer():
            return replace(shape, children=tuple(painted(child, change) for child in shape.children))
        case Image() | Link():
            return shape
        case _:
            assert_never(shape)


def _paint(paint: Paint, change: Callable[[str], str]) -> Paint:
    if isinstance(paint, Gradient):
        stops = tuple(Stop(stop.offset, change(stop.color), stop.opacity) for stop in paint.stops)
        return replace(paint, stops=stops)
    return change(paint)
