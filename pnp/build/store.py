"""A folder of bytes that were made once and may be wanted again. Beside `records`; knows no page and no game.

All of it may be thrown away at any time: what is not there, or is not what was put in, is made anew. Nothing here stops
a build, and nothing that is read here is ever run.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

_SUM = 32  # bytes of the sum before the contents


class Store:
    """Bytes by key, a file for each: a sum of key and contents, then the contents. Several builds may use one store."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def get(self, key: str) -> bytes | None:
        """Return what was put in last under a key; None where there is nothing, or it is damaged."""
        place = self._place(key)
        try:
            if not place.is_file():
                return None
            data = place.read_bytes()
        except OSError:
            return None
        if data[:_SUM] != _sum(key, data[_SUM:]):
            return None
        with suppress(OSError):
            os.utime(place)  # `prune` drops what was not asked for for longest
        return data[_SUM:]

    def put(self, key: str, data: bytes) -> None:
        """Keep bytes under a key, as a whole or not at all; a folder that cannot be written keeps nothing."""
        from pnp.build.writing import put

        with suppress(OSError):
            put(self._place(key), _sum(key, data) + data)

    def prune(self, limit: int) -> None:
        """Drop what was not asked for for longest until no more than `limit` bytes are left."""
        total = 0
        for path, size, _ in sorted(self._held(), key=lambda held: held[2], reverse=True):
            total += size
            if total > limit:
                with suppress(OSError):
                    path.unlink()

    def _place(self, key: str) -> Path:
        return self.folder / hashlib.sha256(key.encode()).hexdigest()[:40]

    def _held(self) -> Iterator[tuple[Path, int, int]]:
        """Yield each file with its size and when it was asked for; also what a build that was ended has left."""
        try:
            with os.scandir(self.folder) as entries:
                for entry in entries:
                    if entry.is_file(follow_symlinks=False):
                        about = entry.stat(follow_symlinks=False)
                        yield Path(entry.path), about.st_size, about.st_mtime_ns
        except OSError:
            return


def _sum(key: str, data: bytes) -> bytes:
    made = hashlib.sha256(key.encode())
    made.update(b"\0")
    made.update(data)
    return made.digest()
