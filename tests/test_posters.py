"""Posters: plain drawings take the page's inks, others are pictures apart, a game without one gets a neutral one."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from pnp import art
from pnp.data.game import Game
from tests import shipped
from tracker import create_app, posters

ROOT = Path(__file__).parent.parent
GAMES = shipped.GAMES
(BULLS,) = (game for game in GAMES if game.slug == "raging-bulls")
INKS = ("#1D4E89", "#F2B632")


def svg(inner: str, root: str = 'viewBox="0 0 9 9"') -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" {root}>{inner}</svg>'


def with_poster(folder: Path, text: str | None) -> Game:
    """Return a game whose only picture is this poster, as an .svg file in `folder`."""
    if text is None:
        return replace(BULLS, art={})
    (folder / "poster.svg").write_text(text, encoding="utf-8")
    return replace(BULLS, art={"poster": folder / "poster.svg"})


@pytest.mark.parametrize(
    ("paint", "shown"),
    [
        ("#000000", "var(--ink-of-art)"),
        ("currentColor", "var(--ink-of-art)"),
        ("#FFF", "var(--cut-of-art)"),
        ("#1d4e89", "var(--one)"),
        ("#F2B632", "var(--two)"),
        ("#ABCDEF", "#ABCDEF"),
        ("none", "none"),
    ],
)
def test_black_white_and_the_two_inks_become_those_of_the_page(paint: str, shown: str) -> None:
    drawing = posters.inline(svg(f'<g stroke="{paint}"><path d="M0 0H9" fill="{paint}"/></g>'), INKS)
    shapes = f'<g stroke="{shown}"><path d="M0 0H9" fill="{shown}"/></g>'
    assert drawing == f'<svg viewBox="0 0 9 9" focusable="false">{shapes}</svg>'


@pytest.mark.parametrize(
    "text",
    [
        svg("<script>alert()</script>"),
        svg('<path d="M0 0" onload="alert()"/>'),
        svg('<path d="M0 0" style="fill:red"/>'),
        svg('<g id="a"/>'),
        svg('<path d="M0 0H9" fill="url(#a)"/>'),
        svg("<foreignObject/>"),
        svg('<image href="x.png"/>'),
        svg("<text>Olé</text>"),
        svg("<path/>", 'onload="alert()" viewBox="0 0 9 9"'),
        svg("<path/>", 'width="9" height="9"'),
        "<svg viewBox='0 0 9 9'><path/></svg>",
        svg("<path>"),
        "",
    ],
)
def test_what_is_not_plain_never_stands_in_the_page(text: str) -> None:
    assert posters.inline(text, INKS) is None


def test_values_cannot_leave_their_attribute() -> None:
    drawing = posters.inline(svg("<path d='M0 0\"&gt;&lt;b&gt;'/>"), INKS)
    assert drawing is not None
    assert re.findall("<[a-z]+", drawing) == ["<svg", "<path"]
    assert "'M0 0\"&gt;&lt;b&gt;'" in drawing


@pytest.mark.parametrize("path", ["/", "/score/raging-bulls"])
def test_a_poster_that_is_not_plain_is_a_picture_with_an_address_of_its_own(tmp_path: Path, path: str) -> None:
    text = svg('<linearGradient id="a"/><path d="M0 0H9" fill="url(#a)"/>')
    site = create_app({"GAMES": [with_poster(tmp_path, text)]}).test_client()
    assert '<img src="/art/raging-bulls" alt="">' in site.get(path).text
    picture = site.get("/art/raging-bulls", buffered=True)
    assert (picture.status_code, picture.mimetype, picture.text) == (200, "image/svg+xml", text)
    assert "script-src" not in picture.headers["Content-Security-Policy"]


def test_a_game_without_a_poster_shows_a_neutral_drawing(tmp_path: Path) -> None:
    site = create_app({"GAMES": [with_poster(tmp_path, None)]}).test_client()
    neutral = (ROOT / "tracker/pages/drawings/any.svg").read_text(encoding="utf-8").strip()
    assert neutral in site.get("/").text
    assert site.get("/art/raging-bulls").status_code == 404


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_shipped_poster_is_plain_and_the_press_can_read_it(game: Game) -> None:
    path = game.art["poster"]
    drawing = posters.inline(path.read_text(encoding="utf-8"), tuple(ink.color for ink in game.inks))
    assert drawing is not None
    assert re.findall('(?:fill|stroke)="#', drawing) == []
    picture = art.read(path)
    assert f'viewBox="{path.read_text().partition("viewBox=")[2].split(chr(34))[1]}"' in drawing
    assert picture.width > 0


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_no_file_of_the_tracker_names_a_game_but_its_own_module(game: Game) -> None:
    own = game.slug.replace("-", "_")
    name = re.compile(rf"(?<![\w-])({game.slug}|{own})(?![\w-])")  # not as a part of a longer slug
    named = [
        str(path.relative_to(ROOT))
        for path in sorted((ROOT / "tracker").rglob("*"))
        if path.is_file() and path.suffix != ".pyc" and own not in (path.name.partition(".")[0], path.parent.name)
        if name.search(f"{path.name}\n{path.read_text(encoding='utf-8')}")
    ]
    assert named == []
