"""Make the README's pictures from real output: `make pictures`.

paper.png: pages of the PDFs as they are printed. phone.png: screens of the tracker in a phone's size. <game>.png: every
different face of a game, piece by piece.
"""

from __future__ import annotations

import io
import shutil
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont
from playwright.sync_api import sync_playwright
from werkzeug.serving import make_server

from pnp import build, fonts
from pnp.data import furniture, load
from pnp.data.game import Game
from pnp.data.prints import Deck
from pnp.layout.outlines import outline
from pnp.layout.piece import Piece
from pnp.pieces import make
from pnp.render import png
from pnp.scene import Document, Page, Shape
from pnp.scene import Path as Outline
from tracker import create_app

HERE = Path(__file__).parent
ROOT = HERE.parent / "templates"
SHARED = ROOT / "_shared"
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
DESK = (226, 222, 212)
PAGES = (("raging-bulls", "sheet", 0), ("viva-pamplona", "torro-cards", 0), ("viva-pamplona", "torro-cards", 1))
SCREENS = ("/", "/dice?game=raging-bulls", "/rules/viva-pamplona#charge", None)
WIDE, MARGIN, GAP, LABEL = 1200, 28, 8, 26  # pixels of a contact sheet
SMALL, LARGE = 1.3, 0.7  # pixels a millimetre: of what is held in the hand, and of boards, pages, nets and boxes
HELD = ("cards", "tokens", "standees", "stickers")
INK = (92, 86, 74)
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


@cache
def label() -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(fonts.face("Barlow Condensed", 600).path), 17)


@dataclass(frozen=True, slots=True)
class Block:
    """The faces of one piece, in rows, below its title."""

    title: str
    rows: tuple[tuple[Image.Image, ...], ...]

    @property
    def width(self) -> int:
        words = int(label().getlength(self.title)) + 1
        return max(words, *(sum(face.width + GAP for face in row) - GAP for row in self.rows))

    @property
    def height(self) -> int:
        return LABEL + sum(max(face.height for face in row) + GAP for row in self.rows)


def faces(game: Game, piece: Piece) -> Iterator[Image.Image]:
    """Yield every different face of a piece, first the fronts, then the backs, each cut to its outline."""
    scale = SMALL if piece.kind in HELD else LARGE
    fronts = {id(face.front): (number, face.front) for number, face in enumerate(piece.faces)}
    backs = {id(face.back): (number, face.back) for number, face in enumerate(piece.faces) if face.back is not None}
    sides = [*fronts.values(), *backs.values()]
    pages = tuple(build.face_page(piece, shape) for _, shape in sides)
    (found,) = (found for found in game.prints if found.id == piece.id)
    size = (round(piece.width * scale), round(piece.height * scale))
    seen: set[bytes] = set()
    for (number, _), data in zip(sides, png.pages(pdf(pages), 4 * scale * 25.4), strict=True):
        face = Image.open(io.BytesIO(data)).convert("RGB").resize(size, Image.Resampling.LANCZOS)
        if face.tobytes() not in seen:
            seen.add(face.tobytes())
            if isinstance(found, Deck) and found.kind == "tokens":
                cut = Outline(outline(found.cut_to(found.cards[number]), piece.width, piece.height), fill="#000000")
                face = Image.composite(Image.new("RGB", size, DESK), face, hole(piece, cut, scale).resize(size))
            yield face


def hole(piece: Piece, cut: Shape, scale: float) -> Image.Image:
    """Return what is white outside an outline."""
    page = Page(piece.width, piece.height, (cut,))
    return Image.open(io.BytesIO(png.render(pdf((page,)), 0, 4 * scale * 25.4))).convert("L")


def pdf(pages: tuple[Page, ...]) -> bytes:
    return build.pdf(Document(pages, "", "", "", "", "en"))


def block(game: Game, piece: Piece) -> Block:
    """Return the faces of a piece in as few rows as the sheet's width allows, as even as they can be."""
    found = list(faces(game, piece))
    across = (WIDE - 2 * MARGIN + GAP) // (found[0].width + GAP)
    rows = -(-len(found) // across)
    even = -(-len(found) // rows)
    return Block(piece.title, tuple(tuple(found[at : at + even]) for at in range(0, len(found), even)))


def contact(game: Game) -> Image.Image:
    """Return all pieces of a game on a desk, in the game's order, side by side where they fit."""
    shelves: list[list[Block]] = []
    for piece in make(game, "en"):
        if piece.kind == "poster":
            continue
        made = block(game, piece)
        used = sum(other.width + 3 * GAP for other in shelves[-1]) if shelves else WIDE
        if used + made.width > WIDE - 2 * MARGIN:
            shelves.append([])
        shelves[-1].append(made)
    height = sum(max(each.height for each in shelf) + 2 * GAP for shelf in shelves)
    desk = Image.new("RGB", (WIDE, height + 2 * MARGIN - 3 * GAP), DESK)
    y = MARGIN
    for shelf in shelves:
        x = MARGIN
        for each in shelf:
            lay(desk, each, x, y)
            x += each.width + 3 * GAP
        y += max(each.height for each in shelf) + 2 * GAP
    return desk


def lay(desk: Image.Image, made: Block, x: int, y: int) -> None:
    ImageDraw.Draw(desk).text((x, y), made.title, INK, label())
    y += LABEL
    for line in made.rows:
        at = x
        for face in line:
            desk.paste(face, (at, y))
            at += face.width + GAP
        y += max(face.height for face in line) + GAP


def flat(picture: Image.Image) -> Image.Image:
    """Return a picture in its 96 most frequent colours that are clearly different, so that small areas keep theirs."""
    counts = sorted(((count, color) for count, color in picture.getcolors(1 << 24) or ()), reverse=True)
    kept: list[tuple[int, int, int]] = []
    for _, color in counts:
        if len(kept) < 96 and all(max(abs(a - b) for a, b in zip(color, other, strict=True)) > 16 for other in kept):
            kept.append(color)
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for color in kept for part in color])
    return picture.quantize(palette=palette, dither=Image.Dither.NONE)


if __name__ == "__main__":
    paper().quantize(64).save(HERE / "paper.png", optimize=True)
    phone().quantize(128).save(HERE / "phone.png", optimize=True)
    for game in load.load_all(ROOT):
        flat(contact(game)).save(HERE / f"{game.slug}.png", optimize=True)
