"""A game in progress: its events in order are folded into what stands on the table now. Pure; knows no page or file.

Nothing is ever changed or thrown away: to take something back is an event too. The same events give the same state on
every device, so two phones agree when they have seen the same number.
"""

from __future__ import annotations

import json
import re
from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Literal, TypeAlias, cast, get_args

from pnp.data.game import Game, Json
from tracker import forms
from tracker.speech import LANGUAGES, say

LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # of a code: none that is easily taken for another
CODE = re.compile(f"[{LETTERS}]{{5}}")
ID = re.compile(r"[\w-]{1,64}", re.ASCII)
MOST = 20_000  # events of one table
REACH = 200  # how many events back one may be taken back out of turn
NO_GAMES: Mapping[str, Game] = {}

Kind: TypeAlias = Literal[
    "start", "put", "seats", "variant", "roll", "deck", "hint", "finish", "reopen", "undo", "redo"
]
KINDS: tuple[Kind, ...] = get_args(Kind)
DECK = ("shuffle", "draw", "discard", "back", "deal", "reveal")

_NAME = re.compile(r"variant|seats-(\d{1,2})-[a-z][\w-]{0,99}", re.ASCII)
_DEEPEST = 8  # objects and lists within each other


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened. `seq` counts from 1 at each table; `at` is UTC text to show, never to order by."""

    seq: int
    id: str
    device: str
    kind: Kind
    data: Mapping[str, Json]
    at: str = ""


@dataclass(frozen=True, slots=True)
class State:
    """A table as it stands after event `seq`.

    `values` are texts as typed by form name, those of logs too. `done` are the events that still count, oldest first,
    `rolls` those of them that are rolls and set nothing, and `decks` those of each deck. `changed` says which event
    last changed a form name, or `variant`, `finished` or `seats` (their number).
    """

    game: str
    variant: str
    lang: str
    values: Mapping[str, str]
    seats: int
    done: tuple[Event, ...]
    rolls: tuple[Event, ...]
    decks: Mapping[str, tuple[Event, ...]]
    finished: bool
    seq: int
    undoable: Event | None
    redoable: Event | None
    changed: Mapping[str, int]

    @property
    def names(self) -> tuple[str, ...]:
        """Return what the players are called; a blank one by its number, in the table's language."""
        typed = [self.values.get(f"seats-{number}-name", "").strip() for number in range(self.seats)]
        return tuple(name or say("player_name", number=at).get(self.lang) for at, name in enumerate(typed, 1))


def new_code(chance: Callable[[int], bytes]) -> str:
    """Return a code for a table from `chance`, which gives as many random bytes as asked for; every code as likely."""
    found = ""
    while len(found) < 5:
        found += "".join(LETTERS[byte & 31] for byte in chance(8) if byte & 31 < len(LETTERS))
    return found[:5]


def fits(kind: str, data: object) -> bool:
    """Say whether an event of `kind` may hold `data`: its keys, their types and sizes; not whether it makes sense."""
    fine, rest = False, dict[object, object]()
    match kind, data:
        case "finish" | "reopen", {**rest}:
            fine = True
        case "start", {"game": game, "variant": variant, "lang": lang, "seats": list(seats), **rest}:
            fine = lang in LANGUAGES and _short(game, variant) and _seats(seats)
        case "put", {"values": dict(values), **rest}:
            steps = rest.pop("steps", {})  # of these a number is known that was added, so they can be taken back alone
            fine = isinstance(steps, dict) and all(type(each) is int and abs(each) == 1 for each in steps.values())
            fine = fine and steps.keys() <= values.keys()  # type: ignore[attr-defined]
            fine = fine and _short(*values.values()) and all(map(_NAME.fullmatch, values))
        case "seats", {"seats": list(seats), **rest}:
            fine = _seats(seats)
        case "roll", {"rolled": rolled, "values": list(values), "shown": shown, **rest}:
            seat, put = rest.pop("seat", 0), rest.pop("put", {})
            fine = _short(rolled, shown) and all(type(each) is int and abs(each) < 10**9 for each in [*values, seat])
            fine = fine and isinstance(put, dict) and _short(*put.values()) and all(map(_NAME.fullmatch, put))
        case "hint", {"seat": seat, **rest}:
            fine = type(seat) is int and 0 <= seat < 100
        case "deck", {"deck": deck, "do": do}:
            fine = _short(deck) and do in DECK
        case ("variant", {"variant": text, **rest}) | ("undo" | "redo", {"event": text, **rest}):
            fine = _short(text)
    if not fine or rest or _deep(data, _DEEPEST):
        return False
    try:
        return bool(json.dumps(data, ensure_ascii=False, allow_nan=False).encode())
    except ValueError:  # not a number, or half a letter
        return False


