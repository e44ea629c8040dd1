"""Pages of a finished PDF as pictures, for previews and tests. Knows PDF bytes only, no scene.

pypdfium2 draws and Pillow encodes; both are imported when the first picture is asked for.
"""

from __future__ import annotations

import io
from math import sqrt
from typing import TYPE_CHECKING

from pnp.units import MM_PER_INCH

if TYPE_CHECKING:
    from PIL.Image import Image
    from pypdfium2 import PdfPage

INCH = 72.0  # points
HAIRLINE = 0.25  # mm: the thinnest line that the press prints
MOST = 16e6  # pixels of a page that is weighed: A0 at the roughest, or A2 at the finest


def render(pdf: bytes, page: int, dpi: float) -> bytes:
    """Return page number `page` (from 0) of `pdf` as an opaque PNG on white.

    Width and height are the page's, in millimetres times dpi / 25.4, rounded to whole pixels. Raises IndexError for a
    page that is not there and ValueError for a dpi that leaves no pixel.
    """
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        if not 0 <= page < len(document):
            raise IndexError(f"page {page} asked for; the document has pages 0 to {len(document) - 1}")
        return _picture(document[page], dpi)
    finally:
        document.close()


def pages(pdf: bytes, dpi: float, *, clear: bool = False) -> tuple[bytes, ...]:
    """Return every page of `pdf` as `render` gives it; `clear` leaves bare paper transparent."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        return tuple(_picture(page, dpi, clear) for page in document)
    finally:
        document.close()


def coverage(pdf: bytes, dpi: float = MM_PER_INCH / HAIRLINE) -> tuple[float, ...]:
    """Return how much of each page is inked, from 0 to 1: the mean of each pixel's strongest ink.

    A pixel counts as its darkest colour channel, which is about what the fullest cartridge lays down there. No line is
    drawn thinner than a pixel: with fewer dots an inch than the default, hairlines count for too much. Very large pages
    get fewer, as many as memory is there for.
    """
    import pypdfium2
    from PIL import ImageChops, ImageStat

    document = pypdfium2.PdfDocument(pdf)
    try:
        found = []
        for page in document:
            red, green, blue = _bitmap(page, _affordable(page, dpi)).split()
            darkest = ImageChops.darker(ImageChops.darker(red, green), blue)
            found.append(1 - ImageStat.Stat(darkest).mean[0] / 255)
        return tuple(found)
    finally:
        document.close()


def _affordable(page: PdfPage, dpi: float) -> float:
    """Return how many dots an inch a page is weighed with: not more than memory is there for, and at least one dot."""
    size: tuple[float, float] = page.get_size()
    width, height = size
    return max(min(dpi, INCH * sqrt(MOST / (width * height))), INCH / min(width, height))


def _picture(page: PdfPage, dpi: float, clear: bool = False) -> bytes:
    out = io.BytesIO()
    _bitmap(page, dpi, clear).save(out, "PNG", dpi=(dpi, dpi))
    return out.getvalue()


def _bitmap(page: PdfPage, dpi: float, clear: bool = False) -> Image:
    """Return a page as an RGB picture on white, or as an RGBA picture on nothing, and close it."""
    from pypdfium2 import PdfBitmap, raw

    # pdfium's own scale rounds up: 63 mm at 300 dpi would have 745 pixels, not 744
    # round twice: the PDF holds 150.5 pixels as 150.49998
    width, height = (round(round(points * dpi / INCH, 3)) for points in page.get_size())
    if width < 1 or height < 1:
        raise ValueError(f"{dpi:g} dpi leaves no pixel of a page of {page.get_width():g} × {page.get_height():g} pt")
    bitmap = PdfBitmap.new_native(width, height, raw.FPDFBitmap_BGRA if clear else raw.FPDFBitmap_BGRx)
    bitmap.fill_rect((255, 255, 255, 0 if clear else 255), 0, 0, width, height)
    raw.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, 0)
    picture: Image = bitmap.to_pil().convert("RGBA" if clear else "RGB")
    bitmap.close()
    page.close()
    return picture
