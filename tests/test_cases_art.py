"""Faults that people met with pictures elsewhere: each has the right result here. The names are those of the cases."""

from __future__ import annotations

import io
import random
import re
from pathlib import Path

import pypdf
import pytest
from PIL import Image

from pnp import art, pieces
from pnp.render import pdf, svg
from pnp.scene import WHITE, Page, Rect, Text, rectangle
from pnp.scene import Path as Shape
from tests import pictures, small_folder, small_press
from tests.pictures import BLUE, GREEN, RED, color_at, problem

CASES = Path(__file__).parent / "art" / "cases"


def both(page: Page, scale: float = 4) -> tuple[Image.Image, Image.Image]:
    """Return the page as it is drawn through SVG and through PDF."""
    return pictures.by_svg(page, scale), pictures.by_pdf(page, scale)


def case(name: str) -> Page:
    return pictures.page_of(art.read(CASES / name))


def test_svg_base64_png() -> None:
    for drawn in both(case("svg-base64-png.svg")):
        assert (color_at(drawn, 6, 6), color_at(drawn, 2, 2)) == (RED, WHITE)


def test_svg_clip_outside_defs() -> None:
    for drawn in both(case("svg-clip-outside-defs.svg")):
        assert (color_at(drawn, 20, 20), color_at(drawn, 2, 2)) == ("#e6be28", WHITE)
        assert min(drawn.tobytes()) >= 0x28  # never black


def test_svg_compact_arc_flags() -> None:
    compact, spaced = (art.read(CASES / f"svg-{name}-arc-flags.svg").shape for name in ("compact", "spaced"))
    assert compact == spaced


def test_svg_css_class() -> None:
    for drawn in both(case("svg-css-class.svg")):
        assert [color_at(drawn, *at) for at in ((5, 5), (25, 5), (10, 30))] == [RED, GREEN, BLUE]


def test_svg_export_units() -> None:
    root = re.match(r"<svg[^>]*>", svg.render(Page(172, 216.4, ())))
    assert root is not None
    for words in ('width="172mm"', 'height="216.4mm"', 'viewBox="0 0 172 216.4"'):
        assert words in root[0]


def test_svg_external_entity() -> None:
    found = problem(CASES / "svg-external-entity.svg")
    assert found == (2, "a DOCTYPE is not read", "delete the <!DOCTYPE …> part")
    assert "CANARY" not in str(found)


def test_svg_gradient() -> None:
    for drawn in both(pictures.page_of(art.read(CASES / "svg-gradient.svg"), 60)):
        for y in (6, 17):  # the area and the line
            left, right = drawn.getpixel((12, 4 * y)), drawn.getpixel((228, 4 * y))
            assert isinstance(left, tuple)
            assert isinstance(right, tuple)
            assert (left[0] > 180 > left[2], right[2] > 160 > right[0]) == (True, True)


