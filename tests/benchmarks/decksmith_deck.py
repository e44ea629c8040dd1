"""The benchmark's deck as a decksmith project, and its two commands.

python tests/benchmarks/decksmith_deck.py prepare FOLDER PROJECT REGULAR.ttf BOLD.ttf     (not timed; needs resvg_py)
python tests/benchmarks/decksmith_deck.py build PROJECT OUT.pdf DECKSMITH                 (timed)

Fronts only, as pictures of 300 dots an inch: it places a folder of pictures and knows no backs, bleed or crop marks. It
reads no SVG, so its icons and frames are made PNG beforehand.
"""

from __future__ import annotations

import csv
import shutil
import subprocess
import sys
from pathlib import Path

from workload import COLORS, LEADING, NUMBER, TEXT_LINE, TITLE

SPEC = """id: canvas
width: {w}
height: {h}
background_color: [255, 255, 255]
elements:
  - {{type: image, position: [0, 0], path: "%frame%"}}
  - {{type: image, position: [{ix}, {iy}], path: "%icon%"}}
  - {{type: text, text: "%title%", position: [{x}, {ty}], color: [0, 0, 0], font_size: {ts}, font_path: "{bold}"}}
  - {{type: text, text: "%text%", position: [{x}, {by}], color: [0, 0, 0], font_size: {bs}, width: {bw},
      line_spacing: {bl}, font_path: "{reg}"}}
  - {{type: text, text: "%number%", position: [{nx}, {ny}], anchor: center, color: [255, 255, 255], font_size: {ts},
      font_path: "{bold}"}}
"""


def px(mm: float) -> int:
    return round(mm * 300 / 25.4)


def pt(points: float) -> int:
    return round(points * 300 / 72)


def pictures(folder: Path, project: Path) -> None:
    import resvg_py
    from PIL import Image, ImageDraw

    for k in range(8):
        picture = resvg_py.svg_to_bytes(svg_path=str(folder / f"icons/icon{k}.svg"), width=px(24), height=px(24))
        (project / f"icon{k}.png").write_bytes(bytes(picture))
    for k, color in enumerate(COLORS):
        image = Image.new("RGBA", (px(63), px(88)), color)
        draw = ImageDraw.Draw(image)
        draw.rounded_rectangle((px(3), px(3), px(60), px(85)), px(2), fill="#ffffff")
        draw.ellipse((px(49), px(4.6), px(58), px(13.6)), fill="#1a1a1a")
        draw.rectangle((px(6), px(14.9), px(57), px(15.1)), fill="#1a1a1a")
        image.save(project / f"frame{k}.png")


def prepare(folder: Path, project: Path, regular: Path, bold: Path) -> None:
    """Write the project of a deck."""
    project.mkdir(parents=True)
    pictures(folder, project)
    for path in (regular, bold):
        shutil.copy(path, project)
    figures = {
        "w": px(63), "h": px(88), "x": px(6), "ix": px(19.5), "iy": px(19), "ty": px(TITLE) - pt(11), "ts": pt(11),
        "by": px(TEXT_LINE) - pt(9), "bs": pt(9), "bw": px(51), "bl": pt(9 * LEADING - 9), "nx": px(53.5),
        "ny": px(NUMBER - 1.3), "reg": regular.name, "bold": bold.name,
    }  # fmt: skip
    (project / "deck.yaml").write_text(SPEC.format(**figures))
    with (folder / "deck.csv").open(newline="") as file, (project / "deck.csv").open("w", newline="") as made:
        writer = csv.writer(made, delimiter=";")
        writer.writerow(["title", "number", "text", "frame", "icon"])
        for row in csv.DictReader(file):
            frame = f"frame{row['frame'][1:]}.png"
            writer.writerow([row["title"], row["number"], row["text"], frame, f"{row['icon']}.png"])


def build(project: Path, out: Path, decksmith: Path) -> None:
    """Make the pictures, then the PDF of them."""
    shutil.rmtree(project / "output", ignore_errors=True)
    made = ("export", "output", "--output", str(out.absolute()), "--width", "63", "--height", "88")
    for command in (("build",), made):
        subprocess.run([str(decksmith), *command], cwd=project, check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    {"prepare": prepare, "build": build}[sys.argv[1]](*map(Path, sys.argv[2:]))
