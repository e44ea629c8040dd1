"""Tables on cards and sheets: rows of words in columns, all in one size. From the data to shapes; names no game.

The size is the largest at which the table fits its slot in every language. Widths of columns follow the words: what is
too wide is wrapped, the widest column first, and no column gets narrower than its longest word. A table of Arabic or
Hebrew has its first column at the right.
"""

from __future__ import annotations

from collections.abc import Sequence

from pnp import letters
from pnp.art import ArtProblem
from pnp.data import counted
from pnp.data.frame_slots import TableSlot
from pnp.data.prints import Row
from pnp.fonts import FontProblem
from pnp.layout import bidi, text
from pnp.layout.markup import parse
from pnp.pieces.context import Context, cell, text_in
from pnp.pieces.lettering import HINT, lettered, unprintable
from pnp.pieces.repeats import SHARE
from pnp.scene import Color, Group, Path, Rect, Shape, Stroke, line, rectangle
from pnp.units import MM_PER_PT, fits
from pnp.values import dataclass, replace

Rows = tuple[tuple[str, ...], ...]
ENDLESS = 1e5  # mm: room in which nothing is wrapped
HEAVY = 2.0  # × the width of the other lines: that under the head


@dataclass(frozen=True, slots=True)
class Laid:
    """A table at one size (points): the widths of its columns and the heights of its rows, mm."""

    size: float
    widths: tuple[float, ...]
    heights: tuple[float, ...]
    broken: bool  # some word is wider than its column
    rtl: bool = False  # the first column stands at the right

    @property
    def lefts(self) -> tuple[float, ...]:
        """How far the left edge of each column is from that of the table, mm."""
        edges = tuple(sum(self.widths[:number]) for number in range(len(self.widths) + 1))
        return tuple(edges[-1] - edge for edge in edges[1:]) if self.rtl else edges[:-1]

    def fits(self, slot: TableSlot) -> bool:
        """Say whether the table has room in its slot."""
        return fits(sum(self.widths), slot.place.width) and fits(sum(self.heights), slot.place.height)


def table(slot: TableSlot, row: Row | None, ctx: Context) -> Group:
    """Return the table of a row. What is wrong or has no room is noted in `ctx`."""
    languages = dict.fromkeys((ctx.lang, *ctx.game.languages))
    tables = {lang: counted.lines(text_in(slot.texts, lang) or cell(row, slot.column, lang)) for lang in languages}
    rows = tables[ctx.lang]
    if not rows:
        return Group(())
    try:
        size = min(_fitted(each, slot, replace(ctx, lang=lang)) for lang, each in tables.items() if each)
        laid = replace(_laid(rows, size, slot, ctx), rtl=_rtl(rows, ctx))
    except (FontProblem, ArtProblem) as error:
        ctx.problem(slot.name, *unprintable(error))
        return Group(())
    if not laid.fits(slot):
        _tell(laid, slot, ctx)
        return Group(())
    return Group((*_grounds(laid, slot), *_words(rows, laid, slot, ctx), *_lines(laid, slot)))


def _rtl(rows: Rows, ctx: Context) -> bool:
    """Say whether a table is read from the right: whether its first letter is."""
    said = " ".join(cell for row in rows for cell in row)
    if not letters.right_to_left(said):
        return False
    return bidi.base("".join(span.text for span in parse(said, ctx.icons) if not span.icon)) == 1


def _fitted(rows: Rows, slot: TableSlot, ctx: Context) -> float:
    """Return the largest size at which the table fits and no word is broken, else the smallest; in points."""

    def good(size: float) -> bool:
        laid = _laid(rows, size, slot, ctx)
        return laid.fits(slot) and not laid.broken

    if good(slot.size):
        return slot.size
    low, high = 0, int((slot.size - slot.smallest) / text.STEP + 1e-6) + 1  # steps below: `low` is too large
    while high - low > 1:
        middle = (low + high) // 2
        if good(slot.size - middle * text.STEP):
            high = middle
        else:
            low = middle
    return max(round(slot.size - high * text.STEP, 6), slot.smallest)


def _laid(rows: Rows, size: float, slot: TableSlot, ctx: Context) -> Laid:
    """Return the table at one size, whether it fits or not. Raises FontProblem, ArtProblem."""
    least, most = (_measured(rows, size, slot, ctx, words=words) for words in (True, False))
    widths = _widths(least, most, slot)
    heights: list[float] = []
    for number, row in enumerate(rows):
        style = _style(slot, number, size, ctx)
        many = [len(_set(said, width - 2 * slot.padding, style, ctx)) for said, width in zip(row, widths, strict=True)]
        high = _high(max(many), style)
        heights.append(max(high + 2 * slot.padding, slot.row_height))
    broken = any(not fits(word, width) for word, width in zip(least, widths, strict=True))
    return Laid(size, widths, tuple(heights), broken)


def _measured(rows: Rows, size: float, slot: TableSlot, ctx: Context, *, words: bool) -> tuple[float, ...]:
    """Return how wide each column is with all its words side by side, or (`words`) with only the longest of them."""
    widest = [0.0] * len(rows[0])
    for number, row in enumerate(rows):
        style = _style(slot, number, size, ctx)
        for column, said in enumerate(row):
            bold = replace(style, weight=max(style.weight, text.BOLD)) if "**" in said else style
            parts = [word.strip("*") for word in said.split()] if words else [said]
            for part in parts:
                blocks = text.lines(part, ENDLESS, bold if words else style, ctx.icons, drawn=False) if part else ()
                widest[column] = max(widest[column], *(block.width for block in blocks), 0.0)
    return tuple(width + 2 * slot.padding for width in widest)


