"""`pnp new`: a game to start from."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.argument("name", metavar="NAME")
@click.option(
    "--templates",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("templates"),
    show_default=True,
    help="Folder that gets the new game folder.",
)
def command(name: str, templates: Path) -> None:
    """Start a game: a small complete folder to build at once and then to change."""
    from pnp import skeleton

    for path in skeleton.copy(name, templates):
        click.echo(str(path))
    where = "" if templates == Path("templates") else f" --templates {templates}"
    click.echo(f"Now try: pnp build {name}{where}", err=True)
