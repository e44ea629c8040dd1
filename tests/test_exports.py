"""Tables as files: JSON that comes back the same, CSV that runs nothing, text that adds up, and strangers' files."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import shipped
from tracker import deck, export, play
from tracker.play import Event, fold
from tracker.store import Store

GAMES = shipped.BY_SLUG
VIVA = GAMES["viva-pamplona"]


def table(*events: tuple[str, Mapping[str, Any]], names: tuple[str, ...] = ("Ada", "Ben")) -> tuple[Event, ...]:
    seats = [{"name": name} for name in names]
    start = ("start", {"game": "viva-pamplona", "variant": "standard", "lang": "en", "seats": seats})
    return tuple(
        Event(seq, f"id-{seq}", f"phone {seq % 3}", kind, data, f"2026-11-30T20:00:{seq:02}Z")  # type: ignore[arg-type]
        for seq, (kind, data) in enumerate((start, *events), 1)
    )


def put(**values: str) -> tuple[str, Mapping[str, Any]]:
    return "put", {"values": {name.replace("_", "-"): text for name, text in values.items()}}


PLAYED = table(
    put(seats_0_chips="12", seats_1_chips="3"),
    put(seats_0_ranks_0="2", seats_0_ranks_1="5", seats_0_ranks_2="6"),
    put(seats_1_ranks_0="1", seats_1_ranks_1="3", seats_1_ranks_2="4"),
    ("roll", {"rolled": "3d6", "values": [1, 2, 3], "shown": "1 2 3"}),
    ("finish", {}),
    ("undo", {"event": "id-6"}),
)


def test_a_table_comes_back_from_its_json_as_it_was() -> None:
    text = export.to_json("ABCDE", PLAYED)
    code, events = export.from_bytes(text.encode(), GAMES)
    assert (code, export.to_json(code, events)) == ("ABCDE", text)
    before, after = fold(PLAYED, GAMES), fold(events, GAMES)
    assert (after.values, after.changed, after.seq, after.finished) == (
        before.values, before.changed, before.seq, before.finished
    )  # fmt: skip
    assert play.table_json(after, VIVA) == play.table_json(before, VIVA)
    assert [each.redoable and each.redoable.id for each in (before, after)] == ["id-6", "id-6"]
    assert [(each.seq, each.id, each.kind, each.data, each.at) for each in events] == [
        (each.seq, each.id, each.kind, each.data, each.at) for each in PLAYED
    ]


def test_whose_phone_it_was_does_not_leave_the_house() -> None:
    text = export.to_json("ABCDE", PLAYED)
    assert "phone" not in text
    assert [each["device"] for each in json.loads(text)["events"]] == ["1", "2", "3", "1", "2", "3", "1"]


def test_the_file_of_an_open_table_tells_no_card_and_that_of_a_finished_one_all() -> None:
    draw = {"deck": "torro-cards", "do": "draw", "orders": {"torro-cards": list(VIVA.piles[0].cards)}, "passed": 1}
    events = table(("deck", draw), ("undo", {"event": "id-2"}), ("redo", {"event": "id-2"}))
    file = export.to_json("ABCDE", events)
    assert json.loads(file)["events"][1]["data"] == {"deck": "torro-cards", "do": "draw"}
    _, back = export.from_bytes(file.encode(), GAMES)
    heap = deck.fold(VIVA.piles, [each.data for each in fold(back).decks["torro-cards"]])["torro-cards"]
    assert heap == deck.fold(VIVA.piles, [])["torro-cards"]
    finished = (*events, Event(5, "id-5", "phone", "finish", {}, ""))
    assert json.loads(export.to_json("ABCDE", finished))["events"][1]["data"] == draw


def test_a_table_that_was_brought_in_can_be_played_on() -> None:
    kept = Store()
    code = kept.bring(*export.from_bytes(export.to_json("ABCDE", PLAYED).encode(), GAMES), chance=lambda _: b"")
    kept.append(code, Event(0, "redo", "new phone", "redo", {"event": "id-6"}))
    assert (code, [row.finished for row in kept.history("viva-pamplona")]) == ("ABCDE", [True])


@given(st.lists(st.tuples(st.sampled_from(["seats-0-chips", "seats-1-name"]), st.text(max_size=9)), max_size=9))
def test_whatever_was_typed_comes_back(typed: list[tuple[str, str]]) -> None:
    events = table(*(("put", {"values": {name: text}}) for name, text in typed))
    if all(play.fits(each.kind, each.data) for each in events):
        _, back = export.from_bytes(export.to_json("ABCDE", events).encode(), GAMES)
        assert fold(back, GAMES).values == fold(events, GAMES).values


Change = Callable[[dict[str, Any]], object]


def refused(text: str) -> str:
    with pytest.raises(export.Strange) as caught:
        export.from_bytes(text.encode(), GAMES)
    return str(caught.value)


STRANGE: dict[str, Change] = {
    "no code": lambda file: file.pop("code"),
    "a code that is none": lambda file: file.update(code="../.."),
    "no version": lambda file: file.pop("bullpen"),
    "an older version": lambda file: file.update(bullpen=0),
    "another key": lambda file: file.update(more=1),
    "no events": lambda file: file["events"].clear(),
    "events that are none": lambda file: file.update(events={}),
    "an event that is none": lambda file: file["events"].append(7),
    "no start": lambda file: file["events"].pop(0),
    "two starts": lambda file: file["events"].append({**file["events"][0], "id": "x"}),
    "an event twice": lambda file: file["events"].append(file["events"][1]),
    "another key of an event": lambda file: file["events"][1].update(seq=1),
    "a key missing": lambda file: file["events"][1].pop("at"),
    "an unknown kind": lambda file: file["events"][1].update(kind="jump"),
    "a kind that is a list": lambda file: file["events"][1].update(kind=["put"]),
    "data of another kind": lambda file: file["events"][1].update(data={"event": "x"}),
    "a value that is a number": lambda file: file["events"][1]["data"]["values"].update({"seats-0-chips": 1}),
    "an id with a slash": lambda file: file["events"][1].update(id="../x"),
    "an id without end": lambda file: file["events"][1].update(id="x" * 65),
    "a time that is none": lambda file: file["events"][1].update(at=5),
    "a time of two lines": lambda file: file["events"][1].update(at="a\nb"),
    "nobody at the table": lambda file: file["events"][0]["data"].update(seats=[]),
    "too many at the table": lambda file: file["events"][0]["data"].update(seats=[{}] * 50),
    "undo of itself": lambda file: file["events"][6]["data"].update(event="id-7"),
    "undo of what comes later": lambda file: file["events"].insert(1, {**file["events"][6], "id": "x"}),
    "undo of an undo": lambda file: file["events"].append(
        {**file["events"][6], "id": "x", "data": {"event": "id-7"}}
    ),
    "undo of the start": lambda file: file["events"][6]["data"].update(event="id-1"),
    "undo of another table's event": lambda file: file["events"][6]["data"].update(event="id-99"),
    "a number without end": lambda file: file["events"][4]["data"].update(values=[10**400]),
    "lists in lists": lambda file: file["events"][0]["data"]["seats"][0].update(x=[[[[[[[[1]]]]]]]]),
}  # fmt: skip


@pytest.mark.parametrize("change", STRANGE.values(), ids=STRANGE)
def test_a_strangers_file_is_refused_whole(change: Change) -> None:
    file = json.loads(export.to_json("ABCDE", PLAYED))
    export.from_bytes(json.dumps(file).encode(), GAMES)
    change(file)
    assert refused(json.dumps(file)) == "it is not a game that Bullpen has saved"


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('"bullpen": 1', '"bullpen": 2', "a newer Bullpen saved it"),
        ('"game": "viva-pamplona"', '"game": "goats"', "its game is not here"),
        ('"bullpen": 1', '"bullpen": 1, "bullpen": 1',
         'this is not JSON: the key "bullpen" stands twice in one object'),
        ("1,\n", "NaN,\n", "this is not JSON: NaN is no number"),
        ("1,\n", "1e999,\n", "it is not a game that Bullpen has saved"),
        ("1,\n", "-Infinity,\n", "this is not JSON: -Infinity is no number"),
        ("}\n ]\n}", "", "this is not JSON: Expecting ',' delimiter"),
        ("Ada", "\\ud800", "it is not a game that Bullpen has saved"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_good_says_why(old: str, new: str, why: str) -> None:
    text = export.to_json("ABCDE", PLAYED)
    assert old in text
    assert refused(text.replace(old, new)).startswith(why)


def test_a_file_is_text_of_two_mebibytes_at_most() -> None:
    text = export.to_json("ABCDE", PLAYED).encode()
    assert export.from_bytes(b"\xef\xbb\xbf" + text + b" " * (export.LARGEST - len(text) - 3), GAMES)[0] == "ABCDE"
    for file, why in ((b"\xff" + text, "it is not a game"), (text + b" " * export.LARGEST, "it has more than 2 MiB")):
        with pytest.raises(export.Strange, match=why):
            export.from_bytes(file, GAMES)


def test_deep_or_wide_json_is_no_crash() -> None:
    assert refused("[" * 100_000) == "found lists in lists without end"
    wide = json.dumps({f"key {number}": 0 for number in range(100_000)})
    assert refused(wide) == "it is not a game that Bullpen has saved"


HOSTILE = ('=HYPERLINK("x")', "@sum", "-Dash-", 'Ann, "A"')


def test_no_cell_of_a_spreadsheet_can_run_and_numbers_stay_numbers() -> None:
    events = table(*(put(**{f"seats_{seat}_chips": str(seat)}) for seat in range(4)), names=HOSTILE)
    rows = list(csv.reader(io.StringIO(export.to_csv(fold(events), VIVA, "en"))))
    cells = [cell for row in rows for cell in row]
    assert [cell for cell in cells if cell[:1] in ("=", "+", "@", "\t", "\r")] == []
    assert {cell for cell in cells if cell[:1] == "-" and not cell[1:].isdigit()} == set()
    assert {"'" + name if name[0] in "=@-" else name for name in HOSTILE} <= set(cells)


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("=1+1", "'=1+1"), ("+1+1", "'+1+1"), ("-1+1", "'-1+1"), ("@x", "'@x"), ("\tx", "'\tx"), ("\rx", "'\rx"),
        (" =1+1", "' =1+1"), ("'x", "''x"), ("-3", "-3"), ("+3", "+3"), ("0", "0"), ("Ada", "Ada"), ("", ""),
        ("-", "'-"),
    ],
)  # fmt: skip
def test_text_for_a_cell_is_made_harmless(text: str, cell: str) -> None:
    assert export.plain(text) == cell


def test_the_sheet_has_every_line_of_the_audit() -> None:
    rows = list(csv.DictReader(io.StringIO(export.to_csv(fold(PLAYED), VIVA, "en"))))
    for name in ("Ada", "Ben"):
        own = [row for row in rows if row["name"] == name]
        assert {row["total"] for row in own} == {str(sum(int(row["points"]) for row in own))}


def test_the_text_is_the_audit_that_the_command_prints() -> None:
    assert export.to_text(fold(PLAYED), VIVA, "en").splitlines() == [
        "Viva Pamplona!, Standard",
        "",
        "1. Ada: 25",
        "      12  Courage in chips: 12  [final-score]",
        "      13  Ranks: 2 + 5 + 6  [ranks]",
        "",
        "2. Ben: 11",
        "       3  Courage in chips: 3  [final-score]",
        "       8  Ranks: 1 + 3 + 4  [ranks]",
    ]


def test_what_does_not_add_up_yet_is_told_as_it_stands() -> None:
    events = table(put(seats_0_chips="x", seats_1_ranks_0="2"))
    assert "Ben · Ranks of your runners 1: 2" in export.to_text(fold(events), VIVA, "en").splitlines()
    assert "x" in [row["reckoning"] for row in csv.DictReader(io.StringIO(export.to_csv(fold(events), VIVA, "en")))]
