"""Folds a net in space: every leaf turned by a quarter round its fold, away from who looks at the printed side."""

from __future__ import annotations

from pnp.layout.nets import Leaf, Net

Spot = tuple[float, float, float]


class Folded:
    """A net after folding: where points of its leaves lie. The root leaf stays where it was, at height 0."""

    def __init__(self, net: Net) -> None:
        self.net = net

    def at(self, leaf: Leaf, x: float, y: float) -> Spot:
        """Return where the point (x, y) of `leaf` lies, rounded to 0.1 µm."""
        spot: Spot = (x, y, 0.0)
        while leaf.fold is not None:
            spot = _turned(spot, leaf)
            leaf = self.net.leaf(leaf.parent)
        return (round(spot[0], 4) + 0.0, round(spot[1], 4) + 0.0, round(spot[2], 4) + 0.0)

    def corners(self, name: str) -> frozenset[Spot]:
        """Return where the corners of a leaf lie."""
        leaf = self.net.leaf(name)
        return frozenset(self.at(leaf, x, y) for x, y in leaf.points)

    def edges(self, name: str) -> list[frozenset[Spot]]:
        """Return the edges of a leaf in space, in the order of its points."""
        leaf = self.net.leaf(name)
        spots = [self.at(leaf, x, y) for x, y in leaf.points]
        return [frozenset(pair) for pair in zip(spots, (*spots[1:], spots[0]), strict=True)]


def _turned(spot: Spot, leaf: Leaf) -> Spot:
    """Turn a point round the fold of `leaf`, so that what lies outside the parent goes down, away from the eye."""
    assert leaf.fold is not None
    (x1, y1), (x2, _) = leaf.fold
    x, y, z = spot
    middle = (sum(px for px, _ in leaf.points) / len(leaf.points), sum(py for _, py in leaf.points) / len(leaf.points))
    if abs(x1 - x2) < 1e-9:  # an upright fold: what was |dx| away goes that far down, what was down goes inwards
        out = 1.0 if middle[0] > x1 else -1.0
        away, down = (x - x1) * out, z
        return (x1 + out * -down, y, away)
    out = 1.0 if middle[1] > y1 else -1.0
    away, down = (y - y1) * out, z
    return (x, y1 + out * -down, away)
