"""Path data of SVG (the attribute `d`) as outlines. Knows nothing else of SVG.

Our own reader: fontTools' passes over what it cannot read and ends closed outlines with a line of its own, so that a
torn drawing would print without a word and the checks of `_commands` would be needed all the same. It is the oracle of
our tests.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from pnp.art.problem import ArtProblem, shown
from pnp.expressions import expression
from pnp.scene import Segment

_COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_COUNTS |= {letter.lower(): count for letter, count in _COUNTS.items()}
_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_NUMBERS = expression(_NUMBER)
_APART = expression(r"[-+0-9.eE \t\r\n\f,]*")  # what a list may hold whose numbers have something between them
_NEXT = expression(rf"[\s,]*({_NUMBER})")
_FLAG = expression(r"[\s,]*([01])")  # one digit, and optimised files put no blank after it
_ARC = (_NEXT, _NEXT, _NEXT, _FLAG, _FLAG, _NEXT, _NEXT)
_BETWEEN = " \t\r\n\f,"
_COMMAND = expression(r"([MmLlHhVvCcSsQqTtAaZz])")
_PLAIN = expression(r"[MmLlHhVvCcSsQqTtAaZz+0-9.eE \t\r\n\f,-]*")


def outline(data: str) -> tuple[Segment, ...]:
    """Return the outline that path data describes: arcs and quadratic curves become cubic ones.

    Raises ArtProblem (without a line) for anything that is not path data.
    """
    return _Pen(data).segments()


def numbers(text: str) -> list[float]:
    """Return the numbers of a list separated by blanks and commas, as in `points`; raises ArtProblem."""
    values = _apart(text)
    if values is None:
        if _NUMBERS.sub("", text).strip(_BETWEEN):
            raise ArtProblem(f'"{shown(text)}" is not a list of numbers')
        values = [float(number) for number in _NUMBERS.findall(text)]
    if not math.isfinite(sum(values)):
        raise ArtProblem(f'"{shown(text)}" holds a number beyond all bounds')
    return values


def _apart(text: str) -> list[float] | None:
    """Return the numbers of a list if none of them touches the next one, as nearly always: in a third of the time."""
    return _split(text) if _APART.fullmatch(text) else None


def _split(text: str) -> list[float] | None:
    try:
        return [*map(float, (text.replace(",", " ") if "," in text else text).split())]
    except ValueError:
        return None


def _commands(data: str) -> Iterator[tuple[str, list[float]]]:
    """Yield every command letter with one set of its numbers; repeated sets come as commands of their own."""
    before, *parts = _COMMAND.split(data)
    if before.strip():
        if not parts:
            raise ArtProblem(f'"{shown(data)}" is not path data')
        raise ArtProblem(f'path data begins with "{shown(data)}"', "it must begin with M")
    plain = _PLAIN.fullmatch(data) is not None
    for letter, rest in zip(parts[::2], parts[1::2], strict=True):
        count = _COUNTS[letter]
        if letter in "Aa":
            values = _arc_values(rest)
        else:
            found = _split(rest) if plain else None
            values = found if found is not None and math.isfinite(sum(found)) else numbers(rest)
        if len(values) == count:
            yield letter, values
            continue
        if count == 0 or not values or len(values) % count:
            raise ArtProblem(f'path data: "{letter}" takes {count} numbers, found {len(values)}')
        yield letter, values[:count]
        follow = {"M": "L", "m": "l"}.get(letter, letter)
        for at in range(count, len(values), count):
            yield follow, values[at : at + count]


def _arc_values(text: str) -> list[float]:
    values: list[float] = []
    at, end = 0, len(text.rstrip(_BETWEEN))
    while at < end:
        match = _ARC[len(values) % 7].match(text, at)
        if match is None:
            raise ArtProblem(f'path data: "A{shown(text)}" is not an arc', "7 numbers, the 4th and 5th of them 0 or 1")
        values.append(float(match[1]))
        at = match.end()
    return values


class _Pen:
    """Turns commands into segments; holds the current point, the start of the subpath and the last control point."""

    def __init__(self, data: str) -> None:
        self.data = data
        self.out: list[Segment] = []
        self.x = self.y = self.start_x = self.start_y = 0.0
        self.control: tuple[float, float] | None = None
        self.last = ""

    def segments(self) -> tuple[Segment, ...]:
        for letter, values in _commands(self.data):
            if letter == "C" and self.last and self.last != "Z":  # most of most drawings
                x1, y1, x2, y2, self.x, self.y = values
                self.out.append(("C", x1, y1, x2, y2, self.x, self.y))
                self.control = x2, y2
                self.last = "C"
                continue
            command = letter.upper()
            if not self.out and command != "M":
                raise ArtProblem(f'path data begins with "{letter}"', "it must begin with M")
            if self.last == "Z" and command not in "MZ":
                self.out.append(("M", self.x, self.y))
            self._draw(command, self._absolute(command, values) if letter.islower() else values)
            self.last = command
        return tuple(self.out)

    def _absolute(self, command: str, values: list[float]) -> list[float]:
        if command == "H":
            return [values[0] + self.x]
        if command == "V":
            return [values[0] + self.y]
        if command == "A":
            return [*values[:5], values[5] + self.x, values[6] + self.y]
        return [value + (self.y if at % 2 else self.x) for at, value in enumerate(values)]

    def _draw(self, command: str, v: list[float]) -> None:
        match command:
            case "M":
                self.start_x, self.start_y = v
                self._to(("M", v[0], v[1]))
            case "L":
                self._to(("L", v[0], v[1]))
            case "H":
                self._to(("L", v[0], self.y))
            case "V":
                self._to(("L", self.x, v[0]))
            case "Z":
                self.out.append(("Z",))
                self.x, self.y = self.start_x, self.start_y
            case "C":
                self._to(("C", v[0], v[1], v[2], v[3], v[4], v[5]))
            case "S":
                self._to(("C", *self._mirrored("CS"), v[0], v[1], v[2], v[3]))
            case "Q":
                self._quadratic(v[0], v[1], v[2], v[3])
            case "T":
                self._quadratic(*self._mirrored("QT"), v[0], v[1])
            case _:
                for segment in _arc(self.x, self.y, *v):
                    self._to(segment)

    def _to(self, segment: Segment) -> None:
        self.out.append(segment)
        if segment[0] == "C":
            self.control = segment[3], segment[4]
            self.x, self.y = segment[5], segment[6]
        elif segment[0] != "Z":
            self.x, self.y = segment[1], segment[2]

    def _mirrored(self, kinds: str) -> tuple[float, float]:
        if self.last and self.last in kinds and self.control is not None:
            return 2 * self.x - self.control[0], 2 * self.y - self.control[1]
        return self.x, self.y

    def _quadratic(self, cx: float, cy: float, x: float, y: float) -> None:
        one = self.x + 2 / 3 * (cx - self.x), self.y + 2 / 3 * (cy - self.y)
        self._to(("C", *one, x + 2 / 3 * (cx - x), y + 2 / 3 * (cy - y), x, y))
        self.control = cx, cy


def _arc(
    x1: float, y1: float, rx: float, ry: float, turn: float, large: float, sweep: float, x2: float, y2: float
) -> list[Segment]:
    """Return an elliptical arc as cubic curves of at most 90° (SVG 2, appendix B.2: from end points to the centre)."""
    rx, ry = abs(rx), abs(ry)
    if (x1, y1) == (x2, y2):
        return []
    if rx == 0 or ry == 0:
        return [("L", x2, y2)]
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    half_x, half_y = (x1 - x2) / 2, (y1 - y2) / 2
    px, py = (cos * half_x + sin * half_y) / rx, (cos * half_y - sin * half_x) / ry  # on the unit circle
    far = px * px + py * py
    grown = math.sqrt(max(far, 1))  # an ellipse too small for its ends is blown up until it reaches them
    rx, ry, px, py = rx * grown, ry * grown, px / grown, py / grown
    far = px * px + py * py
    root = math.sqrt(max(1 / far - 1, 0)) * (-1 if large == sweep else 1)
    cx, cy = root * py, -root * px
    begin = math.atan2(py - cy, px - cx)
    angle = math.atan2(-py - cy, -px - cx) - begin
    if sweep and angle < 0:
        angle += 2 * math.pi
    elif not sweep and angle > 0:
        angle -= 2 * math.pi

    def point(ux: float, uy: float) -> tuple[float, float]:
        ux, uy = (ux + cx) * rx, (uy + cy) * ry
        return (x1 + x2) / 2 + cos * ux - sin * uy, (y1 + y2) / 2 + sin * ux + cos * uy

    pieces = max(1, math.ceil(abs(angle) / (math.pi / 2) - 1e-6))
    step = angle / pieces
    pull = 4 / 3 * math.tan(step / 4)
    curves: list[Segment] = []
    for piece in range(pieces):
        a, b = begin + piece * step, begin + (piece + 1) * step
        one = point(math.cos(a) - pull * math.sin(a), math.sin(a) + pull * math.cos(a))
        two = point(math.cos(b) + pull * math.sin(b), math.sin(b) - pull * math.cos(b))
        end = point(math.cos(b), math.sin(b)) if piece < pieces - 1 else (x2, y2)
        curves.append(("C", *one, *two, *end))
    return curves
