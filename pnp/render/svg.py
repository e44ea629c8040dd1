"""Pages as SVG, for screens. Translates the scene and decides nothing; the only module that knows svgwrite.

Lengths are millimetres (width, height and a viewBox that matches). Text is drawn as glyph outlines, stored once and
placed by <use>, so it looks as printed without any font; `aria-label` says the words. No style attributes and no
scripts, so that a page with a strict content policy can hold the drawing. Same page, same text.
"""

from __future__ import annotations

import base64
import math
from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import partial
from typing import Any, assert_never
from xml.etree import ElementTree

from pnp import fonts
from pnp.extent import extent, scale, union
from pnp.render.rasters import screen
from pnp.scene import (
    IDENTITY,
    Gradient,
    Group,
    Image,
    Layer,
    Link,
    Matrix,
    Page,
    Paint,
    Path,
    Rect,
    Segment,
    Shape,
    Stroke,
    Text,
)
from pnp.units import tidy

_EM = 1000  # glyph outlines are written in thousandths of an em, to a tenth of one
_DIGITS = 3  # 0.001 mm
_CONTROLS = {code: None for code in range(32) if code not in (9, 10, 13)}  # XML cannot hold them

_INKSCAPE = "http://www.inkscape.org/namespaces/inkscape"

Element = Any  # svgwrite ships no types


def render(page: Page, title: str = "", *, prefix: str = "", named: bool = False) -> str:
    """Return the page as one <svg> element, ready to be a file or to stand in HTML.

    `title` is what a screen reader calls it ("": the page's label). `prefix` begins every id, so that several drawings
    can stand on one HTML page. `named` layers are layers in drawing programs too.
    """
    import svgwrite

    width, height = tidy(page.width), tidy(page.height)
    drawing = svgwrite.Drawing(size=(f"{width}mm", f"{height}mm"), viewBox=f"0 0 {width} {height}", debug=False)
    writer = _Writer(drawing, prefix, named)
    shapes = page.shapes if page.correction == IDENTITY else (Group(page.shapes, page.correction),)
    for element in writer.shapes(shapes):
        drawing.add(element)
    if title or page.label:
        drawing.set_desc(title=_clean(title or page.label))
    root = drawing.get_xml()
    if not drawing.defs.elements:
        root.remove(root.find("defs"))
    kept = {name: root.attrib[name] for name in ("xmlns", "xmlns:xlink", "width", "height", "viewBox")}
    root.attrib.clear()
    root.attrib.update(kept)
    if named:
        root.attrib["xmlns:inkscape"] = _INKSCAPE
    return ElementTree.tostring(root, encoding="unicode")


