"""A table as a file: text and CSV of what it came to, JSON of everything that happened, which can be read back. Pure.

What is read back is a stranger's file: all of it is judged before anything is made of it.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Mapping, Sequence

from pnp.data.game import Game, Json
from pnp.data.words import Words
from tracker import forms, play, tables
from tracker.play import Event, State
from tracker.scoring import Refused
from tracker.speech import LANGUAGES, say

VERSION = 1
LARGEST = 2 * 1024 * 1024  # bytes
_NUMBER = re.compile(r"[+-]?\d{1,15}", re.ASCII)
_SPOKEN = re.compile(r"[^\x00-\x1f\x7f]{0,40}")


class Strange(ValueError):  # noqa: N818 (what the file is)
    """A file that is not one of ours; `why` says it to the person who sent it, `detail` to who runs the command."""

    def __init__(self, why: Words | None = None, detail: Words | None = None) -> None:
        self.why = why or say("import_strange")
        super().__init__((detail or self.why).get("en"))


def to_json(code: str, events: Sequence[Event]) -> str:
    """Return everything that happened at a table. Devices are numbered: whose phone it was is nobody's business.

    As long as the game is open, nobody may read there what lies face down or is held in hands: of each deck only what
    was done stays, without any card, so that a table made of such a file begins with its piles untouched.
    """
    sealed, devices = not play.fold(events).finished, dict[str, str]()
    told: list[Json] = [
        {"id": each.id, "device": devices.setdefault(each.device, str(len(devices) + 1)), "kind": each.kind,
         "data": {key: each.data[key] for key in (("deck", "do") if sealed and each.kind == "deck" else each.data)},
         "at": each.at}
        for each in events
    ]  # fmt: skip
    return json.dumps({"bullpen": VERSION, "code": code, "events": told}, ensure_ascii=False, indent=1)


def from_bytes(file: bytes, games: Mapping[str, Game]) -> tuple[str, tuple[Event, ...]]:
    """Return the code and the events in a file as it was sent. Raises Strange when any of it cannot be one of ours."""
    if len(file) > LARGEST:
        raise Strange(say("import_large"))
    try:
        data = tables.decoded(file.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise Strange from None
    except Refused as refused:
        raise Strange(detail=refused.broken[0].message) from None
    match data:
        case {"bullpen": int(version)} if version > VERSION:
            raise Strange(say("import_newer"))
        case {"bullpen": 1, "code": str(code), "events": list(given), **rest} if not rest and play.CODE.fullmatch(code):
            events = tuple(_event(seq, each) for seq, each in enumerate(given, 1))
        case _:
            raise Strange
    places = {each.id: each.seq for each in events if each.kind not in ("undo", "redo")}
    back = [(places.get(str(each.data["event"]), 0), each.seq) for each in events if each.kind in ("undo", "redo")]
    once = [each.seq for each in events if each.kind == "start"] == [1] and len({e.id for e in events}) == len(events)
    if not once or len(events) > play.MOST or any(not 1 < place < seq for place, seq in back):
        raise Strange
    game = games.get(str(events[0].data["game"]))
    if game is None or game.scoring is None:
        raise Strange(say("import_game"))
    state = play.fold(events, games)
    if not 0 < state.seats <= game.scoring.seats[1]:
        raise Strange
    try:
        tables.settle(play.table_json(state, game), game)
    except Refused as refused:
        wrong = [each for each in refused.broken if state.finished or each.field == "variant"]
        said = [(lang, "; ".join(forms.fault(each, game, state.names, lang) for each in wrong)) for lang in LANGUAGES]
        if wrong:
            raise Strange(say("import_unfit", why=Words(tuple(said)))) from None
    return code, events


def _event(seq: int, data: Json) -> Event:
    match data:
        case {"id": str(id), "device": str(device), "kind": str(kind), "data": dict(inner), "at": str(at), **rest}:
            known = next((each for each in play.KINDS if each == kind), None)
            words = play.ID.fullmatch(id) and _SPOKEN.fullmatch(device) and _SPOKEN.fullmatch(at)
            if known and words and not rest and play.fits(kind, inner):
                return Event(seq, id, device, known, inner, at)
    raise Strange


def _settled(state: State, game: Game) -> tables.Result | None:
    try:
        return tables.settle(play.table_json(state, game), game)
    except Refused:
        return None


def to_text(state: State, game: Game, lang: str) -> str:
    """Return a table in words: each line with its reckoning once it can be added up, else what was written so far."""
    variants = game.scoring.variants if game.scoring else ()
    title = game.title.get(lang) + "".join(f", {v.title.get(lang)}" for v in variants if v.id == state.variant)
    if result := _settled(state, game):
        return "\n\n".join((title, *audit(result, lang))) + "\n"
    written = (
        f"{forms.told(forms.path(name, state.values, game), game, state.names, lang)}: "
        f"{forms.spoken(name, text, game, state.names, lang)}\n"
        for name, text in state.values.items()
    )
    return f"{title}\n{''.join(written)}"


def audit(result: tables.Result, lang: str) -> list[str]:
    """Return one paragraph for each seat, the best first: every line with its reckoning and its rule."""
    paragraphs: list[str] = []
    seats = zip(result.standings, result.scores, result.bands, strict=True)
    for standing, score, band in sorted(seats, key=lambda seat: seat[0].rank):
        text = f"{standing.rank}. {score.name}: {score.total}" + (f", {band[1].title.get(lang)}" if band else "")
        for line in score.lines:
            text += f"\n   {line.points:>5}  {line.label.get(lang)}: {line.sum.get(lang)}  [{line.rule}]"
        paragraphs.append(text)
    return paragraphs


def to_csv(state: State, game: Game, lang: str) -> str:
    """Return a table for a spreadsheet; the names of columns stay English. No text can be taken for a formula."""
    out = io.StringIO()
    write = csv.writer(out).writerow
    write(("name", "rank", "total", "line", "reckoning", "points", "rule"))
    if result := _settled(state, game):
        for score, standing in zip(result.scores, result.standings, strict=True):
            for line in score.lines:
                told = (plain(line.label.get(lang)), plain(line.sum.get(lang)), line.points, line.rule)
                write((plain(score.name, False), standing.rank, score.total, *told))
        return out.getvalue()
    for number, name in enumerate(state.names):
        for key, text in state.values.items():
            if key.startswith(where := f"seats-{number}-"):
                write((plain(name, False), "", "", plain(key.removeprefix(where)), plain(text), "", ""))
    return out.getvalue()


def plain(text: str, numbers: bool = True) -> str:
    """Return text that a spreadsheet shows and never runs; of `numbers` one stays one, a name such as -1 does not."""
    begins = text.lstrip(" \u00a0")[:1]
    return f"'{text}" if begins and begins in "=+-@\t\r\n'" and not (numbers and _NUMBER.fullmatch(text)) else text
