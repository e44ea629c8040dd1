"""Encoded pictures as PDF image data, undecoded where PDF can hold them as they are.

Used by `pnp.render.pdf` alone; knows no PDF library. Pillow is imported when a picture must be opened.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from pnp.scene import Pixels

if TYPE_CHECKING:
    from PIL.Image import Image

_PNG_COLORS = {0: 1, 2: 3, 3: 1}  # PNG colour types that PDF holds undecoded, and their samples a pixel


@dataclass(frozen=True, slots=True)
class Raster:
    """What a PDF image object is made of. `palette` is RGB bytes; `predicted` data keeps PNG's line filters;

    `inverted` colours count ink as light (CMYK JPEG as Adobe writes it); `alpha` is the mask, of one sample a pixel.
    """

    width: int
    height: int
    bits: int
    samples: int
    filter: Literal["DCTDecode", "FlateDecode"]
    data: bytes
    palette: bytes = b""
    predicted: bool = False
    inverted: bool = False
    alpha: Raster | None = None


def raster(pixels: Pixels) -> Raster:
    """Return the image data for `pixels`: JPEG and plain PNG as they are, other PNG as 8 bit with its alpha apart."""
    if pixels.format == "jpeg":
        return _jpeg(pixels)
    return _undecoded(pixels) or _decoded(pixels)


def _jpeg(pixels: Pixels) -> Raster:
    from PIL import Image

    with Image.open(io.BytesIO(pixels.data)) as image:
        samples = {"L": 1, "RGB": 3, "CMYK": 4}[image.mode]
        inverted = image.mode == "CMYK" and "adobe" in image.info
        width, height = image.size
    return Raster(width, height, 8, samples, "DCTDecode", pixels.data, inverted=inverted)


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = 8
    while at + 8 <= len(data):
        size = int.from_bytes(data[at : at + 4], "big")
        yield data[at + 4 : at + 8], data[at + 8 : at + 8 + size]
        at += size + 12


def _undecoded(pixels: Pixels) -> Raster | None:
    """Return the PNG's own compressed lines, or None when it has alpha, is interlaced or has 16 bits a sample."""
    palette, lines = b"", []
    header = b""
    for name, body in _chunks(pixels.data):
        match name:
            case b"IHDR":
                header = body
            case b"PLTE":
                palette = body
            case b"tRNS":
                return None
            case b"IDAT":
                lines.append(body)
            case _:
                pass
    width, height = int.from_bytes(header[:4], "big"), int.from_bytes(header[4:8], "big")
    bits, kind, interlaced = header[8], header[9], header[12]
    if kind not in _PNG_COLORS or interlaced or bits > 8:
        return None
    used = palette if kind == 3 else b""
    return Raster(width, height, bits, _PNG_COLORS[kind], "FlateDecode", b"".join(lines), used, predicted=True)


def _decoded(pixels: Pixels) -> Raster:
    from PIL import Image

    with Image.open(io.BytesIO(pixels.data)) as opened:
        image = _eight_bit(opened).convert("RGBA")
    alpha = image.getchannel("A")
    mask = None if alpha.getextrema() == (255, 255) else _plain(alpha, 1)
    return _plain(image.convert("RGB"), 3, mask)


def _eight_bit(image: Image) -> Image:
    """Return `image` with 8 bits a sample; Pillow itself would cut a 16-bit grey off at 255."""
    if image.mode.startswith("I"):
        return image.convert("I").point(lambda grey: grey * (255 / 65535) + 0.5).convert("L")
    return image


def _plain(image: Image, samples: int, alpha: Raster | None = None) -> Raster:
    width, height = image.size
    return Raster(width, height, 8, samples, "FlateDecode", zlib.compress(image.tobytes()), alpha=alpha)
