"""Gatherings that earlier builds have kept: the same files with them and without, and as few as can be drawn anew."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from pnp.build.gatherings import Gatherings, Keeping, Means, gathered, long_decks
from pnp.build.kept import Part, packed, unpacked
from pnp.build.order import Order
from pnp.build.stamps import folder_stamps, sums
from pnp.build.store import Store
from pnp.data.game import Game
from pnp.errors import Problem
from pnp.layout.geometry import How
from pnp.render.gathering import gather
from pnp.scene import Link, Page, Rect
from tests import long_deck as long
from tests import small_folder

ORDER = long.order(pieces=("cards",))
PARTS = 2  # gatherings of the deck


def keeping(folder: Path, press: str = "press") -> Keeping:
    """Return a store beside a game's folder, with what is in that folder now."""
    read = sums(folder_stamps([folder / "small"]))
    return Keeping(Store(folder / "store"), press, {path: total for path, (_, total) in read.items()}, lambda: True)


def cards(**changed: str) -> list[dict[str, str]]:
    """Return the rows of a table with pictures and backs, some with another title."""
    found = long.rows(back="back")
    for at, row in enumerate(found, 1):
        row["picture"] = ("fading", "pixels", "")[at % 3]
        row["title"] = changed.get(f"card{at}", row["title"])
    return found


def built(folder: Path, game: Game, order: Order = ORDER, presses: int = 1) -> tuple[bytes, int]:
    """Return the file of a game's deck made with what is kept, and how many gatherings were kept anew."""
    before = set(_held(folder))
    (data,) = long.printed(game, order, presses, keeping(folder)).values()
    return data, len(set(_held(folder)) - before)


def _held(folder: Path) -> list[str]:
    return [path.name for path in (folder / "store").iterdir()] if (folder / "store").is_dir() else []


def fresh(game: Game, order: Order = ORDER) -> bytes:
    (data,) = long.printed(game, order).values()
    return data


def test_bytes_are_the_same_for_any_number_of_presses_with_a_store_or_without(tmp_path: Path) -> None:
    game = long.long_game(tmp_path, cards())
    wanted = fresh(game)
    for presses in (2, 3, 8):
        assert list(long.printed(game, ORDER, presses).values()) == [wanted]
    for presses, anew in ((2, PARTS), (1, 0), (3, 0), (8, 0)):
        assert built(tmp_path, game, presses=presses) == (wanted, anew)


def test_only_gatherings_with_a_card_that_was_changed_are_drawn_anew(tmp_path: Path) -> None:
    built(tmp_path, long.long_game(tmp_path, cards()))
    for changed, anew in (
        ({"card1": "Another"}, 1),
        ({"card1": "Another", "card104": "The last"}, 1),
        ({"card1": "A third", "card104": "A fourth"}, 2),
        ({}, 0),
        ({"card104": "The last"}, 0),
    ):
        game = long.long_game(tmp_path, cards(**changed))
        assert built(tmp_path, game) == (fresh(game), anew)


def test_a_row_more_or_less_moves_the_cards_after_it(tmp_path: Path) -> None:
    rows = cards()
    built(tmp_path, long.long_game(tmp_path, rows))
    for changed, anew in (
        ([*rows[:80], dict(rows[3], title="Between"), *rows[80:103]], 1),
        ([*rows, dict(rows[3], title="On a new sheet")], PARTS),
        ([dict(rows[3], title="First"), *rows[:103]], PARTS),
        ([dict(rows[3], copies="2"), *(dict(row, copies="1") for row in rows[1:103])], PARTS),
        ([*(dict(row, copies="1") for row in rows[:103]), dict(rows[3], copies="0"), dict(rows[4], copies="1")], PARTS),
    ):
        game = long.long_game(tmp_path, changed)
        assert built(tmp_path, game) == (fresh(game), anew)


def test_a_back_of_one_card_draws_all_sheets_anew_as_they_have_two_sides_now(tmp_path: Path) -> None:
    rows = long.rows(back="")
    built(tmp_path, long.long_game(tmp_path, rows))
    for back in ("back", ""):
        rows[-1]["back"] = back
        game = long.long_game(tmp_path, rows)
        assert built(tmp_path, game) == (fresh(game), PARTS if back else 0)


