"""Pictures in slots: inks by class, parts by row, crop, turn, mirror, position, opacity, bleed, and what is told."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from pnp import art, pieces
from pnp.errors import DataError
from pnp.layout.piece import Piece
from pnp.scene import WHITE, Group, Page, moved
from tests import pictures, small_folder
from tests.pictures import BLUE, GREEN, RED, color_at
from tests.small_folder import problems

KNIGHT = f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">
<style>.body {{ fill: #888 }}</style>
<g class="body" stroke="{BLUE}"><rect width="20" height="20" stroke="none"/>
<rect x="20" width="20" height="20" fill="{GREEN}"/></g>
<path class="rim" d="M0 30H40" fill="none" stroke="#888" stroke-width="8"/>
<rect id="crown" y="36" width="10" height="4" fill="{RED}"/>
<rect class="rim" x="30" y="36" width="10" height="4" fill="currentColor"/>
</svg>"""
SAIL = f'''<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="20" height="40"/>
<rect x="20" width="20" height="40" fill="{GREEN}"/></svg>'''
TABLE = "title,house,rank\nAda,sun,king\nBo,#2846be,pawn\nCy,,pawn\n"


def slot(text: str = "", art: str = "knight", size: str = "width = 40\nheight = 40") -> str:
    return f'kind = "art"\nart = "{art}"\n{size}\n{text}\n'


def made(folder: Path, text: str, **files: str | bytes) -> Piece:
    changes: small_folder.Changes = {
        "cards.csv": TABLE,
        "art/knight.svg": KNIGHT,
        "frames.toml": f"[card.slots.picture]\n{text}",
        **{f"art/{name.replace('_', '.')}": data for name, data in files.items()},
    }
    (piece,) = pieces.make(small_folder.game(folder, changes), "en")
    return piece


def shown(piece: Piece, card: int = 0, bleed: float = 0) -> tuple[Image.Image, Image.Image]:
    """Return a card through SVG and through PDF, with its bleed."""
    width, height = piece.width + 2 * bleed, piece.height + 2 * bleed
    page = Page(width, height, (Group((piece.faces[card].front,), moved(bleed, bleed)),))
    return pictures.by_svg(page), pictures.by_pdf(page)


def quarters(size: tuple[int, int] = (400, 400), **save: object) -> bytes:
    """Return a picture of four colours: red and green above, blue and white below."""
    picture = Image.new("RGB", size, RED)
    draw = ImageDraw.Draw(picture)
    wide, high = size[0] // 2, size[1] // 2
    draw.rectangle((wide, 0, size[0], high - 1), GREEN)
    draw.rectangle((0, high, wide - 1, size[1]), BLUE)
    draw.rectangle((wide, high, *size), WHITE)
    out = io.BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


def corners(drawn: Image.Image, size: float = 40, at: float = 0) -> list[str]:
    """Return the colours near the four corners of a square, row by row."""
    near, far = at + 2, at + size - 2
    return [color_at(drawn, x, y) for y in (near, far) for x in (near, far)]


def test_classes_take_the_ink_that_the_row_names_and_a_blank_cell_keeps_the_drawings_own(tmp_path: Path) -> None:
    piece = made(tmp_path, slot('colors = { body = "column:house", rim = "white" }'))
    for card, ink in enumerate(("#f2b632", BLUE, "#888888")):
        for drawn in shown(piece, card):
            assert [color_at(drawn, *at) for at in ((10, 10), (30, 10), (20, 30), (35, 38))] == [
                ink,
                GREEN,  # a colour of its own
                WHITE,  # the line of what has no fill
                WHITE,  # currentColor
            ]


def test_the_line_of_a_part_that_has_a_fill_stays(tmp_path: Path) -> None:
    body = f'<rect class="a" x="10" y="10" width="20" height="20" stroke="{RED}" stroke-width="8"/>'
    drawn = art.dressed(art.read(pictures.written(tmp_path, body)), (("a", GREEN),))
    page = pictures.page_of(drawn)
    assert [color_at(pictures.by_svg(page), *at) for at in ((20, 20), (10, 20))] == [GREEN, RED]


