"""Pieces with nothing but names on them, papers, and a reader of finished pages that goes by the scene alone."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import pypdf
from hypothesis import strategies as st
from PIL import Image as Picture

from pnp.data.paper import Paper
from pnp.layout.furniture import LAYER as FURNITURE
from pnp.layout.geometry import How
from pnp.layout.impose import Imposed, Slug, impose
from pnp.layout.marks import LAYER as MARKS
from pnp.layout.piece import Face, Piece
from pnp.render import pdf, png
from pnp.scene import (
    BLACK,
    IDENTITY,
    Document,
    Group,
    Layer,
    Link,
    Matrix,
    Page,
    Path,
    Rect,
    Shape,
    Text,
    apply,
    rectangle,
    times,
)

A3 = Paper("a3", 297.0, 420.0, 4.5)
A4 = Paper("a4", 210.0, 297.0, 4.5)
A5 = Paper("a5", 148.0, 210.0, 4.5)
LETTER = Paper("letter", 215.9, 279.4, 4.5)
SLUG = Slug("Bull cards", "Small Fiesta", "1.0", {})

Grid = list[list[str | None]]
Line = tuple[float, float, float, float]


def side(name: str, width: float, height: float, bleed: float) -> Group:
    """Return one side of a card: ink over trim and bleed, and its name."""
    return Group((Path(rectangle(Rect(0, 0, width, height).grown(bleed)), fill="#1d4e89"),), label=name)


def deck(
    fronts: Sequence[str],
    backs: Sequence[str | None] = (),
    *,
    size: tuple[float, float] = (63.0, 88.0),
    bleed: float = 3.0,
    gutter: float = 0.0,
    copies: Sequence[int] = (),
    cut: bool = True,
) -> Piece:
    """Return a piece with one face for each front; `backs` lie behind them in the same order."""
    faces = []
    for index, front in enumerate(fronts):
        back = backs[index] if backs else None
        faces.append(
            Face(
                f"card {index + 1}",
                side(front, *size, bleed),
                side(back, *size, bleed) if back else None,
                copies[index] if copies else 1,
            )
        )
    return Piece("cards", "Bull cards", "cards" if cut else "sheet", *size, bleed, gutter, cut, tuple(faces))


def numbered(letter: str, count: int) -> list[str]:
    """Return names such as F1, F2, F3."""
    return [f"{letter}{number}" for number in range(1, count + 1)]


@dataclass(frozen=True)
class Seen:
    """One side of a card on a page: its trim, how far it is turned (degrees clockwise), and where its ink may be."""

    name: str
    trim: Rect
    turn: int
    ink: Rect | None


def seen(page: Page, piece: Piece) -> list[Seen]:
    """Return what lies on a page, in the order of drawing, read from the matrices and clips of its groups."""
    return [one for shape in page.shapes if isinstance(shape, Group) for one in _walk(shape, IDENTITY, None, piece)]


def _walk(shape: Shape, outer: Matrix, ink: Rect | None, piece: Piece) -> Iterator[Seen]:
    if not isinstance(shape, Group):
        return
    matrix = times(outer, shape.matrix)
    if shape.clip:
        assert ink is None
        ink = bounds([apply(matrix, x, y) for x, y in points(shape.clip)])
    if any(isinstance(child, Path) for child in shape.children):
        a, b, c, d, _, _ = matrix
        assert (a * d - b * c, abs(a) + abs(b)) == (1.0, 1.0), "scaled, mirrored or skewed"
        turn = {(1.0, 0.0): 0, (0.0, 1.0): 90, (-1.0, 0.0): 180, (0.0, -1.0): 270}[a, b]
        corners = [apply(matrix, x, y) for x in (0.0, piece.width) for y in (0.0, piece.height)]
        yield Seen(shape.label, bounds(corners), turn, ink)
        return
    for child in shape.children:
        yield from _walk(child, matrix, ink, piece)


def grid_of(page: Page, piece: Piece, columns: int, rows: int) -> Grid:
    """Return the names on a page as a grid of cells, None where nothing lies; it must be in the page's middle."""
    left = (page.width - columns * piece.width - (columns - 1) * piece.gutter) / 2
    top = (page.height - rows * piece.height - (rows - 1) * piece.gutter) / 2
    grid: Grid = [[None] * columns for _ in range(rows)]
    for one in seen(page, piece):
        column = (one.trim.x - left) / (piece.width + piece.gutter)
        row = (one.trim.y - top) / (piece.height + piece.gutter)
        assert max(abs(column - round(column)), abs(row - round(row))) < 1e-6
        assert grid[round(row)][round(column)] is None
        grid[round(row)][round(column)] = one.name
    return grid


def layers(page: Page, name: str) -> list[Layer]:
    """Return the layers of a page with this name."""
    return [shape for shape in page.shapes if isinstance(shape, Layer) and shape.name == name]


