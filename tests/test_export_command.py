"""`pnp export` as people type it: files out, one path a line, and options that do not go together."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests import small_folder
from tests.test_cli import pnp


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the small game in its templates."""
    small_folder.write(tmp_path / "templates" / "small")
    return tmp_path


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("png", "--dpi", "60"), ["cards-01-front.png", "cards-02-front.png"]),
        (("svg", "--bleed"), ["cards-01-front.svg", "cards-02-front.svg"]),
        (("contact", "--paper", "letter"), ["contact-en.pdf", "contact-en-1.png"]),
        (("tts",), ["tts/cards.png", "tts/cards-back.png", "tts/small.json", "tts/card-list.json"]),
        (("oneup",), ["cards-one-up.pdf"]),
        (("oneup", "--shop", "mb-print"), ["cards-mb-print-cards.pdf"]),
        (
            ("oneup", "--format", "png"),
            ["one-up/cards-01-front.png", "one-up/cards-02-front.png", "one-up/cards.csv"],
        ),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, tuple) else "",
)
def test_every_kind_of_export_prints_the_paths_of_its_files(
    folder: Path, words: tuple[str, ...], expected: list[str]
) -> None:
    done = pnp("export", "small", "--to", *words, cwd=folder)
    assert (done.returncode, done.stdout.splitlines()) == (0, [f"output/small/{name}" for name in expected])
    assert all((folder / line).is_file() for line in done.stdout.splitlines())


def test_nothing_in_an_export_names_the_machine(folder: Path) -> None:
    pnp("export", "small", "--to", "tts", cwd=folder)
    text = (folder / "output/small/tts/small.json").read_text()
    assert str(folder) not in text
    assert json.loads(text)["SaveName"] == "Small"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("png", "--shop", "mb-print"), "Error: --shop goes with --to oneup"),
        (("tts", "--bleed"), "Error: --bleed goes with --to png or svg"),
        (("contact", "--format", "png"), "Error: --format goes with --to oneup"),
        (("svg", "--dpi", "300"), "Error: --dpi goes with --to png"),
        (("png", "--link", "https://host"), "Error: --link goes with --to tts"),
        (("oneup", "--paper", "a4"), "Error: --paper goes with --to contact"),
    ],
    ids=lambda value: value[1] if isinstance(value, tuple) else "",
)
def test_an_option_that_would_be_passed_over_is_refused(folder: Path, words: tuple[str, ...], expected: str) -> None:
    done = pnp("export", "small", "--to", *words, cwd=folder)
    assert (done.returncode, done.stdout, done.stderr.splitlines()[-1]) == (2, "", expected)


def test_what_a_shop_cannot_make_writes_nothing(folder: Path) -> None:
    done = pnp("export", "small", "--to", "oneup", "--shop", "meinspiel", cwd=folder)
    assert done.stderr.splitlines() == [
        "templates/small/game.toml: cards: MeinSpiel does not make cards of 63 × 88 mm; "
        "it makes skat 59 × 91 mm, trump 62 × 100 mm",
        "1 problem; nothing was written.",
    ]
    assert not (folder / "output").exists()


def test_what_to_do_with_the_files_is_told_beside_them(folder: Path) -> None:
    done = pnp("export", "small", "--to", "oneup", "--shop", "mb-print", cwd=folder)
    assert done.stderr.splitlines() == [
        "note: Cards: it has no backs; the files are fronts alone",
        "note: MB Print: The shop converts RGB to CMYK and wants letters as outlines; ask it, or convert the file "
        "before you upload.",
    ]


def test_an_address_that_is_none_is_told_and_nothing_is_written(folder: Path) -> None:
    done = pnp("export", "small", "--to", "tts", "--link", "host/folder", cwd=folder)
    assert (done.returncode, done.stderr.splitlines()) == (
        1,
        [
            '--link: "host/folder" is no address; allowed: one such as https://host/folder/',
            "1 problem; nothing was written.",
        ],
    )
    assert not (folder / "output").exists()
