"""`/t/<code>/replay`: a game that is over, decision by decision, beside what a player that thinks would have done."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from flask import Blueprint, abort, render_template

from tracker.boards import At, Judged
from tracker.games import coach_of
from tracker.guard import device
from tracker.page import once
from tracker.views import board

blueprint = Blueprint("replay", __name__)

DEAREST = 3  # decisions that are shown first
LONGEST = 1000  # events of a game that is gone through; a whole one has some 150


@blueprint.get("/t/<code>/replay")
def show(code: str) -> str:
    """Show where points were left, the dearest decisions first and then all of them."""
    sight = board.sight(code)
    steps, coach = tuple(_steps(sight)), coach_of(sight.game.slug)
    if coach is None or not coach.recorded(steps):
        abort(404)
    device()

    def think() -> tuple[Judged, ...]:
        found: tuple[Judged, ...] = coach.review(steps, sight.state.seq)
        return found

    judged = once(("replay", sight.code, sight.events[-1].id, sight.seat), think)
    dearest = sorted((each for each in judged if each.lost), key=lambda each: -each.lost)[:DEAREST]
    shown = {"game": sight.game, "code": sight.code, "name": sight.state.names[sight.seat]}
    return render_template(
        "replay.html", **shown, judged=judged, dearest=dearest, lost=sum(each.lost > 0 for each in judged)
    )


@blueprint.app_template_global()
def replays(code: str, seat: int) -> bool:
    """Say whether a seat's game can be replayed."""
    sight = replace(board.sight(code), number=seat)
    coach = coach_of(sight.game.slug)
    return bool(coach and coach.recorded(tuple(_steps(sight))))


def _steps(sight: board.Sight) -> Iterator[tuple[tuple[int, ...], At]]:
    """Give the roll that each event was, and where the seat stood after it; nothing of a table that went on and on."""
    for event, values in sight.past() if len(sight.state.done) <= LONGEST else ():
        texts = {name: text for name, text in values.items() if text and name != "name"}
        yield sight.faces(event), At(texts, 0, sight.state.variant)
