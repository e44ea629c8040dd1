"""No meaning is colour alone: player colours, players' shapes and families of cards for every eye and a grey printer.

How colours are simulated and compared, and after whom, is told in `pnp.colours`.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from PIL import Image

from pnp import build
from pnp.colours import EYES, Eye, Lab, difference, lab, parts, simulated
from pnp.data.prints import Card, Deck, Standees
from pnp.scene import WHITE, Group, Paint, Path, Shape, Text
from tests import colours
from tests.colours import Side

PLAYERS = {
    "blue": "#0072b2",
    "vermilion": "#d55e00",
    "green": "#009e73",
    "yellow": "#f0e442",
    "violet": "#aa4499",
    "white": WHITE,
}
"""Blue, vermilion, green and yellow are from Okabe & Ito, "Color Universal Design" (2008)."""
APART = 5.0
"""CIEDE2000. ISO 12647-2 lets a press miss its own inks by 5: colours nearer than that may come out the same. Nearest
are blue and violet without red cones, 7.1; all other pairs are 9.4 or more apart for every eye."""
SHAPES_APART = 0.01
"""Two players where all player colours are one grey and no letter is seen. Twice as much would be a large shape: the
nearest figures of Pamplona are 0.021 apart, the villages of Bulp! 0.127."""
FAMILIES_APART = 0.06
"""Two values of one deck are 0.02 apart and up. Families must be told from a glance: the nearest, runner and ox of one
player, are 0.097 apart, the nearest cards and tokens 0.12."""

EVERY_GAME = pytest.mark.parametrize("slug", colours.SLUGS)
SMALL = ("cards", "tokens", "standees")
EVERY_EYE: tuple[Eye | None, ...] = (None, *EYES)
MID = "#808080"


@pytest.mark.parametrize(
    ("one", "two", "expected"),
    [  # from table 1 of Sharma, Wu & Dalal
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, -1.3802, -84.2814), (50, 0, -82.7485), 1.0),
        ((50, 2.5, 0), (61, -5, 29), 22.8977),
        ((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082),
        ((100, 0, 0), (0, 0, 0), 100.0),
    ],
)
def test_differences_are_those_of_the_published_table(one: Lab, two: Lab, expected: float) -> None:
    assert difference(one, two) == pytest.approx(expected, abs=5e-5)
    assert difference(two, one) == pytest.approx(expected, abs=5e-5)


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("grey", [0.0, 0.2, 0.5, 1.0])
def test_greys_stay_grey_for_every_eye(eye: Eye, grey: float) -> None:
    assert simulated((grey, grey, grey), eye) == pytest.approx((grey, grey, grey), abs=0.001)


@pytest.mark.parametrize("eye", EYES)
def test_a_picture_is_seen_as_its_colours_are(eye: Eye) -> None:
    for color in PLAYERS.values():
        wanted = [255 * part for part in simulated(parts(color), eye)]
        found = Image.new("RGB", (1, 1), color).filter(colours.seen_by(eye)).getpixel((0, 0))
        assert found == pytest.approx(wanted, abs=4)


@pytest.mark.parametrize("eye", EVERY_EYE)
def test_player_colours_stay_apart(eye: Eye | None) -> None:
    seen = {name: lab(simulated(parts(color), eye) if eye else parts(color)) for name, color in PLAYERS.items()}
    near = {
        (one, two): round(difference(seen[one], seen[two]), 1)
        for one, two in itertools.combinations(seen, 2)
        if difference(seen[one], seen[two]) < APART
    }
    assert near == {}


@EVERY_GAME
def test_every_player_is_printed_in_his_own_colour(slug: str) -> None:
    strange = [
        f"{slug} {side}: {color} is missing"
        for side, color in of_players(slug)
        if PLAYERS[color] not in {paint for shape, _ in colours.leaves(side.shape) for paint in paints(shape)}
    ]
    assert strange == [], "\n".join(strange)


@EVERY_GAME
def test_players_differ_in_shape_where_no_colour_is_seen(slug: str) -> None:
    found = list(of_players(slug))
    pages = [build.face_page(side.piece, uncoloured(side.shape)) for side, _ in found]
    pictures = colours.drawn(pages) if pages else ()
    grids = [(color, side, colours.grid(drawn)) for (side, color), drawn in zip(found, pictures, strict=True)]
    alike = [
        f"{slug} {one} and {two}: only {apart:.4f} apart"
        for (color, one, grid), (other, two, second) in itertools.combinations(grids, 2)
        if color != other and (apart := colours.apart(grid, second)) < SHAPES_APART
    ]
    assert alike == [], "\n".join(alike)


@EVERY_GAME
@pytest.mark.parametrize("eye", EVERY_EYE)
def test_families_stay_apart_for_every_eye_and_a_grey_printer(slug: str, eye: Eye | None) -> None:
    alike = [
        f"{slug} {one} and {two}: only {apart:.4f} apart"
        for name in ("front", "back")
        for one, two, apart in of_families(slug, name, eye)
        if apart < FAMILIES_APART
    ]
    assert alike == [], "\n".join(alike)


def of_players(slug: str) -> Iterator[tuple[Side, str]]:
    """Yield each front that belongs to one player, and his colour, by the names of its row's frame and pictures."""
    for side in colours.sides(slug):
        if side.name == "front" and side.piece.kind in ("cards", "standees"):
            cells = row(slug, side).row.cells
            names = " ".join(value for column, value in cells.items() if "." not in column)
            found = re.search(rf"\b({'|'.join(PLAYERS)}|red)\b", names)
            if found:
                yield side, {"red": "vermilion"}.get(found[1], found[1])


