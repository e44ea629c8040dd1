"""Raging Bulls, the coach: what the partner thinks, told in the words of the pages. Standard rules only; pure.

Reads where a seat stands from the texts of its table; who is asked when, and what is kept of it, is decided elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from statistics import fmean

from pnp.data.words import Words
from tracker.boards import Advice, At, Judged
from tracker.games.raging_bulls import partner, solitaire
from tracker.games.raging_bulls.drawing import BULLS, OPEN_RANGE
from tracker.games.raging_bulls.field import POSTS, Crossing, Fence, legal
from tracker.games.raging_bulls.greedy import Greedy
from tracker.games.raging_bulls.partner import Act, Played, Turn
from tracker.games.raging_bulls.pens import ROLLS, position
from tracker.games.raging_bulls.turn import (
    BOARDS,
    ENDED,
    current,
    dashed,
    drawn,
    fences_of,
    mallets,
    outcome,
    stage_of,
    stake,
)
from tracker.games.raging_bulls.words import say

PLAYERS: Mapping[str, solitaire.Player] = {"partner": partner.PARTNER, "greedy": Greedy()}
EQUAL = 2  # points within which nobody can tell two acts from each other
SHOWN = 4  # acts of a hint

Step = tuple[tuple[int, ...], At]  # the roll that an event was, () for none, and where the seat stood after it


def pars(stones: Mapping[str, Sequence[Crossing]], seed: int) -> dict[str, int]:
    """Return what the partner scores on average on these fields, by name, and "" for mallets; their sum is the par."""
    found = partner.pars([tuple(stones[name]) for name in BOARDS], seed)
    return dict(zip((*BOARDS, ""), found, strict=True))


def helps(at: At) -> bool:
    """Say whether there is something to decide."""
    field = drawn(at)
    stage = stage_of(at, field)
    ready = at.variant != OPEN_RANGE and len(field.bulls) == BULLS[BOARDS[at.place]]
    return ready and (stage == "roll" or bool(stage == "build" and fences_of(at, field, stage)))


def advice(at: At, seed: int, enough: Callable[[], bool]) -> tuple[Advice, ...]:
    """Return the best acts, the best first, with the total that the game then comes to by the partner's play."""
    roll = at.roll if at.roll in ROLLS else None
    choices = partner.hint(drawn(at), mallets(at.values), roll, seed=seed, enough=enough)
    so_far, best = sum(_scored(replace(at, place=place)) for place in range(at.place)), choices[0].points
    return tuple(
        Advice(_named(each.act, at.place), _tap(each.act), round(so_far + each.points), best - each.points < EQUAL)
        for each in choices[:SHOWN]
    )


def _scored(at: At) -> int:
    """Return the points of a field that is over, as it was drawn, else by its counts."""
    if (field := drawn(at)).bulls:
        return solitaire.worth(position(field, 0))
    texts = (at.values.get(f"fields-{at.place}-{key}", "") for key in ("isolated", "posts_used"))
    bulls, posts = (int(text) if text.isdecimal() else 0 for text in texts)
    return bulls * BULLS[BOARDS[at.place]] + (len(POSTS) - posts if outcome(at) == "completed" else 0)


def _tap(act: Act) -> str:
    return f"fence {act}" if isinstance(act, Fence) else act


def _named(act: Act, place: int) -> Words:
    match act:
        case Fence():
            return say("act_fence", fence=dashed(act))
        case "leave":
            return say("act_leave", field=BOARDS[place])
    return say(f"coach_{act}")


def recorded(steps: Sequence[Step]) -> tuple[Played, ...]:
    """Return a game that is over and was played by dice, field by field; () for any other, as one copied from paper."""
    if not steps or steps[-1][1].variant == OPEN_RANGE or current(steps[-1][1].values) < len(BOARDS):
        return ()
    turns: list[list[Turn]] = [[] for _ in BOARDS]
    open_, before = tuple[int, ...](), steps[0][1]
    for roll, at in steps:
        place = min(current(before.values), len(BOARDS) - 1)
        old, new = (drawn(replace(each, place=place)) for each in (before, at))
        cuts = [each.values.get(f"fields-{place}-outcome") == "cut" for each in (before, at)]
        passed = mallets(at.values) < mallets(before.values) or cuts == [False, True]
        others = [f"fields-{each}-fences" for each in range(len(BOARDS)) if each != place]
        if any(at.values.get(each, "") != before.values.get(each, "") for each in others):
            return ()  # copied
        if new.fences != old.fences or passed:
            fence = new.fences[-1] if new.fences != old.fences else None
            by_dice = open_ in ROLLS and new.fences[: len(old.fences)] == old.fences
            if not by_dice or (fence and fence not in legal(old, (open_[0], open_[1], open_[2]))):
                return ()
            turns[place].append(Turn((open_[0], open_[1], open_[2]), fence))
        open_, before = (open_ or roll) if stake(at.values) == stake(before.values) else (), at
    return _fields(before, turns)


def _fields(end: At, turns: Sequence[Sequence[Turn]]) -> tuple[Played, ...]:
    """Return the fields up to a cut; () when one of them was entered by its counts, or never ended."""
    found = list[Played]()
    for place, name in enumerate(BOARDS):
        at = replace(end, place=place)
        bulls = drawn(at).bulls
        if outcome(at) not in ENDED or len(bulls) != BULLS[name]:
            return ()
        found.append(Played(bulls, tuple(turns[place]), outcome(at) == "left"))
        if outcome(at) == "cut":
            break
    return tuple(found)


def review(steps: Sequence[Step], seed: int) -> tuple[Judged, ...]:
    """Return what the partner says of each decision of a recorded game, in their order."""
    return tuple(
        Judged(
            say("coach_turn" if each.roll else "coach_before", field=BOARDS[each.field], turn=each.turn + 1),
            each.roll or (),
            _named(each.played, each.field),
            _named(each.best, each.field),
            round(each.lost),
        )
        for each in partner.replay(recorded(steps), seed)
    )


def simulate(games: int, seed: int, player: str, starts: Sequence[int]) -> tuple[solitaire.Spread, dict[str, float]]:
    """Return how the totals of so many games lie, a band beginning at each of `starts`, and the fences by field."""
    totals = solitaire.simulate(games, seed, PLAYERS[player])
    fences = {
        name: fmean(drawn)
        for place, name in enumerate(BOARDS)
        if (drawn := [total.fences[place] for total in totals if total.fences[place:]])
    }
    return solitaire.spread(totals, starts), fences