def test_a_part_is_drawn_for_some_rows_only(tmp_path: Path) -> None:
    piece = made(tmp_path, slot('show = { crown = "rank=king" }'))
    for card, expected in enumerate((RED, WHITE, WHITE)):
        for drawn in shown(piece, card):
            assert color_at(drawn, 5, 38) == expected


def test_equal_inks_are_the_same_drawing(tmp_path: Path) -> None:
    path = pictures.written(tmp_path, '<rect class="a" width="9" height="9"/>')
    one, two = (art.dressed(art.read(path), (("a", ink),)) for ink in (RED, RED))
    assert one is two
    assert art.dressed(art.read(path), (("a", BLUE),)).shape != one.shape
    assert art.read(path).shape == art.read(path).drawing.draw()  # type: ignore[union-attr]


def test_an_unknown_class_names_those_that_there_are(tmp_path: Path) -> None:
    changes: small_folder.Changes = {
        **small_folder.with_slot(slot('colors = { bodi = "white" }')),
        "art/knight.svg": KNIGHT,
    }
    game = small_folder.game(tmp_path, changes)
    with pytest.raises(DataError) as raised:
        pieces.make(game, "en")
    assert 'picture "knight" has no class or id "bodi" (did you mean "body"? It has body, rim, crown)' in str(
        raised.value
    )


def test_pixels_have_no_parts(tmp_path: Path) -> None:
    with pytest.raises(DataError) as raised:
        made(tmp_path, slot('colors = { body = "white" }', "photo"), photo_png=quarters())
    assert 'picture "photo" is made of pixels and has no parts to colour (draw it as SVG)' in str(raised.value)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('colors = { body = "column:hous" }', '"hous" is not a column of cards.csv (did you mean "house"?)'),
        ('colors = { body = "sunn" }', 'body: "sunn" is not an ink (did you mean "sun"?)'),
        ('colors = { body = "column:" }', 'body: found "column:"; allowed: the name of a column after "column:"'),
        ('colors = "sun"', 'found "sun"; allowed: inks by class or id'),
        ('show = { crown = "rnk=king" }', '"rnk" is not a column of cards.csv (did you mean "rank"?)'),
        ("crop = [0.1, 0]", "found a list of 2; allowed: four numbers from 0 to 1"),
        ("crop = [0.5, 0, 0.5, 0]", "found 0.5 and 0.5 on facing sides: nothing would be left"),
        ("position = [0.5, 2]", "found 2; allowed: a number from 0 to 1"),
        ("turn = 45", "45 is not one of 0, 90, 180, 270"),
        ('mirror = "both"', '"both" is not one of none, horizontal, vertical'),
        ("opacity = 50", "found 50; allowed: a number from 0 to 1"),
        ('rotate = 180\nbleed = "extend"', "a slot that is rotated cannot extend its picture"),
        ('color = "sun"\ncolors = { body = "white" }', "the slot has color and colors"),
    ],
)
def test_what_a_slot_cannot_do_is_told_where_it_is_written(text: str, told: str, tmp_path: Path) -> None:
    changes: small_folder.Changes = {
        "cards.csv": TABLE,
        "art/knight.svg": KNIGHT,
        "frames.toml": f"[card.slots.picture]\n{slot(text)}",
    }
    (found,) = problems(tmp_path, changes)
    assert told in found


def test_a_cell_that_names_no_ink_is_told_with_its_row(tmp_path: Path) -> None:
    changes: small_folder.Changes = {
        "cards.csv": "title,house\nAda,sun\nBo,son\nCy,accent\nDi,black\nEd,#123456\n",
        "art/knight.svg": KNIGHT,
        "frames.toml": "[card.slots.picture]\n" + slot('colors = { body = "column:house" }'),
    }
    assert problems(tmp_path, changes) == ['g/cards.csv:3: house: "son" is not an ink (did you mean "sun"?)']


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", [RED, GREEN, BLUE, WHITE]),
        ("turn = 90", [BLUE, RED, WHITE, GREEN]),
        ("turn = 180", [WHITE, BLUE, GREEN, RED]),
        ("turn = 270", [GREEN, WHITE, RED, BLUE]),
        ('mirror = "horizontal"', [GREEN, RED, WHITE, BLUE]),
        ('mirror = "vertical"', [BLUE, WHITE, RED, GREEN]),
        ('mirror = "horizontal"\nturn = 90', [WHITE, GREEN, BLUE, RED]),
        ("crop = [0.5, 0, 0, 0.5]", [GREEN, GREEN, GREEN, GREEN]),
        ('crop = [0.5, 0, 0, 0]\nfit = "stretch"\nturn = 90', [WHITE, GREEN, WHITE, GREEN]),
    ],
)
def test_a_picture_is_cropped_mirrored_and_turned_in_its_slot(text: str, expected: list[str], tmp_path: Path) -> None:
    piece = made(tmp_path, slot(text, "photo"), photo_png=quarters())
    for drawn in shown(piece):
        assert corners(drawn) == expected
        assert color_at(drawn, 42, 20) == WHITE


