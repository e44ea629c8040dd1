"""Keys of boards, dials, dividers and inks that change nothing where they stand. Works on tables as written."""

from __future__ import annotations

from pnp.data.source import Source, Toml
from pnp.data.where import KeyPath


def check_idle(source: Source) -> None:
    """Tell of keys that have no effect beside what else their table says."""
    for here, board in source.tables("boards"):
        match board.get("kind"):
            case "hex" | "mosaic" as kind:
                _cells(source, here, board, kind)
            case "map":
                _map(source, here, board)
            case _:
                pass
    for here, dial in source.tables("dials"):
        if dial.get("cover") and "ink" in dial and dial.get("form") == "dial":
            source.tell((*here, "ink"), "the frame of the cover brings its own colours", "leave ink or cover out")
        for inside, sector in source.tables(*here, "sectors"):
            _bare(source, inside, sector, "the sector")
    for here, dividers in source.tables("dividers"):
        if dividers.get("size") and "margin" in dividers:
            source.tell((*here, "margin"), "a margin is added to the cards of a deck; size is the whole size already")
        if not dividers.get("table"):
            for key in ("column", "art_column", "group", "make", "only"):
                if key in dividers:
                    source.tell((*here, key), "the dividers have no table, and so no rows", 'write table = "cards.csv"')
    _signs(source)


def _cells(source: Source, path: KeyPath, board: Toml, kind: str) -> None:
    """Tell of a place for coordinates that are not there, words that hide others, and terrain without a cell."""
    if board.get("coordinates", "none" if kind == "mosaic" else "0101") == "none" and "coordinates_at" in board:
        source.tell((*path, "coordinates_at"), "there are no coordinates to place", 'write coordinates = "A1"')
    seen: set[object] = set()
    for here, label in source.tables(*path, "labels"):
        if isinstance(at := label.get("at"), str) and at in seen:
            source.tell((*here, "at"), f"{at} has a label already")
        seen.add(at if isinstance(at, str) else None)
    plan = "".join(str(board.get("plan", "")).split())
    for here, terrain in source.tables(*path, "terrain"):
        sign = terrain.get("sign", "")
        if not terrain.get("at") and not (isinstance(sign, str) and sign and sign in plan):
            hint = 'give it cells, at = ["0101"], or a sign in the plan'
            source.note((*here, "id"), "no cell is of this terrain", hint)


def _map(source: Source, path: KeyPath, board: Toml) -> None:
    """Tell of what belongs to inks, names and spaces that places and links do not have."""
    for here, place in source.tables(*path, "places"):
        _bare(source, here, place, "the place")
        if "label" in place and place["label"] != "none" and "title" not in place:
            source.tell((*here, "label"), "the place has no title to show", 'write title = "…"')
    links = list(source.tables(*path, "links"))
    for here, link in links:
        if link.get("spaces"):
            _bare(source, here, link, "the link")
            continue
        for key, plain in (("pattern", "solid"), ("spaces_shape", "circle")):
            if link.get(key, plain) != plain:
                source.tell((*here, key), "the link has no spaces", "write spaces = 4")
    if "breadth" in board and not any(link.get("spaces") for _, link in links):
        source.tell((*path, "breadth"), "no link has spaces, whose width this is", "write spaces = 4 in a link")


def _bare(source: Source, path: KeyPath, table: Toml, whose: str) -> None:
    """Tell of a pattern that has no ink."""
    if table.get("pattern", "solid") != "solid" and not table.get("ink"):
        source.tell((*path, "pattern"), f"{whose} has no ink for a pattern", 'write ink = "black"')


def _signs(source: Source) -> None:
    """Note what tells inks apart that mean nothing."""
    inks = source.get(("inks",))
    for id_, ink in inks.items() if isinstance(inks, dict) else ():
        if isinstance(ink, dict) and ink.get("sign") and not ink.get("means"):
            source.note(("inks", str(id_), "sign"), "the ink means nothing to be told apart", 'write means = "…"')
