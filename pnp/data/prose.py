"""Rules text: from `rules.<lang>.md` to sections with stable anchors, and from Markdown to HTML or plain words.

Headings are found line by line outside code fences; the Markdown library is loaded only to render. Knows no game.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from pnp import misprints
from pnp.data.game import Rules, Section
from pnp.errors import Problem
from pnp.expressions import expression
from pnp.near import listed, meant

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_HEADING = expression(r"(#{1,3})[ \t]+(.*?)[ \t]*#*[ \t]*")
_TIGHT = expression(r"#{2,3}[^#\s{].*")
_ANCHOR = expression(r"(.*?)[ \t]*\{#([^}]*)\}")
_WORDS = expression(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_FENCE = expression(r" {0,3}(`{3,}|~{3,})(.*)")
_LINK = expression(r"\]\(#([^)\s]*)\)")
_CODE = expression(r"(`+)(?!`).*?(?<!`)\1(?!`)")
_DECISIONS = (
    "Decision Décision Entscheidung Entscheid Decisión Decisió Decisione Decisão Decizie Beslissing Beslut "
    "Beslutning Avgörande Ákvörðun Päätös Otsus Sprendimas Lēmums Decyzja Rozhodnutí Rozhodnutie Odločitev Odluka "
    "Döntés Vendim Απόφαση Решение Рішення Karar החלטה قرار निर्णय Keputusan Uamuzi Erabakia Decido 決定 裁定 决定 결정"
)
DECISION = expression(rf"(?:{'|'.join(_DECISIONS.split())})[ \u00a0\u202f]?[:：]")
"""The word, in bold, with which a paragraph begins that settles what the published rules leave open.

