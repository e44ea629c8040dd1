"""Where two pictures differ: how much, where, and a picture of it. Knows PNG bytes only, no scene.

Pillow is imported when the first two pictures are compared.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from pnp.values import dataclass

if TYPE_CHECKING:
    from PIL.Image import Image

SEEN = 8  # of 255: a channel that differs by less looks the same
CELL = 12  # pixels: changes nearer to each other than this are one
MOST = 24  # areas; what is changed in more places is changed everywhere
FADED = 0.25  # how much of the picture is left behind the changes
CHANGED = (213, 94, 0)  # vermilion, which shows on every ink for all eyes

Area = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels."""


@dataclass(frozen=True, slots=True)
class Difference:
    """`share` of the pixels differ (0 to 1), in `areas` of a picture of `size`; `picture` shows them as PNG."""

    share: float
    areas: tuple[Area, ...]
    size: tuple[int, int]
    picture: bytes


def difference(before: bytes, after: bytes) -> Difference:
    """Compare two pictures, the smaller one on white; their top left corners lie on each other."""
    from PIL import Image, ImageChops

    one, two = (Image.open(io.BytesIO(data)).convert("RGB") for data in (before, after))
    size = max(one.width, two.width), max(one.height, two.height)
    one, two = (_on_paper(picture, size) for picture in (one, two))
    red, green, blue = ImageChops.difference(one, two).split()
    strongest = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    mask = strongest.point([255 if value > SEEN else 0 for value in range(256)])
    changed = mask.histogram()[255]
    paper = Image.new("RGB", size, "white")
    shown = Image.blend(paper, two.convert("L").convert("RGB"), FADED)
    shown.paste(CHANGED, (0, 0), mask)
    out = io.BytesIO()
    shown.save(out, "PNG")
    return Difference(changed / (size[0] * size[1]), _areas(mask), size, out.getvalue())


def _on_paper(picture: Image, size: tuple[int, int]) -> Image:
    from PIL import Image as Picture

    if picture.size == size:
        return picture
    paper = Picture.new("RGB", size, "white")
    paper.paste(picture, (0, 0))
    return paper


def _areas(mask: Image) -> tuple[Area, ...]:
    """Return rectangles round what is marked, each group of neighbouring cells one."""
    columns, rows = (-(-length // CELL) for length in mask.size)
    marked = {
        (column, row)
        for row in range(rows)
        for column in range(columns)
        if mask.crop((column * CELL, row * CELL, (column + 1) * CELL, (row + 1) * CELL)).getbbox()
    }
    found: list[Area] = []
    while marked:
        group = _group(min(marked), marked)
        xs, ys = [column for column, _ in group], [row for _, row in group]
        box = (min(xs) * CELL, min(ys) * CELL, (max(xs) + 1) * CELL, (max(ys) + 1) * CELL)
        inner = mask.crop(box).getbbox() or (0, 0, CELL, CELL)
        found.append((box[0] + inner[0], box[1] + inner[1], box[0] + inner[2], box[1] + inner[3]))
    if len(found) > MOST:
        whole = mask.getbbox()
        return (whole,) if whole else ()
    return tuple(sorted(found, key=lambda area: (area[1], area[0])))


def _group(start: tuple[int, int], marked: set[tuple[int, int]]) -> list[tuple[int, int]]:
    """Take the cells that hang together with `start` out of `marked`; a cell between two does not part them."""
    marked.remove(start)
    group = [start]
    for column, row in group:
        near = [(x, y) for x in range(column - 2, column + 3) for y in range(row - 2, row + 3) if (x, y) in marked]
        marked.difference_update(near)
        group += near
    return group
