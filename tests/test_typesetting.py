"""Lists, inks, hyphens, paragraphs, icons and other scripts in a box, in millimetres."""

from __future__ import annotations

import io
import itertools
import json
from dataclasses import replace
from pathlib import Path as File

import pypdfium2 as pdfium
import pytest
import resvg_py
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image as Picture

from pnp import families, fonts
from pnp.art import Art
from pnp.data.frame import TextSlot
from pnp.data.frame_text import Setting
from pnp.layout import hyphens, kinsoku
from pnp.layout.text import Block, Overfull, Style, fit, label, width
from pnp.render import pdf, svg
from pnp.scene import Document, Group, Page, Path, Rect, Text, apply, rectangle
from tests import small_folder, small_fonts
from tests.small_game import FAMILY

EM = 9 * 25.4 / 72
BOX = Rect(5, 7, 40, 60)
BODY = Style(FAMILY)
LIST = replace(BODY, lists=True)
ARABIC = replace(BODY, family=f"{FAMILY}, Noto Sans Arabic")
INKS = replace(BODY, inks=(("sun", "#f2b632"), ("sea", "#1d4e89")))
ICONS = {"dot": Art(10, 10, Group((Path(rectangle(Rect(0, 0, 10, 10)), fill="#000000"),), once=True))}


def texts(block: Block) -> list[Text]:
    return [shape for shape in block.shapes if isinstance(shape, Text)]


def set_(text: str, style: Style = BODY, box: Rect = BOX) -> list[Text]:
    return texts(fit(text, box, style, ICONS))


def lines(text: str, style: Style = BODY, box: Rect = BOX) -> list[str]:
    found: dict[float, str] = {}
    for shape in set_(text, style, box):
        found[shape.y] = found.get(shape.y, "") + shape.run.text
    return list(found.values())


def wide(text: str) -> float:
    return width(text, family=FAMILY, size=9)


def test_items_hang_and_their_bullets_stand_before_them() -> None:
    words = "a first item that is long enough to go on below"
    bullet, first, second = set_(f"- {words}", LIST)
    assert (bullet.run.text, bullet.y) == ("•", first.y)
    assert first.x == second.x == pytest.approx(BOX.x + wide("•") + 0.45 * EM)
    assert bullet.x == pytest.approx(BOX.x)
    assert f"{first.run.text} {second.run.text}" == words
    assert second.x + second.run.advance * second.size <= BOX.right + 0.001


def test_numbers_end_where_the_longest_of_their_list_ends() -> None:
    found = set_("9. nine\n10. ten", LIST)
    nine, ten = (shape for shape in found if shape.run.text in ("9.", "10."))
    ends = [shape.x + shape.run.advance * shape.size for shape in (nine, ten)]
    assert ends[0] == pytest.approx(ends[1])
    assert ten.x == pytest.approx(BOX.x)
    assert len({shape.x for shape in found if shape.run.text in ("nine", "ten")}) == 1


def test_a_list_in_a_list_stands_further_in_and_lines_go_on_below_their_item() -> None:
    found = {shape.run.text: shape.x for shape in set_("- a\n  goes on\n  - b\n- c\nend", LIST)}
    assert found["a"] == found["goes on"] == found["c"] == pytest.approx(found["–"])
    assert found["b"] == pytest.approx(found["a"] + wide("–") + 0.45 * EM)
    assert found["end"] == BOX.x


def test_only_a_mark_and_a_blank_begin_an_item() -> None:
    for text in ("-5 points", "1.5 points", "1234. x", "-", "- ", r"\- x"):
        assert [shape.run.text for shape in set_(text, LIST)] == [text.strip().removeprefix("\\")]
    assert lines("- a\n1. b") == ["- a", "1. b"]


def test_an_item_may_begin_with_a_bold_word_or_an_icon() -> None:
    assert [shape.run.text for shape in set_("- **a** b\n- :dot: c", LIST)] == ["•", "a", " b", "•", " c"]


def test_a_blank_line_makes_as_much_room_as_is_asked_for_and_indents_the_next_line() -> None:
    one, two, three = set_("one\ntwo\n\nthree", replace(BODY, paragraph=0.0, indent=1.5))
    assert three.y - two.y == pytest.approx(two.y - one.y)
    assert [shape.x - BOX.x for shape in (one, two, three)] == pytest.approx([0, 0, 1.5 * EM])


