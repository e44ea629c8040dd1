"""Where tables are kept: the only module that speaks SQL. Knows events, and no page, sum or language.

Every write is one transaction that begins at once, so two phones never fail or overtake each other, and it is on the
disk before anybody is told. A database of an older Bullpen is brought up to date, one of a newer Bullpen is left alone.
"""

from __future__ import annotations

import json
import sqlite3
import threading
import weakref
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from tracker.play import MOST, Event, fold, new_code

KNOWN = 30  # tables whose events are kept at hand

STEPS = (
    """
    CREATE TABLE tables (
        code TEXT PRIMARY KEY, game TEXT NOT NULL DEFAULT '', names TEXT NOT NULL DEFAULT '[]',
        finished INTEGER NOT NULL DEFAULT 0, seq INTEGER NOT NULL DEFAULT 0, last INTEGER NOT NULL DEFAULT 0,
        changed TEXT NOT NULL DEFAULT ''
    );
    CREATE TABLE events (
        number INTEGER PRIMARY KEY, code TEXT NOT NULL REFERENCES tables, seq INTEGER NOT NULL, id TEXT NOT NULL,
        device TEXT NOT NULL, kind TEXT NOT NULL, data TEXT NOT NULL, at TEXT NOT NULL,
        UNIQUE (code, seq), UNIQUE (code, id)
    );
    CREATE INDEX newest ON tables (finished, last);
    """,
)  # fmt: skip


class Trouble(Exception):  # noqa: N818 (what happened, as in tracker.scoring)
    """The database cannot be used; the text says why, in English, for the one who runs the server."""


class Conflict(Exception):  # noqa: N818
    """A guard found that this event may not follow what others did meanwhile."""


class Missing(LookupError):  # noqa: N818
    """There is no table with this code."""


class Row(NamedTuple):
    """A table in a list: what it is, when (UTC, to show) it last changed, and the number of its last event."""

    code: str
    game: str
    names: tuple[str, ...]
    finished: bool
    changed: str
    seq: int


