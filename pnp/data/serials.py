"""Serial codes of sheets, and where a code puts stones on a field of crossings. Pure; knows no file, no game, no clock.

A code is four characters, a hyphen and a check character: `7F3K-2`. The characters are those of `ALPHABET`, which has
none that are taken for others; it counts 31, a prime, so the check character (the sum of the four places in the
alphabet, weighted by `WEIGHTS`, modulo 31) changes with every single wrong character and every two that are exchanged.

Paper and screen ask `stones` for the same crossings. It draws whole numbers from SHA-256 of a version, code, board and
a counter, throws away what would favour some crossings, and so gives the same on every Python and every machine.
Whatever is printed must stay readable: never change a constant here, but add a new `VERSION` beside the old one.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

from pnp.data.boards import Board, Lattice
from pnp.expressions import expression
from pnp.values import dataclass

Crossing: TypeAlias = tuple[int, int]
"""Column from the left and row from the top, both from 1."""

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # without 0, 1, I, L, O
WEIGHTS = (7, 6, 5, 4)  # different, not 0 and not -1 modulo 31, which is the check character's own
SIZE = len(ALPHABET)
CODES = SIZE ** len(WEIGHTS)  # 923,521
STEP = 570_767  # from one code to the next: CODES by the golden ratio, no multiple of 31, so all codes come round
EXAMPLE = "7F3K-2"
VERSION = "bullpen serial 1"

_DASHES = expression(r"[\s\-\u2010-\u2015\u2212_.]+")
_LINK = expression(r"https?://[^\s/?#@]+(?:/[^\s?#]*)?", re.IGNORECASE)


class Misread(ValueError):  # noqa: N818 (what happened to the code, as Refused and DoesNotFit)
    """A code that cannot be right: `kind` says why, `found` what stands there, `expected` what would fit ("": unknown).

    length      `found` is not as long as a code; with four characters `expected` is the check character
    character   `found` is in no code
    check       `found` ends the code in place of `expected`, and `body` are the four characters before
    """

    def __init__(
        self,
        message: str,
        kind: Literal["length", "character", "check"],
        found: str,
        body: str = "",
        expected: str = "",
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.found = found
        self.body = body
        self.expected = expected


@dataclass(frozen=True, slots=True)
class Numbered:
    """One sheet of its own: its code, what its QR code holds, and what is printed on it by name of the value."""

    code: str
    link: str
    values: tuple[tuple[str, str], ...] = ()


def check(body: str) -> str:
    """Return the check character of four characters of the alphabet."""
    return ALPHABET[sum(weight * ALPHABET.index(sign) for weight, sign in zip(WEIGHTS, body, strict=True)) % SIZE]


def read(text: str) -> str:
    """Return the code as it is printed; lower case, spaces and a missing hyphen do no harm. Raises Misread."""
    signs = _DASHES.sub("", text).upper()
    for sign in signs:
        if sign not in ALPHABET:
            raise Misread(f'{text.strip()}: "{sign}" is in no serial; 0, 1, I, L and O never are', "character", sign)
    body, last = signs[: len(WEIGHTS)], signs[len(WEIGHTS) :]
    if len(signs) != len(WEIGHTS) + 1:
        fits = check(body) if len(signs) == len(WEIGHTS) else ""
        ends = f"; {body} would end in {fits}" if fits else ""
        message = f'"{text.strip()}" is no serial: it has four characters and a last one, such as {EXAMPLE}{ends}'
        raise Misread(message, "length", signs, body, fits)
    fits = check(body)
    if last != fits:
        message = f"{body}-{last}: the last character does not fit; was a character misread? {body} would end in {fits}"
        raise Misread(message, "check", last, body, fits)
    return f"{body}-{last}"


def code(number: int) -> str:
    """Return the code of a whole number; numbers that differ by CODES have the same."""
    left, signs = number % CODES, ""
    for _ in WEIGHTS:
        left, place = divmod(left, SIZE)
        signs = ALPHABET[place] + signs
    return f"{signs}-{check(signs)}"


def number(serial: str) -> int:
    """Return the whole number, from 0, of which `serial` is the code. Raises Misread."""
    found = 0
    for sign in read(serial)[: len(WEIGHTS)]:
        found = found * SIZE + ALPHABET.index(sign)
    return found


def following(serial: str) -> str:
    """Return the code after `serial`: it looks quite different, and no code comes twice before all have been."""
    return code(number(serial) + STEP)


def pad(serial: str, count: int) -> tuple[str, ...]:
    """Return `count` different codes, from `serial` on."""
    first = number(serial)
    return tuple(code(first + each * STEP) for each in range(count))


def of_day(ordinal: int) -> str:
    """Return the code of a day, given as `date.toordinal()`; the next day has the following code."""
    return code(ordinal * STEP)


def stones(serial: str, board: Lattice) -> tuple[Crossing, ...]:
    """Return the crossings of `board` that the code fills: `board.stones` different ones, each choice equally likely.

    More stones on the same field are these and some after them. Raises Misread.
    """
    cells = board.columns * board.rows
    found: dict[Crossing, None] = {}
    numbers = _drawn(f"{VERSION}|{read(serial)}|{board.id}", cells)
    while len(found) < min(board.stones, cells):
        row, column = divmod(next(numbers), board.columns)
        found[column + 1, row + 1] = None
    return tuple(found)


def placed(serial: str, boards: Iterable[Board]) -> dict[str, tuple[Crossing, ...]]:
    """Return by board, in their order, the crossings that the code fills; only fields that have stones."""
    return {board.id: stones(serial, board) for board in boards if isinstance(board, Lattice) and board.stones}


def _drawn(seed: str, below: int, size: int = 4) -> Iterator[int]:
    """Give whole numbers from 0 up to but not `below`, all equally likely, without end; each of `size` bytes.

    The bytes are those of SHA-256 of the seed, a bar and 0, then 1 and so on; a number's first byte is the highest.
    """
    most = 256**size
    fair = most - most % below
    counter = 0
    while True:
        block = hashlib.sha256(f"{seed}|{counter}".encode()).digest()
        for at in range(0, len(block), size):
            value = int.from_bytes(block[at : at + size], "big")
            if value < fair:
                yield value % below
        counter += 1


def address(link: str, slug: str, serial: str) -> str:
    """Return what a QR code holds: the address of the sheet below `link`, the code alone when there is no link.

    Raises ValueError when `link` is no address such as https://host.
    """
    if not link:
        return serial
    if not _LINK.fullmatch(link):
        raise ValueError(f'"{link}" is no address; allowed: one such as https://host')
    return f"{link.rstrip('/')}/s/{slug}/{serial}"


def file_part(typed: Iterable[str]) -> str:
    """Return what stands for codes in the name of a file: the code, or the first with how many and a mark of all.

    Raises Misread.
    """
    codes = tuple(dict.fromkeys(map(read, typed)))
    if len(codes) == 1:
        return codes[0]
    whole = int.from_bytes(hashlib.sha256(" ".join(codes).encode()).digest(), "big")
    return f"{codes[0]}-pad-{len(codes)}-{code(whole)[: len(WEIGHTS)]}"
