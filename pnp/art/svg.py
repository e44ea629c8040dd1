"""SVG pictures as shapes of the scene. Knows SVG and nothing of pages, games and renderers.

What cannot be drawn alike in every output (masks, filters, patterns, live text) is refused by name, never dropped.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable
from dataclasses import dataclass, replace
from urllib.parse import unquote_to_bytes

from pnp.art.geometry import SHAPES, fitted, measure, shape_outline, transform, viewbox
from pnp.art.paint import Ids, Painter
from pnp.art.pixels import pixels
from pnp.art.problem import ArtProblem, shown
from pnp.art.style import Sheet, Style, fraction
from pnp.art.tree import Node, parse
from pnp.extent import area, backwards, extent, through, union
from pnp.near import near
from pnp.scene import IDENTITY, Group, Image, Matrix, Path, Rect, Segment, Shape, moved, rectangle, times

_SERVERS = ("symbol", "clipPath", "linearGradient", "radialGradient", "pattern", "mask", "filter", "marker", "stop")
_SILENT = frozenset(("defs", "style", "title", "desc", "metadata", "script", "view", *_SERVERS))
_REFUSED = {
    "text": "convert text to outlines",
    "tspan": "convert text to outlines",
    "textPath": "convert text to outlines",
    "foreignObject": "draw it with paths",
    "switch": "keep the one version that shall be seen",
    "animate": "art for paper stands still",
    "animateTransform": "art for paper stands still",
    "animateMotion": "art for paper stands still",
    "set": "art for paper stands still",
}
_PROPERTIES = {
    "mask": ("none", "use a clipPath or cut the shape itself"),
    "filter": ("none", "draw the effect with shapes, or use a PNG"),
    "mix-blend-mode": ("normal", "use plain colours or opacity"),
    "marker-start": ("none", "draw the arrow heads as paths"),
    "marker-mid": ("none", "draw the arrow heads as paths"),
    "marker-end": ("none", "draw the arrow heads as paths"),
    "vector-effect": ("none", "give the line its width in the drawing's own units"),
}
_DEEPEST = 20
_MOST_COPIES = 10_000  # <use> of <use> of <use> … can ask for more shapes than a machine holds


@dataclass(frozen=True, slots=True)
class Where:
    """The place of an element: its parent's style, the viewport percentages are of, the <use>s it came through."""

    style: Style | None
    width: float
    height: float
    used: tuple[Node, ...] = ()


def read_svg(data: bytes, linked: Callable[[str], bytes]) -> tuple[float, float, Group]:
    """Return (width, height, shapes) of an SVG file in its own units, from the top left corner of its viewBox.

    `linked` fetches the bytes of an <image> by its relative path. Raises ArtProblem with the line.
    """
    root = parse(data)
    try:
        return _Reader(root, linked).picture()
    except ArtProblem as problem:
        raise problem.at(root.line, "<svg>") from None
    except RecursionError:
        raise ArtProblem("its elements lie too deep inside each other", "ungroup them", root.line) from None


