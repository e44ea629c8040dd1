"""What the PDF looks like: pixels as pdfium draws them, and the objects behind them as pypdf reads them."""

from __future__ import annotations

import hashlib
import io
import struct
import zlib
from dataclasses import replace
from functools import cache
from typing import Any, Literal

import pypdfium2
import pytest
from PIL import Image as Pillow
from pypdf import PdfReader, PdfWriter
from pypdf.generic import ArrayObject, DictionaryObject, NameObject, StreamObject

from pnp import fonts
from pnp.render import pdf
from pnp.scene import (
    BLACK,
    Document,
    Gradient,
    Group,
    Image,
    Layer,
    Page,
    Path,
    Pixels,
    Rect,
    Shape,
    Stop,
    Stroke,
    Text,
    ellipse,
    line,
    moved,
    rectangle,
    turned,
)

Rgb = tuple[int, int, int]
RED, GREEN, BLUE, WHITE = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)
PINK = (255, 127, 127)
SCALE = 8  # pixels a millimetre


def drawn(*shapes: Shape) -> bytes:
    return pdf.render(Document((Page(60, 40, shapes),), "", "", "", "", "en"))


def colors(made: bytes, *places: tuple[float, float]) -> list[Rgb]:
    """Return the colours that pdfium gives the page at `places` (mm)."""
    opened = pypdfium2.PdfDocument(made)
    picture = opened[0].render(scale=SCALE * 25.4 / 72).to_pil().convert("RGB")
    opened.close()
    return [picture.getpixel((int(x * SCALE), int(y * SCALE))) for x, y in places]  # type: ignore[misc]


def close(expected: list[Rgb], actual: list[Rgb], tolerance: int = 2) -> bool:
    return all(
        abs(a - b) <= tolerance for x, y in zip(expected, actual, strict=True) for a, b in zip(x, y, strict=True)
    )


def square(x: float, y: float, size: float, fill: str = "#ff0000", **more: Any) -> Path:
    return Path(rectangle(Rect(x, y, size, size)), fill, **more)


def streams(made: bytes, kind: str) -> list[StreamObject]:
    reader = PdfReader(io.BytesIO(made))
    found = [reader.get_object(number) for number in range(1, int(reader.trailer["/Size"]))]
    return [item for item in found if isinstance(item, StreamObject) and item.get("/Subtype") == kind]


def linear(*stops: tuple[float, str, float], x1: float = 10, x2: float = 50) -> Gradient:
    return Gradient("linear", (x1, 0, x2, 0), tuple(Stop(*stop) for stop in stops))


RAINBOW = linear((0, "#ff0000", 1), (1, "#0000ff", 1))


def test_a_fill_covers_its_outline_and_nothing_else() -> None:
    made = drawn(square(10, 5, 20, "#2e6b3a"))
    inside, outside = (0x2E, 0x6B, 0x3A), WHITE
    places = ((10.2, 5.2), (29.8, 24.8), (9.8, 6), (30.2, 6), (12, 4.8), (12, 25.2))
    assert [inside] * 2 + [outside] * 4 == colors(made, *places)


def test_a_curve_bulges_where_it_should() -> None:
    made = drawn(Path(ellipse(30, 20, 20, 10), "#ff0000"))
    assert colors(made, (30, 10.3), (49.7, 20), (44, 14), (47, 13.5), (30, 9.7)) == [RED, RED, RED, WHITE, WHITE]


def test_a_hole_stays_open_by_the_even_odd_rule_only() -> None:
    ring = rectangle(Rect(10, 5, 30, 30)) + rectangle(Rect(20, 15, 10, 10))
    assert colors(drawn(Path(ring, "#ff0000", evenodd=True)), (12, 7), (25, 20)) == [RED, WHITE]
    assert colors(drawn(Path(ring, "#ff0000")), (12, 7), (25, 20)) == [RED, RED]
    both = Path(ring, "#ff0000", Stroke("#0000ff", 2), evenodd=True)
    assert colors(drawn(both), (12, 7), (10, 20), (25, 20)) == [RED, BLUE, WHITE]


def test_a_stroke_has_its_width_dashes_ends_and_corners() -> None:
    made = drawn(
        Path(line(10, 5, 50, 5), stroke=Stroke("#ff0000", 2)),
        Path(line(10, 15, 50, 15), stroke=Stroke("#ff0000", 2, dash=(4, 6), dash_offset=2)),
        Path(line(20, 25, 40, 25), stroke=Stroke("#ff0000", 4, cap="square")),
        Path((("M", 20, 38), ("L", 20, 32), ("L", 40, 32)), stroke=Stroke("#ff0000", 3, join="bevel")),
    )
    assert colors(made, (30, 4.2), (30, 5.8), (30, 3.8), (9.8, 5)) == [RED, RED, WHITE, WHITE]
    assert colors(made, (11, 15), (13, 15), (19, 15), (23, 15)) == [RED, WHITE, RED, WHITE]
    assert colors(made, (18.5, 25), (41.5, 25), (17.5, 25)) == [RED, RED, WHITE]
    assert colors(made, (18.7, 30.7), (19.6, 31.6)) == [WHITE, RED]


