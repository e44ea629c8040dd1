"""What people do at the table, with script and without: roll, hold, count with a thumb, look up a rule."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.conftest import SOAK
from tests.browser.test_screens import FULL, objections

pytestmark = pytest.mark.browser

Visits = Callable[..., Any]
SCRIPT = pytest.mark.parametrize("script", [True, pytest.param(False, marks=pytest.mark.soak)], ids=["script", "plain"])


@SCRIPT
def test_hold_a_die_and_roll_the_others(visit: Visits, script: bool) -> None:
    found = visit(script=script)
    page = found.go("/dice?game=raging-bulls")
    page.get_by_role("button", name="Roll").click()
    page.wait_for_selector("text=Roll 1")
    kept = page.locator(".die").nth(1).inner_text()
    for number in range(2, 5):
        if number == 2:
            page.locator(".tiles label").nth(1).click()
        page.get_by_role("button", name="Roll again").click()
        page.wait_for_selector(f"text=Roll {number}")
        page.wait_for_load_state()  # its styles too
        assert page.locator(".die").nth(1).inner_text() == kept
        assert page.locator(".shut:visible").all_inner_texts() == ["held"]
    assert page.locator(".past li").count() == 3


@SCRIPT
def test_loading_again_does_not_roll_again(visit: Visits, script: bool) -> None:
    page = visit(script=script).go("/dice")
    page.get_by_label("What to roll").fill("20d10")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=Roll 1")
    page.wait_for_load_state()
    before = page.get_by_role("status").text_content()
    page.reload()
    assert page.get_by_role("status").text_content() == before


def test_a_double_tap_rolls_once(visit: Visits) -> None:
    found = visit()
    found.go("/dice").get_by_role("button", name="Roll", exact=True).dblclick()
    found.page.wait_for_selector("text=Roll 1")
    assert sum(url.endswith("/dice") for url in found.asked) == 2  # the page, and one roll


@SCRIPT
def test_a_sheet_is_typed_in_and_added_up(visit: Visits, script: bool) -> None:
    page = visit(script=script).go("/score/raging-bulls")
    page.get_by_label("Name").fill("Ada")
    field = page.get_by_role("group", name="Field A")
    field.get_by_role("radio", name="completed").check()
    field.get_by_label("Field A: Isolated bulls", exact=True).fill("3")
    field.get_by_label("Field A: Posts used", exact=True).fill("8")
    page.get_by_role("button", name="Add up").last.click()
    page.wait_for_selector("text=Incredi-bull")
    assert page.locator(".tally .total b").inner_text() == "25"
    page.get_by_role("link", name="Field A: unused posts").click()
    page.wait_for_selector("text=Completing a field")
    assert page.url.endswith("/rules/raging-bulls#completing")
    page.go_back()
    assert page.locator(".tally .total b").inner_text() == "25"


def test_steppers_count_within_their_limits(visit: Visits) -> None:
    page = visit().go("/score/raging-bulls")
    mallets = page.get_by_label("Mallets left", exact=True)
    for _ in range(5):
        page.get_by_label("more: Mallets left").click()
    assert mallets.input_value() == "3"
    for _ in range(5):
        page.get_by_label("less: Mallets left").click()
    assert mallets.input_value() == "0"


def test_without_script_no_button_is_shown_that_cannot_work(visit: Visits) -> None:
    page = visit(script=False).go("/score/raging-bulls")
    assert page.locator("[data-step]:visible").count() == 0


def test_rules_are_found_while_typing(visit: Visits) -> None:
    page = visit().go("/rules/raging-bulls")
    page.get_by_label("Search the rules").press_sequentially("mallet")
    page.wait_for_selector("text=speak of “mallet”")  # slow typing asks for its first letters too
    assert re.fullmatch(r"\d+ of \d+ sections speak of “mallet”\.", page.get_by_role("status").inner_text())
    assert page.url.endswith("?q=mallet")
    assert page.locator("section.rule#goal").count() == 0


def test_everything_can_be_reached_by_keyboard(visit: Visits) -> None:
    page = visit().go("/dice?game=raging-bulls&n=1&r=:1,2,3")
    reached = []
    for _ in range(12):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.textContent.trim() || document.activeElement.name"))
    assert reached[0] == "Skip to the page"
    assert reached.count("hold") == 3
    assert "Roll again" in reached


def test_a_link_into_the_rules_lands_below_nothing(visit: Visits) -> None:
    page = visit().go("/rules/viva-pamplona#scuffle")
    box = page.locator("#scuffle h2").bounding_box()
    assert box is not None
    assert 0 <= box["y"] < 300


def test_the_odds_open_on_a_phone_and_mark_the_total(visit: Visits) -> None:
    for scheme in ("light", "dark")[: 2 if SOAK else 1]:
        found = visit(360, 740, scheme=scheme)
        page = found.go("/dice?expr=20d20-100&n=1&r=" + "20d20-100:" + ",".join(["11"] * 20))
        page.get_by_text("Odds of 20d20-100").click()
        assert page.locator(".odds tr[aria-current] th").inner_text() == "120 … 139"
        assert (found.sideways(), objections(page, FULL)) == (0, [])


def test_a_print_comes_as_a_file_of_its_own_name(visit: Visits) -> None:
    page = visit(script=False).go("/print?game=viva-pamplona")
    page.get_by_label("Chips of courage").check()
    page.get_by_label("Letter").check()
    with page.expect_download() as begun:
        page.get_by_role("button", name="Get the PDF").click()
    assert begun.value.suggested_filename == "viva-pamplona-chips-letter-en.pdf"