def test_an_indented_line_is_as_much_shorter() -> None:
    words = "x\n\n" + "ox " * 30
    style = replace(BODY, indent=4.0)
    first, second = lines(words, style)[1:3]
    assert wide(first) <= BOX.width - 4 * EM < wide(f"{first} ox")
    assert len(second) > len(first)


def test_words_in_an_ink_are_coloured_and_break_as_other_words() -> None:
    found = set_("Gain {sun|two **bulls** and} {sea|one} {gold} {moon|x} {sun|", INKS)
    assert [(shape.run.text, shape.fill) for shape in found] == [
        ("Gain ", "#000000"),
        ("two ", "#f2b632"),
        ("bulls", "#f2b632"),
        (" and", "#f2b632"),
        (" ", "#000000"),
        ("one", "#1d4e89"),
        ("{gold} {moon|x} {sun|", "#000000"),
    ]
    assert lines("a{sun|b}c", INKS) == ["abc"]
    assert len({shape.y for shape in set_(f"{{sun|{'ox ' * 40}}}", INKS)}) > 1


def test_an_icon_takes_the_ink_of_its_words() -> None:
    block = fit("{sun|:dot:}", BOX, INKS, ICONS)
    (icon,) = block.shapes
    assert isinstance(icon, Group)
    drawing = icon.children[0]
    assert isinstance(drawing, Group)
    assert [shape.fill for shape in drawing.children if isinstance(shape, Path)] == ["#f2b632"]


@pytest.mark.parametrize("align", ["capitals", "baseline"])
def test_an_icon_never_drops_when_text_is_added(align: str) -> None:
    style = replace(BODY, icon_height=2.0, icon_align=align)  # type: ignore[arg-type]
    capital = fonts.face(FAMILY).cap_height * EM
    tops = []
    for text in (":dot:", "x :dot:", ":dot: gjpq ÉÅ", "**:dot:** y :dot:"):
        icon = next(shape for shape in fit(text, BOX, style, ICONS).shapes if isinstance(shape, Group))
        top, bottom = (apply(icon.matrix, 0, y)[1] for y in (0, 10))
        assert bottom - top == pytest.approx(2 * capital)
        tops.append(top)
    assert tops == pytest.approx([BOX.y - (capital if align == "baseline" else capital / 2)] * 4)


def test_a_word_that_does_not_fit_is_hyphenated_by_its_language() -> None:
    style = replace(BODY, hyphenate=True, lang="de", smallest=9)
    found = lines("Donaudampfschifffahrt", style, Rect(0, 0, 20, 40))
    assert found == ["Donaudampf-", "schifffahrt"]
    assert fit("Donaudampfschifffahrt", Rect(0, 0, 20, 40), style, {}).size == 9


def test_a_word_is_broken_where_its_line_would_stay_rather_empty_and_only_there() -> None:
    style = replace(BODY, hyphenate=True, smallest=9)
    room = Rect(0, 0, wide("one two three hyphen-") + 0.1, 40)
    assert lines("one two three hyphenation", style, room) == ["one two three hyphen-", "ation"]
    assert lines("one two three four hyphenation", style, room) == ["one two three four", "hyphenation"]
    assert lines("one two three hyphenation", replace(style, hyphenate=False), room) == ["one two three", "hyphenation"]


def test_a_soft_hyphen_wins_over_the_language() -> None:
    style = replace(BODY, hyphenate=True, lang="de", smallest=9)
    assert lines("Donaudampfschiff\u00adfahrt", style, Rect(0, 0, wide("Donaudampfschiff-") + 0.1, 40)) == [
        "Donaudampfschiff-",
        "fahrt",
    ]
    assert hyphens.marked("Do\u00adnaudampf", "de") == "Do\u00adnaudampf"


def test_short_words_abbreviations_and_unknown_languages_are_not_hyphenated() -> None:
    assert [hyphens.marked(word, "en") for word in ("into", "UNESCO", "a1b2c3")] == ["into", "UNESCO", "a1b2c3"]
    assert (hyphens.marked("hyphenation", "xx"), hyphens.known("xx"), hyphens.known("fr")) == (
        "hyphenation",
        False,
        True,
    )


def test_a_language_that_is_never_hyphenated_lacks_no_rules() -> None:
    assert [hyphens.known(lang) for lang in ("ja", "he", "ar")] == [True] * 3
    assert hyphens.marked("אינטרנציונליזציה", "he") == "אינטרנציונליזציה"


