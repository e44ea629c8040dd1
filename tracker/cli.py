"""The `tracker` command: serve the pages, roll dice, add up a table. Says in words what is wrong, and exits with 1."""

from __future__ import annotations

import json
import secrets
import sys
from pathlib import Path
from typing import IO

import click

from pnp.data.game import Game
from tracker import dice, tables
from tracker.scoring import Refused

TEMPLATES = click.option("--templates", type=click.Path(path_type=Path), help="The template folder.")


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="bullpen")
def main() -> None:
    """Dice, rules and scores for the games on your table."""


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="The port to listen on.")
@click.option("--lan", is_flag=True, help="Listen on every address of this machine, for phones on the same network.")
@TEMPLATES
def serve(host: str, port: int, lan: bool, templates: Path | None) -> None:
    """Serve the pages until Ctrl-C. With --lan the address and its QR code are printed for phones."""
    from tracker import NAMES, create_app
    from tracker import lan as network

    games = _games(templates, None)
    app = create_app({"GAMES": games, "NAMES": NAMES | network.names()})
    where = "0.0.0.0" if lan else host
    try:
        server = network.server(app, where, port)
    except OSError as error:
        raise click.ClickException(
            f"cannot listen on {where} port {port}: {error.strerror}; try another --port"
        ) from None
    click.echo(network.welcome(where, getattr(server, "effective_port", port)))
    sys.stdout.flush()
    server.run()


@main.command(context_settings={"ignore_unknown_options": True})
@click.argument("expression")
@click.option("--rolls", help="Values to use instead of chance, in order, for example 2,4,5.")
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
def roll(expression: str, rolls: str | None, as_json: bool) -> None:
    """Roll dice, written as in 3d6, 2d20kl1+2, 4dF or d%."""
    try:
        terms = dice.parse(expression)
        done = dice.roll(terms, secrets.randbelow) if rolls is None else dice.enter(terms, _numbers(rolls))
    except dice.Misread as error:
        raise click.ClickException(str(error)) from None
    if as_json:
        thrown = [{"faces": die.faces, "value": die.value, "kept": die.kept} for die in done.dice]
        click.echo(json.dumps({"total": done.total, "dice": thrown}))
        return
    shown = " ".join(f"{die.value}" if die.kept else f"({die.value})" for die in done.dice)
    click.echo(f"{done.total}  {shown}".rstrip())


@main.command()
@click.argument("game")
@click.argument("file", type=click.File("rb"))
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
@TEMPLATES
def score(game: str, file: IO[bytes], as_json: bool, templates: Path | None) -> None:
    """Add up the table in FILE (JSON; - reads standard input) for GAME."""
    found = _games(templates, game)[0]
    try:
        result = tables.settle(tables.decoded(file.read().decode("utf-8-sig")), found)
    except UnicodeDecodeError:
        raise click.ClickException("the file is not text in UTF-8") from None
    except Refused as refused:
        click.echo(str(refused), err=True)
        sys.exit(1)
    if as_json:
        click.echo(json.dumps(result.answer(), ensure_ascii=False, indent=2))
        return
    click.echo("\n\n".join(_written(result)))
    for warning in result.warnings:
        click.echo(f"warning: {warning}", err=True)


def _written(result: tables.Result) -> list[str]:
    """Return one paragraph for each seat, the best first."""
    paragraphs: list[tuple[int, str]] = []
    for standing, score, band in zip(result.standings, result.scores, result.bands, strict=True):
        text = f"{standing.rank}. {score.name}: {score.total}" + (f", {band[1].title.get('en')}" if band else "")
        for line in score.lines:
            text += f"\n   {line.points:>5}  {line.label.get('en')}: {line.sum.get('en')}  [{line.rule}]"
        paragraphs.append((standing.rank, text))
    return [text for _, text in sorted(paragraphs, key=lambda pair: pair[0])]


def _numbers(text: str) -> list[int]:
    try:
        return [int(number) for number in text.split(",")]
    except ValueError:
        raise click.BadParameter(f'found "{text}"; allowed whole numbers with commas', param_hint="--rolls") from None


def _games(templates: Path | None, slug: str | None) -> tuple[Game, ...]:
    """Load the games, or the one named; print every problem of the data and exit with 1."""
    from pnp.data import load
    from pnp.errors import DataError

    root = load.roots(templates, Path.cwd())
    shown = root.relative_to(Path.cwd()) if root.is_relative_to(Path.cwd()) else root
    try:
        return load.load_all(root, [slug] if slug else None, shown=shown.as_posix())
    except DataError as error:
        for problem in error.problems:
            click.echo(str(problem), err=True)
        sys.exit(1)
