"""Forms in a real browser, on plain http under a name and on localhost: our own work, those of a neighbour do not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from tests.browser.conftest import NAME, SOAK, serving
from tests.browser.test_field import Visits

pytestmark = pytest.mark.browser
WHERE = [(NAME, True), ("localhost", False), (NAME, False), ("localhost", True)][: 4 if SOAK else 1]
POLICIES = ("same-origin", "no-referrer", "unsafe-url", "origin")[: 4 if SOAK else 2]


@pytest.fixture(scope="module")
def neighbour() -> Iterator[Callable[[str, str, str], str]]:
    """Another program on the same machine: give it a target and the form to send there, and get its address."""
    app, pages = Flask("neighbour"), dict[str, str]()
    app.add_url_rule("/<page>", "page", lambda page: pages[page])

    def address(name: str, target: str, policy: str) -> str:
        page = f"page{len(pages)}"
        meta = f'<meta name="referrer" content="{policy}">'
        form = f'<form method="post" action="{target}"><input name="finish" value="1"><button>Win</button></form>'
        pages[page] = f"<!doctype html><title>x</title>{meta}{form}"
        return f"http://{name}:{port}/{page}"

    with serving(app) as port:
        yield address


@pytest.fixture(params=WHERE, ids=str)
def phone(request: pytest.FixtureRequest, visit: Visits, site: str) -> tuple[Page, str]:
    """A page without cookies and the address of the site under one of its names, with script and without."""
    name, script = request.param
    return visit(script=script).page, f"http://{name}:{urlsplit(site).port}"


def test_our_own_forms_work_from_the_first_tap_on(phone: tuple[Page, str]) -> None:
    page, site = phone
    page.goto(f"{site}/dice")
    page.get_by_role("button", name="2d6").click()
    expect(page.get_by_text("Roll 1", exact=True)).to_be_visible()
    page.goto(f"{site}/score/raging-bulls")
    page.get_by_role("button", name="Keep this game").click()
    page.wait_for_url("**/t/*")
    table = page.url
    page.goto(f"{site}/dice?table={table.rpartition('/')[2]}")
    page.get_by_role("button", name="d20").click()
    expect(page.get_by_text("Roll 1", exact=True)).to_be_visible()
    page.goto(f"{site}/dice")
    page.get_by_role("button", name="4dF").click()
    expect(page.get_by_text("Roll 1", exact=True)).to_be_visible()
    page.goto(table)
    page.get_by_role("button", name="Finish").click()
    page.wait_for_url("**/result")


@pytest.mark.parametrize("policy", POLICIES)
def test_a_page_of_a_neighbour_on_another_port_changes_nothing(
    phone: tuple[Page, str], neighbour: Callable[[str, str, str], str], policy: str
) -> None:
    page, site = phone
    page.goto(f"{site}/score/raging-bulls")
    page.get_by_role("button", name="Keep this game").click()
    page.wait_for_url("**/t/*")
    table = page.url
    for name in (str(urlsplit(site).hostname), "localhost"):
        page.goto(neighbour(name, table, policy))
        with page.expect_navigation() as sent:
            page.get_by_role("button", name="Win").click()
        assert sent.value.status == 403
    page.goto(table)
    assert page.url == table  # still open
