"""The PDF as independent readers see it: sizes, text, fonts, navigation, bytes (pypdf and pdfium)."""

from __future__ import annotations

import ctypes
import hashlib
import io
import os
import re
import subprocess
import sys
from collections.abc import Iterator

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader
from pypdf.generic import ArrayObject, DictionaryObject

from pnp import fonts
from pnp.render import pdf
from pnp.scene import (
    BLACK,
    IDENTITY,
    Document,
    Group,
    Layer,
    Link,
    Matrix,
    Page,
    Path,
    Rect,
    Run,
    Shape,
    Stroke,
    Text,
    apply,
    line,
    moved,
    rectangle,
    times,
    turned,
)

MM = 72 / 25.4
SLAB = "Alfa Slab One 400"
TEXT = "Atkinson Hyperlegible 400"
BOLD = "Barlow Condensed 700"
ITALIC = "Atkinson Hyperlegible 400 italic"
SAID = {
    SLAB: "fix the office: fluffy baffle",
    BOLD: "Žluťoučký kůň, naïve cœur — « é » 88½",
    TEXT: "1\u202f000 non\u2011stop-go, AVATAR To. (a\\b)",
    ITALIC: "e\u0301 x\u0303 ½ ×3 l’œuf",
}


def text(words: str, x: float, y: float, size: float = 5, key: str = TEXT) -> Text:
    return Text(x, y, size, fonts.shape(key, words))


def document(*pages: Page, **more: str | None) -> Document:
    told = {"title": "T", "author": "A", "subject": "S", "keywords": "K", "lang": "en", **more}
    return Document(pages, **told)  # type: ignore[arg-type]


def page(*shapes: Shape, width: float = 100, height: float = 80, **more: object) -> Page:
    return Page(width, height, shapes, **more)  # type: ignore[arg-type]


def sample() -> Document:
    """A document with one of everything that has a name or a number in the file."""
    mark = Layer("crop marks", (Path(line(1, 2, 3, 4), stroke=Stroke(BLACK, 0.1)),))
    icon = Group((Path(rectangle(Rect(0, 0, 9, 9)), fill="#2E6B3A"), text("A", 1, 8)), once=True)
    lines = [text(words, 5, 10 + 9 * i, key=key) for i, (key, words) in enumerate(SAID.items())]
    return document(
        page(*lines, mark, width=210, height=297, label="sheet 1 front", outline="Cards"),
        page(icon, mark, Layer("ruler", ()), width=215.9, height=279.4),
        page(
            icon, text("back", 10, 10, key=BOLD), outline="Dés — ž", trim=Rect(3, 3, 94, 74), bleed=Rect(0, 0, 100, 80)
        ),
        title="Cartes «é» & <ž>",
        author="Ann Author",
        subject="Œuvre",
        keywords="cards, dice",
        lang="fr",
        duplex="long",
    )


def read(made: Document) -> PdfReader:
    return PdfReader(io.BytesIO(pdf.render(made)))


def objects(reader: PdfReader) -> Iterator[DictionaryObject]:
    for number in range(1, int(reader.trailer["/Size"])):
        found = reader.get_object(number)
        if isinstance(found, DictionaryObject):
            yield found


def origins(made: bytes, number: int = 0) -> list[tuple[str, float, float]]:
    """Return every character that pdfium finds on a page with its glyph's origin, mm from the top left."""
    opened = pypdfium2.PdfDocument(made)
    sheet = opened[number]
    height, found = sheet.get_height(), []
    words = sheet.get_textpage()
    x, y = ctypes.c_double(), ctypes.c_double()
    for index in range(words.count_chars()):
        if pypdfium2.raw.FPDFText_IsGenerated(words, index) == 1:
            continue
        assert pypdfium2.raw.FPDFText_GetCharOrigin(words, index, ctypes.byref(x), ctypes.byref(y))
        letter = chr(pypdfium2.raw.FPDFText_GetUnicode(words, index))
        found.append((letter, x.value / MM, (height - y.value) / MM))
    opened.close()
    return found


