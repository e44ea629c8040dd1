"""Dials and spinners: sectors by number, word and weight, the window, the arrow, and what a folder may say of them."""

from __future__ import annotations

from dataclasses import replace
from math import pi
from pathlib import Path as File

import pytest

from pnp import pieces
from pnp.data.dials import Dial, Sector
from pnp.errors import Problem
from pnp.extent import area, bounds, extent, held
from pnp.layout import discs
from pnp.layout.geometry import How
from pnp.layout.laying import lay
from pnp.layout.thrift import thrifty
from pnp.pieces import dials
from pnp.scene import Path, Rect, Text, ellipse
from tests.small_boards import inks, leaves, texts
from tests.small_folder import GAME, game, problems
from tests.small_game import game as small_game
from tests.small_game import words
from tests.small_press import A4, SLUG


def sectors(*named: str, **weights: int) -> tuple[Sector, ...]:
    return tuple(Sector(words(en=name), weights.get(name, 1)) for name in named)


def life(**changes: object) -> Dial:
    made = Dial(
        id="life",
        title=words(en="Life"),
        form="dial",
        across=60.0,
        sectors=sectors(*map(str, range(10))),
        hole=4.0,
        band=12.0,
        ink="#1d4e89",
        family="Alfa Slab One",
        size=24.0,
        copies=2,
        gutter=4.0,
    )
    return replace(made, **changes)  # type: ignore[arg-type]


def drawn(found: Dial) -> tuple[pieces.Piece, list[Problem]]:
    told: list[Problem] = []
    return dials.dial(found, small_game(others=[found]), "en", told), told


def test_a_dial_is_a_disc_and_a_cover_side_by_side_in_one_piece() -> None:
    piece, told = drawn(life())
    assert told == []
    assert (piece.kind, piece.count, piece.lined, piece.bleed) == ("dials", 2, True, 0)
    assert (piece.width, piece.height) == (124.25, 60.25)
    reach = extent(piece.faces[0].front)
    assert reach == Rect(0, 0, pytest.approx(124.25), pytest.approx(60.25))


def test_the_first_sector_of_a_dial_is_at_the_top_and_that_of_a_spinner_begins_there() -> None:
    quarter = life(sectors=sectors("a", "b", "c", "d"))
    assert dials.angles(quarter)[0] == pytest.approx((-pi / 4, pi / 4))
    assert dials.angles(replace(quarter, form="spinner"))[0] == pytest.approx((0, pi / 2))


def test_sectors_are_as_wide_as_their_weights() -> None:
    wheel = life(form="spinner", sectors=sectors("a", "b", "c", b=3, c=2))
    spans = [end - begin for begin, end in dials.angles(wheel)]
    assert spans == pytest.approx([pi / 3, pi, 2 * pi / 3])


def test_every_number_stands_in_the_band_of_its_own_sector_in_one_size() -> None:
    piece, _ = drawn(life())
    found = [(leaf, matrix) for leaf, matrix in leaves(piece.faces[0].front) if isinstance(leaf, Text)]
    assert [leaf.run.text for leaf, _ in found] == [*map(str, range(10)), "Life"]
    assert len({leaf.size for leaf, _ in found[:10]}) == 1
    for (begin, end), (text, x, y) in zip(dials.angles(life()), texts(piece.faces[0].front), strict=False):
        outline = discs.sector(30.125, 30.125, 18, 30, begin, end)
        assert held(outline, [(x, y)]) == 1, text


def test_what_is_cut_are_discs_with_a_hole_and_a_window() -> None:
    piece, _ = drawn(life())
    (face,) = piece.faces
    starts = [number for number, segment in enumerate(face.outline) if segment[0] == "M"]
    parts = [face.outline[a:b] for a, b in zip(starts, (*starts[1:], None), strict=True)]
    kinds = [(round((bounds(part) or Rect(0, 0, 0, 0)).width, 1), area(part) > 0) for part in parts]
    assert kinds[:3] == [(60.0, True), (4.0, False), (60.0, True)]
    assert [open_ for _, open_ in kinds[3:]] == [False, False]
    window = bounds(parts[3])
    assert window is not None
    assert window.y > 1
    assert window.bottom < 12.5
    cut = [leaf for leaf, _ in leaves(face.front) if isinstance(leaf, Path) and leaf.segments == face.outline]
    assert len(cut) == 1


def test_no_ink_lies_in_the_window_of_the_cover() -> None:
    piece, _ = drawn(life())
    covers = [leaf for leaf, _ in leaves(piece.faces[0].front) if isinstance(leaf, Path) and leaf.fill == "#1d4e89"]
    assert [held(cover.segments, [(30, 6), (30, 50)]) for cover in covers] == [1]


