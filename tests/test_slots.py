"""Frames filled in: what is drawn where, what is shared, and what is told when something is wrong."""

from __future__ import annotations

import ctypes
import itertools
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path as File

import pypdfium2 as pdfium
import pytest
import uharfbuzz as hb

from pnp import fonts
from pnp.data.frame import Frame, Place, When
from pnp.data.game import Game
from pnp.data.prints import Row
from pnp.errors import Problem
from pnp.layout.text import width as label_width
from pnp.pieces.context import Context, start
from pnp.pieces.slots import draw
from pnp.render import pdf
from pnp.scene import Document, Group, Page, Path, Rect, Shape, Text, apply, ellipse, rectangle, times
from tests.small_game import FAMILY, art, frame, game, line, panel, place, text

SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100"/></svg>'


def context(of: Game | None = None, lang: str = "en") -> tuple[Context, list[Problem]]:
    problems: list[Problem] = []
    return start(of or game(), lang, problems, 'card "Torro" (row 1)', "templates/small/cards.csv", 2), problems


def row(**cells: str) -> Row:
    return Row(2, cells)


def leaves(shape: Shape, matrix: tuple[float, ...] = (1, 0, 0, 1, 0, 0)) -> list[tuple[Shape, tuple[float, ...]]]:
    """Return every shape that is no group, with the matrix it is drawn under."""
    if isinstance(shape, Group):
        inner = times(matrix, shape.matrix)  # type: ignore[arg-type]
        return [leaf for child in shape.children for leaf in leaves(child, inner)]
    return [(shape, matrix)]


def drawn(shape: Shape) -> list[Shape]:
    return [leaf for leaf, _ in leaves(shape)]


def texts(shape: Shape) -> list[str]:
    return [leaf.run.text for leaf in drawn(shape) if isinstance(leaf, Text)]


def once(of: Frame, cells: Mapping[str, str] | None = None, lang: str = "en", made_for: Game | None = None) -> Group:
    ctx, problems = context(made_for, lang)
    result = draw(of, None if cells is None else Row(2, dict(cells)), ctx)
    assert problems == []
    return result


def faults(of: Frame, cells: Mapping[str, str], made_for: Game | None = None, lang: str = "en") -> list[Problem]:
    ctx, problems = context(made_for, lang)
    draw(of, Row(2, dict(cells)), ctx)
    return problems


@pytest.fixture
def pictured(tmp_path: File) -> Game:
    paths = {name: tmp_path / f"{name}.svg" for name in ("bull", "ox", "torn")}
    for path in paths.values():
        path.write_text(SQUARE if path.stem != "torn" else "<svg", encoding="utf-8")
    return game(art=paths, icons={"horn": paths["bull"]})


def test_slots_are_drawn_in_the_frames_order() -> None:
    result = once(frame(panel(fill="#eeeeee"), text("title"), panel("over", fill="#222222")), {"title": "Torro"})
    assert [type(leaf) for leaf in drawn(result)] == [Path, Text, Path]


def test_a_panel_is_its_rectangle_in_its_ink() -> None:
    result = once(frame(panel(at=place(-3, -3, 69, 94), fill="#2e6b3a")))
    assert drawn(result) == [Path(rectangle(Rect(-3, -3, 69, 94)), "#2e6b3a")]


def test_an_ellipse_fills_its_rectangle() -> None:
    result = once(frame(panel(at=place(10, 20, 30, 8), shape="ellipse")))
    assert drawn(result) == [Path(ellipse(25, 24, 15, 4), "#7fa8d1")]


def test_a_polygon_takes_its_points_as_shares_of_the_rectangle() -> None:
    result = once(frame(panel(at=place(10, 20, 30, 8), shape="polygon", points=((0, 0), (1, 0), (0.5, 1)))))
    assert drawn(result) == [Path((("M", 10, 20), ("L", 40, 20), ("L", 25, 28), ("Z",)), "#7fa8d1")]


def test_a_panel_with_neither_fill_nor_stroke_draws_nothing() -> None:
    assert drawn(once(frame(panel(fill=None)))) == []


@pytest.mark.parametrize("kind", ["hatch", "cross", "dots"])
def test_a_pattern_is_cut_at_the_panels_outline(kind: str) -> None:
    result = once(frame(panel(at=place(10, 20, 6, 5), pattern=kind, stroke="#000000")))
    filled, outline = result.children
    assert isinstance(filled, Group)
    assert filled.clip == Path(rectangle(Rect(10, 20, 6, 5)))
    assert isinstance(outline, Path)
    assert outline.stroke is not None
    assert outline.fill is None


