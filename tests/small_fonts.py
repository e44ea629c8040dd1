"""Fonts made for tests: a few letters that are plain boxes, in a TrueType or an OpenType (CFF) file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fontTools.cffLib import CharStrings, FDArrayIndex, FDSelect, FontDict, PrivateDict
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

UPEM = 1000
BOX = 900  # advance of every letter but the space


def bars(index: int) -> list[tuple[int, int, int, int]]:
    """Return what letter number `index` looks like: as many bars as its number, from the baseline up."""
    return [(50, 20 + 150 * at, 850, 100 + 150 * at) for at in range(index + 1)]


def write(
    path: Path,
    characters: str,
    *,
    family: str = "Small Signs",
    weight: int = 400,
    italic: bool = False,
    licence: str = "SIL Open Font License 1.1",
    sealed: bool = False,
    cids: tuple[int, ...] = (),
) -> Path:
    """Write a font with a box for each of `characters` and a space; with `cids` its glyphs go by those numbers."""
    names = [".notdef", "space", *(f"u{ord(sign):X}" for sign in characters)]
    postscript = path.suffix == ".otf"
    build = FontBuilder(UPEM, isTTF=not postscript)
    build.setupGlyphOrder(names)
    build.setupCharacterMap({32: "space", **{ord(sign): f"u{ord(sign):X}" for sign in characters}})
    widths = {name: 300 if name == "space" else BOX for name in names}
    glyphs = {name: _glyph(index, widths[name], postscript) for index, name in enumerate(names)}
    if postscript:
        build.setupCFF(f"{family.replace(' ', '')}-{weight}", {}, glyphs, {})
    else:
        build.setupGlyf(glyphs)
    edges = {name: 50 if index > 1 else 0 for index, name in enumerate(names)}
    build.setupHorizontalMetrics({name: (width, edges[name]) for name, width in widths.items()})
    build.setupHorizontalHeader(ascent=900, descent=-200)
    styles = {"familyName": family, "styleName": "Regular", "psName": f"{family.replace(' ', '')}-{weight}"}
    build.setupNameTable({**styles, **({"licenseDescription": licence} if licence else {})})
    selection = 1 if italic else 0x40
    build.setupOS2(usWeightClass=weight, fsType=2 if sealed else 0, sCapHeight=700, sxHeight=500, fsSelection=selection)
    build.setupPost()
    build.save(path)
    if cids:
        _number(path, (0, *cids))
    return path


def _glyph(index: int, width: int, postscript: bool) -> Any:
    """Return a glyph by its place in the file: the first two, which no letter is, are blank."""
    pen = T2CharStringPen(width, None) if postscript else TTGlyphPen(None)
    for left, bottom, right, top in bars(index - 2) if index > 1 else ():
        pen.moveTo((left, bottom))
        for point in ((left, top), (right, top), (right, bottom)):
            pen.lineTo(point)
        pen.closePath()
    return pen.getCharString() if isinstance(pen, T2CharStringPen) else pen.glyph()


def _number(path: Path, cids: tuple[int, ...]) -> None:
    """Turn the font into one whose glyphs go by numbers of their own (CID-keyed)."""
    font = TTFont(path)
    cff = font["CFF "].cff
    top = cff[cff.fontNames[0]]
    order = font.getGlyphOrder()
    renamed = dict(zip(order, [".notdef", *(f"cid{number:05d}" for number in cids[1:])], strict=True))
    strings: CharStrings = top.CharStrings
    strings.charStrings = {renamed[name]: strings.charStrings[name] for name in order}
    top.charset = [renamed[name] for name in order]
    top.ROS = ("Adobe", "Identity", 0)
    top.CIDCount = max(cids) + 1
    inner = FontDict()
    inner.setCFF2(False)
    inner.Private = top.Private if isinstance(top.Private, PrivateDict) else PrivateDict()
    array = FDArrayIndex()
    array.append(inner)
    top.FDArray = array
    top.FDSelect = FDSelect()
    top.FDSelect.format = 3
    top.FDSelect.gidArray = [0] * len(order)
    for name in ("Private", "Encoding", "UniqueID"):
        top.rawDict.pop(name, None)
        if hasattr(top, name):
            delattr(top, name)
    strings.fdArray, strings.fdSelect = top.FDArray, top.FDSelect
    for string in strings.charStrings.values():
        if hasattr(string, "private"):
            string.private = inner.Private
    cmap = {code: renamed[name] for code, name in font.getBestCmap().items()}
    for table in font["cmap"].tables:
        table.cmap = {code: name for code, name in cmap.items() if code < 0x10000 or table.format == 12}
    font["hmtx"].metrics = {renamed[name]: metric for name, metric in font["hmtx"].metrics.items()}
    font.setGlyphOrder(top.charset)
    font.save(path)