def test_a_stroke_of_no_width_draws_nothing() -> None:
    assert colors(drawn(Path(line(10, 5, 50, 5), stroke=Stroke(BLACK, 0))), (30, 5)) == [WHITE]


def test_opacity_lets_what_is_below_shine_through() -> None:
    made = drawn(
        square(0, 0, 10, "#0000ff"),
        square(0, 0, 20, fill_opacity=0.5),
        Path(rectangle(Rect(30, 10, 20, 20)), "#0000ff", Stroke("#ff0000", 4, opacity=0.5)),
    )
    assert close([(127, 0, 128), PINK], colors(made, (5, 5), (15, 15)))
    assert close([(127, 0, 128), PINK, BLUE], colors(made, (31, 20), (29, 20), (40, 20)))  # the stroke's two halves


def test_a_group_fades_as_one_picture() -> None:
    pair = (square(0, 0, 20), square(10, 10, 20, "#0000ff"))
    made = drawn(Group(pair, moved(10, 5), opacity=0.5))
    assert close([PINK, (127, 127, 255), (127, 127, 255)], colors(made, (12, 7), (25, 20), (35, 30)))


def test_a_clip_keeps_what_is_inside_in_the_coordinates_of_the_group() -> None:
    clip = Path(rectangle(Rect(0, 0, 10, 10)) + rectangle(Rect(3, 3, 4, 4)), evenodd=True)
    made = drawn(Group((square(-50, -50, 200),), moved(20, 10), clip), square(50, 30, 5))
    assert colors(made, (21, 11), (25, 15), (19, 11), (31, 11), (52, 32)) == [RED, WHITE, WHITE, WHITE, RED]


def test_text_is_filled_with_its_ink_and_opacity() -> None:
    run = fonts.shape("Alfa Slab One 400", "I")
    made = drawn(Text(10, 30, 30, run, "#ff0000", 0.5))
    middle = 10 + run.advance * 30 / 2
    assert close([PINK, WHITE], colors(made, (middle, 20), (middle, 36)))


def test_a_linear_gradient_runs_from_its_first_colour_to_its_last_and_stays_level_outside() -> None:
    made = drawn(Path(rectangle(Rect(0, 0, 60, 20)), RAINBOW))
    expected = [RED, (191, 0, 64), (127, 0, 128), (64, 0, 191), BLUE]
    assert close(expected, colors(made, (5, 10), (20, 10), (30, 10), (40, 10), (55, 10)), 4)


def test_a_stroke_can_be_a_gradient_too() -> None:
    made = drawn(Path(line(10, 20, 50, 20), stroke=Stroke(RAINBOW, 6)))
    assert close([RED, (127, 0, 128), BLUE, WHITE], colors(made, (10.1, 20), (30, 20), (49.9, 20), (30, 24)), 6)


def test_stops_may_be_hard_and_may_begin_late() -> None:
    gradient = linear((0.5, "#ff0000", 1), (0.75, "#00ff00", 1), (0.75, "#0000ff", 1))
    made = drawn(Path(rectangle(Rect(0, 0, 60, 20)), gradient))
    assert close([RED, GREEN, BLUE, BLUE], colors(made, (25, 10), (39.8, 10), (40.3, 10), (59, 10)), 14)


def test_a_stop_that_lies_before_the_one_above_it_moves_there() -> None:
    gradient = linear((0.5, "#ff0000", 1), (0.25, "#0000ff", 1), (1.5, "#00ff00", 1))
    made = drawn(Path(rectangle(Rect(0, 0, 60, 20)), gradient))
    assert close([RED, BLUE, (0, 127, 128), GREEN], colors(made, (29.7, 10), (30.4, 10), (40, 10), (55, 10)), 14)


@pytest.mark.parametrize(("stops", "expected"), [([(0.3, "#ff0000", 1)], RED), ([], WHITE)])
def test_a_gradient_of_one_stop_is_a_colour_and_of_none_is_nothing(stops: list[Any], expected: Rgb) -> None:
    made = drawn(Path(rectangle(Rect(0, 0, 60, 20)), linear(*stops)))
    assert [expected, expected] == colors(made, (9, 9), (50, 9))


