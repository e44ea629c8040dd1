"""Pictures laid on a rectangle: fitted, cut, turned, mirrored, carried on past the cut. Knows no slot and no page."""

from __future__ import annotations

from functools import lru_cache
from math import hypot
from typing import Literal, TypeAlias

from pnp.art.picture import Art
from pnp.extent import moved_box
from pnp.scene import IDENTITY, Group, Image, Matrix, Path, Rect, Shape, inverse, moved, rectangle, times
from pnp.units import TOLERANCE
from pnp.values import dataclass

Fit: TypeAlias = Literal["contain", "cover", "stretch"]
_Band: TypeAlias = tuple[tuple[float, float], tuple[float, float]]
OVERLAP = 0.1  # mm: what is carried on begins this far inside, so that no viewer shows a hairline between


@dataclass(frozen=True, slots=True)
class View:
    """What is seen of a picture and how it stands.

    `crop` is cut off at left, top, right and bottom, in parts of width and height; then the picture is mirrored and
    turned clockwise by `turn` degrees (whole quarters). `position` shares out the room that is left, or what sticks
    out: 0 at the left or top, 1 at the right or bottom.
    """

    crop: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    position: tuple[float, float] = (0.5, 0.5)
    turn: int = 0
    mirror: Literal["none", "horizontal", "vertical"] = "none"


PLAIN = View()


@dataclass(frozen=True, slots=True)
class Laid:
    """Where a picture lies: `matrix` leads from its units to mm, `whole` is all that its crop leaves, `seen` the part
    of it inside the box, both in mm."""

    matrix: Matrix
    whole: Rect
    seen: Rect


def placed(art: Art, box: Rect, fit: Fit, view: View = PLAIN) -> Group:
    """Return the picture laid on `box` (mm): whole and centred, filling and cut at the box, or stretched."""
    return drawn(art, laid(art, box, fit, view), fit == "cover" or view.crop != PLAIN.crop)


def drawn(art: Art, where: Laid, cut: bool = True) -> Group:
    """Return the picture at its place, cut at what is seen of it."""
    clip = None
    if cut:
        back = inverse(where.matrix) or IDENTITY
        clip = Path(rectangle(moved_box(where.seen, back)))
    return Group((art.shape,), where.matrix, clip)


def laid(art: Art, box: Rect, fit: Fit, view: View = PLAIN) -> Laid:
    """Return where the picture lies when it is laid on `box` (mm)."""
    left, top, right, bottom = view.crop
    kept = Rect(art.width * left, art.height * top, art.width * (1 - left - right), art.height * (1 - top - bottom))
    upright = _upright(kept, view)
    turned = moved_box(kept, upright)
    across, down = box.width / turned.width, box.height / turned.height
    if fit == "contain":
        across = down = min(across, down)
    elif fit == "cover":
        across = down = max(across, down)
    x = box.x + (box.width - across * turned.width) * view.position[0]
    y = box.y + (box.height - down * turned.height) * view.position[1]
    whole = Rect(x, y, across * turned.width, down * turned.height)
    return Laid(times((across, 0.0, 0.0, down, x, y), upright), whole, box if fit == "cover" else whole)


def _upright(kept: Rect, view: View) -> Matrix:
    """Return the matrix that mirrors and turns the part `kept` and lays its top left corner on (0, 0)."""
    matrix: Matrix = IDENTITY
    if view.mirror != "none":
        matrix = (-1.0, 0.0, 0.0, 1.0, 0.0, 0.0) if view.mirror == "horizontal" else (1.0, 0.0, 0.0, -1.0, 0.0, 0.0)
    a, b = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[view.turn // 90 % 4]
    matrix = times((a, b, -b, a, 0.0, 0.0), matrix)
    corner = moved_box(kept, matrix)
    return times(moved(-corner.x, -corner.y), matrix)


def carried(art: Art, where: Laid, trim: Rect, bleed: float) -> Group:
    """Return the picture carried on into the bleed wherever it reaches the trim's edge.

    What the box had cut off is shown there; where the picture itself ends, it goes on as in a mirror.
    """
    out = trim.grown(bleed)
    seen, whole = where.seen, where.whole
    left = min(seen.x, max(out.x, whole.x)) if seen.x <= trim.x + TOLERANCE else seen.x
    top = min(seen.y, max(out.y, whole.y)) if seen.y <= trim.y + TOLERANCE else seen.y
    right = max(seen.right, min(out.right, whole.right)) if seen.right >= trim.right - TOLERANCE else seen.right
    bottom = max(seen.bottom, min(out.bottom, whole.bottom)) if seen.bottom >= trim.bottom - TOLERANCE else seen.bottom
    shown = Rect(left, top, right - left, bottom - top)
    picture = drawn(art, Laid(where.matrix, whole, shown))
    across, down = _bands(left, right, trim.x, trim.right, bleed), _bands(top, bottom, trim.y, trim.bottom, bleed)
    strips: list[Shape] = []
    for (flip_x, x), (x0, x1) in across:
        for (flip_y, y), (y0, y1) in down:
            if flip_x * flip_y < 0 or flip_x < 0:
                beside = Group((art.shape,), times((flip_x, 0.0, 0.0, flip_y, x, y), where.matrix))
                strips.append(Group((beside,), clip=Path(rectangle(Rect(x0, y0, x1 - x0, y1 - y0)))))
    return Group((*strips, picture))


def _bands(low: float, high: float, first: float, last: float, bleed: float) -> list[_Band]:
    """Return what lies beside each other along one axis: the mirror's factor and shift, then begin and end.

    The first is the picture itself; where it does not reach the trim's edge, or fills the bleed already, no other is.
    """
    bands: list[_Band] = [((1.0, 0.0), (low, high))]
    if first - bleed + TOLERANCE < low <= first + TOLERANCE:
        bands.append(((-1.0, 2 * low), (first - bleed, low + OVERLAP)))
    if last - TOLERANCE <= high < last + bleed - TOLERANCE:
        bands.append(((-1.0, 2 * high), (high - OVERLAP, last + bleed)))
    return bands


@lru_cache(maxsize=1024)
def coarsest(art: Art) -> tuple[Image, float] | None:
    """Return the picture made of pixels with the fewest of them to a unit of `art`, and how many; None without one."""
    found = [(image, _grain(image, matrix)) for image, matrix in _images(art.shape, IDENTITY)]
    return min(found, key=lambda each: each[1], default=None)


def _images(shape: Shape, outer: Matrix) -> list[tuple[Image, Matrix]]:
    if isinstance(shape, Image):
        return [(shape, outer)]
    if isinstance(shape, Group):
        inside = times(outer, shape.matrix)
        return [found for child in shape.children for found in _images(child, inside)]
    return []


def _grain(image: Image, matrix: Matrix) -> float:
    a, b, c, d, _, _ = matrix
    across, down = image.box.width * hypot(a, b), image.box.height * hypot(c, d)
    if not across or not down:
        return float("inf")
    return min(image.pixels.width_px / across, image.pixels.height_px / down)
