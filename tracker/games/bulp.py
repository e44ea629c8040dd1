"""Bulp!: the simple score, and the elimination score with the removal worked out from a line card by card.

Figures: one point for each missing card, open outlet and broken card; by elimination one card goes for each outlet and
break, and only what is then missing counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tracker.scoring import Line, Referee, RuleBroken, Score, Seat, Table

ELIMINATION = "elimination"

say = Referee(__file__)


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
        left, table_cards, broken = _removal(seat)
        missing, own = max(0, distance - left), own or table_cards
        reckoning = say("removal_sum", distance=distance, left=left, outlets=seat.count("outlets"), broken=broken)
    line = Line(say("missing"), reckoning, missing, "elimination-score")
    return Score(seat.name, (line,), {"own_cards": own, "hand": seat.count("hand")})


def _removal(seat: Seat) -> tuple[int, int, int]:
    """Return the cards left without a gap and the own cards left, as `remove`, and how many were broken."""
    cards = seat.records("line")
    broken = sum(card.count("broken") for card in cards) + seat.count("side_broken")
    shared, side = [bool(card.count("shared")) for card in cards], [card.count("side") for card in cards]
    return *remove(shared, side, seat.count("outlets") + broken), broken


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
        if table.variant == ELIMINATION:
            yield from _check_line(f"seats[{number}]", seat)
        elif seat.count("missing") and not seat.count("outlets"):
            yield say.warn(f"seats[{number}].outlets", "no_outlet")
    if table.variant != ELIMINATION and sum(not seat.count("missing") for seat in table.seats) > 1:
        yield say.warn("seats", "two_connected")


def _check_line(where: str, seat: Seat) -> Iterator[RuleBroken]:
    distance, missing, cards = seat.count("distance"), seat.count("missing"), seat.records("line")
    if not distance:
        return
    right = max(0, distance - _removal(seat)[0])
    if missing and missing != right:
        yield say.refuse(f"{where}.missing", "other_missing", found=missing, allowed=right)
    if len(cards) > distance:
        yield say.warn(f"{where}.line", "long_line", found=len(cards), most=distance)
    elif len(cards) < distance and not seat.count("outlets"):
        yield say.warn(f"{where}.outlets", "no_outlet")
    side, broken = sum(card.count("side") for card in cards), seat.count("side_broken")
    if broken > side:
        yield say.warn(f"{where}.side_broken", "side_broken_more", found=broken, most=side)
