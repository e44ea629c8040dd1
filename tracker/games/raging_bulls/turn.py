"""Raging Bulls: which field is in play, what stands on it and what may come next, read from the texts of a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from pnp.data.words import Words
from tracker.boards import At
from tracker.games.raging_bulls import drawing
from tracker.games.raging_bulls import field as geometry
from tracker.games.raging_bulls.drawing import BULLS, OPEN_RANGE
from tracker.games.raging_bulls.field import FENCES, Crossing, Fence, Field
from tracker.games.raging_bulls.words import say

BOARDS = tuple(BULLS)
MALLETS = 3
ENDED = ("completed", "left", "cut")
Stage: TypeAlias = Literal["place", "roll", "build", "copy", "later", "ended"]


def current(values: Mapping[str, str]) -> int:
    """Return the place of the field in play, 4 when the game is over."""
    outcomes = [values.get(f"fields-{place}-outcome", "") for place in range(len(BOARDS))]
    over = len(BOARDS) if "cut" in outcomes else None
    return over or next((place for place, each in enumerate(outcomes) if each not in ENDED), len(BOARDS))


def drawn(at: At) -> Field:
    """Return the field at a place as far as it is drawn."""
    bulls, fences = (at.values.get(f"fields-{at.place}-{key}", "") for key in ("bulls", "fences"))
    return drawing.read(bulls, fences, open_range=at.variant == OPEN_RANGE)


def mallets(values: Mapping[str, str]) -> int:
    """Return how many mallets are left; before the first tap all are."""
    text = values.get("mallets", "")
    return int(text) if text in map(str, range(MALLETS + 1)) else MALLETS


def stage_of(at: At, field: Field) -> Stage:
    """Return what may be done with a field."""
    placing = len(field.bulls) < BULLS[BOARDS[at.place]]
    if at.copying:
        return "place" if placing else "copy"
    if at.values.get(f"fields-{at.place}-outcome") in ENDED:
        return "ended"
    if at.place != current(at.values):
        return "later"
    return "place" if placing else "build" if at.roll else "roll"


def fences_of(at: At, field: Field, stage: Stage) -> tuple[Fence, ...]:
    """Return the fences that can be drawn now."""
    if stage == "build" and len(at.roll) == 3:
        return geometry.legal(field, (at.roll[0], at.roll[1], at.roll[2]))
    return tuple(each for each in FENCES if not geometry.wrong(field, each)) if stage == "copy" else ()


def written(bull: Crossing) -> str:
    """Return a crossing as the texts of a table have it."""
    return f"{bull[0]},{bull[1]}"


def dashed(fence: Fence) -> str:
    """Return a fence as people read it."""
    return f"{fence.a}–{fence.b}"


def crossing(text: str) -> Crossing:
    """Return the crossing in such a text."""
    return int(text[0]), int(text[2])


def bull_at(bull: Crossing) -> Words:
    """Return in words where a bull stands."""
    return say("bull_at", column=bull[0], row=bull[1])


def crossing_title(bull: Crossing) -> Words:
    """Return what a crossing is called."""
    return say("crossing", column=bull[0], row=bull[1])


def fence_title(fence: Fence) -> Words:
    """Return what a fence is called."""
    return say("fence_named", fence=f"{fence.a}–{fence.b}")
