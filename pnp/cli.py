"""The `pnp` command: words of the command line in, files and messages out. Only here the surroundings are looked at."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any, TypeVar

import click

from pnp import __version__, build
from pnp.data import load
from pnp.data.game import Game
from pnp.data.serials import EXAMPLE, Misread, of_day, pad
from pnp.errors import DataError, Problem
from pnp.near import near
from pnp.pieces.numbering import carriers, sample

Command = TypeVar("Command", bound=Callable[..., Any])


def main() -> None:
    """Run `pnp`: problems of the author's files go to stderr, one a line, and the exit status is 1."""
    try:
        cli.main(standalone_mode=True)
    except DataError as error:
        click.echo(str(error), err=True)
        click.echo(f"{_counted(len(error.problems), 'problem')}; nothing was written.", err=True)
        sys.exit(1)
    except OSError as error:
        click.echo(f"{error.filename or 'the output'}: {error.strerror or error}", err=True)
        sys.exit(1)


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="pnp")
def cli() -> None:
    """Print-and-play press: exact PDFs of cards and sheets from a folder of data."""


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


def serial_options(command: Command) -> Command:
    """Add what prints sheets with a serial to a command."""
    link = "Address for their QR codes, such as https://host. Default: they hold the code alone."
    command = click.option("--link", default="", metavar="ADDRESS", help=link)(command)
    count = "So many different sheets, from each serial on."
    command = click.option("--count", type=click.IntRange(1, 500), default=1, metavar="N", help=count)(command)
    text = "Sheets with what this code places on them; may be repeated."
    return click.option("--serial", "codes", multiple=True, metavar="CODE|today", help=text)(command)


@cli.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON array instead of a table.")
@templates_option
def list_pieces(as_json: bool, templates: Path | None) -> None:
    """List every piece of every game: id, kind, how many, size."""
    from pnp.pieces import listed

    found = [(game.slug, piece) for game in _games(templates, ()) for piece in listed(game)]
    if as_json:
        keys = ("game", "piece", "kind", "copies", "size_mm")
        rows = [(slug, p.id, p.kind, p.copies, [p.width, p.height]) for slug, p in found]
        click.echo(json.dumps([dict(zip(keys, row, strict=True)) for row in rows], indent=1))
        return
    for slug, p in found:
        click.echo(f"{slug:<16} {p.id:<16} {p.kind:<8} {p.copies:>4} × {p.width:g} × {p.height:g} mm")


@cli.command()
@click.argument("names", nargs=-1, metavar="[GAME|FOLDER]...")
@templates_option
def check(names: tuple[str, ...], templates: Path | None) -> None:
    """Load and lay out without drawing a page; report every problem at once."""
    problems: list[Problem] = []
    games: list[Game] = []
    folders = [name for name in names if _is_folder(name)]
    slugs = [name for name in names if not _is_folder(name)]
    for folder in folders:
        path = Path(folder)
        try:
            games.append(load.load(path, load.shared_folder(path.parent), folder.rstrip("/")))
        except DataError as error:
            problems += error.problems
    if slugs or not names:
        try:
            games += _games(templates, slugs)
        except DataError as error:
            problems += error.problems
    for game in games:
        paper = load.paper("a4", load.shared_folder(game.folder.parent))
        orders = [build.Order(paper, lang) for lang in game.languages]
        if carriers(game):
            orders += [replace(order, serials=(EXAMPLE,), values=sample(game)) for order in orders]
        for order in orders:
            try:
                build.pieces(game, order)
            except DataError as error:
                problems += error.problems
    if problems:
        raise DataError(problems)
    _note_words((game.folder.parent, lang) for game in games for lang in game.languages)
    for game in games:
        cards = sum(card.copies for deck in game.decks for card in deck.cards)
        found = f"{_counted(len(game.prints), 'piece')}, {_counted(cards, 'card')}, {', '.join(game.languages)}"
        click.echo(f"{game.slug}: no problem found ({found})")


@cli.command("build")
@click.argument("names", nargs=-1, metavar="[GAME]...")
@piece_option
@serial_options
@click.option("--paper", default="a4", show_default=True, metavar="a4|letter|a3|WxHmm", help="Paper to print on.")
@lang_option
@click.option("--ink", type=click.Choice(["full", "low"]), default="full", show_default=True, help="low: less ink.")
@click.option(
    "--flip",
    type=click.Choice(["long", "short"]),
    default="long",
    show_default=True,
    help="Edge that your printer turns the sheet over for the back.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("output"),
    show_default=True,
    help="Folder for the PDFs.",
)
@templates_option
def build_pdfs(
    names: tuple[str, ...],
    piece_ids: tuple[str, ...],
    codes: tuple[str, ...],
    count: int,
    link: str,
    paper: str,
    lang: str | None,
    ink: build.Ink,
    flip: build.Flip,
    out: Path,
    templates: Path | None,
) -> None:
    """Write PDFs of the games (default: all) below the output folder."""
    root = _root(templates)
    serials = _serials(codes, count, link)
    order = build.Order(
        load.paper(paper, load.shared_folder(root)), lang, ink, flip, piece_ids or None, serials, link=link
    )
    games = _games_with(_speaking(_games(templates, names), lang, names), piece_ids)
    if serials and not names:
        games = tuple(game for game in games if carriers(game)) or games
    jobs = build.plan(games, order, lambda code: load.words(root, code))
    quiet = not sys.stderr.isatty()
    with click.progressbar(length=len(jobs), label="Printing", file=sys.stderr, hidden=quiet) as bar:
        for path in build.write(jobs, out):
            click.echo(str(path))
            bar.update(1)
    _summary(jobs, order)
    _note_words((root, job.document.lang) for job in jobs)


