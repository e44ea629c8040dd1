"""Dice to make: a net that closes to a cube with opposite sides in place, and stickers for every side."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from pathlib import Path as File

import pytest

from pnp.data.frame import DiceSlot, Place
from pnp.data.game import Die, Game, Side
from pnp.data.prints import DicePieces
from pnp.errors import Problem, faults
from pnp.extent import bounds, extent, subpaths
from pnp.extent import corners as polygons
from pnp.layout.contrast import legible
from pnp.layout.nets import CUT, Leaf, cube
from pnp.layout.piece import Piece
from pnp.layout.thrift import thrifty
from pnp.pieces import listed, make
from pnp.pieces.context import start
from pnp.pieces.dice import OVERLAP, PLACES, count, dice_pieces, size
from pnp.pieces.dice_slot import pips
from pnp.pieces.slots import draw
from pnp.scene import IDENTITY, Group, Matrix, Path, Rect, Shape, Text, apply, times
from tests.folding import Folded
from tests.small_folder import FRAMES, GAME
from tests.small_folder import problems as told_of
from tests.small_game import DISPLAY, LABEL, frame, game, place, words

EDGE = 16.0
CUBE = cube(EDGE)


def side(value: int) -> Side:
    return Side(value, words(en=str(value)))


ARROW = Side(None, words(en="arrow", fr="flèche"), (0, 1, 2))
LIGHT = Die("light", words(en="light die"), "#f2b632", 1, tuple(map(side, range(1, 7))), words(en=""))
DARK = Die("dark", words(en="dark die"), "#1d4e89", 2, (*map(side, (6, 9, 4)), ARROW, ARROW, ARROW), words(en=""))


def dice(form: str = "nets", *ids: str) -> DicePieces:
    return DicePieces("dice", words(en="Dice"), form, ids or ("light", "dark"), EDGE, 4.0, DISPLAY)  # type: ignore[arg-type]


def small(*made: Die, **changes: object) -> Game:
    return replace(game(others=[dice()]), dice=made or (LIGHT, DARK), **changes)  # type: ignore[arg-type]


def piece(found: DicePieces, of: Game | None = None) -> Piece:
    problems: list[Problem] = []
    made = dice_pieces(found, of or small(), "en", problems)
    assert problems == []
    return made


def texts(shape: Shape, matrix: Matrix = IDENTITY) -> list[tuple[str, float, float, str]]:
    """The words of a drawing with where they begin and their colour."""
    if isinstance(shape, Group):
        inner = times(matrix, shape.matrix)
        return [found for child in shape.children for found in texts(child, inner)]
    return [(shape.run.text, *apply(matrix, shape.x, shape.y), shape.fill)] if isinstance(shape, Text) else []


# the net


def test_the_six_sides_close_to_a_cube() -> None:
    folded = Folded(CUBE)
    spots = [folded.corners(name) for name in PLACES]
    assert 6 == len(set(spots))
    every = frozenset().union(*spots)
    assert 8 == len(every)
    xs, ys, zs = (sorted({spot[axis] for spot in every}) for axis in range(3))
    assert [(EDGE, 2 * EDGE), (EDGE, 2 * EDGE), (0.0, EDGE)] == [tuple(xs), tuple(ys), tuple(zs)]
    assert all(3 == sum(spot in corners for corners in spots) for spot in every)


@pytest.mark.parametrize(("one", "other"), [(0, 5), (1, 4), (2, 3)])
def test_opposite_sides_are_first_and_last(one: int, other: int) -> None:
    folded = Folded(CUBE)
    assert not folded.corners(PLACES[one]) & folded.corners(PLACES[other])


def test_every_edge_is_a_fold_or_a_seam_with_one_tab() -> None:
    folded = Folded(CUBE)
    edges = Counter(edge for name in PLACES for edge in folded.edges(name))
    assert [2] * 12 == list(edges.values())
    folds = {edge(folded, leaf) for leaf in CUBE.leaves if leaf.kind == "panel" and leaf.fold}
    tabs = [edge(folded, leaf) for leaf in CUBE.leaves if leaf.kind == "glue"]
    assert 5 == len(folds)
    assert 7 == len(tabs) == len(set(tabs))
    assert set(edges) == folds | set(tabs)
    assert not folds & set(tabs)


def edge(folded: Folded, leaf: Leaf) -> frozenset[tuple[float, float, float]]:
    assert leaf.fold is not None
    return frozenset(folded.at(leaf, *end) for end in leaf.fold)


def test_no_two_leaves_overlap() -> None:
    for one, other in combinations(CUBE.leaves, 2):
        assert not overlap(one, other), (one.name, other.name)


def overlap(one: Leaf, other: Leaf) -> bool:
    """Say whether two convex leaves share an area: no edge of either has all of the other outside."""
    for first, second in ((one, other), (other, one)):
        for (x1, y1), (x2, y2) in zip(first.points, (*first.points[1:], first.points[0]), strict=True):
            if all((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) <= 1e-9 for x, y in second.points):
                return False
    return True


def test_tabs_lie_behind_the_side_they_join() -> None:
    folded = Folded(CUBE)
    inside = [(EDGE, 2 * EDGE), (EDGE, 2 * EDGE), (0.0, EDGE)]
    for leaf in CUBE.leaves:
        for spot in folded.corners(leaf.name):
            assert all(low <= value <= high for value, (low, high) in zip(spot, inside, strict=True)), leaf.name


def test_tabs_have_tapered_ends() -> None:
    for leaf in CUBE.leaves:
        if leaf.kind == "glue":
            lengths = sorted(
                round(abs(x1 - x2) + abs(y1 - y2), 6) for (x1, y1), (x2, y2) in (leaf.points[1:3], leaf.fold or ())
            )
            assert lengths[0] < lengths[1] == EDGE


def test_the_net_is_as_large_as_said() -> None:
    xs = [x for leaf in CUBE.leaves for x, _ in leaf.points]
    ys = [y for leaf in CUBE.leaves for _, y in leaf.points]
    assert (0.0, CUBE.width, 0.0, CUBE.height) == (min(xs), max(xs), min(ys), max(ys))
    assert (CUBE.width + CUT, CUBE.height + CUT) == size(dice())


def test_every_edge_is_cut_or_folded_once() -> None:
    cut = sum(1 for segment in CUBE.cuts if segment[0] == "L")
    assert 6 * 4 + 7 * 4 - 2 * 12 == cut  # each of the 12 folds takes an edge of two leaves


# the piece


def test_one_net_for_each_die() -> None:
    made = piece(dice())
    assert ("nets", True, 0.0, 4.0) == (made.kind, made.cut, made.bleed, made.gutter)
    assert [("light die", 1), ("dark die", 2)] == [(face.name, face.copies) for face in made.faces]
    assert size(dice()) == (made.width, made.height)
    assert 3 == made.count == count(dice(), small())


def test_each_side_stands_once_on_its_place() -> None:
    found = {word: (x, y) for word, x, y, _ in texts(piece(dice("nets", "light")).faces[0].front)}
    assert set("123456") == set(found)
    for number, where in enumerate(PLACES, 1):
        box = CUBE.leaf(where).box
        x, y = found[str(number)]
        assert box.x < x < box.right
        assert box.y < y < box.bottom


def test_marks_are_black_on_light_dice_and_white_on_dark_ones() -> None:
    made = piece(dice())
    assert [{"#000000"}, {"#ffffff"}] == [{color for *_, color in texts(face.front)} for face in made.faces]
    assert ("#000000", "#ffffff") == (legible("#f2b632"), legible("#1d4e89"))


def test_the_drawing_keeps_to_the_net() -> None:
    for face in piece(dice()).faces:
        assert Rect(0, 0, *size(dice())) == extent(face.front)


def test_ink_goes_a_little_over_the_folds_and_never_past_a_cut() -> None:
    drawn = piece(dice("nets", "light")).faces[0].front
    inked = [
        group for group in groups(drawn) if any(isinstance(c, Path) and c.fill == LIGHT.ink for c in group.children)
    ]
    assert 1 == len(inked)
    assert inked[0].clip is not None
    assert {leaf.points for leaf in CUBE.leaves} == set(polygons(inked[0].clip.segments))
    boxes = [extent(child) for child in inked[0].children]
    assert 6 == len(boxes)
    assert all(box and box.width == pytest.approx(EDGE + 2 * OVERLAP) == box.height for box in boxes)


def groups(shape: Shape) -> list[Group]:
    if not isinstance(shape, Group):
        return []
    return [shape, *(found for child in shape.children for found in groups(child))]


def test_low_ink_keeps_the_outer_cut_lines() -> None:
    low = thrifty(piece(dice("nets", "dark"))).faces[0].front
    assert Rect(0, 0, *size(dice())) == extent(low)


def test_six_and_nine_on_one_die_are_told_apart() -> None:
    bars = [
        sum(isinstance(c, Path) and c.fill == "#ffffff" for g in groups(face.front) for c in g.children)
        for face in piece(dice("stickers", "dark")).faces
    ]
    assert [1, 1, 0, 0, 0, 0] == bars


def test_stickers_are_one_for_each_side() -> None:
    found = dice("stickers")
    made = piece(found)
    assert ("stickers", EDGE - 1.5, EDGE - 1.5) == (made.kind, made.width, made.height)
    assert ["light die · 1", "dark die · arrow"] == [made.faces[0].name, made.faces[-1].name]
    assert 6 + 2 * 6 == made.count == count(found, small())


def test_listed_as_made() -> None:
    for form in ("nets", "stickers"):
        of = replace(small(), prints=(dice(form),))
        made, seen = make(of, "en")[0], listed(of)[0]
        assert (made.kind, made.count, made.width, made.height) == (seen.kind, seen.copies, seen.width, seen.height)


def test_a_picture_takes_the_place_of_the_words(tmp_path: File) -> None:
    shapes = '<rect width="10" height="10"/><rect x="4" y="4" width="2" height="2" fill="#fff"/>'
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">{shapes}</svg>'
    (tmp_path / "arrow.svg").write_text(drawing)
    pictured = replace(DARK, sides=tuple(replace(one, art="arrow" if one.value is None else "") for one in DARK.sides))
    made = piece(dice("stickers", "dark"), small(pictured, art={"arrow": tmp_path / "arrow.svg"}, folder=tmp_path))
    last = made.faces[-1].front
    assert [] == texts(last)
    fills = [c.fill for g in groups(last) for c in g.children if isinstance(c, Path)]
    assert [DARK.ink, "#ffffff", DARK.ink] == fills  # the ground, the picture in white, its white details in the ink


def test_a_missing_picture_and_a_word_too_long_are_told() -> None:
    bad = replace(
        LIGHT, sides=(replace(side(1), art="arow"), *LIGHT.sides[1:5], Side(None, words(en="unfathomableness")))
    )
    problems: list[Problem] = []
    dice_pieces(dice("nets", "light"), small(bad, art={"arrow": File("arrow.svg")}), "en", problems)
    assert ['no picture "arow" in the folder art', 'did you mean "arrow"?'] == [problems[0].message, problems[0].hint]
    assert 'dice "dice", die "light"' == problems[0].where


def test_a_picture_that_cannot_be_read_is_told_once(tmp_path: File) -> None:
    (tmp_path / "arrow.svg").write_text("<svg")
    bad = replace(DARK, sides=tuple(replace(one, art="arrow") for one in DARK.sides))
    problems: list[Problem] = []
    found = small(bad, art={"arrow": tmp_path / "arrow.svg"}, folder=tmp_path)
    dice_pieces(dice("stickers", "dark"), found, "en", problems)
    assert 1 == len(problems)
    assert problems[0].message.startswith("picture arrow.svg")


def test_words_are_as_large_in_every_language() -> None:
    long = Side(None, words(en="ox", fr="ruminants"))
    found = small(replace(DARK, sides=(long,)), languages=("en", "fr"))
    sizes = []
    for lang in ("en", "fr"):
        problems: list[Problem] = []
        (face,) = dice_pieces(dice("stickers", "dark"), found, lang, problems).faces
        assert [] == faults(problems)
        sizes.append({leaf.size for group in groups(face.front) for leaf in group.children if isinstance(leaf, Text)})
    assert sizes[0] == sizes[1]


def test_a_die_without_six_sides_makes_no_net() -> None:
    bad = replace(LIGHT, sides=LIGHT.sides[:5])
    problems: list[Problem] = []
    dice_pieces(dice("nets", "light"), small(bad), "en", problems)
    assert ["a net needs 6 sides; the die has 5"] == [problem.message for problem in problems]


# the slot that lets an ordinary die stand in


def slot(die: str = "dark", at: Place | None = None) -> DiceSlot:
    return DiceSlot("dice", at or place(5, 5, 60, 20), None, die, "#1d4e89", LABEL, 24.0)


def drawn(found: DiceSlot, of: Game | None = None) -> tuple[Group, list[str]]:
    problems: list[Problem] = []
    ctx = start(of or small(), "en", problems, where='frame "aid"', file="frames.toml", line=3)
    return draw(frame(found), None, ctx), [problem.message for problem in problems]


def test_pips_stand_over_the_sides_in_their_order() -> None:
    made, problems = drawn(slot())
    assert [] == problems
    assert ["6", "9", "4", "arrow", "arrow", "arrow"] == [word for word, *_ in texts(made)]
    across = [x for _, x, _, _ in texts(made)]
    assert sorted(across) == across


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6])
def test_a_pip_face_has_its_number_of_pips_the_same_from_both_ends(number: int) -> None:
    _, dots = pips(number, Rect(0, 0, 10, 10), "#000000")
    assert isinstance(dots, Path)
    boxes = [box for box in map(bounds, subpaths(dots.segments)) if box]
    middles = [(box.x + box.width / 2, box.y + box.height / 2) for box in boxes]
    assert number == len(middles)
    assert {(round(x, 6), round(y, 6)) for x, y in middles} == {
        (round(10 - x, 6), round(10 - y, 6)) for x, y in middles
    }


@pytest.mark.parametrize("size", [(60, 20), (40, 60), (120, 14)])
def test_the_strip_stands_in_the_middle_of_its_slot(size: tuple[float, float]) -> None:
    made, problems = drawn(slot("light", at=place(5, 7, *size)))
    assert [] == problems
    strip = made.children[0]
    assert isinstance(strip, Group)
    while isinstance(strip.children[0], Group):
        strip = strip.children[0]
    tiles = replace(strip, children=tuple(shape for shape in strip.children if isinstance(shape, Path)))
    box = extent(tiles)
    assert box is not None
    assert (5 + size[0] / 2, 7 + size[1] / 2) == pytest.approx((box.x + box.width / 2, box.y + box.height / 2))
    assert box.width == pytest.approx(size[0]) or box.height == pytest.approx(size[1])


def test_a_slot_too_small_an_unknown_die_and_one_without_six_sides_are_told() -> None:
    assert ["the strip needs at least 28.8 × 9.36 mm of 20 × 20 mm"] == drawn(slot(at=place(0, 0, 20, 20)))[1]
    assert ['no die "drak"'] == drawn(slot("drak"))[1]
    five = replace(LIGHT, sides=LIGHT.sides[:5])
    assert ["an ordinary die has 6 sides; the die light has 5"] == drawn(slot("light"), small(five))[1]


def test_a_slot_for_a_die_that_the_game_has_not_is_told_before_anything_is_drawn(tmp_path: File) -> None:
    dice_toml = '[[dice]]\nid = "light"\ntitle.en = "light die"\nink = "sun"\ncount = 1\nsides = [1, 2, 3, 4, 5, 6]\n'
    strip = '\n[card.slots.dice]\nkind = "dice"\ndie = "lihgt"\ny = 20\nwidth = 60\nheight = 20\n'
    told = told_of(tmp_path, {"game.toml": f"{GAME}\n{dice_toml}", "frames.toml": FRAMES + strip})
    assert 1 == len(told)
    assert '"lihgt" is not a die of game.toml' in told[0]
    assert 'did you mean "light"?' in told[0]
