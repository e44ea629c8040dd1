"""From a game's data to finished pieces. Knows the kinds of data, no game by name, and no paper."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from pnp.data.game import Game
from pnp.data.prints import Booklet, Box, Deck, DicePieces, Pad, Poster, Print, Sheet, Standees
from pnp.data.serials import Numbered
from pnp.errors import DataError, Problem, faults, notes
from pnp.layout.piece import Piece, PieceKind


@dataclass(frozen=True, slots=True)
class Listed:
    """A piece that a game has, without its drawings: `copies` counts every finished thing, width and height in mm."""

    id: str
    kind: PieceKind
    copies: int
    width: float
    height: float


def make(
    game: Game, lang: str, ids: Collection[str] | None = None, serials: Sequence[Numbered] = ()
) -> tuple[Piece, ...]:
    """Return the pieces of `game` drawn in `lang`, in the manifest's order; only those in `ids` if given.

    Sheets are made once for each of `serials`, where there are some (`pnp.pieces.numbering`). Raises DataError with the
    problems of all of them.
    """
    problems: list[Problem] = []
    _check_names(game, lang, ids, problems)
    made: list[Piece] = []
    for found in game.prints:
        if ids is None or found.id in ids:
            own: list[Problem] = []
            piece = _made(found, game, lang, own, serials)
            made.append(replace(piece, notes=notes(own)))
            problems += faults(own)
    if problems:
        raise DataError(problems)
    return tuple(made)


def _check_names(game: Game, lang: str, ids: Collection[str] | None, problems: list[Problem]) -> None:
    """Tell of characters that cannot be set in what stands in the margin of every page."""
    from pnp.fonts import FontProblem
    from pnp.layout.furniture import FAMILY, WEIGHT
    from pnp.layout.text import width

    named = (found for found in game.prints if ids is None or found.id in ids)
    pieces = ((f"{found.id}.title", found.title.get(lang), found.line) for found in named)
    for where, words, line in (("title", game.title.get(lang), 0), ("data_version", game.data_version, 0), *pieces):
        try:
            width(words, family=FAMILY, weight=WEIGHT, size=1.0)
        except FontProblem as error:
            problems.append(Problem(game.file, line, where, str(error), error.hint))


def _made(found: Print, game: Game, lang: str, problems: list[Problem], serials: Sequence[Numbered]) -> Piece:
    """Draw one piece; the module of its kind is imported when it occurs."""
    made: Piece
    match found:
        case Deck():
            from pnp.pieces.cards import deck

            made = deck(found, game, lang, problems)
        case Sheet():
            from pnp.pieces.sheets import sheet

            made = sheet(found, game, lang, problems, serials)
        case Standees():
            from pnp.pieces.standees import standees

            made = standees(found, game, lang, problems)
        case Poster():
            from pnp.pieces.sheets import poster

            made = poster(found, game, lang, problems, serials)
        case DicePieces():
            from pnp.pieces.dice import dice_pieces

            made = dice_pieces(found, game, lang, problems)
        case Pad():
            from pnp.pieces.pads import pad

            made = pad(found, game, lang, problems)
        case Booklet():
            from pnp.pieces.booklets import booklet

            made = booklet(found, game, lang, problems)
        case Box():
            from pnp.pieces.tuck_boxes import tuck_box

            made = tuck_box(found, game, lang, problems)
        case _:
            assert_never(found)
    return made


def listed(game: Game) -> tuple[Listed, ...]:
    """Return what `make` would draw for `game`, in the same order."""
    return tuple(_listed(found, game) for found in game.prints)


def _listed(found: Print, game: Game) -> Listed:
    kind: PieceKind
    match found:
        case Deck() | Sheet():
            kind, copies, size = found.kind, _copies(found), (found.width, found.height)
        case Standees():
            kind, copies, size = "standees", _copies(found), (found.width, 2 * (found.height + found.base))
        case Poster():
            sheet = next(each for each in game.sheets if each.id == found.of)
            kind, copies, size = "poster", _copies(sheet), (sheet.width, sheet.height)
        case DicePieces():
            from pnp.pieces import dice

            kind, copies, size = found.form, dice.count(found, game), dice.size(found)
        case Pad():
            from pnp.pieces.pads import pages

            kind, copies, size = "pad", found.copies * pages(game), (found.width, found.height)
        case Booklet():
            kind, copies, size = "booklet", 1, (found.width, found.height)
        case Box():
            from pnp.pieces import tuck_boxes

            kind, copies, size = "box", 1, tuck_boxes.size(found)
        case _:
            assert_never(found)
    return Listed(found.id, kind, copies, *size)


def _copies(found: Deck | Sheet | Standees) -> int:
    return sum(card.copies for card in found.cards)
