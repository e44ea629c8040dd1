"""`/cards/<slug>`, `/t/<code>/cards`: a game's decks for those who printed no cards, with the faces that are printed.

Every act is an event of the table. A page names cards that lie face up, and those of one hand when that hand was asked
for by POST, in that answer only; where the other cards are, no answer tells.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, cast, get_args

from flask import Blueprint, Response, abort, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pnp import build
from pnp.data.game import Game, Json, Pile
from pnp.data.paper import Paper
from tracker import deck, play
from tracker.guard import device
from tracker.page import YEAR, game_of, games, language, once, version, word
from tracker.views import table

blueprint = Blueprint("cards", __name__)

ACTS = get_args(deck.Act)
HANDS = "hands"  # where all piles that are held in hands are shown together
_ANY = Paper("any", 210, 297, 0)  # faces are drawn without a paper
_MARKS = re.compile(r"\*+|\\(?=[*:])|:(?=[\w-]+:)|(?<=[\w-]):(?=\W|$)")  # of bold, italic and icons in a card's texts


@blueprint.get("/cards/<slug>")
def show(slug: str) -> ResponseReturnValue:
    """Go on at the open table to which this device wrote; without one, or with several, show the piles untouched."""
    game = _carded(slug)
    own = table.going(game, device(), 2)
    return redirect(url_for("cards.at", code=own[0].code)) if len(own) == 1 else _page(game, "", None)


@blueprint.post("/cards/<slug>")
def begin(slug: str) -> ResponseReturnValue:
    """Begin a table, and do there what was tapped; the same tap again comes to the same table."""
    game, first = _carded(slug), f"{_ident()[:50]}-start"
    players = min(request.form.get("players", 0, type=int), game.players[1])
    seats = {f"seats-{seat}-name": word("player_name", number=seat + 1) for seat in range(players)}
    return send(table.begin(game, seats, ident=first))


@blueprint.get("/t/<code>/cards")
def at(code: str) -> str:
    """Show the piles of a table."""
    state = table.state_of(code)
    return _page(_carded(state.game), code.upper(), state)


@blueprint.post("/t/<code>/cards")
def send(code: str) -> ResponseReturnValue:
    """Do something with a pile, or open a hand."""
    code, ident, state = code.upper(), _ident(), table.state_of(code)
    game = _carded(state.game)
    while (asked := _asked(game, code, state)) and not table.append(code, state, *asked, ident):
        state = table.state_of(code)  # another phone was quicker: look again
    if "open" in request.form:
        hand = request.form.get("hand", type=int)
        return _page(game, code, table.state_of(code), hand), {"Cache-Control": "no-store"}
    return redirect(url_for("cards.at", code=code, place=request.form.get("place")), 303)


@blueprint.get("/cards/<slug>/<name>/<int:number>-<any(front, back):side>.svg")
def face(slug: str, name: str, number: int, side: str) -> Response:
    """Serve one side of a card as printed; the address holds a version, so it may be kept."""
    svg, version = _faces(_carded(slug), name).get(f"{number:02d}-{side}") or abort(404)
    keep = f"public, max-age={YEAR}, immutable" if request.args.get("v") == version else "no-cache"
    return Response(svg, mimetype="image/svg+xml", headers={"Cache-Control": keep})


def _asked(game: Game, code: str, state: play.State) -> tuple[play.Kind, Mapping[str, Json]] | None:
    """Return kind and data of the event that the form asks for, None when nothing would change."""
    form, do = request.form, request.form.get("do", "")
    pile = next((pile for pile in game.piles if pile.id == form.get("deck")), None)
    if pile is None or state.finished:
        return None
    if "undo" in form or "redo" in form:
        return table.back(table.store().events(code), state, game)
    how = {key: form.get(key, type=int) for key in ("hand", "card", "players")}
    if do not in ACTS or (do == "draw" and pile.draw != ("open" if how["hand"] is None else "hand")):
        return None
    below = cast("deck.Below", current_app.config["BELOW"])
    done = deck.act(game.piles, _heaps(game, state), cast("deck.Act", do), pile.id, below, **how)
    return ("deck", done) if done else None


def _page(game: Game, code: str, state: play.State | None, hand: int | None = None) -> str:
    """Show one place: a pile, or all that are held in hands; `hand` is the one that may be seen."""
    device()
    lang, heaps = language(), _heaps(game, state)
    places = dict((HANDS, word(HANDS)) if pile.hand else (pile.id, pile.title.get(lang)) for pile in game.piles)
    place = next((each for each in places if each == request.values.get("place")), next(iter(places)))
    piles = [pile for pile in game.piles if place in (pile.id, HANDS if pile.hand else "")]
    own = [each for pile in piles for each in (state.decks.get(pile.id, ()) if state else ())]
    last = max((each for each in own if each.data["do"] in ACTS), key=lambda each: each.seq, default=None)
    redo = state.redoable if state and state.redoable and state.redoable.kind == "deck" else None
    names = state.names if state else ()
    names += tuple(word("player_name", number=seat + 1) for seat in range(len(names), game.players[1]))
    taken = [
        (way, each.id, play.named(each, game, state, lang))
        for way, each in (("undo", last), ("redo", redo))
        if each and state
    ]
    hands = range(min(len(heaps[pile.id].hands) for pile in piles))
    deals = [(each.seq, each.data.get("hand")) for each in own if each.data["do"] == "deal" or "hand" in each.data]
    held = [max((seq for seq, own_hand in deals if own_hand in (seat, None)), default=0) for seat in hands]
    most = min(game.players[1], max(state.seats, game.players[0])) if state and game.scoring else game.players[1]
    known = {"game": game, "code": code, "places": places, "place": place, "names": names, "opened": hand}
    return render_template(
        "cards.html",
        **known,
        seen=state.seq if state else 0,
        finished=bool(state and state.finished),
        shapes={found.id: found for found in game.decks},
        piles=[(pile, heaps[pile.id]) for pile in piles],
        hands=hands,
        held=held,
        most=most,
        others=dict.fromkeys((*table.going(game, device(), 4), *table.going(game, "", 4))) if not state else (),
        open=() if state else table.store().tables(-1, games=games()),
        said=_said(game, piles, heaps, last.data if last else {}, names),
        steps=[(way, ident, word(way, what=what)) for way, ident, what in taken],
        face=partial(_address, game),
        told=lambda pile, number: ". ".join(_texts(game, pile, number)),
    )


def _said(
    game: Game, piles: Sequence[Pile], heaps: Mapping[str, deck.Heap], last: deck.Done, names: Sequence[str]
) -> str:
    """Return what was done last, in one sentence that names no card but one that all may see."""
    pile = next((pile for pile in piles if pile.id == last.get("deck")), None)
    if pile is None or not heaps[pile.id].mixed:
        return word("cards_untouched", count=sum(len(each.cards) for each in piles))
    hand, (up, passed) = last.get("hand"), (heaps[pile.id].shown, heaps[pile.id].passed)
    player = names[hand] if isinstance(hand, int) and 0 <= hand < len(names) else ""
    card = (f"{pile.title.get(language())}, " if piles[1:] else "") + (_called(game, pile, up) if up else "")
    before = word("cards_passed", card=_called(game, pile, passed)) + " " if passed else ""
    key = f"cards_{last['do']}_hand" if player and last["do"] in ("draw", "discard") else f"cards_{last['do']}"
    dealt, count = sum(each.hand for each in piles), len(pile.cards)
    return before + word(key, card=card, player=player, players=last.get("players"), hand=dealt, count=count)


def _heaps(game: Game, state: play.State | None) -> dict[str, deck.Heap]:
    events = [each for found in (state.decks.values() if state else ()) for each in found]
    return deck.fold(game.piles, (each.data for each in sorted(events, key=lambda each: each.seq)))


def _carded(slug: str) -> Game:
    game = game_of(slug)
    return game if game.piles else abort(404)


def _ident() -> str:
    sent = request.form.get("event", "")
    return sent if play.ID.fullmatch(sent) else table.fresh()


def _texts(game: Game, pile: Pile, number: int) -> list[str]:
    """Return what stands on a card in words, column by column; what it is called comes first."""
    found, lang = next(each for each in game.decks if each.id == pile.deck), language()
    spoken = [name.rpartition(".")[0] for name in found.columns if name.endswith(f".{game.languages[0]}")]
    row = found.cards[number - 1].row
    texts = (" ".join(_MARKS.sub("", row.cell(name, lang)).split()) for name in spoken or found.columns[:1])
    return [text.rstrip(".") for text in texts if text]


def _called(game: Game, pile: Pile, number: int) -> str:
    """Return as much of a card's words as no other card of the pile has."""
    own, others = _texts(game, pile, number), [_texts(game, pile, each) for each in {*pile.cards} - {number}]
    enough = (count for count in range(1, len(own)) if own[:count] not in [other[:count] for other in others])
    return ". ".join(own[: next(enough, len(own))])


def _faces(game: Game, name: str) -> Mapping[str, tuple[bytes, str]]:
    """Return the sides of a deck's cards as printed with their versions, by "01-front"; drawn once a language."""
    lang = language() if language() in game.languages else game.languages[0]
    if name not in {found.id for found in game.decks}:
        abort(404)

    def drawn() -> Mapping[str, tuple[bytes, str]]:
        sides = build.previews(game, build.Order(_ANY, lang, pieces=(name,)), "svg")
        versions = ((path.stem, svg, version(svg)) for path, svg in sides)
        return {stem.removeprefix(f"{name}-"): (svg, at) for stem, svg, at in versions}

    return once(("faces", game.slug, name, lang), drawn)


def _address(game: Game, pile: Pile, number: int, side: str = "front") -> str:
    """Return where a face is, "" when that side is blank."""
    keys: dict[str, Any] = {"slug": game.slug, "name": pile.deck, "number": number, "side": side, "lang": language()}
    found = _faces(game, pile.deck).get(f"{number:02d}-{side}")
    return url_for("cards.face", **keys, v=found[1]) if found else ""
