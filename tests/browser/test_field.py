"""A field of Raging Bulls on the phone that is not played from a printed sheet: copied from paper, or by two phones."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_screens import FULL, cramped, objections

pytestmark = pytest.mark.browser

FENCES = (("L3", "R4"), ("T6", "L4"), ("T1", "B4"))  # the first three of four that isolate the bulls of the first test


def button(page: Page, name: str) -> Any:
    return page.locator(".bar").get_by_role("button", name=name)


def says(page: Page, text: str) -> None:
    expect(page.locator("#said")).to_contain_text(text)


def post(page: Page, name: str) -> Any:
    return page.locator(f".board .spot[data-key='{name}']")


def look(page: Page) -> None:
    """Take up a phone, which then asks at once what happened elsewhere."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


Visits = Callable[..., Any]


def test_a_field_is_copied_from_paper_and_what_is_refused_is_in_order(visit: Visits) -> None:
    found = visit()
    page = found.go("/score/raging-bulls")
    page.get_by_role("button", name="Keep this game").click()
    page.wait_for_url("**/t/*")
    page.get_by_role("link", name="Play on the phone").click()
    page.wait_for_url("**/field*")
    page.get_by_role("link", name="Copy from paper").click()
    says(page, "as on paper: 0 of 3 bulls placed")
    assert (objections(page, FULL), cramped(page), found.sideways()) == ([], [], 0)
    for bull in ("4,2", "2,3", "3,4"):
        page.locator(f".spot.free[data-key='{bull}']").click()
        expect(page.locator(f".spot.piece[data-key='{bull}']")).to_have_count(1)
    for number, (one, other) in enumerate(FENCES, 1):
        post(page, one).click()
        says(page, f"Post {one}: ")
        post(page, other).click()
        expect(page.locator(".board .fence")).to_have_count(number)
    page.set_viewport_size({"width": 1280, "height": 800})
    post(page, "L3").click()
    says(page, "Post L3: ")
    post(page, "L6").click()
    says(page, "L3–L6 stays on one side of the field")
    assert (objections(page, FULL), found.sideways()) == ([], 0)
    page.get_by_role("link", name=re.compile("bull on column 4, row 2")).click()
    says(page, "The bull on column 4, row 2 is not isolated: ")
    expect(page.locator(".board line.mark")).to_have_count(1)
    assert [text for text in found.complaints if "400 (BAD REQUEST)" not in text] == []
    page.set_viewport_size({"width": 320, "height": 640})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert found.sideways() == 0


def test_a_bull_placed_by_one_phone_is_seen_by_the_other_and_dice_place_the_rest(visit: Visits) -> None:
    one, two = visit(), visit(scheme="dark")
    page = one.go("/score/raging-bulls")
    page.get_by_role("button", name="Keep this game").click()
    page.wait_for_url("**/t/*")
    path = f"{page.url.removeprefix(one.site)}/field"
    one.go(path)
    other = two.go(path)
    page.locator(".spot.free[data-key='4,2']").click()
    expect(other.locator(".spot.piece[data-key='4,2']")).to_have_count(1)
    expect(button(other, "Undo: bulls 4,2")).to_have_count(1)
    button(page, "Roll for 2 bulls").click()
    expect(page.locator(".spot.piece")).to_have_count(3)
    says(page, "Field A: 0 of 3 bulls isolated. Roll three dice.")


@pytest.mark.parametrize("copy", ["", "&copy=1"])
def test_the_whole_board_is_in_sight_between_the_numbers_and_the_buttons(visit: Visits, copy: str) -> None:
    page = visit().go(f"/field/raging-bulls?lang=fr{copy}")
    facts, board, bar = (page.locator(each).bounding_box() for each in (".facts", ".board", ".bar"))
    assert facts["y"] + facts["height"] <= board["y"]
    assert board["y"] + board["height"] <= bar["y"]