class _Reader:
    def __init__(self, root: Node, linked: Callable[[str], bytes]) -> None:
        self.root = root
        self.linked = linked
        self.sheet = Sheet(root)
        self.ids = Ids({node.attrib["id"]: node for node in reversed(list(root.everything())) if "id" in node.attrib})
        self.copies = 0

    def picture(self) -> tuple[float, float, Group]:
        inner = viewbox(self.root)
        size = {name: self.root.attrib.get(name, "100%") for name in ("width", "height")}
        sized = not any(value.strip().endswith("%") or value == "auto" for value in size.values())
        if inner is None and not sized:
            raise ArtProblem("there is neither a viewBox nor a width and height", 'add viewBox="0 0 width height"')
        box = Rect(0, 0, measure(self.root, "width", 0), measure(self.root, "height", 0)) if sized else inner
        if box is None or min(box.width, box.height) <= 0:
            raise ArtProblem("the width and height must be above 0")
        if inner is not None and abs(box.width * inner.height / (box.height * inner.width) - 1) < 0.01:
            box = inner  # same proportions: the drawing's own units
        style = self.sheet.of(self.root, None)
        where = Where(style, box.width, box.height)
        shapes = self._viewport(self.root, where, style, Rect(0, 0, box.width, box.height))
        _refuse(style)
        return box.width, box.height, Group(tuple(self._wrapped(shapes, style, where)), once=True)

    def draw(self, node: Node, where: Where) -> list[Shape]:
        """Return the shapes of an element and all below it."""
        if not node.tag or node.tag in _SILENT:
            return []
        self.copies += bool(where.used)
        if self.copies > _MOST_COPIES:
            raise ArtProblem(f"draws more than {_MOST_COPIES} elements by <use>", line=node.line)
        try:
            return self._element(node, where)
        except ArtProblem as problem:
            raise problem.at(node.line, f"<{node.tag}>") from None

    def _element(self, node: Node, where: Where) -> list[Shape]:
        style = self.sheet.of(node, where.style)
        if style["display"] == "none":
            return []
        if node.tag in _REFUSED:
            raise ArtProblem(f"<{node.tag}> is not supported", _REFUSED[node.tag], node.line)
        _refuse(style)
        inside = replace(where, style=style)
        if node.tag in ("g", "a"):
            shapes = [shape for child in node.children for shape in self.draw(child, inside)]
        elif node.tag in SHAPES:
            shapes = self._shape(node, style, where)
        elif node.tag == "use":
            shapes = self._use(node, inside)
        elif node.tag == "svg":
            shapes = self._viewport(node, inside, style, _box(node, where, "100%"))
        elif node.tag == "image":
            shapes = self._image(node, style, where)
        else:
            other = near(node.tag, ("g", "use", "image", *SHAPES))
            raise ArtProblem("is not an element that can be drawn", f"did you mean <{other}>?" if other else "")
        return self._wrapped(shapes, style, where)

    def _wrapped(self, shapes: list[Shape], style: Style, where: Where) -> list[Shape]:
        """Move, clip and fade what an element drew, with as few groups as will do."""
        opacity = fraction(style["opacity"])
        if not shapes or opacity == 0:
            return []
        clips = self._clips(style["clip-path"], shapes, where)
        if any(not clip.segments for clip in clips):
            return []
        if opacity < 1 and not clips and len(shapes) == 1:
            shapes, opacity = _faded(shapes[0], opacity)
        for clip in clips[1:]:
            shapes = [Group(tuple(shapes), clip=clip)]
        matrix = transform(style["transform"])
        if matrix == IDENTITY and not clips and opacity == 1:
            return shapes
        return [Group(tuple(shapes), matrix, clips[0] if clips else None, opacity)]

    def _shape(self, node: Node, style: Style, where: Where) -> list[Shape]:
        if style["visibility"] != "visible":
            return []
        segments = shape_outline(node, where.width, where.height)
        if not segments:
            return []
        painter = Painter(self.ids, self.sheet, where.width, where.height)
        fill, opacity = painter.paint(style, "fill", segments) if node.tag != "line" else (None, 0.0)
        stroke = painter.stroke(style, segments)
        evenodd = style["fill-rule"] == "evenodd"
        if fill is None and stroke is None:
            return []
        if fill is not None and stroke is not None and style["paint-order"].startswith("stroke"):
            return [Path(segments, stroke=stroke), Path(segments, fill, None, evenodd, opacity)]
        return [Path(segments, fill, stroke, evenodd, opacity if fill is not None else 1.0)]

    def _use(self, node: Node, inside: Where) -> list[Shape]:
        target = self.ids.find(node.attrib.get("href", ""))
        if target in inside.used:
            raise ArtProblem("draws itself in a circle")
        if len(inside.used) >= _DEEPEST:
            raise ArtProblem(f"is reached through more than {_DEEPEST} other uses")
        inside = replace(inside, used=(*inside.used, target))
        if target.tag in ("symbol", "svg"):
            own = self.sheet.of(target, inside.style)
            size = {name: node.attrib.get(name, target.attrib.get(name, "100%")) for name in ("width", "height")}
            box = _box(Node("use", size, node.line), inside, "100%")
            shapes = self._wrapped(self._viewport(target, inside, own, box), own, inside)
        else:
            shapes = self.draw(target, inside)
        place = moved(measure(node, "x", inside.width), measure(node, "y", inside.height))
        return shapes if place == IDENTITY or not shapes else [Group(tuple(shapes), place)]

    def _viewport(self, node: Node, where: Where, style: Style, box: Rect) -> list[Shape]:
        """Draw the children of a <svg> or <symbol> in its own coordinates, laid on `box` and cut at its edges."""
        if box.width <= 0 or box.height <= 0:
            return []
        inner = viewbox(node)
        matrix, width, height = moved(box.x, box.y), box.width, box.height
        if inner is not None:
            matrix, _ = fitted(inner, box, node.attrib.get("preserveAspectRatio", ""))
            width, height = inner.width, inner.height
        inside = Where(style, width, height, where.used)
        shapes = [shape for child in node.children for shape in self.draw(child, inside)]
        across, down = matrix[0], matrix[3]
        edge = Rect((box.x - matrix[4]) / across, (box.y - matrix[5]) / down, box.width / across, box.height / down)
        fits = style["overflow"] == "visible" or _within(union(map(extent, shapes)), edge)
        if fits and matrix == IDENTITY:
            return shapes
        return [Group(tuple(shapes), matrix, None if fits else Path(rectangle(edge)))] if shapes else []

    def _image(self, node: Node, style: Style, where: Where) -> list[Shape]:
        if style["visibility"] != "visible":
            return []
        picture = pixels(self._bytes(node.attrib.get("href", "")))
        size = {"width": str(picture.width_px), "height": str(picture.height_px)}
        given = {name: value for name, value in node.attrib.items() if value != "auto"}
        box = _box(Node("image", size | given, node.line), where, "0")
        if box.width <= 0 or box.height <= 0:
            return []
        natural = Rect(0, 0, picture.width_px, picture.height_px)
        matrix, outside = fitted(natural, box, node.attrib.get("preserveAspectRatio", ""))
        across, down, x, y = matrix[0], matrix[3], matrix[4], matrix[5]
        drawn = Image(Rect(x, y, across * natural.width, down * natural.height), picture)
        return [Group((drawn,), clip=Path(rectangle(box)))] if outside else [drawn]

    def _bytes(self, href: str) -> bytes:
        kind, comma, rest = href.strip().partition(",")
        if not kind.startswith("data:"):
            return self.linked(href.strip())
        words = kind[5:].replace(" ", "").lower().split(";")
        if not comma or words[0] not in ("image/png", "image/jpeg", "image/jpg", ""):
            raise ArtProblem(f'holds a picture of the kind "{shown(words[0])}"', "PNG and JPEG can be held in an SVG")
        data = unquote_to_bytes(rest)
        if "base64" not in words:
            return data
        try:
            return base64.b64decode(b"".join(data.split()) + b"==", validate=False)
        except binascii.Error:
            raise ArtProblem("the picture held in it is damaged (not base64)") from None

    def _clips(self, value: str, shapes: list[Shape], where: Where) -> list[Path]:
        """Return the outlines that an element is cut to, the first outermost, in the element's own coordinates."""
        if value == "none":
            return []
        node = self.ids.url(value, "clipPath")
        if node in where.used:
            raise ArtProblem("clips itself in a circle", line=node.line)
        where = Where(None, where.width, where.height, (*where.used, node))
        style = self.sheet.of(node, None)
        matrix = transform(style["transform"])
        if node.attrib.get("clipPathUnits") == "objectBoundingBox":
            box = union(extent(shape, strokes=False) for shape in shapes) or Rect(0, 0, 0, 0)
            matrix = times((box.width, 0.0, 0.0, box.height, box.x, box.y), matrix)
        try:
            parts = [part for child in node.children for part in self._clip_part(child, style, where, matrix)]
            clip = _united(parts)
        except ArtProblem as problem:
            raise problem.at(node.line, "<clipPath>") from None
        return [clip, *self._clips(style["clip-path"], shapes, where)]

    def _clip_part(self, node: Node, parent: Style, where: Where, matrix: Matrix) -> list[Path]:
        if not node.tag or node.tag in ("title", "desc", "metadata", "style"):
            return []
        style = self.sheet.of(node, parent)
        if style["display"] == "none" or style["visibility"] != "visible":
            return []
        if style["clip-path"] != "none" or node.tag in _REFUSED:
            what = f"<{node.tag}>" if node.tag in _REFUSED else "a clip-path"
            raise ArtProblem(f"{what} inside <clipPath> is not supported", "unite it into one path", node.line)
        matrix = times(matrix, transform(style["transform"]))
        if node.tag == "use":
            target = self.ids.find(node.attrib.get("href", ""), *SHAPES)
            place = moved(measure(node, "x", where.width), measure(node, "y", where.height))
            return self._clip_part(target, style, where, times(matrix, place))
        if node.tag not in SHAPES:
            raise ArtProblem(f"<{node.tag}> cannot stand inside <clipPath>", "use shapes and paths", node.line)
        segments = shape_outline(node, where.width, where.height)
        return [Path(through(segments, matrix), evenodd=style["clip-rule"] == "evenodd")] if segments else []


