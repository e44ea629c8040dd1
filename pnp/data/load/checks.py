"""What must hold between the tables of game.toml and examples.toml. Works on the tables as written, so that a fault in
one value does not hide the others; values of a wrong type are told elsewhere and passed over here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import pairwise

from pnp.data.inks import FIXED
from pnp.data.load.board_checks import check_cells, check_map
from pnp.data.load.boards import BOARD_KEYS
from pnp.data.pictures import Pictures, check_picture
from pnp.data.source import Source, Toml
from pnp.data.where import KeyPath
from pnp.expressions import expression
from pnp.near import listed, meant

MOST_SPACES = 500  # of a track: more is a slip of the pen, and would take minutes to draw
PRINTED = (
    *("decks", "tokens", "standees", "sheets", "posters", "dice_pieces", "dials", "dividers"),
    *("pads", "booklets", "boxes"),
)
"""The tables of game.toml whose ids are ids of pieces."""
TAKEN_PIECES = ("all", "cut-plan", "packed", "packed-stickers", "print-plan")  # files of builds are called so
NOTATION = expression(r"(?:\d*d)?(?:\d+|f)|\d*d|[kd][hl]?\d*", re.IGNORECASE)  # what dice notation reads as its own
KIND_KEYS: Mapping[str, tuple[str, ...]] = {
    "count": ("low", "high", "highs", "points"),
    "choice": ("options",),
    "flag": ("points",),
    "list": ("low", "high", "most", "points"),
    "text": ("most",),
    "records": ("fields", "rows", "row_key", "most"),
    "log": ("fields", "most"),
    "group": ("fields",),
    "seat": (),
}


def check_ids(source: Source) -> None:
    """Tell of ids that stand twice, and of names that the press or the dice have taken."""
    for word in ("components", "dice", "boards", "piles", *PRINTED):
        source.unique(word)
    source.unique("score", "variants")
    _check_pieces(source)
    for id_, path in source.ids("dice").items():
        if NOTATION.fullmatch(id_):
            source.tell((*path, "id"), f'"{id_}" means something in dice notation', "choose another id")
    for id_ in source.table("inks"):
        if id_ in (*FIXED, "none") or id_.startswith("#"):
            source.tell(("inks", id_), f'"{id_}" already has a meaning as a colour', "choose another id")
    written = source.get(("languages",))
    languages = written if isinstance(written, list) else []
    if written == []:
        source.tell(("languages",), 'found an empty list; allowed: at least one language such as ["en"]')
    for number, lang in enumerate(languages):
        if lang in languages[:number]:
            source.tell(("languages", number), f'"{lang}" stands twice in the list')


def _check_pieces(source: Source) -> None:
    """Tell of pieces with equal ids, and of ids that are names of other files of a build."""
    seen: dict[str, str] = {}
    plain = {f"{id_}-plain" for id_ in source.ids("booklets")}
    for word in PRINTED:
        for id_, path in source.ids(word).items():
            if id_ in seen:
                message = f'one of the {seen[id_]} is called "{id_}" too; pieces need different ids'
                source.tell((*path, "id"), message)
            elif id_ in (*TAKEN_PIECES, *plain):
                message = f'"{id_}" is the name of a file that builds write'
                source.tell((*path, "id"), message, "choose another id")
            seen.setdefault(id_, word)
    for word in PRINTED:
        for id_, path in source.ids(word).items():
            other = source.get((*path, "instead_of"))
            if isinstance(other, str) and other and (other not in seen or other == id_):
                hint = meant(other, seen) or f"the pieces are {listed(seen)}"
                source.tell((*path, "instead_of"), f'"{other}" is not another piece of the game', hint)


def check_components(source: Source) -> None:
    """Tell of components printed by a piece that does not exist."""
    pieces = [id_ for word in PRINTED for id_ in source.ids(word)]
    for number, component in enumerate(_tables(source.get(("components",)))):
        piece = component.get("piece", "")
        if isinstance(piece, str) and piece and piece not in pieces:
            hint = meant(piece, pieces) or (f"the pieces are {listed(pieces)}" if pieces else "")
            message = f'"{piece}" is not a piece; leave it blank when players bring the thing themselves'
            source.tell(("components", number, "piece"), message, hint)


def check_boards(source: Source, art: Pictures) -> None:
    """Tell which keys the boards lack or have for nothing, and of squares, spaces and pictures that are not there."""
    for number, board in enumerate(_tables(source.get(("boards",)))):
        here = ("boards", number)
        source.unique(*here, "kinds")
        kind = board.get("kind")
        if not isinstance(kind, str) or kind not in BOARD_KEYS:
            continue
        needed, may = BOARD_KEYS[kind]
        for key in needed:
            if key not in board:
                source.tell((*here, key), f"is missing: a {kind} needs {listed(needed)}")
        for key in dict.fromkeys(key for must, can in BOARD_KEYS.values() for key in (*must, *can)):
            if key in board and key not in (*needed, *may):
                fitting = [other for other, (must, can) in BOARD_KEYS.items() if key in (*must, *can)]
                source.tell((*here, key), f"a {kind} has no {key}; it belongs to {listed(fitting)}")
        if kind == "lattice":
            _check_stones(source, here, board)
        if kind == "grid":
            _check_grid(source, here, board, art)
        if kind == "track":
            _check_track(source, here, board, art)
        if kind in ("hex", "mosaic"):
            check_cells(source, here, board, art)
        if kind == "map":
            check_map(source, here, art)


def _check_stones(source: Source, path: KeyPath, board: Toml) -> None:
    match board.get("stones", 0), board.get("columns"), board.get("rows"):
        case int(stones), int(columns), int(rows) if stones > columns * rows > 0:
            message = f"found {stones}; allowed: 0 to {columns * rows}, the crossings of the board"
            source.tell((*path, "stones"), message)


def _check_grid(source: Source, path: KeyPath, board: Toml, art: Pictures) -> None:
    first, rows, columns = board.get("first", 1), board.get("rows"), board.get("columns")
    marks = board.get("marks")
    for square in marks if isinstance(marks, list) else []:
        match square, first, rows, columns:
            case [int(row), int(lane)], int(), int(), int():
                if not (first <= row < first + rows and 1 <= lane <= columns):
                    allowed = f"rows {first} to {first + rows - 1}, lanes 1 to {columns}"
                    source.tell((*path, "marks"), f"found the square [{row}, {lane}]; allowed: {allowed}")
    check_picture(source, (*path, "mark"), board.get("mark"), art)
    if marks and not board.get("mark"):
        source.tell((*path, "mark"), "is missing: marked squares need a picture")


def _check_track(source: Source, path: KeyPath, board: Toml, art: Pictures) -> None:
    points, spaces, first = board.get("points"), board.get("spaces"), board.get("first", 1)
    stretches = max(1, len(points) - 1) if isinstance(points, list) else 0
    if stretches and isinstance(spaces, list) and len(spaces) != stretches:
        found = f"{len(spaces)} number{'' if len(spaces) == 1 else 's'}"
        message = f"found {found}; allowed: {stretches}, one for each stretch between two points"
        source.tell((*path, "spaces"), message)
    counts = [count for count in spaces if isinstance(count, int)] if isinstance(spaces, list) else []
    if any(count < 1 for count in counts):
        source.tell((*path, "spaces"), f"found {min(counts)}; allowed: at least 1 space on each stretch")
    if sum(counts) > MOST_SPACES:
        source.tell((*path, "spaces"), f"found {sum(counts):,} spaces; allowed: up to {MOST_SPACES}")
    if isinstance(points, list) and any(one == other for one, other in pairwise(points)):
        source.tell((*path, "points"), "two neighbouring points are the same; a stretch has a length")
    last = (first if isinstance(first, int) else 1) + sum(counts) - 1
    taken: dict[int, str] = {}
    for number, kind in enumerate(_tables(board.get("kinds"))):
        here = (*path, "kinds", number)
        numbers = kind.get("spaces")
        for space in numbers if isinstance(numbers, list) else []:
            if not isinstance(space, int):
                continue
            if isinstance(first, int) and first <= last and not first <= space <= last:
                message = f"found {space}; allowed: {first} to {last}, the spaces of the track"
                source.tell((*here, "spaces"), message)
            if space in taken:
                source.tell((*here, "spaces"), f"space {space} is of the kind {taken[space]} already")
            taken[space] = str(kind.get("id"))
        check_picture(source, (*here, "art"), kind.get("art"), art)


def check_dice(source: Source, art: Pictures) -> None:
    """Tell of sides of dice whose picture is not there."""
    for number, die in enumerate(_tables(source.get(("dice",)))):
        for place, side in enumerate(_tables(die.get("sides"))):
            check_picture(source, ("dice", number, "sides", place, "art"), side.get("art"), art)


def check_score(source: Source, anchors: frozenset[str] | None) -> None:
    """Tell what is wrong between the keys of the score fields, bands and their rules."""
    _check_fields(source, ("score", "fields"), "", None, anchors)
    for id_, path in source.ids("score", "fields").items():
        if id_ == "name":
            source.tell((*path, "id"), '"name" is the key of the player\'s name', "choose another id")
    known = [*source.ids("score", "variants")] or ["standard"]
    for word in ("fields", "ranking"):
        for number, each in enumerate(_tables(source.get(("score", word)))):
            _check_variants(source, ("score", word, number), each, known)
    last: int | None = None
    for number, band in enumerate(_tables(source.get(("score", "bands")))):
        low = band.get("low")
        if low is None and number:
            source.tell(("score", "bands", number), "low is missing; only the first band, the lowest, may leave it out")
        elif isinstance(low, int):
            if last is not None and low <= last:
                message = f"found {low}; allowed: more than {last}, the low of the band before"
                source.tell(("score", "bands", number, "low"), message)
            last = low


def check_examples(source: Source, anchors: frozenset[str] | None) -> None:
    """Tell of examples with equal ids and of sections that do not exist."""
    source.unique("examples")
    for number, example in enumerate(_tables(source.get(("examples",)))):
        _check_rule(source, ("examples", number, "rule"), example.get("rule"), anchors)


def _tables(value: object) -> Iterable[Toml]:
    """Return a list of tables with anything else in it made an empty table."""
    items = value if isinstance(value, list) else []
    return [item if isinstance(item, Mapping) else {} for item in items]


def _check_rule(source: Source, path: KeyPath, rule: object, anchors: frozenset[str] | None) -> None:
    if anchors is None or not isinstance(rule, str) or not rule or rule in anchors:
        return
    known = sorted(anchors)
    hint = meant(rule, known) or (f"the sections are {listed(known)}" if known else "")
    source.tell(path, f'"{rule}" is not a section of the rules', hint)


def _check_variants(source: Source, path: KeyPath, table: Toml, known: list[str]) -> None:
    for key in ("variants", "aside"):
        names = table.get(key)
        for place, name in enumerate(names if isinstance(names, list) else []):
            if isinstance(name, str) and name not in known:
                hint = meant(name, known) or f"the variants are {listed(known)}"
                source.tell((*path, key, place), f'"{name}" is not a variant', hint)
    for number, inner in enumerate(_tables(table.get("fields"))):
        if "variants" in inner:
            message = "a field inside another has no variants; it goes with the field round it"
            source.tell((*path, "fields", number, "variants"), message)
        _check_variants(source, (*path, "fields", number), {**inner, "variants": None}, known)


def _check_fields(source: Source, path: KeyPath, within: str, rows: int | None, anchors: frozenset[str] | None) -> None:
    """Check a list of fields and the fields inside them; `within` is the kind of the field round them, `rows` the
    number of its named rows."""
    source.unique(*path)
    for number, field in enumerate(_tables(source.get(path))):
        here = (*path, number)
        kind = field.get("kind")
        if isinstance(kind, str) and kind in KIND_KEYS:
            _check_kind(source, here, field, kind, rows)
            _check_place(source, (*here, "kind"), kind, within)
        _check_rule(source, (*here, "rule"), field.get("rule"), anchors)
        names = field.get("rows")
        if "fields" in field:
            inside = str(kind) if within != "log" else within
            _check_fields(source, (*here, "fields"), inside, len(names) if isinstance(names, list) else None, anchors)


def _check_kind(source: Source, path: KeyPath, field: Toml, kind: str, rows: int | None) -> None:
    for key in dict.fromkeys(key for keys in KIND_KEYS.values() for key in keys):
        if key in field and key not in KIND_KEYS[kind]:
            fitting = [other for other, keys in KIND_KEYS.items() if key in keys]
            source.tell((*path, key), f"a {kind} has no {key}; it belongs to {listed(fitting)}")
    low, high, highs = field.get("low"), field.get("high"), field.get("highs")
    if isinstance(low, int) and isinstance(high, int) and low > high:
        source.tell((*path, "high"), f"found {high}; allowed: {low} (the low) or more")
    if kind == "count" and isinstance(highs, list):
        if rows is None:
            source.tell((*path, "highs"), "highs are for fields inside records with rows, one number for each row")
        elif len(highs) != rows:
            source.tell((*path, "highs"), f"found {len(highs)} numbers; allowed: {rows}, one for each row")
        if high is not None:
            source.tell((*path, "highs"), "the field has high and highs; only one of the two can hold")
    if kind == "choice":
        source.unique(*path, "options")
        if not field.get("options"):
            source.tell((*path, "options"), "is missing: a choice needs options", "each has an id and a title")
    if kind == "records":
        _check_records(source, path, field)
    elif kind in ("log", "group") and not field.get("fields"):
        source.tell((*path, "fields"), f"is missing: a {kind} needs fields")


def _check_place(source: Source, path: KeyPath, kind: str, within: str) -> None:
    if kind == "log" and within:
        source.tell(path, "a log stands by itself, not inside another field")
    elif kind in ("group", "seat") and within != "log":
        source.tell(path, f"a {kind} stands inside a log")


def _check_records(source: Source, path: KeyPath, field: Toml) -> None:
    key = field.get("row_key")
    if not field.get("fields"):
        source.tell((*path, "fields"), "is missing: records need the fields of each record")
    if field.get("rows") and "most" in field:
        source.tell((*path, "most"), "the records have rows already; only one of the two can hold")
    if field.get("rows") and not key:
        source.tell((*path, "row_key"), "is missing: it is the key of a row's name", 'write row_key = "field"')
    if key and not field.get("rows"):
        source.tell((*path, "row_key"), "there are no rows for it", 'write rows = ["A", "B"]')
    if isinstance(key, str) and key in source.ids(*path, "fields"):
        source.tell((*path, "row_key"), f'"{key}" is the id of a field of the record too', "choose another word")
