"""Games printed side by side, a copy of the process for each (`hands`). Beside `writing`.

With two presses the games that come with Bullpen take little more than half the time. One game alone has its long decks
shared out instead. What comes out is the same to the byte.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TypeAlias

from pnp.build.gatherings import Keeping, Means
from pnp.build.hands import COPIES, Hand
from pnp.build.order import Job, Order
from pnp.build.planning import plan
from pnp.build.writing import rendered
from pnp.data.game import Game
from pnp.errors import DataError, Problem
from pnp.values import dataclass, replace

Batches: TypeAlias = Sequence[tuple[Sequence[Game], Order]]
Furniture: TypeAlias = Callable[[str], Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class Printed:
    """A finished file, not yet written: its job without what was drawn for it, how many pages it has, its bytes."""

    job: Job
    pages: int
    data: bytes


@dataclass(frozen=True, slots=True)
class _Outcome:
    files: tuple[Printed, ...]
    problems: tuple[Problem, ...]


def printed(batches: Batches, words: Furniture, presses: int = 1, keeping: Keeping | None = None) -> Iterator[Printed]:
    """Return the files that each order means for its games, in order; each is finished in its turn, none is written.

    Raises DataError with the problems of all games together. With several `presses` games are made beside one another,
    where the system can copy a process. `keeping` is where parts of long decks are kept from build to build.
    """
    parts = [(game, order) for games, order in batches for game in games]
    if presses < 2 or len(parts) < 2 or not COPIES:
        made = _planned(batches, words, Means(presses, keeping))
        return (_kept(*each) for jobs in made for each in rendered(jobs))
    outcomes = _side_by_side(parts, words, presses, keeping)
    problems = [problem for outcome in outcomes for problem in outcome.problems]
    if problems:
        raise DataError(problems)
    return (file for outcome in outcomes for file in outcome.files)


def _planned(batches: Batches, words: Furniture, means: Means) -> list[tuple[Job, ...]]:
    """Return the jobs of each order. Raises DataError with the problems of all of them."""
    made: list[tuple[Job, ...]] = []
    problems: list[Problem] = []
    for games, order in batches:
        try:
            made.append(plan(games, order, words, means))
        except DataError as error:
            problems += error.problems
    if problems:
        raise DataError(problems)
    return made


def _kept(job: Job, pages: int, data: bytes) -> Printed:
    bare = replace(job.document, pages=())
    parts = tuple(replace(part, faces=()) for part in job.parts)
    return Printed(replace(job, document=bare, finished=None, parts=parts, imposed=None), pages, data)


def _side_by_side(
    parts: Sequence[tuple[Game, Order]], words: Furniture, presses: int, keeping: Keeping | None
) -> list[_Outcome]:
    """Return what becomes of each game; the largest are begun first, so that none is waited for at the end."""
    waiting = sorted(range(len(parts)), key=lambda number: _size(parts[number][0]))
    busy: dict[int, Hand] = {}
    found: dict[int, _Outcome] = {}
    try:
        while waiting or busy:
            while waiting and len(busy) < presses:
                number = waiting.pop()
                busy[number] = Hand(partial(_made, *parts[number], words, keeping))
            number = _first_ready(busy)
            made = busy[number].result()
            del busy[number]
            found[number] = made if isinstance(made, _Outcome) else _made(*parts[number], words, keeping)
    finally:
        for hand in busy.values():  # something went wrong here: nobody waits for these any more
            hand.stop()
    return [found[number] for number in range(len(parts))]


def _size(game: Game) -> int:
    """Return how much there is to read of a game, which is about how much there is to draw."""
    return sum(path.stat().st_size for path in game.folder.rglob("*") if path.is_file())


def _made(game: Game, order: Order, words: Furniture, keeping: Keeping | None) -> _Outcome:
    try:
        return _Outcome(tuple(printed([((game,), order)], words, keeping=keeping)), ())
    except DataError as error:
        return _Outcome((), error.problems)


def _first_ready(busy: Mapping[int, Hand]) -> int:
    """Return the number of the first hand that has something to tell."""
    import select

    numbers = {hand.pipe: number for number, hand in busy.items()}
    ready, _, _ = select.select(list(numbers), [], [])
    return numbers[ready[0]]
