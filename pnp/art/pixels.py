"""PNG and JPEG files as pixels of the scene. Knows the two file formats; Pillow decodes only what PDF cannot take.

JPEG always passes through as it is, in colours of light or of inks, turned by a note or not; PNG does when its samples
have at most 8 bits, it is not interlaced and its transparency, if any, is an alpha channel. Everything else is reduced
to 8 bit grey or RGB with alpha.
"""

from __future__ import annotations

import struct
import sys
import warnings
import zlib
from array import array
from collections.abc import Iterator
from hashlib import blake2b
from io import BytesIO
from types import ModuleType
from typing import TYPE_CHECKING, Literal

from pnp.art.problem import ArtProblem
from pnp.scene import Group, Image, Pixels, Rect, Shape

if TYPE_CHECKING:
    from PIL.Image import Image as Opened

_PNG = b"\x89PNG\r\n\x1a\n"
_JPEG = b"\xff\xd8\xff"
_SCAN, _END = b"\xff\xda", b"\xff\xd9"  # of a JPEG; a preview in its notes has its own end, before the last scan
_DAMAGED = (OSError, SyntaxError, ValueError, LookupError, TypeError, EOFError, ArithmeticError, struct.error,
            zlib.error)  # fmt: skip
"""What Pillow raises, or what comes to its parts, when a file is not what it says."""
_MOST_PIXELS = 100_000_000  # 10,000 × 10,000: an A3 sheet at 600 dpi is 70 million
_TURNS = {  # EXIF 2.32, tag Orientation: how data of that number is laid upright, as a, b, c, d of a matrix
    2: (-1.0, 0.0, 0.0, 1.0),
    3: (-1.0, 0.0, 0.0, -1.0),
    4: (1.0, 0.0, 0.0, -1.0),
    5: (0.0, 1.0, 1.0, 0.0),
    6: (0.0, 1.0, -1.0, 0.0),
    7: (0.0, -1.0, -1.0, 0.0),
    8: (0.0, -1.0, 1.0, 0.0),
}
_SIZES = frozenset((*range(0xC0, 0xC4), *range(0xC5, 0xC8), *range(0xC9, 0xCC), *range(0xCD, 0xD0)))


def is_pixels(data: bytes) -> bool:
    """Say whether a file begins like a PNG or JPEG."""
    return data.startswith((_PNG, _JPEG))


def pixels(data: bytes) -> Pixels:
    """Return the picture in a PNG or JPEG file, ready for every renderer. Raises ArtProblem."""
    if data.startswith(_PNG):
        return _png(data)
    if data.startswith(_JPEG):
        return _jpeg(data)
    raise ArtProblem("is neither a PNG nor a JPEG picture")


def upright(picture: Pixels) -> tuple[float, float, Shape]:
    """Return width and height (pixels) of the picture as it is to be seen, and the picture from (0, 0) to there.

    A camera often leaves the data lying and notes how to turn it; the data stays as it is and is drawn turned.
    """
    width, height = float(picture.width_px), float(picture.height_px)
    image = Image(Rect(0, 0, width, height), picture)
    if picture.exif == 1:
        return width, height, image
    a, b, c, d = _TURNS[picture.exif]
    e = width * (a < 0) + height * (c < 0)
    f = width * (b < 0) + height * (d < 0)
    shape = Group((image,), (a, b, c, d, e, f))
    return (width, height, shape) if picture.exif < 5 else (height, width, shape)


def _made(
    kind: Literal["png", "jpeg"], width: int, height: int, data: bytes, cmyk: bool = False, exif: int = 1
) -> Pixels:
    if not 0 < width * height <= _MOST_PIXELS:
        raise ArtProblem(f"has {width} × {height} pixels", "at most 100 million can be printed")
    return Pixels(blake2b(data, digest_size=16).hexdigest(), kind, width, height, data, cmyk, exif)


def _png(data: bytes) -> Pixels:
    chunks = dict(_chunks(data))
    if "IHDR" not in chunks or "IDAT" not in chunks or "IEND" not in chunks or len(chunks["IHDR"]) != 13:
        raise ArtProblem("is damaged or cut off: parts of the PNG are missing")
    width, height, depth, _color, _, _, interlaced = struct.unpack(">IIBBBBB", chunks["IHDR"])
    found = _made("png", width, height, data)
    if depth <= 8 and not interlaced and "tRNS" not in chunks:
        _loaded(data, "PNG")
        return found
    return _made("png", width, height, _reduced(data))


