"""Pages made of pieces: each piece once per copy, nothing over anything else, every back behind its front.

Everything is read from the finished pages. How paper turns over is worked out here, by reflection, on its own.
"""

from __future__ import annotations

import ctypes
import math
from collections import Counter
from dataclasses import replace
from typing import Literal

import pypdfium2
import pypdfium2.raw
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.data.paper import Paper
from pnp.layout.geometry import How, Sides
from pnp.layout.impose import DoesNotFit, Imposed, impose, scheme
from pnp.layout.piece import Face, Piece
from pnp.render import pdf
from pnp.scene import Document, Group, Page, Path, Rect, rectangle
from tests.small_press import (
    A3,
    A4,
    A5,
    LETTER,
    SLUG,
    deck,
    inside,
    layers,
    marks,
    numbered,
    overlap,
    papers,
    pieces,
    seen,
)

Flip = Literal["long", "short"]

SIZES = [(63.0, 88.0), (63.5, 88.9), (88.0, 63.0), (44.0, 67.0), (120.0, 80.0), (100.0, 100.0)]


def check(piece: Piece, paper: Paper, flip: Flip) -> Imposed:
    """Lay `piece` out and hold the result against everything that must be true of any piece on any paper."""
    laid = impose(piece, paper, How(flip), SLUG)
    fronts, backs = (laid.pages[::2], laid.pages[1::2]) if has_backs(piece) else (laid.pages, ())
    assert math.ceil(piece.count / laid.per_page) == laid.sheets == len(fronts)
    wanted = {face.front.label: face.copies for face in piece.faces if isinstance(face.front, Group)}
    assert Counter(wanted) == Counter(one.name for page in fronts for one in seen(page, piece))
    wanted = {face.back.label: face.copies for face in piece.faces if isinstance(face.back, Group)}
    assert Counter(wanted) == Counter(one.name for page in backs for one in seen(page, piece))
    for page in laid.pages:
        check_page(page, piece, paper.margin)
    for front, back in zip(fronts, backs, strict=False):
        check_backs(front, back, piece, flip)
    return laid


def has_backs(piece: Piece) -> bool:
    return any(face.back is not None for face in piece.faces)


def check_page(page: Page, piece: Piece, margin: float) -> None:
    cards = seen(page, piece)
    printable = Rect(0, 0, page.width, page.height).grown(-margin)
    for at, card in enumerate(cards):
        assert (piece.width, piece.height) == pytest.approx((card.trim.width, card.trim.height), abs=1e-9)
        assert card.ink is not None
        assert inside(card.trim, card.ink)
        assert inside(card.ink, printable)
        assert inside(card.ink, card.trim.grown(piece.bleed))
        for other in cards[at + 1 :]:
            assert not overlap(card.trim, other.trim)
            assert not overlap(card.ink, other.trim)
            assert not overlap(other.ink or other.trim, card.trim)


def check_backs(front: Page, back: Page, piece: Piece, flip: Flip) -> None:
    """Turn the paper over: a point of the back page then lies at the mirrored point of the front page."""
    assert (front.width, front.height) == (back.width, back.height)
    long_edge_stands = front.height >= front.width
    over_standing_edge = long_edge_stands == (flip == "long")
    behind = []
    for card in seen(back, piece):
        x, y = middle(card.trim)
        up = {0: -1.0, 180: 1.0}[card.turn]
        behind.append(
            (front.width - x, y, up, card.name) if over_standing_edge else (x, front.height - y, -up, card.name)
        )
    backs = {face.front.label: face.back for face in piece.faces if isinstance(face.front, Group)}
    for card in seen(front, piece):
        x, y = middle(card.trim)
        found = [(up, name) for left, top, up, name in behind if math.hypot(left - x, top - y) < 0.01]
        wanted = backs[card.name]
        assert ([(-1.0, wanted.label)] if isinstance(wanted, Group) else []) == found
        assert card.turn == 0
    assert all(card.turn == (0 if over_standing_edge else 180) for card in seen(back, piece))


