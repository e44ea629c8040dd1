"""Lines of TOML keys. In most documents here a value is the number of its line, so they check themselves."""

from __future__ import annotations

import datetime
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from pnp.data.slips import syntax
from pnp.data.where import KeyPath, headings, locate

ROOT = Path(__file__).parent.parent
SELF_TELLING = r'''
top = 2 # a comment with = and [brackets]
"quoted key" = 3
'literal.key' = 4
dotted.a."b c".d = 5
dotted.a.other = 6
text = "7 = [8]" # "9"
[table]
inside = 9
table2 = { x = 10, y = [10, 10], z = { deep = 10, "q.r" = 10 } }
list = [
    12, # [[not]]
    [13,
     14], 14,
    { a = 15, b = [
        16] },
]
many = """18
[fake]
key = 21
"quotes" and ""two"" in a row
even = "a" """
after = 23
raw = \'\'\'24
[[fake]] key = 99\'\'\'
quoted-end = """26 ""\"" """""
[table.sub]
x = 28
[[items]]
id = 30
[items.inner]
deep = 32
[[items.parts]]
n = 34
[[items.parts]]
n = 36
[[items]]
id = 38
parts = [{ n = 39 }, { n = 39 }]
[ spaced . "head er" ]
k = 41
[[a.b]]
c = 43
[[a.b]]
c = 45
date = 0046-05-27 07:32:00
escaped = "47 \" = \\"
"tab\tbed" = 48
'''.replace("\\'\\'\\'", "'''")


def leaves(value: object, path: KeyPath = ()) -> Iterator[tuple[KeyPath, object]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, (*path, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from leaves(inner, (*path, number))
    else:
        yield path, value


def told(value: object) -> int:
    """Return the number that a value names: itself, its year, or the number it begins with."""
    if isinstance(value, int):
        return value
    return value.year if isinstance(value, datetime.datetime) else int(str(value).split()[0])


def test_every_leaf_of_a_nasty_document_stands_on_the_line_that_it_names() -> None:
    document = tomllib.loads(SELF_TELLING)
    lines = locate(SELF_TELLING)
    assert {path: told(value) for path, value in leaves(document)} == {p: lines.line(p) for p, _ in leaves(document)}


def test_windows_line_ends_count_once() -> None:
    source = "a = 1\r\n\r\n[t]\r\nb = 4\r\n"
    assert (locate(source).line(("t",)), locate(source).line(("t", "b"))) == (3, 4)


def test_a_missing_key_is_told_at_the_heading_of_its_table() -> None:
    source = '[[decks]]\nid = "a"\n\n[[decks]]\nid = "b"\n'
    assert [locate(source).line(("decks", number, "size")) for number in (0, 1)] == [1, 4]


def test_a_table_is_found_at_its_own_heading_even_after_its_sub_tables() -> None:
    source = "[card.slots.a]\nx = 1\n\n[card]\nextends = 'base'\n"
    assert (locate(source).line(("card",)), locate(source).line(("card", "slots"))) == (4, 1)


def test_a_path_that_is_nowhere_falls_back_to_the_first_line() -> None:
    assert locate("a = 1\n").line(("nothing", 3, "here")) == 1


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a = 1\nb 2\n", (2, "this is not TOML: a key stands here without a value")),
        ("a = 1\n\nb = 63mm\n", (3, "this is not TOML: something follows the value on this line")),
        ("a = elbow\n", (1, "this is not TOML: the value cannot be read")),
        ("a = 1\na = 2\n", (2, "this is not TOML: a stands twice in one table; line 1 has it too")),
        ("[a]\nx = 1\n[b]\n[a]\n", (4, "this is not TOML: the heading [a] stands twice; line 1 has it too")),
        ('a = "open\nb = 2\n', (1, "this is not TOML: a text or a line holds a sign that TOML forbids")),
        ('a = "art\\new"\nb = """\nopen\n', (3, "this is not TOML: a text is opened and never closed")),
        ("a = [1, 2\nb = 3\n", (2, "this is not TOML: a list is opened with [ and never closed")),
        (
            "[decks]\nid = 1\n[[decks]]\n",
            (3, "this is not TOML: [decks] at line 1 is a single table, and [[decks]] is one of several"),
        ),
        (
            "[[a]]\n[a.b]\n[[a]]\n[a.b]\n[[a.b]]\n",
            (5, "this is not TOML: [a.b] at line 4 is a single table, and [[a.b]] is one of several"),
        ),
        (
            "[[decks]]\n[decks]\n",
            (2, "this is not TOML: [decks] is a single table, and [[decks]] at line 1 is one of several"),
        ),
        (
            "[[a]]\nkind = 1\n[[a.kind]]\n",
            (3, "this is not TOML: kind at line 2 has a value already, so [[a.kind]] cannot be a heading"),
        ),
        ("[[a.b]]\n[[a]]\n", (2, "this is not TOML: [[a.b]] at line 1 lies inside [[a]], which must stand first")),
        ('a = "\\q"\n', (1, "this is not TOML: a backslash in double quotes must be doubled")),
    ],
)
def test_a_syntax_error_has_its_line_and_our_own_words(source: str, expected: tuple[int, str]) -> None:
    with pytest.raises(tomllib.TOMLDecodeError) as caught:
        tomllib.loads(source)
    assert syntax(caught.value, source)[:2] == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("x = 52,5\n", "numbers have a point: 52.5"),
        ("size = 9pt # big\n", 'a number with its unit needs quotes: "9pt"'),
        ("a = 1 b = 2\n", "one key a line"),
        ("[decks]\n[[decks]]\n", "write [[decks]] at line 1 too, as over each of them"),
        ("[[a]]\nkind = 1\n[[a.kind]]\n", "did you mean [[a.kinds]]?"),
    ],
)
def test_a_syntax_error_says_what_to_write(source: str, expected: str) -> None:
    with pytest.raises(tomllib.TOMLDecodeError) as caught:
        tomllib.loads(source)
    assert syntax(caught.value, source)[2] == expected


