"""Which shapes are drawn together: parts of one silhouette, ready to share an outline.

Used by `pnp.layout.thrift`. Knows shapes and their inks, no game and no renderer.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from pnp import fonts
from pnp.extent import area, extent, length, scale, subpaths, through, union
from pnp.layout.contrast import flat, is_paper
from pnp.scene import IDENTITY, Color, Group, Matrix, Path, Rect, Segment, Shape, Stroke, Text, times
from pnp.values import replace


def runs(shapes: Iterable[Shape], trim: Rect | None, broad: float) -> Iterator[tuple[Shape, ...]]:
    """Yield shapes one by one, but overlapping solid parts of one ink that follow each other together.

    Parts are areas, and lines broader than `broad`. What covers all of `trim` is a ground and stays alone.
    """
    run: list[Path] = []
    ink, boxes = "", list[Rect]()
    for shape in _loose(shapes):
        own = _ink(shape, broad) if isinstance(shape, Path) else ""
        box = extent(shape) if own else None
        joins = isinstance(shape, Path) and box is not None and not (trim is not None and covers(box, trim))
        if run and not (joins and own == ink and any(_overlap(box, other) for other in boxes)):
            yield tuple(run)
            run, boxes = [], []
        if joins and isinstance(shape, Path) and box is not None:
            run.append(shape)
            boxes.append(box)
            ink = own
        else:
            yield (shape,)
    if run:
        yield tuple(run)


def _ink(path: Path, broad: float) -> str:
    """Return the one solid ink of a path, "" when it has none, two, or a gradient."""
    stroke = path.stroke
    inks: set[object] = set()
    if path.fill is not None:
        inks.add(path.fill if path.fill_opacity == 1 else None)
    if stroke is not None:
        inks.add(stroke.paint if stroke.opacity == 1 and stroke.width > broad and not stroke.dash else None)
    ink = inks.pop() if len(inks) == 1 else None
    return ink if isinstance(ink, str) else ""


def _loose(shapes: Iterable[Shape], matrix: Matrix = IDENTITY) -> Iterator[Shape]:
    """Yield shapes with the paths of plain groups taken out of them, so that parts of one silhouette stand together."""
    for shape in shapes:
        if isinstance(shape, Group) and _opens(shape):
            yield from _loose(shape.children, times(matrix, shape.matrix))
        elif isinstance(shape, Path) and matrix != IDENTITY:
            stroke = shape.stroke and _scaled(shape.stroke, scale(matrix))
            yield replace(shape, segments=through(shape.segments, matrix), stroke=stroke)
        else:
            yield shape


def _opens(group: Group) -> bool:
    """Say whether a group only moves paths, without bending their lines."""
    if group.clip or group.mask or group.opacity != 1 or group.once or group.label:
        return False
    a, b, c, d = group.matrix[:4]
    even = abs(a * c + b * d) + abs(a * a + b * b - c * c - d * d) < 1e-6 * (a * a + b * b)
    return all(
        _opens(child) if isinstance(child, Group) else isinstance(child, Path) and (even or child.stroke is None)
        for child in group.children
    )


def _scaled(stroke: Stroke, by: float) -> Stroke:
    dash = tuple(length * by for length in stroke.dash)
    return replace(stroke, width=stroke.width * by, dash=dash, dash_offset=stroke.dash_offset * by)


def covers(outer: Rect, inner: Rect) -> bool:
    """Say whether `outer` holds all of `inner`."""
    return outer.x <= inner.x and outer.y <= inner.y and outer.right >= inner.right and outer.bottom >= inner.bottom


def largest(path: Path, at: float) -> float:
    """Return the area of the largest subpath in mm²."""
    return max(abs(area(part)) for part in subpaths(path.segments)) * at * at


def slender(path: Path, at: float, breadth: float) -> bool:
    """Say whether a filled path is a stripe, bar or ring of at most this mean breadth in mm, nothing compact."""
    ink, around = abs(area(path.segments)), length(path.segments) or 1.0
    return 2 * ink / around * at <= breadth and 4 * math.pi * ink < 0.5 * around * around


def halo(run: Sequence[Shape], after: Sequence[Shape], margin: float) -> bool:
    """Say whether `run` is white and only stands out round the silhouette `after` by at most `margin`."""
    white = all(isinstance(shape, Path) and shape.fill and is_paper(flat(shape.fill)) for shape in run)
    inked = any(isinstance(shape, Path) and shape.fill and not is_paper(flat(shape.fill)) for shape in after)
    one, two = union(map(extent, run)), union(map(extent, after))
    return (
        white and inked and one is not None and two is not None and covers(one, two) and covers(two.grown(margin), one)
    )


def has_white(path: Path) -> bool:
    """Say whether a path is white, or has a white line: a cut into ink, or a halo round it."""
    if path.stroke is not None and is_paper(flat(path.stroke.paint)):
        return True
    return path.fill is not None and is_paper(flat(path.fill, path.fill_opacity))


def lettering(text: Text) -> tuple[Segment, ...]:
    """Return the outlines of all letters of a text, where they stand."""
    size = text.size
    letters = (
        through(fonts.outline(text.run.face, gid), (size, 0, 0, size, text.x + x * size, text.y - y * size))
        for gid, _, x, y in text.run.glyphs
    )
    return tuple(chain.from_iterable(letters))


def _overlap(one: Rect | None, two: Rect) -> bool:
    if one is None:
        return False
    return one.x < two.right and two.x < one.right and one.y < two.bottom and two.y < one.bottom


def widened(path: Path, ink: Color, by: float) -> Path:
    """Return a part of a silhouette in one ink with `by` more width all round; 0 is the part as it was."""
    stroke = path.stroke or Stroke(ink, 0, join="round")
    wide = replace(stroke, paint=ink, width=stroke.width + by)
    return replace(path, fill=ink if path.fill is not None else None, stroke=wide if wide.width > 0 else None)
