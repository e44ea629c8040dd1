"""What is in folders, and whether it is still the same. Beside `records`; reads as little as it can, knows no game.

A file whose size, times and number (inode) are as they were is not read again, unless it was changed so shortly before
it was looked at that another change at that time would leave no trace. The clock is the caller's.
"""

from __future__ import annotations

import hashlib
import os
import stat
import sys
import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

Stamp: TypeAlias = tuple[int, int, int, int]
"""Size of a file, when its contents and when anything about it was last changed, in nanoseconds, and its inode."""
Stamps: TypeAlias = Mapping[str, Stamp]
Sight: TypeAlias = Mapping[str, tuple[Stamp, str]]
"""Stamps with the sums of contents."""
SHORTLY = 2_000_000_000  # ns: no file system tells times less exactly
LARGE = 16_000_000  # bytes: what is larger is not read for its sum, its stamp must do
MOST, MOST_LINKS = 20_000, 1_000  # files and folders, and links among them, that are looked at
NOWHERE: Stamp = (-1, 0, 0, 0)  # of what is not there or is no file
FOLDER: Stamp = (-2, 0, 0, 0)  # a folder counts for what is in it
_NONE: Sight = {}


class TooMany(ValueError):  # noqa: N818 (what there is, as NoRoom and Misread)
    """There is more in some folders than a press looks at each time: a link may lead to the whole disk."""


def folder_stamps(paths: Iterable[Path], but: Collection[str] = ()) -> dict[str, Stamp]:
    """Return the stamps of the files at and below `paths` that are not among `but`, which holds names or whole paths.

    Links are followed, and say where they lead. Folders are named too, and so is what is not there. Raises TooMany.
    """
    found: dict[str, Stamp] = {}
    links = 0
    try:
        for path in paths:
            for name, stamp in _at(str(path), but, frozenset()):
                found[name] = stamp
                links += "\0" in name
                if len(found) > MOST or links > MOST_LINKS:
                    raise TooMany
    except RecursionError:  # folders in folders
        raise TooMany from None
    return found


def sums(stamps: Stamps, known: Sight = _NONE, at: int = 0) -> dict[str, tuple[Stamp, str]]:
    """Return stamps with sums; what is `known` since the time `at`, and was at rest by then, is not read again."""
    rested = at - SHORTLY
    found: dict[str, tuple[Stamp, str]] = {}
    for path, stamp in stamps.items():
        before = known.get(path)
        if before and before[0] == stamp and stamp[1] < rested and stamp[2] < rested:
            found[path] = before
        else:
            found[path] = stamp, _file_sum(path, stamp)
    return found


def data_sum(data: bytes) -> str:
    """Return the sum of some contents."""
    return hashlib.sha256(data).hexdigest()


def press_stamp() -> str:
    """Return what tells one press from another: its own files, and which Python and libraries it runs on.

    A library counts with its version and when it was installed.
    """
    own = folder_stamps([Path(__file__).parents[1]], ("__pycache__",))
    parts = [sys.version, repr(sys.flags), zlib.ZLIB_RUNTIME_VERSION, repr(sorted(own.items()))]
    for folder in sys.path:
        try:
            with os.scandir(folder or ".") as entries:
                found = sorted((entry.name, entry.stat().st_mtime_ns) for entry in entries if _library(entry.name))
        except OSError:
            continue
        parts.append(repr((folder, found)))
    return data_sum("\0".join(parts).encode())


def _library(name: str) -> bool:
    return name.endswith((".dist-info", ".egg-info", ".egg-link", ".pth")) or name.startswith("fontpkg_")


def _file_sum(path: str, stamp: Stamp) -> str:
    """Return the sum of a file; "" of one that cannot be read."""
    if not 0 <= stamp[0] <= LARGE:
        return repr(stamp)
    try:
        with open(path.partition("\0")[0], "rb", 0) as file:  # noqa: PTH123 - a Path for each file takes longer
            return data_sum(file.read())
    except OSError:
        return ""


def _at(path: str, but: Collection[str], around: frozenset[tuple[int, int]]) -> Iterator[tuple[str, Stamp]]:
    """Yield the stamps of anything that may lie at a path; `around` are the folders that it is in."""
    name = path
    try:
        if os.path.islink(path):  # noqa: PTH114 - as above
            name = f"{path}\0{os.path.realpath(path)}"
        about = os.stat(path)  # noqa: PTH116
    except OSError:
        yield name, NOWHERE
        return
    if not stat.S_ISDIR(about.st_mode):
        yield name, _stamp(about)
        return
    yield name, FOLDER
    here = (about.st_dev, about.st_ino)
    if here not in around:  # else a link leads back
        yield from _within(path, but, around | {here})


def _within(path: str, but: Collection[str], around: frozenset[tuple[int, int]]) -> Iterator[tuple[str, Stamp]]:
    """Yield the stamps of all in a folder, with one question to the system for each file."""
    try:
        with os.scandir(path) as entries:
            found = [entry for entry in entries if entry.name not in but and entry.path not in but]
    except OSError:
        yield f"{path}/", NOWHERE
        return
    for entry in found:
        if entry.is_symlink() or not entry.is_file(follow_symlinks=False):
            yield from _at(entry.path, but, around)
            continue
        try:
            yield entry.path, _stamp(entry.stat(follow_symlinks=False))
        except OSError:
            yield entry.path, NOWHERE


def _stamp(about: os.stat_result) -> Stamp:
    if not stat.S_ISREG(about.st_mode):
        return NOWHERE
    return about.st_size, about.st_mtime_ns, about.st_ctime_ns, about.st_ino
