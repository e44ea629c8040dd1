"""Files for a print shop: one card a page with the shop's bleed, as one PDF or as a picture of each side.

Beside the other exports; the shops themselves are data. All lengths are mm.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from pathlib import Path

from pnp.build.documents import document
from pnp.build.exports import Parcel
from pnp.build.exports.pictures import Sight, numbered, pictures
from pnp.build.order import Order, language, pieces
from pnp.build.writing import pdf
from pnp.data.game import Game
from pnp.data.shops import Files, PrintShop, Product
from pnp.errors import DataError, Problem
from pnp.layout.geometry import measure
from pnp.layout.oneup import Format, Near, lacking, near_the_cut, page_of, told
from pnp.layout.piece import Face, Piece
from pnp.scene import Page
from pnp.units import tidy
from pnp.values import dataclass

OWN = PrintShop("one-up", "", "pdf", 300, "front-back", "once", "", {})
"""Nobody's shop: pages of the card's own size and bleed."""
WORTH_TELLING = 0.1  # mm: bleed that is missing by less comes of rounded inches


@dataclass(frozen=True, slots=True)
class _Card:
    """A deck that becomes a product."""

    piece: Piece
    product: Product
    form: Format


def one_up(
    game: Game, order: Order, shop: PrintShop | None = None, product: str = "", files: Files | None = None
) -> Parcel:
    """Return the decks asked for (all, if none are) as `shop` takes them, or as `files`; without a shop as they are.

    `product` is the id of one of the shop's; "" finds the one of each deck's size. Raises DataError for a deck that
    the shop cannot make of these data.
    """
    lang = language(game, order.lang)
    made = [piece for piece in pieces(game, order) if order.pieces or piece.kind == "cards"]
    if not made:
        raise DataError([Problem(game.file, 0, "", "the game has no deck of cards", "name a piece with --piece")])
    where = shop or OWN
    problems: list[Problem] = []
    cards = [card for piece in made if (card := _card(piece, shop, product, game, problems))]
    if problems:
        raise DataError(problems)
    kind = files or where.files
    found = _pdfs(game, lang, cards, where) if kind == "pdf" else _pictures(game, lang, cards, where)
    return Parcel(found, tuple(_notices(cards, where)))


def _card(piece: Piece, shop: PrintShop | None, product: str, game: Game, problems: list[Problem]) -> _Card | None:
    """Return the product that a deck becomes; None after telling why there is none."""
    size = piece.width, piece.height
    if shop is None:
        own = Product("", size, None, piece.bleed, 0.0)
        return _Card(piece, own, Format(size, own.page_of(*size)))
    found = [_Card(piece, each, Format(each.size or size, each.page_of(*size))) for each in shop.products.values()]
    wanted = [card for card in found if card.product.id == product] if product else found
    fitting = [card for card in wanted if not told(piece, card.form)]
    if fitting:
        return fitting[0]
    of_size = [card for card in wanted if card.form.turns(piece) is not None]
    if of_size:
        card = of_size[0]
        message = f"{shop.title}, {card.product.id}: {told(piece, card.form)}"
        hint = "raise its bleed and let the ground reach as far"
    else:
        sizes = ", ".join(f"{card.product.id} {measure(*card.form.size)}" for card in wanted)
        message = f"{shop.title} does not make cards of {measure(*size)}; it makes {sizes}"
        others = [card.product.id for card in found if product and card.form.turns(piece) is not None]
        hint = f"did you mean {shop.id}.{others[0]}?" if others else ""
    problems.append(Problem(game.file, 0, piece.id, message, hint))
    return None


def _pages(card: _Card, face: Face, shop: PrintShop) -> list[tuple[str, Page]]:
    """Return the sides of a card in the order of the shop; a deck without backs has fronts alone."""
    front = ("front", page_of(card.piece, face.front, card.form))
    if not any(each.back for each in card.piece.faces):
        return [front]
    back = ("back", page_of(card.piece, face.back, card.form, back=True))
    return [front, back] if shop.order == "front-back" else [back, front]


def _pdfs(game: Game, lang: str, cards: Sequence[_Card], shop: PrintShop) -> Iterator[tuple[Path, bytes]]:
    """Yield a PDF for each deck, its cards side after side."""
    for card in cards:
        pages = []
        for number, face in enumerate(card.piece.faces, 1):
            sides = [
                Page(page.width, page.height, page.shapes, page.trim, page.bleed, label=f"{number} {side}")
                for side, page in _pages(card, face, shop)
            ]
            pages += sides * (face.copies if shop.copies == "each" else 1)
        bound = document(game, card.piece.title, lang, tuple(pages), None)
        yield Path(game.slug, f"{card.piece.id}-{_named(card, shop)}.pdf"), pdf(bound)


def _pictures(game: Game, lang: str, cards: Sequence[_Card], shop: PrintShop) -> Iterator[tuple[Path, bytes]]:
    """Yield a picture of each side, and a table of the files with the number of each card."""
    folder = Path(game.slug, shop.id)
    for card in cards:
        piece = card.piece
        sights = [
            Sight(f"{numbered(piece, number)}-{side}", page, False)
            for number, face in enumerate(piece.faces, 1)
            for side, page in _pages(card, face, shop)
        ]
        for sight, data in pictures(game, lang, piece.title, sights, shop.dpi):
            yield folder / f"{sight.name}.png", data
        yield folder / f"{piece.id}.csv", _table(piece).encode()


def _table(piece: Piece) -> str:
    """Return a table of a deck's files: what is on them and how often the deck has it."""
    two_sided = piece.two_sided
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(["number", "name", "copies", "front", "back"])
    for number, face in enumerate(piece.faces, 1):
        name = numbered(piece, number)
        safe = f"'{face.title}" if face.title[:1] in "=+-@" else face.title  # a spreadsheet would run it
        rows.writerow([number, safe, face.copies, f"{name}-front.png", f"{name}-back.png" if two_sided else ""])
    return out.getvalue()


def _named(card: _Card, shop: PrintShop) -> str:
    return "-".join(filter(None, (shop.id, card.product.id)))


def _notices(cards: Sequence[_Card], shop: PrintShop) -> Iterator[str]:
    """Yield what to tell of each deck, and of the shop."""
    for card in cards:
        piece = card.piece
        short = lacking(piece, card.form)
        if short > WORTH_TELLING:
            missing = tidy(round(short, 2))
            yield f"{piece.title}: {missing} mm of bleed are missing and made up from the edge of the art"
        if not piece.two_sided:
            yield f"{piece.title}: it has no backs; the files are fronts alone"
        close = sorted(near_the_cut(piece, card.product.safe), key=lambda near: near.distance)
        if close:
            yield _close(piece, close, card.product.safe)
    if shop.remark:
        yield f"{shop.title}: {shop.remark}"


def _close(piece: Piece, close: Sequence[Near], safe: float) -> str:
    """Say which words stand too near to the cut, the nearest as an example."""
    near = close[0]
    faces = len({(each.spot.face, each.spot.side) for each in close})
    where = f'"{near.words}" on the {near.spot.side} of card {near.spot.face} ({" ".join(near.face.split())})'
    others = f", and words on {faces - 1} other side{'s' if faces > 2 else ''}" if faces > 1 else ""
    distance = tidy(round(near.distance, 1))
    return f"{piece.title}: {where} stands {distance} mm from the cut; the shop wants {tidy(round(safe, 2))} mm{others}"