class Store:
    """All tables in one file, made when it is first needed; without a path in memory, until the process ends.

    Any thread may call anything. Every method may raise Trouble.
    """

    def __init__(self, path: Path | None = None, steps: Sequence[str] = STEPS) -> None:
        self.path = path
        self._steps = steps
        self._db: sqlite3.Connection | None = None
        self._turn = threading.Lock()
        self._known: dict[str, tuple[Event, ...]] = {}  # events are never changed, so only later ones are read

    def close(self) -> None:
        """Close the file; the next call opens it again."""
        with self._turn:
            if self._db:
                self._db.close()
            self._db = None

    def create(self, code: str, *events: Event) -> bool:
        """Begin a table with its events, from the start on; say whether the code was free, else nothing is written."""
        with self._open(write=True) as db:
            if not db.execute("INSERT OR IGNORE INTO tables (code) VALUES (?)", (code,)).rowcount:
                return False
            for seq, event in enumerate(events, 1):
                _insert(db, code, seq, event)
            _tell(db, code)
            return True

    def bring(self, code: str, events: Sequence[Event], chance: Callable[[int], bytes]) -> str:
        """Begin a table with its code, or a new one from `chance` if there is none or it is taken; return that."""
        while not code or not self.create(code, *events):
            code = new_code(chance)
        return code

    def append(
        self, code: str, event: Event, guard: Callable[[tuple[Event, ...]], None] | None = None, seen: int = 0
    ) -> int:
        """Add an event at the end, whatever its `seq` says, and return its number; one that is there by id stays.

        `guard` is given the events after `seen` and may raise Conflict; then nothing is written. Raises Missing.
        """
        with self._open(write=True) as db:
            if found := db.execute("SELECT seq FROM events WHERE code = ? AND id = ?", (code, event.id)).fetchone():
                return int(found[0])
            last = _seq(db, code)
            if not last:
                raise Missing(code)
            if last >= MOST:
                raise Trouble(f"{code}: a table has at most {MOST} events")
            if guard:
                guard(_events(db, code, seen))
            _insert(db, code, last + 1, event)
            if event.kind not in ("put", "roll", "deck") or "-name" in json.dumps(event.data):
                _tell(db, code)
            return last + 1

    def events(self, code: str) -> tuple[Event, ...]:
        """Return the events of a table, the same object until there is another; none when there is no such table."""
        with self._open() as db:
            last, known = _seq(db, code), self._known.pop(code, ())
            known = known if len(known) <= last else ()
            known = (*known, *_events(db, code, len(known))) if len(known) < last else known
            if last:
                self._known[code] = known
            if len(self._known) > KNOWN:
                del self._known[next(iter(self._known))]
            return known

    def seq(self, code: str) -> int:
        """Return the number of the last event of a table, 0 when there is no such table."""
        with self._open() as db:
            return _seq(db, code)

    def tables(self, most: int = 50, device: str = "", games: Iterable[str] | None = None) -> tuple[Row, ...]:
        """Return the open tables (of `games`), the one that changed last first; all of them when `most` is -1.

        With `device` only where that has done something, the one where it did so last first.
        """
        rank = "(SELECT max(number) FROM events WHERE events.code = tables.code AND device = ?)" if device else "last"
        slugs, own = [*(games or ())], [device] if device else []
        among = "finished = 0" if games is None else f"finished = 0 AND game IN ({', '.join('?' * len(slugs))})"
        return self._rows(f"{among} AND {rank} ORDER BY {rank} DESC LIMIT ?", *slugs, *own, *own, most)

    def history(self, game: str, most: int = 500) -> tuple[Row, ...]:
        """Return the finished tables of one game, the one that changed last first; all of them when `most` is -1."""
        return self._rows("finished = 1 AND game = ? ORDER BY last DESC LIMIT ?", game, most)

    def delete(self, code: str) -> bool:
        """Forget a table, in the file and its log too; say whether there was one."""
        with self._open(write=True) as db:
            db.execute("DELETE FROM events WHERE code = ?", (code,))
            gone = db.execute("DELETE FROM tables WHERE code = ?", (code,)).rowcount
            self._known.pop(code, None)
        with self._open() as db:
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return bool(gone)

    def backup(self, target: Path) -> None:
        """Write all of it, as it is at one moment, to `target`, checked, whole or not at all."""
        if self.path and target.exists() and target.samefile(self.path):
            raise Trouble(f"{target}: this is the database itself")
        with self._open() as db:
            _copy(db, target)

    def _rows(self, where: str, *values: object) -> tuple[Row, ...]:
        with self._open() as db:
            found = db.execute(f"SELECT code, game, names, finished, changed, seq FROM tables WHERE {where}", values)
            return tuple(Row(code, game, tuple(json.loads(names)), *more) for code, game, names, *more in found)

    @contextmanager
    def _open(self, write: bool = False) -> Iterator[sqlite3.Connection]:
        """Lend the connection to one thread; what was not written in full when it comes back never was."""
        with self._turn:
            try:
                self._db = self._db or self._connect()
                with self._db as db:
                    if write:
                        db.execute("BEGIN IMMEDIATE")
                    yield db
            except sqlite3.Error as error:
                raise Trouble(f"{self.path}: {error}") from error

    def _connect(self) -> sqlite3.Connection:
        if self.path:
            with suppress(OSError):  # what cannot be made cannot be opened either, and that is told
                self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                self.path.touch(0o600)
        db = sqlite3.connect(self.path or ":memory:", timeout=5, isolation_level=None, check_same_thread=False)
        try:
            for _ in range(100):  # SQLite does not wait by itself for another process that makes the file
                try:
                    db.execute("PRAGMA journal_mode = WAL")
                    break
                except sqlite3.OperationalError as error:
                    if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                        raise
                    threading.Event().wait(0.05)
            for setting in ("synchronous = FULL", "foreign_keys = ON", "secure_delete = ON"):
                db.execute(f"PRAGMA {setting}")
            self._update(db)
        except BaseException:
            db.close()
            raise
        weakref.finalize(self, db.close)
        return db

    def _update(self, db: sqlite3.Connection) -> None:
        """Bring the database up to date, whole or not at all; keep a copy of an older one."""
        version, newest = _version(db), len(self._steps)
        if version > newest:
            raise Trouble(f"{self.path}: made by a newer Bullpen (schema {version}; this one knows {newest})")
        if self.path and 0 < version < newest:
            _copy(db, self.path.with_suffix(f".schema-{version}.db"))
        if version < newest:
            with db:
                db.execute("BEGIN IMMEDIATE")
                for statement in ";".join(self._steps[_version(db) :]).split(";"):  # another may have been quicker
                    db.execute(statement)
                db.execute(f"PRAGMA user_version = {newest}")


