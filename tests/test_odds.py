"""Exact odds against counting every throw, and the mapping from bytes to numbers over all bytes there are."""

from __future__ import annotations

import inspect
import itertools
import re
import secrets
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from math import prod

import pytest

from tracker import create_app
from tracker.dice import Misread, enter, fair, odds, parse


def counted(text: str) -> Counter[int]:
    """Return how often each total comes when every throw is made once."""
    terms = parse(text)
    sides = [term.faces for term in terms if term.faces for _ in range(term.count)]
    return Counter(enter(terms, thrown).total for thrown in itertools.product(*sides))


@pytest.mark.parametrize(
    "text",
    ["7", "d6", "3d6", "2d6+1d4-3", "2-1d6", "4dF", "1d6-1dF", "4d6dl1", "4d6dh2", "2d20kl1", "3d6kh2dl1", "0-3d4kh2",
     "5d4kh2", "4d5kl2dh1+2d3kh1-1d4", "3d6kh1kl1", "3dF kl2-2dF dh1", "1d1", "2d8dl1+10"],
)  # fmt: skip
def test_odds_agree_with_making_every_throw_once(text: str) -> None:
    assert odds(parse(text)) == counted(text)


def mean(text: str) -> Fraction:
    found = odds(parse(text))
    return Fraction(sum(total * ways for total, ways in found.items()), sum(found.values()))


def test_the_means_are_exact() -> None:
    assert [mean("3d6"), mean("4d6dl1"), mean("2d20kh1")] == [
        Fraction(21, 2), Fraction(15869, 1296), Fraction(553, 40)
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["200d6", "20d20kh10", "100d6dl50", "100d4-100dF", "2d1000kh1", "1d10000+1d10000"])
def test_what_is_large_is_quick_or_refused(text: str) -> None:
    start = time.process_time()
    found = None
    with suppress(Misread):
        found = odds(parse(text))
    sides = [len(term.faces) for term in parse(text) if term.faces for _ in range(term.count)]
    assert found is None or sum(found.values()) == prod(sides)
    assert time.process_time() - start < 1


def test_the_page_tells_the_odds_of_a_roll() -> None:
    page = create_app({"GAMES": ()}).test_client().get("/dice?expr=3d6&n=1&r=3d6:4,4,3").text
    words = " ".join(re.sub(r"<[^>]+>", " ", page).split())
    assert "Chance of 11 or more: 50.0 % · Average: 10.5" in words
    assert "Total Exactly At least 3 0.46 % 100 % 4 1.4 % 99.5 %" in words
    assert "18 0.46 % 0.46 % Start afresh" in words


def test_dice_that_may_go_on_have_no_odds_and_it_is_said_why() -> None:
    with pytest.raises(Misread) as caught:
        odds(parse("2d6!"))
    assert str(caught.value) == 'no exact odds for "!": such dice may go on and on'


def bytes_of(numbers: list[int], size: int) -> Callable[[int], bytes]:
    """Return a source that gives each of the numbers once, as bytes; it ends with an error."""
    left = iter(numbers)

    def source(asked: int) -> bytes:
        assert asked == size
        return next(left).to_bytes(size, "big")

    return source


def spread(n: int, size: int) -> Counter[int]:
    """Return how often each number below n comes when every possible draw of bytes is made once."""
    below = fair(bytes_of(list(range(256**size)), size))
    came: Counter[int] = Counter()
    while True:
        try:
            came[below(n)] += 1
        except StopIteration:
            return came


@pytest.mark.parametrize("n", range(1, 256))
def test_over_all_bytes_each_number_comes_equally_often(n: int) -> None:
    assert spread(n, 1) == Counter(dict.fromkeys(range(n), 256 // n))


@pytest.mark.parametrize("n", [256, 257, 1000, 4096, 6561, 9999, 10_000])
def test_over_all_pairs_of_bytes_each_number_comes_equally_often(n: int) -> None:
    assert spread(n, 2) == Counter(dict.fromkeys(range(n), 65536 // n))


def test_a_draw_that_would_favour_low_numbers_is_made_again() -> None:
    assert fair(bytes_of([252, 255, 251], 1))(6) == 5
    assert [fair(bytes_of([value], 1))(6) for value in (0, 5, 6, 251)] == [0, 5, 0, 5]


def test_the_site_draws_with_that_mapping_from_the_systems_source() -> None:
    below = create_app({"GAMES": ()}).config["BELOW"]
    assert inspect.getclosurevars(below).nonlocals == {"source": secrets.token_bytes}
    assert below.__code__ is fair(secrets.token_bytes).__code__
