"""What a cell of a table may hold for the slots that count: numbers, "3/5", "3x4", "1,3,5-7", lines of cells.

Between the tables and whoever reads or draws them. Each function raises ValueError with the sentence for the author.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from math import isfinite
from typing import Literal, assert_never

from pnp.near import listed
from pnp.units import decimal

MOST = 1000  # icons or cells in one slot: more is a slip of the pen, and would take minutes to draw

Order = Literal["<", "<=", ">", ">="]


def amount(cell: str) -> float | None:
    """Return the number in a cell, None where there is none; a decimal comma is read as a point."""
    try:
        found = decimal(cell)
    except ValueError:
        return None
    return found if isfinite(found) else None


def ordered(cell: str, order: Order, than: str) -> bool:
    """Say whether the number in a cell is less or more than another; False where either is no number."""
    one, other = amount(cell), amount(than)
    if one is None or other is None:
        return False
    match order:
        case "<":
            return one < other
        case "<=":
            return one <= other
        case ">":
            return one > other
        case ">=":
            return one >= other
        case _:
            assert_never(order)


def whole(cell: str) -> int:
    """Return the whole number in a cell, from 0; a blank cell is 0."""
    if not cell:
        return 0
    if not re.fullmatch(r"\d{1,4}", cell, re.ASCII) or int(cell) > MOST:
        raise ValueError(f'found "{cell}"; allowed: a whole number from 0 to {MOST}')
    return int(cell)


def of(cell: str, most: int) -> tuple[int, int]:
    """Return how many of how many: "3" of `most` (0: of just as many), or both from a cell such as "3/5"."""
    if match := re.fullmatch(r"(\d{1,4})\s*/\s*(\d{1,4})", cell, re.ASCII):
        there, places = whole(match[1]), whole(match[2])
    else:
        if not re.fullmatch(r"\d{0,4}", cell, re.ASCII):
            raise ValueError(f'found "{cell}"; allowed: a whole number from 0 to {MOST}, or two such as 3/5')
        there = whole(cell)
        places = most or there
    if there > places:
        raise ValueError(f'found "{cell}"; there are only places for {places}')
    return there, places


def grid(cell: str) -> tuple[int, int]:
    """Return columns and rows from a cell such as "3x4"; a blank cell is no grid, (0, 0)."""
    if not cell:
        return 0, 0
    match = re.fullmatch(r"(\d{1,3})\s*[x×]\s*(\d{1,3})", cell, re.ASCII | re.IGNORECASE)
    if not match or not int(match[1]) or not int(match[2]) or int(match[1]) * int(match[2]) > MOST:
        raise ValueError(f'found "{cell}"; allowed: columns x rows such as 3x4, up to {MOST} cells')
    return int(match[1]), int(match[2])


def numbers(cell: str) -> tuple[int, ...]:
    """Return the whole numbers of a list such as "1,3,5-7", each once, in order; blanks may separate them too."""
    found: dict[int, None] = {}
    for word in re.split(r"[,;\s]+", re.sub(r"\s*[-–]\s*(?=\d)", "-", cell.strip())) if cell.strip() else ():
        match = re.fullmatch(r"(-?\d{1,4})(?:-(\d{1,4}))?", word, re.ASCII)
        if not match or (match[2] and int(match[2]) < int(match[1])):
            raise ValueError(f'found "{word}"; allowed: whole numbers such as 1,3,5 or 1-4')
        found.update(dict.fromkeys(range(int(match[1]), int(match[2] or match[1]) + 1)))
    return tuple(found)


def words(cell: str) -> tuple[str, ...]:
    """Return what stands between the bars of "a | b | c"; a bar after a backslash is a letter of its word."""
    if not cell:
        return ()
    return tuple(word.replace("\\|", "|").strip() for word in re.split(r"(?<!\\)\|", cell))


def lines(text: str) -> tuple[tuple[str, ...], ...]:
    """Return the rows of a table written with bars between its cells, as many cells in each; bars at both ends are
    decoration."""
    found = [words(re.sub(r"^\||(?<!\\)\|$", "", line.strip())) or ("",) for line in text.splitlines() if line.strip()]
    widest = max((len(line) for line in found), default=0)
    return tuple((*line, *("",) * (widest - len(line))) for line in found)


def room(count: int, cells: int) -> None:
    """Refuse more of something than there are cells for."""
    if count > cells:
        raise ValueError(f"found {count}; there are only {cells} cells")


def named(cells: int, first: int | None, step: int) -> tuple[int, ...]:
    """Return the numbers by which cells are called: those on them, else counted from 1."""
    return tuple(1 + each if first is None else first + each * step for each in range(cells))


def there(marked: Iterable[int], cells: Collection[int]) -> None:
    """Refuse marks on cells that do not exist."""
    missing = [str(number) for number in marked if number not in cells]
    if missing:
        raise ValueError(f"there is no cell {listed(missing)}")
