"""From a game's data to finished pieces. Knows the kinds of data, no game by name, and no paper."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import assert_never

from pnp.data.dials import Dial, Dividers
from pnp.data.game import Game
from pnp.data.prints import Booklet, Box, Deck, DicePieces, Pad, Poster, Print, Sheet, Standees
from pnp.data.serials import Numbered
from pnp.errors import DataError, Problem, faults, notes
from pnp.layout.piece import Piece, PieceKind
from pnp.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class Listed:
    """A piece that a game has, without its drawings: `copies` counts every finished thing, width and height in mm."""

    id: str
    kind: PieceKind
    copies: int
    width: float
    height: float


def make(
    game: Game,
    lang: str,
    ids: Collection[str] | None = None,
    serials: Sequence[Numbered] = (),
    ready: Mapping[str, Piece] | None = None,
) -> tuple[Piece, ...]:
    """Return the pieces of `game` drawn in `lang`, in the manifest's order; only those in `ids` if given.

    Sheets are made once for each of `serials`, where there are some (`pnp.pieces.numbering`); what is `ready`, by id,
    is not drawn again. Raises DataError with the problems of all of them.
    """
    problems = list(unprintable(game, lang, ids))
    made: list[Piece] = []
    for found in game.prints:
        if ready and found.id in ready:
            made.append(ready[found.id])
        elif ids is None or found.id in ids:
            piece, own = drawn(found, game, lang, serials)
            made.append(replace(piece, notes=notes(own)))
            problems += faults(own)
    if problems:
        raise DataError(problems)
    return tuple(made)


def drawn(found: Print, game: Game, lang: str, serials: Sequence[Numbered] = ()) -> tuple[Piece, tuple[Problem, ...]]:
    """Return one piece as far as it can be drawn, and everything there is to tell about it, in order of its faces."""
    told: list[Problem] = []
    piece = _made(found, game, lang, told, serials)
    return piece, tuple(replace(each, spot=each.spot and replace(each.spot, piece=found.id)) for each in told)


def unprintable(game: Game, lang: str, ids: Collection[str] | None = None) -> Iterator[Problem]:
    """Yield what cannot be set of what stands in the margin of every page, for all pieces or those in `ids`."""
    from pnp.fonts import FontProblem, helped
    from pnp.layout.furniture import FAMILY, WEIGHT
    from pnp.layout.text import width

    named = (found for found in game.prints if ids is None or found.id in ids)
    pieces = ((f"{found.id}.title", found.title.get(lang), found.line) for found in named)
    for where, words, line in (("title", game.title.get(lang), 0), ("data_version", game.data_version, 0), *pieces):
        try:
            with helped(game.helpers):
                width(words, family=FAMILY, weight=WEIGHT, size=1.0)
        except FontProblem as error:
            yield Problem(game.file, line, where, str(error), error.hint)


def _made(found: Print, game: Game, lang: str, problems: list[Problem], serials: Sequence[Numbered]) -> Piece:
    """Draw one piece; the module of its kind is imported when it occurs."""
    match found:
        case Deck():
            from pnp.pieces.cards import deck

            return deck(found, game, lang, problems)
        case Sheet():
            from pnp.pieces.sheets import sheet

            return sheet(found, game, lang, problems, serials)
        case Standees():
            from pnp.pieces.standees import standees

            return standees(found, game, lang, problems)
        case Poster():
            from pnp.pieces.sheets import poster

            return poster(found, game, lang, problems, serials)
        case _:
            return _beside(found, game, lang, problems)


def _beside(
    found: DicePieces | Dial | Dividers | Pad | Booklet | Box, game: Game, lang: str, problems: list[Problem]
) -> Piece:
    """Draw one piece of those that a game has beside its cards, sheets and standees."""
    match found:
        case DicePieces():
            from pnp.pieces.dice import dice_pieces

            return dice_pieces(found, game, lang, problems)
        case Dial():
            from pnp.pieces.dials import dial

            return dial(found, game, lang, problems)
        case Dividers():
            from pnp.pieces.dividers import dividers

            return dividers(found, game, lang, problems)
        case Pad():
            from pnp.pieces.pads import pad

            return pad(found, game, lang, problems)
        case Booklet():
            from pnp.pieces.booklets import booklet

            return booklet(found, game, lang, problems)
        case Box():
            from pnp.pieces.tuck_boxes import tuck_box

            return tuck_box(found, game, lang, problems)
        case _:
            assert_never(found)


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
        case Dial():
            from pnp.pieces import dials

            kind, copies, size = "dials", found.copies, dials.size(found)
        case Dividers():
            from pnp.pieces import dividers

            kind, copies, size = "dividers", len(found.tabs), dividers.size(found)
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
