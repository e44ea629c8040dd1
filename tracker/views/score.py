"""`/score/<slug>`: a form made from the fields of the manifest; its result lives in an address of its own.

A form that adds up is answered by 303 to the result, so loading it again sends nothing. What is wrong is told beside
the field, with everything typed still there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pnp.data.game import Game, Json, Scoring
from pnp.data.words import Words
from tracker import forms, tables
from tracker.games import rules_of
from tracker.page import game_of, language, word
from tracker.scoring import Helper, Refused, RuleBroken

blueprint = Blueprint("score", __name__)
blueprint.add_app_template_filter(forms.noted, "noted")
blueprint.add_app_template_filter(forms.row_title, "row_title")
blueprint.add_app_template_filter(tables.opening, "opening")


@blueprint.get("/score/<slug>")
def form(slug: str) -> str:
    """Show the form, filled in with what the address says."""
    game, scoring = scored(slug)
    return _form(game, scoring, forms.read(request.args, scoring)[0], ())


@blueprint.post("/score/<slug>")
def send(slug: str) -> ResponseReturnValue:
    """Add up, or change the number of seats, the variant or a log; the address then says what the form does."""
    game, scoring = scored(slug)
    form, target = request.form, "score.form"
    log = form.get("note", form.get("remove", "").rpartition("-")[0])
    table, unknown = forms.read(forms.without(form, form.get("remove", "")), scoring)
    seats = cast("list[Json]", table["seats"])
    if "switch" in form:
        table["variant"] = form["switch"]
    elif "drop" in form:
        table["seats"] = [seat for number, seat in enumerate(seats) if number != form.get("drop", -1, type=int)]
    elif "add" in form:
        table["seats"] = [*seats, _player(len(seats))][: scoring.seats[1]]
    elif "remove" not in form:
        try:
            tables.settle(table, game, unknown)
        except Refused as refused:
            if broken := about(log, refused.broken):
                return _form(game, scoring, table, broken), 400
        target = "score.form" if log else "score.result"
    return redirect(url_for(target, slug=slug, _anchor=log or None, **forms.flat(table)), 303)  # type: ignore[arg-type]


def about(log: str, broken: Sequence[RuleBroken]) -> list[RuleBroken]:
    """Return what is wrong with the entries under the form name of a log; with "" everything."""
    return [each for each in broken if not log or re.sub(r"\W+", "-", each.field).startswith(f"{log}-")]


@blueprint.get("/score/<slug>/result")
def result(slug: str) -> ResponseReturnValue:
    """Show the points line by line."""
    game, scoring = scored(slug)
    table, unknown = forms.read(request.args, scoring)
    try:
        settled = tables.settle(table, game, unknown)
    except Refused as refused:
        return _form(game, scoring, table, refused.broken), 400
    typed = forms.flat(table)
    change = url_for("score.form", slug=slug, **typed)  # type: ignore[arg-type]
    return render_template("result.html", **judged(game, scoring, settled), change=change, typed=typed)


def judged(game: Game, scoring: Scoring, settled: tables.Result) -> dict[str, Any]:
    """Return what the page of a result shows."""
    order = sorted(range(len(settled.scores)), key=lambda number: settled.standings[number].rank)
    names, lang = [score.name for score in settled.scores], language()
    odd = [(forms.told(each.field, game, names, lang), each.plain(lang)) for each in settled.warnings]
    rules = game.rules_in(lang)
    anchors = {section.anchor for section in rules.sections} if rules else ()
    return {"game": game, "scoring": scoring, "settled": settled, "order": order, "odd": odd, "anchors": anchors}


@blueprint.get("/score/<slug>/<key>")
def helper(slug: str, key: str) -> str:
    """Work out something else that the game's rules module offers."""
    game, scoring = scored(slug)
    found = _helpers(game).get(key) or abort(404)
    asked = replace(scoring, variants=scoring.variants[:1], fields=found.fields)
    table, broken = forms.read(request.args, asked)
    seats = seated(table, asked)
    asked = replace(asked, seats=(min(len(seats), scoring.seats[1]),) * 2)  # as many as came along
    said = tuple[Words, ...]()
    try:
        said = tuple(found.answer(tables.read({"seats": seats}, slug, asked)))
    except Refused as refused:
        broken += refused.broken
    return _form(game, asked, {"seats": seats}, broken, "helper.html", helper=found, said=said)


@blueprint.app_template_global("helpers")
def _helpers(game: Game) -> Mapping[str, Helper]:
    return cast("Mapping[str, Helper]", getattr(rules_of(game.slug), "HELPERS", {}))


@blueprint.app_template_filter("names")
def _names(values: Mapping[str, str]) -> dict[str, str]:
    return {key: text for key, text in values.items() if re.fullmatch(r"seats-\d+-name", key)}


@blueprint.app_template_test("within")
def _within(key: object, where: str, *told: Mapping[str, object]) -> bool:
    """Say whether anything is told under `where-key`."""
    return any(f"{each}-".startswith(f"{where}-{key}-") for those in told for each in those)


def scored(slug: str) -> tuple[Game, Scoring]:
    """Return a game and how it is scored, or answer 404."""
    game = game_of(slug)
    return game, game.scoring or abort(404)


def _form(
    game: Game, scoring: Scoring, table: Mapping[str, Json], broken: Sequence[RuleBroken], page: str = "score.html",
    **more: object,
) -> str:  # fmt: skip
    seats = seated(table, scoring)
    values = forms.flat({**table, "seats": seats})
    shown = filled(game, scoring, forms.variant_of(table, scoring), values, len(seats), broken)
    return render_template(page, **shown, **more, turned=values)


def seated(table: Mapping[str, Json], scoring: Scoring) -> list[Json]:
    """Return the seats of a table, as many at least as the game needs."""
    seats = cast("list[Json]", table["seats"])
    return [*seats, *(_player(number) for number in range(len(seats), scoring.seats[0]))]


def _player(number: int) -> Json:
    return {"name": word("player_name", number=number + 1)}


def filled(
    game: Game, scoring: Scoring, now: str, values: Mapping[str, str], seats: int, broken: Sequence[RuleBroken]
) -> dict[str, Any]:
    """Return what a form shows in the variant `now`, with what is wrong beside its fields."""
    names, lang = [values.get(f"seats-{number}-name", "") for number in range(seats)], language()
    told = [
        (forms.name(each.field, values, game), forms.told(each.field, game, names, lang), each.plain(lang))
        for each in broken
    ]
    faults: dict[str, list[str]] = {}
    for where, _, text in told:
        faults.setdefault(where, []).append(text)
    form = {"game": game, "scoring": scoring, "now": now, "fields": scoring.fields_in(now)}
    return {**form, "seats": seats, "values": values, "faults": faults, "broken": told}
