"""What a build read, what it made of that and what it told: so that nothing is made twice. Beside `store`.

A record lies below the output folder under a key, which says by which press, with which options and from where a build
is made. It counts as long as every file that was read and every file that was made is what it was. Knows no game.
"""

from __future__ import annotations

import errno
import json
from collections.abc import Callable
from pathlib import Path

from pnp.build.older import Whole
from pnp.build.stamps import Sight, data_sum
from pnp.build.store import Store
from pnp.values import dataclass

FOLDER = ".cache"  # below the output folder: of all that may be thrown away
BUILDS = "builds"
LIMIT = 4_000_000  # bytes of records that are kept: some dozens of builds
SHEETS = "sheets"
SHEETS_LIMIT = 64_000_000  # bytes of sheets of long decks that are kept: some 100,000 cards


@dataclass(frozen=True, slots=True)
class Record:
    """A build. `at`: when it looked at what it `read`, in nanoseconds; `made`: its files below the output folder, with
    their sums; `told`: its lines, each after the word for its kind; `wholes`: the games of which all was made.
    """

    at: int
    read: Sight
    made: tuple[tuple[str, str], ...]
    told: tuple[tuple[str, str], ...]
    wholes: tuple[Whole, ...]


def known(out: Path, key: str) -> Record | None:
    """Return the record of a build, None where there is none."""
    data = _store(out).get(key)
    if data is None:
        return None
    at, read, made, told, wholes = json.loads(data)
    return Record(
        at,
        {path: (tuple(stamp), total) for path, (stamp, total) in read.items()},
        tuple(map(tuple, made)),
        tuple(map(tuple, told)),
        tuple(Whole(folder, end, tuple(names)) for folder, end, names in wholes),
    )


def keep(out: Path, key: str, record: Record) -> None:
    """Keep the record of a build, and let go of those that were not asked for for longest."""
    wholes = [(whole.folder, whole.end, whole.names) for whole in record.wholes]
    store = _store(out)
    store.put(key, json.dumps([record.at, record.read, record.made, record.told, wholes]).encode())
    store.prune(LIMIT)


def holds(record: Record, out: Path, read: Sight) -> bool:
    """Say whether what a build would `read` is what it was, and all that was made of it too."""
    if record.read.keys() != read.keys() or any(total != record.read[path][1] for path, (_, total) in read.items()):
        return False
    return all(_is(out / name, total) for name, total in record.made)


def _is(path: Path, total: str) -> bool:
    try:
        return path.is_file() and not path.is_symlink() and data_sum(path.read_bytes()) == total
    except OSError:
        return False


def _store(out: Path) -> Store:
    return Store(out / FOLDER / BUILDS)


def sheets(out: Path) -> Store:
    """Return where sheets of long decks are kept from build to build."""
    return Store(out / FOLDER / SHEETS)


def with_room(write: Callable[[], None], out: Path) -> None:
    """Write; on a full disk in the place of all that is kept below `out`, which may be thrown away."""
    try:
        write()
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        for store in (_store(out), sheets(out)):
            store.prune(0)
        write()
