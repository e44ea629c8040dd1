"""Lengths, outlines and pens as PDF content operators: plain text. Below `content`; knows no object and no PDF library.

Scene millimetres become points here, y upwards, with the scene's origin at (0, 0): below the page's top edge every y is
negative, so the same text serves any page and any form.
"""

from __future__ import annotations

import math
import zlib
from functools import lru_cache
from typing import assert_never

from pnp import scene
from pnp.extent import moved_box, union
from pnp.scene import Matrix, Path, Rect, Segment, Shape, Stroke
from pnp.units import PT_PER_MM as PT

DIGITS = 3  # decimals of a point: half a unit in the last place is 0.0002 mm
FLIP: Matrix = (PT, 0.0, 0.0, -PT, 0.0, 0.0)  # scene millimetres to points

_KEPT = 4_000
_outlines: dict[tuple[int, int], tuple[tuple[Segment, ...], str]] = {}
_rooms: dict[int, tuple[tuple[Shape, ...], Rect | None]] = {}
_hulls: dict[int, tuple[tuple[Segment, ...], Rect | None]] = {}
"""What was written lately: most shapes stand in two files. Each is held here, so that its `id` stays its own."""

_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}


def digits(matrix: Matrix, inherited: int = DIGITS) -> int:
    """Return the decimals that coordinates below `matrix` need so that enlarging them loses nothing."""
    scale = max(map(abs, matrix[:4]))
    return inherited + math.ceil(math.log10(scale)) if scale > 1.001 else inherited


def form_digits(room: Rect) -> int:
    """Return the decimals for a form whose content fills `room`: drawn a metre large it is still right to 0.001 mm.

    Art may have any unit of its own, so a form is written to a millionth of its size.
    """
    points = max(room.width, room.height, 1e-6) * PT
    return max(DIGITS, math.ceil(math.log10(0.5e6 / points)))


@lru_cache(maxsize=16)
def _formats(digits: int) -> tuple[str, str, str]:
    pair = f"%.{digits}f %.{digits}f"
    return f"{pair} m", f"{pair} l", f"{pair} {pair} {pair} c"


def outline(segments: tuple[Segment, ...], digits: int) -> str:
    """Return the operators that construct `segments`, without painting them."""
    known = _outlines.get((id(segments), digits))
    if known is None:
        if len(_outlines) >= _KEPT:
            _outlines.clear()
        known = _outlines[id(segments), digits] = segments, _constructed(segments, digits)
    return known[1]


def _constructed(segments: tuple[Segment, ...], digits: int) -> str:
    if box := _upright(segments):
        x, y, right, bottom = (round(length * PT, digits) for length in box)
        return f"{x:.{digits}f} {-y:.{digits}f} {right - x:.{digits}f} {y - bottom:.{digits}f} re"
    move, line, curve = _formats(digits)
    code: list[str] = []
    for segment in segments:
        match segment:
            case ("M", x, y):
                code.append(move % (x * PT, -y * PT))
            case ("L", x, y):
                code.append(line % (x * PT, -y * PT))
            case ("C", x1, y1, x2, y2, x, y):
                code.append(curve % (x1 * PT, -y1 * PT, x2 * PT, -y2 * PT, x * PT, -y * PT))
            case ("Z",):
                code.append("h")
    return "\n".join(code)


def _upright(segments: tuple[Segment, ...]) -> tuple[float, float, float, float] | None:
    """Return left, top, right and bottom of a plain rectangle as `scene.rectangle` makes it, None for all else."""
    match segments:
        case (("M", x, y), ("L", right, y2), ("L", right2, bottom), ("L", x2, bottom2), ("Z",)):
            same = y == y2 and right == right2 and bottom == bottom2 and x == x2
            return (x, y, right, bottom) if same and x <= right and y <= bottom else None
        case _:
            return None


def compressed(code: str | bytes) -> bytes:
    """Return what a stream holds in the fewest bytes."""
    return zlib.compress(code.encode("ascii") if isinstance(code, str) else code)


@lru_cache(maxsize=4096)
def color(value: str) -> str:
    """Return "#rrggbb" as three numbers from 0 to 1."""
    return " ".join(f"{int(value[i : i + 2], 16) / 255:.4g}" for i in (1, 3, 5))


def pen(stroke: Stroke, digits: int) -> str:
    """Return the operators for everything about a stroke but its paint."""
    dash = " ".join(f"{length * PT:.{digits}f}" for length in stroke.dash)
    return (
        f"{stroke.width * PT:.{digits}f} w {_CAPS[stroke.cap]} J {_JOINS[stroke.join]} j {stroke.miter_limit:.3f} M "
        f"[{dash}] {stroke.dash_offset * PT:.{digits}f} d"
    )


@lru_cache(maxsize=1024)
def transform(matrix: Matrix, digits: int = DIGITS) -> str:
    """Return the `cm` operator for a scene matrix (y down, mm)."""
    a, b, c, d, e, f = matrix
    if (a, b, c, d) == (1.0, 0.0, 0.0, 1.0):
        return f"1 0 0 1 {e * PT:.{digits + 1}f} {-f * PT:.{digits + 1}f} cm"
    return f"{a:.8f} {-b:.8f} {-c:.8f} {d:.8f} {e * PT:.{digits + 1}f} {-f * PT:.{digits + 1}f} cm"


def clip(path: Path, digits: int) -> str:
    """Return the operators that keep only what is drawn inside `path` from now on."""
    return f"{outline(path.segments, digits)}\n{'W*' if path.evenodd else 'W'} n"


def room(shapes: tuple[Shape, ...]) -> Rect | None:
    """Return a rectangle (mm) that certainly holds all ink of `shapes`, or None when there is none."""
    known = _rooms.get(id(shapes))
    if known is None:
        if len(_rooms) >= _KEPT:
            _rooms.clear()
        known = _rooms[id(shapes)] = shapes, union(map(_room, shapes))
    return known[1]


def _room(shape: Shape) -> Rect | None:
    match shape:
        case scene.Path():
            box = _hull(shape.segments)
            return box.grown(_reach(shape.stroke)) if box and shape.stroke else box
        case scene.Text():
            # an em on every side, and one more above, hold any letter of any face with its accents
            size = shape.size
            return Rect(shape.x - size, shape.y - 2 * size, shape.run.advance * size + 2 * size, 3 * size)
        case scene.Image():
            return shape.box
        case scene.Group():
            box = room(shape.children)
            return moved_box(box, shape.matrix) if box else None
        case scene.Layer():
            return room(shape.children)
        case scene.Link():
            return None
        case _:
            assert_never(shape)


def _hull(segments: tuple[Segment, ...]) -> Rect | None:
    """Return the rectangle round all points, those that only pull at a curve too: a curve never leaves it."""
    known = _hulls.get(id(segments))
    if known is None:
        if len(_hulls) >= _KEPT:
            _hulls.clear()
        known = _hulls[id(segments)] = segments, _around(segments)
    return known[1]


def _around(segments: tuple[Segment, ...]) -> Rect | None:
    xs = [x for segment in segments for x in segment[1::2]]
    ys = [y for segment in segments for y in segment[2::2]]
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)) if xs else None


def _reach(stroke: Stroke) -> float:
    """Return how far ink can lie from the path: half the width, more at pointed corners and square ends."""
    pointed = stroke.miter_limit if stroke.join == "miter" else 1.0
    return stroke.width / 2 * max(pointed, math.sqrt(2))