def test_a_radial_gradient_starts_at_its_focus() -> None:
    stops = (Stop(0, "#ff0000"), Stop(1, "#0000ff"))
    made = drawn(
        square(0, 0, 40, "#ffffff"),
        Path(rectangle(Rect(0, 0, 60, 40)), Gradient("radial", (30, 20, 15, 22, 20), stops)),
    )
    assert close([RED, (128, 0, 127), BLUE, BLUE], colors(made, (22, 20), (33.5, 20), (45.5, 20), (30, 2)), 6)


def test_a_gradient_goes_with_its_shape_through_matrices_forms_and_fading() -> None:
    bar = Path(rectangle(Rect(10, 0, 40, 8)), RAINBOW, Stroke(RAINBOW, 1))
    shifted = Path(rectangle(Rect(0, 0, 40, 8)), replace(RAINBOW, matrix=moved(-10, 0)))
    icon = Group((bar,), once=True)
    made = drawn(
        Group((Group((icon,), (0.5, 0, 0, 0.5, 0, 10)),), opacity=0.5),  # 5 to 25 mm along, 10 to 14 mm down
        replace(icon, matrix=turned(1, 25, 25)),  # 42 to 50 mm along, 10 to 50 mm down
        Group((shifted,), (0.5, 0, 0, 0.5, 5, 20)),  # 5 to 25 mm along, 20 to 24 mm down
    )
    assert close([RED, (191, 0, 64), (127, 0, 128)], colors(made, (46, 10.2), (46, 20), (46, 30)), 6)
    assert close([PINK, (191, 127, 192), (127, 127, 255)], colors(made, (5.3, 12), (15, 12), (24.7, 12)), 8)
    assert close([RED, (127, 0, 128), BLUE], colors(made, (5.2, 22), (15, 22), (24.8, 22)), 6)


def test_the_opacity_of_a_gradient_follows_its_stops() -> None:
    fading = linear((0, "#ff0000", 0), (1, "#ff0000", 1))
    made = drawn(square(0, 0, 60, "#0000ff"), Path(rectangle(Rect(0, 0, 60, 20)), fading, fill_opacity=0.8))
    expected = [BLUE, (102, 0, 153), (204, 0, 51), BLUE]
    assert close(expected, colors(made, (5, 10), (30, 10), (55, 10), (55, 30)), 4)
    even = linear((0, "#ff0000", 0.5), (1, "#ff0000", 0.5))
    assert close([PINK], colors(drawn(Path(rectangle(Rect(0, 0, 60, 20)), even)), (30, 10)))


def test_two_shapes_of_one_fading_gradient_are_both_whole() -> None:
    fading = linear((0, "#ff0000", 0), (1, "#ff0000", 1))
    made = drawn(*(Path(rectangle(Rect(40, y, 20, 10)), fading) for y in (0, 25)))
    assert close([RED, RED, WHITE], colors(made, (55, 5), (55, 30), (55, 15)))


def test_what_is_drawn_once_is_one_form_however_often_and_wherever_it_stands() -> None:
    icon = Group((square(0, 0, 5), Group((square(5, 5, 5, "#0000ff"),), once=True)), once=True)
    equal = Group((square(0, 0, 5), Group((square(5, 5, 5, "#0000ff"),), once=True)), once=True)
    made = drawn(icon, replace(icon, matrix=moved(20, 0)), Group((equal,), moved(40, 20)), Group((), once=True))
    assert len(streams(made, "/Form")) == 2  # the icon and what it holds
    assert colors(made, (2, 2), (7, 7), (22, 2), (27, 7), (42, 22), (47, 27)) == [RED, BLUE] * 3
    faded = drawn(icon, replace(icon, matrix=moved(20, 0), opacity=0.5))
    assert len(streams(faded, "/Form")) == 3
    assert close([RED, PINK], colors(faded, (2, 2), (22, 2)))


def test_a_layer_can_be_switched_off() -> None:
    made = drawn(square(0, 0, 10), Layer("marks", (square(20, 0, 10),)), Layer("ruler", (square(40, 0, 10),)))
    writer = PdfWriter(clone_from=io.BytesIO(made))
    told = writer.root_object["/OCProperties"]
    assert isinstance(told, DictionaryObject)
    told["/D"][NameObject("/OFF")] = ArrayObject(told["/OCGs"][:1])  # type: ignore[index]
    out = io.BytesIO()
    writer.write(out)
    places = ((5, 5), (25, 5), (45, 5))
    assert colors(made, *places) == [RED, RED, RED]
    assert colors(out.getvalue(), *places) == [RED, WHITE, RED]


def pixels(picture: Pillow.Image, kind: Literal["png", "jpeg"] = "png", **options: Any) -> Pixels:
    out = io.BytesIO()
    picture.save(out, kind, **options)
    return encoded(out.getvalue(), kind, picture.size)


def encoded(data: bytes, kind: Literal["png", "jpeg"], size: tuple[int, int]) -> Pixels:
    return Pixels(hashlib.sha256(data).hexdigest(), kind, *size, data)


