"""`pnp diff`: which faces two versions of a game have changed."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from pnp import build
from pnp.cli.games import refuse_unknown
from pnp.cli.notes import counted
from pnp.cli.options import lang_option, out_option, piece_option
from pnp.data import load
from pnp.data.game import Game
from pnp.errors import DataError, Problem


@click.command()
@click.argument("old", type=click.Path(path_type=Path))
@click.argument("new", type=click.Path(path_type=Path))
@piece_option
@lang_option
@out_option
@click.option("--exit-code", is_flag=True, help="Exit with 1 when a face differs. Default: 0 either way.")
def command(old: Path, new: Path, piece_ids: tuple[str, ...], lang: str | None, out: Path, exit_code: bool) -> None:
    """Compare two versions of a game's folder, face by face.

    Each face that changed is told on a line, and shown before and after in a PDF and as PNG. Keep the older version as
    a copy of its folder, beside a copy of `_shared` if you changed that too.
    """
    from pnp.build.difference import compare, sheets

    one, two = _both(old, new)
    shared = load.shared_folder(new.parent)
    paper = load.paper("a4", shared)
    refuse_unknown(piece_ids, tuple(dict.fromkeys(found.id for game in (two, one) for found in game.prints)))
    order = build.Order(paper, lang, pieces=piece_ids or None)
    words = load.words(new.parent, build.language(two, lang))
    found = compare(one, two, order, words)
    for change in found.changes:
        click.echo(str(change))
    for path, data in sheets(found, one, two, order, lambda code: load.words(new.parent, code)):
        build.put(out / path, data)
        click.echo(str(out / path))
    touched = len({(change.piece, change.number, change.what == "gone") for change in found.changes})
    click.echo(f"{counted(touched, 'face')} changed, {found.same} as before.", err=True)
    if exit_code and touched:
        sys.exit(1)


def _both(old: Path, new: Path) -> tuple[Game, Game]:
    """Return both games; the problems of both are told together."""
    games: list[Game] = []
    problems: list[Problem] = []
    for folder in (old, new):
        try:
            games.append(load.load(folder, load.shared_folder(folder.parent), folder.as_posix()))
        except DataError as error:
            problems += error.problems
    if problems:
        raise DataError(problems)
    return games[0], games[1]
