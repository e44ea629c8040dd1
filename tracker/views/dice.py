"""`/dice`: any dice by notation, or a game's own; hold and roll again. The history lives in the address and the form,
with ?table= on that table, where each roll is an event.

A roll is a POST answered by 303, so loading the page again never rolls again. What an address claims about earlier
rolls is checked like anything typed; totals are always added up anew.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, cast

from flask import Blueprint, abort, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from pnp.data.game import Die, Game, Json, Side
from tracker import dice, play
from tracker.page import game_of, games, language, word
from tracker.views import table

blueprint = Blueprint("dice", __name__)

MOST_ROLLS = 20
MOST_ROWS = 20  # of the table of odds; more totals share rows
COMMON = ("d4", "d6", "2d6", "3d6", "d8", "d10", "d12", "d20", "d%", "4dF")
_PAST = re.compile(r"(.{0,200}):((?:-?\d{1,5},?){0,200})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Tile:
    """One die as the page shows it."""

    shown: str
    title: str
    note: str = ""
    ink: str = ""
    kept: bool = True
    is_word: bool = False


@dataclass(frozen=True, slots=True)
class Past:
    """One roll: what was rolled ("" is the game's own dice), the values it came to, its tiles, and the sum if any."""

    rolled: str
    values: tuple[int, ...]
    tiles: tuple[Tile, ...]
    total: int | None = None

    @property
    def code(self) -> str:
        """Return how the address writes it."""
        return f"{self.rolled}:{','.join(map(str, self.values))}"

    @property
    def came(self) -> str:
        """Return the dice in words, with what a number stands for in brackets."""
        said: list[str] = []
        for tile in self.tiles:
            role = f" ({tile.note})" if tile.note and not tile.is_word else ""
            text = f"{tile.title} {tile.shown}{role}" if tile.ink else tile.shown
            said.append(text if tile.kept else f"({text})")
        return ", ".join(said)


@blueprint.get("/dice")
def show() -> str:
    """Show the newest roll and the history."""
    return _page(_game(request.args), request.args.get("expr", ""), request.args, "")


@blueprint.post("/dice")
def roll() -> ResponseReturnValue:
    """Roll once and send the reader to the page that shows it."""
    form, game = request.form, _game(request.form)
    code, state = _table(form)
    rolled = "" if game else (form.get("preset") or form.get("expr", "")).strip()
    past, number = _history(game, form, state), _number(game, form, state)
    there: dict[str, Any] = {"game": game and game.slug, "expr": rolled or None}
    if state and form.get("hold") and number != _number(game, form, None):  # another phone has rolled since
        return redirect(url_for("dice.show", table=code, **there), 303)
    held = _held(form) if past and past[0].rolled == rolled and "!" not in rolled else set()
    kept = {place: value for place, value in enumerate(past[0].values) if place in held} if past else {}
    below = cast("Callable[[int], int]", current_app.config["BELOW"])
    try:
        if game:
            values = dice.throw([die.sides for die in game.each_die], below, kept)
        else:
            values = tuple(die.value for die in dice.roll(dice.parse(rolled), below, kept).dice)
    except dice.Misread as error:
        return _page(game, rolled, form, error.sentence.get(language())), 400
    done = cast("Past", _past(game, rolled, values))
    if not state:
        there |= {"n": number + 1 if past else 1, "r": [each.code for each in (done, *past)][:MOST_ROLLS]}
    event: dict[str, Json] = {"rolled": rolled, "values": list(values), "shown": done.came[:60]}
    ident = form["event"] if play.ID.fullmatch(form.get("event", "")) else table.fresh()
    while state and not table.append(code, state, "roll", event, ident):
        code, state = _table(form)  # another phone was quicker: look again
    return redirect(url_for("dice.show", table=code or None, hold=sorted(held), **there), 303)


def _table(asked: MultiDict[str, str]) -> tuple[str, play.State | None]:
    """Return the code and the state of the table that rolls are kept on, if any: not that of a finished game."""
    code = (asked.get("table") or request.args.get("table", "")).upper()
    found = table.state_of(code) if code else None
    return (code, found) if found and not found.finished else ("", None)


def _page(game: Game | None, expression: str, asked: MultiDict[str, str], fault: str) -> str:
    at, state = _table(asked)
    past = _history(game, asked, state)
    shown: dict[str, Any] = {"game": game, "expr": expression, "fault": fault, "past": past, "at": at}
    return render_template(
        "dice.html",
        **shown | {"held": _held(asked), "common": COMMON, "number": _number(game, asked, state)},
        own=game.each_die if game else (),
        others=[each for each in games().values() if each.dice and each is not game],
        odds=_odds(past[0]) if past and past[0].total is not None else None,
    )


def _game(asked: MultiDict[str, str]) -> Game | None:
    game = game_of(asked["game"]) if asked.get("game") else None
    return abort(404) if game and not game.dice else game


def _number(game: Game | None, asked: MultiDict[str, str], state: play.State | None) -> int:
    """Return how many rolls of this kind were made at a table, else by an address or form."""
    if state:
        return sum(bool(event.data["rolled"]) is (game is None) for event in state.rolls)
    return asked.get("n", 0, type=int) % 1_000_000


def _held(asked: MultiDict[str, str]) -> set[int]:
    return set(asked.getlist("hold", type=int)).intersection(range(dice.MOST_DICE))


def _history(game: Game | None, asked: MultiDict[str, str], state: play.State | None) -> list[Past]:
    """Return the rolls of a table, else those of an address or form, newest first, without what cannot have been."""
    if state:
        found = [(str(e.data["rolled"]), tuple(cast("list[int]", e.data["values"]))) for e in reversed(state.rolls)]
    else:
        codes = filter(None, map(_PAST.fullmatch, asked.getlist("r")[:MOST_ROLLS]))
        found = [(code[1], tuple(int(text) for text in code[2].split(",") if text)) for code in codes]
    return [past for each in found[:MOST_ROLLS] if (past := _past(game, *each))]


def _past(game: Game | None, rolled: str, values: tuple[int, ...]) -> Past | None:
    if game:
        own = game.each_die
        if (
            rolled
            or len(values) != len(own)
            or any(up not in range(len(die.sides)) for up, die in zip(values, own, strict=True))
        ):
            return None
        return Past("", values, tuple(_tile(die, die.sides[up]) for up, die in zip(values, own, strict=True)))
    try:
        done = dice.enter(dice.parse(rolled), values)
    except dice.Misread:
        return None
    tiles: list[Tile] = []
    for die in done.dice:
        shown = f"{die.value:+}" if die.faces == "F" and die.value else die.value
        tiles.append(Tile(_signed(shown), f"d{die.faces}", "" if die.kept else word("dropped"), kept=die.kept))
    return Past(rolled, values, tuple(tiles), done.total)


def _tile(die: Die, side: Side) -> Tile:
    lang = language()
    shown = str(side.value) if side.value is not None else side.title.get(lang) or word("blank")
    note = word("pick_from", low=min(side.choices), high=max(side.choices)) if side.choices else die.role.get(lang)
    ink = die.ink.lstrip("#").lower()
    return Tile(_signed(shown), die.title.get(lang), note, ink, is_word=side.value is None)


def _odds(past: Past) -> dict[str, object]:
    """Return how likely the newest roll was, and rows of totals, whether it is there, how likely they are, they or more
    and the length of a bar of 100; or in words why there are none."""
    try:
        ways = dice.odds(dice.parse(past.rolled))
    except dice.Misread as why:
        return {"why": why.sentence.get(language())}
    whole, least, end, came = sum(ways.values()), min(ways), max(ways) + 1, past.total or 0

    def chance(low: int, high: int) -> Fraction:
        return Fraction(sum(ways.get(total, 0) for total in range(low, high)), whole)

    wide = -(-(end - least) // MOST_ROWS)
    spans = [(low, min(low + wide, end)) for low in range(least, end, wide)]
    highest = max(chance(*span) for span in spans)
    rows = [
        (" … ".join(map(_signed, sorted({low, high - 1}))), low <= came < high, _percent(chance(low, high)),
         _percent(chance(low, end)), float(100 * chance(low, high) / highest))
        for low, high in spans
    ]  # fmt: skip
    mean = float(Fraction(sum(total * times for total, times in ways.items()), whole))
    told = _signed(f"{mean:.2f}".rstrip("0").rstrip(".")).replace(".", word("decimal"))
    return {"rows": rows, "least": _percent(chance(came, end)), "mean": told}


def _signed(number: object) -> str:
    return str(number).replace("-", "−")


def _percent(chance: Fraction) -> str:
    """Return a chance in percent as read at a table: 37.5, 0.46; what is not certain is never rounded to 0 or 100."""
    number = float(100 * chance)
    text = f"{min(number, 99.9):.1f}" if number >= 1 else f"{number:.2g}" if number >= 0.001 else "< 0.001"
    return word("percent", number="100" if chance == 1 else text.replace(".", word("decimal")))
