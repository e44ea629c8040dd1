"""What is written: whole files or none, blank backs where a two-sided print needs them, the right document facts."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp import build
from pnp.data import load
from pnp.errors import DataError
from pnp.scene import Page

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
    assert [page.label for page in build._evened(pages, True)] == ["1", "", "2", ""]
    assert [page.label for page in build._evened(pages, False)] == ["1", "2"]


def test_the_whole_game_of_a_two_sided_deck_is_marked_for_the_flip_asked_for() -> None:
    (game,) = load.load_all(ROOT, ["viva-pamplona"])
    for flip in ("long", "short"):
        order = build.Order(load.paper("a4", SHARED), "en", flip=flip)
        jobs = build.plan([game], order, lambda lang: {})
        assert {job.document.duplex for job in jobs} == {flip}


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
