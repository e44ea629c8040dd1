"""The yardstick: the benchmark's deck drawn with bare reportlab, as one would write it for one deck and never again.

python tests/benchmarks/bare.py FOLDER OUT.pdf REGULAR.ttf BOLD.ttf       (FOLDER as written by workload.py)

Frames, icons, back and crop marks are form XObjects, words are measured once, streams are compressed without ASCII85:
what makes reportlab slow has been left out. No kerning, no rulers, no page titles: those only the press has.
"""

from __future__ import annotations

import csv
import re
import sys
from pathlib import Path

from reportlab import rl_config
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from workload import BACK_WORDS, BLEED, COLORS, LEADING, NUMBER, TEXT_LINE, TITLE

MM = 72 / 25.4
WIDTH, HEIGHT, CARD_W, CARD_H = 210.0, 297.0, 63.0, 88.0
LEFT, TOP = (WIDTH - 3 * CARD_W) / 2, (HEIGHT - 3 * CARD_H) / 2
SHAPE = re.compile(r'<path d="([^"]+)" fill="(#[0-9a-f]{6})"/>')


def flip(y: float) -> float:
    """Turn millimetres below a card's top edge into points above its bottom edge."""
    return (CARD_H - y) * MM


def draw_icon(c: Canvas, shapes: list[tuple[str, str]], x: float, y: float, size: float) -> None:
    scale = size * MM / 100
    for data, fill in shapes:
        c.setFillColor(fill)
        path, words, i = c.beginPath(), data.split(), 0
        while i < len(words):
            n = {"M": 2, "C": 6, "Z": 0}[words[i]]
            v = [float(a) for a in words[i + 1 : i + 1 + n]]
            v = [x * MM + a * scale if k % 2 == 0 else flip(y) - a * scale for k, a in enumerate(v)]
            getattr(path, {"M": "moveTo", "C": "curveTo", "Z": "close"}[words[i]])(*v)
            i += 1 + n
        c.drawPath(path, stroke=0, fill=1)


def begin_form(c: Canvas, name: str) -> None:
    c.beginForm(name, -BLEED * MM, -BLEED * MM, (CARD_W + BLEED) * MM, (CARD_H + BLEED) * MM)


def ground(c: Canvas, color: str) -> None:
    c.setFillColor(color)
    c.rect(-BLEED * MM, -BLEED * MM, (CARD_W + 2 * BLEED) * MM, (CARD_H + 2 * BLEED) * MM, stroke=0, fill=1)


def forms(c: Canvas, icons: list[list[tuple[str, str]]]) -> None:
    for k, color in enumerate(COLORS):
        begin_form(c, f"frame{k}")
        ground(c, color)
        c.setFillColor("#ffffff")
        c.roundRect(3 * MM, 3 * MM, 57 * MM, 82 * MM, 2 * MM, stroke=0, fill=1)
        c.setFillColor("#1a1a1a")
        c.circle(53.5 * MM, flip(9.1), 4.5 * MM, stroke=0, fill=1)
        c.setStrokeColor("#1a1a1a")
        c.setLineWidth(0.25 * MM)
        c.line(6 * MM, flip(15), 57 * MM, flip(15))
        c.endForm()
    for k, shapes in enumerate(icons):
        begin_form(c, f"icon{k}")
        draw_icon(c, shapes, 19.5, 19, 24)
        c.endForm()
    begin_form(c, "back")
    ground(c, "#1f2a44")
    c.setStrokeColor("#ffffff")
    c.setLineWidth(0.7 * MM)
    c.roundRect(4 * MM, 4 * MM, 55 * MM, 80 * MM, 3 * MM, stroke=1, fill=0)
    draw_icon(c, icons[0], 14, 22, 35)
    c.setFillColor("#ffffff")
    c.setFont("bold", 12)
    c.drawCentredString(31.5 * MM, flip(BACK_WORDS), "BENCH DECK")
    c.endForm()
    c.beginForm("marks", 0, 0, WIDTH * MM, HEIGHT * MM)
    c.setLineWidth(0.25 * MM)
    for i in range(4):
        x, y = (LEFT + i * CARD_W) * MM, (TOP + i * CARD_H) * MM
        c.line(x, (TOP - 8.5) * MM, x, (TOP - 3.5) * MM)
        c.line(x, (HEIGHT - TOP + 3.5) * MM, x, (HEIGHT - TOP + 8.5) * MM)
        c.line((LEFT - 6) * MM, y, (LEFT - 3.5) * MM, y)
        c.line((WIDTH - LEFT + 3.5) * MM, y, (WIDTH - LEFT + 6) * MM, y)
    c.endForm()


def wrap(text: str, width: float, measured: dict[str, float]) -> list[str]:
    lines, current, used = [], [], 0.0
    for word in text.split():
        if word not in measured:
            measured[word] = pdfmetrics.stringWidth(word, "regular", 9)
        if current and used + measured[" "] + measured[word] > width:
            lines.append(" ".join(current))
            current, used = [], 0.0
        used += measured[word] + (measured[" "] if current else 0)
        current.append(word)
    return [*lines, " ".join(current)]


def front(c: Canvas, row: dict[str, str], measured: dict[str, float]) -> None:
    c.doForm(f"frame{row['frame'][1:]}")
    c.doForm(row["icon"])
    c.setFillColorRGB(0, 0, 0)
    c.setFont("bold", 11)
    c.drawString(6 * MM, flip(TITLE), row["title"])
    c.setFont("regular", 9)
    for i, words in enumerate(wrap(row["text"], 51 * MM, measured)):
        c.drawString(6 * MM, flip(TEXT_LINE) - i * 9 * LEADING, words)
    c.setFillColorRGB(1, 1, 1)
    c.setFont("bold", 11)
    c.drawCentredString(53.5 * MM, flip(NUMBER), row["number"])


def room(c: Canvas, column: int, line: int) -> None:
    """Move to a card and keep its bleed off its neighbours: only at the edge of the nine there is paper for it."""
    left, right = BLEED * (column == 0), BLEED * (column == 2)
    top, bottom = BLEED * (line == 0), BLEED * (line == 2)
    c.translate((LEFT + column * CARD_W) * MM, (HEIGHT - TOP - (line + 1) * CARD_H) * MM)
    edge = c.beginPath()
    edge.rect(-left * MM, -bottom * MM, (CARD_W + left + right) * MM, (CARD_H + top + bottom) * MM)
    c.clipPath(edge, stroke=0)


def main() -> None:
    folder, out = Path(sys.argv[1]), sys.argv[2]
    rl_config.useA85 = 0
    for name, path in zip(("regular", "bold"), sys.argv[3:], strict=True):
        pdfmetrics.registerFont(TTFont(name, path))
    c = Canvas(out, pagesize=(WIDTH * MM, HEIGHT * MM), pageCompression=1, invariant=1)
    forms(c, [SHAPE.findall((folder / f"icons/icon{k}.svg").read_text()) for k in range(8)])
    with (folder / "deck.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    measured = {" ": pdfmetrics.stringWidth(" ", "regular", 9)}
    for start in range(0, len(rows), 9):
        sheet = rows[start : start + 9]
        for back in (False, True):
            for i, row in enumerate(sheet):
                c.saveState()
                room(c, 2 - i % 3 if back else i % 3, i // 3)
                if back:
                    c.doForm("back")
                else:
                    front(c, row, measured)
                c.restoreState()
            c.doForm("marks")
            c.showPage()
    c.save()


if __name__ == "__main__":
    main()
