"""Registration marks and cut files: every figure of a layout version is frozen here, since printed sheets have it."""

from __future__ import annotations

import re
from dataclasses import asdict, replace
from typing import Literal
from xml.etree import ElementTree

import pytest

from pnp.data.paper import Paper
from pnp.extent import bounds
from pnp.layout.cutting import Cutter, Cutting
from pnp.layout.furniture import LAYER as FURNITURE
from pnp.layout.geometry import How, Imposed
from pnp.layout.impose import impose
from pnp.layout.outlines import outline
from pnp.layout.piece import Piece
from pnp.layout.registration import LAYOUTS, VERSION, arm_of, longest_arm, machine_grid
from pnp.render.svg import render
from pnp.scene import BLACK, Group, Layer, Outline, Page, Path, Rect, ellipse, rectangle
from tests.small_press import (
    A3,
    A4,
    LETTER,
    SLUG,
    deck,
    furniture_boxes,
    layers,
    marks,
    numbered,
    overlap,
    passed,
    points,
    seen,
)

MARKS = "registration marks"
BRIDGE = (63.0, 88.0)


def laid(piece: Piece, paper: Paper = A4, cutter: Cutter = "silhouette", arm: float | None = 5.0) -> Imposed:
    return impose(piece, paper, How(cutting=Cutting(cutter=cutter, arm=arm)), SLUG)


def nine(**how: float) -> Piece:
    return deck(numbered("F", 9), numbered("B", 9), size=BRIDGE, **how)  # type: ignore[arg-type]


def tokens(*shapes: Outline) -> Piece:
    piece = replace(deck(numbered("F", len(shapes)), size=(25.0, 25.0), bleed=1.5, gutter=3.0), kind="tokens")
    faces = zip(piece.faces, shapes, strict=True)
    return replace(piece, faces=tuple(replace(face, outline=outline(shape, 25, 25)) for face, shape in faces))


def test_layout_version_1_never_changes() -> None:
    """Whoever needs other figures adds a version: sheets that are printed can only be cut by the ones they have."""
    assert VERSION == "1"
    assert {version: asdict(figures) for version, figures in LAYOUTS.items()} == {
        "1": {
            "inset": 10.0,
            "square": 5.0,
            "line": 1.0,
            "shortest": 5.0,
            "longest": 20.0,
            "gap": 1.25,
            "bleed": 0.625,
            "radius": 3.0,
            "clear": 1.5,
        }
    }


@pytest.mark.parametrize(
    ("paper", "size", "page", "cells", "corner", "arm"),
    [
        (A4, BRIDGE, (297, 210), (4, 2), (20.625, 16.375), 9.375),
        (A4, (63.5, 88.9), (297, 210), (4, 2), (19.625, 15.475), 8.375),
        (A4, (59, 86), (210, 297), (3, 3), (15.25, 18.25), 7.0),
        (A4, (44, 68), (297, 210), (6, 2), (13.375, 36.375), 20.0),
        (A4, (54, 80), (297, 210), (5, 2), (11.0, 24.375), 13.125),
        (A4, (70, 70), (297, 210), (3, 2), (42.25, 34.375), 20.0),
        (LETTER, BRIDGE, (279.4, 215.9), (4, 2), (11.825, 19.325), 8.075),
        (LETTER, (88, 126), (215.9, 279.4), (2, 2), (19.325, 13.075), 8.075),
        (A3, (63.5, 88.9), (420, 297), (6, 3), (16.375, 13.9), 5.125),
    ],
)
def test_layout_version_1_puts_pieces_where_it_always_did(
    paper: Paper,
    size: tuple[float, float],
    page: tuple[float, float],
    cells: tuple[int, int],
    corner: tuple[float, float],
    arm: float,
) -> None:
    grid = machine_grid(*size, paper)
    assert grid
    assert ((grid.page_width, grid.page_height), (grid.columns, grid.rows)) == (page, cells)
    assert (grid.x, grid.y) == pytest.approx(corner)
    assert grid.gutter == 1.25
    assert longest_arm(grid) == pytest.approx(arm, abs=0.001)
    assert arm_of(grid, 5.0) == 5.0


def test_three_marks_are_a_square_and_two_angles() -> None:
    (layer,) = layers(laid(nine()).pages[0], MARKS)
    angles, square = layer.children
    assert isinstance(angles, Path)
    assert isinstance(square, Path)
    assert angles.stroke
    assert (angles.stroke.paint, angles.stroke.width, angles.stroke.cap, angles.stroke.join) == (
        BLACK,
        1.0,
        "butt",
        "miter",
    )
    assert points(angles) == [(282, 10), (287, 10), (287, 15), (15, 200), (10, 200), (10, 195)]
    assert (bounds(square.segments), square.fill, square.stroke) == (Rect(10, 10, 5, 5), BLACK, None)


