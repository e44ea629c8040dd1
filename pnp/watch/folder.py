"""Which files there are and whether they changed, by size and time of change. First step of the watch; reads none."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TypeAlias

Stamps: TypeAlias = Mapping[str, tuple[int, int]]
"""By path: when a file was changed, in nanoseconds, and its size."""
WORDS = (".toml", ".csv", ".md", ".json", ".xlsx", ".ods")  # what the loader reads itself and compares by its values


def stamps(folders: Iterable[Path]) -> Stamps:
    """Return the stamps of all files below `folders`; hidden ones and those that vanish meanwhile are passed over."""
    found: dict[str, tuple[int, int]] = {}
    for folder in folders:
        for base, inside, files in os.walk(folder):
            inside[:] = [name for name in inside if name[0] != "."]
            for name in files:
                if name[0] in ".#~" or name.endswith("~"):
                    continue
                path = f"{base}/{name}"
                try:
                    state = os.stat(path)  # noqa: PTH116 - a Path for each file would take most of the time
                except OSError:
                    continue
                found[path] = state.st_mtime_ns, state.st_size
    return found


def pictures(known: Stamps) -> Stamps:
    """Return the stamps of those files whose contents no value of the loader holds: art, icons, fonts."""
    return {path: stamp for path, stamp in known.items() if not path.lower().endswith(WORDS)}
