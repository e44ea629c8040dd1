"""The print plan: one page that says what to print on which paper, and what to do with it. Names no game.

Part of layout, drawn when everything else is: it is told how many sheets each piece takes and how much ink is on them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Literal, TypeAlias

from pnp import fonts
from pnp.extent import extent
from pnp.layout import text
from pnp.layout.contrast import READABLE, darkened, legible
from pnp.layout.geometry import Stock, measure
from pnp.layout.masthead import FAMILY, MARGIN, QUIET
from pnp.layout.pictograms import SIZE, Step, pictogram
from pnp.layout.piece import Piece, PieceKind
from pnp.scene import BLACK, GREY, Color, Group, Page, Path, Rect, Shape, Stroke, line, moved, rectangle
from pnp.units import MM_PER_PT, TOLERANCE
from pnp.values import dataclass

Load: TypeAlias = Literal["card", "label", "plain"]
Way: TypeAlias = PieceKind | Literal["pages"]
"""What becomes of a piece: that of its kind, or pages that nobody folds."""
LOADS: tuple[Load, ...] = ("card", "label", "plain")
ON: Mapping[PieceKind, Load] = {
    "cards": "card",
    "tokens": "card",
    "standees": "card",
    "board": "card",
    "aid": "card",
    "poster": "card",
    "nets": "card",
    "dials": "card",
    "dividers": "card",
    "box": "card",
    "stickers": "label",
    "sheet": "plain",
    "pad": "plain",
    "booklet": "plain",
}
"""What each kind of piece is printed on: what home printers take, and hands can fold and cut."""
STEPS: Mapping[Way, tuple[Step, ...]] = {
    "cards": ("cut",),
    "tokens": ("cut", "shape"),
    "standees": ("cut", "fold", "glue"),
    "board": ("cut",),
    "aid": ("cut",),
    "poster": ("cut", "glue"),
    "nets": ("cut", "fold", "glue"),
    "box": ("cut", "fold", "glue"),
    "stickers": ("cut", "glue"),
    "dials": ("cut", "shape"),
    "dividers": ("cut", "shape"),
    "sheet": (),
    "pad": (),
    "booklet": ("fold", "staple"),
    "pages": (),
}
"""By what becomes of a piece: what hands do with it."""
LEAST = 205.0  # mm: the width that the columns of a row need; the plan for smaller papers is as large as A4
A4 = (210.0, 297.0)
HEAD = 30.0
FOOT = 30.0
GROUP = 9.0
TALLEST, LOWEST = 18.0, 11.0  # mm: a row with room to breathe, and the least that its three lines of words take
SMALLEST = 6.5  # pt
RULE = GREY
BAR = 14.0  # mm: a bar of full ink
PLACES = (0.0, 22.0, 68.0, 90.0)  # mm from the left margin: picture, name, sheets, steps


@dataclass(frozen=True, slots=True)
class Entry:
    """A piece on paper: how many sheets of which paper, on both sides or one, and the share of them that is inked.

    `instead`: it takes the place of another piece and is not in the sum. `parts` is how many parts it comes in,
    `file` the name of its file. `folded`: its fronts lie beside their backs. `by_hand`: the
    file holds all fronts, then all backs. It takes no `sheets` where it lies on those of the entry before it.
    """

    piece: Piece
    sheets: int
    both: bool
    paper: str
    ink: float | None = None
    instead: bool = False
    parts: int = 1
    file: str = ""
    folded: bool = False
    by_hand: bool = False

    @property
    def way(self) -> Way:
        """What becomes of the piece: it may not be cut or folded although others of its kind are."""
        piece = self.piece
        if piece.kind == "booklet":
            return "booklet" if self.parts > 1 else "pages"
        if piece.kind == "poster" and self.parts == 1:
            return "board"
        return piece.kind if piece.cut or piece.kind == "pad" else "sheet"

    @property
    def load(self) -> Load:
        """The paper to print it on."""
        return "plain" if self.way in ("pages", "sheet", "pad", "booklet") else ON[self.piece.kind]


@dataclass(frozen=True, slots=True)
class Heading:
    """What stands over the plan: the game, the paper asked for, colours and the family of the game's titles.

    `low`: its ground stays bare paper.
    """

    game: str
    paper: str
    color: Color
    family: str
    low: bool = False


def print_plan(
    entries: tuple[Entry, ...], heading: Heading, stock: Stock, word: Callable[[str], str]
) -> tuple[Page, ...]:
    """Return the plan as upright pages of `stock`, or of A4 where that is larger; `word` gives its words by key.

    Rows grow lower with the number of pieces; what does not fit even then goes on further pages.
    """
    width, height = min(stock.width, stock.height), max(stock.width, stock.height)
    if width < LEAST:
        width, height = A4
    room = height - 2 * MARGIN - HEAD - FOOT
    loads = {each.load for each in entries}
    row = min(TALLEST, max(LOWEST, (room - GROUP * len(loads)) / max(1, len(entries))))
    pages: list[Page] = []
    parts = _parts(entries, room, row)
    for number, part in enumerate(parts, 1):
        shapes: list[Shape] = list(head(heading, width, word))
        y = MARGIN + HEAD
        for load, found in part:
            shapes += _load(load, y, width, heading, word)
            y += GROUP
            for entry in found:
                shapes.append(Group(tuple(_row(entry, row, width - 2 * MARGIN, heading, word)), moved(MARGIN, y)))
                y += row
        if number == len(parts):
            shapes += _foot(entries, height - MARGIN - FOOT, width, word)
        outline = "" if pages else word("plan")
        pages.append(Page(width, height, tuple(shapes), label=str(number), outline=outline))
    return tuple(pages)


def _parts(entries: tuple[Entry, ...], room: float, row: float) -> list[list[tuple[Load, list[Entry]]]]:
    """Return what each page holds, in the order of the papers: a kind of paper and the entries below its heading."""
    parts: list[list[tuple[Load, list[Entry]]]] = [[]]
    left = room
    for load in LOADS:
        found = [entry for entry in entries if entry.load == load]
        while found:
            most = int((left - GROUP + TOLERANCE) / row)
            if most < 1:
                parts.append([])
                left = room
                continue
            parts[-1].append((load, found[:most]))
            left -= GROUP + row * len(found[:most])
            found = found[most:]
    return parts


def head(heading: Heading, width: float, word: Callable[[str], str]) -> Iterator[Shape]:
    """Yield the game's name on its ink, the plan's name and the paper."""
    band = Rect(0, 0, width, MARGIN + HEAD - 9)
    edge = Stroke(heading.color, 0.7)
    yield Path(line(0, band.bottom, width, band.bottom), stroke=edge) if heading.low else _filled(band, heading.color)
    color = darkened(heading.color, READABLE) if heading.low else legible(heading.color)
    title = text.Style(heading.family, size=26, smallest=12, color=color, wrap=False, valign="baseline")
    yield from _fitted(heading.game, Rect(MARGIN, 8, width - 2 * MARGIN, 15), title)
    plan = text.Style(FAMILY, 700, size=11, color=color, wrap=False, valign="baseline")
    words = f"{word('plan')} · {heading.paper}"
    yield from _fitted(words, Rect(MARGIN, 24, width - 2 * MARGIN, 7), plan)


def _filled(box: Rect, color: Color) -> Path:
    return Path(rectangle(box), fill=color)


def _load(load: Load, y: float, width: float, heading: Heading, word: Callable[[str], str]) -> Iterator[Shape]:
    """Yield the heading of what goes on one kind of paper."""
    yield text.label(word(f"plan_paper_{load}"), MARGIN, y + 6, family=FAMILY, weight=700, size=11, color=BLACK)
    yield Path(line(MARGIN, y + 8, width - MARGIN, y + 8), stroke=Stroke(heading.color, 0.7))


def _row(entry: Entry, height: float, width: float, heading: Heading, word: Callable[[str], str]) -> Iterator[Shape]:
    piece, middle = entry.piece, height / 2
    yield _picture(piece, Rect(0, 1, PLACES[1] - 4, height - 2))
    yield from _words(
        Rect(PLACES[1], 1, PLACES[2] - PLACES[1] - 5, height - 2),
        (piece.title, 700, 10.0, BLACK),
        (f"{piece.count} × {measure(piece.width, piece.height)}", 400, 7.5, QUIET),
        *(((entry.file, 400, SMALLEST, QUIET),) if entry.file else ()),
    )
    sides = word(("plan_by_hand" if entry.by_hand else "plan_two_sides") if entry.both else "plan_one_side")
    on = f"{word('plan_on')} {entry.paper}" if entry.paper else ""
    instead = f"· {word('plan_instead')}" if entry.instead else ""
    yield from _words(
        Rect(PLACES[2], 1, PLACES[3] - PLACES[2] - 2, height - 2),
        *(((str(entry.sheets), 700, 13.0, QUIET if entry.instead else BLACK),) if entry.sheets else ()),
        (" ".join(filter(None, (sides, on, instead))) if entry.sheets else word("plan_shared"), 400, 7.0, QUIET),
    )
    told = (*((word("plan_folded"),) if entry.folded else ()), word(f"plan_{entry.way}"))
    own = ("fold", "glue", *STEPS[entry.way]) if entry.folded else STEPS[entry.way]
    steps: tuple[Step, ...] = (*(("turn",) if entry.both else ()), *own)
    for number, step in enumerate(steps):
        yield Group((pictogram(step),), moved(PLACES[3] + number * (SIZE + 1), middle - SIZE / 2))
    left = PLACES[3] + 4 * (SIZE + 1)
    style = text.Style(FAMILY, size=7.5, smallest=6.5, valign="middle", leading=1.2)
    yield from _fitted(" ".join(told), Rect(left, 0.5, width - left - BAR - 4, height - 1), style)
    yield from _ink(entry.ink, width - BAR, middle, heading.color, word)
    yield Path(line(PLACES[1], height, width, height), stroke=Stroke(RULE, 0.25))


def _picture(piece: Piece, room: Rect) -> Group:
    """Return the front of the piece's first face in the room, its edge as a line."""
    face = piece.faces[0]
    box = Rect(0, 0, piece.width, piece.height)
    reach = extent(face.front) or box
    scale = min(room.width / piece.width, room.height / piece.height)
    x = room.x + (room.width - piece.width * scale) / 2
    y = room.y + (room.height - piece.height * scale) / 2
    inside = Group((face.front,), clip=Path(rectangle(box))) if reach != box else face.front
    edge = Path(rectangle(box), stroke=Stroke(RULE, 0.25 / scale)) if piece.kind != "tokens" else Group(())
    return Group((inside, edge), (scale, 0.0, 0.0, scale, x, y))