def middle(box: Rect) -> tuple[float, float]:
    return box.x + box.width / 2, box.y + box.height / 2


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("paper", [A4, LETTER, A5, A3], ids=lambda paper: paper.id)
def test_every_deck_of_1_to_40_cards_comes_out_whole_with_each_back_behind_its_front(
    paper: Paper, flip: Flip, soak: bool
) -> None:
    for count in range(1, 41):
        for size in SIZES if soak else [SIZES[count % len(SIZES)]]:
            check(deck(numbered("F", count), numbered("B", count), size=size), paper, flip)


@given(pieces(), papers, st.sampled_from(["long", "short"]))
def test_a_piece_of_any_shape_comes_out_whole_on_any_paper(piece: Piece, paper: Paper, flip: Flip) -> None:
    check(piece, paper, flip)


def test_a_piece_with_no_back_at_all_has_no_back_pages() -> None:
    laid = impose(deck(numbered("F", 10)), A4, How(), SLUG)
    assert (laid.sheets, len(laid.pages)) == (2, 2)
    assert [page.label for page in laid.pages] == ["1", "2"]


def test_a_sheet_whose_cards_have_no_backs_keeps_its_empty_back_page() -> None:
    piece = deck(numbered("F", 19), [None] * 18 + ["B19"])
    laid = impose(piece, A4, How(), SLUG)
    assert [len(seen(page, piece)) for page in laid.pages] == [9, 0, 9, 0, 1, 1]
    assert [page.label for page in laid.pages] == ["1 front", "1 back", "2 front", "2 back", "3 front", "3 back"]


def test_the_first_page_of_a_piece_is_its_entry_in_the_outline() -> None:
    laid = impose(deck(numbered("F", 10)), A4, How(), SLUG)
    assert [page.outline for page in laid.pages] == ["Bull cards", ""]


def test_copies_of_a_card_stay_together_and_are_one_object() -> None:
    back = deck(["F"], ["B"]).faces[0].back
    piece = deck(["F1", "F2"], copies=[11, 43])
    piece = replace(piece, faces=tuple(replace(face, back=back) for face in piece.faces))
    laid = impose(piece, A4, How(), SLUG)
    names = [one.name for page in laid.pages[::2] for one in seen(page, piece)]
    assert names == ["F1"] * 11 + ["F2"] * 43
    stored: dict[str, set[int]] = {}
    clipped: dict[str, set[int]] = {}
    for page in laid.pages:
        for cell in page.shapes:
            if not isinstance(cell, Group):
                continue
            (clip,) = cell.children
            assert isinstance(clip, Group)
            (inner,) = clip.children
            assert isinstance(inner, Group)
            assert inner.once
            (face,) = inner.children
            assert isinstance(face, Group)
            stored.setdefault(face.label, set()).add(id(inner))
            clipped.setdefault(face.label, set()).add(id(clip))
    assert {name: len(ids) for name, ids in stored.items()} == {"F1": 1, "F2": 1, "B": 1}
    assert {name: len(ids) for name, ids in clipped.items()} == {"F1": 9, "F2": 9, "B": 9}


def test_ink_goes_outwards_only_where_neighbours_share_a_cut() -> None:
    piece = deck(numbered("F", 5))
    (page,) = impose(piece, A4, How(), SLUG).pages
    assert [
        ("F1", Rect(7.5, 13.5, 66, 91)),
        ("F2", Rect(73.5, 13.5, 63, 91)),
        ("F3", Rect(136.5, 13.5, 66, 94)),  # nothing below it: its bleed is whole there
        ("F4", Rect(7.5, 104.5, 66, 91)),
        ("F5", Rect(73.5, 104.5, 66, 91)),
    ] == [(one.name, one.ink) for one in seen(page, piece)]


def test_ink_of_neighbours_meets_in_the_middle_of_a_gutter() -> None:
    piece = deck(numbered("F", 3), size=(60, 88), gutter=4)
    (page,) = impose(piece, A4, How(), SLUG).pages
    assert [Rect(8, 9.5, 65, 94), Rect(73, 9.5, 64, 94), Rect(137, 9.5, 65, 94)] == [
        replace(one.ink, x=round(one.ink.x, 9), y=round(one.ink.y, 9)) for one in seen(page, piece) if one.ink
    ]