def _refuse(style: Style) -> None:
    for name, (harmless, hint) in _PROPERTIES.items():
        if style[name] != harmless:
            raise ArtProblem(f"{name} is not supported", hint)


def _within(reach: Rect | None, edge: Rect) -> bool:
    """Say whether nothing sticks out by more than can be seen, so that no clip is needed."""
    if reach is None:
        return True
    room = edge.grown(max(edge.width, edge.height) / 10_000)
    return room.x <= reach.x and room.y <= reach.y and reach.right <= room.right and reach.bottom <= room.bottom


def _box(node: Node, where: Where, size: str) -> Rect:
    x, y = measure(node, "x", where.width), measure(node, "y", where.height)
    return Rect(x, y, measure(node, "width", where.width, size), measure(node, "height", where.height, size))


def _faded(shape: Shape, opacity: float) -> tuple[list[Shape], float]:
    """Fade one shape itself where that is the same as fading a group, so that renderers need no transparency group."""
    if isinstance(shape, Image):
        return [replace(shape, opacity=shape.opacity * opacity)], 1.0
    if isinstance(shape, Path) and shape.stroke is None:
        return [replace(shape, fill_opacity=shape.fill_opacity * opacity)], 1.0
    if isinstance(shape, Path) and shape.fill is None and shape.stroke is not None:
        return [replace(shape, stroke=replace(shape.stroke, opacity=shape.stroke.opacity * opacity))], 1.0
    return [shape], opacity


def _united(parts: list[Path]) -> Path:
    """Return one outline that covers what any of the parts covers.

    With the non-zero rule outlines that run the same way round unite; so all are turned clockwise first.
    """
    if len(parts) == 1:
        return parts[0]
    segments: list[Segment] = []
    for part in parts:
        if part.evenodd and sum(segment[0] == "M" for segment in part.segments) > 1:
            raise ArtProblem("clip-rule evenodd among several shapes is not supported", "unite them into one path")
        segments += backwards(part.segments) if area(part.segments) < 0 else part.segments
    return Path(tuple(segments))
