"""`/t/<code>`: a game in progress. Every change is an event; what a page shows is the fold of all of them.

A page says up to which event it has seen. What it sends is compared with the table as it was then, so that a page left
open never takes back what others wrote; a name that another device changed since is not written but asked about.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, cast

from flask import Blueprint, Response, abort, current_app, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pnp.data.game import Game, Json, Scoring
from tracker import forms, play, tables
from tracker.guard import device
from tracker.page import game_of, games, language, word
from tracker.play import Event, Kind, State
from tracker.scoring import Refused, RuleBroken
from tracker.store import Conflict, Missing, Row, Store
from tracker.views import score

blueprint = Blueprint("table", __name__)

_STEP = "-step"  # ends the id of a tap that changes a number by one, whatever it is


@dataclass(frozen=True, slots=True)
class Table:
    """A table as this request finds it."""

    code: str
    events: tuple[Event, ...]
    state: State
    game: Game
    scoring: Scoring

    @property
    def json(self) -> dict[str, Json]:
        """Return the table as it is scored."""
        return play.table_json(self.state, self.game)


def store() -> Store:
    """Return where the tables are."""
    return cast("Store", current_app.extensions["store"])


def going(game: Game, own: str = "") -> list[Row]:
    """Return the open tables of a game, the one that changed last first; of the device `own` only those it wrote to."""
    return [row for row in store().tables(500, own) if row.game == game.slug]


def newest(game: Game) -> str:
    """Return the code of the open table of a game that this device wrote to last, "" when there is none."""
    return next((row.code for row in going(game, device())), "")


def state_of(code: str) -> State:
    """Return what stands on a table, or answer 404."""
    return play.fold(_events(code), games())


def _events(code: str) -> tuple[Event, ...]:
    """Return what happened at a table, or answer 404; who writes to it or has seen it is told that it was deleted."""
    events = store().events(code.upper())
    if not events and (request.method == "POST" or "seen" in request.args):
        raise Missing(code)
    return events or abort(404)


def opened(code: str) -> Table:
    """Return a table by its code in any case, or answer 404."""
    events = _events(code)
    state = play.fold(events, games())
    game = game_of(state.game)
    return Table(code.upper(), events, state, game, game.scoring or abort(404))


def begin(
    game: Game,
    typed: Mapping[str, str] | None = None,
    done: bool = False,
    ident: str = "",
    aside: Mapping[str, str] | None = None,
) -> str:
    """Make a table from what was typed so far, `done` as a finished one when it adds up; return its code.

    `aside` is kept with the first seat and is no field of the score: the serial of its sheet, and the par.
    """
    scoring, typed = game.scoring, typed or {}
    seats: list[Json] = [{"name": word("player_name", number=number + 1)} for number in range(game.players[0])]
    variant = forms.variant_of(typed, scoring) if scoring else ""
    if scoring:
        seats = score.seated(forms.read(typed, scoring)[0], scoring)[: scoring.seats[1]]
    seats = [{**cast("dict[str, Json]", seats[0]), **(aside or {})}, *seats[1:]]
    at_start: dict[str, Json] = {"game": game.slug, "variant": variant, "lang": language(), "seats": seats}
    events = [_event("start", at_start, ident or fresh())]
    with suppress(Refused):
        if done and tables.settle(play.table_json(play.fold(events, games()), game), game):
            events.append(_event("finish", {}, fresh()))
    return keep(events)


def keep(events: Sequence[Event], code: str = "") -> str:
    """Make a table of events, and return its code: a new one when none is given or it is taken."""
    return store().bring(code, events, lambda count: bytes.fromhex(current_app.config["TOKEN"](count)))


def hints(events: Sequence[Event], seat: int) -> int:
    """Return how many hints a seat asked for, whatever was taken back since."""
    return sum(each.kind == "hint" and each.data["seat"] == seat for each in events)


def append(code: str, state: State, kind: Kind, data: Mapping[str, Json], ident: str) -> bool:
    """Add an event to a table as it stood in `state`; say whether it still did."""

    def guard(later: tuple[Event, ...]) -> None:
        if later:
            raise Conflict

    try:
        store().append(code.upper(), _event(kind, data, ident), guard, state.seq)
    except Conflict:
        return False
    return True


def _event(kind: Kind, data: Mapping[str, Json], ident: str) -> Event:
    if not play.fits(kind, dict(data)):
        abort(400)
    return Event(0, ident, device(), kind, data, current_app.config["NOW"]())


@blueprint.app_template_global()
def fresh() -> str:
    """Return an id for the event that a form will be."""
    return cast("str", current_app.config["TOKEN"](16))


@blueprint.post("/t")
def start() -> ResponseReturnValue:
    """Begin a table from a game and what was typed so far."""
    game, _ = score.scored(request.form.get("game", ""))
    return redirect(url_for("table.sheet", code=begin(game, request.form, "done" in request.form)), 303)


@blueprint.get("/t/<code>")
def sheet(code: str) -> ResponseReturnValue:
    """Show the score form, filled in with what stands on the table."""
    here = opened(code)
    return redirect(url_for("table.result", code=here.code)) if here.state.finished else _sheet(here, ())


@blueprint.get("/t/<code>/result")
def result(code: str) -> ResponseReturnValue:
    """Show the points line by line, once they can be added up."""
    here = opened(code)
    device()
    try:
        settled = tables.settle(here.json, here.game)
    except Refused as refused:
        return _sheet(here, refused.broken), 400
    return render_template("result.html", **score.judged(here.game, here.scoring, settled), **_shown(here))


def _sheet(here: Table, broken: Sequence[RuleBroken]) -> str:
    device()
    state = here.state
    form = score.filled(here.game, here.scoring, state.variant, state.values, state.seats, broken)
    shown = _shown(here)
    return render_template("table.html", **form | shown | {"faults": shown["faults"] | form["faults"]})


def _shown(here: Table) -> dict[str, Any]:
    """Return what the pages of a table and its state in JSON have in common; another `shape` needs another page."""
    state, ways, result = here.state, {}, tables.so_far(here.json, here.game, here.scoring)
    for way, last in (("undo", state.undoable), ("redo", state.redoable)):
        what = play.named(last, here.game, state, language()) if last else ""
        ways[way] = (last.id, word(way, what=what)) if last else ("", word("undo_nothing") if way == "undo" else "")
    logs = [each.id for each in here.scoring.fields if each.kind == "log"]
    said = ((name, state.values.get(f"{text}-name", text)) for name, text in state.values.items())
    noted = [pair for pair in said if any(f"-{log}-" in pair[0] for log in logs)]  # players too, by name
    shape = f"{state.variant} {state.seats} {state.finished} {zlib.crc32(repr(noted).encode())}"
    shown = {"code": here.code, "seq": state.seq, "shape": shape, "totals": tables.running(result)}
    shown["names"] = state.names
    wrong, lang = [each for each in result.broken if not each.blank], language()
    shown["faults"] = {forms.name(each.field, state.values, here.game): [each.plain(lang)] for each in wrong}
    follows = forms.flat(tables.filled(here.json, here.game)).items() - state.values.items()
    shown["derived"] = {name: text for name, text in follows if name.startswith("seats-") and name not in state.values}
    shown["asked"] = [hints(here.events, seat) for seat in range(state.seats)]
    return {**shown, **ways, "values": dict(state.values), "seats": state.seats, "finished": state.finished}


@blueprint.get("/t/<code>/state")
def state(code: str) -> ResponseReturnValue:
    """Tell what stands on the table, or only that nothing changed."""
    tag = f'"{store().seq(code.upper())}"'
    if tag == request.headers.get("If-None-Match"):
        return Response(status=304, headers={"ETag": tag})
    return _told(opened(code))


def _told(here: Table) -> Response:
    answer = jsonify(_shown(here))
    answer.headers["ETag"], answer.headers["Cache-Control"] = f'"{here.state.seq}"', "no-store"
    return answer


@blueprint.post("/t/<code>")
def send(code: str) -> ResponseReturnValue:
    """Take a tap, or a whole form with the button that was pressed."""
    here, form = opened(code), request.form
    if form.get("delete") == here.code:
        store().delete(here.code)
        return redirect(url_for("home.home"), 303)
    ident = form.get("event", "") if play.ID.fullmatch(form.get("event", "")) else fresh()
    ident = f"{ident[:50].removesuffix(_STEP)}{_STEP}" if "step" in form else ident
    seen = min(max(form.get("seen", here.state.seq, type=int), 1), here.state.seq)
    log = form.get("note", form.get("remove", "").rpartition("-")[0])
    try:
        if "reopen" in form and here.state.finished:
            append(here.code, here.state, "reopen", {}, f"{ident[:50]}-reopen")
            here = opened(code)
        here, ident = _write(here, seen, ident)
        if "drop" in form and all(each.id != f"{ident[:50]}-seats" for each in here.events):
            _check(here, seen, {})
        while (pressed := _pressed(here)) and not append(code, here.state, *pressed, f"{ident[:50]}-{pressed[0]}"):
            here = opened(code)  # once more: another phone was quicker
        here = opened(code)
        if log:
            tables.settle(here.json, here.game)
    except Conflict:
        here = opened(code)
        asked: dict[str, Any] = _changes(here, seen, ident)
        if request.accept_mimetypes.best == "application/json":
            every = here.state.finished or _moved(here, seen)  # then all that waits is asked about at once
            return {"conflict": url_for("table.conflict", code=here.code, seen=seen, **asked), "every": every}, 409
        return _choice(here, asked, seen), 409
    except Refused as refused:
        if not log:
            return _sheet(here, refused.broken), 400
        for wrong in score.about(log, refused.broken)[:1]:  # a page that can be loaded afresh marks the entry
            log = forms.name(wrong.field, here.state.values, here.game)
    if request.accept_mimetypes.best == "application/json":
        return _told(here)
    return redirect(url_for("table.sheet", code=here.code, _anchor=log or None), 303)


def _write(here: Table, seen: int, ident: str) -> tuple[Table, str]:
    """Write what was typed, again whenever another phone is quicker; return the table with it, and the event's id."""
    while changes := _changes(here, seen, ident):
        stepped, found = _stepped(here, seen, changes), {each.id: each.data for each in here.events}
        if "step" not in request.form and found.get(ident, {"values": changes}) != {"values": changes}:
            ident = f"{ident[:50]}-{zlib.crc32(repr(changes).encode())}"  # more was typed on a page gone back to
        if ident in found:
            break
        _check(here, seen, {} if stepped else changes)
        if append(here.code, here.state, "put", {"values": stepped or changes}, ident):
            return opened(here.code), ident
        here = opened(here.code)
    return here, ident


