"""The slug in the margins: there on every page, true to size, in nobody's way. Read from finished pages."""

from __future__ import annotations

import io
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path as File
from typing import Literal

import pypdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.data.paper import Paper
from pnp.layout.furniture import FURNITURE_WORDS, Slug
from pnp.layout.geometry import How
from pnp.layout.impose import impose
from pnp.layout.piece import Piece
from pnp.render import pdf
from pnp.scene import Document, Group, Layer, Page, Path, Rect, Shape
from tests.small_press import (
    A3,
    A4,
    A5,
    LETTER,
    SLUG,
    bounds,
    deck,
    furniture_boxes,
    inside,
    layers,
    marks,
    numbered,
    overlap,
    papers,
    pieces,
    points,
    seen,
)

SHARED = File(__file__).parent.parent / "templates" / "_shared"
PAPERS = (A4, LETTER, A5, A3)


def words(page: Page) -> list[str]:
    """Return the texts of the furniture in the order of drawing, each as one line."""
    return [text for text, _ in furniture_boxes(page) if text]


def two_sided(count: int = 12, paper: Paper = A4, flip: Literal["long", "short"] = "long") -> tuple[Page, ...]:
    return impose(deck(numbered("F", count), numbered("B", count)), paper, How(flip), SLUG).pages


def texts(page: Page) -> str:
    """Return what an independent reader finds on the page as a PDF."""
    document = Document((page,), "t", "a", "s", "k", "en")
    return pypdf.PdfReader(io.BytesIO(pdf.render(document))).pages[0].extract_text()


def test_every_page_says_what_it_is_and_how_to_print_it() -> None:
    front, back, *_ = two_sided()
    assert words(front) == [
        "100\u00a0mm · print at 100\u202f%",
        "4\u00a0in",
        "Small Fiesta · Bull cards · data 1.0 · A4 210 × 297 mm",
        "page 1 of 4 · front · flip on the long edge",
    ]
    assert words(back)[-1] == "page 2 of 4 · back · flip on the long edge"
    assert words(two_sided(flip="short")[3])[-1] == "page 4 of 4 · back · flip on the short edge"


def test_the_words_can_be_read_in_the_pdf() -> None:
    found = " ".join(texts(two_sided()[1]).split())
    for wanted in ("page 2 of 4 · back · flip on the long edge", "Small Fiesta · Bull cards · data 1.0", "A4 210"):
        assert wanted in found


def test_one_sided_pages_say_so_and_show_no_arrow() -> None:
    (page,) = impose(deck(numbered("F", 2)), A4, How(), SLUG).pages
    assert words(page)[-1] == "page 1 of 1 · one side only"
    assert sum(not text for text, _ in furniture_boxes(page)) == 2  # the rulers
    assert sum(not text for text, _ in furniture_boxes(two_sided()[0])) == 6


def test_every_language_has_every_word() -> None:
    table = tomllib.loads((SHARED / "furniture.toml").read_text(encoding="utf-8"))
    assert set(table["en"]) == set(table["fr"])
    assert set(FURNITURE_WORDS) <= set(table["en"])


def test_the_words_come_in_the_language_of_the_print() -> None:
    french: Mapping[str, str] = tomllib.loads((SHARED / "furniture.toml").read_text(encoding="utf-8"))["fr"]
    slug = Slug("Cartes Torro", "Viva Pamplona\u202f!", "1.0", french)
    page = impose(deck(["F"], ["B"]), A4, How(), slug).pages[1]
    assert words(page)[-1] == "page 2 sur 2 · verso · retourner sur le bord long"
    assert page.label == "1 verso"
    partly = replace(slug, words={"page": "Seite"})
    assert words(impose(deck(["F"]), A4, How(), partly).pages[0])[-1] == "Seite 1 of 1 · one side only"


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.id)
def test_the_rulers_are_100_mm_and_4_inches_between_the_middles_of_their_end_ticks(paper: Paper) -> None:
    for page in two_sided(paper=paper):
        centimetres, inches = rulers(page)
        assert (len(centimetres), len(inches)) == (101, 17)
        assert [round(tick, 9) for tick in centimetres] == [float(mm) for mm in range(101)]
        assert [round(tick, 9) for tick in inches] == [round(6.35 * part, 9) for part in range(17)]


def rulers(page: Page) -> list[list[float]]:
    """Return for each ruler where its ticks stand, from the first one on, as drawn: groups never scale (see below)."""
    found = []
    for path in paths(layers(page, "page furniture")[0]):
        if not path.fill and len(path.segments) > 15:
            ends = points(path)[2:]
            found.append([x - ends[0][0] for x, _ in ends[::2]])
    return found


def paths(shape: Shape) -> list[Path]:
    if isinstance(shape, Path):
        return [shape]
    if isinstance(shape, Group):
        assert abs(shape.matrix[0]) + abs(shape.matrix[1]) == 1.0
    return [path for child in shape.children for path in paths(child)] if isinstance(shape, Group | Layer) else []


@pytest.mark.parametrize(("paper", "standing"), [(A4, False), (LETTER, True), (A5, False), (A3, True)])
def test_the_strips_stand_where_there_is_most_room(paper: Paper, standing: bool) -> None:
    page = two_sided(paper=paper)[0]
    boxes = [box for text, box in furniture_boxes(page) if text]
    assert all((box.height > box.width) == standing for box in boxes)
    near, far = (page.width / 4, page.width * 3 / 4) if standing else (page.height / 4, page.height * 3 / 4)
    places = [box.x if standing else box.y for box in boxes]
    assert min(places) < near < far < max(places)
    assert not any(near < place < far for place in places)


