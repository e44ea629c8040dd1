"""Which PDFs in a game's folder are left from earlier builds, so that nobody prints a piece that is no more.

After planning. Looks at names alone and touches nothing. Knows no page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pnp.build.order import Job, Order

APART = ("packed", "cut-plan")  # names of what is made only when it is asked for, or with more behind


def older(batches: Iterable[tuple[Order, Sequence[Job]]], out: Path) -> tuple[Path, ...]:
    """Return the files below `out` that bear the paper, language and ink of a whole game's, and no name of its pieces.

    What was made of a piece for some serials or some faces bears its name too, and is not among them.
    """
    batches = tuple(batches)
    made = {out / job.path for _, jobs in batches for job in jobs}
    found = {path for order, jobs in batches for path in _alike(order, jobs, out)}
    return tuple(sorted(found - made))


def _alike(order: Order, jobs: Sequence[Job], out: Path) -> Iterator[Path]:
    if order.pieces is not None or order.serials or order.only:
        return
    for folder, lang in sorted({(job.path.parent, job.document.lang) for job in jobs}):
        end = f"-{order.paper.id}-{lang}{'-low' if order.ink == 'low' else ''}.pdf"
        here = [job for job in jobs if job.path.parent == folder]
        names = {job.path.name.removesuffix(end) for job in here} | {part.id for job in here for part in job.parts}
        for path in (out / folder).glob(f"*{end}"):
            name = path.name.removesuffix(end)
            if not any(name == known or name.startswith(f"{known}-") for known in (*names, *APART)):
                yield path
