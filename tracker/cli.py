"""The `tracker` command: serve pages, look after what is kept, roll dice, add up a table, print sheets with a par.

What is wrong: exit 1.
"""

from __future__ import annotations

import json
import os
import secrets
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from pathlib import Path
from types import ModuleType
from typing import IO, TYPE_CHECKING

import click

from pnp.data.game import Game
from pnp.errors import DataError
from pnp.listening import loopback
from tracker import dice, export, lan, mending, play, store, tables
from tracker.scoring import Refused
from tracker.speech import LANGUAGES

if TYPE_CHECKING:
    from pnp.build import Ink

TEMPLATES = click.option("--templates", type=click.Path(path_type=Path), help="The template folder.")
DATA = click.option(
    "--data", type=click.Path(path_type=Path, file_okay=False), help="The folder where tables are kept."
)
JSON = click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
FILE = click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
SENT = click.argument("file", type=click.File("rb"))
TURN = 0.001  # s that one answer may keep the others from going on: a tap stops and goes a dozen times on its way
HTTP = "On plain http anyone in the same network can read along and change things; codes and names are no secret there."


class Main(click.Group):
    """All commands; what is wrong with what was given or kept is told in sentences on standard error."""

    def invoke(self, ctx: click.Context) -> object:
        """Run a command."""
        try:
            return super().invoke(ctx)
        except (store.Trouble, export.Strange, dice.Misread) as error:
            raise click.ClickException(str(error)) from None
        except (Refused, DataError) as error:
            click.echo(str(error), err=True)
            sys.exit(1)
        except Exception as error:
            if not (problem := mending.told(error)):
                raise
            click.echo(str(problem), err=True)
            sys.exit(1)


@click.group(cls=Main, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="bullpen")
def main() -> None:
    """Dice, rules and scores for the games on your table."""


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="The port to listen on.")
@click.option("--lan", "open_", is_flag=True, help="Listen on every address, for phones on the same network.")
@TEMPLATES
@DATA
def serve(host: str, port: int, open_: bool, templates: Path | None, data: Path | None) -> None:
    """Serve the pages until Ctrl-C. With --lan the address and its QR code are printed for phones."""
    from tracker import NAMES, create_app
    from tracker.games import rules_of

    where = "0.0.0.0" if open_ else host
    settings = {"GAMES": _games(templates), "DATABASE": _database(data), "LAN": not loopback(where)}
    try:
        app = create_app({**settings, "NAMES": NAMES | lan.names()})
    except OSError as error:
        raise store.Trouble(f"{_database(data).parent}: {error.strerror}") from None
    if app.debug and not loopback(where):
        raise click.ClickException(f"debug mode shows the machine's insides, so {where} is refused; unset FLASK_DEBUG")
    app.extensions["store"].tables()  # a database that cannot be used is told now
    for slug in app.extensions["games"]:
        try:
            rules_of(slug)
        except mending.Broken as error:  # the other games need not wait for it
            click.echo(str(error), err=True)
    try:
        server = lan.server(app, where, port)
    except OSError as error:
        sentence = f"cannot listen on {where} port {port}: {error.strerror}; try another --port"
        raise click.ClickException(sentence) from None
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    sys.setswitchinterval(TURN)
    click.echo(lan.welcome(where, getattr(server, "effective_port", port)))
    sys.stdout.flush()
    server.run()  # ends on Ctrl-C and SIGTERM when answers under way are out
    server.close()
    app.extensions["store"].close()


@main.command()
@DATA
def doctor(data: Path | None) -> None:
    """Say where tables are kept, whether they are whole, how phones reach this machine, and what is no secret."""
    path, faults = _database(data), list[str]()
    try:
        counted = "schema {}, tables {}, events {}: whole".format(*store.inspect(path)) if path.exists() else "none yet"
        click.echo(f"{path}: {counted}")
    except store.Trouble as trouble:
        faults.append(str(trouble))
    for file in filter(Path.exists, (path.parent, path, path.with_name("secret"))):
        if not os.access(file, os.R_OK | os.W_OK):
            faults.append(f"{file}: may not be read and written")
        if os.name == "posix" and file.stat().st_mode & 0o077:
            faults.append(f"{file}: open to others on this machine; chmod go= {file}")
    click.echo(f"addresses: {', '.join(lan.addresses()) or 'none, so phones cannot reach this machine'}\n{HTTP}")
    for fault in faults:
        click.echo(fault, err=True)
    sys.exit(bool(faults))


@main.command()
@FILE
@DATA
def backup(file: Path, data: Path | None) -> None:
    """Copy all tables into FILE, whole or not at all; the tracker may be running."""
    _kept(data).backup(file)
    click.echo(file)


