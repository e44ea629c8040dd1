"""Noting a game as it is played, on the quick form and at a table, with script and without."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_screens import FULL, complaints, cramped, objections

pytestmark = pytest.mark.browser
Visits = Callable[..., Any]


def note(page: Page, seat: int, kind: str, **numbers: str) -> None:
    """Open one kind of entry in the log of a seat, fill it in and note it."""
    page.wait_for_load_state()  # before it has its styles, what is folded looks open
    log = page.locator(f"#seats-{seat}-log")
    if not log.is_visible():
        page.locator(f"#seats-{seat} details.aside > summary").click()
    pending = log.locator("details.note").filter(has=page.get_by_text(kind, exact=True)).first
    if not pending.evaluate("one => one.open"):
        pending.locator("summary").first.click()
    for ending, text in numbers.items():
        field = pending.locator(f'[name$="-{ending.replace("_", "-")}"]')
        if field.first.get_attribute("type") == "radio":
            pending.get_by_role("radio", name=text).check()
        else:
            field.fill(text)
    pending.get_by_role("button", name=f"Note it: {kind}").click()
    expect(page.locator(f"#seats-{seat}-log .noted li").last).to_contain_text(kind)


@pytest.mark.parametrize(("script", "kept"), [(True, True), pytest.param(False, False, marks=pytest.mark.soak)])
def test_a_game_is_noted_as_it_is_played(visit: Visits, script: bool, kept: bool) -> None:
    found = visit(script=script)
    page = found.go("/score/viva-pamplona")
    if kept:
        page.get_by_role("button", name="Keep this game").click()
        page.wait_for_url("**/t/*")
    note(page, 0, "Charge", charge_0="0", charge_1="1", charge_2="-2")  # 3 + 2 - 2
    note(page, 0, "Scuffle", scuffle_from="Player 2", scuffle_own="3", scuffle_theirs="2")
    note(page, 1, "Loan", loan="1")
    note(page, 1, "Fear", fear="2")
    page.get_by_role("button", name="Take away: 2. Fear").click()
    expect(page.locator("#seats-1-log .noted li")).to_have_count(1)
    note(page, 1, "Fear", fear="1")
    if kept:
        expect(page.locator("#seats-0 [data-total]")).to_have_text("34")
        expect(page.locator("#seats-1 [data-total]")).to_have_text("28")  # 30 - 1 - 1, the loan evens out
    page.get_by_role("button", name=re.compile("^Finish" if kept else "^Add up$")).last.click()
    expect(page.locator(".tally .total b")).to_have_text(["34", "28"])
    assert complaints(found) == []


def test_the_steppers_of_a_charge_begin_at_nothing_and_go_both_ways(visit: Visits) -> None:
    page = visit().go("/score/viva-pamplona")
    page.locator("#seats-0 details.aside > summary").click()
    page.locator("#seats-0-log details.note summary").first.click()
    more, less = (page.get_by_role("button", name=f"{way}: Charge, 1").first for way in ("more", "less"))
    first = page.locator("#seats-0-log-0-charge-0")
    more.click()
    expect(first).to_have_value("0")
    less.click()
    less.click()
    expect(first).to_have_value("-2")


def test_every_kind_of_entry_unfolded_is_in_order(visit: Visits) -> None:
    found = visit(360, 740)
    page = found.go("/score/viva-pamplona")
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert found.sideways() == 0
    assert cramped(page) == []
    assert objections(page, FULL) == []
