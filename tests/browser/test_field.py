"""Four fields of Raging Bulls on the phone: by touch while the server is killed, by keyboard, and without script.

All dice are given, so every total is one that was worked out by hand; it stands beside the moves it comes from.
"""

from __future__ import annotations

import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from werkzeug.serving import make_server

from pnp.data import load
from tests.browser.conftest import NAME, TEMPLATES
from tests.browser.test_screens import CONTRAST, FULL, SMALL, objections
from tracker import create_app

pytestmark = pytest.mark.browser

A_BULLS = (4, 2, 2, 3, 4, 2, 3, 4)  # the third throw falls on a bull and does not count
A_FENCES = (("L3", "R4"), ("T6", "L4"), ("T1", "B4"), ("T5", "B3"))
A_ROLLS = (3, 4, 1, 6, 4, 1, 1, 4, 2, 5, 3, 2)
A = 3 * 3 + 24 - 8  # completed on eight posts
B_BULLS = (1, 4, 2, 5, 3, 5, 4, 6)
B_FENCES = (("B3", "R5"), ("L6", "R4"), ("B5", "L3"), ("L4", "R6"))  # two of the four bulls are isolated then
B_ROLLS = (3, 5, 1, 6, 4, 1, 5, 3, 1, 4, 6, 1)
B = 2 * 4
C_BULLS = (1, 1, 2, 2, 3, 3, 4, 4, 5, 5)
D_BULLS = (*C_BULLS, 6, 6)

SERVER = """
import sys
from pathlib import Path
from werkzeug.serving import make_server
from pnp.data import load
from tracker import create_app
numbers = iter(map(int, sys.argv[4].split()))
games = load.load_all(Path(sys.argv[1]))
app = create_app({"GAMES": games, "DATABASE": sys.argv[2], "BELOW": lambda n: next(numbers) - 1})
server = make_server("127.0.0.1", int(sys.argv[3]), app, threaded=True)
print(server.server_port, flush=True)
server.serve_forever()
"""


class Server:
    """A site in a process of its own that rolls the given numbers, one after the other."""

    def __init__(self, data: Path) -> None:
        self.data, self.port = data, 0

    def start(self, numbers: Sequence[int]) -> None:
        told = (str(TEMPLATES), str(self.data / "bullpen.db"), str(self.port), " ".join(map(str, numbers)))
        command = (sys.executable, "-c", SERVER, *told)
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline())

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    found = Server(tmp_path)
    yield found
    found.kill()


@contextmanager
def rolling(numbers: Sequence[int]) -> Iterator[str]:
    """Serve a site here that rolls these numbers; give its address."""
    dice = iter(numbers)
    app = create_app({"GAMES": load.load_all(TEMPLATES), "BELOW": lambda n: next(dice) - 1})
    found = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=found.serve_forever)
    thread.start()
    try:
        yield f"http://{NAME}:{found.server_port}"
    finally:
        found.shutdown()
        thread.join()
        found.server_close()


@contextmanager
def phone(browser: Browser, site: str, **more: Any) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 360, "height": 740}, locale="en-GB", **more)
    page = context.new_page()
    page.set_default_timeout(8000)
    page.goto(f"{site}/field/raging-bulls")
    try:
        yield page
    finally:
        context.close()


def button(page: Page, name: str) -> Any:
    return page.locator(".bar").get_by_role("button", name=name)


def says(page: Page, text: str) -> None:
    expect(page.locator("#said")).to_contain_text(text)


def facts(page: Page) -> list[str]:
    """Return posts used, isolated bulls, mallets left and points as they stand at the top."""
    return page.locator(".facts b").all_inner_texts()


def post(page: Page, name: str) -> Any:
    return page.locator(f".board .spot[data-key='{name}']")


def total(page: Page, lines: int, points: int, band: str) -> None:
    page.wait_for_url("**/result")
    assert page.locator(".tally .total b").inner_text() == str(points)
    assert page.locator(".audit tbody tr").count() == lines
    assert page.locator(".band-name").inner_text() == band


