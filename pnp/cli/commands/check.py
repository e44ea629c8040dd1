"""`pnp check`: everything but the drawing of pages."""

from __future__ import annotations

from pathlib import Path

import click

from pnp import build
from pnp.cli.games import games as chosen
from pnp.cli.games import is_folder
from pnp.cli.notes import counted, note_words, tell
from pnp.cli.options import templates_option
from pnp.data import load
from pnp.data.game import Game
from pnp.data.serials import EXAMPLE
from pnp.errors import DataError, Problem
from pnp.pieces.numbering import carriers, sample
from pnp.values import replace


@click.command()
@click.argument("names", nargs=-1, metavar="[GAME|FOLDER]...")
@templates_option
def command(names: tuple[str, ...], templates: Path | None) -> None:
    """Load and lay out without drawing a page; report every problem at once."""
    problems: list[Problem] = []
    notes: list[Problem] = []
    games: list[Game] = []
    folders = [name for name in names if is_folder(name)]
    slugs = [name for name in names if not is_folder(name)]
    for folder in folders:
        path = Path(folder)
        try:
            games.append(load.load(path, load.shared_folder(path.parent), folder.rstrip("/")))
        except DataError as error:
            problems += error.problems
    if slugs or not names:
        try:
            games += chosen(templates, slugs)
        except DataError as error:
            problems += error.problems
    for game in games:
        for order in _orders(game):
            try:
                notes += [note for piece in build.pieces(game, order) for note in piece.notes]
            except DataError as error:
                problems += error.problems
    for root, lang in dict.fromkeys((game.folder.parent, lang) for game in games for lang in game.languages):
        try:
            load.words(root, lang)
        except DataError as error:
            problems += error.problems
    if problems:
        raise DataError(problems)
    tell([*notes, *(note for game in games for note in game.notes)])
    note_words((game.folder.parent, lang) for game in games for lang in game.languages)
    for game in games:
        cards = sum(card.copies for deck in game.decks for card in deck.cards)
        found = f"{counted(len(game.prints), 'piece')}, {counted(cards, 'card')}, {', '.join(game.languages)}"
        click.echo(f"{game.slug}: no problem found ({found})")


def _orders(game: Game) -> list[build.Order]:
    """Return the orders that lay out all of a game: each language, with a serial too where its sheets carry one."""
    paper = load.paper("a4", load.shared_folder(game.folder.parent))
    orders = [build.Order(paper, lang) for lang in game.languages]
    if carriers(game):
        orders += [replace(order, serials=(EXAMPLE,), values=sample(game)) for order in orders]
    return orders
