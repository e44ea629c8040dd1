"""Marks round the parts of a tiled face: where to cut, where to glue, which letters meet. Part of laying tiles.

The left and upper edges of a part are cut and laid over the strip of the neighbour that shows the same. Every mark
stands outside the part, so that both pages show the overlap alike. All lengths are mm. Knows no game.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from pnp.layout import text
from pnp.layout.furniture import FAMILY, INK, WEIGHT, Slug
from pnp.layout.marks import LAYER as CROP
from pnp.layout.marks import WIDTH, span
from pnp.layout.tilings import JOIN, Tile, Tiling
from pnp.scene import BLACK, WHITE, Group, Layer, Path, Rect, Segment, Shape, Stroke, ellipse, line
from pnp.units import fits
from pnp.values import dataclass

LAYER = "join marks"
NEAR = 1.0  # from the part to a mark
DASH = (1.2, 0.8)  # of the marks at the end of a glue strip
RADIUS = 2.3  # of the disc of a letter
LETTER, WORDS, NAME = 8.0, 6.5, 11.0  # pt
BOLD = 600
GAP = 1.6  # between a letter and the words beside it
NAME_FROM = 6.0  # from the left edge of a part: past the marks of cut and trim

Edge: TypeAlias = Literal["left", "top", "right", "bottom"]


@dataclass(frozen=True, slots=True)
class Join:
    """A seam as one of its two pages shows it: the letter and the edge it stands at."""

    letter: str
    edge: Edge

    @property
    def cut(self) -> bool:
        """Whether this page is cut at the seam; the other one is glued."""
        return self.edge in ("left", "top")


def joins(tiling: Tiling, tile: Tile) -> tuple[Join, ...]:
    """Return the seams of a part."""
    found = []
    for letter, one, other in tiling.seams():
        beside = one.row == other.row
        if one == tile:
            found.append(Join(letter, "right" if beside else "bottom"))
        elif other == tile:
            found.append(Join(letter, "left" if beside else "top"))
    return tuple(found)


def join_marks(tiling: Tiling, tile: Tile, slug: Slug) -> Layer:
    """Return the name of a part and the marks of its seams."""
    found: list[Shape] = []
    seams = joins(tiling, tile)
    for cut in (True, False):
        edges = [join.edge for join in seams if join.cut == cut]
        segments = tuple(segment for edge in edges for segment in _ends(edge, tile.window, tiling.overlap))
        if segments:
            found.append(Path(segments, stroke=Stroke(BLACK, WIDTH, () if cut else DASH)))
    edges = [join.edge for join in seams if join.cut]
    if edges:
        found.append(Path(tuple(_along(tile.window, edges)), stroke=Stroke(BLACK, WIDTH)))
    for join in seams:
        found += _letter(join, tile.window, slug.word("tile_cut" if join.cut else "tile_glue"))
    found.append(_name(tile))
    return Layer(LAYER, tuple(found))


def _ends(edge: Edge, window: Rect, overlap: float) -> Iterator[Segment]:
    """Yield a short line beyond both ends of the line to cut along, or of the one that the neighbour is laid to."""
    far = JOIN - 1.0
    upright = edge in ("left", "right")
    at = {"left": window.x, "top": window.y, "right": window.right - overlap, "bottom": window.bottom - overlap}[edge]
    ends = (window.y, window.bottom) if upright else (window.x, window.right)
    for start, end in ((ends[0] - far, ends[0] - NEAR), (ends[1] + NEAR, ends[1] + far)):
        yield from line(at, start, at, end) if upright else line(start, at, end, at)


def _along(window: Rect, edges: list[Edge]) -> Iterator[Segment]:
    """Yield the lines to cut along, just outside the part."""
    box = window.grown(WIDTH / 2)
    if "left" in edges:
        yield from line(box.x, window.y, box.x, window.bottom)
    if "top" in edges:
        yield from line(window.x, box.y, window.right, box.y)


def _letter(join: Join, window: Rect, words: str) -> Iterator[Shape]:
    """Yield the letter of a seam at the middle of its edge, and what to do there beside it."""
    off = JOIN / 2 + 0.25
    across, down = window.x + window.width / 2, window.y + window.height / 2
    x, y = {
        "left": (window.x - off, down),
        "top": (across, window.y - off),
        "right": (window.right + off, down),
        "bottom": (across, window.bottom + off),
    }[join.edge]
    yield disc(join.letter, x, y, RADIUS, LETTER)
    upright = join.edge in ("left", "right")
    length = text.width(words, family=FAMILY, size=WORDS)
    if fits(RADIUS + GAP + length, (window.height if upright else window.width) / 2):
        far, half = RADIUS + GAP, text.capital(FAMILY, WEIGHT, WORDS) / 2
        place = (x + half, y - far) if upright else (x + far, y + half)
        yield text.label(words, *place, family=FAMILY, size=WORDS, color=INK, quarters=3 if upright else 0)


def disc(letter: str, x: float, y: float, radius: float, size: float) -> Group:
    """Return a letter in a ring."""
    ring = Path(ellipse(x, y, radius), fill=WHITE, stroke=Stroke(BLACK, 0.35))
    baseline = y + text.capital(FAMILY, BOLD, size) / 2
    return Group((ring, text.label(letter, x, baseline, family=FAMILY, weight=BOLD, size=size, align="center")))


def _name(tile: Tile) -> Group:
    """Return the name of a part above its top left corner, clear of the mark there."""
    x, y = tile.window.x + NAME_FROM, tile.window.y - NEAR - 0.8
    return text.label(tile.name, x, y, family=FAMILY, weight=BOLD, size=NAME)


def trim_marks(tiling: Tiling, tile: Tile, trim: Rect, bleed: float) -> Layer | None:
    """Return the marks at the corners of the finished face that lie on this page; `trim` is a place on the face."""
    reach = span(bleed + JOIN, bleed)
    if reach is None:
        return None
    dx, dy = tile.window.x - tile.part.x, tile.window.y - tile.part.y
    near, far = reach
    segments: list[Segment] = []
    columns = ((0, trim.x + dx, -1), (tiling.columns - 1, trim.right + dx, 1))
    rows = ((0, trim.y + dy, -1), (tiling.rows - 1, trim.bottom + dy, 1))
    for column, x, right in columns:
        for row, y, down in rows:
            if (row, column) == (tile.row, tile.column):
                segments += line(x, y + down * near, x, y + down * far)
                segments += line(x + right * near, y, x + right * far, y)
    return Layer(CROP, (Path(tuple(segments), stroke=Stroke(BLACK, WIDTH)),)) if segments else None
