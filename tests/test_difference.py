"""Two versions of a game compared: which faces changed, where, and how that is shown."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pypdf
import pytest
from PIL import Image, ImageDraw

from pnp import build
from pnp.build.difference import Found, compare, sheets
from pnp.data import load
from pnp.data.game import Game
from pnp.render.differences import difference
from tests import small_folder, small_game
from tests.shipped import SHARED, words
from tests.test_cli import pnp

ORDER = build.Order(load.paper("a4", SHARED))
FRONT = small_game.frame(small_game.text("title", small_game.place(4, 4, 50, 10)))
BACKS = {
    fill: small_game.frame(small_game.panel(at=small_game.place(-3, -3, 69, 94), fill=fill))
    for fill in ("#d50000", "#0000d5")
}


def game(names: Sequence[str], *, back: str = "#d50000", copies: Sequence[int] | None = None) -> Game:
    rows = [{"title": name} for name in names]
    return small_game.game([small_game.deck(rows, FRONT, BACKS[back] if back else None, copies=copies)])


def told(old: Game, new: Game) -> list[str]:
    return [str(change) for change in compare(old, new, ORDER).changes]


def test_equal_games_do_not_differ() -> None:
    found = compare(game(["A", "B"]), game(["A", "B"]), ORDER)
    assert found == Found((), (), 2)
    assert list(sheets(found, game(["A"]), game(["A"]), ORDER, words)) == []


def test_a_card_that_is_inserted_does_not_change_those_behind_it() -> None:
    assert told(game(["A", "B", "C"]), game(["A", "New", "B", "C"])) == ["cards 2 (New): new"]
    assert told(game(["A", "B", "C"]), game(["A", "C"])) == ["cards 2 (B): gone"]


def test_cards_of_one_name_belong_together_in_their_order() -> None:
    assert told(game(["A", "A"]), game(["A", "A", "A"])) == ["cards 3 (A): new"]


def test_a_card_with_another_name_in_the_same_place_is_that_card_changed() -> None:
    (line,) = told(game(["Rock", "Tree"]), game(["Boulder", "Tree"]))
    assert line.startswith("cards 1 front (Boulder): ")
    assert line.endswith(" of its pixels changed")


def test_copies_that_changed_are_told_and_not_drawn() -> None:
    found = compare(game(["A"], copies=[2]), game(["A"], copies=[3]), ORDER)
    assert [str(change) for change in found.changes] == ["cards 1 (A): 3 copies instead of 2"]
    assert (found.rows, found.same) == ((), 0)


def test_a_back_that_all_share_is_told_for_each_and_shown_once() -> None:
    found = compare(game(["A", "B", "C"]), game(["A", "B", "C"], back="#0000d5"), ORDER)
    assert [str(change) for change in found.changes] == [
        f"cards {number} back ({name}): 100.0 % of its pixels changed" for number, name in enumerate("ABC", 1)
    ]
    assert [(row.where, row.name) for row in found.rows] == [("Cards", "1–3 · back")]


def test_a_back_that_appears_is_new_on_a_face_that_is_not() -> None:
    assert told(game(["A"], back=""), game(["A"])) == ["cards 1 back (A): new"]


def test_a_piece_of_another_size_is_changed_though_it_is_drawn_alike() -> None:
    old = game(["A"], back="")
    deck = replace(small_game.deck([{"title": "A"}], small_game.frame()), width=70.0)
    new = small_game.game([deck])
    (line,) = told(old, new)
    assert line.startswith("cards 1 front (A): ")


def test_the_sheet_shows_before_and_after_the_same_each_time() -> None:
    old, new = game(["Rock", "Tree"]), game(["Boulder", "Tree", "Herd"])
    found = compare(old, new, ORDER)
    first, second = ({path.as_posix(): data for path, data in sheets(found, old, new, ORDER, words)} for _ in range(2))
    assert sorted(first) == ["small/diff-en-1.png", "small/diff-en.pdf"]
    assert first == second
    text = pypdf.PdfReader(io.BytesIO(first["small/diff-en.pdf"])).pages[0].extract_text()
    assert [
        word for word in ("Small", "before", "after", "difference", "— new", "Boulder", "Rock") if word not in text
    ] == []


def picture(*marks: tuple[int, int, int, int], size: tuple[int, int] = (100, 80)) -> bytes:
    """Return a white picture with black rectangles."""
    drawn = Image.new("RGB", size, "white")
    for mark in marks:
        ImageDraw.Draw(drawn).rectangle((mark[0], mark[1], mark[2] - 1, mark[3] - 1), fill="black")
    out = io.BytesIO()
    drawn.save(out, "PNG")
    return out.getvalue()


@pytest.mark.parametrize(
    ("after", "share", "areas"),
    [
        (picture(), 0.0, ()),
        (picture((10, 10, 20, 30)), 0.025, ((10, 10, 20, 30),)),
        (picture((10, 10, 20, 20), (24, 10, 30, 20)), 0.02, ((10, 10, 30, 20),)),
        (picture((10, 10, 20, 20), (80, 60, 90, 70)), 0.025, ((10, 10, 20, 20), (80, 60, 90, 70))),
        (picture(size=(100, 90)), 0.0, ()),
        (picture((0, 80, 100, 90), size=(100, 90)), 1 / 9, ((0, 80, 100, 90),)),
    ],
    ids=["same", "one", "near", "far", "larger", "outside"],
)
def test_pictures_differ_by_a_share_in_areas(
    after: bytes, share: float, areas: tuple[tuple[int, int, int, int], ...]
) -> None:
    found = difference(picture(), after)
    assert found.share == pytest.approx(share)
    assert found.areas == areas


def test_changed_pixels_stand_out_from_the_faded_picture() -> None:
    found = difference(picture((0, 0, 10, 10)), picture((0, 0, 10, 10), (50, 50, 60, 60)))
    with Image.open(io.BytesIO(found.picture)) as shown:
        assert [shown.getpixel(at) for at in ((5, 5), (55, 55), (80, 5))] == [(191,) * 3, (213, 94, 0), (255,) * 3]


@pytest.fixture
def versions(tmp_path: Path) -> Path:
    """A folder with two versions of the small game, one card renamed and one added."""
    small_folder.write(tmp_path / "old" / "small")
    cards = small_folder.CARDS.replace("Mill", "Wind mill") + "Bridge,\n"
    small_folder.write(tmp_path / "new" / "small", {"cards.csv": cards})
    return tmp_path


def test_the_command_names_what_changed_and_writes_what_it_looks_like(versions: Path) -> None:
    done = pnp("diff", "old/small", "new/small", cwd=versions)
    lines = done.stdout.splitlines()
    assert lines[0].startswith("cards 2 front (Wind mill): ")
    assert lines[1:] == ["cards 3 (Bridge): new", "output/small/diff-en.pdf", "output/small/diff-en-1.png"]
    assert (done.returncode, done.stderr) == (0, "2 faces changed, 1 as before.\n")
    assert (versions / "output/small/diff-en.pdf").is_file()


def test_the_command_can_answer_by_its_status(versions: Path) -> None:
    assert pnp("diff", "old/small", "new/small", "--exit-code", cwd=versions).returncode == 1
    assert pnp("diff", "old/small", "old/small", "--exit-code", cwd=versions).returncode == 0


def test_problems_of_both_versions_are_told_together(versions: Path) -> None:
    small_folder.write(versions / "old" / "small", {"game.toml": small_folder.GAME.replace("age = 8", "age = -8")})
    done = pnp("diff", "old/small", "new/smal", cwd=versions)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.splitlines() == [
        "new/smal: there is no such folder",
        "old/small/game.toml:7: age: found -8; allowed: a whole number from 0 to 99",
        "2 problems; nothing was written.",
    ]
