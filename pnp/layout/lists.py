"""Lines that begin with a bullet or a number: their marks, and how far their words hang in. Knows no size and no place.

`- ` begins an item with a bullet, `1. ` (or `1) `) one with its number; two blanks or more before it put it one level
down. A line that begins with two blanks goes on with the item above it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from pnp.expressions import expression
from pnp.layout.rows import Row
from pnp.layout.words import Chunk, Inline, word
from pnp.values import dataclass, replace

Level: TypeAlias = Literal[1, 2]

GAP = 0.45  # em between a mark and its words
BULLETS: dict[Level, str] = {1: "•", 2: "–"}
_NUMBER = expression(r"\d{1,3}[.)]")
_DEEP = 2  # blanks before a mark that put it one level down


@dataclass(frozen=True, slots=True)
class Item:
    """How a line stands in a list: its level, and its mark; None when it goes on with the item above."""

    level: Level
    mark: Chunk | None


def item(line: Sequence[Chunk], above: Item | None) -> tuple[Item | None, Sequence[Chunk]]:
    """Return how a line stands in a list (None: not at all) and its words. `above` is how the line before stands."""
    blanks, rest = _indented(line)
    deep = blanks >= _DEEP
    level: Level = 2 if deep and above else 1
    match rest:
        case [(faces, mark, ink, way), (_, str(gap), _, _), _, *_] if gap.isspace():
            if mark == "-":
                return Item(level, (faces, BULLETS[level], ink, way)), rest[2:]
            if _NUMBER.fullmatch(mark):
                return Item(level, (faces, mark, ink, way)), rest[2:]
            if mark == "\\-":  # a hyphen that is one
                return None, [*line[: len(line) - len(rest)], (faces, "-", ink, way), *rest[1:]]
        case _:
            pass
    if above and deep and rest:
        return Item(above.level, None), rest
    return None, line


def _indented(line: Sequence[Chunk]) -> tuple[int, Sequence[Chunk]]:
    """Return how many blanks a line begins with, and the rest of it."""
    if line and not isinstance(line[0], Inline) and line[0][1].isspace():
        return len(line[0][1].replace("\t", "  ")), line[1:]
    return 0, line


def hung(rows: Sequence[tuple[Row, Item | None]], tracking: float) -> tuple[Row, ...]:
    """Return the rows of a text with those of lists hung in, all items of a list and level alike."""
    found: list[Row] = []
    start = 0
    while start < len(rows):
        end = start
        while end < len(rows) and rows[end][1]:
            end += 1
        if end > start:
            found += _list([(row, item) for row, item in rows[start:end] if item], tracking)
        else:
            found.append(rows[start][0])
            end += 1
        start = end
    return tuple(found)


def _list(rows: Sequence[tuple[Row, Item]], tracking: float) -> list[Row]:
    marks = [word((item.mark,), tracking) if item.mark else None for _, item in rows]
    depth = {1: 0.0, 2: 0.0}
    for (_, item), mark in zip(rows, marks, strict=True):
        if mark:
            depth[item.level] = max(depth[item.level], mark.width + GAP)
    depth[2] += depth[1]
    return [
        replace(row, indent=depth[item.level], mark=mark, first=0.0)
        for (row, item), mark in zip(rows, marks, strict=True)
    ]
