"""Faults with texts that people met elsewhere, each as a deck of our own: what is right, printed and read back."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

import pypdfium2 as pdfium
import pytest

from pnp.data.frame import TextSlot
from pnp.errors import DataError
from pnp.layout.piece import Piece
from pnp.pieces import make
from pnp.render import pdf
from pnp.scene import Document, Group, Page, Shape, Text
from tests.small_game import DISPLAY, FAMILY, LABEL, deck, frame, game, place, text

NAME = text("name", place(3, 3, 57, 8), family=DISPLAY, size=12.0)
BODY = text("text", place(3, 20, 57, 60))


def pieces(rows: Sequence[Mapping[str, str]], *slots: TextSlot) -> Piece:
    (made,) = make(game([deck(rows, frame(*(slots or (NAME, BODY))))]), "en")
    return made


def printed(piece: Piece) -> list[str]:
    """Return the text of each card as an independent reader finds it in the PDF."""
    pages = tuple(Page(piece.width, piece.height, (face.front,)) for face in piece.faces)
    document = Document(pages, piece.title, "A. Maker", "", "", "en")
    with pdfium.PdfDocument(pdf.render(document)) as found:
        return [page.get_textpage().get_text_bounded() for page in found]


def problems(rows: Sequence[Mapping[str, str]], *slots: TextSlot) -> list[str]:
    with pytest.raises(DataError) as caught:
        pieces(rows, *slots)
    return [str(problem) for problem in caught.value.problems]


def texts(shape: Shape) -> list[Text]:
    if isinstance(shape, Group):
        return [found for child in shape.children for found in texts(child)]
    return [shape] if isinstance(shape, Text) else []


def test_right_to_left_text_is_refused_by_card_and_slot() -> None:
    rows = (
        {"name": "AR", "text": "مرحبا بالعالم"},
        {"name": "HE", "text": "שלום עולם"},
        {"name": "Mix", "text": "Turn 3: مرحبا!"},
        {"name": "Fine", "text": "Turn 3"},
    )
    found = problems(rows)
    assert [message.split(": ")[1] for message in found] == [
        'card "AR" (row 1), slot "text"',
        'card "HE" (row 2), slot "text"',
        'card "Mix" (row 3), slot "text"',
    ]
    assert all("right-to-left text is not supported" in message for message in found)


def test_a_character_that_no_font_has_is_named_by_its_number() -> None:
    (found, *more) = problems(({"name": "Kanji", "text": "山 川 \U000211c3"},))
    assert more == []
    assert found.startswith('templates/small/cards.csv:2: card "Kanji" (row 1), slot "text": no glyph for ')
    for code in ("U+5C71", "U+5DDD", "U+211C3"):
        assert code in found
    assert FAMILY in found


def test_another_font_helps_out_character_by_character() -> None:
    # of the three families only Barlow Condensed draws three eighths
    made = pieces(({"text": "Add ⅜ cup"},), text("text", place(3, 20, 57, 60)))
    assert [(shape.run.face, shape.run.text) for shape in texts(made.faces[0].front)] == [
        (f"{FAMILY} 400", "Add "),
        (f"{LABEL} 400", "⅜"),
        (f"{FAMILY} 400", " cup"),
    ]
    assert printed(made) == ["Add ⅜ cup"]


@pytest.mark.parametrize("family", [FAMILY, LABEL])
def test_czech_keeps_its_accents_in_every_style(family: str) -> None:
    words = "Příliš žluťoučký kůň úpěl ďábelské ódy."
    bold = text("name", place(3, 3, 57, 8), family=family, weight=700)
    plain = text("text", place(3, 20, 57, 30), family=family)
    both = text("both", place(3, 55, 57, 30), family=family)
    rows = ({"name": "Žlutý kůň", "text": words, "both": f"*{words}* ***{words}***"},)
    made = pieces(rows, bold, plain, both)
    found = " ".join(printed(made)[0].split())
    assert found == f"Žlutý kůň {words} {words} {words}"
    assert sorted({shape.run.face for shape in texts(made.faces[0].front)}) == [
        f"{family} 400",
        f"{family} 400 italic",
        f"{family} 700",
        f"{family} 700 italic",
    ]


def test_signs_of_other_languages_print_as_written() -> None:
    found = printed(pieces(({"name": "Math", "text": "x < y > z & w"}, {"name": "A&lt;", "text": "a &amp; b"})))
    assert [" ".join(card.split()) for card in found] == ["Math x < y > z & w", "A&lt; a &amp; b"]


def test_a_character_from_another_font_leaves_later_texts_alone() -> None:
    rows = ({"name": "⅜xxx", "text": "plain one"}, {"name": "plain two", "text": "plain three"})
    expected = ["⅜xxx plain one", "plain two plain three"]
    for order in (1, -1):
        found = [" ".join(card.split()) for card in printed(pieces(rows[::order]))]
        assert found == expected[::order]


def test_an_emoji_that_no_font_has_is_told_of_its_own_card_only() -> None:
    found = problems(({"name": "😊xxx", "text": "plain one"}, {"name": "plain two", "text": "plain three"}))
    assert len(found) == 1
    assert 'card "😊xxx" (row 1), slot "name": no glyph for "😊" (U+1F60A' in found[0]


def test_a_word_wider_than_its_box_stays_inside_it() -> None:
    rows = tuple(
        {"name": name, "text": word}
        for name, word in (
            ("Ger", "Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft"),
            ("Num", "1" + "0" * 62),
            ("W", "W" * 40),
        )
    )
    started = time.perf_counter()
    made = pieces(rows, text("text", place(10, 20, 30, 60)))
    assert time.perf_counter() - started < 10
    assert ["".join(card.split()) for card in printed(made)] == [row["text"] for row in rows]
    pages = tuple(Page(63, 88, (face.front,)) for face in made.faces)
    with pdfium.PdfDocument(pdf.render(Document(pages, "", "", "", "", "en"))) as found:
        for page in found:
            reader = page.get_textpage()
            boxes = [reader.get_charbox(index) for index in range(reader.count_chars())]
            mm = 25.4 / 72
            assert min(box[0] for box in boxes if box[2] > box[0]) * mm >= 10 - 0.2
            assert max(box[2] for box in boxes if box[2] > box[0]) * mm <= 40 + 0.2


def test_braces_and_percent_print_as_written() -> None:
    rows = (
        {"name": "Vault {Old}", "text": "Gain 50% of {gold}."},
        {"name": "Ledger", "text": "100%s and %(name)s and {0.__class__}"},
    )
    found = [" ".join(card.split()) for card in printed(pieces(rows))]
    assert found == ["Vault {Old} Gain 50% of {gold}.", "Ledger 100%s and %(name)s and {0.__class__}"]