def test_what_all_cards_share_draws_all_of_them_anew(tmp_path: Path) -> None:
    files = long.files(cards())
    built(tmp_path, small_folder.game(tmp_path, files))
    changes: dict[str, str | bytes] = {
        "frames.toml": long.FRAMES.replace("#e8dcc0", "#c0dce8"),
        "game.toml": long.GAME.replace('"Small"', '"Large"'),
        "art/fading.svg": long.FADING.replace('r="2"', 'r="3"'),
        "art/pixels.png": long.picture() + b"\0",
    }
    for name, text in changes.items():
        game = small_folder.game(tmp_path, {**files, name: text})
        assert built(tmp_path, game) == (fresh(game), PARTS), name
    game = small_folder.game(tmp_path, files)
    assert built(tmp_path, game) == (fresh(game), 0)


def test_rows_made_in_the_manifest_are_drawn_anew_with_it(tmp_path: Path) -> None:
    text = long.GAME.replace('table = "cards.csv"', 'make = { title = "1-104" }')
    frames = small_folder.FRAMES
    game = small_folder.game(tmp_path, {"game.toml": text, "frames.toml": frames})
    assert built(tmp_path, game) == (fresh(game), PARTS)
    game = small_folder.game(tmp_path, {"game.toml": text.replace("#F2B632", "#104080"), "frames.toml": frames})
    assert built(tmp_path, game) == (fresh(game), PARTS)


def test_every_other_order_has_gatherings_of_its_own(tmp_path: Path) -> None:
    game = long.long_game(tmp_path, cards())
    for order in (
        ORDER,
        replace(ORDER, ink="low"),
        replace(ORDER, how=How("short")),
        replace(ORDER, how=How(backs="fold")),
        replace(ORDER, how=How(from_slot=2)),
    ):
        wanted = fresh(game, order)
        anew = len(Gatherings(game.decks[0], game, order, long.slug(game, order)).spans)
        assert built(tmp_path, game, order) == (wanted, anew)
        assert built(tmp_path, game, order) == (wanted, 0)


def test_another_press_draws_all_anew(tmp_path: Path) -> None:
    game = long.long_game(tmp_path, cards())
    wanted, anew = built(tmp_path, game)
    (data,) = long.printed(game, ORDER, 1, keeping(tmp_path, "another press")).values()
    assert (data, len(_held(tmp_path))) == (wanted, 2 * anew)


def test_nothing_is_kept_while_files_are_changed(tmp_path: Path) -> None:
    game = long.long_game(tmp_path, cards())
    kept = replace(keeping(tmp_path), still=lambda: False)
    assert list(long.printed(game, ORDER, 1, kept).values()) == [fresh(game)]
    assert _held(tmp_path) == []


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "one bit": lambda data: data[:500] + bytes([data[500] ^ 1]) + data[501:],
    "cut short": lambda data: data[:-100],
    "its head alone": lambda data: data[:32],
    "nothing": lambda _: b"",
    "something else": lambda _: b"GIF89a",
    "more": lambda data: data + b"\0",
}


@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_file_is_drawn_anew_and_mended(tmp_path: Path, name: str) -> None:
    game = long.long_game(tmp_path, cards())
    wanted, _ = built(tmp_path, game)
    for path in (tmp_path / "store").iterdir():
        path.write_bytes(DAMAGES[name](path.read_bytes()))
    damaged = {path.name: path.read_bytes() for path in (tmp_path / "store").iterdir()}
    assert built(tmp_path, game) == (wanted, 0)
    mended = {path.name: path.read_bytes() for path in (tmp_path / "store").iterdir()}
    assert mended.keys() == damaged.keys()
    assert all(mended[each] != damaged[each] for each in damaged)


def test_files_that_were_exchanged_are_drawn_anew(tmp_path: Path) -> None:
    game = long.long_game(tmp_path, cards())
    wanted, _ = built(tmp_path, game)
    one, other = (tmp_path / "store").iterdir()
    one.rename(tmp_path / "aside")
    other.rename(one)
    (tmp_path / "aside").rename(other)
    assert built(tmp_path, game) == (wanted, 0)


def test_a_store_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    game = long.long_game(tmp_path, cards())
    (tmp_path / "store").write_text("a file stands where the folder should")
    made = long.printed(game, ORDER, 2, keeping(tmp_path))
    assert list(made.values()) == [fresh(game)]


def test_what_was_told_is_told_again(tmp_path: Path) -> None:
    frames = long.FRAMES.replace("x = 8", "x = -2")
    rows = cards(card3="A :suun:", card70="A :suun:", card99="A :mooon:")
    game = long.long_game(tmp_path, rows, frames=frames)
    wanted = long.by_parts(game, ORDER)[0].notes
    assert len(wanted) > 2
    for presses in (2, 1):
        told = long.by_parts(game, ORDER, Means(presses, keeping(tmp_path)))[0].notes
        assert told == wanted
        assert [(note.column, note.lost) for note in told] == [(note.column, note.lost) for note in wanted]


