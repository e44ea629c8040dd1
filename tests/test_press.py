"""Prints from the phone: the very bytes that `pnp build` writes, made once, one at a time, and faults in words."""

from __future__ import annotations

import re
import shutil
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from werkzeug.exceptions import ServiceUnavailable

from pnp import build
from pnp.data import load
from pnp.data.game import Game
from tests import shipped
from tests.test_views import Page
from tracker import create_app
from tracker.views.press import Press

ROOT = Path(__file__).parent.parent / "templates"
GAMES = shipped.GAMES
OWN = {"Origin": "http://localhost"}


@pytest.fixture(scope="module")
def site() -> FlaskClient:
    return create_app({"GAMES": GAMES}).test_client()


def built(game: str, lang: str, paper: str, ink: build.Ink, piece: str) -> tuple[str, bytes]:
    """Return the name and the bytes of the file that `pnp build --piece` writes."""
    order = build.Order(load.paper(paper, load.shared_folder(ROOT)), lang, ink, pieces=(piece,))
    job = build.plan([g for g in GAMES if g.slug == game], order, lambda code: load.words(ROOT, code))[0]
    return job.path.name, build.pdf(job.document)


@pytest.mark.parametrize(
    ("game", "lang", "paper", "ink", "piece"),
    [
        ("viva-pamplona", "en", "a4", "full", "chips"),
        ("viva-pamplona", "fr", "letter", "low", "torro-cards"),
        ("viva-pamplona", "en", "a4", "full", "board"),
        ("bulp", "fr", "a4", "full", "booklet"),
        ("raging-bulls", "en", "a3", "low", "sheet"),
    ],
)
def test_a_print_is_the_file_that_the_press_writes(
    site: FlaskClient, game: str, lang: str, paper: str, ink: build.Ink, piece: str
) -> None:
    answer = site.get(f"/print?game={game}&piece={piece}&paper={paper}&lang={lang}&ink={ink}")
    name, data = built(game, lang, paper, ink, piece)
    assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
    assert answer.headers["Content-Disposition"] == f"attachment; filename={game}-{name}"
    assert answer.data == data


def test_the_whole_game_is_one_file(site: FlaskClient) -> None:
    answer = site.get("/print?game=raging-bulls&paper=letter&lang=fr")
    assert answer.headers["Content-Disposition"] == "attachment; filename=raging-bulls-all-letter-fr.pdf"
    assert answer.data.startswith(b"%PDF")


def test_a_form_sent_by_post_leads_to_an_address_that_can_be_loaded_again(site: FlaskClient) -> None:
    sent = site.post("/print", data={"game": "bulp", "piece": "caps", "lang": "fr", "more": "x"}, headers=OWN)
    assert (sent.status_code, sent.headers["Location"]) == (303, "/print?paper=a4&game=bulp&piece=caps&lang=fr")
    first, second = site.get(sent.headers["Location"]), site.get(sent.headers["Location"])
    assert first.headers["Content-Disposition"] == "attachment; filename=bulp-caps-a4-fr.pdf"
    assert first.data == second.data
    assert "Set-Cookie" not in first.headers  # French paper is no wish for French pages


@pytest.mark.parametrize(("game", "lang", "word"), [(GAMES[0], "en", "sheets of A4"), (GAMES[2], "fr", "feuilles A4")])
def test_the_choices_name_every_piece_paper_language_and_ink(
    site: FlaskClient, game: Game, lang: str, word: str
) -> None:
    text = site.get(f"/print?game={game.slug}", headers={"Accept-Language": lang}).text
    page = Page(text)
    chosen = re.findall(r'name="(\w+)" value="([^"]*)"( checked)?', text)
    assert [value for name, value, _ in chosen if name == "piece"] == ["", *(piece.id for piece in game.prints)]
    assert [value for name, value, _ in chosen if name == "paper"] == [
        "a4", "letter", "a3", "a5", "a2", "legal", "tabloid"
    ]  # fmt: skip
    assert [value for name, value, _ in chosen if name == "lang"] == ["en", "fr"]
    assert [value for name, value, _ in chosen if name == "ink"] == ["full", "low"]
    assert [(name, value) for name, value, checked in chosen if checked] == [
        ("piece", ""), ("paper", "a4"), ("lang", lang), ("ink", "full")
    ]  # fmt: skip
    assert page.open == []
    assert word in page.text


def test_the_number_of_sheets_is_that_of_the_whole_games_file(site: FlaskClient) -> None:
    text = Page(site.get("/print?game=viva-pamplona").text).text
    assert "Board 1 sheet of A3" in text
    assert "Torro cards 3 sheets of A4" in text
    assert re.search(r"The whole game \d+ sheets of A4", text)


