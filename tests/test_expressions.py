"""Regular expressions that wait: compiled when they are first used, and then the same as others."""

from __future__ import annotations

import re

import pytest

from pnp.expressions import expression


def test_an_expression_does_what_a_compiled_one_does() -> None:
    made, compiled = (make(r"(?P<word>[a-z]+)(\d)?", re.IGNORECASE) for make in (expression, re.compile))
    found = [
        [
            each.sub("-", "Ab1 c"),
            each.findall("Ab1 c"),
            each.split("1Ab2"),
            [match.span() for match in each.finditer("Ab1 c")],
            each.fullmatch("1"),
            (each.pattern, each.flags, each.groups, dict(each.groupindex)),
        ]
        for each in (made, compiled)
    ]
    assert found[0] == found[1]
    assert made.search == made.search


def test_bytes_can_be_searched_too() -> None:
    match = expression(rb"\xc3.").search(b"a\xc3\xa9")
    assert match is not None
    assert (1, 3) == match.span()


def test_nothing_is_compiled_before_it_is_used() -> None:
    waiting = expression("(")
    with pytest.raises(re.error):
        waiting.search("")
