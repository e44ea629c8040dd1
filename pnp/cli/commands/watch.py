"""`pnp watch`: a page that shows a game while it is written."""

from __future__ import annotations

import signal
import sys
import time
from pathlib import Path
from threading import Thread
from types import FrameType

import click

from pnp.cli.cutting import Millimetres
from pnp.cli.games import is_folder, refuse_unknown, root
from pnp.cli.options import lang_option, piece_option, templates_option
from pnp.data import load
from pnp.errors import DataError, Problem

PAUSE = 0.2  # seconds between two looks at the files


@click.command()
@click.argument("name", metavar="GAME|FOLDER")
@click.option("--port", type=click.IntRange(0, 65535), default=8100, show_default=True, help="Port to listen on.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--safe",
    type=Millimetres(0, 25),
    default="1.5mm",
    show_default=True,
    metavar="LENGTH",
    help="How far inside the cut words should stand.",
)
@lang_option
@piece_option
@templates_option
def command(
    name: str,
    port: int,
    host: str,
    safe: float,
    lang: str | None,
    piece_ids: tuple[str, ...],
    templates: Path | None,
) -> None:
    """Show a game in the browser while you write it.

    The page follows each file that is saved, draws every warning where it is, and shows the last good picture while a
    file cannot be read. Ctrl-C ends it.
    """
    from pnp.watch.desk import Clock, Desk
    from pnp.watch.server import server, site

    folder, shown = _folder(name, templates)
    clock = Clock(time.monotonic, time.sleep)
    desk = Desk(folder, load.shared_folder(folder.parent), shown, clock, piece_ids, safe)
    if desk.pieces:  # as far as the game could be read
        refuse_unknown(piece_ids, desk.pieces)
    try:
        listening = server(site(desk, host), host, port)
    except OSError as error:
        sentence = f"cannot listen on {host} port {port}: {error.strerror}; try another --port"
        raise click.ClickException(sentence) from None

    def end(*_: int | FrameType | None) -> None:
        desk.close()  # pages that wait for a change go home
        sys.exit(0)

    for sign in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sign, end)
    Thread(target=desk.watch, args=(PAUSE,), daemon=True).start()
    _greet(host, listening.effective_port, lang, shown)
    listening.run()
    listening.close()


def _greet(host: str, port: int, lang: str | None, shown: str) -> None:
    """Tell where to look, who else can, and how to end it."""
    from pnp.listening import loopback

    where = "localhost" if host in ("127.0.0.1", "::1") else host
    click.echo(f"http://{where}:{port}/{f'?lang={lang}' if lang else ''}")
    if not loopback(host):
        click.echo(f"Anybody who reaches {host} can look at this game.", err=True)
    click.echo(f"{shown} is watched. Ctrl-C ends it.", err=True)
    sys.stdout.flush()


def _folder(name: str, templates: Path | None) -> tuple[Path, str]:
    """Return the folder of a game, and what it is called in messages. DataError: there is no such game."""
    if is_folder(name):
        folder = Path(name)
        if not folder.is_dir():
            raise DataError([Problem(name, 0, "", "there is no such folder")])
        return folder, name.rstrip("/")
    from pnp.near import listed, meant

    around = root(templates)
    known = load.names(around)
    if name not in known:
        hint = meant(name, known) or f"the games are {listed(known)}"
        raise DataError([Problem(around.as_posix(), 0, name, "there is no such game", hint)])
    here = Path.cwd()
    shown = around.relative_to(here) if around.is_relative_to(here) else around
    return around / name, f"{shown.as_posix()}/{name}"