In every language any of these will do: the word of another language does not stand there by chance.
"""
ICON = expression(r":([\w-]+):")
_LEFT_OPEN = expression(r"(?<![\w*])\*\*(?=[^\s*])(.*)", re.DOTALL)
_NONE: Mapping[str, str] = {}


def parse(text: str, lang: str, file: str, problems: list[Problem]) -> Rules:
    """Split a rules file into its title, intro and sections; faults are added to `problems`."""
    title, intro = "", list[str]()
    sections: list[Section] = []
    body = intro
    found: list[tuple[int, int, str, str, list[str]]] = []
    for line, level, words in _lines(text.removeprefix("\ufeff")):
        if level <= 0:
            body.append(words)
        elif level == 1:
            if title or found:
                problems.append(Problem(file, line, words, "a second # title; sections begin with ## or ###"))
            title = title or words
        else:
            body = []
            found.append((line, level, *_anchor(words, line, file, problems), body))
    for line, level, anchor, words, lines in found:
        if anchor and any(anchor == section.anchor for section in sections):
            problems.append(Problem(file, line, words, f"the anchor {anchor} stands twice; it must be unique"))
        elif anchor:
            sections.append(Section(anchor, words, level, "\n".join(lines).strip(), line))
    if not title:
        problems.append(Problem(file, 1, "", "the rules have no title", "begin with a line such as # Rules"))
    if not found:
        hint = "write ## Heading {#anchor}"
        problems.append(Problem(file, 1, "", "the rules have no section", hint))
    _check_links(text, {section.anchor for section in sections}, file, problems)
    return Rules(lang, title, "\n".join(intro).strip(), tuple(sections))


def compare(rules: Rules, file: str, other: Rules, other_file: str, problems: list[Problem]) -> None:
    """Report the anchors of `other` that `rules` does not have, and the other way round."""
    here = [section.anchor for section in rules.sections]
    there = {section.anchor for section in other.sections}
    for section in other.sections:
        if section.anchor not in here:
            message = f"there is no section {{#{section.anchor}}}; {other_file}:{section.line} has one"
            spare = [anchor for anchor in here if anchor not in there]
            problems.append(Problem(file, 0, "", message, meant(section.anchor, spare)))


def look_for_misprints(text: str, file: str, icons: Collection[str], problems: list[Problem]) -> None:
    """Note names of icons with a slip, and bold words that are never closed."""
    stars = 0
    for number, level, line in _lines(text):
        if level < 0 or not (":" in line or "*" in line):
            continue
        words = _CODE.sub("", line)
        stars += words.count("**")
        for message, hint in misprints.icons(words, icons):
            problems.append(Problem(file, number, "", message, hint, note=True))
    if stars % 2 == 0:  # the usual case, without the time that a parser takes
        return
    for token in parts(text):
        said = (child.content for child in token.children or () if child.type == "text")
        found = next(filter(None, map(_LEFT_OPEN.search, said)), None)
        if token.map and found:
            message, hint = misprints.left_open(found[1])
            problems.append(Problem(file, token.map[0] + 1, "", message, hint, note=True))


def html(markdown: str, icons: Mapping[str, str] = _NONE) -> str:
    """Return safe HTML for a Markdown text: no raw HTML, no pictures, no script links, no styles; tables are on.

    A paragraph that begins with **Decision:** gets the class "decision", cells of a table get "left", "center" or
    "right" where the table says so. `:name:` becomes the HTML that `icons` has for the name.
    """
    parser = _parser(joined=not icons)
    tokens = parser.parse(markdown)
    for opening, inline in pairwise(tokens):
        if icons and inline.children:
            inline.children = [part for child in inline.children for part in _drawn(child, icons)]
        children = inline.children or []
        marked = len(children) > 2 and [child.type for child in children[:2]] == ["text", "strong_open"]
        if opening.type == "paragraph_open" and marked and DECISION.match(children[2].content):
            opening.attrSet("class", "decision")
        if "style" in opening.attrs:
            opening.attrs = {"class": str(opening.attrs["style"]).removeprefix("text-align:")}
    return str(parser.renderer.render(tokens, parser.options, {}))


def _drawn(token: Token, icons: Mapping[str, str]) -> Iterator[Token]:
    """Give a token of a paragraph with its icons apart; what was escaped is words."""
    if token.type == "text_special":
        yield token.copy(type="text")
        return
    done = 0
    for match in ICON.finditer(token.content if token.type == "text" else ""):
        if match[1] in icons:
            yield token.copy(content=token.content[done : match.start()])
            yield token.copy(type="html_inline", content=icons[match[1]])
            done = match.end()
    yield token.copy(content=token.content[done:]) if done else token


def plain(markdown: str) -> str:
    """Return the words of a Markdown text without its signs: one line a paragraph, list item or table row."""
    lines: list[str] = []
    row: list[str] | None = None
    for token in _parser().parse(markdown):
        match token.type:
            case "tr_open":
                row = []
            case "tr_close":
                lines.append(" · ".join(cell for cell in row or () if cell))
                row = None
            case "inline":
                (lines if row is None else row).append(_words(token.children or ()))
            case "fence" | "code_block":
                lines.append(token.content.strip())
            case _:
                pass
    return "\n".join(line for line in lines if line)


def parts(markdown: str) -> list[Token]:
    """Return the tokens that `html` renders, for another way to show them; what was escaped is `text_special`."""
    return _parser(joined=False).parse(markdown)


@lru_cache(maxsize=2)
def _parser(joined: bool = True) -> MarkdownIt:
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
    return parser if joined else parser.disable("text_join")


def _words(tokens: Sequence[Token]) -> str:
    breaks = {"softbreak": " ", "hardbreak": " "}
    return "".join(breaks.get(token.type, token.content) for token in tokens).strip()


def _lines(text: str) -> Iterator[tuple[int, int, str]]:
    """Give each line as (number, level, text): the level of a heading, 0 for text, -1 for lines of a code fence."""
    fence = ""
    for number, line in enumerate(text.splitlines(), 1):
        mark = _FENCE.fullmatch(line)
        if fence:
            if mark and mark[1].startswith(fence) and not mark[2].strip():
                fence = ""
        elif mark and not ("`" in mark[1] and "`" in mark[2]):
            fence = mark[1]
        else:
            heading = _HEADING.fullmatch(line)
            if heading:
                yield number, len(heading[1]), heading[2]
            else:
                yield number, 0, line
            continue
        yield number, -1, line


def _anchor(words: str, line: int, file: str, problems: list[Problem]) -> tuple[str, str]:
    """Return anchor and title of a section heading; the anchor is "" when it is missing or wrong."""
    match = _ANCHOR.fullmatch(words)
    title = match[1] if match else words
    if match and title and _WORDS.fullmatch(match[2]):
        return match[2], title
    wish = "-".join(re.findall(r"[a-z0-9]+", _ascii((match[2] if match else "") or title)))
    hint = f"write for example {{#{wish}}}" if wish else ""
    if match and not title:
        problems.append(Problem(file, line, "", f"the section {{#{match[2]}}} has no title"))
    elif match:
        message = f"{{#{match[2]}}} is not an anchor; allowed: lower-case words joined by hyphens"
        problems.append(Problem(file, line, title, message, hint))
    else:
        problems.append(Problem(file, line, title, "the section has no anchor", hint))
    return "", title


def _ascii(text: str) -> str:
    """Return the text in lower case without accents."""
    import unicodedata

    return unicodedata.normalize("NFKD", text.casefold()).encode("ascii", "ignore").decode()


def _check_links(text: str, anchors: set[str], file: str, problems: list[Problem]) -> None:
    """Report links to sections that do not exist, and headings that lost the blank after their signs."""
    for number, level, line in _lines(text.removeprefix("\ufeff")):
        if level < 0:
            continue
        if level == 0 and _TIGHT.fullmatch(line):
            hint = "put a blank after the #"
            problems.append(Problem(file, number, "", f'"{line[:40]}" is not read as a heading', hint))
        for match in _LINK.finditer(_CODE.sub("", line)):
            if match[1] not in anchors:
                known = sorted(anchors)
                message = f"the link leads to #{match[1]}, which is no section here"
                hint = meant(match[1], known) or f"the sections are {listed(known)}"
                problems.append(Problem(file, number, "", message, hint))
