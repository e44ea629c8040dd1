"""Proofs: what could be drawn is drawn in spite of problems, and the lines over it say where is cut."""

from __future__ import annotations

from pnp.build.proof import Proof, lines, proof, proof_page
from pnp.data.prints import Deck
from pnp.extent import bounds, extent
from pnp.layout.ink_of_words import words
from pnp.scene import IDENTITY, Rect, Shape
from tests import small_game as small

LONG = "Far more words than any slot of this size will ever hold, whatever happens to it. " * 3
BODY = small.text("body", small.place(5, 40, 50, 10))


def of(deck: Deck, ink: str = "full") -> Proof:
    return proof(small.game([deck]), deck, "en", "low" if ink == "low" else "full")


def said(shape: Shape) -> str:
    return " ".join(said for said, _ in words(shape, IDENTITY))


def test_a_proof_draws_what_does_not_fit_past_its_slot() -> None:
    found = of(small.deck([{"body": LONG}], small.frame(BODY)))
    (problem,) = found.problems
    box = extent(found.piece.faces[0].front)
    assert said(found.piece.faces[0].front) == " ".join(LONG.split())
    assert box is not None
    assert box.bottom > 50 + problem.lost - 3


def test_a_proof_draws_a_question_mark_for_a_character_that_no_font_has() -> None:
    found = of(small.deck([{"body": "Rune ᚠ here"}], small.frame(BODY)))
    assert said(found.piece.faces[0].front) == "Rune ? here"
    assert "U+16A0" in found.problems[0].message


def test_a_proof_tells_problems_by_side_and_the_others_by_themselves() -> None:
    back = small.frame(small.text("mark", small.place(5, 5, 9, 3)), name="back")
    rows = [{"body": "Fine.", "mark": "ok"}, {"body": LONG, "mark": LONG}]
    found = of(small.deck(rows, small.frame(BODY), back))
    assert [len(found.of(*place)) for place in ((1, "front"), (1, "back"), (2, "front"), (2, "back"))] == [0, 0, 1, 1]
    assert found.elsewhere == ()


def test_what_cannot_stand_in_the_margin_shows_on_no_face() -> None:
    deck = small.deck([{"body": "Fine."}], small.frame(BODY))
    named = Deck("cards", small.words(en="Runes ᚠ"), 63, 88, 3, 0, deck.table, deck.columns, deck.cards)
    found = proof(small.game([named]), named, "en")
    assert [problem.where for problem in found.elsewhere] == ["cards.title"]


def test_a_proof_page_shows_the_bleed() -> None:
    found = of(small.deck([{"body": "Fine."}], small.frame(small.panel(at=small.place(-3, -3, 69, 94)))))
    page = proof_page(found.piece, found.piece.faces[0].front)
    assert (page.width, page.height, page.trim) == (69, 94, Rect(3, 3, 63, 88))
    assert extent(page.shapes[0]) == Rect(0, 0, 69, 94)


def test_the_safe_line_of_a_card_lies_inside_its_edge() -> None:
    found = of(small.deck([{"body": "Fine."}], small.frame(BODY)))
    over = lines(found.piece, found.piece.faces[0], 1.5)
    assert bounds(over.edge) == Rect(0, 0, 63, 88)
    assert bounds(over.safe) == Rect(1.5, 1.5, 60, 85)


def test_the_safe_line_of_a_round_token_is_a_smaller_circle() -> None:
    deck = small.deck([{"body": "Fine."}], small.frame(small.panel()))
    token = Deck("chips", small.words(en="Chips"), 30, 30, 1, 2, "c.csv", ("body",), deck.cards, "tokens", "round")
    found = of(token)
    inside = bounds(lines(found.piece, found.piece.faces[0], 2).safe)
    assert inside is not None
    assert [round(each, 6) for each in (inside.x, inside.y, inside.width, inside.height)] == [2, 2, 26, 26]


def test_a_sheet_that_is_not_cut_has_no_lines() -> None:
    sheet = small.sheet(small.frame(small.panel()))
    found = proof(small.game(sheets=[sheet]), sheet, "en")
    assert (lines(found.piece, found.piece.faces[0], 1.5).edge, found.problems) == ((), ())


def test_a_proof_in_low_ink_has_the_same_problems() -> None:
    deck = small.deck([{"body": LONG}], small.frame(BODY))
    assert of(deck, "low").problems == of(deck).problems
