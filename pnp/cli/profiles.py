"""Build profiles: options that stand in a game's manifest under a name, where the command line says nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from pnp import build
from pnp.cli.notes import aloud
from pnp.cli.options import Command
from pnp.cli.orders import order
from pnp.errors import DataError, Problem
from pnp.near import listed, meant

if TYPE_CHECKING:
    from pnp.data.game import Game
    from pnp.data.profile import Profile

OPTION = "--profile"
PARAMETERS: Mapping[str, str] = {"pieces": "piece_ids", "serials": "codes"}
"""Keys of a profile that go by another name among the parameters of the command."""
INSTEAD = ("pieces", "serials", "count", "pack")  # what --only leaves aside


def profile_option(command: Command) -> Command:
    """Add --profile to a command."""
    text = "Options that game.toml keeps under this name, [profiles.NAME]; those of the command line win."
    return click.option(OPTION, metavar="NAME", help=text)(command)


def having(games: Sequence[Game], name: str, asked: bool, say: Callable[[str], None] = aloud) -> tuple[Game, ...]:
    """Return the games with a profile; those not asked for by name are passed over with a note. Raises DataError."""
    found = [game for game in games if any(each.name == name for each in game.profiles)]
    if asked or not found:
        lacking = [game for game in games if game not in found]
        if lacking:
            raise DataError([_unknown(game, name) for game in lacking])
    for game in games:
        if game not in found:
            say(f'note: {game.slug} is passed over; it has no profile "{name}"')
    return tuple(found)


def profiled(
    games: Sequence[Game], name: str, root: Path, values: Mapping[str, Any]
) -> Iterator[tuple[Game, build.Order]]:
    """Yield for each game what its profile and the options of the command line ask for together. Raises DataError."""
    for game in games:
        profile = next(each for each in game.profiles if each.name == name)
        try:
            yield game, order(root, {**values, **dict(_unsaid(profile, values))})
        except click.UsageError as error:
            raise DataError([Problem(game.file, profile.line, f"profiles.{name}", error.message)]) from None


def _unsaid(profile: Profile, values: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield what the profile says and the command line does not, by parameter."""
    context = click.get_current_context()
    for parameter in values:
        if context.get_parameter_source(parameter) is ParameterSource.DEFAULT_MAP:
            context.set_parameter_source(parameter, ParameterSource.DEFAULT)  # by the profile of another game
    for key, value in profile.options.items():
        parameter = PARAMETERS.get(key, key)
        said = context.get_parameter_source(parameter) is not ParameterSource.DEFAULT
        if said or (values["only"] and key in INSTEAD):
            continue
        context.set_parameter_source(parameter, ParameterSource.DEFAULT_MAP)
        yield parameter, value


def _unknown(game: Game, name: str) -> Problem:
    known = [profile.name for profile in game.profiles]
    hint = meant(name, known) or (f"the profiles are {listed(known)}" if known else "write [profiles.NAME]")
    return Problem(game.file, 0, OPTION, f'{game.slug} has no profile "{name}"', hint)
