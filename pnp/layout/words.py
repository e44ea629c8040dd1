"""Words measured in em, so that one measurement serves every size: shaped once, cut, put behind one another.

Between `pnp.fonts` and the lines of a text; what is drawn is exactly what was measured. Knows no places and no sizes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TypeAlias

from pnp import fonts
from pnp.art import Art
from pnp.layout import bidi
from pnp.layout.hyphens import BREAK, SOFT_HYPHEN
from pnp.scene import Color, Run
from pnp.values import dataclass

Faces: TypeAlias = tuple[str, ...]
"""Keys of faces: the wanted one, then those that help out where it has no glyph."""
_WORDS = 4_000  # of one stack of faces that are kept


@dataclass(frozen=True, slots=True)
class Inline:
    """An icon standing in a line: its picture and its measures in em; `advance` counts the room around it."""

    name: str
    art: Art
    width: float
    height: float
    advance: float
    level: int = 0

    @property
    def text(self) -> str:
        """What a reader sees."""
        return f":{self.name}:"


@dataclass(frozen=True, slots=True)
class Marked:
    """A run in an ink of its own ("": the text's), or in a line of mixed directions, whose `level` is odd leftwards."""

    run: Run
    ink: Color
    level: int

    @property
    def text(self) -> str:
        """What a reader sees."""
        return self.run.text

    @property
    def advance(self) -> float:
        """Its width in em."""
        return self.run.advance


Bit: TypeAlias = Run | Marked | Inline
Chunk: TypeAlias = tuple[Faces, str, Color, int] | Inline
"""Part of a word in one look: its faces, what was written, its ink and its level, or an icon."""


@dataclass(frozen=True, slots=True)
class Word:
    """What stands between two spaces. `chunks` is what was written, `bits` what is drawn, `width` in em.

    `face` is that of all of a word which is a single run without an ink or a level of its own, else "".
    """

    chunks: tuple[Chunk, ...]
    bits: tuple[Bit, ...]
    width: float
    face: str = ""


NOTHING = Word((), (), 0.0)


@lru_cache(maxsize=4_000)
def shaped(faces: Faces, text: str, ink: Color, level: int, tracking: float) -> Word:
    """Return `text` shaped as one word, without its soft hyphens. Raises FontProblem."""
    return _shaped(faces, text, ink, level, tracking)


def _shaped(faces: Faces, text: str, ink: Color, level: int, tracking: float) -> Word:
    runs = fonts.runs(faces, printed(text), tracking, level % 2 == 1)
    written = ((faces, text, ink, level),)
    if ink or level:
        return Word(written, tuple(Marked(run, ink, level) for run in runs), sum([run.advance for run in runs]))
    return Word(written, runs, sum([run.advance for run in runs]), runs[0].face if len(runs) == 1 else "")


class Shaped(dict[str, Word]):
    """The words of a stack of faces by what is written, each shaped when it is asked for first."""

    def __init__(self, faces: Faces, tracking: float) -> None:
        self.faces, self.tracking = faces, tracking
        self.mixed = False  # whether some word has another face than the first

    def __missing__(self, text: str) -> Word:
        if len(self) >= _WORDS:
            self.clear()
        found = _shaped(self.faces, text, "", 0, self.tracking)
        self.mixed = self.mixed or found.face != self.faces[0]  # first: another thread may take the word at once
        self[text] = found
        return found


@lru_cache(maxsize=64)
def shaped_in(faces: Faces, tracking: float) -> Shaped:
    """Return the words of a stack of faces that were shaped lately."""
    return Shaped(faces, tracking)


def printed(text: str) -> str:
    """Return `text` without the places where it may break."""
    if SOFT_HYPHEN in text:
        text = text.replace(SOFT_HYPHEN, "")
    return text.replace(BREAK, "") if BREAK in text else text


def word(chunks: Sequence[Chunk], tracking: float) -> Word:
    """Return chunks that stand side by side as one word. Raises FontProblem."""
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


def hyphenated(word_: Word, tracking: float) -> Word:
    """Return a word with a hyphen in place of the break that ends it."""
    last = word_.chunks[-1]
    if isinstance(last, Inline):
        return word_
    faces, text, ink, level = last
    return word((*word_.chunks[:-1], (faces, text.rstrip(SOFT_HYPHEN + BREAK) + "-", ink, level)), tracking)


def cut(chunks: Sequence[Chunk], start: int, end: int | None) -> tuple[Chunk, ...]:
    """Return the chunks between two indexes of the word's text; an icon counts as one character."""
    found: list[Chunk] = []
    index = 0
    for chunk in chunks:
        length = 1 if isinstance(chunk, Inline) else len(chunk[1])
        first, last = max(start - index, 0), length if end is None else min(end - index, length)
        if first < last:
            found.append(chunk if isinstance(chunk, Inline) else (chunk[0], chunk[1][first:last], *chunk[2:]))
        index += length
    return tuple(found)


def written(word: Word) -> str:
    """Return what stands in a word, an icon as one character."""
    if len(word.chunks) == 1 and not isinstance(word.chunks[0], Inline):
        return word.chunks[0][1]
    return "".join("\ufffc" if isinstance(chunk, Inline) else chunk[1] for chunk in word.chunks)


def places(word: Word) -> list[tuple[int, float]]:
    """Return (index, distance from the start in em) of every glyph but the first: where a word can be cut."""
    found: list[tuple[int, float]] = []
    index, x = 0, 0.0
    for chunk in word.chunks:
        if isinstance(chunk, Inline):
            found.append((index, x))
            index, x = index + 1, x + chunk.advance
            continue
        where = [place for place, sign in enumerate(chunk[1]) if sign not in (SOFT_HYPHEN, BREAK)]
        start = 0
        for bit in shaped(*chunk, 0.0).bits:
            assert not isinstance(bit, Inline)
            run = bit.run if isinstance(bit, Marked) else bit
            for cluster, at in _starts(run, chunk[3] % 2 == 1):
                found.append((index + where[start + cluster], x + at))
            start, x = start + len(run.text), x + run.advance
        index += len(chunk[1])
    return [(place, at) for place, at in dict(reversed(found)).items() if place > 0][::-1]


def _starts(run: Run, rtl: bool) -> list[tuple[int, float]]:
    """Return (index, distance from where reading starts) of every glyph, in the order of reading."""
    if not rtl:
        return [(cluster, at) for _, cluster, at, _ in run.glyphs]
    ends = [*(at for _, _, at, _ in run.glyphs[1:]), run.advance]
    return [(glyph[1], run.advance - end) for glyph, end in zip(run.glyphs, ends, strict=True)][::-1]


def level_of(bit: Bit) -> int:
    """Return the level of what stands in a line; 0 in a line of one direction."""
    return 0 if isinstance(bit, Run) else bit.level


def in_view(bits: Sequence[Bit]) -> list[Bit]:
    """Return the bits of a line of mixed directions from left to right."""
    return bidi.visual(bits, [level_of(bit) for bit in bits])


def placed(bits: Iterable[Bit]) -> Iterator[tuple[float, Bit]]:
    """Yield (distance from the left in em, run or icon), neighbours of one look joined into one run."""
    bits = list(bits)
    run = bits[0] if bits else None
    if isinstance(run, Run):
        alike = [bit for bit in bits if isinstance(bit, Run) and bit.face == run.face]
        if len(alike) == len(bits):
            yield 0.0, joined(alike)
            return
    x = 0.0
    start = 0.0
    waiting: list[Run] = []
    first: Bit | None = None  # of those that wait
    for bit in bits:
        if isinstance(bit, Run):
            if waiting and not (isinstance(first, Run) and bit.face == first.face):
                yield start, _together(first, waiting)
                waiting = []
            if not waiting:
                start, first = x, bit
            waiting.append(bit)
        else:
            if waiting and not _alike(first, bit):
                yield start, _together(first, waiting)
                waiting = []
            if isinstance(bit, Inline):
                yield x, bit
            else:
                if not waiting:
                    start, first = x, bit
                waiting.append(bit.run)
        x += bit.advance
    if waiting:
        yield start, _together(first, waiting)


def _alike(one: Bit | None, other: Bit) -> bool:
    """Say whether two bits are of one ink and level, not in the text's own look."""
    if isinstance(one, Marked) and isinstance(other, Marked):
        return (one.run.face, one.ink, one.level) == (other.run.face, other.ink, other.level)
    return False


def _together(first: Bit | None, runs: list[Run]) -> Bit:
    """Return runs that look like `first` as one."""
    if isinstance(first, Marked):
        return Marked(joined(runs, first.level % 2 == 1), first.ink, first.level)
    return joined(runs)


def joined(runs: Sequence[Run], leftward: bool = False) -> Run:
    """Return runs that stand side by side as one; those that run to the left are read from the last one on."""
    if len(runs) == 1:
        return runs[0]
    text = "".join([run.text for run in (reversed(runs) if leftward else runs)])
    return Run(runs[0].face, text, (), sum([run.advance for run in runs]), tuple(runs), leftward)