@given(st.text(st.sampled_from("abcdefghijklmnopqrstuvwxyzäéß -'"), max_size=30), st.sampled_from(["en", "fr", "de"]))
def test_hyphenation_only_adds_places_away_from_the_ends_of_words(text: str, lang: str) -> None:
    marked = hyphens.marked(text, lang)
    assert marked.replace(hyphens.BREAK, "") == text
    for word in marked.replace("'", " ").replace("-", " ").split():
        parts = word.split(hyphens.BREAK)
        assert len(parts) == 1 or (len(parts[0]) >= 2 and len(parts[-1]) >= 3)


def test_text_in_two_characters_a_letter_prints_and_measures_as_in_one() -> None:
    composed, apart = fit("Café naïve", BOX, BODY, {}), fit("Cafe\u0301 nai\u0308ve", BOX, BODY, {})
    assert composed == apart
    assert wide("é") == wide("e\u0301")


def test_arabic_starts_at_the_right_and_its_letters_join() -> None:
    (shape,) = set_("مرحبا بالعالم", ARABIC)
    assert shape.x + shape.run.advance * shape.size == pytest.approx(BOX.right)
    assert shape.run.text == "مرحبا بالعالم"
    clusters = [cluster for _, cluster, _, _ in shape.run.glyphs]
    assert clusters == sorted(clusters, reverse=True)
    apart = sum(fonts.shape("Noto Sans Arabic 400", letter, 0.0, True).advance for letter in "مرحبا")
    assert fonts.shape("Noto Sans Arabic 400", "مرحبا", 0.0, True).advance < apart


def test_words_and_numbers_in_arabic_stand_the_right_way_round() -> None:
    found = set_("قال Bob 12.5", ARABIC)
    assert [shape.run.text for shape in sorted(found, key=lambda shape: shape.x)] == ["Bob 12.5", "قال "]
    assert [shape.run.text for shape in found] == ["قال ", "Bob 12.5"]  # in the order of reading


@pytest.mark.parametrize(
    ("direction", "align", "at"),
    [("auto", "left", "left"), ("rtl", "left", "right"), ("rtl", "right", "right"), ("ltr", "right", "right")],
)
def test_a_slot_may_say_where_reading_starts(direction: str, align: str, at: str) -> None:
    style = replace(ARABIC, direction=direction, align=align)  # type: ignore[arg-type]
    found = set_("Turn 3: مرحبا", style)
    left = min(shape.x for shape in found)
    right = max(shape.x + shape.run.advance * shape.size for shape in found)
    assert (left if at == "left" else right) == pytest.approx(BOX.x if at == "left" else BOX.right)


def test_lists_in_arabic_have_their_bullets_at_the_right() -> None:
    bullet, words = set_("- أول", replace(ARABIC, lists=True))
    assert bullet.x + bullet.run.advance * bullet.size == pytest.approx(BOX.right)
    assert words.x + words.run.advance * words.size == pytest.approx(bullet.x - 0.45 * EM)


def test_marks_that_turn_text_round_are_left_out() -> None:
    assert [shape.run.text for shape in set_("a\u202eb\u202c \u2067c\u2069")] == ["ab c"]


def test_a_label_in_arabic_runs_from_the_right_too() -> None:
    with fonts.helped("Noto Sans Arabic"):
        (shape,) = label("مرحبا", 30, 40, family=FAMILY, size=9, align="right").children
        mixed = label("Bob قال", 30, 40, family=FAMILY, size=9).children
    assert isinstance(shape, Text)
    assert shape.x + shape.run.advance * shape.size == pytest.approx(30)
    assert [part.run.text for part in mixed if isinstance(part, Text)] == ["Bob ", "قال"]


def test_letters_that_join_are_not_spread() -> None:
    key = "Noto Sans Arabic 400"
    assert fonts.shape(key, "مرحبا", 0.2, True).glyphs == fonts.shape(key, "مرحبا", 0.0, True).glyphs


