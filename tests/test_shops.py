"""Print shops as paper data: what ships agrees with the pixels that the shops state; faults are told."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.data.load.shops import shop, shops
from pnp.errors import DataError
from tests import small_folder
from tests.shipped import SHARED

PIXELS = {
    "the-game-crafter.poker": (825, 1125),
    "the-game-crafter.euro-poker": (825, 1125),
    "the-game-crafter.bridge": (750, 1125),
    "the-game-crafter.us-game": (750, 1125),
    "the-game-crafter.mini": (600, 825),
    "the-game-crafter.tarot": (900, 1500),
    "the-game-crafter.square": (1125, 1125),
    "the-game-crafter.euro-square": (900, 900),
    "the-game-crafter.business": (675, 1125),
    "the-game-crafter.jumbo": (1125, 1725),
    "make-playing-cards.standard": (816, 1110),
    "make-playing-cards.poker": (822, 1122),
    "make-playing-cards.bridge": (747, 1122),
    "make-playing-cards.tarot": (897, 1497),
    "make-playing-cards.domino": (597, 1122),
    "make-playing-cards.business": (672, 1122),
    "make-playing-cards.micro": (447, 597),
    "drive-thru-cards.poker": (825, 1125),
    "meinspiel.skat": (768, 1146),
}


@pytest.mark.parametrize(("name", "expected"), PIXELS.items(), ids=PIXELS)
def test_the_pages_of_the_shops_have_the_pixels_that_they_ask_for(name: str, expected: tuple[int, int]) -> None:
    found, product = shop(name, SHARED)
    page = found.products[product].page
    assert page is not None
    assert tuple(round(side * found.dpi / 25.4) for side in page) == expected


def test_a_product_of_any_size_has_the_bleed_round_the_card() -> None:
    found, _ = shop("mb-print", SHARED)
    assert found.products["cards"].page_of(88, 63) == (94, 69)


def test_every_product_leaves_bleed_and_room_inside_it() -> None:
    wrong = [
        f"{one.id}.{product.id}"
        for one in shops(SHARED).values()
        for product in one.products.values()
        if product.page and product.size and min(p - s for p, s in zip(product.page, product.size, strict=True)) < 5.9
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (
            "the-game-crafte",
            '--shop: "the-game-crafte" is not a print shop; there is the-game-crafter, make-playing-cards, '
            'drive-thru-cards, mb-print, meinspiel (did you mean "the-game-crafter"?)',
        ),
        ("meinspiel.skatt", '--shop: MeinSpiel has no "skatt"; it has skat, trump (did you mean "skat"?)'),
    ],
)
def test_a_shop_that_is_not_there_is_told_with_those_that_are(name: str, expected: str) -> None:
    with pytest.raises(DataError) as caught:
        shop(name, SHARED)
    assert str(caught.value) == expected


def test_faults_of_shops_toml_are_told_all_at_once(tmp_path: Path) -> None:
    text = """[a]
title = "A"
files = "jpg"
[a.products.one]
size = "63x88mm"
page = "60x90mm"
[a.products.two]
page = "60x90mm"
saef = 3
[a.products.three]
size = "63x88mm"
page = "69x94mm"
bleed = 3
"""
    shown = f"{tmp_path.name}/shops.toml"
    assert small_folder.refused(tmp_path, "shops.toml", text, shops) == [
        f'{shown}:3: a.files: "jpg" is not one of png, pdf (did you mean "png"?)',
        f"{shown}:6: a.products.one.page: is smaller than the size that is cut from it",
        f"{shown}:8: a.products.two.page: goes with size",
        f'{shown}:9: a.products.two.saef: is not a key here (did you mean "safe"?)',
        f"{shown}:12: a.products.three.page: and bleed say the same; give one of them",
    ]


def test_a_folder_without_shops_has_those_that_come_with_the_press(tmp_path: Path) -> None:
    assert list(shops(tmp_path)) == list(shops(SHARED))
