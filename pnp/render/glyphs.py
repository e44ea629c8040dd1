"""The glyphs of one face that a document uses: their codes, their widths and what they say when text is copied.

Used by `content` and `pdf` alone; knows no PDF library. Every pair of glyph and text gets a code of its own, so a
ligature copies as its letters and one hyphen glyph can stand for two kinds of hyphen.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, pairwise

from pnp import fonts, letters
from pnp.scene import Run
from pnp.units import PT_PER_MM as PT

_EM = 1000  # PDF measures text in thousandths of an em
_TINY = 0.005  # of those: what is not worth an operator

_CMAP = """/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering ({ordering}) /Supplement 0 >> def
/CMapName /{name} def
/CMapType {kind} def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
{chunks}endcmap
CMapName currentdict /CMap defineresource pop
end
end
"""


class Glyphs:
    """Collects the glyphs of one face. `name` is what content streams call the font."""

    def __init__(self, key: str, name: str) -> None:
        self.key = key
        self.name = name
        self._codes: dict[tuple[int, str], tuple[str, float]] = {}  # hexadecimal from 0001 on, and the glyph's width
        self._drawn: dict[int, tuple[Run, str]] = {}  # by identity: hashing a run costs more than setting it
        self._insides: dict[int, tuple[Run, str | None]] = {}

    def show(self, run: Run, size: float) -> str:
        """Return the operators that show `run` from the current place; `size` (mm) matters to raised marks only."""
        kept = self._drawn.get(id(run))
        if kept:
            return kept[1]
        if leftward(run):
            code: str | None = self._leftward(run, size)
        else:
            code = self._plain(run)
            code = None if code is None else f"[{code}] TJ".replace("<>", "") if code else ""
        if code is None:
            return self._composed(run, size)
        if not run.parts:  # a line stands once, its words on many
            self._drawn[id(run)] = (run, code)
        return code

    def _code(self, gid: int, text: str) -> tuple[str, float]:
        code = self._codes.get((gid, text))
        if code is None:
            width = round(fonts.advance(self.key, gid) * _EM, 2)
            code = self._codes[gid, text] = (f"{len(self._codes) + 1:04x}", width)
        return code

    def _plain(self, run: Run) -> str | None:
        """Return the inside of one `TJ` for a run whose letters are one glyph each and stand on the baseline.

        None for any other run. Each part is written from its own start to its own end, and kept.
        """
        if not run.parts:
            return f"<{inside}>" if (inside := self._inside(run)) else inside
        array: list[str] = []
        known = self._insides.get
        for part in run.parts:
            kept = known(id(part))
            inside = kept[1] if kept else self._inside(part)
            if inside is None:
                return None
            array.append(inside)
        return f"<{''.join(array)}>"

    def _inside(self, run: Run) -> str | None:
        """Return what stands in a `TJ` between the brackets of its first and its last string."""
        kept = self._insides.get(id(run))
        if kept is None:
            kept = self._insides[id(run)] = (run, self._written(run))
        return kept[1]

    def _written(self, run: Run) -> str | None:
        text, find = run.text, self._codes.get
        glyphs = run.glyphs
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
            letter = text[cluster:end]
            known, width = find((gid, letter)) or self._code(gid, letter)
            code += known
            pen += width
        back = pen - run.advance * _EM
        return f"{code}>{back:.2f}<" if abs(back) >= _TINY else code

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

    @property
    def widths(self) -> list[float]:
        """The advance of every code from 1 on, in thousandths of an em."""
        return [width for _, width in self._codes.values()]

    def file(self) -> bytes:
        """Return the font file with only the glyphs that were shown."""
        return fonts.subset(self.key, frozenset(gid for gid, _ in self._codes))

    def numbers(self) -> bytes:
        """Return the glyph number of every code from 0 on, two bytes each (a CIDToGIDMap)."""
        return b"\0\0" + b"".join(gid.to_bytes(2, "big") for gid, _ in self._codes)

    def widths_by(self, cids: Sequence[int]) -> list[tuple[int, float]]:
        """Return the advance of every glyph that was shown, by its number as in `encoding`."""
        return sorted({cids[gid] if cids else gid: width for (gid, _), (_, width) in self._codes.items()}.items())

    @property
    def codes(self) -> str:
        """What the table from codes to glyphs is called."""
        return f"Bullpen-{self.name}"

    def encoding(self, cids: Sequence[int]) -> bytes:
        """Return the table from every code to its glyph's number in a font with PostScript outlines (a CMap).

        `cids` are those numbers by glyph; without any a glyph goes by its place.
        """
        pairs = [(code, cids[gid] if cids else gid) for (gid, _), (code, _) in self._codes.items()]
        lines = "".join(
            f"{len(chunk)} begincidchar\n" + "".join(f"<{code}> {cid}\n" for code, cid in chunk) + "endcidchar\n"
            for chunk in (pairs[i : i + 100] for i in range(0, len(pairs), 100))
        )
        return _CMAP.format(chunks=lines, name=self.codes, ordering="Identity", kind=1).encode("ascii")

    def texts(self) -> bytes:
        """Return the table that tells what every code says (a ToUnicode CMap)."""
        said = [(code, text) for (_, text), (code, _) in self._codes.items() if text]
        chunks = [said[i : i + 100] for i in range(0, len(said), 100)]  # the format allows a hundred at a time
        lines = "".join(
            f"{len(chunk)} beginbfchar\n"
            + "".join(f"<{code}> <{text.encode('utf-16-be').hex()}>\n" for code, text in chunk)
            + "endbfchar\n"
            for chunk in chunks
        )
        return _CMAP.format(chunks=lines, name="Adobe-Identity-UCS", ordering="UCS", kind=2).encode("ascii")


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
