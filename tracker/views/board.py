"""`/field/<slug>`, `/t/<code>/field`: a game's boards on the phone, drawn as printed, for games whose rules can `play`.

What may be done is derived from the events of the table alone: a roll is open until its seat changes something, so no
second phone, no reload and no kill can use it twice. Chance comes in here and nowhere below.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from types import ModuleType
from typing import Any, cast

from flask import Blueprint, Response, abort, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pnp import build
from pnp.data.game import Game, Json
from tracker import dice, forms, play, tables
from tracker.boards import Advice, At, Not, Point
from tracker.games import coach_of, rules_of
from tracker.guard import device
from tracker.mending import Broken
from tracker.page import YEAR, game_of, language, once, version, word
from tracker.scoring import Refused
from tracker.speech import say
from tracker.views import table

blueprint = Blueprint("board", __name__)

NOTHING = play.fold(())  # stands on a table before its first event

THINKING = 0.6  # seconds that a hint may take; what is worked out by then is what it says


@dataclass(frozen=True)
class Sight:
    """A board as a request finds it; before the first tap there may be no table, and then there is no code."""

    game: Game
    code: str = ""
    events: tuple[play.Event, ...] = ()
    state: play.State = NOTHING
    number: int = -1

    @cached_property
    def rules(self) -> ModuleType:
        """The module that knows how the game is played."""
        return plays(self.game) or abort(404)

    @cached_property
    def seat(self) -> int:
        """The seat with this number, else the one that the request names, else the first."""
        asked = request.values.get("seat", 0, type=int) if self.number < 0 else self.number
        return max(0, min(asked, self.state.seats - 1))

    @cached_property
    def at(self) -> At:
        """Where that seat stands, on the board that the request names, else on the one in play."""
        own, asked, boards = f"seats-{self.seat}-", request.values.get("board"), self.rules.BOARDS
        values = {name.removeprefix(own): text for name, text in self.state.values.items() if name.startswith(own)}
        place = boards.index(asked) if asked in boards else self.rules.landing(values, self.state.variant)
        return At(values, place, self.state.variant, self._roll(), bool(request.values.get("copy")))

    def past(self) -> Iterator[tuple[play.Event, dict[str, str]]]:
        """Give each event that counts, and the texts of the seat after it: one mapping, changed by the next event."""
        own, values = f"seats-{self.seat}-", dict[str, str]()
        for event in self.state.done:
            if event.kind in ("start", "seats"):
                changed: Mapping[str, str] = forms.flat(event.data["seats"], "seats")
                values = {}
            else:
                changed = cast("Mapping[str, str]", event.data.get("values" if event.kind == "put" else "put", {}))
            values |= {name.removeprefix(own): text for name, text in changed.items() if name.startswith(own)}
            yield event, values

    def _roll(self) -> tuple[int, ...]:
        """Return the numbers of the first roll since what it is for (or who has which seat) changed, () for none."""
        ups, stake, seats = tuple[int, ...](), (), 0
        for event, values in self.past():
            now, there = self.rules.stake(values), len(cast("list[Json]", event.data.get("seats", []))) or seats
            ups = (ups if now == stake and there >= seats else ()) or self.faces(event)
            stake, seats = now, there
        return ups

    def faces(self, event: play.Event) -> tuple[int, ...]:
        """Return the numbers of an event that is a roll of this seat and set nothing, () for any other."""
        if event.kind != "roll" or event.data.get("seat") != self.seat or "put" in event.data:
            return ()
        ups = cast("list[int]", event.data["values"])
        sides = [die.sides for die in self.game.each_die]
        fits = len(ups) == len(sides) and all(up in range(len(each)) for up, each in zip(ups, sides, strict=True))
        return tuple(each[up].value or 0 for up, each in zip(ups, sides, strict=True)) if fits else ()

    @property
    def hinted(self) -> bool:
        """Say whether the seat asked for a hint since the table last changed."""
        asked = takewhile(lambda each: each.kind == "hint", reversed(self.events))
        return any(each.data["seat"] == self.seat for each in asked)

    @property
    def advice(self) -> tuple[Advice, ...] | None:
        """What a hint offers, () when none was asked for here, None when there is none to ask for."""
        coach, ticks = coach_of(self.game.slug), current_app.config["TICKS"]
        if not coach or not self.code or self.state.finished or not coach.helps(self.at):
            return None

        end = ticks() + THINKING  # waiting for another hint is a part of it

        def think() -> tuple[Advice, ...]:
            found: tuple[Advice, ...] = coach.advice(self.at, self.state.seq, lambda: ticks() > end)
            return found

        return once(("hint", self.code, self.events[-1].id, self.seat), think) if self.hinted else ()

    def address(self, **more: Any) -> str:
        """Return where this board is shown."""
        asked = {"seat": self.seat or None, "board": self.rules.BOARDS[self.at.place]}
        asked["copy"] = 1 if self.at.copying else None
        if self.code:
            return url_for("board.at", code=self.code, **asked | more)
        return url_for("board.show", slug=self.game.slug, **asked | more)


@blueprint.app_template_global()
def plays(game: Game) -> ModuleType | None:
    """Return the module by which a game is played on the phone, if it has one."""
    try:
        return cast("ModuleType | None", getattr(rules_of(game.slug), "play", None))
    except Broken:  # its rules and dice need no module
        return None


@blueprint.get("/field/<slug>")
def show(slug: str) -> ResponseReturnValue:
    """Go on at the newest open table of the game; without one show the first board."""
    game = game_of(slug)
    code = table.newest(game) if plays(game) else ""
    return redirect(url_for("board.at", code=code), 303) if code else _page(Sight(game))


@blueprint.post("/field/<slug>")
def begin(slug: str) -> ResponseReturnValue:
    """Begin a table, and do there what was tapped; the same tap again comes to the same table."""
    return send(table.begin(game_of(slug), ident=f"{request.form.get('event', '')[:40]}-start"))


@blueprint.get("/t/<code>/field")
def at(code: str) -> str:
    """Show a board of a table."""
    return _page(sight(code))


@blueprint.post("/t/<code>/field")
def send(code: str) -> ResponseReturnValue:
    """Do what was tapped as one event, when the table as it is now allows it."""
    form, here = request.form, sight(code)
    do, _, value = form.get("do", "").partition(" ")
    value = form.get("value", value)
    ident = f"{form.get('event', '')[:40]}-{zlib.crc32(repr((do, value, form.get('undo'), form.get('redo'))).encode())}"
    ident = ident if play.ID.fullmatch(ident) else table.fresh()
    while all(each.id != ident for each in here.events):
        try:
            kind, data = _asked(here, do, value)
        except Not as why:
            return _page(here, why), 400
        if table.append(here.code, here.state, kind, data, ident):
            break
        here = sight(code)  # another phone was quicker: look again
    return redirect(here.address(), 303)


def sight(code: str) -> Sight:
    """Return a table as its board shows it, or answer 404."""
    here = table.opened(code)
    return Sight(here.game, here.code, here.events, here.state)


def _asked(sight: Sight, do: str, value: str) -> tuple[play.Kind, dict[str, Json]]:
    """Return the event that the form asks for. Raises Not."""
    try:
        if asked := table.back(sight.events, sight.state, sight.game):
            return asked
    except Refused:  # a game that does not add up is not finished by doing something again either
        raise Not(say("redo_unfit")) from None
    if sight.state.finished:
        raise Not(say("is_finished"))
    if do == "hint" and sight.advice == ():
        return "hint", {"seat": sight.seat}
    ups: list[int] = []

    def throw(count: int) -> tuple[int, ...]:
        sides = [die.sides for die in sight.game.each_die[:count]]
        up = dice.throw(sides, current_app.config["BELOW"])
        ups.extend(up)
        return tuple(each[face].value or 0 for each, face in zip(sides, up, strict=True))

    deed = sight.rules.act(sight.at, do, value, throw)
    put: dict[str, Json] = {f"seats-{sight.seat}-{name}": text for name, text in deed.put.items()}
    if not ups:
        return "put", {"values": put}
    rolled: dict[str, Json] = {"rolled": "", "values": [*ups], "shown": deed.shown, "seat": sight.seat}
    return "roll", rolled | ({"put": put} if put else {})


def _page(sight: Sight, why: Not | None = None) -> str:
    device()
    game, here, rules, state = sight.game, sight.at, sight.rules, sight.state
    face, places = pictured(game, rules.BOARDS[here.place])
    scene = rules.scene(here, "" if why else request.args.get("pick", ""))
    (x, y), (pitch, _) = places["1,1"], (places["2,1"][0] - places["1,1"][0], 0)

    def point(place: Point) -> tuple[float, float]:
        return x + float(place[0] - 1) * pitch, y + float(place[1] - 1) * pitch

    rolls = [each for each in state.done if each.kind == "roll" and each.data.get("seat") == sight.seat]
    advice = sight.advice
    best = advice[0].tap.partition(" ")[2].split("-") if advice and not request.args.get("pick") else []
    marks = [(*point(a), *point(b)) for a, b in scene.marks]
    told = play.table_json(state, game) if sight.code and game.scoring else None
    totals = tables.running(tables.so_far(told, game, game.scoring)) if told and game.scoring else ()
    now = rules.current(here.values)
    titles = {board.id: board.title.get(language()) for board in game.boards}
    return render_template(
        "board.html",
        game=game, code=sight.code, sight=sight, scene=scene, why=why, titles=titles, seq=state.seq,
        names=state.names, finished=state.finished, over=now == len(rules.BOARDS),
        current=rules.BOARDS[rules.landing(here.values, here.variant)],
        size=places[""], face=face,
        spots=[(spot, *places[spot.at]) for spot in scene.spots],
        lines=[(*places[a], *places[b]) for a, b in scene.lines],
        marks=[*marks, *([(*places[best[0]], *places[best[1]])] if len(best) == 2 else [])],
        boards=[(id_, place, rules.scene(At(here.values, place, here.variant), "").ended)
                for place, id_ in enumerate(rules.BOARDS)],
        dice=tuple(zip(sight.game.each_die, here.roll, strict=False)),
        score=totals[sight.seat] if totals else None,
        steps=tuple(_steps(sight)), advice=advice, hints=table.hints(sight.events, sight.seat),
        rolls=[each.data["shown"] for each in rolls],
    )  # fmt: skip


def _steps(sight: Sight) -> Any:
    """Give the way back and forth: its button, the event, and what it is."""
    state, lang = sight.state, language()
    for way, last in (("undo", state.undoable), ("redo", state.redoable)):
        if last:
            before = play.fold(sight.events[: last.seq - 1]).values
            put = last.data.get("values" if last.kind == "put" else "put", {})
            what = sight.rules.named(before, put)
            said = what.get(lang) if what else play.named(last, sight.game, state, lang)
            yield way, last.id, word(way, what=said)


@blueprint.get("/field/<slug>/<name>.svg")
def face(slug: str, name: str) -> Response:
    """Serve a board as printed; the address holds a version, so it may be kept."""
    svg = _face(game_of(slug), name)[0]
    keep = f"public, max-age={YEAR}, immutable" if request.args.get("v") == version(svg) else "no-cache"
    return Response(svg, mimetype="image/svg+xml", headers={"Cache-Control": keep})


def pictured(game: Game, name: str) -> tuple[str, Mapping[str, tuple[float, float]]]:
    """Return the address of a board as printed, and where its places are in it, in mm; "" is its far corner."""
    svg, places = _face(game, name)
    return url_for("board.face", slug=game.slug, name=name, v=version(svg)), places


def _face(game: Game, name: str) -> tuple[bytes, Mapping[str, tuple[float, float]]]:
    return once(("fields", game.slug, name), lambda: build.field_alone(game, name)) or abort(404)
