"""`pnp build`: the PDFs."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from pnp import build
from pnp.cli.games import games, games_with, root, speaking
from pnp.cli.notes import counted, note_words, tell
from pnp.cli.options import out_option, templates_option
from pnp.cli.orders import order, order_options
from pnp.data import load
from pnp.pieces.numbering import carriers


@click.command()
@click.argument("names", nargs=-1, metavar="[GAME]...")
@order_options
@out_option
@templates_option
def command(names: tuple[str, ...], out: Path, templates: Path | None, **values: Any) -> None:
    """Write PDFs of the games (default: all) below the output folder."""
    folder = root(templates)
    wanted = order(folder, values)
    chosen = games_with(speaking(games(templates, names), wanted.lang, names), wanted.pieces or ())
    if wanted.serials and not names:
        chosen = tuple(game for game in chosen if carriers(game)) or chosen
    jobs = build.plan(chosen, wanted, lambda code: load.words(folder, code))
    tell(note for game in chosen for note in game.notes)
    quiet = not sys.stderr.isatty()
    with click.progressbar(length=len(jobs), label="Printing", file=sys.stderr, hidden=quiet) as bar:
        for path in build.write(jobs, out):
            click.echo(str(path))
            bar.update(1)
    _summary(jobs, wanted)
    note_words((folder, job.document.lang) for job in jobs)


def _summary(jobs: Sequence[build.Job], order: build.Order) -> None:
    """Tell on stderr what was written, how many sheets it takes and how to print it."""
    two_sided = False
    for job in jobs:
        if not job.title:
            continue
        sides = len(job.document.pages)
        two_sided = two_sided or job.document.duplex is not None
        both = ", both sides" if job.document.duplex else ""
        sheets = counted(job.sheets, "sheet")
        on = "" if job.paper == order.paper.id else f" of {job.paper}"
        instead = f", instead of {job.instead_of}" if job.instead_of else "" if job.counted else ", to choose instead"
        click.echo(f"{job.document.title}: {sheets}{on}{both} ({counted(sides, 'page')}){instead}", err=True)
        for notice in job.notices:
            click.echo(f"  note: {notice}", err=True)
    totals: dict[str, int] = {}
    for job in jobs:
        if job.title and job.counted:
            totals[job.paper] = totals.get(job.paper, 0) + job.sheets
    flip = f"; two-sided pages turn over the {order.how.flip} edge" if two_sided else ""
    found = " and ".join(f"{counted(total, 'sheet')} of {paper}" for paper, total in totals.items())
    click.echo(f"{found} in all. Print at 100 %{flip}." if found else "There is nothing to print.", err=True)
