"""Small game values for tests of the drawings: what `pnp.data.load` would make of a folder with one or two things."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from pnp.data.frame import ArtSlot, Frame, Line, Panel, Place, Slot, TextSlot, When
from pnp.data.game import Game
from pnp.data.prints import Card, Deck, Print, Row, Sheet
from pnp.data.words import Words

FAMILY = "Atkinson Hyperlegible"
DISPLAY = "Alfa Slab One"
LABEL = "Barlow Condensed"


def words(**texts: str) -> Words:
    return Words(tuple(texts.items()))


def place(x: float = 0, y: float = 0, width: float = 30, height: float = 20, rotate: float = 0) -> Place:
    return Place(x, y, width, height, rotate)


def panel(name: str = "ground", at: Place | None = None, when: When | None = None, **changes: object) -> Panel:
    wanted: dict[str, object] = {
        "shape": "rectangle",
        "fill": "#7fa8d1",
        "stroke": None,
        "stroke_width": 0.3,
        "dash": (),
        "radius": 0.0,
        "points": (),
        "pattern": "solid",
        "pitch": 1.2,
    }
    return Panel(name, at or place(), when, **(wanted | changes))  # type: ignore[arg-type]


def line(name: str = "rule", at: Place | None = None, when: When | None = None) -> Line:
    return Line(name, at or place(), when, "#000000", 0.3, ())


def text(name: str = "body", at: Place | None = None, when: When | None = None, **changes: object) -> TextSlot:
    """A text slot from the column of its own name, unless `texts` or `column` say otherwise."""
    wanted: dict[str, object] = {
        "texts": (),
        "column": "" if "texts" in changes else name,
        "family": FAMILY,
        "weight": 400,
        "italic": False,
        "size": 9.0,
        "smallest": 6.5,
        "leading": 1.25,
        "align": "left",
        "valign": "top",
        "color": "#000000",
        "wrap": True,
        "tracking": 0.0,
        "upper": False,
    }
    return TextSlot(name, at or place(), when, **(wanted | changes))  # type: ignore[arg-type]


def art(name: str = "picture", at: Place | None = None, when: When | None = None, **changes: object) -> ArtSlot:
    """An art slot from the column of its own name, unless `art` or `column` say otherwise."""
    wanted: dict[str, object] = {
        "art": "",
        "column": "" if "art" in changes else name,
        "fit": "contain",
        "needed": True,
        "color": "",
    }
    return ArtSlot(name, at or place(), when, **(wanted | changes))  # type: ignore[arg-type]


def frame(*slots: Slot, name: str = "front") -> Frame:
    return Frame(name, slots, "templates/small/frames.toml", 1)


def deck(
    rows: Sequence[Mapping[str, str]],
    front: Frame,
    back: Frame | None = None,
    *,
    id: str = "cards",
    copies: Sequence[int] | None = None,
) -> Deck:
    """A deck of 63 × 88 mm cards; the rows stand on lines 2, 3, … of templates/small/cards.csv."""
    cards = tuple(
        Card(Row(number + 2, dict(row)), front, back, copies[number] if copies else 1)
        for number, row in enumerate(rows)
    )
    columns = tuple(rows[0]) if rows else ()
    return Deck(id, words(en="Cards", fr="Cartes"), 63, 88, 3, 0, "templates/small/cards.csv", columns, cards)


def sheet(front: Frame, *, id: str = "sheet") -> Sheet:
    return Sheet(id, words(en="Sheet", fr="Feuille"), 190, 264, 0, (Card(Row(0, {}), front, None, 1),), False)


def game(
    decks: Sequence[Deck] = (),
    sheets: Sequence[Sheet] = (),
    others: Sequence[Print] = (),
    *,
    languages: tuple[str, ...] = ("en",),
    art: Mapping[str, Path] | None = None,
    icons: Mapping[str, Path] | None = None,
) -> Game:
    return Game(
        slug="small",
        file="templates/small/game.toml",
        folder=Path("templates/small"),
        data_version="1.0",
        title=words(en="Small", fr="Petit"),
        designer="A. Maker",
        publisher="",
        year=None,
        credit=words(en="A small game for tests.", fr="Un petit jeu pour les tests."),
        languages=languages,
        players=(1, 4),
        minutes=(5, 10),
        age=6,
        fonts={"text": FAMILY, "display": DISPLAY, "label": LABEL},
        inks=(),
        components=(),
        prints=(*decks, *sheets, *others),
        dice=(),
        boards=(),
        scoring=None,
        rules=(),
        examples=(),
        art=dict(art or {}),
        icons=dict(icons or {}),
    )
