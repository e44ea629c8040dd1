"""Cards in a browser: a hand goes when it is left, two phones see the same pile, and every page is in order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.test_screens import CONTRAST, FULL, cramped, objections

pytestmark = pytest.mark.browser

Visits = Callable[..., Any]


def dealt(visit: Visits, script: bool = True) -> Any:
    page = visit(script=script).go("/cards/pamplona")
    if page.locator("summary").count():
        page.locator("summary").first.click()
    page.locator("button[name=players][value='4']").click()
    expect(page.locator("#said")).to_have_text("Shuffled and dealt: 10 cards for each of 4.")
    return page


def put_away(page: Page) -> None:
    hide = "Object.defineProperty(document, 'hidden', { value: true })"
    page.evaluate(f"{hide}; document.dispatchEvent(new Event('visibilitychange'))")


def test_a_hand_goes_when_it_is_left_and_does_not_come_back(visit: Visits) -> None:
    page = dealt(visit)
    page.locator("button[name=hand][value='1']").click()
    expect(page.locator(".hand img")).to_have_count(10)
    assert objections(page, FULL) == []
    page.locator(".tabs a", has_text="Rules").click()
    page.wait_for_url("**/rules/**")
    page.go_back()
    expect(page.locator(".players button")).to_have_count(4)
    expect(page.locator(".hand img")).to_have_count(0)
    page.locator("button[name=hand][value='1']").click()
    expect(page.locator(".hand img")).to_have_count(10)
    put_away(page)
    expect(page.locator(".players button")).to_have_count(4)
    page.wait_for_load_state()
    held: list[Route] = []
    page.route("**/bullpen.js*", lambda route: route.continue_() if held else held.append(route))
    page.locator("button[name=hand][value='1']").click()
    expect(page.locator(".hand img")).to_have_count(10)
    put_away(page)  # before the script is there
    held[0].continue_()
    expect(page.locator(".players button")).to_have_count(4)


def test_without_script_a_hand_is_seen_played_from_and_closed(visit: Visits) -> None:
    page = dealt(visit, script=False)
    page.locator("button[name=hand][value='0']").click()
    expect(page.locator(".hand img")).to_have_count(10)
    page.locator(".hand button").first.click()
    expect(page.locator(".hand img")).to_have_count(0)
    expect(page.locator("#said")).to_contain_text(" played: Bull cards, ")
    page.locator("button[name=undo]").click()
    expect(page.locator(".players button").first).to_contain_text("10")


def test_a_card_drawn_on_one_phone_lies_on_the_other_too(visit: Visits) -> None:
    one, two = visit(), visit(1280, 800, "dark")
    first = one.go("/cards/viva-pamplona")
    first.locator("button[value=draw]").click()
    first.wait_for_url("**/t/*/cards*")
    other = two.go(first.url.removeprefix(one.site))
    left = int(other.locator(".down b").inner_text())
    first.locator("button[value=draw]").dblclick()
    expect(first.locator(".down b")).to_have_text(str(left - 1))
    assert objections(first, FULL) == []  # while the other phone is about to ask
    expect(other.locator(".down b")).to_have_text(str(left - 1))
    expect(other.locator("#said")).to_have_text(first.locator("#said").inner_text())
    assert objections(other, CONTRAST) == []
    assert (one.sideways(), two.sideways(), one.complaints, two.complaints) == (0, 0, [], [])


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.soak)])
def test_the_cards_with_their_sign_are_in_order(visit: Visits, begun: Callable[[str], str], scheme: str) -> None:
    for width, height in ((360, 740), (1280, 800)):
        found = visit(width, height, scheme)
        page = found.go(f"{begun('viva-pamplona')}/cards")
        assert (found.sideways(), cramped(page), objections(page, FULL)) == (0, [], [])