def test_a_whole_game_by_touch_with_the_server_killed_on_the_way(browser: Browser, server: Server) -> None:
    first = (*A_BULLS, *A_ROLLS[:6])
    second = (*A_ROLLS[6:], *B_BULLS, *B_ROLLS[:6], 1, 1, 2, *B_ROLLS[6:], *C_BULLS, *D_BULLS)
    server.start(first)
    with phone(browser, f"http://{NAME}:{server.port}", has_touch=True) as page:
        button(page, "Roll for 3 bulls").tap()
        page.wait_for_url("**/t/*/field*")
        assert page.locator(".rolls li").all_text_contents() == ["4,2 2,3 (4,2) 3,4"]
        for number, (one, other) in enumerate(A_FENCES):
            if number == 2:  # a roll is open: reload, and another phone, find it as it was
                server.kill()
                server.start(second)
                page.reload()
            if number != 1:
                button(page, "Roll three dice").tap()
                says(page, "Rolled")
            if number == 0:
                button(page, "Undo: roll 3, 4, 1").tap()
                says(page, "Field A: 0 of 3")
                button(page, "Redo: roll 3, 4, 1").tap()
                says(page, "Rolled 3, 4, 1: ")
            if number == 1:
                button(page, "Roll three dice").tap()
                says(page, "Rolled 6, 4, 1: ")
                page.reload()
                says(page, "Rolled 6, 4, 1: ")
            post(page, one).tap()
            says(page, f"Post {one}: ")
            assert page.locator(".board .lit").count() > 0
            post(page, other).tap()
            expect(page.locator(".board .fence")).to_have_count(number + 1)
        says(page, "Field A is completed: all 3 bulls are isolated.")
        assert (facts(page), page.locator(".board .ring").count()) == (["8/24", "3/3", "3", str(A)], 3)
        page.get_by_role("link", name="On to Field B").tap()
        button(page, "Roll for 4 bulls").tap()
        for number, (one, other) in enumerate(B_FENCES):
            button(page, "Roll three dice").tap()
            if number == 2:
                says(page, "Rolled 1, 1, 2: ")
                button(page, "Pass: 2 mallets stay").tap()
                says(page, "Roll three dice")
                button(page, "Roll three dice").tap()
            says(page, "Rolled")
            post(page, one).tap()
            post(page, other).tap()
            expect(page.locator(".board .fence")).to_have_count(number + 1)
        assert facts(page) == ["8/24", "2/4", "2", str(A + B)]
        assert page.locator(".board .ring").count() == 2
        page.locator(".spot[data-key='2,5']").tap()
        says(page, "The bull on column 2, row 5 is ")
        button(page, "Leave field B").tap()
        for name, bulls in (("C", 5), ("D", 6)):
            page.get_by_role("link", name=f"On to Field {name}").tap()
            button(page, f"Roll for {bulls} bulls").tap()
            button(page, f"Leave field {name}").tap()
        assert facts(page)[2:] == ["2", str(A + B + 2 * 3)]
        page.get_by_role("link", name="Result").tap()
        total(page, 6, A + B + 2 * 3, "Terri-bull")


def tab(page: Page, wanted: str) -> None:
    """Press Tab until something is reached."""
    for _ in range(40):
        if page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not reach {wanted}")


AIM = """key => { const at = (node) => { const box = node.querySelector(".reach").getBoundingClientRect();
  return [box.x, box.y]; };
  const [x, y] = at(document.activeElement), [tx, ty] = at(document.querySelector(`.board [data-key="${key}"]`));
  return document.activeElement.dataset.key === key ? "" : Math.abs(tx - x) > Math.abs(ty - y)
    ? (tx > x ? "ArrowRight" : "ArrowLeft") : (ty > y ? "ArrowDown" : "ArrowUp"); }"""


def steer(page: Page, key: str) -> None:
    """Go to a spot of the board with the arrow keys and press it."""
    tab(page, ".board .spot")
    for _ in range(12):
        arrow = page.evaluate(AIM, key)
        if not arrow:
            page.keyboard.press("Space")
            return
        page.keyboard.press(arrow)
    raise AssertionError(f"arrows do not reach {key}")


def press(page: Page, act: str) -> None:
    page.keyboard.press("Shift+Tab")  # whatever has the focus, the way on begins there
    tab(page, f".bar [data-key='{act}']")
    page.keyboard.press("Enter")


def test_a_whole_game_by_keyboard_cut_off_by_the_fourth_pass(browser: Browser) -> None:
    with (
        rolling((*A_BULLS, *A_ROLLS, *B_BULLS, *C_BULLS, *D_BULLS, *(1, 2, 3) * 4)) as site,
        phone(browser, site) as page,
    ):
        press(page, "next")
        page.wait_for_url("**/t/*/field*")
        for number, (one, other) in enumerate(A_FENCES):
            press(page, "next")
            says(page, "Rolled")
            assert page.evaluate("document.activeElement.matches('.board .lit')")
            steer(page, one)
            says(page, f"Post {one}: ")
            steer(page, other)
            expect(page.locator(".board .fence")).to_have_count(number + 1)
        for name in "BC":
            press(page, "next")
            says(page, f"Field {name}: 0 of ")
            press(page, "next")
            says(page, "Roll three dice")
            press(page, "leave")
            says(page, f"Field {name} was left")
        press(page, "next")
        says(page, "Field D: 0 of 6")
        press(page, "next")
        for left in ("2", "1", "0", "0"):
            says(page, "Roll three dice")
            press(page, "next")
            says(page, "Rolled 1, 2, 3: ")
            press(page, "pass")
            expect(page.locator(".facts b").nth(2)).to_have_text(left)
        says(page, "Field D was cut off by a pass")
        press(page, "next")
        total(page, 5, A, "Terri-bull")  # three times 0 for bulls, and no line for mallets


