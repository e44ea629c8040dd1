"""Nets to cut, fold and glue: a cube and a tuck box, as flat leaves joined along folds. Knows no data, game or page.

A net is a tree: each leaf hangs on its parent along one fold, by a whole edge of both. Edges that are no folds are cut.
Seen is the outside; all folds go away from the eye by a quarter turn. All lengths are mm from the top left corner of
the rectangle round the net.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, pi, sin
from typing import Literal, TypeAlias

from pnp.extent import around
from pnp.layout.patterns import pattern
from pnp.scene import (
    BLACK,
    GREY,
    WHITE,
    Color,
    Group,
    Path,
    Rect,
    Segment,
    Shape,
    Stroke,
    line,
    moved,
    polygon,
    rectangle,
)
from pnp.values import dataclass, replace

Point: TypeAlias = tuple[float, float]
Fold: TypeAlias = tuple[Point, Point]

CUT = 0.25  # mm: width of lines to cut along
CREASE = 0.3  # mm: width of lines to fold along
DASH = (1.4, 1.0)  # mm on and off
CREASE_INK = "#5f5f5f"
GLUE_PITCH = 1.8  # mm between the lines of areas that are glued or stood on
STEPS = 12  # straight parts of a quarter circle


@dataclass(frozen=True, slots=True)
class Leaf:
    """One flat part: `points` clockwise. `fold` is where it hangs on the leaf called `parent`; None: the root.

    panel: shows on the finished thing; flap: is tucked in; glue: is glued behind another leaf.
    """

    name: str
    kind: Literal["panel", "flap", "glue"]
    points: tuple[Point, ...]
    parent: str = ""
    fold: Fold | None = None

    @property
    def box(self) -> Rect:
        """The upright rectangle round the leaf."""
        return around(self.points)

    @property
    def outline(self) -> tuple[Segment, ...]:
        """The leaf's edge as a closed path."""
        return polygon(self.points)


@dataclass(frozen=True, slots=True)
class Net:
    """Leaves, each after its parent, within width × height."""

    width: float
    height: float
    leaves: tuple[Leaf, ...]

    def leaf(self, name: str) -> Leaf:
        """Return the leaf of this name. Raises KeyError."""
        for leaf in self.leaves:
            if leaf.name == name:
                return leaf
        raise KeyError(name)

    @property
    def folds(self) -> tuple[Fold, ...]:
        """Every fold once."""
        return tuple(leaf.fold for leaf in self.leaves if leaf.fold)

    @property
    def cuts(self) -> tuple[Segment, ...]:
        """All edges that are no folds, as chains of lines."""
        folds = {_key(*fold) for fold in self.folds}
        return tuple(segment for leaf in self.leaves for segment in _chains(leaf.points, folds))


def cut_lines(net: Net) -> Path:
    """Return the lines to cut along."""
    return Path(net.cuts, stroke=Stroke(BLACK, CUT, join="round", cap="round"))


def creases(folds: Iterable[Fold]) -> Group:
    """Return lines to fold along, dashed, that show on paper and on any ink."""
    segments = tuple(segment for one, two in folds for segment in line(*one, *two))
    return Group(
        (Path(segments, stroke=Stroke(WHITE, CREASE)), Path(segments, stroke=Stroke(CREASE_INK, CREASE, DASH)))
    )


def sheet(net: Net, shapes: Iterable[Shape]) -> Group:
    """Return drawings of a net, its lines to fold and cut along on top, as they lie on a piece of `sheet_size`."""
    width, height = sheet_size(net)
    drawn = Group((*shapes, creases(net.folds), cut_lines(net)), moved(CUT / 2, CUT / 2))
    return Group((drawn,), clip=Path(rectangle(Rect(0, 0, width, height))))


def sheet_size(net: Net) -> Point:
    """Return the size of a net with the whole of its outer cut lines."""
    return net.width + CUT, net.height + CUT


def ground(boxes: Iterable[Rect], onto: Iterable[Leaf], ink: Color, reach: float) -> Group:
    """Return an area of ink on `boxes` that goes on for `reach` mm over their folds, but only on the leaves `onto`."""
    areas = tuple(Path(rectangle(box.grown(reach)), fill=ink) for box in boxes)
    return Group(areas, clip=Path(tuple(segment for leaf in onto for segment in leaf.outline)))