def test_position_says_which_part_of_a_cut_picture_is_seen_and_where_a_whole_one_lies(tmp_path: Path) -> None:
    tall = quarters((200, 800))
    for position, colors in (([0, 0], [RED, GREEN] * 2), ([0.5, 1], [BLUE, WHITE] * 2)):
        piece = made(tmp_path / str(position), slot(f'fit = "cover"\nposition = {position}', "tall"), tall_png=tall)
        for drawn in shown(piece):
            assert corners(drawn) == colors
    piece = made(tmp_path / "right", slot("position = [1, 0]", "tall"), tall_png=tall)
    for drawn in shown(piece):
        assert [color_at(drawn, x, 2) for x in (28, 32, 38, 42)] == [WHITE, RED, GREEN, WHITE]


def test_opacity_lets_the_ground_through(tmp_path: Path) -> None:
    piece = made(tmp_path, slot("opacity = 0.5"))
    for drawn in shown(piece):
        pixel = drawn.getpixel((40, 40))
        assert pixel == pytest.approx((0xC3, 0xC3, 0xC3), abs=2)


FULL = "width = 63\nheight = 88"
STRIPED = f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88"><rect width="63" height="88" fill="{BLUE}"/>
<rect width="2" height="88" fill="{RED}"/><rect y="86" width="63" height="2" fill="{GREEN}"/></svg>"""


def test_a_picture_that_fills_the_card_goes_on_into_the_bleed(tmp_path: Path) -> None:
    piece = made(tmp_path, slot('bleed = "extend"', size=FULL), knight_svg=STRIPED)
    for drawn in shown(piece, bleed=3):
        across = [color_at(drawn, x, 40) for x in (0.5, 1.5, 2.9, 3.1, 4.5, 5.5, 65.9, 66.1, 68.5)]
        assert across == [BLUE, RED, RED, RED, RED, BLUE, BLUE, BLUE, BLUE]  # as in a mirror at the cut
        assert [color_at(drawn, 30, y) for y in (0.5, 3.1, 88, 90.9, 91.1, 93.5)] == [
            BLUE, BLUE, BLUE, GREEN, GREEN, BLUE,
        ]  # fmt: skip
        assert [color_at(drawn, x, y) for x in (0.5, 68.5) for y in (0.5, 93.5)] == [BLUE] * 4


def test_without_extend_the_bleed_stays_bare(tmp_path: Path) -> None:
    piece = made(tmp_path, slot(size=FULL), knight_svg=STRIPED)
    for drawn in shown(piece, bleed=3):
        assert (color_at(drawn, 1, 40), color_at(drawn, 4, 40)) == (WHITE, RED)


def test_what_cover_cut_off_is_shown_in_the_bleed_before_the_mirror(tmp_path: Path) -> None:
    wide = f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 67 88"><rect width="67" height="88" fill="{BLUE}"/>
    <rect width="2" height="88" fill="{GREEN}"/></svg>"""
    piece = made(tmp_path, slot('bleed = "extend"\nfit = "cover"', size=FULL), knight_svg=wide)
    for drawn in shown(piece, bleed=3):
        assert [color_at(drawn, x, 40) for x in (0.4, 1.4, 2.6, 3.4)] == [GREEN, GREEN, GREEN, BLUE]


