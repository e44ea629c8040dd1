"""The calibration page: both sides of a sheet from which a person reads what a printer does to a page.

On the front four crosses for a ruler, and three lines; on the back, behind them, three scales on which the lines show
against the light; at all edges stairs whose first printed step is the margin. `correction` says what the readings mean.
Part of layout; knows no game. All lengths are mm.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pnp.layout import text
from pnp.layout.correction import SCALE, Crosses
from pnp.layout.geometry import Flip, axis
from pnp.scene import BLACK, Group, Layer, Page, Path, Rect, Segment, Shape, Stroke, ellipse, line, polygon, rectangle
from pnp.units import tidy
from pnp.values import dataclass, replace

Word = Callable[[str], str]

LAYER = "measures"
"""What is measured: crosses, lines, scales and stairs."""
QUIET = "#6b6b6b"
FINE, THIN = 0.25, 0.2
FIGURE, LABEL, BODY = "Alfa Slab One", "Barlow Condensed", "Atkinson Hyperlegible"
ARM, RING = 8.0, 2.5  # of a cross
REACH = 6.0  # of a line to both sides of its scale
STEPS, STEP = 14, 4.4  # stairs: how many mm deep, and how wide a step is
CLEAR = 14.0  # from the crosses to the words between them
WORDS = (142.0, 212.0)  # their room on A4
GAP = 15.0  # left free on each side of what is read against the light
BOX = (23.0, 9.0)  # to write a number in, on paper that has room
ZOOM, SHOWN = 5.0, 1.3  # the example of a reading: how large it is, and where the line crosses
EDGES = ("top", "right", "bottom", "left")


@dataclass(frozen=True, slots=True)
class Calibration:
    """What the two sides say: `command` keeps the numbers, `about` names the paper; `word` gives words by key."""

    width: float
    height: float
    flip: Flip
    about: str
    command: str
    word: Word

    @property
    def crosses(self) -> Crosses:
        """Where the crosses stand."""
        return Crosses(self.width, self.height)


def calibration_pages(asked: Calibration) -> tuple[Page, Page]:
    """Return front and back for upright paper of at least A5."""
    front = (*_measures(asked, _crosses(asked.crosses), _lines(asked.crosses)), *_front_words(asked))
    back = (*_measures(asked, _scales(asked)), *_back_words(asked))
    return (
        Page(asked.width, asked.height, front, label=asked.word("front"), outline=asked.word("calibrate")),
        Page(asked.width, asked.height, back, label=asked.word("back")),
    )


def _measures(asked: Calibration, *more: Iterator[Shape]) -> tuple[Shape, ...]:
    stairs = [shape for edge in EDGES for shape in _stairs(asked, edge)]
    return (Layer(LAYER, (*stairs, *(shape for shapes in more for shape in shapes))),)


def behind(asked: Calibration, x: float, y: float) -> tuple[float, float]:
    """Return the point of the back that lies behind a point of the front."""
    turning = axis(asked.width, asked.height, asked.flip)
    return (asked.width - x, y) if turning == "columns" else (x, asked.height - y)


def _crosses(crosses: Crosses) -> Iterator[Shape]:
    """Yield the four crosses, the numbers of the two lengths between them, and the ways from the paper's edges."""
    box = crosses.box
    arms: list[Segment] = []
    for x in (box.x, box.right):
        for y in (box.y, box.bottom):
            arms += (*line(x - ARM, y, x + ARM, y), *line(x, y - ARM, x, y + ARM))
            yield Path(ellipse(x, y, RING), stroke=Stroke(QUIET, THIN))
    yield Path(tuple(arms), stroke=Stroke(BLACK, FINE))
    start, middle, end = box.x + ARM + 1, box.x + box.width / 2, box.right - ARM - 1
    yield from _way(("1", start, box.y, middle - GAP, box.y), ends=(True, False))
    yield from _way(("", middle + GAP, box.y, end, box.y), ends=(False, True))
    yield from _way(("2", box.x, box.y + ARM + 1, box.x, box.bottom - ARM - 1), ends=(True, True))
    yield from _small_way("a", 1.0, box.y, box.x - ARM - 1)
    yield from _small_way("b", box.x, 1.0, box.y - ARM - 1)


