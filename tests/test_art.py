"""Pictures in: SVG drawings come out as another renderer draws them, in the box they were asked for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from fontTools.pens.recordingPen import RecordingPen
from fontTools.svgLib.path import parse_path

from pnp import art
from pnp.art.path_data import outline
from pnp.extent import bounds
from pnp.scene import Group, Rect
from tests import pictures
from tests.pictures import BLUE, GREEN, RED, written

ART = Path(__file__).parent / "art"
DRAWINGS = sorted(ART.glob("*.svg"))


@pytest.mark.parametrize("path", DRAWINGS, ids=lambda path: path.stem)
def test_an_svg_drawing_looks_as_another_renderer_draws_it(path: Path) -> None:
    page = pictures.page_of(art.read(path))
    wanted = pictures.from_svg(path.read_text(), 320, 320)
    assert pictures.share_off(pictures.by_svg(page, 8), wanted) < 0.0002
    assert pictures.worst_cell(pictures.by_pdf(page, 8), wanted, 8) < 40  # pdfium sets edges a whole pixel off: 32


def test_a_drawing_that_lacks_something_is_seen_to_differ(tmp_path: Path) -> None:
    page = pictures.page_of(art.read(written(tmp_path, '<rect width="20" height="20" fill="#c81e1e"/>')))
    wanted = pictures.from_svg((ART / "viewbox-only.svg").read_text(), 320, 320)
    assert pictures.share_off(pictures.by_svg(page, 8), wanted) > 0.2


@pytest.mark.parametrize(
    "data", ["M1 2 3 4 5-6", "M1 1c1 2 3 4 5 6s1 2 3 4", "M1 1A5 3 20 0 1 9 9a2 2 0 11-3 .5", "M2 2Q4 9 9 9t3 3"]
)
def test_path_data_means_what_another_reader_says(data: str) -> None:
    pen = RecordingPen()
    parse_path(data, pen)
    points = [point for name, points in pen.value if name not in ("closePath", "endPath") for point in points[-1:]]
    ours = [segment[-2:] for segment in outline(data) if segment[0] != "Z"]
    assert [pytest.approx(point, abs=1e-6) for point in points] == ours


def test_compact_and_spaced_arcs_are_the_same_shape() -> None:
    assert outline("M 2 10 a 8 8 0 0 1 16 0 z") == outline("M2 10a8 8 0 0116 0z")


def test_a_half_circle_is_as_high_as_its_radius() -> None:
    box = bounds(outline("M2 10a8 8 0 0116 0z"))
    assert box is not None
    assert (box.x, box.y, box.width, box.height) == pytest.approx((2, 2, 16, 8), abs=0.003)


def test_three_uses_of_a_symbol_stand_at_their_three_places(tmp_path: Path) -> None:
    body = """<symbol id="d" viewBox="0 0 10 10"><circle cx="5" cy="5" r="4" fill="#c81e1e"/></symbol>
    <use xlink:href="#d" x="5" y="5" width="10" height="10"/><use href="#d" x="15" y="5" width="10" height="10"/>
    <use xlink:href="#d" x="25" y="5" width="10" height="10"/>"""
    page = pictures.page_of(art.read(written(tmp_path, body)))
    for drawn in (pictures.by_svg(page), pictures.by_pdf(page)):
        assert [pictures.color_at(drawn, x, 10) for x in (10, 20, 30)] == [RED] * 3
        assert [pictures.color_at(drawn, x, 10) for x in (5, 15, 25, 35)] == [pictures.WHITE] * 4


def test_a_gradient_along_a_level_line_shows_its_colours(tmp_path: Path) -> None:
    body = f"""<linearGradient id="g"><stop stop-color="{RED}"/><stop offset="1" stop-color="{BLUE}"/></linearGradient>
    <path d="M2 17H38" stroke="url(#g)" stroke-width="3"/>"""
    page = pictures.page_of(art.read(written(tmp_path, body)))
    for drawn in (pictures.by_svg(page), pictures.by_pdf(page)):
        left, right = (drawn.getpixel((int(4 * x), 68)) for x in (3, 37))
        assert left == pytest.approx((197, 31, 34), abs=8)
        assert right == pytest.approx((44, 69, 186), abs=8)


def test_art_without_a_size_fills_its_box_by_the_viewbox(tmp_path: Path) -> None:
    body = f'<rect width="20" height="20" fill="{RED}"/><rect x="20" y="20" width="20" height="20" fill="{BLUE}"/>'
    group = art.placed(art.read(written(tmp_path, body)), Rect(0, 0, 20, 20), "contain")
    drawn = pictures.by_pdf(pictures.drawn(group))
    assert [pictures.color_at(drawn, *at) for at in ((0.3, 0.3), (9.7, 9.7), (10.3, 10.3), (19.7, 19.7))] == [
        RED,
        RED,
        BLUE,
        BLUE,
    ]
    assert [pictures.color_at(drawn, *at) for at in ((10.3, 9.7), (9.7, 10.3), (20.3, 20.3))] == [pictures.WHITE] * 3


@pytest.mark.parametrize(
    ("size", "expected"),
    [('width="40mm" height="20mm" viewBox="0 0 80 40"', (80, 40)), ('width="2in" height="96"', (192, 96)),
     ('viewBox="-5 -5 30 60" width="100%"', (30, 60)), ('width="30" height="30" viewBox="0 0 20 10"', (30, 30))],
)  # fmt: skip
def test_the_size_of_art_comes_from_its_viewbox_or_its_width_and_height(
    size: str, expected: tuple[float, float], tmp_path: Path
) -> None:
    read = art.read(written(tmp_path, "<path/>", f'<svg xmlns="http://www.w3.org/2000/svg" {size}>'))
    assert expected == pytest.approx((read.width, read.height))


@pytest.mark.parametrize(
    ("fit", "seen"),
    [("contain", Rect(0, 12.7, 63.5, 63.5)), ("cover", Rect(0, 0, 63.5, 88.9)), ("stretch", Rect(0, 0, 63.5, 88.9))],
)
def test_square_art_on_a_card_keeps_its_proportions_unless_stretched(fit: str, seen: Rect, tmp_path: Path) -> None:
    square = art.read(
        written(tmp_path, f'<rect width="40" height="40" fill="{RED}"/><circle cx="20" cy="20" r="10" fill="{BLUE}"/>')
    )
    group = art.placed(square, Rect(0, 0, 63.5, 88.9), fit)  # type: ignore[arg-type]
    drawn = pictures.by_svg(pictures.drawn(group, width=90, height=90))
    left, top, right, bottom = drawn.convert("L").point(lambda value: 255 * (value < 250)).getbbox() or (0, 0, 0, 0)
    assert pytest.approx((seen.x, seen.y, seen.right, seen.bottom), abs=0.3) == tuple(
        edge / 4 for edge in (left, top, right, bottom)
    )
    blue = [sum(pictures.color_at(drawn, x / 4, y / 4) == BLUE for x, y in line) / 4 for line in
            ([(x, 178) for x in range(254)], [(127, y) for y in range(356)])]  # fmt: skip
    across = {"contain": (31.75, 31.75), "cover": (44.45, 44.45), "stretch": (31.75, 44.45)}[fit]
    assert pytest.approx(across, abs=0.6) == tuple(blue)


def test_black_becomes_another_colour_and_nothing_else_does(tmp_path: Path) -> None:
    body = f"""<rect width="10" height="10"/><rect x="10" width="10" height="10" fill="#1a1a1a"/>
    <rect x="20" width="10" height="10" fill="#fff"/><rect x="30" width="10" height="10" fill="{RED}"/>
    <path d="M0 20H40" stroke="#000" stroke-width="4"/><path d="M0 30H40" stroke="#333" stroke-width="4"/>"""
    plain = art.read(written(tmp_path, body))
    green = art.recolored(plain, GREEN)
    assert green is art.recolored(plain, GREEN)
    drawn = pictures.by_svg(pictures.page_of(green))
    assert [pictures.color_at(drawn, x, 5) for x in (5, 15, 25, 35)] == [GREEN, GREEN, pictures.WHITE, RED]
    assert [pictures.color_at(drawn, 5, y) for y in (20, 30)] == [GREEN, "#333333"]


def test_the_same_file_is_the_same_object_and_is_stored_once(tmp_path: Path) -> None:
    path = written(tmp_path, "<circle r='9'/>")
    read = art.read(path)
    assert read.shape.once
    assert art.read(path) is read
    placed = art.placed(read, Rect(0, 0, 9, 9), "contain")
    assert isinstance(placed, Group)
    assert placed.children[0] is art.read(path).shape


def test_css_libraries_are_loaded_only_for_files_with_a_style_element(tmp_path: Path) -> None:
    plain = written(tmp_path, '<rect width="9" height="9" fill="#123456" style="stroke:black"/>', name="plain.svg")
    styled = written(tmp_path, "<style>rect{fill:red}</style><rect width='9' height='9'/>", name="styled.svg")
    code = """
import sys
from pathlib import Path
from pnp import art
heavy = ("tinycss2", "cssselect2", "fontTools", "PIL", "svgwrite", "reportlab")
art.read(Path(sys.argv[1]))
print(*(name for name in heavy if name in sys.modules))
art.read(Path(sys.argv[2]))
print(*(name for name in heavy if name in sys.modules))
"""
    told = subprocess.run([sys.executable, "-c", code, plain, styled], capture_output=True, text=True, check=True)
    assert told.stdout.splitlines() == ["", "tinycss2 cssselect2"]
