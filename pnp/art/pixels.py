"""PNG and JPEG files as pixels of the scene. Knows the two file formats; Pillow decodes only what PDF cannot take.

JPEG always passes through as it is; PNG does when its samples have at most 8 bits, it is not interlaced and its
transparency, if any, is an alpha channel. Everything else is reduced to 8 bit grey or RGB with alpha.
"""

from __future__ import annotations

import struct
import sys
from array import array
from collections.abc import Iterator
from hashlib import blake2b
from types import ModuleType
from typing import TYPE_CHECKING, Literal

from pnp.art.problem import ArtProblem
from pnp.scene import Pixels

if TYPE_CHECKING:
    from PIL import Image

_PNG = b"\x89PNG\r\n\x1a\n"
_JPEG = b"\xff\xd8\xff"
_SCAN, _END = b"\xff\xda", b"\xff\xd9"  # of a JPEG; a preview in its notes has its own end, before the last scan
_MOST_PIXELS = 100_000_000  # 10,000 × 10,000: an A3 sheet at 600 dpi is 70 million
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


def _made(kind: Literal["png", "jpeg"], width: int, height: int, data: bytes) -> Pixels:
    if not 0 < width * height <= _MOST_PIXELS:
        raise ArtProblem(f"has {width} × {height} pixels", "at most 100 million can be printed")
    return Pixels(blake2b(data, digest_size=16).hexdigest(), kind, width, height, data)


def _png(data: bytes) -> Pixels:
    chunks = dict(_chunks(data))
    if "IHDR" not in chunks or "IDAT" not in chunks or "IEND" not in chunks or len(chunks["IHDR"]) != 13:
        raise ArtProblem("is damaged or cut off: parts of the PNG are missing")
    width, height, depth, _color, _, _, interlaced = struct.unpack(">IIBBBBB", chunks["IHDR"])
    found = _made("png", width, height, data)
    if depth <= 8 and not interlaced and "tRNS" not in chunks:
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
    from io import BytesIO

    from PIL import Image as pillow  # noqa: N813 (18 ms, and only needed for unusual files)

    try:
        with pillow.open(BytesIO(data), formats=["PNG"]) as source:
            source.load()
            picture: Image.Image = source
            if source.mode.startswith("I"):
                picture = _grey(pillow, source)
            elif "transparency" in source.info or source.mode == "PA":
                picture = source.convert("RGBA")
            elif source.mode == "1":
                picture = source.convert("L")
            out = BytesIO()
            picture.save(out, "PNG", icc_profile=None)
    except (OSError, SyntaxError, ValueError):
        raise ArtProblem("is damaged: the PNG cannot be decoded") from None
    return out.getvalue()


def _grey(pillow: ModuleType, source: Image.Image) -> Image.Image:
    """Return 16 bit grey as 8 bit: the high byte of every sample (Pillow's own conversion clips at 255)."""
    wide = array("H", source.convert("I;16").tobytes())
    if sys.byteorder == "big":
        wide.byteswap()
    picture: Image.Image = pillow.frombytes("L", source.size, bytes(value >> 8 for value in wide))
    if "transparency" in source.info:
        hole = source.info["transparency"]
        picture.putalpha(pillow.frombytes("L", source.size, bytes(0 if value == hole else 255 for value in wide)))
    return picture


def _jpeg(data: bytes) -> Pixels:
    for marker, body in _segments(data):
        if marker == 0xE1 and body.startswith(b"Exif\x00\x00") and _turned(body[6:]):
            raise ArtProblem(
                "is turned only by a note inside the file", "open it in a picture editor and save it upright"
            )
        if marker in _SIZES:
            if len(body) < 6:
                break
            height, width, components = struct.unpack(">HHB", body[1:6])
            if components == 4:
                raise ArtProblem("is a CMYK picture, which looks different on every printer", "save it as an RGB JPEG")
            if _END not in data[data.rfind(_SCAN) :]:
                raise ArtProblem("is damaged or cut off: the end of the JPEG is missing")
            return _made("jpeg", width, height, data)
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


def _turned(tiff: bytes) -> bool:
    """Say whether Exif asks viewers to turn the picture (tag 0x0112 other than 1): PDF viewers would not."""
    order: Literal["little", "big"] = "little" if tiff[:2] == b"II" else "big"
    start = int.from_bytes(tiff[4:8], order)
    count = int.from_bytes(tiff[start : start + 2], order)
    for at in range(start + 2, start + 2 + 12 * count, 12):
        if int.from_bytes(tiff[at : at + 2], order) == 0x0112:
            return int.from_bytes(tiff[at + 8 : at + 10], order) > 1
    return False
