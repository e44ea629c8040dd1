"""Rule sections set as running text in columns. Between the data and the shapes; names no game.

Rules are written in Markdown; on a sheet a list item becomes a line with a dot, a row of a table a line of its cells, a
link its words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

from pnp.data.frame import RulesSlot
from pnp.data.game import Section
from pnp.fonts import FontProblem
from pnp.layout import text
from pnp.pieces.context import Context
from pnp.scene import Group, Matrix, Rect, Shape, moved
from pnp.units import MM_PER_PT, fits

ENDLESS = 10_000.0  # mm: a column long enough for any paragraph
STEP = 0.1  # pt
BETWEEN = 0.45  # × line distance: room above a paragraph
ABOVE = 0.9  # × line distance: room above a heading
INDENT = 1.1  # × size: where the words of a list item begin

_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_ITEM = re.compile(r"\s*(?:[-*+]|(\d+\.))\s+(.*)")
_TABLE_RULE = re.compile(r"\|?[\s:|-]+\|?")


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A heading, a paragraph, or a list item with what stands before it."""

    words: str
    heading: bool = False
    mark: str = ""


@dataclass(frozen=True, slots=True)
class _Set:
    """A paragraph set at the origin: `height` down to its last baseline, `room` the distance above it, in mm."""

    shapes: tuple[Shape, ...]
    height: float
    room: float
    heading: bool


def running_rules(slot: RulesSlot, ctx: Context) -> Group:
    """Return the sections of the slot in its columns, as large as they fit. Problems go into `ctx`."""
    rules = ctx.game.rules_in(ctx.lang)
    sections = [rules.section(anchor) if rules else None for anchor in slot.anchors]
    for anchor, section in zip(slot.anchors, sections, strict=True):
        if section is None:
            ctx.problem(slot.name, f'the rules have no section "{anchor}"')
    paragraphs = [part for section in sections if section for part in parts(section)]
    try:
        placed = _fitted(slot, paragraphs, ctx)
    except FontProblem as error:
        ctx.problem(slot.name, str(error), error.hint)
        return Group(())
    if placed is None:
        ctx.problem(
            slot.name,
            f"the rules do not fit in {slot.columns} columns at {slot.smallest:g} pt",
            "leave out an anchor or make the slot larger",
        )
    return Group(tuple(Group(part.shapes, place) for part, place in placed or ()))


def _fitted(slot: RulesSlot, paragraphs: list[Paragraph], ctx: Context) -> list[tuple[_Set, Matrix]] | None:
    """Return the paragraphs in their columns at the largest size that fits, None if even the smallest does not."""
    best = None
    steps = ceil((slot.size - slot.smallest) / STEP - 1e-6)
    low, high = -1, steps + 1  # steps below the wanted size: `low` is too large, `high` fits or is out of reach
    while high - low > 1:
        middle = (low + high) // 2
        tried = _columns(slot, _measured(slot, paragraphs, max(slot.size - middle * STEP, slot.smallest), ctx))
        if tried is None:
            low = middle
        else:
            high, best = middle, tried
    return best


def parts(section: Section) -> Iterator[Paragraph]:
    """Yield the heading and the paragraphs of a section; bold and italic stay as they are written."""
    yield Paragraph(section.title, heading=True)
    waiting: list[str] = []
    mark = ""
    for raw in (*section.body.splitlines(), ""):
        line = _LINK.sub(r"\1", raw.strip())
        item = _ITEM.fullmatch(line)
        row = line.startswith("|")
        if (not line or item or row) and waiting:
            yield Paragraph(" ".join(waiting), mark=mark)
            waiting, mark = [], ""
        if row:
            if not _TABLE_RULE.fullmatch(line):
                yield Paragraph(" · ".join(cell.strip() for cell in line.strip("|").split("|")))
        elif item:
            waiting, mark = [item[2]], item[1] or "•"
        elif line:
            waiting.append(line)


def _measured(slot: RulesSlot, paragraphs: list[Paragraph], size: float, ctx: Context) -> list[_Set] | None:
    """Return every paragraph set at `size`, None when a word is wider than a column."""
    line = size * slot.leading * MM_PER_PT
    width = (slot.place.width - slot.gap * (slot.columns - 1)) / slot.columns
    found = []
    for part in paragraphs:
        color = slot.accent if part.heading else slot.color
        style = text.Style(
            slot.family, 700 if part.heading else 400, size=size, smallest=size, leading=slot.leading, color=color
        )
        indent = INDENT * size * MM_PER_PT if part.mark else 0.0
        try:
            block = text.fit(part.words, Rect(indent, 0, width - indent, ENDLESS), style, ctx.icons)
        except text.Overfull:
            return None
        mark = text.fit(part.mark, Rect(0, 0, width, ENDLESS), style, ctx.icons).shapes if part.mark else ()
        room = line * (ABOVE if part.heading else BETWEEN)
        found.append(_Set((*mark, *block.shapes), block.height, room, part.heading))
    return found


def _columns(slot: RulesSlot, found: list[_Set] | None) -> list[tuple[_Set, Matrix]] | None:
    """Return where each paragraph goes, column by column, None when they do not fit; no heading ends a column."""
    if found is None:
        return None
    width = (slot.place.width - slot.gap * (slot.columns - 1)) / slot.columns
    placed: list[tuple[_Set, Matrix]] = []
    column, down = 0, 0.0
    for part, after in zip(found, [*found[1:], None], strict=True):
        follows = after.room + after.height if part.heading and after else 0.0
        if down > 0 and not fits(down + part.room + part.height + follows, slot.place.height):
            column, down = column + 1, 0.0
        down += part.room if down > 0 else 0.0
        if column >= slot.columns or not fits(down + part.height, slot.place.height):
            return None
        placed.append((part, moved(slot.place.x + column * (width + slot.gap), slot.place.y + down)))
        down += part.height
    return placed
