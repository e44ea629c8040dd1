"""From finished documents to files, each written as a whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.build.order import Job
from pnp.scene import Document
from pnp.values import replace

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor

SAMPLE = 16  # sheets of a long deck that are weighed
ROUGH = 50.0  # dots an inch that weigh areas well; lines of a low-ink print need more


def pdf(document: Document) -> bytes:
    """Return `document` as PDF."""
    from pnp.render.pdf import render

    return render(document)


def write(jobs: Sequence[Job], out: Path) -> Iterator[Path]:
    """Render and write each job below `out`, yielding its path when the file is in place."""
    for job, _, data in rendered(jobs):
        put(out / job.path, data)
        yield out / job.path


def rendered(jobs: Sequence[Job]) -> Iterator[tuple[Job, int, bytes]]:
    """Yield each job with the number of its pages and its finished file."""
    with ExitStack() as ended:
        scales = None
        inked: dict[Path, Future[tuple[float, ...]]] = {}
        for job in jobs:
            document = job.finished(_means(inked)) if job.finished else job.document
            data = _bytes(job, document)
            if job.weighed:
                from pnp.render.png import coverage

                scales = scales or ended.enter_context(_scales())
                some = _sample(document)
                shown = data if some is document else pdf(some)
                inked[job.path] = scales.submit(coverage, shown, *((ROUGH,) if job.solid else ()))
            yield job, len(document.pages), data


def _sample(document: Document) -> Document:
    """Return a document with as many of its sheets as tell how much ink is on all: of long decks some, evenly spread.

    A share is a whole per cent in the print plan, and cards of one deck differ little in ink.
    """
    sides = 2 if document.duplex else 1
    sheets = len(document.pages) // sides
    if sheets <= SAMPLE or any(page.written is None for page in document.pages):
        return document
    chosen = {at * sheets // SAMPLE for at in range(SAMPLE)}
    return replace(document, pages=tuple(page for at, page in enumerate(document.pages) if at // sides in chosen))


def _scales() -> ThreadPoolExecutor:
    """Return what weighs files beside the making of the next. One thread: pdfium is not made for several."""
    from concurrent.futures import ThreadPoolExecutor

    return ThreadPoolExecutor(1)


def _bytes(job: Job, document: Document) -> bytes:
    if job.form == "pdf":
        return pdf(document)
    from pnp.render.svg import render

    (page,) = document.pages
    return render(page, named=True).encode()


def _means(inked: Mapping[Path, Future[tuple[float, ...]]]) -> dict[Path, float]:
    return {path: sum(share.result()) / len(share.result()) for path, share in inked.items()}


def put(path: Path, data: bytes) -> None:
    """Write `data` to `path` as a whole or not at all: a temporary file beside it is moved into place."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        mask = os.umask(0)
        os.umask(mask)
        Path(name).chmod(0o666 & ~mask)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
