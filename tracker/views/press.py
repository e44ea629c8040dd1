"""`/print`: choose a piece, paper, language and ink, and get the PDF that `pnp build` would write.

One build at a time: the machine at the table is small. What was built is kept under the content of the game's files,
so the second phone gets it at once; when too many wait, the next is told to try again.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from threading import BoundedSemaphore, Lock
from typing import cast

from flask import Blueprint, abort, g, redirect, render_template, request, send_file, url_for
from flask.typing import ResponseReturnValue

from pnp import build
from pnp.data import load
from pnp.data.game import Game
from pnp.data.paper import Paper
from pnp.errors import DataError
from tracker.page import game_of, games, language

blueprint = Blueprint("press", __name__)

ROOM = 32 * 1024 * 1024  # bytes of finished PDFs to keep
QUEUE = 3  # builds that may wait or run; each holds one of the server's threads
CHOICES = ("game", "piece", "paper", "lang", "ink")


class Press:
    """Makes bytes one at a time and keeps the latest by key. Shared by all threads."""

    def __init__(self, room: int = ROOM, queue: int = QUEUE) -> None:
        self._room, self._queue, self._lock = room, BoundedSemaphore(queue), Lock()
        self._kept: OrderedDict[str, bytes] = OrderedDict()

    def once(self, key: str, make: Callable[[], bytes]) -> bytes:
        """Return what is kept under `key`, else what `make` makes. Answers 503 when too many wait."""
        with suppress(KeyError):
            self._kept.move_to_end(key)
            return self._kept[key]
        if not self._queue.acquire(blocking=False):
            abort(503)
        try:
            with self._lock:
                self._kept[key] = done = self._kept.get(key) or make()
                while len(self._kept) > 1 and sum(map(len, self._kept.values())) > self._room:
                    self._kept.popitem(last=False)
                return done
        finally:
            self._queue.release()


PRESS = Press()


@blueprint.get("/print")
def show() -> ResponseReturnValue:
    """Show the choices, or answer them with a PDF."""
    if not request.args.get("game"):
        return render_template("print.html", game=None, games=games().values())
    game = game_of(request.args["game"])
    if not game.prints:
        abort(404)
    found = load.papers(load.shared_folder(game.folder.parent))
    papers = {id: paper for id, paper in found.items() if not paper.cells}  # labels hold single pieces, not games
    if "paper" in request.args:
        return _pdf(game, papers)
    lang = language() if language() in game.languages else game.languages[0]
    sheets = {}
    with suppress(DataError):  # told when it is asked for
        sheets = json.loads(_made(game, build.Order(next(iter(papers.values())), lang), _sheets))
    return render_template("print.html", game=game, papers=papers, chosen=lang, sheets=sheets)


@blueprint.post("/print")
def send() -> ResponseReturnValue:
    """Send the reader to the address of the PDF, which can be loaded again."""
    chosen = {key: request.form[key] for key in CHOICES if request.form.get(key)}
    return redirect(url_for("press.show", **{"paper": "a4", **chosen}), 303)  # type: ignore[arg-type]


def _pdf(game: Game, papers: Mapping[str, Paper]) -> ResponseReturnValue:
    asked = request.args
    g.remember = False  # here ?lang= is the language of the print, not of the pages
    piece, ink, lang = asked.get("piece", ""), asked.get("ink", "full"), asked.get("lang") or None
    known = piece in ("", *(found.id for found in game.prints)) and (lang is None or lang in game.languages)
    if not known or asked["paper"] not in papers or ink not in ("full", "low"):
        abort(404)
    order = build.Order(papers[asked["paper"]], lang, cast("build.Ink", ink), pieces=(piece,) if piece else None)
    try:
        data = _made(game, order, _rendered)
    except DataError as error:
        return render_template("print.html", game=game, problems=error.problems), 409
    name, _, content = data.partition(b"\n")
    called = f"{game.slug}-{name.decode()}"
    return send_file(io.BytesIO(content), "application/pdf", as_attachment=True, download_name=called)


def _made(game: Game, order: build.Order, make: Callable[[tuple[build.Job, ...]], bytes]) -> bytes:
    """Return what `make` makes of the planned jobs, kept by the content of the files that they are made of."""
    root = game.folder.parent

    def made() -> bytes:
        return make(build.plan([game], order, lambda code: load.words(root, code)))

    key = f"{make.__name__} {_digest(game.folder)} {_digest(load.shared_folder(root))} {order}"
    return PRESS.once(key, made)


def _rendered(jobs: tuple[build.Job, ...]) -> bytes:
    """Return the name and the PDF of the file of the whole game, else of the first."""
    job = next((job for job in jobs if not job.title and job.sheets), jobs[0])
    return job.path.name.encode() + b"\n" + build.pdf(job.document)


def _sheets(jobs: tuple[build.Job, ...]) -> bytes:
    """Return how many sheets of which paper each piece takes; its id is what its file is called after."""
    named = ((job.path.name.partition(f"-{job.paper}-")[0], job) for job in jobs if job.title)
    found = {name: [job.sheets, job.paper] for name, job in named}
    return json.dumps({"": [jobs[-2].sheets, jobs[-2].path.name.split("-")[1]], **found}).encode()


def _digest(folder: Path) -> str:
    """Return a short word for the names and the content of all files in `folder`."""
    parts = hashlib.sha256(str(folder).encode())
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        parts.update(f"\n{path.relative_to(folder)} {path.stat().st_size}\n".encode() + path.read_bytes())
    return parts.hexdigest()[:20]
