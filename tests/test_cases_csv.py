"""Faults that people met in data files, by case: what went wrong elsewhere is right or refused by name here."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp import art, units
from pnp.errors import Problem
from pnp.pieces.cards import deck
from pnp.scene import Group, Shape
from pnp.scene import Path as ShapePath
from tests.small_folder import FRAMES, GAME, SVG, game, problems

ART = '\n[card.slots.art]\nkind = "art"\ncolumn = "art"\nwidth = 20\nheight = 20\n'
PICTURE = {"frames.toml": FRAMES + ART}
COLORS = {"1": "#c81e1e", "2": "#1e963c", "3": "#2846be"}
PLAIN = {"frames.toml": FRAMES.replace('column = "title"', 'column = "name"')}


def fills(shape: Shape) -> list[str | None]:
    """Return the colours of all areas in a shape."""
    inside = shape.children if isinstance(shape, Group) else ()
    return [shape.fill] if isinstance(shape, ShapePath) else [fill for child in inside for fill in fills(child)]


def frame_of(column: str) -> dict[str, str]:
    return {"frames.toml": FRAMES.replace('column = "title"', f'column = "{column}"')}


def test_csv_bom_one_column_fills_the_one_slot_on_each_card(tmp_path: Path) -> None:
    table = b"\xef\xbb\xbfword\r\nharbour\r\nlantern\r\n"
    (deck,) = game(tmp_path, {"cards.csv": table, **frame_of("word")}).decks
    assert (deck.columns, [card.row.cells["word"] for card in deck.cards]) == (("word",), ["harbour", "lantern"])


def test_csv_bom_one_column_and_a_slot_that_asks_for_another_is_an_error(tmp_path: Path) -> None:
    table = b"\xef\xbb\xbfword\r\nharbour\r\n"
    assert problems(tmp_path, {"cards.csv": table, **frame_of("wrd")}) == [
        'g/frames.toml:3: card.slots.title.column: "wrd" is not a column of cards.csv (did you mean "word"?)'
    ]


def test_csv_braces_percent_stay_as_written(tmp_path: Path) -> None:
    table = "name,text\nVault {Old},Gain 50% of {gold}.\nLedger,100%s and %(name)s and {0.__class__}\n"
    (deck,) = game(tmp_path, {"cards.csv": table, **PLAIN}).decks
    assert [dict(card.row.cells) for card in deck.cards] == [
        {"name": "Vault {Old}", "text": "Gain 50% of {gold}."},
        {"name": "Ledger", "text": "100%s and %(name)s and {0.__class__}"},
    ]


def test_csv_decimal_comma_is_kept_and_read_as_a_point(tmp_path: Path) -> None:
    table = "teil;breite_mm;hoehe_mm\r\nKarte;63,5;88,9\r\nMarker;16,0;16,0\r\n"
    (deck,) = game(tmp_path, {"cards.csv": table, **frame_of("teil")}).decks
    assert units.length(deck.cards[0].row.cells["breite_mm"]) == 63.5


def test_csv_decimal_comma_in_the_size_of_a_deck_is_a_point(tmp_path: Path) -> None:
    (deck,) = game(tmp_path, {"game.toml": GAME.replace("63x88mm", "63,5x88,9mm")}).decks
    assert (deck.width, deck.height) == (63.5, 88.9)


def test_csv_hash_row_is_a_card_like_any_other(tmp_path: Path) -> None:
    table = 'name,text\n#1 Ferry,First boat\nMill,"line one\n# line two\nline three"\nWell,Last\n'
    (deck,) = game(tmp_path, {"cards.csv": table, **PLAIN}).decks
    assert [card.row.cells["text"].count("\n") + 1 for card in deck.cards] == [1, 3, 1]
    assert deck.cards[0].row.cells["name"] == "#1 Ferry"


def test_csv_quantity_blank_is_told_with_the_name_of_the_column(tmp_path: Path) -> None:
    table = "name,qty\nFerryman,\nMill,\nWell,\n"
    assert problems(tmp_path, {"cards.csv": table, **PLAIN}) == [
        'g/cards.csv:1: qty: the column "qty" is not read as a number of copies; it must be called copies '
        '(rename "qty" to copies)'
    ]


def test_csv_quantity_blank_under_its_right_name_is_told_once(tmp_path: Path) -> None:
    table = "name,copies\nFerryman,\nMill,\nWell,\n"
    assert problems(tmp_path, {"cards.csv": table, **PLAIN}) == [
        "g/cards.csv:1: copies: the column is blank in every row (write 1 for one each)"
    ]


def test_csv_space_after_comma_is_trimmed_in_names_counts_and_cells(tmp_path: Path) -> None:
    table = "copies, front, front_id, rear\n1, Old Harbour,     , Old Harbour\n2, Mill,     ,     \n"
    (deck,) = game(tmp_path, {"cards.csv": table, **frame_of("front")}).decks
    assert sum(card.copies for card in deck.cards) == 3
    assert [card.row.cells["front"] for card in deck.cards] == ["Old Harbour", "Mill"]
    assert deck.cards[1].row.cells["rear"] == ""


def test_csv_two_multiline_cells_leave_the_header_alone(tmp_path: Path) -> None:
    table = (
        "cardtype1,cardname,cardability1,cardability2\n"
        'unit,Ferryman,"Move one token.\n\nThen rest: skip a turn.","When you rest: draw.\nOtherwise: discard."\n'
        'unit,Mill,"Grind: pay 2 grain.\nGain 3 coins.","At night: close.\nAt dawn: open."\n'
        'unit,Herald,"Say ""stop"".\nThen pass; draw; pass.","Cry ""go"";\n""now"";\n""here""."\n'
    )
    (deck,) = game(tmp_path, {"cards.csv": table, **frame_of("cardname")}).decks
    assert deck.columns == ("cardtype1", "cardname", "cardability1", "cardability2")
    abilities = [card.row.cells["cardability1"] for card in deck.cards]
    assert (len(abilities), abilities[0].count("\n") + 1) == (3, 3)
    assert abilities[2] == 'Say "stop".\nThen pass; draw; pass.'
    assert [card.row.line for card in deck.cards] == [2, 6, 9]


def test_csv_unknown_template_names_file_row_wanted_and_existing_frames(tmp_path: Path) -> None:
    changes = {"cards.csv": "frame,label\nunit,1st\ncard,Staff\n", **frame_of("label")}
    changes["frames.toml"] += changes["frames.toml"].replace("[card.", "[token.")
    assert problems(tmp_path, changes) == ['g/cards.csv:2: frame: "unit" is not a frame; the frames are card, token']


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        ("title,copies\n", "the table has a header and no rows"),
        ("title,copies\nA,0\nB,0\n", "every row has 0 copies"),
        ("", "the file is empty"),
        ("\r\n\r\n", "the file is empty"),
    ],
)
def test_lay_zero_cards_is_an_error_with_its_reason(tmp_path: Path, table: str, reason: str) -> None:
    assert problems(tmp_path, {"cards.csv": table}) == [
        f'g/cards.csv: there are no cards for the deck "cards": {reason}'
    ]


def test_img_none_set_leaves_out_an_optional_picture_and_names_a_missing_one(tmp_path: Path) -> None:
    changes = {"cards.csv": "title,art\nFerryman,\nMill,none.png\n", "frames.toml": FRAMES + ART + "needed = false\n"}
    assert problems(tmp_path, changes) == ['g/cards.csv:3: art: there is no picture "none.png" in art/ (art/ has boat)']


def test_img_none_set_where_the_picture_is_needed_names_row_and_column(tmp_path: Path) -> None:
    assert problems(tmp_path, {"cards.csv": "title,art\nFerryman,\nMill,boat\n", **PICTURE}) == [
        'g/cards.csv:2: art: the cell is blank, but the slot "art" needs a picture '
        "(needed = false in the slot allows blank cells)"
    ]


def test_img_name_case_is_the_same_error_on_every_system(tmp_path: Path) -> None:
    changes = {"art/Card-Back-Blue.PNG": b"", "cards.csv": "title,art\nA,art/card-back-blue.png\n", **PICTURE}
    assert problems(tmp_path, changes) == [
        'g/cards.csv:2: art: there is no picture "art/card-back-blue.png" in art/ '
        "(did you mean art/Card-Back-Blue.PNG? Case and ending count)"
    ]


def test_img_per_card_is_looked_up_for_each_card(tmp_path: Path) -> None:
    pictures = {f"art/{name}.svg": SVG.replace("<path", f'<path fill="{color}"') for name, color in COLORS.items()}
    table = "name,art\nA,art/1.svg\nB,art/2.svg\nC,art/3.svg\nD,art/1.svg\n"
    frames = {"frames.toml": PLAIN["frames.toml"] + ART}
    found = game(tmp_path, {"cards.csv": table, **pictures, **frames})
    told: list[Problem] = []
    drawn = [set(fills(face.front)) & set(COLORS.values()) for face in deck(found.decks[0], found, "en", told).faces]
    assert (drawn, told) == ([{"#c81e1e"}, {"#1e963c"}, {"#2846be"}, {"#c81e1e"}], [])


@pytest.mark.parametrize(
    "name",
    [
        "../outside/secret.png",
        "/nonexistent-root/secret.png",
        r"..\outside\secret.png",
        r"C:\secret.png",
        "new/../../secret.png",
        "//host/secret.png",
    ],
)
def test_img_outside_project_is_refused_whether_or_not_the_file_exists(tmp_path: Path, name: str) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside/secret.png").write_bytes(b"secret")
    assert problems(tmp_path, {"cards.csv": f"title,art\nA,{name}\n", **PICTURE}) == [
        f'g/cards.csv:2: art: "{name}" leads out of the game\'s folder; pictures lie in art/'
    ]


def test_img_outside_project_through_a_link_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret.svg").write_text(SVG)
    (tmp_path / "small/art").mkdir(parents=True)
    (tmp_path / "small/art/link.svg").symlink_to(tmp_path / "secret.svg")
    assert problems(tmp_path) == ["g/art/link.svg: this link leads out of the game's folder"]


@pytest.mark.parametrize("name", [r"art\new\tower.png", r"new\tower", "new/tower.png", "art/new/tower", "./new/tower"])
def test_img_backslash_n_is_a_separator_in_a_cell(tmp_path: Path, name: str) -> None:
    changes = {"art/new/tower.png": b"", "cards.csv": f"title,art\nTower,{name}\n", **PICTURE}
    found = game(tmp_path, changes)
    cell = found.decks[0].cards[0].row.cell("art", "en")
    assert found.art[cell] == tmp_path / "small/art/new/tower.png"


@pytest.mark.parametrize("name", [r"'art\new\tower.svg'", r'"art\\new\\tower.svg"'])
def test_img_backslash_n_is_a_separator_in_a_frame(tmp_path: Path, name: str) -> None:
    slot = ART.replace('column = "art"', f"art = {name}")
    found = game(tmp_path, {"art/new/tower.svg": SVG, "frames.toml": FRAMES + slot})
    (slot_made,) = [slot for slot in found.decks[0].cards[0].front.slots if slot.name == "art"]
    assert art.read(found.art[slot_made.art]).width == 10
