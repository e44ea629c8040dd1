"""What is written: whole files or none, blank backs where a two-sided print needs them, the right document facts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pnp import build
from pnp.build import planning
from pnp.data import load
from pnp.errors import DataError
from pnp.layout.furniture import Slug
from pnp.layout.geometry import DoesNotFit
from pnp.layout.page_order import one_pile
from pnp.layout.piece import Face, Piece
from pnp.scene import Page, Rect, rectangle
from pnp.scene import Path as Drawn

ROOT = Path(__file__).parent.parent / "templates"
SHARED = ROOT / "_shared"


def test_a_file_is_replaced_as_a_whole(tmp_path: Path) -> None:
    path = tmp_path / "deep/file.pdf"
    build.put(path, b"first")
    build.put(path, b"second")
    assert path.read_bytes() == b"second"
    assert list(path.parent.iterdir()) == [path]


def test_a_write_that_fails_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "file.pdf"
    build.put(path, b"old")
    with pytest.raises(TypeError):
        build.put(path, "not bytes")  # type: ignore[arg-type]
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_single_sided_pages_get_blank_backs_in_a_two_sided_print() -> None:
    pages = (Page(210, 297, (), label="1"), Page(210, 297, (), label="2"))
    both = (Page(210, 297, (), label="front"), Page(210, 297, (), label="back"))
    together = list(one_pile([(pages, False), (both, True)], "duplex"))
    assert [page.label for page in together] == ["1", "", "2", "", "front", "back"]
    assert [page.label for page in one_pile([(pages, False)], "duplex")] == ["1", "2"]


def test_the_whole_game_of_a_two_sided_deck_is_marked_for_the_flip_asked_for() -> None:
    (game,) = load.load_all(ROOT, ["viva-pamplona"])
    for flip in ("long", "short"):
        order = build.Order(load.paper("a4", SHARED), "en", how=build.How(flip))
        jobs = {job.path.name: job for job in build.plan([game], order, lambda lang: {})}
        for name in ("torro-cards-a4-en.pdf", "booklet-a4-en.pdf", "all-a4-en.pdf"):
            assert jobs[name].document.duplex == flip
        assert jobs["pad-a4-en.pdf"].document.duplex is None


def test_a_sheet_is_printed_on_one_side() -> None:
    (game,) = load.load_all(ROOT, ["raging-bulls"])
    (job,) = build.plan([game], build.Order(load.paper("a4", SHARED), "en", pieces=("sheet",)), lambda lang: {})
    assert (job.document.duplex, job.sheets, len(job.document.pages)) == (None, 1, 1)


def test_problems_of_all_games_come_together() -> None:
    games = load.load_all(ROOT)
    with pytest.raises(DataError) as caught:
        build.plan(games, build.Order(load.paper("a4", SHARED), "xx"), lambda lang: {})
    assert len(caught.value.problems) == len(games)


def test_without_a_language_english_is_taken_where_the_game_has_it() -> None:
    (game,) = load.load_all(ROOT, ["viva-pamplona"])
    assert build.language(game, None) == "en"


def large() -> Piece:
    """A board of 380 × 260 mm that goes on A3 where the paper asked for is smaller."""
    face = Face("Map", Drawn(rectangle(Rect(0, 0, 380, 260)), fill="#1d4e89"), None, 1)
    own = load.paper("a3", SHARED)
    return Piece("map", "Map", "board", 380, 260, 0, 0, True, (face,), paper=own)


def laid(piece: Piece, paper: str) -> list[tuple[str, str, bool, bool]]:
    slug = Slug("Map", "Small", "1", {})
    order = build.Order(load.paper(paper, SHARED), "en")
    return [(each.name, each.stock.id, each.in_all, each.spare) for each in planning.lay_out(piece, order, slug)]


def test_a_piece_with_a_paper_of_its_own_goes_there_when_the_paper_asked_for_is_too_small() -> None:
    assert [("map", "a3", False, False)] == laid(large(), "a4")
    assert [("map", "a3", True, False)] == laid(large(), "a3")


def test_a_poster_is_left_out_of_the_whole_game_where_the_paper_holds_it_in_one() -> None:
    poster = replace(large(), kind="poster", laying="tiles", overlap=10, paper=None)
    assert [("map", "a4", True, False)] == laid(poster, "a4")
    assert [("map", "a3", False, False)] == laid(poster, "a3")


def test_a_piece_too_large_for_its_own_paper_is_told(tmp_path: Path) -> None:
    with pytest.raises(DoesNotFit):
        laid(replace(large(), width=500), "a4")


def test_plain_pages_go_beside_the_whole_game() -> None:
    page = Face("1", Drawn(rectangle(Rect(0, 0, 100, 100)), fill="#1d4e89"), None, 1)
    plain = Piece("rules-plain", "Rules", "sheet", 190, 264, 0, 0, False, (page,))
    folded = Piece("rules", "Rules", "booklet", 139, 205, 0, 0, False, (page,), laying="booklet", plain=plain)
    assert [("rules", "a4", True, False), ("rules-plain", "a4", False, True)] == laid(folded, "a4")
