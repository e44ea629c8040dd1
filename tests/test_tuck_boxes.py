"""Tuck boxes: a net whose leaves add up, closes to a box and is as deep as its cards."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from pnp.data.prints import Box
from pnp.errors import Problem
from pnp.extent import extent
from pnp.layout.nets import APART, CUT, Leaf, Net, tuck_box
from pnp.layout.piece import Piece
from pnp.layout.thrift import thrifty
from pnp.pieces import listed, make
from pnp.pieces.tuck_boxes import size
from pnp.pieces.tuck_boxes import tuck_box as drawn_box
from pnp.scene import IDENTITY, Group, Matrix, Path, Rect, Shape, Text, apply, times
from tests.folding import Folded
from tests.small_game import DISPLAY, frame, game, panel, place, text, words
from tests.small_press import A4, lay

FRONT = frame(panel(at=place(-3, -3, 71, 96)), text("t", place(5, 8, 55, 20), texts=(("en", "Front"),)))
BACK = frame(text("t", place(5, 8, 55, 20), texts=(("en", "Behind"),)), name="behind")


def box(**changes: object) -> Box:
    made = Box("box", words(en="Box"), ("cards",), 60, (63, 88), 0.3, 0.0, 1.0, FRONT, BACK, "#b5122b", DISPLAY)
    return replace(made, **changes)  # type: ignore[arg-type]


def piece(found: Box) -> Piece:
    problems: list[Problem] = []
    made = drawn_box(found, game(others=[found]), "en", problems)
    assert problems == []
    return made


def net(found: Box) -> Net:
    return tuck_box(found.width, found.height, found.depth)


SIZES = [box(), box(count=1), box(count=5, card=(44.0, 68.0)), box(count=120, sleeve=0.12), box(card=(88.0, 63.0))]


@pytest.mark.parametrize("found", SIZES)
def test_panels_add_up(found: Box) -> None:
    made = net(found)
    width, height, depth = found.width, found.height, found.depth
    sizes = {leaf.name: (round(leaf.box.width, 6), round(leaf.box.height, 6)) for leaf in made.leaves}
    assert sizes["front"] == sizes["back"] == (width, height)
    assert sizes["left"] == sizes["right"] == (round(depth, 6), height)
    assert sizes["top-lid"] == sizes["bottom-lid"] == (width, round(depth, 6))
    assert made.width == pytest.approx(2 * (width + depth) + sizes["glue"][0])
    assert made.height == pytest.approx(height + 2 * (depth + sizes["top-tuck"][1]))
    points = [point for leaf in made.leaves for point in leaf.points]
    assert (min(x for x, _ in points), max(x for x, _ in points)) == pytest.approx((0, made.width))
    assert (min(y for _, y in points), max(y for _, y in points)) == pytest.approx((0, made.height))


def far(leaf: Leaf) -> list[tuple[float, float]]:
    """The corners of a rectangle that do not lie on its fold."""
    return [point for point in leaf.points if point not in (leaf.fold or ())]


@pytest.mark.parametrize("found", SIZES)
def test_the_box_closes(found: Box) -> None:
    made = net(found)
    folded = Folded(made)
    front = made.leaf("front").box
    # the right side ends where the front begins, and the glue flap lies behind the front
    right = made.leaf("right")
    assert {folded.at(right, *spot) for spot in far(right)} == {
        (0.0, round(front.y, 4), 0.0),
        (0.0, round(front.bottom, 4), 0.0),
    }
    assert {0.0} == {spot[2] for spot in folded.corners("glue")}
    assert all(0 <= spot[0] <= front.width and front.y <= spot[1] <= front.bottom for spot in folded.corners("glue"))
    for end, edge in (("top", front.y), ("bottom", front.bottom)):
        lid = made.leaf(f"{end}-lid")
        wanted = {(0.0, round(edge, 4), 0.0), (round(front.width, 4), round(edge, 4), 0.0)}
        assert wanted == {folded.at(lid, *spot) for spot in far(lid)}


@pytest.mark.parametrize("found", SIZES)
def test_everything_tucked_in_stays_inside(found: Box) -> None:
    made = net(found)
    folded = Folded(made)
    front = made.leaf("front").box
    for leaf in made.leaves:
        for x, y, z in folded.corners(leaf.name):
            assert -1e-4 <= x <= front.width + 1e-4, leaf.name
            assert front.y - 1e-4 <= y <= front.bottom + 1e-4, leaf.name
            assert -1e-4 <= z <= found.depth + 1e-4, leaf.name


@pytest.mark.parametrize("found", SIZES)
def test_dust_flaps_do_not_meet(found: Box) -> None:
    made = net(found)
    for end in ("top", "bottom"):
        left, right = (made.leaf(f"{end}-dust-{side}").box.height for side in ("left", "right"))
        assert left + right <= found.width - 2 * APART + 1e-9


@pytest.mark.parametrize("found", SIZES)
def test_leaves_lie_side_by_side(found: Box) -> None:
    for one, other in combinations(net(found).leaves, 2):
        wide = min(one.box.right, other.box.right) - max(one.box.x, other.box.x)
        high = min(one.box.bottom, other.box.bottom) - max(one.box.y, other.box.y)
        assert min(wide, high) < 1e-6, (one.name, other.name)


def test_tucks_are_narrower_than_their_lid_and_round() -> None:
    made = net(box())
    for end in ("top", "bottom"):
        lid, tuck = made.leaf(f"{end}-lid").box, made.leaf(f"{end}-tuck")
        free = [x for x, _ in tuck.points if (x, _) not in (tuck.fold or ())]
        assert lid.x < min(free)
        assert max(free) < lid.right
        assert len(tuck.points) > 20


def test_the_front_has_a_thumb_notch() -> None:
    front = net(box()).leaf("front")
    assert any(
        front.box.y + 5 < y < front.box.y + 9 and x == pytest.approx(front.box.width / 2) for x, y in front.points
    )


def test_depth_follows_number_stock_and_sleeves() -> None:
    assert 60 * 0.3 + 2 == pytest.approx(box().depth)
    wider = [size(found)[0] - size(box())[0] for found in (box(count=61), box(stock=0.31), box(sleeve=0.1))]
    assert [2 * 0.3, 2 * 0.6, 2 * 6.0] == pytest.approx(wider)


def test_the_piece_is_the_rectangle_round_the_net() -> None:
    found = box()
    made = piece(found)
    assert ("box", True, 1, (net(found).width + CUT, net(found).height + CUT)) == (
        made.kind,
        made.cut,
        made.count,
        size(found),
    )
    assert size(found) == (made.width, made.height)
    assert Rect(0, 0, *size(found)) == extent(made.faces[0].front)
    small = game(others=[found])
    seen = listed(small)[0]
    assert (make(small, "en")[0].kind, made.width, made.height) == (seen.kind, seen.width, seen.height)


def words_of(shape: Shape, matrix: Matrix = IDENTITY) -> list[tuple[str, float, float, Matrix]]:
    if isinstance(shape, Group):
        inner = times(matrix, shape.matrix)
        return [found for child in shape.children for found in words_of(child, inner)]
    return [(shape.run.text, *apply(matrix, shape.x, shape.y), matrix)] if isinstance(shape, Text) else []


def test_words_stand_on_their_panels() -> None:
    found = box()
    made = net(found)
    seen = words_of(piece(found).faces[0].front)
    wanted = [
        ("Front", "front"),
        ("Behind", "back"),
        ("Small", "left"),
        ("60", "left"),
        ("Small", "right"),
        ("60", "right"),
        ("Small", "top-lid"),
    ]
    assert [word for word, _ in wanted] == [word for word, *_ in seen]
    for (_, name), (word, x, y, _) in zip(wanted, seen, strict=True):
        area = made.leaf(name).box
        assert area.x <= x <= area.right, word
        assert area.y <= y <= area.bottom, word
    turns = [matrix[:2] for *_, matrix in seen]
    assert [(1, 0), (1, 0), (0, 1), (0, 1), (0, 1), (0, 1), (-1, 0)] == turns


@pytest.mark.parametrize(("ink", "wanted"), [("#b5122b", "#ffffff"), ("#f2b632", "#000000")])
def test_the_name_is_black_or_white_by_contrast(ink: str, wanted: str) -> None:
    fills = {fill for word, fill in colors(piece(box(ink=ink)).faces[0].front) if word == "Small"}
    assert {wanted} == fills


def colors(shape: Shape) -> list[tuple[str, str]]:
    if isinstance(shape, Group):
        return [found for child in shape.children for found in colors(child)]
    return [(shape.run.text, shape.fill)] if isinstance(shape, Text) else []


def test_a_name_that_does_not_fit_is_told() -> None:
    found = box(count=8)
    long = replace(game(others=[found]), title=words(en="A Name " * 12))
    problems: list[Problem] = []
    drawn_box(found, long, "en", problems)
    assert {'box "box"'} == {problem.where for problem in problems}
    assert problems[0].message.startswith("the name of the game: needs ")


def test_the_name_is_as_large_in_every_language() -> None:
    found = box(count=12)
    long = replace(game(others=[found], languages=("en", "fr")), title=words(en="Ox", fr="Les Grands Taureaux Furieux"))
    sizes = []
    for lang in ("en", "fr"):
        problems: list[Problem] = []
        front = drawn_box(found, long, lang, problems).faces[0].front
        assert [] == problems
        sizes.append([size for word, size in lettering(front) if word in ("Ox", "Les Grands Taureaux Furieux")])
    assert sizes[0] == sizes[1]
    assert 3 == len(sizes[0])


def lettering(shape: Shape) -> list[tuple[str, float]]:
    if isinstance(shape, Group):
        return [found for child in shape.children for found in lettering(child)]
    return [(shape.run.text, shape.size)] if isinstance(shape, Text) else []


def test_a_box_too_thin_for_words_has_none_on_its_sides() -> None:
    seen = words_of(piece(box(count=1, stock=0.2, clearance=0.4)).faces[0].front)
    assert ["Front", "Behind"] == [word for word, *_ in seen]


def test_low_ink_keeps_the_outer_cut_lines() -> None:
    found = box()
    assert Rect(0, 0, *size(found)) == extent(thrifty(piece(found)).faces[0].front)


def test_a_box_of_bridge_cards_fits_a4() -> None:
    assert 1 == len(lay(piece(box(count=90)), A4).pages)


def test_cut_lines_are_solid_and_folds_dashed() -> None:
    lines = [path.stroke for path in strokes(piece(box()).faces[0].front)]
    assert any(line.width == CUT and not line.dash and line.paint == "#000000" for line in lines if line)
    assert any(line.dash for line in lines if line)


def strokes(shape: Shape) -> list[Path]:
    if isinstance(shape, Group):
        return [found for child in shape.children for found in strokes(child)]
    return [shape] if isinstance(shape, Path) and shape.stroke else []
