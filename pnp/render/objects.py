"""Objects of a PDF before they have numbers: plain bytes, and the ids of what they refer to. Knows no PDF library.

An id tells what an object is and not where it stands: equal objects have equal ids in any file and in any process, so
what was written apart can be bound into one file.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import TypeAlias, Union

from pnp.scene import Rect
from pnp.units import PT_PER_MM as PT

DECIMALS = 4


class Ref(str):
    """The id of an object that another one refers to."""

    __slots__ = ()


Part: TypeAlias = bytes | Ref
Parts: TypeAlias = tuple[Part, ...]
"""An object as it will stand in the file; each `Ref` becomes the number of the object with that id."""

Value: TypeAlias = Union[str, float, "Sequence[Value]", "Mapping[str, Value]"]
"""What stands in dictionaries: words as they are written (names begin with a slash), numbers, arrays, dictionaries."""


def dictionary(**entries: Value) -> Parts:
    """Return a dictionary; keys are names without their slash."""
    told: list[str] = []
    _tell(entries, told)
    return _parts(told)


def stream(data: bytes, **entries: Value) -> Parts:
    """Return a stream of data that is encoded as `entries` tell."""
    told: list[str] = []
    _tell({"Length": len(data), **entries}, told)
    return (*_parts(told), b"\nstream\n" + data + b"\nendstream\n")


def plain(parts: Parts) -> bytes:
    """Return an object that refers to no other. Raises ValueError for one that does."""
    told = [part for part in parts if not isinstance(part, Ref)]
    if len(told) < len(parts):
        raise ValueError("the object refers to others, which have no numbers here")
    return b"".join(told)


def array(values: Sequence[float | Sequence[float]]) -> bytes:
    """Return an array of numbers and of arrays of them."""
    told: list[str] = []
    _tell(values, told)
    return "".join(told).encode("ascii")


def box(rect: Rect, height: float) -> tuple[float, ...]:
    """Return a rectangle (mm, y down) as an array of points on a page so many mm high: left, bottom, right, top."""
    edges = (rect.x, height - rect.bottom, rect.right, height - rect.y)
    return tuple(round(edge * PT, DECIMALS) for edge in edges)


def identified(parts: Parts) -> Ref:
    """Return the id of an object."""
    found = hashlib.md5(usedforsecurity=False)
    for part in parts:
        found.update(b"\0" + part.encode() + b"\0" if isinstance(part, Ref) else part)
    return Ref(found.hexdigest())


def number(value: float) -> str:
    """Return a number as PDF writes it: no exponent, no zeros at the end."""
    if isinstance(value, int):
        return str(value)
    text = f"{value:.10f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _tell(value: Value, told: list[str]) -> None:
    """Add a value as it is written; a reference stays one."""
    if isinstance(value, str):
        told.append(value)
    elif isinstance(value, int | float):
        told.append(number(value))
    elif isinstance(value, Mapping):
        told.append("<<")
        for key, inner in value.items():
            told.append(f" /{key} ")
            _tell(inner, told)
        told.append(" >>")
    else:
        told.append("[")
        for at, inner in enumerate(value):
            if at:
                told.append(" ")
            _tell(inner, told)
        told.append("]")


def _parts(told: Sequence[str]) -> Parts:
    """Return words with those between two references as one."""
    found: list[Part] = []
    waiting: list[str] = []
    for word in told:
        if isinstance(word, Ref):
            found += ("".join(waiting).encode("ascii"), word)
            waiting = []
        else:
            waiting.append(word)
    return (*found, "".join(waiting).encode("ascii"))
