"""Every page in a browser: nothing sideways, nothing from elsewhere, nothing that axe objects to, script or none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.conftest import SOAK

pytestmark = pytest.mark.browser

BULLS = "seats-0-name=Ada&seats-0-fields-0-outcome=completed&seats-0-fields-0-isolated=3&seats-0-fields-0-posts_used=8"
PAMPLONA = "seats-0-name=Maximiliane-Franziska&seats-0-chips=27&seats-0-ranks-0=4&seats-1-name=B&seats-1-chips=6"
NOTED = (
    "seats-0-name=A&seats-1-name=B&seats-0-log-0-charge-0=-2&seats-0-log-1-scuffle-from=B&seats-0-log-1-scuffle-own=3"
)
PAGES = {
    "home": "/",
    "dice": "/dice?expr=4d6dl1&n=3&r=4d6dl1:6,1,4,5&r=d20%2B2:17&r=4dF:-1,0,1,1",
    "own-dice": "/dice?game=raging-bulls&n=12&r=:3,1,5&r=:2,2,0&hold=1",
    "word-dice": "/dice?game=viva-pamplona&n=2&r=:2,4&r=:5,0",
    "rules": "/rules/raging-bulls",
    "examples": "/rules/viva-pamplona?q=scuffle",
    "form": "/score/raging-bulls",
    "lists": "/score/viva-pamplona",
    "runs": "/score/pamplona",
    "longer-way": "/score/bulp?variant=elimination&seats-0-name=Ann&seats-0-line-1-side=2",
    "noted": f"/score/viva-pamplona?{NOTED}",
    "squares": "/score/pamplona?seats-0-name=A&seats-0-runs-0-runner-0=5&seats-0-runs-0-runner-1=2",
    "turns": "/score/pamplona/turns?seats-0-name=A&seats-1-name=B&seats-0-ox-0=6&seats-0-ox-1=1",
    "result": f"/score/raging-bulls/result?{BULLS}",
    "ranking": f"/score/viva-pamplona/result?{PAMPLONA}",
    "print": "/print",
    "print-one": "/print?game=viva-pamplona",
    "nowhere": "/nowhere",
}
ALIKE = {"rules": "examples", "runs": "squares", "lists": "noted"}  # the same parts in another page, filled in
WRONG = f"/score/raging-bulls/result?{BULLS}9&seats-0-mallets=many"
Visits = Callable[..., Any]


# Only violations are worked out in full: what passes is not read, and takes axe most of its time. Style sheets are read
# beforehand (preload) for rules alone that are not asked for here.
FULL = {
    "preload": False,
    "resultTypes": ["violations"],
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
}
CONTRAST = {"preload": False, "resultTypes": ["violations"], "runOnly": ["color-contrast"]}  # all that night can change

SMALL = """
() => [...document.querySelectorAll("a, button, input, summary, label")].filter((node) => {
  const box = node.getBoundingClientRect(), style = getComputedStyle(node);
  const shown = box.width > 1 && style.visibility !== "hidden" && !node.matches(".skip, .default, .why, [type=hidden]");
  return shown && !node.closest(".prose, .alarm, .ask, .who, .search label") && !node.matches(".number")
    && (box.height < 44 || box.width < 44);
}).map((node) => node.outerHTML.slice(0, 80))
"""


def complaints(found: Any) -> list[str]:
    return [text for text in found.complaints if "404 (NOT FOUND)" not in text and "400 (BAD REQUEST)" not in text]


def cramped(page: Any) -> list[str]:
    """Return what is too small to tap, on a page that has its styles."""
    page.wait_for_load_state()
    found: list[str] = page.evaluate(SMALL)
    return found


def objections(page: Any, options: dict[str, Any]) -> list[tuple[str, list[str]]]:
    """Return what axe objects to, on a page that has its styles."""
    page.wait_for_load_state()
    violations = Axe().run(page, options=options).response["violations"]
    return [(each["id"], [node["target"] for node in each["nodes"]]) for each in violations]


@pytest.mark.parametrize("name", PAGES)
def test_a_page_fits_phone_and_desk_and_is_in_order(visit: Visits, name: str) -> None:
    found = visit(360, 740)
    page = found.go(PAGES[name])
    assert found.sideways() == 0
    assert cramped(page) == []
    if SOAK or name not in ALIKE:
        assert objections(page, FULL) == []
    page.set_viewport_size({"width": 1280, "height": 800})
    assert found.sideways() == 0
    assert complaints(found) == []
    assert {urlsplit(url).netloc for url in found.asked} == {urlsplit(found.site).netloc}


@pytest.mark.parametrize("name", ["home", "form", "word-dice", "examples"][: 4 if SOAK else 2])
def test_every_text_can_be_read_by_night(visit: Visits, name: str) -> None:
    found = visit(360, 740, "dark")
    assert objections(found.go(PAGES[name]), CONTRAST) == []
    assert complaints(found) == []


def test_a_wide_screen_is_in_order_by_night(visit: Visits) -> None:
    page = visit(1280, 800, "dark").go(PAGES["result"])
    assert objections(page, CONTRAST) == []


def test_without_script_every_page_comes_without_complaint(visit: Visits) -> None:
    found = visit(script=False)
    for name, path in PAGES.items():
        found.go(path)
        assert complaints(found) == [], name
    assert {urlsplit(url).netloc for url in found.asked} == {urlsplit(found.site).netloc}


def test_a_form_with_faults_is_in_order_too(visit: Visits) -> None:
    found = visit()
    assert objections(found.go(WRONG), FULL) == []
    assert found.sideways() == 0


OVER = """() => [...document.querySelectorAll(".poster")].filter((poster) =>
  poster.querySelector(".art").getBoundingClientRect().bottom > poster.querySelector("h2").getBoundingClientRect().top
).map((poster) => poster.dataset.game)"""


def test_no_title_runs_into_its_picture(visit: Visits) -> None:
    page = visit().go("/")
    for width in (320, 360, 800, 1280):
        page.set_viewport_size({"width": width, "height": 740})
        assert page.evaluate(OVER) == [], width


@pytest.mark.parametrize("name", ["home", "own-dice", "examples", "form", "result", "ranking"])
def test_text_at_twice_the_size_on_a_narrow_phone_still_fits(visit: Visits, name: str) -> None:
    found = visit(320, 640)
    path = PAGES[name]
    page = found.go(path + ("&" if "?" in path else "?") + "lang=fr")
    assert found.sideways() == 0
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert found.sideways() == 0


TOO_WIDE = """
() => [...document.querySelectorAll(".die b")].filter((node) => {
  const words = document.createRange();
  words.selectNodeContents(node);
  return words.getBoundingClientRect().width > node.getBoundingClientRect().width;
}).map((node) => node.textContent)
"""


@pytest.mark.parametrize("roll", ["d%25:100", "d10000:9999", "d10000:10000", "13d100:" + ",".join(["100"] * 13)])
def test_a_number_of_many_figures_stays_on_its_die(visit: Visits, roll: str) -> None:
    found = visit(360, 740)
    page = found.go(f"/dice?expr={roll.split(':', maxsplit=1)[0]}&n=1&r={roll}")
    assert page.locator(".die b").count() > 0
    assert page.evaluate(TOO_WIDE) == []
    page.set_viewport_size({"width": 1280, "height": 800})
    assert page.evaluate(TOO_WIDE) == []


def test_play_controls_are_56_pixels_high(visit: Visits) -> None:
    page = visit().go(PAGES["form"])
    heights = page.evaluate(
        "[...document.querySelectorAll('.stepper > *, .options span, .go button')].map(n => n.offsetHeight)"
    )
    assert len(heights) > 20
    assert min(heights) >= 56


def test_nothing_moves_for_those_who_do_not_want_it(visit: Visits) -> None:
    page = visit().go(PAGES["own-dice"])
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate("document.getAnimations().length") == 0
