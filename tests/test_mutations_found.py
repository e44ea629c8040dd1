"""Faults that damaged folders found in the press, each put right: told in one line with its place, and soon."""

from __future__ import annotations

import os
import struct
import zlib
from pathlib import Path

import pytest
from PIL import Image

from pnp import art
from pnp.data import furniture, load
from pnp.errors import DataError, Problem
from pnp.layout import text
from pnp.pieces import make
from pnp.render import pdf, png
from pnp.scene import Document, Page, Rect, rectangle
from pnp.scene import Path as Area
from tests import small_folder
from tests.rich_games import picture
from tests.small_folder import FRAMES, GAME, problems

ART = '\n[card.slots.art]\nkind = "art"\nart = "boat"\nwidth = 20\nheight = 20\n'
NO_FILE = "cannot be read: it is no file, or a link to none"


def drawn(folder: Path, changes: small_folder.Changes) -> list[str]:
    """Return what is told when the cards of a folder that loads are drawn."""
    with pytest.raises(DataError) as caught:
        make(small_folder.game(folder, changes), "en")
    return str(caught.value).splitlines()


# messages


def test_a_message_is_one_line_and_shows_what_no_terminal_prints() -> None:
    problem = Problem("a\nb.csv", 2, 'card "\x1b[31m"', 'found "x\ny\u2028\u202ez"', "\0")
    assert str(problem) == r'a\nb.csv:2: card "\x1b[31m": found "x\ny\u2028\u202ez" (\x00)'


def test_a_message_keeps_letters_of_all_languages_and_the_blanks_of_french() -> None:
    problem = Problem("règles.fr.md", 0, "", "« fin » ; 牛 שור 👩‍👧 e\u0301")
    assert str(problem) == "règles.fr.md: « fin » ; 牛 שור 👩‍👧 e\u0301"


def test_a_message_quotes_the_beginning_of_what_is_long_and_ends_where_nobody_would_read_on() -> None:
    assert str(Problem("a.csv", 0, "", f'"{"W" * 5000}" is not an ink')) == f'a.csv: "{"W" * 80}…" is not an ink'
    assert len(str(Problem("a.csv", 0, "", "word " * 5000))) == len("a.csv: ") + 901


def test_characters_that_nothing_prints_are_refused_in_texts(tmp_path: Path) -> None:
    changes: small_folder.Changes = {"game.toml": GAME.replace('"Cards"', r'"Ca\u0007rds"')}
    assert problems(tmp_path, changes) == [
        "g/game.toml:17: decks[cards].title: the text holds the control character U+0007 (take it out)"
    ]


def test_texts_without_end_are_refused(tmp_path: Path) -> None:
    (told,) = problems(tmp_path, {"game.toml": GAME.replace('"Cards"', f'"{"x" * 20_001}"')})
    assert told == "g/game.toml:17: decks[cards].title: the text has 20,001 letters; allowed: up to 20,000"


def test_letters_that_no_font_has_are_told_with_the_place_of_the_rules_from_the_root(tmp_path: Path) -> None:
    booklet = '\n[[booklets]]\nid = "rules"\ntitle = "Rules"\nform = "plain"\nsize = "139x205mm"\n'
    small_folder.write(tmp_path / "small", {"game.toml": GAME + booklet, "rules.en.md": "# A\n\n## B {#b}\n\n牛\n"})
    game = load.load(tmp_path / "small", tmp_path / "_shared")
    with pytest.raises(DataError) as caught:
        make(game, "en", ("rules",))
    assert {problem.file for problem in caught.value.problems} == {f"{tmp_path.as_posix()}/small/rules.en.md"}


# files that are none


@pytest.mark.parametrize(
    "name", ["game.toml", "cards.csv", "frames.toml", "rules.en.md", "examples.toml", "art/boat.svg", "art/boat.png"]
)
def test_a_pipe_in_place_of_a_file_is_told_and_nobody_waits_for_it(tmp_path: Path, name: str) -> None:
    (tmp_path / "small/art").mkdir(parents=True)
    os.mkfifo(tmp_path / "small" / name)
    changes: small_folder.Changes = {"art/boat.svg": None, "cards.csv": "title\nFerry\n", name: None}
    assert problems(tmp_path, changes) == [f"g/{name}: {NO_FILE}"]


@pytest.mark.parametrize("name", ["game.toml", "rules.en.md", "frames.toml", "examples.toml"])
def test_a_folder_in_place_of_a_file_is_told(tmp_path: Path, name: str) -> None:
    (tmp_path / "small" / name).mkdir(parents=True)
    assert problems(tmp_path, {name: None}) == [f"g/{name}: cannot be read: Is a directory"]


