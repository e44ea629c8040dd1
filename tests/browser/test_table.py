"""Tables on real phones: two see each other, taps survive a lost connection, and the sums are those of a table by hand.

Each game is played through with script and without; the totals wanted stand here and were worked out by hand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from time import monotonic
from typing import Any
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Error, Route, expect

from tests.browser.conftest import NAME, PATIENCE, SOAK
from tests.browser.test_screens import CONTRAST, FULL, complaints, cramped, objections

SOON = 2 if SOAK else 20  # seconds; other tests share the machine where nobody soaks
WRITTEN = "**/t/*"
pytestmark = pytest.mark.browser

Visits = Callable[..., Any]
Begun = Callable[[str], str]


def begin(found: Any, slug: str) -> str:
    """Keep a game from its score page; return the path of the table."""
    page = found.go(f"/score/{slug}")
    page.get_by_role("button", name="Keep this game").click()
    page.wait_for_url("**/t/*")
    return str(page.url).removeprefix(found.site)


def arrives(page: Any, selector: str) -> None:
    """Wait until a page with this on it is all there; before its script runs, what is typed into it is not seen."""
    page.wait_for_selector(selector)
    page.wait_for_load_state()


def settled(page: Any) -> None:
    """Wait until everything was sent and saved, and find nothing waiting in the moment in which the page says so."""
    page.wait_for_load_state()
    saved = page.locator(".kept:not(.pending):has-text('saved')")
    waiting = "() => localStorage.getItem(`taps ${location.pathname}`)"
    assert saved.evaluate(waiting, timeout=3 * PATIENCE) is None  # sixty taps go one by one


TYPE = """values => {
  for (const [name, text] of values) {
    const all = [...document.getElementsByName(name)], box = all.find((each) => each.type === "checkbox");
    const field = box ?? all.find((each) => each.type !== "radio" || each.value === text);
    if (!(field.labels[0] ?? field).checkVisibility()) throw new Error(`${name} cannot be seen`);
    field.focus(); // which ends the one before
    if (field.type === "radio" || box && box.checked !== (text === "1")) field.click();
    else if (!box) { field.select(); document.execCommand("insertText", false, text); }
  }
  document.activeElement.blur();
}"""


def write(found: Any, values: Mapping[str, str], script: bool) -> None:
    """Type values into a table by their form names and have them saved."""
    page = found.page
    page.evaluate("for (const each of document.querySelectorAll('details:not(.note)')) each.open = true")
    page.evaluate(TYPE, [*values.items()])
    if script:
        settled(page)
    else:
        page.get_by_role("button", name="Save").last.click()


def seats(*rows: Mapping[str, str]) -> dict[str, str]:
    return {f"seats-{number}-{key}": text for number, row in enumerate(rows) for key, text in row.items()}


def run(number: int, distance: int, crossed: int = 0, **more: int) -> dict[str, str]:
    told = {"distance": distance, **more, **({"crossed": crossed} if crossed else {})}
    return {f"runs-{number}-{key}": str(value) for key, value in told.items()}


BULLS = {
    "name": "Ada",
    **{"fields-0-outcome": "completed", "fields-0-isolated": "3", "fields-0-posts_used": "8"},  # 9 + 16
    **{"fields-1-outcome": "left", "fields-1-isolated": "2"},  # 8
    **{"fields-2-outcome": "completed", "fields-2-isolated": "5", "fields-2-posts_used": "14"},  # 25 + 10
    **{"fields-3-outcome": "cut", "fields-3-isolated": "3"},  # 18, and the pass leaves no mallets
}
RUNS = (
    {"name": "Ada", **run(0, 1, lion=1, home=1), **run(1, 2, home=1), **run(2, 3, home=1, hoofs=1),
     **run(3, 4, 4, rabbit=1, home=1)},  # 8 + 4 + 4 + 1
    {"name": "Bo", **run(0, 2, home=1), **run(1, 1), **run(2, 1, lion=1, home=1), **run(3, 1, 1, home=1)},  # 4+0+8+5
    {"name": "Cy", **run(0, 3, home=1), **run(1, 4, rabbit=1, home=1), **run(2, 2, home=1),
     **run(3, 3, 2, home=1)},  # 3 + 1 + 4 + 3
    {"name": "Di", **run(0, 5, rabbit=1, home=1), **run(1, 1, home=1, horns=1), **run(2, 4, rabbit=1, home=1),
     **run(3, 2, 3, home=1)},  # 0 + 7 + 1 + 4: her bull gored Bo
)  # fmt: skip
COURAGE = (
    {"name": "A", "chips": "27", "ranks-0": "4", "ranks-1": "7", "behind-0": "4"},
    {"name": "B", "chips": "6", "loans": "1", "ranks-0": "9", "behind-0": "3", "behind-1": "7"},
    {"name": "C", "chips": "18", "ranks-0": "2", "ranks-1": "7", "ranks-2": "8"},
)
PIPES = (
    {"name": "Ada", "missing": "2", "outlets": "3", "broken": "1"},
    {"name": "Bo", "missing": "0", "outlets": "1", "broken": "2"},
)
LEFT = ({"name": "Ada", "missing": "3", "own_cards": "4"}, {"name": "Bo", "missing": "3", "own_cards": "6"})
FLOWS = {  # values, totals by seat, names from the first place on, what is said besides
    "raging-bulls": ((BULLS,), "", ["86"], ["Ada"], "Commenda-bull"),
    "pamplona": (RUNS, "", ["17", "17", "11", "12"], ["Bo", "Ada", "Di", "Cy"], "home first in the last Run"),
    "viva-pamplona": (COURAGE, "", ["34", "−5", "35"], ["C", "A", "B"], "Place 3"),
    "bulp": (PIPES, "", ["6", "3"], ["Bo", "Ada"], "Place 2"),
    "bulp by elimination": (LEFT, "Elimination", ["3", "3"], ["Bo", "Ada"], "most own cards on the table"),
}
FLOWN = [(flow, True) for flow in FLOWS] + [(flow, False) for flow in FLOWS if SOAK or flow == "raging-bulls"]


@pytest.mark.parametrize(("flow", "script"), FLOWN)
def test_a_game_is_played_through_and_its_totals_are_those_worked_out_by_hand(
    visit: Visits, flow: str, script: bool
) -> None:
    rows, variant, totals, order, words = FLOWS[flow]
    found = visit(script=script)
    begin(found, flow.split(maxsplit=1)[0])
    page = found.page
    for count in range(page.locator("fieldset.seat").count(), len(rows)):
        page.get_by_role("button", name="Add a player").click()
        arrives(page, f"#seats-{count}")
    if variant:
        page.get_by_role("button", name=variant).click()
        arrives(page, f"button[aria-pressed=true]:text('{variant}')")
    write(found, seats(*rows), script)
    expect(page.locator(".bar .totals b")).to_have_text(totals)
    expect(page.locator(".seat .running b")).to_have_text(totals)
    page.reload()
    assert page.locator(".bar .totals b").all_inner_texts() == totals
    page.get_by_role("button", name="Finish the game").click()
    page.wait_for_url("**/result")
    assert page.locator(".tally h2").all_inner_texts() == order
    names = [row["name"] for row in rows]
    assert page.locator(".tally .total b").all_inner_texts() == [totals[names.index(name)] for name in order]
    assert words in (page.locator("main").text_content() or "")
    page.get_by_role("button", name="Undo: finish").click()
    arrives(page, ".seat")
    assert page.locator(".bar .totals b").all_inner_texts() == totals
    assert complaints(found) == []


def one(visit: Visits, begun: Begun, slug: str = "viva-pamplona") -> tuple[Any, str]:
    """Return a phone at a table, and its path."""
    found, path = visit(), begun(slug)
    found.go(path)
    return found, path


def two(visit: Visits, begun: Begun) -> tuple[Any, Any, str]:
    """Return two phones of different people at one table, and its path."""
    ada, path = one(visit, begun)
    bo = visit(scheme="dark")
    bo.go(path)
    return ada, bo, path


def look(found: Any) -> None:
    """Take up a phone; it asks at once, and a test that is about something else need not wait until it would."""
    with suppress(Error):  # a page that has asked already may just be going where it was told
        found.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def hold(page: Any, where: str = WRITTEN, method: str = "POST") -> list[Route]:
    """Keep what is sent from this page, as a rule what is written, on its way until it is released."""
    held: list[Route] = []
    page.route(where, lambda route: held.append(route) if route.request.method == method else route.continue_())
    return held


def release(page: Any, held: list[Route], where: str = WRITTEN) -> None:
    for route in held:
        route.continue_()
    page.unroute(where)


def chips(page: Any, seat: int) -> Any:
    return page.locator(f"[name='seats-{seat}-chips']")


def test_two_phones_see_each_other_within_two_seconds(visit: Visits, begun: Begun) -> None:
    ada, bo, _ = two(visit, begun)
    began = monotonic()
    ada.page.get_by_label("more: Courage in chips").first.click()
    expect(chips(bo.page, 0)).to_have_value("1")
    expect(bo.page.locator("[data-total='0']")).to_have_text(["1", "1"])
    assert monotonic() - began < SOON
    began = monotonic()
    chips(bo.page, 1).fill("7")
    chips(bo.page, 1).blur()
    if not SOAK:  # the way back takes the same time
        settled(bo.page)
        look(ada)
    expect(chips(ada.page, 1)).to_have_value("7")
    assert monotonic() - began < SOON
    expect(ada.page.get_by_role("button", name="Undo: Player 2 · Courage in chips: 7")).to_have_count(1)
    assert complaints(ada) + complaints(bo) == []


def test_a_phone_that_wakes_up_asks_at_once(visit: Visits, begun: Begun) -> None:
    ada, bo, _ = two(visit, begun)
    hide = "Object.defineProperty(document, 'hidden', { configurable: true, value: %s })"
    bo.page.evaluate(hide % "true")
    bo.quiet()
    before = len(bo.asked)
    ada.page.get_by_label("more: Courage in chips").first.click()
    settled(ada.page)
    if SOAK:
        bo.page.wait_for_timeout(1600)  # by now it would have asked
    bo.page.evaluate("dispatchEvent(new Event('online'))")
    assert (chips(bo.page, 0).input_value(), len(bo.asked)) == ("", before)
    bo.page.evaluate(f"{hide % 'false'}; document.dispatchEvent(new Event('visibilitychange'))")
    assert len(bo.asked) == before + 1
    expect(chips(bo.page, 0)).to_have_value("1")


def test_a_tap_without_a_connection_waits_and_arrives_once(visit: Visits, begun: Begun) -> None:
    ada, bo, path = two(visit, begun)
    bo.page.context.set_offline(True)
    for _ in range(3):
        bo.page.get_by_label("more: Courage in chips").first.click()
    bo.page.wait_for_selector(".kept:has-text('waiting: 3')")
    assert chips(bo.page, 0).input_value() == "3"
    bo.page.context.set_offline(False)
    settled(bo.page)
    look(ada)
    expect(chips(ada.page, 0)).to_have_value("3")
    told = ada.page.evaluate(f"fetch('{path}/state').then((answer) => answer.json())")
    assert (told["seq"], told["totals"]) == (4, [3, None])


def test_what_waits_survives_loading_again_and_keeps_its_order(visit: Visits, begun: Begun) -> None:
    found, path = one(visit, begun)
    page = found.page
    page.route("**/t/*", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    for text in ("5", "6"):
        chips(page, 0).fill(text)
        chips(page, 0).blur()
    page.wait_for_selector(".kept:has-text('waiting: 2')")
    page.unroute("**/t/*")
    held = hold(page)
    page.reload()
    assert chips(page, 0).input_value() == "6"
    assert "saved" not in page.locator(".kept").inner_text()  # from the first moment on
    release(page, held)
    settled(page)
    told = page.evaluate(f"fetch('{path}/state').then((answer) => answer.json())")
    assert (told["seq"], told["values"]["seats-0-chips"]) == (3, "6")
    expect(page.get_by_role("button", name="Undo: Player 1 · Courage in chips: 6")).to_have_count(1)


def test_an_answer_that_was_lost_on_the_way_does_not_count_twice(visit: Visits, begun: Begun) -> None:
    found, path = one(visit, begun)
    page, lost = found.page, []

    def lose(route: Any) -> None:
        if route.request.method == "POST" and not lost:
            cookies = "; ".join(f"{each['name']}={each['value']}" for each in page.context.cookies())  # type: ignore[typeddict-item]
            headers = {**route.request.headers, "Cookie": cookies, "Host": urlsplit(found.site).netloc}
            there = route.request.url.replace(NAME, "127.0.0.1")
            with urlopen(Request(there, route.request.post_data_buffer, headers)) as answer:
                lost.append(answer.status)  # the server has it, the phone never hears of it
            route.abort()
        else:
            route.continue_()

    page.route("**/t/*", lose)
    with page.expect_event("requestfailed", lambda request: request.method == "POST"):
        page.get_by_label("more: Courage in chips").first.click()
    look(found)
    settled(page)
    assert lost == [200]
    assert page.evaluate(f"fetch('{path}/state').then((answer) => answer.json())")["seq"] == 2


def test_a_field_is_never_changed_under_the_fingers_and_a_person_chooses(visit: Visits, begun: Begun) -> None:
    ada, bo, path = two(visit, begun)
    held = hold(bo.page)  # or on a slow machine 13 would be there first
    chips(bo.page, 0).press_sequentially("13")
    chips(ada.page, 0).fill("12")
    chips(ada.page, 0).blur()
    settled(ada.page)
    release(bo.page, held)
    look(bo)
    bo.page.wait_for_selector(".bar [data-total='0']:text('12')")
    assert chips(bo.page, 0).input_value() == "13"
    chips(bo.page, 0).blur()
    bo.page.wait_for_url("**/conflict?*")
    assert objections(bo.page, FULL) == []
    assert bo.page.get_by_role("radio", name="There now: 12").is_checked()
    bo.page.get_by_role("radio", name="Yours: 13").check()
    bo.page.get_by_role("button", name="Write this").click()
    bo.page.wait_for_url(f"**{path}")
    look(ada)
    expect(chips(ada.page, 0)).to_have_value("13")


def test_undo_and_redo_work_in_place_and_say_it_once(visit: Visits, begun: Begun) -> None:
    found, _ = one(visit, begun)
    page = found.page
    page.evaluate("window.here = true")
    more = page.get_by_label("more: Courage in chips").first
    more.click()
    more.click()
    page.get_by_role("button", name="Undo: Player 1 · Courage in chips: 2").click()
    expect(chips(page, 0)).to_have_value("1")
    assert page.get_by_role("status").count() == 1
    page.get_by_role("button", name="Redo: Player 1 · Courage in chips: 2").click()
    expect(chips(page, 0)).to_have_value("2")
    expect(page.locator("[name=redo]")).to_be_hidden()
    assert page.evaluate("window.here")


def test_the_end_and_new_players_reach_the_other_phone(visit: Visits, begun: Begun) -> None:
    ada, bo, _ = two(visit, begun)
    ada.page.get_by_role("button", name="Add a player").click()
    arrives(ada.page, "#seats-2")
    look(bo)
    arrives(bo.page, "#seats-2")
    write(ada, {f"seats-{seat}-chips": str(seat) for seat in range(3)}, True)
    ada.page.get_by_role("button", name="Finish the game").click()
    ada.page.wait_for_url("**/result")
    look(bo)
    bo.page.wait_for_url("**/result")
    bo.page.get_by_role("button", name="Go on playing").click()
    arrives(bo.page, ".seat")
    look(ada)
    arrives(ada.page, ".seat")


def test_a_second_phone_joins_by_code(visit: Visits, begun: Begun) -> None:
    bo, path = visit(), begun("bulp")
    page = bo.go("/")
    page.get_by_label("Join a game").fill(path[-5:].lower())
    page.get_by_role("button", name="Join").click()
    page.wait_for_url(f"**{path}")
    bo.go("/")
    page.get_by_role("link", name=re.compile("Continue: Bulp!")).first.click()
    page.wait_for_selector(".seat")


@pytest.mark.parametrize("scheme", ["light", "dark"][: 2 if SOAK else 1])
def test_every_page_of_a_table_is_in_order(visit: Visits, begun: Begun, scheme: str) -> None:
    found, path = visit(scheme=scheme), begun("pamplona")
    found.go(path)
    options = FULL if scheme == "light" else CONTRAST
    write(found, seats(*RUNS[:2]), True)
    for where in (f"{path}/join", f"{path}/result", "/", path, "finished", "/history/pamplona"):
        if where == "finished":
            found.page.get_by_role("button", name="Finish the game").click()
            found.page.wait_for_url("**/result")
        else:
            found.go(where)
        if SOAK or not where.endswith("/result"):  # which has the same parts when the game is finished
            assert objections(found.page, options) == [], where
        assert found.sideways() == 0, where
        assert cramped(found.page) == [], where
    assert complaints(found) == []


def test_a_table_can_be_read_by_night(visit: Visits, begun: Begun) -> None:
    found, path = visit(scheme="dark"), begun("pamplona")
    for where in (path, f"{path}/result"):
        assert objections(found.go(where), CONTRAST) == [], where
    assert complaints(found) == []


def test_text_at_twice_the_size_still_fits_on_a_narrow_phone(visit: Visits, begun: Begun) -> None:
    found, path = visit(320, 640), begun("pamplona")
    found.go(path)
    write(found, {"seats-0-name": "Maximiliane-Franziska", "seats-0-runs-0-distance": "2"}, True)
    for where in (path, f"{path}/join", "/history/pamplona"):
        page = found.go(f"{where}?lang=fr")
        assert found.sideways() == 0, where
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert found.sideways() == 0, where


def test_the_bar_leaves_what_has_the_focus_in_sight(visit: Visits, begun: Begun) -> None:
    found, _ = one(visit, begun)
    page = found.page
    for _ in range(25):
        page.keyboard.press("Tab")
        low = page.evaluate("document.activeElement.getBoundingClientRect().bottom")
        inside = page.evaluate("!!document.activeElement.closest('.bar, .tabs')")
        assert inside or low <= page.evaluate("document.querySelector('.bar').getBoundingClientRect().top") + 1
