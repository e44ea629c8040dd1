"""Pictures of PDF pages: exact sizes, right page, right place."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from pnp.render import pdf, png
from pnp.scene import BLACK, Document, Page, Path, Rect, rectangle


def document(*sizes: tuple[float, float]) -> bytes:
    red = Path(rectangle(Rect(10, 5, 10, 10)), "#ff0000")
    return pdf.render(Document(tuple(Page(*size, (red,)) for size in sizes), "", "", "", "", "en"))


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


@pytest.mark.parametrize("dpi", [50, 72, 100, 101.6, 150, 203.2, 300])
def test_a_picture_has_the_whole_pixels_nearest_to_the_page(dpi: float) -> None:
    sizes = [(63, 88), (44.45, 68), (25.4, 31.75), (57, 37.1), (70, 120)]
    made = document(*sizes)
    expected = [(round(width * dpi / 25.4), round(height * dpi / 25.4)) for width, height in sizes]
    assert expected == [opened(png.render(made, number, dpi)).size for number in range(len(sizes))]


def test_half_pixels_round_as_numbers_do() -> None:
    sizes = [(12.7, 38.1), (25.4, 63.5)]  # at 301 dpi 150.5 × 451.5 and 301 × 752.5 pixels
    assert [opened(picture).size for picture in png.pages(document(*sizes), 301)] == [(150, 452), (301, 752)]


def test_a_picture_is_opaque_on_white_and_nothing_moves() -> None:
    picture = opened(png.render(document((63, 88)), 0, 254))
    assert picture.mode == "RGB"
    places = [(98, 60), (102, 52), (198, 148), (202, 60), (102, 152), (2, 2)]
    white, red = (255, 255, 255), (255, 0, 0)
    assert [white, red, red, white, white, white] == [picture.getpixel(place) for place in places]


def test_a_picture_knows_how_large_it_is_on_paper() -> None:
    assert opened(png.render(document((63, 88)), 0, 300)).info["dpi"] == pytest.approx((300, 300), abs=0.01)


def test_all_pages_come_in_order() -> None:
    made = document((63, 88), (88, 63))
    pictures = png.pages(made, 100)
    assert pictures == (png.render(made, 0, 100), png.render(made, 1, 100))
    assert [opened(picture).size for picture in pictures] == [(248, 346), (346, 248)]


@pytest.mark.parametrize("number", [-1, 1])
def test_a_page_that_is_not_there_is_named(number: int) -> None:
    with pytest.raises(IndexError, match=f"page {number} asked for; the document has pages 0 to 0"):
        png.render(document((63, 88)), number, 100)


def test_too_few_dots_for_one_pixel_are_refused() -> None:
    with pytest.raises(ValueError, match=r"0.1 dpi leaves no pixel of a page of 178\.583 × 249\.449 pt"):
        png.render(document((63, 88)), 0, 0.1)


def test_coverage_counts_the_strongest_ink_of_each_page() -> None:
    half = Path(rectangle(Rect(0, 0, 30, 40)), fill="#ffff00")
    full = Path(rectangle(Rect(0, 0, 60, 40)), fill=BLACK)
    pages = tuple(Page(60, 40, shapes) for shapes in ((), (half,), (full,)))
    assert pytest.approx((0.0, 0.5, 1.0), abs=0.02) == png.coverage(pdf.render(Document(pages, "", "", "", "", "en")))
