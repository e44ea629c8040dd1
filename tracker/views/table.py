"""`/t/<code>`: a game in progress. Every change is an event; what a page shows is the fold of all of them.

A page says up to which event it has seen. What it sends is compared with the table as it was then, so that a page left
open never takes back what others wrote; a name that another device changed since is not written but asked about.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from threading import Lock
from typing import Any, cast

from flask import Blueprint, Response, abort, current_app, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pnp.data.game import Game, Json
from tracker import clash, forms, play, tables
from tracker.clash import Table
from tracker.guard import device
from tracker.page import game_of, games, language, spoken, word
from tracker.play import Event, Kind, State
from tracker.scoring import Refused, RuleBroken
from tracker.store import KNOWN, Conflict, Missing, Row, Store
from tracker.views import score

blueprint = Blueprint("table", __name__)

_ONE = Lock()  # at a time begins a table

_STEP = "-step"  # ends the id of a tap that changes a number by one, whatever it is
_BUTTONS: Mapping[str, Kind] = {"undo": "undo", "redo": "redo", "switch": "variant", "add": "seats", "drop": "seats"}


def store() -> Store:
    """Return where the tables are."""
    return cast("Store", current_app.extensions["store"])


def going(game: Game, own: str, most: int = 500) -> tuple[Row, ...]:
    """Return the open tables of a game; of the device `own` those it wrote to, the last first, of "" all of them."""
    return store().tables(most, own, [game.slug])


def newest(game: Game) -> str:
    """Return the code of the open table of a game that this device wrote to last, "" when there is none."""
    return next((row.code for row in going(game, device(), 1)), "")


def state_of(code: str) -> State:
    """Return what stands on a table, or answer 404 or 410."""
    return _found(code)[1]


def _found(code: str) -> tuple[tuple[Event, ...], State]:
    """Return what happened at a table and what stands there, or answer 404.

    Who writes to it, has seen it or follows it is told that it was deleted.
    """
    events, knows = store().events(code.upper()), request.method == "POST" or "seen" in request.args
    if not events and play.CODE.fullmatch(code.upper()) and (knows or request.endpoint == "table.state"):
        raise Missing(code)
    state = _folded(code.upper(), events or abort(404))
    return (events, state) if state.game in games() else abort(404, "error_no_game")


def _folded(code: str, events: tuple[Event, ...]) -> State:
    """Return what stands on a table, worked out once for all that ask before there is another event."""
    kept = cast("dict[str, tuple[tuple[Event, ...], State]]", current_app.extensions.setdefault("folded", {}))
    known, state = kept.pop(code, ((), None))
    if known is not events or state is None:
        state = play.fold(events, games())
    kept[code] = events, state
    if len(kept) > KNOWN:
        kept.pop(next(iter(kept)), None)
    return state


def opened(code: str) -> Table:
    """Return a table by its code in any case, or answer 404 or 410."""
    events, state = _found(code)
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

    With `ident`, the id of what began it, the same tap again comes to the same table. `aside` is kept with the first
    seat and is no field of the score: the serial of its sheet, and the par.
    """
    scoring, typed = game.scoring, typed or {}
    seats: list[Json] = [{"name": word("player_name", number=number + 1)} for number in range(game.players[0])]
    variant = forms.variant_of(typed, scoring) if scoring else ""
    if scoring:
        seats = score.seated(forms.read(typed, scoring)[0], scoring)[: scoring.seats[1]]
    seats = [{**cast("dict[str, Json]", seats[0]), **(aside or {})}, *seats[1:]]
    at_start: dict[str, Json] = {"game": game.slug, "variant": variant, "lang": spoken(), "seats": seats}
    events = [_event("start", at_start, ident or fresh())]
    with suppress(Refused):
        if done and tables.settle(play.table_json(play.fold(events, games()), game), game):
            events.append(_event("finish", {}, fresh()))
    with _ONE:
        there = newest(game) if ident else ""
        return there if there and store().events(there)[0].id == ident else keep(events)


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
    """Show the score form, filled in with what stands on the table; of a game without one its cards."""
    if not game_of(state_of(code).game).scoring:
        return redirect(url_for("cards.at", code=code.upper()))
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
    found = state_of(code)
    return _told(found, _shown(opened(code)) if game_of(found.game).scoring else {"code": code.upper()})


def _told(state: State, shown: Mapping[str, Any]) -> Response:
    answer = jsonify(
        {"seq": state.seq, "names": state.names, "seats": state.seats, "finished": state.finished, **shown}
    )
    answer.headers["ETag"], answer.headers["Cache-Control"] = f'"{state.seq}"', "no-store"
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
        while (pressed := _pressed(here, seen, ident)) and not append(code, here.state, *pressed):
            here = opened(code)  # once more: another phone was quicker
        here = opened(code)
        if log:
            tables.settle(here.json, here.game)
    except Conflict:
        here = opened(code)
        asked: dict[str, Any] = _changes(here, seen, ident)
        if request.accept_mimetypes.best == "application/json":
            every = here.state.finished or clash.moved(here, seen)  # then all that waits is asked about at once
            return {"conflict": url_for("table.conflict", code=here.code, seen=seen, **asked), "every": every}, 409
        return _choice(here, asked, seen), 409
    except Refused as refused:
        if not log:
            return _sheet(here, refused.broken), 400
        for wrong in score.about(log, refused.broken)[:1]:  # a page that can be loaded afresh marks the entry
            log = forms.name(wrong.field, here.state.values, here.game)
    if request.accept_mimetypes.best == "application/json":
        return _told(here.state, _shown(here))
    return redirect(url_for("table.sheet", code=here.code, _anchor=log or None), 303)


