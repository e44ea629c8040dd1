"""The frames that come with the press: they fit the sizes they are for, in black, white and one ink."""

from __future__ import annotations

import shutil

import pytest

from pnp.data import load
from pnp.data.folders import packaged
from pnp.data.frame import Frame, Panel, TextSlot
from pnp.data.game import Game
from pnp.data.prints import Deck
from pnp.errors import Problem
from pnp.pieces.cards import deck
from tests.small_folder import GAME, write

SIZES = {
    "poster-poker": ("poker", "standard", "euro"),
    "poster-bridge": ("bridge", "american", "business"),
    "poster-jumbo": ("jumbo", "a6"),
    "poster-mini": ("mini", "mini-american", "half-poker", "micro"),
    "poster-square": ("square", "small-square", "large-square"),
    "poster-tarot": ("tarot", "us-tarot"),
    "poster-domino": ("domino",),
    "poster-hex": ("hex", "small-hex"),
}
CARDS = """index,title,art,text,top,bottom
12,The Ferry,boat,**Cross** the river and take two coins from the box.,3,12
"""


@pytest.fixture(scope="module")
def posters(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """A game with a deck of each frame in each of its sizes, and the backs behind them."""
    root = tmp_path_factory.mktemp("posters")
    shutil.copytree(packaged() / "_shared", root / "_shared")
    blocks = []
    for frame, sizes in SIZES.items():
        for size in sizes:
            kind, back = ("tokens", "poster-token-back") if frame == "poster-hex" else ("decks", "poster-back")
            shape = 'shape = "hex"\n' if kind == "tokens" else ""
            blocks.append(
                f'[[{kind}]]\nid = "{size}"\ntitle = "{size}"\nsize = "{size}"\ntable = "cards.csv"\n'
                f'frame = "{frame}"\nback = "{back}"\n{shape}'
            )
    toml = GAME.partition("[[decks]]")[0] + "\n".join(blocks)
    return load.load(
        write(root / "small", {"game.toml": toml, "cards.csv": CARDS, "frames.toml": None}), root / "_shared"
    )


def decks(posters: Game) -> list[Deck]:
    return [found for found in posters.prints if isinstance(found, Deck)]


def frames(posters: Game) -> list[tuple[float, float, Frame]]:
    return [
        (found.width, found.height, frame)
        for found in decks(posters)
        for card in found.cards
        for frame in (card.front, card.back)
        if frame
    ]


def test_every_poster_is_drawn_in_all_its_sizes_without_a_word_of_complaint(posters: Game) -> None:
    told: list[Problem] = []
    for found in decks(posters):
        deck(found, posters, "en", told)
    assert told == []


def test_posters_are_black_white_and_the_first_ink(posters: Game) -> None:
    panels = [slot for *_, frame in frames(posters) for slot in frame.slots if isinstance(slot, Panel)]
    assert {panel.fill for panel in panels} == {"#000000", "#ffffff", "#F2B632", None}


def test_backs_are_the_same_when_they_are_turned(posters: Game) -> None:
    backs = [(width, height, frame) for width, height, frame in frames(posters) if frame.name.endswith("back")]
    off = [
        (frame.name, slot.name)
        for width, height, frame in backs
        for slot in frame.slots
        if (2 * slot.place.x + slot.place.width, 2 * slot.place.y + slot.place.height)
        != (pytest.approx(width), pytest.approx(height))
    ]
    assert (len(backs), off) == (sum(map(len, SIZES.values())), [])


def test_the_index_stands_in_both_corners_the_second_one_turned(posters: Game) -> None:
    (poker, *_) = decks(posters)
    by_name = {slot.name: slot.place for slot in poker.cards[0].front.slots}
    first, second = by_name["index"], by_name["index-turned"]
    assert second.rotate == 180
    for found in decks(posters):
        sizes = {s.size for s in found.cards[0].front.slots if isinstance(s, TextSlot) and s.name.startswith("index")}
        assert (found.id, len(sizes)) == (found.id, 0 if found.id == "domino" else 1)
    assert (poker.width - second.x - second.width, poker.height - second.y - second.height) == pytest.approx(
        (first.x, first.y)
    )