def own_secret(path: Path, new: bytes) -> bytes:
    """Return the secret kept in `path`; without one keep `new`, readable for its owner only. Raises OSError.

    Two first starts at the same moment agree: the file appears whole or not at all, and only once.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not path.exists():
        draft = path.with_name(f"secret.{new[:8].hex()}")
        draft.touch(0o600)
        draft.write_bytes(new)
        with suppress(FileExistsError):
            path.hardlink_to(draft)
        draft.unlink()
    return path.read_bytes()


def inspect(path: Path, steps: Sequence[str] = STEPS) -> tuple[int, int, int]:
    """Return the schema of a database and how many tables and events it has; change nothing.

    Raises Trouble unless it is whole and made by this or an older Bullpen.
    """
    try:
        with closing(_reading(path)) as db:
            version = _version(db)
            found = [row[0] for row in (*db.execute("PRAGMA integrity_check"), *db.execute("PRAGMA foreign_key_check"))]
            if found == ["ok"] and 0 < version <= len(steps):
                return version, *db.execute("SELECT count(*), coalesce(sum(seq), 0) FROM tables").fetchone()
    except sqlite3.Error as error:
        raise Trouble(f"{path}: {error}") from error
    raise Trouble(
        f"{path}: {found[0] if found != ['ok'] else f'schema {version}; this Bullpen reads 1 to {len(steps)}'}"
    )


def restore(path: Path, source: Path) -> Path | None:
    """Put the database `source` in the place of `path`; return where the old one is kept, if there was one.

    Whole or not at all. Raises Trouble when `source` is not one of ours, or while a server has the old one open.
    """
    inspect(source)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with closing(_reading(source)) as db:
        return _copy(db, path, aside=True)


def _aside(path: Path) -> Path:
    """Give a database that nobody has open a second name, and take its log away; return the name."""
    numbers = (path.with_name(f"{path.stem}.before-{number}{path.suffix}") for number in range(1, 10_000))
    aside = next(each for each in numbers if not each.exists())
    try:
        with closing(sqlite3.connect(path, timeout=1)) as db:
            db.execute("PRAGMA journal_mode = DELETE")  # its log into the file; refused while anybody has it open
    except sqlite3.OperationalError as error:
        raise Trouble(f"{path}: {error}; end the tracker first") from error
    except sqlite3.DatabaseError:  # it is broken, and a log would be read into the new one
        for end in ("-wal", "-shm"):
            with suppress(FileNotFoundError):
                Path(f"{path}{end}").replace(f"{aside}{end}")
    aside.hardlink_to(path)
    return aside


def _reading(path: Path) -> sqlite3.Connection:
    alone = "" if Path(f"{path}-wal").exists() else "&immutable=1"  # else even reading would leave files beside it
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro{alone}", uri=True)


def _copy(db: sqlite3.Connection, target: Path, aside: bool = False) -> Path | None:
    """Put a checked copy in the place of `target`, which stays `aside` under the name that is returned, if it was."""
    draft = target.with_name(f".{target.name}.part")
    try:
        draft.unlink(missing_ok=True)
        draft.touch(0o600)
        with closing(sqlite3.connect(draft)) as copy:
            db.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
        inspect(draft)
        kept = _aside(target) if aside and target.exists() else None
        draft.replace(target)
        return kept
    except (OSError, sqlite3.Error) as error:
        raise Trouble(f"{target}: {error}") from error
    finally:
        draft.unlink(missing_ok=True)


def _version(db: sqlite3.Connection) -> int:
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def _seq(db: sqlite3.Connection, code: str) -> int:
    found = db.execute("SELECT seq FROM tables WHERE code = ?", (code,)).fetchone()
    return int(found[0]) if found else 0


def _events(db: sqlite3.Connection, code: str, after: int) -> tuple[Event, ...]:
    columns = "seq, id, device, kind, data, at"
    rows = db.execute(f"SELECT {columns} FROM events WHERE code = ? AND seq > ? ORDER BY seq", (code, after))
    return tuple(Event(seq, id, device, kind, json.loads(data), at) for seq, id, device, kind, data, at in rows)


def _insert(db: sqlite3.Connection, code: str, seq: int, event: Event) -> None:
    row = (None, code, seq, event.id, event.device, event.kind, json.dumps(event.data), event.at)
    number = db.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row).lastrowid
    db.execute("UPDATE tables SET seq = ?, last = ?, changed = ? WHERE code = ?", (seq, number, event.at, code))


def _tell(db: sqlite3.Connection, code: str) -> None:
    """Write down what the list of tables shows of one."""
    state = fold(_events(db, code, 0))
    facts = (state.game, json.dumps(state.names), state.finished, code)
    db.execute("UPDATE tables SET game = ?, names = ?, finished = ? WHERE code = ?", facts)
