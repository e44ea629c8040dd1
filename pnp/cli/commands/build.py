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
from pnp.cli.profiles import having, profile_option, profiled
from pnp.data import load
from pnp.data.game import Game
from pnp.near import listed
from pnp.pieces.numbering import carriers


@click.command()
@click.argument("names", nargs=-1, metavar="[GAME]...")
@order_options
@out_option
@profile_option
@templates_option
def command(names: tuple[str, ...], out: Path, templates: Path | None, profile: str | None, **values: Any) -> None:
    """Write PDFs of the games (default: all) below the output folder."""
    folder = root(templates)
    if profile is None:
        wanted = order(folder, values)
        batches = [(_chosen(games(templates, names), names, wanted), wanted)]
    else:
        found = having(games(templates, names), profile, bool(names))
        orders = profiled(found, profile, folder, values)
        batches = [(_chosen(found, names, wanted, game), wanted) for game, wanted in orders]
    planned = build.planned(batches, lambda code: load.words(folder, code))
    tell(note for chosen, _ in batches for game in chosen for note in game.notes)
    for jobs, (_, wanted) in zip(planned, batches, strict=True):
        for sentence in build.in_vain(wanted, jobs):
            click.echo(f"note: {sentence}", err=True)
    quiet = not sys.stderr.isatty()
    with click.progressbar(length=sum(map(len, planned)), label="Printing", file=sys.stderr, hidden=quiet) as bar:
        for path in build.write([job for jobs in planned for job in jobs], out):
            click.echo(str(path))
            bar.update(1)
    for jobs, (_, wanted) in zip(planned, batches, strict=True):
        _summary(jobs, wanted)
    left = build.older([(wanted, jobs) for (_, wanted), jobs in zip(batches, planned, strict=True)], out)
    if left:
        named = listed((str(path.relative_to(out)) for path in left), 3)
        click.echo(f"note: {counted(len(left), 'older file')} that this build did not make: {named}", err=True)
    note_words((folder, job.document.lang) for jobs in planned for job in jobs)


def _chosen(
    found: tuple[Game, ...], names: tuple[str, ...], order: build.Order, alone: Game | None = None
) -> tuple[Game, ...]:
    """Return the games that have what an order asks for; of these only `alone` where it is an order for that game."""
    option = "--only" if order.only else "--piece"
    chosen = games_with(speaking(found, order.lang, names), order.pieces or (), option)
    if order.serials and not names:
        chosen = tuple(game for game in chosen if carriers(game)) or chosen
    return chosen if alone is None else tuple(game for game in chosen if game is alone)


def _summary(jobs: Sequence[build.Job], order: build.Order) -> None:
    """Tell on stderr what was written, how many sheets it takes and how to print it."""
    two_sided = by_hand = False
    for job in jobs:
        if not job.title:
            continue
        sides = len(job.document.pages)
        two_sided = two_sided or job.document.duplex is not None
        by_hand = by_hand or job.by_hand
        both = ", both sides" if job.document.duplex or job.by_hand else ""
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
    flip = f"; two-sided pages turn over the {order.how.flip} edge" if two_sided or by_hand else ""
    flip += ": print all fronts, put the pile in again, print all backs" if by_hand else ""
    found = " and ".join(f"{counted(total, 'sheet')} of {paper}" for paper, total in totals.items())
    click.echo(f"{found} in all. Print at 100 %{flip}." if found else "There is nothing to print.", err=True)
