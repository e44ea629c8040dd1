"""Faults with texts that people met elsewhere, each as a deck of our own: what is right, printed and read back."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pypdfium2 as pdfium
import pytest

from pnp import families, fonts
from pnp.data.frame import TextSlot
from pnp.data.frame_text import Setting
from pnp.errors import DataError
from pnp.layout.piece import Piece
from pnp.pieces import make
from pnp.render import pdf
from pnp.scene import Document, Group, Page, Shape, Text
from tests import small_fonts
from tests.small_folder import FRAMES, GAME
from tests.small_folder import game as small_folder_game
from tests.small_folder import problems as told
from tests.small_game import DISPLAY, FAMILY, LABEL, deck, frame, game, place, text

NAME = text("name", place(3, 3, 57, 8), family=DISPLAY, size=12.0)
BODY = text("text", place(3, 20, 57, 60))


def pieces(rows: Sequence[Mapping[str, str]], *slots: TextSlot, lang: str = "en") -> Piece:
    (made,) = make(game([deck(rows, frame(*(slots or (NAME, BODY))))], languages=(lang,)), lang)
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


def test_arabic_and_mixed_lines_print_in_order_and_joined() -> None:
    """txt-arabic: the words come back from the PDF as they are read, and letters have joined forms."""
    rows = (
        {"name": "AR", "text": "مرحبا بالعالم"},
        {"name": "Mix", "text": "Turn 3: مرحبا!"},
        {"name": "Fine", "text": "Turn 3"},
    )
    body = replace(BODY, family=f"{FAMILY}, Noto Sans Arabic")
    made = pieces(rows, NAME, body)
    assert [" ".join(card.split()) for card in printed(made)] == [
        "AR مرحبا بالعالم",
        "Mix Turn 3: مرحبا!",
        "Fine Turn 3",
    ]
    (_, arabic) = texts(made.faces[0].front)
    assert arabic.x + arabic.run.advance * arabic.size == pytest.approx(60)
    alone = fonts.shape("Noto Sans Arabic 400", "ح", 0.0, True).glyphs[0][0]
    joined = {cluster: gid for gid, cluster, _, _ in arabic.run.glyphs}
    assert joined[2] != alone


def test_hebrew_without_a_font_for_it_is_told_by_card_and_slot() -> None:
    """txt-arabic: what cannot be printed names card, slot and letters."""
    (found,) = problems(({"name": "HE", "text": "שלום עולם"}, {"name": "Fine", "text": "Turn 3"}))
    assert 'card "HE" (row 1), slot "text": no glyph for "ש" (U+05E9 HEBREW LETTER SHIN)' in found


def test_a_character_that_no_font_has_is_named_by_its_number() -> None:
    """txt-cjk-rare: told with its number, card and slot; printed once a family of the game has it."""
    (found, *more) = problems(({"name": "Kanji", "text": "山 川 \U000211c3"},))
    assert more == []
    assert found.startswith('templates/small/cards.csv:2: card "Kanji" (row 1), slot "text": no glyph for ')
    for code in ("U+5C71", "U+5DDD", "U+211C3"):
        assert code in found
    assert FAMILY in found


def test_a_rare_character_prints_from_a_font_of_the_game(tmp_path: Path) -> None:
    """txt-cjk-rare: fallback character by character, with a CFF font from a file."""
    signs = small_fonts.write(tmp_path / "signs.otf", "山川\U000211c3カタナ（全角）")
    (family,) = families.own([families.read(signs)]).values()
    rows = ({"name": "Kanji", "text": "山 川 \U000211c3"}, {"name": "Kana", "text": "カタカナ（全角）"})
    made = pieces(rows, NAME, replace(BODY, family=f"{FAMILY}, {family}"))
    assert [" ".join(card.split()) for card in printed(made)] == ["Kanji 山 川 \U000211c3", "Kana カタカナ（全角）"]


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
    """txt-czech-per-field: bold, regular and italic of every font in use have the letters."""
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
    """txt-double-escape: `<` and `&` are never escaped, `&lt;` stays what it is."""
    found = printed(pieces(({"name": "Math", "text": "x < y > z & w"}, {"name": "A&lt;", "text": "a &amp; b"})))
    assert [" ".join(card.split()) for card in found] == ["Math x < y > z & w", "A&lt; a &amp; b"]


def test_a_character_from_another_font_leaves_later_texts_alone() -> None:
    """txt-emoji-first-breaks-rest: the order of texts makes no difference."""
    rows = ({"name": "⅜xxx", "text": "plain one"}, {"name": "plain two", "text": "plain three"})
    expected = ["⅜xxx plain one", "plain two plain three"]
    for order in (1, -1):
        found = [" ".join(card.split()) for card in printed(pieces(rows[::order]))]
        assert found == expected[::order]


def test_an_emoji_that_no_font_has_is_told_of_its_own_card_only() -> None:
    """txt-emoji-first-breaks-rest: the emoji itself is named, with its card."""
    found = problems(({"name": "😊xxx", "text": "plain one"}, {"name": "plain two", "text": "plain three"}))
    assert len(found) == 1
    assert 'card "😊xxx" (row 1), slot "name": no glyph for "😊" (U+1F60A' in found[0]


def test_a_word_wider_than_its_box_stays_inside_it() -> None:
    """txt-long-word: the build ends, and every letter is inside its box."""
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


def test_smart_quotes_leave_marks_alone_and_turn_apostrophes_the_right_way() -> None:
    """txt-smart-quotes: nothing inside a tag changes, and don't, 'til and '99 get apostrophes."""
    rows = ({"name": "Q", "text": 'She said <font color="red">"don\'t"</font> \'til \'99'},)
    made = pieces(rows, NAME, replace(BODY, setting=Setting(typographer=True)))
    assert [" ".join(card.split()) for card in printed(made)] == [
        'Q She said <font color="red">“don’t”</font> ’til ’99'
    ]


