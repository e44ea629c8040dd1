"""The print plan: what goes on which paper, how many sheets, what to do with it, how much ink; where it is written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pnp import build
from pnp.data import load
from pnp.extent import extent
from pnp.layout.piece import Face, Piece, PieceKind
from pnp.layout.print_plan import ON, STEPS, Entry, Heading, print_plan
from pnp.scene import Group, Layer, Page, Rect, Shape, Text, rectangle
from pnp.scene import Path as Drawn
from tests import small_game

ROOT = Path(__file__).parent.parent / "templates"
SHARED = ROOT / "_shared"
HEADING = Heading("Small", "A4", "#1D4E89", "Alfa Slab One")
KINDS: tuple[PieceKind, ...] = tuple(ON)


def piece(kind: PieceKind, title: str) -> Piece:
    face = Face(title, Drawn(rectangle(Rect(0, 0, 63, 88)), fill="#1d4e89"), None, 4)
    return Piece(title.lower(), title, kind, 63, 88, 3, 0, True, (face,))


def plan(*entries: Entry, paper: str = "a4", lang: str = "en") -> Page:
    words = load.words(ROOT, lang)
    (page,) = print_plan(entries, HEADING, load.paper(paper, SHARED), lambda key: words.get(key, ""))
    return page


def texts(shapes: tuple[Shape, ...]) -> Iterator[str]:
    for shape in shapes:
        match shape:
            case Text():
                yield shape.run.text
            case Group() | Layer():
                yield from texts(shape.children)
            case _:
                pass


def said(page: Page) -> str:
    return " ".join(texts(page.shapes))


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_kind_of_piece_has_paper_and_steps_in_words(lang: str) -> None:
    words = load.words(ROOT, lang)
    wanted = [f"plan_{way}" for way in STEPS] + [f"plan_paper_{load_}" for load_ in set(ON.values())]
    assert [] == [key for key in wanted if not words.get(key)]
    assert set(STEPS) == {*ON, "pages"}


def test_what_is_not_cut_or_folded_is_not_told_to_be() -> None:
    whole = replace(piece("aid", "Table"), cut=False)
    assert (Entry(whole, 1, False, "").way, Entry(whole, 1, False, "").load) == ("sheet", "plain")
    assert (Entry(piece("aid", "Aid"), 1, False, "").way, Entry(piece("aid", "Aid"), 1, False, "").load) == (
        "aid",
        "card",
    )
    rules = piece("booklet", "Rules")
    assert [Entry(rules, 2, True, "", parts=parts).way for parts in (2, 1)] == ["booklet", "pages"]
    wall = piece("poster", "Wall")
    assert [Entry(wall, parts, False, "", parts=parts).way for parts in (5, 1)] == ["poster", "board"]


def test_what_stands_for_another_piece_is_not_added_up() -> None:
    page = plan(
        Entry(piece("sheet", "Sheet"), 1, False, ""), Entry(piece("sheet", "Large"), 4, False, "", instead=True)
    )
    assert said(page).count("to choose") == 1
    assert re.search(r"\b1 sheet in all", said(page))


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_thirteen_pieces_of_many_kinds_fit_on_one_page(paper: str, lang: str) -> None:
    kinds = KINDS[-13:]
    entries = [Entry(piece(kind, f"Piece {n}"), n, bool(n % 2), "", 0.3) for n, kind in enumerate(kinds, 1)]
    page = plan(*entries, paper=paper, lang=lang)
    reach = extent(Group(page.shapes))
    assert reach is not None
    assert (0, 0) <= (reach.x, reach.y)
    assert reach.right <= page.width + 0.001
    assert reach.bottom <= page.height - 5
    words = said(page)
    assert [] == [entry.piece.title for entry in entries if entry.piece.title not in words]
    assert str(sum(range(1, len(kinds) + 1))) in words


def test_pieces_are_grouped_by_the_paper_they_go_on() -> None:
    words = said(plan(Entry(piece("pad", "Pad"), 1, False, ""), Entry(piece("cards", "Cards"), 3, True, "")))
    places = [words.index(part) for part in ("Card, 200", "Cards", "Plain paper", "Pad")]
    assert places == sorted(places)


def test_ink_is_told_where_it_is_known() -> None:
    known, unknown = (said(plan(Entry(piece("cards", "Cards"), 3, True, "", ink))) for ink in (0.314, None))
    assert "31\u202f%" in known
    assert "%" not in unknown.partition("Print at")[0]


def test_a_paper_of_its_own_is_named() -> None:
    assert "on A3" in said(plan(Entry(piece("board", "Board"), 1, False, "A3")))


def test_a_long_title_stays_in_its_column() -> None:
    long = "Score pad for an uncommonly long evening with eight players"
    page = plan(Entry(piece("pad", long), 1, False, ""))
    assert all(word in said(page) for word in long.split())


def test_a_whole_build_writes_a_plan_with_the_ink_of_what_was_written(tmp_path: Path) -> None:
    (game,) = load.load_all(ROOT, ["raging-bulls"])
    game = replace(game, prints=game.prints[:1])
    jobs = build.plan([game], build.Order(load.paper("a4", SHARED), "en"), lambda lang: load.words(ROOT, lang))
    *_, last = build.write(jobs, tmp_path)
    assert last == tmp_path / "raging-bulls/print-plan-a4-en.pdf"
    assert jobs[-1].finished is not None
    share = 0.25
    document = jobs[-1].finished({jobs[0].path: share})
    assert "25\u202f%" in said(document.pages[0])
    assert last.read_bytes() != build.pdf(jobs[-1].document)


def test_single_pieces_come_without_a_plan() -> None:
    front = small_game.frame(small_game.panel())
    game = small_game.game([small_game.deck([{"title": "One"}], front)])
    order = build.Order(load.paper("a4", SHARED), "en", pieces=("cards",))
    assert ["cards-a4-en.pdf"] == [job.path.name for job in build.plan([game], order, lambda lang: {})]
