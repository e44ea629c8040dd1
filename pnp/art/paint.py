"""Fills and strokes of SVG elements as paints of the scene: flat colours and gradients."""

from __future__ import annotations

import re
from typing import Literal, TypeVar, get_args

from pnp.art.geometry import diagonal, transform
from pnp.art.problem import ArtProblem, shown
from pnp.art.spreading import Spread, repeated
from pnp.art.style import Sheet, Style, color, fraction, length
from pnp.art.tree import Node
from pnp.expressions import expression
from pnp.extent import bounds
from pnp.near import near
from pnp.scene import Gradient, Matrix, Paint, Rect, Segment, Stop, Stroke, inverse, times
from pnp.values import dataclass

_URL = expression(r"""url\(\s*["']?([^"')]*?)["']?\s*\)\s*(.*)""", re.DOTALL)
_BLANKS = expression(r"[\s,]+")
_SERVERS: dict[str, tuple[str, ...]] = {
    "linearGradient": ("x1", "y1", "x2", "y2"),
    "radialGradient": ("cx", "cy", "r", "fx", "fy"),
}
Outline = tuple[Segment, ...]
_Word = TypeVar("_Word", bound=str)
Cap = Literal["butt", "round", "square"]
Join = Literal["miter", "round", "bevel"]


@dataclass(frozen=True, slots=True)
class Ids:
    """The elements of a file by their `id`."""

    nodes: dict[str, Node]

    def find(self, href: str, *tags: str) -> Node:
        """Return the element behind "#name"; with `tags` it must be one of them. Raises ArtProblem."""
        if not href.startswith("#"):
            raise ArtProblem(
                f'"{shown(href)}" leads out of the file', 'copy what you need into it and refer to "#name"'
            )
        node = self.nodes.get(href[1:])
        if node is None:
            other = near(href[1:], self.nodes)
            raise ArtProblem(f'there is no element "{shown(href)}"', f'did you mean "#{other}"?' if other else "")
        if tags and node.tag not in tags:
            hint = "only areas can have a pattern" if node.tag == "pattern" else ""
            raise ArtProblem(f"<{node.tag}> is not supported here", hint, node.line)
        return node

    def url(self, value: str, *tags: str) -> Node:
        """Return the element behind "url(#name)". Raises ArtProblem."""
        match = _URL.fullmatch(value)
        if not match:
            raise ArtProblem(f'"{shown(value)}" is not supported', "write url(#name)")
        return self.find(match[1], *tags)


