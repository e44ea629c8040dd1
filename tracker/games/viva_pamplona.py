"""Viva Pamplona!: the final score, and the small sums of play as functions of their own.

Figures: street spaces 1 to 34, arena from 35, tomatoes on 22 and 23, fear on six spaces, ranks 1 to 12, three runners a
seat, a loan is 10 chips.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypedDict

from tracker.scoring import Line, RuleBroken, Score, Seat, Table
from tracker.speech import Speaker

RUNNERS = 3
LAST_RANK = 12
LOAN = 10
STREET = range(1, 35)
TOMATOES = (22, 23)
FEAR = frozenset({6, 10, 15, 18, 26, 30})
CHARGE = {0: 3, 1: 2, 2: 1}  # courage by spaces in front of Torro; behind him one is paid for each space

say = Speaker(__file__)


class Scuffle(TypedDict):
    """Courage gained or paid by seat, what went to the supply, and where shoved runners now stand."""

    points: dict[str, int]
    supply: int
    moved: dict[str, int]


def score(table: Table) -> tuple[Score, ...]:
    """Return the points of every seat; `rank_points` decides between equal totals."""
    return tuple(
        Score(seat.name, tuple(_lines(seat)), {"rank_points": sum(seat.numbers("ranks"))}) for seat in table.seats
    )


def _lines(seat: Seat) -> Iterator[Line]:
    chips, loans = seat.count("chips"), seat.count("loans")
    ranks, behind = seat.numbers("ranks"), seat.numbers("behind")
    yield Line(say("chips_line"), say("sum", sum=chips), chips, "final-score")
    if ranks:
        yield Line(say("ranks_line"), say("sum", sum=" + ".join(map(str, ranks))), sum(ranks), "ranks")
    if behind:
        text = "−" + " − ".join(map(str, behind))
        yield Line(say("behind_line"), say("sum", sum=text), -sum(behind), "final-score")
    if loans:
        yield Line(say("loans_line"), say("sum", sum=f"−{loans} × {LOAN}"), -loans * LOAN, "loan")


def check(table: Table) -> Iterator[RuleBroken]:
    """Yield seats with too many runners (refused); missing runners and gaps in the ranks (warned)."""
    for number, seat in enumerate(table.seats):
        runners = len(seat.numbers("ranks")) + len(seat.numbers("behind"))
        if runners > RUNNERS:
            yield RuleBroken(f"seats[{number}].behind", say("too_many", found=runners, most=RUNNERS))
        elif runners < RUNNERS:
            text = say("too_few", found=runners, most=RUNNERS)
            yield RuleBroken(f"seats[{number}].ranks", text, warning=True)
    taken = {rank for seat in table.seats for rank in seat.numbers("ranks")}
    gaps = [str(rank) for rank in range(1, max(taken, default=0)) if rank not in taken]
    if gaps:
        yield RuleBroken("seats", say("gaps", ranks=", ".join(gaps)), warning=True)


def charge(torro: int, runners: Mapping[str, Sequence[int]]) -> dict[str, int]:
    """Return the courage each seat gains or pays at a charge, Torro and its runners on the track on these spaces."""
    return {
        seat: sum(CHARGE.get(space - torro, min(space - torro, 0)) for space in spaces)
        for seat, spaces in runners.items()
    }


def slide(space: int, steps: int) -> dict[str, int]:
    """Return where a move of `steps` from `space` ends; landing on tomatoes slides back in front of both."""
    landed = space + steps
    return {"to": TOMATOES[0] - 1 if landed in TOMATOES else landed}


def scuffle(by: str, space: int, runners: Mapping[str, int]) -> Scuffle:
    """Settle a scuffle that `by` starts on a street space after its turn, every beaten seat shoved forward.

    `runners` counts the runners of each seat on the space. A shoved runner that lands on a space of fear pays 1.
    """
    done = Scuffle(points=dict.fromkeys(runners, 0), supply=0, moved={})
    for seat, count in runners.items():
        ahead = runners[by] - count
        if seat == by or not count or ahead < 1 or space not in STREET:
            continue
        landed = slide(space, ahead)["to"]
        fee = count if landed in FEAR else 0
        done["points"][by] += ahead
        done["points"][seat] -= ahead + fee
        done["supply"] += fee
        done["moved"][seat] = landed
    return done


def ranks(rounds: Sequence[Sequence[tuple[str, int]]], taken: int = 0) -> dict[str, list[list[int]]]:
    """Return the rank of each arrival as (seat, arena space), round by round in the order given.

    The farthest comes first, equal spaces share a rank, the next one is the next free number, and 12 is the last.
    """
    given: list[list[int]] = []
    for arrivals in rounds:
        spaces = sorted({space for _, space in arrivals}, reverse=True)
        given.append([min(taken + 1 + spaces.index(space), LAST_RANK) for _, space in arrivals])
        taken += len(spaces)
    return {"ranks": given}


def loan(chips: int, due: int, loans: int = 0) -> dict[str, int]:
    """Pay `due` from `chips`, taking loans of 10 as long as the chips do not reach."""
    while chips < due:
        chips, loans = chips + LOAN, loans + 1
    return {"chips": chips - due, "loans": loans}