def test_a_picture_away_from_the_edge_does_not_reach_into_the_bleed(tmp_path: Path) -> None:
    piece = made(tmp_path, slot('bleed = "extend"', size="x = 0\ny = 20\nwidth = 30\nheight = 30"))
    for drawn in shown(piece, bleed=3):
        assert [color_at(drawn, x, y) for x, y in ((1, 30), (4, 22), (34, 30))] == ["#888888", WHITE, WHITE]


def test_too_few_pixels_for_the_size_on_paper_are_told_once_for_a_picture_and_a_slot(tmp_path: Path) -> None:
    soft, sharp = quarters((200, 200)), quarters((316, 316))
    piece = made(
        tmp_path, slot(art="soft") + f"[card.slots.other]\n{slot(art='sharp')}", soft_png=soft, sharp_png=sharp
    )
    (note,) = piece.notes
    assert str(note) == (
        'g/frames.toml:1: frame "card", slot "picture": picture "soft" has 200 × 200 pixels, '
        "printed 40 × 40 mm: 127 dpi (300 look right, under 200 soft)"
    )


def test_pixels_inside_a_drawing_count_at_the_size_they_are_printed(tmp_path: Path) -> None:
    body = '<g transform="scale(2)"><image width="20" height="20" href="photo.png"/></g>'
    drawing = pictures.HEAD + body + "</svg>"
    piece = made(tmp_path, slot(), knight_svg=drawing, photo_png=quarters((200, 200)))
    assert [note.message for note in piece.notes] == [
        'picture "knight" has 200 × 200 pixels, printed 40 × 40 mm: 127 dpi'
    ]


def light(left: int = 0, bottom: int = 0, color: str = "white") -> bytes:
    picture = Image.new("RGB", (630, 880), (60, 110, 70))
    picture.paste(color, (0, 0, left, 880))
    picture.paste(color, (0, 880 - bottom, 630, 880))
    out = io.BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


@pytest.mark.parametrize(
    ("data", "text", "size", "told"),
    [
        (light(left=2), "", FULL, "2 pixels (0.2 mm) at the left edge, along the cut (crop = [0.004, 0, 0, 0]"),
        (light(bottom=1), "", FULL, "1 pixel (0.1 mm) at the bottom edge, along the cut (crop = [0, 0, 0, 0.002]"),
        (light(left=2), 'mirror = "horizontal"', FULL, "at the right edge, along the cut (crop = [0.004, 0, 0, 0]"),
        (light(left=2), "crop = [0.004, 0, 0, 0]", FULL, ""),
        (light(left=2), "", "x = -3\ny = -3\nwidth = 69\nheight = 94", ""),  # it is cut off
        (light(left=40), "", FULL, ""),  # a margin that was meant
        (light(left=2), "", "x = 3\ny = 3\nwidth = 57\nheight = 80", ""),  # not at the cut
        (light(left=2, color="#8c8c8c"), "", FULL, ""),
    ],
)
def test_a_light_line_along_the_cut_is_told(data: bytes, text: str, size: str, told: str, tmp_path: Path) -> None:
    piece = made(tmp_path, slot(f'fit = "stretch"\n{text}', "photo", size), photo_png=data)
    lines = [str(note) for note in piece.notes if "light line" in str(note)]
    assert [told in line for line in lines] == ([True] if told else [])


def test_a_drawing_in_one_ink_may_reach_the_cut(tmp_path: Path) -> None:
    piece = made(tmp_path, slot('color = "sun"', art="sail"), sail_svg=SAIL)
    assert piece.notes == ()
    for drawn in shown(piece):
        assert [color_at(drawn, *at) for at in ((10, 10), (30, 10))] == ["#f2b632", GREEN]


def test_pixels_that_should_take_an_ink_are_noted(tmp_path: Path) -> None:
    (note,) = made(tmp_path, slot('color = "sun"', art="flag"), flag_png=quarters()).notes
    assert note.message == 'picture "flag" is made of pixels, which keep their own colours'


def test_a_font_that_is_not_there_is_told(tmp_path: Path) -> None:
    text = f'{pictures.HEAD}<text y="20" font-family="Nothing Sans" font-size="9">Yes</text></svg>'
    (note,) = made(tmp_path, slot(), knight_svg=text).notes
    assert note.message == (
        'picture knight.svg: the font "Nothing Sans" is not installed; Atkinson Hyperlegible stands in'
    )
