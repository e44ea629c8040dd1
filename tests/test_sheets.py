"""Sheets to write on: boxes, rating bands and running rules at their places, and what is told when they do not fit."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path as File

import pytest

from pnp.data.frame import BandsSlot, Box, BoxesSlot, Place, RulesSlot, Texts
from pnp.data.game import Band, Game, Rules, Scoring, Section
from pnp.data.prints import Card, Poster, Row
from pnp.errors import Problem
from pnp.extent import bounds, extent, through
from pnp.pieces import rungs
from pnp.pieces.box_rows import TAB, boxes
from pnp.pieces.context import Context, start
from pnp.pieces.rungs import bands
from pnp.pieces.running import running_rules
from pnp.pieces.sheets import poster, sheet
from pnp.scene import WHITE, Group, Path, Rect, Shape, Text, times
from tests import shipped
from tests.small_game import FAMILY, LABEL, frame, game, panel, text, words
from tests.small_game import sheet as small_sheet

SHIPPED = shipped.GAMES
GREEN, OCHRE = "#2e6b3a", "#c98a2b"
LOWS = (None, 40, 60, 100)
NAMES = ("Terri-bull", "Passa-bull", "Unbelieva-bull", "Impossi-bull")


def context(of: Game | None = None, lang: str = "en") -> tuple[Context, list[Problem]]:
    problems: list[Problem] = []
    return start(of or game(), lang, problems, 'sheet "pad"', "templates/small/frames.toml", 7), problems


def box(kind: str = "box", width: float = 10, label: str = "", tab: str = "", art: str = "") -> Box:
    def said(word: str) -> Texts:
        return (("en", word),) if word else ()

    return Box(kind, width, said(label), said(tab), art)  # type: ignore[arg-type]


def row(*found: Box, at: Place | None = None, **changes: object) -> BoxesSlot:
    wanted: dict[str, object] = {
        "boxes": found,
        "box_height": 8.0,
        "gap": 1.0,
        "stroke": GREEN,
        "stroke_width": 0.3,
        "color": "#000000",
        "accent": OCHRE,
        "art_color": "",
        "label_family": LABEL,
        "label_size": 6.5,
        "text_family": LABEL,
        "text_size": 9.0,
        "align": "left",
    }
    return BoxesSlot("sums", at or Place(5, 20, 60, 13), None, **(wanted | changes))  # type: ignore[arg-type]


def ladder(style: str, at: Place, columns: int = 1, size: float = 8.0) -> BandsSlot:
    return BandsSlot("rating", at, None, style, columns, LABEL, LABEL, size, "#000000", OCHRE)  # type: ignore[arg-type]


def rules_slot(at: Place, columns: int = 2, anchors: tuple[str, ...] = ("goal", "turn"), size: float = 9) -> RulesSlot:
    return RulesSlot("rules", at, None, anchors, FAMILY, size, 6.5, 1.3, columns, 4.0, "#000000", GREEN)


def rated(lows: tuple[int | None, ...] = LOWS, names: tuple[str, ...] = NAMES) -> Game:
    bands = tuple(Band(low, words(en=name)) for low, name in zip(lows, names, strict=True))
    return replace(game(), scoring=Scoring((1, 4), (), (), (), bands))


def ruled(body: str, title: str = "Goal") -> Game:
    sections = (Section("goal", title, 2, body, 3), Section("turn", "A turn", 2, "Roll. See [goal](#goal).", 9))
    return replace(game(), rules=(Rules("en", "Small", "", sections),))


def leaves(shape: Shape, matrix: tuple[float, ...] = (1, 0, 0, 1, 0, 0)) -> list[tuple[Shape, tuple[float, ...]]]:
    if isinstance(shape, Group):
        inner = times(matrix, shape.matrix)  # type: ignore[arg-type]
        return [leaf for child in shape.children for leaf in leaves(child, inner)]
    return [(shape, matrix)]


def outlines(shape: Shape, *, fill: str | None = None, stroke: str | None = None) -> list[Rect]:
    """Return the bounds of every path with that fill, or with that stroke and no fill, in drawing order."""
    found = []
    for leaf, matrix in leaves(shape):
        if isinstance(leaf, Path) and (leaf.fill if fill else leaf.stroke and leaf.stroke.paint) == (fill or stroke):
            reach = bounds(through(leaf.segments, matrix))  # type: ignore[arg-type]
            assert reach is not None
            found.append(reach)
    return found


def texts(shape: Shape) -> dict[str, tuple[float, float]]:
    """Return every run of words with the place where its baseline begins."""
    found = {}
    for leaf, matrix in leaves(shape):
        if isinstance(leaf, Text):
            found[leaf.run.text] = (leaf.x + matrix[4], leaf.y + matrix[5])
    return found


def test_a_sheet_is_one_face_of_its_own_size_that_is_not_cut() -> None:
    (card,) = small_sheet(frame(panel())).cards
    made = replace(small_sheet(frame(panel())), cards=(replace(card, copies=3),), bleed=2.0)
    problems: list[Problem] = []
    piece = sheet(made, game(languages=("en", "fr")), "fr", problems)
    assert problems == []
    assert (piece.id, piece.title, piece.kind, piece.width, piece.height) == ("sheet", "Feuille", "sheet", 190, 264)
    assert (piece.bleed, piece.gutter, piece.cut, piece.count) == (2.0, 0.0, False, 3)
    assert [(face.name, face.back, face.copies) for face in piece.faces] == [("Feuille", None, 3)]


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("made_for", SHIPPED, ids=lambda found: found.slug)
def test_a_shipped_sheet_keeps_the_house_measures(made_for: Game, lang: str) -> None:
    for found in made_for.sheets:
        problems: list[Problem] = []
        faces = sheet(found, made_for, lang, problems).faces
        assert problems == []
        for front in (side for face in faces for side in (face.front, face.back) if side is not None):
            for leaf, matrix in leaves(front):
                scale = abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) ** 0.5
                if isinstance(leaf, Text):
                    assert leaf.size * scale >= 6.5 * 25.4 / 72 - 1e-6, leaf.run.text
                elif isinstance(leaf, Path) and leaf.stroke and leaf.stroke.paint != WHITE:
                    assert leaf.stroke.width * scale >= 0.25
            reach = extent(front)
            assert reach is not None
            assert outside(reach, found.width, found.height) <= found.bleed + 0.5  # a line on the edge is half outside


def outside(reach: Rect, width: float, height: float) -> float:
    """Return how far `reach` goes beyond the trim."""
    return max(-reach.x, -reach.y, reach.right - width, reach.bottom - height)


def test_boxes_to_write_in_on_shipped_sheets_are_at_least_8_mm_both_ways() -> None:
    rows = [
        slot
        for found in SHIPPED
        for made in found.sheets
        for card in made.cards
        for slot in card.front.slots
        if isinstance(slot, BoxesSlot)
    ]
    small = [
        slot.name for slot in rows if slot.box_height < 8 or any(b.width < 8 for b in slot.boxes if b.kind == "tick")
    ]
    white = [
        width - (TAB if one.tab else 0)
        for slot in rows
        for one, width in zip(slot.boxes, widths(slot), strict=True)
        if one.kind in ("box", "sum")
    ]
    assert small == []
    assert rows == [] or min(white) >= 8


def widths(slot: BoxesSlot) -> list[float]:
    left = slot.place.width - sum(one.width for one in slot.boxes) - slot.gap * (len(slot.boxes) - 1)
    open_ones = sum(1 for one in slot.boxes if not one.width)
    return [one.width or left / open_ones for one in slot.boxes]


def test_a_problem_on_a_sheet_names_the_frame_file_and_the_slot() -> None:
    problems: list[Problem] = []
    sheet(small_sheet(frame(row(box(width=70)))), game(), "en", problems)
    assert [str(problem) for problem in problems] == [
        'templates/small/frames.toml:1: frame "front", slot "sums": the boxes need 70 mm of 60 mm width'
        " (make boxes narrower, or the slot wider)"
    ]


def test_boxes_stand_side_by_side_at_their_widths_and_the_open_one_takes_the_rest() -> None:
    ctx, problems = context()
    drawn = boxes(row(box("tick", 10), box("tick", 12), box("tick", 0)), ctx)
    assert problems == []
    assert outlines(drawn, stroke=GREEN) == [Rect(5, 20, 10, 8), Rect(16, 20, 12, 8), Rect(29, 20, 36, 8)]


@pytest.mark.parametrize(("align", "left"), [("left", 5), ("center", 30), ("right", 55)])
def test_a_row_of_boxes_keeps_to_its_side(align: str, left: float) -> None:
    ctx, _ = context()
    assert outlines(boxes(row(box("tick"), align=align), ctx), stroke=GREEN) == [Rect(left, 20, 10, 8)]


def test_nothing_is_drawn_inside_a_box_to_write_in() -> None:
    ctx, _ = context()
    for kind in ("box", "sum"):
        for reach in outlines(boxes(row(box(kind)), ctx), stroke=GREEN):
            assert reach.width >= 10
            assert reach.height == 8 or reach.y >= 28


def test_a_label_stands_under_the_middle_of_its_box_and_a_sign_between_the_boxes() -> None:
    ctx, problems = context()
    drawn = boxes(row(box(label="free"), box("text", 6, "+"), box("sum", 12, "points")), ctx)
    assert problems == []
    found = texts(drawn)
    assert set(found) == {"free", "+", "points"}
    assert 5 < found["free"][0] < 10
    assert found["free"][1] == found["points"][1] > 29.5
    assert 16 < found["+"][0] < 22
    assert 24 < found["+"][1] < 28


def test_a_sign_lies_on_a_board_that_points_to_the_next_box() -> None:
    ctx, _ = context()
    (board,) = outlines(boxes(row(box(), box("text", 6, "="), box()), ctx), fill=OCHRE)
    assert (board.x, board.right) == (16, 22)
    assert board.y + board.height / 2 == pytest.approx(24)


def test_a_sign_of_a_row_that_begins_with_its_result_points_back_to_it() -> None:
    ctx, _ = context()
    drawn = boxes(row(box(), box("text", 6, "="), box(), pointing="left"), ctx)
    (board,) = (leaf for leaf, _ in leaves(drawn) if isinstance(leaf, Path) and leaf.fill == OCHRE)
    ends = [(segment[-2], segment[-1]) for segment in board.segments if segment[0] != "Z"]
    assert (16.0, 24.0) == min(ends)
    assert 2 == sum(x == 22.0 for x, _ in ends)


def test_without_an_accent_a_sign_is_plain_text() -> None:
    ctx, _ = context()
    drawn = boxes(row(box(), box("text", 6, "="), accent=None), ctx)
    signs = [leaf.fill for leaf, _ in leaves(drawn) if isinstance(leaf, Text)]
    assert (signs, outlines(drawn, fill=OCHRE)) == (["#000000"], [])


def test_a_tab_takes_the_left_end_of_its_box_and_leaves_the_rest_white() -> None:
    ctx, _ = context()
    drawn = boxes(row(box(width=17, tab="A")), ctx)
    (tab,) = outlines(drawn, fill=OCHRE)
    assert tab.x == pytest.approx(5, abs=0.2)
    assert 22 - tab.right >= 8
    assert texts(drawn)["A"][0] < tab.right


def test_a_tick_box_holds_its_picture_in_the_wanted_colour(tmp_path: File) -> None:
    square = tmp_path / "square.svg"
    square.write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0H10V10H0Z"/></svg>')
    ctx, problems = context(game(art={"square": square}))
    drawn = boxes(row(box("tick", 8, art="square"), art_color=OCHRE), ctx)
    (picture,) = outlines(drawn, fill=OCHRE)
    assert problems == []
    assert 5 < picture.x < picture.right < 13
    assert 20 < picture.y < picture.bottom < 28


def test_a_missing_picture_and_a_label_without_room_are_both_told() -> None:
    ctx, problems = context()
    boxes(row(box("tick", 8, art="malet"), box(label="a label that is far too long to stand here")), ctx)
    assert [problem.message.split(" needs ")[0] for problem in problems] == [
        'no picture "malet" in the folder art',
        '"a label that is far too long to stand here"',
    ]


def test_boxes_higher_than_their_slot_are_told() -> None:
    ctx, problems = context()
    boxes(row(box(), at=Place(0, 0, 20, 7)), ctx)
    assert [problem.message for problem in problems] == ["the boxes are 8 mm high, the slot only 7 mm"]


def test_bands_are_written_as_the_figures_they_cover() -> None:
    assert rungs.spans(tuple(Band(low, words(en="x")) for low in LOWS)) == ("< 40", "40–59", "60–99", "100+")
    assert rungs.spans(tuple(Band(low, words(en="x")) for low in (0, 1, 2))) == ("0", "1", "2+")


def test_a_ladder_has_its_highest_band_at_the_top_and_one_rung_more_than_bands() -> None:
    ctx, problems = context(rated())
    drawn = bands(ladder("ladder", Place(10, 50, 14, 100)), ctx)
    found = texts(drawn)
    heights = [found[said][1] for said in ("100+", "60–99", "40–59", "< 40")]
    assert problems == []
    assert heights == sorted(heights)
    steps = {round(below - above, 6) for above, below in pairwise(heights)}
    assert steps == {23.425}  # (100 − two feet of 2.5 − the last rung's 1.3) / 4
    rails_and_rungs = outlines(drawn, fill=OCHRE)
    assert len([reach for reach in rails_and_rungs if reach.height == 100]) == 2
    assert len([reach for reach in rails_and_rungs if reach.width == 14]) == len(LOWS) + 1


def test_names_on_a_ladder_break_alike_and_have_one_size() -> None:
    ctx, _ = context(rated())
    drawn = bands(ladder("ladder", Place(10, 50, 14, 100)), ctx)
    assert {"Terri-", "Passa-", "Unbelieva-", "Impossi-"} <= set(texts(drawn))
    sizes = {leaf.size for leaf, _ in leaves(drawn) if isinstance(leaf, Text) and leaf.run.text.endswith("-")}
    assert len(sizes) == 1


def test_a_list_of_bands_runs_down_its_columns_with_a_ring_for_each() -> None:
    ctx, problems = context(rated())
    drawn = bands(ladder("list", Place(0, 0, 80, 10), columns=2), ctx)
    found = texts(drawn)
    assert problems == []
    assert len(outlines(drawn, stroke=OCHRE)) == 4
    assert found["< 40"][0] == found["40–59"][0] < 40 < found["60–99"][0] == found["100+"][0]
    assert found["< 40"][1] == found["60–99"][1] < 5 < found["40–59"][1]


def test_a_game_without_bands_is_told() -> None:
    ctx, problems = context()
    bands(ladder("list", Place(0, 0, 80, 10)), ctx)
    assert [problem.message for problem in problems] == ["the game has no rating bands"]


def test_running_rules_keep_words_and_order_and_drop_only_the_marks() -> None:
    body = "Keep **bulls**\napart.\n\n- one\n- two\n\n1. first\n\n| a | b |\n|---|:-:|\n| c | d |"
    ctx, problems = context(ruled(body))
    drawn = running_rules(rules_slot(Place(0, 0, 90, 60)), ctx)
    said = " ".join(leaf.run.text.strip() for leaf, _ in leaves(drawn) if isinstance(leaf, Text))
    assert problems == []
    assert " ".join(said.split()) == "Goal Keep bulls apart. • one • two 1. first a · b c · d A turn Roll. See goal."


def test_running_rules_go_on_in_the_next_column_and_no_heading_is_left_alone() -> None:
    ctx, problems = context(ruled("word " * 30))
    drawn = running_rules(rules_slot(Place(10, 10, 84, 27), size=8), ctx)
    found = texts(drawn)
    assert problems == []
    assert (found["A turn"][0], found["Goal"][0]) == (54, 10)


def test_running_rules_shrink_before_they_are_too_much() -> None:
    place = Place(0, 0, 84, 27)
    sizes = []
    for count in (30, 45):
        ctx, problems = context(ruled("word " * count))
        drawn = running_rules(rules_slot(place), ctx)
        assert problems == []
        sizes.append(next(leaf.size for leaf, _ in leaves(drawn) if isinstance(leaf, Text)))
    assert sizes[0] > sizes[1] >= 6.5 * 25.4 / 72


def test_rules_that_do_not_fit_and_anchors_that_do_not_exist_are_told() -> None:
    ctx, problems = context(ruled("word " * 900))
    running_rules(rules_slot(Place(0, 0, 84, 27), anchors=("goal", "gaol")), ctx)
    assert [problem.message for problem in problems] == [
        'the rules have no section "gaol"',
        "the rules do not fit in 2 columns at 6.5 pt",
    ]


def test_a_sheet_with_a_table_is_one_face_for_each_row_with_its_back() -> None:
    front, back = frame(text("title")), frame(panel(), name="back")
    cards = tuple(Card(Row(n, {"title": name}), front, back if n == 3 else None, n) for n, name in ((2, "A"), (3, "B")))
    made = replace(small_sheet(front), cards=cards, table="templates/small/pages.csv", columns=("title",), kind="aid")
    problems: list[Problem] = []
    piece = sheet(made, game(), "en", problems)
    assert problems == []
    assert (piece.kind, piece.count) == ("aid", 5)
    assert [(face.name, face.back is not None, face.copies) for face in piece.faces] == [
        ("A", False, 2),
        ("B", True, 3),
    ]


def test_a_poster_is_its_sheet_laid_over_several_pages() -> None:
    whole = replace(small_sheet(frame(panel())), width=500.0, kind="board")
    found = Poster("wall", words(en="Wall"), "sheet", 12.0)
    piece = poster(found, game(sheets=[whole]), "en", [])
    assert (piece.id, piece.title, piece.kind, piece.laying, piece.overlap) == ("wall", "Wall", "poster", "tiles", 12)
    assert (piece.width, piece.paper) == (500, None)


def test_a_fault_on_a_row_of_a_sheet_names_table_line_and_row() -> None:
    cards = (Card(Row(4, {"title": "far too long " * 40}), frame(text("title")), None, 1),)
    made = replace(small_sheet(frame(panel())), cards=cards, table="templates/small/pages.csv", columns=("title",))
    problems: list[Problem] = []
    sheet(made, game(), "en", problems)
    assert [(one.file, one.line) for one in problems] == [("templates/small/pages.csv", 4)]
    assert problems[0].where.startswith('sheet "sheet", "far too long')
