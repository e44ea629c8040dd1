"""From a game's data to finished pieces. Knows the kinds of data, no game by name, and no paper."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from pnp.data.game import Game
from pnp.errors import DataError, Problem
from pnp.layout.piece import Piece, PieceKind


@dataclass(frozen=True, slots=True)
class Listed:
    """A piece that a game has, without its drawings: `copies` counts every finished thing, width and height in mm."""

    id: str
    kind: PieceKind
    copies: int
    width: float
    height: float


def make(game: Game, lang: str, ids: Collection[str] | None = None) -> tuple[Piece, ...]:
    """Return the pieces of `game` drawn in `lang`, decks first, in the manifest's order; only those in `ids` if given.

    Raises DataError with the problems of all of them.
    """
    from pnp.pieces.cards import deck
    from pnp.pieces.sheets import sheet

    problems: list[Problem] = []
    decks = [deck(found, game, lang, problems) for found in game.decks if ids is None or found.id in ids]
    sheets = [sheet(found, game, lang, problems) for found in game.sheets if ids is None or found.id in ids]
    if problems:
        raise DataError(problems)
    return (*decks, *sheets)


def listed(game: Game) -> tuple[Listed, ...]:
    """Return what `make` would draw for `game`, in the same order."""
    decks = [Listed(d.id, "cards", sum(card.copies for card in d.cards), d.width, d.height) for d in game.decks]
    return (*decks, *(Listed(s.id, "sheet", s.copies, s.width, s.height) for s in game.sheets))