def marks(page: Page) -> list[Line]:
    """Return the black lines of the crop marks of a page, each from its upper or left end."""
    found: list[Line] = []
    for layer in layers(page, MARKS):
        for path in layer.children:
            assert isinstance(path, Path)
            assert path.stroke is not None
            ends = points(path)
            assert [segment[0] for segment in path.segments] == ["M", "L"] * (len(ends) // 2)
            if path.stroke.paint == BLACK:
                found += [(*ends[at], *ends[at + 1]) for at in range(0, len(ends), 2)]
    return found


def furniture_boxes(page: Page) -> list[tuple[str, Rect]]:
    """Return the rectangle of each shape of the page furniture, with its text or ""."""
    found: list[tuple[str, Rect]] = []
    for layer in layers(page, FURNITURE):
        for shape in layer.children:
            found += _boxes(shape, IDENTITY)
    return found


def _boxes(shape: Shape, outer: Matrix) -> Iterator[tuple[str, Rect]]:
    match shape:
        case Group():
            for child in shape.children:
                yield from _boxes(child, times(outer, shape.matrix))
        case Path():
            box = bounds([apply(outer, x, y) for x, y in passed(shape)])
            yield "", box.grown(shape.stroke.width / 2 if shape.stroke else 0.0)
        case Text():
            right = shape.x + shape.run.advance * shape.size
            corners = ((shape.x, shape.y - 0.74 * shape.size), (right, shape.y + 0.2 * shape.size))
            yield shape.run.text, bounds([apply(outer, *corner) for corner in corners])
        case _:
            assert not isinstance(shape, Link)
            raise AssertionError(shape)


def points(path: Path) -> list[tuple[float, float]]:
    """Return all points of a path, handles of curves too."""
    found = []
    for segment in path.segments:
        numbers = [number for number in segment[1:] if isinstance(number, float | int)]
        found += list(zip(numbers[::2], numbers[1::2], strict=True))
    return found


def passed(path: Path) -> list[tuple[float, float]]:
    """Return points that a path passes: the ends of its lines, and many along its curves."""
    found: list[tuple[float, float]] = []
    for segment in path.segments:
        if segment[0] == "C":
            _, x1, y1, x2, y2, x3, y3 = segment
            x0, y0 = found[-1]
            for t in (step / 32 for step in range(1, 33)):
                a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
                found.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
        elif segment[0] != "Z":
            found.append((segment[1], segment[2]))
    return found


def bounds(corners: Sequence[tuple[float, float]]) -> Rect:
    """Return the upright rectangle round some points."""
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def overlap(one: Rect, other: Rect) -> bool:
    """Say whether two rectangles share more than a micrometre."""
    wide = min(one.right, other.right) - max(one.x, other.x)
    high = min(one.bottom, other.bottom) - max(one.y, other.y)
    return wide > 0.001 and high > 0.001


def inside(one: Rect, other: Rect) -> bool:
    """Say whether `one` lies in `other`, to the micrometre."""
    return (
        one.x >= other.x - 0.001
        and one.y >= other.y - 0.001
        and one.right <= other.right + 0.001
        and one.bottom <= other.bottom + 0.001
    )


@st.composite
def pieces(draw: st.DrawFn) -> Piece:
    """Decks of any shape: some cards without backs, some several times, with and without bleed and gutter."""
    count = draw(st.integers(1, 12))
    size = draw(st.tuples(st.integers(100, 1200), st.integers(100, 1200)))
    backs = [f"B{at}" if there else None for at, there in enumerate(draw(_flags(count)), start=1)]
    return deck(
        numbered("F", count),
        backs,
        size=(size[0] / 10, size[1] / 10),
        bleed=draw(st.sampled_from([0.0, 1.5, 3.0])),
        gutter=draw(st.sampled_from([0.0, 1.25, 2.0, 4.0, 6.0, 12.5])),
        copies=draw(st.lists(st.integers(1, 9), min_size=count, max_size=count)),
    )


def _flags(count: int) -> st.SearchStrategy[list[bool]]:
    return st.lists(st.booleans(), min_size=count, max_size=count)


papers = st.builds(
    lambda width, height, margin: Paper("custom", width / 10, height / 10, margin),
    st.integers(1400, 4300),
    st.integers(1400, 4300),
    st.sampled_from([0.0, 4.5, 6.35, 10.0]),
)


def lay(piece: Piece, paper: Paper = A4, flip: Literal["long", "short"] = "long") -> Imposed:
    """Lay a piece out."""
    return impose(piece, paper, How(flip), SLUG)


def written(pages: tuple[Page, ...]) -> bytes:
    """Return pages as a PDF."""
    return pdf.render(Document(pages, "t", "a", "s", "k", "en"))


def mediaboxes(pages: tuple[Page, ...]) -> list[tuple[float, float]]:
    """Return width and height of each page in points, as an independent reader finds them."""
    reader = pypdf.PdfReader(io.BytesIO(written(pages)))
    boxes = [page.mediabox for page in reader.pages]
    assert {(box.left, box.bottom) for box in boxes} == {(0, 0)}
    return [(float(box.width), float(box.height)) for box in boxes]


def whites(page: Page, places: list[Rect]) -> list[tuple[int, int]]:
    """Return for parts of a page how many of their pixels are light, and how many there are, at 10 a mm."""
    with Picture.open(io.BytesIO(png.render(written((page,)), 0, 254))) as picture:
        grey = picture.convert("L")
    found = []
    for place in places:
        left, top, right, bottom = (round(10 * edge) for edge in (place.x, place.y, place.right, place.bottom))
        histogram = grey.crop((left, top, right, bottom)).histogram()
        found.append((sum(histogram[180:]), sum(histogram)))
    return found


POKER = (63.5, 88.9)
BRIDGE = (63.0, 88.0)
YUGI = (59.0, 86.0)
PT = 72 / 25.4


def cards(count: int, size: tuple[float, float] = POKER, *, backs: bool = False, **how: float) -> Piece:
    """Return a deck of numbered cards, of poker size unless told otherwise."""
    fronts = numbered("F", count)
    return deck(fronts, numbered("B", count) if backs else (), size=size, **how)  # type: ignore[arg-type]