def test_what_moves_to_another_room_is_drawn_for_that_room() -> None:
    piece = deck(numbered("F", 2))
    wide = scheme(piece, A4, How(), SLUG)
    narrow = replace(wide, room=replace(wide.room, bleed=Sides(1.0, 1.0, 1.0, 1.0), reach=Sides(6.0, 6.0, 6.0, 6.0)))
    press, wanted = wide.press(), [*narrow.press().sheet(piece.faces)]
    assert [*press.sheet(piece.faces)] != wanted
    press.move(narrow.room)
    assert [*press.sheet(piece.faces)] == wanted


@pytest.mark.parametrize("count", [1, 2, 3, 9])
def test_bleed_that_the_margin_cuts_short_is_told_once_and_only_for_the_edges_in_use(count: int) -> None:
    laid = impose(deck(numbered("F", count), size=(63.5, 88.9)), Paper("letter", 215.9, 279.4, 6.35), How(), SLUG)
    sides = {1: "top", 2: "top", 3: "top", 9: "top and bottom"}[count]
    assert laid.notices[0] == (
        f"Bull cards: none of the 3 mm bleed is printed at the {sides} of the page,"
        " where the printable part of Letter ends"
    )
    assert sum("bleed" in notice for notice in laid.notices) == 1


def test_a_page_with_room_for_everything_says_nothing() -> None:
    for paper in (A4, LETTER, A5, A3):
        assert impose(deck(numbered("F", 30), numbered("B", 30)), paper, How(), SLUG).notices == ()
    assert impose(deck(["S"], size=(190, 264), bleed=0, cut=False), LETTER, How(), SLUG).notices == ()


@pytest.mark.parametrize("turned", [False, True])
def test_a_page_as_large_as_the_piece_carries_the_piece_alone(turned: bool) -> None:
    paper = Paper("88.9x63.5mm", 88.9, 63.5, 4.5) if turned else Paper("63.5x88.9mm", 63.5, 88.9, 4.5)
    piece = deck(["F1", "F2"], ["B1", "B2"], size=(63.5, 88.9))
    laid = impose(piece, paper, How(), SLUG)
    assert (laid.sheets, laid.per_page, laid.notices) == (2, 1, ())
    for page, name in zip(laid.pages, ["F1", "B1", "F2", "B2"], strict=True):
        whole = Rect(0, 0, 63.5, 88.9)
        assert whole == Rect(0, 0, page.width, page.height) == page.trim == page.bleed
        assert [(name, whole, 0, whole)] == [(one.name, one.trim, one.turn, one.ink) for one in seen(page, piece)]
        assert len(page.shapes) == 1


def test_a_page_as_large_as_the_piece_with_its_bleed_says_where_both_end() -> None:
    piece = deck(["F1"], ["B1"], size=(63.5, 88.9), bleed=3.175)
    laid = impose(piece, Paper("69.85x95.25mm", 69.85, 95.25, 4.5), How("short"), SLUG)
    assert (laid.notices, laid.per_page) == ((), 1)
    for page in laid.pages:
        (one,) = seen(page, piece)
        assert page.trim == one.trim
        assert Rect(3.175, 3.175, 63.5, 88.9) == rounded(one.trim)
        assert Rect(0, 0, 69.85, 95.25) == Rect(0, 0, page.width, page.height) == rounded(page.bleed)
        assert len(page.shapes) == 1


def rounded(box: Rect | None) -> Rect:
    assert box is not None
    return Rect(*(round(number, 9) for number in (box.x, box.y, box.width, box.height)))


def test_only_a_page_that_is_cut_to_one_piece_has_a_trim() -> None:
    (many,) = impose(deck(["F1"]), A4, How(), SLUG).pages
    (one,) = impose(deck(["F1"], size=(150, 200)), A4, How(), SLUG).pages
    (sheet,) = impose(deck(["S"], size=(190, 264), bleed=0, cut=False), A4, How(), SLUG).pages
    assert (None, None) == (many.trim, many.bleed) == (sheet.trim, sheet.bleed)
    assert (Rect(30, 48.5, 150, 200), Rect(27, 45.5, 156, 206)) == (one.trim, one.bleed)