def test_hatching_lines_stand_their_pitch_apart_and_reach_every_corner() -> None:
    result = once(frame(panel(at=place(10, 20, 6, 5), pattern="hatch", pitch=1.0)))
    (lines,) = drawn(result)
    assert isinstance(lines, Path)
    sums = [s[1] + s[2] for s in lines.segments if s[0] == "M"]  # x + y is constant along a rising line
    steps = [below - above for above, below in itertools.pairwise(sums)]
    assert steps == pytest.approx([2**0.5] * len(steps))
    assert sums[0] <= 30 + 2**0.5
    assert sums[-1] >= 41 - 2**0.5


def test_a_line_runs_from_corner_to_corner() -> None:
    (shape,) = drawn(once(frame(line(at=place(5, 6, 20, 0)))))
    assert isinstance(shape, Path)
    assert shape.segments == (("M", 5, 6), ("L", 25, 6))


def test_text_comes_from_its_column_or_is_fixed() -> None:
    result = once(frame(text("title"), text("foot", texts=(("en", "Viva!"),))), {"title": "Torro"})
    assert texts(result) == ["Torro", "Viva!"]


def test_a_sheet_has_no_row_and_blank_columns() -> None:
    assert texts(once(frame(text("title"), text("foot", texts=(("en", "Viva!"),))))) == ["Viva!"]


def test_text_is_in_the_language_of_the_build() -> None:
    two = game(languages=("en", "fr"))
    slots = frame(text("title"), text("foot", texts=(("en", "Charge"), ("fr", "Assaut"))))
    cells = {"title.en": "Bull", "title.fr": "Taureau"}
    assert texts(once(slots, cells, "fr", two)) == ["Taureau", "Assaut"]
    assert texts(once(slots, cells, "en", two)) == ["Bull", "Charge"]


def test_the_tightest_language_decides_the_size_in_every_language() -> None:
    two = game(languages=("en", "fr"))
    slots = frame(text("title", place(0, 0, 30, 8), wrap=False))
    cells = {"title.en": "Bull", "title.fr": "Le taureau charge encore"}
    sizes = {
        lang: [leaf.size for leaf in drawn(once(slots, cells, lang, two)) if isinstance(leaf, Text)]
        for lang in two.languages
    }
    alone = drawn(once(slots, {"title": "Bull"}))[0]
    assert isinstance(alone, Text)
    assert sizes["en"] == pytest.approx(sizes["fr"])
    assert sizes["en"][0] < alone.size


def test_a_text_that_is_too_long_in_one_language_is_told_in_that_language_only() -> None:
    two = game(languages=("en", "fr"))
    slots = frame(text("title", place(0, 0, 20, 8), wrap=False))
    cells = {"title.en": "Bull", "title.fr": "Le taureau charge encore"}
    assert faults(slots, cells, two, "en") == []
    assert len(faults(slots, cells, two, "fr")) == 1


@pytest.mark.parametrize(
    ("when", "cell", "shown"),
    [
        (When("kind"), "ox", True),
        (When("kind"), "", False),
        (When("kind", negate=True), "", True),
        (When("kind", negate=True), "ox", False),
        (When("kind", "ox"), "ox", True),
        (When("kind", "ox"), "bull", False),
        (When("kind", "ox", negate=True), "bull", True),
        (When("kind", "ox", negate=True), "ox", False),
    ],
)
def test_a_condition_shows_or_hides_its_slot(when: When, cell: str, shown: bool) -> None:
    result = once(frame(panel(when=when)), {"kind": cell})
    assert bool(drawn(result)) == shown


@pytest.mark.parametrize(
    ("degrees", "corner"), [(90, (30, 5)), (180, (35, 30)), (270, (10, 35)), (-90, (10, 35)), (450, (30, 5))]
)
def test_a_slot_turns_clockwise_round_its_middle(degrees: float, corner: tuple[float, float]) -> None:
    # the rectangle's middle is (20, 20); its top left corner (5, 10) goes round it
    ((_, matrix),) = leaves(once(frame(panel(at=place(5, 10, 30, 20, degrees)))))
    assert apply(matrix, 5, 10) == corner  # type: ignore[arg-type]


def test_any_other_angle_turns_the_same_way() -> None:
    ((_, matrix),) = leaves(once(frame(panel(at=place(0, 0, 20, 20, 45)))))
    assert apply(matrix, 10, 0) == pytest.approx((10 + 10 / 2**0.5, 10 - 10 / 2**0.5))  # type: ignore[arg-type]


