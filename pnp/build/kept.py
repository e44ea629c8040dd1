"""Gatherings of a long deck as bytes, to be kept for the next build, and back again. Beside `gatherings`.

A line of JSON tells what there is, and the bytes of streams follow it. Nothing that is read here is ever run.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, TypeAlias

from pnp.errors import Problem
from pnp.render.gathering import Gathered, Written
from pnp.render.objects import Parts, Ref
from pnp.scene import Page, Rect
from pnp.values import dataclass

_Told: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Part:
    """A gathering: its pages, what there is to tell, and which of that is told once a deck: by number what it is about.

    The pages are written, all in one gathering.
    """

    pages: tuple[Page, ...]
    problems: tuple[Problem, ...]
    once: tuple[tuple[int, tuple[str, ...]], ...]


def packed(part: Part) -> bytes:
    """Return a gathering as bytes. Raises ValueError where a page has links."""
    blobs: list[bytes] = []
    (gathered,) = {id(each.gathered): each.gathered for each in map(_written, part.pages)}.values()

    def blob(data: bytes) -> int:
        blobs.append(data)
        return len(data)

    head = {
        "pages": [_page(page) for page in part.pages],
        "streams": [(blob(content), resources) for content, resources in gathered.pages],
        "objects": {
            of: [blob(part) if isinstance(part, bytes) else part for part in parts]
            for of, parts in gathered.objects.items()
        },
        "tables": gathered.tables,
        "problems": [
            (each.file, each.line, each.where, each.message, each.hint, each.note, each.column, each.lost)
            for each in part.problems
        ],
        "once": part.once,
    }
    return json.dumps(head).encode() + b"\n" + b"".join(blobs)


def unpacked(data: bytes) -> Part | None:
    """Return the gathering that was packed; None where these bytes are none."""
    line, _, rest = data.partition(b"\n")
    try:
        return _part(json.loads(line), memoryview(rest))
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError):
        return None


def _written(page: Page) -> Written:
    if page.shapes or not isinstance(page.written, Written):
        raise ValueError("only pages that are written and have no links are kept")
    return page.written


def _page(page: Page) -> _Told:
    told = {name: getattr(page, name) for name in ("width", "height", "label", "outline", "correction")}
    for name, box in (("trim", page.trim), ("bleed", page.bleed)):
        told[name] = box and (box.x, box.y, box.width, box.height)
    return {**told, "number": _written(page).number}


def _part(told: _Told, blobs: memoryview) -> Part:
    at = 0

    def blob(length: int) -> bytes:
        nonlocal at
        at += length
        return bytes(blobs[at - length : at])

    def parts(found: Iterable[int | str]) -> Parts:
        return tuple(Ref(each) if isinstance(each, str) else blob(each) for each in found)

    streams = tuple((blob(length), resources) for length, resources in told["streams"])
    objects = {of: parts(found) for of, found in told["objects"].items()}
    tables = {key: tuple(map(tuple, table)) for key, table in told["tables"].items()}
    gathered = Gathered(streams, objects, tables)
    problems = tuple(
        Problem(file, line, where, message, hint, note, None, column, lost)
        for file, line, where, message, hint, note, column, lost in told["problems"]
    )
    pages = tuple(_page_again(each, gathered) for each in told["pages"])
    if at != len(blobs) or [each["number"] for each in told["pages"]] != [*range(len(streams))]:
        raise ValueError("not all bytes are there")
    return Part(pages, problems, tuple((number, tuple(about)) for number, about in told["once"]))


def _page_again(told: _Told, gathered: Gathered) -> Page:
    trim, bleed = (told[name] and Rect(*told[name]) for name in ("trim", "bleed"))
    a, b, c, d, e, f = told["correction"]
    return Page(
        width=told["width"],
        height=told["height"],
        shapes=(),
        trim=trim,
        bleed=bleed,
        label=told["label"],
        outline=told["outline"],
        correction=(a, b, c, d, e, f),
        written=Written(gathered, told["number"]),
    )
