"""Pictures that authors draw: SVG, PNG and JPEG files become shapes of the scene, placed and recoloured.

Between the author's files and everything that draws. Knows no game, no page and no renderer. The readers are loaded
when the first picture is read.
"""

from __future__ import annotations

from collections.abc import Callable
from os.path import realpath
from pathlib import Path

from pnp.art.picture import Art
from pnp.art.placing import View, carried, coarsest, laid, placed
from pnp.art.problem import ArtProblem, shown
from pnp.art.recolor import dressed, recolored
from pnp.near import near
from pnp.scene import Group
from pnp.values import dataclass

__all__ = [
    "Art",
    "ArtProblem",
    "View",
    "carried",
    "coarsest",
    "dressed",
    "laid",
    "placed",
    "read",
    "recolored",
]

_KEPT = 4096  # pictures remembered; above that all are read again


@dataclass(frozen=True, slots=True)
class _Known:
    art: Art
    links: tuple[tuple[Path, bytes], ...]


_known: dict[tuple[Path, Path | None, bytes], _Known] = {}


def read(path: Path, root: Path | None = None) -> Art:
    """Return the picture in an .svg, .png or .jpg file; the same object as long as the file's bytes stay the same.

    Pictures that an SVG refers to must lie in `root` (the game's folder; None: the SVG's own folder).
    Raises ArtProblem with a line where there is one.
    """
    data = _bytes(path, path.name)
    key = (path, root, data)
    known = _known.get(key)
    if known is None or not all(_same(link, was) for link, was in known.links):
        _exact(path, path.name)
        known = _read(path, root or path.parent, data)
        if len(_known) >= _KEPT:
            _known.clear()
        _known[key] = known
    return known.art


def _read(path: Path, root: Path, data: bytes) -> _Known:
    from pnp.art.pixels import is_pixels, pixels, upright

    if is_pixels(data):
        width, height, shape = upright(pixels(data))
        return _Known(Art(width, height, Group((shape,), once=True)), ())
    if path.suffix.lower() == ".pdf":
        raise ArtProblem("PDF art is not supported", "export the page as SVG")
    if path.suffix.lower() != ".svg":
        raise ArtProblem("is not a picture that can be read", "allowed are SVG, PNG and JPEG files")
    from pnp.art.svg import read_svg

    links: list[tuple[Path, bytes]] = []
    return _Known(read_svg(data, _fetcher(path.parent, root, links)), tuple(links))


def _fetcher(folder: Path, root: Path, links: list[tuple[Path, bytes]]) -> Callable[[str], bytes]:
    """Return what fetches the files an SVG refers to: relative to the SVG, never outside `root`, exact in case."""

    def fetch(href: str) -> bytes:
        name = href.replace("\\", "/")
        if not name or ":" in name or name.startswith(("/", "#")):
            raise ArtProblem(
                f'refers to "{shown(href)}"', "only files of the game's folder can be used, by relative path"
            )
        path = folder / name
        if not Path(realpath(path)).is_relative_to(root.resolve()):
            raise ArtProblem(f'refers to "{shown(href)}", which is outside the game\'s folder')
        data = _bytes(path, name)
        _exact(path, name)
        links.append((path, data))
        return data

    return fetch


def _bytes(path: Path, name: str) -> bytes:
    try:
        if not path.is_file() and not path.is_dir():
            _exact(path, name)
            raise ArtProblem(f"{name} cannot be read: it is no file, or a link to none")
        return path.read_bytes()
    except OSError as error:
        raise ArtProblem(f"{name} cannot be read: {error.strerror}") from None


def _exact(path: Path, name: str) -> None:
    """Refuse a name that is not in its folder letter by letter: some systems open "bull.PNG" for "bull.png"."""
    beside = sorted(entry.name for entry in path.parent.iterdir()) if path.parent.is_dir() else []
    if path.name not in beside:
        other = near(path.name, beside)
        raise ArtProblem(f"there is no file {name}", f"did you mean {other}?" if other else "")


def _same(path: Path, data: bytes) -> bool:
    try:
        return path.read_bytes() == data
    except OSError:
        return False
