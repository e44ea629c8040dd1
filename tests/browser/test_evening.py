"""An evening of Viva Pamplona! on one phone: ten phases noted as they happen, and the server dies in the middle.

All totals wanted stand here, worked out by hand; a real server in a process of its own keeps them.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import NAME, PATIENCE, SOAK, TEMPLATES
from tests.browser.test_table import arrives, settled

pytestmark = pytest.mark.browser

PLAYERS = ("Ada", "Bo", "Cy")
PHASES = (  # seat, what is noted, its inputs; the totals of all three after it, from 30 each
    (0, "charge", {"charge-0": "0", "charge-1": "1", "charge-2": "-2"}, (33, 30, 30)),  # 3 + 2 - 2
    (1, "charge", {"charge-0": "2", "charge-1": "-3"}, (33, 28, 30)),  # 1 - 3
    (2, "charge", {"charge-0": "-1", "charge-1": "-4", "charge-2": "4"}, (33, 28, 25)),  # -1 - 4 + 0
    (1, "fear", {"fear": "2"}, (33, 26, 25)),
    (0, "scuffle", {"scuffle-from": "seats-1", "scuffle-own": "3", "scuffle-theirs": "1"}, (35, 24, 25)),
    (2, "charge", {"charge-0": "-12", "charge-1": "-10", "charge-2": "-1"}, (35, 24, 2)),
    (2, "loan", {"loan": "1"}, (35, 24, 2)),  # 10 chips now, 10 points at the end
    (2, "charge", {"charge-0": "-5", "charge-1": "-3"}, (35, 24, -6)),
    (1, "scuffle", {"scuffle-from": "seats-2", "scuffle-own": "2", "scuffle-theirs": "1"}, (35, 25, -7)),
    (0, "charge", {"charge-0": "1", "charge-1": "0", "charge-2": "0"}, (43, 25, -7)),  # 2 + 3 + 3
)
BREAK = 6  # phases played when the server dies
HOME = (  # what is written at the end: ranks, spaces behind Torro
    {"ranks-0": "1", "behind-0": "4", "behind-1": "9"},  # 1 - 13
    {"ranks-0": "12", "ranks-1": "9", "ranks-2": "6"},  # 27
    {"ranks-0": "2", "behind-0": "3", "behind-1": "5"},  # 2 - 8
)
FINAL = (31, 52, -13)
PLACES = (("Bo", 52), ("Ada", 31), ("Cy", -13))
WHERE = [(NAME, True), (NAME, False), ("localhost", True), ("localhost", False)][: 4 if SOAK else 1]
BY: Any = {"indirect": True, "ids": str}
TITLES = {"charge": "Charge", "fear": "Fear", "scuffle": "Scuffle", "loan": "Loan"}


class Server:
    """The command in a process of its own; started again it has the same port and the same tables."""

    def __init__(self, data: Path) -> None:
        self.data, self.port = data, 0
        self.start()

    def start(self) -> None:
        code = ("-c", "from tracker.cli import main; main()", "serve", "--templates", str(TEMPLATES))
        command = (sys.executable, *code, "--port", str(self.port), "--data", str(self.data))
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.port = int(re.findall(r":(\d+)/", self.process.stdout.readline())[0])

    def kill(self) -> None:
        self.process.kill()
        assert self.process.communicate()[1] == ""

    def state(self, path: str) -> bytes:
        """Return all that a page of a table is told."""
        with urlopen(f"http://127.0.0.1:{self.port}{path}/state", timeout=10) as answer:
            found = answer.read()
        assert isinstance(found, bytes)
        return found


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    found = Server(tmp_path_factory.mktemp("evening"))
    yield found
    found.kill()


@pytest.fixture
def phone(request: pytest.FixtureRequest, browser: Browser, server: Server) -> Iterator[tuple[Page, str, bool]]:
    """A phone's page, the address of the site under one of its names, and whether there is script."""
    name, script = request.param
    size: Any = {"width": 360, "height": 740}
    context: BrowserContext = browser.new_context(java_script_enabled=script, locale="en-GB", viewport=size)
    context.set_default_timeout(PATIENCE)
    yield context.new_page(), f"http://{name}:{server.port}", script
    context.close()


def shown(totals: tuple[int, ...]) -> list[str]:
    return [str(total).replace("-", "−") for total in totals]


