"""Work shared out among copies of this process, as many at a time as there are presses. Knows nothing of what is made.

A process that is copied when everything is read costs some milliseconds and shares what was read. What comes out is the
same as from one process alone.
"""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import BinaryIO, Generic, TypeVar

Task = TypeVar("Task")
Made = TypeVar("Made")

COPIES = sys.platform == "linux"
"""Whether the system copies processes in a way that is safe."""
MOST = 4  # processes that share work: more of them would take more memory than they save time
_SIZE, _HELD = 4, 10_000  # bytes of a number in a pipe, and how many numbers it holds


class Hand:
    """A copy of this process that makes something."""

    def __init__(self, make: Callable[[], object]) -> None:
        """Begin: `make` runs in the copy; what it returns is pickled.

        Where the system has no room for another process, there is a hand that comes to a bad end.
        """
        source, sink = os.pipe()
        self._child = -1
        with suppress(OSError):
            self._child = os.fork()
        if not self._child:
            _work(make, source, sink)
        os.close(sink)
        self.pipe: BinaryIO = os.fdopen(source, "rb")

    def result(self) -> object:
        """Wait for what is made, and return it; None if the copy came to a bad end."""
        data = self.pipe.read()
        return None if self._ended() else pickle.loads(data)

    def stop(self) -> None:
        """End the copy: nobody waits for what it makes."""
        import signal

        if self._child > 0:
            os.kill(self._child, signal.SIGKILL)
        self._ended()

    def _ended(self) -> int:
        """Wait for the end of the copy, and return how it came to it: 0 is well."""
        self.pipe.close()
        status = 1
        if self._child > 0:
            _, status = os.waitpid(self._child, 0)
        self._child = -1
        return status


def _work(make: Callable[[], object], source: int, sink: int) -> None:
    status = 1
    try:
        os.close(source)
        with os.fdopen(sink, "wb") as pipe:
            pickle.dump(make(), pipe, pickle.HIGHEST_PROTOCOL)
        status = 0
    finally:
        os._exit(status)


def shared_out(
    tasks: Sequence[Task],
    work: Callable[[Iterable[Task]], Iterator[Made]],
    presses: int,
    meanwhile: Callable[[], object] = lambda: None,
) -> list[Made]:
    """Return what `work` yields for each of the tasks, in their order; with several `presses` side by side.

    Every press takes the next task when it has done one, this process after it has done what is to be done `meanwhile`.
    What a copy does not manage is made here.
    """
    made: dict[int, Made] = {}
    hands: list[Hand] = []
    with _Queue(tasks) as queue:
        try:
            for _ in range(min(min(presses, MOST) - 1, len(tasks)) if COPIES else 0):
                hands.append(Hand(lambda: queue.done(work)))
            meanwhile()
            made |= queue.done(work)
            while hands:
                found = hands[0].result()
                del hands[0]  # not before: who breaks off while it is waited for ends it too
                made |= found if isinstance(found, dict) else {}
        finally:
            for hand in hands:
                hand.stop()
    lost = [at for at in range(len(tasks)) if at not in made]
    made |= zip(lost, work([tasks[at] for at in lost]), strict=True)
    return [made[at] for at in range(len(tasks))]


class _Queue(Generic[Task]):
    """Tasks that are waiting, each taken once by whichever process asks first: their numbers stand in a pipe."""

    def __init__(self, tasks: Sequence[Task]) -> None:
        self._tasks = tasks
        self._step = -(-len(tasks) // _HELD) or 1  # tasks that are taken together
        self._source, sink = os.pipe()
        for first in range(0, len(tasks), self._step):
            os.write(sink, first.to_bytes(_SIZE, "big"))
        os.close(sink)

    def __enter__(self) -> _Queue[Task]:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._source)

    def done(self, work: Callable[[Iterable[Task]], Iterator[Made]]) -> dict[int, Made]:
        """Take tasks until none is left; return what becomes of them by their numbers."""
        taken: list[int] = []
        return {taken[at]: made for at, made in enumerate(work(self._next(taken)))}

    def _next(self, taken: list[int]) -> Iterator[Task]:
        while number := os.read(self._source, _SIZE):
            first = int.from_bytes(number, "big")
            for at in range(first, min(first + self._step, len(self._tasks))):
                taken.append(at)
                yield self._tasks[at]
