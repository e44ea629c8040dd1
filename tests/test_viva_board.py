"""The board of Viva Pamplona! as it is printed: one way from the pen to the last space of the arena, and the ranks.

In parts as well as whole: what is on the pages is compared with the face, pixel by pixel at 200 dpi.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from math import atan2, ceil, degrees, dist
from typing import TypeAlias

import pypdfium2
import pytest
from PIL import Image

from pnp.data.boards import Track
from pnp.data.paper import Paper
from pnp.data.prints import Standees
from pnp.layout.tile_marks import LAYER as JOINS
from pnp.layout.tiles import impose_tiles
from pnp.pieces import make
from pnp.pieces import track_boards as tracks
from pnp.scene import Group, Page, Rect, moved
from pnp.scene import Path as Outline
from tests import shipped
from tests.pictures import worst_cell
from tests.small_press import A4, LETTER, SLUG, layers, passed, written
from tests.test_tiles import tiles

GAME = shipped.BY_SLUG["viva-pamplona"]
STREET, ARENA, RANKS = (
    next(board for board in GAME.boards if isinstance(board, Track) and board.id == name)
    for name in ("street", "arena", "ranks")
)
Line: TypeAlias = tuple[tuple[float, float], tuple[float, float]]
WAY = [(STREET, number) for number in range(1, 35)] + [(ARENA, number) for number in range(35, 41)]


def ends(board: Track, number: int) -> tuple[Line, Line]:
    """Return the lines at which a space begins and ends, each from left to right."""
    first, *_, last = tracks.space(board, number).stations
    return (first.left, first.right), (last.left, last.right)


def middle(line: Line) -> tuple[float, float]:
    (left, top), (right, bottom) = line
    return (left + right) / 2, (top + bottom) / 2


def heading(board: Track, stretch: int) -> float:
    (x, y), (u, v) = board.points[stretch], board.points[stretch + 1]
    return degrees(atan2(v - y, u - x))


def test_a_walk_along_street_and_arena_touches_each_space_once_and_in_order() -> None:
    assert [space.number for board in (STREET, ARENA) for space in tracks.spaces(board)] == list(range(1, 41))
    for (board, number), (after, following) in pairwise(WAY):
        leaving, entering = ends(board, number)[1], ends(after, following)[0]
        assert middle(leaving) == pytest.approx(middle(entering), abs=0.02)
        if board is after:  # over the finish line the way gets a little narrower
            assert [*leaving[0], *leaving[1]] == pytest.approx([*entering[0], *entering[1]])


def test_no_space_of_the_way_lies_on_another_or_on_a_rank() -> None:
    assert not tracks.faults(STREET)
    assert not tracks.faults(ARENA)
    assert not tracks.faults(RANKS)
    places = [*WAY, *((RANKS, number) for number in range(1, 13))]
    middles = [tracks.space(board, number).middle.middle for board, number in places]
    assert min(dist(one, other) for one, other in combinations(middles, 2)) > 21


def test_the_street_bends_after_8_and_after_16_and_not_before() -> None:
    assert STREET.spaces[:2] == (8, 8)
    assert heading(STREET, 0) == pytest.approx(-90)
    assert heading(STREET, 1) == pytest.approx(0)
    assert heading(STREET, 2) > 5
    assert sum(STREET.spaces) == 34


def test_fear_and_tomatoes_lie_where_the_rules_say() -> None:
    kinds = {kind.id: kind for kind in STREET.kinds}
    assert {name: kind.spaces for name, kind in kinds.items()} == {
        "start": (1,),
        "fear": (6, 10, 15, 18, 26, 30),
        "tomatoes": (22, 23),
    }
    assert len({kind.pattern for kind in kinds.values()}) == 3
    assert len({kind.art for kind in kinds.values()}) == 3
    for lang in ("en", "fr"):
        rules = GAME.rules_in(lang)
        assert rules
        section = next(part.body for part in rules.sections if part.anchor == "board")
        assert all(str(number) in section for number in (6, 10, 15, 18, 26, 30, 22, 23, 34, 35, 40))


def test_spaces_have_room_for_standees_and_ranks_for_one() -> None:
    (figures,) = (found for found in GAME.prints if isinstance(found, Standees))
    feet = 2 * figures.base
    for board, number in WAY:
        across = tracks.space(board, number).middle
        before, after = (middle(line) for line in ends(board, number))
        assert dist(across.left, across.right) >= 2 * feet - 0.01, number
        assert dist(before, after) > feet, number
    for number in range(1, 13):
        assert dist(*(middle(line) for line in ends(RANKS, number))) > figures.width
    assert figures.width <= RANKS.breadth


def test_twelve_ranks_stand_round_the_arena() -> None:
    assert [space.number for space in tracks.spaces(RANKS)] == list(range(1, 13))
    assert RANKS.numbers == "middle"


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_what_is_printed_is_what_the_rulebook_lists(lang: str) -> None:
    made = {piece.id: piece for piece in make(GAME, lang)}
    printed = {name: sum(face.copies for face in piece.faces) for name, piece in made.items()}
    wanted: dict[str, int] = {}
    for component in GAME.components:
        wanted[component.piece] = wanted.get(component.piece, 0) + component.count
    assert wanted == {"board": 1, "standees": 19, "dice-nets": 2, "torro-cards": 22, "chips": 100}
    assert {name: printed[name] for name in wanted} == wanted
    assert [face.copies for face in made["chips"].faces] == [70, 30]


def test_the_sides_of_both_dice_stand_for_those_of_ordinary_ones() -> None:
    light, dark = ([side.value or side.title.get("en") for side in die.sides] for die in GAME.dice)
    assert light == ["arrow", 2, 3, 4, 5, "arrow"]
    assert dark == ["arrow", 2, 3, 4, "arrow", "arrow"]


# The board in parts

PIXEL = 25.4 / 200  # mm
ROUNDING = 3
Corner: TypeAlias = tuple[float, float]


@dataclass(frozen=True)
class Part:
    """A page of the board in parts: what it shows of the face, where that lies on the page, and how it looks."""

    name: str
    part: Rect
    window: Rect
    page: Page
    picture: Image.Image

    def cut(self, box: Rect) -> Image.Image:
        """Return the picture of a rectangle of the face, a pixel of its edges left out."""
        return cropped(self.picture, box, (self.window.x - self.part.x, self.window.y - self.part.y))


def cropped(picture: Image.Image, box: Rect, shift: Corner) -> Image.Image:
    left, top = ceil((box.x + shift[0]) / PIXEL + 0.001) + 1, ceil((box.y + shift[1]) / PIXEL + 0.001) + 1
    return picture.crop((left, top, left + int(box.width / PIXEL) - 3, top + int(box.height / PIXEL) - 3))


def same(one: Image.Image, other: Image.Image) -> bool:
    """Say whether pictures are equal pixel by pixel, but for the last digits of places, which weigh 3 of 255."""
    return worst_cell(one, other, 1) <= ROUNDING


def drawn(pages: Sequence[Page]) -> list[Image.Image]:
    """Draw pages at 200 dpi, each grown to whole pixels to the right and below, so that pixels are the same on all."""
    whole = [
        replace(page, width=ceil(page.width / PIXEL - 1e-6) * PIXEL, height=ceil(page.height / PIXEL - 1e-6) * PIXEL)
        for page in pages
    ]
    document = pypdfium2.PdfDocument(written(tuple(whole)))
    found = [page.render(scale=200 / 72 * (1 - 1e-7)).to_pil().convert("RGB") for page in document]
    document.close()
    sizes = [(round(page.width / PIXEL), round(page.height / PIXEL)) for page in whole]
    assert [picture.size for picture in found] == sizes
    return found


def bare(page: Page) -> Page:
    """Return a page without furniture and marks."""
    return replace(page, shapes=tuple(shape for shape in page.shapes if isinstance(shape, Group)))


def in_parts(paper: Paper, lang: str) -> tuple[list[Part], Image.Image, Corner]:
    """Return the parts, a picture of the whole face on the same pixels, and where on that the face's corner lies."""
    (piece,) = make(GAME, lang, ["board-tiled"])
    imposed = impose_tiles(piece, paper, SLUG)
    found = tiles(imposed)
    _, part, window = found[0]
    corner = window.x - part.x, window.y - part.y
    size = piece.width + piece.bleed + corner[0], piece.height + piece.bleed + corner[1]
    whole = Page(*size, (Group((piece.faces[0].front,), moved(*corner)),))
    *pictures, face = drawn([*(bare(page) for page in imposed.pages[1:]), whole])
    parts = [
        Part(*about, page, picture) for about, page, picture in zip(found, imposed.pages[1:], pictures, strict=True)
    ]
    return parts, face, corner


