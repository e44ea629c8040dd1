"""Options for lost and changed pieces, and for packed sheets: what they mean together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click

from pnp import build
from pnp.build.reprints import OPTION, Misread, Only, read
from pnp.cli.options import Command
from pnp.errors import DataError, Problem
from pnp.values import replace


def reprint_options(command: Command) -> Command:
    """Add to a command what prints some faces alone, from a certain slot on, and several sizes on one sheet."""
    pack = "Put all cut pieces of a game on the fewest sheets, of whatever size they are."
    command = click.option("--pack", is_flag=True, help=pack)(command)
    slot = "First slot to print on, row by row from the top left: for a sheet that is half used."
    command = click.option("--from-slot", type=click.IntRange(1), default=1, metavar="N", help=slot)(command)
    text = "Only these faces of a piece, numbered as by pnp preview, such as cards:3,7-9,12x2; may be repeated."
    return click.option("--only", "only", multiple=True, metavar="PIECE:FACES", help=text)(command)


def reprinted(order: build.Order, values: Mapping[str, Any]) -> build.Order:
    """Return the order with what `reprint_options` ask for. Raises DataError and click.UsageError."""
    if values["only"] and values["piece_ids"]:
        raise click.UsageError("--only names its pieces itself; leave --piece out")
    if values["only"] and values["codes"]:
        raise click.UsageError("--only does not go with --serial")
    if values["pack"] and values["cut_plan"]:
        raise click.UsageError("--cut-plan knows sheets of one size; leave --pack out")
    only = _read(values["only"])
    pieces = tuple(each.piece for each in only) or order.pieces
    slot = values["from_slot"]
    if slot > 1 and (not pieces or (len(pieces) > 1 and not values["pack"])):
        raise click.UsageError("--from-slot goes with one --only or --piece; with several of one size and --pack too")
    return replace(order, pieces=pieces, only=only, pack=values["pack"], how=replace(order.how, from_slot=slot))


def _read(words: Sequence[str]) -> tuple[Only, ...]:
    """Return the faces asked for, those of one piece together."""
    found: dict[str, Only] = {}
    problems: list[Problem] = []
    for each in words:
        try:
            only = read(each)
        except Misread as error:
            problems.append(Problem(OPTION, 0, "", str(error)))
            continue
        before = found.get(only.piece)
        found[only.piece] = Only(only.piece, (before.faces if before else ()) + only.faces)
    if problems:
        raise DataError(problems)
    return tuple(found.values())
