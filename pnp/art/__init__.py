"""Pictures that authors draw: SVG, PNG and JPEG files become shapes of the scene, placed and recoloured.

Between the author's files and everything that draws. Knows no game, no page and no renderer. The readers are loaded
when the first picture is read.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Literal, assert_never

from pnp import scene
from pnp.art.problem import ArtProblem, shown
from pnp.near import near
from pnp.scene import Gradient, Group, Image, Layer, Link, Paint, Rect, Shape, Stop, Text

__all__ = ["Art", "ArtProblem", "placed", "read", "recolored"]

_KEPT = 4096  # pictures remembered; above that all are read again
_BLACK = 0x1A  # a colour whose every part is at most this counts as black when art is recoloured


@dataclass(frozen=True, slots=True, eq=False)
class Art:
    """A picture in its own units from (0, 0) to (width, height); `shape.once` is True.

    Equal only to itself: the same file read twice gives the same object, so that renderers store it a single time.
    """

    width: float
    height: float
    shape: Group


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
    from pnp.art.pixels import is_pixels, pixels

    if is_pixels(data):
        found = pixels(data)
        box = Rect(0, 0, found.width_px, found.height_px)
        return _Known(Art(box.width, box.height, Group((Image(box, found),), once=True)), ())
    if path.suffix.lower() == ".pdf":
        raise ArtProblem("PDF art is not supported", "export the page as SVG")
    if path.suffix.lower() != ".svg":
        raise ArtProblem("is not a picture that can be read", "allowed are SVG, PNG and JPEG files")
    from pnp.art.svg import read_svg

    links: list[tuple[Path, bytes]] = []
    return _Known(Art(*read_svg(data, _fetcher(path.parent, root, links))), tuple(links))


def _fetcher(folder: Path, root: Path, links: list[tuple[Path, bytes]]) -> Callable[[str], bytes]:
    """Return what fetches the files an SVG refers to: relative to the SVG, never outside `root`, exact in case."""

    def fetch(href: str) -> bytes:
        name = href.replace("\\", "/")
        if not name or ":" in name or name.startswith(("/", "#")):
            raise ArtProblem(
                f'refers to "{shown(href)}"', "only files of the game's folder can be used, by relative path"
            )
        path = folder / name
        if not path.resolve().is_relative_to(root.resolve()):
            raise ArtProblem(f'refers to "{shown(href)}", which is outside the game\'s folder')
        data = _bytes(path, name)
        _exact(path, name)
        links.append((path, data))
        return data

    return fetch


def _bytes(path: Path, name: str) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        _exact(path, name)
        raise
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


def placed(art: Art, box: Rect, fit: Literal["contain", "cover", "stretch"]) -> Group:
    """Return the picture laid on `box` (mm): whole and centred, filling and cut at the box, or stretched."""
    across, down = box.width / art.width, box.height / art.height
    if fit == "contain":
        across = down = min(across, down)
    elif fit == "cover":
        across = down = max(across, down)
    x = box.x + (box.width - across * art.width) / 2
    y = box.y + (box.height - down * art.height) / 2
    clip = None
    if fit == "cover":
        seen = Rect((box.x - x) / across, (box.y - y) / down, box.width / across, box.height / down)
        clip = scene.Path(scene.rectangle(seen))
    return Group((art.shape,), (across, 0.0, 0.0, down, x, y), clip)


@lru_cache(maxsize=1024)
def recolored(art: Art, color: str, paper: str = "") -> Art:
    """Return one-colour art in another colour: every black fill, line and gradient stop becomes `color`.

    White details become `paper`, if given: for art on a ground that is no paper.
    """
    shape = _recolored(art.shape, color, paper)
    assert isinstance(shape, Group)
    return Art(art.width, art.height, shape)


def _recolored(shape: Shape, color: str, paper: str) -> Shape:
    match shape:
        case scene.Path():
            stroke = shape.stroke and replace(shape.stroke, paint=_paint(shape.stroke.paint, color, paper))
            return replace(shape, fill=shape.fill and _paint(shape.fill, color, paper), stroke=stroke)
        case Text():
            return replace(shape, fill=_flat(shape.fill, color, paper))
        case Group() | Layer():
            return replace(shape, children=tuple(_recolored(child, color, paper) for child in shape.children))
        case Image() | Link():
            return shape
        case _:
            assert_never(shape)


def _paint(paint: Paint, color: str, paper: str) -> Paint:
    if isinstance(paint, Gradient):
        stops = tuple(Stop(stop.offset, _flat(stop.color, color, paper), stop.opacity) for stop in paint.stops)
        return replace(paint, stops=stops)
    return _flat(paint, color, paper)


def _flat(found: str, color: str, paper: str) -> str:
    channels = bytes.fromhex(found[1:])
    if max(channels) <= _BLACK:
        return color
    return paper if paper and min(channels) >= 0xFF - _BLACK else found