def _way(way: tuple[str, float, float, float, float], ends: tuple[bool, bool]) -> Iterator[Shape]:
    """Yield an arrow with its number in a gap in its middle."""
    number, x1, y1, x2, y2 = way
    level = y1 == y2
    x, y = (x1 + x2) / 2, (y1 + y2) / 2
    room = 5.5 if number else 0.0
    parts = ((x1, x - room), (x + room, x2)) if level else ((y1, y - room), (y + room, y2))
    for start, end in parts:
        yield Path(line(start, y, end, y) if level else line(x, start, x, end), stroke=Stroke(QUIET, THIN))
    for at, way_out, wanted in ((x1 if level else y1, -1, ends[0]), (x2 if level else y2, 1, ends[1])):
        if wanted:
            yield _head((at, y) if level else (x, at), way_out, level)
    if number:
        yield _figure(number, x, y, 20)


def _small_way(name: str, x: float, y: float, end: float) -> Iterator[Shape]:
    """Yield the arrow from an edge of the paper to a cross, with its letter."""
    level = name == "a"
    at = x if level else y
    yield Path(line(at, y, end, y) if level else line(x, at, x, end), stroke=Stroke(QUIET, THIN, (1.0, 0.8)))
    yield _head((end, y) if level else (x, end), 1, level)
    place = ((at + end) / 2 + 1, y - 1.3) if level else (x + 1.6, (at + end) / 2 + 3)
    yield text.label(name, *place, family=FIGURE, size=9, color=QUIET)


def _head(tip: tuple[float, float], way: int, level: bool) -> Path:
    x, y = tip
    back = -way * 2.2
    points = (
        ((x, y), (x + back, y - 0.7), (x + back, y + 0.7))
        if level
        else ((x, y), (x - 0.7, y + back), (x + 0.7, y + back))
    )
    return Path(polygon(points), fill=QUIET)


def _lines(crosses: Crosses) -> Iterator[Shape]:
    """Yield the three lines that are read from the back."""
    box = crosses.box
    x, y = box.x + box.width / 2, box.y + box.height / 2
    segments = [*line(x, box.y - REACH, x, box.y + REACH), *line(x, box.bottom - REACH, x, box.bottom + REACH)]
    segments += line(box.right - REACH, y, box.right + REACH, y)
    yield Path(tuple(segments), stroke=Stroke(BLACK, FINE))


def _scales(asked: Calibration) -> Iterator[Shape]:
    """Yield the three scales behind the lines: to the right and down is plus."""
    box = asked.crosses.box
    places = (
        ("3", box.x + box.width / 2, box.y, True),
        ("4", box.x + box.width / 2, box.bottom, True),
        ("5", box.right, box.y + box.height / 2, False),
    )
    for number, x, y, level in places:
        yield from _scale(number, *behind(asked, x, y), level)


def _scale(number: str, x: float, y: float, level: bool) -> Iterator[Shape]:
    segments: list[Segment] = []
    for half in range(-2 * int(SCALE), 2 * int(SCALE) + 1):
        off, long = half / 2, 5.0 if half == 0 else 3.6 if half % 4 == 0 else 2.6 if half % 2 == 0 else 1.6
        segments += line(x + off, y, x + off, y - long) if level else line(x, y + off, x + long, y + off)
        if half % 8 == 0:
            shown = tidy(off).replace("-", "−")
            align: text.Align = "center" if level else "right"
            place = (x + off, y + 2.6) if level else (x - 1.0, y + off + 0.8)
            yield text.label(shown, *place, family=LABEL, weight=600, size=6.5, align=align)
    segments += line(x - SCALE, y, x + SCALE, y) if level else line(x, y - SCALE, x, y + SCALE)
    yield Path(tuple(segments), stroke=Stroke(BLACK, FINE))
    if number:
        yield _figure(number, *((x - SCALE - 8, y) if level else (x, y - SCALE - 8)), 20)


def _stairs(asked: Calibration, edge: str) -> Iterator[Shape]:
    """Yield lines at 1, 2, 3 … mm from an edge of the paper, each with its figure: what is missing is margin."""
    level = edge in ("top", "bottom")
    start = (asked.width if level else asked.height) / 2 - STEPS * STEP / 2
    segments: list[Segment] = []
    for deep in range(1, STEPS + 1):
        along = start + (deep - 1) * STEP
        x1, y1 = _inside(asked, edge, along, deep)
        x2, y2 = _inside(asked, edge, along + STEP, deep)
        segments += line(x1, y1, x2, y2)
        x, y = _inside(asked, edge, along + STEP / 2, deep + 1.6)
        yield text.label(str(deep), x, y + 0.85, family=LABEL, weight=600, size=6.5, align="center")
    yield Path(tuple(segments), stroke=Stroke(BLACK, FINE))
    yield _figure("6", *_inside(asked, edge, start - 7, 6.5), 14)


