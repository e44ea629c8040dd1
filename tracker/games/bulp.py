"""Bulp!: the simple score, and the elimination score with the removal worked out from a line card by card.

Figures: one point for each missing card, open outlet and broken card; by elimination one card goes for each outlet and
break, and only what is then missing counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tracker.scoring import Line, RuleBroken, Score, Seat, Table
from tracker.speech import Speaker

ELIMINATION = "elimination"

say = Speaker(__file__)


def score(table: Table) -> tuple[Score, ...]:
    """Return the points of every seat; `missing`, `own_cards` and `hand` decide between equal totals."""
    return tuple(_eliminated(seat) if table.variant == ELIMINATION else _simple(seat) for seat in table.seats)


def _simple(seat: Seat) -> Score:
    counts = {key: seat.count(key) for key in ("missing", "outlets", "broken")}
    lines = tuple(Line(say(key), say("each", count=count), count, key) for key, count in counts.items())
    return Score(seat.name, lines, {"missing": counts["missing"], "hand": seat.count("hand")})


def _eliminated(seat: Seat) -> Score:
    missing, own = seat.count("missing"), seat.count("own_cards")
    reckoning = say("missing_after", count=missing)
    if distance := seat.count("distance"):
        left, table_cards = _removal(seat)
        missing, own = max(0, distance - left), own or table_cards
        reckoning = say("removal_sum", distance=distance, left=left, **_faults(seat))
    line = Line(say("missing"), reckoning, missing, "elimination-score")
    return Score(seat.name, (line,), {"own_cards": own, "hand": seat.count("hand")})


def _faults(seat: Seat) -> dict[str, int]:
    broken = sum(card.count("broken") for card in seat.records("line")) + seat.count("side_broken")
    return {"outlets": seat.count("outlets"), "broken": broken}


def _removal(seat: Seat) -> tuple[int, int]:
    cards = seat.records("line")
    shared, side = [bool(card.count("shared")) for card in cards], [card.count("side") for card in cards]
    return remove(shared, side, sum(_faults(seat).values()))


def remove(shared: Sequence[bool], side: Sequence[int], count: int) -> tuple[int, int]:
    """Take `count` cards off a line, and return the cards left from the spring without a gap and the own cards left.

    The cards are given from the spring outward, with the side cards that hang on each. Removing begins at the village;
    side cards go before the card they hang on, shared cards stay, and what finds no card is void.
    """
    left, kept = list(side), [True] * len(side)
    for place in reversed(range(len(side))):
        gone = min(count, left[place])
        left[place], count = left[place] - gone, count - gone
        if count and not shared[place]:
            kept[place], count = False, count - 1
    whole = kept.index(False) if False in kept else len(kept)
    return whole, sum(left) + sum(stays and not common for stays, common in zip(kept, shared, strict=True))


def check(table: Table) -> Iterator[RuleBroken]:
    """Yield a removal that contradicts the missing cards given (refused), and lines that cannot be (warned)."""
    for number, seat in enumerate(table.seats):
        where = f"seats[{number}]"
        if table.variant == ELIMINATION:
            yield from _check_line(where, seat)
        elif seat.count("missing") and not seat.count("outlets"):
            yield RuleBroken(f"{where}.outlets", say("no_outlet"), warning=True)
    if table.variant != ELIMINATION and sum(not seat.count("missing") for seat in table.seats) > 1:
        yield RuleBroken("seats", say("two_connected"), warning=True)


def _check_line(where: str, seat: Seat) -> Iterator[RuleBroken]:
    distance, missing, cards = seat.count("distance"), seat.count("missing"), seat.records("line")
    if not distance:
        return
    right = max(0, distance - _removal(seat)[0])
    if missing and missing != right:
        yield RuleBroken(f"{where}.missing", say("other_missing", found=missing, allowed=right))
    if len(cards) > distance:
        text = say("long_line", found=len(cards), most=distance)
        yield RuleBroken(f"{where}.line", text, warning=True)
    elif len(cards) < distance and not seat.count("outlets"):
        yield RuleBroken(f"{where}.outlets", say("no_outlet"), warning=True)
    side, broken = sum(card.count("side") for card in cards), seat.count("side_broken")
    if broken > side:
        yield RuleBroken(f"{where}.side_broken", say("side_broken_more", found=broken, most=side), warning=True)
