"""Codes of texts in files that are bound from gatherings: every word copies as it was written, whoever wrote it first.

Two signs may share one glyph, of which one code can say only one: in one gathering, or in several that were written
apart and took the signs in another order.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pypdf
import pypdfium2 as pdfium
import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from hypothesis import given
from hypothesis import strategies as st

from pnp import families, fonts
from pnp.layout.text import label
from pnp.render import pdf
from pnp.render.encodings import Encoding
from pnp.render.gathering import gather
from pnp.render.glyphs import CODES, Glyphs
from pnp.scene import Document, Group, Image, Page, Pixels, Rect, Shape, Text
from tests import small_fonts
from tests.long_deck import picture
from tests.small_game import DISPLAY, FAMILY, LABEL

TWINS = {"\u0394": "\u2206", "\u00b5": "\u03bc", "-": "\u2010", " ": "\u2009"}
"""Signs that look alike, by the one that shares its glyph: Delta and increment, micro and mu, hyphens, spaces."""
KINDS = {"truetype": ("ttf", ()), "postscript": ("otf", ()), "numbered": ("otf", (7, 9, 4, 12, 300, 44))}


def twins(folder: Path, kind: str, weight: int = 400) -> str:
    """Return the key of a font in which every two twins are one glyph."""
    suffix, cids = KINDS[kind]
    path = small_fonts.write(folder / f"twins.{suffix}", "ab\u0394\u00b5-", cids=cids, weight=weight)
    font = TTFont(path)
    for table in font["cmap"].tables:
        table.cmap |= {ord(twin): table.cmap[ord(sign)] for sign, twin in TWINS.items()}
    font.save(path)
    (family,) = families.own([families.read(path)]).values()
    return fonts.face(family).key


def page(key: str, *words: str, top: float = 0) -> Page:
    """Return a page with words on lines of their own."""
    return Page(
        100, 100, tuple(Text(5, top + 10 + 10 * at, 5, fonts.shape(key, word)) for at, word in enumerate(words))
    )


def bound(*gatherings: Sequence[Page]) -> bytes:
    """Return a file of gatherings that were written apart."""
    pages = tuple(each for gathering in gatherings for each in gather(gathering))
    return pdf.render(Document(pages, "t", "a", "s", "k", "en"))


def seen(data: bytes) -> list[list[str]]:
    """Return the lines of every page as pdfium reads them."""
    with pdfium.PdfDocument(data) as read:
        return [page.get_textpage().get_text_range().split("\r\n") for page in read]


def copied(data: bytes) -> list[list[str]]:
    """Return the same as pypdf reads them."""
    return [page.extract_text().split("\n") for page in pypdf.PdfReader(io.BytesIO(data)).pages]


def dictionaries(data: bytes) -> list[pypdf.generic.DictionaryObject]:
    """Return all objects of a file that are dictionaries or streams."""
    reader = pypdf.PdfReader(io.BytesIO(data))
    found = (reader.get_object(number) for number in sorted(reader.xref[0]))
    return [each for each in found if isinstance(each, pypdf.generic.DictionaryObject)]


def made_of(data: bytes) -> tuple[int, int]:
    """Return how many fonts a file has, and how many programs they have."""
    found = dictionaries(data)
    programs = {each.raw_get(key).idnum for each in found for key in ("/FontFile2", "/FontFile3") if key in each}
    return sum(each.get("/Subtype") == "/Type0" for each in found), len(programs)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("sign", TWINS)
def test_twins_copy_as_they_were_written(tmp_path: Path, kind: str, sign: str) -> None:
    key, twin = twins(tmp_path, kind), TWINS[sign]
    for words in (
        [f"a{sign}b", f"a{twin}b"],
        [f"a{twin}b", f"a{sign}b"],
        [f"a{sign}b{twin}a", f"a{twin}b"],
        [f"b{twin}a{sign}b", f"a{sign}b{twin}a"],
    ):
        one = bound([page(key, *words)])
        apart = bound(*([page(key, word)] for word in words))
        assert seen(one) == [words]
        assert seen(apart) == [[word] for word in words]
        if kind == "truetype":  # pypdf takes the codes of fonts with a table of their own for single bytes
            assert (copied(one), copied(apart)) == (seen(one), seen(apart))


def test_gatherings_share_a_font_as_long_as_they_agree(tmp_path: Path) -> None:
    key = twins(tmp_path, "truetype")
    plain, delta, increment = page(key, "abba"), page(key, "a\u0394"), page(key, "a\u2206")
    assert made_of(bound([plain], [delta], [plain, delta])) == (1, 1)
    assert made_of(bound([delta], [increment])) == (2, 1)
    assert made_of(bound([delta], [increment], [plain], [increment], [delta, increment])) == (2, 1)
    hyphens = ([page(key, "a-b")], [page(key, "a\u2010b")])
    assert made_of(bound(*hyphens)) == made_of(bound(*reversed(hyphens))) == (1, 1)


def test_gatherings_that_disagree_on_one_face_each_keep_them_apart(tmp_path: Path) -> None:
    """The second and the third use the same faces in another order, and disagree with the first on the later one."""
    (tmp_path / "own").mkdir()
    one, two = twins(tmp_path, "truetype"), twins(tmp_path / "own", "truetype", weight=700)

    def both(first: str, word: str, second: str, other: str) -> Page:
        return replace(page(first, word), shapes=(*page(first, word).shapes, *page(second, other, top=50).shapes))

    data = bound(
        [both(one, "a\u0394", two, "b\u0394")],
        [both(one, "a\u0394", two, "b\u2206")],
        [both(two, "b\u0394", one, "a\u2206")],
    )
    assert seen(data) == copied(data) == [["a\u0394", "b\u0394"], ["a\u0394", "b\u2206"], ["b\u0394", "a\u2206"]]


def test_what_gatherings_share_is_stored_once_though_they_disagree(tmp_path: Path) -> None:
    key = twins(tmp_path, "truetype")
    pixels = Pixels("fading", "png", 8, 8, picture())
    shared = Group((Image(Rect(50, 50, 20, 20), pixels),), once=True)
    worded = Group((*page(key, "ab").shapes, shared), once=True)

    def with_picture(word: str) -> Page:
        return replace(page(key, word), shapes=(Text(5, 90, 5, fonts.shape(key, word)), worded, shared))

    data = bound([with_picture("\u0394")], [with_picture("\u2206")], [with_picture("\u2206")])
    kinds = [found.get("/Subtype") for found in dictionaries(data)]
    assert kinds.count("/Image") == 2  # its colours and how much of them is seen
    assert kinds.count("/Form") == 3  # the one with words needs either font
    assert seen(data) == [["\u0394", "ab"], ["\u2206", "ab"], ["\u2206", "ab"]]


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> str:
    return twins(tmp_path_factory.mktemp("twins"), "truetype")


@given(st.lists(st.lists(st.text("ab\u0394\u2206\u00b5\u03bc-\u2010", min_size=1, max_size=6), max_size=3), max_size=5))
def test_any_words_in_any_gatherings_read_as_written(key: str, found: list[list[str]]) -> None:
    words = [[f"a{word}b" for word in each] for each in found if each]
    if words:
        data = bound(*([page(key, *each)] for each in words))
        assert seen(data) == words
        assert seen(bound([page(key, *each) for each in words])) == words


MIXED = (
    (FAMILY, "office five fjord"),
    (DISPLAY, "Toro \u2014 «¡Olé!»"),
    (LABEL, "x\u2082 e\u0301 2\u00a0km"),
    ("Noto Sans Arabic", "\u0633\u0644\u0627\u0645 \u0627\u0644\u062b\u064e\u0651\u0648\u0631"),
    ("Noto Sans", "n\u0308o\u0323\u0302 \u03a9"),
)


def test_ligatures_marks_and_words_from_right_to_left_read_the_same_in_gatherings() -> None:
    def lines(*numbers: int) -> Page:
        shapes: tuple[Shape, ...] = tuple(
            label(MIXED[number][1], 5, 10 + 12 * at, family=MIXED[number][0], size=14)
            for at, number in enumerate(numbers)
        )
        return Page(100, 100, shapes)

    pages = [lines(0, 1, 2), lines(2, 3), lines(4, 3, 0), lines(3, 1)]
    one, apart = bound(pages), bound(*([page] for page in pages))
    assert seen(apart) == seen(one)
    assert copied(apart) == copied(one)
    assert seen(one)[0][0] == MIXED[0][1]
    assert made_of(apart) == made_of(one)


def test_a_face_may_have_nearly_as_many_glyphs_as_there_are_codes(tmp_path: Path) -> None:
    count = 65_500
    names = [".notdef", *(f"g{number}" for number in range(1, count))]
    build = FontBuilder(1000)
    build.setupGlyphOrder(names)
    build.setupCharacterMap({0x41: "g1", 0x42: "g65499", 0x2206: "g40000", 0x394: "g40000", 0x2010: "g1"})
    empty = TTGlyphPen(None).glyph()
    build.setupGlyf(dict.fromkeys(names, empty))
    build.setupHorizontalMetrics(dict.fromkeys(names, (600, 0)))
    build.setupHorizontalHeader(ascent=900, descent=-200)
    build.setupNameTable({"familyName": "Large Signs", "styleName": "Regular", "psName": "LargeSigns"})
    build.setupOS2(usWeightClass=400)
    build.setupPost(keepGlyphNames=False)
    build.save(tmp_path / "large.ttf")
    (family,) = families.own([families.read(tmp_path / "large.ttf")]).values()
    large = fonts.face(family).key
    words = ["AB\u0394", "\u2206B\u2010A", "B\u2206\u0394"]
    data = bound([page(large, *words)], [page(large, *reversed(words))])
    assert copied(data) == [words, [*reversed(words)]]


def test_codes_are_the_numbers_of_glyphs_and_others_are_free_ones(tmp_path: Path) -> None:
    key = twins(tmp_path, "truetype")
    glyphs = Glyphs(key, "F")
    for word in ("a\u0394", "b\u2206", "a-", "b\u2010", "a\u2206"):
        glyphs.show(fonts.shape(key, word), 5.0)
    table = {text: (code, gid) for code, gid, text, _ in glyphs.table()}
    assert [sign for sign, (code, gid) in table.items() if code == gid] == ["a", "b", "\u0394", "-"]
    assert all(fonts.glyphs(key) <= table[sign][0] < CODES for sign in ("\u2206", "\u2010"))
    assert table["\u2206"][1] == table["\u0394"][1]


def test_a_table_that_disagrees_adds_nothing() -> None:
    encoding = Encoding("F")
    assert encoding.add(((3, 3, "a", 500.0), (4, 4, "b", 600.0), (9, 3, "c", 500.0)))
    assert encoding.add(((4, 4, "b", 600.0), (5, 5, "d", 700.0)))
    before = (encoding.gids, encoding.widths(), encoding.texts(), encoding.numbers())
    assert not encoding.add(((6, 6, "e", 1.0), (5, 5, "D", 700.0)))
    assert not encoding.add(((6, 6, "e", 1.0), (9, 4, "c", 500.0)))
    assert (encoding.gids, encoding.widths(), encoding.texts(), encoding.numbers()) == before
    assert encoding.gids == {3, 4, 5}
    assert encoding.widths() == (3, (500.0, 600.0, 700.0), 9, (500.0,))
    assert encoding.numbers() == b"".join(each.to_bytes(2, "big") for each in (0, 0, 0, 3, 4, 5, 0, 0, 0, 3))
