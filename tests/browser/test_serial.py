"""Whole games from the printed serial 7F3K-2 to the band: by touch, by keyboard and without script.

The serial places the bulls and all dice are given, so every total is one that was worked out by hand; it stands beside
the moves it comes from. By touch a game begins with the QR code of the built PDF, and its server is killed on the way.
"""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

import pypdfium2 as pdfium
import pytest
import zxingcpp
from playwright.sync_api import Browser, Page, expect

from pnp import build
from pnp.data import load
from tests.browser.conftest import NAME, PATIENCE, SOAK, TEMPLATES, serving
from tests.browser.test_field import Visits, button, post, says
from tests.browser.test_screens import CONTRAST, FULL, cramped, objections
from tests.shipped import BY_SLUG, SHARED, words
from tracker import create_app

pytestmark = pytest.mark.browser

SERIAL = "7F3K-2"
PARS = {"A": 21, "B": 27, "C": 26, "D": 40, "": 6}
Turn: TypeAlias = tuple[tuple[int, int, int], str, str]  # the dice, and the posts of the fence they are used for

# Field A has bulls on (6, 3), (2, 5) and (3, 3). L1-R3 and L4-R3 part the field from the left edge to one point on the
# right. B2-R1 and B2-L1 cut the pens of (6, 3) and (3, 3) out of what lies between them, and below is that of (2, 5).
A_TURNS: tuple[Turn, ...] = (
    ((2, 1, 5), "B2", "R1"),
    ((2, 2, 1), "L1", "B2"),
    ((1, 1, 3), "L1", "R3"),
    ((3, 3, 4), "L4", "R3"),
)
A = 3 * 3 + 24 - 5  # completed, on B2, R1, L1, R3 and L4

# Field B has bulls on (4, 2), (1, 4), (1, 3) and (4, 4). Between two fences that meet on a post, with T6-B1 or L2-R5
# across, are shut in: (4, 2) at T6, (1, 4) at L4, (4, 4) at R5. (1, 3) sees the left edge up to the fifth fence, at L2.
B_TURNS: tuple[Turn, ...] = (
    ((2, 5, 1), "L2", "R5"),
    ((5, 5, 4), "L4", "R5"),
    ((4, 6, 4), "L4", "T6"),
    ((6, 1, 6), "T6", "B1"),
    ((2, 3, 2), "L2", "B3"),
)
B_LEFT = 3 * 4  # after the fourth
B = 4 * 4 + 24 - 6  # completed, on L2, R5, L4, T6, B1 and B3
PASSED = (1, 1, 2)


def dice(turns: Sequence[Turn]) -> list[int]:
    return [number for roll, _, _ in turns for number in roll]


def facts(page: Page) -> list[str]:
    """Return posts used, isolated bulls, mallets left and points as they stand at the top."""
    return page.locator(".facts b").all_inner_texts()


def fences(page: Page, count: int) -> None:
    expect(page.locator(".board .fence")).to_have_count(count)


def ends(page: Page, lines: int, points: int, band: str, par: str) -> None:
    page.wait_for_url("**/result")
    assert page.locator(".tally .total b").inner_text() == str(points)
    assert page.locator(".audit tbody tr").count() == lines
    assert page.locator(".band-name").inner_text() == band
    assert page.locator(".par").inner_text() == f"Sheet {SERIAL} · par 120 {par}"


@contextmanager
def phone(browser: Browser, **more: Any) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 360, "height": 740}, locale="en-GB", **more)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    try:
        yield page
    finally:
        context.close()


SERVER = """
import json
import sys
from pathlib import Path
from werkzeug.serving import make_server
from pnp.data import load
from tracker import create_app
numbers = iter(map(int, sys.argv[4].split()))
pars = json.loads(sys.argv[5])
games = load.load_all(Path(sys.argv[1]))
sys.stdin.readline()
app = create_app({"GAMES": games, "DATABASE": sys.argv[2], "BELOW": lambda n: next(numbers) - 1})
app.extensions["once"] = {"par": {("par", "raging-bulls", pars.pop("serial")): pars}}
make_server("127.0.0.1", 0, app, threaded=True, fd=int(sys.argv[3])).serve_forever()
"""


