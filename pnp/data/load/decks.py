"""Decks, tokens, standees, sheets: tables, and the frames of their rows. What frames need: `pnp.data.load.needs`."""

from __future__ import annotations

from pnp.data import rows, tables
from pnp.data.anchors import Within
from pnp.data.frame import Frame, given
from pnp.data.load.cutting import check_cutting
from pnp.data.load.errors import UNKNOWN
from pnp.data.load.needs import Shop, check_cards, check_fixed
from pnp.data.load.numbering import NUMBERED, numbered
from pnp.data.load.prints import DeckTable, SheetTable, StandeesTable, TokensTable
from pnp.data.load.row_frames import RowFrames
from pnp.data.load.tabled import has_rows
from pnp.data.load.tabled import table as rows_of
from pnp.data.paper import Paper
from pnp.data.prints import SHAPE_COLUMN, SHAPES, Card, Deck, Row, Sheet, Standees
from pnp.data.tables import Table
from pnp.data.where import KeyPath
from pnp.errors import Problem
from pnp.near import listed, meant

MOST_SHEETS = 1000  # copies of sheets from a table, as of others


def deck(model: DeckTable, path: KeyPath, shop: Shop) -> Deck | None:
    """Return the deck, of cards or tokens, with its cards; None when it has no table."""
    tokens = isinstance(model, TokensTable)
    whose = f'the {"tokens" if tokens else "deck"} "{model.id}"'
    found = _cards(model, path, whose, shop)
    if found is None:
        return None
    table, cards = found
    if tokens:
        _check_shapes(table, shop)
    check_cards(whose, model.size, model.bleed, table, cards, shop, NUMBERED)
    check_cutting(model, path, SHAPE_COLUMN in table.columns, shop)
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
        cards=numbered(cards),
        kind="tokens" if isinstance(model, TokensTable) else "cards",
        outline=model.shape if isinstance(model, TokensTable) else None,
        radius=model.corner_radius,
        bleed_between=model.bleed_between,
    )


def standees(model: StandeesTable, path: KeyPath, shop: Shop) -> Standees | None:
    """Return the standees, one figure for each row; None when they have no table."""
    whose = f'the standees "{model.id}"'
    found = _cards(model, path, whose, shop)
    if found is None:
        return None
    table, cards = found
    check_cards(whose, model.size, 0.0, table, cards, shop)
    width, height = model.size
    return Standees(model.id, model.title, width, height, model.base, model.gutter, table.file, table.columns, cards)


def sheet(model: SheetTable, path: KeyPath, shop: Shop) -> Sheet | None:
    """Return the sheet, with a table one for each row; None when its frame or its table does not exist."""
    whose = f'the sheet "{model.id}"'
    table: Table | None = None
    if has_rows(model, path, shop):
        found = _cards(model, path, whose, shop)
        if found is None:
            return None
        table, cards = found
        if model.copies != 1:
            shop.source.tell((*path, "copies"), "the sheet has a table, whose column copies counts instead")
        check_cards(whose, model.size, model.bleed, table, cards, shop, given(model.values))
    else:
        if not model.frame:
            shop.source.tell((*path, "frame"), "is missing", 'write frame = "…", or table = "…" with a column frame')
        within = Within(*model.size, model.bleed)
        front, back = (frame(getattr(model, key), (*path, key), shop, within) for key in ("frame", "back"))
        for side in (front, back):
            if side is not None:
                check_fixed(side, whose, model.size, model.bleed, shop, given(model.values))
        if front is None:
            return None
        cards = (Card(Row(0, {}), front, back, model.copies),)
    width, height = model.size
    return Sheet(
        id=model.id,
        title=model.title,
        width=width,
        height=height,
        bleed=model.bleed,
        cards=cards,
        cut=model.cut,
        table=table.file if table else "",
        columns=table.columns if table else (),
        paper=_paper(model.paper, (*path, "paper"), shop),
        kind=model.kind,
        instead_of=model.instead_of,
        values=model.values,
    )