def test_a_sheet_that_is_not_cut_has_no_crop_marks_and_keeps_the_lines_on_its_edge() -> None:
    piece = deck(["S"], ["T"], size=(190, 264), bleed=0, cut=False)
    laid = impose(piece, A4, How(), SLUG)
    assert [(one.name, one.ink) for page in laid.pages for one in seen(page, piece)] == [("S", None), ("T", None)]
    assert [marks(page) for page in laid.pages] == [[], []]


def test_pieces_that_the_offsets_push_into_the_margin_are_told() -> None:
    paper = replace(A4, layout_offset=(7.0, 0.0))
    laid = impose(deck(numbered("F", 9), numbered("B", 9)), paper, How(), SLUG)
    assert laid.notices[0] == "Bull cards: with the offsets of A4 the pieces reach 1 mm into the printer's margin"


def test_a_piece_without_a_single_copy_is_refused() -> None:
    with pytest.raises(ValueError, match="Bull cards: nothing to print, not one copy"):
        impose(deck(["F"], copies=[0]), A4, How(), SLUG)


def test_a_piece_too_large_is_refused() -> None:
    with pytest.raises(DoesNotFit, match="card 250 × 300 mm"):
        impose(deck(["F"], size=(250, 300)), A4, How(), SLUG)


def test_marks_and_furniture_stand_in_layers_of_their_own_behind_the_pieces() -> None:
    page = impose(deck(["F"]), A4, How(), SLUG).pages[0]
    assert [Group, 1, 1] == [type(page.shapes[0]), len(layers(page, "crop marks")), len(layers(page, "page furniture"))]
    assert [getattr(shape, "name", None) for shape in page.shapes[1:]] == ["crop marks", "page furniture"]


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("paper", [A4, LETTER, A3], ids=lambda paper: paper.id)
def test_sizes_and_backs_are_right_in_the_pdf_too(paper: Paper, flip: Flip) -> None:
    """Every card has its own colour; an independent reader says where it lies, in points from the lower left corner."""
    piece = replace(deck(["F"]), bleed=0.0, faces=tuple(map(colored, range(1, 8))))
    pages = impose(piece, paper, How(flip), SLUG).pages
    document = pypdfium2.PdfDocument(pdf.render(Document(pages, "t", "a", "s", "k", "en")))
    fronts, backs = (found_in_pdf(page) for page in document)
    width, height = (length * 25.4 / 72 for length in document[0].get_size())
    document.close()
    assert {round(width, 2), round(height, 2)} == {round(paper.width, 2), round(paper.height, 2)}
    assert sorted(fronts) == sorted(backs) == list(range(1, 8))
    over_standing_edge = (height > width) == (flip == "long")
    for number, front in fronts.items():
        x, y = middle(backs[number])
        behind = (width - x, y) if over_standing_edge else (x, height - y)
        assert middle(front) == pytest.approx(behind, abs=0.01)
        for side in (front, backs[number]):
            assert (side.width, side.height) == pytest.approx((piece.width, piece.height), abs=0.01)


def colored(number: int) -> Face:
    front, back = (Path(rectangle(Rect(0, 0, 63, 88)), fill=f"#{side}{number:02x}") for side in ("ff00", "00ff"))
    return Face(f"card {number}", front, back, 1)


def found_in_pdf(page: pypdfium2.PdfPage) -> dict[int, Rect]:
    found = {}
    for one in page.get_objects(max_depth=1):
        red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
        pypdfium2.raw.FPDFPageObj_GetFillColor(one.raw, red, green, blue, alpha)
        if one.type == pypdfium2.raw.FPDF_PAGEOBJ_PATH and red.value + green.value == 255 and blue.value:
            left, bottom, right, top = (number * 25.4 / 72 for number in one.get_bounds())
            found[blue.value] = Rect(left, bottom, right - left, top - bottom)
    return found


def test_few_tokens_move_to_the_middle_where_the_full_grid_has_no_room_for_rulers() -> None:
    tokens = replace(deck(numbered("T", 9), size=(25, 25), bleed=1.5, gutter=3), kind="tokens")
    laid = impose(tokens, A4, How(), SLUG)
    assert (laid.notices, laid.sheets) == ((), 1)
    assert laid.per_page >= 9
    many = replace(deck(numbered("T", 200), size=(25, 25), bleed=1.5, gutter=3), kind="tokens")
    assert impose(many, A4, How(), SLUG).per_page == 7 * 10