HEADED = """# [not.a.heading]
format = 1
[card.slots.title] # first of all
x = 1
[[decks]]
list = [
  [1, 2],
  [true],
  [inf]
]
[ card ]
extends = ["a",
  "b"]
[[decks.parts]]
n = 1
	[[decks]]
[decks.more]
[Other-1]
[[boards]]
"""
HEADED_LINES = {
    ("card",): 11,
    ("decks",): 5,
    ("decks", 0): 5,
    ("decks", 1): 16,
    ("Other-1",): 18,
    ("boards",): 19,
    ("boards", 0): 19,
}
TOML = sorted(path for place in ("templates", "tests") for path in (ROOT / place).rglob("*.toml"))
VALID = [path for path in TOML if "broken-toml" not in path.parts]


def test_headings_stand_where_the_whole_text_says() -> None:
    assert HEADED_LINES == headings(HEADED)
    assert HEADED_LINES == {path: locate(HEADED).line(path) for path in HEADED_LINES}
    assert tomllib.loads(HEADED)


@pytest.mark.parametrize("path", VALID, ids=lambda path: str(path.relative_to(ROOT)))
def test_headings_of_a_real_file_stand_where_the_whole_text_says(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    lines = locate(text)
    found = headings(text)
    assert found == {place: lines.line(place) for place in found}


@pytest.mark.parametrize(
    "text",
    [
        "card.slots.title.x = 1\n[card.slots.text]",
        'text = """\n[card]\n"""\n[card.slots.title]',
        "[card.slots.title]\ntext = '''\n[card]\n'''",
        '["card".slots.title]\nx = 1\n[card.slots.text]',
        "['card']\nx = 1",
        '[card.slots.title]\nwords = [\n["a"]\n]',
        "",
    ],
)
def test_where_headings_do_not_tell_all_nothing_is_said(text: str) -> None:
    assert {} == headings(text)
