"""Finished drawings: frozen shapes at fixed places. Between layout and renderers; knows neither.

All lengths are millimetres, the origin is the top left corner, y grows downwards. Renderers translate these values and
decide nothing, so every output shows the same picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from pnp.values import dataclass

Color: TypeAlias = str  # "#rrggbb", lower or upper case
Matrix: TypeAlias = tuple[float, float, float, float, float, float]
"""(a, b, c, d, e, f): x' = a·x + c·y + e, y' = b·x + d·y + f, as in SVG."""

Segment: TypeAlias = (
    tuple[Literal["M", "L"], float, float]
    | tuple[Literal["C"], float, float, float, float, float, float]
    | tuple[Literal["Z"]]
)

Glyph: TypeAlias = tuple[int, int, float, float]
"""Number of a glyph, index into the text, x and y in em."""

Outline: TypeAlias = Literal["round", "square", "hex"]
"""What a piece that is no plain rectangle is cut to."""

IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
BLACK: Color = "#000000"
WHITE: Color = "#ffffff"
GREY: Color = "#9a9a9a"  # of guides: seen, but behind everything else


@dataclass(frozen=True, slots=True)
class Rect:
    """An upright rectangle: left, top, width, height."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    def grown(self, by: float) -> Rect:
        """Return the rectangle with `by` mm added on every side."""
        return Rect(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)


@dataclass(frozen=True, slots=True)
class Stop:
    """One colour of a gradient; `offset` and `opacity` from 0 to 1."""

    offset: float
    color: Color
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Gradient:
    """A linear (x1, y1, x2, y2) or radial (cx, cy, r, fx, fy) gradient; `matrix` leads to the shape's coordinates.

    A radial one that begins at a circle, not at the point (fx, fy), has the radius of that circle as sixth number.
    """

    kind: Literal["linear", "radial"]
    coords: tuple[float, ...]
    stops: tuple[Stop, ...]
    matrix: Matrix = IDENTITY


