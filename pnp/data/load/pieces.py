"""Posters, dice, pads, booklets and boxes: what they refer to, looked up. Decks and sheets: `pnp.data.load.decks`."""

from __future__ import annotations

from collections.abc import Iterable

from pnp.data.anchors import Within
from pnp.data.load.decks import fixed_frame, frame
from pnp.data.load.errors import UNKNOWN
from pnp.data.load.needs import Shop, check_fixed
from pnp.data.load.prints import TOTAL, BookletTable, BoxTable, DicePiecesTable, PadTable, PosterTable
from pnp.data.prints import Booklet, Box, Deck, DicePieces, Pad, Poster, Sheet
from pnp.data.where import KeyPath
from pnp.near import listed, meant

HUGE = 900_000.0  # mm: stands in for the cards that a box should hold and the game does not have
HELD = "deck or set of tokens"
FOLD = 3.0  # mm: how far the picture on a box may reach past its panel; what goes over the fold is cut off


def poster(model: PosterTable, path: KeyPath, sheets: Iterable[Sheet], shop: Shop) -> Poster | None:
    """Return the poster; None when the game has no such sheet."""
    known = {sheet.id for sheet in sheets}
    if not _there((model.of,), (*path, "of"), known, "sheet", shop, ("sheets",)):
        return None
    return Poster(model.id, model.title, model.of, model.overlap)


def dice_pieces(model: DicePiecesTable, path: KeyPath, shop: Shop) -> DicePieces | None:
    """Return the dice to make; None when the game has not all of them."""
    if not _there(model.dice, (*path, "dice"), shop.dice, "die", shop):
        return None
    if model.form == "nets":
        for name in model.dice:
            sides = shop.source.get((*shop.source.ids("dice")[name], "sides"))
            if isinstance(sides, list) and len(sides) != 6:
                message = f'"{name}" has {len(sides)} sides; a net is folded to a cube and needs 6'
                shop.source.tell((*path, "dice"), message)
                return None
    return DicePieces(
        model.id, model.title, model.form, model.dice, model.edge, model.gutter, model.font, model.instead_of
    )


def pad(model: PadTable, path: KeyPath, shop: Shop) -> Pad:
    """Return the score pad."""
    if not shop.source.table("score").get("fields"):
        shop.source.tell(path, "the game has no score fields to fill a pad", "write [[score.fields]]")
    fields = shop.source.ids("score", "fields")
    _there(model.after, (*path, "after"), fields, "score field", shop)
    for name, place in fields.items():
        inner = shop.source.ids(*place, "fields")
        if any(shop.source.get((*within, "kind")) == "records" for within in inner.values()):
            shop.source.tell(path, f'"{name}" has records inside its records, which no pad has room for')
    behind = fixed_frame(model.frame, (*path, "frame"), f'the pad "{model.id}"', model.size, shop)
    width, height = model.size
    return Pad(
        id=model.id,
        title=model.title,
        width=width,
        height=height,
        seats=model.seats,
        frame=behind,
        top=model.top,
        ink=model.ink,
        accent=model.accent,
        family=model.font,
        copies=model.copies,
        total=shop.said("pad_total", TOTAL) if model.total is TOTAL else model.total,
        after=model.after,
    )


def booklet(model: BookletTable, path: KeyPath, shop: Shop) -> Booklet:
    """Return the booklet of the rules."""
    if shop.anchors is not None and not shop.anchors:
        shop.source.tell(path, "the game has no rules to fill a booklet", "write rules.en.md")
    whose = f'the booklet "{model.id}"'
    cover, end = (fixed_frame(getattr(model, key), (*path, key), whose, model.size, shop) for key in ("cover", "end"))
    _check_booklet(model, path, shop)
    width, height = model.size
    return Booklet(
        id=model.id,
        title=model.title,
        form=model.form,
        width=width,
        height=height,
        margin=model.margin,
        columns=model.columns,
        family=model.font,
        heading=model.heading,
        size=model.text_size,
        smallest=min(model.smallest, model.text_size),
        ink=model.ink,
        accent=model.accent,
        cover=cover,
        end=end,
        plain_size=model.plain_size,
        plain_margin=model.plain_margin,
        plain_columns=model.plain_columns,
    )


def _check_booklet(model: BookletTable, path: KeyPath, shop: Shop) -> None:
    """Tell of sizes of text in the wrong order, and of plain pages that a booklet does not come with."""
    keys = shop.source.table(*path)
    if "smallest" in keys and model.smallest > model.text_size:
        message = f"found {model.smallest:g}; allowed: not more than text_size, {model.text_size:g}"
        shop.source.tell((*path, "smallest"), message)
    for key in ("plain_size", "plain_margin", "plain_columns"):
        if key in keys and model.form == "plain":
            shop.source.tell((*path, key), "only a folded booklet comes with plain pages of another size")


def box(model: BoxTable, path: KeyPath, decks: Iterable[Deck], shop: Shop) -> Box | None:
    """Return the tuck box, as deep as its cards need; None when it has no front or holds what the game has not."""
    known = {deck.id: deck for deck in decks}
    sizes = [(known[name].width, known[name].height) for name in model.holds if name in known] or [(HUGE, HUGE)]
    width, height = (max(side) + 2 * model.clearance for side in zip(*sizes, strict=True))
    within = Within(width, height, FOLD)
    front, back = (frame(getattr(model, key), (*path, key), shop, within) for key in ("front", "back"))
    if not _there(model.holds, (*path, "holds"), known, HELD, shop, ("decks", "tokens")) or front is None:
        return None
    held = [known[name] for name in model.holds]
    made = Box(
        id=model.id,
        title=model.title,
        holds=model.holds,
        count=sum(card.copies for deck in held for card in deck.cards),
        card=(max(deck.width for deck in held), max(deck.height for deck in held)),
        stock=model.stock,
        sleeve=model.sleeve,
        clearance=model.clearance,
        front=front,
        back=back or front,
        ink=model.ink,
        family=model.font,
    )
    for face in dict.fromkeys((made.front, made.back)):
        check_fixed(face, f'the box "{model.id}"', (made.width, made.height), FOLD, shop)
    return made


def _there(
    names: Iterable[str], path: KeyPath, known: Iterable[str], what: str, shop: Shop, tables: Iterable[str] = ()
) -> bool:
    """Say whether all names are known, and tell of those that are not.

    Of one that stands in `tables` and was not made is told there what is wrong.
    """
    missing = [name for name in names if name not in known]
    unmade = {id_ for table in tables for id_ in shop.source.ids(table)}
    for name in missing:
        if name != UNKNOWN and name not in unmade:
            hint = meant(name, known) or (f"there is {listed(sorted(known))}" if known else "")
            shop.source.tell(path, f'"{name}" is not a {what} of game.toml', hint)
    return not missing
