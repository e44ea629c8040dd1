"""Raging Bulls: four fields, the mallets left, and the rating. Solo; several seats compare their own games.

Figures: n bulls on field A to D are worth n each, 24 posts stand round each field, an unspent mallet is worth 3.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tracker.scoring import Entry, Line, RuleBroken, Score, Seat, Table
from tracker.speech import Speaker

BULLS = {"A": 3, "B": 4, "C": 5, "D": 6}
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

say = Speaker(__file__)


def score(table: Table) -> tuple[Score, ...]:
    """Return the points of every seat: its fields in order, then its mallets."""
    return tuple(Score(seat.name, tuple(_lines(seat))) for seat in table.seats)


def _lines(seat: Seat) -> Iterator[Line]:
    for name, entry in _fields(seat):
        outcome, bulls, times = entry.word("outcome"), entry.count("isolated"), BULLS[name]
        if outcome in RULES:
            reckoning = say("bulls_sum", bulls=bulls, times=times)
            yield Line(say("bulls", field=name), reckoning, bulls * times, RULES[outcome])
        if outcome == "completed":
            used = entry.count("posts_used")
            yield Line(say("posts", field=name), say("posts_sum", posts=POSTS, used=used), POSTS - used, RULES[outcome])
    if _finished(seat):
        left = seat.count("mallets")
        yield Line(say("mallets"), say("mallets_sum", left=left, worth=MALLET), left * MALLET, "mallets")


def _fields(seat: Seat) -> list[tuple[str, Entry]]:
    return list(zip(BULLS, seat.records("fields"), strict=False))


def _finished(seat: Seat) -> bool:
    """Say whether the last field was completed or left: only then do mallets count."""
    return any(name == "D" and entry.word("outcome") in ("completed", "left") for name, entry in _fields(seat))


def check(table: Table) -> Iterator[RuleBroken]:
    """Yield what contradicts itself on a sheet (refused) and what is odd (warned)."""
    for number, seat in enumerate(table.seats):
        where = f"seats[{number}]"
        outcomes = [entry.word("outcome") for _, entry in _fields(seat)]
        cut = outcomes.index("cut") if "cut" in outcomes else len(outcomes)
        for place, (name, entry) in enumerate(_fields(seat)):
            here = f"{where}.fields[{place}]"
            if place > cut and outcomes[place] != "unplayed":
                text = say("after_cut", found=outcomes[place], allowed="unplayed")
                yield RuleBroken(f"{here}.outcome", text)
            else:
                yield from _field(here, name, entry, table.variant)
        yield from _skipped(f"{where}.fields", outcomes)
        left = seat.count("mallets")
        if left and cut < len(outcomes):
            yield RuleBroken(f"{where}.mallets", say("after_cut", found=left, allowed=0))
        elif left and not _finished(seat):
            yield RuleBroken(f"{where}.mallets", say("early_mallets", found=left), warning=True)


def _field(here: str, name: str, entry: Entry, variant: str) -> Iterator[RuleBroken]:
    outcome, bulls, posts = entry.word("outcome"), entry.count("isolated"), entry.count("posts_used")
    everyone = BULLS[name]
    least = FEWEST[variant][name]
    if outcome == "completed" and bulls < everyone:
        yield RuleBroken(f"{here}.isolated", say("not_all", found=bulls, allowed=everyone))
    elif outcome == "unplayed" and bulls:
        yield RuleBroken(f"{here}.isolated", say("bulls_unplayed", found=bulls))
    elif outcome in ("left", "cut") and bulls >= everyone:
        text = say("all_but_left", found=bulls, most=everyone - 1, all=everyone)
        yield RuleBroken(f"{here}.isolated", text)
    elif outcome == "unplayed" and posts:
        yield RuleBroken(f"{here}.posts_used", say("posts_unplayed", found=posts), warning=True)
    elif outcome != "completed":  # posts of a field left or cut count nothing, so they may be left out
        least = FEWEST_FOR_SOME[min(bulls, 3)] if posts and variant == "standard" else 0
    if outcome != "unplayed" and posts < least and (outcome == "completed") == (bulls == everyone):
        text = say("few_posts", found=posts, bulls=bulls, least=least)
        yield RuleBroken(f"{here}.posts_used", text, warning=True)


def _skipped(where: str, outcomes: Sequence[str]) -> Iterator[RuleBroken]:
    for place, outcome in enumerate(outcomes):
        if outcome == "unplayed" and any(later != "unplayed" for later in outcomes[place:]):
            yield RuleBroken(f"{where}[{place}].outcome", say("skipped"), warning=True)