class Server:
    """A site in a process of its own that rolls the given numbers. Who asks before it is there, or again, waits."""

    def __init__(self, data: Path) -> None:
        self.data, self.door = data, socket.create_server(("127.0.0.1", 0))
        self.site = f"http://{NAME}:{self.door.getsockname()[1]}"
        self.processes: list[subprocess.Popen[bytes]] = []

    def prepare(self, numbers: Sequence[int]) -> None:
        """Begin a process that has read the games, and no table, before it is told to `serve`."""
        door = self.door.fileno()
        told = (str(TEMPLATES), str(self.data / "bullpen.db"), str(door), " ".join(map(str, numbers)))
        command = (sys.executable, "-c", SERVER, *told, json.dumps({"serial": SERIAL, **PARS}))
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL, pass_fds=(door,))
        self.processes.append(process)

    def serve(self) -> None:
        told = self.processes[0].stdin
        assert told is not None
        told.write(b"\n")
        told.flush()

    def kill(self) -> None:
        process = self.processes.pop(0)
        process.kill()
        process.communicate()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    found = Server(tmp_path)
    yield found
    while found.processes:
        found.kill()
    found.door.close()


def printed(link: str) -> str:
    """Print a sheet, and return what the QR code on the paper says."""
    order = build.Order(load.paper("a4", SHARED), "en", pieces=("sheet",), serials=(SERIAL,), link=link)
    (job,) = build.plan([BY_SLUG["raging-bulls"]], order, words)
    page = pdfium.PdfDocument(build.pdf(job.document))[0]
    (found,) = zxingcpp.read_barcodes(page.render(scale=2).to_pil())
    return str(found.text)


def in_order(page: Page) -> None:
    """Find nothing sideways, too small to tap, or that axe objects to, by day and, where there is time, by night."""
    page.wait_for_load_state()
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    assert (cramped(page), objections(page, FULL)) == ([], [])
    if SOAK:
        page.emulate_media(color_scheme="dark")
        assert objections(page, CONTRAST) == []
        page.emulate_media(color_scheme="light")


def tap(page: Page, number: int, one: str, other: str) -> None:
    post(page, one).tap()
    says(page, f"Post {one}: ")
    assert page.locator(".board .lit").count() > 0
    post(page, other).tap()
    fences(page, number)


def ask_the_partner(page: Page) -> None:
    before = page.locator(".board").bounding_box()
    box = button(page, "What would the partner do?").bounding_box()
    page.touchscreen.tap(box["x"] + 20, box["y"] + 20)  # where it is: a tap by name may scroll first
    says(page, "The partner: Build ")
    assert (page.locator(".advice li").count(), page.locator(".board").bounding_box()) == (4, before)


