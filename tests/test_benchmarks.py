"""The benchmark's decks: always the same, and the same work for the programs that are measured against each other."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path

import fontpkg
import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageStat

from pnp import build
from pnp.data import load
from pnp.data.load.papers import paper
from tests.benchmarks import workload

ROOT = Path(__file__).parent.parent
SHARED = ROOT / "templates/_shared"
FONTS = [str(fontpkg.path("Atkinson Hyperlegible", weight=weight)) for weight in (400, 700)]
CARDS = (30, 42, 180, 255)  # mm on the page: most of the nine cards, without rulers and marks


def deck(cards: int, folder: Path) -> Path:
    workload.make(cards, folder, SHARED)
    return folder


def digest(folder: Path) -> str:
    own = [path for path in sorted(folder.rglob("*")) if path.is_file() and "_shared" not in path.parts]
    content = b"".join(str(path.relative_to(folder)).encode() + path.read_bytes() for path in own)
    return hashlib.sha256(content).hexdigest()


def bare(folder: Path) -> bytes:
    out = folder / "bare.pdf"
    script = ROOT / "tests/benchmarks/bare.py"
    subprocess.run([sys.executable, str(script), str(folder), str(out), *FONTS], check=True)
    return out.read_bytes()


def ours(folder: Path) -> bytes:
    (game,) = load.load_all(folder)
    order = build.Order(paper("a4", SHARED), pieces=("deck",))
    (job,) = build.plan((game,), order, lambda code: load.words(folder, code))
    return build.pdf(job.document)


def picture(data: bytes, number: int) -> Image.Image:
    whole = pypdfium2.PdfDocument(data)[number].render(scale=38 / 72).to_pil().convert("L")
    left, top, right, bottom = (round(mm * 38 / 25.4) for mm in CARDS)
    return whole.crop((left, top, right, bottom))


def test_a_deck_of_the_same_size_is_always_the_same_bytes(tmp_path: Path) -> None:
    expected = "96415f7b94c4b077cf067859fdfcad0d49e2268b12e922d8da567d75a2c8e056"
    assert expected == digest(deck(62, tmp_path))


def test_every_card_of_a_large_deck_is_another() -> None:
    rows = workload.rows(10_000)
    assert len({row["text"] for row in rows}) == len(rows) == 10_000
    assert workload.rows(62) == rows[:62]


def test_the_press_and_the_bare_script_draw_the_same_cards_on_as_many_pages(tmp_path: Path) -> None:
    folder = deck(18, tmp_path)
    made, yardstick = ours(folder), bare(folder)
    assert len(pypdfium2.PdfDocument(made)) == len(pypdfium2.PdfDocument(yardstick)) == 4
    for number in range(4):
        difference = ImageChops.difference(picture(made, number), picture(yardstick, number))
        assert ImageStat.Stat(difference).mean[0] == pytest.approx(
            0, abs=1
        )  # of 255; with other words on the cards it is 8
