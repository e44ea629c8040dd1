"""What must hold inside boards of hexes, mosaics and maps. Works on tables as written, as `checks` does."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TypeGuard, get_args

from pnp.data import cell_boards
from pnp.data.load.cell_boards import planned, rows_of
from pnp.data.pictures import Pictures, check_picture
from pnp.data.source import Source, Toml
from pnp.data.where import KeyPath
from pnp.near import listed, meant


def check_cells(source: Source, path: KeyPath, board: Toml, art: Pictures) -> None:
    """Tell what is wrong with a board of hexes or a mosaic."""
    kind = str(board["kind"])
    if kind == "hex":
        _check_hex(source, path, board)
    if board.get("coordinates_at") == "edge":
        if kind == "hex":
            source.tell((*path, "coordinates_at"), "the edge of hexes has no room for coordinates; a mosaic's has")
        elif not board.get("strip"):
            source.tell((*path, "strip"), "is missing: coordinates at the edge stand in a strip", "write strip = 6")
    names = _names(board)
    _check_terrain(source, path, board, names, art)
    _check_named(source, path, names)
    columns, rows = (_lines(board, key) for key in ("columns", "rows"))
    for star in _list(board.get("stars")):
        match star:
            case [int(column), int(row)] if columns and rows and not (1 <= column <= columns and 1 <= row <= rows):
                allowed = f"columns 1 to {columns}, rows 1 to {rows}"
                source.tell((*path, "stars"), f"found the crossing [{column}, {row}]; allowed: {allowed}")


def _lines(board: Toml, key: str) -> int:
    """Return how many lines a mosaic has one way, 0 when that is not known."""
    count = board.get(key)
    return count + (0 if board.get("on_lines") else 1) if _whole(count) else 0


def _check_hex(source: Source, path: KeyPath, board: Toml) -> None:
    """Tell which keys the shape of a board of hexes needs, and which are there for nothing."""
    sizes = [key for key in ("across", "side") if key in board]
    if not sizes:
        source.tell((*path, "across"), "is missing: how wide a hex is from flat to flat", "or write side = 10")
    elif len(sizes) == 2:
        source.tell((*path, "side"), "the hexes have across and side; only one of the two can hold")
    hexagon = board.get("shape", "rectangle") == "hexagon"
    needed = ("radius",) if hexagon else ("columns", "rows")
    for key in needed:
        if key not in board:
            shape = "hexagon" if hexagon else "rectangle"
            source.tell((*path, key), f"is missing: a {shape} of hexes needs {listed(needed)}")
    barred = ("columns", "rows", "halves", "stagger", "plan") if hexagon else ("radius",)
    for key in barred:
        if key in board:
            message = f"a {'hexagon' if hexagon else 'rectangle'} of hexes has no {key}"
            hint = 'shape = "hexagon" has one' if key == "radius" else 'shape = "rectangle" has'
            source.tell((*path, key), message, hint)


def _names(board: Toml) -> Collection[str]:
    """Return what the cells are called, nothing when the keys that say so are not sound."""
    columns, rows, radius = board.get("columns"), board.get("rows"), board.get("radius")
    shape, hexes = str(board.get("shape", "rectangle")), board["kind"] == "hex"
    style = _style(board)
    if style is None:
        return ()
    less = 1 if board.get("on_lines") and not hexes else 0
    if hexes and shape == "hexagon" and _whole(radius):
        cells = cell_boards.extent_of(0, 0, shape, radius, str(board.get("top", "flat")))
    elif shape != "hexagon" and _whole(columns) and _whole(rows):
        cells = cell_boards.extent_of(columns - less, rows - less, "rectangle", 0, "")
    else:
        return ()
    return {cell_boards.name(*cell, style): None for cell in cells}


def _style(board: Toml) -> cell_boards.Coordinates | None:
    """Return how the cells are called, None when the key that says so is not sound."""
    style = board.get("coordinates", "0101" if board["kind"] == "hex" else "none")
    return next((known for known in get_args(cell_boards.Coordinates) if known == style), None)


def _whole(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and 0 < value < 100


def _check_terrain(source: Source, path: KeyPath, board: Toml, names: Collection[str], art: Pictures) -> None:
    """Tell of kinds of cells that share a cell or a sign, and of a plan that does not fit the board."""
    plan = board.get("plan") if isinstance(board.get("plan"), str) else ""
    signs: dict[str, str] = {}
    taken: dict[str, str] = {}
    drawn = _planned(source, (*path, "plan"), str(plan), board)
    source.unique(*path, "terrain")
    for here, table in source.tables(*path, "terrain"):
        sign, called = table.get("sign", ""), str(table.get("id"))
        if isinstance(sign, str) and sign:
            if len(sign) != 1 or sign == cell_boards.NOTHING or not sign.strip():
                source.tell((*here, "sign"), f'found "{sign}"; allowed: one letter or sign other than the full stop')
            elif sign in signs:
                source.tell((*here, "sign"), f'"{sign}" is the sign of {signs[sign]} already')
            signs.setdefault(sign, called)
        at = [name for name in _list(table.get("at")) if isinstance(name, str)]
        for name in (*at, *(drawn.get(str(sign), ()) if signs.get(str(sign)) == called else ())):
            if taken.setdefault(name, called) != called:
                source.tell((*here, "at"), f"{name} is {taken[name]} already")
        _unknown(source, (*here, "at"), at, names)
        check_picture(source, (*here, "art"), table.get("art"), art)
    lost = sorted(set(drawn) - set(signs))
    if lost:
        source.tell((*path, "plan"), f"{listed(lost)} is the sign of no terrain", f"signs are {listed(signs)}")


def _planned(source: Source, path: KeyPath, plan: str, board: Toml) -> Mapping[str, list[str]]:
    """Return the names of the cells of each sign; tell of a plan of another size than the board."""
    if not plan or board.get("shape") == "hexagon":
        return {}
    rows = rows_of(plan)
    less = 1 if board.get("on_lines") else 0
    columns, high = board.get("columns"), board.get("rows")
    if not (isinstance(columns, int) and isinstance(high, int)):
        return {}
    if len(rows) != high - less:
        source.tell(path, f"found {len(rows)} lines; allowed: {high - less}, one for each row")
    for number, row in enumerate(rows, 1):
        if len(row) != columns - less:
            source.tell(path, f"line {number} has {len(row)} signs; allowed: {columns - less}, one for each column")
            return {}
    style = _style(board)
    if style is None:
        return {}
    cells = planned(plan, board["kind"] != "hex" and bool(board.get("upward", True)))
    return {sign: [cell_boards.name(*cell, style) for cell in cells[sign]] for sign in cells}


def _check_named(source: Source, path: KeyPath, names: Collection[str]) -> None:
    """Tell of borders, routes and labels at cells that are not there."""
    for here, table in source.tables(*path, "borders"):
        pairs = [pair for pair in _list(table.get("between")) if isinstance(pair, list)]
        _unknown(source, (*here, "between"), [name for pair in pairs for name in pair], names)
    for here, table in source.tables(*path, "routes"):
        _unknown(source, (*here, "through"), _list(table.get("through")), names)
    for here, table in source.tables(*path, "labels"):
        _unknown(source, (*here, "at"), [table.get("at")], names)


def _unknown(source: Source, path: KeyPath, found: Sequence[object], names: Collection[str]) -> None:
    """Tell of cells that the board does not have."""
    known = list(names)
    for name in found:
        if known and isinstance(name, str) and name not in names:
            hint = meant(name, known) or f"they run from {known[0]} to {known[-1]}"
            source.tell(path, f'"{name}" is not on the board', hint)


def check_map(source: Source, path: KeyPath, art: Pictures) -> None:
    """Tell of places that stand twice, and of links that lead nowhere."""
    places = source.ids(*path, "places")
    source.unique(*path, "places")
    for here, table in source.tables(*path, "places"):
        check_picture(source, (*here, "art"), table.get("art"), art)
    for here, table in source.tables(*path, "links"):
        ends = [end for end in _list(table.get("between")) if isinstance(end, str)]
        for end in ends:
            if end not in places:
                hint = meant(end, places) or f"the places are {listed(places)}"
                source.tell((*here, "between"), f'"{end}" is not a place of the map', hint)
        if len(ends) == 2 and ends[0] == ends[1]:
            source.tell((*here, "between"), f'"{ends[0]}" is linked with itself; a link joins two places')


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []
