"""What is tapped or typed and cannot be sent yet: never lost, never called saved, asked about once, and taken back."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_screens import FULL, objections
from tests.browser.test_table import Begun, Visits, arrives, chips, hold, look, one, release, settled, two

pytestmark = pytest.mark.browser

MORE, LESS = "more: Courage in chips", "less: Courage in chips"


def values(page: Page, path: str) -> dict[str, str]:
    """Return what stands on the table."""
    found: dict[str, str] = page.evaluate(f"fetch('{path}/state').then((answer) => answer.json())")["values"]
    return found


def refuse(page: Page) -> None:
    """Let nothing be written from this page any more; it may still ask."""
    page.route("**/t/*", lambda route: route.abort() if route.request.method == "POST" else route.continue_())


def log(page: Page) -> Any:
    page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
    return page.locator("#seats-0-log")


def question(page: Page, path: str) -> list[str]:
    """Return what a page asks, which is about the table at this path."""
    page.wait_for_url(f"**{path}/conflict?*")
    return [text.strip() for text in page.locator(".options label").all_inner_texts()]


# without a connection


def test_a_note_stays_on_the_page_without_a_connection_and_is_noted_once_with_one(visit: Visits, begun: Begun) -> None:
    found, path = one(visit, begun)
    page = found.page
    log(page).locator("[name$='-loan']").fill("3")
    page.context.set_offline(True)
    page.get_by_role("button", name="Note it: Loan").first.click()
    expect(page.locator(".kept")).to_contain_text("no connection")
    assert log(page).locator("[name$='-loan']").input_value() == "3"
    page.context.set_offline(False)
    settled(page)
    page.route("**/t/**", lambda route: route.abort())  # the connection goes while the note is on its way
    with page.expect_event("requestfailed", lambda request: request.method == "POST"):
        page.get_by_role("button", name="Note it: Loan").first.click()
    expect(page.locator(".kept")).to_contain_text("no connection")
    page.unroute("**/t/**")
    page.get_by_role("button", name="Note it: Loan").first.click()
    expect(page.locator("#seats-0-log .noted li")).to_have_count(1)
    there = urlsplit(page.url)  # with what this phone had seen, where the answer was a new page
    assert (there.path, there.fragment) == (path, "seats-0-log")


def test_the_end_waits_for_a_connection(visit: Visits, begun: Begun) -> None:
    found, path = one(visit, begun)
    page = found.page
    for seat in range(2):
        chips(page, seat).fill("7")
        chips(page, seat).blur()
    settled(page)
    page.context.set_offline(True)
    page.get_by_role("button", name="Finish the game").click()
    expect(page.locator(".kept")).to_contain_text("no connection")
    expect(page.locator("[name=undo]")).to_have_text("no connection")
    expect(page.locator("[name=undo]")).to_be_disabled()
    page.context.set_offline(False)
    page.get_by_role("button", name="Finish the game").click()
    page.wait_for_url(f"**{path}/result")


def test_cards_and_other_forms_stay_on_the_page_too(visit: Visits, begun: Begun) -> None:
    found = visit()
    page = found.go(f"{begun('viva-pamplona')}/cards")
    expect(page.locator(".kept")).to_have_text("saved")
    page.context.set_offline(True)
    page.locator("button[value=draw]").first.click()
    expect(page.locator(".kept")).to_have_text("no connection")
    expect(page.locator("[data-going]")).to_have_count(0)
    page.context.set_offline(False)
    page.locator("button[value=draw]").first.click()
    page.wait_for_url("**/cards?place=*")
    expect(page.locator(".kept")).to_have_text("saved")
    page = found.go("/score/raging-bulls")
    page.get_by_label("Name").fill("Ada")
    page.context.set_offline(True)
    page.get_by_role("button", name="Add up").last.click()
    expect(page.get_by_role("alert")).to_have_text("no connection")
    assert page.get_by_label("Name").input_value() == "Ada"
    page.context.set_offline(False)
    page.get_by_role("button", name="Add up").last.click()
    page.wait_for_url("**/result?*")


def test_a_draw_tapped_while_another_phone_changes_the_page_is_drawn(visit: Visits, begun: Begun) -> None:
    found = visit()
    page = found.go(path := f"{begun('viva-pamplona')}/cards")
    held = hold(page, "**/healthz", "HEAD")  # a slow way there
    page.route("**/state", lambda route: route.fulfill(json={"seq": 99}))  # and meanwhile something new
    page.locator("button[value=draw]").first.click(no_wait_after=True)
    with page.expect_event("requestfinished", lambda request: request.url == found.site + path):
        look(found)
    assert page.evaluate("document.querySelectorAll('[data-going]').length") == 1
    release(page, held, "**/healthz")
    page.wait_for_url("**/cards?place=*")
    expect(page.locator("#said")).to_contain_text("Drawn: ")


@pytest.mark.soak
def test_a_page_without_an_answer_for_it_is_not_left(visit: Visits, begun: Begun) -> None:
    found = visit()
    page = found.go(path := f"{begun('viva-pamplona')}/cards")
    page.route("**/state", lambda route: route.fulfill(status=404))
    expect(page.locator(".kept")).to_have_text("no connection")
    assert page.url == found.site + path


@pytest.mark.soak
def test_taps_wait_while_the_game_is_not_installed(visit: Visits, begun: Begun) -> None:
    found, path = one(visit, begun)
    page = found.page
    page.route("**/t/**", lambda route: route.fulfill(status=404))
    page.get_by_label(MORE).first.click()
    expect(page.locator(".kept")).to_contain_text("waiting: 1")
    page.get_by_role("button", name="Finish the game").click()
    expect(page.locator(".kept")).to_contain_text("waiting: 1")
    assert page.evaluate("Object.keys(localStorage)") == [f"taps {path}"]
    page.unroute("**/t/**")
    settled(page)
    assert values(page, path)["seats-0-chips"] == "1"


# typing


def test_a_minus_sign_can_be_counted_on_from(visit: Visits, begun: Begun) -> None:
    step = log(one(visit, begun)[0].page).locator(".stepper:has([name$='-charge-0'])")
    step.locator("input").fill("−5")
    step.locator("[data-step='1']").click()
    expect(step.locator("input")).to_have_value("-4")


@pytest.mark.soak
def test_what_is_missing_stays_told_until_it_is_there(visit: Visits, begun: Begun) -> None:
    found = visit()
    page = found.go(begun("bulp"))
    page.get_by_role("button", name="Finish the game").click()
    arrives(page, ".alarm")
    listed, wrong = page.locator(".alarm li:visible"), page.locator(".entry:has(> .faults > .fault)")
    count = listed.count()
    assert (count > 1, wrong.count()) == (True, count)
    edge = wrong.first.evaluate("(node) => getComputedStyle(node).borderLeftWidth")
    assert (edge, objections(page, FULL)) == ("6px", [])
    page.locator("[name='seats-0-broken']").fill("3")
    page.locator("[name='seats-0-broken']").blur()
    settled(page)
    assert (listed.count(), wrong.count()) == (count, count)
    missing = wrong.first.locator("input")
    missing.fill("x")
    missing.blur()
    settled(page)
    expect(listed.first).to_contain_text("does not fit here")
    for left, entry in enumerate(reversed(page.locator("[aria-invalid]").all())):
        entry.fill("1")
        entry.blur()
        settled(page)
        assert (listed.count(), wrong.count()) == (count - left - 1,) * 2
    expect(page.locator(".alarm")).to_be_hidden()


def test_a_number_is_sent_soon_after_typing_stops_and_is_not_called_saved_before(visit: Visits, begun: Begun) -> None:
    ada, bo, _ = two(visit, begun)
    held = hold(ada.page)
    chips(ada.page, 0).press_sequentially("12")
    assert "saved" not in ada.page.locator(".kept").inner_text()
    assert ada.page.locator("[name=undo]").inner_text() == "Undo: Player 1 · Courage in chips: 12"
    expect(ada.page.locator(".kept")).to_have_text(re.compile("waiting: 1"))
    release(ada.page, held)
    settled(ada.page)
    assert ada.page.evaluate("document.activeElement.name") == "seats-0-chips"
    look(bo)
    expect(chips(bo.page, 0)).to_have_value("12")


def test_a_number_just_typed_survives_loading_again_and_going_back(visit: Visits, begun: Begun) -> None:
    found, path = one(visit, begun)
    page = found.page
    refuse(page)
    chips(page, 0).press_sequentially("8")
    page.reload()
    assert chips(page, 0).input_value() == "8"
    page.unroute("**/t/*")
    chips(page, 1).press_sequentially("9")
    found.go("/")
    found.go(path)
    settled(page)
    there = values(page, path)
    assert (there["seats-0-chips"], there["seats-1-chips"]) == ("8", "9")


# taking back


def test_undo_takes_back_what_waits_by_name(visit: Visits, begun: Begun) -> None:
    found, path = one(visit, begun)
    page, undo = found.page, found.page.locator("[name=undo]")
    page.get_by_label(MORE).first.click()
    settled(page)
    page.context.set_offline(True)
    for _ in range(2):
        page.get_by_label(MORE).first.click()
    expect(page.locator(".kept")).to_contain_text("waiting: 2")
    expect(undo).to_have_text("Undo: Player 1 · Courage in chips: 3")
    undo.click()
    expect(undo).to_have_text("Undo: Player 1 · Courage in chips: 2")
    assert chips(page, 0).input_value() == "2"
    undo.click()  # this one was tried before, and may have arrived
    assert chips(page, 0).input_value() == "1"
    expect(undo).to_be_disabled()
    page.context.set_offline(False)
    settled(page)
    assert chips(page, 0).input_value() == "1"
    assert values(page, path)["seats-0-chips"] == "1"
    expect(undo).to_have_text("Undo: Player 1 · Courage in chips: 1")


@pytest.mark.soak
def test_down_again_while_taps_wait_arrives_too(visit: Visits, begun: Begun) -> None:
    found, path = one(visit, begun)
    page = found.page
    page.context.set_offline(True)
    for label in (MORE, MORE, LESS):
        page.get_by_label(label).first.click()
    chips(page, 1).fill("5")
    chips(page, 1).fill("")
    chips(page, 1).blur()
    page.context.set_offline(False)
    settled(page)
    assert values(page, path)["seats-0-chips"] == "1"


# two phones


def test_ten_taps_that_waited_are_one_question(visit: Visits, begun: Begun) -> None:
    ada, bo, path = two(visit, begun)
    ada.page.context.set_offline(True)
    for _ in range(10):
        ada.page.get_by_label(MORE).first.click()
    ada.page.get_by_label(MORE).nth(1).click()
    chips(bo.page, 0).fill("3")
    chips(bo.page, 0).blur()
    settled(bo.page)
    ada.page.context.set_offline(False)
    assert question(ada.page, path) == ["There now: 3", "Yours: 10"]
    ada.page.get_by_role("radio", name="Yours: 10").check()
    ada.page.get_by_role("button", name="Write this").click()
    ada.page.wait_for_url(f"**{path}")
    settled(ada.page)
    there = values(ada.page, path)
    assert (there["seats-0-chips"], there["seats-1-chips"]) == ("10", "1")


@pytest.mark.soak
def test_what_waited_past_the_end_is_one_question_and_nothing_is_written_unasked(visit: Visits, begun: Begun) -> None:
    ada, bo, path = two(visit, begun)
    for seat in range(2):
        chips(bo.page, seat).fill("7")
        chips(bo.page, seat).blur()
    settled(bo.page)
    look(ada)
    expect(chips(ada.page, 1)).to_have_value("7")
    ada.page.context.set_offline(True)
    for seat in (0, 0, 1):
        ada.page.get_by_label(MORE).nth(seat).click()
    bo.page.get_by_role("button", name="Finish the game").click()
    bo.page.wait_for_url("**/result")
    ada.page.context.set_offline(False)
    assert question(ada.page, path) == ["There now: 7", "Yours: 9", "There now: 7", "Yours: 8"]
    ada.page.get_by_role("link", name="Leave it as it is").click()
    ada.page.wait_for_url("**/result")
    bo.page.get_by_role("button", name="Go on playing").click()
    for phone in (bo, ada):
        arrives(phone.page, ".seat")
    settled(ada.page)
    assert (values(bo.page, path)["seats-0-chips"], values(bo.page, path)["seats-1-chips"]) == ("7", "7")


@pytest.mark.soak
def test_the_end_asks_what_waits_where_a_tap_leaves_the_cursor(visit: Visits, begun: Begun) -> None:
    ada, bo, path = two(visit, begun)
    ada.page.route("**/state", lambda route: route.abort())
    chips(bo.page, 0).fill("3")
    chips(bo.page, 0).blur()
    settled(bo.page)
    chips(ada.page, 0).press_sequentially("5")
    expect(ada.page.locator(".kept")).to_contain_text("waiting: 1")
    ada.page.evaluate("(({ finish }) => finish.form.requestSubmit(finish))(document.querySelector('#sheet').elements)")
    assert question(ada.page, path) == ["There now: 3", "Yours: 5"]


def test_steps_of_two_phones_all_count(visit: Visits, begun: Begun) -> None:
    ada, bo, _ = two(visit, begun)
    for _ in range(5):
        for phone in (ada, bo):
            phone.page.get_by_label(MORE).first.click()
    for phone in (ada, bo):
        settled(phone.page)
        look(phone)
        expect(chips(phone.page, 0)).to_have_value("10")


@pytest.mark.soak
def test_a_player_who_comes_disturbs_nobody_who_types(visit: Visits, begun: Begun) -> None:
    ada, bo, path = two(visit, begun)
    chips(bo.page, 1).press_sequentially("4")
    ada.page.get_by_role("button", name="Add a player").click()
    arrives(bo.page, "#seats-2")
    settled(bo.page)
    assert chips(bo.page, 1).input_value() == "4"
    assert values(bo.page, path)["seats-1-chips"] == "4"


@pytest.mark.soak
@pytest.mark.parametrize("gone", [1, 2])
def test_what_was_typed_for_a_player_who_was_taken_away_is_told(visit: Visits, begun: Begun, gone: int) -> None:
    ada, bo, path = two(visit, begun)
    ada.page.get_by_role("button", name="Add a player").click()
    for phone in (bo, ada):
        arrives(phone.page, "#seats-2")
    bo.page.context.set_offline(True)
    chips(bo.page, gone).fill("4")
    ada.page.get_by_role("button", name=f"Take away Player {gone + 1}").click()
    expect(ada.page.locator(".seat")).to_have_count(2)
    bo.page.context.set_offline(False)
    assert question(bo.page, path) == []
    expect(bo.page.locator("main")).to_contain_text(f"Player {gone + 1} · Courage in chips: 4")
    assert objections(bo.page, FULL) == []
    bo.page.get_by_role("link", name="Leave it as it is").click()
    bo.page.wait_for_url(f"**{path}")
    assert "seats-1-chips" not in values(bo.page, path)


@pytest.mark.parametrize("waits", [True, pytest.param(False, marks=pytest.mark.soak)])
def test_a_game_that_another_phone_deleted_is_told_so(visit: Visits, begun: Begun, waits: bool) -> None:
    ada, bo, _ = two(visit, begun)
    bo.page.context.set_offline(True)
    if waits:
        bo.page.get_by_label(MORE).first.click()
    for words in ("Take it with you", "Delete this game"):
        ada.page.locator("summary", has_text=re.compile(words)).first.click()
    ada.page.locator("button[name=delete]").click()
    ada.page.wait_for_url(f"{ada.site}/")
    bo.page.context.set_offline(False)
    expect(bo.page.locator("h1")).to_have_text("This game was deleted on another phone")
    assert bo.page.evaluate("Object.keys(localStorage)") == []


def test_a_new_name_is_everywhere_at_once(visit: Visits, begun: Begun) -> None:
    found, _ = one(visit, begun)
    page = found.page
    page.get_by_role("button", name="Add a player").click()
    arrives(page, "#seats-2")
    page.locator("[name='seats-1-name']").fill("Bo")
    page.locator("[name='seats-1-name']").blur()
    settled(page)
    expect(log(page).get_by_role("radio", name="Bo")).to_have_count(1)
    expect(page.get_by_role("button", name="Take away Bo")).to_have_count(1)
    expect(page.get_by_role("group", name="Bo", exact=True)).to_have_count(1)


# without script


@pytest.mark.soak
def test_undo_keeps_what_was_typed_where_there_is_no_script(visit: Visits, begun: Begun) -> None:
    found, path = visit(script=False), begun("viva-pamplona")
    page = found.go(path)
    chips(page, 0).fill("5")
    page.get_by_role("button", name="Save").last.click()
    chips(page, 1).fill("6")
    page.get_by_role("button", name="Undo: Player 1 · Courage in chips: 5").click()
    expect(chips(page, 0)).to_have_value("")
    expect(chips(page, 1)).to_have_value("6")
