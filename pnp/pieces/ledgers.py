"""A ledger: what is counted as rows, players as columns. The part of a pad for games that count once, at the end.

Part of the pads; knows score fields, no game. All lengths are mm, sizes of type in points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise

from pnp.data.game import Field
from pnp.data.prints import Pad
from pnp.data.words import Words
from pnp.layout import text
from pnp.pieces.context import Context
from pnp.pieces.pad_look import (
    FIRM,
    SMALLEST,
    Block,
    Look,
    cell,
    check_wide,
    depth,
    filled,
    framed,
    need,
    rule,
    set_in,
)
from pnp.scene import WHITE, Rect, Shape

HEAD, FOOT = 11.0, 12.0  # the bar with the names; the row of the totals
TITLES, COMFORT = 44.0, 70.0  # how wide the titles of the rows are at least, and where the columns leave enough
COLUMN, WIDEST = 19.0, 38.0  # a player's column
PAD = 2.0  # beside and above the words of a row
TAG = 1.4  # from the edge of a bar to what is written on it
BETWEEN = 1.7  # from a title to what helps with it
TITLE, HELP = 11.0, 7.0  # pt
HELPING = 1.22  # × size: line distance
GREY = "#3a3a3a"


def ledger(fields: Sequence[Field], pad: Pad, named: Words | None, look: Look, ctx: Context) -> Block:
    """Return a block with a row for each field and a column for each seat; `named` stands in its corner."""
    made = _Ledger(fields, pad, named, look, ctx)
    check_wide(made.across, f"the column of one of {pad.seats} players", ctx)
    return Block(HEAD + sum(made.heights.values()) + FOOT, len(fields), made.draw)


class _Ledger:
    """One ledger, measured: the rows that are added up, the total, the rows that only tell."""

    def __init__(self, fields: Sequence[Field], pad: Pad, named: Words | None, look: Look, ctx: Context) -> None:
        self.width, self.seats = pad.width, pad.seats
        self.named, self.look, self.ctx = named, look, ctx
        free = self.width - TITLES, self.width - COMFORT
        self.across = min(WIDEST, free[0] / self.seats, max(COLUMN, free[1] / self.seats))
        self.titles = self.width - self.seats * self.across
        self.heights = {field.id: max(need(field, self.across), self.words(field)) for field in fields}
        self.added = [field for field in fields if field.id not in pad.after]
        self.told = [field for field in fields if field.id in pad.after]

    @property
    def title(self) -> text.Style:
        """How the title of a row is set."""
        return text.Style(self.look.family, 700, size=TITLE, smallest=8.0, leading=1.05, wrap=False)

    @property
    def help(self) -> text.Style:
        """How what helps with it is set."""
        return text.Style(self.look.body, size=HELP, smallest=SMALLEST, leading=HELPING, color=GREY)

    def words(self, field: Field) -> float:
        """Return how high title and help of a row are."""
        room = self.titles - 2 * PAD
        below = depth(field.help, room, self.help, self.ctx)
        return 2 * PAD + depth(field.title, 1000.0, self.title, self.ctx) + (BETWEEN + below + 0.6 if below else 0.0)

    def draw(self, grown: float, number: int) -> tuple[Shape, ...]:
        """Return the ledger at the origin."""
        total = HEAD + sum(self.heights[field.id] + grown for field in self.added)
        added, told = self.rows(self.added, HEAD, grown), self.rows(self.told, total + FOOT, grown)
        bottom = total + FOOT + sum(self.heights[field.id] + grown for field in self.told)
        frame = framed(Rect(0.0, 0.0, self.width, bottom), self.look.ink, FIRM)
        return (*self.head(number), *added, *told, frame, *self.foot(total))

    def rows(self, fields: Sequence[Field], top: float, grown: float) -> Iterator[Shape]:
        """Yield rows below one another, with their bands and guides."""
        downs = list(accumulate((self.heights[field.id] + grown for field in fields), initial=top))
        boxes = [Rect(0.0, above, self.width, below - above) for above, below in pairwise(downs)]
        yield from (filled(box, self.look.tint) for box in boxes[1::2])
        for field, box in zip(fields, boxes, strict=True):
            yield from self.row(field, box)
        yield from (rule(0.0, box.y, self.width, box.y) for box in boxes[1:])
        yield from (rule(x, top, x, downs[-1]) for x in self.edges() if boxes)

    def edges(self) -> list[float]:
        """Return where the columns of the players begin."""
        return [self.titles + seat * self.across for seat in range(self.seats)]

    def head(self, number: int) -> Iterator[Shape]:
        """Yield the bar: what the block is called, and a white tag for each name."""
        look = self.look
        yield filled(Rect(0.0, 0.0, self.width, HEAD), look.ink)
        x = PAD
        big = text.Style(look.display, size=19, smallest=12, valign="middle", color=look.on_ink, wrap=False)
        if number:
            wide = text.width(str(number), family=look.display, size=19) + 0.2
            yield from set_in(str(number), Rect(x, 0.0, wide, HEAD), big, self.ctx)
            x += wide + 3.0
        if self.named:
            style = text.Style(look.display, size=12, smallest=8, valign="middle", color=look.on_ink, wrap=False)
            yield from set_in(self.named, Rect(x, 0.0, self.titles - x - 1.0, HEAD), style, self.ctx)
        for edge in self.edges():
            yield filled(Rect(edge, TAG, self.across - TAG, HEAD - 2 * TAG), WHITE)

    def row(self, field: Field, box: Rect) -> Iterator[Shape]:
        """Yield one field: its words, and a cell for each player."""
        room = self.titles - 2 * PAD
        above = depth(field.title, 1000.0, self.title, self.ctx)
        worth = _worth(field)
        chip = text.width(worth, family=self.look.family, weight=700, size=TITLE) if worth else 0.0
        free = room - (chip + 2.0 if chip else 0.0)
        yield from set_in(field.title, Rect(PAD, box.y + PAD, free, above), self.title, self.ctx)
        if worth:
            baseline = box.y + PAD + above
            yield text.label(
                worth,
                PAD + room,
                baseline,
                family=self.look.family,
                weight=700,
                size=TITLE,
                color=self.look.accent,
                align="right",
            )
        down = box.y + PAD + above + BETWEEN
        if field.help.get(self.ctx.lang):
            yield from set_in(field.help, Rect(PAD, down, room, box.bottom - down), self.help, self.ctx)
        for edge in self.edges():
            yield from cell(field, Rect(edge, box.y, self.across, box.height), self.look, self.ctx)

    def foot(self, down: float) -> Iterator[Shape]:
        """Yield the totals."""
        look = self.look
        yield filled(Rect(0.0, down, self.width, FOOT), look.ink)
        style = text.Style(look.display, size=15, smallest=10, valign="middle", color=look.on_ink, wrap=False)
        yield from set_in(look.total, Rect(PAD, down, self.titles - 2 * PAD, FOOT), style, self.ctx)
        for edge in self.edges():
            yield filled(Rect(edge, down + TAG, self.across - TAG, FOOT - 2 * TAG), WHITE)


def _worth(field: Field) -> str:
    """Return what one of a field is worth, "" when the rules say it."""
    if not field.points:
        return ""
    sign = "−" if field.points < 0 else "+"
    return f"{sign}{abs(field.points)}" if field.kind == "flag" else f"× {field.points}".replace("-", "−")
