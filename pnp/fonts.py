"""Faces and shaped text: the one shaper that layout measures with and every renderer draws with.

Between `pnp.families`, which finds the files, and `pnp.layout`. Knows no game, no page and no output format. Lengths
are in em unless a name says otherwise. uharfbuzz is imported when the first face is opened, so programs that only read
data never load it.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from pathlib import Path
from typing import Any

from pnp import families as known
from pnp import letters
from pnp.families import File, FontProblem, families
from pnp.scene import Run, Segment
from pnp.values import dataclass

__all__ = ["Face", "FontProblem", "Run", "by_key", "face", "families", "runs", "shape", "stack"]

FALLBACKS = (("Atkinson Hyperlegible", 400), ("Barlow Condensed", 400), ("Alfa Slab One", 400))
"""Tried in this order for a character that the wanted face lacks."""
MOST_NAMED = 12  # letters that a message names; a whole alphabet that is missing is no list to read
INSTEAD = "use another character or an icon"
_WEIGHT = "wght"
_helpers: ContextVar[str] = ContextVar("helpers", default="")
UNPRINTED = (b"GSUB", b"GPOS", b"GDEF", b"DSIG", b"gasp", b"name", b"cmap", b"OS/2", b"post")
"""Tables that shaping has used up: a printed glyph is found by its number."""


@dataclass(frozen=True, slots=True)
class Face:
    """One style of a family. Metrics are positive em: `descent` is the depth below the baseline.

    `bounds` holds every glyph: left, bottom, right, top in em, y up. `postscript`: its outlines are cubic (CFF).
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
    postscript: bool = False


@dataclass(frozen=True, slots=True)
class _Open:
    """An opened face: harfbuzz objects (they ship no types), and the characters the file has glyphs for.

    `pinned` is the weight that a variable file is set to, 0 for any other.
    """

    hb: Any
    face: Any
    font: Any
    upem: int
    characters: frozenset[str]
    name: str
    pinned: int


@lru_cache(maxsize=256)
def face(family: str, weight: int = 400, italic: bool = False) -> Face:
    """Return the face of `family` whose weight is nearest to `weight` (100 to 900; the lighter of two equally near).

    Of a stack it is the first family's. A variable family has every weight between its lightest and its heaviest.
    Raises FontProblem for a family that is not installed or has no such style.
    """
    name, files = known.family(family.partition(",")[0].strip())
    styled = [file for file in files if file.italic == italic]
    if not styled:
        style = "italic" if italic else "upright style"
        raise FontProblem(f'"{known.shown(name)}" has no {style}', "use another family or leave the emphasis out")
    weights = {file: _weight(file, weight) for file in styled}
    file = min(styled, key=lambda f: (abs(weights[f] - weight), weights[f]))
    opened = _open(file, weights[file])
    tags, upem = opened.hb.OTMetricsTag, opened.upem
    extents = opened.font.get_font_extents("ltr")

    left, bottom, right, top = struct.unpack_from(">4h", opened.face.reference_table("head").data, 36)

    def metric(tag: Any, otherwise: float) -> float:
        found = opened.font.get_metric_position(tag)
        return found / upem if found else otherwise

    return Face(
        key=f"{name} {weights[file]}{' italic' if italic else ''}",
        family=name,
        weight=weights[file],
        italic=italic,
        ascent=extents.ascender / upem,
        descent=-extents.descender / upem,
        cap_height=metric(tags.CAP_HEIGHT, 0.7),
        x_height=metric(tags.X_HEIGHT, 0.5),
        upem=upem,
        path=file.path,
        bounds=(left / upem, bottom / upem, right / upem, top / upem),
        postscript="CFF " in opened.face.table_tags,
    )


def _weight(file: File, wanted: int) -> int:
    """Return the weight that a file has nearest to `wanted`."""
    if not file.variable:
        return file.weight
    axes = _read(file.path, file.stamp).axis_infos
    reach = next(((axis.min_value, axis.max_value) for axis in axes if axis.tag == _WEIGHT), None)
    return round(min(max(wanted, reach[0]), reach[1])) if reach else file.weight