@main.command()
@FILE
@DATA
def restore(file: Path, data: Path | None) -> None:
    """Put a backup in the place of all tables, which are kept aside. The tracker must not be running."""
    path = _database(data)
    aside = store.restore(path, file)
    click.echo(f"{path}\nthe old one is {aside}" if aside else path)


@main.command("export")
@click.argument("code")
@click.option("--format", "kind", type=click.Choice(["json", "csv", "txt"]), default="json", show_default=True)
@click.option("--lang", type=click.Choice(LANGUAGES), help="The language of csv and txt; else the table's.")
@TEMPLATES
@DATA
def give(code: str, kind: str, lang: str | None, templates: Path | None, data: Path | None) -> None:
    """Write the table CODE to standard output: all that happened (json) or what it came to (csv, txt)."""
    events = _kept(data).events(code.upper())
    if not events:
        raise click.ClickException(f"{code}: there is no such table")
    if kind == "json":
        click.echo(export.to_json(code.upper(), events))
        return
    state, told = play.fold(events), export.to_csv if kind == "csv" else export.to_text
    (game,) = _games(templates, state.game)
    click.echo(told(state, game, lang or state.lang), nl=False)


@main.command("import")
@SENT
@TEMPLATES
@DATA
def take(file: IO[bytes], templates: Path | None, data: Path | None) -> None:
    """Bring in a table from FILE (- reads standard input), and print its code, a new one if its own is taken."""
    games = {game.slug: game for game in _games(templates)}
    code, events = export.from_bytes(file.read(export.LARGEST + 1), games)
    click.echo(store.Store(_database(data)).bring(code, events, secrets.token_bytes))


@main.command()
@click.argument("slugs", metavar="[GAME]...", nargs=-1)
@TEMPLATES
def check(slugs: tuple[str, ...], templates: Path | None) -> None:
    """Run the examples of all games, or of those named, and try their rules modules."""
    from tracker import checking

    wrong = False
    for game in _games(templates, *slugs):
        problems = checking.problems(game)
        wrong |= bool(problems)
        for problem in problems:
            click.echo(str(problem), err=True)
        if not problems:
            count = len(game.examples)
            click.echo(f"{game.slug}: ok: {count} example{'' if count == 1 else 's'}")
    sys.exit(wrong)


@main.command(context_settings={"ignore_unknown_options": True})
@click.argument("expression")
@click.option("--rolls", help="Values to use instead of chance, in order, for example 2,4,5.")
@JSON
def roll(expression: str, rolls: str | None, as_json: bool) -> None:
    """Roll dice, written as in 3d6, 2d20kl1+2, 4dF or d%."""
    terms = dice.parse(expression)
    try:
        given = None if rolls is None else [int(number) for number in rolls.split(",")]
    except ValueError:
        raise click.BadParameter(f'found "{rolls}"; allowed whole numbers with commas', param_hint="--rolls") from None
    done = dice.roll(terms, dice.fair(secrets.token_bytes)) if given is None else dice.enter(terms, given)
    if as_json:
        thrown = [{"faces": die.faces, "value": die.value, "kept": die.kept} for die in done.dice]
        click.echo(json.dumps({"total": done.total, "dice": thrown}))
        return
    shown = " ".join(f"{die.value}" if die.kept else f"({die.value})" for die in done.dice)
    click.echo(f"{done.total}  {shown}".rstrip())


@main.command()
@click.argument("game")
@SENT
@JSON
@TEMPLATES
def score(game: str, file: IO[bytes], as_json: bool, templates: Path | None) -> None:
    """Add up the table in FILE (JSON; - reads standard input) for GAME."""
    (found,) = _games(templates, game)
    try:
        text = file.read().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise click.ClickException("the file is not text in UTF-8") from None
    result = tables.settle(tables.decoded(text), found)
    if as_json:
        click.echo(json.dumps(result.answer(), ensure_ascii=False, indent=2))
        return
    click.echo("\n\n".join(export.audit(result, "en")))
    for warning in result.warnings:
        click.echo(f"warning: {warning}", err=True)


