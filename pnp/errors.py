"""What can be wrong with an author's files. First stage of everything; knows no other module."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on a drawn face, in mm from its trim's top left corner: `face` counts from 1 within the piece."""

    piece: str
    face: int
    side: Literal["front", "back"]
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One fault in one file, told to the person who wrote the file.

    `file` is the path as the author would type it, `line` counts from 1 (0: the whole file), `where` names the key,
    card or slot, `message` says what was found and what is allowed, `hint` what was probably meant (may be empty).
    A `note` tells of something to look at and stops nothing. `spot` is where it shows on a face, if it does.
    """

    file: str
    line: int
    where: str
    message: str
    hint: str = ""
    note: bool = False
    spot: Spot | None = field(default=None, compare=False)

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        where = f" {self.where}:" if self.where else ""
        hint = f" ({self.hint})" if self.hint else ""
        return f"{place}:{where} {self.message}{hint}"


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
