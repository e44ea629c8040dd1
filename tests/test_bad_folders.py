"""Eleven broken folders: everything that is wrong in all files of a folder is told in one run, in full and in order."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.data import load
from pnp.errors import DataError

BAD = Path(__file__).parent / "bad"
FOLDERS = sorted(path.parent for path in BAD.glob("*/expected.txt"))


def told(folder: Path) -> str:
    with pytest.raises(DataError) as caught:
        load.load(folder, BAD / "_shared", f"bad/{folder.name}")
    return f"{caught.value}\n"


def test_there_are_eleven_broken_folders() -> None:
    assert len(FOLDERS) == len(list(BAD.iterdir())) == 11


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_broken_folder_is_told_in_full(folder: Path, update: bool) -> None:
    expected = folder / "expected.txt"
    if update:
        expected.write_text(told(folder))
    assert expected.read_text() == told(folder)
