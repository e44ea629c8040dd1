"""Encoded pictures as PDF image data, undecoded where PDF can hold them as they are, and as files for screens.

Used by `pnp.render.pdf` and `pnp.render.svg`; knows no PDF library. Pillow is imported when a picture must be opened.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from pnp.scene import Pixels
from pnp.values import dataclass

if TYPE_CHECKING:
    from PIL.Image import Image

_MIXED = (
    "ffffff 00aeef ed028c 2e3092 fff101 00a54f ee1d23 363539",
    "231f20 000424 150000 000001 191a00 000400 170000 000000",
)
"""Full inks on paper by SWOP, all mixtures of cyan, magenta and yellow in that order, then the same with black."""
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


def screen(pixels: Pixels) -> tuple[Literal["png", "jpeg"], bytes]:
    """Return format and bytes of the picture for viewers of SVG: no inks, and no note that asks to turn it again."""
    if pixels.cmyk:
        return "png", _mixed(pixels.data)
    if pixels.exif != 1:
        return pixels.format, _without_exif(pixels.data)
    return pixels.format, pixels.data


def _mixed(data: bytes) -> bytes:
    """Return a JPEG of four inks as PNG in the colours of light that a press would mix of them."""
    from PIL import Image, ImageChops, ImageFilter

    with Image.open(io.BytesIO(data)) as opened:
        inks = opened if "adobe" in opened.info else ImageChops.invert(opened)  # Pillow turns all of them round
        cyan, magenta, yellow, black = inks.split()
    light = Image.merge("RGB", (cyan, magenta, yellow))
    bare, inked = (
        light.filter(ImageFilter.Color3DLUT(2, [part / 255 for part in bytes.fromhex(table)])) for table in _MIXED
    )
    out = io.BytesIO()
    Image.composite(inked, bare, black).save(out, "PNG")
    return out.getvalue()


def _without_exif(data: bytes) -> bytes:
    """Return a JPEG without its Exif notes, the picture itself untouched."""
    kept, at = [data[:2]], 2
    while data[at : at + 1] == b"\xff" and data[at + 1] != 0xDA:
        if data[at + 1] == 0xFF:  # padding
            at += 1
            continue
        size = 2 + int.from_bytes(data[at + 2 : at + 4], "big")
        if not (data[at + 1] == 0xE1 and data[at + 4 : at + 8] == b"Exif"):
            kept.append(data[at : at + size])
        at += size
    return b"".join((*kept, data[at:]))


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
