"""Fronts with their backs beside them: fold the paper and every card has its own back behind it, upright.

How paper folds is worked out here on its own, by reflection.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.data.paper import LabelGrid, Paper
from pnp.layout.folding import LAYER, pairs
from pnp.layout.furniture import LAYER as FURNITURE
from pnp.layout.geometry import How
from pnp.layout.ink_of_words import words as inked_words
from pnp.layout.laying import lay
from pnp.layout.piece import Fold, Piece
from pnp.scene import IDENTITY, Group, Matrix, Page, Path, Rect, Shape, Text, apply, times
from tests.small_press import A3, A4, LETTER, SLUG, bounds, deck, inside, layers, numbered, overlap, points
from tests.test_backs import cards, words
from tests.test_impose import SIZES


@dataclass(frozen=True)
class Half:
    """One side of a card on a page of pairs: its trim, degrees it is turned clockwise, and where its ink may be."""

    name: str
    trim: Rect
    turn: int
    ink: Rect


def halves(page: Page, piece: Piece) -> list[Half]:
    """Return all sides on a page; `piece` is the one that was not yet folded."""
    top = (shape for shape in page.shapes if isinstance(shape, Group))
    whole = Rect(0, 0, page.width, page.height)
    return [half for shape in top for half in _halves(shape, IDENTITY, whole, piece)]


def _halves(shape: Shape, outer: Matrix, ink: Rect, piece: Piece) -> Iterator[Half]:
    if not isinstance(shape, Group):
        return
    matrix = times(outer, shape.matrix)
    if shape.clip:
        ink = common(ink, bounds([apply(matrix, x, y) for x, y in points(shape.clip)]))
    if any(isinstance(child, Path) for child in shape.children):
        turn = {(1.0, 0.0, 0.0, 1.0): 0, (-1.0, 0.0, 0.0, -1.0): 180}[tuple(round(n, 9) for n in matrix[:4])]  # type: ignore[index]
        corners = [apply(matrix, x, y) for x in (0.0, piece.width) for y in (0.0, piece.height)]
        yield Half(shape.label, bounds(corners), turn, ink)
        return
    for child in shape.children:
        yield from _halves(child, matrix, ink, piece)


def common(one: Rect, other: Rect) -> Rect:
    left, top = max(one.x, other.x), max(one.y, other.y)
    return Rect(left, top, min(one.right, other.right) - left, min(one.bottom, other.bottom) - top)


def folds(page: Page) -> list[tuple[float, bool]]:
    """Return where the dashed lines of a page lie, and whether they are level."""
    found: dict[tuple[float, bool], None] = {}
    for layer in layers(page, LAYER):
        for path in (shape for shape in layer.children if isinstance(shape, Path)):
            ends = points(path)
            for (x1, y1), (x2, y2) in zip(ends[::2], ends[1::2], strict=True):
                assert x1 == x2 or y1 == y2
                found[(round(y1, 6), True) if y1 == y2 else (round(x1, 6), False)] = None
    return list(found)


def folded(half: Half, at: float, level: bool) -> tuple[Rect, int]:
    """Return where a side lies, and how far it is turned for who looks at it, when the paper behind `at` is folded.

    What lies below a level fold goes up behind the other half, upside down; beside an upright one it goes sideways.
    """
    box = half.trim
    if level:
        return Rect(box.x, 2 * at - box.bottom, box.width, box.height), (half.turn + 180) % 360
    return Rect(2 * at - box.right, box.y, box.width, box.height), half.turn


def near(one: Rect, other: Rect) -> bool:
    return inside(one, other) and inside(other, one)


def check_folded(page: Page, piece: Piece, margin: float) -> Counter[str]:
    """Fold a page along each of its lines: every front finds its own back behind it, upright. Return all names."""
    found, lines = halves(page, piece), folds(page)
    fronts = [half for half in found if half.name[0] == "F"]
    backs = {half.name: half for half in found if half.name[0] == "B"}
    assert len(fronts) + len(backs) == len(found)
    for front in fronts:
        assert front.turn == 0
        touched = [(at, level) for at, level in lines if same(at, front.trim.bottom if level else front.trim.right)]
        (line,) = touched
        back = backs.pop(f"B{front.name[1:]}", None)
        if back:
            behind, turn = folded(back, *line)
            assert near(behind, front.trim)
            assert turn == 0
    assert backs == {}
    printable = Rect(0, 0, page.width, page.height).grown(-margin)
    for at, half in enumerate(found):
        assert inside(half.trim, half.ink)
        assert inside(half.ink, printable)
        for other in found[at + 1 :]:
            assert not overlap(half.ink, other.trim)
            assert not overlap(half.trim, other.ink)
    check_words(page, found, printable)
    return Counter(half.name for half in found)


def check_words(page: Page, found: list[Half], printable: Rect) -> None:
    """Hold that words of fold lines and of the margins are clear of every piece with its bleed, on paper that prints.

    A slot that stays empty, as a card without a back leaves it, is a piece all the same.
    """
    said = [
        box for name in (LAYER, FURNITURE) for layer in layers(page, name) for _, box in inked_words(layer, IDENTITY)
    ]
    for box in said:
        assert inside(box, printable)
        assert not any(overlap(box, half.ink) or overlap(box, half.trim) for half in found)


def same(one: float, other: float) -> bool:
    return abs(one - other) < 1e-5


@pytest.mark.parametrize("paper", [A4, LETTER, A3], ids=lambda paper: paper.id)
def test_every_deck_of_1_to_40_cards_folds_into_cards_with_their_own_backs(paper: Paper) -> None:
    for count in range(1, 41):
        piece = cards(count, SIZES[count % 4], gutter=(0.0, 4.0)[count % 2])
        laid = lay(piece, paper, How(backs="fold"), SLUG)
        assert (laid.folded, laid.sheets) == (True, len(laid.pages))
        names = sum((check_folded(page, piece, paper.margin) for page in laid.pages), Counter[str]())
        assert names == Counter([*numbered("F", count), *numbered("B", count)])


@given(
    st.integers(100, 900),
    st.integers(100, 900),
    st.integers(1, 30),
    st.sampled_from([0.0, 3.0]),
    st.sampled_from([A4, A3]),
)
def test_cards_of_any_size_fold(width: int, height: int, count: int, bleed: float, paper: Paper) -> None:
    piece = cards(count, (width / 10, height / 10), bleed=bleed)
    laid = lay(piece, paper, How(backs="fold"), SLUG)
    names = sum((check_folded(page, piece, paper.margin) for page in laid.pages), Counter[str]())
    assert names == Counter([*numbered("F", count), *numbered("B", count)])


@pytest.mark.parametrize(("fold", "turn"), [("level", 180), ("upright", 0)])
def test_dup_fold_back_rotation(fold: Fold, turn: int) -> None:
    piece = cards(1, bleed=0.0)
    pair = pairs(piece, fold)
    front, back = halves(Page(400, 400, (pair.faces[0].front,)), piece)
    assert (front.turn, back.turn) == (0, turn)
    whole = Rect(0, 0, 63, 176) if fold == "level" else Rect(0, 0, 126, 88)
    assert (pair.width, pair.height) == (whole.width, whole.height)
    touching = Rect(0, 88, 63, 88) if fold == "level" else Rect(63, 0, 63, 88)
    assert (front.trim, back.trim) == (Rect(0, 0, 63, 88), touching)


def test_the_fold_that_holds_more_pairs_is_taken_and_of_two_the_one_with_fewer_lines() -> None:
    def chosen(size: tuple[float, float], paper: Paper = A4) -> tuple[int, list[bool]]:
        laid = lay(cards(30, size, bleed=0.0), paper, How(backs="fold"), SLUG)
        return laid.per_page, [level for _, level in folds(laid.pages[0])]

    assert chosen((63, 88)) == (4, [True])  # two lines upright would hold four as well
    assert chosen((90, 60)) == (4, [False])  # 2 × 2 pairs below each other would need two lines
    assert chosen((63, 100)) == (4, [True])
    assert chosen((140, 95)) == (2, [True])
    assert chosen((140, 60)) == (3, [False])


def test_the_lines_to_fold_along_stand_in_a_layer_of_their_own_and_reach_into_the_margins() -> None:
    (page,) = lay(cards(3), A4, How(backs="fold"), SLUG).pages
    (layer,) = layers(page, LAYER)
    casing, dashes, beside, label = layer.children
    assert isinstance(dashes, Path)
    assert isinstance(beside, Path)
    assert isinstance(casing, Path)
    assert dashes.stroke is not None
    assert dashes.stroke.dash == (2.0, 1.0)
    left, right = (page.width - 4 * 63) / 2, (page.width + 4 * 63) / 2 - 63  # of four places three are taken
    assert points(dashes) == [(left, 105), (right, 105)] == points(casing)
    assert [x for x, _ in points(beside)] == [left - 11.5, left - 3.5, right + 3.5, right + 11.5]
    assert isinstance(label, Text | Group)
    assert words(page) == "page 1 of 1 · fold on the dashed line, glue, then cut"


@pytest.mark.parametrize(("size", "level"), [((63, 88), True), ((88, 63), False)])
def test_the_words_to_fold_here_stand_along_their_mark_in_the_margin(size: tuple[float, float], level: bool) -> None:
    (page,) = lay(cards(4, size), A4, How(backs="fold"), SLUG).pages
    (layer,) = layers(page, LAYER)
    ((at, found),) = folds(page)
    ((said, box),) = inked_words(layer, IDENTITY)
    assert (said, found) == ("fold here", level)
    first = min(half.ink.x if level else half.ink.y for half in halves(page, cards(4, size)))
    assert (box.right if level else box.bottom) <= first
    assert 0 < (at - box.bottom if level else box.x - at) < 1.5


def test_pages_with_several_lines_say_that_strips_are_cut_apart_first() -> None:
    laid = lay(cards(24, (30, 20)), A4, How(backs="fold"), SLUG)
    assert len(folds(laid.pages[0])) > 1
    assert words(laid.pages[0]).endswith("cut the strips apart, fold on the dashed lines, glue, then cut")


def test_cards_without_a_back_keep_the_empty_half_beside_them() -> None:
    piece = deck(numbered("F", 4), ["B1", None, None, "B4"])
    (page,) = lay(piece, A4, How(backs="fold"), SLUG).pages
    assert [half.name for half in halves(page, piece)] == ["F1", "B1", "F2", "F3", "F4", "B4"]
    tops = {half.name: (half.trim.x, half.trim.y) for half in halves(page, piece)}
    assert [tops[f"F{n}"][0] - tops["F1"][0] for n in (2, 3, 4)] == pytest.approx([63, 126, 189])
    check_folded(page, piece, A4.margin)


def test_equal_backs_stay_one_object_when_they_are_folded() -> None:
    back = deck(["F"], ["B"]).faces[0].back
    piece = deck(numbered("F", 12))
    piece = replace(piece, faces=tuple(replace(face, back=back) for face in piece.faces))
    made = pairs(piece, "level")
    sides = [face.front.children[1] for face in made.faces if isinstance(face.front, Group)]
    assert len({id(side.children[0]) for side in sides if isinstance(side, Group)}) == 1


def test_a_pair_that_the_paper_does_not_hold_is_printed_on_both_sides() -> None:
    piece = cards(2, (180, 260))
    laid = lay(piece, A4, How(backs="fold"), SLUG)
    assert (laid.folded, laid.pages) == (False, lay(piece, A4, How(), SLUG).pages)
    assert laid.notices[0] == (
        "Bull cards: A4 does not hold a front and its back beside each other; they are printed on both sides"
    )


def test_labels_are_not_folded() -> None:
    grid = LabelGrid(2, 5, 88.9, 50.8, 19.05, 12.7, 88.9, 50.8)
    paper = Paper("labels", 215.9, 279.4, 4.5, cells=grid)
    laid = lay(cards(3, (80, 48), bleed=0.0), paper, How(backs="fold"), SLUG)
    assert laid.folded is False
    assert laid.notices[0] == "Bull cards: Labels is all labels; they are printed on both sides"


def test_a_deck_without_backs_is_the_same_in_every_way() -> None:
    piece = deck(numbered("F", 10))
    usual = lay(piece, A4, How(), SLUG)
    for backs in ("none", "stacked", "reversed", "fold"):
        assert lay(piece, A4, How(backs=backs), SLUG) == usual
