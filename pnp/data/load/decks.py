"""Decks and sheets: tables of cards, and the frame that draws each card. What frames need: `pnp.data.load.needs`."""

from __future__ import annotations

from pnp.data import tables
from pnp.data.frame import ArtSlot, Frame, TextSlot
from pnp.data.game import Card, Deck, Row, Sheet
from pnp.data.load.errors import UNKNOWN
from pnp.data.load.models import DeckTable, SheetTable
from pnp.data.load.needs import Shop, check_deck, check_languages, check_slot
from pnp.data.source import words
from pnp.data.tables import Table
from pnp.data.where import KeyPath
from pnp.errors import Problem
from pnp.near import listed, meant


def deck(model: DeckTable, path: KeyPath, shop: Shop) -> Deck | None:
    """Return the deck with its cards; None when it has no table."""
    table = _table(model.table, (*path, "table"), shop)
    front = _frame(model.frame, (*path, "frame"), shop)
    back = _frame(model.back, (*path, "back"), shop)
    if table is None:
        return None
    cards: list[Card] = []
    sound = True
    for row, count in zip(table.rows, tables.copies(table, shop.problems), strict=True):
        fore = _row_frame(row, tables.FRAME, table, front, shop)
        if fore is None and tables.FRAME in table.columns and not row.cells.get(tables.FRAME) and not model.frame:
            message = 'the cell is blank, and the deck has no key "frame" that would count instead'
            shop.problems.append(Problem(table.file, row.line, tables.FRAME, message))
        hind = _row_frame(row, tables.BACK, table, None if tables.BACK in table.columns else back, shop)
        sound = sound and fore is not None
        if fore is not None and count:
            cards.append(Card(row, fore, hind, count))
    if not model.frame and tables.FRAME not in table.columns:
        hint = 'write frame = "…" in the deck, or give the table a column frame'
        shop.source.tell((*path, "frame"), "is missing, and the table has no column frame", hint)
    elif not cards and sound:
        shop.problems.append(Problem(table.file, 0, "", _no_cards(table, model.id)))
    check_deck(model, table, cards, shop)
    width, height = model.size
    return Deck(
        id=model.id,
        title=model.title,
        width=width,
        height=height,
        bleed=model.bleed,
        gutter=model.gutter,
        table=table.file,
        columns=table.columns,
        cards=tuple(cards),
    )


def sheet(model: SheetTable, path: KeyPath, shop: Shop) -> Sheet | None:
    """Return the sheet; None when its frame does not exist."""
    frame = _frame(model.frame, (*path, "frame"), shop)
    if frame is None:
        return None
    for slot in frame.slots:
        if slot.when is not None:
            shop.frames.tell(frame, slot, "when", f'the sheet "{model.id}" has no table whose column could decide')
        if isinstance(slot, TextSlot | ArtSlot) and slot.column:
            shop.frames.tell(frame, slot, "column", f'the sheet "{model.id}" has no table and so no columns')
        check_slot(frame, slot, f'the sheet "{model.id}"', model.size, model.bleed, shop)
    width, height = model.size
    return Sheet(model.id, model.title, width, height, model.bleed, frame, model.copies, model.cut)


def _no_cards(table: Table, name: str) -> str:
    if not table.line:
        why = "the file is empty"
    elif not table.rows:
        why = "the table has a header and no rows"
    else:
        why = "every row has 0 copies"
    return f'there are no cards for the deck "{name}": {why}'


def _table(name: str, path: KeyPath, shop: Shop) -> Table | None:
    """Return the table that a deck names; each file is read once."""
    if name == UNKNOWN:
        return None
    if name not in shop.read:
        shown = f"{shop.shown}/{name}"
        files = sorted(file.name for file in shop.folder.iterdir() if file.suffix.lower() == ".csv")
        if name in files:
            text = words(shop.folder / name, shown, shop.problems)
            table = None if text is None else tables.read(text, shown, shop.problems)
            shop.read[name] = table
            if table:
                check_languages(table, shop)
        else:
            hint = meant(name, files) or (f"the tables are {listed(files)}" if files else "")
            shop.source.tell(path, f'there is no table "{name}" in the game\'s folder', hint)
            return None
    return shop.read[name]


def _frame(name: str, path: KeyPath, shop: Shop) -> Frame | None:
    if not name or name == UNKNOWN:
        return None
    frame = shop.frames.frame(name)
    if frame is None:
        shop.source.tell(path, f'"{name}" is not a frame', _frame_hint(name, shop))
    return frame


def _frame_hint(name: str, shop: Shop) -> str:
    names = shop.frames.names()
    close = meant(name, names)
    have = f"the frames are {listed(names)}" if names else "frames.toml has no frames"
    return f"{close} {have[0].upper()}{have[1:]}" if close else have


def _row_frame(row: Row, column: str, table: Table, otherwise: Frame | None, shop: Shop) -> Frame | None:
    """Return the frame that a row asks for in `column`, else `otherwise`."""
    name = row.cells.get(column, "")
    if not name:
        return otherwise
    frame = shop.frames.frame(name)
    if frame is None:
        names = listed(shop.frames.names())
        message = f'"{name}" is not a frame; the frames are {names}' if names else f'"{name}" is not a frame'
        shop.problems.append(Problem(table.file, row.line, column, message, meant(name, shop.frames.names())))
    return frame
