"""Where problems show on a face: the slot's rectangle, the side, the column; and words that the cut would take."""

from __future__ import annotations

import pytest

from pnp.data.frame import TextSlot
from pnp.data.prints import Card, Deck, Row, Standees
from pnp.errors import Problem, Spot
from pnp.pieces import drawn, make
from pnp.pieces.context import Proof, proofs
from tests import small_game as small

LONG = "Far more words than any slot of this size will ever hold, whatever happens to it. " * 3


def told(found: Deck | Standees, languages: tuple[str, ...] = ("en",)) -> tuple[Problem, ...]:
    return drawn(found, small.game(others=[found], languages=languages), languages[-1])[1]


def rounded(spot: Spot | None) -> tuple[object, ...]:
    assert spot is not None
    return spot.piece, spot.face, spot.side, *(round(each, 3) for each in (spot.x, spot.y, spot.width, spot.height))


def test_what_does_not_fit_shows_in_its_slot_with_column_and_millimetres() -> None:
    slot = small.text("body", small.place(5, 40, 50, 10))
    deck = small.deck([{"body": "Short."}, {"body": LONG}], small.frame(slot))
    (problem,) = told(deck)
    assert rounded(problem.spot) == ("cards", 2, "front", 5, 40, 50, 10)
    assert (problem.line, problem.column) == (3, "body")
    assert f"needs {10 + problem.lost:.1f} mm of 10.0 mm height" in problem.message


def test_a_column_is_called_as_its_head_is_written() -> None:
    slot = small.text("body", small.place(5, 40, 50, 10))
    deck = small.deck([{"body.en": "Short.", "body.fr": LONG}], small.frame(slot))
    assert [problem.column for problem in told(deck, ("en", "fr"))] == ["body.fr"]


def test_a_turned_slot_shows_as_the_rectangle_round_it() -> None:
    slot = small.text("body", small.place(10, 40, 40, 10, rotate=90))
    (problem,) = told(small.deck([{"body": LONG}], small.frame(slot)))
    assert rounded(problem.spot) == ("cards", 1, "front", 25, 25, 10, 40)


def test_problems_of_a_back_show_on_the_back() -> None:
    back = small.frame(small.text("body", small.place(5, 5, 20, 5)), name="back")
    (problem,) = told(small.deck([{"body": LONG}], small.frame(small.panel()), back))
    assert rounded(problem.spot) == ("cards", 1, "back", 5, 5, 20, 5)


def test_a_fixed_text_shows_on_the_first_face_that_has_it() -> None:
    slot = small.text("body", small.place(5, 5, 20, 5), texts=(("en", LONG),))
    (problem,) = told(small.deck([{"a": "1"}, {"a": "2"}], small.frame(slot)))
    assert rounded(problem.spot) == ("cards", 1, "front", 5, 5, 20, 5)
    assert problem.column == ""


def test_on_a_standee_the_slot_shows_where_its_side_stands_on_the_strip() -> None:
    frame = small.frame(small.text("body", small.place(2, 3, 10, 4)))
    row = Card(Row(2, {"body": LONG}), frame, small.frame(small.panel()), 1)
    found = Standees("men", small.words(en="Men"), 20, 30, 10, 4, "men.csv", ("body",), (row,))
    assert rounded(told(found)[0].spot) == ("men", 1, "front", 2, 10 + 30 + 3, 10, 4)


def word(x: float, y: float = 40, width: float = 30, **changes: object) -> TextSlot:
    return small.text("word", small.place(x, y, width, 6), **changes)


def test_words_that_reach_past_the_trim_are_noted_where_their_ink_is() -> None:
    piece, (note,) = drawn(deck := small.deck([{"word": "HERE"}], small.frame(word(-2))), small.game([deck]), "en")
    assert piece.count == 1
    assert note.note
    assert "past the edge and is cut off" in note.message
    assert note.spot is not None
    assert -2 < note.spot.x < -1.5
    assert note.spot.width < 12  # of the word, not of the slot


def test_a_build_goes_on_with_words_past_the_trim_and_tells_them_once_for_each_text() -> None:
    rows = [{"word": "HERE"}, {"word": "HERE"}, {"word": "THERE"}]
    (piece,) = make(small.game([small.deck(rows, small.frame(word(-2)))]), "en")
    assert [note.line for note in piece.notes] == [2, 4]


@pytest.mark.parametrize("x", [0.9, -0.05])
def test_words_near_the_trim_are_noted_in_a_proof_alone(x: float) -> None:
    deck = small.deck([{"word": "HERE"}], small.frame(word(x)))
    assert told(deck) == ()
    with proofs(Proof(safe=1.5)):
        (note,) = told(deck)
    assert "1.5 mm are safe" in note.message


def test_words_well_inside_are_not_noted_in_a_proof() -> None:
    with proofs(Proof(safe=1.5)):
        assert told(small.deck([{"word": "HERE"}], small.frame(word(1.6, 4)))) == ()


def test_a_round_token_is_measured_from_its_circle() -> None:
    corner = small.frame(word(2, 2, 10, size=7.0))
    square = small.deck([{"word": "AB"}], corner)
    token = Deck(
        "chips", small.words(en="Chips"), 30, 30, 1, 2, "chips.csv", ("word",), square.cards, "tokens", "round"
    )
    assert told(square) == ()
    assert "past the edge" in told(token)[0].message
