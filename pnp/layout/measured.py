"""Texts as rows of words, measured in em and so the same for every size. Between the words and `pnp.layout.text`.

A look is all of a style that decides how words are measured. What texts of one look have in common, faces and shaped
words, is found once for it: a deck has thousands of texts and a handful of looks. Knows no box and no size.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pnp import art, fonts, letters
from pnp.art import Art
from pnp.layout import kinsoku
from pnp.layout.markup import Span, parse
from pnp.layout.rows import Manner, Row, plain, rows
from pnp.layout.styles import Style
from pnp.layout.words import Faces, Inline, Shaped, printed, shaped_in
from pnp.scene import BLACK, Color
from pnp.values import dataclass, replace

BOLD = 700
THIN_SPACE = 1 / 6  # em: room around an icon, half on each side
_LOOKS, _STYLES, _TEXTS = 64, 256, 1000  # how many are kept


@dataclass(frozen=True, slots=True)
class Look:
    """What all texts of one look share. `style` is one that has it.

    `untouched`: no quotes, syllables or capitals are put in; `simple`: no lists, and each text says its direction.
    """

    style: Style
    icons: Mapping[str, Art]
    face: fonts.Face
    words: Shaped
    manner: Manner
    untouched: bool
    simple: bool


_looks: dict[tuple[object, ...], Look] = {}
_known: dict[int, tuple[Style, Mapping[str, Art], str, Look]] = {}
_rows: dict[tuple[int, str], tuple[Look, tuple[Row, ...]]] = {}
"""What was found lately, by the `id` of styles, icons and looks. They are held here, so that it stays theirs."""


def look(style: Style, icons: Mapping[str, Art]) -> Look:
    """Return the look of a style. Raises FontProblem for a family that is not there."""
    helpers = fonts.helpers()
    known = _known.get(id(style))
    if known is not None and known[1] is icons and known[2] == helpers:
        return known[3]
    key = (style.look, id(icons), helpers)
    found = _looks.get(key)
    if found is None:
        if len(_looks) >= _LOOKS:
            _looks.clear()
        found = _looks[key] = _made(style, icons)
    if len(_known) >= _STYLES:
        _known.clear()
    _known[id(style)] = style, icons, helpers, found
    return found


def _made(style: Style, icons: Mapping[str, Art]) -> Look:
    lists = style.lists and style.wrap
    return Look(
        style,
        icons,
        fonts.face(style.family, style.weight, style.italic),
        shaped_in(fonts.stack(style.family, style.weight, style.italic), style.tracking),
        Manner(style.tracking, style.indent, lists, style.direction),
        untouched=not (style.typographer or style.upper or (style.hyphenate and style.wrap)),
        simple=not lists and style.direction == "auto",
    )


def measured(text: str, look: Look) -> tuple[Row, ...]:
    """Return the words of `text`; rules are set at several sizes until they fill their pages, so it is kept.

    Raises FontProblem for a character that no face can draw.
    """
    key = (id(look), text)
    known = _rows.get(key)
    if known is None:
        if len(_rows) >= _TEXTS:
            _rows.clear()
        known = _rows[key] = look, _measured(text, look)
    return known[1]


def _measured(text: str, look: Look) -> tuple[Row, ...]:
    style = look.style
    text = letters.composed(text)
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not style.wrap and "\n" in text:
        text = re.sub(r"\s*\n\s*", " ", text)
    if look.untouched and "*" not in text and ":" not in text and "{" not in text:
        spans: Sequence[Span] = (Span(text),)
        alone = look.simple
    else:
        spans = _spans(text, style, look.icons)
        alone = look.simple and len(spans) == 1 and spans[0] == Span(spans[0].text)
    try:
        if alone and not letters.right_to_left(spans[0].text) and not kinsoku.has_signs(spans[0].text):
            return plain(spans[0].text, look.words, look.manner.indent)
        return _marked(spans, look)
    except fonts.FontProblem:
        # Once more as a whole, so that every such character is named and not only those of the first word.
        fonts.runs(look.words.faces, printed("".join(span.text for span in spans if not span.icon)))
        raise


def _marked(spans: Sequence[Span], look: Look) -> tuple[Row, ...]:
    """Return the words of a text of several looks, directions or scripts."""
    style = look.style

    def faces(bold: bool, italic: bool) -> Faces:
        weight = style.weight if not bold else BOLD if style.weight < BOLD else 900
        return fonts.stack(style.family, weight, style.italic != italic)

    def inline(name: str, ink: Color) -> Inline:
        return _inline(name, look.icons[name], style, ink or style.color)

    return rows(spans, faces, inline, look.manner)


def _spans(text: str, style: Style, icons: Mapping[str, Art]) -> Sequence[Span]:
    """Return the spans of a text as its style has them set."""
    spans = parse(text, icons, dict(style.inks)) if style.inks else parse(text, icons)
    if style.typographer:
        from pnp.layout import quotes

        spans = quotes.typeset(spans, style.lang)
    if style.hyphenate and style.wrap:
        from pnp.layout import hyphens

        spans = tuple(s if s.icon else replace(s, text=hyphens.marked(s.text, style.lang)) for s in spans)
    if style.upper:
        spans = tuple(s if s.icon else replace(s, text=s.text.upper()) for s in spans)
    return spans


def _inline(name: str, picture: Art, style: Style, color: Color) -> Inline:
    height = style.icon_height * fonts.face(style.family, style.weight, style.italic).cap_height
    across = height * picture.width / picture.height
    colored = picture if color == BLACK else art.recolored(picture, color)
    return Inline(name, colored, across, height, across + THIN_SPACE)
