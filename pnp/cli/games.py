"""Which games a command is about: from names and options to games that are read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.cli.notes import aloud
from pnp.data import folders
from pnp.errors import DataError, Problem
from pnp.near import listed, meant, near

if TYPE_CHECKING:
    from pnp.data.game import Game


def is_folder(name: str) -> bool:
    """Say whether a word names a folder and not a game."""
    return "/" in name or "\\" in name or (Path(name) / "game.toml").is_file()


def root(templates: Path | None) -> Path:
    """Return the template folder. Raises DataError when the one asked for does not exist."""
    return folders.roots(templates, Path.cwd())


def games(templates: Path | None, names: Sequence[str]) -> tuple[Game, ...]:
    """Return the games called by name, all where there is no name."""
    from pnp.data import load

    folder = root(templates)
    here = Path.cwd()
    shown = str(folder.relative_to(here)) if folder.is_relative_to(here) else str(folder)
    return load.load_all(folder, names or None, shown=shown)


def speaking(
    games: Sequence[Game], lang: str | None, names: Sequence[str], say: Callable[[str], None] = aloud
) -> tuple[Game, ...]:
    """Return the games that have `lang`; those that were not asked for by name are passed over with a note."""
    mute = [game for game in games if lang and lang not in game.languages]
    if names or not lang or len(mute) == len(games):
        return tuple(games)
    for game in mute:
        say(f'note: {game.slug} is passed over; it has no "{lang}", only {", ".join(game.languages)}')
    return tuple(game for game in games if game not in mute)


def games_with(games: Sequence[Game], piece_ids: Sequence[str], option: str = "--piece") -> tuple[Game, ...]:
    """Return the games that have any of the pieces asked for; DataError names a piece that no game has.

    `option` is where they were asked for.
    """
    if not piece_ids:
        return tuple(games)
    from pnp.pieces import listed as pieces_of

    ids = {game.slug: {piece.id for piece in pieces_of(game)} for game in games}
    known = sorted(set().union(*ids.values()))
    likely = {wanted: near(wanted, known) for wanted in piece_ids if wanted not in known}
    problems = [
        Problem(
            option,
            0,
            "",
            f'no piece "{wanted}"; there is {", ".join(known)}',
            f"did you mean {other}?" * bool(other),
        )
        for wanted, other in likely.items()
    ]
    if problems:
        raise DataError(problems)
    return tuple(game for game in games if ids[game.slug] & set(piece_ids))


def refuse_unknown(wanted: Sequence[str], known: Sequence[str]) -> None:
    """Raise DataError for each id asked for with --piece that is not among those `known`."""
    problems = [
        Problem("--piece", 0, "", f'no piece "{each}"; there is {listed(known)}', meant(each, known))
        for each in wanted
        if each not in known
    ]
    if problems:
        raise DataError(problems)
