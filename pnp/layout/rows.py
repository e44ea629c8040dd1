"""The lines of a text as their author wrote them: words with the spaces between them. Second step of setting a text.

Words are measured in em, by `words`. What runs right to left is told apart here, and Chinese and Japanese fall into the
pieces that a line may break between. Knows no room, no size and no place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TypeAlias

from pnp import letters
from pnp.expressions import expression
from pnp.layout import bidi, kinsoku
from pnp.layout.markup import Span
from pnp.layout.words import NOTHING, Chunk, Faces, Inline, Marked, Shaped, Word, in_view, joined, shaped, word
from pnp.scene import Color, Run
from pnp.values import dataclass, replace

_TOKENS = expression(r"\n|[ \t]+|[^ \t\n]+")
_SPACED = expression("( )")
_ICON = "\ufffc"
Looks: TypeAlias = Callable[[bool, bool], Faces]
Icons: TypeAlias = Callable[[str, Color], Inline]
Shaper: TypeAlias = Callable[[Faces, str, float], Word]


@dataclass(frozen=True, slots=True)
class Row:
    """One line as its author wrote it: words, and the space before each. `apart`: a blank line stands above.

    All its lines stand `indent` em in, the first one `first` more; `mark` hangs before it. `base` is the level of its
    paragraph, None where all runs left to right. `face` is that of all its words, "" where they differ in anything.
    """

    words: tuple[Word, ...]
    gaps: tuple[Word, ...]
    apart: bool
    indent: float = 0.0
    first: float = 0.0
    mark: Word | None = None
    base: int | None = None
    face: str = ""


@dataclass(frozen=True, slots=True)
class Manner:
    """How lines are read: `indent` em before a paragraph that follows a blank line, `lists` as lists, a direction."""

    tracking: float = 0.0
    indent: float = 0.0
    lists: bool = False
    direction: bidi.Direction = "auto"


@dataclass(frozen=True, slots=True)
class _Kind:
    """What a whole text is: the level of paragraphs that have no letter of their own (None: all runs left to right),
    and whether it has signs of Chinese or Japanese."""

    base: int | None
    signs: bool


def rows(spans: Sequence[Span], faces: Looks, inline: Icons, manner: Manner) -> tuple[Row, ...]:
    """Return the lines that the author wrote, as words. Raises FontProblem for a character no face can draw."""
    if manner.lists:
        return _with_lists(spans, faces, inline, manner)
    found: list[Row] = []
    apart = False
    kind = _kind(spans, manner)
    for line in _lines(spans, faces, inline):
        row = _row(line, apart and bool(found), manner, kind)
        if row:
            found.append(row)
        apart = row is None
    return tuple(found)


def plain(text: str, shaped: Shaped, indent: float) -> tuple[Row, ...]:
    """Return the lines of a text without markup that all runs left to right: most texts, so the short way.

    Paragraphs begin `indent` em further in after a blank line. Raises FontProblem for a character no face can draw.
    """
    found: list[Row] = []
    apart = False
    for line in text.split("\n"):
        words, gaps = _spaced(line, shaped)
        if words:
            above = apart and bool(found)
            face = shaped.faces[0] if not shaped.mixed else _face((*words, *gaps))
            found.append(Row(words, gaps, above, first=indent if above else 0.0, face=face))
        apart = not words
    return tuple(found)


def _spaced(line: str, shaped: Shaped) -> tuple[tuple[Word, ...], tuple[Word, ...]]:
    """Return the words of a line, and the space before each."""
    if "\t" not in line and "  " not in line and line[:1] != " " != line[-1:]:
        words = tuple([shaped[each] for each in line.split(" ")] if line else ())
        return words, ((NOTHING, *(shaped[" "],) * (len(words) - 1)) if len(words) > 1 else (NOTHING,))
    found: list[Word] = []
    gaps: list[Word] = []
    gap = NOTHING
    for token in _TOKENS.findall(line):
        if token[0] in " \t":
            gap = shaped[token.replace("\t", " ")]
        else:
            found.append(shaped[token])
            gaps.append(gap)
            gap = NOTHING
    return tuple(found), tuple(gaps)


def _face(words: Iterable[Word]) -> str:
    """Return the face of all words and spaces, "" where they have several."""
    faces = {each.face for each in words if each is not NOTHING}
    return faces.pop() if len(faces) == 1 else ""


def _with_lists(spans: Sequence[Span], faces: Looks, inline: Icons, manner: Manner) -> tuple[Row, ...]:
    from pnp.layout import lists

    found: list[tuple[Row, lists.Item | None]] = []
    apart = False
    above: lists.Item | None = None
    kind = _kind(spans, manner)
    for line in _lines(spans, faces, inline):
        item, rest = lists.item(line, above)
        row = _row(rest, apart and bool(found), manner, kind)
        if row:
            found.append((row, item))
            above = item
        apart = row is None
    return lists.hung(found, manner.tracking)


def _kind(spans: Sequence[Span], manner: Manner) -> _Kind:
    return _Kind(_base(spans, manner.direction), any(kinsoku.has_signs(span.text) for span in spans))


def _row(line: Sequence[Chunk], apart: bool, manner: Manner, kind: _Kind) -> Row | None:
    base = None
    if kind.base is not None:
        text = "".join(_ICON if isinstance(chunk, Inline) else chunk[1].replace("\t", " ") for chunk in line)
        base = kind.base if manner.direction != "auto" else _or(bidi.base(text), kind.base)
        line = _leveled(line, text, base)
    pairs = _words(line, manner.tracking)
    if kind.signs:
        pairs = _parted(pairs, manner.tracking)
    if not pairs:
        return None
    gaps, words = zip(*pairs, strict=True)
    return Row(words, gaps, apart, first=manner.indent if apart else 0.0, base=base)


def _or(found: int | None, otherwise: int) -> int:
    return otherwise if found is None else found


def _base(spans: Sequence[Span], direction: bidi.Direction) -> int | None:
    """Return the level of a text's paragraphs that have no letter of their own; None when all runs left to right."""
    if direction == "auto" and not any(letters.right_to_left(span.text) for span in spans):
        return None
    if direction == "auto":
        return _or(bidi.base("".join(_ICON if span.icon else span.text for span in spans)), 0)
    mixed = direction == "rtl" or any(letters.right_to_left(span.text) for span in spans)
    return (1 if direction == "rtl" else 0) if mixed else None


