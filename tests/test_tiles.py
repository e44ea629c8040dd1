"""Posters over several pages: nothing lost, overlaps alike, marks that say what to cut and what meets."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path as File

import pypdfium2 as pdfium
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from pnp.data.paper import Paper
from pnp.layout.furniture import LAYER as FURNITURE
from pnp.layout.furniture import Slug
from pnp.layout.geometry import DoesNotFit, How, Imposed
from pnp.layout.impose import impose
from pnp.layout.marks import LAYER as CROP
from pnp.layout.piece import Face, Piece
from pnp.layout.tile_marks import LAYER as JOINS
from pnp.layout.tiles import impose_tiles
from pnp.layout.tilings import Tiling, letters, tiling
from pnp.render import pdf
from pnp.scene import IDENTITY, Document, Group, Layer, Matrix, Page, Path, Rect, Shape, Text, apply, ellipse, times
from pnp.scene import rectangle as outline
from tests.small_press import A3, A4, A5, LETTER, SLUG, bounds, furniture_boxes, layers, overlap, passed

WORDS = tomllib.loads((File(__file__).parent.parent / "templates/_shared/furniture.toml").read_text(encoding="utf-8"))


def poster(width: float = 400, height: float = 280, *, bleed: float = 0, over: float = 10, copies: int = 1) -> Piece:
    """Return a board of coloured dots on a tinted ground, different everywhere."""
    dots = []
    for x in range(5, int(width), 17):
        for y in range(5, int(height), 17):
            ink = f"#{(x * 7) % 200:02x}{(y * 5) % 200:02x}{(x + y) % 256:02x}"
            dots.append(Path(ellipse(x, y, 3 + (x * y) % 5), fill=ink))
    ground = Path(outline(Rect(0, 0, width, height).grown(bleed)), fill="#fbe9c0")
    face = Face("Board", Group((ground, *dots)), None, copies)
    return Piece("board", "Board", "poster", width, height, bleed, 0, False, (face,), laying="tiles", overlap=over)


def tiles(imposed: Imposed) -> list[tuple[str, Rect, Rect]]:
    """Return name, part of the face, and window on its page, of every page after the first, read from the shapes."""
    found = []
    for page in imposed.pages[1:]:
        (placed,) = [shape for shape in page.shapes if isinstance(shape, Group)]
        (clipped,) = placed.children
        assert isinstance(clipped, Group)
        assert clipped.clip is not None
        part = bounds(passed(clipped.clip))
        (x, y), (right, bottom) = apply(placed.matrix, part.x, part.y), apply(placed.matrix, part.right, part.bottom)
        found.append((page.label, part, Rect(x, y, right - x, bottom - y)))
    return found


def words(page: Page, layer: str = JOINS) -> list[str]:
    return [text for text, _ in _texts(layers(page, layer))]


def _texts(shapes: list[Layer]) -> Iterator[tuple[str, tuple[float, float]]]:
    for shape in shapes:
        for child in shape.children:
            yield from _inner(child, IDENTITY)


def _inner(shape: Shape, outer: Matrix) -> Iterator[tuple[str, tuple[float, float]]]:
    if isinstance(shape, Group):
        for child in shape.children:
            yield from _inner(child, times(outer, shape.matrix))
    elif isinstance(shape, Text):
        yield shape.run.text, apply(outer, shape.x + shape.run.advance * shape.size / 2, shape.y)


def test_an_a3_board_takes_four_turned_pages_after_the_picture() -> None:
    for paper in (A4, LETTER):
        found = impose_tiles(poster(), paper, SLUG)
        assert [page.label for page in found.pages] == ["How the sheets go together", "A1", "A2", "B1", "B2"]
        assert (found.sheets, found.per_page, found.notices) == (5, 1, ())
        assert {(page.width, page.height) for page in found.pages} == {(paper.height, paper.width)}
        assert [page.outline for page in found.pages] == ["Board", "", "", "", ""]


@given(
    st.tuples(st.integers(150, 900), st.integers(150, 900)),
    st.sampled_from([0.0, 3.0]),
    st.sampled_from([0.0, 5.0, 10.0, 15.0]),
    st.sampled_from([A4, LETTER, A5, A3]),
)
def test_the_parts_cover_the_face_and_neighbours_overlap_alike(
    size: tuple[int, int], bleed: float, over: float, paper: Paper
) -> None:
    piece = poster(*size, bleed=bleed, over=over)
    found = tiling(piece, paper)
    region = Rect(0, 0, *size).grown(bleed)
    assert (found.tile(0, 0).part.x, found.tile(0, 0).part.y) == pytest.approx((region.x, region.y))
    last = found.tile(found.rows - 1, found.columns - 1).part
    assert (last.right, last.bottom) == pytest.approx((region.right, region.bottom))
    for _, one, other in found.seams():
        if one.row == other.row:
            assert one.part.right - other.part.x == pytest.approx(over)
            assert (one.part.y, one.part.bottom) == (other.part.y, other.part.bottom)
        else:
            assert one.part.bottom - other.part.y == pytest.approx(over)
            assert (one.part.x, one.part.right) == (other.part.x, other.part.right)
    for tile in found.tiles:
        room = Rect(0, 0, *found.page).grown(-paper.margin - 6.3)
        assert tile.window.x > room.x
        assert tile.window.y > room.y
        assert tile.window.right < room.right
        assert tile.window.bottom < room.bottom


@given(st.tuples(st.integers(150, 900), st.integers(150, 900)), st.sampled_from([A4, LETTER, A5]))
def test_no_division_takes_fewer_pages(size: tuple[int, int], paper: Paper) -> None:
    found = tiling(poster(*size), paper)
    least = min(
        math.prod(
            1 if length <= room else math.ceil((length - 10 - 0.001) / (room - 10))
            for length, room in zip(size, (side - 2 * paper.margin - 13 for side in page), strict=True)
        )
        for page in ((paper.width, paper.height), (paper.height, paper.width))
    )
    assert found.count == least


@pytest.mark.parametrize("paper", [A4, LETTER, A5])
@pytest.mark.parametrize("bleed", [0.0, 3.0])
def test_a_point_of_the_face_lies_at_the_same_place_of_both_parts(paper: Paper, bleed: float) -> None:
    found = tiles(impose_tiles(poster(bleed=bleed), paper, SLUG))
    shared = 0
    for (_, one, first), (_, other, second) in combinations(found, 2):
        if overlap(one, other):
            shared += 1
            shift = (first.x - one.x - (second.x - other.x), first.y - one.y - (second.y - other.y))
            steps = [length / 0.254 for length in shift]
            assert steps == pytest.approx([round(step) for step in steps], abs=1e-6)
    assert shared > 3


def _picture(page: Page) -> Image.Image:
    """Return a Letter page at 100 dpi, whole pixels across and down, its furniture and marks left out."""
    bare = replace(page, shapes=tuple(shape for shape in page.shapes if isinstance(shape, Group)))
    document = pdfium.PdfDocument(pdf.render(Document((bare,), "t", "a", "s", "k", "en")))
    found: Image.Image = document[0].render(scale=100 / 72).to_pil().convert("RGB")
    return found


def test_overlaps_are_the_same_picture_on_both_pages() -> None:
    imposed = impose_tiles(poster(), LETTER, SLUG)
    pictures = [_picture(page) for page in imposed.pages[1:]]
    assert {image.size for image in pictures} == {(1100, 850)}
    compared = 0
    parts = [(part, window, image) for (_, part, window), image in zip(tiles(imposed), pictures, strict=True)]
    for (one, first, left), (other, second, right) in combinations(parts, 2):
        low = [max(one.x, other.x) + 0.6, max(one.y, other.y) + 0.6]
        high = [min(one.right, other.right) - 0.6, min(one.bottom, other.bottom) - 0.6]
        wide, tall = (int((end - start) / 0.254) for start, end in zip(low, high, strict=True))
        cut = []
        for part, window, image in ((one, first, left), (other, second, right)):
            x, y = ((at - p + w) / 0.254 for at, p, w in zip(low, (part.x, part.y), (window.x, window.y), strict=True))
            cut.append(image.crop((int(x), int(y), int(x) + wide, int(y) + tall)))
        difference = ImageChops.difference(*cut)
        compared += wide * tall
        assert difference.getbbox() is None
    assert compared > 50_000


def test_joined_pages_show_the_whole_face() -> None:
    imposed = impose_tiles(poster(), LETTER, SLUG)
    whole = Image.new("RGB", (1575, 1102), "white")
    for (_, part, window), page in zip(tiles(imposed), imposed.pages[1:], strict=True):
        edges = [round(edge / 0.254) for edge in (window.x, window.y, window.right, window.bottom)]
        whole.paste(_picture(page).crop(tuple(edges)), (round(part.x / 0.254), round(part.y / 0.254)))  # type: ignore[arg-type]
    face = Page(400, 280, (poster().faces[0].front,))
    document = pdfium.PdfDocument(pdf.render(Document((face,), "t", "a", "s", "k", "en")))
    expected = document[0].render(scale=100 / 72).to_pil().convert("RGB").resize(whole.size)
    histogram = ImageChops.difference(whole, expected).convert("L").point(lambda level: 255 * (level > 60)).histogram()
    assert histogram[255] < 0.02 * sum(histogram)


def test_every_seam_has_one_letter_on_both_pages_at_the_same_place_along_it() -> None:
    imposed = impose_tiles(poster(700, 500), A4, SLUG)
    found: dict[str, list[tuple[str, Rect, tuple[float, float]]]] = {}
    for (name, part, window), page in zip(tiles(imposed), imposed.pages[1:], strict=True):
        for text, (x, y) in _texts(layers(page, JOINS)):
            if text.isalpha() and text.isupper() and len(text) <= 2:
                at = (x - window.x + part.x, y - window.y + part.y)
                found.setdefault(text, []).append((name, part, at))
    parts = tiling(poster(700, 500), A4)
    assert list(found) != []
    assert {letter: [name for name, _, _ in both] for letter, both in found.items()} == {
        letter: [one.name, other.name] for letter, one, other in parts.seams()
    }
    for (first, one, at), (second, other, also) in found.values():
        along = 1 if first[0] == second[0] else 0
        assert at[along] == pytest.approx(also[along], abs=0.2)
        assert not one.x < at[0] < one.right or not one.y < at[1] < one.bottom
        assert not other.x < also[0] < other.right or not other.y < also[1] < other.bottom


def test_pages_say_their_name_and_what_to_cut_and_glue() -> None:
    pages = {page.label: words(page) for page in impose_tiles(poster(), A4, SLUG).pages[1:]}
    glue, cut = "glue here, under the neighbour", "cut along this line"
    assert {name: (found[-1], found.count(cut), found.count(glue)) for name, found in pages.items()} == {
        "A1": ("A1", 0, 2),
        "A2": ("A2", 1, 1),
        "B1": ("B1", 1, 1),
        "B2": ("B2", 2, 0),
    }


def test_the_line_to_cut_and_the_line_to_glue_to_are_the_same_line_of_the_face() -> None:
    imposed = impose_tiles(poster(), A4, SLUG)
    (_, one, first), (_, other, second), *_ = tiles(imposed)
    dashed, solid = (
        next(shape for shape in layers(imposed.pages[number], JOINS)[0].children if isinstance(shape, Path))
        for number in (1, 2)
    )
    assert dashed.stroke is not None
    assert solid.stroke is not None
    assert (bool(dashed.stroke.dash), bool(solid.stroke.dash)) == (True, False)
    glue = [x - first.x + one.x for x, y in passed(dashed) if y < first.y]
    cut = [x - second.x + other.x for x, y in passed(solid) if y < second.y]
    assert glue == pytest.approx([other.x] * 2)
    assert cut == pytest.approx([other.x] * 2)


@pytest.mark.parametrize("bleed", [0.0, 3.0])
def test_no_mark_lies_on_a_part(bleed: float) -> None:
    imposed = impose_tiles(poster(bleed=bleed), A4, SLUG)
    for (_, _, window), page in zip(tiles(imposed), imposed.pages[1:], strict=True):
        printed = Rect(0, 0, page.width, page.height).grown(-4.5)
        for layer in (*layers(page, JOINS), *layers(page, CROP)):
            for box in _boxes(layer, IDENTITY):
                assert not overlap(box, window.grown(-0.01))
                assert box.x > printed.x - 0.2
                assert box.y > printed.y - 0.2
                assert box.right < printed.right + 0.2
                assert box.bottom < printed.bottom + 0.2
        for _, box in furniture_boxes(page):
            assert not overlap(box, window)


def _boxes(shape: Shape, outer: Matrix) -> Iterator[Rect]:
    """Yield the rectangle of every subpath, so that lines on two sides of a part count one by one."""
    match shape:
        case Group() | Layer():
            inner = times(outer, shape.matrix) if isinstance(shape, Group) else outer
            for child in shape.children:
                yield from _boxes(child, inner)
        case Path():
            half = shape.stroke.width / 2 if shape.stroke else 0.0
            points = [apply(outer, x, y) for x, y in passed(shape)]
            closed = any(segment[0] == "Z" for segment in shape.segments)
            pairs = [points] if closed else [points[at : at + 2] for at in range(0, len(points), 2)]
            for some in pairs:
                box = bounds(some)
                yield box.grown(half) if closed else _thick(box, half)
        case _:
            pass


def _thick(box: Rect, half: float) -> Rect:
    return (
        Rect(box.x, box.y - half, box.width, 2 * half) if box.width else Rect(box.x - half, box.y, 2 * half, box.height)
    )


def test_the_corners_of_the_finished_face_have_crop_marks_at_the_trim() -> None:
    imposed = impose_tiles(poster(bleed=3), A4, SLUG)
    corners = {}
    for (name, part, window), page in zip(tiles(imposed), imposed.pages[1:], strict=True):
        (marks,) = layers(page, CROP)
        (path,) = marks.children
        assert isinstance(path, Path)
        ends = [(round(x - window.x + part.x, 3), round(y - window.y + part.y, 3)) for x, y in passed(path)]
        corners[name] = ({x for x, y in ends if not 0 <= y <= 280}, {y for x, y in ends if not 0 <= x <= 400})
    assert corners == {"A1": ({0}, {0}), "A2": ({400}, {0}), "B1": ({0}, {280}), "B2": ({400}, {280})}
    bare = impose_tiles(poster(bleed=3), replace(A4, crop_marks=False), SLUG)
    assert [layers(page, CROP) for page in bare.pages] == [[]] * 5


def test_what_the_paper_holds_is_laid_in_one_part() -> None:
    piece = poster(190, 264)
    assert impose_tiles(piece, A4, SLUG) == impose(replace(piece, laying="grid"), A4, How(), SLUG)
    assert len(impose_tiles(poster(), A3, SLUG).pages) == 1


def test_a_strip_takes_pages_in_one_row_and_copies_and_backs_are_tiled_too() -> None:
    long = impose_tiles(poster(900, 100, copies=2), A4, SLUG)
    assert [page.label for page in long.pages[1:]] == ["A1", "A2", "A3", "A4"] * 2
    piece = poster()
    face = replace(piece.faces[0], back=poster(399, 279).faces[0].front)
    assert len(impose_tiles(replace(piece, faces=(face,)), A4, SLUG).pages) == 9


def test_the_picture_names_every_part_and_seam_in_the_language_of_the_print() -> None:
    slug = Slug("Plateau", "Petite fête", "1.0", WORDS["fr"])
    imposed = impose_tiles(poster(), A4, slug)
    page = imposed.pages[0]
    found = [text for shape in page.shapes if isinstance(shape, Group) for text, _ in _inner(shape, IDENTITY)]
    assert found[0] == page.label == "Assembler les feuilles"
    assert {"A1", "A2", "B1", "B2", "A", "B", "C", "D", "1", "2", "3"} <= set(found)
    assert "couper le long de ce trait" in words(imposed.pages[2])
    assert "page 1 sur 5 · recto seul" in [text for text, _ in furniture_boxes(page)]


def test_every_page_carries_the_furniture_once() -> None:
    pages = impose_tiles(poster(), A4, SLUG).pages
    assert [len(layers(page, FURNITURE)) for page in pages] == [1] * 5
    assert [[text for text, _ in furniture_boxes(page)][-1] for page in pages] == [
        f"page {number} of 5 · one side only" for number in range(1, 6)
    ]


def test_the_face_is_stored_once_in_the_file() -> None:
    pages = impose_tiles(poster(), A4, SLUG).pages
    size = len(pdf.render(Document(pages, "t", "a", "s", "k", "en")))
    single = len(pdf.render(Document(pages[1:2], "t", "a", "s", "k", "en")))
    assert size < 1.6 * single
    assert impose_tiles(poster(), A4, SLUG) == impose_tiles(poster(), A4, SLUG)


def test_offsets_move_the_parts_and_what_they_push_into_the_margin_is_told() -> None:
    moved = tiles(impose_tiles(poster(), replace(A4, printer_offset=(2.54, 0.0)), SLUG))
    plain = tiles(impose_tiles(poster(), A4, SLUG))
    assert {round(one[2].x - other[2].x, 6) for one, other in zip(moved, plain, strict=True)} == {2.54}
    far = impose_tiles(poster(500, 280), replace(A4, printer_offset=(30.0, 0.0)), SLUG)
    assert far.notices[0].startswith("Board: with the offsets of A4 the parts reach ")


def test_paper_too_small_for_parts_that_overlap_is_told() -> None:
    tiny = Paper("custom", 60.0, 60.0, 15.0)
    with pytest.raises(DoesNotFit, match="Board does not fit: parts that overlap by 10 mm"):
        impose_tiles(poster(), tiny, SLUG)
    with pytest.raises(ValueError, match="not one copy"):
        impose_tiles(poster(copies=0), A4, SLUG)


def test_letters_go_on_after_z() -> None:
    assert [letters(index) for index in (0, 25, 26, 51, 52, 701, 702)] == ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]
    many: Tiling = tiling(poster(900, 900), A5)
    found = [letter for letter, _, _ in many.seams()]
    assert len(found) == len(set(found)) == many.rows * (many.columns - 1) + many.columns * (many.rows - 1)