def expected_origins(shapes: tuple[Shape, ...], matrix: Matrix = IDENTITY) -> list[tuple[str, float, float]]:
    """Return the same from the scene, for runs of one character a glyph."""
    found: list[tuple[str, float, float]] = []
    for shape in shapes:
        if isinstance(shape, Group):
            found += expected_origins(shape.children, times(matrix, shape.matrix))
        elif isinstance(shape, Text):
            for _, cluster, x, y in shape.run.glyphs:
                place = apply(matrix, shape.x + x * shape.size, shape.y - y * shape.size)
                found.append((shape.run.text[cluster], *place))
    return found


def assert_same_origins(made: Document) -> None:
    expected = [place for place in expected_origins(made.pages[0].shapes) if place[0] != " "]
    actual = [place for place in origins(pdf.render(made)) if place[0] != " "]
    assert [letter for letter, _, _ in expected] == [letter for letter, _, _ in actual]
    for (_, x, y), (_, there_x, there_y) in zip(expected, actual, strict=True):
        assert (x, y) == pytest.approx((there_x, there_y), abs=0.01)


@pytest.mark.parametrize(
    ("width", "height", "points"),
    [
        (210, 297, (595.276, 841.890)),
        (215.9, 279.4, (612, 792)),
        (148, 210, (419.528, 595.276)),
        (63, 88, (178.583, 249.449)),
    ],
)
def test_a_page_has_exactly_its_size(width: float, height: float, points: tuple[float, float]) -> None:
    box = read(document(page(width=width, height=height))).pages[0].mediabox
    assert (float(box.left), float(box.bottom)) == (0, 0)
    assert points == pytest.approx((float(box.width), float(box.height)), abs=0.001)
    assert (width, height) == pytest.approx((float(box.width) / MM, float(box.height) / MM), abs=0.0001)


def test_trim_and_bleed_are_those_of_the_page_that_sets_them_and_of_no_other() -> None:
    trim, bleed = Rect(3, 4, 63, 70), Rect(0.5, 1, 68, 76)
    pages = read(document(page(), page(trim=trim, bleed=bleed), page())).pages
    assert ["/TrimBox" in found or "/BleedBox" in found for found in pages] == [False, True, False]
    for rect, box in ((trim, pages[1].trimbox), (bleed, pages[1].bleedbox)):
        actual = [float(edge) / MM for edge in (box.left, box.top, box.width, box.height)]
        assert [rect.x, 80 - rect.y, rect.width, rect.height] == pytest.approx(actual, abs=0.0001)


def test_text_comes_out_as_it_was_written_in_the_order_it_was_drawn() -> None:
    made = pdf.render(sample())
    expected = [words.replace("e\u0301", "e\u0301") for words in SAID.values()]
    assert expected == PdfReader(io.BytesIO(made)).pages[0].extract_text().rstrip("\n").split("\n")
    opened = pypdfium2.PdfDocument(made)
    assert expected == opened[0].get_textpage().get_text_range().split("\r\n")
    opened.close()


def test_text_inside_forms_is_found_too() -> None:
    assert read(sample()).pages[2].extract_text().split() == ["A", "back"]


def test_letters_drawn_by_several_glyphs_say_what_they_are_together() -> None:
    one, two = (fonts.shape(TEXT, letter).glyphs[0][0] for letter in "xy")
    run = Run(TEXT, "aé", ((fonts.shape(TEXT, "a").glyphs[0][0], 0, 0, 0), (one, 1, 0.5, 0), (two, 1, 0.6, 0.2)), 1.2)
    made = pdf.render(document(page(Text(10, 20, 5, run), text("xy", 10, 40))))
    opened = pypdfium2.PdfDocument(made)
    assert opened[0].get_textpage().get_text_range().split("\r\n") == ["aé", "xy"]
    opened.close()


