"""A small template folder to write, to spoil and to load: one deck in one language, with rules and a picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

import pytest

from pnp.data import load
from pnp.data.game import Game
from pnp.errors import DataError

GAME = """format = 1
data_version = "1.0"
designer = "Nobody"
languages = ["en"]
players = [1, 4]
minutes = [10, 20]
age = 8
title.en = "Small"
credit.en = "A game for tests."

[inks.sun]
color = "#F2B632"
title.en = "sun"

[[decks]]
id = "cards"
title.en = "Cards"
size = "63x88mm"
table = "cards.csv"
frame = "card"
"""
CARDS = """title,picture
Ferry,boat
Mill,
"""
FRAMES = """[card.slots.title]
kind = "text"
column = "title"
x = 4
y = 4
width = 40
height = 10
color = "sun"
"""
RULES = """# Small

## Play {#play}

Play.
"""
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0,0H10V10Z"/></svg>\n'
Changes: TypeAlias = dict[str, str | bytes | None]
"""Files with their new text; None leaves a file out."""
FILES: Mapping[str, str] = {
    "game.toml": GAME,
    "cards.csv": CARDS,
    "frames.toml": FRAMES,
    "rules.en.md": RULES,
    "art/boat.svg": SVG,
}


def write(folder: Path, changes: Changes | None = None) -> Path:
    """Write the folder with some files changed, added or (None) left out; return it."""
    for name, text in {**FILES, **(changes or {})}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if text is not None:
            path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return folder


def game(folder: Path, changes: Changes | None = None) -> Game:
    """Write and load the folder; it is called g in messages, and there is no shared folder beside it."""
    write(folder / "small", changes)
    return load.load(folder / "small", folder / "_shared", "g")


def problems(folder: Path, changes: Changes | None = None) -> list[str]:
    """Return what is told about the folder, none when it loads."""
    try:
        game(folder, changes)
    except DataError as error:
        return str(error).splitlines()
    return []


def refused(folder: Path, name: str, text: str, read: Callable[[Path], object]) -> list[str]:
    """Write a file of a shared folder; return what is told when the folder is read, which must not do."""
    (folder / name).write_text(text)
    with pytest.raises(DataError) as caught:
        read(folder)
    return str(caught.value).splitlines()


def with_slot(text: str, frame: str = "card", slot: str = "other") -> Changes:
    """Return the change that adds a slot to a frame."""
    return {"frames.toml": f"{FRAMES}\n[{frame}.slots.{slot}]\n{text}\n"}
