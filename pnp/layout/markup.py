"""Bold, italic, colour and icons inside a text. First step of setting a text; knows no fonts and no places.

`**bold**`, `*italic*`, `***both***`, `:name:` where an icon of that name exists, and `{ink|words}` for an ink of the
game. A backslash before `*` or `:`, or before the brace of such an ink, takes away its meaning. Stars pair by the
emphasis rules of CommonMark 0.31 (6.2); whatever pairs with nothing, and everything else, prints as written. (A
Markdown library would do the same for 60 ms of import time per run.)
"""

from __future__ import annotations

import unicodedata
from collections.abc import Container, Iterator, Mapping
from typing import Literal

from pnp.expressions import expression
from pnp.values import dataclass

_MARK = r"\\[*:]|\*+|:([\w-]+)(?=:)"
_MARKS = expression(_MARK)
_MARKS_AND_INKS = expression(_MARK + r"|\\?\{[\w-]+\||\}")
_BRACES = expression(r"\\?\{([\w-]+)\||[{}]")
_NO_INKS: Mapping[str, str] = {}
_BLANK_LINE = expression(r"\n[ \t]*\n")


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of text in one style, or one icon (`text` is its name then). `ink` is a colour, "" for the text's."""

    text: str
    bold: bool = False
    italic: bool = False
    icon: bool = False
    ink: str = ""


@dataclass(slots=True)
class _Token:
    """Part of a text while its stars are being paired; `opened` and `closed` list strengths, 2 bold and 1 italic.

    From an "ink" on its `text` is the colour, until the next "end".
    """

    kind: Literal["text", "icon", "stars", "ink", "end"]
    text: str
    opens: bool = False
    closes: bool = False
    left: int = 0
    opened: tuple[int, ...] = ()
    closed: tuple[int, ...] = ()


def parse(text: str, icons: Container[str] = (), inks: Mapping[str, str] = _NO_INKS) -> tuple[Span, ...]:
    """Return the spans of `text` in order; `:name:` is an icon only for names in `icons`.

    `{name|words}` is coloured only for names in `inks`, which maps them to colours.
    """
    inked = "{" in text and "|" in text and bool(inks)
    if "*" not in text and ":" not in text and not inked:
        return (Span(text),) if text else ()
    tokens = list(_tokens(text, icons, _inked(text, inks) if inked else {}))
    _pair(tokens)
    return _spans(tokens)


def plain(text: str, icons: Container[str] = (), inks: Mapping[str, str] = _NO_INKS) -> str:
    """Return `text` as one line without marks, for names and messages; an icon is told by its name."""
    if "*" in text or ":" in text or "{" in text:
        text = "".join(span.text for span in parse(text, icons, inks))
    return " ".join(text.split())


def left_open(text: str, icons: Container[str] = (), inks: Mapping[str, str] = _NO_INKS) -> str:
    """Return the words after the first `**` that opens bold words and is never closed, "" where there is none."""
    if "**" not in text:
        return ""
    tokens = list(_tokens(text, icons, _inked(text, inks)))
    opening = [token for token in tokens if token.opens and not token.closes]
    _pair(tokens)
    for at, token in enumerate(tokens):
        if token.left >= 2 and token in opening and not token.closed:
            return "".join(after.text for after in tokens[at + 1 :] if after.kind in ("text", "icon")) or " "
    return ""


def _inked(text: str, inks: Mapping[str, str]) -> dict[int, str]:
    """Return where inks begin (with their colours) and end (with ""): the marks whose brace is closed again.

    A brace that only opens is a sign like any other; braces inside a coloured stretch must close.
    """
    found: dict[int, str] = {}
    open_: list[tuple[int, str]] = []
    for match in _BRACES.finditer(text):
        color = inks.get(match[1] or "", "")
        if match[0] != "}":
            escaped = match[0][0] == "\\"
            if escaped and color:
                found[match.start()] = ""
            open_.append((match.start(), "" if escaped else color))
        elif open_:
            start, color = open_.pop()
            if color:
                found[start], found[match.start()] = color, ""
    return found


def _tokens(text: str, icons: Container[str], inked: Mapping[int, str]) -> Iterator[_Token]:
    done = 0  # everything before is in a token
    at = 0
    marks = _MARKS_AND_INKS if inked else _MARKS
    while match := marks.search(text, at):
        start, at = match.span()
        found = match[0]
        name = match[1]
        if (name and name not in icons) or (("}" in found or "{" in found) and start not in inked):
            at = start + 1  # the second colon may begin the name of an icon
            continue
        if start > done:
            yield _Token("text", text[done:start])
        if name:
            at += 1
            yield _Token("icon", name)
        elif found[0] == "\\":
            yield _Token("text", found[1:])
        elif found[0] in "{}":
            yield _Token("ink" if found[0] == "{" else "end", inked[start])
        else:
            opens, closes = _flanks(text[start - 1 : start] or " ", text[at : at + 1] or " ")
            yield _Token("stars", found, opens, closes, len(found))
        done = at
    if done < len(text):
        yield _Token("text", text[done:])


def _flanks(before: str, after: str) -> tuple[bool, bool]:
    """Say whether stars between these characters may open and may close emphasis."""
    opens = not after.isspace() and (not _punctuation(after) or before.isspace() or _punctuation(before))
    closes = not before.isspace() and (not _punctuation(before) or after.isspace() or _punctuation(after))
    return opens, closes


def _punctuation(character: str) -> bool:
    # A colon belongs to an icon as often as to a sentence, and an icon is a word: it counts as a letter.
    return character != ":" and unicodedata.category(character)[0] in "PS"


def _pair(tokens: list[_Token]) -> None:
    """Match closing stars with the nearest opening ones."""
    for index, closer in enumerate(tokens):
        while closer.left and closer.closes and closer.kind == "stars":
            place = _opener(tokens, index)
            if place is None:
                break
            opener = tokens[place]
            strength = 2 if min(opener.left, closer.left) >= 2 else 1
            opener.left -= strength
            closer.left -= strength
            opener.opened = (strength, *opener.opened)
            closer.closed = (*closer.closed, strength)
            for between in tokens[place + 1 : index]:
                between.opens = False


def _opener(tokens: list[_Token], index: int) -> int | None:
    closer = tokens[index]
    for place in range(index - 1, -1, -1):
        token = tokens[place]
        if token.kind == "text" and _BLANK_LINE.search(token.text):
            return None
        if token.kind != "stars" or not token.opens or not token.left:
            continue
        odd = (token.closes or closer.opens) and (len(token.text) + len(closer.text)) % 3 == 0
        if not odd or (len(token.text) % 3 == 0 and len(closer.text) % 3 == 0):
            return place
    return None


def _spans(tokens: list[_Token]) -> tuple[Span, ...]:
    found: list[Span] = []
    depth = {1: 0, 2: 0}
    inks = [""]
    for token in tokens:
        for strength in token.closed:
            depth[strength] -= 1
        if token.kind == "ink":
            inks.append(token.text)
        elif token.kind == "end":
            inks.pop()
        elif text := token.text if token.kind != "stars" else "*" * token.left:
            span = Span(text, depth[2] > 0, depth[1] > 0, token.kind == "icon", inks[-1])
            last = found[-1] if found else None
            if last and not (span.icon or last.icon) and _look(last) == _look(span):
                found[-1] = Span(last.text + text, span.bold, span.italic, ink=span.ink)
            else:
                found.append(span)
        for strength in token.opened:
            depth[strength] += 1
    return tuple(found)


def _look(span: Span) -> tuple[bool, bool, str]:
    return span.bold, span.italic, span.ink
