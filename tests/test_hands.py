"""Work shared out among processes comes to the same as the work of one, whatever befalls a process."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from threading import Lock

import pytest

from pnp.build.hands import COPIES, Hand, shared_out

pytestmark = pytest.mark.skipif(not COPIES, reason="this system does not copy processes")

HERE = os.getpid()
TASKS = tuple(range(11))


def squares(tasks: Iterable[int]) -> Iterator[int]:
    yield from (task * task for task in tasks)


def children() -> list[int]:
    """Return the processes that this one has begun and that are still there, ended or not."""
    return [int(each) for each in Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()]


@pytest.fixture(autouse=True)
def _none_is_left() -> Iterator[None]:
    """Check that no process is left when a test is over."""
    before = children()
    yield
    assert children() == before


@pytest.mark.parametrize("presses", [-1, 0, 1, 2, 3, 8, 11, 40])
def test_results_come_in_the_order_of_tasks(presses: int) -> None:
    assert shared_out(TASKS, squares, presses) == [task * task for task in TASKS]


@pytest.mark.parametrize("presses", [1, 2])
def test_no_task_has_no_result(presses: int) -> None:
    assert shared_out((), squares, presses) == []


def test_each_press_takes_the_next_task_when_it_has_done_one() -> None:
    def makers(tasks: Iterable[int]) -> Iterator[int]:
        for task in tasks:
            time.sleep(0.3 if task == 0 else 0.01)
            yield os.getpid()

    made = shared_out(TASKS, makers, 2)
    assert len(set(made)) == 2
    assert made.count(made[0]) == 1  # the others were done before the first


def test_this_process_takes_tasks_when_it_has_done_what_is_to_be_done_meanwhile() -> None:
    done: list[int] = []
    made = shared_out(TASKS, lambda tasks: (os.getpid() for _ in tasks), 2, lambda: done.append(time.sleep(1) or 1))
    assert (done, len(set(made) - {HERE})) == ([1], 1)
    assert shared_out((), squares, 2, lambda: done.append(2)) == []
    assert done == [1, 2]


def test_there_may_be_more_tasks_than_a_pipe_holds_numbers() -> None:
    tasks = range(70_000)
    assert shared_out(tasks, squares, 3) == [task * task for task in tasks]


def test_a_result_may_be_larger_than_a_pipe_holds() -> None:
    def large(tasks: Iterable[int]) -> Iterator[bytes]:
        yield from (bytes([task]) * 3_000_000 for task in tasks)

    assert [(each[0], len(each)) for each in shared_out(TASKS[:4], large, 4)] == [(at, 3_000_000) for at in range(4)]


def test_what_a_killed_copy_does_not_manage_is_made_here() -> None:
    def dying(tasks: Iterable[int]) -> Iterator[int]:
        for task in tasks:
            if os.getpid() != HERE and task == 4:
                os.kill(os.getpid(), signal.SIGKILL)
            yield task * task

    assert shared_out(TASKS, dying, 3) == [task * task for task in TASKS]


def test_what_a_system_without_room_for_a_copy_does_not_manage_is_made_here(monkeypatch: pytest.MonkeyPatch) -> None:
    def full() -> int:
        raise BlockingIOError

    monkeypatch.setattr(os, "fork", full)
    assert shared_out(TASKS, squares, 3) == [task * task for task in TASKS]
    assert Hand(lambda: 1).result() is None
    Hand(lambda: 1).stop()


def test_what_cannot_be_handed_over_is_made_here() -> None:
    def locks(tasks: Iterable[int]) -> Iterator[object]:
        yield from (Lock() for _ in tasks)

    assert len(shared_out(TASKS, locks, 2)) == len(TASKS)


@pytest.mark.parametrize("presses", [1, 2, 8])
def test_a_fault_of_a_copy_is_told_as_it_would_be_without_it(presses: int, capfd: pytest.CaptureFixture[str]) -> None:
    def failing(tasks: Iterable[int]) -> Iterator[int]:
        for task in tasks:
            if task == 5:
                raise KeyError("the fifth")
            yield task

    with pytest.raises(KeyError, match="the fifth"):
        shared_out(TASKS, failing, presses)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("fault", [KeyboardInterrupt, ValueError])
def test_a_fault_of_this_process_ends_the_copies(fault: type[BaseException]) -> None:
    def slow(tasks: Iterable[int]) -> Iterator[int]:
        if os.getpid() != HERE:
            time.sleep(60)
        raise fault
        yield from tasks

    began = time.monotonic()
    with pytest.raises(fault):
        shared_out(TASKS, slow, 4)
    assert time.monotonic() - began < 30


def test_an_interruption_while_waiting_for_a_copy_ends_all_copies() -> None:
    def slow(tasks: Iterable[int]) -> Iterator[int]:
        if os.getpid() != HERE:
            time.sleep(60)
        else:
            signal.setitimer(signal.ITIMER_REAL, 0.1)
        yield from tasks

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    began = time.monotonic()
    try:
        with pytest.raises(KeyboardInterrupt):
            shared_out(TASKS, slow, 3)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert time.monotonic() - began < 30


def test_a_copy_writes_nothing_that_this_process_was_about_to_write(tmp_path: Path) -> None:
    path = tmp_path / "words"
    with path.open("w") as file:
        file.write("once")
        assert shared_out(TASKS, squares, 4) == [task * task for task in TASKS]
    assert path.read_text() == "once"


def test_a_hand_that_has_ended_can_be_stopped() -> None:
    hand = Hand(lambda: sys.version)
    assert hand.result() == sys.version
    hand.stop()


def test_a_hand_that_is_stopped_is_gone() -> None:
    before = children()
    hand = Hand(lambda: time.sleep(60))
    assert len(children()) == len(before) + 1
    hand.stop()
    assert children() == before