def test_four_marks_are_an_angle_in_each_corner() -> None:
    (layer,) = layers(laid(nine(), cutter="silhouette4", arm=None).pages[0], MARKS)
    (angles,) = layer.children
    assert isinstance(angles, Path)
    assert sorted(points(angles)[1::3]) == [(10, 10), (10, 200), (287, 10), (287, 200)]
    assert points(angles)[0] == pytest.approx((277.625, 10), abs=0.001)


def test_marks_are_on_fronts_alone_and_in_place_of_all_others() -> None:
    pages = laid(nine()).pages
    assert [len(layers(page, MARKS)) for page in pages] == [1, 0, 1, 0]
    assert [marks(page) for page in pages] == [[], [], [], []]


@pytest.mark.parametrize("paper", [A4, LETTER, A3, Paper("a4", 210, 297, 6.35)])
@pytest.mark.parametrize("cutter", ["silhouette", "silhouette4"])
@pytest.mark.parametrize("size", [BRIDGE, (63.5, 88.9), (59.0, 86.0), (25.0, 25.0), (180.0, 200.0)])
def test_nothing_comes_near_the_marks(paper: Paper, cutter: Cutter, size: tuple[float, float]) -> None:
    piece = deck(numbered("F", 40), numbered("B", 40), size=size)
    for arm in (5.0, None):
        done = laid(piece, paper, cutter, arm)
        page = done.pages[0]
        assert done.notices == ()
        grid = machine_grid(*size, paper)
        assert grid
        reach = 10.0 + arm_of(grid, arm)
        places = [Rect(x, y, reach, reach) for x in (0.0, page.width - reach) for y in (0.0, page.height - reach)]
        for card in seen(page, piece):
            assert card.ink
            assert not any(overlap(card.ink, place) for place in places)
        for _, box in furniture_boxes(page):
            assert not any(overlap(box, place.grown(1.5)) for place in places)


def test_cards_lie_in_the_middle_with_an_equal_little_bleed_all_round() -> None:
    piece = nine()
    for page in laid(piece).pages[:2]:
        cards = seen(page, piece)
        left, right = min(card.trim.x for card in cards), max(card.trim.right for card in cards)
        assert left == pytest.approx(page.width - right)
        for card in cards:
            assert card.ink
            assert bounds(rectangle(card.ink)) == bounds(rectangle(card.trim.grown(0.625)))
            assert (card.trim.width, card.trim.height) == BRIDGE


@pytest.mark.parametrize("flip", ["long", "short"])
def test_backs_lie_behind_their_fronts(flip: Literal["long", "short"]) -> None:
    piece = deck(numbered("F", 3), numbered("B", 3), size=BRIDGE)
    front, back = impose(piece, A4, How(flip, cutting=Cutting(cutter="silhouette")), SLUG).pages
    places = {card.name[1:]: card.trim for card in seen(front, piece)}
    for card in seen(back, piece):
        behind = places[card.name[1:]]
        if flip == "long":
            assert (card.trim.x, back.height - card.trim.bottom) == pytest.approx((behind.x, behind.y))
        else:
            assert (back.width - card.trim.right, card.trim.y) == pytest.approx((behind.x, behind.y))


def test_marks_move_with_the_pieces_when_the_printer_is_off() -> None:
    paper = replace(A4, printer_offset=(1.5, -0.5))
    piece = nine()
    plain, moved = laid(piece).pages[0], laid(piece, paper).pages[0]
    (group,) = layers(moved, MARKS)[0].children
    assert isinstance(group, Group)
    assert group.matrix[4:] == pytest.approx((1.5, -0.5))
    assert group.children == layers(plain, MARKS)[0].children
    assert seen(moved, piece)[0].trim.x - seen(plain, piece)[0].trim.x == pytest.approx(1.5)


def test_every_sheet_says_its_layout_and_the_figures_of_its_marks() -> None:
    for page in laid(nine(), arm=None).pages:
        told = " ".join(words for words, _ in furniture_boxes(page))
        assert "layout 1 · 3 marks, 10 mm inside · arms 9.38 mm · line 1 mm" in told
    assert "layout" not in " ".join(words for words, _ in furniture_boxes(impose(nine(), A4, How(), SLUG).pages[0]))


def test_an_arm_that_is_too_long_is_as_long_as_there_is_room_and_told() -> None:
    done = laid(nine(), arm=15.0)
    assert done.notices == ("Bull cards: the arms of the registration marks have room for 9.38 mm",)


