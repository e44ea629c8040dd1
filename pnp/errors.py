"""What can be wrong with an author's files. First stage of everything; knows no other module."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Literal, TypeAlias

from pnp.expressions import expression
from pnp.values import dataclass, field

Side: TypeAlias = Literal["front", "back"]


_QUOTED = expression(r'"([^"]{121,})"')
_UNSEEN = ("Cc", "Cs", "Zl", "Zp")  # kinds of characters that would break the line of a message, or the terminal
_TURNING = "\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"  # would turn its words about
_LONGEST = 900  # characters of a message that somebody still reads


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on a drawn face, in mm from its trim's top left corner: `face` counts from 1 within the piece.

    With no width and height it is somewhere on that face.
    """

    piece: str
    face: int
    side: Side
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One fault in one file, told to the person who wrote the file.

    `file` is the path as the author would type it, `line` counts from 1 (0: the whole file), `where` names the key,
    card or slot, `message` says what was found and what is allowed, `hint` what was probably meant (may be empty).
    A `note` tells of something to look at and stops nothing. `spot` is where it shows on a face, if it does, `column`
    that of the table whose cell it is about, `lost` how many mm are missing where something does not fit.
    """

    file: str
    line: int
    where: str
    message: str
    hint: str = ""
    note: bool = False
    spot: Spot | None = field(default=None, compare=False)
    column: str = field(default="", compare=False)
    lost: float = field(default=0.0, compare=False)

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        where = f" {self.where}:" if self.where else ""
        hint = f" ({_readable(self.hint)})" if self.hint else ""
        return f"{_visible(place)}:{_readable(where)} {_readable(self.message)}{hint}"


def _readable(text: str) -> str:
    """Return a text of one line that can be read: what it quotes is cut short where it is long."""
    text = _visible(_QUOTED.sub(lambda match: f'"{match[1][:80]}…"', text))
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def _visible(text: str) -> str:
    """Return a text with escapes in place of what no terminal shows."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        sign.encode("unicode_escape").decode() if sign in _TURNING or unicodedata.category(sign) in _UNSEEN else sign
        for sign in text
    )


class DataError(Exception):
    """All problems of one run, in the order of file and line. Nothing was drawn and nothing was written."""

    def __init__(self, problems: tuple[Problem, ...] | list[Problem]) -> None:
        self.problems: tuple[Problem, ...] = tuple(sorted(set(problems)))
        super().__init__("\n".join(map(str, self.problems)))


def faults(problems: Iterable[Problem]) -> list[Problem]:
    """Return those that stop a build."""
    return [problem for problem in problems if not problem.note]


def notes(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Return those that stop nothing, in order, once each."""
    return tuple(sorted({problem for problem in problems if problem.note}))
