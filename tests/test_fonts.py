"""Faces, shaping and fallback, checked against the font files as fontTools reads them."""

from __future__ import annotations

import io
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from fontTools.pens.boundsPen import BoundsPen
from fontTools.ttLib import TTFont
from hypothesis import given
from hypothesis import strategies as st

from pnp import fonts, letters
from pnp.fonts import FontProblem

SLAB = fonts.face("Alfa Slab One").key
TEXT = fonts.face("Atkinson Hyperlegible").key
LABEL = fonts.face("Barlow Condensed").key
KEYS = (SLAB, TEXT, LABEL)


@cache
def opened(path: Path) -> TTFont:
    return TTFont(path)


def file_of(key: str) -> TTFont:
    return opened(fonts.by_key(key).path)


def glyph_names(run: fonts.Run) -> list[str]:
    return [file_of(run.face).getGlyphName(gid) for gid, *_ in run.glyphs]


def plain_width(key: str, text: str) -> float:
    font = file_of(key)
    return sum(font["hmtx"][font.getBestCmap()[ord(character)]][0] for character in text) / font["head"].unitsPerEm


@pytest.mark.parametrize("key", [*KEYS, "Barlow Condensed 700 italic", "Atkinson Hyperlegible 700"])
def test_metrics_are_those_of_the_font_file(key: str) -> None:
    face, font = fonts.by_key(key), file_of(key)
    em = font["head"].unitsPerEm
    expected = (
        em,
        font["hhea"].ascent / em,
        -font["hhea"].descent / em,
        font["OS/2"].sCapHeight / em,
        font["OS/2"].sxHeight / em,
        (font["head"].xMin / em, font["head"].yMin / em, font["head"].xMax / em, font["head"].yMax / em),
    )
    actual = (face.upem, face.ascent, face.descent, face.cap_height, face.x_height, face.bounds)
    assert expected == actual
    assert face.key == key


def test_every_weight_of_a_family_is_a_face_of_its_own() -> None:
    names = [fonts.postscript_name(fonts.face("Barlow Condensed", weight).key) for weight in range(100, 1000, 100)]
    styles = ("Thin", "ExtraLight", "Light", "Regular", "Medium", "SemiBold", "Bold", "ExtraBold", "Black")
    assert [f"BarlowCondensed-{style}" for style in styles] == names


def test_the_nearest_weight_is_taken_and_the_lighter_of_two() -> None:
    asked = [fonts.face("Atkinson Hyperlegible", weight).weight for weight in (100, 550, 551, 900)]
    assert asked == [400, 400, 700, 700]
    assert fonts.face("Alfa Slab One", 700).key == "Alfa Slab One 400"


def test_a_family_is_found_however_its_name_is_written() -> None:
    assert fonts.face("barlow  condensed").family == "Barlow Condensed"
    assert fonts.face("atkinson-hyperlegible", italic=True).key == "Atkinson Hyperlegible 400 italic"


@pytest.mark.parametrize(
    ("family", "italic", "message", "hint"),
    [
        (
            "Barlow Condnsed",
            False,
            'there is no font family "Barlow Condnsed"',
            'did you mean "Barlow Condensed"?',
        ),
        (
            "Quux Grotesk",
            False,
            'there is no font family "Quux Grotesk"',
            "installed are " + ", ".join(fonts.families()),
        ),
        ("Alfa Slab One", True, '"Alfa Slab One" has no italic', "use another family or leave the emphasis out"),
    ],
)
def test_a_face_that_is_not_there_is_named_with_what_is(family: str, italic: bool, message: str, hint: str) -> None:
    with pytest.raises(FontProblem) as caught:
        fonts.face(family, 400, italic)
    assert (message, hint) == (str(caught.value), caught.value.hint)


def test_unkerned_letters_take_the_width_that_the_file_gives_them() -> None:
    assert plain_width(TEXT, "nnn") == pytest.approx(fonts.shape(TEXT, "nnn").advance)
    assert [0.0, plain_width(TEXT, "n"), plain_width(TEXT, "nn")] == pytest.approx(
        [x for _, _, x, _ in fonts.shape(TEXT, "nnn").glyphs]
    )


@pytest.mark.parametrize("key", KEYS)
def test_kerned_letters_come_closer(key: str) -> None:
    assert fonts.shape(key, "AVAV").advance < plain_width(key, "AVAV") - 0.05


def test_letters_that_form_a_ligature_are_one_glyph_and_keep_their_place_in_the_text() -> None:
    run = fonts.shape(SLAB, "office")
    assert [cluster for _, cluster, _, _ in run.glyphs] == [0, 1, 4, 5]
    assert len(fonts.shape(TEXT, "office").glyphs) == 6  # this face has no ligatures


