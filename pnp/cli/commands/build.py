"""`pnp build`: the PDFs."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pnp import build
from pnp.build.older import wholes
from pnp.build.records import with_room
from pnp.build.stamps import TooMany, data_sum
from pnp.cli import records
from pnp.cli.games import games, root
from pnp.cli.notes import counted, note_words, tell
from pnp.cli.options import out_option, templates_option
from pnp.cli.orders import asked, order, order_options
from pnp.cli.profiles import having, profile_option, profiled
from pnp.values import replace

if TYPE_CHECKING:
    from pnp.build.older import Whole
    from pnp.data.game import Game


@click.command()
@click.argument("names", nargs=-1, metavar="[GAME]...")
@order_options
@out_option
@profile_option
@records.cache_option
@templates_option
def command(
    names: tuple[str, ...], out: Path, templates: Path | None, profile: str | None, cache: bool, **values: Any
) -> None:
    """Write PDFs of the games (default: all) below the output folder."""
    telling = records.Telling(out)
    known = records.asked(root(templates), out, names, profile, values) if cache else None
    found = None
    with suppress(TooMany):
        found = records.seen(known) if known else None
    if known is None or found is None:
        _made(names, templates, profile, values, telling, None)
        return
    before, record = found
    if record:
        telling.again(record)
        return
    keeping = records.keeping(known, before)
    made, whole = _made(names, templates, profile, values, telling, keeping)
    records.keep(known, before, telling, made, whole)


def _made(
    names: tuple[str, ...],
    templates: Path | None,
    profile: str | None,
    values: dict[str, Any],
    telling: records.Telling,
    keeping: build.Keeping | None,
) -> tuple[dict[str, str], tuple[Whole, ...]]:
    """Make all files; return the sums of what is in them, by name, and the games of which all was made."""
    from pnp.data.load import words

    folder = root(templates)
    batches = list(_batches(names, templates, profile, values, telling))
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    made = build.printed(batches, lambda code: words(folder, code), cores, keeping)
    tell((note for chosen, _ in batches for game in chosen for note in game.notes), telling.note)
    files, sums = _written(made, sum(len(chosen) for chosen, _ in batches), telling)
    whole = _report(list(_by_order(batches, files)), telling)
    note_words(((folder, file.job.document.lang) for file in files), telling.note)
    return sums, whole


def _batches(
    names: tuple[str, ...],
    templates: Path | None,
    profile: str | None,
    values: dict[str, Any],
    telling: records.Telling,
) -> Iterator[tuple[tuple[Game, ...], build.Order]]:
    """Yield the games with the order for them: one order for all, or with a profile one for each."""
    folder = root(templates)
    if profile is None:
        wanted = order(folder, values)
        yield _chosen(games(templates, names), names, wanted, telling), wanted
        return
    found = having(games(templates, names), profile, bool(names), telling.note)
    for game, wanted in profiled(found, profile, folder, values):
        yield _chosen(found, names, wanted, telling, game), wanted


def _written(
    made: Iterator[build.Printed], games: int, telling: records.Telling
) -> tuple[list[build.Printed], dict[str, str]]:
    """Write the files of so many games and name them; return them without their bytes, and the sums of these."""
    files: list[build.Printed] = []
    sums: dict[str, str] = {}
    with _progress(games) as go_on:
        for file in made:
            path = telling.out / file.job.path
            with_room(partial(build.put, path, file.data), telling.out)
            telling.file(str(path))
            go_on(len({each.job.path.parts[0] for each in files[-1:]} - {file.job.path.parts[0]}))
            sums[file.job.path.as_posix()] = data_sum(file.data)
            files.append(replace(file, data=b""))
    return files, sums


@contextmanager
def _progress(games: int) -> Iterator[Callable[[int], None]]:
    """Show how many of the games are printed, where somebody is there to see it; what is yielded counts more."""
    if not (sys.stderr and sys.stderr.isatty()):
        yield lambda more: None
        return
    with click.progressbar(length=games, label="Printing", file=sys.stderr) as bar:
        yield bar.update


def _report(
    found: Sequence[tuple[build.Order, Sequence[build.Printed]]], telling: records.Telling
) -> tuple[Whole, ...]:
    """Tell what had no effect, what was written for each order, and which files are older; return the whole games."""
    jobs = [(wanted, [file.job for file in own]) for wanted, own in found]
    for wanted, own in jobs:
        for sentence in build.in_vain(wanted, own):
            telling.note(f"note: {sentence}")
    for wanted, files in found:
        _summary(files, wanted, telling)
    whole = wholes(jobs)
    telling.older(whole, [job.path.as_posix() for _, own in jobs for job in own])
    return whole


def _by_order(
    batches: build.Batches, files: Sequence[build.Printed]
) -> Iterator[tuple[build.Order, Sequence[build.Printed]]]:
    """Yield each order with the files of its games."""
    for chosen, wanted in batches:
        slugs = {game.slug for game in chosen}
        yield wanted, [file for file in files if file.job.path.parts[0] in slugs]


def _chosen(
    found: tuple[Game, ...],
    names: tuple[str, ...],
    order: build.Order,
    telling: records.Telling,
    alone: Game | None = None,
) -> tuple[Game, ...]:
    """Return the games that have what an order asks for; of these only `alone` where it is an order for that game."""
    chosen = asked(found, names, order, telling.note)
    if order.serials and not names:
        from pnp.pieces.numbering import carriers

        chosen = tuple(game for game in chosen if carriers(game)) or chosen
    return chosen if alone is None else tuple(game for game in chosen if game is alone)


def _summary(files: Sequence[build.Printed], order: build.Order, telling: records.Telling) -> None:
    """Tell what was written, how many sheets it takes and how to print it."""
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
        telling.note(f"{job.document.title}: {sheets}{on}{both} ({counted(sides, 'page')}){instead}")
        for notice in job.notices:
            telling.note(f"  note: {notice}")
    totals: dict[str, int] = {}
    for job in jobs:
        if job.title and job.counted:
            totals[job.paper] = totals.get(job.paper, 0) + job.sheets
    flip = f"; two-sided pages turn over the {order.how.flip} edge" if two_sided or by_hand else ""
    flip += ": print all fronts, put the pile in again, print all backs" if by_hand else ""
    found = " and ".join(f"{counted(total, 'sheet')} of {paper}" for paper, total in totals.items())
    telling.note(f"{found} in all. Print at 100 %{flip}." if found else "There is nothing to print.")
