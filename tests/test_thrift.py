"""The low-ink twin: areas become lines, everything stays in its place and can still be read."""

from __future__ import annotations

import pathlib

from PIL import Image as Pillow

from pnp import art, fonts
from pnp.extent import extent
from pnp.layout.thrift import low_ink
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
    ellipse,
    line,
    moved,
    rectangle,
)
from tests import pictures
from tests.pictures import BLUE, RED, WHITE, written

SLAB = fonts.face("Alfa Slab One").key


def box(x: float, y: float, width: float, height: float, fill: str = BLUE) -> Path:
    return Path(rectangle(Rect(x, y, width, height)), fill)


def words(text: str, x: float, y: float, size: float, fill: str) -> Text:
    return Text(x, y, size, fonts.shape(SLAB, text), fill)


def seen(*shapes: Shape) -> Pillow.Image:
    return pictures.by_pdf(Page(60, 60, (low_ink(Group(shapes)),)), 10)


def ink(picture: Pillow.Image) -> float:
    """Return the share of the page that is inked, full black counted as 1."""
    grey = picture.convert("L").histogram()
    return sum((255 - value) * count for value, count in enumerate(grey)) / 255 / (picture.width * picture.height)


def colors(picture: Pillow.Image, *places: tuple[float, float]) -> list[str]:
    return [pictures.color_at(picture, *place, scale=10) for place in places]


def test_nothing_stays_nothing() -> None:
    assert low_ink(Group(()), Rect(0, 0, 63, 88)) == Group(())


def test_an_area_becomes_its_outline_on_white() -> None:
    assert colors(seen(box(10, 10, 30, 20)), (25, 20), (10, 20), (25, 30), (9.5, 9.5)) == [WHITE, BLUE, BLUE, WHITE]


def test_an_outline_is_three_tenths_of_a_millimetre_however_far_it_is_magnified() -> None:
    for scale in (0.1, 1.0, 40.0):
        group = Group((Path(rectangle(Rect(0, 0, 30 / scale, 30 / scale)), BLACK),), (scale, 0, 0, scale, 10, 10))
        drawn = seen(group).convert("L")
        dark = sum(255 - drawn.getpixel((x, 250)) for x in range(80, 120)) / 255 / 10  # type: ignore[operator]
        assert abs(dark - 0.3) < 0.06, scale


def test_what_covered_something_still_covers_it() -> None:
    drawn = seen(box(5, 5, 40, 40), Path(line(0, 25, 60, 25), stroke=Stroke(RED, 0.5)), box(20, 15, 15, 20, RED))
    assert colors(drawn, (10, 25), (27, 25), (50, 25)) == [RED, WHITE, RED]


def test_small_marks_thin_lines_and_stripes_stay_as_they_are() -> None:
    dot, rule, stripe = (
        Path(ellipse(10, 10, 1), RED),
        Path(line(5, 20, 50, 20), stroke=Stroke(RED, 0.6)),
        box(5, 30, 40, 0.8),
    )
    assert low_ink(Group((dot, rule, stripe))) == Group((dot, rule, stripe))


def test_a_broad_line_becomes_its_two_edges() -> None:
    drawn = seen(Path(line(5, 30, 55, 30), stroke=Stroke(BLUE, 6)))
    assert colors(drawn, (30, 30), (30, 27.1), (30, 32.8), (30, 26.5)) == [WHITE, BLUE, BLUE, WHITE]


def test_pale_inks_turn_dark_enough_to_be_seen() -> None:
    drawn = seen(box(10, 10, 30, 20, "#f2b632"))
    red, green, blue = (int(colors(drawn, (10, 20))[0][at : at + 2], 16) for at in (1, 3, 5))
    assert red > green > blue
    assert 0.2126 * red + 0.7152 * green + 0.0722 * blue < 155


def test_white_words_take_the_ink_of_their_ground() -> None:
    twin = low_ink(Group((box(5, 5, 40, 20), words("Toro", 8, 18, 6, WHITE))))
    assert isinstance(twin, Group)
    assert [child.fill for child in twin.children if isinstance(child, Text)] == [BLUE]


