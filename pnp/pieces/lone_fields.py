"""A field of crossings by itself, drawn as the game's sheet has it, for who plays on a screen. Names no game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pnp.data.boards import Lattice
from pnp.data.frame import BoardSlot
from pnp.data.game import Game
from pnp.data.words import Words
from pnp.pieces import lattices
from pnp.pieces.board_look import Look
from pnp.scene import WHITE, Page, Path, Rect, rectangle
from pnp.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class LoneField:
    """A field on paper as large as itself, and where in it its posts ("T3") and crossings ("3,4") are, in mm."""

    page: Page
    places: Mapping[str, tuple[float, float]]


def lone_field(game: Game, name: str) -> LoneField | None:
    """Return the field in the look of the first slot that shows it at its own pitch; None when no sheet does."""
    board = next((each for each in game.boards if each.id == name), None)
    slot = next((each for each in _slots(game) if each.board == name and not each.pitch), None)
    if slot is None or not isinstance(board, Lattice):
        return None
    look = Look(slot.ink, slot.guide, slot.post, slot.family, slot.size, slot.strip)
    drawn = lattices.lattice(replace(board, id="", title=Words(()), stones=0), look)
    width, height = lattices.size(board)
    paper = Path(rectangle(Rect(0, 0, width, height)), fill=WHITE)
    places = {f"{side}{number}": lattices.post(board, side, number) for side, number in lattices.posts(board)}
    for column in range(1, board.columns + 1):
        for row in range(1, board.rows + 1):
            places[f"{column},{row}"] = lattices.crossing(board, column, row)
    return LoneField(Page(width, height, (paper, drawn)), places)


def _slots(game: Game) -> Iterator[BoardSlot]:
    for sheet in game.sheets:
        for card in sheet.cards:
            for slot in card.front.slots:
                if isinstance(slot, BoardSlot):
                    yield slot
