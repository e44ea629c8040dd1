"""The only reader of game files: folders in, frozen values out, every problem of a run told at once.

First stage of the press and of the tracker. Knows no drawing and no output. Nothing here asks the clock, the
environment or the current folder; a game is the same value on every machine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from pnp.data import furniture
from pnp.data.folders import SHARED, names, packaged, roots, shared_folder
from pnp.data.game import Game
from pnp.data.load.game import game as read_game
from pnp.data.load.game import shared as read_shared
from pnp.data.load.papers import paper, papers
from pnp.errors import DataError, Problem, faults, notes
from pnp.near import listed, meant
from pnp.values import replace

__all__ = ["lacking", "load", "load_all", "names", "paper", "papers", "roots", "shared_folder", "words"]


def load(folder: Path, shared: Path, shown: str = "") -> Game:
    """Read the game in `folder`; `shared` holds base frames and icons, `shown` is the folder's name in messages.

    Raises DataError with all problems of all files.
    """
    shown = shown or folder.as_posix()
    problems: list[Problem] = []
    if not folder.is_dir():
        raise DataError([Problem(shown, 0, "", "there is no such folder")])
    around = Path(shown).parent if shared.parent == folder.parent else shared.parent
    common = read_shared(shared, (around / shared.name).as_posix(), problems)
    game = read_game(folder, shown, common, problems)
    if faults(problems) or game is None:
        raise DataError(faults(problems))
    return replace(game, notes=notes(problems))


def load_all(
    root: Path, slugs: Sequence[str] | None = None, shared: Path | None = None, shown: str = ""
) -> tuple[Game, ...]:
    """Read the games in `root` (all, or those named in `slugs`), in order of name.

    `shared` is `root/_shared` or the packaged folder unless given; `shown` is the name of `root` in messages.
    Raises DataError with all problems of all games, and for a name that no game has.
    """
    shown = shown or root.as_posix()
    known = names(root)
    wanted = known if slugs is None else list(dict.fromkeys(slugs))
    problems = [
        Problem(shown, 0, slug, "there is no such game", meant(slug, known) or f"the games are {listed(known)}")
        for slug in wanted
        if slug not in known
    ]
    if problems or not wanted:
        raise DataError(problems or [Problem(shown, 0, "", "there are no games in this folder")])
    folder = shared or shared_folder(root)
    common = read_shared(folder, f"{shown}/{SHARED}" if folder == root / SHARED else folder.as_posix(), problems)
    games: list[Game] = []
    for slug in wanted:
        own: list[Problem] = []
        game = read_game(root / slug, f"{shown}/{slug}", common, own)
        games += [replace(game, notes=notes(own))] if game else []
        problems += own
    if faults(problems):
        raise DataError(faults(problems))
    return tuple(games)


def words(root: Path, lang: str) -> Mapping[str, str]:
    """Return the words of pages in `lang` for the games in `root`: its own, else those that come with the press.

    What is missing in `lang` comes in English. Raises DataError when a file of words is wrong.
    """
    own = shared_folder(root)
    packed = packaged() / SHARED
    english = furniture.words(packed, "en")
    beneath = {**english, **furniture.words(packed, lang)}
    return beneath if own == packed else {**beneath, **furniture.words(own, lang, english)}


def lacking(root: Path, lang: str) -> tuple[tuple[str, ...], bool]:
    """Return which words of pages the games in `root` lack in `lang`, and whether these are all: English is printed.

    Raises DataError when a file of words is wrong.
    """
    own, packed = shared_folder(root), packaged() / SHARED
    english = furniture.words(packed, "en")
    found = {**furniture.words(packed, lang), **furniture.words(own, lang, {} if own == packed else english)}
    lost = tuple(key for key in english if key not in found)
    return lost, len(lost) == len(english)
