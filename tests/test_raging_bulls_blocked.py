"""The printed table of blocked fences against the geometry: every fence and every crossing, by whole numbers only."""

from __future__ import annotations

import re
from itertools import combinations
from math import gcd

import pytest

from pnp.data.frame import ArtSlot, Frame, TextSlot
from tests import shipped

GAME = shipped.BY_SLUG["raging-bulls"]
Spot = tuple[int, int]

POSTS: dict[str, Spot] = {
    **{f"T{at}": (at, 0) for at in range(1, 7)},
    **{f"B{at}": (at, 7) for at in range(1, 7)},
    **{f"L{at}": (0, at) for at in range(1, 7)},
    **{f"R{at}": (7, at) for at in range(1, 7)},
}
CROSSINGS = [(column, row) for column in range(1, 7) for row in range(1, 7)]
FENCES = [(one, two) for one, two in combinations(POSTS, 2) if one[0] != two[0]]
OPPOSITE = {frozenset("TB"), frozenset("LR")}


def frame() -> Frame:
    (sheet,) = (sheet for sheet in GAME.sheets if sheet.id == "blocked")
    return sheet.cards[0].front


def cells() -> dict[frozenset[str], TextSlot]:
    """The cells of the four tables by their fence."""
    found = {slot.name: slot for slot in frame().slots if isinstance(slot, TextSlot)}
    return {
        frozenset(name.split("-")): slot for name, slot in found.items() if re.fullmatch("[TB][1-6]-[LR][1-6]", name)
    }


def printed(slot: TextSlot) -> list[Spot]:
    """The crossings that a cell names: column in bold, a dot, the row; the same in every language."""
    (words,) = {text for _, text in slot.texts}
    assert re.fullmatch(r"\*\*\d\*\*·\d(\s+\*\*\d\*\*·\d)*", words)
    return [(int(column), int(row)) for column, row in re.findall(r"\*\*(\d)\*\*·(\d)", words)]


TABLE = {fence: printed(slot) for fence, slot in cells().items()}


def said(one: str, two: str) -> set[Spot]:
    """The crossings that the page says lie on a fence."""
    if frozenset((one[0], two[0])) in OPPOSITE:
        if one[1] != two[1]:
            return set()
        along = int(one[1])
        return {(along, at) if one[0] in "TB" else (at, along) for at in range(1, 7)}
    return set(TABLE.get(frozenset((one, two)), []))


def on_the_line(one: str, two: str, at: Spot) -> bool:
    (px, py), (qx, qy) = POSTS[one], POSTS[two]
    return (qx - px) * (at[1] - py) - (qy - py) * (at[0] - px) == 0


def test_there_are_216_fences() -> None:
    assert 216 == len(FENCES)


@pytest.mark.parametrize("at", CROSSINGS)
def test_the_page_names_every_fence_through_a_crossing_and_no_other(at: Spot) -> None:
    wanted = [fence for fence in FENCES if on_the_line(*fence, at)]
    assert wanted == [fence for fence in FENCES if at in said(*fence)]


def test_as_many_crossings_lie_on_as_many_fences_as_counted() -> None:
    counts = [len(said(*fence)) for fence in FENCES]
    assert [152, 28, 12, 4, 4, 4, 12] == [counts.count(number) for number in range(7)]


def test_no_cell_names_a_crossing_twice_and_none_is_left_blank() -> None:
    assert 52 == len(TABLE)
    assert all(spots and len(spots) == len(set(spots)) for spots in TABLE.values())


def test_the_rule_for_neighbouring_sides_counts_what_the_table_names() -> None:
    for one, two in FENCES:
        if frozenset((one[0], two[0])) in OPPOSITE:
            continue
        across, down = (one, two) if one[0] in "TB" else (two, one)
        from_side = int(across[1]) if down[0] == "L" else 7 - int(across[1])
        from_top = int(down[1]) if across[0] == "T" else 7 - int(down[1])
        assert gcd(from_side, from_top) - 1 == len(said(one, two))


def test_each_cell_stands_where_its_posts_meet() -> None:
    slots = {slot.name: slot.place for slot in frame().slots}
    for fence, slot in cells().items():
        across, down = sorted(fence, key=lambda name: "TBLR".index(name[0]))
        column, row = slots[f"{across}-{down[0]}"], slots[f"{down}-{across[0]}"]
        assert (column.x, row.y) == (slot.place.x, slot.place.y)


def test_the_drawing_frames_the_cells_that_name_a_crossing() -> None:
    art = next(slot for slot in frame().slots if isinstance(slot, ArtSlot) and slot.art == "blocked")
    drawing = GAME.art["blocked"].read_text(encoding="utf-8")
    (framed,) = re.findall(r'<path d="([^"]*)" fill="none" stroke="#c98a2b"', drawing)
    corners = sorted((float(x), float(y) + art.place.y) for x, y in re.findall(r"M([\d.]+) ([\d.]+)h", framed))
    wanted = sorted((slot.place.x, slot.place.y) for slot in cells().values())
    assert len(wanted) == len(corners)
    for (x, y), (left, top) in zip(corners, wanted, strict=True):
        assert 0 < x - left < 2
        assert 0 < y - top < 2
    assert 36 * 4 - len(wanted) == drawing.count('r="0.55"')


def test_the_large_sheets_show_one_field_each_at_twice_the_pitch() -> None:
    (sheet,) = (sheet for sheet in GAME.sheets if sheet.id == "sheet-large")
    assert ["A", "B", "C", "D"] == [card.row.cells["field"] for card in sheet.cards]
    assert ["sheet", "sheet-large", "sheet-left", "blocked"] == [found.id for found in GAME.sheets]


def test_the_left_handed_sheet_says_and_asks_the_same() -> None:
    sheets = {sheet.id: sheet.cards[0].front for sheet in GAME.sheets if not sheet.table}
    right, left = ({slot.name for slot in sheets[name].slots} for name in ("sheet", "sheet-left"))
    assert right == left
    words = [
        {slot.name: slot.texts for slot in sheets[name].slots if isinstance(slot, TextSlot)}
        for name in ("sheet", "sheet-left")
    ]
    assert words[0] == words[1]
