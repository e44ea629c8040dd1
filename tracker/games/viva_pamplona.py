"""Viva Pamplona!: the final score, from chips or from what was noted during play, and the small sums of play.

Figures: 30 chips to begin with, street spaces 1 to 34, arena from 35, tomatoes on 22 and 23, fear on six spaces, ranks
1 to 12, three runners a seat, a loan is 10 chips.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from pnp.data.game import Json
from pnp.data.words import Words
from tracker.scoring import Entry, Line, Referee, RuleBroken, Score, Seat, Table

START = 30
RUNNERS = 3
LAST_RANK = 12
LOAN = 10
STREET = range(1, 35)
LAST_SPACE = 42  # past the arena: from there a die cannot come
TOMATOES = (22, 23)
FEAR = frozenset({6, 10, 15, 18, 26, 30})
CHARGE = {0: 3, 1: 2, 2: 1}  # courage by spaces in front of Torro; behind him one is paid for each space

say = Referee(__file__)

Lost: TypeAlias = "Mapping[str, list[tuple[str, Entry]]]"  # by loser: who won it, and the scuffle


def score(table: Table) -> tuple[Score, ...]:
    """Return the points of every seat; `rank_points` decides between equal totals."""
    lost = _lost(table)
    return tuple(
        Score(seat.name, tuple(_lines(seat, lost)), {"rank_points": sum(seat.numbers("ranks"))}) for seat in table.seats
    )


def _lost(table: Table) -> Lost:
    lost: dict[str, list[tuple[str, Entry]]] = {seat.name: [] for seat in table.seats}
    for seat in table.seats:
        for entry in seat.records("log"):
            if "scuffle" in entry.values and (loser := entry.group("scuffle").word("from")) in lost:
                lost[loser].append((seat.name, entry.group("scuffle")))
    return lost


def _lines(seat: Seat, lost: Lost) -> Iterator[Line]:
    chips, loans = seat.count("chips"), seat.count("loans")
    ranks, behind = seat.numbers("ranks"), seat.numbers("behind")
    if seat.values["log"] is None:
        yield Line(say("chips_line"), say("sum", sum=chips), chips, "final-score")
    else:
        steps = [step for _, step, _ in _steps(seat, lost)]
        loans = sum(step.points for step in steps if step.rule == "loan") // LOAN
        yield from (Line(say("start_line"), say("sum", sum=START), START, "setup"), *steps)
    if ranks:
        yield Line(say("ranks_line"), say("sum", sum=" + ".join(map(str, ranks))), sum(ranks), "ranks")
    if behind:
        text = "−" + " − ".join(map(str, behind))
        yield Line(say("behind_line"), say("sum", sum=text), -sum(behind), "final-score")
    if loans:
        yield Line(say("loans_line"), say("sum", sum=f"−{loans} × {LOAN}"), -loans * LOAN, "loan")


def _steps(seat: Seat, lost: Lost) -> Iterator[tuple[str, Line, bool]]:
    """Yield the lines of a log with their place in it, loans that had to be taken (True) before what they paid.

    Nobody notes when a scuffle was lost, so what others won stands at the end, by their names.
    """
    log = enumerate(seat.records("log"))
    steps = [(f"log[{number}]", _step(number + 1, entry)) for number, entry in log if entry.values]
    for name, group in sorted(lost[seat.name], key=lambda each: each[0]):
        steps.append(("log", _scuffled(say("lost_line"), "lost_sum", name, -1, group)))
    chips = START
    for number, (where, line) in enumerate(steps):
        after = steps[number + 1][1] if number + 1 < len(steps) else line
        noted = after.points // LOAN if after.rule == "loan" else 0  # taken for this, and noted behind it
        taken = loan(chips, -line.points)["loans"] - noted
        if line.points < 0 < taken:
            yield where, Line(say("forced_line"), say("loan_sum", count=taken, worth=LOAN), taken * LOAN, "loan"), True
            chips += taken * LOAN
        yield where, line, False
        chips += line.points


def _step(number: int, entry: Entry) -> Line:
    (kind,) = entry.values
    label = say(f"{kind}_line", number=number)
    match kind:
        case "charge":
            spaces = entry.numbers(kind)
            paid = ", ".join(f"{_signed(space)} → {_signed(_courage(space))}" for space in spaces)
            return Line(label, say("sum", sum=paid), sum(map(_courage, spaces)), kind)
        case "scuffle":
            return _scuffled(label, "won_sum", entry.group(kind).word("from"), 1, entry.group(kind))
        case _:
            count, worth = entry.count(kind), LOAN if kind == "loan" else -1
            return Line(label, say(f"{kind}_sum", count=count, worth=worth), count * worth, kind)


def _scuffled(label: Words, key: str, name: str, sign: int, group: Entry) -> Line:
    own, theirs = group.count("own"), group.count("theirs")
    return Line(label, say(key, own=own, theirs=theirs, name=name), sign * (own - theirs), "scuffle")


def _courage(space: int) -> int:
    return CHARGE.get(space, min(space, 0))


def _signed(number: int) -> str:
    return f"{number:+d}".replace("-", "−") if number else "0"


def fill(data: Json) -> tuple[Json, tuple[RuleBroken, ...]]:
    """Refuse chips beside a log, and give an empty log to whoever has neither at a table where others have one."""
    if not isinstance(data, dict) or not isinstance(seats := data.get("seats"), list):
        return data, ()
    logged = {place for place, seat in enumerate(seats) if isinstance(seat, dict) and seat.get("log") is not None}
    chips = {place for place, seat in enumerate(seats) if isinstance(seat, dict) and "chips" in seat}
    filled: list[Json] = [
        {"log": [], **seat} if isinstance(seat, dict) and logged and place not in chips else seat
        for place, seat in enumerate(seats)
    ]
    broken = [say.refuse(f"seats[{place}].log", "chips_and_log") for place in sorted(logged & chips)]
    return {**data, "seats": filled}, tuple(broken)


def check(table: Table) -> Iterator[RuleBroken]:
    """Yield seats with too many runners and scuffles that nobody wins (refused); then what is odd or missing (warned).

    A loan that a payment forces is added and told, as its line is not in the log.
    """
    for number, seat in enumerate(table.seats):
        if seat.values["log"] is not None:
            yield from _check_log(f"seats[{number}]", seat, table)
        runners = len(seat.numbers("ranks")) + len(seat.numbers("behind"))
        if runners > RUNNERS:
            yield say.refuse(f"seats[{number}].behind", "too_many", found=runners, most=RUNNERS)
        elif runners < RUNNERS:
            yield say.warn(f"seats[{number}].ranks", "too_few", found=runners, most=RUNNERS)
    taken = {rank for seat in table.seats for rank in seat.numbers("ranks")}
    if gaps := {*range(1, max(taken, default=0))} - taken:
        yield say.warn("seats", "gaps", ranks=", ".join(map(str, sorted(gaps))), count=len(gaps))


def _check_log(where: str, seat: Seat, table: Table) -> Iterator[RuleBroken]:
    counting = [other.name for other in table.seats if other.values["log"] is None]
    for number, entry in enumerate(seat.records("log")):
        here = f"{where}.log[{number}]"
        if far := [space for space in entry.numbers("charge") if abs(space) >= LAST_SPACE]:
            yield say.warn(f"{here}.charge", "far", found=far[0], most=LAST_SPACE - 1)
        if "scuffle" not in entry.values:
            continue
        group = entry.group("scuffle")
        own, theirs = group.count("own"), group.count("theirs")
        if own <= theirs:
            yield say.refuse(f"{here}.scuffle.own", "no_majority", found=own, theirs=theirs)
        if group.word("from") in counting:
            yield say.warn(f"{here}.scuffle.from", "counted", name=group.word("from"))
    steps = list(_steps(seat, _lost(table)))
    for place, line, forced in steps:
        if forced:
            yield say.warn(f"{where}.{place}", "forced", count=line.points // LOAN)
    loans = sum(line.points for _, line, _ in steps if line.rule == "loan") // LOAN
    if seat.count("loans") not in (0, loans):
        yield say.warn(f"{where}.loans", "other_loans", found=seat.count("loans"), allowed=loans)


def charge(torro: int, runners: Mapping[str, Sequence[int]]) -> dict[str, int]:
    """Return the courage each seat gains or pays at a charge, Torro and its runners on the track on these spaces."""
    return {seat: sum(_courage(space - torro) for space in spaces) for seat, spaces in runners.items()}


def slide(space: int, steps: int) -> dict[str, int]:
    """Return where a move of `steps` from `space` ends; landing on tomatoes slides back in front of both."""
    landed = space + steps
    return {"to": TOMATOES[0] - 1 if landed in TOMATOES else landed}


def scuffle(by: str, space: int, runners: Mapping[str, int]) -> dict[str, Any]:
    """Settle a scuffle that `by` starts on a street space after its turn, every beaten seat shoved forward.

    `runners` counts the runners of each seat on the space. Returns the courage gained or paid by seat (`points`), what
    went to the `supply`, as a shoved runner that lands on a space of fear pays 1, and where shoved runners now stand
    (`moved`).
    """
    points, moved = dict.fromkeys(runners, 0), dict[str, int]()
    beaten = [seat for seat, count in runners.items() if 0 < count < runners[by] and space in STREET]
    for seat in beaten:
        ahead = runners[by] - runners[seat]
        moved[seat] = slide(space, ahead)["to"]
        points[by] += ahead
        points[seat] -= ahead + (runners[seat] if moved[seat] in FEAR else 0)
    return {"points": points, "supply": -sum(points.values()), "moved": moved}


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
    taken = max(0, -((chips - due) // LOAN))
    return {"chips": chips - due + taken * LOAN, "loans": loans + taken}
