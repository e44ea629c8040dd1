"""One card a page: the page is the card with the shop's bleed, never scaled; what does not fit a shop is told."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import pypdf
import pytest
from PIL import Image

from pnp import build
from pnp.build.exports.oneup import one_up
from pnp.data import load
from pnp.data.load.shops import shop
from pnp.data.prints import Deck
from pnp.errors import DataError
from pnp.layout.oneup import Format, lacking, near_the_cut, page_of, told
from pnp.render import png
from pnp.scene import Page
from tests import small_game, small_press
from tests.shipped import SHARED

ORDER = build.Order(load.paper("a4", SHARED))
POKER = Format((63.5, 88.9), (69.85, 95.25))
RED, BLUE = (213, 0, 0), (0, 0, 213)


def deck(width: float = 63.5, height: float = 88.9, bleed: float = 3.175, *, backs: bool = True) -> Deck:
    """Two cards, the second twice: red fronts with blue backs, ink over trim and bleed."""
    at = small_game.place(-bleed, -bleed, width + 2 * bleed, height + 2 * bleed)
    front = small_game.frame(small_game.panel(at=at, fill="#d50000"), small_game.text("title", small_game.place(4, 4)))
    back = small_game.frame(small_game.panel(at=at, fill="#0000d5")) if backs else None
    made = small_game.deck([{"title": "Ferry"}, {"title": "Mill"}], front, back, copies=[1, 2])
    return replace(made, width=width, height=height, bleed=bleed)


def boxes(data: bytes) -> list[list[list[float]]]:
    """Return MediaBox, TrimBox and BleedBox of each page in points."""
    pages = pypdf.PdfReader(io.BytesIO(data)).pages
    return [
        [[round(float(edge), 2) for edge in box] for box in (page.mediabox, page.trimbox, page.bleedbox)]
        for page in pages
    ]


def colors(data: bytes) -> list[tuple[int, ...]]:
    """Return the colour in the middle of the edge of each page."""
    found = []
    for page in png.pages(data, 72):
        with Image.open(io.BytesIO(page)) as opened:
            pixel = opened.getpixel((1, opened.height // 2))
            assert isinstance(pixel, tuple)
            found.append(pixel)
    return found


def test_without_a_shop_pages_are_the_card_and_its_bleed() -> None:
    files = dict(one_up(small_game.game([deck()]), ORDER).files)
    ((path, data),) = files.items()
    assert path.as_posix() == "small/cards-one-up.pdf"
    assert boxes(data) == [[[0, 0, 198, 270], [9, 9, 189, 261], [0, 0, 198, 270]]] * 4
    assert colors(data) == [RED, BLUE, RED, BLUE]


def test_a_shop_gets_backs_first_and_every_copy_when_it_wants_them() -> None:
    found, product = shop("drive-thru-cards", SHARED)
    ((path, data),) = one_up(small_game.game([deck()]), ORDER, found, product).files
    assert path.as_posix() == "small/cards-drive-thru-cards-poker.pdf"
    assert colors(data) == [BLUE, RED] * 3
    labels = pypdf.PdfReader(io.BytesIO(data)).page_labels
    assert labels == ["1 back", "1 front", "2 back", "2 front", "2 back", "2 front"]


def test_a_shop_that_takes_pictures_gets_one_of_each_side_and_a_table_of_copies() -> None:
    found, product = shop("the-game-crafter", SHARED)
    files = {path.as_posix(): data for path, data in one_up(small_game.game([deck()]), ORDER, found, product).files}
    folder = "small/the-game-crafter"
    assert sorted(files) == [
        f"{folder}/cards-01-back.png",
        f"{folder}/cards-01-front.png",
        f"{folder}/cards-02-back.png",
        f"{folder}/cards-02-front.png",
        f"{folder}/cards.csv",
    ]
    with Image.open(io.BytesIO(files[f"{folder}/cards-02-front.png"])) as picture:
        assert (picture.size, round(picture.info["dpi"][0])) == ((825, 1125), 300)
    rows = list(csv.DictReader(io.StringIO(files[f"{folder}/cards.csv"].decode())))
    assert [(row["number"], row["name"], row["copies"], row["back"]) for row in rows] == [
        ("1", "Ferry", "1", "cards-01-back.png"),
        ("2", "Mill", "2", "cards-02-back.png"),
    ]


def test_a_little_missing_bleed_is_made_up_from_the_edge_and_told() -> None:
    found, product = shop("the-game-crafter", SHARED)
    game = small_game.game([deck(63, 88, 3.0)])
    ordered = one_up(game, ORDER, found, product, "pdf")
    ((path, data),) = ordered.files
    assert path.as_posix() == "small/cards-the-game-crafter-euro-poker.pdf"
    assert colors(data) == [RED, BLUE, RED, BLUE]
    assert ordered.notices[0] == "Cards: 0.62 mm of bleed are missing and made up from the edge of the art"


@pytest.mark.parametrize(
    ("made", "name", "expected"),
    [
        (
            deck(63, 88, 3.0),
            "the-game-crafter.poker",
            "The Game Crafter does not make cards of 63 × 88 mm; it makes poker 63.5 × 88.9 mm "
            "(did you mean the-game-crafter.euro-poker?)",
        ),
        (
            deck(30, 40),
            "meinspiel",
            "MeinSpiel does not make cards of 30 × 40 mm; it makes skat 59 × 91 mm, trump 62 × 100 mm",
        ),
        (
            deck(bleed=2.0),
            "drive-thru-cards",
            "DriveThruCards, poker: it has 2 mm of bleed; 3.17 mm are needed "
            "(raise its bleed and let the ground reach as far)",
        ),
    ],
    ids=["size", "shop", "bleed"],
)
def test_what_a_shop_cannot_make_is_told_with_what_it_can(made: Deck, name: str, expected: str) -> None:
    found, product = shop(name, SHARED)
    with pytest.raises(DataError) as caught:
        one_up(small_game.game([made]), ORDER, found, product)
    assert str(caught.value) == f"templates/small/game.toml: cards: {expected}"


def test_a_deck_without_backs_is_fronts_alone_and_says_so() -> None:
    ordered = one_up(small_game.game([deck(backs=False)]), ORDER)
    ((_, data),) = ordered.files
    assert (colors(data), ordered.notices) == ([RED, RED], ("Cards: it has no backs; the files are fronts alone",))


def test_words_near_the_cut_are_told_with_the_nearest() -> None:
    found, product = shop("mb-print", SHARED)
    front = small_game.frame(small_game.text("title", small_game.place(1.5, 20)))
    made = replace(small_game.deck([{"title": "Ferry"}, {"title": "Mill"}], front), bleed=3.0)
    notices = one_up(small_game.game([made]), ORDER, found, product).notices
    told = (
        'Cards: "Ferry" on the front of card 1 (Ferry) stands 1.7 mm from the cut; the shop wants 4 mm, and words on 1'
    )
    assert notices[1] == f"{told} other side"


def test_words_inside_the_safe_area_are_not_told() -> None:
    piece = small_press.deck(["A"], size=(63.5, 88.9))
    assert list(near_the_cut(piece, 3.0)) == []


def test_a_lying_card_is_turned_and_its_back_lies_behind_it() -> None:
    piece = small_press.deck(["A"], ["B"], size=(88.9, 63.5), bleed=3.175)
    front, back = (page_of(piece, piece.faces[0].front, POKER, back=back) for back in (False, True))
    assert [(page.width, page.height) for page in (front, back)] == [(69.85, 95.25)] * 2
    assert front.trim is not None
    trim = [round(edge, 3) for edge in (front.trim.x, front.trim.y, front.trim.right, front.trim.bottom)]
    assert trim == [3.175, 3.175, 66.675, 92.075]
    assert [_corner(page) for page in (front, back)] == [(66.675, 3.175), (3.175, 92.075)]


def _corner(page: Page) -> tuple[float, float]:
    """Return where the top left corner of the card is on a page."""
    (group,) = page.shapes
    return round(group.matrix[4], 3), round(group.matrix[5], 3)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("size", "bleed", "expected"),
    [
        ((63.5, 88.9), 3.175, ("", 0.0)),
        ((63.6, 88.8), 3.175, ("", 0.05)),
        ((63.5, 88.9), 2.5, ("", 0.675)),
        ((63.5, 88.9), 0.0, ("it has 0 mm of bleed; 3.17 mm are needed", 3.175)),
        ((64.0, 88.9), 3.175, ("it is 64 × 88.9 mm, not 63.5 × 88.9 mm", 0.0)),
    ],
)
def test_what_is_missing_of_a_format_is_measured(
    size: tuple[float, float], bleed: float, expected: tuple[str, float]
) -> None:
    piece = small_press.deck(["A"], size=size, bleed=bleed)
    assert (told(piece, POKER), round(lacking(piece, POKER), 3)) == expected


def test_the_same_order_gives_the_same_bytes() -> None:
    found, product = shop("the-game-crafter", SHARED)
    game = small_game.game([deck()])
    first, second = (list(one_up(game, ORDER, found, product).files) for _ in range(2))
    assert first == second
