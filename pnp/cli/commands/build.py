"""`pnp build`: the PDFs."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from pnp import build
from pnp.cli.games import games, root
from pnp.cli.notes import counted, note_words, tell
from pnp.cli.options import out_option, templates_option
from pnp.cli.orders import asked, order, order_options
from pnp.cli.profiles import having, profile_option, profiled
from pnp.data import load
from pnp.data.game import Game
from pnp.near import listed
from pnp.pieces.numbering import carriers
from pnp.values import replace


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
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    made = build.printed(batches, lambda code: load.words(folder, code), cores)
    tell(note for chosen, _ in batches for game in chosen for note in game.notes)
    files = _written(made, out, sum(len(chosen) for chosen, _ in batches))
    _report(list(_by_order(batches, files)), out)
    note_words((folder, file.job.document.lang) for file in files)


def _written(made: Iterator[build.Printed], out: Path, games: int) -> list[build.Printed]:
    """Write the files of so many games below `out` and name them; return them without their bytes."""
    files: list[build.Printed] = []
    quiet = not sys.stderr.isatty()
    with click.progressbar(length=games, label="Printing", file=sys.stderr, hidden=quiet) as bar:
        for file in made:
            path = out / file.job.path
            build.put(path, file.data)
            click.echo(str(path))
            bar.update(len({each.job.path.parts[0] for each in files[-1:]} - {file.job.path.parts[0]}))
            files.append(replace(file, data=b""))
    return files


def _report(found: Sequence[tuple[build.Order, Sequence[build.Printed]]], out: Path) -> None:
    """Tell on stderr what had no effect, what was written for each order, and which files below `out` are older."""
    jobs = [(wanted, [file.job for file in own]) for wanted, own in found]
    for wanted, own in jobs:
        for sentence in build.in_vain(wanted, own):
            click.echo(f"note: {sentence}", err=True)
    for wanted, files in found:
        _summary(files, wanted)
    left = build.older(jobs, out)
    if left:
        named = listed((str(path.relative_to(out)) for path in left), 3)
        click.echo(f"note: {counted(len(left), 'older file')} that this build did not make: {named}", err=True)


def _by_order(
    batches: build.Batches, files: Sequence[build.Printed]
) -> Iterator[tuple[build.Order, Sequence[build.Printed]]]:
    """Yield each order with the files of its games."""
    for chosen, wanted in batches:
        slugs = {game.slug for game in chosen}
        yield wanted, [file for file in files if file.job.path.parts[0] in slugs]


def _chosen(
    found: tuple[Game, ...], names: tuple[str, ...], order: build.Order, alone: Game | None = None
) -> tuple[Game, ...]:
    """Return the games that have what an order asks for; of these only `alone` where it is an order for that game."""
    chosen = asked(found, names, order)
    if order.serials and not names:
        chosen = tuple(game for game in chosen if carriers(game)) or chosen
    return chosen if alone is None else tuple(game for game in chosen if game is alone)


def _summary(files: Sequence[build.Printed], order: build.Order) -> None:
    """Tell on stderr what was written, how many sheets it takes and how to print it."""
    two_sided = by_hand = False
    jobs = [file.job for file in files]
    for file in files:
        job, sides = file.job, file.pages
        if not job.title:
            continue
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