def _deep(value: object, left: int) -> bool:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return left == 0 or any(_deep(each, left - 1) for each in inner)


def _short(*texts: object) -> bool:
    return all(isinstance(text, str) and len(text) <= 200 for text in texts)


def _seats(seats: Sequence[object]) -> bool:
    return len(seats) < 100 and all(isinstance(seat, dict) for seat in seats)


@dataclass(slots=True)
class _Fold:
    """The state in the making; for every event that counts, `done` keeps what stood there before."""

    games: Mapping[str, Game]
    game: Game | None = None  # as soon as it has begun
    now: dict[str, str] = field(default_factory=dict)
    done: list[tuple[Event, dict[str, str | None]]] = field(default_factory=list)
    undone: list[Event] = field(default_factory=list)
    changed: dict[str, int] = field(default_factory=dict)
    touched: dict[str, str | None] = field(default_factory=dict)

    def take(self, event: Event) -> None:
        self.touched = {}
        match event.kind:
            case "hint":  # it changed nothing, so there is nothing to take back
                pass
            case "undo":
                recent = range(len(self.done) - 1, max(0, len(self.done) - REACH - 1), -1)  # never the start
                place = next((each for each in recent if self.done[each][0].id == event.data["event"]), None)
                if place is not None:
                    target, *later = self._back(place)
                    self.undone.append(target)
                    self._do(later)
            case "redo":
                for again in [each for each in self.undone if each.id == event.data["event"]]:
                    self.undone.remove(again)
                    self._do([again, *self._back(bisect(self.done, again.seq, key=lambda pair: pair[0].seq))])
            case _:
                self.undone = []
                self._do([event])
        self.changed |= {key: event.seq for key, old in self.touched.items() if self.now.get(key) != old}

    def _do(self, events: Sequence[Event]) -> None:
        for event in events:
            effect = dict(self._effect(event))
            self.done.append((event, {key: self.now.get(key) for key in effect}))
            self._set(effect)

    def _back(self, place: int) -> list[Event]:
        """Take back everything from `place` on, and return it."""
        gone = self.done[place:]
        for _, before in reversed(gone):
            self._set(before)
        del self.done[place:]
        return [event for event, _ in gone]

    def _set(self, values: Mapping[str, str | None]) -> None:
        for key, value in values.items():
            self.touched.setdefault(key, self.now.get(key))
            if value is None:
                self.now.pop(key, None)
            else:
                self.now[key] = value

    def _effect(self, event: Event) -> Iterator[tuple[str, str | None]]:
        """Yield what an event sets; None clears."""
        seats = int(self.now.get("seats", "0"))
        match event.kind, event.data:
            case "start" | "seats", {"seats": list(given)}:
                if event.kind == "start":
                    self.game = self.games.get(str(event.data["game"]))
                    yield "variant", str(event.data["variant"])
                yield from ((key, None) for key in self.now if key.startswith("seats-"))
                yield "seats", str(len(given))
                yield from forms.flat(given, "seats").items()
            case ("put", {"values": dict(values)}) | ("roll", {"put": dict(values)}):
                for name, text in values.items():
                    match = _NAME.fullmatch(name)
                    if match and int(match[1] or -1) < seats:
                        step = cast("Mapping[str, int]", event.data.get("steps", {})).get(name)
                        there = self.now.get(name, "")
                        yield name, (stepped(there, step, name, self.game) if step else "") or str(text) or None
            case "variant", {"variant": variant}:
                yield "variant", str(variant)
            case (("finish" | "reopen"), _):
                yield "finished", "1" if event.kind == "finish" else None


