"""Fields of crossings with numbered posts on their four sides. Between the data and the shapes; names no game.

Everything is in mm from the top left corner of the board, its label strips included, so that whoever draws or reads a
board (paper or screen) asks the same functions for the same points.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Literal, TypeAlias

from pnp.data.boards import Lattice
from pnp.layout.contrast import legible
from pnp.pieces.board_look import Look
from pnp.scene import BLACK, WHITE, Color, Group, Path, Rect, Segment, Shape, Stroke, ellipse, line, moved, rectangle
from pnp.values import replace

Point: TypeAlias = tuple[float, float]
Side: TypeAlias = Literal["T", "R", "B", "L"]
SIDES: tuple[Side, ...] = ("T", "R", "B", "L")

POST = 1.35  # mm: radius of a post; its middle is what counts and is marked
CORE = 0.4  # mm: radius of the mark in the middle of a post, wide enough for a pencil point
CROSS = 0.65  # mm: half the length of the mark on a crossing
GUIDE = 0.3  # mm: width of the dotted lines
DOTS = 1.1  # mm: about how far apart their dots are; made to divide the pitch so that one lies on each crossing
EDGE = 0.35  # mm
STONE, LARGEST = 0.068, 1.1  # of the pitch: radius of a stone, 0.75 mm at 11 mm, and mm: as small as low ink keeps full
NUMBER_AT = 0.62  # of the strip: how far outside the edge the middle of a number stands


def size(board: Lattice) -> Point:
    """Return width and height of the whole board in mm, label strips included."""
    return (
        (board.columns + 1) * board.pitch + 2 * board.strip,
        (board.rows + 1) * board.pitch + 2 * board.strip,
    )


def crossing(board: Lattice, column: int, row: int) -> Point:
    """Return where column (from the left) and row (from the top), both counted from 1, meet. Raises ValueError."""
    if not (1 <= column <= board.columns and 1 <= row <= board.rows):
        raise ValueError(f"no crossing ({column}, {row}) on {board.columns} × {board.rows} crossings")
    return (board.strip + column * board.pitch, board.strip + row * board.pitch)


def post(board: Lattice, side: Side, number: int) -> Point:
    """Return the middle of a post: T and B count from the left, L and R from the top, from 1. Raises ValueError."""
    along = board.columns if side in ("T", "B") else board.rows
    if side not in SIDES or not 1 <= number <= along:
        raise ValueError(f"no post {side}{number}: sides are T R B L, numbers 1 to {along}")
    near_edge, place = board.strip, board.strip + number * board.pitch
    match side:
        case "T":
            return (place, near_edge)
        case "B":
            return (place, board.strip + (board.rows + 1) * board.pitch)
        case "L":
            return (near_edge, place)
        case "R":
            return (board.strip + (board.columns + 1) * board.pitch, place)


def posts(board: Lattice) -> tuple[tuple[Side, int], ...]:
    """Return every post as side and number, clockwise by sides, each side in counting order."""
    return tuple(
        (side, number)
        for side in SIDES
        for number in range(1, (board.columns if side in ("T", "B") else board.rows) + 1)
    )


def edge(board: Lattice) -> Rect:
    """Return the perimeter on which the posts stand."""
    width, height = size(board)
    return Rect(board.strip, board.strip, width - 2 * board.strip, height - 2 * board.strip)


def pitched(board: Lattice, pitch: float) -> Lattice:
    """Return the board with `pitch` mm between neighbours and its strip in proportion; 0 keeps both."""
    return replace(board, pitch=pitch, strip=board.strip * pitch / board.pitch) if pitch else board


@lru_cache(maxsize=64)
def lattice(board: Lattice, look: Look) -> Group:
    """Return the drawing of a board; equal boards are the same object, which the renderers store once."""
    shapes: tuple[Shape, ...] = (
        *_strip(board, look),
        _guides(board, look.guide),
        _marks(board, look.guide),
        Path(rectangle(edge(board)), stroke=Stroke(look.ink, EDGE)),
        *_posts(board, look.post),
        *_numbers(board, look),
    )
    return Group(shapes, once=True)


def stones(board: Lattice, at: Iterable[tuple[int, int]]) -> tuple[Group, ...]:
    """Return a black dot on each of these crossings, so small that a fence passes beside it without touching."""
    radius = min(STONE * board.pitch, LARGEST)
    dot = Group((Path(ellipse(0, 0, radius), fill=BLACK),), once=True)
    return tuple(Group((dot,), moved(*crossing(board, column, row))) for column, row in at)


def _strip(board: Lattice, look: Look) -> tuple[Shape, ...]:
    """Return the area between the edge and the outside of the board, where the numbers stand; the field stays bare."""
    if look.strip is None:
        return ()
    frame = (*rectangle(Rect(0, 0, *size(board))), *rectangle(edge(board)))
    return (Path(frame, fill=look.strip, evenodd=True),)


def _guides(board: Lattice, color: Color) -> Path:
    """Return the dotted lines from post to opposite post, one dot in the middle of each crossing."""
    dots = board.pitch / max(1, round(board.pitch / DOTS))
    segments: list[Segment] = []
    for number in range(1, board.columns + 1):
        segments += line(*post(board, "T", number), *post(board, "B", number))
    for number in range(1, board.rows + 1):
        segments += line(*post(board, "L", number), *post(board, "R", number))
    return Path(tuple(segments), stroke=Stroke(color, GUIDE, (GUIDE, dots - GUIDE), GUIDE / 2))


def _marks(board: Lattice, color: Color) -> Path:
    """Return a small upright cross on every crossing: the place for a pencil point."""
    segments: list[Segment] = []
    for column in range(1, board.columns + 1):
        for row in range(1, board.rows + 1):
            x, y = crossing(board, column, row)
            segments += (*line(x - CROSS, y, x + CROSS, y), *line(x, y - CROSS, x, y + CROSS))
    return Path(tuple(segments), stroke=Stroke(color, GUIDE))


def _posts(board: Lattice, color: Color) -> tuple[Shape, ...]:
    """Return the posts as seen from above: a log with a ring, its exact middle marked."""
    log = Group(
        (
            Path(ellipse(0, 0, POST), fill=color),
            Path(ellipse(0, 0, (POST + CORE) / 2), fill=WHITE),
            Path(ellipse(0, 0, CORE), fill=BLACK),
        ),
        once=True,
    )
    return tuple(Group((log,), moved(*post(board, side, number))) for side, number in posts(board))


def _numbers(board: Lattice, look: Look) -> tuple[Shape, ...]:
    """Return the posts' numbers, upright, outside the edge; on a filled strip white or black, whichever is read."""
    color = legible(look.strip) if look.strip else look.ink
    out = NUMBER_AT * board.strip
    away: dict[Side, Point] = {"T": (0, -out), "R": (out, 0), "B": (0, out), "L": (-out, 0)}
    shapes = []
    for side, number in posts(board):
        (x, y), (dx, dy) = post(board, side, number), away[side]
        shapes.append(look.number(str(number), x + dx, y + dy, color))
    return tuple(shapes)
