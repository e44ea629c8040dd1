"""`pnp list`."""

from __future__ import annotations

import json
from pathlib import Path

import click

from pnp.cli.games import games
from pnp.cli.options import templates_option


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print a JSON array instead of a table.")
@templates_option
def command(as_json: bool, templates: Path | None) -> None:
    """List every piece of every game: id, kind, how many, size."""
    from pnp.pieces import listed

    read = games(templates, ())
    found = [(game.slug, piece) for game in read for piece in listed(game)]
    if as_json:
        keys = ("game", "piece", "kind", "copies", "size_mm")
        rows = [(slug, p.id, p.kind, p.copies, [p.width, p.height]) for slug, p in found]
        click.echo(json.dumps([dict(zip(keys, row, strict=True)) for row in rows], indent=1))
        return
    for slug, p in found:
        click.echo(f"{slug:<16} {p.id:<16} {p.kind:<8} {p.copies:>4} × {p.width:g} × {p.height:g} mm")
    for game in read:
        if game.profiles:
            names = ", ".join(profile.name for profile in game.profiles)
            click.echo(f"{game.slug}: pnp build --profile {names}", err=True)
