"""Raging Bulls on the phone: what a field shows, what a tap does to the texts of a table, and why it may not.

Pure: dice come in as `throw`; rolls and changes become events of the table elsewhere. `field` knows what is legal.
Whoever thinks for the player (hints, par, replay) starts from `turn.drawn(at)` and `at.roll`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pnp.data.game import Json
from pnp.data.words import Words
from tracker.boards import At, Deed, Not, Throw
from tracker.games.raging_bulls import drawing
from tracker.games.raging_bulls import field as geometry
from tracker.games.raging_bulls.drawing import BULLS, OPEN_RANGE, bull_at
from tracker.games.raging_bulls.field import CROSSINGS, Crossing, Fence, Field, crossings
from tracker.games.raging_bulls.scenes import scene
from tracker.games.raging_bulls.turn import (
    BOARDS,
    ENDED,
    Stage,
    crossing,
    current,
    dashed,
    drawn,
    due,
    forbids,
    landing,
    mallets,
    outcome,
    stage_of,
    stake,
    still_open,
    written,
)
from tracker.games.raging_bulls.words import say

__all__ = ["BOARDS", "TITLE", "act", "current", "laid", "landing", "meanwhile", "named", "scene", "stake", "unmoved"]

TITLE = say("play_title")
THROWS = 99  # for the bulls of one field, those on a taken crossing included


def act(at: At, do: str, value: str, throw: Throw) -> Deed:
    """Return what a tap changes, or raise Not; the first tap of a game hands out the mallets."""
    field = drawn(at)
    stage, left = stage_of(at, field), mallets(at.values)
    match do, stage:
        case "roll", "roll":
            return Deed({}, ", ".join(map(str, throw(3))))
        case "place", "place" if not at.copying:
            return _by_dice(at, field, throw)
        case (("complete" | "reopen"), "complete" | "reopen" | "copy") if do == due(at, field):
            return _texts(at, {"outcome": "completed" if do == "complete" else ""})
        case "leave", "roll" | "copy" if still_open(at, field):
            return _texts(at, {"outcome": "left"})
        case "pass", "build" | "copy" if still_open(at, field):
            return _texts(at, {"mallets": str(left - 1)} if left else {"outcome": "cut", "mallets": "0"})
    return _put(at, _changed(at, field, stage, do, value))


def _changed(at: At, field: Field, stage: Stage, do: str, value: str) -> Field:
    """Return a field with a bull or a fence more or less. Raises Not."""
    match do, stage:
        case "bull", "place" if value in map(written, CROSSINGS):
            if (bull := crossing(value)) in field.bulls:
                raise Not(say("bull_twice", bull=bull_at(bull)), "placing")
            if crossed := next((each for each in field.fences if bull in crossings(each)), None):
                raise Not(say("through_bull", fence=dashed(crossed), bull=bull_at(bull)), "blocked")
            return replace(field, bulls=(*field.bulls, bull))
        case "unbull", "place" | "copy" if at.copying and value in map(written, field.bulls):
            return replace(field, bulls=tuple(each for each in field.bulls if written(each) != value))
        case "fence", "build" | "copy" if value.count("-") == 1:
            fence = Fence.of(*value.split("-"))
            if why := forbids(field, fence, () if at.copying else at.roll):
                raise why
            return field.with_fence(fence)
        case "unfence", "copy" if value in map(str, field.fences):
            return replace(field, fences=tuple(each for each in field.fences if str(each) != value))
    raise Not(say("play_not_now"))


def laid(stones: Mapping[str, Sequence[Crossing]]) -> dict[str, str]:
    """Return the texts of a seat on whose fields bulls stand on these crossings; the mallets are handed out."""
    bulls = {f"fields-{place}-bulls": " ".join(map(written, stones[name])) for place, name in enumerate(BOARDS)}
    return {**bulls, "mallets": str(mallets({}))}


def unmoved(values: Mapping[str, str], stones: Mapping[str, Sequence[Crossing]]) -> bool:
    """Say whether a seat has its bulls on these crossings still, in whatever order."""
    there = [values.get(f"fields-{place}-bulls", "") for place in range(len(BOARDS))]
    return [sorted(drawing.read(text, "").bulls) for text in there] == [sorted(stones[name]) for name in BOARDS]


def named(before: Mapping[str, str], after: Mapping[str, str]) -> Words | None:
    """Return what a change of texts was, None when it was none of ours."""
    for name, text in after.items():
        key, old, new = name.rpartition("-")[2], before.get(name, "").split(), text.split()
        more, less = (Counter(new) - Counter(old)), (Counter(old) - Counter(new))
        if key in ("bulls", "fences") and (more or less):
            return say(f"did_{key}" if more else f"undid_{key}", what=" ".join((more or less).elements()))
        if key == "outcome" and (text in ENDED or not text):
            return say(f"did_{text or 'reopen'}")
        if key == "mallets":
            return say("did_pass")
    return None


def meanwhile(data: Json) -> Json:
    """Return a table whose fields in play count as left now; one whose bulls are not all placed counts nothing yet."""
    if not isinstance(data, dict) or not isinstance(data.get("seats"), list):
        return data
    seats: Any = data["seats"]
    return {**data, "seats": [_so_far(seat, data.get("variant") == OPEN_RANGE) for seat in seats]}


def _so_far(seat: Any, open_range: bool) -> Any:
    entries = seat.get("fields") if isinstance(seat, dict) else None
    told = [each for each in entries if isinstance(each, dict)] if isinstance(entries, list) else []
    if not any({"bulls", "fences"} & each.keys() for each in told):
        return seat
    now = current({f"fields-{place}-outcome": str(each.get("outcome", "")) for place, each in enumerate(told)})
    for name, place in zip(BOARDS, range(len(told)), strict=False):
        if not told[place].get("outcome"):
            bulls, fences = (str(told[place].get(key, "")) for key in ("bulls", "fences"))
            field = drawing.read(bulls, fences, open_range=open_range)
            outcome = "completed" if geometry.complete(field) else "left"
            ready = len(field.bulls) == BULLS[name] and (place == now or bool(fences))
            told[place] = {**told[place], "outcome": outcome} if ready else {"field": name, "outcome": "unplayed"}
    return {**seat, "fields": told}


def _by_dice(at: At, field: Field, throw: Throw) -> Deed:
    """Throw column and row for every bull that is missing, again where one stands already or a fence runs."""
    bulls, told, fenced = list(field.bulls), list[str](), [each for fence in field.fences for each in crossings(fence)]
    for _ in range(THROWS):
        if len(bulls) < BULLS[BOARDS[at.place]]:
            column, row = throw(2)
            taken = (column, row) in (*bulls, *fenced)
            bulls += [] if taken else [(column, row)]
            told.append(f"({column},{row})" if taken else f"{column},{row}")
    return replace(_put(at, replace(field, bulls=tuple(bulls))), shown=" ".join(told)[:200])


def _put(at: At, field: Field) -> Deed:
    """Return what makes the texts of a field say what is drawn; completing it ends it, and copying may reopen it."""
    texts = {"bulls": " ".join(map(written, field.bulls)), "fences": " ".join(map(str, field.fences))}
    completed = len(field.bulls) == BULLS[BOARDS[at.place]] and geometry.complete(field)
    old = outcome(at)
    return _texts(at, {**texts, "outcome": "completed" if completed else "" if old == "completed" else old})


def _texts(at: At, texts: Mapping[str, str]) -> Deed:
    """Return the texts that change, by name, and the mallets where none were handed out yet."""
    named = {key if key == "mallets" else f"fields-{at.place}-{key}": text for key, text in texts.items()}
    named = {"mallets": str(mallets(at.values)), **named}
    own = {key: text for key, text in named.items() if at.values.get(key, "") != text}
    return Deed(dict(sorted(own.items())))
