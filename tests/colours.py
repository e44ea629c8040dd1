"""Every shipped face as a small picture, and what printers and eyes make of its colours.

Pictures are drawn once in a process, a piece at a time, by the press's own way: face, PDF, pdfium. Colours are
simulated and compared by `pnp.colours`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

import pypdfium2
from PIL import Image, ImageChops, ImageFilter, ImageStat

from pnp import build
from pnp.colours import Eye, simulated
from pnp.data.game import Game
from pnp.layout.piece import Face, Piece
from pnp.layout.thrift import thrifty
from pnp.scene import IDENTITY, Document, Group, Layer, Matrix, Page, Shape, Text, times
from pnp.scene import Path as Outline
from tests import shipped

ROOT = Path(__file__).parent.parent / "templates"
SLUGS = tuple(sorted(path.parent.name for path in ROOT.glob("*/game.toml")))
SCALE = 4  # pixels a millimetre: pdfium draws no line thinner than a pixel, and ours may be 0.25 mm
GRID = 32


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a face: what it is called in messages, where it belongs, its shapes and its picture."""

    piece: Piece
    face: Face
    number: int
    name: Literal["front", "back"]
    shape: Shape
    picture: Image.Image
    ink: float

    def __str__(self) -> str:
        return f"{self.piece.id} {self.number:02d} {self.name} ({self.face.name})"


def game(slug: str) -> Game:
    return shipped.BY_SLUG[slug]


def pieces(slug: str, ink: build.Ink = "full", lang: str = "en") -> tuple[Piece, ...]:
    """Return the game's pieces; a poster is left out, for it is another piece on several pages."""
    return _pieces(slug, ink, lang)


@cache
def _pieces(slug: str, ink: build.Ink, lang: str) -> tuple[Piece, ...]:
    made = tuple(piece for piece in shipped.pieces(slug, lang) if piece.kind != "poster")
    return tuple(thrifty(piece) for piece in made) if ink == "low" else made


def sides(slug: str, ink: build.Ink = "full", lang: str = "en") -> tuple[Side, ...]:
    """Return every different side of every face of a game; one that several faces share stands with the first.

    Other languages than English are drawn half as large: enough to compare faces, too coarse to measure ink exactly.
    """
    return _sides(slug, ink, lang)


@cache
def _sides(slug: str, ink: build.Ink, lang: str) -> tuple[Side, ...]:
    scale = SCALE if lang == "en" else SCALE // 2
    return tuple(side for piece in pieces(slug, ink, lang) for side in _sides_of(piece, scale))


def _sides_of(piece: Piece, scale: int) -> Iterator[Side]:
    found: dict[int, tuple[Face, int, Literal["front", "back"], Shape]] = {}
    for number, face in enumerate(piece.faces, 1):
        found.setdefault(id(face.front), (face, number, "front", face.front))
        if face.back is not None:
            found.setdefault(id(face.back), (face, number, "back", face.back))
    pages = [build.face_page(piece, shape) for *_, shape in found.values()]
    for about, picture in zip(found.values(), drawn(pages, scale), strict=True):
        yield Side(piece, *about, picture.reduce(scale // 2), inked(picture))


def drawn(pages: Sequence[Page], scale: int = SCALE) -> Iterator[Image.Image]:
    """Draw pages at `scale` pixels a millimetre, all of them from one PDF."""
    document = pypdfium2.PdfDocument(build.pdf(Document(tuple(pages), "", "", "", "", "en")))
    for page in document:
        yield page.render(scale=scale * 25.4 / 72 * (1 - 1e-6)).to_pil().convert("RGB")
    document.close()


def inked(picture: Image.Image) -> float:
    """Return how much of a picture is inked, from 0 to 1: the mean of each pixel's strongest ink."""
    red, green, blue = picture.split()
    return 1 - ImageStat.Stat(ImageChops.darker(ImageChops.darker(red, green), blue)).mean[0] / 255


@cache
def used(slug: str, ink: build.Ink) -> tuple[float, float]:
    """Return how many mm² all faces of a game have inked, copies counted, and how many mm² they have."""
    shares = {(side.piece.id, id(side.shape)): side.ink for side in sides(slug, ink)}
    inked_area = area = 0.0
    for piece in pieces(slug, ink):
        for face in piece.faces:
            for shape in (face.front, face.back):
                if shape is not None:
                    each = face.copies * piece.width * piece.height
                    inked_area, area = inked_area + each * shares[piece.id, id(shape)], area + each
    return inked_area, area


def leaves(shape: Shape, matrix: Matrix = IDENTITY) -> Iterator[tuple[Outline | Text, Matrix]]:
    """Yield every outline and every text below a shape with the matrix that leads to millimetres."""
    if isinstance(shape, Group):
        for child in shape.children:
            yield from leaves(child, times(matrix, shape.matrix))
    elif isinstance(shape, Layer):
        for child in shape.children:
            yield from leaves(child, matrix)
    elif isinstance(shape, (Outline, Text)):
        yield shape, matrix


def grid(picture: Image.Image, size: int = GRID) -> Image.Image:
    """Return a picture in greys on `size` × `size` cells, each the mean of what lies in it."""
    return picture.convert("L").resize((size, size), Image.Resampling.BOX)


def apart(one: Image.Image, two: Image.Image) -> float:
    """Return the mean difference of two pictures of one size and mode, from 0 to 1."""
    means = ImageStat.Stat(ImageChops.difference(one, two)).mean
    return sum(means) / len(means) / 255


@cache
def seen_by(eye: Eye) -> ImageFilter.Color3DLUT:
    """Return the filter that turns a picture into what `eye` sees of it."""
    return ImageFilter.Color3DLUT.generate(17, lambda *color: simulated(color, eye))
