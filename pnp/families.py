"""Which font files there are: families of installed `fontpkg-*` packages, and those of a game's own folder.

Below `pnp.fonts`, which opens the files and shapes with them. Knows no text and no game. A family may be a stack, names
with commas between them: letters that the first family lacks come from the next.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import re
import struct
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from pnp.near import meant
from pnp.values import dataclass

MARK = " #"  # between the name of a game's own family and what tells it from another game's family of that name
_MAKES = {b"\0\1\0\0": "ttf", b"true": "ttf", b"OTTO": "otf"}
_WEB = {b"wOFF": "WOFF", b"wOF2": "WOFF2"}
_SEALED = 0x2  # OS/2 fsType: the maker allows no embedding


class FontProblem(Exception):  # noqa: N818 - what is the matter with a text, not that something failed
    """A family, style or character that cannot be printed. str() is a sentence for the author; `hint` may be empty."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


@dataclass(frozen=True, slots=True)
class File:
    """One file of a family. `weight` is nominal in a variable file; `stamp` tells contents apart, "" when installed."""

    weight: int
    italic: bool
    variable: bool
    path: Path
    stamp: str = ""


@dataclass(frozen=True, slots=True)
class Cut:
    """What a font file says about itself. `licence` is its text, "" for none; `sealed`: it must not be embedded."""

    family: str
    file: File
    licence: str
    sealed: bool


_own: dict[str, tuple[File, ...]] = {}
"""Families of games by name and stamp: the same files are the same entry, whoever adds them."""


def split(stack: str) -> tuple[str, ...]:
    """Return the families of a stack, the wanted one first."""
    return tuple(name for name in map(str.strip, stack.split(",")) if name)


def joined(names: Iterable[str]) -> str:
    """Return families as a stack, each once."""
    return ", ".join(dict.fromkeys(names))


def shown(family: str) -> str:
    """Return what people call a family."""
    return family.partition(MARK)[0]


def families() -> tuple[str, ...]:
    """Return the names of all installed families, sorted."""
    import fontpkg

    return tuple(sorted(family.name for family in fontpkg.families().values()))


@lru_cache(maxsize=64)
def family(name: str) -> tuple[str, tuple[File, ...]]:
    """Return the family's own spelling and its files. Raises FontProblem for one that is not there.

    A package `fontpkg-some-name` holds a module `fontpkg_some_name` with metadata.json: looked up directly, because
    asking the registry of entry points costs a tenth of a whole build. The registry answers for everything else.
    """
    if name in _own:
        return name, _own[name]
    slug = re.sub(r"[\s_]+", "-", name.strip().lower())
    module = "fontpkg_" + slug.replace("-", "_")
    found = importlib.util.find_spec(module) if module.isidentifier() else None
    if found and found.origin and (about := Path(found.origin).with_name("metadata.json")).is_file():
        meta = json.loads(about.read_text(encoding="utf-8"))
        return meta["family"], tuple(
            File(int(f["weight"] or 400), f["style"] == "italic", bool(f["variable"]), about.parent / f["path"])
            for f in meta["files"]
        )
    import fontpkg

    try:
        known = fontpkg.family(name)
    except fontpkg.FamilyNotInstalled:
        names = families()
        hint = meant(name, names) or "installed are " + ", ".join(names)
        raise FontProblem(f'there is no font family "{shown(name)}"', hint) from None
    return known.name, tuple(File(f.weight or 400, f.style == "italic", f.variable, f.path) for f in known.files)


def read(path: Path) -> Cut:
    """Return what the TrueType or OpenType file at `path` says about itself. Raises FontProblem for any other file."""
    import uharfbuzz as hb

    data = path.read_bytes()
    if data[:4] in _WEB:
        raise FontProblem(f"this is a web font ({_WEB[data[:4]]})", "save it as .ttf or .otf")
    if data[:4] not in _MAKES:
        raise FontProblem("this is no TrueType or OpenType font", "a font file ends in .ttf or .otf")
    face, names = hb.Face(data), hb.OTNameIdPredefined
    if not face.glyph_count or not face.unicodes or not {"head", "hhea", "hmtx"} <= set(face.table_tags):
        raise FontProblem("the font is broken: it has no letters")
    if "CFF2" in face.table_tags:
        raise FontProblem("this is a variable font with PostScript outlines (CFF2)", "take its .ttf, or fixed weights")
    licence = face.get_name(names.LICENSE) or face.get_name(names.LICENSE_URL) or ""
    name = face.get_name(names.TYPOGRAPHIC_FAMILY) or face.get_name(names.FONT_FAMILY) or path.stem
    weight, may, style = _os2(face.reference_table("OS/2").data)
    stamp = hashlib.sha256(data).hexdigest()[:16]
    clean = " ".join(name.replace(",", " ").replace("#", " ").split())
    file = File(weight, bool(style & 1), bool(face.axis_infos), path, stamp)
    return Cut(clean or path.stem, file, " ".join(licence.split()), may & 0xF == _SEALED)


def _os2(table: bytes) -> tuple[int, int, int]:
    """Return the weight, the embedding rights and the style of an OS/2 table."""
    if len(table) < 64:
        return 400, 0, 0
    weight, _, may = struct.unpack_from(">3H", table, 4)
    return min(max(weight, 1), 1000), may, struct.unpack_from(">H", table, 62)[0]


def own(cuts: Iterable[Cut]) -> dict[str, str]:
    """Make the families of a game's own files known; return by which name each is asked for.

    That name holds a sum of the contents, so that two games may own different families of one name.
    """
    found: dict[str, list[File]] = {}
    for cut in cuts:
        found.setdefault(cut.family, []).append(cut.file)
    asked: dict[str, str] = {}
    for name, files in found.items():
        files.sort(key=lambda file: (file.weight, file.italic, file.stamp))
        told = " ".join(f"{file.weight} {file.italic} {file.stamp}" for file in files)
        key = f"{name}{MARK}{hashlib.sha256(told.encode()).hexdigest()[:8]}"
        _own[key] = tuple(files)
        asked[name] = key
    return asked
