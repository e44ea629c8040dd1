"""Dice: the notation ("3d6kh2+1"), a roll of it, its odds, throws of a game's own dice. Pure: chance is an argument.

The grammar, read left to right; spaces are free:

    expression = term (("+" | "-") term)* ["#" comment]
    term       = number | [count] "d" faces (keep | drop | "!")*
    faces      = 1 to 10000 | "%" (= 100) | "F" (-1, 0, +1)
    keep, drop = ("kh" | "kl" | "dh" | "dl") [how many, else 1]

Every keep and drop looks at all dice of its term and a die is dropped once, so 3d6kh2dl1 drops one die, not two.
"!" rolls one more die for each highest face and stops when the whole expression has used 200 dice.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, count
from math import comb, prod
from typing import Literal, TypeAlias

from tracker.speech import say

MOST_DICE = 200
MOST_FACES = 10_000
MOST_NUMBER = 1_000_000
MOST_LETTERS = 200
MOST_WORK = 250_000_000  # steps times bytes: odds that would take much longer than a blink are refused

Below: TypeAlias = Callable[[int], int]  # a whole number from 0 up to, not including, n; each equally likely

_PICK = re.compile(r"([kKdD])([hHlL])\s*(\d*)", re.ASCII)
_TERM = re.compile(r"\s*(?:(\d*)\s*[dD]\s*(-?\d+|%|[fF](?![a-z]))((?:\s*(?:[kKdD][hHlL]\s*\d*|!))*)|(\d+))", re.ASCII)
_SIGN = re.compile(r"\s*([+\-−])")


class Misread(ValueError):  # noqa: N818 (what happened, as Overfull)
    """What a player wrote is not a roll; `sentence` says what was found and what is allowed."""

    def __init__(self, key: str, **values: object) -> None:
        self.sentence = say(f"dice_{key}", **values)
        super().__init__(self.sentence.get("en"))


@dataclass(frozen=True, slots=True)
class Term:
    """One part of a roll: `sign` 1 or -1; without faces it is the number `count`.

    `picks` are the dice to keep, from and up to which place when they lie in order, the lowest first (as in a slice).
    """

    sign: int
    count: int
    faces: range | None = None
    picks: tuple[tuple[int, int | None], ...] = ()
    explode: bool = False


@dataclass(frozen=True, slots=True)
class Thrown:
    """One die on the table: its number of faces ("F" for -1, 0, +1), what it shows, and whether it counts."""

    faces: int | Literal["F"]
    value: int
    kept: bool = True


@dataclass(frozen=True, slots=True)
class Roll:
    """A finished roll: its dice in the order they were thrown, and the sum of the kept ones and the numbers."""

    total: int
    dice: tuple[Thrown, ...]


def fair(source: Callable[[int], bytes]) -> Below:
    """Return chance made of the bytes of `source(how many)`: what would favour low numbers is drawn again."""

    def below(n: int) -> int:
        size = (n.bit_length() + 7) // 8
        end = 256**size
        while (value := int.from_bytes(source(size), "big")) >= end - end % n:
            pass
        return value % n

    return below


def parse(text: str) -> tuple[Term, ...]:
    """Read a roll such as "2-1d6", "4dF" or "3d6kh2 # damage". Raises Misread with a sentence for the player."""
    if len(text) > MOST_LETTERS:
        raise Misread("letters", found=len(text), most=MOST_LETTERS)
    text = text.partition("#")[0].rstrip()
    if not text.strip():
        raise Misread("nothing")
    terms: list[Term] = []
    at = 0
    while at < len(text):
        sign = _SIGN.match(text, at)
        if terms and not sign:
            raise Misread("rest", found=_short(text[at:]))
        at = sign.end() if sign else at
        match = _TERM.match(text, at)
        if not match:
            raise Misread("part", found=_short(text[at:]))
        at = match.end()
        terms.append(_term(-1 if sign and sign[1] != "+" else 1, *match.groups()))
        if terms[0].faces and terms[0].sign < 0:
            raise Misread("negative", found=_short(text[:at]), most=MOST_DICE)
    _within(sum(term.count for term in terms if term.faces), 0, MOST_DICE, "dice")
    return tuple(terms)


def _term(sign: int, count: str, faces: str, modifiers: str, number: str | None) -> Term:
    if number is not None:
        return Term(sign, _within(number, 0, MOST_NUMBER, "number"))
    thrown = _within(count or "1", 1, MOST_DICE, "dice")
    picks: list[tuple[int, int | None]] = []
    for word, end, many in _PICK.findall(modifiers):
        drop, high = word in "dD", end in "hH"
        chosen = _within(many or "1", 1, thrown - drop, "drop" if drop else "keep")
        picks.append((0, -chosen if drop else chosen) if drop == high else (chosen if drop else -chosen, None))
    if faces in "fF":
        return Term(sign, thrown, range(-1, 2), tuple(picks), "!" in modifiers)
    most = 100 if faces == "%" else _within(faces, 1, MOST_FACES, "faces")
    return Term(sign, thrown, range(1, most + 1), tuple(picks), "!" in modifiers)


def _within(found: str | int, low: int, high: int, what: str) -> int:
    if len(str(found)) > 9 or not low <= int(found) <= high:
        raise Misread(what, found=_short(str(found)) if len(str(found)) > 9 else int(found), low=low, high=high)
    return int(found)


def _short(text: str) -> str:
    text = text.strip()
    return text if len(text) <= 24 else f"{text[:24]}…"


def roll(terms: Sequence[Term], below: Below, held: Mapping[int, int] | None = None) -> Roll:
    """Throw the dice of `terms`; `held` keeps values by the place of a die in the roll (from 0)."""
    places, keep = count(), held or {}

    def draw(faces: range) -> int:
        value = keep.get(next(places))
        return faces[below(len(faces))] if value is None or value not in faces else value

    return _thrown(terms, draw)


def enter(terms: Sequence[Term], values: Sequence[int]) -> Roll:
    """Take `values` as the dice of `terms`, in order, an extra die of "!" right after the one that gave it.

    Raises Misread when there are too few or too many of them, or one that its die does not have.
    """
    left = iter(values)

    def draw(faces: range) -> int:
        value = next(left, None)
        if value is None:
            raise Misread("few", found=len(values))
        if value not in faces:
            raise Misread("face", found=value, low=faces[0], high=faces[-1])
        return value

    done = _thrown(terms, draw)
    if next(left, None) is not None:
        raise Misread("many", found=len(values), most=len(done.dice))
    return done


def _thrown(terms: Sequence[Term], draw: Callable[[range], int]) -> Roll:
    spare = MOST_DICE - sum(term.count for term in terms if term.faces)
    total, dice = 0, list[Thrown]()
    for term in terms:
        if term.faces is None:
            total += term.sign * term.count
            continue
        values, due = list[int](), term.count
        while due:
            values.append(draw(term.faces))
            more = term.explode and spare > 0 and values[-1] == term.faces[-1]
            due, spare = due - (not more), spare - more
        kept = _kept(values, term)
        total += term.sign * sum(values[place] for place in kept)
        name: int | Literal["F"] = "F" if term.faces.start < 0 else len(term.faces)
        dice += (Thrown(name, value, place in kept) for place, value in enumerate(values))
    return Roll(total, tuple(dice))


def _kept(values: Sequence[int], term: Term) -> set[int]:
    """Return the places of the dice that count."""
    order = sorted(range(len(values)), key=values.__getitem__)
    return set(order).intersection(*(order[first:last] for first, last in term.picks))


def throw(dice: Sequence[Sequence[object]], below: Below, held: Mapping[int, int] | None = None) -> tuple[int, ...]:
    """Throw dice with faces of any kind and return which face lies up, counted from 0; `held` keeps a face by die."""
    keep = held or {}
    ups = ((keep.get(place, -1), len(sides)) for place, sides in enumerate(dice))
    return tuple(up if 0 <= up < count else below(count) for up, count in ups)


@lru_cache(maxsize=64)
def odds(terms: tuple[Term, ...]) -> Mapping[int, int]:
    """Return how many of all throws come to each total. Raises Misread for "!", which may go on, and for too many.

    The ways to each total are the digits of one large number, `size` bytes each, so that a product convolves them.
    """
    if any(term.explode for term in terms):
        raise Misread("odds_explode")
    thrown = [(term, term.faces) for term in terms if term.faces]
    size = prod(len(faces) ** term.count for term, faces in thrown).bit_length() // 8 + 1
    span = sum(term.count * (len(faces) - 1) for term, faces in thrown) + 1
    if size * span * sum(len(faces) * (term.count**2 if term.picks else 1) for term, faces in thrown) > MOST_WORK:
        raise Misread("odds_large")
    low, packed = sum(term.sign * term.count for term in terms if not term.faces), 1
    for term, faces in thrown:
        least, ways = _ways(term, faces, 8 * size)
        low, packed = low + least, packed * ways
    data = packed.to_bytes(size * span, "little").rstrip(b"\0")
    totals = (int.from_bytes(data[at : at + size], "little") for at in range(0, len(data), size))
    return {total: times for total, times in enumerate(totals, low) if times}


def _ways(term: Term, faces: range, width: int) -> tuple[int, int]:
    """Return the least sum of the kept dice of a term, with its sign, and the ways to each sum from there, packed.

    Dice are laid out from the lowest face to the highest, so the ranks that a pick keeps are known beforehand.
    """
    counting = _kept(range(term.count), term)
    kept = list(accumulate((rank in counting for rank in range(term.count)), initial=0))
    least = kept[-1] * (faces[0] if term.sign > 0 else -faces[-1])
    steps = range(len(faces)) if term.sign > 0 else range(len(faces) - 1, -1, -1)
    if not term.picks:
        return least, sum(1 << width * step for step in steps) ** term.count
    laid = [1] + [0] * term.count
    for step in steps:
        for before in range(term.count - 1, -1, -1):
            for more in range(1, term.count - before + 1):
                shift = width * step * (kept[before + more] - kept[before])
                laid[before + more] += laid[before] * comb(term.count - before, more) << shift
    return least, laid[-1]
