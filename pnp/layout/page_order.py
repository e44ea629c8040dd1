"""In which order the sides of sheets are printed, and what each says about it. After imposition; knows no piece.

Imposition gives front, back, front, back. Printers that do not turn sheets print all fronts, take the pile again and
print all backs: in the same order where sheets come out face down, so that the first lies on top when the pile is
turned; backwards where they come out face up, the last on top.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar, assert_never

from pnp.layout.geometry import Backs
from pnp.scene import Page

Side = TypeVar("Side")


def by_hand(backs: Backs) -> bool:
    """Say whether somebody puts the sheets into the printer again for their backs."""
    return backs in ("stacked", "reversed")


def printed(sides: Sequence[Side], backs: Backs) -> tuple[Side, ...]:
    """Return the sides of two-sided sheets (front, back, front, back) in the order of printing."""
    fronts, behind = tuple(sides[::2]), tuple(sides[1::2])
    match backs:
        case "stacked":
            return fronts + behind
        case "reversed":
            return fronts + behind[::-1]
        case "duplex" | "none" | "fold":
            return tuple(sides)
        case _:
            assert_never(backs)


def place_of(number: int, pages: int, backs: Backs) -> int:
    """Return as which page of `pages` the side with this number (front 1, back 2, front 3 …) is printed."""
    sheet, is_back = (number + 1) // 2, number % 2 == 0
    match backs:
        case "stacked":
            return sheet + (pages + 1) // 2 * is_back
        case "reversed":
            return pages + 1 - sheet if is_back else sheet
        case "duplex" | "none" | "fold":
            return number
        case _:
            assert_never(backs)


def about(number: int, backs: Backs, word: Callable[[str], str], flip: str) -> tuple[str, ...]:
    """Return what a side of a two-sided sheet says of itself; `flip` tells over which edge the sheet is turned."""
    side = word("front" if number % 2 else "back")
    match backs:
        case "stacked" | "reversed":
            sheet = f"{side} {word('of_sheet')} {(number + 1) // 2}"
            if number % 2:
                return (sheet, word("fronts_first"))
            return (sheet, word("pile_again" if backs == "stacked" else "pile_again_last"), flip)
        case "duplex" | "none" | "fold":
            return (side, flip)
        case _:
            assert_never(backs)


def one_pile(parts: Sequence[tuple[tuple[Page, ...], bool]], backs: Backs) -> Iterator[Page]:
    """Yield the pages of several pieces as one print; each part is its pages as printed and whether it has backs.

    As soon as one part has backs, sheets of the others get empty ones, so that no page lands behind a stranger.
    """
    if not any(two_sided for _, two_sided in parts):
        yield from (page for pages, _ in parts for page in pages)
    elif not by_hand(backs):
        for pages, two_sided in parts:
            for page in pages:
                yield page
                if not two_sided:
                    yield Page(page.width, page.height, ())
    else:
        sides: list[Page] = []
        for pages, two_sided in parts:
            fronts = pages[: len(pages) // 2] if two_sided else pages
            behind = pages[len(fronts) :] if two_sided else tuple(Page(page.width, page.height, ()) for page in pages)
            if two_sided and backs == "reversed":
                behind = behind[::-1]
            sides += [side for sheet in zip(fronts, behind, strict=True) for side in sheet]
        yield from printed(sides, backs)