def _words(room: Rect, *lines: tuple[str, int, float, Color]) -> Iterator[Shape]:
    """Yield lines of words under each other in the middle of the room, each as large as fits or as two small ones."""
    gap = 1.8 if len(lines) < 3 else 1.3
    styles: list[tuple[text.Style, float]] = []
    for words, weight, size, color in lines:
        one = text.Style(FAMILY, weight, size=size, smallest=SMALLEST, color=color, wrap=False, valign="baseline")
        two = text.Style(FAMILY, weight, size=SMALLEST, color=color, leading=1.05)
        capital = fonts.face(FAMILY, weight).cap_height
        if text.width(words, family=FAMILY, weight=weight, size=SMALLEST) <= room.width:
            styles.append((one, capital * size * MM_PER_PT))
        else:
            styles.append((two, (capital + two.leading) * SMALLEST * MM_PER_PT))
    y = room.y + (room.height - sum(high for _, high in styles) - gap * (len(lines) - 1)) / 2
    for (words, *_), (style, high) in zip(lines, styles, strict=True):
        below = 0.0 if style.valign == "baseline" else 1.0  # the descenders of the second line
        yield from _fitted(words, Rect(room.x, y, room.width, high + below), style)
        y += high + gap


def _fitted(words: str, box: Rect, style: text.Style) -> tuple[Shape, ...]:
    """Return words set in a box; of what does not fit there as much as does, and three dots."""
    for length in range(len(words), 0, -1):
        shown = words if length == len(words) else f"{words[:length].rstrip()}…"
        try:
            return text.fit(shown, box, style, {}).shapes
        except text.Overfull:
            continue
    return ()