def test_from_the_code_on_the_paper_to_the_band_by_touch_with_the_server_killed_on_the_way(
    browser: Browser, server: Server
) -> None:
    server.prepare([*dice(A_TURNS), *PASSED, *dice(B_TURNS[:2])])
    server.serve()
    with phone(browser, has_touch=True) as page:
        complaints: list[str] = []
        page.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
        page.goto(printed(server.site))
        assert page.locator(".start .total b").inner_text() == "120"
        in_order(page)
        page.get_by_role("button", name="Play this sheet on the phone").tap()
        page.wait_for_url("**/t/*/field")
        assert facts(page) == ["0/24", "0/3", "3", "0"]
        server.prepare(dice(B_TURNS[2:4]))
        for number, (roll, one, other) in enumerate(A_TURNS, 1):
            button(page, "Roll three dice").tap()
            says(page, "Rolled {}, {}, {}: ".format(*roll))
            if number == 1:
                button(page, "Undo: roll 2, 1, 5").tap()
                says(page, "Field A: 0 of 3")
                button(page, "Redo: roll 2, 1, 5").tap()
                says(page, "Rolled 2, 1, 5: ")
                ask_the_partner(page)
                in_order(page)
            tap(page, number, one, other)
        says(page, "Field A is completed: all 3 bulls are isolated.")
        assert (facts(page), page.locator(".board .ring").count()) == (["5/24", "3/3", "3", str(A)], 3)
        page.get_by_role("link", name="On to Field B").tap()
        button(page, "Roll three dice").tap()
        says(page, "Rolled 1, 1, 2: ")
        button(page, "Pass: 2 mallets stay").tap()
        for number, (roll, one, other) in enumerate(B_TURNS[:4], 1):
            says(page, "Roll three dice")
            button(page, "Roll three dice").tap()
            says(page, "Rolled {}, {}, {}: ".format(*roll))
            if number == 2:  # a roll is open: it is there again
                server.kill()
                server.serve()
                page.reload()
                says(page, "Rolled {}, {}, {}: ".format(*roll))
            tap(page, number, one, other)
        assert (facts(page), page.locator(".board .ring").count()) == (["5/24", "3/4", "2", str(A + B_LEFT)], 3)
        page.locator(".spot[data-key='1,3']").tap()
        says(page, "The bull on column 1, row 3 is ")
        for name in "BCD":
            if name != "B":
                page.get_by_role("link", name=f"On to Field {name}").tap()
            button(page, f"Leave field {name}").tap()
            says(page, f"Field {name} was left")
        page.get_by_role("link", name="Result").tap()
        ends(page, 6, A + B_LEFT + 2 * 3, "Passa-bull", "−74")  # 46: fields A (bulls, posts), B, C and D, and mallets
        page.get_by_role("button", name="Finish").tap()
        page.get_by_role("link", name="Where points were left").tap()
        page.locator("details summary").tap()
        expect(page.locator("details li")).to_have_count(12)  # eight fences, a pass, and three fields left
        in_order(page)
        page.goto(f"{server.site}/history/raging-bulls")
        assert page.locator(".games .par").inner_text() == "Sheet 7F3K-2 · par 120 −74"
        assert objections(page, FULL) == []
        assert [text for text in complaints if "net::" not in text] == []  # what the kill cut off


class Site:
    """A site in this process that rolls the numbers it is told."""

    def __init__(self) -> None:
        self.numbers: Iterator[int] = iter(())
        app = create_app({"GAMES": load.load_all(TEMPLATES), "BELOW": lambda n: next(self.numbers) - 1})
        app.extensions["once"] = {"par": {("par", "raging-bulls", SERIAL): PARS}}
        self.app = app

    def rolls(self, numbers: Sequence[int]) -> None:
        self.numbers = iter(numbers)


@pytest.fixture(scope="module")
def told() -> Iterator[Site]:
    """A site for the games that are not interrupted, which does not work out the par of the sheet once more."""
    found = Site()
    with serving(found.app) as port:
        found.address = f"http://{NAME}:{port}"
        yield found


def tab(page: Page, wanted: str) -> None:
    """Press Tab until something is reached."""
    for _ in range(40):
        if page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not reach {wanted}")


AIM = """key => { const at = (node) => { const box = node.querySelector(".reach").getBoundingClientRect();
  return [box.x, box.y]; };
  const now = document.activeElement, [x, y] = at(now), [tx, ty] = at(document.querySelector(`[data-key="${key}"]`));
  const ways = [tx > x ? "ArrowRight" : "ArrowLeft", ty > y ? "ArrowDown" : "ArrowUp"];
  return [now.dataset.key, ...(Math.abs(tx - x) > Math.abs(ty - y) ? ways : ways.reverse())]; }"""


def steer(page: Page, key: str) -> None:
    """Go to a spot of the board with the arrow keys, from none twice the same way, and press it."""
    tab(page, ".board .spot")
    gone: set[tuple[str, str]] = set()
    for _ in range(12):
        here, *arrows = page.evaluate(AIM, key)
        if here == key:
            page.keyboard.press("Space")
            return
        arrow = next(each for each in arrows if (here, each) not in gone)
        gone.add((here, arrow))
        page.keyboard.press(arrow)
    raise AssertionError(f"arrows do not reach {key}")


