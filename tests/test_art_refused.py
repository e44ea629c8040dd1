"""Pictures in: what cannot be drawn alike everywhere is refused by name, with its line and a hint."""

from __future__ import annotations

import contextlib
import random
import re
from pathlib import Path

import pytest

from pnp.art import ArtProblem
from pnp.art.svg import read_svg
from tests.pictures import HEAD, problem, written

REFUSED = {
    '\n\n<g style="filter:url(#f)"/>': (4, "<g>: filter is not supported", "draw the effect with shapes, or use a PNG"),
    "<foreignObject/>": (2, "<foreignObject> is not supported", "draw it with paths"),
    '<g style="mix-blend-mode:multiply"/>': (2, "<g>: mix-blend-mode is not supported", "use plain colours or opacity"),
    '<rectangle width="3"/>': (2, "<rectangle>: is not an element that can be drawn", "did you mean <rect>?"),
    '<use href="#bul"/><g id="bull"/>': (2, '<use>: there is no element "#bul"', 'did you mean "#bull"?'),
    '<use href="other.svg#x"/>': (
        2,
        '<use>: "other.svg#x" leads out of the file',
        'copy what you need into it and refer to "#name"',
    ),
    '<g id="a"><use href="#a"/></g>': (2, "<use>: draws itself in a circle", ""),
    '<rect width="9" height="9" fill="blurple"/>': (
        2,
        '<rect>: "blurple" is not a colour',
        "write #rrggbb, a CSS name, rgb() or hsl()",
    ),
    '<rect width="9em" height="9"/>': (
        2,
        '<rect>: "9em" is not a length',
        "write a number, or one with px, pt, mm, cm, in or %",
    ),
    '<path d="M0 0 L 5"/>': (2, '<path>: path data: "L" takes 2 numbers, found 1', ""),
    '<path d="L 5 5"/>': (2, '<path>: path data begins with "L"', "it must begin with M"),
    '<path d="M0 0 a 5 5 0 2 0 9 9"/>': (
        2,
        '<path>: path data: "A5 5 0 2 0 9 9" is not an arc',
        "7 numbers, the 4th and 5th of them 0 or 1",
    ),
    '<path d="M0 0 L 5 x"/>': (2, '<path>: "5 x" is not a list of numbers', ""),
    '<g transform="turn(3)"><circle r="4"/></g>': (
        2,
        '<g>: "turn(3)" is not a transform that can be read',
        "allowed are matrix, translate, scale, rotate, skewX and skewY with plain numbers",
    ),
    "<style>\n@media print { rect { fill: red } }</style>": (
        3,
        "@media in <style> is not supported",
        "write the rules out plainly",
    ),
    "<style>rect ~~ { fill: red }</style>": (2, 'the selector "rect ~~" in <style> is not supported', ""),
    '<linearGradient id="a" href="#b"/><linearGradient id="b" href="#a"/><path d="M0 0h9" fill="url(#a)"/>': (
        2,
        "gradients refer to each other in a circle",
        "",
    ),
    '<clipPath id="c" clip-path="url(#c)"><rect width="9" height="9"/></clipPath><circle r="9" clip-path="url(#c)"/>': (
        2,
        "clips itself in a circle",
        "",
    ),
    '<clipPath id="c"><text/></clipPath><circle r="9" clip-path="url(#c)"/>': (
        2,
        "<text> cannot stand inside <clipPath>",
        "use shapes and paths",
    ),
    '<pattern id="p"/><rect width="9" height="9" stroke="url(#p)"/>': (
        2,
        "<pattern> is not supported here",
        "only areas can have a pattern",
    ),
    '<pattern id="p" width=".001" height=".001"><path d="M0 0h1"/></pattern><path d="M0 0h9v9z" fill="url(#p)"/>': (
        2,
        "<pattern> repeats 1000000 times over one shape",
        "at most 4000: draw more into one tile",
    ),
    '<mask id="m"><g mask="url(#m)"><path d="M0 0h9v9z"/></g></mask><circle r="9" mask="url(#m)"/>': (
        2,
        "masks itself in a circle",
        "",
    ),
    '<mask id="m" color-interpolation="linearRGB"><path/></mask><circle r="9" mask="url(#m)"/>': (
        2,
        "<mask>: color-interpolation linearRGB is not supported",
        "use sRGB",
    ),
    '<marker id="m"><path d="M0 0h9" marker-end="url(#m)"/></marker><path d="M0 0h9" marker-end="url(#m)"/>': (
        2,
        "marks itself in a circle",
        "",
    ),
    '<radialGradient id="g" fx="10%" spreadMethod="reflect"><stop/><stop stop-color="#fff" offset="1"/>'
    '</radialGradient><path d="M0 0h9v9" fill="url(#g)"/>': (
        2,
        '<path>: spreadMethod "reflect" with a focus off the middle is not supported',
        "write the stops out",
    ),
    '<linearGradient id="g" spreadMethod="round"><stop/></linearGradient><path d="M0 0h9v9" fill="url(#g)"/>': (
        2,
        '<path>: "round" is not one of pad, reflect, repeat',
        "",
    ),
    '<text>\n<textPath href="#p">Round</textPath></text>': (
        3,
        "<textPath> in <text> is not supported",
        "convert text to outlines",
    ),
    '<text x="1 2 3">Pay</text>': (
        2,
        "<text>: a place for every single letter is not supported",
        "convert text to outlines",
    ),
    '<text>Pay\n<tspan stroke="#000">two</tspan></text>': (
        3,
        "<tspan>: text with a line or a gradient is not supported",
        "convert text to outlines",
    ),
    '<text style="text-decoration: underline">Pay</text>': (
        2,
        "<text>: text-decoration is not supported in text",
        "convert text to outlines",
    ),
    '<switch><g systemLanguage="fr"/></switch>': (
        2,
        "<switch>: shows another picture for each language",
        "keep the one version that shall be seen",
    ),
    "<defs>\n<script>1</script></defs>": (
        3,
        "<script> is not supported",
        "art for paper stands still; delete the script",
    ),
    '<g>\n<rect onclick="go()"/></g>': (3, "<rect>: onclick runs a script", "delete the attribute"),
    '<a href=" JavaScript:go()"><path/></a>': (2, "<a>: a link runs a script", "delete the link"),
    "<style>@import url(https://example.org/x.css);</style>": (
        2,
        "@import in <style> is not supported",
        "write the rules out plainly",
    ),
    '<path d="M0 0h9v9z" fill="url(https://example.org/x.svg#g)"/>': (
        2,
        '<path>: "https://example.org/x.svg#g" leads out of the file',
        'copy what you need into it and refer to "#name"',
    ),
    "<rect>": (2, "is not well-formed: mismatched tag", ""),
    '<image href="data:image/gif;base64,R0lG"/>': (
        2,
        '<image>: holds a picture of the kind "image/gif"',
        "PNG and JPEG can be held in an SVG",
    ),
    '<image href="https://example.org/x.png"/>': (
        2,
        '<image>: refers to "https://example.org/x.png"',
        "only files of the game's folder can be used, by relative path",
    ),
}


