"""`/dice`: any dice by notation, or a game's own; hold and roll again. The history lives in the address and the form.

A roll is a POST answered by 303, so loading the page again never rolls again. What an address claims about earlier
rolls is checked like anything typed; totals are always added up anew.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from flask import Blueprint, abort, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from pnp.data.game import Die, Game, Side
from tracker import dice
from tracker.page import game_of, games, language, word

blueprint = Blueprint("dice", __name__)

MOST_ROLLS = 20
COMMON = ("d4", "d6", "2d6", "3d6", "d8", "d10", "d12", "d20", "d%", "4dF")
_PAST = re.compile(r"(.{0,200}):((?:-?\d{1,5},?){0,200})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Tile:
    """One die as the page shows it."""

    place: int
    shown: str
    title: str
    note: str = ""
    ink: str = ""
    kept: bool = True
    is_word: bool = False


@dataclass(frozen=True, slots=True)
class Past:
    """One roll: how the address writes it, what was rolled, the values it came to, its tiles, and the sum if any."""

    code: str
    rolled: str
    values: tuple[int, ...]
    tiles: tuple[Tile, ...]
    total: int | None = None

    @property
    def came(self) -> str:
        """Return the dice in words."""
        named = (f"{tile.title} {tile.shown}" if tile.ink else tile.shown for tile in self.tiles)
        return ", ".join(text if tile.kept else f"({text})" for text, tile in zip(named, self.tiles, strict=True))


@blueprint.get("/dice")
def show() -> str:
    """Show the newest roll and the history."""
    return _page(_game(request.args), request.args.get("expr", ""), request.args, "")


@blueprint.post("/dice")
def roll() -> ResponseReturnValue:
    """Roll once and send the reader to the page that shows it."""
    form, game = request.form, _game(request.form)
    rolled = "" if game else (form.get("preset") or form.get("expr", "")).strip()
    past = _history(game, form)
    below = cast("Callable[[int], int]", current_app.config["BELOW"])
    held = _held(form) if past and past[0].rolled == rolled and "!" not in rolled else set()
    kept = {place: value for place, value in enumerate(past[0].values) if place in held} if past else {}
    try:
        if game:
            values = dice.throw([die.sides for die in _own(game)], below, kept)
        else:
            values = tuple(die.value for die in dice.roll(dice.parse(rolled), below, kept).dice)
    except dice.Misread as error:
        return _page(game, rolled, form, error.sentence.get(language())), 400
    codes = [f"{rolled}:{','.join(map(str, values))}", *(each.code for each in past)][:MOST_ROLLS]
    there: dict[str, object] = {"game": game.slug} if game else {"expr": rolled}
    there |= {"n": (_number(form) if past else 0) + 1, "r": codes, "hold": sorted(held)}
    return redirect(url_for("dice.show", **there), 303)  # type: ignore[arg-type]


def _page(game: Game | None, expression: str, state: MultiDict[str, str], fault: str) -> str:
    past = _history(game, state)
    return render_template(
        "dice.html",
        game=game,
        expr=expression,
        fault=fault,
        past=past,
        number=_number(state),
        held=_held(state),
        own=_own(game) if game else (),
        others=[each for each in games().values() if each.dice and each is not game],
        common=COMMON,
    )


def _game(state: MultiDict[str, str]) -> Game | None:
    game = game_of(state["game"]) if state.get("game") else None
    return abort(404) if game and not game.dice else game


def _own(game: Game) -> tuple[Die, ...]:
    return tuple(die for die in game.dice for _ in range(die.count))


def _number(state: MultiDict[str, str]) -> int:
    """Return how many rolls were made so far."""
    return state.get("n", 0, type=int) % 1_000_000


def _held(state: MultiDict[str, str]) -> set[int]:
    return {int(text) for text in state.getlist("hold") if text.isascii() and text.isdigit() and len(text) < 4}


def _history(game: Game | None, state: MultiDict[str, str]) -> list[Past]:
    """Return the rolls that an address or form names, newest first, leaving out what cannot have been rolled."""
    found: list[Past] = []
    for code in state.getlist("r")[:MOST_ROLLS]:
        match = _PAST.fullmatch(code)
        if match:
            values = tuple(int(text) for text in match[2].split(",") if text)
            past = _thrown(game, code, values) if game else _written(code, match[1], values)
            found += [past] if past else []
    return found


def _thrown(game: Game, code: str, ups: tuple[int, ...]) -> Past | None:
    own = _own(game)
    if len(ups) != len(own) or any(up not in range(len(die.sides)) for up, die in zip(ups, own, strict=True)):
        return None
    tiles = tuple(_tile(place, die, die.sides[up]) for place, (up, die) in enumerate(zip(ups, own, strict=True)))
    return Past(code, "", ups, tiles)


def _tile(place: int, die: Die, side: Side) -> Tile:
    lang = language()
    shown = str(side.value) if side.value is not None else side.title.get(lang) or word("blank")
    note = word("pick_from", low=min(side.choices), high=max(side.choices)) if side.choices else die.role.get(lang)
    ink = die.ink.lstrip("#").lower()
    return Tile(place, shown.replace("-", "−"), die.title.get(lang), note, ink, is_word=side.value is None)


def _written(code: str, rolled: str, values: tuple[int, ...]) -> Past | None:
    try:
        done = dice.enter(dice.parse(rolled), values)
    except dice.Misread:
        return None
    tiles = tuple(
        Tile(
            place,
            f"{die.value:{'+' if die.faces == 'F' and die.value else ''}}".replace("-", "−"),
            f"d{die.faces}",
            "" if die.kept else word("dropped"),
            kept=die.kept,
        )
        for place, die in enumerate(done.dice)
    )
    return Past(code, rolled, values, tiles, done.total)
