"""Where backs go: behind their fronts, on a pile that is put in again, beside them to be folded, or nowhere.

How a pile comes out of a printer, and how paper folds, is worked out here on its own.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path as File

import pypdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp import build
from pnp.data import load
from pnp.data.paper import Paper
from pnp.layout.geometry import Backs, Flip, How
from pnp.layout.laying import lay
from pnp.layout.page_order import by_hand, one_pile, printed
from pnp.layout.piece import Piece
from pnp.layout.print_plan import Entry, Heading, print_plan
from pnp.scene import Group, Layer, Page, Rect, Shape, Text
from tests import small_folder
from tests.small_press import (
    A3,
    A4,
    A5,
    LETTER,
    SLUG,
    deck,
    furniture_boxes,
    inside,
    marks,
    numbered,
    overlap,
    seen,
)
from tests.test_impose import SIZES, check_backs

SHARED = File(__file__).parent.parent / "templates" / "_shared"
ONE_PILE: tuple[Backs, ...] = ("stacked", "reversed")
WORDS = {"fr": load.words(SHARED.parent, "fr"), "en": load.words(SHARED.parent, "en")}


def cards(count: int, size: tuple[float, float] = (63.0, 88.0), **how: float) -> Piece:
    return deck(numbered("F", count), numbered("B", count), size=size, **how)  # type: ignore[arg-type]


def words(page: Page) -> str:
    """Return what the margin says of the page."""
    return [text for text, _ in furniture_boxes(page) if text][-1]


# A pile that is put in again


def fed(sheets: int, face_up: bool) -> list[int]:
    """Return the order in which a pile of printed sheets goes into the printer again, uppermost sheet first.

    Each sheet comes out on top of those before it. A pile that lies face down is turned over as a whole.
    """
    pile: list[int] = []
    for sheet in range(sheets):
        pile.insert(0, sheet)
    if not face_up:
        pile.reverse()
    return pile


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("backs", ["duplex", "stacked", "reversed"])
def test_every_deck_of_1_to_40_cards_has_each_back_behind_its_front_however_sheets_are_printed(
    flip: Flip, backs: Backs
) -> None:
    for count in range(1, 41):
        piece = cards(count, SIZES[count % len(SIZES)])
        laid = lay(piece, (A4, LETTER, A5, A3)[count % 4], How(flip, backs=backs), SLUG)
        if backs == "duplex":
            sheets = list(zip(laid.pages[::2], laid.pages[1::2], strict=True))
        else:
            fronts, behind = laid.pages[: laid.sheets], laid.pages[laid.sheets :]
            order = fed(laid.sheets, face_up=backs == "reversed")
            sheets = [(fronts[sheet], behind[at]) for at, sheet in enumerate(order)]
        assert len(sheets) == laid.sheets
        for front, back in sheets:
            check_backs(front, back, piece, flip)
        names = Counter(one.name for page in laid.pages for one in seen(page, piece))
        assert names == Counter([*numbered("F", count), *numbered("B", count)])


def test_a_pile_put_in_again_says_which_sheet_a_page_is_of_and_what_to_do() -> None:
    said = {backs: [words(page) for page in lay(cards(20), A4, How(backs=backs), SLUG).pages] for backs in ONE_PILE}
    fronts = [f"page {number} of 6 · front of sheet {number} · first all fronts" for number in (1, 2, 3)]
    again = "put the pile in again"
    assert said["stacked"] == fronts + [
        f"page {number + 3} of 6 · back of sheet {number} · {again} · flip on the long edge" for number in (1, 2, 3)
    ]
    assert said["reversed"] == fronts + [
        f"page {number} of 6 · back of sheet {7 - number} · {again}, last sheet first · flip on the long edge"
        for number in (4, 5, 6)
    ]


@pytest.mark.parametrize("paper", [A4, LETTER, A5], ids=lambda paper: paper.id)
@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("backs", [*ONE_PILE, "fold"])
def test_the_longer_words_find_room_in_the_margins(paper: Paper, lang: str, backs: Backs) -> None:
    slug = replace(SLUG, words=WORDS[lang])
    laid = lay(cards(30, (63.5, 88.9)), paper, How(backs=backs), slug)
    for page in laid.pages:
        boxes = [box for _, box in furniture_boxes(page)]
        assert all(inside(box, Rect(0, 0, page.width, page.height).grown(-4.5)) for box in boxes)
        for x1, y1, x2, y2 in marks(page):
            line = Rect(x1, y1, x2 - x1, y2 - y1).grown(0.1)
            assert not any(overlap(line, box) for box in boxes)
        assert len([text for text, _ in furniture_boxes(page) if text]) >= 4


def test_a_sheet_without_a_back_keeps_its_place_in_the_pile() -> None:
    piece = deck(numbered("F", 19), [None] * 18 + ["B19"])
    for backs, expected in (("stacked", [9, 9, 1, 0, 0, 1]), ("reversed", [9, 9, 1, 1, 0, 0])):
        laid = lay(piece, A4, How(backs=backs), SLUG)  # type: ignore[arg-type]
        assert [len(seen(page, piece)) for page in laid.pages] == expected


def test_dup_mixed_no_back_in_every_way_of_printing_backs() -> None:
    piece = deck(["A1", "A2", "R1", "R2"], [None, None, "RB1", "RB2"])
    for backs in ("duplex", *ONE_PILE):
        front, back = lay(piece, A4, How(backs=backs), SLUG).pages
        check_backs(front, back, piece, "long")
        assert [one.name for one in seen(back, piece)] == ["RB1", "RB2"]


@given(st.lists(st.tuples(st.integers(1, 4), st.booleans()), min_size=1, max_size=5), st.sampled_from(ONE_PILE))
def test_the_pile_of_a_whole_game_has_every_back_on_its_own_sheet(parts: list[tuple[int, bool]], backs: Backs) -> None:
    def page(label: str) -> Page:
        return Page(210, 297, (), label=label)

    pieces, expected = [], []
    for number, (sheets, two_sided) in enumerate(parts):
        fronts = [page(f"{number} {sheet} front") for sheet in range(sheets)]
        behind = [page(f"{number} {sheet} back") for sheet in range(sheets)]
        both = [side for sheet in zip(fronts, behind, strict=True) for side in sheet]
        pieces.append((printed(both, backs) if two_sided else tuple(fronts), two_sided))
        expected += [(a.label, b.label if two_sided else "") for a, b in zip(fronts, behind, strict=True)]
    found = list(one_pile(pieces, backs))
    if not any(two_sided for _, two_sided in parts):
        assert [page.label for page in found] == [front for front, _ in expected]
        return
    sheets = len(found) // 2
    behind_of = dict(zip(fed(sheets, face_up=backs == "reversed"), found[sheets:], strict=True))
    assert [(found[at].label, behind_of[at].label) for at in range(sheets)] == expected


def test_dup_booklet_five_pages() -> None:
    face = cards(5).faces
    booklet = replace(cards(5, (139.0, 205.0)), faces=tuple(replace(one, back=None) for one in face), laying="booklet")

    def sides(backs: Backs) -> list[list[str]]:
        pages = lay(booklet, A4, How("short", backs=backs), SLUG).pages
        return [[shape.label for shape in page.shapes if isinstance(shape, Group)] for page in pages]

    front_1, back_1, front_2, back_2 = ["card 1"], ["card 2"], ["card 3"], ["card 4", "card 5"]  # 6, 7 and 8 are blank
    assert sides("duplex") == [front_1, back_1, front_2, back_2]
    assert sides("stacked") == [front_1, front_2, back_1, back_2]
    assert sides("reversed") == [front_1, front_2, back_2, back_1]
    assert sides("none") == sides("fold") == sides("duplex")


# No backs


def test_without_backs_only_fronts_are_printed_and_nobody_is_told_to_turn_a_sheet() -> None:
    piece = cards(10)
    laid = lay(piece, A4, How(backs="none"), SLUG)
    assert (laid.sheets, len(laid.pages), laid.notices) == (2, 2, ())
    assert [page.label for page in laid.pages] == ["1", "2"]
    assert [words(page) for page in laid.pages] == ["page 1 of 2 · one side only", "page 2 of 2 · one side only"]
    assert {one.name for page in laid.pages for one in seen(page, piece)} == set(numbered("F", 10))


def test_pieces_that_say_something_on_their_backs_tell_that_it_is_left_out() -> None:
    laid = lay(replace(cards(4), kind="aid", title="Aid"), A4, How(backs="none"), SLUG)
    assert laid.notices == ("Aid: its backs are not printed",)


@pytest.mark.parametrize("backs", ["none", "fold"])
def test_what_is_not_cut_keeps_its_other_side(backs: Backs) -> None:
    sheet = deck(["S"], ["T"], size=(190, 264), bleed=0, cut=False)
    laid = lay(sheet, A4, How(backs=backs), SLUG)
    assert [one.name for page in laid.pages for one in seen(page, sheet)] == ["S", "T"]
    assert laid.pages == lay(sheet, A4, How(), SLUG).pages


# Files


def jobs(folder: File, backs: Backs) -> dict[str, build.Job]:
    game = small_folder.game(folder, {"game.toml": f'{small_folder.GAME}back = "back"\n', "frames.toml": FRAMES})
    order = build.Order(load.paper("a4", SHARED), "en", how=How("short", backs=backs))
    return {job.path.name: job for job in build.plan([game], order, lambda lang: WORDS["en"])}


FRAMES = (
    f'{small_folder.FRAMES}\n[back.slots.ground]\nkind = "panel"\nx = 0\ny = 0\nwidth = 63\nheight = 88\nfill = "sun"\n'
)


@pytest.mark.parametrize("backs", ["duplex", "none", "stacked", "reversed", "fold"])
def test_files_keep_their_names_and_only_duplex_tells_the_printer_to_turn_sheets(tmp_path: File, backs: Backs) -> None:
    found = jobs(tmp_path, backs)
    assert set(found) == {"cards-a4-en.pdf", "all-a4-en.pdf", "print-plan-a4-en.pdf"}
    expected = "short" if backs == "duplex" else None
    pages = 1 if backs in ("none", "fold") else 2
    for name in ("cards-a4-en.pdf", "all-a4-en.pdf"):
        assert (found[name].document.duplex, len(found[name].document.pages)) == (expected, pages)
    assert found["cards-a4-en.pdf"].by_hand == by_hand(backs)


def said(page: Page) -> list[str]:
    return [text.run.text for text in _texts(page.shapes)]


def _texts(shapes: tuple[Shape, ...]) -> Iterator[Text]:
    for shape in shapes:
        if isinstance(shape, Text):
            yield shape
        elif isinstance(shape, Group | Layer):
            yield from _texts(shape.children)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_print_plan_says_how_backs_are_made(lang: str) -> None:
    heading = Heading("Small", "A4", "#1D4E89", "Alfa Slab One")
    entries = (
        Entry(cards(9), 2, both=False, paper="", folded=True),
        Entry(replace(cards(9), title="More"), 2, both=True, paper="", by_hand=True),
    )
    (page,) = print_plan(entries, heading, A4, lambda key: WORDS[lang][key])
    told = " ".join(said(page))
    assert WORDS[lang]["plan_by_hand"] in told
    assert WORDS[lang]["plan_folded"].split(",")[0] in told


# PDF


@pytest.mark.parametrize("backs", ["stacked", "reversed", "fold"])
def test_the_pdf_of_a_pile_or_of_pairs_asks_for_one_sided_printing(tmp_path: File, backs: Backs) -> None:
    data = build.pdf(jobs(tmp_path, backs)["all-a4-en.pdf"].document)
    preferences = pypdf.PdfReader(io.BytesIO(data)).trailer["/Root"]["/ViewerPreferences"]
    assert preferences["/Duplex"] == "/Simplex"
