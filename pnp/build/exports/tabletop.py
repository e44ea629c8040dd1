"""A game for Tabletop Simulator: deck sheets, tokens and boards as pictures, and the saved object that uses them.

Beside the other exports; `layout.sprites` divides the sheets. A list of all cards as JSON lies beside the pictures, for
other programs. Nothing in the files depends on the machine: pictures are named without a folder, or after `link`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from hashlib import sha1
from pathlib import Path
from typing import TypeAlias

from pnp.build.documents import document, first_ink
from pnp.build.exports import Parcel
from pnp.build.exports.pictures import numbered, pictures, sides
from pnp.build.order import Order, language, pieces
from pnp.build.writing import pdf
from pnp.data.game import Game
from pnp.errors import DataError, Problem
from pnp.layout.piece import Piece, PieceKind
from pnp.layout.sprites import DPI, FINEST, LARGEST, Cells, cells, shared, sprite_sheet
from pnp.layout.trimming import cornered
from pnp.scene import Group, Page, Rect, Segment, Shape, rectangle
from pnp.scene import Path as Line
from pnp.units import MM_PER_INCH
from pnp.values import dataclass

Json: TypeAlias = "dict[str, object]"
DECKS: tuple[PieceKind, ...] = ("cards",)
TILES: tuple[PieceKind, ...] = ("tokens", "board", "aid")
POKER = 88.0  # mm: the height of a card that the simulator shows at scale 1; others are scaled by theirs
TILE = 2 * MM_PER_INCH  # mm: the side of a tile at scale 1, the simulator's unit being about an inch
BOX, HEXAGON, CIRCLE = 0, 1, 2  # shapes of a tile
FOLDER = "tts"


@dataclass(frozen=True, slots=True)
class _Sheet:
    """One sheet of a deck: the numbers of its faces from 0, its cells, and its files without folder and ending."""

    faces: range
    grid: Cells
    file: str
    back: str
    own_backs: bool


class _Box:
    """What the saved object needs to number and name things."""

    def __init__(self, game: Game, link: str) -> None:
        self.game = game
        self.link = link if not link or link.endswith("/") else f"{link}/"
        self.guids: set[str] = set()
        self.decks = 0

    def guid(self, *names: object) -> str:
        """Return the six hexadecimal digits of a thing, the same every time and no other thing's."""
        key = "/".join(map(str, (self.game.slug, *names)))
        found = sha1(key.encode(), usedforsecurity=False).hexdigest()[:6]
        while found in self.guids:
            found = sha1(f"{key} {found}".encode(), usedforsecurity=False).hexdigest()[:6]
        self.guids.add(found)
        return found

    def address(self, file: str) -> str:
        return f"{self.link}{file}.png"


def tabletop(game: Game, order: Order, link: str = "") -> Parcel:
    """Return decks, tokens, boards and aids of `game` for the simulator, pictures addressed as `link` and their name.

    Without `link` the names alone are given: the simulator looks for them in its own folder of pictures. Raises
    DataError, also where there is nothing to show.
    """
    lang = language(game, order.lang)
    made = pieces(game, order)
    shown = [piece for piece in made if piece.kind in (*DECKS, *TILES) and piece.count]
    if not shown:
        message = "there are no cards, tokens, boards or aids here"
        raise DataError([Problem(game.file, 0, "", message, "these kinds go to Tabletop Simulator")])
    left = [piece.title for piece in made if piece not in shown]
    notices = [f"left out: {', '.join(left)}; decks, tokens, boards and aids go to the simulator"] if left else []
    return Parcel(_files(game, lang, shown, _Box(game, link)), tuple(notices))


