"""What the rulebooks list is what the press prints: the finished things of the built pieces, counted by kind.

The counts are those of the published games' contents lists; how often each value occurs is the decision of this set.
"""

from __future__ import annotations

import math
from itertools import combinations
from typing import TypeAlias

import pytest

from pnp import art
from pnp.data.prints import Card, Deck, Sheet, Standees
from pnp.extent import bounds, scale
from pnp.layout.piece import Piece
from pnp.scene import Path, Shape, apply
from tests import colours

EVERY: dict[str, str] = {}
SEEN = 0.05
"""Mean difference of the pixels of two pictures, from 0 to 1, that nobody overlooks."""
SIX = ("blue", "vermilion", "green", "yellow", "violet", "white")
PIPES = {"v": 11, "h": 11, "la": 9, "lb": 9, "ta": 6, "tb": 6, "x": 4}
BREAKS = {"v": 5, "h": 5, "la": 4, "lb": 4, "ta": 2, "tb": 2, "x": 2}
Listed: TypeAlias = tuple[str, str, str, dict[str, str], int]


def values(piece: tuple[str, str], what: str, cells: dict[str, str], counts: dict[int, int]) -> list[Listed]:
    """Return a line for each value that cards of one kind may have."""
    return [(*piece, f"{what} {value}", cells | {"value": str(value)}, count) for value, count in counts.items()]


LISTED: list[Listed] = [
    ("raging-bulls", "sheet", "game sheets", EVERY, 1),
    ("pamplona", "boards", "double-sided boards", EVERY, 4),
    ("pamplona", "bull-cards", "bull cards", EVERY, 20),
    *values(("pamplona", "bull-cards"), "bull", EVERY, {2: 5, 3: 6, 4: 5, 5: 4}),
    ("pamplona", "ox-cards", "ox cards", EVERY, 20),
    *values(("pamplona", "ox-cards"), "ox", EVERY, {2: 3, 3: 5, 4: 6, 5: 6}),
    ("pamplona", "special-cards", "special cards", EVERY, 8),
    ("pamplona", "beer-cards", "beer cards", EVERY, 8),
    ("pamplona", "blessing-cards", "blessing cards", EVERY, 4),
    ("pamplona", "lion-rabbit", "Lion and Rabbit", EVERY, 2),
    ("pamplona", "lion-rabbit", "Lion", {"frame": "lion"}, 1),
    ("pamplona", "lion-rabbit", "Rabbit", {"frame": "rabbit"}, 1),
    ("pamplona", "standees", "figures", EVERY, 12),
    ("pamplona", "standees", "runners", {"frame": "standee-runner"}, 4),
    ("pamplona", "standees", "oxen", {"frame": "standee-ox"}, 4),
    ("pamplona", "standees", "bulls", {"frame": "standee-bull"}, 4),
    ("pamplona", "tokens", "tokens", EVERY, 84),
    ("pamplona", "tokens", "Horns", {"frame": "token-horn"}, 12),
    ("pamplona", "tokens", "Hoofs", {"frame": "token-hoof"}, 12),
    ("pamplona", "tokens", "bravery tokens of 5", {"frame": "token-five", "value": "5"}, 20),
    ("pamplona", "tokens", "bravery tokens of 1", {"frame": "token-one", "value": "1"}, 40),
    ("viva-pamplona", "board", "boards", EVERY, 1),
    ("viva-pamplona", "standees", "figures", EVERY, 19),
    *(("viva-pamplona", "standees", f"{color} runners", {"frame": f"runner-{color}"}, 3) for color in SIX),
    ("viva-pamplona", "standees", "Torro", {"frame": "torro"}, 1),
    ("viva-pamplona", "torro-cards", "Torro cards", EVERY, 22),
    ("viva-pamplona", "torro-cards", "Torro charges", {"frame": "torro-charges"}, 6),
    *values(("viva-pamplona", "torro-cards"), "Torro runs", {"frame": "torro-runs"}, {5: 2, 4: 3, 3: 5, 2: 3, 1: 3}),
    ("viva-pamplona", "chips", "chips", EVERY, 100),
    ("viva-pamplona", "chips", "red chips", {"frame": "chip-red", "value": "1"}, 70),
    ("viva-pamplona", "chips", "yellow chips", {"frame": "chip-yellow", "value": "10"}, 30),
    ("bulp", "cards", "cards", EVERY, 90),
    ("bulp", "cards", "springs", {"frame": "spring"}, 1),
    ("bulp", "cards", "pipes", {"frame": "pipe"}, 56),
    *(("bulp", "cards", f"pipes {shape}", {"art": f"pipe-{shape}"}, count) for shape, count in PIPES.items()),
    ("bulp", "cards", "breaks", {"frame": "break"}, 24),
    *(("bulp", "cards", f"breaks {shape}", {"art": f"break-{shape}"}, count) for shape, count in BREAKS.items()),
    *(("bulp", "cards", f"{color} villages", {"frame": f"village-{color}"}, 1) for color in SIX[:4]),
    ("bulp", "cards", "obstacles", {"frame": "obstacle"}, 5),
    ("bulp", "caps", "caps", EVERY, 24),
]


