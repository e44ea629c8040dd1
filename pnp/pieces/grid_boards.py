"""Grids: boards of squares in numbered rows and lanes. Between the data and the shapes; names no game.

Everything is in mm from the top left corner of the board, its strips included. Drawn as a street of setts: every other
square tinted, a few setts in each, marked squares framed so that they stand out without colour.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.data.boards import Grid
from pnp.data.words import Words
from pnp.pieces.board_look import Look, picture
from pnp.pieces.context import Context
from pnp.scene import WHITE, Color, Group, Path, Rect, Segment, Shape, Stroke, line, polygon, rectangle
from pnp.units import fits, tidy
from pnp.values import replace

LINE = 0.5  # mm: between squares
BORDER = 1.0  # mm: round all of them
FRAME = 2.4  # mm: round a marked square
CORNER = 7.0  # mm: how much the frame cuts off the corners inside it
PICTURE = 5.0  # mm: from the edge of a marked square to its picture
SETT = (5.6, 3.6)  # mm
JOINT = 0.8  # mm: between setts
ROUND = 0.8  # mm: radius of their corners
SETTS = ((0, 1.5), (0, 2.5), (1, 0), (1, 1), (1, 2), (2, 0.5), (2, 1.5))  # course and place of those in a cluster
SETTS_FROM = 0.1  # of the square's shorter side: from its edges to a cluster
ARROW = (3.8, 2.0)  # mm: width and height
AIR = 0.5  # mm: least distance of a number from the ends of its strip
PLATE = (1.1, 0.8)  # mm: round a number that stands in a square


def size(board: Grid) -> tuple[float, float]:
    """Return width and height of the whole board in mm, strips included."""
    return board.columns * board.width + 2 * board.strip, board.rows * board.height + 2 * board.strip


def squares(board: Grid) -> tuple[tuple[int, int], ...]:
    """Return every square as row and lane, from the first row on, each row from the first lane."""
    rows = range(board.first, board.first + board.rows)
    return tuple((row, lane) for row in rows for lane in range(1, board.columns + 1))


def square(board: Grid, row: int, lane: int) -> Rect:
    """Return the square of a row, counted from the board's first one, and a lane, from 1. Raises ValueError."""
    last = board.first + board.rows - 1
    if not (board.first <= row <= last and 1 <= lane <= board.columns):
        raise ValueError(f"no square ({row}, {lane}): rows are {board.first} to {last}, lanes 1 to {board.columns}")
    down = last - row if board.upward else row - board.first
    x, y = board.strip + (lane - 1) * board.width, board.strip + down * board.height
    return Rect(x, y, board.width, board.height)


def edge(board: Grid) -> Rect:
    """Return the rectangle of all squares."""
    return Rect(board.strip, board.strip, board.columns * board.width, board.rows * board.height)


def grid(board: Grid, look: Look, slot: str, ctx: Context) -> Group:
    """Return the drawing of the board; equal boards of one build are the same object. Problems go into `ctx`."""
    board = replace(board, id="", title=Words(()))
    key = ("grid board", board, look)
    if known := ctx.shared.drawn.get(key):
        return known
    if board.strip and not fits(look.capital + 2 * AIR, board.strip):
        needed = tidy(round(look.capital + 2 * AIR, 2))
        message = f"numbers of {tidy(look.size)} pt need a strip of {needed} mm; it is {tidy(board.strip)} mm"
        ctx.problem(slot, message, "make the numbers smaller or the strip wider; a strip of 0 sets them in the squares")
        return Group(())
    if not _numbers_fit(board, look, slot, ctx):
        return Group(())
    before = len(ctx.problems)
    shapes: tuple[Shape, ...] = (
        *_ground(board, look),
        *(shape for row, lane in board.marks for shape in _mark(board, row, lane, look, slot, ctx)),
        _lines(board, look),
        Path(rectangle(edge(board)), stroke=Stroke(look.ink, BORDER)),
        *_starts(board, look),
        *_numbers(board, look),
    )
    drawn = Group(shapes, once=True)
    if len(ctx.problems) == before:
        ctx.shared.drawn[key] = drawn
    return drawn


def _numbers_fit(board: Grid, look: Look, slot: str, ctx: Context) -> bool:
    """Say whether the numbers of rows and lanes have room in their strips or squares; the first without is told."""
    rows, lanes = range(board.first, board.first + board.rows), range(1, board.columns + 1)
    strip, square = board.strip - 2 * AIR, (board.width / 2, board.height / 3)  # where the plates of a corner are apart
    for numbers, room in ((rows, (strip, board.height)), (lanes, (board.width, strip))):
        number, (width, height) = str(numbers[-1]), room if board.strip else square
        needed = (look.wide(number), look.capital) if board.strip else _plate(number, look)
        if not fits(needed[0], width) or not fits(needed[1], height):
            wide, high, across, down = (tidy(round(length, 2)) for length in (*needed, width, height))
            message = f"number {number} is {wide} × {high} mm large; there is room for {across} × {down} mm"
            ctx.problem(slot, message, "make the numbers smaller, or the strip or the squares larger")
            return False
    return True


