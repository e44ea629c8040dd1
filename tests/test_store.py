"""What was told to be kept is kept: once, in order, by any number of threads, over kills, copies and older files."""

from __future__ import annotations

import os
import signal
import sqlite3
import stat
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from tracker import store
from tracker.play import Event, fold
from tracker.store import STEPS, Conflict, Missing, Store, Trouble

NEXT = (*STEPS, "CREATE TABLE notes (text TEXT); INSERT INTO notes SELECT code FROM tables;")


def start(game: str = "bulp", *names: str) -> Event:
    seats = [{"name": name} for name in names or ("Ada",)]
    return Event(0, "start", "phone", "start", {"game": game, "variant": "simple", "lang": "en", "seats": seats}, "t0")


def tap(id: str, value: str = "1", name: str = "seats-0-missing", device: str = "phone") -> Event:
    return Event(0, id, device, "put", {"values": {name: value}}, f"at {id}")


def event(id: str, kind: str, **data: str) -> Event:
    return Event(0, id, "phone", kind, data, f"at {id}")  # type: ignore[arg-type]


@pytest.fixture(params=["file", "memory"])
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    made = Store(tmp_path / "data" / "bullpen.db" if request.param == "file" else None)
    made.create("ABCDE", start())
    return made


def test_events_come_back_in_order(kept: Store) -> None:
    assert kept.append("ABCDE", tap("a", "Zoë\ud800\0")) == 2
    assert kept.append("ABCDE", tap("b")) == 3
    assert [each.seq for each in kept.events("ABCDE")] == [1, 2, 3]
    assert kept.events("ABCDE")[1] == Event(2, "a", "phone", "put", tap("a", "Zoë\ud800\0").data, "at a")
    assert (kept.seq("ABCDE"), kept.seq("ZZZZZ"), kept.events("ZZZZZ")) == (3, 0, ())


def test_a_code_is_given_once_and_an_event_needs_a_table(kept: Store) -> None:
    assert not kept.create("ABCDE", start("pamplona"))
    with pytest.raises(Missing):
        kept.append("ZZZZZ", tap("a"))
    assert [row.game for row in kept.tables()] == ["bulp"]


def test_a_table_is_brought_in_under_its_code_or_a_new_one(kept: Store) -> None:
    chances = iter([b"\0\0\0\0\0\0\0\0", b"\1\1\1\1\1\1\1\1"])
    assert kept.bring("ZZZZZ", [start(), tap("a")], lambda _: b"") == "ZZZZZ"
    assert kept.bring("", [start()], lambda _: next(chances)) == "22222"
    assert kept.bring("22222", [start(), tap("a")], lambda _: next(chances)) == "33333"
    assert [kept.seq(code) for code in ("22222", "33333", "ZZZZZ")] == [1, 2, 2]


def test_one_tap_delivered_fifty_times_at_once_is_one_event(kept: Store) -> None:
    gate = threading.Barrier(10)

    def send(_: int) -> list[int]:
        gate.wait()
        return [kept.append("ABCDE", tap("same")) for _ in range(5)]

    with ThreadPoolExecutor(10) as pool:
        answers = [answer for answers in pool.map(send, range(10)) for answer in answers]
    assert (set(answers), kept.seq("ABCDE"), len(kept.events("ABCDE"))) == ({2}, 2, 2)


def test_the_same_id_at_another_table_is_another_event(kept: Store) -> None:
    kept.create("FGHJK", start())
    kept.append("ABCDE", tap("b"))
    assert [kept.append(code, tap("a")) for code in ("ABCDE", "FGHJK", "ABCDE")] == [3, 2, 3]


def test_phones_tapping_at_once_lose_nothing_and_see_the_same(kept: Store, soak: bool) -> None:
    phones, taps = 8, 500 if soak else 20

    def play(phone: int) -> list[int]:
        sent = [tap(f"{phone}-{number}", str(number), f"seats-0-x-{phone}") for number in range(taps)]
        return [kept.append("ABCDE", each) for each in sent]

    with ThreadPoolExecutor(phones) as pool:
        seqs = list(pool.map(play, range(phones)))
    events = kept.events("ABCDE")
    assert [each.seq for each in events] == list(range(1, phones * taps + 2))
    assert [each == sorted(each) for each in seqs] == [True] * phones
    for phone in range(phones):
        own = [each.id for each in events if each.id.startswith(f"{phone}-")]
        assert own == [f"{phone}-{number}" for number in range(taps)]
    with ThreadPoolExecutor(phones) as pool:
        states = list(pool.map(lambda _: fold(kept.events("ABCDE")), range(phones)))
    assert [each == states[0] for each in states] == [True] * phones
    assert {states[0].values[f"seats-0-x-{phone}"] for phone in range(phones)} == {str(taps - 1)}


