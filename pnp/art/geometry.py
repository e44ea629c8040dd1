"""Outlines, transforms and viewports of SVG elements. Knows attributes that place things, not how they are painted."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

from pnp.art.path_data import numbers, outline
from pnp.art.problem import ArtProblem, shown
from pnp.art.style import length
from pnp.art.tree import Node
from pnp.expressions import expression
from pnp.scene import IDENTITY, KAPPA, Matrix, Rect, Segment, ellipse, line, moved, polygon, rectangle, times

SMALLEST, FURTHEST = 1e-6, 1e9  # of what a drawing measures and where it lies: beyond these, arithmetic goes wrong
SHAPES = frozenset(("rect", "circle", "ellipse", "line", "polyline", "polygon", "path"))
_TRANSFORM = expression(r"[\s,]*([A-Za-z]+)\s*\(([^()]*)\)[\s,]*")
_ALIGN = expression(r"(?:defer\s+)?(?:none|x(Min|Mid|Max)Y(Min|Mid|Max)(?:\s+(meet|slice))?)")


def measure(node: Node, name: str, whole: float, default: str = "0") -> float:
    """Return the attribute `name` as a length; percentages are of `whole`."""
    return length(node.attrib.get(name, default), whole)


def region(
    values: Mapping[str, str], units: str, box: Rect, size: tuple[float, float], default: tuple[str, str, str, str]
) -> Rect:
    """Return the rectangle that x, y, width and height say.

    They are parts of `box`, unless the attribute `units` says otherwise: then percentages are of the viewport's `size`.
    """
    boxed = values.get(units, "objectBoundingBox") == "objectBoundingBox"
    width, height = (1.0, 1.0) if boxed else size
    names = zip(("x", "y", "width", "height"), default, (width, height, width, height), strict=True)
    x, y, across, down = (length(values.get(name, otherwise), whole) for name, otherwise, whole in names)
    if not boxed:
        return Rect(x, y, across, down)
    return Rect(box.x + x * box.width, box.y + y * box.height, across * box.width, down * box.height)


def shape_outline(node: Node, width: float, height: float) -> tuple[Segment, ...]:
    """Return the outline of a basic shape or path, empty when it has no size; percentages are of the viewport."""
    match node.tag:
        case "path":
            return outline(node.attrib.get("d", ""))
        case "rect":
            return _rect(node, width, height)
        case "circle":
            radius = measure(node, "r", diagonal(width, height))
            return _oval(node, width, height, radius, radius)
        case "ellipse":
            rx = measure(node, "rx", width, node.attrib.get("ry", "0"))
            return _oval(node, width, height, rx, measure(node, "ry", height, node.attrib.get("rx", "0")))
        case "line":
            x1, x2 = measure(node, "x1", width), measure(node, "x2", width)
            return line(x1, measure(node, "y1", height), x2, measure(node, "y2", height))
        case _:
            values = numbers(node.attrib.get("points", ""))
            points = list(zip(values[::2], values[1::2], strict=False))
            return polygon(points) if node.tag == "polygon" else polygon(points)[:-1]  # a polyline stays open


def diagonal(width: float, height: float) -> float:
    """Return what percentages of lengths without a direction are of (SVG 2, 8.9)."""
    return math.sqrt((width * width + height * height) / 2)


def _oval(node: Node, width: float, height: float, rx: float, ry: float) -> tuple[Segment, ...]:
    if rx <= 0 or ry <= 0:
        return ()
    return ellipse(measure(node, "cx", width), measure(node, "cy", height), rx, ry)


def _rect(node: Node, width: float, height: float) -> tuple[Segment, ...]:
    x, y = measure(node, "x", width), measure(node, "y", height)
    box = Rect(x, y, measure(node, "width", width), measure(node, "height", height))
    if box.width <= 0 or box.height <= 0:
        return ()
    given = {name: node.attrib[name] for name in ("rx", "ry") if node.attrib.get(name, "auto") != "auto"}
    rx = length(given.get("rx", given.get("ry", "0")), width)
    ry = length(given.get("ry", given.get("rx", "0")), height)
    rx, ry = min(rx, box.width / 2), min(ry, box.height / 2)
    if rx <= 0 or ry <= 0 or rx == ry:
        return rectangle(box, radius=min(rx, ry))
    kx, ky = rx * (1 - KAPPA), ry * (1 - KAPPA)
    right, bottom = box.right, box.bottom
    return (
        ("M", x + rx, y),
        ("L", right - rx, y),
        ("C", right - kx, y, right, y + ky, right, y + ry),
        ("L", right, bottom - ry),
        ("C", right, bottom - ky, right - kx, bottom, right - rx, bottom),
        ("L", x + rx, bottom),
        ("C", x + kx, bottom, x, bottom - ky, x, bottom - ry),
        ("L", x, y + ry),
        ("C", x, y + ky, x + kx, y, x + rx, y),
        ("Z",),
    )


def transform(text: str) -> Matrix:
    """Return the matrix of a `transform` attribute or property. Raises ArtProblem."""
    if text in ("", "none"):
        return IDENTITY
    matrix, end = IDENTITY, 0
    while match := _TRANSFORM.match(text, end):
        matrix = times(matrix, _step(match[1], numbers(re.sub(r"(?<=[\d.])(px|deg)\b", "", match[2])), match[0]))
        end = match.end()
    if end != len(text):
        raise ArtProblem(f'"{shown(text)}" is not a transform')
    return matrix


def _step(name: str, values: list[float], text: str) -> Matrix:
    found: Matrix | None = None
    match name, values:
        case "matrix", [a, b, c, d, e, f]:
            found = a, b, c, d, e, f
        case "translate", [x, *rest] if len(rest) < 2:
            found = moved(x, sum(rest))
        case "scale", [x, *rest] if len(rest) < 2:
            found = x, 0.0, 0.0, (rest or [x])[0], 0.0, 0.0
        case "rotate", [angle]:
            found = _rotation(angle)
        case "rotate", [angle, x, y]:
            found = times(times(moved(x, y), _rotation(angle)), moved(-x, -y))
        case "skewX", [angle]:
            found = 1.0, 0.0, math.tan(math.radians(angle)), 1.0, 0.0, 0.0
        case "skewY", [angle]:
            found = 1.0, math.tan(math.radians(angle)), 0.0, 1.0, 0.0, 0.0
    if found is None:
        allowed = "matrix, translate, scale, rotate, skewX and skewY with plain numbers"
        raise ArtProblem(f'"{shown(text)}" is not a transform that can be read', f"allowed are {allowed}")
    return found


def _rotation(angle: float) -> Matrix:
    if angle % 90 == 0:
        a, b = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[int(angle // 90) % 4]
    else:
        a, b = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    return a, b, -b, a, 0.0, 0.0


def viewbox(node: Node) -> Rect | None:
    """Return the `viewBox`, None when there is none. Raises ArtProblem."""
    text = node.attrib.get("viewBox")
    if text is None:
        return None
    values = numbers(text)
    if len(values) != 4 or min(values[2:]) <= 0:
        raise ArtProblem(f'the viewBox "{shown(text)}" is not four numbers with a width and height above 0')
    if min(values[2:]) < SMALLEST or max(map(abs, values)) > FURTHEST:
        raise ArtProblem(f'the viewBox "{shown(text)}" has numbers that no drawing needs', "scale the drawing")
    return Rect(*values)


def fitted(inner: Rect, box: Rect, how: str) -> tuple[Matrix, bool]:
    """Return the matrix that lays `inner` on `box` as preserveAspectRatio says, and whether it reaches outside."""
    match = _ALIGN.fullmatch(how.strip() or "xMidYMid")
    if not match:
        raise ArtProblem(f'"{shown(how)}" is not a preserveAspectRatio')
    sx, sy = box.width / inner.width, box.height / inner.height
    across, down, kind = match.groups()
    if across is None:
        return (sx, 0.0, 0.0, sy, box.x - sx * inner.x, box.y - sy * inner.y), False
    both = max(sx, sy) if kind == "slice" else min(sx, sy)
    share = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}
    x = box.x + (box.width - both * inner.width) * share[across] - both * inner.x
    y = box.y + (box.height - both * inner.height) * share[down] - both * inner.y
    return (both, 0.0, 0.0, both, x, y), kind == "slice"
