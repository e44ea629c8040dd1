"""Pictures of faces as files, and the contact sheet that shows them all."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pypdf
import pytest
from PIL import Image

from pnp import build
from pnp.build.exports.contact import contact_sheet
from pnp.build.exports.pictures import faces, sides
from pnp.data import load
from pnp.data.prints import Deck
from pnp.errors import DataError
from pnp.extent import moved_box
from pnp.layout.contact import contact, ranges
from pnp.layout.masthead import HEAD, MARGIN, RUNNING, Masthead, cut_short
from pnp.layout.outlines import outline
from pnp.layout.piece import Face, Piece
from pnp.scene import IDENTITY, Group, Matrix, Page, Rect, Shape, Text, times
from tests import small_game, small_press
from tests.shipped import SHARED, words

ORDER = build.Order(load.paper("a4", SHARED))
HEADING = Masthead("Small Fiesta", "Contact sheet", "#b5122b", "Alfa Slab One")


def deck(**changes: Any) -> Deck:
    """One red card with a blue back, ink over trim and bleed."""
    at = small_game.place(-3, -3, 69, 94)
    front, back = (small_game.frame(small_game.panel(at=at, fill=fill)) for fill in ("#d50000", "#0000d5"))
    return replace(small_game.deck([{"title": "Ferry"}], front, back), **changes)


def written(
    made: Deck, form: build.Form = "png", *, dpi: float | None = None, bleed: bool = False
) -> Mapping[str, Any]:
    return {path.as_posix(): data for path, data in faces(small_game.game([made]), ORDER, form, dpi, bleed)}


def opened(data: bytes) -> Image.Image:
    with Image.open(io.BytesIO(data)) as picture:
        picture.load()
        return picture


def test_faces_are_pictures_as_large_as_the_trim_or_with_the_bleed() -> None:
    plain, bled = written(deck()), written(deck(), bleed=True)
    assert sorted(plain) == ["small/cards-01-back.png", "small/cards-01-front.png"]
    front = opened(plain["small/cards-01-front.png"])
    assert (front.size, front.mode, round(front.info["dpi"][0])) == ((744, 1039), "RGB", 300)
    assert opened(bled["small/cards-01-front.png"]).size == (815, 1110)
    assert opened(bled["small/cards-01-front.png"]).getcolors() == [(815 * 1110, (213, 0, 0))]


def test_dots_an_inch_are_those_asked_for() -> None:
    assert opened(written(deck(), dpi=100)["small/cards-01-back.png"]).size == (248, 346)


def test_more_pixels_than_anybody_can_use_are_refused_with_what_fits() -> None:
    with pytest.raises(DataError) as caught:
        written(deck(width=500.0), dpi=2400)
    message = "cards would be 47244 pixels long; allowed: 16000 (up to 812 dpi it fits)"
    assert str(caught.value) == f"--dpi: {message}"


def test_drawings_say_their_size_in_mm() -> None:
    svg = written(deck(), "svg", bleed=True)["small/cards-01-front.svg"].decode()
    assert re.search(r'width="69mm" height="94mm" viewBox="0 0 69 94"', svg)


def token() -> Piece:
    """A round token of 20 mm, black with bleed."""
    piece = small_press.deck(["A"], ["B"], size=(20, 20), bleed=1.5)
    face = replace(piece.faces[0], outline=outline("round", 20, 20))
    return replace(piece, id="chips", kind="tokens", faces=(face,))


def test_a_token_is_cut_out_on_nothing_and_a_card_stays_on_paper() -> None:
    assert [sight.clear for sight in sides(token())] == [True, True]
    assert [sight.clear for sight in sides(token(), bleed=True)] == [False, False]
    assert [sight.clear for sight in sides(small_press.deck(["A"]))] == [False]


def test_outside_a_tokens_outline_a_picture_is_transparent() -> None:
    rows = [{"title": "1", "shape": "round"}]
    at = small_game.place(-1.5, -1.5, 23, 23)
    made = small_game.deck(rows, small_game.frame(small_game.panel(at=at, fill="#d50000")))
    made = replace(made, kind="tokens", width=20.0, height=20.0, bleed=1.5, outline="round")
    picture = opened(written(made)["small/cards-01-front.png"])
    assert picture.mode == "RGBA"
    assert [picture.getpixel(at)[3] for at in ((0, 0), (118, 118), (235, 235))] == [0, 255, 0]  # type: ignore[index]
    assert picture.getpixel((118, 3)) == (213, 0, 0, 255)  # no line along the edge


def test_rounded_corners_are_transparent_too() -> None:
    picture = opened(written(deck(radius=3.0))["small/cards-01-front.png"])
    assert [picture.getpixel(at)[3] for at in ((0, 0), (400, 0))] == [0, 255]  # type: ignore[index]


def test_names_sort_as_faces_do() -> None:
    names = [sight.name for sight in sides(small_press.deck([f"F{number}" for number in range(120)]))]
    assert (names[0], names[-1]) == ("cards-001-front", "cards-120-front")
    assert names == sorted(names)


def sheet_of(*pieces: Piece) -> tuple[Page, ...]:
    told = words("en")
    return contact(pieces, HEADING, small_press.A4, lambda key: told.get(key, ""))


def texts(page: Page) -> list[tuple[Text, Rect]]:
    """Return all runs of letters of a page with the room they take."""
    found: list[tuple[Text, Rect]] = []

    def walk(shapes: Sequence[Shape], matrix: Matrix) -> None:
        for shape in shapes:
            if isinstance(shape, Group):
                walk(shape.children, times(matrix, shape.matrix))
            elif isinstance(shape, Text):
                box = Rect(shape.x, shape.y - 0.7 * shape.size, shape.run.advance * shape.size, 0.7 * shape.size)
                found.append((shape, moved_box(box, matrix)))

    walk(page.shapes, IDENTITY)
    return found


def said(page: Page) -> list[str]:
    return [text.run.text for text, _ in texts(page)]


def test_the_contact_sheet_names_every_face_with_its_number_and_copies() -> None:
    piece = small_press.deck(["A", "B"], copies=[1, 3])
    (page,) = sheet_of(piece)
    assert said(page) == [
        "Small Fiesta",
        "Contact sheet",
        "Bull cards",
        "2 faces · 4 × 63 × 88 mm",
        "1",
        "card 1",
        "2 ×3",
        "card 2",
        "1 / 1",
    ]


def test_a_back_that_cards_share_is_shown_once_and_own_backs_beside_their_fronts() -> None:
    own = small_press.deck(["A", "B"], ["C", "D"])
    back = own.faces[0].back
    shared = replace(own, faces=tuple(replace(face, back=back) for face in own.faces))
    assert said(sheet_of(shared)[0])[4:-1] == ["1", "card 1", "2", "card 2", "back"]
    assert said(sheet_of(own)[0])[4:-1] == ["1", "card 1", "1", "back", "2", "card 2", "2", "back"]


def test_everything_on_a_contact_sheet_lies_within_its_margins() -> None:
    pieces = [
        small_press.deck([f"F{number}" for number in range(40)], copies=[2] * 40),
        small_press.deck(["A"], ["B"], size=(190, 262)),
        small_press.deck(["A"], size=(398, 278)),
        replace(small_press.deck([f"T{number}" for number in range(30)], size=(22, 22)), kind="tokens"),
    ]
    pages = sheet_of(*pieces)
    assert len(pages) == 2
    for number, page in enumerate(pages):
        top = RUNNING if number else HEAD
        boxes = [box for text, box in texts(page) if "/" not in text.run.text and box.y > top]
        assert min(box.x for box in boxes) >= MARGIN - 0.01
        assert max(box.bottom for box in boxes) <= page.height - MARGIN + 0.5


def test_a_piece_that_goes_on_begins_the_next_page_with_its_name() -> None:
    first, second = sheet_of(small_press.deck([f"F{number}" for number in range(60)]))
    assert said(first)[2] == "Bull cards"
    assert said(second)[1:3] == ["Bull cards", "…"]


def test_numbers_are_written_as_ranges() -> None:
    assert [ranges(numbers) for numbers in ([1], [1, 2, 3], [1, 3, 4], [2, 5, 6, 9])] == [
        "1",
        "1–3",
        "1, 3–4",
        "2, 5–6, 9",
    ]


def test_words_that_are_too_long_end_in_dots_and_letters_without_a_shape_are_left_out() -> None:
    def shown(words: str, room: float) -> str:
        return "".join(shape.run.text for shape in cut_short(words, 0, 0, room).children if isinstance(shape, Text))

    assert shown("Matador", 20) == "Matador"
    assert shown("Matador Move", 8) == "Matad…"
    assert shown("Bull \N{SNOWMAN} Ox", 20) == "Bull Ox"


def test_the_contact_sheet_is_written_as_pdf_and_picture_the_same_each_time() -> None:
    game = small_game.game([deck()])
    first, second = ({path.as_posix(): data for path, data in contact_sheet(game, ORDER, words)} for _ in range(2))
    assert sorted(first) == ["small/contact-en-1.png", "small/contact-en.pdf"]
    assert first == second
    text = pypdf.PdfReader(io.BytesIO(first["small/contact-en.pdf"])).pages[0].extract_text()
    assert "Ferry" in text
    assert opened(first["small/contact-en-1.png"]).size == (1240, 1754)


def test_a_contact_sheet_of_one_piece_is_named_after_it() -> None:
    game = small_game.game([deck()])
    order = replace(ORDER, pieces=("cards",), ink="low")
    names = [path.as_posix() for path, _ in contact_sheet(game, order, words)]
    assert names == ["small/contact-cards-en-low.pdf", "small/contact-cards-en-low-1.png"]


def test_a_small_picture_keeps_its_place() -> None:
    from pnp.layout.masthead import small

    piece = small_press.deck(["A"])
    face: Face = piece.faces[0]
    group: Group = small(piece, face, face.front, Rect(10, 20, 31.5, 44))
    assert group.matrix == (0.5, 0.0, 0.0, 0.5, 10, 20)