def test_every_font_is_embedded_as_a_subset_and_no_other_is_listed() -> None:
    found = [item for item in objects(read(sample())) if item.get("/Type") == "/Font"]
    names = sorted(str(item["/BaseFont"]) for item in found if item["/Subtype"] == "/Type0")
    assert (
        sorted(re.fullmatch(r"/[A-Z]{6}\+(.*)", name)[1] for name in names)  # type: ignore[index]
    ) == ["AlfaSlabOne-Regular", "AtkinsonHyperlegible-Italic", "AtkinsonHyperlegible-Regular", "BarlowCondensed-Bold"]
    assert {"/Type0", "/CIDFontType2"} == {item["/Subtype"] for item in found}
    for item in found:
        if item["/Subtype"] == "/CIDFontType2":
            assert len(item["/FontDescriptor"]["/FontFile2"].get_data()) < 20_000


def test_a_subset_has_only_the_letters_that_are_drawn() -> None:
    few, many = pdf.render(document(page(text("a", 1, 9)))), pdf.render(document(page(text("abcdefghijkl", 1, 9))))
    assert len(few) < len(many)


def test_a_run_in_another_face_does_not_spoil_the_next() -> None:
    shapes = (text("ǆ", 10, 10, key=SLAB), text("plain one", 10, 20), text("plain two", 10, 30))
    assert read(document(page(*shapes))).pages[0].extract_text().split("\n") == ["ǆ", "plain one", "plain two"]


@pytest.mark.parametrize("key", [TEXT, BOLD, ITALIC])
def test_glyphs_stand_where_the_scene_puts_them(key: str) -> None:
    words = (text("AVATAR To. é1½", 12.3, 20.7, 7.7, key), text("x\u0303", 3, 60, 30, key))
    assert_same_origins(document(page(*words)))


def test_glyphs_of_the_kerned_slab_face_stand_right_to_the_end_of_a_long_line() -> None:
    assert_same_origins(document(page(text("AVATAR To.Ty.We " * 8, 2, 20, 2.1, SLAB), width=400)))


matrices = st.tuples(*[st.floats(-2, 2)] * 4, st.floats(20, 60), st.floats(20, 60)).filter(
    lambda m: abs(m[0] * m[3] - m[1] * m[2]) > 0.3
)


@given(matrices, st.sampled_from([IDENTITY, moved(7.77, -3.33), turned(1, 5, 5), (3, 0, 0, 3, 1, 1)]), st.booleans())
def test_glyphs_stand_right_below_any_matrix_in_a_form_or_not(outer: Matrix, inner: Matrix, once: bool) -> None:
    nested = Group((Group((text("Wavy", 1.234, 2.345, 3.3),), inner, once=once),), outer, once=once)
    assert_same_origins(document(page(nested, width=400, height=400)))


HAIR = 1.2246467991473532e-16  # the sine of half a turn in floats


@pytest.mark.parametrize("turn", [(-1, HAIR, -HAIR, -1), (HAIR, 1, -1, HAIR)])
def test_a_turn_that_misses_its_quarter_by_a_hair_is_written_without_exponent(turn: tuple[float, ...]) -> None:
    a, b, c, d = turn
    made = document(page(Group((text("Half", 5, 5),), (a, b, c, d, 40, 40))))
    assert_same_origins(made)
    assert re.findall(rb"\d[eE][+-]?\d", read(made).pages[0].get_contents().get_data()) == []  # type: ignore[union-attr]


@pytest.mark.parametrize("once", [True, False])
def test_art_in_tiny_units_loses_nothing_when_enlarged(once: bool) -> None:
    art = tuple(text("H", 0.00123456 * i, 0.00765432 * i, 0.02) for i in range(1, 9))
    assert_same_origins(document(page(Group(art, (800, 0, 0, 800, 3, 3), once=once))))


def test_the_outline_lists_the_parts_with_their_pages() -> None:
    reader = read(sample())
    found = [(str(entry.title), reader.get_destination_page_number(entry)) for entry in reader.outline]  # type: ignore[union-attr,arg-type]
    assert found == [("Cards", 0), ("Dés — ž", 2)]
    assert "/Outlines" not in read(document(page())).trailer["/Root"]


