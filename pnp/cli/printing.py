"""What a printer does with sheets, from the options of the command line: where backs go, and which printer it is."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from pnp import build
from pnp.cli.options import Command, given
from pnp.errors import DataError, Problem
from pnp.values import replace

BACKS = ("duplex", "none", "stacked", "reversed", "fold")


def backs_option(command: Command) -> Command:
    """Add --backs to a command."""
    text = (
        "Where backs go. duplex: on the other side. none: nowhere. stacked: after all fronts, to put the pile in again."
        " reversed: the same, last sheet first. fold: beside their fronts, to fold and glue."
    )
    return click.option("--backs", type=click.Choice(BACKS), default="duplex", show_default=True, help=text)(command)


def flip_option(command: Command) -> Command:
    """Add --flip to a command."""
    text = "Edge that your printer turns the sheet over for the back."
    edges = click.Choice(["long", "short"])
    return click.option("--flip", type=edges, default="long", show_default=True, help=text)(command)


def printer_options(command: Command) -> Command:
    """Add --printer and --printers to a command."""
    text = "Correct pages for a printer measured with pnp calibrate, and keep its margins."
    command = printers_option(command)
    return click.option("--printer", metavar="NAME[/TRAY]", help=text)(command)


def printers_option(command: Command) -> Command:
    """Add --printers to a command."""
    file = click.Path(path_type=Path, dir_okay=False)
    text = "File that keeps measured printers."
    default = Path("printers.toml")
    return click.option("--printers", type=file, default=default, show_default=True, metavar="FILE", help=text)(command)


def printing(order: build.Order, values: Mapping[str, Any]) -> build.Order:
    """Return the order with what `backs_option` and `printer_options` ask for. Raises DataError."""
    order = replace(order, how=replace(order.how, backs=values["backs"]))
    if not values["printer"]:
        return order
    from pnp.build.printers import corrected
    from pnp.data.load.printers import printer

    found = printer(values["printer"], values["printers"])
    if given("flip") and found.flip != order.how.flip:
        message = f'"{found.name}" was measured with sheets turned over the {found.flip} edge'
        hint = f"leave --flip out, or measure again with pnp calibrate --flip {order.how.flip}"
        raise DataError([Problem("--flip", 0, "", message, hint)])
    return corrected(order, found, values["printers"].as_posix())