def hatched(outline: tuple[Segment, ...], box: Rect, ink: Color = GREY) -> Group:
    """Return the light hatching of an area that is glued or stood on; `outline` lies within `box`."""
    return pattern("hatch", outline, box, ink, GLUE_PITCH, CUT)


def _key(one: Point, two: Point) -> tuple[tuple[int, int], ...]:
    """Return an edge in micrometres, whichever way it runs."""
    return tuple(sorted((round(1000 * x), round(1000 * y)) for x, y in (one, two)))


def _chains(points: Sequence[Point], folds: set[tuple[tuple[int, int], ...]]) -> list[Segment]:
    """Return the edges of a polygon without its folds, those that follow one another joined."""
    count = len(points)
    kept = [_key(points[at], points[(at + 1) % count]) not in folds for at in range(count)]
    if all(kept):
        return list(polygon(points))
    start = kept.index(False) + 1  # just after a fold, so that no chain runs over the end of the list
    found: list[Segment] = []
    for step in range(count):
        at = (start + step) % count
        if kept[at]:
            if not kept[at - 1]:
                found.append(("M", *points[at]))
            found.append(("L", *points[(at + 1) % count]))
    return found


def _rectangle(name: str, box: Rect, parent: str = "", fold: Fold | None = None) -> Leaf:
    corners = ((box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom))
    return Leaf(name, "panel", corners, parent, fold)


# The cube: a column of four sides with a side to the left and right of the second one, tabs along the column.

TAB, TAB_TAPER = 0.32, 0.22  # of the edge: how deep a tab is, how much shorter at each end of its free side
LONGEST_TAB = 6.0  # mm
COLUMN = ("top", "front", "bottom", "back")


def tab_depth(edge: float) -> float:
    """Return how deep the tabs of a cube are, mm."""
    return min(TAB * edge, LONGEST_TAB)


def cube(edge: float) -> Net:
    """Return the net of a cube: sides top, front, bottom, back, left, right, and seven tabs named by what they join."""
    column = {name: Rect(edge, row * edge, edge, edge) for row, name in enumerate(COLUMN)}
    leaves = [_rectangle("front", column["front"])]
    for name, parent, low in (("top", "front", False), ("bottom", "front", True), ("back", "bottom", True)):
        box = column[name]
        y = box.y if low else box.bottom
        leaves.append(_rectangle(name, box, parent, ((box.x, y), (box.right, y))))
    for name, x, fold in (("left", 0.0, edge), ("right", 2 * edge, 2 * edge)):
        leaves.append(_rectangle(name, Rect(x, edge, edge, edge), "front", ((fold, edge), (fold, 2 * edge))))
    for name in ("top", "bottom", "back"):
        box = column[name]
        leaves.append(_tab(f"{name}-left", name, (box.x, box.bottom), (box.x, box.y)))
        leaves.append(_tab(f"{name}-right", name, (box.right, box.y), (box.right, box.bottom)))
    last = column["back"]
    leaves.append(_tab("back-top", "back", (last.right, last.bottom), (last.x, last.bottom)))
    return Net(3 * edge, 4 * edge + tab_depth(edge), tuple(leaves))


def _tab(name: str, parent: str, start: Point, end: Point) -> Leaf:
    """Return a tab with tapered ends on the edge from `start` to `end`, which runs clockwise round `parent`."""
    (x1, y1), (x2, y2) = start, end
    edge = abs(x2 - x1) + abs(y2 - y1)
    ux, uy = (x2 - x1) / edge, (y2 - y1) / edge
    out, taper = tab_depth(edge), TAB_TAPER * edge
    free = tuple((x1 + ux * along + uy * out, y1 + uy * along - ux * out) for along in (taper, edge - taper))
    return Leaf(name, "glue", (start, *free, end), parent, (start, end))


# The tuck box: front, left side, back, right side in a row and a glue flap; both lids hang on the back.

GLUE, GLUE_TAPER = 12.0, 3.0  # mm: the glue flap's width and how much shorter it is at each end of its free side
TUCK = 14.0  # mm: how far a lid is tucked in
TUCK_SLACK = 0.8  # mm: how much narrower a tuck is on each side
DUST_TAPER = 2.0  # mm
NOTCH = 8.0  # mm: radius of the thumb notch
APART = 1.0  # mm between things inside the box


