"""A game's poster on a screen: a plain SVG becomes part of the page and takes its inks. Pure; opens no file.

Plain is what a poster press can print: shapes with flat fills. Black, white and the game's two inks become the page's
variables, so that the picture has a day and a night; other colours stay. Anything else is shown as a picture apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from xml.etree import ElementTree as Xml
from xml.sax.saxutils import quoteattr

_SVG = "{http://www.w3.org/2000/svg}"
_SHAPES = {
    "g": (),
    "path": ("d",),
    "circle": ("cx", "cy", "r"),
    "ellipse": ("cx", "cy", "rx", "ry"),
    "rect": ("x", "y", "width", "height", "rx", "ry"),
    "line": ("x1", "y1", "x2", "y2"),
    "polyline": ("points",),
    "polygon": ("points",),
}
_PAINTS = ("fill", "stroke")
_STROKES = ("stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit")
_MAY = (*_PAINTS, *_STROKES, "fill-rule", "transform")
_PAGE = {
    **dict.fromkeys(("black", "currentcolor", "#000", "#000000"), "var(--ink-of-art)"),
    **dict.fromkeys(("white", "#fff", "#ffffff"), "var(--cut-of-art)"),
}


@lru_cache(maxsize=64)
def inline(svg: str, inks: Sequence[str]) -> str | None:
    """Return the drawing as an <svg> for a page, or None when it is not plain. `inks` are the game's own, "#rrggbb"."""
    try:
        root = Xml.fromstring(svg)
    except Xml.ParseError:
        return None
    paints = {ink.lower(): f"var(--{name})" for ink, name in zip(inks, ("one", "two"), strict=False)} | _PAGE
    box = root.get("viewBox", "")
    if root.tag != f"{_SVG}svg" or not box or set(root.attrib) - {"viewBox", "width", "height"}:
        return None
    try:
        inner = "".join(_drawn(root, paints))
    except ValueError:
        return None
    return f'<svg viewBox={quoteattr(box)} focusable="false">{inner}</svg>'


def _drawn(parent: Xml.Element, paints: dict[str, str]) -> Iterator[str]:
    """Yield the shapes in `parent`. Raises ValueError at the first thing that is not plain."""
    for node in parent:
        tag = node.tag.removeprefix(_SVG)
        if tag in ("title", "desc", "metadata"):
            continue
        allowed = (*_SHAPES.get(tag, ()), *_MAY)
        if tag not in _SHAPES or any(name not in allowed or "url" in text for name, text in node.items()):
            raise ValueError(tag)
        said = ((name, paints.get(text.lower(), text) if name in _PAINTS else text) for name, text in node.items())
        attributes = "".join(f" {name}={quoteattr(text)}" for name, text in said)
        inner = "".join(_drawn(node, paints))
        yield f"<{tag}{attributes}>{inner}</{tag}>" if inner else f"<{tag}{attributes}/>"
