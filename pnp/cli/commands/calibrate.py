"""`pnp calibrate`: the page from which a printer is measured, and the numbers that were read off it."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import click

from pnp import build, units
from pnp.cli.games import root
from pnp.cli.notes import note_words
from pnp.cli.options import given, lang_option, out_option, templates_option
from pnp.cli.printing import flip_option, printers_option
from pnp.data import load
from pnp.data.load.papers import PAPER_OPTION
from pnp.data.load.printers import named, printers, written
from pnp.data.printer import Printer
from pnp.errors import DataError, Problem
from pnp.layout.correction import Correction, small
from pnp.units import tidy


def lengths(ctx: click.Context, param: click.Parameter, value: tuple[str, ...] | None) -> tuple[float, ...] | None:
    """Return lengths as people write them, in mm: 169.5, 169,5, 16.95cm."""
    try:
        return None if value is None else tuple(map(units.length, value))
    except ValueError as error:
        raise click.BadParameter(str(error), ctx, param) from None


@click.command()
@click.option("--printer", metavar="NAME", help="Keep numbers for this printer; without it the page is written.")
@click.option("--tray", metavar="NAME", default="", help="The tray that was printed from, where it matters.")
@click.option("--numbers", nargs=6, callback=lengths, metavar="1 2 3 4 5 6", help="What was read off the page, in mm.")
@click.option("--edges", nargs=2, callback=lengths, metavar="A B", help="The two numbers for sheets of labels.")
@click.option(
    "--paper", default="a4", show_default=True, metavar="a4|letter|…", help="Paper of the page; A5 or larger."
)
@flip_option
@click.option(
    "--landscape",
    type=click.Choice(["left", "right"]),
    default="left",
    show_default=True,
    help="Which way the printer turns pages that are wider than high; the other one if only those are off.",
)
@printers_option
@lang_option
@out_option
@templates_option
def command(**values: Any) -> None:
    """Measure a printer: write a page to print, then keep the six numbers that are read off it."""
    paper = load.paper(values["paper"], load.shared_folder(root(values["templates"])))
    page = (min(paper.width, paper.height), max(paper.width, paper.height))
    if too_small := small(page):
        raise DataError([Problem(PAPER_OPTION, 0, "", too_small)])
    if values["printer"] is None:
        if values["numbers"] or values["edges"] or values["tray"]:
            raise click.UsageError("--numbers, --edges and --tray go with --printer")
        if given("landscape"):
            raise click.UsageError("--landscape goes with --printer: the page is the same for both")
        _write(paper.id, page, values)
    elif values["numbers"] is None:
        raise click.UsageError("--printer goes with --numbers: six of them, in the order of the page")
    elif given("out") or given("lang"):
        raise click.UsageError("--out and --lang are for the page: leave them out with --printer")
    else:
        _keep(page, values)


def _write(paper: str, page: tuple[float, float], values: dict[str, Any]) -> None:
    """Write the page to be printed."""
    from pnp.build.printers import calibration

    lang = values["lang"] or "en"
    words = load.words(root(values["templates"]), lang)
    options = [f"--paper {paper}"] * (paper != "a4") + [f"--flip {values['flip']}"] * (values["flip"] != "long")
    typed = " ".join(("pnp calibrate", *options, "--printer NAME --numbers 1 2 3 4 5 6"))
    path = values["out"] / f"calibration-{paper}-{lang}.pdf"
    build.put(path, build.pdf(calibration(page, values["flip"], typed, words, lang)))
    click.echo(str(path))
    note_words([(root(values["templates"]), lang)])
    click.echo(
        f"Print it on both sides at 100 %, turned over the {values['flip']} edge, and read the six numbers.", err=True
    )


def _keep(page: tuple[float, float], values: dict[str, Any]) -> None:
    """Keep the numbers of a printer and tell what they mean."""
    from pnp.build.printers import measured

    file: Path = values["printers"]
    name = named(values["printer"], values["tray"])
    edges = tuple(values["edges"] or ())
    printer = Printer(name, page, values["numbers"], values["flip"], edges, values["landscape"])
    found = measured(printer, "--numbers")
    known = printers(file)
    build.put(file, written(known, printer).encode())
    click.echo(str(file))
    click.echo(f"{name}: {_told(found, printer)}.", err=True)
    click.echo(f"Now build with --printer {name}.", err=True)


def _told(found: Correction, printer: Printer) -> str:
    """Say in words what a printer does to a page."""

    def percent(share: float) -> str:
        return f"{100 * share:.2f} %"

    def way(off: float, more: str, less: str) -> str:
        return f"{tidy(round(abs(off), 2))} mm {more if off >= 0 else less}"

    right, down = found.back
    return "; ".join(
        (
            f"prints widths at {percent(found.across)} and heights at {percent(found.down)}",
            f"turned by {abs(math.degrees(found.lean)):.2f}°",
            f"backs move {way(right, 'right', 'left')} and {way(down, 'down', 'up')}",
            f"margin {tidy(printer.margin)} mm",
        )
    )
