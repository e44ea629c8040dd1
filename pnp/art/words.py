"""Live text in a drawing as runs of glyphs: <text> and <tspan> in the fonts of the press.

One line of words where x and y say, whole words in one style each. What cannot be set so (text along a path, letters
one by one) is refused by name. Shaping is loaded when the first text is read.
"""

from __future__ import annotations

from pnp.art.paint import Ids, Painter
from pnp.art.problem import ArtProblem, shown
from pnp.art.style import Sheet, Style, Where, length
from pnp.art.tree import WORDS, Node
from pnp.expressions import expression
from pnp.scene import Shape, Text
from pnp.values import dataclass, replace

STAND_IN = "Atkinson Hyperlegible"
"""The family for sans-serif, and for a family that is not installed."""
_HINT = "convert text to outlines"
_PLAIN = {
    "font": ("",),
    "text-decoration": ("none",),
    "baseline-shift": ("baseline", "0"),
    "dominant-baseline": ("auto", "alphabetic"),
    "word-spacing": ("normal", "0"),
    "font-variant": ("normal",),
    "writing-mode": ("lr-tb", "lr", "horizontal-tb"),
    "direction": ("ltr",),
}
_SINGLE = ("rotate", "textLength", "lengthAdjust")
_WEIGHTS = {"normal": 400, "bold": 700, "bolder": 700, "lighter": 300}
_SPACES = expression(r"[ \t\r\n]+")


@dataclass(slots=True)
class _Line:
    """Words that stand together from one absolute place on; `anchor` says which part of them stands there."""

    x: float
    y: float
    anchor: str
    parts: list[Text]
    advance: float = 0.0


class Setter:
    """Sets the texts of one file; sentences on fonts that are not there go into `notes`."""

    def __init__(self, ids: Ids, sheet: Sheet, notes: list[str]) -> None:
        self.ids, self.sheet, self.notes = ids, sheet, notes

    def text(self, node: Node, style: Style, where: Where) -> list[Shape]:
        """Return the runs of a <text>. Raises ArtProblem."""
        lines = [_Line(0.0, 0.0, style["text-anchor"], [])]
        self._walk(node, style, where, lines, [True])
        shapes: list[Shape] = []
        for line in lines:
            back = {"start": 0.0, "middle": line.advance / 2, "end": line.advance}.get(line.anchor, 0.0)
            shapes += (replace(part, x=part.x - back) for part in line.parts)
        return shapes

    def _walk(self, node: Node, style: Style, where: Where, lines: list[_Line], blank: list[bool]) -> None:
        """Add the words of an element and of those inside it; `blank` says whether a blank stands before them."""
        _refuse(node, style)
        self._move(node, style, where, lines)
        for child in node.children:
            if child.tag == WORDS:
                words = _SPACES.sub(" ", child.text)
                words = words[1:] if blank[0] and words.startswith(" ") else words
                if node.tag == "text" and node.children[-1] is child:
                    words = words.rstrip(" ")
                if words:
                    blank[0] = words.endswith(" ")
                    self._add(words, style, where, lines[-1])
            elif child.tag == "tspan":
                inner = self.sheet.of(child, style)
                if inner["display"] != "none":
                    try:
                        self._walk(child, inner, where, lines, blank)
                    except ArtProblem as problem:
                        raise problem.at(child.line, "<tspan>") from None
            elif child.tag and child.tag not in ("title", "desc"):
                raise ArtProblem(f"<{child.tag}> in <text> is not supported", _HINT, child.line)

    def _move(self, node: Node, style: Style, where: Where, lines: list[_Line]) -> None:
        at = {}
        for name, whole in (("x", where.width), ("y", where.height), ("dx", where.width), ("dy", where.height)):
            parts = node.attrib.get(name, "").replace(",", " ").split()
            if len(parts) > 1:
                raise ArtProblem("a place for every single letter is not supported", _HINT)
            if parts:
                at[name] = length(parts[0], whole)
        line = lines[-1]
        if "x" in at or "y" in at:
            line = _Line(at.get("x", line.x + line.advance), at.get("y", line.y), style["text-anchor"], [])
            lines.append(line)
        line.advance += at.get("dx", 0.0)
        line.y += at.get("dy", 0.0)

    def _add(self, words: str, style: Style, where: Where, line: _Line) -> None:
        from pnp import fonts

        size = length(style["font-size"])
        spacing = style["letter-spacing"]
        fill, opacity = Painter(self.ids, self.sheet, where.width, where.height).paint(style, "fill", ())
        if not isinstance(fill, str | None) or style["stroke"] != "none":
            raise ArtProblem("text with a line or a gradient is not supported", _HINT)
        if size <= 0:
            return
        try:
            tracking = 0.0 if spacing == "normal" else length(spacing) / size
            runs = fonts.runs(self._faces(style), words, tracking)
        except fonts.FontProblem as problem:
            raise ArtProblem(str(problem), problem.hint) from None
        for run in runs:
            if fill is not None and style["visibility"] == "visible":
                line.parts.append(Text(line.x + line.advance, line.y, size, run, fill, opacity))
            line.advance += run.advance * size

    def _faces(self, style: Style) -> tuple[str, ...]:
        """Return the faces to try in turn, the first family that is installed before the usual ones."""
        from pnp import fonts

        weight = _WEIGHTS.get(style["font-weight"]) or round(length(style["font-weight"]))
        italic = style["font-style"] != "normal"
        asked = [name.strip().strip("\"'") for name in style["font-family"].split(",")]
        for name in asked:
            if name in ("sans-serif", "system-ui", ""):
                break
            try:
                return fonts.stack(name, weight, italic)
            except fonts.FontProblem:
                continue
        if asked[0] not in ("sans-serif", "system-ui", ""):
            self._note(f'the font "{shown(asked[0])}" is not installed; {STAND_IN} stands in')
        return fonts.stack(STAND_IN, weight, italic)

    def _note(self, sentence: str) -> None:
        if sentence not in self.notes:
            self.notes.append(sentence)


def _refuse(node: Node, style: Style) -> None:
    for name in _SINGLE:
        if name in node.attrib:
            raise ArtProblem(f"{name} is not supported in text", _HINT)
    for name, harmless in _PLAIN.items():
        if style[name] not in harmless:
            raise ArtProblem(f"{name} is not supported in text", _HINT)
