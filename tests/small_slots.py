"""Slots that repeat, with plain values, and a reader of what is drawn for one row, by the scene alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from pnp.data.frame import Slot
from pnp.data.frame_slots import CellsSlot, IconsSlot, TableSlot
from pnp.data.prints import Row
from pnp.errors import Problem
from pnp.pieces.context import start
from pnp.pieces.slots import draw
from pnp.scene import Group, Image, Layer, Link, Matrix, Shape, Text, apply, times
from pnp.scene import Path as Outline
from tests import small_game as small

ICONS = IconsSlot(
    name="life",
    place=small.place(2, 3, 20, 20),
    when=None,
    art="dot",
    column="",
    count=0,
    count_column="life",
    of=0,
    empty="",
    empty_color="",
    edge=4.0,
    gap=1.0,
    columns=0,
    flow="right",
    align="left",
    valign="top",
    color="",
)
CELLS = CellsSlot(
    name="track",
    place=small.place(0, 0, 30, 20),
    when=None,
    columns=3,
    rows=2,
    grid_column="",
    count=0,
    count_column="",
    skip=0,
    order="rows",
    first=1,
    step=1,
    labels=(),
    label_column="",
    marked=(),
    marked_column="",
    mark="",
    mark_fill="#111111",
    mark_color="#eeeeee",
    shape="rectangle",
    edge=0.0,
    gap=0.0,
    align="center",
    valign="middle",
    fill="#ffffff",
    stroke=None,
    stroke_width=0.3,
    color="#000000",
    family=small.LABEL,
    weight=500,
    size=9.0,
    smallest=6.5,
    corner=False,
)
TABLE = TableSlot(
    name="prices",
    place=small.place(0, 0, 50, 30),
    when=None,
    texts=(),
    column="prices",
    header=1,
    header_family=small.LABEL,
    header_weight=700,
    header_fill="#dddddd",
    header_color="#222222",
    widths=(),
    aligns=(),
    lines="none",
    stroke="#000000",
    stroke_width=0.25,
    zebra=None,
    padding=1.0,
    row_height=0.0,
    valign="top",
    family=small.FAMILY,
    weight=400,
    size=8.0,
    smallest=6.5,
    leading=1.25,
    color="#000000",
)
NO_ART: Mapping[str, Path] = {}
Drawn = tuple[list[tuple[str, float, float]], list[str]]
"""What is seen: (words or colour, x, y), in drawing order; and what is told."""


def seen(shape: Shape, outer: Matrix = (1, 0, 0, 1, 0, 0)) -> Iterator[tuple[str, float, float]]:
    """Give words with their start on the baseline, and filled areas with their first point, rounded to 0.01 mm."""
    match shape:
        case Group():
            for child in shape.children:
                yield from seen(child, times(outer, shape.matrix))
        case Text():
            yield shape.run.text, *_at(outer, shape.x, shape.y)
        case Outline():
            _, x, y, *_ = shape.segments[0]
            assert isinstance(x, float | int)
            assert isinstance(y, float | int)
            yield str(shape.fill or "line"), *_at(outer, x, y)
        case Layer() | Link() | Image():
            raise AssertionError(shape)


def _at(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    x, y = apply(matrix, x, y)
    return round(x, 2), round(y, 2)


def drawn(slot: Slot, art: Mapping[str, Path] = NO_ART, **cells: str) -> Drawn:
    """Return what is seen of a slot for a row with these cells, and what is told."""
    told: list[Problem] = []
    ctx = start(small.game(art=art), "en", told, "card 1", "cards.csv", 2)
    group = draw(small.frame(slot), Row(2, cells), ctx)
    return list(seen(group)), [f"{problem.where}: {problem.message}" for problem in told]


def places(of: Drawn, color: str = "#000000") -> list[tuple[float, float]]:
    """Return where areas of a colour begin."""
    found, told = of
    assert told == []
    return [(x, y) for fill, x, y in found if fill == color]


def words(of: Drawn) -> list[str]:
    """Return the words in drawing order."""
    found, told = of
    assert told == []
    return [word for word, *_ in found if not word.startswith("#") and word != "line"]


def texts(shape: Shape) -> Iterator[Text]:
    """Give all words of a drawing."""
    if isinstance(shape, Text):
        yield shape
    for child in shape.children if isinstance(shape, Group) else ():
        yield from texts(child)
