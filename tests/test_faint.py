"""Words that can hardly be read on the panel beneath them are noted with numbers, where the frame is sure of both."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.data.frame import Slot, When
from pnp.errors import Spot
from pnp.layout.contrast import between
from pnp.pieces import make
from tests import small_folder, small_game
from tests.small_game import art, line, panel, place, text

WORDS = place(4, 4, 40, 10)
GROUND = place(-3, -3, 69, 94)
SUN = "#f2b632"


def told(*slots: Slot) -> list[str]:
    """Return what is noted about a card with these slots, without its file."""
    deck = small_game.deck([{"title": "Ferry", "side": "red"}], small_game.frame(*slots))
    (piece,) = make(small_game.game([deck]), "en")
    return [str(note).removeprefix("templates/small/frames.toml:1: ") for note in piece.notes]


@pytest.mark.parametrize(
    ("one", "other", "ratio"),
    [  # black on white, and three of W3C's and WebAIM's well-known greys
        ("#000000", "#ffffff", 21.0),
        ("#767676", "#ffffff", 4.54),
        ("#777777", "#ffffff", 4.48),
        ("#ffffff", "#949494", 3.03),
        ("#0000ff", "#ffffff", 8.59),
        ("#ff0000", "#ffff00", 3.72),
    ],
)
def test_contrast_is_that_of_wcag(one: str, other: str, ratio: float) -> None:
    assert between(one, other) == pytest.approx(ratio, abs=0.005)
    assert between(other, one) == pytest.approx(ratio, abs=0.005)


def test_small_words_need_more_contrast_than_large_ones() -> None:
    ground = panel("ground", GROUND, fill="#949494")
    said = '#ffffff on the panel "ground" in #949494 has a contrast of 3.0:1; words need 4.5:1 (WCAG 2.2)'
    assert told(ground, text("title", WORDS, color="#ffffff")) == [
        f'frame "front", slot "title": {said} (on it black can be read)'
    ]
    assert told(ground, text("title", WORDS, color="#ffffff", size=18.0)) == []
    assert told(ground, text("title", WORDS, color="#ffffff", size=14.0, weight=700)) == []
    assert len(told(ground, text("title", WORDS, color="#ffffff", size=14.0))) == 1


def test_large_words_that_cannot_be_read_either_are_told_their_own_limit() -> None:
    (note,) = told(panel("ground", GROUND, fill=SUN), text("title", WORDS, color="#ffffff", size=30.0))
    assert "has a contrast of 1.8:1; large words need 3:1" in note


@pytest.mark.parametrize(
    "between_them",
    [
        art("picture", WORDS, art="boat"),
        panel("patch", place(4, 4, 10, 10), fill="#000000"),
        panel("red", GROUND, When("side", "red"), fill="#000000"),
        panel("mesh", GROUND, fill="#000000", pattern="hatch"),
        panel("mesh", GROUND, fill="#000000", pattern="auto"),
        panel("star", GROUND, fill="#000000", shape="polygon", points=((0.0, 0.0), (1.0, 0.0), (0.5, 1.0))),
        panel("disc", WORDS, fill="#000000", shape="ellipse"),
        panel("slanted", place(-20, -20, 100, 100, 30), fill="#000000"),
    ],
    ids=lambda slot: f"{slot.name}-{getattr(slot, 'pattern', 'art')}",
)
def test_what_may_lie_between_leaves_it_open(between_them: Slot, tmp_path: Path) -> None:
    boat = tmp_path / "boat.svg"
    boat.write_text(small_folder.SVG)
    slots = (panel("ground", GROUND, fill=SUN), between_them, text("title", WORDS, color="#ffffff"))
    deck = small_game.deck([{"title": "Ferry", "side": "red"}], small_game.frame(*slots))
    (piece,) = make(small_game.game([deck], art={"boat": boat}), "en")
    assert [str(note) for note in piece.notes if "contrast" in str(note)] == []


def test_lines_outlines_other_words_and_what_lies_elsewhere_change_nothing() -> None:
    slots = (
        panel("ground", GROUND, fill=SUN),
        line("rule", place(0, 9, 63, 0)),
        panel("border", GROUND, fill=None, stroke="#000000"),
        panel("far", place(0, 60, 63, 20), fill="#000000"),
        text("other", WORDS, texts=(("en", "Words"),)),
        text("title", WORDS, color="#ffffff"),
    )
    (note,) = told(*slots)
    assert 'slot "title"' in note


def test_a_panel_that_comes_and_goes_with_the_words_is_sure() -> None:
    red = When("side", "red")
    (note,) = told(panel("red", GROUND, red, fill=SUN), text("title", WORDS, red, color="#ffffff"))
    assert 'on the panel "red"' in note


def test_an_auto_panel_that_is_solid_counts() -> None:
    ground = panel("ground", GROUND, fill="#949494", pattern="auto")
    assert len(told(ground, text("title", WORDS, color="#ffffff"))) == 1


def test_words_are_held_by_a_disc_and_by_a_turned_panel() -> None:
    white = text("title", place(25, 30, 10, 5, 90), color="#ffffff")
    assert len(told(panel("disc", place(10, 10, 43, 43), fill=SUN, shape="ellipse"), white)) == 1
    assert len(told(panel("band", place(0, 27, 60, 12, 180), fill=SUN), white)) == 1
    assert told(panel("band", place(0, 29, 60, 7), fill=SUN), white) == []  # upright it would fit


def test_words_on_bare_paper_are_left_alone() -> None:
    assert told(text("title", WORDS, color=SUN)) == []


def test_the_note_stands_on_the_face_where_the_words_are() -> None:
    slots = (panel("ground", GROUND, fill=SUN), text("title", WORDS, color="#ffffff"))
    deck = small_game.deck([{"title": "Ferry"}, {"title": "Mill"}], small_game.frame(*slots))
    (piece,) = make(small_game.game([deck]), "en")
    (note,) = piece.notes
    assert note.spot == Spot("cards", 1, "front", 4, 4, 40, 10)


MESH = panel("mesh", GROUND, fill="#1d4e89", pattern="chequer")


def test_words_on_a_pattern_are_noted_unless_they_outshine_its_lines_and_what_is_between() -> None:
    said = 'words in #000000 on a pattern, chequer in #1d4e89 on the panel "mesh", are hard to read'
    assert told(MESH, text("title", WORDS)) == [f'frame "front", slot "title": {said} (put a plain panel between them)']
    assert len(told(MESH, text("title", WORDS, color="#ffffff"))) == 1
    assert len(told(MESH, text("title", WORDS, color="#1d4e89", size=30.0))) == 1
    assert told(panel("mesh", GROUND, fill="#f0e442", pattern="hatch"), text("title", WORDS)) == []
    assert told(panel("night", GROUND, fill="#000000"), MESH, text("title", WORDS, color="#ffffff")) == []


def test_words_on_a_plain_panel_over_a_pattern_or_beside_it_can_be_read() -> None:
    assert told(MESH, panel("plate", WORDS, fill="#ffffff"), text("title", WORDS)) == []
    assert told(panel("mesh", place(44, 4, 10, 10), fill="#1d4e89", pattern="chequer"), text("title", WORDS)) == []
