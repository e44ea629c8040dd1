"""Games printed side by side: one process for each, as many at a time as there are presses. Beside `writing`.

A process that is copied after the games are read costs some milliseconds and shares what was read; with two of them the
games that come with the press take little more than half the time. What comes out is the same to the byte.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import BinaryIO, TypeAlias

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


_Outcome: TypeAlias = tuple[tuple[Printed, ...], tuple[Problem, ...]]


def printed(batches: Batches, words: Furniture, presses: int = 1) -> Iterator[Printed]:
    """Return the files that each order means for its games, in order; each is finished in its turn, none is written.

    Raises DataError with the problems of all games together. With several `presses` games are made beside one another,
    where the system can copy a process.
    """
    parts = [(game, order) for games, order in batches for game in games]
    if presses < 2 or len(parts) < 2 or sys.platform != "linux":
        return (_kept(*each) for jobs in _planned(batches, words) for each in rendered(jobs))
    outcomes = _side_by_side(parts, words, presses)
    problems = [problem for _, told in outcomes for problem in told]
    if problems:
        raise DataError(problems)
    return (file for files, _ in outcomes for file in files)


def _planned(batches: Batches, words: Furniture) -> list[tuple[Job, ...]]:
    """Return the jobs of each order. Raises DataError with the problems of all of them."""
    made: list[tuple[Job, ...]] = []
    problems: list[Problem] = []
    for games, order in batches:
        try:
            made.append(plan(games, order, words))
        except DataError as error:
            problems += error.problems
    if problems:
        raise DataError(problems)
    return made


def _kept(job: Job, pages: int, data: bytes) -> Printed:
    bare = replace(job.document, pages=())
    parts = tuple(replace(part, faces=()) for part in job.parts)
    return Printed(replace(job, document=bare, finished=None, parts=parts, imposed=None), pages, data)


def _side_by_side(parts: Sequence[tuple[Game, Order]], words: Furniture, presses: int) -> list[_Outcome]:
    """Return what becomes of each game; the largest are begun first, so that none is waited for at the end."""
    waiting = sorted(range(len(parts)), key=lambda number: _size(parts[number][0]))
    busy: list[tuple[int, int, BinaryIO]] = []
    found: dict[int, _Outcome] = {}
    try:
        while waiting or busy:
            while waiting and len(busy) < presses:
                number = waiting.pop()
                busy.append((number, *_begun(*parts[number], words)))
            number, child, pipe = busy.pop(_first_ready([pipe for *_, pipe in busy]))
            found[number] = _ended(child, pipe) or _made(*parts[number], words)
    finally:
        for _, child, pipe in busy:  # something went wrong here: nobody waits for these any more
            os.kill(child, signal.SIGKILL)
            _ended(child, pipe)
    return [found[number] for number in range(len(parts))]


def _size(game: Game) -> int:
    """Return how much there is to read of a game, which is about how much there is to draw."""
    return sum(path.stat().st_size for path in game.folder.rglob("*") if path.is_file())


def _made(game: Game, order: Order, words: Furniture) -> _Outcome:
    try:
        return tuple(printed([((game,), order)], words)), ()
    except DataError as error:
        return (), error.problems


def _begun(game: Game, order: Order, words: Furniture) -> tuple[int, BinaryIO]:
    """Return a process that makes a game, and the pipe that what becomes of it is read from."""
    source, sink = os.pipe()
    child = os.fork()
    if child:
        os.close(sink)
        return child, os.fdopen(source, "rb")
    status = 1
    try:
        os.close(source)
        with os.fdopen(sink, "wb") as pipe:
            pickle.dump(_made(game, order, words), pipe, pickle.HIGHEST_PROTOCOL)
        status = 0
    finally:
        os._exit(status)


def _first_ready(pipes: Sequence[BinaryIO]) -> int:
    import select

    ready, _, _ = select.select(pipes, [], [])
    return pipes.index(ready[0])


def _ended(child: int, pipe: BinaryIO) -> _Outcome | None:
    """Return what a process has made; None if it came to a bad end: then the game is made again, here."""
    with pipe:
        data = pipe.read()
    _, status = os.waitpid(child, 0)
    if status:
        return None
    outcome: _Outcome = pickle.loads(data)
    return outcome
