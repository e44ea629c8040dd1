"""Which way each character of a line runs: the implicit part of Unicode's annex 9, for texts that mix directions.

Before a line is shaped; knows no font. Explicit embeddings and isolates are not obeyed: `pnp.letters.composed` leaves
them out. Marks of direction (U+200E, U+200F, U+061C) are letters without a picture and count.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias, TypeVar

Direction: TypeAlias = Literal["auto", "ltr", "rtl"]
T = TypeVar("T")

_PAIRS = "()[]{}⁅⁆⁽⁾₍₎⌈⌉⌊⌋❨❩❪❫❬❭❮❯❰❱❲❳❴❵⟦⟧⟨⟩⟪⟫⟬⟭⟮⟯⦃⦄⦅⦆⦇⦈⸢⸣〈〉《》「」『』【】〔〕〖〗〘〙〚〛（）［］｛｝｟｠｢｣"
_CLOSER = dict(zip(_PAIRS[::2], _PAIRS[1::2], strict=True))
_OPENER = {closer: opener for opener, closer in _CLOSER.items()}
_DEEPEST = 63  # brackets inside brackets
_NUMBERS = ("EN", "AN")
_NEUTRAL = ("B", "S", "WS", "ON")


def base(text: str) -> int | None:
    """Return 1 when the first letter of `text` runs right to left, 0 when left to right, None when it has none."""
    for character in text:
        kind = unicodedata.bidirectional(character)
        if kind in ("L", "R", "AL"):
            return 0 if kind == "L" else 1
    return None


def levels(text: str, base: int) -> list[int]:
    """Return the level of every character of a paragraph; odd ones run right to left. `base` is the paragraph's."""
    kept = [place for place, sign in enumerate(text) if unicodedata.bidirectional(sign) != "BN"]
    signs = [text[place] for place in kept]
    kinds = [unicodedata.bidirectional(sign) or "L" for sign in signs]
    strong = "R" if base else "L"
    _weak(kinds, strong)
    _brackets(signs, kinds, strong)
    _neutral(kinds, strong)
    found = [base] * len(text)
    for place, kind in zip(kept, kinds, strict=True):
        if base:
            found[place] += kind != "R"
        else:
            found[place] += {"L": 0, "R": 1}.get(kind, 2)
    if len(kept) < len(text):  # invisible characters go with what stands before them
        for place in sorted(set(range(len(text))) - set(kept)):
            found[place] = found[place - 1] if place else base
    return found


def visual(items: Sequence[T], levels: Sequence[int]) -> list[T]:
    """Return the items of one line from left to right (rule L2); `levels` are theirs."""
    return _turned(items, levels, outermost_first=False)


def logical(items: Sequence[T], levels: Sequence[int]) -> list[T]:
    """Return the items of one line, given from left to right, in the order of reading: undoes `visual`."""
    return _turned(items, levels, outermost_first=True)


def _turned(items: Sequence[T], levels: Sequence[int], outermost_first: bool) -> list[T]:
    """Return the items with each stretch of a level turned round, level by level."""
    order = list(range(len(items)))
    lowest = min((level for level in levels if level % 2), default=None)
    if lowest is None:
        return list(items)
    steps = range(max(levels), lowest - 1, -1)
    for level in reversed(steps) if outermost_first else steps:
        start = 0
        while start < len(order):
            end = start
            while end < len(order) and levels[order[end]] >= level:
                end += 1
            order[start:end] = order[start:end][::-1]
            start = max(end, start + 1)
    return [items[place] for place in order]


def _weak(kinds: list[str], strong: str) -> None:
    """Rules W1 to W7: marks, numbers and the signs between numbers."""
    last, before = strong, strong
    for at, written in enumerate(kinds):
        before = kind = kinds[at] = before if written == "NSM" else written
        if kind in ("L", "R", "AL"):
            last = kind
        elif kind == "EN" and last == "AL":
            kinds[at] = "AN"
    kinds[:] = ["R" if kind == "AL" else kind for kind in kinds]
    for at in range(1, len(kinds) - 1):
        left, right = kinds[at - 1], kinds[at + 1]
        if left == right and ((kinds[at] in ("ES", "CS") and left == "EN") or (kinds[at] == "CS" and left == "AN")):
            kinds[at] = left
    for start, end in _stretches(kinds, ("ET",)):
        if "EN" in (kinds[start - 1] if start else "", kinds[end] if end < len(kinds) else ""):
            kinds[start:end] = ["EN"] * (end - start)
    last = strong
    for at, kind in enumerate(kinds):
        if kind in ("ES", "ET", "CS"):
            kinds[at] = "ON"
        elif kind in ("L", "R"):
            last = kind
        elif kind == "EN" and last == "L":
            kinds[at] = "L"


def _brackets(signs: list[str], kinds: list[str], strong: str) -> None:
    """Rule N0: both brackets of a pair run the way of what they hold."""
    other = "L" if strong == "R" else "R"
    for start, end in _pairs(signs, kinds):
        inside = {_side(kind) for kind in kinds[start + 1 : end]}
        if strong in inside:
            way = strong
        elif other in inside:
            before = next((side for side in map(_side, reversed(kinds[:start])) if side), strong)
            way = other if before == other else strong
        else:
            continue
        for place in (start, end):
            kinds[place] = way
            follower = place + 1
            while follower < len(signs) and unicodedata.bidirectional(signs[follower]) == "NSM":
                kinds[follower] = way
                follower += 1


def _pairs(signs: list[str], kinds: list[str]) -> list[tuple[int, int]]:
    """Return where each pair of brackets opens and closes, in the order of opening."""
    found: list[tuple[int, int]] = []
    open_: list[tuple[str, int]] = []
    for at, sign in enumerate(signs):
        if kinds[at] != "ON":
            continue
        if sign in _CLOSER:
            if len(open_) == _DEEPEST:
                return []
            open_.append((sign, at))
        elif sign in _OPENER:
            depth = next((i for i in reversed(range(len(open_))) if open_[i][0] == _OPENER[sign]), None)
            if depth is not None:
                found.append((open_[depth][1], at))
                del open_[depth:]
    return sorted(found)


def _neutral(kinds: list[str], strong: str) -> None:
    """Rules N1 and N2: what has no direction takes that of both its neighbours, else the paragraph's."""
    for start, end in _stretches(kinds, _NEUTRAL):
        before = _side(kinds[start - 1]) if start else strong
        after = _side(kinds[end]) if end < len(kinds) else strong
        kinds[start:end] = [before if before == after else strong] * (end - start)


def _side(kind: str) -> str:
    """Return the direction that a character lends to neutral ones beside it, "" for none."""
    return "R" if kind in _NUMBERS else kind if kind in ("L", "R") else ""


def _stretches(kinds: list[str], wanted: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    """Give start and end of each stretch of characters of the wanted kinds."""
    at = 0
    while at < len(kinds):
        start = at
        while at < len(kinds) and kinds[at] in wanted:
            at += 1
        if at > start:
            yield start, at
        at += 1