@pytest.mark.parametrize(("paper", "lang"), [(A4, "en"), (LETTER, "fr")], ids=["A4", "Letter"])
def test_the_board_in_parts_shows_the_whole_board_and_rejoins(paper: Paper, lang: str) -> None:
    parts, face, corner = in_parts(paper, lang)
    assert [part.name for part in parts] == ["A1", "A2", "B1", "B2"]
    for part in parts:
        assert same(part.cut(part.part), cropped(face, part.part, corner))
        assert len(part.cut(part.part).getcolors(1 << 20) or ()) > 20  # and is not a bare page
    seams = []
    for one, other in combinations(parts, 2):
        left, top = max(one.part.x, other.part.x), max(one.part.y, other.part.y)
        wide, high = min(one.part.right, other.part.right) - left, min(one.part.bottom, other.part.bottom) - top
        strip = Rect(left, top, wide, high)
        assert same(one.cut(strip), other.cut(strip))
        if max(wide, high) > 20:  # neighbours; parts that only meet at a corner share a square
            seams.append((one.name, other.name))
            along = 0 if wide < high else 1
            assert min(wide, high) == pytest.approx(10, abs=0.01)
            assert line(one, along, dashed=True)[along] == pytest.approx((left, top)[along], abs=0.1)
            assert line(other, along, dashed=False)[along] == pytest.approx((left, top)[along], abs=0.1)
    assert seams == [("A1", "A2"), ("A1", "B1"), ("A2", "B2"), ("B1", "B2")]
    covered = Image.new("1", (398, 278))
    for part in parts:
        edges = [round(edge) for edge in (part.part.x, part.part.y, part.part.right, part.part.bottom)]
        covered.paste(1, tuple(edges))  # type: ignore[arg-type]
    assert covered.histogram()[0] == 0
    assert min(part.part.x for part in parts) == min(part.part.y for part in parts) == -3
    assert (max(part.part.right for part in parts), max(part.part.bottom for part in parts)) == pytest.approx(
        (401, 281)
    )


def line(part: Part, along: int, *, dashed: bool) -> Corner:
    """Return where on the face the line to glue to (dashed) or to cut along lies that crosses `along` (0: across)."""
    shift = part.window.x - part.part.x, part.window.y - part.part.y
    marks = (shape for shape in layers(part.page, JOINS)[0].children if isinstance(shape, Outline))
    ends = next(passed(mark) for mark in marks if mark.stroke and bool(mark.stroke.dash) == dashed)
    found = {
        round(one[along] - shift[along], 4)
        for one, other in zip(ends[::2], ends[1::2], strict=True)
        if abs(one[along] - other[along]) < 0.001
    }
    (place,) = found
    return (place, 0.0) if along == 0 else (0.0, place)