def _changes(here: Table, seen: int, ident: str) -> dict[str, Json]:
    """Return what was typed otherwise than the page showed it, by form name; refuse names that no field has."""
    own, whole = device(), "whole" in request.form
    earlier = [each for each in here.events if each.seq <= seen or (each.device == own and not whole)]  # taps wait
    before = play.fold(earlier, games()) if len(earlier) < here.state.seq else here.state
    sent = forms.without(request.form, request.form.get("remove", "-"))
    typed = {name: text.strip() for name, text in sent.items() if name.startswith("seats-")}
    if whole:  # a box without its tick is not sent
        known = before.values.keys() - _unknown(here, before.values)
        typed = {name: "" for name in known if name.startswith("seats-")} | typed
    seats = {name.split("-")[1] for name in typed} - set(map(str, range(max(before.seats, here.state.seats))))
    if seats or _unknown(here, typed):
        abort(400)
    step = "step" in request.form
    changes = {name: text for name, text in sorted(typed.items()) if step or text != before.values.get(name, "")}
    logs = [each.id for each in here.scoring.fields if each.kind == "log"] if seen < here.state.seq else []
    others = play.fold(each for each in here.events if not each.id.startswith(ident)).values if logs else {}
    for log in (f"seats-{seat}-{each}" for each in logs for seat in range(before.seats)):
        changes = forms.behind(changes, before.values, others, log)
    return dict[str, Json](changes)