@pytest.mark.parametrize("body", REFUSED)
def test_what_cannot_be_drawn_is_refused_by_name_with_its_line(body: str, tmp_path: Path) -> None:
    found = problem(written(tmp_path, body, HEAD + "\n"))
    assert found == REFUSED[body]


def test_no_content_of_another_file_comes_in_by_an_entity(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("CANARY-91")
    evil = tmp_path / "evil.svg"
    evil.write_text(
        f'<?xml version="1.0"?>\n<!DOCTYPE svg [<!ENTITY peek SYSTEM "secret.txt">]>\n{HEAD}<title>&peek;</title></svg>'
    )
    found = problem(evil)
    assert found == (2, "a DOCTYPE is not read", "delete the <!DOCTYPE …> part")
    assert "CANARY" not in str(found)


def test_a_stylesheet_of_another_file_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, "", '<?xml-stylesheet href="x.css"?>\n' + HEAD)
    hint = "write its rules into a <style> element"
    assert problem(path) == (1, "a stylesheet of another file is not read", hint)


def test_nested_uses_cannot_ask_for_more_shapes_than_a_machine_holds(tmp_path: Path) -> None:
    levels = "".join(f'<g id="l{n}">{f"""<use href="#l{n - 1}"/>""" * 10}</g>' for n in range(1, 12))
    found = problem(written(tmp_path, f'<defs><path id="l0" d="M0 0h1v1z"/>{levels}</defs><use href="#l11"/>'))
    assert "draws more than 10000 elements by <use>" in found[1]


JUNK = ("0", "-1", "1e999", "%", "none", "url(#x)", "", "nan", "1e-300", "'", "#", "inherit", "var(--x)", "url(#c)")


def test_a_damaged_drawing_is_read_or_refused_but_never_a_crash(soak: bool) -> None:
    drawings = [path.read_text() for path in sorted((Path(__file__).parent / "art").glob("*.svg"))]
    chance = random.Random(5)
    read = 0
    for _ in range(5000 if soak else 200):
        text = chance.choice(drawings)
        value = chance.choice(
            [found.span() for found in re.finditer(r'(?<= [a-z]=")[^"]*(?=")|(?<=[a-z]=")[^"]*', text)]
        )
        with contextlib.suppress(ArtProblem):
            read_svg((text[: value[0]] + chance.choice(JUNK) + text[value[1] :]).encode(), lambda _: b"")
            read += 1
    assert read > 20
