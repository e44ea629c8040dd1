"""What a build keeps for the next one comes back as it was put in, or not at all; no more is kept than there may be."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pnp.build import records
from pnp.build.store import Store


def only(store: Store) -> Path:
    (path,) = store.folder.iterdir()
    return path


def test_bytes_come_back_by_their_key(tmp_path: Path) -> None:
    store = Store(tmp_path / "deep/below")
    assert store.get("one") is None
    for key, data in (("one", b"1"), ("two/../..", b""), ("ü" * 5000, bytes(70_000)), ("one", b"another 1")):
        store.put(key, data)
        assert Store(tmp_path / "deep/below").get(key) == data
    assert store.get("one") == b"another 1"
    assert store.get("two/../..") == b""
    assert len(list(store.folder.iterdir())) == 3


@pytest.mark.parametrize("data", [b"", b"kept before"])
def test_what_was_damaged_is_not_there(tmp_path: Path, data: bytes) -> None:
    store = Store(tmp_path / "store")
    store.put("key", data)
    path = only(store)
    whole = path.read_bytes()
    for end in range(len(whole)):
        path.write_bytes(whole[:end])
        assert store.get("key") is None
    for at in range(len(whole)):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        assert store.get("key") is None
    path.write_bytes(whole + b"\0")
    assert store.get("key") is None
    path.write_bytes(whole)
    assert store.get("key") == data


def test_what_was_put_in_under_another_key_is_not_there(tmp_path: Path) -> None:
    one, other = Store(tmp_path / "one"), Store(tmp_path / "other")
    one.put("key", b"data")
    other.put("another", b"data")
    only(other).write_bytes(only(one).read_bytes())
    assert other.get("another") is None


def test_what_is_no_file_is_not_there_and_stays(tmp_path: Path) -> None:
    store = Store(tmp_path / "store")
    store.put("key", b"data")
    path = only(store)
    path.unlink()
    os.mkfifo(path)
    assert store.get("key") is None
    path.unlink()
    path.mkdir()
    assert store.get("key") is None
    store.put("key", b"data")
    store.prune(0)
    assert path.is_dir()
    assert [path] == list(store.folder.iterdir())


def test_a_folder_that_cannot_be_written_keeps_nothing(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")
    store = Store(tmp_path / "taken/store")
    store.put("key", b"data")
    assert store.get("key") is None
    store.prune(0)
    assert (tmp_path / "taken").read_text() == "a file"


def test_what_was_not_asked_for_for_longest_goes_first(tmp_path: Path) -> None:
    store = Store(tmp_path / "store")
    paths: list[Path] = []
    for key in "abcde":
        store.put(key, bytes(68))  # a hundred with its sum
        (path,) = set(store.folder.iterdir()) - set(paths)
        paths.append(path)
        os.utime(path, (len(paths), len(paths)))
    store.prune(500)
    assert paths == [path for path in paths if path.exists()]
    assert store.get("a") == bytes(68)
    store.prune(399)
    assert [paths[0], *paths[3:]] == [path for path in paths if path.exists()]
    store.prune(0)
    assert list(store.folder.iterdir()) == []


def test_what_a_build_that_was_ended_has_left_goes_too(tmp_path: Path) -> None:
    store = Store(tmp_path / "store")
    store.put("key", b"data")
    left = only(store).with_name(".key.half-written")
    left.write_bytes(bytes(1000))
    os.utime(left, (1, 1))
    store.prune(500)
    assert not left.exists()
    assert store.get("key") == b"data"


def test_several_builds_use_one_store(tmp_path: Path) -> None:
    store = Store(tmp_path / "store")

    def used(number: int) -> bool:
        key = str(number % 5)
        store.put(key, key.encode() * 9999)
        found = store.get(key)
        store.prune(30_000)
        return found in (None, key.encode() * 9999)

    with ThreadPoolExecutor(8) as builds:
        assert all(builds.map(used, range(200)))
    assert sum(path.stat().st_size for path in store.folder.iterdir()) <= 30_000


def test_on_a_full_disk_what_is_kept_makes_room_for_what_is_asked_for(tmp_path: Path) -> None:
    place = tmp_path / "deck.pdf"

    def write(room: int, number: int = errno.ENOSPC) -> Callable[[], None]:
        def on_a_disk() -> None:
            if sum(path.stat().st_size for path in tmp_path.rglob("*") if path.is_file()) > room:
                raise OSError(number, os.strerror(number))
            place.write_bytes(b"pages")

        return on_a_disk

    records.sheets(tmp_path).put("key", bytes(1000))
    with pytest.raises(OSError, match="denied"):
        records.with_room(write(500, errno.EACCES), tmp_path)
    records.with_room(write(2000), tmp_path)
    assert records.sheets(tmp_path).get("key") == bytes(1000)
    place.unlink()
    records.with_room(write(500), tmp_path)
    assert place.read_bytes() == b"pages"
    assert records.sheets(tmp_path).get("key") is None
    with pytest.raises(OSError, match="space"):
        records.with_room(write(0), tmp_path)
