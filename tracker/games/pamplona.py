"""Pamplona: Viva San Fermín!: the score of up to four Runs, and Lion and Rabbit from how the runners were placed.

Figures: 6 − rows ahead in bravery, the Lion 3, the Rabbit −1, all only for a runner who gets home; a Horn is worth 2
and a Hoof 1 whatever becomes of him. The track has 13 rows of 4 lanes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias, cast

from pnp.data.game import Json
from tracker.scoring import Entry, Line, RuleBroken, Score, Seat, Table
from tracker.speech import Speaker, shown

KEYS = ("placements",)
ROWS, LANES = 13, 4
FARTHEST = 5
BRAVEST = FARTHEST + 1
LION, RABBIT = 3, -1
HORN, HOOF = 2, 1
NOT_HOME = 99  # for the order of crossing; home without an order comes just before

say = Speaker(__file__)

Seats: TypeAlias = "Sequence[tuple[int, Seat, Entry]]"


def score(table: Table) -> tuple[Score, ...]:
    """Return the points of every seat, Run by Run; `crossed` in the last Run decides between equal totals."""
    last = max((len(seat.records("runs")) for seat in table.seats), default=0) - 1
    return tuple(Score(seat.name, tuple(_lines(seat)), {"crossed": _crossed(seat, last)}) for seat in table.seats)


def _lines(seat: Seat) -> Iterator[Line]:
    for number, run in enumerate(seat.records("runs"), 1):
        distance = run.count("distance")
        if run.count("home"):
            text = say("bravery_sum", most=BRAVEST, distance=distance)
            yield Line(say("run_bravery", run=number), text, BRAVEST - distance, "bravery")
            for key, points in (("lion", LION), ("rabbit", RABBIT)):
                if run.count(key):
                    yield Line(say(f"run_{key}", run=number), say(f"{key}_sum"), points, "lion-rabbit")
        else:
            yield Line(say("run_bravery", run=number), say("not_home"), 0, "final-score")
        for key, worth, rule in (("horns", HORN, "goring"), ("hoofs", HOOF, "trampling")):
            if count := run.count(key):
                yield Line(say(f"run_{key}", run=number), say("times", count=count, worth=worth), count * worth, rule)


def _crossed(seat: Seat, last: int) -> int:
    runs = seat.records("runs")
    if last < 0 or len(runs) <= last or not runs[last].count("home"):
        return NOT_HOME
    return runs[last].count("crossed") or NOT_HOME - 1


def check(table: Table) -> Iterator[RuleBroken]:
    """Yield what cannot be in one Run (refused), and what is odd in it or missing at a tie (warned)."""
    lengths = [len(seat.records("runs")) for seat in table.seats]
    most = max(lengths, default=0)
    for place, length in enumerate(lengths):
        if length < most:
            yield RuleBroken(f"seats[{place}].runs", say("fewer_runs", found=length, most=most), warning=True)
    for number in range(most):
        seats = [
            (place, seat, seat.records("runs")[number])
            for place, seat in enumerate(table.seats)
            if lengths[place] > number
        ]
        yield from _run(number, seats)
    scores = score(table)
    for place, own in enumerate(scores):
        equal = [other for other in scores if other is not own and other.total == own.total]
        if own.measure("crossed") == NOT_HOME - 1 and any(other.measure("crossed") < NOT_HOME for other in equal):
            yield RuleBroken(f"seats[{place}].runs[{most - 1}].crossed", say("tie_open"), warning=True)


def _run(number: int, seats: Seats) -> Iterator[RuleBroken]:
    holders: dict[tuple[str, int], str] = {}
    for place, seat, run in seats:
        where = f"seats[{place}].runs[{number}]"
        distance, crossed, home = run.count("distance"), run.count("crossed"), run.count("home")
        if run.count("lion") and distance > 1:
            yield RuleBroken(f"{where}.lion", say("lion_far", found=distance))
        if crossed and not home:
            yield RuleBroken(f"{where}.crossed", say("crossed_not_home", found=crossed))
        for key in ("lion", "rabbit", "crossed"):
            value = run.count(key)
            if value and (key, value) in holders:
                found = value if key == "crossed" else "true"
                text = say("twice", found=found, name=holders[key, value])
                yield RuleBroken(f"{where}.{key}", text)
            elif value:
                holders[key, value] = seat.name
    yield from _odd(number, seats)


def _odd(number: int, seats: Seats) -> Iterator[RuleBroken]:
    lost = [place for place, _, run in seats if not run.count("home")]
    farthest = max((run.count("distance") for _, _, run in seats), default=0)
    for place, _, run in seats:
        where, horns = f"seats[{place}].runs[{number}]", run.count("horns")
        others = len(lost) - (place in lost)
        if run.count("rabbit") and run.count("distance") < farthest:
            text = say("rabbit_near", found=run.count("distance"), most=farthest)
            yield RuleBroken(f"{where}.rabbit", text, warning=True)
        if horns > others:
            yield RuleBroken(f"{where}.horns", say("horns_more", found=horns, most=others), warning=True)
        if run.count("home") and run.count("crossed") > len(seats) - len(lost):
            text = say("crossed_more", found=run.count("crossed"), most=len(seats) - len(lost))
            yield RuleBroken(f"{where}.crossed", text, warning=True)
    horns = sum(run.count("horns") for _, _, run in seats)
    if horns > len(lost) and all(run.count("horns") <= len(lost) - (place in lost) for place, _, run in seats):
        yield RuleBroken("seats", say("horns_in_all", run=number + 1, found=horns, most=len(lost)), warning=True)
    if len(seats) > 1 and not lost and not any(run.count("rabbit") for _, _, run in seats):
        yield RuleBroken("seats", say("no_rabbit", run=number + 1), warning=True)


def placing(bulls: Mapping[str, Sequence[int]], runners: Sequence[tuple[str, int, int]]) -> dict[str, Json]:
    """Return each runner's rows ahead and who gets Lion and Rabbit, from squares as (row, lane) in placing order."""
    lead = max(row for row, _ in bulls.values())
    distance: dict[str, Json] = {name: row - lead for name, row, _ in runners}
    leading = {lane: name for name, (row, lane) in bulls.items() if row == lead}
    brave = {lane: name for name, row, lane in runners if row == lead + 1 and leading.get(lane, name) != name}
    farthest = max(row for _, row, _ in runners)
    rabbit = [name for name, row, _ in runners if row == farthest][-1]
    return {"distance": distance, "lion": brave[max(brave)] if brave else "", "rabbit": rabbit}


