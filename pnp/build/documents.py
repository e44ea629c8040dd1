"""Finished pages as a document of a game, and what stands over those that are about a game. Knows no piece."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.build.order import Order
from pnp.build.writing import pdf
from pnp.data.game import Game
from pnp.layout.geometry import Flip, paper_name
from pnp.scene import BLACK, Color, Document, Page

if TYPE_CHECKING:
    from pnp.layout.print_plan import Heading

SCREEN = 150.0  # dots an inch of pictures of sheets: for looking at, on a screen


def document(game: Game, title: str, lang: str, pages: tuple[Page, ...], duplex: Flip | None) -> Document:
    """Return pages as a document of `game`, with what viewers and printers are told."""
    name = game.title.get(lang)
    return Document(
        pages=pages,
        title=f"{name} · {title}" if title else name,
        author=game.designer,
        subject=game.credit.get(lang),
        keywords=f"print-and-play, {game.slug}, data {game.data_version}",
        lang=lang,
        duplex=duplex,
    )


def first_ink(game: Game) -> Color:
    """Return the colour of a game's first ink, black where it names none."""
    return game.inks[0].color if game.inks else BLACK


def over_plan(game: Game, order: Order, lang: str, words: Mapping[str, str]) -> Heading:
    """Return what stands over a plan for what `order` means."""
    from pnp.layout.print_plan import Heading

    low = order.ink == "low"
    about = " · ".join(filter(None, (paper_name(order.paper), words.get("plan_low") if low else "")))
    return Heading(game.title.get(lang), about, first_ink(game), game.fonts.get("display", ""), low)


def with_pictures(bound: Document, path: Path) -> Iterator[tuple[Path, bytes]]:
    """Yield a document as the PDF `path`, and its pages as PNG beside it, all with as many digits as the last."""
    from pnp.render.png import pages

    data = pdf(bound)
    yield path, data
    digits = len(str(len(bound.pages)))
    for number, picture in enumerate(pages(data, SCREEN), 1):
        yield path.with_name(f"{path.stem}-{number:0{digits}d}.png"), picture
