"""Every shipped face as a small picture, and what printers and eyes make of its colours.

Pictures are drawn once in a process, a piece at a time, by the press's own way: face, PDF, pdfium. Colour blindness is
simulated by Machado, Oliveira & Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency",
IEEE Transactions on Visualization and Computer Graphics 15 (2009) 1291-1298, with their matrices for severity 1.0 on
linear sRGB. Differences of colours are CIEDE2000: Sharma, Wu & Dalal, Color Research and Application 30 (2005) 21-30.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias

import pypdfium2
from PIL import Image, ImageChops, ImageFilter, ImageStat

from pnp import build
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

Lab: TypeAlias = tuple[float, float, float]
Eye: TypeAlias = Literal["protanopia", "deuteranopia", "tritanopia"]
EYES: dict[Eye, tuple[tuple[float, float, float], ...]] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


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


def simulated(color: tuple[float, float, float], eye: Eye) -> tuple[float, float, float]:
    """Return the sRGB colour (0 to 1) that looks to everyone as `color` looks to `eye`."""
    red, green, blue = map(_linear, color)
    found = [min(1.0, max(0.0, a * red + b * green + c * blue)) for a, b, c in EYES[eye]]
    return _bent(found[0]), _bent(found[1]), _bent(found[2])


def parts(color: str) -> tuple[float, float, float]:
    """Return "#rrggbb" as red, green and blue from 0 to 1."""
    red, green, blue = bytes.fromhex(color[1:])
    return red / 255, green / 255, blue / 255


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _bent(value: float) -> float:
    return 12.92 * value if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055


def lab(color: tuple[float, float, float]) -> Lab:
    """Return CIELAB (white D65, IEC 61966-2-1) of an sRGB colour."""
    red, green, blue = map(_linear, color)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (t ** (1 / 3) if t > (6 / 29) ** 3 else t * 841 / 108 + 4 / 29 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def difference(one: Lab, two: Lab) -> float:
    """Return the CIEDE2000 difference with all weights 1; about 1 is just seen between patches side by side."""
    (l1, a1, b1), (l2, a2, b2) = one, two
    mean7 = ((math.hypot(a1, b1) + math.hypot(a2, b2)) / 2) ** 7
    g = 1.5 - 0.5 * math.sqrt(mean7 / (mean7 + 25.0**7))
    c1, c2 = math.hypot(g * a1, b1), math.hypot(g * a2, b2)
    h1, h2 = (math.degrees(math.atan2(b, g * a)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    h = h1 + h2 if c1 * c2 == 0 else h1 + turn / 2
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    weight = 1 - sum(
        part * math.cos(math.radians(times_h * h + shift))
        for part, times_h, shift in ((0.17, 1, -30), (-0.24, 2, 0), (-0.32, 3, 6), (0.20, 4, -63))
    )
    dl = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / math.sqrt(20 + (light - 50) ** 2))
    dc = (c2 - c1) / (1 + 0.045 * chroma)
    dh = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2)) / (1 + 0.015 * chroma * weight)
    around = 30 * math.exp(-((((h % 360) - 275) / 25) ** 2))
    twist = -2 * math.sqrt(chroma**7 / (chroma**7 + 25.0**7)) * math.sin(math.radians(2 * around))
    return math.sqrt(dl**2 + dc**2 + dh**2 + twist * dc * dh)
