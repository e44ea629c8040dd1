"""Which pattern each ink of a game has on panels that leave it to the game. Between the data and the drawings.

Inks that mean kinds of one thing get a pattern each, in the order in which the manifest names them, so that colour is
not all that tells them apart. Knows no drawing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from pnp.data.game import Ink
from pnp.data.inks import Pattern

PATTERNS: tuple[Pattern, ...] = ("solid", "hatch", "dots", "chequer", "rings", "waves", "cross", "backhatch")
"""In the order in which they are given out: what differs most comes first, what differs by its slant alone last."""


def meanings(inks: Iterable[Ink]) -> Mapping[str, tuple[Ink, ...]]:
    """Return the inks of each meaning in their order."""
    found: dict[str, list[Ink]] = {}
    for ink in inks:
        if ink.means:
            found.setdefault(ink.means, []).append(ink)
    return {means: tuple(kinds) for means, kinds in found.items()}


@lru_cache(maxsize=16)
def patterns(inks: tuple[Ink, ...]) -> Mapping[str, Pattern]:
    """Return the pattern of each ink by id: its own, else the next of its meaning; solid for one that means nothing.

    Where a meaning has more inks than there are patterns, they begin anew.
    """
    found: dict[str, Pattern] = {ink.id: ink.pattern or "solid" for ink in inks}
    for kinds in meanings(inks).values():
        stated = {ink.pattern for ink in kinds}
        free = [pattern for pattern in PATTERNS if pattern not in stated] or list(PATTERNS)
        waiting = [ink for ink in kinds if ink.pattern is None]
        found.update({ink.id: free[number % len(free)] for number, ink in enumerate(waiting)})
    return found


def pattern_of(color: str | None, inks: Sequence[Ink]) -> Pattern:
    """Return the pattern of what is filled in `color`, "#rrggbb"; solid for a colour that is no ink of the game.

    Where two inks have one colour, the first that means something counts.
    """
    same = [ink for ink in inks if color and ink.color.lower() == color.lower()]
    chosen = next((ink for ink in same if ink.means or ink.pattern), None)
    return patterns(tuple(inks))[chosen.id] if chosen else "solid"