@pytest.mark.parametrize("path", ["/", "/rules/bulp", "/score/bulp", "/dice?game=raging-bulls", "/print"])
def test_the_print_page_is_one_tap_away(site: FlaskClient, path: str) -> None:
    assert 'href="/print' in site.get(path).text


@pytest.mark.parametrize(
    "query",
    ["game=goats&paper=a4", "game=bulp&paper=a9", "game=bulp&paper=", "game=bulp&paper=custom", "game=bulp&paper=9x9mm",
     "game=bulp&paper=a4&piece=../../x", "game=bulp&paper=a4&piece=board", "game=bulp&paper=a4&lang=de",
     "game=bulp&paper=a4&ink=none", "game=../bulp&paper=a4", "game=bulp&paper=a4&piece=caps%00"],
)  # fmt: skip
def test_what_does_not_exist_is_not_printed(site: FlaskClient, query: str) -> None:
    answer = site.get(f"/print?{query}")
    assert (answer.status_code, "There is no such page" in answer.text) == (404, True)


def test_a_game_without_pieces_has_nothing_to_print() -> None:
    bare = create_app({"GAMES": (replace(GAMES[0], prints=()),)}).test_client()
    assert [bare.get(f"/print?game=bulp{more}").status_code for more in ("", "&paper=a4")] == [404, 404]
    assert "game=bulp" not in bare.get("/print").text


def test_what_does_not_fit_is_told_in_words(site: FlaskClient) -> None:
    answer = site.get("/print?game=viva-pamplona&piece=pad&paper=a5")
    assert answer.status_code == 409
    assert "This cannot be printed" in answer.text
    assert "pad</b>: Score pad does not fit" in answer.text
    assert "--paper" not in answer.text
    assert str(ROOT) not in answer.text


def test_a_picture_that_breaks_later_is_told_in_words_and_a_mended_one_is_printed_anew(tmp_path: Path) -> None:
    root = tmp_path / "templates"
    for name in ("viva-pamplona", "_shared"):
        shutil.copytree(ROOT / name, root / name)
    site = create_app({"TEMPLATES": root}).test_client()
    path = "/print?game=viva-pamplona&piece=dice-nets&paper=a4"
    first = site.get(path).data
    art = root / "viva-pamplona" / "art" / "dice-arrow.svg"
    whole = art.read_text()
    art.write_text("<svg")
    broken = site.get(path)
    assert broken.status_code == 409
    assert "picture dice-arrow.svg, line 1: is not well-formed" in broken.text
    art.write_text(whole.replace("<path", '<rect width="1" height="1"/><path', 1))
    assert site.get(path).data != first
    art.write_text(whole)
    assert site.get(path).data == first


def test_what_was_made_is_kept_and_made_once() -> None:
    press, made = Press(), []
    for _ in range(3):
        assert press.once("a", lambda: made.append("a") or b"A") == b"A"
    assert made == ["a"]


def test_what_fails_is_not_kept_and_leaves_the_press_free() -> None:
    press = Press(queue=1)
    for _ in range(3):
        with pytest.raises(ZeroDivisionError):
            press.once("a", lambda: bytes(1 // 0))
    assert press.once("a", lambda: b"A") == b"A"


def test_the_press_keeps_no_more_than_it_has_room_for_and_the_oldest_goes_first() -> None:
    press, made = Press(room=10), []

    def ask(key: str) -> None:
        press.once(key, lambda: made.append(key) or b"1234")

    for key in ("a", "b", "a", "c", "a", "b"):
        ask(key)
    assert made == ["a", "b", "c", "b"]
    assert press.once("huge", lambda: b"x" * 99) == b"x" * 99


def test_one_build_at_a_time_a_few_wait_and_the_next_is_told_to_come_again() -> None:
    press, go, begun = Press(queue=3), threading.Event(), threading.Event()
    press.once("early", lambda: b"kept")
    running, most = [0], [0]

    def make() -> bytes:
        running[0] += 1
        most[0] = max(most[0], running[0])
        begun.set()
        go.wait(5)
        running[0] -= 1
        return b"done"

    waiting = [threading.Thread(target=press.once, args=(str(number), make)) for number in range(3)]
    for thread in waiting:
        thread.start()
    begun.wait(5)
    while press._queue._value:  # until all three stand in the queue
        pass
    with pytest.raises(ServiceUnavailable):
        press.once("late", make)
    assert press.once("early", make) == b"kept"
    go.set()
    for thread in waiting:
        thread.join(5)
    assert most == [1]
    assert press.once("late", make) == b"done"