@settings(max_examples=40)
@given(
    st.lists(st.sampled_from(("قال", "Bob", "12.5", "(مرحبا)", "!", "{sun|أهلا}", ":dot:", "\n", "**و**")), max_size=14)
)
def test_mixed_lines_lose_nothing_and_stay_in_their_box(words: list[str]) -> None:
    style = replace(ARABIC, inks=INKS.inks)
    try:
        found = set_(" ".join(words), style)
    except Overfull:
        return
    written = "".join(words).replace("{sun|", "").replace("}", "").replace(":dot:", "").replace("*", "")
    assert sorted("".join(shape.run.text for shape in found).replace(" ", "")) == sorted(written.replace("\n", ""))
    for shape in found:
        assert shape.x >= BOX.x - 1e-6
        assert shape.x + shape.run.advance * shape.size <= BOX.right + 0.001


@pytest.fixture(scope="module")
def kanji(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A family with a few signs, each a box of 0.9 em."""
    path = small_fonts.write(tmp_path_factory.mktemp("fonts") / "signs.ttf", "山川、（）「」カナッー𡇃")
    return families.own([families.read(File(path))])["Small Signs"]


def test_chinese_and_japanese_break_between_signs_but_not_before_closing_ones(kanji: str) -> None:
    style = Style(f"{FAMILY}, {kanji}", smallest=9)
    box = Rect(0, 0, 4 * 0.9 * EM + 0.01, 40)
    assert lines("山川山川、山（川）", style, box) == ["山川山", "川、山", "（川）"]
    assert lines("カナッカ「カナー」", style, box) == ["カナッカ", "「カ", "ナー」"]


def test_where_a_line_of_signs_may_end() -> None:
    assert kinsoku.parts("山川、Turn3を「はい」ッ") == ["山", "川、", "Turn3", "を", "「は", "い」ッ"]
    assert kinsoku.parts("한국어") == ["한국어"]


def test_a_sign_from_another_family_stands_in_the_line(kanji: str) -> None:
    first, sign, last = set_("Gain 山 now", Style(f"{FAMILY}, {kanji}"))
    assert sign.run.face == f"{kanji} 400"
    edges = [first.x, first.x + first.run.advance * EM, sign.x, sign.x + 0.9 * EM, last.x]
    assert [b - a for a, b in itertools.pairwise(edges)][1::2] == pytest.approx([0, 0])


def test_a_frame_says_how_its_words_are_set(tmp_path: File) -> None:
    keys = {
        "paragraph": 0,
        "indent": 1.5,
        "lists": True,
        "hyphenate": True,
        "typographer": False,
        "direction": "rtl",
        "icon_height": 2,
        "icon_align": "baseline",
    }
    written = "".join(f"{key} = {json.dumps(value)}\n" for key, value in keys.items())
    changes: small_folder.Changes = {
        "game.toml": small_folder.GAME.replace("age = 8", "age = 8\ntypographer = true"),
        "frames.toml": small_folder.FRAMES + written,
    }
    made = small_folder.game(tmp_path, changes)
    (slot,) = made.decks[0].cards[0].front.slots
    assert isinstance(slot, TextSlot)
    assert slot.setting == Setting(**keys)  # type: ignore[arg-type]
    assert made.typographer


def test_the_ink_of_a_title_is_no_part_of_its_name(tmp_path: File) -> None:
    from pnp.pieces import make

    made = small_folder.game(tmp_path, {"cards.csv": "title,picture\n{sun|Ferry} {east},boat\n"})
    (piece,) = make(made, "en")
    assert [face.name for face in piece.faces] == ["Ferry {east}"]


def test_dots_of_arabic_letters_are_printed_and_its_letters_copied() -> None:
    run = fonts.shape("Noto Sans Arabic 400", "بث", 0.0, True)
    page = Page(30, 20, (Text(5, 12, 10, run),))
    with pdfium.PdfDocument(pdf.render(Document((page,), "t", "a", "s", "k", "ar"))) as read:
        assert read[0].get_textpage().get_text_bounded() == "بث"
        on_paper = read[0].render(scale=20 / (72 / 25.4)).to_pil().convert("L")
    screen = resvg_py.svg_to_bytes(svg_string=svg.render(page), width=600, dpi=96, background="#ffffff")
    with Picture.open(io.BytesIO(bytes(screen))) as drawn:
        on_screen = drawn.convert("L")
    ink = [
        sum((255 - level) * count for level, count in enumerate(picture.histogram()))
        for picture in (on_paper, on_screen)
    ]
    assert ink[0] == pytest.approx(ink[1], rel=0.01)
