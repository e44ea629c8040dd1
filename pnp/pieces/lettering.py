"""Words in a box of a piece, equally large in all languages. From the data to shapes; knows no kind of piece."""

from __future__ import annotations

from pnp import fonts
from pnp.art import ArtProblem
from pnp.data.words import Words
from pnp.fonts import FontProblem
from pnp.layout import text
from pnp.pieces.context import Context, unreadable
from pnp.scene import Rect, Shape
from pnp.values import replace

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
    style = spoken(style, ctx.lang, ctx)
    if not isinstance(words, str):
        style = alike(said, words.texts, box, style, ctx)
    return placed(said, box, style, ctx, slot, about=about, hint=hint)


def placed(
    said: str, box: Rect, style: text.Style, ctx: Context, slot: str, *, about: str | None, hint: str = HINT
) -> tuple[Shape, ...]:
    """Return words in `box` at the largest size of a style that is `spoken`, as `lettered` does."""
    start = f'"{said}"' if about is None else about
    try:
        block = text.fit(said, box, style, ctx.icons)
        if block.broken:
            message = f"{start} has a word that is wider than its room; at {block.size:g} pt it is broken"
            ctx.note(slot, message.lstrip(), hint)
        return block.shapes
    except text.Overfull as error:
        ctx.problem(slot, f"{start} {error.message}".lstrip(), hint, error.lost_mm)
        return text.forced(said, box, style, ctx.icons).shapes if ctx.proof else ()
    except (FontProblem, ArtProblem) as error:
        ctx.problem(slot, *unprintable(error))
    return _without(said, box, style, ctx) if ctx.proof else ()


def _without(said: str, box: Rect, style: text.Style, ctx: Context) -> tuple[Shape, ...]:
    """Return words with a question mark for each character that no font has, for a proof."""
    stack = fonts.stack(style.family, style.weight, style.italic)
    lacking = {letter for letter in said if all(fonts.missing(key, letter) for key in stack)}
    shown = "".join("?" if letter in lacking else letter for letter in said)
    try:
        return text.forced(shown, box, style, ctx.icons).shapes
    except (FontProblem, ArtProblem):
        return ()


def unprintable(error: FontProblem | ArtProblem) -> tuple[str, str]:
    """Return the sentence that says why words cannot be printed, and its hint."""
    if isinstance(error, ArtProblem):
        return unreadable(error.file, error, "icon"), error.hint
    return str(error), error.hint


def alike(said: str, texts: tuple[tuple[str, str], ...], box: Rect, style: text.Style, ctx: Context) -> text.Style:
    """Return `style` at the largest size at which what is said fits in all other languages of `texts`."""
    others = {each: lang for lang, each in reversed(texts) if each and each != said}
    for other, lang in reversed(others.items()):
        style = _no_larger(style, other, box, ctx, lang)
    return style


def spoken(style: text.Style, lang: str, ctx: Context) -> text.Style:
    """Return `style` for words in `lang`, with a typographer's signs where the game asks for them."""
    typographer = style.typographer if style.typographer is not None else ctx.game.typographer
    if style.lang == lang and (style.typographer or False) == typographer:
        return style
    return replace(style, lang=lang, typographer=typographer) if typographer or style.hyphenate else style


def _no_larger(style: text.Style, other: str, box: Rect, ctx: Context, lang: str) -> text.Style:
    """Return `style` at the size that the text of another language needs, so that all languages look the same.

    What does not fit there at all, or cannot be printed, is told when that language is made.
    """
    try:
        size = text.fitted(other, box, spoken(style, lang, ctx), ctx.icons)
    except text.Overfull:
        size = min(style.smallest, style.size)
    except (FontProblem, ArtProblem):
        return style
    return style if size >= style.size else replace(style, size=size)
