"""Pamplona: Viva San Fermín!: the score of up to four Runs, and Lion and Rabbit from how the runners were placed.

Figures: 6 − rows ahead in bravery, the Lion 3, the Rabbit −1, all only for a runner who gets home; a Horn is worth 2
and a Hoof 1 whatever becomes of him. The track has 13 rows of 4 lanes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias, cast

from pnp.data.game import Field, Json
from pnp.data.words import Words
from tracker.scoring import Entry, Helper, Line, Referee, Refused, RuleBroken, Score, Seat, Table
from tracker.speech import shown

KEYS = ("placements",)
RUNS = 4
ROWS, LANES = 13, 4
FARTHEST = 5
BRAVEST = FARTHEST + 1
LION, RABBIT = 3, -1
HORN, HOOF = 2, 1
NOT_HOME = 99  # for the order of crossing; home without an order comes just before
PIECES = ("bull", "ox", "runner")  # animals before runners, for two in one square

say = Referee(__file__)

Run: TypeAlias = "tuple[str, str, dict[str, Json]]"  # where it stands in a table, whose it is, and what was written
Piece: TypeAlias = "tuple[str, list[Any]]"  # where it is told, and its name, row and lane, if they are


def score(table: Table) -> tuple[Score, ...]:
    """Return the points of every seat, Run by Run; `crossed` in the last Run decides between equal totals."""
    last = _played(table) - 1
    return tuple(
        Score(seat.name, tuple(_lines(seat.records("runs"))), {"crossed": _crossed(seat, last)}) for seat in table.seats
    )


def _played(table: Table) -> int:
    return max((len(seat.records("runs")) for seat in table.seats), default=0)


def _lines(runs: Sequence[Entry]) -> Iterator[Line]:
    for number, run in enumerate(runs, 1):
        label, distance = say("run_bravery", run=number), run.count("distance")
        if run.count("home"):
            reckoning = say("bravery_sum", most=BRAVEST, distance=distance)
            yield Line(label, reckoning, BRAVEST - distance, "bravery")
            for key, points in (("lion", LION), ("rabbit", RABBIT)):
                if run.count(key):
                    yield Line(say(f"run_{key}", run=number), say(f"{key}_sum"), points, "lion-rabbit")
        else:
            yield Line(label, say("not_home"), 0, "final-score")
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
    played = _played(table)
    for place, seat in enumerate(table.seats):
        if (found := len(seat.records("runs"))) < played:
            yield say.warn(f"seats[{place}].runs", "fewer_runs", found=found, most=played)
    for number in range(played):
        there = {place: seat.records("runs")[number : number + 1] for place, seat in enumerate(table.seats)}
        runs = {place: found[0] for place, found in there.items() if found}
        yield from _twice(table, number, runs)
        yield from _odd(number, runs)
    scores = score(table)
    for place, own in enumerate(scores):
        equal = [other.measure("crossed") for other in scores if other is not own and other.total == own.total]
        if own.measure("crossed") == NOT_HOME - 1 and min(equal, default=NOT_HOME) < NOT_HOME:
            yield say.warn(f"seats[{place}].runs[{played - 1}].crossed", "tie_open")


def _twice(table: Table, number: int, runs: Mapping[int, Entry]) -> Iterator[RuleBroken]:
    """Yield a Lion or a place that the runner cannot have, and what two seats have in one Run."""
    holders: dict[tuple[str, int], int] = {}
    for place, run in runs.items():
        where, distance, crossed = f"seats[{place}].runs[{number}]", run.count("distance"), run.count("crossed")
        if run.count("lion") and distance > 1:
            yield say.refuse(f"{where}.lion", "lion_far", found=distance)
        if crossed and not run.count("home"):
            yield say.refuse(f"{where}.crossed", "crossed_not_home", found=crossed)
        for key in ("lion", "rabbit", "crossed"):
            value = run.count(key)
            holder = holders.setdefault((key, value), place)
            if value and holder != place:
                yield say.refuse(f"{where}.{key}", "twice", name=table.seats[holder].name)


def _odd(number: int, runs: Mapping[int, Entry]) -> Iterator[RuleBroken]:
    lost = {place for place, run in runs.items() if not run.count("home")}
    farthest = max(run.count("distance") for run in runs.values())
    for place, run in runs.items():
        where, distance, horns = f"seats[{place}].runs[{number}]", run.count("distance"), run.count("horns")
        if run.count("rabbit") and distance < farthest:
            yield say.warn(f"{where}.rabbit", "rabbit_near", found=distance, most=farthest)
        if horns > len(lost - {place}):
            yield say.warn(f"{where}.horns", "horns_more", found=horns, most=len(lost - {place}))
        if place not in lost and run.count("crossed") > (home := len(runs) - len(lost)):
            yield say.warn(f"{where}.crossed", "crossed_more", found=run.count("crossed"), most=home)
    horns = sum(run.count("horns") for run in runs.values())
    if horns > len(lost) and all(run.count("horns") <= len(lost - {place}) for place, run in runs.items()):
        yield say.warn("seats", "horns_in_all", run=number + 1, found=horns, most=len(lost))
    if len(runs) > 1 and not lost and not any(run.count("rabbit") for run in runs.values()):
        yield say.warn("seats", "no_rabbit", run=number + 1)


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
    """Put distance, Lion and Rabbit of each Run into the seats of a table that tells where everybody was placed.

    A table tells it in `placements`, all of a Run together, or by the squares in each seat's Run.
    """
    if not isinstance(data, dict) or not isinstance(data.get("seats"), list):
        return data, ()
    seats = cast("list[Any]", data["seats"])
    runs = {
        place: [dict(run) if isinstance(run, dict) else run for run in seat["runs"]]
        for place, seat in enumerate(seats)
        if isinstance(seat, dict) and isinstance(seat.get("runs"), list)
    }
    names = {place: str(seats[place].get("name")).strip() for place in runs}
    found, most = data.get("placements", []), max(map(len, runs.values()), default=0)
    if not isinstance(found, list) or len(found) > most:
        return data, (say.refuse("placements", "placements", found=shown(found), most=most),)
    misfits: list[RuleBroken] = []
    for number in range(most):
        whole = {place: own[number] for place, own in runs.items() if len(own) > number}
        there = [(f"seats[{at}].runs[{number}]", names[at], run) for at, run in whole.items() if isinstance(run, dict)]
        misfits += _fill_run(there, [*names.values()], number, found[number : number + 1])
    filled = [{**seat, "runs": runs[place]} if place in runs else seat for place, seat in enumerate(seats)]
    return {**data, "seats": filled}, tuple(misfits)


def _fill_run(there: Sequence[Run], names: Sequence[str], number: int, told: Sequence[Json]) -> Iterator[RuleBroken]:
    """Fill in what a placement tells of each runner of a Run, and yield what is wrong with it or written otherwise.

    `told` is what the table has for the Run, if anything; else it is taken from the squares of the seats.
    """
    squares = [where for where, _, run in there if run.get("runner") or run.get("bull")]
    if not told and not squares:
        return
    yield from (say.refuse(where, "placed_both") for where in squares if told)
    bulls, runners, wrong = _of_table(f"placements[{number}]", told[0], names) if told else _of_seats(there)
    yield from wrong
    if wrong:  # one fault is enough
        for _, _, run in there:
            run.setdefault("distance", 1)
        return
    placed: Any = placing({name: square for _, (name, *square) in bulls}, [tuple(piece) for _, piece in runners])
    for where, name, run in there:
        facts = [("distance", placed["distance"][name]), *((key, placed[key] == name) for key in ("lion", "rabbit"))]
        for key, fact in facts:
            if run.setdefault(key, fact) != fact and (key == "distance" or run.get("home") is True):
                said = "not_as_placed" if key == "distance" else "placed_otherwise"
                yield say.refuse(f"{where}.{key}", said, found=shown(run[key]), allowed=shown(fact))


def _of_table(where: str, told: Json, names: Sequence[str]) -> tuple[list[Piece], list[Piece], list[RuleBroken]]:
    """Return bulls and runners as a table tells them for one Run, and what is wrong with them."""
    match told:
        case {"bulls": dict(found), "runners": list(people), **more} if found and not more:
            bulls = [_piece(f"{where}.bulls", name, square) for name, square in found.items()]
            runners = [(f"{where}.runners[{number}]", cast("list[Any]", one)) for number, one in enumerate(people)]
            return bulls, runners, list(_misplaced(bulls, runners, names, f"{where}.runners"))
    return [], [], [say.refuse(where, "placement", found=shown(told))]


def _of_seats(there: Sequence[Run]) -> tuple[list[Piece], list[Piece], list[RuleBroken]]:
    """Return bulls and runners as the seats tell them for one Run, and what is wrong with them."""
    order = sorted(there, key=lambda each: _order(each[2]))
    bulls = [_piece(f"{where}.bull", name, run["bull"]) for where, name, run in there if run.get("bull")]
    runners = [_piece(f"{where}.runner", name, run["runner"]) for where, name, run in order if run.get("runner")]
    missing = [f"{where}.runner" for where, _, run in there if not run.get("runner")]
    wrong = list(_misplaced(bulls, runners, [name for _, name, _ in there], (missing or [""])[0]))
    if not bulls:
        wrong.append(say.refuse(f"{there[0][0]}.bull", "no_bull"))
    if not wrong:
        farthest = max(row for _, (_, row, _) in runners)
        tied = [each for each, (_, (_, row, _)) in zip(order, runners, strict=True) if row == farthest]
        if len({_order(run) for _, _, run in tied} - {0}) < len(tied) > 1:
            wrong += [say.refuse(f"{where}.placed", "placed_open") for where, _, _ in tied]
    return bulls, runners, wrong


def _order(run: Mapping[str, Json]) -> int:
    return number if isinstance(number := run.get("placed"), int) else 0


def _piece(where: str, name: str, square: Json) -> Piece:
    return where, [name, *(square if isinstance(square, list) else [square])]


def _misplaced(bulls: list[Piece], runners: list[Piece], names: Sequence[str], last: str) -> Iterator[RuleBroken]:
    """Yield what is wrong with the squares of one Run: their shape, names, and runners outside the rows allowed.

    `last` is where to tell of runners that were not placed.
    """
    squares: set[tuple[int, int]] = set()
    lead, placed = 0, list[str]()
    for number, (where, piece) in enumerate([*bulls, *runners]):
        match piece:
            case [str(name), row, lane] if name in names and _on_track(row, lane):
                runs = number >= len(bulls)
                if (row, lane) in squares:
                    yield say.refuse(where, "square_taken", found=shown(piece))
                elif runs and name in placed:
                    yield say.refuse(where, "placed_twice", found=shown(name))
                elif runs and not lead < row <= lead + FARTHEST:
                    yield say.refuse(where, "far_row", found=row, low=lead + 1, high=min(ROWS, lead + FARTHEST))
                squares.add((row, lane))
                placed += [name] if runs else []
                lead = lead if runs else max(lead, row)
            case _:
                allowed = {"names": ", ".join(names), "rows": ROWS, "lanes": LANES}
                yield say.refuse(where, "square", found=shown(piece), **allowed)
    if last and (left := [name for name in names if name not in placed]):
        yield say.refuse(last, "not_placed", names=", ".join(left))


def _on_track(row: object, lane: object) -> bool:
    return type(row) is int and type(lane) is int and 0 < row <= ROWS and 0 < lane <= LANES  # true is no row


def setup_order(table: Table) -> tuple[str, ...]:
    """Return who goes first in the setup of the next Run: lowest total, then who crossed earlier, then as before."""
    order = list(table.seats)
    for last in range(_played(table)):
        totals = {seat.name: sum(line.points for line in _lines(seat.records("runs")[: last + 1])) for seat in order}
        order.sort(key=lambda seat: (totals[seat.name], _crossed(seat, last)))
    return tuple(seat.name for seat in order)


def notes(table: Table) -> Iterator[tuple[Words, str]]:
    """Yield who begins the setup of the next Run, and the rule that says so, as long as there is one."""
    if (played := _played(table)) < RUNS:
        yield say("setup_next", run=played + 1, names=", ".join(setup_order(table))), "setup-order"


def turns(pieces: Sequence[tuple[str, int, int]]) -> dict[str, list[str]]:
    """Return the order of a round, from pieces on (row, lane): from the lead back, in a row from right to left.

    Of two in one square the one given first has its turn first; animals are given before runners.
    """
    return {"order": [name for name, *_ in sorted(pieces, key=lambda piece: (-piece[1], -piece[2]))]}


def _turns(table: Table) -> Iterator[Words]:
    names: dict[str, Words] = {}
    pieces: list[tuple[str, int, int]] = []
    for number, piece in ((number, piece) for piece in PIECES for number in range(len(table.seats))):
        seat, where = table.seats[number], f"seats[{number}].{piece}"
        match seat.numbers(piece):
            case ():
                continue
            case (row, lane) if _on_track(row, lane):
                names[where] = say("turn", name=seat.name, piece=say(f"its_{piece}"))
                pieces.append((where, row, lane))
            case square:
                found = ", ".join(map(str, square))
                raise Refused([say.refuse(where, "row_lane", found=found, rows=ROWS, lanes=LANES)])
    yield from (names[where] for where in turns(pieces)["order"])


_SQUARE = {"help": say("its_square"), "kind": "list", "low": 1, "high": ROWS, "most": 2}
_ASKED = tuple(Field(piece, say(f"its_{piece}"), **cast("Any", _SQUARE)) for piece in PIECES)
HELPERS = {"turns": Helper(say("turns"), say("turns_help"), "turn-order", _ASKED, _turns)}