def test_what_no_row_changes_is_one_object_for_all_rows() -> None:
    slots = frame(panel(), line(), text("title"), panel("over"))
    ctx, _ = context()
    first, second = (draw(slots, row(title=title), ctx) for title in ("Torro", "Blue"))
    assert [type(child) for child in first.children] == [Group, Text, Group]
    for place_of in (0, 2):
        shared = first.children[place_of]
        assert isinstance(shared, Group)
        assert shared.once
        assert shared is second.children[place_of]


def test_a_frame_that_no_row_changes_is_one_object() -> None:
    slots = frame(panel(), text("foot", texts=(("en", "Viva!"),)))
    ctx, _ = context()
    first, second = (draw(slots, row(title=title), ctx, once=True) for title in ("Torro", "Blue"))
    assert first is second
    assert first.once


def test_equal_rows_are_one_object_and_others_are_not() -> None:
    slots = frame(panel(), text("kind"))
    ctx, _ = context()
    first, same, other = (draw(slots, row(title=t, kind=k), ctx, once=True) for t, k in ("ax", "bx", "cy"))
    assert first is same
    assert texts(first) == ["x"]
    assert texts(other) == ["y"]


def test_the_pdf_has_each_letter_where_the_font_file_puts_it() -> None:
    slot = text("title", place(7, 11, 50, 20), align="center", valign="middle", size=14.0, wrap=False)
    made = once(frame(slot), {"title": "AVATAR Torro"})
    document = Document((Page(63, 88, (made,)),), "", "", "", "", "en")
    face = fonts.face(FAMILY)
    buffer = hb.Buffer()
    buffer.add_str("AVATAR")  # kerned pairs; a word on its own, as the layout measures it
    buffer.guess_segment_properties()
    hb.shape(hb.Font(hb.Face(hb.Blob.from_file_path(str(face.path)))), buffer)
    em = 14 * 25.4 / 72
    left = 7 + (50 - label_width("AVATAR Torro", family=FAMILY, size=14)) / 2
    baseline = 11 + 10 + face.cap_height * em / 2
    with pdfium.PdfDocument(pdf.render(document)) as found:
        reader = found[0].get_textpage()
        x, y = ctypes.c_double(), ctypes.c_double()
        pen = 0.0
        for index, position in enumerate(buffer.glyph_positions):
            pdfium.raw.FPDFText_GetCharOrigin(reader, index, x, y)
            assert x.value * 25.4 / 72 == pytest.approx(left + pen / face.upem * em, abs=0.01)
            assert 88 - y.value * 25.4 / 72 == pytest.approx(baseline, abs=0.01)
            pen += position.x_advance


def test_art_is_placed_in_its_box(pictured: Game) -> None:
    result = once(frame(art(at=place(10, 20, 30, 10))), {"picture": "bull"}, made_for=pictured)
    ((_, matrix),) = leaves(result)
    assert apply(matrix, 0, 0) == pytest.approx((20, 20))  # type: ignore[arg-type]
    assert apply(matrix, 100, 100) == pytest.approx((30, 30))  # type: ignore[arg-type]


def test_the_same_art_on_many_cards_is_one_object(pictured: Game) -> None:
    slots = frame(text("title"), art())
    ctx, _ = context(pictured)
    first, second = (draw(slots, row(title=title, picture="bull"), ctx) for title in ("Torro", "Blue"))
    assert first.children[1] is second.children[1]


def test_the_same_art_in_equal_slots_of_two_frames_is_one_object(pictured: Game) -> None:
    ctx, problems = context(pictured)
    slot = art("picture", column="picture")
    one, two = (draw(frame(slot, name=name), row(picture="bull", n=name), ctx).children for name in "ab")
    other = draw(frame(replace(slot, name="other"), name="c"), row(picture="bull"), ctx).children
    assert one[0] is two[0]
    assert one[0] is not other[0]
    assert problems == []


def test_art_is_looked_up_card_by_card(pictured: Game) -> None:
    slots = frame(art(color="#b5122b"))
    ctx, _ = context(pictured)
    first, second = (draw(slots, row(picture=name), ctx) for name in ("bull", "ox"))
    assert first is not second


def test_black_art_takes_the_slots_colour(pictured: Game) -> None:
    result = once(frame(art(color="#b5122b")), {"picture": "bull"}, made_for=pictured)
    assert [leaf.fill for leaf in drawn(result) if isinstance(leaf, Path)] == ["#b5122b"]