def test_each_deck_counts_its_own_cards(tmp_path: Path) -> None:
    """txt-card-count-token: "card x of y" goes by the deck, every copy counted."""
    frames = FRAMES.replace('column = "title"', 'column = "@of"')
    second = GAME[GAME.index("[[decks]]") :].replace('"cards"', '"others"').replace("cards.csv", "others.csv")
    changes = {
        "game.toml": f"{GAME}\n{second}",
        "frames.toml": f'{frames}\n[card.slots.count]\nextends = "title"\ncolumn = "@count"\ny = 20\n',
        "cards.csv": "title,copies\nA,2\nB,1\n",
        "others.csv": "title,copies\nX,5\n",
    }
    made = make(small_folder_game(tmp_path, changes), "en")
    assert [[card.split() for card in printed(piece)] for piece in made] == [
        [[f"{at}/3", "3"] for at in (1, 2, 3)],
        [[f"{at}/5", "5"] for at in (1, 2, 3, 4, 5)],
    ]
    assert [[(face.name, face.copies) for face in piece.faces] for piece in made] == [
        [("A", 1), ("A", 1), ("B", 1)],
        [("X", 1)] * 5,
    ]


def test_cards_that_show_no_number_stay_one_drawing_for_all_copies(tmp_path: Path) -> None:
    frames = FRAMES.replace('column = "title"', 'column = "@count"')
    made = make(small_folder_game(tmp_path, {"frames.toml": frames, "cards.csv": "title,copies\nA,2\nB,1\n"}), "en")
    assert [(face.name, face.copies) for face in made[0].faces] == [("A", 2), ("B", 1)]
    assert [card.strip() for card in printed(made[0])] == ["3", "3"]


def test_a_deck_has_no_other_columns_of_the_press(tmp_path: Path) -> None:
    found = told(tmp_path, {"frames.toml": FRAMES.replace('column = "title"', 'column = "@numbr"')})
    assert found == [
        'g/frames.toml:3: card.slots.title.column: "@numbr": the deck "cards" has no serial; only sheets have '
        '(did you mean "@number"?)'
    ]


def test_a_language_without_rules_for_hyphens_is_told_once() -> None:
    rows = ({"name": "a", "text": "words"}, {"name": "b", "text": "words"})
    made = pieces(rows, NAME, replace(BODY, setting=Setting(hyphenate=True)), lang="xx")
    assert [note.message for note in made.notes] == [
        'words are not hyphenated: the press knows no rules for the language "xx"'
    ]
