"""Games as they leave and come back: `/history/<slug>` with the bests, a table as a file, a file as a table."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pnp.data.game import Game
from tracker import export, play, tables
from tracker.guard import takes_files
from tracker.page import game_of, games, language
from tracker.scoring import Refused
from tracker.store import Row
from tracker.views import sheets, table

blueprint = Blueprint("history", __name__)

MOST = 50  # games on the page
BESTS = 5  # of each variant
TYPES = {"json": "application/json", "csv": "text/csv", "txt": "text/plain"}


@dataclass(frozen=True, slots=True)
class Past:
    """A finished game: its row, its variant's title, and names with totals, the best first, with band and sheet."""

    row: Row
    variant: str
    seats: tuple[tuple[str, int], ...]
    sheets: tuple[tuple[str, sheets.Against | None], ...]


@blueprint.get("/history/<slug>")
def show(slug: str) -> str:
    """Show the finished games of one game, the newest first, and the best of their seats."""
    return _page(game_of(slug), "")


def _page(game: Game, fault: str) -> str:
    past = [each for row in table.store().history(game.slug, MOST) if (each := _past(row, game))]
    rung = game.scoring.ranking[0] if game.scoring and game.scoring.ranking else None
    best: dict[str, list[tuple[int, str]]] = {}
    for each in past:
        best.setdefault(each.variant, []).extend((total, name) for name, total in each.seats)
    bests = [
        (variant, sorted(seats, reverse=rung.best == "high")[:BESTS])
        for variant, seats in best.items()
        if rung and rung.measure == "total"
    ]
    return render_template("history.html", game=game, past=past, bests=bests, fault=fault)


def _past(row: Row, game: Game) -> Past | None:
    state = table.state_of(row.code)
    try:
        result = tables.settle(play.table_json(state, game), game)
    except Refused:  # the data changed since
        return None
    order = sorted(range(state.seats), key=lambda seat: result.standings[seat].rank)
    variants = game.scoring.variants if game.scoring else ()
    title = next((each.title.get(language()) for each in variants if each.id == state.variant), "")
    seats = tuple((result.scores[seat].name, result.scores[seat].total) for seat in order)
    bands = [band[1].title.get(language()) if (band := result.bands[seat]) else "" for seat in order]
    beside = [sheets.against(state.values, seat, result.scores[seat].total) for seat in order]
    told = tuple((band, sheet if band else None) for band, sheet in zip(bands, beside, strict=True))
    return Past(row, title if len(variants) > 1 else "", seats, told)


@blueprint.get("/t/<code>/export.<any(json, csv, txt):kind>")
def take_out(code: str, kind: str) -> Response:
    """Give a table as a file."""
    here = table.opened(code)
    write = export.to_csv if kind == "csv" else export.to_text
    text = export.to_json(here.code, here.events) if kind == "json" else write(here.state, here.game, language())
    answer = Response(text, mimetype=TYPES[kind])
    answer.headers["Content-Disposition"] = f'attachment; filename="{here.game.slug}-{here.code}.{kind}"'
    answer.headers["Cache-Control"] = "no-store"
    return answer


@blueprint.post("/import")
@takes_files
def take_in() -> ResponseReturnValue:
    """Make a table of a file, under a code of its own, or say why it cannot be one."""
    sent = request.files.get("file")
    try:
        code, events = export.from_bytes(sent.read() if sent else b"", games())
    except export.Strange as error:
        return _page(game_of(request.form.get("game", "")), error.why.get(language())), 400
    return redirect(url_for("table.sheet", code=table.keep(events, code)), 303)
