"""Places told by other places: `x = "title.right + 2mm"`. Read when frames inherit, solved when a card's size is known.

The language: sums and differences of lengths and of edges, which are `slot.edge` of the same frame, `card.edge` (the
trim) or `bleed.edge` (the trim and its bleed). An edge may be multiplied or divided: `card.width / 2`. There are no
brackets. Edges are those of the slot's rectangle before it is turned. Knows no kind of slot and no file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from pnp import units
from pnp.expressions import expression
from pnp.near import listed, meant
from pnp.values import dataclass

PLACED = ("x", "y", "width", "height")
EDGES: Mapping[str, tuple[str, str, float]] = {
    "left": ("x", "width", 0.0),
    "center": ("x", "width", 0.5),
    "right": ("x", "width", 1.0),
    "width": ("", "width", 1.0),
    "top": ("y", "height", 0.0),
    "middle": ("y", "height", 0.5),
    "bottom": ("y", "height", 1.0),
    "height": ("", "height", 1.0),
}
"""Each edge: the key of a slot it begins at, the key that is added, how much of that."""
CARD, BLEED = "card", "bleed"
LONGEST = 500  # letters: what is longer was meant as something else, and takes too long to look through

_EDGE = r"(?P<slot>\w[\w-]*)\.(?P<edge>[^\W\d]\w*)"
_TERM = expression(
    rf"\s*(?:(?P<before>{units.NUMBER})\s*\*\s*)?{_EDGE}(?:\s*(?P<sign>[*/])\s*(?P<after>{units.NUMBER})(?![\w.]))?\s*"
    rf"|\s*(?P<length>{units.NUMBER}\s*(?:{units.UNIT})?)\s*"
)
_MARKS = expression(rf"{_EDGE}|[\w)]\s*[-+*/]\s*[\w(]")


@dataclass(frozen=True, slots=True)
class Within:
    """What a frame is laid on: a card of width × height mm with `bleed` mm round it."""

    width: float
    height: float
    bleed: float

    def edge(self, name: str, edge: str) -> float:
        """Return an edge of the card, or of the card with its bleed, in mm from the card's top left corner."""
        start, length, share = EDGES[edge]
        grown = self.bleed if name == BLEED else 0.0
        whole = (self.width if length == "width" else self.height) + 2 * grown
        return (-grown if start else 0.0) + share * whole

    def __str__(self) -> str:
        return f"{units.tidy(self.width)} × {units.tidy(self.height)} mm"


@dataclass(frozen=True, slots=True)
class Sum:
    """A length that hangs on others: `mm`, and so much of each (slot, edge). `text` is what the author wrote."""

    mm: float
    parts: tuple[tuple[float, str, str], ...]
    text: str

    def plus(self, other: Sum, sign: float = 1.0) -> Sum:
        """Return the sum of both, or with sign -1 their difference."""
        parts = (*self.parts, *((sign * share, slot, edge) for share, slot, edge in other.parts))
        return Sum(self.mm + sign * other.mm, parts, f"{self.text} {'+' if sign > 0 else '-'} {other.text}")

    def times(self, factor: float) -> Sum:
        """Return so many times the length."""
        parts = tuple((factor * share, slot, edge) for share, slot, edge in self.parts)
        return Sum(self.mm * factor, parts, f"{factor:g} * ({self.text})")


def fixed(mm: float) -> Sum:
    """Return a length that hangs on nothing."""
    return Sum(mm, (), f"{units.tidy(mm)}mm")