@pytest.mark.parametrize("target", ["nothing", "cards.csv", "/dev/zero"])
def test_a_link_to_no_file_is_told(tmp_path: Path, target: str) -> None:
    (tmp_path / "small").mkdir()
    (tmp_path / "small/cards.csv").symlink_to(target)
    assert problems(tmp_path, {"cards.csv": None}) == [f"g/cards.csv: {NO_FILE}"]


@pytest.mark.parametrize(("folder", "file"), [("art", "boat.svg"), ("fonts", "signs.ttf")])
def test_a_picture_or_font_that_is_a_link_in_a_circle_is_told(tmp_path: Path, folder: str, file: str) -> None:
    (tmp_path / "small" / folder).mkdir(parents=True)
    (tmp_path / "small" / folder / file).symlink_to(file)
    assert problems(tmp_path, {"art/boat.svg": None})[0] == f"g/{folder}/{file}: {NO_FILE}"


def test_a_drawing_that_refers_to_a_pipe_is_told(tmp_path: Path) -> None:
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><image href="../pipe.png" width="9"/></svg>'
    small_folder.write(tmp_path / "small", {"art/boat.svg": drawing, "frames.toml": FRAMES + ART})
    os.mkfifo(tmp_path / "small/pipe.png")
    game = load.load(tmp_path / "small", tmp_path / "_shared", "g")
    with pytest.raises(DataError) as caught:
        make(game, "en")
    assert f"../pipe.png {NO_FILE}" in str(caught.value)


def test_a_name_that_is_too_long_for_a_file_is_no_table(tmp_path: Path) -> None:
    (told,) = problems(tmp_path, {"game.toml": GAME.replace("cards.csv", "word " * 500)})
    assert told.startswith('g/game.toml:19: decks[cards].table: there is no table "word word ')


# numbers


@pytest.mark.parametrize("digits", [400, 5000])
def test_a_number_of_very_many_digits_is_told_with_its_line(tmp_path: Path, digits: int) -> None:
    (told, *_) = problems(tmp_path, {"frames.toml": FRAMES.replace("x = 4", f"x = {'9' * digits}")})
    assert told.startswith("g/frames.toml:4: ")


def test_a_length_that_only_rounding_keeps_above_0_is_refused(tmp_path: Path) -> None:
    board = '\n[[boards]]\nid = "b"\nkind = "hex"\ntitle = "b"\ncolumns = 2\nrows = 2\nacross = 1e-320\n'
    (told,) = problems(tmp_path, {"game.toml": GAME + board})
    assert told.endswith('allowed: a length such as 3 (mm), "3mm" or "0.5in" of 0.001 mm or more')


@pytest.mark.parametrize(
    ("size", "told"),
    [
        ('viewBox="0 0 1e-300 1e-300"', 'the viewBox "0 0 1e-300 1e-300" has numbers that no drawing needs'),
        ('viewBox="0 0 9 1e300"', 'the viewBox "0 0 9 1e300" has numbers that no drawing needs'),
        ('width="1e-300" height="1e-300"', "the width and height are numbers that no drawing needs"),
    ],
)
def test_a_drawing_of_no_size_that_can_be_reckoned_with_is_told(tmp_path: Path, size: str, told: str) -> None:
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {size}><path d="M0,0H10V10Z"/></svg>\n'
    assert [told in line for line in drawn(tmp_path, {"art/boat.svg": svg, "frames.toml": FRAMES + ART})] == [True]


@pytest.mark.parametrize("count", [10_001, 999_999_999])
def test_more_copies_than_anybody_cuts_are_refused(tmp_path: Path, count: int) -> None:
    (told,) = problems(tmp_path, {"cards.csv": f"title,copies\nFerry,1\nMill,{count - 1}\n"})
    assert told == f'g/cards.csv:1: copies: the copies for the deck "cards" add up to {count:,}; allowed: up to 10,000'


MANY = {
    "sheets": ("copies", "1001"),
    "dials": ("copies", "1001"),
    "pads": ("copies", "1001"),
    "dice": ("count", "1001"),
    "components": ("count", "10001"),
}


@pytest.mark.parametrize("table", sorted(MANY))
def test_numbers_of_things_have_an_end(tmp_path: Path, table: str) -> None:
    key, value = MANY[table]
    lines = problems(tmp_path, {"game.toml": f"{GAME}\n[[{table}]]\n{key} = {value}\n"})
    (told,) = [line for line in lines if value in line]
    assert f".{key}: found {value}; allowed: a whole number from 1 to {int(value) - 1}" in told


