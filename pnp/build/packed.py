"""Which pieces of an order share sheets, and those sheets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pnp.build.order import Order
from pnp.build.reprints import some
from pnp.layout.folding import prepared
from pnp.layout.furniture import Slug
from pnp.layout.geometry import DoesNotFit, Imposed, NoSuchSlot, paper_name
from pnp.layout.grids import holds
from pnp.layout.impose import impose
from pnp.layout.laying import in_order
from pnp.layout.piece import Piece, PieceKind
from pnp.layout.trimming import trimmed
from pnp.values import replace

GROUPS: Mapping[PieceKind, str] = {
    "cards": "packed",
    "tokens": "packed",
    "standees": "packed",
    "nets": "packed",
    "dials": "packed",
    "dividers": "packed",
    "box": "packed",
    "aid": "packed",
    "stickers": "packed-stickers",
}
"""Which pieces share sheets: all that are cut from card, and by themselves those that need paper that sticks."""


def groups(made: Sequence[Piece], order: Order) -> dict[str, tuple[Piece, ...]]:
    """Return the pieces that share sheets by the name of their file; the others have files of their own.

    A piece that is made instead of another one that is made too, is to choose, and not packed.
    """
    ids = {piece.id for piece in made}
    found: dict[str, list[Piece]] = {}
    for piece in made if order.pack else ():
        name = GROUPS.get(piece.kind)
        packs = piece.cut and piece.laying == "grid" and piece.instead_of not in ids and holds(piece, order.paper)
        if name and packs:
            found.setdefault(name, []).append(piece)
    return {name: tuple(pieces) for name, pieces in found.items()}


def impose_group(pieces: Sequence[Piece], order: Order, slug: Slug) -> Imposed:
    """Return the sheets that the pieces share. Raises DoesNotFit, and NoSuchSlot where there are several sizes.

    Pieces of one size lie as those of one piece would.
    """
    from pnp.layout.packed import impose_packed, lots

    found = [prepared(trimmed(piece, order.how.cutting), order.paper, order.how) for piece in pieces]
    ready = [piece for piece, _ in found]
    merged = lots(ready)
    if len(merged) == 1:
        laid = impose(replace(merged[0], title=slug.piece), order.paper, order.how, slug)
    elif order.how.from_slot > 1:
        raise NoSuchSlot("the pieces are of several sizes, so their sheets have no slots that could be counted")
    elif order.paper.cells:
        raise DoesNotFit(f"pieces of several sizes do not share the labels of {paper_name(order.paper)}")
    else:
        laid = impose_packed(ready, order.paper, order.how, slug)
    notices = (*(notice for _, some in found for notice in some), *laid.notices)
    folded = any(piece.fold for piece in ready)
    return replace(in_order(laid, order.how), notices=notices, folded=folded)


def picked(made: Sequence[Piece], order: Order) -> tuple[tuple[Piece, ...], dict[str, tuple[Piece, ...]]]:
    """Return the pieces that get files of their own, and those that share sheets by the name of their file.

    Raises DataError for faces that a piece does not have.
    """
    wanted = some(made, order.only)
    shared = groups(wanted, order)
    packed = {piece.id for pieces in shared.values() for piece in pieces}
    return tuple(piece for piece in wanted if piece.id not in packed), shared
