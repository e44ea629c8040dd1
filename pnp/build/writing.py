"""From finished documents to files, each written as a whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.build.order import Job
from pnp.scene import Document

if TYPE_CHECKING:
    from concurrent.futures import Future

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
    from concurrent.futures import ThreadPoolExecutor

    from pnp.render.png import coverage

    with ThreadPoolExecutor(1) as scales:  # one alone: pdfium is not made for several, and draws beside the next PDF
        inked: dict[Path, Future[tuple[float, ...]]] = {}
        for job in jobs:
            document = job.finished(_means(inked)) if job.finished else job.document
            data = _bytes(job, document)
            if job.weighed:
                inked[job.path] = scales.submit(coverage, data, *((ROUGH,) if job.solid else ()))
            yield job, len(document.pages), data


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