def rows(slug: str, piece: str) -> list[tuple[Card, int]]:
    """Return each row of a piece's table with how often the built piece has it."""
    (found,) = (each for each in colours.game(slug).prints if each.id == piece)
    assert isinstance(found, Deck | Sheet | Standees)
    return [(card, face.copies) for card, face in zip(found.cards, built(slug, piece).faces, strict=True)]


def built(slug: str, piece: str) -> Piece:
    (found,) = (each for each in colours.pieces(slug) if each.id == piece)
    return found


@pytest.mark.parametrize(("slug", "piece", "what", "cells", "count"), LISTED)
def test_the_press_prints_what_the_contents_list(
    slug: str, piece: str, what: str, cells: dict[str, str], count: int
) -> None:
    printed = sum(
        copies
        for card, copies in rows(slug, piece)
        if all(card.row.cells.get(column) == value for column, value in cells.items())
    )
    assert {f"{slug} {what}": printed} == {f"{slug} {what}": count}


@pytest.mark.parametrize(("slug", "count"), [("pamplona", 62), ("viva-pamplona", 22), ("bulp", 90)])
def test_the_decks_together_have_the_cards_of_the_contents_list(slug: str, count: int) -> None:
    assert sum(piece.count for piece in colours.pieces(slug) if piece.kind == "cards") == count


def test_no_two_special_cards_are_the_same_and_every_board_has_two_sides() -> None:
    assert len({face.name for face in built("pamplona", "special-cards").faces}) == 8
    sides = colours.sides("pamplona")
    special = [side.picture for side in sides if side.piece.id == "special-cards" and side.name == "front"]
    boards = [side.picture for side in sides if side.piece.id == "boards"]
    assert (len(special), len(boards)) == (8, 8)
    for pictures in (special, boards):
        nearest = min(colours.apart(one, other) for one, other in combinations(pictures, 2))
        assert nearest > SEEN


def test_two_dice_are_printed_as_nets_or_as_stickers() -> None:
    assert built("viva-pamplona", "dice-nets").count == 2
    assert built("viva-pamplona", "dice-stickers").count == 12


@pytest.mark.parametrize("piece", ["sheet", "sheet-left", "sheet-large"])
def test_the_fields_of_the_game_sheet_show_three_to_six_bulls(piece: str) -> None:
    faces = [face.front for face in built("raging-bulls", piece).faces]
    assert sorted(count for front in faces for count in herds(front)) == [3, 4, 5, 6]


def herds(shape: Shape) -> list[int]:
    """Return how many bulls stand together: heads nearer than 140 of the herd's own units to each other."""
    game = colours.game("raging-bulls")
    drawn = art.read(game.art["herd-3"], game.folder).shape
    heads = [leaf.segments for leaf, _ in colours.leaves(drawn) if isinstance(leaf, Path)]
    head = max(heads, key=len)
    found: list[list[tuple[float, float]]] = []
    for leaf, matrix in colours.leaves(shape):
        box = bounds(head) if isinstance(leaf, Path) and leaf.segments == head else None
        if box is not None:
            at = apply(matrix, box.x, box.y)
            near = [herd for herd in found if min(math.dist(at, other) for other in herd) < 140 * scale(matrix)]
            found = [herd for herd in found if herd not in near] + [[at, *(other for herd in near for other in herd)]]
    return [len(herd) for herd in found if len(herd) > 1]  # a lone head is the icon among words
