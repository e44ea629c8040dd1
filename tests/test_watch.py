"""The watch: a changed file changes the faces it is about and no others, and what it says to the browser."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from pnp.watch.desk import Clock, Desk, View
from pnp.watch.server import answers, site
from pnp.watch.telling import picture, state
from tests import small_folder as small
from tests.test_cli import pnp

CARDS = "title,picture\nFerry,boat\nMill,\n"
PICTURE = (
    '\n[card.slots.picture]\nkind = "art"\ncolumn = "picture"\nx = 4\ny = 30\nwidth = 40\nheight = 40\nneeded = false\n'
)
MANIFEST = f"""{small.GAME}
[[decks]]
id = "others"
title.en = "Others"
size = "63x88mm"
table = "others.csv"
frame = "card"
"""
FILES = {
    "game.toml": MANIFEST,
    "cards.csv": CARDS,
    "others.csv": "title,picture\nBarn,\n",
    "frames.toml": small.FRAMES + PICTURE,
}
LONG = "far more words than the slot holds " * 9


def still() -> float:
    return 0.0


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A desk with two decks on it; no time passes there."""
    small.write(tmp_path / "small", dict(FILES))
    return Desk(tmp_path / "small", tmp_path / "_shared", "g", Clock(still, lambda _: None))


@pytest.fixture
def save(desk: Desk) -> Callable[[str, str], bool]:
    """Save a file as an editor does, and have the desk look; each time is later than the last."""
    times = iter(range(10**9, 2 * 10**9, 10**6))

    def write(name: str, text: str) -> bool:
        path = desk.folder / name
        path.write_text(text)
        os.utime(path, ns=(when := next(times) * 10**9, when))
        return desk.look()

    return write


def view(desk: Desk, lang: str = "en") -> View:
    found = desk.view(lang, "full")
    assert found is not None
    return found


def versions(desk: Desk) -> dict[str, list[int]]:
    """Return the versions of all sides by piece."""
    return {name: list(drawn.versions.values()) for name, drawn in view(desk).pieces.items()}


Save = Callable[[str, str], bool]


def test_a_changed_row_changes_its_own_face_alone(desk: Desk, save: Save) -> None:
    assert versions(desk) == {"cards": [1, 1], "others": [1]}
    assert save("cards.csv", CARDS.replace("Mill", "Windmill"))
    assert versions(desk) == {"cards": [1, 2], "others": [1]}


def test_a_changed_frame_changes_all_that_is_drawn_from_it(desk: Desk, save: Save) -> None:
    versions(desk)
    save("frames.toml", (small.FRAMES + PICTURE).replace("y = 4", "y = 5"))
    assert versions(desk) == {"cards": [2, 2], "others": [2]}


def test_lines_that_only_move_change_no_face(desk: Desk, save: Save) -> None:
    versions(desk)
    assert save("frames.toml", f"# moved\n{small.FRAMES}{PICTURE}")
    assert versions(desk) == {"cards": [1, 1], "others": [1]}


def test_a_changed_picture_changes_the_faces_that_show_it(desk: Desk, save: Save) -> None:
    versions(desk)
    save("art/boat.svg", small.SVG.replace("10V10", "5V10"))
    assert versions(desk) == {"cards": [2, 1], "others": [1]}


def test_nothing_is_read_again_while_nothing_changes(desk: Desk) -> None:
    before = desk.reading
    assert not desk.look()
    assert desk.reading is before


def test_a_broken_file_is_told_and_the_last_good_picture_stays(desk: Desk, save: Save) -> None:
    versions(desk)
    save("frames.toml", "[card.slots.title\n")
    told = state(desk, view(desk))
    assert told["stale"]
    assert told["problems"][0]["place"] == "g/frames.toml:1"  # type: ignore[index,call-overload]
    assert versions(desk) == {"cards": [1, 1], "others": [1]}
    save("frames.toml", small.FRAMES + PICTURE)
    assert not state(desk, view(desk))["stale"]
    assert versions(desk) == {"cards": [1, 1], "others": [1]}


def test_a_game_that_was_never_sound_has_no_view_until_it_is(tmp_path: Path) -> None:
    small.write(tmp_path / "small", {"game.toml": "format = 1\n"})
    desk = Desk(tmp_path / "small", tmp_path / "_shared", "g", Clock(still, lambda _: None))
    assert desk.view("en", "full") is None
    assert "pieces" not in state(desk, None)
    (tmp_path / "small/game.toml").write_text(small.GAME)
    assert desk.look()
    assert list(view(desk).pieces) == ["cards"]


def test_a_face_tells_its_warnings_with_file_row_column_and_place(desk: Desk, save: Save) -> None:
    save("cards.csv", CARDS.replace("Mill", LONG))
    told = state(desk, view(desk))
    (problem,) = told["pieces"][0]["faces"][1]["sides"][0]["problems"]  # type: ignore[index,call-overload]
    assert (problem["place"], problem["column"], problem["spot"]) == ("g/cards.csv:3", "title", [4, 4, 40, 10])
    assert "(row 2)" in problem["where"]
    assert problem["lost"] > 1
    assert not problem["note"]


