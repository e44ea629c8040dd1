"""What PDF needs of a font with PostScript outlines: the bare CFF program, and the numbers it knows its glyphs by.

Used by `pdf` alone; knows no PDF library. Only the few parts of a CFF table are read that lead to its charset
(Adobe Technical Note 5176).
"""

from __future__ import annotations

import struct
from itertools import pairwise

_CHARSET, _ROS = (15,), (12, 30)  # operators of the top dictionary


def program(font: bytes) -> bytes:
    """Return the CFF table of an OpenType font."""
    for at in range(12, 12 + 16 * struct.unpack_from(">H", font, 4)[0], 16):
        tag, _, offset, length = struct.unpack_from(">4s3I", font, at)
        if tag == b"CFF ":
            return font[offset : offset + length]
    raise ValueError("the font has no CFF table")


def cids(cff: bytes) -> tuple[int, ...]:
    """Return the number (CID) of every glyph in order; empty where glyphs go by their order itself."""
    at = cff[2]
    _, at = _index(cff, at)  # names
    dictionaries, at = _index(cff, at)
    top = _dictionary(cff[slice(*dictionaries[0])])
    if _ROS not in top:
        return ()
    _, at = _index(cff, at)  # strings
    glyphs, _ = _index(cff, top[(17,)][0])
    return _charset(cff, top.get(_CHARSET, [0])[0], len(glyphs))


def _index(cff: bytes, at: int) -> tuple[list[tuple[int, int]], int]:
    """Return where each object of an INDEX lies, and where the INDEX ends."""
    count = int.from_bytes(cff[at : at + 2], "big")
    if not count:
        return [], at + 2
    size = cff[at + 2]
    offsets = [int.from_bytes(cff[p : p + size], "big") for p in range(at + 3, at + 3 + (count + 1) * size, size)]
    base = at + 2 + (count + 1) * size
    ends = [base + offset for offset in offsets]
    return list(pairwise(ends)), ends[-1]


def _dictionary(data: bytes) -> dict[tuple[int, ...], list[int]]:
    """Return the operators of a DICT with their whole numbers; real numbers count as 0."""
    found: dict[tuple[int, ...], list[int]] = {}
    operands: list[int] = []
    at = 0
    while at < len(data):
        first = data[at]
        if first <= 21:
            operator = (first, data[at + 1]) if first == 12 else (first,)
            found[operator] = operands
            operands, at = [], at + len(operator)
        elif first == 28:
            operands.append(struct.unpack_from(">h", data, at + 1)[0])
            at += 3
        elif first == 29:
            operands.append(struct.unpack_from(">i", data, at + 1)[0])
            at += 5
        elif first == 30:  # a real number ends with a half byte of 15
            at += 1
            while data[at] & 0xF != 0xF and data[at] >> 4 != 0xF:
                at += 1
            operands.append(0)
            at += 1
        elif first <= 246:
            operands.append(first - 139)
            at += 1
        else:
            high = (first - 247) * 256 + 108 if first <= 250 else -(first - 251) * 256 - 108
            operands.append(high + data[at + 1] if first <= 250 else high - data[at + 1])
            at += 2
    return found


def _charset(cff: bytes, at: int, glyphs: int) -> tuple[int, ...]:
    if at <= 2:  # predefined: names of letters, which a font with CIDs cannot mean
        return tuple(range(glyphs))
    kind, at = cff[at], at + 1
    found = [0]
    while len(found) < glyphs:
        first = int.from_bytes(cff[at : at + 2], "big")
        more = 0
        if kind:
            more = int.from_bytes(cff[at + 2 : at + 2 + kind], "big")
        found += range(first, first + more + 1)
        at += 2 + kind
    return tuple(found[:glyphs])
