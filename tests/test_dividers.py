"""Dividers: their outline, tabs at several places, words of one size; and QR codes of any text on cards."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path as File

import pytest

from pnp import pieces
from pnp.data.dials import Dividers, Tab
from pnp.errors import DataError, Problem
from pnp.extent import area, bounds, held
from pnp.layout import qr
from pnp.layout.geometry import How
from pnp.layout.laying import lay
from pnp.pieces import dividers
from pnp.scene import Path, Rect, Text
from tests.small_boards import leaves, texts
from tests.small_folder import CARDS, GAME, game, problems, with_slot
from tests.small_game import game as small_game
from tests.small_game import words
from tests.small_press import A4, SLUG


def made(*titles: str, **changes: object) -> Dividers:
    found = Dividers(
        id="dividers",
        title=words(en="Dividers"),
        width=65.0,
        height=89.0,
        tab=(20.0, 10.0),
        positions=3,
        tabs=tuple(Tab(words(en=title)) for title in titles),
        ink="#2e6b3a",
        family="Barlow Condensed",
        size=14.0,
        gutter=4.0,
    )
    return replace(found, **changes)  # type: ignore[arg-type]


def drawn(found: Dividers) -> tuple[pieces.Piece, list[Problem]]:
    told: list[Problem] = []
    return dividers.dividers(found, small_game(others=[found]), "en", told), told


def test_tabs_stand_at_the_positions_in_turn() -> None:
    assert dividers.places(made("a", "b", "c", "d")) == (0, 22.5, 45, 0)
    assert dividers.places(made("a", "b", positions=1)) == (22.5, 22.5)
    assert dividers.places(made("a", "b", "c", positions=2)) == (0, 45, 0)


def test_each_divider_is_cut_along_body_and_tab() -> None:
    piece, told = drawn(made("a", "b", "c"))
    assert told == []
    assert (piece.kind, piece.count, piece.lined) == ("dividers", 3, True)
    assert (piece.width, piece.height) == (65.25, 99.25)
    for face, middle in zip(piece.faces, (10, 32.5, 55), strict=True):
        assert bounds(face.outline) == Rect(0.125, 0.125, 65.0, 99.0)
        assert area(face.outline) == pytest.approx(65 * 89 + 20 * 10 - 4)
        inside = [held(face.outline, [(x, 5)]) for x in (10, 32.5, 55)]
        assert inside == [int(x == middle) for x in (10, 32.5, 55)]
        assert any(isinstance(leaf, Path) and leaf.segments == face.outline for leaf, _ in leaves(face.front))


def test_words_stand_on_their_tab_in_one_size() -> None:
    piece, _ = drawn(made("Ships", "A rather long title", "Ports"))
    sizes = {leaf.size for face in piece.faces for leaf, _ in leaves(face.front) if isinstance(leaf, Text)}
    assert len(sizes) == 1
    for face, place in zip(piece.faces, (0, 22.5, 45), strict=True):
        assert all(place < x < place + 20 and 0 < y < 10 for _, x, y in texts(face.front))


def test_a_title_without_room_is_told() -> None:
    _, told = drawn(made("Incomprehensibilities and more of the same kind, all on one narrow tab"))
    assert [problem.hint for problem in told] == ["shorten it or make the tab wider"]
    assert told[0].where.startswith('dividers "dividers", tab "Incomp')


def test_dividers_of_cards_lie_two_on_a_page() -> None:
    piece, _ = drawn(made("a", "b", "c", "d"))
    assert lay(piece, A4, How(), SLUG).sheets == 1


DIVIDERS = '\n[[dividers]]\nid = "dividers"\ntitle = "Dividers"\n'


def loaded(folder: File, keys: str, **files: str) -> Dividers:
    (found,) = [
        each
        for each in game(folder, {"game.toml": f"{GAME}{DIVIDERS}{keys}", **files}).prints
        if isinstance(each, Dividers)
    ]
    return found


def test_without_words_there_is_a_divider_for_each_deck_as_large_as_its_cards(tmp_path: File) -> None:
    found = loaded(tmp_path, 'deck = "cards"\n')
    assert (found.width, found.height, found.tab) == (65.0, 89.0, (pytest.approx(65 / 3), 10.0))
    assert [tab.title.get("en") for tab in found.tabs] == ["Cards"]


def test_a_table_gives_a_divider_for_each_different_cell(tmp_path: File) -> None:
    rows = "title,picture,set\nFerry,boat,Sea\nMill,,Land\nOar,boat,Sea\nRock,,\n"
    found = loaded(
        tmp_path,
        'size = "70x95mm"\ntable = "cards.csv"\ncolumn = "set"\nart_column = "picture"\n',
        **{"cards.csv": rows},
    )
    assert [(tab.title.get("en"), tab.art) for tab in found.tabs] == [("Sea", "boat"), ("Land", "")]


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        (
            "",
            [
                "size: is missing: how large the dividers are without their tabs"
                ' (or write deck = "…" to have them as large as its cards)'
            ],
        ),
        ('deck = "card"\n', ['deck: "card" is not a deck of game.toml (did you mean "cards"?)']),
        (
            'size = "60x90mm"\ntab_width = 70\ntitles = ["a"]\n',
            ["tab_width: found 70; allowed: up to 60, the divider's width"],
        ),
        (
            'size = "60x90mm"\ntable = "cards.csv"\ncolumn = "set"\n',
            ['column: "set" is not a column of cards.csv (the columns are title, picture)'],
        ),
        (
            'size = "60x90mm"\ntitles = ["a"]\ntabs = [{ title = "b" }]\n',
            ["tabs: found titles, tabs; allowed: one of them"],
        ),
    ],
)
def test_what_dividers_lack_is_told(keys: str, told: list[str], tmp_path: File) -> None:
    found = problems(tmp_path, {"game.toml": GAME + DIVIDERS + keys})
    assert [line.partition("dividers[dividers].")[2] for line in found] == told


CODE = 'kind = "qr"\nx = 4\ny = 20\nwidth = 30\nheight = 30\n'


def codes(folder: File, slot: str, edge: int = 30) -> list[Path]:
    (piece,) = pieces.make(game(folder, {**with_slot(CODE.replace("30", str(edge)) + slot), "cards.csv": CARDS}), "en")
    found = [[leaf for leaf, _ in leaves(face.front) if isinstance(leaf, Path)] for face in piece.faces]
    return [path for paths in found for path in paths]


def test_a_card_shows_a_fixed_code_or_that_of_its_row(tmp_path: File) -> None:
    fixed = codes(tmp_path, 'text = "https://example.org/rules"\n')
    wanted = qr.qr("https://example.org/rules", Rect(4, 20, 30, 30), "#000000")
    assert fixed == [wanted, wanted]
    by_row = codes(tmp_path / "b", 'column = "picture"\n')
    assert by_row == [qr.qr("boat", Rect(4, 20, 30, 30), "#000000")]  # the other row's cell is blank


def test_a_code_too_long_for_its_room_is_told(tmp_path: File) -> None:
    with pytest.raises(DataError) as told:
        codes(tmp_path, f'text = "{"long " * 30}"\n', 20)
    assert "mm of 20 × 20 mm (take a shorter text or make the slot larger)" in str(told.value)


def test_a_code_without_anything_to_say_is_refused_on_cards(tmp_path: File) -> None:
    assert [line.partition("kind: ")[2] for line in problems(tmp_path, with_slot(CODE))] == [
        'the deck "cards" has no serial for a QR code; only sheets have'
        ' (write text = "…" or column = "…" for another code)'
    ]
    both = problems(tmp_path / "b", with_slot(f'{CODE}text = "a"\ncolumn = "title"\n'))
    assert [line.partition("other.")[2] for line in both] == [
        "column: the slot has text and column; only one of the two can be shown"
    ]