def _ink(share: float | None, x: float, middle: float, color: Color, word: Callable[[str], str]) -> Iterator[Shape]:
    """Yield a bar of the inked share with its figure."""
    if share is None:
        return
    figure = f"{max(1, round(share * 100))}\u202f%"
    yield text.label(word("plan_ink"), x, middle - 1.2, family=FAMILY, size=6.5, color=QUIET)
    yield text.label(figure, x + BAR, middle - 1.2, family=FAMILY, weight=700, size=8, align="right")
    yield Path(rectangle(Rect(x, middle + 0.4, BAR * min(1.0, share), 2.2)), fill=color)
    yield Path(rectangle(Rect(x, middle + 0.4, BAR, 2.2)), stroke=Stroke(RULE, 0.25))


def _foot(entries: tuple[Entry, ...], y: float, width: float, word: Callable[[str], str]) -> Iterator[Shape]:
    """Yield the sum of sheets and how to print."""
    total = sum(entry.sheets for entry in entries if not entry.instead)
    yield text.label(str(total), MARGIN, y + 12, family=FAMILY, weight=700, size=28)
    yield from text.fit(
        word("plan_total_one" if total == 1 else "plan_total"),
        Rect(MARGIN, y + 14.5, 22, 8),
        text.Style(FAMILY, size=7.5, smallest=6.5, color=QUIET),
        {},
    ).shapes
    left = MARGIN + PLACES[1]
    half = (width - MARGIN - left - 6) / 2
    style = text.Style(FAMILY, size=8, smallest=6.5, leading=1.3)
    for number, key in enumerate(("plan_print", "plan_order")):
        box = Rect(left + number * (half + 6), y + 5, half, FOOT - 5)
        yield from text.fit(word(key), box, style, {}).shapes
