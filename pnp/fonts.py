"""Faces and shaped text: the one shaper that layout measures with and every renderer draws with.

Between `pnp.scene` and `pnp.layout`. Knows no game, no page and no output format. Families come from installed
`fontpkg-*` packages; lengths are in em unless a name says otherwise. uharfbuzz is imported when the first face is
opened, so programs that only read data never load it.
"""

from __future__ import annotations

import importlib.util
import json
import re
import struct
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from pnp import letters
from pnp.near import meant
from pnp.scene import Run, Segment

FALLBACKS = (("Atkinson Hyperlegible", 400), ("Barlow Condensed", 400), ("Alfa Slab One", 400))
"""Tried in this order for a character that the wanted face lacks."""
INSTEAD = "use another character or an icon"
UNPRINTED = (b"GSUB", b"GPOS", b"GDEF", b"DSIG", b"gasp", b"name", b"cmap", b"OS/2", b"post")
"""Tables that shaping has used up: a printed glyph is found by its number."""


class FontProblem(Exception):  # noqa: N818 - what is the matter with a text, not that something failed
    """A family, style or character that cannot be printed. str() is a sentence for the author; `hint` may be empty."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


@dataclass(frozen=True, slots=True)
class Face:
    """One style of a family. Metrics are positive em: `descent` is the depth below the baseline.

    `bounds` holds every glyph: left, bottom, right, top in em, y up.
    """

    key: str
    family: str
    weight: int
    italic: bool
    ascent: float
    descent: float
    cap_height: float
    x_height: float
    upem: int
    path: Path
    bounds: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class _File:
    weight: int
    italic: bool
    variable: bool
    path: Path


@dataclass(frozen=True, slots=True)
class _Open:
    """An opened face: harfbuzz objects (they ship no types), and the characters the file has glyphs for."""

    hb: Any
    face: Any
    font: Any
    upem: int
    characters: frozenset[str]
    name: str


@lru_cache(maxsize=256)
def face(family: str, weight: int = 400, italic: bool = False) -> Face:
    """Return the face of `family` whose weight is nearest to `weight` (100 to 900; the lighter of two equally near).

    Raises FontProblem for a family that is not installed or has no such style.
    """
    name, files = _family(family)
    styled = [file for file in files if file.italic == italic]
    if not styled:
        style = "italic" if italic else "upright style"
        raise FontProblem(f'"{name}" has no {style}', "use another family or leave the emphasis out")
    file = min(styled, key=lambda f: (abs(f.weight - weight), f.weight))
    if file.variable:
        raise FontProblem(f'"{name}" is a variable font, which is not supported', "use a family with fixed weights")
    opened = _open(file.path)
    tags, upem = opened.hb.OTMetricsTag, opened.upem
    extents = opened.font.get_font_extents("ltr")

    left, bottom, right, top = struct.unpack_from(">4h", opened.face.reference_table("head").data, 36)

    def metric(tag: Any, otherwise: float) -> float:
        found = opened.font.get_metric_position(tag)
        return found / upem if found else otherwise

    return Face(
        key=f"{name} {file.weight}{' italic' if italic else ''}",
        family=name,
        weight=file.weight,
        italic=italic,
        ascent=extents.ascender / upem,
        descent=-extents.descender / upem,
        cap_height=metric(tags.CAP_HEIGHT, 0.7),
        x_height=metric(tags.X_HEIGHT, 0.5),
        upem=upem,
        path=file.path,
        bounds=(left / upem, bottom / upem, right / upem, top / upem),
    )


@lru_cache(maxsize=256)
def by_key(key: str) -> Face:
    """Return the face that `Run.face` names, for example "Barlow Condensed 700 italic"."""
    family, _, weight = key.removesuffix(" italic").rpartition(" ")
    return face(family, int(weight), key.endswith(" italic"))


def fallbacks() -> tuple[str, ...]:
    """Return the keys of the faces that are tried after the wanted one."""
    return tuple(face(family, weight).key for family, weight in FALLBACKS)


def families() -> tuple[str, ...]:
    """Return the names of all installed families, sorted."""
    import fontpkg

    return tuple(sorted(family.name for family in fontpkg.families().values()))


@lru_cache(maxsize=65536)
def shape(key: str, text: str, tracking: float = 0.0) -> Run:
    """Shape `text` in one face, with kerning and ligatures.

    `tracking` (em) is added after every letter, the last one included, so that runs join; it switches ligatures off.
    Raises FontProblem for a character without a glyph and for right-to-left text.
    """
    _refuse_right_to_left(text)
    lacking = missing(key, text)
    if lacking:
        raise FontProblem(_no_glyph(lacking, (key,)), INSTEAD)
    if not text:
        return Run(key, "", (), 0.0)
    opened = _opened(key)
    hb = opened.hb
    buffer = hb.Buffer()
    buffer.cluster_level = hb.BufferClusterLevel.MONOTONE_CHARACTERS
    buffer.add_str(letters.spelled(opened.characters, text))
    buffer.guess_segment_properties()
    buffer.direction = "ltr"
    buffer.language = "en"  # harfbuzz would ask the machine's locale
    hb.shape(opened.font, buffer, {"liga": False, "clig": False} if tracking else {})
    upem = opened.upem
    glyphs: list[tuple[int, int, float, float]] = []
    pen = 0
    for info, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        dx, dy, advanced, _ = place.position
        glyphs.append((info.codepoint, info.cluster, (pen + dx) / upem, dy / upem))
        pen += advanced
    run = Run(key, text, tuple(glyphs), pen / upem)
    return _spread(run, tracking) if tracking else run


def _spread(run: Run, tracking: float) -> Run:
    """Return `run` with `tracking` em after every letter; marks stay on theirs."""
    glyphs: list[tuple[int, int, float, float]] = []
    spaced, last = 0.0, 0
    for gid, cluster, x, y in run.glyphs:
        if cluster != last and not letters.extends(run.text[cluster - 1], run.text[cluster]):
            spaced += tracking
        last = cluster
        glyphs.append((gid, cluster, x + spaced, y))
    return Run(run.face, run.text, tuple(glyphs), run.advance + spaced + tracking)


@lru_cache(maxsize=65536)
def runs(keys: tuple[str, ...], text: str, tracking: float = 0.0) -> tuple[Run, ...]:
    """Shape `text` in the first of `keys`, and in a later one where the earlier faces lack a letter.

    A letter and its combining marks stay in one face. Raises FontProblem that names every character that no face has,
    and for right-to-left text.
    """
    _refuse_right_to_left(text)
    if not missing(keys[0], text):
        return (shape(keys[0], text, tracking),)
    parts: list[tuple[str, str]] = []
    lacking: list[str] = []
    for letter in letters.split(text):
        key = next((key for key in keys if not missing(key, letter)), "")
        if not key:
            lacking += [c for c in letter if all(missing(k, c) for k in keys)] or [letter]
        elif parts and parts[-1][0] == key:
            parts[-1] = (key, parts[-1][1] + letter)
        else:
            parts.append((key, letter))
    if lacking:
        raise FontProblem(_no_glyph(tuple(dict.fromkeys(lacking)), keys), INSTEAD)
    return tuple(shape(key, part, tracking) for key, part in parts)


@lru_cache(maxsize=65536)
def missing(key: str, text: str) -> tuple[str, ...]:
    """Return the letters of `text` (with their combining marks) that the face has no glyph for, each once, in order.

    Spaces of every width, invisible format characters and non-breaking hyphens are never missing: the shaper sets them.
    """
    has = _opened(key).characters
    if has.issuperset(text):
        return ()
    return tuple(dict.fromkeys(letter for letter in letters.split(text) if not letters.covered(has, letter)))


@lru_cache(maxsize=16384)
def outline(key: str, gid: int) -> tuple[Segment, ...]:
    """Return the contours of one glyph: em units, y downwards, from the glyph's origin."""
    opened = _opened(key)
    pen = _Pen(1 / opened.upem)
    opened.font.draw_glyph_with_pen(gid, pen)
    return tuple(pen.segments)