def _chunks(data: bytes) -> Iterator[tuple[str, bytes]]:
    at = len(_PNG)
    while at + 12 <= len(data):
        size = int.from_bytes(data[at : at + 4])
        name = data[at + 4 : at + 8].decode("latin-1")
        yield name, data[at + 8 : at + 8 + size] if name == "IHDR" else b""
        if at + 12 + size > len(data):
            return
        at += 12 + size


def _reduced(data: bytes) -> bytes:
    """Return the PNG with 8 bits a sample, not interlaced, transparency as an alpha channel."""
    from PIL import Image as pillow  # noqa: N813

    source = picture = _loaded(data, "PNG")
    if source.mode.startswith("I"):
        picture = _grey(pillow, source)
    elif "transparency" in source.info or source.mode == "PA":
        picture = source.convert("RGBA")
    elif source.mode == "1":
        picture = source.convert("L")
    out = BytesIO()
    picture.save(out, "PNG", icc_profile=None)
    return out.getvalue()


def _loaded(data: bytes, kind: Literal["PNG", "JPEG"]) -> Opened:
    """Return a picture decoded: what cannot be is told before anything is printed. A JPEG may come out smaller."""
    from PIL import Image as pillow  # noqa: N813 (18 ms)

    pillow.MAX_IMAGE_PIXELS = _MOST_PIXELS  # its own limit would only warn
    try:
        with warnings.catch_warnings(), pillow.open(BytesIO(data), formats=[kind]) as source:
            warnings.simplefilter("ignore")  # of notes about the picture that are damaged
            source.draft("L", (1, 1))
            source.load()
    except _DAMAGED:
        raise ArtProblem(f"is damaged: the {kind} cannot be decoded") from None
    return source


def _grey(pillow: ModuleType, source: Opened) -> Opened:
    """Return 16 bit grey as 8 bit: the high byte of every sample (Pillow's own conversion clips at 255)."""
    wide = array("H", source.convert("I;16").tobytes())
    if sys.byteorder == "big":
        wide.byteswap()
    picture: Opened = pillow.frombytes("L", source.size, bytes(value >> 8 for value in wide))
    if "transparency" in source.info:
        hole = source.info["transparency"]
        picture.putalpha(pillow.frombytes("L", source.size, bytes(0 if value == hole else 255 for value in wide)))
    return picture


def _jpeg(data: bytes) -> Pixels:
    exif = 1
    for marker, body in _segments(data):
        if marker == 0xE1 and body.startswith(b"Exif\x00\x00"):
            exif = _turned(body[6:])
        if marker in _SIZES:
            if len(body) < 6:
                break
            height, width, components = struct.unpack(">HHB", body[1:6])
            if _END not in data[data.rfind(_SCAN) :]:
                raise ArtProblem("is damaged or cut off: the end of the JPEG is missing")
            found = _made("jpeg", width, height, data, components == 4, exif)
            _loaded(data, "JPEG")
            return found
    raise ArtProblem("is damaged: the JPEG has no size")


def _segments(data: bytes) -> Iterator[tuple[int, bytes]]:
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker in (0x01, *range(0xD0, 0xD9), 0xFF):  # padding and markers without a body
            at += 1 if marker == 0xFF else 2
            continue
        size = int.from_bytes(data[at + 2 : at + 4])
        yield marker, data[at + 4 : at + 2 + size]
        at += 2 + size


def _turned(tiff: bytes) -> int:
    """Return how Exif asks viewers to turn the picture (tag 0x0112), 1 for not at all: PDF viewers never do."""
    order: Literal["little", "big"] = "little" if tiff[:2] == b"II" else "big"
    start = int.from_bytes(tiff[4:8], order)
    count = int.from_bytes(tiff[start : start + 2], order)
    for at in range(start + 2, start + 2 + 12 * count, 12):
        if int.from_bytes(tiff[at : at + 2], order) == 0x0112:
            found = int.from_bytes(tiff[at + 8 : at + 10], order)
            return found if found in _TURNS else 1
    return 1
