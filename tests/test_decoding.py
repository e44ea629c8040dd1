"""CSV files in the encodings that spreadsheets save: read, read with a note, or refused with the line."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.data import decoding
from pnp.errors import Problem
from tests.small_folder import game

HINT = "save the file as UTF-8; spreadsheets call it CSV UTF-8"
RIGHT = "if these are right, save it as UTF-8 all the same"


def read(data: bytes) -> tuple[str | None, list[Problem]]:
    told: list[Problem] = []
    return decoding.text(data, "t.csv", told), told


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_encodings_that_cannot_be_mistaken_are_read_without_a_word(encoding: str) -> None:
    text = "title\nПривет, “Ærø” 日本\n"
    assert read(text.encode(encoding)) == (text, [])


@pytest.mark.parametrize(
    ("text", "line", "signs"),
    [
        ("title\r\nMill\r\nCafé\r\n", 3, "é"),
        ("title\nL’œuf déjà créé — 5 €, «CAFÉ» LIBERTÉ…\n", 2, "’, œ, é, à, —, €, «, É and 2 more"),
        ("größe\n„Ähre“, Straße\n", 1, "ö, ß, „, Ä, “"),
        ("title\n¿Qué? ¡Olé! ½ señor 5°\n", 2, "¿, é, ¡, ½, ñ, °"),
    ],
)
def test_windows_1252_is_read_with_a_note_of_what_was_made_of_it(text: str, line: int, signs: str) -> None:
    message = f"the file is not UTF-8 and was read as Windows-1252, with {signs}"
    assert read(text.encode("cp1252")) == (text, [Problem("t.csv", line, "", message, RIGHT, note=True)])


@pytest.mark.parametrize(
    ("data", "line", "found"),
    [
        ("title\ncafé\n".encode("mac-roman"), 2, "the byte 0x8e"),
        ("title\nschön\n".encode("cp850"), 2, "the byte 0x94"),
        ("title\nfür\n".encode("cp850"), 2, "the byte 0x81"),
        ("title\nПривет\n".encode("cp1251"), 2, "the byte 0xcf"),
        ("title\n日本語テキスト\n".encode("shift-jis"), 2, "the byte 0x93"),
        ("title\ncafé\n".encode() + b"caf\xe9\n", 3, "the byte 0xe9"),
        (b"title\n\x01\xe9\n", 2, "the byte 0xe9"),
        (b"\xff\xfea", 0, "UTF-16"),
    ],
)
def test_bytes_that_make_no_words_are_refused_with_their_line(data: bytes, line: int, found: str) -> None:
    assert read(data) == (None, [Problem("t.csv", line, "", f"found {found}; allowed: text in UTF-8", HINT)])


def test_the_note_reaches_the_author_and_stops_nothing(tmp_path: Path) -> None:
    found = game(tmp_path, {"cards.csv": "title\nCafé\n".encode("cp1252")})
    assert found.decks[0].cards[0].row.cells == {"title": "Café"}
    assert [str(note) for note in found.notes] == [
        f"g/cards.csv:2: the file is not UTF-8 and was read as Windows-1252, with é ({RIGHT})"
    ]


def test_what_a_failed_formula_left_in_a_cell_is_noted(tmp_path: Path) -> None:
    found = game(tmp_path, {"cards.csv": "title,picture\nMill,#REF!\n#1 Ferry,\n"})
    assert [str(note) for note in found.notes] == [
        "g/cards.csv:2: picture: the cell holds #REF!, which spreadsheets write where a formula failed; "
        "it prints as it is"
    ]
