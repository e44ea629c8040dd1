"""Pictures for tests: what independent renderers (resvg, pdfium) make of our output, and how two pictures compare."""

from __future__ import annotations

import io
import re
import struct
import zlib
from pathlib import Path

import pypdfium2
import pytest
import resvg_py
from PIL import Image, ImageChops

from pnp import art
from pnp.render import pdf, svg
from pnp.scene import Document, Page, Rect, Shape

WHITE, RED, GREEN, BLUE = "#ffffff", "#c81e1e", "#1e963c", "#2846be"
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 40 40">'


def written(folder: Path, body: str, head: str = HEAD, name: str = "x.svg") -> Path:
    """Write an SVG file of `body` and return its path."""
    path = folder / name
    path.write_text(f"{head}{body}</svg>", encoding="utf-8")
    return path


def problem(path: Path, root: Path | None = None) -> tuple[int, str, str]:
    """Return line, message and hint of what is wrong with a picture file."""
    with pytest.raises(art.ArtProblem) as raised:
        art.read(path, root)
    return raised.value.line, raised.value.message, raised.value.hint


def document(*pages: Page) -> Document:
    return Document(pages, "Title", "Author", "Subject", "", "en")


def page_of(picture: art.Art, width: float = 40, height: float = 0) -> Page:
    """Return a page with the picture on all of it; `height` 0 keeps the proportions."""
    height = height or width * picture.height / picture.width
    return Page(width, height, (art.placed(picture, Rect(0, 0, width, height), "stretch"),))


def from_svg(text: str, width: int, height: int, ground: str = WHITE, folder: Path | None = None) -> Image.Image:
    """Draw an SVG with resvg."""
    resources = str(folder) if folder else None
    png = resvg_py.svg_to_bytes(
        svg_string=text, width=width, height=height, dpi=96, background=ground, resources_dir=resources
    )
    return Image.open(io.BytesIO(png)).convert("RGB").crop((0, 0, width, height))


def by_svg(page: Page, scale: float = 4) -> Image.Image:
    """Draw a page through our SVG and resvg at `scale` pixels for a millimetre (resvg rounds sizes in mm up)."""
    width, height = round(page.width * scale), round(page.height * scale)
    text = re.sub(
        r'width="[\d.]+mm" height="[\d.]+mm"', f'width="{width}" height="{height}"', svg.render(page), count=1
    )
    return from_svg(text, width, height)


def by_pdf(page: Page, scale: float = 4) -> Image.Image:
    """Draw a page through our PDF and pdfium at `scale` pixels for a millimetre."""
    opened = pypdfium2.PdfDocument(pdf.render(document(page)))
    drawn = opened[0].render(scale=scale * 25.4 / 72 * (1 - 1e-6)).to_pil().convert("RGB")
    opened.close()
    return drawn


def worst_cell(one: Image.Image, two: Image.Image, cell: int) -> int:
    """Return the greatest difference (of 255) between the mean colours of cells of `cell` × `cell` pixels."""
    assert one.size == two.size
    means = ImageChops.difference(one.reduce(cell), two.reduce(cell))
    return max(high for _, high in means.getextrema())


def share_off(one: Image.Image, two: Image.Image, by: int = 60) -> float:
    """Return the share of pixels that differ by more than `by` (of 255) in a channel."""
    assert one.size == two.size
    bands = [band.point(lambda value: 255 * (value > by)) for band in ImageChops.difference(one, two).split()]
    off = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    return off.histogram()[255] / (one.width * one.height)


def color_at(picture: Image.Image, x: float, y: float, scale: float = 4) -> str:
    """Return the "#rrggbb" of the pixel at (x, y) mm."""
    pixel = picture.getpixel((int(x * scale), int(y * scale)))
    assert isinstance(pixel, tuple)
    return "#" + bytes(pixel).hex()


def drawn(*shapes: Shape, width: float = 40, height: float = 40) -> Page:
    return Page(width, height, shapes)


def png(width: int, height: int, depth: int, color: int, rows: list[bytes], *chunks: tuple[bytes, bytes]) -> bytes:
    """Write a PNG by hand: `rows` are the packed samples, `chunks` stand before the data."""
    header = struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, 0)
    return _png(header, b"".join(b"\0" + row for row in rows), chunks)


def interlaced(width: int, height: int, depth: int, color: int, pixels: list[list[bytes]]) -> bytes:
    """Write an Adam7 PNG by hand from whole-byte pixels."""
    passes = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))
    data = b""
    for x, y, across, down in passes:
        for row in pixels[y::down]:
            data += b"\0" + b"".join(row[x::across]) if row[x::across] else b""
    return _png(struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, 1), data, ())


def _png(header: bytes, data: bytes, chunks: tuple[tuple[bytes, bytes], ...]) -> bytes:
    parts = ((b"IHDR", header), *chunks, (b"IDAT", zlib.compress(data)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body)) for name, body in parts
    )
