"""Raging Bulls: four fields, the mallets left, and the rating. Solo; several seats compare their own games.

Figures: n bulls on field A to D are worth n each, 24 posts stand round each field, an unspent mallet is worth 3. A
field is told by its counts or by what was drawn, which `drawing` reads and `field` judges.
"""

from __future__ import annotations

from collections.abc import Iterator

from tracker.games.raging_bulls import play
from tracker.games.raging_bulls.drawing import BULLS, fill
from tracker.games.raging_bulls.play import meanwhile
from tracker.games.raging_bulls.words import say
from tracker.scoring import Entry, Line, RuleBroken, Score, Seat, Table

__all__ = ["COACH", "check", "fill", "meanwhile", "play", "say", "score"]

COACH = f"{__name__}.coach"
POSTS = 24
MALLET = 3
RULES = {"completed": "completing", "left": "leaving", "cut": "passing"}

# Fewest posts with which every bull of a field can be shut in: full chords between posts on different sides, each post
# used at most twice. The perimeter shuts nothing in, except on the open range.
FEWEST = {
    "standard": {"A": 5, "B": 5, "C": 5, "D": 5},
    "open-range": {"A": 3, "B": 3, "C": 4, "D": 4},
}
FEWEST_FOR_SOME = (0, 3, 4, 5)  # posts for 0, 1, 2 and more closed cells, standard rules only


def score(table: Table) -> tuple[Score, ...]:
    """Return the points of every seat: its fields in order, then its mallets."""
    return tuple(Score(seat.name, tuple(_lines(seat))) for seat in table.seats)


def _lines(seat: Seat) -> Iterator[Line]:
    for name, entry in zip(BULLS, seat.records("fields"), strict=False):
        outcome, bulls, used = entry.word("outcome"), entry.count("isolated"), entry.count("posts_used")
        if outcome in RULES:
            reckoning = say("bulls_sum", bulls=bulls, times=BULLS[name])
            yield Line(say("bulls", field=name), reckoning, bulls * BULLS[name], RULES[outcome])
        if outcome == "completed":
            yield Line(say("posts", field=name), say("posts_sum", posts=POSTS, used=used), POSTS - used, RULES[outcome])
    if _finished(seat):
        left = seat.count("mallets")
        yield Line(say("mallets"), say("mallets_sum", left=left, worth=MALLET), left * MALLET, "mallets")


def _finished(seat: Seat) -> bool:
    """Say whether the last field was completed or left: only then do mallets count."""
    return any(entry.word("outcome") in ("completed", "left") for entry in seat.records("fields")[len(BULLS) - 1 :])


def check(table: Table) -> Iterator[RuleBroken]:
    """Yield what contradicts itself on a sheet (refused) and what is odd (warned)."""
    for number, seat in enumerate(table.seats):
        where, entries = f"seats[{number}]", seat.records("fields")
        outcomes = [entry.word("outcome") for entry in entries]
        cut = outcomes.index("cut") if "cut" in outcomes else len(outcomes)
        for place, (name, entry) in enumerate(zip(BULLS, entries, strict=False)):
            here = f"{where}.fields[{place}]"
            if place > cut and outcomes[place] != "unplayed":
                yield say.refuse(f"{here}.outcome", "played_after_cut")
            else:
                yield from _field(here, name, entry, table.variant)
            if outcomes[place] == "unplayed" and {*outcomes[place:]} != {"unplayed"}:
                yield say.warn(f"{here}.outcome", "skipped")
        left = seat.count("mallets")
        if left and cut < len(outcomes):
            yield say.refuse(f"{where}.mallets", "after_cut", found=left)
        elif left and not _finished(seat):
            yield say.warn(f"{where}.mallets", "early_mallets", found=left)


def _field(here: str, name: str, entry: Entry, variant: str) -> Iterator[RuleBroken]:
    outcome, bulls, posts = entry.word("outcome"), entry.count("isolated"), entry.count("posts_used")
    everyone, least = BULLS[name], FEWEST[variant][name]
    if outcome == "completed" and bulls < everyone:
        yield say.refuse(f"{here}.isolated", "not_all", found=bulls, allowed=everyone)
    elif outcome == "unplayed" and bulls:
        yield say.refuse(f"{here}.isolated", "bulls_unplayed", found=bulls)
    elif outcome in ("left", "cut") and bulls >= everyone:
        yield say.refuse(f"{here}.isolated", "all_but_left", found=bulls, most=everyone - 1, all=everyone)
    elif outcome == "unplayed" and posts:
        yield say.warn(f"{here}.posts_used", "posts_unplayed", found=posts)
    elif outcome != "completed":  # posts of a field left or cut count nothing, so they may be left out
        least = FEWEST_FOR_SOME[min(bulls, 3)] if posts and variant == "standard" else 0
    if outcome != "unplayed" and posts < least and (outcome == "completed") == (bulls == everyone):
        yield say.warn(f"{here}.posts_used", "few_posts", found=posts, bulls=bulls, least=least)