def test_a_whole_game_without_script(browser: Browser) -> None:
    numbers = (*A_BULLS, *A_ROLLS, *B_BULLS, *C_BULLS, *D_BULLS[2:])
    with rolling(numbers) as site, phone(browser, site, java_script_enabled=False) as page:
        button(page, "Roll for 3 bulls").click()
        for number, (one, other) in enumerate(A_FENCES):
            button(page, "Roll three dice").click()
            if number == 0:  # by the drawing, whose taps are links then, and a button to build
                post(page, one).click()
                post(page, other).click()
                button(page, f"Build {one}–{other}").click()
            else:
                page.locator("#lists summary").click()
                names = sorted((one, other), key=lambda each: "TBLR".index(each[0]))
                page.locator("#list-fence").select_option(label=f"fence {'–'.join(names)}")
                page.get_by_role("button", name="Build a fence: Do it").click()
            expect(page.locator(".board .fence")).to_have_count(number + 1)
        for name, bulls in (("B", 4), ("C", 5)):
            page.get_by_role("link", name=f"On to Field {name}").click()
            button(page, f"Roll for {bulls} bulls").click()
            button(page, f"Leave field {name}").click()
        page.get_by_role("link", name="On to Field D").click()
        page.locator("#lists summary").click()
        page.locator("#list-bull").select_option("1,1")
        page.get_by_role("button", name="Place a bull: Do it").click()
        button(page, "Roll for 5 bulls").click()
        button(page, "Leave field D").click()
        page.get_by_role("link", name="Result").click()
        total(page, 6, A + 3 * 3, "Terri-bull")


Visits = Callable[..., Any]


def test_a_field_is_copied_from_paper_and_every_stage_is_in_order(visit: Visits) -> None:
    found = visit()
    page = found.go("/score/raging-bulls")
    page.get_by_role("button", name="Keep this game").click()
    page.wait_for_url("**/t/*")
    page.get_by_role("link", name="Play on the phone").click()
    page.get_by_role("link", name="Copy from paper").click()
    says(page, "as on paper: 0 of 3 bulls placed")
    assert (objections(page, FULL), page.evaluate(SMALL), found.sideways()) == ([], [], 0)
    for bull in ("4,2", "2,3", "3,4"):
        page.locator(f".spot.free[data-key='{bull}']").click()
        expect(page.locator(f".spot.piece[data-key='{bull}']")).to_have_count(1)
    for number, (one, other) in enumerate(A_FENCES[:3], 1):
        post(page, one).click()
        says(page, f"Post {one}: ")
        assert number > 1 or objections(page, FULL) == []
        post(page, other).click()
        expect(page.locator(".board .fence")).to_have_count(number)
    post(page, "L3").click()
    says(page, "Post L3: ")
    post(page, "L6").click()
    says(page, "L3–L6 stays on one side of the field")
    assert objections(page, FULL) == []
    page.get_by_role("link", name=re.compile("bull on column 4, row 2")).click()
    says(page, "The bull on column 4, row 2 is not isolated: ")
    assert page.locator(".board line.mark").count() == 1
    page.set_viewport_size({"width": 1280, "height": 800})
    assert (objections(page, FULL), found.sideways()) == ([], 0)
    assert [text for text in found.complaints if "400 (BAD REQUEST)" not in text] == []
    page.set_viewport_size({"width": 320, "height": 640})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert found.sideways() == 0
    night = visit(scheme="dark")
    night.go(page.url.removeprefix(found.site))
    assert objections(night.page, CONTRAST) == []


def test_what_one_phone_builds_is_seen_by_the_other(visit: Visits) -> None:
    one, two = visit(), visit(scheme="dark")
    page = one.go("/score/raging-bulls")
    page.get_by_role("button", name="Keep this game").click()
    page.wait_for_url("**/t/*")
    path = f"{page.url.removeprefix(one.site)}/field"
    one.go(path)
    other = two.go(path)
    page.locator(".spot.free[data-key='4,2']").click()
    expect(other.locator(".spot.piece[data-key='4,2']")).to_have_count(1, timeout=6000)
    assert button(other, "Undo: bulls 4,2").count() == 1
