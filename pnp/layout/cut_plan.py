"""The cut plan: each layout of a sheet small, its strokes numbered, and how many strokes and minutes. Names no game.

Part of layout, in the style of the print plan. All lengths are mm, sizes of type in points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from pnp.layout import text
from pnp.layout.contrast import READABLE, darkened
from pnp.layout.geometry import Stock
from pnp.layout.masthead import FAMILY, MARGIN, QUIET
from pnp.layout.print_plan import A4, HEAD, LEAST, RULE, Heading, head
from pnp.layout.strokes import Blow, CutSheet, Phase, Strokes, minutes, strokes
from pnp.scene import (
    BLACK,
    WHITE,
    Color,
    Group,
    Page,
    Path,
    Rect,
    Shape,
    Stroke,
    Text,
    ellipse,
    line,
    moved,
    rectangle,
)
from pnp.units import tidy
from pnp.values import dataclass

FOOT = 24.0
DRAWING = 62.0  # width of the part of a row for the drawing with its numbers
WORDS = DRAWING + 10.0  # from the left margin to the words
LOWEST = 66.0  # height of a row
OUTER = 10.0  # room for numbers above and to the left of a drawing
DISC = 1.9  # radius of a number's disc
NEAR, FAR = 2.9, 7.1  # from the sheet to the middle of a disc; the far ones where lines lie close together
CLOSE = 4.4  # between two discs in one row
PIECE = "#e6e6e6"


@dataclass(frozen=True, slots=True)
class Laid:
    """A piece, by its title, and what is to be parted on each of its sheets."""

    title: str
    sheets: tuple[CutSheet, ...]


@dataclass(frozen=True, slots=True)
class _Row:
    """One layout of a sheet: what lies on it, the pieces that are laid so, and how many sheets each of them takes."""

    sheet: CutSheet
    order: Strokes
    pieces: tuple[tuple[str, int], ...]

    @property
    def sheets(self) -> int:
        return sum(number for _, number in self.pieces)


def cut_plan(laid: Iterable[Laid], heading: Heading, stock: Stock, word: Callable[[str], str]) -> tuple[Page, ...]:
    """Return the plan as upright pages of `stock`, or of A4 where that is larger; none when nothing is cut.

    `word` gives the words by key.
    """
    rows = _rows(laid)
    width, height = min(stock.width, stock.height), max(stock.width, stock.height)
    if width < LEAST:
        width, height = A4
    room = height - 2 * MARGIN - HEAD - FOOT
    most = max(1, int(room / LOWEST))
    pages: list[Page] = []
    parts = [rows[start : start + most] for start in range(0, len(rows), most)]
    for number, part in enumerate(parts, 1):
        shapes: list[Shape] = list(head(heading, width, lambda key: word("cut_plan" if key == "plan" else key)))
        for index, row in enumerate(part):
            place = moved(MARGIN, MARGIN + HEAD - 3 + index * room / most)
            shapes.append(Group(tuple(_row(row, width - 2 * MARGIN, room / most, heading, word)), place))
        if number == len(parts):
            shapes += _foot(rows, height - MARGIN - FOOT, width, word)
        outline = "" if pages else word("cut_plan")
        pages.append(Page(width, height, tuple(shapes), label=str(number), outline=outline))
    return tuple(pages)


def _rows(laid: Iterable[Laid]) -> list[_Row]:
    """Return each layout of a sheet once, with all that is laid so; a last sheet that is not full is one by itself."""
    found: dict[CutSheet, dict[str, int]] = {}
    for each in laid:
        for sheet in each.sheets:
            pieces = found.setdefault(sheet, {})
            pieces[each.title] = pieces.get(each.title, 0) + 1
    return [_Row(sheet, strokes(sheet), tuple(pieces.items())) for sheet, pieces in found.items()]


def _row(row: _Row, width: float, height: float, heading: Heading, word: Callable[[str], str]) -> Iterator[Shape]:
    yield from _drawing(row, height - 6, heading)
    room = width - WORDS
    total = row.order.piled * row.sheets
    names = ", ".join(f"{title} ({sheets})" for title, sheets in row.pieces)
    yield from _fitted(names, Rect(WORDS, 5, room, 9), text.Style(FAMILY, 700, size=11, smallest=7, valign="top"))
    yield text.label(str(row.order.piled), WORDS, 23, family=FAMILY, weight=700, size=26)
    wide = text.width(str(row.order.piled), family=FAMILY, weight=700, size=26)
    told = word("cut_sheet_one" if row.sheets == 1 else "cut_sheet").format(row.sheets, total, minutes(total))
    box = Rect(WORDS + wide + 3, 13.6, room - wide - 3, 10)
    yield from _fitted(told, box, text.Style(FAMILY, size=8, smallest=6.5, color=QUIET, valign="bottom", leading=1.25))
    y = 30.0
    for phase, words in _steps(row, word):
        yield _disc(WORDS + DISC, y + 1.45, "", _ink(phase, heading), filled=phase != "pile")
        box = Rect(WORDS + 2 * DISC + 2, y, room - 2 * DISC - 2, 12)
        set_ = _fitted(words, box, text.Style(FAMILY, size=8, smallest=6.5, leading=1.25))
        yield from set_
        y += 6.0 + 3.6 * (len({shape.y for shape in set_ if isinstance(shape, Text)}) - 1)
    yield Path(line(0, height - 3, width, height - 3), stroke=Stroke(RULE, 0.25))


def _steps(row: _Row, word: Callable[[str], str]) -> Iterator[tuple[Phase, str]]:
    """Yield what each phase is, with the numbers of its strokes."""
    piles = "cut_pile" if row.order.strips > 1 else "cut_pile_one"
    edge = "cut_edge_left" if row.order.level else "cut_edge_top"
    phases: tuple[tuple[Phase, str], ...] = (("edge", edge), ("strip", "cut_strips"), ("pile", piles))
    for phase, key in phases:
        numbers = [blow.number for blow in row.order.blows if blow.phase == phase]
        shown = f"{numbers[0]}–{numbers[-1]}" if len(numbers) > 1 else str(numbers[0])
        words = word(key).format(shown)
        if phase == "pile" and row.order.strips > 1:
            words = f"{words} {word('cut_single').format(row.order.single)}"
        yield phase, words


def _drawing(row: _Row, height: float, heading: Heading) -> Iterator[Shape]:
    """Yield the sheet with its pieces, the lines of the strokes and their numbers above and to the left."""
    held = row.sheet
    scale = min((DRAWING - OUTER) / held.page_width, (height - OUTER) / held.page_height)
    sheet = Rect(OUTER, OUTER, held.page_width * scale, held.page_height * scale)
    yield Path(rectangle(sheet), fill=WHITE, stroke=Stroke(RULE, 0.3))
    for column in range(held.columns):
        for down in range(held.rows):
            x = held.x + column * (held.width + held.gaps[0])
            y = held.y + down * (held.height + held.gaps[1])
            box = Rect(sheet.x + x * scale, sheet.y + y * scale, held.width * scale, held.height * scale)
            edge = Stroke(RULE, 0.25) if heading.low else None
            yield Path(rectangle(box.grown(-0.25)), fill=None if heading.low else PIECE, stroke=edge)
    for upright in (False, True):
        blows = sorted((blow for blow in row.order.blows if blow.upright == upright), key=lambda blow: blow.at)
        for blow, out in zip(blows, _staggered([blow.at * scale for blow in blows]), strict=True):
            yield from _blow(blow, blow.at * scale, out, sheet, heading)


def _staggered(places: Sequence[float]) -> list[float]:
    """Return how far out each number stands: those too close to the last near one stand further out."""
    found: list[float] = []
    last = -CLOSE
    for at in places:
        near = at - last >= CLOSE
        found.append(NEAR if near else FAR)
        last = at if near else last
    return found


def _blow(blow: Blow, at: float, out: float, sheet: Rect, heading: Heading) -> Iterator[Shape]:
    ink = _ink(blow.phase, heading)
    dash = (1.6, 0.9) if blow.phase == "pile" else ()
    stroke = Stroke(ink, 0.45, dash=dash)
    leader = Stroke(ink, 0.25)
    if blow.upright:
        x, y = sheet.x + at, sheet.y - out
        yield Path(line(x, sheet.y, x, sheet.bottom), stroke=stroke)
        yield Path(line(x, y + DISC, x, sheet.y), stroke=leader)
    else:
        x, y = sheet.x - out, sheet.y + at
        yield Path(line(sheet.x, y, sheet.right, y), stroke=stroke)
        yield Path(line(x + DISC, y, sheet.x, y), stroke=leader)
    yield _disc(x, y, str(blow.number), ink, filled=blow.phase != "pile")


def _disc(x: float, y: float, number: str, ink: Color, *, filled: bool) -> Group:
    """Return a number on a disc: white on ink, or ink on white within a ring."""
    ring = Path(ellipse(x, y, DISC - 0.15), fill=ink if filled else WHITE, stroke=Stroke(ink, 0.3))
    if not number:
        return Group((ring,))
    color = WHITE if filled else ink
    label = text.label(number, x, y + 0.9, family="Barlow Condensed", weight=600, size=7.5, color=color, align="center")
    return Group((ring, label))


def _ink(phase: Phase, heading: Heading) -> Color:
    return BLACK if phase == "pile" else darkened(heading.color, READABLE)


def _fitted(words: str, box: Rect, style: text.Style) -> tuple[Shape, ...]:
    """Return words set in a box; of what does not fit there as much as does, and three dots."""
    for length in range(len(words), 0, -1):
        try:
            shown = words if length == len(words) else f"{words[:length].rstrip()}…"
            return text.fit(shown, box, style, {}).shapes
        except text.Overfull:
            continue
    return ()


def _foot(rows: Sequence[_Row], y: float, width: float, word: Callable[[str], str]) -> Iterator[Shape]:
    """Yield the sum of strokes and how they were counted."""
    total = sum(row.order.piled * row.sheets for row in rows)
    yield text.label(str(total), MARGIN, y + 12, family=FAMILY, weight=700, size=28)
    told = word("cut_total").format(tidy(minutes(total)))
    yield from _fitted(
        told, Rect(MARGIN, y + 14.5, DRAWING, 8), text.Style(FAMILY, size=7.5, smallest=6.5, color=QUIET)
    )
    left = MARGIN + WORDS
    style = text.Style(FAMILY, size=8, smallest=6.5, leading=1.3)
    yield from _fitted(word("cut_model"), Rect(left, y + 3.5, width - MARGIN - left, FOOT - 3), style)
