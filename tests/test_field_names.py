"""What a field tells who does not see it, and that everything there can be found again once the page has changed."""

from __future__ import annotations

import re
from html import unescape

import pytest

from tests.test_field_page import Player, site

BULLS = ("colonne 4, rangée 2", "colonne 2, rangée 3", "colonne 3, rangée 4")


def stands(text: str) -> list[tuple[str, list[str]]]:
    """Return the headings of what stands on a field, each with what is listed there."""
    told = re.findall(r'id="stands".*?</details>', text, re.DOTALL)[0]
    found = re.findall(r"<h2>([^<]*)</h2>\s*(.*?)\s*(?=<h2>|<p class)", told, re.DOTALL)
    return [(title, re.findall(r"<(?:li|p)>([^<]*)<", listed)) for title, listed in found]


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", [("Bulls", ["none"]), ("Fences, in the order built", ["none"]), ("Posts used", ["none"])]),
        ("fr", [("Taureaux", ["rien"]), ("Clôtures, dans l’ordre de pose", ["rien"]), ("Piquets pris", ["rien"])]),
    ],
)
def test_an_empty_field_says_so(lang: str, told: list[tuple[str, list[str]]]) -> None:
    player = Player(site())
    player.look(f"?lang={lang}")
    assert stands(player.text) == told


def test_a_field_is_told_in_words_as_it_is_built() -> None:
    player = Player(site(3, 4, 1, 4, 4, 3))
    player.do("bull 4,2", "bull 2,3", "bull 3,4", "roll", "fence L3-R4", "roll", "fence L4-R3")
    player.do("roll")
    player.look("?lang=fr")
    assert stands(player.text) == [
        ("Taureaux", [f"taureau {where}, pas isolé" for where in BULLS]),
        ("Clôtures, dans l’ordre de pose", ["clôture L3–R4", "clôture L4–R3"]),
        ("Piquets pris", [f"piquet {post}, 1 clôture" for post in ("L3", "L4", "R3", "R4")]),
    ]


@pytest.mark.parametrize("query", ["", "?copy=1", "?pick=4,2", "?board=B"])
def test_whatever_can_have_the_focus_has_a_key_of_its_own(query: str) -> None:
    player = Player(site(3, 4, 1))
    player.do("bull 4,2", "bull 2,3", "bull 3,4", "roll", "hint")
    player.look(query)
    page = unescape(player.text)
    live = page[page.index('id="sight"') : page.index("</section>")]
    tags = re.findall(r"<(?:a|button|select|summary)\b[^>]*>", live)
    keys = [re.findall(r'data-key="([^"]+)"', tag) for tag in tags]
    assert [tag for tag, key in zip(tags, keys, strict=True) if len(key) != 1] == []
    assert len({key for (key,) in keys}) == len(tags) >= 10
