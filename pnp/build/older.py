"""Which PDFs in a game's folder are left from earlier builds, so that nobody prints a piece that is no more.

After planning. Looks at names alone and touches nothing. Knows no page.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.values import dataclass

if TYPE_CHECKING:
    from pnp.build.order import Job, Order

APART = ("packed", "cut-plan")  # names of what is made only when it is asked for, or with more behind


@dataclass(frozen=True, slots=True)
class Whole:
    """A game of which all was made: its folder, the end of its files' names, and what may stand before that."""

    folder: str
    end: str
    names: tuple[str, ...]


def older(batches: Iterable[tuple[Order, Sequence[Job]]], out: Path) -> tuple[Path, ...]:
    """Return the files below `out` that bear the paper, language and ink of a whole game's, and no name of its pieces.

    What was made of a piece for some serials or some faces bears its name too, and is not among them.
    """
    batches = tuple(batches)
    return left(wholes(batches), [job.path.as_posix() for _, jobs in batches for job in jobs], out)


def wholes(batches: Iterable[tuple[Order, Sequence[Job]]]) -> tuple[Whole, ...]:
    """Return the games of which all was made."""
    return tuple(whole for order, jobs in batches for whole in _wholes(order, jobs))


def left(wholes: Iterable[Whole], made: Collection[str], out: Path) -> tuple[Path, ...]:
    """Return what `older` returns, of what was told of a build: its whole games, and its files below `out`."""
    files = {out / name for name in made}
    return tuple(sorted({path for whole in wholes for path in _alike(whole, out)} - files))


def _wholes(order: Order, jobs: Sequence[Job]) -> Iterator[Whole]:
    if order.pieces is not None or order.serials or order.only:
        return
    for folder, lang in sorted({(job.path.parent, job.document.lang) for job in jobs}):
        end = f"-{order.paper.id}-{lang}{'-low' if order.ink == 'low' else ''}.pdf"
        here = [job for job in jobs if job.path.parent == folder]
        names = {job.path.name.removesuffix(end) for job in here} | {part.id for job in here for part in job.parts}
        yield Whole(folder.as_posix(), end, tuple(sorted(names)))


def _alike(whole: Whole, out: Path) -> Iterator[Path]:
    for path in (out / whole.folder).glob(f"*{whole.end}"):
        name = path.name.removesuffix(whole.end)
        if not any(name == known or name.startswith(f"{known}-") for known in (*whole.names, *APART)):
            yield path
