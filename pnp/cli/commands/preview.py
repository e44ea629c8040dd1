"""`pnp preview`: pictures of faces."""

from __future__ import annotations

from pathlib import Path

import click

from pnp import build
from pnp.cli.games import games, games_with, root
from pnp.cli.options import lang_option, out_option, piece_option, templates_option
from pnp.data import load


@click.command()
@click.argument("name", metavar="GAME")
@piece_option
@click.option("--format", "form", type=click.Choice(["png", "svg"]), default="png", show_default=True)
@lang_option
@out_option
@templates_option
def command(
    name: str, piece_ids: tuple[str, ...], form: build.Form, lang: str | None, out: Path, templates: Path | None
) -> None:
    """Write a picture of every face of a game, without any paper round it."""
    order = build.Order(load.paper("a4", load.shared_folder(root(templates))), lang, pieces=piece_ids or None)
    for game in games_with(games(templates, (name,)), piece_ids):
        for path, data in build.previews(game, order, form):
            build.put(out / path, data)
            click.echo(str(out / path))
