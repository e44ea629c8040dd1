"""Arrow heads and other markers at the corners of a line. Lends the drawing of elements from the reader."""

from __future__ import annotations

from collections.abc import Callable
from math import atan2, cos, degrees, radians, sin

from pnp.art.geometry import diagonal, fitted, measure, viewbox
from pnp.art.paint import Ids
from pnp.art.problem import ArtProblem
from pnp.art.style import Sheet, Style, Where, length
from pnp.art.tree import Node
from pnp.scene import Group, Path, Rect, Segment, Shape, apply, moved, rectangle, times
from pnp.values import dataclass

MARKED = frozenset(("path", "line", "polyline", "polygon"))
_Point = tuple[float, float]


def marked(style: Style) -> bool:
    """Say whether an element has markers."""
    return not style["marker-start"] == style["marker-mid"] == style["marker-end"] == "none"


@dataclass(slots=True)
class _Corner:
    """A corner of an outline; `before` and `after` are the directions of the line into it and out of it."""

    x: float
    y: float
    before: _Point | None = None
    after: _Point | None = None

    def angle(self) -> float:
        """Return the direction of the line here in degrees, half way between both where it bends."""
        parts = [atan2(way[1], way[0]) for way in (self.before, self.after) if way is not None]
        return degrees(atan2(sum(map(sin, parts)), sum(map(cos, parts))))


class Marker:
    """Draws the markers of the elements of one file."""

    def __init__(self, ids: Ids, sheet: Sheet, draw: Callable[[Node, Where], list[Shape]]) -> None:
        self.ids, self.sheet, self.draw = ids, sheet, draw

    def markers(self, style: Style, segments: tuple[Segment, ...], where: Where) -> list[Shape]:
        """Return what stands at the first corner, the last one and those between. Raises ArtProblem."""
        values = style["marker-start"], style["marker-mid"], style["marker-end"]
        corners = _corners(segments)
        width = length(style["stroke-width"], diagonal(where.width, where.height))
        shapes: list[Shape] = []
        for at, corner in enumerate(corners):
            for value, here in zip(values, (at == 0, 0 < at < len(corners) - 1, at == len(corners) - 1), strict=True):
                if here and value != "none":
                    shapes += self._one(self.ids.url(value, "marker"), corner, at == 0, width, style, where)
        return shapes

    def _one(self, node: Node, corner: _Corner, first: bool, line: float, style: Style, where: Where) -> list[Shape]:
        if node in where.used:
            raise ArtProblem("marks itself in a circle", line=node.line)
        box = Rect(
            0, 0, measure(node, "markerWidth", where.width, "3"), measure(node, "markerHeight", where.height, "3")
        )
        if box.width <= 0 or box.height <= 0:
            return []
        seen = viewbox(node)
        inner, size = moved(0, 0), box
        if seen is not None:
            inner, size = fitted(seen, box, node.attrib.get("preserveAspectRatio", ""))[0], seen
        turn = node.attrib.get("orient", "0")
        angle = corner.angle() if turn.startswith("auto") else length(turn.removesuffix("deg"))
        angle = radians(angle + (180 if first and turn == "auto-start-reverse" else 0))
        scale = line if node.attrib.get("markerUnits", "strokeWidth") == "strokeWidth" else 1.0
        c, s = scale * cos(angle), scale * sin(angle)
        ref = apply(inner, measure(node, "refX", size.width), measure(node, "refY", size.height))
        matrix = times((c, s, -s, c, corner.x, corner.y), moved(-ref[0], -ref[1]))
        own = self.sheet.of(node, None)
        inside = Where(own, size.width, size.height, (*where.used, node))
        before, self.sheet.context = self.sheet.context, {f"context-{name}": style[name] for name in ("fill", "stroke")}
        drawn = [shape for child in node.children for shape in self.draw(child, inside)]
        self.sheet.context = before
        if not drawn or not scale:
            return []
        clip = None if own["overflow"] in ("visible", "auto") else Path(rectangle(box))
        return [Group((Group(tuple(drawn), inner),), matrix, clip)]


def _corners(segments: tuple[Segment, ...]) -> list[_Corner]:
    """Return the corners of an outline in order; a closed part comes back to its first."""
    corners: list[_Corner] = []
    start = last = _Corner(0.0, 0.0)
    for segment in segments:
        match segment:
            case ("M", x, y):
                start = last = _Corner(x, y)
                corners.append(last)
            case ("Z",):
                _join(corners, last, (start.x, start.y), (start.x, start.y), (last.x, last.y))
                last = corners[-1]
                last.after, start.before = start.after, last.before
            case ("L", x, y):
                last = _join(corners, last, (x, y), (x, y), (last.x, last.y))
            case ("C", x1, y1, x2, y2, x, y):
                here = last.x, last.y
                first = next((point for point in ((x1, y1), (x2, y2)) if point != here), (x, y))
                final = next((point for point in ((x2, y2), (x1, y1)) if point != (x, y)), here)
                last = _join(corners, last, (x, y), first, final)
    return corners


def _join(corners: list[_Corner], last: _Corner, end: _Point, first: _Point, final: _Point) -> _Corner:
    """Add the corner at `end`; the line leaves `last` towards `first` and arrives from `final`."""
    corner = _Corner(*end)
    if first != (last.x, last.y):
        last.after = first[0] - last.x, first[1] - last.y
    corner.before = (end[0] - final[0], end[1] - final[1]) if final != end else last.before
    corners.append(corner)
    return corner