def test_icons_in_text_take_the_colour_of_the_text(pictured: Game) -> None:
    result = once(frame(text("body", color="#b5122b")), {"body": ":horn: gored"}, made_for=pictured)
    assert [leaf.fill for leaf in drawn(result) if isinstance(leaf, Path)] == ["#b5122b"]


def test_blank_art_that_is_not_needed_draws_nothing(pictured: Game) -> None:
    assert drawn(once(frame(art(needed=False)), {"picture": ""}, made_for=pictured)) == []


def test_blank_art_that_is_needed_names_card_slot_and_column(pictured: Game) -> None:
    assert list(map(str, faults(frame(art()), {"picture": ""}, pictured))) == [
        'templates/small/cards.csv:2: card "Torro" (row 1), slot "picture": no picture: column "picture" is blank '
        "(or set `needed = false`)"
    ]


def test_unknown_art_offers_the_near_name(pictured: Game) -> None:
    assert list(map(str, faults(frame(art()), {"picture": "Bull"}, pictured))) == [
        'templates/small/cards.csv:2: card "Torro" (row 1), slot "picture": no picture "Bull" in the folder art '
        '(did you mean "bull"?)'
    ]


def test_art_that_cannot_be_read_is_told_once(pictured: Game) -> None:
    ctx, problems = context(pictured)
    for title in ("a", "b"):
        draw(frame(text("title"), art()), row(title=title, picture="torn"), ctx)
    assert len(problems) == 1
    assert 'slot "picture": picture torn.svg, line 1:' in str(problems[0])


def test_an_overfull_slot_names_card_slot_and_loss() -> None:
    slots = frame(text("body", place(0, 0, 20, 5)))
    (problem,) = faults(slots, {"body": "Every runner in his way is gored and pays a horn."})
    assert problem.where == 'card "Torro" (row 1), slot "body"'
    assert problem.message.startswith("needs ")
    assert problem.hint == "shorten the text or make the slot larger"


def test_a_fixed_text_that_does_not_fit_is_told_once_and_of_the_frame() -> None:
    slots = frame(text("foot", place(0, 0, 2, 2), texts=(("en", "Viva San Fermín!"),), wrap=False), text("title"))
    ctx, problems = context()
    for title in ("a", "b"):
        draw(slots, row(title=title), ctx)
    assert [(p.file, p.line, p.where) for p in problems] == [
        ("templates/small/frames.toml", 1, 'frame "front", slot "foot"')
    ]


def test_all_problems_of_a_card_come_together() -> None:
    narrow = Place(0, 0, 5, 2, 0)
    slots = frame(text("a", narrow, wrap=False), text("b"), text("c", narrow, wrap=False))
    cells = {"a": "too long for this", "b": "山", "c": "too long for this"}
    assert [p.where.rpartition(" ")[2] for p in faults(slots, cells)] == ['"a"', '"b"', '"c"']


def test_words_that_come_again_are_set_once_and_their_fault_is_told_of_every_card() -> None:
    ctx, problems = context()
    slots = frame(text("title", place(0, 0, 15, 8), wrap=False), text("foot"))
    again = frame(*slots.slots, name="again")
    ((one, _), (two, _), (three, _)) = (
        draw(of, row(title="Torro", foot=foot), ctx).children for of, foot in ((slots, "a"), (slots, "b"), (again, "c"))
    )
    assert one is two
    assert one is three
    assert problems == []
    for number, foot in enumerate("de", 2):
        draw(slots, row(title="far, far too long", foot=foot), replace(ctx, line=number))
    assert [p.line for p in problems] == [2, 3]


def test_words_that_come_again_are_set_anew_beside_longer_ones_of_another_language() -> None:
    ctx, _ = context(game(languages=("en", "fr")))
    slots = frame(text("title", place(0, 0, 30, 8), wrap=False))
    sizes = []
    for said in ("Le taureau", "Le taureau charge encore", "Le taureau"):
        (shape,) = draw(slots, Row(2, {"title.en": "Bull", "title.fr": said}), ctx).children
        assert isinstance(shape, Text)
        sizes.append(shape.size)
    assert sizes[0] == sizes[2] > sizes[1]


def test_the_same_fault_on_two_equal_cards_is_told_of_both() -> None:
    ctx, problems = context()
    for number in (2, 3):
        draw(frame(text("b")), row(b="山"), replace(ctx, line=number))
    assert [p.line for p in problems] == [2, 3]