def test_tracking_opens_ligatures_and_follows_every_letter() -> None:
    close, open_ = fonts.shape(SLAB, "nnn"), fonts.shape(SLAB, "nnn", 0.1)
    assert open_.advance == pytest.approx(close.advance + 0.3)
    assert [x + 0.1 * i for i, (_, _, x, _) in enumerate(close.glyphs)] == pytest.approx(
        [x for _, _, x, _ in open_.glyphs]
    )
    assert len(fonts.shape(SLAB, "fi", 0.1).glyphs) == 2


def test_tracking_does_not_part_a_letter_from_its_mark() -> None:
    close, open_ = fonts.shape(LABEL, "x\u0303x"), fonts.shape(LABEL, "x\u0303x", 0.1)
    assert close.glyphs[1] == open_.glyphs[1]
    assert open_.advance == pytest.approx(close.advance + 0.2)


def test_a_letter_written_in_two_characters_is_drawn_as_one() -> None:
    assert glyph_names(fonts.shape(TEXT, "é")) == glyph_names(fonts.shape(TEXT, "e\u0301")) == ["eacute"]


@pytest.mark.parametrize("key", KEYS)
def test_thin_spaces_and_hard_hyphens_print_in_every_face(key: str) -> None:
    text = "1\u202f000\u2009km\u00a0a\u2011b\u00adc\u200bd\te\nf"
    assert fonts.missing(key, text) == ()
    run = fonts.shape(key, text)
    assert ".notdef" not in glyph_names(run)
    space = fonts.shape(key, " ").advance
    assert 0 < fonts.shape(key, "\u202f").advance < space
    assert fonts.shape(key, "\u2009").advance == pytest.approx(0.2)
    assert fonts.shape(key, "\u200b\u00ad").advance == 0
    assert fonts.shape(key, "\t").advance == fonts.shape(key, "\n").advance == space


def test_a_hard_hyphen_looks_like_the_hyphen_that_the_face_has() -> None:
    assert glyph_names(fonts.shape(TEXT, "a\u2011b")) == ["a", "hyphen", "b"]


def test_a_character_that_the_face_lacks_is_drawn_in_the_next_and_the_rest_stays() -> None:
    runs = fonts.runs((LABEL, SLAB), "aǆb")
    assert [(run.face, run.text) for run in runs] == [(LABEL, "a"), (SLAB, "ǆ"), (LABEL, "b")]


def test_a_mark_stays_with_its_letter_when_only_the_next_face_has_the_mark() -> None:
    runs = fonts.runs((SLAB, LABEL), "ax\u0337b")
    assert [(run.face, run.text) for run in runs] == [(SLAB, "a"), (LABEL, "x\u0337"), (SLAB, "b")]


def test_the_order_of_texts_makes_no_difference() -> None:
    before = fonts.runs((LABEL, SLAB), "plain one")
    fonts.runs((LABEL, SLAB), "ǆplain")
    assert before == fonts.runs((LABEL, SLAB), "plain one")
    assert [run.face for run in fonts.runs((LABEL, SLAB), "plain two")] == [LABEL]


@pytest.mark.parametrize(
    ("keys", "text", "message"),
    [
        ((SLAB,), "Torro ★", 'no glyph for "★" (U+2605 BLACK STAR) in Alfa Slab One'),
        (
            (SLAB, TEXT, LABEL),
            "★ a → b ★",
            'no glyph for "★" (U+2605 BLACK STAR), "→" (U+2192 RIGHTWARDS ARROW) '
            "in Alfa Slab One or Atkinson Hyperlegible or Barlow Condensed",
        ),
        (
            (TEXT,),
            "\U000211c3",
            'no glyph for "\U000211c3" (U+211C3 CJK UNIFIED IDEOGRAPH-211C3) in Atkinson Hyperlegible',
        ),
        ((LABEL,), "a\u0cbc", "no glyph for U+0CBC KANNADA SIGN NUKTA in Barlow Condensed"),
        ((LABEL,), "a\x07", "no glyph for U+0007 in Barlow Condensed"),
    ],
)
def test_characters_without_a_glyph_are_all_named_with_the_fonts(
    keys: tuple[str, ...], text: str, message: str
) -> None:
    with pytest.raises(FontProblem) as caught:
        fonts.runs(keys, text)
    assert (message, "use another character or an icon") == (str(caught.value), caught.value.hint)


