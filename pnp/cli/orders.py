"""What is to be printed and how, from the options of the command line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pnp import build
from pnp.cli.cutting import cut, cutting_options
from pnp.cli.games import games_with, speaking
from pnp.cli.notes import aloud
from pnp.cli.options import Command, lang_option, piece_option
from pnp.cli.printing import backs_option, flip_option, printer_options, printing
from pnp.cli.reprints import reprint_options, reprinted
from pnp.data.folders import shared_folder
from pnp.data.serials import Misread, of_day, pad
from pnp.errors import DataError, Problem

if TYPE_CHECKING:
    from pnp.data.game import Game


def order_options(command: Command) -> Command:
    """Add to a command all options that `order` reads."""
    printed = (paper_options, backs_option, printer_options, cutting_options, lang_option, ink_option)
    for option in reversed((piece_option, reprint_options, serial_options, *printed)):
        command = option(command)
    return command


def order(root: Path, values: Mapping[str, Any]) -> build.Order:
    """Return what the options of `order_options` ask for, by their names. Raises DataError and click.UsageError."""
    from pnp.data.load import paper

    plain = build.Order(
        paper(values["paper"], shared_folder(root)),
        values["lang"],
        values["ink"],
        build.How(values["flip"]),
        values["piece_ids"] or None,
        _serials(values["codes"], values["count"], values["link"]),
        link=values["link"],
    )
    return cut(printing(reprinted(plain, values), values), values)


def asked(
    found: Sequence[Game], names: Sequence[str], wanted: build.Order, say: Callable[[str], None] = aloud
) -> tuple[Game, ...]:
    """Return the games that speak the order's language and have any of its pieces. Raises DataError."""
    option = "--only" if wanted.only else "--piece"
    return games_with(speaking(found, wanted.lang, names, say), wanted.pieces or (), option)


def paper_options(command: Command) -> Command:
    """Add to a command what the printer is told."""
    command = flip_option(command)
    metavar = "a4|letter|a3|avery-5371|…|WxHmm"
    return click.option("--paper", default="a4", show_default=True, metavar=metavar, help="Paper to print on.")(command)


def ink_option(command: Command) -> Command:
    """Add --ink to a command."""
    inks = click.Choice(["full", "low"])
    return click.option("--ink", type=inks, default="full", show_default=True, help="low: less ink.")(command)


def serial_options(command: Command) -> Command:
    """Add what prints sheets with a serial to a command."""
    link = "Address for their QR codes, such as https://host. Default: they hold the code alone."
    command = click.option("--link", default="", metavar="ADDRESS", help=link)(command)
    count = "So many different sheets, from each serial on."
    command = click.option("--count", type=click.IntRange(1, 500), default=1, metavar="N", help=count)(command)
    text = "Sheets with what this code places on them; may be repeated."
    return click.option("--serial", "codes", multiple=True, metavar="CODE|today", help=text)(command)


def _serials(codes: Sequence[str], count: int, link: str) -> tuple[str, ...]:
    """Return the serials that were asked for, `count` from each on, each once; today is looked up here."""
    if (link or count > 1) and not codes:
        raise click.UsageError(f"{'--link' if link else '--count'} goes with --serial")
    found: dict[str, None] = {}
    problems: list[Problem] = []
    for code in codes:
        try:
            first = of_day(date.today().toordinal()) if code == "today" else code  # noqa: DTZ011 (the player's day)
            found.update(dict.fromkeys(pad(first, count)))
        except Misread as error:
            problems.append(Problem("--serial", 0, "", str(error)))
    if problems:
        raise DataError(problems)
    return tuple(found)