def _lines(spans: Iterable[Span], faces: Looks, inline: Icons) -> Iterator[list[Chunk]]:
    """Give the chunks of every line."""
    line: list[Chunk] = []
    for span in spans:
        if span.icon:
            line.append(inline(span.text, span.ink))
            continue
        keys, ink = faces(span.bold, span.italic), span.ink
        for token in _TOKENS.findall(span.text):
            if token == "\n":
                yield line
                line = []
            else:
                line.append((keys, token, ink, 0))
    yield line


def _leveled(line: Sequence[Chunk], text: str, base: int) -> list[Chunk]:
    """Return the chunks of a line, each of one level."""
    levels = bidi.levels(text, base)
    found: list[Chunk] = []
    at = 0
    for chunk in line:
        if isinstance(chunk, Inline):
            found.append(replace(chunk, level=levels[at]))
            at += 1
            continue
        faces, written, ink, _ = chunk
        start = 0
        for end in range(1, len(written) + 1):
            if end == len(written) or levels[at + end] != levels[at + start]:
                level = levels[at + start]
                found.append((_beside(found, faces, written, level), written[start:end], ink, level))
                start = end
        at += len(written)
    return found


def _beside(found: Sequence[Chunk], faces: Faces, written: str, level: int) -> Faces:
    """Return the faces of a chunk; a space that runs right to left is that of the face before it."""
    before = found[-1] if found and level % 2 and written.isspace() else None
    if before is None or isinstance(before, Inline) or before[3] != level:
        return faces
    last = shaped(*before, 0.0).bits[-1]
    return (last.run.face, *faces) if isinstance(last, Marked) else faces


def _words(line: Sequence[Chunk], tracking: float) -> tuple[tuple[Word, Word], ...]:
    """Return the words of a line, each with the space before it."""
    words: list[tuple[Word, Word]] = []
    gap: list[Chunk] = []
    chunks: list[Chunk] = []
    for chunk in line:
        if isinstance(chunk, Inline) or not chunk[1].isspace() or chunk[1][0] not in " \t":
            chunks.append(chunk)
            continue
        if chunks:
            words.append((word(gap, tracking), word(chunks, tracking)))
            gap, chunks = [], []
        gap.append(chunk if "\t" not in chunk[1] else (chunk[0], chunk[1].replace("\t", " "), chunk[2], chunk[3]))
    if chunks:
        words.append((word(gap, tracking), word(chunks, tracking)))
    return tuple(words)


def _parted(words: Sequence[tuple[Word, Word]], tracking: float) -> tuple[tuple[Word, Word], ...]:
    """Return words with those of Chinese and Japanese taken apart where a line may end."""
    found: list[tuple[Word, Word]] = []
    for gap, each in words:
        chunks: list[Chunk] = []
        last = ""
        space = gap
        for chunk in each.chunks:
            if isinstance(chunk, Inline):
                chunks.append(chunk)
                last = ""
                continue
            faces, text, ink, level = chunk
            for part in kinsoku.parts(text):
                if last and kinsoku.breaks(last, part[0]):
                    found.append((space, word(chunks, tracking)))
                    space, chunks = NOTHING, []
                chunks.append((faces, part, ink, level))
                last = part[-1]
        found.append((space, word(chunks, tracking)))
    return tuple(found)


@lru_cache(maxsize=64)  # who sets a line has measured it before
def apart(faces: Faces, text: str, tracking: float) -> Word:
    """Return what `alone` returns, but with words that are shaped by themselves: for many lines with equal words.

    Nothing is drawn nearer to a space or farther from it.
    """
    if " " not in text or letters.right_to_left(text):
        return alone(faces, text, tracking)
    found = [shaped(faces, part, "", 0, tracking) for part in _SPACED.split(letters.composed(text)) if part]
    if any(each.face != faces[0] for each in found):
        return alone(faces, text, tracking)
    run = joined([bit for each in found for bit in each.bits if isinstance(bit, Run)])
    return Word((), (run,), run.advance, run.face)


def alone(faces: Faces, text: str, tracking: float) -> Word:
    """Return one line of plain text as a word whose bits stand from left to right. Raises FontProblem."""
    text = letters.composed(text)
    if not letters.right_to_left(text):
        return shaped(faces, text, "", 0, tracking)
    found = word(_leveled([(faces, text, "", 0)], text, _or(bidi.base(text), 0)), tracking)
    return Word(found.chunks, tuple(in_view(found.bits)), found.width)
