"""Rule passages set line by line, ready to be put in columns. Between passages and pages; knows no game and no page.

The look of running rules on pages of their own: large headings under a short bar, decisions marked by a bar at the
left, tables with hairlines. All lengths are mm, sizes of type in points.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import assert_never

from pnp.art import Art
from pnp.data.game import Section
from pnp.layout import text
from pnp.layout.columns import Strip
from pnp.layout.contrast import GUIDE
from pnp.pieces.passages import QUOTE, Passage, passages
from pnp.scene import BLACK, Color, Group, Path, Rect, Shape, Stroke, Text, line, moved, rectangle
from pnp.units import MM_PER_PT, fits
from pnp.values import dataclass, replace

LEADING = 1.34
BETWEEN = 0.5  # × line distance: room above a paragraph, beyond the line distance
TIGHT = 0.18  # the same above a list item after another
ABOVE = (1.5, 0.95)  # × line distance: room above a large and a small heading
BELOW = (0.8, 0.55)  # × line distance: room between their last baseline and the next capitals
LARGE, SMALL = 1.7, 1.16  # × size: the two headings
BAR = (9.0, 1.0)  # the bar over a large heading
BAR_GAP = 2.2
INDENT = 1.15  # × size: where the words of a list item begin
NUMBERED = 1.6  # the same with figures before them, and of a quotation
DEEPEST = 0.5  # × width of the column: no words begin further in
MARKED = 3.4  # where the words of a decision begin
RULE, SEAM = 0.9, 0.2  # the bar beside a decision, drawn line by line, and how far its parts overlap
HAIR, HEAD = 0.25, 0.5  # lines between the rows of a table and under its heading
CELL = 2.4  # between two columns of a table
ROW = 0.42  # × line distance: room above and below the words of a row
WHOLE = 9  # rows: a table of up to so many is never parted
AIR = 0.1  # more than the words of a cell need
ENDLESS = 10_000.0  # a line long enough for any words

_BREAKS = re.compile(r"\s+|\u00ad|(?<=\w[-\u2010\u2013/])(?=[^\W\d])|(?<=—)")


class TooWide(Exception):  # noqa: N818 (what is too wide, as Overfull)
    """A word of a heading or of a table is wider than its column. Its text is a sentence."""


@dataclass(frozen=True, slots=True)
class Look:
    """How the rules are set: families, size of the text, width of a column; text is black, `ink` inks headings,
    `accent` decisions and signs. Unless `drawn` the strips have their measures but no letters."""

    family: str
    heading: str
    size: float
    ink: Color
    accent: Color
    width: float
    drawn: bool = True

    @property
    def em(self) -> float:
        """The size of the text in mm."""
        return self.size * MM_PER_PT

    @property
    def line(self) -> float:
        """The line distance of the text."""
        return LEADING * self.em

    @property
    def style(self) -> text.Style:
        """The style of the text."""
        return text.Style(self.family, size=self.size, smallest=self.size, leading=LEADING)


def section(found: Section, look: Look, icons: Mapping[str, Art]) -> tuple[Strip, ...]:
    """Return heading and text of a section as strips. Raises TooWide, FontProblem and ArtProblem."""
    heading, *body = (_heading(found, look, icons), *running(found.body, look, icons))
    if body:
        body[0] = replace(body[0], room=look.line * BELOW[found.level > 2], give=0.0)
    return (heading, *body)


def running(body: str, look: Look, icons: Mapping[str, Art]) -> tuple[Strip, ...]:
    """Return a text without a heading as strips. Raises FontProblem and ArtProblem."""
    strips: list[Strip] = []
    found = [passage for passage in passages(body) if passage.words or passage.rows or passage.kind == "line"]
    for before, passage, after in zip((None, *found), found, (*found[1:], None), strict=False):
        made = _passage(passage, look, icons)
        close = passage.kind == "item" and before is not None and before.kind == "item"
        first = ROW * look.line if passage.kind == "table" else made[0].height
        room = look.line - first + look.line * (TIGHT if close else BETWEEN)
        made[0] = replace(made[0], room=room, give=0.3 if close else 1.0)
        if strips and _belong(before, passage, after):
            strips[-1] = replace(strips[-1], kept=True)
        strips += made
    return tuple(strips)


def _belong(before: Passage | None, passage: Passage, after: Passage | None) -> bool:
    """Say whether a passage stays with the one before: what a list begins with, a table, the last item of a list."""
    if before is None or passage.kind not in ("item", "table"):
        return False
    return before.kind != "item" or after is None or after.kind != "item"


def _heading(found: Section, look: Look, icons: Mapping[str, Art]) -> Strip:
    small = found.level > 2
    size = look.size * (SMALL if small else LARGE)
    style = text.Style(look.heading, size=size, smallest=size, leading=1.08, color=BLACK if small else look.ink)
    widest = _widest(found.title, style, icons)
    if widest > look.width:
        size = max(size * look.width / widest, look.size)
        style = replace(style, size=size, smallest=size)
        _check_widths([_widest(found.title, style, icons)], look.width, "a word of the heading needs")
    over = 0.0 if small else BAR[1] + BAR_GAP
    lines = text.lines(found.title, look.width, style, icons, drawn=look.drawn)
    step = 1.08 * size * MM_PER_PT
    shapes: list[Shape] = [] if small else [Path(rectangle(Rect(0.0, 0.0, *BAR)), fill=look.ink)]
    shapes += [Group(one.shapes, moved(0.0, over + number * step)) for number, one in enumerate(lines)]
    height = over + (len(lines) - 1) * step + (lines[0].height if lines else 0.0)
    return Strip(tuple(shapes), height, look.line * ABOVE[small], 3.0, kept=True, name=found.anchor)


def _passage(passage: Passage, look: Look, icons: Mapping[str, Art]) -> list[Strip]:
    """Return a passage as strips, as far in as the lists and quotations around it say."""
    before = min(sum(_step(mark) for mark in passage.inside) * look.em, look.width * DEEPEST)
    made = _set(passage, replace(look, width=look.width - before), icons)
    if not before:
        return made
    return [replace(strip, shapes=(Group(strip.shapes, moved(before, 0.0)),)) for strip in made]


def _step(mark: str) -> float:
    """Return how far the words behind a mark stand in, × size."""
    return NUMBERED if mark == QUOTE or mark[0].isdigit() else INDENT


def _set(passage: Passage, look: Look, icons: Mapping[str, Art]) -> list[Strip]:
    match passage.kind:
        case "table":
            return list(_table(passage, look, icons))
        case "item":
            strips = _lines(passage.words, _step(passage.mark) * look.em, look, icons)
            block = text.lines(passage.mark, look.width, look.style, icons, drawn=look.drawn)[0]
            sign: Shape = Group(tuple(_inked(shape, look.accent) for shape in block.shapes))
            return [
                replace(strip, shapes=(sign, *strip.shapes)) if not at else strip for at, strip in enumerate(strips)
            ]
        case "decision":
            return _decision(_lines(passage.words, MARKED, look, icons), look)
        case "heading":
            return [replace(strip, kept=True) for strip in _lines(passage.words, 0.0, look, icons, 700)]
        case "line":
            return [Strip((Path(line(0.0, 0.0, look.width, 0.0), stroke=Stroke(GUIDE, HAIR)),), HAIR)]
        case "text" | "code":
            return _lines(passage.words, INDENT * look.em if passage.kind == "code" else 0.0, look, icons)
        case _:
            assert_never(passage.kind)


def _lines(words: str, indent: float, look: Look, icons: Mapping[str, Art], weight: int = 400) -> list[Strip]:
    """Return a paragraph line by line; its first two lines stay together, and its last two."""
    blocks = text.lines(words, look.width - indent, replace(look.style, weight=weight), icons, drawn=look.drawn)
    last = len(blocks) - 1
    return [
        Strip(
            (Group(block.shapes, moved(indent, 0.0)),) if indent else block.shapes,
            block.height,
            look.line - block.height,
            kept=last > 0 and number in (0, last - 1),
        )
        for number, block in enumerate(blocks)
    ]


def _decision(strips: Sequence[Strip], look: Look) -> list[Strip]:
    """Return a decision's lines with the bar at their left; its first word, which says that it is one, is inked."""
    marked = []
    for number, strip in enumerate(strips):
        shapes = strip.shapes
        if not number and isinstance(group := shapes[0], Group) and group.children:
            shapes = (replace(group, children=(_inked(group.children[0], look.accent), *group.children[1:])),)
        around = (look.line - strip.height) / 2
        above = around + (SEAM if number else 0.0)  # over the bar of the line before, so that no seam shows
        bar = Path(line(RULE / 2, -above, RULE / 2, strip.height + around), stroke=Stroke(look.accent, RULE))
        marked.append(replace(strip, shapes=(bar, *shapes)))
    return marked


