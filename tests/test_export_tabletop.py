"""Sheets for Tabletop Simulator: whole pixels, a free last place, and a saved object that finds every copy."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from PIL import Image

from pnp import build
from pnp.build.exports.tabletop import tabletop
from pnp.data import load
from pnp.errors import DataError
from pnp.layout.sprites import HELD, LARGEST, cells, shared
from tests import small_game
from tests.shipped import SHARED

ORDER = build.Order(load.paper("a4", SHARED))
FRONT = small_game.frame(small_game.panel(at=small_game.place(-3, -3, 69, 94), fill="#d50000"))
BACKS = {
    name: small_game.frame(small_game.panel(at=small_game.place(-3, -3, 69, 94), fill=color))
    for name, color in (("blue", "#0000d5"), ("green", "#00d500"))
}


def files(*, backs: tuple[str, ...] = ("blue", "blue"), link: str = "") -> Mapping[str, bytes]:
    """Return the files of a deck of two cards, the second twice."""
    rows = [{"title": name} for name in ("Ferry", "Mill")]
    made = small_game.deck(rows, FRONT, copies=[1, 2])
    cards = tuple(
        replace(card, back=BACKS[back] if back else None) for card, back in zip(made.cards, backs, strict=True)
    )
    game = small_game.game([replace(made, cards=cards)])
    return {path.as_posix(): data for path, data in tabletop(game, ORDER, link).files}


def saved(found: Mapping[str, bytes]) -> Any:
    return json.loads(found["small/tts/small.json"])["ObjectStates"]


def pixel(data: bytes, x: float, y: float) -> tuple[int, ...]:
    """Return the colour at a share of a picture's width and height."""
    with Image.open(io.BytesIO(data)) as picture:
        found = picture.getpixel((int(picture.width * x), int(picture.height * y)))
    assert isinstance(found, tuple)
    return found


def test_seventy_cards_take_two_sheets_since_the_last_place_is_kept() -> None:
    """tok-tts-last-slot: 69 cards a sheet; the 70th place is for the hidden card."""
    assert [len(part) for part in shared(70)] == [69, 1]
    assert [len(part) for part in shared(69)] == [69]


@pytest.mark.parametrize("count", [1, 2, 3, 9, 24, 35, 63, 69])
def test_a_sheet_holds_its_cards_and_the_hidden_face_in_whole_pixels(count: int) -> None:
    grid = cells(count, 63, 88)
    assert count < grid.columns * grid.rows <= HELD + 1
    assert max(grid.columns * grid.width, grid.rows * grid.height) <= LARGEST
    assert abs(grid.height - grid.width * 88 / 63) < 1


def test_a_full_sheet_has_ten_by_seven_cells_of_409_pixels() -> None:
    grid = cells(69, 63, 88)
    assert (grid.columns, grid.rows, grid.width, grid.height) == (10, 7, 409, 571)


def test_few_cards_are_as_large_as_print_and_not_larger() -> None:
    grid = cells(3, 63, 88)
    assert (grid.columns, grid.rows, grid.width, grid.height) == (2, 2, 744, 1039)


def test_a_sheet_for_too_many_cards_is_refused() -> None:
    with pytest.raises(ValueError, match="70 cards; a sheet holds 1 to 69"):
        cells(70, 63, 88)


def test_cards_lie_in_the_sheet_once_and_the_last_place_shows_the_back() -> None:
    found = files()
    assert sorted(found) == [
        "small/tts/card-list.json",
        "small/tts/cards-back.png",
        "small/tts/cards.png",
        "small/tts/small.json",
    ]
    sheet = found["small/tts/cards.png"]
    places = [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)]
    assert [pixel(sheet, *place) for place in places] == [(213, 0, 0), (213, 0, 0), (255, 255, 255), (0, 0, 213)]
    assert pixel(found["small/tts/cards-back.png"], 0.01, 0.01) == (0, 0, 213)


def test_no_pixel_between_two_cells_is_mixed() -> None:
    with Image.open(io.BytesIO(files()["small/tts/cards.png"])) as picture:
        upper = picture.crop((0, 0, picture.width, picture.height // 2))
        assert upper.getcolors() == [(upper.width * upper.height, (213, 0, 0))]


def test_the_saved_deck_has_every_copy_by_its_place_in_the_sheet() -> None:
    (deck,) = saved(files())
    assert (deck["Name"], deck["Nickname"], deck["DeckIDs"]) == ("DeckCustom", "Cards", [100, 101, 101])
    assert [(card["Nickname"], card["CardID"]) for card in deck["ContainedObjects"]] == [
        ("Ferry", 100),
        ("Mill", 101),
        ("Mill", 101),
    ]
    assert deck["CustomDeck"] == {
        "1": {
            "FaceURL": "cards.png",
            "BackURL": "cards-back.png",
            "NumWidth": 2,
            "NumHeight": 2,
            "BackIsHidden": True,
            "UniqueBack": False,
            "Type": 0,
        }
    }
    guids = [deck["GUID"], *(card["GUID"] for card in deck["ContainedObjects"])]
    assert len(set(guids)) == 4
    assert all(len(guid) == 6 and int(guid, 16) >= 0 for guid in guids)


def test_cards_with_backs_of_their_own_get_a_sheet_of_backs() -> None:
    found = files(backs=("blue", "green"))
    (deck,) = saved(found)
    assert deck["CustomDeck"]["1"]["UniqueBack"] is True
    backs = found["small/tts/cards-backs.png"]
    assert [pixel(backs, x, 0.25) for x in (0.25, 0.75)] == [(0, 0, 213), (0, 213, 0)]


def test_cards_without_backs_get_a_plain_one() -> None:
    assert pixel(files(backs=("", ""))["small/tts/cards-back.png"], 0.5, 0.5) == (0, 0, 0)


def test_pictures_are_named_alone_or_after_the_address_that_was_given() -> None:
    (deck,) = saved(files(link="https://host.example/press"))
    assert deck["CustomDeck"]["1"]["FaceURL"] == "https://host.example/press/cards.png"


def test_the_list_of_cards_says_where_each_lies_and_how_many_there_are() -> None:
    listed = json.loads(files()["small/tts/card-list.json"])
    (deck,) = listed["decks"]
    assert deck["sheets"] == [
        {
            "file": "cards.png",
            "columns": 2,
            "rows": 2,
            "cell_px": [744, 1039],
            "back": "cards-back.png",
            "own_backs": False,
        }
    ]
    assert deck["cards"] == [
        {"number": 1, "name": "Ferry", "count": 1, "sheet": 1, "place": 0},
        {"number": 2, "name": "Mill", "count": 2, "sheet": 1, "place": 1},
    ]


def test_a_card_alone_is_no_deck() -> None:
    game = small_game.game([small_game.deck([{"title": "Ferry"}], FRONT)])
    found = {path.as_posix(): data for path, data in tabletop(game, ORDER).files}
    (card,) = saved(found)
    assert (card["Name"], card["CardID"], "ContainedObjects" in card) == ("CardCustom", 100, False)


def test_a_game_of_sheets_alone_is_told() -> None:
    game = small_game.game(sheets=[small_game.sheet(FRONT)])
    with pytest.raises(DataError) as caught:
        tabletop(game, ORDER)
    assert str(caught.value) == (
        "templates/small/game.toml: there are no cards, tokens, boards or aids here "
        "(these kinds go to Tabletop Simulator)"
    )


def test_the_same_order_gives_the_same_bytes() -> None:
    assert files() == files()
