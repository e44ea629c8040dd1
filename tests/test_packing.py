"""Several sizes on the fewest sheets: each copy once, nothing over another, backs behind fronts, straight cuts."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations, pairwise
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.data.paper import Paper
from pnp.layout.geometry import DoesNotFit, How, Imposed
from pnp.layout.packed import impose_packed
from pnp.layout.packing import GAP, Block, Lot, least, pack
from pnp.layout.piece import Piece
from pnp.scene import Layer, Page, Path, Rect
from tests.small_press import A4, LETTER, SLUG, Seen, deck, furniture_boxes, layers, marks, seen

ROOMS = [(195.0, 275.0), (275.0, 195.0)]


def pieces_of(*found: tuple[str, float, float, int, bool]) -> list[Piece]:
    """Return pieces by letter, width, height, number of copies and whether they have backs."""
    made = []
    for letter, width, height, count, backs in found:
        fronts = [f"{letter}{number}" for number in range(count)]
        piece = deck(fronts, [name.lower() for name in fronts] if backs else (), size=(width, height), bleed=3.0)
        made.append(replace(piece, id=letter))
    return made


def packed(pieces: list[Piece], paper: Paper = A4, flip: Literal["long", "short"] = "long") -> Imposed:
    return impose_packed(pieces, paper, How(flip), SLUG)


def on(page: Page, pieces: list[Piece]) -> dict[str, Seen]:
    """Return what lies on a page by name."""
    found: dict[str, Seen] = {}
    for piece in pieces:
        for card in seen(page, piece):
            if card.name[0].upper() == piece.id:
                assert card.name not in found
                found[card.name] = card
    return found


def overlap(one: Rect, other: Rect) -> bool:
    across = min(one.right, other.right) - max(one.x, other.x)
    down = min(one.bottom, other.bottom) - max(one.y, other.y)
    return across > 1e-6 and down > 1e-6


sizes = st.tuples(
    st.floats(12, 130).map(lambda width: round(width, 1)),
    st.floats(12, 130).map(lambda height: round(height, 1)),
    st.integers(1, 9),
    st.booleans(),
)
games = st.lists(sizes, min_size=1, max_size=4).map(
    lambda some: pieces_of(*((letter, *size) for letter, size in zip("ABCD", some, strict=False)))
)


@settings(max_examples=25, deadline=None)
@given(games, st.sampled_from([A4, LETTER]), st.sampled_from(["long", "short"]))
def test_each_copy_lies_once_apart_from_all_others_with_its_back_behind_it(
    pieces: list[Piece], paper: Paper, flip: Literal["long", "short"]
) -> None:
    laid = packed(pieces, paper, flip)
    wanted = Counter(face.front.label for piece in pieces for face in piece.faces)  # type: ignore[union-attr]
    behind = {
        face.back.label
        for piece in pieces
        for face in piece.faces
        if face.back is not None  # type: ignore[union-attr]
    }
    step = 2 if laid.two_sided else 1
    assert laid.two_sided == bool(behind)
    fronts = [on(page, pieces) for page in laid.pages[::step]]
    assert Counter(name for page in fronts for name in page) == wanted
    for number, front in enumerate(fronts):
        page = laid.pages[number * step]
        inside = Rect(0, 0, page.width, page.height).grown(-paper.margin)
        for card in front.values():
            assert card.ink is not None
            assert card.ink.grown(-1e-6).x >= inside.x
            assert card.ink.right <= inside.right + 1e-6
            assert inside.y - 1e-6 <= card.ink.y
            assert card.ink.bottom <= inside.bottom + 1e-6
        for one, other in combinations(front.values(), 2):
            assert not overlap(one.trim, other.trim)
            assert not overlap(one.ink or one.trim, other.trim)
            assert not overlap(one.trim, other.ink or other.trim)
            assert one.name[0] == other.name[0] or not overlap(one.ink or one.trim, other.ink or other.trim)
        backs = on(laid.pages[number * step + 1], pieces) if step == 2 else {}
        assert set(backs) == {name.lower() for name in front} & behind
        for name, back in backs.items():
            assert (back.trim.x, back.trim.y, back.turn) == where_behind(front[name.upper()], page, flip)


def where_behind(card: Seen, page: Page, flip: str) -> tuple[object, object, int]:
    """Return where the back of a card is on the other side, and how far it is turned there."""
    if (page.width <= page.height) == (flip == "long"):
        return pytest.approx(page.width - card.trim.right), pytest.approx(card.trim.y), -card.turn % 360
    return pytest.approx(card.trim.x), pytest.approx(page.height - card.trim.bottom), (180 - card.turn) % 360


lots = st.lists(
    st.builds(Lot, st.floats(12, 190), st.floats(12, 190), st.sampled_from([0.0, 2.0, 6.0]), st.integers(1, 40)),
    min_size=1,
    max_size=5,
)


@settings(max_examples=40, deadline=None)
@given(lots)
def test_bands_go_straight_across_and_blocks_stand_apart(found: list[Lot]) -> None:
    sheets = pack(found, ROOMS)
    assert sheets is not None
    assert len(sheets) >= least(found, ROOMS)
    placed = Counter(block.lot for sheet in sheets for block in sheet.blocks for _ in range(block.number))
    assert placed == Counter({index: lot.number for index, lot in enumerate(found)})
    for sheet in sheets:
        width, height = ROOMS[sheet.room]
        assert all(block.box.right <= width + 1e-3 and block.box.bottom <= height + 1e-3 for block in sheet.blocks)
        bands: dict[float, list[Block]] = {}
        for block in sheet.blocks:
            bands.setdefault(block.box.y, []).append(block)
        tops = sorted(bands)
        for above, below in pairwise(tops):
            assert max(block.box.bottom for block in bands[above]) + GAP <= below + 1e-6
        for band in bands.values():
            ordered = sorted(band, key=lambda block: block.box.x)
            for left, right in pairwise(ordered):
                assert left.box.right + GAP <= right.box.x + 1e-6


def test_decks_of_one_size_share_sheets() -> None:
    pieces = pieces_of(
        *((letter, 63.0, 88.0, count, True) for letter, count in zip("ABCD", (20, 20, 14, 8), strict=True))
    )
    laid = packed(pieces)
    assert (laid.sheets, len(laid.pages)) == (7, 14)  # 62 cards, nine to a sheet; 3 + 3 + 2 + 1 one by one
    names = [name for page in laid.pages[::2] for name in on(page, pieces)]
    assert names == [face.front.label for piece in pieces for face in piece.faces]  # type: ignore[union-attr]


def test_four_sizes_take_few_sheets_more_than_their_areas() -> None:
    game = [Lot(63, 88, 0, 62), Lot(22, 90, 0, 12), Lot(22, 22, 3, 84), Lot(88, 126, 0, 4), Lot(184, 160, 0, 1)]
    sheets = pack(game, ROOMS)
    assert sheets is not None
    assert (least(game, ROOMS), len(sheets)) == (9, 10)
    assert sheets == pack(game, ROOMS)


def test_full_sheets_of_one_size_stay_unmixed_where_that_takes_no_sheet_more() -> None:
    sheets = pack([Lot(63, 88, 0, 20), Lot(20, 20, 0, 30)], ROOMS)
    assert sheets is not None
    assert [[(block.lot, block.number) for block in sheet.blocks] for sheet in sheets][:2] == [[(0, 9)], [(0, 9)]]
    assert len(sheets) == 3


def test_what_may_not_be_turned_is_not_turned() -> None:
    lying = Lot(190, 60, 0, 8)
    sheets = pack([lying, replace(lying, turnable=False)], [ROOMS[1]])
    assert sheets is not None
    assert all(not block.turned for sheet in sheets for block in sheet.blocks if block.lot == 1)


def test_one_sided_pieces_keep_their_own_sheets_unless_sharing_saves_one() -> None:
    laid = packed(pieces_of(("A", 63.0, 88.0, 9, True), ("B", 63.0, 88.0, 9, False)))
    assert laid.sheets == 2
    assert [len(page.shapes) > 0 for page in laid.pages] == [True, True, True, False]  # the last back is empty
    pieces = pieces_of(("A", 63.0, 88.0, 5, True), ("B", 63.0, 88.0, 4, False))
    shared = packed(pieces)
    assert shared.sheets == 1
    assert len(on(shared.pages[1], pieces)) == 5


def test_a_piece_too_large_for_the_paper_is_named() -> None:
    with pytest.raises(DoesNotFit) as refused:
        packed(pieces_of(("A", 63.0, 88.0, 2, False), ("B", 250.0, 250.0, 1, False)))
    assert str(refused.value) == "Bull cards does not fit: 250 × 250 mm; A4 holds it neither upright nor turned"


def test_what_needs_the_whole_printable_page_gets_it_and_is_told_so() -> None:
    laid = packed(pieces_of(("A", 200.0, 287.0, 1, False), ("B", 20.0, 20.0, 3, False)))
    assert laid.sheets == 2
    assert laid.notices == (
        "Bull cards: one sheet of A4 packed up to the printer's margin, without rulers",
        "Bull cards: on one sheet of A4 some bleed ends where the printable part does",
    )


def test_each_block_has_marks_of_its_own_in_one_layer_and_none_on_a_piece() -> None:
    pieces = pieces_of(("A", 63.0, 88.0, 4, True), ("B", 30.0, 30.0, 7, True))
    laid = packed(pieces)
    for page in laid.pages:
        assert len(layers(page, "crop marks")) == 1
        trims = [card.trim for card in on(page, pieces).values()]
        found = marks(page)
        for x1, y1, x2, y2 in found:
            line = Rect(min(x1, x2) - 1e-4, min(y1, y2) - 1e-4, abs(x2 - x1) + 2e-4, abs(y2 - y1) + 2e-4)
            assert not any(overlap(line, trim.grown(-0.5)) for trim in trims)
        for trim in trims:
            assert any(abs(x1 - x2) < 1e-6 and abs(x1 - trim.x) < 1e-6 for x1, _, x2, _ in found)
            assert any(abs(y1 - y2) < 1e-6 and abs(y1 - trim.y) < 1e-6 for _, y1, _, y2 in found)


def test_furniture_of_packed_sheets_touches_no_piece() -> None:
    pieces = pieces_of(("A", 63.0, 88.0, 12, True), ("B", 30.0, 30.0, 40, False), ("C", 150.0, 90.0, 2, False))
    for page in packed(pieces).pages:
        inks = [card.ink or card.trim for card in on(page, pieces).values()]
        for words, box in furniture_boxes(page):
            assert not any(overlap(box, ink) for ink in inks), words


def test_offsets_of_the_printer_move_packed_pieces_too() -> None:
    pieces = pieces_of(("A", 63.0, 88.0, 2, True), ("B", 30.0, 30.0, 3, True))
    still = packed(pieces)
    moved = packed(pieces, replace(A4, layout_offset=(1.3, 0.5)))
    for side, (right, down) in enumerate(((1.3, 0.5), (-1.3, 0.5))):
        before, after = on(still.pages[side], pieces), on(moved.pages[side], pieces)
        assert {name: (card.trim.x, card.trim.y) for name, card in after.items()} == {
            name: (pytest.approx(card.trim.x + right), pytest.approx(card.trim.y + down))
            for name, card in before.items()
        }


def test_the_same_pieces_give_the_same_pages() -> None:
    def shapes(page: Page) -> list[object]:
        return [shape for shape in page.shapes if not isinstance(shape, Layer | Path)]

    first, second = (packed(pieces_of(("A", 63.0, 88.0, 4, True), ("B", 30.0, 30.0, 7, False))) for _ in range(2))
    assert list(map(shapes, first.pages)) == list(map(shapes, second.pages))