def _inside(asked: Calibration, edge: str, along: float, deep: float) -> tuple[float, float]:
    """Return the point that lies `deep` inside an edge, `along` from its left or upper end."""
    match edge:
        case "top":
            return along, deep
        case "bottom":
            return along, asked.height - deep
        case "left":
            return deep, along
        case _:
            return asked.width - deep, along


def _figure(number: str, x: float, y: float, size: float) -> Group:
    """Return a big number with its middle at (x, y)."""
    down = text.capital(FIGURE, 400, size) / 2
    return text.label(number, x, y + down, family=FIGURE, size=size, align="center")


def _within(asked: Calibration) -> Rect:
    """Return the room for words, in the middle of the page and never larger than on A4."""
    room = asked.crosses.box.grown(-CLEAR)
    wide, high = min(room.width, WORDS[0]), min(room.height, WORDS[1])
    return Rect((asked.width - wide) / 2, (asked.height - high) / 2, wide, high)


def _set(
    words: str,
    box: Rect,
    *,
    size: float,
    family: str = BODY,
    weight: int = 400,
    color: str = BLACK,
    valign: text.VAlign = "top",
) -> tuple[Shape, ...]:
    style = text.Style(family, weight, size=size, smallest=6.5, leading=1.3, color=color, valign=valign)
    return text.fit(words, box, style, {}).shapes


def _front_words(asked: Calibration) -> Iterator[Shape]:
    """Yield what to do, the numbers one below the other with a box for each, and the command that keeps them."""
    room, word = _within(asked), asked.word
    head = Rect(room.x, room.y, room.width, room.height * 0.225)
    pictured = room.width > 110  # else the numbers on the page itself must do
    left = head.width - (66 if pictured else 0)
    yield from _set(word("calibrate"), Rect(head.x, head.y, left, head.height * 0.36), size=22, family=FIGURE)
    about = f"{word('calibrate_intro')} **{word(f'flip_{asked.flip}').capitalize()}.**"
    yield from _set(about, Rect(head.x, head.y + head.height * 0.4, left, head.height * 0.56), size=9.5)
    if pictured:
        yield from _picture(asked, Rect(head.right - 60, head.y, 60, head.height - 6))
    row, y = room.height * 0.095, head.bottom
    hints = (tidy(asked.crosses.width), tidy(asked.crosses.height), "0", "0", "0", "4")
    told = [word(f"calibrate_{number}") for number in range(1, 7)]
    wide = min(BOX[0], room.width / 5)
    beside = Rect(room.x + 11, y + 0.5, room.width - wide - 20, row - 1)
    size = min(text.fitted(words, beside, text.Style(BODY, size=10, leading=1.3), {}) for words in told)
    for number, (words, hint) in enumerate(zip(told, hints, strict=True), 1):
        yield Path(line(room.x, y, room.right, y), stroke=Stroke(QUIET, THIN))
        yield _figure(str(number), room.x + 4.5, y + row / 2, 20)
        yield from _set(words, replace(beside, y=y + 0.5), size=size, valign="middle")
        yield from _box(hint, Rect(room.right - wide, y + (row - BOX[1]) / 2, wide, BOX[1]))
        y += row
    yield Path(line(room.x, y, room.right, y), stroke=Stroke(QUIET, THIN))
    box = asked.crosses.box
    about = f"{word('calibrate_labels')} a ≈ {tidy(box.x)}, b ≈ {tidy(box.y)}"
    part = Rect(room.x + 11, y + 1.5, room.width - 11, room.height * 0.07)
    yield text.label(
        "a b", room.x + 4.5, part.y + part.height / 2 + 1, family=FIGURE, size=10, color=QUIET, align="center"
    )
    yield from _set(about, part, size=8.5, color=QUIET, valign="middle")
    bar = Rect(room.x, room.bottom - 13, room.width, 13)
    yield from _set(word("calibrate_keep"), Rect(bar.x, bar.y - 2, bar.width, 4.5), size=8.5, family=LABEL, color=QUIET)
    yield Path(rectangle(Rect(bar.x, bar.y + 4, bar.width, 9)), stroke=Stroke(BLACK, FINE))
    inner = Rect(bar.x + 3, bar.y + 4, bar.width - 6, 9)
    yield from _set(asked.command, inner, size=11, weight=700, valign="middle")


