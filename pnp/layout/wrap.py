"""Words on lines, measured in em, so that one measurement serves every size. Second step of setting a text.

A word is shaped once and kept; a line is its words' glyphs put behind one another, so what is drawn is exactly what was
measured. Knows no places and no sizes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from pnp import fonts
from pnp.art import Art
from pnp.layout.markup import Span
from pnp.scene import Run

Faces: TypeAlias = tuple[str, ...]
"""Keys of faces: the wanted one, then those that help out where it has no glyph."""

SOFT_HYPHEN = "\u00ad"
EPSILON = 1e-9  # em: what a sum of widths may be off by
_TOKENS = re.compile(r"\n|[ \t]+|[^ \t\n]+")
_BREAKS = re.compile(
    r"(?<=\w[-\u2010\u2013/])(?=[^\W\d])"  # after a hyphen or slash between words, never before a number
    r"|(?<=—)(?=[^—])|(?<=[^—])(?=—)"
    r"|(?<=\u00ad)(?=.)"
)


@dataclass(frozen=True, slots=True)
class Inline:
    """An icon standing in a line: its picture and its measures in em; `advance` counts the room around it."""

    name: str
    art: Art
    width: float
    height: float
    advance: float


Bit: TypeAlias = Run | Inline
Chunk: TypeAlias = tuple[Faces, str] | Inline


@dataclass(frozen=True, slots=True)
class Word:
    """What stands between two spaces. `chunks` is what was written, `bits` what is drawn, `width` in em."""

    chunks: tuple[Chunk, ...]
    bits: tuple[Bit, ...]
    width: float


@dataclass(frozen=True, slots=True)
class Row:
    """One line as its author wrote it: words, each with the space before it. `apart`: a blank line stands above."""

    words: tuple[tuple[Word, Word], ...]
    apart: bool


@dataclass(slots=True)
class Line:
    """One line as it is printed; `width` in em."""

    bits: list[Bit]
    width: float
    apart: bool = False

    @property
    def text(self) -> str:
        """What a reader sees on the line."""
        return "".join(bit.text if isinstance(bit, Run) else f":{bit.name}:" for bit in self.bits)


@lru_cache(maxsize=50_000)
def shaped(faces: Faces, text: str, tracking: float) -> Word:
    """Return `text` shaped as one word without its soft hyphens. Raises FontProblem."""
    runs = fonts.runs(faces, text.replace(SOFT_HYPHEN, ""), tracking)
    return Word(((faces, text),), runs, sum(run.advance for run in runs))


def rows(
    spans: Sequence[Span], faces: Callable[[bool, bool], Faces], tracking: float, inline: Callable[[str], Inline]
) -> tuple[Row, ...]:
    """Return the lines that the author wrote, as words. Raises FontProblem for a character no face can draw."""
    found: list[Row] = []
    words: list[tuple[Word, Word]] = []
    gap: list[Chunk] = []
    chunks: list[Chunk] = []
    apart = False

    def end_word() -> None:
        if chunks:
            words.append((_word(gap, tracking), _word(chunks, tracking)))
            gap.clear()
            chunks.clear()

    for token in _chunks(spans, faces, inline):
        if isinstance(token, Inline) or not token[1].isspace() or token[1][0] not in " \t\n":
            chunks.append(token)
            continue
        end_word()
        if token[1] == "\n":
            if words:
                found.append(Row(tuple(words), apart and bool(found)))
            apart = not words
            words.clear()
            gap.clear()
        else:
            gap.append((token[0], token[1].replace("\t", " ")))
    end_word()
    if words:
        found.append(Row(tuple(words), apart and bool(found)))
    return tuple(found)


def _chunks(
    spans: Iterable[Span], faces: Callable[[bool, bool], Faces], inline: Callable[[str], Inline]
) -> Iterator[Chunk]:
    for span in spans:
        if span.icon:
            yield inline(span.text)
        else:
            keys = faces(span.bold, span.italic)
            for token in _TOKENS.findall(span.text):
                yield (keys, token)


def _word(chunks: Sequence[Chunk], tracking: float) -> Word:
    if len(chunks) == 1 and not isinstance(chunks[0], Inline):
        return shaped(*chunks[0], tracking)
    bits: list[Bit] = []
    width = 0.0
    for chunk in chunks:
        if isinstance(chunk, Inline):
            bits.append(chunk)
            width += chunk.advance
        else:
            part = shaped(*chunk, tracking)
            bits += part.bits
            width += part.width
    return Word(tuple(chunks), tuple(bits), width)


def wrap(written: Iterable[Row], room: float, tracking: float, force: bool = False) -> list[Line] | None:
    """Return `written` on lines at most `room` em wide, each filled as far as it goes; None when a word is too wide.

    With `force` such a word is broken anywhere, at least one character a line.
    """
    room += EPSILON
    lines: list[Line] = []
    for row in written:
        line = Line([], 0.0, row.apart)
        lines.append(line)
        for gap, word in row.words:
            rest: Word | None = word
            space = gap if line.bits else _NOTHING
            while rest is not None:
                left = room - line.width - space.width
                head, rest = _fill(rest, left, tracking, force and not line.bits)
                if head is not None:
                    line.bits += space.bits
                    line.bits += head.bits
                    line.width += space.width + head.width
                elif not line.bits:
                    return None
                if rest is not None:
                    line = Line([], 0.0)
                    lines.append(line)
                    space = _NOTHING
    return lines


_NOTHING = Word((), (), 0.0)


def single(written: Sequence[Row]) -> Line:
    """Return the words of the first row on one line, however long it gets."""
    line = Line([], 0.0)
    for gap, word in written[0].words:
        if line.bits:
            line.bits += gap.bits
            line.width += gap.width
        line.bits += word.bits
        line.width += word.width
    return line


def _fill(word: Word, left: float, tracking: float, force: bool) -> tuple[Word | None, Word | None]:
    """Return (what of `word` fits in `left`, what is left of it)."""
    if word.width <= left:
        return word, None
    if split := _at_break(word, left, tracking):
        return split
    return _anywhere(word, left, tracking) if force else (None, word)


def _at_break(word: Word, left: float, tracking: float) -> tuple[Word, Word] | None:
    """Return the two parts of `word` at the last place inside it where it may break so that the first fits."""
    text = _text(word)
    for place in reversed([match.start() for match in _BREAKS.finditer(text)]):
        head = _word(_cut(word.chunks, 0, place), tracking)
        if text[place - 1] == SOFT_HYPHEN:
            head = _hyphenated(head, tracking)
        if head.width <= left:
            return head, _word(_cut(word.chunks, place, None), tracking)
    return None


def _hyphenated(word: Word, tracking: float) -> Word:
    last = word.chunks[-1]
    if isinstance(last, Inline):
        return word
    return _word((*word.chunks[:-1], (last[0], last[1].rstrip(SOFT_HYPHEN) + "-")), tracking)


def _anywhere(word: Word, left: float, tracking: float) -> tuple[Word, Word | None]:
    """Return the two parts of `word` at the last glyph that fits, or after the first; (word, None) for one glyph."""
    places = _places(word)
    if not places:
        return word, None
    fitting = [place for place, x in places if x <= left] or [places[0][0]]
    while True:
        place = fitting.pop()
        head = _word(_cut(word.chunks, 0, place), tracking)
        if head.width <= left or not fitting:
            return head, _word(_cut(word.chunks, place, None), tracking)


def _places(word: Word) -> list[tuple[int, float]]:
    """Return (index, distance from the start in em) of every glyph but the first: where a word can be cut."""
    found: list[tuple[int, float]] = []
    index, x = 0, 0.0
    for chunk in word.chunks:
        if isinstance(chunk, Inline):
            found.append((index, x))
            index, x = index + 1, x + chunk.advance
            continue
        written = [place for place, sign in enumerate(chunk[1]) if sign != SOFT_HYPHEN]
        start = 0
        for run in shaped(*chunk, 0.0).bits:
            assert isinstance(run, Run)
            found += [(index + written[start + cluster], x + at) for _, cluster, at, _ in run.glyphs]
            start, x = start + len(run.text), x + run.advance
        index += len(chunk[1])
    return [(place, at) for place, at in dict(reversed(found)).items() if place > 0][::-1]


def _cut(chunks: Sequence[Chunk], start: int, end: int | None) -> tuple[Chunk, ...]:
    """Return the chunks between two indexes of the word's text; an icon counts as one character."""
    found: list[Chunk] = []
    index = 0
    for chunk in chunks:
        length = 1 if isinstance(chunk, Inline) else len(chunk[1])
        first, last = max(start - index, 0), length if end is None else min(end - index, length)
        if first < last:
            found.append(chunk if isinstance(chunk, Inline) else (chunk[0], chunk[1][first:last]))
        index += length
    return tuple(found)


def _text(word: Word) -> str:
    return "".join("\ufffc" if isinstance(chunk, Inline) else chunk[1] for chunk in word.chunks)


def placed(bits: Iterable[Bit]) -> Iterator[tuple[float, Bit]]:
    """Yield (distance from the start in em, run or icon), neighbouring runs of one face joined into one."""
    x = 0.0
    start = 0.0
    waiting: list[Run] = []
    for bit in bits:
        if waiting and (isinstance(bit, Inline) or bit.face != waiting[0].face):
            yield start, _joined(waiting)
            waiting = []
        if isinstance(bit, Inline):
            yield x, bit
        else:
            start = start if waiting else x
            waiting.append(bit)
        x += bit.advance
    if waiting:
        yield start, _joined(waiting)


def _joined(runs: list[Run]) -> Run:
    if len(runs) == 1:
        return runs[0]
    glyphs: list[tuple[int, int, float, float]] = []
    x, index = 0.0, 0
    for run in runs:
        glyphs += [(gid, cluster + index, at + x, y) for gid, cluster, at, y in run.glyphs]
        x += run.advance
        index += len(run.text)
    return Run(runs[0].face, "".join([run.text for run in runs]), tuple(glyphs), x)
