"""What damaged files hold: values, cells, names, drawings that nobody means, picked by chance that is given."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

LONG = "word " * 1500
WIDE = "W" * 3000
DEEP = 400
STRANGE = (
    "", " ", "\t", "a", "A", "0", "-", "é", "½", "٣", "１２", "\u202eabc", "\u200b", "\ufeff", "\u00ad", "🐂",
    "👩‍👩‍👧‍👦", "e" + "\u0301" * 30, "\ufffd", "\ue000", "\U000e0001", "\u2028", "中文", "שלום", "مرحبا", "ﷺ", "İ",
    "ß", "fi", "\ud7ff", "**", "*a", "{night|", "{night|{night|a}}", ":star:", ":none:", ":", "\\", "\\*", "`",
    "&lt;", "<b>", "%s", "{0}", "- a", "- a\n  - b\n    - c\n      - d", "1. a", "a\n\n\nb", "a|b", "|", "\\|",
    "../../etc/passwd", "/etc/passwd", "C:\\x", "art/bull.svg", "bull", "dot", "photo", "none", "nan", "inf",
    "1e999", "=1+1", "#REF!", '"', '""', "'",
)  # fmt: skip
NUMBERS = (
    "0", "-0", "1", "-1", "2", "0.001", "1e-9", "0.24999", "4.9999", "100", "999", "1000", "4999.9", "5000", "5001",
    "65536", "2147483648", "9223372036854775807", "1e15", "1e300", "-1e300", "1e-320", "9" * 400,
    "9" * 5000, "inf", "-inf", "nan",
)  # fmt: skip
LITERALS = (
    "true", "false", "[]", "[[]]", "[0]", "[1, 2]", "[2, 1]", "[1, 1]", "[0.5, 0.5, 0.5, 0.5]", "[inf, nan]",
    '["a"]', '["a", "a"]', '[["a"]]', "[[1, 2], [3, 4]]", "[[0, 0], [0, 0], [0, 0]]", "[1, 2, 3, 4, 5, 6]",
    "[1e300, 1e300]", "{}", "{ en = 1 }", '{ en = "a" }', '{ en = "a", fr = "b", de = "c" }', '{ en = "" }',
    "{ a = { b = { c = [] } } }", "[{}]", '[{ kind = "box" }]', '[{ kind = "box", width = 1e9 }]', "1979-05-27",
    "1979-05-27T07:32:00Z", "07:32:00", "0x10", "1_000", '"""\na\nb"""', "'a'", '"1-9999"', '"1-10001"',
    '"A-Z,1-9"', '"1-9/0"', '"01-3"', '{ a = "1-100", b = "1-100" }', '{ a = "1-100", b = "1-101" }', '"0x0mm"',
    '"1x1mm"', '"0.001x0.001mm"', '"5000x5000mm"', '"5001x1mm"', '"1x5000mm"', '"63x88"', '"63,5x88,9mm"',
    '"poker"', '"tiny"', '"0mm"', '"-1mm"', '"1e5mm"', '"99999999999mm"', '"0.5in"', '"9pt"', '"black"', '"none"',
    '"accent"', '"night"', '"#12345"', '"#1234567"', '"#ffffff"', '"+=1"', '"-=99999"', '"*=0"', '"*=1e9"',
    '"*=-1"', '"/=0"', '"card.width / 0"', '"card.width * 1e300"', '"card.right"', '"title.left"',
    '"ground.bottom + 1mm"', '"bleed.middle - card.center * 2"', '"a.b.c"', '"1 + + 1"', '"card"', '"title"', '"!"',
    '"!title"', '"title=a"', '"title>x"', '"title>1"', '"@serial"', '"@of"', '"@number"', '"@count"', '"@"',
    '["title", "!"]', '"column:"', '"column:title"', '{ body = "column:title" }', '{ a = "b=c" }',
)  # fmt: skip
CELLS = (
    "1", "0", "2", "-1", "3.0", "1,5", "999", "100000", "1000000", "1e3", "3/5", "5/3", "99999/99999", "3x4", "0x0",
    "999x999", "x", "1-5", "5-1", "1-999999", "a | b | c", " | | ", "A | B\n1 | 2", "A\n1 | 2 | 3", "card", "back",
    "grid", "lid", "nothing", "bull", "art/bull.svg", "art\\bull", "../bull", "hex", "square", "+=2mm", "*=9",
    "night", "#12", "12", "king", "land", "A",
)  # fmt: skip
FILE_NAMES = (
    "x.toml", "Rules.md", "rules.xx.md", "game.TOML", "-x", "a b.svg", "ü.svg", "%.svg", "con.svg", "x" * 200, ".x",
    "~x.csv",
)  # fmt: skip
ENDINGS = ("svg", "png", "jpg", "PNG", "toml", "csv", "json", "xlsx", "txt", "ttf", "otf", "pdf", "webp", "")
NAMES = (
    "title", "text", "picture", "art", "kind", "force", "house", "rank", "life", "icon", "cells", "n", "labels",
    "marked", "prices", "board", "note", "shape", "suit", "set", "card", "back", "plain", "grid", "lid", "token",
    "base", "head", "aid", "night", "accent", "none", "black", "#d04020", "label", "display", "signs", "dot", "bull",
    "photo", "A", "land", "path", "cards", "book", "deck", "tokens", "sheet", "swell", "light", "play", "end", "a4",
    "letter", "title=Ferry", "force>2", "!text", "card.width - 8mm", "title.bottom + 1mm", "40x50mm", "50x90mm",
    "1-5", "en", "fr", "A | B",
)  # fmt: skip
FIGURES = ("0", "0.3", "0.5", "1", "1.5", "2", "3", "5", "8", "10", "15", "20", "30", "45", "90", "180", "-2", "-10")
TABLES = ("{}", '{ body = "night" }', '{ en = "a" }', '{ a = "1-3" }', '{ kind = "box" }')
KEYS = (
    "size",
    "x",
    "width",
    "fill",
    "color",
    "text",
    "column",
    "art",
    "kind",
    "extends",
    "rotate",
    "when",
    "count",
    "rows",
    "opacity",
)
TAGS = (
    "g", "rect", "circle", "path", "use", "text", "tspan", "image", "defs", "symbol", "svg", "clipPath", "mask",
    "pattern", "style", "linearGradient", "stop", "marker", "filter", "foreignObject", "script", "a", "switch",
    "polygon", "title", "nothing", "animate",
)  # fmt: skip
ATTRIBUTES = (
    "url(#c)", "url(#m)", "url(#p)", "url(#g)", "url(#a)", "url(#none)", "url(other.svg#g)", "url(#", "#s",
    "#nothing", "none", "", "0", "-1", "1e300", "1e-300", "1e999", "nan", "inf", "100%", "-50%", "5em", "1ex",
    "3vw", "10cm", "1px 2px", "red", "#1", "#12345678", "rgb(1,2)", "rgb(1e9,0,0)", "hsl(1,2%,3%)", "currentColor",
    "inherit", "var(--x)", "calc(1px + 2px)", "context-stroke", "M", "M0", "M0 0", "M0 0A1 1 0 2 0 3 3",
    "M0 0a0 0 0 0 0 5 5", "m1e300 1e300l1e300 1e300", "L1 1", "M0 0Z Z Z", "M0 0C1 1", "M.5.5.5.5",
    "M0 0h1e308h1e308", "M1-1-1-1", "M0,0,", "M0 0t1 1t2 2s3 3 4 4", "M0 0a1e200 1e-200 45 1 1 1 1",
    "M0 0" + "l1 1" * 3000, "z", "0 0 0 0", "0 0 -1 -1", "0 0 1e300 1", "0 0 1e-300 1e-300", "1 2 3", "0 0 1e6 1",
    "0,0,20,20", "xMidYMid slice", "none meet", "xMaxYNope", "scale(0)", "scale(1e300)", "rotate(1e300)",
    "matrix(0 0 0 0 0 0)", "matrix(1 2 3)", "skewX(90)", "skewX(45) scale(0 1)", "translate",
    "translate(1e300 1e300)", "scale(1", "1 0", "0 0 0", "1e-9", "1 1e-300", "-1 -1", "objectBoundingBox",
    "userSpaceOnUse", "evenodd", "fill:red;stroke", "fill:url(#p)!important", "opacity:1e9", "font-family:Nope",
    "font-size:0", "font-size:1e300", "display:none", "javascript:alert(1)", "data:image/png;base64,AAAA",
    "data:image/png;base64,!!!!", "data:,x", "file:///etc/passwd", "../../../etc/passwd",
    "http://localhost:1/x.png", "bull.svg", "clear.png", "few.png", "deep.png", "dot.png",
)  # fmt: skip
DRAWN = (
    "transform", "fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-dashoffset", "stroke-miterlimit",
    "opacity", "clip-path", "mask", "style", "class", "id", "href", "xlink:href", "d", "points", "x", "y", "width",
    "height", "rx", "r", "viewBox", "preserveAspectRatio", "font-size", "filter", "display", "visibility",
    "marker-start", "marker-mid", "gradientTransform", "patternTransform", "patternUnits", "clipPathUnits",
    "spreadMethod", "onload", "xml:space", "refX", "orient", "offset", "text-anchor", "letter-spacing", "color",
    "vector-effect", "systemLanguage",
)  # fmt: skip
FRAGMENTS = (
    '<use href="#u1"/><g id="u1"><use href="#u2"/></g><g id="u2"><use href="#u1"/></g>',
    '<g id="q"><use href="#q"/></g>', "<g>" * DEEP + '<path d="M0 0h1v1z"/>' + "</g>" * DEEP,
    "<g>" * 20_000 + "</g>" * 20_000,
    '<g id="b0"><path d="M0 0h1v1z"/></g>'
    + "".join(f'<g id="b{n + 1}">{f"""<use href="#b{n}"/>""" * 10}</g>' for n in range(8))
    + '<use href="#b8"/>',
    '<path d="M0 0h5v5z"/>' * 2000,
    '<pattern id="tiny" width="0.001" height="0.001" patternUnits="userSpaceOnUse"><path d="M0 0h1v1z"/></pattern>'
    '<rect width="20" height="20" fill="url(#tiny)"/>',
    '<pattern id="self" width="1" height="1"><rect width="1" height="1" fill="url(#self)"/></pattern>'
    '<rect width="9" height="9" fill="url(#self)"/>',
    '<linearGradient id="l1" href="#l2"/><linearGradient id="l2" href="#l1"/>'
    '<rect width="9" height="9" fill="url(#l1)"/>',
    '<clipPath id="k1" clip-path="url(#k1)"><path d="M0 0h1v1z"/></clipPath><path d="M0 0h1v1z" clip-path="url(#k1)"/>',
    '<mask id="m1" mask="url(#m1)"><path d="M0 0h1v1z"/></mask><path d="M0 0h1v1z" mask="url(#m1)"/>',
    '<marker id="w" markerWidth="1" markerHeight="1"><path d="M0 0L1 1" marker-end="url(#w)"/></marker>'
    '<path d="M0 0L1 1" stroke="red" marker-end="url(#w)"/>',
    '<path d="M0 0L5 5" stroke="red" stroke-dasharray="0.00001"/>',
    '<path d="M0 0L5 5" stroke="red" stroke-width="1e300"/>', '<text font-size="1e300">a</text>',
    '<text x="1 2 3">abc</text>', f"<text>{WIDE}</text>", '<text font-family="Nope">a</text>',
    "<text>a<tspan>b<tspan>c</tspan></tspan>\u202e🐂</text>", '<svg viewBox="0 0 0 0"><path d="M0 0h1v1z"/></svg>',
    "<style>* { fill: red } .body { fill: url(#none) } @import 'x'; a > b ~ c:not(d) { stroke: blue } { }</style>",
    "<style>.a { fill: </style>", "<style>" + ".a{fill:red}" * 2000 + "</style>",
    "<style>@media print { path { fill: red } }</style>", "<script>alert(1)</script>", "<foreignObject/>",
    "<!-- -- -->", "<![CDATA[ ]]>", "<?php x ?>", "&nbsp;", "&#0;", "<", "</svg>", "<a:b/>",
    '<!DOCTYPE svg [<!ENTITY a "b">]>', '<image href="clear.png" width="1e300" height="1"/>',
    '<image width="5" height="5"/>',
    '<radialGradient id="rad" r="0" fx="9" fy="9"><stop/></radialGradient>'
    '<rect width="9" height="9" fill="url(#rad)"/>',
    '<linearGradient id="ten" x2="0"><stop offset="nan"/><stop offset="2" stop-color="nope"/></linearGradient>'
    '<rect width="9" height="9" fill="url(#ten)"/>',
    '<symbol id="yy"><use href="#yy"/></symbol><use href="#yy"/>', '<use href="#yyy" width="-1"/>',
    '<rect width="9" height="9" rx="1e300" ry="-1"/>',
)  # fmt: skip
MARKDOWN = (
    "## Play {#play}\n", "## {#x}\n", "## No anchor\n", "#Tight\n", "# Again\n", "### A {#A B}\n",
    "###### Six {#six}\n", "[x](#nowhere)\n", "[x](javascript:alert(1))\n", "[x](<a b>)\n", "![x](bull.svg)\n",
    "<script>alert(1)</script>\n", "<div>\n", "| a | b |\n|---|---|\n| 1 |\n| 1 | 2 | 3 |\n", "| a |\n|:-:|\n",
    f"| {'a | ' * 40}\n|{'---|' * 40}\n| {'1 | ' * 40}\n", "```\n", "~~~\nx\n", "> " * 60 + "deep\n",
    "\n".join(f"{'  ' * n}- {n}" for n in range(40)) + "\n", "- \n", "1) a\n2) b\n", "999999999. a\n", "***\n",
    "a  \nb\\\nc\n", f"{WIDE}\n", f"{LONG}\n", "**a *b** c*\n", "`" * 50 + "\n", "&amp; &#x202e; &#0;\n",
    "[a]: b\n\n[a]\n", "*" * 500 + "\n", "[" * 300 + "\n", "🐂 中文 שלום مرحبا\n", "<http://x.y>\n",
    "a\tb\u2028c\x0bd\n", "**Decision:** \n", ":star: {night|x}\n", "Setext\n===\n",
    "## Very long " + "heading " * 80 + "{#long}\n", "- a\n\n  | a |\n  |---|\n  | b |\n", "    code\n",
    "\x07\x1b[31m\n",
)  # fmt: skip


def number(rng: Random, old: str) -> str:
    """Return a number in place of `old`."""
    if rng.random() < 0.5:
        factor = rng.choice([0, -1, 0.001, 0.1, 0.5, 2, 10, 1000, 1e9])
        scaled = float(old) * factor
        return f"{scaled:.0f}" if "." not in old and scaled == int(scaled) else f"{scaled:.6f}"
    return rng.choice(NUMBERS)


def quoted(text: str) -> str:
    """Return a text as TOML and JSON write it."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def value(rng: Random) -> str:
    """Return a value for TOML."""
    match rng.randrange(8):
        case 0 | 1:
            return rng.choice(NUMBERS)
        case 2:
            return quoted(rng.choice(STRANGE))
        case 3:
            return quoted(
                rng.choice(["\0", "\x07\x1b[31m", "a\nb", "\x7f", "\u0085", LONG, WIDE, "a, " * 2000, "x" * 100_000])
            )
        case 4 if rng.random() < 0.1:
            return "[" * DEEP + "]" * DEEP
        case _:
            return rng.choice(LITERALS)


