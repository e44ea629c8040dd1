"""The same sheet by the press, the bare script and Typst, side by side.

python tests/benchmarks/look.py OUT.png [CARDS]
"""

from __future__ import annotations

import sys

import pypdfium2
from decks import deck
from PIL import Image
from timing import once


def main() -> None:
    out, cards = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 9
    with deck(cards) as made:
        pages: list[list[Image.Image]] = []
        for name, program in made.programs().items():
            once(program)
            document = pypdfium2.PdfDocument(made.pdf(name))
            pages.append([document[number].render(scale=1.5).to_pil() for number in (0, 1)])
    width, height = pages[0][0].size
    whole = Image.new("RGB", (width * len(pages), height * 2), "white")
    for column, sides in enumerate(pages):
        for row, side in enumerate(sides):
            whole.paste(side, (column * width, row * height))
    whole.save(out)


if __name__ == "__main__":
    main()
