"""One slip in a file is one problem: nothing that hangs on the file is told as missing too."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from pnp.data import furniture, load
from pnp.errors import DataError
from pnp.near import meant
from tests.shipped import SHARED
from tests.small_folder import CARDS, FRAMES, GAME, Changes, problems, write

MORE = """
[[components]]
id = "cards"
title.en = "Cards"
count = 2
piece = "cards"

[[piles]]
id = "hand"
title.en = "Hand"
deck = "cards"
only = "title=Mill"

[[sheets]]
id = "map"
title.en = "Map"
size = "100x100mm"
frame = "plain"

[[posters]]
id = "big"
title.en = "Big"
of = "map"

[[dividers]]
id = "tabs"
title.en = "Tabs"
deck = "cards"

[[boxes]]
id = "box"
title.en = "Box"
holds = ["cards"]
front = "plain"
"""
PLAIN = '[plain.slots.ground]\nkind = "panel"\nx = 0\ny = 0\nwidth = 9\nheight = 9\nfill = "sun"\n'
FRAMED = {
    "game.toml": GAME.replace('frame = "card"', ""),
    "cards.csv": "title,picture,frame\nFerry,,card\nMill,,card\n",
}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        (
            {"frames.toml": PLAIN + FRAMES + "z = 52,5\n"},
            r"g/frames.toml:\d+: this is not TOML: .* \(numbers have a point: 52.5\)",
        ),
        (
            {"frames.toml": PLAIN + FRAMES + FRAMES},
            r"g/frames.toml:\d+: .* \[card.slots.title\] stands twice; line 8 has it too .*",
        ),
        ({"frames.toml": PLAIN + FRAMES + FRAMES, **FRAMED}, r"g/frames.toml:\d+: .* stands twice; .*"),
        ({"examples.toml": "[[examples]]\nx = 1 2\n"}, r"g/examples.toml:2: this is not TOML: .*"),
        ({"cards.csv": CARDS + "\0"}, "g/cards.csv:4: this is not a text file"),
        ({"cards.json": "[{", "cards.csv": None}, "g/cards.json:1: this is not a table in JSON: .*"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_problem(tmp_path: Path, changes: Changes, expected: str) -> None:
    table = GAME.replace("cards.csv", "cards.json") if "cards.json" in changes else GAME
    main = str(changes.get("game.toml", table)) + MORE
    (told,) = problems(tmp_path, {"frames.toml": PLAIN + FRAMES, **changes, "game.toml": main})
    assert re.fullmatch(expected, told)


def test_the_game_of_these_tests_is_sound(tmp_path: Path) -> None:
    assert problems(tmp_path, {"game.toml": GAME + MORE, "frames.toml": PLAIN + FRAMES}) == []


def test_base_frames_that_cannot_be_read_are_one_problem(tmp_path: Path) -> None:
    own = '[card]\nextends = "base"\n'
    write(tmp_path / "small", {"game.toml": GAME + MORE, "frames.toml": own})
    (tmp_path / "_shared").mkdir()
    (tmp_path / "_shared/frames.toml").write_text("[base.slots.a]\nx = 1,5\n")
    with pytest.raises(DataError) as caught:
        load.load(tmp_path / "small", tmp_path / "_shared")
    assert [(each.file.rpartition("/")[2], each.line) for each in caught.value.problems] == [("frames.toml", 2)]


def test_all_columns_that_make_cannot_make_are_told(tmp_path: Path) -> None:
    made = GAME.replace('table = "cards.csv"', 'make = { "a.b" = "1-3", rank = 1.5, suit = [] }')
    (told,) = [each for each in problems(tmp_path, {"game.toml": made, "cards.csv": None}) if ".make: " in each]
    assert ['"a.b" is not a name', "rank: ", "suit: "] == [
        word for word in ('"a.b" is not a name', "rank: ", "suit: ") if word in told
    ]


def test_a_count_that_is_wrong_says_that_the_table_counts_no_copies(tmp_path: Path) -> None:
    more = '[[components]]\nid = "cards"\ntitle.en = "Cards"\ncount = 3\npiece = "cards"\n'
    (told,) = problems(tmp_path, {"game.toml": GAME + more})
    assert told.endswith("add up to 3; it prints 2 (cards.csv has no column copies, so each row counts once)")
    counted = {"game.toml": GAME + more, "cards.csv": "title,copies\nFerry,1\nMill,1\n"}
    (told,) = problems(tmp_path, counted)
    assert told.endswith("add up to 3; it prints 2")


def test_only_words_that_are_alike_are_taken_for_each_other() -> None:
    assert [meant("cards", ["board", "pad"]), meant("rad", ["red", "blue"]), meant("crads", ["cards", "board"])] == [
        "",
        'did you mean "red"?',
        'did you mean "cards"?',
    ]


def test_the_words_of_pages_are_all_listed_for_translators() -> None:
    guide = (SHARED.parent / "README.md").read_text(encoding="utf-8")
    part = guide.partition("### Pages in another language")[2].partition("\n#")[0]
    keys = tomllib.loads((SHARED / furniture.NAME).read_text(encoding="utf-8"))["en"]
    listed = {key for item in part.split("\n- ")[1:] for key in re.findall("`([a-z0-9_]+)`", item.partition("\n\n")[0])}
    assert sorted(listed) == sorted(keys)
