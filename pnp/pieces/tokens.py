"""Tokens: faces of a deck cut to their own outline, with the cut line on the front. Used by `cards`; knows no game."""

from __future__ import annotations

from pnp.layout.outlines import cut_line, inked, inked_front
from pnp.layout.outlines import outline as outlined
from pnp.scene import Group, Outline, Segment


class Cutter:
    """Cuts drawings of one size, mm; equal drawings of one outline stay one object, which renderers store once.

    `radius` rounds the corners of square ones.
    """

    def __init__(self, width: float, height: float, bleed: float, radius: float = 0.0) -> None:
        self._size = width, height
        self._radius = radius
        self._bleed = bleed
        self._made: dict[tuple[int, Outline, bool], tuple[Group, Group]] = {}

    def front(self, drawn: Group, outline: Outline) -> Group:
        """Return a front within its outline and bleed, the cut line drawn on it."""
        return self._kept(drawn, outline, False)

    def back(self, drawn: Group, outline: Outline) -> Group:
        """Return a back within its outline and bleed."""
        return self._kept(drawn, outline, True)

    def edge(self, outline: Outline) -> tuple[Segment, ...]:
        """Return what a token of this outline is cut to."""
        return outlined(outline, *self._size, radius=self._radius)

    def _kept(self, drawn: Group, outline: Outline, behind: bool) -> Group:
        key = (id(drawn), outline, behind)
        if key not in self._made:
            cut = self._back(drawn, outline) if behind else self._front(drawn, outline)
            self._made[key] = drawn, cut  # holds the drawing, so that its id stays its own
        return self._made[key][1]

    def _front(self, drawn: Group, outline: Outline) -> Group:
        clip = inked_front(outline, *self._size, self._bleed, self._radius)
        return Group((Group((drawn,), clip=clip), cut_line(outline, *self._size, self._radius)))

    def _back(self, drawn: Group, outline: Outline) -> Group:
        return Group((drawn,), clip=inked(outline, *self._size, self._bleed, self._radius))
