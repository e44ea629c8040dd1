"""Pages of a finished PDF as pictures, for previews and tests. Knows PDF bytes only, no scene.

pypdfium2 draws and Pillow encodes; both are imported when the first picture is asked for.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pypdfium2 import PdfPage

INCH = 72.0  # points


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


def pages(pdf: bytes, dpi: float) -> tuple[bytes, ...]:
    """Return every page of `pdf` as `render` gives it."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        return tuple(_picture(page, dpi) for page in document)
    finally:
        document.close()


def _picture(page: PdfPage, dpi: float) -> bytes:
    from pypdfium2 import PdfBitmap, raw

    # pdfium's own scale rounds up: 63 mm at 300 dpi would have 745 pixels, not 744
    # round twice: the PDF holds 150.5 pixels as 150.49998
    width, height = (round(round(points * dpi / INCH, 3)) for points in page.get_size())
    if width < 1 or height < 1:
        raise ValueError(f"{dpi:g} dpi leaves no pixel of a page of {page.get_width():g} × {page.get_height():g} pt")
    bitmap = PdfBitmap.new_native(width, height, raw.FPDFBitmap_BGRx)
    bitmap.fill_rect((255, 255, 255, 255), 0, 0, width, height)
    raw.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, 0)
    out = io.BytesIO()
    bitmap.to_pil().convert("RGB").save(out, "PNG", dpi=(dpi, dpi))
    bitmap.close()
    page.close()
    return out.getvalue()
