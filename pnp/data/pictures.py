"""Which pictures a game has. Only names and places are collected here; `pnp.art` reads the files.

A picture is called by its place under `art/` without ending: `herald`, or `new/tower` for `art/new/tower.png`. Authors
also write the ending, `art/` in front, or backslashes as separators; all of these are the same name. A name never leads
out of the folder, and upper and lower case differ on every system.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from pnp.errors import Problem
from pnp.values import dataclass, field

if TYPE_CHECKING:
    from pnp.data.source import Source
    from pnp.data.where import KeyPath

ENDINGS = (".svg", ".png", ".jpg", ".jpeg")
_PAGES, _PIXELS = "export it as SVG", "save it as PNG"
OTHERS = {
    **dict.fromkeys((".pdf", ".ai", ".eps"), _PAGES),
    **dict.fromkeys((".webp", ".gif", ".bmp", ".tif", ".tiff", ".avif", ".heic", ".psd", ".xcf"), _PIXELS),
}
"""Endings of pictures that are not read, and what to do about them."""


def clean(name: str) -> str:
    """Return the name under which a picture is filed, for any way to write it; "" when it leads out of the folder."""
    parts = [part for part in name.strip().replace("\\", "/").split("/") if part != "."]
    if ".." in parts or parts[0] == "" or re.fullmatch(r"[A-Za-z]:.*", parts[0]):
        return ""
    if parts[0] == "art" and len(parts) > 1:
        parts = parts[1:]
    path = PurePosixPath(*parts) if parts else PurePosixPath()
    return str(path.with_suffix("")) if path.suffix.lower() in ENDINGS else str(path)


@dataclass(frozen=True, slots=True)
class Pictures(Mapping[str, Path]):
    """Pictures by name, in order of name; any way to write a name finds its picture. `others` cannot be read."""

    paths: Mapping[str, Path] = field(default_factory=dict)
    others: tuple[str, ...] = ()

    def __getitem__(self, name: str) -> Path:
        path = self.paths.get(name) or self.paths[clean(name)]
        if path.suffix != (_ending(name) or path.suffix):
            raise KeyError(name)
        return path

    def __iter__(self) -> Iterator[str]:
        return iter(self.paths)

    def __len__(self) -> int:
        return len(self.paths)


def collect(folder: Path, shown: str, problems: list[Problem]) -> Pictures:
    """List the pictures in `folder` and the folders inside it; a folder that does not exist has none.

    Files that are no pictures are passed over. Two pictures of one name, and links that lead out of the folder, are
    problems.
    """
    found: dict[str, Path] = {}
    others: list[str] = []
    root = folder.resolve()
    for base, folders, files in os.walk(folder):
        folders.sort()
        for file in sorted(files):
            path = Path(base, file)
            place = path.relative_to(folder)
            if path.suffix.lower() in OTHERS:
                others.append(place.as_posix())
            if path.suffix.lower() not in ENDINGS or file.startswith("."):
                continue
            name = place.with_suffix("").as_posix()
            if not path.is_file():
                message = "cannot be read: it is no file, or a link to none"
                problems.append(Problem(f"{shown}/{place.as_posix()}", 0, "", message))
            elif path.is_symlink() and not path.resolve().is_relative_to(root):
                message = "this link leads out of the game's folder"
                problems.append(Problem(f"{shown}/{place.as_posix()}", 0, "", message))
            elif name in found:
                message = f"{found[name].name} beside it has the same name; endings do not tell pictures apart"
                problems.append(Problem(f"{shown}/{place.as_posix()}", 0, "", message, "rename one of the two"))
            else:
                found[name] = path
    return Pictures(dict(sorted(found.items())), tuple(others))


def places(pictures: Pictures, folder: Path) -> list[str]:
    """Return the files of pictures by their place below `folder`, sorted."""
    return sorted(path.relative_to(folder).as_posix() for path in pictures.values())


def fault(name: str, pictures: Pictures) -> tuple[str, str] | None:
    """Return sentence and hint when no picture is called `name`, None when there is one."""
    if name in pictures:
        return None
    if not clean(name):
        return f'"{name}" leads out of the game\'s folder; pictures lie in art/', ""
    files = {f"art/{key}{path.suffix}": key for key, path in pictures.items()}
    folded = clean(name).casefold()
    for file, key in files.items():
        if key.casefold() == folded:
            return f'there is no picture "{name}" in art/', f"did you mean {file}? Case and ending count"
    for file in pictures.others:
        path = PurePosixPath(file.casefold())
        if folded in (str(path), str(path.with_suffix(""))):
            kind = path.suffix[1:].upper()
            return f"art/{file}: {kind} art is not supported; allowed are SVG, PNG and JPEG", OTHERS[path.suffix]
    from pnp.near import listed, near

    close = near(clean(name), pictures)
    hint = next((f"did you mean {file}?" for file, key in files.items() if key == close), "")
    have = f"art/ has {listed(pictures)}" if pictures else "art/ has no picture"
    return f'there is no picture "{name}" in art/', hint or have


def check_picture(source: Source, path: KeyPath, name: object, pictures: Pictures) -> None:
    """Tell at `path` of a name that is no picture's; a blank one names none."""
    missing = fault(name, pictures) if isinstance(name, str) and name else None
    if missing:
        source.tell(path, *missing)


def _ending(name: str) -> str:
    """Return the ending that an author wrote, if it is one of a picture."""
    ending = PurePosixPath(name.strip().replace("\\", "/")).suffix
    return ending if ending.lower() in ENDINGS else ""
