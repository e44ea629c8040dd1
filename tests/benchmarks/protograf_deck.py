"""The benchmark's deck as a protograf script. Run with a Python that has protograf; nothing else here needs it.

python tests/benchmarks/protograf_deck.py FOLDER OUT.pdf      (FOLDER as written by workload.py)

Its fonts are those that the system has: Atkinson Hyperlegible must be one. It has no bleed; marks run round the grid.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

FOLDER, OUT = (Path(name).absolute() for name in sys.argv[1:])
sys.argv = sys.argv[:1]  # protograf reads the command line itself

import protograf as p  # noqa: E402
from workload import BACK_WORDS, COLORS, LEADING, NUMBER, TEXT_LINE, TITLE  # noqa: E402

PT = 72 / 25.4
REGULAR, BOLD = "Atkinson Hyperlegible", "Atkinson Hyperlegible Bold"


def rows() -> list[dict[str, str]]:
    with (FOLDER / "deck.csv").open(newline="") as file:
        return [{**row, "file": str(FOLDER / f"icons/{row['icon']}.svg")} for row in csv.DictReader(file)]


def main() -> None:
    cards = rows()
    p.Create(
        filename=OUT.name, paper="A4", units="mm", margin_left=10.5, margin_right=10.3, margin_top=16.5,
        margin_bottom=16.45,
    )  # fmt: skip
    p.Data(source=cards)
    p.Deck(cards=len(cards), width=63, height=88, stroke=None, grid_marks=True, grid_marks_length=7)
    for k, color in enumerate(COLORS):
        members = [number for number, row in enumerate(cards, 1) if row["frame"] == f"c{k}"]
        if members:
            p.Card(
                members,
                p.rectangle(x=0, y=0, width=63, height=88, fill=color, stroke=None),
                p.rectangle(x=3, y=3, width=57, height=82, rounding=2, fill="white", stroke=None),
                p.circle(cx=53.5, cy=9.1, radius=4.5, fill="#1a1a1a", stroke=None),
                p.line(x=6, y=15, x1=57, y1=15, stroke="#1a1a1a", stroke_width=0.25 * PT),
            )
    p.Card(
        "all",
        p.image(p.T("{{ file }}"), x=19.5, y=19, width=24, height=24),
        p.text(text=p.T("{{ title }}"), x=6, y=TITLE, align="left", font_name=BOLD, font_size=11, stroke="black"),
        p.text(
            text=p.T("{{ text }}"), x=6, y=TEXT_LINE - 3.2, width=51, height=20, wrap=True, align="left",
            font_size=9, line_height=LEADING, font_name=REGULAR, stroke="black",
        ),
        p.text(
            text=p.T("{{ number }}"), x=53.5, y=NUMBER, align="centre", font_size=11, font_name=BOLD, stroke="white",
        ),
    )  # fmt: skip
    p.CardBack(
        "all",
        p.rectangle(x=0, y=0, width=63, height=88, fill="#1f2a44", stroke=None),
        p.rectangle(x=4, y=4, width=55, height=80, rounding=3, fill=None, stroke="white", stroke_width=0.7 * PT),
        p.image(str(FOLDER / "icons/icon0.svg"), x=14, y=22, width=35, height=35),
        p.text(text="BENCH DECK", x=31.5, y=BACK_WORDS, align="centre", font_name=BOLD, font_size=12, stroke="white"),
    )
    p.Save(directory=str(OUT.parent))


if __name__ == "__main__":
    main()