@main.command()
@click.argument("game")
@click.option("--serial", "codes", multiple=True, required=True, metavar="CODE|today", help="May be repeated.")
@click.option("--count", type=click.IntRange(1, 500), default=1, metavar="N", help="So many sheets from each.")
@click.option("--piece", metavar="ID", help="The sheet to print. Default: the plain one.")
@click.option("--paper", default="a4", show_default=True, metavar="a4|letter|a3|WxHmm")
@click.option("--lang", metavar="en|fr|…", help="Language of the print. Default: en.")
@click.option("--ink", type=click.Choice(["full", "low"]), default="full", show_default=True)
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), default=Path("output"), show_default=True)
@click.option("--link", default="", metavar="ADDRESS", help="Where phones find the tracker, for the QR codes.")
@TEMPLATES
def sheet(
    game: str,
    codes: tuple[str, ...],
    count: int,
    piece: str | None,
    paper: str,
    lang: str | None,
    ink: Ink,
    out: Path,
    link: str,
    templates: Path | None,
) -> None:
    """Write a PDF of sheets of GAME, each with what its serial places on it and its par."""
    from pnp import build
    from pnp.data import load, serials

    (found,), coach = _games(templates, game), _coach(game)
    root, plain = found.folder.parent, next((each.id for each in found.sheets if "par" in each.values), "")
    try:
        firsts = [serials.of_day(date.today().toordinal()) if code == "today" else code for code in codes]  # noqa: DTZ011
        wanted = tuple(dict.fromkeys(code for first in firsts for code in serials.pad(first, count)))
    except serials.Misread as error:
        raise click.ClickException(str(error)) from None
    order = build.Order(load.paper(paper, load.shared_folder(root)), lang, ink, pieces=(piece or plain,), link=link)
    build.pieces(found, replace(order, serials=wanted[:1]))  # what is wrong is told before the pars take their time
    with _told(out):
        out.mkdir(parents=True, exist_ok=True)
    values: dict[str, dict[str, str]] = {}
    for code in wanted:
        pars = coach.pars(serials.placed(code, found.boards), serials.number(code))
        values[code] = {f"par-{board}": str(par) for board, par in pars.items() if board}
        values[code]["par"] = str(sum(pars.values()))
        click.echo(f"{code}: par {values[code]['par']}", err=True)
    jobs = build.plan([found], replace(order, serials=wanted, values=values), lambda code: load.words(root, code))
    with _told(out):
        for path in build.write(jobs, out):
            click.echo(str(path))


@main.command()
@click.argument("game")
@click.option("--games", "number", type=click.IntRange(1, 100_000), default=100, show_default=True, metavar="N")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, metavar="S")
@click.option("--player", default="partner", show_default=True, help="Who plays: partner, or greedy for comparison.")
@JSON
@TEMPLATES
def simulate(game: str, number: int, seed: int, player: str, as_json: bool, templates: Path | None) -> None:
    """Let a program play GAME, and tell how the totals lie; the same seed gives the same games."""
    (found,), coach = _games(templates, game), _coach(game)
    if player not in coach.PLAYERS:
        raise click.BadParameter(f"found {player}; allowed {', '.join(coach.PLAYERS)}", param_hint="--player")
    bands = [(each.low or 0, each.title.get("en")) for each in (found.scoring.bands if found.scoring else ())]
    spread, fences = coach.simulate(number, seed, player, [low for low, _ in bands])
    shares = {title: round(share, 4) for (_, title), share in zip(bands, spread.shares, strict=True)}
    fences = {board: round(mean, 2) for board, mean in fences.items()}
    told = {"games": number, "seed": seed, "player": player, "mean": round(spread.mean, 2), "5%": spread.low}
    told |= {"median": spread.median, "95%": spread.high, "bands": shares, "fences": fences}
    if as_json:
        click.echo(json.dumps(told, ensure_ascii=False, indent=2))
        return
    click.echo(f"{player}, {number} games, seed {seed}: mean {told['mean']}, median {spread.median}, "
               f"5 % {spread.low}, 95 % {spread.high}")  # fmt: skip
    for (low, title), share in zip(bands, spread.shares, strict=True):
        click.echo(f"{low:>5}  {title:<16} {100 * share:5.1f} %")
    click.echo("fences: " + ", ".join(f"{board} {mean}" for board, mean in fences.items()))


@contextmanager
def _told(out: Path) -> Iterator[None]:
    """Tell in a sentence what cannot be written."""
    try:
        yield
    except OSError as error:
        raise click.ClickException(f"{error.filename or out}: {error.strerror or error}") from None


def _coach(slug: str) -> ModuleType:
    """Return the module that plays a game well, or say that there is none."""
    from tracker.games import coach_of

    coach = coach_of(slug)
    if coach is None:
        raise click.ClickException(f"{slug}: nobody here plays this game well enough to say a par")
    return coach


def _games(templates: Path | None, *slugs: str) -> tuple[Game, ...]:
    """Load all games, or those named. Raises DataError with every problem of the data."""
    from pnp.data import load

    root = load.roots(templates, Path.cwd())
    shown = root.relative_to(Path.cwd()) if root.is_relative_to(Path.cwd()) else root
    return load.load_all(root, slugs or None, shown=shown.as_posix())


def _database(data: Path | None) -> Path:
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return (data or Path(home, "bullpen")) / "bullpen.db"


def _kept(data: Path | None) -> store.Store:
    path = _database(data)
    if not path.exists():
        raise store.Trouble(f"{path}: there are no tables yet")
    return store.Store(path)