class _Writer:
    """Makes elements; holds what is stored once in <defs> and how much the current place is magnified."""

    def __init__(self, drawing: Element, prefix: str, named: bool = False) -> None:
        self.drawing = drawing
        self.prefix = prefix
        self.named = named
        self.stored: dict[Hashable, str] = {}
        self.counts: dict[str, int] = {}
        self.scale = 1.0
        self.digits = _DIGITS

    def shapes(self, shapes: Iterable[Shape]) -> list[Element]:
        return [element for shape in shapes for element in self._shape(shape)]

    def _shape(self, shape: Shape) -> list[Element]:
        match shape:
            case Path():
                return [self._path(shape)]
            case Text():
                return self._text(shape)
            case Image():
                return [self._image(shape)]
            case Group():
                return [self._group(shape)]
            case Layer():
                layer = self._element("g", {"data-layer": shape.name, **(_program(shape.name) if self.named else {})})
                return [self._filled(layer, self.shapes(shape.children))]
            case Link():
                return [self._link(shape)]
            case _:
                assert_never(shape)

    def _element(self, name: str, attributes: Mapping[str, str | None], *args: str) -> Element:
        element = getattr(self.drawing, name)(*args)
        element.attribs.update({key: value for key, value in attributes.items() if value is not None})
        return element

    def _filled(self, element: Element, children: Iterable[Element]) -> Element:
        element.elements.extend(children)
        return element

    def _store(self, kind: str, key: Hashable, make: Callable[[], Element]) -> str:
        """Return the id under which `make()` stands in <defs>; the same key is made once."""
        if key not in self.stored:
            element = make()
            self.counts[kind] = self.counts.get(kind, 0) + 1
            self.stored[key] = element.attribs["id"] = f"{self.prefix}{kind}{self.counts[kind]}"
            self.drawing.defs.add(element)
        return self.stored[key]

    def _number(self, value: float) -> str:
        return _number(value, self.digits)

    def _outline(self, segments: Iterable[Segment]) -> str:
        return _outline(segments, 1.0, self.digits)

    def _path(self, path: Path) -> Element:
        filled = path.fill is not None
        attributes = {
            "fill": self._paint(path.fill),
            "fill-opacity": _share(path.fill_opacity) if filled else None,
            "fill-rule": "evenodd" if path.evenodd and filled else None,
        }
        if path.stroke is not None:
            attributes |= self._stroke(path.stroke)
        return self._element("path", attributes, self._outline(path.segments))

    def _stroke(self, stroke: Stroke) -> dict[str, str | None]:
        dashed = bool(stroke.dash)
        return {
            "stroke": self._paint(stroke.paint),
            "stroke-width": self._number(stroke.width),
            "stroke-dasharray": " ".join(map(self._number, stroke.dash)) or None,
            "stroke-dashoffset": self._number(stroke.dash_offset) if dashed and stroke.dash_offset else None,
            "stroke-linecap": stroke.cap if stroke.cap != "butt" else None,
            "stroke-linejoin": stroke.join if stroke.join != "miter" else None,
            "stroke-miterlimit": _number(stroke.miter_limit, 3) if stroke.miter_limit != 4 else None,
            "stroke-opacity": _share(stroke.opacity),
        }

    def _paint(self, paint: Paint | None) -> str:
        if isinstance(paint, Gradient):
            gradient = paint
            return f"url(#{self._store('p', gradient, lambda: self._gradient(gradient))})"
        return paint or "none"

    def _gradient(self, gradient: Gradient) -> Element:
        names = ("x1", "y1", "x2", "y2") if gradient.kind == "linear" else ("cx", "cy", "r", "fx", "fy", "fr")
        values = zip(names, (f"{value:.7g}" for value in gradient.coords), strict=False)
        attributes = {
            "gradientUnits": "userSpaceOnUse",
            "gradientTransform": _transform(gradient.matrix, 6),
            **dict(values),
        }
        element = self._element(f"{gradient.kind}Gradient", attributes)
        for stop in gradient.stops:
            opacity = _share(stop.opacity)
            element.add_stop_color(_number(stop.offset, 5), stop.color, opacity)
        return element

    def _text(self, text: Text) -> list[Element]:
        across = text.size / _EM
        attributes = {
            "role": "img",
            "aria-label": _clean(text.run.text),
            "transform": _transform((across, 0.0, 0.0, across, text.x, text.y), self.digits),
            "fill": text.fill,
            "fill-opacity": _share(text.opacity),
        }
        uses: list[Element] = []
        for gid, _cluster, x, y in text.run.glyphs:
            segments = fonts.outline(text.run.face, gid)
            if segments:
                name = self._store("g", (text.run.face, gid), partial(self._glyph, segments))
                place = {"x": _number(x * _EM, 1), "y": _number(-y * _EM, 1) if y else None}
                uses.append(self._element("use", place, f"#{name}"))
        return [self._filled(self._element("g", attributes), uses)] if uses else []

    def _glyph(self, segments: tuple[Segment, ...]) -> Element:
        return self._element("path", {}, _outline(segments, _EM, 1))

    def _image(self, image: Image) -> Element:
        def make() -> Element:
            form, shown = screen(image.pixels)
            data = base64.b64encode(shown).decode("ascii")
            size = {"width": "1", "height": "1", "preserveAspectRatio": "none"}
            return self._element("image", size, f"data:image/{form};base64,{data}")

        name = self._store("i", image.pixels.key, make)
        box = image.box
        place = _transform((box.width, 0.0, 0.0, box.height, box.x, box.y), self.digits)
        return self._element("use", {"transform": place, "opacity": _share(image.opacity)}, f"#{name}")

    def _group(self, group: Group) -> Element:
        transform = _transform(group.matrix, self.digits)
        if not group.once:
            return self._content(group, transform)
        name = self._store("s", id(group), lambda: self._content(group, None))
        return self._element("use", {"transform": transform}, f"#{name}")

    def _content(self, group: Group, transform: str | None) -> Element:
        before = self.scale, self.digits
        self.scale *= scale(group.matrix) or 1.0
        # Art has its own units: as many more digits as it is magnified, and one for later, larger uses.
        magnified = math.ceil(math.log10(self.scale) - 1e-9) + (1 if group.once else 0)
        self.digits = min(max(self.digits, _DIGITS + magnified), 9)
        attributes = {
            "transform": transform,
            "clip-path": self._clip(group.clip) if group.clip is not None else None,
            "mask": self._mask(group.mask) if group.mask else None,
            "opacity": _share(group.opacity),
            "role": "group" if group.label else None,
            "aria-label": _clean(group.label) or None,
        }
        element = self._filled(self._element("g", attributes), self.shapes(group.children))
        self.scale, self.digits = before
        return element

    def _clip(self, clip: Path) -> str:
        d = self._outline(clip.segments)

        def make() -> Element:
            outline = self._element("path", {"clip-rule": "evenodd" if clip.evenodd else None}, d)
            return self._filled(self._element("clipPath", {}), [outline])

        return f"url(#{self._store('c', ('clip', d, clip.evenodd), make)})"

    def _mask(self, shapes: tuple[Shape, ...]) -> str:
        def make() -> Element:
            box = (union(map(extent, shapes)) or Rect(0, 0, 0, 0)).grown(1)
            sides = {"x": box.x, "y": box.y, "width": box.width, "height": box.height}
            room = {name: self._number(value) for name, value in sides.items()}
            element = self._element("mask", {"maskUnits": "userSpaceOnUse", **room})
            return self._filled(element, self.shapes(shapes))

        return f"url(#{self._store('m', ('mask', id(shapes)), make)})"

    def _link(self, link: Link) -> Element:
        box = link.box
        place = {"x": box.x, "y": box.y, "width": box.width, "height": box.height}
        attributes = {name: self._number(value) for name, value in place.items()}
        area = self._element("rect", {**attributes, "fill": "none", "pointer-events": "all"})
        return self._filled(self.drawing.a(link.href), [area])


def _outline(segments: Iterable[Segment], factor: float, digits: int) -> str:
    parts: list[str] = []
    for letter, *values in segments:
        parts.append(letter + " ".join([_number(value * factor, digits) for value in values]))
    return "".join(parts)


def _number(value: float, digits: int) -> str:
    text = f"{value:.{digits}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _share(opacity: float) -> str | None:
    return _number(opacity, 4) if opacity != 1 else None


def _transform(matrix: Matrix, digits: int) -> str | None:
    a, b, c, d, e, f = matrix
    if matrix == IDENTITY:
        return None
    place = f"{_number(e, digits)} {_number(f, digits)}"
    if (a, b, c, d) == IDENTITY[:4]:
        return f"translate({place})"
    return f"matrix({' '.join(f'{value:.9g}' for value in (a, b, c, d))} {place})"


def _program(name: str) -> dict[str, str]:
    """Return what makes a group a layer of this name in Inkscape, and an object of this name elsewhere."""
    return {"id": name.replace(" ", "-"), "inkscape:groupmode": "layer", "inkscape:label": name}


def _clean(text: str) -> str:
    return text.translate(_CONTROLS)
