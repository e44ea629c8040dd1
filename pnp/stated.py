"""What files say about themselves: who made a font or a picture, and on what terms. Beside `fonts`; knows no game."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

from pnp.values import dataclass

_DC = "{http://purl.org/dc/elements/1.1/}"
_CC = ("{http://creativecommons.org/ns#}", "{http://web.resource.org/cc/}")
_RESOURCE = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}resource"
_EXIF_COPYRIGHT, _EXIF_ARTIST = 33432, 315  # Exif 2.32, 4.6.4
NAMES = {
    "OFL-1.1": "SIL Open Font License 1.1",
    "Apache-2.0": "Apache License 2.0",
    "UFL-1.0": "Ubuntu Font Licence 1.0",
}
LONGEST = 200  # characters of a licence: some fonts hold the whole text


@dataclass(frozen=True, slots=True)
class Stated:
    """What a file states; "" for what it does not. `version` is a font's."""

    terms: str = ""
    by: str = ""
    source: str = ""
    version: str = ""


def font(path: Path) -> Stated:
    """Return what a font file states, or the package that brought it."""
    for folder in path.parents[:2]:
        about = folder / "metadata.json"
        if about.is_file():
            told = json.loads(about.read_text(encoding="utf-8"))
            licence = str(told.get("license") or "")
            terms = f"{NAMES[licence]} ({licence})" if licence in NAMES else licence
            return Stated(terms, str(told.get("copyright") or ""), "", str(told.get("version") or ""))
    import uharfbuzz as hb

    face, ids = hb.Face(hb.Blob.from_file_path(str(path))), hb.OTNameIdPredefined
    named = [_one_line(face.get_name(id_) or "") for id_ in (ids.LICENSE, ids.COPYRIGHT, ids.LICENSE_URL)]
    version = _one_line(face.get_name(ids.VERSION_STRING) or "").removeprefix("Version ").partition(";")[0]
    return Stated(named[0] or named[2], named[1], named[2] if named[0] else "", version)


def picture(path: Path) -> Stated:
    """Return what a picture states: metadata of SVG, text of PNG, Exif of JPEG; nothing where it cannot be read."""
    return _svg(path) if path.suffix.lower() == ".svg" else _raster(path)


def _svg(path: Path) -> Stated:
    try:
        data = path.read_bytes()
        if b"<!ENTITY" in data:  # nothing that unfolds; the reader of art refuses it aloud
            return Stated()
        root = ElementTree.fromstring(data)
    except (OSError, ElementTree.ParseError):
        return Stated()
    held = root.find(".//{http://www.w3.org/2000/svg}metadata")
    if held is None:
        return Stated()
    licence = next((found for cc in _CC if (found := held.find(f".//{cc}license")) is not None), None)
    link = licence.get(_RESOURCE, "") if licence is not None else ""
    return Stated(_words(held, "rights") or link, _words(held, "creator"), _words(held, "source"))


def _words(held: ElementTree.Element, name: str) -> str:
    """Return the words inside one of the Dublin Core elements."""
    found = held.find(f".//{_DC}{name}")
    return _one_line(" ".join(found.itertext())) if found is not None else ""


def _raster(path: Path) -> Stated:
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(path) as opened:
            told = {str(key).casefold(): value for key, value in opened.info.items() if isinstance(value, str)}
            exif = opened.getexif()
    except (OSError, UnidentifiedImageError):
        return Stated()
    terms = told.get("license") or told.get("copyright") or str(exif.get(_EXIF_COPYRIGHT) or "")
    by = told.get("author") or str(exif.get(_EXIF_ARTIST) or "")
    return Stated(_one_line(terms), _one_line(by), _one_line(told.get("source", "")))


def _one_line(words: str) -> str:
    flat = " ".join(words.split())
    return flat if len(flat) <= LONGEST else f"{flat[:LONGEST].rstrip()}…"