def _stepped(here: Table, seen: int, changes: Mapping[str, Json]) -> dict[str, Json]:
    """Return what a tap makes of the number that stands there; nothing if one was typed, now or meanwhile elsewhere."""
    step = request.form.get("step", 0, type=int)
    if abs(step) != 1 or len(changes) != 1:
        return {}
    ((name, text),) = changes.items()
    counted = (each for each in here.events if each.seq <= seen or not each.id.endswith(_STEP))
    last, (low, high) = play.fold(counted).changed.get(name, 0), forms.limits(name, here.game)
    if last > seen and here.events[last - 1].device != device():
        return {}
    with suppress(ValueError):
        text = str(min(max(int(here.state.values.get(name, "").replace("−", "-")) + step, low), high))
    return {name: text}


def _unknown(here: Table, values: Mapping[str, str]) -> set[str]:
    """Return the names that no field of the variant has."""
    return {each.field for each in forms.read({**values, "variant": here.state.variant}, here.scoring)[1]}


def _check(here: Table, seen: int, typed: Mapping[str, Json]) -> None:
    """Raise Conflict for the end of the game, and for what others did after `seen`: to the same names, to the seats."""
    now, own = here.state, device()
    foreign = {each.seq for each in here.events[seen:] if each.device != own}
    clash = any(now.changed.get(name) in foreign and now.values.get(name, "") != text for name, text in typed.items())
    if clash or now.finished or _moved(here, seen):
        raise Conflict


