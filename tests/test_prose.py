"""Rules files: sections and anchors, what is told about them, and safe HTML."""

from __future__ import annotations

import pytest

from pnp.data import prose
from pnp.data.game import Rules, Section
from pnp.errors import Problem


def parse(text: str) -> tuple[Rules, list[str]]:
    problems: list[Problem] = []
    rules = prose.parse(text, "en", "r.md", problems)
    return rules, [str(problem) for problem in sorted(problems)]


def test_a_file_becomes_title_intro_and_sections_in_order() -> None:
    text = "\ufeff# The game\n\nAn intro\nof two lines.\n\n## Set up {#set-up}\n\nBody.\n\n### First {#first}\nMore.\n"
    expected = Rules(
        "en",
        "The game",
        "An intro\nof two lines.",
        (Section("set-up", "Set up", 2, "Body.", 6), Section("first", "First", 3, "More.", 10)),
    )
    assert parse(text) == (expected, [])


def test_headings_inside_code_fences_are_text() -> None:
    text = "# T\n## A {#a}\n````\n## not {#b}\n```\n##not\n[x](#nowhere)\n````\n~~~\n# not\n~~~\n## C {#c}\n"
    rules, problems = parse(text)
    assert ([section.anchor for section in rules.sections], problems) == (["a", "c"], [])


def test_the_section_with_an_anchor_is_found() -> None:
    rules, _ = parse("# T\n## A {#a}\nx\n")
    assert (rules.section("a"), rules.section("b")) == (Section("a", "A", 2, "x", 2), None)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("## A {#a}\n", ["r.md:1: the rules have no title (begin with a line such as # Rules)"]),
        ("# T\n", ["r.md:1: the rules have no section (write ## Heading {#anchor})"]),
        (
            "# T\n## Der erste Zug\n",
            ["r.md:2: Der erste Zug: the section has no anchor (write for example {#der-erste-zug})"],
        ),
        (
            "# T\n## Été {#Été chaud}\n",
            [
                "r.md:2: Été: {#Été chaud} is not an anchor; allowed: lower-case words joined by hyphens "
                "(write for example {#ete-chaud})"
            ],
        ),
        ("# T\n## {#a}\n", ["r.md:2: the section {#a} has no title"]),
        ("# T\n## A {#a}\n## B {#a}\n", ["r.md:3: B: the anchor a stands twice; it must be unique"]),
        ("# T\n## A {#a}\n# U\n", ["r.md:3: U: a second # title; sections begin with ## or ###"]),
        (
            "# T\n## Turn {#turn}\nsee [it](#tunr) and `[code](#x)`\n",
            ['r.md:3: the link leads to #tunr, which is no section here (did you mean "turn"?)'],
        ),
        (
            "# T\n## A {#a}\n##B {#b}\n#1 is text\n",
            ['r.md:3: "##B {#b}" is not read as a heading (put a blank after the #)'],
        ),
    ],
)
def test_what_is_wrong_in_a_rules_file_is_told_with_its_line(text: str, expected: list[str]) -> None:
    assert parse(text)[1] == expected


def test_a_section_that_one_language_lacks_is_told_with_the_place_of_the_other() -> None:
    english, _ = parse("# T\n## A {#a}\n## Set up {#set-up}\n")
    french, _ = parse("# T\n## A {#a}\n## Mise en place {#set-upp}\n")
    problems: list[Problem] = []
    prose.compare(french, "r.fr.md", english, "r.en.md", problems)
    expected = 'r.fr.md: there is no section {#set-up}; r.en.md:3 has one (did you mean "set-upp"?)'
    assert [str(problem) for problem in problems] == [expected]


@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        ("one *two* **three** [four](#a)", '<p>one <em>two</em> <strong>three</strong> <a href="#a">four</a></p>\n'),
        (
            "<b onclick='x()'>a</b> & \"q\" don’t",
            "<p>&lt;b onclick='x()'&gt;a&lt;/b&gt; &amp; &quot;q&quot; don’t</p>\n",
        ),
        ("<script>\nx()\n</script>", "<p>&lt;script&gt;\nx()\n&lt;/script&gt;</p>\n"),
        ("[x](javascript:x()) [y](data:text/html,z)", "<p>[x](javascript:x()) [y](data:text/html,z)</p>\n"),
        ("![far](http://example.test/a.png)", '<p>!<a href="http://example.test/a.png">far</a></p>\n'),
        ("**Decision:** we say so.", '<p class="decision"><strong>Decision:</strong> we say so.</p>\n'),
        ("**Décision\u00a0:** oui.", '<p class="decision"><strong>Décision\u00a0:</strong> oui.</p>\n'),
        (
            "| a | b |\n|---|--:|\n| 1 | 2 |",
            '<table>\n<thead>\n<tr>\n<th>a</th>\n<th class="right">b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n'
            '<td class="right">2</td>\n</tr>\n</tbody>\n</table>\n',
        ),
    ],
)
def test_html_is_safe_and_carries_no_styles(markdown: str, expected: str) -> None:
    assert prose.html(markdown) == expected


def test_plain_keeps_the_words_and_drops_the_signs() -> None:
    markdown = "A **bold** [link](#a),\nnext `line`.\n\n- one\n- two\n\n|a|b|\n|--|--|\n|1|2|\n\n```\ncode\n```\n"
    assert prose.plain(markdown) == "A bold link, next line.\none\ntwo\na · b\n1 · 2\ncode"
