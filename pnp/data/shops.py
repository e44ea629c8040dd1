"""Print shops as frozen values: what `templates/_shared/shops.toml` says of the cards they make. Knows no layout.

All lengths in mm.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from pnp.values import dataclass

Files: TypeAlias = Literal["png", "pdf"]
SideOrder: TypeAlias = Literal["front-back", "back-front"]
Copies: TypeAlias = Literal["once", "each"]


@dataclass(frozen=True, slots=True)
class Product:
    """One size of card of a shop. `size` is what it is cut to (None: any), `page` the file with its bleed.

    `bleed` is what a product of any size has outside its trim on each side; `safe` how far words stay inside it.
    """

    id: str
    size: tuple[float, float] | None
    page: tuple[float, float] | None
    bleed: float
    safe: float

    def page_of(self, width: float, height: float) -> tuple[float, float]:
        """Return width and height of the file for a card of this trim."""
        return self.page or (width + 2 * self.bleed, height + 2 * self.bleed)


@dataclass(frozen=True, slots=True)
class PrintShop:
    """A shop with its products by id.

    `files` is what it takes, pictures with `dpi` dots an inch or one PDF; `order` which side of a card comes first;
    `copies` whether every copy is a page of its own. `remark` tells the customer what else to do.
    """

    id: str
    title: str
    files: Files
    dpi: int
    order: SideOrder
    copies: Copies
    remark: str
    products: Mapping[str, Product]