def _moved(here: Table, seen: int) -> bool:
    """Say whether players were taken away or came back after `seen`; one more at the end moves nobody."""
    if here.events[seen:] and play.fold(here.events[:seen]).seats > here.state.seats:
        return True
    touched = {ident for each in here.events[seen:] for ident in (each.id, each.data.get("event"))}
    moves = (each for each in here.events if each.kind == "seats" and each.id in touched)
    return any(len(cast("list[Json]", e.data["seats"])) <= play.fold(here.events[: e.seq - 1]).seats for e in moves)


def _pressed(here: Table) -> tuple[Kind, dict[str, Json]] | None:
    """Return the event that the pressed button stands for."""
    form, state = request.form, here.state
    if "finish" in form and not state.finished:
        tables.settle(here.json, here.game)
        return "finish", {}
    for way in ("undo", "redo"):
        if any(each.id == form.get(way) for each in here.events):
            return way, {"event": form[way]}
    if form.get("switch") in [each.id for each in here.scoring.variants]:
        return "variant", {"variant": form["switch"]}
    seats = [_seat(state, number) for number in range(state.seats)]
    low, high = here.scoring.seats
    if "add" in form and state.seats < high:
        return "seats", {"seats": [*seats, {"name": word("player_name", number=state.seats + 1)}]}
    gone = form.get("drop", -1, type=int)
    if gone in range(state.seats) and state.seats > low:
        return "seats", {"seats": [seat for number, seat in enumerate(seats) if number != gone]}
    return None


def _seat(state: State, number: int) -> Json:
    """Return all that was written for a seat; other seats by name, for their numbers change."""
    where, values = f"seats-{number}-", state.values
    own = {key.removeprefix(where): text for key, text in values.items() if key.startswith(where)}
    return {key: values.get(f"{text}-name", text) for key, text in own.items()}


@blueprint.get("/t/<code>/conflict")
def conflict(code: str) -> str:
    """Show what two devices wrote in one place, for a person to choose."""
    here, mine = opened(code), {name: text for name, text in request.args.items() if name.startswith("seats-")}
    seen = min(max(request.args.get("seen", here.state.seq, type=int), 1), here.state.seq)
    return _choice(here, {name: text for name, text in mine.items() if name not in _unknown(here, mine)}, seen)


def _choice(here: Table, mine: Mapping[str, str], seen: int) -> str:
    """Ask about what was typed on a page that had seen so much; tell what belongs to a player who is not there now."""
    device()
    state, game, lang = here.state, here.game, language()
    then, mine, lost = play.fold(here.events[:seen], games()), dict(mine), list[tuple[str, str]]()
    for name in [*mine] if _moved(here, seen) else ():
        text, (_, seat, key) = mine.pop(name), name.split("-", 2)
        who = dict(enumerate(then.names)).get(int(seat), "")
        if who in state.names:
            mine[f"seats-{state.names.index(who)}-{key}"] = text
        else:
            place = forms.told(forms.path(name, then.values, game), game, then.names, lang)
            lost.append((place, forms.spoken(name, text, game, then.names, lang)))
    clashes = [
        (name, forms.told(forms.path(name, state.values, game), game, state.names, lang), there,
         forms.spoken(name, there, game, state.names, lang), text, forms.spoken(name, text, game, state.names, lang))
        for name, text in mine.items()
        if name.split("-")[1] in map(str, range(state.seats)) and (there := state.values.get(name, "")) != text
    ]  # fmt: skip
    return render_template("conflict.html", **_shown(here), game=game, clashes=clashes, lost=lost)