@dataclass(frozen=True, slots=True)
class Painter:
    """Reads paints for one viewport of `width` × `height` user units."""

    ids: Ids
    sheet: Sheet
    width: float
    height: float

    def paint(self, style: Style, name: Literal["fill", "stroke"], outline: Outline) -> tuple[Paint | None, float]:
        """Return the paint of `name` and its opacity for a shape of this outline; None paints nothing."""
        value = style[name]
        opacity = fraction(style[f"{name}-opacity"])
        if value == "none" or opacity == 0:
            return None, 0.0
        if value.startswith("url("):
            return self._gradient(self.ids.url(value, *_SERVERS), style, outline), opacity
        flat, alpha = color(value, style["color"])
        return (flat if alpha else None), opacity * alpha

    def stroke(self, style: Style, outline: Outline) -> Stroke | None:
        """Return how the line along a shape is drawn, None for no line."""
        paint, opacity = self.paint(style, "stroke", outline)
        whole = diagonal(self.width, self.height)
        width = length(style["stroke-width"], whole)
        if paint is None or width <= 0:
            return None
        cap: Cap = _one_of(style["stroke-linecap"], get_args(Cap))
        join: Join = _one_of(
            {"miter-clip": "miter"}.get(style["stroke-linejoin"], style["stroke-linejoin"]), get_args(Join)
        )
        dash: tuple[float, ...] = ()
        if style["stroke-dasharray"] != "none":
            dash = tuple(length(part, whole) for part in _BLANKS.split(style["stroke-dasharray"].strip(", ")))
            if min(dash) < 0:
                raise ArtProblem("a stroke-dasharray has no negative lengths")
            dash = () if not any(dash) else dash * (1 + len(dash) % 2)
        offset = length(style["stroke-dashoffset"], whole) if dash else 0.0
        limit = length(style["stroke-miterlimit"])
        return Stroke(paint, width, dash, offset, cap, join, limit, opacity)

    def _gradient(self, node: Node, style: Style, outline: Outline) -> Paint | None:
        values, stops = self._inherited(node, style)
        if not stops:
            return None
        spread = _one_of(values.get("spreadMethod", "pad"), get_args(Spread))
        matrix = transform(values.get("gradientTransform", ""))
        boxed = values.get("gradientUnits", "objectBoundingBox") == "objectBoundingBox"
        width, height = (1.0, 1.0) if boxed else (self.width, self.height)
        if boxed:
            matrix = times(_over(bounds(outline) or Rect(0, 0, 0, 0)), matrix)
        coords = _coords(node.tag, values, width, height)
        if len(stops) == 1 or (coords[2] == 0 if node.tag == "radialGradient" else coords[:2] == coords[2:]):
            return stops[-1].color
        if spread != "pad":
            line = length(style["stroke-width"], diagonal(self.width, self.height))
            reach = (bounds(outline) or Rect(0, 0, 0, 0)).grown(2 * line)
            coords, stops = repeated(coords, stops, reach, inverse(matrix), spread)
        return Gradient("linear" if node.tag == "linearGradient" else "radial", coords, stops, matrix)

    def _inherited(self, node: Node, style: Style) -> tuple[dict[str, str], tuple[Stop, ...]]:
        """Follow `href` from gradient to gradient: what one leaves open, the next may say."""
        values: dict[str, str] = {}
        stops: tuple[Stop, ...] = ()
        seen: list[Node] = []
        while True:
            own = _SERVERS[seen[0].tag if seen else node.tag]
            shared = ("gradientUnits", "gradientTransform", "spreadMethod")
            values = {name: node.attrib[name] for name in (*own, "fr", *shared) if name in node.attrib} | values
            stops = stops or self._stops(node, style)
            seen.append(node)
            if "href" not in node.attrib:
                return values, stops
            node = self.ids.find(node.attrib["href"], *_SERVERS)
            if node in seen:
                raise ArtProblem("gradients refer to each other in a circle", line=node.line)

    def _stops(self, node: Node, parent: Style) -> tuple[Stop, ...]:
        stops: list[Stop] = []
        for child in node.children:
            if child.tag != "stop":
                continue
            try:
                style = self.sheet.of(child, None)
                flat, alpha = color(style["stop-color"], child.attrib.get("color", parent["color"]))
                offset = max(fraction(child.attrib.get("offset", "0")), stops[-1].offset if stops else 0.0)
                stops.append(Stop(offset, flat, alpha * fraction(style["stop-opacity"])))
            except ArtProblem as problem:
                raise problem.at(child.line, "<stop>") from None
        return tuple(stops)


def _coords(tag: str, values: dict[str, str], width: float, height: float) -> tuple[float, ...]:
    def at(name: str, default: str, whole: float) -> float:
        return length(values.get(name, default), whole)

    if tag == "linearGradient":
        return at("x1", "0%", width), at("y1", "0%", height), at("x2", "100%", width), at("y2", "0%", height)
    whole = diagonal(width, height)
    cx, cy, r = at("cx", "50%", width), at("cy", "50%", height), at("r", "50%", whole)
    start = at("fr", "0", whole)
    focus = at("fx", str(cx), width), at("fy", str(cy), height)
    return (cx, cy, r, *focus, start) if start > 0 else (cx, cy, r, *focus)


def _over(box: Rect) -> Matrix:
    """Return the matrix from the unit square to `box`.

    A level or upright line lends its length to its missing side, so that a gradient along it shows (the specification
    draws nothing there, which nobody means).
    """
    width, height = box.width or box.height, box.height or box.width
    return width, 0.0, 0.0, height, box.x, box.y


def _one_of(value: str, allowed: tuple[_Word, ...]) -> _Word:
    for word in allowed:
        if word == value:
            return word
    raise ArtProblem(f'"{shown(value)}" is not one of {", ".join(allowed)}')