def _cards(
    model: DeckTable | StandeesTable | SheetTable, path: KeyPath, whose: str, shop: Shop
) -> tuple[Table, tuple[Card, ...]] | None:
    """Return the table that a model names and a card for each of its rows."""
    table = rows_of(model, path, shop)
    within = Within(*model.size, 0.0 if isinstance(model, StandeesTable) else model.bleed)
    found = {key: frame(getattr(model, key), (*path, key), shop, within) for key in ("frame", "back")}
    if table is None:
        return None
    cards: list[Card] = []
    sound = True
    fronts, backs = (getattr(model, key) if found[key] else "" for key in ("frame", "back"))
    frames = RowFrames(table, fronts, backs, within, shop)
    for row, count in zip(table.rows, tables.copies(table, shop.problems), strict=True):
        fore, hind = frames.of(row)
        if fore is None and tables.FRAME in table.columns and not row.cells.get(tables.FRAME) and not model.frame:
            message = f'the cell is blank, and {whose} has no key "frame" that would count instead'
            shop.problems.append(Problem(table.file, row.line, tables.FRAME, message))
        sound = sound and fore is not None
        if fore is not None and count:
            cards.append(Card(row, fore, hind, count))
    if not model.frame and table.columns and tables.FRAME not in table.columns:
        hint = 'write frame = "…" there, or give the table a column frame'
        shop.source.tell((*path, "frame"), "is missing, and the table has no column frame", hint)
    elif not cards and sound:
        shop.problems.append(Problem(table.file, 0, "", _no_cards(table, whose)))
    return None if _too_many(cards, model, table, whose, shop) else (table, tuple(cards))


def _too_many(
    cards: list[Card], model: DeckTable | StandeesTable | SheetTable, table: Table, whose: str, shop: Shop
) -> bool:
    """Tell of so many copies that they are a slip of the pen, and would take hours to print."""
    most = MOST_SHEETS if isinstance(model, SheetTable) else rows.MOST
    total = sum(card.copies for card in cards)
    if total > most:
        message = f"the copies for {whose} add up to {total:,}; allowed: up to {most:,}"
        shop.problems.append(Problem(table.file, table.line, tables.COPIES, message))
    return total > most


def _check_shapes(table: Table, shop: Shop) -> None:
    """Tell of cells of the column shape that name none."""
    for row in table.rows:
        cell = row.cells.get(SHAPE_COLUMN, "")
        if cell and cell not in SHAPES:
            message = f'"{cell}" is not a shape; the shapes are {listed(SHAPES)}'
            shop.problems.append(Problem(table.file, row.line, SHAPE_COLUMN, message, meant(cell, SHAPES)))


def _paper(name: str, path: KeyPath, shop: Shop) -> Paper | None:
    if not name:
        return None
    papers = shop.papers()
    found = papers.get(name.casefold())
    if found is None:
        hint = meant(name, papers) or f"the papers are {listed(papers)}"
        shop.source.tell(path, f'"{name}" is not a paper of papers.toml', hint)
    return found


def _no_cards(table: Table, name: str) -> str:
    if not table.line:
        why = "the sheet is empty" if "#" in table.file else "the file is empty"
    elif not table.rows:
        why = "the table has a header and no rows" if table.columns else "the table has no rows"
    else:
        why = "every row has 0 copies"
    return f"there are no cards for {name}: {why}"


def frame(name: str, path: KeyPath, shop: Shop, within: Within) -> Frame | None:
    """Return the frame named at `path`, laid out on a card; None for no name and, after telling, for no such frame."""
    if not name or name == UNKNOWN:
        return None
    found = shop.frames.frame(name, within)
    if found is None and not shop.frames.unread:
        shop.source.tell(path, f'"{name}" is not a frame', _frame_hint(name, shop))
    return found


def fixed_frame(name: str, path: KeyPath, whose: str, size: tuple[float, float], shop: Shop) -> Frame | None:
    """Return the frame named at `path`, drawn without a row or bleed on a face of `size` mm; None as for `frame`."""
    found = frame(name, path, shop, Within(*size, 0.0))
    if found is not None:
        check_fixed(found, whose, size, 0.0, shop)
    return found


def _frame_hint(name: str, shop: Shop) -> str:
    names = shop.frames.names()
    close = meant(name, names)
    have = f"the frames are {listed(names)}" if names else "frames.toml has no frames"
    return f"{close} {have[0].upper()}{have[1:]}" if close else have
