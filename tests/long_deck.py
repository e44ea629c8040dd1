"""A deck of 104 cards on 26 sheets, small enough to be drawn many times, and readers of finished files."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pypdf
import pypdfium2 as pdfium
from PIL import Image as Picture

from pnp import build, fonts
from pnp.build import planning
from pnp.build.gatherings import ALONE, Means, gathered, long_decks
from pnp.build.order import Order
from pnp.data.game import Game
from pnp.errors import notes
from pnp.layout.furniture import Slug
from pnp.layout.geometry import Imposed
from pnp.layout.piece import Piece
from pnp.pieces import drawn
from pnp.scene import Document
from tests import small_folder
from tests.shipped import words
from tests.small_press import A4

CARDS = 104
DPI = 24.0
Row = Mapping[str, str]

GAME = small_folder.GAME.replace("63x88mm", "95x130mm")
FRAMES = """[card.slots.ground]
kind = "panel"
x = -3
y = -3
width = 101
height = 136
fill = "#e8dcc0"

[card.slots.title]
kind = "text"
column = "title"
x = 8
y = 8
width = 79
height = 12
size = 14

[card.slots.picture]
kind = "art"
column = "picture"
x = 20
y = 40
width = 50
height = 50
needed = false

[back.slots.ground]
kind = "panel"
x = 10
y = 20
width = 60
height = 40
fill = "#1f2a44"
"""
FADING = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><defs>
<linearGradient id="g"><stop offset="0" stop-color="#b3392f"/><stop offset="1" stop-color="#2f6db3" stop-opacity="0.2"/>
</linearGradient><mask id="m"><circle cx="5" cy="5" r="4" fill="#fff"/></mask></defs>
<rect width="10" height="10" fill="url(#g)" mask="url(#m)"/><circle cx="5" cy="5" r="2" fill="#2f8f4e" opacity="0.5"/>
</svg>
"""


def picture() -> bytes:
    """Return a small picture made of pixels that fades away."""
    found = io.BytesIO()
    made = Picture.new("RGBA", (8, 8))
    made.putdata([(200, 20 * x, 20 * y, 36 * x) for y in range(8) for x in range(8)])
    made.save(found, "PNG")
    return found.getvalue()


def rows(count: int = CARDS, **columns: str) -> list[dict[str, str]]:
    """Return different cards, with the same in some more columns."""
    return [{"title": f"Card {number}", "picture": "", **columns} for number in range(1, count + 1)]


def table(cards: Sequence[Row]) -> str:
    found = io.StringIO()
    writer = csv.DictWriter(found, list(cards[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(cards)
    return found.getvalue()


def files(cards: Sequence[Row], game: str = GAME, frames: str = FRAMES) -> small_folder.Changes:
    """Return what such a folder holds."""
    art = {"art/fading.svg": FADING, "art/pixels.png": picture()}
    return {"game.toml": game, "frames.toml": frames, "cards.csv": table(cards), **art}


def long_game(folder: Path, cards: Sequence[Row] | None = None, *, game: str = GAME, frames: str = FRAMES) -> Game:
    """Write and load a game of one long deck."""
    return small_folder.game(folder, files(cards or rows(), game, frames))


def order(**changes: object) -> Order:
    return replace(Order(A4, "en"), **changes)  # type: ignore[arg-type]


def slug(game: Game, wanted: Order) -> Slug:
    return Slug(game.prints[0].title.get("en"), game.title.get("en"), game.data_version, words("en"))


def by_parts(game: Game, wanted: Order, means: Means = ALONE) -> tuple[Piece, Imposed]:
    """Return the first long deck in gatherings."""
    with fonts.helped(game.helpers):
        made = gathered(next(long_decks(game, wanted)), game, wanted, slug(game, wanted), means)
    assert made
    return made


def whole(game: Game, wanted: Order) -> tuple[Piece, Imposed]:
    """Return the same deck drawn as one, the way every short deck is."""
    with fonts.helped(game.helpers):
        piece, told = drawn(next(long_decks(game, wanted)), game, "en")
        piece = replace(piece, notes=notes(told))
        if wanted.ink == "low":
            from pnp.layout.thrift import thrifty

            piece = thrifty(piece)
        (laid,) = planning.lay_out(piece, wanted, slug(game, wanted), {})
    return piece, laid.imposed


def pdf(imposed: Imposed) -> bytes:
    return build.pdf(Document(imposed.pages, "t", "a", "s", "k", "en"))


def printed(game: Game, wanted: Order, presses: int = 1, keeping: object = None) -> dict[str, bytes]:
    """Return all files of an order by name."""
    made = build.printed([((game,), wanted)], words, presses, keeping)  # type: ignore[arg-type]
    return {each.job.path.name: each.data for each in made}


def looks(data: bytes, dpi: float = DPI) -> list[tuple[tuple[int, int], bytes]]:
    """Return the pixels of every page."""
    with pdfium.PdfDocument(data) as document:
        return [_pixels(page, dpi) for page in document]


def _pixels(page: pdfium.PdfPage, dpi: float) -> tuple[tuple[int, int], bytes]:
    bitmap = page.render(scale=dpi / 72)
    found = (bitmap.width, bitmap.height), bytes(bitmap.buffer)
    page.close()
    return found


def reads(data: bytes) -> list[str]:
    """Return the words of every page in order, as pdfium finds them."""
    found = []
    with pdfium.PdfDocument(data) as document:
        for page in document:
            words = page.get_textpage()
            found.append(words.get_text_range())
            words.close()
            page.close()
    return found


def copies(data: bytes) -> list[str]:
    """Return the words of every page in order, as pypdf finds them."""
    return [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(data)).pages]