class NoSum(ValueError):  # noqa: N818 (what the text is, as NoRoom)
    """A text that was meant as a sum and is none: the sentence, and a hint."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


def is_sum(text: str) -> bool:
    """Say whether a text was meant as a sum of lengths and edges, right or wrong, and not as one length."""
    return len(text) <= LONGEST and bool(_MARKS.search(text))


def parse(text: str) -> Sum:
    """Return the sum that a text holds. Raises NoSum."""
    mm, parts, at, sign = 0.0, list[tuple[float, str, str]](), 0, 1.0
    rest = text.strip()
    if rest[:1] in ("-", "+"):
        at, sign = 1, -1.0 if rest[0] == "-" else 1.0
    while True:
        match = _TERM.match(rest, at)
        if not match:
            raise _not_read(text, rest[at:])
        if match["length"]:
            mm += sign * units.length(match["length"])
        else:
            parts.append((sign * _share(match, text), match["slot"], _edge(match["edge"])))
        at = match.end()
        if at == len(rest):
            return Sum(mm, tuple(parts), text.strip())
        if rest[at] not in "+-":
            raise _not_read(text, rest[at:])
        sign = -1.0 if rest[at] == "-" else 1.0
        at += 1


def _share(match: re.Match[str], text: str) -> float:
    """Return how much of an edge a term takes."""
    before, after = (units.decimal(match[key] or "1") for key in ("before", "after"))
    if match["sign"] == "/":
        if not after:
            raise NoSum(f'"{text}" divides by 0')
        after = 1 / after
    return before * after


def _edge(name: str) -> str:
    if name in EDGES:
        return name
    raise NoSum(f'"{name}" is not an edge; the edges are {listed(EDGES)}', meant(name, EDGES))


def _not_read(text: str, rest: str) -> NoSum:
    where = f'cannot be read at "{rest.strip()}"' if rest.strip() else "ends too soon"
    hint = 'write for example "title.right + 2mm" or "card.width / 2 - 5mm"; there are no brackets'
    return NoSum(f'"{text}" {where}', hint)


class Places:
    """The edges of all slots of one frame on a card, each found when it is asked for.

    `written` are x, y, width and height of each slot, None where nothing usable is written. `tell` takes the slot, the
    key, a sentence and a hint, each fault once.
    """

    def __init__(
        self,
        written: Mapping[str, Mapping[str, float | Sum | None]],
        within: Within,
        tell: Callable[[str, str, str, str], None],
    ) -> None:
        self.written = written
        self.within = within
        self.tell = tell
        self._found: dict[tuple[str, str], float | None] = {}
        self._trail: list[tuple[str, str]] = []

    def value(self, slot: str, key: str) -> float | None:
        """Return x, y, width or height of a slot in mm; None when that cannot be found, which is told."""
        here = (slot, key)
        if here in self._found:
            return self._found[here]
        if here in self._trail:
            circle = [*self._trail[self._trail.index(here) :], here]
            names = " → ".join(f"{name}.{word}" for name, word in circle)
            self.tell(*min(circle), f"the places hang on each other in a circle: {names}", "")
            return None
        written = self.written[slot].get(key)
        if not isinstance(written, Sum):
            self._found[here] = written
            return written
        self._trail.append(here)
        amounts = [(share, self._edge(slot, key, name, edge)) for share, name, edge in written.parts]
        self._trail.pop()
        known = [share * amount for share, amount in amounts if amount is not None]
        found = round(written.mm + sum(known), 9) if len(known) == len(amounts) else None
        self._found[here] = found
        return found

    def _edge(self, slot: str, key: str, name: str, edge: str) -> float | None:
        """Return an edge that a key of a slot hangs on."""
        if name in (CARD, BLEED):
            return self.within.edge(name, edge)
        if name not in self.written:
            known = [*(other for other in self.written if other != slot), CARD, BLEED]
            self.tell(
                slot, key, f'"{name}" is not a slot of the frame', meant(name, known) or f"it has {listed(known)}"
            )
            return None
        start, length, share = EDGES[edge]
        begin = self.value(name, start) if start else 0.0
        whole = self.value(name, length) if share else 0.0
        return None if begin is None or whole is None else begin + share * whole


def hanging(keys: Iterable[object]) -> bool:
    """Say whether any of the values of a frame's slots waits for the size of a card."""
    return any(isinstance(value, Sum) for value in keys)
