"""Rows on the lines that they are printed on, measured in em. Third step of setting a text; knows no place and no size.

A line is its words' glyphs put behind one another, in the order of reading.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from pnp.expressions import expression
from pnp.layout.hyphens import BREAK, SOFT_HYPHEN
from pnp.layout.rows import Row
from pnp.layout.words import NOTHING, Bit, Word, cut, hyphenated, places, word, written
from pnp.values import dataclass

EPSILON = 1e-9  # em: what a sum of widths may be off by
ENDLESS = 400  # characters: no language has such words
RAGGED = 0.18  # × width of the line: as much left blank makes a break at a syllable worth it
_BREAKS = expression(
    r"(?<=\w[-\u2010\u2013/])(?=[^\W\d])"  # after a hyphen or slash between words, never before a number
    r"|(?<=—)(?=[^—])|(?<=[^—])(?=—)"
    r"|(?<=[\u00ad\ufdd0])(?=.)"
)


@dataclass(slots=True)
class Line:
    """One line as it is printed, bits in the order of reading; `width` in em counts the `indent` at its start.

    `base` is the level of its paragraph, None where all runs left to right; `mark` hangs before it. `face` is that of
    all its bits, which are runs then, "" where they differ in anything.
    """

    bits: list[Bit]
    width: float
    apart: bool = False
    indent: float = 0.0
    mark: Word | None = None
    base: int | None = None
    face: str = ""

    @property
    def text(self) -> str:
        """What a reader sees on the line."""
        return "".join([bit.text for bit in self.bits])


def wrap(rows: Iterable[Row], room: float, tracking: float, force: bool = False) -> list[Line] | None:
    """Return `rows` on lines at most `room` em wide, each filled as far as it goes; None when a word is too wide.

    With `force` such a word is broken anywhere, at least one character a line.
    """
    room += EPSILON
    lines: list[Line] = []
    for row in rows:
        found = _wrapped(row, room, tracking, force)
        if found is None:
            return None
        lines += found
    return lines


def _wrapped(row: Row, room: float, tracking: float, force: bool) -> list[Line] | None:
    """Return the lines of one row, as `wrap` does."""
    indent = width = row.indent + row.first
    bits: list[Bit] = []
    face = "" if force else row.face
    line = Line(bits, width, row.apart, indent, row.mark, row.base, face)
    lines = [line]
    pairs = zip(row.gaps, row.words, strict=True)
    for gap, each in _parted(pairs, tracking) if force else pairs:
        space = gap if bits else NOTHING
        if each.width <= room - width - space.width:
            bits += space.bits
            bits += each.bits
            width += space.width + each.width
            continue
        if bits and each.width <= room - row.indent and not _places(written(each)):
            line.width = width
            bits, width = [*each.bits], row.indent + each.width
            line = _below(row, bits, face, lines)
            continue  # as most words that do not fit: whole on the next line
        rest: Word | None = each
        while rest is not None:
            left = room - width - space.width
            head, rest = _fill(rest, left, room if bits else 0.0, tracking, force and not bits)
            if head is not None:
                bits += space.bits
                bits += head.bits
                width += space.width + head.width
                if head.face != face:
                    line.face = ""
            elif not bits:
                return None
            if rest is not None:
                line.width = width
                bits, width, space = [], row.indent, NOTHING
                line = _below(row, bits, face, lines)
    line.width = width
    return lines


def _below(row: Row, bits: list[Bit], face: str, lines: list[Line]) -> Line:
    """Return a further line of a row, which is added to `lines`."""
    line = Line(bits, row.indent, indent=row.indent, base=row.base, face=face)
    lines.append(line)
    return line


def _parted(words: Iterable[tuple[Word, Word]], tracking: float) -> Iterator[tuple[Word, Word]]:
    """Yield words with the gaps before them, endless ones in parts: what is broken anywhere is looked at to its end."""
    for gap, each in words:
        length = len(written(each))
        if length <= ENDLESS:
            yield gap, each
            continue
        for start in range(0, length, ENDLESS):
            yield NOTHING if start else gap, word(cut(each.chunks, start, start + ENDLESS), tracking)


def single(rows: Sequence[Row]) -> Line:
    """Return the words of the first row on one line, however long it gets."""
    bits: list[Bit] = []
    width = 0.0
    for gap, each in zip(rows[0].gaps, rows[0].words, strict=True):
        if bits:
            bits += gap.bits
            width += gap.width
        bits += each.bits
        width += each.width
    return Line(bits, width, base=rows[0].base, face=rows[0].face)


def _fill(each: Word, left: float, room: float, tracking: float, force: bool) -> tuple[Word | None, Word | None]:
    """Return (what of a word fits in `left`, what is left of it).

    `room` is the width of the line where something stands on it already, 0 on an empty one.
    """
    if each.width <= left:
        return each, None
    if split := _at_break(each, left, syllables=left >= RAGGED * room, tracking=tracking):
        return split
    return _anywhere(each, left, tracking) if force else (None, each)


def _at_break(each: Word, left: float, syllables: bool, tracking: float) -> tuple[Word, Word] | None:
    """Return the two parts of a word at the last place inside it where it may break so that the first fits.

    `syllables`: also where only its language allows it.
    """
    text = written(each)
    for place in _places(text):
        sign = text[place - 1]
        if sign == BREAK and not syllables:
            continue
        head = word(cut(each.chunks, 0, place), tracking)
        if sign in (SOFT_HYPHEN, BREAK):
            head = hyphenated(head, tracking)
        if head.width <= left:
            return head, word(cut(each.chunks, place, None), tracking)
    return None


@lru_cache(maxsize=4_000)
def _places(text: str) -> tuple[int, ...]:
    """Return where a word may break, the last place first; the same words end many lines."""
    return tuple(match.start() for match in _BREAKS.finditer(text))[::-1]


def _anywhere(each: Word, left: float, tracking: float) -> tuple[Word, Word | None]:
    """Return the two parts of a word at the last glyph that fits, or after the first; (word, None) for one glyph."""
    found = places(each)
    if not found:
        return each, None
    fitting = [place for place, x in found if x <= left] or [found[0][0]]
    while True:
        place = fitting.pop()
        head = word(cut(each.chunks, 0, place), tracking)
        if head.width <= left or not fitting:
            return head, word(cut(each.chunks, place, None), tracking)