def of_families(slug: str, name: str, eye: Eye | None) -> Iterator[tuple[Side, Side, float]]:
    """Yield each two sides of different pieces, or of different frames of one, and how far apart they are."""
    sides = [side for side in colours.sides(slug) if side.name == name and side.piece.kind in SMALL]
    size = (colours.GRID, colours.GRID)
    seen = [
        side.picture.filter(colours.seen_by(eye)).resize(size, Image.Resampling.BOX)
        if eye
        else colours.grid(side.picture)
        for side in sides
    ]
    for (one, grid), (two, other) in itertools.combinations(zip(sides, seen, strict=True), 2):
        if family(slug, one) != family(slug, two):
            yield one, two, colours.apart(grid, other)


def family(slug: str, side: Side) -> tuple[str, str]:
    """Return what a side's kind is: its piece and its frame, players aside."""
    frame = row(slug, side).row.cells.get("frame" if side.name == "front" else "back", "")
    return side.piece.id, re.sub("|".join(PLAYERS), "", frame) if side.piece.kind == "standees" else frame


def row(slug: str, side: Side) -> Card:
    """Return the row of the table that a side was drawn from."""
    (found,) = (found for found in colours.game(slug).prints if found.id == side.piece.id)
    assert isinstance(found, Deck | Standees)
    return found.cards[side.number - 1]


def paints(shape: Path | Text) -> Iterator[str]:
    """Yield the flat colours of a shape, in lower case."""
    stroke = shape.stroke.paint if isinstance(shape, Path) and shape.stroke else None
    for paint in (shape.fill, stroke):
        if isinstance(paint, str):
            yield paint.lower()


def uncoloured(shape: Shape) -> Shape:
    """Return a shape without words and with one grey for the colours of all players."""
    match shape:
        case Group():
            return replace(shape, children=tuple(uncoloured(child) for child in shape.children))
        case Path():
            stroke = shape.stroke and replace(shape.stroke, paint=_grey(shape.stroke.paint))
            return replace(shape, fill=shape.fill and _grey(shape.fill), stroke=stroke)
        case Text():
            return Group(())
        case _:
            return shape


def _grey(paint: Paint) -> Paint:
    colors = [color for color in PLAYERS.values() if color != WHITE]
    return MID if isinstance(paint, str) and paint.lower() in colors else paint