def fill(data: Json) -> tuple[Json, tuple[RuleBroken, ...]]:
    """Put distance, Lion and Rabbit of each Run into the seats of a table that tells how the runners were placed."""
    if not isinstance(data, dict) or "placements" not in data or not isinstance(data.get("seats"), list):
        return data, ()
    seats = [_copied(seat) for seat in cast("list[Json]", data["seats"])]
    players = [
        (f"seats[{place}].runs", str(seat.get("name")).strip(), cast("list[Json]", seat["runs"]))
        for place, seat in enumerate(seats)
        if isinstance(seat, dict) and isinstance(seat.get("runs"), list)
    ]
    found, most = data["placements"], max((len(runs) for _, _, runs in players), default=0)
    if not isinstance(found, list) or len(found) > most:
        return data, (RuleBroken("placements", say("placements", found=shown(found), most=most)),)
    misfits: list[RuleBroken] = []
    for number, placement in enumerate(found):
        wrong = list(_misplaced(f"placements[{number}]", placement, [name for _, name, _ in players]))
        placed = None if wrong else placing(**cast("dict[str, Any]", placement))
        misfits += wrong
        for where, name, runs in players:
            if len(runs) > number and isinstance(run := runs[number], dict):
                misfits += _placed(f"{where}[{number}]", name, run, placed)
    return {**data, "seats": cast("Json", seats)}, tuple(misfits)


def _copied(seat: Json) -> Json:
    if not isinstance(seat, dict) or not isinstance(runs := seat.get("runs"), list):
        return seat
    return {**seat, "runs": [dict(run) if isinstance(run, dict) else run for run in runs]}


def _placed(where: str, name: str, run: dict[str, Json], placed: Mapping[str, Json] | None) -> Iterator[RuleBroken]:
    """Fill in what the placement tells of one runner, and yield what was written otherwise."""
    if placed is None:  # one fault is enough
        run.setdefault("distance", 1)
        return
    distance = cast("dict[str, Json]", placed["distance"])
    facts = {"distance": distance[name], "lion": placed["lion"] == name, "rabbit": placed["rabbit"] == name}
    for key, fact in facts.items():
        if run.setdefault(key, fact) != fact and (key == "distance" or run.get("home") is True):
            yield RuleBroken(f"{where}.{key}", say("not_as_placed", found=shown(run[key]), allowed=shown(fact)))


def _misplaced(where: str, placement: Json, names: Sequence[str]) -> Iterator[RuleBroken]:
    """Yield what is wrong with one placement: its shape, names, squares, and runners outside the rows allowed."""
    match placement:
        case {"bulls": dict(bulls), "runners": list(runners), **more} if bulls and not more:
            pass
        case _:
            yield RuleBroken(where, say("placement", found=shown(placement)))
            return
    pieces: list[tuple[str, Json]] = [
        (f"{where}.bulls", [name, *(square if isinstance(square, list) else [square])])
        for name, square in bulls.items()
    ]
    squares: dict[tuple[int, int], str] = {}
    lead, placed = 0, list[str]()
    for number, (here, piece) in enumerate([*pieces, *((f"{where}.runners[{n}]", r) for n, r in enumerate(runners))]):
        match piece:
            case [str(name), int(row), int(lane)] if name in names and _on_track(row, lane):
                runs = number >= len(pieces)
                if (row, lane) in squares:
                    yield RuleBroken(here, say("square_taken", found=shown(piece)))
                elif runs and name in placed:
                    yield RuleBroken(here, say("placed_twice", found=shown(name)))
                elif runs and not lead < row <= lead + FARTHEST:
                    text = say("far_row", found=row, low=lead + 1, high=min(ROWS, lead + FARTHEST))
                    yield RuleBroken(here, text)
                squares[row, lane] = name
                placed += [name] if runs else []
                lead = lead if runs else max(lead, row)
            case _:
                yield RuleBroken(
                    here, say("square", found=shown(piece), names=", ".join(names), rows=ROWS, lanes=LANES)
                )
    if left := [name for name in names if name not in placed]:
        yield RuleBroken(f"{where}.runners", say("not_placed", names=", ".join(left)))


def _on_track(row: int, lane: int) -> bool:
    return 0 < row <= ROWS and 0 < lane <= LANES and not isinstance(row, bool) and not isinstance(lane, bool)
