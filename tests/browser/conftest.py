"""A real browser on a plain http name, as a phone on the network has it. Without a Chromium these tests are skipped,
unless CI or BULLPEN_NEED_BROWSER says that there must be one."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Page, Request, expect, sync_playwright
from werkzeug.serving import make_server

from pnp.data import load
from tests.phones import Phone
from tracker import create_app

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

TEMPLATES = Path(__file__).parent.parent.parent / "templates"
NAME = "bullpen.test"
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")  # the quickest first
QUIET = ("--disable-gpu", "--disable-software-rasterizer", "--in-process-gpu", "--disable-quic", "--no-first-run")
RULES = f"MAP {NAME} 127.0.0.1, MAP localhost 127.0.0.1, MAP * ~NOTFOUND"
SOAK = bool(os.environ.get("BULLPEN_SOAK"))
PATIENCE = 20_000  # ms; what is there sooner costs nothing, and no machine is too slow
STOP = 0.02  # seconds between two looks whether a server is to stop
expect.set_options(timeout=PATIENCE)


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
def served() -> Flask:
    """The site that the browser visits, for what a test wants done there before it looks."""
    return create_app({"GAMES": load.load_all(TEMPLATES)})


@contextmanager
def serving(site: WSGIApplication) -> Iterator[int]:
    """Serve a site from this process; give its port."""
    server = make_server("127.0.0.1", 0, site, threaded=True)
    thread = threading.Thread(target=server.serve_forever, args=(STOP,))
    thread.start()
    yield server.server_port
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="session")
def site(served: Flask) -> Iterator[str]:
    """The address of the site under a name that is neither localhost nor secure."""
    with serving(served) as port:
        yield f"http://{NAME}:{port}"


@pytest.fixture
def begun(served: Flask) -> Callable[[str], str]:
    """Begin a table on a phone that is then put away; return its path."""
    return Phone(served).begin


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    """A browser that knows this machine under two names and reaches nothing else."""
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=chromium, args=[f"--host-resolver-rules={RULES}", *QUIET])
        yield found
        found.close()


class Visit:
    """One page of a browser during one test, with everything it complained about and asked for."""

    def __init__(self, page: Page, site: str) -> None:
        self.page = page
        self.site = site
        self.complaints: list[str] = []
        self.asked: list[str] = []
        self.open: set[Request] = set()
        self.heard: dict[str, Callable[..., None]] = {
            "console": lambda said: self.complaints.append(said.text) if said.type in ("error", "warning") else None,
            "pageerror": lambda error: self.complaints.append(str(error)),
            "request": self._asks,
            "requestfinished": self._is_answered,
            "requestfailed": self._is_answered,
        }
        for event, hear in self.heard.items():
            page.on(event, hear)  # type: ignore[call-overload]

    def _asks(self, request: Request) -> None:
        self.asked.append(request.url)
        self.open.add(request)

    def _is_answered(self, request: Request) -> None:
        self.open.discard(request)

    def quiet(self) -> None:
        """Wait until nothing is on its way."""
        for _ in range(PATIENCE // 10):
            if not self.open:
                return
            self.page.wait_for_timeout(10)
        raise AssertionError([request.url for request in self.open])

    def go(self, path: str) -> Page:
        """Open `path` and wait until it is all there."""
        self.page.goto(self.site + path)
        return self.page

    def sideways(self) -> int:
        """Return by how many pixels the page is wider than the window, with its styles."""
        self.page.wait_for_load_state()
        root = "document.documentElement"
        return int(self.page.evaluate(f"{root}.scrollWidth - {root}.clientWidth"))

    def leave(self) -> None:
        """End the visit: the page is as good as new, and the next test has what the browser compiled for this one."""
        for event, hear in self.heard.items():
            self.page.remove_listener(event, hear)
        self.page.unroute_all()
        self.page.context.set_offline(False)
        self.page.context.clear_cookies()
        self.page.goto("about:blank", wait_until="commit")


@pytest.fixture(scope="session")
def window(browser: Browser) -> Callable[[str, bool], tuple[BrowserContext, list[Page]]]:
    """Give a window by colour scheme and with or without script, and its idle pages; both outlast a test."""

    @cache
    def open_window(scheme: str, script: bool) -> tuple[BrowserContext, list[Page]]:
        context = browser.new_context(color_scheme=scheme, java_script_enabled=script, locale="en-GB")  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE)
        return context, []

    return open_window


@pytest.fixture
def visit(
    window: Callable[[str, bool], tuple[BrowserContext, list[Page]]], site: str
) -> Iterator[Callable[..., Visit]]:
    """Begin a visit without cookies: visit(width, height, scheme, script)."""
    visits: list[tuple[Visit, list[Page]]] = []

    def begin(width: int = 360, height: int = 740, scheme: str = "light", script: bool = True) -> Visit:
        context, idle = window(scheme, script)
        found = Visit(idle.pop() if idle else context.new_page(), site)
        visits.append((found, idle))
        found.page.set_viewport_size({"width": width, "height": height})
        return found

    yield begin
    for each, idle in visits:
        each.leave()
        idle.append(each.page)