@lru_cache(maxsize=256)
def by_key(key: str) -> Face:
    """Return the face that `Run.face` names, for example "Barlow Condensed 700 italic"."""
    family, _, weight = key.removesuffix(" italic").rpartition(" ")
    return face(family, int(weight), key.endswith(" italic"))


@contextmanager
def helped(helpers: str) -> Iterator[None]:
    """Have a stack of families help out wherever words of a game stand beside the press's own, as in the margins."""
    before = _helpers.set(helpers)
    try:
        yield
    finally:
        _helpers.reset(before)


def helpers() -> str:
    """Return the families that help out at this moment, "" for none."""
    return _helpers.get()


def stack(family: str, weight: int = 400, italic: bool = False) -> tuple[str, ...]:
    """Return the keys of the faces that are tried in turn: the wanted one, those of its stack, helpers, the usual ones.

    Of the others the upright is taken where they have no italic. Raises FontProblem for a family that is not there.
    """
    return _stack(family, weight, italic, _helpers.get())


@lru_cache(maxsize=256)
def _stack(family: str, weight: int, italic: bool, helpers: str) -> tuple[str, ...]:
    first, *others = (*known.split(family), *known.split(helpers))
    keys = [face(first, weight, italic).key]
    for other in others:
        slanted = italic and any(file.italic for file in known.family(other)[1])
        keys.append(face(other, weight, slanted).key)
    return tuple(dict.fromkeys((*keys, *(face(name, heavy).key for name, heavy in FALLBACKS))))


@lru_cache(maxsize=4096)
def shape(key: str, text: str, tracking: float = 0.0, rtl: bool = False) -> Run:
    """Shape `text`, which runs in one direction, in one face, with kerning and ligatures.

    `tracking` (em) is added after every letter, the last one included, so that runs join; it switches ligatures off.
    Right-to-left text is still given as it is read; its glyphs come from the left, so their clusters fall.
    Raises FontProblem for a character without a glyph.
    """
    lacking = missing(key, text)
    if lacking:
        raise FontProblem(*_no_glyph(lacking, (key,)))
    if not text:
        return Run(key, "", (), 0.0)
    opened = _opened(key)
    hb = opened.hb
    buffer = hb.Buffer()
    buffer.cluster_level = hb.BufferClusterLevel.MONOTONE_CHARACTERS
    buffer.add_str(letters.spelled(opened.characters, text))
    buffer.guess_segment_properties()
    buffer.direction = "rtl" if rtl else "ltr"
    buffer.language = "en"  # harfbuzz would ask the machine's locale
    hb.shape(opened.font, buffer, {"liga": False, "clig": False} if tracking else {})
    upem = opened.upem
    glyphs: list[tuple[int, int, float, float]] = []
    pen = 0
    for info, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        dx, dy, advanced, _ = place.position
        glyphs.append((info.codepoint, info.cluster, (pen + dx) / upem, dy / upem if dy else 0.0))
        pen += advanced
    run = Run(key, text, tuple(glyphs), pen / upem)
    return _spread(run, tracking) if tracking else run


def _spread(run: Run, tracking: float) -> Run:
    """Return `run` with `tracking` em after every letter; marks stay on theirs. Letters that join are not parted."""
    if letters.joining(run.text):
        return Run(run.face, run.text, run.glyphs, run.advance + tracking)
    starts: list[int] = []
    for letter in letters.split(run.text):
        starts += [starts[-1] + 1 if starts else 0] * len(letter)
    glyphs: list[tuple[int, int, float, float]] = []
    spaced, last = 0.0, starts[run.glyphs[0][1]] if run.glyphs else 0
    for gid, cluster, x, y in run.glyphs:
        if starts[cluster] != last:
            spaced += tracking
        last = starts[cluster]
        glyphs.append((gid, cluster, x + spaced, y))
    return Run(run.face, run.text, tuple(glyphs), run.advance + spaced + tracking)


