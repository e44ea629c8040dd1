"""How an SVG element is to be painted: the cascade of attributes, stylesheets and `style`, colours and lengths.

And what is changed for one drawing of it (`Dress`). Knows no geometry. The CSS libraries are loaded only for files with
a <style> element or a colour that is neither #rrggbb nor one of the few names below.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from pnp.art.problem import ArtProblem, shown
from pnp.art.tree import Node
from pnp.expressions import expression
from pnp.values import dataclass, field

_INHERITED = {
    "fill": "black",
    "fill-opacity": "1",
    "fill-rule": "nonzero",
    "clip-rule": "nonzero",
    "stroke": "none",
    "stroke-width": "1",
    "stroke-opacity": "1",
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
    "stroke-miterlimit": "4",
    "stroke-dasharray": "none",
    "stroke-dashoffset": "0",
    "color": "black",
    "visibility": "visible",
    "paint-order": "normal",
    "marker-start": "none",
    "marker-mid": "none",
    "marker-end": "none",
    "color-interpolation": "sRGB",
    "font-family": "",
    "font-size": "16",
    "font-weight": "400",
    "font-style": "normal",
    "letter-spacing": "normal",
    "text-anchor": "start",
    "word-spacing": "normal",
    "font-variant": "normal",
    "writing-mode": "lr-tb",
    "direction": "ltr",
}
_OWN = {
    "opacity": "1",
    "clip-path": "none",
    "display": "inline",
    "stop-color": "black",
    "stop-opacity": "1",
    "transform": "",
    "mask": "none",
    "mask-type": "luminance",
    "font": "",
    "text-decoration": "none",
    "baseline-shift": "baseline",
    "dominant-baseline": "auto",
    "filter": "none",
    "mix-blend-mode": "normal",
    "vector-effect": "none",
    "overflow": "",
}
_SYNONYMS = {"marker": ("marker-start", "marker-mid", "marker-end")}
_READ = frozenset(_INHERITED) | frozenset(_OWN) | frozenset(_SYNONYMS)
# Pixels of CSS, 96 to the inch: only their ratios matter, as art is scaled to the box it stands in.
_UNITS = {"": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "mm": 96 / 25.4, "cm": 960 / 25.4, "q": 24 / 25.4, "in": 96.0}
_LENGTH = expression(r"\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)\s*(%|[a-z]*)\s*", re.IGNORECASE | re.ASCII)
_HEX = expression(r"#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
_COMMON = {"black": "#000000", "white": "#ffffff", "red": "#ff0000", "gray": "#808080", "grey": "#808080"}

Style = Mapping[str, str]
_Rules = dict[str, str]


@dataclass(frozen=True, slots=True)
class Dress:
    """What is changed in a picture when it is drawn: colours by class or id, and the classes and ids left out."""

    colors: Mapping[str, str] = field(default_factory=dict)
    hidden: frozenset[str] = frozenset()

    def put_on(self, node: Node, style: _Rules) -> None:
        """Change the style of an element that is named: its fill, or its line where it has no fill."""
        for name in names(node):
            if name in self.hidden:
                style["display"] = "none"
            color = self.colors.get(name)
            if color is not None:
                style["color"] = color
                if node.tag != "line" and style["fill"] != "none":
                    style["fill"] = color
                elif style["stroke"] != "none":
                    style["stroke"] = color
                style["stop-color"] = color


@dataclass(frozen=True, slots=True)
class Where:
    """The place of an element: its parent's style, the viewport percentages are of, the <use>s it came through."""

    style: Style | None
    width: float
    height: float
    used: tuple[Node, ...] = ()


def names(node: Node) -> list[str]:
    """Return the classes and the id of an element."""
    return [*node.attrib.get("class", "").split(), *filter(None, [node.attrib.get("id", "")])]


class Sheet:
    """The declarations that stylesheets and elements make, ready for the walk from parent to child."""

    def __init__(self, root: Node) -> None:
        self.dress: Dress | None = None
        self.context: Style = {}
        self._matched: dict[int, tuple[_Rules, _Rules]] = {}
        styles = [node for node in root.everything() if node.tag == "style"]
        if styles:
            self._match(root, styles)

    def of(self, node: Node, parent: Style | None) -> Style:
        """Return all properties of `node`; `parent` is what it stands in, None for the root."""
        inherited = _INHERITED if parent is None else parent
        style = {name: inherited[name] for name in _INHERITED} | _OWN
        for name, value in self._declared(node).items():
            if value == "inherit" and parent is not None:
                style[name] = parent[name]
            elif value not in ("inherit", "initial", "unset"):
                style[name] = value
            elif value != "unset" or name in _OWN:
                style[name] = (_INHERITED | _OWN)[name]
        for name in ("fill", "stroke") if self.context else ():
            style[name] = self.context.get(style[name], style[name])
        if self.dress is not None:
            self.dress.put_on(node, style)
        return style

    def _declared(self, node: Node) -> _Rules:
        """Weigh what is said about an element: attributes, rules, `style`, !important rules, !important `style`."""
        found = {name: value.strip() for name, value in node.attrib.items() if name in _READ}
        normal, important = self._matched.get(id(node), ({}, {}))
        own_normal, own_important = _inline(node.attrib.get("style", ""))
        for rules in (normal, own_normal, important, own_important):
            found |= rules
        for short, longs in _SYNONYMS.items():
            if short in found:
                value = found.pop(short)
                found |= dict.fromkeys(longs, value)
        return found

    def _match(self, root: Node, styles: list[Node]) -> None:
        import cssselect2  # only for files with a <style> element

        matcher = cssselect2.Matcher()
        for style in styles:
            for selector, rules in _rules(style):
                matcher.add_selector(selector, rules)
        for element in cssselect2.ElementWrapper.from_xml_root(root).iter_subtree():
            normal: _Rules = {}
            important: _Rules = {}
            for _specificity, _order, pseudo, (plain, strong) in matcher.match(element):
                if pseudo is None:
                    normal |= plain
                    important |= strong
            if normal or important:
                self._matched[id(element.etree_element)] = normal, important