def inside(rng: Random) -> str:
    """Return something to stand inside a text."""
    return rng.choice([*STRANGE, "\n", "\r", "\0", "\x07", "]", "[", "{", "}", "=", "#", ",", ".", "\\u0000", "0" * 30])


def ident(rng: Random) -> str:
    """Return a name for a table."""
    return rng.choice(
        [
            "a",
            "a.b",
            "card",
            "card.slots.x",
            "slots",
            '"a b"',
            '""',
            "boards.kinds",
            "score.fields",
            "inks.x",
            "fonts",
            "é",
        ]
    )


@cache
def _tables() -> Mapping[str, Mapping[str, Any]]:
    text = Path(__file__).parent.parent.joinpath("templates", "schema.json").read_text(encoding="utf-8")
    tables: Mapping[str, Mapping[str, Any]] = json.loads(text)["$defs"]
    return tables


@cache
def _keys() -> list[tuple[str, Mapping[str, Any]]]:
    return [(key, schema) for table in _tables().values() for key, schema in table.get("properties", {}).items()]


@cache
def _keys_of(heading: str, kind: str) -> list[tuple[str, Mapping[str, Any]]]:
    """Return the keys of the table under a heading of game.toml, or of a slot of a kind; all where that is unknown."""
    table: Mapping[str, Any] = {"$ref": "#/$defs/Game"}
    for part in heading.strip("[]").split(".") if heading else ():
        table = _opened(table)
        table = table.get("properties", {}).get(part) or table.get("additionalProperties") or {}
        table = table.get("items", table) if isinstance(table, Mapping) else {}
    slots = (each for each in _tables().values() if each.get("properties", {}).get("kind", {}).get("const") == kind)
    found = next(slots, {}) if kind else _opened(table)
    return list(found.get("properties", {}).items()) or _keys()


