"""Decks as pieces: faces in the order of the table, with names, copies, backs and all problems at once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pnp.errors import DataError, Problem
from pnp.layout.piece import Face, Piece
from pnp.pieces import Listed, listed, make
from pnp.pieces.cards import deck as drawn_deck
from pnp.scene import Group, Shape, Text
from tests.small_game import deck, frame, game, panel, place, sheet, text

ROWS = (
    {"title": "Torro", "number": "3"},
    {"title": "**Old** Bull", "number": "4"},
    {"title": "Ox", "number": "5"},
)
FRONT = frame(panel(), text("title"), text("number", place(40, 0, 20, 10)))
BACK = frame(panel(fill="#b5122b"), name="back")


def piece(*args: object, lang: str = "en", **kwargs: object) -> Piece:
    problems: list[Problem] = []
    made = deck(*args, **kwargs)  # type: ignore[arg-type]
    result = drawn_deck(made, game([made], languages=("en", "fr")), lang, problems)
    assert problems == []
    return result


def texts(shape: Shape) -> list[str]:
    if isinstance(shape, Group):
        return [found for child in shape.children for found in texts(child)]
    return [shape.run.text] if isinstance(shape, Text) else []


def test_a_deck_is_a_piece_with_its_sizes() -> None:
    made = piece(ROWS, FRONT)
    assert (made.id, made.title, made.kind, made.width, made.height, made.bleed, made.gutter, made.cut) == (
        "cards",
        "Cards",
        "cards",
        63,
        88,
        3,
        0,
        True,
    )


def test_faces_follow_the_table_with_what_each_row_says() -> None:
    made = piece(ROWS, FRONT)
    assert [texts(face.front) for face in made.faces] == [["Torro", "3"], ["Old", " Bull", "4"], ["Ox", "5"]]


def test_the_title_in_the_language_is_the_title_of_the_piece() -> None:
    assert piece(ROWS, FRONT, lang="fr").title == "Cartes"


def test_a_face_is_called_by_its_title_without_marks() -> None:
    assert [face.name for face in piece(ROWS, FRONT).faces] == ["Torro", "Old Bull", "Ox"]


def test_without_a_title_a_face_is_called_by_its_first_column() -> None:
    rows = ({"copies": "2", "name.en": "Bull", "name.fr": "Taureau"},)
    slots = frame(text("name"))
    assert [face.name for face in piece(rows, slots, lang="fr").faces] == ["Taureau"]


def test_a_card_may_be_called_by_a_column_shape() -> None:
    front = frame(text("shape"))
    assert [face.name for face in piece(({"shape": "hex"}, {"shape": "round"}), front).faces] == ["hex", "round"]


def test_a_card_with_nothing_in_its_first_column_is_called_by_its_number() -> None:
    assert [face.name for face in piece(({"title": ""},), FRONT).faces] == ["Cards 1"]


def test_copies_are_counted_and_not_repeated() -> None:
    made = piece(ROWS, FRONT, copies=(1, 4, 0))
    assert [face.copies for face in made.faces] == [1, 4, 0]
    assert made.count == 5


def test_a_card_that_is_printed_several_times_is_stored_once() -> None:
    fronts = [face.front for face in piece(ROWS, FRONT, copies=(1, 4, 1)).faces]
    assert [isinstance(front, Group) and front.once for front in fronts] == [False, True, False]


def test_equal_backs_are_one_object_stored_once() -> None:
    backs = [face.back for face in piece(ROWS, FRONT, BACK).faces]
    assert isinstance(backs[0], Group)
    assert backs[0].once
    assert all(back is backs[0] for back in backs)


def test_backs_may_depend_on_the_row() -> None:
    back = frame(panel(), text("number"), name="back")
    found = [face.back for face in piece(ROWS, FRONT, back).faces]
    assert [texts(shape) for shape in found if shape] == [["3"], ["4"], ["5"]]


def test_a_deck_without_a_back_frame_has_no_backs() -> None:
    assert [face.back for face in piece(ROWS, FRONT).faces] == [None, None, None]


def test_two_makes_of_one_deck_are_equal() -> None:
    def faces() -> tuple[Face, ...]:
        return piece(ROWS, FRONT, BACK).faces

    assert faces() == faces()


def test_a_card_in_trouble_is_named_with_its_row_line_and_side() -> None:
    tight = frame(text("title", place(0, 0, 4, 3), wrap=False))
    made = deck(ROWS[:1], tight, frame(text("title", place(0, 0, 4, 3), wrap=False), name="back"))
    problems: list[Problem] = []
    drawn_deck(made, game([made]), "en", problems)
    assert [(p.file, p.line, p.where) for p in problems] == [
        ("templates/small/cards.csv", 2, 'card "Torro" (row 1), slot "title"'),
        ("templates/small/cards.csv", 2, 'card "Torro" (row 1), back, slot "title"'),
    ]


def test_a_card_that_is_named_by_its_text_is_named_in_short_and_without_control_characters() -> None:
    made = deck(({"words": "Ring\x07 the bell\u202e\nand " + "run " * 2000},), frame(text("words")))
    problems: list[Problem] = []
    drawn_deck(made, game([made]), "en", problems)
    assert {p.where for p in problems} == {'card "Ring the bell and run run run run run ru…" (row 1), slot "words"'}


def test_all_problems_of_all_decks_come_in_one_error() -> None:
    tight = frame(text("title", place(0, 0, 4, 3), wrap=False))
    decks = [deck(ROWS[:2], tight, id="one"), deck(ROWS[2:], frame(text("title")), id="two")]
    bad = deck(({"title": "山"},), frame(text("title")), id="three")
    with pytest.raises(DataError) as caught:
        make(game([*decks, bad]), "en")
    assert sorted(p.where for p in caught.value.problems) == [
        'one, card "Old Bull" (row 2), slot "title"',
        'one, card "Torro" (row 1), slot "title"',
        'three, card "山" (row 1), slot "title"',
    ]


def test_cards_of_one_row_are_told_of_once() -> None:
    made = deck(({"title": "山", "rank": "1"}, {"title": "山", "rank": "2"}), frame(text("title")))
    one, two = made.cards
    same = replace(made, cards=(one, replace(two, row=replace(two.row, line=one.row.line))))
    with pytest.raises(DataError) as caught:
        make(game([same]), "en")
    assert [p.where for p in caught.value.problems] == ['card "山" (row 1), slot "title"']


def test_pieces_come_in_the_manifests_order() -> None:
    both = game([deck(ROWS, FRONT, id="b"), deck(ROWS, FRONT, id="a")], [sheet(frame(panel()))])
    assert [made.id for made in make(both, "en")] == ["b", "a", "sheet"]


def test_only_the_pieces_asked_for_are_made() -> None:
    both = game([deck(ROWS, FRONT, id="b"), deck(ROWS, FRONT, id="a")], [sheet(frame(panel()))])
    assert [made.id for made in make(both, "en", ("a",))] == ["a"]


def test_the_list_tells_kinds_counts_and_sizes_without_drawing() -> None:
    broken = frame(text("title", place(0, 0, 1, 1), wrap=False))
    both = game([deck(ROWS, broken, copies=(2, 3, 0))], [sheet(frame(panel()))])
    assert listed(both) == (Listed("cards", "cards", 5, 63, 88), Listed("sheet", "sheet", 1, 190, 264))
