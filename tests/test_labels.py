"""Sheets of labels and perforated cards: pieces exactly in their cells, backs behind them, nothing to cut along."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pnp.data import load
from pnp.data.paper import LabelGrid, Paper
from pnp.errors import DataError
from pnp.layout.geometry import DoesNotFit, Imposed
from pnp.layout.laying import lay as lay_any
from pnp.layout.piece import Piece
from pnp.scene import Page
from tests import small_folder
from tests.small_press import A4, BRIDGE, POKER, SLUG, Seen, cards, deck, lay, layers, marks, numbered, seen

SHARED = Path(__file__).parent.parent / "templates/_shared"
LABELS = [paper for paper in load.papers(SHARED).values() if paper.cells]
BUSINESS = load.paper("avery-5371", SHARED)
ROUND = load.paper("avery-8293", SHARED)


def business(count: int, size: tuple[float, float] = (88.9, 50.8), *, backs: bool = False) -> Piece:
    return deck(numbered("F", count), numbered("B", count) if backs else (), size=size)


def corners(page: Page, piece: Piece) -> list[tuple[float, float]]:
    return [(round(card.trim.x, 3), round(card.trim.y, 3)) for card in seen(page, piece)]


def test_lay_ten_up_letter_only_ten_business_cards_and_never_a_smaller_poker_card() -> None:
    piece = business(11)
    laid = lay(piece, BUSINESS)
    assert (laid.per_page, laid.sheets) == (10, 2)
    assert corners(laid.pages[0], piece) == [
        (x, round(12.7 + 50.8 * row, 3)) for row in range(5) for x in (19.05, 107.95)
    ]
    for paper in LABELS:
        poker = deck(["F1"], size=POKER)
        try:
            (card,) = seen(lay(poker, paper).pages[0], poker)
        except DoesNotFit:
            continue
        assert sorted((card.trim.width, card.trim.height)) == pytest.approx(POKER)


def test_a_piece_larger_than_the_labels_is_refused_with_the_arithmetic() -> None:
    with pytest.raises(DoesNotFit) as refused:
        lay(cards(3, BRIDGE), BUSINESS)
    assert str(refused.value) == (
        "Bull cards does not fit: card 63 × 88 mm; the labels of Avery 5371 are 88.9 × 50.8 mm,"
        " and pieces are never scaled"
    )


@pytest.mark.parametrize(("over", "fits"), [(0.5, True), (0.6, False)])
def test_half_a_millimetre_more_than_a_label_still_counts_as_its_size(over: float, fits: bool) -> None:
    piece = business(1, (88.9 + over, 50.8))
    if not fits:
        with pytest.raises(DoesNotFit):
            lay(piece, BUSINESS)
        return
    (page,) = lay(piece, BUSINESS).pages
    assert corners(page, piece) == [(18.8, 12.7)]
    assert seen(page, piece)[0].ink.right == pytest.approx(107.95)  # type: ignore[union-attr]  # up to the next label


def test_a_smaller_piece_lies_in_the_middle_of_its_label_and_that_is_told() -> None:
    piece = business(2, (80.0, 40.0))
    laid = lay(piece, BUSINESS)
    assert corners(laid.pages[0], piece) == [(23.5, 18.1), (112.4, 18.1)]
    assert laid.notices == ("Bull cards: 80 × 40 mm lie in the middle of labels of 88.9 × 50.8 mm on Avery 5371",)
    assert lay(business(2, (88.6, 50.5)), BUSINESS).notices == ()


def test_a_piece_that_only_fits_sideways_is_turned_with_its_back() -> None:
    piece = business(1, (50.8, 88.9), backs=True)
    front, back = lay(piece, BUSINESS).pages
    assert [(card.turn, card.trim.x, card.trim.y) for card in seen(front, piece)] == [
        (90, pytest.approx(19.05), pytest.approx(12.7))
    ]
    assert [(card.turn, card.trim.x, card.trim.y) for card in seen(back, piece)] == [
        (270, pytest.approx(107.95), pytest.approx(12.7))
    ]


def mirrored(card: Seen, paper: Paper, flip: str) -> tuple[float, float]:
    trim = card.trim
    if flip == "long":
        return pytest.approx(paper.width - trim.right), pytest.approx(trim.y)
    return pytest.approx(trim.x), pytest.approx(paper.height - trim.bottom)


@pytest.mark.parametrize("flip", ["long", "short"])
def test_every_back_lies_behind_its_label_even_on_a_sheet_with_uneven_margins(flip: str) -> None:
    uneven = Paper("uneven", 210, 297, 4.5, cells=LabelGrid(2, 5, 85, 54, 8, 21.5, 91, 56))
    for paper, size in ((BUSINESS, (88.9, 50.8)), (uneven, (85.0, 54.0))):
        piece = business(3, size, backs=True)
        front, back = lay(piece, paper, flip).pages  # type: ignore[arg-type]
        fronts = {card.name[1:]: card for card in seen(front, piece)}
        backs = {card.name[1:]: card for card in seen(back, piece)}
        assert {name: (card.trim.x, card.trim.y) for name, card in backs.items()} == {
            name: mirrored(card, paper, flip) for name, card in fronts.items()
        }


def test_labels_get_no_crop_marks_and_no_ink_of_a_neighbour() -> None:
    piece = business(3)
    (page,) = lay(piece, BUSINESS).pages
    assert marks(page) == []
    inks = {card.name: card.ink for card in seen(page, piece)}
    assert inks["F1"].right == pytest.approx(107.95)  # type: ignore[union-attr]
    assert inks["F3"].right == pytest.approx(107.95)  # type: ignore[union-attr]  # though the label beside it is free
    assert inks["F1"].x == pytest.approx(16.05)  # type: ignore[union-attr]


def test_furniture_stands_on_labels_sheets_only_where_there_is_room() -> None:
    assert layers(lay(business(1), BUSINESS).pages[0], "page furniture") != []
    full = Paper("full", 210, 297, 4.5, cells=LabelGrid(2, 5, 105, 59.4, 0, 0, 105, 59.4))
    laid = lay(business(1, (105.0, 59.4)), full)
    assert layers(laid.pages[0], "page furniture") == []
    assert laid.notices == ("Bull cards: the pieces on Full reach 4.5 mm into the printer's margin",)


def test_round_labels_are_a_matter_for_what_is_not_round() -> None:
    piece = deck(["F1"], size=(38.1, 38.1))
    assert lay(piece, ROUND).notices == (
        "Bull cards: the labels of Avery 8293 are rounded by 19.05 mm, so look at the corners",
    )
    assert lay(replace(piece, kind="tokens"), ROUND).notices == ()


def lay_out(piece: Piece, paper: Paper) -> Imposed:
    from pnp.layout.geometry import How

    return lay_any(piece, paper, How(), SLUG)


@pytest.mark.parametrize("laying", ["booklet", "tiles", "grid"])
def test_sheets_booklets_and_posters_do_not_go_on_labels(laying: str) -> None:
    piece = replace(deck(["F1"], size=(80, 40), cut=False), laying=laying)
    with pytest.raises(DoesNotFit):
        lay_out(piece, BUSINESS)


@pytest.mark.parametrize("paper", LABELS, ids=lambda paper: paper.id)
def test_the_labels_that_come_with_the_press_lie_in_the_middle_of_their_sheets(paper: Paper) -> None:
    cells = paper.cells
    assert cells is not None
    right = paper.width - cells.x - (cells.columns - 1) * cells.across - cells.width
    below = paper.height - cells.y - (cells.rows - 1) * cells.down - cells.height
    assert (right, below) == (pytest.approx(cells.x, abs=0.1), pytest.approx(cells.y, abs=0.1))


FAULTS = """
[one]
size = "210x297mm"
margin = 5
also = ["two"]
grid = { columns = 3, rows = 5, size = "85x54mm", x = 10, y = 13.5 }

