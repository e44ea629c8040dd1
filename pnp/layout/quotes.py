"""A typographer's quotes, apostrophes, dashes and dots in place of a typewriter's. Knows no font and no line.

`"` and `'` become the quotes of the language, `'` inside a word or before what was left out an apostrophe, `...` one
sign, `--` and a hyphen between blanks an en dash, `---` an em dash. French gets its narrow blanks. What stands in a
tag (`<…>`), in backquotes or in an address stays as written, and so do inches and minutes after a number.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from pnp.layout.markup import Span
from pnp.values import replace

NARROW = "\u202f"
APOSTROPHE = "’"
_ENGLISH = ("“", "”", "‘", "’")
_FRENCH = (f"«{NARROW}", f"{NARROW}»", "“", "”")
_POINTED = ("«", "»", "“", "”")
_LOW = ("„", "“", "‚", "‘")
_NORTH = ("”", "”", "’", "’")
_EAST = ("„", "”", "«", "»")
_RUSSIAN = ("«", "»", "„", "“")
_CORNERS = ("「", "」", "『", "』")
QUOTES: Mapping[str, tuple[str, str, str, str]] = {
    "en": _ENGLISH,
    "fr": _FRENCH,
    "br": _FRENCH,
    "de": _LOW,
    "cs": _LOW,
    "sk": _LOW,
    "sl": _LOW,
    "hr": ("„", "”", "‘", "’"),
    "sr": ("„", "”", "’", "’"),
    "bg": ("„", "“", "’", "’"),
    "et": ("„", "“", "‚", "‘"),
    "lt": _LOW,
    "lv": ("“", "”", "‘", "’"),
    "is": _LOW,
    "lb": _LOW,
    "es": _POINTED,
    "ca": _POINTED,
    "gl": _POINTED,
    "eu": _POINTED,
    "it": _POINTED,
    "pt": _ENGLISH,
    "el": _POINTED,
    "nl": _ENGLISH,
    "tr": _ENGLISH,
    "ga": _ENGLISH,
    "cy": ("‘", "’", "“", "”"),
    "pl": _EAST,
    "ro": _EAST,
    "hu": ("„", "”", "»", "«"),
    "sv": _NORTH,
    "fi": _NORTH,
    "da": ("»", "«", "›", "‹"),
    "nb": ("«", "»", "‘", "’"),
    "nn": ("«", "»", "‘", "’"),
    "no": ("«", "»", "‘", "’"),
    "ru": _RUSSIAN,
    "uk": _RUSSIAN,
    "be": _RUSSIAN,
    "he": ("”", "”", "’", "’"),
    "ar": ("«", "»", "“", "”"),
    "fa": ("«", "»", "“", "”"),
    "ja": _CORNERS,
    "zh": _ENGLISH,
    "ko": _ENGLISH,
    "vi": _ENGLISH,
}
"""By language: double opening and closing, single opening and closing. Other languages get those of English."""

_LEFT_OUT = re.compile(r"(?:\d\d(?:s|er)?|(?:til|tis|twas|twere|em|cause|bout|round|n|neath)(?=\W|$))(?!\w)", re.I)
_TAG = re.compile(r"</?[A-Za-z][^<>\n]*>")
_KEPT = re.compile(r"`[^`\n]*`|\w+://\S+|(?<!\w):[\w-]+:(?!\w)")  # such as a name of an icon that is none
_SIGNS = re.compile(
    r"(?P<em>(?<![-<!])---(?![->]))|(?P<en>(?<![-<!])--(?![->])|(?<=\S[ \u00a0])-(?=[ \u00a0]\S))"
    r"|(?P<dots>(?<!\.)\.\.\.(?!\.))|(?P<quote>[\"'])"
)
_SPACED = re.compile(
    r"(?P<blank>[ \u00a0](?=[;:!?»](?!\w))|(?<=«)[ \u00a0])"
    r"|(?P<none>(?<=[\w)\]”’»….%€\ufffc])(?=[;:!?](?:[\s!?»”)\]\"'…]|$)))"
)
_DASHES = {"em": "—", "en": "–", "dots": "…"}
_OPENING = frozenset("([{<“‘«‹„‚¿¡—–-/\u00a0\u202f")
_ICON = "\ufffc"
Edit = tuple[int, int, str]


def typeset(spans: Sequence[Span], lang: str) -> tuple[Span, ...]:
    """Return the spans of one text with the signs of `lang`; quotes pair across bold, italic and coloured words."""
    found = _edited(spans, _outside_tags(_flat(spans), lambda text: _signs(text, lang)))
    return _edited(found, _outside_tags(_flat(found), _blanks)) if lang == "fr" else found


def _outside_tags(text: str, edits: Callable[[str], Iterator[Edit]]) -> Iterator[Edit]:
    """Give the edits of `text` read without its tags, at the places where it stands with them."""
    tags = [match.span() for match in _TAG.finditer(text)]
    if not tags:
        yield from edits(text)
        return
    inside = {place for span in tags for place in range(*span)}
    places = [place for place in range(len(text)) if place not in inside]
    for start, end, new in edits("".join(text[place] for place in places)):
        first = places[start] if start < len(places) else len(text)
        last = places[end - 1] + 1 if end > start else first
        if last - first == end - start:
            yield first, last, new


def _flat(spans: Sequence[Span]) -> str:
    return "".join(_ICON if span.icon else span.text for span in spans)


def _edited(spans: Sequence[Span], edits: Iterator[Edit]) -> tuple[Span, ...]:
    """Return the spans with some stretches replaced; what reaches over the end of a span stays as it is."""
    found: list[Span] = []
    waiting = list(edits)
    start = 0
    for span in spans:
        end = start + (1 if span.icon else len(span.text))
        text, done = "", start
        while waiting and waiting[0][0] < end:
            first, last, new = waiting.pop(0)
            if not span.icon and first >= start and last <= end:
                text += span.text[done - start : first - start] + new
                done = last
        found.append(span if done == start and not text else replace(span, text=text + span.text[done - start :]))
        start = end
    return tuple(found)


def _kept(text: str) -> set[int]:
    """Return the places whose signs stay as they are written."""
    return {place for match in _KEPT.finditer(text) for place in range(*match.span())}


def _signs(text: str, lang: str) -> Iterator[Edit]:
    marks = QUOTES.get(lang, _ENGLISH)
    kept = _kept(text)
    open_ = {'"': False, "'": False}
    after_opening = -1  # a quote that stands here follows one that has just opened
    paragraph = 0
    for match in _SIGNS.finditer(text):
        at = match.start()
        if at in kept:
            continue
        if "\n\n" in text[paragraph:at]:
            open_ = {'"': False, "'": False}
        paragraph = at
        kind = match.lastgroup or ""
        if kind != "quote":
            yield at, match.end(), _DASHES[kind]
            continue
        opens = at in (0, after_opening) or text[at - 1].isspace() or text[at - 1] in _OPENING
        new, state = _quote(text, at, opens, open_[match[0]], marks)
        if new:
            open_[match[0]] = state
            after_opening = at + 1 if state else -1
            yield at, at + 1, new


def _quote(text: str, at: int, opens: bool, is_open: bool, marks: tuple[str, str, str, str]) -> tuple[str, bool]:
    """Return what the quote at `at` becomes ("": it stays), and whether a quotation is open after it."""
    sign, after = text[at], text[at + 1 : at + 2]
    first, last = (marks[0], marks[1]) if sign == '"' else (marks[2], marks[3])
    before = text[at - 1 : at]
    if (not before or before.isspace()) and (not after or after.isspace()):
        return "", is_open
    if before.isdigit() and not is_open:  # inches, feet, minutes
        return (APOSTROPHE, False) if sign == "'" and after.isalpha() else ("", False)
    if sign == "'":
        if before.isalnum() and after.isalnum():
            return APOSTROPHE, is_open
        if opens and (_LEFT_OUT.match(text, at + 1) or not _closes_later(text, at)):
            return APOSTROPHE, is_open
        if not opens and not is_open:
            return APOSTROPHE, False
    return (first, True) if opens and after and not after.isspace() else (last, False)


def _closes_later(text: str, at: int) -> bool:
    """Say whether a single quote after `at` may close one that opens there, in the same paragraph."""
    end = text.find("\n\n", at)
    return re.search(r"(?<=\S)'(?!\w)", text[at + 1 : end if end >= 0 else len(text)]) is not None


def _blanks(text: str) -> Iterator[Edit]:
    """Give the narrow blanks before the high signs of French and inside its quotes."""
    kept = _kept(text)
    for match in _SPACED.finditer(text):
        if match.start() not in kept and match.end() not in kept:
            yield *match.span(), NARROW
