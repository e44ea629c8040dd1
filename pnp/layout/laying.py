"""From a piece to its pages, by how it is laid: a grid of pieces, a folded booklet, a tiled poster. Last of layout."""

from __future__ import annotations

from typing import assert_never

from pnp.layout.furniture import Slug
from pnp.layout.geometry import How, Imposed, Stock
from pnp.layout.piece import Piece

__all__ = ["lay"]


def lay(piece: Piece, stock: Stock, how: How, slug: Slug) -> Imposed:
    """Return the pages of `piece` on `stock`. Raises DoesNotFit with the arithmetic."""
    match piece.laying:
        case "grid":
            from pnp.layout.impose import impose

            return impose(piece, stock, how, slug)
        case "booklet":
            from pnp.layout.signatures import impose_booklet

            return impose_booklet(piece, stock, how, slug)
        case "tiles":
            from pnp.layout.tiles import impose_tiles

            return impose_tiles(piece, stock, slug)
        case _:
            assert_never(piece.laying)
