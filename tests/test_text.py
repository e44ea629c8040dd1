"""Text in boxes, checked against the font files: widths by a shaper of the test itself, heights by the tables."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from functools import cache

import pytest
import uharfbuzz as hb
from fontTools.ttLib import TTFont
from hypothesis import given
from hypothesis import strategies as st

from pnp import fonts
from pnp.art import Art
from pnp.layout.text import Block, Overfull, Style, fit, fitted, label, width
from pnp.scene import Group, Path, Rect, Text, apply, ellipse, rectangle
from tests.small_game import DISPLAY, FAMILY, LABEL

MM_PER_PT = 25.4 / 72
BODY = Style(FAMILY)
BOX = Rect(5, 7, 40, 20)
ICONS = {
    "tall": Art(50, 100, Group((Path(rectangle(Rect(0, 0, 50, 100)), fill="#000000"),), once=True)),
    "round": Art(100, 100, Group((Path(ellipse(50, 50, 50), fill="#000000"),), once=True)),
}


@cache
def font(family: str, weight: int, italic: bool = False) -> tuple[hb.Font, int, TTFont]:
    path = fonts.face(family, weight, italic).path
    face = hb.Face(hb.Blob.from_file_path(str(path)))
    return hb.Font(face), face.upem, TTFont(path)


def measured(text: str, size: float, family: str = FAMILY, weight: int = 400) -> float:
    """Return the width of `text` in mm, from harfbuzz alone."""
    drawing, upem, _ = font(family, weight)
    buffer = hb.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    hb.shape(drawing, buffer)
    return sum(position.x_advance for position in buffer.glyph_positions) / upem * size * MM_PER_PT


def cap_height(size: float, family: str = FAMILY, weight: int = 400) -> float:
    _, upem, tables = font(family, weight)
    return tables["OS/2"].sCapHeight / upem * size * MM_PER_PT


def texts(block: Block) -> list[Text]:
    return [shape for shape in block.shapes if isinstance(shape, Text)]


def lines(block: Block) -> list[str]:
    found: dict[float, str] = {}
    for shape in texts(block):
        found[shape.y] = found.get(shape.y, "") + shape.run.text
    return list(found.values())


def failing(call: Callable[[], object]) -> Overfull:
    with pytest.raises(Overfull) as caught:
        call()
    return caught.value


def test_a_line_is_as_wide_as_the_shaper_says() -> None:
    assert width("AVATAR Torro office", family=FAMILY, size=12) == pytest.approx(
        measured("AVATAR Torro office", 12), abs=1e-4
    )


def test_drawn_lines_are_as_wide_as_their_words() -> None:
    block = fit("Torro charges, and every runner in his way is gored.", BOX, BODY, {})
    for shape in texts(block):
        words = shape.run.text.split(" ")
        expected = sum(measured(word, 9) for word in words) + (len(words) - 1) * measured(" ", 9)
        assert shape.run.advance * shape.size == pytest.approx(expected, abs=1e-4)


def test_each_line_takes_as_many_words_as_fit() -> None:
    block = fit("one two three four five six seven eight nine ten eleven twelve", BOX, BODY, {})
    made = lines(block)
    for above, below in itertools.pairwise(made):
        assert measured(above, 9) <= BOX.width
        assert measured(above + " " + below.split(" ")[0], 9) > BOX.width


def test_one_line_in_one_style_is_one_text_with_real_spaces() -> None:
    assert [shape.run.text for shape in texts(fit("Take two pipes", BOX, BODY, {}))] == ["Take two pipes"]


def test_bold_and_italic_are_faces_of_the_family() -> None:
    block = fit("a **b** *c* ***d***", BOX, BODY, {})
    assert [(shape.run.face, shape.run.text) for shape in texts(block)] == [
        (f"{FAMILY} 400", "a "),
        (f"{FAMILY} 700", "b"),
        (f"{FAMILY} 400", " "),
        (f"{FAMILY} 400 italic", "c"),
        (f"{FAMILY} 400", " "),
        (f"{FAMILY} 700 italic", "d"),
    ]


def test_bold_in_a_family_without_a_bold_face_is_its_nearest_weight() -> None:
    block = fit("**Torro**", BOX, Style(DISPLAY), {})
    assert [shape.run.face for shape in texts(block)] == [f"{DISPLAY} 400"]


def test_italic_inside_italic_is_upright() -> None:
    block = fit("*a*", BOX, Style(FAMILY, italic=True), {})
    assert [shape.run.face for shape in texts(block)] == [f"{FAMILY} 400"]


def test_clusters_of_joined_words_point_at_their_characters() -> None:
    run = texts(fit("fi fl office", BOX, Style(FAMILY, wrap=False), {}))[0].run
    assert run.text == "fi fl office"
    found = [run.text[cluster] for _, cluster, _, _ in run.glyphs]
    assert [sign for sign in found if sign == " "] == [" ", " "]
    assert [x for _, _, x, _ in run.glyphs] == sorted(x for _, _, x, _ in run.glyphs)


def test_capitals_touch_the_top_of_the_box() -> None:
    shape = texts(fit("Hand", BOX, BODY, {}))[0]
    assert shape.y - cap_height(9) == pytest.approx(BOX.y, abs=0.01)


def test_the_middle_is_between_the_first_capitals_and_the_last_baseline() -> None:
    found = texts(fit("one\ntwo\nthree", BOX, Style(FAMILY, valign="middle"), {}))
    top, bottom = found[0].y - cap_height(9), found[-1].y
    assert (top + bottom) / 2 == pytest.approx(BOX.y + BOX.height / 2, abs=0.01)


def test_the_last_baseline_stands_on_the_bottom_of_the_box() -> None:
    found = texts(fit("one\ntwo", BOX, Style(FAMILY, valign="bottom"), {}))
    assert found[-1].y == pytest.approx(BOX.bottom, abs=1e-6)


def test_a_text_on_a_baseline_needs_no_height() -> None:
    found = texts(fit("one", Rect(5, 7, 40, 0), Style(FAMILY, valign="baseline"), {}))
    assert found[0].y == pytest.approx(7, abs=1e-6)


def test_a_second_line_below_a_baseline_does_not_fit() -> None:
    found = failing(lambda: fit("one\ntwo", Rect(5, 7, 40, 0), Style(FAMILY, valign="baseline"), {}))
    assert found.lost_mm == pytest.approx(1.25 * 6.5 * MM_PER_PT, abs=0.001)


def test_lines_are_a_leading_apart_and_a_blank_line_half_a_line_more() -> None:
    found = [shape.y for shape in texts(fit("one\ntwo\n\nthree", BOX, BODY, {}))]
    step = 1.25 * 9 * MM_PER_PT
    assert [below - above for above, below in itertools.pairwise(found)] == pytest.approx([step, 1.5 * step])


def test_text_is_centred_and_set_to_the_right_by_what_is_seen() -> None:
    for align, share in (("left", 0.0), ("center", 0.5), ("right", 1.0)):
        for tracking in (0.0, 0.1):
            style = Style(FAMILY, align=align, tracking=tracking)  # type: ignore[arg-type]
            shape = texts(fit("nnn", BOX, style, {}))[0]
            seen = measured("n", 9) * 3 + 2 * tracking * 9 * MM_PER_PT
            assert shape.x == pytest.approx(BOX.x + (BOX.width - seen) * share, abs=1e-4)


def test_upper_changes_letters_but_no_icon_names() -> None:
    block = fit("Été :round: fin", BOX, Style(FAMILY, upper=True), ICONS)
    assert [shape.run.text for shape in texts(block)] == ["ÉTÉ ", " FIN"]


def test_no_break_spaces_hold_words_together() -> None:
    block = fit("aaaa bbbb\u00a0cccc", Rect(0, 0, measured("aaaa bbbb ccc", 9), 20), Style(FAMILY, smallest=9), {})
    assert lines(block) == ["aaaa", "bbbb\u00a0cccc"]


def test_words_break_after_hyphens_and_slashes_but_not_before_numbers() -> None:
    style = Style(FAMILY, smallest=9)
    narrow = Rect(0, 0, measured("known", 9) + 0.01, 40)
    assert lines(fit("well-known his/hers", narrow, style, {})) == ["well-", "known", "his/", "hers"]
    assert lines(fit("10-20 a-1", Rect(0, 0, measured("10-20", 9) + 0.01, 40), style, {})) == ["10-20", "a-1"]


def test_words_break_before_and_after_an_em_dash() -> None:
    style = Style(FAMILY, smallest=9)
    assert lines(fit("one—two", Rect(0, 0, measured("one—", 9) + 0.01, 40), style, {})) == ["one—", "two"]
    assert lines(fit("two—one", Rect(0, 0, measured("two", 9) + 0.01, 40), style, {}))[0] == "two"


def test_a_soft_hyphen_shows_only_where_the_word_breaks() -> None:
    style = Style(FAMILY, smallest=9)
    wide = Rect(0, 0, measured("Donau", 9) + 50, 20)
    assert lines(fit("Donau\u00addampf", wide, style, {})) == ["Donaudampf"]
    narrow = Rect(0, 0, measured("Donau-", 9) + 0.01, 20)
    assert lines(fit("Donau\u00addampf", narrow, style, {}))[0] == "Donau-"


def test_a_text_that_fits_is_set_at_its_full_size() -> None:
    assert fit("short", BOX, BODY, {}).size == 9


def test_the_size_is_the_largest_step_that_fits() -> None:
    text = "Every runner in his way is gored and pays a horn token to the supply. " * 3
    block = fit(text, BOX, BODY, {})
    assert 6.5 <= block.size < 9
    assert (9 - block.size) / 0.05 == pytest.approx(round((9 - block.size) / 0.05), abs=1e-6)
    larger = block.size + 0.05
    failing(lambda: fit(text, BOX, Style(FAMILY, size=larger, smallest=larger), {}))


def test_one_line_shrinks_to_the_width_of_its_box() -> None:
    full = measured("A rather long title", 14, DISPLAY)
    block = fit("A rather long title", Rect(0, 0, full * 0.8, 10), Style(DISPLAY, size=14, wrap=False), {})
    assert block.size == pytest.approx(14 * 0.8, abs=0.05)
    assert block.lines == 1
    assert block.width <= full * 0.8 + 0.001


def test_a_low_box_makes_text_smaller_too() -> None:
    low = cap_height(8)
    assert fit("Torro", Rect(0, 0, 40, low), Style(FAMILY, valign="middle"), {}).size == pytest.approx(8, abs=0.05)


def test_a_box_exactly_as_wide_as_its_text_holds_it() -> None:
    for tracking in (0.0, 0.05):
        exact = width("Torro charges", family=FAMILY, size=9, tracking=tracking)
        block = fit("Torro charges", Rect(0, 0, exact, 4), Style(FAMILY, tracking=tracking), {})
        assert (block.lines, block.size) == (1, 9)


def test_the_last_line_keeps_its_descenders_inside_the_box() -> None:
    text = "one gyp two gyp three gyp four gyp five gyp six gyp seven gyp"
    block = fit(text, Rect(0, 0, 30, 12.3), BODY, {})
    below = -font(FAMILY, 400)[2]["hhea"].descent / font(FAMILY, 400)[1] * block.size * MM_PER_PT
    assert block.height + below <= 12.3 + 0.001


def test_overfull_text_tells_how_much_is_lost_and_which_words() -> None:
    found = failing(lambda: fit("Torro charges\n" * 3 + "the very\nlast words", Rect(0, 0, 30, 9), BODY, {}))
    needed = float(found.message.split()[1])
    assert found.message == (
        f'needs {needed} mm of 9.0 mm height at 6.5 pt; the last words "the very last words" do not fit'
    )
    assert found.lost_mm == pytest.approx(needed - 9, abs=0.06)


def test_an_overfull_single_line_tells_its_width() -> None:
    needed = measured("A title that is too long", 6.5)
    style = Style(FAMILY, wrap=False)
    found = failing(lambda: fit("A title that is too long", Rect(0, 0, 20, 9), style, {}))
    assert found.lost_mm == pytest.approx(needed - 20, abs=0.01)
    assert found.message == f'needs {needed:.1f} mm of 20.0 mm width at 6.5 pt; the last words "long" do not fit'


def test_a_long_word_shrinks_before_it_breaks() -> None:
    room = measured("Stiergefecht", 8)
    block = fit("Ein Stiergefecht", Rect(0, 0, room, 20), BODY, {})
    assert lines(block) == ["Ein", "Stiergefecht"]
    assert block.size == pytest.approx(8, abs=0.05)


def test_a_word_wider_than_the_box_at_the_smallest_size_is_broken_inside_it() -> None:
    block = fit("W" * 40, Rect(0, 0, 30, 20), BODY, {})
    assert "".join(lines(block)) == "W" * 40
    assert block.size == 6.5
    for line in lines(block)[:-1]:
        assert measured(line, 6.5) <= 30 < measured(line + "W", 6.5)


def test_a_broken_word_goes_on_with_the_words_after_it() -> None:
    assert lines(fit("W" * 20 + " ox", Rect(0, 0, 30, 20), BODY, {}))[-1].endswith("W ox")


def test_icons_are_centred_on_the_capitals_whatever_stands_beside_them() -> None:
    for text in (":tall:", "x :tall: y", "gj :tall: ÉÅ", "**:tall:**"):
        block = fit(text, BOX, BODY, ICONS)
        icon = next(shape for shape in block.shapes if isinstance(shape, Group))
        top, bottom = apply(icon.matrix, 0, 0)[1], apply(icon.matrix, 50, 100)[1]
        assert bottom - top == pytest.approx(1.15 * cap_height(9), abs=1e-6)
        assert (top + bottom) / 2 == pytest.approx(BOX.y + cap_height(9) / 2, abs=1e-6)


def test_an_icon_takes_its_width_and_a_thin_space() -> None:
    block = fit("a:tall:b", BOX, BODY, ICONS)
    first, icon, last = block.shapes
    assert isinstance(first, Text)
    assert isinstance(icon, Group)
    assert isinstance(last, Text)
    em = 9 * MM_PER_PT
    across = 1.15 * cap_height(9) / 2
    assert last.x == pytest.approx(BOX.x + measured("a", 9) + across + em / 6, abs=1e-4)
    assert apply(icon.matrix, 0, 0)[0] == pytest.approx(BOX.x + measured("a", 9) + em / 12, abs=1e-4)


def test_an_icon_changes_no_line_height() -> None:
    without = [shape.y for shape in texts(fit("one\ntwo\nthree", BOX, BODY, {}))]
    with_icon = [shape.y for shape in texts(fit("one :round:\ntwo :tall:\nthree", BOX, BODY, ICONS))]
    assert sorted(set(with_icon)) == without


def test_a_row_of_icons_too_wide_for_its_box_goes_on_below() -> None:
    block = fit(":round:" * 20, Rect(0, 0, 20, 20), BODY, ICONS)
    assert block.lines > 1
    assert len(block.shapes) == 20
    assert block.width <= 20.001


def test_an_icon_stores_its_drawing_once() -> None:
    block = fit(":round: :round:", BOX, BODY, ICONS)
    drawn = [shape.children[0] for shape in block.shapes if isinstance(shape, Group)]
    assert len(drawn) == 2
    assert drawn[0] is drawn[1]


def test_a_label_starts_ends_or_is_centred_at_its_anchor() -> None:
    wide = measured("12", 20, LABEL, 700)
    for align, share in (("left", 0.0), ("center", 0.5), ("right", 1.0)):
        group = label("12", 30, 40, family=LABEL, weight=700, size=20, align=align)  # type: ignore[arg-type]
        shape = group.children[0]
        assert isinstance(shape, Text)
        assert (shape.x, shape.y) == pytest.approx((30 - share * wide, 40), abs=1e-4)


def test_a_turned_label_keeps_its_anchor_and_runs_down() -> None:
    group = label("L2", 30, 40, family=LABEL, size=9, quarters=1)
    assert apply(group.matrix, 30, 40) == pytest.approx((30, 40))
    assert apply(group.matrix, 31, 40) == pytest.approx((30, 41))


def test_a_label_prints_marks_as_written() -> None:
    shape = label("**a** :round:", 0, 0, family=FAMILY, size=9).children[0]
    assert isinstance(shape, Text)
    assert shape.run.text == "**a** :round:"


def test_blank_text_is_nothing() -> None:
    for text in ("", "  ", "\n\n"):
        assert fit(text, BOX, BODY, {}) == Block((), 0.0, 0.0, 9.0, 0)


def test_line_ends_of_other_systems_are_line_ends() -> None:
    assert lines(fit("one\r\ntwo\rthree", BOX, BODY, {})) == ["one", "two", "three"]


def test_a_missing_character_is_named() -> None:
    with pytest.raises(fonts.FontProblem, match=r"U\+5C71.*U\+211C3"):
        fit("Torro 山 *x* \U000211c3", BOX, BODY, {})


@given(st.lists(st.sampled_from(("ox", "bull", "**Torro**", "well-known", "—", "2/3", "W" * 30, ":round:", "\n"))))
def test_nothing_is_lost_and_everything_stays_in_its_box(words: list[str]) -> None:
    text = " ".join(words)
    box = Rect(3, 4, 30, 60)
    try:
        block = fit(text, box, BODY, ICONS)
    except Overfull:
        return
    printed = "".join(shape.run.text for shape in texts(block)).replace(" ", "")
    assert printed == "".join(words).replace("*", "").replace(":round:", "").replace("\n", "")
    assert block.size == fitted(text, box, BODY, ICONS)
    for shape in texts(block):
        assert shape.x >= box.x - 1e-6
        assert shape.x + shape.run.advance * shape.size <= box.right + 0.001
        assert box.y < shape.y <= box.bottom