def test_white_words_turn_black_where_their_ground_is_not_known() -> None:
    assert low_ink(words("Toro", 8, 18, 6, WHITE)) == words("Toro", 8, 18, 6, BLACK)


def test_white_words_on_a_mark_that_stays_filled_stay_white() -> None:
    mark = Path(ellipse(10, 10, 1.1), BLUE)
    assert low_ink(Group((mark, words("1", 9.5, 10.6, 1.2, WHITE)))) == Group((mark, words("1", 9.5, 10.6, 1.2, WHITE)))


def test_dark_words_stay_and_pale_words_turn_darker() -> None:
    assert low_ink(words("Toro", 8, 18, 6, RED)) == words("Toro", 8, 18, 6, RED)
    paler = low_ink(words("Toro", 8, 18, 6, "#f2b632"))
    assert isinstance(paler, Text)
    assert paler.fill not in (BLACK, "#f2b632")


def test_large_letters_become_outlines_that_can_still_be_read_aloud() -> None:
    twin = low_ink(words("5", 5, 50, 50, BLUE))
    assert isinstance(twin, Group)
    assert twin.label == "5"
    full = pictures.by_pdf(Page(60, 60, (words("5", 5, 50, 50, BLUE),)), 10)
    assert ink(seen(words("5", 5, 50, 50, BLUE))) < ink(full) / 3


def test_a_silhouette_of_several_parts_has_one_outline_without_seams() -> None:
    parts = (Path(ellipse(25, 25, 12), BLACK), Group((box(0, 0, 6, 20, BLACK),), moved(22, 30)))
    drawn = seen(*parts)
    assert colors(drawn, (25, 25), (25, 36.9), (25, 30.1), (21.8, 45), (12.8, 25)) == [WHITE] * 3 + [BLACK] * 2


def test_white_cuts_become_lines_only_as_far_as_the_ink_reached() -> None:
    drawn = seen(Path(ellipse(25, 25, 15), BLACK), box(20, 5, 10, 20, WHITE))
    assert colors(drawn, (25, 25), (20, 20), (20, 7), (25, 10.1), (25, 39.9)) == [BLACK, BLACK, WHITE, WHITE, BLACK]


def test_white_stripes_and_specks_turn_to_ink_as_their_outlines_would_close_up() -> None:
    drawn = seen(box(5, 5, 50, 50), box(10, 20, 30, 0.8, WHITE), Path(ellipse(20, 40, 0.5), WHITE))
    assert colors(drawn, (25, 20.4), (20, 40), (25, 30)) == [BLUE, BLUE, WHITE]


def test_a_white_margin_round_a_silhouette_stays_bare() -> None:
    ground, halo, bull = box(2, 2, 56, 56), Path(ellipse(30, 30, 15), WHITE), Path(ellipse(30, 30, 14), BLACK)
    drawn = seen(ground, halo, bull)
    assert colors(drawn, (15, 30), (16, 30)) == [WHITE, BLACK]


def test_white_art_on_a_dark_ground_is_drawn_in_the_grounds_ink(tmp_path) -> None:  # type: ignore[no-untyped-def]
    bull = art.read(written(tmp_path, '<circle cx="20" cy="20" r="15" fill="#fff"/>'))
    placed = art.placed(bull, Rect(10, 10, 40, 40), "contain")
    assert colors(seen(box(2, 2, 56, 56), placed), (15, 30), (30, 30)) == [BLUE, WHITE]
    assert ink(seen(placed)) == 0


def test_a_gradient_becomes_an_outline_and_a_picture_fades() -> None:
    gradient = Gradient("linear", (10, 0, 40, 0), (Stop(0, RED), Stop(1, BLUE)))
    drawn = seen(Path(rectangle(Rect(10, 10, 30, 20)), gradient))
    assert colors(drawn, (25, 20)) == [WHITE]
    assert colors(drawn, (10, 20)) != [WHITE]
    picture = Image(Rect(0, 0, 9, 9), Pixels("k", "png", 1, 1, pictures.png(1, 1, 8, 2, [b"\0\0\0"])))
    twin = low_ink(picture)
    assert isinstance(twin, Image)
    assert (twin.box, twin.opacity < 0.5) == (picture.box, True)