def test_of_a_whole_alphabet_the_first_letters_are_named() -> None:
    with pytest.raises(FontProblem) as caught:
        fonts.runs(KEYS, "абвгдежзийклмноп")
    assert str(caught.value).count("(U+") == 12
    assert "CYRILLIC SMALL LETTER EL) and 4 more in Alfa Slab One" in str(caught.value)


def test_one_face_alone_refuses_what_it_cannot_draw() -> None:
    assert fonts.missing(SLAB, "a★b→★") == ("★", "→")
    with pytest.raises(FontProblem, match="BLACK STAR"):
        fonts.shape(SLAB, "a★b")


def test_a_family_that_would_have_the_letters_is_offered() -> None:
    with pytest.raises(FontProblem) as caught:
        fonts.runs(KEYS, "مرحبا")
    assert caught.value.hint == 'Noto Sans Arabic has it: write fallback = "Noto Sans Arabic" in [fonts] of game.toml'


def test_right_to_left_text_is_in_one_face_with_its_signs() -> None:
    runs = fonts.runs((TEXT, "Noto Sans Arabic 400"), "مرحبا!", 0.0, True)
    assert [run.face for run in runs] == ["Noto Sans Arabic 400"]
    clusters = [cluster for _, cluster, _, _ in runs[0].glyphs]
    assert clusters == sorted(clusters, reverse=True)
    assert clusters[0] == 5  # the sign that ends the text stands first from the left


def test_brackets_are_turned_in_right_to_left_text() -> None:
    key = fonts.face("Noto Sans Arabic").key
    there, back = (fonts.shape(key, "(", 0.0, rtl).glyphs[0][0] for rtl in (False, True))
    assert back == fonts.shape(key, ")").glyphs[0][0] != there


@given(st.text(st.sampled_from("aAVTo.1é \u00a0\u2011x\u0303ǆ\u0337fiß"), max_size=24))
def test_runs_hold_the_whole_text_once_and_in_order(text: str) -> None:
    runs = fonts.runs(KEYS, text)
    assert text == "".join(run.text for run in runs)
    for run in runs:
        clusters = [cluster for _, cluster, _, _ in run.glyphs]
        assert clusters == sorted(clusters)
        assert 0 not in [gid for gid, *_ in run.glyphs]
        assert all(0 <= cluster < len(run.text) for cluster in clusters)


@given(st.text(max_size=12))
def test_letters_split_a_text_without_losing_a_character(text: str) -> None:
    assert text == "".join(letters.split(text))


@pytest.mark.parametrize("key", KEYS)
def test_an_outline_lies_where_the_file_puts_the_glyph_with_y_downwards(key: str) -> None:
    font = file_of(key)
    em = font["head"].unitsPerEm
    for character in "gQ&é":
        name = font.getBestCmap()[ord(character)]
        pen = BoundsPen(font.getGlyphSet())
        font.getGlyphSet()[name].draw(pen)
        left, bottom, right, top = (edge / em for edge in pen.bounds)
        segments = fonts.outline(key, font.getGlyphID(name))
        ends = [segment[-2:] for segment in segments if len(segment) > 1]
        xs, ys = [x for x, _ in ends], [y for _, y in ends]
        assert (left, -top, right, -bottom) == pytest.approx((min(xs), min(ys), max(xs), max(ys)), abs=0.002)
        assert segments[0][0] == "M"
        assert segments[-1] == ("Z",)


def test_a_subset_keeps_glyph_numbers_and_shapes_and_drops_the_rest() -> None:
    wanted = frozenset(gid for gid, *_ in fonts.shape(SLAB, "fixé").glyphs)
    data = fonts.subset(SLAB, wanted)
    small, whole = TTFont(io.BytesIO(data)), file_of(SLAB)
    assert len(data) < fonts.by_key(SLAB).path.stat().st_size / 10
    for gid in range(small["maxp"].numGlyphs):
        kept = small["glyf"][small.getGlyphName(gid)].numberOfContours != 0
        assert kept or gid not in wanted
        if gid in wanted:
            assert whole["hmtx"][whole.getGlyphName(gid)][0] == small["hmtx"][small.getGlyphName(gid)][0]
    assert data == fonts.subset(SLAB, wanted)


def test_nothing_heavy_is_loaded_before_a_face_is_opened() -> None:
    code = (
        "import sys; from pnp import fonts; print(sorted({'uharfbuzz', 'fontpkg'} & set(sys.modules)));"
        "fonts.face('Barlow Condensed'); print(sorted({'uharfbuzz', 'fontpkg'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[:2] == ["[]", "['uharfbuzz']"]
