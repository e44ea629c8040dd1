"""From a piece to its pages, by how it is laid: a grid of pieces, a folded booklet, a tiled poster. Last of layout."""

from __future__ import annotations

from typing import assert_never

from pnp.layout.folding import prepared
from pnp.layout.furniture import Slug
from pnp.layout.geometry import DoesNotFit, How, Imposed, Stock, paper_name
from pnp.layout.page_order import printed
from pnp.layout.piece import Piece
from pnp.scene import Page
from pnp.values import replace

__all__ = ["lay"]


def lay(piece: Piece, stock: Stock, how: How, slug: Slug) -> Imposed:
    """Return the pages of `piece` on `stock` in the order of printing, corrected for the printer.

    Raises DoesNotFit with the arithmetic, and NoSuchSlot.
    """
    ready, notices = prepared(piece, stock, how)
    laid = in_order(_laid(ready, stock, how, slug), how)
    return replace(laid, notices=(*notices, *laid.notices), folded=ready.fold is not None)


def in_order(laid: Imposed, how: How) -> Imposed:
    """Return pages that lie front, back, front, back in the order of printing, corrected for the printer."""
    pages = corrected(laid.pages, how, laid.two_sided)
    return replace(laid, pages=printed(pages, how.backs) if laid.two_sided else pages)


def corrected(pages: tuple[Page, ...], how: How, two_sided: bool) -> tuple[Page, ...]:
    """Return pages, each back after its front where there are backs, with what makes up for the printer."""
    if how.correction is None:
        return pages
    return tuple(
        replace(page, correction=how.correction.matrix(page.width, page.height, back=two_sided and number % 2 > 0))
        for number, page in enumerate(pages)
    )


def _laid(piece: Piece, stock: Stock, how: How, slug: Slug) -> Imposed:
    """Return the pages of `piece`, each back after its front."""
    if stock.cells and piece.laying != "grid":
        raise DoesNotFit(f"{piece.title} does not fit: the sheet {paper_name(stock)} is all labels")
    match piece.laying:
        case "grid":
            from pnp.layout.impose import impose

            return impose(piece, stock, how, slug)
        case "booklet":
            from pnp.layout.signatures import impose_booklet

            return impose_booklet(piece, stock, how, slug)
        case "tiles":
            from pnp.layout.tiles import impose_tiles

            return impose_tiles(piece, stock, slug, marked=how.cutting.shown(stock))
        case _:
            assert_never(piece.laying)
