"""The page of `pnp watch` in a browser: it follows the files by itself and keeps its place."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from pnp.watch.desk import Clock, Desk
from pnp.watch.server import site
from tests import small_folder as small
from tests.browser.conftest import PATIENCE, serving

ROWS = "title,picture\n" + "".join(f"Card {number},\n" for number in range(1, 31))
LONG = "far more words than the slot holds " * 9


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    small.write(tmp_path / "small", {"cards.csv": ROWS})
    made = Desk(tmp_path / "small", tmp_path / "_shared", "g", Clock(time.monotonic, time.sleep))
    watching = threading.Thread(target=made.watch, args=(0.05,))
    watching.start()
    yield made
    made.close()
    watching.join()


@pytest.fixture
def page(desk: Desk, browser: Browser) -> Iterator[Page]:
    """The page on a phone, and everything that it complained about when it is left."""
    with serving(site(desk, patience=2)) as port:
        context = browser.new_context(viewport={"width": 360, "height": 740})
        context.set_default_timeout(PATIENCE)
        found, complaints = context.new_page(), list[str]()
        found.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        found.on("pageerror", lambda error: complaints.append(str(error)))
        found.goto(f"http://localhost:{port}/")
        yield found
        context.close()
        desk.close()
    assert complaints == []


def test_the_page_follows_a_saved_file_without_losing_its_place(page: Page, desk: Desk) -> None:
    faces = page.locator(".faces > li")
    expect(faces).to_have_count(30)
    faces.nth(19).scroll_into_view_if_needed()
    expect(faces.nth(19).locator("img")).to_have_attribute("src", "/face/en/full/cards/20/front.svg?v=1")
    top = faces.nth(19).evaluate("face => Math.round(face.getBoundingClientRect().top)")
    assert page.evaluate("scrollY") > 0

    (desk.folder / "cards.csv").write_text(ROWS.replace("Card 20,", f"Card 20 {LONG},"))
    changed = faces.nth(19)
    expect(changed.locator("img")).to_have_attribute("src", "/face/en/full/cards/20/front.svg?v=2")
    expect(changed.locator(".spot b")).to_have_text(re.compile(r"1 \+\d+(\.\d)? mm"))
    expect(faces.nth(18).locator("img")).to_have_attribute("src", "/face/en/full/cards/19/front.svg?v=1")
    now = changed.evaluate("face => Math.round(face.getBoundingClientRect().top)")
    assert abs(now - top) <= 1  # though a list of warnings has come above
    assert page.evaluate("document.documentElement.scrollWidth") == 360

    page.get_by_label("Only with warnings").check()
    expect(page.locator(".faces > li:visible")).to_have_count(1)
    page.locator("#list a").click()
    large = page.get_by_role("dialog")
    expect(large).to_contain_text("g/cards.csv:21, column title")
    expect(large.locator(".spot")).to_have_count(1)

    (desk.folder / "frames.toml").write_text("[card.slots.title\n")
    expect(page.locator("#unread")).to_contain_text("g/frames.toml:1")
    expect(page.locator("body")).to_have_class("trim backs only stale")
    expect(large.locator("img")).to_have_attribute("src", "/face/en/full/cards/20/front.svg?v=2")

    (desk.folder / "frames.toml").write_text(small.FRAMES)
    (desk.folder / "cards.csv").write_text(ROWS)
    expect(large.locator(".spot")).to_have_count(0)
    page.get_by_role("button", name="Close").click()
    expect(page.locator("#status")).to_have_text("Nothing to tell")
