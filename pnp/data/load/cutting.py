"""What decks and tokens say of how they are cut: keys that contradict each other. Part of reading; knows no game."""

from __future__ import annotations

from pnp.data.load.needs import Shop
from pnp.data.load.prints import DeckTable, TokensTable
from pnp.data.where import KeyPath
from pnp.units import tidy


def check_cutting(model: DeckTable, path: KeyPath, shapes: bool, shop: Shop) -> None:
    """Tell of a gutter beside `bleed_between`, and of corners that are not there or too large; `shapes`: by row."""
    if model.bleed_between is not None and model.gutter != type(model).gutter:
        message = "says how far apart they lie, and so does gutter"
        shop.source.tell((*path, "bleed_between"), message, "keep one of the two")
    radius = model.corner_radius
    if radius is None:
        return
    if isinstance(model, TokensTable) and model.shape != "square" and not shapes:
        message = f"{model.shape} tokens have no corners to round"
        shop.source.tell((*path, "corner_radius"), message, 'delete it, or write shape = "square"')
    half = min(model.size) / 2
    if radius > half:
        message = f"found {tidy(radius)} mm; allowed: up to {tidy(half)} mm, half of the shorter side"
        shop.source.tell((*path, "corner_radius"), message)
