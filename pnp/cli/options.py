"""Options that several commands have."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click
from click.core import ParameterSource

Command = TypeVar("Command", bound=Callable[..., Any])


def given(name: str) -> bool:
    """Say whether somebody wrote the option whose value has this name, in the command that runs."""
    context = click.get_current_context(silent=True)
    return context is not None and context.get_parameter_source(name) not in (None, ParameterSource.DEFAULT)


def templates_option(command: Command) -> Command:
    """Add --templates to a command."""
    text = "Folder of game folders. Default: ./templates, else the games that come with Bullpen."
    return click.option("--templates", type=click.Path(path_type=Path, file_okay=False), help=text)(command)


def lang_option(command: Command) -> Command:
    """Add --lang to a command."""
    return click.option("--lang", metavar="en|fr|…", help="Language of the print. Default: en.")(command)


def piece_option(command: Command) -> Command:
    """Add --piece to a command."""
    return click.option("--piece", "piece_ids", multiple=True, metavar="ID", help="Only this piece; may be repeated.")(
        command
    )


def out_option(command: Command) -> Command:
    """Add --out to a command."""
    folder = click.Path(path_type=Path, file_okay=False)
    return click.option(
        "--out", type=folder, default=Path("output"), show_default=True, help="Folder for what is written."
    )(command)