def _inked(shape: Shape, ink: Color) -> Shape:
    return replace(shape, fill=ink) if isinstance(shape, Text) else shape


def _table(passage: Passage, look: Look, icons: Mapping[str, Art]) -> Iterator[Strip]:
    columns = max(len(row) for row in passage.rows)
    rows = [(*row, *[""] * (columns - len(row))) for row in passage.rows]
    sides = (*passage.sides, *["left"] * (columns - len(passage.sides)))
    widths = _widths(rows, look, icons)
    lefts = [sum(widths[:column]) + column * CELL for column in range(columns)]
    pad = look.line * ROW
    for number, row in enumerate(rows):
        shapes: list[Shape] = []
        height = 0.0
        for words, left, width, side in zip(row, lefts, widths, sides, strict=True):
            align: text.Align = "center" if side == "center" else "right" if side == "right" else "left"
            style = replace(look.style, weight=700 if not number else 400, align=align)
            lines = text.lines(words, width, style, icons, drawn=look.drawn)
            shapes += [Group(one.shapes, moved(left, pad + at * look.line)) for at, one in enumerate(lines)]
            height = max(height, (len(lines) - 1) * look.line + lines[0].height if lines else 0.0)
        height += 2 * pad
        ink, thick = (look.ink, HEAD) if not number else (GUIDE, HAIR)
        shapes.append(Path(line(0.0, height, look.width, height), stroke=Stroke(ink, thick)))
        kept = number < len(rows) - 1 and (len(rows) <= WHOLE or number == 0 or number == len(rows) - 2)
        yield Strip(tuple(shapes), height, kept=kept)