def _opened(table: Mapping[str, Any]) -> Mapping[str, Any]:
    return _tables()[table["$ref"].rpartition("/")[2]] if "$ref" in table else table


def known_key(rng: Random, heading: str | None = None, kind: str = "") -> tuple[str, str]:
    """Return a key that some table has, or the one under a heading or the slot of a kind, and a value of its kind."""
    key, schema = rng.choice(_keys() if heading is None else _keys_of(heading, kind))
    return key, _like(schema, rng)


def _like(schema: Mapping[str, Any], rng: Random) -> str:
    """Return a value that a schema allows, most times."""
    if "anyOf" in schema:
        return _like(rng.choice(schema["anyOf"]), rng)
    if "enum" in schema or "const" in schema:
        return json.dumps(rng.choice(schema.get("enum") or [schema["const"]]))
    kinds = schema.get("type", "object")
    kind = rng.choice(kinds) if isinstance(kinds, list) else kinds
    if kind == "array":
        many = rng.choice([schema.get("minItems", 1), min(schema.get("maxItems", 4), 4)])
        return f"[{', '.join(_like(schema.get('items', {'type': 'string'}), rng) for _ in range(many))}]"
    strings = rng.choice([NAMES, NAMES, CELLS, STRANGE])
    words = {
        "string": [quoted(rng.choice(strings))],
        "integer": [str(rng.randrange(12))],
        "number": FIGURES if rng.random() < 0.7 else NUMBERS,
        "boolean": ["true", "false"],
    }
    return rng.choice(words.get(kind, TABLES))


