"""Dice: the notation ("3d6kh2+1"), a roll of it, and throws of a game's own dice. Pure: chance comes in as an argument.

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
from typing import Literal, TypeAlias

from tracker.speech import say

MOST_DICE = 200
MOST_FACES = 10_000
MOST_NUMBER = 1_000_000
MOST_LETTERS = 200

Below: TypeAlias = Callable[[int], int]  # a whole number from 0 up to, not including, n; each equally likely

_TOKEN = re.compile(r"\s*(?:(\d*)\s*[dD]\s*(-?\d+|%|[fF](?![a-z]))|(\d+))", re.ASCII)
_MODIFIER = re.compile(r"\s*(?:([kd])([hl])\s*(\d*)|(!))", re.ASCII | re.IGNORECASE)
_SIGN = re.compile(r"\s*([+\-−])")


class Misread(ValueError):  # noqa: N818 (what happened, as Overfull)
    """What a player wrote is not a roll; `sentence` says what was found and what is allowed."""

    def __init__(self, key: str, **values: object) -> None:
        self.sentence = say(f"dice_{key}", **values)
        super().__init__(self.sentence.get("en"))


@dataclass(frozen=True, slots=True)
class Pick:
    """Keep or drop `number` dice from the high or the low end."""

    drop: bool
    high: bool
    number: int


@dataclass(frozen=True, slots=True)
class Term:
    """One part of a roll: `sign` 1 or -1; without faces it is the number `count`."""

    sign: int
    count: int
    faces: range | None = None
    picks: tuple[Pick, ...] = ()
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
        minus = bool(sign and sign[1] != "+")
        at = sign.end() if sign else at
        term, at = _term(text, at, -1 if minus else 1)
        if term.faces and minus and not terms:
            raise Misread("negative", found=_short(text[:at]), most=MOST_DICE)
        terms.append(term)
    _within(sum(term.count for term in terms if term.faces), 0, MOST_DICE, "dice")
    return tuple(terms)


def _term(text: str, at: int, sign: int) -> tuple[Term, int]:
    match = _TOKEN.match(text, at)
    if not match:
        raise Misread("part", found=_short(text[at:]))
    count, faces, number = match.groups()
    if number is not None:
        return Term(sign, _within(number, 0, MOST_NUMBER, "number")), match.end()
    thrown = _within(count or "1", 1, MOST_DICE, "dice")
    picks: list[Pick] = []
    explode = False
    at = match.end()
    while modifier := _MODIFIER.match(text, at):
        word, end, many, again = modifier.groups()
        at, explode = modifier.end(), explode or bool(again)
        if word:
            drop = word in "dD"
            chosen = _within(many or "1", 1, thrown - drop, "drop" if drop else "keep")
            picks.append(Pick(drop, end in "hH", chosen))
    return Term(sign, thrown, _faces(faces), tuple(picks), explode), at


def _faces(text: str) -> range:
    if text in "fF":
        return range(-1, 2)
    return range(1, 101) if text == "%" else range(1, _within(text, 1, MOST_FACES, "faces") + 1)


def _within(found: str | int, low: int, high: int, what: str) -> int:
    if len(str(found)) > 9 or not low <= int(found) <= high:
        raise Misread(what, found=_short(str(found)), low=low, high=high)
    return int(found)


def _short(text: str) -> str:
    text = text.strip()
    return text if len(text) <= 24 else f"{text[:24]}…"


def roll(terms: Sequence[Term], below: Below, held: Mapping[int, int] | None = None) -> Roll:
    """Throw the dice of `terms`; `held` keeps values by the place of a die in the roll (from 0)."""
    keep = held or {}
    places = iter(range(MOST_DICE))

    def draw(faces: range) -> int:
        place = next(places)
        return keep[place] if keep.get(place) in faces else faces[below(len(faces))]

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
    total = 0
    dice: list[Thrown] = []
    for term in terms:
        if term.faces is None:
            total += term.sign * term.count
            continue
        values: list[int] = []
        due = term.count
        while due:
            values.append(draw(term.faces))
            due -= 1
            if term.explode and spare and values[-1] == term.faces[-1]:
                due, spare = due + 1, spare - 1
        out = _dropped(values, term)
        total += term.sign * sum(value for place, value in enumerate(values) if place not in out)
        name: int | Literal["F"] = "F" if term.faces.start < 0 else len(term.faces)
        dice += (Thrown(name, value, place not in out) for place, value in enumerate(values))
    return Roll(total, tuple(dice))


def _dropped(values: Sequence[int], term: Term) -> set[int]:
    order = sorted(range(len(values)), key=lambda place: values[place])
    out: set[int] = set()
    for pick in term.picks:
        cut = pick.number if pick.drop else len(values) - pick.number
        out.update(order[len(values) - cut :] if pick.drop == pick.high else order[:cut])
    return out


def throw(dice: Sequence[Sequence[object]], below: Below, held: Mapping[int, int] | None = None) -> tuple[int, ...]:
    """Throw dice with faces of any kind and return which face lies up, counted from 0; `held` keeps a face by die."""
    keep = held or {}
    ups = ((keep.get(place, -1), len(sides)) for place, sides in enumerate(dice))
    return tuple(up if 0 <= up < count else below(count) for up, count in ups)
