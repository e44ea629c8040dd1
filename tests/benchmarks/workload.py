"""The benchmark's deck: N different cards with frame, number, title, wrapped text and one of eight icons, and a back.

    python tests/benchmarks/workload.py N FOLDER

writes FOLDER/deck/ (a template folder) and FOLDER/deck.csv with icons/ (for the other programs): always the same bytes.
Knows how the deck looks, in the press's frames and in the figures that all other programs draw it from.
"""

from __future__ import annotations

import csv
import math
import random
import shutil
import sys
from pathlib import Path

COLORS = ("#b3392f", "#2f6db3", "#2f8f4e", "#8a4fb0", "#c98a1b", "#3b4a5a")
FIRST = str.split("Amber Broken Crimson Distant Eager Faded Golden Hollow Iron Jade Keen Lonely Misty Noble Oaken Pale")
SECOND = str.split(
    "Anchor Beacon Castle Dragon Engine Falcon Garden Harbour Island Jungle Knight Lantern Market Needle"
)
TEXT = str.split(
    "draw discard gain lose one two three card cards token each player may move any unit from here to the next site "
    "then flip this over if you hold more than half of that suit pay coin roll again score points when it ends"
)

BLEED = 3.0  # mm round each card
TITLE, TEXT_LINE, NUMBER, BACK_WORDS = 9.592, 51.121, 10.396, 70.414  # mm from a card's top to where letters stand
LEADING = 1.28

GAME = """format = 1
data_version = "1.0"
designer = "Nobody"
publisher = ""
languages = ["en"]
players = [1, 4]
minutes = [10, 20]
age = 8
title.en = "Bench deck"
credit.en = "A deck for timing the press."

[fonts]
display = "Alfa Slab One"
text = "Atkinson Hyperlegible"
label = "Barlow Condensed"

[[components]]
id = "deck"
title.en = "cards"
count = {count}
piece = "deck"

[[decks]]
id = "deck"
title.en = "Cards"
size = "63x88mm"
table = "deck.csv"
frame = "c0"
back = "back"
"""

BASE = """[base.slots.panel]
kind = "panel"
x = 3
y = 3
width = 57
height = 82
fill = "white"
radius = 2
[base.slots.icon]
kind = "art"
x = 19.5
y = 19
width = 24
height = 24
column = "icon"
[base.slots.title]
kind = "text"
x = 6
y = 7
width = 40
height = 6
column = "title"
weight = 700
size = 11
smallest = 8
wrap = false
[base.slots.rule]
kind = "line"
x = 6
y = 15
width = 51
height = 0
stroke = "#1a1a1a"
[base.slots.text]
kind = "text"
x = 6
y = 49
width = 51
height = 30
column = "text"
size = 9
smallest = 7
leading = 1.28
[base.slots.disc]
kind = "panel"
shape = "ellipse"
x = 49
y = 4.6
width = 9
height = 9
fill = "#1a1a1a"
[base.slots.number]
kind = "text"
x = 49
y = 4.6
width = 9
height = 9
column = "number"
weight = 700
size = 11
align = "center"
valign = "middle"
color = "white"
[back.slots.ground]
kind = "panel"
x = -3
y = -3
width = 69
height = 94
fill = "#1f2a44"
[back.slots.edge]
kind = "panel"
x = 4
y = 4
width = 55
height = 80
stroke = "white"
stroke_width = 0.7
radius = 3
[back.slots.icon]
kind = "art"
x = 14
y = 22
width = 35
height = 35
art = "icon0"
[back.slots.words]
kind = "text"
x = 4
y = 65
width = 55
height = 8
text = "BENCH DECK"
weight = 700
size = 12
align = "center"
valign = "middle"
color = "white"
"""


def blob(cx: float, cy: float, r: float, n: int, wobble: float, phase: float) -> str:
    """Return a closed smooth curve through n points as path data."""
    points = []
    for i in range(n):
        angle, rr = phase + 2 * math.pi * i / n, r * (1 + wobble * (1 if i % 2 else -1))
        points.append((cx + rr * math.cos(angle), cy + rr * math.sin(angle)))
    path = f"M {points[0][0]:.2f} {points[0][1]:.2f}"
    for i in range(n):
        p0, p1, p2, p3 = points[i - 1], points[i], points[(i + 1) % n], points[(i + 2) % n]
        c1 = (p1[0] + (p2[0] - p0[0]) / 6, p1[1] + (p2[1] - p0[1]) / 6)
        c2 = (p2[0] - (p3[0] - p1[0]) / 6, p2[1] - (p3[1] - p1[1]) / 6)
        path += f" C {c1[0]:.2f} {c1[1]:.2f} {c2[0]:.2f} {c2[1]:.2f} {p2[0]:.2f} {p2[1]:.2f}"
    return path + " Z"


def icon(k: int) -> str:
    """Return icon number k as an SVG of absolute M, C and Z."""
    n = 8 + k
    layers = [(blob(50, 50, 44, 2 * n, 0.07, 0.1 * k), COLORS[k % 6]), (blob(50, 50, 27, n, 0.1, 0.3), "#f6f1e4")]
    for i in range(5):
        angle = 2 * math.pi * i / 5 + k
        layers.append((blob(50 + 17 * math.cos(angle), 50 + 17 * math.sin(angle), 6, 6, 0.1, angle), COLORS[k % 6]))
    body = "".join(f'<path d="{d}" fill="{fill}"/>' for d, fill in layers)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{body}</svg>\n'


def rows(count: int) -> list[dict[str, str]]:
    """Return `count` different cards."""
    chance = random.Random(20240607)
    made = []
    for i in range(count):
        words: list[str] = []
        while len(" ".join(words)) < 64:
            words.append(chance.choice(TEXT))
        made.append(
            {
                "title": f"{FIRST[(i * 7 + i // 16) % 16]} {SECOND[(i * 5 + i // 14) % 14]}",
                "number": str((i * 37) % 99 + 1),
                "text": f"{' '.join(words).capitalize()}. {i + 1}",
                "icon": f"icon{i % 8}",
                "frame": f"c{i % 6}",
            }
        )
    return made


def make(count: int, folder: Path, shared: Path) -> None:
    """Write both forms of the deck into `folder`; the template folder `shared` is copied beside it."""
    game = folder / "deck"
    for art in (game / "art", folder / "icons"):
        art.mkdir(parents=True)
        for k in range(8):
            (art / f"icon{k}.svg").write_text(icon(k))
    frames = [BASE]
    for k, color in enumerate(COLORS):
        ground = f'kind = "panel"\nx = -3\ny = -3\nwidth = 69\nheight = 94\nfill = "{color}"\n'
        frames.append(f'[c{k}]\nextends = ["ground{k}", "base"]\n[ground{k}.slots.ground]\n{ground}')
    (game / "frames.toml").write_text("\n".join(frames))
    (game / "game.toml").write_text(GAME.format(count=count))
    for path in (game / "deck.csv", folder / "deck.csv"):
        with path.open("w", newline="") as file:
            writer = csv.DictWriter(file, ["title", "number", "text", "icon", "frame"])
            writer.writeheader()
            writer.writerows(rows(count))
    shutil.copytree(shared, folder / "_shared")


if __name__ == "__main__":
    make(int(sys.argv[1]), Path(sys.argv[2]), Path(__file__).parents[2] / "templates/_shared")
