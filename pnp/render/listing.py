"""A page as text that people read: one shape a line, for golden files. Translates scenes and decides nothing.

What is drawn `once` is listed the first time and called by its letter afterwards, by what it shows and not by which
object it is, so that a listing says the same however the page was made.
"""

from __future__ import annotations

import json
from hashlib import sha256
from itertools import count, product
from string import ascii_uppercase
from typing import assert_never

from pnp.extent import extent
from pnp.scene import (
    BLACK,
    IDENTITY,
    Gradient,
    Group,
    Image,
    Layer,
    Link,
    Matrix,
    Page,
    Path,
    Rect,
    Segment,
    Shape,
    Stroke,
    Text,
)
from pnp.units import tidy

LONGEST = 40  # segments that are still spelt out: a drawing's outline is told by its hash, nobody reads it
CROWD = 24  # shapes without a word that are still listed one by one: a larger picture is told by its hash as well


def render(page: Page) -> str:
    """Return `page` as lines: its size and boxes, then every shape, lengths in mm, indented by two blanks a group."""
    lines = [f"page {tidy(page.width)} × {tidy(page.height)}{_quoted(page.label)}"]
    lines += [f"{name} {_box(box)}" for name, box in (("trim", page.trim), ("bleed", page.bleed)) if box]
    if page.outline:
        lines.append(f"outline{_quoted(page.outline)}")
    if page.correction != IDENTITY:
        lines.append(f"correction{_place(page.correction)}")
    writer = _Writer(lines)
    writer.add(page.shapes, 0)
    return "\n".join(lines) + "\n"


class _Writer:
    """Adds lines, and remembers what has a letter."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.letters: dict[tuple[Shape, ...], str] = {}
        self.unused = ("".join(word) for length in count(1) for word in product(ascii_uppercase, repeat=length))

    def add(self, shapes: tuple[Shape, ...], depth: int) -> None:
        for shape in shapes:
            inside: tuple[Shape, ...] = ()
            match shape:
                case Path():
                    line = f"path {_outline(shape.segments)}{_paints(shape)}"
                case Text():
                    line = _text(shape)
                case Image():
                    drawn = shape.pixels
                    what = f"{drawn.format} {drawn.width_px} × {drawn.height_px} {drawn.key[:12]}"
                    line = f"image {_box(shape.box)} {what}{_share('opacity', shape.opacity)}"
                case Group():
                    line, inside = self.group(shape)
                    number = _wordless(inside)
                    if number > CROWD:
                        line, inside = f"{line} {_summed(inside, number)}", ()
                case Layer():
                    line, inside = f"layer{_quoted(shape.name)}", shape.children
                case Link():
                    line = f"link {_box(shape.box)} {shape.href}"
                case _:
                    assert_never(shape)
            self.lines.append("  " * depth + line)
            self.add(inside, depth + 1)

    def group(self, group: Group) -> tuple[str, tuple[Shape, ...]]:
        clip = f" clip {_outline(group.clip.segments)}{' evenodd' * group.clip.evenodd}" if group.clip else ""
        mask = f" mask {_summed(group.mask, len(group.mask))}" if group.mask else ""
        how = f"{_quoted(group.label)}{_place(group.matrix)}{_share('opacity', group.opacity)}{clip}{mask}"
        if not group.once:
            return f"group{how}", group.children
        if group.children in self.letters:
            return f"again {self.letters[group.children]}{how}", ()
        self.letters[group.children] = next(self.unused)
        return f"once {self.letters[group.children]}{how}", group.children


def _wordless(shapes: tuple[Shape, ...]) -> int:
    """Return how many shapes a picture has, 0 when there are words or pixels in it."""
    number = 0
    for shape in shapes:
        match shape:
            case Path():
                number += 1
            case Group():
                inside = _wordless(shape.children)
                if not inside:
                    return 0
                number += inside
            case _:
                return 0
    return number


def _summed(shapes: tuple[Shape, ...], number: int) -> str:
    """Return a picture in short: how many shapes within which rectangle, and the hash of their listing."""
    lines: list[str] = []
    _Writer(lines).add(shapes, 0)
    reach = extent(Group(shapes))
    box = _box(reach) if reach else "nothing"
    return f"{number} shapes within {box} {sha256(chr(10).join(lines).encode()).hexdigest()[:12]}"


def _outline(segments: tuple[Segment, ...]) -> str:
    if len(segments) > LONGEST:
        points = [number for segment in segments for number in segment[1:]]
        across, down = points[::2], points[1::2]
        box = " ".join(map(tidy, (min(across), min(down), max(across), max(down))))
        written = " ".join(" ".join((segment[0], *map(tidy, segment[1:]))) for segment in segments)
        return f"{len(segments)} segments within {box} {sha256(written.encode()).hexdigest()[:12]}"
    return " ".join(" ".join((segment[0], *map(tidy, segment[1:]))) for segment in segments)


def _paints(path: Path) -> str:
    rule = " evenodd" * path.evenodd
    fill = f" fill {_paint(path.fill)}{_share('opacity', path.fill_opacity)}{rule}" if path.fill else ""
    return fill + (_stroke(path.stroke) if path.stroke else "")


def _stroke(stroke: Stroke) -> str:
    words = [f" stroke {_paint(stroke.paint)} {tidy(stroke.width)}"]
    if stroke.dash:
        words.append("dash " + " ".join(map(tidy, stroke.dash)))
    if stroke.dash_offset:
        words.append(f"from {tidy(stroke.dash_offset)}")
    words += [style for style in (stroke.cap, stroke.join) if style not in ("butt", "miter")]
    if stroke.miter_limit != 4:
        words.append(f"limit {tidy(stroke.miter_limit)}")
    return " ".join(words) + _share("opacity", stroke.opacity)


def _paint(paint: str | Gradient) -> str:
    match paint:
        case str():
            return paint
        case Gradient():
            stops = ", ".join(f"{tidy(s.offset)} {s.color}{_share('opacity', s.opacity)}" for s in paint.stops)
            return f"{paint.kind}({' '.join(map(tidy, paint.coords))}{_place(paint.matrix)}: {stops})"
        case _:
            assert_never(paint)


def _text(text: Text) -> str:
    ink = f" {text.fill}" if text.fill != BLACK else ""
    words = json.dumps(text.run.text, ensure_ascii=False)
    place = f"{tidy(text.x)} {tidy(text.y)}"
    return f"text {place} {words} {text.run.face} {tidy(text.size)}{ink}{_share('opacity', text.opacity)}"


def _place(matrix: Matrix) -> str:
    if matrix == IDENTITY:
        return ""
    *turn, x, y = matrix
    if tuple(turn) == IDENTITY[:4]:
        return f" at {tidy(x)} {tidy(y)}"
    return f" matrix {' '.join(f'{number:.6g}' for number in turn)} {tidy(x)} {tidy(y)}"


def _share(name: str, value: float) -> str:
    return f" {name} {tidy(value)}" if value != 1 else ""


def _quoted(words: str) -> str:
    return f" {json.dumps(words, ensure_ascii=False)}" if words else ""


def _box(box: Rect) -> str:
    return f"{tidy(box.x)} {tidy(box.y)} {tidy(box.width)} {tidy(box.height)}"
