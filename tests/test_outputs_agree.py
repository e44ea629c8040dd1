"""PDF and SVG show the same picture: the mean colours of square millimetres, drawn by pdfium and by resvg."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path as File

import pytest
from PIL import Image as Pillow

from pnp import art, fonts
from pnp.layout.thrift import low_ink
from pnp.scene import (
    BLACK,
    IDENTITY,
    WHITE,
    Gradient,
    Group,
    Image,
    Layer,
    Matrix,
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
    times,
    turned,
)
from tests import pictures
from tests.pictures import BLUE, GREEN, RED

ART = File(__file__).parent / "art"
SCALE = 16  # pixels for a millimetre, so that the whole pixels to which pdfium rounds rectangles and clips weigh little
OCHRE = "#c98a2b"
LEAN: Matrix = (0.966, 0.259, -0.259, 0.966, 4, -2)  # 15 degrees


def box(x: float, y: float, width: float, height: float, fill: str = RED) -> Path:
    return Path(rectangle(Rect(x, y, width, height)), fill)


def paths() -> tuple[Shape, ...]:
    ring = (*rectangle(Rect(30, 4, 14, 14)), *rectangle(Rect(34, 8, 6, 6)))
    return (
        box(3, 3, 12.3, 7.7),
        Path(rectangle(Rect(18, 3, 9, 15), radius=3), GREEN, Stroke(BLACK, 1.2)),
        Path(ring, OCHRE, evenodd=True),
        Path(ellipse(9, 18, 6, 3), BLUE, fill_opacity=0.5),
        Path(line(3, 26, 46, 26), stroke=Stroke(BLACK, 1.5, (4, 2), 1)),
        Path(line(4, 31, 20, 31), stroke=Stroke(RED, 3, cap="round")),
        Path(line(26, 31, 44, 31), stroke=Stroke(RED, 3, cap="square", opacity=0.4)),
        Path((("M", 4, 45), ("L", 10, 36), ("L", 16, 45)), stroke=Stroke(BLACK, 3)),
        Path((("M", 20, 45), ("L", 26, 36), ("L", 32, 45)), stroke=Stroke(BLACK, 3, join="round")),
        Path((("M", 36, 45), ("C", 36, 30, 46, 50, 46, 36)), stroke=Stroke(GREEN, 2, join="bevel")),
    )


def clips() -> tuple[Shape, ...]:
    star = (("M", 10, 0), ("L", 16, 19), ("L", 0, 7), ("L", 20, 7), ("L", 4, 19), ("Z",))
    stripes = tuple(box(0, 2 * step, 20, 1, BLUE) for step in range(10))
    return (
        Group(stripes, moved(3, 3), Path(star, evenodd=True)),  # type: ignore[arg-type]
        Group(stripes, moved(27, 3), Path(star)),  # type: ignore[arg-type]
        Group(
            (Group((box(0, 0, 20, 20),), LEAN, Path(ellipse(10, 10, 8))),), moved(3, 26), Path(ellipse(12, 12, 9, 6))
        ),
        Group(stripes, moved(27, 27), Path(rectangle(Rect(2, 2, 12.5, 12.5), radius=4)), 0.5),
    )


def gradients() -> tuple[Shape, ...]:
    stops = (Stop(0, RED), Stop(0.3, OCHRE), Stop(1, BLUE))
    fading = (Stop(0, BLACK), Stop(1, BLACK, 0.0))
    return (
        Path(rectangle(Rect(3, 3, 44, 8)), Gradient("linear", (0, 0, 1, 0), stops, (44, 0, 0, 8, 3, 3))),
        Path(ellipse(13, 24, 10), Gradient("radial", (13, 24, 10, 9, 21), stops)),
        Path(rectangle(Rect(27, 14, 20, 20)), Gradient("linear", (27, 14, 47, 34), fading)),
        Path(line(5, 40, 45, 40), stroke=Stroke(Gradient("linear", (5, 0, 45, 0), stops), 4)),
        Group(
            (Path(rectangle(Rect(0, 0, 20, 4)), Gradient("linear", (0, 0, 20, 0), stops)),), times(LEAN, moved(20, 36))
        ),
    )


def nested() -> tuple[Shape, ...]:
    flag = Group((box(0, 0, 12, 3), box(0, 3, 12, 3, GREEN), Path(ellipse(6, 3, 2), BLACK)), once=True)
    turning = tuple(Group((flag,), turned(quarters, 12, 12)) for quarters in range(4))
    two = (box(0, 0, 10, 10, BLUE), box(5, 5, 10, 10, BLACK))
    return (
        *turning,
        Group((Group(two, LEAN, opacity=0.5),), moved(27, 3), opacity=0.8),
        Group((Group((flag, Group((flag,), moved(0, 8))), (1.5, 0.0, 0.0, 0.75, 0, 0)),), moved(27, 27), once=True),
        Layer("marks", (Group((flag,), (-1.0, 0.0, 0.0, 1.0, 16, 36)),)),
    )


def words() -> tuple[Shape, ...]:
    def said(x: float, y: float, size: float, text: str, key: str, color: str = BLACK, tracking: float = 0.0) -> Text:
        return Text(x, y, size, fonts.shape(key, text, tracking), color)

    slab, body = fonts.face("Alfa Slab One").key, fonts.face("Atkinson Hyperlegible").key
    label = fonts.face("Barlow Condensed", 600).key
    slanted = fonts.face("Atkinson Hyperlegible", 400, True).key
    return (
        said(3, 14, 12, "AV Toro", slab, BLUE),
        said(3, 22, 4, "Affluent fjords: Été à 5 €", body),
        said(3, 28, 3, "Tracked label 012", label, RED, 0.1),
        said(26, 28, 4, "office", slanted),
        Group((said(0, 0, 6, "Turned", label),), times(moved(47, 20), turned(3, 0, 0))),
        Group((said(20, 40, 7, "Lean", slab, OCHRE),), LEAN),
        replace(said(3, 46, 6, "Pale", slab), opacity=0.4),
    )


def images() -> tuple[Shape, ...]:
    ramp = Pillow.linear_gradient("L").resize((60, 40))
    photo = Pillow.merge("RGB", (ramp, ramp.transpose(Pillow.Transpose.FLIP_LEFT_RIGHT), Pillow.new("L", (60, 40), 90)))
    jpeg, png = io.BytesIO(), io.BytesIO()
    photo.save(jpeg, "JPEG", quality=95)
    photo.putalpha(ramp)
    photo.save(png, "PNG")
    one = Pixels("jpeg", "jpeg", 60, 40, jpeg.getvalue())
    two = Pixels("png", "png", 60, 40, png.getvalue())
    return (
        Image(Rect(3, 3, 30, 20), one),
        box(20, 20, 20, 20, OCHRE),
        Image(Rect(25, 25, 20, 20), two),
        Group((Image(Rect(0, 0, 15, 10), one, 0.5),), times(LEAN, moved(4, 30))),
    )


def drawings() -> tuple[Shape, ...]:
    names = ("gradients", "clips", "symbols", "opacity", "dashes-caps-and-joins", "use", "all-path-commands", "colours")
    found = [art.read(ART / f"{name}.svg") for name in names]
    places = [Rect(2 + 16 * (at % 3), 2 + 16 * (at // 3), 15, 15) for at in range(len(found))]
    return tuple(art.placed(picture, place, "cover") for picture, place in zip(found, places, strict=True))


def masks() -> tuple[Shape, ...]:
    fade = Path(rectangle(Rect(0, 0, 20, 20)), Gradient("linear", (0, 0, 20, 0), (Stop(0, WHITE), Stop(1, BLACK))))
    dark, dim = Path(ellipse(10, 10, 5), BLACK), Path(ellipse(10, 10, 2), "#808080")
    hole = (box(2, 2, 16, 16, WHITE), dark, dim)
    two = (box(0, 0, 20, 20, BLUE), Path(ellipse(14, 14, 6), OCHRE))
    kept = Group(two, mask=hole, once=True)
    return (
        box(0, 20, 50, 8, OCHRE),
        Group(two, moved(3, 3), mask=(fade,)),
        Group((kept,), moved(27, 3)),
        Group((Group((kept,), LEAN, opacity=0.6),), moved(3, 27)),
        Group(two, moved(27, 27), Path(ellipse(10, 10, 9)), 0.7, mask=(Group((Group(hole, mask=(fade,)),)),)),
    )


def thrifty() -> tuple[Shape, ...]:
    return (low_ink(Group(clips() + paths()[:3])),)


# What each page draws, and how far the means of a cell may lie apart (of 255; about twice what was measured).
PAGES = {
    "paths": (paths, 20),
    "clips": (clips, 40),
    "gradients": (gradients, 30),
    "nested": (nested, 10),
    "words": (words, 12),
    "images": (images, 40),
    "drawings": (drawings, 40),
    "masks": (masks, 40),
    "thrifty": (thrifty, 40),
}


def difference(one: Page, two: Page) -> int:
    return pictures.worst_cell(pictures.by_pdf(one, SCALE), pictures.by_svg(two, SCALE), SCALE)


@pytest.mark.parametrize("name", PAGES)
def test_pdf_and_svg_of_a_page_agree_on_every_square_millimetre(name: str) -> None:
    draw, tolerance = PAGES[name]
    page = Page(50, 50, draw())
    assert difference(page, page) <= tolerance


@pytest.mark.parametrize("name", PAGES)
def test_half_a_millimetre_between_them_would_be_seen(name: str) -> None:
    draw, tolerance = PAGES[name]
    shapes = draw()
    off = Page(50, 50, (Group(shapes, moved(0.5, 0)),))
    assert difference(Page(50, 50, shapes), off) > 2 * tolerance


@pytest.mark.parametrize("name", ["paths", "nested", "words"])
def test_one_shape_among_many_that_is_half_a_millimetre_off_or_missing_would_be_seen(name: str) -> None:
    draw, tolerance = PAGES[name]
    shapes = draw()
    wanted = pictures.by_pdf(Page(50, 50, shapes), SCALE)
    for at, shape in enumerate(shapes):
        before, after = shapes[:at], shapes[at + 1 :]
        inner = shape.children if isinstance(shape, Layer) else (shape,)
        there, gone = (*before, Group(inner, moved(0.5, 0.5)), *after), (*before, *after)
        for changed in (there, gone):
            drawn = pictures.by_svg(Page(50, 50, changed), SCALE)
            assert pictures.worst_cell(wanted, drawn, SCALE) > tolerance, shape


def test_a_page_may_have_a_size_that_is_no_whole_number_of_points() -> None:
    marks = (box(171, 215.5, 1, 1), box(0, 0, 172, 0.5, BLUE), Group((box(86, 108, 9, 9),), IDENTITY))
    page = Page(172, 216.5, marks)
    assert difference(page, page) <= 20
