"""SVG pictures as shapes of the scene. Knows SVG and nothing of pages, games and renderers.

What cannot be drawn alike in every output (filters, blending, text along a path) is refused by name, never
dropped.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable
from urllib.parse import unquote_to_bytes

from pnp.art.cutting import Cut, Cutter
from pnp.art.geometry import FURTHEST, SHAPES, SMALLEST, fitted, measure, shape_outline, transform, viewbox
from pnp.art.markers import MARKED, Marker, marked
from pnp.art.paint import Ids, Painter
from pnp.art.picture import Art
from pnp.art.pixels import pixels, upright
from pnp.art.problem import ArtProblem, shown
from pnp.art.style import Dress, Sheet, Style, Where, fraction
from pnp.art.tiles import tiled
from pnp.art.tree import WORDS, Node, parse
from pnp.art.words import Setter
from pnp.extent import bounds, extent, union
from pnp.near import near
from pnp.scene import IDENTITY, Group, Image, Path, Rect, Segment, Shape, moved, rectangle
from pnp.values import replace

_SERVERS = ("symbol", "clipPath", "linearGradient", "radialGradient", "pattern", "mask", "filter", "marker", "stop")
_SILENT = frozenset(("defs", "style", "title", "desc", "metadata", "view", WORDS, *_SERVERS))
_REFUSED = {
    "tspan": "it belongs inside <text>",
    "textPath": "convert text to outlines",
    "foreignObject": "draw it with paths",
    "animate": "art for paper stands still",
    "animateTransform": "art for paper stands still",
    "animateMotion": "art for paper stands still",
    "set": "art for paper stands still",
}
_PROPERTIES = {
    "filter": ("none", "draw the effect with shapes, or use a PNG"),
    "mix-blend-mode": ("normal", "use plain colours or opacity"),
    "vector-effect": ("none", "give the line its width in the drawing's own units"),
}
_LINE = 4  # segments: what has more is hardly a straight line
_DEEPEST = 20
_MOST_COPIES = 10_000  # <use> of <use> of <use> … can ask for more shapes than a machine holds


def read_svg(data: bytes, linked: Callable[[str], bytes]) -> Art:
    """Return the picture in an SVG file in its own units, from the top left corner of its viewBox.

    `linked` fetches the bytes of an <image> by its relative path. Raises ArtProblem with the line.
    """
    reader = _Reader(parse(data), linked)
    shape = reader.draw()
    return Art(reader.size.width, reader.size.height, shape, reader, tuple(reader.notes))


class _Reader:
    """One file, parsed once; what is drawn of it depends on its dress."""

    def __init__(self, root: Node, linked: Callable[[str], bytes]) -> None:
        self.root = root
        self.linked = linked
        self.sheet = Sheet(root)
        nodes = list(root.everything())
        self.ids = Ids({node.attrib["id"]: node for node in reversed(nodes) if "id" in node.attrib})
        self.notes: list[str] = []
        self.cutter = Cutter(root, self.ids, self.sheet, self.shapes)
        self.marker = Marker(self.ids, self.sheet, self.shapes)
        self.setter = Setter(self.ids, self.sheet, self.notes)
        self.copies = 0
        self.size = Rect(0, 0, 0, 0)

    @property
    def parts(self) -> tuple[str, ...]:
        nodes = list(self.root.everything())
        classes = (name for node in nodes for name in node.attrib.get("class", "").split())
        return tuple(dict.fromkeys((*classes, *(node.attrib["id"] for node in nodes if node.attrib.get("id")))))

    def draw(self, dress: Dress | None = None) -> Group:
        """Return the shapes of the whole drawing. Raises ArtProblem."""
        self.copies, self.sheet.dress = 0, dress
        try:
            return self._picture()
        except ArtProblem as problem:
            raise problem.at(self.root.line, "<svg>") from None
        except RecursionError:
            raise ArtProblem("its elements lie too deep inside each other", "ungroup them", self.root.line) from None

    def _picture(self) -> Group:
        inner = viewbox(self.root)
        size = {name: self.root.attrib.get(name, "100%") for name in ("width", "height")}
        sized = not any(value.strip().endswith("%") or value == "auto" for value in size.values())
        if inner is None and not sized:
            raise ArtProblem("there is neither a viewBox nor a width and height", 'add viewBox="0 0 width height"')
        box = Rect(0, 0, measure(self.root, "width", 0), measure(self.root, "height", 0)) if sized else inner
        if box is None or min(box.width, box.height) <= 0:
            raise ArtProblem("the width and height must be above 0")
        if min(box.width, box.height) < SMALLEST or max(box.width, box.height) > FURTHEST:
            raise ArtProblem("the width and height are numbers that no drawing needs", "scale the drawing")
        if inner is not None and abs(box.width * inner.height / (box.height * inner.width) - 1) < 0.01:
            box = inner  # same proportions: the drawing's own units
        self.size = Rect(0, 0, box.width, box.height)
        style = self.sheet.of(self.root, None)
        where = Where(style, box.width, box.height)
        shapes = self._viewport(self.root, where, style, self.size)
        _refuse(style)
        return Group(tuple(self._wrapped(shapes, style, where)), once=True)

    def shapes(self, node: Node, where: Where) -> list[Shape]:
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
            shapes = [shape for child in node.children for shape in self.shapes(child, inside)]
        elif node.tag in SHAPES:
            shapes = self._shape(node, style, where)
            if marked(style) and node.tag in MARKED and style["visibility"] == "visible":
                shapes += self.marker.markers(style, shape_outline(node, where.width, where.height), where)
        elif node.tag == "use":
            shapes = self._use(node, inside)
        elif node.tag == "svg":
            shapes = self._viewport(node, inside, style, _box(node, where, "100%"))
        elif node.tag == "image":
            shapes = self._image(node, style, where)
        elif node.tag == "text":
            shapes = list(self.setter.text(node, style, where)) if style["visibility"] == "visible" else []
        elif node.tag == "switch":
            shapes = self._switch(node, inside)
        else:
            other = near(node.tag, ("g", "use", "image", *SHAPES))
            raise ArtProblem("is not an element that can be drawn", f"did you mean <{other}>?" if other else "")
        return self._wrapped(shapes, style, where)

    def _wrapped(self, shapes: list[Shape], style: Style, where: Where) -> list[Shape]:
        """Move, clip and fade what an element drew, with as few groups as will do."""
        opacity = fraction(style["opacity"])
        if not shapes or opacity == 0:
            return []
        cut = self.cutter.cut(style, shapes, where)
        if cut is None or any(not clip.segments for clip in cut.clips):
            return []
        if opacity < 1 and cut == Cut() and len(shapes) == 1:
            shapes, opacity = _faded(shapes[0], opacity)
        for mask in cut.masks[1:]:
            shapes = [Group(tuple(shapes), mask=mask)]
        for clip in cut.clips[1:]:
            shapes = [Group(tuple(shapes), clip=clip)]
        matrix = transform(style["transform"])
        if matrix == IDENTITY and cut == Cut() and opacity == 1:
            return shapes
        outermost, mask = next(iter(cut.clips), None), next(iter(cut.masks), ())
        return [Group(tuple(shapes), matrix, outermost, opacity, mask=mask)]

    def _shape(self, node: Node, style: Style, where: Where) -> list[Shape]:
        if style["visibility"] != "visible":
            return []
        segments = shape_outline(node, where.width, where.height)
        if not segments:
            return []
        painter = Painter(self.ids, self.sheet, where.width, where.height)
        stroke = painter.stroke(style, segments)
        evenodd = style["fill-rule"] == "evenodd"
        pattern = self._pattern(style, segments, evenodd, where) if node.tag != "line" else None
        if pattern is not None:
            lines = [Path(segments, stroke=stroke)] if stroke is not None else []
            return [*lines, *pattern] if style["paint-order"].startswith("stroke") else [*pattern, *lines]
        fill, opacity = painter.paint(style, "fill", segments) if node.tag != "line" else (None, 0.0)
        if fill is not None and len(segments) <= _LINE and not all(_sides(segments)):
            fill = None  # a level or upright line has no inside; some printers would draw one
        if fill is None and stroke is None:
            return []
        if fill is not None and stroke is not None and style["paint-order"].startswith("stroke"):
            return [Path(segments, stroke=stroke), Path(segments, fill, None, evenodd, opacity)]
        return [Path(segments, fill, stroke, evenodd, opacity if fill is not None else 1.0)]

    def _pattern(self, style: Style, segments: tuple[Segment, ...], evenodd: bool, where: Where) -> list[Shape] | None:
        """Return an area filled with a pattern, None when its fill is none."""
        if not style["fill"].startswith("url("):
            return None
        node = self.ids.url(style["fill"])
        if node.tag != "pattern":
            return None
        copies = tiled(node, segments, where, self.ids, self.sheet, self.shapes)
        opacity = fraction(style["fill-opacity"])
        return [Group(copies, clip=Path(segments, evenodd=evenodd), opacity=opacity)] if copies and opacity else []

    def _switch(self, node: Node, inside: Where) -> list[Shape]:
        """Draw the first version that asks for nothing; what asks for another program is passed over."""
        for child in node.children:
            if "systemLanguage" in child.attrib:
                raise ArtProblem("shows another picture for each language", "keep the one version that shall be seen")
            if child.tag and "requiredExtensions" not in child.attrib and child.tag != "foreignObject":
                return self.shapes(child, inside)
        return []

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
            shapes = self.shapes(target, inside)
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
        shapes = [shape for child in node.children for shape in self.shapes(child, inside)]
        across, down = matrix[0], matrix[3]
        edge = Rect((box.x - matrix[4]) / across, (box.y - matrix[5]) / down, box.width / across, box.height / down)
        fits = style["overflow"] == "visible" or _within(union(map(extent, shapes)), edge)
        if fits and matrix == IDENTITY:
            return shapes
        return [Group(tuple(shapes), matrix, None if fits else Path(rectangle(edge)))] if shapes else []

    def _image(self, node: Node, style: Style, where: Where) -> list[Shape]:
        if style["visibility"] != "visible":
            return []
        across, down, picture = upright(pixels(self._bytes(node.attrib.get("href", ""))))
        size = {"width": str(across), "height": str(down)}
        given = {name: value for name, value in node.attrib.items() if value != "auto"}
        box = _box(Node("image", size | given, node.line), where, "0")
        if box.width <= 0 or box.height <= 0:
            return []
        matrix, outside = fitted(Rect(0, 0, across, down), box, node.attrib.get("preserveAspectRatio", ""))
        drawn: Shape = Group((picture,), matrix)
        if isinstance(picture, Image):
            wide, high = matrix[0] * picture.box.width, matrix[3] * picture.box.height
            drawn = Image(Rect(matrix[4], matrix[5], wide, high), picture.pixels)
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


def _sides(segments: tuple[Segment, ...]) -> tuple[float, float]:
    box = bounds(segments) or Rect(0, 0, 0, 0)
    return box.width, box.height


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
