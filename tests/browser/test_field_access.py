"""A field of Raging Bulls for who has no pointer or does not see it: keys reach every spot, what is drawn is told in
words, and the focus is never lost, whatever an act or another phone changes on the page."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from pnp.data.game import Json
from tests.browser.test_field import Visits, button, look, says
from tests.browser.test_screens import CONTRAST, FULL, cramped, objections
from tracker.play import Kind
from tracker.views import table

pytestmark = pytest.mark.browser

Begin = Callable[[str], str]
D = {f"seats-0-fields-{place}-outcome": "left" for place in range(3)}  # so that field D is in play
BULLS_A = {"seats-0-fields-0-bulls": "4,2 2,3 3,4"}


def happen(served: Flask, where: str, kind: Kind, data: Mapping[str, Json]) -> None:
    """Let something happen at a table, as another phone would have it."""
    code = where.rpartition("/")[2]
    with served.test_request_context():
        assert table.append(code, table.opened(code).state, kind, data, table.fresh())


def laid(served: Flask, begun: Begin, values: Mapping[str, str], roll: Sequence[int] = ()) -> str:
    """Begin a table on which something is drawn and three dice are open; return its path."""
    where = begun("raging-bulls")
    happen(served, where, "put", {"values": {**values}})
    if roll:
        shown = ", ".join(map(str, roll))
        rolled: dict[str, Json] = {"rolled": "", "values": [each - 1 for each in roll], "shown": shown, "seat": 0}
        happen(served, where, "roll", rolled)
    return where


def seen(served: Flask, where: str) -> int:
    with served.test_request_context():
        return table.opened(where.rpartition("/")[2]).state.seq


def focus(page: Page) -> Any:
    return page.evaluate("document.activeElement.dataset.key")


def rests_on(page: Page, key: str) -> None:
    expect(page.locator(f"[data-live] [data-key='{key}']")).to_be_focused()


WAYS = """() => [...document.querySelectorAll(".board .spot")].map((spot) => [spot.dataset.key,
  ...["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"].map((key) => {
    spot.focus();
    spot.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    return document.activeElement.dataset.key;
  })])"""


@pytest.mark.parametrize(
    ("bulls", "fences", "lit", "far"),  # the fences use up one post of the roll
    [
        ("5,2 4,1 2,6 4,2 6,4 6,5", "T1-B6 T2-B6", "B3 L3 L6 R3 R6 T3 T6", [("T3", "ArrowRight", "T6")]),
        (
            "2,2 5,5 2,6 4,6 5,1 6,4",
            "T3-B1 T3-B2",
            "B3 B6 L3 L6 R3 R6 T6",
            [("T6", "ArrowDown", "6,4"), ("6,4", "ArrowDown", "B6"), ("R3", "ArrowDown", "R6")],
        ),
    ],
)
def test_arrows_reach_every_spot_from_every_other_and_page_down_steps_through_them(
    visit: Visits, served: Flask, begun: Begin, bulls: str, fences: str, lit: str, far: list[tuple[str, str, str]]
) -> None:
    drawn = {"seats-0-fields-3-bulls": bulls, "seats-0-fields-3-fences": fences}
    where = laid(served, begun, D | drawn, (3, 6, 6))
    page = visit().go(f"{where}/field")
    all_ = page.locator(".board .spot").evaluate_all("all => all.map(each => each.dataset.key)")
    assert sorted(all_) == sorted([*bulls.split(), *lit.split()])
    ways = {here: set(there) for here, *there in page.evaluate(WAYS)}
    for start in all_:
        seen, open_ = {start}, [start]
        while open_:
            new = ways[open_.pop()] - seen
            seen |= new
            open_ += new
        assert seen == set(all_), start
    for start, arrow, end in far:
        page.locator(f".spot[data-key='{start}']").focus()
        page.keyboard.press(arrow)
        assert focus(page) == end
    page.keyboard.press("Home")
    stepped = [focus(page)]
    for _ in all_:
        page.keyboard.press("PageDown")
        stepped.append(focus(page))
    assert stepped == [*all_, all_[0]]
    page.keyboard.press("PageUp")
    assert focus(page) == all_[-1]
    page.keyboard.press("Home")
    page.keyboard.press("End")
    assert focus(page) == all_[-1]


def test_the_focus_goes_on_after_every_act(visit: Visits, served: Flask, begun: Begin) -> None:
    where = laid(served, begun, BULLS_A, (3, 4, 1))
    page = visit().go(f"{where}/field")
    for key in ("board-B", "board-A", "copy", "copy"):
        page.locator(f"[data-key='{key}']").focus()
        before = page.url
        page.keyboard.press("Enter")
        page.wait_for_url(lambda url, before=before: url != before)
        rests_on(page, key)
    button(page, "What would the partner do?").press("Enter")
    rests_on(page, "hint-1")
    page.keyboard.press("Tab")
    assert focus(page) == "hint-2"
    page.keyboard.press("Enter")
    says(page, "is built; ")
    rests_on(page, "next")
    happen(served, where, "roll", {"rolled": "", "values": [0, 1, 2], "shown": "1, 2, 3", "seat": 0})
    look(page)
    says(page, "Rolled 1, 2, 3")
    page.locator("#lists summary").press("Enter")
    page.locator("#lists [data-key='listed-fence']").press("Enter")
    says(page, "is built; ")
    rests_on(page, "next")


def test_who_is_choosing_from_a_list_stays_there_while_another_phone_taps(
    visit: Visits, served: Flask, begun: Begin
) -> None:
    where = laid(served, begun, BULLS_A, (3, 4, 1))
    page = visit().go(f"{where}/field")
    page.locator("#lists summary").press("Enter")
    chosen = page.locator("#list-fence option").nth(3).get_attribute("value")
    page.locator("#list-fence").focus()
    page.locator("#list-fence").select_option(chosen)
    for key, name in (("list-fence", "Maximiliane"), ("listed-fence", "Ada")):
        assert focus(page) == key
        happen(served, where, "put", {"values": {"seats-0-name": name}})
        look(page)
        expect(page.locator("#acts")).to_have_attribute("data-seen", str(seen(served, where)))
        rests_on(page, key)
        assert page.locator("#list-fence").input_value() == chosen
        page.keyboard.press("Tab")


def test_what_is_drawn_is_told_in_words_by_day_and_night(visit: Visits, served: Flask, begun: Begin) -> None:
    where = laid(served, begun, {**BULLS_A, "seats-0-fields-0-fences": "L3-R4 T6-L4 T6-B3"})
    found = visit()
    page = found.go(f"{where}/field")
    page.locator("#stands summary").press("Enter")
    assert page.locator("#stands h2").all_inner_texts() == ["Bulls", "Fences, in the order built", "Posts used"]
    assert page.locator("#stands li").all_inner_texts() == [
        "bull on column 4, row 2, not isolated",
        "bull on column 2, row 3, not isolated",
        "bull on column 3, row 4, not isolated",
        *("fence L3–R4", "fence T6–L4", "fence T6–B3"),
        *("post T6, 2 fences", "post B3, 1 fence", "post L3, 1 fence", "post L4, 1 fence", "post R4, 1 fence"),
    ]
    assert (objections(page, FULL), cramped(page), found.sideways()) == ([], [], 0)
    page.emulate_media(color_scheme="dark")
    assert objections(page, CONTRAST) == []
