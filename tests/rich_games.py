"""Small games that together use every key and every kind of thing, as folders in memory: what damage begins from.

Texts lie in `tests/rich`; pictures, workbooks and a font are made here. `_shared` goes with each game.
"""

from __future__ import annotations

import io
import re
import tempfile
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TypeAlias

from PIL import Image

from pnp import skeleton
from pnp.data.load.checks import PRINTED
from tests import small_folder, small_fonts, workbooks

RICH = Path(__file__).parent / "rich"
DRAWINGS = Path(__file__).parent / "art"
SHARED = "_shared"
NAME = "rich"
PRINTERS = "printers.toml"
Files: TypeAlias = dict[str, bytes]
"""What is in a template folder: by path below it, such as "rich/game.toml"."""

DRAWN = """
[card.slots.art]
kind = "art"
column = "picture"
x = 2
y = 16
width = 59
height = 70
needed = false
"""


PARTS: Mapping[str, tuple[str, frozenset[str]]] = {
    "cards": ("cards", frozenset({"cards", "box"})),
    "tables": ("cards", frozenset({"book", "made", "list"})),
    "boards": ("boards", frozenset({"sheet", "aid", "plain", "large"})),
    "scores": ("boards", frozenset({"pad", "rules"})),
    "tokens": ("parts", frozenset({"deck", "tokens", "squares", "hexes", "people", "more"})),
    "making": (
        "parts",
        frozenset({"deck", "nets", "stickers", "life", "weather", "wind", "tabs", "tabs-two", "tabs-four"}),
    ),
    "dividers": ("parts", frozenset({"tabs-three"})),
}
"""Games that are quick, by name: the folder they are a part of, and the ids of what they print."""


@cache
def _all() -> Mapping[str, Mapping[str, bytes]]:
    shared = {**_folder(RICH / SHARED, SHARED), PRINTERS: (RICH / PRINTERS).read_bytes()}
    folders = {
        path.name: _folder(path, NAME) for path in sorted(RICH.iterdir()) if path.is_dir() and path.name != SHARED
    }
    folders["cards"] |= {f"{NAME}/{name}": data for name, data in _made().items()}
    folders["parts"][f"{NAME}/hexes.ods"] = workbooks.ods({"Hexes": [["title", "copies"], ["six", 2], [None, None]]})
    games = {name: _part(folders[folder], ids) for name, (folder, ids) in PARTS.items()}
    with tempfile.TemporaryDirectory() as folder:
        skeleton.copy(NAME, Path(folder))
        games["skeleton"] = _folder(Path(folder, NAME), NAME)
    return {name: {**shared, **files} for name, files in games.items()}


def _part(files: Mapping[str, bytes], ids: frozenset[str]) -> dict[str, bytes]:
    """Return a game with only these of its prints, and without the tables that nothing is made from then."""
    text = files[f"{NAME}/game.toml"].decode()
    kept = list[str]()
    keeps = True
    for block in re.split(r"\n(?=\[)", text):
        ((kind, value), *more) = tomllib.loads(block).items()
        if not more and "." not in block.partition("\n")[0]:
            one = value[0] if isinstance(value, list) else {}
            named = {"components": "piece", "piles": "deck"}.get(kind, "id")
            keeps = one.get(named, "") in {*ids, ""} if kind in (*PRINTED, "components", "piles") else True
        elif kind == "profiles":
            keeps = all(ids.issuperset(profile.get("pieces", ())) for profile in value.values())
        kept += [block] if keeps else []
    whole = "\n".join(kept)
    name = f"{NAME}/game.toml"
    tables = (".csv", ".json", ".xlsx", ".ods")
    others = {file: data for file, data in files.items() if not file.endswith(tables) or Path(file).name in whole}
    return {**others, name: f"{whole}\n".encode()}


def names() -> tuple[str, ...]:
    """Return the names of the games."""
    return tuple(_all())


def drawings() -> tuple[str, ...]:
    """Return the names of games that show one drawing each."""
    return tuple(path.stem for path in sorted(DRAWINGS.glob("*.svg")))


def game(name: str) -> Files:
    """Return a game by name, to be changed at will."""
    known = _all().get(name)
    if known is not None:
        return dict(known)
    files = {f"{NAME}/{file}": text.encode() for file, text in small_folder.FILES.items()}
    files[f"{NAME}/frames.toml"] += DRAWN.encode()
    files[f"{NAME}/art/boat.svg"] = (DRAWINGS / f"{name}.svg").read_bytes()
    return {**files, f"{NAME}/art/dot.png": picture("RGB")}


def picture(mode: str, kind: str = "png", **how: object) -> bytes:
    """Return a small picture."""
    file = io.BytesIO()
    Image.linear_gradient("L").resize((12, 8)).convert(mode).save(file, kind, **how)  # type: ignore[arg-type]
    return file.getvalue()


def _folder(path: Path, name: str) -> dict[str, bytes]:
    return {
        f"{name}/{file.relative_to(path).as_posix()}": file.read_bytes()
        for file in sorted(path.rglob("*"))
        if file.is_file()
    }


def _made() -> Mapping[str, bytes]:
    rows = [
        ["title", "force", "set"],
        ["Bull", 2, "base"],
        ["Ox", 3.0, "base"],
        ["Cow", 1, "base"],
        ["Calf", 4, "more"],
    ]
    with tempfile.TemporaryDirectory() as folder:
        font = small_fonts.write(Path(folder, "signs.ttf"), "☀☾").read_bytes()
    return {
        "book.xlsx": workbooks.xlsx({"Notes": [["a"]], "Bulls": rows}),
        "art/photo.jpg": picture("RGB", "jpeg", quality=80),
        "art/deep.png": picture("I;16"),
        "art/clear.png": picture("RGBA"),
        "art/few.png": picture("P", transparency=0),
        "fonts/signs.ttf": font,
    }
