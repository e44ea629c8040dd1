"""The contract that every game folder meets: it loads, prints in every language and ink, and looks as approved."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from pathlib import Path

import pypdf
import pytest

from pnp import build
from pnp.data import furniture, load
from pnp.data.prints import Booklet
from pnp.pieces import listed, make
from pnp.render.listing import render
from tests import pictures

ROOT = Path(__file__).parent.parent / "templates"
SHARED = ROOT / "_shared"
GOLDEN = Path(__file__).parent / "golden"
SLUGS = sorted(path.parent.name for path in ROOT.glob("*/game.toml"))
GAMES = {game.slug: game for game in load.load_all(ROOT)}


def words(lang: str) -> Mapping[str, str]:
    return furniture.words(SHARED, lang)


def faces() -> Iterator[tuple[str, str, str]]:
    for game in GAMES.values():
        for piece in listed(game):
            for lang in game.languages:
                yield game.slug, piece.id, lang


def test_every_folder_with_a_manifest_is_a_game() -> None:
    assert SLUGS == sorted(GAMES)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_shipped_game_speaks_english_and_french(slug: str) -> None:
    assert set(GAMES[slug].languages) >= {"en", "fr"}


@pytest.mark.parametrize("ink", ["full", "low"])
@pytest.mark.parametrize(("paper", "lang"), [("a4", "fr"), ("letter", "en")])
@pytest.mark.parametrize("slug", SLUGS)
def test_a_game_prints_without_problem_or_notice(slug: str, paper: str, lang: str, ink: build.Ink) -> None:
    order = build.Order(load.paper(paper, SHARED), lang, ink)
    jobs = build.plan([GAMES[slug]], order, words)
    assert [job.notices for job in jobs] == [()] * len(jobs)
    low = "-low" if ink == "low" else ""
    own = {sheet.id: sheet.paper.id for sheet in GAMES[slug].sheets if sheet.paper}
    wanted = [f"{piece.id}-{own.get(piece.id, paper)}-{lang}{low}.pdf" for piece in listed(GAMES[slug])]
    extra = [f"all-{paper}-{lang}{low}.pdf", f"print-plan-{paper}-{lang}.pdf"]
    found = [job.path.name for job in jobs if "-plain-" not in job.path.name]
    assert found == [*wanted, *extra]
    assert {job.paper for job in jobs} - {"", *own.values()} == {paper}


@pytest.mark.parametrize("slug", SLUGS)
def test_a_folded_booklet_comes_with_plain_pages(slug: str) -> None:
    jobs = build.plan([GAMES[slug]], build.Order(load.paper("a4", SHARED), "en"), words)
    folded = [made.id for made in GAMES[slug].prints if isinstance(made, Booklet) and made.form == "folded"]
    plain = [job.path.name for job in jobs if "-plain-" in job.path.name]
    assert plain == [f"{id_}-plain-a4-en.pdf" for id_ in folded]


@pytest.mark.parametrize("slug", SLUGS)
def test_the_whole_game_has_an_outline_entry_per_piece(slug: str) -> None:
    jobs = build.plan([GAMES[slug]], build.Order(load.paper("a4", SHARED), "en"), words)
    (whole,) = [job for job in jobs if job.path.name.startswith("all-")]
    reader = pypdf.PdfReader(io.BytesIO(build.pdf(whole.document)))
    titles = [piece.title for piece in make(GAMES[slug], "en") if piece.paper is None]
    assert [entry["/Title"] for entry in reader.outline] == titles


@pytest.mark.parametrize("slug", SLUGS)
def test_a_component_that_is_printed_has_exactly_the_count_of_the_contents_list(slug: str) -> None:
    game = GAMES[slug]
    printed = {piece.id: piece.count for piece in make(game, "en")}
    listed_counts: dict[str, int] = {}
    for component in game.components:
        if component.piece:
            listed_counts[component.piece] = listed_counts.get(component.piece, 0) + component.count
    assert {piece: printed[piece] for piece in listed_counts} == listed_counts


@pytest.mark.parametrize(("slug", "piece_id", "lang"), list(faces()))
def test_faces_look_as_approved(slug: str, piece_id: str, lang: str, update: bool) -> None:
    (piece,) = make(GAMES[slug], lang, [piece_id])
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
    def built() -> list[bytes]:
        jobs = build.plan(load.load_all(ROOT, [slug]), build.Order(load.paper("a4", SHARED), "en"), words)
        return [build.pdf(job.document) for job in jobs]

    assert built() == built()


@pytest.mark.parametrize(("slug", "piece_id", "lang"), [row for row in faces() if row[2] == "fr"])
def test_the_phone_shows_the_face_that_the_printer_prints(slug: str, piece_id: str, lang: str) -> None:
    (piece,) = make(GAMES[slug], lang, [piece_id])
    shapes = {id(shape): shape for face in piece.faces for shape in (face.front, face.back) if shape is not None}
    pages = 4 if piece.kind == "booklet" else 12  # further pages and cards are set in the same way
    for shape in list(shapes.values())[:pages]:
        page = build.face_page(piece, shape)
        # Square millimetres of 8 × 8 pixels: half a millimetre of shift would change one by more than 100 of 255.
        assert pictures.worst_cell(pictures.by_svg(page, 8), pictures.by_pdf(page, 8), 8) <= 50
