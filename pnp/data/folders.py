"""Where games and what they share lie: the template folder, the folders in it, the copy that comes with the press.

Before reading; looks at names alone, so that who only asks where something is loads no reader.
"""

from __future__ import annotations

from pathlib import Path

from pnp.errors import DataError, Problem

SHARED = "_shared"
GAME_FILES = ("*.toml", "*.csv", "rules.*.md")  # any of them makes a folder a game, or the beginning of one


def names(root: Path) -> list[str]:
    """Return the names of the games in `root`, sorted: every folder that holds a game's files, also if only begun.

    A folder of anything else, such as finished PDFs, is nobody's game.
    """
    if not root.is_dir():
        return []
    folders = (path for path in root.iterdir() if path.is_dir() and path.name[0].isalnum())
    return sorted(path.name for path in folders if any(next(path.glob(kind), None) for kind in GAME_FILES))


def roots(explicit: Path | None, cwd: Path) -> Path:
    """Return the template folder: the one asked for, else `templates` in `cwd`, else the packaged copy.

    Raises DataError when the folder asked for does not exist.
    """
    if explicit is not None:
        if not explicit.is_dir():
            raise DataError([Problem(explicit.as_posix(), 0, "", "there is no such template folder")])
        return explicit
    return cwd / "templates" if (cwd / "templates").is_dir() else packaged()


def shared_folder(root: Path) -> Path:
    """Return the folder of papers, base frames and icons that goes with a template folder."""
    own = root / SHARED
    return own if own.is_dir() else packaged() / SHARED


def packaged() -> Path:
    """Return the templates that come with the press: inside the package, or beside it in a checkout."""
    package = Path(__file__).resolve().parents[1]
    inside = package / "templates"
    return inside if inside.is_dir() else package.parent / "templates"