def test_svg_relative_image(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    for drawn in both(case("svg-relative-image.svg")):
        assert color_at(drawn, 2, 2) == RED


def test_svg_symbol_use() -> None:
    for drawn in both(case("svg-symbol-use.svg")):
        assert [color_at(drawn, x, 10) for x in (10, 20, 30)] == [RED] * 3
        assert [color_at(drawn, x, 10) for x in (5, 15, 25, 35)] == [WHITE] * 4


def test_svg_tspan_tail() -> None:
    label = art.read(CASES / "svg-tspan-tail.svg")
    page = pictures.page_of(label, 120)
    reader = pypdf.PdfReader(io.BytesIO(pdf.render(pictures.document(page))))
    assert reader.pages[0].extract_text().strip() == "Pay two coins"
    runs = [shape for shape in label.shape.children if isinstance(shape, Text)]
    assert [(run.run.text, run.fill) for run in runs] == [("Pay ", "#000000"), ("two", RED), (" coins", "#000000")]
    assert label.notes == ('the font "Helvetica" is not installed; Atkinson Hyperlegible stands in',)


def test_svg_viewbox_only() -> None:
    group = art.placed(art.read(CASES / "svg-viewbox-only.svg"), Rect(0, 0, 20, 20), "contain")
    for drawn in both(pictures.drawn(group)):
        red, blue = ((0.3, 0.3), (9.6, 9.6)), ((10.3, 10.3), (19.6, 19.6))
        assert [color_at(drawn, *at) for at in (*red, *blue)] == [RED, RED, BLUE, BLUE]
        assert [color_at(drawn, *at) for at in ((10.4, 9.6), (9.6, 10.4), (20.4, 20.4))] == [WHITE] * 3


def test_img_16bit() -> None:
    for drawn in both(pictures.page_of(art.read(CASES / "grey16.png"), 64)):
        grey = drawn.convert("L")
        dark, middle, light = (int(str(grey.getpixel((4 * x, 64)))) for x in (1, 32, 62))
        assert (dark < 12, 120 < middle < 136, light > 243) == (True, True, True)
    for name in ("rgba16", "ga16_adam7"):
        for drawn in both(pictures.page_of(art.read(CASES / f"{name}.png"), 64)):
            with Image.open(CASES / f"{name}.png") as source:
                ground = Image.new("RGBA", source.size, WHITE)
                ground.alpha_composite(source.convert("RGBA"))
            wanted = ground.convert("RGB").resize(drawn.size, Image.Resampling.NEAREST)
            assert pictures.worst_cell(drawn, wanted, 16) < 60  # resvg smooths the edges of the holes


def test_img_aspect() -> None:
    group = art.placed(art.read(CASES / "square.png"), Rect(0, 0, 63.5, 88.9), "contain")
    for drawn in both(pictures.drawn(group, width=90, height=90)):
        ink = drawn.convert("L").point(lambda value: 255 * (value < 250)).getbbox()
        assert ink is not None
        assert ((ink[2] - ink[0]) / 4, (ink[3] - ink[1]) / 4) == pytest.approx((63.5, 63.5), abs=0.3)


def test_img_palette_alpha() -> None:
    icon = art.placed(art.read(CASES / "icon_p.png"), Rect(0, 0, 40, 56), "contain")
    page = pictures.drawn(Shape(rectangle(Rect(0, 0, 40, 56)), "#ffe08a"), icon, height=56)
    for drawn in both(page):
        assert (color_at(drawn, 0.5, 0.5), color_at(drawn, 20, 28)) == ("#ffe08a", BLUE)


def noise() -> bytes:
    chance = random.Random(7)
    out = io.BytesIO()
    Image.frombytes("L", (180, 252), chance.randbytes(180 * 252)).save(out, "PNG")
    return out.getvalue()


BACK = """
[back.slots.picture]
kind = "art"
art = "back"
width = 63
height = 88
[other.slots.picture]
kind = "art"
art = "twin"
width = 63
height = 88
"""


def test_img_repeat_size(tmp_path: Path) -> None:
    picture = noise()
    rows = "".join(f"C{number},,{'other' if number % 2 else 'back'}\n" for number in range(54))
    changes: small_folder.Changes = {
        "cards.csv": f"title,picture,back\n{rows}",
        "frames.toml": small_folder.FRAMES + BACK,
        "art/back.png": picture,
        "art/twin.png": picture,  # the same picture under another name is the same picture
    }
    (piece,) = pieces.make(small_folder.game(tmp_path, changes), "en")
    assert sum(face.copies for face in piece.faces) == 54
    data = small_press.written(small_press.lay(piece).pages)
    assert data.count(b"/Subtype /Image") == 1
    assert len(data) < 3 * len(picture)


def test_pdf_rotate_flag(tmp_path: Path) -> None:
    changes: small_folder.Changes = {
        **small_folder.with_slot('kind = "art"\nart = "rotated.pdf"\nwidth = 20\nheight = 20'),
        "art/rotated.pdf": (CASES / "rotated.pdf").read_bytes(),
    }
    (told,) = small_folder.problems(tmp_path, changes)
    assert "art/rotated.pdf: PDF art is not supported; allowed are SVG, PNG and JPEG (export it as SVG)" in told


def test_cut_white_edge_column_is_told(tmp_path: Path) -> None:
    slot = 'kind = "art"\nart = "edge"\nwidth = 63\nheight = 88\nfit = "stretch"\nbleed = "extend"'
    changes: small_folder.Changes = {
        **small_folder.with_slot(slot),
        "game.toml": f"{small_folder.GAME}bleed = 1\n",
        "cards.csv": "title\nFerry\n",
        "art/edge.png": (CASES / "white-edge.png").read_bytes(),
    }
    (piece,) = pieces.make(small_folder.game(tmp_path, changes), "en")
    told = [note.message for note in piece.notes if "light line" in note.message]
    assert told == ['picture "edge" has a light line of 1 pixel (1.57 mm) at the left edge, along the cut']
    page = small_press.lay(piece).pages[0]
    white, pixels = small_press.whites(page, [Rect(10.5, 16.5, *small_press.BRIDGE)])[0]
    assert (
        0 < white / pixels <= 1 / 40 + 1 / 630
    )  # a column of forty as in the picture, to the pixel; not its mirror too
