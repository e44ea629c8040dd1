"""SVG out: sizes in millimetres, words as outlines that can be read aloud, nothing stored twice."""

from __future__ import annotations

import re
import subprocess
import sys
from xml.etree import ElementTree

import pytest

from pnp import fonts
from pnp.render import svg
from pnp.scene import (
    BLACK,
    Gradient,
    Group,
    Image,
    Layer,
    Link,
    Page,
    Path,
    Pixels,
    Rect,
    Run,
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
from tests import pictures
from tests.pictures import BLUE, RED, WHITE

SVG = "{http://www.w3.org/2000/svg}"
HREF = "{http://www.w3.org/1999/xlink}href"
SLAB = fonts.face("Alfa Slab One").key


def parsed(*shapes: Shape, prefix: str = "", title: str = "") -> ElementTree.Element:
    return ElementTree.fromstring(svg.render(Page(40, 30, shapes), title, prefix=prefix))


def square(x: float = 0, y: float = 0, side: float = 10, fill: str = RED) -> Path:
    return Path(rectangle(Rect(x, y, side, side)), fill)


def words(text: str, x: float = 2, y: float = 10, size: float = 6) -> Text:
    return Text(x, y, size, fonts.shape(SLAB, text), BLUE)


def everything() -> tuple[Shape, ...]:
    gradient = Gradient("radial", (0.5, 0.5, 0.5, 0.4, 0.4), (Stop(0, RED), Stop(1, BLUE, 0.5)), (10, 0, 0, 10, 5, 5))
    once = Group((square(), words("Toro")), clip=Path(ellipse(5, 5, 5)), opacity=0.5, once=True, label="a bull")
    picture = Pixels("key", "png", 1, 1, pictures.png(1, 1, 8, 2, [b"\xc8\x1e\x1e"]))
    return (
        Path(ellipse(10, 10, 5), gradient, Stroke(gradient, 0.3, (1, 2), 0.5, "round", "bevel", 2, 0.5), True, 0.5),
        once,
        Group((once,), moved(10, 10)),
        Image(Rect(30, 20, 5, 5), picture, 0.5),
        Layer("marks", (Path(line(0, 0, 9, 9), stroke=Stroke(BLACK, 0.25)),)),
        Link(Rect(0, 0, 5, 5), "https://example.org/?a=1&b=2"),
    )


@pytest.mark.parametrize(
    ("width", "height", "expected"),
    [
        (172, 216.4, 'width="172mm" height="216.4mm" viewBox="0 0 172 216.4"'),
        (215.9, 279.4, 'width="215.9mm" height="279.4mm" viewBox="0 0 215.9 279.4"'),
        (3 * 88.9, 0.1 + 0.2, 'width="266.7mm" height="0.3mm" viewBox="0 0 266.7 0.3"'),
    ],
)
def test_the_drawing_says_its_size_in_millimetres_and_has_a_matching_viewbox(
    width: float, height: float, expected: str
) -> None:
    assert expected in svg.render(Page(width, height, ()))


def test_a_shape_stands_where_the_scene_says() -> None:
    drawn = pictures.by_svg(Page(40, 30, (Group((square(1, 2),), turned(1, 10, 10)), square(30, 20, 5, BLUE))))
    corners = [(8.2, 1.2), (17.8, 10.8), (7.8, 5), (18.2, 5), (30.2, 20.2), (34.8, 24.8), (35.2, 22)]
    found = [pictures.color_at(drawn, *corner) for corner in corners]
    assert found == [RED, RED, WHITE, WHITE, BLUE, BLUE, WHITE]


def test_the_same_page_gives_the_same_text_in_every_process() -> None:
    code = (
        "import sys; sys.path.insert(0, '.'); from tests.test_svg import *; from pnp.scene import Page;"
        "print(svg.render(Page(40, 30, everything()), 'A page'))"
    )
    one, two = (
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": seed}
        ).stdout
        for seed in ("1", "2")
    )
    assert one == two == svg.render(Page(40, 30, everything()), "A page") + "\n"


def test_a_page_with_a_strict_content_policy_can_hold_the_drawing() -> None:
    root = parsed(*everything(), title="A page")
    names = {name for element in root.iter() for name in element.attrib}
    assert {name for name in names if name == "style" or name.startswith("on")} == set()
    tags = {element.tag.removeprefix(SVG) for element in root.iter()}
    allowed = {"svg", "title", "defs", "g", "use", "path", "clipPath", "image", "a", "rect", "stop"}
    assert tags == allowed | {"radialGradient"}


def test_every_reference_leads_to_one_element_and_begins_with_the_prefix() -> None:
    text = svg.render(Page(40, 30, everything()), prefix="front-3-")
    ids = re.findall(r' id="([^"]+)"', text)
    used = set(re.findall(r'(?:href="#|url\(#)([^")]+)', text))
    assert len(ids) == len(set(ids))
    assert used == set(ids)
    assert {name[:8] for name in ids} == {"front-3-"}


def test_two_drawings_with_prefixes_share_no_id() -> None:
    ids = [
        set(re.findall(r' id="([^"]+)"', svg.render(Page(40, 30, everything()), prefix=prefix)))
        for prefix in ("a", "b")
    ]
    assert ids[0] & ids[1] == set()
    assert all(ids)


def test_a_group_that_is_shared_is_stored_once_and_used_at_every_place() -> None:
    shared = Group((square(),), once=True)
    root = parsed(Group((shared,), moved(1, 1)), Group((shared,), moved(20, 5)), Group((shared,), moved(25, 15)))
    uses = [use.get(HREF) for use in root.iter(f"{SVG}use")]
    assert uses == ["#s1"] * 3
    assert len(list(root.iter(f"{SVG}path"))) == 1
    drawn = pictures.by_svg(Page(40, 30, (Group((shared,), moved(1, 1)), Group((shared,), moved(20, 5)))))
    assert [pictures.color_at(drawn, *at) for at in ((2, 2), (21, 6), (15, 6))] == [RED, RED, WHITE]