def test_a_deck_with_faults_is_not_kept_where_they_are(tmp_path: Path) -> None:
    game = long.long_game(tmp_path, cards(card104="Antidisestablishmentarianism " * 20))
    deck = next(long_decks(game, ORDER))
    assert gathered(deck, game, ORDER, long.slug(game, ORDER), Means(1, keeping(tmp_path))) is None
    assert len(_held(tmp_path)) == PARTS - 1
    mended = long.long_game(tmp_path, cards())
    assert built(tmp_path, mended) == (fresh(mended), 1)


KEYS = """
import sys
from pathlib import Path
from pnp.build.gatherings import Gatherings
from pnp.data import load
from tests import long_deck as long
from tests.test_kept import ORDER, keeping
folder = Path(sys.argv[1])
game = load.load(folder / "small", folder / "_shared", "g")
print(Gatherings(game.decks[0], game, ORDER, long.slug(game, ORDER)).keys(keeping(folder)))
"""


def test_the_next_process_asks_for_the_same(tmp_path: Path) -> None:
    game = long.long_game(tmp_path, cards())
    keys = Gatherings(game.decks[0], game, ORDER, long.slug(game, ORDER)).keys(keeping(tmp_path))
    asked = subprocess.run(
        [sys.executable, "-c", KEYS, tmp_path],
        env={**os.environ, "PYTHONHASHSEED": "7"},
        cwd=Path(__file__).parent.parent,
        capture_output=True,
        text=True,
        check=True,
    )
    assert asked.stdout.strip() == str(keys)


def one_part(folder: Path, order: Order = ORDER) -> Part:
    game = long.long_game(folder, cards())
    made = Gatherings(game.decks[0], game, order, long.slug(game, order))
    (part,) = made.parts([range(13, 15)])
    told = (Problem("a.csv", 3, 'card "\u2028é" (row 2)', "words", "hint", True, None, "title", 1.25),)
    return replace(part, problems=told, once=((0, ("slot", "about", "message")),))


@pytest.mark.parametrize("order", [ORDER, replace(ORDER, paper=replace(ORDER.paper, width=95.0, height=130.0))])
def test_what_is_unpacked_is_what_was_packed(tmp_path: Path, order: Order) -> None:
    part = one_part(tmp_path, order)
    assert unpacked(packed(part)) == part
    assert packed(part) == packed(part)


def test_bytes_that_are_no_gathering_are_none(tmp_path: Path) -> None:
    data = packed(one_part(tmp_path))
    head, _, rest = data.partition(b"\n")
    foreign = [b"", b"\n", b"{}\n", b"[]\n", b"null\n", b"\xff\xfe\n", b"[" * 100_000, rest]
    foreign += [data[:-1], data + b"\0", head, head + b"\n"]
    for found, other in (
        (b'"number": 0', b'"number": 9'),
        (b'"objects": {', b'"objects": [{}], "others": {'),
        (b'"once": [[0, [', b'"once": [0, [['),
    ):
        assert found in head
        foreign.append(data.replace(found, other, 1))
    assert [unpacked(each) for each in foreign] == [None] * len(foreign)


def test_pages_with_links_or_not_written_are_not_packed() -> None:
    page = Page(100, 100, (Link(Rect(1, 1, 5, 5), "https://example.org"),))
    for pages in (gather([page]), (page,)):
        with pytest.raises(ValueError, match="have no links"):
            packed(Part(pages, (), ()))


MORE = """
[[decks]]
id = "more"
title.en = "Cards"
size = "96x130mm"
table = "more.csv"
frame = "card"
back = "back"
"""


def test_cards_of_one_deck_draw_none_of_another_anew(tmp_path: Path) -> None:
    """Both have the same title and the same cards, of another size."""
    order = long.order(pieces=("cards", "more"))
    for changed, anew in (({}, 2 * PARTS), ({"card90": "Another"}, 1), ({"card9": "Another"}, 1)):
        files = {**long.files(cards(), long.GAME + MORE), "more.csv": long.table(cards(**changed))}
        game, before = small_folder.game(tmp_path, files), set(_held(tmp_path))
        found = long.printed(game, order, 1, keeping(tmp_path))
        assert (found, len(set(_held(tmp_path)) - before)) == (long.printed(game, order), anew)
