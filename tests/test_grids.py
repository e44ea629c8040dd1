"""How many pieces fit, and where: figures worked out by hand."""

from __future__ import annotations

import pytest

from pnp.data.paper import Paper
from pnp.layout.geometry import DoesNotFit, axis, paper_name
from pnp.layout.grids import best, centred, grid
from pnp.scene import Rect
from tests.small_press import A3, A4, A5, LETTER, deck

POKER = (63.5, 88.9)


@pytest.mark.parametrize(
    ("page", "margins", "size", "gutter", "expected"),
    [
        ((210, 297), (4.5, 4.5), (63, 88), 0, (3, 3)),
        ((215.9, 279.4), (4.5, 4.5), (63, 88), 0, (3, 3)),
        ((215.9, 279.4), (6.35, 6.35), POKER, 0, (3, 3)),  # 3 x 88.9 is 266.70000000000005 in floats, the room 266.7
        ((210, 297), (9.75, 15.15), POKER, 0, (3, 3)),
        ((279.4, 215.9), (6.35, 6.35), POKER, 0, (4, 2)),
        ((210, 297), (4.5, 4.5), (63, 88), 6, (3, 3)),  # 3 x 63 + 2 x 6 = 201, exactly the room
        ((210, 297), (4.5, 4.5), (63, 88), 6.01, (2, 3)),
        ((88.9, 88.9), (0, 0), (8.89, 8.89), 0, (10, 10)),
        ((10, 10), (0, 0), (10.002, 10), 0, (0, 1)),
        ((10, 10), (6, 0), (1, 1), 0, (0, 10)),
    ],
)
def test_an_exact_fit_counts_as_a_fit(
    page: tuple[float, float],
    margins: tuple[float, float],
    size: tuple[float, float],
    gutter: float,
    expected: tuple[int, int],
) -> None:
    found = grid(page, margins, size, gutter)
    assert expected == (found.columns, found.rows)


def test_every_whole_multiple_of_a_tenth_of_a_millimetre_fits() -> None:
    for tenths in range(1, 1200):
        for number in (3, 7):
            found = grid((number * tenths / 10, 297), (0, 0), (tenths / 10, 88))
            assert number == found.columns, f"{number} x {tenths / 10} mm"


def test_the_block_of_all_cells_is_in_the_middle_of_the_page() -> None:
    found = grid((297, 210), (10, 10), (63, 88), 5)
    assert (found.columns, found.rows) == (4, 2)
    assert Rect(15, 14.5, 267, 181) == found.block
    assert [Rect(15, 14.5, 63, 88), Rect(219, 107.5, 63, 88)] == [found.cell(0, 0), found.cell(3, 1)]


def test_cells_are_numbered_row_by_row_and_mirrored_by_column_or_row() -> None:
    found = centred((210, 297), (63, 88), 0, 3, 2)
    assert [found.place(index) for index in range(found.count)] == [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)]
    assert [found.mirrored(0, 1, "columns"), found.mirrored(0, 1, "rows")] == [(2, 1), (0, 0)]


@pytest.mark.parametrize(
    ("paper", "size", "expected"),
    [
        (A4, (63, 88), (210, 297, 3, 3)),
        (A3, (63, 88), (420, 297, 6, 3)),  # upright 4 x 4
        (A5, (63, 88), (148, 210, 2, 2)),
        (Paper("a4", 210, 297, 0), (99, 70), (297, 210, 3, 3)),  # upright 2 x 4
        (Paper("a4", 210, 297, 0), (70, 105), (297, 210, 4, 2)),  # upright 3 x 2
        (Paper("200x100mm", 200, 100, 0), (50, 100), (200, 100, 4, 1)),
        (Paper("200x100mm", 200, 100, 0), (50, 50), (200, 100, 4, 2)),  # a tie: as given
        (Paper("a4", 210, 297, 0), (50, 50), (210, 297, 4, 5)),  # a tie: upright
    ],
)
def test_the_page_is_turned_only_where_it_holds_more_so(
    paper: Paper, size: tuple[float, float], expected: tuple[float, float, int, int]
) -> None:
    found = best(deck(["F"], size=size), paper)
    assert expected == (found.page_width, found.page_height, found.columns, found.rows)


def test_a_sheet_that_is_not_cut_has_the_page_to_itself() -> None:
    upright = best(deck(["S"], size=(90, 120), cut=False), A4)
    assert (upright.page_width, upright.page_height, upright.columns, upright.rows) == (210, 297, 1, 1)
    wide = best(deck(["S"], size=(264, 190), cut=False), A4)
    assert (wide.page_width, wide.page_height, wide.columns, wide.rows) == (297, 210, 1, 1)


@pytest.mark.parametrize(
    ("paper", "size", "cut", "expected"),
    [
        (
            A4,
            (120, 300),
            True,
            "Bull cards does not fit: card 120 × 300 mm; A4 gives 201 × 288 mm inside its 4.5 mm margins,"
            " turned 288 × 201 mm, and pieces are never scaled",
        ),
        (
            LETTER,
            (190, 270.5),
            False,
            "Bull cards does not fit: sheet 190 × 270.5 mm; Letter gives 206.9 × 270.4 mm inside its 4.5 mm margins,"
            " turned 270.4 × 206.9 mm, and pieces are never scaled",
        ),
        (
            Paper("9x200mm", 9, 200, 4.5),
            (5, 5),
            True,
            "Bull cards does not fit: card 5 × 5 mm; 9 × 200 mm has nothing left inside its 4.5 mm margins",
        ),
    ],
)
def test_a_piece_too_large_is_refused_with_the_arithmetic(
    paper: Paper, size: tuple[float, float], cut: bool, expected: str
) -> None:
    with pytest.raises(DoesNotFit) as refused:
        best(deck(["F"], size=size, cut=cut), paper)
    assert expected == str(refused.value)


def test_papers_are_called_what_people_call_them() -> None:
    names = [paper_name(Paper(id, 100, 150, 0)) for id in ("a4", "letter", "100x150mm", "custom", "")]
    assert ["A4", "Letter", *["100 × 150 mm"] * 3] == names


def test_the_edge_to_flip_on_is_the_edge_of_the_paper() -> None:
    assert [axis(210, 297, "long"), axis(210, 297, "short")] == ["columns", "rows"]
    assert [axis(297, 210, "long"), axis(297, 210, "short")] == ["rows", "columns"]
    assert [axis(150, 150, "long"), axis(150, 150, "short")] == ["columns", "rows"]