def test_a_guard_sees_what_came_since_and_can_stop_an_event(kept: Store) -> None:
    kept.append("ABCDE", tap("a", device="other"))
    seen: list[tuple[Event, ...]] = []

    def guard(later: tuple[Event, ...]) -> None:
        seen.append(later)
        raise Conflict

    with pytest.raises(Conflict):
        kept.append("ABCDE", tap("b"), guard, seen=1)
    assert ([each.id for each in seen[0]], kept.seq("ABCDE")) == (["a"], 2)
    assert kept.append("ABCDE", tap("a"), guard) == 2  # what is there already needs no judging
    assert kept.append("ABCDE", tap("c")) == 3


def test_lists_say_which_tables_are_open_and_which_changed_last(kept: Store) -> None:
    kept.create("FGHJK", start("bulp", "Ben", "Cleo"))
    kept.append("ABCDE", tap("a", "Zoë", "seats-0-name"))
    assert [(row.code, row.names, row.changed) for row in kept.tables()] == [
        ("ABCDE", ("Zoë",), "at a"),
        ("FGHJK", ("Ben", "Cleo"), "t0"),
    ]
    kept.append("ABCDE", event("b", "finish"))
    assert ([row.code for row in kept.tables()], [row.code for row in kept.history("bulp")]) == (["FGHJK"], ["ABCDE"])
    assert kept.history("pamplona") == ()
    kept.append("ABCDE", event("c", "undo", event="b"))
    assert [row.code for row in kept.tables(most=1)] == ["ABCDE"]
    assert [row.code for row in kept.tables()] == ["ABCDE", "FGHJK"]


def test_a_tap_that_finds_the_disk_full_is_not_kept_and_says_so(tmp_path: Path) -> None:
    kept = Store(tmp_path / "bullpen.db")
    kept.create("ABCDE", start())
    with kept._open() as db:
        pages = db.execute("PRAGMA page_count").fetchone()[0]
        db.execute(f"PRAGMA max_page_count = {pages}")
    told = list[int]()
    with pytest.raises(Trouble, match="disk is full"):
        told.extend(kept.append("ABCDE", tap(str(number), "9" * 200)) for number in range(999))
    with kept._open() as db:
        db.execute("PRAGMA max_page_count = 9999")
    assert kept.seq("ABCDE") == len(kept.events("ABCDE")) == len(told) + 1
    assert kept.append("ABCDE", tap(str(len(told)))) == len(told) + 2
    kept.close()


