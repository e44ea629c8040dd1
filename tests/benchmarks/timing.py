"""Whole processes, timed: wall, processor and memory of one command, and several commands in turn as pairs.

Below all measures; knows nothing of cards. Linux and macOS; the summed memory of helpers is read on Linux alone.
The process that times must stay smaller than those it times: until a new process has loaded its program it counts the
memory of its parent as its own.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread

MB = 1024 * 1024
UNIT = 1 if sys.platform == "darwin" else 1024  # of ru_maxrss


@dataclass(frozen=True, slots=True)
class Run:
    """One finished process: seconds on the wall, seconds of processor with all it waited for, MB of the largest."""

    wall: float
    cpu: float
    peak: float


@dataclass(frozen=True, slots=True)
class Program:
    """A command to time; `before` lays the table for it, untimed."""

    command: Sequence[str]
    before: Callable[[], object] = lambda: None
    environment: Mapping[str, str] | None = None
    folder: Path | None = None


@dataclass(frozen=True, slots=True)
class Spread:
    """The least, the middle and the greatest of some figures."""

    low: float
    mid: float
    high: float


def spread(values: Sequence[float]) -> Spread:
    return Spread(min(values), statistics.median(values), max(values))


def ratios(a: Sequence[Run], b: Sequence[Run]) -> Spread:
    """Return by how much `a` took longer than `b` on the wall, round by round."""
    return spread([one.wall / other.wall for one, other in zip(a, b, strict=True)])


def labours(a: Sequence[Run], b: Sequence[Run]) -> Spread:
    """Return how much more of the processor `a` took than `b`, round by round."""
    return spread([one.cpu / other.cpu for one, other in zip(a, b, strict=True)])


def surroundings() -> dict[str, str]:
    """Return the environment for what is timed: everywhere but here Python keeps what it has compiled."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def once(program: Program, watch: bool = False) -> Run:
    """Run a program to its end. With `watch` its peak is that of its whole family together. Raises RuntimeError."""
    program.before()
    with tempfile.TemporaryFile() as said:
        environment = {**surroundings(), **(program.environment or {})}
        start = time.perf_counter()
        process = subprocess.Popen(
            program.command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=said,
            env=environment,
            cwd=program.folder,
        )
        family = _Family(process.pid) if watch else None
        _, status, used = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            said.seek(0)
            raise RuntimeError(f"{' '.join(program.command)}: {process.returncode}\n{said.read().decode()[-2000:]}")
    peak = max(used.ru_maxrss * UNIT / MB, family.stopped() if family else 0.0)
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * UNIT / MB
    return Run(wall, used.ru_utime + used.ru_stime, peak if peak > own else float("nan"))


def in_turn(programs: Mapping[str, Program], rounds: int) -> dict[str, list[Run]]:
    """Run all programs one after the other, `rounds` times, each round from the next one on; before that once each.

    The first time, which only warms up, tells the memory of each program's whole family.
    """
    names = list(programs)
    families = {name: once(programs[name], watch=True).peak for name in names}
    runs: dict[str, list[Run]] = {name: [] for name in names}
    for number in range(rounds):
        turn = number % len(names)
        for name in names[turn:] + names[:turn]:
            run = once(programs[name])
            runs[name].append(Run(run.wall, run.cpu, max(run.peak, families[name])))
    return runs


class _Family(Thread):
    """Watches the memory of a process and of all that it started: their shares (PSS) are added up."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self._pid, self._peak, self._end = pid, 0, Event()
        self.start()

    def run(self) -> None:
        while not self._end.wait(0.01):
            members = _members(self._pid)
            if len(members) > 1:  # of one process alone the kernel knows the exact peak
                self._peak = max(self._peak, sum(map(_share, members)))

    def stopped(self) -> float:
        self._end.set()
        self.join()
        return self._peak / MB


def _members(pid: int) -> list[int]:
    found = [pid]
    for each in found:
        try:
            kept = [path.read_text() for path in Path(f"/proc/{each}/task").glob("*/children")]
        except OSError:
            continue
        found += [int(child) for children in kept for child in children.split()]
    return found


def _share(pid: int) -> int:
    try:
        text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    except OSError:
        return 0
    return sum(int(line.split()[1]) * 1024 for line in text.splitlines() if line.startswith("Pss:"))
