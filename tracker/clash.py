"""What several phones did to one table at a time: what of it stands, and what a person is asked about. Pure.

Knows events and form names, and no page: `tracker.views.table` asks here before it writes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from pnp.data.game import Game, Json, Scoring
from tracker import forms, play
from tracker.play import Event, State


@dataclass(frozen=True, slots=True)
class Table:
    """A table as a request finds it."""

    code: str
    events: tuple[Event, ...]
    state: State
    game: Game
    scoring: Scoring

    @property
    def json(self) -> dict[str, Json]:
        """Return the table as it is scored."""
        return play.table_json(self.state, self.game)

    def then(self, seen: int) -> State:
        """Return the table as a page shows it that has `seen` so many events."""
        return play.fold(self.events[:seen], {self.game.slug: self.game})

    def unknown(self, values: Mapping[str, object], variant: str) -> set[str]:
        """Return the names that no field of a variant has."""
        form = {**dict.fromkeys(values, ""), "variant": variant}
        return {each.field for each in forms.read(form, self.scoring)[1]}


def clear(here: Table, seen: int, own: str, typed: Mapping[str, Json]) -> bool:
    """Say whether the device `own` may write unasked what was `typed` on a page that has seen so much.

    Not after the end of the game, nor when others wrote to the same names, moved the players, or chose a variant that
    does not ask for it.
    """
    now = here.state
    foreign = {each.seq for each in here.events[seen:] if each.device != own}
    clash = any(now.changed.get(name) in foreign and now.values.get(name, "") != text for name, text in typed.items())
    return not (clash or now.finished or moved(here, seen) or here.unknown(typed, now.variant))


def moved(here: Table, seen: int) -> bool:
    """Say whether players were taken away or came back after `seen`; one more at the end moves nobody."""
    if here.events[seen:] and play.fold(here.events[:seen]).seats > here.state.seats:
        return True
    touched = {ident for each in here.events[seen:] for ident in (each.id, each.data.get("event"))}
    moves = (each for each in here.events if each.kind == "seats" and each.id in touched)
    return any(len(cast("list[Json]", e.data["seats"])) <= play.fold(here.events[: e.seq - 1]).seats for e in moves)


def carried(here: Table, mine: Mapping[str, str], seen: int) -> tuple[dict[str, str], dict[str, str]]:
    """Return what was typed on a page that had seen so much as the seats stand now, and what has no place any more.

    Seats are found again by their names, in the values too.
    """
    then, now = here.then(seen), here.state
    seats = {f"seats-{number}": f"seats-{number}" for number in range(now.seats)}
    if not moved(here, seen):
        return _placed(here, mine, seats)
    once = {who for who in then.names if then.names.count(who) == now.names.count(who) == 1}
    seats = {f"seats-{at}": f"seats-{now.names.index(who)}" for at, who in enumerate(then.names) if who in once}
    kept, lost = _placed(here, mine, seats)
    before = _placed(here, {name: text for name, text in then.values.items() if name.startswith("seats-")}, seats)[0]
    logs = [each.id for each in here.scoring.fields if each.kind == "log"]
    for log in (f"seats-{seat}-{each}" for each in logs for seat in range(now.seats)):
        kept = forms.behind(kept, before, now.values, log)
    return kept, lost


def _placed(here: Table, form: Mapping[str, str], seats: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Return a form at other seats, and what is lost of it; an entry of a log is lost with any part of it."""
    kept: dict[str, tuple[str, str]] = {}
    gone = {forms.entry(name, here.game) for name in here.unknown(form, here.state.variant)}
    for name, text in form.items():
        _, seat, key = name.split("-", 2)
        to, said = seats.get(f"seats-{seat}"), forms.reference(name, text, here.game)
        if to and (not said or said in seats):
            kept[name] = f"{to}-{key}", seats.get(said, text)
        else:
            gone.add(forms.entry(name, here.game))
    left = {name for name in kept if forms.entry(name, here.game) not in gone}
    return dict(kept[name] for name in form if name in left), {n: t for n, t in form.items() if n not in left}


def ask(
    here: Table, mine: Mapping[str, str], seen: int, lang: str
) -> tuple[list[tuple[str, str, str, str, str, str]], list[tuple[str, str]]]:
    """Return what a person is asked about, and in words what has no place any more.

    Asked is by form name: the place in words, what stands there now and what was typed, each as a value and in words.
    """
    then, now, game = here.then(seen), here.state, here.game

    def told(state: State, name: str, *texts: str) -> tuple[str, ...]:
        place = forms.told(forms.path(name, state.values, game), game, state.names, lang)
        return place, *(forms.spoken(name, text, game, state.names, lang) for text in texts)

    kept, lost = carried(here, mine, seen)
    clashes: list[tuple[str, str, str, str, str, str]] = []
    for name, text in kept.items():
        if (there := now.values.get(name, "")) != text:
            place, *said = told(now, name, there, text)
            clashes.append((name, place, there, said[0], text, said[1]))
    return clashes, [(place, said) for place, said in (told(then, *pair) for pair in lost.items())]