def _widths(least: Sequence[float], most: Sequence[float], slot: TableSlot) -> tuple[float, ...]:
    """Return the widths of the columns; they may need more than the slot has."""
    asked = slot.widths or ("auto",) * len(most)
    asked = (*asked, *("auto",) * (len(most) - len(asked)))[: len(most)]
    sharing = [at for at, width in enumerate(asked) if width == "share"]
    auto = [at for at, width in enumerate(asked) if width == "auto"]
    found = [width if isinstance(width, float) else 0.0 for width in asked]
    room = slot.place.width - sum(found)
    kept = sum(least[at] for at in sharing)
    for at, width in zip(auto, _narrowed([(least[at], most[at]) for at in auto], room - kept), strict=True):
        found[at] = width
    left = slot.place.width - sum(found)
    if sharing:
        for at in sharing:
            found[at] = max(left / len(sharing), least[at])
    elif auto and left > 0:
        for at in auto:
            found[at] += left / len(auto)
    return tuple(found)


def _narrowed(columns: Sequence[tuple[float, float]], room: float) -> list[float]:
    """Return widths between the least and the most of each column that fill `room`: the widest are narrowed first."""
    if sum(most for _, most in columns) <= room:
        return [most for _, most in columns]

    def capped(cap: float) -> list[float]:
        return [max(least, min(most, cap)) for least, most in columns]

    low, high = 0.0, max((most for _, most in columns), default=0.0)
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if sum(capped(middle)) <= room else (low, middle)
    return capped(low)


def _set(said: str, width: float, style: text.Style, ctx: Context) -> tuple[text.Block, ...]:
    return text.lines(said, max(width, 0.1), style, ctx.icons, drawn=False) if said else ()


def _high(lines: int, style: text.Style) -> float:
    """Return how high some lines are, from the top of capitals to the last baseline."""
    capital = text.capital(style.family, style.weight, style.size)
    return capital + max(lines - 1, 0) * style.leading * style.size * MM_PER_PT


def _style(slot: TableSlot, row: int, size: float, ctx: Context) -> text.Style:
    head = row < slot.header
    return text.Style(
        slot.header_family if head else slot.family,
        slot.header_weight if head else slot.weight,
        size=size,
        smallest=size,
        leading=slot.leading,
        color=slot.header_color if head else slot.color,
        typographer=ctx.game.typographer,
        lang=ctx.lang,
    )


def _words(rows: Rows, laid: Laid, slot: TableSlot, ctx: Context) -> list[Shape]:
    shapes: list[Shape] = []
    y = slot.place.y
    for number, (row, height) in enumerate(zip(rows, laid.heights, strict=True)):
        style = replace(_style(slot, number, laid.size, ctx), direction="rtl" if laid.rtl else "auto")
        for column, (said, left, width) in enumerate(zip(row, laid.lefts, laid.widths, strict=True)):
            align = slot.aligns[min(column, len(slot.aligns) - 1)] if slot.aligns else "left"
            room = width - 2 * slot.padding
            lines = _set(said, room, style, ctx)
            high = _high(len(lines), style)
            down = (height - 2 * slot.padding - high) * SHARE[slot.valign]
            if laid.rtl and align == "right":  # the side where reading ends
                align = "left"
                room = min(room, max((line.width for line in lines), default=room))
            # Letters below the line reach into the padding: what is measured is what the eye takes for the line.
            x, top = slot.place.x + left + slot.padding, y + slot.padding + down
            box = Rect(x, top, room, high + laid.size * MM_PER_PT)
            shapes += lettered(said, box, replace(style, align=align), ctx, slot.name, hint="widen the column")
        y += height
    return shapes


def _grounds(laid: Laid, slot: TableSlot) -> list[Shape]:
    """Return the area behind the head, and behind every other row below it."""
    shapes: list[Shape] = []
    y = slot.place.y
    for number, height in enumerate(laid.heights):
        head = number < slot.header
        fill: Color | None = slot.header_fill if head else slot.zebra if (number - slot.header) % 2 else None
        if fill:
            shapes.append(Path(rectangle(Rect(slot.place.x, y, sum(laid.widths), height)), fill=fill))
        y += height
    return shapes


def _lines(laid: Laid, slot: TableSlot) -> list[Shape]:
    if slot.lines == "none":
        return []
    left, top, right = slot.place.x, slot.place.y, slot.place.x + sum(laid.widths)
    edges = [top + sum(laid.heights[:number]) for number in range(len(laid.heights) + 1)]
    shapes: list[Shape] = []
    for number, y in enumerate(edges):
        under_head = number == slot.header and 0 < number < len(edges) - 1
        outer = number in (0, len(edges) - 1)
        if under_head or (slot.lines != "header" and not outer) or slot.lines == "grid":
            stroke = Stroke(slot.stroke, slot.stroke_width * (HEAVY if under_head else 1.0))
            shapes.append(Path(line(left, y, right, y), stroke=stroke))
    if slot.lines == "grid":
        for x in sorted((*(left + edge for edge in laid.lefts), right)):
            shapes.append(Path(line(x, top, x, edges[-1]), stroke=Stroke(slot.stroke, slot.stroke_width)))
    return shapes


def _tell(laid: Laid, slot: TableSlot, ctx: Context) -> None:
    """Note how much room is missing."""
    wide, high = sum(laid.widths), sum(laid.heights)
    needed, room, axis = high, slot.place.height, "height"
    if not fits(wide, slot.place.width):
        needed, room, axis = wide, slot.place.width, "width"
    ctx.problem(slot.name, f"the table needs {needed:.1f} mm of {room:.1f} mm {axis} at {laid.size:g} pt", HINT)