Paint: TypeAlias = Color | Gradient


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line along a path: width in mm; `dash` as lengths on and off in mm."""

    paint: Paint
    width: float
    dash: tuple[float, ...] = ()
    dash_offset: float = 0.0
    cap: Literal["butt", "round", "square"] = "butt"
    join: Literal["miter", "round", "bevel"] = "miter"
    miter_limit: float = 4.0
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Path:
    """Filled and stroked outlines."""

    segments: tuple[Segment, ...]
    fill: Paint | None = None
    stroke: Stroke | None = None
    evenodd: bool = False
    fill_opacity: float = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """One shaped piece of text in one face: glyphs, or `parts` that stand side by side from left to right.

    `advance` is in em. The words of a line are shared by all lines that have them; none of their glyphs is copied.
    """

    face: str
    text: str
    given: tuple[Glyph, ...]
    advance: float
    parts: tuple[Run, ...] = ()
    leftward: bool = False

    @property
    def glyphs(self) -> tuple[Glyph, ...]:
        """The glyphs as (glyph id, cluster, x, y) in em, y up, from the run's start, those of its parts too.

        `cluster` is the index into `text` (characters) from which the glyph came. The text of parts that run to the
        left is read from the last one on.
        """
        if not self.parts:
            return self.given
        found: list[Glyph] = []
        x, index = 0.0, len(self.text) if self.leftward else 0
        for part in self.parts:
            index -= len(part.text) if self.leftward else 0
            found += [(gid, cluster + index, at + x, y) for gid, cluster, at, y in part.glyphs]
            x += part.advance
            index += 0 if self.leftward else len(part.text)
        return tuple(found)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Run):
            return NotImplemented
        return self is other or (self._measures, self.glyphs) == (other._measures, other.glyphs)

    def __hash__(self) -> int:
        return hash(self._measures)

    @property
    def _measures(self) -> tuple[str, str, float]:
        return self.face, self.text, self.advance


@dataclass(frozen=True, slots=True)
class Text:
    """A run with its baseline starting at (x, y); `size` is the em in mm."""

    x: float
    y: float
    size: float
    run: Run
    fill: Color = BLACK
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Pixels:
    """An encoded picture. `key` is the hash of `data`; PNG or JPEG, passed on undecoded where the output allows.

    `exif` is how the data says it is to be turned (1 to 8): who places it has done so, and no viewer may again.
    """

    key: str
    format: Literal["png", "jpeg"]
    width_px: int
    height_px: int
    data: bytes
    cmyk: bool = False
    exif: int = 1


@dataclass(frozen=True, slots=True)
class Image:
    """A picture stretched over a rectangle."""

    box: Rect
    pixels: Pixels
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Group:
    """Shapes moved, clipped or faded together.

    `once` asks the renderers to store the content a single time and refer to it (frames, backs, icons): share the same
    object. `label` is what a reader of the outline or of a screen reader is told. `mask`, if it has shapes, shows the
    group where they are light and hides it where they are dark, transparent or not there.
    """

    children: tuple[Shape, ...]
    matrix: Matrix = IDENTITY
    clip: Path | None = None
    opacity: float = 1.0
    once: bool = False
    label: str = ""
    mask: tuple[Shape, ...] = ()


@dataclass(frozen=True, slots=True)
class Layer:
    """Shapes that a reader can switch off by name (crop marks, page furniture). At the top level of a page only."""

    name: str
    children: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Link:
    """A rectangle that opens an address. At the top level of a page only."""

    box: Rect
    href: str


Shape: TypeAlias = Path | Text | Image | Group | Layer | Link


@dataclass(frozen=True, slots=True)
class Page:
    """One printed side. `trim` and `bleed` are set when the page itself is cut; `label` names the page in the viewer.

    `outline` is the entry of the document's outline that starts here ("" for none). All that is on the page goes
    through `correction`, which makes up for what a printer does to it; the page keeps its size. `written` is what a
    renderer has made of the page already: it stands in place of all shapes but links.
    """

    width: float
    height: float
    shapes: tuple[Shape, ...]
    trim: Rect | None = None
    bleed: Rect | None = None
    label: str = ""
    outline: str = ""
    correction: Matrix = IDENTITY
    written: object = None


@dataclass(frozen=True, slots=True)
class Document:
    """Pages with what viewer and printer are told. `lang` is a BCP 47 tag; `duplex` how to flip, None for one side."""

    pages: tuple[Page, ...]
    title: str
    author: str
    subject: str
    keywords: str
    lang: str
    duplex: Literal["long", "short"] | None = None


def rectangle(box: Rect, *, radius: float = 0.0) -> tuple[Segment, ...]:
    """Return the outline of `box`, clockwise; `radius` rounds the corners (at most half the shorter side)."""
    x, y, right, bottom = box.x, box.y, box.right, box.bottom
    r = min(radius, box.width / 2, box.height / 2)
    if r <= 0:
        return (("M", x, y), ("L", right, y), ("L", right, bottom), ("L", x, bottom), ("Z",))
    k = r * KAPPA
    return (
        ("M", x + r, y),
        ("L", right - r, y),
        ("C", right - r + k, y, right, y + r - k, right, y + r),
        ("L", right, bottom - r),
        ("C", right, bottom - r + k, right - r + k, bottom, right - r, bottom),
        ("L", x + r, bottom),
        ("C", x + r - k, bottom, x, bottom - r + k, x, bottom - r),
        ("L", x, y + r),
        ("C", x, y + r - k, x + r - k, y, x + r, y),
        ("Z",),
    )


KAPPA = 0.5522847498307936  # 4/3·(√2 − 1): a quarter circle as one cubic curve, at most 0.03 % off


def ellipse(cx: float, cy: float, rx: float, ry: float | None = None) -> tuple[Segment, ...]:
    """Return the outline of a circle (`ry` None) or ellipse, clockwise."""
    ry = rx if ry is None else ry
    kx, ky = rx * KAPPA, ry * KAPPA
    return (
        ("M", cx + rx, cy),
        ("C", cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry),
        ("C", cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy),
        ("C", cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry),
        ("C", cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy),
        ("Z",),
    )


def polygon(points: Sequence[tuple[float, float]]) -> tuple[Segment, ...]:
    """Return straight lines from point to point and back to the first; nothing without points."""
    return (*polyline(points), ("Z",)) if points else ()


def polyline(points: Sequence[tuple[float, float]]) -> tuple[Segment, ...]:
    """Return straight lines from point to point, at least one."""
    (x, y), *others = points
    return (("M", x, y), *(("L", x, y) for x, y in others))


def line(x1: float, y1: float, x2: float, y2: float) -> tuple[Segment, ...]:
    """Return a straight line as segments."""
    return (("M", x1, y1), ("L", x2, y2))


def moved(dx: float, dy: float) -> Matrix:
    """Return the matrix that moves by (dx, dy)."""
    return (1.0, 0.0, 0.0, 1.0, dx, dy)


def turned(quarters: int, cx: float, cy: float) -> Matrix:
    """Return the exact matrix of a clockwise turn by `quarters` × 90° round (cx, cy)."""
    a, b = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[quarters % 4]
    return (a, b, -b, a, cx - a * cx + b * cy, cy - b * cx - a * cy)


def inverse(matrix: Matrix) -> Matrix | None:
    """Return the matrix that leads back, None where there is no way (a matrix that flattens)."""
    a, b, c, d, e, f = matrix
    area = a * d - b * c
    if abs(area) < 1e-18:
        return None
    return (d / area, -b / area, -c / area, a / area, (c * f - d * e) / area, (b * e - a * f) / area)


def times(outer: Matrix, inner: Matrix) -> Matrix:
    """Return the matrix that applies `inner` first and `outer` after it."""
    a1, b1, c1, d1, e1, f1 = outer
    a2, b2, c2, d2, e2, f2 = inner
    return (
        a1 * a2 + c1 * b2,
        b1 * a2 + d1 * b2,
        a1 * c2 + c1 * d2,
        b1 * c2 + d1 * d2,
        a1 * e2 + c1 * f2 + e1,
        b1 * e2 + d1 * f2 + f1,
    )


def apply(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    """Return the point (x, y) after `matrix`."""
    a, b, c, d, e, f = matrix
    return (a * x + c * y + e, b * x + d * y + f)
