"""Words in a box of a piece, equally large in all languages. From the data to shapes; knows no kind of piece."""

from __future__ import annotations

from dataclasses import replace

from pnp.art import ArtProblem
from pnp.data.words import Words
from pnp.fonts import FontProblem
from pnp.layout import text
from pnp.pieces.context import Context
from pnp.scene import Rect, Shape

HINT = "shorten the text or make the slot larger"


def lettered(
    words: Words | str,
    box: Rect,
    style: text.Style,
    ctx: Context,
    slot: str = "",
    *,
    about: str | None = None,
    hint: str = HINT,
) -> tuple[Shape, ...]:
    """Return the words of `ctx.lang` in `box`, at the largest size of `style` at which every language fits.

    What does not fit or cannot be printed is noted for `slot` ("" for the whole drawing). `about` is what the message
    on too little room begins with, None for the words in quotes; `hint` says what would help. No words, no shapes.
    """
    said = words if isinstance(words, str) else words.get(ctx.lang)
    if not said:
        return ()
    if not isinstance(words, str):
        for other in dict.fromkeys(each for _, each in words.texts if each and each != said):
            style = _no_larger(style, other, box, ctx)
    try:
        return text.fit(said, box, style, ctx.icons).shapes
    except text.Overfull as error:
        start = f'"{said}"' if about is None else about
        ctx.problem(slot, f"{start} {error.message}".lstrip(), hint)
    except (FontProblem, ArtProblem) as error:
        ctx.problem(slot, *unprintable(error))
    return ()


def unprintable(error: FontProblem | ArtProblem) -> tuple[str, str]:
    """Return the sentence that says why words cannot be printed, and its hint."""
    if isinstance(error, ArtProblem):
        return f"an icon cannot be read: {error.message}", error.hint
    return str(error), error.hint


def _no_larger(style: text.Style, other: str, box: Rect, ctx: Context) -> text.Style:
    """Return `style` at the size that the text of another language needs, so that all languages look the same.

    What does not fit there at all, or cannot be printed, is told when that language is made.
    """
    try:
        size = text.fitted(other, box, style, ctx.icons)
    except text.Overfull:
        size = min(style.smallest, style.size)
    except (FontProblem, ArtProblem):
        return style
    return style if size >= style.size else replace(style, size=size)
