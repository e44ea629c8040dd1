"""`pnp export`: faces for other tools, shops and tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from pnp import build
from pnp.cli.games import games, games_with, root
from pnp.cli.notes import note_words
from pnp.cli.options import lang_option, out_option, piece_option, templates_option
from pnp.cli.orders import ink_option
from pnp.data import load
from pnp.data.game import Game
from pnp.errors import DataError, Problem

KINDS = ("png", "svg", "contact", "tts", "oneup")
GOES_WITH: Mapping[str, tuple[str, ...]] = {
    "dpi": ("png",),
    "bleed": ("png", "svg"),
    "shop": ("oneup",),
    "form": ("oneup",),
    "link": ("tts",),
    "paper": ("contact",),
}
"""Options and the kinds of export that they belong to."""
LINK = re.compile(r"(?:https?://[^\s/?#@]+|file://)(?:/[^\s?#]*)?", re.IGNORECASE)
"""What the simulator loads pictures from, without their names."""
EXAMPLE = "https://host/folder/"
WRITTEN: Mapping[str, str] = {"form": "format"}


@click.command()
@click.argument("name", metavar="GAME")
@click.option("--to", "kind", type=click.Choice(KINDS), required=True, help="What for; see above.")
@piece_option
@lang_option
@ink_option
@click.option("--dpi", type=click.IntRange(30, 2400), help="png: dots an inch. Default: 300, fewer for large boards.")
@click.option("--bleed", is_flag=True, help="png, svg: with the bleed, not cut to the trim.")
@click.option("--shop", metavar="SHOP[.PRODUCT]", help="oneup: a shop of shops.toml. Default: the card's own size.")
@click.option(
    "--format", "form", type=click.Choice(["png", "pdf"]), help="oneup: kind of file. Default: what the shop takes."
)
@click.option("--link", metavar="ADDRESS", help="tts: where the pictures will lie. Default: found by name.")
@click.option("--paper", metavar="a4|letter|…", help="contact: size of the sheets. Default: a4.")
@out_option
@templates_option
def command(name: str, kind: str, out: Path, templates: Path | None, **values: Any) -> None:
    """Write the faces of a game for other tools.

    \b
    png      a picture of every face; tokens cut out on nothing
    svg      the same as drawings, in mm
    contact  every face small on one sheet, as PDF and PNG
    tts      decks, tokens and boards for Tabletop Simulator, with the saved object
    oneup    one card a page with its bleed, for a print shop
    """
    _check(kind, values)
    folder = root(templates)
    paper = load.paper(values["paper"] or "a4", load.shared_folder(folder))
    order = build.Order(paper, values["lang"], values["ink"], pieces=values["piece_ids"] or None)
    for game in games_with(games(templates, (name,)), values["piece_ids"]):
        files, notices = _made(kind, game, order, folder, values)
        for path, data in files:
            build.put(out / path, data)
            click.echo(str(out / path))
        for notice in notices:
            click.echo(f"note: {notice}", err=True)
        if kind == "contact":
            note_words([(folder, build.language(game, order.lang))])


def _check(kind: str, values: Mapping[str, Any]) -> None:
    """Refuse options that this kind of export would not look at."""
    for option, kinds in GOES_WITH.items():
        if values[option] and kind not in kinds:
            raise click.UsageError(f"--{WRITTEN.get(option, option)} goes with --to {' or '.join(kinds)}")
    if values["link"] and not LINK.fullmatch(values["link"]):
        raise DataError([Problem("--link", 0, "", f'"{values["link"]}" is no address; allowed: one such as {EXAMPLE}')])


def _made(
    kind: str, game: Game, order: build.Order, folder: Path, values: Mapping[str, Any]
) -> tuple[Iterator[tuple[Path, bytes]], Iterable[str]]:
    """Return the files of one kind of export, and what to tell beside them."""
    match kind:
        case "png" | "svg":
            from pnp.build.exports.pictures import faces

            return faces(game, order, "png" if kind == "png" else "svg", values["dpi"], values["bleed"]), ()
        case "contact":
            from pnp.build.exports.contact import contact_sheet

            return contact_sheet(game, order, lambda code: load.words(folder, code)), ()
        case "tts":
            from pnp.build.exports.tabletop import tabletop

            packed = tabletop(game, order, values["link"] or "")
            return packed.files, packed.notices
        case _:
            from pnp.build.exports.oneup import one_up
            from pnp.data.load.shops import shop

            found, product = shop(values["shop"], load.shared_folder(folder)) if values["shop"] else (None, "")
            ordered = one_up(game, order, found, product, values["form"])
            return ordered.files, ordered.notices
