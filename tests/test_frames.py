"""What frames and slots inherit, how numbers count from inherited ones, and what a slot needs."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.data.frame import Box, BoxesSlot, Line, Panel, Place, Slot, TextSlot, When
from tests.small_folder import FILES, GAME, game, problems, with_slot, write

PLAIN = 'kind = "panel"\nwidth = 10\nheight = 10\n'


def slots(folder: Path, frames: str) -> dict[str, Slot]:
    """Return the slots of the frame `card` by name, in drawing order."""
    (deck,) = game(folder, {"frames.toml": frames}).decks
    return {slot.name: slot for slot in deck.cards[0].front.slots}


def test_slots_of_parents_come_first_and_of_two_with_one_name_the_later_parent_wins(tmp_path: Path) -> None:
    frames = f"""
[one.slots.a]
{PLAIN}x = 1
[one.slots.b]
{PLAIN}x = 1
[two.slots.b]
{PLAIN}x = 2
[two.slots.c]
{PLAIN}x = 2
[card]
extends = ["one", "two"]
[card.slots.d]
{PLAIN}
"""
    found = slots(tmp_path, frames)
    assert [(name, slot.place.x) for name, slot in found.items()] == [("a", 1), ("b", 2), ("c", 2), ("d", 0)]


def test_a_slot_defined_again_keeps_what_it_does_not_say_anew_unless_it_is_of_another_kind(tmp_path: Path) -> None:
    frames = f"""
[base.slots.a]
{PLAIN}x = 3
y = 0
fill = "sun"
[base.slots.b]
{PLAIN}x = 3
fill = "sun"
[card]
extends = "base"
[card.slots.a]
y = "+=2"
[card.slots.b]
kind = "line"
width = 5
"""
    found = slots(tmp_path, frames)
    assert isinstance(found["a"], Panel)
    assert (found["a"].place, found["a"].fill) == (Place(3, 2, 10, 10), "#F2B632")
    assert isinstance(found["b"], Line)
    assert found["b"].place == Place(0, 0, 5, 0)


@pytest.mark.parametrize(
    ("key", "inherited", "relative", "expected"),
    [
        ("x", "4", '"+=44mm"', 48.0),
        ("x", '"1in"', '"-=0.4"', 25.0),
        ("y", "-1", '"*=2"', -2.0),
        ("width", '"10mm"', '"*=0.5"', 5.0),
        ("height", "10", '"+= 2,5 mm"', 12.5),
        ("rotate", "90", '"+=90"', 180.0),
    ],
)
def test_a_relative_number_counts_from_the_inherited_one(
    tmp_path: Path, key: str, inherited: str, relative: str, expected: float
) -> None:
    base = {"x": "0", "y": "0", "width": "10", "height": "10", "rotate": "0"} | {key: inherited}
    body = "\n".join(f"{word} = {value}" for word, value in base.items())
    frames = f'[card.slots.a]\nkind = "panel"\n{body}\n[card.slots.b]\nextends = "a"\n{key} = {relative}\n'
    assert getattr(slots(tmp_path, frames)["b"].place, key) == pytest.approx(expected)


def test_sizes_weights_and_leading_count_too_and_chains_add_up(tmp_path: Path) -> None:
    frames = """
[card.slots.a]
kind = "text"
column = "title"
width = 30
height = 10
size = 10
weight = 400
[card.slots.b]
extends = "a"
size = "+=2pt"
weight = "+=200"
x = 4
[card.slots.c]
extends = ["b"]
size = "*=1.5"
x = "+=1"
"""
    found = [slot for slot in slots(tmp_path, frames).values() if isinstance(slot, TextSlot)]
    assert [slot.size for slot in found] == pytest.approx([10, 12, 18])
    assert [(slot.weight, slot.place.x) for slot in found] == [(400, 0), (600, 4), (600, 5)]


def test_a_slot_takes_from_several_others_and_later_ones_win(tmp_path: Path) -> None:
    frames = f"""
[other.slots.look]
{PLAIN}fill = "black"
stroke = "sun"
[card.slots.place]
{PLAIN}x = 7
fill = "white"
[card.slots.both]
extends = ["place", "other.look"]
"""
    both = slots(tmp_path, frames)["both"]
    assert isinstance(both, Panel)
    assert (both.place.x, both.fill, both.stroke) == (7, "#000000", "#F2B632")


def test_a_fixed_text_replaces_an_inherited_column_and_the_other_way_round(tmp_path: Path) -> None:
    frames = """