def tuck_box(width: float, height: float, depth: float) -> Net:
    """Return the net of a box for a stack of width × height × depth: straight tuck ends, a thumb notch in the front.

    Leaves: front (with the notch), left, back, right, glue, and at both ends lid, tuck and two dust flaps, named
    "top-lid", "top-tuck", "top-dust-left", … and "bottom-…".
    """
    tuck = min(TUCK, height / 3)
    top = depth + tuck
    glue = min(GLUE, width / 3)
    front, left = Rect(0, top, width, height), Rect(width, top, depth, height)
    back, right = Rect(width + depth, top, width, height), Rect(2 * width + depth, top, depth, height)
    leaves = [replace(_rectangle("front", front), points=_notched(front))]
    for name, box, parent in (("left", left, "front"), ("back", back, "left"), ("right", right, "back")):
        leaves.append(_rectangle(name, box, parent, ((box.x, box.y), (box.x, box.bottom))))
    leaves.append(_glue_flap(right, glue))
    for end, way in (("top", -1), ("bottom", 1)):
        leaves += _ends(end, way, back, depth, tuck)
        leaves += [_dust(end, way, side, box, width) for side, box in (("left", left), ("right", right))]
    return Net(2 * (width + depth) + glue, height + 2 * top, tuple(leaves))


def _notched(box: Rect) -> tuple[Point, ...]:
    """Return a panel with a thumb notch in its upper edge."""
    radius, middle = min(NOTCH, box.width / 5), box.x + box.width / 2
    angles = (pi - pi * step / (2 * STEPS) for step in range(2 * STEPS + 1))
    notch = tuple((middle + radius * cos(angle), box.y + radius * sin(angle)) for angle in angles)
    return ((box.x, box.y), *notch, (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom))


def _glue_flap(side: Rect, width: float) -> Leaf:
    x, taper = side.right, min(GLUE_TAPER, side.height / 6)
    points = ((x, side.y), (x + width, side.y + taper), (x + width, side.bottom - taper), (x, side.bottom))
    return Leaf("glue", "glue", points, "right", ((x, side.y), (x, side.bottom)))


def _ends(end: str, way: int, back: Rect, depth: float, tuck: float) -> tuple[Leaf, Leaf]:
    """Return the lid on the back and the tuck on the lid; `way` -1: upwards."""
    near = back.y if way < 0 else back.bottom
    far = near + way * depth
    lid = Rect(back.x, min(near, far), back.width, depth)
    x, right, slack = back.x, back.right, TUCK_SLACK
    radius = min(tuck - APART, back.width / 4)
    tip = far + way * tuck
    arc = [
        (radius * (1 - sin(pi / 2 * step / STEPS)), radius * (1 - cos(pi / 2 * step / STEPS)))
        for step in range(STEPS + 1)
    ]
    one = [(x + slack + dx, tip - way * dy) for dx, dy in reversed(arc)]
    two = [(right - slack - dx, tip - way * dy) for dx, dy in arc]
    around = ((x, far), *one, *two, (right, far))
    return (
        _rectangle(f"{end}-lid", lid, "back", ((x, near), (right, near))),
        Leaf(f"{end}-tuck", "flap", _clockwise(around), f"{end}-lid", ((x, far), (right, far))),
    )


def _dust(end: str, way: int, side: str, box: Rect, width: float) -> Leaf:
    """Return a dust flap: no longer than half the front, so that the two of one end do not meet."""
    near = box.y if way < 0 else box.bottom
    out = min(width / 2 - APART, max(box.width, TUCK))
    taper = min(DUST_TAPER, box.width / 4)
    far = near + way * out
    points = ((box.x, near), (box.x + taper, far), (box.right - taper, far), (box.right, near))
    return Leaf(f"{end}-dust-{side}", "flap", _clockwise(points), side, ((box.x, near), (box.right, near)))


def _clockwise(points: Sequence[Point]) -> tuple[Point, ...]:
    doubled = sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(points, (*points[1:], points[0]), strict=True))
    return tuple(points) if doubled > 0 else tuple(reversed(points))
