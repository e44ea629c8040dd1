"""Bulp! on paper: how many cards of each shape there are, and that pipes meet wherever two cards are laid side by side.

Outlets are measured on what is printed: a pipe's walls are the only black that reaches an edge of a card.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import product

import pytest
from PIL import Image

from pnp import build
from pnp.layout.piece import Face, Piece
from pnp.layout.thrift import thrifty
from pnp.scene import Group, Page, Rect, Shape, moved, rectangle
from pnp.scene import Path as Outline
from tests import pictures, shipped

GAME = shipped.BY_SLUG["bulp"]
DECK = next(deck for deck in GAME.decks if deck.id == "cards")
pytestmark = pytest.mark.xdist_group("game-bulp")
WIDTH, HEIGHT = 63, 88
SCALE = 20  # pixels a millimetre along an edge
STRIP = 0.4  # mm: how deep a strip along an edge is drawn
OPPOSITE = {"N": "S", "S": "N", "E": "W", "W": "E"}
SHAPES = {"1": "NS", "2": "EW", "3": "NE", "4": "NW", "5": "NEW", "6": "NES", "7": "NESW"}
PIPES = {"1": 11, "2": 11, "3": 9, "4": 9, "5": 6, "6": 6, "7": 4}
BREAKS = {"1": 5, "2": 5, "3": 4, "4": 4, "5": 2, "6": 2, "7": 2}
VILLAGES = ("Bubbleham", "Vatford", "Glugham", "Plopford")
OBSTACLES = ("Rock", "Old tree", "Dry well", "Ruin", "Herd")

Runs = tuple[tuple[float, float], ...]
Edges = dict[str, Runs]


def printed(name: str) -> Piece:
    """Return a piece of the game in English."""
    return next(each for each in shipped.pieces("bulp", "en") if each.id == name)


def kind(face: Face) -> tuple[str, str]:
    """Return what a card is, and which figure where it has one: ("break", "3")."""
    if found := re.match(r"Fig\. (\d)(b?)\s", face.name):
        number, broken = found.groups()
        return ("spring", "") if number == "0" else ("break" if broken else "pipe", number)
    return ("village" if face.name in VILLAGES else "obstacle" if face.name in OBSTACLES else face.name), ""


def outlets(face: Face) -> str:
    """Return on which edges the card ought to have outlets."""
    what, number = kind(face)
    return SHAPES.get(number, "" if what == "obstacle" else "NESW")


def dark(picture: Image.Image, along: int) -> Runs:
    """Return where a strip is black: starts and ends in mm along it."""
    middle = picture.height // 2 if along == 0 else picture.width // 2
    length = picture.width if along == 0 else picture.height
    grey = picture.convert("L")
    line = [grey.getpixel((at, middle) if along == 0 else (middle, at)) for at in range(length)]
    found, start = [], None
    for at, value in enumerate([*line, 255]):
        assert isinstance(value, int | float)
        if value < 64 and start is None:
            start = at
        elif value >= 64 and start is not None:
            found.append((start / SCALE, at / SCALE))
            start = None
    return tuple(found)


def strips(shape: Shape, out: float) -> Edges:
    """Return the black along each edge of a card, in a line that lies `out` mm outside the trim (inside: negative)."""
    near, far = -out - STRIP / 2, STRIP / 2 + out
    places = {
        "N": (Rect(0, near, WIDTH, STRIP), 0),
        "S": (Rect(0, HEIGHT + far - STRIP, WIDTH, STRIP), 0),
        "W": (Rect(near, 0, STRIP, HEIGHT), 1),
        "E": (Rect(WIDTH + far - STRIP, 0, STRIP, HEIGHT), 1),
    }
    found: Edges = {}
    for edge, (box, along) in places.items():
        clip = Outline(rectangle(Rect(0, 0, box.width, box.height)))
        inside = Group((shape,), moved(-box.x, -box.y))
        page = Page(box.width, box.height, (Group((inside,), clip=clip),))
        found[edge] = dark(pictures.by_pdf(page, SCALE), along)
    return found


@cache
def measured(number: int) -> Edges:
    return strips(printed("cards").faces[number].front, -STRIP / 2)


def turned(edges: Edges) -> Edges:
    """Return the edges of the card after a half turn."""
    size = {"N": WIDTH, "S": WIDTH, "E": HEIGHT, "W": HEIGHT}
    return {
        OPPOSITE[edge]: tuple((size[edge] - b, size[edge] - a) for a, b in runs[::-1]) for edge, runs in edges.items()
    }


def same(one: Runs, two: Runs) -> bool:
    """Say whether walls stand at the same places, to a tenth of a millimetre."""
    return len(one) == len(two) and all(
        abs(a - c) <= 0.1 and abs(b - d) <= 0.1 for (a, b), (c, d) in zip(one, two, strict=True)
    )


def span(runs: Runs) -> tuple[float, ...]:
    """Return where the pipe begins and ends along an edge, () without a pipe."""
    return (runs[0][0], runs[-1][1]) if runs else ()


@cache
def seen(number: int, side: str) -> Image.Image:
    """Return a face of the cards as a small picture."""
    face = printed("cards").faces[number]
    shape = face.front if side == "front" else face.back
    assert shape is not None
    return pictures.by_pdf(build.face_page(printed("cards"), shape), 4)


def grey(picture: Image.Image) -> float:
    """Return the mean brightness of a picture, 0 to 255."""
    counts = picture.convert("L").histogram()
    return sum(value * count for value, count in enumerate(counts)) / sum(counts)


def test_the_deck_has_a_spring_pipes_breaks_villages_and_obstacles_in_their_numbers() -> None:
    counts = Counter[str]()
    for face in printed("cards").faces:
        counts[kind(face)[0]] += face.copies
    assert counts == {"spring": 1, "pipe": 56, "break": 24, "village": 4, "obstacle": 5}
    assert printed("cards").count == 90


@pytest.mark.parametrize(("what", "wanted"), [("pipe", PIPES), ("break", BREAKS)])
def test_each_shape_is_there_as_often_as_the_list_says(what: str, wanted: dict[str, int]) -> None:
    assert {kind(face)[1]: face.copies for face in printed("cards").faces if kind(face)[0] == what} == wanted


def test_there_are_24_caps_that_cover_an_outlet_on_both_sides() -> None:
    assert (printed("caps").count, printed("caps").width, printed("caps").height) == (24, 22, 22)
    assert all(face.back is not None for face in printed("caps").faces)
    start, *_, end = measured(0)["N"]
    assert printed("caps").width > end[1] - start[0]


def test_villages_and_obstacles_are_all_different() -> None:
    drawn = [
        seen(n, "front").tobytes()
        for n, face in enumerate(printed("cards").faces)
        if kind(face)[0] in ("village", "obstacle")
    ]
    assert len(set(drawn)) == len(drawn) == 9


@pytest.mark.parametrize("number", range(len(DECK.cards)))
def test_a_pipe_reaches_the_edges_of_its_shape_at_their_middle_and_no_other(number: int) -> None:
    edges = measured(number)
    assert {edge for edge, runs in edges.items() if runs} == set(outlets(printed("cards").faces[number]))
    for edge, runs in edges.items():
        middle = (WIDTH if edge in "NS" else HEIGHT) / 2
        assert same(runs, tuple((2 * middle - b, 2 * middle - a) for a, b in runs[::-1]))
        assert not runs or abs((runs[0][0] + runs[-1][1]) / 2 - middle) <= 0.1


def test_any_two_cards_meet_wall_to_wall_however_they_are_turned() -> None:
    lying = [edges for n in range(len(printed("cards").faces)) for edges in (measured(n), turned(measured(n)))]
    met = 0
    for one, two in product(lying, repeat=2):
        for edge in ("E", "S"):
            if one[edge] and two[OPPOSITE[edge]]:
                met += 1
                assert same(one[edge], two[OPPOSITE[edge]])
    assert met > 1000


def test_every_outlet_has_the_same_breadth_on_long_and_short_edges() -> None:
    spans = {
        round(runs[-1][1] - runs[0][0], 1)
        for n in range(len(printed("cards").faces))
        for runs in measured(n).values()
        if runs
    }
    assert spans == {20.0}


def test_straights_and_crosses_look_the_same_after_a_half_turn_and_elbows_change_sides() -> None:
    after = {"1": "NS", "2": "EW", "3": "SW", "4": "SE", "5": "ESW", "6": "NSW", "7": "NESW"}
    for number, face in enumerate(printed("cards").faces):
        what, figure = kind(face)
        if what in ("pipe", "break"):
            found = turned(measured(number))
            assert {edge for edge in found if found[edge]} == set(after[figure])


@pytest.mark.parametrize("what", ["spring", "pipe", "break", "village"])
def test_pipes_run_over_the_trim_into_the_bleed(what: str) -> None:
    number = next(n for n, face in enumerate(printed("cards").faces) if kind(face)[0] == what)
    outside = strips(printed("cards").faces[number].front, 1.5)
    assert all(same(outside[edge], runs) for edge, runs in measured(number).items())


def test_a_break_has_the_outlets_of_its_pipe_and_is_lighter_on_a_printer_without_colours() -> None:
    pipes = {kind(face)[1]: n for n, face in enumerate(printed("cards").faces) if kind(face)[0] == "pipe"}
    breaks = {kind(face)[1]: n for n, face in enumerate(printed("cards").faces) if kind(face)[0] == "break"}
    for figure, pipe in pipes.items():
        assert all(same(measured(breaks[figure])[edge], runs) for edge, runs in measured(pipe).items())
        assert grey(seen(breaks[figure], "front")) - grey(seen(pipe, "front")) > 16


def test_the_low_ink_twin_keeps_the_outlets_of_straights_elbows_and_crosses() -> None:
    numbers = [n for n, face in enumerate(printed("cards").faces) if kind(face)[1] in ("2", "3", "7")]
    low = thrifty(replace(printed("cards"), faces=tuple(printed("cards").faces[n] for n in numbers)))
    for number, face in zip(numbers, low.faces, strict=True):
        for edge, runs in strips(face.front, -STRIP / 2).items():
            assert span(runs) == pytest.approx(span(measured(number)[edge]), abs=0.1)


def test_all_cards_of_the_draw_pile_share_a_back_and_no_other_card_has_it() -> None:
    backs: dict[bool, set[bytes]] = {True: set(), False: set()}
    for number, face in enumerate(printed("cards").faces):
        backs[kind(face)[0] in ("pipe", "break")].add(seen(number, "back").tobytes())
    assert len(backs[True]) == len(backs[False]) == 1
    assert backs[True] != backs[False]


def test_a_back_does_not_tell_which_way_round_its_card_lies() -> None:
    for number in (0, 1):
        back = seen(number, "back")
        assert pictures.worst_cell(back, back.rotate(180), 4) <= 12


def test_no_face_is_left_without_ink() -> None:
    for piece in (printed("cards"), printed("caps"), printed("aid")):
        for face in piece.faces:
            for shape in (face.front, face.back):
                assert shape is not None
                picture = pictures.by_pdf(build.face_page(piece, shape), 2).convert("L")
                assert sum(picture.histogram()[:225]) >= 0.02 * picture.width * picture.height