def _files(game: Game, lang: str, shown: Sequence[Piece], box: _Box) -> Iterator[tuple[Path, bytes]]:
    folder = Path(game.slug, FOLDER)
    objects: list[Json] = []
    listed: list[Json] = []
    for number, piece in enumerate(shown):
        where = (3.5 * (number % 8) - 12.25, 5.0 * (number // 8))
        if piece.kind in DECKS:
            sheets = _sheets(piece)
            for file, data in _drawn(game, lang, piece, sheets):
                yield folder / f"{file}.png", data
            objects.append(_deck(piece, sheets, box, where))
            listed.append(_listed(piece, sheets))
        else:
            cut = tuple(sides(piece))
            dpi = min(FINEST, LARGEST * MM_PER_INCH / max(piece.width, piece.height))
            for sight, data in pictures(game, lang, piece.title, cut, dpi):
                yield folder / f"{sight.name}.png", data
            objects.append(_tiles(piece, box, where))
    name = game.title.get(lang)
    yield folder / f"{game.slug}.json", _text({"SaveName": name, "ObjectStates": objects})
    cards: Json = {"game": game.slug, "title": name, "lang": lang, "data_version": game.data_version, "decks": listed}
    yield folder / "card-list.json", _text(cards)


def _text(value: Json) -> bytes:
    return f"{json.dumps(value, indent=2, ensure_ascii=False)}\n".encode()


def _sheets(piece: Piece) -> tuple[_Sheet, ...]:
    """Return the sheets of a deck; one whose cards have several backs gets a sheet of backs beside it."""
    parts = shared(len(piece.faces))
    found = []
    for number, part in enumerate(parts, 1):
        end = f"-{number}" if len(parts) > 1 else ""
        own = len({id(piece.faces[index].back) for index in part}) > 1
        grid = cells(len(part), piece.width, piece.height)
        found.append(_Sheet(part, grid, f"{piece.id}{end}", f"{piece.id}{end}-back{'s' if own else ''}", own))
    return tuple(found)


def _drawn(game: Game, lang: str, piece: Piece, sheets: Sequence[_Sheet]) -> Iterator[tuple[str, bytes]]:
    """Yield the name and picture of each sheet and of its back or backs."""
    from pnp.render.png import pages

    size = piece.width, piece.height
    plain = _plain(piece, first_ink(game))
    names: list[str] = []
    drawn: list[Page] = []
    for sheet in sheets:
        faces = [piece.faces[index] for index in sheet.faces]
        backs: list[Shape] = [cornered(piece, face.back or plain) for face in faces]
        names += [sheet.file, sheet.back]
        drawn.append(sprite_sheet([cornered(piece, face.front) for face in faces], backs[0], size, sheet.grid))
        if sheet.own_backs:
            drawn.append(sprite_sheet(backs, backs[0], size, sheet.grid))
        else:
            drawn.append(sprite_sheet(backs[:1], None, size, Cells(1, 1, sheet.grid.width, sheet.grid.height)))
    bound = document(game, piece.title, lang, tuple(drawn), None)
    yield from zip(names, pages(pdf(bound), DPI), strict=True)


def _plain(piece: Piece, color: str) -> Group:
    """Return the back of a card that has none on paper: the simulator must show something."""
    return Group((Line(rectangle(Rect(0, 0, piece.width, piece.height)), fill=color),))


def _object(name: str, title: str, guid: str, where: tuple[float, float], scale: float, **more: object) -> Json:
    """Return an object of the simulator, lying at `where`; those of a deck lie with it, face down."""
    down = 180.0 if name in ("DeckCustom", "Card", "CardCustom") else 0.0
    place = {"posX": where[0], "posY": 1.5, "posZ": where[1], "rotX": 0.0, "rotY": 180.0, "rotZ": down}
    return {
        "Name": name,
        "Transform": {**place, "scaleX": scale, "scaleY": 1.0, "scaleZ": scale},
        "Nickname": title,
        "Description": "",
        "Locked": False,
        "Grid": True,
        "Snap": True,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": True,
        "GUID": guid,
        **more,
    }


def _deck(piece: Piece, sheets: Sequence[_Sheet], box: _Box, where: tuple[float, float]) -> Json:
    """Return a deck with every copy of its cards, face down; a card alone is no deck."""
    scale = round(piece.height / POKER, 3)
    decks: dict[str, Json] = {}
    cards: list[Json] = []
    for sheet in sheets:
        box.decks += 1
        key = str(box.decks)
        decks[key] = {
            "FaceURL": box.address(sheet.file),
            "BackURL": box.address(sheet.back),
            "NumWidth": sheet.grid.columns,
            "NumHeight": sheet.grid.rows,
            "BackIsHidden": True,
            "UniqueBack": sheet.own_backs,
            "Type": 0,
        }
        for place, index in enumerate(sheet.faces):
            face = piece.faces[index]
            for copy in range(face.copies):
                one: Json = {"CardID": box.decks * 100 + place, "CustomDeck": {key: decks[key]}}
                guid = box.guid(piece.id, index, copy)
                cards.append(_object("Card", face.title, guid, where, scale, HideWhenFaceDown=True, Hands=True, **one))
    if len(cards) == 1:
        return {**cards[0], "Name": "CardCustom"}
    ids = [card["CardID"] for card in cards]
    inside: Json = {"DeckIDs": ids, "CustomDeck": decks, "ContainedObjects": cards}
    return _object(
        "DeckCustom", piece.title, box.guid(piece.id), where, scale, HideWhenFaceDown=True, Hands=False, **inside
    )


def _tiles(piece: Piece, box: _Box, where: tuple[float, float]) -> Json:
    """Return tokens and boards as tiles, those of a piece together in a bag."""
    scale = round(max(piece.width, piece.height) / TILE, 3)
    found: list[Json] = []
    for number, face in enumerate(piece.faces, 1):
        front = box.address(f"{numbered(piece, number)}-front")
        image: Json = {
            "ImageURL": front,
            "ImageSecondaryURL": box.address(f"{numbered(piece, number)}-back") if face.back else front,
            "ImageScalar": 1.0,
            "WidthScale": 0.0,
            "CustomTile": {
                "Type": _shape(face.outline),
                "Thickness": 0.1,
                "Stackable": piece.kind == "tokens",
                "Stretch": True,
            },
        }
        found += [
            _object("Custom_Tile", face.title, box.guid(piece.id, number, copy), where, scale, CustomImage=image)
            for copy in range(face.copies)
        ]
    if len(found) == 1:
        return found[0]
    return _object("Bag", piece.title, box.guid(piece.id), where, 1.0, ContainedObjects=found)


def _shape(outline: tuple[Segment, ...]) -> int:
    """Return the simulator's number for the shape of a tile."""
    drawn = [segment[0] for segment in outline]
    if drawn.count("C") and not drawn.count("L"):
        return CIRCLE
    return HEXAGON if drawn.count("L") == 5 else BOX


def _listed(piece: Piece, sheets: Sequence[_Sheet]) -> Json:
    """Return a deck as other programs want to know it: where each card is, and how many there are."""
    rows: list[Json] = []
    for number, sheet in enumerate(sheets, 1):
        for place, index in enumerate(sheet.faces):
            face = piece.faces[index]
            rows.append(
                {"number": index + 1, "name": face.title, "count": face.copies, "sheet": number, "place": place}
            )
    return {
        "id": piece.id,
        "title": piece.title,
        "size_mm": [round(piece.width, 3), round(piece.height, 3)],
        "sheets": [
            {
                "file": f"{sheet.file}.png",
                "columns": sheet.grid.columns,
                "rows": sheet.grid.rows,
                "cell_px": [sheet.grid.width, sheet.grid.height],
                "back": f"{sheet.back}.png",
                "own_backs": sheet.own_backs,
            }
            for sheet in sheets
        ],
        "cards": rows,
    }
