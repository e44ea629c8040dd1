"""The contact sheet of a game as PDF and as pictures of its pages. Beside the other exports; the layout draws it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from pnp.build.documents import document, first_ink, with_pictures
from pnp.build.order import Order, language, pieces
from pnp.data.game import Game
from pnp.errors import DataError, Problem
from pnp.layout.contact import contact
from pnp.layout.masthead import Masthead


def heading(game: Game, order: Order, about: str) -> Masthead:
    """Return what stands over a sheet about `game` in its language."""
    family = game.fonts.get("display", "Alfa Slab One")
    return Masthead(game.title.get(language(game, order.lang)), about, first_ink(game), family, order.ink == "low")


def contact_sheet(game: Game, order: Order, words: Callable[[str], Mapping[str, str]]) -> Iterator[tuple[Path, bytes]]:
    """Yield the PDF and the pages as PNG of all pieces asked for; posters show what other pieces show and are left out.

    `words` gives the words of a language. Raises DataError, also where there is nothing to show.
    """
    lang = language(game, order.lang)
    told = words(lang)
    shown = [piece for piece in pieces(game, order) if order.pieces or piece.kind != "poster"]
    if not shown:
        raise DataError([Problem(game.file, 0, "", "there is no piece to show")])
    faces = sum(len(piece.faces) for piece in shown)
    sheet = told.get("contact", "")
    about = f"{sheet} · {faces} {told.get('contact_face' if faces == 1 else 'contact_faces', '')} · {lang}"
    about += f" · {told.get('data', '')} {game.data_version}"
    pages = contact(shown, heading(game, order, about), order.paper, lambda key: told.get(key, ""))
    name = "-".join(filter(None, ("contact", *(order.pieces or ()), lang, "low" if order.ink == "low" else "")))
    yield from with_pictures(document(game, sheet, lang, pages, None), Path(game.slug, f"{name}.pdf"))
