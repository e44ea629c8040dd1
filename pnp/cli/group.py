"""All commands together: each is a module of `pnp.cli.commands` with its name, found there and imported when used."""

from __future__ import annotations

import sys
from importlib import import_module

import click

from pnp import __version__
from pnp.errors import DataError
from pnp.near import meant


class Commands(click.Group):
    """A group whose commands are the modules of a package."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        from pkgutil import iter_modules

        from pnp.cli import commands

        return sorted(module.name for module in iter_modules(commands.__path__))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, None for a name that is none."""
        place = f"pnp.cli.commands.{cmd_name}"
        try:
            module = import_module(place) if cmd_name.isidentifier() and cmd_name[0] != "_" else None
        except ModuleNotFoundError as error:
            if error.name != place:
                raise
            module = None
        if module is None:
            hint = meant(cmd_name, self.list_commands(ctx))
            ctx.fail(f'No such command "{cmd_name}".' + (f" {hint[0].upper()}{hint[1:]}" if hint else ""))
        command: click.Command = module.command
        return command


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="pnp")
def cli() -> None:
    """Print-and-play press: exact PDFs of cards and sheets from a folder of data."""


def run() -> None:
    """Run the command that the command line names, as `pnp.cli.main` tells."""
    try:
        cli.main(standalone_mode=True)
    except DataError as error:
        from pnp.cli.notes import counted

        click.echo(str(error), err=True)
        click.echo(f"{counted(len(error.problems), 'problem')}; nothing was written.", err=True)
        sys.exit(1)
    except OSError as error:
        click.echo(f"{error.filename or 'the output'}: {error.strerror or error}", err=True)
        sys.exit(1)
