"""From the QR code of a printed sheet to the band of the finished game, by touch; and its pages, by day and night."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Iterator
from pathlib import Path

import pypdfium2 as pdfium
import pytest
import zxingcpp
from click.testing import CliRunner
from playwright.sync_api import Browser, expect
from werkzeug.serving import make_server

from pnp.data import load
from tests.browser.conftest import NAME, TEMPLATES
from tests.browser.test_field import button, facts, says
from tests.browser.test_screens import CONTRAST, FULL, SMALL, objections
from tracker import create_app
from tracker.cli import main

pytestmark = pytest.mark.browser


@pytest.fixture
def site() -> Iterator[str]:
    """The address of a site that rolls 1, 2, 3 every time."""
    dice = itertools.cycle((0, 1, 2))
    app = create_app({"GAMES": load.load_all(TEMPLATES), "BELOW": lambda n: next(dice)})
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://{NAME}:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def printed(folder: Path, link: str) -> str:
    """Print a sheet, and return what the QR code on the paper says."""
    arguments = ("sheet", "raging-bulls", "--serial", "7F3K-2", "--link", link, "--out", str(folder))
    done = CliRunner().invoke(main, [*arguments, "--templates", str(TEMPLATES)])
    page = pdfium.PdfDocument(done.stdout.strip())[0]
    (found,) = zxingcpp.read_barcodes(page.render(scale=2).to_pil())
    return str(found.text)


def test_from_the_code_on_the_paper_to_the_band(browser: Browser, site: str, tmp_path: Path) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740}, locale="en-GB", has_touch=True)
    page = context.new_page()
    page.set_default_timeout(8000)
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)

    def in_order() -> None:
        assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
        assert (page.evaluate(SMALL), objections(page, FULL)) == ([], [])
        page.emulate_media(color_scheme="dark")
        assert objections(page, CONTRAST) == []
        page.emulate_media(color_scheme="light")

    page.goto(printed(tmp_path, site))
    assert page.locator(".start .total b").inner_text() == "120"
    in_order()
    page.get_by_role("button", name="Play this sheet on the phone").tap()
    page.wait_for_url("**/t/*/field")
    assert facts(page) == ["0/24", "0/3", "3", "0"]
    button(page, "Roll three dice").tap()
    says(page, "Rolled 1, 2, 3: ")
    before = page.locator(".board").bounding_box()
    box = button(page, "What would the partner do?").bounding_box()
    page.touchscreen.tap(box["x"] + 20, box["y"] + 20)  # where it is: a tap by name may scroll first
    says(page, "The partner: Build ")
    assert (page.locator(".advice li").count(), page.locator(".board").bounding_box()) == (4, before)
    in_order()
    page.locator(".advice button").first.tap()
    expect(page.locator(".board .fence")).to_have_count(1)
    for number, name in enumerate("ABCD"):
        if number:
            page.get_by_role("link", name=f"On to Field {name}").tap()
        button(page, f"Leave field {name}").tap()
        says(page, f"Field {name} was left")
    page.get_by_role("link", name="Result").tap()
    page.wait_for_url("**/result")
    assert page.locator(".tally .total b").inner_text() == "9"
    assert page.locator(".band-name").inner_text() == "Terri-bull"
    assert page.locator(".par").inner_text() == "Sheet 7F3K-2 · par 120 −111"
    page.get_by_role("button", name="Finish").tap()
    page.get_by_role("link", name="Where points were left").tap()
    page.locator("details summary").tap()
    assert page.locator("details li").count() == 5
    in_order()
    page.goto(f"{site}/history/raging-bulls")
    assert page.locator(".games .par").inner_text() == "Sheet 7F3K-2 · par 120 −111"
    assert objections(page, FULL) == []
    assert complaints == []
    context.close()