def advance(key: str, gid: int) -> float:
    """Return how far the glyph alone moves the pen (em), without kerning."""
    opened = _opened(key)
    return float(opened.font.get_glyph_h_advance(gid)) / opened.upem


def subset(key: str, gids: frozenset[int]) -> bytes:
    """Return the font file with only the glyphs `gids` (and their parts); glyph numbers stay as they are."""
    opened = _opened(key)
    hb = opened.hb
    wanted = hb.SubsetInput()
    wanted.glyph_set.update(gids)
    wanted.flags = hb.SubsetFlags.RETAIN_GIDS | hb.SubsetFlags.NO_HINTING
    wanted.drop_table_tag_set.update(int.from_bytes(tag, "big") for tag in UNPRINTED)
    return bytes(wanted.subset(opened.face).blob.data)


def postscript_name(key: str) -> str:
    """Return the name that the font file gives itself, for example "BarlowCondensed-Bold"."""
    return _opened(key).name


class _Pen:
    """Collects a glyph's contours as scene segments; quadratic curves become the cubic ones that equal them."""

    def __init__(self, scale: float) -> None:
        self.segments: list[Segment] = []
        self._scale = scale
        self._at = (0.0, 0.0)

    def _place(self, point: tuple[float, float]) -> tuple[float, float]:
        self._at = point
        return (point[0] * self._scale, 0.0 - point[1] * self._scale)

    def moveTo(self, point: tuple[float, float]) -> None:  # noqa: N802 - the names are harfbuzz's
        self.segments.append(("M", *self._place(point)))

    def lineTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        self.segments.append(("L", *self._place(point)))

    def curveTo(self, *points: tuple[float, float]) -> None:  # noqa: N802
        (x1, y1), (x2, y2), (x3, y3) = map(self._place, points)
        self.segments.append(("C", x1, y1, x2, y2, x3, y3))

    def qCurveTo(self, control: tuple[float, float], end: tuple[float, float]) -> None:  # noqa: N802
        (x0, y0), (xc, yc), (x1, y1) = self._at, control, end
        first = (x0 + (xc - x0) * 2 / 3, y0 + (yc - y0) * 2 / 3)
        self.curveTo(first, (x1 + (xc - x1) * 2 / 3, y1 + (yc - y1) * 2 / 3), end)

    def closePath(self) -> None:  # noqa: N802
        self.segments.append(("Z",))


