"""`/s/<slug>/<code>`: a sheet with a serial, as its QR code names it: what stands on it, its par, and a table for it.

The serial alone says what a sheet shows, so nothing is kept of one before somebody plays it; then serial and par are
kept at the table, aside from the score.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pnp.data import serials
from pnp.data.game import Game
from tracker import play
from tracker.games import coach_of
from tracker.guard import device
from tracker.page import game_of, games, language, once, word
from tracker.views import board, table

blueprint = Blueprint("sheets", __name__)

AWAY = 20  # open tables among which one with the serial is looked for


class Against(NamedTuple):
    """A total beside the par of its sheet; `by` is how much is above it, with its sign.

    Both are blank when other stones were played with: what they came to cannot be compared.
    """

    serial: str
    par: str
    by: str


@blueprint.app_template_global()
def against(game: Game, values: Mapping[str, str], seat: int, total: int) -> Against | None:
    """Return the sheet that a seat played on, None when it has none."""
    own, plays = f"seats-{seat}-", board.plays(game)
    texts = {name.removeprefix(own): text for name, text in values.items() if name.startswith(own)}
    try:
        serial, par = serials.read(texts.get("serial", "")), int(texts.get("par", ""))
        if not plays or not plays.unmoved(texts, serials.placed(serial, game.boards)):
            return Against(serial, "", "")
        by = total - par
        return Against(serial, f"{par}", f"{by:+}".replace("-", "−") if by else "±0")
    except ValueError:  # of neither, or what somebody else wrote there
        return None


def pars(game: Game, serial: str) -> Mapping[str, int]:
    """Return the par of a sheet by board, {} for games without; their sum is the par of the sheet."""
    coach = coach_of(game.slug)
    if not coach:
        return {}
    stones = serials.placed(serial, game.boards)
    found: Mapping[str, int] = once(("par", game.slug, serial), lambda: coach.pars(stones, serials.number(serial)))
    return found


@blueprint.post("/join")
def enter() -> ResponseReturnValue:
    """Open the table whose code was typed, else the sheet with that serial, or say what is wrong with it."""
    text = "".join(request.form.get("code", "").split()).upper()
    if play.CODE.fullmatch(text) and table.store().seq(text):
        return redirect(url_for("table.sheet", code=text), 303)
    known = [game for game in games().values() if _has_sheets(game)]
    try:
        serial = serials.read(text)
    except serials.Misread as error:
        return _unknown(
            text, misread(error) if known and ("-" in text or error.kind != "length" or error.expected) else ""
        )
    if len(known) == 1:
        return redirect(url_for("sheets.show", slug=known[0].slug, code=serial), 303)
    return _unknown(text, "", serial, known)


def _unknown(text: str, why: str, serial: str = "", known: Sequence[Game] = ()) -> ResponseReturnValue:
    shown = {"games": games().values(), "open": (), "unknown": text[:20], "why": why}
    return render_template("home.html", **shown, serial=serial, known=known), 404


def misread(error: serials.Misread) -> str:
    """Return what is wrong with a serial, in the reader's language."""
    ends = "serial_ends" if error.expected else "serial_length"
    keys = {"length": ends, "character": "serial_character", "check": "serial_check"}
    return word(keys[error.kind], found=error.found[:20], body=error.body, expected=error.expected)


def _has_sheets(game: Game) -> bool:
    return bool(board.plays(game) and serials.placed(serials.EXAMPLE, game.boards))


def _read(slug: str, code: str) -> tuple[Game, str]:
    """Return a game whose sheets have serials, and the serial as it is printed. Raises Misread."""
    game = game_of(slug)
    return game if _has_sheets(game) else abort(404), serials.read(code)


@blueprint.get("/s/<slug>/<code>")
def show(slug: str, code: str) -> ResponseReturnValue:
    """Show a sheet: its fields and its par, and how to go on with it."""
    try:
        game, serial = _read(slug, code)
    except serials.Misread as error:
        return _unknown(code, misread(error))
    device()
    shown = {"fields": tuple(_fields(game, serial)), "pars": pars(game, serial), "going": _going(game, serial)}
    return render_template("sheet.html", game=game, serial=serial, **shown)


def _fields(game: Game, serial: str) -> Iterator[tuple[str, str, str, tuple[float, float], list[tuple[float, float]]]]:
    """Give of each field its id, its name, the address of its picture, its size and where stones stand on it, in mm."""
    titles = {each.id: each.title.get(language()) for each in game.boards}
    for name, stones in serials.placed(serial, game.boards).items():
        address, places = board.pictured(game, name)
        yield name, titles[name], address, places[""], [places[f"{column},{row}"] for column, row in stones]


def _going(game: Game, serial: str) -> str:
    """Return the code of an open table with this sheet that this device has touched, "" without one."""
    for row in table.going(game, device(), AWAY):
        if play.fold(table.store().events(row.code)[:1]).values.get("seats-0-serial") == serial:
            return row.code
    return ""


@blueprint.post("/s/<slug>/<code>")
def begin(slug: str, code: str) -> ResponseReturnValue:
    """Begin a table with what stands on the sheet; the same tap again comes to the same table."""
    try:
        game, serial = _read(slug, code)
    except serials.Misread:
        abort(404)
    laid = (board.plays(game) or abort(404)).laid(serials.placed(serial, game.boards))
    put = {f"seats-0-{name}": text for name, text in laid.items()}
    par = pars(game, serial)
    aside = {"serial": serial, **({"par": str(sum(par.values()))} if par else {})}
    first = f"{request.form.get('event', '')[:40]}-sheet"
    there = table.begin(game, put, ident=first, aside=aside)
    return redirect(url_for("board.at", code=there, copy=request.form.get("copy") or None), 303)