def test_a_table_has_an_end(kept: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MOST", 2)
    kept.append("ABCDE", tap("a"))
    with pytest.raises(Trouble, match="at most 2 events"):
        kept.append("ABCDE", tap("b"))


def test_a_deleted_table_is_gone_from_the_file_and_its_log(tmp_path: Path) -> None:
    kept = Store(tmp_path / "bullpen.db")
    kept.create("ABCDE", start("bulp", "Xantippe"))
    kept.append("ABCDE", tap("a", "Xantippe"))
    assert any(b"Xantippe" in file.read_bytes() for file in tmp_path.iterdir())
    assert (kept.delete("ABCDE"), kept.delete("ABCDE"), kept.seq("ABCDE"), kept.tables()) == (True, False, 0, ())
    assert [file.name for file in tmp_path.iterdir() if b"Xantippe" in file.read_bytes()] == []
    kept.close()


def test_only_the_owner_may_read_what_is_kept(tmp_path: Path) -> None:
    kept = Store(tmp_path / "data" / "bullpen.db")
    kept.create("ABCDE", start())
    modes = {each.name: stat.S_IMODE(each.stat().st_mode) for each in (tmp_path / "data").iterdir()}
    assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700
    assert set(modes.values()) == {0o600}
    kept.close()


def test_many_first_starts_at_once_make_one_database_and_one_secret(tmp_path: Path) -> None:
    path, gate = tmp_path / "data" / "bullpen.db", threading.Barrier(8)

    def begin(number: int) -> bytes:
        gate.wait()
        own = Store(path)
        own.create("ABCDE"[:4] + str(number + 2), start())
        own.close()
        return store.own_secret(path.with_name("secret"), bytes([number]) * 32)

    with ThreadPoolExecutor(8) as pool:
        secrets = set(pool.map(begin, range(8)))
    assert (len(secrets), store.inspect(path)) == (1, (1, 8, 8))
    assert {file.name for file in path.parent.iterdir()} == {"bullpen.db", "secret"}
    assert stat.S_IMODE(path.with_name("secret").stat().st_mode) == 0o600


def test_a_database_of_a_newer_bullpen_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "bullpen.db"
    newer = Store(path, NEXT)
    newer.create("ABCDE", start())
    newer.close()
    before = path.read_bytes()
    for act in (Store(path).tables, lambda: store.inspect(path), lambda: store.restore(tmp_path / "x" / "b.db", path)):
        with pytest.raises(Trouble, match="schema 2"):
            act()
    assert (path.read_bytes(), (tmp_path / "x").exists()) == (before, False)


def test_an_older_database_is_brought_up_to_date_and_a_copy_kept(tmp_path: Path) -> None:
    path = tmp_path / "bullpen.db"
    older = Store(path)
    older.create("ABCDE", start())
    older.close()
    now = Store(path, NEXT)
    assert [row.code for row in now.tables()] == ["ABCDE"]
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT text FROM notes").fetchall() == [("ABCDE",)]
    assert (store.inspect(path, NEXT), store.inspect(tmp_path / "bullpen.schema-1.db")) == ((2, 1, 1), (1, 1, 1))
    now.close()


def test_a_step_that_fails_leaves_the_older_database(tmp_path: Path) -> None:
    path = tmp_path / "bullpen.db"
    older = Store(path)
    older.create("ABCDE", start())
    with pytest.raises(Trouble, match="nowhere"):
        Store(path, (*STEPS, "DELETE FROM events; INSERT INTO nowhere VALUES (1);")).tables()
    assert (store.inspect(path), older.seq("ABCDE")) == ((1, 1, 1), 1)
    older.close()


def test_a_backup_during_writes_is_one_moment_of_them(tmp_path: Path) -> None:
    kept, ended = Store(tmp_path / "bullpen.db"), threading.Event()
    kept.create("ABCDE", start())

    def write() -> int:
        count = 1
        while not ended.is_set():
            count = kept.append("ABCDE", tap(str(count)))
        return count

    with ThreadPoolExecutor(1) as pool:
        last = pool.submit(write)
        found = []
        for number in range(5):
            kept.backup(tmp_path / "copies.db")
            schema, tables, events = store.inspect(tmp_path / "copies.db")
            copy = Store(tmp_path / "copies.db")
            assert [each.seq for each in copy.events("ABCDE")] == list(range(1, events + 1))
            copy.close()
            found.append(events)
            assert (number, schema, tables) == (number, 1, 1)
        ended.set()
    assert found == sorted(found)
    assert found[-1] <= last.result() == kept.seq("ABCDE")
    assert sorted(file.name for file in tmp_path.iterdir() if "part" in file.name) == []
    kept.close()


def test_a_backup_that_cannot_be_whole_leaves_the_last_one(tmp_path: Path) -> None:
    kept = Store(tmp_path / "bullpen.db")
    kept.create("ABCDE", start())
    for target in (tmp_path / "bullpen.db", tmp_path / "nowhere" / "copy.db", tmp_path):
        with pytest.raises(Trouble):
            kept.backup(target)
    assert sorted(file.name for file in tmp_path.iterdir() if not file.name.startswith("bullpen.db")) == []
    kept.close()


def test_a_restore_puts_the_copy_in_place_and_keeps_the_old_one(tmp_path: Path) -> None:
    path, copy = tmp_path / "bullpen.db", tmp_path / "copy.db"
    kept = Store(path)
    kept.create("ABCDE", start())
    kept.backup(copy)
    kept.append("ABCDE", tap("a"))
    with pytest.raises(Trouble, match="end the tracker first"):
        store.restore(path, copy)
    assert kept.seq("ABCDE") == 2
    kept.close()
    aside = store.restore(path, copy)
    assert (aside, store.inspect(path), store.inspect(tmp_path / "bullpen.before-1.db")) == (
        tmp_path / "bullpen.before-1.db", (1, 1, 1), (1, 1, 2)
    )  # fmt: skip
    assert store.restore(tmp_path / "new" / "bullpen.db", copy) is None
    assert store.restore(path, copy) == tmp_path / "bullpen.before-2.db"
    assert sorted(file.name for file in tmp_path.iterdir() if file.name.startswith(".")) == []


def test_what_is_restored_is_left_as_it_is_even_when_it_is_older(tmp_path: Path) -> None:
    copy, path = tmp_path / "copies" / "copy.db", tmp_path / "bullpen.db"
    kept = Store(copy)
    kept.create("ABCDE", start())
    kept.close()
    before = copy.read_bytes()
    assert store.restore(path, copy) is None
    assert (copy.read_bytes(), [file.name for file in copy.parent.iterdir()]) == (before, ["copy.db"])
    now = Store(path, NEXT)
    assert [row.code for row in now.tables()] == ["ABCDE"]
    now.close()


def test_a_broken_database_is_told_and_can_be_restored(tmp_path: Path) -> None:
    path, copy = tmp_path / "bullpen.db", tmp_path / "copy.db"
    kept = Store(copy)
    kept.create("ABCDE", start())
    kept.close()
    path.write_bytes(b"no database" * 999)
    path.with_name("bullpen.db-wal").write_bytes(b"old log")
    with pytest.raises(Trouble, match="not a database"):
        Store(path).tables()
    with pytest.raises(Trouble, match="not a database"):
        store.restore(copy, path)
    aside = store.restore(path, copy)
    assert aside is not None
    assert (aside.read_bytes()[:11], store.inspect(path)) == (b"no database", (1, 1, 1))
    assert not path.with_name("bullpen.db-wal").exists()


def damaged(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[4096 * 2 : 4096 * 3] = b"\xff" * 4096
    path.write_bytes(data)


def test_a_copy_with_a_broken_page_is_refused(tmp_path: Path) -> None:
    kept = Store(tmp_path / "bullpen.db")
    kept.create("ABCDE", start(), *(tap(str(number)) for number in range(200)))
    assert store.inspect(tmp_path / "bullpen.db") == (1, 1, 201)
    kept.backup(tmp_path / "copy.db")
    damaged(tmp_path / "copy.db")
    with pytest.raises(Trouble):
        store.restore(tmp_path / "other.db", tmp_path / "copy.db")
    assert not (tmp_path / "other.db").exists()
    kept.close()


WRITER = """
import sys
from pathlib import Path
from tracker.play import Event
from tracker.store import Store
kept = Store(Path(sys.argv[1]))
for number in range(kept.seq("ABCDE"), 1_000_000):
    seq = kept.append("ABCDE", Event(0, f"tap {number}", "phone", "put", {"values": {"seats-0-missing": str(number)}}))
    sys.stdout.write(f"{seq} tap {number}\\n")
    sys.stdout.flush()
"""


def test_no_tap_that_was_acknowledged_is_lost_when_the_writer_is_killed(tmp_path: Path, soak: bool) -> None:
    path = tmp_path / "bullpen.db"
    kept = Store(path)
    kept.create("ABCDE", start())
    kept.close()
    told: dict[int, str] = {}
    for number in range(200 if soak else 3):
        command = [sys.executable, "-c", WRITER, str(path)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parent.parent) as writer:
            assert writer.stdout is not None
            for _ in range(5 + 7 * number % 40):
                seq, _, id = writer.stdout.readline().rstrip().partition(" ")
                told[int(seq)] = id
            os.kill(writer.pid, signal.SIGKILL)
            for line in writer.stdout.read().splitlines(keepends=True):  # what was still in the pipe was told too
                if line.endswith("\n"):
                    seq, _, id = line.rstrip().partition(" ")
                    told[int(seq)] = id
    after = Store(path)
    events = {each.seq: each.id for each in after.events("ABCDE")}
    assert {seq: id for seq, id in told.items() if events.get(seq) != id} == {}
    assert list(events) == list(range(1, len(events) + 1))
    after.close()
    assert store.inspect(path)[2] == len(events)


@pytest.mark.parametrize("act", ["update", "backup", "restore"])
def test_a_kill_in_the_middle_leaves_the_old_or_the_new_and_never_between(tmp_path: Path, act: str, soak: bool) -> None:
    path, copy = tmp_path / "bullpen.db", tmp_path / "copy.db"
    kept = Store(path)
    kept.create("ABCDE", start(), *(tap(str(number)) for number in range(2000)))
    kept.backup(copy)
    kept.append("ABCDE", tap("more"))
    kept.close()
    acts = {
        "update": f"Store(p, {NEXT!r}).tables()",
        "backup": "Store(p).backup(c)",
        "restore": "store.restore(p, c)",
    }
    code = "import sys; from pathlib import Path; from tracker import store; from tracker.store import Store\n"
    code += f"p, c = map(Path, sys.argv[1:])\nprint(flush=True)\n{acts[act]}"
    for thousandths in range(0, 40, 1 if soak else 13):
        command = [sys.executable, "-c", code, str(path), str(copy)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=Path(__file__).parent.parent) as process:
            assert process.stdout is not None
            process.stdout.readline()
            threading.Event().wait(thousandths / 1000)
            process.kill()
        assert store.inspect(path, NEXT)[2] in (2001, 2002)
        assert store.inspect(copy)[2] in (2001, 2002)