def test_baselines_and_ends_of_the_strips_line_up_with_the_cards() -> None:
    boxes = furniture_boxes(two_sided()[0])
    ruler, inch_ruler = (box for text, box in boxes if not text and box.width > 90)
    by_text = {text: box for text, box in boxes if text}
    top = [box for text, box in by_text.items() if text.startswith(("100", "page"))]
    bottom = [box for text, box in by_text.items() if text.startswith(("4", "Small"))]
    assert {round(box.bottom, 6) for box in top} == {round(top[0].bottom, 6)}
    assert {round(box.bottom, 6) for box in bottom} == {round(bottom[0].bottom, 6)}
    assert (ruler.x, inch_ruler.x) == pytest.approx((10.5 - 0.125, 10.5 - 0.125))
    assert (top[1].right, bottom[1].right) == pytest.approx((199.5, 199.5), abs=0.001)


def test_the_arrow_lies_along_the_way_the_paper_turns() -> None:
    """The open page lies beside the solid one across the edge that the paper is flipped on, as seen on the sheet."""
    for paper, flip, expected in (
        (A4, "long", "beside"),
        (A4, "short", "below"),
        (LETTER, "long", "beside"),  # strips that stand: the arrow keeps to the paper, not to the words
        (LETTER, "short", "below"),
        (A3, "long", "below"),  # the page lies
        (A3, "short", "beside"),
    ):
        arrow = [box for text, box in furniture_boxes(two_sided(paper=paper, flip=flip)[0]) if not text][2:4]  # type: ignore[arg-type]
        solid, hollow = arrow
        across, down = abs(hollow.x - solid.x), abs(hollow.y - solid.y)
        assert ("beside" if across > down else "below") == expected, (paper.id, flip)
        assert min(across, down) == pytest.approx(0.0, abs=1e-9)


@given(pieces(), papers, st.sampled_from(["long", "short"]))
def test_furniture_touches_no_card_no_bleed_no_mark_and_no_margin(
    piece: Piece, paper: Paper, flip: Literal["long", "short"]
) -> None:
    done = impose(piece, paper, How(flip), SLUG)
    promised = not any("rulers" in notice for notice in done.notices)
    for page in done.pages:
        check(page, piece, paper)
        assert len(layers(page, "page furniture")) == promised


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.id)
@pytest.mark.parametrize("cut", [True, False])
def test_furniture_keeps_clear_on_the_usual_papers(paper: Paper, cut: bool) -> None:
    size = (63.0, 88.0) if cut else (paper.width - 20, paper.height - 33)
    piece = deck(numbered("F", 12), numbered("B", 12), size=size, bleed=3.0 if cut else 0.0, cut=cut)
    done = impose(piece, paper, How(), SLUG)
    assert done.notices == ()
    for page in done.pages:
        check(page, piece, paper)


@pytest.mark.parametrize("margin", [0.0, 4.5])
def test_the_end_ticks_stand_inside_the_margin_where_the_cards_reach_it(margin: float) -> None:
    paper = Paper("custom", 140 + 2 * margin, 140 + 2 * margin, margin)
    piece = deck(["F"], size=(140, 100), bleed=0.0)
    page = impose(piece, paper, How(), SLUG).pages[0]
    check(page, piece, paper)
    assert len(rulers(page)) == 2


def check(page: Page, piece: Piece, paper: Paper) -> None:
    boxes = furniture_boxes(page)
    printable = Rect(0, 0, page.width, page.height).grown(-paper.margin)
    cards = [card.ink or card.trim for card in seen(page, piece)]
    lines = [bounds([line[:2], line[2:]]).grown(0.125) for line in marks(page)]
    for text, box in boxes:
        assert inside(box, printable), text
        assert not any(overlap(box, other) for other in (*cards, *lines)), text
    for at, (text, box) in enumerate(boxes):
        for other, beside in boxes[at + 1 :]:
            assert not (text and other) or not overlap(box, beside), (text, other)


def test_a_full_page_goes_without_furniture_and_says_so() -> None:
    paper = Paper("126x176mm", 126.0, 176.0, 0.0)
    done = impose(deck(numbered("F", 4), bleed=0.0), paper, How(), SLUG)
    assert (
        "Bull cards: the margins of 126 × 176 mm have no room for the rulers and the notes of the page" in done.notices
    )
    assert layers(done.pages[0], "page furniture") == []


def test_small_papers_have_shorter_rulers_that_say_their_length() -> None:
    page = impose(deck(["F"], ["B"], size=(40, 40)), Paper("85x85mm", 85.0, 85.0, 4.5), How(), SLUG).pages[0]
    centimetres, inches = rulers(page)
    assert (len(centimetres) - 1, (len(inches) - 1) / 4) == (50, 2)
    assert {"50\u00a0mm · print at 100\u202f%", "2\u00a0in"} <= set(words(page))


def test_what_all_pages_share_is_one_object() -> None:
    found = [layers(page, "page furniture")[0].children[0] for page in two_sided(40)]
    lasting = {id(group.children[0]) for group in found if isinstance(group, Group)}
    assert (len(found), len(lasting)) == (10, 1)