def test_a_spinner_has_an_arrow_that_turns_within_the_disc() -> None:
    piece, told = drawn(life(form="spinner", band=0.0, across=80.0, ink="#b5122b"))
    assert told == []
    (arrow,) = [leaf for leaf, _ in leaves(piece.faces[0].front) if isinstance(leaf, Path) and leaf.fill == "#b5122b"]
    box = bounds(arrow.segments)
    assert box is not None
    assert 0 < box.y
    assert box.bottom < 80
    assert piece.width == pytest.approx(80 + dials.GAP + box.width + 0.25)


def test_a_sector_in_a_flat_ink_is_told_from_a_bare_one_in_low_ink() -> None:
    dark = Sector(words(en=""), ink="#2e6b3a")
    wheel = life(form="spinner", band=0.0, sectors=(dark, Sector(words(en=""))))
    piece, _ = drawn(wheel)
    assert "#2e6b3a" in inks(piece.faces[0].front)
    low = thrifty(piece).faces[0].front
    assert "#2e6b3a" not in inks(low)
    lines = {leaf.stroke.paint for leaf, _ in leaves(low) if isinstance(leaf, Path) and leaf.stroke}
    assert "#2e6b3a" in lines


def test_a_word_without_room_is_told() -> None:
    named = sectors(*("Incomprehensibilities" for _ in range(30)))
    _, told = drawn(life(sectors=named))
    assert len({problem.message for problem in told}) == 1
    assert told[0].where == 'dial "life"'
    assert "Incomprehensibilities" in told[0].message


def test_dials_go_on_paper_without_crop_marks() -> None:
    piece, _ = drawn(life())
    laid = lay(piece, A4, How(), SLUG)
    assert (laid.sheets, laid.per_page) == (1, 6)


def test_a_full_circle_and_arcs_close_where_they_began() -> None:
    ring = discs.sector(10, 10, 4, 8, 0, 2 * pi)
    assert area(ring) == pytest.approx(pi * (64 - 16), rel=0.001)
    assert area(discs.sector(10, 10, 0, 8, 0, pi / 2)) == pytest.approx(pi * 16, rel=0.001)
    assert area(discs.hole(10, 10, 8)) == pytest.approx(-area(ellipse(10, 10, 8)), rel=0.001)


QUOTED, SPINNER = '"dial"', '"spinner"'
DIAL = '\n[[dials]]\nid = "life"\ntitle = "Life"\nform = "dial"\n'


def test_a_folder_makes_dials_from_numbers_words_and_tables(tmp_path: File) -> None:
    text = (
        f"{DIAL}numbers = [0, 20]\nstep = 5\ncopies = 3\n"
        f'{DIAL.replace("life", "sky")}labels = ["Sun", "Rain"]\n'
        f"{DIAL.replace('life', 'wheel').replace('form = ' + QUOTED, 'form = ' + SPINNER)}"
        'sectors = [{ title = "Win", weight = 2, ink = "sun" }, { art = "boat" }]\n'
    )
    found = [each for each in game(tmp_path, {"game.toml": GAME + text}).prints if isinstance(each, Dial)]
    assert [[sector.title.get("en") for sector in each.sectors] for each in found] == [
        ["0", "5", "10", "15", "20"],
        ["Sun", "Rain"],
        ["Win", ""],
    ]
    assert [each.band for each in found] == [12.0, 12.0, 0.0]
    made = pieces.make(game(tmp_path / "b", {"game.toml": GAME + text}), "en", ["life", "wheel"])
    assert [piece.count for piece in made] == [3, 1]


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ("", ["numbers: is missing: what the disc shows (numbers = [0, 20], labels, or [[dials.sectors]])"]),
        (
            'numbers = [0, 3]\nlabels = ["a", "b"]\n',
            ["numbers: found numbers, labels; allowed: one of them (numbers = [0, 20], labels, or [[dials.sectors]])"],
        ),
        ("numbers = [0, 99]\n", ["numbers: this makes 100 sectors; allowed: 2 to 72"]),
        (
            'labels = ["a", "b"]\nstep = 2\nband = 40\n',
            [
                "step: only numbers have a step",
                "band: found 40; allowed: up to 28, the room outside the hole",
            ],
        ),
        (
            'sectors = [{ art = "boot" }, { title = "a" }]\n',
            ['sectors[0].art: there is no picture "boot" in art/ (did you mean art/boat.svg?)'],
        ),
    ],
)
def test_what_a_dial_cannot_show_is_told(keys: str, told: list[str], tmp_path: File) -> None:
    found = problems(tmp_path, {"game.toml": GAME + DIAL + keys})
    assert [line.partition("dials[life].")[2] for line in found] == told
