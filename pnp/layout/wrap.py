"""Rows on the lines that they are printed on, measured in em. Third step of setting a text; knows no place and no size.

A line is its words' glyphs put behind one another, in the order of reading.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from pnp.layout.hyphens import BREAK, SOFT_HYPHEN
from pnp.layout.rows import Row
from pnp.layout.words import NOTHING, Bit, Word, cut, hyphenated, places, word, written
from pnp.values import dataclass

EPSILON = 1e-9  # em: what a sum of widths may be off by
ENDLESS = 400  # characters: no language has such words
RAGGED = 0.18  # × width of the line: as much left blank makes a break at a syllable worth it
_BREAKS = re.compile(
    r"(?<=\w[-\u2010\u2013/])(?=[^\W\d])"  # after a hyphen or slash between words, never before a number
    r"|(?<=—)(?=[^—])|(?<=[^—])(?=—)"
    r"|(?<=[\u00ad\ufdd0])(?=.)"
)


@dataclass(slots=True)
class Line:
    """One line as it is printed, bits in the order of reading; `width` in em counts the `indent` at its start.

    `base` is the level of its paragraph, None where all runs left to right; `mark` hangs before it.
    """

    bits: list[Bit]
    width: float
    apart: bool = False
    indent: float = 0.0
    mark: Word | None = None
    base: int | None = None

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
        indent = row.indent + row.first
        line = Line([], indent, row.apart, indent, row.mark, row.base)
        lines.append(line)
        for gap, each in _parted(row.words, tracking) if force else row.words:
            space = gap if line.bits else NOTHING
            if each.width <= room - line.width - space.width:
                line.bits += space.bits
                line.bits += each.bits
                line.width += space.width + each.width
                continue
            rest: Word | None = each
            while rest is not None:
                left = room - line.width - space.width
                head, rest = _fill(rest, left, room if line.bits else 0.0, tracking, force and not line.bits)
                if head is not None:
                    line.bits += space.bits
                    line.bits += head.bits
                    line.width += space.width + head.width
                elif not line.bits:
                    return None
                if rest is not None:
                    line = Line([], row.indent, indent=row.indent, base=row.base)
                    lines.append(line)
                    space = NOTHING
    return lines


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
    line = Line([], 0.0, base=rows[0].base)
    for gap, each in rows[0].words:
        if line.bits:
            line.bits += gap.bits
            line.width += gap.width
        line.bits += each.bits
        line.width += each.width
    return line


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
    for place in reversed([match.start() for match in _BREAKS.finditer(text)]):
        sign = text[place - 1]
        if sign == BREAK and not syllables:
            continue
        head = word(cut(each.chunks, 0, place), tracking)
        if sign in (SOFT_HYPHEN, BREAK):
            head = hyphenated(head, tracking)
        if head.width <= left:
            return head, word(cut(each.chunks, place, None), tracking)
    return None


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
