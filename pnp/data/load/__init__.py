"""The only reader of game files: folders in, frozen values out, every problem of a run told at once.

First stage of the press and of the tracker. Knows no drawing and no output. Nothing here asks the clock, the
environment or the current folder; a game is the same value on every machine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from pnp import units
from pnp.data import source
from pnp.data.game import Game
from pnp.data.load.errors import read
from pnp.data.load.game import game as read_game
from pnp.data.load.game import shared as read_shared
from pnp.data.load.models import PaperTable
from pnp.data.load.types import Terms
from pnp.data.paper import Paper
from pnp.errors import DataError, Problem
from pnp.near import listed, meant

SHARED = "_shared"
CUSTOM = "custom"
GAME_FILES = ("*.toml", "*.csv", "rules.*.md")  # any of them makes a folder a game, or the beginning of one
PAPER_OPTION = "--paper"  # where a paper is named, for messages
LARGEST_PAPER = 5000.0  # mm: PDF pages end at 14,400 pt = 5,080 mm (PDF 32000-1, annex C)


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
    if problems or game is None:
        raise DataError(problems)
    return game


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
    games = [read_game(root / slug, f"{shown}/{slug}", common, problems) for slug in wanted]
    if problems:
        raise DataError(problems)
    return tuple(game for game in games if game)


def names(root: Path) -> list[str]:
    """Return the names of the games in `root`, sorted: every folder that holds a game's files, also if only begun.

    A folder of anything else, such as finished PDFs, is nobody's game.
    """
    if not root.is_dir():
        return []
    folders = (path for path in root.iterdir() if path.is_dir() and path.name[0].isalnum())
    return sorted(path.name for path in folders if any(next(path.glob(kind), None) for kind in GAME_FILES))


def papers(shared: Path) -> Mapping[str, Paper]:
    """Return the named papers. Raises DataError when papers.toml is wrong; a folder without one gets the packaged."""
    return {name: found for name, found in _papers(shared).items() if name != CUSTOM}


def paper(name: str, shared: Path) -> Paper:
    """Return a paper by name in any case, or for a size: "210x297", "210x297mm", "8.5x11in" (bare numbers are mm).

    A size takes margin and settings from [custom]; its id is the name without blanks, in lower case.
    Raises DataError for anything else, with the valid names.
    """
    known = _papers(shared)
    wanted = "".join(name.casefold().split()).replace("×", "x")
    if wanted in known and wanted != CUSTOM:
        return known[wanted]
    valid = [other for other in known if other != CUSTOM]
    try:
        width, height = units.size(wanted)
    except ValueError:
        message = f'"{name}" is not a paper; allowed: {listed(valid)}, or a size such as 210x297mm or 8.5x11in'
        raise DataError([Problem(PAPER_OPTION, 0, "", message, meant(wanted, valid))]) from None
    if max(width, height) > LARGEST_PAPER:
        message = f'"{name}" is too large; allowed: up to {units.tidy(LARGEST_PAPER)} mm'
        raise DataError([Problem(PAPER_OPTION, 0, "", message)])
    base = known.get(CUSTOM, Paper(CUSTOM, width, height, 4.5))
    id_ = wanted if wanted.endswith(("mm", "cm", "in", "pt")) else f"{wanted}mm"
    return Paper(
        id=id_.replace(",", "."),
        width=width,
        height=height,
        margin=base.margin,
        printer_offset=base.printer_offset,
        layout_offset=base.layout_offset,
        back_offset=base.back_offset,
        crop_marks=base.crop_marks,
    )


def _papers(shared: Path) -> dict[str, Paper]:
    """Return all papers of papers.toml, [custom] included (its size means nothing)."""
    file = shared / "papers.toml"
    if not file.is_file() and shared != _packaged() / SHARED:
        return _papers(_packaged() / SHARED)
    problems: list[Problem] = []
    text = source.read(file, f"{shared.name}/{file.name}", problems)
    found = {name.casefold(): _one_paper(name, text) for name in (text.raw if text else ()) if text}
    if problems:
        raise DataError(problems)
    return {name: one for name, one in found.items() if one}


def _one_paper(name: str, file: source.Source) -> Paper | None:
    """Return one paper, None after telling what is wrong with it."""
    table = file.raw[name]
    if not isinstance(table, Mapping):
        file.tell((name,), "a paper is a table", f'write [{name}] and below it size = "210x297mm"')
        return None
    raw = {"size": "1x1mm", **table} if name == CUSTOM else table
    model = read(PaperTable, raw, Terms(), lambda path, message, hint: file.tell((name, *path), message, hint))
    return model.made(name.casefold()) if model else None


def roots(explicit: Path | None, cwd: Path) -> Path:
    """Return the template folder: the one asked for, else `templates` in `cwd`, else the packaged copy.

    Raises DataError when the folder asked for does not exist.
    """
    if explicit is not None:
        if not explicit.is_dir():
            raise DataError([Problem(explicit.as_posix(), 0, "", "there is no such template folder")])
        return explicit
    return cwd / "templates" if (cwd / "templates").is_dir() else _packaged()


def shared_folder(root: Path) -> Path:
    """Return the folder of papers, base frames and icons that goes with a template folder."""
    own = root / SHARED
    return own if own.is_dir() else _packaged() / SHARED


def _packaged() -> Path:
    """Return the templates that come with the press: inside the package, or beside it in a checkout."""
    package = Path(__file__).resolve().parents[2]
    inside = package / "templates"
    return inside if inside.is_dir() else package.parent / "templates"