@lru_cache(maxsize=64)
def _family(family: str) -> tuple[str, tuple[_File, ...]]:
    """Return the family's own spelling and its files.

    A package `fontpkg-some-name` holds a module `fontpkg_some_name` with metadata.json: looked up directly, because
    asking the registry of entry points costs a tenth of a whole build. The registry answers for everything else.
    """
    slug = re.sub(r"[\s_]+", "-", family.strip().lower())
    module = "fontpkg_" + slug.replace("-", "_")
    found = importlib.util.find_spec(module) if module.isidentifier() else None
    if found and found.origin and (about := Path(found.origin).with_name("metadata.json")).is_file():
        meta = json.loads(about.read_text(encoding="utf-8"))
        return meta["family"], tuple(
            _File(int(f["weight"] or 400), f["style"] == "italic", bool(f["variable"]), about.parent / f["path"])
            for f in meta["files"]
        )
    import fontpkg

    try:
        known = fontpkg.family(family)
    except fontpkg.FamilyNotInstalled:
        names = families()
        hint = meant(family, names) or "installed are " + ", ".join(names)
        raise FontProblem(f'there is no font family "{family}"', hint) from None
    return known.name, tuple(_File(f.weight or 400, f.style == "italic", f.variable, f.path) for f in known.files)


@lru_cache(maxsize=256)
def _opened(key: str) -> _Open:
    return _open(by_key(key).path)


@lru_cache(maxsize=64)
def _open(path: Path) -> _Open:
    import uharfbuzz as hb

    opened = hb.Face(hb.Blob.from_file_path(str(path)))
    name = opened.get_name(hb.OTNameIdPredefined.POSTSCRIPT_NAME) or path.stem
    return _Open(hb, opened, hb.Font(opened), opened.upem, frozenset(map(chr, opened.unicodes)), name)


def _refuse_right_to_left(text: str) -> None:
    found = letters.right_to_left(text)
    if found:
        raise FontProblem(
            f"right-to-left text is not supported: found {letters.named(found)}",
            "its letters would be printed in the wrong order",
        )


def _no_glyph(lacking: tuple[str, ...], keys: tuple[str, ...]) -> str:
    families = dict.fromkeys(by_key(key).family for key in keys)
    return f"no glyph for {', '.join(map(letters.named, lacking))} in {' or '.join(families)}"
