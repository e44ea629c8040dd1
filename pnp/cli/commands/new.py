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
@click.option("--lang", "langs", default="en,fr", show_default=True, help="Its languages, the first one first.")
def command(name: str, templates: Path, langs: str) -> None:
    """Start a game: a small complete one, with board and rules, to build at once and then to change."""
    from pnp import skeleton

    spoken = tuple(dict.fromkeys(lang.strip() for lang in langs.split(",")))
    for path in skeleton.copy(name, templates, spoken):
        click.echo(str(path))
    where = "" if templates == Path("templates") else f" --templates {templates}"
    steps = {
        f"pnp check {name}{where}": "says what is wrong, in all files at once",
        f"pnp watch {name}{where}": "shows your pages in a browser while you write",
        f"pnp build {name}{where}": f"makes the PDFs, in output/{name}",
        f"tracker check {name}{where}": "runs your worked examples and your Python",
        f"tracker serve --lan{where}": "rules, cards, dice and score on the phone",
    }
    width = max(map(len, steps))
    click.echo("Now try:", err=True)
    for step, what in steps.items():
        click.echo(f"  {step:<{width}}  {what}", err=True)