def _ground(board: Grid, look: Look) -> Iterator[Path]:
    """Yield the tint of every other square and the setts in all of them, light on the tint and tinted on the light."""
    tinted: list[Segment] = []
    setts: dict[Color, list[Segment]] = {WHITE: [], look.guide: []}
    for row, lane in squares(board):
        box = square(board, row, lane)
        dark = (row + lane) % 2 == 1
        if dark:
            tinted += rectangle(box)
        if (row, lane) not in board.marks:
            setts[WHITE if dark else look.guide] += _setts(box, (2 * row + lane) % 4)
    yield Path(tuple(tinted), fill=look.guide)
    for color, outlines in setts.items():
        if outlines:
            yield Path(tuple(outlines), fill=color)


def _setts(box: Rect, corner: int) -> Iterator[Segment]:
    """Yield a cluster of setts near one corner of a square, laid in bond; none where the square is too small."""
    (long, short), inset = SETT, SETTS_FROM * min(box.width, box.height)
    width = max(place for _, place in SETTS) * (long + JOINT) + long
    height = max(course for course, _ in SETTS) * (short + JOINT) + short
    if not (fits(width + inset, box.width - inset) and fits(height + inset, box.height / 2)):
        return
    at_left, at_top = corner in (0, 3), corner in (0, 1)
    left = box.x + inset if at_left else box.right - inset - width
    top = box.y + inset if at_top else box.bottom - inset - height
    for course, place in SETTS:
        x = place * (long + JOINT)
        shifted = x if at_left else width - x - long
        yield from rectangle(Rect(left + shifted, top + course * (short + JOINT), long, short), radius=ROUND)


def _mark(board: Grid, row: int, lane: int, look: Look, slot: str, ctx: Context) -> Iterator[Shape]:
    """Yield a marked square: a heavy frame with cut corners round the picture on white."""
    box = square(board, row, lane)
    inner = box.grown(-FRAME)
    cut = min(CORNER, inner.width / 3, inner.height / 3)
    yield Path(rectangle(box), fill=look.post)
    yield Path(_octagon(inner, cut), fill=WHITE)
    inset = PICTURE
    if not board.strip and lane in (1, board.columns):
        inset = max(inset, LINE + _plate(str(row), look)[0] + 1.0)
    shown = picture(board.mark, box.grown(-inset), look.post, slot, ctx)
    if shown is not None:
        yield shown


def _octagon(box: Rect, cut: float) -> tuple[Segment, ...]:
    return polygon(
        (
            (box.x + cut, box.y),
            (box.right - cut, box.y),
            (box.right, box.y + cut),
            (box.right, box.bottom - cut),
            (box.right - cut, box.bottom),
            (box.x + cut, box.bottom),
            (box.x, box.bottom - cut),
            (box.x, box.y + cut),
        )
    )


def _lines(board: Grid, look: Look) -> Path:
    """Return the lines between lanes and between rows."""
    box = edge(board)
    segments: list[Segment] = []
    for lane in range(1, board.columns):
        segments += line(box.x + lane * board.width, box.y, box.x + lane * board.width, box.bottom)
    for row in range(1, board.rows):
        segments += line(box.x, box.y + row * board.height, box.right, box.y + row * board.height)
    return Path(tuple(segments), stroke=Stroke(look.ink, LINE))


def _starts(board: Grid, look: Look) -> Iterator[Group]:
    """Yield an arrow on the edge at each lane of the first row, pointing the way the rows are numbered."""
    if not board.strip:
        return
    width, height = ARROW
    arrow = Path(polygon(((-width / 2, 0.0), (width / 2, 0.0), (0.0, -height))), fill=look.ink)
    for lane in range(1, board.columns + 1):
        box = square(board, board.first, lane)
        x, y = box.x + box.width / 2, box.bottom - BORDER / 2 if board.upward else box.y + BORDER / 2
        yield Group((arrow,), (1.0, 0.0, 0.0, 1.0 if board.upward else -1.0, x, y))


def _numbers(board: Grid, look: Look) -> Iterator[Shape]:
    """Yield the rows' numbers at both sides and the lanes' at the first row: in the strips, or in the squares."""
    for row in range(board.first, board.first + board.rows):
        first, last = square(board, row, 1), square(board, row, board.columns)
        y = first.y + first.height / 2
        yield from _number(str(row), (first.x, y), (-1, 0), board, look)
        yield from _number(str(row), (last.right, y), (1, 0), board, look)
    for lane in range(1, board.columns + 1):
        box = square(board, board.first, lane)
        at = (box.x + box.width / 2, box.bottom if board.upward else box.y)
        yield from _number(str(lane), at, (0, 1 if board.upward else -1), board, look)


def _number(text: str, edge: tuple[float, float], out: tuple[int, int], board: Grid, look: Look) -> Iterator[Shape]:
    """Yield a number outside a point of the edge, `out` away in the strip, or on a plate inside it."""
    (x, y), (right, down) = edge, out
    if board.strip:
        yield look.number(text, x + right * board.strip / 2, y + down * board.strip / 2)
        return
    width, height = _plate(text, look)
    x, y = x - right * width / 2, y - down * height / 2
    box = Rect(x - width / 2, y - height / 2, width, height)
    yield Path(rectangle(box), fill=WHITE, stroke=Stroke(look.ink, LINE))
    yield look.number(text, x, y)


def _plate(text: str, look: Look) -> tuple[float, float]:
    """Return the size of the plate behind a number inside the squares."""
    return look.wide(text) + 2 * PLATE[0], look.capital + 2 * PLATE[1]
