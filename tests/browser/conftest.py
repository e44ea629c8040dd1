"""A real browser on a plain http name, as a phone on the network has it. Without a Chromium these tests are skipped,
unless CI or BULLPEN_NEED_BROWSER says that there must be one."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from werkzeug.serving import make_server

from pnp.data import load
from tracker import create_app

TEMPLATES = Path(__file__).parent.parent.parent / "templates"
NAME = "bullpen.test"
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")  # the quickest first
QUIET = ("--disable-gpu", "--disable-software-rasterizer", "--in-process-gpu", "--disable-quic", "--no-first-run")


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of a Chromium on this machine."""
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if found is None:
        sentence = "no Chromium on this machine; install the package chromium to run the browser tests"
        if os.environ.get("CI") or os.environ.get("BULLPEN_NEED_BROWSER"):
            pytest.fail(sentence)
        pytest.skip(sentence)
    return found


@pytest.fixture(scope="session")
def site() -> Iterator[str]:
    """The address of the site under a name that is neither localhost nor secure."""
    server = make_server("127.0.0.1", 0, create_app({"GAMES": load.load_all(TEMPLATES)}), threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://{NAME}:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    """A browser that knows one name and reaches nothing else."""
    rules = f"MAP {NAME} 127.0.0.1, MAP * ~NOTFOUND"
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=chromium, args=[f"--host-resolver-rules={rules}", *QUIET])
        yield found
        found.close()


class Visit:
    """One page in a fresh browser window, with everything it complained about and asked for."""

    def __init__(self, context: BrowserContext, site: str) -> None:
        self.page: Page = context.new_page()
        self.page.set_default_timeout(8000)
        self.site = site
        self.complaints: list[str] = []
        self.asked: list[str] = []
        self.page.on(
            "console", lambda said: self.complaints.append(said.text) if said.type in ("error", "warning") else None
        )
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))

    def go(self, path: str) -> Page:
        """Open `path` and wait until it is all there."""
        self.page.goto(self.site + path)
        return self.page

    def sideways(self) -> int:
        """Return by how many pixels the page is wider than the window."""
        root = "document.documentElement"
        return int(self.page.evaluate(f"{root}.scrollWidth - {root}.clientWidth"))


@pytest.fixture(scope="session")
def window(browser: Browser) -> Callable[[str, bool], BrowserContext]:
    """Give a window by colour scheme and with or without script; windows keep their cache between tests."""

    @cache
    def open_window(scheme: str, script: bool) -> BrowserContext:
        return browser.new_context(color_scheme=scheme, java_script_enabled=script, locale="en-GB")  # type: ignore[arg-type]

    return open_window


@pytest.fixture
def visit(window: Callable[[str, bool], BrowserContext], site: str) -> Iterator[Callable[..., Visit]]:
    """Begin a visit without cookies: visit(width, height, scheme, script)."""
    visits: list[Visit] = []

    def begin(width: int = 360, height: int = 740, scheme: str = "light", script: bool = True) -> Visit:
        visits.append(Visit(window(scheme, script), site))
        visits[-1].page.set_viewport_size({"width": width, "height": height})
        return visits[-1]

    yield begin
    for each in visits:
        each.page.context.clear_cookies()
        each.page.close()
