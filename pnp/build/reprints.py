"""Lost and changed pieces: which faces of a piece an order asks for, and what their file is called.

Faces count from 1 in the order of their table, as in the file names of `pnp preview`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pnp.errors import DataError, Problem
from pnp.expressions import expression
from pnp.values import dataclass, replace

if TYPE_CHECKING:
    from pnp.layout.piece import Piece

OPTION = "--only"  # where faces are named, for messages
LONGEST = 40  # characters that faces may take in the name of a file; more become a short word that stands for them
MOST = 999  # copies of one face
_PART = expression(r"(\d+)(?:-(\d+))?(?:[x×](\d+))?", re.ASCII)


class Misread(ValueError):  # noqa: N818 (what happened to the words, as DoesNotFit)
    """What cannot be read as faces, as a sentence."""


@dataclass(frozen=True, slots=True)
class Only:
    """Some faces of a piece by number, each with its copies, in the order in which they are printed."""

    piece: str
    faces: tuple[tuple[int, int], ...]

    def __str__(self) -> str:
        """The faces as people write them: "3,7-9,12x2"."""
        return ",".join(_runs(self.faces))


def read(words: str) -> Only:
    """Return what "bull-cards:3,7-9,12x2" asks for: faces 3, 7, 8 and 9 once, face 12 twice. Raises Misread."""
    piece, colon, listed = words.partition(":")
    if not colon or not piece.strip() or not listed.strip():
        raise Misread(f'found "{words}"; allowed: a piece and its faces, such as bull-cards:3,7-9')
    faces: list[tuple[int, int]] = []
    for part in listed.split(","):
        match = _PART.fullmatch("".join(part.split()))
        if not match:
            raise Misread(f'"{part.strip()}" is no face; allowed: numbers such as 3, 7-9, or 3x2 for two of one')
        first, last, copies = int(match[1]), int(match[2] or match[1]), int(match[3] or 1)
        if last < first:
            raise Misread(f'"{part.strip()}" runs backwards; write {last}-{first}')
        if not 1 <= copies <= MOST:
            raise Misread(f'"{part.strip()}" asks for {copies} copies; allowed: 1 to {MOST}')
        if last - first >= 10_000:
            raise Misread(f'"{part.strip()}" are too many faces')
        faces += [(number, copies) for number in range(first, last + 1)]
    return Only(piece.strip(), tuple(faces))


def faults(only: Only, piece: Piece) -> Iterator[Problem]:
    """Yield what is wrong with the faces asked for: there is no such face, or the piece is printed as a whole."""
    if piece.laying != "grid":
        yield Problem(OPTION, 0, piece.id, "is printed as a whole; ask for it with --piece")
        return
    count = len(piece.faces)
    wrong = sorted({number for number, _ in only.faces if not 1 <= number <= count})
    for number in wrong:
        there = f"it has faces 1 to {count}" if count > 1 else "it has one face"
        yield Problem(OPTION, 0, piece.id, f"there is no face {number}; {there}")


def chosen(piece: Piece, only: Only) -> Piece:
    """Return the piece with the faces asked for alone, in that order."""
    faces = tuple(replace(piece.faces[number - 1], copies=copies) for number, copies in only.faces)
    return replace(piece, faces=faces, plain=None)


def only_mark(pieces: Sequence[Piece], wanted: Sequence[Only], *, packed: bool = False) -> str:
    """Return the end of the name of a file: the faces of its pieces, a short word where they are many, "" for all.

    What is `packed` has the name of no piece before this, so a piece alone is named here.
    """
    ids = {piece.id for piece in pieces}
    found = [only for only in wanted if only.piece in ids]
    if not found:
        return ""
    words = "_".join((*(found[0].piece,) * packed, *_runs(found[0].faces)))
    if len(found) == 1 and len(words) <= LONGEST and len(pieces) == 1:
        return f"-only-{words}"
    return f"-only-{_digest(' '.join(f'{only.piece}:{only}' for only in found))}"


def short(words: str) -> str:
    """Return words for the name of a file: as they are, or a short word that stands for them where they are long."""
    return words if len(words) <= LONGEST else _digest(words)


def _digest(words: str) -> str:
    return hashlib.sha256(words.encode()).hexdigest()[:8]


def _runs(faces: Sequence[tuple[int, int]]) -> list[str]:
    """Return the faces with those that follow each other as one range."""
    runs: list[list[int]] = []
    for number, copies in faces:
        if runs and runs[-1][1] == number - 1 and runs[-1][2] == copies:
            runs[-1][1] = number
        else:
            runs.append([number, number, copies])
    return [
        (f"{first}" if first == last else f"{first}-{last}") + (f"x{copies}" if copies > 1 else "")
        for first, last, copies in runs
    ]


def some(made: Sequence[Piece], wanted: Sequence[Only]) -> tuple[Piece, ...]:
    """Return the pieces with the faces that are wanted of them. Raises DataError for faces that they do not have."""
    of = {only.piece: only for only in wanted}
    problems = [problem for piece in made if piece.id in of for problem in faults(of[piece.id], piece)]
    if problems:
        raise DataError(problems)
    return tuple(chosen(piece, of[piece.id]) if piece.id in of else piece for piece in made)
