"""The fewest strokes that part a sheet: proved by trying everything on small sheets, and drawn in the cut plan."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

import pytest

from pnp.layout.cut_plan import Laid, cut_plan
from pnp.layout.geometry import How
from pnp.layout.impose import impose
from pnp.layout.print_plan import Heading
from pnp.layout.strokes import CutSheet, Strokes, minutes, strokes
from pnp.scene import Page
from tests.small_press import A4, SLUG, deck, furniture_boxes, numbered

Part = tuple[int, int, int, int]
"""From which to which strip of a sheet, across and down: margins, pieces and gaps between them."""


def sheet(columns: int, rows: int, gap: float = 0.0, width: float = 20.0, height: float = 30.0) -> CutSheet:
    return CutSheet(210.0, 297.0, columns, rows, width, height, (gap, gap), 15.0, 15.0)


def lanes(number: int, gaps: bool) -> str:
    """Return the strips of one direction: margin, pieces, gaps between them, margin."""
    return f"m{('g' if gaps else '').join('p' * number)}m"


def pieces(part: Part, across: str, down: str) -> int:
    left, right, top, bottom = part
    return across[left:right].count("p") * down[top:bottom].count("p")


def halves(part: Part) -> Iterator[tuple[bool, int, Part, Part]]:
    """Yield every stroke through a part: upright or not, its line, and the two parts it leaves."""
    left, right, top, bottom = part
    for at in range(left + 1, right):
        yield True, at, (left, at, top, bottom), (at, right, top, bottom)
    for at in range(top + 1, bottom):
        yield False, at, (left, right, top, at), (left, right, at, bottom)


def finished(part: Part, across: str, down: str) -> bool:
    left, right, top, bottom = part
    return pieces(part, across, down) == 0 or (right - left == 1 and bottom - top == 1)


def guided(part: Part, across: str, down: str) -> bool:
    """Say whether a part still has an edge of the paper, where marks stand or a margin can be laid flush."""
    left, right, top, bottom = part
    return left == 0 or top == 0 or right == len(across) or bottom == len(down)


def fewest_without_piles(columns: int, rows: int, gaps: bool) -> int:
    across, down = lanes(columns, gaps), lanes(rows, gaps)

    @lru_cache(None)
    def fewest(part: Part) -> int:
        if finished(part, across, down):
            return 0
        if not guided(part, across, down):
            return 10_000
        return min(1 + fewest(one) + fewest(other) for _, _, one, other in halves(part))

    return fewest((0, len(across), 0, len(down)))


def fewest_with_piles(columns: int, rows: int, gaps: bool) -> int:
    """Try all orders, breadth first: a stroke goes through any parts that lie flush along it, piled at their places."""
    across, down = lanes(columns, gaps), lanes(rows, gaps)
    start = frozenset({(0, len(across), 0, len(down))})
    now, known = {start}, {start}
    for count in range(100):
        if any(not state for state in now):
            return count
        following: set[frozenset[Part]] = set()
        for state in now:
            for upright, end in ((True, len(across)), (False, len(down))):
                for line in range(1, end):
                    left = through(state, upright, line, across, down)
                    if left != state and left not in known:
                        following.add(left)
        known |= following
        now = following
    raise AssertionError


def through(state: frozenset[Part], upright: bool, line: int, across: str, down: str) -> frozenset[Part]:
    """Return the parts after a stroke along a line through all that it meets: a pile is never better with fewer."""
    left: set[Part] = set()
    for part in state:
        found = [(one, two) for way, at, one, two in halves(part) if (way, at) == (upright, line)]
        left |= {each for pair in found or [(part,)] for each in pair}  # type: ignore[misc]
    return frozenset(part for part in left if not finished(part, across, down))


@pytest.mark.parametrize(("columns", "rows", "gaps"), [*product((1, 2, 3, 4), (1, 2, 3, 4), (False, True))])
def test_no_order_gets_along_with_fewer_strokes_when_nothing_is_piled(columns: int, rows: int, gaps: bool) -> None:
    assert strokes(sheet(columns, rows, 3.0 * gaps)).single == fewest_without_piles(columns, rows, gaps)


@pytest.mark.parametrize(
    ("columns", "rows", "gaps"),
    [(1, 1, False), (2, 1, False), (2, 2, False), (3, 2, False), (3, 3, False), (2, 1, True)],
)
def test_no_order_gets_along_with_fewer_strokes_through_piles(columns: int, rows: int, gaps: bool) -> None:
    assert strokes(sheet(columns, rows, 3.0 * gaps)).piled == fewest_with_piles(columns, rows, gaps)


@pytest.mark.parametrize(("columns", "rows", "gap"), [*product((1, 3, 5), (1, 2, 4), (0.0, 2.5))])
def test_the_order_frees_every_piece_and_always_sees_a_mark(columns: int, rows: int, gap: float) -> None:
    held = sheet(columns, rows, gap)
    across, down = lanes(columns, gap > 0), lanes(rows, gap > 0)
    places = {True: edges(held.x, held.width, gap, across), False: edges(held.y, held.height, gap, down)}
    parts: set[Part] = {(0, len(across), 0, len(down))}
    for blow in strokes(held).blows:
        line = next(at for at, place in places[blow.upright].items() if place == pytest.approx(blow.at))
        cut = [part for part in parts if any((blow.upright, line) == each[:2] for each in halves(part))]
        cut = [part for part in cut if not finished(part, across, down)]
        assert cut, "a stroke through nothing"
        assert all(guided(part, across, down) for part in cut)
        assert len({part[2:] if not blow.upright else part[:2] for part in cut}) == 1, "the pile is not flush"
        for part in cut:
            parts.remove(part)
            parts |= next({one, two} for way, at, one, two in halves(part) if (way, at) == (blow.upright, line))
    assert sum(pieces(part, across, down) for part in parts if finished(part, across, down)) == columns * rows
    assert all(finished(part, across, down) for part in parts)


def edges(start: float, size: float, gap: float, kinds: str) -> dict[int, float]:
    """Return where the line before each strip of a direction lies, but for the first."""
    found, at = {}, start
    for index, kind in enumerate(kinds[1:], 1):
        found[index] = at
        at += size if kind == "p" else gap
    return found


def test_long_strips_are_cut_first_and_lines_are_numbered_in_order() -> None:
    held: Strokes = strokes(CutSheet(210.0, 297.0, 3, 3, 63.0, 88.0, (0.0, 0.0), 10.5, 16.5))
    assert (held.level, held.strips, held.piled, held.single) == (False, 3, 8, 14)
    assert [(blow.number, blow.phase, blow.upright, blow.at) for blow in held.blows] == [
        (1, "edge", False, 16.5),
        (2, "strip", True, 10.5),
        (3, "strip", True, 73.5),
        (4, "strip", True, 136.5),
        (5, "strip", True, 199.5),
        (6, "pile", False, 104.5),
        (7, "pile", False, 192.5),
        (8, "pile", False, 280.5),
    ]


@pytest.mark.parametrize(("number", "expected"), [(1, 1), (3, 1), (4, 2), (80, 27)])
def test_minutes_are_rounded_up(number: int, expected: int) -> None:
    assert minutes(number) == expected


def planned(*laid: Laid) -> tuple[Page, ...]:
    return cut_plan(laid, Heading("Small Fiesta", "A4", "#b5122b", "Alfa Slab One"), A4, WORDS.__getitem__)


WORDS = {
    "cut_plan": "Cut plan",
    "cut_sheet": "{} sheets: {} strokes, {} min",
    "cut_sheet_one": "{} sheet: {} strokes, {} min",
    "cut_edge_left": "{} left",
    "cut_edge_top": "{} upper",
    "cut_strips": "{} strips",
    "cut_pile": "{} pile.",
    "cut_pile_one": "{} strip.",
    "cut_single": "{} single",
    "cut_total": "in all, {} min",
    "cut_model": "The model.",
}


def told(page: Page) -> list[str]:
    from pnp.scene import Layer

    return [words for words, _ in furniture_boxes(Page(1, 1, (Layer("page furniture", page.shapes),))) if words]


def test_the_plan_tells_each_layout_once_with_all_that_is_laid_so() -> None:
    cards = impose(deck(numbered("F", 22)), A4, How(), SLUG)
    others = impose(deck(numbered("G", 9)), A4, How(), SLUG)
    assert [(each.columns, each.rows) for each in cards.knife] == [(3, 3), (3, 3), (3, 2)]
    (page,) = planned(Laid("Bulls", cards.knife), Laid("Oxen", others.knife))
    words = told(page)
    assert "Bulls (2), Oxen (1)" in words
    assert "3 sheets: 24 strokes, 8 min" in words
    assert "Bulls (1)" in words
    assert "1 sheet: 7 strokes, 3 min" in words
    assert ["6–8 pile. 14 single", "31", "in all, 11 min"] == [
        each for each in words if each in ("6–8 pile. 14 single", "31", "in all, 11 min")
    ]


def test_nothing_to_part_is_no_plan() -> None:
    assert planned() == ()
    assert impose(deck(["page"], size=(190, 264), cut=False), A4, How(), SLUG).knife == ()