def _serials(codes: Sequence[str], count: int, link: str) -> tuple[str, ...]:
    """Return the serials that were asked for, `count` from each on, each once; today is looked up here."""
    if (link or count > 1) and not codes:
        raise click.UsageError(f"{'--link' if link else '--count'} goes with --serial")
    found: dict[str, None] = {}
    problems: list[Problem] = []
    for code in codes:
        try:
            first = of_day(date.today().toordinal()) if code == "today" else code  # noqa: DTZ011 (the player's day)
            found.update(dict.fromkeys(pad(first, count)))
        except Misread as error:
            problems.append(Problem("--serial", 0, "", str(error)))
    if problems:
        raise DataError(problems)
    return tuple(found)


def _note_words(wanted: Iterable[tuple[Path, str]]) -> None:
    """Tell on stderr, once each, in which languages the pages of a template folder have no words in their margins."""
    lacking = dict.fromkeys(lang for root, lang in dict.fromkeys(wanted) if not load.has_words(root, lang))
    for lang in lacking:
        click.echo(f'note: the words in the margins have no "{lang}"; they print in English', err=True)


def _summary(jobs: Sequence[build.Job], order: build.Order) -> None:
    """Tell on stderr what was written, how many sheets it takes and how to print it."""
    two_sided = False
    for job in jobs:
        if not job.title:
            continue
        sides = len(job.document.pages)
        two_sided = two_sided or job.document.duplex is not None
        both = ", both sides" if job.document.duplex else ""
        sheets = _counted(job.sheets, "sheet")
        on = "" if job.paper == order.paper.id else f" of {job.paper}"
        instead = f", instead of {job.instead_of}" if job.instead_of else "" if job.counted else ", to choose instead"
        click.echo(f"{job.document.title}: {sheets}{on}{both} ({_counted(sides, 'page')}){instead}", err=True)
        for notice in job.notices:
            click.echo(f"  note: {notice}", err=True)
    totals: dict[str, int] = {}
    for job in jobs:
        if job.title and job.counted:
            totals[job.paper] = totals.get(job.paper, 0) + job.sheets
    flip = f"; two-sided pages turn over the {order.flip} edge" if two_sided else ""
    found = " and ".join(f"{_counted(total, 'sheet')} of {paper}" for paper, total in totals.items())
    click.echo(f"{found} in all. Print at 100 %{flip}." if found else "There is nothing to print.", err=True)


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


@cli.command()
@click.argument("name", metavar="GAME")
@piece_option
@click.option("--format", "form", type=click.Choice(["png", "svg"]), default="png", show_default=True)
@lang_option
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), default=Path("output"), show_default=True)
@templates_option
def preview(
    name: str, piece_ids: tuple[str, ...], form: build.Form, lang: str | None, out: Path, templates: Path | None
) -> None:
    """Write a picture of every face of a game, without any paper round it."""
    root = _root(templates)
    order = build.Order(load.paper("a4", load.shared_folder(root)), lang, pieces=piece_ids or None)
    for game in _games_with(_games(templates, (name,)), piece_ids):
        for path, data in build.previews(game, order, form):
            build.put(out / path, data)
            click.echo(str(out / path))


@cli.command()
@click.argument("name", metavar="NAME")
@click.option(
    "--templates",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("templates"),
    show_default=True,
    help="Folder that gets the new game folder.",
)
def new(name: str, templates: Path) -> None:
    """Start a game: a small complete folder to build at once and then to change."""
    from pnp import skeleton

    for path in skeleton.copy(name, templates):
        click.echo(str(path))
    where = "" if templates == Path("templates") else f" --templates {templates}"
    click.echo(f"Now try: pnp build {name}{where}", err=True)


def _is_folder(name: str) -> bool:
    return "/" in name or "\\" in name or (Path(name) / "game.toml").is_file()


def _root(templates: Path | None) -> Path:
    return load.roots(templates, Path.cwd())


def _games(templates: Path | None, names: Sequence[str]) -> tuple[Game, ...]:
    root = _root(templates)
    here = Path.cwd()
    shown = str(root.relative_to(here)) if root.is_relative_to(here) else str(root)
    return load.load_all(root, names or None, shown=shown)


def _speaking(games: Sequence[Game], lang: str | None, names: Sequence[str]) -> tuple[Game, ...]:
    """Return the games that have `lang`; those that were not asked for by name are passed over with a note."""
    mute = [game for game in games if lang and lang not in game.languages]
    if names or not lang or len(mute) == len(games):
        return tuple(games)
    for game in mute:
        click.echo(f'note: {game.slug} is passed over; it has no "{lang}", only {", ".join(game.languages)}', err=True)
    return tuple(game for game in games if game not in mute)


def _games_with(games: Sequence[Game], piece_ids: Sequence[str]) -> tuple[Game, ...]:
    """Return the games that have any of the pieces asked for; DataError names a piece that no game has."""
    if not piece_ids:
        return tuple(games)
    from pnp.pieces import listed

    ids = {game.slug: {piece.id for piece in listed(game)} for game in games}
    known = sorted(set().union(*ids.values()))
    likely = {wanted: near(wanted, known) for wanted in piece_ids if wanted not in known}
    problems = [
        Problem(
            "--piece",
            0,
            "",
            f'no piece "{wanted}"; there is {", ".join(known)}',
            f"did you mean {other}?" * bool(other),
        )
        for wanted, other in likely.items()
    ]
    if problems:
        raise DataError(problems)
    return tuple(game for game in games if ids[game.slug] & set(piece_ids))


if __name__ == "__main__":
    main()
