"""Text set in boxes: shaped, wrapped, fitted. Last step of setting a text; knows no game and no output format.

Text is placed by what the eye sees: the tops of capitals and the baseline. A block reaches from the top of its first
capitals to its last baseline.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never, cast

from pnp import art, fonts
from pnp.art import Art
from pnp.fonts import Face
from pnp.layout import bidi
from pnp.layout.lists import GAP
from pnp.layout.measured import BOLD, look, measured
from pnp.layout.rows import Row, Shaper, alone
from pnp.layout.styles import Align, Style, VAlign
from pnp.layout.words import Bit, Inline, Marked, in_view, joined, level_of, placed
from pnp.layout.wrap import Line, single, wrap
from pnp.scene import BLACK, IDENTITY, Color, Group, Rect, Run, Shape, Text, turned
from pnp.units import MM_PER_PT, fits
from pnp.values import dataclass

__all__ = [
    "BOLD",
    "Align",
    "Block",
    "Overfull",
    "Style",
    "VAlign",
    "capital",
    "fit",
    "fitted",
    "label",
    "lines",
    "width",
]

STEP = 0.05  # pt: fitted sizes differ from the wanted one by whole steps


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
    known = look(style, icons)
    written = measured(text, known)
    if not written:
        return Block((), 0.0, 0.0, style.size, 0)
    size, laid = _fitted(written, box, style, known.face)
    return _drawn(laid, box, style, size, known.face)


def fitted(text: str, box: Rect, style: Style, icons: Mapping[str, Art]) -> float:
    """Return the size in points that `fit` would choose; raises what `fit` raises."""
    known = look(style, icons)
    written = measured(text, known)
    return _fitted(written, box, style, known.face)[0] if written else style.size


def forced(text: str, box: Rect, style: Style, icons: Mapping[str, Art]) -> Block:
    """Set `text` as `fit` does, at its smallest size where that is too large: to show what does not fit."""
    known = look(style, icons)
    written = measured(text, known)
    if not written:
        return Block((), 0.0, 0.0, style.size, 0)
    try:
        size, laid = _fitted(written, box, style, known.face)
    except Overfull:
        size = min(style.smallest, style.size)
        broken = _laid(written, box.width / (size * MM_PER_PT), style, known.face, force=True)
        assert broken is not None
        laid = broken
    return _drawn(laid, box, style, size, known.face)


def lines(text: str, width: float, style: Style, icons: Mapping[str, Art], *, drawn: bool = True) -> tuple[Block, ...]:
    """Return `text` at the style's size in lines of `width` mm, each a block of its own with its capitals at y = 0.

    A word wider than that is broken. The blocks are without shapes unless `drawn`. Raises FontProblem.
    """
    known = look(style, icons)
    written, face = measured(text, known), known.face
    room = width / (style.size * MM_PER_PT)
    laid = _laid(written, room, style, face) or _laid(written, room, style, face, force=True) if written else None
    cap = face.cap_height
    box, em = Rect(0.0, 0.0, width, 0.0), style.size * MM_PER_PT
    return tuple(
        _drawn(_Laid([line], _seen(line, style), cap, cap, False), box, style, style.size, face)
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
    shaped: Shaper = alone,
) -> Group:
    """Return one line of plain text whose baseline starts, ends or is centred at (x, y) mm; `size` in points.

    `quarters` turns it clockwise by so many quarter turns round (x, y). Raises FontProblem.
    """
    em = size * MM_PER_PT
    word = shaped(fonts.stack(family, weight, italic), text, tracking)
    left = x - (word.width - tracking) * em * _SHARE[align]
    runs = ((at, bit.run if isinstance(bit, Marked) else bit) for at, bit in placed(word.bits))
    shapes = tuple(Text(left + at * em, y, em, run, color) for at, run in runs if isinstance(run, Run) and run.text)
    return Group(shapes, turned(quarters, x, y) if quarters % 4 else IDENTITY)


def width(
    text: str,
    *,
    family: str,
    weight: int = 400,
    italic: bool = False,
    size: float,
    tracking: float = 0.0,
    shaped: Shaper = alone,
) -> float:
    """Return how wide one line of plain text is in mm, without the tracking after its last glyph; `size` in points."""
    word = shaped(fonts.stack(family, weight, italic), text, tracking)
    return max(word.width - tracking, 0.0) * size * MM_PER_PT


def capital(family: str, weight: int, size: float) -> float:
    """Return how high capitals and figures are in mm; `size` in points."""
    return fonts.face(family, weight).cap_height * size * MM_PER_PT


_SHARE: Mapping[Align, float] = {"left": 0.0, "center": 0.5, "right": 1.0}


def _fitted(written: tuple[Row, ...], box: Rect, style: Style, face: Face) -> tuple[float, _Laid]:
    """Return the size in points and the lines at that size, by bisection over the steps between the two sizes."""

    if laid := _fitting(written, box, style.size, style, face):
        return style.size, laid
    smallest = min(style.smallest, style.size)
    steps = int((style.size - smallest) / STEP + 1e-6)
    best = _fitting(written, box, smallest, style, face)
    if best is None:
        laid = _laid(written, box.width / (smallest * MM_PER_PT), style, face, force=True)
        assert laid is not None
        if _lost(laid, box, smallest, style):
            raise _overfull(laid, box, smallest, style)
        return smallest, laid
    size = smallest
    low, high = 0, steps + 1  # steps below the wanted size: `low` is too large, `high` fits
    while high - low > 1:
        middle = (low + high) // 2
        tried = max(style.size - middle * STEP, smallest)
        if laid := _fitting(written, box, tried, style, face):
            high, size, best = middle, tried, laid
        else:
            low = middle
    return round(size, 6), best


def _fitting(written: tuple[Row, ...], box: Rect, size: float, style: Style, face: Face) -> _Laid | None:
    """Return the lines at a size, None where they do not fit."""
    laid = _laid(written, box.width / (size * MM_PER_PT), style, face)
    return laid if laid and not _lost(laid, box, size, style) else None


def _laid(written: tuple[Row, ...], room: float, style: Style, face: Face, *, force: bool = False) -> _Laid | None:
    lines = wrap(written, room + style.tracking, style.tracking, force) if style.wrap else [single(written)]
    if lines is None:
        return None
    if len(lines) == 1:
        below = hanging = 0.0
    else:
        gaps = sum([line.apart for line in lines])
        below = (len(lines) - 1 + gaps * style.paragraph) * style.leading
        # A paragraph keeps the descenders of its last line inside the box; a single line stands by its capitals alone.
        hanging = abs(face.descent) if style.valign in ("top", "middle") else 0.0
    height = below + face.cap_height
    needed = below if style.valign == "baseline" else height + hanging
    return _Laid(lines, max([_seen(line, style) for line in lines]), height, needed, force)


def _seen(line: Line, style: Style) -> float:
    """Return the width of a line in em, without the tracking after its last glyph."""
    return line.width if not line.face and isinstance(line.bits[-1], Inline) else line.width - style.tracking


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


def _drawn(laid: _Laid, box: Rect, style: Style, size: float, face: Face) -> Block:
    em = size * MM_PER_PT
    cap = face.cap_height * em
    height = laid.height * em
    match style.valign:
        case "top":
            y = box.y + cap
        case "middle":
            y = box.y + (box.height - height) / 2 + cap
        case "bottom":
            y = box.bottom - height + cap
        case "baseline":
            y = box.bottom
        case _:
            assert_never(style.valign)
    shapes: list[Shape] = []
    share = _SHARE[style.align]
    for index, line in enumerate(laid.lines):
        if index:
            y += style.leading * em * (1 + style.paragraph * line.apart)
        if line.face and line.mark is None:  # nearly all: a single run
            x = box.x + (box.width - (line.width - style.tracking) * em) * share
            run = joined(cast(list[Run], line.bits))
            shapes.append(Text(x + line.indent * em, y, em, run, style.color))
        else:
            shapes += _line(line, box, y, em, style, face)
    return Block(tuple(shapes), laid.width * em, height, size, len(laid.lines), laid.broken)


def _line(line: Line, box: Rect, y: float, em: float, style: Style, face: Face) -> list[Shape]:
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
    return [_shape(bit, at, y, em, style, face) for at, bit in (*found, *seen)]


def _shape(bit: Bit, x: float, y: float, em: float, style: Style, face: Face) -> Shape:
    match bit:
        case Run():
            return Text(x, y, em, bit, style.color)
        case Marked():
            return Text(x, y, em, bit.run, bit.ink or style.color)
        case Inline():
            height = bit.height * em
            # By the capitals of its line or on its baseline, whatever stands beside it.
            top = y - height if style.icon_align == "baseline" else y - (face.cap_height * em + height) / 2
            place = Rect(x + (bit.advance - bit.width) / 2 * em, top, bit.width * em, height)
            return art.placed(bit.art, place, "contain")
        case _:
            assert_never(bit)