def press(page: Page, act: str) -> None:
    page.keyboard.press("Shift+Tab")  # whatever has the focus, the way on begins there
    tab(page, f".bar [data-key='{act}']")
    page.keyboard.press("Enter")


def test_a_whole_game_from_a_typed_serial_by_keyboard_cut_off_by_the_fourth_pass(browser: Browser, told: Site) -> None:
    told.rolls([*dice(A_TURNS), *dice(B_TURNS), *PASSED * 4])
    with phone(browser) as page:
        page.goto(told.address)
        tab(page, "#code")
        page.keyboard.type(SERIAL)
        page.keyboard.press("Enter")
        page.wait_for_url(f"**/s/raging-bulls/{SERIAL}")
        tab(page, ".start .big")
        page.keyboard.press("Enter")
        page.wait_for_url("**/t/*/field")
        for name, turns, points in (("A", A_TURNS, A), ("B", B_TURNS, A + B)):
            for number, (_, one, other) in enumerate(turns, 1):
                press(page, "next")
                says(page, "Rolled")
                assert page.evaluate("document.activeElement.matches('.board .lit')")
                steer(page, one)
                says(page, f"Post {one}: ")
                steer(page, other)
                fences(page, number)
            says(page, f"Field {name} is completed")
            assert facts(page)[3] == str(points)
            press(page, "next")
            says(page, "Roll three dice")
        press(page, "leave")
        says(page, "Field C was left")
        press(page, "next")
        for left in ("2", "1", "0", "0"):
            says(page, "Roll three dice")
            press(page, "next")
            says(page, "Rolled 1, 1, 2: ")
            press(page, "pass")
            expect(page.locator(".facts b").nth(2)).to_have_text(left)
        says(page, "Field D was cut off by a pass")
        press(page, "next")
        ends(page, 6, A + B, "Respecta-bull", "−58")  # 62: A and B (bulls, posts), C and D; no line for mallets


def test_a_whole_game_from_a_typed_serial_without_script(browser: Browser, told: Site) -> None:
    told.rolls([*dice(A_TURNS), *PASSED, *dice(B_TURNS[:1])])
    with phone(browser, java_script_enabled=False) as page:
        page.goto(told.address)
        page.locator("#code").fill(SERIAL)
        page.locator("#code + button").click()
        page.get_by_role("button", name="Play this sheet on the phone").click()
        for name, turns in (("A", A_TURNS), ("B", B_TURNS[:1])):
            if name == "B":
                button(page, "Roll three dice").click()
                button(page, "Pass: 2 mallets stay").click()
            for number, (_, one, other) in enumerate(turns, 1):
                button(page, "Roll three dice").click()
                if number == 1:  # by the drawing, whose taps are links then, and a button to build
                    post(page, one).click()
                    post(page, other).click()
                    button(page, f"Build {one}–{other}").click()
                else:
                    page.locator("#lists summary").click()
                    names = sorted((one, other), key=lambda each: "TBLR".index(each[0]))
                    page.locator("#list-fence").select_option(label=f"fence {'–'.join(names)}")
                    page.get_by_role("button", name="Build a fence: Do it").click()
                fences(page, number)
            if name == "A":
                page.get_by_role("link", name="On to Field B").click()
        expect(page.locator(".facts b")).to_have_text(["2/24", "0/4", "2", str(A)])
        for name, way in (("B", "On to Field C"), ("C", "On to Field D"), ("D", "Result")):
            button(page, f"Leave field {name}").click()
            page.get_by_role("link", name=way).click()
        ends(page, 6, A + 2 * 3, "Terri-bull", "−86")


def test_a_code_that_was_misread_is_in_sight_and_ready_to_be_put_right(visit: Visits) -> None:
    page = visit().go("/")
    page.locator("#code").fill("7F3K-3")
    page.get_by_role("button", name="Join").click()
    expect(page.locator("#code")).to_be_focused()
    expect(page.locator("#code")).to_be_in_viewport()
    expect(page.locator("#code-fault")).to_be_in_viewport()
