"""Rule sections set as running text in columns. Between the data and the shapes; names no game.

Rules are written in Markdown; on a sheet a list item becomes a line with a dot, a row of a table a line of its cells, a
link its words.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import assert_never

from pnp.art import ArtProblem
from pnp.data.frame import RulesSlot
from pnp.data.game import Section
from pnp.fonts import FontProblem
from pnp.layout import text
from pnp.layout.columns import Strip, fill
from pnp.pieces.context import Context
from pnp.pieces.lettering import unprintable
from pnp.pieces.passages import passages
from pnp.scene import Group, Matrix, Rect, moved
from pnp.units import MM_PER_PT
from pnp.values import dataclass

ENDLESS = 10_000.0  # mm: a column long enough for any paragraph
STEP = 0.1  # pt
BETWEEN = 0.45  # × line distance: room above a paragraph
ABOVE = 0.9  # × line distance: room above a heading
INDENT = 1.1  # × size: where the words of a list item begin


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A heading, a paragraph, or a list item with what stands before it."""

    words: str
    heading: bool = False
    mark: str = ""


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
    except (FontProblem, ArtProblem) as error:
        ctx.problem(slot.name, *unprintable(error))
        return Group(())
    if placed is None:
        ctx.problem(
            slot.name,
            f"the rules do not fit in {slot.columns} columns at {slot.smallest:g} pt",
            "leave out an anchor or make the slot larger",
        )
    return Group(tuple(Group(part.shapes, place) for part, place in placed or ()))


def _fitted(slot: RulesSlot, paragraphs: list[Paragraph], ctx: Context) -> list[tuple[Strip, Matrix]] | None:
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
    for passage in passages(section.body):
        match passage.kind:
            case "table":
                yield from (Paragraph(" · ".join(row)) for row in passage.rows)
            case "line":
                pass
            case "text" | "item" | "decision" | "heading" | "code":
                yield Paragraph(passage.words, passage.kind == "heading", passage.mark)
            case _:
                assert_never(passage.kind)


def _measured(slot: RulesSlot, paragraphs: list[Paragraph], size: float, ctx: Context) -> list[Strip] | None:
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
        found.append(Strip((*mark, *block.shapes), block.height, room, kept=part.heading))
    return found


def _columns(slot: RulesSlot, found: list[Strip] | None) -> list[tuple[Strip, Matrix]] | None:
    """Return where each paragraph goes, column by column, None when they do not fit; no heading ends a column."""
    columns = fill(found, lambda _: slot.place.height) if found is not None else None
    if columns is None or len(columns) > slot.columns:
        return None
    width = (slot.place.width - slot.gap * (slot.columns - 1)) / slot.columns
    return [
        (placed.strip, moved(slot.place.x + number * (width + slot.gap), slot.place.y + placed.y))
        for number, column in enumerate(columns)
        for placed in column
    ]
