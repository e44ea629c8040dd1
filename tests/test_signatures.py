"""Folded booklets: the imposed sheets are folded here, in code, and must read in order from first page to last."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import pytest

from pnp.data.paper import Paper
from pnp.extent import extent
from pnp.layout import text
from pnp.layout.furniture import LAYER as FURNITURE
from pnp.layout.geometry import DoesNotFit, How, Imposed
from pnp.layout.marks import LAYER as CROP_MARKS
from pnp.layout.piece import Face, Piece
from pnp.layout.signatures import LAYER, impose_booklet, sheets
from pnp.scene import BLACK, Group, Page, Path, Rect, apply, rectangle
from tests.small_press import A3, A4, A5, LETTER, SLUG, bounds, furniture_boxes, layers, overlap, points

WIDTH, HEIGHT = 139.0, 205.0
Flip = Literal["long", "short"]


def page(number: int, inset: float = 12.0) -> Face:
    """Return a page with a dark area `inset` mm inside its trim and its number as its name."""
    area = Path(rectangle(Rect(0, 0, WIDTH, HEIGHT).grown(-inset)), fill="#1d4e89")
    return Face(str(number), Group((area,)), None, 1)


def booklet(count: int, inset: float = 12.0, size: tuple[float, float] = (WIDTH, HEIGHT)) -> Piece:
    faces = tuple(page(number, inset) for number in range(1, count + 1))
    return Piece("booklet", "Rules", "booklet", *size, 0.0, 0.0, False, faces, laying="booklet")


def lay(piece: Piece, paper: Paper = A4, flip: Flip = "long") -> Imposed:
    return impose_booklet(piece, paper, How(flip), SLUG)


def turned_over(x: float, y: float, on: Page, flip: Flip) -> tuple[float, float]:
    """Return where a point on the back of a sheet lies when it is seen through the paper, the front upright."""
    upright = on.width <= on.height
    return (on.width - x, y) if upright == (flip == "long") else (x, on.height - y)


def halves(on: Page) -> dict[str, tuple[str, bool]]:
    """Return the page on each half of a side, and whether it stands upright."""
    found = {}
    for shape in on.shapes:
        if not isinstance(shape, Group):
            continue
        (x, _), (right, _) = apply(shape.matrix, 0, 0), apply(shape.matrix, WIDTH, HEIGHT)
        half = "left" if (x + right) / 2 < on.width / 2 else "right"
        assert min(abs(x - on.width / 2), abs(right - on.width / 2)) < 1e-9, "a page touches the fold"
        found[half] = (shape.label, right > x)
        assert half not in found or found[half][0] == shape.label
    return found


def folded(imposed: Imposed, flip: Flip) -> list[str | None]:
    """Fold all sheets into one another and leaf through them; None for a blank page.

    A leaf is half a sheet. In the front half of the booklet a leaf shows the right half of a sheet's front and then its
    back, seen by turning the leaf over its fold like a page of a book.
    """
    first: list[str | None] = []
    last: list[str | None] = []
    for front, back in zip(imposed.pages[::2], imposed.pages[1::2], strict=True):
        outer, inner = halves(front), halves(back)
        assert all(upright for _, upright in outer.values())
        half_turn = flip == "long"  # a landscape sheet turned over its long edge comes to lie upside down
        assert all(upright != half_turn for _, upright in inner.values())
        behind = {}
        for half, (name, _) in inner.items():
            x, _ = turned_over({"left": 1.0, "right": front.width - 1.0}[half], front.height / 2, front, flip)
            behind["left" if x < front.width / 2 else "right"] = name
        first += [outer.get("right", (None,))[0], behind.get("right")]
        last = [behind.get("left"), outer.get("left", (None,))[0], *last]
    return first + last


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("paper", [A4, LETTER, A3], ids=lambda paper: paper.id)
@pytest.mark.parametrize("count", range(1, 25))
def test_folded_sheets_read_from_the_first_page_to_the_last(count: int, paper: Paper, flip: Flip) -> None:
    imposed = lay(booklet(count), paper, flip)
    blanks = [None] * (-count % 4)
    assert folded(imposed, flip) == [*map(str, range(1, count + 1)), *blanks]
    assert (imposed.sheets, len(imposed.pages), imposed.per_page) == (-(-count // 4), 2 * -(-count // 4), 2)


def test_five_pages_are_filled_up_to_eight_at_the_end() -> None:
    assert sheets(5) == (((8, 1), (2, 7)), ((6, 3), (4, 5)))


@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda paper: paper.id)
def test_every_side_carries_its_notes_clear_of_the_pages_ink_and_nothing_is_complained_of(paper: Paper) -> None:
    imposed = lay(booklet(8), paper)
    assert imposed.notices == ()
    for number, side_ in enumerate(imposed.pages, 1):
        boxes = furniture_boxes(side_)
        inks = [extent(shape) for shape in side_.shapes if isinstance(shape, Group) and shape.children]
        assert len(inks) == 2
        assert any(f"page {number} of 4" in words for words, _ in boxes)
        assert not [words for words, box in boxes for ink in inks if ink and overlap(box, ink)]
        assert all(box.x >= 4.5 - 1e-6 and box.right <= side_.width - 4.5 + 1e-6 for _, box in boxes)


def test_a_cover_inked_to_its_edge_leaves_the_notes_to_the_other_sides_and_stops_at_the_printers_margin() -> None:
    piece = booklet(8)
    covered = Piece(
        **{name: getattr(piece, name) for name in piece.__slots__} | {"faces": (page(1, -3), *piece.faces[1:])}
    )
    imposed = lay(covered, LETTER)
    assert imposed.notices == ()
    assert [bool(layers(one, FURNITURE)) for one in imposed.pages] == [False, True, True, True]
    cover = next(shape for shape in imposed.pages[0].shapes if isinstance(shape, Group) and shape.label == "1")
    inner = cover.children[0]
    assert isinstance(inner, Group)
    assert inner.clip is not None
    reach = bounds([apply(cover.matrix, x, y) for x, y in points(inner.clip)])
    assert (reach.x, round(reach.right, 6)) == (LETTER.height / 2, LETTER.height - 4.5)


def test_the_fold_is_marked_at_both_ends_and_the_staples_on_the_innermost_and_outermost_side() -> None:
    imposed = lay(booklet(12))
    found = [[path for layer in layers(one, LAYER) for path in layer.children] for one in imposed.pages]
    assert [len(paths) for paths in found] == [2, 1, 1, 1, 1, 2]
    assert {x for paths in found for x, _ in points(paths[0])} == {A4.height / 2}  # type: ignore[arg-type]
    assert not any(layers(one, CROP_MARKS) for one in imposed.pages)


def test_paper_much_larger_than_two_pages_shows_where_to_cut() -> None:
    assert all(layers(one, CROP_MARKS) for one in lay(booklet(4), A3).pages)


def test_a_paper_that_is_exactly_two_pages_carries_nothing_else() -> None:
    imposed = lay(booklet(4), Paper("custom", 2 * WIDTH, HEIGHT, 4.5))
    assert all(isinstance(shape, Group) for one in imposed.pages for shape in one.shapes)
    assert folded(imposed, "long") == ["1", "2", "3", "4"]


def test_a_paper_as_large_as_a_page_gives_plain_pages() -> None:
    imposed = lay(booklet(5), Paper("custom", WIDTH, HEIGHT, 4.5))
    named = [[shape.label for shape in one.shapes if isinstance(shape, Group)] for one in imposed.pages]
    assert named == [["1"], ["2"], ["3"], ["4"], ["5"]]
    assert imposed.notices == ()


def test_a_paper_too_small_for_one_page_is_refused_with_the_figures() -> None:
    with pytest.raises(DoesNotFit, match="139 × 205 mm"):
        lay(booklet(4), A5)


def test_a_booklet_without_a_page_is_no_booklet() -> None:
    with pytest.raises(ValueError, match="not one page"):
        lay(booklet(0))


def test_words_that_the_printer_cannot_reach_are_told() -> None:
    said = text.label("edge", WIDTH - 6, 100, family="Barlow Condensed", size=9, color=BLACK)
    piece = booklet(4)
    faces = (Face("1", said, None, 1), *piece.faces[1:])
    edged = replace(piece, faces=faces)
    assert [notice.split(" reach")[0] for notice in lay(edged, LETTER).notices] == ["Rules: words on page 1"]
