"""Boards: fields of crossings with numbered posts on their four sides. Between the data and the shapes; names no game.

Everything is in mm from the top left corner of the board, its label strips included, so that whoever draws or reads a
board (paper or screen) asks the same functions for the same points.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, TypeAlias

from pnp import fonts
from pnp.data.frame import BoardSlot
from pnp.data.game import Board, Words
from pnp.layout.text import label
from pnp.pieces.context import Context, near
from pnp.scene import BLACK, WHITE, Color, Group, Path, Rect, Segment, Shape, Stroke, ellipse, line, moved, rectangle
from pnp.units import MM_PER_PT, fits, tidy

Point: TypeAlias = tuple[float, float]
Side: TypeAlias = Literal["T", "R", "B", "L"]
SIDES: tuple[Side, ...] = ("T", "R", "B", "L")

POST = 1.35  # mm: radius of a post; its middle is what counts and is marked
CORE = 0.4  # mm: radius of the mark in the middle of a post, wide enough for a pencil point
CROSS = 0.65  # mm: half the length of the mark on a crossing
GUIDE = 0.3  # mm: width of the dotted lines
DOTS = 1.1  # mm: about how far apart their dots are; made to divide the pitch so that one lies on each crossing
EDGE = 0.35  # mm
NUMBER_AT = 0.62  # of the strip: how far outside the edge the middle of a number stands
WEIGHT = 600


def size(board: Board) -> Point:
    """Return width and height of the whole board in mm, label strips included."""
    return (
        (board.columns + 1) * board.pitch + 2 * board.strip,
        (board.rows + 1) * board.pitch + 2 * board.strip,
    )


def crossing(board: Board, column: int, row: int) -> Point:
    """Return where column (from the left) and row (from the top), both counted from 1, meet. Raises ValueError."""
    if not (1 <= column <= board.columns and 1 <= row <= board.rows):
        raise ValueError(f"no crossing ({column}, {row}) on {board.columns} × {board.rows} crossings")
    return (board.strip + column * board.pitch, board.strip + row * board.pitch)


def post(board: Board, side: Side, number: int) -> Point:
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


def posts(board: Board) -> tuple[tuple[Side, int], ...]:
    """Return every post as side and number, clockwise by sides, each side in counting order."""
    return tuple(
        (side, number)
        for side in SIDES
        for number in range(1, (board.columns if side in ("T", "B") else board.rows) + 1)
    )


def edge(board: Board) -> Rect:
    """Return the perimeter on which the posts stand."""
    width, height = size(board)
    return Rect(board.strip, board.strip, width - 2 * board.strip, height - 2 * board.strip)


def draw(slot: BoardSlot, ctx: Context) -> Group:
    """Return the board of the slot at its own size in the middle of the slot; the group is named after the board."""
    found = {board.id: board for board in ctx.game.boards}
    board = found.get(slot.board)
    if board is None:
        ctx.problem(slot.name, f'no board "{slot.board}"', near(slot.board, found))
        return Group(())
    width, height = size(board)
    room = slot.place
    if not (fits(width, room.width) and fits(height, room.height)):
        ctx.problem(
            slot.name,
            f"board {board.id} needs {tidy(width)} × {tidy(height)} mm (a pitch outside the last crossings and the"
            f" strips) of {tidy(room.width)} × {tidy(room.height)} mm",
            "make the slot larger or the pitch smaller",
        )
        return Group(())
    look = Look(slot.ink, slot.guide, slot.post, slot.family, slot.size)
    drawn = lattice(replace(board, id="", title=Words(())), look)
    place = moved(room.x + (room.width - width) / 2, room.y + (room.height - height) / 2)
    return Group((drawn,), place, label=board.title.get(ctx.lang))


@dataclass(frozen=True, slots=True)
class Look:
    """How a board is inked: edge and numbers, guides, posts; numbers in `family` at `size` points."""

    ink: Color
    guide: Color
    post: Color
    family: str
    size: float


@lru_cache(maxsize=64)
def lattice(board: Board, look: Look) -> Group:
    """Return the drawing of a board; equal boards are the same object, which the renderers store once."""
    shapes: tuple[Shape, ...] = (
        _guides(board, look.guide),
        _marks(board, look.guide),
        Path(rectangle(edge(board)), stroke=Stroke(look.ink, EDGE)),
        *_posts(board, look.post),
        *_numbers(board, look),
    )
    return Group(shapes, once=True)


def _guides(board: Board, color: Color) -> Path:
    """Return the dotted lines from post to opposite post, one dot in the middle of each crossing."""
    dots = board.pitch / max(1, round(board.pitch / DOTS))
    segments: list[Segment] = []
    for number in range(1, board.columns + 1):
        segments += line(*post(board, "T", number), *post(board, "B", number))
    for number in range(1, board.rows + 1):
        segments += line(*post(board, "L", number), *post(board, "R", number))
    return Path(tuple(segments), stroke=Stroke(color, GUIDE, (GUIDE, dots - GUIDE), GUIDE / 2))


def _marks(board: Board, color: Color) -> Path:
    """Return a small upright cross on every crossing: the place for a pencil point."""
    segments: list[Segment] = []
    for column in range(1, board.columns + 1):
        for row in range(1, board.rows + 1):
            x, y = crossing(board, column, row)
            segments += (*line(x - CROSS, y, x + CROSS, y), *line(x, y - CROSS, x, y + CROSS))
    return Path(tuple(segments), stroke=Stroke(color, GUIDE))


def _posts(board: Board, color: Color) -> tuple[Shape, ...]:
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


def _numbers(board: Board, look: Look) -> tuple[Shape, ...]:
    """Return the posts' numbers, upright, outside the edge."""
    capital = fonts.face(look.family, WEIGHT).cap_height * look.size * MM_PER_PT
    out = NUMBER_AT * board.strip
    away: dict[Side, Point] = {"T": (0, -out), "R": (out, 0), "B": (0, out), "L": (-out, 0)}
    shapes = []
    for side, number in posts(board):
        (x, y), (dx, dy) = post(board, side, number), away[side]
        shapes.append(
            label(
                str(number),
                x + dx,
                y + dy + capital / 2,
                family=look.family,
                weight=WEIGHT,
                size=look.size,
                color=look.ink,
                align="center",
            )
        )
    return tuple(shapes)