def _rules(style: Node) -> list[tuple[object, tuple[_Rules, _Rules]]]:
    """Return (compiled selector, (declarations, important declarations)) for all rules of a <style> element."""
    import cssselect2
    import tinycss2

    found: list[tuple[object, tuple[_Rules, _Rules]]] = []
    for rule in tinycss2.parse_stylesheet(style.text, skip_comments=True, skip_whitespace=True):
        line = style.line + rule.source_line - 1
        if rule.type == "at-rule" and rule.lower_at_keyword in ("charset", "namespace", "font-face"):
            continue
        if rule.type == "at-rule":
            raise ArtProblem(f"@{rule.at_keyword} in <style> is not supported", "write the rules out plainly", line)
        if rule.type == "error":
            raise ArtProblem(f"<style> cannot be read: {rule.message}", line=line)
        declared: tuple[_Rules, _Rules] = ({}, {})
        for item in tinycss2.parse_blocks_contents(rule.content, skip_comments=True, skip_whitespace=True):
            if item.type == "declaration" and item.lower_name in _READ:
                declared[item.important][item.lower_name] = tinycss2.serialize(item.value).strip()
        try:
            found += [(selector, declared) for selector in cssselect2.compile_selector_list(rule.prelude)]
        except cssselect2.SelectorError:
            name = shown(tinycss2.serialize(rule.prelude))
            raise ArtProblem(f'the selector "{name}" in <style> is not supported', line=line) from None
    return found


@lru_cache(maxsize=1024)
def _inline(text: str) -> tuple[_Rules, _Rules]:
    """Return the declarations of a `style` attribute, plain and !important. The dictionaries are shared: only read."""
    declared: tuple[_Rules, _Rules] = ({}, {})
    for part in re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL).split(";"):
        name, colon, value = part.partition(":")
        name = name.strip().lower()
        if colon and name in _READ:
            value, bang, word = value.partition("!")
            declared[bool(bang) and word.strip().lower() == "important"][name] = value.strip()
    return declared


def color(text: str, current: str = "black") -> tuple[str, float]:
    """Return ("#rrggbb", opacity) of a CSS colour; `current` is what currentColor means. Raises ArtProblem."""
    match = _HEX.fullmatch(text)
    if match:
        digits = match[1].lower()
        return "#" + (digits if len(digits) == 6 else "".join(2 * digit for digit in digits)), 1.0
    return _named(text.lower(), current)


@lru_cache(maxsize=256)
def _named(text: str, current: str) -> tuple[str, float]:
    if text in _COMMON:
        return _COMMON[text], 1.0
    if text == "currentcolor":
        return color(current if current.lower() != "currentcolor" else "black")
    from tinycss2 import color4  # rare: most art names its colours #rrggbb

    found = color4.parse_color(text)
    if found is None or isinstance(found, str):
        raise ArtProblem(f'"{shown(text)}" is not a colour', "write #rrggbb, a CSS name, rgb() or hsl()")
    try:
        red, green, blue = found.to("srgb").coordinates
    except NotImplementedError:
        raise ArtProblem(f'the colour "{shown(text)}" is not supported', "write #rrggbb, rgb() or hsl()") from None
    return "#" + "".join(f"{round(255 * min(max(part, 0), 1)):02x}" for part in (red, green, blue)), found.alpha


def length(text: str, whole: float = 0.0) -> float:
    """Return a length in user units; percentages are of `whole`. Raises ArtProblem."""
    match = _LENGTH.fullmatch(text)
    if match and not abs(float(match[1])) < 1e9:
        raise ArtProblem(f'"{shown(text)}" is a length beyond all bounds')
    if match and match[2] == "%":
        return float(match[1]) * whole / 100
    if not match or match[2].lower() not in _UNITS:
        raise ArtProblem(f'"{shown(text)}" is not a length', "write a number, or one with px, pt, mm, cm, in or %")
    return float(match[1]) * _UNITS[match[2].lower()]


def fraction(text: str) -> float:
    """Return an opacity or an offset, "0.4" or "40%", held between 0 and 1. Raises ArtProblem."""
    match = _LENGTH.fullmatch(text)
    if not match or match[2] not in ("", "%"):
        raise ArtProblem(f'"{shown(text)}" is not a number from 0 to 1')
    return min(max(float(match[1]) / (100 if match[2] else 1), 0.0), 1.0)
