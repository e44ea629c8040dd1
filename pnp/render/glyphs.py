"""The glyphs of one face that a gathering of pages shows: their codes and what they say when text is copied.

Used by `content` and `gathering` alone; knows no PDF library. Every pair of glyph and text gets a code of its own, so a
ligature copies as its letters and one hyphen glyph can stand for two kinds of hyphen. The code is the number of the
glyph wherever it can be, so that what was written apart agrees (`encodings`).
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from functools import lru_cache
from itertools import groupby, pairwise
from typing import NamedTuple, TypeAlias

from pnp import fonts, letters
from pnp.scene import Run
from pnp.units import PT_PER_MM as PT

Table: TypeAlias = tuple[tuple[int, int, str, float], ...]
"""Code, number of the glyph, what it says, and its advance in thousandths of an em."""

CODES = 0x10000  # two bytes each; 0 is kept for the glyph that stands for none

_EM = 1000  # PDF measures text in thousandths of an em
_TINY = 0.005  # of those: what is not worth an operator
_SECOND = frozenset("\u00a0\u00ad\u2010\u2011\u202f")
"""Signs that share a glyph with a more usual one, which has the number of the glyph as its code."""
_KEPT = 4_000
_written: dict[int, _Usual] = {}
"""Runs written lately. Each is held here, so that its `id` stays its own."""


class Glyphs:
    """Collects the glyphs of one face. `name` is what content streams call the font."""

    def __init__(self, key: str, name: str) -> None:
        self.key = key
        self.name = name
        self._codes: dict[tuple[int, str], tuple[str, float]] = {}  # hexadecimal, and the glyph's width
        self._taken: dict[int, tuple[int, str]] = {}
        self._drawn: dict[int, tuple[Run, str]] = {}  # by identity: hashing a run costs more than setting it
        self._insides: dict[int, str] = {}
        self._held: list[Run] = []  # whose identity stands in `_insides`

    def show(self, run: Run, size: float) -> str:
        """Return the operators that show `run` from the current place; `size` (mm) matters to raised marks only."""
        known = self._insides
        if run.parts and not run.leftward:  # a line stands once, its words on many
            try:
                inside = "".join([known[id(part)] for part in run.parts])
            except KeyError:
                if not all([id(part) in known or self._inside(part) for part in run.parts]):  # noqa: C419 (quicker)
                    return self._composed(run, size)
                inside = "".join([known[id(part)] for part in run.parts])
            return f"[<{inside}>] TJ".replace("<>", "")
        kept = self._drawn.get(id(run))
        if kept is None:
            kept = self._drawn[id(run)] = (run, self._alone(run, size))
        return kept[1]

    def _alone(self, run: Run, size: float) -> str:
        """Return the operators for a run that is not made of others, or that is read from right to left."""
        if leftward(run):
            return self._leftward(run, size)
        if not run.text:
            return ""
        return f"[<{self._insides[id(run)]}>] TJ".replace("<>", "") if self._inside(run) else self._composed(run, size)

    def _code(self, gid: int, text: str) -> tuple[str, float]:
        found = self._codes.get((gid, text))
        if found is None:
            pair = (gid, text)
            code = 0 if text in _SECOND else gid
            if not code or self._taken.get(code, pair) != pair:
                code = self._spare(pair)
            self._taken[code] = pair
            found = self._codes[pair] = (f"{code:04x}", _width(self.key, gid))
        return found

    def _spare(self, pair: tuple[int, str]) -> int:
        """Return a free code for a glyph that says something else too, the same in most gatherings."""
        first = fonts.glyphs(self.key)
        if first > CODES * 15 // 16:
            first = 1  # a face with nearly as many glyphs as there are codes
        code = first + zlib.crc32(repr(pair).encode()) % (CODES - first)
        while code in self._taken:
            code = code % (CODES - 1) + 1
        return code

    def _inside(self, run: Run) -> bool:
        """Say whether the letters of a run are one glyph each and stand on the baseline.

        Then what stands in a `TJ` between the brackets of its first and its last string is kept.
        """
        if id(run) not in self._insides:
            usual = _usual(run)
            code = usual.code if usual.code and self._agreed(usual.shown) else _in_codes(run, self._code)
            if code is None:
                return False
            self._insides[id(run)] = code
            self._held.append(run)
        return True

    def _agreed(self, shown: tuple[tuple[int, str], ...]) -> bool:
        """Say whether the numbers of all these glyphs stand for what they say here; from now on they do."""
        taken = self._taken
        for pair in shown:
            if taken.get(pair[0], pair) != pair:
                return False
        for pair in shown:
            if pair not in self._codes:
                self._code(*pair)
        return True

    def _composed(self, run: Run, size: float) -> str:
        """Return the operators for a run with raised marks or with letters of several glyphs, which say so together."""
        starts = [*dict.fromkeys(cluster for _, cluster, _, _ in run.glyphs), len(run.text)]
        ends = dict(pairwise(starts))
        code: list[str] = []
        pen = 0.0
        for cluster, group in groupby(run.glyphs, key=lambda glyph: glyph[1]):
            glyphs = tuple(group)
            text = run.text[cluster : ends[cluster]]
            if len(glyphs) > 1:
                code.append(f"/Span << /ActualText <feff{text.encode('utf-16-be').hex()}> >> BDC")
            for gid, _, x, y in glyphs:
                back = round(pen - x * _EM, 2)
                drawn, width = self._code(gid, text if len(glyphs) == 1 else "")
                code.append(f"{y * size * PT:.4f} Ts [{back:.2f} <{drawn}>] TJ")
                pen += width - back
            if len(glyphs) > 1:
                code.append("EMC")
        return " ".join((*code, "0 Ts"))

    def _leftward(self, run: Run, size: float) -> str:
        """Return the operators for a right-to-left run, one glyph for each letter; the rest of it is in `marks_of`.

        Readers of PDF put letters that stand from left to right in order by themselves, but lose their way among
        glyphs that share a letter.
        """
        bases = _bases(run)
        ends = dict(pairwise(sorted((len(run.text), *bases))))
        code: list[str] = []
        pen, rise = 0.0, 0.0
        for start, (gid, _, x, y) in bases.items():
            back = round(pen - x * _EM, 2)
            drawn, width = self._code(gid, run.text[start : ends[start]])
            if y != rise:
                code.append(f"] TJ {y * size * PT:.4f} Ts [")
                rise = y
            code.append(f"{back:.2f} <{drawn}>" if abs(back) >= _TINY else f"<{drawn}>")
            pen += width - back
        return f"[{' '.join(code)}] TJ{' 0 Ts' if rise else ''}"

    def table(self) -> Table:
        """Return what was shown, in the order of codes."""
        return tuple(sorted((int(code, 16), *pair, width) for pair, (code, width) in self._codes.items()))


class _Usual(NamedTuple):
    """A run written in the numbers of its glyphs, "" where that will not do, and what these say then."""

    run: Run
    code: str
    shown: tuple[tuple[int, str], ...]


def _usual(run: Run) -> _Usual:
    """Return a run as most gatherings write it: words stand in many."""
    kept = _written.get(id(run))
    if kept is None:
        if len(_written) >= _KEPT:
            _written.clear()
        shown: dict[tuple[int, str], None] = {}

        def code(gid: int, text: str) -> tuple[str, float]:
            shown[gid, text] = None
            return f"{gid:04x}", _width(run.face, gid)

        inside = _in_codes(run, code)
        alone = len({gid for gid, _ in shown}) == len(shown)
        fit = inside and alone and all(gid and text not in _SECOND for gid, text in shown)
        kept = _written[id(run)] = _Usual(run, inside if inside and fit else "", tuple(shown))
    return kept


def _in_codes(run: Run, code_of: Callable[[int, str], tuple[str, float]]) -> str | None:
    """Return the codes and gaps of a run whose letters are one glyph each and stand on the baseline, else None."""
    text, glyphs = run.text, run.glyphs
    code = ""
    pen = 0.0
    ends = [cluster for _, cluster, _, _ in glyphs[1:]]
    ends.append(len(text))
    for (gid, cluster, x, y), end in zip(glyphs, ends, strict=True):
        if y or end <= cluster:
            return None
        back = pen - x * _EM
        if abs(back) >= _TINY:
            back = round(back, 2)
            code += f">{back:.2f}<"
            pen -= back
        known, width = code_of(gid, text[cluster:end])
        code += known
        pen += width
    back = pen - run.advance * _EM
    return f"{code}>{back:.2f}<" if abs(back) >= _TINY else code


@lru_cache(maxsize=8192)
def _width(key: str, gid: int) -> float:
    return round(fonts.advance(key, gid) * _EM, 2)


def leftward(run: Run) -> bool:
    """Say whether a run is read from right to left: the clusters of its glyphs fall."""
    if run.parts:
        return run.leftward
    return bool(run.given) and run.given[0][1] > run.given[-1][1]


def marks_of(run: Run) -> list[tuple[int, float, float]]:
    """Return (glyph, x, y) in em of what a right-to-left run shows beside one glyph for each letter: dots and marks."""
    if not leftward(run):
        return []
    bases = set(_bases(run).values())
    return [(glyph[0], glyph[2], glyph[3]) for glyph in run.glyphs if glyph not in bases]


def _bases(run: Run) -> dict[int, tuple[int, int, float, float]]:
    """Return the widest glyph of every letter by where the letter starts in the text, from left to right."""
    start_of: list[int] = []
    for letter in letters.split(run.text):
        start_of += [len(start_of)] * len(letter)
    groups = groupby(run.glyphs, key=lambda glyph: start_of[glyph[1]])
    return {start: max(group, key=lambda glyph: fonts.advance(run.face, glyph[0])) for start, group in groups}
