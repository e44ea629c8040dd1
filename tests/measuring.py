"""A printer that does not print true, and a person who reads its calibration page: from the finished PDF, by geometry.

Nothing of the press's own arithmetic is used here.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import pypdfium2 as pdfium
from hypothesis import strategies as st
from pypdfium2 import raw

MM = 25.4 / 72
Point = tuple[float, float]
Line = tuple[Point, Point]
Flip = Literal["long", "short"]


@dataclass(frozen=True)
class Faulty:
    """What a printer does to upright paper of this size: it stretches, turns (radians) and shifts front and back."""

    width: float
    height: float
    flip: Flip = "long"
    across: float = 1.0
    down: float = 1.0
    lean: float = 0.0
    front: Point = (0.0, 0.0)
    back: Point = (0.0, 0.0)
    margin: float = 3.2
    landscape: Literal["left", "right"] = "left"

    def on_front(self, x: float, y: float) -> Point:
        """Return where a point of an upright front comes out on the paper."""
        return self._out(x, y, self.front)

    def on_back(self, x: float, y: float) -> Point:
        """Return where a point of an upright back comes out, seen from the back."""
        return self._out(x, y, self.back)

    def through(self, x: float, y: float) -> Point:
        """Return a point of the paper's front as it is seen from the back, or the other way round."""
        return (self.width - x, y) if self.flip == "long" else (x, self.height - y)

    def printed(self, width: float, height: float, *, back: bool) -> Callable[[float, float], Point]:
        """Return what becomes of points of a page of this size, which may be wider than high, as it lies upright."""
        side = self.on_back if back else self.on_front
        if width <= height:
            return side
        if self.landscape == "left":  # its right edge becomes the upper one
            return lambda x, y: side(y, width - x)
        return lambda x, y: side(height - y, x)

    def _out(self, x: float, y: float, shift: Point) -> Point:
        x, y = (x - self.width / 2) * self.across, (y - self.height / 2) * self.down
        turned = (x * math.cos(self.lean) - y * math.sin(self.lean), x * math.sin(self.lean) + y * math.cos(self.lean))
        return turned[0] + self.width / 2 + shift[0], turned[1] + self.height / 2 + shift[1]


shifts = st.tuples(st.floats(-2, 2), st.floats(-2, 2))
faulty = st.builds(
    lambda paper, **how: Faulty(*paper, **how),
    st.sampled_from([(210.0, 297.0), (215.9, 279.4), (148.0, 210.0), (297.0, 420.0)]),
    flip=st.sampled_from(["long", "short"]),
    across=st.floats(0.98, 1.02),
    down=st.floats(0.98, 1.02),
    lean=st.floats(-0.008, 0.008),
    front=shifts,
    back=shifts,
    margin=st.floats(0, 9),
    landscape=st.sampled_from(["left", "right"]),
)


def drawn(pdf: bytes) -> list[list[Line]]:
    """Return the straight lines of each page of a PDF, in mm from the upper left corner."""
    return [_lines(page) for page in pdfium.PdfDocument(pdf)]


def _lines(page: pdfium.PdfPage) -> list[Line]:
    high, found = page.get_height(), list[Line]()
    for one in page.get_objects(max_depth=1, filter=(raw.FPDF_PAGEOBJ_PATH,)):
        a, b, c, d, e, f = one.get_matrix().get()
        at = (0.0, 0.0)
        for index in range(raw.FPDFPath_CountSegments(one.raw)):
            segment = raw.FPDFPath_GetPathSegment(one.raw, index)
            x, y = ctypes.c_float(), ctypes.c_float()
            raw.FPDFPathSegment_GetPoint(segment, x, y)
            to = (a * x.value + c * y.value + e) * MM, (high - (b * x.value + d * y.value + f)) * MM
            if raw.FPDFPathSegment_GetType(segment) == raw.FPDF_SEGMENT_LINETO:
                found.append((at, to))
            at = to
    return found


def read_off(pdf: bytes, printer: Faulty) -> tuple[list[float], list[float]]:
    """Print a calibration page and return the six numbers and the two from the edges, as exactly as can be."""
    front, back = drawn(pdf)
    corners = sorted(_middle(line) for line in front if _level(line) and _long(line, 16))
    upper_left, lower_left, upper_right, _ = [printer.on_front(*corner) for corner in corners]
    lines = [line for line in front if _long(line, 12)]
    scales = [line for line in back if _long(line, 16)]
    upright = sorted((line for line in lines if not _level(line)), key=_middle_height)
    beside = [line for line in lines if _level(line)]
    reads = []
    for line in (*upright, *beside):  # top, bottom, side
        scale = min(scales, key=lambda scale: math.dist(_middle(scale), printer.through(*_middle(line))))
        reads.append(_crossing(line, scale, printer))
    numbers = [math.dist(upper_left, upper_right), math.dist(upper_left, lower_left), *reads]
    return [*numbers, float(math.ceil(printer.margin))], list(upper_left)


def _crossing(line: Line, scale: Line, printer: Faulty) -> float:
    """Return at which figure a printed line of the front crosses a printed scale of the back, against the light."""
    (px, py), (qx, qy) = (printer.through(*printer.on_front(*end)) for end in line)
    (sx, sy), (ex, ey) = (printer.on_back(*end) for end in sorted(scale))
    ways = ((ex - sx, px - qx), (ey - sy, py - qy))
    area = ways[0][0] * ways[1][1] - ways[0][1] * ways[1][0]
    share = ((px - sx) * ways[1][1] - (py - sy) * ways[0][1]) / area
    return (share - 0.5) * 16


def _middle(line: Line) -> Point:
    (x1, y1), (x2, y2) = line
    return round((x1 + x2) / 2, 3), round((y1 + y2) / 2, 3)


def _middle_height(line: Line) -> float:
    return _middle(line)[1]


def _level(line: Line) -> bool:
    return abs(line[0][1] - line[1][1]) < 0.001


def _long(line: Line, length: float) -> bool:
    return abs(math.dist(*line) - length) < 0.005