def cell(rng: Random) -> str:
    """Return a cell of a CSV file, with its quotes where it needs them."""
    text = rng.choice(CELLS) if rng.random() < 0.6 else rng.choice([*STRANGE, LONG, WIDE])
    return f'"{text.replace(chr(34), chr(34) * 2)}"' if rng.random() < 0.7 or "\n" in text else text


def column(rng: Random) -> str:
    """Return the name of a column: of one that the game knows, or one that changes a key of a slot."""
    if rng.random() < 0.5:
        slot = rng.choice(["title", "art", "ground", "text", "life", "track", "nothing", ""])
        return f"{slot}:{rng.choice([*KEYS, known_key(rng)[0]])}"
    return rng.choice(
        [
            "copies",
            "frame",
            "back",
            "title",
            "title.en",
            "title.fr",
            "title.de",
            "shape",
            "qty",
            "picture",
            "",
            "@of",
            "a.b",
            "é",
        ]
    )


def json_value(rng: Random) -> str:
    """Return a value for JSON, or what is none."""
    return rng.choice([
        *NUMBERS, "null", "true", "[]", "{}", "[[]]", '{"en": "a"}', '{"a": {"b": 1}}', '{"": 1}', '{"a": 1, "a": 2}',
        "NaN", '"\\u0000"', '"\\ud800"', '"\\', ",", "", "[" * 5000, '{"a":' * 5000, "1" * 5000,
        quoted(rng.choice(STRANGE)), quoted(WIDE),
    ])  # fmt: skip


def markdown(rng: Random) -> str:
    """Return lines for the rules."""
    return rng.choice(MARKDOWN)


def attribute(rng: Random) -> str:
    """Return the value of an attribute of a drawing."""
    return rng.choice(ATTRIBUTES)


def drawn_attribute(rng: Random) -> str:
    """Return a whole attribute of a drawing."""
    return f'{rng.choice(DRAWN)}="{attribute(rng)}"'


def tag(rng: Random) -> str:
    """Return the name of an element."""
    return rng.choice(TAGS)


def fragment(rng: Random) -> str:
    """Return elements to draw too."""
    if rng.random() < 0.4:
        return f"<{tag(rng)} {drawn_attribute(rng)} {drawn_attribute(rng)} {drawn_attribute(rng)}/>"
    return rng.choice(FRAGMENTS)


def ending(rng: Random) -> str:
    """Return the ending of a file's name."""
    return rng.choice(ENDINGS)


def file_name(rng: Random) -> str:
    """Return a name for a file or folder."""
    return rng.choice(FILE_NAMES)