def test_words_are_outlines_stored_once_a_letter_and_can_be_read_aloud() -> None:
    root = parsed(words("Torro <&> Co"), words("Torro", y=20))
    spoken = [group.get("aria-label") for group in root.iter(f"{SVG}g") if group.get("role") == "img"]
    assert spoken == ["Torro <&> Co", "Torro"]
    assert list(root.iter(f"{SVG}text")) == []
    outlines = list(root.iter(f"{SVG}path"))
    assert len(outlines) == len(set("Torro<&>Co"))
    assert len(list(root.iter(f"{SVG}use"))) == len("Torro<&>CoTorro")


def test_a_letter_is_as_high_as_the_face_says_and_stands_on_the_baseline() -> None:
    face = fonts.face("Alfa Slab One")
    drawn = pictures.by_svg(Page(40, 30, (words("H", 5, 20, 15),)), 20)
    left, top, _, bottom = drawn.convert("L").point(lambda value: 255 * (value < 128)).getbbox() or (0, 0, 0, 0)
    assert bottom / 20 == pytest.approx(20, abs=0.1)
    assert top / 20 == pytest.approx(20 - 15 * face.cap_height, abs=0.1)
    assert left / 20 == pytest.approx(5, abs=0.8)


def test_raised_glyphs_stand_above_the_baseline() -> None:
    run = fonts.shape(SLAB, "H")
    raised = Run(
        run.face, run.text, tuple((gid, cluster, x, y + 0.5) for gid, cluster, x, y in run.glyphs), run.advance
    )
    drawn = pictures.by_svg(Page(40, 30, (Text(5, 20, 10, raised),)), 10)
    _, _, _, bottom = drawn.convert("L").point(lambda value: 255 * (value < 128)).getbbox() or (0, 0, 0, 0)
    assert bottom / 10 == pytest.approx(15, abs=0.15)


def test_words_of_blanks_leave_no_empty_picture_for_screen_readers() -> None:
    assert [element.get("role") for element in parsed(words("  ")).iter()] == [None]


def test_characters_that_xml_cannot_hold_do_not_break_the_drawing() -> None:
    run = fonts.shape(SLAB, "A")
    root = parsed(Text(1, 9, 5, Run(run.face, "A\x07", run.glyphs, run.advance)), title="B\x0bull")
    assert [root.findtext(f"{SVG}title"), root.find(f"{SVG}g/[@role]").get("aria-label")] == ["Bull", "A"]  # type: ignore[union-attr]


def test_a_label_a_layer_and_a_link_can_be_found() -> None:
    root = parsed(*everything(), title="Torro 5")
    assert root.findtext(f"{SVG}title") == "Torro 5"
    assert [g.get("aria-label") for g in root.iter(f"{SVG}g") if g.get("role") == "group"] == ["a bull"]
    assert [g.get("data-layer") for g in root.iter(f"{SVG}g") if g.get("data-layer")] == ["marks"]
    assert [a.get(HREF) for a in root.iter(f"{SVG}a")] == ["https://example.org/?a=1&b=2"]


def test_the_pages_label_is_the_title_when_none_is_given() -> None:
    assert "<title>page 2</title>" in svg.render(Page(9, 9, (), label="page 2"))
    assert "<title>" not in svg.render(Page(9, 9, ()))


def test_a_picture_used_twice_is_held_once() -> None:
    picture = Pixels("k", "png", 1, 1, pictures.png(1, 1, 8, 2, [b"\xc8\x1e\x1e"]))
    text = svg.render(Page(40, 30, (Image(Rect(1, 1, 10, 5), picture), Image(Rect(20, 1, 5, 10), picture, 0.5))))
    assert text.count("data:image/png;base64,") == 1
    page = Page(40, 30, (Image(Rect(1, 1, 10, 5), picture), Image(Rect(20, 1, 5, 10), picture, 0.5)))
    drawn = pictures.by_svg(page)
    assert [pictures.color_at(drawn, *at) for at in ((2, 5.5), (10.5, 1.5), (2, 7))] == [RED, RED, WHITE]
    assert drawn.getpixel((4 * 24, 4 * 10)) == pytest.approx((227, 142, 142), abs=2)


def test_small_units_under_a_large_scale_keep_their_place_to_a_thousandth_of_a_millimetre() -> None:
    tiny = Path(rectangle(Rect(0.12345, 0.1, 0.5, 0.5)), RED)
    for once in (False, True):
        text = svg.render(Page(40, 30, (Group((tiny,), (30.0, 0.0, 0.0, 30.0, 0.0, 0.0), once=once),)))
        start = re.search(r'd="M([\d.]+) ', text)
        assert start is not None
        assert float(start[1]) * 30 == pytest.approx(0.12345 * 30, abs=0.001)


def test_lengths_are_written_to_a_thousandth_of_a_millimetre() -> None:
    text = svg.render(Page(40, 30, (Path(line(1 / 3, 2, 1e-9, -1e-9), stroke=Stroke(BLACK, 1 / 3)),)))
    assert 'd="M0.333 2L0 0"' in text
    assert 'stroke-width="0.333"' in text


def test_the_library_is_loaded_only_when_a_page_is_drawn() -> None:
    heavy = "('svgwrite', 'reportlab', 'PIL', 'uharfbuzz')"
    code = f"import sys; from pnp.render import svg; print([name for name in {heavy} if name in sys.modules])"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout == "[]\n"
