"""From the codes of a text to glyphs, widths and words: the tables of a font in a PDF. Between `glyphs` and `pdf`.

Knows no PDF library. Gatherings of pages that agree on their codes share a table; where they do not, the font comes
twice, with the same outlines.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from pnp.render.glyphs import Table

_CHUNK = 100  # entries that a section of a CMap may have

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


class Encoding:
    """The codes of one font object. `name` is what its table is called where it needs one of its own."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._shown: dict[int, tuple[int, str, float]] = {}

    def add(self, table: Table) -> bool:
        """Add the codes of a gathering; say whether they agree with what is there, else nothing is added."""
        own = {code: (gid, text, width) for code, gid, text, width in table}
        if any(self._shown.get(code, said) != said for code, said in own.items()):
            return False
        self._shown |= own
        return True

    @property
    def gids(self) -> frozenset[int]:
        """The glyphs that were shown."""
        return frozenset(gid for gid, _, _ in self._shown.values())

    def widths(self) -> tuple[float | tuple[float, ...], ...]:
        """Return the advances as a `W` array: runs of codes, each the first one and the advances from it on."""
        found: list[float | tuple[float, ...]] = []
        codes = sorted(self._shown)
        for _, run in groupby(enumerate(codes), key=lambda each: each[1] - each[0]):
            near = [code for _, code in run]
            found += [near[0], tuple(self._shown[code][2] for code in near)]
        return tuple(found)

    def numbers(self) -> bytes | None:
        """Return the glyph number of every code from 0 on, two bytes each; None where every code is that number."""
        if self.plain(()):
            return None
        found = bytearray(2 * (max(self._shown) + 1))
        for code, (gid, _, _) in self._shown.items():
            found[2 * code : 2 * code + 2] = gid.to_bytes(2, "big")
        return bytes(found)

    def widths_by(self, cids: Sequence[int]) -> list[tuple[int, float]]:
        """Return the advance of every glyph that was shown, by its number as in `codes`."""
        return sorted({cids[gid] if cids else gid: width for gid, _, width in self._shown.values()}.items())

    def plain(self, cids: Sequence[int]) -> bool:
        """Say whether every code is the number of its glyph as in `codes`."""
        return all(code == (cids[gid] if cids else gid) for code, (gid, _, _) in self._shown.items())

    def codes(self, cids: Sequence[int]) -> bytes:
        """Return the table from every code to its glyph's number in a font with PostScript outlines (a CMap).

        `cids` are those numbers by glyph; without any a glyph goes by its place.
        """
        pairs = [(code, cids[gid] if cids else gid) for code, (gid, _, _) in sorted(self._shown.items())]
        return _cmap("cidchar", [f"<{code:04x}> {cid}" for code, cid in pairs], self.name, "Identity", 1)

    def texts(self) -> bytes:
        """Return the table that tells what every code says (a ToUnicode CMap)."""
        said = [(code, text) for code, (_, text, _) in sorted(self._shown.items()) if text]
        entries = [f"<{code:04x}> <{text.encode('utf-16-be').hex()}>" for code, text in said]
        return _cmap("bfchar", entries, "Adobe-Identity-UCS", "UCS", 2)


def _cmap(section: str, entries: Sequence[str], name: str, ordering: str, kind: int) -> bytes:
    chunks = [entries[at : at + _CHUNK] for at in range(0, len(entries), _CHUNK)]
    lines = "".join(
        f"{len(chunk)} begin{section}\n{''.join(f'{entry}{chr(10)}' for entry in chunk)}end{section}\n"
        for chunk in chunks
    )
    return _CMAP.format(chunks=lines, name=name, ordering=ordering, kind=kind).encode("ascii")
