"""The rows that decks, tokens, standees and sheets are made from: a file, columns made from nothing, or both.

Finds the file and its reader, then has `pnp.data.rows` group, multiply and leave out rows as game.toml asks. What the
rows mean, frames and copies, is `pnp.data.load.decks`.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, TypeAlias

from pnp.data import rows, separated, tables
from pnp.data.frame import When
from pnp.data.load.needs import Shop, check_languages
from pnp.data.prints import Row
from pnp.data.source import content, plain
from pnp.data.tables import Table
from pnp.data.where import KeyPath
from pnp.near import listed, meant

if TYPE_CHECKING:
    from pnp.data.load.dials import DividersTable
    from pnp.data.load.prints import DeckTable, SheetTable, StandeesTable

    Tabled: TypeAlias = DeckTable | StandeesTable | SheetTable | DividersTable

WORKBOOKS = (".xlsx", ".ods")
KINDS = (".csv", *WORKBOOKS, ".json")


def table(model: Tabled, path: KeyPath, shop: Shop) -> Table | None:
    """Return the rows that a model asks for; None, after telling, when there are none to make anything from."""
    if model.table:
        found = _file(model.table, (*path, "table"), shop)
    elif model.make:
        line = shop.source.line((*path, "make"))
        found = Table(shop.source.shown, line, (), (Row(line, {}),))
    else:
        raw = shop.source.table(*path)
        if "make" not in raw and not str(raw.get("table", "")).strip():  # else what is wrong with it is told already
            hint = 'write table = "cards.csv", or make = { rank = "1-13" } for rows without a file'
            shop.source.tell((*path, "table"), "is missing", hint)
        return None
    if found is None:
        return None
    if model.group:
        found = _grouped(model, path, found, shop)
    if found and model.make:
        found = _made(model, path, found, shop)
    if found and model.only:
        found = _kept(model.only, (*path, "only"), found, shop)
    return found


def has_rows(model: SheetTable, path: KeyPath, shop: Shop) -> bool:
    """Say whether a sheet is made from rows; tell of keys that say something about rows it does not have."""
    if model.table or model.make:
        return True
    for key in ("group", "only"):
        if getattr(model, key):
            shop.source.tell((*path, key), "the sheet has no table, and so no rows")
    return False


def _file(name: str, path: KeyPath, shop: Shop) -> Table | None:
    """Return the table of a file, or of a sheet of a workbook, "cards.xlsx#Bulls"; each is read once."""
    if name in shop.read:
        return shop.read[name]
    found = (file.name for file in shop.folder.iterdir() if file.suffix.lower() in KINDS)
    files = sorted(name for name in found if name[0] not in ".~")  # spreadsheets keep locks under such names
    file, _, sheet = (name, "", "") if name in files else name.partition("#")
    if file not in files:
        kinds = f"a table is a file that ends in {listed(KINDS)}"
        hint = meant(file, files) or (f"the tables are {listed(files)}" if files else kinds)
        message = f'there is no table "{file}" in the game\'s folder'
        beside = {other.name for other in shop.folder.iterdir()}
        shop.source.tell(path, message, kinds if file in beside else hint)
        return None
    shop.read[name] = None
    read = _workbook(file, sheet, path, shop) if file.lower().endswith(WORKBOOKS) else _text(file, sheet, path, shop)
    if read:
        tables.look_for_failed(read, shop.problems)
        check_languages(read, shop)
    shop.read[name] = read
    return read


def _text(file: str, sheet: str, path: KeyPath, shop: Shop) -> Table | None:
    """Return the table of a CSV or JSON file."""
    shown = f"{shop.shown}/{file}"
    if sheet:
        shop.source.tell(path, f'found "{file}#{sheet}"; only workbooks have sheets', f'write table = "{file}"')
    data = content(shop.folder / file, shown, shop.problems)
    if data is None:
        return None
    if file.lower().endswith(".json"):
        from pnp.data import objects

        text = plain(data, shown, shop.problems)
        return None if text is None else objects.read(text, shown, shop.problems)
    from pnp.data import decoding

    text = decoding.text(data, shown, shop.problems)
    return None if text is None else separated.read(text, shown, shop.problems)


def _workbook(file: str, sheet: str, path: KeyPath, shop: Shop) -> Table | None:
    """Return the table of a sheet; in messages it is called as game.toml calls it."""
    from pnp.data import workbooks

    data = content(shop.folder / file, f"{shop.shown}/{file}", shop.problems)
    if data is None:
        return None
    read = workbooks.read(data, sheet.strip(), f"{shop.shown}/{file}{'#' if sheet else ''}{sheet}", shop.problems)
    if isinstance(read, Table):
        return read
    shop.source.tell(path, f"{file}: {read[0]}", read[1])
    return None


def _grouped(model: Tabled, path: KeyPath, found: Table, shop: Shop) -> Table | None:
    """Return the rows joined into pieces."""
    if not model.table:
        shop.source.tell((*path, "group"), "there is no table whose rows could be joined")
        return found
    lost = [name for name in model.group if not found.spread(name, shop.languages)]
    for name in lost:
        _no_column((*path, "group"), name, found, shop)
    if lost:
        return None
    done = rows.grouped(found, model.group, shop.languages, shop.problems)
    twice = sorted({column for column in done.columns if done.columns.count(column) > 1})
    if twice:
        name = found.file.rpartition("/")[2]
        message = f"{listed(twice)} would be the numbered cells of a group, and {name} has such a column"
        shop.source.tell((*path, "group"), message, "give that column another name")
        return None
    return done


def _made(model: Tabled, path: KeyPath, found: Table, shop: Shop) -> Table | None:
    """Return the rows multiplied by the columns made."""
    clashes = [name for name in model.make if found.spread(name, shop.languages)]
    for name in clashes:
        message = f'the column "{name}" stands in {found.file.rpartition("/")[2]} already'
        shop.source.tell((*path, "make", name), message, "give one of them another name")
    count = prod(map(len, model.make.values())) * len(found.rows)
    if count > rows.MOST:
        shop.source.tell((*path, "make"), f"this makes {count:,} rows; allowed: up to {rows.MOST:,}")
    return None if clashes or count > rows.MOST else rows.made(found, model.make)


def _kept(only: When, path: KeyPath, found: Table, shop: Shop) -> Table | None:
    """Return the rows that a condition leaves."""
    lost = [name for name in only.columns if not found.spread(name, shop.languages)]
    for name in lost:
        _no_column(path, name, found, shop)
    if lost:
        return None
    left = rows.kept(found, only, shop.languages[0])
    if found.rows and not left.rows:
        shop.source.tell(path, "no row is left", _nearest(only, found, shop))
        return None
    return left


def _nearest(only: When, found: Table, shop: Shop) -> str:
    """Return what a value that no row has may have been meant to be."""
    for each in (only, *only.also):
        cells = dict.fromkeys(filter(None, (row.cell(each.column, shop.languages[0]) for row in found.rows)))
        if each.value and not each.negate and not each.order and each.value not in cells:
            return meant(each.value, cells) or f"{each.column} holds {listed(cells)}"
    return ""


def _no_column(path: KeyPath, name: str, found: Table, shop: Shop) -> None:
    shop.source.tell(path, *tables.no_column(name, found.columns, found.file, shop.languages))