def stepped(text: str, step: int, name: str, game: Game | None) -> str:
    """Return the number in `text` one up or down within its limits; "" when it is none. Blank begins as on a page."""
    low, high = forms.limits(name, game) if game else (0, inf)
    try:
        number = int(text.replace("−", "-")) + step if text else step if low == 0 else 0
    except ValueError:
        return ""
    return str(int(min(max(number, low), high)))


def fold(events: Iterable[Event], games: Mapping[str, Game] = NO_GAMES) -> State:
    """Return the state after `events`, which `fits` let in, in order of `seq`. `games` tell the variant of old."""
    folding, seq = _Fold(games), 0
    for event in events:
        folding.take(event)
        seq = event.seq
    done = [event for event, _ in folding.done]
    start: Mapping[str, Json] = done[0].data if done else {}
    game, own = folding.game, folding.now
    first = game.scoring.variants[0].id if game and game.scoring and game.scoring.variants else ""
    decks: dict[str, list[Event]] = {}
    for event in done:
        if event.kind == "deck":
            decks.setdefault(str(event.data["deck"]), []).append(event)
    return State(
        game=str(start.get("game", "")),
        lang=str(start.get("lang", LANGUAGES[0])),
        seats=int(own.pop("seats", "0")),
        finished=bool(own.pop("finished", "")),
        variant=own.pop("variant", "") or first,
        values=own,
        done=tuple(done),
        rolls=tuple(event for event in done if event.kind == "roll" and "put" not in event.data),
        decks={deck: tuple(turned) for deck, turned in decks.items()},
        seq=seq,
        undoable=done[-1] if len(done) > 1 else None,
        redoable=folding.undone[-1] if folding.undone else None,
        changed=folding.changed,
    )


def table_json(state: State, game: Game) -> dict[str, Json]:
    """Return the table as `tracker.tables.settle` reads it; values that the variant does not ask for stay out."""
    typed = {f"seats-{number}-name": name for number, name in enumerate(state.names)} | {"variant": state.variant}
    table = forms.read({**state.values, **typed}, game.scoring)[0] if game.scoring else {}
    return {"game": game.slug, **table}


def named(event: Event, game: Game, state: State, lang: str) -> str:
    """Return what taking `event` back takes back: "Ada · Chips: 12", "roll 3d6"; `state` is that of its table."""
    names, form = state.names, state.values
    match event.kind, event.data:
        case "put", {"values": dict(values)} if values:
            name, text = next(iter(values.items()))
            if step := cast("Mapping[str, int]", event.data.get("steps", {})).get(name):
                there = form.get(name, "")
                text = there if event in state.done else stepped(there, step, name, game)
            place = forms.told(forms.path(name, form, game), game, names, lang)
            said = say("event_value", place=place, value=forms.spoken(name, str(text), game, names, lang)).get(lang)
            return said + (say("event_more", count=len(values) - 1).get(lang) if len(values) > 1 else "")
        case "variant", {"variant": variant}:
            variants = game.scoring.variants if game.scoring else ()
            title = next((each.title.get(lang) for each in variants if each.id == variant), str(variant))
            return say("event_variant", title=title).get(lang)
        case "roll", {"rolled": rolled, "shown": shown}:
            return say("event_roll", rolled=rolled or shown).get(lang)
        case "deck", {"deck": deck, "do": do}:
            titles = {each.id: each.title for each in game.decks} | {each.id: each.title for each in game.piles}
            return say(f"event_deck_{do}", deck=titles.get(str(deck), deck)).get(lang)
    return say(f"event_{event.kind}").get(lang)
