"""`/score/<slug>`: a form made from the fields of the manifest; its result lives in an address of its own.

A form that adds up is answered by 303 to the result, so loading it again sends nothing. What is wrong is told beside
the field, with everything typed still there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pnp.data.game import Field, Game, Json, Scoring
from tracker import forms, tables
from tracker.page import game_of, language, word
from tracker.scoring import Refused, RuleBroken

blueprint = Blueprint("score", __name__)


@blueprint.get("/score/<slug>")
def form(slug: str) -> str:
    """Show the form, filled in with what the address says."""
    game, scoring = _scored(slug)
    table, _ = forms.read(request.args, scoring)
    return _form(game, scoring, table, ())


@blueprint.post("/score/<slug>")
def send(slug: str) -> ResponseReturnValue:
    """Add up, or change the number of seats or the variant."""
    game, scoring = _scored(slug)
    table, unknown = forms.read(request.form, scoring)
    seats: list[Json] = _seats(table)
    if "switch" in request.form:
        return _away("score.form", slug, {**table, "variant": request.form["switch"]})
    if "drop" in request.form:
        place = request.form.get("drop", -1, type=int)
        table["seats"] = [seat for number, seat in enumerate(seats) if number != place]
        return _away("score.form", slug, table)
    if "add" in request.form:
        seats.append({"name": word("player_name", number=len(seats) + 1)})
        table["seats"] = seats[: scoring.seats[1]]
        return _away("score.form", slug, table)
    try:
        tables.settle(table, game, unknown)
    except Refused as refused:
        return _form(game, scoring, table, refused.broken), 400
    return _away("score.result", slug, table)


@blueprint.get("/score/<slug>/result")
def result(slug: str) -> ResponseReturnValue:
    """Show the points line by line."""
    game, scoring = _scored(slug)
    table, unknown = forms.read(request.args, scoring)
    try:
        settled = tables.settle(table, game, unknown)
    except Refused as refused:
        return _form(game, scoring, table, refused.broken), 400
    order = sorted(range(len(settled.scores)), key=lambda number: settled.standings[number].rank)
    change = url_for("score.form", slug=slug, **_address(table))  # type: ignore[arg-type]
    names = [score.name for score in settled.scores]
    odd = [(_told(each, game, names), each.message.get(language())) for each in settled.warnings]
    return render_template(
        "result.html", game=game, scoring=scoring, settled=settled, order=order, change=change, odd=odd
    )


@blueprint.app_template_test("within")
def _within(key: object, where: str, *told: Mapping[str, object]) -> bool:
    """Say whether anything is told under `where-key`."""
    name = f"{where}-{key}"
    return any(each == name or each.startswith(f"{name}-") for those in told for each in those)


@blueprint.app_template_filter("row_title")
def _row_title(game: Game, records: Field, place: int) -> str:
    return forms.row_title(game, records, place, language())


def _scored(slug: str) -> tuple[Game, Scoring]:
    game = game_of(slug)
    return game, game.scoring or abort(404)


def _form(game: Game, scoring: Scoring, table: Mapping[str, Json], broken: Sequence[RuleBroken]) -> str:
    seats = _seats(table)
    while len(seats) < scoring.seats[0]:
        seats.append({"name": word("player_name", number=len(seats) + 1)})
    now = forms.variant_of(table, scoring)
    faults: dict[str, list[str]] = {}
    for each in broken:
        faults.setdefault(forms.name(each.field), []).append(each.message.get(language()))
    values = forms.flat({**table, "seats": seats})
    names = [values.get(f"seats-{number}-name", "") for number in range(len(seats))]
    return render_template(
        "score.html",
        game=game,
        scoring=scoring,
        now=now,
        fields=scoring.fields_in(now),
        seats=len(seats),
        values=values,
        turned=values,
        faults=faults,
        broken=[(forms.name(each.field), _told(each, game, names), each.message.get(language())) for each in broken],
    )


def _told(each: RuleBroken, game: Game, names: Sequence[str]) -> str:
    return forms.told(each.field, game, names, language())


def _seats(table: Mapping[str, Json]) -> list[Json]:
    seats = table.get("seats")
    return list(seats) if isinstance(seats, list) else []


def _address(table: Mapping[str, Json]) -> dict[str, str]:
    """Return the table for an address; names of rows need no saying, their place says it."""
    return forms.flat(dict(table))


def _away(endpoint: str, slug: str, table: Mapping[str, Json]) -> ResponseReturnValue:
    return redirect(url_for(endpoint, slug=slug, **_address(table)), 303)  # type: ignore[arg-type]