def test_a_track_has_an_end(tmp_path: Path) -> None:
    track = '\n[[boards]]\nid = "t"\nkind = "track"\ntitle = "t"\nbreadth = 9\npoints = [[0, 0], [99, 0]]\n'
    (told,) = problems(tmp_path, {"game.toml": f"{GAME}{track}spaces = [1000000]\n"})
    assert told == "g/game.toml:28: boards[t].spaces: found 1,000,000 spaces; allowed: up to 500"


# pictures


def lying(data: bytes, width: int) -> bytes:
    """Return a PNG whose header says another width, with a sum that is right."""
    body = struct.pack(">I", width) + data[20:29]
    return data[:16] + body + struct.pack(">I", zlib.crc32(b"IHDR" + body)) + data[33:]


@pytest.mark.parametrize("mode", ["L", "RGB", "RGBA"])
def test_a_png_that_holds_less_than_it_says_is_told_before_anything_is_printed(tmp_path: Path, mode: str) -> None:
    changes: small_folder.Changes = {
        "art/boat.svg": None,
        "art/boat.png": lying(picture(mode), 5000),
        "frames.toml": FRAMES + ART,
    }
    assert ["is damaged: the PNG cannot be decoded" in line for line in drawn(tmp_path, changes)] == [True]


def test_a_jpeg_whose_tables_are_damaged_is_told_before_anything_is_printed(tmp_path: Path) -> None:
    data = bytearray(picture("RGB", "jpeg"))
    at = data.index(b"\xff\xc4")  # the codes of its pixels
    data[at + 5 : at + 21] = b"\xff" * 16
    changes: small_folder.Changes = {"art/boat.svg": None, "art/boat.jpg": bytes(data), "frames.toml": FRAMES + ART}
    assert ["is damaged: the JPEG cannot be decoded" in line for line in drawn(tmp_path, changes)] == [True]


def test_the_limit_of_pixels_is_that_of_the_press_and_brings_no_warning(tmp_path: Path) -> None:
    (tmp_path / "dot.png").write_bytes(picture("RGB"))
    art.read(tmp_path / "dot.png")
    assert Image.MAX_IMAGE_PIXELS == 100_000_000


def test_very_large_pages_are_weighed_without_taking_all_memory() -> None:
    page = Page(5000, 5000, (Area(rectangle(Rect(0, 0, 2500, 2500)), "#000000"),))
    assert png.coverage(pdf.render(Document((page,), "", "", "", "", "en"))) == (pytest.approx(0.25, abs=0.01),)
    thin = Page(0.2, 5000, (Area(rectangle(Rect(0, 0, 1, 5000)), "#000000"),))
    assert png.coverage(pdf.render(Document((thin,), "", "", "", "", "en")), 50) == (pytest.approx(1.0, abs=0.01),)


# time


def test_a_place_of_a_hundred_thousand_letters_is_refused_at_once(tmp_path: Path) -> None:
    (told,) = problems(tmp_path, {"frames.toml": FRAMES.replace("x = 4", f'x = "{"x" * 100_000}"')})
    assert told.startswith(f'g/frames.toml:4: card.slots.title.x: "{"x" * 80}…" is not a length')


def test_a_word_without_end_in_a_narrow_column_comes_to_an_end() -> None:
    style = text.Style("Atkinson Hyperlegible", 400, size=9, smallest=6.5, leading=1.2, color="#000000")
    block = text.fit("w" * 2_000, Rect(0, 0, 2.0, 10_000), style, {})
    assert block.height > 2_000


# words of pages


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            "en = 1\n",
            '_shared/furniture.toml:1: en: the words of a language are a table (write [en] and below it page = "…")',
        ),
        (
            f'[en]\npage = "{"x" * 401}"\n',
            "_shared/furniture.toml:2: en.page: the text has 401 letters; allowed: up to 400",
        ),
        ("[en]\npage = 1\n", "_shared/furniture.toml:2: en.page: a word is text in quotes"),
        ("[en\n", "_shared/furniture.toml:1: "),
    ],
)
def test_words_of_pages_that_are_none_are_told_with_their_line(tmp_path: Path, words: str, told: str) -> None:
    (tmp_path / "_shared").mkdir()
    (tmp_path / "_shared/furniture.toml").write_text(words)
    with pytest.raises(DataError) as caught:
        furniture.words(tmp_path / "_shared", "en")
    assert str(caught.value).startswith(told)
