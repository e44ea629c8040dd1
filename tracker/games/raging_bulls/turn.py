"""Raging Bulls: which field is in play, what stands on it and what may come next, read from the texts of a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Literal, TypeAlias

from pnp.data.words import Words
from tracker.boards import At, Not
from tracker.games.raging_bulls import drawing
from tracker.games.raging_bulls import field as geometry
from tracker.games.raging_bulls.drawing import BULLS, OPEN_RANGE, bull_at
from tracker.games.raging_bulls.field import FENCES, Crossing, Fence, Field
from tracker.games.raging_bulls.words import say

BOARDS = tuple(BULLS)
MALLETS = 3
ENDED = ("completed", "left", "cut")
Due: TypeAlias = Literal["complete", "reopen"]
Stage: TypeAlias = Literal["place", "roll", "build", "copy", "later", "ended", "over", Due]
ABOUT = {"same_side": "fences", "same_fence": "fences", "third_fence": "posts", "through_bull": "blocked"}


def current(values: Mapping[str, str]) -> int:
    """Return the place of the field in play, 4 when the game is over."""
    outcomes = [values.get(f"fields-{place}-outcome", "") for place in range(len(BOARDS))]
    over = len(BOARDS) if "cut" in outcomes else None
    return over or next((place for place, each in enumerate(outcomes) if each not in ENDED), len(BOARDS))


def stake(values: Mapping[str, str]) -> tuple[str, ...]:
    """Return what a roll is for: the field in play and the mallets; once that changes, an open roll is spent."""
    place = current(values)
    texts = (values.get(f"fields-{place}-{key}", "") for key in ("bulls", "fences", "outcome"))
    return (str(place), str(mallets(values)), *texts)


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
    placing, now = len(field.bulls) < BULLS[BOARDS[at.place]], current(at.values)
    if at.copying:
        return "place" if placing else "copy"
    if outcome(at) in ENDED:
        return due(at, field) or "ended"
    if at.place != now:
        return "over" if now == len(BOARDS) else "later"
    return "place" if placing else due(at, field) or ("build" if at.roll else "roll")


def outcome(at: At) -> str:
    """Return how a field ended, as its text says; "" before."""
    return at.values.get(f"fields-{at.place}-outcome", "")


def due(at: At, field: Field) -> Due | None:
    """Return what sets an outcome right that contradicts the drawing, as after a change of rules or by typing."""
    if len(field.bulls) != BULLS[BOARDS[at.place]] or geometry.complete(field) == (outcome(at) == "completed"):
        return None
    return "reopen" if outcome(at) == "completed" else "complete"


def fences_of(at: At, field: Field, stage: Stage) -> tuple[Fence, ...]:
    """Return the fences that can be drawn now."""
    if stage == "build" and len(at.roll) == 3:
        return geometry.legal(field, (at.roll[0], at.roll[1], at.roll[2]))
    return tuple(each for each in FENCES if not geometry.wrong(field, each)) if stage == "copy" else ()


def landing(values: Mapping[str, str], variant: str) -> int:
    """Return the place of the field to look at first: one whose outcome is to be set right, else the one in play."""
    now = current(values)
    ended = (At(values, place, variant) for place in range(now))
    return next((at.place for at in ended if outcome(at) in ENDED and due(at, drawn(at))), min(now, len(BOARDS) - 1))


def still_open(at: At, field: Field) -> bool:
    """Say whether a field may be left and passed on."""
    return outcome(at) not in ENDED and not due(at, field)


def forbids(field: Field, fence: Fence, roll: tuple[int, ...]) -> Not | None:
    """Return the rule that a fence breaks, if any; without a roll whatever the dice."""
    name = dashed(fence)
    if fault := geometry.wrong(field, fence):
        words = say(fault.rule, fence=name, post=fault.post, bull=bull_at(fault.bull) if fault.bull else "")
        return Not(words, ABOUT.get(fault.rule, "completing"))
    if not roll or fence in geometry.legal(field, (roll[0], roll[1], roll[2])):
        return None
    rolled = ", ".join(map(str, roll))
    if Counter(map(int, (fence.a[1:], fence.b[1:]))) - Counter(roll):
        return Not(say("not_rolled", fence=name, roll=rolled), "fences")
    return Not(say("post_taken", fence=name, roll=rolled), "pair")


def written(bull: Crossing) -> str:
    """Return a crossing as the texts of a table have it."""
    return f"{bull[0]},{bull[1]}"


def dashed(fence: Fence) -> str:
    """Return a fence as people read it."""
    return f"{fence.a}–{fence.b}"


def crossing(text: str) -> Crossing:
    """Return the crossing in such a text."""
    return int(text[0]), int(text[2])


def crossing_title(bull: Crossing) -> Words:
    """Return what a crossing is called."""
    return say("crossing", column=bull[0], row=bull[1])


def fence_title(fence: Fence) -> Words:
    """Return what a fence is called."""
    return say("fence_named", fence=f"{fence.a}–{fence.b}")
