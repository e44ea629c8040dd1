"""Raging Bulls, the plain player that others are measured against. Knows the position only, never what comes next.

Each turn it draws the fence that most reduces 3 × pairs of bulls in one pen + length of edge that each bull sees (an
edge is 28 long round the field), the first of equals in the order of posts. When nothing reduces it, it passes; without
a mallet it draws the first fence there is. Without a mallet it leaves when more than 10 rolls in 100 allow no fence.
"""

from __future__ import annotations

from dataclasses import dataclass

from tracker.games.raging_bulls.pens import ARCS, CORNERS, EDGE_SEEN, ROLLS, Position


@dataclass(frozen=True, slots=True)
class Greedy:
    """The plain player."""

    def leaves(self, at: Position) -> bool:
        """Say whether it is out of mallets and the risk of a roll without a fence is above 10 %."""
        return at.mallets == 0 and barren(at) * 10 > len(ROLLS)

    def picks(self, at: Position, roll: int) -> int | None:
        """Return the fence that reduces most."""
        best = min(((exposure(at.draw(fence)), fence) for fence in at.allowed(roll)), default=None)
        if best is None or (best[0] == exposure(at) and at.mallets):
            return None
        return best[1]


def exposure(at: Position) -> int:
    """Return 3 × pairs of bulls in one pen + the edge seen, in columns and rows."""
    total = 0
    for seen in at.pens.seen(at.sight):
        edge = (seen & EDGE_SEEN).bit_count() + (seen & CORNERS).bit_count()
        total += 2 * edge + 3 * (seen >> ARCS).bit_count()  # each pair is seen from both ends
    return total


def barren(at: Position) -> int:
    """Return how many of the 216 rolls allow no fence at all."""
    some = 0
    for _, rolls in at.moves():
        some |= rolls
    return len(ROLLS) - some.bit_count()
