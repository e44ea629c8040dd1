"""The contract that every game folder meets: it loads, prints in every language and ink, and looks as approved."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pypdf
import pytest

from pnp import build
from pnp.data import load
from pnp.data.prints import Booklet
from pnp.pieces import listed
from pnp.render.listing import render
from tests import pictures
from tests.shipped import BY_SLUG as GAMES
from tests.shipped import ROOT, SHARED, jobs, pdfs, pieces, words

GOLDEN = Path(__file__).parent / "golden"
SLUGS = sorted(path.parent.name for path in ROOT.glob("*/game.toml"))

LARGE = 120.0
"""Wider pieces (mm) take a second a side to draw."""


def faces(posters: bool = True) -> Iterator[tuple[str, str, str]]:
    """Yield game, piece and language of each print; without `posters`, which are sheets parted, each picture once."""
    for game in GAMES.values():
        for piece in (piece for piece in listed(game) if posters or piece.kind != "poster"):
            for lang in game.languages:
                yield game.slug, piece.id, lang


def shown() -> Iterator[object]:
    """Yield the prints in French; of the large ones of a kind, all but the first are left to `make soak`."""
    known: set[str] = set()
    kinds = {(game.slug, piece.id): piece for game in GAMES.values() for piece in listed(game)}
    for slug, piece_id, lang in faces(posters=False):
        piece = kinds[slug, piece_id]
        again = piece.width > LARGE and piece.kind in known
        if lang == "fr":
            yield pytest.param(slug, piece_id, lang, marks=pytest.mark.soak if again else ())
            known.add(piece.kind)


def test_every_folder_with_a_manifest_is_a_game() -> None:
    assert SLUGS == sorted(GAMES)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_shipped_game_speaks_english_and_french(slug: str) -> None:
    assert set(GAMES[slug].languages) >= {"en", "fr"}


@pytest.mark.parametrize(
    ("paper", "lang", "ink"),
    [
        ("a4", "fr", "low"),
        ("letter", "en", "full"),
        pytest.param("a4", "fr", "full", marks=pytest.mark.soak),
        pytest.param("letter", "en", "low", marks=pytest.mark.soak),
    ],
)
@pytest.mark.parametrize("slug", SLUGS)
def test_a_game_prints_without_problem_or_notice(slug: str, paper: str, lang: str, ink: build.Ink) -> None:
    order = build.Order(load.paper(paper, SHARED), lang, ink)
    files = build.plan([GAMES[slug]], order, words)
    assert [job.notices for job in files] == [()] * len(files)
    low = "-low" if ink == "low" else ""
    own = {sheet.id: sheet.paper.id for sheet in GAMES[slug].sheets if sheet.paper}
    wanted = [f"{piece.id}-{own.get(piece.id, paper)}-{lang}{low}.pdf" for piece in listed(GAMES[slug])]
    extra = [f"all-{paper}-{lang}{low}.pdf", f"print-plan-{paper}-{lang}.pdf"]
    found = [job.path.name for job in files if "-plain-" not in job.path.name]
    assert found == [*wanted, *extra]
    assert {job.paper for job in files} - {"", *own.values()} == {paper}


@pytest.mark.parametrize("slug", SLUGS)
def test_a_folded_booklet_comes_with_plain_pages(slug: str) -> None:
    folded = [made.id for made in GAMES[slug].prints if isinstance(made, Booklet) and made.form == "folded"]
    plain = [job.path.name for job in jobs(slug) if "-plain-" in job.path.name]
    assert plain == [f"{id_}-plain-a4-en.pdf" for id_ in folded]


@pytest.mark.parametrize("slug", SLUGS)
def test_the_whole_game_has_an_outline_entry_per_piece(slug: str) -> None:
    reader = pypdf.PdfReader(io.BytesIO(pdfs(slug)["all-a4-en.pdf"]))
    titles = [piece.title for piece in pieces(slug, "en") if piece.paper is None]
    assert [entry["/Title"] for entry in reader.outline] == titles


@pytest.mark.parametrize("slug", SLUGS)
def test_a_component_that_is_printed_has_exactly_the_count_of_the_contents_list(slug: str) -> None:
    game = GAMES[slug]
    printed = {piece.id: piece.count for piece in pieces(slug, "en")}
    listed_counts: dict[str, int] = {}
    for component in game.components:
        if component.piece:
            listed_counts[component.piece] = listed_counts.get(component.piece, 0) + component.count
    assert {piece: printed[piece] for piece in listed_counts} == listed_counts


@pytest.mark.parametrize(("slug", "piece_id", "lang"), list(faces()))
def test_faces_look_as_approved(slug: str, piece_id: str, lang: str, update: bool) -> None:
    (piece,) = (piece for piece in pieces(slug, lang) if piece.id == piece_id)
    sides = [
        f"== {face.name} · {side} · {face.copies}\n{render(build.face_page(piece, shape))}"
        for face in piece.faces
        for side, shape in (("front", face.front), ("back", face.back))
        if shape is not None
    ]
    found = "\n".join(sides) + "\n"
    path = GOLDEN / slug / f"{piece_id}-{lang}.txt"
    if update:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(found)
    assert found == path.read_text(), f"{path} differs; look at the pages, then run with --update"


@pytest.mark.parametrize("slug", SLUGS[-2:])  # every kind of piece is in one of them
def test_two_builds_of_a_game_give_identical_bytes(slug: str) -> None:
    again = build.plan(load.load_all(ROOT, [slug]), build.Order(load.paper("a4", SHARED), "en"), words)
    assert {job.path.name: build.pdf(job.document) for job in again} == pdfs(slug)


@pytest.mark.parametrize(("slug", "piece_id", "lang"), list(shown()))
def test_the_phone_shows_the_face_that_the_printer_prints(slug: str, piece_id: str, lang: str, soak: bool) -> None:
    (piece,) = (piece for piece in pieces(slug, lang) if piece.id == piece_id)
    shapes = {id(shape): shape for face in piece.faces for shape in (face.front, face.back) if shape is not None}
    # Further pages and cards are set in the same way; a cover says nothing of the pages of text behind it.
    several = 2 if piece.width <= LARGE else 1
    for shape in list(shapes.values())[: None if soak else several]:
        page = build.face_page(piece, shape)
        # Square millimetres of 8 × 8 pixels: half a millimetre of shift would change one by more than 100 of 255.
        assert pictures.worst_cell(pictures.by_svg(page, 8), pictures.by_pdf(page, 8), 8) <= 50