def note(page: Page, seat: int, kind: str, inputs: dict[str, str]) -> None:
    """Write one entry into the log of a seat, and press its button."""
    log = page.locator(f"#seats-{seat}-log")
    if not log.is_visible():
        page.locator(f"#seats-{seat} > details.aside > summary").click()
    pending = log.locator("details.note").filter(has=page.locator(f"[name$='-{next(iter(inputs))}']"))
    pending.locator("> summary").click()
    for ending, text in inputs.items():
        field = pending.locator(f"[name$='-{ending}']")
        if text.startswith("seats-"):
            pending.locator(f"label:has([value='{text}'])").click()
        else:
            field.fill(text)
    count = log.locator(".noted li").count()
    with page.expect_navigation():  # with its styles, or what is folded looks open
        pending.get_by_role("button", name=f"Note it: {TITLES[kind]}").click()
    assert log.locator(".noted li b").all_inner_texts()[count:] == [TITLES[kind]]


def write(page: Page, values: dict[str, str]) -> None:
    for name, text in values.items():
        page.locator(f"[name='{name}']").fill(text)  # to go on to the next one ends this one
    page.locator(f"[name='{name}']").blur()


def saved(page: Page, script: bool) -> None:
    """Press Save, or wait until the script has sent everything."""
    if not script:
        page.get_by_role("button", name="Save").last.click()
    settled(page)


@pytest.mark.parametrize("phone", WHERE, **BY)
def test_an_evening_in_ten_phases_comes_to_the_totals_worked_out_by_hand(
    phone: tuple[Page, str, bool], server: Server
) -> None:
    page, site, script = phone
    page.goto(f"{site}/score/viva-pamplona")
    page.get_by_role("button", name="Keep this game").click()
    page.wait_for_url("**/t/*")
    page.get_by_role("button", name="Add a player").click()
    arrives(page, "#seats-2")
    path = page.url.removeprefix(site).partition("#")[0]
    bar = page.locator(".bar .totals b")
    for number, (seat, kind, inputs, totals) in enumerate(PHASES):
        if number == BREAK:
            pause(page, server, path, script)
        note(page, seat, kind, inputs)
        noted = [f"Player {each + 1}" if number < BREAK else name for each, name in enumerate(PLAYERS)]
        assert page.locator(".bar .totals bdi").all_inner_texts() == noted
        if number:  # before that the others have neither chips nor a log, or nothing at all
            assert bar.all_inner_texts() == shown(totals)
            assert page.locator(".seat .running b").all_inner_texts() == shown(totals)
    write(page, {f"seats-{seat}-{key}": text for seat, row in enumerate(HOME) for key, text in row.items()})
    saved(page, script)
    expect(bar).to_have_text(shown(FINAL))
    page.get_by_role("button", name="Finish the game").click()
    page.wait_for_url("**/result")
    assert page.locator(".tally h2").all_inner_texts() == [name for name, _ in PLACES]
    assert page.locator(".tally .total b").all_inner_texts() == shown(tuple(total for _, total in PLACES))
    for tally, (_, total) in zip(page.locator(".tally").all(), PLACES, strict=True):
        lines = [int(text.replace("−", "-")) for text in tally.locator("tbody td.n").all_inner_texts()]
        assert sum(lines) == total


def pause(page: Page, server: Server, path: str, script: bool) -> None:
    """Kill the server and start it again, write names meanwhile; nothing else has changed and nothing is lost."""
    before = server.state(path)
    server.kill()
    write(page, {f"seats-{seat}-name": name for seat, name in enumerate(PLAYERS)})
    if script:
        expect(page.locator(".kept")).to_contain_text("waiting: 3")
        expect(page.locator(".kept")).not_to_contain_text("saved")
    server.start()
    if not script:
        assert server.state(path) == before
    saved(page, script)
    names = {f"seats-{seat}-name": name for seat, name in enumerate(PLAYERS)}
    old, new = json.loads(before), json.loads(server.state(path))
    assert new["values"] == old["values"] | names
    assert new["totals"] == old["totals"]


@pytest.mark.parametrize("phone", [(NAME, True), ("localhost", False)][: 2 if SOAK else 1], **BY)
def test_a_tap_that_the_server_could_not_keep_is_never_called_saved(phone: tuple[Page, str, bool]) -> None:
    page, site, script = phone
    page.goto(f"{site}/score/viva-pamplona")
    page.get_by_role("button", name="Keep this game").click()
    page.wait_for_url("**/t/*")
    busy = {"status": 503, "content_type": "text/html", "body": "<h1>Not just now</h1>"}
    page.route("**/t/*", lambda route: route.fulfill(**busy) if route.request.method == "POST" else route.continue_())
    write(page, {"seats-0-chips": "7"})
    if script:
        expect(page.locator(".kept")).to_contain_text("waiting: 1")
        expect(page.locator(".kept")).not_to_contain_text("saved")
        page.unroute("**/t/*")
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # a phone taken up asks at once
    else:
        page.get_by_role("button", name="Save").last.click()
        expect(page.locator("h1")).to_have_text("Not just now")
        page.unroute("**/t/*")
        page.reload()  # sends it again
    settled(page)
    expect(page.locator(".bar .totals b").first).to_have_text("7")