def test_a_piece_that_is_gone_leaves_the_view(desk: Desk, save: Save) -> None:
    assert list(view(desk).pieces) == ["cards", "others"]
    save("game.toml", small.GAME)
    assert list(view(desk).pieces) == ["cards"]


def test_what_takes_long_waits_until_the_rest_is_shown(desk: Desk, save: Save) -> None:
    ticks = iter(range(10**6))
    desk.clock = Clock(lambda: float(next(ticks)), lambda _: None)
    assert (list(view(desk).pieces), view(desk).waiting) == (["cards"], [])
    save("frames.toml", (small.FRAMES + PICTURE).replace("y = 4", "y = 5"))
    found = desk.view("en", "full", "others")
    assert found is not None
    assert (found.waiting, found.pieces["others"].versions) == (["cards"], {(1, "front"): 2})


def test_a_side_is_drawn_once_for_each_of_its_versions(desk: Desk, save: Save) -> None:
    first = picture(view(desk), "cards", (1, "front"))
    assert picture(view(desk), "cards", (1, "front")) is first
    save("cards.csv", CARDS.replace("Ferry", "Barge"))
    second = picture(view(desk), "cards", (1, "front"))
    assert second is not None
    assert b'aria-label="Barge"' in second
    assert picture(view(desk), "cards", (3, "front")) is None


@pytest.fixture
def browser(desk: Desk) -> FlaskClient:
    return site(desk, patience=0).test_client()


def test_the_page_and_all_that_it_asks_for_are_there(browser: FlaskClient) -> None:
    paths = ("/", "/watch.css", "/watch.js", "/faces.js", "/mark.svg", "/type/display.ttf", "/state?now=1")
    found = {path: browser.get(path) for path in (*paths, "/face/en/full/cards/1/front.svg")}
    assert {path: answer.status_code for path, answer in found.items()} == dict.fromkeys(found, 200)
    assert found["/face/en/full/cards/1/front.svg"].data.startswith(b"<svg")
    assert {answer.headers["Cache-Control"] for answer in found.values()} == {"no-store"}
    assert "default-src 'none'" in found["/"].headers["Content-Security-Policy"]


def test_a_page_that_has_seen_it_all_is_told_nothing(browser: FlaskClient, save: Save) -> None:
    assert browser.get("/state?seen=1").status_code == 204
    save("cards.csv", CARDS.replace("Mill", "Windmill"))
    assert browser.get("/state?seen=1").get_json()["number"] == 2


@pytest.mark.parametrize(
    "path",
    ["/face/en/full/cards/9/front.svg", "/face/en/full/cards/1/back.svg", "/face/en/full/x/1/front.svg",
     "/face/en/full/cards/1/edge.svg", "/face/fr/full/cards/1/front.svg", "/type/../game.toml.ttf",
     "/..%2f..%2fgame.toml", "/game.toml", "/watch.css/../../desk.py"],
)  # fmt: skip
def test_nothing_else_is_served(browser: FlaskClient, path: str) -> None:
    browser.get("/state?now=1")
    assert browser.get(path).status_code == 404


def test_requests_that_change_things_are_refused(browser: FlaskClient) -> None:
    calls = (browser.post, browser.put, browser.delete, browser.options)
    assert [call("/state").status_code for call in calls] == [405] * 4


def test_a_request_for_another_name_is_refused(browser: FlaskClient) -> None:
    assert browser.get("/", headers={"Host": "elsewhere.example:8100"}).status_code == 421


@pytest.mark.parametrize(
    ("asked", "host", "answered"),
    [
        ("localhost:8100", "127.0.0.1", True),
        ("127.0.0.1", "127.0.0.1", True),
        ("[::1]:8100", "127.0.0.1", True),
        ("192.168.0.7:8100", "127.0.0.1", False),
        ("192.168.0.7:8100", "0.0.0.0", True),
        ("elsewhere.example", "0.0.0.0", False),
        ("desk.lan:8100", "desk.lan", True),
        ("", "127.0.0.1", False),
    ],
)
def test_only_names_of_this_machine_are_answered_to(asked: str, host: str, answered: bool) -> None:
    assert answers(asked, host) is answered


def test_who_waits_goes_home_when_the_desk_is_closed(desk: Desk) -> None:
    desk.close()
    assert desk.wait(desk.reading.number, 60)
    assert site(desk).test_client().get("/state?seen=1").status_code == 503


def test_the_command_names_games_and_pieces_that_there_are(tmp_path: Path) -> None:
    small.write(tmp_path / "small")
    game = pnp("watch", "smal", "--templates", str(tmp_path))
    assert (game.returncode, "did you mean" in game.stderr) == (1, True)
    piece = pnp("watch", f"{tmp_path}/small", "--piece", "card")
    assert 'no piece "card"; there is cards (did you mean "cards"?)' in piece.stderr