@lru_cache(maxsize=4096)
def runs(keys: tuple[str, ...], text: str, tracking: float = 0.0, rtl: bool = False) -> tuple[Run, ...]:
    """Shape `text` in the first of `keys`, and in a later one where the earlier faces lack a letter.

    A letter and its combining marks stay in one face, and a right-to-left text in one that has all of it, with its
    signs. The runs come in the order of reading. Raises FontProblem that names every character that no face has.
    """
    for key in keys if rtl else keys[:1]:
        if not missing(key, text):
            return (shape(key, text, tracking, rtl),)
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
        raise FontProblem(*_no_glyph(tuple(dict.fromkeys(lacking)), keys))
    return tuple(shape(key, part, tracking, rtl) for key, part in parts)


@lru_cache(maxsize=4096)
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


def glyphs(key: str) -> int:
    """Return how many glyphs the face has."""
    return int(_opened(key).face.glyph_count)


def subset(key: str, gids: frozenset[int]) -> bytes:
    """Return the font file with only the glyphs `gids` (and their parts); glyph numbers stay as they are."""
    opened = _opened(key)
    hb = opened.hb
    wanted = hb.SubsetInput()
    wanted.glyph_set.update(gids)
    wanted.flags = hb.SubsetFlags.RETAIN_GIDS | hb.SubsetFlags.NO_HINTING
    wanted.drop_table_tag_set.update(int.from_bytes(tag, "big") for tag in UNPRINTED)
    if opened.pinned:
        wanted.pin_all_axes_to_default(opened.face)
        wanted.pin_axis_location(opened.face, _WEIGHT, opened.pinned)
    return bytes(wanted.subset(opened.face).blob.data)


def postscript_name(key: str) -> str:
    """Return the name that the font file gives itself, for example "BarlowCondensed-Bold"."""
    opened = _opened(key)
    return f"{opened.name}-{opened.pinned}" if opened.pinned else opened.name


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


@lru_cache(maxsize=256)
def _opened(key: str) -> _Open:
    found = by_key(key)
    file = next(file for file in known.family(found.family)[1] if file.path == found.path)
    return _open(file, found.weight)


@lru_cache(maxsize=64)
def _read(path: Path, stamp: str) -> Any:
    """Return the harfbuzz face of a file; `stamp` tells another content at the same place."""
    import uharfbuzz as hb

    return hb.Face(path.read_bytes() if stamp else hb.Blob.from_file_path(str(path)))


@lru_cache(maxsize=128)
def _open(file: File, weight: int) -> _Open:
    import uharfbuzz as hb

    face = _read(file.path, file.stamp)
    font = hb.Font(face)
    pinned = weight if file.variable and any(axis.tag == _WEIGHT for axis in face.axis_infos) else 0
    if pinned:
        font.set_variations({_WEIGHT: pinned})
    name = face.get_name(hb.OTNameIdPredefined.POSTSCRIPT_NAME) or file.path.stem
    name = "".join(sign for sign in name if sign.isascii() and (sign.isalnum() or sign in "-_")) or "Font"
    return _Open(hb, face, font, face.upem, frozenset(map(chr, face.unicodes)), name, pinned)


def _no_glyph(lacking: tuple[str, ...], keys: tuple[str, ...]) -> tuple[str, str]:
    """Return the sentence that names the letters without a glyph, and which installed family would have them."""
    tried = dict.fromkeys(by_key(key).family for key in keys)
    named = ", ".join(map(letters.named, lacking[:MOST_NAMED]))
    more = f" and {len(lacking) - MOST_NAMED} more" if len(lacking) > MOST_NAMED else ""
    message = f"no glyph for {named}{more} in {' or '.join(map(known.shown, tried))}"
    helper = _helper("".join(lacking), tuple(tried))
    return message, f'{helper} has it: write fallback = "{helper}" in [fonts] of game.toml' if helper else INSTEAD


@lru_cache(maxsize=256)
def _helper(text: str, tried: tuple[str, ...]) -> str:
    """Return the first installed family that has all of `text`, "" for none."""
    for name in families():
        file = next((file for file in known.family(name)[1] if not file.italic), None)
        if name not in tried and file and not missing(face(name, file.weight).key, text):
            return name
    return ""
