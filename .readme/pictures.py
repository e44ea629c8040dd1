"""Make the README's pictures from real output: `make pictures`.

paper.png: pages of the PDFs as they are printed. phone.png: screens of the tracker in a phone's size.
"""

from __future__ import annotations

import io
import shutil
import threading
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright
from werkzeug.serving import make_server

from pnp import build
from pnp.data import furniture, load
from pnp.render import png
from tracker import create_app

HERE = Path(__file__).parent
ROOT = HERE.parent / "templates"
SHARED = ROOT / "_shared"
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
DESK = (226, 222, 212)
PAGES = (("raging-bulls", "sheet", 0), ("viva-pamplona", "torro-cards", 0), ("viva-pamplona", "torro-cards", 1))
SCREENS = ("/", "/dice?game=raging-bulls", "/rules/viva-pamplona#charge", None)
SHEET = {"A": ("completed", 3, 8), "B": ("completed", 4, 9), "C": ("left", 4, 10), "D": ("completed", 6, 12)}


def row(pictures: list[Image.Image], gap: int) -> Image.Image:
    """Return the pictures side by side on a desk."""
    height = max(picture.height for picture in pictures)
    desk = Image.new("RGB", (sum(p.width for p in pictures) + gap * (len(pictures) + 1), height + 2 * gap), DESK)
    x = gap
    for picture in pictures:
        desk.paste(picture, (x, gap + (height - picture.height) // 2))
        x += picture.width + gap
    return desk


def paper() -> Image.Image:
    """Return the pages of PAGES at 72 dpi."""
    found = []
    for slug, piece, page in PAGES:
        order = build.Order(load.paper("a4", SHARED), "en", pieces=(piece,))
        (job,) = build.plan(load.load_all(ROOT, [slug]), order, lambda lang: furniture.words(SHARED, lang))
        found.append(Image.open(io.BytesIO(png.render(build.pdf(job.document), page, 72))).convert("RGB"))
    return row(found, 24)


def phone() -> Image.Image:
    """Return the tracker's screens at 360 × 740."""
    server = make_server("127.0.0.1", 0, create_app(), threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    found = []
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=next(filter(None, map(shutil.which, BROWSERS))))
        page = browser.new_page(viewport={"width": 360, "height": 740})
        for path in SCREENS:
            if path is None:
                page.goto(f"http://127.0.0.1:{server.port}/score/raging-bulls")
                for i, (outcome, isolated, posts) in enumerate(SHEET.values()):
                    stem = f"seats-0-fields-{i}"
                    page.locator(f"[name={stem}-outcome][value={outcome}]").check(force=True)
                    page.locator(f"[name={stem}-isolated]").fill(str(isolated))
                    page.locator(f"[name={stem}-posts_used]").fill(str(posts))
                page.locator("[name=seats-0-mallets]").fill("1")
                page.locator("button.big").click()
            else:
                page.goto(f"http://127.0.0.1:{server.port}{path}")
            found.append(Image.open(io.BytesIO(page.screenshot())).convert("RGB"))
        browser.close()
    server.shutdown()
    return row(found, 24)


if __name__ == "__main__":
    paper().quantize(64).save(HERE / "paper.png", optimize=True)
    phone().quantize(128).save(HERE / "phone.png", optimize=True)
