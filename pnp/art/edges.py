"""Whether a picture made of pixels has a light line along an edge, as a careless crop leaves it."""

from __future__ import annotations

import io
from functools import lru_cache
from typing import TYPE_CHECKING

from pnp.art.picture import Art
from pnp.scene import Group, Image, Shape

if TYPE_CHECKING:
    from PIL.Image import Image as Opened

_LIGHT, _LIGHTEST = 225, 243  # of 255: the darkest pixel of a light line, and its mean
_STEP = 30  # how much darker the picture is beside the line
_MOST = 6  # pixels: what is broader is a margin that was meant


@lru_cache(maxsize=1024)
def light_edges(art: Art) -> tuple[int, int, int, int]:
    """Return how many pixels wide a light line is at the left, top, right and bottom of the upright picture; 0: none.

    Drawings have none: their units are not pixels.
    """
    shape: Shape = art.shape
    while isinstance(shape, Group) and art.drawing is None:
        (shape,) = shape.children
    if not isinstance(shape, Image):
        return 0, 0, 0, 0
    from PIL import Image as pillow  # noqa: N813 (only for pictures that reach the edge of a card)
    from PIL import ImageOps

    with pillow.open(io.BytesIO(shape.pixels.data)) as opened:
        upright = ImageOps.exif_transpose(opened)
    width, height = upright.size
    across, down, turns = min(_MOST + 1, width), min(_MOST + 1, height), pillow.Transpose
    return (
        _depth(upright.crop((0, 0, across, height))),
        _depth(upright.crop((0, 0, width, down)).transpose(turns.TRANSPOSE)),
        _depth(upright.crop((width - across, 0, width, height)).transpose(turns.FLIP_LEFT_RIGHT)),
        _depth(upright.crop((0, height - down, width, height)).transpose(turns.TRANSVERSE)),
    )


def _depth(strip: Opened) -> int:
    """Return the width of a light line along the left edge of a strip; what is transparent shows white paper."""
    from PIL import Image as pillow  # noqa: N813

    ground = pillow.new("RGBA", strip.size, "white")
    ground.alpha_composite(strip.convert("RGBA"))
    grey = ground.convert("L")
    for column in range(grey.width):
        counts = grey.crop((column, 0, column + 1, grey.height)).histogram()
        mean = sum(value * count for value, count in enumerate(counts)) / grey.height
        if mean < _LIGHTEST or any(counts[:_LIGHT]):
            return column if column and mean <= _LIGHTEST - _STEP else 0
    return 0
