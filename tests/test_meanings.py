"""Inks that carry a meaning: who cannot tell them apart, what is told about it, and the patterns that help."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from pnp import build
from pnp.colours import APART, SEEINGS, Eye, apart, parts, simulated
from pnp.data.game import Game, Ink
from pnp.data.inks import Pattern
from pnp.data.meanings import PATTERNS, pattern_of, patterns
from pnp.layout.patterns import pattern
from pnp.layout.piece import Face, Piece
from pnp.layout.thrift import low_ink
from pnp.pieces import make
from pnp.scene import Group, Rect, Shape, Stroke, rectangle
from pnp.scene import Path as Drawn
from tests import colours, small_folder, small_game
from tests.test_colours import EVERY_GAME, PLAYERS

FAMILIES = {"leaf": "#3a7d2c", "rust": "#a8502a", "sea": "#1d4e89"}
BAND = """[card.slots.band]
kind = "panel"
x = 0
y = 60
width = 63
height = 28
fill = "leaf"
pattern = "auto"
"""


def ink(id_: str, color: str = "#000000", means: str = "family", **more: str) -> Ink:
    return Ink(id_, color, small_game.words(en=id_), means, **more)  # type: ignore[arg-type]


def manifest(*keys: str, **inks: str) -> str:
    """Return game.toml with these inks, each with the keys."""
    tables = (
        "\n".join((f"[inks.{id_}]", f'color = "{color}"', f'title.en = "{id_}"', *keys, ""))
        for id_, color in inks.items()
    )
    return small_folder.GAME.replace("[[decks]]", "\n".join((*tables, "[[decks]]")))


def told(folder: Path, game: str, frames: str = "", cards: str = small_folder.CARDS) -> list[str]:
    changes: small_folder.Changes = {"game.toml": game, "frames.toml": small_folder.FRAMES + frames, "cards.csv": cards}
    return [str(note) for note in small_folder.game(folder, changes).notes]


@pytest.mark.parametrize(
    ("color", "eye", "seen"),
    [  # the matrices' first and second columns, bent as sRGB is
        ("#ff0000", "protanopia", "#6d5f00"),
        ("#ff0000", "deuteranopia", "#a39000"),
        ("#ff0000", "tritanopia", "#ff000f"),
        ("#00ff00", "protanopia", "#ffe500"),
        ("#00ff00", "deuteranopia", "#efd63a"),
        ("#ffffff", "deuteranopia", "#ffffff"),
    ],
)
def test_colours_look_to_an_eye_as_the_published_matrices_say(color: str, eye: Eye, seen: str) -> None:
    assert simulated(parts(color), eye) == pytest.approx(parts(seen), abs=1 / 255)


def test_a_difference_is_the_same_both_ways_and_none_from_itself() -> None:
    for seeing in SEEINGS:
        assert apart("#3a7d2c", "#a8502a", seeing) == pytest.approx(apart("#a8502a", "#3a7d2c", seeing))
        assert apart("#3a7d2c", "#3A7D2C", seeing) == 0


def test_a_pair_that_some_eyes_take_for_one_is_noted_with_numbers(tmp_path: Path) -> None:
    (note,) = told(tmp_path, manifest('means = "family"', **FAMILIES))
    assert note == (
        'g/game.toml:20: inks.rust: inks "leaf" and "rust" look alike without green cones (3.2), in grey (1.9); told '
        'apart from 5 on (CIEDE2000) (panels with pattern = "auto" show "leaf" as solid and "rust" as hatch, a '
        "strip clear of the words will do; or give each a sign)"
    )


def test_inks_without_a_meaning_may_look_alike(tmp_path: Path) -> None:
    assert told(tmp_path, manifest(**FAMILIES)) == []


def test_inks_of_different_meanings_may_look_alike(tmp_path: Path) -> None:
    game = manifest('means = "family"', leaf="#3a7d2c", sea="#1d4e89")
    game = game.replace("[[decks]]", '[inks.rust]\ncolor = "#a8502a"\ntitle.en = "rust"\nmeans = "side"\n[[decks]]')
    assert [note for note in told(tmp_path, game) if "look alike" in note] == []


def test_different_signs_settle_it_and_equal_signs_do_not(tmp_path: Path) -> None:
    game = manifest('means = "family"', 'sign = "a leaf"', **FAMILIES)
    assert len(told(tmp_path / "same", game)) == 1
    assert told(tmp_path / "own", game.replace('sign = "a leaf"', 'sign = "a nail"', 1)) == []


def test_a_lone_meaning_is_noted_with_the_one_that_was_meant(tmp_path: Path) -> None:
    game = manifest('means = "family"', leaf="#3a7d2c", sea="#1d4e89")
    game = game.replace('means = "family"', 'means = "famly"', 1).replace(
        "[[decks]]", '[inks.sky]\ncolor = "#eeeeff"\ntitle.en = "sky"\nmeans = "family"\n[[decks]]'
    )
    (note,) = told(tmp_path, game)
    assert note.endswith('no other ink means "famly", so there is nothing to tell it from (did you mean "family"?)')


def test_panels_in_their_own_patterns_settle_it_row_by_row(tmp_path: Path) -> None:
    game = manifest('means = "family"', **FAMILIES)
    cards = "title,picture,band:fill\nFerry,boat,leaf\nMill,,rust\n"
    assert told(tmp_path / "auto", game, BAND, cards) == []
    assert len(told(tmp_path / "solid", game, BAND.replace('"auto"', '"solid"'), cards)) == 1


@pytest.mark.parametrize(("pattern", "notes"), [("solid", 1), ("rings", 0)])
def test_areas_on_boards_count_as_panels_do(pattern: str, notes: int, tmp_path: Path) -> None:
    row = "title,picture,band:fill\nFerry,boat,leaf\nMill,,rust\nOar,,sea\n"
    board = '[[boards]]\nid = "b"\ntitle = "B"\nkind = "hex"\ncolumns = 2\nrows = 2\nside = 9\nterrain = [\n'
    for id_, ink_, how, cell in (("a", "leaf", "solid", "0101"), ("b", "rust", pattern, "0102")):
        board += f'{{ id = "{id_}", title = "T", ink = "{ink_}", pattern = "{how}", at = ["{cell}"] }},\n'
    text = manifest('means = "family"', **FAMILIES)
    assert len(told(tmp_path, f"{text}\n{board}]\n", BAND, row)) == notes


def test_one_solid_panel_among_patterned_ones_is_still_noted(tmp_path: Path) -> None:
    game = manifest('means = "family"', **FAMILIES)
    cards = "title,picture,band:fill\nFerry,boat,leaf\nMill,,rust\n"
    plain = BAND.replace("card.slots.band", "card.slots.spot").replace('"leaf"', '"rust"').replace('"auto"', '"solid"')
    assert len(told(tmp_path, game, BAND + plain, cards)) == 1


def test_a_patterned_strip_tells_the_plain_panel_beside_it_apart_so_that_words_can_stand_there(tmp_path: Path) -> None:
    game = manifest('means = "family"', **FAMILIES)
    cards = "title,picture,band:fill,strip:fill\nFerry,boat,leaf,leaf\nMill,,rust,rust\n"
    plain = BAND.replace('"auto"', '"solid"')
    strip = BAND.replace("card.slots.band", "card.slots.strip").replace("y = 60", "y = 50")
    assert told(tmp_path / "strip", game, plain + strip, cards) == []
    assert len(told(tmp_path / "plain", game, plain + strip.replace('"auto"', '"solid"'), cards)) == 1


def test_the_players_of_all_games_are_told_apart_by_every_eye_and_by_signs_in_grey() -> None:
    near = {
        (one, other)
        for seeing in SEEINGS
        for one in PLAYERS
        for other in PLAYERS
        if one < other and apart(PLAYERS[one], PLAYERS[other], seeing) < APART
    }
    assert near == {("blue", "violet"), ("green", "vermilion")}
    assert all(apart(PLAYERS[one], PLAYERS[other], "grey") < APART for one, other in near)


@EVERY_GAME
def test_shipped_games_have_nothing_noted_about_their_colours(slug: str) -> None:
    told = [*colours.game(slug).notes, *(note for piece in colours.pieces(slug) for note in piece.notes)]
    assert [
        note for note in map(str, told) if "CIEDE2000" in note or "contrast" in note or "on a pattern" in note
    ] == []


def test_inks_of_a_meaning_get_patterns_in_order_and_keep_those_they_state() -> None:
    inks = (ink("a"), ink("b", pattern="solid"), ink("x", means=""), ink("c"), ink("d", means="side"))
    assert patterns(inks) == {"a": "hatch", "b": "solid", "x": "solid", "c": "dots", "d": "solid"}
    many = tuple(ink(str(number)) for number in range(9))
    assert [patterns(many)[each.id] for each in many] == [*PATTERNS, "solid"]
    assert set(PATTERNS) == set(get_args(Pattern))


def test_a_colour_that_is_no_ink_is_solid() -> None:
    inks = (ink("a", "#3a7d2c"), ink("b", "#A8502A"))
    found = [pattern_of(color, inks) for color in ("#3A7D2C", "#a8502a", "#ffffff", None)]
    assert found == ["solid", "hatch", "solid", "solid"]


def fills(game: Game) -> list[list[str]]:
    """Return for each card what its panels are made of: areas or lines."""
    (deck,) = make(game, "en")
    return [sorted({"area" if leaf.fill else "lines" for leaf in outlines(face.front)}) for face in deck.faces]


def outlines(shape: Shape) -> list[Drawn]:
    return [leaf for leaf, _ in colours.leaves(shape) if isinstance(leaf, Drawn)]


def test_an_auto_panel_follows_the_fill_of_its_row(tmp_path: Path) -> None:
    changes: small_folder.Changes = {
        "game.toml": manifest('means = "family"', **FAMILIES),
        "frames.toml": BAND,
        "cards.csv": "title,band:fill\nFerry,leaf\nMill,rust\nBarn,\n",
    }
    assert fills(small_folder.game(tmp_path, changes)) == [["area"], ["lines"], ["area"]]


def test_an_unknown_pattern_is_refused_with_all_there_are(tmp_path: Path) -> None:
    (problem,) = small_folder.problems(
        tmp_path, small_folder.with_slot(BAND.split("\n", 1)[1].replace("auto", "wave").replace("leaf", "sun"))
    )
    assert '"wave" is not one of solid, hatch, cross, dots, chequer, rings, waves, backhatch, auto' in problem


BOX = Rect(5, 5, 20, 20)
KINDS = [each for each in PATTERNS if each != "solid"]


def pictures(shapes: list[Shape]) -> list[bytes]:
    """Return small grey pictures, coarse enough to forget single pixels."""
    deck = thing()
    drawn = colours.drawn([build.face_page(deck, shape) for shape in shapes], 8)
    return [colours.grid(picture.crop((48, 48, 192, 192)), 48).tobytes() for picture in drawn]


def thing() -> Piece:
    return Piece("p", "P", "cards", 30, 30, 0, 0, True, (Face("p", Group(()), None, 1),))


@pytest.mark.parametrize("low", [False, True])
def test_all_patterns_differ_without_colour_also_in_low_ink(low: bool) -> None:
    shapes: list[Shape] = [pattern(kind, rectangle(BOX), BOX, "#333333", 1.6) for kind in KINDS]
    shapes.append(Drawn(rectangle(BOX), fill="#333333"))
    found = pictures([low_ink(shape) for shape in shapes] if low else shapes)
    near = [
        (one, other)
        for at, one in enumerate(found)
        for other in found[at + 1 :]
        if sum(abs(a - b) for a, b in zip(one, other, strict=True)) / len(one) / 255 < 0.1
    ]
    assert near == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_pattern_covers_all_of_its_area_and_no_thin_lines(kind: Pattern) -> None:
    assert kind != "solid"
    (leaf,) = outlines(pattern(kind, rectangle(BOX), BOX, "#333333", 0.8))
    assert isinstance(leaf.stroke, Stroke | None)
    assert leaf.fill or (leaf.stroke and leaf.stroke.width >= 0.25)
    (picture,) = pictures([pattern(kind, rectangle(BOX), BOX, "#333333", 1.6)])
    quarters = [picture[y * 48 + x :][:12] for y in range(0, 48, 12) for x in range(0, 48, 12)]
    assert all(min(quarter) < 250 for quarter in quarters)
