"""Places told by other places, slots left out, conditions by number, sizes by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.data.frame import ArtSlot, Dye, Panel, Place, TextSlot, When
from tests.small_folder import FRAMES, GAME, game, problems, with_slot, write

PLAIN = 'kind = "panel"\nwidth = 10\nheight = 10\n'


def placed(folder: Path, frames: str, toml: str = GAME) -> dict[str, Place]:
    """Return the places of the slots of the first card by name."""
    (deck, *_) = game(folder, {"frames.toml": frames, "game.toml": toml}).decks
    return {slot.name: slot.place for slot in deck.cards[0].front.slots}


def told(folder: Path, body: str) -> list[str]:
    return problems(folder, with_slot(body))


@pytest.mark.parametrize(
    ("x", "expected"),
    [
        ("title.right + 2mm", 46.0),
        ("title.left", 4.0),
        ("title.center - 1cm", 14.0),
        ("title.width / 2", 20.0),
        ("card.right - 1in", 37.6),
        ("card.width * 0.5 - 2,5", 29.0),
        ("0.5 * card.width - title.left - 1", 26.5),
        ("-bleed.left", 3.0),
        ("bleed.right - 10mm", 56.0),
        ("title.bottom+1", 15.0),
        ("card.middle - title.height", 34.0),
        ("1mm + 2mm", 3.0),
    ],
)
def test_a_place_is_a_sum_of_lengths_and_edges(tmp_path: Path, x: str, expected: float) -> None:
    frames = f'{FRAMES}\n[card.slots.other]\n{PLAIN}x = "{x}"\n'
    assert placed(tmp_path, frames)["other"] == Place(pytest.approx(expected), 0, 10, 10)


def test_all_four_may_hang_on_slots_that_hang_on_others_in_any_order(tmp_path: Path) -> None:
    frames = """[card.slots.last]
kind = "line"
x = "middle-one.left"
y = "middle-one.bottom + 1mm"
width = "card.right - last.left - 5mm"
[card.slots.middle-one]
kind = "panel"
x = "first.right"
y = "first.bottom"
width = "first.width * 2"
height = "card.bottom - middle-one.top - 20mm"
[card.slots.first]
kind = "panel"
x = 3
y = 5
width = 7
height = 9
"""
    found = placed(tmp_path, frames)
    assert (found["middle-one"], found["last"]) == (Place(10, 14, 14, 54), Place(10, 69, 48, 0))


def test_numbers_count_from_inherited_sums_and_sums_from_inherited_numbers(tmp_path: Path) -> None:
    frames = f"""[card.slots.a]
{PLAIN}x = "card.right - 20mm"
y = 4
[card.slots.b]
extends = "a"
x = "-=3"
y = "+=a.height"
width = "*=2"
[card.slots.c]
extends = "a"
x = "*=0.5"
"""
    found = placed(tmp_path, frames)
    assert [found["b"], found["c"].x] == [Place(40, 14, 20, 10), 21.5]


def test_a_frame_is_laid_out_for_each_size_and_stays_one_where_nothing_hangs_on_the_size(tmp_path: Path) -> None:
    more = '\n[[decks]]\nid = "large"\ntitle = "Large"\nsize = "70x120mm"\ntable = "cards.csv"\nframe = "card"\n'
    hanging = f'[card.slots.a]\n{PLAIN}x = "card.right - 12mm"\n'
    decks = game(tmp_path / "a", {"game.toml": GAME + more, "frames.toml": hanging}).decks
    assert [deck.cards[0].front.slots[0].place.x for deck in decks] == [51, 58]
    assert decks[0].cards[0].front is decks[0].cards[1].front
    decks = game(tmp_path / "b", {"game.toml": GAME + more}).decks
    assert decks[0].cards[0].front is decks[1].cards[0].front


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ('x = "titel.right"', 'x: "titel" is not a slot of the frame (did you mean "title"?)'),
        (
            'x = "title.rigth + 1"',
            'x: "rigth" is not an edge; the edges are left, center, right, width, top, middle, bottom, height '
            '(did you mean "right"?)',
        ),
        (
            'x = "title.right + (2 - 1)"',
            'x: "title.right + (2 - 1)" cannot be read at "(2 - 1)" (write for example "title.right + 2mm" or '
            '"card.width / 2 - 5mm"; there are no brackets)',
        ),
        (
            'x = "title.right +"',
            'x: "title.right +" ends too soon (write for example "title.right + 2mm" or "card.width / 2 - 5mm"; '
            "there are no brackets)",
        ),
        ('x = "card.width / 0"', 'x: "card.width / 0" divides by 0'),
        ('width = "title.left - 9mm"', 'width: "title.left - 9mm" is -5 mm on 63 × 88 mm; allowed: above 0'),
        ('x = "other.right"', "x: the places hang on each other in a circle: other.x → other.x"),
        ('x = "+=title.nowhere"', 'x: "+=title.nowhere" has nothing to count from: the slot inherits no x'),
    ],
)
def test_what_is_wrong_with_a_sum_is_told_at_its_line(tmp_path: Path, line: str, expected: str) -> None:
    body = PLAIN.replace("width = 10\n", "") if line.startswith("width") else PLAIN
    found = told(tmp_path, f"{body}{line}")
    number = 11 + len(body.splitlines())
    assert found == [f"g/frames.toml:{number}: card.slots.other.{expected}"]


def test_a_circle_through_several_slots_is_told_once(tmp_path: Path) -> None:
    ring = {"a": "b.right", "b": "c.right", "c": "a.left"}
    frames = "".join(f'[card.slots.{name}]\n{PLAIN}x = "{x}"\n' for name, x in ring.items())
    assert problems(tmp_path, {"frames.toml": frames}) == [
        "g/frames.toml:5: card.slots.a.x: the places hang on each other in a circle: a.x → b.x → c.x → a.x"
    ]


def test_a_frame_that_only_others_extend_may_hang_on_slots_that_they_have(tmp_path: Path) -> None:
    base = f'\n[base.slots.a]\n{PLAIN}x = "title.right"\n'
    assert problems(tmp_path, {"frames.toml": FRAMES + base}) == []
    assert problems(tmp_path / "wrong", {"frames.toml": FRAMES + base.replace("right", "rite")}) != []


def test_a_slot_that_a_row_or_a_sum_moves_off_the_card_is_told(tmp_path: Path) -> None:
    assert told(tmp_path, f'{PLAIN}x = "card.right"') == [
        'g/frames.toml:14: card.slots.other.x: the slot reaches from 63 to 73 mm across; the deck "cards" has room '
        "from -3 to 66 mm (the bleed is 3 mm)"
    ]


def test_a_slot_left_out_is_not_drawn_but_still_a_place(tmp_path: Path) -> None:
    frames = f"""{FRAMES}
