"""Text set in boxes: shaped, wrapped, fitted. Last step of setting a text; knows no game and no output format.

Text is placed by what the eye sees: the tops of capitals and the baseline. A block reaches from the top of its first
capitals to its last baseline.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import assert_never

from pnp import art, fonts, letters
from pnp.art import Art
from pnp.layout import bidi
from pnp.layout.lists import GAP
from pnp.layout.markup import Span, parse
from pnp.layout.rows import Manner, Row, alone, rows
from pnp.layout.styles import Align, Style, VAlign
from pnp.layout.words import Bit, Faces, Inline, Marked, in_view, level_of, placed, printed
from pnp.layout.wrap import Line, single, wrap
from pnp.scene import BLACK, IDENTITY, Color, Group, Rect, Run, Shape, Text, turned
from pnp.units import MM_PER_PT, fits
from pnp.values import dataclass, replace

__all__ = ["Align", "Block", "Overfull", "Style", "VAlign", "capital", "fit", "fitted", "label", "lines", "width"]

STEP = 0.05  # pt: fitted sizes differ from the wanted one by whole steps
BOLD = 700
THIN_SPACE = 1 / 6  # em: room around an icon, half on each side
_KEPT = 4_000
_rows: dict[tuple[object, ...], tuple[Mapping[str, Art], tuple[Row, ...]]] = {}
"""What was measured lately: in em, so the same for every size. The icons are held, so that their `id` stays theirs."""


@dataclass(frozen=True, slots=True)
class Block:
    """A text at its place. `width` and `height` are what it takes up (mm), `size` what it was set in (pt).

    `broken`: a word is wider than the box and was broken where it should not be.
    """

    shapes: tuple[Shape, ...]
    width: float
    height: float
    size: float
    lines: int
    broken: bool = False


class Overfull(Exception):  # noqa: N818 - what is full, not what failed
    """A text does not fit at its smallest size; `lost_mm` is missing in one direction. `message` is a sentence."""

    def __init__(self, lost_mm: float, message: str) -> None:
        super().__init__(message)
        self.lost_mm = lost_mm
        self.message = message


@dataclass(frozen=True, slots=True)
class _Laid:
    """Lines at one size, measured in em."""

    lines: list[Line]
    width: float
    height: float
    needed: float  # the height that must fit: with the last line's descenders where they would leave the box
    broken: bool


def fit(text: str, box: Rect, style: Style, icons: Mapping[str, Art]) -> Block:
    """Set `text` with its markup in `box` (mm), as large as `style` allows.

    A word wider than the box first makes everything smaller; at the smallest size it is broken. Raises Overfull when
    the smallest size is still too large, FontProblem for a character that no face can draw.
    """
    written = _written(text, style, icons)
    if not written:
        return Block((), 0.0, 0.0, style.size, 0)
    size, laid = _fitted(written, box, style)
    return _drawn(laid, box, style, size)


def fitted(text: str, box: Rect, style: Style, icons: Mapping[str, Art]) -> float:
    """Return the size in points that `fit` would choose; raises what `fit` raises."""
    written = _written(text, style, icons)
    return _fitted(written, box, style)[0] if written else style.size


def forced(text: str, box: Rect, style: Style, icons: Mapping[str, Art]) -> Block:
    """Set `text` as `fit` does, at its smallest size where that is too large: to show what does not fit."""
    written = _written(text, style, icons)
    if not written:
        return Block((), 0.0, 0.0, style.size, 0)
    try:
        size, laid = _fitted(written, box, style)
    except Overfull:
        size = min(style.smallest, style.size)
        broken = _laid(written, box.width / (size * MM_PER_PT), style, force=True)
        assert broken is not None
        laid = broken
    return _drawn(laid, box, style, size)


def lines(text: str, width: float, style: Style, icons: Mapping[str, Art], *, drawn: bool = True) -> tuple[Block, ...]:
    """Return `text` at the style's size in lines of `width` mm, each a block of its own with its capitals at y = 0.

    A word wider than that is broken. The blocks are without shapes unless `drawn`. Raises FontProblem.
    """
    written = _written(text, style, icons)
    room = width / (style.size * MM_PER_PT)
    laid = (_laid(written, room, style, force=False) or _laid(written, room, style, force=True)) if written else None
    cap = _face(style).cap_height
    box, em = Rect(0.0, 0.0, width, 0.0), style.size * MM_PER_PT
    return tuple(
        _drawn(_Laid([line], _seen(line, style), cap, cap, False), box, style, style.size)
        if drawn
        else Block((), _seen(line, style) * em, cap * em, style.size, 1)
        for line in (laid.lines if laid else ())
    )


def label(
    text: str,
    x: float,
    y: float,
    *,
    family: str,
    weight: int = 400,
    italic: bool = False,
    size: float,
    color: Color = BLACK,
    align: Align = "left",
    quarters: int = 0,
    tracking: float = 0.0,
) -> Group:
    """Return one line of plain text whose baseline starts, ends or is centred at (x, y) mm; `size` in points.

    `quarters` turns it clockwise by so many quarter turns round (x, y). Raises FontProblem.
    """
    em = size * MM_PER_PT
    word = alone(fonts.stack(family, weight, italic), text, tracking)
    left = x - (word.width - tracking) * em * _SHARE[align]
    runs = ((at, bit.run if isinstance(bit, Marked) else bit) for at, bit in placed(word.bits))
    shapes = tuple(Text(left + at * em, y, em, run, color) for at, run in runs if isinstance(run, Run) and run.text)
    return Group(shapes, turned(quarters, x, y) if quarters % 4 else IDENTITY)


def width(
    text: str, *, family: str, weight: int = 400, italic: bool = False, size: float, tracking: float = 0.0
) -> float:
    """Return how wide one line of plain text is in mm, without the tracking after its last glyph; `size` in points."""
    word = alone(fonts.stack(family, weight, italic), text, tracking)
    return max(word.width - tracking, 0.0) * size * MM_PER_PT


def capital(family: str, weight: int, size: float) -> float:
    """Return how high capitals and figures are in mm; `size` in points."""
    return fonts.face(family, weight).cap_height * size * MM_PER_PT


_SHARE: Mapping[Align, float] = {"left": 0.0, "center": 0.5, "right": 1.0}


def _written(text: str, style: Style, icons: Mapping[str, Art]) -> tuple[Row, ...]:
    """Return the words of `text`, measured in em; rules are set at several sizes until they fill their pages."""
    key = (text, style.look, id(icons), fonts.helpers())
    known = _rows.get(key)
    if known is None:
        if len(_rows) >= _KEPT:
            _rows.clear()
        known = _rows[key] = icons, _measured(text, style, icons)
    return known[1]


def _measured(text: str, style: Style, icons: Mapping[str, Art]) -> tuple[Row, ...]:
    text = letters.composed(text)
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not style.wrap and "\n" in text:
        text = re.sub(r"\s*\n\s*", " ", text)
    spans = _spans(text, style, icons)

    def faces(bold: bool, italic: bool) -> Faces:
        weight = style.weight if not bold else BOLD if style.weight < BOLD else 900
        return fonts.stack(style.family, weight, style.italic != italic)

    def inline(name: str, ink: Color) -> Inline:
        return _inline(name, icons[name], style, ink or style.color)

    try:
        manner = Manner(style.tracking, style.indent, style.lists and style.wrap, style.direction)
        return rows(spans, faces, inline, manner)
    except fonts.FontProblem:
        # Once more as a whole, so that every such character is named and not only those of the first word.
        fonts.runs(faces(False, False), printed("".join(span.text for span in spans if not span.icon)))
        raise


def _spans(text: str, style: Style, icons: Mapping[str, Art]) -> Sequence[Span]:
    """Return the spans of a text as its style has them set."""
    spans = parse(text, icons, dict(style.inks)) if style.inks else parse(text, icons)
    if style.typographer:
        from pnp.layout import quotes

        spans = quotes.typeset(spans, style.lang)
    if style.hyphenate and style.wrap:
        from pnp.layout import hyphens

        spans = tuple(s if s.icon else replace(s, text=hyphens.marked(s.text, style.lang)) for s in spans)
    if style.upper:
        spans = tuple(s if s.icon else replace(s, text=s.text.upper()) for s in spans)
    return spans


def _inline(name: str, picture: Art, style: Style, color: Color) -> Inline:
    height = style.icon_height * _face(style).cap_height
    across = height * picture.width / picture.height
    colored = picture if color == BLACK else art.recolored(picture, color)
    return Inline(name, colored, across, height, across + THIN_SPACE)


def _face(style: Style) -> fonts.Face:
    return fonts.face(style.family, style.weight, style.italic)


def _fitted(written: tuple[Row, ...], box: Rect, style: Style) -> tuple[float, _Laid]:
    """Return the size in points and the lines at that size, by bisection over the steps between the two sizes."""

    def laid_at(size: float) -> _Laid | None:
        laid = _laid(written, box.width / (size * MM_PER_PT), style, force=False)
        return laid if laid and not _lost(laid, box, size, style) else None

    if laid := laid_at(style.size):
        return style.size, laid
    smallest = min(style.smallest, style.size)
    steps = int((style.size - smallest) / STEP + 1e-6)
    best = laid_at(smallest)
    if best is None:
        laid = _laid(written, box.width / (smallest * MM_PER_PT), style, force=True)
        assert laid is not None
        if _lost(laid, box, smallest, style):
            raise _overfull(laid, box, smallest, style)
        return smallest, laid
    size = smallest
    low, high = 0, steps + 1  # steps below the wanted size: `low` is too large, `high` fits
    while high - low > 1:
        middle = (low + high) // 2
        tried = max(style.size - middle * STEP, smallest)
        if laid := laid_at(tried):
            high, size, best = middle, tried, laid
        else:
            low = middle
    return round(size, 6), best


def _laid(written: tuple[Row, ...], room: float, style: Style, force: bool) -> _Laid | None:
    lines = wrap(written, room + style.tracking, style.tracking, force) if style.wrap else [single(written)]
    if lines is None:
        return None
    face = _face(style)
    gaps = sum(line.apart for line in lines)
    below = (len(lines) - 1 + gaps * style.paragraph) * style.leading
    # A paragraph keeps the descenders of its last line inside the box; a single line stands by its capitals alone.
    hanging = abs(face.descent) if len(lines) > 1 and style.valign in ("top", "middle") else 0.0
    height = below + face.cap_height
    needed = below if style.valign == "baseline" else height + hanging
    return _Laid(lines, max(_seen(line, style) for line in lines), height, needed, force)


def _seen(line: Line, style: Style) -> float:
    """Return the width of a line in em, without the tracking after its last glyph."""
    return line.width if isinstance(line.bits[-1], Inline) else line.width - style.tracking


def _lost(laid: _Laid, box: Rect, size: float, style: Style) -> float:
    """Return how many mm are missing, 0.0 when everything fits."""
    em = size * MM_PER_PT
    # A text on a baseline is one line: nothing below it may be needed, whatever the height of the box.
    room = 0.0 if style.valign == "baseline" else box.height
    down, across = laid.needed * em, laid.width * em
    if down <= room and across <= box.width:
        return 0.0
    return max(
        0.0 if fits(down, room) else down - room,
        0.0 if fits(across, box.width) else across - box.width,
    )


def _overfull(laid: _Laid, box: Rect, size: float, style: Style) -> Overfull:
    em = size * MM_PER_PT
    lost = _lost(laid, box, size, style)
    if laid.width * em - box.width > lost - 1e-9:
        needed, room = laid.width * em, max(0.0, box.width)
        text = max(laid.lines, key=lambda line: line.width).text
        words = text[text.rfind(" ", 0, int(len(text) * room / needed) + 1) + 1 :]
        axis = "width"
    else:
        needed, room = laid.needed * em, 0.0 if style.valign == "baseline" else max(0.0, box.height)
        step = style.leading * em
        first = max(len(laid.lines) - max(1, int(lost / step + 0.999)), 0)
        words = " ".join(line.text for line in laid.lines[first:])
        axis = "height"
    shown = words.strip() if len(words) <= 40 else words.strip()[:40].rsplit(" ", 1)[0] + " …"
    return Overfull(
        lost, f'needs {needed:.1f} mm of {room:.1f} mm {axis} at {size:g} pt; the last words "{shown}" do not fit'
    )


def _drawn(laid: _Laid, box: Rect, style: Style, size: float) -> Block:
    em = size * MM_PER_PT
    cap = _face(style).cap_height * em
    height = laid.height * em
    y = {
        "top": box.y + cap,
        "middle": box.y + (box.height - height) / 2 + cap,
        "bottom": box.bottom - height + cap,
        "baseline": box.bottom,
    }[style.valign]
    shapes: list[Shape] = []
    for index, line in enumerate(laid.lines):
        if index:
            y += style.leading * em * (1 + style.paragraph * line.apart)
        shapes += _line(line, box, y, em, style)
    return Block(tuple(shapes), laid.width * em, height, size, len(laid.lines), laid.broken)


def _line(line: Line, box: Rect, y: float, em: float, style: Style) -> list[Shape]:
    """Return the shapes of a line on its baseline; what runs to the left starts at the right, marks of lists too."""
    rtl = line.base == 1
    wide = _seen(line, style) * em
    x = box.x + (box.width - wide) * (1.0 if rtl and style.align == "left" else _SHARE[style.align])
    start = x if rtl else x + line.indent * em
    found: list[tuple[float, Bit]] = []
    if line.mark is not None:
        gap = GAP * em
        left = x + wide - line.indent * em + gap if rtl else start - gap - line.mark.width * em
        found += [(left + at * em, bit) for at, bit in placed(line.mark.bits)]
    bits = line.bits if line.base is None else in_view(line.bits)
    seen = [(start + at * em, bit) for at, bit in placed(bits)]
    if line.base is not None:  # in the order of reading, for those who hear it
        seen = bidi.logical(seen, [level_of(bit) for _, bit in seen])
    return [_shape(bit, at, y, em, style) for at, bit in (*found, *seen)]


def _shape(bit: Bit, x: float, y: float, em: float, style: Style) -> Shape:
    match bit:
        case Run():
            return Text(x, y, em, bit, style.color)
        case Marked():
            return Text(x, y, em, bit.run, bit.ink or style.color)
        case Inline():
            height = bit.height * em
            # By the capitals of its line or on its baseline, whatever stands beside it.
            top = y - height if style.icon_align == "baseline" else y - (_face(style).cap_height * em + height) / 2
            place = Rect(x + (bit.advance - bit.width) / 2 * em, top, bit.width * em, height)
            return art.placed(bit.art, place, "contain")
        case _:
            assert_never(bit)