def _widths(rows: Sequence[Sequence[str]], look: Look, icons: Mapping[str, Art]) -> list[float]:
    """Return how wide each column of a table is: what it needs; the widest give way where that is too much."""
    room = look.width - CELL * (len(rows[0]) - 1)
    needs = [max(_longest([cell], look, icons) for cell in column) for column in zip(*rows, strict=True)]
    if sum(needs) <= room:
        return [need + (room - sum(needs)) / len(needs) for need in needs]
    widths = list(needs)
    left = room
    for done, column in enumerate(sorted(range(len(needs)), key=lambda column: needs[column])):
        widths[column] = min(needs[column], left / (len(needs) - done))
        left -= widths[column]
    bold = replace(look.style, weight=700)
    least = [max(_widest(cell, bold, icons) for cell in column) + AIR for column in zip(*rows, strict=True)]
    _check_widths(least, room, "the words of a table need")
    lacking = sum(max(need - width, 0.0) for need, width in zip(least, widths, strict=True))
    spare = sum(max(width - need, 0.0) for need, width in zip(least, widths, strict=True))
    share = lacking / spare if spare else 0.0  # what the other columns give of what they can
    return [max(width - share * (width - need), need) for need, width in zip(least, widths, strict=True)]


def _check_widths(needed: Sequence[float], room: float, what: str) -> None:
    if not fits(sum(needed), room):
        raise TooWide(f"{what} {sum(needed):.1f} mm of {room:.1f} mm width")


def _longest(parts: Iterable[str], look: Look, icons: Mapping[str, Art]) -> float:
    style = replace(look.style, weight=700)
    lines = (one for part in parts for one in text.lines(part, ENDLESS, style, icons, drawn=False))
    return max((one.width for one in lines), default=0.0) + AIR


def _widest(words: str, style: text.Style, icons: Mapping[str, Art]) -> float:
    """Return how wide the widest part is that no line can break."""
    lines = text.lines(_BREAKS.sub("\n", words), ENDLESS, style, icons, drawn=False)
    return max((one.width for one in lines), default=0.0)


def joined(strips: Sequence[Strip]) -> tuple[tuple[Shape, ...], float]:
    """Return strips set below one another as one drawing from (0, 0), and its height."""
    shapes: list[Shape] = []
    down = 0.0
    for before, strip in pairwise((None, *strips)):
        if strip is None:
            continue
        down += strip.room if before else 0.0
        shapes.append(Group(strip.shapes, moved(0.0, down)))
        down += strip.height
    return tuple(shapes), down
