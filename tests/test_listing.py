"""Listings say everything that a page holds, the same way every time."""

from __future__ import annotations

from dataclasses import replace
from textwrap import dedent

from pnp import fonts
from pnp.render import listing
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
    Shape,
    Stop,
    Stroke,
    Text,
    line,
    moved,
    rectangle,
    turned,
)

BOX = rectangle(Rect(0, 0, 2, 1))
INK = "#2E6B3A"


def listed(*shapes: Shape) -> list[str]:
    return listing.render(Page(100, 50, shapes)).splitlines()[1:]


def test_a_page_tells_its_size_boxes_label_and_outline() -> None:
    plain = Page(210, 296.99999, ())
    assert listing.render(plain) == "page 210 × 297\n"
    full = replace(plain, trim=Rect(3, 3.25, 63, 88), bleed=Rect(0, 0.25, 69, 94), label='front "1"', outline="Dés")
    assert listing.render(full) == dedent("""\
        page 210 × 297 "front \\"1\\""
        trim 3 3.25 63 88
        bleed 0 0.25 69 94
        outline "Dés"
        """)


def test_a_path_is_one_line_with_its_paints() -> None:
    curve = (("M", 0.0, 0.0), ("C", 1.0, 0.0, 2.0, 1.23456, -0.0001, 3.0), ("Z",))
    dotted = Stroke("#9a9a9a", 0.3, (0.5, 1), 0.25, "round", "bevel", 10, 0.5)
    assert listed(
        Path(curve, INK),
        Path(BOX, INK, Stroke(BLACK, 0.25), evenodd=True, fill_opacity=0.5),
        Path(line(1, 2, 3, 4), stroke=dotted),
    ) == [
        "path M 0 0 C 1 0 2 1.235 0 3 Z fill #2E6B3A",
        "path M 0 0 L 2 0 L 2 1 L 0 1 Z fill #2E6B3A opacity 0.5 evenodd stroke #000000 0.25",
        "path M 1 2 L 3 4 stroke #9a9a9a 0.3 dash 0.5 1 from 0.25 round bevel limit 10 opacity 0.5",
    ]


def test_a_gradient_tells_its_place_and_stops() -> None:
    stops = (Stop(0, "#ff0000"), Stop(1, "#0000ff", 0.25))
    linear = Gradient("linear", (0, 0, 2, 0), stops)
    radial = Gradient("radial", (1, 1, 2, 1, 1), stops[:1], (2, 0, 0, 2, 1, 0))
    assert listed(Path(BOX, linear, Stroke(radial, 1))) == [
        "path M 0 0 L 2 0 L 2 1 L 0 1 Z fill linear(0 0 2 0: 0 #ff0000, 1 #0000ff opacity 0.25) "
        "stroke radial(1 1 2 1 1 matrix 2 0 0 2 1 0: 0 #ff0000) 1"
    ]


def test_text_tells_its_words_face_and_size() -> None:
    run = fonts.shape(fonts.face("Barlow Condensed", 700, italic=True).key, "l’été «1»")
    assert listed(Text(1.5, 20, 3.175, run), Text(0, 0, 5, run, INK, 0.5)) == [
        'text 1.5 20 "l’été «1»" Barlow Condensed 700 italic 3.175',
        'text 0 0 "l’été «1»" Barlow Condensed 700 italic 5 #2E6B3A opacity 0.5',
    ]


def test_pictures_and_links_tell_their_rectangles() -> None:
    picture = Pixels("0123456789abcdef", "jpeg", 640, 480, b"...")
    assert listed(Image(Rect(1, 2, 30, 20), picture, 0.9), Link(Rect(0, 0, 5, 5), "https://example.org")) == [
        "image 1 2 30 20 jpeg 640 × 480 0123456789ab opacity 0.9",
        "link 0 0 5 5 https://example.org",
    ]


def test_groups_and_layers_indent_what_they_hold() -> None:
    box = Path(BOX, INK)
    inner = Group((box,), turned(1, 0, 0), Path(BOX, evenodd=True), opacity=0.5, label="card 1")
    assert listed(Layer("crop marks", (box,)), Group((inner, Group((box,))), moved(1, 2)), box) == [
        'layer "crop marks"',
        "  path M 0 0 L 2 0 L 2 1 L 0 1 Z fill #2E6B3A",
        "group at 1 2",
        '  group "card 1" matrix 0 1 -1 0 0 0 opacity 0.5 clip M 0 0 L 2 0 L 2 1 L 0 1 Z evenodd',
        "    path M 0 0 L 2 0 L 2 1 L 0 1 Z fill #2E6B3A",
        "  group",
        "    path M 0 0 L 2 0 L 2 1 L 0 1 Z fill #2E6B3A",
        "path M 0 0 L 2 0 L 2 1 L 0 1 Z fill #2E6B3A",
    ]


def test_what_is_drawn_once_is_listed_once_and_then_called_by_its_letter() -> None:
    dot = Group((Path(BOX, INK),), once=True)
    frame = Group((Path(BOX, "#ffffff"), replace(dot, matrix=moved(1, 1))), once=True)
    equal = Group((Path(BOX, "#ffffff"), Group((Path(BOX, INK),), moved(1, 1), once=True)), moved(9, 9), once=True)
    assert listed(frame, equal, dot, replace(frame, matrix=moved(5, 5), label="again")) == [
        "once A",
        "  path M 0 0 L 2 0 L 2 1 L 0 1 Z fill #ffffff",
        "  once B at 1 1",
        "    path M 0 0 L 2 0 L 2 1 L 0 1 Z fill #2E6B3A",
        "again A at 9 9",
        "again B",
        'again A "again" at 5 5',
    ]


def test_letters_go_on_after_z() -> None:
    shapes = [Group((Path(line(0, 0, number, 0)),), once=True) for number in range(28)]
    named = [found.split()[1] for found in listed(*shapes) if found.startswith("once")]
    assert named[24:] == ["Y", "Z", "AA", "AB"]


def test_a_long_outline_is_told_by_its_extent_and_a_hash_that_moves_with_it() -> None:
    def listed(shift: float) -> str:
        corners = tuple(("L", float(x), x % 3 + shift) for x in range(50))
        return listing.render(Page(60, 60, (Path((("M", 0.0, 0.0), *corners), fill="#000000"),))).splitlines()[1]

    assert listed(0).startswith("path 51 segments within 0 0 49 2 ")
    assert listed(0) == listed(0)
    assert listed(0) != listed(0.001)


def test_a_picture_of_many_shapes_is_told_by_its_number_its_place_and_its_hash() -> None:
    def picture(*changes: Shape) -> Group:
        return Group((*(Path(rectangle(Rect(n, 0, 2, 1)), fill=INK) for n in range(29)), *changes), moved(5, 5))

    (told,) = listed(picture(Path(rectangle(Rect(29, 0, 2, 1)), fill=INK)))
    assert told.startswith("group at 5 5 30 shapes within 0 0 31 1 ")
    assert [told] == listed(picture(Path(rectangle(Rect(29, 0, 2, 1)), fill=INK)))
    assert [told] != listed(picture(Path(rectangle(Rect(29, 0, 2, 1)), fill=BLACK)))
    assert len(listed(picture(Text(1, 1, 3, fonts.shape(fonts.face("Barlow Condensed").key, "a"))))) == 31