def test_what_finds_no_room_between_marks_is_laid_for_a_knife_and_told() -> None:
    done = laid(deck(["board"], size=(195.0, 280.0)))
    assert done.notices[0] == "Bull cards: A4 has no room for it between registration marks; cut it by hand"
    assert (layers(done.pages[0], MARKS), done.cuts) == ([], ())
    assert marks(done.pages[0])


def test_pages_and_nets_are_no_work_for_the_machine() -> None:
    for piece in (deck(["page"], size=(190, 264), cut=False), replace(nine(), kind="nets", lined=True)):
        done = laid(piece)
        usual = impose(piece, A4, How(), SLUG)
        assert (done.cuts, done.pages) == ((), usual.pages)


def svg_paths(page: Page, layer: str) -> list[str]:
    root = ElementTree.fromstring(render(page, named=True))
    space = "{http://www.w3.org/2000/svg}"
    group = next(each for each in root.iter(f"{space}g") if each.get("data-layer") == layer)
    return [path.get("d", "") for path in group.iter(f"{space}path")]


def test_the_cut_file_is_one_full_sheet_in_mm_with_the_marks_on_a_layer_of_their_own() -> None:
    (page,) = laid(nine()).cuts
    text = render(page, named=True)
    assert '<svg xmlns="http://www.w3.org/2000/svg"' in text
    assert 'width="297mm" height="210mm" viewBox="0 0 297 210"' in text
    assert "layout 1 · 3 marks, 10 mm inside · arms 5 mm · line 1 mm</title>" in text
    assert re.findall('inkscape:label="([^"]+)"', text) == ["registration marks", "cut"]
    assert len(svg_paths(page, "cut")) == 8
    assert svg_paths(page, "registration marks")[1] == "M10 10L15 10L15 15L10 15Z"
    assert "transform" not in text


def test_cut_paths_lie_on_the_cards_and_round_their_corners() -> None:
    piece = deck(numbered("F", 8), size=BRIDGE)
    for radius, expected in ((None, 3.0), (0.0, 0.0), (4.5, 4.5)):
        done = laid(replace(piece, radius=radius))
        (page,) = done.cuts
        cut = next(shape for shape in page.shapes if isinstance(shape, Layer) and shape.name == "cut")
        cards = [card.trim for card in seen(done.pages[0], piece)]
        for path, trim in zip(cut.children, cards, strict=True):
            assert isinstance(path, Path)
            box = bounds(path.segments)
            assert box
            assert (box.x, box.y, box.right, box.bottom) == pytest.approx((trim.x, trim.y, trim.right, trim.bottom))
            assert passed(path)[0] == pytest.approx((trim.x + expected, trim.y))


def test_tokens_are_cut_along_their_outlines() -> None:
    (page,) = laid(tokens("round", "round")).cuts
    cut = next(shape for shape in page.shapes if isinstance(shape, Layer) and shape.name == "cut")
    grid = machine_grid(25, 25, A4)
    assert grid
    assert len(cut.children) == grid.count
    first = cut.children[0]
    assert isinstance(first, Path)
    cell = grid.cell(0, 0)
    circle = Path(ellipse(cell.x + 12.5, cell.y + 12.5, 12.5))
    for found, expected in zip(points(first), points(circle), strict=True):
        assert found == pytest.approx(expected)


def test_sheets_of_different_tokens_have_cut_files_of_their_own() -> None:
    grid = machine_grid(25, 25, A4)
    assert grid
    piece = tokens(*(["round"] * grid.count), *(["hex"] * 3))
    first, second = laid(piece).cuts
    assert [len(svg_paths(page, "cut")) for page in (first, second)] == [grid.count, 3]
    assert [svg_paths(page, "cut")[0].count("C") for page in (first, second)] == [4, 0]


def test_a_sheet_that_begins_like_a_full_one_is_cut_by_its_file() -> None:
    grid = machine_grid(25, 25, A4)
    assert grid
    mixed: list[Outline] = ["round" if index % 2 else "hex" for index in range(grid.count)]
    assert len(laid(tokens(*mixed, *mixed[:5])).cuts) == 1


def test_standees_are_cut_as_strips_with_square_corners() -> None:
    piece = replace(deck(numbered("F", 4), size=(22.0, 90.0), bleed=0.0, gutter=4.0), kind="standees")
    (page,) = laid(piece).cuts
    assert all("C" not in path for path in svg_paths(page, "cut"))


def test_the_furniture_lies_outside_the_marks_where_the_printer_reaches_there() -> None:
    page = laid(nine()).pages[0]
    assert layers(page, FURNITURE)
    assert all(box.bottom < 8.1 or box.y > page.height - 8.1 for _, box in furniture_boxes(page))