def test_a_picture_carried_on_into_the_bleed_fades_without_a_line_along_the_trim(tmp_path: pathlib.Path) -> None:
    file = tmp_path / "photo.png"
    Pillow.new("RGB", (126, 176), "#787878").save(file)
    trim, view = Rect(0, 0, 31.5, 44), art.View((0, 0, 0, 0), (0.5, 0.5), 0, "none")
    picture = art.read(file)
    carried = art.carried(picture, art.laid(picture, trim, "cover", view), trim, 3)
    page = Page(43.5, 56, (Group((low_ink(carried, trim),), moved(6, 6)),))
    for drawn in (pictures.by_pdf(page, 10), pictures.by_svg(page, 10)):
        ((count, _),) = drawn.crop((40, 40, 395, 520)).getcolors() or ()
        assert count == 355 * 480


def test_the_ground_of_a_card_turns_to_paper_and_leaves_no_line_in_the_bleed() -> None:
    card = Group((box(-3, -3, 69, 94), box(10, 10, 30, 20, RED)))
    twin = low_ink(card)
    drawn = pictures.by_pdf(Page(75, 100, (Group((twin,), moved(6, 6)),)), 10)
    assert colors(drawn, (3.05, 50), (40, 3.05), (40, 60), (16, 26)) == [WHITE, WHITE, WHITE, RED]
    bare = low_ink(box(0, 0, 63, 88), trim=Rect(0, 0, 63, 88))
    assert bare == Path(rectangle(Rect(0, 0, 63, 88)), WHITE)


def test_an_area_cut_by_a_clip_is_outlined_along_the_clip() -> None:
    drawn = seen(Group((box(0, 0, 60, 60),), clip=Path(ellipse(30, 30, 20))))
    assert colors(drawn, (10.15, 30), (30, 30), (9.7, 30)) == [BLUE, WHITE, WHITE]


def test_a_group_that_is_stored_once_stays_one_object_on_every_card() -> None:
    shared = Group((box(0, 0, 10, 10), words("A", 2, 8, 5, WHITE)), once=True)
    one, two = (low_ink(Group((Group((shared,), moved(at, 5)),))) for at in (5, 25))
    kept = [twin.children[0].children[0] for twin in (one, two)]  # type: ignore[union-attr]
    assert kept[0] is kept[1]
    assert kept[0].once


def test_the_same_art_at_another_size_has_lines_of_the_same_width() -> None:
    shared = Group((box(0, 0, 10, 10, BLACK),), once=True)
    for scale in (1.0, 4.0):
        twin = low_ink(Group((shared,), (scale, 0, 0, scale, 0, 0)))
        strokes = [path.stroke for path in twin.children[0].children if path.stroke]  # type: ignore[union-attr]
        assert [round(stroke.width * scale, 6) for stroke in strokes] == [0.3]


def test_layers_links_labels_and_measures_stay() -> None:
    layer, link = Layer("marks", (box(0, 0, 0.5, 9),)), Link(Rect(0, 0, 9, 9), "#rules")
    assert (low_ink(layer), low_ink(link)) == (layer, link)
    card = Group((box(0, 0, 40, 40), Path(ellipse(20, 20, 9), RED), Group((box(1, 1, 9, 9),), label="corner")))
    before, after = extent(card), extent(low_ink(card))
    assert before is not None
    assert after is not None
    assert max(abs(after.x - before.x), abs(after.right - before.right)) <= 0.3
    assert [child.label for child in low_ink(card).children if isinstance(child, Group)] == ["corner"]  # type: ignore[union-attr]


def test_a_full_card_needs_a_fraction_of_the_ink() -> None:
    card = (box(2, 2, 56, 56), Path(ellipse(30, 25, 15), BLACK), words("Toro", 8, 52, 8, WHITE))
    full = pictures.by_pdf(Page(60, 60, card), 10)
    assert ink(seen(*card)) < ink(full) / 8
