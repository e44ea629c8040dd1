"""Reads shops.toml and finds the print shop that somebody names. Part of reading; knows no game.

No `from __future__ import annotations` here: the annotations of the tables are used.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

from pnp.data import source
from pnp.data.folders import SHARED, packaged
from pnp.data.load.errors import read_named
from pnp.data.load.table import Table
from pnp.data.load.types import Length, Size, Whole
from pnp.data.load.words import MaybeText, Sentence
from pnp.data.shops import PrintShop, Product
from pnp.errors import DataError, Problem
from pnp.near import listed, meant
from pnp.units import fits

SHOP_OPTION = "--shop"  # where a shop is named, for messages
FILE = "shops.toml"


class ProductTable(Table):
    size: Annotated[tuple[float, float], Size()] | None = None
    page: Annotated[tuple[float, float], Size()] | None = None
    bleed: Annotated[float, Length(0, 25)] = 0.0
    safe: Annotated[float, Length(0, 25)] = 0.0

    def made(self, name: str) -> Product:
        page = self.page
        if page is None and self.size is not None:
            page = (self.size[0] + 2 * self.bleed, self.size[1] + 2 * self.bleed)
        return Product(name, self.size, page, self.bleed, self.safe)


class ShopTable(Table):
    """One shop of shops.toml."""

    title: Sentence
    files: Literal["png", "pdf"] = "pdf"
    dpi: Annotated[int, Whole(72, 1200)] = 300
    order: Literal["front-back", "back-front"] = "front-back"
    copies: Literal["once", "each"] = "once"
    remark: MaybeText = ""
    products: Mapping[str, ProductTable]

    def made(self, name: str) -> PrintShop:
        products = {id_: product.made(id_) for id_, product in self.products.items()}
        return PrintShop(name, self.title, self.files, self.dpi, self.order, self.copies, self.remark, products)


def shops(shared: Path) -> Mapping[str, PrintShop]:
    """Return the shops by id. Raises DataError when shops.toml is wrong; a folder without one gets the packaged."""
    file = shared / FILE
    if not source.there(file) and shared != packaged() / SHARED:
        return shops(packaged() / SHARED)
    problems: list[Problem] = []
    text = source.read(file, f"{shared.name}/{FILE}", problems)
    found = {name: _one_shop(name, text) for name in (text.raw if text else ()) if text}
    if problems:
        raise DataError(problems)
    return {name: one for name, one in found.items() if one}


def shop(name: str, shared: Path) -> tuple[PrintShop, str]:
    """Return the shop that "the-game-crafter" or "the-game-crafter.poker" names, and the id of the product or "".

    Raises DataError with the shops, or the products of the shop, for any other name.
    """
    known = shops(shared)
    wanted, _, product = name.strip().casefold().partition(".")
    found = known.get(wanted)
    if found is None:
        message = f'"{name}" is not a print shop; there is {listed(known)}'
        raise DataError([Problem(SHOP_OPTION, 0, "", message, meant(wanted, known))])
    if product and product not in found.products:
        message = f'{found.title} has no "{product}"; it has {listed(found.products, 20)}'
        raise DataError([Problem(SHOP_OPTION, 0, "", message, meant(product, found.products))])
    return found, product


def _one_shop(name: str, file: source.Source) -> PrintShop | None:
    """Return one shop, None after telling what is wrong with it."""
    otherwise = "a shop is a table", f'write [{name}] and below it title = "…"'
    model = read_named(ShopTable, name, file, otherwise)
    if model is None:
        return None
    for id_, product in model.products.items():
        _check(product, (name, "products", id_), file)
    return model.made(name)


def _check(product: ProductTable, path: tuple[str, ...], file: source.Source) -> None:
    """Tell of a page that is given twice, or too small for what is cut from it."""
    if product.page is None:
        return
    if product.size is None or product.bleed:
        other = "bleed" if product.bleed else "size"
        message = "goes with size" if product.size is None else f"and {other} say the same; give one of them"
        file.tell((*path, "page"), message)
    elif not all(fits(cut, whole) for cut, whole in zip(product.size, product.page, strict=True)):
        file.tell((*path, "page"), "is smaller than the size that is cut from it")