@cache
def quarters(mode: str) -> Pillow.Image:
    """Return 4 × 2 pixels: red, green, blue, half-transparent red above; white below."""
    picture = Pillow.new("RGBA", (4, 2), "white")
    for x, color in enumerate((RED, GREEN, BLUE, (*RED, 128))):
        picture.putpixel((x, 0), color)
    return picture.convert(mode)


def placed(found: Pixels, **more: Any) -> Image:
    return Image(Rect(10, 10, 40, 20), found, **more)


PLACES = ((15, 15), (25, 15), (35, 15), (45, 15), (45, 25), (9, 15), (15, 31))


@pytest.mark.parametrize("mode", ["RGB", "P"])
def test_a_plain_png_is_taken_over_undecoded_and_the_right_way_up(mode: str) -> None:
    picture = pixels(quarters("RGB").quantize(8) if mode == "P" else quarters("RGB"))
    made = drawn(placed(picture))
    assert close([RED, GREEN, BLUE, RED, WHITE, WHITE, WHITE], colors(made, *PLACES))
    (image,) = streams(made, "/Image")
    assert image["/Filter"] == "/FlateDecode"
    assert bytes(image._data) in picture.data
    assert "/SMask" not in image


@pytest.mark.parametrize("mode", ["RGBA", "P"])
def test_transparent_png_shows_what_is_below(mode: str) -> None:
    picture = quarters("RGBA")
    if mode == "P":
        picture = picture.quantize(8)
    made = drawn(square(0, 0, 60, "#0000ff"), placed(pixels(picture)))
    assert close([RED, GREEN, BLUE, (128, 0, 127), WHITE, BLUE, BLUE], colors(made, *PLACES), 3)
    assert sum("/SMask" in image for image in streams(made, "/Image")) == 1


def png(kind: int, bits: int, rows: list[bytes], width: int, interlaced: int = 0) -> Pixels:
    """Return a PNG made by hand (what Pillow cannot write)."""
    header = struct.pack(">IIBBBBB", width, len(rows), bits, kind, 0, 0, interlaced)
    body = zlib.compress(b"".join(b"\0" + row for row in rows))
    data = b"\x89PNG\r\n\x1a\n"
    for name, part in ((b"IHDR", header), (b"IDAT", body), (b"IEND", b"")):
        data += struct.pack(">I", len(part)) + name + part + struct.pack(">I", zlib.crc32(name + part))
    return encoded(data, "png", (width, len(rows)))


def test_sixteen_bit_grey_keeps_its_middle() -> None:
    row = b"".join(value.to_bytes(2, "big") for value in (0, 0x4000, 0x8000, 0xFFFF))
    made = drawn(placed(png(0, 16, [row, row], 4)))
    assert close([(0, 0, 0), (64, 64, 64), (128, 128, 128), WHITE], colors(made, *PLACES[:4]))


def test_sixteen_bit_grey_with_alpha_shows_what_is_below() -> None:
    row = b"".join(value.to_bytes(2, "big") for value in (0, 0xFFFF, 0, 0x8000, 0, 0, 0xFFFF, 0xFFFF))
    made = drawn(square(0, 0, 60, "#ff0000"), placed(png(4, 16, [row, row], 4)))
    assert close([(0, 0, 0), (127, 0, 0), RED, WHITE], colors(made, *PLACES[:4]), 3)


@pytest.mark.parametrize(("mode", "space"), [("RGB", "/DeviceRGB"), ("L", "/DeviceGray"), ("CMYK", "/DeviceCMYK")])
def test_a_jpeg_passes_through_byte_for_byte(mode: str, space: str) -> None:
    picture = pixels(Pillow.new("RGB", (16, 8), "#ff0000").convert(mode), "jpeg", quality=95)
    made = drawn(placed(picture))
    (image,) = streams(made, "/Image")
    assert (image["/Filter"], image["/ColorSpace"]) == ("/DCTDecode", space)
    assert bytes(image._data) == picture.data
    grey = (76, 76, 76)  # what red is by its brightness
    assert close([grey if mode == "L" else RED], colors(made, (30, 20)), 60)


def test_a_picture_is_stored_once_for_all_cards() -> None:
    noise = Pillow.frombytes("RGB", (64, 64), hashlib.shake_128(b"noise").digest(64 * 64 * 3))
    picture = pixels(noise)
    made = pdf.render(
        Document(tuple(Page(60, 40, (placed(replace(picture)),)) for _ in range(54)), "", "", "", "", "en")
    )
    assert len(streams(made, "/Image")) == 1
    assert len(made) < 3 * len(picture.data)


def test_a_picture_fades() -> None:
    assert close([PINK], colors(drawn(placed(pixels(quarters("RGB")), opacity=0.5)), (15, 15)))
