"""Words of one size in several boxes: what parts of a disc, or tabs, say. From the data to shapes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pnp.art import ArtProblem
from pnp.data.words import Words
from pnp.fonts import FontProblem
from pnp.layout import text
from pnp.pieces.context import Context
from pnp.scene import Rect


def common(said: Iterable[tuple[Words, Sequence[Rect]]], style: text.Style, ctx: Context) -> tuple[float, list[Rect]]:
    """Return the largest size at which all words fit in every language, and the best box of each.

    Each of the words has boxes to choose from, at least one. What fits nowhere has the smallest size; it is told when
    it is set.
    """
    size, chosen = style.size, []
    for words, boxes in said:
        tried = [(_size(words, box, style, ctx), -number) for number, box in enumerate(boxes)]
        best, number = max(tried)
        size = min(size, best)
        chosen.append(boxes[-number])
    return max(size, style.smallest), chosen


def _size(words: Words, box: Rect, style: text.Style, ctx: Context) -> float:
    """Return the size that words need in a box in all languages; 0 where they do not fit."""
    found = style.size
    for said in dict.fromkeys(each for _, each in words.texts if each):
        try:
            found = min(found, text.fitted(said, box, style, ctx.icons))
        except text.Overfull:
            return 0.0
        except (FontProblem, ArtProblem):  # told when the words are set
            continue
    return found
