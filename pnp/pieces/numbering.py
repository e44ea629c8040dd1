"""Which pieces of a game can have a serial, and what one of them is to show. Between an order and the drawings.

Names no game: a piece has a serial when one of its frames shows a field of crossings with stones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pnp.data import serials
from pnp.data.boards import Lattice
from pnp.data.frame import BoardSlot
from pnp.data.game import Game
from pnp.data.prints import Poster, Sheet
from pnp.data.serials import Numbered
from pnp.errors import DataError, Problem
from pnp.near import listed, meant

SAMPLE = "888"  # as a value: as wide as any number of three digits


def carriers(game: Game) -> tuple[str, ...]:
    """Return the ids of the sheets, and posters of such, on which a serial places something, in order."""
    fields = {board.id for board in game.boards if isinstance(board, Lattice) and board.stones}
    sheets = {sheet.id for sheet in game.sheets if fields.intersection(_shown(sheet))}
    return tuple(
        found.id
        for found in game.prints
        if (isinstance(found, Sheet) and found.id in sheets) or (isinstance(found, Poster) and found.of in sheets)
    )


def _shown(sheet: Sheet) -> Iterator[str]:
    """Give the names of the boards on a sheet."""
    for card in sheet.cards:
        for frame in (card.front, card.back):
            for slot in frame.slots if frame else ():
                if isinstance(slot, BoardSlot):
                    yield slot.board or card.row.cells.get(slot.column, "")


def wanted(game: Game, ids: Sequence[str] | None) -> tuple[str, ...]:
    """Return the ids of the pieces to print with serials: all that can have one, or those of `ids`. DataError."""
    can = carriers(game)
    if not can:
        message = "no piece of the game can have a serial; it takes a sheet with a lattice that has stones"
        raise DataError([Problem(game.file, 0, "--serial", message)])
    others = [id_ for id_ in ids or () if id_ not in can]
    if others:
        message = f"no serial is possible on {listed(others)}; it is on {listed(can)}"
        raise DataError([Problem(game.file, 0, "--serial", message)])
    return can if ids is None else tuple(ids)


def numbered(
    game: Game, codes: Sequence[str], values: Mapping[str, Mapping[str, str]], link: str
) -> tuple[Numbered, ...]:
    """Return the sheets for these codes, in order; `values` by code, then by name. DataError tells all that is wrong.

    Codes are read as people type them, in `values` too.
    """
    problems: list[Problem] = []
    known = [*dict.fromkeys(name for sheet in game.sheets for name in sheet.values)]
    read = dict(_read(codes, problems))
    texts = {code: values[typed] for typed, code in _read(values, problems)}
    for code, given in texts.items():
        if code not in read.values():
            problems.append(Problem("values", 0, code, "no sheet with this serial is printed"))
        for name in given:
            if name not in known:
                hint = meant(name, known) or (f"there is {listed(known)}" if known else "")
                problems.append(Problem("values", 0, code, f'no sheet of {game.slug} has a value "{name}"', hint))
    try:
        serials.address(link, game.slug, "")
    except ValueError as error:
        problems.append(Problem("--link", 0, "", str(error)))
    if problems:
        raise DataError(problems)
    return tuple(
        Numbered(code, serials.address(link, game.slug, code), tuple(texts.get(code, {}).items()))
        for code in dict.fromkeys(read.values())
    )


def _read(codes: Sequence[str] | Mapping[str, object], problems: list[Problem]) -> Iterator[tuple[str, str]]:
    """Give what was typed and the code it means; what is misread is told."""
    for typed in codes:
        try:
            yield typed, serials.read(typed)
        except serials.Misread as error:
            problems.append(Problem("--serial", 0, "", str(error)))


def sample(game: Game) -> dict[str, dict[str, str]]:
    """Return values for the example of a code that fill every place on the sheets."""
    return {serials.EXAMPLE: {name: SAMPLE for sheet in game.sheets for name in sheet.values}}
