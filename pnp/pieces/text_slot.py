"""Draws a text slot: the words of a row or fixed ones, in the style that the frame asks for. Knows no game."""

from __future__ import annotations

from pnp import misprints
from pnp.data.frame import Texts, TextSlot
from pnp.data.prints import Row
from pnp.layout.markup import left_open
from pnp.layout.styles import Style
from pnp.pieces.context import Context, Lettering, box_of, cell, text_in
from pnp.pieces.lettering import alike, placed, spoken
from pnp.scene import Shape, Text

SHORT, MANY = 40, 500  # letters of words that are kept, in so many ways for each slot


def draw(slot: TextSlot, row: Row | None, ctx: Context) -> tuple[Shape, ...]:
    """Return the words of the slot, unturned; what is wrong is noted in the context."""
    said = (text_in(slot.texts, ctx.lang) if slot.texts else "") or cell(row, slot.column, ctx.lang)
    texts: Texts = ()
    if ctx.game.languages != (ctx.lang,):
        languages = dict.fromkeys((ctx.lang, *ctx.game.languages))
        texts = tuple((lang, text_in(slot.texts, lang) or cell(row, slot.column, lang)) for lang in languages)
    ready = ctx.shared.styles.get(id(slot))
    if ready and (known := ready.known.get(texts or said)) is not None:
        return known
    return _set(slot, said, texts, ready, ctx)


def _set(slot: TextSlot, said: str, texts: Texts, ready: Lettering | None, ctx: Context) -> tuple[Shape, ...]:
    """Return what is said, as large as it can be in all languages of `texts`."""
    if ":" in said or "{" in said or "*" in said:
        _look(slot, said, ctx)
    ready = ready or _ready(slot, ctx)
    if not said:
        return ()
    style = alike(said, texts, ready.box, ready.style, ctx) if texts else ready.style
    before = len(ctx.problems)
    shapes = placed(said, ready.box, style, ctx, slot.name, about="")
    if len(said) <= SHORT and len(ready.known) < MANY and len(ctx.problems) == before:
        words = tuple([shape for shape in shapes if isinstance(shape, Text)])
        if len(words) == len(shapes):
            ready.known[texts or said] = words
    return shapes


def _look(slot: TextSlot, said: str, ctx: Context) -> None:
    """Note marks that were probably meant and mean nothing, each once for the slot."""
    known = dict(ctx.inks)
    found = [*misprints.icons(said, ctx.icons), *misprints.inks(said, known)]
    if after := left_open(said, ctx.icons, known):
        found.append(misprints.left_open(after))
    for message, hint in found:
        ctx.note_once(slot.name, said, message, hint)


def _ready(slot: TextSlot, ctx: Context) -> Lettering:
    """Return the slot made ready, and look whether there are rules to hyphenate its words by.

    Equal slots of several frames share what is known of them.
    """
    made = ctx.shared.styles.get(slot) or Lettering(box_of(slot.place), spoken(_style(slot, ctx), ctx.lang, ctx))
    ctx.shared.styles[id(slot)] = ctx.shared.styles[slot] = made
    if slot.setting.hyphenate and slot.wrap:
        _look_up(slot, ctx)
    return made


def _look_up(slot: TextSlot, ctx: Context) -> None:
    """Note that there are no rules to hyphenate a language by."""
    from pnp.layout import hyphens

    if not hyphens.known(ctx.lang):
        message = f'words are not hyphenated: the press knows no rules for the language "{ctx.lang}"'
        ctx.note_once(slot.name, ctx.lang, message, "soft hyphens (U+00AD) in the text are obeyed")


def _style(slot: TextSlot, ctx: Context) -> Style:
    setting = slot.setting
    return Style(
        family=slot.family,
        weight=slot.weight,
        italic=slot.italic,
        size=slot.size,
        smallest=slot.smallest,
        leading=slot.leading,
        align=slot.align,
        valign=slot.valign,
        color=slot.color,
        wrap=slot.wrap,
        tracking=slot.tracking,
        upper=slot.upper,
        paragraph=setting.paragraph,
        indent=setting.indent,
        lists=setting.lists,
        hyphenate=setting.hyphenate,
        typographer=setting.typographer,
        lang=ctx.lang,
        direction=setting.direction,
        icon_height=setting.icon_height,
        icon_align=setting.icon_align,
        inks=ctx.inks,
    )