def _picture(asked: Calibration, room: Rect) -> Iterator[Shape]:
    """Yield both sides, small, with the numbers where they are read."""
    by = min((room.height - 5) / asked.height, (room.width - 6) / 2 / asked.width)
    for side, left in (("front", room.x), ("back", room.x + asked.width * by + 6)):
        sheet, low = Rect(0.0, 0.0, asked.width, asked.height), 0.7 * asked.height
        marks, numbers = _small_front(asked) if side == "front" else _small_back(asked)
        for step in range(4):  # the stairs at one edge
            x, y = sheet.right - 2 - 3 * step, low + 9 * step
            marks += line(x, y, x, y + 9)
        inside = (
            Path(rectangle(sheet), stroke=Stroke(BLACK, FINE / by)),
            Path(tuple(marks), stroke=Stroke(BLACK, FINE / by)),
        )
        yield Group(inside, (by, 0.0, 0.0, by, left, room.y))
        for number, x, y in (*numbers, ("6", sheet.right - 26, low + 18)):
            yield _figure(number, left + x * by, room.y + y * by, 8)
        below = room.y + asked.height * by + 3.6
        yield text.label(asked.word(side), left, below, family=LABEL, size=8, color=QUIET)


def _small_front(asked: Calibration) -> tuple[list[Segment], list[tuple[str, float, float]]]:
    """Return the crosses and the ways between them as the picture shows them, and where their numbers stand."""
    box, marks = asked.crosses.box, list[Segment]()
    for x in (box.x, box.right):
        for y in (box.y, box.bottom):
            marks += (*line(x - ARM, y, x + ARM, y), *line(x, y - ARM, x, y + ARM))
    marks += (*line(box.x + 25, box.y, box.right - 25, box.y), *line(box.x, box.y + 25, box.x, box.bottom - 25))
    return marks, [("1", asked.width / 2, box.y + 22), ("2", box.x + 22, asked.height / 2)]


def _small_back(asked: Calibration) -> tuple[list[Segment], list[tuple[str, float, float]]]:
    """Return the scales as the picture shows them, and where their numbers stand."""
    box, x, y = asked.crosses.box, asked.width / 2, asked.height / 2
    top, bottom, at = (behind(asked, *spot) for spot in ((x, box.y), (x, box.bottom), (box.right, y)))
    marks: list[Segment] = []
    for _, level in (top, bottom):
        marks += (*line(x - 20, level, x + 20, level), *line(x, level - 9, x, level))
    marks += line(at[0], y - 20, at[0], y + 20)

    def inner(place: float, middle: float) -> float:
        return place + (22 if place < middle else -22)

    return marks, [("3", x, inner(top[1], y)), ("4", x, inner(bottom[1], y)), ("5", inner(at[0], x), y)]


def _box(hint: str, box: Rect) -> Iterator[Shape]:
    """Yield a box to write a number in, beside it about what it will be."""
    yield Path(rectangle(box), stroke=Stroke(BLACK, FINE))
    place = (box.x - 1.5, box.y + box.height / 2 + 0.8)
    yield text.label(f"≈ {hint}", *place, family=LABEL, size=6.5, color=QUIET, align="right")


def _back_words(asked: Calibration) -> Iterator[Shape]:
    """Yield how the scales are read, with an example, large."""
    room, word = _within(asked), asked.word
    middle, wide = room.x + room.width / 2, min(110.0, room.width)
    left, y = middle - wide / 2, room.y + room.height * 0.2
    yield from _set(word("calibrate_light"), Rect(left, y, wide, 11), size=22, family=FIGURE)
    yield from _set(word("calibrate_read"), Rect(left, y + 13, wide, 24), size=11)
    zoom = min(ZOOM, wide / (2 * SCALE + 2))
    x, y = middle, y + 44 + 6 * zoom
    yield Group((*_scale("", 0.0, 0.0, True),), (zoom, 0.0, 0.0, zoom, x, y))
    seen = line(SHOWN * zoom + x, y - REACH * zoom, SHOWN * zoom + x, y + REACH * zoom)
    yield Path(seen, stroke=Stroke(QUIET, FINE * zoom))
    yield text.label(str(SHOWN), x + SHOWN * zoom + 3, y - 5 * zoom, family=FIGURE, size=16)
    yield from _set(asked.about, Rect(left, room.bottom - 5, wide, 5), size=8.5, family=LABEL, color=QUIET)
