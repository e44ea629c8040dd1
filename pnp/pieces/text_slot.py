"""Draws a text slot: the words of a row or fixed ones, in the style that the frame asks for. Knows no game."""

from __future__ import annotations

from pnp import misprints
from pnp.data.frame import TextSlot
from pnp.data.prints import Row
from pnp.data.words import Words
from pnp.layout.markup import left_open
from pnp.layout.styles import Style
from pnp.pieces.context import Context, box_of, cell, text_in
from pnp.pieces.lettering import lettered
from pnp.scene import Shape


def draw(slot: TextSlot, row: Row | None, ctx: Context) -> tuple[Shape, ...]:
    """Return the words of the slot, unturned; what is wrong is noted in the context."""
    languages = dict.fromkeys((ctx.lang, *ctx.game.languages))
    texts = tuple((lang, text_in(slot.texts, lang) or cell(row, slot.column, lang)) for lang in languages)
    _look(slot, dict(texts)[ctx.lang], ctx)
    return lettered(Words(texts), box_of(slot.place), _style(slot, ctx), ctx, slot.name, about="")


def _look(slot: TextSlot, said: str, ctx: Context) -> None:
    """Note marks that were probably meant and mean nothing, each once for the slot."""
    if not any(sign in said for sign in ":{*"):
        return
    known = dict(ctx.inks)
    found = [*misprints.icons(said, ctx.icons), *misprints.inks(said, known)]
    if after := left_open(said, ctx.icons, known):
        found.append(misprints.left_open(after))
    for message, hint in found:
        ctx.note_once(slot.name, said, message, hint)


def _style(slot: TextSlot, ctx: Context) -> Style:
    kept = ctx.shared.styles.get(id(slot))
    if kept is None:
        kept = ctx.shared.styles[id(slot)] = (slot, _made(slot, ctx))
        if slot.setting.hyphenate and slot.wrap:
            _look_up(slot, ctx)
    return kept[1]


def _look_up(slot: TextSlot, ctx: Context) -> None:
    """Note that there are no rules to hyphenate a language by."""
    from pnp.layout import hyphens

    if not hyphens.known(ctx.lang):
        message = f'words are not hyphenated: the press knows no rules for the language "{ctx.lang}"'
        ctx.note_once(slot.name, ctx.lang, message, "soft hyphens (U+00AD) in the text are obeyed")


def _made(slot: TextSlot, ctx: Context) -> Style:
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