[card.slots.a]
kind = "text"
column = "title"
width = 30
height = 10
[card.slots.b]
extends = "a"
text = "fixed"
[card.slots.c]
extends = "b"
column = "picture"
"""
    found = [slot for slot in slots(tmp_path, frames).values() if isinstance(slot, TextSlot)]
    assert [(slot.column, slot.texts) for slot in found] == [("title", ()), ("", (("en", "fixed"),)), ("picture", ())]


def test_shared_frames_are_extended_and_a_frame_of_the_same_name_builds_on_the_shared_one(tmp_path: Path) -> None:
    shared = f"[card.slots.ground]\n{PLAIN}\n[base.slots.x]\n{PLAIN}x = 1\n[card.slots.y]\nextends = 'base.x'\n"
    write(tmp_path / "_shared", dict.fromkeys(FILES) | {"frames.toml": shared})
    frames = f"[card]\nextends = 'card'\n[card.slots.own]\n{PLAIN}\n[base.slots.x]\n{PLAIN}x = 9\n"
    found = slots(tmp_path, frames)
    assert [(name, slot.place.x) for name, slot in found.items()] == [("ground", 0), ("y", 1), ("own", 0)]


def test_what_is_wrong_in_a_shared_frame_is_told_at_its_own_place(tmp_path: Path) -> None:
    shared = f'[base.slots.ground]\n{PLAIN}fill = "moon"\n'
    write(tmp_path / "_shared", dict.fromkeys(FILES) | {"frames.toml": shared})
    frames = "[card]\nextends = 'base'\n[card.slots.own]\nextends = 'ground'\n"
    assert problems(tmp_path, {"frames.toml": frames}) == [
        '_shared/frames.toml:5: base.slots.ground.fill: "moon" is not an ink '
        "(the inks are sun, black, white, none, or #rrggbb)"
    ]


def test_a_frame_that_nothing_uses_may_be_incomplete_but_not_wrong(tmp_path: Path) -> None:
    base = '\n[base.slots.a]\nkind = "text"\nsize = 12\n[base.slots.b]\nfill = "black"\n'
    change = with_slot(PLAIN)
    assert problems(tmp_path, {"frames.toml": f"{change['frames.toml']}{base}"}) == []
    wrong = base.replace("size = 12", "size = 2")
    assert problems(tmp_path / "wrong", {"frames.toml": f"{change['frames.toml']}{wrong}"}) == [
        'g/frames.toml:18: base.slots.a.size: found 2; allowed: a size of text such as 9 (points) or "9pt", 6.5 or more'
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("picture", When("picture")),
        ("!picture", When("picture", None, True)),
        ("title=Mill", When("title", "Mill")),
        ("title = Old Mill", When("title", "Old Mill")),
        ("title != ", When("title", "", True)),
    ],
)
def test_a_condition_is_read(tmp_path: Path, text: str, expected: When) -> None:
    change = with_slot(f'{PLAIN}when = "{text}"')
    (deck,) = game(tmp_path, change).decks
    assert deck.cards[0].front.slots[1].when == expected


@pytest.mark.parametrize(
    ("when", "cell", "expected"),
    [
        (When("c"), "x", True),
        (When("c"), "", False),
        (When("c", None, True), "", True),
        (When("c", "x"), "x", True),
        (When("c", "x"), "y", False),
        (When("c", "x", True), "y", True),
    ],
)
def test_a_condition_holds_or_not(when: When, cell: str, expected: bool) -> None:
    assert when.holds(cell) == expected


def test_boxes_become_values_with_texts_in_every_language(tmp_path: Path) -> None:
    body = """kind = "boxes"
width = 50
height = 12
boxes = [{ kind = "sum", width = "1cm", label.en = "sum", tab = "A", art = "boat" }, { kind = "tick" }]
accent = "sun"
"""
    (deck,) = game(tmp_path, with_slot(body)).decks
    slot = deck.cards[0].front.slots[1]
    assert isinstance(slot, BoxesSlot)
    assert slot.boxes == (Box("sum", 10.0, (("en", "sum"),), (("en", "A"),), "boat"), Box("tick", 0.0, (), (), ""))
    assert (slot.accent, slot.box_height, slot.label_family) == ("#F2B632", 8.0, "Barlow Condensed")


def test_roles_give_slots_their_fonts_and_a_family_may_be_named_directly(tmp_path: Path) -> None:
    fonts = '\n[fonts]\ntext = "Barlow Condensed"\nloud = "Alfa Slab One"\n'
    body = '[card.slots.{0}]\nkind = "text"\ntext = "x"\nwidth = 9\nheight = 9\n{1}\n'
    direct = 'font = "atkinson hyperlegible"'
    frames = body.format("a", "") + body.format("b", 'font = "loud"') + body.format("c", direct)
    (deck,) = game(tmp_path, {"game.toml": GAME + fonts, "frames.toml": frames}).decks
    assert [slot.family for slot in deck.cards[0].front.slots if isinstance(slot, TextSlot)] == [
        "Barlow Condensed",
        "Alfa Slab One",
        "Atkinson Hyperlegible",
    ]


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (f"{PLAIN}x = 56.001", ""),
        (
            f"{PLAIN}x = 56.01",
            'x: the slot reaches from 56.01 to 66.01 mm across; the deck "cards" has room from -3 to 66 mm '
            "(the bleed is 3 mm)",
        ),
        ('kind = "panel"\nwidth = 10\nheight = 94\ny = -3\nrotate = 180', ""),
        ('kind = "panel"\nwidth = 80\nheight = 40\nx = -8.5\ny = 20\nrotate = 90', ""),
        (
            'kind = "panel"\nwidth = 70\nheight = 70\nx = -3.5\ny = 9\nrotate = 45',
            'x: the slot reaches from -17.997 to 80.997 mm across; the deck "cards" has room from -3 to 66 mm '
            "(the bleed is 3 mm)",
        ),
    ],
)
def test_a_slot_stays_inside_the_bleed_turned_or_not(tmp_path: Path, body: str, told: str) -> None:
    found = problems(tmp_path, with_slot(body))
    across = [problem.partition("card.slots.other.")[2] for problem in found if ".x:" in problem]
    assert across == ([told] if told else [])


def test_text_and_column_together_are_told(tmp_path: Path) -> None:
    body = 'kind = "text"\ntext = "x"\ncolumn = "title"\nwidth = 9\nheight = 9'
    assert problems(tmp_path, with_slot(body)) == [
        "g/frames.toml:13: card.slots.other.column: the slot has text and column; only one of the two can be shown"
    ]


def test_a_mistake_is_told_once_however_many_slots_inherit_it(tmp_path: Path) -> None:
    frames = f'[card.slots.a]\n{PLAIN}fill = "moon"\n[card.slots.b]\nextends = "a"\n[card.slots.c]\nextends = "b"\n'
    assert problems(tmp_path, {"frames.toml": frames}) == [
        'g/frames.toml:5: card.slots.a.fill: "moon" is not an ink (the inks are sun, black, white, none, or #rrggbb)'
    ]
