"""What a PDF says about its document, its pages and its colours. Used by `pdf` alone; knows no PDF library."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeAlias

from pnp.scene import Document, Page

_Stop: TypeAlias = tuple[float, tuple[float, ...]]

_XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{subject}</rdf:li></rdf:Alt></dc:description>
<dc:language><rdf:Bag><rdf:li>{lang}</rdf:li></rdf:Bag></dc:language>
<pdf:Keywords>{keywords}</pdf:Keywords><pdf:Producer>{maker}</pdf:Producer><xmp:CreatorTool>{maker}</xmp:CreatorTool>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>"""


def packet(document: Document, maker: str) -> bytes:
    """Return the document's metadata as XMP."""
    told = {name: getattr(document, name) for name in ("title", "author", "subject", "keywords", "lang")}
    words = {**told, "maker": maker}
    return _XMP.format(
        **{name: value.replace("&", "&amp;").replace("<", "&lt;") for name, value in words.items()}
    ).encode()


def labels(pages: tuple[Page, ...]) -> bytes:
    """Return the dictionary that names the pages in a viewer: as they are called, else by their number."""
    told = " ".join(
        f"{number} << {f'/P {_string(page.label)}' if page.label else f'/S /D /St {number + 1}'} >>"
        for number, page in enumerate(pages)
    )
    return f"<< /Nums [ {told} ] >>\n".encode("ascii")


def _string(words: str) -> str:
    if words.isascii() and words.isprintable() and not set(words) & set("()\\"):
        return f"({words})"
    return f"<feff{words.encode('utf-16-be').hex()}>"


def rgb(color: str) -> tuple[float, ...]:
    """Return "#rrggbb" as three numbers from 0 to 1."""
    return tuple(int(color[i : i + 2], 16) / 255 for i in (1, 3, 5))


def stretches(values: Sequence[_Stop]) -> list[tuple[_Stop, _Stop]]:
    """Return the stretches from 0 to 1 in which colours run from one to the next, none of them empty."""
    stops = [(0.0, values[0][1])]
    for offset, value in values:
        stops.append((min(max(offset, stops[-1][0]), 1.0), value))
    stops.append((1.0, stops[-1][1]))
    return [(a, b) for a, b in pairwise(stops) if b[0] > a[0]]