def test_pages_are_called_by_their_labels_or_numbers() -> None:
    assert read(sample()).page_labels == ["sheet 1 front", "2", "3"]


def test_title_author_language_and_printing_wishes_are_told() -> None:
    reader = read(sample())
    root = reader.trailer["/Root"]
    assert dict(reader.metadata or {}) == {
        "/Title": "Cartes «é» & <ž>",
        "/Author": "Ann Author",
        "/Subject": "Œuvre",
        "/Keywords": "cards, dice",
        "/Creator": "Bullpen",
        "/Producer": "Bullpen",
    }
    assert root["/Lang"] == "fr"
    xmp = reader.xmp_metadata
    assert xmp is not None
    assert (xmp.dc_title, xmp.dc_creator) == ({"x-default": "Cartes «é» & <ž>"}, ["Ann Author"])
    assert (xmp.pdf_keywords, xmp.dc_language) == ("cards, dice", ["fr"])
    wishes = {"/DisplayDocTitle": True, "/PrintScaling": "/None", "/Duplex": "/DuplexFlipLongEdge"}
    assert dict(root["/ViewerPreferences"]) == wishes


@pytest.mark.parametrize(("flip", "told"), [("short", "/DuplexFlipShortEdge"), (None, "/Simplex")])
def test_the_flip_is_told_to_the_printer(flip: str | None, told: str) -> None:
    assert told == read(document(page(), duplex=flip)).trailer["/Root"]["/ViewerPreferences"]["/Duplex"]


def test_a_layer_of_one_name_on_many_pages_is_one_switch() -> None:
    reader = read(sample())
    told = reader.trailer["/Root"]["/OCProperties"]
    assert [group["/Name"] for group in told["/OCGs"]] == ["crop marks", "ruler"]
    assert told["/D"]["/ON"] == told["/OCGs"] == told["/D"]["/Order"]
    used = [list(found["/Resources"].get("/Properties", {}).values()) for found in reader.pages]
    assert [len(names) for names in used] == [1, 2, 0]
    assert used[0][0] in used[1]


def test_a_link_opens_its_address_from_its_rectangle() -> None:
    address = "https://example.org/a?b=(c)&d=é"
    found = read(document(page(Link(Rect(10, 20, 30, 5), address)))).pages[0].annotations
    assert isinstance(found, ArrayObject)
    link = found[0].get_object()
    assert link["/A"]["/URI"] == address
    assert pytest.approx([float(edge) / MM for edge in link["/Rect"]], abs=0.0001) == [10, 80 - 25, 40, 80 - 20]


def test_a_link_below_the_top_level_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="the link to x is not at the top level of its page"):
        pdf.render(document(page(Group((Link(Rect(0, 0, 1, 1), "x"),)))))


def test_streams_are_compressed_binary_and_the_version_knows_layers() -> None:
    made = pdf.render(sample())
    assert made.startswith(b"%PDF-1.7\n")
    assert b"ASCII85" not in made
    assert b"/Helvetica" not in made
    assert b"CreationDate" not in made


def test_the_same_document_is_the_same_bytes_whatever_the_machine_says() -> None:
    here = hashlib.sha256(pdf.render(sample())).hexdigest()
    assert here == hashlib.sha256(pdf.render(sample())).hexdigest()
    for more in (
        {"PYTHONHASHSEED": "1", "TZ": "Asia/Tokyo", "LC_ALL": "C"},
        {"PYTHONHASHSEED": "2", "SOURCE_DATE_EPOCH": "1", "LC_ALL": "C.UTF-8"},
    ):
        done = subprocess.run(
            [sys.executable, __file__], env={**os.environ, **more}, capture_output=True, text=True, check=True
        )
        assert here == done.stdout.strip()


def test_another_content_is_another_fingerprint() -> None:
    one, other = (read(document(page(text(words, 9, 9)))).trailer["/ID"][0] for words in ("a", "b"))
    assert one != other


if __name__ == "__main__":
    print(hashlib.sha256(pdf.render(sample())).hexdigest())