[two]
size = "210x297mm"
margin = 5
grid = { columns = 2, rows = 5, size = "85x54mm", x = 10, y = 13.5, across = 80 }

[custom]
margin = 5
grid = { columns = 1, rows = 1, size = "5x5mm", x = 1, y = 1 }
"""


def test_labels_that_overlap_or_leave_the_paper_are_told(tmp_path: Path) -> None:
    shown = f"{tmp_path.name}/papers.toml"
    assert small_folder.refused(tmp_path, "papers.toml", FAULTS, load.papers) == [
        f'{shown}:5: one.also: "two" is the name of another paper',
        f"{shown}:6: one.grid.columns: the last label ends at 265 mm; the paper is 210 mm wide",
        f"{shown}:11: two.grid.across: the labels would overlap: they are 85 mm wide and 80 mm apart",
        f"{shown}:15: custom.grid: a size given on the command line has no labels (give the sheet a name and a size)",
    ]


@pytest.mark.parametrize(
    ("name", "id_"), [("Ledger", "tabloid"), ("5371", "avery-5371"), ("AVERY-8371", "avery-5371"), ("Legal", "legal")]
)
def test_papers_go_by_their_other_names_too(name: str, id_: str) -> None:
    assert load.paper(name, SHARED).id == id_


def test_a_near_name_of_a_label_sheet_is_found() -> None:
    with pytest.raises(DataError, match='did you mean "avery-5371"'):
        load.paper("avery5371", SHARED)


def test_plain_paper_has_no_labels() -> None:
    assert lay(cards(1), A4).notices == ()
