"""What cutting changes of a piece before it is laid on paper, and what its faces are cut to. Knows no page.

All lengths are mm.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import hypot

from pnp.layout.cutting import Cutting, gutter_and_bleed
from pnp.layout.piece import Face, Piece, PieceKind
from pnp.scene import Group, Path, Rect, Segment, Shape, rectangle
from pnp.units import TOLERANCE
from pnp.values import replace

NEIGHBOURS: frozenset[PieceKind] = frozenset(("cards", "tokens", "standees", "sheet", "board", "aid"))
"""Pieces that may lie close together: straight cuts part them, which nets and stickers are not made for."""

STEPS = 32  # straight parts of a curve: 0.02 mm off on a token of 80 mm


def trimmed(piece: Piece, cutting: Cutting) -> Piece:
    """Return the piece with the gutter, the bleed and the corners that `cutting` asks for, else its own."""
    if piece.kind == "cards" and cutting.corners is not None:
        piece = replace(piece, radius=cutting.corners)
    between = cutting.bleed or piece.bleed_between
    if between is None or not piece.cut or piece.kind not in NEIGHBOURS:
        return piece
    gutter, bleed = gutter_and_bleed(between, piece.gutter, piece.bleed)
    return replace(piece, gutter=gutter, bleed=bleed, bleed_between=between)


def with_bleed(piece: Piece) -> Piece:
    """Return the piece as large as its ink where neighbours keep all of their bleed, so that a page has room for it."""
    if piece.bleed_between != "own" or not piece.cut:
        return piece
    more = 2 * piece.bleed
    return replace(piece, width=piece.width + more, height=piece.height + more, gutter=piece.gutter - more)


def edge(piece: Piece, face: Face, radius: float = 0.0) -> tuple[Segment, ...]:
    """Return what a face is cut to, from its trim's top left corner; `radius` where the piece has none of its own."""
    corners = radius if piece.radius is None else piece.radius
    return face.outline or rectangle(Rect(0.0, 0.0, piece.width, piece.height), radius=corners)


def clearance(outline: tuple[Segment, ...], box: Rect) -> float:
    """Return how far a rectangle lies inside a clockwise outline without dents; negative where it sticks out."""
    ends = tuple(_passed(outline))
    corners = [(x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)]
    found: list[float] = []
    for (x1, y1), (x2, y2) in pairwise((*ends, ends[0])):
        long = hypot(x2 - x1, y2 - y1)
        if long > TOLERANCE:
            found += [((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)) / long for x, y in corners]
    return min(found)


def _passed(outline: tuple[Segment, ...]) -> Iterator[tuple[float, float]]:
    """Yield the ends of an outline's lines, and places along its curves."""
    x0 = y0 = 0.0
    for segment in outline:
        match segment:
            case ("C", x1, y1, x2, y2, x3, y3):
                for step in range(1, STEPS + 1):
                    t = step / STEPS
                    a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
                    yield a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3
                x0, y0 = x3, y3
            case ("M" | "L", x, y):
                yield x, y
                x0, y0 = x, y


def straight(piece: Piece) -> bool:
    """Say whether straight cuts alone free some of the piece's faces: those that are no round or six-sided tokens."""
    return any(_upright(face.outline) for face in piece.faces)


def _upright(outline: tuple[Segment, ...]) -> bool:
    """Say whether all straight parts of an outline are level or upright, and whether it has any."""
    ends = [segment[-2:] for segment in outline if segment[0] != "Z"]
    steps = [(ends[at - 1], end) for at, end in enumerate(ends) if at and outline[at][0] == "L"]
    return not outline or (bool(steps) and all(one[0] == two[0] or one[1] == two[1] for one, two in steps))


def cornered(piece: Piece, shape: Shape) -> Shape:
    """Return one side of a face without what lies outside the piece's rounded corners; the very shape without any."""
    if not piece.radius:
        return shape
    box = Rect(0.0, 0.0, piece.width, piece.height)
    return Group((shape,), clip=Path(rectangle(box, radius=piece.radius)))
