"""Games as they leave and come back: `/history/<slug>` with the bests, a table as a file, a file as a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias, cast

from flask import Blueprint, Response, current_app, redirect, render_template, request, url_for
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
AT_ONCE = 0.05  # seconds for adding up games that are not on the page
TYPES = {"json": "application/json", "csv": "text/csv", "txt": "text/plain"}

Seated: TypeAlias = tuple[str, int]  # a name and its total
Counted: TypeAlias = tuple[int, str, tuple[Seated, ...]]  # a game: its last event, its variant, its seats


@dataclass(frozen=True, slots=True)
class Past:
    """A finished game: its row, its variant's id and title, names with totals, the best first, with band and sheet."""

    row: Row
    kind: str
    variant: str
    seats: tuple[Seated, ...]
    sheets: tuple[tuple[str, sheets.Against | None], ...]


@blueprint.get("/history/<slug>")
def show(slug: str) -> str:
    """Show the finished games of one game, the newest first, and the best of their seats."""
    return _page(game_of(slug), "")


def _page(game: Game, fault: str) -> str:
    rows = table.store().history(game.slug, -1)
    past = [each for row in rows[:MOST] if (each := _past(row, game))]
    bests, counted = _bests(game, rows, past)
    left = len(rows) - counted
    shown = {"past": past, "bests": bests, "counted": counted, "left": left}
    return render_template("history.html", game=game, fault=fault, **shown)


def _bests(game: Game, rows: Sequence[Row], past: Sequence[Past]) -> tuple[list[tuple[str, list[Seated]]], int]:
    """Return the best of each variant, and of how many games; those not added up yet wait for the next page.

    What a game came to is kept as long as it has the same last event.
    """
    every = cast("dict[str, dict[str, Counted]]", current_app.extensions.setdefault("bests", {}))
    ticks, known = current_app.config["TICKS"], {each.row.code: each for each in past}
    kept, end, found = every.get(game.slug, {}), ticks() + AT_ONCE, dict[str, Counted]()
    for number, row in enumerate(rows):
        before = kept.get(row.code)
        if before and before[0] == row.seq:
            found[row.code] = before
        elif number < MOST or ticks() < end:
            each = known.get(row.code) if number < MOST else _past(row, game)
            found[row.code] = (row.seq, each.kind, each.seats) if each else (row.seq, "", ())
    every[game.slug] = found
    rung = game.scoring.ranking[0] if game.scoring and game.scoring.ranking else None
    best: dict[str, list[Seated]] = {}
    for _, kind, seats in found.values():
        best.setdefault(kind, []).extend(seats)
    if not rung or rung.measure != "total":
        return [], len(found)
    high = rung.best == "high"
    top = {kind: sorted(seats, key=lambda seat: (seat[1], seat[0]), reverse=high) for kind, seats in best.items()}
    return [(_titled(game, kind), seats[:BESTS]) for kind, seats in top.items() if seats], len(found)


def _titled(game: Game, kind: str) -> str:
    """Return what a variant is called, "" where there is only one."""
    variants = game.scoring.variants if game.scoring else ()
    return next((each.title.get(language()) for each in variants if each.id == kind and len(variants) > 1), "")


def _past(row: Row, game: Game) -> Past | None:
    state = table.state_of(row.code)
    try:
        result = tables.settle(play.table_json(state, game), game)
    except Refused:  # the data changed since
        return None
    order = sorted(range(state.seats), key=lambda seat: result.standings[seat].rank)
    seats = tuple((result.scores[seat].name, result.scores[seat].total) for seat in order)
    bands = [band[1].title.get(language()) if (band := result.bands[seat]) else "" for seat in order]
    beside = [sheets.against(game, state.values, seat, result.scores[seat].total) for seat in order]
    told = tuple((band, sheet if band else None) for band, sheet in zip(bands, beside, strict=True))
    return Past(row, state.variant, _titled(game, state.variant), seats, told)


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
