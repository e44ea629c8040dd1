"""Lines along the cuts, and what the options of cutting make of marks, bleed and corners, read from finished pages."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from pnp.layout.cut_lines import LAYER as LINES
from pnp.layout.cut_lines import corners
from pnp.layout.cutting import Cutting
from pnp.layout.geometry import How, Imposed
from pnp.layout.impose import impose
from pnp.layout.laying import lay
from pnp.layout.marks import span
from pnp.layout.packed import impose_packed
from pnp.layout.piece import Piece
from pnp.scene import BLACK, WHITE, Page, Path, Rect
from tests.small_press import A4, LETTER, SLUG, Line, deck, layers, marks, numbered, passed, seen


def laid(piece: Piece, **how: object) -> Imposed:
    return impose(piece, A4, How(cutting=Cutting(**how)), SLUG)  # type: ignore[arg-type]


def nine(**how: float) -> Piece:
    return deck(numbered("F", 9), numbered("B", 9), **how)  # type: ignore[arg-type]


def drawn(page: Page) -> list[Path]:
    return [path for layer in layers(page, LINES) for path in layer.children if isinstance(path, Path)]


def lines(path: Path) -> set[Line]:
    ends = passed(path)
    return {(*ends[at], *ends[at + 1]) for at in range(0, len(ends), 2)}


def test_lines_go_along_every_cut_from_margin_to_margin_on_fronts_alone() -> None:
    front, back = laid(nine(), marks="lines").pages[:2]
    black, white, dashed = drawn(front)
    upright = {(x, 7.64, x, 289.36) for x in (10.5, 73.5, 136.5, 199.5)}
    level = {(4.5, y, 205.5, y) for y in (16.5, 104.5, 192.5, 280.5)}
    assert {tuple(round(end, 2) for end in each) for each in lines(black)} == upright | level
    assert [path.stroke and (path.stroke.paint, path.stroke.width) for path in (black, white, dashed)] == [
        (BLACK, 0.25),
        (WHITE, 0.25),
        (BLACK, 0.25),
    ]
    assert marks(front) == []
    assert (drawn(back), marks(back)) == ([], [])


def test_over_ink_lines_are_white_and_black_by_turns_and_nowhere_else() -> None:
    _, white, dashed = drawn(laid(nine(), marks="lines").pages[0])
    ink = Rect(7.5, 13.5, 195.0, 270.0)
    assert {line for line in lines(white) if line[0] == line[2]} == {
        (x, ink.y, x, ink.bottom) for x in (10.5, 73.5, 136.5, 199.5)
    }
    assert lines(white) == lines(dashed)
    assert dashed.stroke
    assert dashed.stroke.dash == (2.0, 2.0)


def test_lines_are_black_all_along_where_a_sheet_that_is_not_full_has_no_ink() -> None:
    few = deck(numbered("F", 4))
    _, white, _ = drawn(laid(few, marks="lines").pages[0])
    assert {line for line in lines(white) if line[0] == line[2]} == {
        (x, 13.5, x, 195.5) for x in (10.5, 73.5, 136.5, 199.5)
    }


def test_both_are_lines_and_the_marks_of_every_day() -> None:
    usual, both, none = (laid(nine(), marks=asked).pages[0] for asked in ("crop", "both", "none"))
    assert marks(both) == marks(usual)
    assert [len(layers(page, LINES)) for page in (usual, both, none)] == [0, 1, 0]
    assert marks(none) == []


def test_paper_without_marks_has_no_lines_either() -> None:
    page = impose(nine(), replace(A4, crop_marks=False), How(cutting=Cutting(marks="both")), SLUG).pages[0]
    assert (drawn(page), marks(page)) == ([], [])


def test_a_partial_page_has_lines_for_its_own_cards_only() -> None:
    black = drawn(laid(deck(numbered("F", 4)), marks="lines").pages[0])[0]
    assert {round(line[1], 2) for line in lines(black) if line[1] == line[3]} == {16.5, 104.5, 192.5}


def test_rounded_corners_are_shown_as_arcs_where_there_are_lines() -> None:
    piece = replace(nine(), radius=4.0)
    page = laid(piece, marks="lines").pages[0]
    *_, white, dashed = drawn(page)
    first = [(round(x, 3), round(y, 3)) for x, y in passed(white)]
    assert first[0] == (10.5, 20.5)
    assert (14.5, 16.5) in first
    assert sum(segment[0] == "C" for segment in white.segments) == 36
    assert dashed.segments == white.segments
    assert len(drawn(laid(nine(), marks="lines").pages[0])) == 3
    assert drawn(laid(piece).pages[0]) == []


def test_an_arc_is_a_quarter_of_a_circle_and_no_larger_than_the_card() -> None:
    box = Rect(0, 0, 20, 30)
    ends = {segment[-2:] for segment in corners(box, 50)}
    assert ends == {(0, 10), (10, 0), (0, 20), (10, 30), (20, 10), (20, 20)}


def test_corners_that_are_asked_for_count_before_those_of_the_deck() -> None:
    piece = replace(nine(), radius=4.0)
    with_arcs, without = laid(piece, marks="lines", corners=2.0), laid(piece, marks="lines", corners=0.0)
    assert (12.5, 16.5) in {(round(x, 3), round(y, 3)) for x, y in passed(drawn(with_arcs.pages[0])[3])}
    assert len(drawn(without.pages[0])) == 3


def test_own_bleed_is_whole_on_every_side_inside_the_margins() -> None:
    piece = nine()
    done = laid(piece, bleed="own")
    assert done.per_page == 8
    assert done.notices == ()
    for card in seen(done.pages[0], piece):
        assert card.ink
        sides = (card.trim.x - card.ink.x, card.trim.y - card.ink.y, card.ink.right - card.trim.right)
        assert sides == pytest.approx((3.0, 3.0, 3.0))
    apart = sorted({round(card.trim.x, 3) for card in seen(done.pages[0], piece)})
    assert {round(right - left, 3) for left, right in pairwise(apart)} == {69.0}


def test_own_bleed_keeps_a_gutter_that_is_wider() -> None:
    piece = nine(gutter=8.0)
    done = laid(piece, bleed="own")
    apart = sorted({round(card.trim.x, 3) for card in seen(done.pages[0], piece)})
    assert apart[1] - apart[0] == pytest.approx(71.0)


def test_shared_bleed_is_one_cut_for_two_whatever_the_gutter_of_the_deck() -> None:
    shared = laid(nine(gutter=4.0), bleed="shared").pages[0]
    assert marks(shared) == marks(laid(nine()).pages[0])


def test_without_bleed_ink_ends_at_the_trim_everywhere() -> None:
    piece = nine(gutter=4.0)
    cards = seen(laid(piece, bleed="none").pages[0], piece)
    assert all(card.ink == card.trim for card in cards)
    assert len(cards) == 9


def test_a_piece_can_say_itself_how_neighbours_share_their_bleed() -> None:
    own = replace(nine(), bleed_between="own")
    assert laid(own).per_page == 8
    assert laid(own, bleed="shared").per_page == 9


@pytest.mark.parametrize(
    ("room", "length", "offset", "expected"),
    [
        (20.0, 8.0, None, (3.5, 11.5)),
        (20.0, 5.0, 0.0, (0.0, 5.0)),
        (20.0, 5.0, 1.5, (1.5, 6.5)),
        (4.0, 5.0, 2.0, (2.0, 4.0)),
        (4.2, 1.0, None, (1.0, 2.0)),
        (4.5, 1.0, None, (3.5, 4.5)),
        (3.0, 5.0, 3.0, None),
    ],
)
def test_marks_are_as_long_and_as_far_as_asked(
    room: float, length: float, offset: float | None, expected: tuple[float, float] | None
) -> None:
    assert span(room, 3.0, length, offset) == expected


def test_marks_that_reach_into_the_bleed_stand_on_white() -> None:
    (layer,) = layers(laid(nine(), offset=0.5, length=4.0).pages[0], "crop marks")
    casing, black = layer.children
    assert isinstance(casing, Path)
    assert isinstance(black, Path)
    assert casing.stroke
    assert casing.stroke.paint == WHITE
    upright = {line for line in lines(black) if line[0] == line[2]}
    assert {(round(y1, 3), round(y2, 3)) for _, y1, _, y2 in upright} == {(12.0, 16.0), (281.0, 285.0)}


def test_room_is_kept_for_long_marks_and_lack_of_it_is_told() -> None:
    long = laid(deck(numbered("F", 9), size=(60.0, 80.0)), length=7.0)
    assert {round(abs(x2 - x1) + abs(y2 - y1), 3) for x1, y1, x2, y2 in marks(long.pages[0])} == {7.0}
    assert long.notices == ()
    told = impose(nine(), LETTER, How(cutting=Cutting(length=12.0)), SLUG).notices
    assert told == ("Bull cards: the crop marks have room for 2.2 mm of 12 mm at some sides",)


def test_marks_that_are_left_out_are_left_out_of_posters_too() -> None:
    poster = replace(deck(["whole"], size=(380.0, 260.0)), laying="tiles", overlap=10.0, kind="poster")
    names = []
    for asked in ("crop", "none"):
        pages = lay(poster, A4, How(cutting=Cutting(marks=asked)), SLUG).pages  # type: ignore[arg-type]
        names.append(any(layers(page, "crop marks") for page in pages))
    assert names == [True, False]


def test_longer_marks_do_not_take_the_room_for_bleed_and_rulers_from_pieces_that_lay_well() -> None:
    aid = replace(deck(["A"], ["B"], copies=[2], size=(100.0, 140.0), gutter=0.0), kind="aid")
    usual = laid(aid)
    longer = laid(aid, length=8.0)
    assert usual.notices == ()
    assert (longer.per_page, longer.sheets) == (usual.per_page, usual.sheets)
    assert longer.notices == ("Bull cards: the crop marks have room for 3 mm of 8 mm at some sides",)


def test_packed_sheets_tell_of_crop_marks_that_are_shorter_than_asked() -> None:
    pieces = (nine(), deck(numbered("M", 4), size=(41.0, 63.0)))
    told = impose_packed(pieces, A4, How(cutting=Cutting(length=9.0)), SLUG).notices
    assert "Bull cards: on one sheet of A4 some crop marks have no room for 9 mm" in told
    assert impose_packed(pieces, A4, How(), SLUG).notices == ()