[base.slots.a]
{PLAIN}x = 5
[base.slots.b]
{PLAIN}x = "a.right"
"""
    frames = frames.replace("[card.slots.title]", '[card]\nextends = "base"\nwithout = "a"\n[card.slots.title]')
    assert {name: place.x for name, place in placed(tmp_path, frames).items()} == {"b": 15, "title": 4}


@pytest.mark.parametrize(
    ("without", "expected"),
    [
        ('["b"]', 'card.without[0]: the frame inherits no slot "b" that could be left out (it inherits a)'),
        ('"title"', 'card.without: the frame inherits no slot "title" that could be left out (it inherits a)'),
        ("[3]", "card.without[0]: found something else than a name; allowed: the name of a slot, or a list of names"),
    ],
)
def test_what_cannot_be_left_out_is_told(tmp_path: Path, without: str, expected: str) -> None:
    frames = f"{FRAMES}\n[base.slots.a]\n{PLAIN}"
    frames = frames.replace("[card.slots.title]", f'[card]\nextends = "base"\nwithout = {without}\n[card.slots.title]')
    assert problems(tmp_path, {"frames.toml": frames}) == [f"g/frames.toml:3: {expected}"]


@pytest.mark.parametrize(
    ("when", "cell", "expected"),
    [
        ("force>3", "4", True),
        ("force > 3", "3", False),
        ("force>=3", "3", True),
        ("force<3,5", "3", True),
        ("force<=2", "3", False),
        ("force<3", "", False),
    ],
)
def test_a_condition_compares_numbers(tmp_path: Path, when: str, cell: str, expected: bool) -> None:
    changes = with_slot(f'{PLAIN}when = "{when}"')
    (deck,) = game(tmp_path, {**changes, "cards.csv": f"title,force\nFerry,{cell}\n"}).decks
    asked = deck.cards[0].front.slots[1].when
    assert isinstance(asked, When)
    assert asked.met(lambda column: cell if column == "force" else "") is expected


def test_a_condition_by_number_needs_numbers_on_both_sides(tmp_path: Path) -> None:
    assert told(tmp_path / "a", f'{PLAIN}when = "title>much"') == [
        'g/frames.toml:14: card.slots.other.when: found "much"; allowed: a number after >, such as "title>3"'
    ]
    assert told(tmp_path / "b", f'{PLAIN}when = "picture>3"') == [
        'g/cards.csv:2: picture: found "boat"; the slot "other" compares it, so it must be a number or blank'
    ]


def named(size: str) -> dict[str, str | bytes | None]:
    return {"game.toml": GAME.replace("63x88mm", size)}


def test_a_size_has_a_name_and_the_folder_adds_its_own(tmp_path: Path) -> None:
    own = {"_shared/sizes.toml": '[Badge]\nsize = "60x90mm"\ntitle = "Badge"\n'}
    write(tmp_path, {**dict.fromkeys(("game.toml", "cards.csv", "frames.toml", "rules.en.md", "art/boat.svg")), **own})
    sizes = [game(tmp_path, named(name)).decks[0] for name in ("Poker", "tarot", "badge")]
    assert [(deck.width, deck.height) for deck in sizes] == [pytest.approx((63.5, 88.9)), (70, 120), (60, 90)]


def test_an_unknown_size_and_a_wrong_file_of_sizes_are_told(tmp_path: Path) -> None:
    assert problems(tmp_path / "a", named("pokre")) == [
        'g/game.toml:18: decks[cards].size: "pokre" is not a size; write for example 63x88mm or 2.5x3.5in '
        '(did you mean "poker"?)'
    ]
    wrong = {"_shared/sizes.toml": '[badge]\nsize = "40x60"\ntitel = "Badge"\n'}
    write(
        tmp_path, {**dict.fromkeys(("game.toml", "cards.csv", "frames.toml", "rules.en.md", "art/boat.svg")), **wrong}
    )
    assert problems(tmp_path, named("badge")) == [
        '_shared/sizes.toml:1: badge.title: is missing (write title.en = "…")',
        '_shared/sizes.toml:3: badge.titel: is not a key here (did you mean "title"?)',
    ]


def test_accent_is_the_ink_of_that_name_else_the_first_ink(tmp_path: Path) -> None:
    changes = with_slot(f'{PLAIN}fill = "accent"')
    (first,) = game(tmp_path / "a", changes).decks
    toml = f'{GAME}\n[inks.accent]\ncolor = "#112233"\ntitle = "accent"\n'
    (other,) = game(tmp_path / "b", {**changes, "game.toml": toml}).decks
    panels = [deck.cards[0].front.slots[1] for deck in (first, other)]
    assert [panel.fill for panel in panels if isinstance(panel, Panel)] == ["#F2B632", "#112233"]


CHANGING = """title,picture,title:size,title:x,title:upper,title:weight,other:fill
Ferry,boat,12,,,,
Mill,,,+=2mm,true,700,black
Tower,,12,,,,
Gate,,,,,,
"""


def test_columns_change_slots_and_rows_that_change_alike_share_a_frame(tmp_path: Path) -> None:
    (deck,) = game(tmp_path, {**with_slot(f'{PLAIN}fill = "sun"'), "cards.csv": CHANGING}).decks
    found = [(card.front.slots[0], card.front.slots[1]) for card in deck.cards]
    looks = [
        (text.size, text.place.x, text.upper, text.weight, panel.fill)
        for text, panel in found
        if isinstance(text, TextSlot) and isinstance(panel, Panel)
    ]
    plain = (9, 4, False, 400, "#F2B632")
    assert looks == [(12, *plain[1:]), (9, 6, True, 700, "#000000"), (12, *plain[1:]), plain]
    assert deck.cards[0].front is deck.cards[2].front


def test_choices_lists_and_tables_are_written_in_cells_as_in_frames(tmp_path: Path) -> None:
    body = 'kind = "art"\nart = "boat"\nwidth = 9\nheight = 9\n'
    table = (
        "title;picture;other:turn;other:crop;other:colors;other:show\n"
        "Ferry;;90;0, 0.5, 0, 0;{ hull = 'sun' };{ oar = 'title=Ferry' }\n"
        "Mill;;;;hull = 'white';\n"
    )
    (deck,) = game(tmp_path, {**with_slot(body), "cards.csv": table}).decks
    slots = [slot for card in deck.cards for slot in card.front.slots if isinstance(slot, ArtSlot)]
    assert [(slot.turn, slot.crop) for slot in slots] == [(90, (0, 0.5, 0, 0)), (0, (0, 0, 0, 0))]
    assert [slot.colors for slot in slots] == [(Dye("hull", "#F2B632", ""),), (Dye("hull", "#ffffff", ""),)]
    assert [[part for part, _ in slot.show] for slot in slots] == [["oar"], []]
    wrong = {**with_slot(body), "cards.csv": "title,picture,other:turn\nFerry,,45\n"}
    assert problems(tmp_path, wrong) == ['g/cards.csv:2: other:turn: "45" is not one of 0, 90, 180, 270']


def test_texts_change_by_language_and_places_by_sums(tmp_path: Path) -> None:
    toml = GAME.replace('["en"]', '["en", "fr"]').replace("title.en", "title").replace("credit.en", "credit")
    table = "title,picture,stamp:text.en,stamp:text.fr,stamp:x\nFerry,,old,vieux,card.right - 20mm\nMill,,,,\n"
    body = 'kind = "text"\ntext = "new"\nwidth = 15\nheight = 6\n'
    changes = {
        **with_slot(body, slot="stamp"),
        "game.toml": toml,
        "cards.csv": table,
        "rules.fr.md": "# S\n\n## P {#play}\n\nP.\n",
    }
    (deck,) = game(tmp_path, changes).decks
    stamps = [slot for card in deck.cards for slot in card.front.slots if isinstance(slot, TextSlot) and slot.texts]
    assert [(slot.texts, slot.place.x) for slot in stamps] == [
        ((("en", "old"), ("fr", "vieux")), 43),
        ((("en", "new"), ("fr", "new")), 0),
    ]


@pytest.mark.parametrize(
    ("header", "cell", "expected"),
    [
        ("titel:size", "12", '1: titel:size: "titel" is not a slot of card (did you mean "title"?)'),
        ("title:siz", "12", '1: title:siz: "siz" is not a key of the slot "title" (did you mean "size"?)'),
        (
            "title:kind",
            "art",
            "1: title:kind: kind cannot change from row to row (use a frame of its own, in a column frame)",
        ),
        (
            "title:size",
            "2",
            '2: title:size: found "2"; allowed: a size of text such as 9 (points) or "9pt", 6.5 or more',
        ),
        ("title:color", "moon", '2: title:color: "moon" is not an ink (the inks are sun, black, white, or #rrggbb)'),
        ("title:wrap", "maybe", '2: title:wrap: found "maybe"; allowed: true or false, without quotes'),
        ("title:x", "titel.right", None),
        (
            "title:width",
            "80",
            '2: title:width: the slot reaches from 4 to 84 mm across; the deck "cards" has room from -3 to 66 mm '
            "(the bleed is 3 mm)",
        ),
    ],
)
def test_a_change_is_checked_as_in_frames_and_told_at_its_row(
    tmp_path: Path, header: str, cell: str, expected: str | None
) -> None:
    found = problems(tmp_path, {"cards.csv": f"title,picture,{header}\nFerry,boat,{cell}\nMill,,\n"})
    wanted = expected or '2: title:x: "titel" is not a slot of the frame (it has card, bleed)'
    assert found == [f"g/cards.csv:{wanted}"]


def test_each_row_with_a_bad_change_is_told(tmp_path: Path) -> None:
    found = problems(tmp_path, {"cards.csv": "title,picture,title:size\nFerry,,2\nMill,,2\n"})
    assert [line.split(": ")[0] for line in found] == ["g/cards.csv:2", "g/cards.csv:3"]


def test_a_change_counts_for_the_frame_that_has_the_slot(tmp_path: Path) -> None:
    frames = f'{FRAMES}\n[back.slots.ground]\n{PLAIN}fill = "sun"\n[bare.slots.ground]\n{PLAIN}\n'
    toml = f'{GAME}back = "back"\n'
    table = "title,frame,ground:fill,title:size\nFerry,,black,\nMill,bare,black,12\n"
    found = problems(tmp_path / "a", {"frames.toml": frames, "game.toml": toml, "cards.csv": table})
    assert found == [
        'g/cards.csv:3: title:size: the frame "bare" of this row has no slot "title" (leave the cell blank)'
    ]
    changes = {"frames.toml": frames, "game.toml": toml, "cards.csv": table.replace("12", "")}
    (deck,) = game(tmp_path / "b", changes).decks
    grounds = [slot for card in deck.cards for slot in (*card.front.slots, *(card.back.slots if card.back else ()))]
    assert [slot.fill for slot in grounds if isinstance(slot, Panel)] == ["#000000", "#000000", "#F2B632"]