def _write(here: Table, seen: int, ident: str) -> tuple[Table, str]:
    """Write what was typed, again whenever another phone is quicker; return the table with it, and the event's id."""
    while changes := _changes(here, seen, ident):
        stepped, found = _stepped(here, seen, changes), {each.id: each.data for each in here.events}
        if "step" not in request.form and found.get(ident, {"values": changes}) != {"values": changes}:
            ident = f"{ident[:50]}-{zlib.crc32(repr(changes).encode())}"  # more was typed on a page gone back to
        if ident in found:
            break
        if not clash.clear(here, seen, device(), {} if stepped else changes):
            raise Conflict
        if stepped.items() <= here.state.values.items() and stepped:
            break  # at its limit
        steps: dict[str, Json] = {name: request.form.get("step", 0, type=int) for name in stepped}
        data: dict[str, Json] = {"values": stepped or changes, **({"steps": steps} if steps else {})}
        if append(here.code, here.state, "put", data, ident):
            return opened(here.code), ident
        here = opened(here.code)
    return here, ident


def _changes(here: Table, seen: int, ident: str) -> dict[str, Json]:
    """Return what was typed otherwise than the page showed it, by form name; refuse names that no field has or had."""
    own, whole = device(), "whole" in request.form
    earlier = [each for each in here.events if each.seq <= seen or (each.device == own and not whole)]  # taps wait
    before = play.fold(earlier, games()) if len(earlier) < here.state.seq else here.state
    sent = forms.without(request.form, request.form.get("remove", "-"))
    typed = {name: text.strip() for name, text in sent.items() if name.startswith("seats-")}
    if whole:  # a box without its tick is not sent
        known = before.values.keys() - here.unknown(before.values, before.variant)
        typed = {name: "" for name in known if name.startswith("seats-")} | typed
    seats = {name.split("-")[1] for name in typed} - set(map(str, range(max(before.seats, here.state.seats))))
    strange = here.unknown(typed, here.state.variant)
    if seats or (strange and strange & here.unknown(typed, here.then(seen).variant)):
        abort(400)
    step = "step" in request.form
    changes = {name: text for name, text in sorted(typed.items()) if step or text != before.values.get(name, "")}
    logs = [each.id for each in here.scoring.fields if each.kind == "log"] if seen < here.state.seq else []
    first = next((each.seq for each in here.events if each.id.startswith(ident)), here.state.seq + 1)
    others = play.fold(here.events[: first - 1]).values if logs else {}  # as when this came first
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
    last = play.fold(counted).changed.get(name, 0)
    if last > seen and here.events[last - 1].device != device():
        return {}
    return {name: play.stepped(here.state.values.get(name, ""), step, name, here.game) or text}


def back(events: Sequence[Event], state: State, game: Game) -> tuple[Kind, dict[str, Json]] | None:
    """Return the event that takes back, or does again, what the form names; never what began the table.

    None for what would change a finished game. Raises Refused for what would finish one that does not add up.
    """
    ways: tuple[Kind, ...] = ("undo", "redo")
    ids = {each.id for each in events if each.kind not in ("start", *ways)}
    for way in ways:
        if (target := request.form.get(way)) in ids:
            after = play.fold((*events, _event(way, {"event": target}, fresh())), games())
            if after.finished and state.finished:
                return None
            if after.finished:
                tables.settle(play.table_json(after, game), game)
            return way, {"event": target}
    return None


def _pressed(here: Table, seen: int, ident: str) -> tuple[Kind, Mapping[str, Json], str] | None:
    """Return the event that the pressed button stands for, and its id; None when there is nothing to do (any more).

    Raises Conflict when others were quicker, Refused when the game cannot be finished.
    """
    form, finished = request.form, here.state.finished
    if "finish" in form and not finished:
        tables.settle(here.json, here.game)
        return "finish", {}, f"{ident[:50]}-finish"
    kind = next((kind for button, kind in _BUTTONS.items() if button in form), None)
    own = f"{ident[:50]}-{kind}"
    if kind is None or any(each.id == own for each in here.events):
        return None
    over = finished and (kind in ("variant", "seats") or here.state.changed["finished"] > seen)
    if over or ("drop" in form and not clash.clear(here, seen, device(), {})):
        raise Conflict
    asked = back(here.events, here.state, here.game) or _changed(here)
    return (*asked, own) if asked else None


def _changed(here: Table) -> tuple[Kind, dict[str, Json]] | None:
    """Return the event that changes the variant or the seats as the form asks for."""
    form, state = request.form, here.state
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
    strange = here.unknown(mine, here.state.variant) & here.unknown(mine, here.then(seen).variant)
    return _choice(here, {name: text for name, text in mine.items() if name not in strange}, seen)


def _choice(here: Table, mine: Mapping[str, str], seen: int) -> str:
    """Ask about what was typed on a page that had seen so much; tell what has no place any more."""
    device()
    clashes, lost = clash.ask(here, mine, seen, language())
    return render_template("conflict.html", **_shown(here), game=here.game, clashes=clashes, lost=lost)
